/* The MPS2 port: a Cortex-M3 without a display under QEMU; its log goes out by semihosting. */
#include "platform/mps2/mps2.h"

#include <stdio.h>
#include <string.h>

#include "platform/mps2/counter.h"

#define MEGABYTE 0x100000u
#define MAIN_MEMORY ((uint8_t *)0x21800000u) /* upper half of the board's 16 MB of external memory */
#define MAIN_SIZE (8u * MEGABYTE)

void plat_memory(plat *p, plat_memory_map *map) {
    (void)p;
    map->main = (plat_block){MAIN_MEMORY, MAIN_SIZE};
    map->fast = (plat_block){NULL, 0};
    map->convert = (plat_block){NULL, 0};
}

bool plat_video_open(plat *p, int width, int height, plat_format format) {
    if (width <= 0 || height <= 0 || format >= PLAT_FORMATS) return false;
    p->width = width;
    p->height = height;
    return true;
}

void plat_palette(plat *p, const uint32_t *colours, int first, int count) {
    (void)p;
    (void)colours;
    (void)first;
    (void)count;
}

void plat_band(plat *p, int y, int lines, const void *pixels, int stride) {
    (void)p;
    (void)y;
    (void)lines;
    (void)pixels;
    (void)stride;
}

void plat_present(plat *p) { p->frame++; }

void plat_poll(plat *p, plat_input *in) {
    memset(in, 0, sizeof *in);
    for (int i = 0; i < p->key_count; i++) {
        if (p->keys[i].frame <= p->frame) in->buttons = p->keys[i].buttons;
    }
}

uint64_t plat_ticks(plat *p) {
    uint32_t now = mps2_counter();
    p->counter += now - p->last_counter;
    p->last_counter = now;
    return p->counter / 25;
}

uint32_t plat_cycles(plat *p) {
    (void)p;
    return mps2_instructions();
}

void plat_log(plat *p, plat_log_level level, const char *text) {
    (void)p;
    (void)level;
    puts(text);
}

void plat_parallel(plat *p, void (*job)(void *argument, int index), void *argument, int count) {
    (void)p;
    for (int i = 0; i < count; i++) job(argument, i);
}

int plat_processors(plat *p) {
    (void)p;
    return 1;
}

bool plat_screenshot(plat *p) {
    (void)p;
    return false;
}

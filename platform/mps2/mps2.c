/* The MPS2 port: a Cortex-M3 without a display under QEMU; its log goes out by semihosting. */
#include "platform/mps2/mps2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/debug/stack.h"
#include "platform/mps2/counter.h"
#include "platform/one_processor.h"

/* Symbols of the linker: __stack is the top of the stack, and sizes are the addresses of their symbols. */
extern uint8_t __stack[], __stack_size[], __text_end[], __console[], __console_size[];

bool plat_claim(plat *p, plat_single what, bool claim) { return plat_claim_bit(&p->claimed, what, claim); }

void plat_memory(plat *p, plat_memory_map *map) {
    (void)p;
    map->main = (plat_block){__console, (size_t)(uintptr_t)__console_size};
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

bool plat_screenshot(plat *p) {
    (void)p;
    return false;
}

/* ---- measuring and debugging ---- */

static uintptr_t stack_end(void) { return (uintptr_t)__stack - (uintptr_t)__stack_size; }

void mps2_paint_stack(void) {
    enum { BELOW = 256 }; /* bytes of stack for this call and those it makes */
    uintptr_t here = (uintptr_t)__builtin_frame_address(0) & ~(uintptr_t)3;
    ox_stack_paint((void *)stack_end(), here - BELOW - stack_end());
}

void plat_stack(plat *p, plat_block *stack) {
    (void)p;
    stack->base = (void *)stack_end();
    stack->size = (size_t)(uintptr_t)__stack_size;
}

static bool is_return(uintptr_t address) { return ox_stack_thumb_return(address, 0, (uintptr_t)__text_end); }

int plat_callers(plat *p, uintptr_t *callers, int most) {
    (void)p;
    return ox_stack_scan(__builtin_frame_address(0), __stack, is_return, callers, most);
}

bool plat_caller_name(plat *p, uintptr_t address, char *name, size_t size) {
    (void)p, (void)address, (void)name, (void)size;
    return false;
}

bool plat_keep_text(plat *p, const char *name, const char *text) {
    (void)p;
    printf("%s:\n%s\n", name, text);
    return true;
}

_Noreturn void plat_abort(plat *p) {
    if (p != NULL && p->aborts != NULL) p->aborts();
    exit(3);
}

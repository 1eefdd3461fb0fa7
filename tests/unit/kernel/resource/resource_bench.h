/* A resource manager over an image, for tests: two types, one of which counts its calls, and a log that keeps its
 * lines. */
#ifndef OXCART_TEST_RESOURCE_BENCH_H
#define OXCART_TEST_RESOURCE_BENCH_H

#include "fixedmath/random.h"
#include "kernel/resource/manager.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_image_builder.h"

#define RAW ROM_TAG('M', 'I', 'N', 'E')
#define TOY ROM_TAG('T', 'O', 'Y', '_')

enum { CACHE = 0 << 3, LEVEL = 1 << 3, SHORT = 2 << 3, RESIDENT = 3 << 3 };

static _Alignas(16) uint8_t rom_memory[2][6144], memory[24576], video_memory[512], log_memory[2048];
static ox_arena arena, video, fast, log_arena;
static ox_log log_lines;
static ox_files files;
static ox_images images;
static ox_manager m;
static image_build b;

/* ---- a type of its own: its payload is twice the chunk, and it counts its calls ---- */

typedef struct toy_calls {
    uint32_t loads, inits, downs, moves, fail;
    const void *last;
} toy_calls;
static toy_calls toys;

static uint32_t toy_size(void *context, const rom_chunk *chunk) {
    (void)context;
    return chunk->size * 2;
}

static ox_status toy_load(void *context, ox_payload *payload, const void *bytes, uint32_t size) {
    toy_calls *calls = context;
    if (calls->fail > 0 && --calls->fail == 0) return OX_BAD_DATA;
    memcpy(payload->data, bytes, size);
    memcpy((uint8_t *)payload->data + size, bytes, size);
    calls->loads++;
    return OX_OK;
}

static ox_status toy_init(void *context, ox_payload *payload) {
    toy_calls *calls = context;
    calls->inits++;
    calls->last = payload->data;
    return OX_OK;
}

static void toy_down(void *context, ox_payload *payload) {
    ((toy_calls *)context)->downs++;
    (void)payload;
}

static void toy_moved(void *context, ox_payload *payload, const void *old) {
    ((toy_calls *)context)->moves += payload->data != old;
}

static const ox_resource_type raw_type = {
    .tag = RAW, .name = "raw", .placeholder = "stand in", .placeholder_size = 8};
static const ox_resource_functions toy_functions = {.size_needed = toy_size,
                                                    .load = toy_load,
                                                    .post_init = toy_init,
                                                    .tear_down = toy_down,
                                                    .moved = toy_moved};
static const ox_resource_type toy_type = {.tag = TOY,
                                          .name = "toy",
                                          .context = &toys,
                                          .functions = &toy_functions,
                                          .miss = OX_MISS_REQUEST,
                                          .version = 0x0100};

/* ---- a manager over an image ---- */

/* Memory of other classes, NULL in tests without any. */
static inline const void *bench_classes(void) { return &video == &fast ? NULL : video_memory; }

static inline void begin_image(void) { image_begin(&b, rom_memory[0], sizeof rom_memory[0], 1, 0x00010000u); }

static inline void open_manager(ox_manager_config config) {
    ox_files_config file_config = {.handles = 2, .requests = 8};
    rom_image image;
    rom_error error = {ROM_OK, 0, ""};
    CHECK_EQ(rom_open(b.image, image_finish(&b), &image, &error), ROM_OK);
    ox_arena_init(&arena, memory, sizeof memory);
    ox_arena_init(&log_arena, log_memory, sizeof log_memory);
    CHECK(ox_log_init(&log_lines, NULL, &log_arena, 16, 96));
    CHECK_EQ(ox_files_init(&files, &file_config, &arena), OX_OK);
    ox_images_init(&images, &log_lines);
    CHECK_EQ(ox_images_add(&images, &image, "cart", 0), OX_OK);
    if (config.records == 0) config.records = 16;
    config.types = 4;
    if (config.miss == 0) config.miss = OX_MISS_REFUSE;
    CHECK_EQ(ox_manager_init(&m, &config, &images, &files, &arena, &log_lines), OX_OK);
    memset(&toys, 0, sizeof toys);
    CHECK_EQ(ox_manager_register(&m, &raw_type), OX_OK);
    CHECK_EQ(ox_manager_register(&m, &toy_type), OX_OK);
}

/* Whether a payload is that of image_add_packed. */
static inline bool is_packed(const void *payload, uint32_t size, uint32_t seed) {
    const uint8_t *at = payload;
    if (at == NULL) return false;
    at += 4;
    for (uint32_t left = size - 4; left > 0; seed = seed * 5 + 3) {
        uint32_t run = left < 100 ? left : 100;
        for (uint32_t i = 0; i < run; i++) {
            if (*at++ != (uint8_t)seed) return false;
        }
        left -= run;
    }
    return true;
}

static inline uint32_t records_used(void) {
    uint32_t count = 0;
    ox_resource_handle h = {0};
    while ((h = ox_manager_next(&m, h)).bits != 0) count++;
    return count;
}

static inline void run_ticks(uint32_t from, uint32_t to) {
    for (uint32_t tick = from; tick <= to; tick++) {
        ox_manager_tick(&m, tick);
        ox_files_pump(&files, 256);
        ox_files_tick(&files, tick);
    }
}

#endif

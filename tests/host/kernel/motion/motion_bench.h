/* A machine out of a text alone, without a console: its clips are a name each and as long as a test says. */
#ifndef OXCART_TESTS_HOST_MOTION_BENCH_H
#define OXCART_TESTS_HOST_MOTION_BENCH_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/motion/machine.h"
#include "rom/check.h"
#include "rom/chunks.h"
#include "rom/types.h"
#include "tests/test.h"
#include "tools/convert/pack_companion.h"

enum { BENCH_MARKS = 4096 };

typedef struct motion_bench {
    writer chunk;
    pack_companions companions;
    tool_error error;
    ox_motion_set set;
    ox_motion_clip clips[512];
    ox_motion_run run;
    ox_motion_told told;
    /* what was told */
    int32_t marks[BENCH_MARKS];
    uint32_t mark_count, done, changes, drops, kept;
    ox_id from, to;
    bool has_no_room;
} motion_bench;

static inline void bench_mark(void *context, ox_id event, int32_t argument) {
    motion_bench *b = context;
    (void)event;
    if (b->mark_count < BENCH_MARKS) b->marks[b->mark_count] = argument;
    b->mark_count++;
}
static inline void bench_done(void *context, ox_id state) {
    (void)state;
    ((motion_bench *)context)->done++;
}
static inline void bench_change(void *context, ox_id from, ox_id to) {
    motion_bench *b = context;
    b->changes++;
    b->from = from;
    b->to = to;
}
static inline bool bench_keep(void *context, uint32_t layer) {
    motion_bench *b = context;
    (void)layer;
    b->kept++;
    return !b->has_no_room;
}
static inline void bench_drop(void *context, ox_id state) {
    (void)state;
    ((motion_bench *)context)->drops++;
}

/* Clips a to h, a skeleton `robot` whose joints are not known. False with a sentence in b->error. */
static inline bool bench_convert(motion_bench *b, const char *text) {
    static cart_asset assets[10];
    static cart c;
    memset(b, 0, sizeof *b);
    snprintf(assets[0].kind, sizeof assets[0].kind, "skeleton");
    snprintf(assets[0].name, sizeof assets[0].name, "robot");
    for (int i = 1; i < 10; i++) {
        snprintf(assets[i].kind, sizeof assets[i].kind, "clip");
        snprintf(assets[i].name, sizeof assets[i].name, "%c", 'a' + i - 1);
    }
    c.assets = assets;
    c.asset_count = 10;
    writer_zeros(&b->chunk, pack_kind_find("motion")->header);
    writer_put_u16(&b->chunk, ROM_CHUNK_VERSION, rom_type_of(ROM_TAG_MOTION_MACHINE)->version);
    writer_put_u16(&b->chunk, ROM_CHUNK_HEADER, pack_kind_find("motion")->header);
    const pack_source source = {.c = &c,
                                .asset = &assets[0],
                                .path = "it.motion",
                                .data = (const uint8_t *)text,
                                .size = strlen(text),
                                .error = &b->error};
    if (!pack_kind_find("motion")->convert(&source, &b->chunk)) return false;
    writer_align(&b->chunk, 4);
    return !b->chunk.failed;
}

/* All clips take `frames` frames of 1/60 s. */
static inline bool bench_begin(motion_bench *b, const char *text, double frames) {
    rom_error fault = {.text = ""};
    if (!bench_convert(b, text)) {
        test_fail(__FILE__, __LINE__, b->error.text, 0, 1);
        return false;
    }
    if (rom_check_chunk(ROM_TAG_MOTION_MACHINE, b->chunk.data, (uint32_t)b->chunk.size, &fault) != ROM_OK) {
        test_fail(__FILE__, __LINE__, fault.text, 0, 1);
        return false;
    }
    b->set = (ox_motion_set){.machine = b->chunk.data, .skeleton = b->chunk.data, .clips = b->clips};
    for (uint32_t i = 0; i < OX_MOTION_COUNT(&b->set, POINT); i++) {
        const fx speed = (fx)rom_u32(OX_MOTION_ROW(&b->set, POINTS, POINT, i) + ROM_MOTION_POINT_SPEED);
        b->clips[i].step = (int64_t)floor(4294967296.0 / frames * speed / 65536 + 0.5);
    }
    b->told = (ox_motion_told){bench_mark, bench_done, bench_change, bench_keep, bench_drop, b, {0, 0, 0}, 0};
    ox_motion_begin(&b->set, &b->run);
    return true;
}

static inline void bench_end(motion_bench *b) { writer_free(&b->chunk); }
static inline void bench_steps(motion_bench *b, int count) {
    for (int i = 0; i < count; i++) ox_motion_step(&b->set, &b->run, &b->told);
}
static inline ox_motion_answer bench_ask(motion_bench *b, const char *state) {
    return ox_motion_ask(&b->set, &b->run, rom_id(state));
}
static inline bool bench_is(const motion_bench *b, const char *state) {
    return ox_motion_is(&b->set, &b->run, rom_id(state));
}
static inline bool bench_put(motion_bench *b, const char *number, double value) {
    return ox_motion_put(&b->set, &b->run, rom_id(number), (fx)floor(value * 65536 + 0.5));
}
static inline double bench_phase(const motion_bench *b) { return b->run.layer[0].phase / 4294967296.0; }

#endif

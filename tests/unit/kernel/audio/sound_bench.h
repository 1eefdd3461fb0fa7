/* Sound without an image, for tests of the service. */
#ifndef OXCART_TESTS_UNIT_KERNEL_AUDIO_SOUND_BENCH_H
#define OXCART_TESTS_UNIT_KERNEL_AUDIO_SOUND_BENCH_H

#include <string.h>

#include "kernel/audio/chain.h"
#include "kernel/audio/internal.h"
#include "kernel/bytes/fnv.h"
#include "tests/test.h"

enum { CLIPS = 4, FRAMES = 400, LOOP = 1, ONCE = 2, WAVE = 3, CODED = 4, RATE = 8000, TICK = 134 };

/* Sound without an image: clips and a group of cues that stand in memory already. */
typedef struct bench {
    ox_audio audio;
    ox_arena arena;
    ox_manager manager;
    int8_t samples[FRAMES];
    uint8_t cues[400];
    uint8_t coded[256];
    _Alignas(8) uint8_t room[24576];
} bench;

static bench b;

static inline void put_clip(uint32_t slot, uint32_t id, uint32_t frames, uint32_t loop_end) {
    b.audio.clips[slot] = (ox_audio_loaded){.clip = {.data = (const uint8_t *)b.samples,
                                                     .bytes = FRAMES,
                                                     .frames = frames,
                                                     .loop_end = loop_end,
                                                     .rate = RATE,
                                                     .channels = 1,
                                                     .format = OX_AUDIO_S8,
                                                     .volume = 64},
                                            .id = id,
                                            .uses = 1};
    b.audio.order[slot] = (uint16_t)slot;
    b.audio.clip_count = slot + 1;
}

static bool with_effects, with_walls;

static inline void begin(uint16_t voices, uint16_t requests, uint8_t channels) {
    memset(&b, 0, sizeof b);
    ox_arena_init(&b.arena, b.room, sizeof b.room);
    const ox_audio_setup setup = {
        .out = {.rate = RATE, .hz = 60, .channels = channels, .bits = 16, .block = TICK},
        .voices = voices,
        .requests = requests,
        .clips = CLIPS,
        .echo_samples = 900,
        .has_effects = with_effects,
        .has_reverb = true,
        .has_walls = with_walls,
        .seed = 7,
        .manager = &b.manager};
    CHECK_EQ(ox_audio_init(&b.audio, &setup, &b.arena), OX_OK);
    for (int i = 0; i < FRAMES; i++) b.samples[i] = (int8_t)(i * 37 % 200 - 100);
    put_clip(0, LOOP, FRAMES, FRAMES);
    put_clip(1, ONCE, FRAMES, 0);
    put_clip(2, WAVE, 100, 100);
}

static inline uint32_t tick(void) { return ox_audio_tick(&b.audio); }

static inline ox_audio_handle start(uint32_t id, uint32_t volume, uint8_t bus, uint8_t priority) {
    return ox_audio_start(
        &b.audio,
        &(ox_audio_ask){.id = id, .volume = volume, .bus = bus, .priority = priority, .loops = id != ONCE});
}

static inline const int16_t *block(void) { return b.audio.block; }

static inline uint32_t hash_block(void) {
    return ox_fnv_bytes(OX_FNV_START, block(), TICK * b.audio.setup.out.channels * sizeof(int16_t));
}

#endif

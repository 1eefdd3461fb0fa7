/* What sound costs, for callgrind: `sound_host MODE COUNT` does a thing so many times (tests/scripts/costs/sound_costs.sh). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/audio/chain.h"
#include "kernel/audio/internal.h"

enum { FRAMES = 4000, REQUESTS = 32, LOOP = 1, ONCE = 2 };

static struct {
    ox_audio audio;
    ox_arena arena;
    ox_manager manager;
    int8_t samples[FRAMES];
    _Alignas(8) uint8_t room[65536];
} b;

static bool begin(bool effects, bool walls, bool lines) {
    const ox_audio_setup setup = {.out = {.rate = 18157, .hz = 60, .channels = 2, .bits = 16},
                                  .voices = 16,
                                  .requests = REQUESTS,
                                  .clips = 2,
                                  .has_effects = effects,
                                  .has_reverb = lines,
                                  .echo_samples = lines ? 4096 : 0,
                                  .has_walls = walls,
                                  .manager = &b.manager};
    ox_arena_init(&b.arena, b.room, sizeof b.room);
    if (ox_audio_init(&b.audio, &setup, &b.arena) != OX_OK) return false;
    for (int i = 0; i < FRAMES; i++) b.samples[i] = (int8_t)(i * 37 % 200 - 100);
    for (uint16_t i = 0; i < 2; i++) {
        b.audio.clips[i] = (ox_audio_loaded){.clip = {.data = (const uint8_t *)b.samples,
                                                      .bytes = FRAMES,
                                                      .frames = FRAMES,
                                                      .loop_end = i == 0 ? FRAMES : 0,
                                                      .rate = 18157,
                                                      .channels = 1,
                                                      .format = OX_AUDIO_S8,
                                                      .volume = 64},
                                             .id = i == 0 ? LOOP : ONCE,
                                             .uses = 1};
        b.audio.order[i] = i;
    }
    b.audio.clip_count = 2;
    return true;
}

/* Voices that go round, begun in ticks of their own so that none is merged; behind walls so many of them. */
static void start_voices(uint32_t voices, uint32_t behind) {
    static const ox_audio_heard wall = {32768, 0, 65536, 600, 0};
    for (uint32_t i = 0; i < voices; i++) {
        (void)ox_audio_start(
            &b.audio,
            &(ox_audio_ask){.id = LOOP, .volume = 2000, .loops = true, .heard = i < behind ? &wall : NULL});
        (void)ox_audio_tick(&b.audio);
    }
}

/* In each round so many sounds are asked for, and then forgotten as if they had been served. */
static void ask(uint32_t asked, uint32_t rounds) {
    for (; rounds > 0; rounds--) {
        for (uint32_t i = 0; i < asked; i++) ox_audio_play(&b.audio, ONCE, 9000);
        for (uint32_t i = 0; i < b.audio.sound_count; i++) b.audio.sounds[i].state = OX_SOUND_FREE;
        b.audio.head = b.audio.tail;
    }
}

/* One slot of the world's bus, or a compressor of it: l low-pass, y echo, r reverb, c. */
static void use_slot(char mode) {
    const ox_audio_environment place = {.low_pass = mode == 'l' ? 800 : 0,
                                        .echo_delay = mode == 'y' ? 200 : 0,
                                        .echo_wet = mode == 'y' ? 16384 : 0,
                                        .echo_feedback = mode == 'y' ? 12000 : 0,
                                        .reverb_time = mode == 'r' ? 1000 : 0,
                                        .reverb_wet = mode == 'r' ? 16384 : 0};
    if (strchr("lyr", mode) != NULL) ox_audio_surround(&b.audio, &place);
    if (mode == 'c')
        ox_audio_compress_bus(&b.audio, OX_BUS_WORLD,
                              &(ox_compressor_setting){
                                  .threshold = -40 * 65536, .ratio = 4 * FX_ONE, .attack = 5, .release = 50});
}

int main(int count, char **words) {
    const char mode = count > 2 ? words[1][0] : 0;
    const uint32_t times = count > 2 ? (uint32_t)strtoul(words[2], NULL, 10) : 0;
    if (!begin(strchr("ewWxlcyr", mode) != NULL, strchr("wWx", mode) != NULL, strchr("yr", mode) != NULL))
        return 1;
    use_slot(mode);
    if (strchr("nofF", mode) != NULL)
        ask(mode == 'n' ? 0 : mode == 'o' ? 1 : mode == 'f' ? REQUESTS - 1 : REQUESTS, times);
    if (strchr("vewWlcyr", mode) != NULL) start_voices(16, mode == 'W' ? 16 : 0);
    for (uint32_t i = 0; strchr("vewWsxlcyr", mode) != NULL && i < times; i++) (void)ox_audio_tick(&b.audio);
    printf("%u\n", (unsigned)b.audio.counts.voices);
    return 0;
}

/* Fuzz target: recordings of input whose bytes were changed, with their sums set right. A recording that opens plays
 * to its end or to a difference that has a sentence. Recordings that a rewind ring exports are among them. */
#include <stdlib.h>

#include "kernel/replay/playback.h"
#include "kernel/replay/rewind.h"
#include "tests/test.h"
#undef CHECK
#undef CHECK_EQ
#define CHECK(condition) (void)(condition)
#define CHECK_EQ(actual, expected) (void)((actual) == (expected))
/* Overflow in the game's own sums is no finding: the numbers of a damaged game come from anywhere. */
#ifdef __clang__
#pragma clang attribute push(__attribute__((no_sanitize("signed-integer-overflow"))), apply_to = function)
#endif
#include "tests/unit/kernel/replay/replay_game.h"
#ifdef __clang__
#pragma clang attribute pop
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 65536, TICKS = 90, LONGEST = 20000 };

static game g;
static uint8_t bytes[ROOM];
static _Alignas(8) uint8_t ring[8192];

static uint32_t word(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static uint32_t half(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }

static void put_sum(size_t *since, size_t at) {
    uint32_t sum = ox_fnv_bytes(OX_FNV_START, bytes + *since, at - *since);
    for (int i = 0; i < 4; i++, sum >>= 8) bytes[at + (size_t)i] = (uint8_t)sum;
    *since = at + 4;
}

/* Sets every sum to that of the bytes before it, as far as the records can be followed. */
static void set_sums(size_t used) {
    size_t at = 56, since = 0, axes;
    if (used < 60 || word(bytes + 44) > used || (at += word(bytes + 48)) + 4 > used) return;
    uint32_t detail = bytes[42];
    put_sum(&since, at);
    at += 4;
    while (at + 2 <= used) {
        uint32_t kind = half(bytes + at) >> 12;
        at += 2;
        if (kind < OX_REPLAY_AXES) {
            at += 2;
        } else if (kind < OX_REPLAY_COMMANDS) {
            if (at + 2 > used) return;
            axes = (size_t)__builtin_popcount(half(bytes + at) & 511u);
            at += 2 + 2 * axes;
        } else if (kind >= OX_REPLAY_SENSES && kind < OX_REPLAY_END) {
            if (at + 4 > used) return;
            axes = (size_t)__builtin_popcount(word(bytes + at));
            at += 4 + 2 * axes;
        } else if (kind == OX_REPLAY_COMMANDS) {
            if (at + 2 > used) return;
            at += 2 + half(bytes + at);
        } else if (kind == OX_REPLAY_CHECK) {
            at += 4;
            if (detail != OX_CHECK_HASH && at + 2 <= used) {
                uint32_t items = half(bytes + at);
                for (at += 2; items > 0 && at < used; items--) {
                    if (detail == OX_CHECK_OBJECTS) {
                        at += 6;
                    } else {
                        if (at + 10 > used) return;
                        at += 10u + half(bytes + at + 8);
                    }
                }
            }
            if (at + 4 > used) return;
            put_sum(&since, at);
            at += 4;
        } else if (kind == OX_REPLAY_END) {
            if (at + 4 <= used) put_sum(&since, at);
            return;
        }
    }
}

/* Writes a session to `bytes`, recorded or exported from the ring; returns its size. */
static size_t record(uint32_t detail, bool exported) {
    ox_recording_memory to = {bytes, ROOM, 0};
    ox_recording_head head = {.cart = 1,
                              .rom = 2,
                              .length = 1000000,
                              .rate = 60,
                              .players = GAME_PLAYERS,
                              .interval = 10,
                              .detail = (ox_check_detail)(detail % 3u)};
    ox_recorder recorder;
    ox_rewind rewind;
    uint32_t noise = 5;
    if (!game_start(&g, 3)) abort();
    ox_rewind_config config = {
        .state = &g.state, .players = GAME_PLAYERS, .span = 60, .step = game_step, .context = &g};
    if (ox_rewind_init(&rewind, ring, sizeof ring, &config) != OX_OK) abort();
    if (!exported && ox_recorder_begin(&recorder, &head, &g.state, ox_recording_to_memory, &to) != OX_OK)
        abort();
    for (int i = 0; i < TICKS; i++) {
        ox_input_record records[OX_PLAYERS_MAX] = {{0}};
        for (int p = 0; p < GAME_PLAYERS; p++) {
            plat_input in = {0};
            game_poll(&noise, &in);
            records[p].held = in.buttons;
        }
        ox_rewind_note(&rewind, records);
        if (!exported) ox_recorder_step(&recorder, records);
        game_step(&g, records, GAME_PLAYERS);
        if (!exported) ox_recorder_stepped(&recorder);
    }
    if (exported ? ox_rewind_export(&rewind, &head, ox_recording_to_memory, &to) != OX_OK
                 : ox_recorder_end(&recorder) != OX_OK)
        abort();
    return to.used;
}

/* Gives the session of a level of detail; sessions are the same for all inputs, so each is recorded once. */
static size_t recorded(uint32_t detail, bool exported) {
    static struct {
        uint8_t bytes[ROOM];
        size_t used;
    } kept[6];
    uint32_t which = detail % 3u * 2u + exported;
    if (kept[which].used == 0) {
        kept[which].used = record(detail, exported);
        memcpy(kept[which].bytes, bytes, ROOM);
    }
    memcpy(bytes, kept[which].bytes, ROOM);
    return kept[which].used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static ox_playback playback;
    ox_playback_fault fault;
    if (size < 2) return 0;
    size_t used = recorded(data[0], (data[1] & 1) != 0);
    if (used > ROOM) abort();
    bool sums = (data[1] & 2) != 0;
    for (data += 2, size -= 2; size >= 3; data += 3, size -= 3) {
        size_t offset = (size_t)data[0] | (size_t)data[1] << 8;
        if (offset >= 0xFF00)
            used = used * data[2] / 256u + 1;
        else
            bytes[offset % used] = data[2];
    }
    if (sums) set_sums(used);
    if (!game_start(&g, 3)) abort();
    ox_status status = ox_playback_open(&playback, bytes, used, &fault);
    if (status == OX_OK) status = ox_playback_start(&playback, &g.state, 1, 2, &fault);
    if (status != OX_OK) {
        if (fault.text[0] == 0) abort();
        return 0;
    }
    for (int i = 0; i < LONGEST && ox_playback_step(&playback); i++) {
        game_step(&g, playback.records, GAME_PLAYERS);
        if (ox_playback_stepped(&playback, &fault)) continue;
        if (fault.text[0] == 0) abort();
        break;
    }
    return 0;
}

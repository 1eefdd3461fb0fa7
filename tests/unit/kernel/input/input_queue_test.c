/* Changes of buttons that an interrupt notes: none is lost, none comes out of its order, and each is an edge of a step. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/input/device.h"
#include "kernel/input/input.h"
#include "platform/changes.h"
#include "tests/test.h"

enum { INTERRUPTS = 10000 };

/* The program takes one word after the other, and between any two of its doings interrupts put theirs. */
TEST(input_changes_of_interrupts_are_none_lost) {
    static plat_changes changes;
    static uint16_t put[INTERRUPTS];
    rng32 random;
    uint32_t count = 0, taken = 0, word = 0, wrong = 0, last = 0;
    memset(&changes, 0, sizeof changes);
    random = rng32_seed(11, 0);
    while (taken < INTERRUPTS) {
        for (uint32_t burst = rng_below(&random, 3); burst > 0 && count < INTERRUPTS; burst--) {
            if (changes.head - changes.tail == PLAT_CHANGES_ROOM) break;
            last ^= 1u << rng_below(&random, 12);
            put[count++] = (uint16_t)last;
            plat_changes_put(&changes, last);
        }
        if (rng_below(&random, 2) == 0 || !plat_changes_next(&changes, &word)) continue;
        wrong += word != put[taken++];
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(changes.lost, 0);
    CHECK_EQ(count, INTERRUPTS);
}

TEST(input_changes_beyond_the_room_are_counted) {
    static plat_changes changes;
    plat_input in;
    uint32_t seen = 0;
    memset(&changes, 0, sizeof changes);
    for (uint32_t i = 1; i <= PLAT_CHANGES_ROOM + 5; i++) plat_changes_put(&changes, i);
    plat_changes_put(&changes, PLAT_CHANGES_ROOM); /* as the last one that had room */
    CHECK_EQ(changes.lost, 5);
    for (uint32_t poll = 0; poll < 8; poll++) {
        memset(&in, 0, sizeof in);
        in.buttons = 4000;
        plat_changes_take(&changes, &in);
        CHECK_EQ(in.changes_lost, poll == 0 ? 5 : 0);
        for (uint32_t i = 0; i < in.change_count; i++) CHECK_EQ(in.changes[i], ++seen);
        /* while words wait, the newest that was taken is what counts as now */
        CHECK_EQ(in.buttons, seen < PLAT_CHANGES_ROOM ? seen : 4000);
    }
    CHECK_EQ(seen, PLAT_CHANGES_ROOM);
}

static plat_input polled(uint32_t buttons, const uint16_t *changes, uint32_t count) {
    plat_input in;
    memset(&in, 0, sizeof in);
    in.buttons = buttons;
    in.change_count = (uint8_t)count;
    memcpy(in.changes, changes, count * sizeof *changes);
    return in;
}

/* A press and a release between two polls are one edge each, in two steps. */
TEST(input_changes_of_a_tap_are_two_edges) {
    ox_input input;
    const uint16_t tap[] = {PLAT_A, 0};
    const plat_input in = polled(0, tap, 2);
    uint32_t presses = 0, releases = 0;
    ox_input_init(&input);
    ox_input_feed(&input, &in);
    for (int step = 0; step < 5; step++) {
        ox_input_step(&input);
        CHECK_EQ(input.pressed, step == 0 ? (uint32_t)PLAT_A : 0);
        CHECK_EQ(input.released, step == 1 ? (uint32_t)PLAT_A : 0);
        presses += input.pressed != 0;
        releases += input.released != 0;
    }
    CHECK(presses == 1 && releases == 1);
}

/* A, B and A again between two polls come one after the other. */
TEST(input_changes_keep_their_order) {
    ox_input input;
    const uint16_t taps[] = {PLAT_A, 0, PLAT_B, 0, PLAT_A, 0};
    const plat_input in = polled(0, taps, 6);
    static const struct {
        uint32_t pressed, released;
    } steps[] = {{PLAT_A, 0}, {PLAT_B, PLAT_A}, {PLAT_A, PLAT_B}, {0, PLAT_A}, {0, 0}};
    ox_input_init(&input);
    ox_input_feed(&input, &in);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        ox_input_step(&input);
        CHECK_EQ(input.pressed, steps[i].pressed);
        CHECK_EQ(input.released, steps[i].released);
    }
    CHECK_EQ(input.lost, 0);
}

/* Beyond the room pairs are left out, so nothing stays held. */
TEST(input_changes_that_find_no_room_leave_nothing_held) {
    ox_input input;
    uint16_t taps[PLAT_CHANGES];
    uint32_t presses = 0;
    ox_input_init(&input);
    for (uint32_t i = 0; i < PLAT_CHANGES; i++) taps[i] = i % 2 == 0 ? PLAT_A : 0;
    for (int poll = 0; poll < 4; poll++) {
        const plat_input in = polled(0, taps, PLAT_CHANGES);
        ox_input_feed(&input, &in);
    }
    CHECK_EQ(input.lost, 4 * PLAT_CHANGES - OX_INPUT_QUEUE);
    for (int step = 0; step < 100; step++) {
        ox_input_step(&input);
        presses += (input.pressed & PLAT_A) != 0;
    }
    CHECK_EQ(presses, OX_INPUT_QUEUE / 2);
    CHECK_EQ(input.held, 0);
}

/* What two devices of one player do is all there, and nothing else. */
TEST(input_changes_of_two_devices_are_joined) {
    rng32 random;
    random = rng32_seed(5, 0);
    for (int round = 0; round < 500; round++) {
        uint16_t words[2][6];
        uint32_t level[2] = {0, 0}, edges[2] = {0, 0}, seen[2] = {0, 0}, held = 0;
        plat_input all;
        ox_input input;
        memset(&all, 0, sizeof all);
        ox_input_init(&input);
        for (uint32_t device = 0; device < 2; device++) {
            const uint32_t own = device == 0 ? PLAT_A : PLAT_B, count = rng_below(&random, 6);
            for (uint32_t i = 0; i < count; i++) {
                level[device] ^= own;
                edges[device]++;
                words[device][i] = (uint16_t)level[device];
            }
            const plat_input in = polled(level[device], words[device], count);
            ox_input_join(&all, &in);
        }
        ox_input_feed(&input, &all);
        for (int step = 0; step < 20; step++) {
            ox_input_step(&input);
            seen[0] += ((input.pressed | input.released) & PLAT_A) != 0;
            seen[1] += ((input.pressed | input.released) & PLAT_B) != 0;
            held = input.held;
        }
        CHECK(seen[0] == edges[0] && seen[1] == edges[1] && held == (level[0] | level[1]));
    }
}

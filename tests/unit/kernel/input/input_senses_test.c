/* Senses between polls and steps: keys, fingers, what a step reads, the state, and records of all of it. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/input/record.h"
#include "tests/test.h"

static plat_input with_key(uint32_t key) {
    plat_input in = {0};
    if (key != 0) in.senses.keys[key / 16] = (uint16_t)(1u << key % 16);
    return in;
}

TEST(input_senses_keys_follow_one_another) {
    ox_input input;
    CHECK(PLAT_KEY_0 == PLAT_KEY_A + 26 && PLAT_KEY_SPACE == PLAT_KEY_0 + 10 &&
          PLAT_KEYS <= 16 * PLAT_KEY_WORDS);
    ox_input_init(&input);
    for (uint32_t key = 1; key < PLAT_KEYS; key++) { /* pressed and let go, within a step each */
        plat_input in = with_key(key);
        ox_input_feed(&input, &in);
        ox_input_step(&input);
        for (uint32_t other = 0; other < PLAT_KEYS + 20u; other++) {
            CHECK_EQ(ox_input_key(input.senses.keys, other), other == key);
            CHECK_EQ(ox_input_key(input.keys_pressed, other), other == key);
        }
        ox_input_step(&input); /* a second step of the frame sees no second press */
        CHECK(ox_input_key(input.senses.keys, key) && !ox_input_key(input.keys_pressed, key));
        in = with_key(0);
        ox_input_feed(&input, &in);
        ox_input_step(&input);
        CHECK(!ox_input_key(input.senses.keys, key));
    }
}

TEST(input_senses_taps_between_steps_are_there_once) {
    ox_input input;
    plat_input tap = with_key(PLAT_KEY_SPACE), none = {0};
    tap.senses.touches[0] = (plat_touch){3, 10, 20};
    tap.senses.typed = ' ';
    ox_input_init(&input);
    ox_input_feed(&input, &none);
    ox_input_step(&input);
    ox_input_feed(&input, &tap);
    ox_input_feed(&input, &none); /* gone before a step came */
    ox_input_step(&input);
    CHECK(ox_input_key(input.keys_pressed, PLAT_KEY_SPACE) && input.touches_begun == 1 &&
          input.senses.touches[0].id == 3 && input.senses.typed == ' ');
    ox_input_feed(&input, &none);
    ox_input_step(&input);
    CHECK(!ox_input_key(input.senses.keys, PLAT_KEY_SPACE) && input.senses.touches[0].id == 0 &&
          input.senses.typed == 0);
    /* Five fingers that nobody saw leave no room for a sixth. */
    for (int i = 0; i < PLAT_TOUCHES; i++) tap.senses.touches[i] = (plat_touch){(int16_t)(i + 1), 0, 0};
    ox_input_feed(&input, &tap);
    for (int i = 0; i < PLAT_TOUCHES; i++) tap.senses.touches[i].id = (int16_t)(i + 11);
    ox_input_feed(&input, &tap);
    ox_input_step(&input);
    for (int i = 0; i < PLAT_TOUCHES; i++) CHECK_EQ(input.senses.touches[i].id, i + 11);
}

/* What a step reads stands still while devices go on: two readers of one step see the same. */
TEST(input_senses_stand_still_in_a_step) {
    ox_input input;
    plat_input polled = {.buttons = PLAT_A, .stick_x = 32767, .senses = {.tilt = {5, 6, 7}, .right_y = -9}};
    ox_input_init(&input);
    ox_input_feed(&input, &polled);
    ox_input_step(&input);
    const ox_input_record first = ox_input_recorded(&input);
    const plat_input later = {.buttons = PLAT_B, .stick_y = 100, .senses = {.tilt = {50, 60, 70}}};
    const uint32_t held = input.held;
    const fx stick = input.stick_x;
    const plat_senses senses = input.senses;
    ox_input_feed(&input, &later);
    CHECK(input.held == held && input.stick_x == stick && memcmp(&senses, &input.senses, sizeof senses) == 0);
    ox_input_step(&input);
    const ox_input_record second = ox_input_recorded(&input);
    CHECK(!ox_input_record_same(&first, &second) && second.held == PLAT_B && second.senses.tilt[2] == 70);
}

static void make_up(rng32 *random, plat_senses *senses) {
    uint16_t halves[PLAT_SENSES];
    ox_input_senses_halves(senses, halves);
    for (int i = 0; i < 3; i++) halves[rng_below(random, PLAT_SENSES)] = (uint16_t)rng_below(random, 65536);
    ox_input_senses_of(senses, halves);
    senses->typed = 0; /* one step alone has it */
}

/* The state between two steps goes on; a step out of a record is the step that was recorded. */
TEST(input_senses_states_and_records_go_on) {
    ox_input live, played, restored;
    plat_input in = {0};
    rng32 random = {42};
    uint8_t bytes[200];
    ox_input_init(&live);
    ox_input_init(&played);
    for (int i = 0; i < 2000; i++) {
        if (i % 100 < 90) make_up(&random, &in.senses);
        if (i % 100 == 90) memset(&in.senses, 0, sizeof in.senses);
        in.buttons = rng_below(&random, 4096);
        ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
        ox_input_save(&live, &to);
        CHECK(!to.full && (i % 100 < 95 || to.used == 8)); /* nothing more where nothing is sensed */
        ox_reader from = ox_reader_bytes(bytes, to.used);
        ox_input_init(&restored);
        CHECK_EQ(ox_input_restore(&restored, &from), OX_OK);
        ox_input_feed(&live, &in);
        ox_input_step(&live);
        const ox_input_record record = ox_input_recorded(&live);
        ox_input_play(&played, &record);
        ox_input_play(&restored, &record);
        CHECK(memcmp(&live.senses, &played.senses, sizeof live.senses) == 0);
        CHECK(memcmp(live.keys_pressed, played.keys_pressed, sizeof live.keys_pressed) == 0 &&
              memcmp(live.keys_pressed, restored.keys_pressed, sizeof live.keys_pressed) == 0);
        CHECK(live.touches_begun == played.touches_begun && live.touches_begun == restored.touches_begun &&
              live.state_changed == played.state_changed && live.state_changed == restored.state_changed);
        for (size_t cut = 0; cut < to.used; cut++) {
            ox_reader less = ox_reader_bytes(bytes, cut);
            CHECK_EQ(ox_input_restore(&restored, &less), OX_BAD_DATA);
        }
    }
    ox_input empty;
    ox_input_init(&empty);
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_input_save(&empty, &to);
    CHECK_EQ(to.used, 8); /* as it was before there were senses */
}

/* Games that read no senses get none, so that their recordings are as small as they were; what is said of devices they get. */
TEST(input_senses_reach_games_that_read_them) {
    ox_input_sources sources;
    ox_input_player players[2];
    plat_input in = with_key(PLAT_KEY_A);
    in.senses.state = PLAT_DEVICE_LOST | PLAT_TOUCHES_CANCELLED;
    CHECK_EQ(ox_input_sources_init(&sources, players, 2), OX_OK);
    ox_input_sources_feed(&sources, 1, &in);
    ox_input_sources_step(&sources, 0);
    CHECK(players[1].record.senses.keys[0] == 0 && players[1].record.senses.state == PLAT_DEVICE_LOST);
    sources.senses = true;
    ox_input_sources_feed(&sources, 1, &in);
    ox_input_sources_step(&sources, 1);
    CHECK(players[1].record.senses.keys[0] == 2 && players[0].record.senses.keys[0] == 0);
}

/* 10,000 events a second for a minute, at random moments between polls and steps: buttons lose and double no edge, keys and fingers that came are
 * told, and nothing stays behind. */
TEST(input_senses_ten_thousand_events_a_second) {
    enum { SECONDS = 60, EVENTS = 10000 / 60 };
    ox_input input;
    rng32 random = {9};
    uint32_t level = 0, keys_seen = 0;
    plat_input in = {0};
    ox_input_init(&input);
    for (int frame = 0; frame < SECONDS * 60; frame++) {
        for (int i = 0; i < EVENTS; i++) {
            const uint32_t kind = rng_below(&random, 4), touch = rng_below(&random, PLAT_TOUCHES);
            if (kind == 0) level ^= 1u << rng_below(&random, 12);
            if (kind == 1)
                in.senses.keys[rng_below(&random, PLAT_KEY_WORDS)] ^=
                    (uint16_t)(1u << rng_below(&random, 16));
            if (kind == 2) in.senses.touches[touch].id = (int16_t)rng_below(&random, 100);
            if (kind == 3) in.senses.tilt[rng_below(&random, 3)] = (int16_t)(rng_below(&random, 256) - 128);
            in.buttons = level;
            in.pointer_dx = (int16_t)(rng_below(&random, 65535) - 32767u);
            if (rng_below(&random, 3) == 0) ox_input_feed(&input, &in);
            if (rng_below(&random, 50) == 0) {
                ox_input_step(&input);
                CHECK((input.pressed & input.released) == 0 && (input.pressed & ~input.held) == 0);
                CHECK(input.pointer_dx >= -32767 && input.pointer_dx <= 32767);
                for (int k = 0; k < PLAT_KEY_WORDS; k++) keys_seen += input.keys_pressed[k] != 0;
            }
        }
    }
    CHECK(keys_seen > 10000);
    memset(&in, 0, sizeof in);
    ox_input_feed(&input, &in);
    for (int i = 0; i < 600; i++) ox_input_step(&input);
    ox_input_feed(&input, &in);
    ox_input_step(&input);
    CHECK(input.held == 0 && input.busy == 0);
    const plat_senses none = {0};
    CHECK(memcmp(&input.senses, &none, sizeof none) == 0);
}

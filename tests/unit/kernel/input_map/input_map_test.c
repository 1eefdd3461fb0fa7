/* Actions: what the controls of a table make of buttons, sticks and touches, step by step. */
#include "tests/unit/kernel/input_map/hands.h"

TEST(input_map_buttons_lead_to_actions_and_actions_to_edges) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    add_press(&h, PLAT_UP, 0);
    add_action(&h, 0); /* the same button means two things */
    add_press(&h, PLAT_A, 0);
    add_action(&h, 0); /* nothing leads here */
    begin(&h);
    step(&h, 0);
    CHECK(!active(&h, 1) && !began(&h, 1) && !ended(&h, 1));
    step(&h, PLAT_A);
    CHECK(began(&h, 1) && active(&h, 1) && began(&h, 2));
    step(&h, PLAT_A | PLAT_UP);
    CHECK(!began(&h, 1) && active(&h, 1));
    step(&h, PLAT_UP);
    CHECK(active(&h, 1) && ended(&h, 2));
    step(&h, 0);
    CHECK(ended(&h, 1) && !active(&h, 1));
    CHECK_EQ(ox_input_action_of(&h.map, 0, 1)->lasted, 3);
    step(&h, 0);
    CHECK(!ended(&h, 1));
    for (uint32_t i = 0; i < 1000; i++) {
        step(&h, PLAT_X | PLAT_SELECT);
        CHECK(!active(&h, 1) && !active(&h, 2) && !active(&h, 3));
    }
    CHECK(ox_input_action_of(&h.map, 0, 9) == NULL && ox_input_action_of(&h.map, 1, 1) == NULL);
    CHECK(!began(&h, 9));
}

TEST(input_map_chords_take_the_buttons_that_wait_for_them) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 3);
    add_action(&h, 0);
    add_press(&h, PLAT_B, 3);
    add_action(&h, 0);
    add_press(&h, PLAT_A | PLAT_B, 0);
    begin(&h);
    uint32_t singles = count_begins(&h, 1, PLAT_A, 2); /* B comes two steps after A */
    step(&h, PLAT_A | PLAT_B);
    CHECK(began(&h, 3) && !began(&h, 1) && !began(&h, 2));
    singles += count_begins(&h, 1, PLAT_A | PLAT_B, 20) + count_begins(&h, 1, PLAT_A, 20);
    CHECK_EQ(singles, 0);
    CHECK(!active(&h, 3));
    steps(&h, 0, 5);
    CHECK_EQ(count_begins(&h, 1, PLAT_A, 4), 1); /* B comes four steps after A: too late */
    CHECK_EQ(count_begins(&h, 3, PLAT_A | PLAT_B, 3), 0);
    CHECK_EQ(count_begins(&h, 2, PLAT_A | PLAT_B, 5), 1);
    steps(&h, 0, 5);
    step(&h, PLAT_A); /* shorter than the wait: it counts when it ends */
    CHECK(!active(&h, 1));
    step(&h, 0);
    CHECK(began(&h, 1));
    step(&h, 0);
    CHECK(ended(&h, 1));
}

TEST(input_map_chord_of_three_within_two_steps) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A | PLAT_B | PLAT_RIGHT, 0);
    begin(&h);
    step(&h, PLAT_RIGHT);
    step(&h, PLAT_RIGHT | PLAT_A);
    step(&h, PLAT_RIGHT | PLAT_A | PLAT_B);
    CHECK(began(&h, 1));
    steps(&h, 0, 2);
    steps(&h, PLAT_RIGHT, 30); /* a button that is held since long is no part of a chord */
    CHECK_EQ(count_begins(&h, 1, PLAT_RIGHT | PLAT_A | PLAT_B, 600), 0);
}

/* A is action 1, A+B action 2; B comes `late` steps behind A, both are held for 20 steps more. How often each begins, and in which step first. */
typedef struct chord_play {
    uint32_t begins[2];
    int first[2];
} chord_play;

static chord_play play_chord(uint32_t mode, uint32_t waits, uint32_t late) {
    hands h = {0};
    chord_play played = {{0, 0}, {-1, -1}};
    add_action(&h, 0);
    add_press(&h, PLAT_A, waits);
    add_action(&h, 0);
    add_press(&h, PLAT_A | PLAT_B, 0)[ROM_ACTION_CONTROL_MODE] = (uint8_t)mode;
    begin(&h);
    for (uint32_t i = 0; i < late + 40; i++) {
        step(&h, i >= late + 20 ? 0 : PLAT_A | (i >= late ? (uint32_t)PLAT_B : 0));
        for (uint32_t k = 0; k < 2; k++) {
            if (!began(&h, k + 1)) continue;
            played.begins[k]++;
            if (played.first[k] < 0) played.first[k] = (int)i;
        }
        if (mode == ROM_ACTION_CONTROL_FIRST && active(&h, 2)) CHECK(!active(&h, 1));
        if (mode == ROM_ACTION_CONTROL_BOTH && active(&h, 2)) CHECK(active(&h, 1));
    }
    return played;
}

TEST(input_map_chords_of_four_modes) {
    chord_play played = play_chord(ROM_ACTION_CONTROL_WAIT, 3, 2);
    CHECK(played.begins[0] == 0 && played.begins[1] == 1 && played.first[1] == 2);
    played = play_chord(ROM_ACTION_CONTROL_WAIT, 3, 4);
    CHECK(played.begins[0] == 1 && played.begins[1] == 0 && played.first[0] == 3);
    played = play_chord(ROM_ACTION_CONTROL_BOTH, 0, 2);
    CHECK(played.begins[0] == 1 && played.begins[1] == 1 && played.first[0] == 0 && played.first[1] == 2);
    played = play_chord(ROM_ACTION_CONTROL_RELEASE, UINT16_MAX, 2);
    CHECK(played.begins[0] == 0 && played.begins[1] == 1 && played.first[1] == 22);
    played = play_chord(ROM_ACTION_CONTROL_RELEASE, UINT16_MAX, 4); /* no chord: A counts when it is let go */
    CHECK(played.begins[0] == 1 && played.begins[1] == 0 && played.first[0] == 24);
    played = play_chord(ROM_ACTION_CONTROL_FIRST, 0, 2);
    CHECK(played.begins[0] == 1 && played.begins[1] == 1 && played.first[0] == 0 && played.first[1] == 2);
}

TEST(input_map_chords_alone_and_forward) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A | PLAT_B, 0)[ROM_ACTION_CONTROL_ALONE] = 1;
    add_action(&h, 0); /* forward and three punches */
    add_press(&h, 1u << ROM_ACTION_CONTROL_FORWARD | PLAT_A | PLAT_B | PLAT_X, 0);
    begin(&h);
    CHECK_EQ(count_begins(&h, 1, PLAT_A | PLAT_B, 3), 1);
    steps(&h, 0, 5);
    CHECK_EQ(count_begins(&h, 1, PLAT_A | PLAT_B | PLAT_L, 3), 0); /* another one is held */
    for (uint32_t left = 0; left < 2; left++) {
        const uint32_t forward = left ? PLAT_LEFT : PLAT_RIGHT, back = left ? PLAT_RIGHT : PLAT_LEFT;
        h.player.mirrored = left;
        steps(&h, 0, 5);
        step(&h, forward);
        step(&h, forward | PLAT_A | PLAT_X);
        CHECK_EQ(count_begins(&h, 2, forward | PLAT_A | PLAT_X | PLAT_B, 5), 1);
        steps(&h, 0, 5);
        CHECK_EQ(count_begins(&h, 2, back | PLAT_A | PLAT_X | PLAT_B, 5), 0);
    }
}

/* Presses A, B, ... at some steps, each for two of them; how often the action begins. */
static uint32_t play_presses(hands *h, const char *buttons, const uint16_t *at) {
    uint32_t begins = 0;
    steps(h, 0, 120);
    for (uint32_t step_number = 0; step_number < 200; step_number++) {
        uint32_t held = 0;
        for (uint32_t i = 0; buttons[i] != 0; i++)
            if (step_number >= at[i] && step_number < at[i] + 2u)
                held |= buttons[i] == 'A' ? PLAT_A : buttons[i] == 'B' ? PLAT_B : PLAT_X;
        begins += count_begins(h, 1, held, 1);
    }
    return begins;
}

TEST(input_map_sequences_in_time_and_without_wrong_buttons) {
    hands h = {0};
    add_action(&h, 0);
    add_sequence(&h, "ABA", 60);
    begin(&h);
    CHECK_EQ(play_presses(&h, "ABA", (const uint16_t[]){0, 18, 36}), 1);
    CHECK_EQ(play_presses(&h, "ABA", (const uint16_t[]){0, 36, 72}), 0);
    CHECK_EQ(play_presses(&h, "AXBA", (const uint16_t[]){0, 10, 20, 30}), 0);
    CHECK_EQ(play_presses(&h, "AABA", (const uint16_t[]){0, 10, 20, 30}),
             1); /* the second A begins it anew */
    CHECK_EQ(play_presses(&h, "ABABA", (const uint16_t[]){0, 10, 20, 30, 40}), 1); /* what is done is used */
}

TEST(input_map_sequences_of_parts_held_and_let_go) {
    hands h = {0};
    add_action(&h, 0);
    put_half(add_sequence(&h, "_DFB", 120) + ROM_ACTION_CONTROL_STEP, 15);
    add_action(&h, 0);
    add_sequence(&h, "A^AX", 60);
    begin(&h);
    for (uint32_t down = 5; down <= 20; down++) { /* down for long enough, and then in time */
        uint32_t begins = count_begins(&h, 1, PLAT_DOWN, down) + count_begins(&h, 1, PLAT_RIGHT, 3);
        begins += count_begins(&h, 1, PLAT_RIGHT | PLAT_B, 3) + count_begins(&h, 1, 0, 130);
        CHECK_EQ(begins, down > 10);
    }
    for (uint32_t wait = 2; wait < 30; wait++) { /* a part has to follow within 15 steps */
        uint32_t begins = count_begins(&h, 1, PLAT_DOWN, 11) + count_begins(&h, 1, 0, wait - 1);
        begins += count_begins(&h, 1, PLAT_RIGHT, 2) + count_begins(&h, 1, PLAT_B, 2);
        CHECK_EQ(begins, wait <= 15);
        steps(&h, 0, 130);
    }
    steps(&h, PLAT_A, 5);
    CHECK_EQ(count_begins(&h, 2, PLAT_A | PLAT_X, 3), 0); /* A was not let go */
    steps(&h, 0, 70);
    steps(&h, PLAT_A, 5);
    steps(&h, 0, 5);
    CHECK_EQ(count_begins(&h, 2, PLAT_X, 3), 1);
}

TEST(input_map_longest_sequence_counts) {
    hands h = {0};
    add_action(&h, 0);
    add_sequence(&h, "FB", 30);
    add_action(&h, 0);
    add_sequence(&h, "DFB", 30);
    begin(&h);
    steps(&h, PLAT_DOWN, 2);
    steps(&h, PLAT_RIGHT, 2);
    step(&h, PLAT_B);
    CHECK(began(&h, 2) && !began(&h, 1));
    step(&h, PLAT_B);
    CHECK(active(&h, 2) && !active(&h, 1));
    steps(&h, 0, 40);
    steps(&h, PLAT_RIGHT, 2);
    step(&h, PLAT_B);
    CHECK(began(&h, 1) && !active(&h, 2));
}

TEST(input_map_sequences_follow_where_the_player_faces) {
    hands h = {0};
    add_action(&h, 0);
    add_sequence(&h, "DFB", 20);
    begin(&h);
    for (uint32_t left = 0; left < 2; left++) {
        const uint32_t forward = left ? PLAT_LEFT : PLAT_RIGHT, back = left ? PLAT_RIGHT : PLAT_LEFT;
        h.player.mirrored = left;
        uint32_t begins = count_begins(&h, 1, PLAT_DOWN, 3);
        begins += count_begins(&h, 1, PLAT_DOWN | forward, 2) + count_begins(&h, 1, forward, 2);
        CHECK_EQ(begins, 0);
        CHECK_EQ(count_begins(&h, 1, forward | PLAT_B, 3), 1);
        CHECK(active(&h, 1)); /* while the last button is held */
        steps(&h, 0, 2);
        CHECK(!active(&h, 1));
        steps(&h, PLAT_DOWN, 3);
        steps(&h, back, 3);
        CHECK_EQ(count_begins(&h, 1, back | PLAT_B, 3), 0);
        steps(&h, 0, 2);
        steps(&h, PLAT_DOWN, 3); /* a pause that is too long */
        steps(&h, 0, 30);
        steps(&h, forward, 2);
        CHECK_EQ(count_begins(&h, 1, forward | PLAT_B, 3), 0);
        steps(&h, 0, 2);
    }
}

TEST(input_map_rapid_taps_have_a_rate) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    begin(&h);
    step(&h, PLAT_A);
    CHECK_EQ(ox_input_action_tap_gap(&h.map, 0, 1), 0); /* one press is none */
    for (uint32_t tap = 0; tap < 3; tap++) {
        steps(&h, 0, 5);
        step(&h, PLAT_A);
        CHECK_EQ(ox_input_action_tap_gap(&h.map, 0, 1), 6); /* ten a second */
    }
    steps(&h, 0, 11);
    CHECK_EQ(ox_input_action_tap_gap(&h.map, 0, 1), 6);
    step(&h, 0); /* 12 steps after the last */
    CHECK_EQ(ox_input_action_tap_gap(&h.map, 0, 1), 0);
    steps(&h, 0, 60);
    step(&h, PLAT_A);
    CHECK_EQ(ox_input_action_tap_gap(&h.map, 0, 1), 0);
    steps(&h, 0, 5);
    step(&h, PLAT_A);
    CHECK_EQ(ox_input_action_tap_gap(&h.map, 0, 1), 6);
}

TEST(input_map_holds_toggles_and_repeats) {
    hands h = {0};
    uint8_t *row = add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    put_half(row + ROM_ACTION_HOLD, 10);
    add_action(&h, ROM_ACTION_TOGGLE);
    add_press(&h, PLAT_B, 0);
    add_action(&h, ROM_ACTION_REPEAT);
    add_press(&h, PLAT_X, 0);
    begin(&h);
    CHECK_EQ(count_begins(&h, 1, PLAT_A, 10), 0);
    CHECK_EQ(count_begins(&h, 1, PLAT_A, 30), 1);
    step(&h, 0);
    CHECK(ended(&h, 1));
    CHECK_EQ(ox_input_action_of(&h.map, 0, 1)->lasted, 30); /* the charge */
    for (uint32_t press = 0; press < 4; press++) {
        steps(&h, PLAT_B, 5);
        CHECK_EQ(active(&h, 2), press % 2 == 0);
        steps(&h, 0, 5);
        CHECK_EQ(active(&h, 2), press % 2 == 0);
    }
    CHECK_EQ(count_begins(&h, 3, PLAT_X, OX_INPUT_REPEAT_DELAY), 1);
    CHECK_EQ(count_begins(&h, 3, PLAT_X, 4 * OX_INPUT_REPEAT_PERIOD), 4);
}

TEST(input_map_charges_fire_once) {
    hands h = {0};
    put_half(add_action(&h, 0) + ROM_ACTION_CHARGE, 60);
    add_press(&h, PLAT_A, 0);
    uint8_t *row = add_action(&h, ROM_ACTION_AUTO | ROM_ACTION_RESETS);
    put_half(row + ROM_ACTION_CHARGE, 20);
    put_word(row + ROM_ACTION_CONTEXT, 77);
    add_press(&h, PLAT_B, 0);
    begin(&h);
    uint32_t shots = 0;
    for (uint32_t i = 0; i < 30; i++) {
        step(&h, PLAT_A);
        shots += ended(&h, 1);
        CHECK_EQ(ox_input_action_steps(&h.map, 0, 1), i + 1);
    }
    CHECK_EQ(ox_input_action_charge(&h.map, 0, 1), FX_HALF);
    for (uint32_t i = 0; i < 30; i++) {
        step(&h, 0);
        shots += ended(&h, 1);
        if (i == 0) CHECK(ended(&h, 1) && ox_input_action_steps(&h.map, 0, 1) == 30);
    }
    CHECK_EQ(shots, 1);
    steps(&h, PLAT_A, 100); /* no more than full */
    CHECK(ox_input_action_steps(&h.map, 0, 1) == 60 && ox_input_action_charge(&h.map, 0, 1) == FX_ONE);
    step(&h, 0);
    CHECK(ended(&h, 1) && ox_input_action_steps(&h.map, 0, 1) == 60);
    /* By itself one step behind the full charge, once for a press. */
    ox_input_map_enter(&h.map, 0, 77);
    step(&h, 0);
    shots = 0;
    for (uint32_t i = 1; i <= 100; i++) {
        step(&h, PLAT_B);
        shots += ended(&h, 2);
        CHECK_EQ(shots, i >= 21 ? 1 : 0);
        if (i == 21) CHECK_EQ(ox_input_action_steps(&h.map, 0, 2), 20);
    }
    step(&h, 0);
    /* Whoever leaves the context loses the charge. */
    steps(&h, PLAT_B, 10);
    CHECK_EQ(ox_input_action_steps(&h.map, 0, 2), 10);
    ox_input_map_enter(&h.map, 0, 0);
    step(&h, PLAT_B);
    CHECK(!ended(&h, 2) && ox_input_action_steps(&h.map, 0, 2) == 0);
    ox_input_map_enter(&h.map, 0, 77);
    for (uint32_t i = 0; i < 50; i++) {
        step(&h, PLAT_B); /* held since before */
        CHECK(!active(&h, 2) && !ended(&h, 2));
    }
}

TEST(input_map_contexts_lie_on_one_another) {
    hands h = {0};
    put_word(add_action(&h, 0) + ROM_ACTION_CONTEXT, 10); /* walking: A jumps, B strikes, the stick walks */
    add_press(&h, PLAT_A, 0);
    put_word(add_action(&h, 0) + ROM_ACTION_CONTEXT, 10);
    add_press(&h, PLAT_B, 0);
    put_word(add_action(&h, 0) + ROM_ACTION_CONTEXT, 10);
    add_control(&h, ROM_ACTION_CONTROL_STICK, 0);
    put_word(add_action(&h, 0) + ROM_ACTION_CONTEXT, 20); /* in a vehicle: the stick steers, A hoots */
    add_control(&h, ROM_ACTION_CONTROL_STICK, 0);
    put_word(add_action(&h, 0) + ROM_ACTION_CONTEXT, 20);
    add_press(&h, PLAT_A, 0);
    put_word(add_action(&h, 0) + ROM_ACTION_CONTEXT, 30); /* in a menu: X */
    add_press(&h, PLAT_X, 0);
    begin(&h);
    ox_input_map_enter(&h.map, 0, 10);
    steps(&h, 0, 2);
    step(&h, PLAT_A | PLAT_RIGHT);
    CHECK(began(&h, 1) && active(&h, 3) && !active(&h, 4));
    CHECK(ox_input_map_push(&h.map, 0, 20, false));
    CHECK_EQ(ox_input_map_context(&h.map, 0), 20);
    step(&h, PLAT_A | PLAT_RIGHT);
    CHECK(ended(&h, 1) && ended(&h, 3) && !active(&h, 5)); /* held over the change */
    steps(&h, 0, 2);
    step(&h, PLAT_A | PLAT_B | PLAT_RIGHT);
    CHECK(began(&h, 4) && began(&h, 5) && !active(&h, 1) && !active(&h, 3));
    CHECK(began(&h, 2)); /* falls through */
    CHECK(ox_input_map_push(&h.map, 0, 30, true));
    step(&h, PLAT_A | PLAT_B | PLAT_RIGHT);
    CHECK(!active(&h, 2) && !active(&h, 4) && !active(&h, 5));
    steps(&h, 0, 2);
    step(&h, PLAT_A | PLAT_B | PLAT_X);
    CHECK(began(&h, 6) && !active(&h, 2) && !active(&h, 5));
    ox_input_map_leave(&h.map, 0);
    ox_input_map_leave(&h.map, 0);
    CHECK_EQ(ox_input_map_context(&h.map, 0), 10);
    step(&h, PLAT_A | PLAT_B);
    CHECK(!active(&h, 1) && !active(&h, 2)); /* still held */
    steps(&h, 0, 1);
    step(&h, PLAT_A | PLAT_B | PLAT_RIGHT);
    CHECK(began(&h, 1) && began(&h, 2) && active(&h, 3) && !active(&h, 4));
    CHECK(ox_input_map_push(&h.map, 0, 20, false)); /* A hoots, and is held while the vehicle is left */
    steps(&h, 0, 2);
    step(&h, PLAT_A);
    CHECK(began(&h, 5) && !active(&h, 1));
    ox_input_map_leave(&h.map, 0);
    for (uint32_t i = 0; i < 5; i++) {
        step(&h, PLAT_A);
        CHECK(!active(&h, 1) && !active(&h, 5));
    }
    step(&h, 0);
    step(&h, PLAT_A);
    CHECK(began(&h, 1));
    for (uint32_t i = 0; i < 3; i++) CHECK(ox_input_map_push(&h.map, 0, 30, false));
    CHECK(!ox_input_map_push(&h.map, 0, 30, false) && !ox_input_map_push(&h.map, 1, 30, false));
}

static uint32_t offer_three(hands *h, const ox_input_offer offers[3]) {
    for (uint32_t i = 0; i < 3; i++)
        if (offers[i].best != 0) CHECK(ox_input_action_offer(&h->map, 0, &offers[i]));
    step(h, 0);
    return ox_input_action_offered(&h->map, 0, 1);
}

TEST(input_map_offers_the_nearest_thing) {
    enum { WEAPON = 0x10001, MEDKIT = 0x10002, DOOR = 0x10003 };
    hands h = {0};
    add_action(&h, 0);
    begin(&h);
    CHECK_EQ(ox_input_action_offered(&h.map, 0, 1), 0);
    const ox_input_offer weapon = {1, WEAPON, 0, FX(2), 5}, medkit = {1, MEDKIT, 0, FX(2), 1},
                         door = {1, DOOR, 0, FX(3), 9}, none = {0, 0, 0, 0, 0};
    CHECK_EQ(offer_three(&h, (const ox_input_offer[]){medkit, weapon, door}), WEAPON); /* equally near */
    CHECK_EQ(offer_three(&h, (const ox_input_offer[]){weapon, door, medkit}), WEAPON);
    CHECK_EQ(offer_three(&h, (const ox_input_offer[]){door, none, none}), DOOR); /* near a door alone */
    CHECK_EQ(offer_three(&h, (const ox_input_offer[]){none, none, none}), 0);
    const ox_input_offer twin = {1, MEDKIT, 0, FX(2), 5};
    CHECK_EQ(offer_three(&h, (const ox_input_offer[]){twin, weapon, none}), WEAPON); /* by their handles */
    CHECK_EQ(offer_three(&h, (const ox_input_offer[]){weapon, twin, none}), WEAPON);
    for (uint32_t i = 2; i <= OX_INPUT_MAP_OFFERS; i++)
        CHECK(ox_input_action_offer(&h.map, 0, &(const ox_input_offer){i, DOOR, 0, 0, 0}));
    CHECK(!ox_input_action_offer(&h.map, 0, &(const ox_input_offer){9, DOOR, 0, 0, 0}));
}

TEST(input_map_masks_put_actions_to_rest) {
    hands h = {0};
    put_word(add_action(&h, 0) + ROM_ACTION_GROUP, 100); /* the player's */
    add_press(&h, PLAT_A, 0);
    add_control(&h, ROM_ACTION_CONTROL_STICK, 0);
    put_word(add_action(&h, 0) + ROM_ACTION_GROUP, 200); /* the camera's */
    add_press(&h, PLAT_B, 0);
    add_action(&h, ROM_ACTION_ALWAYS); /* skips */
    add_press(&h, PLAT_START, 0);
    begin(&h);
    const uint32_t all = PLAT_A | PLAT_B | PLAT_START;
    const ox_input_mask scene = {.owner = 7, .group = 100}, prompt = {.owner = 8};
    fx x, y;
    step(&h, all);
    CHECK(active(&h, 1) && active(&h, 2) && active(&h, 3));
    CHECK(ox_input_map_mask(&h.map, 0, &scene) && ox_input_map_mask(&h.map, 0, &scene));
    step(&h, all | PLAT_RIGHT);
    ox_input_action_value(&h.map, 0, 1, &x, &y);
    CHECK(ended(&h, 1) && x == 0 && active(&h, 2) && active(&h, 3));
    CHECK(ox_input_map_mask(&h.map, 0, &prompt));
    step(&h, all);
    CHECK(!active(&h, 1) && ended(&h, 2) && active(&h, 3));
    CHECK(ox_input_map_unmask(&h.map, 0, &prompt) && !ox_input_map_unmask(&h.map, 0, &prompt));
    steps(&h, 0, 1);
    CHECK(ox_input_map_unmask(&h.map, 0, &scene));
    step(&h, all);
    CHECK(!active(&h, 1) && began(&h, 2)); /* made twice, taken back once */
    CHECK(ox_input_map_unmask(&h.map, 0, &scene));
    step(&h, all);
    CHECK(!active(&h, 1)); /* held since before */
    step(&h, 0);
    step(&h, all);
    CHECK(began(&h, 1));
    for (uint32_t i = 0; i < OX_INPUT_MAP_MASKS; i++)
        CHECK(ox_input_map_mask(&h.map, 0, &(const ox_input_mask){.owner = i + 1}));
    CHECK(!ox_input_map_mask(&h.map, 0, &(const ox_input_mask){.owner = 99}));
    steps(&h, 0, 100);
    CHECK_EQ(h.player.masks[0].age, 100);
}

TEST(input_map_owners_change_between_presses) {
    hands h = {0};
    put_word(add_action(&h, 0) + ROM_ACTION_GROUP, 100);
    add_press(&h, PLAT_A, 0);
    add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    begin(&h);
    steps(&h, PLAT_A, 2);
    CHECK_EQ(ox_input_action_group(&h.map, 1), 100);
    CHECK(ox_input_map_own(&h.map, 0, 100, 5) && ox_input_map_owner(&h.map, 0, 100) == 5);
    step(&h, PLAT_A);
    CHECK(ended(&h, 1) && active(&h, 2)); /* the press counts for none of both owners */
    step(&h, 0);
    step(&h, PLAT_A);
    CHECK(began(&h, 1));
    CHECK(ox_input_map_own(&h.map, 0, 100, 0) && ox_input_map_owner(&h.map, 0, 100) == 0);
    step(&h, PLAT_A);
    CHECK(ended(&h, 1) && !began(&h, 1));
    for (uint32_t i = 0; i < OX_INPUT_MAP_OWNERS; i++) CHECK(ox_input_map_own(&h.map, 0, 300 + i, 6));
    CHECK(!ox_input_map_own(&h.map, 0, 99, 6) && ox_input_map_own(&h.map, 0, 99, 0));
}

TEST(input_map_contexts_and_screens_leave_no_press_behind) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    put_word(add_action(&h, 0) + ROM_ACTION_CONTEXT, 77);
    add_press(&h, PLAT_A, 0);
    begin(&h);
    step(&h, PLAT_A);
    CHECK(began(&h, 1) && !active(&h, 2));
    ox_input_map_enter(&h.map, 0, 77);
    steps(&h, PLAT_A, 3);
    CHECK(active(&h, 1) && !active(&h, 2)); /* held over the change */
    step(&h, 0);
    step(&h, PLAT_A);
    CHECK(began(&h, 2));
    ox_input_map_enter(&h.map, 0, 0);
    step(&h, PLAT_A);
    CHECK(ended(&h, 2) && active(&h, 1));
    steps(&h, 0, 2);
    /* A screen takes the input, and is closed by A, which is held still. */
    step(&h, PLAT_A);
    ox_input taken = h.input;
    taken.held = taken.pressed = 0;
    ox_input_map_step(&h.map, 0, &taken);
    CHECK(ended(&h, 1));
    for (uint32_t i = 0; i < 5; i++) {
        step(&h, PLAT_A);
        CHECK(!active(&h, 1));
    }
    step(&h, 0);
    step(&h, PLAT_A);
    CHECK(began(&h, 1));
}

TEST(input_map_sticks_turn_push_and_lead) {
    static const int16_t quarters[4][2] = {
        {-20000, 20000}, {20000, 20000}, {20000, -20000}, {-20000, -20000}};
    hands h = {0};
    add_action(&h, 0);
    add_control(&h, ROM_ACTION_CONTROL_TURN, 60);
    add_action(&h, ROM_ACTION_INVERT);
    add_control(&h, ROM_ACTION_CONTROL_STICK, 0);
    add_action(&h, 0);
    add_press(&h, PLAT_LEFT, 0);
    uint8_t *pair = add_action(&h, 0);
    pair = add_control(&h, ROM_ACTION_CONTROL_PAIR, 0);
    pair[ROM_ACTION_CONTROL_PARTS] = 8;
    pair[ROM_ACTION_CONTROL_PARTS + 1] = 9;
    begin(&h);
    for (int way = 0; way < 2; way++) {
        uint32_t begins = 0;
        for (int i = 0; i < 4; i++) {
            const int quarter = way == 0 ? i : 3 - i;
            push(&h, quarters[quarter][0], quarters[quarter][1]);
            begins += began(&h, 1);
            push(&h, 0, 0); /* the middle is not wrong */
        }
        CHECK_EQ(begins, way == 0 ? 1 : 0);
    }
    for (int i = 0; i < 3; i++) { /* less than once round, from any quarter on */
        push(&h, quarters[(i + 2) % 4][0], quarters[(i + 2) % 4][1]);
        CHECK(!began(&h, 1));
    }
    push(&h, quarters[1][0], quarters[1][1]);
    CHECK(began(&h, 1));
    fx x, y;
    push(&h, 0, 32767);
    ox_input_action_value(&h.map, 0, 2, &x, &y);
    CHECK(x == 0 && y == -FX_ONE);
    push(&h, -32767, 0);
    CHECK(began(&h, 3)); /* a stick that is pushed is a direction */
    step(&h, PLAT_L);
    ox_input_action_value(&h.map, 0, 4, &x, &y);
    CHECK(x == -FX_ONE && y == 0);
    step(&h, PLAT_R);
    ox_input_action_value(&h.map, 0, 4, &x, &y);
    CHECK(x == FX_ONE);
    step(&h, PLAT_L | PLAT_R);
    CHECK(!active(&h, 4));
}

TEST(input_map_touches_belong_where_they_began) {
    hands h = {0};
    add_action(&h, 0);
    uint8_t *left = add_control(&h, ROM_ACTION_CONTROL_TOUCH, 0);
    put_half(left + ROM_ACTION_CONTROL_ZONE + 4, 512);
    put_half(left + ROM_ACTION_CONTROL_ZONE + 6, 1024);
    add_action(&h, 0);
    uint8_t *right = add_control(&h, ROM_ACTION_CONTROL_TOUCH, 0);
    put_half(right + ROM_ACTION_CONTROL_ZONE, 512);
    put_half(right + ROM_ACTION_CONTROL_ZONE + 4, 512);
    put_half(right + ROM_ACTION_CONTROL_ZONE + 6, 1024);
    begin(&h);
    fx x, y;
    touch(&h, false, 60, 80);
    touch(&h, true, 60, 80);
    CHECK(began(&h, 1) && !active(&h, 2));
    touch(&h, true, 72, 104);
    ox_input_action_value(&h.map, 0, 1, &x, &y);
    CHECK(x == 12 * (FX_ONE / OX_INPUT_MAP_REACH) && y == -FX_ONE / OX_INPUT_MAP_REACH * OX_INPUT_MAP_REACH);
    touch(&h, true, 200, 80); /* across the middle */
    CHECK(active(&h, 1) && !active(&h, 2));
    touch(&h, false, 200, 80);
    CHECK(ended(&h, 1));
    touch(&h, true, 119, 0);
    CHECK(began(&h, 1));
    touch(&h, false, 119, 0);
    touch(&h, true, 120, 159);
    CHECK(began(&h, 2) && !active(&h, 1));
}

TEST(input_map_players_choose_buttons) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    add_action(&h, 0);
    add_press(&h, PLAT_B, 0);
    add_action(&h, 0);
    add_control(&h, ROM_ACTION_CONTROL_STICK, 0);
    begin(&h);
    CHECK(ox_input_action_set_button(&h.map, 0, 1, PLAT_B, OX_INPUT_SWAP)); /* what had it gets the old one */
    CHECK_EQ(ox_input_action_button(&h.map, 0, 1), PLAT_B);
    CHECK_EQ(ox_input_action_button(&h.map, 0, 2), PLAT_A);
    CHECK(!ox_input_action_set_button(&h.map, 0, 3, PLAT_X, OX_INPUT_SWAP)); /* a stick is no button */
    CHECK(!ox_input_action_set_button(&h.map, 0, 1, PLAT_A | PLAT_B, OX_INPUT_SWAP));
    CHECK(!ox_input_action_set_button(&h.map, 0, 1, OX_INPUT_POINTER, OX_INPUT_SWAP));
    step(&h, PLAT_B); /* the press that chose it */
    CHECK(!active(&h, 1) && !active(&h, 2));
    step(&h, 0);
    step(&h, PLAT_B);
    CHECK(began(&h, 1) && !active(&h, 2));
    step(&h, PLAT_A);
    CHECK(began(&h, 2) && ended(&h, 1));
    CHECK(ox_input_action_set_button(&h.map, 0, 1, 0, OX_INPUT_SWAP) &&
          ox_input_action_set_button(&h.map, 0, 2, 0, OX_INPUT_SWAP));
    CHECK_EQ(ox_input_action_button(&h.map, 0, 1), PLAT_A);
    CHECK_EQ(ox_input_action_button(&h.map, 0, 3), 0);
}

TEST(input_map_players_invert_refuse_share_and_reset) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    add_action(&h, 0);
    add_press(&h, PLAT_B, 0);
    add_action(&h, ROM_ACTION_INVERT);
    add_control(&h, ROM_ACTION_CONTROL_STICK, 0);
    begin(&h);
    fx x, y;
    CHECK(!ox_input_action_set_button(&h.map, 0, 1, PLAT_B, OX_INPUT_REFUSE));
    CHECK(ox_input_action_button(&h.map, 0, 1) == PLAT_A && ox_input_action_button(&h.map, 0, 2) == PLAT_B);
    CHECK(ox_input_action_set_button(&h.map, 0, 1, PLAT_B, OX_INPUT_SHARE));
    step(&h, PLAT_B);
    step(&h, 0);
    step(&h, PLAT_B);
    CHECK(began(&h, 1) && active(&h, 2));
    step(&h, PLAT_UP);
    ox_input_action_value(&h.map, 0, 3, &x, &y);
    CHECK_EQ(y, -FX_ONE);
    CHECK(ox_input_action_assist(&h.map, 0, 3, OX_INPUT_INVERT, true) &&
          !ox_input_action_assist(&h.map, 0, 9, OX_INPUT_INVERT, true));
    step(&h, PLAT_UP);
    ox_input_action_value(&h.map, 0, 3, &x, &y);
    CHECK_EQ(y, FX_ONE);
    uint32_t kept[3];
    for (uint32_t i = 0; i < 3; i++) kept[i] = ox_input_action_choice(&h.map, 0, i);
    ox_input_map_reset(&h.map, 0);
    CHECK_EQ(ox_input_action_button(&h.map, 0, 1), PLAT_A);
    step(&h, PLAT_UP);
    ox_input_action_value(&h.map, 0, 3, &x, &y);
    CHECK_EQ(y, -FX_ONE);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQ(ox_input_action_choice(&h.map, 0, i), 0);
        ox_input_action_choose(&h.map, 0, i, kept[i]);
        CHECK_EQ(ox_input_action_choice(&h.map, 0, i), kept[i]);
    }
    CHECK_EQ(ox_input_action_button(&h.map, 0, 1), PLAT_B);
    for (uint32_t i = 0; i < 1000; i++) { /* whatever is kept */
        ox_input_action_choose(&h.map, 0, 0, i * 4294967u);
        CHECK(is_button(ox_input_action_button(&h.map, 0, 1)));
        ox_input_action_choose(&h.map, 0, 2, 3);
        CHECK_EQ(ox_input_action_button(&h.map, 0, 3), 0); /* a stick takes no button */
    }
}

TEST(input_map_sticks_have_dead_zones_of_their_own) {
    hands h = {0};
    add_action(&h, 0);
    uint8_t *round = add_control(&h, ROM_ACTION_CONTROL_STICK, 0);
    round[ROM_ACTION_CONTROL_SHAPE] = ROM_ACTION_CONTROL_ROUND;
    put_half(round + ROM_ACTION_CONTROL_DEAD, 8000);
    put_half(round + ROM_ACTION_CONTROL_FULL, 24000);
    add_action(&h, 0);
    uint8_t *cross = add_control(&h, ROM_ACTION_CONTROL_STICK, 0);
    cross[ROM_ACTION_CONTROL_SHAPE] = ROM_ACTION_CONTROL_CROSS;
    put_half(cross + ROM_ACTION_CONTROL_DEAD, 8000);
    put_half(cross + ROM_ACTION_CONTROL_FULL, 32767);
    begin(&h);
    fx x, y;
    push(&h, 7000, 7000);
    ox_input_action_value(&h.map, 0, 1, &x, &y);
    CHECK(x > 0 && x == y);
    CHECK(!active(&h, 2)); /* within the square */
    push(&h, 24000, 0);
    ox_input_action_value(&h.map, 0, 1, &x, &y);
    CHECK(x == FX_ONE && y == 0);
    push(&h, 24000, 7999);
    ox_input_action_value(&h.map, 0, 2, &x, &y);
    CHECK(x > FX_HALF && y == 0);
    h.player.dead = 30000; /* a stick that does not rest in the middle */
    push(&h, 20000, 0);
    CHECK(!active(&h, 1) && !active(&h, 2));
}

TEST(input_map_values_follow_slowly) {
    hands h = {0};
    put_half(add_action(&h, 0) + ROM_ACTION_SMOOTH, 16384);
    add_control(&h, ROM_ACTION_CONTROL_STICK, 0);
    begin(&h);
    static const int32_t way[] = {16384, 28672, 37888, 44800, 49984};
    fx x, y;
    for (int i = 0; i < 5; i++) {
        push(&h, 32767, 0);
        ox_input_action_value(&h.map, 0, 1, &x, &y);
        CHECK_NEAR(x, way[i], 2);
    }
    for (int i = 0; i < 200; i++) push(&h, 0, -32767);
    ox_input_action_value(&h.map, 0, 1, &x, &y);
    CHECK_NEAR(x, 0, 16);
    CHECK_NEAR(y, -FX_ONE, 16);
}

/* A state that is taken back goes on as it would have; one of another table gives what both have. */
TEST(input_map_states_go_on) {
    hands h = {0}, other = {0};
    uint8_t bytes[1024];
    add_action(&h, 0);
    add_sequence(&h, "ABA", 60);
    add_action(&h, ROM_ACTION_TOGGLE);
    add_press(&h, PLAT_X, 0);
    begin(&h);
    steps(&h, PLAT_X, 2);
    steps(&h, PLAT_A, 2);
    steps(&h, 0, 2);
    steps(&h, PLAT_B, 2);
    CHECK(ox_input_action_set_button(&h.map, 0, 2, PLAT_Y, OX_INPUT_SWAP));
    ox_input_map_enter(&h.map, 0, 5);
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_input_map_save(&h.map, &to);
    CHECK(!to.full);
    steps(&h, 0, 300);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_input_map_restore(&h.map, &from), OX_OK);
    CHECK_EQ(from.used, to.used);
    CHECK(ox_input_map_context(&h.map, 0) == 5 && active(&h, 2));
    CHECK_EQ(ox_input_action_button(&h.map, 0, 2), PLAT_Y);
    step(&h, 0);
    step(&h, PLAT_A);
    CHECK(began(&h, 1));
    add_action(&other, 0); /* another control: what the state says of it is passed over */
    add_press(&other, PLAT_A, 0);
    add_press(&other, PLAT_L, 0);
    add_action(&other, ROM_ACTION_TOGGLE);
    add_press(&other, PLAT_X, 0);
    begin(&other);
    from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_input_map_restore(&other.map, &from), OX_OK);
    CHECK(active(&other, 2) && !active(&other, 1));
    for (size_t size = 0; size < to.used; size++) {
        const ox_input_action before = other.list[1];
        from = ox_reader_bytes(bytes, size);
        CHECK_EQ(ox_input_map_restore(&other.map, &from), OX_BAD_DATA);
        CHECK(memcmp(&before, &other.list[1], sizeof before) == 0);
    }
}

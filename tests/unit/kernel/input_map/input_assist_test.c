/* Actions for players who cannot do everything with their hands, and pointers: latches, repeats, patience, one hand, edges, wheel, cursors of pads. */
#include "tests/unit/kernel/input_map/hands.h"

TEST(input_assist_latches_and_repeats_of_the_player) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    add_action(&h, ROM_ACTION_TOGGLE | ROM_ACTION_REPEAT);
    add_press(&h, PLAT_B, 0);
    begin(&h);
    CHECK(!ox_input_action_is(&h.map, 0, 1, OX_INPUT_LATCH) &&
          ox_input_action_is(&h.map, 0, 2, OX_INPUT_LATCH));
    CHECK(ox_input_action_want(&h.map, 0, 1, OX_INPUT_LATCH, true));
    CHECK(ox_input_action_want(&h.map, 0, 2, OX_INPUT_LATCH, false));
    CHECK(ox_input_action_want(&h.map, 0, 2, OX_INPUT_REPEAT_WHILE, false));
    CHECK(ox_input_action_want(&h.map, 0, 1, OX_INPUT_REPEAT_WHILE, true));
    CHECK(!ox_input_action_want(&h.map, 0, 9, OX_INPUT_LATCH, true));
    CHECK(ox_input_action_is(&h.map, 0, 1, OX_INPUT_LATCH) &&
          !ox_input_action_is(&h.map, 0, 2, OX_INPUT_LATCH));
    for (uint32_t press = 0; press < 4; press++) { /* held as pressed on and off, and the other way round */
        steps(&h, PLAT_A | PLAT_B, 3);
        CHECK(active(&h, 1) == (press % 2 == 0) && active(&h, 2));
        steps(&h, 0, 3);
        CHECK(active(&h, 1) == (press % 2 == 0) && !active(&h, 2));
    }
    step(&h, PLAT_A);
    CHECK_EQ(count_begins(&h, 1, 0, OX_INPUT_REPEAT_DELAY - 1), 0);
    CHECK_EQ(count_begins(&h, 1, 0, 5 * OX_INPUT_REPEAT_PERIOD), 5);
    CHECK_EQ(count_begins(&h, 2, PLAT_B, 100), 1);
    /* the choice is kept as a number, and what was latched ends with it */
    const uint32_t kept = ox_input_action_choice(&h.map, 0, 0);
    CHECK(active(&h, 1));
    ox_input_map_reset(&h.map, 0);
    step(&h, 0);
    CHECK(!active(&h, 1) && !ox_input_action_is(&h.map, 0, 1, OX_INPUT_LATCH));
    ox_input_action_choose(&h.map, 0, 0, kept);
    CHECK(ox_input_action_is(&h.map, 0, 1, OX_INPUT_LATCH) &&
          ox_input_action_is(&h.map, 0, 1, OX_INPUT_REPEAT_WHILE));
    for (uint32_t bad = 0; bad < 4096; bad++) { /* whatever is kept */
        ox_input_action_choose(&h.map, 0, 0, bad * 1048583u);
        CHECK((ox_input_action_choice(&h.map, 0, 0) & 15) <= OX_INPUT_MAP_BUTTONS &&
              ox_input_action_choice(&h.map, 0, 0) < 128);
        ox_input_map_choose(&h.map, 0, bad * 1048583u);
        CHECK(h.player.dead < 32767 && h.player.patience <= OX_INPUT_MAP_PATIENCE &&
              h.player.hand <= OX_INPUT_RIGHT_HAND);
    }
}

/* A+B of somebody who presses one after the other: nothing but the chord. Without patience they are two single buttons. */
TEST(input_assist_patience_makes_chords_of_one_button_after_the_other) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 3);
    add_action(&h, 0);
    add_press(&h, PLAT_B, 3);
    add_action(&h, 0);
    add_press(&h, PLAT_A | PLAT_B, 0);
    add_action(&h, 0);
    add_sequence(&h, "XDX", 20);
    begin(&h);
    for (uint32_t patience = 0; patience <= 60; patience += 60) {
        uint32_t begins[5] = {0};
        static const uint16_t way[] = {PLAT_A, 0, 0, 0, 0, 0, 0, PLAT_B, PLAT_B, PLAT_B};
        h.player.patience = patience;
        for (uint32_t i = 0; i < 200; i++) {
            step(&h, i / 4 < 10 ? way[i / 4] : 0);
            for (uint32_t name = 1; name <= 4; name++) begins[name] += began(&h, name);
        }
        CHECK(begins[1] == (patience == 0) && begins[2] == (patience == 0) && begins[3] == (patience != 0));
        CHECK(!active(&h, 3));
        static const uint16_t slow[] = {PLAT_X, 0, PLAT_DOWN, 0, PLAT_X}; /* 32 steps, 20 are listed */
        for (uint32_t i = 0; i < 40; i++) {
            step(&h, slow[i / 8]);
            begins[4] += began(&h, 4);
        }
        CHECK_EQ(begins[4], patience == 0 ? 0 : 1);
        steps(&h, 0, 100);
    }
    /* a single press counts once, later */
    CHECK_EQ(count_begins(&h, 1, PLAT_A, 2) + count_begins(&h, 1, 0, 100), 1);
    CHECK_EQ(count_begins(&h, 1, PLAT_A, 100), 1);
}

TEST(input_assist_one_hand_reaches_all_buttons) {
    static const uint16_t left[][2] = {{PLAT_UP, PLAT_X},
                                       {PLAT_LEFT, PLAT_Y},
                                       {PLAT_RIGHT, PLAT_A},
                                       {PLAT_DOWN, PLAT_B},
                                       {PLAT_SELECT, PLAT_START}};
    hands h = {0};
    add_action(&h, 0);
    uint8_t *press = add_press(&h, PLAT_A, 0);
    begin(&h);
    for (uint32_t hand = OX_INPUT_LEFT_HAND; hand <= OX_INPUT_RIGHT_HAND; hand++) {
        const uint32_t shift = hand == OX_INPUT_LEFT_HAND ? PLAT_L : PLAT_R;
        h.player.hand = hand;
        for (uint32_t i = 0; i < 5; i++) {
            const uint32_t from = left[i][hand == OX_INPUT_RIGHT_HAND],
                           to = left[i][hand == OX_INPUT_LEFT_HAND];
            put_half(press + ROM_ACTION_CONTROL_BUTTONS, to);
            begin(&h);
            h.player.hand = hand;
            CHECK_EQ(count_begins(&h, 1, from, 5), 0);
            steps(&h, 0, 2);
            CHECK_EQ(count_begins(&h, 1, shift, 3), 0);
            CHECK_EQ(count_begins(&h, 1, shift | from, 5), 1);
            CHECK_EQ(count_begins(&h, 1, shift, 2), 0);
            CHECK_EQ(count_begins(&h, 1, shift | from, 5), 1);
            steps(&h, 0, 2);
            CHECK(!active(&h, 1));
        }
    }
    put_half(press + ROM_ACTION_CONTROL_BUTTONS, PLAT_A);
    begin(&h);
    h.player.hand = OX_INPUT_BOTH_HANDS;
    steps(&h, 0, 2);
    CHECK_EQ(count_begins(&h, 1, PLAT_L | PLAT_RIGHT, 5), 0);
    CHECK_EQ(count_begins(&h, 1, PLAT_L | PLAT_A, 5), 1);
}

static void point(hands *h, const ox_input_record *record) {
    ox_input_play(&h->input, record);
    ox_input_map_step(&h->map, 0, &h->input);
}

TEST(input_map_edges_and_wheel_are_sticks) {
    static const struct {
        int16_t x, y;
        fx side, up;
    } places[] = {{120, 80, 0, 0},        {7, 80, -FX_ONE, 0},     {8, 80, 0, 0},
                  {231, 80, 0, 0},        {232, 80, FX_ONE, 0},    {120, 7, 0, FX_ONE},
                  {120, 152, 0, -FX_ONE}, {0, 0, -FX_ONE, FX_ONE}, {239, 159, FX_ONE, -FX_ONE}};
    hands h = {0};
    fx x, y;
    add_action(&h, 0);
    uint8_t *edge = add_control(&h, ROM_ACTION_CONTROL_STICK, 0);
    edge[ROM_ACTION_CONTROL_PARTS] = ROM_ACTION_CONTROL_EDGE;
    edge[ROM_ACTION_CONTROL_PARTS + 1] = 8;
    add_action(&h, 0);
    add_control(&h, ROM_ACTION_CONTROL_STICK, 0)[ROM_ACTION_CONTROL_PARTS] = ROM_ACTION_CONTROL_WHEEL;
    begin(&h);
    point(&h, &(ox_input_record){.held = 0}); /* a pointer that has never moved is in no corner */
    CHECK(!active(&h, 1) && !active(&h, 2));
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        point(&h, &(ox_input_record){.pointer_x = places[i].x, .pointer_y = places[i].y, .dx = i == 0});
        ox_input_action_value(&h.map, 0, 1, &x, &y);
        CHECK(x == places[i].side && y == places[i].up);
    }
    for (int16_t notches = -6; notches <= 6; notches++) {
        point(&h, &(ox_input_record){.wheel = notches, .pointer_x = 120, .pointer_y = 80});
        ox_input_action_value(&h.map, 0, 2, &x, &y);
        CHECK(x == 0 && y == fx_clamp(notches * FX_ONE / 4, -FX_ONE, FX_ONE));
    }
}

/* Two fingers are a stick and a button; the stick's values are those of a real one through the same dead zone. */
TEST(input_map_touches_are_sticks_with_dead_zones) {
    hands h = {0};
    add_action(&h, 0);
    uint8_t *stick = add_control(&h, ROM_ACTION_CONTROL_TOUCH, 0);
    put_half(stick + ROM_ACTION_CONTROL_ZONE + 4, 512);
    put_half(stick + ROM_ACTION_CONTROL_ZONE + 6, 1024);
    put_half(stick + ROM_ACTION_CONTROL_DEAD, 8000);
    put_half(stick + ROM_ACTION_CONTROL_FULL, 30000);
    add_action(&h, 0);
    uint8_t *fire = add_control(&h, ROM_ACTION_CONTROL_TOUCH, 0);
    put_half(fire + ROM_ACTION_CONTROL_ZONE, 512);
    put_half(fire + ROM_ACTION_CONTROL_ZONE + 4, 512);
    put_half(fire + ROM_ACTION_CONTROL_ZONE + 6, 1024);
    begin(&h);
    for (uint8_t shape = ROM_ACTION_CONTROL_CONSOLES; shape <= ROM_ACTION_CONTROL_CROSS; shape++) {
        stick[ROM_ACTION_CONTROL_SHAPE] = shape;
        for (int16_t dx = -30; dx <= 30; dx += 3) {
            plat_senses senses = {.touches = {{.id = 1, .x = 60, .y = 80}, {.id = 2, .x = 200, .y = 30}}};
            fx x, y, want_x, want_y;
            point(&h, &(ox_input_record){.senses = senses});
            CHECK(began(&h, 2));
            senses.touches[0].x = (int16_t)(60 + dx);
            senses.touches[0].y = (int16_t)(80 - dx / 2);
            point(&h, &(ox_input_record){.senses = senses});
            ox_input_action_value(&h.map, 0, 1, &x, &y);
            const int32_t raw_x = fx_clamp(dx * (FX_ONE / 24), -FX_ONE, FX_ONE) / 2,
                          raw_y = fx_clamp(dx / 2 * (FX_ONE / 24), -FX_ONE, FX_ONE) / 2;
            if (shape == ROM_ACTION_CONTROL_ROUND)
                ox_input_stick_round(raw_x, raw_y, 8000, 30000, &want_x, &want_y);
            else if (shape == ROM_ACTION_CONTROL_CROSS)
                ox_input_stick_cross(raw_x, raw_y, 8000, 30000, &want_x, &want_y);
            else
                want_x = raw_x * 2, want_y = raw_y * 2;
            const bool rests = (want_x | want_y) == 0 && shape != ROM_ACTION_CONTROL_CONSOLES;
            CHECK(active(&h, 1) != rests);
            CHECK_NEAR(x, dx == 0 && !rests ? FX_ONE : want_x,
                       2); /* without a shape a touch is a button, too */
            CHECK_NEAR(y, want_y, 2);
            CHECK(active(&h, 2) && !began(&h, 2)); /* the other finger goes on firing */
            step(&h, 0);
            CHECK(!active(&h, 1) && !active(&h, 2));
        }
    }
}

/* The pad's cursor goes at its speed, then at its boosted one, stays in the picture, and gives way to a mouse. */
TEST(input_map_pads_drive_a_cursor) {
    hands h = {0};
    plat_input in = {.buttons = PLAT_RIGHT | PLAT_B, .stick_y = 0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    begin(&h);
    ox_input_map_drive(&h.map, 1, 60, &in);
    CHECK(in.pointer_x == 0 && in.buttons == (PLAT_RIGHT | PLAT_B)); /* off */
    h.player.cursor = 60;
    h.player.boost = 3 * FX_ONE;
    ox_input_map_drive(&h.map, 1, 60, &in);
    CHECK(in.pointer_x == 121 && in.pointer_y == 80 && in.pointer_dx == 1);
    CHECK_EQ(in.buttons, PLAT_B);
    int32_t way = 0, dx = 0;
    for (int i = 0; i < 30; i++) {
        in = (plat_input){.buttons = PLAT_RIGHT};
        ox_input_map_drive(&h.map, 1, 60, &in);
        way += in.pointer_dx;
    }
    CHECK(way > 55 && way < 65); /* 1 to 3 pixels a step */
    for (int i = 0; i < 10; i++) {
        in = (plat_input){.buttons = PLAT_RIGHT};
        ox_input_map_drive(&h.map, 1, 60, &in);
        dx += in.pointer_dx;
    }
    CHECK_EQ(dx, 30);
    for (int i = 0; i < 100; i++) {
        in = (plat_input){.stick_x = 32767, .stick_y = 32767, .buttons = PLAT_A};
        ox_input_map_drive(&h.map, 2, 60, &in);
        CHECK(in.pointer_held && in.buttons == 0 && in.stick_x == 0);
    }
    CHECK(in.pointer_x == 239 && in.pointer_y == 0 && in.pointer_dx == 0);
    in = (plat_input){.pointer_x = 30, .pointer_y = 40, .pointer_dx = -5, .buttons = PLAT_A};
    ox_input_map_drive(&h.map, 1, 60, &in);
    CHECK(in.pointer_x == 30 && in.buttons == PLAT_A && !in.pointer_held);
    in = (plat_input){.buttons = PLAT_DOWN};
    ox_input_map_drive(&h.map, 1, 60, &in);
    CHECK(in.pointer_x == 30 && in.pointer_y == 41);
    /* a second is a second at any rate of steps */
    for (uint32_t rate = 15; rate <= 60; rate *= 2) {
        h.map.cursor = (ox_input_cursor){.is_placed = false};
        h.player.boost = FX_ONE;
        for (uint32_t i = 0; i < rate; i++) {
            in = (plat_input){.buttons = PLAT_LEFT};
            ox_input_map_drive(&h.map, 1, rate, &in);
        }
        CHECK_NEAR(in.pointer_x, 60, 1);
    }
}

/* The result of a quick time event for action 1 after `after` steps in a window of 20, when this button goes down at this step, `times` times. */
static uint32_t judged(uint32_t button, uint32_t at, uint32_t times, uint16_t presses, bool is_strict) {
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    add_action(&h, 0);
    add_press(&h, PLAT_B, 0);
    begin(&h);
    const ox_quick_time wanted = {
        .action = 1, .after = 30, .within = 20, .presses = presses, .is_strict = is_strict};
    CHECK(ox_input_map_quick_time(&h.map, 0, &wanted));
    uint32_t ends = 0;
    for (uint32_t i = 1; i <= 100; i++) {
        step(&h, i >= at && i < at + 4 * times && (i - at) % 4 < 2 ? button : 0);
        ends += h.player.quick_time.is_over;
    }
    CHECK_EQ(ends, 1);
    return h.player.quick_time.result;
}

TEST(input_map_quick_time_events_judge_when_and_what) {
    static const struct {
        uint32_t button, at, times;
        uint16_t presses;
        bool is_strict;
        uint8_t result;
    } cases[] = {{PLAT_A, 31, 1, 1, true, OX_QUICK_TIME_SUCCESS},
                 {PLAT_A, 50, 1, 1, true, OX_QUICK_TIME_SUCCESS},
                 {PLAT_A, 30, 1, 1, true, OX_QUICK_TIME_EARLY},
                 {PLAT_A, 51, 1, 1, true, OX_QUICK_TIME_LATE},
                 {PLAT_A, 200, 1, 1, true, OX_QUICK_TIME_LATE},
                 {PLAT_B, 40, 1, 1, true, OX_QUICK_TIME_WRONG},
                 {PLAT_B, 10, 1, 1, true, OX_QUICK_TIME_WRONG},
                 {PLAT_B, 40, 1, 1, false, OX_QUICK_TIME_LATE},
                 {PLAT_A, 31, 5, 5, true, OX_QUICK_TIME_SUCCESS},
                 {PLAT_A, 31, 5, 6, true, OX_QUICK_TIME_LATE},
                 {PLAT_A | PLAT_B, 40, 1, 1, true, OX_QUICK_TIME_SUCCESS}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_EQ(judged(cases[i].button, cases[i].at, cases[i].times, cases[i].presses, cases[i].is_strict),
                 cases[i].result);
    hands h = {0};
    add_action(&h, 0);
    add_press(&h, PLAT_A, 0);
    begin(&h);
    CHECK(!ox_input_map_quick_time(&h.map, 0, &(ox_quick_time){.action = 7}));
    CHECK(ox_input_map_quick_time(&h.map, 0, &(ox_quick_time){.action = 1, .within = 60}));
    /* another button is asked for where the player has chosen another; a quick time event goes on in a state that is taken back */
    CHECK(ox_input_action_set_button(&h.map, 0, 1, PLAT_Y, OX_INPUT_SWAP));
    CHECK_EQ(ox_input_action_button(&h.map, 0, 1), PLAT_Y);
    step(&h, 0);
    uint8_t bytes[1024];
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_input_map_save(&h.map, &to);
    step(&h, PLAT_A);
    CHECK_EQ(h.player.quick_time.result, OX_QUICK_TIME_WAITS);
    steps(&h, 0, 80);
    CHECK_EQ(h.player.quick_time.result, OX_QUICK_TIME_LATE);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_input_map_restore(&h.map, &from), OX_OK);
    CHECK_EQ(h.player.quick_time.result, OX_QUICK_TIME_WAITS);
    step(&h, PLAT_Y);
    CHECK_EQ(h.player.quick_time.result, OX_QUICK_TIME_SUCCESS);
    CHECK(ox_input_map_quick_time(&h.map, 0, &(ox_quick_time){.action = 0}));
    step(&h, PLAT_Y);
    CHECK_EQ(h.player.quick_time.result, OX_QUICK_TIME_NONE);
}

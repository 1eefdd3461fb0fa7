/* Devices and players: who has what, pads that come and go, and what of them reaches a step. */
#include <string.h>

#include "kernel/input/device.h"
#include "tests/test.h"

/* A machine of up to eight devices. */
typedef struct machine {
    bool there[PLAT_DEVICES];
    plat_device about[PLAT_DEVICES];
    plat_input in[PLAT_DEVICES];
    ox_input_devices devices;
    plat_input inputs[OX_PLAYERS_MAX];
} machine;

static void plug(machine *m, uint32_t place) {
    m->there[place] = true;
    m->about[place] = (plat_device){.kind = place == 0 ? PLAT_DEVICE_OWN : PLAT_DEVICE_PAD,
                                    .battery = PLAT_BATTERY_UNKNOWN,
                                    .abilities = PLAT_HAS_STICK};
    memset(&m->in[place], 0, sizeof m->in[place]);
}

static void begin(machine *m, uint32_t players) {
    memset(m, 0, sizeof *m);
    ox_input_devices_init(&m->devices, players);
    plug(m, 0);
}

static void look(machine *m) {
    memset(m->inputs, 0, sizeof m->inputs);
    for (uint32_t i = 0; i < PLAT_DEVICES; i++)
        ox_input_devices_see(&m->devices, i, m->there[i] ? &m->about[i] : NULL, &m->in[i], m->inputs);
    ox_input_devices_settle(&m->devices, m->inputs);
}

static bool is_lost(const machine *m, uint32_t player) {
    return (m->inputs[player].senses.state & PLAT_DEVICE_LOST) != 0;
}

TEST(input_devices_of_one_player_play_as_one) {
    machine m;
    begin(&m, 1);
    plug(&m, 1);
    plug(&m, 4);
    m.in[0].buttons = PLAT_A;
    m.in[1].buttons = PLAT_B;
    m.in[1].stick_x = 9000;
    m.in[4].stick_y = -20000;
    m.in[4].senses.right_trigger = 200;
    look(&m);
    CHECK_EQ(m.inputs[0].buttons, PLAT_A | PLAT_B);
    CHECK(m.inputs[0].stick_x == 0 && m.inputs[0].stick_y == -20000 &&
          m.inputs[0].senses.right_trigger == 200);
    for (int i = 0; i < PLAT_DEVICES; i++)
        if (m.there[i]) CHECK_EQ(m.devices.list[i].player, 0);
}

TEST(input_devices_two_pads_move_two_players) {
    machine m;
    begin(&m, 2);
    look(&m);
    CHECK_EQ(m.devices.list[0].player, 0);
    plug(&m, 1); /* with one pad the keyboard is the second player's */
    look(&m);
    CHECK(m.devices.list[1].player == 0 && m.devices.list[0].player == 1);
    plug(&m, 2); /* with two it is the first one's again */
    look(&m);
    CHECK(m.devices.list[1].player == 0 && m.devices.list[2].player == 1);
    m.in[1].stick_x = 30000;
    m.in[2].stick_x = -30000;
    m.in[2].buttons = PLAT_A;
    look(&m);
    CHECK(m.inputs[0].stick_x == 30000 && m.inputs[0].buttons == 0);
    CHECK(m.inputs[1].stick_x == -30000 && m.inputs[1].buttons == PLAT_A);
    plug(&m, 3); /* a third pad is nobody's, and stays so */
    m.in[3].buttons = PLAT_A | PLAT_START;
    look(&m);
    CHECK(m.devices.list[3].player == OX_INPUT_NOBODY && m.inputs[0].buttons == 0);
    CHECK(ox_input_devices_give(&m.devices, 3, 1));
    look(&m);
    CHECK_EQ(m.inputs[1].buttons, PLAT_A | PLAT_START);
    CHECK(!ox_input_devices_give(&m.devices, 3, 2) && !ox_input_devices_give(&m.devices, 7, 0) &&
          !ox_input_devices_give(&m.devices, 8, 0));
}

/* A pad is pulled out while it presses: its player lets go and is lost, the other one plays on. */
TEST(input_devices_a_pad_is_pulled_out_while_it_presses) {
    machine m;
    ox_input second;
    begin(&m, 2);
    plug(&m, 1);
    plug(&m, 2);
    ox_input_init(&second);
    m.in[1].buttons = PLAT_RIGHT;
    m.in[2].buttons = PLAT_A;
    m.in[2].stick_y = 32767;
    look(&m);
    ox_input_feed(&second, &m.inputs[1]);
    ox_input_step(&second);
    CHECK(second.held == PLAT_A && second.stick_y == FX_ONE && !is_lost(&m, 1));
    m.there[2] = false;
    look(&m);
    ox_input_feed(&second, &m.inputs[1]);
    ox_input_step(&second);
    CHECK(second.held == 0 && second.released == PLAT_A && second.stick_y == 0);
    CHECK(is_lost(&m, 1) && (second.state_changed & PLAT_DEVICE_LOST) != 0 && !is_lost(&m, 0));
    CHECK_EQ(m.inputs[0].buttons, PLAT_RIGHT);
    look(&m);
    ox_input_feed(&second, &m.inputs[1]);
    ox_input_step(&second);
    CHECK_EQ(second.state_changed, 0); /* told once */
    plug(&m, 5);                       /* the next pad is the lost one's */
    look(&m);
    ox_input_feed(&second, &m.inputs[1]);
    ox_input_step(&second);
    CHECK(m.devices.list[5].player == 1 && !is_lost(&m, 1) && (second.state_changed & PLAT_DEVICE_LOST) != 0);
}

TEST(input_devices_start_takes_a_lost_place) {
    machine m;
    begin(&m, 2);
    for (uint32_t i = 1; i <= 3; i++) plug(&m, i);
    m.in[2].buttons = PLAT_A;
    look(&m);
    m.there[2] = false;
    look(&m);
    CHECK(is_lost(&m, 1) && m.devices.list[3].player == OX_INPUT_NOBODY);
    m.in[3].buttons = PLAT_A;
    look(&m);
    CHECK(is_lost(&m, 1));
    m.in[1].buttons = PLAT_START; /* of the first player, who has a place */
    look(&m);
    CHECK(is_lost(&m, 1) && m.devices.list[1].player == 0);
    m.in[3].buttons = PLAT_START;
    look(&m);
    CHECK(!is_lost(&m, 1) && m.devices.list[3].player == 1 && m.inputs[1].buttons == PLAT_START);
    /* A single player goes on with any device. */
    begin(&m, 1);
    plug(&m, 1);
    look(&m);
    m.there[1] = false;
    look(&m);
    CHECK(!is_lost(&m, 0)); /* nothing was pressed on it */
    plug(&m, 1);
    m.in[1].buttons = PLAT_A;
    look(&m);
    m.there[1] = false;
    look(&m);
    CHECK(is_lost(&m, 0));
    m.in[0].buttons = PLAT_START;
    look(&m);
    CHECK(!is_lost(&m, 0));
}

TEST(input_devices_of_players_whom_code_plays) {
    machine m;
    begin(&m, 3);
    m.devices.given = 2; /* the second player is a bot */
    plug(&m, 1);
    plug(&m, 2);
    look(&m);
    CHECK(m.devices.list[1].player == 0 && m.devices.list[2].player == 2);
    CHECK_EQ(m.devices.list[0].player, 0);
}

TEST(input_devices_batteries_and_the_ninth) {
    machine m;
    begin(&m, 2);
    for (uint32_t i = 1; i < PLAT_DEVICES; i++) plug(&m, i);
    m.about[2].battery = 24;
    m.in[1].buttons = PLAT_X;
    look(&m);
    CHECK(m.inputs[1].senses.state == PLAT_BATTERY_LOW && m.inputs[0].senses.state == 0);
    m.about[2].battery = 25;
    look(&m);
    CHECK_EQ(m.inputs[1].senses.state, 0);
    const ox_input_devices before = m.devices; /* a ninth device has no place */
    const plat_input in = {.buttons = PLAT_Y};
    ox_input_devices_see(&m.devices, PLAT_DEVICES, &m.about[1], &in, m.inputs);
    CHECK(memcmp(&before, &m.devices, sizeof before) == 0 && m.inputs[0].buttons == PLAT_X);
}

/* Each kind of device: it comes, is sampled, has edges, and goes. */
TEST(input_devices_of_every_kind) {
    static const plat_input samples[] = {
        {.buttons = PLAT_A},                                    /* joypad, dance mat */
        {.stick_x = -32767, .stick_y = 32767},                  /* joystick */
        {.pointer_x = 7, .pointer_y = 9, .pointer_held = true}, /* mouse, trackball */
        {.wheel = 3, .pointer_dx = -4},                         /* wheel */
        {.senses = {.tilt = {1, 42, -3}}},                      /* accelerometer, motion controller */
        {.senses = {.touches = {{4, 30, 40}}}},                 /* touch panel */
        {.senses = {.keys = {1u << 3}}},                        /* keyboard */
        {.senses = {.right_x = 300, .left_trigger = 99}}};      /* steering wheel, guitar */
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        machine m;
        ox_input input;
        const plat_input none = {0};
        begin(&m, 1);
        ox_input_init(&input);
        look(&m);
        plug(&m, 3);
        m.in[3] = samples[i];
        look(&m);
        ox_input_feed(&input, &m.inputs[0]);
        ox_input_step(&input);
        const ox_input_record record = ox_input_recorded(&input);
        CHECK(memcmp(&record.senses, &samples[i].senses, sizeof record.senses) == 0);
        CHECK_EQ(record.held & ~OX_INPUT_POINTER, samples[i].buttons);
        CHECK(record.stick_x == samples[i].stick_x && record.stick_y == samples[i].stick_y);
        CHECK(record.pointer_x == samples[i].pointer_x && record.dx == samples[i].pointer_dx &&
              record.wheel == samples[i].wheel);
        CHECK_EQ(input.pressed, samples[i].buttons | (samples[i].pointer_held ? OX_INPUT_POINTER : 0));
        CHECK_EQ(input.touches_begun, samples[i].senses.touches[0].id != 0);
        CHECK_EQ(input.keys_pressed[0], samples[i].senses.keys[0]);
        m.there[3] = false;
        look(&m);
        ox_input_feed(&input, &m.inputs[0]);
        ox_input_step(&input);
        CHECK(input.held == 0 && input.stick_x == 0 && input.keys_pressed[0] == 0);
        input.senses.state = 0;
        CHECK(memcmp(&input.senses, &none.senses, sizeof none.senses) == 0);
    }
}

/* Events of Linux's input devices as they would be read of them, and bytes that no device would send. */
#include "platform/host/host_evdev.h"

#include "tests/test.h"

#include <linux/input.h>
#include <string.h>

enum { WIDTH = 480, HEIGHT = 320 };

static struct {
    host_evdev_desk desk;
    host_evdev device;
    plat *p;
    host_area area;
} t;

static void mark(uint8_t *bits, int at) { bits[at / 8] |= (uint8_t)(1U << at % 8); }

static host_evdev_about of_keys(const int *keys, int count) {
    host_evdev_about about = {.name = "a thing"};
    for (int i = 0; i < count; i++) mark(about.keys, keys[i]);
    return about;
}

static void with_axis(host_evdev_about *about, int axis, int least, int most) {
    mark(about->axes, axis);
    about->ranges[axis] = (host_evdev_range){least, most};
}

/* A desk before a screen of twice the picture. */
static void begin(const host_evdev_about *about) {
    host_options options = {.driver = HOST_DRIVER_HEADLESS, .threads = 1, .memory = 64};
    char error[200];
    memset(&t, 0, sizeof t);
    t.p = host_open(&options, error, sizeof error);
    CHECK(t.p != NULL && plat_video_open(t.p, WIDTH / 2, HEIGHT / 2, PLAT_XRGB8888));
    t.area = host_area_place(WIDTH, HEIGHT, WIDTH / 2, HEIGHT / 2);
    t.desk.width = WIDTH;
    t.desk.height = HEIGHT;
    host_evdev_us_letters(&t.desk.letters);
    host_evdev_begin(&t.device, about);
}

static void end(void) { CHECK(host_close(t.p)); }

static void send(uint16_t type, uint16_t code, int32_t value) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = type;
    event.code = code;
    event.value = value;
    const uint8_t *bytes = (const uint8_t *)&event;
    host_evdev_feed(&t.device, &t.desk, bytes, 5); /* cut where no kernel cuts */
    host_evdev_feed(&t.device, &t.desk, bytes + 5, sizeof event - 5);
}

static void key(uint16_t code, int32_t value) {
    send(EV_KEY, code, value);
    send(EV_SYN, SYN_REPORT, 0);
}

static plat_input poll_desk(void) {
    plat_input in = {0};
    host_evdev_desk_poll(&t.desk, &t.area, t.p, &in);
    return in;
}

static bool has_key(const plat_input *in, int code) {
    return (in->senses.keys[code / 16] >> code % 16 & 1U) != 0;
}

static const int keyboard[] = {KEY_ESC, KEY_Z, KEY_ENTER, KEY_UP, KEY_SPACE};

TEST(host_evdev_keys_are_buttons_keys_and_letters) {
    const host_evdev_about about = of_keys(keyboard, 5);
    begin(&about);
    CHECK_EQ(t.device.kinds, HOST_EVDEV_KEYBOARD);
    key(KEY_LEFTSHIFT, 1);
    key(KEY_Z, 1);
    plat_input in = poll_desk();
    CHECK_EQ(in.buttons, PLAT_A);
    CHECK(has_key(&in, PLAT_KEY_A + 25) && has_key(&in, PLAT_KEY_LEFT_SHIFT));
    CHECK_EQ(in.senses.typed, 'Z');
    key(KEY_Z, 2); /* a repeat */
    in = poll_desk();
    CHECK_EQ(in.buttons, PLAT_A);
    CHECK_EQ(in.senses.typed, 0);
    key(KEY_Z, 0);
    key(KEY_UP, 1);
    key(KEY_UP, 0); /* a tap between two polls is seen */
    in = poll_desk();
    CHECK_EQ(in.change_count, 3);
    CHECK_EQ(in.changes[1], PLAT_UP);
    CHECK(has_key(&in, PLAT_KEY_UP));
    CHECK_EQ(in.buttons, 0);
    CHECK(!has_key(&(plat_input){0}, PLAT_KEY_UP));
    end();
}

TEST(host_evdev_letters_follow_the_layout) {
    const host_evdev_about about = of_keys(keyboard, 5);
    begin(&about);
    t.desk.letters.plain[KEY_Y] = 'z'; /* as a German console says */
    key(KEY_Y, 1);
    CHECK_EQ(poll_desk().buttons, PLAT_A);
    t.desk.letters.plain[KEY_Y] = 'y'; /* the release counts by its place */
    key(KEY_Y, 0);
    CHECK_EQ(poll_desk().buttons, 0);
    end();
}

TEST(host_evdev_some_keys_are_the_players) {
    const host_evdev_about about = of_keys(keyboard, 5);
    begin(&about);
    key(KEY_LEFTALT, 1);
    key(KEY_F1, 1); /* to another console */
    CHECK(!t.desk.inside);
    key(KEY_LEFTALT, 0);
    key(KEY_F1, 0);
    key(KEY_F1, 1);
    key(KEY_F12, 1);
    CHECK(t.desk.inside && t.desk.screenshot && !t.desk.quit);
    key(KEY_LEFTCTRL, 1);
    key(KEY_C, 1);
    CHECK(t.desk.quit);
    t.desk.quit = false;
    key(KEY_ESC, 1);
    CHECK(t.desk.quit);
    t.desk.quit = false;
    t.desk.writes = true;
    key(KEY_ESC, 0);
    key(KEY_ESC, 1);
    key(KEY_LEFTCTRL, 0);
    key(KEY_X, 1);
    key(KEY_X, 2);
    CHECK_EQ(t.desk.written_count, 3);
    CHECK(memcmp(t.desk.written, "\x1bxx", 3) == 0 && !t.desk.quit);
    CHECK_EQ(poll_desk().buttons, 0);
    for (int i = 0; i < 40; i++) key(KEY_X, 2);
    CHECK_EQ(t.desk.written_count, sizeof t.desk.written);
    end();
}

TEST(host_evdev_mice_move_within_the_screen) {
    const int keys[] = {BTN_LEFT, BTN_RIGHT};
    host_evdev_about about = of_keys(keys, 2);
    mark(about.moves, REL_X);
    mark(about.moves, REL_Y);
    begin(&about);
    CHECK_EQ(t.device.kinds, HOST_EVDEV_MOUSE);
    send(EV_REL, REL_X, 100);
    send(EV_REL, REL_Y, 41);
    send(EV_REL, REL_WHEEL, -2);
    key(BTN_LEFT, 1);
    plat_input in = poll_desk();
    CHECK_EQ(in.pointer_x, 50);
    CHECK_EQ(in.pointer_y, 20);
    CHECK_EQ(in.pointer_dx, 50);
    CHECK_EQ(in.wheel, -2);
    CHECK(in.pointer_held);
    for (int i = 0; i < 4; i++) send(EV_REL, REL_X, INT32_MAX);
    for (int i = 0; i < 4; i++) send(EV_REL, REL_Y, INT32_MIN);
    in = poll_desk();
    CHECK_EQ(in.pointer_x, WIDTH / 2 - 1);
    CHECK_EQ(in.pointer_y, 0);
    end();
}

TEST(host_evdev_fingers_have_numbers_of_their_own) {
    const int keys[] = {BTN_TOUCH};
    host_evdev_about about = of_keys(keys, 1);
    with_axis(&about, ABS_MT_SLOT, 0, 9);
    with_axis(&about, ABS_MT_POSITION_X, 0, 4095);
    with_axis(&about, ABS_MT_POSITION_Y, 0, 4095);
    begin(&about);
    CHECK_EQ(t.device.kinds, HOST_EVDEV_PANEL);
    send(EV_ABS, ABS_MT_TRACKING_ID, 7);
    send(EV_ABS, ABS_MT_POSITION_X, 2048);
    send(EV_ABS, ABS_MT_POSITION_Y, 1024);
    send(EV_ABS, ABS_MT_SLOT, 3);
    send(EV_ABS, ABS_MT_TRACKING_ID, 8);
    send(EV_SYN, SYN_REPORT, 0);
    plat_input in = poll_desk();
    CHECK_EQ(in.senses.touches[0].x, WIDTH / 4);
    CHECK_EQ(in.senses.touches[0].y, HEIGHT / 8);
    CHECK(in.senses.touches[0].id != 0 && in.senses.touches[1].id != 0 && in.senses.touches[2].id == 0);
    CHECK(in.pointer_held && in.pointer_x == WIDTH / 4);
    const int first = in.senses.touches[0].id;
    send(EV_ABS, ABS_MT_SLOT, 0);
    send(EV_ABS, ABS_MT_TRACKING_ID, -1);
    send(EV_ABS, ABS_MT_SLOT, 99); /* a finger too many */
    send(EV_ABS, ABS_MT_TRACKING_ID, 9);
    send(EV_SYN, SYN_REPORT, 0);
    in = poll_desk();
    CHECK(in.senses.touches[0].id != first && in.senses.touches[1].id == 0);
    host_evdev_release(&t.device, &t.desk);
    in = poll_desk();
    CHECK(in.senses.touches[0].id == 0 && !in.pointer_held);
    CHECK((in.senses.state & PLAT_TOUCHES_CANCELLED) != 0);
    end();
}

TEST(host_evdev_plain_panels_and_tablets_tell_places) {
    const int keys[] = {BTN_TOUCH};
    host_evdev_about about = of_keys(keys, 1);
    with_axis(&about, ABS_X, 100, 1099);
    with_axis(&about, ABS_Y, 0, 999);
    begin(&about);
    CHECK_EQ(t.device.kinds, HOST_EVDEV_PANEL);
    send(EV_ABS, ABS_X, 600);
    send(EV_KEY, BTN_TOUCH, 1);
    send(EV_SYN, SYN_REPORT, 0);
    plat_input in = poll_desk();
    CHECK_EQ(in.senses.touches[0].x, WIDTH / 4);
    key(BTN_TOUCH, 0);
    in = poll_desk();
    CHECK(in.senses.touches[0].id == 0 && !in.pointer_held);
    end();
    about.keys[BTN_TOUCH / 8] = 0;
    mark(about.keys, BTN_LEFT);
    begin(&about);
    CHECK_EQ(t.device.kinds, HOST_EVDEV_MOUSE);
    send(EV_ABS, ABS_X, 350);
    CHECK_EQ(poll_desk().pointer_x, WIDTH / 8);
    about.is_pad_of_touch = true;
    CHECK_EQ(host_evdev_kinds(&about), 0);
    end();
}

TEST(host_evdev_pads_have_sticks_triggers_and_hats) {
    const int keys[] = {BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_START, BTN_TL};
    host_evdev_about about = of_keys(keys, 5);
    static const int sticks[] = {ABS_X, ABS_Y, ABS_RX, ABS_RY};
    for (int i = 0; i < 4; i++) with_axis(&about, sticks[i], -32768, 32767);
    with_axis(&about, ABS_Z, 0, 1023);
    with_axis(&about, ABS_RZ, 0, 1023);
    with_axis(&about, ABS_HAT0X, -1, 1);
    begin(&about);
    CHECK_EQ(t.device.kinds, HOST_EVDEV_PAD);
    plat_device told;
    plat_input in;
    host_evdev_pad_poll(&t.device, &told, &in);
    CHECK_EQ(in.buttons, 0);
    CHECK(in.stick_x == 0 && in.stick_y == 0 && in.senses.left_trigger == 0);
    CHECK((told.abilities & PLAT_HAS_TRIGGERS) != 0 && strcmp(told.name, "a thing") == 0);
    send(EV_ABS, ABS_X, 32767);
    send(EV_ABS, ABS_Y, INT32_MIN); /* more than it said */
    send(EV_ABS, ABS_RZ, 1023);
    send(EV_ABS, ABS_HAT0X, -1);
    send(EV_KEY, BTN_SOUTH, 1);
    send(EV_SYN, SYN_REPORT, 0);
    host_evdev_pad_poll(&t.device, &told, &in);
    CHECK_EQ(in.stick_x, 32767);
    CHECK_EQ(in.stick_y, 32767);
    CHECK_EQ(in.senses.right_trigger, 255);
    CHECK_EQ(in.buttons, PLAT_A | PLAT_LEFT | PLAT_R);
    host_evdev_release(&t.device, &t.desk);
    host_evdev_axis_set(&t.device, ABS_HAT0X, 0);
    host_evdev_axis_set(&t.device, ABS_RZ, 0);
    host_evdev_pad_poll(&t.device, &told, &in);
    host_evdev_pad_poll(&t.device, &told, &in);
    CHECK_EQ(in.buttons, 0);
    end();
}

TEST(host_evdev_lost_events_are_asked_for) {
    const host_evdev_about about = of_keys(keyboard, 5);
    begin(&about);
    key(KEY_Z, 1);
    send(EV_SYN, SYN_DROPPED, 0);
    send(EV_KEY, KEY_X, 1); /* counts for nothing */
    CHECK(!t.device.behind);
    send(EV_SYN, SYN_REPORT, 0);
    CHECK(t.device.behind);
    CHECK_EQ(poll_desk().buttons, PLAT_A);
    host_evdev_release(&t.device, &t.desk);
    CHECK_EQ(poll_desk().buttons, 0);
    end();
}

/* All kinds at once, and bytes by chance. */
TEST(host_evdev_believes_no_bytes) {
    host_evdev_about about = {.name = "all"};
    uint32_t seed = 5;
    memset(about.keys, 0xFF, (BTN_JOYSTICK) / 8);
    memset(about.axes, 0xFF, sizeof about.axes);
    memset(about.moves, 0xFF, sizeof about.moves);
    for (int i = 0; i < HOST_EVDEV_AXES; i++)
        about.ranges[i] = i % 3 == 0   ? (host_evdev_range){INT32_MIN, INT32_MAX}
                          : i % 3 == 1 ? (host_evdev_range){5, 5}
                                       : (host_evdev_range){10, -10};
    for (int pad = 0; pad < 2; pad++) {
        if (pad == 1) mark(about.keys, BTN_SOUTH);
        begin(&about);
        for (int i = 0; i < TEST_ROUNDS(200000); i++) {
            struct input_event event;
            memset(&event, 0, sizeof event);
            seed = seed * 1664525u + 1013904223u;
            event.type = (uint16_t)(seed >> 29);
            event.code = (uint16_t)(seed >> 8 & (i % 7 == 0 ? 0xFFFF : 0x3F));
            event.value = (int32_t)(i % 3 == 0 ? seed * 69069u : seed >> 30);
            host_evdev_feed(&t.device, &t.desk, (const uint8_t *)&event, sizeof event);
            if (i % 50 != 0) continue;
            plat_device told;
            plat_input in = poll_desk();
            CHECK(in.pointer_x >= 0 && in.pointer_x < WIDTH / 2 && in.pointer_y >= 0 &&
                  in.pointer_y < HEIGHT / 2);
            CHECK((in.buttons & ~0xFFFu) == 0);
            host_evdev_pad_poll(&t.device, &told, &in);
            CHECK(in.stick_x >= -32767 && in.senses.left_trigger >= 0 && in.senses.left_trigger <= 255);
        }
        host_evdev_release(&t.device, &t.desk);
        (void)poll_desk();
        for (int i = 0; i < 40; i++) (void)poll_desk(); /* what changed meanwhile comes over several polls */
        CHECK_EQ(poll_desk().buttons, 0);
        end();
    }
}

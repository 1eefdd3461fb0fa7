/* Devices of a port and the players of a cart: pads of an input script move players of their own, come and go, and shake. */
#define _XOPEN_SOURCE 700
#include "kernel/game/counter.h"
#include "kernel/game/module.h"
#include "kernel/input_map/module.h"
#include "kernel/recording/module.h"
#include "kernel/session/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Pads\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart yard\n"                        \
    "mesh sign square.obj\nscript game game.goad\n"
#define SCENE "scene yard\n camera at=0,0,6 target=0,0,0\n behaviour Rules\nend\n"

typedef struct shakes {
    int pad, motor;
    uint32_t strength, count;
} shakes;

static void note(void *of, int pad, int motor, uint32_t strength, uint32_t milliseconds) {
    shakes *s = of;
    (void)milliseconds;
    if (pad < 0) return;
    *s = (shakes){pad, motor, strength, s->count + 1};
}

/* Packs a cart and boots it on a port that plays an input script. */
static void play_script(played *p, const char *text, const char *script, const char *input, bool by_clock,
                        shakes *s) {
    char said[200] = "";
    memset(p, 0, sizeof *p);
    pack_texts(p, &(played_texts){text, script, NULL});
    const host_options options = {.driver = HOST_DRIVER_HEADLESS,
                                  .quiet = true,
                                  .memory = 1 << 20,
                                  .threads = 1,
                                  .input_text = input,
                                  .fake_clock = by_clock,
                                  .on_rumble = s == NULL ? NULL : note,
                                  .on_rumble_argument = s};
    p->port = host_open(&options, said, sizeof said);
    CHECK(p->port != NULL);
    if (p->port == NULL) return;
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_silent;
    boot.deterministic = !by_clock;
    p->console = ox_console_boot(&boot, &p->error);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static int32_t counted(const played *p, const char *name) {
    return ox_counters_get(ox_game_counters(p->console), rom_id(name));
}

static void play(const played *p, int count) {
    for (int i = 0; i < count; i++) CHECK(ox_console_frame(p->console));
}

static const char two_players[] = "behaviour Rules {\n"
                                  "    on tick {\n"
                                  "        if held_by(1, Button.RIGHT) { count('one', 1) }\n"
                                  "        if held_by(2, Button.RIGHT) { count('two', 1) }\n"
                                  "        if pad_lost(2) { count('waits', 1) }\n"
                                  "    }\n"
                                  "    on PadLost(player) { count('lost', player) }\n"
                                  "    on PadBack(player) { count('back', player) }\n"
                                  "    on BatteryLow(player) { count('low', player) }\n"
                                  "}\n";

/* Pad 2 is pulled out while it presses: the second player stands still and is told of, the first one goes on, and the next pad is the second player's. */
TEST(session_devices_two_pads_and_one_that_goes) {
    played p;
    play_script(&p, HEAD "capacity players 2\n" SCENE, two_players,
                "0 pad 1 plug\n0 pad 2 plug\n5 pad 1 press RIGHT\n10 pad 2 press RIGHT\n"
                "20 pad 2 unplug\n30 pad 3 plug\n30 pad 3 press RIGHT\n40 pad 3 battery 10\n",
                false, NULL);
    if (p.console == NULL) return;
    play(&p, 15);
    const int32_t one = counted(&p, "one"), two = counted(&p, "two");
    CHECK(one >= 8 && two >= 3 && one - two == 5 && counted(&p, "lost") == 0);
    play(&p, 10); /* frames 15 to 24 */
    CHECK_EQ(counted(&p, "two"), 10);
    CHECK(counted(&p, "lost") == 2 && counted(&p, "back") == 0 && counted(&p, "waits") >= 3);
    CHECK_EQ(counted(&p, "one"), one + 10);
    play(&p, 20);
    CHECK(counted(&p, "back") == 2 && counted(&p, "two") > 20 && counted(&p, "low") == 2);
    CHECK_EQ(counted(&p, "one"), one + 30);
    end(&p);
}

/* A single player's pad is gone: the game waits until START of any device. Pads of carts that play as one were never told apart. */
TEST(session_devices_a_single_player_waits) {
    played p;
    play_script(
        &p, HEAD SCENE,
        "behaviour Rules {\n    on tick { count('steps', 1); if held(Button.A) { count('held', 1) } }\n"
        "    on PadLost(player) { count('lost', 1) }\n    on PadBack(player) { count('back', 1) }\n}\n",
        "0 pad 1 plug\n5 pad 1 press A\n20 pad 1 unplug\n60 press START\n64 release START\n", true, NULL);
    if (p.console == NULL) return;
    for (int i = 0; i < 40; i++) {
        host_advance(p.port, 16667);
        play(&p, 1);
    }
    const int32_t steps = counted(&p, "steps"), held = counted(&p, "held");
    CHECK(steps >= 17 && steps <= 22 && held >= 12 && held <= 16);
    for (int i = 0; i < 40; i++) {
        host_advance(p.port, 16667);
        play(&p, 1);
    }
    CHECK(counted(&p, "steps") > steps + 15 && counted(&p, "held") == held);
    CHECK_EQ(counted(&p, "lost"), counted(&p, "back"));
    end(&p);
}

/* A player's pad shakes, whichever place it is in; a player without one shakes nothing. */
TEST(session_devices_shake_the_pad_of_the_player) {
    played p;
    shakes s = {0};
    play_script(&p, HEAD "capacity players 2\n" SCENE,
                "behaviour Rules { on tick {\n"
                "    if pressed_by(1, Button.A) { rumble(1, 1.0, 10t) }\n"
                "    if pressed_by(2, Button.A) { rumble(2, 0.5, 5t) } } }\n",
                "0 pad 5 plug\n5 hold A 2\n20 pad 5 hold A 2\n40 pad 5 hold A 2\n42 pad 5 unplug\n", true,
                &s);
    if (p.console == NULL) return;
    for (int i = 0; i < 15; i++) host_advance(p.port, 16667), play(&p, 1);
    CHECK_EQ(s.count, 0); /* the keyboard is the second player's, and has no motor */
    for (int i = 0; i < 10; i++) host_advance(p.port, 16667), play(&p, 1);
    CHECK(s.count >= 1 && s.pad == 4 && s.strength == 65535);
    for (int i = 0; i < 12; i++) host_advance(p.port, 16667), play(&p, 1);
    CHECK(s.pad == 4 && s.strength == 0);
    end(&p);
}

/* A game cannot tell a wireless pad from one with a wire: two of ten packets are lost, and it counts the same presses in the same order; silence is one loss. */
TEST(session_devices_a_wireless_pad_plays_like_any_other) {
    static const char script[] =
        "behaviour Rules {\n    on Press(b) { count('presses', 1); if b == Button.A { count('jumps', 1) } }\n"
        "    on PadLost(player) { count('lost', 1) }\n    on PadBack(player) { count('back', 1) }\n"
        "    on BatteryLow(player) { count('low', 1) }\n}\n";
    char input[4000];
    for (int wireless = 0; wireless < 2; wireless++) {
        played p;
        int at =
            snprintf(input, sizeof input, "0 pad 1 plug\n%s", wireless != 0 ? "0 pad 1 wireless 20\n" : "");
        for (int i = 0; i < 40; i++)
            at += snprintf(input + at, sizeof input - (size_t)at, "%d pad 1 hold %s %d\n", 20 + i * 7,
                           i % 3 == 0 ? "A" : "B", 1 + i % 3);
        snprintf(input + at, sizeof input - (size_t)at,
                 "310 pad 1 battery 10\n330 pad 1 unplug\n400 pad 1 plug\n");
        play_script(&p, HEAD "capacity players 2\n" SCENE, script, input, false, NULL);
        if (p.console == NULL) return;
        play(&p, 315);
        CHECK(counted(&p, "presses") == 40 && counted(&p, "jumps") == 14 && counted(&p, "lost") == 0);
        play(&p, 80);
        CHECK(counted(&p, "lost") == 1 && counted(&p, "back") == 0 && counted(&p, "low") == 1);
        play(&p, 30);
        CHECK(counted(&p, "lost") == 1 && counted(&p, "back") == 1 && counted(&p, "presses") == 40);
        end(&p);
    }
}

/* What senses come to in actions, through a port and a cart, and what a recording makes of it. */
static const char senses_cart[] = HEAD
    "action fire key:SPACE trigger:right\naction look stick:right\naction lean tilt\n"
    "action pull trigger:both\naction drag mouse\naction left touch:left\naction right touch:right\n" SCENE;
static const char senses_script[] = "var most = 0.0\nbehaviour Rules {\n"
                                    "    on Began(action, player) { count(action, 1) }\n"
                                    "    on Ended(action, player, steps) { count('ended', 1) }\n"
                                    "    on tick {\n"
                                    "        if active('left') and active('right') { count('both', 1) }\n"
                                    "        if axis('look').x > 0.9 { count('looked', 1) }\n"
                                    "        if axis('lean').x > 0.5 { count('leant', 1) }\n"
                                    "        if axis('pull').x < -0.9 { count('pulled', 1) }\n"
                                    "        if axis('drag').x == 0.5 { count('dragged', 1) }\n"
                                    "        if axis('left').x == 1.0 { count('far', 1) }\n"
                                    "    }\n}\n";
static const char senses_input[] =
    "3 key SPACE 2\n10 pad 1 plug\n11 pad 1 triggers 0 255\n14 pad 1 triggers 255 0\n18 pad 1 triggers 0 0\n"
    "20 pad 1 right 32767 0\n25 pad 1 right 0 0\n26 tilt 42 0 0\n30 tilt 0 42 0\n"
    "32 pointer 20 20\n33 pointer 32 20\n"
    "40 touch 1 10 20\n42 touch 2 50 20\n44 touch 1 60 20\n48 lift 2\n50 cancel\n";

TEST(session_devices_senses_reach_actions) {
    static uint8_t tape[65536];
    played p;
    play_script(&p, senses_cart, senses_script, senses_input, false, NULL);
    if (p.console == NULL) return;
    play(&p, 60);
    CHECK_EQ(counted(&p, "fire"), 2); /* the key, and the trigger */
    CHECK(counted(&p, "looked") == 5 && counted(&p, "pulled") == 4 && counted(&p, "dragged") == 1);
    CHECK(counted(&p, "leant") >= 3 && counted(&p, "leant") <= 4);
    /* Two fingers at a time; the left one is dragged over to the right and still is the left one. */
    CHECK(counted(&p, "left") == 1 && counted(&p, "right") == 1);
    CHECK(counted(&p, "both") == 6 &&
          counted(&p, "far") == 10); /* a finger that was not moved yet is all the way, as a button */
    end(&p);

    /* A recording of it is the same game. */
    ox_recording_memory to = {tape, sizeof tape, 0};
    char said[200] = "";
    uint32_t hash = 0;
    for (int replays = 0; replays < 2; replays++) {
        memset(&p, 0, sizeof p);
        pack_texts(&p, &(played_texts){senses_cart, senses_script, NULL});
        const host_options options = {.driver = HOST_DRIVER_HEADLESS,
                                      .quiet = true,
                                      .memory = 1 << 20,
                                      .threads = 1,
                                      .input_text = replays ? NULL : senses_input};
        p.port = host_open(&options, said, sizeof said);
        ox_boot_options boot = quiet_options(p.port, &p.image);
        boot.modules = ox_preset_silent;
        boot.thorough = true;
        boot.record = replays ? NULL : ox_recording_to_memory;
        boot.record_context = &to;
        boot.replay = replays ? tape : NULL;
        boot.replay_size = to.used;
        p.console = ox_console_boot(&boot, &p.error);
        CHECK(p.console != NULL);
        if (p.console == NULL) return;
        for (int i = 0; i < 60 && ox_console_frame(p.console); i++) continue;
        ox_replay_report report;
        CHECK_EQ(ox_console_replay(p.console, &report), replays != 0);
        if (replays) CHECK(report.ticks >= 59 && !report.differs && report.checks >= 59);
        if (replays) CHECK_EQ(counted(&p, "both"), 6);
        if (replays && report.differs) TEST_INFO("%s", report.text);
        hash = ox_console_state_hash(p.console);
        end(&p);
    }
    TEST_INFO("%u bytes of recording, hash %08x", (unsigned)to.used, (unsigned)hash);
}

TEST(session_devices_wrong_controls_are_told) {
    static const char *const wrong[][2] = {{"key:", "is no key"},
                                           {"key:FOO", "is no key"},
                                           {"key:F13", "is no key"},
                                           {"trigger:up", "is no control"},
                                           {"stick:left", "is no control"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[600];
        snprintf(text, sizeof text, HEAD "action a %s\n" SCENE, wrong[i][0]);
        refuse_texts(&(played_texts){text, "behaviour Rules { }\n", NULL}, wrong[i][1]);
    }
}

/* A source of another kind, a camera that sees a bright spot, say: it fills a record as any device does, may come and go, and actions follow it. */
static void see_spot(void *context, uint32_t tick, ox_input_record *record) {
    *(uint32_t *)context = tick;
    record->senses.keys[PLAT_KEY_SPACE / 16] = (uint16_t)(tick % 10 < 3 ? 1u << PLAT_KEY_SPACE % 16 : 0);
    record->senses.right_x = 32767;
}

TEST(session_devices_a_source_of_another_kind_drives_actions) {
    played p;
    uint32_t last = 0;
    play_script(&p, senses_cart, senses_script, "0 wheel 0\n", false, NULL);
    if (p.console == NULL) return;
    play(&p, 10);
    CHECK(counted(&p, "fire") == 0 && counted(&p, "looked") == 0);
    CHECK_EQ(
        ox_input_source_set(ox_console_players(p.console), 0, (ox_input_source){"camera", see_spot, &last}),
        OX_OK);
    play(&p, 40);
    CHECK(counted(&p, "fire") == 4 && counted(&p, "looked") == 40 && last > 40);
    CHECK_EQ(ox_input_source_set(ox_console_players(p.console), 0, (ox_input_source){"devices", NULL, NULL}),
             OX_OK);
    play(&p, 10);
    CHECK(counted(&p, "fire") == 4 && counted(&p, "looked") == 40);
    end(&p);
}

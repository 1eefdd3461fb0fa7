/* Several players, bots of scripts, slow motion, pauses and motors, as carts ask for them. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "kernel/recording/module.h"
#include "kernel/saving/module.h"
#include "kernel/session/module.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD                                                                                                 \
    "title \"Session\"\nsize 64x48\nformat rgb565\nbudget 256K\nframe 16K\nstart one\n"                      \
    "material red colour=#ff2020 shading=unlit\nmesh sign square.obj material=red\nscript game game.goad\n"
#define TWO "capacity players 2\ncapacity rewind 300\ncapacity snapshot-blocks 48\n"
#define SCENE                                                                                                \
    "scene one\n camera at=0,0,6 target=0,0,0\n object sign name=first\n object sign name=second\n"          \
    " behaviour Rules\nend\n"

/* The second player is a bot until the first one presses B. */
static const char duel[] =
    "var hits = 0\nvar seen = 0\n"
    "behaviour Rules {\n"
    "  on tick {\n"
    "    let first = find('first')\n    let second = find('second')\n"
    "    first.pos = first.pos + vec3(stick_of(1).x * 0.1, 0.0, 0.0)\n"
    "    second.pos = second.pos + vec3(stick_of(2).x * 0.1, 0.0, 0.0)\n"
    "    if held_by(2, Button.A) { seen += 1 }\n"
    "    if pressed_by(2, Button.A) { hits += 1 }\n"
    "    if released_by(2, Button.A) { hits += 100 }\n"
    "    if pressed(Button.B) { let_go(2) }\n"
    "    else if pressed(Button.A) or now() % 20 == 0 {\n"
    "      steer(2, now() % 40 == 0 ? 16 : 0, vec2(random_between(-1.0, 1.0), 0.0)) }\n"
    "  }\n}\n";

static int32_t global_of(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

TEST(session_scripts_play_for_the_second_player) {
    played p;
    play_texts(&p, &(played_texts){HEAD TWO SCENE, duel, NULL});
    if (p.console == NULL) return;
    CHECK_EQ(ox_console_players(p.console)->count, 2);
    for (int i = 0; i < 65; i++) frame(p.console, PLAT_RIGHT);
    CHECK(place(p.console, 0).x > FX(3) && place(p.console, 1).x != 0);
    /* the bot's press is asked for in step 40: A is down for 20 steps, and up */
    CHECK_EQ(global_of(&p, 0), 1 + 100);
    CHECK_EQ(global_of(&p, 1), 20);
    frame(p.console, PLAT_B);
    frame(p.console, 0);
    const fx still = place(p.console, 1).x;
    frames(p.console, 5);
    /* nobody plays the second player until the bot is asked again */
    CHECK_EQ(place(p.console, 1).x, still);
    end(&p);
}

/* An input source in C plays through the same table, so Goad cannot tell it from a player. */
static void press_always(void *context, uint32_t tick, ox_input_record *record) {
    *(uint32_t *)context = tick;
    record->held = PLAT_A;
    record->stick_x = 32767;
}

TEST(session_c_plays_for_the_second_player) {
    played p;
    uint32_t last = 0;
    play_texts(&p, &(played_texts){HEAD TWO SCENE, duel, NULL});
    if (p.console == NULL) return;
    frames(p.console, 3);
    CHECK_EQ(
        ox_input_source_set(ox_console_players(p.console), 1, (ox_input_source){"bot", press_always, &last}),
        OX_OK);
    const fx before = place(p.console, 1).x;
    frames(p.console, 10);
    CHECK_EQ(place(p.console, 1).x - before, 10 * 6554);
    CHECK_EQ(last, p.console->world.tick - 1u);
    end(&p);
}

/* The game goes back and forward again with a bot at work: every step has its state of before. */
TEST(session_players_go_back_in_time) {
    played p;
    uint32_t hashes[120];
    play_texts(&p, &(played_texts){HEAD TWO SCENE, duel, NULL});
    if (p.console == NULL) return;
    for (int i = 0; i < 120; i++) {
        frame(p.console, i % 30 < 10 ? PLAT_LEFT : i == 75 ? PLAT_B : 0);
        hashes[i] = ox_console_state_hash(p.console);
    }
    CHECK_EQ(ox_console_rewind(p.console, 100), OX_OK);
    CHECK_EQ(ox_console_state_hash(p.console), hashes[19]);
    for (int i = 20; i < 120; i++) {
        CHECK_EQ(ox_console_forward(p.console, 1), OX_OK);
        CHECK_EQ(ox_console_state_hash(p.console), hashes[i]);
    }
    end(&p);
}

static uint8_t tape[200000];

static ox_console *boot_taped(const played *p, plat *port, ox_recording_memory *to, const void *from,
                              size_t size) {
    ox_error error;
    ox_boot_options boot = quiet_options(port, &p->image);
    boot.modules = ox_preset_silent;
    boot.thorough = true;
    boot.record = to != NULL ? ox_recording_to_memory : NULL;
    boot.record_context = to;
    boot.replay = from;
    boot.replay_size = size;
    ox_console *c = ox_console_boot(&boot, &error);
    if (c == NULL) TEST_INFO("%s", error.text);
    CHECK(c != NULL);
    return c;
}

/* A recording has the input of both players. Every value is checked at every step of the replay, also where C
 * played, whose source is not there. */
TEST(session_recordings_have_all_players) {
    played p;
    ox_recording_memory to = {tape, sizeof tape, 0};
    ox_replay_report report;
    uint32_t last = 0;
    memset(&p, 0, sizeof p);
    pack_texts(&p, &(played_texts){HEAD TWO SCENE, duel, NULL});
    plat *port = quiet_port(NULL);
    ox_console *c = boot_taped(&p, port, &to, NULL, 0);
    for (int i = 0; i < 90; i++) {
        if (i == 30)
            CHECK_EQ(
                ox_input_source_set(ox_console_players(c), 1, (ox_input_source){"bot", press_always, &last}),
                OX_OK);
        frame(c, i % 7 == 0 ? PLAT_RIGHT : 0);
    }
    const uint32_t hash = ox_console_state_hash(c);
    CHECK_EQ(ox_console_close(c), 0);
    CHECK(to.used < sizeof tape);
    c = boot_taped(&p, port, NULL, tape, to.used);
    while (ox_console_update(c)) {
        if (ox_console_replay(c, &report) && report.over) break;
    }
    CHECK(ox_console_replay(c, &report) && report.over && !report.differs && report.ticks == 90);
    CHECK_EQ(ox_console_state_hash(c), hash);
    CHECK_EQ(ox_console_close(c), 0);
    host_close(port);
    writer_free(&p.image);
    folder_remove(&p.folder);
}

/* ---- time and motors ---- */

typedef struct motor {
    int calls;
    uint32_t strength, milliseconds;
} motor;

static void shaken(void *argument, int player, int number, uint32_t strength, uint32_t milliseconds) {
    motor *m = argument;
    if (player != 0 || number != 0) return;
    m->calls++;
    m->strength = strength;
    m->milliseconds = milliseconds;
}

static const char effects[] = "var steps = 0\n"
                              "behaviour Rules {\n"
                              "  on tick { steps += 1\n"
                              "    if pressed(Button.A) { time_scale(0.25, 30t) }\n"
                              "    if pressed(Button.START) { pause(Button.START) }\n"
                              "    if pressed(Button.B) { rumble(1, 0.5, 10t) }\n"
                              "  }\n}\n";

/* Plays on a port whose clock goes on by a step with every frame. */
static void play_by_clock(played *p, motor *m) {
    char said[200] = "";
    memset(p, 0, sizeof *p);
    pack_texts(p, &(played_texts){HEAD SCENE, effects, NULL});
    const host_options options = {.quiet = true,
                                  .memory = 1 << 20,
                                  .threads = 1,
                                  .frame_limit = 1000000,
                                  .fake_clock = true,
                                  .on_rumble = shaken,
                                  .on_rumble_argument = m};
    p->port = test_port_open(&options, said, sizeof said);
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_silent;
    boot.deterministic = false;
    p->console = ox_console_boot(&boot, &p->error);
    CHECK(p->console != NULL);
}

static void tick_frame(played *p, uint32_t buttons) {
    host_advance(p->port, 16667);
    frame(p->console, buttons);
}

TEST(session_time_goes_slower_for_so_many_steps) {
    played p;
    motor m = {0};
    play_by_clock(&p, &m);
    if (p.console == NULL) return;
    for (int i = 0; i < 20; i++) tick_frame(&p, 0);
    const int32_t before = global_of(&p, 0);
    CHECK(before >= 18 && before <= 20);
    tick_frame(&p, PLAT_A); /* the step that asks for slow motion */
    const int32_t asked = global_of(&p, 0);
    CHECK_EQ(asked, before + 1);
    for (int i = 0; i < 80; i++) tick_frame(&p, 0);
    CHECK(global_of(&p, 0) - asked >= 19 && global_of(&p, 0) - asked <= 21);
    /* 36 more frames end slow motion, then each frame is a step again */
    for (int i = 0; i < 80; i++) tick_frame(&p, 0);
    CHECK_EQ(global_of(&p, 0) - asked, 29 + 160 - 4 * 29);
    CHECK_EQ(p.console->loop.scale, OX_LOOP_UNSCALED);
    end(&p);
}

TEST(session_a_pause_ends_with_its_button) {
    played p;
    motor m = {0};
    play_by_clock(&p, &m);
    if (p.console == NULL) return;
    for (int i = 0; i < 5; i++) tick_frame(&p, 0);
    tick_frame(&p, PLAT_B);
    CHECK(m.calls == 1 && m.strength == 32768 && m.milliseconds > 100 && m.milliseconds < 170);
    tick_frame(&p, PLAT_START);
    const int32_t still = global_of(&p, 0);
    CHECK(m.calls == 2 && m.strength == 0); /* the motor stops */
    for (int i = 0; i < 10; i++) tick_frame(&p, PLAT_START);
    for (int i = 0; i < 10; i++) tick_frame(&p, i % 2 == 0 ? PLAT_X : 0); /* presses in the pause */
    CHECK_EQ(global_of(&p, 0), still);
    tick_frame(&p, PLAT_START);
    for (int i = 0; i < 3; i++) tick_frame(&p, 0);
    CHECK_EQ(global_of(&p, 0), still + 3);    /* the same press does not begin another pause */
    CHECK_EQ(p.console->host.input->busy, 0); /* presses in the pause do not come up later */
    CHECK(m.calls >= 3 && m.strength == 32768);
    for (int i = 0; i < 15; i++) tick_frame(&p, 0);
    CHECK_EQ(m.strength, 0);
    tick_frame(&p, PLAT_START);
    const int32_t again = global_of(&p, 0);
    for (int i = 0; i < 5; i++) tick_frame(&p, 0);
    CHECK_EQ(global_of(&p, 0), again);
    end(&p);
}

/* Deterministic runs know of no pace. A cart that says nothing of players has one player, whom scripts do not
 * steer. */
TEST(session_leaves_deterministic_runs_alone) {
    played p;
    play_texts(&p, &(played_texts){HEAD SCENE, effects, NULL});
    const uint32_t parts = ox_console_players(p.console)->count;
    CHECK_EQ(parts, 1);
    frame(p.console, PLAT_A);
    frame(p.console, PLAT_START);
    frames(p.console, 20);
    CHECK_EQ(global_of(&p, 0), 22);
    CHECK_EQ(ox_console_pause(p.console, 0), OX_BAD_STATE);
    CHECK_EQ(ox_console_rumble(p.console, 4, 0, FX_ONE, 3), OX_BAD_ARGUMENT);
    end(&p);
    play_texts(&p, &(played_texts){HEAD SCENE,
                                   "behaviour Rules { on tick { steer(1, 0, vec2(0.0, 0.0)) } }\n", NULL});
    frames(p.console, 2);
    CHECK(logged(p.console, "steer refuses its argument 1"));
    end(&p);
    refuse_texts(&(played_texts){HEAD "capacity players 5\n" SCENE, effects, NULL},
                 "5 is no whole number from 1 to 4");
}

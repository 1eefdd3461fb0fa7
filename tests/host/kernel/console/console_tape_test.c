/* Tests of services beside the scene: recordings and replays of whole sessions, carts in C, phases of the
 * frame, and carts that run wild, which are stopped with a screen. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/console/internal.h"
#include "kernel/preset/presets.h"
#include "kernel/recording/module.h"
#include "platform/host/host.h"
#include "raster/flat.h"
#include "tests/host/tools/import/apart.h"
#include "tests/port.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"

static _Alignas(16) uint8_t image[65536];
static uint8_t tape[200000];

static uint32_t small_cart(void) {
    build_rom rom;
    return build_small_cart(&rom, image, sizeof image, 192 * 1024, PLAT_PAL8, 0, 0);
}

static plat *machine(const host_options *wishes) {
    char error[200] = "";
    host_options options = *wishes;
    options.quiet = true;
    options.memory = 1 << 20;
    if (options.threads == 0) options.threads = 1;
    plat *p = test_port_open(&options, error, sizeof error);
    if (p == NULL) test_fail(__FILE__, __LINE__, error, 0, 1);
    return p;
}

static ox_boot_options defaults(plat *p) {
    ox_boot_options options = ox_boot_defaults(p, image, small_cart());
    options.modules = ox_preset_full;
    options.deterministic = true;
    options.log_hashes = true;
    options.log_subsystems = false;
    return options;
}

static char session[64]; /* a file of this process */

static void write_script(void) {
    snprintf(session, sizeof session, "/tmp/oxcart-tape-%ld.txt", (long)getpid());
    FILE *file = fopen(session, "w");
    CHECK(file != NULL);
    if (file == NULL) return;
    for (int f = 0; f < 590; f += 10)
        fprintf(file, "%d hold %s 4\n%d pointer %d %d\n", f,
                f % 70 == 0   ? "B"
                : f % 40 == 0 ? "A+LEFT"
                : f % 30 == 0 ? "X"
                              : "RIGHT+UP",
                f + 5, f % 64, f % 48);
    fprintf(file, "600 hold SELECT 3\n605 press POINTER\n607 pointer 20 20\n609 pointer 40 4\n612 release "
                  "POINTER\n615 wheel -2\n");
    fclose(file);
}

/* Plays 700 frames by the script and records them; gives the hash of all pictures. */
static uint32_t record(ox_recording_memory *to, bool thorough, int threads) {
    uint32_t hash = 0;
    write_script();
    plat *p = machine(&(host_options){.input_script = session, .frame_limit = 700, .threads = threads});
    ox_boot_options options = defaults(p);
    ox_error error;
    options.record = ox_recording_to_memory;
    options.record_context = to;
    options.thorough = thorough;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    while (console != NULL && ox_console_frame(console)) {
        ox_frame_stats stats;
        ox_console_stats(console, &stats);
        hash = hash * 31 + stats.hash;
    }
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
    return hash;
}

TEST(replay_console_shows_the_same_pictures) {
    for (int thorough = 0; thorough < 2; thorough++) {
        ox_recording_memory to = {tape, sizeof tape, 0};
        uint32_t recorded = record(&to, thorough != 0, 1), hash = 0;
        for (int threads = 1; threads <= 2; threads++) {
            hash = 0;
            plat *p = machine(&(host_options){.threads = threads});
            ox_boot_options options = defaults(p);
            ox_error error;
            ox_replay_report report;
            options.replay = tape;
            options.replay_size = to.used;
            ox_console *console = ox_console_boot(&options, &error);
            CHECK(console != NULL);
            if (console == NULL) return;
            while (ox_console_frame(console)) {
                ox_frame_stats stats;
                ox_console_stats(console, &stats);
                hash = hash * 31 + stats.hash;
            }
            CHECK(ox_console_replay(console, &report));
            CHECK(report.ticks == 700 && report.end == 700 && report.whole && report.over && !report.differs);
            CHECK_EQ(report.checks, thorough != 0 ? 700 : 11);
            CHECK_EQ(ox_console_close(console), 0);
            host_close(p);
            CHECK_EQ(hash, recorded);
        }
        TEST_INFO("700 ticks in %u bytes", (unsigned)to.used);
    }
    remove(session);
}

TEST(replay_console_names_what_differs) {
    ox_recording_memory to = {tape, sizeof tape, 0};
    (void)record(&to, true, 1);
    plat *p = machine(&(host_options){.threads = 1});
    ox_boot_options options = defaults(p);
    ox_error error;
    ox_replay_report report;
    options.replay = tape;
    options.replay_size = to.used;
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    for (int frame = 0; frame < 100; frame++) CHECK(ox_console_frame(console));
    console->scene.zoom += 1;
    CHECK(!ox_console_frame(console));
    CHECK(ox_console_replay(console, &report) && report.differs);
    CHECK(strncmp(report.text, "tick 101: player: scene 00000000, field zoom is ", 48) == 0);
    TEST_INFO("%s", report.text);
    ox_console_close(console);
    to.used /= 2; /* a recording that is cut off is played to its last check */
    options.replay_size = to.used;
    console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    while (ox_console_frame(console)) {
    }
    CHECK(ox_console_replay(console, &report) && !report.differs && !report.whole && report.ticks > 200);
    ox_console_close(console);
    tape[9] ^= 1; /* a recording of another cart, damaged as well */
    CHECK(ox_console_boot(&options, &error) == NULL);
    CHECK_EQ(error.status, OX_BAD_CHECKSUM);
    host_close(p);
    remove(session);
}

/* ---- phases ---- */

typedef struct phases {
    char text[4096];
    size_t length;
} phases;

static void note(void *context, ox_frame_phase phase) {
    phases *p = context;
    if (p->length < sizeof p->text - 1) p->text[p->length++] = "bpsdSe"[phase];
}

TEST(console_frames_keep_their_phases) {
    static phases seen;
    memset(&seen, 0, sizeof seen);
    plat *p = machine(&(host_options){.threads = 1});
    ox_boot_options options = defaults(p);
    ox_error error;
    options.trace = note;
    options.trace_context = &seen;
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    for (int i = 0; i < 100; i++) CHECK(ox_console_frame(console));
    CHECK_EQ(seen.length, 600);
    for (int i = 0; i < 100; i++) CHECK(memcmp(seen.text + i * 6, "bpsdSe", 6) == 0);
    /* A platform may call the phases by itself, with the same outcome. */
    CHECK(ox_console_input(console) && ox_console_update(console));
    ox_console_output(console);
    CHECK(memcmp(seen.text + 600, "bpsdSe", 6) == 0);
    uint32_t steps = console->scene.steps;
    /* the game goes on while nobody presses anything */
    for (int i = 0; i < 600; i++) CHECK(ox_console_frame(console));
    CHECK_EQ(console->scene.steps, steps + 600);
    seen.length = 0;
    ox_console_quit(console);
    CHECK(!ox_console_frame(console));
    CHECK(ox_console_close(console) == 0);
    host_close(p);
}

/* A platform that owns the loop calls the phases when it likes. */
static void refresh_until_over(plat *p, ox_console *console, bool (*refresh)(ox_console *), uint32_t steps) {
    for (uint32_t i = 0; console->loop.steps < steps; i++) {
        host_advance(p, 10000 + i * 7919 % 20000);
        CHECK(refresh(console));
    }
}
static bool refresh_by_phases(ox_console *console) {
    if (!ox_console_input(console) || !ox_console_update(console)) return false;
    ox_console_output(console);
    return true;
}

TEST(console_frames_are_the_same_whoever_calls) {
    uint32_t hashes[2];
    for (int owner = 0; owner < 2; owner++) {
        plat *p = machine(&(host_options){.fake_clock = true});
        ox_boot_options options = defaults(p);
        ox_error error;
        options.deterministic = false;
        ox_console *console = ox_console_boot(&options, &error);
        CHECK(console != NULL);
        if (console == NULL) return;
        for (int i = 0; i < 14; i++) host_notify(p, i % 2 == 0 ? PLAT_FOCUS_LOST : PLAT_FOCUS_GAINED);
        CHECK(ox_console_input(console)); /* every notice of the system is heard before anything else */
        CHECK(!console->away && plat_notice(p) == PLAT_NOTHING);
        refresh_until_over(p, console, owner == 0 ? ox_console_frame : refresh_by_phases, 300);
        hashes[owner] = ox_console_state_hash(console);
        CHECK_EQ(ox_console_close(console), 0);
        host_close(p);
    }
    CHECK_EQ(hashes[0], hashes[1]);
}

/* Values that the speaker and the motors were given. */
typedef struct devices {
    uint32_t stops;
    int player;
} devices;

static void shake(void *argument, int player, int motor, uint32_t strength, uint32_t milliseconds) {
    devices *d = argument;
    (void)motor, (void)milliseconds;
    d->player = player;
    d->stops += strength == 0;
}

static void play_frames(plat *p, ox_console *console, int count) {
    for (int i = 0; i < count; i++) host_advance(p, 16667), CHECK(ox_console_frame(console));
}

/* Another program is in front, or the machine sleeps: no pad shakes and the game stands still. For its sound
 * see sound_plays_in_scenes_and_waits_while_away. */
TEST(console_is_silent_and_still_while_it_is_away) {
    static const plat_notice_kind pairs[][2] = {{PLAT_FOCUS_LOST, PLAT_FOCUS_GAINED},
                                                {PLAT_SUSPENDED, PLAT_RESUMED}};
    devices d = {.player = 7};
    plat *p = machine(&(host_options){.fake_clock = true, .on_rumble = shake, .on_rumble_argument = &d});
    ox_boot_options options = defaults(p);
    ox_error error;
    options.deterministic = false;
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    host_advance(p, 1);
    CHECK(plat_rumble(p, 1, 1, 40000, 60000));
    CHECK_EQ(d.stops, 0);
    play_frames(p, console, 60);
    for (uint32_t i = 0; i < 2; i++) {
        devices before = d;
        uint32_t steps = console->loop.steps;
        host_notify(p, pairs[i][0]);
        play_frames(p, console, 120);
        CHECK_EQ(console->loop.steps, steps);
        CHECK_EQ(d.stops, before.stops + 1);
        CHECK_EQ(d.player, PLAT_ALL_PADS);
        host_notify(p, pairs[i][1]);
        play_frames(p, console, 60);
        CHECK_NEAR(console->loop.steps - steps, 60, 1);
        CHECK_EQ(d.stops, before.stops + 1);
    }
    /* behind and asleep: ending one of the two is not enough to come back */
    host_notify(p, PLAT_FOCUS_LOST);
    host_notify(p, PLAT_SUSPENDED);
    play_frames(p, console, 1);
    uint32_t steps = console->loop.steps;
    host_notify(p, PLAT_RESUMED);
    play_frames(p, console, 10);
    CHECK_EQ(console->loop.steps, steps);
    ox_console_close(console);
    host_close(p);
}

/* While another program is in front the game's time stands still, and it does not jump afterwards. */
TEST(console_rests_while_another_program_is_in_front) {
    plat *p = machine(&(host_options){.fake_clock = true, .fake_step = 0});
    ox_boot_options options = defaults(p);
    ox_error error;
    options.deterministic = false;
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    host_advance(p, 1);
    for (int i = 0; i < 60; i++) host_advance(p, 16667), ox_console_frame(console);
    CHECK_NEAR(console->loop.steps, 60, 1);
    CHECK_NEAR(ox_console_elapsed(console), 16667, 1);
    uint32_t steps = console->loop.steps;
    host_notify(p, PLAT_FOCUS_LOST);
    for (int i = 0; i < 300; i++) host_advance(p, 16667), ox_console_frame(console);
    CHECK_EQ(console->loop.steps, steps);
    host_notify(p, PLAT_FOCUS_GAINED);
    for (int i = 0; i < 60; i++) host_advance(p, 16667), ox_console_frame(console);
    CHECK_NEAR(console->loop.steps - steps, 60, 1);
    host_notify(p, PLAT_SUSPENDED);
    host_notify(p, PLAT_RESUMED);
    steps = console->loop.steps;
    uint32_t guarded = console->loop.guarded;
    host_advance(p, 3600ull * 1000000);
    ox_console_frame(console);
    CHECK(console->loop.steps - steps <= 1);
    CHECK_EQ(console->loop.guarded, guarded + 1); /* the hour is judged by the loop's guard */
    host_notify(p, PLAT_QUIT);
    CHECK(!ox_console_frame(console));
    ox_console_close(console);
    host_close(p);
}

/* ---- carts that run wild ---- */

typedef struct wild {
    int way; /* 0 tame, 1 loops, 2 overflows, 3 full now and then */
    uint32_t steps, refused, drawn, stopped;
} wild;

static ox_status wild_start(void *state, ox_console *console) {
    wild *w = state;
    return ox_console_watch(console, "event queue", &w->refused);
}

static __attribute__((noinline)) void loop_for_ever(volatile uint32_t *steps) {
    while (*steps != 0) *steps += 2;
}

static void wild_step(void *state, const ox_input *input) {
    wild *w = state;
    (void)input;
    if (++w->steps < 5) return;
    if (w->way == 1) w->steps |= 1, loop_for_ever(&w->steps);
    if (w->way == 2 || (w->way == 3 && w->steps % 60 != 0)) w->refused += 7;
}
static void wild_draw(void *state, rs_frame *frame, uf16 fraction) {
    (void)fraction;
    rs_frame_text(frame, 2, 2, "cart", 255);
    ((wild *)state)->drawn++;
}
static void wild_stop(void *state) { ((wild *)state)->stopped++; }

TEST(console_plays_a_cart_in_c) {
    wild w = {.way = 3};
    const ox_cart cart = {.name = "wild",
                          .start = wild_start,
                          .step = wild_step,
                          .draw = wild_draw,
                          .stop = wild_stop,
                          .state = &w};
    plat *p = machine(&(host_options){.threads = 1});
    ox_boot_options options = defaults(p);
    ox_error error;
    options.cart = &cart;
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    /* the list is full, but never for a whole second */
    for (int i = 0; i < 200; i++) CHECK(ox_console_frame(console));
    CHECK(w.steps == 200 && w.drawn == 200 && w.refused > 1000);
    for (int i = 1; i < OX_GUARD_COUNTERS; i++)
        CHECK_EQ(ox_console_watch(console, "pool", &w.refused), OX_OK);
    CHECK_EQ(ox_console_watch(console, "pool", &w.refused), OX_FULL);
    CHECK_EQ(ox_console_watch(console, NULL, &w.refused), OX_BAD_ARGUMENT);
    ox_console_close(console);
    CHECK_EQ(w.stopped, 1);
    host_close(p);
}

typedef struct wild_run {
    int way;
    uint32_t watch;
    const char *picture;
} wild_run;

static int play_wild(void *argument) {
    const wild_run *r = argument;
    wild w = {.way = r->way};
    const ox_cart cart = {
        .name = "wild", .start = wild_start, .step = wild_step, .draw = wild_draw, .state = &w};
    host_shot shot = {r->picture, r->way == 1 ? 4u : 64u};
    build_rom rom;
    uint32_t bytes = build_small_cart(&rom, image, sizeof image, 400 * 1024, PLAT_PAL8, 0, 0);
    plat *p = machine(&(host_options){
        .save_picture = save_picture, .shots = &shot, .shot_count = r->picture != NULL ? 1 : 0});
    ox_boot_options options = ox_boot_defaults(p, image, bytes);
    options.modules = ox_preset_full;
    ox_error error;
    options.deterministic = true;
    options.log_subsystems = false;
    options.width = 240, options.height = 160;
    options.cart = &cart;
    options.watch = r->watch;
    ox_console *console = ox_console_boot(&options, &error);
    for (int i = 0; console != NULL && i < 1000 && ox_console_frame(console); i++) continue;
    return console == NULL ? 1 : 0;
}

static int run_wild(int way, uint32_t watch, char *log, size_t size, const char *picture) {
    wild_run r = {way, watch, picture};
    return run_apart(play_wild, &r, log, size);
}

TEST(console_stops_a_cart_that_loops_for_ever) {
    char log[4096];
    const char *keep = getenv("OXCART_KEEP");
    CHECK_EQ(run_wild(1, 300000, log, sizeof log, keep), HOST_ABORTED);
    CHECK(strstr(log, "The game was stopped.") != NULL && strstr(log, "has not come back") != NULL);
    CHECK(strstr(log, "Step 5, wild") != NULL);
#if defined(__linux__) && defined(__x86_64__)
    CHECK(strstr(log, "loop_for_ever") != NULL || strstr(log, "wild_step") != NULL);
#endif
    CHECK_EQ(run_wild(0, 300000, log, sizeof log, NULL), 0); /* a tame cart is left alone */
}

TEST(console_stops_a_cart_that_overflows_without_end) {
    char log[4096];
    CHECK_EQ(run_wild(2, 0, log, sizeof log, getenv("OXCART_KEEP2")), HOST_ABORTED);
    CHECK(strstr(log, "The event queue was") != NULL && strstr(log, "full in 60 steps") != NULL);
    CHECK(strstr(log, "420 requests") != NULL && strstr(log, "Step 64, wild") != NULL);
}

/* A port has one watchdog at a time, and it counts working time alone. */
static void never(void *context, uintptr_t where) {
    (void)context, (void)where;
    abort();
}

TEST(host_watch_counts_work_and_has_one_owner) {
    plat *p = machine(&(host_options){.threads = 1}), *q = machine(&(host_options){.threads = 1});
    CHECK(plat_watchdog(p, 100000, never, NULL));
    CHECK(!plat_watchdog(q, 100000, never, NULL));
    plat_wait(p, 250000); /* sleeping is no work */
    for (int i = 0; i < 3; i++) CHECK(plat_watchdog(p, 100000, never, NULL));
    CHECK(plat_watchdog(p, 0, NULL, NULL));
    CHECK(plat_watchdog(q, 100000, never, NULL) && plat_watchdog(q, 0, NULL, NULL));
    host_close(p);
    host_close(q);
}

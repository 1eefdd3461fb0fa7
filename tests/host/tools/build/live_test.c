/* Builds beside a running game: slow builds stop nothing, mistakes change nothing, and the end does not wait
 * for a running build. */
#define _XOPEN_SOURCE 700
#include <stdatomic.h>
#include <time.h>

#include "kernel/inspect/module.h"
#include "kernel/preset/presets.h"
#include "kernel/recording/module.h"
#include "tests/host/kernel/console/quiet_console.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tools/build/live.h"
#include "tools/play/replays.h"

enum { SECOND = 1000000 };

typedef struct slow {
    packed_folder folder;
    bool dirty; /* a file changed since the last question */
    bool wrong; /* the next build is a mistake */
    int asked;  /* number of questions */
    atomic_int built, begun;
    atomic_bool go;            /* builds wait for this flag */
    atomic_bool stopped, deaf; /* builds were asked to end; builds do not end */
    uint32_t colour;           /* of the background in the next build */
} slow;

static void pause_briefly(void) {
    const struct timespec t = {0, 1000000};
    (void)nanosleep(&t, NULL);
}

static bool pack_colour(slow *s, uint32_t rgb, writer *image) {
    char text[400];
    snprintf(text, sizeof text,
             "title \"Slow\"\nsize 64x48\nformat rgb565\nbudget 128K\nframe 16K\n"
             "scene one\n background #%06x\n camera at=0,0,4 target=0,0,0\nend\n",
             (unsigned)rgb);
    folder_write(&s->folder, "cart.txt", text);
    return folder_pack(&s->folder, image);
}

static bool changed(void *context) {
    slow *s = context;
    bool was = s->dirty;
    s->asked++;
    s->dirty = false;
    return was;
}

static bool build(void *context, writer *image, tool_error *error) {
    slow *s = context;
    atomic_fetch_add(&s->begun, 1);
    while (!atomic_load(&s->go) && (!atomic_load(&s->stopped) || atomic_load(&s->deaf))) pause_briefly();
    memset(image, 0, sizeof *image);
    if (atomic_load(&s->stopped)) {
        atomic_fetch_add(&s->built, 1);
        return import_error_file(error, "cart.txt", "stopped");
    }
    bool good = s->wrong ? import_error_file(error, "cart.txt", "no") : pack_colour(s, s->colour, image);
    atomic_fetch_add(&s->built, 1);
    return good;
}

static void stop(void *context) { atomic_store(&((slow *)context)->stopped, true); }

static uint64_t microseconds(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static uint32_t hash_of(ox_console *console) {
    ox_frame_stats stats;
    CHECK(ox_console_frame(console));
    ox_console_stats(console, &stats);
    return stats.hash;
}

/* Plays frames until the running build is in the game, at most 5 seconds; gives the hash. */
static uint32_t wait_for(live *l, slow *s, ox_console *console, uint64_t now, writer *next) {
    uint32_t hash = 0;
    for (int i = 0; i < 5000 && l->under_way != NULL; i++) {
        CHECK(!live_frame(l, now, console, next));
        hash = hash_of(console);
        pause_briefly();
    }
    CHECK(l->under_way == NULL);
    CHECK(atomic_load(&s->built) > 0);
    return hash;
}

TEST(reload_of_slow_things_keeps_the_old_ones_in_place) {
    static slow s;
    live l;
    writer first, next = {0};
    ox_error error;
    const live_rebuild rebuild = {.changed = changed, .build = build, .stop = stop, .context = &s};
    memset(&s, 0, sizeof s);
    if (!folder_make(&s.folder)) return;
    if (!pack_colour(&s, 0x102030, &first)) return;
    plat *p = quiet_port(NULL);
    ox_boot_options boot = quiet_options(p, &first);
    ox_console *console = ox_console_boot(&boot, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    live_begin(&l, &rebuild, "slow");
    CHECK(rom_open(first.data, first.size, &l.base, NULL) == ROM_OK);
    const uint32_t old = hash_of(console);

    /* changes are looked for ten times a second, and not again during a build */
    for (uint64_t now = 0; now < 2 * SECOND; now += SECOND / 60) CHECK(!live_frame(&l, now, console, &next));
    CHECK(s.asked >= 16 && s.asked <= 20);
    CHECK_EQ(atomic_load(&s.begun), 0);
    s.dirty = true;
    s.colour = 0xF0A010;
    uint64_t now = 3 * SECOND;
    CHECK(!live_frame(&l, now, console, &next));
    CHECK(l.under_way != NULL);
    const int asked = s.asked;
    s.dirty = true; /* a file changes again during the build */
    for (int i = 0; i < 300; i++, now += SECOND / 60) {
        CHECK(!live_frame(&l, now, console, &next));
        CHECK_EQ(hash_of(console), old);
    }
    CHECK_EQ(s.asked, asked);
    CHECK_EQ(atomic_load(&s.built), 0);
    atomic_store(&s.go, true);
    const uint32_t fresh = wait_for(&l, &s, console, now, &next);
    CHECK(fresh != old);

    /* the change during the build is built next; a mistake leaves everything as it is */
    s.wrong = true;
    now += SECOND;
    CHECK(!live_frame(&l, now, console, &next));
    CHECK(l.under_way != NULL);
    CHECK_EQ(wait_for(&l, &s, console, now, &next), fresh);
    s.wrong = false;
    s.dirty = true;
    s.colour = 0x102030;
    now += SECOND;
    CHECK(!live_frame(&l, now, console, &next));
    CHECK_EQ(wait_for(&l, &s, console, now, &next), old);

    /* the end comes in the middle of a build */
    s.dirty = true;
    atomic_store(&s.go, false);
    now += SECOND;
    CHECK(!live_frame(&l, now, console, &next));
    CHECK(l.under_way != NULL);
    CHECK_EQ(ox_console_close(console), 0);
    const int built = atomic_load(&s.built);
    CHECK(live_end(&l));
    CHECK_EQ(atomic_load(&s.built), built + 1);
    CHECK(next.data == NULL);
    host_close(p);
    writer_free(&first);
    folder_remove(&s.folder);
}

static char refused[256];

static void hear(void *context, const char *refusal) {
    (void)context;
    snprintf(refused, sizeof refused, "%s", refusal == NULL ? "" : refusal);
}

/* The steps of a recording would not come again with other files: they are refused, unless somebody forces them, and then the recording tells it. */
TEST(reload_is_refused_while_a_recording_is_written) {
    static slow s;
    static ox_inspect view;
    static uint8_t taped[1 << 16];
    ox_recording_memory tape = {taped, sizeof taped, 0};
    live l;
    writer first, next = {0};
    ox_error error;
    const live_rebuild rebuild = {
        .changed = changed, .build = build, .stop = stop, .told = hear, .context = &s};
    const ox_module *modules[OX_MODULES_MOST + 1];
    memset(&s, 0, sizeof s);
    memset(&view, 0, sizeof view);
    if (!folder_make(&s.folder)) return;
    if (!pack_colour(&s, 0x102030, &first)) return;
    atomic_store(&s.go, true);
    plat *p = quiet_port(NULL);
    ox_boot_options boot = quiet_options(p, &first);
    ox_inspect_join(ox_preset_silent, modules);
    boot.modules = modules;
    boot.inspect = &view;
    boot.record = ox_recording_to_memory;
    boot.record_context = &tape;
    ox_console *console = ox_console_boot(&boot, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    live_begin(&l, &rebuild, "slow");
    l.held = replays_held;
    CHECK(rom_open(first.data, first.size, &l.base, NULL) == ROM_OK);
    const uint32_t old = hash_of(console);
    s.dirty = true;
    s.colour = 0xF0A010;
    CHECK(!live_frame(&l, SECOND, console, &next));
    CHECK_EQ(wait_for(&l, &s, console, SECOND, &next), old);
    CHECK(strstr(refused, "a recording is written") != NULL && strstr(refused, "--force") != NULL);
    CHECK(next.data == NULL && !view.edited);
    l.held = NULL; /* somebody forces them */
    s.dirty = true;
    CHECK(!live_frame(&l, 2 * SECOND, console, &next));
    CHECK(wait_for(&l, &s, console, 2 * SECOND, &next) != old);
    CHECK_EQ(refused[0], 0);
    CHECK(view.edited);
    CHECK(ox_console_frame(console));
    CHECK_EQ(ox_console_close(console), 0);
    CHECK(live_end(&l));

    /* its replay says where; files that change then are refused, too */
    view.edited = false;
    boot.record = NULL;
    boot.replay = taped;
    boot.replay_size = tape.used;
    console = ox_console_boot(&boot, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    live_begin(&l, &rebuild, "slow");
    l.held = replays_held;
    CHECK(rom_open(first.data, first.size, &l.base, NULL) == ROM_OK);
    s.dirty = true;
    CHECK(!live_frame(&l, SECOND, console, &next));
    CHECK_EQ(wait_for(&l, &s, console, SECOND, &next), old);
    CHECK(strstr(refused, "a recording plays") != NULL);
    uint32_t told = 0;
    const char *line;
    for (int i = 0; i < 400; i++) (void)ox_console_frame(console);
    for (uint32_t age = 0; (line = ox_console_log_line(console, age)) != NULL; age++)
        told += strstr(line, "files of the cart changed here") != NULL;
    CHECK_EQ(told, 1);
    CHECK_EQ(ox_console_close(console), 0);
    CHECK(live_end(&l));
    host_close(p);
    writer_free(&first);
    folder_remove(&s.folder);
}

/* A build that does not end is left behind: quitting does not wait for it. */
TEST(reload_end_does_not_wait_for_a_build) {
    static slow s;
    const live_rebuild rebuild = {.changed = changed, .build = build, .stop = stop, .context = &s};
    live l;
    writer next = {0};
    memset(&s, 0, sizeof s);
    atomic_store(&s.deaf, true);
    s.dirty = true;
    live_begin(&l, &rebuild, "slow");
    l.held = replays_held;
    CHECK(!live_frame(&l, SECOND, NULL, &next));
    CHECK(l.under_way != NULL);
    const uint64_t from = microseconds();
    CHECK(!live_end(&l));
    CHECK(microseconds() - from >= LIVE_PATIENCE / 2 && microseconds() - from < 20 * LIVE_PATIENCE);
    CHECK_EQ(atomic_load(&s.built), 0);
    atomic_store(&s.deaf, false); /* data that the build uses must stay until it ends */
    for (int i = 0; i < 5000 && atomic_load(&s.built) == 0; i++) pause_briefly();
    CHECK_EQ(atomic_load(&s.built), 1);
    pause_briefly();
}

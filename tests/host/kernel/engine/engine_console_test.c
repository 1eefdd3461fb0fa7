/* Tests of the console as a table of parts: order, restarts, closing, one owner, two at a time, no configuration. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/console/internal.h"
#include "platform/host/host.h"
#include "tests/port.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"

static _Alignas(16) uint8_t image[65536], other_image[65536];

static plat *headless(uint32_t frames) {
    char error[200] = "";
    host_options options = {.quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = frames};
    plat *p = test_port_open(&options, error, sizeof error);
    if (p == NULL) test_fail(__FILE__, __LINE__, error, 0, 1);
    return p;
}

static uint32_t small_cart(uint8_t *at, uint32_t format, uint32_t flags) {
    build_rom rom;
    return build_small_cart(&rom, at, sizeof image, 192 * 1024, format, 0, flags);
}

static ox_boot_options defaults(plat *p, const uint8_t *at, uint32_t size) {
    ox_boot_options options = ox_boot_defaults(p, at, size);
    options.deterministic = true;
    options.log_hashes = true;
    options.log_subsystems = false;
    return options;
}

/* Hashes of the next frames. */
static uint32_t play(ox_console *console, int frames) {
    uint32_t hash = 0;
    for (int i = 0; i < frames; i++) {
        ox_frame_stats stats;
        CHECK(ox_console_frame(console));
        ox_console_stats(console, &stats);
        hash = hash * 31 + stats.hash;
    }
    return hash;
}

static bool all_zero(const void *data, size_t size) {
    const uint8_t *bytes = data;
    while (size > 0 && bytes[size - 1] == 0) size--;
    return size == 0;
}

TEST(engine_console_table_is_in_order) {
    char why[120];
    CHECK_EQ(ox_startup_check(ox_console_subsystems, OX_CONSOLE_SUBSYSTEMS, why, sizeof why), OX_OK);
    static const char *const order[] = {"assertions",    "memory",    "log",      "time",  "ROM",
                                        "configuration", "resources", "modules",  "scene", "input",
                                        "cart",          "surface",   "renderer", "video"};
    for (uint32_t i = 0; i < OX_CONSOLE_SUBSYSTEMS; i++) {
        CHECK(strcmp(ox_console_subsystems[i].name, order[i]) == 0);
        CHECK_EQ(ox_console_subsystems[i].id, i);
    }
}

/* Takes the lines of starts out of the log, newest last. */
static int part_lines(const ox_console *console, char lines[32][64]) {
    int count = 0;
    uint32_t age = 0;
    while (ox_console_log_line(console, age) != NULL) age++;
    while (age-- > 0) {
        const char *line = ox_console_log_line(console, age);
        if (strncmp(line, "start ", 6) == 0 || strncmp(line, "stop ", 5) == 0) strcpy(lines[count++], line);
    }
    return count;
}

TEST(engine_console_logs_every_start_with_its_bytes) {
    uint32_t size = small_cart(image, PLAT_PAL8, 0);
    plat *p = headless(100);
    ox_error error;
    ox_boot_options options = defaults(p, image, size);
    static char lines[2][32][64];
    options.log_subsystems = true;
    for (int round = 0; round < 2; round++) {
        ox_console *console = ox_console_boot(&options, &error);
        CHECK(console != NULL);
        if (console == NULL) break;
        /* The ring begins with the log's own part; lines of parts before it went to the port. */
        CHECK_EQ(part_lines(console, lines[round]), OX_CONSOLE_SUBSYSTEMS - OX_SUBSYSTEM_LOG);
        for (int i = 0; i < OX_CONSOLE_SUBSYSTEMS - OX_SUBSYSTEM_LOG; i++) {
            char expected[64];
            snprintf(expected, sizeof expected, "start %s: %u bytes",
                     ox_console_subsystems[OX_SUBSYSTEM_LOG + i].name,
                     (unsigned)console->subsystem_memory[OX_SUBSYSTEM_LOG + i].taken);
            CHECK(strcmp(lines[round][i], expected) == 0);
        }
        const size_t row = 64 + (OX_PROFILED ? sizeof(ox_log_note) : 0); /* a line and what it is about */
        CHECK_EQ(console->subsystem_memory[OX_SUBSYSTEM_LOG].taken, 16 * row);
        size_t sum = 0;
        for (int i = 0; i < OX_CONSOLE_SUBSYSTEMS; i++) sum += console->subsystem_memory[i].taken;
        CHECK_EQ(sum, ox_arena_used(console->resident));
        play(console, 2);
        CHECK_EQ(ox_console_close(console), 0);
    }
    CHECK(memcmp(lines[0], lines[1], sizeof lines[0]) == 0); /* the second boot logs the same lines */
    host_close(p);
}

TEST(engine_console_parts_stay_inside_their_own_memory) {
    uint32_t size = small_cart(image, PLAT_RGB565, 0);
    plat *p = headless(100);
    ox_error error;
    ox_boot_options options = defaults(p, image, size);
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    const ox_startup_memory *at = console->subsystem_memory;
    const uint8_t *base = console->resident->base;
    /* Low end: log, resources, scene, each from the end of the part before; high end: the surface. */
    CHECK(at[OX_SUBSYSTEM_RESOURCES].low >= at[OX_SUBSYSTEM_LOG].low + at[OX_SUBSYSTEM_LOG].taken);
    CHECK(at[OX_SUBSYSTEM_SCENE].low == at[OX_SUBSYSTEM_RESOURCES].low + at[OX_SUBSYSTEM_RESOURCES].taken);
    CHECK((const uint8_t *)console->log.ring >= base + at[OX_SUBSYSTEM_LOG].low &&
          (const uint8_t *)console->log.ring + 16 * 64 <= base + at[OX_SUBSYSTEM_RESOURCES].low);
    CHECK((const uint8_t *)console->scene.rows >= base + at[OX_SUBSYSTEM_SCENE].low &&
          (const uint8_t *)console->scene.rows <
              base + at[OX_SUBSYSTEM_SCENE].low + at[OX_SUBSYSTEM_SCENE].taken);
    CHECK((const uint8_t *)console->resources.palette >= base + at[OX_SUBSYSTEM_RESOURCES].low &&
          (const uint8_t *)console->resources.palette < base + at[OX_SUBSYSTEM_SCENE].low);
    CHECK(console->bands.pixels >= base + console->resident->size - at[OX_SUBSYSTEM_SURFACE].taken);
    CHECK(console->frame_memory.arena.base + ox_frame_memory_size(&console->frame_memory) <= base);
    CHECK((uint8_t *)console + sizeof *console <= console->frame_memory.arena.base);
    ox_console_close(console);
    host_close(p);
}

TEST(engine_console_boots_and_closes_a_hundred_times) {
    uint32_t size = small_cart(image, PLAT_PAL8, 0), hash = 0;
    plat *p = headless(1000);
    plat_memory_map map;
    ox_error error;
    ox_boot_options options = defaults(p, image, size);
    plat_memory(p, &map);
    for (int i = 0; i < 100; i++) {
        ox_console *console = ox_console_boot(&options, &error);
        CHECK(console != NULL);
        if (console == NULL) break;
        uint32_t now = play(console, 2);
        if (i == 0) hash = now;
        CHECK_EQ(now, hash);
        CHECK_EQ(ox_console_close(console), 0);
        CHECK(all_zero(console, sizeof *console)); /* the console is all zero as before its boot */
        CHECK_EQ(ox_console_close(console), 0);    /* closing a closed console does nothing */
    }
    CHECK_EQ(ox_console_close(NULL), 0);
    host_close(p);
}

/* Every part is stopped twice, started, stopped twice; its state is zero again each time. */
TEST(engine_console_parts_end_as_they_began) {
    uint32_t size = small_cart(image, PLAT_PAL8, 0);
    plat *p = headless(1000);
    ox_error error;
    ox_boot_options options = defaults(p, image, size);
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    for (int round = 0; round < 2; round++) {
        ox_startup *startup = &console->engine.startup;
        ox_startup_stop(startup);
        ox_startup_stop(startup);
        CHECK(all_zero(&console->log, sizeof console->log));
        CHECK(all_zero(&console->loop, sizeof console->loop));
        CHECK(all_zero(&console->resources, sizeof console->resources));
        CHECK(all_zero(&console->scene, sizeof console->scene));
        CHECK(all_zero(console->host.input, sizeof *console->host.input));
        CHECK(all_zero(&console->before_scene, sizeof console->before_scene) && console->frame == NULL);
        CHECK(all_zero(&console->stock, sizeof console->stock));
        console->bands.vertices = (rs_block){NULL, 0};
        CHECK(all_zero(&console->bands, sizeof console->bands));
        for (int slot = OX_SLOT_LOG; slot < OX_SLOTS; slot++)
            CHECK(!ox_engine_has(&console->engine, (ox_slot)slot));
        CHECK(console->resident == NULL && console->left == 0);
        CHECK_EQ(ox_arena_used(&console->fast), 0);
        CHECK(all_zero(&console->memory, sizeof console->memory) &&
              all_zero(&console->plan, sizeof console->plan));
        if (round == 0) CHECK_EQ(ox_startup_run(startup), OX_OK);
    }
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
}

TEST(engine_console_restarts_a_part_while_it_plays) {
    uint32_t size = small_cart(image, PLAT_PAL8, 0);
    plat *p = headless(1000), *q = headless(1000);
    ox_error error;
    ox_boot_options options = defaults(p, image, size);
    ox_console *console = ox_console_boot(&options, &error);
    options.platform = q;
    ox_console *fresh = ox_console_boot(&options, &error);
    CHECK(console != NULL && fresh != NULL);
    if (console == NULL || fresh == NULL) return;
    uint32_t from_start = play(fresh, 5);
    play(console, 7);
    size_t used = ox_arena_used(console->resident);
    static const ox_console_subsystem parts[] = {OX_SUBSYSTEM_RESOURCES, OX_SUBSYSTEM_SCENE, OX_SUBSYSTEM_LOG,
                                                 OX_SUBSYSTEM_ROM};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        uint32_t steps = console->loop.steps, number = console->number;
        CHECK_EQ(ox_console_restart(console, parts[i], &error), OX_OK);
        CHECK_EQ(ox_arena_used(console->resident), used);
        CHECK(console->loop.steps == steps && console->number == number);
        CHECK_EQ(play(console, 5), from_start); /* the scene begins anew */
    }
    uint32_t going_on = play(fresh, 3);
    CHECK_EQ(ox_console_restart(console, OX_SUBSYSTEM_INPUT, &error), OX_OK);
    CHECK_EQ(ox_console_restart(console, OX_SUBSYSTEM_VIDEO, &error), OX_OK);
    CHECK_EQ(ox_console_restart(console, OX_SUBSYSTEM_TIME, &error), OX_OK);
    CHECK_EQ(play(console, 3), going_on); /* the scene goes on */
    CHECK_EQ(ox_console_restart(console, OX_SUBSYSTEM_MEMORY, &error), OX_BAD_ARGUMENT);
    CHECK(error.text[0] != 0);
    /* A part that does not come back ends the game with an error text. */
    ox_arena_fail_after(console->resident, 2);
    CHECK_EQ(ox_console_restart(console, OX_SUBSYSTEM_SCENE, &error), OX_OUT_OF_MEMORY);
    CHECK(strncmp(error.text, "budget 192 KB is too small: no room for the scene", 49) == 0);
    CHECK(!ox_console_frame(console));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_console_close(console), 0);
    CHECK_EQ(ox_console_close(fresh), 0);
    host_close(p);
    host_close(q);
}

TEST(engine_console_has_its_port_for_itself) {
    uint32_t size = small_cart(image, PLAT_PAL8, 0);
    plat *p = headless(100);
    ox_error error;
    ox_boot_options options = defaults(p, image, size);
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    play(console, 1);
    CHECK(ox_console_boot(&options, &error) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(error.status, OX_BAD_STATE);
    CHECK(strcmp(error.text, "this port plays a game already: close that console first") == 0);
    play(console, 1); /* the first console is unharmed */
    ox_console_close(console);
    options.scene = 12345; /* a boot that is refused gives the port free */
    CHECK(ox_console_boot(&options, &error) == NULL);
    options.scene = 0;
    console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    ox_console_close(console);
    host_close(p);
}

TEST(engine_console_calls_assert_outside_its_life) {
    uint32_t size = small_cart(image, PLAT_PAL8, 0);
    plat *p = headless(100);
    ox_error error;
    ox_frame_stats stats;
    ox_memory_region region;
    size_t peak, stack;
    ox_boot_options options = defaults(p, image, size);
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    ox_console_close(console);
    CHECK_EQ(test_assertions(), 0);
    CHECK(!ox_console_frame(console));
    ox_console_stats(console, &stats);
    CHECK(!ox_console_region(console, 0, &region));
    CHECK(!ox_console_bands_are_fast(console) && ox_console_band_lines(console) == 0);
    CHECK(ox_console_log_line(console, 0) == NULL);
    CHECK(!ox_console_stack(console, &peak, &stack));
    CHECK_EQ(ox_console_restart(console, OX_SUBSYSTEM_SCENE, &error), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 8 : 0);
    host_close(p);
}

TEST(engine_console_two_games_at_a_time) {
    uint32_t size = small_cart(image, PLAT_PAL8, 0),
             other = small_cart(other_image, PLAT_RGB565, ROM_SCENE_TURNTABLE);
    plat *p = headless(1000), *q = headless(1000);
    ox_error error;
    uint32_t alone[2] = {0, 0}, together[2] = {0, 0};
    const ox_boot_options options[2] = {defaults(p, image, size), defaults(q, other_image, other)};
    for (int i = 0; i < 2; i++) {
        ox_console *console = ox_console_boot(&options[i], &error);
        CHECK(console != NULL);
        for (int k = 0; console != NULL && k < 20; k++) alone[i] = alone[i] * 7 + play(console, 1);
        ox_console_close(console);
    }
    ox_console *one = ox_console_boot(&options[0], &error), *two = ox_console_boot(&options[1], &error);
    CHECK(one != NULL && two != NULL);
    for (int k = 0; one != NULL && two != NULL && k < 20; k++) {
        together[0] = together[0] * 7 + play(one, 1);
        together[1] = together[1] * 7 + play(two, 1);
    }
    CHECK(alone[0] == together[0] && alone[1] == together[1] && alone[0] != alone[1]);
    CHECK(ox_console_engine(one) != ox_console_engine(two));
    CHECK_EQ(ox_console_close(one), 0);
    CHECK_EQ(ox_console_close(two), 0);
    host_close(p);
    host_close(q);
}

TEST(engine_console_without_configuration_plays_with_defaults) {
    build_rom rom;
    build_begin(&rom, image, sizeof image);
    build_budget(&rom, 192 * 1024, 16384, 64, 48, PLAT_RGB565, 0);
    build_material(&rom, "material/red", 0xE02020u, 1, NULL);
    build_pyramid(&rom, "mesh/pyramid", "material/red", "material/red");
    build_scene scene = build_scene_begin(&rom, "scene/main", 0, 1, 0, 2);
    build_camera(&scene, 0, 98304, 4 * 65536);
    build_object(&scene, "mesh/pyramid", 0, 0, 0);
    build_object(&scene, "mesh/missing", 65536, 0, 0);
    uint32_t size = build_finish(&rom);
    plat *p = headless(100);
    ox_error error;
    ox_boot_options options = defaults(p, image, size);
    CHECK(ox_console_boot(&options, &error) == NULL); /* nothing says which scene begins */
    CHECK_EQ(error.status, OX_NOT_FOUND);
    options.scene = rom_id("scene/main");
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    bool told = false, missing = false;
    const char *line;
    for (uint32_t age = 0; (line = ox_console_log_line(console, age)) != NULL; age++) {
        told = told || strstr(line, "no info chunk") != NULL;
        missing = missing || strstr(line, "is not in the image") != NULL; /* a box stands in for the mesh */
    }
    CHECK(told && missing);
    CHECK(strncmp(ox_console_log_line(console, 0), "untitled: 64 x 48 rgb565", 24) == 0);
    CHECK(console->resources.placeholders > 0);
    play(console, 3);
    ox_console_close(console);
    host_close(p);
}

TEST(engine_console_quit_during_boot_leaves_cleanly) {
    uint32_t size = small_cart(image, PLAT_PAL8, 0);
    char error_text[200], path[] = "/tmp/oxcart_quit_XXXXXX";
    int file = mkstemp(path);
    CHECK(file >= 0);
    FILE *script = fdopen(file, "w");
    fputs("0 quit\n", script);
    fclose(script);
    host_options options = {.quiet = true, .threads = 1, .input_script = path};
    plat *p = test_port_open(&options, error_text, sizeof error_text);
    remove(path);
    CHECK(p != NULL);
    if (p == NULL) return;
    ox_error error;
    ox_boot_options boot = defaults(p, image, size);
    ox_console *console = ox_console_boot(&boot, &error);
    CHECK(console != NULL);
    CHECK(!ox_console_frame(console));
    host_frame frame;
    CHECK(!host_last_frame(p, &frame)); /* nothing was shown */
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
}

/* After boot no region but frame memory grants anything: uses, peaks and refusals stand still. */
TEST(engine_console_allocates_nothing_after_boot) {
    uint32_t size = small_cart(image, PLAT_PAL8, 0);
    plat *p = headless(2000);
    ox_error error;
    ox_boot_options options = defaults(p, image, size);
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    ox_memory_region before[8], after;
    int count = 0;
    while (count < 8 && ox_console_region(console, count, &before[count])) count++;
    CHECK_EQ(count, 3);
    uint32_t lines = console->log.written;
    play(console, 1000);
    for (int i = 0; i < count; i++) {
        CHECK(ox_console_region(console, i, &after));
        if (strcmp(after.name, "frame") == 0) continue;
        CHECK(after.used == before[i].used && after.peak == before[i].peak &&
              after.refused == before[i].refused);
    }
    CHECK_EQ(console->log.written, lines + 1000); /* one line of hashes a frame, as the options ask */
    ox_console_close(console);
    host_close(p);
}

/* ---- the debug service ---- */

typedef struct {
    uint32_t frames, last;
} frame_count;

static void count_frame(void *state, uint32_t number, uint32_t draw_microseconds) {
    frame_count *count = state;
    (void)draw_microseconds;
    count->frames++;
    count->last = number;
}

TEST(engine_console_tells_the_debug_service_of_every_frame) {
    static const ox_debug_operations operations = {{&ox_debug_type}, count_frame};
    uint32_t size = small_cart(image, PLAT_PAL8, 0);
    plat *p = headless(100);
    ox_error error;
    ox_boot_options options = defaults(p, image, size);
    options.first_tick = 0xFFFFFFFEu;
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    frame_count count = {0, 0};
    ox_service service = {&operations.head, &count};
    CHECK_EQ(ox_engine_serve(ox_console_engine(console), OX_SERVICE_DEBUG, service), OX_OK);
    play(console, 5);
    CHECK(count.frames == 5 && count.last == 2);
    ox_console_close(console);
    host_close(p);
}

/* ---- players' mistakes ---- */

static uint32_t noise(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Random input for ten minutes, drawn now and then: no assertion, no refusal. */
TEST(engine_console_takes_any_input_for_ten_minutes) {
    for (uint32_t flags = 0; flags <= ROM_SCENE_TURNTABLE; flags += ROM_SCENE_TURNTABLE) {
        uint32_t size = small_cart(image, PLAT_PAL8, flags), seed = 99;
        plat *p = headless(0);
        ox_error error;
        ox_boot_options options = defaults(p, image, size);
        ox_console *console = ox_console_boot(&options, &error);
        CHECK(console != NULL);
        if (console == NULL) return;
        for (int i = 0; i < 36000; i++) {
            plat_input in = {.buttons = noise(&seed) & noise(&seed),
                             .stick_x = (int16_t)noise(&seed),
                             .stick_y = (int16_t)noise(&seed),
                             .pointer_x = (int16_t)noise(&seed),
                             .pointer_y = (int16_t)noise(&seed),
                             .pointer_dx = (int16_t)noise(&seed),
                             .pointer_dy = (int16_t)noise(&seed),
                             .wheel = (int16_t)noise(&seed),
                             .pointer_held = (noise(&seed) & 1) != 0};
            ox_input_feed(console->host.input, &in);
            ox_input_step(console->host.input);
            ox_scene_step(&console->scene, console->host.input);
            if (i % 500 == 0) CHECK(ox_console_frame(console));
        }
        CHECK_EQ(ox_console_close(console), 0);
        host_close(p);
    }
}

/* ---- two contexts ---- */

static plat *scripted(const char *path) {
    char error[200] = "";
    host_options options = {.quiet = true, .memory = 1 << 20, .threads = 1, .input_script = path};
    plat *p = test_port_open(&options, error, sizeof error);
    if (p == NULL) test_fail(__FILE__, __LINE__, error, 0, 1);
    return p;
}

/* 600 ticks of two consoles in one process with different input: each plays as if it were alone. */
TEST(engine_console_two_contexts_of_600_ticks) {
    char paths[2][64];
    for (int i = 0; i < 2; i++)
        snprintf(paths[i], sizeof paths[i], "/tmp/oxcart-context-%ld-%d.txt", (long)getpid(), i);
    uint32_t alone[2] = {0, 0}, together[2] = {0, 0};
    ox_error error;
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(paths[i], "w");
        CHECK(file != NULL);
        if (file == NULL) return;
        for (int f = 0; f < 600; f += 20)
            fprintf(file, "%d hold %s 7\n", f, (f / 20 + i) % 3 == 0 ? "RIGHT" : i == 0 ? "A" : "B+UP");
        fclose(file);
    }
    uint32_t size = small_cart(image, PLAT_PAL8, 0);
    for (int i = 0; i < 2; i++) {
        plat *p = scripted(paths[i]);
        ox_boot_options options = defaults(p, image, size);
        ox_console *console = ox_console_boot(&options, &error);
        CHECK(console != NULL);
        if (console == NULL) return;
        alone[i] = play(console, 600);
        CHECK_EQ(ox_console_close(console), 0);
        host_close(p);
    }
    plat *ports[2];
    ox_console *consoles[2];
    for (int i = 0; i < 2; i++) {
        ports[i] = scripted(paths[i]);
        ox_boot_options options = defaults(ports[i], image, size);
        consoles[i] = ox_console_boot(&options, &error);
        CHECK(consoles[i] != NULL);
        if (consoles[i] == NULL) return;
        CHECK(ox_engine_get(ox_console_engine(consoles[i]), OX_SLOT_SCENE) == &consoles[i]->scene);
    }
    for (int frame = 0; frame < 600; frame++) {
        for (int i = 0; i < 2; i++) {
            ox_frame_stats stats;
            CHECK(ox_console_frame(consoles[i]));
            ox_console_stats(consoles[i], &stats);
            together[i] = together[i] * 31 + stats.hash;
        }
    }
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(together[i], alone[i]);
        CHECK_EQ(ox_console_close(consoles[i]), 0);
        host_close(ports[i]);
        remove(paths[i]);
    }
    CHECK(alone[0] != alone[1]);
}

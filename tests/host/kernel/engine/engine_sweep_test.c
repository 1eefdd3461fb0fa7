/* The fault sweep: every request for memory of the showcase's whole life is refused once; and the soak: a
 * million frames of coming, going and changing levels leave every mark where it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/memory/pool.h"
#include "platform/host/host.h"
#include "tests/port.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tools/pack/pack.h"

/* ---- the showcase, packed once ---- */

static writer showcase;

static bool have_showcase(void) {
    static const pack_options options = {.names = false};
    pack_report report;
    tool_error error;
    cart c;
    if (showcase.data != NULL) return true;
    if (!cart_load("rom/carts/showcase", &c, &error)) {
        test_skip("rom/carts/showcase is not here: run the tests from the root of the tree");
        return false;
    }
    bool ok = pack_cart(&c, &options, &showcase, &report, &error);
    if (!ok) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    cart_free(&c);
    return ok;
}

static void drop_showcase(void) {
    writer_free(&showcase);
    memset(&showcase, 0, sizeof showcase);
}

static plat *machine(size_t fast) {
    char error[200] = "";
    host_options options = {.quiet = true, .memory = 256 * 1024, .fast_memory = fast, .threads = 1};
    plat *p = test_port_open(&options, error, sizeof error);
    if (p == NULL) test_fail(__FILE__, __LINE__, error, 0, 1);
    return p;
}

/* The outcome of a run with one fault. */
typedef enum { REFUSED, PLAYED, NOT_STRUCK } outcome;

/* A word after the budget that no console may touch. */
static bool guards_intact(const plat_memory_map *map, uint32_t budget) {
    const uint8_t *after = (const uint8_t *)map->main.base + budget;
    for (size_t i = 0; i < 64; i++) {
        if (after[i] != 0xA5) return false;
    }
    return true;
}

/* Boot, two frames, the scene loaded anew, a frame, the end; the k-th request for memory of this life is
 * refused. */
static outcome run_with_fault(plat *p, uint32_t k, char sentence[160]) {
    plat_memory_map map;
    ox_fault fault = ox_fault_at(k, OX_TAGS);
    ox_boot_options options = ox_boot_defaults(p, showcase.data, showcase.size);
    ox_error error;
    plat_memory(p, &map);
    uint32_t budget = 196 * 1024;
    memset((uint8_t *)map.main.base + budget, 0xA5, 64);
    options.deterministic = true;
    options.log_subsystems = false;
    options.faults = &fault;
    options.width = 64; /* the sweep tries no drawing */
    options.height = 48;
    sentence[0] = 0;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) {
        CHECK_EQ(error.status, OX_OUT_OF_MEMORY);
        CHECK(strlen(error.text) > 20);
        snprintf(sentence, 160, "%s", error.text);
        CHECK(plat_claim(p, PLAT_CONSOLE, true)); /* the port is free again */
        plat_claim(p, PLAT_CONSOLE, false);
    } else {
        CHECK(ox_console_frame(console) && ox_console_frame(console));
        ox_status status = ox_console_restart(console, OX_SUBSYSTEM_SCENE, &error);
        if (status == OX_OK) {
            CHECK(ox_console_frame(console));
        } else {
            CHECK_EQ(status, OX_OUT_OF_MEMORY);
            snprintf(sentence, 160, "%s", error.text);
        }
        CHECK_EQ(ox_console_close(console), 0);
    }
    CHECK(guards_intact(&map, budget));
    if (fault.struck == 0) return NOT_STRUCK;
    return sentence[0] != 0 ? REFUSED : PLAYED;
}

TEST(engine_sweep_refuses_every_request_of_the_showcase_once) {
    if (!have_showcase()) return;
    /* Fast memory for recorder and bands, and none. */
    static const size_t fast[] = {24 * 1024, 0};
    for (size_t i = 0; i < sizeof fast / sizeof fast[0]; i++) {
        uint32_t counts[3] = {0, 0, 0}, k = 1;
        char sentence[160], first[160] = "";
        plat *p = machine(fast[i]);
        outcome result = REFUSED;
        for (; k < 5000 && result != NOT_STRUCK; k++) {
            result = run_with_fault(p, k, sentence);
            counts[result]++;
            if (k == 1) memcpy(first, sentence, sizeof first);
        }
        TEST_INFO(
            "%u bytes of fast memory: %u requests; %u runs ended in a sentence, %u played with stand-ins",
            (unsigned)fast[i], (unsigned)(k - 2), (unsigned)counts[REFUSED], (unsigned)counts[PLAYED]);
        CHECK_EQ(result, NOT_STRUCK);
        CHECK(counts[REFUSED] > 10 && counts[PLAYED] > 50);
        CHECK(strncmp(first, "budget 196 KB is too small", 26) == 0);
        host_close(p);
    }
    drop_showcase();
}

/* ---- the soak ---- */

enum { SHOTS = 64, FRAMES = 1000000, LEVEL = 20000, DRAW = 25000, LIFE = 37 };

typedef struct {
    uint32_t born, place;
} shot;

/* A world of shots that live for a while: in a pool, named by handles, with scratch memory every frame. */
typedef struct {
    ox_console *console;
    ox_pool pool;
    ox_mark level; /* of resident memory, before the pool */
    ox_handle handles[SHOTS];
    uint32_t spawned, refused, levels, hash, most; /* most: alive at once */
} world;

typedef struct {
    size_t resident, frame, pool, stack;
} marks;

static marks marks_of(const world *w) {
    marks m = {0};
    ox_memory_region region;
    size_t size;
    for (int i = 0; ox_console_region(w->console, i, &region); i++) {
        if (strcmp(region.name, "level") == 0) m.resident = region.peak;
        if (strcmp(region.name, "frame") == 0) m.frame = region.peak;
    }
    m.pool = w->most;
    (void)ox_console_stack(w->console, &m.stack, &size);
    return m;
}

static bool enter_level(world *w) {
    ox_error error;
    CHECK_EQ(ox_console_restart(w->console, OX_SUBSYSTEM_SCENE, &error), OX_OK);
    ox_arena *resident = ox_engine_get(ox_console_engine(w->console), OX_SLOT_RESIDENT);
    memset(w->handles, 0, sizeof w->handles);
    w->level = ox_arena_mark(resident, OX_ARENA_LOW);
    w->levels++;
    return ox_pool_init(&w->pool, resident, sizeof(shot), _Alignof(shot), SHOTS) == OX_OK;
}

static uint32_t mix(uint32_t hash, uint32_t value) { return (hash ^ value) * 16777619u; }

static void step_world(world *w) {
    ox_loop *loop = ox_engine_get(ox_console_engine(w->console), OX_SLOT_LOOP);
    ox_frame_memory *frame = ox_engine_get(ox_console_engine(w->console), OX_SLOT_FRAME_MEMORY);
    uint32_t tick = loop->steps;
    ox_frame_memory_begin(frame);
    uint32_t *scratch = ox_frame_memory_push(frame, SHOTS * sizeof *scratch, 4), count = 0;
    for (uint32_t i = 0; i < SHOTS; i++) {
        shot *s = ox_pool_get(&w->pool, w->handles[i]);
        if (s == NULL) continue;
        s->place += 3;
        if (scratch != NULL) scratch[count++] = s->place;
        /* the age is right across the wrap of ticks */
        if (tick - s->born > LIFE) ox_pool_give(&w->pool, s);
    }
    uint32_t slot = w->spawned % SHOTS;
    if (ox_pool_get(&w->pool, w->handles[slot]) == NULL) {
        shot *s = ox_pool_take(&w->pool, &w->handles[slot]);
        if (s == NULL) w->refused++;
        if (w->pool.fresh > w->most) w->most = w->pool.fresh;
        if (s != NULL) *s = (shot){tick, w->hash & 0xFFFFu};
        w->spawned++;
    }
    for (uint32_t i = 0; i < count; i++) w->hash = mix(w->hash, scratch[i]);
}

/* Runs the world on a console whose ticks begin at `first`, and returns the hash of all that happened. */
static uint32_t soak(uint32_t first, uint32_t frames, world *w) {
    static _Alignas(16) uint8_t image[65536];
    build_rom rom;
    ox_error error;
    plat *p = machine(0);
    uint32_t size = build_small_cart(&rom, image, sizeof image, 192 * 1024, PLAT_PAL8, 0, 0);
    ox_boot_options options = ox_boot_defaults(p, image, size);
    options.deterministic = true;
    options.log_hashes = true;
    options.log_subsystems = false;
    options.first_tick = first;
    memset(w, 0, sizeof *w);
    w->hash = 2166136261u;
    w->console = ox_console_boot(&options, &error);
    CHECK(w->console != NULL);
    if (w->console == NULL) return 0;
    marks warm = {0};
    CHECK(enter_level(w));
    for (uint32_t i = 0; i < frames; i++) {
        ox_frame_stats stats;
        if (i % LEVEL == LEVEL - 1) {
            ox_arena *resident = ox_engine_get(ox_console_engine(w->console), OX_SLOT_RESIDENT);
            /* The pool lies on the scene's memory: memory goes back to the pool's beginning, and the level
             * begins anew. */
            CHECK(ox_arena_rollback(resident, w->level));
            CHECK(enter_level(w));
        }
        ox_loop_advance(&w->console->loop, 0);
        ox_input_step(w->console->host.input);
        ox_scene_step(&w->console->scene, w->console->host.input);
        step_world(w);
        if (i % DRAW == 0) {
            CHECK(ox_console_frame(w->console));
            ox_console_stats(w->console, &stats);
            w->hash = mix(w->hash, stats.hash);
        }
        if (i == frames / 20) warm = marks_of(w);
    }
    marks end = marks_of(w);
    CHECK(memcmp(&warm, &end, sizeof end) == 0);
    if (first == 0) {
        TEST_INFO(
            "high-water marks: resident %u, frame %u bytes, pool %u, stack %u bytes; %u spawned in %u levels",
            (unsigned)end.resident, (unsigned)end.frame, (unsigned)end.pool, (unsigned)end.stack,
            (unsigned)w->spawned, (unsigned)w->levels);
    }
    ox_arena *resident = ox_engine_get(ox_console_engine(w->console), OX_SLOT_RESIDENT);
    CHECK(ox_arena_rollback(resident, w->level));
    CHECK_EQ(ox_console_close(w->console), 0);
    host_close(p);
    return w->hash;
}

TEST(engine_soak_a_million_frames_leave_every_mark_flat) {
    static world w;
    uint32_t hash = soak(0, FRAMES, &w);
    CHECK(w.spawned > FRAMES / 2 && w.refused == 0 && w.most > 30 && w.levels == FRAMES / LEVEL + 1);
    TEST_INFO("hash %08x", (unsigned)hash);
}

TEST(engine_soak_ticks_may_wrap) {
    static world w;
    uint32_t plain = soak(0, 50000, &w), late = soak(0xFFFFF000u, 50000, &w),
             later = soak(0xFFFF8000u, 50000, &w);
    CHECK_EQ(plain, late);
    CHECK_EQ(plain, later);
}

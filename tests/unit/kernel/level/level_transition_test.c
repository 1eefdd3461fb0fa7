/* Topology and transitions: which ways exist, and that nothing of a level is left behind. */
#include "fixedmath/random.h"
#include "kernel/level/stream.h"
#include "kernel/level/transition.h"
#include "raster/post.h"
#include "rom/check.h"
#include "tests/test.h"
#include "tests/unit/kernel/level/level_builder.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/rom/rom_builder.h"

static union {
    uint64_t align;
    uint8_t bytes[32 * 1024];
} block;
static union {
    uint64_t align;
    uint8_t bytes[2048];
} data;
static ox_arena arena;
static ox_topology map;

typedef struct way {
    uint32_t from, to, flags;
} way;

/* Builds a map of levels 100, 101 ... side by side, 10 m each; ways in the order of `from`. */
static uint32_t build_map(uint8_t form, uint32_t columns, uint32_t rows, uint32_t count, const way *ways,
                          uint32_t way_count) {
    uint32_t at = ROM_TOPOLOGY_SIZE, links = at + count * ROM_TOPOLOGY_NODE_SIZE, link = 0;
    rom_error error;
    level_header(data.bytes, ROM_TOPOLOGY_SIZE);
    data.bytes[ROM_TOPOLOGY_FORM] = form;
    level_put_half(data.bytes + ROM_TOPOLOGY_COLUMNS, columns);
    level_put_half(data.bytes + ROM_TOPOLOGY_ROWS, rows);
    level_put(data.bytes + ROM_TOPOLOGY_NODE_COUNT, count);
    level_put(data.bytes + ROM_TOPOLOGY_NODES_AT, at);
    level_put(data.bytes + ROM_TOPOLOGY_LINK_COUNT, way_count);
    level_put(data.bytes + ROM_TOPOLOGY_LINKS_AT, way_count == 0 ? 0 : links);
    for (uint32_t i = 0; i < count; i++, at += ROM_TOPOLOGY_NODE_SIZE) {
        uint32_t first = link;
        for (uint32_t w = 0; w < way_count; w++) {
            uint8_t *row = data.bytes + links + link * ROM_TOPOLOGY_LINK_SIZE;
            if (ways[w].from != i) continue;
            memset(row, 0, ROM_TOPOLOGY_LINK_SIZE);
            level_put(row + ROM_TOPOLOGY_LINK_NODE, ways[w].to);
            level_put(row + ROM_TOPOLOGY_LINK_FLAGS, ways[w].flags);
            link++;
        }
        level_put(data.bytes + at + ROM_TOPOLOGY_NODE_LEVEL, 100 + i);
        level_put_vector(data.bytes + at + ROM_TOPOLOGY_NODE_LOW, (vec3){(fx)i * 10 * FX_ONE, 0, 0});
        level_put_vector(data.bytes + at + ROM_TOPOLOGY_NODE_HIGH,
                         (vec3){(fx)i * 10 * FX_ONE + 9 * FX_ONE, FX_ONE, FX_ONE});
        level_put(data.bytes + at + ROM_TOPOLOGY_NODE_FIRST_LINK, first);
        level_put(data.bytes + at + ROM_TOPOLOGY_NODE_LINK_COUNT, link - first);
    }
    CHECK_EQ(rom_check_chunk(ROM_TAG_TOPOLOGY, data.bytes, links + link * ROM_TOPOLOGY_LINK_SIZE, &error),
             ROM_OK);
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_topology_init(&map, data.bytes, &arena), OX_OK);
    return links + link * ROM_TOPOLOGY_LINK_SIZE;
}

TEST(level_topology_forms) {
    uint16_t far[9];
    (void)build_map(ROM_TOPOLOGY_LINE, 0, 0, 5, NULL, 0);
    CHECK(ox_topology_way(&map, 1, 2) == OX_OK && ox_topology_way(&map, 2, 1) == OX_OK);
    CHECK_EQ(ox_topology_way(&map, 0, 2), OX_NOT_FOUND);
    ox_topology_distances(&map, 1, far);
    CHECK(far[0] == 1 && far[1] == 0 && far[4] == 3);
    (void)build_map(ROM_TOPOLOGY_STAR, 0, 0, 5, NULL, 0);
    CHECK(ox_topology_way(&map, 0, 4) == OX_OK && ox_topology_way(&map, 4, 0) == OX_OK);
    CHECK_EQ(ox_topology_way(&map, 3, 4), OX_NOT_FOUND);
    ox_topology_distances(&map, 3, far);
    CHECK(far[0] == 1 && far[4] == 2 && far[3] == 0);
    CHECK_EQ(ox_topology_toward(&map, 4, far), 0); /* by the hub, the first of all levels */
    (void)build_map(ROM_TOPOLOGY_GRID, 3, 3, 9, NULL, 0);
    CHECK(ox_topology_way(&map, 4, 1) == OX_OK && ox_topology_way(&map, 4, 5) == OX_OK &&
          ox_topology_way(&map, 4, 7) == OX_OK);
    CHECK_EQ(ox_topology_way(&map, 2, 3), OX_NOT_FOUND); /* the ends of two rows are not connected */
    CHECK_EQ(ox_topology_way(&map, 0, 4), OX_NOT_FOUND);
    ox_topology_distances(&map, 0, far);
    CHECK(far[8] == 4 && far[2] == 2);
    CHECK_EQ(ox_topology_find(&map, 103), 3);
    CHECK_EQ(ox_topology_find(&map, 99), OX_NOT_FOUND);
    CHECK_EQ(ox_topology_level(&map, 8), 108);
    CHECK_EQ(ox_topology_at(&map, (vec3){45 * FX_ONE, 0, 0}), 4);
    CHECK_EQ(ox_topology_at(&map, (vec3){-FX_ONE, 0, 0}), OX_NOT_FOUND);
}

TEST(level_topology_doors) {
    static const way ways[] = {{0, 1, 0}, {0, 2, 1}, {1, 3, 4}};
    uint16_t far[4];
    (void)build_map(ROM_TOPOLOGY_GRAPH, 0, 0, 4, ways, 3);
    CHECK_EQ(ox_topology_way(&map, 0, 2), OX_BAD_STATE);
    CHECK_EQ(ox_topology_way(&map, 2, 0), OX_BAD_STATE);
    CHECK(ox_topology_way(&map, 0, 1) == OX_OK && ox_topology_way(&map, 1, 0) == OX_OK);
    CHECK_EQ(ox_topology_way(&map, 1, 3), OX_OK);
    CHECK_EQ(ox_topology_way(&map, 3, 1), OX_NOT_FOUND); /* the way leads in one direction only */
    ox_topology_distances(&map, 0, far);
    CHECK(far[2] == OX_TOPOLOGY_FAR && far[3] == 2);
    int door = ox_topology_link(&map, 0, 2);
    CHECK_EQ(door, 1);
    CHECK(ox_topology_is_locked(&map, 1));
    ox_topology_lock(&map, (uint32_t)door, false);
    CHECK_EQ(ox_topology_way(&map, 2, 0), OX_OK);
    CHECK_EQ(ox_topology_link(&map, 2, 3), OX_NOT_FOUND);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_topology_way(&map, 9, 0), OX_NOT_FOUND);
    ox_topology_lock(&map, 7, true);
    CHECK(ox_topology_is_locked(&map, 7));
    CHECK_EQ(ox_topology_level(&map, 9), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 4 : 0);
    ox_arena_init(&arena, block.bytes, 0);
    CHECK_EQ(ox_topology_init(&map, data.bytes, &arena), OX_OUT_OF_MEMORY);
}

/* What a form implies leads from level to level, to none beyond the last and from none to itself. */
TEST(level_topology_forms_end) {
    static const struct {
        uint8_t form;
        uint32_t from, to;
        bool leads;
    } rows[] = {
        {ROM_TOPOLOGY_LINE, 2, 3, true},  {ROM_TOPOLOGY_LINE, 3, 4, false}, {ROM_TOPOLOGY_LINE, 4, 3, false},
        {ROM_TOPOLOGY_LINE, 1, 1, false}, {ROM_TOPOLOGY_STAR, 0, 1, true},  {ROM_TOPOLOGY_STAR, 1, 0, true},
        {ROM_TOPOLOGY_STAR, 0, 3, true},  {ROM_TOPOLOGY_STAR, 0, 0, false}, {ROM_TOPOLOGY_STAR, 1, 2, false},
        {ROM_TOPOLOGY_STAR, 0, 4, false}, {ROM_TOPOLOGY_STAR, 4, 0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        (void)build_map(rows[i].form, 0, 0, 4, NULL, 0);
        CHECK_EQ(ox_topology_way(&map, rows[i].from, rows[i].to) == OX_OK, rows[i].leads);
        const bool is_there = rows[i].from < 4 && rows[i].to < 4;
        CHECK_EQ(test_assertions(), OX_DEBUG && !is_there ? 1 : 0);
    }
}

/* Ways that lead in one direction are gone in that direction. */
TEST(level_topology_one_way_routes) {
    static const way ways[] = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}};
    uint16_t far[4];
    (void)build_map(ROM_TOPOLOGY_GRAPH, 0, 0, 4, ways, 3);
    ox_topology_distances(&map, 0, far);
    CHECK(far[3] == 3 && ox_topology_toward(&map, 3, far) == 1 && ox_topology_toward(&map, 2, far) == 1);
    ox_topology_distances(&map, 3, far);
    CHECK(far[0] == OX_TOPOLOGY_FAR && ox_topology_toward(&map, 0, far) == OX_NOT_FOUND);
    /* a link that leads one way takes the place of the form's own way back */
    static const way back[] = {{1, 0, 4}};
    (void)build_map(ROM_TOPOLOGY_LINE, 0, 0, 3, back, 1);
    CHECK(ox_topology_way(&map, 1, 0) == OX_OK && ox_topology_way(&map, 0, 1) == OX_NOT_FOUND);
    CHECK_EQ(ox_topology_way(&map, 1, 2), OX_OK);
}

/* A way by its steps: the next level towards a goal, by the levels with the lowest numbers. */
TEST(level_topology_ways_by_steps) {
    static const way ways[] = {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 3, 0}, {3, 4, 1}, {4, 5, 0}};
    uint16_t far[6];
    (void)build_map(ROM_TOPOLOGY_GRAPH, 0, 0, 6, ways, 6);
    ox_topology_distances(&map, 0, far);
    CHECK(far[0] == 0 && far[1] == 1 && far[2] == 1 && far[3] == 2 && far[4] == OX_TOPOLOGY_FAR);
    CHECK_EQ(ox_topology_toward(&map, 3, far), 1); /* 1 and 2 are as near */
    CHECK_EQ(ox_topology_toward(&map, 1, far), 1);
    CHECK_EQ(ox_topology_toward(&map, 0, far), OX_NOT_FOUND);
    CHECK_EQ(ox_topology_toward(&map, 5, far), OX_NOT_FOUND);
    const int door = ox_topology_link(&map, 4, 3);
    CHECK_EQ(door, 4);
    ox_topology_lock(&map, (uint32_t)door, false);
    ox_topology_distances(&map, 0, far);
    CHECK(far[3] == 2 && far[4] == 3 && far[5] == 4);
    CHECK_EQ(ox_topology_toward(&map, 5, far), 1);
    ox_topology_lock(&map, (uint32_t)door, true); /* distances of other locks lead nowhere */
    CHECK_EQ(ox_topology_toward(&map, 5, far), OX_NOT_FOUND);
    /* locks are bits of the caller's: they stay, or all doors are locked anew */
    uint32_t words[2] = {1u << 4, 0xFFFFFFFFu};
    ox_topology bound;
    ox_topology_bind(&bound, data.bytes, words, false);
    CHECK(ox_topology_is_locked(&bound, 4) && !ox_topology_is_locked(&bound, 0) && bound.count == 6 &&
          bound.links == 6);
    words[0] = 1;
    ox_topology_bind(&bound, data.bytes, words, true);
    CHECK(ox_topology_is_locked(&bound, 4) && !ox_topology_is_locked(&bound, 0) &&
          !ox_topology_is_locked(&bound, 5));
    CHECK_EQ(words[1], 0xFFFFFFFFu);
    const box3 third = ox_topology_bounds(&map, 2);
    CHECK(third.lo.x == 20 * FX_ONE && third.hi.x == 29 * FX_ONE && third.hi.z == FX_ONE);
    CHECK_EQ(test_assertions(), 0);
    /* numbers that no level has: nothing is there */
    const box3 none = ox_topology_bounds(&map, 6);
    CHECK(none.lo.x > none.hi.x);
    CHECK_EQ(ox_topology_toward(&map, 6, far), OX_NOT_FOUND);
    CHECK(ox_topology_way(&map, 6, 0) == OX_NOT_FOUND && ox_topology_way(&map, 0, 6) == OX_NOT_FOUND);
    ox_topology_distances(&map, 6, far);
    for (int i = 0; i < 6; i++) CHECK_EQ(far[i], OX_TOPOLOGY_FAR);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 5 : 0);
}

/* ---- transitions ---- */

typedef struct game {
    ox_level_memory memory;
    uint8_t *level;
    uint32_t bytes, done;
    uint32_t loaded;                            /* level + 1 */
    uint32_t fail_begin, fail_load, fail_start; /* level + 1 */
    size_t baseline;
    uint32_t unloads, starts;
} game;
static game g;

static void unload(void *context, uint32_t level) {
    game *of = (game *)context;
    CHECK_EQ(of->loaded, level + 1);
    of->loaded = 0;
    of->unloads++;
}
static ox_status begin(void *context, uint32_t level) {
    game *of = (game *)context;
    CHECK_EQ(ox_arena_used(&arena), of->baseline); /* every byte of the level before was given back */
    if (of->fail_begin == level + 1) return OX_NOT_FOUND;
    of->bytes = 3000 + level * 1700;
    of->done = 0;
    of->level = ox_arena_push_low(&arena, of->bytes, 8);
    return of->level == NULL ? OX_OUT_OF_MEMORY : OX_OK;
}
static ox_status load(void *context, uint32_t level, uint32_t *done, uint32_t *total) {
    game *of = (game *)context;
    if (of->fail_load == level + 1 && of->done > 1000) return OX_IO_ERROR;
    for (uint32_t i = 0; i < 512 && of->done < of->bytes; i++) of->level[of->done++] = (uint8_t)level;
    *done = of->done;
    *total = of->bytes;
    return of->done < of->bytes ? OX_EMPTY : OX_OK;
}
static ox_status start(void *context, uint32_t level) {
    game *of = (game *)context;
    if (of->fail_start == level + 1) return OX_BAD_DATA;
    of->loaded = level + 1;
    of->starts++;
    return OX_OK;
}
static const ox_transition_ops ops = {unload, begin, load, start};

static ox_transition prepare(uint32_t levels, const way *ways, uint32_t count, ox_clock *clock,
                             uint32_t fade) {
    ox_transition t;
    (void)build_map(ROM_TOPOLOGY_GRAPH, 0, 0, levels, ways, count);
    memset(&g, 0, sizeof g);
    ox_clock_init(clock, 0);
    CHECK_EQ(ox_level_open(&g.memory, &arena, 0), OX_OK);
    g.baseline = ox_arena_used(&arena);
    ox_transition_init(
        &t,
        &(ox_transition_config){
            .ops = &ops, .context = &g, .memory = &g.memory, .clock = clock, .topology = &map, .fade = fade});
    return t;
}

TEST(level_transition_fades_and_loads) {
    static const way ways[] = {{0, 1, 0}, {1, 2, 1}};
    ox_clock clock;
    ox_transition t = prepare(3, ways, 2, &clock, 16);
    CHECK_EQ(ox_transition_light(&t), 0);
    CHECK_EQ(ox_transition_go(&t, 0), OX_OK);
    while (ox_transition_is_under_way(&t)) ox_transition_tick(&t);
    CHECK_EQ(t.here, 0);
    CHECK_EQ(ox_transition_light(&t), UF16_ONE);
    ox_clock_update(&clock, 100);
    CHECK_EQ(ox_clock_ticks(&clock), 100);
    CHECK_EQ(ox_transition_go(&t, 2), OX_NOT_FOUND);
    CHECK_EQ(ox_transition_go(&t, 9), OX_NOT_FOUND);
    CHECK_EQ(ox_transition_go(&t, 1), OX_OK);
    CHECK_EQ(ox_transition_go(&t, 1), OX_BAD_STATE);
    uint32_t last_light = UF16_ONE, last_progress = 0, ticks = 0, dark = 0, last_luminance = 3 * 255;
    bool out = true;
    CHECK_EQ(ox_transition_light(&t), UF16_ONE); /* the first picture is fully lit */
    for (; ox_transition_is_under_way(&t); ticks++) {
        uint32_t light, colour, luminance;
        ox_transition_tick(&t);
        ox_clock_update(&clock, 100);
        light = ox_transition_light(&t);
        const rs_grade grade = rs_grade_fade(0, RS_POST_FULL - (int)(light >> 8));
        colour = rs_grade_colour(&grade, 0xFFFFFF);
        luminance = (colour & 255u) + (colour >> 8 & 255u) + (colour >> 16);
        if (out && t.phase != OX_TRANSITION_FADE_OUT) out = false, CHECK_EQ(light, 0);
        CHECK(out ? light < last_light && luminance < last_luminance : light >= last_light || light == 0);
        CHECK(out || luminance >= last_luminance || light == 0);
        CHECK(t.progress >= last_progress);
        if (t.phase == OX_TRANSITION_FADE_IN) CHECK_EQ(light, (t.step << 16) / 16u);
        if (t.phase == OX_TRANSITION_FADE_OUT) CHECK_EQ(light, ((16u - t.step) << 16) / 16u);
        if (t.phase == OX_TRANSITION_LOAD)
            CHECK_EQ(t.progress, (uint32_t)(((uint64_t)g.done << 16) / g.bytes));
        last_light = light;
        last_luminance = luminance;
        last_progress = t.progress;
        dark += light == 0;
    }
    CHECK_EQ(last_progress, 65536);
    CHECK_EQ(last_light, UF16_ONE);        /* the last picture is fully lit, too */
    CHECK_EQ(ticks, 16 + 1 + 10 + 1 + 16); /* 4,700 bytes, 512 in a tick */
    CHECK_EQ(ox_clock_ticks(&clock), 200); /* the clock stood until the last tick was done */
    CHECK(dark >= 12);
    CHECK_EQ(t.here, 1);
    CHECK_EQ(ox_transition_go(&t, 2), OX_BAD_STATE); /* the way is locked */
    ox_topology_lock(&map, 1, false);
    CHECK_EQ(ox_transition_go(&t, 2), OX_OK);
}

TEST(level_transition_hundred_at_random) {
    static const way ways[] = {{0, 1, 0}, {0, 2, 0}, {0, 3, 1}, {1, 2, 0}, {2, 3, 4}, {3, 4, 0}};
    rng32 r = rng32_seed(76, 1);
    ox_clock clock;
    ox_transition t = prepare(5, ways, 6, &clock, 4);
    uint32_t done = 0, refused = 0;
    size_t most = 0;
    while (done < 100) {
        uint32_t to = rng32_next(&r) % 5;
        ox_status expected = t.here < 0 ? OX_OK : ox_topology_way(&map, (uint32_t)t.here, to);
        CHECK_EQ(ox_transition_go(&t, to), expected);
        if (expected != OX_OK) {
            refused++;
            if (t.here == 3 || t.here == 4)
                ox_topology_lock(&map, 2, false); /* the hub's door opens from within */
            continue;
        }
        while (ox_transition_is_under_way(&t)) {
            ox_transition_tick(&t);
            if (ox_arena_used(&arena) > most) most = ox_arena_used(&arena);
        }
        CHECK_EQ(t.here, (int)to);
        CHECK_EQ(ox_arena_used(&arena), g.baseline + g.bytes);
        done++;
    }
    CHECK_EQ(g.unloads, 99);
    CHECK_EQ(g.starts, 100);
    CHECK(refused > 10);
    CHECK(most <= g.baseline + 3000 + 4 * 1700); /* two levels are never in memory at a time */
    CHECK_EQ(ox_level_end(&g.memory), OX_OK);
    CHECK_EQ(ox_arena_used(&arena), g.baseline);
}

TEST(level_transition_failures_lead_back) {
    static const way ways[] = {{0, 1, 0}};
    for (int how = 0; how < 3; how++) {
        ox_clock clock;
        ox_transition t = prepare(2, ways, 1, &clock, 2);
        static const ox_status statuses[] = {OX_NOT_FOUND, OX_IO_ERROR, OX_BAD_DATA};
        CHECK_EQ(ox_transition_go(&t, 0), OX_OK);
        while (ox_transition_is_under_way(&t)) ox_transition_tick(&t);
        if (how == 0) g.fail_begin = 2;
        if (how == 1) g.fail_load = 2;
        if (how == 2) g.fail_start = 2;
        CHECK_EQ(ox_transition_go(&t, 1), OX_OK);
        while (ox_transition_is_under_way(&t)) ox_transition_tick(&t);
        CHECK_EQ(t.status, statuses[how]);
        CHECK_EQ(t.here, 0);
        CHECK_EQ(g.loaded, 1);
        CHECK(!clock.paused);
        CHECK_EQ(ox_transition_light(&t), UF16_ONE);
        /* The way back fails as well. */
        if (how == 0) g.fail_begin = 1;
        g.fail_load = 2;
        g.fail_start = 1;
        CHECK_EQ(ox_transition_go(&t, 1), OX_OK);
        while (ox_transition_is_under_way(&t)) ox_transition_tick(&t);
        CHECK_EQ(t.status, OX_IO_ERROR);
        CHECK_EQ(t.here, -1);
        CHECK_EQ(ox_arena_used(&arena), g.baseline);
        CHECK(!clock.paused);
    }
}

/* Without a fade the level changes in the dark at once; without a clock, memory and topology nothing is asked of
 * them. A pause of the game from before goes on behind the change. */
TEST(level_transition_without_a_fade) {
    static const way ways[] = {{0, 1, 0}};
    ox_clock clock;
    ox_transition t = prepare(2, ways, 1, &clock, 0);
    CHECK(t.here == -1 && t.to == -1 && !ox_transition_is_under_way(&t));
    for (int change = 0; change < 2; change++) {
        uint32_t ticks = 0;
        ox_clock_set_paused(&clock, change == 1);
        CHECK_EQ(ox_transition_go(&t, (uint32_t)change), OX_OK);
        CHECK(t.phase == OX_TRANSITION_UNLOAD && clock.paused);
        for (; ox_transition_is_under_way(&t); ticks++) {
            CHECK(ox_transition_light(&t) == 0 && clock.paused);
            ox_transition_tick(&t);
        }
        CHECK_EQ(ticks, 1 + (3000 + (uint32_t)change * 1700 + 511) / 512 + 1);
        CHECK(t.here == change && ox_transition_light(&t) == UF16_ONE);
        CHECK_EQ(clock.paused, change == 1);
    }
    ox_transition_tick(&t); /* nothing is under way */
    CHECK(t.phase == OX_TRANSITION_NONE && t.here == 1);
    CHECK_EQ(ox_level_end(&g.memory), OX_OK);
    memset(&g, 0, sizeof g);
    g.baseline = ox_arena_used(&arena);
    ox_transition_init(&t, &(ox_transition_config){.ops = &ops, .context = &g, .fade = 1});
    CHECK_EQ(ox_transition_go(&t, 1), OX_OK);
    CHECK_EQ(t.phase, OX_TRANSITION_UNLOAD); /* there is no picture to fade out */
    while (ox_transition_is_under_way(&t)) ox_transition_tick(&t);
    CHECK(t.here == 1 && t.progress == 65536 && g.unloads == 0);
    ox_transition_end(&t);
}

/* The progress is a share of what the load says, never more than the whole, and never goes back. */
static const uint32_t told_progress[5][2] = {{5, 0}, {1, 4}, {1, 8}, {9, 4}, {3, 4}};
static ox_status load_as_told(void *context, uint32_t level, uint32_t *done, uint32_t *total) {
    uint32_t *step = (uint32_t *)context;
    (void)level;
    *done = told_progress[*step][0], *total = told_progress[*step][1];
    return ++*step < 5 ? OX_EMPTY : OX_OK;
}
static ox_status begin_at_once(void *context, uint32_t level) {
    (void)context, (void)level;
    return OX_OK;
}
TEST(level_transition_progress) {
    static const ox_transition_ops plain = {
        .begin = begin_at_once, .load = load_as_told, .start = begin_at_once};
    static const uint32_t expected[5] = {0, 16384, 16384, 65536, 65536};
    uint32_t step = 0;
    ox_transition t;
    (void)build_map(ROM_TOPOLOGY_LINE, 0, 0, 3, NULL, 0);
    ox_transition_init(&t,
                       &(ox_transition_config){.ops = &plain, .context = &step, .topology = &map, .fade = 2});
    CHECK_EQ(ox_transition_go(&t, 3), OX_NOT_FOUND); /* the map has three levels */
    CHECK_EQ(ox_transition_go(&t, 2), OX_OK);
    ox_transition_tick(&t);
    for (int i = 0; i < 5; i++) {
        CHECK_EQ(t.phase, OX_TRANSITION_LOAD);
        ox_transition_tick(&t);
        CHECK_EQ(t.progress, expected[i]);
    }
    while (ox_transition_is_under_way(&t)) ox_transition_tick(&t);
    CHECK_EQ(t.here, 2);
}

static const life_bench bench = {&arena, NULL};
LIFE_ROW(ox_topology, init, ox_topology_init(it, data.bytes, &arena), OX_CLEAR(it),
         (void)ox_topology_find(it, 100))

/* The transition ends while it fades out, with the game's clock stopped. */
static ox_clock stopped;
static ox_status begin_to_go(ox_transition *it) {
    static const ox_transition_ops no_ops;
    ox_transition_init(it, &(ox_transition_config){.ops = &no_ops, .clock = &stopped, .fade = 30});
    it->here = 0;
    return ox_transition_go(it, 1);
}
LIFE_ROW(ox_transition, init, begin_to_go(it), ox_transition_end(it), ox_transition_tick(it))

TEST(level_transition_ends_clear) {
    (void)build_map(0, 0, 0, 3, NULL, 0);
    CHECK(life_is_led(&LIFE_OF(ox_topology), &bench));
    ox_clock_init(&stopped, 0);
    CHECK(life_is_led(&LIFE_OF(ox_transition), &bench));
    CHECK(!stopped.paused);
}

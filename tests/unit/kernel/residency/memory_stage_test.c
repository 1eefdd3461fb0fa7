/* Tests of memory in turns: staging through fast memory, two-buffer state, banks for searches, partitions. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/memory/bank.h"
#include "kernel/memory/partition.h"
#include "kernel/memory/toggle.h"
#include "kernel/residency/stage.h"
#include "tests/unit/raster/raster_scene.h"

static _Alignas(16) uint8_t memory[24 * 1024];
static ox_arena arena;

/* ---- staging ---- */

/* A copier like a slow device: no byte is copied before the copy is waited for, and until then the target is
 * garbage. */
typedef struct device {
    struct {
        uint8_t *to;
        const uint8_t *from;
        size_t bytes;
    } pending[2];
    int count, most;
    uint32_t copies, mistakes;
} device;

static void begin_copy(void *context, void *to, const void *from, size_t bytes) {
    device *d = context;
    if (d->count == 2 || (uintptr_t)to % 16 != 0 || (uintptr_t)from % 16 != 0 || bytes % 16 != 0) {
        d->mistakes++;
        return;
    }
    d->pending[d->count].to = to;
    d->pending[d->count].from = from;
    d->pending[d->count++].bytes = bytes;
    d->copies++;
    if (d->count > d->most) d->most = d->count;
    /* A copy destroys its target at once, unless an earlier copy still has to read it. */
    if (d->count == 1 || d->pending[0].from != to) memset(to, 0xEE, bytes);
}

static void finish_copies(void *context) {
    device *d = context;
    for (int i = 0; i < d->count; i++) memcpy(d->pending[i].to, d->pending[i].from, d->pending[i].bytes);
    d->count = 0;
}

static uint32_t transform(uint32_t word, uint32_t block) { return mix32(word) + block; }

/* Works on `count` blocks of 64 bytes in place of a direct loop; returns whether the results are equal. */
static bool staged_equals_direct(const ox_stage_copier *copier, uint32_t count) {
    enum { WORDS = 16, BLOCKS = 9 };
    static _Alignas(16) uint32_t from[BLOCKS * WORDS], to[BLOCKS * WORDS + WORDS];
    ox_stage stage;
    uint32_t blocks = 0;
    bool right = true;
    for (uint32_t i = 0; i < BLOCKS * WORDS; i++) from[i] = i * 77u;
    memset(to, 0x11, sizeof to);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_stage_init(&stage, &arena, 64, copier), OX_OK);
    CHECK_EQ(ox_stage_begin(&stage, from, to, 64, count), OX_OK);
    for (uint32_t *block; (block = ox_stage_next(&stage)) != NULL; blocks++) {
        right &= (uint8_t *)block >= memory && (uint8_t *)block < memory + sizeof memory;
        right &= block[0] == blocks * WORDS * 77u; /* blocks come in order */
        for (uint32_t i = 0; i < WORDS; i++) block[i] = transform(block[i], blocks);
    }
    right &= blocks == count && ox_stage_next(&stage) == NULL;
    for (uint32_t i = 0; i < count * WORDS; i++) right &= to[i] == transform(from[i], i / WORDS);
    for (uint32_t i = 0; i < WORDS; i++)
        right &= to[count * WORDS + i] == 0x11111111u; /* words behind the blocks are unchanged */
    return right;
}

TEST(memory_stage_equals_the_direct_path) {
    device d;
    ox_stage_copier slow = {begin_copy, finish_copies, &d, 16};
    memset(&d, 0, sizeof d);
    for (uint32_t count = 0; count <= 9; count++) {
        CHECK(staged_equals_direct(NULL, count));
        CHECK(staged_equals_direct(&slow, count));
    }
    CHECK_EQ(d.mistakes, 0);
    CHECK_EQ(d.copies, 2 * 45);
    CHECK_EQ(d.most, 2); /* one out and one in while a block is worked on */
}

TEST(memory_stage_reads_only_writes_only_and_ends_early) {
    device d;
    ox_stage_copier slow = {begin_copy, finish_copies, &d, 16};
    static _Alignas(16) uint8_t from[160], to[160];
    ox_stage stage;
    uint32_t sum = 0;
    memset(&d, 0, sizeof d);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_stage_init(&stage, &arena, 25, &slow), OX_OK); /* the block size is rounded up to 32 */
    CHECK_EQ(stage.bytes_max, 32);
    for (int i = 0; i < 160; i++) from[i] = (uint8_t)i;
    CHECK_EQ(ox_stage_begin(&stage, from, NULL, 32, 5), OX_OK);
    for (const uint8_t *block; (block = ox_stage_next(&stage)) != NULL;) {
        for (int i = 0; i < 32; i++) sum += block[i];
    }
    CHECK_EQ(sum, 159 * 160 / 2);
    CHECK_EQ(ox_stage_begin(&stage, NULL, to, 32, 5), OX_OK);
    for (uint8_t *block, n = 0; (block = ox_stage_next(&stage)) != NULL; n++) memset(block, n, 32);
    for (int i = 0; i < 160; i++) CHECK_EQ(to[i], i / 32);
    memset(to, 9, sizeof to);
    CHECK_EQ(ox_stage_begin(&stage, from, to, 32, 5), OX_OK);
    for (int i = 0; i < 3; i++) CHECK(ox_stage_next(&stage) != NULL);
    ox_stage_flush(&stage); /* block 2 is still written back, blocks 3 and 4 are not */
    for (int i = 0; i < 160; i++) CHECK_EQ(to[i], i < 96 ? i : 9);
    CHECK(ox_stage_next(&stage) == NULL);
    CHECK_EQ(d.mistakes, 0);
}

TEST(memory_stage_refuses_by_name) {
    static _Alignas(16) uint8_t data[256];
    device d;
    ox_stage_copier odd = {begin_copy, finish_copies, &d, 12}, slow = {begin_copy, finish_copies, &d, 16};
    ox_stage stage;
    memset(&d, 0, sizeof d);
    ox_arena_init(&arena, memory, 100);
    CHECK_EQ(ox_stage_init(&stage, &arena, 16, &odd), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_stage_init(&stage, &arena, 0, &slow), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_stage_init(&stage, &arena, 64, &slow), OX_OUT_OF_MEMORY); /* two blocks of 64 are 128 */
    CHECK_EQ(ox_stage_init(&stage, &arena, 32, &slow), OX_OK);
    CHECK(ox_stage_next(&stage) == NULL); /* the stage has not begun */
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_stage_begin(&stage, data, data + 128, 0, 2), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_stage_begin(&stage, data, data + 128, 48, 2), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_stage_begin(&stage, data, data + 128, 24, 2), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_stage_begin(&stage, data + 4, data + 128, 32, 2), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_stage_begin(&stage, data, data + 48, 32, 2), OX_BAD_ARGUMENT); /* the ranges overlap */
    CHECK_EQ(ox_stage_begin(&stage, data + 48, data, 32, 2), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_stage_begin(&stage, data, data, 32, 2), OX_BAD_ARGUMENT);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 7 : 0);
    ox_stage direct;
    CHECK_EQ(ox_stage_init(&direct, &arena, 4, NULL), OX_OK);
    CHECK_EQ(ox_stage_begin(&direct, data, data + 8, 4, 2), OX_OK); /* adjacent ranges do not overlap */
    CHECK_EQ(ox_stage_begin(&direct, data, data + 8, 4, 2), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    ox_stage_flush(&direct);
    CHECK_EQ(ox_stage_begin(&direct, data, data + 8, 4, 2), OX_OK);
}

static raster_scene scene;

/* Draws the bands of a picture in fast memory; each is sent to the screen while the next one is drawn. */
static void draw_staged(const rs_frame *frame, int band_lines, const ox_stage_copier *copier,
                        uint8_t *screen) {
    ox_stage stage;
    int band = 0;
    ox_arena_init(&arena, memory, sizeof memory);
    size_t bytes = (size_t)band_lines * SCENE_WIDTH;
    CHECK_EQ(ox_stage_init(&stage, &arena, bytes, copier), OX_OK);
    CHECK_EQ(ox_stage_begin(&stage, NULL, screen, bytes, (uint32_t)rs_frame_bands(frame)), OX_OK);
    for (uint8_t *pixels; (pixels = ox_stage_next(&stage)) != NULL; band++) {
        rs_surface surface = {pixels, SCENE_WIDTH, SCENE_WIDTH, SCENE_HEIGHT, 0, 0, RS_PAL8};
        surface.top = (int16_t)(band * band_lines);
        surface.lines = (int16_t)band_lines;
        rs_frame_band(frame, band, &surface, scene.depth + GUARD);
    }
}

TEST(memory_stage_bands_give_the_same_picture) {
    static const int heights[] = {8, 24, SCENE_HEIGHT}; /* 9, 3 and 1 bands */
    static _Alignas(16) uint8_t screen[SCENE_WIDTH * SCENE_HEIGHT];
    device d;
    ox_stage_copier slow = {begin_copy, finish_copies, &d, 16};
    mat34 model = scene_turn(3000, 1500);
    memset(&d, 0, sizeof d);
    scene_make(&scene, RS_PAL8);
    for (int i = 0; i < 3; i++) {
        rs_frame *frame = scene_begin(&scene, RS_PAL8, heights[i]);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &scene.material), RS_OK);
        scene_draw(&scene, frame, RS_PAL8, heights[i]); /* bands drawn directly */
        memset(screen, 0, sizeof screen);
        draw_staged(frame, heights[i], &slow, screen);
        CHECK_EQ(memcmp(screen, scene.pixels + GUARD, sizeof screen), 0);
        draw_staged(frame, heights[i], NULL, screen);
        CHECK_EQ(memcmp(screen, scene.pixels + GUARD, sizeof screen), 0);
    }
    CHECK_EQ(d.mistakes, 0);
    CHECK_EQ(d.copies, 9 + 3 + 1);
}

/* ---- two buffers ---- */

enum { SIDE = 16, CELLS = SIDE * SIDE };

/* The wave equation: new = (sum of neighbours) / 2 - old, damped by 1/64. */
static int32_t wave(const int32_t *current, int32_t oldest, int x, int y) {
    int32_t sum = 0;
    if (x > 0) sum += current[y * SIDE + x - 1];
    if (x < SIDE - 1) sum += current[y * SIDE + x + 1];
    if (y > 0) sum += current[(y - 1) * SIDE + x];
    if (y < SIDE - 1) sum += current[(y + 1) * SIDE + x];
    int32_t next = sum / 2 - oldest;
    return next - next / 64;
}

TEST(memory_toggle_two_grids_equal_three) {
    static int32_t two_grids[2][CELLS], three[3][CELLS];
    ox_two two = {{two_grids[0], two_grids[1]}, sizeof two_grids[0], 0};
    int oldest = 1, current = 0, newest = 2, different = 0;
    memset(two_grids, 0, sizeof two_grids);
    memset(three, 0, sizeof three);
    two_grids[0][5 * SIDE + 7] = three[0][5 * SIDE + 7] = 1 << 24;
    for (int step = 0; step < 1000; step++) {
        const int32_t *now = ox_two_current(&two);
        int32_t *next = ox_two_next(&two); /* the buffer holds the oldest values, and gets the newest */
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                int i = y * SIDE + x;
                next[i] = wave(now, next[i], x, y);
                three[newest][i] = wave(three[current], three[oldest][i], x, y);
            }
        }
        ox_two_turn(&two);
        int spare = oldest;
        oldest = current, current = newest, newest = spare;
        different += memcmp(ox_two_current(&two), three[current], sizeof three[0]) != 0;
    }
    CHECK_EQ(different, 0);
    CHECK_EQ(sizeof two_grids, 2 * CELLS * sizeof(int32_t)); /* the grids take no other memory */
    int32_t left = 0;
    for (int i = 0; i < CELLS; i++) left |= three[current][i];
    CHECK(left != 0);
}

typedef struct lamp {
    uint8_t on[2];
} lamp;

/* Every lamp takes the state of its left neighbour, in the given order; returns a hash after 50 turns. */
static uint32_t run_lamps(const uint8_t order[32]) {
    lamp lamps[32];
    ox_toggle phase = {0};
    uint32_t hash = 0;
    for (int i = 0; i < 32; i++) lamps[i].on[0] = (uint8_t)(0x35 >> i % 7 & 1);
    for (int turn = 0; turn < 50; turn++) {
        for (int k = 0; k < 32; k++) {
            int i = order[k];
            const lamp *left = &lamps[(i + 31) % 32], *right = &lamps[(i + 1) % 32];
            uint32_t now = ox_toggle_current(phase);
            lamps[i].on[ox_toggle_next(phase)] = left->on[now] ^ right->on[now] ^ (i == turn % 32);
        }
        ox_toggle_turn(&phase); /* all lamps switch at once */
        for (int i = 0; i < 32; i++) hash = mix32(hash + lamps[i].on[ox_toggle_current(phase)]);
    }
    return hash;
}

TEST(memory_toggle_order_of_updates_does_not_matter) {
    uint8_t order[32];
    rng32 random = rng32_seed(30, 1);
    for (uint8_t i = 0; i < 32; i++) order[i] = i;
    uint32_t first = run_lamps(order);
    for (int i = 0; i < 20; i++) {
        rng_shuffle(&random, order, 32, 1);
        CHECK_EQ(run_lamps(order), first);
    }
}

TEST(memory_toggle_stale_buffer_is_cleared_or_copied) {
    uint32_t a[4] = {1, 2, 3, 4}, b[4] = {9, 9, 9, 9};
    ox_two two = {{a, b}, sizeof a, 0};
    CHECK(ox_two_current(&two) == a && ox_two_next(&two) == b);
    ox_two_copy_next(&two);
    CHECK_EQ(b[3], 4);
    ox_two_turn(&two);
    CHECK(ox_two_current(&two) == b);
    CHECK_EQ(((uint32_t *)ox_two_next(&two))[0], 1); /* the next buffer is stale */
    ox_two_clear_next(&two);
    CHECK_EQ(a[0] | a[1] | a[2] | a[3], 0);
    CHECK_EQ(b[0], 1);
}

/* ---- banks ---- */

typedef struct path_node {
    uint32_t location; /* the key */
    uint16_t parent, cost, total;
    uint8_t on_open, on_closed;
} path_node;
_Static_assert(sizeof(path_node) == 12, "512 of them are 6 KB");

enum { MAP = 1000 };

typedef struct search {
    ox_bank *bank;
    uint32_t goal;
    enum { SEARCHING, FOUND, NO_WAY, TOO_FAR } state;
    uint32_t cost;
} search;

static bool wall(uint32_t x, uint32_t y) {
    return x >= MAP || y >= MAP || hash2(1, (int32_t)x, (int32_t)y) % 4 == 0;
}

static uint16_t estimate(uint32_t from, uint32_t to) {
    int32_t dx = (int32_t)(from % MAP) - (int32_t)(to % MAP),
            dy = (int32_t)(from / MAP) - (int32_t)(to / MAP);
    return (uint16_t)((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
}

static bool reach(search *s, uint32_t location, uint32_t parent, uint32_t cost) {
    bool fresh;
    path_node *node = ox_bank_get_or_add(s->bank, location, &fresh);
    if (node == NULL) return false;
    if (!fresh && node->cost <= cost) return true;
    node->parent = (uint16_t)parent;
    node->cost = (uint16_t)cost;
    node->total = (uint16_t)(cost + estimate(location, s->goal));
    node->on_open = 1;
    node->on_closed = 0;
    return true;
}

static void search_begin(search *s, ox_bank *bank, uint32_t start, uint32_t goal) {
    *s = (search){bank, goal, SEARCHING, 0};
    ox_bank_reset(bank);
    if (!reach(s, start, 0xFFFF, 0)) s->state = TOO_FAR;
}

/* Expands one node of A*; the open list lies in the records themselves. */
static void search_step(search *s) {
    static const int step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
    path_node *best = NULL;
    for (uint32_t i = 0; i < s->bank->used; i++) {
        path_node *node = ox_bank_at(s->bank, i);
        if (node->on_open && (best == NULL || node->total < best->total)) best = node;
    }
    if (best == NULL || best->location == s->goal) {
        s->state = best == NULL ? NO_WAY : FOUND;
        s->cost = best == NULL ? 0 : best->cost;
        return;
    }
    best->on_open = 0;
    best->on_closed = 1;
    uint32_t index = ox_bank_index(s->bank, best);
    CHECK(ox_bank_at(s->bank, index) == best);
    for (int k = 0; k < 4; k++) {
        uint32_t x = best->location % MAP + (uint32_t)step_x[k],
                 y = best->location / MAP + (uint32_t)step_y[k];
        if (wall(x, y)) continue;
        if (!reach(s, y * MAP + x, index, best->cost + 1u)) {
            s->state = TOO_FAR; /* running out of nodes is a result, not a failure */
            return;
        }
    }
}

static uint32_t open_cell(uint32_t x, uint32_t y) {
    while (wall(x, y)) x++;
    return y * MAP + x;
}

TEST(memory_bank_search_ends_cleanly_when_used_up) {
    ox_bank bank;
    search s;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_bank_init(&bank, &arena, sizeof(path_node), 32), OX_OK);
    search_begin(&s, &bank, open_cell(500, 500), open_cell(520, 520));
    while (s.state == SEARCHING) search_step(&s);
    CHECK_EQ(s.state, TOO_FAR);
    CHECK_EQ(bank.used, 32);
    CHECK_EQ(bank.refused, 1);
    search_begin(&s, &bank, open_cell(500, 500), open_cell(501, 500)); /* the next query starts afresh */
    while (s.state == SEARCHING) search_step(&s);
    CHECK_EQ(s.state, FOUND);
    CHECK(bank.used < 32 && bank.peak == 32);
}

TEST(memory_bank_interleaved_searches_do_not_interfere) {
    ox_bank banks[2];
    search alone[2], together[2];
    uint32_t starts[2], goals[2];
    ox_arena_init(&arena, memory, sizeof memory);
    for (uint32_t i = 0; i < 2; i++) {
        CHECK_EQ(ox_bank_init(&banks[i], &arena, sizeof(path_node), 512), OX_OK);
        starts[i] = open_cell(300 + i, 300);
        goals[i] = open_cell(312, 309 + 3 * i);
        search_begin(&alone[i], &banks[i], starts[i], goals[i]);
        while (alone[i].state == SEARCHING) search_step(&alone[i]);
        CHECK_EQ(alone[i].state, FOUND);
    }
    CHECK(ox_arena_used(&arena) <= 2 * (512 * 12 + 512 * 4) + 16 ||
          OX_DEBUG); /* 6 KB of nodes, 2 KB of chains */
    for (int i = 0; i < 2; i++) search_begin(&together[i], &banks[i], starts[i], goals[i]);
    while (together[0].state == SEARCHING ||
           together[1].state == SEARCHING) { /* searches are run in slices, as frames would run them */
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 3 + i && together[i].state == SEARCHING; k++) search_step(&together[i]);
        }
    }
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(together[i].state, FOUND);
        CHECK_EQ(together[i].cost, alone[i].cost);
        CHECK(together[i].cost >= estimate(starts[i], goals[i]));
    }
}

TEST(memory_bank_probes_stay_short) {
    ox_bank bank;
    rng32 random = rng32_seed(31, 1);
    uint32_t probes = 0, wrong = 0, keys[256];
    bool fresh;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_bank_init(&bank, &arena, 12, 512), OX_OK);
    for (uint32_t i = 0; i < 256; i++) { /* locations around a place on the map: half full */
        keys[i] = (400 + i / 16) * MAP + 600 + i % 16;
        wrong += ox_bank_get_or_add(&bank, keys[i], &fresh) == NULL || !fresh;
        wrong +=
            ox_bank_get_or_add(&bank, keys[i], &fresh) != ox_bank_at(&bank, i) || fresh; /* no duplicates */
    }
    for (int i = 0; i < 10000; i++) {
        bool there = rng_below(&random, 2) == 0;
        uint32_t key = there ? keys[rng_below(&random, 256)] : 1000000 + rng_below(&random, 1000000);
        wrong += (ox_bank_find(&bank, key) != NULL) != there;
        probes += ox_bank_probes(&bank, key);
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(bank.used, 256);
    CHECK(probes < 2 * 10000);
    TEST_INFO("10,000 look-ups at half load: %u records looked at", (unsigned)probes);
    ox_bank_reset(&bank);
    CHECK(ox_bank_find(&bank, keys[3]) == NULL);
    CHECK_EQ(test_assertions(), 0);
    CHECK(ox_bank_at(&bank, 0) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_bank_init(&bank, &arena, 2, 10), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_bank_init(&bank, &arena, 12, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_bank_init(&bank, &arena, 12, 65536), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_bank_init(&bank, &arena, 12, 65535), OX_OUT_OF_MEMORY);
    CHECK(ox_bank_find(&bank, 5) == NULL && ox_bank_get_or_add(&bank, 5, &fresh) == NULL);
}

/* ---- partitions ---- */

typedef struct guard {
    uint32_t id, thoughts, filling[3];
} guard;

TEST(memory_partition_dormant_objects_cost_nothing) {
    ox_partition guards;
    ox_handle handle, some[10];
    uint32_t updates = 0;
    ox_arena_init(&arena, scene.list, sizeof scene.list);
    CHECK_EQ(ox_partition_init(&guards, &arena, sizeof(guard), 1100), OX_OK);
    for (uint32_t i = 0; i < 1000; i++) {
        guard *g = ox_partition_take(&guards, false, &handle);
        *g = (guard){i, 0, {0}};
        if (i % 100 == 0) some[i / 100] = handle;
    }
    for (uint32_t i = 0; i < guards.active; i++) updates++;
    CHECK_EQ(updates, 0);
    for (int i = 0; i < 10; i++) CHECK_EQ(ox_partition_wake(&guards, some[i]), OX_OK);
    for (uint32_t i = 0; i < guards.active; i++, updates++)
        ((guard *)ox_partition_at(&guards, i))->thoughts++;
    CHECK_EQ(updates, 10);
    for (uint32_t i = 0; i < 10; i++) {
        const guard *g = ox_partition_get(&guards, some[i]);
        CHECK(g != NULL && g->id == i * 100 && g->thoughts == 1);
        CHECK(ox_partition_is_active(&guards, some[i]));
    }
    CHECK_EQ(ox_partition_sleep(&guards, some[4]), OX_OK);
    CHECK(!ox_partition_is_active(&guards, some[4]));
    CHECK_EQ(guards.active, 9);
    CHECK_EQ(ox_partition_give(&guards, some[4]), OX_OK);
    CHECK(ox_partition_get(&guards, some[4]) == NULL && !ox_partition_is_active(&guards, some[4]));
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_partition_give(&guards, some[4]), OX_STALE_HANDLE);
    CHECK_EQ(ox_partition_wake(&guards, some[4]), OX_STALE_HANDLE);
    CHECK_EQ(ox_partition_sleep(&guards, some[4]), OX_STALE_HANDLE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    ox_partition_clear(&guards);
    CHECK(guards.used == 0 && ox_partition_get(&guards, some[0]) == NULL);
    CHECK_EQ(ox_partition_check(&guards), OX_OK);
}

enum { GUARDS = 64 };

typedef struct guard_model { /* the model lists the places in order, as the header draws them */
    uint32_t ids[GUARDS], active, used;
} guard_model;

static void model_swap(guard_model *m, uint32_t a, uint32_t b) {
    uint32_t kept = m->ids[a];
    m->ids[a] = m->ids[b];
    m->ids[b] = kept;
}

static uint32_t model_place(const guard_model *m, uint32_t id) {
    uint32_t place = 0;
    while (m->ids[place] != id) place++;
    return place;
}

static void model_give(guard_model *m, uint32_t id) {
    uint32_t place = model_place(m, id);
    if (place < m->active) {
        model_swap(m, place, --m->active);
        place = m->active;
    }
    model_swap(m, place, --m->used);
}

/* Plays a random history; returns the hash of the order after every step. */
static uint32_t partition_history(bool check_model) {
    static guard_model model;
    ox_partition guards;
    ox_handle handles[GUARDS];
    rng32 random = rng32_seed(32, 1);
    uint32_t wrong = 0, hash = 0, refused = 0;
    memset(&model, 0, sizeof model);
    memset(handles, 0, sizeof handles);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_partition_init(&guards, &arena, sizeof(guard), 48), OX_OK);
    for (uint32_t step = 0; step < 10000; step++) {
        uint32_t id = rng_below(&random, GUARDS), choice = rng_below(&random, 10);
        if (ox_partition_get(&guards, handles[id]) == NULL) {
            bool active = choice < 5;
            guard *g = ox_partition_take(&guards, active, &handles[id]);
            wrong += (g != NULL) != (model.used < 48);
            refused += g == NULL;
            if (g != NULL) {
                *g = (guard){id, 0, {id * 3, id * 5, id * 7}};
                model.ids[model.used++] = id;
                if (active) model_swap(&model, model.used - 1, model.active++);
            }
        } else if (choice < 4) {
            if (model_place(&model, id) >= model.active)
                model_swap(&model, model_place(&model, id), model.active++);
            wrong += ox_partition_wake(&guards, handles[id]) != OX_OK;
        } else if (choice < 8) {
            if (model_place(&model, id) < model.active)
                model_swap(&model, model_place(&model, id), --model.active);
            wrong += ox_partition_sleep(&guards, handles[id]) != OX_OK;
        } else {
            model_give(&model, id);
            wrong += ox_partition_give(&guards, handles[id]) != OX_OK;
        }
        wrong += guards.active != model.active || guards.used != model.used;
        if (check_model) wrong += ox_partition_check(&guards) != OX_OK;
        for (uint32_t i = 0; i < guards.used; i++) {
            const guard *g = ox_partition_at(&guards, i);
            wrong += g->id != model.ids[i] || g->filling[2] != g->id * 7;
            wrong += ox_partition_get(&guards, handles[g->id]) != g;
            hash = hash * 31u + g->id;
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK(refused > 100 && guards.table.refused == refused);
    return hash;
}

TEST(memory_partition_equals_a_plain_model) {
    uint32_t first = partition_history(true);
    CHECK_EQ(partition_history(false), first);
    CHECK_EQ(first, 0xC3B8CC45u); /* the order after every step, the same on every machine */
    ox_partition guards;
    CHECK_EQ(ox_partition_init(&guards, &arena, 0, 4), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_partition_init(&guards, &arena, 8, 0), OX_BAD_ARGUMENT);
    size_t used = ox_arena_used(&arena);
    CHECK_EQ(ox_partition_init(&guards, &arena, 400, 200), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), used);
}

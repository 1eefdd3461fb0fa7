/* The streaming manager: walks over worlds larger than the memory, borders, air locks, failures; and a world of 16
 * areas walked from end to end with 4 in memory. */
#include "fixedmath/random.h"
#include "kernel/level/area.h"
#include "kernel/level/stream.h"
#include "tests/ports/instructions.h"
#include "tests/test.h"
#include "tests/unit/kernel/level/level_builder.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/rom/rom_builder.h"

static union {
    uint64_t align;
    uint8_t bytes[96 * 1024];
} block;
static ox_arena arena;
static ox_stream stream;

/* ---- a source that copies, and a host that counts ---- */

enum { AREAS_MOST = 96, AREA_BYTES = 600 };
typedef struct device {
    uint32_t area_bytes, at;
    uint8_t *to;
    uint32_t under_way, begun, fail_begin, fail_step;
} device;
static device disk;

static uint8_t byte_of(ox_id id, uint32_t at) { return (uint8_t)(id * 31u + at * 7u); }
static ox_status disk_begin(void *context, const ox_stream_area *area, void *to) {
    device *d = (device *)context;
    CHECK_EQ(d->under_way, 0);
    CHECK_EQ((uintptr_t)to % 8, 0);
    d->begun++;
    if (d->fail_begin > 0 && d->fail_begin-- != 0) return OX_IO_ERROR;
    d->at = 0;
    d->to = (uint8_t *)to;
    d->area_bytes = area->bytes;
    d->under_way = area->id;
    return OX_OK;
}
static ox_status disk_step(void *context, uint32_t quota, uint32_t *moved) {
    device *d = (device *)context;
    CHECK(d->under_way != 0);
    if (d->fail_step > 0 && d->fail_step-- != 0) {
        d->under_way = 0;
        return OX_IO_ERROR;
    }
    for (*moved = 0; *moved < quota && d->at < d->area_bytes; ++*moved, d->at++)
        d->to[d->at] = byte_of(d->under_way, d->at);
    if (d->at < d->area_bytes) return OX_EMPTY;
    d->under_way = 0;
    return OX_OK;
}
static void disk_cancel(void *context) { ((device *)context)->under_way = 0; }
static const ox_stream_source source = {disk_begin, disk_step, disk_cancel, &disk};

static uint32_t alive, most_alive, enters, leaves, refuse;
static ox_status enter(void *context, uint32_t area, void *data, uint32_t bytes, ox_arena *rest) {
    const uint8_t *at = (const uint8_t *)data;
    (void)context;
    if (refuse > 0 && refuse-- != 0) return OX_BAD_DATA;
    for (uint32_t i = 0; i < bytes; i++) {
        if (at[i] != byte_of(area + 1, i)) return OX_CORRUPTED;
    }
    CHECK(ox_arena_free(rest) + bytes <= AREA_BYTES + 64);
    CHECK_EQ((uintptr_t)rest->low % 8, 0);
    enters++;
    if (++alive > most_alive) most_alive = alive;
    return OX_OK;
}
static void leave(void *context, uint32_t area) {
    (void)context, (void)area;
    leaves++;
    alive--;
}
static const ox_stream_host host = {enter, leave, NULL};

static ox_stream_area areas[AREAS_MOST];

/* Lays out columns x rows of areas of 32 m. */
static void lay_out(uint32_t columns, uint32_t rows) {
    for (uint32_t i = 0; i < columns * rows; i++) {
        fx x = (fx)(i % columns) * 32 * FX_ONE, z = (fx)(i / columns) * 32 * FX_ONE;
        areas[i] = (ox_stream_area){
            i + 1, {{x, 0, z}, {x + 32 * FX_ONE, 8 * FX_ONE, z + 32 * FX_ONE}}, AREA_BYTES, 0};
    }
}

static void start(ox_stream_config config) {
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    memset(&disk, 0, sizeof disk);
    alive = most_alive = enters = leaves = refuse = 0;
    if (config.source == NULL) config.source = &source;
    if (config.host == NULL) config.host = &host;
    if (config.areas == NULL) config.areas = areas;
    CHECK_EQ(ox_stream_init(&stream, &arena, &config), OX_OK);
}
static const vec3 still = {0, 0, 0};
static vec3 at_(int x) { return (vec3){x * FX_ONE, 0, 16 * FX_ONE}; }

/* Ticks until no area is missing. */
static void settle(vec3 place) {
    for (int t = 0; t < 500; t++) ox_stream_tick(&stream, place, still);
    CHECK(!ox_stream_stalled(&stream));
}

TEST(level_stream_random_walk) {
    rng32 r = rng32_seed(78, 1);
    vec3 place = {16 * FX_ONE, 0, 16 * FX_ONE}, velocity = {0, 0, 0};
    lay_out(10, 9);
    start((ox_stream_config){.area_count = 90,
                             .slots = 9,
                             .slot_bytes = AREA_BYTES + 64,
                             .quota = 64,
                             .load = 12 * FX_ONE,
                             .unload = 20 * FX_ONE,
                             .lookahead = 30});
    size_t used = ox_arena_used(&arena);
    CHECK(OX_DEBUG ||
          used < 9 * (AREA_BYTES + 64) + 90 * 12 + 9 * 160); /* a tenth of the world, and tables */
    settle(place);
    uint32_t stalls = stream.stalls;
    for (uint32_t t = 0; t < 20000; t++) {
        if (t % 64 == 0)
            velocity = (vec3){(fx)(rng32_next(&r) % 43691u) - 21845, 0,
                              (fx)(rng32_next(&r) % 43691u) - 21845}; /* up to 20 m/s */
        place = v3_add(place, velocity);
        if (place.x < 0 || place.x > 320 * FX_ONE) velocity.x = -velocity.x, place.x += 2 * velocity.x;
        if (place.z < 0 || place.z > 288 * FX_ONE) velocity.z = -velocity.z, place.z += 2 * velocity.z;
        ox_stream_tick(&stream, place, velocity);
        CHECK(ox_stream_resident(&stream) <= 9);
    }
    CHECK_EQ(stream.stalls, stalls); /* no needed area was ever missing */
    CHECK(stream.loads > 50);
    CHECK(stream.most_moved <= 64);
    CHECK_EQ(stream.failures, 0);
    CHECK_EQ(ox_arena_used(&arena), used);
    TEST_INFO("random walk over 90 areas with 9 slots: %u loads, %u evictions, %u cancelled",
              (unsigned)stream.loads, (unsigned)stream.evictions, (unsigned)stream.cancels);
    ox_stream_clear(&stream);
    CHECK_EQ(enters, leaves);
    CHECK_EQ(ox_stream_resident(&stream), 0);
}

TEST(level_stream_no_thrash_at_a_border) {
    lay_out(10, 1);
    start((ox_stream_config){.area_count = 10,
                             .slots = 3,
                             .slot_bytes = AREA_BYTES,
                             .quota = 64,
                             .load = 6 * FX_ONE,
                             .unload = 20 * FX_ONE});
    settle(at_(16));
    settle(at_(30));
    uint32_t loads = stream.loads, entered = enters;
    for (int round = 0; round < 50; round++) { /* from 18 to 46: the border is at 32 */
        for (int x = 18; x <= 46; x++) ox_stream_tick(&stream, at_(x), still);
        for (int x = 46; x >= 18; x--) ox_stream_tick(&stream, at_(x), still);
    }
    CHECK_EQ(stream.loads, loads);
    CHECK_EQ(enters, entered);
    CHECK(!ox_stream_stalled(&stream));
}

/* A strip of 20 segments with 3 slots: the previous segment, the current one and the next. */
TEST(level_stream_strip_with_three) {
    lay_out(20, 1);
    start((ox_stream_config){.area_count = 20,
                             .slots = 3,
                             .slot_bytes = AREA_BYTES,
                             .quota = 64,
                             .load = 10 * FX_ONE,
                             .unload = 20 * FX_ONE,
                             .lookahead = 60});
    settle(at_(0));
    uint32_t stalls = stream.stalls;
    vec3 place = at_(0), velocity = {FX_ONE / 5, 0, 0};
    bool seen[20] = {false};
    while (place.x < 640 * FX_ONE) {
        place.x += velocity.x;
        ox_stream_tick(&stream, place, velocity);
        uint32_t here = (uint32_t)(place.x >> 21);
        if (here >= 20) break;
        seen[here] = ox_stream_is_active(&stream, here);
        CHECK(seen[here]);
    }
    for (int i = 0; i < 20; i++) CHECK(seen[i]);
    CHECK_EQ(stream.stalls, stalls);
    CHECK_EQ(stream.loads, 20);
    CHECK(most_alive <= 3);
}

/* A large room, a lock, a large room; memory for one large area and one small one. */
TEST(level_stream_air_lock) {
    static const ox_stream_area rooms[] = {
        {1, {{0, 0, 0}, {30 * FX_ONE, 4 * FX_ONE, 30 * FX_ONE}}, AREA_BYTES, 0},
        {2, {{31 * FX_ONE, 0, 0}, {39 * FX_ONE, 4 * FX_ONE, 30 * FX_ONE}}, 80, OX_STREAM_SMALL},
        {3, {{40 * FX_ONE, 0, 0}, {70 * FX_ONE, 4 * FX_ONE, 30 * FX_ONE}}, AREA_BYTES, 0}};
    static const uint16_t near_a[] = {0, 1}, near_b[] = {1, 2};
    static const ox_stream_volume volumes[] = {
        {{{0, 0, 0}, {33 * FX_ONE, 4 * FX_ONE, 30 * FX_ONE}}, near_a, 2},
        {{{37 * FX_ONE, 0, 0}, {70 * FX_ONE, 4 * FX_ONE, 30 * FX_ONE}}, near_b, 2}};
    start((ox_stream_config){.areas = rooms,
                             .area_count = 3,
                             .volumes = volumes,
                             .volume_count = 2,
                             .slots = 1,
                             .small_slots = 1,
                             .slot_bytes = AREA_BYTES,
                             .small_bytes = 80,
                             .quota = 64});
    CHECK(OX_DEBUG || ox_arena_used(&arena) < AREA_BYTES + 80 + 400);
    settle(at_(10));
    uint32_t held = 0, stalls = stream.stalls;
    int x = 10, by = 1;
    for (uint32_t trips = 0; trips < 4;) {
        int next = x + by;
        /* The doors at 30 and 40 open when the room behind them is active. */
        bool door = (x == 39 && by > 0 && !ox_stream_is_active(&stream, 2)) ||
                    (x == 31 && by < 0 && !ox_stream_is_active(&stream, 0));
        if (door)
            held++;
        else
            x = next;
        ox_stream_tick(&stream, at_(x), still);
        CHECK(stream.most_moved <= 64);
        CHECK(held < 200);
        if (x == 60 || x == 10) by = -by, trips++;
    }
    CHECK_EQ(stream.stalls, stalls); /* the lock was always in memory, a room whenever the hero stood in it */
    CHECK(held > 0);                 /* the hero was held in the lock, while the game ran on */
    CHECK(ox_stream_is_active(&stream, 0));
    CHECK_EQ(stream.loads, 2 + 4);
}

TEST(level_stream_pins_and_priorities) {
    lay_out(20, 1);
    start((ox_stream_config){
        .area_count = 20, .slots = 2, .slot_bytes = AREA_BYTES, .quota = 300, .load = 0, .unload = 0});
    settle(at_(16));
    ox_stream_pin(&stream, 15, false); /* an area pinned for a cut-scene to come */
    for (int t = 0; t < 10; t++) ox_stream_tick(&stream, at_(16), still);
    CHECK(ox_stream_is_active(&stream, 0) && ox_stream_is_active(&stream, 15));
    /* area 18 is needed now: the pinned area that is not needed gives way */
    ox_stream_pin(&stream, 18, true);
    ox_stream_tick(&stream, at_(16), still);
    CHECK(ox_stream_stalled(&stream));
    for (int t = 0; t < 10; t++) ox_stream_tick(&stream, at_(16), still);
    CHECK(ox_stream_is_active(&stream, 0) && ox_stream_is_active(&stream, 18) &&
          !ox_stream_is_active(&stream, 15));
    CHECK(!ox_stream_stalled(&stream));
    ox_stream_unpin(&stream, 18, true);
    ox_stream_unpin(&stream, 15, false);
    ox_stream_unpin(&stream, 15, false); /* once more than it was pinned: nothing is left of that */
    for (int t = 0; t < 10; t++) ox_stream_tick(&stream, at_(16), still);
    CHECK(ox_stream_is_active(&stream, 0) && !ox_stream_is_active(&stream, 15));
    ox_stream_pin(&stream, 99, false);
    (void)ox_stream_state_of(&stream, 99);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    /* A hero who runs to the left gets the left area first. */
    start((ox_stream_config){.area_count = 20,
                             .slots = 5,
                             .slot_bytes = AREA_BYTES,
                             .quota = 300,
                             .load = 20 * FX_ONE,
                             .unload = 20 * FX_ONE,
                             .lookahead = 60});
    ox_stream_pin(&stream, 2, false);
    vec3 left = {-FX_ONE / 4, 0, 0};
    for (int t = 0; t < 5; t++) ox_stream_tick(&stream, at_(80), left);
    CHECK_EQ(ox_stream_state_of(&stream, 2), OX_AREA_ACTIVE);
    ox_stream_tick(&stream, at_(80), left);
    CHECK(ox_stream_is_active(&stream, 1) && !ox_stream_is_active(&stream, 3));
}

/* Pins are counted; areas of both kinds of slots take slots of their kind; who asks for the area behind the last is told
 * so. */
TEST(level_stream_pins_are_counted) {
    lay_out(4, 1);
    for (uint32_t i = 2; i < 4; i++) areas[i].flags = OX_STREAM_SMALL, areas[i].bytes = 80;
    start((ox_stream_config){.area_count = 4,
                             .slots = 1,
                             .small_slots = 1,
                             .slot_bytes = AREA_BYTES,
                             .small_bytes = 80,
                             .quota = 600});
    const vec3 nowhere = {-99 * FX_ONE, 0, 0};
    ox_stream_pin(&stream, 3, false);
    ox_stream_pin(&stream, 3, false);
    ox_stream_pin(&stream, 0, true);
    for (int t = 0; t < 12; t++) ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_is_active(&stream, 0) && ox_stream_is_active(&stream, 3) && !ox_stream_stalled(&stream));
    CHECK(stream.entries[0].slot == 1 && stream.entries[3].slot == 2 && ox_stream_resident(&stream) == 2);
    CHECK(stream.loads == 2 && stream.bytes == AREA_BYTES + 80 && stream.evictions == 0 && stream.full == 0);
    ox_stream_unpin(&stream, 3, false);
    for (int t = 0; t < 4; t++) ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_is_active(&stream, 3)); /* pinned once more */
    ox_stream_unpin(&stream, 3, false);
    ox_stream_tick(&stream, nowhere, still);
    CHECK_EQ(ox_stream_state_of(&stream, 3), OX_AREA_LEAVING);
    ox_stream_tick(&stream, nowhere, still);
    CHECK_EQ(ox_stream_state_of(&stream, 3),
             OX_AREA_RESIDENT);       /* its bytes stay until another area wants the slot */
    ox_stream_pin(&stream, 1, false); /* a large area that is wanted: the needed one keeps the slot */
    for (int t = 0; t < 6; t++) ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_state_of(&stream, 1) == OX_AREA_QUEUED && ox_stream_is_active(&stream, 0) &&
          stream.full > 0);
    ox_stream_unpin(&stream, 1, false);
    ox_stream_tick(&stream, nowhere, still);
    CHECK_EQ(ox_stream_state_of(&stream, 1), OX_AREA_ABSENT);
    ox_stream_pin(&stream, 1, false);
    ox_stream_tick(&stream, nowhere, still);
    CHECK_EQ(ox_stream_state_of(&stream, 1), OX_AREA_QUEUED);
    ox_stream_pin(&stream, 2, false);
    for (int t = 0; t < 6; t++) ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_is_active(&stream, 2) && ox_stream_state_of(&stream, 3) == OX_AREA_ABSENT);
    CHECK(stream.entries[2].slot == 2 && stream.entries[3].slot == 0 && stream.evictions == 1);
    ox_stream_unpin(&stream, 0, true);
    for (int t = 0; t < 6; t++) ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_is_active(&stream, 1) && ox_stream_state_of(&stream, 0) == OX_AREA_ABSENT);
    ox_stream_clear(&stream);
    CHECK(stream.entries[1].slot == 0 && ox_stream_resident(&stream) == 0 && enters == leaves);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_stream_state_of(&stream, 4), OX_AREA_ABSENT);
    ox_stream_unpin(&stream, 1, true);
    ox_stream_pin(&stream, 4, true);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
}

/* Of slots whose areas nobody wants the one that was wanted longest ago is taken; wanted areas that are not needed give
 * way only to a needed one. */
TEST(level_stream_slots_of_the_longest_unwanted_go_first) {
    lay_out(6, 1);
    start((ox_stream_config){.area_count = 6, .slots = 3, .slot_bytes = AREA_BYTES, .quota = 600});
    const vec3 nowhere = {-99 * FX_ONE, 0, 0};
    for (uint32_t i = 0; i < 3; i++) {
        ox_stream_pin(&stream, (i + 1) % 3, false); /* 1, 2, 0 in turn, so that places of slots say nothing */
        for (int t = 0; t < 5; t++) ox_stream_tick(&stream, nowhere, still);
    }
    static const uint32_t order[3] = {2, 0, 1};
    for (uint32_t i = 0; i < 3; i++) {
        ox_stream_unpin(&stream, order[i], false);
        for (int t = 0; t < 5; t++) ox_stream_tick(&stream, nowhere, still);
    }
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQ(ox_stream_state_of(&stream, order[i]), OX_AREA_RESIDENT);
        ox_stream_pin(&stream, 3 + i, false);
        for (int t = 0; t < 5; t++) ox_stream_tick(&stream, nowhere, still);
        CHECK(ox_stream_is_active(&stream, 3 + i) && ox_stream_state_of(&stream, order[i]) == OX_AREA_ABSENT);
        CHECK_EQ(stream.evictions, i + 1);
    }
    ox_stream_pin(&stream, 0, false);
    for (int t = 0; t < 5; t++) ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_state_of(&stream, 0) == OX_AREA_QUEUED && alive == 3); /* every slot is wanted */
    ox_stream_pin(&stream, 0, true);
    for (int t = 0; t < 6; t++) ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_is_active(&stream, 0) && !ox_stream_is_active(&stream, 5)); /* the farthest gave way */
    CHECK(ox_stream_is_active(&stream, 3) && ox_stream_is_active(&stream, 4) && alive == 3);
}

/* A needed area comes before a wanted one that is nearer; the slot of an area that leaves is not taken in the same tick, while
 * the world sweeps its objects. */
TEST(level_stream_needed_ones_first_and_slots_after_the_sweep) {
    lay_out(6, 1);
    start((ox_stream_config){.area_count = 6, .slots = 2, .slot_bytes = AREA_BYTES, .quota = 600});
    const vec3 nowhere = {-99 * FX_ONE, 0, 0};
    ox_stream_pin(&stream, 0, false);
    ox_stream_pin(&stream, 5, true);
    ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_state_of(&stream, 5) == OX_AREA_LOADING &&
          ox_stream_state_of(&stream, 0) == OX_AREA_QUEUED);
    for (int t = 0; t < 6; t++) ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_is_active(&stream, 0) && ox_stream_is_active(&stream, 5));
    ox_stream_unpin(&stream, 0, false);
    ox_stream_pin(&stream, 1, false);
    ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_state_of(&stream, 0) == OX_AREA_LEAVING &&
          ox_stream_state_of(&stream, 1) == OX_AREA_QUEUED);
    ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_state_of(&stream, 0) == OX_AREA_ABSENT &&
          ox_stream_state_of(&stream, 1) == OX_AREA_LOADING);
}

TEST(level_stream_failures_and_cancels) {
    lay_out(8, 1);
    start((ox_stream_config){.area_count = 8,
                             .slots = 2,
                             .slot_bytes = AREA_BYTES,
                             .quota = 100,
                             .load = 4 * FX_ONE,
                             .unload = 8 * FX_ONE});
    disk.fail_begin = 1;
    disk.fail_step = 1;
    refuse = 1;
    for (int t = 0; t < 300; t++) ox_stream_tick(&stream, at_(16), still);
    CHECK(ox_stream_is_active(&stream, 0)); /* the fourth attempt loads the area */
    CHECK_EQ(stream.failures, 3);
    CHECK(stream.stalls > 120 && stream.stalls < 250);
    for (int t = 0; t < 3; t++) ox_stream_tick(&stream, at_(110), still);
    CHECK_EQ(ox_stream_state_of(&stream, 3), OX_AREA_LOADING);
    /* the hero goes back before the area is loaded */
    for (int t = 0; t < 10; t++) ox_stream_tick(&stream, at_(16), still);
    CHECK_EQ(stream.cancels, 1);
    CHECK_EQ(ox_stream_state_of(&stream, 3), OX_AREA_ABSENT);
    for (int t = 0; t < 3; t++) ox_stream_tick(&stream, at_(110), still);
    ox_stream_clear(&stream);
    CHECK_EQ(disk.under_way, 0);
    CHECK_EQ(alive, 0);
}

TEST(level_stream_refusals) {
    static const uint16_t none[] = {7};
    static const ox_stream_volume bad = {{{0, 0, 0}, {1, 1, 1}}, none, 1};
    ox_stream_config good = {.areas = areas,
                             .area_count = 2,
                             .slots = 1,
                             .slot_bytes = AREA_BYTES,
                             .quota = 1,
                             .source = &source,
                             .host = &host},
                     c;
    lay_out(2, 1);
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    c = good, c.slots = 0;
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_BAD_ARGUMENT);
    c = good, c.source = NULL;
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_BAD_ARGUMENT);
    c = good, c.host = NULL;
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_BAD_ARGUMENT);
    c = good, c.area_count = 0;
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_BAD_ARGUMENT);
    c = good, c.need = 5, c.load = 4, c.unload = 9;
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_BAD_ARGUMENT);
    c = good, c.need = -1;
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_BAD_ARGUMENT);
    c = good, c.quota = 0;
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_BAD_ARGUMENT);
    c = good, c.load = 5, c.unload = 4;
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_BAD_ARGUMENT);
    c = good, c.slot_bytes = AREA_BYTES - 1;
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_BAD_DATA);
    c = good, c.volumes = &bad, c.volume_count = 1;
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_BAD_DATA);
    ox_arena_init(&arena, block.bytes, AREA_BYTES);
    CHECK_EQ(ox_stream_init(&stream, &arena, &good), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), 0);
}

/* ---- the whole of it: levels, spawners, a world ---- */

enum { WORLD_AREAS = 16, LEVEL_ROOM = 1024, PER_AREA = 8 };
static union {
    uint64_t align;
    uint8_t bytes[WORLD_AREAS][LEVEL_ROOM];
} levels;
static ox_stream_area road[WORLD_AREAS];
static ox_world world;
static ox_places places;
static ox_spawners spawners;
static ox_regions regions;
static ox_area lives[WORLD_AREAS];
static uint32_t gates, wrong_chunks;

static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);
static const ox_component_type place_component = {
    .name = OX_NAME("place"), .capacity = 48, .record = &place_record, .slot = OX_SLOT_PLACE + 1};
typedef struct sheep {
    int32_t wool;
} sheep;
static const ox_field sheep_fields[] = {OX_FIELD(sheep, wool, OX_I32, OX_SIM)};
static const ox_type sheep_record = OX_TYPE(sheep, sheep_fields, 1);
static void grow(ox_world *w, ox_object *o, void *data) {
    (void)w, (void)o;
    ((sheep *)data)->wool++;
}
static const ox_object_ops sheep_ops = {.update = {grow}};
static const ox_object_type herd[] = {
    {.name = OX_NAME("sheep"),
     .capacity = 40,
     .record = &sheep_record,
     .ops = &sheep_ops,
     .components = {OX_NAME("place")}},
    {.name = OX_NAME("player"), .capacity = 1, .tags = 1, .components = {OX_NAME("place")}}};

static void at_gate(void *context, ox_world *w, const ox_region_event *e) {
    (void)context, (void)w;
    gates += e->kind == OX_REGION_ENTER;
}
static const ox_area_host area_host = {.world = &world, .regions = &regions, .spawners = &spawners};

static uint32_t level_at_; /* the source's current level */
static ox_status level_begin(void *context, const ox_stream_area *area, void *to) {
    (void)context;
    disk = (device){.area_bytes = area->bytes, .to = (uint8_t *)to, .under_way = area->id};
    level_at_ = area->id - 1;
    return OX_OK;
}
static ox_status level_step(void *context, uint32_t quota, uint32_t *moved) {
    (void)context;
    *moved = disk.area_bytes - disk.at < quota ? disk.area_bytes - disk.at : quota;
    memcpy(disk.to + disk.at, levels.bytes[level_at_] + disk.at, *moved);
    disk.at += *moved;
    return disk.at < disk.area_bytes ? OX_EMPTY : OX_OK;
}
static const ox_stream_source level_source = {level_begin, level_step, disk_cancel, &disk};

static ox_status come_alive(void *context, uint32_t area, void *data, uint32_t bytes, ox_arena *rest) {
    rom_error error;
    (void)context;
    ox_status status = ox_area_open(
        &lives[area], &area_host, rest,
        &(ox_area_source){
            .data = data, .size = bytes, .number = (uint16_t)(area + 1), .policy = OX_SPAWN_POOLED},
        &error);
    return status == OX_OK ? ox_area_begin(&lives[area]) : status;
}
static void go_away(void *context, uint32_t area) {
    (void)context;
    ox_area_end(&lives[area]);
}
static const ox_stream_host level_host = {come_alive, go_away, NULL};

static void build_road(void) {
    for (uint32_t a = 0; a < WORLD_AREAS; a++) {
        static uint8_t spawns[768], volumes[256];
        level_spawner who[PER_AREA];
        vec3 low = {(fx)a * 32 * FX_ONE, 0, 0}, high = {low.x + 32 * FX_ONE, 8 * FX_ONE, 32 * FX_ONE};
        level_place gate = {.name = 100 + a,
                            .kind = OX_NAME("gate"),
                            .at = {low.x + 16 * FX_ONE, 0, 16 * FX_ONE},
                            .half = {FX_ONE, FX_ONE, FX_ONE}};
        for (uint32_t i = 0; i < PER_AREA; i++)
            who[i] = (level_spawner){.type = OX_NAME("sheep"),
                                     .at = {low.x + (fx)i * FX_ONE, 0, 0},
                                     .property_count = 1,
                                     .properties = {{OX_NAME("wool"), 0, a}}};
        level_part parts[2] = {{ROM_TAG_SPAWNERS, spawns, level_spawners(spawns, who, PER_AREA, NULL, 0)},
                               {ROM_TAG_VOLUMES, volumes, level_volumes(volumes, &gate, 1)}};
        road[a] = (ox_stream_area){
            a + 1, {low, high}, level_whole(levels.bytes[a], low, high, parts, 2, NULL, 0), 0};
        CHECK(road[a].bytes <= LEVEL_ROOM && parts[0].bytes <= sizeof spawns);
    }
}

static ox_handle start_road(void) {
    ox_world_config config = {.objects = 48, .types = 2, .components = 2, .systems = 4};
    ox_handle player;
    build_road();
    gates = wrong_chunks = 0;
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_EQ(ox_world_add_component(&world, &place_component), 0);
    CHECK_EQ(ox_world_add_type(&world, &herd[0]), 0);
    CHECK_EQ(ox_world_add_type(&world, &herd[1]), 1);
    CHECK_EQ(ox_places_init(&places, &world, 3, 32), OX_OK);
    CHECK_EQ(ox_spawners_init(&spawners, &world, &(ox_spawners_config){.sets = 4}), OX_OK);
    CHECK_EQ(
        ox_regions_init(&regions, &world,
                        &(ox_regions_config){.capacity = 8, .visits = 8, .tags = 1, .listener = at_gate}),
        OX_OK);
    CHECK(ox_world_spawn(&world, 1, &player) != NULL);
    ox_stream_config c = {.areas = road,
                          .area_count = WORLD_AREAS,
                          .slots = 4,
                          .slot_bytes = LEVEL_ROOM + 512,
                          .quota = 128,
                          .load = 16 * FX_ONE,
                          .unload = 28 * FX_ONE,
                          .need = FX_ONE,
                          .lookahead = 60,
                          .source = &level_source,
                          .host = &level_host};
    CHECK_EQ(ox_stream_init(&stream, &arena, &c), OX_OK);
    return player;
}

TEST(level_stream_walk_through_sixteen_areas) {
    ox_handle player = start_road();
    size_t used = ox_arena_used(&arena);
    uint32_t stalls = 0, most = 0, least = UINT32_MAX, most_stream = 0, ticks = 0, births = 0,
             most_resident = 0;
    uint64_t sum = 0;
    vec3 place = at_(0), velocity = {FX_ONE / 5, 0, 0}; /* 12 m/s */
    for (int t = 0; t < 200; t++) {
        ox_stream_tick(&stream, place, still);
        ox_world_tick(&world);
    }
    stalls = stream.stalls;
    for (int way = 0; way < 2; way++) {
        for (uint32_t t = 0; t < 2555; t++, ticks++) {
            uint32_t before = test_instructions(), middle, spent, made = world.made;
            place.x += velocity.x;
            ox_stream_tick(&stream, place, velocity);
            middle = test_instructions();
            CHECK_EQ(ox_place_set(&world, ox_world_get(&world, player), place), OX_OK);
            ox_world_tick(&world);
            spent = test_instructions() - before;
            sum += spent;
            if (spent > most) most = spent;
            if (spent < least) least = spent;
            if (middle - before > most_stream) most_stream = middle - before;
            if (world.made - made > births) births = world.made - made;
            if (ox_stream_resident(&stream) > most_resident) most_resident = ox_stream_resident(&stream);
            CHECK(ox_stream_is_active(&stream, (uint32_t)place.x >> 21));
            CHECK_EQ(world.alive % PER_AREA, 1); /* whole areas, and the player */
            CHECK(world.alive <= 4 * PER_AREA + 1);
        }
        velocity.x = -velocity.x;
    }
    CHECK_EQ(stream.stalls, stalls);
    CHECK_EQ(most_resident, 4);
    CHECK_EQ(gates, 2 * WORLD_AREAS);
    CHECK_EQ(ox_arena_used(&arena), used); /* no memory but the slots was ever used */
    CHECK(stream.most_moved <= 128);
    CHECK_EQ(births, PER_AREA); /* one area is spawned in a tick */
    CHECK_EQ(stream.failures, 0);
    for (ox_object *o = ox_world_first(&world, 0); o != NULL;
         o = ox_world_next(&world, o)) /* all remaining objects are from this area */
        wrong_chunks += !ox_stream_is_active(&stream, o->chunk - 1u);
    CHECK_EQ(wrong_chunks, 0);
    /* No tick takes longer than the mean tick and a tenth of a frame of 280,896 cycles. */
    CHECK(most - sum / ticks < 28089);
    if (most != 0)
        TEST_INFO("16 areas, 4 in memory, %u ticks: %u to %u instructions a tick, mean %u; of these "
                  "streaming at most %u",
                  (unsigned)ticks, (unsigned)least, (unsigned)most, (unsigned)(sum / ticks),
                  (unsigned)most_stream);
    ox_stream_clear(&stream);
    ox_world_destroy_all(&world);
    ox_world_sweep(&world);
    CHECK_EQ(ox_world_leaks(&world), 0);
}

/* Two equal walks give equal worlds. */
TEST(level_stream_is_deterministic) {
    uint32_t hashes[2];
    for (int run = 0; run < 2; run++) {
        ox_handle player = start_road();
        vec3 place = at_(0), velocity = {FX_ONE / 4, 0, 0};
        hashes[run] = OX_FNV_START;
        for (uint32_t t = 0; t < 600; t++) {
            if (t > 200) place.x += velocity.x;
            ox_stream_tick(&stream, place, velocity);
            CHECK_EQ(ox_place_set(&world, ox_world_get(&world, player), place), OX_OK);
            ox_world_tick(&world);
            hashes[run] = ox_world_hash(&world, hashes[run]);
        }
    }
    CHECK_EQ(hashes[0], hashes[1]);
}

/* The stream ends with areas in play and one on its way. */
static const life_bench bench = {&arena, NULL};
static ox_status stream_in_play(ox_stream *it) {
    ox_stream_config config = {.areas = areas,
                               .area_count = 10,
                               .slots = 3,
                               .slot_bytes = AREA_BYTES,
                               .quota = 64,
                               .load = 6 * FX_ONE,
                               .unload = 20 * FX_ONE,
                               .source = &source,
                               .host = &host};
    ox_status status = ox_stream_init(it, &arena, &config);
    for (int t = 0; t < 20 && !ox_failed(status); t++) ox_stream_tick(it, at_(16), still);
    return status;
}
LIFE_ROW(ox_stream, init, stream_in_play(it), ox_stream_end(it), ox_stream_tick(it, at_(16), still))

TEST(level_stream_ends_clear) {
    lay_out(10, 1);
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    memset(&disk, 0, sizeof disk);
    alive = enters = leaves = refuse = 0;
    CHECK(life_is_led(&LIFE_OF(ox_stream), &bench));
    CHECK(enters > 0 && alive == 0 && disk.under_way == 0);
}

/* Pins beyond 255 keep the area pinned. Ticks in which the first wanted area finds no slot are counted, one by one. */
TEST(level_stream_counts_pins_and_full_ticks) {
    lay_out(2, 1);
    start((ox_stream_config){.area_count = 2, .slots = 1, .slot_bytes = AREA_BYTES, .quota = 600});
    const vec3 nowhere = {-99 * FX_ONE, 0, 0};
    for (int i = 0; i < 256; i++) ox_stream_pin(&stream, 0, false);
    for (int t = 0; t < 12; t++) ox_stream_tick(&stream, nowhere, still);
    CHECK(ox_stream_is_active(&stream, 0) && stream.full == 0);
    ox_stream_pin(&stream, 1, false);
    for (uint32_t t = 1; t < 6; t++) {
        ox_stream_tick(&stream, nowhere, still);
        CHECK_EQ(stream.full, t);
    }
}

/* What lies ahead is loaded first, also where the place ahead would lie beyond the numbers. */
TEST(level_stream_looks_ahead_at_the_end_of_numbers) {
    static const int sides[2] = {-1, 1};
    for (uint32_t k = 0; k < 2; k++) {
        const int side = sides[k];
        lay_out(2, 1);
        const fx near = side * 30000 * FX_ONE, far = side * 32000 * FX_ONE;
        for (uint32_t i = 0; i < 2; i++) {
            const fx x = i == 0 ? near : far;
            areas[i].bounds.lo.x = x - 100 * FX_ONE;
            areas[i].bounds.hi.x = x + 100 * FX_ONE;
        }
        start((ox_stream_config){.area_count = 2,
                                 .slots = 2,
                                 .slot_bytes = AREA_BYTES,
                                 .quota = 600,
                                 .load = 3000 * FX_ONE,
                                 .unload = 4000 * FX_ONE,
                                 .lookahead = 600});
        const vec3 place = {side * 30500 * FX_ONE, 0, 16 * FX_ONE}, velocity = {side * 100 * FX_ONE, 0, 0};
        ox_stream_tick(&stream, place, velocity);
        CHECK_EQ(disk.begun, 1);
        CHECK(ox_stream_state_of(&stream, 1) != OX_AREA_QUEUED &&
              ox_stream_state_of(&stream, 0) == OX_AREA_QUEUED);
    }
}

/* What moved at most in a tick stays known. What lies within the lookahead is loaded first, and not what lies far behind it. */
TEST(level_stream_knows_the_most_that_moved) {
    lay_out(2, 1);
    start((ox_stream_config){.area_count = 2, .slots = 2, .slot_bytes = AREA_BYTES, .quota = 256});
    ox_stream_pin(&stream, 0, false);
    for (int t = 0; t < 6; t++) ox_stream_tick(&stream, (vec3){-99 * FX_ONE, 0, 0}, still);
    CHECK(ox_stream_is_active(&stream, 0) && AREA_BYTES % 256 != 0);
    CHECK_EQ(stream.most_moved, 256);
    lay_out(2, 1);
    for (uint32_t i = 0; i < 2; i++) {
        areas[i].bounds.lo.x = (i == 0 ? 100 : 12) * FX_ONE;
        areas[i].bounds.hi.x = (i == 0 ? 120 : 20) * FX_ONE;
    }
    start((ox_stream_config){.area_count = 2,
                             .slots = 2,
                             .slot_bytes = AREA_BYTES,
                             .quota = 600,
                             .load = 200 * FX_ONE,
                             .unload = 300 * FX_ONE,
                             .lookahead = 10});
    ox_stream_tick(&stream, at_(0), (vec3){FX_ONE, 0, 0});
    CHECK(ox_stream_state_of(&stream, 0) == OX_AREA_QUEUED &&
          ox_stream_state_of(&stream, 1) != OX_AREA_QUEUED);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_stream_state_of(&stream, 2), OX_AREA_ABSENT); /* there is no such area */
    ox_stream_pin(&stream, 2, false);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
}

/* Regions: shapes, events of objects that pass, and cases without an event. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/scene/region.h"
#include "tests/test.h"

static union {
    uint64_t align;
    uint8_t bytes[32 * 1024];
} block;
static ox_arena arena;
static ox_world world;
static ox_places places;
static ox_regions triggers;

enum { TAG_PLAYER = 1, TAG_OTHER = 2 };
static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = OX_TYPE(vec3, place_fields, 1);
static const ox_component_type place_component = {
    .name = OX_NAME("place"), .capacity = 16, .record = &place_record, .slot = OX_SLOT_PLACE + 1};
static const ox_object_type walker = {
    .name = OX_NAME("walker"), .capacity = 16, .tags = TAG_PLAYER, .components = {OX_NAME("place")}};

typedef struct heard {
    uint32_t enters, stays, leaves, last_ticks;
    ox_id payload;
} heard;
static heard log_;

static void hear(void *context, ox_world *w, const ox_region_event *e) {
    heard *h = (heard *)context;
    (void)w;
    h->payload = e->region->payload;
    h->last_ticks = e->ticks;
    if (e->kind == OX_REGION_ENTER) h->enters++;
    if (e->kind == OX_REGION_STAYS) h->stays++;
    if (e->kind == OX_REGION_LEAVE) h->leaves++;
}

static ox_handle start(void) {
    ox_world_config config = {.objects = 16, .types = 2, .components = 2, .systems = 4};
    ox_handle handle;
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    memset(&log_, 0, sizeof log_);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_EQ(ox_regions_init(
                 &triggers, &world,
                 &(ox_regions_config){
                     .capacity = 8, .visits = 8, .tags = TAG_PLAYER, .listener = hear, .context = &log_}),
             OX_BAD_STATE); /* the world has no places yet */
    CHECK_EQ(ox_world_add_component(&world, &place_component), 0);
    CHECK_EQ(ox_world_add_type(&world, &walker), 0);
    CHECK_EQ(ox_places_init(&places, &world, 3, 16), OX_OK);
    CHECK_EQ(ox_regions_init(
                 &triggers, &world,
                 &(ox_regions_config){
                     .capacity = 8, .visits = 8, .tags = TAG_PLAYER, .listener = hear, .context = &log_}),
             OX_OK);
    CHECK(ox_world_spawn(&world, 0, &handle) != NULL);
    return handle;
}

static void step_to(ox_handle who, fx x, fx y, fx z) {
    CHECK_EQ(ox_place_set(&world, ox_world_get(&world, who), (vec3){x, y, z}), OX_OK);
    ox_world_tick(&world);
}

static const vec2 pond[] = {{-2 * FX_ONE, 2 * FX_ONE},
                            {2 * FX_ONE, 2 * FX_ONE},
                            {3 * FX_ONE, 0},
                            {2 * FX_ONE, -2 * FX_ONE},
                            {-2 * FX_ONE, -2 * FX_ONE}};
static const plane30 octagon[] = {{{Q30_ONE, 0, 0}, 3 * FX_ONE},
                                  {{-Q30_ONE, 0, 0}, 3 * FX_ONE},
                                  {{0, Q30_ONE, 0}, 2 * FX_ONE},
                                  {{0, -Q30_ONE, 0}, 2 * FX_ONE}};
#define IDENTITY                                                                                             \
    { 0, 0, 0, Q30_ONE }
/* All shapes reach from about -3 to 3 along x at the origin. */
static ox_region shapes[] = {{.name = 1,
                              .shape = OX_REGION_SPHERE,
                              .half = {3 * FX_ONE, 0, 0},
                              .tags = TAG_PLAYER,
                              .flags = OX_REGION_STAY,
                              .payload = 71},
                             {.name = 2,
                              .shape = OX_REGION_BOX,
                              .half = {3 * FX_ONE, FX_ONE, FX_ONE},
                              .rotation = IDENTITY,
                              .tags = TAG_PLAYER,
                              .flags = OX_REGION_STAY,
                              .payload = 72},
                             {.name = 3,
                              .shape = OX_REGION_PRISM,
                              .points = pond,
                              .count = 5,
                              .low = -FX_ONE,
                              .high = FX_ONE,
                              .tags = TAG_PLAYER,
                              .flags = OX_REGION_STAY,
                              .payload = 73},
                             {.name = 4,
                              .shape = OX_REGION_PLANES,
                              .planes = octagon,
                              .count = 4,
                              .tags = TAG_PLAYER,
                              .flags = OX_REGION_STAY,
                              .payload = 74}};

/* The distance to a plane is n.p + d or n.p - d; the planes above are changed to the form that has the origin
 * inside. */
static void fit_planes(plane30 *out) {
    for (int i = 0; i < 4; i++) {
        out[i] = octagon[i];
        if (plane_distance(&out[i], (vec3){0, 0, 0}) > 0) out[i].d = -out[i].d;
    }
}

TEST(scene_region_path_through_each_shape) {
    plane30 planes[4];
    fit_planes(planes);
    for (uint32_t s = 0; s < 4; s++) {
        ox_region region = shapes[s];
        uint32_t inside = 0;
        ox_handle who = start();
        if (region.planes != NULL) region.planes = planes;
        CHECK_EQ(ox_regions_add(&triggers, &region, 1), 0);
        CHECK_EQ(ox_region_find(&triggers, s + 1), 0);
        for (int pass = 0; pass < 2; pass++) { /* the object passes forth and back */
            for (fx x = -6 * FX_ONE; x <= 6 * FX_ONE; x += FX_HALF) {
                fx at = pass == 0 ? x : -x;
                inside += ox_region_holds(&region, (vec3){at, 0, 0});
                step_to(who, at, 0, 0);
                CHECK_EQ(ox_region_inside(&triggers, 0), ox_region_holds(&region, (vec3){at, 0, 0}));
            }
            CHECK_EQ(log_.enters, (uint32_t)pass + 1u);
            CHECK_EQ(log_.leaves, (uint32_t)pass + 1u);
            CHECK_EQ(log_.stays, inside);
            CHECK_EQ(log_.last_ticks, inside / ((uint32_t)pass + 1u));
        }
        CHECK(inside >= 20);
        CHECK_EQ(log_.payload, 71 + s);
        /* The object passes beside the shape: above, and off its axis. */
        step_to(who, -6 * FX_ONE, 6 * FX_ONE, 0);
        step_to(who, 6 * FX_ONE, 6 * FX_ONE, 0);
        CHECK_EQ(log_.enters, 2);
    }
}

/* Sets the object's place during the tick, as a script would. */
static vec3 jump;
static bool jumps;
static void teleport(void *context, ox_world *w, ox_phase phase, uint32_t bucket) {
    ox_object *object = ox_world_first(w, 0);
    (void)context, (void)phase, (void)bucket;
    if (!jumps) return;
    jumps = false;
    CHECK_EQ(ox_place_set(w, object, jump), OX_OK);
    ox_object_flag(w, object, OX_OBJECT_TELEPORTED, true);
}
static const ox_system script = {.name = 1, .phases = 1u << OX_PHASE_COMMANDS, .run = teleport};

TEST(scene_region_fast_movers_and_teleports) {
    plane30 planes[4];
    fit_planes(planes);
    for (uint32_t s = 0; s < 4; s++) {
        ox_region region = shapes[s];
        ox_handle who = start();
        if (region.planes != NULL) region.planes = planes;
        CHECK_EQ(ox_regions_add(&triggers, &region, 1), 0);
        CHECK(ox_world_add_system(&world, &script, NULL) >= 0);
        step_to(who, -1000 * FX_ONE, FX_HALF, FX_HALF);
        step_to(who, 1000 * FX_ONE, FX_HALF, FX_HALF); /* the object crosses the region within a tick */
        CHECK_EQ(log_.enters, 1);
        CHECK_EQ(log_.leaves, 1);
        CHECK_EQ(log_.stays, 0);
        CHECK_EQ(log_.last_ticks, 0);
        /* the object passes above the region, slanting down */
        step_to(who, -1000 * FX_ONE, 9 * FX_ONE, 9 * FX_ONE);
        CHECK_EQ(log_.enters, 1);
        step_to(who, -1000 * FX_ONE, FX_HALF, 0);
        jumps = true;
        jump = (vec3){1000 * FX_ONE, FX_HALF, 0}; /* a jump does not cross the region */
        ox_world_tick(&world);
        CHECK_EQ(log_.enters, 1);
        jump = (vec3){0, 0, 0}; /* a jump into the region enters it */
        jumps = true;
        ox_world_tick(&world);
        CHECK_EQ(log_.enters, 2);
        ox_regions_forget(&triggers, ox_world_get(&world, who));
        step_to(who, 500 * FX_ONE, 0, 0);
        CHECK_EQ(log_.leaves, 2);
    }
}

/* Random movements against many points on them. */
TEST(scene_region_crossing_like_points) {
    ox_region turned = shapes[1], fitted = shapes[3];
    plane30 planes[4];
    const ox_region *all[4] = {&shapes[0], &turned, &shapes[2], &fitted};
    rng32 r = rng32_seed(73, 1);
    uint32_t crossed = 0, missed = 0;
    fit_planes(planes);
    fitted.planes = planes;
    turned.rotation = q4_from_axis_angle((dir30){0, Q30_ONE, 0}, ANG32_90 / 2);
    for (int i = 0; i < 400; i++) {
        const ox_region *region = all[i % 4];
        vec3 a, b;
        bool touched = false, is = false;
        box3 bounds = ox_region_bounds(region);
        a = (vec3){(fx)(rng32_next(&r) >> 12) - (8 << 16), (fx)(rng32_next(&r) >> 13) - (4 << 16),
                   (fx)(rng32_next(&r) >> 12) - (8 << 16)};
        b = (vec3){(fx)(rng32_next(&r) >> 12) - (8 << 16), (fx)(rng32_next(&r) >> 13) - (4 << 16),
                   (fx)(rng32_next(&r) >> 12) - (8 << 16)};
        is = ox_region_crossed(region, a, b);
        for (int k = 0; k <= 256 && !touched; k++) {
            vec3 p = {a.x + (fx)((int64_t)(b.x - a.x) * k / 256), a.y + (fx)((int64_t)(b.y - a.y) * k / 256),
                      a.z + (fx)((int64_t)(b.z - a.z) * k / 256)};
            touched = ox_region_holds(region, p);
            if (touched) CHECK(box_contains(&bounds, p));
        }
        /* a movement may touch a corner between two points; a point inside always means a crossing */
        if (touched) CHECK(is);
        crossed += is;
        missed += is != touched;
    }
    CHECK(crossed > 50);
    CHECK(missed <= 4);
}

TEST(scene_region_once_cooldown_tags) {
    ox_region region = shapes[1];
    ox_handle who = start(), other;
    CHECK(ox_world_spawn(&world, 0, &other) != NULL);
    region.flags = OX_REGION_ONCE | OX_REGION_STAY;
    CHECK_EQ(ox_regions_add(&triggers, &region, 1), 0);
    CHECK_EQ(ox_place_set(&world, ox_world_get(&world, other), (vec3){0, 50 * FX_ONE, 0}), OX_OK);
    step_to(who, 0, 0, 0);
    CHECK_EQ(log_.enters, 1);
    step_to(who, FX_ONE, 0, 0);
    CHECK_EQ(log_.stays, 2);
    step_to(who, 9 * FX_ONE, 0, 0);
    CHECK_EQ(log_.leaves, 1);
    step_to(who, 0, 0, 0);
    CHECK_EQ(log_.enters, 1); /* the region fires once */
    ox_region_enable(&triggers, 0, true);
    step_to(who, 0, 0, 0);
    CHECK_EQ(log_.enters, 2);
    ox_region_enable(&triggers, 0, false); /* every object inside leaves */
    step_to(who, 0, 0, 0);
    CHECK_EQ(log_.leaves, 2);
    /* Cooldown: a second entrance in a tick after the first is not told, nor is its end. */
    ox_regions_remove(&triggers, 0, 1);
    CHECK_EQ(triggers.count, 0);
    region.flags = 0;
    region.cooldown = 10;
    CHECK_EQ(ox_regions_add(&triggers, &region, 1), 0);
    step_to(who, 0, 0, 0);
    CHECK_EQ(log_.enters, 3);
    step_to(other, FX_ONE, 0, 0);
    CHECK_EQ(log_.enters, 3);
    CHECK_EQ(ox_region_inside(&triggers, 0), 2);
    step_to(other, 50 * FX_ONE, 0, 0);
    CHECK_EQ(log_.leaves, 2);
    for (int t = 0; t < 10; t++) ox_world_tick(&world);
    step_to(other, FX_ONE, 0, 0);
    CHECK_EQ(log_.enters, 4);
    /* The object has other tags. */
    region.tags = TAG_OTHER;
    step_to(who, 0, 0, 0);
    CHECK_EQ(log_.leaves, 4);
    CHECK_EQ(ox_region_inside(&triggers, 0), 0);
}

TEST(scene_region_no_word_of_the_dead) {
    ox_handle who = start();
    CHECK_EQ(ox_regions_add(&triggers, shapes, 3), 0);
    step_to(who, 0, 0, 0);
    CHECK_EQ(log_.enters, 3);
    CHECK_EQ(ox_world_leaks(&world), 1 + 1 + 1 + 3); /* object, place, cell, visits */
    uint32_t hash = ox_world_hash(&world, OX_FNV_START);
    triggers.visits[1].ticks++;
    CHECK(ox_world_hash(&world, OX_FNV_START) != hash);
    CHECK_EQ(ox_world_destroy(&world, who), OX_OK);
    for (int t = 0; t < 3; t++) ox_world_tick(&world);
    CHECK_EQ(log_.leaves, 0);
    CHECK_EQ(ox_world_leaks(&world), 0);
    /* an object in the same slot at another place: no leave, and no movement from the old place */
    ox_handle next;
    CHECK(ox_world_spawn(&world, 0, &next) != NULL);
    step_to(next, 20 * FX_ONE, 0, 0);
    CHECK_EQ(log_.enters, 3);
    CHECK_EQ(log_.leaves, 0);
}

static void count_line(void *target, vec3 a, vec3 b) {
    (void)a, (void)b;
    ++*(uint32_t *)target;
}
TEST(scene_region_lines_only_on_demand) {
    uint32_t lines = 0;
    (void)start();
    CHECK_EQ(ox_regions_add(&triggers, shapes, 3), 0);
    CHECK_EQ(ox_regions_draw(&triggers, count_line, &lines), 0);
    CHECK_EQ(lines, 0);
    triggers.shown = true;
    CHECK_EQ(ox_regions_draw(&triggers, count_line, &lines), 12 + 12 + 15);
    CHECK_EQ(lines, 39);
    ox_region_enable(&triggers, 1, false);
    CHECK_EQ(ox_regions_draw(&triggers, count_line, &lines), 12 + 15);
}

/* Regions come and go in any order, and their numbers are used again. */
TEST(scene_region_numbers_are_reused) {
    (void)start();
    for (int i = 0; i < 4; i++) CHECK_EQ(ox_regions_add(&triggers, shapes, 2), 2 * i);
    ox_regions_remove(&triggers, 2, 2);
    CHECK_EQ(ox_regions_add(&triggers, shapes, 3), OX_FULL);
    ox_regions_remove(&triggers, 4, 2);
    CHECK_EQ(ox_regions_add(&triggers, shapes, 3), 2);
    CHECK_EQ(ox_regions_add(&triggers, shapes, 1), 5);
    CHECK_EQ(ox_regions_add(&triggers, shapes, 1), OX_FULL);
    ox_regions_remove(&triggers, 5, 3);
    CHECK_EQ(triggers.count, 5);
    CHECK_EQ(ox_regions_add(&triggers, shapes, 3), 5);
}

/* Objects inside a region are inside after a way through bytes, without an event; impossible bytes leave no object
 * inside. */
TEST(scene_region_state_comes_back) {
    static uint8_t kept[512];
    ox_handle who = start();
    CHECK_EQ(ox_regions_add(&triggers, shapes, 3), 0);
    step_to(who, 0, 0, 0);
    step_to(who, 0, 0, 0);
    ox_region_enable(&triggers, 1, false);
    const uint16_t inside = triggers.visit_count;
    CHECK(inside > 0);
    ox_writer to = ox_writer_bytes(kept, sizeof kept), hash = ox_writer_hash();
    ox_regions_save(&triggers, &to);
    ox_regions_save(&triggers, &hash);
    CHECK(!to.full);
    ox_region_enable(&triggers, 1, true);
    step_to(who, 900 * FX_ONE, 0, 0);
    CHECK_EQ(triggers.visit_count, 0);
    const heard before = log_;
    ox_reader from = ox_reader_bytes(kept, to.used);
    CHECK_EQ(ox_regions_restore(&triggers, &from), OX_OK);
    ox_writer again = ox_writer_hash();
    ox_regions_save(&triggers, &again);
    CHECK(again.hash == hash.hash && from.used == to.used && triggers.visit_count == inside);
    CHECK(!triggers.regions[1].on && memcmp(&before, &log_, sizeof before) == 0);
    for (size_t size = 0; size < to.used; size += 3) {
        from = ox_reader_bytes(kept, size);
        CHECK_EQ(ox_regions_restore(&triggers, &from), OX_BAD_DATA);
        CHECK_EQ(triggers.visit_count, 0);
    }
    kept[0] = 7; /* the state of other regions */
    from = ox_reader_bytes(kept, to.used);
    CHECK_EQ(ox_regions_restore(&triggers, &from), OX_BAD_DATA);
}

TEST(scene_region_refusals) {
    static const ox_region bad[] = {{.shape = OX_REGION_SPHERE, .half = {-1, 0, 0}},
                                    {.shape = OX_REGION_BOX, .half = {1, -1, 1}},
                                    {.shape = OX_REGION_PRISM, .points = pond, .count = 2},
                                    {.shape = OX_REGION_PLANES},
                                    {.shape = 9}};
    ox_handle who = start();
    for (int i = 0; i < 5; i++) CHECK_EQ(ox_regions_add(&triggers, &bad[i], 1), OX_BAD_DATA);
    for (int i = 0; i < 2; i++) CHECK_EQ(ox_regions_add(&triggers, shapes, 3), i * 3);
    CHECK_EQ(ox_regions_add(&triggers, shapes, 3), OX_FULL);
    CHECK_EQ(ox_region_find(&triggers, 99), OX_NOT_FOUND);
    CHECK_EQ(ox_regions_add(&triggers, shapes, 2), 6);
    step_to(who, 0, 0, 0);
    ox_handle second;
    CHECK(ox_world_spawn(&world, 0, &second) != NULL);
    step_to(second, 0, 0, 0); /* 8 pairs, no room for more */
    CHECK_EQ(triggers.refused, 8);
    ox_region_enable(&triggers, 9, true);
    ox_regions_remove(&triggers, 7, 5);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    ox_regions none;
    CHECK_EQ(ox_regions_init(&none, &world, &(ox_regions_config){.visits = 8, .tags = 1, .listener = hear}),
             OX_BAD_ARGUMENT);
    CHECK_EQ(ox_regions_init(&none, &world, &(ox_regions_config){.capacity = 8, .visits = 8, .tags = 1}),
             OX_BAD_ARGUMENT);
    while (ox_arena_push_low(&arena, 64, 4) != NULL) {
    }
    CHECK_EQ(ox_regions_init(&none, &world,
                             &(ox_regions_config){.capacity = 8, .visits = 8, .tags = 1, .listener = hear}),
             OX_OUT_OF_MEMORY);
}

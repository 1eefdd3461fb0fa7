/* Queries over objects against plain scans of random worlds. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/world/query.h"
#include "tests/test.h"

enum { OBJECTS = 150 };

static union {
    uint64_t align;
    uint8_t bytes[48 * 1024];
} block;
static ox_arena arena;
static ox_world world;
static ox_places places;
static vec3 model[OBJECTS]; /* places by slot */

static const ox_field place_fields[] = {OX_FIELD(vec3, x, OX_FX, OX_SIM), OX_FIELD(vec3, y, OX_FX, OX_SIM),
                                        OX_FIELD(vec3, z, OX_FX, OX_SIM)};
static const ox_type place_record = {
    .name = OX_NAME("place"), .size = sizeof(vec3), .version = 1, .fields = place_fields, .count = 3};
static const ox_component_type place_type = {
    .name = OX_NAME("place"), .capacity = OBJECTS, .record = &place_record, .slot = OX_SLOT_PLACE + 1};
static const ox_object_type foe = {
    .name = OX_NAME("foe"), .capacity = OBJECTS, .components = {OX_NAME("place")}};
static const ox_object_type friendly = {
    .name = OX_NAME("friend"), .capacity = OBJECTS, .components = {OX_NAME("place")}, .tags = 2};

static vec3 somewhere(rng32 *r, fx extent) {
    uint32_t range = (uint32_t)extent * 2u;
    vec3 at;
    at.x = (fx)(rng32_next(r) % range) - extent;
    at.y = (fx)(rng32_next(r) % (8u * FX_ONE));
    at.z = (fx)(rng32_next(r) % range) - extent;
    return at;
}

static void populate(uint32_t seed, fx extent, bool grid) {
    const ox_world_config config = {.objects = OBJECTS, .types = 2, .components = 2, .systems = 2};
    rng32 r = rng32_seed(seed, 1);
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_EQ(ox_world_add_component(&world, &place_type), 0);
    CHECK_EQ(ox_world_add_type(&world, &foe), 0);
    CHECK_EQ(ox_world_add_type(&world, &friendly), 1);
    if (grid) CHECK_EQ(ox_places_init(&places, &world, 4, 64), OX_OK);
    for (uint32_t i = 0; i < OBJECTS; i++) {
        ox_object *o = ox_world_spawn(&world, rng32_next(&r) % 2, NULL);
        CHECK_EQ(ox_place_set(&world, o, somewhere(&r, extent)), OX_OK);
        if (i % 3 == 0) CHECK_EQ(ox_place_set(&world, o, somewhere(&r, extent)), OX_OK); /* moves */
        model[o->handle.bits & 0xFFFFu] = *ox_place_of(&world, o);
    }
    for (uint32_t i = 0; i < 20; i++) /* some objects go; their slots are used again */
        (void)ox_world_destroy(&world, ox_world_slot(&world, rng32_next(&r) % OBJECTS)->handle);
    if (seed % 2) ox_world_sweep(&world);
    if (seed % 4 == 1) {
        ox_object *o = ox_world_spawn(&world, 0, NULL);
        CHECK_EQ(ox_place_set(&world, o, model[0]), OX_OK);
        model[o->handle.bits & 0xFFFFu] = model[0];
    }
}

static bool near(vec3 a, vec3 b, fx radius, int64_t *distance) {
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y, z = (int64_t)a.z - b.z;
    *distance = x * x + y * y + z * z;
    return *distance <= (int64_t)radius * radius;
}

/* Compares the nearest objects with the smallest distances of a scan, one after the other; and a query without room
 * for all of them. */
static void check_nearest(const ox_query *like, vec3 centre, fx radius, uint32_t room) {
    ox_handle found[OBJECTS], part[OBJECTS], all[OBJECTS];
    ox_query q = {.out = found, .capacity = room, .tags = like->tags},
             every = {.out = all, .capacity = OBJECTS, .tags = like->tags};
    const uint32_t count = ox_query_near(&world, &q, centre, radius),
                   there = ox_query_radius(&world, &every, centre, radius);
    CHECK_EQ(count, there < room ? there : room);
    CHECK_EQ(q.overflow, there > room);
    int64_t before = -1;
    uint32_t slot_before = 0, nearer = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t distance;
        const uint32_t slot = found[i].bits & 0xFFFFu;
        CHECK(near(model[slot], centre, radius, &distance));
        CHECK(distance > before || (distance == before && slot > slot_before));
        before = distance;
        slot_before = slot;
    }
    for (uint32_t i = 0; i < there; i++) {
        int64_t distance;
        (void)near(model[all[i].bits & 0xFFFFu], centre, radius, &distance);
        nearer += distance < before;
    }
    CHECK(nearer <= count);
    uint32_t got = 0;
    ox_query rest = {.out = part, .capacity = room, .tags = like->tags};
    while (room > 0 && ox_query_radius(&world, &rest, centre, radius) > 0) {
        for (uint32_t i = 0; i < rest.count; i++, got++)
            CHECK(got < there && ox_handle_same(part[i], all[got]));
        rest.from = (part[rest.count - 1u].bits & 0xFFFFu) + 1u;
    }
    if (room > 0) CHECK_EQ(got, there);
}

TEST(world_query_near_like_a_scan) {
    rng32 r = rng32_seed(72, 1);
    for (uint32_t seed = 0; seed < 12; seed++) {
        populate(seed, (seed < 8 ? 100 : 4000) * FX_ONE, seed % 3 != 2);
        for (int round = 0; round < 40; round++) {
            ox_handle found[OBJECTS], best = OX_HANDLE_NONE;
            ox_query q = {.out = found, .capacity = OBJECTS, .tags = (uint16_t)(round % 2 ? 2 : 0)};
            vec3 centre = somewhere(&r, 110 * FX_ONE);
            fx radius = round == 0 ? 20 * FX_ONE : (fx)(rng32_next(&r) % (60u * FX_ONE));
            uint32_t expected = 0;
            int64_t least = INT64_MAX;
            uint32_t count = ox_query_radius(&world, &q, centre, radius);
            CHECK_EQ(count, q.count);
            CHECK(!q.overflow);
            for (uint32_t slot = 0; slot < ox_pool_peak(&world.objects); slot++) {
                const ox_object *o = ox_world_slot(&world, slot);
                int64_t distance;
                if (world.objects.generations[slot] == 0 || (o->flags & OX_OBJECT_DEAD) != 0) continue;
                if ((o->tags & q.tags) != q.tags || !near(model[slot], centre, radius, &distance)) continue;
                CHECK(expected < count &&
                      ox_handle_same(found[expected], o->handle)); /* objects in the order of slots */
                expected++;
                if (distance < least) least = distance, best = o->handle;
            }
            CHECK_EQ(expected, count);
            CHECK(ox_handle_same(ox_query_nearest(&world, &q, centre, radius), best));
            check_nearest(&q, centre, radius, (uint32_t)round % 7u);
            box3 box = {{centre.x - radius, FX_ONE, centre.z - radius / 2},
                        {centre.x, 6 * FX_ONE, centre.z + radius}};
            count = ox_query_box(&world, &q, &box);
            expected = 0;
            for (uint32_t slot = 0; slot < ox_pool_peak(&world.objects); slot++) {
                const ox_object *o = ox_world_slot(&world, slot);
                if (world.objects.generations[slot] == 0 || (o->flags & OX_OBJECT_DEAD) != 0) continue;
                if ((o->tags & q.tags) != q.tags || !box_contains(&box, model[slot])) continue;
                CHECK(expected < count && ox_handle_same(found[expected], o->handle));
                expected++;
            }
            CHECK_EQ(expected, count);
        }
    }
}

/* A query looks at cells near by, not at the whole world, and allocates no memory. */
TEST(world_query_counters) {
    ox_handle found[OBJECTS];
    ox_query q = {.out = found, .capacity = OBJECTS};
    populate(3, 1000 * FX_ONE, true);
    size_t used = ox_arena_used(&arena);
    uint32_t results = 0;
    places.visited = 0;
    for (int i = 0; i < 50; i++) {
        vec3 centre = model[i];
        results += ox_query_radius(&world, &q, centre, 10 * FX_ONE);
    }
    TEST_INFO("50 queries in a world of %u: %u objects looked at, %u found", (unsigned)OBJECTS,
              (unsigned)places.visited, (unsigned)results);
    CHECK(results >= 40);
    CHECK(places.visited < 50 * 20);
    CHECK_EQ(ox_arena_used(&arena), used);
}

static bool is_ahead(void *context, const ox_world *w, const ox_object *o) {
    (*(uint32_t *)context)++;
    return ox_place_of(w, o)->z < 0; /* a stand-in for a line of sight */
}

TEST(world_query_by_type_tags_and_test) {
    ox_handle found[OBJECTS], few[5];
    uint32_t asked = 0, expected = 0, foes = 0;
    populate(5, 100 * FX_ONE, true);
    ox_query q = {.out = found, .capacity = OBJECTS};
    for (const ox_object *o = ox_world_first(&world, 0); o != NULL; o = ox_world_next(&world, o)) foes++;
    CHECK_EQ(ox_query_type(&world, &q, 0), foes);
    for (uint32_t i = 1; i < q.count; i++) CHECK((found[i - 1].bits & 0xFFFFu) < (found[i].bits & 0xFFFFu));
    CHECK_EQ(ox_query_all(&world, &q), world.alive);
    q.tags = 2;
    CHECK_EQ(ox_query_all(&world, &q), world.alive - foes);
    q.test = is_ahead;
    q.context = &asked;
    uint32_t ahead = ox_query_all(&world, &q);
    CHECK_EQ(asked, world.alive - foes);
    for (uint32_t slot = 0; slot < OBJECTS; slot++) {
        const ox_object *o = ox_world_slot(&world, slot);
        expected += world.objects.generations[slot] != 0 && o->tags == 2 && model[slot].z < 0;
    }
    CHECK_EQ(ahead, expected);
    q = (ox_query){.out = few, .capacity = 5, .type = 1};
    CHECK_EQ(ox_query_all(&world, &q), 5);
    CHECK(q.overflow);
    q = (ox_query){.out = found, .capacity = OBJECTS, .type = 1};
    (void)ox_query_radius(&world, &q, (vec3){0, 0, 0}, 500 * FX_ONE);
    CHECK_EQ(q.count, foes);
    for (int i = 0; i < 5; i++) CHECK(ox_handle_same(few[i], found[i])); /* the lowest slots are kept */
    q.capacity = 0;
    CHECK_EQ(ox_query_radius(&world, &q, (vec3){0, 0, 0}, 500 * FX_ONE), 0);
    CHECK(q.overflow);
    CHECK_EQ(ox_query_radius(&world, &q, (vec3){0, 0, 0}, -1), 0);
    CHECK(!q.overflow);
    ox_world_destroy_all(&world);
    CHECK_EQ(ox_query_all(&world, &q), 0);
    ox_world_sweep(&world);
    CHECK_EQ(ox_world_leaks(&world), 0);
    CHECK_EQ(ox_place_set(&world, NULL, (vec3){0, 0, 0}), OX_NOT_FOUND);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(world_query_nearest_takes_the_test_and_the_edge) {
    uint32_t asked = 0;
    for (int with_grid = 0; with_grid < 2; with_grid++) {
        populate(3, 50 * FX_ONE, with_grid != 0);
        ox_world_destroy_all(&world);
        ox_world_sweep(&world);
        static const int8_t at[][3] = {{4, 0, 0}, {0, 0, -5}, {0, 0, 6}, {-4, 0, 0}};
        ox_handle put[4];
        for (int i = 0; i < 4; i++) {
            ox_object *o = ox_world_spawn(&world, 0, NULL);
            put[i] = o->handle;
            CHECK_EQ(ox_place_set(&world, o, (vec3){at[i][0] * FX_ONE, 0, at[i][2] * FX_ONE}), OX_OK);
        }
        ox_query q = {.test = is_ahead, .context = &asked};
        CHECK(ox_handle_same(ox_query_nearest(&world, &q, V3_ZERO, 9 * FX_ONE),
                             put[1])); /* the only object ahead */
        /* an object at the edge counts */
        CHECK(ox_handle_same(ox_query_nearest(&world, &q, V3_ZERO, 5 * FX_ONE), put[1]));
        CHECK_EQ(ox_query_nearest(&world, &q, V3_ZERO, 5 * FX_ONE - 1).bits, 0);
        q.test = NULL;
        const uint32_t low = (put[0].bits & 0xFFFFu) < (put[3].bits & 0xFFFFu) ? 0 : 3;
        CHECK(ox_handle_same(ox_query_nearest(&world, &q, V3_ZERO, 9 * FX_ONE),
                             put[low])); /* of two equal distances the lower slot */
        CHECK(ox_handle_same(ox_query_nearest(&world, &q, (vec3){0, 0, 6 * FX_ONE}, 0),
                             put[2])); /* the object is at the edge of the range */
        CHECK_EQ(ox_query_nearest(&world, &q, (vec3){0, 0, 7 * FX_ONE}, 0).bits, 0);
        CHECK_EQ(ox_query_nearest(&world, &q, (vec3){0, 0, 6 * FX_ONE}, -1).bits, 0);
        CHECK_EQ(ox_world_leaks(&world),
                 with_grid != 0 ? 12 : 8); /* objects, places, and objects in the grid */
    }
}

/* An impossible grid is refused, and the world is as it was. */
TEST(world_query_grids_that_cannot_be) {
    ox_places other;
    populate(3, 50 * FX_ONE, true);
    const size_t used = ox_arena_used(&arena);
    CHECK_EQ(ox_places_init(&other, &world, 4, 64), OX_BAD_STATE); /* the world has a grid already */
    ox_places_end(&places);
    CHECK_EQ(ox_places_init(&other, &world, 13, 64), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_places_init(&other, &world, 4, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_places_init(&other, &world, 4, 65), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_places_init(&other, &world, 4, 1u << 20), OX_OUT_OF_MEMORY);
    CHECK(world.places == NULL && ox_arena_used(&arena) == used);
    CHECK_EQ(ox_places_init(&other, &world, 12, 1), OX_OK); /* one chain of very large cells */
    CHECK(world.places == &other);
    ox_places_end(&other);
    CHECK(world.places == NULL);

    const ox_world_config config = {.objects = 4, .types = 1, .components = 2, .systems = 1};
    static const ox_type small_record = {
        .name = OX_NAME("place"), .size = sizeof(fx) * 2, .version = 1, .fields = place_fields, .count = 2};
    static const ox_component_type small = {
        .name = OX_NAME("place"), .capacity = 4, .record = &small_record, .slot = OX_SLOT_PLACE + 1};
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_world_init(&world, &arena, &config), OX_OK);
    CHECK_EQ(ox_places_init(&other, &world, 4, 64), OX_BAD_STATE); /* no type has a place */
    CHECK_EQ(ox_world_add_component(&world, &small), 0);
    CHECK_EQ(ox_places_init(&other, &world, 4, 64), OX_BAD_ARGUMENT); /* the component is no place */
}

TEST(world_needs_sound_numbers) {
    static const ox_world_config wrong[] = {{.objects = 0, .types = 1},
                                            {.objects = 65535, .types = 1},
                                            {.objects = 4, .types = 0},
                                            {.objects = 4, .types = 1, .systems = 33}};
    for (int i = 0; i < 4; i++) {
        ox_arena_init(&arena, block.bytes, sizeof block.bytes);
        CHECK_EQ(ox_world_init(&world, &arena, &wrong[i]), OX_BAD_ARGUMENT);
        CHECK_EQ(ox_arena_used(&arena), 0);
    }
}

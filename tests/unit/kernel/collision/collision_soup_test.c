/* Tests of soups: triangles that stop what comes from their front, and chunks that are refused. */
#include "fixedmath/random.h"
#include "kernel/collision/soup.h"
#include "tests/test.h"
#include "tests/unit/kernel/collision/soup_chunk.h"
#include "tests/unit/kernel/memory/life.h"

static soup_chunk chunk;

typedef struct heard {
    uint32_t count, last;
    ox_manifold deepest;
    bool rises, upward;
    fx depth;
} heard;

static void hear(void *context, uint32_t triangle, const ox_manifold *m) {
    heard *h = context;
    h->rises = h->rises && (h->count == 0 || triangle > h->last);
    h->upward = h->upward && m->normal.x == 0 && m->normal.y == Q30_ONE && m->normal.z == 0;
    h->last = triangle;
    h->count++;
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->points[i].depth <= h->depth) continue;
        h->depth = m->points[i].depth;
        h->deepest = *m;
    }
}

static heard collide(const ox_soup *soup, const ox_shape *shape, vec3 at, fx margin) {
    const rig34 here = rig34_identity(), there = rig34_translation(at);
    heard h = {.rises = true, .upward = true, .depth = FX_MIN};
    ox_soup_collide(soup, &here, shape, &there, &(ox_soup_listener){margin, hear, &h});
    return h;
}

/* Ten squares of a metre: 1 step is 2^11 LSB, 32 steps are a metre. */
static ox_soup floor_soup(fx thickness) {
    ox_soup soup;
    soup_floor(&chunk, 10, 32);
    const uint8_t *bytes = soup_end(&chunk, 11, thickness);
    CHECK(rom_check_chunk(ROM_TAG_SHAPE, bytes, chunk.size, NULL) == ROM_OK);
    CHECK(ox_soup_open(&soup, bytes) == NULL);
    return soup;
}

TEST(collision_soup_tells_what_it_is) {
    const ox_soup soup = floor_soup(0);
    const rig34 at = rig34_translation((vec3){FX(5), FX(6), FX(7)});
    const box3 box = ox_soup_bounds(&soup, &at);
    ox_triangle t;
    CHECK_EQ(ox_soup_triangles(&soup), 200);
    CHECK(!ox_soup_is_closed(&soup));
    CHECK(v3_near(box.lo, (vec3){FX(5), FX(6), FX(7)}, 2) &&
          v3_near(box.hi, (vec3){FX(15), FX(6), FX(17)}, 2));
    ox_soup_triangle(&soup, 1, &t);
    CHECK(v3_equal(t.corner[0], (vec3){FX(1), 0, 0}) && t.plane.n.y == Q30_ONE && t.plane.d == 0);
}

TEST(collision_soup_balls_feel_no_edges) {
    const ox_soup soup = floor_soup(0);
    const ox_shape ball = ox_shape_sphere(FX_HALF);
    for (fx x = FX(1); x < FX(9); x += FX(0.0137)) {
        const heard h = collide(&soup, &ball, (vec3){x, FX(0.49), FX(3.003)}, 0);
        CHECK(h.count > 0 && h.upward && h.rises);
        CHECK_NEAR(h.depth, FX(0.01), 1);
    }
    CHECK_EQ(collide(&soup, &ball, (vec3){FX(3.2), FX_HALF, FX(3)}, 0).count > 0, true); /* touching */
    CHECK_EQ(collide(&soup, &ball, (vec3){FX(3.2), FX_HALF + 1, FX(3)}, 0).count, 0);
    CHECK_NEAR(collide(&soup, &ball, (vec3){FX(3.2), FX(0.6), FX(3.3)}, FX(0.2)).depth, FX(-0.1), 1);
}

TEST(collision_soup_edges_that_stick_out_are_met) {
    const ox_soup soup = floor_soup(0);
    const ox_shape ball = ox_shape_sphere(FX(1));
    const heard h = collide(&soup, &ball, (vec3){FX(-0.6), FX(0.6), FX(4.5)}, 0); /* beside the floor */
    CHECK(h.count > 0);
    CHECK_NEAR(h.depth, FX(0.151472), 4);
    CHECK_NEAR(h.deepest.normal.x, -759250125, 1 << 15);
    CHECK_NEAR(h.deepest.normal.y, 759250125, 1 << 15);
    CHECK_EQ(collide(&soup, &ball, (vec3){FX(-0.8), FX(0.8), FX(4.5)}, 0).count, 0);
}

TEST(collision_soup_pushes_to_the_front) {
    const ox_soup thin = floor_soup(0);
    const ox_shape ball = ox_shape_sphere(FX_HALF), box = ox_shape_box((vec3){FX_HALF, FX_HALF, FX_HALF});
    CHECK_EQ(collide(&thin, &ball, (vec3){FX(3), FX(-0.01), FX(3)}, 0).count, 0);
    CHECK_EQ(collide(&thin, &box, (vec3){FX(3), FX(-0.01), FX(3)}, 0).count, 0);
    const ox_soup thick = floor_soup(FX(0.25));
    for (int i = 0; i < 2; i++) {
        const ox_shape *shape = i == 0 ? &ball : &box;
        const heard h = collide(&thick, shape, (vec3){FX(3.3), FX(-0.2), FX(3.3)}, 0);
        CHECK(h.count > 0 && h.upward);
        CHECK_NEAR(h.depth, FX(0.7), 2);
        CHECK_EQ(collide(&thick, shape, (vec3){FX(3.3), FX(-0.26), FX(3.3)}, 0).count, 0);
        const vec3 out = {FX(3.3), FX(-0.2) + h.depth, FX(3.3)};
        CHECK(collide(&thick, shape, out, 0).depth <= 2);
    }
}

/* Whether a ball that goes down by `step` from one look to the next is met at one of them. */
static bool is_noticed(const ox_soup *soup, const ox_shape *ball, fx from, fx step) {
    for (fx y = from; y > from - 2 * FX_ONE; y -= step)
        if (collide(soup, ball, (vec3){FX(3.3), y, FX(3.3)}, 0).count > 0) return true;
    return false;
}

/* What goes less far in a step than the thickness and from its middle to its surface is always met; without thickness it slips through. */
TEST(collision_soup_thickness_stops_bullets) {
    const ox_shape shapes[2] = {ox_shape_sphere(FX(0.1)), ox_shape_box((vec3){FX(0.1), FX(0.1), FX(0.1)})};
    const fx step = FX(0.25 + 0.1) - 8;
    for (uint32_t i = 0; i < 2; i++) {
        int32_t missed = 0;
        ox_soup soup = floor_soup(FX(0.25));
        for (fx from = FX(1); from < FX(1.5); from += FX(0.0173))
            CHECK(is_noticed(&soup, &shapes[i], from, step));
        const heard h = collide(&soup, &shapes[i], (vec3){FX(3.3), FX(-0.2), FX(3.3)}, 0);
        CHECK(h.upward);
        CHECK_NEAR(h.depth, FX(0.3), 2);
        soup = floor_soup(0);
        for (fx from = FX(1); from < FX(1.5); from += FX(0.0173))
            missed += !is_noticed(&soup, &shapes[i], from, step);
        CHECK(missed > 10);
    }
}

TEST(collision_soup_boxes_and_capsules_lie_on_many_triangles) {
    const ox_soup soup = floor_soup(FX(0.25));
    const ox_shape box = ox_shape_box((vec3){FX(0.7), FX(0.3), FX(0.6)}),
                   pill = ox_shape_capsule(FX(1.2), FX(0.3));
    for (fx x = FX(2); x < FX(8); x += FX(0.0373)) {
        const heard h = collide(&soup, &box, (vec3){x, FX(0.295), FX(4.2)}, 0);
        CHECK(h.count >= 2 && h.upward && h.rises);
        CHECK_NEAR(h.depth, FX(0.005), 3);
        const rig34 here = rig34_identity();
        const rot33 lying = rot33_about_z(ANG32_90);
        const rig34 there = rig34_from(&lying, (vec3){x, FX(0.295), FX(4.2)});
        heard p = {.rises = true, .upward = true, .depth = FX_MIN};
        ox_soup_collide(&soup, &here, &pill, &there, &(ox_soup_listener){0, hear, &p});
        CHECK(p.count >= 2 && p.upward);
        CHECK_NEAR(p.depth, FX(0.005), 3);
    }
}

TEST(collision_soup_lines_and_sweeps) {
    const ox_soup soup = floor_soup(FX(0.25));
    const rig34 here = rig34_identity();
    ox_shape_hit hit;
    CHECK(
        ox_soup_ray(&soup, &here, (vec3){FX(1), FX(3), FX(1)}, (vec3){0, FX(-4), 0}, &hit)); /* on a corner */
    CHECK_EQ(hit.part, Q30_ONE / 4 * 3);
    CHECK(v3_equal(hit.at, (vec3){FX(1), 0, FX(1)}) && hit.normal.y == Q30_ONE && !hit.inside);
    CHECK(!ox_soup_ray(&soup, &here, (vec3){FX(1), FX(-3), FX(1)}, (vec3){0, FX(4), 0},
                       &hit)); /* from behind */
    CHECK(!ox_soup_ray(&soup, &here, (vec3){FX(1), FX(3), FX(1)}, (vec3){0, FX(-3) + 4, 0}, &hit));
    CHECK(ox_soup_ray(&soup, &here, (vec3){FX(1.5), FX(3), FX(1.3)}, (vec3){0, FX(-3), 0}, &hit) &&
          hit.part == Q30_ONE);
    CHECK(!ox_soup_ray(&soup, &here, (vec3){FX(1), FX(3), FX(1)}, V3_ZERO, &hit));
    CHECK(
        !ox_soup_ray(&soup, &here, (vec3){FX(1), 0, FX(1.3)}, (vec3){FX(3), 0, 0}, &hit)); /* in the plane */
    const ox_shape shapes[] = {ox_shape_sphere(FX_HALF), ox_shape_capsule(FX(0.25), FX(0.25)),
                               ox_shape_box((vec3){FX_HALF, FX_HALF, FX_HALF})};
    for (int i = 0; i < 3; i++) {
        const rig34 above = rig34_translation((vec3){FX(3.3), FX(2.5), FX(4.4)}),
                    behind = rig34_translation((vec3){FX(3.3), FX(-2), FX(4.4)});
        CHECK(ox_soup_sweep(&soup, &here, &shapes[i], &above, (vec3){FX(1), FX(-4), 0}, &hit));
        CHECK_NEAR(hit.part, Q30_ONE / 2, Q30_ONE / 4096 + Q30_ONE / 2048);
        CHECK(hit.part < Q30_ONE / 2 && hit.normal.y > Q30_ONE - 64);
        CHECK(!ox_soup_sweep(&soup, &here, &shapes[i], &behind, (vec3){0, FX(4), 0}, &hit));
    }
}

/* What touches already slides and leaves; what comes nearer is stopped where it is. */
TEST(collision_soup_sweeps_along_a_floor_go_on) {
    const ox_soup soup = floor_soup(FX(0.25));
    const rig34 here = rig34_identity(), sunk = rig34_translation((vec3){FX(3.3), FX(0.45), FX(4.4)});
    const ox_shape box = ox_shape_box((vec3){FX_HALF, FX_HALF, FX_HALF});
    ox_shape_hit hit;
    CHECK(!ox_soup_sweep(&soup, &here, &box, &sunk, (vec3){FX(2), 0, FX(1)}, &hit));
    CHECK(!ox_soup_sweep(&soup, &here, &box, &sunk, (vec3){FX(2), FX(0.1), 0}, &hit));
    CHECK(ox_soup_sweep(&soup, &here, &box, &sunk, (vec3){0, FX(-1), 0}, &hit));
    CHECK(hit.part == 0 && hit.inside && hit.normal.y == Q30_ONE);
}

/* A cube of two metres, whose sides are seen from outside alone: places of hits are exact. */
TEST(collision_soup_lines_into_a_cube) {
    static const uint8_t sides[12][3] = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                                         {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    const rig34 at = rig34_translation((vec3){FX(10), 0, 0});
    ox_soup soup;
    ox_shape_hit hit;
    soup_begin(&chunk);
    for (int i = 0; i < 8; i++)
        (void)soup_place(&chunk, (i & 1) != 0 ? 32 : -32, (i & 2) != 0 ? 32 : -32, (i & 4) != 0 ? 32 : -32);
    for (int i = 0; i < 12; i++) soup_add(&chunk, sides[i][0], sides[i][1], sides[i][2], 7);
    CHECK(ox_soup_open(&soup, soup_end(&chunk, 11, 0)) == NULL);
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const vec3 beside = v3_with((vec3){FX(0.25), FX(-0.5), FX(0.125)}, axis, 0);
            const vec3 way = v3_with(V3_ZERO, axis, sign * FX(8)),
                       from = v3_sub(beside, v3_scale(way, FX_HALF));
            CHECK(ox_soup_ray(&soup, &at, v3_add(from, at.t), way, &hit));
            CHECK_NEAR(hit.part, Q30_ONE / 8 * 3, 1);
            CHECK(v3_equal(v3_sub(hit.at, at.t), v3_with(beside, axis, -sign * FX_ONE)));
            CHECK_NEAR(v3_get((vec3){hit.normal.x, hit.normal.y, hit.normal.z}, axis), -sign * Q30_ONE, 1);
        }
    CHECK(!ox_soup_ray(&soup, &at, at.t, (vec3){FX(5), 0, 0},
                       &hit)); /* from inside, sides are seen from behind */
}

/* ---- chunks that are refused ---- */

TEST(collision_soup_damaged_chunks_are_refused_or_harmless) {
    rng32 r = rng32_seed(11, 3);
    static uint32_t copy[SOUP_ROOM / 4];
    uint32_t refused = 0, harmless = 0;
    soup_floor(&chunk, 3, 32);
    const uint8_t *bytes = soup_end(&chunk, 11, FX(0.25));
    const ox_shape shapes[] = {ox_shape_sphere(FX_HALF), ox_shape_box((vec3){FX(2), FX(2), FX(2)})};
    for (int i = 0; i < 20000; i++) {
        uint8_t *damaged = (uint8_t *)copy;
        ox_soup soup;
        ox_shape_hit hit;
        memcpy(damaged, bytes, chunk.size);
        for (uint32_t k = 0; k <= rng32_next(&r) % 3; k++) {
            const uint32_t at = 4 + rng32_next(&r) % (chunk.size - 4);
            damaged[at] = rng32_next(&r) % 4 == 0 ? 0xFF : (uint8_t)rng32_next(&r);
        }
        if (rom_check_chunk(ROM_TAG_SHAPE, damaged, chunk.size, NULL) != ROM_OK ||
            ox_soup_open(&soup, damaged) != NULL) {
            refused++;
            continue;
        }
        harmless++;
        const rig34 here = rig34_identity(), there = rig34_translation((vec3){FX(1.4), FX(0.3), FX(1.4)});
        for (int s = 0; s < 2; s++) {
            heard h = {.rises = true};
            ox_soup_collide(&soup, &here, &shapes[s], &there, &(ox_soup_listener){FX(0.1), hear, &h});
            CHECK(h.rises);
        }
        (void)ox_soup_ray(&soup, &here, (vec3){FX(1), FX(3), FX(1)}, (vec3){FX(1), FX(-4), FX(0.5)}, &hit);
        (void)ox_soup_sweep(&soup, &here, &shapes[0], &there, (vec3){FX(1), FX(-4), FX(0.5)}, &hit);
    }
    TEST_INFO("%u damaged chunks refused, %u harmless", (unsigned)refused, (unsigned)harmless);
    CHECK(refused > 10000 && harmless > 100);
}

TEST(collision_soup_names_what_is_wrong) {
    static const struct {
        uint32_t at, bytes, value;
    } faults[] = {{ROM_SHAPE_KIND, 1, 1},
                  {ROM_SHAPE_EXPONENT, 1, 13},
                  {ROM_SHAPE_THICKNESS, 4, 0x80000000u},
                  {ROM_SHAPE_HIGH, 4, 0},
                  {ROM_SHAPE_OFFSET, 4, 0x7FFFFFFFu},
                  {ROM_SHAPE_NODE_COUNT, 4, 1},
                  {ROM_SHAPE_TRIANGLE_COUNT, 4, 0},
                  {ROM_SHAPE_SIZE, 2, 0x7FFF}};
    ox_soup soup;
    soup_floor(&chunk, 2, 32);
    uint8_t *bytes = soup_end(&chunk, 11, 0);
    CHECK(ox_soup_open(&soup, bytes) == NULL);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        uint8_t before[4];
        memcpy(before, bytes + faults[i].at, 4);
        for (uint32_t k = 0; k < faults[i].bytes; k++)
            bytes[faults[i].at + k] = (uint8_t)(faults[i].value >> 8 * k);
        const bool refused = ox_soup_open(&soup, bytes) != NULL;
        if (!refused) TEST_INFO("fault at %u", (unsigned)faults[i].at);
        CHECK(refused);
        memcpy(bytes + faults[i].at, before, 4);
    }
    uint8_t *row = bytes + rom_u32(bytes + ROM_SHAPE_TRIANGLES_AT),
            *node = bytes + rom_u32(bytes + ROM_SHAPE_NODES_AT);
    static const uint32_t places[] = {0, 6, 8, 12, 20}; /* corner, marks, normal twice, distance */
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        row[places[i] + (places[i] < 8 ? 0 : 2)] ^= 0x40;
        CHECK(ox_soup_open(&soup, bytes) != NULL);
        row[places[i] + (places[i] < 8 ? 0 : 2)] ^= 0x40;
    }
    static const uint32_t parts[] = {ROM_SOUP_NODE_LOW, ROM_SOUP_NODE_HIGH, ROM_SOUP_NODE_FIRST,
                                     ROM_SOUP_NODE_COUNT, ROM_SOUP_NODE_NEXT};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        node[ROM_SOUP_NODE_SIZE + parts[i]] ^= 0x03;
        CHECK(ox_soup_open(&soup, bytes) != NULL);
        node[ROM_SOUP_NODE_SIZE + parts[i]] ^= 0x03;
    }
    uint8_t corner[2]; /* turned round, it faces the other way than its normal */
    memcpy(corner, row + 2, 2);
    memcpy(row + 2, row + 4, 2);
    memcpy(row + 4, corner, 2);
    CHECK(ox_soup_open(&soup, bytes) != NULL);
    memcpy(row + 4, row + 2, 2);
    CHECK(ox_soup_open(&soup, bytes) != NULL); /* without area */
    memcpy(row + 2, corner, 2);
    CHECK(ox_soup_open(&soup, bytes) == NULL);
}

static ox_status open_floor(ox_soup *soup) {
    soup_floor(&chunk, 2, 32);
    return ox_soup_open(soup, soup_end(&chunk, 11, 0)) == NULL ? OX_OK : OX_BAD_DATA;
}
PLAIN_ROW(ox_soup, open, open_floor(it), OX_CLEAR(it))

TEST(collision_soup_begins_and_ends) {
    static uint8_t room[256];
    ox_arena arena;
    ox_arena_init(&arena, room, sizeof room);
    CHECK(life_is_led(&LIFE_OF(ox_soup), &(life_bench){&arena, NULL}));
}

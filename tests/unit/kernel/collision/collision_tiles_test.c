/* Tests of tiles as a shape: they stop as rectangles would, and have no edges within. */
#include "fixedmath/random.h"
#include "kernel/collision/tiles.h"
#include "tests/test.h"
#include "tests/unit/kernel/collision/collision_shapes.h"
#include "tests/unit/kernel/tilemap/tilemap_builder.h"

enum { COLUMNS = 24, ROWS = 10 };

/* Tiles of a metre: 1 is solid, 2 one-way. Cells of the picture: `#`, `-`. */
static void open_tiles(built_map *b, ox_tile_map *map, const char *const rows[ROWS]) {
    build_map(b, COLUMNS, ROWS, 1, 1);
    build_flags(b, 1, OX_TILE_SOLID);
    build_flags(b, 2, OX_TILE_ONE_WAY);
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t column = 0; rows[row][column] != 0; column++)
            if (rows[row][column] != ' ') build_cell(b, 0, column, row, rows[row][column] == '#' ? 1 : 2);
    ox_tile_map_open(map, b->map.bytes, b->set.bytes);
}

/* Apart from one another. */
static const char *const single[ROWS] = {"#  #     #", "  #   #", "", " #   #", "", "", "", "", "", ""};
/* A floor and a wall, several runs long. */
static const char *const room[ROWS] = {"#", "#", "#", "#", "#",
                                       "#", "#", "#", "#", "########################"};

typedef struct heard {
    uint32_t runs, points;
    ox_manifold deepest;
    fx depth;
} heard;

static void hear(void *context, uint32_t part, const ox_manifold *m) {
    heard *h = context;
    (void)part;
    h->runs++;
    h->points += m->count;
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->points[i].depth <= h->depth) continue;
        h->depth = m->points[i].depth;
        h->deepest = *m;
    }
}

static heard meet(const ox_shape *tiles, const ox_shape *shape, const rig34 *pose,
                  const ox_standing *standing) {
    heard h = {.depth = FX_MIN};
    ox_tiles_collide(tiles, shape, pose, &(ox_soup_listener){FX(0.02), hear, &h}, standing);
    return h;
}

static rig34 at_place(fx x, fx y, ang32 angle) {
    const rot33 r = rot33_about_z(angle);
    return rig34_from(&r, (vec3){x, y, 0});
}

static ox_shape any_shape(rng32 *r) {
    const fx a = rng_fx(r, FX(0.1), FX(0.45)), b = rng_fx(r, FX(0.1), FX(0.45));
    switch (rng_below(r, 3)) {
    case 0:
        return ox_shape_sphere(a);
    case 1:
        return ox_shape_capsule(a, b);
    default:
        return ox_shape_box((vec3){a, b, FX_HALF});
    }
}

/* Rectangles of the same size answer the same. */
TEST(collision_tiles_stop_as_rectangles_do) {
    static built_map b;
    ox_tile_map map;
    rng32 r = rng32_seed(7, 1);
    uint32_t met = 0;
    open_tiles(&b, &map, single);
    const ox_shape tiles = ox_shape_tiles(&map, 1), cell = ox_shape_box((vec3){FX_HALF, FX_HALF, FX_ONE});
    for (int i = 0; i < 80; i++) {
        const ox_shape shape = any_shape(&r);
        const vec3 way = {rng_fx(&r, -4 * FX_ONE, 4 * FX_ONE), rng_fx(&r, -4 * FX_ONE, 4 * FX_ONE), 0};
        const rig34 pose = at_place(rng_fx(&r, 0, 10 * FX_ONE), -rng_fx(&r, 0, 4 * FX_ONE), rng32_next(&r));
        heard want = {.depth = FX_MIN};
        ox_shape_hit first = {.part = Q30_ONE}, line = {.part = Q30_ONE}, hit;
        for (int32_t row = 0; row < 4; row++)
            for (int32_t column = 0; column < 10; column++) {
                if (ox_tile_map_flags(&map, (ox_cell){column, row}) == 0) continue;
                const rig34 there = at_place(column * FX_ONE + FX_HALF, -row * FX_ONE - FX_HALF, 0);
                ox_manifold m;
                if (ox_collide_flat(&shape, &pose, &cell, &there, FX(0.02), &m)) hear(&want, 0, &m);
                if (ox_shape_sweep(&shape, &pose, way, &cell, &there, &hit) && hit.part <= first.part)
                    first = hit;
                if (ox_shape_ray(&cell, &there, pose.t, way, &hit) && hit.part <= line.part) line = hit;
            }
        const heard got = meet(&tiles, &shape, &pose, NULL);
        CHECK_EQ(got.runs, want.runs);
        CHECK_EQ(got.points, want.points);
        if (want.runs > 0) {
            CHECK_NEAR(got.depth, want.depth, 8);
            CHECK_NEAR(got.deepest.normal.x, want.deepest.normal.x, 1 << 14);
            met++;
        }
        const bool swept = ox_shape_sweep(&shape, &pose, way, &tiles, &pose, &hit);
        CHECK_EQ(swept ? hit.part : Q30_ONE, first.part);
        const bool seen = ox_shape_ray(&tiles, &pose, pose.t, way, &hit);
        CHECK_NEAR(seen ? hit.part : Q30_ONE, line.part, 1 << 16);
        CHECK_EQ(ox_shape_holds(&tiles, &pose, pose.t), seen && hit.inside);
        CHECK_EQ(ox_shape_meets(&shape, &pose, &tiles, &pose), first.part == 0 && swept);
    }
    CHECK(met > 15);
}

/* Whatever lies a little in the floor or the wall is pushed straight out, wherever it lies along the joints. */
TEST(collision_tiles_have_no_edges_within) {
    static built_map b;
    ox_tile_map map;
    open_tiles(&b, &map, room);
    const ox_shape tiles = ox_shape_tiles(&map, 1), crate = ox_shape_box((vec3){FX(0.4), FX(0.4), FX_HALF}),
                   ball = ox_shape_sphere(FX(0.4)),
                   long_crate = ox_shape_box((vec3){FX(1.7), FX(0.4), FX_HALF});
    const ox_shape *const shapes[3] = {&crate, &ball, &long_crate};
    for (uint32_t i = 0; i < 3; i++)
        for (fx x = FX(3.3); x < 20 * FX_ONE; x += FX(0.37)) {
            const rig34 pose = at_place(x, FX(-9 + 0.4 - 0.01), 0);
            const heard h = meet(&tiles, shapes[i], &pose, NULL);
            CHECK(h.runs > 0);
            CHECK_EQ(h.deepest.normal.y, Q30_ONE);
            CHECK_NEAR(h.depth, FX(0.01), 4);
        }
    for (uint32_t i = 0; i < 2; i++)
        for (fx y = FX(0.4); y < 8 * FX_ONE; y += FX(0.23)) {
            const rig34 pose = at_place(FX(1 + 0.4 - 0.01), -y, 0);
            const heard h = meet(&tiles, shapes[i], &pose, NULL);
            CHECK(h.runs > 0);
            CHECK_EQ(h.deepest.normal.x, Q30_ONE);
        }
    /* Lines that strike the joints know no side within. */
    for (int32_t i = 3; i < 20; i++) {
        ox_shape_hit hit;
        CHECK(ox_shape_ray(&tiles, &(rig34){.t = V3_ZERO}, (vec3){(i - 1) * FX_ONE, -8 * FX_ONE, 0},
                           (vec3){2 * FX_ONE, -2 * FX_ONE, 0}, &hit));
        CHECK_EQ(hit.normal.y, Q30_ONE);
        CHECK_NEAR(hit.at.x, i * FX_ONE, 2);
    }
}

static bool never_held(void *context, uint32_t part) { return (void)context, (void)part, false; }
static bool always_held(void *context, uint32_t part) {
    return (void)context, (part & OX_TILES_ONE_WAY) != 0;
}

/* What comes from above is stopped, if it is no deeper than it fell or stood there; all else goes through. */
TEST(collision_tiles_stop_one_way) {
    static const char *const ledge[ROWS] = {"", "", "----------", "", "", "", "", "", "", ""};
    static built_map b;
    ox_tile_map map;
    open_tiles(&b, &map, ledge);
    const ox_shape tiles = ox_shape_tiles(&map, 1), crate = ox_shape_box((vec3){FX(0.4), FX(0.4), FX_HALF});
    const rig34 on = at_place(FX(4), FX(-2 + 0.3), 0), above = at_place(FX(4), FX(-1), 0),
                below = at_place(FX(4), FX(-4), 0);
    const ox_standing falls = {FX(0.11), never_held}, slow = {FX(0.01), never_held}, rises = {-1, never_held},
                      stood = {0, always_held};
    ox_shape_hit hit;
    CHECK_EQ(meet(&tiles, &crate, &on, &falls).runs, 1);
    CHECK_EQ(meet(&tiles, &crate, &on, &falls).deepest.normal.y, Q30_ONE);
    CHECK_EQ(meet(&tiles, &crate, &on, &slow).runs, 0);
    CHECK_EQ(meet(&tiles, &crate, &on, &rises).runs, 0);
    CHECK_EQ(meet(&tiles, &crate, &on, &stood).runs, 1);
    CHECK_EQ(meet(&tiles, &crate, &on, NULL).runs, 0);
    CHECK(ox_shape_sweep(&crate, &above, (vec3){0, -3 * FX_ONE, 0}, &tiles, &above, &hit));
    CHECK_EQ(hit.normal.y, Q30_ONE);
    CHECK(!ox_shape_sweep(&crate, &below, (vec3){0, 3 * FX_ONE, 0}, &tiles, &below, &hit));
    CHECK(ox_shape_ray(&tiles, &above, above.t, (vec3){FX_ONE, -3 * FX_ONE, 0}, &hit));
    CHECK(!ox_shape_ray(&tiles, &below, below.t, (vec3){0, 3 * FX_ONE, 0}, &hit));
    CHECK(!ox_shape_ray(&tiles, &below, (vec3){-FX_ONE, FX(-2.5), 0}, (vec3){9 * FX_ONE, 0, 0}, &hit));
}

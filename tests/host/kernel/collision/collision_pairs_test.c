/* Each pair of kinds of shapes against double precision (exact.h): whether they meet, how far apart they are, how deep they overlap, and whether the way out is one. Errors are in LSB.
 *
 *     OXCART_PAIRS=1000000 build/unit_tests collision_pairs       so many pairs of each two kinds; the suite tries a few thousand
 *
 * A third of the pairs touch, within some steps; others are apart, deep in one another, at one place, turned alike, or on whole steps. */
#include <stdlib.h>

#include "kernel/collision/cast.h"
#include "kernel/collision/contact.h"
#include "tests/host/kernel/collision/cooked.h"
#include "tests/host/kernel/collision/exact.h"
#include "tests/unit/kernel/collision/collision_shapes.h"

enum { TRIANGLE = OX_SHAPE_HULL + 1, KINDS, HULLS = 12, USUAL = TEST_ROUNDS(2000) };

static const char *const names[KINDS] = {"sphere", "capsule", "box", "hull", "triangle"};

static uint32_t pairs_wished(void) {
    const char *wish = getenv("OXCART_PAIRS");
    return wish != NULL ? (uint32_t)strtoul(wish, NULL, 10) : USUAL;
}

/* ---- shapes ---- */

typedef struct hull_store {
    ox_hull hulls[HULLS];
    uint32_t memory[HULLS][OX_HULL_BYTES / 4 + 1];
} hull_store;

/* Hulls of 4 to 10 corners, and two prisms, whose sides have four and five. */
static void cook_hulls(hull_store *store) {
    static const double plan[5][2] = {{-1, -0.8}, {0.9, -1}, {1.1, 0.2}, {0.1, 1}, {-0.9, 0.4}};
    static const uint32_t caps[3][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}};
    rng32 r = rng32_seed(41, 1);
    for (int h = 0; h < HULLS; h++) {
        cooked c;
        cook_begin(&c);
        if (h < 2) {
            cook_prism(&c, plan, 5 - (uint32_t)h, caps, 0.4 + h);
        } else {
            for (int i = 0; i < 4 + h % 7; i++) {
                const vec3 p = collision_any_vec3(&r, FX(1.5));
                (void)cook_place(&c, p.x / 65536.0, p.y / 65536.0, p.z / 65536.0);
            }
            for (uint32_t i = 2; i < c.s.place_count; i++) cook_triangle(&c, 0, i - 1, i);
        }
        (void)cook_end(&c, true, 0);
        CHECK(c.good && ox_hull_read(&store->hulls[h], c.out.data, store->memory[h]) == NULL);
        cook_free(&c);
    }
}

/* A triangle as a soup sees it: a flat hull, for distances and sweeps. */
typedef struct leaf {
    vec3 corner[3];
    plane30 planes[2];
    ox_hull hull;
} leaf;

static ox_shape any_leaf(rng32 *r, leaf *l) {
    static const uint8_t first[] = {0, 3, 6}, loops[] = {0, 1, 2, 2, 1, 0};
    do
        for (int k = 0; k < 3; k++) l->corner[k] = collision_any_vec3(r, FX(2));
    while (!plane_from_points(l->corner[0], l->corner[1], l->corner[2], &l->planes[0]));
    l->planes[1] = plane_flip(&l->planes[0]);
    l->hull = (ox_hull){.points = l->corner,
                        .planes = l->planes,
                        .first = first,
                        .loops = loops,
                        .point_count = 3,
                        .face_count = 2};
    return ox_shape_hull(&l->hull);
}

typedef struct pair {
    ox_shape a, b;
    rig34 pose_a, pose_b;
    exact_body x, y;
    exact3 axis;  /* from A to B */
    double apart; /* below 0: they overlap */
    leaf leaves[2];
} pair;

static void settle(pair *p) {
    exact_open(&p->x, &p->a, &p->pose_a);
    exact_open(&p->y, &p->b, &p->pose_b);
    p->apart = exact_apart(&p->x, &p->y, &p->axis);
}

static ox_shape any_shape(rng32 *r, int kind, const hull_store *store, leaf *l) {
    if (kind == TRIANGLE) return any_leaf(r, l);
    if (kind == OX_SHAPE_HULL) return ox_shape_hull(&store->hulls[rng32_next(r) % HULLS]);
    return collision_any_convex(r, kind);
}

static vec3 rounded(exact3 p) { return (vec3){(fx)lround(p.x), (fx)lround(p.y), (fx)lround(p.z)}; }

static void on_whole_steps(rig34 *pose) {
    pose->t = (vec3){fx_snap(pose->t.x, FX(0.5)), fx_snap(pose->t.y, FX(0.5)), fx_snap(pose->t.z, FX(0.5))};
    pose->r = rot33_identity();
}

static void any_pair(rng32 *r, int kind_a, int kind_b, const hull_store *store, pair *p) {
    const uint32_t way = rng32_next(r) % 24;
    p->a = any_shape(r, kind_a, store, &p->leaves[0]);
    p->b = any_shape(r, kind_b, store, &p->leaves[1]);
    p->pose_a = collision_any_pose(r, FX(100));
    p->pose_b = collision_any_pose(r, FX(100));
    p->pose_b.t = v3_add(p->pose_a.t, collision_any_vec3(r, ox_shape_reach(&p->a) + ox_shape_reach(&p->b)));
    if (way == 0) p->pose_b.t = p->pose_a.t;
    if (way == 1 || way == 2) p->pose_b.r = p->pose_a.r;
    if (way == 3) { /* sizes and places of half metres */
        on_whole_steps(&p->pose_a);
        on_whole_steps(&p->pose_b);
        if (kind_a == OX_SHAPE_BOX) p->a.half = (vec3){FX(0.5), FX_ONE, FX(1.5)};
        if (kind_b == OX_SHAPE_BOX) p->b.half = (vec3){FX(1.5), FX(0.5), FX_ONE};
    }
    settle(p);
    if (way % 3 != 0) return;
    const double off = p->apart + collision_any(r, 6); /* they touch, but for some steps */
    p->pose_b.t =
        v3_add(p->pose_b.t, rounded((exact3){-p->axis.x * off, -p->axis.y * off, -p->axis.z * off}));
    settle(p);
}

/* ---- what is right of it ---- */

/* The worst of each, in LSB. */
typedef struct tally {
    uint32_t tried, met;
    double verdict, meets, distance; /* how far apart or deep what was told wrongly is; error of distances */
    double more, more_part; /* than the least depth, in LSB; beyond half a millimetre, as a part of it */
    double left, left_part,
        far; /* of overlap behind the way out; beyond a millimetre, as a part of the radius; or apart */
    double swapped, swapped_part; /* of depths, turned round; beyond half a millimetre, as a part */
} tally;

static double worse(double a, double b) { return a > b ? a : b; }

static const ox_contact_point *deepest(const ox_manifold *m) {
    const ox_contact_point *most = &m->points[0];
    for (uint32_t i = 1; i < m->count; i++)
        if (m->points[i].depth > most->depth) most = &m->points[i];
    return most;
}

typedef bool collide(const ox_shape *, const rig34 *, const ox_shape *, const rig34 *, fx, ox_manifold *);

static void judge_contact(collide *meet, void (*settle_it)(pair *), const pair *p, tally *t) {
    ox_manifold m, other;
    const bool met = meet(&p->a, &p->pose_a, &p->b, &p->pose_b, 0, &m),
               met_other = meet(&p->b, &p->pose_b, &p->a, &p->pose_a, 0, &other);
    if (met != (p->apart <= 0)) t->verdict = worse(t->verdict, fabs(p->apart));
    if (met_other != (p->apart <= 0)) t->verdict = worse(t->verdict, fabs(p->apart));
    if (!met || !met_other) return;
    t->met++;
    const exact3 n = exact_of_dir30(m.normal);
    const double depth = deepest(&m)->depth, more = depth + p->apart;
    t->more = worse(t->more, more);
    if (p->apart < -64) t->more_part = worse(t->more_part, (more - 33) / -p->apart);
    const double swapped = fabs(depth - deepest(&other)->depth);
    t->swapped = worse(t->swapped, swapped);
    if (depth > 0) t->swapped_part = worse(t->swapped_part, (swapped - 40) / depth);
    /* the way out, to whole steps */
    pair moved = *p;
    moved.pose_a.t = v3_add(p->pose_a.t, rounded((exact3){n.x * depth, n.y * depth, n.z * depth}));
    settle_it(&moved);
    t->left = worse(t->left, -moved.apart);
    if (p->x.radius + p->y.radius > 0)
        t->left_part = worse(t->left_part, (-moved.apart - 68) / (p->x.radius + p->y.radius));
    t->far = worse(t->far, moved.apart);
}

static void judge_distance(const pair *p, tally *t) {
    vec3 on_a, on_b;
    const fx distance = ox_shape_distance(&p->a, &p->pose_a, &p->b, &p->pose_b, &on_a, &on_b);
    t->distance = worse(t->distance, fabs(distance - fmax(p->apart, 0)));
    if (ox_shape_meets(&p->a, &p->pose_a, &p->b, &p->pose_b) != (p->apart <= 0))
        t->meets = worse(t->meets, fabs(p->apart));
    if (ox_shape_meets(&p->b, &p->pose_b, &p->a, &p->pose_a) != (p->apart <= 0))
        t->meets = worse(t->meets, fabs(p->apart));
}

static void tell(const char *a, const char *b, const tally *t) {
    TEST_INFO(
        "%s and %s: %u, %u met; contact told wrongly within %.2f, more than the least %.1f and %.2f %%, "
        "behind the way out %.2f (%.2f %%) in to %.1f off, turned round %.2f; meeting told wrongly "
        "within %.2f, distance %.2f LSB",
        a, b, (unsigned)t->tried, (unsigned)t->met, t->verdict, t->more, 100 * t->more_part, t->left,
        100 * t->left_part, t->far, t->swapped, t->meets, t->distance);
}

/* Faces are preferred to edges, and those of one to those of the other, by 1 % and half a millimetre (contact.h). Two capsules, or one and a side, that are within
 * 3.6 degrees touch along a line: then a millimetre and 0.5 % of the radius may be left, and of a
 * million pairs of capsules one was told 16 % too deep. */
static void check_contacts(const tally *t, bool is_solid, bool is_line) {
    CHECK(t->tried < USUAL || t->met > t->tried / 8);
    CHECK(t->verdict <= 5);
    CHECK(is_solid ? t->more_part <= 0.0105 : is_line ? t->more_part <= 0.2 : t->more <= 4);
    CHECK(is_line ? t->left_part <= 0.005 : t->left <= 6);
    CHECK(is_solid || is_line ? t->swapped_part <= 0.011 : t->swapped <= 4);
}

TEST(collision_pairs_of_all_kinds) {
    static hull_store store;
    static pair p;
    const uint32_t count = pairs_wished();
    cook_hulls(&store);
    for (int a = 0; a < KINDS; a++)
        for (int b = a; b < KINDS; b++) {
            rng32 r = rng32_seed(42, (uint32_t)(a * KINDS + b));
            const bool contacts = b < TRIANGLE;
            tally t = {.tried = count};
            for (uint32_t i = 0; i < count; i++) {
                any_pair(&r, a, b, &store, &p);
                judge_distance(&p, &t);
                if (contacts) judge_contact(ox_collide, settle, &p, &t);
            }
            tell(names[a], names[b], &t);
            CHECK(t.meets <= 2 && t.distance <= 3);
            if (contacts)
                check_contacts(&t, a >= OX_SHAPE_CAPSULE && b >= OX_SHAPE_BOX,
                               a == OX_SHAPE_CAPSULE && b >= OX_SHAPE_CAPSULE);
        }
}

/* ---- in the plane ---- */

/* What a flat shape is in space: as high as never to be left that way. A stadium is a wall without thickness, with its radius about it. */
static void settle_flat(pair *p) {
    ox_shape a = p->a, b = p->b;
    if (a.kind == OX_SHAPE_CAPSULE) a.kind = OX_SHAPE_BOX, a.half.x = 0;
    if (b.kind == OX_SHAPE_CAPSULE) b.kind = OX_SHAPE_BOX, b.half.x = 0;
    a.half.z = b.half.z = FX(64);
    exact_open(&p->x, &a, &p->pose_a);
    exact_open(&p->y, &b, &p->pose_b);
    p->apart = exact_apart(&p->x, &p->y, &p->axis);
}

static void any_flat_pair(rng32 *r, int kind_a, int kind_b, pair *p) {
    const uint32_t way = rng32_next(r) % 12;
    p->a = collision_any_convex(r, kind_a);
    p->b = collision_any_convex(r, kind_b);
    p->a.half.z = p->b.half.z = 0;
    p->pose_a = p->pose_b = rig34_translation(collision_any_vec3(r, FX(100)));
    p->pose_a.r = rot33_about_z(way == 1 ? 0 : rng32_next(r));
    p->pose_b.r = way == 2 ? p->pose_a.r : rot33_about_z(way == 1 ? ANG32_90 : rng32_next(r));
    if (way != 4) {
        const vec3 off = collision_any_vec3(r, ox_shape_reach(&p->a) + ox_shape_reach(&p->b));
        p->pose_b.t = v3_add(p->pose_b.t, (vec3){off.x, off.y, 0});
    }
    settle_flat(p);
    if (way % 3 != 0) return;
    const double off = p->apart + collision_any(r, 6);
    p->pose_b.t = v3_add(p->pose_b.t, rounded((exact3){-p->axis.x * off, -p->axis.y * off, 0}));
    settle_flat(p);
}

TEST(collision_pairs_in_the_plane) {
    static const char *const flat_names[] = {"disc", "stadium", "rectangle"};
    static pair p;
    const uint32_t count = pairs_wished();
    for (int a = 0; a < OX_SHAPE_HULL; a++)
        for (int b = a; b < OX_SHAPE_HULL; b++) {
            rng32 r = rng32_seed(43, (uint32_t)(a * KINDS + b));
            tally t = {.tried = count};
            for (uint32_t i = 0; i < count; i++) {
                any_flat_pair(&r, a, b, &p);
                judge_contact(ox_collide_flat, settle_flat, &p, &t);
            }
            tell(flat_names[a], flat_names[b], &t);
            check_contacts(&t, a == OX_SHAPE_BOX, a == OX_SHAPE_CAPSULE);
        }
}

/* ---- sweeps ---- */

static double apart_at(const pair *p, vec3 start, vec3 way, double part) {
    pair moved = *p;
    moved.pose_a.t = v3_add(start, rounded((exact3){way.x * part, way.y * part, way.z * part}));
    settle(&moved);
    return moved.apart;
}

/* What moves 64 m in a step and is in the other somewhere on its way is stopped, before it overlaps, and no earlier than the skin says. */
TEST(collision_pairs_of_which_one_moves_far) {
    static hull_store store;
    static pair p;
    const uint32_t count = (pairs_wished() + 9) / 10;
    cook_hulls(&store);
    for (int a = 0; a < TRIANGLE; a++)
        for (int b = 0; b < KINDS; b++) {
            rng32 r = rng32_seed(44, (uint32_t)(a * KINDS + b));
            uint32_t met = 0, tunnelled = 0;
            double in = 0, early = 0;
            for (uint32_t i = 0; i < count; i++) {
                do any_pair(&r, a, b, &store, &p);
                while (p.apart > -16);
                dir30 unit = {Q30_ONE, 0, 0};
                (void)v3_normalize_dir30(collision_any_vec3(&r, FX_ONE), &unit);
                const vec3 way = v3_scale_dir30(unit, FX(64));
                const double there = (rng32_next(&r) & 0xFFFF) / 65536.0;
                p.pose_a.t =
                    v3_sub(p.pose_a.t, rounded((exact3){way.x * there, way.y * there, way.z * there}));
                settle(&p);
                if (fabs(p.apart) <= 2) continue; /* touches where it begins: either answer */
                ox_shape_hit hit;
                const bool hits = ox_shape_sweep(&p.a, &p.pose_a, way, &p.b, &p.pose_b, &hit);
                met += hits;
                tunnelled += !hits || hit.inside != (p.apart <= 0) || hit.part / 0x1p30 > there;
                if (!hits || hit.part == 0) continue;
                const double part = hit.part / 0x1p30, stopped = apart_at(&p, p.pose_a.t, way, part),
                             before = apart_at(&p, p.pose_a.t, way, part * (rng32_next(&r) & 0xFFFF) / 65536);
                in = worse(in, -fmin(stopped, before));
                early = worse(early, stopped);
            }
            TEST_INFO("%s to %s: %u of %u met, %u tunnelled, stopped %.2f LSB in, up to %.2f before",
                      names[a], names[b], (unsigned)met, (unsigned)count, (unsigned)tunnelled, in, early);
            CHECK(tunnelled == 0 && in <= 0 && early <= OX_CAST_SKIN + 12);
        }
}

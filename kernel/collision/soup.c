/* Soups where they lie in their chunks: triangles, the walk over their tree, lines and sweeps. */
#include "kernel/collision/soup.h"

#include "kernel/collision/facing.h"
#include "kernel/collision/solid_internal.h"
#include "kernel/collision/soup_internal.h"
#include "rom/rom.h"

/* ---- triangles ---- */

uint32_t ox_soup_triangles(const ox_soup *soup) { return rom_u32(soup->chunk + ROM_SHAPE_TRIANGLE_COUNT); }

static const uint8_t *row_of(const uint8_t *chunk, uint32_t index) {
    return chunk + rom_u32(chunk + ROM_SHAPE_TRIANGLES_AT) + (size_t)index * ROM_SOUP_TRIANGLE_SIZE;
}

ox_id ox_soup_surface(const ox_soup *soup, uint32_t index) {
    const uint8_t *chunk = soup->chunk;
    if (index >= ox_soup_triangles(soup)) return 0;
    const uint32_t number = row_of(chunk, index)[ROM_SOUP_TRIANGLE_MATERIAL];
    return number < rom_u32(chunk + ROM_SHAPE_CORNER_COUNT) / 4
               ? rom_u32(chunk + rom_u32(chunk + ROM_SHAPE_CORNERS_AT) + (size_t)number * 4)
               : 0;
}

bool ox_soup_is_closed(const ox_soup *soup) { return (soup->chunk[ROM_SHAPE_FLAGS] & ROM_SHAPE_CLOSED) != 0; }

fx ox_soup_thickness(const ox_soup *soup) { return rom_i32(soup->chunk + ROM_SHAPE_THICKNESS); }

static inline vec3 vector_at(const uint8_t *at) {
    return (vec3){(fx)rom_word(at), (fx)rom_word(at + 4), (fx)rom_word(at + 8)};
}

/* The places of a triangle's corners. Opened chunks have places within 2,048 m. */
static inline void read_corners(const uint8_t *chunk, const uint8_t *row, vec3 corner[3]) {
    const uint8_t *vertices = chunk + rom_u32(chunk + ROM_SHAPE_VERTICES_AT);
    const vec3 offset = vector_at(chunk + ROM_SHAPE_OFFSET);
    const int32_t unit = (int32_t)1 << chunk[ROM_SHAPE_EXPONENT];
    for (uint32_t k = 0; k < 3; k++) {
        const uint8_t *at = vertices + (size_t)rom_half(row + ROM_SOUP_TRIANGLE_CORNER + 2 * k) * 6;
        corner[k] = v3_add(offset, (vec3){(int16_t)rom_half(at) * unit, (int16_t)rom_half(at + 2) * unit,
                                          (int16_t)rom_half(at + 4) * unit});
    }
}

static inline plane30 plane_of(const uint8_t *row) {
    const vec3 n = vector_at(row + ROM_SOUP_TRIANGLE_NORMAL);
    return (plane30){{n.x, n.y, n.z}, (fx)rom_word(row + ROM_SOUP_TRIANGLE_DISTANCE)};
}

void ox_soup_triangle(const ox_soup *soup, uint32_t index, ox_triangle *out) {
    const uint8_t *row = row_of(soup->chunk, index);
    read_corners(soup->chunk, row, out->corner);
    out->plane = plane_of(row);
    out->active = row[ROM_SOUP_TRIANGLE_MARKS] & ROM_SOUP_TRIANGLE_ACTIVE;
    out->material = row[ROM_SOUP_TRIANGLE_MATERIAL];
}

box3 ox_soup_bounds(const ox_soup *soup, const rig34 *pose) {
    const box3 own = {vector_at(soup->chunk + ROM_SHAPE_LOW), vector_at(soup->chunk + ROM_SHAPE_HIGH)};
    return box_transform_rigid(pose, &own);
}

/* ---- lines ---- */

/* A line, seen along itself: the axis that it is longest along is the depth, and the others are sheared so that it stands still in them. */
typedef struct line_walk {
    ox_soup_walk walk;
    const ox_soup *soup;
    vec3 from, way;
    int depth, u, v; /* axes */
    q30 shear_u, shear_v;
    bool found;
    q30 part;
    uint32_t triangle;
    dir30 normal;
} line_walk;

/* A corner's place along one of the two axes across the line, as the line sees it. */
static inline fx seen(vec3 at, int axis, int depth, q30 shear) {
    return v3_get(at, axis) - fx_mul_q30(v3_get(at, depth), shear);
}

static inline bool is_one_side(fx a, fx b, fx c) {
    return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0);
}

/* Whether the line passes the triangle's inside or its rim: by the side on which it passes each edge. A corner's place is the same for all triangles that have it, so neighbours
 * agree on which side of their edge the line passes. Most triangles lie beside it along one axis. */
static bool passes(const line_walk *l, const vec3 corner[3]) {
    vec3 at[3];
    vec2 p[3];
    for (int k = 0; k < 3; k++) {
        at[k] = v3_sub(corner[k], l->from);
        p[k].x = seen(at[k], l->u, l->depth, l->shear_u);
    }
    if (is_one_side(p[0].x, p[1].x, p[2].x)) return false;
    for (int k = 0; k < 3; k++) p[k].y = seen(at[k], l->v, l->depth, l->shear_v);
    if (is_one_side(p[0].y, p[1].y, p[2].y)) return false;
    const fxw first = v2_cross_wide(p[0], p[1]), second = v2_cross_wide(p[1], p[2]);
    if ((first > 0 && second < 0) || (first < 0 && second > 0)) return false;
    const fxw third = v2_cross_wide(p[2], p[0]);
    return (first >= 0 && second >= 0 && third >= 0) || (first <= 0 && second <= 0 && third <= 0);
}

static void meet_line(ox_soup_walk *walk, uint32_t triangle) {
    line_walk *l = (line_walk *)(void *)walk;
    const uint8_t *row = row_of(l->soup->chunk, triangle);
    vec3 corner[3];
    read_corners(l->soup->chunk, row, corner);
    if (!passes(l, corner)) return;
    const plane30 plane = plane_of(row);
    const dir30 n = plane.n;
    const fxw along = fx_mad(fx_mad(fx_wide(n.x, l->way.x), n.y, l->way.y), n.z, l->way.z),
              above = fx_mad(fx_mad(fx_mad(fx_wide(n.x, l->from.x), n.y, l->from.y), n.z, l->from.z), plane.d,
                             Q30_ONE);
    if (along >= 0 || above < -Q30_ONE || fx_wrap_add64(above, along) > Q30_ONE) return;
    const q30 part = above <= 0 ? 0 : above >= -along ? Q30_ONE : solid_part(above, -along);
    if (l->found && part >= l->part) return;
    l->found = true;
    l->part = part;
    l->triangle = triangle;
    l->normal = n;
    for (int k = 0; k < 3; k++) /* what lies farther is of no interest any more */
        walk->way =
            v3_with(walk->way, k, fx_mul_q30(v3_get(l->way, k), part) + 2 * fx_sign(v3_get(l->way, k)));
}

static dir30 turned(const rig34 *pose, dir30 n) {
    const vec3 d = rig34_direction(pose, (vec3){n.x, n.y, n.z});
    return (dir30){d.x, d.y, d.z};
}

bool ox_soup_ray(const ox_soup *soup, const rig34 *pose, vec3 from, vec3 way, ox_shape_hit *hit) {
    const vec3 start = rig34_point_inverse(pose, from), along = rig34_direction_inverse(pose, way);
    line_walk l = {.walk = {.box = {v3_sub(start, (vec3){1, 1, 1}), v3_add(start, (vec3){1, 1, 1})},
                            .way = along,
                            .meet = meet_line},
                   .soup = soup,
                   .from = start,
                   .way = along,
                   .depth = v3_major_axis(along)};
    const fx length = v3_get(along, l.depth);
    if (length == 0) return false;
    l.u = (l.depth + 1) % 3;
    l.v = (l.depth + 2) % 3;
    l.shear_u = (q30)((int64_t)v3_get(along, l.u) * Q30_ONE / length); /* at most 1 */
    l.shear_v = (q30)((int64_t)v3_get(along, l.v) * Q30_ONE / length);
    ox_soup_walk_tree(soup, &l.walk);
    if (!l.found) return false;
    *hit = (ox_shape_hit){.part = l.part,
                          .at = v3_add(from, v3_scale_q30(way, l.part)),
                          .feature = l.triangle,
                          .inside = l.part == 0};
    hit->normal = turned(pose, l.normal);
    return true;
}

/* ---- sweeps ---- */

typedef struct sweep_walk {
    ox_soup_walk walk;
    const ox_soup *soup;
    const rig34 *pose, *pose_a;
    const ox_shape *a;
    rig34 here;    /* of A, in the soup's axes, as the next three */
    segment3 core; /* of a round shape, seen from its place */
    vec3 middle, way_here;
    vec3 way;
    bool found;
    ox_shape_hit hit;
} sweep_walk;

/* Height above a plane, with 30 bits more. */
static int64_t height_above(const plane30 *plane, vec3 place) {
    return solid_wide_dot(plane->n, place) + (int64_t)plane->d * Q30_ONE;
}

static bool keep_hit(sweep_walk *s, const ox_shape_hit *hit, uint32_t triangle) {
    if (s->found && hit->part >= s->hit.part) return false;
    s->found = true;
    s->hit = *hit;
    s->hit.feature = triangle;
    for (int k = 0; k < 3; k++)
        s->walk.way =
            v3_with(s->walk.way, k,
                    fx_mul_q30(v3_get(s->way_here, k), hit->part) + 2 * fx_sign(v3_get(s->way_here, k)));
    return true;
}

/* The way of a round core to a triangle, from a part of it on. */
typedef struct round_advance {
    ox_advance advance; /* first */
    const ox_facing *facing;
    segment3 core;
} round_advance;

static void find_round_gap(const ox_advance *advance, q30 part, ox_gap *gap) {
    const round_advance *r = (const round_advance *)(const void *)advance;
    const vec3 gone = v3_scale_q30(advance->way, part);
    ox_facing_core_gap(r->facing, &(segment3){v3_add(r->core.from, gone), v3_add(r->core.to, gone)}, gap);
}

static void meet_edges(sweep_walk *s, const ox_facing *f, uint32_t triangle, q30 begin) {
    const q30 left = Q30_ONE - begin, most = s->found ? s->hit.part - begin : left;
    const vec3 gone = v3_scale_q30(s->way_here, begin);
    const round_advance r = {{v3_scale_q30(s->way_here, left), s->a->radius,
                              left <= 0 ? 0 : solid_part(most, left), find_round_gap},
                             f,
                             {v3_add(s->core.from, gone), v3_add(s->core.to, gone)}};
    ox_shape_hit hit = {.at = s->pose_a->t};
    if (!ox_advance_run(&r.advance, &hit)) return;
    if (hit.inside) {
        hit.normal = f->normal;
        hit.leaving = v3_dot(v3_subs(hit.at, s->pose->t), s->way) >= 0;
    } else {
        hit.part = hit.leave = begin + fx_mul_q30(hit.part, left);
        hit.at = rig34_point(s->pose, v3_add(hit.at, s->here.t));
    }
    hit.normal = turned(s->pose, hit.normal);
    (void)keep_hit(s, &hit, triangle);
}

/* A core that comes down on the plane of a triangle is met nowhere before that. What touches it is the lower end of the core where that is over the triangle: then it is the answer. */
static void meet_round(sweep_walk *s, const ox_triangle *t, uint32_t triangle) {
    ox_facing f;
    const plane30 *plane = &t->plane;
    const vec3 from = v3_add(s->core.from, s->here.t), to = v3_add(s->core.to, s->here.t);
    const int64_t heights[2] = {height_above(plane, from), height_above(plane, to)},
                  low = heights[heights[1] < heights[0]], closing = -solid_wide_dot(plane->n, s->way_here),
                  touching = low - (int64_t)s->a->radius * Q30_ONE,
                  stopping = touching - (int64_t)OX_CAST_SKIN * Q30_ONE;
    if (touching > closing) return;
    const q30 part = touching <= 0 || stopping <= 0 ? 0 : solid_part(stopping, closing);
    if (s->found && part >= s->hit.part) return;
    ox_facing_set(&f, t, NULL, s->here.t);
    if (touching > 0) {
        const vec3 end = heights[1] < heights[0] ? s->core.to : s->core.from,
                   there = v3_add(end, v3_scale_q30(s->way_here, solid_part(touching, closing))),
                   stop = v3_add(end, v3_scale_q30(s->way_here, part));
        if (ox_facing_is_over(&f, there) && ox_facing_is_over(&f, stop)) {
            const vec3 on = v3_sub(v3_add(there, s->here.t), v3_scale_dir30(plane->n, s->a->radius));
            const ox_shape_hit hit = {.part = part,
                                      .leave = part,
                                      .at = rig34_point(s->pose, on),
                                      .normal = turned(s->pose, plane->n)};
            (void)keep_hit(s, &hit, triangle);
            return;
        }
    }
    meet_edges(s, &f, triangle, part);
}

/* A triangle is a hull of three points and two faces. */
static void meet_hull(sweep_walk *s, const ox_triangle *t, uint32_t triangle) {
    static const uint8_t first[] = {0, 3, 6}, loops[] = {0, 1, 2, 2, 1, 0};
    const plane30 planes[2] = {t->plane, plane_flip(&t->plane)};
    const ox_hull hull = {.points = t->corner,
                          .planes = planes,
                          .first = first,
                          .loops = loops,
                          .point_count = 3,
                          .face_count = 2};
    const ox_shape other = ox_shape_hull(&hull);
    ox_shape_hit hit;
    if (ox_shape_sweep(s->a, s->pose_a, s->way, &other, s->pose, &hit) && keep_hit(s, &hit, triangle) &&
        hit.inside)
        s->hit.normal = turned(s->pose, t->plane.n);
}

static void meet_sweep(ox_soup_walk *walk, uint32_t triangle) {
    sweep_walk *s = (sweep_walk *)(void *)walk;
    ox_triangle t;
    ox_soup_triangle(s->soup, triangle, &t);
    if (solid_dot(t.plane.n, s->way_here) >= 0 ||
        plane_distance(&t.plane, s->middle) < fx_negs(ox_soup_thickness(s->soup)))
        return;
    if (s->a->kind <= OX_SHAPE_CAPSULE) {
        meet_round(s, &t, triangle);
        return;
    }
    /* A triangle whose plane the whole of what is left of the way stays above is not met. */
    const vec3 lowest = ox_shape_support(
        s->a, &s->here, (vec3){fx_negs(t.plane.n.x), fx_negs(t.plane.n.y), fx_negs(t.plane.n.z)});
    if (plane_distance(&t.plane, v3_add(lowest, walk->way)) > s->a->radius + 2 * OX_CAST_SKIN) return;
    meet_hull(s, &t, triangle);
}

bool ox_soup_sweep(const ox_soup *soup, const rig34 *pose, const ox_shape *a, const rig34 *pose_a, vec3 way,
                   ox_shape_hit *hit) {
    const rig34 inverse = rig34_inverse(pose), here = rig34_mul(&inverse, pose_a);
    const vec3 half = a->kind == OX_SHAPE_CAPSULE ? rig34_direction(&here, (vec3){0, a->half.y, 0}) : V3_ZERO;
    const box3 box = ox_shape_bounds(a, &here);
    sweep_walk s = {.soup = soup,
                    .here = here,
                    .core = {v3_neg(half), half},
                    .pose = pose,
                    .pose_a = pose_a,
                    .a = a,
                    .way = way,
                    .middle = box_centre(&box),
                    .way_here = rig34_direction_inverse(pose, way)};
    s.walk = (ox_soup_walk){.box = box_expand(&box, OX_CAST_SKIN + 4), .way = s.way_here, .meet = meet_sweep};
    ox_soup_walk_tree(soup, &s.walk);
    if (s.found) *hit = s.hit;
    return s.found;
}

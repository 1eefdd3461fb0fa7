/* Soups where they lie in their chunks: triangles, the walk over their tree, lines and sweeps. */
#include "kernel/collision/soup.h"

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

static vec3 vector_at(const uint8_t *at) { return (vec3){rom_i32(at), rom_i32(at + 4), rom_i32(at + 8)}; }

/* The place of three numbers of steps. Opened chunks have places within 2,048 m. */
static inline vec3 place_in(vec3 offset, int32_t unit, const uint8_t *steps) {
    return v3_add(offset,
                  (vec3){rom_i16(steps) * unit, rom_i16(steps + 2) * unit, rom_i16(steps + 4) * unit});
}

static plane30 plane_of(const uint8_t *row) {
    const vec3 n = vector_at(row + ROM_SOUP_TRIANGLE_NORMAL);
    return (plane30){{n.x, n.y, n.z}, rom_i32(row + ROM_SOUP_TRIANGLE_DISTANCE)};
}

void ox_soup_triangle(const ox_soup *soup, uint32_t index, ox_triangle *out) {
    const uint8_t *chunk = soup->chunk, *row = row_of(chunk, index),
                  *vertices = chunk + rom_u32(chunk + ROM_SHAPE_VERTICES_AT);
    const vec3 offset = vector_at(chunk + ROM_SHAPE_OFFSET);
    const int32_t unit = (int32_t)1 << chunk[ROM_SHAPE_EXPONENT];
    for (uint32_t k = 0; k < 3; k++)
        out->corner[k] =
            place_in(offset, unit, vertices + (size_t)rom_u16(row + ROM_SOUP_TRIANGLE_CORNER + 2 * k) * 6);
    out->plane = plane_of(row);
    out->active = row[ROM_SOUP_TRIANGLE_MARKS] & ROM_SOUP_TRIANGLE_ACTIVE;
    out->material = row[ROM_SOUP_TRIANGLE_MATERIAL];
}

box3 ox_soup_bounds(const ox_soup *soup, const rig34 *pose) {
    const box3 own = {vector_at(soup->chunk + ROM_SHAPE_LOW), vector_at(soup->chunk + ROM_SHAPE_HIGH)};
    return box_transform_rigid(pose, &own);
}

/* ---- the tree ---- */

/* Whether a moving box meets a standing one, by six axes: those of space, and those of space crossed with the way (Ericson
 * 5.3.3). All is doubled, so that middles are whole. Ways of up to 8,192 m keep the products below 2^62; longer ones are held by three axes alone. */
static bool meets(const ox_soup_walk *walk, const box3 *box) {
    int64_t middle[3], half[3], way[3];
    bool whole = true;
    for (int k = 0; k < 3; k++) {
        const int64_t low = v3_get(walk->box.lo, k), high = v3_get(walk->box.hi, k);
        way[k] = v3_get(walk->way, k);
        middle[k] = low + high + way[k] - v3_get(box->lo, k) - v3_get(box->hi, k);
        half[k] = high - low + v3_get(box->hi, k) - v3_get(box->lo, k);
        way[k] = way[k] < 0 ? -way[k] : way[k];
        if ((middle[k] < 0 ? -middle[k] : middle[k]) > half[k] + way[k]) return false;
        whole = whole && way[k] <= (int64_t)1 << 29 && half[k] <= (int64_t)1 << 31;
    }
    for (int k = 0; k < 3 && whole; k++) {
        const int u = (k + 1) % 3, v = (k + 2) % 3;
        const int64_t apart = middle[u] * v3_get(walk->way, v) - middle[v] * v3_get(walk->way, u);
        if ((apart < 0 ? -apart : apart) > half[u] * way[v] + half[v] * way[u]) return false;
    }
    return true;
}

/* What a box and its way come to in tests, once for all of them. Within 4,096 m all of it is below 2^30, as soups lie within 2,048 m of their origin. */
static void set_walk(ox_soup_walk *w) {
    enum { NEAR = 1 << 28 };
    const box3 bounds = {w->box.lo, w->box.hi};
    w->is_near = true;
    for (int k = 0; k < 3; k++)
        w->is_near = w->is_near && v3_get(bounds.lo, k) >= -NEAR && v3_get(bounds.hi, k) <= NEAR &&
                     v3_get(w->way, k) >= -NEAR && v3_get(w->way, k) <= NEAR;
    if (!w->is_near) return;
    w->middle = v3_add(v3_add(bounds.lo, bounds.hi), w->way);
    w->size = v3_sub(bounds.hi, bounds.lo);
    w->length = (vec3){fx_abs_sat(w->way.x), fx_abs_sat(w->way.y), fx_abs_sat(w->way.z)};
}

/* Whether a place lies off a line in the plane of two axes, by more than the sizes reach. */
static bool is_aside(fx u, fx v, fx way_u, fx way_v, int64_t reach) {
    const int64_t apart = fx_wide(u, way_v) - fx_wide(v, way_u);
    return (apart < 0 ? -apart : apart) > reach;
}

/* The same answer as meets, where all is near: in words of 32 bits, and products of 64. */
static bool meets_near(const ox_soup_walk *w, const box3 *box) {
    const fx x = w->middle.x - box->lo.x - box->hi.x, sx = w->size.x + box->hi.x - box->lo.x,
             y = w->middle.y - box->lo.y - box->hi.y, sy = w->size.y + box->hi.y - box->lo.y,
             z = w->middle.z - box->lo.z - box->hi.z, sz = w->size.z + box->hi.z - box->lo.z;
    const vec3 l = w->length;
    if (fx_abs_sat(x) > sx + l.x || fx_abs_sat(y) > sy + l.y || fx_abs_sat(z) > sz + l.z) return false;
    return !is_aside(y, z, w->way.y, w->way.z, fx_wide(sy, l.z) + fx_wide(sz, l.y)) &&
           !is_aside(z, x, w->way.z, w->way.x, fx_wide(sz, l.x) + fx_wide(sx, l.z)) &&
           !is_aside(x, y, w->way.x, w->way.y, fx_wide(sx, l.y) + fx_wide(sy, l.x));
}

static bool meets_box(const ox_soup_walk *w, const box3 *box) {
    return w->is_near ? meets_near(w, box) : meets(w, box);
}

void ox_soup_walk_tree(const ox_soup *soup, ox_soup_walk *walk) {
    const uint8_t *chunk = soup->chunk, *nodes = chunk + rom_u32(chunk + ROM_SHAPE_NODES_AT);
    const uint32_t count = rom_u32(chunk + ROM_SHAPE_NODE_COUNT);
    const vec3 offset = vector_at(chunk + ROM_SHAPE_OFFSET);
    const int32_t unit = (int32_t)1 << chunk[ROM_SHAPE_EXPONENT];
    set_walk(walk);
    for (uint32_t i = 0; i < count;) {
        const uint8_t *node = nodes + (size_t)i * ROM_SOUP_NODE_SIZE;
        const box3 box = {place_in(offset, unit, node + ROM_SOUP_NODE_LOW),
                          place_in(offset, unit, node + ROM_SOUP_NODE_HIGH)};
        if (!meets_box(walk, &box)) {
            i = rom_u32(node + ROM_SOUP_NODE_NEXT);
            continue;
        }
        const uint32_t first = rom_u16(node + ROM_SOUP_NODE_FIRST), in = rom_u16(node + ROM_SOUP_NODE_COUNT);
        for (uint32_t t = first; t < first + in; t++) walk->meet(walk, t);
        if (in > 0) set_walk(walk);
        i++;
    }
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

/* A corner as the line sees it. */
static vec2 seen(const line_walk *l, vec3 corner) {
    const vec3 at = v3_sub(corner, l->from);
    const fx depth = v3_get(at, l->depth);
    return v2_sub((vec2){v3_get(at, l->u), v3_get(at, l->v)},
                  (vec2){fx_mul_q30(depth, l->shear_u), fx_mul_q30(depth, l->shear_v)});
}

/* Whether the line passes the triangle's inside or its rim: by the side on which it passes each edge. A corner's place is the same for all triangles that have it, so neighbours
 * agree on which side of their edge the line passes. */
static bool passes(const line_walk *l, const ox_triangle *t) {
    vec2 at[3];
    bool left = true, right = true;
    for (int k = 0; k < 3; k++) at[k] = seen(l, t->corner[k]);
    for (int k = 0; k < 3; k++) {
        const fxw side = v2_cross_wide(at[k], at[(k + 1) % 3]);
        left = left && side >= 0;
        right = right && side <= 0;
    }
    return left || right;
}

static void meet_line(ox_soup_walk *walk, uint32_t triangle) {
    line_walk *l = (line_walk *)(void *)walk;
    ox_triangle t;
    const plane30 plane = plane_of(row_of(l->soup->chunk, triangle));
    const dir30 n = plane.n;
    const fxw along = fx_mad(fx_mad(fx_wide(n.x, l->way.x), n.y, l->way.y), n.z, l->way.z),
              above = fx_mad(fx_mad(fx_mad(fx_wide(n.x, l->from.x), n.y, l->from.y), n.z, l->from.z), plane.d,
                             Q30_ONE);
    if (along >= 0 || above < -Q30_ONE || fx_wrap_add64(above, along) > Q30_ONE) return;
    ox_soup_triangle(l->soup, triangle, &t);
    if (!passes(l, &t)) return;
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
    rig34 here; /* of A, in the soup's axes, as the next two */
    vec3 middle, way_here;
    vec3 way;
    bool found;
    ox_shape_hit hit;
} sweep_walk;

/* A triangle is a hull of three points and two faces. */
static void meet_sweep(ox_soup_walk *walk, uint32_t triangle) {
    static const uint8_t first[] = {0, 3, 6}, loops[] = {0, 1, 2, 2, 1, 0};
    sweep_walk *s = (sweep_walk *)(void *)walk;
    ox_triangle t;
    ox_shape_hit hit;
    ox_soup_triangle(s->soup, triangle, &t);
    if (solid_dot(t.plane.n, s->way_here) >= 0 ||
        plane_distance(&t.plane, s->middle) < fx_negs(ox_soup_thickness(s->soup)))
        return;
    /* A triangle beside the way, or one whose plane the whole of it stays above, is not met. */
    const box3 about = box_from_points(t.corner, 3);
    const vec3 lowest = ox_shape_support(
        s->a, &s->here, (vec3){fx_negs(t.plane.n.x), fx_negs(t.plane.n.y), fx_negs(t.plane.n.z)});
    if (!meets_box(walk, &about) ||
        plane_distance(&t.plane, v3_add(lowest, s->way_here)) > s->a->radius + 2 * OX_CAST_SKIN)
        return;
    const plane30 planes[2] = {t.plane, plane_flip(&t.plane)};
    const ox_hull hull = {.points = t.corner,
                          .planes = planes,
                          .first = first,
                          .loops = loops,
                          .point_count = 3,
                          .face_count = 2};
    const ox_shape other = ox_shape_hull(&hull);
    if (!ox_shape_sweep(s->a, s->pose_a, s->way, &other, s->pose, &hit) ||
        (s->found && hit.part >= s->hit.part))
        return;
    s->found = true;
    s->hit = hit;
    s->hit.feature = triangle;
    if (hit.inside) s->hit.normal = turned(s->pose, t.plane.n);
    for (int k = 0; k < 3; k++)
        walk->way = v3_with(
            walk->way, k, fx_mul_q30(v3_get(s->way_here, k), hit.part) + 2 * fx_sign(v3_get(s->way_here, k)));
}

bool ox_soup_sweep(const ox_soup *soup, const rig34 *pose, const ox_shape *a, const rig34 *pose_a, vec3 way,
                   ox_shape_hit *hit) {
    const rig34 inverse = rig34_inverse(pose), here = rig34_mul(&inverse, pose_a);
    box3 box = ox_shape_bounds(a, &here);
    sweep_walk s = {.soup = soup,
                    .here = here,
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

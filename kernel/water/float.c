/* Bodies in water. */
#include "kernel/water/float.h"

#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"

enum { DETAILED = 32, FADE = 4, ROOT_THIRD = 37837 /* 1 / sqrt(3) */ };

static fx area_of(int64_t square) { return fx_sat64(fx_rshr64(square, 16)); }

/* ---- patches ---- */

static uint32_t add_patch_at(ox_water_patch *p, uint32_t i, vec3 at, vec3 normal, fx area) {
    p[i] = (ox_water_patch){at, v3_scales(normal, area), area};
    return i + 1;
}

static void axes_of(const rig34 *pose, vec3 axes[3]) {
    axes[0] = rot33_apply(&pose->r, (vec3){FX_ONE, 0, 0});
    axes[1] = rot33_apply(&pose->r, (vec3){0, FX_ONE, 0});
    axes[2] = rot33_apply(&pose->r, (vec3){0, 0, FX_ONE});
}

/* Each side in quarters. */
static uint32_t box_patches(const ox_shape *shape, const rig34 *pose, ox_water_patch *p) {
    const fx half[3] = {shape->half.x, shape->half.y, shape->half.z};
    vec3 axes[3];
    uint32_t count = 0;
    axes_of(pose, axes);
    for (uint32_t side = 0; side < 6; side++) {
        const uint32_t a = side / 2, b = (a + 1) % 3, c = (a + 2) % 3;
        const vec3 out = side % 2 == 0 ? axes[a] : v3_neg(axes[a]),
                   middle = v3_adds(pose->t, v3_scales(out, half[a])),
                   right = v3_scales(axes[b], half[b] / 2), up = v3_scales(axes[c], half[c] / 2);
        const fx area = area_of((int64_t)half[b] * half[c]);
        for (uint32_t k = 0; k < 4; k++) {
            const vec3 row = (k & 1) != 0 ? v3_adds(middle, right) : v3_subs(middle, right);
            count = add_patch_at(p, count, (k & 2) != 0 ? v3_adds(row, up) : v3_subs(row, up), out, area);
        }
    }
    return count;
}

/* Four pi r^2 shared by the six directions of the axes and the eight of a cube's corners. */
static uint32_t sphere_patches(const ox_shape *shape, const rig34 *pose, ox_water_patch *p) {
    const fx r = shape->radius, area = area_of((int64_t)area_of((int64_t)r * r) * (4 * FX_PI) / 14);
    uint32_t count = 0;
    for (int32_t k = 0; k < 14; k++) {
        const int32_t sign = (k & 1) != 0 ? FX_ONE : -FX_ONE;
        const vec3 corner = {(k & 1) != 0 ? ROOT_THIRD : -ROOT_THIRD, (k & 2) != 0 ? ROOT_THIRD : -ROOT_THIRD,
                             (k & 4) != 0 ? ROOT_THIRD : -ROOT_THIRD},
                   axis = {k / 2 == 4 ? sign : 0, k / 2 == 5 ? sign : 0, k / 2 == 6 ? sign : 0},
                   out = k < 8 ? corner : axis;
        count = add_patch_at(p, count, v3_adds(pose->t, v3_scales(out, r)), out, area);
    }
    return count;
}

/* A sphere's patches, half of them at each end, and three rings of four between. */
static uint32_t capsule_patches(const ox_shape *shape, const rig34 *pose, ox_water_patch *p) {
    const fx r = shape->radius, length = shape->half.y,
             area = area_of((int64_t)area_of((int64_t)r * r) * (4 * FX_PI) / 14),
             ring = area_of((int64_t)area_of((int64_t)r * length) * FX_PI / 3);
    vec3 axes[3];
    uint32_t count = 0;
    axes_of(pose, axes);
    for (int32_t end = -1; end <= 1; end += 2) {
        const vec3 up = end < 0 ? v3_neg(axes[1]) : axes[1], middle = v3_adds(pose->t, v3_scales(up, length));
        count = add_patch_at(p, count, v3_adds(middle, v3_scales(up, r)), up, area);
        for (uint32_t k = 0; k < 4; k++) {
            const vec3 a = (k & 1) != 0 ? axes[0] : v3_neg(axes[0]),
                       b = (k & 2) != 0 ? axes[2] : v3_neg(axes[2]),
                       out = v3_scales(v3_adds(v3_adds(a, b), up), ROOT_THIRD),
                       side = (k & 1) != 0 ? axes[0] : axes[2], flat = (k & 2) != 0 ? side : v3_neg(side);
            count = add_patch_at(p, count, v3_adds(middle, v3_scales(out, r)), out, area);
            count = add_patch_at(p, count, v3_adds(middle, v3_scales(flat, r)), flat, area / 2);
        }
    }
    for (int32_t level = -1; level <= 1; level++)
        for (uint32_t k = 0; k < 4; k++) {
            const vec3 axis = (k & 1) != 0 ? axes[0] : axes[2], out = (k & 2) != 0 ? axis : v3_neg(axis);
            const vec3 middle = v3_adds(pose->t, v3_scales(axes[1], length / 3 * (2 * level)));
            count = add_patch_at(p, count, v3_adds(middle, v3_scales(out, r)), out, ring);
        }
    return count;
}

/* Half the cross product of two sides: the area of a triangle times its normal. */
static vec3 triangle(vec3 a, vec3 b, vec3 c) {
    const vec3 twice = v3_cross(v3_subs(b, a), v3_subs(c, a));
    return (vec3){twice.x / 2, twice.y / 2, twice.z / 2};
}

static uint32_t face_patches(const ox_hull *hull, uint32_t face, const vec3 *points, bool is_detailed,
                             ox_water_patch *p, uint32_t count) {
    const uint32_t first = hull->first[face], corners = hull->first[face + 1] - first;
    int64_t sum[3] = {0, 0, 0};
    vec3 whole = V3_ZERO;
    if (corners < 3) return count;
    for (uint32_t k = 0; k < corners; k++) {
        const vec3 v = points[hull->loops[first + k]];
        sum[0] += v.x, sum[1] += v.y, sum[2] += v.z;
    }
    const int64_t n = (int64_t)corners;
    const vec3 middle = {(fx)(sum[0] / n), (fx)(sum[1] / n), (fx)(sum[2] / n)};
    for (uint32_t k = 0; k < corners; k++) {
        const vec3 a = points[hull->loops[first + k]], b = points[hull->loops[first + (k + 1) % corners]],
                   out = triangle(middle, a, b);
        whole = v3_adds(whole, out);
        if (!is_detailed) continue;
        const vec3 at = {(fx)(((int64_t)middle.x + a.x + b.x) / 3), (fx)(((int64_t)middle.y + a.y + b.y) / 3),
                         (fx)(((int64_t)middle.z + a.z + b.z) / 3)};
        p[count++] = (ox_water_patch){at, out, v3_length(out)};
    }
    if (!is_detailed) p[count++] = (ox_water_patch){middle, whole, v3_length(whole)};
    return count;
}

static uint32_t hull_patches(const ox_hull *hull, const rig34 *pose, ox_water_patch *p) {
    vec3 points[OX_HULL_POINTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < hull->point_count; i++) points[i] = rig34_point(pose, hull->points[i]);
    for (uint32_t face = 0; face < hull->face_count; face++)
        count = face_patches(hull, face, points, hull->first[hull->face_count] <= DETAILED, p, count);
    return count;
}

uint32_t ox_water_patches(const ox_shape *shape, const rig34 *pose,
                          ox_water_patch patches[OX_WATER_PATCHES]) {
    switch (shape->kind) {
    case OX_SHAPE_SPHERE:
        return sphere_patches(shape, pose, patches);
    case OX_SHAPE_CAPSULE:
        return capsule_patches(shape, pose, patches);
    case OX_SHAPE_BOX:
        return box_patches(shape, pose, patches);
    case OX_SHAPE_HULL:
        return hull_patches(shape->data.hull, pose, patches);
    default:
        return 0;
    }
}

/* ---- looking ---- */

int32_t ox_water_cells(const ox_water_bath *b, fx way) {
    return fx_sat64(fx_rshr64((int64_t)way * b->per_metre, 24));
}

bool ox_water_has(const ox_water_bath *b, vec3 at) {
    const int32_t x = ox_water_cells(b, fx_subs(at.x, b->corner.x)),
                  z = ox_water_cells(b, fx_subs(at.z, b->corner.z));
    if (x < 0 || x > (b->grid->columns - 1) * 256) return false;
    return b->grid->rows == 1 || (z >= 0 && z <= (b->grid->rows - 1) * 256);
}

fx ox_water_height_at(const ox_water_bath *b, vec3 at) {
    return fx_adds(b->corner.y, ox_water_surface(b->grid, ox_water_cells(b, fx_subs(at.x, b->corner.x)),
                                                 ox_water_cells(b, fx_subs(at.z, b->corner.z))) *
                                    (FX_ONE / OX_WATER_METRE));
}

/* How fast columns flow along one side: heights a step over the depth are cells a step. */
static fx flow_of(const ox_water_bath *b, int32_t before, int32_t behind, int32_t depth) {
    const int64_t cells = (int64_t)(before + behind) * (FX_ONE / (2 * OX_WATER_FLOW)) / int_max(depth, 64) *
                          b->rate; /* a second */
    return fx_sat64(cells * FX_ONE / fx_max(b->per_metre, 1));
}

vec3 ox_water_flow_at(const ox_water_bath *b, vec3 at) {
    const ox_water_grid *g = b->grid;
    const int32_t x = ox_water_cells(b, fx_subs(at.x, b->corner.x)),
                  z = ox_water_cells(b, fx_subs(at.z, b->corner.z));
    vec3 flow = {b->current[0], 0, b->current[1]};
    if (g->kind == OX_WATER_WAVES) {
        const int32_t up = ox_water_surface(g, x, z) - ox_water_surface_before(g, x, z);
        flow.y = fx_sat64((int64_t)up * (FX_ONE / OX_WATER_METRE) * b->rate);
        return flow;
    }
    const uint32_t column = (uint32_t)int_clamp(fx_sra32(x + 128, 8), 0, g->columns - 1),
                   row = (uint32_t)int_clamp(fx_sra32(z + 128, 8), 0, g->rows - 1);
    const size_t i = (size_t)row * g->stride + column;
    flow.x = fx_adds(flow.x, flow_of(b, column > 0 ? g->along[i - 1] : 0, g->along[i], g->heights[i]));
    flow.z = fx_adds(flow.z, flow_of(b, row > 0 ? g->across[i - g->stride] : 0, g->across[i], g->heights[i]));
    return flow;
}

/* ---- forces ---- */

/* Sums over patches that are under water, in units of fx. */
typedef struct wet_sums {
    int64_t lift, lift_turn[3]; /* volumes, and volumes times levers across the vertical's normal */
    int64_t drag[3], drag_turn[3];
    int64_t area, level; /* of wet patches, and as seen from above */
    uint32_t count;
} wet_sums;

static vec3 speed_of(const ox_water_body *body, vec3 lever) {
    return v3_adds(body->velocity, v3_cross(body->angular, lever));
}

static void add_patch(const ox_water_body *body, const ox_water_patch *p, fx depth, vec3 normal, vec3 flow,
                      wet_sums *s) {
    const vec3 lever = v3_subs(p->at, body->middle), slip = v3_subs(flow, speed_of(body, lever)),
               drag = v3_scales(slip, p->area), turn = v3_cross(lever, drag);
    const fx volume = fx_negs(fx_muls(p->out.y, depth));
    const vec3 lift = v3_scales(normal, volume), lift_turn = v3_cross(lever, lift);
    s->count++;
    s->lift += volume;
    s->lift_turn[0] += lift_turn.x, s->lift_turn[1] += lift_turn.y, s->lift_turn[2] += lift_turn.z;
    s->drag[0] += drag.x, s->drag[1] += drag.y, s->drag[2] += drag.z;
    s->drag_turn[0] += turn.x, s->drag_turn[1] += turn.y, s->drag_turn[2] += turn.z;
    s->area += p->area;
    s->level += fx_abs(p->out.y);
}

/* The surface's normal at a place. */
static vec3 normal_at(const ox_water_bath *b, vec3 at) {
    const ox_water_grid *g = b->grid;
    const int32_t x = ox_water_cells(b, fx_subs(at.x, b->corner.x)),
                  z = ox_water_cells(b, fx_subs(at.z, b->corner.z));
    const int32_t across_x = ox_water_surface(g, x - 256, z) - ox_water_surface(g, x + 256, z),
                  across_z =
                      g->rows == 1 ? 0 : ox_water_surface(g, x, z - 256) - ox_water_surface(g, x, z + 256);
    const vec3 steep = {fx_muls(across_x * (FX_ONE / OX_WATER_METRE / 2), b->per_metre), FX_ONE,
                        fx_muls(across_z * (FX_ONE / OX_WATER_METRE / 2), b->per_metre)};
    vec3 normal = {0, FX_ONE, 0};
    if (across_x != 0 || across_z != 0) (void)v3_normalize(steep, &normal);
    return normal;
}

/* A sum times a factor, Q16.16 of both, and over the steps of a second. */
static fx share_of(int64_t sum, fx factor, uint32_t rate) {
    return fx_sat64((int64_t)fx_sat64(sum) * factor / FX_ONE / (int64_t)rate);
}

/* An area times a density times a further factor, Q16.16. */
static int64_t load_of(int64_t area, fx density, fx factor) {
    const int64_t most = (int64_t)1 << 40, mass = (int64_t)fx_sat64(area) * density / FX_ONE;
    return (mass > most ? most : mass) * fx_clamp(factor, 0, 64 * FX_ONE) / FX_ONE;
}

ox_water_lift ox_water_float(const ox_water_bath *b, const ox_water_body *body, const ox_water_patch *patches,
                             uint32_t count) {
    ox_water_lift lift = {.wet = 0};
    wet_sums s = {.count = 0};
    vec3 normal = V3_ZERO;
    for (uint32_t i = 0; i < count; i++) {
        const ox_water_patch *p = &patches[i];
        const fx depth = fx_subs(ox_water_height_at(b, p->at), p->at.y);
        if (depth <= 0 || !ox_water_has(b, p->at)) continue;
        if (s.count == 0) {
            normal = normal_at(b, body->middle);
            lift.flow = ox_water_flow_at(b, body->middle);
        }
        add_patch(body, p, depth, normal, lift.flow, &s);
    }
    lift.wet = s.count;
    if (s.count == 0) return lift;
    /* Spring and drag of this step, in kilograms: what they would move as if it were the body's own. */
    const int64_t rate = b->rate == 0 ? 60 : b->rate,
                  spring = load_of(s.level / 2, b->density, b->pull) / (rate * rate),
                  rub = load_of(s.area, b->density, b->drag) / rate;
    fx weight = fx_muls(b->density, fx_max(b->pull, 0)), drag = fx_muls(b->density, b->drag);
    if (spring > body->mass) weight = fx_sat64((int64_t)weight * body->mass / spring);
    if (rub > body->mass / 2) drag = fx_sat64((int64_t)drag * (body->mass / 2) / rub);
    const fx up = share_of(s.lift, weight, (uint32_t)rate);
    const vec3 raised = v3_scales(normal, up);
    const vec3 rubbed = {share_of(s.drag[0], drag, (uint32_t)rate), share_of(s.drag[1], drag, (uint32_t)rate),
                         share_of(s.drag[2], drag, (uint32_t)rate)};
    lift.volume = fx_sat64(s.lift);
    lift.impulse = v3_adds(raised, rubbed);
    lift.turn = (vec3){fx_adds(share_of(s.lift_turn[0], weight, (uint32_t)rate),
                               share_of(s.drag_turn[0], drag, (uint32_t)rate)),
                       fx_adds(share_of(s.lift_turn[1], weight, (uint32_t)rate),
                               share_of(s.drag_turn[1], drag, (uint32_t)rate)),
                       fx_adds(share_of(s.lift_turn[2], weight, (uint32_t)rate),
                               share_of(s.drag_turn[2], drag, (uint32_t)rate))};
    return lift;
}

void ox_water_wake(const ox_water_bath *b, const ox_water_body *body, const ox_water_lift *lift,
                   const ox_water_patch *patches, uint32_t count) {
    /* Heights of a cell for each cubic metre a second, a line being a metre wide; half of them. */
    const fx reach = fx_max(fx_div(FADE * FX_ONE, fx_max(b->per_metre, 1)), 256),
             across = b->grid->rows == 1 ? FX_ONE : b->per_metre,
             raised = fx_sat64((int64_t)fx_muls(b->per_metre, across) * OX_WATER_METRE / 2 /
                               (int64_t)(b->rate == 0 ? 60 : b->rate));
    for (uint32_t i = 0; i < count; i++) {
        const ox_water_patch *p = &patches[i];
        const fx depth = fx_subs(ox_water_height_at(b, p->at), p->at.y);
        if (depth <= 0 || depth >= reach || !ox_water_has(b, p->at)) continue;
        const vec3 slip = v3_subs(speed_of(body, v3_subs(p->at, body->middle)), lift->flow);
        const int32_t near = (reach - depth) / (reach >> 8), /* 0..256 and a little */
            whole = fx_muls(v3_dot(slip, p->out), raised),
                      height = fx_sat64(fx_rshr64((int64_t)whole * near, 24));
        if (height != 0)
            ox_water_raise(b->grid, ox_water_cells(b, fx_subs(p->at.x, b->corner.x)),
                           ox_water_cells(b, fx_subs(p->at.z, b->corner.z)), height);
    }
}

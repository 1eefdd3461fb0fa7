/* Two bones between a root and a target. */
#include "kernel/animation/limb.h"

#include "fixedmath/root.h"
#include "fixedmath/scalar.h"

enum { NEAR = 64 }; /* 2^-10 m: a way without a direction */

/* a^2 - b^2 + d^2 over 2 d, and the root of a^2 - x^2: lengths are below 2^29, so squares are below 2^58. */
ox_limb_bend ox_limb_solve(fx upper, fx lower, fx distance) {
    ox_limb_bend bend = {0, 0, distance, 0};
    const fx most = fx_adds(upper, lower), least = upper > lower ? upper - lower : lower - upper;
    if (distance > most) bend.reach = most;
    if (distance < least) bend.reach = least;
    bend.missing = distance > bend.reach ? distance - bend.reach : bend.reach - distance;
    if (bend.reach <
        NEAR) { /* both bones are equally long, and the target is at the root: folded, straight aside */
        bend.aside = upper;
        return bend;
    }
    const int64_t a = (int64_t)upper * upper, b = (int64_t)lower * lower,
                  d = (int64_t)bend.reach * bend.reach, over = a - b + d;
    bend.along = (fx)((over + (over < 0 ? -(int64_t)bend.reach : bend.reach)) / (2 * (int64_t)bend.reach));
    const int64_t rest = a - (int64_t)bend.along * bend.along;
    bend.aside = rest <= 0 ? 0 : (fx)fx_isqrt64((uint64_t)rest);
    return bend;
}

/* A vector at unit length, as Q16.16; false when it is too short. */
static bool unit_of(vec3 v, vec3 *unit) {
    const fx length = v3_length(v);
    if (length < NEAR) return false;
    *unit = (vec3){fx_div(v.x, length), fx_div(v.y, length), fx_div(v.z, length)};
    return true;
}

/* The part of a vector that is at right angles to a unit vector, at unit length. */
static bool aside_of(vec3 v, vec3 way, vec3 *unit) {
    vec3 direction;
    if (!unit_of(v, &direction)) return false;
    return unit_of(v3_subs(direction, v3_scales(way, v3_dot(direction, way))), unit);
}

void ox_pose_turn(const uint8_t *skeleton, uint32_t joint, quat turn, sqt *local, sqt *global) {
    const uint32_t parent = ox_pose_parent(skeleton, joint);
    global[joint].q = q4_renormalize(q4_mul(turn, global[joint].q));
    local[joint].q = parent == OX_JOINT_NONE
                         ? global[joint].q
                         : q4_renormalize(q4_mul(q4_conjugate(global[parent].q), global[joint].q));
}

/* Turns a bone so that it leads from its joint to a place: by the shortest arc from where its other end is. */
static void point_bone(const uint8_t *skeleton, uint32_t joint, vec3 end, vec3 place, sqt *local,
                       sqt *global) {
    quat turn;
    vec3 from, to;
    if (!unit_of(v3_subs(end, global[joint].t), &from) || !unit_of(v3_subs(place, global[joint].t), &to) ||
        !q4_shortest_arc(from, to, &turn))
        return;
    ox_pose_turn(skeleton, joint, turn, local, global);
}

/* Where a child of a joint stands. */
static vec3 child_at(const sqt *global, uint32_t joint, const sqt *child) {
    const sqt *parent = &global[joint];
    const vec3 by = parent->s == FX_ONE ? child->t : v3_scales(child->t, parent->s);
    return v3_adds(parent->t, q4_rotate(parent->q, by));
}

fx ox_limb_reach(const ox_limb *limb, const uint8_t *skeleton, vec3 target, uf16 weight, sqt *local,
                 sqt *global) {
    const vec3 root = global[limb->root].t, middle = global[limb->middle].t, end = global[limb->end].t;
    const quat kept = global[limb->end].q;
    const vec3 goal = weight >= UF16_ONE ? target : v3_adds(end, v3_scales(v3_subs(target, end), (fx)weight));
    const fx upper = v3_length(v3_subs(middle, root)), lower = v3_length(v3_subs(end, middle));
    vec3 way, bent;
    if (weight == 0 || upper > 4096 * FX_ONE || lower > 4096 * FX_ONE) return 0;
    const vec3 off = v3_subs(goal, root);
    if (!unit_of(off, &way) && !unit_of(v3_subs(end, root), &way)) way = (vec3){0, -FX_ONE, 0};
    const ox_limb_bend bend = ox_limb_solve(upper, lower, v3_length(off));
    if (!aside_of(limb->pole, way, &bent) && !aside_of(v3_subs(middle, root), way, &bent) &&
        !aside_of((vec3){FX_ONE, 0, 0}, way, &bent))
        bent = (vec3){0, 0, -FX_ONE};
    const vec3 place = v3_adds(root, v3_adds(v3_scales(way, bend.along), v3_scales(bent, bend.aside))),
               hold = bend.missing == 0 ? goal : v3_adds(root, v3_scales(way, bend.reach));
    point_bone(skeleton, limb->root, middle, place, local, global);
    global[limb->middle].t = child_at(global, limb->root, &local[limb->middle]);
    global[limb->middle].q = q4_renormalize(q4_mul(global[limb->root].q, local[limb->middle].q));
    point_bone(skeleton, limb->middle, child_at(global, limb->middle, &local[limb->end]), hold, local,
               global);
    global[limb->end].t = child_at(global, limb->middle, &local[limb->end]);
    global[limb->end].q = kept;
    local[limb->end].q = q4_renormalize(q4_mul(q4_conjugate(global[limb->middle].q), kept));
    return v3_length(v3_subs(global[limb->end].t, goal));
}

/* Cyclic coordinate descent. */
#include "kernel/animation/chain.h"

enum {
    NUDGE = ANG16_DEGREES(3),
    PARTS = 100 /* of the length are the tolerance */
};

bool ox_joint_chain_between(ox_joint_chain *chain, const uint8_t *skeleton, uint32_t root, uint32_t end) {
    uint8_t back[OX_JOINT_CHAIN_MOST];
    uint32_t count = 0;
    for (uint32_t at = end; at != OX_JOINT_NONE && count < OX_JOINT_CHAIN_MOST;
         at = ox_pose_parent(skeleton, at)) {
        back[count++] = (uint8_t)at;
        if (at == root) break;
    }
    *chain = (ox_joint_chain){.count = (uint8_t)count};
    for (uint32_t i = 0; i < count; i++) chain->joint[i] = back[count - 1 - i];
    return count >= 2 && chain->joint[0] == root;
}

/* One solution under way. */
typedef struct solving {
    const ox_joint_chain *chain;
    sqt *local, *global;
    quat rest[OX_JOINT_CHAIN_MOST], base; /* base: the rotation of the first joint's parent in the model */
    vec3 target;
} solving;

/* Places the chain's joints from number `from` on by their local rotations. */
static void place_from(const solving *s, uint32_t from) {
    for (uint32_t i = from; i < s->chain->count; i++) {
        const uint32_t joint = s->chain->joint[i];
        const sqt *own = &s->local[joint];
        if (i == 0) {
            s->global[joint].q = q4_renormalize(q4_mul(s->base, own->q));
            continue;
        }
        const sqt *parent = &s->global[s->chain->joint[i - 1]];
        const vec3 by = parent->s == FX_ONE ? own->t : v3_scales(own->t, parent->s);
        s->global[joint].t = v3_adds(parent->t, q4_rotate(parent->q, by));
        s->global[joint].q = q4_renormalize(q4_mul(parent->q, own->q));
    }
}

static fx missing_of(const solving *s) {
    return v3_distance(s->global[s->chain->joint[s->chain->count - 1]].t, s->target);
}

/* A rotation of at most so many units, the same way. */
static quat at_most(quat turn, ang16 most) {
    const ang32 angle = q4_angle(Q4_IDENTITY, turn), limit = ang32_from_ang16(most);
    if (angle <= limit) return turn;
    return q4_slerp(Q4_IDENTITY, turn, (uf16)(((uint64_t)limit << 16) / angle));
}

/* Only the part of a rotation that is about an axis, within limits: 2 atan(v . axis / w). */
static quat about_hinge(quat turn, const ox_joint_hinge *hinge) {
    const q30 along = dir30_dot((dir30){turn.x, turn.y, turn.z}, hinge->axis);
    const int32_t angle = (int16_t)(2u * atan2_16(fx_from_q30(along), fx_from_q30(turn.w)));
    const int32_t held = int_clamp(angle, hinge->low, hinge->high);
    return q4_from_axis_angle(hinge->axis, ang32_from_ang16((ang16)held));
}

static bool has_hinge(const ox_joint_chain *c, uint32_t i) {
    return c->hinge != NULL &&
           (c->hinge[i].axis.x != 0 || c->hinge[i].axis.y != 0 || c->hinge[i].axis.z != 0);
}

/* Brings a joint within what it may do. */
static void limit_joint(const solving *s, uint32_t i) {
    const ox_joint_chain *c = s->chain;
    sqt *own = &s->local[c->joint[i]];
    if (!has_hinge(c, i) && c->bend == 0) return;
    const quat turn = q4_mul(q4_conjugate(s->rest[i]), own->q);
    own->q = q4_renormalize(
        q4_mul(s->rest[i], has_hinge(c, i) ? about_hinge(turn, &c->hinge[i]) : at_most(turn, c->bend)));
}

/* Turns a joint in the model, and what is behind it. */
static void turn_joint(const solving *s, uint32_t i, quat turn) {
    const uint32_t joint = s->chain->joint[i];
    const quat above = i == 0 ? s->base : s->global[s->chain->joint[i - 1]].q;
    s->local[joint].q = q4_renormalize(q4_mul(q4_conjugate(above), q4_mul(turn, s->global[joint].q)));
    limit_joint(s, i);
    place_from(s, i);
}

static void go_round(const solving *s) {
    const ox_joint_chain *c = s->chain;
    for (uint32_t i = c->count - 1u; i-- > 0;) {
        const vec3 at = s->global[c->joint[i]].t, end = s->global[c->joint[c->count - 1]].t;
        quat turn;
        if (q4_shortest_arc(v3_subs(end, at), v3_subs(s->target, at), &turn))
            turn_joint(s, i, c->step == 0 ? turn : at_most(turn, c->step));
    }
}

static fx length_of(const solving *s) {
    fx length = 0;
    for (uint32_t i = 1; i < s->chain->count; i++)
        length = fx_adds(length,
                         v3_distance(s->global[s->chain->joint[i]].t, s->global[s->chain->joint[i - 1]].t));
    return length;
}

static void take_turns(const solving *s, quat *turns) {
    for (uint32_t i = 0; i < s->chain->count; i++) turns[i] = s->local[s->chain->joint[i]].q;
}

static void set_turns(const solving *s, const quat *turns) {
    for (uint32_t i = 0; i < s->chain->count; i++) s->local[s->chain->joint[i]].q = turns[i];
    place_from(s, 0);
}

fx ox_joint_chain_reach(const ox_joint_chain *chain, const uint8_t *skeleton, vec3 target, uf16 weight,
                        sqt *local, sqt *global, uint32_t *rounds) {
    solving s = {.chain = chain, .local = local, .global = global, .target = target};
    quat first[OX_JOINT_CHAIN_MOST], best[OX_JOINT_CHAIN_MOST];
    const uint32_t parent = ox_pose_parent(skeleton, chain->joint[0]);
    const uint32_t most = chain->rounds == 0 ? OX_JOINT_CHAIN_ROUNDS : chain->rounds;
    uint32_t round = 0;
    s.base = parent == OX_JOINT_NONE ? Q4_IDENTITY : global[parent].q;
    take_turns(&s, first);
    for (uint32_t i = 0; i < chain->count; i++) s.rest[i] = chain->rest == NULL ? first[i] : chain->rest[i];
    for (uint32_t i = 0; i + 1 < chain->count; i++) limit_joint(&s, i);
    place_from(&s, 0);
    take_turns(&s, best);
    fx left = missing_of(&s), before = left;
    const fx near = chain->tolerance > 0 ? chain->tolerance : length_of(&s) / PARTS;
    while (left > near && round < most) {
        go_round(&s);
        round++;
        fx now = missing_of(&s);
        if (now == before) { /* all on one line */
            turn_joint(&s, 0, q4_from_axis_angle((dir30){0, 0, Q30_ONE}, ang32_from_ang16((ang16)NUDGE)));
            now = missing_of(&s);
        }
        before = now;
        if (now >= left) continue;
        left = now;
        take_turns(&s, best);
    }
    for (uint32_t i = 0; i < chain->count; i++)
        if (weight < UF16_ONE) best[i] = q4_nlerp(first[i], best[i], weight);
    set_turns(&s, best);
    if (rounds != NULL) *rounds = round;
    return missing_of(&s);
}

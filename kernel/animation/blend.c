/* Means, parts and differences of poses. */
#include "kernel/animation/blend.h"

enum { LEAST_SCALE = 256 };

static int32_t weighed(int32_t value, uf16 weight) {
    return (int32_t)(((int64_t)value * weight + 32768) >> 16);
}

void ox_pose_weigh(const sqt *pose, uf16 weight, bool is_first, uint32_t count, sqt *sum) {
    for (uint32_t i = 0; i < count; i++) {
        const quat q = is_first ? pose[i].q : q4_near(pose[i].q, sum[i].q);
        const sqt part = {
            {weighed(pose[i].t.x, weight), weighed(pose[i].t.y, weight), weighed(pose[i].t.z, weight)},
            {weighed(q.x, weight), weighed(q.y, weight), weighed(q.z, weight), weighed(q.w, weight)},
            weighed(pose[i].s, weight)};
        if (is_first) {
            sum[i] = part;
            continue;
        }
        sum[i].t = v3_adds(sum[i].t, part.t);
        sum[i].q = q4_add(sum[i].q, part.q);
        sum[i].s = fx_adds(sum[i].s, part.s);
    }
}

void ox_pose_settle(uint32_t count, sqt *sum) {
    for (uint32_t i = 0; i < count; i++)
        if (!q4_normalize(sum[i].q, &sum[i].q)) sum[i].q = (quat){0, 0, 0, Q30_ONE};
}

bool ox_pose_shares(const uint32_t *weights, uint32_t count, uf16 *shares) {
    uint64_t whole = 0, part = 0;
    uf16 given = 0;
    for (uint32_t i = 0; i < count; i++) whole += weights[i];
    for (uint32_t i = 0; i < count; i++) { /* sums are rounded, not shares: they never exceed 1 together */
        part += weights[i];
        const uf16 all = whole == 0 ? 0 : (uf16)(((part << 16) + whole / 2) / whole);
        shares[i] = all - given;
        given = all;
    }
    return whole > 0;
}

/* weight times mask / 255, which is `weight` at 255. */
static uf16 part_of(uf16 weight, uint32_t mask) { return (uf16)(((uint64_t)weight * mask + 127) / 255); }

void ox_pose_blend_part(const sqt *a, const sqt *b, uf16 weight, const uint8_t *mask, uint32_t count,
                        sqt *to) {
    for (uint32_t i = 0; i < count; i++) {
        const uf16 part = part_of(weight, mask[i]);
        to[i] = part == 0 ? a[i] : part >= UF16_ONE ? b[i] : sqt_lerp(&a[i], &b[i], part);
    }
}

void ox_pose_differ(const sqt *source, const sqt *reference, uint32_t count, sqt *difference) {
    for (uint32_t i = 0; i < count; i++) {
        const sqt *s = &source[i], *r = &reference[i];
        const fx scale = r->s < LEAST_SCALE ? LEAST_SCALE : r->s, over = fx_div(FX_ONE, scale);
        const vec3 apart = q4_rotate_inverse(r->q, v3_subs(s->t, r->t));
        difference[i].q = q4_renormalize(q4_mul(q4_conjugate(r->q), s->q));
        difference[i].t = scale == FX_ONE ? apart : v3_scales(apart, over);
        difference[i].s = scale == FX_ONE ? s->s : fx_div(s->s, scale);
    }
}

static sqt added(const sqt *t, const sqt *d) {
    const vec3 by = t->s == FX_ONE ? d->t : v3_scales(d->t, t->s);
    return (sqt){v3_adds(t->t, q4_rotate(t->q, by)), q4_renormalize(q4_mul(t->q, d->q)), fx_muls(t->s, d->s)};
}

void ox_pose_add(const sqt *target, const sqt *difference, uf16 strength, const uint8_t *mask, uint32_t count,
                 sqt *to) {
    const sqt none = sqt_identity();
    for (uint32_t i = 0; i < count; i++) {
        const uf16 part = mask == NULL ? strength : part_of(strength, mask[i]);
        if (part == 0) {
            to[i] = target[i];
            continue;
        }
        const sqt some = part >= UF16_ONE ? difference[i] : sqt_lerp(&none, &difference[i], part);
        to[i] = added(&target[i], &some);
    }
}

void ox_pose_none(uint32_t count, sqt *difference) {
    for (uint32_t i = 0; i < count; i++) difference[i] = sqt_identity();
}

/* ---- kept poses ---- */

static int16_t narrow(int32_t value, int shift) {
    const int64_t rounded = fx_sra64((int64_t)value + ((int64_t)1 << (shift - 1)), shift);
    return (int16_t)(rounded > INT16_MAX ? INT16_MAX : rounded < -INT16_MAX ? -INT16_MAX : rounded);
}

void ox_pose_pack(const sqt *local, uint32_t count, ox_pose_packed *packed) {
    for (uint32_t i = 0; i < count; i++) {
        const sqt *j = &local[i];
        packed[i] =
            (ox_pose_packed){{narrow(j->q.x, 16), narrow(j->q.y, 16), narrow(j->q.z, 16), narrow(j->q.w, 16)},
                             {narrow(j->t.x, 4), narrow(j->t.y, 4), narrow(j->t.z, 4)},
                             narrow(j->s, 4)};
    }
}

void ox_pose_unpack(const ox_pose_packed *packed, uint32_t count, sqt *local) {
    for (uint32_t i = 0; i < count; i++) {
        const ox_pose_packed *p = &packed[i];
        const quat q = {p->rotation[0] * 65536, p->rotation[1] * 65536, p->rotation[2] * 65536,
                        p->rotation[3] * 65536};
        local[i].t = (vec3){p->translation[0] * 16, p->translation[1] * 16, p->translation[2] * 16};
        local[i].s = p->scale < 16 ? LEAST_SCALE : p->scale * 16;
        if (!q4_normalize(q, &local[i].q)) local[i].q = (quat){0, 0, 0, Q30_ONE};
    }
}

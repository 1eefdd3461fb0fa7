/* Rows and their impulses. */
#include "kernel/physics/solver.h"

#include "fixedmath/vector.h"

/* ---- pairs ---- */

static q30 share_of(uint32_t inverse, uint32_t most) {
    if (inverse == most) return Q30_ONE;
    int shift;
    const uint32_t m = fx_recip_norm(most, &shift);
    return (q30)(((uint64_t)inverse * m) >> (shift - 30)); /* shift is 31 at least */
}

ox_solver_pair ox_solver_pair_of(ox_solver_body *a, ox_solver_body *b) {
    const uint32_t most = a->inverse > b->inverse ? a->inverse : b->inverse;
    ox_solver_pair pair = {a, b, 0, 0};
    if (most == 0) return pair;
    pair.share_a = a->inverse == 0 ? 0 : share_of(a->inverse, most);
    pair.share_b = b->inverse == 0 ? 0 : share_of(b->inverse, most);
    return pair;
}

/* ---- rows ---- */

/* What an impulse about an axis does to a spin, in units of the pair: Q16.16, at most 2^31. */
static vec3 spin_of(const ox_solver_body *body, q30 share, vec3 j) {
    const int32_t *g = body->gyration;
    const fx x = fx_sat64(fx_rshr64(fx_mad(fx_mad(fx_wide(g[0], j.x), g[3], j.y), g[4], j.z), 20)),
             y = fx_sat64(fx_rshr64(fx_mad(fx_mad(fx_wide(g[3], j.x), g[1], j.y), g[5], j.z), 20)),
             z = fx_sat64(fx_rshr64(fx_mad(fx_mad(fx_wide(g[4], j.x), g[5], j.y), g[2], j.z), 20));
    return (vec3){fx_mul_q30(x, share), fx_mul_q30(y, share), fx_mul_q30(z, share)};
}

static int64_t dot_wide(vec3 a, vec3 b) { return fx_mad(fx_mad(fx_wide(a.x, b.x), a.y, b.y), a.z, b.z); }

/* value * mantissa / 2^shift, saturating. */
static int32_t divided(int64_t value, uint32_t mantissa, int shift) {
    const int64_t product = value * (int64_t)mantissa;
    return fx_sat64(shift > 0 ? fx_rshr64(product, shift) : product);
}

/* Spins in units of the pair, Q16.16, become those of the row, Q12.20. */
static void spins_to_turns(vec3 spin, uint32_t mantissa, int shift, int32_t turn[3]) {
    const fx from[3] = {spin.x, spin.y, spin.z};
    for (uint32_t i = 0; i < 3; i++)
        turn[i] = shift >= 36 ? divided(from[i], mantissa, shift - 36)
                              : fx_sat64((int64_t)divided(from[i], mantissa, 0) * (1 << (36 - shift)));
}

/* Divides all that a unit of impulse does by what it does to the row's own velocity (`k`, Q32.32), so that it is one. */
static bool settle_row(const ox_solver_pair *pair, vec3 spin_a, vec3 spin_b, q30 share, ox_solver_row *row) {
    int64_t k = (int64_t)share * 4 + dot_wide(row->a, spin_a) + dot_wide(row->b, spin_b);
    if (k <= 0) return false;
    int down = 0, shift;
    while (k > INT32_MAX) {
        k >>= 1;
        down++;
    }
    const uint32_t m =
        fx_recip_norm((uint32_t)k, &shift); /* 1 / k in units of 2^-32: m / 2^(shift + down - 32) */
    shift += down;
    spins_to_turns(spin_a, m, shift, row->turn_a);
    spins_to_turns(spin_b, m, shift, row->turn_b);
    row->part_a = share == 0 ? 0 : divided(pair->share_a, m, shift - 32);
    row->part_b = share == 0 ? 0 : divided(pair->share_b, m, shift - 32);
    const int64_t weight = down >= 16 ? k * ((int64_t)1 << (down - 16)) : k >> (16 - down);
    row->weight = weight < 1 ? 1 : fx_sat64(weight);
    row->is_flat = (row->n.z | row->a.x | row->a.y | row->b.x | row->b.y | row->turn_a[0] | row->turn_a[1] |
                    row->turn_b[0] | row->turn_b[1]) == 0;
    return true;
}

static vec3 crossed(vec3 r, dir30 n) {
    return (vec3){fx_sat64(fx_rshr64(fx_wrap_sub64(fx_wide(r.y, n.z), fx_wide(r.z, n.y)), 30)),
                  fx_sat64(fx_rshr64(fx_wrap_sub64(fx_wide(r.z, n.x), fx_wide(r.x, n.z)), 30)),
                  fx_sat64(fx_rshr64(fx_wrap_sub64(fx_wide(r.x, n.y), fx_wide(r.y, n.x)), 30))};
}

bool ox_row_along(const ox_solver_pair *pair, dir30 n, vec3 ra, vec3 rb, ox_solver_row *row) {
    *row = (ox_solver_row){.n = n, .a = crossed(ra, n), .b = crossed(rb, n)};
    return settle_row(pair, spin_of(pair->a, pair->share_a, row->a), spin_of(pair->b, pair->share_b, row->b),
                      fx_sat64((int64_t)pair->share_a + pair->share_b), row);
}

bool ox_row_about(const ox_solver_pair *pair, dir30 n, ox_solver_row *row) {
    const vec3 axis = {fx_from_q30(n.x), fx_from_q30(n.y), fx_from_q30(n.z)};
    *row = (ox_solver_row){.a = axis, .b = axis};
    return settle_row(pair, spin_of(pair->a, pair->share_a, axis), spin_of(pair->b, pair->share_b, axis), 0,
                      row);
}

void ox_row_across(dir30 n, dir30 out[2]) {
    const bool is_steep = q30_abs(n.y) > Q30_ONE / 4 * 3;
    const vec3 side = is_steep ? (vec3){0, q30_neg(n.z), n.y} : (vec3){q30_neg(n.z), 0, n.x};
    if (!v3_normalize_dir30(side, &out[0])) out[0] = (dir30){Q30_ONE, 0, 0};
    out[1] = dir30_cross(n, out[0]);
}

/* Of one body: its velocity, or its way, along the row's direction (Q30 more bits) and about its lever (Q16 more). Rows in the plane have no other parts. */
static int64_t along(const ox_solver_row *row, const int32_t v[3]) {
    const int64_t in_plane = fx_mad(fx_wide(row->n.x, v[0]), row->n.y, v[1]);
    return row->is_flat ? in_plane : fx_mad(in_plane, row->n.z, v[2]);
}
static int64_t about(const ox_solver_row *row, vec3 lever, const int32_t w[3]) {
    const int64_t upright = fx_wide(lever.z, w[2]);
    return row->is_flat ? upright : fx_mad(fx_mad(upright, lever.x, w[0]), lever.y, w[1]);
}

int32_t ox_row_speed(const ox_solver_pair *pair, const ox_solver_row *row) {
    const ox_solver_body *a = pair->a, *b = pair->b;
    int64_t straight = 0, turning = 0;
    if (!a->is_still) {
        straight = along(row, a->v);
        turning = about(row, row->a, a->w);
    }
    if (!b->is_still) {
        straight -= along(row, b->v);
        turning -= about(row, row->b, b->w);
    }
    return fx_sat64(fx_rshr64(straight, 30) + fx_rshr64(turning, 16));
}

int32_t ox_row_way(const ox_solver_pair *pair, const ox_solver_row *row) {
    const ox_solver_body *a = pair->a, *b = pair->b;
    int64_t straight = 0, turning = 0;
    if (!a->is_still) {
        straight = along(row, a->way);
        turning = about(row, row->a, a->turn);
    }
    if (!b->is_still) {
        straight -= along(row, b->way);
        turning -= about(row, row->b, b->turn);
    }
    return fx_sat64(fx_rshr64(straight, 30 + OX_WAY_BITS - OX_SPEED_BITS) +
                    fx_rshr64(turning, 16 + OX_WAY_BITS - OX_SPEED_BITS));
}

static int32_t changed(int32_t v, int32_t by, int32_t part, int bits) {
    return fx_sat64(v + fx_rshr64(fx_wide(by, part), bits));
}

static void push_body(ox_solver_body *body, const ox_solver_row *row, q30 part, const int32_t turn[3],
                      int32_t impulse) {
    const int32_t by = fx_sat64(fx_rshr64(fx_wide(part, impulse), 30));
    body->v[0] = changed(body->v[0], by, row->n.x, 30);
    body->v[1] = changed(body->v[1], by, row->n.y, 30);
    body->w[2] = changed(body->w[2], impulse, turn[2], 20);
    if (row->is_flat) return;
    body->v[2] = changed(body->v[2], by, row->n.z, 30);
    body->w[0] = changed(body->w[0], impulse, turn[0], 20);
    body->w[1] = changed(body->w[1], impulse, turn[1], 20);
}

void ox_row_push(const ox_solver_pair *pair, const ox_solver_row *row, int32_t impulse) {
    if (impulse == 0) return;
    if (pair->share_a != 0) push_body(pair->a, row, row->part_a, row->turn_a, impulse);
    if (pair->share_b != 0) push_body(pair->b, row, row->part_b, row->turn_b, fx_wrap_neg(impulse));
}

/* ---- springs ---- */

ox_softness ox_softness_of(fx hertz, fx damping, uint32_t rate) {
    const int64_t omega = fx_muls(FX_TAU, hertz); /* fx */
    const int64_t step = omega / (int64_t)rate;   /* omega h */
    const int64_t a1 = 2 * (int64_t)damping + step, a2 = step * a1 / 65536;
    const int64_t a3 = ((int64_t)Q30_ONE << 16) / (65536 + a2);
    return (ox_softness){
        .rate = (fx)(a1 == 0 ? 0 : omega * 65536 / a1), .mass = (q30)(a2 * a3 / 65536), .spring = (q30)a3};
}

/* ---- bodies ---- */

static int32_t limited(int64_t v, int32_t most) {
    const int64_t limit = (int64_t)most << OX_SPEED_BITS;
    return (int32_t)(v > limit ? limit : v < -limit ? -limit : v);
}

void ox_solver_limit(ox_solver_body *body) {
    for (uint32_t i = 0; i < 3; i++) {
        body->v[i] = limited(body->v[i], OX_SPEED_MOST);
        body->w[i] = limited(body->w[i], OX_SPIN_MOST);
    }
}

void ox_solver_accelerate(ox_solver_body *body) {
    for (uint32_t i = 0; i < 3; i++) {
        const int64_t v = (int64_t)body->v[i] + body->pull[i];
        body->v[i] = limited(body->keep == Q30_ONE ? v : fx_rshr64(v * body->keep, 30), OX_SPEED_MOST);
        if (body->spin_keep != Q30_ONE)
            body->w[i] = fx_sat64(fx_rshr64(fx_wide(body->w[i], body->spin_keep), 30));
    }
}

void ox_solver_move(ox_solver_body *body, uint32_t dt) {
    enum { DOWN = 32 - (OX_WAY_BITS - OX_SPEED_BITS) };
    for (uint32_t i = 0; i < 3; i++) {
        body->way[i] = fx_sat64(body->way[i] + fx_rshr64((int64_t)body->v[i] * (int64_t)dt, DOWN));
        body->turn[i] = fx_sat64(body->turn[i] + fx_rshr64((int64_t)body->w[i] * (int64_t)dt, DOWN));
    }
}

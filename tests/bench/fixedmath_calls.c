/* The list of calls and the samples they work on. */
#include "tests/bench/fixedmath_calls.h"

#include <string.h>

/* --- samples ---------------------------------------------------------------------------------- */

static fx draw(rng128 *r, bool game) {
    uint32_t word = rng128_next(r);
    int shift = game ? 9 : (int)(rng128_next(r) & 31u);

    /* the special values turn up too: 0 and -1 from long shifts, the ends of the range from this branch */
    if (!game && (word & 0xFFFu) == 0) return (word & 0x1000u) != 0 ? INT32_MIN : INT32_MAX;
    return fx_sra32((int32_t)word, shift);
}

static vec3 draw3(rng128 *r, bool game) {
    fx x = draw(r, game);
    fx y = draw(r, game);

    return (vec3){x, y, draw(r, game)};
}

static dir30 draw_direction(rng128 *r) {
    dir30 unit = {Q30_ONE, 0, 0};
    int32_t x = (int32_t)rng128_next(r);
    int32_t y = (int32_t)rng128_next(r);

    (void)v3_normalize_dir30((vec3){x, y, (int32_t)rng128_next(r)}, &unit);
    return unit;
}

static quat draw_quat(rng128 *r) {
    quat unit;
    int32_t x = (int32_t)rng128_next(r);
    int32_t y = (int32_t)rng128_next(r);
    int32_t z = (int32_t)rng128_next(r);

    (void)q4_normalize((quat){x, y, z, (int32_t)rng128_next(r)}, &unit);
    return unit;
}

static void draw_matrix(rng128 *r, fx *m, int count) {
    for (int i = 0; i < count; i++) m[i] = fx_sra32((int32_t)rng128_next(r), 13); /* -4 .. 4 */
}

static void make_scalars(bench_sample *s, rng128 *r, bool game) {
    s->a = draw(r, game);
    s->b = draw(r, game);
    s->c = draw(r, game);
    s->d = draw(r, game);
    s->positive = (fx)((fx_magnitude(draw(r, game)) & 0x7FFFFFFFu) | 1u);
    s->small = fx_sra32((int32_t)rng128_next(r), 12);
    s->unit = fx_sra32((int32_t)rng128_next(r), 15);
    s->t = rng128_next(r) >> 16;
    s->angle = (ang16)rng128_next(r);
    s->fine = rng128_next(r);
    s->g = (vec2){s->a, s->b};
    s->h = (vec2){s->c, s->d};
}

/* The scalars and vectors are new in every sample; matrices and transforms only when `turns` says so, because
 * they cost more to make than to use. */
static void make_transforms(bench_sample *s, rng128 *r, bool game) {
    vec3 place = draw3(r, true), place2 = draw3(r, true);

    s->n = draw_direction(r);
    s->m = draw_direction(r);
    s->q = draw_quat(r);
    s->r = draw_quat(r);
    s->rotation = q4_to_rot33(s->q);
    s->rotation2 = q4_to_rot33(s->r);
    s->rigid = (rig34){s->rotation, place};
    s->rigid2 = (rig34){s->rotation2, place2};
    draw_matrix(r, &s->m3.m[0][0], 9);
    draw_matrix(r, &s->m3b.m[0][0], 9);
    draw_matrix(r, &s->m34.m[0][0], 12);
    draw_matrix(r, &s->m34b.m[0][0], 12);
    draw_matrix(r, &s->m4.m[0][0], 16);
    draw_matrix(r, &s->m4b.m[0][0], 16);
    draw_matrix(r, &s->m23.m[0][0], 6);
    draw_matrix(r, &s->m23b.m[0][0], 6);
    s->s = (sqt){place, s->q, FX(1.5)};
    s->s2 = (sqt){place2, s->r, FX(0.75)};
    s->dual = dq_from_rig34(&s->rigid);
    s->dual2 = dq_from_rig34(&s->rigid2);
    s->box = (box3){v3_min(place, place2), v3_max(place, place2)};
    s->box2 = box_translate(&s->box, draw3(r, true));
    s->ball = (sphere3){place, FX(3)};
    s->ball2 = (sphere3){place2, FX(2)};
    s->plane = plane_from_normal(s->n, place);
    (void)view_lens_perspective(
        FX(1.5),
        &(view_window){.width = 240, .height = 160, .pixel_aspect = FX_ONE, .near = FX(0.5), .far = FX(200)},
        &s->lens);
    (void)game;
}

void bench_sample_make(bench_sample *s, rng128 *r, bool as_in_a_game) {
    make_scalars(s, r, as_in_a_game);
    s->v = draw3(r, as_in_a_game);
    s->w = draw3(r, as_in_a_game);
    s->x = draw3(r, as_in_a_game);
    s->cubic = cubic_catmull_rom(s->a, s->b, s->c, s->d);
    if (as_in_a_game || (rng128_next(r) & 15u) == 0) make_transforms(s, r, as_in_a_game);
}

/* --- results ---------------------------------------------------------------------------------- */

static void put2(int32_t *out, vec2 v) {
    out[0] = v.x;
    out[1] = v.y;
}

static void put3(int32_t *out, vec3 v) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static void put_direction(int32_t *out, dir30 v) { put3(out, (vec3){v.x, v.y, v.z}); }

static void put4(int32_t *out, quat q) {
    put3(out, (vec3){q.x, q.y, q.z});
    out[3] = q.w;
}

static void put64(int32_t *out, uint64_t wide) {
    out[0] = (int32_t)(uint32_t)wide;
    out[1] = (int32_t)(uint32_t)(wide >> 32);
}

/* The first words of a matrix or another structure of 32-bit numbers. */
static void put_words(int32_t *out, const void *from, int words) {
    memcpy(out, from, (size_t)words * sizeof *out);
}

/* Reads and writes the matrix as far as the compiler knows, so that no kernel around it is folded away. */
static void keep(void *m) {
#if defined(__GNUC__)
    __asm__ volatile("" : : "r"(m) : "memory");
#else
    (void)m;
#endif
}

static void put_box(int32_t *out, box3 b) {
    put3(out, b.lo);
    put3(out + 3, b.hi);
}

/* --- calls ------------------------------------------------------------------------------------ */

#if defined(__GNUC__)
#define BENCH_APART __attribute__((noinline))
#else
#define BENCH_APART
#endif

/* Calls whose result is one number, and calls with a body of their own. */
/* clang-format off */
#define BENCH_CALLS(ONE, MANY)                                                                              \
    ONE(nothing, s->a)                                                                                      \
    ONE(nothing_called, bench_same(s->a))                                                                   \
    ONE(fx_add, fx_add(s->a, s->b))                                                                         \
    ONE(fx_adds, fx_adds(s->a, s->b))                                                                       \
    ONE(fx_mul, fx_mul(s->a, s->b))                                                                         \
    ONE(fx_muls, fx_muls(s->a, s->b))                                                                       \
    ONE(fx_mul_odd, fx_mul_odd(s->a, s->b))                                                                 \
    ONE(fx_mul_split, fx_mul_split(s->a, s->b))                                                             \
    ONE(q30_mul, q30_mul(s->n.x, s->m.y))                                                                   \
    ONE(fx_muldiv, fx_muldiv(s->a, s->b, s->c))                                                             \
    ONE(fx_div, fx_div(s->a, s->b))                                                                         \
    ONE(fx_div_fast, fx_div_fast(s->a, s->b))                                                               \
    ONE(fx_ratio, fx_ratio(s->a, s->b))                                                                     \
    ONE(fx_recip, fx_recip(s->a))                                                                           \
    MANY(fx_recip_norm, 2, { int shift; out[0] = (int32_t)fx_recip_norm((uint32_t)s->a, &shift);            \
        out[1] = shift; })                                                                                  \
    MANY(fx_recip_fast, 2, { int shift; out[0] = (int32_t)fx_recip_fast((uint32_t)s->a, &shift);            \
        out[1] = shift; })                                                                                  \
    ONE(fx_mod, fx_mod(s->a, s->b))                                                                         \
    ONE(fx_rem, fx_rem(s->a, s->b))                                                                         \
    ONE(fx_wrap_range, fx_wrap_range(s->a, FX(-3), FX(5)))                                                  \
    ONE(fx_round, fx_round(s->a))                                                                           \
    ONE(fx_floor, fx_floor(s->a) ^ fx_ceil(s->b) ^ fx_truncate(s->c))                                       \
    ONE(fx_snap, fx_snap(s->a, 9999))                                                                       \
    ONE(fx_q_convert, fx_q_convert(s->a, (int)(s->t & 31u), 16))                                            \
    ONE(fx_isqrt32, (int32_t)fx_isqrt32((uint32_t)s->a))                                                    \
    ONE(fx_isqrt64, (int32_t)fx_isqrt64((uint64_t)((int64_t)s->a * s->b)))                                  \
    ONE(fx_sqrt, fx_sqrt(s->positive))                                                                      \
    ONE(q30_sqrt, q30_sqrt(s->positive))                                                                    \
    ONE(fx_rsqrt, fx_rsqrt(s->positive))                                                                    \
    MANY(fx_rsqrt_norm, 2, { int shift;                                                                     \
        out[0] = (int32_t)fx_rsqrt_norm((uint64_t)(uint32_t)s->a << (s->b & 31), &shift);                   \
        out[1] = shift; })                                                                                  \
    MANY(fx_rsqrt_fast, 2, { int shift;                                                                     \
        out[0] = (int32_t)fx_rsqrt_fast((uint64_t)(uint32_t)s->a << (s->b & 31), &shift);                   \
        out[1] = shift; })                                                                                  \
    ONE(fx_hypot2, fx_hypot2(s->a, s->b))                                                                   \
    ONE(fx_hypot3, fx_hypot3(s->a, s->b, s->c))                                                             \
    ONE(fx_length_fast2, fx_length_fast2(s->a, s->b))                                                       \
    ONE(fx_length_fast3, fx_length_fast3(s->a, s->b, s->c))                                                 \
    ONE(fx_sin, fx_sin(s->angle))                                                                           \
    ONE(fx_cos, fx_cos(s->angle))                                                                           \
    ONE(q14_sin, q14_sin(s->angle))                                                                         \
    ONE(fx_sin_lerp, fx_sin_lerp(s->fine))                                                                  \
    ONE(q30_sin, q30_sin(s->fine))                                                                          \
    ONE(fx_tan, fx_tan(s->angle))                                                                           \
    ONE(fov_focal, fov_focal(s->angle))                                                                     \
    ONE(atan2_16, atan2_16(s->a, s->b))                                                                     \
    ONE(atan2_32, (int32_t)atan2_32(s->a, s->b))                                                            \
    ONE(acos16, acos16(s->unit))                                                                            \
    ONE(asin16, asin16(s->unit))                                                                            \
    ONE(acos32, (int32_t)acos32(s->n.x))                                                                    \
    ONE(ang16_from_radians, ang16_from_radians(s->a))                                                       \
    ONE(ang32_from_radians, (int32_t)ang32_from_radians(s->a))                                              \
    ONE(ang_lerp, ang_lerp(s->angle, (ang16)s->a, s->t))                                                    \
    ONE(ang_approach, ang_approach(s->angle, (ang16)s->a, 200, false))                                      \
    ONE(fx_exp2, fx_exp2(s->small))                                                                         \
    ONE(fx_exp, fx_exp(s->small))                                                                           \
    ONE(fx_log2, fx_log2(s->positive))                                                                      \
    ONE(fx_ln, fx_ln(s->positive))                                                                          \
    ONE(fx_log10, fx_log10(s->positive))                                                                    \
    ONE(fx_pow, fx_pow(s->positive, s->small))                                                              \
    ONE(fx_powi, fx_powi(s->unit, 5))                                                                       \
    ONE(fx_powi01, fx_powi01((fx)s->t, 24))                                                                 \
    ONE(db_to_gain, db_to_gain(s->small))                                                                   \
    ONE(gain_to_db, gain_to_db(s->positive))                                                                \
    ONE(fx_logistic, fx_logistic(s->small))                                                                 \
    ONE(fx_tanh, fx_tanh(s->small))                                                                         \
    ONE(fx_tanh_fast, fx_tanh_fast(s->small))                                                               \
    MANY(fx_solve_quadratic, 3, { fx root[2] = {0, 0};                                                      \
        out[0] = fx_solve_quadratic(s->a, s->b, s->c, root); out[1] = root[0]; out[2] = root[1]; })         \
    ONE(fx_lerp, fx_lerp(s->a, s->b, s->t))                                                                 \
    ONE(fx_remap, fx_remap(s->a, s->b, s->c, FX(-2), s->d))                                                 \
    ONE(fx_bilinear, fx_bilinear(s->a, s->b, s->c, s->d, s->t, s->angle))                                   \
    ONE(ease_cubic, ease(EASE_CUBIC_IN_OUT, s->t))                                                          \
    ONE(ease_any, ease((ease_curve)(s->angle % EASE_COUNT), s->t))                                          \
    MANY(barycentric, 3, (void)barycentric(s->g, s->h, v3_xy(s->v), v3_xy(s->w), out))                      \
    ONE(v3_dot, v3_dot(s->v, s->w))                                                                         \
    MANY(v3_cross, 3, put3(out, v3_cross(s->v, s->w)))                                                      \
    MANY(v3_len2, 2, put64(out, v3_len2(s->v)))                                                             \
    ONE(v3_length, v3_length(s->v))                                                                         \
    ONE(v3_distance, v3_distance(s->v, s->w))                                                               \
    MANY(v3_normalize, 3, { vec3 unit; (void)v3_normalize(s->v, &unit); put3(out, unit); })                 \
    MANY(v3_normalize_dir30, 3, { dir30 unit = {0, 0, 0}; (void)v3_normalize_dir30(s->v, &unit);            \
        put_direction(out, unit); })                                                                        \
    MANY(v3_normalize_nrm, 3, { nrm unit = {0, 0, 0}; (void)v3_normalize_nrm(s->v, &unit);                  \
        out[0] = unit.x; out[1] = unit.y; out[2] = unit.z; })                                               \
    MANY(v3_limit, 3, put3(out, v3_limit(s->v, FX(3))))                                                     \
    MANY(v3_lerp, 3, put3(out, v3_lerp(s->v, s->w, s->t)))                                                  \
    ONE(v3_angle, v3_angle(s->v, s->w))                                                                     \
    MANY(v3_project, 3, put3(out, v3_project(s->v, s->n)))                                                  \
    MANY(v3_reflect, 3, put3(out, v3_reflect(s->v, s->n)))                                                  \
    MANY(v3_triangle_normal, 3, { dir30 unit = {0, 0, 0}; (void)v3_triangle_normal(s->v, s->w, s->x,        \
        &unit);                                                                                             \
        put_direction(out, unit); })                                                                        \
    MANY(dir30_basis, 6, { dir30 x = s->n, y = s->n, z = s->n; (void)dir30_basis(s->v, s->w, &x, &y, &z);   \
        put_direction(out, x); put_direction(out + 3, y); })                                                \
    MANY(v3_to_spherical, 3, { fx radius; ang32 yaw, pitch; v3_to_spherical(s->v, &radius, &yaw, &pitch);   \
        out[0] = radius; out[1] = (int32_t)yaw; out[2] = (int32_t)pitch; })                                 \
    MANY(v3_from_spherical, 3, put3(out, v3_from_spherical(s->a, s->fine, (ang32)s->b)))                    \
    MANY(m3_mul, 9, { mat33 m = m3_mul(&s->m3, &s->m3b); put_words(out, &m, 9); })                          \
    MANY(m3_apply, 3, put3(out, m3_apply(&s->m3, s->v)))                                                    \
    MANY(m3_inverse, 9, { mat33 m = s->m3; (void)m3_inverse(&s->m3, &m); put_words(out, &m, 9); })          \
    ONE(m3_determinant, m3_determinant(&s->m3))                                                             \
    MANY(m34_mul, 12, { mat34 m = m34_mul(&s->m34, &s->m34b); put_words(out, &m, 12); })                    \
    MANY(m34_point, 3, put3(out, m34_point(&s->m34, s->v)))                                                 \
    MANY(m34_inverse, 12, { mat34 m = s->m34; (void)m34_inverse(&s->m34, &m); put_words(out, &m, 12); })    \
    MANY(m4_mul, 16, { mat44 m = m4_mul(&s->m4, &s->m4b); put_words(out, &m, 16); })                        \
    MANY(m4_inverse, 16, { mat44 m = s->m4; (void)m4_inverse(&s->m4, &m); put_words(out, &m, 16); })        \
    MANY(m23_point, 2, put2(out, m23_point(&s->m23, s->g)))                                                 \
    MANY(m23_inverse, 6, { mat23 m = s->m23; (void)m23_inverse(&s->m23, &m); put_words(out, &m, 6); })      \
    MANY(rot33_mul, 9, { rot33 m = rot33_mul(&s->rotation, &s->rotation2); put_words(out, &m, 9); })        \
    MANY(rot33_apply, 3, put3(out, rot33_apply(&s->rotation, s->v)))                                        \
    MANY(rot33_repair, 9, { rot33 m = s->rotation; m.m[0][1] ^= 511; m = rot33_repair(&m);                  \
        put_words(out, &m, 9); })                                                                           \
    MANY(rig34_point, 3, put3(out, rig34_point(&s->rigid, s->v)))                                           \
    MANY(rig34_mul, 12, { rig34 m = rig34_mul(&s->rigid, &s->rigid2); put_words(out, &m, 12); })            \
    MANY(rig34_inverse, 12, { rig34 m = rig34_inverse(&s->rigid); put_words(out, &m, 12); })                \
    MANY(q4_mul, 4, put4(out, q4_mul(s->q, s->r)))                                                          \
    MANY(q4_rotate, 3, put3(out, q4_rotate(s->q, s->v)))                                                    \
    MANY(q4_normalize, 4, { quat q; (void)q4_normalize((quat){s->a, s->b, s->c, s->d}, &q); put4(out,       \
        q); })                                                                                              \
    MANY(q4_renormalize, 4, put4(out, q4_renormalize(s->q)))                                                \
    MANY(q4_to_rot33, 9, { rot33 m = q4_to_rot33(s->q); put_words(out, &m, 9); })                           \
    MANY(q4_from_rot33, 4, { quat q; (void)q4_from_rot33(&s->rotation, &q); put4(out, q); })                \
    MANY(q4_from_axis_angle, 4, put4(out, q4_from_axis_angle(s->n, s->fine)))                               \
    MANY(q4_from_euler, 4, put4(out, q4_from_euler((euler16){s->angle, (ang16)s->a, (ang16)s->b})))         \
    MANY(euler_from_rot33, 3, { euler16 e = euler_from_rot33(&s->rotation); out[0] = e.yaw;                 \
        out[1] = e.pitch;                                                                                   \
        out[2] = e.roll; })                                                                                 \
    MANY(q4_nlerp, 4, put4(out, q4_nlerp(s->q, s->r, s->t)))                                                \
    MANY(q4_nlerp_corrected, 4, put4(out, q4_nlerp_corrected(s->q, s->r, s->t)))                            \
    MANY(q4_slerp, 4, put4(out, q4_slerp(s->q, s->r, s->t)))                                                \
    MANY(q4_squad, 4, put4(out, q4_squad(s->q, s->r, s->r, s->q, s->t)))                                    \
    MANY(q4_exp, 4, { int32_t turn[3] = {s->a, s->b, s->c}; put4(out, q4_exp(turn)); })                     \
    MANY(q4_log, 3, q4_log(s->q, out))                                                                      \
    MANY(q4_pow, 4, put4(out, q4_pow(s->q, s->a)))                                                          \
    MANY(q4_shortest_arc, 4, { quat q; (void)q4_shortest_arc(s->v, s->w, &q); put4(out, q); })              \
    MANY(q4_integrate, 4, put4(out, q4_integrate(s->q, s->v, STEP_HZ(60))))                                 \
    ONE(q4_angle, (int32_t)q4_angle(s->q, s->r))                                                            \
    MANY(q4_pack48, 6, { uint64_t bits = q4_pack48(s->q); put64(out, bits); put4(out + 2,                   \
        q4_unpack48(bits)); })                                                                              \
    ONE(nrm_pack_octahedral, nrm_pack_octahedral(s->n))                                                     \
    MANY(sqt_point, 3, put3(out, sqt_point(&s->s, s->v)))                                                   \
    MANY(sqt_lerp, 8, { sqt q = sqt_lerp(&s->s, &s->s2, s->t); put_words(out, &q, 8); })                    \
    MANY(sqt_to_m34, 12, { mat34 m = sqt_to_m34(&s->s); put_words(out, &m, 12); })                          \
    MANY(dq_point, 3, put3(out, dq_point(&s->dual, s->v)))                                                  \
    MANY(dq_mul, 8, { dualquat q = dq_mul(&s->dual, &s->dual2); put64(out, (uint64_t)q.dual[0]);            \
        put64(out + 2, (uint64_t)q.dual[3]); put4(out + 4, q.real); })                                      \
    MANY(dq_screw, 4, put4(out, dq_screw(&s->dual, &s->dual2, s->t).real))                                  \
    MANY(cubic_value, 2, { out[0] = cubic_value(&s->cubic, s->t); out[1] = s->cubic.c[3] < 0; })            \
    ONE(cubic_slope, cubic_slope(&s->cubic, s->t))                                                          \
    ONE(cubic_bend, cubic_bend(&s->cubic, s->t))                                                            \
    MANY(cubic_catmull_rom, 2, { cubic1 c = cubic_catmull_rom(s->a, s->b, s->c, s->d); put64(out,           \
        (uint64_t)c.c[3]); })                                                                               \
    MANY(cubic_bspline, 2, { cubic1 c = cubic_bspline(s->a, s->b, s->c, s->d); put64(out,                   \
        (uint64_t)c.c[0]); })                                                                               \
    ONE(bezier_de_casteljau, bezier_de_casteljau(s->a, s->b, s->c, s->d, s->t))                             \
    ONE(orient2d, orient2d(s->g, s->h, v3_xy(s->v)))                                                        \
    ONE(segment_closest, segment_closest(&(segment3){s->v, s->w}, s->x))                                    \
    MANY(segments_closest, 2, segments_closest(&(segment3){s->v, s->w}, &(segment3){s->x, s->box.lo},       \
        &out[0], &out[1]))                                                                                  \
    MANY(segments_relate, 5, { segment_crossing c = segments_relate(s->g, s->h, v3_xy(s->v), v3_xy(s->w));  \
        out[0] = (int32_t)c.relation; put2(out + 1, c.point); out[3] = c.s; out[4] = c.t; })                \
    ONE(plane_distance, plane_distance(&s->plane, s->v))                                                    \
    MANY(plane_from_points, 4, { plane30 p = s->plane; (void)plane_from_points(s->v, s->w, s->x, &p);       \
        put_direction(out, p.n); out[3] = p.d; })                                                           \
    ONE(plane_classify_box, (int32_t)plane_classify_box(&s->plane, &s->box2))                               \
    MANY(box_transform, 6, put_box(out, box_transform(&s->m34, &s->box)))                                   \
    ONE(box_overlap, box_overlap(&s->box, &s->box2))                                                        \
    MANY(sphere_merge, 4, { sphere3 b = sphere_merge(&s->ball, &s->ball2); put3(out, b.centre);             \
        out[3] = b.radius; })                                                                               \
    MANY(view_project, 4, { view_pixel p = {0, 0, 0, 0}; out[0] = view_project(&s->lens, s->v, &p);         \
        out[1] = p.x;                                                                                       \
        out[2] = p.y; out[3] = p.depth; })                                                                  \
    MANY(view_look_at, 12, { rig34 m = s->rigid; (void)view_look_at(s->v, s->w, V3_Y, &m);                  \
        put_words(out, &m, 12); })                                                                          \
    ONE(mix32, (int32_t)mix32((uint32_t)s->a))                                                              \
    ONE(hash3, (int32_t)hash3(7, s->a, s->b, s->c))                                                         \
    MANY(rng32_next, 1, { rng32 r = rng32_from_state((uint32_t)s->a); out[0] = (int32_t)rng32_next(&r); })  \
    MANY(rng_normal, 1, { rng32 r = rng32_from_state((uint32_t)s->a); out[0] = rng_normal(&r); })           \
    ONE(noise_value2, noise_value2(&(noise_field){7, 0, 0, 0}, s->a, s->b))                                 \
    ONE(noise_gradient2, noise_gradient2(&(noise_field){7, 0, 0, 0}, s->a, s->b))                           \
    ONE(noise_gradient3, noise_gradient3(&(noise_field){7, 0, 0, 0}, s->a, s->b, s->c))                     \
    ONE(noise_fractal2, noise_fractal2(&(noise_field){7, 0, 0, 0}, s->a, s->b, 4, 32768))                   \
    ONE(median5, median5(s->a, s->b, s->c, s->d, s->unit))                                                  \
    MANY(lowpass_add, 1, { lowpass_filter f = lowpass_begin(s->a, s->positive & 0x3FFFFFFF);                \
        out[0] = lowpass_add(&f, s->b); })                                                                  \
    MANY(spring_step, 2, { implicit_spring p = {1234567, 987654321u, 20};                                   \
        int64_t x = (int64_t)s->a * 65536, v = s->b;                                                        \
        spring_step(&p, &x, &v); put64(out, (uint64_t)(x ^ v)); })                                          \
    MANY(fx_format, 2, { char text[16]; uint64_t bits = 0; size_t n = fx_format(text, sizeof text,          \
        s->a, 5, 0, false);                                                                                 \
        for (size_t i = 0; i < n; i++) bits = bits * 31 + (uint8_t)text[i];                                 \
        put64(out, bits); })                                                                                \
    MANY(plain_nothing3, 1, { mat33 m = s->m3; keep(&m); keep(&m); out[0] = m.m[1][1]; })                   \
    MANY(plain_nothing4, 1, { mat44 m = s->m4; keep(&m); keep(&m); out[0] = m.m[1][1]; })                   \
    MANY(plain_zero3, 1, { mat33 m = s->m3; keep(&m); mn_zero((fx *)m.m, 3); keep(&m);                      \
        out[0] = m.m[1][1]; })                                                                              \
    MANY(m3_zero, 1, { mat33 m = s->m3; keep(&m); m = m3_zero(); keep(&m); out[0] = m.m[1][1]; })           \
    MANY(plain_identity3, 1, { mat33 m = s->m3; keep(&m); mn_identity((fx *)m.m, 3); keep(&m);              \
        out[0] = m.m[1][1]; })                                                                              \
    MANY(m3_identity, 1, { mat33 m = s->m3; keep(&m); m = m3_identity(); keep(&m); out[0] = m.m[1][1]; })   \
    MANY(plain_transpose3, 1, { mat33 m = s->m3; keep(&m); mn_transpose((fx *)m.m, 3); keep(&m);            \
        out[0] = m.m[0][1]; })                                                                              \
    MANY(m3_transpose, 1, { mat33 m = s->m3; keep(&m); m3_transpose_in_place(&m); keep(&m);                 \
        out[0] = m.m[0][1]; })                                                                              \
    MANY(plain_mul3, 9, { mat33 m; mn_mul((const fx *)s->m3.m, (const fx *)s->m3b.m, (fx *)m.m, 3);         \
        put_words(out, &m, 9); })                                                                           \
    MANY(plain_zero4, 1, { mat44 m = s->m4; keep(&m); mn_zero((fx *)m.m, 4); keep(&m);                      \
        out[0] = m.m[1][1]; })                                                                              \
    MANY(m4_zero, 1, { mat44 m = s->m4; keep(&m); m = m4_zero(); keep(&m); out[0] = m.m[1][1]; })           \
    MANY(plain_identity4, 1, { mat44 m = s->m4; keep(&m); mn_identity((fx *)m.m, 4); keep(&m);              \
        out[0] = m.m[1][1]; })                                                                              \
    MANY(m4_identity, 1, { mat44 m = s->m4; keep(&m); m = m4_identity(); keep(&m); out[0] = m.m[1][1]; })   \
    MANY(plain_transpose4, 1, { mat44 m = s->m4; keep(&m); mn_transpose((fx *)m.m, 4); keep(&m);            \
        out[0] = m.m[0][1]; })                                                                              \
    MANY(m4_transpose, 1, { mat44 m = s->m4; keep(&m); m4_transpose_in_place(&m); keep(&m);                 \
        out[0] = m.m[0][1]; })                                                                              \
    MANY(plain_mul4, 16, { mat44 m; mn_mul((const fx *)s->m4.m, (const fx *)s->m4b.m, (fx *)m.m, 4);        \
        put_words(out, &m, 16); })                                                                          \
    ONE(fx_to_ieee32, (int32_t)fx_to_ieee32(s->a))
/* clang-format on */

#define BENCH_ONE(name, expression)                                                                          \
    static BENCH_APART void call_##name(const bench_sample *s, int32_t *out) {                               \
        out[0] = (int32_t)(expression);                                                                      \
    }
#define BENCH_MANY(name, words, ...)                                                                         \
    static BENCH_APART void call_##name(const bench_sample *s, int32_t *out) { __VA_ARGS__; }
BENCH_CALLS(BENCH_ONE, BENCH_MANY)

#define BENCH_ONE_ENTRY(name, expression) {#name, 1, call_##name},
#define BENCH_MANY_ENTRY(name, words, ...) {#name, words, call_##name},
const bench_call bench_calls[] = {BENCH_CALLS(BENCH_ONE_ENTRY, BENCH_MANY_ENTRY)};
const int bench_call_count = (int)(sizeof bench_calls / sizeof bench_calls[0]);

/* Ends of the range and operands that no game should have: defined results, the same on every machine, and
 * nothing for a sanitizer to report. */
#include "fixedmath/fixedmath.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

/* Mixes a word into a hash that depends on the order of words. */
static uint32_t mixed(uint32_t hash, int32_t word) { return mix32(hash ^ (uint32_t)word); }

static uint32_t mixed3(uint32_t hash, vec3 v) { return mixed(mixed(mixed(hash, v.x), v.y), v.z); }

static uint32_t mixed4(uint32_t hash, quat q) { return mixed(mixed3(hash, (vec3){q.x, q.y, q.z}), q.w); }

/* A random number; half of the numbers are special values. */
static int32_t extreme(rng128 *r) {
    uint32_t pick = rng128_next(r) % (2u * (uint32_t)FX_CHECK_SPECIALS);

    return pick < (uint32_t)FX_CHECK_SPECIALS ? fx_check_special[pick] : (int32_t)rng128_next(r);
}

static vec3 extreme3(rng128 *r) {
    int32_t x = extreme(r), y = extreme(r);

    return (vec3){x, y, extreme(r)};
}

static quat extreme4(rng128 *r) {
    vec3 v = extreme3(r);

    return (quat){v.x, v.y, v.z, extreme(r)};
}

TEST(fx_extreme_rotations) {
    rng128 r = rng128_seed(301);
    uint32_t hash = 0;

    for (int i = 0; i < 20000; i++) {
        quat p = extreme4(&r), q = extreme4(&r), unit;
        vec3 v = extreme3(&r);
        uf16 t = rng128_next(&r), weights[2] = {t & 0xFFFFu, 65536u - (t & 0xFFFFu)};
        const quat pair[2] = {p, q};
        rot33 m;
        int32_t turn[3];
        dir30 axis;
        ang32 angle;

        hash = mixed4(hash, q4_mul(p, q));
        hash = mixed4(hash, q4_add(q4_conjugate(p), q4_neg(q)));
        hash = mixed4(hash, q4_renormalize(p));
        hash = mixed(hash, q4_normalize(p, &unit) + 2 * q4_inverse(q, &unit));
        hash = mixed3(hash, q4_rotate(p, v));
        m = q4_to_rot33(p);
        hash = mixed3(hash, rot33_apply(&m, v));
        hash = mixed3(hash, rot33_apply_inverse(&m, v));
        m = rot33_mul(&m, &m);
        m = rot33_repair(&m);
        hash = mixed(hash, m.m[1][2] + rot33_is_rotation(&m, 64));
        m = q4_to_scaled_rot33(q);
        m = rot33_repair_symmetric(&m);
        hash = mixed(hash, m.m[2][0]);
        hash = mixed(hash, q4_from_rot33(&m, &unit));
        hash = mixed4(hash, q4_slerp(p, q, t & 0x1FFFFu));
        hash = mixed4(hash, q4_nlerp_corrected(p, q, t & 0x1FFFFu));
        hash = mixed4(hash, q4_squad(p, q, q, p, t & 0xFFFFu));
        hash = mixed4(hash, q4_blend(pair, weights, 2));
        hash = mixed4(hash, q4_approach(p, q, t));
        hash = mixed(hash, (int32_t)q4_angle(p, q));
        q4_to_axis_angle(p, &axis, &angle);
        hash = mixed(hash, axis.x ^ (int32_t)angle);
        q4_log(p, turn);
        hash = mixed4(hash, q4_exp(turn));
        hash = mixed4(hash, q4_pow(q, v.x));
        hash = mixed4(hash, q4_integrate(p, v, t));
        hash = mixed(hash, q4_shortest_arc(v, (vec3){q.x, q.y, q.z}, &unit));
        hash = mixed4(hash, q4_unpack48(q4_pack48(p)));
        hash = mixed4(hash, q4_unpack16(q4_pack16(p)));
        hash = mixed4(hash, q4_unpack32(q4_pack32(p)));
    }
    CHECK_EQ(hash, 1635675310u);
}

TEST(fx_extreme_curves_and_shapes) {
    rng128 r = rng128_seed(302);
    uint32_t hash = 0;

    for (int i = 0; i < 20000; i++) {
        vec3 a = extreme3(&r), b = extreme3(&r), c = extreme3(&r), corner;
        uf16 t = rng128_next(&r) % 70000u;
        cubic1 s = i % 3 == 0   ? cubic_bezier(a.x, a.y, b.x, b.y)
                   : i % 3 == 1 ? cubic_hermite(a.x, a.y, b.x, b.y)
                                : cubic_catmull_rom(a.x, a.y, b.x, b.y);
        vec2 p[5] = {v3_xy(a), v3_xy(b), v3_xy(c), v3_yz(a), v3_yz(b)}, centre = {0, 0};
        int32_t weight[3];
        q30 u, v;
        segment_crossing crossing;
        plane30 plane = {{0, 0, Q30_ONE}, 0};
        box3 box = {v3_min(a, b), v3_max(a, b)};
        view_lens lens;
        view_pixel pixel = {0, 0, 0, 0};
        mat44 projection = m4_identity();

        hash = mixed(hash, cubic_value(&s, t) ^ cubic_slope(&s, t));
        hash = mixed(hash, cubic_bend(&s, t));
        hash = mixed(hash, cardinal_tangent(a.x, a.y, a.z, b.x));
        hash = mixed(hash, cardinal_tangent_uneven(a.x, a.y, a.z, b.x, b.y, b.z));
        hash = mixed(hash, fx_remap(a.x, a.y, a.z, b.x, b.y));
        hash = mixed(hash, barycentric(p[0], p[1], p[2], p[3], weight));
        hash = mixed3(hash, (vec3){weight[0], weight[1], weight[2]});
        hash =
            mixed(hash, ease((ease_curve)(i % EASE_COUNT), t) ^ ease_slope((ease_curve)(i % EASE_COUNT), t));
        segments_closest(&(segment3){a, b}, &(segment3){c, extreme3(&r)}, &u, &v);
        hash = mixed(hash, u ^ v);
        crossing = segments_relate(p[0], p[1], p[2], p[3]);
        hash = mixed3(hash, (vec3){crossing.point.x, crossing.point.y, crossing.s});
        hash = mixed(hash, polygon_centroid(p, 5, &centre) + polygon_winding(p, 5));
        hash = mixed3(hash, (vec3){centre.x, centre.y, polygon_is_convex(p, 5, true)});
        hash = mixed(hash, plane_from_points(a, b, c, &plane));
        hash = mixed(hash, plane_distance(&plane, b) ^ plane.d);
        hash = mixed(hash, (int32_t)plane_classify_box(&plane, &box));
        corner = box_centre(&box);
        hash = mixed3(hash, corner);
        if (view_lens_orthographic(
                a.x,
                &(view_window){.width = 320, .height = 240, .pixel_aspect = a.y, .near = a.z, .far = b.x},
                &lens)) {
            hash = mixed(hash, view_project(&lens, c, &pixel));
            hash = mixed3(hash, (vec3){pixel.x, pixel.y, pixel.depth});
            hash = mixed3(hash, view_unproject(&lens, c.x, c.y, c.z));
        }
        if (view_lens_perspective(
                a.x,
                &(view_window){.width = 320, .height = 240, .pixel_aspect = a.y, .near = a.z, .far = b.x},
                &lens)) {
            hash = mixed(hash, view_project(&lens, c, &pixel));
            hash = mixed3(hash, (vec3){pixel.x, pixel.y, pixel.depth});
        }
        hash = mixed(hash, view_orthographic(a.x, a.y, a.z, b.x, &projection));
        hash = mixed(hash, view_perspective(a.x, a.y, a.z, b.x, &projection));
        hash = mixed(hash, projection.m[2][3]);
        hash = mixed(hash, (int32_t)depth_offset_toward(a.x, a.y, t, a.z));
        hash = mixed(hash, (int32_t)depth_offset_away(a.x, a.y, t, a.z));
        hash = mixed(hash, depth_code_shift(a.x, a.y, t, a.z, b.x));
        hash = mixed(hash, depth_entry_factor(a.x, a.y, b.y, b.z) ^ depth_entry_least(a.x, a.y, i % 40));
    }
    CHECK_EQ(hash, 401283249u);
}

/* Operands of which a function once gave a wrong result, one check each. */
TEST(fx_extreme_single_cases) {
    cubic1 zigzag = cubic_bezier(FX(-16384), FX(16384), FX(-16384), FX(16384));
    /* a dart of 0.0006 m whose fan of triangles turns back */
    const vec2 tiny[4] = {{0, 0}, {40, 0}, {40, 40}, {4, 4}},
               dart[5] = {{FX(100), FX(100)}, {0, 0}, {FX(300), FX(100)}, {0, FX(200)}, {FX(99), FX(100)}};
    vec2 centre;
    int32_t weight[3];
    segment3 line = {{0, 0, 0}, {131071, 0, 0}};
    box3 none = box_empty(), box;
    mat34 half = m34_scaling((vec3){FX_HALF, FX_HALF, FX_HALF});
    rig34 rigid = rig34_identity();
    view_lens lens;
    view_pixel pixel;
    kdop3 six, all;
    const vec3 cloud[2] = {{0, 0, 0}, {FX(1), FX(2), FX(3)}};
    quat q;

    CHECK_EQ(cubic_bend(&zigzag, 0), FX_MIN); /* 6 (a - 2 b + c) lies far below the range */
    CHECK_EQ(cubic_bend(&zigzag, 32768), 0);
    CHECK_EQ(cubic_bend(&zigzag, 65536), FX_MAX);
    CHECK_EQ(fx_remap(FX_MAX, FX_MIN, FX_MIN + 1, FX_MIN, FX_MAX), FX_MAX);
    CHECK_EQ(fx_remap(FX_MAX, FX_MIN, FX_MIN + 1, FX_MAX, FX_MIN), FX_MIN);
    CHECK_EQ(fx_remap(-7, 0, 3, 0, 1), -2);
    CHECK(barycentric((vec2){0, 0}, (vec2){1, 0}, (vec2){0, 1}, (vec2){1, 0}, weight) && weight[1] == 65536);
    CHECK(barycentric((vec2){0, 0}, (vec2){16, 0}, (vec2){0, 16}, (vec2){5, 3}, weight));
    CHECK(weight[0] == 32768 && weight[1] == 20480 && weight[2] == 12288);
    CHECK_EQ(segment_closest(&line, (vec3){131070, 0, 0}), Q30_ONE - 8192);
    line.to.x = 131072 - 1;
    for (int x = 131060; x <= 131071; x++)
        CHECK_NEAR(segment_closest(&line, (vec3){x, 0, 0}), (int64_t)x * Q30_ONE / 131071, 1);
    CHECK(polygon_centroid(tiny, 4, &centre) && centre.x >= 20 && centre.x <= 32 && centre.y >= 9 &&
          centre.y <= 16);
    CHECK(polygon_centroid(dart, 5, &centre));
    CHECK(centre.x > FX(60) && centre.x < FX(200) && centre.y > FX(60) && centre.y < FX(140));
    box = box_transform(&half, &none);
    CHECK(box_is_empty(&box));
    box = box_transform_rigid(&rigid, &none);
    CHECK(box_is_empty(&box));
    q = q4_mul((quat){0, 0, 0, INT32_MIN}, (quat){0, 0, 0, -Q30_ONE});
    CHECK_EQ(q.w, INT32_MAX);
    CHECK(view_lens_orthographic(
        FX(2), &(view_window){.width = 320, .height = 240, .pixel_aspect = FX_ONE, .far = 1}, &lens));
    CHECK(view_project(&lens, (vec3){0, 0, FX_MIN}, &pixel) && pixel.depth == 65535);
    CHECK(view_project(&lens, (vec3){0, 0, FX_MAX}, &pixel) && pixel.depth == 0);
    CHECK_EQ(depth_entry_factor(FX(1), FX(-1), FX(-5), 1), 0);
    CHECK_EQ(depth_entry_least(0, 0, 16), 0);
    CHECK(kdop_from_points(6, cloud, 2, &six) && kdop_from_points(26, cloud, 2, &all));
    CHECK(kdop_overlap(&all, &six)); /* the bodies are compared by the three axes that both have */
    all = kdop_merge(&all, &six);
    CHECK(all.k == 6 && kdop_contains(&all, cloud[1]));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
}

/* Tests of interpolation, easing, movers, rates and splines: stated vectors and properties. */
#include "fixedmath/interpolate.h"
#include "fixedmath/motion.h"
#include "fixedmath/spline.h"
#include "tests/test.h"
#include "tests/unit/fixedmath/fx_check.h"

TEST(fx_lerp_vectors) {
    static const fx samples[] = {FX(27), FX(60), FX(136)}, uneven[] = {0, FX(3), FX(10)};
    fx t, values[3] = {FX(1), FX(5), FX(9)}, last = 0;
    uf16 t01, weights[3] = {16384, 16384, 0}, corner[4];
    size_t index;
    rng128 r = rng128_seed(21);

    CHECK_EQ(fx_lerp(0, FX(10), 13107), FX(2) - 2);
    CHECK_NEAR(fx_lerp(0, FX(10), 13107), FX(2), 10); /* 0.2 is 13107.2 */
    for (int i = 1; i <= 60; i++) {                   /* two seconds at 30 Hz */
        fx at = fx_lerp(0, FX(60), (uf16)(65536 * i / 60));

        CHECK_NEAR(at - last, FX_ONE, 60);
        last = at;
    }
    CHECK_EQ(last, FX(60));
    CHECK(fx_inverse_lerp(FX(60), FX(136), FX(98), &t));
    CHECK_EQ(t, FX_HALF);
    CHECK(!fx_inverse_lerp(FX(1), FX(1), FX(1), &t));
    CHECK_EQ(t, 0);
    CHECK(fx_inverse_lerp01(0, FX(1), FX(7), &t01));
    CHECK_EQ(t01, 65536);
    table_find(samples, 3, FX(98), &index, &t01);
    CHECK(index == 1 && t01 == 32768);
    table_find(uneven, 3, FX(5), &index, &t01);
    CHECK(index == 1);
    CHECK_NEAR(t01, 18725, 1);
    table_find(samples, 3, FX(5), &index, &t01);
    CHECK(index == 0 && t01 == 0);
    table_find(samples, 3, FX(500), &index, &t01);
    CHECK(index == 2 && t01 == 0);
    CHECK_EQ(fx_remap(FX(5), 0, FX(10), FX(100), FX(200)), FX(150));
    CHECK_EQ(fx_remap(FX(5), FX(10), 0, FX(100), FX(200)), FX(150));
    CHECK_EQ(fx_remap(FX(20), 0, FX(10), FX(100), FX(200)), FX(300));
    CHECK_EQ(fx_remap(FX_MAX, FX_MIN, FX_MAX, FX_MIN, FX_MAX), FX_MAX);
    CHECK_EQ(fx_remap(FX(5), FX(1), FX(1), FX(7), FX(9)), FX(7));
    CHECK_EQ(fx_weighted(values, weights, 3), FX(6)); /* the last weight is 1 minus the others: 1/2 */
    bilinear_weights(16384, 32768, corner);
    CHECK(corner[0] == 24576 && corner[1] == 8192 && corner[2] == 24576 && corner[3] == 8192);
    CHECK_EQ(color_lerp(0x00FF8000u, 0xFF00FF10u, 32768), 0x8080C008u);
    for (int i = 0; i < 20000; i++) {
        fx a = fx_check_any(&r), b = fx_check_any(&r);
        uf16 k = rng128_next(&r) % 65537u;
        int64_t exact2 =
            2 * (int64_t)fx_lerp(a, b, k) * 32768 - (int64_t)a * 65536 - ((int64_t)b - a) * (int64_t)k;

        CHECK(exact2 <= 32768 && exact2 >= -32768);
        CHECK(fx_lerp(a, b, 0) == a && fx_lerp(a, b, 65536) == b && fx_lerp(a, b, 70000) == b);
        bilinear_weights(k, (k * 7u) % 65537u, corner);
        CHECK_EQ(corner[0] + corner[1] + corner[2] + corner[3], 65536);
    }
}

TEST(fx_surface_interpolation) {
    static const fx heights[12] = {0, FX(1), FX(2), -1, FX(4), FX(5), FX(6), -1, FX(8), FX(9), FX(20), -1};
    height_grid grid = {heights, 3, 3, 4, false};
    int32_t w[3];
    rng128 r = rng128_seed(22);

    CHECK_EQ(height_grid_sample(&grid, FX(1), FX(2)), FX(9));
    CHECK_EQ(height_grid_sample(&grid, FX(0.5), FX(0.5)), FX(2.5));
    CHECK_EQ(height_grid_sample(&grid, FX(-3), FX(-3)), 0);
    CHECK_EQ(height_grid_sample(&grid, FX(9), FX(9)), FX(20));
    CHECK_NEAR(height_grid_sample(&grid, FX(1) - 1, FX(0.5)), height_grid_sample(&grid, FX(1), FX(0.5)), 2);
    grid.wrap = true;
    CHECK_EQ(height_grid_sample(&grid, FX(-2), FX(5)), FX(9));
    CHECK(barycentric(v2(0, 0), v2(FX(1), 0), v2(0, FX(1)), v2(FX(0.25), FX(0.25)), w));
    CHECK(w[0] == 32768 && w[1] == 16384 && w[2] == 16384);
    CHECK(!barycentric(v2(0, 0), v2(FX(1), FX(1)), v2(FX(2), FX(2)), v2(0, 0), w));
    for (int i = 0; i < 5000; i++) {
        vec2 a = {fx_check_any(&r) / 4, fx_check_any(&r) / 4},
             b = {fx_check_any(&r) / 4, fx_check_any(&r) / 4};
        vec2 c = {fx_check_any(&r) / 4, fx_check_any(&r) / 4},
             p = {fx_check_any(&r) / 4, fx_check_any(&r) / 4};

        if (!barycentric(a, b, c, a, w)) continue;
        CHECK(w[0] == 65536 && w[1] == 0 && w[2] == 0);
        CHECK(barycentric(a, b, c, b, w) && w[1] == 65536);
        if (barycentric(a, b, c, p, w) && fx_magnitude(w[1]) < 1u << 29 && fx_magnitude(w[2]) < 1u << 29)
            CHECK_EQ((int64_t)w[0] + w[1] + w[2], 65536);
    }
}

TEST(fx_ease_curves) {
    int32_t (*const bezier)(fx, fx, fx, fx, uf16) = ease_bezier_xy;

    for (int c = 0; c < EASE_COUNT; c++) {
        ease_curve curve = (ease_curve)c;
        bool in_out = c == EASE_LINEAR || c == EASE_SMOOTHSTEP || c == EASE_SMOOTHERSTEP ||
                      (c >= EASE_QUADRATIC_IN && (c - EASE_QUADRATIC_IN) % 3 == 2);
        bool monotone = c < EASE_BACK_IN;
        int32_t last = 0;

        CHECK_EQ(ease(curve, 0), 0);
        CHECK_EQ(ease(curve, 65536), 65536);
        CHECK_EQ(ease(curve, 99999), 65536);
        for (uf16 t = 0; t <= 65536; t++) {
            int32_t at = ease(curve, t);

            if (monotone) CHECK(at >= last);
            if (in_out && t % 7 == 0) CHECK_NEAR(at + ease(curve, 65536 - t), 65536, 1);
            last = at;
        }
        if (c < EASE_EXPONENTIAL_IN)
            CHECK_NEAR(ease_slope(curve, 32768),
                       fx_ratio(ease(curve, 32768 + 128) - ease(curve, 32768 - 128), 256), 2000);
    }
    CHECK_EQ(ease(EASE_SMOOTHSTEP, 16384), 10240);
    CHECK_EQ(ease(EASE_SMOOTHERSTEP, 16384), 6784);
    CHECK_EQ(ease(EASE_CUBIC_IN, 32768), 8192);
    CHECK_EQ(ease_slope(EASE_SMOOTHSTEP, 0), 0);
    CHECK_EQ(ease_slope(EASE_QUADRATIC_OUT, 65536), 0);
    CHECK_EQ(ease_bezier(FX_RATIO(1, 3), FX_RATIO(2, 3), 20000), 20000);
    for (uf16 t = 0; t <= 65536; t += 512) {
        CHECK_NEAR(bezier(FX(0.25), FX(0.25), FX(0.75), FX(0.75), t), t, 4);
        /* both coordinates from one parameter: y(x(t)) = y(t) */
        CHECK_NEAR(bezier(FX(0.42), 0, FX(0.58), FX(1), (uf16)ease_bezier(FX(0.42), FX(0.58), t)),
                   ease_bezier(0, FX(1), t), 6);
    }
    {
        static const fx position[] = {0, FX(1), FX(3)}, value[] = {0, FX(2), FX(2)};

        CHECK_EQ(table_linear(position, value, 3, FX(0.5)), FX(1));
        CHECK_EQ(table_hermite(position, value, 3, FX(1)), FX(2));
        CHECK_EQ(table_hermite(position, value, 3, FX(9)), FX(2));
        CHECK(table_hermite(position, value, 3, FX(1.5)) > FX(2));
    }
}

TEST(fx_motion_vectors) {
    static const fx weight[] = {819200, 1536000, 2163200, 2712000, 3192200, 3612375};
    static const int32_t rising[] = {12, 23, 32, 40, 47, 53, 58, 63, 67, 71, 74, 77, 79,
                                     81, 83, 85, 86, 87, 88, 89, 90, 91, 92, 93, 93};
    static const int32_t falling[] = {87, 76, 66, 57, 49, 42, 36, 31, 27, 23, 20, 17, 14,
                                      12, 10, 8,  7,  6,  5,  4,  3,  2,  1,  0,  0};
    static const fx ease_in_out[] = {FX(6.25), FX(18.75), FX(37.5), FX(62.5), FX(81.25), FX(93.75), FX(100)};
    static const int32_t speed[] = {1, 2, 3, 4, 3, 2, 1},
                         tenths[] = {4, 12, 24, 40, 60, 76, 88, 96, 100, 100};
    fx_motion m, slow;
    int32_t x = 0, y = 100, steps = 0;
    motion_angle turn;
    motion3 three;

    CHECK(motion_setup(&m, MOTION_WEIGHT, 0, FX(100), FX(8)));
    for (int i = 0; i < 6; i++) {
        (void)motion_step(&m, 0);
        CHECK_NEAR(motion_value(&m), weight[i], 1);
    }
    CHECK(!motion_setup(&m, MOTION_WEIGHT, 0, FX(100), FX(1)));
    CHECK_EQ(motion_value(&m), FX(100));
    for (int i = 0; i < 25; i++) {
        CHECK_EQ(x = int_ease_shift(x, 100, 3), rising[i]);
        CHECK_EQ(y = int_ease_shift(y, 0, 3), falling[i]);
    }
    CHECK(motion_setup(&m, MOTION_SHIFT, 0, FX(100), 3));
    while (!motion_step(&m, 0) && steps < 500) steps++;
    CHECK(steps < 200);
    CHECK_EQ(motion_value(&m), FX(100));
    CHECK(motion_setup(&m, MOTION_LINEAR, 0, FX(100), FX(1)));
    for (int i = 1; i <= 4; i++) {
        CHECK_EQ(motion_step(&m, 16384), i == 4);
        CHECK_NEAR(motion_value(&m), FX(25) * i, 1);
    }
    CHECK(!motion_setup(&m, MOTION_LINEAR, 0, FX(100), 0));
    CHECK(!motion_setup(&m, MOTION_EASE_IN_OUT, 0, FX(100), -1));
    CHECK(motion_setup(&m, MOTION_EASE_IN_OUT, 0, FX(100), FX(1)));
    for (int i = 0; i < 7; i++) {
        CHECK(!motion_step(&m, 8192));
        CHECK_NEAR(motion_value(&m), ease_in_out[i], 1);
        CHECK_NEAR(fx_rshr64(m.speed, 16), FX(50) * speed[i], 1);
    }
    CHECK(motion_step(&m, 8192));
    CHECK_EQ(motion_value(&m), FX(100));
    CHECK(motion_setup(&m, MOTION_EASE_IN_OUT, 0, FX(100), FX(10))); /* a tenth of the time per step */
    for (int i = 0; i < 10; i++) {
        (void)motion_step(&m, 65536);
        CHECK_NEAR(motion_value(&m), tenths[i] * 65536, 1);
    }
    /* an approach by 1/16 a frame takes the same course at 30 Hz */
    CHECK(motion_setup(&m, MOTION_APPROACH, 0, FX(100), FX(0.0625)));
    CHECK(motion_setup(&slow, MOTION_APPROACH, 0, FX(100), FX(0.0625)));
    for (int i = 0; i < 60; i++) {
        (void)motion_step(&m, (uint32_t)(65536 * (i + 1) / 60 - 65536 * i / 60));
        if (i % 2 != 0) (void)motion_step(&slow, (uint32_t)(65536 * (i + 1) / 60 - 65536 * (i - 1) / 60));
        if (i == 29) CHECK_NEAR(motion_value(&m), FX(85.574), FX(0.01));
    }
    CHECK_NEAR(motion_value(&m), FX(97.919), FX(0.01));
    CHECK_NEAR(motion_value(&slow), motion_value(&m), FX(0.05));
    CHECK(motion_angle_setup(&turn, MOTION_LINEAR, 65000, 500, FX(1)));
    (void)motion_angle_step(&turn, 32768);
    CHECK_EQ(motion_angle_value(&turn), 65518);
    CHECK(motion_angle_step(&turn, 32768));
    CHECK_EQ(motion_angle_value(&turn), 500);
    CHECK(motion3_setup(&three, MOTION_LINEAR, V3_ZERO, v3(FX(1), FX(2), FX(3)), FX(2)));
    CHECK(!motion3_step(&three, 65536));
    CHECK(v3_equal(motion3_value(&three), v3(FX(0.5), FX(1), FX(1.5))));
}

TEST(fx_exact_rates) {
    static const uint32_t hz[] = {30, 50, 60};
    phase_stepper p;
    uint32_t sum = 0;

    for (int i = 0; i < 3; i++) {
        rate_adder a = rate_adder_begin();
        int64_t total = 0;

        for (uint32_t k = 1; k <= hz[i]; k++) {
            total += rate_adder_tick(&a, FX(40), hz[i]);
            CHECK(total <= FX(40) * (int64_t)k / hz[i] && total + 1 >= FX(40) * (int64_t)k / hz[i]);
        }
        CHECK_EQ(total, FX(40));
    }
    {
        rate_adder a = rate_adder_begin();
        int64_t total = 0;

        for (int k = 0; k < 3600 * 60; k++) total += rate_adder_tick(&a, 5, 60);
        CHECK_EQ(total, 18000);
        for (int k = 0; k < 50; k++) total += rate_adder_tick(&a, -5, 50);
        CHECK_EQ(total, 17995);
    }
    CHECK(!phase_stepper_init(&p, 1, 0));
    CHECK(phase_stepper_init(&p, 44100, 32768));
    for (int i = 0; i < 32768; i++) sum += phase_stepper_tick(&p);
    CHECK_EQ(sum, 44100);
}

/* --- splines ---------------------------------------------------------------------------------- */

TEST(fx_spline_catmull_rom) {
    static const fx squares[] = {65536, 102400, 147456, 200704, 262144};
    cubic1 s = cubic_catmull_rom(0, FX(1), FX(4), FX(9)), line = cubic_catmull_rom(0, FX(1), FX(2), FX(3));
    rng128 r = rng128_seed(23);

    for (int i = 0; i <= 4; i++) CHECK_EQ(cubic_value(&s, (uf16)i * 16384), squares[i]);
    CHECK_EQ(cubic_value(&line, 32768), FX(1.5));
    CHECK_EQ(cubic_slope(&s, 0), FX(2));
    CHECK_EQ(cubic_bend(&s, 32768), FX(2));
    for (int i = 0; i < 3; i++) {
        const int8_t *w = catmull_rom_quarters[i];

        CHECK_EQ(w[0] + w[1] + w[2] + w[3], 128);
        CHECK_EQ(cubic_value(&s, (uf16)(i + 1) * 16384), (w[1] * FX(1) + w[2] * FX(4) + w[3] * FX(9)) / 128);
    }
    for (int i = 0; i < 3000; i++) {
        fx p[5];
        cubic1 next;
        uf16 t = 64 + rng128_next(&r) % 65408u;
        int64_t slope;

        for (int k = 0; k < 5; k++) p[k] = fx_check_between(&r, -FX(16384), FX(16384));
        s = cubic_catmull_rom(p[0], p[1], p[2], p[3]);
        next = cubic_catmull_rom(p[1], p[2], p[3], p[4]);
        CHECK(cubic_value(&s, 0) == p[1] && cubic_value(&s, 65536) == p[2]);
        CHECK_NEAR(cubic_slope(&s, 65536), cubic_slope(&next, 0), 1);
        slope = ((int64_t)cubic_value(&s, t + 64) - cubic_value(&s, t - 64)) * 512;
        if (cubic_slope(&s, t) != FX_MAX && cubic_slope(&s, t) != FX_MIN)
            CHECK_NEAR(slope, cubic_slope(&s, t), 4096);
    }
}

TEST(fx_spline_hermite) {
    static const fx half[] = {0, 13312, 32768, 52224, 65536};
    cubic1 s;
    q30 w[4];

    s = cubic_hermite(FX(1), cardinal_tangent(0, FX(1), FX(2), 0), FX(2),
                      cardinal_tangent(FX(1), FX(2), FX(3), 0));
    for (int i = 0; i <= 4; i++) CHECK_EQ(cubic_value(&s, (uf16)i * 16384), FX(1) + i * 16384);
    s = cubic_hermite(0, cardinal_tangent(0, 0, FX(1), 0), FX(1), cardinal_tangent(0, FX(1), FX(1), 0));
    for (int i = 0; i <= 4; i++) CHECK_EQ(cubic_value(&s, (uf16)i * 16384), half[i]);
    s = cubic_hermite(0, cardinal_tangent(FX(1), 0, 0, 0), 0, cardinal_tangent(0, 0, FX(1), 0));
    CHECK_EQ(cubic_value(&s, 32768), FX(-0.125));
    s = cubic_hermite(0, cardinal_tangent(FX(1), 0, 0, FX(1)), 0, cardinal_tangent(0, 0, FX(1), FX(1)));
    CHECK_EQ(cubic_value(&s, 32768), 0);
    CHECK_EQ(cardinal_tangent_uneven(0, FX(1), FX(3), FX(1), FX(2), 0), FX(2));
    for (uf16 t = 0; t <= 65536; t += 128) {
        hermite_weights(t, w);
        CHECK_EQ((int64_t)w[0] + w[2], Q30_ONE);
        s = cubic_hermite(FX(3), FX(-2), FX(7), FX(5));
        CHECK_NEAR(hermite_apply(w, FX(3), FX(-2), FX(7), FX(5)), cubic_value(&s, t), 1);
    }
}

TEST(fx_spline_bspline_ring) {
    static const vec3 ring[4] = {
        {FX(48), FX(48), 0}, {FX(48), -FX(48), 0}, {-FX(48), -FX(48), 0}, {-FX(48), FX(48), 0}};
    static const int8_t at[8][2] = {{32, -32}, {0, -44}, {-32, -32}, {-44, 0},
                                    {-32, 32}, {0, 44},  {32, 32},   {44, 0}};
    path3 path = {ring, 4, PATH_BSPLINE, true, 0};
    bspline_window window = bspline_window_begin();
    cubic3 s, streamed;
    q30 w[4];
    rng128 r = rng128_seed(24);
    vec3 points[4] = {{0, 0, 0}};

    CHECK_EQ(path3_segments(&path), 4);
    for (int i = 0; i < 8; i++) {
        vec3 p;

        CHECK(path3_segment(&path, i / 2, &s));
        p = cubic3_value(&s, i % 2 == 0 ? 0 : 32768);
        CHECK_NEAR(p.x, at[i][0] * 65536, 1);
        CHECK_NEAR(p.y, at[i][1] * 65536, 1);
    }
    CHECK(!path3_segment(&path, 4, &s));
    bspline_weights(0, w);
    CHECK_NEAR(w[1], Q30_ONE / 3 * 2, 3);
    CHECK_EQ(w[3], 0);
    bspline_weights(32768, w);
    CHECK_NEAR(w[0], Q30_ONE / 48, 2);
    CHECK_NEAR(w[1], Q30_ONE / 48 * 23, 24);
    for (int i = 0; i < 1000; i++) {
        vec3 p = fx_check_vec3(&r, FX(100));

        for (int k = 0; k < 3; k++) points[k] = points[k + 1];
        points[3] = p;
        if (!bspline_window_feed(&window, p, &streamed)) continue;
        s.y = cubic_bspline(points[0].y, points[1].y, points[2].y, points[3].y);
        CHECK_EQ(cubic_value(&streamed.y, (uf16)i * 65), cubic_value(&s.y, (uf16)i * 65));
        bspline_weights((uf16)i * 65, w);
        CHECK_EQ(w[0] + w[1] + w[2] + w[3], Q30_ONE);
    }
}

TEST(fx_spline_bezier) {
    static const fx b[4] = {0, FX(3), FX(-2), FX(10)};
    cubic1 s = cubic_bezier(b[0], b[1], b[2], b[3]), q = cubic_bezier2(FX(1), FX(4), FX(2)), back;
    fx left[4], right[4], c[4], quadratic[3] = {FX(1), FX(4), FX(2)}, lo, hi;
    vec3 net[4][4];
    dir30 normal;
    rng128 r = rng128_seed(25);

    bezier_bounds(b, &lo, &hi);
    for (uf16 t = 0; t <= 65536; t += 64) {
        fx value = cubic_value(&s, t);

        CHECK_NEAR(bezier_de_casteljau(b[0], b[1], b[2], b[3], t), value, 1);
        CHECK(value >= lo && value <= hi);
    }
    bezier_split(b, 20000, left, right);
    CHECK(left[0] == b[0] && right[3] == b[3] && left[3] == right[0]);
    CHECK_NEAR(left[3], cubic_value(&s, 20000), 1);
    bezier_elevate(quadratic, c);
    back = cubic_bezier(c[0], c[1], c[2], c[3]);
    CHECK_NEAR(cubic_value(&back, 30000), cubic_value(&q, 30000), 1);
    for (int i = 0; i < 500; i++) { /* conversions to the other kinds describe the same curve */
        fx p[4], m[4];

        for (int k = 0; k < 4; k++) p[k] = fx_check_between(&r, -FX(500), FX(500));
        s = cubic_bezier(p[0], p[1], p[2], p[3]);
        cubic_to_bezier(&s, c);
        for (int k = 0; k < 4; k++) CHECK_NEAR(c[k], p[k], 1);
        cubic_to_hermite(&s, &m[0], &m[1], &m[2], &m[3]);
        back = cubic_hermite(m[0], m[1], m[2], m[3]);
        CHECK_NEAR(cubic_value(&back, 40000), cubic_value(&s, 40000), 1);
        cubic_to_catmull_rom(&s, c);
        back = cubic_catmull_rom(c[0], c[1], c[2], c[3]);
        CHECK_NEAR(cubic_value(&back, 40000), cubic_value(&s, 40000), 1);
        cubic_to_bspline(&s, c);
        back = cubic_bspline(c[0], c[1], c[2], c[3]);
        CHECK_NEAR(cubic_value(&back, 40000), cubic_value(&s, 40000), 3);
        for (int k = 0; k <= 8; k++) {
            cubic_stepper step = cubic_stepper_begin(&s, k);

            for (int n = 0; n <= 1 << k; n++) {
                CHECK_NEAR(cubic_stepper_value(&step), cubic_value(&s, (uf16)(65536 >> k) * (uf16)n), 2);
                if (n == 1 << k) CHECK_EQ(cubic_stepper_value(&step), p[3]);
                cubic_stepper_next(&step);
            }
        }
    }
    for (int v = 0; v < 4; v++) { /* the corners of a patch on the plane z = x + 2 y */
        for (int u = 0; u < 4; u++) net[v][u] = v3(FX(3) * u, FX(2) * v, FX(3) * u + FX(4) * v);
    }
    for (uf16 t = 0; t <= 65536; t += 4096) {
        vec3 p = patch_point((const vec3(*)[4])net, t, 65536 - t);

        CHECK_NEAR(p.z, p.x + 2 * p.y, 3);
    }
    CHECK(v3_equal(patch_point((const vec3(*)[4])net, 65536, 0), net[0][3]));
    CHECK(patch_normal((const vec3(*)[4])net, 32768, 9999, &normal));
    CHECK_NEAR(normal.z, 438353264, 1 << 14); /* 1/sqrt(6) */
    CHECK_NEAR(normal.x, -438353264, 1 << 14);
}

/* A closed loop of 12 points on a circle of radius 10 with 15 % jitter. */
static void jittered_loop(vec3 points[12]) {
    rng128 r = rng128_seed(26);

    for (int i = 0; i < 12; i++) {
        fx radius = fx_check_between(&r, FX(9.25), FX(10.75));

        points[i] =
            v3(fx_mul(radius, fx_cos((ang16)(i * 5461))), 0, fx_mul(radius, fx_sin((ang16)(i * 5461))));
    }
}

TEST(fx_spline_arc_length) {
    static fx lengths[12 * ARC_SAMPLES + 1];
    vec3 points[12], last, circle[12];
    path3 path = {points, 12, PATH_CATMULL_ROM, true, 0};
    arc_table table;
    fx step, total, d = 0;

    jittered_loop(points);
    CHECK_EQ(arc_entries(&path, ARC_SAMPLES), 12 * ARC_SAMPLES + 1);
    CHECK(arc_build(&path, ARC_SAMPLES, lengths, &table));
    total = arc_total(&table);
    CHECK_EQ(arc_index_at(&table, -1), -1);
    CHECK_EQ(arc_index_at(&table, total + 1), -1);
    CHECK_EQ(arc_index_at(&table, 0), 0);
    CHECK_EQ(arc_index_at(&table, total), 12 * ARC_SAMPLES);
    step = total / 400;
    last = arc_point(&table, 0);
    for (int i = 1; i <= 400; i++) {
        vec3 at;

        d = arc_advance(&table, d, step);
        at = arc_point(&table, d);
        CHECK_NEAR(v3_distance(at, last), step, step / 100);
        last = at;
    }
    path.closed = false;
    CHECK(arc_build(&path, ARC_SAMPLES, lengths, &table));
    CHECK(v3_equal(arc_point(&table, FX(30000)), points[11]));
    CHECK(v3_equal(arc_point(&table, -5), points[0]));
    for (int i = 0; i < 12; i++) circle[i] = v3(FX(3) * i, FX(4) * i, 0);
    path = (path3){circle, 12, PATH_CATMULL_ROM, false, 0};
    CHECK(arc_build(&path, ARC_SAMPLES, lengths, &table));
    CHECK_NEAR(arc_total(&table), FX(55), 200);
}

TEST(fx_spline_frames) {
    vec3 points[12];
    path3 path = {points, 12, PATH_CATMULL_ROM, true, 0};
    rot33 frame, first, before;
    cubic3 s;

    jittered_loop(points);
    CHECK(path3_segment(&path, 0, &s));
    CHECK(frame_fixed_up(cubic3_slope(&s, 0), V3_Y, &frame));
    first = frame;
    for (int i = 0; i < 120; i++) {
        CHECK(path3_segment(&path, i / 10, &s));
        before = frame;
        CHECK(frame_transport(cubic3_slope(&s, (uf16)(i % 10) * 6553), &frame));
        CHECK(rot33_is_rotation(&frame, 64));
        CHECK(dir30_dot(rot33_axis(&before, 1), rot33_axis(&frame, 1)) > 0);
    }
    CHECK(path3_segment(&path, 0, &s));
    CHECK(frame_transport(cubic3_slope(&s, 0), &frame));
    for (int i = 0; i < 3; i++)
        CHECK(dir30_dot(rot33_axis(&frame, i), rot33_axis(&first, i)) > Q30(0.999998));
    before = frame;
    CHECK(!frame_transport(V3_ZERO, &frame));
    CHECK(!frame_fixed_up(V3_ZERO, V3_Y, &frame));
    CHECK_EQ(frame.m[0][0], before.m[0][0]);
    /* the second normal points the other way */
    CHECK(frame_from_normals(V3_NEG_Z, V3_Y, V3_NEG_Y, 32768, &frame));
    CHECK_NEAR(frame.m[1][1], Q30_ONE, 64);
}

/* Coloured light and reflectance against the formulas in double. */
#include <math.h>
#include <stdlib.h>

#include "fixedmath/angle.h"
#include "fixedmath/vector.h"
#include "raster/geometry/submit_work.h"
#include "raster/reflect.h"
#include "raster/submit.h"
#include "tests/unit/raster/raster_scene.h"

typedef struct dvec {
    double x, y, z;
} dvec;

static uint32_t next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}
static double unit(uint32_t *state) { return next(state) / 2147483648.0 - 1; }
static double dot(dvec a, dvec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static dvec scaled(dvec a, double s) { return (dvec){a.x * s, a.y * s, a.z * s}; }
static dvec sum(dvec a, dvec b) { return (dvec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static dvec normed(dvec a) { return scaled(a, 1 / sqrt(dot(a, a))); }
static dvec any(uint32_t *state) {
    for (;;) {
        dvec v = {unit(state), unit(state), unit(state)};
        if (dot(v, v) <= 1 && dot(v, v) > 0.01) return normed(v);
    }
}
static vec3 fixed(dvec v) {
    return v3((fx)lrint(v.x * 65536), (fx)lrint(v.y * 65536), (fx)lrint(v.z * 65536));
}
static dvec real(vec3 v) { return (dvec){v.x / 65536.0, v.y / 65536.0, v.z / 65536.0}; }

static const double fractions[4] = {0.1, 0.5, 0.4, 1};
static uint32_t grey(double k) { return (uint32_t)lrint(k * 255) * 0x010101u; }

static rs_reflecting phong_example(rs_reflectance *function) {
    return (rs_reflecting){.function = function,
                           .ambient = grey(fractions[0]),
                           .diffuse = grey(fractions[1]),
                           .specular = grey(fractions[2]),
                           .log2_exponent = 4};
}

static double seen(const rs_light *lights, int count, uint32_t ambient, const rs_reflecting *r, vec3 n,
                   vec3 eye) {
    rs_lighting lighting;
    rs_lit lit;
    uint16_t out[3];
    rs_lighting_make(&lighting, lights, count, ambient, eye, true);
    rs_lighting_at(&lighting, r, V3_ZERO, n, &lit);
    rs_lit_colour(&lit, r, 0xFFFFFF, out);
    return out[0] / 65280.0;
}

TEST(raster_reflection_example) {
    rs_light light = {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {FX(-0.6), FX(-0.8), 0}};
    vec3 n = V3_Y, mirrored = v3(FX(-0.6), FX(0.8), 0);
    static rs_reflectance *const functions[2] = {rs_reflect_phong, rs_reflect_blinn};
    for (int i = 0; i < 2; i++) {
        rs_reflecting r = phong_example(functions[i]);
        rs_light away = light;
        CHECK(fabs(seen(&light, 1, 0xFFFFFF, &r, n, mirrored) - 0.9) <= 2 / 255.0); /* kA + kD 0.8 + kS */
        away.vector = v3(0, -FX_ONE, 0);                                            /* N = L = V */
        CHECK(fabs(seen(&away, 1, 0xFFFFFF, &r, n, n) - 1.0) <= 2 / 255.0);
        away.vector = v3(FX_ONE, 0, 0);
        CHECK(fabs(seen(&away, 1, 0xFFFFFF, &r, n, n) - 0.1) <=
              1 / 255.0); /* light from across and from behind: ambient alone */
        away.vector = v3(FX(0.6), FX(0.8), 0);
        CHECK(fabs(seen(&away, 1, 0xFFFFFF, &r, n, n) - 0.1) <= 1 / 255.0);
    }
    {
        rs_reflecting r = phong_example(rs_reflect_phong);
        rs_weights w;
        r.log2_exponent = 7;
        w = rs_reflect_phong(n, v3(FX(0.6), FX(0.8), 0), mirrored, &r); /* R = (-0.6, 0.8, 0) */
        CHECK_NEAR(w.specular, 65536, 300);
        CHECK_NEAR(w.diffuse, 52429, 2);
    }
}

TEST(raster_reflection_agrees_with_double) {
    uint32_t state = 7;
    double worst[2] = {0, 0}, total[2] = {0, 0};
    for (int model = 0; model < 2; model++) {
        for (int i = 0; i < 1000; i++) {
            rs_reflecting r = phong_example(model == 0 ? rs_reflect_phong : rs_reflect_blinn);
            vec3 n = fixed(any(&state)), eye = fixed(any(&state));
            rs_light lights[2];
            double expected = 0.1 * 0.5, error, ambient = 128 / 255.0, shine = 0, k[3];
            int log2_exponent = (int)(next(&state) % 6);
            memset(lights, 0, sizeof lights);
            r.log2_exponent = (uint8_t)log2_exponent;
            for (int c = 0; c < 3; c++)
                k[c] = (c == 0 ? r.ambient : c == 1 ? r.diffuse : r.specular) % 256 / 255.0;
            expected = k[0] * ambient;
            for (int l = 0; l < 2; l++) {
                dvec to;
                double facing, power;
                lights[l].kind = RS_LIGHT_DIRECTIONAL;
                lights[l].intensity = (uint8_t)(next(&state) & 127);
                lights[l].vector = fixed(any(&state));
                to = normed(scaled(real(lights[l].vector), -1));
                facing = dot(real(n), to);
                if (facing <= 0) continue;
                power = model == 0 ? dot(sum(scaled(real(n), 2 * facing), scaled(to, -1)), real(eye))
                                   : dot(real(n), normed(sum(to, real(eye))));
                expected += lights[l].intensity / 255.0 * k[1] * facing;
                if (power > 0) shine += lights[l].intensity / 255.0 * k[2] * pow(power, 1 << log2_exponent);
            }
            expected = fmin(1, fmin(1, expected) + fmin(1, shine));
            error = fabs(seen(lights, 2, 0x808080, &r, n, eye) - expected) * 255;
            total[model] += error / 1000;
            if (error > worst[model]) worst[model] = error;
        }
        TEST_INFO("model %d: worst %.3f, mean %.3f of 255", model, worst[model], total[model]);
        CHECK(worst[model] <= 2);
        CHECK(total[model] < 1);
    }
}

/* Half the width of a highlight, for Blinn with four times the exponent against Phong. */
static double half_width(rs_reflectance *function, int log2_exponent) {
    rs_reflecting r = {.function = function, .log2_exponent = (uint8_t)log2_exponent};
    vec3 n = V3_Y;
    /* the light straight above, the eye tilted */
    for (int i = 0; i < 9000; i++) {
        double angle = i / 9000.0 * 1.5707;
        rs_weights w = function(n, n, fixed((dvec){sin(angle), cos(angle), 0}), &r);
        if (w.specular < 32768) return angle;
    }
    return 2;
}

TEST(raster_blinn_is_as_wide_as_phong) {
    for (int log2 = 3; log2 <= 5; log2++) {
        double p = half_width(rs_reflect_phong, log2), b = half_width(rs_reflect_blinn, log2 + 2);
        TEST_INFO("exponent %d: Phong %.4f, Blinn %.4f rad, %.1f %%", 1 << log2, p, b, 100 * fabs(b / p - 1));
        CHECK(fabs(b / p - 1) <= 0.1);
    }
}

TEST(raster_reflectance_functions_can_be_exchanged) {
    static uint8_t toon[256];
    rs_reflecting r = {.log2_exponent = 4, .wrap = 128, .toon = toon};
    uint32_t state = 3, tones = 0;
    vec3 n = V3_Y, l = v3(FX(0.6), FX(0.8), 0), mirror = v3(FX(-0.6), FX(0.8), 0);
    uint32_t lambert = rs_reflect_lambert(n, l, n, &r).diffuse, before = 65537;
    bool met[3] = {false, false, false};
    for (int i = 0; i < 200; i++) /* the diffuse weight is the same for every eye */
        CHECK_EQ(rs_reflect_lambert(n, l, fixed(any(&state)), &r).diffuse, lambert);
    for (int i = 0; i <= 90; i++) { /* the specular weight falls from the mirror direction on */
        double a = i * 3.14159265 / 180;
        dvec v = sum(scaled(real(mirror), cos(a)), scaled((dvec){0, 0, 1}, sin(a)));
        uint32_t s = rs_reflect_phong(n, l, fixed(v), &r).specular;
        CHECK(s <= before);
        before = s;
        if (i == 0) CHECK(s > 65000);
    }
    for (int i = 0; i < 256; i++) toon[i] = i < 60 ? 40 : i < 180 ? 130 : 255;
    for (int i = 0; i < 2000; i++) {
        uint32_t d = rs_reflect_toon(n, fixed(any(&state)), n, &r).diffuse;
        int which = d == 40 * 257 ? 0 : d == 130 * 257 + 1 ? 1 : d == 65536 ? 2 : 3;
        CHECK(which < 3);
        if (which < 3 && !met[which]) met[which] = true, tones++;
    }
    CHECK_EQ(tones, 3); /* exactly the tones of the ramp */
    /* (N.L + k) / (1 + k), k = 128/255 */
    CHECK_NEAR(rs_reflect_wrap(n, v3(0, -FX(0.25), 0), n, &r).diffuse, (0.50196 - 0.25) / 1.50196 * 65536,
               20);
    CHECK_EQ(rs_reflect_wrap(n, v3(0, -FX_ONE, 0), n, &r).diffuse, 0);
}

/* ---- lights ---- */

TEST(raster_coloured_light_is_a_product) {
    rs_light light = {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {0, -FX_ONE, 0}};
    rs_reflecting r = {.function = rs_reflect_lambert, .ambient = 0xFFFFFF, .diffuse = 0xFFFFFF};
    for (int i = 0; i < 256; i += 5) {
        uint32_t rgb = (uint32_t)i << 16 | (uint32_t)(255 - i) << 8 | (uint32_t)(i / 2) | 1u;
        rs_lighting white, coloured;
        rs_lit lit;
        uint16_t one[3], other[3];
        light.rgb = 0;
        rs_lighting_make(&white, &light, 1, 0, V3_Z, true);
        rs_lighting_at(&white, &r, V3_ZERO, V3_Y, &lit);
        rs_lit_colour(&lit, &r, rgb, one); /* white light on the colour */
        light.rgb = rgb;
        rs_lighting_make(&coloured, &light, 1, 0, V3_Z, true);
        rs_lighting_at(&coloured, &r, V3_ZERO, V3_Y, &lit);
        rs_lit_colour(&lit, &r, 0xFFFFFF, other); /* coloured light on white */
        for (int k = 0; k < 3; k++) CHECK_EQ((one[k] + 128) >> 8, (other[k] + 128) >> 8);
    }
}

TEST(raster_coloured_ambient_light_is_everywhere) {
    uint32_t state = 5;
    rs_reflecting r = {.ambient = 0xFFFFFF, .diffuse = 0xFFFFFF};
    for (int i = 0; i < 100; i++) {
        rs_lighting lighting;
        rs_lit lit;
        uint16_t out[3];
        rs_lighting_make(&lighting, NULL, 0, 0x336699, fixed(any(&state)), false);
        rs_lighting_at(&lighting, &r, fixed(any(&state)), fixed(any(&state)), &lit);
        rs_lit_colour(&lit, &r, 0xFFFFFF, out);
        CHECK_EQ((out[0] + 128) >> 8, 0x33); /* 0.2 of 255 */
        CHECK_EQ((out[1] + 128) >> 8, 0x66);
        CHECK_EQ((out[2] + 128) >> 8, 0x99);
    }
}

static double point_light(const rs_light *light, double distance, double cosine) {
    rs_reflecting r = {.function = rs_reflect_lambert, .ambient = 0xFFFFFF, .diffuse = 0xFFFFFF};
    rs_lighting lighting;
    rs_lit lit;
    vec3 n = fixed((dvec){sqrt(1 - cosine * cosine), cosine, 0});
    rs_light at = *light;
    at.vector = v3(0, (fx)lrint(distance * 65536), 0);
    rs_lighting_make(&lighting, &at, 1, 0, V3_Z, false);
    (void)rs_lighting_at(&lighting, &r, V3_ZERO, n, &lit);
    return lit.diffuse[0] / 65536.0;
}

TEST(raster_coloured_point_lights_fall_off) {
    static const double d[8] = {0, 1, 2, 4, 5, 10, 16, 20};
    static const double expected[3][8] = {{1, .95, .90, .80, .75, .50, .20, 0},
                                          {1, .9975, .99, .96, .9375, .75, .36, 0},
                                          {1, .99999, .24995, .06230, .03969, .00879, .00136, 0}};
    static const uint8_t kinds[3] = {RS_FALLOFF_LINEAR, RS_FALLOFF_QUADRATIC, RS_FALLOFF_INVERSE_SQUARE};
    rs_light light = {.kind = RS_LIGHT_POINT, .intensity = 255, .range = FX(20), .reference = FX(1)};
    for (int k = 0; k < 3; k++) {
        double before = 2;
        light.falloff = kinds[k];
        for (int i = 0; i < 8; i++) CHECK(fabs(point_light(&light, d[i], 1) - expected[k][i]) <= 0.015);
        for (double x = 0.5; x < 21; x += 0.25) {
            double now = point_light(&light, x, 1);
            CHECK(now <= before);
            before = now;
        }
        CHECK(before == 0);
    }
    CHECK(fabs(point_light(&light, 2, 1) / point_light(&light, 4, 1) - 4.012) < 0.08);
    light.falloff = RS_FALLOFF_LINEAR;
    CHECK(fabs(point_light(&light, 5, 0.8) - 0.6) < 0.002);
    light.range = FX(5);
    CHECK(point_light(&light, 5, 1) == 0);
}

/* ---- area lights ---- */

static bool beside_the_edge(void *context, vec3 from, vec3 to) {
    /* a half plane x < 0 at y = 1 */
    double t = (65536.0 - from.y) / (double)(to.y - from.y), x = from.x + t * (to.x - from.x);
    (void)context;
    return x < 0;
}

TEST(raster_area_lights_are_samples) {
    rs_light light = {
        .kind = RS_LIGHT_POINT, .intensity = 255, .range = FX(20), .vector = {0, FX(2), 0}, .rgb = 0xFF8000};
    rs_reflecting r = {.ambient = 0xFFFFFF, .diffuse = 0xFFFFFF, .function = rs_reflect_lambert};
    rs_lighting one, area;
    rs_lit a, b;
    /* one sample is the point light, and so is a light of no size */
    for (int samples = 0; samples <= 1; samples++) {
        light.samples = (uint8_t)(samples == 0 ? 1 : 4);
        light.size = samples == 0 ? FX(1) : 0;
        rs_lighting_make(&area, &light, 1, 0, V3_Z, true);
        light.samples = 0, light.size = 0;
        rs_lighting_make(&one, &light, 1, 0, V3_Z, true);
        rs_lighting_at(&area, &r, v3(FX(0.5), 0, 0), V3_Y, &a);
        rs_lighting_at(&one, &r, v3(FX(0.5), 0, 0), V3_Y, &b);
        for (int i = 0; i < 3; i++) CHECK_NEAR(a.diffuse[i], b.diffuse[i], samples == 0 ? 0 : 8);
    }
    light.size = FX(1);
    light.samples = 4;
    rs_lighting_make(&area, &light, 1, 0, V3_Z, true);
    CHECK_EQ(area.count, 4);
    for (int i = 0; i < 4; i++) { /* samples lie on the disc, at right angles to +Y */
        CHECK_EQ(area.sources[i].place.y, FX(2));
        CHECK(v3_distance(area.sources[i].place, light.vector) <= FX(1));
    }
    {
        int levels = 0, hard = 0;
        uint32_t last = 0, last_hard = 0;
        for (int x = -200; x <= 200; x++) { /* the penumbra of an edge, 16 samples */
            vec3 p = v3(x * 655, 0, 0);
            uint32_t now = rs_area_seen(&light, 16, p, beside_the_edge, NULL);
            rs_light point = light;
            if (now != last && now != 65536u && now != 0) levels++;
            last = now;
            point.size = 0;
            now = rs_area_seen(&point, 16, p, beside_the_edge, NULL);
            CHECK(now == 0 || now == 65536u);
            if (now != last_hard) hard++;
            last_hard = now;
        }
        TEST_INFO("%d levels of the penumbra with 16 samples", levels);
        CHECK(levels >= 15); /* the penumbra has every level between none and all samples */
        CHECK_EQ(hard, 1);
    }
    light.wrap = 255; /* (N.L + 1) / 2: light from across is half */
    light.samples = 0;
    light.vector = v3(FX(2), 0, 0);
    rs_lighting_make(&one, &light, 1, 0, V3_Z, true);
    rs_lighting_at(&one, &r, V3_ZERO, V3_Y, &b);
    CHECK_NEAR(b.diffuse[0], 32768 * 0.99, 400);
}

/* The penumbra of sixteen samples under Lambert's law has at least as many levels as samples. */
TEST(raster_baked_penumbra_has_many_levels) {
    rs_light light = {
        .kind = RS_LIGHT_POINT, .intensity = 255, .range = FX(20), .vector = {0, FX(2), 0}, .size = FX(0.8)};
    static const int counts[3] = {4, 16, 64};
    for (int k = 0; k < 3; k++) {
        uint32_t met[300], levels = 0;
        for (int x = -200; x <= 200; x++) {
            uint32_t seen_part = rs_area_seen(&light, counts[k], v3(x * 655, 0, 0), beside_the_edge, NULL);
            double facing = 2 / sqrt(4 + x * 0.01 * (x * 0.01));
            uint32_t value = (uint32_t)(seen_part * facing) >> 8, i = 0;
            if (seen_part == 0 || seen_part == 65536u) continue;
            while (i < levels && met[i] != value) i++;
            if (i == levels && levels < 300) met[levels++] = value;
        }
        CHECK(levels >= (uint32_t)counts[k]);
    }
}

/* ---- per pixel (060) ---- */

TEST(raster_exact_pixels_agree_with_double) {
    uint32_t state = 11;
    double worst = 0;
    for (int i = 0; i < 1000; i++) {
        rs_pixel_constants c;
        rs_light lights[2];
        rs_reflecting r = phong_example(rs_reflect_blinn);
        dvec n = any(&state), eye = any(&state),
             drawn = scaled(n, 0.87 + 0.12 * fabs(unit(&state))); /* shortened by interpolation */
        int32_t vector[3] = {(int32_t)lrint(drawn.x * 16384) * 65536, (int32_t)lrint(drawn.y * 16384) * 65536,
                             (int32_t)lrint(drawn.z * 16384) * 65536};
        double expected = r.ambient % 256 / 255.0 * 0x40 / 255, shine = 0;
        uint32_t got;
        memset(lights, 0, sizeof lights);
        for (int l = 0; l < 2; l++) {
            dvec to;
            double facing;
            lights[l].kind = RS_LIGHT_DIRECTIONAL;
            lights[l].intensity = 120;
            lights[l].vector = fixed(any(&state));
            to = normed(scaled(real(lights[l].vector), -1));
            facing = dot(n, to);
            if (facing <= 0) continue;
            expected += 120 / 255.0 * (r.diffuse % 256 / 255.0) * facing;
            shine +=
                120 / 255.0 * (r.specular % 256 / 255.0) * pow(fmax(0, dot(n, normed(sum(to, eye)))), 16);
        }
        memset(&c, 0, sizeof c);
        c.reflecting = r;
        rs_lighting_make(&c.lighting, lights, 2, 0x404040, fixed(eye), true);
        got = rs_shade_exact(&c, vector, 0xFFFFFFFFu);
        expected = 255 * fmin(1, fmin(1, expected) + fmin(1, shine));
        CHECK_EQ(got >> 24, 255);
        if (fabs(expected - (got & 255u)) > worst) worst = fabs(expected - (got & 255u));
    }
    TEST_INFO("exact: worst %.2f of 255", worst);
    CHECK(worst <= 2);
}

TEST(raster_normal_tables_are_near) {
    static uint8_t diffuse[128 * 128], specular[128 * 128];
    static raster_scene scene;
    for (int bits = 6; bits <= 7; bits++) {
        rs_pixel_constants c;
        rs_reflecting r = {.function = rs_reflect_blinn,
                           .ambient = grey(0.2),
                           .diffuse = grey(0.6),
                           .specular = grey(0.3),
                           .log2_exponent = 5};
        rs_frame *frame;
        rs_lighting lighting;
        uint32_t state = 17;
        double worst = 0, total = 0;
        int count = 0;
        scene_make(&scene, RS_XRGB8888);
        scene.camera.world_to_view = scene_turn(5000, 2000);
        frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        CHECK_EQ(rs_frame_lights(frame, 60, scene.lights, 1), RS_OK);
        memset(&c, 0, sizeof c);
        c.table = (rs_normal_table){diffuse, specular, bits};
        CHECK_EQ(rs_normal_table_build(frame, &r, &c.table), RS_OK);
        {
            const mat34 *view = &frame->camera.world_to_view;
            rs_lighting_make(&lighting, scene.lights, 1, 60 * 0x010101,
                             v3(view->m[2][0], view->m[2][1], view->m[2][2]), true);
        }
        for (int i = 0; i < 4000; i++) {
            dvec n = any(&state);
            vec3 in_view, world;
            const mat34 *view = &frame->camera.world_to_view;
            int32_t vector[3];
            rs_lit lit;
            uint16_t out[3];
            double error;
            if (n.z < 0.25) continue;
            in_view = fixed(n);
            world = v3(0, 0, 0);
            for (int k = 0; k < 3; k++) {
                world =
                    v3_with(world, k,
                            (fx)(((int64_t)view->m[0][k] * in_view.x + (int64_t)view->m[1][k] * in_view.y +
                                  (int64_t)view->m[2][k] * in_view.z) >>
                                 16));
            }
            vector[0] = (int32_t)lrint(n.x * 16384) * 65536;
            vector[1] = (int32_t)lrint(n.y * 16384) * 65536;
            vector[2] = 0;
            rs_lighting_at(&lighting, &r, V3_ZERO, world, &lit);
            rs_lit_colour(&lit, &r, 0xFFFFFF, out);
            error = fabs((rs_shade_table(&c, vector, 0xFFFFFFFFu) & 255u) - out[2] / 256.0);
            total += error;
            count++;
            if (error > worst) worst = error;
        }
        TEST_INFO("%d x %d: worst %.1f, mean %.2f of 255", 1 << bits, 1 << bits, worst, total / count);
        CHECK(worst <= (bits == 6 ? 14 : 6));
        CHECK(total / count <= 1.5);
    }
}

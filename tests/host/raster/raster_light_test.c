/* Lights against their formulas in double: ambient, directional, every falloff, cones. */
#include <math.h>

#include "raster/list/list.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;

enum { UNIT = 64 }; /* mesh steps a metre, exponent 10 */

/* The model's light of the scene's lights at a place (metres) for a normal towards `facing`, 1.0 = full. */
static double light_at(const rs_light *lights, int count, int ambient, const mat34 *model, double x, double y,
                       double z, const double facing[3]) {
    rs_frame *frame;
    rs_model_light light;
    mat34 to_view;
    double length = sqrt(facing[0] * facing[0] + facing[1] * facing[1] + facing[2] * facing[2]);
    int16_t position[3] = {(int16_t)lrint(x * UNIT), (int16_t)lrint(y * UNIT), (int16_t)lrint(z * UNIT)};
    int8_t normal[3];
    for (int i = 0; i < 3; i++) normal[i] = (int8_t)lrint(facing[i] / length * 127);
    scene.mesh.exponent = 10;
    scene.mesh.radius = FX(512);
    frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
    CHECK_EQ(rs_frame_lights(frame, ambient, lights, count), RS_OK);
    to_view = m34_mul(&scene.camera.world_to_view, model);
    rs_light_prepare(&light, frame, &scene.mesh, &to_view, model, &scene.material);
    return rs_light_at(&light, position, normal, false) / 32768.0;
}

static double near_to(double actual, double expected) { return fabs(actual - expected); }

TEST(raster_directional_light_is_the_cosine) {
    static const double ahead[3] = {0, 0, 1}, away[3] = {0, 0, -1}, some[3] = {0.8, 0.1, 0.5};
    rs_light light = {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {0, 0, -FX_ONE}};
    mat34 model = m34_identity();
    scene_make(&scene, RS_PAL8);
    CHECK(near_to(light_at(&light, 1, 0, &model, 0, 0, 0, ahead), 1) <= 1.0 / 255);
    CHECK(light_at(&light, 1, 0, &model, -500, 3, 200, some) ==
          light_at(&light, 1, 0, &model, 400, 499, -77, some));
    light.vector = v3(FX(-0.8660254), 0, FX(-0.5)); /* from 60 degrees aside */
    CHECK(near_to(light_at(&light, 1, 0, &model, 0, 0, 0, ahead), 0.5) <= 1.0 / 255);
    light.vector = v3(0, 0, -FX_ONE);
    CHECK(near_to(light_at(&light, 1, 0, &model, 0, 0, 0, away), 0) <= 1.0 / 255);
    for (int turn = 0; turn < 50; turn++) { /* the light is the same for every turn of the model */
        model = scene_turn((ang16)(turn * 1311), (ang16)(turn * 777));
        for (int i = 0; i < 20; i++) {
            double n[3] = {cos(i), sin(i * 1.3), cos(i * 0.7 + 1)}, length = 0, dot = 0;
            for (int k = 0; k < 3; k++) length += n[k] * n[k];
            for (int k = 0; k < 3; k++)
                dot += model.m[2][k] / 65536.0 * rint(n[k] / sqrt(length) * 127) / 127.0;
            CHECK(near_to(light_at(&light, 1, 0, &model, 1, 2, 3, n), dot > 0 ? dot : 0) <= 1.5 / 255);
        }
    }
}

TEST(raster_ambient_light_is_the_same_for_every_normal) {
    mat34 model = scene_turn(1234, 4321);
    scene_make(&scene, RS_PAL8);
    for (int i = 0; i < 200; i++) {
        double n[3] = {cos(i), sin(i * 1.3), cos(i * 0.7 + 1)};
        CHECK(near_to(light_at(NULL, 0, 51, &model, i, -i, 2 * i, n), 0.2) <= 0.5 / 255);
    }
}

static double formula(int falloff, double d, double range, double reference) {
    double s = d * d / (range * range), near = d <= reference ? 1 : reference * reference / (d * d);
    if (d >= range) return 0;
    return falloff == RS_FALLOFF_LINEAR           ? 1 - d / range
           : falloff == RS_FALLOFF_QUADRATIC      ? 1 - s
           : falloff == RS_FALLOFF_INVERSE_SQUARE ? near * (1 - s * s) * (1 - s * s)
                                                  : 1;
}

TEST(raster_point_light_falloffs_follow_their_table) {
    static const int distances[8] = {0, 1, 2, 4, 5, 10, 16, 20};
    static const double table[3][8] = {{1, 0.9975, 0.99, 0.96, 0.9375, 0.75, 0.36, 0},
                                       {1, 0.95, 0.90, 0.80, 0.75, 0.50, 0.20, 0},
                                       {1, 0.99999, 0.24995, 0.06230, 0.03969, 0.00879, 0.00136, 0}};
    static const double back[3] = {-1, 0, 0}, slanted[3] = {-0.8, 0.6, 0};
    rs_light light = {.kind = RS_LIGHT_POINT, .intensity = 255, .range = FX(20), .reference = FX_ONE};
    uint32_t reference2 = rs_falloff_reference(FX_ONE, FX(20));
    mat34 model = m34_identity();
    double worst = 0, four;
    scene_make(&scene, RS_PAL8);
    for (int kind = 0; kind < RS_FALLOFFS; kind++) {
        uint32_t before = 65536;
        light.falloff = (uint8_t)kind;
        for (int i = 0; i < 8 && kind < 3; i++) {
            double d = distances[i], s = d * d / 400, direct;
            CHECK(near_to(formula(kind, d, 20, 1), table[kind][i]) < 0.0001);
            if (s < 1) {
                direct = rs_falloff_at(kind, (uint32_t)(s * 2147483648.0), reference2) / 65536.0;
                CHECK(near_to(direct, table[kind][i]) < 0.0005);
            }
            if (i > 0) CHECK(near_to(light_at(&light, 1, 0, &model, d, 0, 0, back), table[kind][i]) < 0.015);
        }
        /* the falloff follows its formula all along and is monotone */
        for (int i = 1; i < 25 * 16; i++) {
            double d = i / 16.0, found = light_at(&light, 1, 0, &model, d, 0, 0, back), error;
            error = near_to(found, formula(kind, d, 20, 1));
            if (error > worst) worst = error;
            if (d >= 20) CHECK(found < 0.0001);
        }
        for (uint32_t i = 0; i < 4096; i++) {
            uint32_t now = rs_falloff_at(kind, i << 19, reference2);
            CHECK(now <= before);
            before = now;
        }
    }
    TEST_INFO("worst error %.4f of full light", worst);
    CHECK(worst <= 0.015);
    four = rs_falloff_at(RS_FALLOFF_INVERSE_SQUARE, (uint32_t)(0.01 * 2147483648.0), reference2) /
           (double)rs_falloff_at(RS_FALLOFF_INVERSE_SQUARE, (uint32_t)(0.04 * 2147483648.0), reference2);
    CHECK(near_to(four, 4.012) < 0.005);
    light.falloff = RS_FALLOFF_LINEAR;
    CHECK(near_to(light_at(&light, 1, 0, &model, 5, 0, 0, slanted), 0.6) < 0.006);
    model.m[0][3] = FX(3); /* a moved mesh, and the light relative to it */
    light.vector = v3(FX(3), 0, 0);
    CHECK(near_to(light_at(&light, 1, 0, &model, 5, 0, 0, slanted), 0.6) < 0.006);
}

TEST(raster_spot_light_cone) {
    static const double angles[] = {0, 10, 20, 22.5, 25, 27.5, 30, 31, 60, 90, 135},
                        factor[] = {1, 1, 1, 0.785, 0.547, 0.285, 0, 0, 0, 0, 0};
    rs_light light = {.kind = RS_LIGHT_POINT,
                      .intensity = 255,
                      .range = FX(50),
                      .falloff = RS_FALLOFF_CONSTANT,
                      .axis = {FX_ONE, 0, 0},
                      .cos_inner = 15396,
                      .cos_outer = 14189};
    mat34 model = m34_identity();
    scene_make(&scene, RS_PAL8);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < (int)(sizeof angles / sizeof angles[0]); i++) {
            double a = angles[i] * 3.14159265358979 / 180, x = 30 * cos(a), y = 30 * sin(a), f = factor[i];
            double n[3] = {-cos(a), -sin(a), 0};
            light.cos_outer = 14189;
            light.smooth = false;
            CHECK(near_to(light_at(&light, 1, 0, &model, x, y, 0, n), f) < 0.012);
            light.smooth = true;
            CHECK(near_to(light_at(&light, 1, 0, &model, x, y, 0, n), 3 * f * f - 2 * f * f * f) < 0.016);
            light.cos_outer = light.cos_inner; /* a hard edge at 20 degrees */
            if (angles[i] != 20)
                CHECK(near_to(light_at(&light, 1, 0, &model, x, y, 0, n), angles[i] < 20 ? 1 : 0) < 0.01);
        }
        { /* one degree outside the hard cone, and beyond the range on the axis */
            static const double n[3] = {-1, 0, 0};
            double a = 21 * 3.14159265358979 / 180;
            CHECK(light_at(&light, 1, 0, &model, 30 * cos(a), 30 * sin(a), 0, n) < 0.0001);
            CHECK(light_at(&light, 1, 0, &model, 49, 0, 0, n) > 0.99);
            CHECK(light_at(&light, 1, 0, &model, 50.5, 0, 0, n) < 0.0001);
        }
        model = scene_turn(9000, 0); /* light and mesh turned alike: nothing changes */
        light.axis = v3(model.m[0][0], model.m[1][0], model.m[2][0]);
    }
    light.cos_inner = 100;
    light.cos_outer = 200;
    CHECK_EQ(rs_frame_lights(scene_begin(&scene, RS_PAL8, SCENE_HEIGHT), 0, &light, 1), RS_BAD_ARGUMENT);
    light.cos_inner = 300;
    light.falloff = RS_FALLOFFS;
    CHECK_EQ(rs_frame_lights(scene_begin(&scene, RS_PAL8, SCENE_HEIGHT), 0, &light, 1), RS_BAD_ARGUMENT);
    light.falloff = RS_FALLOFF_INVERSE_SQUARE;
    CHECK_EQ(rs_frame_lights(scene_begin(&scene, RS_PAL8, SCENE_HEIGHT), 0, &light, 1), RS_BAD_ARGUMENT);
}

/* Viewports, cameras, projection and outcodes against the formulas in double. */
#include <math.h>
#include <stdlib.h>

#include "fixedmath/angle.h"
#include "fixedmath/vector.h"
#include "raster/list/list.h"
#include "raster/submit.h"
#include "raster/viewport.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static struct {
    uint32_t pixels[240 * 160];
    uint16_t depth[240 * 160];
    uint64_t list[24 * 1024];
} big;

static rs_frame *big_begin(int width, int height, int band_lines) {
    rs_target target = {width, height, RS_XRGB8888, band_lines, &scene.palette, 3};
    rs_block list = {big.list, sizeof big.list}, fast = {NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    CHECK(rs_frame_begin(frame, &target, list, fast));
    return frame;
}

static void big_draw(const rs_frame *frame, int width, int height, int band_lines) {
    for (int band = 0; band < rs_frame_bands(frame); band++) {
        int top = band * band_lines, lines = top + band_lines > height ? height - top : band_lines;
        rs_surface surface = {(uint8_t *)(big.pixels + top * width),
                              width * 4,
                              (int16_t)width,
                              (int16_t)height,
                              (int16_t)top,
                              (int16_t)lines,
                              RS_XRGB8888};
        rs_frame_band(frame, band, &surface, big.depth + top * width);
    }
}

static vec3 fixed(double x, double y, double z) {
    return v3((fx)lrint(x * 65536), (fx)lrint(y * 65536), (fx)lrint(z * 65536));
}

static bool frustum_of(rs_camera *camera, vec3 eye, vec3 corner, vec3 across, vec3 down, fx far_plane) {
    const rs_frustum frustum = {eye, corner, across, down, 240, 160, FX(1), far_plane};
    return rs_camera_frustum(camera, &frustum);
}

static rs_vertex project(const rs_frame *frame, double x, double y, double z) {
    rs_depth_scale depth = rs_depth_scale_make(&frame->camera, 16);
    rs_clip_vertex v;
    uint32_t inverse_w;
    memset(&v, 0, sizeof v);
    v.x = (int32_t)lrint(x * 65536);
    v.y = (int32_t)lrint(-y * 65536);
    v.w = (int32_t)lrint(-z * 65536);
    return rs_project(frame, &depth, &v, &inverse_w);
}

/* ---- projection (036) ---- */

TEST(raster_projection_table) {
    static const double points[5][3] = {{0, 0, -5}, {1, 1, -2}, {-1.5, 0.5, -3}, {3, -2, -10}, {1.5, 1, -1}};
    static const int expected[2][5][2] = {
        {{1920, 1280}, {2560, 640}, {1280, 1067}, {2304, 1536}, {3840, 0}},
        {{1920, 1280}, {3029, 171}, {811, 910}, {2585, 1723}, {5246, -937}}};
    rig34 stand = rig34_identity();
    for (int k = 0; k < 2; k++) {
        rs_camera camera;
        rs_frame *frame;
        scene_make(&scene, RS_XRGB8888);
        frame = big_begin(240, 160, 160);
        CHECK(rs_camera_perspective(&camera, &stand, k == 0 ? ANG16_DEGREES(90) : ANG16_DEGREES(60), FX(0.5),
                                    FX(100)));
        CHECK_NEAR(camera.focal, k == 0 ? 65536 : 113512, 12);
        CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
        for (int i = 0; i < 5; i++) {
            rs_vertex v = project(frame, points[i][0], points[i][1], points[i][2]), far_off;
            CHECK_NEAR(v.x, expected[k][i][0], 1);
            CHECK_NEAR(v.y, expected[k][i][1], 1);
            far_off = project(frame, 2 * points[i][0], 2 * points[i][1], 2 * points[i][2]); /* the same ray */
            CHECK_EQ(far_off.x, v.x);
            CHECK_EQ(far_off.y, v.y);
        }
    }
}

TEST(raster_depth_table) {
    static const double planes[3][2] = {{1, 100}, {1, 101}, {0.5, 64}};
    static const int codes[3][6] = {{0, 33098, 59576, 60178, 64872, 65534},
                                    {0, 33095, 59570, 60172, 64879, 65534},
                                    {0, 33025, 59445, 60043, 65018, 65534}};
    for (int k = 0; k < 3; k++) {
        double n = planes[k][0], f = planes[k][1], at[6] = {n, 2 * n, 10 * n, 11 * n, f / 2, f}, worst = 0;
        rs_camera camera = {.world_to_view = m34_identity(),
                            .focal = FX_ONE,
                            .near_plane = (fx)(n * 65536),
                            .far_plane = (fx)(f * 65536)};
        rs_frame *frame;
        scene_make(&scene, RS_XRGB8888);
        frame = big_begin(240, 160, 160);
        CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
        for (int i = 0; i < 6; i++) {
            int expected = k == 2 ? (int)lrint(65534 * f / (f - n) * (1 - n / at[i])) : codes[k][i];
            CHECK_NEAR(project(frame, 0, 0, -at[i]).z / 8192.0 + 0.5 < 1
                           ? 0
                           : (int)(project(frame, 0, 0, -at[i]).z / 8192.0 + 0.5),
                       expected, 1);
        }
        for (double d = n * 1.01; d < f; d *= 1.003) {
            double exact = 65534 * f / (f - n) * (1 - n / ((double)lrint(d * 65536) / 65536.0));
            double error = fabs(project(frame, 0, 0, -d).z / 8192.0 - exact);
            if (error > worst) worst = error;
        }
        TEST_INFO("near %.1f: worst error of a code before rounding %.5f", n, worst);
        CHECK(worst < 0.001);
    }
}

TEST(raster_edges_of_the_view_are_edges_of_the_picture) {
    rig34 stand = rig34_identity();
    rs_camera camera;
    rs_frame *frame;
    scene_make(&scene, RS_XRGB8888);
    frame = big_begin(240, 160, 160);
    CHECK(rs_camera_perspective(&camera, &stand, ANG16_DEGREES(60), FX(1), FX(100)));
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    for (double d = 1; d < 100; d *= 2.3) {
        double y = d * tan(3.14159265358979 / 6), x = y * 1.5;
        for (int corner = 0; corner < 4; corner++) {
            rs_vertex v = project(frame, corner & 1 ? x : -x, corner & 2 ? y : -y, -d);
            CHECK_NEAR(v.x, corner & 1 ? 3840 : 0, 1);
            CHECK_NEAR(v.y, corner & 2 ? 0 : 2560, 1);
        }
        CHECK_NEAR(project(frame, 0, 0.2, -2 * d).y - 1280, (project(frame, 0, 0.2, -d).y - 1280) / 2,
                   8); /* half as tall, +-1 px */
    }
}

TEST(raster_unusable_cameras_are_refused) {
    rig34 stand = rig34_identity();
    rs_camera camera;
    rs_viewport view;
    rs_frame *frame;
    memset(&camera, 0x55, sizeof camera);
    CHECK(!rs_camera_perspective(&camera, &stand, ANG16_DEGREES(60), 0, FX(100)));
    CHECK(!rs_camera_perspective(&camera, &stand, ANG16_DEGREES(60), FX(5), FX(5)));
    CHECK(!rs_camera_perspective(&camera, &stand, ANG16_DEGREES(60), 2, FX(2)));
    CHECK(!rs_camera_perspective(&camera, &stand, ANG16_DEGREES(171), FX(1), FX(100)));
    CHECK(!rs_camera_perspective(&camera, &stand, 100, FX(1), FX(100)));
    CHECK(!rs_camera_orthographic(&camera, &stand, 0, FX(1), FX(100)));
    CHECK(!rs_camera_orthographic(&camera, &stand, FX(5), FX(1), FX(1)));
    CHECK(!frustum_of(&camera, V3_ZERO, v3(-FX_ONE, FX_ONE, -FX_ONE), V3_ZERO, V3_Y, FX(10)));
    CHECK(!frustum_of(&camera, V3_ZERO, v3(-FX_ONE, FX_ONE, -FX_ONE), V3_X, V3_X, FX(10)));
    for (int i = 0; i < 4; i++) { /* numbers out of their range, one vector at a time */
        static const fx beyond[4] = {1 << 30, 1 << 28, 1 << 28, 1 << 28};
        vec3 v[4] = {V3_ZERO, fixed(-0.75, 0.5, -1), fixed(1.5, 0, 0), fixed(0, -1, 0)};
        rs_camera usable;
        CHECK(frustum_of(&usable, v[0], v[1], v[2], v[3], FX(10)));
        for (int k = 0; k < 3; k++) {
            const vec3 kept = v[i];
            fx *component = k == 0 ? &v[i].x : k == 1 ? &v[i].y : &v[i].z;
            *component = beyond[i];
            CHECK(!frustum_of(&camera, v[0], v[1], v[2], v[3], FX(10)));
            *component = INT32_MIN;
            CHECK(!frustum_of(&camera, v[0], v[1], v[2], v[3], FX(10)));
            v[i] = kept;
        }
    }
    CHECK_EQ(camera.focal, 0x55555555);
    scene_make(&scene, RS_XRGB8888);
    frame = big_begin(240, 160, 160);
    memset(&view, 0, sizeof view);
    view.camera = scene.camera;
    view.width = 240, view.height = 160;
    CHECK_EQ(rs_frame_viewport(frame, &view), RS_OK);
    view.x = 240;
    CHECK_EQ(rs_frame_viewport(frame, &view), RS_BAD_ARGUMENT);
    view.x = -1;
    CHECK_EQ(rs_frame_viewport(frame, &view), RS_BAD_ARGUMENT);
    view.x = 0, view.width = 0;
    CHECK_EQ(rs_frame_viewport(frame, &view), RS_BAD_ARGUMENT);
    view.width = 100, view.camera.near_plane = 0;
    CHECK_EQ(rs_frame_viewport(frame, &view), RS_BAD_ARGUMENT);
    CHECK(frame->whole && frame->view.width == 240); /* the frame's view is as before */
    camera = scene.camera;
    camera.depth_low = 500, camera.depth_high = 400;
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_BAD_ARGUMENT);
    camera = scene.camera;
    camera.shift_x = 2 * FX_ONE;
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_BAD_ARGUMENT);
}

/* ---- orthographic (037) ---- */

TEST(raster_orthographic_depth_is_even) {
    rig34 stand = rig34_identity();
    rs_camera camera;
    rs_frame *frame;
    scene_make(&scene, RS_XRGB8888);
    frame = big_begin(240, 160, 160);
    CHECK(rs_camera_orthographic(&camera, &stand, FX(8), FX(1), FX(101)));
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    for (int i = 0; i <= 100; i++) {
        rs_vertex v = project(frame, 2, -1, -1.0 - i);
        CHECK_NEAR(v.z / 8192, 65534 * i / 100, 1);
        CHECK_EQ(v.x, 1920 + 2 * 16 * 20); /* 20 pixels a metre at every depth */
        CHECK_EQ(v.y, 1280 + 16 * 20);
    }
    CHECK_EQ(project(frame, 0, 0, -101).z >> 13, 65534);
    CHECK(rs_camera_orthographic(&camera, &stand, FX(8), -FX(10), FX(10))); /* behind the camera too */
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_NEAR(project(frame, 0, 0, 0).z >> 13, 32767, 1);
}

/* The picture of a sphere under an orthographic camera is as wide and tall at every distance, and the same by
 * both ways of transforming. */
TEST(raster_orthographic_size_does_not_depend_on_depth) {
    rig34 stand = rig34_identity();
    int first = 0;
    for (int k = 0; k < 5; k++) {
        rs_camera camera;
        rs_frame *frame;
        mat34 place = m34_identity();
        int low = 999, high = -1, count = 0;
        scene_make(&scene, RS_XRGB8888);
        frame = big_begin(240, 160, 160);
        CHECK(rs_camera_orthographic(&camera, &stand, FX(4), FX(1), FX(60)));
        CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
        CHECK_EQ(rs_frame_lights(frame, 255, NULL, 0), RS_OK);
        /* the last sphere is cut by the near plane, so it goes the long way */
        place.m[2][3] = k == 4 ? -FX(1.5) : -FX(3) * (k + 1);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        big_draw(frame, 240, 160, 160);
        for (int i = 0; i < 240 * 160; i++) {
            if (big.pixels[i] == 3) continue;
            count++;
            if (i % 240 < low) low = i % 240;
            if (i % 240 > high) high = i % 240;
        }
        CHECK_NEAR(high - low + 1, 80, 1); /* 2 m of 40 px */
        if (k == 0) first = count;
        if (k < 4) CHECK_NEAR(count, first, 12);
    }
}

/* Parallel lines stay parallel only under an orthographic camera. */
TEST(raster_parallel_lines_stay_parallel_only_without_perspective) {
    rig34 stand = rig34_identity();
    for (int flat = 0; flat < 2; flat++) {
        rs_camera camera;
        rs_frame *frame;
        rs_vertex a, b, c, d;
        int32_t cross;
        scene_make(&scene, RS_XRGB8888);
        frame = big_begin(240, 160, 160);
        if (flat) {
            CHECK(rs_camera_orthographic(&camera, &stand, FX(8), FX(1), FX(60)));
        } else {
            CHECK(rs_camera_perspective(&camera, &stand, ANG16_DEGREES(60), FX(1), FX(60)));
        }
        CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
        a = project(frame, -1, -1, -4), b = project(frame, 0, 0, -9);
        c = project(frame, 1, -1, -4), d = project(frame, 2, 0, -9);
        cross = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
        CHECK_EQ(abs(cross) < 2000, flat);
    }
}

/* ---- off-centre, pixel aspect, depth range ---- */

TEST(raster_frusta_by_vectors_equal_ordinary_ones) {
    rig34 stand = rig34_identity();
    rs_camera made, plain;
    rs_frame *frame;
    rs_vertex v;
    scene_make(&scene, RS_XRGB8888);
    frame = big_begin(240, 160, 160);
    /* O = N - h U + v V with tangents 0.75 and 0.5 */
    CHECK(frustum_of(&made, V3_ZERO, fixed(-0.75, 0.5, -1), fixed(1.5, 0, 0), fixed(0, -1, 0), FX(50)));
    CHECK_EQ(made.focal, FX(2));
    CHECK_NEAR(made.aspect, FX_ONE, 2);
    CHECK_NEAR(made.shift_x, 0, 2);
    CHECK(rs_camera_perspective(&plain, &stand, ANG16_DEGREES(60), FX(1), FX(50)));
    plain.focal = FX(2);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(rs_frame_camera(frame, i == 0 ? &made : &plain), RS_OK);
        v = project(frame, 1, 0.5, -4);
        CHECK_NEAR(v.x, 1920 + 640, 1);
        CHECK_NEAR(v.y, 1280 - 320, 1);
    }
    /* off-centre: the picture from -0.25 to 1.25: the axis meets it at a sixth */
    CHECK(frustum_of(&made, V3_ZERO, fixed(-0.25, 0.5, -1), fixed(1.5, 0, 0), fixed(0, -1, 0), FX(50)));
    CHECK_EQ(rs_frame_camera(frame, &made), RS_OK);
    v = project(frame, 0, 0, -4);
    CHECK_NEAR(v.x, 240 * 16 / 6, 1);
    v = project(frame, 1.25 * 4, -0.5 * 4, -4);
    CHECK_NEAR(v.x, 3840, 2);
    CHECK_NEAR(v.y, 2560, 2);
    CHECK(!frustum_of(&made, V3_ZERO, fixed(0.25, 0.5, -1), fixed(1.5, 0, 0), fixed(0, -1, 0), FX(50)));
}

TEST(raster_pixels_that_are_not_square) {
    rs_camera camera;
    rs_frame *frame;
    scene_make(&scene, RS_XRGB8888);
    frame = big_begin(240, 160, 160);
    camera = scene.camera;
    camera.aspect = 2 * FX_ONE; /* twice as wide as tall */
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_NEAR(2 * (project(frame, 1, 1, -8).x - 1920), 1280 - project(frame, 1, 1, -8).y, 2);
}

TEST(raster_reserved_depth_ranges) {
    rs_camera camera;
    rs_frame *frame;
    scene_make(&scene, RS_XRGB8888);
    frame = big_begin(240, 160, 160);
    camera = scene.camera;
    camera.depth_low = 1000, camera.depth_high = 3000;
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_NEAR(project(frame, 0, 0, -0.25).z >> 13, 1000, 1);
    CHECK_NEAR(project(frame, 0, 0, -20).z >> 13, 3000, 1);
    camera.flat_height = FX(4);
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_NEAR(project(frame, 0, 0, -0.25).z >> 13, 1000, 1);
    CHECK_NEAR(project(frame, 0, 0, -20).z >> 13, 3000, 1);
}

/* ---- the vector camera (039) ---- */

TEST(raster_vector_camera_vectors) {
    static const double points[4][3] = {{0, 0, -5}, {-1, 0.75, -1}, {1, -0.75, -1}, {2, -1, -4}};
    static const int expected[4][2] = {{160, 120}, {0, 0}, {320, 240}, {240, 160}};
    rig34 stand = rig34_identity();
    mat34 place = m34_identity(), scaled = m34_scaling(v3(FX(2), FX(2), FX(2)));
    rs_vector_camera camera;
    CHECK(rs_vector_camera_make(&camera, &stand, &place, FX(1), FX(0.75)));
    for (int i = 0; i < 4; i++) {
        int32_t screen[2];
        CHECK(rs_vector_camera_project(&camera, fixed(points[i][0], points[i][1], points[i][2]), 320, 240,
                                       screen));
        CHECK_NEAR(screen[0], expected[i][0] * 16, 1);
        CHECK_NEAR(screen[1], expected[i][1] * 16, 1);
    }
    {
        int32_t screen[2];
        CHECK(!rs_vector_camera_project(&camera, v3(0, 0, FX_ONE), 320, 240, screen));
    }
    CHECK(!rs_vector_camera_make(&camera, &stand, &scaled, FX(1), FX(0.75)));
}

/* A vertex stage that transforms by the vector camera without a matrix for each vertex. */
static void by_vectors(const void *constants, uint32_t index, rs_attributes *vertex) {
    (void)index;
    vertex->position = rs_vector_camera_view(constants, vertex->position);
    vertex->in_view = true;
}

/* A rigid place and a camera that sees it: quarter turns first, then any turn at all. */
static void rigid_pose(int k, rig34 *stand, mat34 *place) {
    static const int quarters[4][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                          {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}},
                                          {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                                          {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
    rig34 rig;
    *stand = rig34_translation(v3(FX(0.3), FX(-0.2), FX(3)));
    *place = m34_identity();
    if (k < 4) {
        for (int i = 0; i < 9; i++) place->m[i / 3][i % 3] = quarters[k][i / 3][i % 3] * FX_ONE;
    } else {
        rot33 yaw = rot33_about_y((ang32)k * 0x2B3C4D5Fu), pitch = rot33_about_x((ang32)k * 0x51A3F00Du),
              roll = rot33_about_z((ang32)k * 0x0C0FFEE1u), turn = rot33_mul(&yaw, &pitch);
        turn = rot33_mul(&turn, &roll);
        rig = rig34_translation(v3(0, 0, 0));
        rig.r = turn;
        *place = m34_from_rig34(&rig);
        stand->r = rot33_about_z((ang32)k * 0x01234567u);
    }
    place->m[0][3] = FX(0.25);
}

TEST(raster_vector_camera_draws_the_same) {
    uint32_t first = 0;
    int different = 0;
    for (int k = 0; k < 64; k++) {
        uint32_t hash[2], products[2];
        for (int vectors = 0; vectors < 2; vectors++) {
            rig34 stand;
            mat34 place;
            rs_look look;
            rs_vector_camera camera;
            rs_camera view;
            rs_frame *frame;
            rigid_pose(k, &stand, &place);
            memset(&look, 0, sizeof look);
            scene_make(&scene, RS_XRGB8888);
            scene.material.shading = RS_UNLIT;
            scene.material.look = &look;
            scene.material.texture = &scene.texture;
            frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
            CHECK(rs_camera_perspective(&view, &stand, ANG16_DEGREES(60), FX(0.25), FX(20)));
            CHECK_EQ(rs_frame_camera(frame, &view), RS_OK);
            if (vectors) {
                CHECK(rs_vector_camera_make(&camera, &stand, &place, FX(0.75), FX(0.5)));
                look.stage = by_vectors;
                look.constants = &camera;
            }
            CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
            /* products are counted both ways */
            products[vectors] = vectors ? camera.transforms : frame->stats.vertices;
            scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
            hash[vectors] = scene_hash(&scene, RS_XRGB8888);
        }
        CHECK_EQ(hash[0], hash[1]);
        CHECK_EQ(products[1], 4);
        CHECK(products[1] < products[0]);
        if (k == 0) first = hash[0];
        different += hash[0] != first;
    }
    CHECK(different >= 60); /* the poses differ in their pictures */
}

/* ---- viewports (035) ---- */

static uint32_t fill_view(rs_frame *frame, const rs_viewport *view, const mat34 *place) {
    CHECK_EQ(rs_frame_viewport(frame, view), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, place, &scene.material), RS_OK);
    return frame->item_count;
}

TEST(raster_viewports_tile_the_screen) {
    static const int counts[4] = {1, 2, 2, 4};
    for (int layout = 0; layout < 4; layout++) {
        rs_viewport views[RS_VIEWPORTS];
        static uint8_t owner[238 * 157];
        /* the camera is inside the sphere, whose backs fill the picture */
        rig34 stand = rig34_translation(v3(0, 0, FX(0.5)));
        mat34 place = m34_identity();
        int count = rs_viewports_split(counts[layout], layout == 2 ? RS_SPLIT_COLUMNS : RS_SPLIT_ROWS, 238,
                                       157, views);
        CHECK_EQ(count, counts[layout]);
        memset(owner, 0, sizeof owner);
        for (int i = 0; i < count; i++) {
            for (int y = views[i].y; y < views[i].y + views[i].height; y++) {
                for (int x = views[i].x; x < views[i].x + views[i].width; x++) owner[y * 238 + x]++;
            }
        }
        for (int i = 0; i < 238 * 157; i++) CHECK_EQ(owner[i], 1);
        for (int only = 0; only < count;
             only++) { /* a viewport that is drawn alone fills its rectangle and nothing else */
            for (int form = 0; form < 4; form++) {
                static rs_look look;
                int band_lines = form & 1 ? 13 : 157, inside = 0, outside = 0;
                rs_frame *frame;
                scene_make(&scene, RS_XRGB8888);
                memset(&look, 0, sizeof look);
                scene.material.shading = RS_UNLIT;
                scene.material.two_sided = true;
                scene.material.look = form & 2 ? &look : NULL;
                frame = big_begin(238, 157, band_lines);
                CHECK(rs_camera_perspective(&views[only].camera, &stand, ANG16_DEGREES(60), FX(0.1), FX(20)));
                (void)fill_view(frame, &views[only], &place);
                big_draw(frame, 238, 157, band_lines);
                for (int i = 0; i < 238 * 157; i++) {
                    int x = i % 238, y = i / 238;
                    bool in = x >= views[only].x && x < views[only].x + views[only].width &&
                              y >= views[only].y && y < views[only].y + views[only].height;
                    if (in) inside += big.pixels[i] == 3;
                    if (!in) outside += big.pixels[i] != 3;
                }
                CHECK_EQ(inside, 0);
                CHECK_EQ(outside, 0);
            }
        }
    }
    {
        rs_viewport views[RS_VIEWPORTS];
        CHECK_EQ(rs_viewports_split(3, RS_SPLIT_ROWS, 240, 160, views), 0);
        CHECK_EQ(rs_viewports_split(4, RS_SPLIT_ROWS, 1, 160, views), 0);
    }
}

TEST(raster_viewports_have_cameras_of_their_own) {
    static const int fields[2] = {60, 90};
    rs_viewport views[RS_VIEWPORTS];
    rs_frame *frame;
    scene_make(&scene, RS_XRGB8888);
    frame = big_begin(240, 160, 160);
    CHECK_EQ(rs_viewports_split(2, RS_SPLIT_COLUMNS, 240, 160, views), 2);
    for (int i = 0; i < 2; i++) {
        rig34 stand = rig34_translation(v3(0, 0, 0));
        double focal = 1 / tan(fields[i] * 3.14159265358979 / 360);
        rs_vertex v;
        CHECK(
            rs_camera_perspective(&views[i].camera, &stand, (ang16)(fields[i] * 65536 / 360), FX(1), FX(50)));
        CHECK_EQ(rs_frame_viewport(frame, &views[i]), RS_OK);
        v = project(frame, 0.5, 0.75, -4);
        CHECK_NEAR(v.x, 60 * 16 + lrint(0.5 / 4 * focal * 80 * 16),
                   1); /* from the viewport's left; square pixels */
        CHECK_NEAR(v.y, 80 * 16 - lrint(0.75 / 4 * focal * 80 * 16), 1);
    }
}

/* Viewports drawn one after the other with one small depth buffer, each a frame of its own on a part of the
 * surface, give the same picture. */
TEST(raster_a_small_depth_buffer_serves_all_viewports) {
    static uint32_t together[240 * 160];
    static uint16_t small[120 * 80];
    rs_viewport views[RS_VIEWPORTS];
    rs_frame *frame;
    scene_make(&scene, RS_XRGB8888);
    CHECK_EQ(rs_viewports_split(4, RS_SPLIT_ROWS, 240, 160, views), 4);
    frame = big_begin(240, 160, 160);
    for (int i = 0; i < 4; i++) {
        rig34 stand = rig34_translation(v3(0, 0, FX(2.5) + i * FX(0.3)));
        mat34 place = scene_turn((ang16)(i * 9000), 2000);
        CHECK(rs_camera_perspective(&views[i].camera, &stand, ANG16_DEGREES(60), FX(0.5), FX(50)));
        CHECK_EQ(rs_frame_lights(frame, 50, scene.lights, 1), RS_OK);
        (void)fill_view(frame, &views[i], &place);
    }
    big_draw(frame, 240, 160, 160);
    memcpy(together, big.pixels, sizeof together);
    memset(big.pixels, 0, sizeof big.pixels);
    for (int i = 0; i < 4; i++) {
        mat34 place = scene_turn((ang16)(i * 9000), 2000);
        rs_surface whole = {(uint8_t *)big.pixels, 240 * 4, 240, 160, 0, 160, RS_XRGB8888}, part;
        frame = big_begin(120, 80, 80);
        CHECK(rs_sub_surface(&whole, views[i].x, views[i].y, 120, 80, &part));
        CHECK_EQ(rs_frame_camera(frame, &views[i].camera), RS_OK);
        CHECK_EQ(rs_frame_lights(frame, 50, scene.lights, 1), RS_OK);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        rs_frame_band(frame, 0, &part, small);
    }
    CHECK(memcmp(together, big.pixels, sizeof together) == 0);
}

TEST(raster_overlapping_viewports_clear_their_part) {
    rs_viewport views[RS_VIEWPORTS];
    mat34 place = m34_identity();
    rs_frame *frame;
    int clear = 0;
    scene_make(&scene, RS_XRGB8888);
    frame = big_begin(240, 160, 32);
    CHECK_EQ(rs_viewports_split(1, RS_SPLIT_ROWS, 240, 160, views), 1);
    views[0].camera = scene.camera;
    views[1] = views[0];
    views[1].x = 100, views[1].y = 60, views[1].width = 41, views[1].height = 43;
    views[1].clear_colour = views[1].clear_depth = true;
    views[1].colour = 0x123456;
    /* the second view is farther off: it shows only because depth was cleared */
    views[1].camera.world_to_view.m[2][3] = -FX(6);
    for (int i = 0; i < 2; i++) (void)fill_view(frame, &views[i], &place);
    big_draw(frame, 240, 160, 32);
    for (int y = 60; y < 103; y++) {
        for (int x = 100; x < 141; x++) clear += big.pixels[y * 240 + x] == 0x123456;
    }
    CHECK(clear > 1500 && clear < 41 * 43 - 60);
    for (int x = 99; x < 142; x++) {
        CHECK(big.pixels[59 * 240 + x] != 0x123456);
        CHECK(big.pixels[103 * 240 + x] != 0x123456);
    }
}

TEST(raster_viewport_layouts_are_data) {
    uint8_t data[2 * RS_VIEWPORT_RECORD];
    rs_viewport views[RS_VIEWPORTS];
    memset(data, 0, sizeof data);
    data[7] = 0x80; /* upper half */
    data[RS_VIEWPORT_RECORD + 3] = 0x80, data[RS_VIEWPORT_RECORD + 7] = 0x80;
    data[8 + 2] = 5; /* x = 5 m */
    data[21] = 0x40; /* yaw 90 degrees: looks along -X */
    data[27] = 0x2A; /* about 59 degrees */
    data[30] = 1, data[34] = 50;
    data[RS_VIEWPORT_RECORD + 30] = 1, data[RS_VIEWPORT_RECORD + 34] = 50;
    data[RS_VIEWPORT_RECORD + 38] = 8; /* orthographic, 8 m */
    CHECK_EQ(rs_viewports_read(data, sizeof data, 240, 160, views), 2);
    CHECK_EQ(views[0].width, 240);
    CHECK_EQ(views[0].height, 80);
    CHECK_EQ(views[1].y, 80);
    CHECK_EQ(views[1].camera.flat_height, FX(8));
    {
        vec3 ahead = m34_point(&views[0].camera.world_to_view, v3(FX(1), 0, 0));
        CHECK_NEAR(ahead.x, 0, 4);
        CHECK_NEAR(ahead.z, -FX(4), 4); /* 4 m in front */
    }
    data[RS_VIEWPORT_RECORD + 38] = 0;
    CHECK_EQ(rs_viewports_read(data, sizeof data, 240, 160, views), -2);
    data[3] = 0xFF;
    CHECK_EQ(rs_viewports_read(data, sizeof data, 240, 160, views), -1);
    CHECK_EQ(rs_viewports_read(data, 39, 240, 160, views), 0);
}

/* ---- outcodes (040) ---- */

TEST(raster_outcodes_equal_six_planes) {
    rs_frame *frame;
    int ties = 0;
    uint32_t state = 12345;
    scene_make(&scene, RS_XRGB8888);
    frame = big_begin(240, 160, 160);
    CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
    for (int i = 0; i < 1000; i++) {
        rs_clip_vertex v;
        double d[6], guard = 768 * 16 * 256.0, scale = frame->scale;
        int code, expected = 0;
        bool tie = false;
        memset(&v, 0, sizeof v);
        for (int k = 0; k < 3; k++) {
            state = state * 1664525u + 1013904223u;
            (&v.x)[k] = (int32_t)(state >> 9) - (1 << 22);
        }
        d[0] = (double)v.w - scene.camera.near_plane;
        d[1] = (double)scene.camera.far_plane - v.w;
        d[2] = guard * v.w + scale * v.x, d[3] = guard * v.w - scale * v.x;
        d[4] = guard * v.w + scale * v.y, d[5] = guard * v.w - scale * v.y;
        for (int k = 0; k < 6; k++) {
            if (d[k] < 0) expected |= 1 << k;
            if (fabs(d[k]) <= guard) tie = tie || fabs(d[k]) <= 1;
        }
        code = rs_outcode(frame, &v);
        if (tie) {
            ties++;
            continue;
        }
        CHECK_EQ(code, expected);
    }
    CHECK(ties < 5);
}

/* The same test on bounding spheres rejects and accepts whole meshes: no vertex of a rejected mesh is
 * transformed. */
TEST(raster_meshes_outside_cost_no_vertex) {
    static const double places[6][3] = {{0, 0, 10},  {0, 0, -40}, {-30, 0, -5},
                                        {30, 0, -5}, {0, 20, -5}, {0, -20, -5}};
    for (int i = 0; i < 6; i++) {
        mat34 place = m34_identity();
        rs_frame *frame;
        scene_make(&scene, RS_XRGB8888);
        frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        for (int k = 0; k < 3; k++) place.m[k][3] = (fx)(places[i][k] * 65536);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        CHECK_EQ(frame->stats.vertices, 0);
        CHECK_EQ(frame->stats.rejected, frame->stats.submitted);
    }
}

/* A point beyond an open far plane has the last outcode; meshes wholly beyond the plane are left out. */
TEST(raster_far_planes_can_be_open) {
    int counts[2];
    for (int open = 0; open < 2; open++) {
        mat34 place = m34_identity();
        rs_frame *frame;
        int covered = 0;
        scene_make(&scene, RS_XRGB8888);
        scene.camera.far_plane = FX(1.75); /* through the sphere, whose middle is 2.5 m away */
        scene.camera.far_open = open != 0;
        frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        CHECK_EQ(frame->stats.clipped > 0, !open);
        scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) covered += scene.pixels[GUARD + i] != 3;
        counts[open] = covered;
        place.m[2][3] = -FX(4);
        frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        CHECK_EQ(frame->stats.drawn, 0);
    }
    TEST_INFO("%d pixels with, %d without the far plane", counts[0], counts[1]);
    CHECK(counts[1] > counts[0] + 100);
}

/* Geometry in the world needs no joined matrix, and its picture is that of the identity. */
TEST(raster_world_meshes_need_no_matrix) {
    uint32_t hash[2], products[2];
    for (int world = 0; world < 2; world++) {
        mat34 place = m34_identity();
        rs_frame *frame;
        scene_make(&scene, RS_XRGB8888);
        scene.mesh.world = world != 0;
        if (world) place.m[0][3] = FX(99); /* the matrix of a world mesh is not read */
        frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        products[world] = frame->stats.products;
        scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
        hash[world] = scene_hash(&scene, RS_XRGB8888);
    }
    CHECK_EQ(hash[0], hash[1]);
    CHECK_EQ(products[0], 1);
    CHECK_EQ(products[1], 0);
}

/* Places on the screen, depth separation, sort orders, clipped polygons, early depth test. */
#include <math.h>
#include <stdlib.h>

#include "raster/list/list.h"
#include "raster/sort.h"
#include "raster/spans/attributes.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;

static uint32_t next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static int between(uint32_t *state, int low, int high) {
    return low + (int)(next(state) % (uint32_t)(high - low + 1));
}

static double unit(uint32_t *state) { return next(state) / 2147483648.0 - 1; }

static const rs_draw *draw_of(const rs_frame *frame, const rs_item *item) {
    return (const rs_draw *)(const void *)(frame->list + (size_t)item->draw * RS_DRAW_ALIGN);
}

/* ---- spaces ---- */

TEST(raster_instances_land_at_their_places) {
    static const double places[2][3] = {{0.7, -0.4, -1}, {-1.2, 0.6, -3}};
    uint32_t state = 5;
    int64_t worst = 0;
    rs_stats stats;
    rs_frame *frame;
    scene_make(&scene, RS_PAL8);
    memset(scene.positions, 0, 3 * sizeof scene.positions[0]); /* vertex 0 at the model's origin */
    frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
    for (int i = 0; i < 2; i++) {
        mat34 model = scene_turn((ang16)(i * 7000), 900);
        uint32_t before = frame->item_count;
        double depth = 2.5 - places[i][2], scale = 1.6 * SCENE_HEIGHT / 2 * 16;
        const rs_vertex *v;
        for (int k = 0; k < 3; k++) model.m[k][3] = (fx)lrint(places[i][k] * 65536);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &scene.material), RS_OK);
        CHECK(frame->item_count > before);
        v = &draw_of(frame, rs_item_at(frame, before))->vertices[0];
        CHECK(fabs(v->x - (SCENE_WIDTH * 8 + places[i][0] / depth * scale)) <= 1);
        CHECK(fabs(v->y - (SCENE_HEIGHT * 8 - places[i][1] / depth * scale)) <= 1);
    }
    rs_frame_stats(frame, &stats);
    /* one product a vertex: the matrices are joined first */
    CHECK_EQ(stats.vertices, 2 * SPHERE_VERTICES);
    /* joined matrices against one matrix after the other */
    for (int i = 0; i < 3000; i++) {
        mat34 view = scene_turn((ang16)next(&state), (ang16)next(&state)),
              model = scene_turn((ang16)next(&state), (ang16)next(&state));
        mat34 joined;
        vec3 p, a, b;
        for (int k = 0; k < 3; k++) {
            view.m[k][3] = between(&state, -FX(50), FX(50));
            model.m[k][3] = between(&state, -FX(50), FX(50));
        }
        p = v3(between(&state, -FX(1), FX(1)), between(&state, -FX(1), FX(1)),
               between(&state, -FX(1), FX(1)));
        joined = m34_mul(&view, &model);
        a = m34_point(&joined, p);
        b = m34_point(&view, m34_point(&model, p));
        for (int k = 0; k < 3; k++) {
            int64_t error = llabs((int64_t)v3_get(a, k) - v3_get(b, k));
            if (error > worst) worst = error;
        }
    }
    TEST_INFO("joined and one after the other: %d LSB", (int)worst);
    CHECK(worst <= 2);
}

/* ---- screen mapping ---- */

static struct {
    uint32_t pixels[(640 * 360) / 4], depth[(640 * 360) / 2];
    uint64_t list[32 * 1024];
} big;

static rs_frame *big_begin(int width, int height, const rs_camera *camera) {
    rs_target target = {width, height, RS_PAL8, height, &scene.palette, 3};
    rs_block list = {big.list, sizeof big.list}, fast = {NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    CHECK(rs_frame_begin(frame, &target, list, fast));
    CHECK_EQ(rs_frame_camera(frame, camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 50, scene.lights, 1), RS_OK);
    return frame;
}

/* Makes the outline of a sphere: 96 corners, of which four are its extremes. */
static void make_outline(void) {
    enum { CORNERS = 96 };
    for (int i = 0; i < CORNERS; i++) {
        double a = i * 2 * 3.14159265358979 / CORNERS;
        scene.positions[3 * i] = (int16_t)lrint(cos(a) * 32767);
        scene.positions[3 * i + 1] = (int16_t)lrint(sin(a) * 32767);
        scene.positions[3 * i + 2] = 0;
    }
    for (int i = 0; i + 2 < CORNERS; i++) {
        scene.indices[3 * i] = 0;
        scene.indices[3 * i + 1] = (uint16_t)(i + 1);
        scene.indices[3 * i + 2] = (uint16_t)(i + 2);
    }
    scene.part.vertex_count = scene.mesh.vertex_count = CORNERS;
    scene.part.triangle_count = scene.mesh.triangle_count = CORNERS - 2;
    scene.material.shading = RS_UNLIT;
}

TEST(raster_screen_corners_and_round_spheres) {
    static const int sizes[3][2] = {{240, 160}, {320, 240}, {640, 360}};
    static const double corners[5][2] = {{-1, 1}, {1, -1}, {1, 1}, {0, 0}, {0.37, -0.61}};
    for (int i = 0; i < 3; i++) {
        int width = sizes[i][0], height = sizes[i][1], left = width, right = 0, top = height, bottom = 0;
        mat34 model = m34_identity();
        rs_surface whole = {(uint8_t *)big.pixels, width,  (int16_t)width, (int16_t)height, 0,
                            (int16_t)height,       RS_PAL8};
        rs_frame *frame;
        rs_depth_scale depth;
        scene_make(&scene, RS_PAL8);
        frame = big_begin(width, height, &scene.camera);
        depth = rs_depth_scale_make(&frame->camera, 16);
        for (int k = 0; k < 5; k++) {
            for (double w = 0.3; w < 19; w *= 1.7) {
                uint32_t inverse_w;
                rs_clip_vertex v;
                rs_vertex s;
                double x, y;
                memset(&v, 0, sizeof v);
                v.w = (int32_t)lrint(w * 65536);
                v.x = (int32_t)lrint(corners[k][0] * v.w / 1.6 * width / height);
                v.y = (int32_t)lrint(-corners[k][1] * v.w / 1.6);
                s = rs_project(frame, &depth, &v, &inverse_w);
                x = (corners[k][0] + 1) * width * 8;
                y = (1 - corners[k][1]) * height * 8;
                CHECK(fabs(s.x - x) <= 1 && fabs(s.y - y) <= 1);
            }
        }
        make_outline();
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &scene.material), RS_OK);
        rs_frame_band(frame, 0, &whole, (uint16_t *)big.depth);
        for (int p = 0; p < width * height; p++) {
            if (((uint8_t *)big.pixels)[p] == 3) continue;
            if (p % width < left) left = p % width;
            if (p % width > right) right = p % width;
            if (p / width < top) top = p / width;
            if (p / width > bottom) bottom = p / width;
        }
        TEST_INFO("%dx%d: a sphere of %d x %d pixels", width, height, right - left + 1, bottom - top + 1);
        CHECK_NEAR(right - left, bottom - top, 1);
        CHECK(right - left > 80);
    }
}

/* Four views in a picture, each a frame of its own over a part of the surface, use one small depth buffer in
 * turn. */
TEST(raster_split_screens_keep_to_their_rectangles) {
    static uint8_t alone[120 * 80];
    static const int layouts[3][2] = {{1, 1}, {1, 2}, {2, 2}}; /* columns, rows */
    for (int layout = 0; layout < 3; layout++) {
        int columns = layouts[layout][0], rows = layouts[layout][1], width = 120 / columns,
            height = 80 / rows, wrong = 0;
        rs_surface whole = {(uint8_t *)big.pixels, 128, 120, 80, 0, 80, RS_PAL8};
        scene_make(&scene, RS_PAL8);
        memset(big.pixels, 0xEE, sizeof big.pixels);
        for (int k = 0; k < columns * rows; k++) {
            int x = k % columns * width, y = k / columns * height;
            rs_surface part,
                own = {alone, width, (int16_t)width, (int16_t)height, 0, (int16_t)height, RS_PAL8};
            mat34 model = scene_turn((ang16)(k * 5000), 600);
            rs_camera camera = scene.camera;
            rs_frame *frame;
            static uint8_t before[128 * 80];
            camera.focal = FX(1.2) + k * FX(0.3);
            memcpy(before, big.pixels, sizeof before);
            frame = big_begin(width, height, &camera);
            CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &scene.material), RS_OK);
            CHECK(rs_sub_surface(&whole, x, y, width, height, &part));
            rs_frame_band(frame, 0, &part, (uint16_t *)big.depth);
            memset(big.depth, 0x77, sizeof big.depth);
            rs_frame_band(frame, 0, &own, (uint16_t *)big.depth);
            for (int p = 0; p < 128 * 80; p++) {
                int px = p % 128 - x, py = p / 128 - y;
                bool in = px >= 0 && px < width && py >= 0 && py < height;
                uint8_t now = ((uint8_t *)big.pixels)[p];
                wrong += now != (in ? alone[py * width + px] : before[p]);
            }
        }
        CHECK_EQ(wrong, 0);
        for (int p = 0; p < 128 * 80; p++) wrong += p % 128 < 120 && ((uint8_t *)big.pixels)[p] == 0xEE;
        CHECK_EQ(wrong, 0);
    }
}

/* ---- depth ---- */

TEST(raster_depth_separation_table) {
    static const double nears[5] = {0.25, 0.5, 1, 2, 4}, at[4] = {10, 25, 50, 100};
    static const double table[5][4] = {{0.0061, 0.0381, 0.1527, 0.6126},
                                       {0.0030, 0.0190, 0.0760, 0.3046},
                                       {0.0015, 0.0094, 0.0378, 0.1513},
                                       {0.0007, 0.0047, 0.0187, 0.0748},
                                       {0.0004, 0.0023, 0.0092, 0.0366}};
    rs_camera camera = {.focal = FX_ONE, .far_plane = FX(100)};
    rs_depth_report report;
    for (int n = 0; n < 5; n++) {
        camera.near_plane = (fx)(nears[n] * 65536);
        for (int i = 0; i < 4; i++) {
            CHECK(fabs(rs_depth_separation(&camera, (fx)(at[i] * 65536)) / 65536.0 - table[n][i]) < 0.00011);
        }
    }
    camera.near_plane = FX_ONE;
    report = rs_depth_check(&camera, FX(0.2));
    CHECK(report.enough);
    CHECK(fabs(report.at_far / 65536.0 - 0.1513) < 0.0001 &&
          fabs(report.at_half / 65536.0 - 0.0378) < 0.0001);
    CHECK(fabs(report.at_tenth / 65536.0 - 0.00151) < 0.00003);
    CHECK(!rs_depth_check(&camera, FX(0.1)).enough);
    camera.near_plane = 1;
    CHECK_EQ(rs_depth_separation(&camera, FX(100)), INT32_MAX);
    { /* the table with 24 bits, for comparison: 2^24 - 2 codes */
        double k = 16777214.0 * 100 / 99;
        CHECK(fabs(100 / (k - 10) - 5.9e-6) < 1e-7 && fabs(2500 / (k - 50) - 1.5e-4) < 1e-5 &&
              fabs(10000 / (k - 100) - 5.9e-4) < 1e-5);
    }
}

/* Two walls stand 1.05 times the separation apart: the farther wall never shows, wherever the camera goes. */
TEST(raster_depth_keeps_separated_planes_apart) {
    static const int16_t corners[12] = {-32767, -32767, 0, 32767,  -32767, 0,
                                        32767,  32767,  0, -32767, 32767,  0};
    static const uint16_t index[6] = {0, 1, 2, 0, 2, 3};
    const uint8_t *pixels = (const uint8_t *)(scene.pixels + GUARD);
    int flicker = 0, covered = 0;
    scene_make(&scene, RS_PAL8);
    memcpy(scene.positions, corners, sizeof corners);
    memcpy(scene.indices, index, sizeof index);
    scene.part.vertex_count = scene.mesh.vertex_count = 4;
    scene.part.triangle_count = scene.mesh.triangle_count = 2;
    scene.mesh.exponent = 7;
    scene.mesh.radius = FX(92);
    scene.camera.near_plane = FX_ONE;
    scene.camera.far_plane = FX(100);
    scene.material.shading = RS_UNLIT;
    for (int i = 0; i < 200; i++) {
        double d = 5 + 94 * (0.5 + 0.5 * sin(i * 0.37)), apart;
        rs_material front = scene.material, back = scene.material;
        mat34 near_wall = m34_identity(), far_wall;
        rs_frame *frame;
        near_wall.m[0][3] = (fx)lrint(sin(i * 0.11) * 65536 * 4);
        near_wall.m[1][3] = (fx)lrint(cos(i * 0.13) * 65536 * 4);
        near_wall.m[2][3] = -(fx)lrint(d * 65536);
        far_wall = near_wall;
        apart = 1.05 * rs_depth_separation(&scene.camera, -near_wall.m[2][3]);
        if (d + apart / 65536 > 99.9) continue;
        far_wall.m[2][3] -= (fx)ceil(apart);
        scene.camera.world_to_view.m[2][3] = 0;
        front.index = 60, back.index = 90;
        frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &far_wall, &back),
                 RS_OK); /* the farther wall comes first: equal codes would show it */
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &near_wall, &front), RS_OK);
        scene_draw(&scene, frame, RS_PAL8, SCENE_HEIGHT);
        for (int p = 0; p < SCENE_WIDTH * SCENE_HEIGHT; p++) {
            flicker += pixels[p] == 90;
            covered += pixels[p] == 60;
        }
    }
    TEST_INFO("%d pixels, %d of the farther plane", covered, flicker);
    CHECK_EQ(flicker, 0);
    CHECK(covered > 190 * SCENE_WIDTH * SCENE_HEIGHT * 9 / 10);
}

/* ---- sorting ---- */

TEST(raster_sort_is_right_and_stable) {
    enum { COUNT = 10000 };
    static rs_sort_entry entries[COUNT], other[COUNT];
    uint32_t state = 6;
    static const uint32_t masks[] = {0xFFFFFFFFu, 0xFF00u, 0x1Fu, 0xF000000Fu, 0};
    for (size_t m = 0; m < sizeof masks / sizeof masks[0]; m++) {
        for (size_t count = 0; count <= COUNT; count = count < 40          ? count + 1
                                                       : count * 3 < COUNT ? count * 3
                                                       : count == COUNT    ? COUNT + 1
                                                                           : COUNT) {
            rs_sort_entry *sorted;
            uint64_t sum = 0, after = 0;
            int wrong = 0;
            for (size_t i = 0; i < count; i++) {
                entries[i] = (rs_sort_entry){next(&state) & masks[m], (uint32_t)i};
                sum += entries[i].key * (uint64_t)2654435761u ^ i;
            }
            sorted = rs_sort(entries, other, count);
            CHECK(sorted == entries || sorted == other);
            for (size_t i = 0; i < count; i++)
                after += sorted[i].key * (uint64_t)2654435761u ^ sorted[i].index;
            for (size_t i = 1; i < count; i++) {
                wrong += sorted[i].key < sorted[i - 1].key;
                wrong += sorted[i].key == sorted[i - 1].key && sorted[i].index < sorted[i - 1].index;
            }
            CHECK_EQ(wrong, 0);
            CHECK(sum == after);
        }
    }
    for (uint32_t i = 0; i < 100; i++) entries[i] = (rs_sort_entry){i * 2, i};
    memset(other, 0x55, sizeof other);
    CHECK(rs_sort(entries, other, 100) == entries); /* entries that are in order are not moved */
    CHECK_EQ(other[0].key, 0x55555555u);
}

TEST(raster_sort_keys_order_passes_materials_and_depth) {
    CHECK_EQ(rs_key_opaque(2, 5, 300, RS_BY_MATERIAL), 2u << 29 | 5u << 17 | 300u << 1);
    CHECK_EQ(rs_key_opaque(2, 5, 300, RS_NEAR_FIRST), 2u << 29 | 300u << 13 | 5u << 1);
    CHECK_EQ(rs_key_translucent(4, 300, 7), 4u << 29 | (65535u - 300u) << 13 | 7u);
    CHECK(rs_key_opaque(2, 0, 65535, RS_NEAR_FIRST) < rs_key_opaque(3, 0, 0, RS_NEAR_FIRST));
    CHECK(rs_key_opaque(2, 3, 65535, RS_BY_MATERIAL) < rs_key_opaque(2, 4, 0, RS_BY_MATERIAL));
    CHECK(rs_key_opaque(2, 9, 10, RS_NEAR_FIRST) < rs_key_opaque(2, 0, 11, RS_NEAR_FIRST));
    CHECK(rs_key_translucent(4, 900, 8191) < rs_key_translucent(4, 899, 0)); /* far items sort first */
    CHECK(rs_key_translucent(4, 900, 3) < rs_key_translucent(4, 900, 4));
    CHECK(rs_key_opaque(2, 0xFFFFFFFFu, 0xFFFFFFFFu, RS_BY_MATERIAL) <
          rs_key_opaque(3, 0, 0, RS_BY_MATERIAL)); /* clamped */
    CHECK(rs_key_translucent(4, 0, 0xFFFFFFFFu) < rs_key_opaque(5, 0, 0, RS_BY_MATERIAL));
}

/* Opaque items give the same picture in any order. */
TEST(raster_sorted_scene_has_the_same_pixels) {
    enum { COUNT = 40 };
    static rs_sort_entry entries[COUNT], other[COUNT];
    uint32_t hash[4];
    for (int order = 0; order < 4; order++) {
        rs_sort_entry *sorted;
        rs_frame *frame;
        uint32_t state = 12;
        mat34 models[COUNT];
        uint8_t colours[COUNT];
        scene_make(&scene, RS_PAL8);
        for (uint32_t i = 0; i < COUNT; i++) {
            double z = -4.0 * i / COUNT;
            models[i] = scene_turn((ang16)next(&state), (ang16)next(&state));
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) models[i].m[r][c] /= 16;
            }
            models[i].m[0][3] = (fx)(unit(&state) * 65536);
            models[i].m[1][3] = (fx)(unit(&state) * 50000);
            models[i].m[2][3] = (fx)(z * 65536);
            colours[i] = (uint8_t)(next(&state) % 8 * 30);
            entries[i].index = i;
            entries[i].key =
                order == 1   ? rs_key_opaque(2, colours[i], (uint32_t)(2000 - z * 1000), RS_BY_MATERIAL)
                : order == 2 ? rs_key_opaque(2, colours[i], (uint32_t)(2000 - z * 1000), RS_NEAR_FIRST)
                             : rs_key_translucent(4, (uint32_t)(2000 - z * 1000), 0);
        }
        sorted = order == 0 ? entries : rs_sort(entries, other, COUNT);
        frame = big_begin(SCENE_WIDTH, SCENE_HEIGHT, &scene.camera);
        for (int i = 0; i < COUNT; i++) {
            rs_material material = scene.material;
            material.index = colours[sorted[i].index];
            CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &models[sorted[i].index], &material), RS_OK);
        }
        scene_draw(&scene, frame, RS_PAL8, SCENE_HEIGHT);
        hash[order] = scene_hash(&scene, RS_PAL8);
    }
    for (int order = 1; order < 4; order++) CHECK_EQ(hash[order], hash[0]);
}

/* ---- clipping ---- */

static rs_clip_vertex corner(double x, double y, double z, double r, double g, double b) {
    rs_clip_vertex v;
    memset(&v, 0, sizeof v);
    v.x = (int32_t)lrint(x * 65536);
    v.y = -(int32_t)lrint(y * 65536);
    v.w = -(int32_t)lrint(z * 65536);
    v.u = (int32_t)lrint(r * 16);
    v.v = (int32_t)lrint(g * 16);
    v.light = (int32_t)lrint(b * 16);
    return v;
}

static bool is(const rs_clip_vertex *v, double x, double y, double z) {
    return fabs(v->x / 65536.0 - x) < 0.0001 && fabs(-v->y / 65536.0 - y) < 0.0001 &&
           fabs(-v->w / 65536.0 - z) < 0.0001;
}

static rs_frame *clip_frame(double near, double far) {
    rs_camera camera = scene.camera;
    camera.near_plane = (fx)(near * 65536);
    camera.far_plane = (fx)(far * 65536);
    return big_begin(240, 160, &camera);
}

TEST(raster_clip_vectors_at_the_near_plane) {
    static const double edges[2][6] = {{0, 0, -2, 4, 2, 0.5}, {0, 0, -4, 3, 3, -0.25}},
                        cuts[2][3] = {{1.6, 0.8, -1}, {2.4, 2.4, -1}};
    rs_clip_vertex p[9];
    rs_frame *frame;
    scene_make(&scene, RS_PAL8);
    frame = clip_frame(1, 100);
    p[0] = corner(-1, 0, -3, 255, 0, 0), p[1] = corner(1, 0, -3, 0, 255, 0),
    p[2] = corner(0, 1, 1, 0, 0, 255);
    CHECK_EQ(rs_outcode(frame, &p[0]) | rs_outcode(frame, &p[1]), 0);
    CHECK(rs_outcode(frame, &p[2]) & RS_OUT_NEAR);
    CHECK_EQ(rs_clip(frame, p, RS_OUT_NEAR), 4);
    {
        int left = -1, right = -1, a = -1, b = -1;
        for (int i = 0; i < 4; i++) {
            if (is(&p[i], -0.5, 0.5, -1)) left = i;
            if (is(&p[i], 0.5, 0.5, -1)) right = i;
            if (is(&p[i], -1, 0, -3)) a = i;
            if (is(&p[i], 1, 0, -3)) b = i;
        }
        CHECK(left >= 0 && right >= 0 && a >= 0 && b >= 0);
        if (left < 0 || right < 0 || a < 0 || b < 0) return;
        CHECK_EQ((b - a) & 3, 1); /* A, B, right, left: the winding stays */
        CHECK_EQ((right - b) & 3, 1);
        CHECK(p[right].u == 0 && p[right].v == 127 * 16 + 8 && p[right].light == 127 * 16 + 8);
        CHECK(p[left].u == 127 * 16 + 8 && p[left].v == 0 && p[left].light == 127 * 16 + 8);
    }
    for (int i = 0; i < 2; i++) {
        const double *e = edges[i];
        int found = 0, count;
        p[0] = corner(e[0], e[1], e[2], 0, 0, 0), p[1] = corner(e[3], e[4], e[5], 0, 0, 0),
        p[2] = corner(e[0], e[1] - 1, e[2], 0, 0, 0);
        count = rs_clip(frame, p, RS_OUT_NEAR);
        for (int k = 0; k < count; k++) found += is(&p[k], cuts[i][0], cuts[i][1], cuts[i][2]);
        CHECK_EQ(found, 1);
    }
}

typedef struct real_vertex {
    double x, y, w, a;
} real_vertex;

static double real_distance(const rs_frame *frame, const real_vertex *v, int plane) {
    double guard = RS_GUARD_BAND * 256.0 / frame->scale;
    switch (1 << plane) {
    case RS_OUT_NEAR:
        return v->w - frame->camera.near_plane / 65536.0;
    case RS_OUT_FAR:
        return frame->camera.far_plane / 65536.0 - v->w;
    case RS_OUT_LEFT:
        return guard * v->w + v->x;
    case RS_OUT_RIGHT:
        return guard * v->w - v->x;
    case RS_OUT_TOP:
        return guard * v->w + v->y;
    default:
        return guard * v->w - v->y;
    }
}

static int real_clip(const rs_frame *frame, real_vertex p[9]) {
    int count = 3;
    for (int plane = 0; plane < RS_PLANES && count > 0; plane++) {
        real_vertex cut[12];
        int out = 0;
        for (int i = 0; i < count; i++) {
            const real_vertex *a = &p[i], *b = &p[(i + 1) % count];
            double da = real_distance(frame, a, plane), db = real_distance(frame, b, plane),
                   t = da / (da - db);
            if (da >= 0) cut[out++] = *a;
            if ((da < 0) != (db < 0)) {
                cut[out++] = (real_vertex){a->x + (b->x - a->x) * t, a->y + (b->y - a->y) * t,
                                           a->w + (b->w - a->w) * t, a->a + (b->a - a->a) * t};
            }
        }
        count = out;
        memcpy(p, cut, sizeof cut[0] * (size_t)(out < 9 ? out : 9));
    }
    return count < 3 ? 0 : count;
}

static double real_area(const real_vertex *p, int count) {
    double s[3] = {0, 0, 0};
    for (int i = 1; i + 1 < count; i++) {
        double a[3] = {p[i].x - p[0].x, p[i].y - p[0].y, p[i].w - p[0].w},
               b[3] = {p[i + 1].x - p[0].x, p[i + 1].y - p[0].y, p[i + 1].w - p[0].w};
        for (int k = 0; k < 3; k++) s[k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    }
    return sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) / 2;
}

/* Random triangles across every plane and corner are clipped as in double: their area, and an attribute that
 * is linear in space. */
TEST(raster_clip_keeps_area_and_attributes) {
    uint32_t state = 44;
    double worst_area = 0, worst_attribute = 0;
    int clipped = 0, most = 0, behind = 0;
    rs_frame *frame;
    scene_make(&scene, RS_PAL8);
    frame = clip_frame(1, 40);
    for (int i = 0; i < 100000; i++) {
        rs_clip_vertex p[9];
        real_vertex q[12];
        int planes = 0, count, exact, all = ~0;
        double area, whole;
        for (int k = 0; k < 3; k++) {
            double z = -20 + 40 * unit(&state), x = unit(&state) * 150, y = unit(&state) * 150;
            p[k] = corner(x, y, z, 0, 0, 0);
            p[k].light = between(&state, 0, 65535);
            q[k] = (real_vertex){p[k].x / 65536.0, p[k].y / 65536.0, p[k].w / 65536.0, p[k].light};
            planes |= rs_outcode(frame, &p[k]);
            all &= rs_outcode(frame, &p[k]);
        }
        if (planes == 0 || all != 0) continue;
        count = rs_clip(frame, p, planes);
        exact = real_clip(frame, q);
        area = real_area(q, exact);
        if (count > most) most = count;
        clipped += count > 0;
        {
            real_vertex mine[9];
            for (int k = 0; k < count; k++) {
                mine[k] = (real_vertex){p[k].x / 65536.0, p[k].y / 65536.0, p[k].w / 65536.0, p[k].light};
                behind += p[k].w < frame->camera.near_plane - 2;
            }
            whole = real_area(mine, count);
            if (area > 1 && fabs(whole - area) / area > worst_area) worst_area = fabs(whole - area) / area;
            for (int k = 0; k < count && area > 1;
                 k++) { /* each corner has a corner of the exact polygon beside it */
                double best = 1e9, attribute = 1e9;
                for (int c = 0; c < exact; c++) {
                    double d = fabs(mine[k].x - q[c].x) + fabs(mine[k].y - q[c].y) + fabs(mine[k].w - q[c].w);
                    if (d < best) best = d, attribute = fabs(mine[k].a - q[c].a);
                }
                if (best < 0.001 && attribute > worst_attribute) worst_attribute = attribute;
            }
        }
    }
    TEST_INFO("%d polygons, at most %d corners; area within %.5f, attributes within %.2f of 65536", clipped,
              most, worst_area, worst_attribute);
    CHECK(clipped > 20000);
    CHECK(most <= 9 && most >= 6);
    CHECK_EQ(behind, 0);
    CHECK(worst_area < 0.001);
    CHECK(worst_attribute <= 256); /* 1 LSB of 8 bits */
}

/* Clips triangles anywhere in a cube of 2000 m about the camera. */
TEST(raster_clip_survives_a_hundred_thousand_triangles) {
    uint32_t state = 4, submitted = 0;
    scene_make(&scene, RS_PAL8);
    scene.mesh.exponent = 11;
    scene.mesh.radius = FX(1774);
    scene.camera.world_to_view.m[2][3] = 0;
    scene.camera.far_plane = FX(800);
    scene.material.two_sided = true;
    while (submitted < 100000) {
        mat34 model = m34_identity();
        rs_frame *frame = scene_begin(&scene, RS_PAL8, 16);
        rs_stats stats;
        const uint16_t *depth = scene.depth + GUARD;
        uint32_t farthest = 0;
        for (int i = 0; i < 3 * SPHERE_VERTICES; i++)
            scene.positions[i] = (int16_t)between(&state, -32000, 32000);
        for (uint32_t i = 0; i < 3 * scene.mesh.triangle_count; i++)
            scene.indices[i] = (uint16_t)between(&state, 0, SPHERE_VERTICES - 1);
        CHECK(rs_mesh_valid(&scene.mesh));
        scene.material.texture = submitted & 8 ? &scene.texture : NULL;
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &scene.material), RS_OK);
        rs_frame_stats(frame, &stats);
        CHECK(stats.clipped > 0);
        for (uint32_t i = 0; i < frame->item_count; i++) {
            const rs_item *item = rs_item_at(frame, i);
            const rs_vertex *v = draw_of(frame, item)->vertices;
            const uint16_t index[3] = {item->a, item->b, item->c};
            for (int k = 0; k < 3; k++) {
                CHECK(abs(v[index[k]].x - frame->centre_x) <= RS_GUARD_BAND &&
                      abs(v[index[k]].y - frame->centre_y) <= RS_GUARD_BAND);
                if (v[index[k]].z > farthest) farthest = v[index[k]].z;
            }
        }
        CHECK(farthest <= (uint32_t)RS_DEPTH_MOST);
        scene_draw(&scene, frame, RS_PAL8, 16);
        for (int p = 0; p < SCENE_WIDTH * SCENE_HEIGHT; p++)
            CHECK(depth[p] == 65535 || depth[p] <= RS_DEPTH_FAR);
        submitted += stats.submitted;
    }
    TEST_INFO("%u triangles", (unsigned)submitted);
}

/* ---- perspective ---- */

/* The texel coordinate u at pixel x of a row from depth 1 at x = 0 to `ratio` at x = width, u from 0 to
 * `texels`. */
static double row_texel(double ratio, int log2_size, int width, int mapping, double *worst) {
    rs_vertex v[3] = {{0, 0, 0}, {0, 64 * 16, 0}, {(int16_t)(width * 16), 0, 0}};
    const uint32_t inverse_w[3] = {536870912u, 536870912u, (uint32_t)floor(536870912.0 / ratio + 0.5)};
    const int16_t uvs[6] = {0, 0, 0, 0, 4096, 0};
    double texels = 1 << log2_size, middle = -1;
    rs_item item = {.a = 0, .b = 1, .c = 2};
    rs_band band;
    rs_draw draw;
    rs_scan scan;
    rs_perspective p;
    rs_affine affine;
    int x;
    memset(&band, 0, sizeof band);
    memset(&draw, 0, sizeof draw);
    band.width = band.pitch = 1024;
    band.end = 1;
    draw.vertices = v;
    draw.inverse_w = inverse_w;
    draw.uvs = uvs;
    draw.log2_width = draw.log2_height = (uint8_t)log2_size;
    draw.span = mapping == RS_PIXEL ? 1 : 8;
    *worst = 0;
    if (!rs_scan_begin(&scan, v, &item, &band)) return -1;
    rs_perspective_begin(&p, &draw, &scan);
    rs_affine_begin(&affine, &draw, &scan);
    if (!rs_scan_rows(&scan, &band)) return -1;
    x = scan.spans[0].x;
    rs_perspective_row(&p, (uint32_t)x, 0, scan.spans[0].count);
    while (rs_perspective_part(&p)) {
        uint32_t u = p.u;
        for (int n = 0; n < p.count; n++, x++, u += p.du) {
            /* the row's centre line lies 1/2 down the triangle of 64 lines: exact barycentric weights */
            double c = (x + 0.5) / width, b = 0.5 / 64, a = 1 - b - c, q = a + b + c / ratio,
                   exact = c / ratio / q * texels;
            double found =
                mapping == RS_AFFINE
                    ? (double)(int32_t)(affine.u.origin + (uint32_t)affine.u.dx * (uint32_t)x) / 65536
                    : (double)u / 65536.0;
            double error = fabs(found - exact);
            if (error > texels / 2) error = fabs(error - texels);
            if (error > *worst) *worst = error;
            if (x == width / 2) middle = found;
        }
    }
    return middle;
}

TEST(raster_perspective_vectors) {
    double worst, middle;
    middle = row_texel(3, 6, 240, RS_PIXEL,
                       &worst); /* u = 0.25 of 64 texels half-way; half a pixel further to the right */
    CHECK(fabs(middle - 16) < 0.15);
    CHECK(worst <= 1.0 / 16);
    middle = row_texel(4, 6, 240, RS_PIXEL, &worst);
    CHECK(fabs(middle - 12.8) < 0.15);
    CHECK(worst <= 1.0 / 16);
    middle = row_texel(4, 6, 240, RS_SPAN, &worst);
    CHECK(worst <= 0.5);
    middle = row_texel(4, 6, 240, RS_AFFINE, &worst);
    TEST_INFO("straight: %.2f texels off", worst);
    CHECK(worst > 21 && worst < 21.5);
    middle = row_texel(1000, 10, 240, RS_PIXEL, &worst);
    TEST_INFO("depths 1 to 1000 over 1024 texels: %.4f texels", worst);
    CHECK(worst <= 0.03);
}

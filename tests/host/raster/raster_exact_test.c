/* The rasterizer against exact arithmetic and double: coverage at scale, perspective, light. */
#include <math.h>

#include "raster/list/list.h"
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

static int64_t side(const rs_vertex *a, const rs_vertex *b, int64_t x, int64_t y) {
    return ((int64_t)b->y - a->y) * (x - a->x) - ((int64_t)b->x - a->x) * (y - a->y);
}

/* The exact span of a row: first and one past the last pixel whose centre is inside or on a top or left
 * edge. */
static void exact_row(const rs_vertex v[3], int row, int width, int *from, int *to) {
    int64_t y = 16 * row + 8, low = 0, high = width;
    for (int i = 0; i < 3; i++) {
        const rs_vertex *a = &v[i], *b = &v[i == 2 ? 0 : i + 1];
        int64_t dy = (int64_t)b->y - a->y, dx = (int64_t)b->x - a->x;
        bool edge_belongs = dy > 0 || (dy == 0 && dx < 0);
        /* side = dy (16 x + 8 - ax) - dx (y - ay) must be > 0, or >= 0 where the edge belongs */
        int64_t n = dx * (y - a->y) - dy * (8 - (int64_t)a->x) + (edge_belongs ? 0 : 1), d = 16 * dy;
        if (dy > 0) { /* x >= n / d */
            int64_t first = n > 0 ? (n + d - 1) / d : -(-n / d);
            if (first > low) low = first;
        } else if (dy < 0) { /* x <= n / d with d < 0: x <= -n / |d| */
            int64_t m = -n, e = -d, last = m >= 0 ? m / e : -((-m + e - 1) / e);
            if (last + 1 < high) high = last + 1;
        } else if (n > 0) {
            high = low;
        }
    }
    *from = (int)low;
    *to = (int)(high > low ? high : low);
}

TEST(raster_exact_coverage_of_a_million_triangles) {
    uint32_t state = 2024;
    int64_t wrong = 0, rows = 0;
    for (int i = 0; i < TEST_ROUNDS(1000000); i++) {
        static const int sizes[] = {20, 90, 300, 500, 1200, 12000};
        int size = sizes[i % 6], cx = between(&state, -2000, 6000), cy = between(&state, -2000, 6000), first,
            last;
        rs_item item = {.a = 0, .b = 1, .c = 2};
        rs_band band = {.width = 240, .pitch = 240, .end = 160};
        rs_vertex v[3];
        rs_scan scan;
        int64_t area;
        for (int k = 0; k < 3; k++) {
            v[k].x = (int16_t)(cx + between(&state, -size, size));
            v[k].y = (int16_t)(cy + between(&state, -size, size));
            v[k].z = 0;
        }
        if ((next(&state) & 7u) == 0) v[2].x = (int16_t)(v[1].x + between(&state, -1, 1));
        if ((next(&state) & 15u) == 0) v[1].y = v[0].y;
        area = side(&v[0], &v[1], v[2].x, v[2].y);
        if (area == 0) continue;
        if (area < 0) {
            rs_vertex swap = v[1];
            v[1] = v[2];
            v[2] = swap;
        }
        if (!rs_scan_begin(&scan, v, &item, &band)) continue;
        first = scan.row;
        last = first;
        while (rs_scan_rows(&scan, &band)) {
            for (int row = 0; row < scan.rows; row++, last++) {
                int from, to, count = scan.spans[row].count > 0 ? scan.spans[row].count : 0;
                exact_row(v, scan.row + row, 240, &from, &to);
                rows++;
                if (count != to - from || (count > 0 && scan.spans[row].x != from)) wrong++;
            }
        }
        if (i % 16 == 0) { /* no row is missing */
            for (int row = 0; row < 160; row++) {
                int from, to;
                if (row >= first && row < last) continue;
                exact_row(v, row, 240, &from, &to);
                if (to > from) wrong++;
            }
        }
    }
    TEST_INFO("%lld rows, %lld differ", (long long)rows, (long long)wrong);
    CHECK_EQ(wrong, 0);
    CHECK(rows > TEST_ROUNDS(3000000));
}

/* Texture coordinates of perspective spans against exact ones, over random triangles of a depth ratio up to `ratio`. */
static double worst_texel_error(int span, double ratio, int log2_size, int size) {
    uint32_t state = 99;
    double worst = 0;
    for (int i = 0; i < 3000; i++) {
        rs_item item = {.a = 0, .b = 1, .c = 2};
        rs_band band = {.width = 240, .pitch = 240, .end = 160};
        rs_vertex v[3];
        uint32_t inverse_w[3];
        int16_t uvs[6];
        rs_draw draw;
        rs_scan scan;
        rs_perspective p;
        double w[3], area;
        memset(&draw, 0, sizeof draw);
        for (int k = 0; k < 3; k++) {
            v[k].x = (int16_t)between(&state, 0, size * 16);
            v[k].y = (int16_t)between(&state, 0, size * 2 / 3 * 16);
            v[k].z = 0;
            w[k] = pow(ratio, between(&state, 0, 1000) / 1000.0);
            inverse_w[k] = (uint32_t)floor(536870912.0 / w[k] + 0.5);
            uvs[2 * k] = (int16_t)between(&state, -4096, 4096);
            uvs[2 * k + 1] = (int16_t)between(&state, -4096, 4096);
        }
        area = (double)side(&v[0], &v[1], v[2].x, v[2].y);
        if (area < 0) {
            rs_vertex swap = v[1];
            v[1] = v[2], v[2] = swap;
            {
                double t = w[1];
                w[1] = w[2], w[2] = t;
            }
            {
                uint32_t t = inverse_w[1];
                inverse_w[1] = inverse_w[2], inverse_w[2] = t;
            }
            for (int k = 0; k < 2; k++) {
                int16_t t = uvs[2 + k];
                uvs[2 + k] = uvs[4 + k], uvs[4 + k] = t;
            }
            area = -area;
        }
        if (area < (size < 100 ? 32.0 * size * size : 256.0 * 400))
            continue; /* slivers have no texture to speak of */
        draw.vertices = v;
        draw.inverse_w = inverse_w;
        draw.uvs = uvs;
        draw.log2_width = draw.log2_height = (uint8_t)log2_size;
        draw.span = (uint8_t)span;
        if (!rs_scan_begin(&scan, v, &item, &band)) continue;
        rs_perspective_begin(&p, &draw, &scan);
        while (rs_scan_rows(&scan, &band)) {
            for (int row = 0; row < scan.rows; row++) {
                int x = scan.spans[row].x, y = scan.row + row;
                if (scan.spans[row].count <= 0) continue;
                rs_perspective_row(&p, (uint32_t)x, (uint32_t)y, scan.spans[row].count);
                while (rs_perspective_part(&p)) {
                    uint32_t u = p.u, t = p.v;
                    for (int n = 0; n < p.count; n++, x++, u += p.du, t += p.dv) {
                        double sum = 0, su = 0, sv = 0, texels = (double)(1 << log2_size);
                        for (int k = 0; k < 3; k++) {
                            const rs_vertex *a = &v[(k + 1) % 3], *b = &v[(k + 2) % 3];
                            double l = (double)side(a, b, 16 * x + 8, 16 * y + 8) / area / w[k];
                            sum += l;
                            su += l * uvs[2 * k] / 4096.0;
                            sv += l * uvs[2 * k + 1] / 4096.0;
                        }
                        su = su / sum * texels - (double)(int32_t)u / 65536.0;
                        sv = sv / sum * texels - (double)(int32_t)t / 65536.0;
                        su -= floor(su / texels + 0.5) * texels; /* modulo the texture */
                        sv -= floor(sv / texels + 0.5) * texels;
                        if (fabs(su) > worst) worst = fabs(su);
                        if (fabs(sv) > worst) worst = fabs(sv);
                    }
                }
            }
        }
    }
    return worst;
}

TEST(raster_perspective_is_exact_at_every_pixel_when_asked) {
    double error = worst_texel_error(1, 10.0, 6, 240), small = worst_texel_error(1, 10.0, 10, 32);
    TEST_INFO("PIXEL: %.4f texels; 1024 texels on 32 pixels %.4f", error, small);
    CHECK(error <= 1.0 / 16);
    CHECK(small <= 1.0 / 16);
}

TEST(raster_perspective_spans_stay_within_half_a_texel) {
    double gentle = worst_texel_error(8, 2.0, 6, 240), steep = worst_texel_error(8, 16.0, 8, 240),
           small = worst_texel_error(8, 10.0, 10, 32), even = worst_texel_error(8, 1.0, 10, 32);
    TEST_INFO("SPAN: 64 texels, depth ratio 2: %.3f texels; 256 texels, ratio 16: %.3f texels; 1024 texels "
              "on 32 pixels %.3f, evenly %.3f",
              gentle, steep, small, even);
    CHECK(gentle <= 0.5);
    CHECK(steep <= 0.5);
    CHECK(small <= 0.5);
    CHECK(even <= 1.0 / 32);
}

/* Texture error of triangles without perspective correction, at depth ratios that just about allow straight
 * coordinates for the texture's size. */
TEST(raster_triangles_without_perspective_stay_within_half_a_texel) {
    uint32_t state = 5, straight = 0, bent = 0;
    double worst = 0;
    for (int i = 0; i < 40000; i++) {
        rs_item item = {.a = 0, .b = 1, .c = 2};
        rs_band band = {.width = 240, .pitch = 240, .end = 160};
        rs_vertex v[3];
        uint32_t inverse_w[3], order[3] = {0, 1, 2};
        int16_t uvs[6];
        rs_draw draw;
        rs_scan scan;
        rs_affine p;
        int log2_size = between(&state, 4, 9), size = between(&state, 6, 60),
            extent = between(&state, 20, 4000);
        double w[3], area, ratio = 1 + between(&state, 1, 24000) / (double)(extent << log2_size);
        memset(&draw, 0, sizeof draw);
        for (int k = 0; k < 3; k++) {
            v[k] = (rs_vertex){(int16_t)(160 + between(&state, 0, size * 16)),
                               (int16_t)(160 + between(&state, 0, size * 16)), 0};
            w[k] = pow(ratio, between(&state, 0, 1000) / 1000.0);
            uvs[2 * k] = (int16_t)between(&state, 0, extent);
            uvs[2 * k + 1] = (int16_t)between(&state, 0, extent);
        }
        area = (double)side(&v[0], &v[1], v[2].x, v[2].y);
        if (area < 0) order[1] = 2, order[2] = 1, area = -area;
        if (area < 256.0 * 20) continue;
        item.b = (uint16_t)order[1], item.c = (uint16_t)order[2];
        for (int k = 0; k < 3; k++) inverse_w[k] = (uint32_t)floor(536870912.0 / w[k] + 0.5);
        draw.vertices = v;
        draw.inverse_w = inverse_w;
        draw.uvs = uvs;
        draw.log2_width = draw.log2_height = (uint8_t)log2_size;
        if (rs_perspective_shows(&draw, &item)) {
            bent++;
            continue;
        }
        straight++;
        if (!rs_scan_begin(&scan, v, &item, &band)) continue;
        rs_affine_begin(&p, &draw, &scan);
        while (rs_scan_rows(&scan, &band)) {
            for (int row = 0; row < scan.rows; row++) {
                for (int n = 0; n < scan.spans[row].count; n++) {
                    const int x = scan.spans[row].x + n, y = scan.row + row;
                    double sum = 0, su = 0, sv = 0, texels = (double)(1 << log2_size);
                    for (int k = 0; k < 3; k++) {
                        const rs_vertex *a = &v[order[(k + 1) % 3]], *b = &v[order[(k + 2) % 3]];
                        double l = (double)side(a, b, 16 * x + 8, 16 * y + 8) / area / w[order[k]];
                        sum += l;
                        su += l * uvs[2 * order[k]] / 4096.0;
                        sv += l * uvs[2 * order[k] + 1] / 4096.0;
                    }
                    su = su / sum * texels - (double)(int32_t)(p.u.origin + (uint32_t)p.u.dx * (uint32_t)x +
                                                               (uint32_t)p.u.dy * (uint32_t)y) /
                                                 65536.0;
                    sv = sv / sum * texels - (double)(int32_t)(p.v.origin + (uint32_t)p.v.dx * (uint32_t)x +
                                                               (uint32_t)p.v.dy * (uint32_t)y) /
                                                 65536.0;
                    if (fabs(su) > worst) worst = fabs(su);
                    if (fabs(sv) > worst) worst = fabs(sv);
                }
            }
        }
    }
    TEST_INFO("%u triangles without perspective, %u with: %.3f texels", (unsigned)straight, (unsigned)bent,
              worst);
    CHECK(straight > 5000 && bent > 1000);
    CHECK(worst <= 0.5);
    CHECK(worst > 0.4);
}

/* The nearer of two random triangles, pixel by pixel: by depth codes and exactly. Wrong orders and equal
 * codes are counted; a wrong order may only be found where the exact codes differ by less than one. */
TEST(raster_depth_order_errors_are_counted) {
    enum { NEAR = 1, FAR = 100 };
    uint32_t state = 4711;
    int64_t pixels = 0, inverted = 0, equal = 0;
    double worst_codes = 0, worst_metres = 0;
    for (int i = 0; i < TEST_ROUNDS(4000); i++) {
        rs_band band = {.width = 240, .pitch = 240, .end = 160};
        rs_plane plane[2];
        rs_vertex v[2][3];
        double q[2][3], area[2];
        static uint8_t both[240 * 160];
        memset(both, 0, sizeof both);
        for (int t = 0; t < 2; t++) {
            rs_item item = {.a = 0, .b = 1, .c = 2};
            rs_scan scan;
            double base = 1.5 * pow(50, between(&state, 0, 1000) / 1000.0);
            for (int k = 0; k < 3; k++) {
                double d = base * (1 + between(&state, 0, 1000) / 3000.0), code;
                v[t][k].x = (int16_t)between(&state, 0, 3840), v[t][k].y = (int16_t)between(&state, 0, 2560);
                if (t == 1 && (i & 1)) /* the second triangle is close to the first one */
                    d = 1 / (q[0][k] * (1 - between(&state, -50, 50) / 40000.0));
                if (t == 1 && (i & 1)) v[t][k].x = v[0][k].x, v[t][k].y = v[0][k].y;
                code = 65534.0 * FAR / (FAR - NEAR) * (1 - NEAR / d);
                v[t][k].z = (uint32_t)floor(code * 8192 + 0.5);
                q[t][k] = 1 / d;
            }
            area[t] = (double)side(&v[t][0], &v[t][1], v[t][2].x, v[t][2].y);
            if (area[t] < 0) {
                rs_vertex swap = v[t][1];
                double other = q[t][1];
                v[t][1] = v[t][2], v[t][2] = swap;
                q[t][1] = q[t][2], q[t][2] = other;
                area[t] = -area[t];
            }
            if (area[t] < 256.0 * 100 || !rs_scan_begin(&scan, v[t], &item, &band)) break;
            plane[t] = rs_plane_through(&scan, (int32_t)v[t][scan.order[0]].z, (int32_t)v[t][scan.order[1]].z,
                                        (int32_t)v[t][scan.order[2]].z);
            while (rs_scan_rows(&scan, &band)) {
                for (int row = 0; row < scan.rows; row++) {
                    for (int n = 0; n < scan.spans[row].count; n++)
                        both[(scan.row + row) * 240 + scan.spans[row].x + n] |= (uint8_t)(1 << t);
                }
            }
        }
        for (int p = 0; p < 240 * 160; p++) {
            int x = p % 240, y = p / 240, code[2];
            double exact[2], metres;
            if (both[p] != 3) continue;
            for (int t = 0; t < 2; t++) {
                double sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += (double)side(&v[t][(k + 1) % 3], &v[t][(k + 2) % 3], 16 * x + 8, 16 * y + 8) /
                           area[t] * q[t][k];
                exact[t] = sum;
                code[t] = (int)((plane[t].origin + (uint32_t)plane[t].dx * (uint32_t)x +
                                 (uint32_t)plane[t].dy * (uint32_t)y) >>
                                RS_DEPTH_SHIFT);
            }
            pixels++;
            metres = fabs(1 / exact[0] - 1 / exact[1]);
            if (code[0] == code[1]) {
                equal++;
            } else if ((code[0] < code[1]) != (exact[0] > exact[1])) {
                double codes = fabs(exact[0] - exact[1]) * 65534.0 * FAR / (FAR - NEAR);
                inverted++;
                if (codes > worst_codes) worst_codes = codes;
                if (metres > worst_metres) worst_metres = metres;
            }
        }
    }
    TEST_INFO("depth order of %lld pixels: %lld wrong (%.5f %%), %lld of one code (%.4f %%); the worst %.3f "
              "codes, %.4f m apart",
              (long long)pixels, (long long)inverted, 100.0 * (double)inverted / (double)pixels,
              (long long)equal, 100.0 * (double)equal / (double)pixels, worst_codes, worst_metres);
    CHECK(pixels > TEST_ROUNDS(1000000));
    CHECK(worst_codes < 0.05);
    CHECK(inverted * 1000 < pixels);
}

/* Light at vertices against double: ambient, directional and point light. */
TEST(raster_light_agrees_with_double) {
    double worst = 0;
    rs_frame *frame;
    rs_model_light light;
    mat34 model, to_view;
    scene_make(&scene, RS_PAL8);
    for (int turn = 0; turn < 40; turn++) {
        frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
        model = scene_turn((ang16)(turn * 1777), (ang16)(turn * 911));
        model.m[0][3] = FX(0.3);
        to_view = m34_mul(&scene.camera.world_to_view, &model);
        rs_light_prepare(&light, frame, &scene.mesh, &to_view, &model, &scene.material);
        for (uint32_t i = 0; i < SPHERE_VERTICES; i++) {
            double n[3], p[3], sum = 50.0 / 255, dot = 0, d2 = 0, to[3];
            for (int r = 0; r < 3; r++) {
                n[r] = p[r] = 0;
                for (int k = 0; k < 3; k++) {
                    n[r] += model.m[r][k] / 65536.0 * scene.normals[4 * i + (uint32_t)k] / 127.0;
                    p[r] += model.m[r][k] / 65536.0 * scene.positions[3 * i + (uint32_t)k] / 32768.0;
                }
                p[r] += model.m[r][3] / 65536.0;
            }
            dot = -(n[0] * -0.48 + n[1] * -0.6 + n[2] * -0.64);
            if (dot > 0) sum += dot * 180 / 255;
            to[0] = -1.5 - p[0], to[1] = 0.5 - p[1], to[2] = 1.0 - p[2];
            for (int k = 0; k < 3; k++) d2 += to[k] * to[k];
            dot = (n[0] * to[0] + n[1] * to[1] + n[2] * to[2]) / sqrt(d2);
            if (dot > 0 && d2 < 9) sum += dot * (1 - d2 / 9) * 120 / 255;
            sum = sum * 256 -
                  rs_light_at(&light, scene.positions + 3 * i, scene.normals + 4 * i, false) / 128.0;
            if (fabs(sum) > worst) worst = fabs(sum);
        }
    }
    TEST_INFO("light error %.3f of 256", worst);
    CHECK(worst <= 1.5);
}

/* Per-pixel light with interpolated normals against double, at the angle between two normals of a coarse mesh. */
TEST(raster_phong_light_agrees_with_double) {
    static const int8_t normals[12] = {0, 0, 127, 0, 90, 0, 90, 0, 0, 90, 90, 0};
    rs_vertex v[3] = {{0, 0, 0}, {0, 1600, 0}, {1600, 0, 0}};
    uint16_t lights[3] = {40 << RS_VERTEX_LIGHT, 40 << RS_VERTEX_LIGHT, 40 << RS_VERTEX_LIGHT};
    uint8_t highlight[256];
    rs_item item = {.a = 0, .b = 1, .c = 2};
    rs_band band = {.width = 128, .pitch = 128, .end = 128};
    rs_draw draw;
    rs_scan scan;
    rs_phong phong;
    double worst = 0;
    rs_highlight_build(150, 4, highlight);
    memset(&draw, 0, sizeof draw);
    draw.vertices = v;
    draw.lights = lights;
    draw.normals = normals;
    draw.highlight = highlight;
    draw.intensity = 200;
    draw.light[0] = 9830, draw.light[1] = 0, draw.light[2] = 13107; /* (0.6, 0, 0.8) */
    draw.half[0] = 5181, draw.half[1] = 0, draw.half[2] = 15543;    /* half-way to (0, 0, 1) */
    CHECK(rs_scan_begin(&scan, v, &item, &band));
    rs_phong_begin(&phong, &draw, &scan);
    while (rs_scan_rows(&scan, &band)) {
        for (int row = 0; row < scan.rows; row++) {
            int y = scan.row + row;
            for (int x = scan.spans[row].x, i = 0; i < scan.spans[row].count; i++, x++) {
                double c = (16 * x + 8) / 1600.0, b = (16 * y + 8) / 1600.0, a = 1 - b - c, n[3], l, h,
                       light = 40;
                for (int k = 0; k < 3; k++) n[k] = a * normals[k] + b * normals[4 + k] + c * normals[8 + k];
                l = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
                h = (n[0] * draw.half[0] + n[2] * draw.half[2]) / 16384 / l;
                l = (n[0] * draw.light[0] + n[2] * draw.light[2]) / 16384 / l;
                if (l > 0) light += l * 200 + (h > 0 ? 150 * pow(h > 1 ? 1 : h, 16) : 0);
                rs_phong_at(&phong, (uint32_t)x, (uint32_t)y);
                light -= (double)rs_phong_light(&phong);
                if (fabs(light) > worst) worst = fabs(light);
            }
        }
    }
    TEST_INFO("Phong error %.2f of 256", worst);
    CHECK(worst <= 2.5);
}

/* A sphere, a palette, textures and targets for the rasterizer's tests, made by integer arithmetic on every machine. */
#ifndef OXCART_TESTS_RASTER_SCENE_H
#define OXCART_TESTS_RASTER_SCENE_H

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/matrix.h"
#include "raster/frame.h"
#include "tests/test.h"

enum {
    SPHERE_COLUMNS = 12,
    SPHERE_ROWS = 8,
    SPHERE_VERTICES = (SPHERE_COLUMNS + 1) * (SPHERE_ROWS + 1),
    SPHERE_TRIANGLES = SPHERE_COLUMNS * (SPHERE_ROWS * 2 - 2),
    SCENE_WIDTH = 96,
    SCENE_HEIGHT = 72,
    GUARD = 64
};

typedef struct raster_scene {
    int16_t positions[SPHERE_VERTICES * 3];
    int8_t normals[SPHERE_VERTICES * 4];
    int16_t uvs[SPHERE_VERTICES * 2];
    uint16_t indices[SPHERE_TRIANGLES * 3];
    int8_t faces[SPHERE_TRIANGLES * 4];
    rs_submesh part;
    rs_mesh mesh;
    uint32_t colours[256];
    uint16_t native[256];
    uint8_t shades[64 * 256];
    rs_palette palette;
    uint32_t ramp[RS_RAMP_ENTRIES];
    uint8_t highlight[256];
    uint32_t texels[16 * 16];
    rs_texture texture;
    rs_material material;
    rs_camera camera;
    rs_light lights[2];
    uint64_t frame[128];
    uint64_t list[12 * 1024];
    uint32_t pixels[(SCENE_WIDTH * SCENE_HEIGHT) + 2 * GUARD];
    uint16_t depth[SCENE_WIDTH * SCENE_HEIGHT + 2 * GUARD];
} raster_scene;

static inline int8_t scene_byte(fx v) { return (int8_t)((v * 127 + 32768) >> 16); }

static inline void scene_triangle(raster_scene *s, uint32_t *count, int a, int b, int c) {
    uint32_t t = (*count)++;
    int32_t sum[3];
    vec3 unit;
    const int corner[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        s->indices[3 * t + (uint32_t)i] = (uint16_t)corner[i];
        sum[i] = s->normals[4 * a + i] + s->normals[4 * b + i] + s->normals[4 * c + i];
    }
    v3_normalize(v3(sum[0] * 256, sum[1] * 256, sum[2] * 256), &unit);
    s->faces[4 * t] = scene_byte(unit.x);
    s->faces[4 * t + 1] = scene_byte(unit.y);
    s->faces[4 * t + 2] = scene_byte(unit.z);
}

/* A sphere of radius 1 at the origin, closed: its seam and poles have the same positions on both sides. */
static inline void scene_sphere(raster_scene *s) {
    uint32_t count = 0;
    for (int row = 0, i = 0; row <= SPHERE_ROWS; row++) {
        for (int column = 0; column <= SPHERE_COLUMNS; column++, i++) {
            ang16 latitude = (ang16)(row * 32768 / SPHERE_ROWS);
            ang16 longitude = (ang16)(column % SPHERE_COLUMNS * 65536 / SPHERE_COLUMNS);
            fx ring = row == 0 || row == SPHERE_ROWS ? 0 : fx_sin(latitude);
            fx p[3];
            p[0] = fx_mul(ring, fx_sin(longitude));
            p[1] = fx_cos(latitude);
            p[2] = fx_mul(ring, fx_cos(longitude));
            for (int k = 0; k < 3; k++) {
                int32_t half = (p[k] + 1) >> 1;
                s->positions[3 * i + k] = (int16_t)(half > 32767 ? 32767 : half);
                s->normals[4 * i + k] = scene_byte(p[k]);
            }
            s->uvs[2 * i] = (int16_t)(column * 4096 * 2 / SPHERE_COLUMNS);
            s->uvs[2 * i + 1] = (int16_t)(row * 4096 / SPHERE_ROWS);
        }
    }
    for (int row = 0; row < SPHERE_ROWS; row++) {
        for (int column = 0; column < SPHERE_COLUMNS; column++) {
            int a = row * (SPHERE_COLUMNS + 1) + column, b = a + SPHERE_COLUMNS + 1;
            if (row > 0) scene_triangle(s, &count, a, b, a + 1);
            if (row < SPHERE_ROWS - 1) scene_triangle(s, &count, a + 1, b, b + 1);
        }
    }
    s->part.triangle_count = count;
    s->part.vertex_count = SPHERE_VERTICES;
    s->mesh.positions = s->positions;
    s->mesh.normals = s->normals;
    s->mesh.uvs = s->uvs;
    s->mesh.indices = s->indices;
    s->mesh.faces = s->faces;
    s->mesh.parts = &s->part;
    s->mesh.vertex_count = SPHERE_VERTICES;
    s->mesh.triangle_count = count;
    s->mesh.part_count = 1;
    s->mesh.exponent = 1;
    s->mesh.radius = FX_ONE;
}

static inline void scene_colours(raster_scene *s, rs_format format) {
    for (uint32_t i = 0; i < 256; i++) {
        s->colours[i] = (i >> 5) * 36u << 16 | (i >> 2 & 7u) * 36u << 8 | (i & 3u) * 85u;
        s->native[i] =
            (uint16_t)rs_native_from_rgb(format == RS_BGR555 ? RS_BGR555 : RS_RGB565, s->colours[i]);
        for (uint32_t level = 0; level < 64; level++)
            s->shades[level * 256 + i] = (uint8_t)(i + level * 7u - 32u * 7u);
    }
    s->palette.rgb = s->colours;
    s->palette.shades = s->shades;
    s->palette.native = s->native;
    if (format != RS_PAL8) rs_ramp_build(format, 0xC08040, s->ramp);
    rs_highlight_build(180, 4, s->highlight);
    for (int i = 0; i < 256; i++) {
        int checker = ((i >> 2) ^ (i >> 6)) & 1;
        uint32_t rgb = checker ? 0xF0E0C0u : 0x305080u + (uint32_t)i;
        if (format == RS_PAL8) {
            ((uint8_t *)s->texels)[i] = (uint8_t)(checker ? 200 + (i & 15) : 40 + (i >> 4));
        } else if (format == RS_XRGB8888) {
            s->texels[i] = rgb;
        } else {
            ((uint16_t *)s->texels)[i] = (uint16_t)rs_native_from_rgb(format, rgb);
        }
    }
    s->texture.pixels = (const uint8_t *)s->texels;
    s->texture.format = (uint8_t)format;
    s->texture.log2_width = s->texture.log2_height = 4;
}

static inline void scene_make(raster_scene *s, rs_format format) {
    memset(s, 0, sizeof *s);
    scene_sphere(s);
    scene_colours(s, format);
    s->material.rgb = 0xC08040;
    s->material.ramp = format == RS_PAL8 ? NULL : s->ramp;
    s->material.index = 100;
    s->material.shading = RS_GOURAUD;
    s->camera.world_to_view = m34_identity();
    s->camera.world_to_view.m[2][3] = -FX(2.5);
    s->camera.focal = FX(1.6);
    s->camera.near_plane = FX(0.25);
    s->camera.far_plane = FX(20);
    s->lights[0].kind = RS_LIGHT_DIRECTIONAL;
    s->lights[0].intensity = 180;
    s->lights[0].vector = v3(FX(-0.48), FX(-0.6), FX(-0.64));
    s->lights[1].kind = RS_LIGHT_POINT;
    s->lights[1].intensity = 120;
    s->lights[1].vector = v3(FX(-1.5), FX(0.5), FX(1.0));
    s->lights[1].range = FX(3);
}

static inline mat34 scene_turn(ang16 yaw, ang16 pitch) {
    mat34 m = m34_identity();
    fx sy = fx_sin(yaw), cy = fx_cos(yaw), sx = fx_sin(pitch), cx = fx_cos(pitch);
    m.m[0][0] = cy, m.m[0][1] = fx_mul(sy, sx), m.m[0][2] = fx_mul(sy, cx);
    m.m[1][0] = 0, m.m[1][1] = cx, m.m[1][2] = -sx;
    m.m[2][0] = -sy, m.m[2][1] = fx_mul(cy, sx), m.m[2][2] = fx_mul(cy, cx);
    return m;
}

static inline rs_frame *scene_begin(raster_scene *s, rs_format format, int band_lines) {
    rs_target target = {SCENE_WIDTH, SCENE_HEIGHT, format, band_lines, &s->palette, 3};
    rs_block list = {s->list, sizeof s->list}, fast = {NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)s->frame;
    CHECK(rs_frame_size() <= sizeof s->frame);
    CHECK(rs_frame_begin(frame, &target, list, fast));
    CHECK_EQ(rs_frame_camera(frame, &s->camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 50, s->lights, 2), RS_OK);
    return frame;
}

/* Draws all bands into the middle of `pixels`, each band through a buffer between guards. */
static inline void scene_draw(raster_scene *s, const rs_frame *frame, rs_format format, int band_lines) {
    int bytes = rs_format_bytes(format);
    uint8_t *pixels = (uint8_t *)(s->pixels + GUARD);
    memset(s->pixels, 0xA5, sizeof s->pixels);
    memset(s->depth, 0x5A, sizeof s->depth);
    for (int band = 0; band < rs_frame_bands(frame); band++) {
        int top = band * band_lines,
            lines = top + band_lines > SCENE_HEIGHT ? SCENE_HEIGHT - top : band_lines;
        rs_surface surface;
        surface.pixels = pixels + top * SCENE_WIDTH * bytes;
        surface.stride = SCENE_WIDTH * bytes;
        surface.width = SCENE_WIDTH;
        surface.height = SCENE_HEIGHT;
        surface.top = (int16_t)top;
        surface.lines = (int16_t)lines;
        surface.format = (uint8_t)format;
        rs_frame_band(frame, band, &surface, s->depth + GUARD + top * SCENE_WIDTH);
    }
    for (int i = 0; i < GUARD; i++) {
        const uint8_t *end = pixels + SCENE_WIDTH * SCENE_HEIGHT * bytes;
        CHECK_EQ(s->pixels[i], 0xA5A5A5A5u);
        CHECK_EQ(end[i], 0xA5u);
        CHECK_EQ(s->depth[i], 0x5A5Au);
        CHECK_EQ(s->depth[GUARD + SCENE_WIDTH * SCENE_HEIGHT + i], 0x5A5Au);
    }
}

static inline uint32_t scene_hash(const raster_scene *s, rs_format format) {
    const uint8_t *bytes = (const uint8_t *)(s->pixels + GUARD);
    uint32_t hash = 2166136261u;
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
        uint32_t pixel = rs_format_bytes(format) == 1   ? bytes[i]
                         : rs_format_bytes(format) == 2 ? ((const uint16_t *)(const void *)bytes)[i]
                                                        : ((const uint32_t *)(const void *)bytes)[i];
        hash = (hash ^ pixel) * 16777619u;
    }
    return hash;
}

#endif

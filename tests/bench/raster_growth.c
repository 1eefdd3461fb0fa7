/* How a frame's cost grows: one frame of a sphere of so many triangles in a picture of so many pixels, for callgrind to count; and the
 * law fitted to such counts.
 *
 *     raster_growth draw TRIANGLES WIDTH HEIGHT MODE     prints vertices, triangles submitted, triangles drawn, rows, pixels, picture
 *     raster_growth fit < LINES                          each those six numbers and the cost; prints the law and its worst error */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/matrix.h"
#include "raster/inspect.h"

typedef struct globe {
    rs_mesh mesh;
    rs_submesh part;
} globe;

static void *room(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (memory == NULL) exit(1);
    return memory;
}

static void make(globe *g, uint32_t triangles) {
    uint32_t rows = (uint32_t)sqrt(triangles / 4.0) + 1, columns = triangles / (2 * rows) + 1,
             vertices = (rows + 1) * (columns + 1), count = 0;
    int16_t *positions = room(vertices * 6u), *uvs = room(vertices * 4u);
    int8_t *normals = room(vertices * 4u), *faces = room((size_t)rows * columns * 8u);
    uint16_t *indices = room((size_t)rows * columns * 12u);
    if (vertices > 65535) exit(1);
    for (uint32_t i = 0; i < vertices; i++) {
        double a = 3.14159265358979 * (i / (columns + 1)) / rows,
               b = 6.28318530717959 * (i % (columns + 1)) / columns;
        double p[3] = {sin(a) * sin(b), cos(a), sin(a) * cos(b)};
        for (uint32_t k = 0; k < 3; k++) {
            positions[3 * i + k] = (int16_t)lrint(p[k] * 32000);
            normals[4 * i + k] = (int8_t)lrint(p[k] * 127);
        }
        uvs[2 * i] = (int16_t)(i % (columns + 1) * 8192 / columns),
                uvs[2 * i + 1] = (int16_t)(i / (columns + 1) * 8192 / rows);
    }
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t c = 0; c < columns; c++) {
            uint32_t a = r * (columns + 1) + c, b = a + columns + 1, quad[6] = {a, b, a + 1, a + 1, b, b + 1};
            for (int t = 0; t < 2; t++, count++) {
                for (uint32_t k = 0; k < 3; k++) indices[3 * count + k] = (uint16_t)quad[3 * t + (int)k];
                memcpy(faces + 4 * (size_t)count, normals + 4 * (size_t)a, 4);
            }
        }
    }
    memset(g, 0, sizeof *g);
    g->part.triangle_count = g->mesh.triangle_count = count;
    g->part.vertex_count = g->mesh.vertex_count = vertices;
    g->mesh.positions = positions, g->mesh.normals = normals, g->mesh.uvs = uvs, g->mesh.indices = indices,
    g->mesh.faces = faces;
    g->mesh.parts = &g->part, g->mesh.part_count = 1;
    g->mesh.exponent = 1, g->mesh.radius = FX_ONE;
}

void raster_growth_frame(rs_frame *frame, const rs_target *target, const globe *g,
                         const rs_material *material, const rs_surface *surface, uint16_t *depth,
                         rs_block list);

/* Draws the frame that callgrind counts. */
void raster_growth_frame(rs_frame *frame, const rs_target *target, const globe *g,
                         const rs_material *material, const rs_surface *surface, uint16_t *depth,
                         rs_block list) {
    const rs_block fast = {NULL, 0};
    const rs_light light = {
        .kind = RS_LIGHT_DIRECTIONAL, .intensity = 200, .vector = {-39322, -39322, -34078}};
    rs_camera camera = {
        .world_to_view = m34_identity(), .focal = FX(2.4), .near_plane = FX(1), .far_plane = FX(20)};
    const mat34 place = m34_identity();
    camera.world_to_view.m[2][3] = -FX(3);
    if (!rs_frame_begin(frame, target, list, fast) || rs_frame_camera(frame, &camera) != RS_OK ||
        rs_frame_lights(frame, 50, &light, 1) != RS_OK)
        exit(1);
    if (rs_frame_mesh(frame, &g->mesh, &place, material) != RS_OK) exit(1);
    rs_frame_band(frame, 0, surface, depth);
}

static int draw(uint32_t triangles, int width, int height, const char *mode) {
    static uint32_t ramp[RS_RAMP_ENTRIES], colours[256];
    static uint8_t texels[64 * 64];
    rs_texture texture = {.pixels = texels, .format = RS_PAL8, .log2_width = 6, .log2_height = 6};
    rs_palette palette = {.rgb = colours};
    rs_target target = {width, height, RS_XRGB8888, height, &palette, 0x203040};
    rs_material material = {.rgb = 0xC08040, .ramp = ramp, .shading = RS_GOURAUD};
    rs_surface surface = {room((size_t)width * (size_t)height * 4u),
                          width * 4,
                          (int16_t)width,
                          (int16_t)height,
                          0,
                          (int16_t)height,
                          RS_XRGB8888};
    rs_frame *frame = room(rs_frame_size());
    rs_block list = {room((size_t)24 << 20), (size_t)24 << 20};
    uint16_t *depth = room((size_t)width * (size_t)height * 2u);
    rs_census census;
    uint32_t drawn = 0, rows = 0, pixels = 0;
    globe g;
    for (uint32_t i = 0; i < 256; i++) colours[i] = i * 0x010101u;
    for (int i = 0; i < 64 * 64; i++) texels[i] = (uint8_t)(i ^ i >> 6);
    rs_ramp_build(RS_XRGB8888, material.rgb, ramp);
    if (strcmp(mode, "flat") == 0) material.shading = RS_FLAT;
    if (strcmp(mode, "texture") == 0) material.texture = &texture;
    if (strcmp(mode, "phong") == 0) material.shading = RS_PHONG;
    make(&g, triangles);
    raster_growth_frame(frame, &target, &g, &material, &surface, depth, list);
    rs_frame_census(frame, &census);
    for (int i = 0; i < RS_COST_CLASSES; i++)
        drawn += census.triangles[i], rows += census.rows[i], pixels += census.pixels[i];
    printf("%u %u %u %u %u %u\n", (unsigned)census.vertices, (unsigned)census.submitted, (unsigned)drawn,
           (unsigned)rows, (unsigned)pixels, (unsigned)census.picture);
    return 0;
}

/* ---- the law: cost = sum of factor * count, by least squares of relative errors; no factor is negative ---- */

enum { TERMS = 6, FRAMES = 64 };

/* Solves for the terms that are `on`; the other factors are 0. */
static void solve(const double rows[][TERMS], const double *cost, int count, const int *on, double *factor) {
    double m[TERMS][TERMS + 1] = {{0}};
    for (int c = 0; c < count; c++) {
        for (int i = 0; i < TERMS; i++) {
            for (int k = 0; k < TERMS; k++)
                m[i][k] += on[i] && on[k] ? rows[c][i] * rows[c][k] / cost[c] / cost[c] : 0;
            m[i][TERMS] += on[i] ? rows[c][i] / cost[c] : 0;
        }
    }
    for (int i = 0; i < TERMS; i++) { /* Gauss and Jordan */
        for (int r = 0; r < TERMS && on[i]; r++) {
            double by = m[r][i] / m[i][i];
            for (int k = 0; k <= TERMS && r != i; k++) m[r][k] -= by * m[i][k];
        }
    }
    for (int i = 0; i < TERMS; i++) factor[i] = on[i] ? m[i][TERMS] / m[i][i] : 0;
}

static int fit(void) {
    static const char *const names[TERMS] = {"a frame", "a vertex",      "a triangle drawn",
                                             "a row",   "a pixel drawn", "a pixel of the picture"};
    double rows[FRAMES][TERMS], cost[FRAMES], factor[TERMS], worst = 0, n[6], all;
    int count = 0, on[TERMS] = {1, 1, 1, 1, 1, 1}, least;
    while (count < FRAMES &&
           scanf("%lf %lf %lf %lf %lf %lf %lf", &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &all) == 7) {
        const double terms[TERMS] = {1, n[0], n[2], n[3], n[4], n[5]};
        memcpy(rows[count], terms, sizeof terms);
        cost[count++] = all;
    }
    if (count < TERMS) return 1;
    do { /* terms whose factor would be negative are left out one by one */
        solve((const double(*)[TERMS])rows, cost, count, on, factor);
        least = 0;
        for (int i = 1; i < TERMS; i++) {
            if (factor[i] < factor[least]) least = i;
        }
        if (factor[least] < 0) on[least] = 0;
    } while (factor[least] < 0);
    printf("cost =");
    for (int i = 0, first = 1; i < TERMS; i++) {
        if (on[i]) printf("%s %.*f %s", first ? "" : " +", i == 0 ? 0 : 1, factor[i], names[i]);
        if (on[i]) first = 0;
    }
    printf("\n");
    for (int c = 0; c < count; c++) {
        double law = 0;
        for (int i = 0; i < TERMS; i++) law += factor[i] * rows[c][i];
        if (fabs(law / cost[c] - 1) > worst) worst = fabs(law / cost[c] - 1);
    }
    printf("within %.0f %% of %d frames\n", worst * 100, count);
    return 0;
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "fit") == 0) return fit();
    if (count != 6) {
        fprintf(stderr, "usage: raster_growth draw TRIANGLES WIDTH HEIGHT flat|gouraud|texture|phong, or "
                        "raster_growth fit\n");
        return 1;
    }
    return draw((uint32_t)strtoul(arguments[2], NULL, 10), atoi(arguments[3]), atoi(arguments[4]),
                arguments[5]);
}

/* The display's memory after frames that are handed over in columns: it holds the picture that bands drawn into
 * memory of their own give, whatever was shown before. */
#include "tests/gba/pages.h"

#include <string.h>

#include "raster/list/list.h"
#include "raster/pixel_state.h"
#include "raster/viewport.h"

enum {
    WIDTH = GBA_SCREEN_WIDTH,
    HEIGHT = GBA_SCREEN_HEIGHT,
    VERTICES = 60,
    TRIANGLES = 50,
    MOST_LINES = 20,
    FRAMES = 140
};

typedef struct field {
    rs_frame frame;
    rs_mesh mesh;
    rs_submesh part;
    rs_material material;
    rs_pixel_state state;
    rs_texture texture;
    rs_palette palette;
    int16_t positions[3 * VERTICES], uvs[2 * VERTICES] __attribute__((aligned(4)));
    int8_t normals[4 * VERTICES] __attribute__((aligned(4)));
    uint16_t indices[3 * TRIANGLES] __attribute__((aligned(4)));
    uint8_t shades[64 * 256], texels[16 * 16], sprite[8 * 8];
    uint8_t pixels[WIDTH * MOST_LINES] __attribute__((aligned(16)));
    uint16_t depth[WIDTH * MOST_LINES] __attribute__((aligned(16)));
    uint8_t expected[WIDTH * HEIGHT] __attribute__((aligned(16)));
    uint16_t far[WIDTH * MOST_LINES] __attribute__((aligned(16)));
    uint32_t list[49152 / 4] __attribute__((aligned(16)));
} field;

static uint32_t below(uint32_t *seed, uint32_t bound) {
    *seed = *seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)*seed * bound) >> 32);
}

static int between(uint32_t *seed, int low, int high) {
    return low + (int)below(seed, (uint32_t)(high - low + 1));
}

/* Any triangles between points of a ball of about a metre. */
static void make_mesh(field *f, uint32_t *seed) {
    int reach = below(seed, 3) == 0 ? 8000 : 2500; /* how far a triangle reaches */
    for (int i = 0; i < VERTICES; i++) {
        for (int k = 0; k < 3; k++) {
            int at = i % 3 == 0 ? between(seed, -5000, 5000)
                                : f->positions[3 * (i - i % 3) + k] + between(seed, -reach, reach);
            f->positions[3 * i + k] = (int16_t)(at < -8000 ? -8000 : at > 8000 ? 8000 : at);
        }
        for (int k = 0; k < 3; k++) f->normals[4 * i + k] = (int8_t)between(seed, -73, 73);
        for (int k = 0; k < 2; k++) f->uvs[2 * i + k] = (int16_t)between(seed, -8000, 8000);
    }
    for (int i = 0; i < 3 * TRIANGLES; i++) {
        f->indices[i] = (uint16_t)(below(seed, 4) != 0 ? (uint32_t)i % VERTICES : below(seed, VERTICES));
    }
    f->part = (rs_submesh){.triangle_count = TRIANGLES, .vertex_count = VERTICES};
    f->mesh = (rs_mesh){.positions = f->positions,
                        .normals = f->normals,
                        .uvs = f->uvs,
                        .indices = f->indices,
                        .faces = f->normals,
                        .parts = &f->part,
                        .vertex_count = VERTICES,
                        .triangle_count = TRIANGLES,
                        .part_count = 1,
                        .exponent = 3,
                        .radius = 8000 * 8 * 7 / 4};
}

static void make_material(field *f, uint32_t *seed) {
    f->material = (rs_material){.rgb = 0x808080, .index = 9, .two_sided = below(seed, 2) != 0};
    f->material.shading =
        (uint8_t)(below(seed, 8) == 0 ? (uint32_t)RS_PHONG : below(seed, 3)); /* unlit, flat, Gouraud */
    if (below(seed, 3) == 0) {
        f->texture = (rs_texture){.pixels = f->texels, .log2_width = 4, .log2_height = 4, .format = RS_PAL8};
        f->material.texture = &f->texture;
        f->material.mapping = below(seed, 2) != 0 ? RS_AFFINE : RS_SPAN;
    }
    if (below(seed, 12) == 0) f->material.state = &f->state;
}

/* Records a model somewhere, partly or wholly beside the picture at times, and at times a sprite or lines. */
static void record(field *f, uint32_t *seed) {
    static const rs_light sun = {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 200, .vector = {0, 0, -FX_ONE}};
    rs_camera camera;
    memset(&camera, 0, sizeof camera);
    for (int i = 0; i < 3; i++) camera.world_to_view.m[i][i] = FX_ONE;
    camera.focal = 2 * FX_ONE;
    camera.near_plane = FX_ONE / 2;
    camera.far_plane = 60 * FX_ONE;
    (void)rs_frame_camera(&f->frame, &camera);
    (void)rs_frame_lights(&f->frame, 60, &sun, 1);
    int models = between(seed, 0, 3), other = (int)below(seed, 12);
    if (other == 0) {
        rs_viewport half = {
            .x = 120 * between(seed, 0, 1), .width = 120, .height = HEIGHT, .camera = camera, .colour = 5};
        half.clear_colour = below(seed, 2) != 0;
        (void)rs_frame_viewport(&f->frame, &half);
    }
    for (int i = 0; i < models; i++) {
        mat34 place;
        memset(&place, 0, sizeof place);
        for (int k = 0; k < 3; k++) place.m[k][k] = FX_ONE;
        place.m[2][3] = -between(seed, FX_ONE, below(seed, 2) != 0 ? 30 * FX_ONE : 6 * FX_ONE);
        place.m[0][3] = between(seed, place.m[2][3], -place.m[2][3]) / 4 * 5;
        place.m[1][3] = between(seed, place.m[2][3], -place.m[2][3]) / 3 * 2;
        (void)rs_frame_mesh(&f->frame, &f->mesh, &place, &f->material);
    }
    if (other == 1)
        (void)rs_frame_text(&f->frame, between(seed, -20, 220), between(seed, -4, 156), "Text 42", 14);
    if (other == 2)
        (void)rs_frame_rectangle(&f->frame, between(seed, -20, 230), between(seed, -9, 150), 30, 20, 77);
    if (other == 3)
        (void)rs_frame_line(&f->frame, between(seed, 0, 239), 3, between(seed, 0, 239), 150, 78, false);
    if (other == 4) {
        rs_image image = {.pixels = f->sprite, .width = 8, .height = 8, .format = RS_PAL8};
        (void)rs_frame_image(&f->frame, between(seed, -6, 236), between(seed, -6, 150), &image);
    }
}

/* Draws the picture into memory of its own, each band at another place, where it is cleared as a whole. */
static void draw_expected(field *f, int lines) {
    for (int band = 0, top = 0; top < HEIGHT; band++, top += lines) {
        rs_surface surface = {
            f->expected + top * WIDTH, WIDTH, WIDTH, HEIGHT, (int16_t)top, (int16_t)lines, RS_PAL8};
        if (lines > HEIGHT - top) surface.lines = (int16_t)(HEIGHT - top);
        rs_frame_band(&f->frame, band, &surface, f->far);
    }
}

static bool clear_beside(const field *f, const rs_columns *columns, int lines) {
    int left = columns->left < columns->right ? columns->left : WIDTH,
        right = left < WIDTH ? columns->right : WIDTH;
    for (int y = 0; y < lines; y++) {
        const uint8_t *pixel = f->pixels + y * WIDTH;
        const uint16_t *depth = f->depth + y * WIDTH;
        for (int x = 0; x < left; x++) {
            if (pixel[x] != columns->background || depth[x] != 0xFFFF) return false;
        }
        for (int x = right; x < WIDTH; x++) {
            if (pixel[x] != columns->background || depth[x] != 0xFFFF) return false;
        }
    }
    return true;
}

static void draw_band(field *f, int band, int lines) {
    int top = band * lines;
    rs_surface surface = {f->pixels, WIDTH,        WIDTH,
                          HEIGHT,    (int16_t)top, (int16_t)(lines > HEIGHT - top ? HEIGHT - top : lines),
                          RS_PAL8};
    rs_frame_band(&f->frame, band, &surface, f->depth);
}

/* Hands the bands over as the console does; false where pixels beside the columns are not the background. */
static bool hand_over(field *f, plat *port, int lines, uint32_t *narrow) {
    for (int band = 0, top = 0; top < HEIGHT; band++, top += lines) {
        draw_band(f, band, lines);
        const int own = lines > HEIGHT - top ? HEIGHT - top : lines;
        rs_columns columns = rs_frame_columns(&f->frame, band);
        *narrow += columns.left > 0 && columns.left < columns.right;
        if (!clear_beside(f, &columns, own)) return false;
        plat_band_columns(port, top, own, f->pixels, WIDTH, columns.left, columns.right, columns.background);
    }
    return true;
}

/* Something else comes over the picture: a screen of lines, other formats and sizes. Returns whether the memory of
 * bands was overwritten. */
static bool disturb(field *f, plat *port, uint32_t *seed) {
    switch (below(seed, 10)) {
    case 0:
        memset(f->pixels, (int)below(seed, 256), WIDTH);
        for (int y = 0; y < HEIGHT; y++) plat_band(port, y, 1, f->pixels, WIDTH);
        plat_present(port);
        break;
    case 1:
        memset(f->pixels, 33, WIDTH);
        plat_band(port, between(seed, 0, HEIGHT - 1), 1, f->pixels,
                  WIDTH); /* one line of the frame in the making */
        break;
    case 2:
        (void)plat_video_open(port, WIDTH, HEIGHT, PLAT_BGR555);
        memset(f->pixels, 17, sizeof f->pixels);
        plat_band(port, 0, 8, f->pixels, 2 * WIDTH);
        plat_present(port);
        (void)plat_video_open(port, WIDTH, HEIGHT, PLAT_PAL8);
        break;
    case 3:
        (void)plat_video_open(port, 120, 80, PLAT_PAL8);
        memset(f->pixels, 18, sizeof f->pixels);
        plat_band_columns(port, 0, 16, f->pixels, 120, 3, 50, 18);
        plat_present(port);
        (void)plat_video_open(port, WIDTH, HEIGHT, PLAT_PAL8);
        break;
    default:
        return false;
    }
    return true;
}

bool pages_hold_the_picture(plat *port, void *memory, uint32_t *narrow) {
    static const uint8_t heights[] = {8, 9, 16, 18, 20};
    field *f = memory;
    uint32_t seed = 11, background = 1;
    int lines = 20;
    bool kept = false;
    uint32_t
        head[4]; /* what the block for vertices tells of the bands that the display's picture was drawn in */
    plat_memory_map map;
    memset(f, 0, sizeof *f);
    plat_memory(port, &map);
    for (int i = 0; i < 64 * 256; i++) f->shades[i] = (uint8_t)(2 + below(&seed, 254));
    for (int i = 0; i < 16 * 16; i++) f->texels[i] = (uint8_t)below(&seed, 256);
    for (int i = 0; i < 8 * 8; i++) f->sprite[i] = (uint8_t)(i + 100);
    f->palette.shades = f->shades;
    for (int frame = 0; frame < FRAMES; frame++) {
        rs_target target = {.width = WIDTH, .height = HEIGHT, .format = RS_PAL8, .palette = &f->palette};
        rs_block list = {f->list, sizeof f->list}, none = {NULL, 0},
                 near = {map.vertices.base, map.vertices.size};
        if (below(&seed, 12) == 0) lines = heights[below(&seed, 5)];
        if (below(&seed, 12) == 0) background = below(&seed, 2);
        target.band_lines = lines;
        target.background = background;
        if (!rs_frame_begin(&f->frame, &target, list, none)) return false;
        kept = !disturb(f, port, &seed) && kept;
        rs_frame_vertices(&f->frame, near, kept);
        memcpy(head, near.base, sizeof head);
        make_mesh(f, &seed);
        make_material(f, &seed);
        record(f, &seed);
        draw_expected(f, lines);
        memcpy(near.base, head, sizeof head);
        if (frame % 5 ==
            2) { /* bands out of turn: one of the tallest, then the last one, which may have fewer lines */
            draw_band(f, HEIGHT / lines / 2, lines);
            draw_band(f, (HEIGHT - 1) / lines, lines);
        }
        if (!hand_over(f, port, lines, narrow)) return false;
        kept = below(&seed, 12) != 0;
        if (!kept) memset(f->depth, 3, sizeof f->depth);
        plat_present(port);
        uintptr_t shown = GBA_SCREEN_MEMORY + ((GBA_REGISTER16(0) & 1u << 4) != 0 ? GBA_PAGE_BYTES : 0u);
        if (memcmp((const void *)shown, f->expected, sizeof f->expected) != 0) return false;
    }
    return true;
}

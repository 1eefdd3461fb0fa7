/* A sheet with one labelled picture of every mode of the pixel path, for a person to look at: gallery_sheet OUT.png.
 * gallery_sheet OUT.png PLOTS.png also writes the radial plots of the reflectance functions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/matrix.h"
#include "fixedmath/vector.h"
#include "raster/blend.h"
#include "raster/font.h"
#include "raster/gamma.h"
#include "raster/inspect.h"
#include "raster/mipmap.h"
#include "raster/painter.h"
#include "raster/reduce.h"
#include "raster/submit.h"
#include "raster/wire.h"
#include "tools/import/image/png_write.h"
#include "tools/inspect/plot.h"

enum {
    WIDTH = 128,
    HEIGHT = 96,
    LABEL = 12,
    COLUMNS = 8,
    MOST = 80,
    SCALE = 2,
    ROUND = 24,
    BANDS = 16,
    SPHERE_VERTICES = (ROUND + 1) * (BANDS + 1),
    SPHERE_TRIANGLES = ROUND * (BANDS * 2 - 2),
    FLOOR = 8,
    FLOOR_VERTICES = (FLOOR + 1) * (FLOOR + 1),
    FLOOR_TRIANGLES = FLOOR * FLOOR * 2
};

/* ---- the things that are drawn ---- */

typedef struct shape {
    int16_t positions[3 * SPHERE_VERTICES];
    int8_t normals[4 * SPHERE_VERTICES];
    int16_t uvs[2 * SPHERE_VERTICES];
    uint16_t indices[3 * SPHERE_TRIANGLES];
    int8_t faces[4 * SPHERE_TRIANGLES];
    rs_submesh part;
    rs_mesh mesh;
} shape;

typedef struct canvas {
    rs_frame *frame;
    rs_format format;
    int scale;    /* enlarged, for supersampling */
    int view;     /* rs_view_mode + 1; 0: no view */
    bool smooth;  /* the outlines are smooth */
    bool painted; /* the surface holds the picture */
    uint32_t pixels[WIDTH * HEIGHT * 4];
    uint16_t depth[WIDTH * HEIGHT * 4];
    uint8_t stencil[WIDTH * HEIGHT * 4], alpha[WIDTH * HEIGHT * 4];
    uint64_t list[1 << 17], frame_memory[256], painter_memory[1 << 14];
    rs_surface surface;
    rs_planes planes;
    rs_palette palette;
    uint32_t colours[256];
    uint16_t native[256];
    uint8_t shades[64 * 256], inverse[32768];
    uint32_t ramps[32][RS_RAMP_ENTRIES];
    int ramps_used;
    uint8_t highlight[256];
} canvas;

static canvas c;
static shape sphere, ground, card;
static uint32_t sheet[(HEIGHT + LABEL) * (MOST / COLUMNS) * SCALE * WIDTH * COLUMNS * SCALE];
static int cells;

static uint32_t checker[64 * 64 * 2], leaf[32 * 32], stripes[64 * 64 * 2], normals_map[32 * 32],
    spot[32 * 32], bricks[32 * 32];
static uint8_t leaf_indexed[32 * 32];
static rs_texture checker_texture = {.pixels = (const uint8_t *)checker,
                                     .format = RS_ARGB8888,
                                     .log2_width = 6,
                                     .log2_height = 6,
                                     .levels = 7};
static rs_texture stripes_texture = {.pixels = (const uint8_t *)stripes,
                                     .format = RS_ARGB8888,
                                     .log2_width = 6,
                                     .log2_height = 6,
                                     .levels = 7};
static rs_texture leaf_texture = {
    .pixels = (const uint8_t *)leaf, .format = RS_ARGB8888, .log2_width = 5, .log2_height = 5};
static rs_texture normal_texture = {
    .pixels = (const uint8_t *)normals_map, .format = RS_ARGB8888, .log2_width = 5, .log2_height = 5};
static rs_texture spot_texture = {
    .pixels = (const uint8_t *)spot, .format = RS_ARGB8888, .log2_width = 5, .log2_height = 5};
static rs_texture brick_texture = {
    .pixels = (const uint8_t *)bricks, .format = RS_ARGB8888, .log2_width = 5, .log2_height = 5};
static rs_texture indexed_texture = {
    .pixels = leaf_indexed, .format = RS_PAL8, .log2_width = 5, .log2_height = 5};

static int8_t unit_byte(fx v) { return (int8_t)((v * 127 + 32768) >> 16); }

static void put_triangle(shape *s, int a, int b, int d) {
    uint32_t t = s->part.triangle_count++;
    vec3 sum = v3(0, 0, 0), unit;
    const int corner[3] = {a, b, d};
    for (int i = 0; i < 3; i++) {
        s->indices[3 * t + (uint32_t)i] = (uint16_t)corner[i];
        sum.x += s->normals[4 * corner[i]] * 256, sum.y += s->normals[4 * corner[i] + 1] * 256,
            sum.z += s->normals[4 * corner[i] + 2] * 256;
    }
    (void)v3_normalize(sum, &unit);
    s->faces[4 * t] = unit_byte(unit.x), s->faces[4 * t + 1] = unit_byte(unit.y),
                 s->faces[4 * t + 2] = unit_byte(unit.z);
}

static void finish_shape(shape *s, int vertices, fx radius) {
    s->part.vertex_count = (uint32_t)vertices;
    s->mesh.positions = s->positions, s->mesh.normals = s->normals, s->mesh.uvs = s->uvs,
    s->mesh.indices = s->indices, s->mesh.faces = s->faces;
    s->mesh.parts = &s->part;
    s->mesh.vertex_count = (uint32_t)vertices, s->mesh.triangle_count = s->part.triangle_count,
    s->mesh.part_count = 1;
    s->mesh.exponent = 2; /* 16384 is a metre */
    s->mesh.radius = radius;
}

static void put_vertex(shape *s, int i, fx x, fx y, fx z, const fx normal[3], int u, int v) {
    const fx p[3] = {x, y, z};
    for (int k = 0; k < 3; k++)
        s->positions[3 * i + k] = (int16_t)(p[k] / 4), s->normals[4 * i + k] = unit_byte(normal[k]);
    s->uvs[2 * i] = (int16_t)u, s->uvs[2 * i + 1] = (int16_t)v;
}

static void make_shapes(void) {
    static const fx up[3] = {0, FX_ONE, 0}, ahead[3] = {0, 0, FX_ONE};
    for (int row = 0, i = 0; row <= BANDS; row++) {
        for (int column = 0; column <= ROUND; column++, i++) {
            ang16 latitude = (ang16)(row * 32768 / BANDS),
                  longitude = (ang16)(column % ROUND * 65536 / ROUND);
            fx ring = row == 0 || row == BANDS ? 0 : fx_sin(latitude);
            fx p[3];
            p[0] = fx_mul(ring, fx_sin(longitude)), p[1] = fx_cos(latitude),
            p[2] = fx_mul(ring, fx_cos(longitude));
            put_vertex(&sphere, i, p[0], p[1], p[2], p, column * 8192 / ROUND, row * 4096 / BANDS);
        }
    }
    for (int row = 0; row < BANDS; row++) {
        for (int column = 0; column < ROUND; column++) {
            int a = row * (ROUND + 1) + column, b = a + ROUND + 1;
            if (row > 0) put_triangle(&sphere, a, b, a + 1);
            if (row < BANDS - 1) put_triangle(&sphere, a + 1, b, b + 1);
        }
    }
    finish_shape(&sphere, SPHERE_VERTICES, FX(1.01));
    for (int i = 0; i < FLOOR_VERTICES; i++) {
        int x = i % (FLOOR + 1), z = i / (FLOOR + 1);
        put_vertex(&ground, i, x * FX(2) / FLOOR - FX_ONE, 0, z * FX(2) / FLOOR - FX_ONE, up,
                   x * 32767 / FLOOR, z * 32767 / FLOOR);
    }
    for (int i = 0; i < FLOOR * FLOOR; i++) {
        int a = i / FLOOR * (FLOOR + 1) + i % FLOOR, b = a + FLOOR + 1;
        put_triangle(&ground, a, b, a + 1);
        put_triangle(&ground, a + 1, b, b + 1);
    }
    finish_shape(&ground, FLOOR_VERTICES, FX(1.5));
    for (int i = 0; i < 4; i++)
        put_vertex(&card, i, i >= 2 ? FX_ONE : -FX_ONE, i == 0 || i == 3 ? FX_ONE : -FX_ONE, 0, ahead,
                   i >= 2 ? 4096 : 0, i == 0 || i == 3 ? 0 : 4096);
    put_triangle(&card, 0, 1, 2);
    put_triangle(&card, 0, 2, 3);
    finish_shape(&card, 4, FX(1.5));
}

static void make_textures(void) {
    for (int i = 0; i < 64 * 64; i++) {
        int x = i & 63, y = i >> 6;
        checker[i] = ((x >> 3 ^ y >> 3) & 1) != 0 ? 0xFFF0E0C0u : 0xFF305080u;
        stripes[i] = (x >> 2 & 1) != 0 ? 0xFFFFFFFFu : 0xFF102040u;
    }
    (void)rs_mipmaps_build(&checker_texture, (uint8_t *)checker, NULL);
    (void)rs_mipmaps_build(&stripes_texture, (uint8_t *)stripes, NULL);
    for (int i = 0; i < 32 * 32; i++) {
        int x = (i & 31) * 2 - 31, y = (i >> 5) * 2 - 31, r = x * x + y * y, hump = (i & 15) - 8,
            hill = (i >> 5 & 15) - 8;
        leaf[i] = r < 900 && (x + y) % 8 != 0 ? 0xFF20A030u + (uint32_t)(i & 15) * 0x000400u : 0x00000000u;
        leaf_indexed[i] = (uint8_t)(r < 900 && (x + y) % 8 != 0 ? 20 + (i & 7) : 0);
        normals_map[i] =
            0xFF000000u | (uint32_t)(128 + hump * 8) << 16 | (uint32_t)(128 - hill * 8) << 8 | 230u;
        spot[i] = r < 850 ? (uint32_t)(255 - r * 255 / 850) * 0x010101u | 0xFF000000u : 0xFF000000u;
        bricks[i] = (i >> 5) % 8 == 0 || ((i & 31) + (i >> 8 & 1) * 8) % 16 == 0 ? 0xFFB0B0B0u : 0xFFA04030u;
    }
}

/* ---- the canvas ---- */

static void begin(rs_format format, int scale) {
    rs_target target = {WIDTH * scale, HEIGHT * scale, format, HEIGHT * scale, &c.palette, 0};
    rs_camera camera;
    rs_light light;
    c.format = format;
    c.scale = scale;
    c.ramps_used = 0;
    c.palette.rgb = c.colours, c.palette.shades = c.shades, c.palette.native = c.native,
    c.palette.inverse = c.inverse;
    for (uint32_t i = 0; i < 256; i++)
        c.native[i] = (uint16_t)rs_native_from_rgb(format == RS_BGR555 ? RS_BGR555 : RS_RGB565, c.colours[i]);
    target.background =
        format == RS_PAL8 ? (uint32_t)rs_nearest(c.colours, 0x203040) : rs_native_from_rgb(format, 0x203040);
    c.frame = (rs_frame *)(void *)c.frame_memory;
    c.surface = (rs_surface){(uint8_t *)c.pixels,
                             (int32_t)((rs_row_bytes(format, WIDTH * scale) + 3u) & ~(size_t)3),
                             (int16_t)(WIDTH * scale),
                             (int16_t)(HEIGHT * scale),
                             0,
                             (int16_t)(HEIGHT * scale),
                             (uint8_t)format};
    c.planes = (rs_planes){.stencil = c.stencil, .alpha = c.alpha, .stencil_bits = 8};
    if (rs_frame_size() > sizeof c.frame_memory ||
        !rs_frame_begin(c.frame, &target, (rs_block){c.list, sizeof c.list}, (rs_block){NULL, 0})) {
        fprintf(stderr, "gallery: no frame\n");
        exit(1);
    }
    memset(&camera, 0, sizeof camera);
    camera.world_to_view = m34_identity();
    camera.focal = FX(1.7), camera.near_plane = FX(0.5), camera.far_plane = FX(60);
    (void)rs_frame_camera(c.frame, &camera);
    memset(&light, 0, sizeof light);
    light.kind = RS_LIGHT_DIRECTIONAL, light.intensity = 200;
    light.vector = v3(FX(-0.48), FX(-0.6), FX(-0.64));
    (void)rs_frame_lights(c.frame, 60, &light, 1);
}

typedef struct thing {
    const shape *shape;
    fx x, y, z, size;
    int turn; /* about y, 65536 to the turn */
    uint32_t rgb;
    rs_shading shading;
    const rs_texture *texture;
    const rs_pixel_state *state;
    rs_mapping mapping;
    bool two_sided, shiny;
    const rs_look *look;
} thing;

static void draw(const thing *t) {
    rs_material material;
    mat34 model = m34_identity();
    rs_result result;
    fx s = fx_sin((ang16)t->turn), k = fx_cos((ang16)t->turn);
    memset(&material, 0, sizeof material);
    material.rgb = t->rgb, material.index = (uint8_t)rs_nearest(c.colours, t->rgb);
    material.shading = (uint8_t)t->shading, material.mapping = (uint8_t)t->mapping;
    material.texture = t->texture, material.state = t->state, material.two_sided = t->two_sided;
    material.highlight = t->shiny ? c.highlight : NULL;
    material.look = t->look;
    if (c.format != RS_PAL8) {
        material.ramp = c.ramps[c.ramps_used % 32];
        rs_ramp_build(c.format, t->rgb, c.ramps[c.ramps_used++ % 32]);
    }
    model.m[0][0] = fx_mul(k, t->size), model.m[0][2] = fx_mul(s, t->size), model.m[1][1] = t->size;
    model.m[2][0] = fx_mul(-s, t->size), model.m[2][2] = fx_mul(k, t->size);
    model.m[0][3] = t->x, model.m[1][3] = t->y, model.m[2][3] = t->z;
    result = rs_frame_mesh(c.frame, &t->shape->mesh, &model, &material);
    if (result != RS_OK) fprintf(stderr, "gallery: cell %d: result %d\n", cells, (int)result);
}

/* Draws the list and puts the picture with its label on the sheet. */
static void show(const char *label) {
    static uint32_t small[WIDTH * HEIGHT];
    const int left = cells % COLUMNS * WIDTH, top = cells / COLUMNS * (HEIGHT + LABEL),
              pitch = WIDTH * COLUMNS * SCALE;
    if (c.painted) {
        c.painted = false;
    } else if (c.view != 0) {
        rs_frame_band_view(c.frame, 0, &c.surface, c.depth, (rs_view_mode)(c.view - 1));
    } else {
        rs_frame_band_planes(c.frame, 0, &c.surface, c.depth, &c.planes);
    }
    if (c.smooth) (void)rs_smooth_edges(c.frame, &c.surface, c.depth);
    c.view = 0;
    c.smooth = false;
    if (c.scale > 1) {
        rs_surface out = {(uint8_t *)small, WIDTH * 4, WIDTH, HEIGHT, 0, HEIGHT, RS_XRGB8888};
        (void)rs_reduce(&c.surface, c.scale, c.scale, &out);
    }
    for (int y = 0; y < (HEIGHT + LABEL) * SCALE; y++) {
        for (int x = 0; x < WIDTH * SCALE; x++) {
            uint32_t rgb = 0xFFFFFF;
            int px = x / SCALE, py = y / SCALE - LABEL;
            if (py >= 0) {
                uint32_t native = c.scale > 1 ? small[py * WIDTH + px] : rs_pixel(&c.surface, px, py);
                rgb = c.format == RS_PAL8 ? c.colours[native & 255u] : rs_rgb_from_native(c.format, native);
            } else if (y / SCALE >= 2 && y / SCALE < 10 && px >= 2 && (size_t)(px - 2) / 8 < strlen(label)) {
                if ((rs_font_glyph((uint8_t)label[(px - 2) / 8])[y / SCALE - 2] >> (7 - (px - 2) % 8) & 1) !=
                    0)
                    rgb = 0;
            }
            if (px == WIDTH - 1) rgb = 0xFFFFFF;
            sheet[(top * SCALE + y) * pitch + left * SCALE + x] = rgb;
        }
    }
    cells++;
}

static const thing BALL = {
    .shape = &sphere, .z = -FX(3.4), .size = FX_ONE, .rgb = 0xC08040, .shading = RS_GOURAUD};
static const thing WALL = {
    .shape = &card, .z = -FX(6), .size = FX(3.2), .rgb = 0x6080A0, .texture = &brick_texture};

/* A wall of the quick path's kind and a ball in front of it. */
static void ball_before_wall(rs_format format, const rs_pixel_state *state, const rs_texture *texture,
                             rs_shading shading) {
    static const rs_pixel_state plain = {.depth = {.function = RS_LESS}};
    thing wall = WALL, ball = BALL;
    begin(format, 1);
    wall.state = &plain;
    ball.state = state, ball.texture = texture, ball.shading = shading;
    if (format == RS_PAL8) wall.texture = NULL;
    draw(&wall);
    draw(&ball);
}

static void quick_path(void) {
    ball_before_wall(RS_XRGB8888, NULL, NULL, RS_FLAT);
    show("quick: flat");
    ball_before_wall(RS_XRGB8888, NULL, NULL, RS_GOURAUD);
    show("quick: Gouraud");
    {
        thing ball = BALL;
        begin(RS_XRGB8888, 1);
        ball.shading = RS_PHONG, ball.shiny = true;
        draw(&ball);
        show("quick: Phong");
    }
    {
        static const rs_pixel_state plain = {.depth = {.function = RS_LESS}};
        ball_before_wall(RS_XRGB8888, &plain, &checker_texture, RS_GOURAUD);
        show("texture");
    }
}

static void blends(void) {
    static const char *const names[RS_BLEND_FACTORS] = {"replace",    "alpha",         "add",
                                                        "multiply",   "subtract",      "screen",
                                                        "attenuated", "premultiplied", "average"};
    for (int mode = 1; mode < RS_BLEND_FACTORS; mode++) {
        rs_pixel_state state;
        memset(&state, 0, sizeof state);
        state.blend.mode = (uint8_t)mode;
        state.blend.transparency = 100;
        state.depth.no_write = true;
        ball_before_wall(RS_XRGB8888, &state, NULL, RS_GOURAUD);
        show(names[mode]);
    }
    {
        static const rs_pixel_state half = {.blend = {.mode = RS_BLEND_ALPHA, .transparency = 127}};
        static const struct {
            rs_format format;
            const char *name;
        } all[3] = {{RS_RGB565, "alpha RGB565"}, {RS_BGR555, "alpha BGR555"}, {RS_PAL8, "alpha PAL8"}};
        for (int i = 0; i < 3; i++) {
            ball_before_wall(all[i].format, &half, NULL, RS_GOURAUD);
            show(all[i].name);
        }
    }
}

static void discards(void) {
    static const rs_pixel_state key = {.alpha_test = {.colour_key = true}},
                                test = {.alpha_test = {.on = true, .function = RS_GEQUAL, .reference = 128}};
    static const rs_pixel_state mark = {
        .stencil = {.on = true, .front = {RS_ALWAYS, 1, 255, 255, 0, 0, RS_STENCIL_REPLACE}},
        .blend = {.keep = RS_KEEP_COLOUR},
        .depth = {.no_write = true}};
    static const rs_pixel_state inside = {.stencil = {.on = true, .front = {RS_EQUAL, 1, 255, 255, 0, 0, 0}},
                                          .depth = {.function = RS_ALWAYS}};
    thing ball = BALL, disc = BALL;
    rs_pixel_state door;
    ball_before_wall(RS_XRGB8888, &key, &indexed_texture, RS_GOURAUD);
    show("colour key");
    ball_before_wall(RS_XRGB8888, &test, &leaf_texture, RS_GOURAUD);
    show("alpha test");
    begin(RS_XRGB8888, 1);
    disc.state = &mark, disc.x = -FX(0.5);
    ball.state = &inside, ball.x = FX(0.5), ball.texture = &checker_texture;
    draw(&disc);
    draw(&ball);
    show("stencil");
    memset(&door, 0, sizeof door);
    for (int hidden = 4; hidden <= 12; hidden += 8) {
        door.output.hidden = (uint8_t)hidden;
        ball_before_wall(RS_XRGB8888, &door, NULL, RS_GOURAUD);
        show(hidden == 4 ? "screen door 12" : "screen door 4");
    }
}

/* Shows the ground with a sampling. */
static void ground_of(const char *label, const rs_texture *texture, rs_sampling sampling, const rs_fog *fog,
                      rs_mapping mapping) {
    rs_pixel_state state;
    thing t = {.shape = &ground,
               .y = -FX(1),
               .z = -FX(9),
               .size = FX(8),
               .texture = texture,
               .state = &state,
               .mapping = mapping};
    memset(&state, 0, sizeof state);
    state.unit[0].sampling = sampling;
    state.fog.fog = fog;
    begin(RS_XRGB8888, 1);
    draw(&t);
    show(label);
}

static void samplings(void) {
    rs_sampling s;
    rs_fog fog;
    memset(&s, 0, sizeof s);
    ground_of("nearest", &checker_texture, s, NULL, RS_SPAN);
    ground_of("affine", &checker_texture, s, NULL, RS_AFFINE);
    s.magnify = s.minify = RS_BILINEAR;
    ground_of("bilinear", &checker_texture, s, NULL, RS_SPAN);
    s.magnify = s.minify = RS_DITHERED;
    ground_of("dithered", &checker_texture, s, NULL, RS_SPAN);
    s.magnify = s.minify = RS_BILINEAR;
    s.mip = RS_MIP_TRIANGLE;
    ground_of("mip triangle", &checker_texture, s, NULL, RS_SPAN);
    s.mip = RS_MIP_PIXEL;
    ground_of("mip 8 pixels", &checker_texture, s, NULL, RS_SPAN);
    s.between = RS_TRILINEAR;
    ground_of("trilinear", &checker_texture, s, NULL, RS_SPAN);
    ground_of("trilin. stripe", &stripes_texture, s, NULL, RS_SPAN);
    s.probes = 4;
    ground_of("4 probes", &stripes_texture, s, NULL, RS_SPAN);
    rs_fog_linear(&fog, 0x8090A0, FX(3), FX(16));
    s.probes = 0;
    ground_of("fog linear", &checker_texture, s, &fog, RS_SPAN);
    rs_fog_exp(&fog, 0x8090A0, FX(0.18), FX(40));
    ground_of("fog exp", &checker_texture, s, &fog, RS_SPAN);
    rs_fog_exp2(&fog, 0x8090A0, FX(0.12), FX(40));
    ground_of("fog exp2", &checker_texture, s, &fog, RS_SPAN);
}

static void addresses(void) {
    static const char *const names[RS_ADDRESSES] = {"wrap", "mirror", "clamp", "border"};
    static int16_t wide[8];
    static shape big;
    big = card;
    for (int i = 0; i < 4; i++)
        wide[2 * i] = (int16_t)(card.uvs[2 * i] * 3 - 4096),
                 wide[2 * i + 1] = (int16_t)(card.uvs[2 * i + 1] * 3 - 4096);
    big.mesh.positions = big.positions, big.mesh.normals = big.normals, big.mesh.indices = big.indices,
    big.mesh.faces = big.faces, big.mesh.parts = &big.part;
    big.mesh.uvs = wide;
    for (int mode = 0; mode < RS_ADDRESSES; mode++) {
        rs_pixel_state state;
        thing t = {.shape = &big, .z = -FX(3), .size = FX(1.3), .texture = &brick_texture, .state = &state};
        memset(&state, 0, sizeof state);
        state.unit[0].sampling.address_u = state.unit[0].sampling.address_v = (uint8_t)mode;
        state.unit[0].sampling.border = 0xFF00A0A0u;
        begin(RS_XRGB8888, 1);
        draw(&t);
        show(names[mode]);
    }
}

static void combines(void) {
    static const struct {
        const char *name;
        const rs_texture *texture;
        uint8_t operation;
    } all[] = {{"light map", &spot_texture, RS_COMBINE_MODULATE},
               {"modulate 2x", &spot_texture, RS_COMBINE_MODULATE_2X},
               {"add", &spot_texture, RS_COMBINE_ADD},
               {"subtract", &spot_texture, RS_COMBINE_SUBTRACT},
               {"decal", &leaf_texture, RS_COMBINE_DECAL},
               {"emissive map", &spot_texture, RS_COMBINE_EMISSIVE}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        rs_pixel_state state;
        memset(&state, 0, sizeof state);
        state.unit[1].texture = all[i].texture;
        state.unit[1].colour = all[i].operation;
        state.unit[1].alpha = RS_COMBINE_KEEP;
        ball_before_wall(RS_XRGB8888, &state, &brick_texture, RS_GOURAUD);
        show(all[i].name);
    }
    {
        rs_pixel_state state; /* the primary colour is the light's direction; the texture has the normals */
        thing t = {.shape = &card,
                   .z = -FX(3),
                   .size = FX(1.2),
                   .rgb = 0xFFFFFF,
                   .texture = &normal_texture,
                   .state = &state};
        memset(&state, 0, sizeof state);
        state.unit[0].colour = RS_COMBINE_REPLACE;
        state.unit[1].texture = &spot_texture, state.unit[1].colour = RS_COMBINE_KEEP;
        begin(RS_XRGB8888, 1);
        draw(&t);
        show("normal map");
        state.unit[1].texture = &normal_texture, state.unit[1].colour = RS_COMBINE_DOT3;
        begin(RS_XRGB8888, 1);
        draw(&t);
        show("dot3");
    }
}

static void depths(void) {
    static const rs_pixel_state w = {.depth = {.w_buffer = true}},
                                decal = {.depth = {.function = RS_LEQUAL, .no_write = true, .bias = -8}};
    static const rs_pixel_state pane = {.blend = {.mode = RS_BLEND_ALPHA, .transparency = 110},
                                        .depth = {.no_write = true}};
    static const rs_pixel_state painted = {.depth = {.function = RS_ALWAYS, .no_write = true}};
    static const uint32_t colours[3] = {0xE04030, 0x40C040, 0x4060E0};
    rs_painter painter;
    thing ball = BALL, wall = WALL;
    begin(RS_XRGB8888, 1);
    ball.state = wall.state = &w, wall.z = -FX(3.6);
    draw(&wall), draw(&ball);
    show("w-buffer");
    begin(RS_XRGB8888, 1);
    wall = WALL, wall.texture = NULL;
    draw(&wall);
    wall.size = FX(1.5), wall.rgb = 0xF0D040, wall.state = &decal;
    draw(&wall);
    show("decal");
    for (int form = 0; form < 2; form++) {
        const rs_painter_options options = {.buckets = form == 0 ? 0 : 256};
        begin(RS_XRGB8888, 1);
        if (!rs_painter_begin(&painter, c.frame, (rs_block){c.painter_memory, sizeof c.painter_memory},
                              &options))
            return;
        for (int i = 0; i < 3; i++) { /* near things are submitted first */
            thing t = {.shape = form == 0 ? &card : &sphere,
                       .x = (i - 1) * FX(0.9),
                       .z = -FX(3) - i * FX_ONE,
                       .size = FX(0.9),
                       .rgb = colours[i],
                       .shading = form == 0 ? RS_UNLIT : RS_GOURAUD,
                       .state = form == 0 ? &pane : &painted};
            draw(&t);
        }
        (void)rs_painter_end(&painter);
        show(form == 0 ? "sorted panes" : "ordering table");
    }
    {
        static const rs_pixel_state behind = {.depth = {.function = RS_GREATER, .no_write = true},
                                              .output = {.no_light = true},
                                              .blend = {.mode = RS_BLEND_FACTORS,
                                                        .source = RS_FACTOR_ONE_MINUS_STORED_ALPHA,
                                                        .stored = RS_FACTOR_ONE,
                                                        .transparency = 127}};
        static const rs_pixel_state before = {.depth = {.function = RS_LEQUAL},
                                              .blend = {.mode = RS_BLEND_PREMULTIPLIED, .transparency = 127},
                                              .output = {.no_light = true}};
        begin(RS_XRGB8888, 1);
        for (int i = 0; i < 2; i++) { /* premultiplied halves, the near one first */
            thing t = {.shape = &card,
                       .x = (i * 2 - 1) * FX(0.5),
                       .z = -FX(3) - i * FX_ONE,
                       .size = FX(0.9),
                       .rgb = colours[i] >> 1 & 0x7F7F7F,
                       .state = &behind};
            draw(&t);
            t.state = &before;
            draw(&t);
        }
        show("sortless panes");
    }
}

static void outputs(void) {
    static const rs_pixel_state dither = {.output = {.dither = RS_DITHER_4X4}},
                                two = {.output = {.dither = RS_DITHER_2X2}},
                                plain = {.depth = {.function = RS_LESS}};
    static const rs_pixel_state glow = {.output = {.emissive = 0x400060}};
    static const struct {
        rs_format format;
        const rs_pixel_state *state;
        const char *name;
    } all[] = {{RS_BGR555, &plain, "BGR555"},         {RS_BGR555, &dither, "BGR555 4x4"},
               {RS_RGB565, &two, "RGB565 2x2"},       {RS_GREY4, &plain, "GREY4"},
               {RS_GREY4, &dither, "GREY4 dithered"}, {RS_PAL8, &plain, "PAL8"},
               {RS_PAL8, &dither, "PAL8 dithered"},   {RS_XRGB8888, &glow, "emissive"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        ball_before_wall(all[i].format, all[i].state, NULL, RS_GOURAUD);
        show(all[i].name);
    }
    {
        thing ball = BALL, wall = WALL;
        begin(RS_XRGB8888, 2);
        wall.texture = NULL, wall.turn = 9000, wall.z = -FX(5);
        draw(&wall), draw(&ball);
        show("2x2 samples");
    }
}

/* Materials with looks: coloured light of several kinds, light worked out at some pixels, baked light of motifs. */
static void looks(void) {
    static const rs_look gold = {
        .reflecting = {.ambient = 0x604820, .diffuse = 0xFFFFFF, .specular = 0xFFE0A0, .log2_exponent = 5}};
    static const rs_look glowing = {
        .reflecting = {.diffuse = 0x808080, .ambient = 0x808080, .emissive = 0x502000}};
    static const uint8_t every[3] = {0, 4, 8};
    static const char *const names[3] = {"light a pixel", "light 4th pixel", "light 8th pixel"};
    thing ball = BALL;
    begin(RS_XRGB8888, 1);
    ball.look = &gold;
    draw(&ball);
    show("material: gold");
    begin(RS_XRGB8888, 1);
    ball.look = &glowing;
    draw(&ball);
    show("material: glow");
    for (int i = 0; i < 3; i++) {
        rs_look look = gold;
        look.pixel_light = RS_PER_PIXEL, look.light_every = every[i];
        begin(RS_XRGB8888, 1);
        ball.look = &look, ball.rgb = 0x4070C0;
        draw(&ball);
        show(names[i]);
    }
    {
        static uint8_t pairs[2 * 2 * SPHERE_VERTICES];
        static uint32_t starts[SPHERE_VERTICES + 1];
        static const uint32_t lamps[2] = {0xFF6020, 0x2060FF};
        static const rs_motif_light motifs = {
            .rgb = lamps, .count = 2, .pairs = pairs, .starts = starts, .vertices = SPHERE_VERTICES};
        static const rs_look look = {.stage = rs_stage_motif, .constants = &motifs};
        for (uint32_t i = 0; i < SPHERE_VERTICES; i++) { /* a lamp on each side */
            int x = sphere.normals[4 * i];
            starts[i + 1] = 2 * (i + 1);
            pairs[4 * i] = 0, pairs[4 * i + 1] = (uint8_t)(x < 0 ? -x * 2 : 0);
            pairs[4 * i + 2] = 1, pairs[4 * i + 3] = (uint8_t)(x > 0 ? x * 2 : 0);
        }
        begin(RS_XRGB8888, 1);
        ball = BALL, ball.look = &look, ball.rgb = 0xFFFFFF, ball.shading = RS_UNLIT;
        draw(&ball);
        show("motifs");
    }
}

/* Masks of channels and of a stencil, depth that is not written, and panes that pass through each other. */
static void masks_and_order(void) {
    static const rs_pixel_state keep = {.blend = {.keep = RS_KEEP_RED | RS_KEEP_BLUE}};
    static const rs_pixel_state pane = {.blend = {.mode = RS_BLEND_ALPHA, .transparency = 90},
                                        .depth = {.no_write = true}};
    static const uint32_t colours[3] = {0xE04030, 0x40C040, 0x4060E0};
    ball_before_wall(RS_XRGB8888, &keep, NULL, RS_GOURAUD);
    show("mask: green");
    for (int exact = 0; exact < 2; exact++) {
        const rs_painter_options options = {.exact = exact == 1, .splits = 64};
        rs_painter painter;
        begin(RS_XRGB8888, 1);
        if (!rs_painter_begin(&painter, c.frame, (rs_block){c.painter_memory, sizeof c.painter_memory},
                              &options))
            return;
        for (int i = 0; i < 3; i++) {
            thing t = {.shape = &card,
                       .z = -FX(3.4),
                       .size = FX(1.1),
                       .turn = i * 65536 / 6,
                       .rgb = colours[i],
                       .shading = RS_UNLIT,
                       .state = &pane,
                       .two_sided = true};
            draw(&t);
        }
        (void)rs_painter_end(&painter);
        show(exact ? "exact order" : "by distance");
    }
}

/* A dither of every second pixel white, and in its middle third the code that looks alike on a display of a gamma,
 * as the ramp predicts it. From afar the stripe cannot be seen where the display has that gamma. */
static void gamma_pattern(void) {
    static const int tenths[3] = {10, 18, 22};
    static const char *const names[3] = {"dither, at 1.0", "dither, at 1.8", "dither, at 2.2"};
    for (int i = 0; i < 3; i++) {
        uint8_t ramp[256];
        begin(RS_XRGB8888, 1);
        (void)rs_gamma_ramp(ramp, 256, tenths[i]);
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                const bool solid = x >= WIDTH / 3 && x < 2 * WIDTH / 3;
                uint32_t v = solid ? ramp[128] : ((x + y) & 1) != 0 ? 255u : 0;
                rs_plot(&c.surface, x, y, v * 0x010101u);
            }
        }
        c.painted = true;
        show(names[i]);
    }
}

/* The same scene computed with stored values, and with amounts of light behind one ramp. A surface in full light
 * looks alike in both; half light, blending and the mean of stripes do not. */
static void light_pattern(void) {
    static const rs_pixel_state pane = {.blend = {.mode = RS_BLEND_ALPHA, .transparency = 127},
                                        .depth = {.no_write = true}};
    uint8_t light[256], ramp[256];
    rs_gamma_light(light);
    (void)rs_gamma_output_ramp(ramp, 256, true, 10);
    for (int linear = 0; linear < 2; linear++) {
        uint32_t colours[4] = {0xC08040, 0xE0E0E0, 0x203040, 0x4060FF};
        thing ball = BALL, glass = {.shape = &card,
                                    .x = FX(0.5),
                                    .y = FX(0.35),
                                    .z = -FX(2.2),
                                    .size = FX(0.35),
                                    .shading = RS_UNLIT,
                                    .state = &pane};
        if (linear != 0) rs_gamma_palette(colours, colours, 4, light);
        begin(RS_XRGB8888, 1);
        ball.rgb = colours[0], ball.x = -FX(0.5), ball.shading = RS_PHONG;
        glass.rgb = colours[3];
        draw(&ball);
        ball.rgb = colours[1], ball.x = FX(1);
        draw(&ball);
        draw(&glass);
        rs_frame_band_planes(c.frame, 0, &c.surface, c.depth, &c.planes);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            if (c.depth[i] == 65535) rs_plot(&c.surface, i % WIDTH, i / WIDTH, colours[2]);
        }
        for (int i = 0; i < WIDTH * 24;
             i++) { /* steps of light, each beside every second pixel at full light */
            int x = i % WIDTH, y = HEIGHT - 24 + i / WIDTH;
            uint32_t level = (uint32_t)(x / 16 + 1) * 255u / 8u;
            rs_plot(&c.surface, x, y,
                    (i / WIDTH < 12 ? level : (uint32_t)((x + y) % 8 < x / 16 + 1) * 255u) * 0x010101u);
        }
        if (linear != 0) rs_gamma_surface(&c.surface, ramp, NULL);
        c.painted = true;
        show(linear != 0 ? "linear light" : "stored light");
    }
}

/* Plots Lambert, Phong, Blinn, wrap and a toon ramp, one below the other. */
static bool plots(const char *path, tool_error *error) {
    enum { SIDE = 400, COUNT = 5 };
    static uint32_t all[SIDE / 2 * COUNT * SIDE];
    static uint8_t toon[256];
    const vec3 light = {39322, 52429, 0};
    rs_reflecting surfaces[COUNT] = {{.function = rs_reflect_lambert},
                                     {.function = rs_reflect_phong, .log2_exponent = 4},
                                     {.function = rs_reflect_blinn, .log2_exponent = 6},
                                     {.function = rs_reflect_wrap, .wrap = 128},
                                     {.function = rs_reflect_toon, .toon = toon}};
    import_png_picture sheet_of_plots;
    for (int i = 0; i < 256; i++) toon[i] = i < 60 ? 40 : i < 180 ? 130 : 255;
    for (int k = 0; k < COUNT; k++) {
        import_image one;
        if (!plot_reflectance(path, &surfaces[k], light, SIDE, &one, error)) return false;
        for (int i = 0; i < SIDE * SIDE / 2; i++) {
            const uint8_t *p = one.rgba + 4 * i;
            all[k * SIDE * SIDE / 2 + i] = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
        }
        import_image_free(&one);
    }
    memset(&sheet_of_plots, 0, sizeof sheet_of_plots);
    sheet_of_plots.width = SIDE;
    sheet_of_plots.height = SIDE / 2 * COUNT;
    sheet_of_plots.format = IMPORT_PNG_XRGB32;
    sheet_of_plots.pixels = (const void *)all;
    return import_png_write(path, &sheet_of_plots, error);
}

static void wires_and_views(void) {
    static uint64_t scratch[16384];
    static const struct {
        rs_view_mode mode;
        const char *name;
    } views[3] = {{RS_VIEW_NORMALS, "view: normals"},
                  {RS_VIEW_DENSITY, "view: density"},
                  {RS_VIEW_TRIANGLES, "view: triangles"}};
    for (int hidden = 0; hidden < 2; hidden++) {
        rs_wire_options options = {.hide_diagonals = true, .hidden_line = hidden == 1};
        rs_material material = {.rgb = 0xF0E0A0};
        mat34 place = m34_identity();
        begin(RS_XRGB8888, 1);
        place.m[2][3] = -FX(3.4);
        if (rs_frame_wireframe(c.frame, &sphere.mesh, &place, &material, &options,
                               (rs_block){scratch, sizeof scratch}) != RS_OK) {
            fprintf(stderr, "gallery: no wireframe\n");
        }
        show(hidden ? "hidden lines" : "wireframe");
    }
    {
        thing ball = BALL;
        begin(RS_XRGB8888, 1);
        draw(&ball);
        c.smooth = true;
        show("smooth edges");
    }
    for (int i = 0; i < 3; i++) {
        static const rs_pixel_state plain = {.depth = {.function = RS_LESS}};
        thing wall = WALL, ball = BALL;
        begin(RS_XRGB8888, 1);
        ball.texture = &checker_texture;
        wall.state = ball.state = &plain;
        draw(&wall);
        draw(&ball);
        c.view = (int)views[i].mode + 1;
        show(views[i].name);
    }
}

int main(int argc, char **argv) {
    tool_error error;
    import_png_picture picture;
    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: gallery_sheet OUT.png [PLOTS.png]\n");
        return 1;
    }
    for (uint32_t i = 0; i < 256; i++)
        c.colours[i] = (i >> 5) * 36u << 16 | (i >> 2 & 7u) * 36u << 8 | (i & 3u) * 85u;
    for (uint32_t level = 0; level < 64; level++) {
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t lit = 0;
            for (int shift = 0; shift < 24; shift += 8) {
                uint32_t v = c.colours[i] >> shift & 255u, l = level * 8;
                lit |= (l <= 256 ? (v * l + 128) >> 8 : v + (((255 - v) * (l - 256) + 128) >> 8)) << shift;
            }
            c.shades[level * 256 + i] = (uint8_t)rs_nearest(c.colours, lit);
        }
    }
    rs_palette_inverse(c.colours, c.inverse);
    rs_highlight_build(220, 5, c.highlight);
    make_shapes();
    make_textures();
    quick_path();
    blends();
    discards();
    samplings();
    addresses();
    combines();
    depths();
    outputs();
    wires_and_views();
    looks();
    masks_and_order();
    gamma_pattern();
    light_pattern();
    memset(&picture, 0, sizeof picture);
    picture.width = WIDTH * COLUMNS * SCALE;
    picture.height = (cells + COLUMNS - 1) / COLUMNS * (HEIGHT + LABEL) * SCALE;
    picture.format = IMPORT_PNG_XRGB32;
    picture.pixels = sheet;
    if (!import_png_write(argv[1], &picture, &error)) {
        fprintf(stderr, "gallery: %s cannot be written\n", argv[1]);
        return 1;
    }
    printf("%d pictures in %s\n", cells, argv[1]);
    if (argc == 3 && !plots(argv[2], &error)) {
        fprintf(stderr, "gallery: %s cannot be written\n", argv[2]);
        return 1;
    }
    return 0;
}

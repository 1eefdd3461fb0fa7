/* Frames in passes: sky, decals, glass, a weapon in hand, an effect over the picture, figures. */
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/list/list.h"
#include "raster/passes.h"
#include "raster/spans/spans.h"
#include "tests/unit/raster/raster_scene.h"

enum { SKY, WALL, DECAL, GLASS, WEAPON, MATERIALS };
enum { MESH_SPHERE, MESH_QUAD, MESHES };

static raster_scene scene;
static rs_material materials[MATERIALS];
static uint32_t ramps[MATERIALS][RS_RAMP_ENTRIES];
static rs_pixel_state glass;
static mat34 matrices[5];
static rs_mesh quad;
static rs_submesh quad_part;
static rs_draw_call_mesh meshes[MESHES];
static const char *const texts[1] = {"HP 99"};
static rs_tables tables;
static uint64_t memory[1024];
static uint32_t kept[SCENE_WIDTH * SCENE_HEIGHT];

static rs_frame *begin(int band_lines) {
    static const uint32_t rgb[MATERIALS] = {0x2040A0, 0xA0A0A0, 0xE0E020, 0xF01010, 0x20C040};
    static const int16_t positions[12] = {-16384, -16384, 0, 16384,  -16384, 0,
                                          16384,  16384,  0, -16384, 16384,  0};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    static const int8_t faces[8] = {0, 0, 127, 0, 0, 0, 127, 0};
    scene_make(&scene, RS_XRGB8888);
    memset(&glass, 0, sizeof glass);
    memset(&quad, 0, sizeof quad);
    memset(&quad_part, 0, sizeof quad_part);
    glass.blend.mode = RS_BLEND_ALPHA, glass.blend.transparency = 128;
    for (int i = 0; i < MATERIALS; i++) {
        materials[i] = scene.material;
        materials[i].rgb = rgb[i];
        rs_ramp_build(RS_XRGB8888, rgb[i], ramps[i]);
        materials[i].ramp = ramps[i];
        materials[i].shading = RS_UNLIT;
    }
    materials[SKY].two_sided = true;
    materials[GLASS].state = &glass;
    quad_part.triangle_count = 2, quad_part.vertex_count = 4;
    quad.positions = positions, quad.indices = indices, quad.faces = faces, quad.parts = &quad_part;
    quad.vertex_count = 4, quad.triangle_count = 2, quad.part_count = 1;
    quad.exponent = 2, quad.radius = FX(1.5);
    meshes[MESH_SPHERE] = (rs_draw_call_mesh){&scene.mesh, NULL};
    meshes[MESH_QUAD] = (rs_draw_call_mesh){&quad, NULL};
    for (int i = 0; i < 5; i++) matrices[i] = m34_identity();
    tables = (rs_tables){.meshes = meshes,
                         .materials = materials,
                         .matrices = matrices,
                         .texts = texts,
                         .mesh_count = MESHES,
                         .material_count = MATERIALS,
                         .matrix_count = 5,
                         .text_count = 1};
    return scene_begin(&scene, RS_XRGB8888, band_lines);
}

static rs_draw_call call_of(rs_pass pass, int mesh, int material, uint16_t matrix) {
    rs_draw_call p;
    memset(&p, 0, sizeof p);
    p.key = rs_key_opaque((uint32_t)pass, (uint32_t)material, 0, RS_BY_MATERIAL);
    p.kind = RS_DRAW_CALL_MESH;
    p.resource = (uint16_t)mesh, p.material = (uint16_t)material, p.matrix = matrix;
    p.lights = RS_NO_NUMBER;
    return p;
}

static uint32_t at(int x, int y) { return scene.pixels[GUARD + y * SCENE_WIDTH + x]; }

static void draw(rs_draw_call *calls, uint32_t count, const rs_pass_options *options, int band_lines,
                 bool record) {
    rs_draw_calls list = {calls, count, count, 0};
    rs_draw_call_counts counts;
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    if (record) CHECK_EQ(rs_passes_draw(frame, &list, NULL, &tables, options, &counts), RS_OK);
    scene_draw(&scene, frame, RS_XRGB8888, band_lines);
}

TEST(raster_skies_never_cover_anything) {
    static const rs_pass_options options = {0};
    rs_draw_call calls[2];
    int sky = 0, sphere = 0;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    (void)begin(SCENE_HEIGHT);
    for (int i = 0; i < 12; i++) matrices[1].m[i / 4][i % 4] = i % 5 == 0 ? FX(0.9) : 0;
    calls[0] = call_of(RS_PASS_OPAQUE, MESH_SPHERE, WALL, 1);
    calls[1] = call_of(RS_PASS_BACKGROUND, MESH_SPHERE, SKY,
                       RS_NO_NUMBER); /* a sky of radius 1 about the camera, submitted last */
    draw(calls, 2, &options, SCENE_HEIGHT, true);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
        sky += scene.pixels[GUARD + i] == 0x2040A0;
        sphere += scene.pixels[GUARD + i] == 0xA0A0A0;
    }
    /* the sky fills all pixels that the sphere leaves free */
    CHECK_EQ(sky + sphere, SCENE_WIDTH * SCENE_HEIGHT);
    CHECK_EQ(at(48, 36), 0xA0A0A0u); /* the sphere is drawn over the sky, whose surface is nearer */
    CHECK(sphere > 1000);
}

/* A hollow weapon in the hand while a wall is a centimetre ahead: the weapon is drawn over the wall, and its own
 * parts hide each other, by depth and by the painter. */
TEST(raster_weapons_are_drawn_over_near_walls) {
    rs_draw_call calls[2];
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    for (int way = 0; way < 3; way++) {
        rs_pass_options options;
        memset(&options, 0, sizeof options);
        (void)begin(SCENE_HEIGHT);
        scene.camera.near_plane = FX(0.0078125);
        scene.camera.far_plane = FX(100);
        scene.camera.world_to_view = m34_identity();
        (void)scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        if (way == 1) options.painter_memory = (rs_block){memory, sizeof memory};
        matrices[1].m[2][3] = -FX(0.01); /* the wall */
        for (int i = 0; i < 12; i++) matrices[2].m[i / 4][i % 4] = i % 5 == 0 ? FX(0.25) : 0;
        matrices[2].m[2][3] = -FX(1); /* the weapon: a sphere open in front */
        scene.part.first_triangle = 0;
        scene.part.triangle_count = 60;
        materials[WEAPON].two_sided = true;
        materials[WEAPON].shading = RS_FLAT;
        calls[0] = call_of(way == 2 ? RS_PASS_OPAQUE : RS_PASS_FOREGROUND, MESH_SPHERE, WEAPON, 2);
        calls[1] = call_of(RS_PASS_OPAQUE, MESH_QUAD, WALL, 1);
        draw(calls, 2, &options, SCENE_HEIGHT, true);
        {
            int weapon = 0, differs = 0;
            for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
                weapon += scene.pixels[GUARD + i] != 0xA0A0A0;
                if (way == 1) differs += kept[i] != scene.pixels[GUARD + i];
            }
            /* a weapon of the opaque pass is hidden by the wall */
            CHECK(way == 2 ? weapon == 0 : weapon > 150);
            if (way == 0) memcpy(kept, scene.pixels + GUARD, sizeof kept);
            CHECK(differs * 20 <= weapon);
        }
    }
}

TEST(raster_decals_and_glass_follow_their_passes) {
    static const rs_pass_options options = {0};
    rs_draw_call calls[4];
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    (void)begin(SCENE_HEIGHT);
    matrices[1].m[2][3] = -FX(2);
    for (int i = 0; i < 3; i++)
        matrices[1].m[i][i] = FX(4), matrices[2].m[i][i] = FX(1), matrices[3].m[i][i] = FX(0.5);
    matrices[2].m[2][3] = -FX(2); /* the decal lies exactly in the wall */
    matrices[3].m[2][3] = -FX(1); /* the glass is in front of the wall */
    calls[0] = call_of(RS_PASS_TRANSLUCENT, MESH_QUAD, GLASS, 3);
    calls[1] = call_of(RS_PASS_DECAL, MESH_QUAD, DECAL, 2);
    calls[2] = call_of(RS_PASS_OPAQUE, MESH_QUAD, WALL, 1);
    calls[3] = call_of(RS_PASS_PREPASS, MESH_QUAD, WALL, 1);
    draw(calls, 4, &options, SCENE_HEIGHT, true);
    CHECK_EQ(at(5, 36), 0xA0A0A0u);        /* wall, by the pre-pass's depth */
    CHECK_EQ(at(48, 24), 0xE0E020u);       /* decal */
    CHECK_NEAR(at(48, 36) >> 16, 0xE8, 1); /* glass over the decal */
    CHECK_NEAR(at(48, 36) >> 8 & 255u, 0x78, 1);
}

/* ---- the effect ---- */

static uint32_t post_calls, post_heights;

static void invert(const void *constants, const rs_surface *surface, uint16_t *depth) {
    uint32_t mask = *(const uint32_t *)constants;
    (void)depth;
    post_calls++;
    post_heights += (uint16_t)surface->height;
    for (int y = surface->top; y < surface->top + surface->lines; y++) {
        for (int x = 0; x < surface->width; x++) rs_plot(surface, x, y, rs_pixel(surface, x, y) ^ mask);
    }
}

typedef struct lines {
    char text[256];
    size_t used;
} lines;

static void collect(void *context, const char *line) {
    lines *l = context;
    size_t n = strlen(line);
    if (l->used + n + 2 > sizeof l->text) return;
    memcpy(l->text + l->used, line, n);
    l->used += n;
    l->text[l->used++] = '|';
    l->text[l->used] = '\0';
}

TEST(raster_overlays_are_not_touched_by_effects) {
    static const uint32_t mask = 0xFFFFFF;
    static const int bands[2] = {SCENE_HEIGHT, 16};
    static uint32_t plain[SCENE_WIDTH * SCENE_HEIGHT];
    rs_draw_call calls[3];
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    for (int i = 0; i < 2; i++) {
        for (int effect = 0; effect < 2; effect++) {
            lines log = {{0}, 0};
            rs_pass_options options;
            int text = 0, inverted = 0;
            memset(&options, 0, sizeof options);
            options.post = effect ? invert : NULL;
            options.post_constants = &mask;
            options.log = collect, options.log_context = &log;
            (void)begin(bands[i]);
            calls[0] = call_of(RS_PASS_OVERLAY, 0, 0, RS_NO_NUMBER);
            calls[0].kind = RS_DRAW_CALL_TEXT, calls[0].tint = 0x00FF00, calls[0].argument = 30 | 30u << 16,
            calls[0].material = RS_NO_NUMBER;
            calls[1] = call_of(RS_PASS_FOREGROUND, MESH_QUAD, WEAPON, 4);
            matrices[4].m[0][0] = matrices[4].m[1][1] = matrices[4].m[2][2] = FX(0.1);
            matrices[4].m[0][3] = FX(0.9), matrices[4].m[2][3] = FX(0.5);
            calls[2] = call_of(RS_PASS_OPAQUE, MESH_SPHERE, WALL, 0);
            post_calls = post_heights = 0;
            draw(calls, 3, &options, bands[i], true);
            CHECK_EQ(post_calls, effect ? (i == 0 ? 1 : 5) : 0);
            /* the effect hears of the picture's height in every band */
            CHECK_EQ(post_heights, post_calls * SCENE_HEIGHT);
            CHECK_EQ(strcmp(log.text, effect ? "opaque: 1|foreground: 1|post: 1|overlay: 1|"
                                             : "opaque: 1|foreground: 1|overlay: 1|"),
                     0);
            for (int p = 0; p < SCENE_WIDTH * SCENE_HEIGHT; p++) {
                uint32_t pixel = scene.pixels[GUARD + p];
                if (effect == 0) plain[p] = pixel;
                if (plain[p] == 0x00FF00) {
                    text++;
                    CHECK_EQ(pixel, 0x00FF00u);
                } else if (effect) {
                    inverted += pixel == (plain[p] ^ 0xFFFFFFu);
                }
            }
            CHECK(text > 50);
            if (effect) CHECK_EQ(inverted + text, SCENE_WIDTH * SCENE_HEIGHT);
        }
        if (i == 0) memcpy(kept, scene.pixels + GUARD, sizeof kept);
        /* bands of any height give one picture */
        CHECK(memcmp(kept, scene.pixels + GUARD, sizeof kept) == 0);
    }
}

TEST(raster_passes_come_in_their_order) {
    lines log = {{0}, 0};
    rs_draw_call calls[8];
    rs_draw_calls list = {calls, 7, 8, 0};
    rs_draw_call_counts counts;
    rs_pass_options options;
    rs_camera before;
    rs_frame *frame;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    frame = begin(SCENE_HEIGHT);
    memset(&options, 0, sizeof options);
    options.log = collect, options.log_context = &log;
    options.post = invert, options.post_constants = &post_calls;
    for (int i = 0; i < 7; i++)
        calls[i] =
            call_of((rs_pass)(i < 1 ? RS_PASS_OVERLAY : RS_PASS_FOREGROUND + 1 - i), MESH_QUAD, WALL, 0);
    before = frame->camera;
    CHECK_EQ(rs_passes_draw(frame, &list, NULL, &tables, &options, &counts), RS_OK);
    CHECK_EQ(
        strcmp(
            log.text,
            "background: 1|prepass: 1|opaque: 1|decal: 1|translucent: 1|foreground: 1|post: 1|overlay: 1|"),
        0);
    CHECK_EQ(counts.drawn, 7);
    CHECK(memcmp(&before, &frame->camera, sizeof before) == 0);
    options.passes = 1u << RS_PASS_DECAL; /* the pass of decals alone */
    CHECK_EQ(rs_passes_draw(frame, &list, NULL, &tables, &options, &counts), RS_OK);
    CHECK_EQ(counts.drawn, 1);
    frame->camera_set = false;
    CHECK_EQ(rs_passes_draw(frame, &list, NULL, &tables, &options, &counts), RS_BAD_ARGUMENT);
    frame->list_used = frame->list_size;
    CHECK_EQ(rs_frame_post(frame, invert, &post_calls), RS_LIST_FULL);
}

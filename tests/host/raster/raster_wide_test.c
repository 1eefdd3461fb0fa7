/* The wide spans against the scalar spans that define them: every byte of colour and depth, guards included,
 * over random triangles. */
#include <stdlib.h>
#include <string.h>

#include "raster/list/list.h"
#include "raster/wide/wide.h"
#include "tests/test.h"
#include "tests/unit/raster/raster_scene.h"

enum { LINES = 48, WIDTH_MOST = 200, STRIDE_MOST = 4 * WIDTH_MOST + 32, FENCE = 64 };

typedef struct wide_case {
    rs_vertex vertices[3];
    uint16_t lights[3];
    uint32_t inverse_w[3];
    int16_t uvs[6];
    int8_t normals[12];
    uint32_t colours[RS_RAMP_ENTRIES], palette[256];
    uint32_t texels[128 * 128];
    uint8_t highlight[256];
    rs_draw draw;
    rs_item item;
} wide_case;

typedef struct wide_picture {
    uint8_t pixels[FENCE + LINES * STRIDE_MOST + FENCE];
    uint16_t depth[FENCE + LINES * WIDTH_MOST + FENCE];
} wide_picture;

static uint32_t next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static int between(uint32_t *state, int low, int high) {
    return low + (int)(next(state) % (uint32_t)(high - low + 1));
}

static void make_tables(wide_case *c, uint32_t *state) {
    memset(c, 0, sizeof *c);
    for (int i = 0; i < RS_RAMP_ENTRIES; i++) c->colours[i] = next(state) & 0xFFFFFFu;
    /* Bits above the colours are not drawn. */
    for (int i = 0; i < 256; i++) c->palette[i] = next(state);
    for (int i = 0; i < 128 * 128; i++) c->texels[i] = next(state);
    rs_highlight_build(200, 3, c->highlight);
    c->item.a = 0, c->item.b = 1, c->item.c = 2;
    c->draw.vertices = c->vertices;
    c->draw.lights = c->lights;
    c->draw.inverse_w = c->inverse_w;
    c->draw.uvs = c->uvs;
    c->draw.normals = c->normals;
    c->draw.colours = c->colours;
    c->draw.palette = c->palette;
    c->draw.texels = (const uint8_t *)c->texels;
}

static int64_t area_of(const rs_vertex v[3]) {
    return (int64_t)(v[2].x - v[0].x) * (v[1].y - v[0].y) - (int64_t)(v[1].x - v[0].x) * (v[2].y - v[0].y);
}

/* Chooses corners about a point, so that small triangles, columns of blocks, long edges and slivers all
 * occur; false for a triangle without area. */
static bool make_triangle(wide_case *c, uint32_t *state, int width, int size) {
    int x = between(state, -size, 16 * width + size), y = between(state, -size, 16 * LINES + size);
    int flat = between(state, 0, 3), depths = between(state, 0, 2);
    rs_vertex *v = c->vertices;
    for (int i = 0; i < 3; i++) {
        v[i].x = (int16_t)(x + between(state, -size, size));
        v[i].y = (int16_t)(y + between(state, -size, size));
        v[i].z = RS_DEPTH_LEAST + next(state) % (uint32_t)(RS_DEPTH_MOST - RS_DEPTH_LEAST + 1);
        if (depths == 0) v[i].z = (1u << 28) + next(state) % 100000u;
    }
    if (flat == 0) v[between(state, 0, 2)].y = v[between(state, 0, 2)].y;
    if (flat == 1) v[2].x = (int16_t)(v[1].x + between(state, -3, 3));
    if (flat == 2 && between(state, 0, 3) == 0)
        v[0] = v[1], v[0].x = (int16_t)(v[0].x + between(state, -40, 40));
    if (area_of(v) < 0) {
        rs_vertex swap = v[1];
        v[1] = v[2];
        v[2] = swap;
    }
    return area_of(v) > 0;
}

static void make_attributes(wide_case *c, uint32_t *state) {
    int close = between(state, 0, 3), bright = between(state, 0, 2),
        reach = between(state, 0, 1) ? 32767 : 3000;
    for (int i = 0; i < 3; i++) {
        c->lights[i] = (uint16_t)between(state, 1, bright == 0 ? 255 * 128 : bright == 1 ? 257 * 128 : 65534);
        c->inverse_w[i] = (1u << 28) + next(state) % ((close == 0   ? 1u
                                                       : close == 1 ? 1u << 22
                                                                    : 1u << 27) +
                                                      1u);
        if (close == 3) c->inverse_w[i] = 1000u + next(state) % (1u << 29);
    }
    for (int i = 0; i < 6; i++) c->uvs[i] = (int16_t)between(state, -reach, reach);
    for (int i = 0; i < 12; i++) c->normals[i] = (int8_t)between(state, -127, 127);
    if (between(state, 0, 1)) /* normals are nearly alike, as on a fine mesh */
        for (int i = 4; i < 12; i++)
            c->normals[i] = (int8_t)(c->normals[i & 3] / 2 + between(state, -20, 20));
    for (int i = 0; i < 3; i++) {
        c->draw.light[i] = (int16_t)between(state, -9000, 9000);
        c->draw.half[i] = (int16_t)between(state, -9000, 9000);
    }
    c->draw.intensity = (uint16_t)between(state, 0, 256);
    c->draw.highlight = between(state, 0, 3) ? c->highlight : NULL;
    c->draw.log2_width = (uint8_t)between(state, between(state, 0, 3) ? 1 : 0, 7);
    c->draw.log2_height = (uint8_t)between(state, between(state, 0, 3) ? 1 : 0, 7);
    c->draw.span = between(state, 0, 5) ? 8 : 1;
}

static void make_picture(wide_picture *picture, uint32_t *state) {
    int kind = between(state, 0, 3);
    for (size_t i = 0; i < sizeof picture->pixels; i++) picture->pixels[i] = (uint8_t)next(state);
    for (size_t i = 0; i < sizeof picture->depth / 2; i++) {
        picture->depth[i] = kind <= 1 ? 65535u : kind == 2 ? 32768u : (uint16_t)next(state);
    }
}

#if RS_WIDE
static rs_item_function set_up(wide_case *c, const rs_span_set *set, bool indexed, int texture, int light) {
    const rs_item_function(*functions)[RS_SPAN_LIGHTS] = indexed ? set->indexed : set->own;
    c->draw.affine = functions[RS_SPAN_AFFINE][light];
    return functions[texture][light];
}

static rs_band band_on(wide_picture *picture, int width, int stride, int top, int end) {
    rs_band band;
    memset(&band, 0, sizeof band);
    band.pixels = picture->pixels + FENCE;
    band.depth = picture->depth + FENCE;
    band.stride = stride;
    band.width = band.pitch = (int16_t)width;
    band.top = (int16_t)top;
    band.end = (int16_t)end;
    band.format = RS_XRGB8888;
    return band;
}

/* Draws `count` triangles by wide and by scalar spans; returns how many pictures differ. */
static int draw_both(bool indexed, int texture, int light, int count, uint32_t state, int *changed) {
    static wide_case c;
    static wide_picture start, scalar, wide;
    int different = 0;
    make_tables(&c, &state);
    make_picture(&start, &state);
    for (int i = 0; i < count; i++) {
        static const int sizes[] = {6, 14, 40, 90, 180, 400, 700, 1500, 9000};
        int width = between(&state, 0, 15) ? between(&state, 8, WIDTH_MOST) : between(&state, 1, 12);
        int stride = 4 * (width + between(&state, 0, 8)), top = between(&state, 0, 12);
        int end = top + between(&state, 1, LINES - top);
        rs_band band;
        if (!make_triangle(&c, &state, width, sizes[i % 9])) continue;
        make_attributes(&c, &state);
        c.item.colour = texture == RS_SPAN_PLAIN ? next(&state) & 0xFFFFFFu
                        : between(&state, 0, 2)  ? (uint32_t)between(&state, 0, RS_LIGHT_MAX)
                                                 : RS_LIGHT_FULL;
        if (i % 16 == 0) make_picture(&start, &state);
        memcpy(&scalar, &start, sizeof start);
        memcpy(&wide, &start, sizeof start);
        band = band_on(&scalar, width, stride, top, end);
        set_up(&c, &rs_spans_xrgb8888, indexed, texture, light)(&c.draw, &c.item, &band);
        band = band_on(&wide, width, stride, top, end);
        set_up(&c, &rs_wide_xrgb8888, indexed, texture, light)(&c.draw, &c.item, &band);
        *changed += memcmp(&scalar, &start, sizeof start) != 0;
        different += memcmp(&scalar, &wide, sizeof scalar) != 0;
    }
    return different;
}
#endif

static void compare(bool indexed, int texture, int light, int count) {
#if RS_WIDE
    if (rs_wide_usable()) {
        int changed = 0;
        CHECK_EQ(draw_both(indexed, texture, light, count, 77u + (uint32_t)(texture * 3 + light), &changed),
                 0);
        TEST_INFO("%d of %d triangles changed pixels", changed, count);
        CHECK(changed > count / 10);
        return;
    }
#endif
    (void)next, (void)between, (void)make_tables, (void)make_triangle, (void)make_attributes,
        (void)make_picture;
    (void)indexed, (void)texture, (void)light, (void)count;
    TEST_INFO("nothing to compare: no AVX2 here, or left out of the build");
}

TEST(raster_wide_flat_equals_scalar) { compare(false, RS_SPAN_PLAIN, RS_SPAN_CONSTANT, 12000); }
TEST(raster_wide_gouraud_equals_scalar) { compare(false, RS_SPAN_PLAIN, RS_SPAN_GOURAUD, 12000); }
TEST(raster_wide_phong_equals_scalar) { compare(false, RS_SPAN_PLAIN, RS_SPAN_PHONG, 8000); }

TEST(raster_wide_affine_textures_equal_scalar) {
    for (int light = 0; light < RS_SPAN_LIGHTS; light++) compare(false, RS_SPAN_AFFINE, light, 6000);
}

TEST(raster_wide_perspective_textures_equal_scalar) {
    for (int light = 0; light < RS_SPAN_LIGHTS; light++) compare(false, RS_SPAN_PERSPECTIVE, light, 10000);
}

TEST(raster_wide_palette_textures_equal_scalar) {
    for (int light = 0; light < RS_SPAN_LIGHTS; light++) {
        compare(true, RS_SPAN_AFFINE, light, 2000);
        compare(true, RS_SPAN_PERSPECTIVE, light, 2000);
    }
}

/* Clears touch exactly their bytes, whichever instructions they use. */
TEST(raster_wide_clears_stay_inside) {
    static uint32_t words[700];
    static uint16_t codes[700];
    for (int count = 0; count < 600; count += 7) {
        rs_surface surface = {.pixels = (uint8_t *)(words + 8),
                              .stride = 4 * count,
                              .width = (int16_t)count,
                              .height = 1,
                              .lines = 1,
                              .format = RS_XRGB8888};
        int wrong = 0;
        memset(words, 0x11, sizeof words);
        memset(codes, 0x11, sizeof codes);
        if (count > 0) rs_clear(&surface, 0x123456u);
        rs_clear_depth(codes + 8, (size_t)count);
        for (int i = 0; i < 700; i++) {
            bool inside = i >= 8 && i < 8 + count;
            wrong += words[i] != (inside ? 0x123456u : 0x11111111u);
            wrong += codes[i] != (inside ? 0xFFFFu : 0x1111u);
        }
        CHECK_EQ(wrong, 0);
    }
}

/* ---- recording: whole groups of eight vertices go through lanes, smaller groups do not; so a mesh in one
 * part is compared with the same mesh in parts of a triangle each ---- */

enum { SOUP = SPHERE_VERTICES / 3 };

static void make_soup(raster_scene *s, uint32_t *state) {
    for (int i = 0; i < 3 * SOUP; i++) {
        for (int k = 0; k < 3; k++) {
            s->positions[3 * i + k] = (int16_t)between(state, -18000, 18000);
            s->normals[4 * i + k] = (int8_t)between(state, -70, 70);
        }
        s->uvs[2 * i] = (int16_t)next(state);
        s->uvs[2 * i + 1] = (int16_t)next(state);
        s->indices[i] = (uint16_t)i;
    }
    for (int i = 0; i < 4 * SOUP; i++) s->faces[i] = (int8_t)between(state, -70, 70);
    s->mesh.vertex_count = 3 * SOUP;
    s->mesh.triangle_count = SOUP;
}

static const rs_frame *record_soup(raster_scene *s, const rs_submesh *parts, uint32_t count,
                                   const mat34 *model, const rs_material *material) {
    rs_frame *frame = scene_begin(s, RS_XRGB8888, SCENE_HEIGHT);
    rs_mesh mesh = s->mesh;
    mesh.parts = parts;
    mesh.part_count = count;
    CHECK_EQ(rs_frame_lights(frame, 50, s->lights, 1), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &mesh, model, material), RS_OK);
    return frame;
}

static bool same_corner(const rs_draw *a, uint32_t i, const rs_draw *b, uint32_t j) {
    const rs_vertex *v = &a->vertices[i], *w = &b->vertices[j];
    if (v->x != w->x || v->y != w->y || v->z != w->z) return false;
    if (a->lights != NULL && a->lights[i] != b->lights[j]) return false;
    return a->inverse_w == NULL || a->inverse_w[i] == b->inverse_w[j];
}

/* Counts items that differ between two lists; the vertices of a part of one triangle are 0, 1, 2. */
static int items_that_differ(const rs_frame *whole, const rs_frame *single) {
    int different = whole->item_count != single->item_count;
    for (uint32_t i = 0; i < whole->item_count && i < single->item_count; i++) {
        const rs_item *a = rs_item_at(whole, i), *b = rs_item_at(single, i);
        const rs_draw *d = (const rs_draw *)(const void *)(whole->list + (size_t)a->draw * RS_DRAW_ALIGN);
        const rs_draw *e = (const rs_draw *)(const void *)(single->list + (size_t)b->draw * RS_DRAW_ALIGN);
        different += a->colour != b->colour || !same_corner(d, a->a, e, b->a) ||
                     !same_corner(d, a->b, e, b->b) || !same_corner(d, a->c, e, b->c);
    }
    return different;
}

TEST(raster_wide_recording_equals_scalar) {
    static raster_scene one, many;
    rs_submesh whole = {.triangle_count = SOUP, .vertex_count = 3 * SOUP}, single[SOUP];
    uint32_t state = 5, drawn = 0;
    int different = 0;
    scene_make(&one, RS_XRGB8888);
    for (uint32_t i = 0; i < SOUP; i++) single[i] = (rs_submesh){i, 1, 3 * i, 3, 0, 0};
    for (int turn = 0; turn < 300; turn++) {
        rs_material material = one.material;
        mat34 model = scene_turn((ang16)next(&state), (ang16)next(&state));
        rs_stats a, b;
        make_soup(&one, &state);
        model.m[2][3] = between(&state, -6 * 65536, 0);
        model.m[1][3] = between(&state, -65536, 65536); /* some triangles reach over the edge */
        material.shading = (uint8_t)(turn % RS_SHADINGS);
        material.two_sided = turn % 7 == 0;
        if (turn % 3 == 0) material.highlight = one.highlight;
        if (turn % 5 == 0) material.texture = &one.texture;
        many = one;
        many.mesh.positions = many.positions, many.mesh.normals = many.normals, many.mesh.uvs = many.uvs;
        many.mesh.indices = many.indices, many.mesh.faces = many.faces;
        for (int i = 0; i < 3 * SOUP; i++)
            many.indices[i] = (uint16_t)(i % 3); /* indices count from the part's first vertex */
        different += items_that_differ(record_soup(&one, &whole, 1, &model, &material),
                                       record_soup(&many, single, SOUP, &model, &material));
        rs_frame_stats((const rs_frame *)(const void *)one.frame, &a);
        rs_frame_stats((const rs_frame *)(const void *)many.frame, &b);
        different +=
            a.culled != b.culled || a.rejected != b.rejected || a.drawn != b.drawn || a.clipped != b.clipped;
        drawn += a.drawn;
    }
    CHECK_EQ(different, 0);
    CHECK(drawn > 300 * SOUP / 4);
}

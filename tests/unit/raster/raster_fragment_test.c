/* The fragment pipeline against the quick one: with a state that asks for nothing both draw the same bits. */
#include "tests/unit/raster/raster_pixel.h"

static board one, two;
static uint8_t highlight[256];
static uint32_t texels[32 * 32];

static const rs_format formats[4] = {RS_PAL8, RS_RGB565, RS_BGR555, RS_XRGB8888};

/* Random corners, depths, lights, normals and texture coordinates, the same for both boards. */
static void randomize(uint32_t *state, int size) {
    int x = board_between(state, -20 * 16, 80 * 16), y = board_between(state, -20 * 16, 60 * 16);
    for (int i = 0; i < 3; i++) {
        int vx = x + board_between(state, -size, size), vy = y + board_between(state, -size, size);
        uint32_t z = board_next(state) % RS_DEPTH_MOST,
                 w = (board_next(state) >> 3) >> board_between(state, 0, 6);
        one.vertices[i].x = two.vertices[i].x = (int16_t)vx;
        one.vertices[i].y = two.vertices[i].y = (int16_t)vy;
        one.vertices[i].z = two.vertices[i].z = z < RS_DEPTH_LEAST ? RS_DEPTH_LEAST : z;
        one.inverse_w[i] = two.inverse_w[i] = w < 1000 ? 1000 : w;
        one.lights[i] = two.lights[i] = (uint16_t)board_between(state, 1, 65534);
        for (int k = 0; k < 2; k++)
            one.uvs[2 * i + k] = two.uvs[2 * i + k] = (int16_t)board_between(state, -8000, 8000);
        for (int k = 0; k < 3; k++)
            one.normals[4 * i + k] = two.normals[4 * i + k] = (int8_t)board_between(state, -73, 73);
    }
}

static void look(board *b, int log2_size) {
    b->draw.texels = (const uint8_t *)texels;
    b->draw.log2_width = (uint8_t)log2_size;
    b->draw.log2_height = (uint8_t)(log2_size - 1);
    b->draw.palette = b->surface.format == RS_XRGB8888 ? (const void *)b->colours : (const void *)b->native;
    b->draw.index = b->material.index;
    b->draw.normals = b->normals;
    b->draw.highlight = highlight;
    b->draw.intensity = 200;
    b->draw.light[0] = 5000, b->draw.light[1] = 12000, b->draw.light[2] = 9000;
    b->draw.half[0] = 1000, b->draw.half[1] = 9000, b->draw.half[2] = 13000;
}

/* Makes a state that changes nothing, for a random choice of reasons. */
static rs_pixel_state neutral(rs_format format, uint32_t *state) {
    rs_pixel_state s;
    uint32_t which = board_next(state);
    memset(&s, 0, sizeof s);
    if ((which & 1u) != 0)
        s.alpha_test.on = true, s.alpha_test.function = RS_GEQUAL, s.alpha_test.reference = 255;
    /* a board without a stencil plane */
    if ((which & 2u) != 0) s.stencil.on = true, s.stencil.front.function = RS_NEVER;
    if ((which & 4u) != 0 && format != RS_PAL8) s.blend.mode = RS_BLEND_ALPHA;
    if ((which & 8u) != 0) s.depth.w_buffer = false, s.output.hidden = 0;
    if ((which & 16u) != 0) s.unit[0].sampling.address_u = RS_WRAP, s.unit[0].sampling.bias = 16;
    return s;
}

/* Draws `count` random triangles by both pipelines; returns how many left different pixels or depths. */
static int twins(rs_format format, int texture, rs_span_light light, bool indexed, rs_mapping mapping,
                 int count, uint32_t *state) {
    const rs_pixel_state usual = neutral(format, state);
    const rs_span_set *set = rs_spans_of(format);
    rs_texture image = {.pixels = (const uint8_t *)texels,
                        .format = (uint8_t)(indexed ? RS_PAL8 : format),
                        .log2_width = 5,
                        .log2_height = 4};
    static uint8_t column[64];
    int different = 0;
    rs_item_function quick, fragment;
    board_make(&one, format);
    board_make(&two, format);
    two.material.texture = texture != RS_SPAN_PLAIN ? &image : NULL;
    two.material.mapping = (uint8_t)mapping;
    look(&one, 5);
    look(&two, 5);
    CHECK(board_state(&two, &usual, light, texture != RS_SPAN_PLAIN) != NULL);
    one.draw.lights = two.draw.lights;
    for (int level = 0; level < 64; level++) column[level] = one.shades[level * 256 + one.draw.index];
    one.draw.column = column;
    one.draw.span = mapping == RS_PIXEL ? 1 : 8;
    one.draw.affine = indexed ? set->indexed[RS_SPAN_AFFINE][light] : set->own[RS_SPAN_AFFINE][light];
    quick = indexed ? set->indexed[texture][light] : set->own[texture][light];
    fragment = two.draw.function;
    for (int i = 0; i < count; i++) {
        uint32_t value = board_next(state) & 511u;
        rs_item item = {0, 1, 2, 0, value, 0}, plain;
        const rs_vertex *v = one.vertices;
        randomize(state, i % 3 == 0 ? 200 : i % 3 == 1 ? 600 : 2500);
        if ((v[2].x - v[0].x) * (v[1].y - v[0].y) < (v[1].x - v[0].x) * (v[2].y - v[0].y))
            item.b = 2, item.c = 1; /* a triangle turned round would be culled by recording */
        plain = item;
        if (texture == RS_SPAN_PLAIN &&
            light == RS_SPAN_CONSTANT) { /* an item of the quick path holds the pixel itself */
            plain.colour = format == RS_PAL8       ? column[value >> 3]
                           : format == RS_XRGB8888 ? one.ramp[value]
                                                   : ((const uint16_t *)(const void *)one.ramp)[value];
        }
        quick(&one.draw, &plain, &one.band);
        fragment(&two.draw, &item, &two.band);
        if (memcmp(one.pixels, two.pixels, sizeof one.pixels) != 0 ||
            memcmp(one.depth, two.depth, sizeof one.depth) != 0) {
            different++;
            memcpy(two.pixels, one.pixels, sizeof one.pixels);
            memcpy(two.depth, one.depth, sizeof one.depth);
        }
        if (i % 16 == 15) {
            rs_clear_depth(one.depth, BOARD_PIXELS);
            rs_clear_depth(two.depth, BOARD_PIXELS);
        }
    }
    return different;
}

TEST(raster_fragment_pipeline_draws_the_quick_paths_bits) {
    const int each = sizeof(void *) == 8 ? 56 : 2; /* a desktop draws ten thousand */
    uint32_t state = 77;
    int different = 0, drawn = 0;
    rs_highlight_build(200, 4, highlight);
    for (int i = 0; i < 32 * 32; i++) texels[i] = board_next(&state) & 0xFFFFFFu;
    for (int f = 0; f < 4; f++) {
        const int own_forms = formats[f] == RS_PAL8 ? 1 : 2;
        if (rs_spans_of(formats[f]) == NULL) continue;
        for (int light = 0; light < RS_SPAN_LIGHTS; light++) {
            for (int again = 0; again < 4; again++) {
                different +=
                    twins(formats[f], RS_SPAN_PLAIN, (rs_span_light)light, false, RS_SPAN, each, &state);
                drawn += each;
            }
            for (int indexed = 0; indexed < own_forms; indexed++) {
                for (int mapping = 0; mapping < RS_MAPPINGS; mapping++) {
                    int texture = mapping == RS_AFFINE ? RS_SPAN_AFFINE : RS_SPAN_PERSPECTIVE;
                    for (int again = 0; again < 4; again++) {
                        different += twins(formats[f], texture, (rs_span_light)light, indexed != 0,
                                           (rs_mapping)mapping, each, &state);
                        drawn += each;
                    }
                }
            }
        }
    }
    CHECK_EQ(different, 0);
    TEST_INFO("%d triangles in every form of the quick path", drawn);
}

/* ---- set-up ---- */

TEST(raster_setup_vectors) {
    static const rs_vertex v[3] = {{8, 8, 0}, {8, 136, 0}, {136, 8, 0}};
    const rs_band band = {.width = 64, .pitch = 64, .end = 48};
    rs_item item = {0, 1, 2, 0, 0, 0};
    rs_scan scan;
    rs_plane plane;
    static const int32_t a[3] = {0, 80, 160};
    CHECK(rs_scan_begin(&scan, v, &item, &band));
    plane = rs_plane_through(&scan, a[scan.order[0]] << 20, a[scan.order[1]] << 20, a[scan.order[2]] << 20);
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            int64_t got =
                (int32_t)(plane.origin + (uint32_t)plane.dx * (uint32_t)i + (uint32_t)plane.dy * (uint32_t)j);
            CHECK_NEAR(got, (int64_t)(20 * i + 10 * j) << 20, 1 << 10);
        }
    }
}

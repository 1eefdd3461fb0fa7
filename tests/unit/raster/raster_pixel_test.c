/* Pixel states one by one: interpolants, depth, alpha test, stencil, blending, the order of the steps. */
#include "raster/dither.h"
#include "tests/unit/raster/raster_pixel.h"

static board b;

/* ---- interpolants ---- */

static int32_t slope_at(int32_t a, int32_t k, int32_t l, int32_t m, int x, int y) {
    return (a + k * x + l * y) / m;
}

/* Every slot is a plane f = (a + k x + l y) / m over the pixel; the colour of a pixel shows its value. */
TEST(raster_interpolants_reproduce_planes) {
    static const rs_pixel_state state = {.output = {.no_light = false}};
    rs_fragment *g;
    int worst = 0;
    board_make(&b, RS_XRGB8888);
    g = board_state(&b, &state, RS_SPAN_CONSTANT, false);
    CHECK(g != NULL);
    for (int slot = 0; slot < 6; slot++) { /* r g b of the primary colour, r g b of the specular one */
        memset(b.rgba, 0, sizeof b.rgba);
        memset(b.speculars, 0, sizeof b.speculars);
        board_vertex(&b, 0, 8, 8, 1000);
        board_vertex(&b, 1, 8, 8 + 16 * 40, 1000);
        board_vertex(&b, 2, 8 + 16 * 60, 8, 1000);
        for (int i = 0; i < 3; i++) {
            int x = b.vertices[i].x >> 4, y = b.vertices[i].y >> 4;
            uint8_t *to = slot < 3 ? b.rgba : b.speculars;
            to[4 * i + slot % 3] = (uint8_t)slope_at(10, 2, 3, 1, x, y);
            b.rgba[4 * i + 3] = 255;
        }
        g->colours = b.rgba;
        g->speculars = slot < 3 ? NULL : b.speculars;
        rs_clear(&b.surface, 0);
        rs_clear_depth(b.depth, BOARD_PIXELS);
        board_triangle(&b, 0, 1, 2, 256);
        for (int y = 0; y < 40; y++) {
            for (int x = 0; x < 60; x++) {
                int got, wanted = slope_at(10, 2, 3, 1, x, y);
                if (b.depth[y * BOARD_WIDTH + x] == 65535) continue;
                got = (int)(board_pixel(&b, x, y) >> (16 - 8 * (slot % 3)) & 255u);
                if (got - wanted > worst) worst = got - wanted;
                if (wanted - got > worst) worst = wanted - got;
            }
        }
    }
    CHECK(worst <= 1);
}

static int32_t seen[3];
static int seen_count;

static uint32_t look_at_vector(const void *constants, const int32_t vector[3], uint32_t primary) {
    (void)constants;
    for (int k = 0; k < 3; k++) seen[k] = vector[k];
    seen_count++;
    return primary ^ 0x0000FF00u;
}

TEST(raster_vectors_reach_the_shading_function) {
    static const rs_pixel_state state = {.alpha_test = {.on = false}};
    static const int16_t vectors[12] = {100, -200, 300, 0, 100, -200, 300, 0, 100, -200, 300, 0};
    rs_fragment *g;
    int once;
    board_make(&b, RS_XRGB8888);
    g = board_state(&b, &state, RS_SPAN_CONSTANT, false);
    g->vectors = vectors;
    g->shade = look_at_vector;
    board_vertex(&b, 0, 0, 0, 1000);
    board_vertex(&b, 1, 0, 320, 1000);
    board_vertex(&b, 2, 320, 0, 1000);
    b.inverse_w[1] = 1u << 27; /* a constant stays one in perspective */
    seen_count = 0;
    board_triangle(&b, 0, 1, 2, 256);
    CHECK_NEAR(seen[0], 100 * 65536, 1024);
    CHECK_NEAR(seen[1], -200 * 65536, 1024);
    CHECK_NEAR(seen[2], 300 * 65536, 1024);
    CHECK(seen_count > 150); /* the stage is called once for each visible pixel, never for hidden ones */
    CHECK_EQ(board_pixel(&b, 2, 2), (b.material.rgb ^ 0x00FF00u));
    once = seen_count;
    board_vertex(&b, 0, 0, 0, 2000), board_vertex(&b, 1, 0, 320, 2000), board_vertex(&b, 2, 320, 0, 2000);
    board_triangle(&b, 0, 1, 2, 256);
    CHECK_EQ(seen_count, once);
}

/* ---- depth ---- */

static bool compares(int function, uint32_t a, uint32_t with) {
    switch (function) {
    case RS_LESS:
        return a < with;
    case RS_LEQUAL:
        return a <= with;
    case RS_EQUAL:
        return a == with;
    case RS_NOTEQUAL:
        return a != with;
    case RS_GEQUAL:
        return a >= with;
    case RS_GREATER:
        return a > with;
    case RS_ALWAYS:
        return true;
    default:
        return false;
    }
}

TEST(raster_depth_functions_on_three_layers) {
    for (int function = 0; function < RS_COMPARES; function++) {
        for (int write = 0; write < 2; write++) {
            rs_pixel_state state;
            memset(&state, 0, sizeof state);
            state.depth.function = (uint8_t)function;
            state.depth.no_write = write == 0;
            for (uint32_t layer = 0; layer < 3; layer++) {
                uint32_t code = 500 + 500 * layer;
                bool passes = compares(function, code, 1000);
                board_make(&b, RS_XRGB8888);
                for (int i = 0; i < BOARD_PIXELS; i++) b.depth[i] = 1000;
                board_rectangle(&b, &state, 3, 4, 5, 6, code, 0xFF112233u);
                CHECK_EQ(board_pixel(&b, 4, 5), passes ? 0x112233u : 0u);
                CHECK_EQ(b.depth[5 * BOARD_WIDTH + 4], passes && write ? code : 1000u);
                CHECK_EQ(b.depth[5 * BOARD_WIDTH + 8], 1000); /* the pixel beside it */
            }
        }
    }
}

TEST(raster_any_order_of_triangles_gives_one_picture) {
    static const rs_pixel_state state = {.alpha_test = {.on = true, .function = RS_ALWAYS}};
    uint32_t random = 5, first = 0;
    int16_t place[8][6];
    uint32_t code[8][3];
    for (int t = 0; t < 8; t++) {
        for (int k = 0; k < 6; k++) place[t][k] = (int16_t)board_between(&random, 0, 700);
        for (int k = 0; k < 3; k++) code[t][k] = (uint32_t)board_between(&random, 100, 60000);
    }
    for (int turn = 0; turn < 100; turn++) {
        int order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        uint32_t hash = 2166136261u;
        rs_fragment *g;
        for (int i = 7; i > 0 && turn > 0; i--) {
            int j = board_between(&random, 0, i), swap = order[i];
            order[i] = order[j], order[j] = swap;
        }
        board_make(&b, RS_XRGB8888);
        g = board_state(&b, &state, RS_SPAN_CONSTANT, false);
        for (int i = 0; i < 8; i++) {
            int t = order[i];
            for (int k = 0; k < 3; k++) board_vertex(&b, k, place[t][2 * k], place[t][2 * k + 1], code[t][k]);
            board_colour(&b, g, 0xFF000000u + 0x1F3D57u * (uint32_t)(t + 1));
            board_triangle(&b, 0, 1, 2, 256);
        }
        for (int i = 0; i < BOARD_PIXELS; i++) hash = (hash ^ b.pixels[i]) * 16777619u;
        if (turn == 0) first = hash;
        CHECK_EQ(hash, first);
    }
}

/* Two quads whose depths are planes in x that cross at x = 32. */
TEST(raster_crossing_quads_meet_on_their_line) {
    static const rs_pixel_state state = {.depth = {.function = RS_LESS}};
    for (int turn = 0; turn < 2; turn++) {
        rs_fragment *g;
        board_make(&b, RS_XRGB8888);
        for (int pass = 0; pass < 2; pass++) {
            bool rises = (pass == 0) == (turn == 0);
            g = board_state(&b, &state, RS_SPAN_CONSTANT, false);
            board_colour(&b, g, rises ? 0xFFFF0000u : 0xFF0000FFu);
            board_corners(&b, 0, 0, 64, 48, 0);
            for (int i = 0; i < 4; i++)
                b.vertices[i].z = (uint32_t)((i < 2) == rises ? 10000 : 20000) << RS_DEPTH_SHIFT;
            board_quad(&b, 256);
        }
        for (int y = 0; y < 48; y++) {
            CHECK_EQ(board_pixel(&b, 30, y), 0xFF0000u);
            CHECK_EQ(board_pixel(&b, 33, y), 0x0000FFu);
        }
    }
}

TEST(raster_depth_bias_moves_codes_alone) {
    rs_pixel_state state;
    memset(&state, 0, sizeof state);
    board_make(&b, RS_XRGB8888);
    state.depth.bias = -67;
    board_rectangle(&b, &state, 0, 0, 8, 8, 1000, 0xFF00FF00u);
    CHECK_EQ(b.depth[0], 933);
    state.depth.bias = -5000;
    board_rectangle(&b, &state, 8, 0, 8, 8, 1000, 0xFF00FF00u);
    CHECK_EQ(b.depth[8], 0);
    state.depth.bias = 5000;
    board_rectangle(&b, &state, 16, 0, 8, 8, 63000, 0xFF00FF00u);
    CHECK_EQ(b.depth[16], 65534);
    state.depth.bias = 0;
    state.depth.slope = 2 * 256; /* the quad's depth falls by 100 codes a pixel */
    board_state(&b, &state, RS_SPAN_CONSTANT, false);
    board_corners(&b, 24, 0, 8, 8, 0);
    for (int i = 0; i < 4; i++) b.vertices[i].z = (uint32_t)(i < 2 ? 10000 : 10800) << RS_DEPTH_SHIFT;
    board_quad(&b, 256);
    CHECK_NEAR(b.depth[24], 10050 + 200, 1);
}

/* ---- alpha test, colour key ---- */

TEST(raster_alpha_functions_on_a_ramp) {
    for (int function = 0; function < RS_COMPARES; function++) {
        for (int alpha = 0; alpha < 256; alpha += 3) {
            rs_pixel_state state;
            bool kept = compares(function, (uint32_t)alpha, 129);
            memset(&state, 0, sizeof state);
            state.alpha_test.on = true;
            state.alpha_test.function = (uint8_t)function;
            state.alpha_test.reference = 129;
            state.stencil.on = true;
            state.stencil.front = (rs_stencil_face){
                RS_ALWAYS, 7, 255, 255, RS_STENCIL_REPLACE, RS_STENCIL_REPLACE, RS_STENCIL_REPLACE};
            if (alpha == 0 || alpha == 129) board_make(&b, RS_XRGB8888), board_planes(&b);
            b.depth[0] = 65535, b.pixels[0] = 0, b.stencil[0] = 0, b.alpha[0] = 9;
            board_rectangle(&b, &state, 0, 0, 1, 1, 1000, (uint32_t)alpha << 24 | 0x445566u);
            CHECK_EQ(b.pixels[0], kept ? 0x445566u : 0u);
            CHECK_EQ(b.depth[0], kept ? 1000 : 65535);
            CHECK_EQ(b.stencil[0], kept ? 7 : 0);
            CHECK_EQ(b.alpha[0], kept ? alpha : 9);
        }
    }
}

TEST(raster_keyed_texels_leave_every_plane) {
    static const uint8_t indices[4] = {5, 0, 7, 0};
    static const uint16_t words[4] = {0x07E0, 0, 0x001F, 0};
    static const uint32_t wide[4] = {0x00FF00, 0, 0x0000FF, 0};
    static const rs_texture textures[] = {
        {.pixels = indices, .format = RS_PAL8, .log2_width = 2},
        {.pixels = (const uint8_t *)words, .format = RS_RGB565, .log2_width = 2},
        {.pixels = (const uint8_t *)wide, .format = RS_XRGB8888, .log2_width = 2}};
    static const rs_format formats[3] = {RS_PAL8, RS_RGB565, RS_XRGB8888};
    for (int at = 0; at < 18; at++) { /* each format copied to each, with and without a filter */
        const int f = at / 6, t = at / 2 % 3;
        const rs_pixel_state state = {
            .alpha_test = {.colour_key = true},
            .unit[0].sampling = {.magnify = at % 2 == 0 ? RS_NEAREST : RS_BILINEAR}};
        if (rs_fragment_functions(formats[f]) == NULL || (f == 0 && at > 0)) continue;
        board_make(&b, formats[f]);
        b.material.texture = &textures[t];
        CHECK(board_state(&b, &state, RS_SPAN_CONSTANT, true) != NULL);
        board_corners(&b, 0, 0, 4, 4, 1000);
        for (int i = 0; i < 4; i++) b.uvs[2 * i] = (int16_t)(i < 2 ? 0 : 4096), b.uvs[2 * i + 1] = 0;
        rs_clear(&b.surface, 3);
        board_quad(&b, RS_LIGHT_FULL);
        for (int x = 0; x < 4; x++) {
            CHECK_EQ(b.depth[x], indices[x] == 0 ? 65535 : 1000);
            CHECK_EQ(board_pixel(&b, x, 0) == 3, indices[x] == 0);
        }
    }
}

/* ---- stencil ---- */

static uint32_t stencil_model(int operation, uint32_t v, uint32_t reference, uint32_t most) {
    switch (operation) {
    case RS_STENCIL_ZERO:
        return 0;
    case RS_STENCIL_REPLACE:
        return reference & most;
    case RS_STENCIL_INCREMENT:
        return v < most ? v + 1 : v;
    case RS_STENCIL_DECREMENT:
        return v > 0 ? v - 1 : v;
    case RS_STENCIL_INCREMENT_WRAP:
        return v < most ? v + 1 : 0;
    case RS_STENCIL_DECREMENT_WRAP:
        return v > 0 ? v - 1 : most;
    case RS_STENCIL_INVERT:
        return most - v;
    default:
        return v;
    }
}

static uint32_t stencil_get(int x, int y, int bits) {
    uint32_t bit = (uint32_t)(x * bits);
    return (uint32_t)b.stencil[y * ((BOARD_WIDTH * bits + 7) / 8) + (int)(bit >> 3)] >> (bit & 7u) &
           ((1u << bits) - 1u);
}

static void stencil_put(int x, int y, int bits, uint32_t v) {
    uint32_t bit = (uint32_t)(x * bits), most = (1u << bits) - 1u;
    uint8_t *byte = &b.stencil[y * ((BOARD_WIDTH * bits + 7) / 8) + (int)(bit >> 3)];
    *byte = (uint8_t)((*byte & ~(most << (bit & 7u))) | v << (bit & 7u));
}

TEST(raster_stencil_truth_table) {
    for (int bits = 1; bits <= 8; bits *= 2) {
        const uint32_t most = (1u << bits) - 1u;
        board_make(&b, RS_XRGB8888);
        board_planes(&b);
        b.planes.stencil_bits = (uint8_t)bits;
        for (int function = 0; function < RS_COMPARES; function++) {
            for (int operation = 0; operation < RS_STENCIL_OPERATIONS; operation++) {
                rs_pixel_state state;
                memset(&state, 0, sizeof state);
                state.stencil.on = true;
                state.stencil.front = (rs_stencil_face){(uint8_t)function, 2, 255, 255, (uint8_t)operation, 0,
                                                        (uint8_t)operation};
                for (int i = 0; i < 16; i++) { /* stencil values 0, 1, 2, most - 1, most ... on a 4x4 plane */
                    stencil_put(i & 3, i >> 2, bits, (i < 8 ? (uint32_t)i : most - (uint32_t)(i - 8)) & most);
                    b.pixels[(i >> 2) * BOARD_WIDTH + (i & 3)] = 0;
                    b.depth[(i >> 2) * BOARD_WIDTH + (i & 3)] = 65535;
                }
                board_rectangle(&b, &state, 0, 0, 4, 4, 1000, 0xFFFFFFFFu);
                for (int i = 0; i < 16; i++) {
                    uint32_t was = (i < 8 ? (uint32_t)i : most - (uint32_t)(i - 8)) & most;
                    bool passed = compares(function, 2u & most, was);
                    CHECK_EQ(stencil_get(i & 3, i >> 2, bits), stencil_model(operation, was, 2, most));
                    CHECK_EQ(board_pixel(&b, i & 3, i >> 2), passed ? 0xFFFFFFu : 0u);
                }
                CHECK_EQ(stencil_get(4, 0, bits), 0);
            }
        }
    }
}

TEST(raster_stencil_masks_and_marks_once) {
    static const rs_pixel_state mark = {
        .stencil = {.on = true, .front = {RS_ALWAYS, 1, 255, 255, 0, 0, RS_STENCIL_REPLACE}},
        .blend = {.keep = RS_KEEP_COLOUR},
        .depth = {.no_write = true}};
    static const rs_pixel_state where = {.stencil = {.on = true, .front = {RS_EQUAL, 1, 255, 255, 0, 0, 0}}};
    static const rs_pixel_state shadow = {
        .stencil = {.on = true, .front = {RS_EQUAL, 0, 1, 255, 0, 0, RS_STENCIL_INVERT}},
        .blend = {.mode = RS_BLEND_ALPHA},
        .depth = {.no_write = true}};
    int touched = 0;
    board_make(&b, RS_XRGB8888);
    board_planes(&b);
    board_rectangle(&b, &mark, 10, 10, 6, 6, 1000, 0xFFFF0000u);
    CHECK_EQ(board_pixel(&b, 12, 12), 0);
    board_rectangle(&b, &where, 0, 0, 64, 48, 1000, 0xFF00FF00u);
    for (int i = 0; i < BOARD_PIXELS; i++) touched += b.pixels[i] != 0;
    CHECK_EQ(touched, 36);
    /* Two overlapping shadows darken a pixel once. */
    board_make(&b, RS_XRGB8888);
    board_planes(&b);
    b.planes.stencil_bits = 1;
    rs_clear(&b.surface, 0x808080);
    board_rectangle(&b, &shadow, 0, 0, 10, 10, 1000, 0x80000000u);
    CHECK_EQ(board_pixel(&b, 6, 6), 0x404040u);
    board_rectangle(&b, &shadow, 5, 5, 10, 10, 1000, 0x80000000u);
    CHECK_EQ(board_pixel(&b, 6, 6), 0x404040u);
    CHECK_EQ(board_pixel(&b, 12, 12), 0x404040u);
}

TEST(raster_stencil_counts_faces_apart) {
    static const rs_pixel_state volume = {
        .stencil = {.on = true,
                    .two_faces = true,
                    .front = {RS_ALWAYS, 0, 255, 255, 0, RS_STENCIL_DECREMENT_WRAP, 0},
                    .back = {RS_ALWAYS, 0, 255, 255, 0, RS_STENCIL_INCREMENT_WRAP, 0}},
        .blend = {.keep = RS_KEEP_COLOUR},
        .depth = {.no_write = true}};
    rs_item back = {0, 1, 2, 0, RS_LIGHT_FULL | RS_ITEM_BACK, 0};
    board_make(&b, RS_XRGB8888);
    board_planes(&b);
    /* both faces of the volume lie behind the visible surface */
    for (int i = 0; i < BOARD_PIXELS; i++) b.depth[i] = 500;
    CHECK(board_state(&b, &volume, RS_SPAN_CONSTANT, false) != NULL);
    board_corners(&b, 0, 0, 20, 20, 900);
    b.draw.function(&b.draw, &back, &b.band);
    CHECK_EQ(b.stencil[10 * BOARD_WIDTH + 2], 1);
    board_triangle(&b, 0, 1, 2, RS_LIGHT_FULL);
    CHECK_EQ(b.stencil[10 * BOARD_WIDTH + 2], 0);
    CHECK_EQ(b.depth[10 * BOARD_WIDTH + 2], 500);
}

/* ---- blending ---- */

/* The blending formulas computed with real division. */
static uint32_t factor_model(int factor, uint32_t constant, uint32_t s, uint32_t d, uint32_t sa,
                             uint32_t da) {
    switch (factor) {
    case RS_FACTOR_ZERO:
        return 0;
    case RS_FACTOR_ONE:
        return 255;
    case RS_FACTOR_SOURCE_ALPHA:
        return sa;
    case RS_FACTOR_ONE_MINUS_SOURCE_ALPHA:
        return 255 - sa;
    case RS_FACTOR_SOURCE_COLOUR:
        return s;
    case RS_FACTOR_ONE_MINUS_SOURCE_COLOUR:
        return 255 - s;
    case RS_FACTOR_STORED_COLOUR:
        return d;
    case RS_FACTOR_ONE_MINUS_STORED_COLOUR:
        return 255 - d;
    case RS_FACTOR_STORED_ALPHA:
        return da;
    case RS_FACTOR_ONE_MINUS_STORED_ALPHA:
        return 255 - da;
    default:
        return constant;
    }
}

static uint32_t blend_model(int sf, int df, int operation, uint32_t constant, uint32_t source,
                            uint32_t stored) {
    uint32_t result = 0, sa = source >> 24, da = stored >> 24;
    for (int shift = 0; shift < 32; shift += 8) {
        uint32_t s = source >> shift & 255u, d = stored >> shift & 255u;
        int32_t a = (int32_t)(s * factor_model(sf, constant, s, d, sa, da)),
                c = (int32_t)(d * factor_model(df, constant, s, d, sa, da));
        int32_t sum = operation == RS_BLEND_SUM ? a + c : operation == RS_BLEND_SOURCE_MINUS ? a - c : c - a;
        sum = sum < 0 ? 0 : (2 * sum + 255) / 510;
        result |= (uint32_t)(sum > 255 ? 255 : sum) << shift;
    }
    return result;
}

TEST(raster_blend_factors_against_their_formula) {
    uint32_t random = 3;
    int different = 0;
    for (int sf = 0; sf < RS_FACTORS; sf++) {
        for (int df = 0; df < RS_FACTORS; df++) {
            for (int i = 0; i < 200; i++) {
                int operation = i % RS_BLEND_OPERATIONS;
                uint32_t source = board_next(&random), stored = board_next(&random),
                         constant = board_next(&random) & 255u;
                different += rs_blend(sf, df, operation, constant, source, stored) !=
                             blend_model(sf, df, operation, constant, source, stored);
            }
        }
    }
    CHECK_EQ(different, 0);
}

TEST(raster_blend_examples) {
    uint32_t random = 8;
    int different = 0;
    CHECK_EQ(
        rs_blend(RS_FACTOR_SOURCE_ALPHA, RS_FACTOR_ONE_MINUS_SOURCE_ALPHA, 0, 0, 0x80FF0000u, 0xFF0000FFu) &
            0xFFFFFFu,
        0x80007Fu);
    CHECK_EQ(rs_blend_16(0xF800, 0x001F, 128, 0x07E0F81Fu), 0x780Fu);
    CHECK_EQ(rs_average_16(0xF800, 0x001F, 0xF7DE), 0x780Fu);
    for (uint32_t i = 0; i < 30000; i++) { /* packed blending against single channels, in both layouts */
        uint32_t s = board_next(&random) & 0xFFFFu, d = board_next(&random) & 0xFFFFu,
                 alpha = board_next(&random) & 255u;
        int32_t a = (int32_t)((alpha * 32 + 127) / 255);
        for (int layout = 0; layout < 2; layout++) {
            const int shift[2][3] = {{11, 5, 0}, {10, 5, 0}}, bits[2][3] = {{5, 6, 5}, {5, 5, 5}};
            uint32_t wanted = 0, mean = 0;
            for (int k = 0; k < 3; k++) {
                int32_t mask = (1 << bits[layout][k]) - 1, sc = (int32_t)(s >> shift[layout][k]) & mask,
                        dc = (int32_t)(d >> shift[layout][k]) & mask, rise = (sc - dc) * a;
                int32_t floor = rise >= 0 ? rise / 32 : -((31 - rise) / 32);
                wanted |= (uint32_t)(dc + floor) << shift[layout][k];
                mean |= (uint32_t)((sc + dc) / 2) << shift[layout][k];
            }
            different += rs_blend_16(s, d, alpha, layout == 0 ? 0x07E0F81Fu : 0x03E07C1Fu) != wanted;
            different += (rs_average_16(s, d, layout == 0 ? 0xF7DEu : 0x7BDEu) &
                          (layout == 0 ? 0xFFFFu : 0x7FFFu)) != mean;
        }
        different += rs_blend_16(s, d, 0, 0x07E0F81Fu) != d;
        different += rs_blend_16(s, d, 255, 0x07E0F81Fu) != s;
    }
    CHECK_EQ(different, 0);
}

/* Named modes on a 4x4 buffer, 8888 and 565. */
TEST(raster_blend_modes_truth_table) {
    static const uint32_t values[4] = {0xFF000000u, 0x40FF8020u, 0x80404040u, 0xFFFFFFFFu};
    static const rs_format formats[2] = {RS_XRGB8888, RS_RGB565};
    for (int f = 0; f < 2; f++) {
        const rs_format format = formats[f];
        int worst = 0;
        if (rs_fragment_functions(format) == NULL) continue;
        board_make(&b, format);
        for (int mode = 0; mode < RS_BLEND_FACTORS; mode++) {
            rs_pixel_state state;
            uint8_t sf, df, operation;
            memset(&state, 0, sizeof state);
            state.blend.mode = (uint8_t)mode;
            CHECK(rs_blend_factors(&state.blend, &sf, &df, &operation));
            for (int i = 0; i < 16; i++) {
                uint32_t source = values[i & 3], stored = values[i >> 2] & 0xFFFFFFu, got, wanted, below;
                rs_plot(&b.surface, 1, 1, rs_native_from_rgb(format, stored));
                b.depth[BOARD_WIDTH + 1] = 65535;
                below = rs_rgb_from_native(format, board_pixel(&b, 1, 1)) | 0xFF000000u;
                if (format == RS_XRGB8888) below = stored | 0xFF000000u;
                board_rectangle(&b, &state, 1, 1, 1, 1, 1000, source);
                got = format == RS_XRGB8888 ? board_pixel(&b, 1, 1)
                                            : rs_rgb_from_native(format, board_pixel(&b, 1, 1));
                wanted = mode == RS_BLEND_AVERAGE ? rs_average(source, below)
                                                  : blend_model(sf, df, operation, 0, source, below);
                for (int shift = 0; shift < 24; shift += 8) {
                    int off = (int)(got >> shift & 255u) - (int)(wanted >> shift & 255u);
                    if (off < 0) off = -off;
                    if (off > worst) worst = off;
                }
            }
        }
        /* a step of 5 bits, since channels are truncated to 5 bits */
        CHECK(worst <= (format == RS_XRGB8888 ? 0 : 16));
    }
}

TEST(raster_write_masks_keep_channels) {
    static const rs_format formats[3] = {RS_XRGB8888, RS_RGB565, RS_BGR555};
    for (int f = 0; f < 3; f++) {
        if (rs_fragment_functions(formats[f]) == NULL) continue;
        board_make(&b, formats[f]);
        for (uint32_t keep = 0; keep < 8; keep++) {
            rs_pixel_state state;
            uint32_t got;
            memset(&state, 0, sizeof state);
            state.blend.keep = (uint8_t)keep;
            rs_plot(&b.surface, 0, 0, rs_native_from_rgb(formats[f], 0xFFFFFF));
            b.depth[0] = 65535;
            board_rectangle(&b, &state, 0, 0, 1, 1, 1000, 0xFF000000u);
            got = rs_rgb_from_native(formats[f], board_pixel(&b, 0, 0));
            CHECK_EQ(got, ((keep & RS_KEEP_RED) ? 0xFF0000u : 0) | ((keep & RS_KEEP_GREEN) ? 0xFF00u : 0) |
                              ((keep & RS_KEEP_BLUE) ? 0xFFu : 0));
        }
    }
}

/* ---- the order of all steps ---- */

typedef struct fragment {
    uint32_t colour, depth, stencil, alpha;
} fragment;

/* Model of one pixel: alpha test, stencil, depth, blend, masks, in the order that RS_PIXEL_STATE promises. */
static void merge_model(fragment *pixel, const rs_pixel_state *s, uint32_t source, uint32_t code) {
    uint8_t sf, df, operation;
    uint32_t mixed, kept = 0;
    if (s->alpha_test.on && !compares(s->alpha_test.function, source >> 24, s->alpha_test.reference)) return;
    if (s->stencil.on) {
        const rs_stencil_face *face = &s->stencil.front;
        bool equal = compares(face->function, face->reference & face->mask, pixel->stencil & face->mask);
        bool near_enough = compares(s->depth.function, code, pixel->depth);
        int what = !equal ? face->fail : near_enough ? face->pass : face->depth_fail;
        uint32_t value = stencil_model(what, pixel->stencil, face->reference, 255);
        pixel->stencil = (pixel->stencil & ~(uint32_t)face->write_mask) | (value & face->write_mask);
        if (!equal) return;
    }
    if (!compares(s->depth.function, code, pixel->depth)) return;
    if (!s->depth.no_write) pixel->depth = code;
    rs_blend_factors(&s->blend, &sf, &df, &operation);
    mixed = s->blend.mode == RS_BLEND_AVERAGE ? rs_average(source, pixel->colour | pixel->alpha << 24)
                                              : blend_model(sf, df, operation, s->blend.constant, source,
                                                            pixel->colour | pixel->alpha << 24);
    for (int k = 0; k < 3; k++) kept |= (s->blend.keep >> k & 1u) != 0 ? 0xFF0000u >> 8 * k : 0;
    pixel->colour = (pixel->colour & kept) | (mixed & 0xFFFFFFu & ~kept);
    if ((s->blend.keep & RS_KEEP_ALPHA) == 0) pixel->alpha = mixed >> 24;
}

TEST(raster_merge_order_equals_its_model) {
    uint32_t random = 21;
    int different = 0, drawn = 0;
    board_make(&b, RS_XRGB8888);
    board_planes(&b);
    for (int depth = 0; depth < RS_COMPARES; depth++) {
        for (int stencil = 0; stencil < RS_COMPARES; stencil++) {
            for (int mode = 0; mode < RS_BLEND_MODES; mode++, drawn++) {
                rs_pixel_state s;
                fragment model[16];
                uint32_t source = board_next(&random), code = 998 + board_next(&random) % 5;
                memset(&s, 0, sizeof s);
                s.depth.function = (uint8_t)depth;
                s.depth.no_write = (board_next(&random) & 1u) != 0;
                s.stencil.on = true;
                s.stencil.front = (rs_stencil_face){(uint8_t)stencil,
                                                    (uint8_t)(board_next(&random) & 3u),
                                                    3,
                                                    (uint8_t)board_next(&random),
                                                    (uint8_t)(board_next(&random) & 7u),
                                                    (uint8_t)(board_next(&random) & 7u),
                                                    (uint8_t)(board_next(&random) & 7u)};
                s.alpha_test.on = (board_next(&random) & 1u) != 0;
                s.alpha_test.function = RS_GEQUAL;
                s.alpha_test.reference = 60;
                s.blend.mode = (uint8_t)mode;
                s.blend.source = (uint8_t)(board_next(&random) % RS_FACTORS);
                s.blend.stored = (uint8_t)(board_next(&random) % RS_FACTORS);
                s.blend.operation = (uint8_t)(board_next(&random) % RS_BLEND_OPERATIONS);
                s.blend.constant = 77;
                s.blend.keep = (uint8_t)(board_next(&random) & 15u);
                for (int i = 0; i < 16; i++) {
                    int at = (i >> 2) * BOARD_WIDTH + (i & 3);
                    model[i].colour = b.pixels[at] = board_next(&random) & 0xFFFFFFu;
                    model[i].depth = b.depth[at] = (uint16_t)(998 + board_next(&random) % 5);
                    model[i].stencil = b.stencil[at] = (uint8_t)(board_next(&random) & 255u);
                    model[i].alpha = b.alpha[at] = (uint8_t)board_next(&random);
                    merge_model(&model[i], &s, source, code);
                }
                board_rectangle(&b, &s, 0, 0, 4, 4, code, source);
                for (int i = 0; i < 16; i++) {
                    int at = (i >> 2) * BOARD_WIDTH + (i & 3);
                    different += model[i].colour != b.pixels[at] || model[i].depth != b.depth[at] ||
                                 model[i].stencil != b.stencil[at] || model[i].alpha != b.alpha[at];
                }
            }
        }
    }
    CHECK_EQ(different, 0);
    TEST_INFO("%d states on 16 pixels", drawn);
}

/* ---- screen-door ---- */

TEST(raster_screen_door_leaves_out_what_it_says) {
    for (uint32_t hidden = 0; hidden <= 16; hidden++) {
        rs_pixel_state state;
        memset(&state, 0, sizeof state);
        state.output.hidden = (uint8_t)hidden;
        board_make(&b, RS_XRGB8888);
        board_rectangle(&b, &state, 0, 0, 64, 48, 1000, 0xFFFFFFFFu);
        for (int y = 0; y < 48; y += 4) {
            for (int x = 0; x < 64; x += 4) {
                int drawn = 0, deep = 0;
                for (int i = 0; i < 16; i++) {
                    drawn += board_pixel(&b, x + (i & 3), y + (i >> 2)) != 0;
                    deep += b.depth[(y + (i >> 2)) * BOARD_WIDTH + x + (i & 3)] != 65535;
                }
                CHECK_EQ(drawn, 16 - (int)hidden);
                CHECK_EQ(deep, drawn);
            }
        }
    }
}

/* `no_light` gives the picture of full light for every shading, and for lines. */
TEST(raster_no_light_holds_for_every_shading) {
    static const rs_pixel_state full = {.output = {.no_light = true}};
    static const rs_format formats[] = {RS_PAL8, RS_XRGB8888, RS_GREY4};
    for (int f = 0; f < 3; f++) {
        const rs_fragment_set *set = rs_fragment_functions(formats[f]);
        const rs_item line = {0, 2, 0, 0, 5, 0};
        uint32_t wanted = 0;
        for (int light = RS_SPAN_CONSTANT; light <= RS_SPAN_PHONG; light++) {
            board_make(&b, formats[f]);
            for (int i = 0; i < BOARD_VERTICES; i++) b.lights[i] = (uint16_t)(40 << RS_VERTEX_LIGHT);
            b.draw.normals = b.normals;
            CHECK(board_state(&b, &full, (rs_span_light)light, false) != NULL);
            board_corners(&b, 4, 4, 20, 20, 1000);
            board_quad(&b, 5);
            if (light == RS_SPAN_CONSTANT) wanted = board_pixel(&b, 10, 9);
            CHECK_EQ(board_pixel(&b, 10, 9), wanted);
            memset(b.pixels, 0, sizeof b.pixels);
            rs_clear_depth(b.depth, BOARD_PIXELS);
            set->line(&b.draw, &line, &b.band);
            CHECK_EQ(board_pixel(&b, 10, 10), wanted);
        }
        CHECK(wanted != 0);
    }
}

static uint32_t shade_calls;

static uint32_t grey_shade(const void *constants, const int32_t vector[3], uint32_t primary) {
    (void)constants, (void)vector, (void)primary;
    shade_calls++;
    return 0xFF808080u;
}

/* A palette without an inverse table shows a shaded colour's brightness, with and without vertex colours. */
TEST(raster_shade_on_a_palette_without_inverse_table) {
    static const rs_pixel_state usual = {.output = {.no_light = false}};
    uint32_t shown[2];
    for (int coloured = 0; coloured < 2; coloured++) {
        board_make(&b, RS_PAL8);
        rs_fragment *g = board_state(&b, &usual, RS_SPAN_CONSTANT, false);
        CHECK(g != NULL);
        if (g == NULL) return;
        g->shade = grey_shade;
        if (coloured) board_colour(&b, g, 0xFFFFFFFFu);
        board_corners(&b, 4, 4, 20, 20, 1000);
        shade_calls = 0;
        board_quad(&b, 256);
        CHECK(shade_calls >= 400);
        shown[coloured] = board_pixel(&b, 10, 9);
    }
    CHECK_EQ(shown[0], shown[1]);
    CHECK_EQ(shown[0], b.shades[(128u + 1u) / 8u * 256u + b.material.index]);
}

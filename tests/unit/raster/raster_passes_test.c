/* Pixel states together: frames of several materials, transparency in its forms, fog, dithering, palettes. */
#include "fixedmath/matrix.h"
#include "raster/dither.h"
#include "raster/painter.h"
#include "raster/sort.h"
#include "tests/unit/raster/raster_pixel.h"

static board b;
static uint32_t kept[BOARD_PIXELS];
static uint32_t ramps[16][RS_RAMP_ENTRIES]; /* frames refer to the ramps until they are drawn */
static int ramps_used;

/* ---- one quad at a depth, recorded as a mesh ---- */

static const int16_t quad_positions[12] = {-16384, 16384,  0, -16384, -16384, 0,
                                           16384,  -16384, 0, 16384,  16384,  0};
static const uint16_t quad_indices[6] = {0, 1, 2, 0, 2, 3};
static const int8_t quad_faces[8] = {0, 0, 127, 0, 0, 0, 127, 0};

/* Records a square of side 2 * size at (x, y, -d). */
static rs_result record_quad(fx x, fx y, fx d, fx size, uint32_t rgb, const rs_pixel_state *state) {
    static rs_submesh part = {.triangle_count = 2, .vertex_count = 4};
    rs_mesh mesh;
    rs_material material;
    mat34 model = m34_identity();
    memset(&mesh, 0, sizeof mesh);
    memset(&material, 0, sizeof material);
    mesh.positions = quad_positions;
    mesh.indices = quad_indices;
    mesh.faces = quad_faces;
    mesh.parts = &part;
    mesh.vertex_count = 4, mesh.triangle_count = 2, mesh.part_count = 1;
    mesh.exponent = 2; /* 16384 is 1.0 */
    mesh.radius = FX(1.5);
    material.rgb = rgb;
    material.ramp = ramps[ramps_used];
    material.shading = RS_UNLIT;
    material.state = state;
    for (int i = 0; i < 3; i++) model.m[i][i] = size;
    model.m[0][3] = x, model.m[1][3] = y, model.m[2][3] = -d;
    rs_ramp_build((rs_format)b.surface.format, rgb, ramps[ramps_used]);
    ramps_used = (ramps_used + 1) % 16;
    return rs_frame_mesh((rs_frame *)(void *)b.frame, &mesh, &model, &material);
}

static void begin_frame(void) {
    rs_frame *frame = (rs_frame *)(void *)b.frame;
    rs_target target = {BOARD_WIDTH, BOARD_HEIGHT, (rs_format)b.surface.format, BOARD_HEIGHT, &b.palette, 0};
    rs_block list = {b.list, sizeof b.list}, fast = {NULL, 0};
    CHECK(rs_frame_begin(frame, &target, list, fast));
    CHECK_EQ(rs_frame_camera(frame, &b.camera), RS_OK);
}

static void end_frame(void) {
    rs_frame_band_planes((rs_frame *)(void *)b.frame, 0, &b.surface, b.depth, &b.planes);
}

/* ---- states ---- */

TEST(raster_states_are_filtered_by_group) {
    static const rs_pixel_state plain = {.depth = {.function = RS_LEQUAL}},
                                glass = {.depth = {.function = RS_LEQUAL}, .blend = {.mode = RS_BLEND_ALPHA}};
    rs_frame *frame;
    rs_state_stats stats;
    rs_draw draw;
    rs_result result;
    rs_material material;
    board_make(&b, RS_XRGB8888);
    frame = (rs_frame *)(void *)b.frame;
    memset(&material, 0, sizeof material);
    for (int i = 0; i < 1000; i++) {
        const rs_pixel_state again = plain; /* an equal state at another address */
        memset(&draw, 0, sizeof draw);
        material.state = (i & 1) != 0 ? &plain : &again;
        if (i > 8)
            frame->list_used = 2048; /* the record of the fragment pipeline in the list is not counted here */
        CHECK(rs_fragment_open(frame, &draw, &material, RS_SPAN_CONSTANT, false, &result));
        CHECK(memcmp(&draw.flat.part.fragment->prepared->state, &plain, sizeof plain) == 0);
    }
    rs_frame_state_stats(frame, &stats);
    CHECK_EQ(stats.requested, 1000);
    CHECK_EQ(stats.applied, 1);
    material.state = &glass;
    memset(&draw, 0, sizeof draw);
    CHECK(rs_fragment_open(frame, &draw, &material, RS_SPAN_CONSTANT, false, &result));
    rs_frame_state_stats(frame, &stats);
    CHECK_EQ(stats.applied, 2);
    CHECK_EQ(stats.groups[0], 1); /* depth is prepared at first only */
    CHECK_EQ(stats.groups[3], 2); /* blending is prepared a second time */
    material.state = &plain;      /* a state without room in the list is refused by name */
    frame->list_used = frame->list_size - 64;
    CHECK(!rs_fragment_open(frame, &draw, &material, RS_SPAN_CONSTANT, false, &result));
    CHECK_EQ(result, RS_LIST_FULL);
}

/* Draws B alone and after A, for all pairs of states. A is drawn elsewhere, so only a leak of its state could change
 * B. */
TEST(raster_no_state_leaks_into_the_next) {
    static const rs_fog fog = {
        .rgb = 0x808080, .end = FX(10), .scale = (uint32_t)(((uint64_t)64 << 40) / ((uint64_t)10 << 16))};
    const rs_pixel_state states[9] = {{.depth = {.function = RS_LESS}},
                                      {.depth = {.function = RS_ALWAYS, .no_write = true, .bias = 40}},
                                      {.alpha_test = {.on = true, .function = RS_LESS, .reference = 255}},
                                      {.stencil = {.on = true, .front = {RS_ALWAYS, 3, 255, 255, 2, 2, 2}}},
                                      {.blend = {.mode = RS_BLEND_ALPHA, .transparency = 100}},
                                      {.blend = {.mode = RS_BLEND_ADD, .keep = RS_KEEP_GREEN}},
                                      {.fog = {.fog = &fog}},
                                      {.output = {.hidden = 7, .emissive = 0x102030}},
                                      {.output = {.dither = RS_DITHER_4X4, .no_light = true}}};
    for (int second = 0; second < 9; second++) {
        for (int first = -1; first < 9; first++) {
            board_make(&b, RS_RGB565);
            if (rs_fragment_functions(RS_RGB565) == NULL) board_make(&b, RS_PAL8);
            board_planes(&b);
            begin_frame();
            if (first >= 0) CHECK_EQ(record_quad(-FX(3), 0, FX(6), FX_ONE, 0x3060C0, &states[first]), RS_OK);
            CHECK_EQ(record_quad(FX(2), 0, FX(4), FX_ONE, 0xE09050, &states[second]), RS_OK);
            end_frame();
            for (int i = 0; i < BOARD_PIXELS; i++) { /* the left half belongs to A */
                uint32_t pixel = i % BOARD_WIDTH < 32 ? 0 : board_pixel(&b, i % BOARD_WIDTH, i / BOARD_WIDTH);
                if (first < 0) kept[i] = pixel;
                CHECK_EQ(pixel, kept[i]);
            }
        }
    }
}

/* ---- transparency ---- */

static const rs_pixel_state pane = {.blend = {.mode = RS_BLEND_ALPHA, .transparency = 127},
                                    .depth = {.no_write = true}};

TEST(raster_glass_over_and_behind_what_is_opaque) {
    uint32_t front;
    board_make(&b, RS_XRGB8888);
    begin_frame();
    CHECK_EQ(record_quad(0, 0, FX(5), FX(2), 0xFFFFFF, NULL), RS_OK); /* an opaque quad, without a state */
    CHECK_EQ(record_quad(0, 0, FX(4), FX_ONE, 0xFF0000, &pane), RS_OK);
    /* a pane behind the opaque quad */
    CHECK_EQ(record_quad(FX(1.5), 0, FX(6), FX_ONE, 0x00FF00, &pane), RS_OK);
    end_frame();
    front = board_pixel(&b, 32, 24);
    CHECK_NEAR((int)(front >> 16), 255, 1);
    CHECK_NEAR((int)(front >> 8 & 255u), 127, 1);
    /* the pane did not write depth */
    CHECK_EQ(b.depth[24 * BOARD_WIDTH + 32], b.depth[24 * BOARD_WIDTH + 26]);
    CHECK_EQ(board_pixel(&b, 39, 24), 0xFFFFFFu); /* the pane behind is hidden by it */
    for (int turn = 0; turn < 2; turn++) {        /* panes of equal colours give one picture in any order */
        board_make(&b, RS_XRGB8888);
        begin_frame();
        CHECK_EQ(record_quad(0, 0, turn ? FX(4) : FX(5), FX(2), 0x4080C0, &pane), RS_OK);
        CHECK_EQ(record_quad(0, 0, turn ? FX(5) : FX(4), FX(2), 0x4080C0, &pane), RS_OK);
        end_frame();
        if (turn == 0) kept[0] = board_pixel(&b, 32, 24);
        CHECK_EQ(board_pixel(&b, 32, 24), kept[0]);
    }
}

TEST(raster_three_panes_in_any_order_of_submission) {
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const uint32_t colours[3] = {0xFF0000, 0x00FF00, 0x0000FF};
    static uint64_t memory[512];
    for (int kind = 0; kind < 3; kind++) {
        const rs_painter_options options = {.by = RS_BY_FARTHEST,
                                            .buckets = kind == 0   ? 0
                                                       : kind == 1 ? 256
                                                                   : 16};
        for (int i = 0; i < 6; i++) {
            rs_painter painter;
            board_make(&b, RS_XRGB8888);
            begin_frame();
            CHECK(rs_painter_begin(&painter, (rs_frame *)(void *)b.frame, (rs_block){memory, sizeof memory},
                                   &options));
            for (int k = 0; k < 3; k++) {
                int which = orders[i][k];
                CHECK_EQ(
                    record_quad(0, 0, FX(4) + which * FX(20), FX(2) + which * FX(10), colours[which], &pane),
                    RS_OK);
            }
            CHECK_EQ(rs_painter_end(&painter), RS_OK);
            CHECK_EQ(painter.inserts, 6);
            end_frame();
            if (kind == 0 && i == 0) {
                uint32_t pixel = board_pixel(&b, 32, 24); /* the red pane in front weighs most */
                CHECK((pixel >> 16) > (pixel >> 8 & 255u) && (pixel >> 8 & 255u) > (pixel & 255u) &&
                      (pixel & 255u) > 20);
                memcpy(kept, b.pixels, sizeof kept);
            }
            CHECK(memcmp(kept, b.pixels, sizeof kept) == 0);
        }
    }
}

TEST(raster_painter_refuses_what_it_cannot_hold) {
    static uint64_t memory[16];
    rs_painter painter, other;
    rs_stats stats;
    rs_painter_options options = {.buckets = 24};
    board_make(&b, RS_XRGB8888);
    begin_frame();
    CHECK(!rs_painter_begin(&painter, (rs_frame *)(void *)b.frame, (rs_block){memory, sizeof memory},
                            &options));
    options.buckets = 0;
    CHECK(!rs_painter_begin(&painter, (rs_frame *)(void *)b.frame, (rs_block){memory, 8}, &options));
    CHECK(rs_painter_begin(&painter, (rs_frame *)(void *)b.frame,
                           (rs_block){memory, rs_painter_bytes(&options, 1)}, &options));
    CHECK(
        !rs_painter_begin(&other, (rs_frame *)(void *)b.frame, (rs_block){memory, sizeof memory}, &options));
    /* a pane of two triangles, with room for one */
    CHECK_EQ(record_quad(0, 0, FX(4), FX(2), 0xFFFFFF, &pane), RS_OK);
    CHECK_EQ(rs_painter_end(&painter), RS_LIST_FULL);
    CHECK_EQ(painter.lost, 1);
    rs_frame_stats((rs_frame *)(void *)b.frame, &stats);
    CHECK_EQ(stats.lost, 1);
    CHECK_EQ(rs_painter_end(&painter), RS_BAD_ARGUMENT);
}

/* Convex objects that do not meet: an ordering table without a depth plane gives the depth buffer's picture. */
TEST(raster_ordering_table_equals_the_depth_buffer) {
    static const rs_pixel_state untested = {.depth = {.function = RS_ALWAYS, .no_write = true}};
    static const rs_pixel_state tested = {.alpha_test = {.on = true, .function = RS_ALWAYS}};
    static uint64_t memory[2048];
    for (int form = 0; form < 3; form++) {
        const rs_painter_options options = {
            .by = RS_BY_AVERAGE, .buckets = form == 1 ? 1024 : 0, .first_first = true};
        rs_painter painter;
        uint32_t random = 31;
        board_make(&b, RS_XRGB8888);
        begin_frame();
        if (form > 0)
            CHECK(rs_painter_begin(&painter, (rs_frame *)(void *)b.frame, (rs_block){memory, sizeof memory},
                                   &options));
        for (int i = 0; i < 8; i++) {
            int d = 3 + (i * 5) % 8 * 4;
            fx x = (fx)(board_next(&random) % (uint32_t)(2 * d * 65536)) - d * 65536;
            CHECK_EQ(record_quad(x, FX(0.2) * i, d * FX_ONE, FX(1) * d / 3, 0x203040u * (uint32_t)(i % 6 + 1),
                                 form == 0 ? &tested : &untested),
                     RS_OK);
        }
        if (form > 0) CHECK_EQ(rs_painter_end(&painter), RS_OK);
        if (form == 0) {
            end_frame();
            memcpy(kept, b.pixels, sizeof kept);
        } else {
            rs_frame_band((rs_frame *)(void *)b.frame, 0, &b.surface,
                          NULL); /* there is no depth memory to touch */
            CHECK(memcmp(kept, b.pixels, sizeof kept) == 0);
        }
    }
}

/* ---- destination alpha ---- */

/* Draws by the corrected two-pass form: first behind the stored pixel, then in front of it. Colours are
 * premultiplied. */
static void sortless(uint32_t code, uint32_t argb, bool opaque) {
    const rs_pixel_state behind = {.depth = {.function = RS_GREATER, .no_write = true},
                                   .blend = {.mode = RS_BLEND_FACTORS,
                                             .source = RS_FACTOR_ONE_MINUS_STORED_ALPHA,
                                             .stored = RS_FACTOR_ONE}};
    rs_pixel_state before = {.depth = {.function = RS_LEQUAL}, .blend = {.mode = RS_BLEND_PREMULTIPLIED}};
    uint32_t a = argb >> 24;
    if (opaque) before.blend.mode = RS_BLEND_REPLACE;
    argb = a << 24 | rs_product(argb >> 16 & 255u, a) << 16 | rs_product(argb >> 8 & 255u, a) << 8 |
           rs_product(argb & 255u, a);
    board_rectangle(&b, &behind, 0, 0, 8, 8, code, argb);
    board_rectangle(&b, &before, 0, 0, 8, 8, code, argb);
}

TEST(raster_sortless_transparency) {
    uint32_t both[2];
    board_make(&b, RS_XRGB8888);
    board_planes(&b);
    sortless(1000, 0x80C8C8C8u, false); /* a pane of 200, half covering */
    sortless(2000, 0xFF646464u, true);  /* opaque 100 behind the pane */
    CHECK_NEAR((int)(board_pixel(&b, 3, 3) & 255u), 150, 1);
    CHECK_EQ(b.alpha[3 * BOARD_WIDTH + 3], 255);
    board_make(&b, RS_XRGB8888);
    board_planes(&b);
    sortless(2000, 0x80C8C8C8u, false);
    sortless(1000, 0xFF646464u, true);
    CHECK_EQ(board_pixel(&b, 3, 3) & 255u, 100);
    for (int turn = 0; turn < 2; turn++) { /* two panes in either order, opaque behind */
        board_make(&b, RS_XRGB8888);
        board_planes(&b);
        sortless(turn ? 1000 : 2000, turn ? 0x80FF0000u : 0xC00000FFu, false);
        sortless(turn ? 2000 : 1000, turn ? 0xC00000FFu : 0x80FF0000u, false);
        /* the panes' transmittances multiply */
        CHECK_NEAR(b.alpha[3 * BOARD_WIDTH + 3], 255 - 127 * 63 / 255, 1);
        sortless(3000, 0xFF00FF00u, true);
        both[turn] = board_pixel(&b, 3, 3);
    }
    for (int shift = 0; shift < 24; shift += 8)
        CHECK_NEAR((int)(both[0] >> shift & 255u), (int)(both[1] >> shift & 255u), 1);
    for (int turn = 0; turn < 2; turn++) { /* three panes, the middle one last, are known to come out wrong */
        static const uint32_t codes[2][3] = {{3000, 2000, 1000}, {3000, 1000, 2000}};
        static const uint32_t colours[2][3] = {{0x80FF0000u, 0x8000FF00u, 0x800000FFu},
                                               {0x80FF0000u, 0x800000FFu, 0x8000FF00u}};
        board_make(&b, RS_XRGB8888);
        board_planes(&b);
        for (int i = 0; i < 3; i++) sortless(codes[turn][i], colours[turn][i], false);
        both[turn] = board_pixel(&b, 3, 3);
    }
    CHECK(both[0] != both[1]);
}

TEST(raster_destination_alpha_counts_as_opaque_without_a_plane) {
    static const rs_pixel_state by_stored = {.blend = {.mode = RS_BLEND_FACTORS,
                                                       .source = RS_FACTOR_STORED_ALPHA,
                                                       .stored = RS_FACTOR_ONE_MINUS_STORED_ALPHA}};
    static const rs_pixel_state silent = {.blend = {.keep = RS_KEEP_ALPHA}};
    board_make(&b, RS_XRGB8888);
    rs_clear(&b.surface, 0x00FF00);
    board_rectangle(&b, &by_stored, 0, 0, 4, 4, 1000, 0xFFFF0000u);
    CHECK_EQ(board_pixel(&b, 1, 1), 0xFF0000u);
    for (int inside = 0; inside < 2; inside++) { /* alpha in a plane of its own, or in the pixel's top byte */
        board_make(&b, RS_XRGB8888);
        board_planes(&b);
        if (inside) b.planes.alpha = NULL, b.planes.alpha_in_pixels = true;
        board_rectangle(&b, &silent, 0, 0, 4, 4, 900, 0x40FF0000u);
        CHECK_EQ(inside ? board_pixel(&b, 1, 1) >> 24 : b.alpha[BOARD_WIDTH + 1], 0);
        /* a factor of 0 keeps the pixel and its alpha */
        board_rectangle(&b, &by_stored, 0, 0, 4, 4, 800, 0xFF0000FFu);
        CHECK_EQ(board_pixel(&b, 1, 1) & 0xFFFFFFu, 0xFF0000u);
        board_rectangle(&b, &pane, 8, 0, 4, 4, 900, 0xFF0000FFu); /* source over: As * As + 0 */
        CHECK_NEAR((int)(inside ? board_pixel(&b, 9, 1) >> 24 : b.alpha[BOARD_WIDTH + 9]), 64, 1);
    }
}

/* ---- depth: pre-pass, even codes, decals ---- */

TEST(raster_depth_pre_pass_changes_no_pixel) {
    static const rs_pixel_state usual = {.alpha_test = {.on = false}, .output = {.no_light = true}};
    static const rs_pixel_state depth_only = {.blend = {.keep = RS_KEEP_COLOUR | RS_KEEP_ALPHA}};
    static const rs_pixel_state equal = {.depth = {.function = RS_EQUAL, .no_write = true},
                                         .output = {.no_light = true}};
    for (int form = 0; form < 2; form++) {
        for (int pass = form == 0 ? 1 : 0; pass < 2; pass++) {
            uint32_t random = 4;
            if (pass == 0 || form == 0) board_make(&b, RS_XRGB8888);
            for (int i = 0; i < 20; i++) {
                rs_fragment *g = board_state(&b,
                                             form == 0   ? &usual
                                             : pass == 0 ? &depth_only
                                                         : &equal,
                                             RS_SPAN_CONSTANT, false);
                board_colour(&b, g, 0xFF000000u | (uint32_t)(i + 1) * 0x0B0D05u);
                for (int k = 0; k < 3; k++) {
                    board_vertex(&b, k, board_between(&random, 0, 1000), board_between(&random, 0, 760),
                                 (uint32_t)board_between(&random, 100, 60000));
                }
                board_triangle(&b, 0, 1, 2, 256);
            }
            if (form == 1 && pass == 0) {
                for (int i = 0; i < BOARD_PIXELS; i++) CHECK_EQ(b.pixels[i], 0);
            }
        }
        if (form == 0) memcpy(kept, b.pixels, sizeof kept);
    }
    CHECK(memcmp(kept, b.pixels, sizeof kept) == 0);
}

static int w_code(fx d) {
    static const rs_pixel_state even = {.depth = {.w_buffer = true}};
    board_state(&b, &even, RS_SPAN_CONSTANT, false);
    board_corners(&b, 0, 0, 8, 8, 1000);
    for (int i = 0; i < 4; i++)
        b.inverse_w[i] = (uint32_t)(((uint64_t)b.camera.near_plane << 29) / (uint32_t)d);
    rs_clear_depth(b.depth, BOARD_PIXELS);
    board_quad(&b, 256);
    return b.depth[3 * BOARD_WIDTH + 3];
}

TEST(raster_w_buffer_codes_are_even) {
    board_make(&b, RS_XRGB8888); /* near 1, far 100 */
    CHECK_NEAR(w_code(FX(2)), 662, 1);
    CHECK_NEAR(w_code(FX(10)), 5958, 1);
    CHECK_NEAR(w_code(FX(50)), 32436, 1);
    CHECK_NEAR(w_code(FX(100)), 65534, 1);
    /* depths 0.01 apart at 100 have different codes in w ... */
    CHECK(w_code(FX(99.99)) < w_code(FX(100)) - 3);
    {
        rs_depth_scale scale = rs_depth_scale_make(&b.camera, 16);
        int shift, far_code, near_code;
        uint32_t mantissa = fx_recip_norm((uint32_t)FX(100), &shift);
        far_code = (int)(rs_depth_apply(&scale, mantissa, shift - 31) >> RS_DEPTH_SHIFT);
        mantissa = fx_recip_norm((uint32_t)FX(99.99), &shift);
        near_code = (int)(rs_depth_apply(&scale, mantissa, shift - 31) >> RS_DEPTH_SHIFT);
        CHECK(far_code - near_code <= 1); /* ... and at most a rounding step apart in z */
        TEST_INFO("smallest separation in 1/65536 at 10, 50, 100: z %d %d %d, w 99 everywhere",
                  (int)rs_depth_separation(&b.camera, FX(10)), (int)rs_depth_separation(&b.camera, FX(50)),
                  (int)rs_depth_separation(&b.camera, FX(100)));
    }
    { /* codes along a floor seen from above, against the exact ones */
        static const rs_pixel_state even = {.depth = {.w_buffer = true}};
        int worst = 0;
        board_state(&b, &even, RS_SPAN_CONSTANT, false);
        board_corners(&b, 0, 0, 64, 48, 1000);
        for (int i = 0; i < 4; i++)
            b.inverse_w[i] = (1u << 29) / (i < 2 ? 2 : 20); /* d 2 at the left, 20 at the right */
        rs_clear_depth(b.depth, BOARD_PIXELS);
        board_quad(&b, 256);
        for (int x = 0; x < 64; x += 8) { /* codes are exact at multiples of 8 */
            int64_t q =
                (((int64_t)1 << 29) / 2 * (127 - 2 * x) + ((int64_t)1 << 29) / 20 * (2 * x + 1)) / 128;
            int wanted = (int)((65534 * (((int64_t)1 << 45) / q - 65536)) / (99 * 65536)),
                off = wanted - b.depth[20 * BOARD_WIDTH + x];
            if (off < 0) off = -off;
            if (off > worst) worst = off;
        }
        CHECK(worst <= 2);
    }
    b.camera.near_plane = FX(60); /* far 100 */
    rs_frame *frame = (rs_frame *)(void *)b.frame;
    frame->camera = b.camera;
    CHECK_NEAR(w_code(FX(80)), 32767, 1);
    CHECK_NEAR(w_code(FX(100)), 65534, 1);
    b.camera.near_plane = FX(99);
    frame->camera = b.camera; /* near and far plane too close together: the triangle keeps its own code */
    CHECK_EQ(w_code(FX(99.5)), 1000);
}

TEST(raster_w_buffer_lines_and_points_agree_with_triangles) {
    static const rs_pixel_state even = {.depth = {.w_buffer = true}};
    const rs_fragment_set *set = rs_fragment_functions(RS_XRGB8888);
    int worst = 0, spots = 0;
    board_make(&b, RS_XRGB8888);
    for (int what = 0; what < 2; what++) {
        const rs_item item = {0, 1, 0, 0, 256, 0};
        CHECK(board_state(&b, &even, RS_SPAN_CONSTANT, false) != NULL);
        board_vertex(&b, 0, 8, 20 * 16 + 8, 60000);
        board_vertex(&b, 1, 63 * 16 + 8, 20 * 16 + 8, 60000);
        b.inverse_w[0] = (1u << 29) / 2;
        b.inverse_w[1] = (1u << 29) / 20;
        rs_clear_depth(b.depth, BOARD_PIXELS);
        (what == 0 ? set->line : set->point)(&b.draw, &item, &b.band);
        for (int x = 0; x < BOARD_WIDTH; x++) {
            int64_t q = ((int64_t)b.inverse_w[0] * (63 - x) + (int64_t)b.inverse_w[1] * x) / 63;
            int wanted = (int)((65534 * (((int64_t)1 << 45) / q - 65536)) / (99 * 65536)),
                off = wanted - b.depth[20 * BOARD_WIDTH + x];
            if (what == 1 && x > 0) break;
            spots++;
            if (off < 0) off = -off;
            if (off > worst) worst = off;
        }
    }
    CHECK_EQ(spots, BOARD_WIDTH + 1);
    CHECK(worst <= 1);
}

TEST(raster_w_buffer_bias_beyond_all_codes_ends_at_the_last) {
    static const int32_t biases[] = {65534, 70000, 600000, 1 << 20, INT32_MAX, -65534, -600000, INT32_MIN};
    board_make(&b, RS_XRGB8888);
    for (int i = 0; i < 8; i++) {
        const rs_pixel_state biased = {.depth = {.w_buffer = true, .bias = biases[i]}};
        CHECK(board_state(&b, &biased, RS_SPAN_CONSTANT, false) != NULL);
        board_corners(&b, 0, 0, 8, 8, 1000);
        for (int k = 0; k < 4; k++) b.inverse_w[k] = (1u << 29) / 50;
        rs_clear_depth(b.depth, BOARD_PIXELS);
        board_quad(&b, 256);
        CHECK_EQ(b.depth[3 * BOARD_WIDTH + 3], biases[i] > 0 ? RS_DEPTH_FAR : 0);
    }
}

TEST(raster_decals_lie_on_their_wall) {
    static const rs_pixel_state decal = {.depth = {.function = RS_LEQUAL, .no_write = true, .bias = -2}};
    int stitched = 0;
    for (int i = 0; i < 200; i++) {
        fx d = FX(2) + i * FX(0.4);
        board_make(&b, RS_XRGB8888);
        begin_frame();
        CHECK_EQ(record_quad(0, 0, d, d, 0x404040, NULL), RS_OK);
        CHECK_EQ(record_quad(0, 0, d, d / 3, 0xFFFFFF, &decal), RS_OK);
        end_frame();
        for (int y = 18; y < 30; y++) {
            for (int x = 26; x < 38; x++) stitched += board_pixel(&b, x, y) != 0xFFFFFFu;
        }
    }
    CHECK_EQ(stitched, 0);
    /* K delta / (d (d - delta)), K = 65534 * 100 / 99: 67 codes at d = 10 for 0.1 */
    CHECK_EQ(rs_depth_bias(&b.camera, FX(10), FX(0.1)), 67);
    CHECK_EQ(rs_depth_bias(&b.camera, FX(10), 99), 1); /* 0.00151 */
    CHECK_EQ(rs_depth_bias(&b.camera, FX(10), 49), 0); /* half of that distance may not move the code */
    CHECK_EQ(rs_depth_bias(&b.camera, FX(10), FX(10)), 65534);
}

/* ---- fog ---- */

TEST(raster_fog_formulas) {
    rs_fog fog;
    rs_fog_linear(&fog, 0x808080, FX(10), FX(50));
    CHECK_EQ(rs_fog_at(&fog, FX(5)), 255);
    CHECK_EQ(rs_fog_at(&fog, FX(10)), 255);
    CHECK_NEAR(rs_fog_at(&fog, FX(20)), 191, 1);
    CHECK_NEAR(rs_fog_at(&fog, FX(30)), 128, 1);
    CHECK_NEAR(rs_fog_at(&fog, FX(40)), 64, 1);
    CHECK_EQ(rs_fog_at(&fog, FX(50)), 0);
    CHECK_EQ(rs_fog_at(&fog, FX(5000)), 0);
    rs_fog_exp(&fog, 0, FX(0.05), FX(100));
    CHECK_NEAR(rs_fog_at(&fog, FX(10)), 155, 4); /* .6065 */
    CHECK_NEAR(rs_fog_at(&fog, FX(30)), 57, 4);  /* .2231 */
    rs_fog_exp2(&fog, 0, FX(0.03), FX(100));
    CHECK_NEAR(rs_fog_at(&fog, FX(10)), 233, 4); /* .9139 */
    CHECK_NEAR(rs_fog_at(&fog, FX(30)), 113, 4); /* .4449 */
    rs_fog_range(&fog, 0, FX(8));
    CHECK_EQ(rs_fog_at(&fog, 0), 255);
    CHECK_NEAR(rs_fog_at(&fog, FX(4)), 191, 1);
    CHECK_EQ(rs_fog_at(&fog, FX(8)), 0);
    CHECK_EQ(rs_fog_mix(0x80FF0000u, 0x0000FF, 255), 0x80FF0000u);
    CHECK_EQ(rs_fog_mix(0x80FF0000u, 0x0000FF, 0), 0x800000FFu);
}

TEST(raster_fog_by_pixel_and_by_vertex) {
    rs_fog fog;
    rs_pixel_state state;
    int worst = 0;
    memset(&state, 0, sizeof state);
    rs_fog_linear(&fog, 0x0000FF, FX(2), FX(20));
    state.fog.fog = &fog;
    board_make(&b, RS_XRGB8888);
    for (int form = 0; form < 2; form++) {
        rs_fragment *g = board_state(&b, &state, RS_SPAN_CONSTANT, false);
        board_colour(&b, g, 0xFFFF0000u);
        board_corners(&b, 0, 0, 64, 48, 1000);
        for (int i = 0; i < 4; i++) {
            b.inverse_w[i] = (1u << 29) / (i < 2 ? 2 : 20);
            b.speculars[4 * i + 3] = (uint8_t)(i < 2 ? 255 : 0);
        }
        g->speculars = form == 0 ? NULL : b.speculars;
        rs_clear_depth(b.depth, BOARD_PIXELS);
        board_quad(&b, 256);
        for (int x = 0; x < 64; x++) {
            int q = (127 - 2 * x) * 10 + (2 * x + 1), d256 = 128 * 256 * 20 / q,
                wanted = form == 0 ? 255 * (20 * 256 - d256) / (18 * 256) : 255 * (127 - 2 * x) / 128;
            int off = (int)(board_pixel(&b, x, 20) >> 16) - (wanted < 0 ? 0 : wanted);
            if (form == 0 && x % 8 != 0) continue; /* fog by spans is exact there, linear between */
            if (off < 0) off = -off;
            if (off > worst) worst = off;
        }
    }
    CHECK(worst <= 2);
    state.blend.mode = RS_BLEND_ADD; /* passes that add fog towards black */
    rs_clear(&b.surface, 0);
    board_rectangle(&b, &state, 0, 0, 8, 8, 100, 0xFFFF0000u);
    CHECK_EQ(board_pixel(&b, 3, 3) & 255u, 0);
}

/* ---- dithering ---- */

TEST(raster_dither_matrix) {
    int fours = 0;
    for (uint32_t v = 0; v < 256; v++) {
        uint32_t sum5 = 0, sum6 = 0;
        for (uint32_t i = 0; i < 16; i++) {
            uint32_t five = rs_dither5(v, rs_bayer4((int)i & 3, (int)i >> 2)),
                     six = rs_dither6(v, rs_bayer4((int)i & 3, (int)i >> 2));
            CHECK(five <= 31 && six <= 63 && rs_dither4(v, i) <= 15);
            if (v == 255) CHECK(five == 31 && six == 63 && rs_dither4(v, i) == 15);
            if (v == 0) CHECK(five == 0 && six == 0 && rs_dither4(v, i) == 0);
            if (v == 4) fours += (int)five;
            sum5 += five << 3 | five >> 2;
            sum6 += six << 2 | six >> 4;
        }
        CHECK_NEAR((int)sum5, (int)v * 16, 15);
        CHECK_NEAR((int)sum6, (int)v * 16, 13);
    }
    CHECK_EQ(fours, 8);           /* at v = 4 half of the pixels are 1 */
    for (int i = 0; i < 4; i++) { /* at 128 two pixels of each 2x2 are 16 */
        int x = i & 1, y = i >> 1, high = 0;
        for (int k = 0; k < 4; k++)
            high += rs_dither5(128, rs_bayer4(2 * x + (k & 1), 2 * y + (k >> 1))) == 16;
        CHECK_EQ(high, 2);
    }
    CHECK_EQ(rs_bayer4(0, 1), 12);
    CHECK_EQ(rs_bayer4(2, 3), 13);
}

TEST(raster_dither_is_anchored_to_the_surface) {
    static const rs_format formats[3] = {RS_RGB565, RS_BGR555, RS_GREY4};
    for (int f = 0; f < 3; f++) {
        rs_pixel_state state;
        memset(&state, 0, sizeof state);
        if (rs_fragment_functions(formats[f]) == NULL) continue;
        for (int kind = RS_DITHER_4X4; kind < RS_DITHERS; kind++) {
            state.output.dither = (uint8_t)kind;
            for (int shift = 0; shift < 2; shift++) { /* the pattern stays when the object moves */
                board_make(&b, formats[f]);
                board_rectangle(&b, &state, shift, shift, 60, 44, 1000, 0xFF848484u);
                for (int y = 4; y < 40; y++) {
                    for (int x = 4; x < 56; x++) {
                        uint32_t bayer = kind == RS_DITHER_2X2 ? rs_bayer2(x, y) : rs_bayer4(x, y);
                        uint32_t got =
                            formats[f] == RS_GREY4 ? board_pixel(&b, x, y) : board_pixel(&b, x, y) & 31u;
                        CHECK_EQ(got,
                                 formats[f] == RS_GREY4 ? rs_dither4(0x84, bayer) : rs_dither5(0x84, bayer));
                    }
                }
            }
        }
    }
}

/* ---- palettes ---- */

static uint8_t inverse[32768];

TEST(raster_palette_surfaces_blend_through_tables) {
    static uint8_t average[65536];
    static const rs_pixel_state half = {.blend = {.mode = RS_BLEND_ALPHA, .transparency = 127}};
    static const rs_pixel_state mean = {.blend = {.mode = RS_BLEND_AVERAGE}};
    int worst = 0;
    if (rs_fragment_functions(RS_PAL8) == NULL) return;
    board_make(&b, RS_PAL8);
    /* blending without an inverse table is refused */
    CHECK(board_state(&b, &half, RS_SPAN_CONSTANT, false) == NULL);
    CHECK_EQ(b.result, RS_BAD_ARGUMENT);
    rs_palette_inverse(b.colours, inverse);
    rs_palette_average(b.colours, inverse, average);
    b.palette.inverse = inverse;
    b.palette.average = average;
    for (uint32_t i = 0; i < 256; i += 5) {
        for (int form = 0; form < 2; form++) {
            uint32_t below = (i * 7 + 3) & 255u, wanted, got;
            rs_clear(&b.surface, below);
            rs_clear_depth(b.depth, BOARD_PIXELS);
            CHECK(board_state(&b, form == 0 ? &half : &mean, RS_SPAN_CONSTANT, false) != NULL);
            b.draw.index = (uint8_t)i;
            b.draw.flat.part.fragment->colours = NULL;
            board_corners(&b, 0, 0, 4, 4, 1000);
            for (uint32_t k = 0; k < 256; k++) b.shades[32 * 256 + k] = (uint8_t)k;
            board_quad(&b, RS_LIGHT_FULL);
            got = board_pixel(&b, 1, 1);
            wanted = form == 0 ? rs_blend(RS_FACTOR_SOURCE_ALPHA, RS_FACTOR_ONE_MINUS_SOURCE_ALPHA, 0, 0,
                                          b.colours[i] | 0x80000000u, b.colours[below])
                               : rs_average(b.colours[i], b.colours[below]);
            if (form == 1) CHECK_EQ(got, average[i << 8 | below]);
            /* the drawn entry is no farther from the blend than the nearest entry, by more than the table's step */
            {
                int nearest = rs_nearest(b.colours, wanted);
                for (int shift = 0; shift < 24; shift += 8) {
                    int off = (int)(b.colours[got] >> shift & 255u) - (int)(wanted >> shift & 255u),
                        best = (int)(b.colours[nearest] >> shift & 255u) - (int)(wanted >> shift & 255u);
                    off = (off < 0 ? -off : off) - (best < 0 ? -best : best);
                    if (off > worst) worst = off;
                }
            }
        }
    }
    CHECK(worst <= 16); /* a cell of the 5-bit table reaches 8 to either side */
}

TEST(raster_palette_dither_lies_between_shades) {
    static const rs_pixel_state state = {.output = {.dither = RS_DITHER_4X4}};
    int high = 0;
    if (rs_fragment_functions(RS_PAL8) == NULL) return;
    board_make(&b, RS_PAL8);
    for (uint32_t level = 0; level < 64; level++) memset(b.shades + 256 * level, (int)level, 256);
    CHECK(board_state(&b, &state, RS_SPAN_CONSTANT, false) != NULL);
    board_corners(&b, 0, 0, 16, 16, 1000);
    board_quad(&b, 100 + 4); /* dithering level 13 begins at 104, half way to 14 is 108 */
    for (int i = 0; i < 256; i++) CHECK_EQ(board_pixel(&b, i & 15, i >> 4), 13u);
    rs_clear_depth(b.depth, BOARD_PIXELS);
    board_quad(&b, 108);
    for (int i = 0; i < 256; i++) {
        uint32_t level = board_pixel(&b, i & 15, i >> 4);
        CHECK(level == 13 || level == 14);
        high += level == 14;
    }
    CHECK_EQ(high, 128);
}

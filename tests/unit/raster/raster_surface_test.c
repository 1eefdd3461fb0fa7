/* Surfaces, clears, colour arithmetic, lines, cameras and saved states. */
#include "fixedmath/matrix_stack.h"
#include "fixedmath/view.h"
#include "raster/list/list.h"
#include "raster/palette_change.h"
#include "raster/spans/spans.h"
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

static rs_surface surface_over(void *pixels, int width, int lines, int stride, rs_format format) {
    rs_surface surface;
    surface.pixels = pixels;
    surface.stride = stride;
    surface.width = (int16_t)width;
    surface.height = surface.lines = (int16_t)lines;
    surface.top = 0;
    surface.format = (uint8_t)format;
    return surface;
}

/* ---- surfaces ---- */

TEST(raster_surface_plots_at_the_right_bytes) {
    enum { WHITE = 200, BLACK = 7 };
    static const int places[6][2] = {{1, 1}, {4, 1}, {1, 3}, {2, 4}, {3, 4}, {4, 3}};
    static const int offsets[6] = {161, 164, 481, 642, 643, 484};
    static uint32_t memory[160 * 120 / 4];
    uint8_t *bytes = (uint8_t *)memory;
    rs_surface surface = surface_over(memory, 160, 120, 160, RS_PAL8);
    int white = 0;
    rs_clear(&surface, WHITE);
    for (int i = 0; i < 6; i++) rs_plot(&surface, places[i][0], places[i][1], BLACK);
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(bytes[offsets[i]], BLACK);
        CHECK_EQ(rs_pixel(&surface, places[i][0], places[i][1]), BLACK);
        CHECK_EQ(rs_row(&surface, places[i][1])[places[i][0]], BLACK);
    }
    for (int i = 0; i < 160 * 120; i++) white += bytes[i] == WHITE;
    CHECK_EQ(white, 19194);
    CHECK(rs_row(&surface, -1) == NULL && rs_row(&surface, 120) == NULL);
}

/* Each mistake in a surface's shape has its fault and leaves nothing to draw into. */
TEST(raster_surfaces_are_made_over_memory) {
    static uint32_t memory[160 * 120 / 4];
    static const struct {
        rs_surface_shape shape;
        size_t bytes;
        rs_surface_fault fault;
    } cases[] = {{{160, 120, RS_PAL8, 0}, 19200, RS_SURFACE_OK},
                 {{160, 120, RS_PAL8, 0}, 19199, RS_SURFACE_SMALL},
                 {{80, 120, RS_RGB565, 0}, 19200, RS_SURFACE_OK},
                 {{81, 120, RS_RGB565, 0}, 19200, RS_SURFACE_SMALL},
                 {{320, 120, RS_GREY4, 0}, 19200, RS_SURFACE_OK},
                 {{40, 120, RS_XRGB8888, -160}, 19200, RS_SURFACE_OK},
                 {{0, 120, RS_PAL8, 0}, 19200, RS_SURFACE_SIZE},
                 {{160, -1, RS_PAL8, 0}, 19200, RS_SURFACE_SIZE},
                 {{RS_SIZE_MAX + 1, 1, RS_PAL8, 0}, 19200, RS_SURFACE_SIZE},
                 {{160, 1, RS_PAL8, 156}, 19200, RS_SURFACE_STRIDE},
                 {{150, 1, RS_PAL8, 154}, 19200, RS_SURFACE_STRIDE},
                 {{160, 1, RS_PAL8, INT32_MIN}, 19200, RS_SURFACE_OK},
                 {{160, 2, RS_PAL8, INT32_MIN}, 19200, RS_SURFACE_SMALL},
                 {{160, 120, RS_PAL4, 0}, 19200, RS_SURFACE_FORMAT},
                 {{160, 120, RS_TEXTURE_FORMATS, 0}, 19200, RS_SURFACE_FORMAT}};
    rs_surface surface;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memset(memory, 0x5A, sizeof memory);
        memset(&surface, 0xEE, sizeof surface);
        CHECK_EQ(rs_surface_make(&surface, &cases[i].shape, memory, cases[i].bytes), cases[i].fault);
        CHECK_EQ(surface.pixels != NULL, cases[i].fault == RS_SURFACE_OK);
        if (cases[i].fault == RS_SURFACE_OK) continue;
        rs_clear(&surface, 1);
        rs_fill(&surface, 0, 0, 160, 120, 2);
        rs_plot(&surface, 0, 0, 3);
        CHECK_EQ(rs_pixel(&surface, 0, 0), 0);
        for (size_t k = 0; k < sizeof memory; k++) CHECK_EQ(((uint8_t *)memory)[k], 0x5A);
    }
    CHECK_EQ(rs_surface_make(&surface, &cases[0].shape, NULL, 19200), RS_SURFACE_NO_MEMORY);
    CHECK_EQ(rs_surface_make(&surface, &cases[0].shape, (uint8_t *)memory + 1, 19199), RS_SURFACE_NO_MEMORY);
    CHECK_EQ(2 * rs_surface_bytes(&cases[0].shape), 38400);
    CHECK_EQ(rs_surface_bytes(&(rs_surface_shape){240, 160, RS_GREY4, 0}), 19200);
    CHECK_EQ(rs_surface_bytes(&(rs_surface_shape){0, 160, RS_PAL8, 0}), 0);
    /* In a surface upside down the first line is the last in memory. */
    CHECK_EQ(rs_surface_make(&surface, &(rs_surface_shape){8, 3, RS_PAL8, -8}, memory, 24), RS_SURFACE_OK);
    rs_plot(&surface, 2, 0, 9);
    rs_plot(&surface, 3, 2, 8);
    CHECK_EQ(((uint8_t *)memory)[18], 9);
    CHECK_EQ(((uint8_t *)memory)[3], 8);
}

/* 100,000 draws anywhere, in all formats, either way up, change nothing beside the surface's memory. */
TEST(raster_random_draws_leave_the_guards) {
    enum { GUARDS = 8, WORDS = 24 * 12 };
    static uint32_t memory[GUARDS + WORDS + GUARDS];
    uint32_t state = 77;
    for (int i = 0; i < 100000; i++) {
        rs_surface surface;
        const rs_format format = (rs_format)between(&state, 0, RS_GREY4);
        rs_surface_shape shape = {between(&state, 1, 24), between(&state, 1, 12), format, 0};
        const int row = ((int)rs_row_bytes(format, shape.width) + 3) & ~3;
        if (i % 3 == 0) shape.stride = -row;
        if (i % 1000 == 0) memset(memory, 0x5A, sizeof memory);
        CHECK_EQ(rs_surface_make(&surface, &shape, memory + GUARDS, (size_t)(row * shape.height)),
                 RS_SURFACE_OK);
        const int x = between(&state, -30, 40), y = between(&state, -30, 40), w = between(&state, -9, 50);
        switch (i % 5) {
        case 0:
            rs_clear(&surface, next(&state));
            break;
        case 1:
            rs_plot(&surface, x, y, next(&state));
            break;
        case 2:
            (void)rs_copy(&surface, x, y, &surface,
                          &(rs_view){(int16_t)between(&state, -30, 40), (int16_t)between(&state, -30, 40),
                                     (int16_t)w, (int16_t)between(&state, -9, 50)});
            break;
        default:
            rs_fill(&surface, x, y, w, between(&state, -9, 50), next(&state));
            break;
        }
        if (i % 1000 != 999) continue;
        for (int k = 0; k < GUARDS; k++)
            CHECK(memory[k] == 0x5A5A5A5Au && memory[GUARDS + WORDS + k] == 0x5A5A5A5Au);
    }
}

/* Copies to all eight sides and onto themselves, also upside down and by half bytes, equal those through a copy of
 * the whole. */
TEST(raster_copies_may_overlap) {
    enum { WIDTH = 19, LINES = 14, WORDS = 20 * LINES };
    static uint32_t memory[WORDS], before[WORDS], expected[WORDS];
    uint32_t state = 5;
    for (int format = 0; format <= RS_GREY4; format++) {
        const int row = ((int)rs_row_bytes((rs_format)format, WIDTH) + 3) & ~3;
        for (int i = 0; i < 9 * 8; i++) {
            const rs_surface_shape shape = {WIDTH, LINES, (rs_format)format, i % 4 == 3 ? -row : row};
            const int right = i % 3 - 1, down = i / 3 % 3 - 1, far = 1 + i % 5;
            const rs_view part = {(int16_t)between(&state, -3, 8), (int16_t)between(&state, -3, 6),
                                  (int16_t)between(&state, 1, 16), (int16_t)between(&state, 1, 12)};
            const int x = part.x + right * far, y = part.y + down * far;
            rs_surface surface, source, target;
            int copied = 0;
            for (int k = 0; k < WORDS; k++) memory[k] = before[k] = expected[k] = next(&state);
            CHECK_EQ(rs_surface_make(&surface, &shape, memory, sizeof memory), RS_SURFACE_OK);
            CHECK_EQ(rs_surface_make(&source, &shape, before, sizeof before), RS_SURFACE_OK);
            CHECK_EQ(rs_surface_make(&target, &shape, expected, sizeof expected), RS_SURFACE_OK);
            for (int v = part.y < 0 ? 0 : part.y; v < part.y + part.height && v < LINES; v++) {
                for (int u = part.x < 0 ? 0 : part.x; u < part.x + part.width && u < WIDTH; u++) {
                    const int to_x = u - part.x + x, to_y = v - part.y + y;
                    copied += to_x >= 0 && to_x < WIDTH && to_y >= 0 && to_y < LINES;
                    rs_plot(&target, to_x, to_y, rs_pixel(&source, u, v));
                }
            }
            CHECK_EQ(rs_copy(&surface, x, y, &surface, &part), copied);
            CHECK(memcmp(memory, expected, sizeof memory) == 0);
        }
    }
}

/* Drawing through a part of a surface stays inside that part, in every format. */
TEST(raster_surface_parts_clip_what_is_drawn) {
    enum { WIDTH = 24, LINES = 12 };
    static uint32_t memory[WIDTH * LINES];
    for (int format = 0; format < RS_FORMATS; format++) {
        int bytes = rs_format_bytes((rs_format)format), outside = 0, inside = 0;
        rs_surface whole = surface_over(memory, WIDTH, LINES, WIDTH * bytes, (rs_format)format), part, inner;
        rs_clear(&whole, 1);
        CHECK(rs_sub_surface(&whole, 5, 3, 9, 100, &part));
        CHECK_EQ(part.width, 9);
        CHECK_EQ(part.lines, 9);
        CHECK(!rs_sub_surface(&whole, 24, 0, 5, 5, &inner));
        CHECK(!rs_sub_surface(&whole, 0, -5, 5, 5, &inner));
        CHECK(rs_sub_surface(&part, -2, -2, 4, 4, &inner));
        CHECK_EQ(inner.width, 2);
        rs_fill(&part, -100, -100, 1000, 1000, 2);
        for (int y = -3; y < 20; y++) {
            for (int x = -3; x < 30; x++) rs_plot(&inner, x, y, 3);
        }
        rs_clear(&inner, 4);
        for (int y = 0; y < LINES; y++) {
            for (int x = 0; x < WIDTH; x++) {
                bool in = x >= 5 && x < 14 && y >= 3, deep = in && x < 7 && y < 5;
                uint32_t want = deep ? 4 : in ? 2 : 1;
                inside += in && rs_pixel(&whole, x, y) == want;
                outside += !in && rs_pixel(&whole, x, y) == want;
            }
        }
        CHECK_EQ(inside, 81);
        CHECK_EQ(outside, WIDTH * LINES - 81);
    }
}

TEST(raster_clears_touch_exactly_their_rectangle) {
    enum { WIDTH = 21, LINES = 9, FENCE = 8 };
    static uint32_t memory[FENCE + WIDTH * LINES + FENCE];
    uint32_t state = 11;
    for (int round = 0; round < 200; round++) {
        int x = between(&state, -4, 24), y = between(&state, -4, 12), w = between(&state, 0, 25),
            h = between(&state, 0, 14);
        int mask = round % 3 == 0 ? 255 : between(&state, 1, 254), wrong = 0, touched = 0, wanted = 0;
        uint16_t *depth = (uint16_t *)(void *)(memory + FENCE);
        uint8_t *plane = (uint8_t *)(memory + FENCE), *all = (uint8_t *)memory;
        for (int format = 0; format < RS_FORMATS; format++) {
            rs_surface surface =
                surface_over(memory + FENCE, WIDTH, LINES,
                             (WIDTH * rs_format_bytes((rs_format)format) + 3) & ~3, (rs_format)format);
            int bytes = rs_format_bytes((rs_format)format), changed = 0, count = 0;
            memset(memory, 0x11, sizeof memory);
            rs_fill(&surface, x, y, w, h, 0x22222222u);
            for (int py = 0; py < LINES; py++) {
                for (int px = 0; px < WIDTH; px++) {
                    bool in = px >= x && px < x + w && py >= y && py < y + h;
                    count += in;
                    wrong +=
                        rs_pixel(&surface, px, py) != ((in ? 0x22222222u : 0x11111111u) >> (32 - 8 * bytes));
                }
            }
            for (size_t i = 0; i < sizeof memory; i++) changed += all[i] != 0x11;
            wrong += changed != count * bytes;
        }
        memset(memory, 0x11, sizeof memory);
        const rs_plane_part part = {WIDTH, LINES, x, y, w, h};
        rs_clear_depth_rectangle(depth, &part);
        for (int i = 0; i < WIDTH * LINES; i++) {
            bool in = i % WIDTH >= x && i % WIDTH < x + w && i / WIDTH >= y && i / WIDTH < y + h;
            wanted += in;
            wrong += depth[i] != (in ? 0xFFFF : 0x1111);
        }
        for (size_t i = 0; i < sizeof memory; i++) touched += all[i] != 0x11;
        wrong += touched != 2 * wanted;
        memset(memory, 0x5A, sizeof memory);
        rs_clear_plane(plane, &part, 0xC3, mask);
        for (int i = -4 * FENCE; i < WIDTH * LINES + 4 * FENCE; i++) {
            bool in = i >= 0 && i < WIDTH * LINES && i % WIDTH >= x && i % WIDTH < x + w && i / WIDTH >= y &&
                      i / WIDTH < y + h;
            wrong += all[i + 4 * FENCE] != (in ? ((0x5A & ~mask) | (0xC3 & mask)) : 0x5A);
        }
        CHECK_EQ(wrong, 0);
    }
}

/* After a clear a triangle at the far plane itself passes the depth test. */
TEST(raster_far_plane_passes_after_a_clear) {
    static rs_vertex v[3] = {{0, 0, (uint32_t)RS_DEPTH_FAR << RS_DEPTH_SHIFT},
                             {0, 1024, (uint32_t)RS_DEPTH_FAR << RS_DEPTH_SHIFT},
                             {1024, 0, (uint32_t)RS_DEPTH_FAR << RS_DEPTH_SHIFT}};
    static uint32_t pixels[8 * 8], depth[8 * 8 / 2];
    rs_item item = {.a = 0, .b = 1, .c = 2, .colour = 9};
    rs_band band;
    rs_draw draw;
    uint16_t *codes = (uint16_t *)(void *)depth;
    memset(&draw, 0, sizeof draw);
    memset(&band, 0, sizeof band);
    draw.vertices = v;
    band.pixels = (uint8_t *)pixels;
    band.depth = codes;
    band.stride = band.width = band.pitch = band.end = 8;
    band.format = RS_PAL8;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    memset(pixels, 0, sizeof pixels);
    rs_clear_depth(codes, 64);
    CHECK_EQ(codes[63], 65535);
    rs_spans_of(RS_PAL8)->own[RS_SPAN_PLAIN][RS_SPAN_CONSTANT](&draw, &item, &band);
    CHECK_EQ(codes[0], 65534);
    CHECK_EQ(((uint8_t *)pixels)[0], 9);
    item.colour = 5; /* of equal depths the first stays */
    rs_spans_of(RS_PAL8)->own[RS_SPAN_PLAIN][RS_SPAN_CONSTANT](&draw, &item, &band);
    CHECK_EQ(((uint8_t *)pixels)[0], 9);
}

/* ---- colour ---- */

TEST(raster_colour_products_round_exactly) {
    int worst = 0;
    CHECK_EQ(rs_product(255, 255), 255);
    CHECK_EQ(rs_product(255, 128), 128);
    CHECK_EQ(rs_product(128, 128), 64);
    for (int a = 0; a < 256; a++) {
        for (int b = 0; b < 256; b++) {
            int error = 2 * a * b - 510 * (int)rs_product((uint32_t)a, (uint32_t)b); /* in 1/510 */
            if (error < 0) error = -error;
            if (error > worst) worst = error;
        }
    }
    CHECK(worst <= 255); /* 0.5 */
    CHECK_EQ(rs_luma(0xFF0000), 77);
    CHECK_EQ(rs_luma(0x00FF00), 149);
    CHECK_EQ(rs_luma(0x0000FF), 29);
    CHECK_EQ(rs_luma(0xFFFFFF), 255);
}

/* Palette effects made one after the other equal changes of a real palette. */
TEST(raster_palettes_change_one_after_the_other) {
    uint32_t one[256], other[256], state = 6;
    for (int i = 0; i < 256; i++) one[i] = next(&state) & 0xFFFFFFu, other[i] = next(&state) & 0xFFFFFFu;
    for (int weight = 0; weight <= 16; weight++) {
        const rs_palette_change blend = {
            .kind = RS_PALETTE_BLEND, .count = 256, .weight = (uint8_t)weight, .other = other};
        for (int i = 0; i < 256; i++) {
            const uint32_t now = rs_palette_changed(one, &blend, 1, i);
            for (int shift = 0; shift < 24; shift += 8) {
                const int a = (int)(one[i] >> shift & 255u), b = (int)(other[i] >> shift & 255u);
                CHECK_EQ(now >> shift & 255u, (a * (16 - weight) + b * weight + 8) / 16);
            }
            if (weight == 0) CHECK_EQ(now, one[i]);
            if (weight == 16) CHECK_EQ(now, other[i]);
        }
    }
    for (int round = 0; round < 200; round++) {
        rs_palette_change changes[6];
        uint32_t want[256], was[256];
        memcpy(want, one, sizeof want);
        for (int k = 0; k < 6; k++) {
            const int first = between(&state, 0, 255), count = between(&state, 1, 256 - first),
                      by = between(&state, -600, 600);
            changes[k] =
                (rs_palette_change){.kind = (uint8_t)between(&state, RS_PALETTE_SET, RS_PALETTE_ROTATE),
                                    .first = (uint8_t)first,
                                    .from = (uint8_t)between(&state, 0, 255),
                                    .count = (int16_t)count,
                                    .by = by,
                                    .rgb = next(&state) & 0xFFFFFFu};
            memcpy(was, want, sizeof was);
            for (int i = 0; i < count; i++) {
                if (changes[k].kind == RS_PALETTE_SET) want[first + i] = changes[k].rgb;
                if (changes[k].kind == RS_PALETTE_COPY) want[first + i] = was[(changes[k].from + i) & 255];
                if (changes[k].kind == RS_PALETTE_ROTATE)
                    want[first + ((i + by) % count + count) % count] = was[first + i];
            }
        }
        for (int i = 0; i < 256; i++) CHECK_EQ(rs_palette_changed(one, changes, 6, i), want[i]);
    }
}

TEST(raster_white_light_on_red_is_red_light_on_white) {
    static uint32_t one[RS_RAMP_ENTRIES], two[RS_RAMP_ENTRIES];
    for (int format = RS_RGB565; format < RS_FORMATS; format++) {
        rs_ramp_build((rs_format)format, rs_colour_product(0xFF0000, 0xFFFFFF), one);
        rs_ramp_build((rs_format)format, rs_colour_product(0xFFFFFF, 0xFF0000), two);
        CHECK_EQ(memcmp(one, two, (size_t)RS_RAMP_ENTRIES * (size_t)rs_format_bytes((rs_format)format)), 0);
    }
    CHECK_EQ(rs_colour_product(0x804020, 0xFFFFFF), 0x804020);
    CHECK_EQ(rs_colour_product(0x80FF20, 0x800000), 0x400000);
}

/* Light passes through objects in its way: objects do not influence each other. */
TEST(raster_an_occluder_does_not_change_the_light) {
    static uint8_t alone[SCENE_WIDTH * SCENE_HEIGHT];
    static uint16_t depths[SCENE_WIDTH * SCENE_HEIGHT];
    const uint8_t *pixels = (const uint8_t *)(scene.pixels + GUARD);
    mat34 model = scene_turn(1000, 300), between_them = m34_identity();
    int same = 0, different = 0, shown = 0;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    scene_make(&scene, RS_PAL8);
    for (int i = 0; i < 3; i++) between_them.m[i][i] = FX(0.2);
    for (int i = 0; i < 3; i++) between_them.m[i][3] = -(fx)(v3_get(scene.lights[0].vector, i) * 3 / 2);
    for (int round = 0; round < 2; round++) {
        rs_frame *frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &scene.material), RS_OK);
        if (round == 1) CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &between_them, &scene.material), RS_OK);
        scene_draw(&scene, frame, RS_PAL8, SCENE_HEIGHT);
        if (round == 0) {
            memcpy(alone, pixels, sizeof alone);
            memcpy(depths, scene.depth + GUARD, sizeof depths);
        }
    }
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
        if (depths[i] != scene.depth[GUARD + i]) {
            shown++;
            continue;
        }
        if (depths[i] == 65535) continue;
        same += pixels[i] == alone[i];
        different += pixels[i] != alone[i];
    }
    CHECK_EQ(different, 0);
    CHECK(same > 500);
    CHECK(shown > 10);
}

/* ---- degenerate things, and lines ---- */

TEST(raster_degenerate_triangles_draw_nothing_and_harm_nothing) {
    uint32_t state = 31, total = 0;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    scene_make(&scene, RS_PAL8);
    for (int round = 0; total < 10000; round++) {
        mat34 model = scene_turn((ang16)next(&state), (ang16)next(&state));
        const uint8_t *pixels = (const uint8_t *)(scene.pixels + GUARD);
        rs_frame *frame;
        rs_stats stats;
        int drawn = 0;
        bool same_points = round % 2 == 0;
        for (uint32_t i = 0; i < scene.mesh.triangle_count; i++) {
            uint16_t *index = scene.indices + 3 * i;
            for (int k = 0; k < 3; k++) index[k] = (uint16_t)between(&state, 0, SPHERE_VERTICES - 1);
            if (same_points) index[between(&state, 0, 1)] = index[2];
        }
        if (!same_points) { /* all points on one line, which rounding to 1/16 pixel bends */
            for (int i = 0; i < SPHERE_VERTICES; i++) {
                int t = between(&state, -1000, 1000);
                scene.positions[3 * i] = (int16_t)(17 * t);
                scene.positions[3 * i + 1] = (int16_t)(-9 * t);
                scene.positions[3 * i + 2] = (int16_t)(11 * t);
            }
        }
        scene.material.two_sided = (round & 2) != 0;
        scene.material.shading = (uint8_t)(round % RS_SHADINGS);
        scene.material.texture = round & 4 ? &scene.texture : NULL;
        frame = scene_begin(&scene, RS_PAL8, 16);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &scene.material), RS_OK);
        rs_frame_stats(frame, &stats);
        scene_draw(&scene, frame, RS_PAL8, 16); /* scene_draw checks the guards */
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) drawn += pixels[i] != 3;
        total += stats.submitted;
        if (same_points) {
            CHECK_EQ(stats.drawn, 0);
            CHECK_EQ(stats.culled + stats.rejected, stats.submitted);
            CHECK_EQ(drawn, 0);
        }
    }
    TEST_INFO("%u triangles", (unsigned)total);
}

/* A square turned exactly edge-on. */
TEST(raster_edge_on_triangles_have_no_pixels) {
    static const int16_t corners[12] = {0, -9000, 9000, 0, -9000, -9000, 0, 9000, -9000, 0, 9000, 9000};
    static const uint16_t index[6] = {0, 1, 2, 0, 2, 3};
    rs_frame *frame;
    rs_stats stats;
    mat34 model = m34_identity();
    if (rs_spans_of(RS_PAL8) == NULL) return;
    scene_make(&scene, RS_PAL8);
    memcpy(scene.positions, corners, sizeof corners);
    memcpy(scene.indices, index, sizeof index);
    scene.part.vertex_count = scene.mesh.vertex_count = 4;
    scene.part.triangle_count = scene.mesh.triangle_count = 2;
    scene.material.two_sided = true;
    frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &scene.material), RS_OK);
    rs_frame_stats(frame, &stats);
    CHECK_EQ(stats.culled, 2);
    CHECK_EQ(stats.drawn, 0);
    model.m[0][3] =
        FX(0.01); /* a sliver seen a little from the side, between two columns of centres or over one */
    frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &scene.material), RS_OK);
    scene_draw(&scene, frame, RS_PAL8, SCENE_HEIGHT);
}

/* A triangle that covers rows but no centre of a pixel. */
TEST(raster_slivers_between_centres_have_no_pixels) {
    for (int x = 9; x < 24; x++) {
        rs_vertex v[3] = {{(int16_t)x, 3, 0}, {(int16_t)x, 900, 0}, {(int16_t)(x + 1), 450, 0}};
        rs_item item = {.a = 0, .b = 1, .c = 2};
        rs_band band;
        rs_scan scan;
        int pixels = 0;
        memset(&band, 0, sizeof band);
        band.width = band.pitch = 64;
        band.end = 64;
        if (rs_scan_begin(&scan, v, &item, &band)) {
            while (rs_scan_rows(&scan, &band)) {
                for (int row = 0; row < scan.rows; row++)
                    pixels += scan.spans[row].count > 0 ? scan.spans[row].count : 0;
            }
        }
        if (x < 23) CHECK_EQ(pixels, 0); /* from 9/16 to 23/16 there is no centre strictly inside */
    }
}

static rs_frame *line_frame(void) {
    rs_target target = {SCENE_WIDTH, SCENE_HEIGHT, RS_PAL8, 16, &scene.palette, 3};
    rs_block list = {scene.list, sizeof scene.list}, fast = {NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    CHECK(rs_frame_begin(frame, &target, list, fast));
    return frame;
}

/* Draws the line by its definition, pixel by pixel, from the end with which its longer side begins. */
static void plain_line_of(uint8_t *pixels, int x0, int y0, int x1, int y1, bool open, uint8_t colour) {
    int64_t dx = x1 - x0, dy = y1 - y0;
    bool steep = (dy < 0 ? -dy : dy) > (dx < 0 ? -dx : dx), turned = steep ? dy < 0 : dx < 0;
    int64_t length = steep ? dy : dx, rise = steep ? dx : dy, x = turned ? x1 : x0, y = turned ? y1 : y0;
    if (turned) length = -length, rise = -rise;
    for (int64_t k = 0; k <= length; k++) {
        int64_t up = rise < 0 ? -rise : rise, step = length == 0 ? 0 : (2 * k * up + length) / (2 * length),
                px, py;
        if (rise < 0) step = -step;
        px = steep ? x + step : x + k;
        py = steep ? y + k : y + step;
        if (open && (turned ? k == 0 : k == length)) continue;
        if (px >= 0 && px < SCENE_WIDTH && py >= 0 && py < SCENE_HEIGHT)
            pixels[py * SCENE_WIDTH + px] = colour;
    }
}

static void plain_line(uint8_t *pixels, int x0, int y0, int x1, int y1, bool open) {
    plain_line_of(pixels, x0, y0, x1, y1, open, 9);
}

TEST(raster_line_vector_of_bresenham) {
    static const int want[8][2] = {{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 2}, {5, 2}, {6, 3}, {7, 3}};
    const uint8_t *pixels = (const uint8_t *)(scene.pixels + GUARD);
    if (rs_spans_of(RS_PAL8) == NULL) return;
    scene_make(&scene, RS_PAL8);
    for (int turned = 0; turned < 2; turned++) {
        rs_frame *frame = line_frame();
        int count = 0;
        CHECK_EQ(turned ? rs_frame_line(frame, 7, 3, 0, 0, 9, false)
                        : rs_frame_line(frame, 0, 0, 7, 3, 9, false),
                 RS_OK);
        scene_draw(&scene, frame, RS_PAL8, 16);
        for (int i = 0; i < 8; i++) CHECK_EQ(pixels[want[i][1] * SCENE_WIDTH + want[i][0]], 9);
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) count += pixels[i] == 9;
        CHECK_EQ(count, 8);
    }
}

TEST(raster_lines_of_no_length_are_a_pixel) {
    const uint8_t *pixels = (const uint8_t *)(scene.pixels + GUARD);
    rs_frame *frame;
    int count = 0;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    scene_make(&scene, RS_PAL8);
    frame = line_frame();
    CHECK_EQ(rs_frame_line(frame, 20, 33, 20, 33, 9, false), RS_OK);
    /* an open line of one point draws nothing */
    CHECK_EQ(rs_frame_line(frame, 40, 33, 40, 33, 9, true), RS_OK);
    CHECK_EQ(rs_frame_line(frame, 1 << 30, 0, 0, 0, 9, false), RS_OUT_OF_RANGE);
    scene_draw(&scene, frame, RS_PAL8, 16);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) count += pixels[i] == 9;
    CHECK_EQ(count, 1);
    CHECK_EQ(pixels[33 * SCENE_WIDTH + 20], 9);
}

/* Lines near and far, clipped and drawn in bands, against the definition; both directions. */
TEST(raster_lines_draw_a_subset_of_the_unclipped) {
    static uint8_t want[SCENE_WIDTH * SCENE_HEIGHT];
    const uint8_t *pixels = (const uint8_t *)(scene.pixels + GUARD);
    uint32_t state = 8;
    int wrong = 0, drawn = 0;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    scene_make(&scene, RS_PAL8);
    for (int i = 0; i < 500; i++) {
        int reach = i % 4 == 0   ? 2000
                    : i % 4 == 1 ? 12
                                 : 90,
            x0 = between(&state, -reach, SCENE_WIDTH + reach),
            y0 = between(&state, -reach, SCENE_HEIGHT + reach), x1 = x0 + between(&state, -reach, reach),
            y1 = y0 + between(&state, -reach, reach);
        bool open = (i & 1) != 0;
        rs_frame *frame = line_frame();
        memset(want, 3, sizeof want);
        plain_line(want, x0, y0, x1, y1, open);
        CHECK_EQ(rs_frame_line(frame, x0, y0, x1, y1, 9, open), RS_OK);
        scene_draw(&scene, frame, RS_PAL8, 16);
        wrong += memcmp(want, pixels, sizeof want) != 0;
        for (int k = 0; k < SCENE_WIDTH * SCENE_HEIGHT; k++) drawn += pixels[k] == 9;
        if (open) continue;
        frame = line_frame();
        CHECK_EQ(rs_frame_line(frame, x1, y1, x0, y0, 9, false), RS_OK);
        scene_draw(&scene, frame, RS_PAL8, 16);
        wrong += memcmp(want, pixels, sizeof want) != 0;
    }
    CHECK_EQ(wrong, 0);
    TEST_INFO("%d pixels", drawn);
    CHECK(drawn > 1500);
}

/* Ten thousand lines of all lengths, 25 of different colours over one another in a frame, equal the unclipped lines. */
TEST(raster_ten_thousand_lines_equal_the_unclipped) {
    static uint8_t want[SCENE_WIDTH * SCENE_HEIGHT];
    const uint8_t *pixels = (const uint8_t *)(scene.pixels + GUARD);
    uint32_t state = 80;
    int wrong = 0, outside = 0;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    scene_make(&scene, RS_PAL8);
    for (int i = 0; i < 400; i++) {
        rs_frame *frame = line_frame();
        memset(want, 3, sizeof want);
        for (uint8_t k = 10; k < 35; k++) {
            int reach = k % 5 == 0   ? 400
                        : k % 5 == 1 ? 12
                                     : 90,
                x0 = between(&state, -reach, SCENE_WIDTH + reach);
            int y0 = between(&state, -reach, SCENE_HEIGHT + reach), x1 = x0 + between(&state, -reach, reach),
                y1 = y0 + between(&state, -reach, reach);
            plain_line_of(want, x0, y0, x1, y1, k % 3 == 0, k);
            outside += (x0 < 0 && x1 < 0) || (y0 < 0 && y1 < 0);
            CHECK_EQ(rs_frame_line(frame, x0, y0, x1, y1, k, k % 3 == 0), RS_OK);
        }
        scene_draw(&scene, frame, RS_PAL8, 16);
        wrong += memcmp(want, pixels, sizeof want) != 0;
    }
    CHECK_EQ(wrong, 0);
    CHECK(outside > 500);
}

/* ---- cameras and states ---- */

static bool close3(vec3 a, vec3 b, int32_t most) {
    for (int i = 0; i < 3; i++) {
        int32_t d = v3_get(a, i) - v3_get(b, i);
        if (d > most || d < -most) return false;
    }
    return true;
}

static vec3 row_of(const rig34 *view, int i) {
    return v3((view->r.m[i][0] + 8192) >> 14, (view->r.m[i][1] + 8192) >> 14, (view->r.m[i][2] + 8192) >> 14);
}

TEST(raster_look_at_vectors) {
    rig34 view, kept, world;
    uint32_t state = 3;
    int64_t worst = 0;
    CHECK(view_look_at(v3(FX(5), FX(10), -FX(15)), v3(FX(5), FX(10), 0), V3_Y, &view));
    CHECK(close3(row_of(&view, 0), v3(-FX_ONE, 0, 0), 1));
    CHECK(close3(row_of(&view, 1), v3(0, FX_ONE, 0), 1));
    CHECK(close3(row_of(&view, 2), v3(0, 0, -FX_ONE), 1));
    CHECK(close3(view.t, v3(FX(5), -FX(10), -FX(15)), 1));
    CHECK(close3(rig34_point(&view, v3(FX(5), FX(10), 0)), v3(0, 0, -FX(15)), 1));
    kept = view;
    CHECK(!view_look_at(v3(7, 7, 7), v3(7, 7, 7), V3_Y, &view)); /* a refused view leaves the last one */
    CHECK_EQ(memcmp(&kept, &view, sizeof view), 0);
    CHECK(view_look_at(v3(0, 0, FX(5)), V3_ZERO, V3_Y, &view));
    CHECK(close3(row_of(&view, 0), v3(FX_ONE, 0, 0), 1) && close3(row_of(&view, 1), v3(0, FX_ONE, 0), 1));
    CHECK(close3(view.t, v3(0, 0, -FX(5)), 1));
    CHECK(view_look_at(v3(0, FX(5), 0), V3_ZERO, V3_Y, &view)); /* a view straight down */
    CHECK(rot33_is_rotation(&view.r, 16));
    CHECK(close3(rig34_point(&view, V3_ZERO), v3(0, 0, -FX(5)), 2));
    for (int i = 0; i < 300; i++) { /* view * camera-to-world = identity */
        vec3 eye = v3(between(&state, -FX(20), FX(20)), between(&state, -FX(20), FX(20)),
                      between(&state, -FX(20), FX(20)));
        CHECK(view_look_at(eye, v3(between(&state, -FX(9), FX(9)), 0, between(&state, -FX(9), FX(9))), V3_Y,
                           &view));
        world = rig34_inverse(&view);
        for (int k = 0; k < 3; k++) {
            vec3 corner = v3(k == 0 ? FX_ONE : 0, k == 1 ? FX_ONE : 0, k == 2 ? FX_ONE : 0);
            vec3 back = rig34_point(&view, rig34_point(&world, corner));
            for (int c = 0; c < 3; c++) {
                int64_t error = (int64_t)v3_get(back, c) - v3_get(corner, c);
                if (error < 0) error = -error;
                if (error > worst) worst = error;
            }
        }
    }
    CHECK(worst <= 2);
    TEST_INFO("view * camera-to-world: %d LSB from the identity", (int)worst);
}

/* A camera made by look-at shows its target in the middle of the picture. */
TEST(raster_look_at_centres_its_target) {
    rig34 view;
    rs_frame *frame;
    mat34 place = m34_identity();
    const uint8_t *pixels = (const uint8_t *)(scene.pixels + GUARD);
    int left = SCENE_WIDTH, right = 0, top = SCENE_HEIGHT, bottom = 0;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    scene_make(&scene, RS_PAL8);
    place.m[0][3] = FX(3), place.m[1][3] = -FX(2), place.m[2][3] = FX(7);
    CHECK(view_look_at(v3(-FX(1), FX(1), FX(10)), v3(FX(3), -FX(2), FX(7)), V3_Y, &view));
    scene.camera.world_to_view = m34_from_rig34(&view);
    frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
    scene_draw(&scene, frame, RS_PAL8, SCENE_HEIGHT);
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
        int x = i % SCENE_WIDTH, y = i / SCENE_WIDTH;
        if (pixels[i] == 3) continue;
        if (x < left) left = x;
        if (x > right) right = x;
        if (y < top) top = y;
        if (y > bottom) bottom = y;
    }
    CHECK_NEAR(left + right, SCENE_WIDTH - 1, 2);
    CHECK_NEAR(top + bottom, SCENE_HEIGHT - 1, 2);
    CHECK(right > left + 10);
}

/* Draws something of its own with other lights, another camera and a moved stack, and restores all of them. */
static void helper(rs_frame *frame, m34_stack *stack) {
    rs_state state;
    rs_camera camera;
    rs_frame_save(frame, &state);
    CHECK(m34_stack_push(stack));
    m34_stack_translate(stack, v3(FX(0.7), 0, 0));
    camera = scene.camera;
    camera.focal = FX(3);
    camera.near_plane = FX(1);
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 3, NULL, 0), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, m34_stack_top(stack), &scene.material), RS_OK);
    CHECK(m34_stack_pop(stack));
    rs_frame_restore(frame, &state);
}

TEST(raster_saved_state_comes_back) {
    enum { DEPTH = 16 };
    mat34 entries[DEPTH], before[DEPTH];
    m34_stack stack;
    rs_state state, after;
    rs_frame *frame;
    rs_stats one, two;
    if (rs_spans_of(RS_PAL8) == NULL) return;
    scene_make(&scene, RS_PAL8);
    m34_stack_init(&stack, entries, DEPTH);
    for (int i = 0; i + 1 < DEPTH; i++) {
        before[i] = *m34_stack_top(&stack);
        CHECK(m34_stack_push(&stack));
        m34_stack_translate(&stack, v3(FX(0.1), FX(0.2), -FX(0.3)));
        m34_stack_scale(&stack, v3(FX(1.1), FX(0.9), FX(1.01)));
    }
    CHECK(!m34_stack_push(&stack));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(stack.base.refused, 1);
    for (int i = DEPTH - 2; i >= 0; i--) {
        CHECK(m34_stack_pop(&stack));
        CHECK_EQ(memcmp(&before[i], m34_stack_top(&stack), sizeof before[i]), 0);
    }
    CHECK(!m34_stack_pop(&stack));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
    memset(&state, 0, sizeof state);
    memset(&after, 0, sizeof after);
    rs_frame_save(frame, &state);
    helper(frame, &stack);
    rs_frame_save(frame, &after);
    CHECK_EQ(memcmp(&state, &after, sizeof state), 0);
    CHECK_EQ(m34_stack_depth(&stack), 1);
    /* Meshes recorded next are recorded as they would be without the helper. */
    rs_frame_stats(frame, &one);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, m34_stack_top(&stack), &scene.material), RS_OK);
    rs_frame_stats(frame, &two);
    {
        uint32_t first = one.drawn, count = two.drawn - one.drawn, different = 0;
        static rs_vertex corner[SPHERE_TRIANGLES];
        for (uint32_t i = 0; i < count; i++) {
            const rs_item *item = rs_item_at(frame, first + i);
            corner[i] = ((const rs_draw *)(const void *)(frame->list + (size_t)item->draw * RS_DRAW_ALIGN))
                            ->vertices[item->a];
        }
        frame = scene_begin(&scene, RS_PAL8, SCENE_HEIGHT);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, m34_stack_top(&stack), &scene.material), RS_OK);
        CHECK_EQ(frame->item_count, count);
        for (uint32_t i = 0; i < count && i < frame->item_count; i++) {
            const rs_item *item = rs_item_at(frame, i);
            rs_vertex v = ((const rs_draw *)(const void *)(frame->list + (size_t)item->draw * RS_DRAW_ALIGN))
                              ->vertices[item->a];
            different += v.x != corner[i].x || v.y != corner[i].y || v.z != corner[i].z;
        }
        CHECK_EQ(different, 0);
        CHECK(count > 20);
    }
}

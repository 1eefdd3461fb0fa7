/* Wireframes, lines and points in space, smooth lines and outlines, supersampling by bands. */
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/list/list.h"
#include "raster/reduce.h"
#include "raster/wire.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static rs_look look;
static uint32_t kept[SCENE_WIDTH * SCENE_HEIGHT];

/* A cube of 24 vertices and 12 triangles, as meshes with hard edges are. */
static int16_t positions[24 * 3];
static uint16_t indices[36];
static int8_t faces[12 * 4];
static rs_submesh part;
static rs_mesh cube;

static void make_cube(void) {
    static const uint8_t quad[6] = {0, 1, 2, 0, 2, 3};
    memset(&cube, 0, sizeof cube);
    memset(&part, 0, sizeof part);
    for (int face = 0; face < 6; face++) {
        int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3, sign = face % 2 == 0 ? 1 : -1;
        for (int k = 0; k < 4; k++) {
            int16_t *p = positions + 3 * (4 * face + k);
            int su = k == 1 || k == 2 ? 1 : -1, sv = k >= 2 ? 1 : -1;
            p[axis] = (int16_t)(16384 * sign), p[u] = (int16_t)(16384 * su * sign),
            p[v] = (int16_t)(16384 * sv);
        }
        for (int i = 0; i < 6; i++) indices[6 * face + i] = (uint16_t)(4 * face + quad[i]);
        for (int t = 0; t < 2; t++) faces[4 * (2 * face + t) + axis] = (int8_t)(127 * sign);
    }
    part.triangle_count = 12, part.vertex_count = 24;
    cube.positions = positions, cube.indices = indices, cube.faces = faces, cube.parts = &part;
    cube.vertex_count = 24, cube.triangle_count = 12, cube.part_count = 1;
    cube.exponent = 1;
    cube.radius = FX(0.9);
}

static rs_frame *begin(rs_format format, int band_lines) {
    scene_make(&scene, format);
    memset(&look, 0, sizeof look);
    make_cube();
    return scene_begin(&scene, format, band_lines);
}

static int not_background(void) {
    int count = 0;
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) count += scene.pixels[GUARD + i] != 3;
    return count;
}

TEST(raster_wireframe_cubes_have_twelve_edges) {
    static uint64_t scratch[256];
    static const uint16_t edges[24] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3,
                                       4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7};
    static int16_t corners[24];
    mat34 place = scene_turn(5000, 3000);
    int pixels[3];
    for (int diagonals = 0; diagonals < 2; diagonals++) {
        rs_wire_options options = {.hide_diagonals = diagonals == 0};
        rs_frame *frame = begin(RS_XRGB8888, SCENE_HEIGHT);
        CHECK(rs_wire_bytes(&cube) <= sizeof scratch);
        CHECK_EQ(rs_frame_wireframe(frame, &cube, &place, &scene.material, &options,
                                    (rs_block){scratch, sizeof scratch}),
                 RS_OK);
        CHECK_EQ(options.edges, diagonals == 0 ? 12 : 18);
        CHECK_EQ(frame->item_count, options.edges);
        scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
        pixels[diagonals] = not_background();
        if (diagonals == 0) memcpy(kept, scene.pixels + GUARD, sizeof kept);
    }
    CHECK(pixels[0] > 200 && pixels[1] > pixels[0]);
    { /* the same twelve edges as single lines */
        rs_frame *frame = begin(RS_XRGB8888, SCENE_HEIGHT);
        rs_batch batch;
        for (int i = 0; i < 8; i++) {
            for (int k = 0; k < 3; k++) corners[3 * i + k] = (int16_t)((i >> k & 1) != 0 ? 16384 : -16384);
        }
        memset(&batch, 0, sizeof batch);
        batch.streams[RS_POSITION] = (rs_stream){corners, 0, RS_INT16_3};
        batch.vertex_count = 8, batch.count = 24;
        batch.indices = edges, batch.index_bytes = 2;
        batch.primitive = RS_LINES;
        batch.exponent = 1;
        batch.place = &place;
        scene.material.look = &look;
        scene.material.shading = RS_UNLIT;
        batch.material = &scene.material;
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
        CHECK(memcmp(kept, scene.pixels + GUARD, sizeof kept) == 0);
    }
    { /* with hidden lines removed nine edges of a cube are seen */
        rs_wire_options options = {.hide_diagonals = true, .hidden_line = true};
        rs_frame *frame = begin(RS_XRGB8888, SCENE_HEIGHT);
        CHECK_EQ(rs_frame_wireframe(frame, &cube, &place, &scene.material, &options,
                                    (rs_block){scratch, sizeof scratch}),
                 RS_OK);
        scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
        pixels[2] = not_background();
        CHECK(pixels[2] < pixels[0] * 10 / 12 && pixels[2] > pixels[0] * 6 / 12);
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++)
            CHECK(scene.pixels[GUARD + i] == 3 || kept[i] != 3);
    }
    {
        rs_wire_options options = {.hide_diagonals = true};
        rs_frame *frame = begin(RS_XRGB8888, SCENE_HEIGHT);
        CHECK_EQ(
            rs_frame_wireframe(frame, &cube, &place, &scene.material, &options, (rs_block){scratch, 100}),
            RS_BAD_ARGUMENT);
        CHECK_EQ(frame->item_count, 0);
    }
}

/* Colour and depth run straight along a line in space; strips may leave out the corners that the next line draws. */
TEST(raster_lines_in_space_carry_colour_and_depth) {
    static const fx ends[9] = {-FX(1), 0, 0, FX(1), 0, FX(0.5), FX(1), FX(0.5), FX(0.5)};
    static const uint8_t colours[12] = {0, 0, 0, 255, 255, 128, 0, 255, 255, 128, 0, 255};
    static const rs_pixel_state add = {.blend = {.mode = RS_BLEND_ADD}, .depth = {.function = RS_ALWAYS}};
    rs_batch batch;
    int last_red = -1, reddest = 0, doubled[2] = {0, 0};
    uint16_t first_code, code = 0;
    rs_frame *frame = begin(RS_XRGB8888, SCENE_HEIGHT);
    memset(&batch, 0, sizeof batch);
    batch.streams[RS_POSITION] = (rs_stream){ends, 0, RS_FX_3};
    batch.streams[RS_COLOUR] = (rs_stream){colours, 0, RS_UINT8_4};
    batch.vertex_count = 3, batch.count = 2;
    batch.primitive = RS_LINES;
    batch.material = &scene.material;
    scene.material.look = &look;
    scene.material.shading = RS_UNLIT;
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
    first_code = 65535;
    for (int x = 0; x < SCENE_WIDTH; x++) {
        uint32_t pixel = scene.pixels[GUARD + SCENE_HEIGHT / 2 * SCENE_WIDTH + x];
        int red = (int)(pixel >> 16 & 255u);
        if (pixel == 3) continue;
        CHECK(red >= last_red);
        CHECK_NEAR(pixel >> 8 & 255u, red * 128 / 255, 1);
        code = scene.depth[GUARD + SCENE_HEIGHT / 2 * SCENE_WIDTH + x];
        CHECK(code <= first_code); /* the line comes nearer to the right */
        if (last_red < 0 || code < first_code) first_code = code;
        last_red = red, reddest = red > reddest ? red : reddest;
    }
    CHECK(reddest >= 250);
    /* lines are added to the picture: corners drawn twice are brighter */
    for (int open = 0; open < 2; open++) {
        frame = begin(RS_XRGB8888, SCENE_HEIGHT);
        look.open_lines = open != 0;
        scene.material.look = &look;
        scene.material.shading = RS_UNLIT;
        scene.material.state = &add;
        scene.material.rgb = 0x400000;
        batch.streams[RS_COLOUR].form = RS_NOTHING;
        batch.count = 3;
        batch.primitive = RS_LINE_STRIP;
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++)
            doubled[open] += (scene.pixels[GUARD + i] >> 16) == 0x80;
    }
    CHECK_EQ(doubled[0], 1);
    CHECK_EQ(doubled[1], 0);
}

TEST(raster_points_shrink_with_distance) {
    static fx points[4 * 3];
    static const uint16_t size = 16 * 12; /* a point of 12 pixels at a metre */
    rs_attributes current = rs_attributes_plain;
    current.size = size;
    for (int i = 0; i < 4; i++) { /* 0.5, 1, 3 and 9 metres from an eye at 2.5 */
        static const fx away[4] = {FX(0.5), FX(1), FX(3), FX(9)};
        rs_batch batch;
        rs_frame *frame = begin(RS_XRGB8888, SCENE_HEIGHT);
        memset(&batch, 0, sizeof batch);
        points[0] = 0, points[1] = 0, points[2] = FX(2.5) - away[i];
        look.size_by_distance = true;
        scene.material.look = &look;
        scene.material.shading = RS_UNLIT;
        batch.streams[RS_POSITION] = (rs_stream){points, 0, RS_FX_3};
        batch.vertex_count = batch.count = 1;
        batch.primitive = RS_POINTS;
        batch.current = &current;
        batch.material = &scene.material;
        CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
        scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
        CHECK_EQ(not_background(), (i == 0   ? 16
                                    : i == 1 ? 12
                                    : i == 2 ? 4
                                             : 1) *
                                       (i == 0   ? 16
                                        : i == 1 ? 12
                                        : i == 2 ? 4
                                                 : 1));
    }
}

/* ---- smooth lines ---- */

/* Area of a pixel, in 1/16, that lies within half a pixel (along the minor axis) of a line, by 32 x 32 samples. */
static int analytic(const int32_t *line, int px, int py) {
    const bool steep = (line[3] > line[1] ? line[3] - line[1] : line[1] - line[3]) >
                       (line[2] > line[0] ? line[2] - line[0] : line[0] - line[2]);
    const bool turned = steep ? line[3] < line[1] : line[2] < line[0];
    const int32_t *from = line + (turned ? 2 : 0), *to = line + (turned ? 0 : 2);
    const int64_t length = steep ? to[1] - from[1] : to[0] - from[0],
                  rise = steep ? to[0] - from[0] : to[1] - from[1];
    int hits = 0;
    for (int k = 0; k < 32 * 32; k++) { /* in 1/64 pixels */
        int64_t x = 64 * px + 2 * (k % 32) + 1 - 4 * from[0], y = 64 * py + 2 * (k / 32) + 1 - 4 * from[1];
        int64_t major = steep ? y : x, off = (steep ? x : y) * length - major * rise;
        if (major < 0 || major > 4 * length) continue;
        hits += (off < 0 ? -off : off) <= 32 * length;
    }
    return (hits * 16 + 512) / 1024;
}

TEST(raster_smooth_lines_cover_what_their_area_covers) {
    static const int32_t lines[7][4] = {{100, 100, 900, 400},  {900, 420, 100, 100}, {200, 1000, 420, 90},
                                        {100, 500, 1200, 508}, {640, 60, 640, 1000}, {300, 300, 800, 800},
                                        {333, 777, 1111, 555}};
    int grey[257], steps = 0, worst = 0;
    memset(grey, 0, sizeof grey);
    for (int i = 0; i < 7; i++) {
        const int32_t *l = lines[i];
        for (int turned = 0; turned < 2; turned++) {
            rs_frame *frame = begin(RS_XRGB8888, 16);
            CHECK_EQ(turned ? rs_frame_line_smooth(frame, l[2], l[3], l[0], l[1], 0xFFFFFF)
                            : rs_frame_line_smooth(frame, l[0], l[1], l[2], l[3], 0xFFFFFF),
                     RS_OK);
            scene_draw(&scene, frame, RS_XRGB8888, 16);
            if (turned) {
                CHECK(memcmp(kept, scene.pixels + GUARD, sizeof kept) == 0);
                continue;
            }
            memcpy(kept, scene.pixels + GUARD, sizeof kept);
            for (int p = 0; p < SCENE_WIDTH * SCENE_HEIGHT; p++) {
                int level = (int)(kept[p] >> 16 & 255u), area = analytic(l, p % SCENE_WIDTH, p / SCENE_WIDTH),
                    off;
                grey[level]++;
                off = (level * 16 + 127) / 255 - area;
                if (off < 0) off = -off;
                if (off > worst) worst = off;
            }
        }
    }
    for (int i = 0; i < 256; i++) steps += grey[i] != 0;
    TEST_INFO("%d levels, at most %d/16 of a pixel from the area", steps, worst);
    CHECK(steps >= 10);
    CHECK(worst <= 4);
    {
        rs_frame *frame = begin(RS_XRGB8888, 16);
        CHECK_EQ(rs_frame_line_smooth(frame, 1 << 21, 0, 0, 0, 1), RS_OUT_OF_RANGE);
        CHECK_EQ(rs_frame_line_smooth(frame, 50, 50, 50, 50, 1), RS_OK);
        CHECK_EQ(rs_frame_line_smooth(frame, -(1 << 20), 1 << 20, 1 << 20, -(1 << 20), 1),
                 RS_OK); /* the line runs through the picture and far beyond it */
        scene_draw(&scene, frame, RS_XRGB8888, 16);
    }
}

/* ---- smooth outlines ---- */

static const fx slanted[12] = {-FX(0.8), -FX(0.7), 0, FX(0.7),  -FX(0.5), 0,
                               FX(0.9),  FX(0.6),  0, -FX(0.6), FX(0.8),  0};

static rs_frame *draw_quad(rs_format format, uint32_t rgb, bool two_colours) {
    static const uint16_t quad[6] = {0, 1, 2, 0, 2, 3};
    static uint8_t colours[16];
    rs_frame *frame = begin(format, SCENE_HEIGHT);
    rs_batch batch;
    for (int i = 0; i < 16; i++)
        colours[i] = (uint8_t)(i % 4 == 3                  ? 255
                               : i / 4 == 3 && two_colours ? 60
                                                           : rgb >> (16 - 8 * (i % 4)) & 255u);
    memset(&batch, 0, sizeof batch);
    batch.streams[RS_POSITION] = (rs_stream){slanted, 0, RS_FX_3};
    batch.streams[RS_COLOUR] = (rs_stream){colours, 0, RS_UINT8_4};
    batch.vertex_count = 4, batch.count = 6;
    batch.indices = quad, batch.index_bytes = 2;
    batch.material = &scene.material;
    scene.material.look = &look;
    scene.material.shading = RS_UNLIT;
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    scene_draw(&scene, frame, format, SCENE_HEIGHT);
    return frame;
}

TEST(raster_outlines_are_blended_and_inner_edges_are_not) {
    uint8_t seen[256];
    int levels = 0, changed = 0, worst = 0;
    rs_surface surface = {(uint8_t *)(scene.pixels + GUARD),
                          SCENE_WIDTH * 4,
                          SCENE_WIDTH,
                          SCENE_HEIGHT,
                          0,
                          SCENE_HEIGHT,
                          RS_XRGB8888};
    rs_frame *frame = draw_quad(RS_XRGB8888, 0xFFFFFF, false);
    const rs_draw *draw =
        (const rs_draw *)(const void *)(frame->list + (size_t)rs_item_at(frame, 0)->draw * RS_DRAW_ALIGN);
    memset(seen, 0, sizeof seen);
    memcpy(kept, scene.pixels + GUARD, sizeof kept);
    CHECK(rs_smooth_edges(frame, &surface, scene.depth + GUARD));
    /* coverage against the quad's area, by 16 x 16 samples */
    for (int p = 0; p < SCENE_WIDTH * SCENE_HEIGHT; p++) {
        int hits = 0, level = (int)(scene.pixels[GUARD + p] >> 16 & 255u), off;
        seen[level] = 1;
        changed += kept[p] != scene.pixels[GUARD + p];
        for (int k = 0; k < 256; k++) {
            int x = 256 * (p % SCENE_WIDTH) + 16 * (k % 16) + 8,
                y = 256 * (p / SCENE_WIDTH) + 16 * (k / 16) + 8, in = 0;
            for (int e = 0; e < 4; e++) {
                const rs_vertex *a = &draw->vertices[e], *b = &draw->vertices[(e + 1) % 4];
                in +=
                    (int64_t)(b->y - a->y) * (x - 16 * a->x) - (int64_t)(b->x - a->x) * (y - 16 * a->y) >= 0;
            }
            hits += in == 4;
        }
        off = level - hits * 255 / 256;
        if (off < 0) off = -off;
        for (int e = 0; e < 4; e++) { /* corners belong to two edges */
            int dx = (draw->vertices[e].x >> 4) - p % SCENE_WIDTH,
                dy = (draw->vertices[e].y >> 4) - p / SCENE_WIDTH;
            if (dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1) off = 0;
        }
        if (off > worst) worst = off;
    }
    for (int i = 0; i < 256; i++) levels += seen[i];
    TEST_INFO("%d levels, %d pixels blended, at most %d/255 from the area", levels, changed, worst);
    CHECK(levels >= 6);
    CHECK(changed > 80 && changed < 400);
    CHECK(worst <= 64); /* a quarter */
    {                   /* where two colours meet inside the quad only the outline changes */
        int inner = 0;
        frame = draw_quad(RS_XRGB8888, 0xC0C0C0, true);
        memcpy(kept, scene.pixels + GUARD, sizeof kept);
        CHECK(rs_smooth_edges(frame, &surface, scene.depth + GUARD));
        for (int y = 1; y + 1 < SCENE_HEIGHT; y++) {
            for (int x = 1; x + 1 < SCENE_WIDTH; x++) {
                bool interior = true;
                for (int k = 0; k < 9; k++)
                    interior = interior && kept[(y + k / 3 - 1) * SCENE_WIDTH + x + k % 3 - 1] != 3;
                inner += interior && kept[y * SCENE_WIDTH + x] != scene.pixels[GUARD + y * SCENE_WIDTH + x];
            }
        }
        CHECK_EQ(inner, 0);
    }
    { /* smooth outlines refuse bands */
        frame = begin(RS_XRGB8888, 16);
        CHECK(!rs_smooth_edges(frame, &surface, scene.depth + GUARD));
    }
}

/* ---- supersampling ---- */

/* A picture drawn twice as large in bands of 16, one band in memory at a time, is the box-filtered large picture. */
TEST(raster_supersampled_bands_are_the_reduced_picture) {
    static uint32_t large[SCENE_WIDTH * SCENE_HEIGHT];
    static const int scales[3][2] = {{2, 1}, {2, 2}, {4, 4}};
    static uint16_t depth[SCENE_WIDTH * 16];
    static uint32_t band_pixels[SCENE_WIDTH * 16];
    mat34 place = scene_turn(2000, 500);
    for (int s = 0; s < 3; s++) {
        int across = scales[s][0], down = scales[s][1], width = SCENE_WIDTH / across,
            height = SCENE_HEIGHT / down, levels = 0;
        rs_frame *frame = begin(RS_XRGB8888, SCENE_HEIGHT);
        static uint32_t small[2][SCENE_WIDTH * SCENE_HEIGHT];
        rs_surface big = {(uint8_t *)large, SCENE_WIDTH * 4, SCENE_WIDTH, SCENE_HEIGHT, 0,
                          SCENE_HEIGHT,     RS_XRGB8888};
        rs_surface out = {(uint8_t *)small[0], width * 4,  (int16_t)width, (int16_t)height, 0,
                          (int16_t)height,     RS_XRGB8888};
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        rs_frame_band(frame, 0, &big, scene.depth + GUARD);
        CHECK(rs_reduce(&big, across, down, &out));
        frame = scene_begin(&scene, RS_XRGB8888, 16);
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
        for (int band = 0; band < rs_frame_bands(frame); band++) {
            int top = 16 * band, lines = SCENE_HEIGHT - top < 16 ? SCENE_HEIGHT - top : 16;
            rs_surface part_of = {(uint8_t *)band_pixels, SCENE_WIDTH * 4, SCENE_WIDTH, SCENE_HEIGHT,
                                  (int16_t)top,           (int16_t)lines,  RS_XRGB8888};
            rs_surface to = {(uint8_t *)(small[1] + top / down * width),
                             width * 4,
                             (int16_t)width,
                             (int16_t)height,
                             (int16_t)(top / down),
                             (int16_t)(lines / down),
                             RS_XRGB8888};
            rs_frame_band(frame, band, &part_of, depth);
            CHECK(rs_reduce(&part_of, across, down, &to));
        }
        CHECK(memcmp(small[0], small[1], (size_t)(width * height) * 4) == 0);
        for (int i = 0; i < width * height; i++) {
            uint32_t sum = 0;
            for (int k = 0; k < across * down; k++)
                sum +=
                    large[(i / width * down + k / across) * SCENE_WIDTH + i % width * across + k % across] >>
                        8 &
                    255u;
            levels += (small[0][i] >> 8 & 255u) !=
                      (sum + (uint32_t)(across * down) / 2) / (uint32_t)(across * down);
        }
        CHECK_EQ(levels, 0);
    }
}

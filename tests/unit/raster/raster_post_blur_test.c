/* Effects that blur parts of a picture: by depth, and along a velocity buffer. */
#include <string.h>

#include "raster/frame.h"
#include "raster/mesh.h"
#include "raster/passes.h"
#include "raster/post.h"
#include "tests/test.h"

enum { WIDTH = 60, HEIGHT = 40, PIXELS = WIDTH * HEIGHT, CELLS = 15 * 10, NOTHING = 65535 };

static uint32_t words[PIXELS], others[PIXELS];
static uint16_t depth[PIXELS], cells[CELLS * 4];
static const rs_format directs[] = {RS_RGB565, RS_BGR555, RS_XRGB8888};

static uint32_t draw_number(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static rs_surface surface_of(void *memory, rs_format format) {
    return (rs_surface){.pixels = memory,
                        .stride = WIDTH * rs_format_bytes(format),
                        .width = WIDTH,
                        .height = HEIGHT,
                        .lines = HEIGHT,
                        .format = (uint8_t)format};
}

static void fill_with_chance(void *memory, rs_format format, uint32_t seed) {
    rs_surface s = surface_of(memory, format);
    for (int i = 0; i < PIXELS; i++)
        rs_plot(&s, i % WIDTH, i / WIDTH, rs_native_from_rgb(format, draw_number(&seed) & 0xFFFFFFu));
}

static int channel(const rs_surface *s, int x, int y, int shift) {
    return (int)(rs_rgb_from_native((rs_format)s->format, rs_pixel(s, x, y)) >> shift & 255u);
}

/* ---- distances of depth codes ---- */

static const rs_camera lens = {.focal = FX_ONE, .near_plane = FX_HALF, .far_plane = 64 * FX_ONE};
static const rs_camera foreground = {
    .focal = FX_ONE, .near_plane = FX_HALF, .far_plane = 64 * FX_ONE, .depth_low = 4096, .depth_high = 40000};
static const rs_camera flat = {
    .flat_height = 8 * FX_ONE, .near_plane = -4 * FX_ONE, .far_plane = 60 * FX_ONE};

/* The code of a distance, by the formula of rs_camera. */
static uint16_t code_of(const rs_camera *camera, fx d) {
    const int64_t near = camera->near_plane, far = camera->far_plane, low = camera->depth_low,
                  codes = (camera->depth_high == 0 ? 65534 : camera->depth_high) - low;
    if (camera->flat_height > 0) return (uint16_t)(low + codes * (d - near) / (far - near));
    return (uint16_t)(low + codes * ((far << 16) / (far - near)) * (d - near) / d / 65536);
}

/* Distances come back from their codes to within one code, over the whole range. R2D-041. */
TEST(raster_depth_codes_tell_their_distance) {
    const rs_camera *cameras[] = {&lens, &foreground, &flat};
    for (int c = 0; c < 3; c++) {
        fx before = INT32_MIN;
        for (fx d = cameras[c]->near_plane; d <= cameras[c]->far_plane; d += FX_ONE / 8) {
            if (d == 0 && c < 2) continue;
            const uint16_t code = code_of(cameras[c], d);
            const fx got = rs_depth_distance(cameras[c], code),
                     next = rs_depth_distance(cameras[c], (uint16_t)(code + 2 > 65534 ? 65534 : code + 2));
            const fx slack = (d < 0 ? -d : d) / 1024 + 2;
            CHECK(got >= before && got <= d + slack && next >= d - slack);
            before = got;
        }
        CHECK_EQ(rs_depth_distance(cameras[c], NOTHING), INT32_MAX);
        CHECK_EQ(rs_depth_distance(cameras[c], 0), cameras[c]->near_plane);
    }
    CHECK_EQ(rs_depth_distance(&lens, 65534), lens.far_plane);
    CHECK_EQ(rs_depth_distance(&foreground, 65000), lens.far_plane);
}

/* ---- focus ---- */

static rs_focus focus_at(const rs_camera *camera, fx distance, fx strength) {
    return (rs_focus){.cells = cells,
                      .camera = camera,
                      .distance = distance,
                      .range = FX_ONE,
                      .strength = strength,
                      .rounds = 1};
}

/* Lines of a picture that lie 1, 2 ... 40 metres away. */
static void place_lines(const rs_camera *camera) {
    for (int i = 0; i < PIXELS; i++) depth[i] = code_of(camera, (i / WIDTH + 1) * FX_ONE);
}

/* Stripes a pixel wide keep all contrast at the focus, and lose it with every metre from it, in front as behind. R2D-041. */
TEST(raster_post_focus_blurs_more_with_distance) {
    const rs_camera *cameras[] = {&lens, &flat};
    for (int f = 0; f < 6; f++) {
        const rs_format format = directs[f % 3];
        const rs_camera *camera = cameras[f / 3];
        rs_surface s = surface_of(words, format);
        const rs_focus focus = focus_at(camera, 20 * FX_ONE + FX_HALF, FX_ONE / 8);
        int before = 256;
        CHECK_EQ(rs_focus_bytes(WIDTH, HEIGHT), sizeof cells);
        place_lines(camera);
        for (int i = 0; i < PIXELS; i++)
            rs_plot(&s, i % WIDTH, i / WIDTH, rs_native_from_rgb(format, i % 2 == 0 ? 0 : 0xFFFFFF));
        rs_post_focus(&focus, &s, depth);
        for (int y = 19; y < HEIGHT; y++) {
            const int contrast = channel(&s, 31, y, 16) - channel(&s, 30, y, 16),
                      mirrored = channel(&s, 31, 39 - y, 16) - channel(&s, 30, 39 - y, 16);
            CHECK(contrast <= before && (y >= 29 || contrast < before || y < 21));
            CHECK(y > 20 || contrast == 255);
            CHECK(contrast - mirrored <= 34 && mirrored - contrast <= 34); /* codes are coarse far away */
            before = contrast;
        }
        CHECK(before < 16);
    }
}

/* Weights are those of the formula: nothing within the range, all of it 1 / strength metres beyond. R2D-041. */
TEST(raster_post_focus_weights_are_even) {
    const rs_focus focus = focus_at(&flat, 20 * FX_ONE, FX_ONE / 4);
    uint32_t before = 0;
    for (fx d = 20 * FX_ONE; d < 40 * FX_ONE; d += FX_ONE / 16) {
        const uint32_t weight = rs_focus_weight(&focus, code_of(&flat, d));
        const int64_t away = (int64_t)d - 21 * FX_ONE;
        const int64_t wanted = away <= 0 ? 0 : away / 4 * 256 / FX_ONE;
        CHECK(weight >= before && weight <= RS_POST_FULL);
        CHECK((int64_t)weight - (wanted > 256 ? 256 : wanted) <= 1 &&
              (int64_t)weight - (wanted > 256 ? 256 : wanted) >= -1);
        before = weight;
    }
    CHECK_EQ(rs_focus_weight(&focus, NOTHING), RS_POST_FULL);
}

/* A square before a far wall. What is sharp keeps every bit, and what is blurred has nothing of its colour, whichever of both that is. R2D-041. */
TEST(raster_post_focus_keeps_edges) {
    for (int is_near = 0; is_near < 2; is_near++) {
        rs_surface s = surface_of(words, RS_XRGB8888);
        const rs_focus focus = focus_at(&lens, is_near ? 2 * FX_ONE : 30 * FX_ONE, FX_ONE);
        rs_clear(&s, 0x0000FF);
        rs_fill(&s, 21, 14, 17, 13, 0xFF0000);
        for (int i = 0; i < PIXELS; i++)
            depth[i] =
                code_of(&lens, rs_pixel(&s, i % WIDTH, i / WIDTH) == 0xFF0000 ? 2 * FX_ONE : 30 * FX_ONE);
        memcpy(others, words, sizeof others);
        rs_post_focus(&focus, &s, depth);
        for (int i = 0; i < PIXELS; i++) {
            const bool is_square = others[i] == 0xFF0000;
            if (is_square == (is_near != 0)) CHECK_EQ(words[i], others[i]);
            CHECK((words[i] >> (is_square ? 0 : 16) & 255u) <= 2);
            CHECK((words[i] >> (is_square ? 16 : 0) & 255u) >= 250);
        }
    }
}

/* An edge between two blurred colours is soft over some eight pixels and no farther. */
TEST(raster_post_focus_blurs_as_far_as_its_cells) {
    rs_surface s = surface_of(words, RS_XRGB8888);
    rs_focus focus = focus_at(&lens, 2 * FX_ONE, FX_ONE);
    focus.rounds = 0;
    rs_clear(&s, 0);
    rs_fill(&s, 32, 0, 28, HEIGHT, 0xFFFFFF);
    for (int i = 0; i < PIXELS; i++) depth[i] = code_of(&lens, 40 * FX_ONE);
    rs_post_focus(&focus, &s, depth);
    int soft = 0;
    for (int x = 1; x < WIDTH; x++) {
        const int here = channel(&s, x, 20, 8);
        CHECK(here >= channel(&s, x - 1, 20, 8));
        soft += here > 0 && here < 255;
    }
    CHECK(soft >= 3 && soft <= 8 && channel(&s, 27, 20, 8) == 0 && channel(&s, 36, 20, 8) == 255);
}

/* Without depth, in parts of pictures, at strength 0 and where all is sharp: to the bit as it was. R2D-041. */
TEST(raster_post_focus_leaves_what_has_no_depth) {
    for (int f = 0; f < 3; f++) {
        rs_surface s = surface_of(words, directs[f]), part = s;
        const rs_focus focus = focus_at(&lens, 2 * FX_ONE, FX_ONE), off = focus_at(&lens, 2 * FX_ONE, 0);
        rs_focus all = focus_at(&lens, 2 * FX_ONE, FX_ONE);
        all.range = 100 * FX_ONE;
        part.lines = 8;
        fill_with_chance(words, directs[f], 9);
        fill_with_chance(others, directs[f], 9);
        rs_post_focus(&focus, &s, NULL);
        for (int i = 0; i < PIXELS; i++) depth[i] = NOTHING;
        rs_post_focus(&focus, &s, depth);
        place_lines(&lens);
        rs_post_focus(&focus, &part, depth);
        rs_post_focus(&off, &s, depth);
        rs_post_focus(&all, &s, depth);
        const size_t bytes = (size_t)PIXELS * (size_t)rs_format_bytes(directs[f]);
        CHECK(memcmp(words, others, bytes) == 0);
        s.format = RS_PAL8;
        rs_post_focus(&focus, &s, depth);
        CHECK(memcmp(words, others, bytes) == 0);
        s.format = (uint8_t)directs[f];
        depth[0] = NOTHING; /* sky: as far away as can be */
        rs_post_focus(&all, &s, depth);
        for (int i = 1; i < PIXELS; i++)
            CHECK_EQ(rs_pixel(&s, i % WIDTH, i / WIDTH),
                     directs[f] == RS_XRGB8888 ? others[i] : ((const uint16_t *)(const void *)others)[i]);
    }
}

/* ---- motion ---- */

enum { COLUMNS = 8, ROWS = 5 };

static int8_t vectors[COLUMNS * ROWS * 2];
static uint8_t lines[RS_MOTION_LINES * WIDTH * 4];
static const rs_motion motion = {vectors, lines, WIDTH, HEIGHT};

static void set_all(int x, int y) {
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        vectors[2 * i] = (int8_t)x;
        vectors[2 * i + 1] = (int8_t)y;
    }
}

/* The mean of pixels of `from` along a vector, worked out anew. */
static uint32_t mean_along(const rs_surface *from, int x, int y, const int8_t *vector) {
    const int ax = vector[0] < 0 ? -vector[0] : vector[0], ay = vector[1] < 0 ? -vector[1] : vector[1];
    int count = (ax > ay ? ax : ay) / 2, sums[3] = {0, 0, 0};
    if (count > RS_MOTION_TAPS) count = RS_MOTION_TAPS;
    if (count < 1) return rs_pixel(from, x, y);
    for (int i = 0; i < count; i++) {
        int at[2] = {x, y};
        for (int k = 0; k < 2; k++) {
            const int size = k == 0 ? WIDTH : HEIGHT, eighths = vector[k] * (2 * i + 1 - count);
            int away = ((eighths < 0 ? -eighths : eighths) + 2 * count) / (4 * count);
            at[k] += eighths < 0 ? -away : away;
            if (at[k] < 0) at[k] = 0;
            if (at[k] >= size) at[k] = size - 1;
        }
        for (int c = 0; c < 3; c++) sums[c] += channel(from, at[0], at[1], 16 - 8 * c);
    }
    uint32_t rgb = 0;
    for (int c = 0; c < 3; c++) rgb = rgb << 8 | (uint32_t)((sums[c] + count / 2) / count);
    return rs_native_from_rgb((rs_format)from->format, rgb);
}

/* Vectors of all lengths and directions: each pixel is the mean along its cell's vector of the picture as it was, though it is blurred in place; pixels of cells that
 * do not move are those that they were. R2D-040. */
TEST(raster_post_motion_is_the_mean_along_vectors) {
    uint32_t seed = 77;
    for (int round = 0; round < 12; round++) {
        const rs_format format = directs[round % 3];
        rs_surface s = surface_of(words, format), was = surface_of(others, format);
        for (int i = 0; i < COLUMNS * ROWS * 2; i++) {
            vectors[i] = (int8_t)((int)(draw_number(&seed) % (2 * RS_MOTION_MOST + 1)) - RS_MOTION_MOST);
            if (round % 2 == 0 && i % 6 < 4) vectors[i] = 0;
        }
        fill_with_chance(words, format, 5);
        fill_with_chance(others, format, 5);
        rs_post_motion(&motion, &s, NULL);
        int wrong = 0, moved = 0;
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                const int8_t *vector = &vectors[(y / 8 * COLUMNS + x / 8) * 2];
                const bool still = vector[0] / 2 == 0 && vector[1] / 2 == 0;
                const uint32_t now = rs_pixel(&s, x, y);
                wrong += now != mean_along(&was, x, y, vector) || (still && now != rs_pixel(&was, x, y));
                moved += !still;
            }
        CHECK_EQ(wrong, 0);
        CHECK(moved > 100);
    }
}

/* A bar that goes k pixels a picture is smeared over k pixels more than it is wide, along its way alone. R2D-040. */
TEST(raster_post_motion_smears_as_far_as_things_go) {
    rs_surface s = surface_of(words, RS_XRGB8888);
    for (int k = 1; k <= 24; k++)
        for (int way = 0; way < 4; way++) {
            int across = 0, down = 0;
            set_all(way == 1 ? 0 : 2 * k, way == 0 ? 0 : way == 3 ? -2 * k : 2 * k);
            rs_clear(&s, 0);
            rs_fill(&s, 26, 16, 8, 8, 0xFFFFFF);
            rs_post_motion(&motion, &s, NULL);
            for (int x = 0; x < WIDTH; x++)
                across += way == 1 ? rs_pixel(&s, x, 19) != 0 : rs_pixel(&s, x, 19) != 0;
            for (int y = 0; y < HEIGHT; y++) down += rs_pixel(&s, 30, y) != 0;
            if (way == 0) CHECK(across >= 8 + k - 1 - k / 8 && across <= 8 + k + 1 && down == 8);
            if (way == 1) CHECK(down >= 8 + k - 1 - k / 8 && down <= 8 + k + 1 && across == 8);
            int diagonal = 0;
            for (int i = -19; i < 19; i++)
                diagonal += rs_pixel(&s, 30 + i, way == 3 ? 20 - i - 1 : 20 + i) != 0;
            if (way > 1) CHECK(diagonal >= 8 + k - 1 - k / 8 && diagonal <= 8 + k + 1);
        }
}

/* A still picture is not even read: neither it nor the room for lines is written. Lines are kept only where a cell that moves may read them. R2D-040. */
TEST(raster_post_motion_costs_what_moves) {
    rs_surface s = surface_of(words, RS_XRGB8888);
    set_all(0, 0);
    fill_with_chance(words, RS_XRGB8888, 5);
    memset(lines, 0xA5, sizeof lines);
    memcpy(others, words, sizeof others);
    rs_post_motion(&motion, &s, NULL);
    for (size_t i = 0; i < sizeof lines; i++) CHECK_EQ(lines[i], 0xA5);
    vectors[(4 * COLUMNS + 3) * 2] = 20; /* of lines 32 .. 39 */
    rs_post_motion(&motion, &s, NULL);
    for (int i = 0; i < PIXELS; i++)
        CHECK(words[i] == others[i] || (i / WIDTH >= 32 && i % WIDTH >= 24 && i % WIDTH < 32));
    set_all(0, 0);
    vectors[0] = 20; /* of lines 0 .. 7, after which nothing is kept */
    memset(lines, 0xA5, sizeof lines);
    rs_post_motion(&motion, &s, NULL);
    for (size_t i = 8 * WIDTH * 4; i < sizeof lines; i++) CHECK_EQ(lines[i], 0xA5);
    s.format = RS_PAL8;
    memcpy(others, words, sizeof others);
    rs_post_motion(&motion, &s, NULL);
    CHECK(memcmp(words, others, sizeof others) == 0);
}

/* Cells have the longest vector of what covers them, cut to the longest that there is; beyond the picture nothing is written. R2D-040. */
TEST(raster_post_motion_vectors_are_the_longest) {
    CHECK_EQ(rs_motion_vector_bytes(WIDTH, HEIGHT), sizeof vectors);
    CHECK_EQ(rs_motion_vector_bytes(240, 160), 1200);
    set_all(0, 0);
    rs_motion_write(&motion, &(rs_view){7, 7, 2, 2}, 10, -6);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        const bool touched = i % COLUMNS < 2 && i / COLUMNS < 2;
        CHECK(vectors[2 * i] == (touched ? 10 : 0) && vectors[2 * i + 1] == (touched ? -6 : 0));
    }
    rs_motion_write(&motion, &(rs_view){0, 0, 1, 1}, 9, 9);
    CHECK(vectors[0] == 10 && vectors[1] == -6);
    rs_motion_write(&motion, &(rs_view){0, 0, 1, 1}, -400, 100);
    CHECK(vectors[0] == -64 && vectors[1] == 16);
    set_all(0, 0);
    rs_motion_write(&motion, &(rs_view){-50, -50, 20, 200}, 8, 8);
    rs_motion_write(&motion, &(rs_view){WIDTH, 0, 20, 20}, 8, 8);
    rs_motion_write(&motion, &(rs_view){0, HEIGHT, 20, 20}, 8, 8);
    rs_motion_write(&motion, &(rs_view){0, -9, 20, 9}, 8, 8);
    for (size_t i = 0; i < sizeof vectors; i++) CHECK_EQ(vectors[i], 0);
    rs_motion_write(&motion, &(rs_view){-100, -100, 400, 400}, 8, 8);
    for (size_t i = 0; i < sizeof vectors; i++) CHECK_EQ(vectors[i], 8);
}

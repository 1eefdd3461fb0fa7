/* Drawing far to near: grids without sorting, and many triangles sorted one by one. */
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/fragment/fragment.h"
#include "raster/grid.h"
#include "raster/painter.h"
#include "raster/submit.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;
static rs_look look;

/* ---- grids ---- */

enum { SIDE = 10, ACROSS = SIDE + 1 };

static fx grid[ACROSS * ACROSS * 3];
static uint8_t grid_colours[ACROSS * ACROSS * 4];
static uint16_t grid_indices[SIDE * SIDE * RS_GRID_CELL];

/* Makes a grid of waves steep enough to hide cells behind them. */
static void make_grid(void) {
    for (int i = 0; i < ACROSS * ACROSS; i++) {
        int x = i % ACROSS, z = i / ACROSS;
        grid[3 * i] = (x - SIDE / 2) * FX(0.4);
        grid[3 * i + 1] = fx_mul(FX(0.35), fx_sin((ang16)(x * 15000 + z * 9000)));
        grid[3 * i + 2] = (z - SIDE / 2) * FX(0.4);
        grid_colours[4 * i] = (uint8_t)(x * 23), grid_colours[4 * i + 1] = (uint8_t)(z * 23),
                         grid_colours[4 * i + 2] = (uint8_t)(i * 37);
        grid_colours[4 * i + 3] = 255;
    }
}

static uint32_t draw_grid(int eye_x, int eye_z, bool by_order, bool far_first) {
    static const rs_pixel_state unbuffered = {.depth = {.function = RS_ALWAYS, .no_write = true}},
                                buffered = {.depth = {.function = RS_LESS}};
    mat34 turn = scene_turn((ang16)(eye_x * 8192), 3000);
    rs_batch batch;
    rs_frame *frame;
    vec3 eye, back;
    uint32_t count;
    scene_make(&scene, RS_XRGB8888);
    memset(&look, 0, sizeof look);
    look.cull = RS_CULL_NONE;
    scene.material.look = &look;
    scene.material.shading = RS_UNLIT;
    scene.material.state = by_order ? &unbuffered : &buffered;
    /* The camera looks along -Z of its own frame from `eye_z` quarters of a metre behind the middle. */
    back = v3(turn.m[0][2], turn.m[1][2], turn.m[2][2]);
    if (back.y < 0) back.y = -back.y;
    eye = v3(fx_mul(back.x, eye_z * FX(0.25)), FX(1.2), fx_mul(back.z, eye_z * FX(0.25)));
    {
        vec3 ahead = v3_neg(eye), right, up;
        mat34 view;
        (void)v3_normalize(v3(ahead.x, ahead.y, ahead.z), &ahead);
        (void)v3_normalize(v3_cross(ahead, V3_Y), &right);
        up = v3_cross(right, ahead);
        for (int k = 0; k < 3; k++) {
            view.m[0][k] = v3_get(right, k), view.m[1][k] = v3_get(up, k), view.m[2][k] = -v3_get(ahead, k);
        }
        view.m[0][3] = -v3_dot(right, eye), view.m[1][3] = -v3_dot(up, eye),
        view.m[2][3] = v3_dot(ahead, eye);
        scene.camera.world_to_view = view;
    }
    frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
    count = rs_grid_order(SIDE, SIDE, (eye.x + FX(0.4) * (SIDE / 2)) / FX(0.4) - (eye.x < -FX(2.0)),
                          (eye.z + FX(0.4) * (SIDE / 2)) / FX(0.4) - (eye.z < -FX(2.0)), false, grid_indices);
    CHECK_EQ(count, SIDE * SIDE * RS_GRID_CELL);
    if (!far_first) { /* the wrong order shows that the order matters */
        for (uint32_t i = 0; i < count / 2; i++) {
            uint16_t swap = grid_indices[i];
            grid_indices[i] = grid_indices[count - 1 - i], grid_indices[count - 1 - i] = swap;
        }
    }
    memset(&batch, 0, sizeof batch);
    batch.streams[RS_POSITION] = (rs_stream){grid, 0, RS_FX_3};
    batch.streams[RS_COLOUR] = (rs_stream){grid_colours, 0, RS_UINT8_4};
    batch.vertex_count = ACROSS * ACROSS;
    batch.indices = grid_indices, batch.index_bytes = 2;
    batch.count = count;
    batch.material = &scene.material;
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
    return scene_hash(&scene, RS_XRGB8888);
}

/* Opaque cells drawn over one another from far to near give the depth buffer's picture, from all sides and from
 * above the grid. */
TEST(raster_grids_are_drawn_far_to_near) {
    static const int distances[3] = {14, 9, 3};
    static uint32_t wanted[SCENE_WIDTH * SCENE_HEIGHT];
    int wrong = 0, turned = 0, pixels = 0;
    make_grid();
    for (int side = 0; side < 8; side++) {
        for (int d = 0; d < 3; d++) {
            uint32_t hash = draw_grid(side, distances[d], false, true);
            memcpy(wanted, scene.pixels + GUARD, sizeof wanted);
            (void)draw_grid(side, distances[d], true, true);
            for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
                pixels += wanted[i] != 3;
                wrong += wanted[i] != scene.pixels[GUARD + i];
            }
            turned += draw_grid(side, distances[d], true, false) != hash;
        }
    }
    TEST_INFO("%d pixels, %d differ from the depth buffer's", pixels, wrong);
    CHECK(pixels > 20000);
    CHECK_EQ(wrong, 0);
    CHECK(turned > 20);
}

TEST(raster_grids_hold_every_cell_once) {
    static const int32_t eyes[6][2] = {{0, 0}, {-5, 3}, {3, -5}, {99, 99}, {2, 1}, {4, 2}};
    uint16_t indices[5 * 3 * RS_GRID_CELL];
    for (int e = 0; e < 6; e++) {
        for (int turned = 0; turned < 2; turned++) {
            int cells[15] = {0};
            CHECK_EQ(rs_grid_order(5, 3, eyes[e][0], eyes[e][1], turned != 0, indices), 5 * 3 * RS_GRID_CELL);
            for (int i = 0; i < 15; i++) {
                bool far_half = indices[6 * i] >= indices[6 * i + 3]; /* whether the far half comes first */
                const uint16_t *low = indices + 6 * i + (far_half ? 3 : 0),
                               *high = indices + 6 * i + (far_half ? 0 : 3);
                int corner = low[0], row = corner / 6, column = corner % 6;
                CHECK(row < 3 && column < 5);
                cells[row * 5 + column]++;
                CHECK_EQ(low[turned ? 2 : 1], corner + 6);
                CHECK_EQ(high[0], corner + 1);
                CHECK_EQ(high[turned ? 1 : 2], corner + 7);
            }
            for (int i = 0; i < 15; i++) CHECK_EQ(cells[i], 1);
        }
    }
    CHECK_EQ(rs_grid_order(0, 3, 0, 0, false, indices), 0);
    CHECK_EQ(rs_grid_order(300, 300, 0, 0, false, indices), 0);
}

/* ---- a thousand triangles ---- */

enum { MANY = 1000 };

static struct { uint64_t list[40 * 1024], memory[8 * 1024]; } big;

/* Triangles are sorted by distance; those of equal distance stay in the order in which they were recorded. */
TEST(raster_a_thousand_triangles_are_sorted_and_stable) {
    static fx corners[MANY * 9];
    static uint8_t colours[MANY * 12];
    static const rs_pixel_state pane = {.depth = {.no_write = true},
                                        .blend = {.mode = RS_BLEND_ALPHA, .transparency = 128}};
    static const rs_painter_options options = {.by = RS_BY_FARTHEST};
    rs_target target = {SCENE_WIDTH, SCENE_HEIGHT, RS_XRGB8888, SCENE_HEIGHT, NULL, 0};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    uint32_t state = 89, before = 0, later = 0, equal = 0;
    rs_painter painter;
    rs_batch batch;
    scene_make(&scene, RS_XRGB8888);
    memset(&look, 0, sizeof look);
    look.cull = RS_CULL_NONE;
    for (uint32_t t = 0; t < MANY; t++) {
        fx z;
        state = state * 1664525u + 1013904223u;
        z = -(fx)((state >> 16) % 97u) * FX(0.1); /* many triangles share a distance */
        for (uint32_t k = 0; k < 3; k++) {
            corners[9 * t + 3 * k] = (k == 1 ? FX(0.3) : 0) + (fx)(t % 7) * 4000;
            corners[9 * t + 3 * k + 1] = (k == 2 ? FX(0.3) : 0) - (fx)(t % 5) * 5000;
            corners[9 * t + 3 * k + 2] = z;
            colours[12 * t + 4 * k] = (uint8_t)(t & 255), colours[12 * t + 4 * k + 1] = (uint8_t)(t >> 8);
            colours[12 * t + 4 * k + 3] = 255;
        }
    }
    CHECK(rs_frame_begin(frame, &target, (rs_block){big.list, sizeof big.list}, (rs_block){NULL, 0}));
    CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
    scene.material.look = &look;
    scene.material.shading = RS_UNLIT;
    scene.material.state = &pane;
    memset(&batch, 0, sizeof batch);
    batch.streams[RS_POSITION] = (rs_stream){corners, 0, RS_FX_3};
    batch.streams[RS_COLOUR] = (rs_stream){colours, 0, RS_UINT8_4};
    batch.vertex_count = batch.count = 3 * MANY;
    batch.material = &scene.material;
    CHECK(sizeof big.memory >= rs_painter_bytes(&options, MANY));
    CHECK(rs_painter_begin(&painter, frame, (rs_block){big.memory, sizeof big.memory}, &options));
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    CHECK_EQ(painter.count, MANY);
    CHECK_EQ(frame->item_count, 0);
    CHECK_EQ(rs_painter_end(&painter), RS_OK);
    CHECK_EQ(frame->item_count, MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        const rs_item *item = rs_item_at(frame, i);
        const rs_draw *draw =
            (const rs_draw *)(const void *)(frame->list + (size_t)item->draw * RS_DRAW_ALIGN);
        const rs_fragment *g = draw->flat.part.fragment;
        uint32_t w = draw->inverse_w[item->a], number;
        const uint8_t *c;
        c = g->colours + 4u * item->a;
        number = c[0] | (uint32_t)c[1] << 8;
        CHECK(w >= before);
        if (i > 0 && w == before) {
            equal++;
            CHECK(number > later);
        }
        before = w, later = number;
    }
    CHECK(equal > 500);
}

/* ---- exact order ---- */

static uint32_t wanted[SCENE_WIDTH * SCENE_HEIGHT];

/* Draws triangles of a colour each, by the depth buffer or without any depth; returns the number of wrong pixels. */
static uint32_t draw_exact(const fx *corners, uint32_t triangles, int splits, rs_painter *painter) {
    static const rs_pixel_state unbuffered = {.depth = {.function = RS_ALWAYS, .no_write = true}},
                                buffered = {.depth = {.function = RS_LESS}};
    static uint8_t colours[16 * 12];
    const rs_painter_options options = {
        .by = RS_BY_FARTHEST, .exact = true, .splits = (uint16_t)(splits < 0 ? 0 : splits)};
    rs_target target = {SCENE_WIDTH, SCENE_HEIGHT, RS_XRGB8888, 24, NULL, 3};
    rs_frame *frame = (rs_frame *)(void *)scene.frame;
    rs_batch batch;
    scene_make(&scene, RS_XRGB8888);
    memset(&look, 0, sizeof look);
    memset(painter, 0, sizeof *painter);
    look.cull = RS_CULL_NONE;
    for (uint32_t i = 0; i < 12 * triangles; i++)
        colours[i] = (uint8_t)(i % 4 == 3 ? 255 : 40 + (i / 12 * 97 + i % 4 * 31) % 200);
    CHECK(rs_frame_begin(frame, &target, (rs_block){big.list, sizeof big.list}, (rs_block){NULL, 0}));
    scene.camera.near_plane = FX_ONE;
    CHECK_EQ(rs_frame_camera(frame, &scene.camera), RS_OK);
    scene.material.look = &look;
    scene.material.shading = RS_UNLIT;
    scene.material.state = splits < 0 ? &buffered : &unbuffered;
    memset(&batch, 0, sizeof batch);
    batch.streams[RS_POSITION] = (rs_stream){corners, 0, RS_FX_3};
    batch.streams[RS_COLOUR] = (rs_stream){colours, 0, RS_UINT8_4};
    batch.vertex_count = batch.count = 3 * triangles;
    batch.material = &scene.material;
    if (splits >= 0)
        CHECK(rs_painter_begin(painter, frame, (rs_block){big.memory, sizeof big.memory}, &options));
    CHECK_EQ(rs_frame_batch(frame, &batch), RS_OK);
    if (splits >= 0) CHECK_EQ(rs_painter_end(painter), RS_OK);
    scene_draw(&scene, frame, RS_XRGB8888, 24);
    return painter->artefacts;
}

static int differences(void) {
    int count = 0;
    for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) count += wanted[i] != scene.pixels[GUARD + i];
    return count;
}

/* Three bars, each over the next, and two triangles through each other give the depth buffer's picture. */
TEST(raster_circles_of_triangles_are_split) {
    static const fx circle[27] = {-FX(1),   -FX(0.6), FX(0.4),  FX(1),    -FX(0.5), -FX(0.4), FX(0.9),
                                  -FX(0.1), -FX(0.4), FX(0.6),  -FX(0.9), FX(0.4),  FX(0.2),  FX(1),
                                  -FX(0.4), FX(-0.2), FX(0.9),  -FX(0.4), FX(0.2),  FX(1),    FX(0.4),
                                  -FX(0.9), -FX(0.7), -FX(0.4), -FX(0.5), -FX(0.9), -FX(0.4)};
    static const fx crossing[18] = {-FX(1), -FX(0.7), FX(0.5),  FX(1), -FX(0.7), -FX(0.5), 0, FX(0.9),  0,
                                    -FX(1), FX(0.6),  -FX(0.5), FX(1), FX(0.7),  FX(0.5),  0, -FX(0.9), 0};
    for (int scene_number = 0; scene_number < 2; scene_number++) {
        const fx *corners = scene_number == 0 ? circle : crossing;
        const uint32_t triangles = scene_number == 0 ? 3 : 2;
        rs_painter painter;
        int covered = 0;
        (void)draw_exact(corners, triangles, -1, &painter);
        memcpy(wanted, scene.pixels + GUARD, sizeof wanted);
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) covered += wanted[i] != 3;
        CHECK(covered > 500);
        CHECK_EQ(draw_exact(corners, triangles, 16, &painter), 0);
        TEST_INFO("%u exchanged, %u split, %d of %d pixels differ", (unsigned)painter.exchanged,
                  (unsigned)painter.split, differences(), covered);
        CHECK(painter.split >= 1);
        CHECK_EQ(differences(), 0);
        /* without splits pixels are wrong, and the painter counts the conflicts */
        CHECK(draw_exact(corners, triangles, 0, &painter) > 0);
        CHECK_EQ(painter.split, 0);
        CHECK(differences() > 20);
    }
}

/* Random triangles, most of which pass through others. */
TEST(raster_random_triangles_in_exact_order) {
    static fx corners[8 * 9];
    uint32_t state = 83, splits = 0, artefacts = 0;
    int wrong = 0, covered = 0;
    for (int i = 0; i < 60; i++) {
        rs_painter painter;
        for (int k = 0; k < 8 * 9; k++) {
            state = state * 1664525u + 1013904223u;
            corners[k] = (fx)(state >> 15) - 65536;
        }
        (void)draw_exact(corners, 8, -1, &painter);
        memcpy(wanted, scene.pixels + GUARD, sizeof wanted);
        artefacts += draw_exact(corners, 8, 200, &painter);
        splits += painter.split;
        for (int p = 0; p < SCENE_WIDTH * SCENE_HEIGHT; p++) covered += wanted[p] != 3;
        if (painter.artefacts == 0) wrong += differences();
    }
    TEST_INFO("%u splits, %u artefacts, %d of %d pixels differ", (unsigned)splits, (unsigned)artefacts, wrong,
              covered);
    CHECK(splits > 100);
    CHECK_EQ(wrong, 0);
    {
        rs_painter painter;
        rs_painter_options options = {.exact = true, .buckets = 256};
        rs_frame *frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        CHECK(!rs_painter_begin(&painter, frame, (rs_block){big.memory, sizeof big.memory},
                                &options)); /* the exact order refuses buckets */
    }
}

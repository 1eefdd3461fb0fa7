/* The view: the object it follows, its bounds, the layers under it, and the camera for meshes. */
#include "fixedmath/scalar.h"
#include "fixedmath/transform.h"
#include "kernel/sprites/view.h"
#include "raster/flat.h"
#include "raster/spans/spans.h"
#include "tests/test.h"

static const ox_glass glass = {240, 160, 16 * FX_ONE};

static int32_t left_of(const ox_view *view, uint16_t above, uint16_t below) {
    const ox_glass pixels = {240, 160, FX_ONE};
    const ox_scroll_rate rate = {{above, below}, {1, 1}};
    return ox_view_scroll(view, &pixels, &rate).left;
}

/* R2D-032, V13: layers scroll by exact ratios of the absolute place, even after a million steps of the view. */
TEST(view_scrolls_by_exact_ratios) {
    ox_view view = {.zoom = FX_ONE, .at = {120 * FX_ONE, 0}, .home = {120 * FX_ONE, 0}};
    CHECK_EQ(left_of(&view, 1, 5), 0);
    view.at.x += 100 * FX_ONE;
    CHECK_EQ(left_of(&view, 1, 5), 20);
    CHECK_EQ(left_of(&view, 1, 1), 100);
    CHECK_EQ(left_of(&view, 0, 1), 0);
    view.home.x = 20 * FX_ONE; /* home's corner is at -100, the view's is 200 from it */
    CHECK_EQ(left_of(&view, 1, 5), -60);
    CHECK_EQ(left_of(&view, 1, 1), 100);
    view.home.x = 120 * FX_ONE;
    for (int32_t corner = -70000; corner < 70000; corner += 7) {
        static const uint16_t below[] = {1, 2, 3, 5, 7, 256, 65535};
        view.at.x = corner * 7919 + 120 * FX_ONE;
        for (uint32_t i = 0; i < 7; i++) {
            const int64_t exact = (int64_t)(view.at.x - 120 * FX_ONE) * 3, unit = (int64_t)below[i] * 65536;
            const int64_t off =
                exact - left_of(&view, 3, below[i]) * unit; /* at most half a pixel, a half rounds up */
            CHECK(off >= -(unit / 2) && off < unit - unit / 2);
        }
    }
    view.at.x = 0;
    for (uint32_t i = 0; i < 1000000; i++)
        view.at.x = (fx)((uint32_t)view.at.x + 1049u); /* no rounding error is kept */
    const int64_t exact = ((int64_t)view.at.x - 120 * FX_ONE);
    CHECK_EQ(left_of(&view, 1, 5), (int32_t)((exact * 2 + 5 * 65536) >> 17) / 5);
}

/* Whole numbers of pixels to the metre give the same pixels as products of 64 bits, from one end of the world to the other. */
TEST(view_pixels_are_those_of_long_products) {
    static const fx scales[] = {FX_ONE,         16 * FX_ONE, 17 * FX_ONE,
                                32767 * FX_ONE, FX_ONE / 3,  16 * FX_ONE + 1};
    static const fx ends[] = {INT32_MIN, INT32_MIN + 1, -65537, -65536,   -65535, -1, 0,
                              1,         65535,         65536,  INT32_MAX};
    for (uint32_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        const ox_scroll scroll = {7, -9, scales[i], FX_ONE};
        fx at = INT32_MIN;
        for (uint32_t k = 0; k < 2000; k++) {
            at = k < sizeof ends / sizeof *ends ? ends[k] : (fx)((uint32_t)at * 1664525u + 1013904223u);
            CHECK_EQ(ox_scroll_x(&scroll, at), fx_sra64((int64_t)at * scroll.scale, 32) - 7);
            CHECK_EQ(ox_scroll_y(&scroll, at), fx_sra64(-(int64_t)at * scroll.scale, 32) + 9);
        }
    }
}

/* Objects that stand still keep their distances to the pixel while the view moves. */
TEST(view_keeps_distances) {
    ox_view view = {.zoom = FX_ONE};
    for (int32_t i = 0; i < 3000; i++) {
        view.at.x = i * 777;
        view.at.y = -i * 333;
        const ox_scroll scroll = ox_view_scroll(&view, &glass, &ox_scroll_rate_full);
        CHECK_EQ(ox_scroll_x(&scroll, 70000) - ox_scroll_x(&scroll, 1000), 17);
        CHECK_EQ(ox_scroll_y(&scroll, 1000) - ox_scroll_y(&scroll, 70000), 17);
        const vec2 point = ox_scroll_point(&scroll, 3, 5);
        CHECK_EQ(ox_scroll_x(&scroll, point.x), 3);
        CHECK_EQ(ox_scroll_y(&scroll, point.y), 5);
    }
}

TEST(view_follows_beyond_its_dead_zone) {
    ox_view view = {.zoom = FX_ONE, .ease = UF16_ONE, .dead_zone = {2 * FX_ONE, FX_ONE}};
    vec2 hero = {FX_ONE, FX_HALF};
    ox_view_step(&view, &glass, &hero);
    CHECK_EQ(view.at.x, 0);
    CHECK_EQ(view.at.y, 0);
    hero = (vec2){3 * FX_ONE, -FX_ONE};
    ox_view_step(&view, &glass, &hero);
    CHECK_EQ(view.at.x, 2 * FX_ONE);
    CHECK_EQ(view.at.y, -FX_HALF);
    view.ease = UF16_ONE / 4;
    hero.x = 7 * FX_ONE; /* the hero is four metres away: the view moves by a quarter */
    ox_view_step(&view, &glass, &hero);
    CHECK_EQ(view.at.x, 3 * FX_ONE);
    for (uint32_t i = 0; i < 200; i++) ox_view_step(&view, &glass, &hero);
    CHECK(view.at.x > 6 * FX_ONE - 4 && view.at.x <= 6 * FX_ONE);
    ox_view_step(&view, &glass, NULL);
    CHECK(view.at.x > 6 * FX_ONE - 4);
}

/* A view of 240x160 at 16 pixels to the metre is 15 by 10 metres. */
TEST(view_stays_within_bounds) {
    ox_view view = {
        .zoom = FX_ONE, .ease = UF16_ONE, .bounded = true, .bounds = {0, 0, 40 * FX_ONE, 9 * FX_ONE}};
    ox_view_put(&view, &glass, (vec2){-100 * FX_ONE, 100 * FX_ONE});
    CHECK_EQ(view.at.x, 15 * FX_HALF);
    CHECK_EQ(view.at.y, 9 * FX_HALF); /* the bounds are lower than the picture: the view is at their middle */
    const vec2 hero = {39 * FX_ONE, 0};
    ox_view_step(&view, &glass, &hero);
    CHECK_EQ(view.at.x, 65 * FX_HALF);
    view.zoom = 2 * FX_ONE; /* half as much is visible */
    ox_view_step(&view, &glass, &hero);
    CHECK_EQ(view.at.x, 40 * FX_ONE - 15 * FX_ONE / 4);
    CHECK_EQ(view.at.y, 5 * FX_HALF);
    view.bounds = (ox_view_bounds){FX_MIN, FX_MIN, FX_MAX, FX_MAX};
    ox_view_step(&view, &glass, &hero);
    CHECK_EQ(view.at.x, 39 * FX_ONE);
}

TEST(view_shakes_and_stops) {
    ox_view view = {.zoom = FX_ONE};
    fx most = 0, late = 0;
    ox_view_shake(&view, FX_ONE, 30);
    for (uint32_t i = 0; i < 30; i++) {
        ox_view_step(&view, &glass, NULL);
        most = fx_max(most, fx_max(fx_abs(view.shaken.x), fx_abs(view.shaken.y)));
        if (i >= 27) late = fx_max(late, fx_max(fx_abs(view.shaken.x), fx_abs(view.shaken.y)));
    }
    CHECK(most > FX_HALF && most <= FX_ONE);
    CHECK(late <= FX_ONE / 10);
    CHECK_EQ(view.at.x, 0);
    ox_view_step(&view, &glass, NULL);
    CHECK_EQ(view.shaken.x | view.shaken.y, 0);
    ox_view_shake(&view, FX_ONE, 0);
    ox_view_step(&view, &glass, NULL);
    CHECK_EQ(view.shaken.x | view.shaken.y, 0);
}

/* R2D-020: the camera for meshes shows each point where the layers have it. */
TEST(view_camera_shows_the_same_places) {
    static const fx zooms[] = {FX_ONE, 2 * FX_ONE, FX_HALF, 3 * FX_ONE};
    for (uint32_t z = 0; z < 4; z++) {
        const ox_view view = {.zoom = zooms[z], .at = {12345 * 7, -54321}};
        const ox_scroll scroll = ox_view_scroll(&view, &glass, &ox_scroll_rate_full);
        const rs_camera camera = ox_view_camera(&view, &glass, 100 * FX_ONE);
        const int32_t pixels = scroll.scale / FX_ONE;
        CHECK_EQ(camera.flat_height, fx_div(160 * FX_ONE, scroll.scale));
        for (int32_t i = -20; i < 20; i++) {
            const vec3 at = {i * 9999, i * 4321, FX_ONE};
            const vec3 seen = m34_point(&camera.world_to_view, at);
            /* Place in pixels of the picture from its middle; an LSB of the division remains. */
            const fx x = seen.x * pixels / 1 + 120 * FX_ONE, y = 80 * FX_ONE - seen.y * pixels;
            CHECK(fx_abs(x - (fx)((int64_t)at.x * pixels - (int64_t)scroll.left * FX_ONE)) <= pixels);
            CHECK(fx_abs(y - (fx)(-(int64_t)at.y * pixels - (int64_t)scroll.top * FX_ONE)) <= pixels);
        }
    }
}

/* ---- sprites as meshes ---- */

enum { PLANE_WIDE = 96, PLANE_HIGH = 64, CARDS = 12 };

static struct {
    uint64_t frame[160], list[8192];
    uint32_t sprites[PLANE_WIDE * PLANE_HIGH], meshes[PLANE_WIDE * PLANE_HIGH], face[16 * 16];
    uint16_t depth[PLANE_WIDE * PLANE_HIGH];
    uint8_t shades[64 * 256];
    uint32_t colours[256];
} plane;

/* Draws a card of one metre each way, its texture upright: 16 x 16 pixels where a metre has 16. */
static rs_result put_card(rs_frame *frame, const rs_texture *texture, vec3 middle) {
    static const int16_t positions[12] = {-16384, -16384, 0, 16384,  -16384, 0,
                                          16384,  16384,  0, -16384, 16384,  0};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    static const int16_t uvs[8] = {0, 4096, 4096, 4096, 4096, 0, 0, 0};
    static const int8_t faces[8] = {0, 0, 127, 0, 0, 0, 127, 0};
    static rs_submesh part = {.triangle_count = 2, .vertex_count = 4};
    const rs_mesh mesh = {.positions = positions,
                          .indices = indices,
                          .faces = faces,
                          .uvs = uvs,
                          .parts = &part,
                          .vertex_count = 4,
                          .triangle_count = 2,
                          .part_count = 1,
                          .exponent = 1,
                          .radius = FX_ONE};
    const rs_material material = {.shading = RS_UNLIT, .texture = texture};
    mat34 place = m34_identity();
    place.m[0][3] = middle.x, place.m[1][3] = middle.y, place.m[2][3] = middle.z;
    return rs_frame_mesh(frame, &mesh, &place, &material);
}

/* Cards, higher orders nearer, drawn as sprites and as meshes under the flat camera give the same pixels, also at
 * twice the size. R2D-020. */
TEST(view_meshes_are_drawn_as_sprites_are) {
    const ox_glass small = {PLANE_WIDE, PLANE_HIGH, 16 * FX_ONE};
    const rs_palette palette = {.rgb = plane.colours, .shades = plane.shades};
    const rs_target target = {PLANE_WIDE, PLANE_HIGH, RS_XRGB8888, PLANE_HIGH, &palette, 0x101010};
    const rs_image image = {(const uint8_t *)plane.face, 16, 16, RS_XRGB8888, false, 0};
    const rs_texture texture = {
        .pixels = (const uint8_t *)plane.face, .format = RS_XRGB8888, .log2_width = 4, .log2_height = 4};
    rs_frame *frame = (rs_frame *)(void *)plane.frame;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    for (uint32_t i = 0; i < 256; i++) plane.face[i] = (i * 0x010305u + 0x202020u) & 0xFFFFFFu;
    for (fx zoom = FX_ONE; zoom <= 2 * FX_ONE; zoom += FX_ONE) {
        for (int way = 0; way < 2; way++) {
            const ox_view view = {.zoom = zoom, .at = {FX_ONE / 2, -FX_ONE / 4}};
            const ox_scroll scroll = ox_view_scroll(&view, &small, &ox_scroll_rate_full);
            const rs_camera camera = ox_view_camera(&view, &small, 100 * FX_ONE);
            const rs_turn turn = {.scale_x = zoom, .scale_y = zoom};
            const rs_surface to = {(uint8_t *)(way == 0 ? plane.sprites : plane.meshes),
                                   PLANE_WIDE * 4,
                                   PLANE_WIDE,
                                   PLANE_HIGH,
                                   0,
                                   PLANE_HIGH,
                                   RS_XRGB8888};
            CHECK(rs_frame_size() <= sizeof plane.frame);
            CHECK(rs_frame_begin(frame, &target, (rs_block){plane.list, sizeof plane.list},
                                 (rs_block){NULL, 0}));
            if (way == 1) CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
            for (int i = 0; i < CARDS; i++) {
                /* Places at whole pixels; the order is the distance in front of the plane. */
                const vec3 at = {(i * 37 % 90 - 45) * FX_ONE / 16, (i * 23 % 60 - 30) * FX_ONE / 16,
                                 i * FX_ONE};
                const rs_blit blit = {.image = &image,
                                      .x = ox_scroll_x(&scroll, at.x) * FX_ONE,
                                      .y = ox_scroll_y(&scroll, at.y) * FX_ONE,
                                      .pivot_x = 8,
                                      .pivot_y = 8,
                                      .turn = zoom == FX_ONE ? NULL : &turn};
                CHECK_EQ(way == 0 ? rs_frame_blit(frame, &blit) : put_card(frame, &texture, at), RS_OK);
            }
            rs_frame_band(frame, 0, &to, plane.depth);
        }
        int different = 0, drawn = 0;
        for (int i = 0; i < PLANE_WIDE * PLANE_HIGH; i++) {
            different += plane.sprites[i] != plane.meshes[i];
            drawn += plane.sprites[i] != 0x101010;
        }
        CHECK_EQ(different, 0);
        CHECK(drawn > 1500);
    }
}

/* Whatever an image says of the view's place and zoom, sums do not overflow. */
TEST(view_at_the_ends_of_numbers) {
    static const fx ends[] = {INT32_MIN, INT32_MAX, 0};
    for (uint32_t i = 0; i < 27; i++) {
        const ox_view view = {.zoom = i / 9 == 0   ? FX_ONE
                                      : i / 9 == 1 ? 1
                                                   : INT32_MAX,
                              .at = {ends[i % 3], ends[i / 3 % 3]}};
        CHECK(ox_view_camera(&view, &glass, 100 * FX_ONE).flat_height >= 0);
        const ox_scroll scroll = ox_view_scroll(&view, &glass, &ox_scroll_rate_full);
        const vec2 at = ox_scroll_point(&scroll, INT32_MIN, INT32_MAX);
        CHECK(at.x <= view.at.x && at.y <= view.at.y);
    }
    const ox_view left = {.zoom = FX_ONE, .at = {INT32_MIN, 0}};
    CHECK(ox_view_camera(&left, &glass, FX_ONE).world_to_view.m[0][3] > 32760 * FX_ONE);
}

/* The choice of lights, ambient regions, and that depth is tested before a pixel is shaded. */
#include "raster/lights.h"
#include "raster/list/list.h"
#include "raster/spans/attributes.h"
#include "tests/unit/raster/raster_scene.h"

static raster_scene scene;

TEST(raster_lights_choose_the_strongest) {
    rs_light lights[7];
    uint8_t chosen[RS_LIGHTS];
    vec3 centre = v3(FX(10), 0, 0);
    int passed = 0;
    memset(lights, 0, sizeof lights);
    for (int i = 0; i < 7; i++) {
        lights[i].kind = RS_LIGHT_POINT;
        lights[i].intensity = 200;
        lights[i].range = FX(8);
    }
    lights[0].vector = v3(FX(10), FX(5), 0); /* 5 m away */
    lights[1].vector = v3(FX(10), FX(1), 0); /* 1 m */
    lights[2].vector = v3(FX(10), FX(3), 0); /* 3 m */
    lights[3].vector = v3(FX(60), 0, 0);     /* out of range */
    lights[4].vector = v3(-FX(30000), 0, FX(30000));
    lights[5].vector = v3(FX(10), 0, FX(9)); /* the light reaches the sphere, not its centre */
    lights[6].vector = v3(FX(10), FX(12), FX(12));
    CHECK_EQ(rs_lights_choose(lights, 7, centre, FX(2), 2, chosen, &passed), 2);
    CHECK_EQ(chosen[0], 1);
    CHECK_EQ(chosen[1], 2);
    CHECK_EQ(passed, 3);
    lights[1].range = 0; /* light 1 no longer reaches the sphere: the third nearest takes its place */
    CHECK_EQ(rs_lights_choose(lights, 7, centre, FX(2), 2, chosen, &passed), 2);
    CHECK_EQ(chosen[0], 2);
    CHECK_EQ(chosen[1], 0);
    CHECK_EQ(passed, 4);
    CHECK_EQ(rs_lights_choose(lights, 7, centre, FX(2), 4, chosen, NULL),
             3); /* light 5, which only touches the sphere, is chosen, too */
    CHECK_EQ(chosen[2], 5);
    CHECK_EQ(rs_lights_choose(lights, 7, centre, FX(0.5), 4, chosen, NULL), 2);
    lights[6].kind = RS_LIGHT_DIRECTIONAL; /* a directional light counts in full, wherever it is */
    CHECK_EQ(rs_lights_choose(lights, 7, centre, FX(2), 1, chosen, NULL), 1);
    CHECK_EQ(chosen[0], 6);
    for (int i = 0; i < 7; i++) lights[i] = lights[6]; /* of equal lights the lower index is chosen */
    CHECK_EQ(rs_lights_choose(lights, 7, centre, FX(2), 9, chosen, NULL), RS_LIGHTS);
    for (int i = 0; i < RS_LIGHTS; i++) CHECK_EQ(chosen[i], i);
    CHECK_EQ(rs_lights_choose(lights, 0, centre, FX(2), 2, chosen, NULL), 0);
    CHECK_EQ(rs_lights_choose(lights, 7, centre, FX(2), 0, chosen, NULL), 0);
}

TEST(raster_ambient_regions_and_crossfade) {
    const rs_ambient_region regions[2] = {{{0, 0, 0}, {FX(4), FX(4), FX(4)}, 51},
                                          {{FX(2), 0, 0}, {FX(9), FX(4), FX(4)}, 200}};
    int32_t now = 51 * 256;
    int before = 51;
    CHECK_EQ(rs_ambient_at(90, regions, 2, v3(FX(1), FX(1), FX(1))), 51);
    /* the first of two regions counts */
    CHECK_EQ(rs_ambient_at(90, regions, 2, v3(FX(3), FX(1), FX(1))), 51);
    CHECK_EQ(rs_ambient_at(90, regions, 2, v3(FX(4), FX(1), FX(1))), 200);
    CHECK_EQ(rs_ambient_at(90, regions, 2, v3(FX(4) - 1, FX(1), FX(1))), 51);
    CHECK_EQ(rs_ambient_at(90, regions, 2, v3(FX(1), FX(5), FX(1))), 90);
    for (int left = 30; left > 0; left--) {
        now = rs_ambient_fade(now, 200, left);
        CHECK((now >> 8) >= before);
        CHECK((now >> 8) - before <= 6);
        before = now >> 8;
    }
    CHECK_EQ(now, 200 * 256);
}

/* Ambient light alone: every pixel is the object's colour times the light, whatever the orientation. */
TEST(raster_ambient_alone_gives_one_colour) {
    const uint32_t *pixels = scene.pixels + GUARD;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    scene_make(&scene, RS_XRGB8888);
    rs_ramp_build(RS_XRGB8888, 0xFFFFFF, scene.ramp);
    for (int shading = RS_FLAT; shading < RS_SHADINGS; shading++) {
        mat34 model = scene_turn((ang16)(shading * 9000), 2000);
        rs_frame *frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        int covered = 0, wrong = 0;
        scene.material.shading = (uint8_t)shading;
        CHECK_EQ(rs_frame_lights(frame, 51, NULL, 0), RS_OK); /* 0.2 */
        CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &model, &scene.material), RS_OK);
        scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
        for (int i = 0; i < SCENE_WIDTH * SCENE_HEIGHT; i++) {
            if (pixels[i] == 3) continue;
            covered++;
            wrong += pixels[i] != 0x333333;
        }
        CHECK_EQ(wrong, 0);
        CHECK(covered > 1000);
    }
}

/* ---- the template of the span functions, with a pixel function that counts its calls ---- */

static uint32_t shaded;

static uint8_t count_shaded(uint32_t value) {
    shaded++;
    return (uint8_t)value;
}

#define PIXEL uint8_t
#define PIXEL_PLAIN(draw, light) count_shaded((light) >> 1)
#define PIXEL_TEXTURED(draw, texel, light) count_shaded((texel) + (light))
#define SPAN_NAME counted_gouraud
#define SPAN_TEXTURE 0
#define SPAN_LIGHT 1
#define SPAN_TEXEL uint8_t
#include "raster/spans/spans.inc"
#define SPAN_NAME counted_textured
#define SPAN_TEXTURE 1
#define SPAN_LIGHT 1
#define SPAN_TEXEL uint8_t
#include "raster/spans/spans.inc"

enum { EARLY_SIZE = 48, EARLY_COUNT = 60 };

typedef struct early_picture {
    uint32_t pixels[EARLY_SIZE * EARLY_SIZE / 4];
    uint32_t depth[EARLY_SIZE * EARLY_SIZE / 2];
} early_picture;

static early_picture early, late, single;

static rs_band early_band(early_picture *picture) {
    rs_band band;
    memset(&band, 0, sizeof band);
    band.pixels = (uint8_t *)picture->pixels;
    band.depth = (uint16_t *)(void *)picture->depth;
    band.stride = band.width = band.pitch = band.end = EARLY_SIZE;
    band.format = RS_PAL8;
    return band;
}

static void early_clear(early_picture *picture) {
    memset(picture->pixels, 3, sizeof picture->pixels);
    memset(picture->depth, 0xFF, sizeof picture->depth);
}

/* Triangle i of a pile, at depth z. */
static void early_triangle(uint32_t i, uint32_t z, rs_vertex v[3], uint16_t lights[3], int16_t uvs[6]) {
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t h = (i * 3 + k + 1) * 2654435761u;
        v[k].x = (int16_t)(h >> 20 & 1023u);
        v[k].y = (int16_t)(h >> 10 & 1023u);
        v[k].z = z + (h & 0xFFFu);
        lights[k] = (uint16_t)(1000u + (h >> 17));
        uvs[2 * k] = (int16_t)(h >> 20);
        uvs[2 * k + 1] = (int16_t)(h >> 8 & 4095u);
    }
    if ((v[2].x - v[0].x) * (v[1].y - v[0].y) - (v[1].x - v[0].x) * (v[2].y - v[0].y) < 0) {
        rs_vertex swap = v[1];
        v[1] = v[2];
        v[2] = swap;
    }
}

/* Draws the pile with the depth test before and after shading; returns how many fragments the early test shaded. */
static uint32_t early_and_late(bool front_first, rs_item_function function) {
    static uint8_t texels[16 * 16];
    rs_vertex v[3];
    uint16_t lights[3];
    int16_t uvs[6];
    rs_item item = {.a = 0, .b = 1, .c = 2};
    rs_draw draw;
    uint32_t count;
    memset(&draw, 0, sizeof draw);
    for (int i = 0; i < 256; i++) texels[i] = (uint8_t)(i * 7);
    draw.vertices = v;
    draw.lights = lights;
    draw.uvs = uvs;
    draw.texels = texels;
    draw.log2_width = draw.log2_height = 4;
    early_clear(&early);
    early_clear(&late);
    count = 0;
    for (uint32_t i = 0; i < EARLY_COUNT; i++) {
        rs_band band = early_band(&early), apart = early_band(&single);
        const uint8_t *one = (const uint8_t *)single.pixels;
        uint8_t *all = (uint8_t *)late.pixels;
        early_triangle(i, (front_first ? i + 1 : EARLY_COUNT - i) << 22, v, lights, uvs);
        shaded = 0;
        function(&draw, &item, &band);
        count += shaded;
        early_clear(&single); /* late test: shade every fragment, then compare depths */
        function(&draw, &item, &apart);
        for (int p = 0; p < EARLY_SIZE * EARLY_SIZE; p++) {
            if (apart.depth[p] >= ((uint16_t *)(void *)late.depth)[p]) continue;
            ((uint16_t *)(void *)late.depth)[p] = apart.depth[p];
            all[p] = one[p];
        }
    }
    CHECK_EQ(memcmp(&early, &late, sizeof early), 0);
    return count;
}

TEST(raster_depth_is_tested_before_shading) {
    const rs_item_function functions[2] = {counted_gouraud, counted_textured};
    for (int i = 0; i < 2; i++) {
        uint32_t front = early_and_late(true, functions[i]), back, visible = 0;
        for (int p = 0; p < EARLY_SIZE * EARLY_SIZE; p++)
            visible += ((uint16_t *)(void *)early.depth)[p] != 65535;
        back = early_and_late(false, functions[i]);
        TEST_INFO("%u visible pixels: front to back %u shaded, back to front %u", (unsigned)visible,
                  (unsigned)front, (unsigned)back);
        CHECK_EQ(front, visible);
        CHECK(back > visible);
        CHECK(visible > 1000);
    }
}

TEST(raster_dark_highlights_are_not_looked_up) {
    static uint8_t table[256];
    rs_model_light light;
    int8_t normal[3] = {1, 0, 0};
    for (int strength = 0; strength <= 255; strength += 51) {
        for (int exponent = 0; exponent <= 7; exponent++) {
            const uint8_t dark = rs_highlight_build(strength, exponent, table);
            for (int i = 0; i < dark; i++) CHECK_EQ(table[i], 0);
            CHECK(dark == 255 || table[dark] != 0);
        }
    }
    /* Products on both sides of each entry's beginning: entries below the dark limit are not read, all others are. */
    memset(&light, 0, sizeof light);
    light.highlight = table;
    for (int dark = 0; dark < 256; dark++) {
        memset(table, 77, sizeof table);
        light.dim = rs_highlight_dim((uint8_t)dark);
        for (int entry = 0; entry < 256; entry++) {
            const int32_t begin = (entry << 20) / 129;
            for (light.half[0] = begin - 1; light.half[0] <= begin + 2; light.half[0]++) {
                const int32_t looked_up = light.half[0] <= 0 ? -1 : (light.half[0] * 129) >> 20;
                CHECK_EQ(rs_highlight_at(&light, normal),
                         looked_up >= 0 && looked_up >= dark ? 77 << RS_VERTEX_LIGHT : 0);
            }
        }
    }
}

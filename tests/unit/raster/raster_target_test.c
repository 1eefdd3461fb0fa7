/* Drawing into textures, surfaces as textures, masks. */
#include "fixedmath/assert.h"
#include "fixedmath/scalar.h"
#include "raster/list/list.h"
#include "raster/spans/spans.h"
#include "raster/target.h"
#include "raster/viewport.h"
#include "tests/unit/raster/raster_scene.h"

enum { SIDE = 64 };

static raster_scene scene;
static rs_targets targets;
static uint64_t inner_memory[128], third_memory[128];
static uint32_t texels[SIDE * SIDE], direct[SIDE * SIDE];
static uint16_t depth[SIDE * SIDE];

static const rs_surface texel_surface = {(uint8_t *)texels, SIDE * 4, SIDE, SIDE, 0, SIDE, RS_XRGB8888};

/* Records a ball with a light and a camera of its own into a square target. */
static void record_ball(rs_frame *frame) {
    mat34 place = scene_turn(4000, 2000);
    rs_camera camera = scene.camera;
    camera.focal = FX(2);
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    CHECK_EQ(rs_frame_lights(frame, 20, scene.lights, 1), RS_OK);
    CHECK_EQ(rs_frame_mesh(frame, &scene.mesh, &place, &scene.material), RS_OK);
}

/* Shows the whole texture pixel for pixel as a square in the middle of the picture. */
static rs_result show_texture(rs_frame *frame, const rs_texture *texture) {
    static const int16_t positions[12] = {-16384, -16384, 0, 16384,  -16384, 0,
                                          16384,  16384,  0, -16384, 16384,  0};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    static const int16_t uvs[8] = {0, 4096, 4096, 4096, 4096, 0, 0, 0};
    static const int8_t faces[8] = {0, 0, 127, 0, 0, 0, 127, 0};
    static rs_submesh part = {.triangle_count = 2, .vertex_count = 4};
    rs_mesh mesh;
    rs_material material = scene.material;
    mat34 place = m34_identity();
    rs_camera camera = scene.camera;
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = positions, mesh.indices = indices, mesh.faces = faces, mesh.uvs = uvs,
    mesh.parts = &part;
    mesh.vertex_count = 4, mesh.triangle_count = 2, mesh.part_count = 1;
    mesh.exponent = 2, mesh.radius = FX(1.5);
    /* 32 pixels a metre at the distance of 2.5 m: focal * 36 / 2.5 = 32 */
    camera.focal = FX(2.2222222);
    CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
    material.shading = RS_UNLIT;
    material.texture = texture;
    return rs_frame_mesh(frame, &mesh, &place, &material);
}

TEST(raster_pictures_are_drawn_into_textures) {
    rs_target target = {.format = RS_XRGB8888, .background = 0x204060};
    rs_block list = {scene.list, sizeof scene.list}, fast = {NULL, 0};
    rs_texture texture;
    rs_frame *frame, *inner = (rs_frame *)(void *)inner_memory;
    rs_camera before;
    int wrong = 0;
    size_t used;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    scene_make(&scene, RS_XRGB8888);
    target.palette = &scene.palette;
    { /* the ball drawn directly */
        rs_target whole = target;
        rs_surface surface = texel_surface;
        frame = (rs_frame *)(void *)scene.frame;
        whole.width = whole.height = whole.band_lines = SIDE;
        surface.pixels = (uint8_t *)direct;
        CHECK(rs_frame_begin(frame, &whole, list, fast));
        record_ball(frame);
        rs_frame_band(frame, 0, &surface, depth);
    }
    memset(texels, 0, sizeof texels);
    frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
    memset(scene.pixels, 0xA5, sizeof scene.pixels);
    before = frame->camera;
    used = frame->list_used;
    rs_targets_begin(&targets, frame);
    CHECK_EQ(rs_target_push(&targets, &target, &texel_surface, depth, inner), RS_OK);
    CHECK(rs_targets_frame(&targets) == inner);
    record_ball(rs_targets_frame(&targets));
    CHECK_EQ(rs_target_pop(&targets), RS_OK);
    CHECK(rs_targets_frame(&targets) == frame);
    CHECK(memcmp(texels, direct, sizeof texels) == 0);
    for (size_t i = 0; i < sizeof scene.pixels / 4; i++)
        CHECK_EQ(scene.pixels[i], 0xA5A5A5A5u); /* drawing into the texture changes no pixel of the screen */
    CHECK(memcmp(&before, &frame->camera, sizeof before) == 0);
    CHECK_EQ(frame->light_count, 2);
    CHECK_EQ(frame->list_used, used); /* the inner target's list is free again */
    CHECK(rs_texture_of_surface(&texel_surface, NULL, &texture));
    CHECK_EQ(show_texture(frame, &texture), RS_OK);
    scene_draw(&scene, frame, RS_XRGB8888, SCENE_HEIGHT);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++)
            wrong += scene.pixels[GUARD + (y + 4) * SCENE_WIDTH + x + 16] != direct[y * SIDE + x];
    }
    CHECK_EQ(wrong, 0); /* the textured square equals the picture drawn directly */
}

TEST(raster_surfaces_that_read_themselves_are_left_out) {
    rs_target target = {.format = RS_XRGB8888, .background = 0x204060};
    static const rs_pixel_state units = {.unit = {{.colour = RS_COMBINE_MODULATE}}};
    rs_frame *frame, *inner = (rs_frame *)(void *)inner_memory;
    rs_texture texture;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    for (int way = 0; way < 4;
         way++) { /* own texture by the quick path, own texture by a state, no depth, another texture */
        rs_pixel_state state = units;
        scene_make(&scene, RS_XRGB8888);
        target.palette = &scene.palette;
        frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        rs_targets_begin(&targets, frame);
        CHECK(rs_texture_of_surface(&texel_surface, NULL, &texture));
        CHECK_EQ(rs_target_push(&targets, &target, &texel_surface, way == 2 ? NULL : depth, inner), RS_OK);
        if (way == 1) {
            state.unit[1].texture = &texture;
            scene.material.state = &state;
        }
        CHECK_EQ(show_texture(inner, way == 0 ? &texture : &scene.texture), RS_OK);
        CHECK_EQ(rs_target_pop(&targets), way == 3 ? RS_OK : RS_BAD_ARGUMENT);
        CHECK_EQ(test_assertions(), OX_DEBUG && way != 3 ? 1 : 0);
        CHECK_EQ(texels[SIDE * SIDE / 2 + SIDE / 2] == 0x204060u, way != 3);
    }
    scene.material.state = NULL;
    CHECK_EQ(rs_target_pop(&targets), RS_BAD_ARGUMENT); /* nothing was pushed */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(raster_targets_that_cannot_be_are_refused) {
    rs_target target = {.format = RS_XRGB8888};
    rs_surface surface = texel_surface;
    rs_frame *frame, *inner = (rs_frame *)(void *)inner_memory, *third = (rs_frame *)(void *)third_memory;
    rs_texture texture;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    scene_make(&scene, RS_XRGB8888);
    target.palette = &scene.palette;
    frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
    rs_targets_begin(&targets, frame);
    surface.pixels = NULL;
    CHECK_EQ(rs_target_push(&targets, &target, &surface, depth, inner), RS_BAD_ARGUMENT);
    surface = texel_surface, surface.width = 7;
    CHECK_EQ(rs_target_push(&targets, &target, &surface, depth, inner), RS_BAD_ARGUMENT);
    surface = texel_surface, surface.lines = 10;
    CHECK_EQ(rs_target_push(&targets, &target, &surface, depth, inner), RS_BAD_ARGUMENT);
    surface = texel_surface, surface.format = RS_L8;
    CHECK_EQ(rs_target_push(&targets, &target, &surface, depth, inner), RS_BAD_ARGUMENT);
    { /* one target within the other, then eight by eight pixels; the outer list is closed meanwhile */
        static uint32_t small[64];
        rs_surface eight = {(uint8_t *)small, 32, 8, 8, 0, 8, RS_XRGB8888};
        CHECK_EQ(rs_target_push(&targets, &target, &texel_surface, depth, inner), RS_OK);
        CHECK_EQ(rs_frame_rectangle(frame, 0, 0, 5, 5, 1), RS_LIST_FULL);
        CHECK_EQ(rs_target_push(&targets, &target, &eight, depth + 1000, third), RS_OK);
        CHECK_EQ(rs_frame_rectangle(third, 0, 0, 4, 4, 9), RS_OK);
        CHECK_EQ(rs_target_pop(&targets), RS_OK);
        CHECK_EQ(small[0], 9u);
        CHECK_EQ(small[5], 0u);
        CHECK_EQ(rs_frame_rectangle(inner, 0, 0, 4, 4, 7), RS_OK);
        CHECK_EQ(rs_target_pop(&targets), RS_OK);
        CHECK_EQ(texels[0], 7u);
        CHECK_EQ(rs_frame_rectangle(frame, 0, 0, 5, 5, 1), RS_OK);
    }
    surface = texel_surface, surface.width = 60;
    CHECK(!rs_texture_of_surface(&surface, NULL, &texture)); /* the width is no power of two */
    surface = texel_surface, surface.stride += 4;
    CHECK(!rs_texture_of_surface(&surface, NULL, &texture)); /* the rows are padded */
    frame->list_used = frame->list_size - frame->item_count * sizeof(rs_item);
    CHECK_EQ(rs_target_push(&targets, &target, &texel_surface, depth, inner), RS_LIST_FULL);
}

/* Targets are pushed four deep, each within the one before; a fifth is refused, with an assertion. */
TEST(raster_targets_are_pushed_four_deep) {
    static uint32_t pixels[RS_TARGETS][64];
    static uint64_t frames[RS_TARGETS + 1][128];
    rs_target target = {.format = RS_XRGB8888};
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    scene_make(&scene, RS_XRGB8888);
    target.palette = &scene.palette;
    rs_targets_begin(&targets, scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT));
    CHECK(rs_frame_size() <= sizeof frames[0]);
    for (int i = 0; i <= RS_TARGETS; i++) {
        const rs_surface surface = {(uint8_t *)pixels[i % RS_TARGETS], 32, 8, 8, 0, 8, RS_XRGB8888};
        CHECK_EQ(rs_target_push(&targets, &target, &surface, depth, (rs_frame *)(void *)frames[i]),
                 i == RS_TARGETS ? RS_BAD_ARGUMENT : RS_OK);
        CHECK_EQ(test_assertions(), OX_DEBUG && i == RS_TARGETS ? 1 : 0);
        if (i < RS_TARGETS)
            CHECK_EQ(rs_frame_rectangle(rs_targets_frame(&targets), 0, 0, 8, 8, (uint32_t)i + 5u), RS_OK);
    }
    for (int i = RS_TARGETS - 1; i >= 0; i--) {
        CHECK_EQ(rs_target_pop(&targets), RS_OK);
        CHECK_EQ(pixels[i][63], (uint32_t)i + 5u);
    }
}

TEST(raster_rectangles_are_copied_into_textures) {
    static uint16_t from[20 * 12], copy[16 * 8 + 8];
    const rs_surface surface = {(uint8_t *)from, 40, 20, 12, 0, 12, RS_RGB565};
    rs_texture texture = {
        .pixels = (const uint8_t *)copy, .format = RS_RGB565, .log2_width = 4, .log2_height = 3};
    for (int i = 0; i < 20 * 12; i++) from[i] = (uint16_t)(i + 1);
    CHECK_EQ(rs_texture_copy(&surface, 3, 2, 10, 6, &texture, (uint8_t *)copy), 60);
    for (int i = 0; i < 16 * 8 + 8; i++)
        CHECK_EQ(copy[i], i % 16 < 10 && i / 16 < 6 ? (i / 16 + 2) * 20 + i % 16 + 4 : 0);
    memset(copy, 0, sizeof copy);
    /* the copy is cut at both edges */
    CHECK_EQ(rs_texture_copy(&surface, -2, 8, 100, 100, &texture, (uint8_t *)copy), 14 * 4);
    CHECK_EQ(copy[0], 0);
    CHECK_EQ(copy[2], 8 * 20 + 1);
    CHECK_EQ(copy[16 * 8], 0);
    CHECK_EQ(rs_texture_copy(&surface, INT32_MAX, 0, 8, 8, &texture, (uint8_t *)copy),
             0); /* a part outside copies nothing, wherever it lies */
    CHECK_EQ(rs_texture_copy(&surface, 0, INT32_MAX - 1, 8, 8, &texture, (uint8_t *)copy), 0);
    CHECK_EQ(rs_texture_copy(&surface, INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX, &texture, (uint8_t *)copy),
             0);
    texture.format = RS_BGR555;
    CHECK_EQ(rs_texture_copy(&surface, 0, 0, 4, 4, &texture, (uint8_t *)copy), 0);
}

TEST(raster_masks_are_the_shape_in_one_colour) {
    mat34 place = scene_turn(4000, 2000), outside = place;
    rs_target target = {.format = RS_XRGB8888};
    rs_frame *frame, *inner = (rs_frame *)(void *)inner_memory;
    int wrong = 0, covered = 0;
    if (rs_spans_of(RS_XRGB8888) == NULL) return;
    scene_make(&scene, RS_XRGB8888);
    target.palette = &scene.palette;
    frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
    scene.material.two_sided = true;
    rs_targets_begin(&targets, frame);
    for (int way = 0; way < 2; way++) {
        rs_surface surface = texel_surface;
        if (way == 1) surface.pixels = (uint8_t *)direct;
        CHECK_EQ(rs_target_push(&targets, &target, &surface, way == 0 ? NULL : depth, inner), RS_OK);
        CHECK_EQ(rs_frame_camera(inner, &scene.camera), RS_OK);
        CHECK_EQ(rs_frame_lights(inner, 255, NULL, 0), RS_OK);
        if (way == 0) {
            CHECK_EQ(rs_mask_mesh(inner, &scene.mesh, &place, 0xFFFFFF), RS_OK);
            outside.m[2][3] = FX(2.4);
            CHECK_EQ(rs_mask_mesh(inner, &scene.mesh, &outside, 0xFF), RS_OUT_OF_RANGE);
        } else {
            CHECK_EQ(rs_frame_mesh(inner, &scene.mesh, &place, &scene.material), RS_OK);
        }
        CHECK_EQ(rs_target_pop(&targets), RS_OK);
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        CHECK(texels[i] == 0 || texels[i] == 0xFFFFFF);
        wrong += (texels[i] != 0) != (direct[i] != 0);
        covered += texels[i] != 0;
    }
    CHECK(covered > 800);
    CHECK(wrong <= 4); /* the direct picture's vertices are rounded by another transform */
}

/* A mask in a viewport of a target without depth equals the mask of a target of the viewport's size, wherever the
 * viewport lies, with odd columns of half bytes, too. */
TEST(raster_masks_keep_to_their_viewport) {
    static const uint8_t formats[2] = {RS_XRGB8888, RS_GREY4};
    enum { PART = 32, LEFT = 17, TOP = 9 };
    for (int f = 0; f < 2; f++) {
        const rs_format format = (rs_format)formats[f];
        const uint32_t native = format == RS_GREY4 ? 15u : 0xFFFFFFu;
        rs_target target = {.format = format};
        rs_surface whole = {(uint8_t *)texels, (int32_t)rs_row_bytes(format, SIDE), SIDE, SIDE, 0, SIDE,
                            (uint8_t)format};
        rs_surface part = {(uint8_t *)direct, (int32_t)rs_row_bytes(format, PART), PART, PART, 0, PART,
                           (uint8_t)format};
        rs_frame *frame, *inner = (rs_frame *)(void *)inner_memory;
        mat34 place = scene_turn(4000, 2000);
        int wrong = 0, covered = 0;
        if (rs_spans_of(format) == NULL || rs_spans_of(RS_XRGB8888) == NULL) continue;
        scene_make(&scene, RS_XRGB8888);
        frame = scene_begin(&scene, RS_XRGB8888, SCENE_HEIGHT);
        rs_targets_begin(&targets, frame);
        for (int way = 0; way < 2; way++) {
            const rs_viewport view = {
                .x = LEFT, .y = TOP, .width = PART, .height = PART, .camera = scene.camera};
            CHECK_EQ(rs_target_push(&targets, &target, way == 0 ? &whole : &part, NULL, inner), RS_OK);
            CHECK_EQ(way == 0 ? rs_frame_viewport(inner, &view) : rs_frame_camera(inner, &scene.camera),
                     RS_OK);
            CHECK_EQ(rs_mask_mesh(inner, &scene.mesh, &place, native), RS_OK);
            CHECK_EQ(rs_target_pop(&targets), RS_OK);
        }
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                const bool inside = x >= LEFT && x < LEFT + PART && y >= TOP && y < TOP + PART;
                uint32_t wanted = inside ? rs_pixel(&part, x - LEFT, y - TOP) : 0;
                wrong += rs_pixel(&whole, x, y) != wanted;
                covered += wanted != 0;
            }
        }
        CHECK_EQ(wrong, 0);
        CHECK(covered > 200);
    }
}

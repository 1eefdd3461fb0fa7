/* A sketch: a windmill that is drawn vertex by vertex, as one draws while one thinks, and told in letters. A stack of transforms of
 * the plane says where each sail is. */
#include "fixedmath/matrix_stack.h"
#include "raster/frame.h"
#include "raster/immediate.h"
#include "raster/surface.h"
#include "rom/carts/examples/example.h"

enum { WIDTH = 48, HEIGHT = 24, LIST = 16 << 10, SAILS = 4 };

/* 1. Places on the paper become places before the camera: a metre is a letter high, and letters are twice as high as wide. */
static void put_vertex(rs_immediate *pen, const mat23 *at, fx x, fx y) {
    const vec2 p = m23_point(at, (vec2){x, y});
    rs_immediate_vertex(pen, (vec3){2 * p.x, p.y, 0});
}

static void draw_sail(rs_immediate *pen, const mat23 *at) {
    rs_immediate_begin(pen, RS_TRIANGLE_STRIP);
    put_vertex(pen, at, FX(-0.4), FX(0.5));
    put_vertex(pen, at, FX(0.4), FX(0.5));
    put_vertex(pen, at, FX(-0.4), FX(8));
    put_vertex(pen, at, FX(1.6), FX(8));
    (void)rs_immediate_end(pen);
}

/* 2. What is pushed is what the sail has of its own; a pop goes back to the hub. */
static void draw_mill(rs_immediate *pen, ang16 turned) {
    static mat23 entries[4];
    m23_stack stack;
    m23_stack_init(&stack, entries, 4);
    rs_immediate_colour(pen, 0xFF000003);
    rs_immediate_begin(pen, RS_TRIANGLE_FAN);
    put_vertex(pen, m23_stack_top(&stack), FX(-2.5), FX(-12));
    put_vertex(pen, m23_stack_top(&stack), FX(2.5), FX(-12));
    put_vertex(pen, m23_stack_top(&stack), FX(1.2), FX(3));
    put_vertex(pen, m23_stack_top(&stack), FX(-1.2), FX(3));
    (void)rs_immediate_end(pen);
    m23_stack_translate(&stack, (vec2){0, FX(2)});
    m23_stack_rotate(&stack, turned);
    rs_immediate_colour(pen, 0xFF0000FF);
    for (int i = 0; i < SAILS; i++) {
        if (!m23_stack_push(&stack)) return;
        m23_stack_rotate(&stack, (ang16)(i * 65536 / SAILS));
        draw_sail(pen, m23_stack_top(&stack));
        (void)m23_stack_pop(&stack);
    }
}

static bool draw_picture(rs_frame *frame, uint32_t *pixels) {
    static uint64_t list[LIST / 8];
    static uint16_t depth[WIDTH * HEIGHT];
    static const rs_look both = {.cull = RS_CULL_NONE};
    static const rs_material ink = {.rgb = 0xFFFFFF, .shading = RS_UNLIT, .look = &both};
    const rs_target target = {
        .width = WIDTH, .height = HEIGHT, .format = RS_XRGB8888, .band_lines = HEIGHT, .background = 0};
    const rs_camera camera = {.world_to_view = m34_translation((vec3){0, 0, FX(-10)}),
                              .near_plane = FX_ONE,
                              .far_plane = FX(20),
                              .flat_height = HEIGHT * FX_ONE};
    rs_surface surface;
    rs_immediate pen;
    if (!rs_frame_begin(frame, &target, (rs_block){list, LIST}, (rs_block){NULL, 0})) return false;
    (void)rs_frame_camera(frame, &camera);
    rs_immediate_init(&pen, frame, &ink, NULL);
    draw_mill(&pen, 65536 / 16);
    if (rs_surface_make(&surface, &(rs_surface_shape){WIDTH, HEIGHT, RS_XRGB8888, 0}, pixels,
                        WIDTH * HEIGHT * 4) != RS_SURFACE_OK)
        return false;
    rs_frame_band(frame, 0, &surface, depth);
    return true;
}

void example(plat *platform, ox_log *out) {
    static uint64_t frame[16384];
    static uint32_t pixels[WIDTH * HEIGHT];
    (void)platform;
    if (rs_frame_size() > sizeof frame || !draw_picture((rs_frame *)frame, pixels)) {
        SAY("no room for the picture");
        return;
    }
    for (int y = 0; y < HEIGHT; y++) {
        char row[WIDTH + 1];
        int end = 0;
        for (int x = 0; x < WIDTH; x++) {
            const uint32_t blue = pixels[y * WIDTH + x] & 0xFF;
            row[x] = ' ';
            if (blue > 0) row[x] = blue > 9 ? '/' : '#', end = x + 1;
        }
        row[end] = '\0';
        SAY("%s", row);
    }
}

/* A spinning cube in a window of one's own: SDL2 has the window, the rasterizer fills its pixels. With a number as argument, so many pictures. */
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixedmath/fixedmath.h"
#include "raster/frame.h"
#include "raster/surface.h"

enum { WIDTH = 320, HEIGHT = 240, LIST = 64 << 10 };

/* A cube: positions, triangles counter-clockwise from outside, and their normals in 1/127. */
static const int16_t positions[] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                    -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
static const uint16_t indices[] = {4, 5, 6, 4, 6, 7, 1, 0, 3, 1, 3, 2, 5, 1, 2, 5, 2, 6,
                                   0, 4, 7, 0, 7, 3, 7, 6, 2, 7, 2, 3, 0, 1, 5, 0, 5, 4};
static const int8_t faces[] = {0,   0,   127, 0, 0,   0,   127, 0, 0,    0,    -127, 0, 0,    0,    -127, 0,
                               127, 0,   0,   0, 127, 0,   0,   0, -127, 0,    0,    0, -127, 0,    0,    0,
                               0,   127, 0,   0, 0,   127, 0,   0, 0,    -127, 0,    0, 0,    -127, 0,    0};
static const rs_submesh part = {.triangle_count = 12, .vertex_count = 8};

static void draw_cube(rs_frame *frame, void *list, uint16_t *depth, void *pixels, ang32 angle) {
    static uint32_t ramp[RS_RAMP_ENTRIES];
    const rs_mesh cube = {.positions = positions,
                          .indices = indices,
                          .faces = faces,
                          .parts = &part,
                          .vertex_count = 8,
                          .triangle_count = 12,
                          .part_count = 1,
                          .exponent = 16,
                          .radius = FX(1.8)};
    const rs_target target = {.width = WIDTH,
                              .height = HEIGHT,
                              .format = RS_XRGB8888,
                              .band_lines = HEIGHT,
                              .background = 0x182838};
    const rs_camera camera = {.world_to_view = m34_translation((vec3){0, 0, FX(-5)}),
                              .focal = FX(2.41421),
                              .near_plane = FX(0.5),
                              .far_plane = FX(50)};
    const rs_light sun = {
        .kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {FX(-0.48), FX(-0.6), FX(-0.64)}};
    const rs_material orange = {.rgb = 0xF09030, .ramp = ramp, .shading = RS_FLAT};
    const rot33 about_y = rot33_about_y(angle), about_x = rot33_about_x(angle / 2),
                turn = rot33_mul(&about_x, &about_y);
    const mat34 place = m34_from_trs((vec3){0, 0, 0}, &turn, (vec3){FX_ONE, FX_ONE, FX_ONE});
    rs_surface surface;
    rs_ramp_build(RS_XRGB8888, orange.rgb, ramp);
    if (!rs_frame_begin(frame, &target, (rs_block){list, LIST}, (rs_block){NULL, 0})) return;
    (void)rs_frame_camera(frame, &camera);
    (void)rs_frame_lights(frame, 60, &sun, 1);
    (void)rs_frame_mesh(frame, &cube, &place, &orange);
    if (rs_surface_make(&surface, &(rs_surface_shape){WIDTH, HEIGHT, RS_XRGB8888, 0}, pixels,
                        WIDTH * HEIGHT * 4) == RS_SURFACE_OK)
        rs_frame_band(frame, 0, &surface, depth);
}

int main(int argc, char **argv) {
    static uint64_t list[LIST / 8];
    static uint16_t depth[WIDTH * HEIGHT];
    static uint32_t pixels[WIDTH * HEIGHT];
    rs_frame *frame = malloc(rs_frame_size());
    uint32_t pictures = argc > 1 ? (uint32_t)atoi(argv[1]) : UINT32_MAX, sum = 0;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return 1;
    SDL_Window *window =
        SDL_CreateWindow("spin", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT, 0);
    SDL_Surface *own =
        SDL_CreateRGBSurfaceFrom(pixels, WIDTH, HEIGHT, 32, WIDTH * 4, 0xFF0000, 0xFF00, 0xFF, 0);
    for (uint32_t i = 0; window != NULL && frame != NULL && own != NULL && i < pictures; i++) {
        SDL_Event event;
        while (SDL_PollEvent(&event))
            if (event.type == SDL_QUIT) pictures = 0;
        draw_cube(frame, list, depth, pixels, i << 25);
        SDL_BlitSurface(own, NULL, SDL_GetWindowSurface(window), NULL);
        SDL_UpdateWindowSurface(window);
        if (argc <= 1) SDL_Delay(16);
    }
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) sum += pixels[i] != 0x182838;
    if (argc > 1) printf("%u pixels of the cube\n", sum);
    SDL_Quit();
    return 0;
}

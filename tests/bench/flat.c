/* A picture of two dimensions on this machine, drawn a given number of times: flat_bench KIND own|indexed PICTURES.
 * `flat_bench effects` names the kinds from 10 on, effects of sprites, and the pixels of each. tests/bench/flat.sh
 * counts its instructions. */
#include "tests/bench/flat_scene.h"

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 320, HEIGHT = 240, EFFECT = 10 };

static uint32_t pixels[WIDTH * HEIGHT], own[2][FLAT_SHEET * FLAT_SHEET], colours[256];
static uint8_t sheets[2][FLAT_SHEET * FLAT_SHEET];
static uint64_t frame_memory[256], list[1 << 15];

/* Draws one picture. `what`: 0 nothing, 1 tiles of 16 x 16 pixels, 2 keyed sprites, 3 half transparent sprites;
 * EFFECT and on: an effect, whose pixels are returned. */
static int draw(int what, bool indexed, const flat_scene *scene) {
    const rs_palette palette = {.rgb = colours};
    const rs_target target = {WIDTH, HEIGHT, RS_XRGB8888, HEIGHT, &palette, 0};
    const rs_block block = {list, sizeof list}, none = {NULL, 0};
    const rs_surface surface = {(uint8_t *)pixels, 4 * WIDTH, WIDTH, HEIGHT, 0, HEIGHT, RS_XRGB8888};
    const rs_ink blend = {.mode = RS_FLAT_ALPHA, .alpha = 128};
    rs_frame *frame = (rs_frame *)(void *)frame_memory;
    int drawn = 0;
    rs_image tiles = flat_image(sheets[0], false), sprites = flat_image(sheets[1], true);
    if (!indexed) {
        tiles.pixels = (const uint8_t *)own[0], sprites.pixels = (const uint8_t *)own[1];
        tiles.format = sprites.format = RS_XRGB8888;
    }
    if (rs_frame_size() > sizeof frame_memory || !rs_frame_begin(frame, &target, block, none)) exit(1);
    if (what == 1) flat_layer(frame, &tiles, scene->cells, 16, -5, -3, NULL, false);
    if (what >= EFFECT)
        drawn = flat_effect_sprites(frame, &sprites, (flat_effect)(what - EFFECT), sheets[0]);
    else if (what > 1)
        flat_sprites(frame, &sprites, 256, 3, WIDTH, HEIGHT, what == 3 ? &blend : NULL);
    rs_frame_band(frame, 0, &surface, NULL);
    return drawn;
}

int main(int argc, char **argv) {
    static flat_scene scene;
    if (argc != 4 && argc != 2) return 2;
    flat_sheets(sheets[0], sheets[1]);
    flat_cells(&scene);
    for (uint32_t i = 0; i < 256; i++) colours[i] = i * 0x010203u;
    for (int i = 0; i < 2 * FLAT_SHEET * FLAT_SHEET; i++) {
        const int sheet = i / (FLAT_SHEET * FLAT_SHEET), at = i % (FLAT_SHEET * FLAT_SHEET);
        own[sheet][at] = colours[sheets[sheet][at]];
    }
    for (int i = 0; i < FLAT_EFFECTS && argc == 2; i++)
        printf("%d %s %d\n", EFFECT + i, flat_effect_names[i], draw(EFFECT + i, false, &scene));
    for (int i = 0; argc == 4 && i < atoi(argv[3]); i++) (void)draw(atoi(argv[1]), argv[2][0] == 'i', &scene);
    return 0;
}

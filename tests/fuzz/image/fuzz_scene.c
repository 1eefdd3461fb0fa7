/* Fuzz target: plays scenes whose meshes, materials and scene records are damaged behind correct checksums. */
#include <stdlib.h>
#include <string.h>

#include "kernel/scene/scene.h"
#include "raster/frame.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tests/unit/kernel/resource/resource_views.h"

enum { WIDTH = 64, HEIGHT = 48, FRAMES = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Alignas(16) uint8_t image[65536], resident[300000], list[200000], pixels[WIDTH * HEIGHT], frame[4096];
static uint16_t depth[WIDTH * HEIGHT];

/* Overwrites bytes of the chunks' contents: the input is a list of {chunk, offset, value} of four bytes each. */
static void damage(build_rom *rom, const uint8_t *data, size_t size) {
    for (; size >= 4; data += 4, size -= 4) {
        int chunk = data[0] % rom->count;
        uint32_t type = rom->chunks[chunk].type, bytes = rom->chunks[chunk].bytes;
        if (type != ROM_TAG_SCENE && type != ROM_TAG_MESH && type != ROM_TAG_MATERIAL) continue;
        image[rom->chunks[chunk].offset + 4 + ((uint32_t)data[1] | (uint32_t)data[2] << 8) % (bytes - 4)] =
            data[3];
    }
}

static void draw(ox_scene *scene, const ox_resources *resources, uf16 between) {
    rs_target target = {.width = WIDTH,
                        .height = HEIGHT,
                        .format = RS_PAL8,
                        .band_lines = HEIGHT,
                        .palette = resources->palette,
                        .background = scene->background};
    rs_block memory = {list, sizeof list}, none = {NULL, 0};
    rs_surface surface = {pixels, WIDTH, WIDTH, HEIGHT, 0, HEIGHT, RS_PAL8};
    rs_frame *recorded = (rs_frame *)(void *)frame;
    if (!rs_frame_begin(recorded, &target, memory, none)) abort();
    ox_scene_record(scene, recorded, between);
    rs_frame_band(recorded, 0, &surface, depth);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    build_rom rom;
    rom_image opened;
    rom_error error;
    ox_arena arena;
    ox_stock stock;
    ox_resources resources;
    ox_scene scene;
    ox_world world;
    ox_input input;
    if (rs_frame_size() > sizeof frame) abort();
    build_small_cart(&rom, image, sizeof image, 65536, 0, 0, size > 0 ? data[0] & 1u : 0);
    damage(&rom, data, size);
    rom.size = rom.chunks[rom.count - 1].offset + ((rom.chunks[rom.count - 1].bytes + 3) & ~3u);
    if (!build_finish(&rom)) abort();
    if (rom_open(image, rom.size, &opened, &error) != ROM_OK) return 0;
    ox_arena_init(&arena, resident, sizeof resident);
    if (open_views(&stock, &resources, &opened, &arena, NULL, RS_PAL8, NULL)) abort();
    if (ox_scene_open(&scene, &resources, &arena, rom_id("scene/main"), NULL)) return 0;
    if (ox_scene_settle(&scene, &world)) return 0;
    ox_input_init(&input);
    for (uint32_t i = 0; i < FRAMES; i++) {
        plat_input state;
        memset(&state, 0, sizeof state);
        state.buttons = size > i ? data[i] * 17u & 0xFFFu : 0;
        state.pointer_dx = (int16_t)(size > i ? data[i] * 5 : 0);
        state.pointer_held = (i & 1u) != 0;
        ox_input_feed(&input, &state);
        ox_input_step(&input);
        ox_scene_step(&scene, &input);
        draw(&scene, &resources, (uf16)(i * 20000u));
    }
    return 0;
}

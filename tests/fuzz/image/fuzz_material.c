/* Fuzz target: scenes drawn with materials of any values - slots, look, state, constants, program - that the reader takes. */
#include <stdlib.h>
#include <string.h>

#include "kernel/scene/scene.h"
#include "raster/frame.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tests/unit/kernel/resource/resource_views.h"

enum {
    WIDTH = 64,
    HEIGHT = 48,
    CONSTANTS = 8,
    WORDS = 8,
    SLOTS_AT = ROM_MATERIAL_SIZE,
    LOOK_AT = SLOTS_AT + 2 * ROM_MATERIAL_SLOT_SIZE,
    STATE_AT = LOOK_AT + ROM_MATERIAL_LOOK_SIZE,
    CONSTANTS_AT = STATE_AT + ROM_MATERIAL_STATE_SIZE,
    PROGRAM_AT = CONSTANTS_AT + 4 * CONSTANTS,
    MATERIAL_BYTES = PROGRAM_AT + 4 * WORDS
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Alignas(16) uint8_t image[65536], resident[300000], list[200000], frame[4096],
    pixels[WIDTH * HEIGHT * 4];
static uint16_t depth[WIDTH * HEIGHT];

static void build(build_rom *rom, uint32_t format, const uint8_t *data, size_t size) {
    build_begin(rom, image, sizeof image);
    build_budget(rom, 65536, 16384, WIDTH, HEIGHT, format, 0);
    build_info(rom, "Materials", "scene/main");
    build_palette(rom, true);
    build_image(rom, "texture/a", 16, 16, format);
    build_image(rom, "texture/b", 8, 8, format);
    uint8_t *at = build_chunk(rom, "material/a", ROM_TAG_MATERIAL, ROM_MATERIAL_SIZE, MATERIAL_BYTES);
    build_put32(at + ROM_MATERIAL_COLOUR, 0x804020u);
    build_put32(at + ROM_MATERIAL_TEXTURE, rom_id("texture/a"));
    build_put32(at + ROM_MATERIAL_SLOT_COUNT, 2);
    build_put32(at + ROM_MATERIAL_SLOTS_AT, SLOTS_AT);
    build_put32(at + SLOTS_AT + ROM_MATERIAL_SLOT_SIZE + ROM_MATERIAL_SLOT_TEXTURE, rom_id("texture/b"));
    build_put32(at + ROM_MATERIAL_LOOK_COUNT, 1);
    build_put32(at + ROM_MATERIAL_LOOK_AT, LOOK_AT);
    build_put32(at + ROM_MATERIAL_STATE_COUNT, 1);
    build_put32(at + ROM_MATERIAL_STATE_AT, STATE_AT);
    build_put32(at + ROM_MATERIAL_CONSTANT_COUNT, CONSTANTS);
    build_put32(at + ROM_MATERIAL_CONSTANTS_AT, CONSTANTS_AT);
    build_put32(at + ROM_MATERIAL_PROGRAM_WORDS, WORDS);
    build_put32(at + ROM_MATERIAL_PROGRAM_AT, PROGRAM_AT);
    if (size > 1 && (data[1] & 1u) != 0) build_put32(at + ROM_MATERIAL_VERTEX_STAGE, rom_id("stage/wave"));
    if (size > 1 && (data[1] & 2u) != 0) build_put32(at + ROM_MATERIAL_LOOK_COUNT, 0);
    if (size > 1 && (data[1] & 4u) != 0) build_put32(at + ROM_MATERIAL_PROGRAM_WORDS, 0);
    for (size_t i = 2; i + 1 < size; i += 2)
        at[4 + data[i] % (MATERIAL_BYTES - 4)] = data[i + 1]; /* place, value */
    build_pyramid(rom, "mesh/pyramid", "material/a", "material/a");
    build_scene scene = build_scene_begin(rom, "scene/main", 0, 1, 2, 2);
    scene.data[ROM_SCENE_AMBIENT] = 100;
    build_camera(&scene, 0, 32768, 3 * 65536);
    build_light(&scene, 0, -65536, -65536, -32768);
    build_light(&scene, 1, 65536, 65536, 65536);
    build_object(&scene, "mesh/pyramid", 0, 0, 0);
    /* this object crosses the near plane */
    build_object(&scene, "mesh/pyramid", 32768, 0, 2 * 65536 + 49152);
}

static void draw(ox_scene *scene, const ox_resources *resources, rs_format format) {
    rs_target target = {.width = WIDTH,
                        .height = HEIGHT,
                        .format = (uint8_t)format,
                        .band_lines = HEIGHT,
                        .palette = resources->palette,
                        .background = scene->background};
    rs_surface surface = {.pixels = pixels,
                          .stride = WIDTH * rs_format_bytes(format),
                          .width = WIDTH,
                          .height = HEIGHT,
                          .lines = HEIGHT,
                          .format = (uint8_t)format};
    rs_frame *recorded = (rs_frame *)(void *)frame;
    if (!rs_frame_begin(recorded, &target, (rs_block){list, sizeof list}, (rs_block){NULL, 0})) abort();
    ox_scene_record(scene, recorded, 0);
    rs_frame_band(recorded, 0, &surface, depth);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const rs_format formats[] = {RS_PAL8, RS_RGB565, RS_BGR555, RS_XRGB8888};
    uint32_t which = size > 0 ? data[0] & 3u : 3;
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
    build(&rom, which, data, size);
    uint32_t bytes = build_finish(&rom);
    if (bytes == 0 || rom_open(image, bytes, &opened, &error) != ROM_OK) abort();
    if (rom_check_image(&opened, &error) != ROM_OK) return 0;
    ox_arena_init(&arena, resident, sizeof resident);
    if (open_views(&stock, &resources, &opened, &arena, NULL, formats[which], NULL)) abort();
    if (ox_scene_open(&scene, &resources, &arena, rom_id("scene/main"), NULL)) return 0;
    if (ox_scene_settle(&scene, &world)) return 0;
    ox_input_init(&input);
    for (uint32_t i = 0; i < 2; i++) {
        ox_input_step(&input);
        ox_scene_step(&scene, &input);
        draw(&scene, &resources, formats[which]);
    }
    return 0;
}

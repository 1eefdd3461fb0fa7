/* Fuzz target: static geometry of any places, turns, scales, looks and cells that the reader takes, opened and drawn. */
#include <stdlib.h>
#include <string.h>

#include "fixedmath/fixedmath.h"
#include "kernel/level/geometry.h"
#include "rom/check.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tests/unit/kernel/resource/resource_views.h"

enum {
    WIDTH = 64,
    HEIGHT = 48,
    INSTANCES = 6,
    CELLS = 2,
    MESHES_AT = ROM_GEOMETRY_SIZE,
    MATERIALS_AT = MESHES_AT + 2 * 4,
    INSTANCES_AT = MATERIALS_AT + 4,
    CELLS_AT = INSTANCES_AT + INSTANCES * ROM_INSTANCE_SIZE,
    SECTION_BYTES = CELLS_AT + CELLS * ROM_INSTANCE_CELL_SIZE
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Alignas(16) uint8_t images[4][65536], resident[300000], list[200000], frame[4096],
    pixels[WIDTH * HEIGHT * 4], section[SECTION_BYTES];
static uint16_t depth[WIDTH * HEIGHT];

/* Builds an image with a mesh and a material; other resources that the section names are missing. The image is the
 * same for all inputs, so it is built once. */
static uint32_t build(uint32_t format) {
    static uint32_t bytes[4];
    build_rom rom;
    if (bytes[format] != 0) return bytes[format];
    build_begin(&rom, images[format], sizeof images[format]);
    build_budget(&rom, 65536, 16384, WIDTH, HEIGHT, format, 0);
    build_info(&rom, "Geometry", "scene/main");
    build_palette(&rom, true);
    build_material(&rom, "material/a", 0x804020u, 1, NULL);
    build_pyramid(&rom, "mesh/pyramid", "material/a", "material/a");
    bytes[format] = build_finish(&rom);
    return bytes[format];
}

/* Fills in good rows, then bytes of the input over them: place, value. */
static void fill(const uint8_t *data, size_t size) {
    memset(section, 0, sizeof section);
    build_put32(section + ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW | (uint32_t)ROM_GEOMETRY_SIZE << 16);
    const uint32_t head[] = {2, MESHES_AT, 1, MATERIALS_AT, INSTANCES, INSTANCES_AT, CELLS, CELLS_AT};
    for (uint32_t i = 0; i < 8; i++) build_put32(section + ROM_GEOMETRY_MESH_COUNT + i * 4, head[i]);
    build_put32(section + MESHES_AT, rom_id("mesh/pyramid"));
    build_put32(section + MESHES_AT + 4, rom_id("mesh/missing"));
    build_put32(section + MATERIALS_AT, rom_id("material/a"));
    for (uint32_t i = 0; i < INSTANCES; i++) {
        uint8_t *at = section + INSTANCES_AT + i * ROM_INSTANCE_SIZE;
        at[ROM_INSTANCE_MESH] = i % 2;
        at[ROM_INSTANCE_MATERIAL] = at[ROM_INSTANCE_MATERIAL + 1] = i < 3 ? 255 : 0;
        build_put32(at + ROM_INSTANCE_POSITION, i << 15);
        build_put32(at + ROM_INSTANCE_SCALE, 65536);
        at[ROM_INSTANCE_ROTATION + 7] = 0x40;
        memset(at + ROM_INSTANCE_TINT, i == 5 ? 99 : 255, 3);
    }
    for (uint32_t i = 0; i < CELLS; i++) {
        uint8_t *at = section + CELLS_AT + i * ROM_INSTANCE_CELL_SIZE;
        build_put32(at + ROM_INSTANCE_CELL_HIGH, 3u << 16);
        build_put32(at + ROM_INSTANCE_CELL_FIRST, i * INSTANCES / 2);
        build_put32(at + ROM_INSTANCE_CELL_COUNT, INSTANCES / 2);
    }
    for (size_t i = 1; i + 2 < size; i += 3)
        section[(data[i] | (uint32_t)data[i + 1] << 8) % SECTION_BYTES] = data[i + 2];
}

static void draw(const ox_geometry *geometry, const ox_resources *resources, rs_format format, fx back) {
    rs_target target = {.width = WIDTH,
                        .height = HEIGHT,
                        .format = (uint8_t)format,
                        .band_lines = HEIGHT,
                        .palette = resources->palette};
    rs_surface surface = {.pixels = pixels,
                          .stride = WIDTH * rs_format_bytes(format),
                          .width = WIDTH,
                          .height = HEIGHT,
                          .lines = HEIGHT,
                          .format = (uint8_t)format};
    rs_frame *recorded = (rs_frame *)(void *)frame;
    rig34 stand = rig34_translation(v3(0, 0, back)), to_view = rig34_inverse(&stand);
    rs_camera camera = {.world_to_view = m34_from_rig34(&to_view),
                        .focal = FX(1),
                        .near_plane = FX_HALF,
                        .far_plane = FX(100)};
    frustum_eye eye;
    if (!rs_frame_begin(recorded, &target, (rs_block){list, sizeof list}, (rs_block){NULL, 0})) abort();
    if (rs_frame_camera(recorded, &camera) != RS_OK ||
        !frustum_eye_make(FX(1), FX(1) * HEIGHT / WIDTH, FX_HALF, FX(100), &eye))
        abort();
    frustum3 own = frustum_from_eye(&eye), seen = frustum_transform(&stand, &own);
    (void)ox_geometry_draw(
        geometry, recorded,
        &(ox_geometry_view){.view = back > FX(4) ? NULL : &seen, .eye = stand.t, .near = back});
    rs_frame_band(recorded, 0, &surface, depth);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const rs_format formats[] = {RS_PAL8, RS_RGB565, RS_BGR555, RS_XRGB8888};
    uint32_t which = size > 0 ? data[0] & 3u : 3, bytes = build(which);
    rom_image opened;
    rom_error error;
    ox_arena arena;
    ox_stock stock;
    ox_resources resources;
    ox_geometry geometry;
    if (rs_frame_size() > sizeof frame) abort();
    if (bytes == 0 || rom_open(images[which], bytes, &opened, &error) != ROM_OK ||
        rom_check_image(&opened, &error) != ROM_OK)
        abort();
    fill(data, size);
    if (rom_check_chunk(ROM_TAG_GEOMETRY, section, sizeof section, &error) != ROM_OK) return 0;
    ox_arena_init(&arena, resident, sizeof resident);
    if (open_views(&stock, &resources, &opened, &arena, NULL, formats[which], NULL)) abort();
    if (ox_geometry_open(&geometry, section, &resources, &arena)) return 0;
    draw(&geometry, &resources, formats[which], FX(3));
    draw(&geometry, &resources, formats[which], FX(6));
    return 0;
}

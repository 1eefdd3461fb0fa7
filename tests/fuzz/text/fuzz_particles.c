/* Fuzz target: any bytes as a text of particles, and as the chunk itself. A text that the packer accepts must pass
 * the image's own check; a chunk that the check accepts must run, be recorded and drawn. */
#include <stdlib.h>
#include <string.h>

#include "kernel/particles/particles.h"
#include "rom/check.h"
#include "rom/types.h"
#include "tools/convert/pack_kinds.h"

enum { ROOM = 1 << 16, SIDE = 32, LIST = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Runs the particles for half a second, with a picture now and then. */
static void run(const uint8_t *chunk) {
    static _Alignas(16) uint8_t memory[ROOM], list[LIST], frame_bytes[4096], pixels[SIDE * SIDE * 4];
    static uint16_t depth[SIDE * SIDE];
    const ox_particles_setup setup = {
        .particles = 200, .emitters = 3, .rate = 30, .seed = 1, .format = RS_XRGB8888};
    const rs_camera camera = {
        .world_to_view = {.m = {{FX_ONE, 0, 0, 0}, {0, FX_ONE, 0, 0}, {0, 0, FX_ONE, -3 * FX_ONE}}},
        .focal = FX_ONE,
        .near_plane = FX_ONE / 4,
        .far_plane = 50 * FX_ONE};
    const rs_target target = {.width = SIDE, .height = SIDE, .format = RS_XRGB8888, .band_lines = SIDE};
    const rs_surface surface = {.pixels = pixels,
                                .stride = SIDE * 4,
                                .width = SIDE,
                                .height = SIDE,
                                .lines = SIDE,
                                .format = RS_XRGB8888};
    rs_frame *frame = (rs_frame *)(void *)frame_bytes;
    ox_particles particles;
    ox_arena arena;
    ox_arena_init(&arena, memory, sizeof memory);
    if (rs_frame_size() > sizeof frame_bytes || ox_particles_init(&particles, &setup, &arena) != OX_OK)
        abort();
    const ox_emission emission = {.kind = ox_particles_kind(&particles, 1, chunk, NULL), .seed = 1};
    if (ox_particles_emit(&particles, &emission) == 0) abort();
    for (int i = 0; i < 15; i++) {
        ox_particles_step(&particles);
        if (particles.count > setup.particles) abort();
        if (i % 7 != 0) continue;
        if (!rs_frame_begin(frame, &target, (rs_block){list, sizeof list}, (rs_block){NULL, 0}) ||
            rs_frame_camera(frame, &camera) != RS_OK)
            abort();
        if (ox_particles_record(&particles, frame, (uf16)(i * 4000)) == RS_BAD_ARGUMENT) abort();
        rs_frame_band(frame, 0, &surface, depth);
    }
}

static void as_text(const uint8_t *data, size_t size) {
    static cart_asset asset = {.kind = "particles", .name = "it"};
    static cart_texture texture = {.name = "star"};
    static cart c;
    c.assets = &asset;
    c.asset_count = 1;
    c.textures = &texture;
    c.texture_count = 1;
    uint8_t *copy = malloc(size + 1);
    if (copy == NULL) return;
    memcpy(copy, data, size);
    copy[size] = 0;
    tool_error error = {.text = ""};
    writer out = {0};
    const pack_source source = {
        .c = &c, .asset = &asset, .path = "it.particles", .data = copy, .size = size, .error = &error};
    const pack_kind *kind = pack_kind_find("particles");
    writer_u16(&out, rom_type_of(ROM_TAG_PARTICLES)->version);
    writer_u16(&out, kind->header);
    writer_zeros(&out, kind->header - 4);
    if (!kind->convert(&source, &out)) {
        if (strncmp(error.text, "it.particles", 12) != 0) abort();
    } else {
        rom_error fault;
        if (rom_check_chunk(ROM_TAG_PARTICLES, out.data, out.size, &fault) != ROM_OK) abort();
        run(out.data);
    }
    writer_free(&out);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(4) uint8_t chunk[ROM_PARTICLES_SIZE];
    rom_error fault;
    as_text(data, size);
    if (size < 8) return 0;
    memset(chunk, 0, sizeof chunk);
    memcpy(chunk, data, size < sizeof chunk ? size : sizeof chunk);
    chunk[0] = 0;
    chunk[1] = 1;
    chunk[2] = (uint8_t)(ROM_PARTICLES_SIZE & 255);
    chunk[3] = (uint8_t)(ROM_PARTICLES_SIZE >> 8);
    if (rom_check_chunk(ROM_TAG_PARTICLES, chunk, sizeof chunk, &fault) == ROM_OK) run(chunk);
    return 0;
}

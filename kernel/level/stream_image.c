/* Areas out of a ROM image that lies in memory, unpacked a slice at a time; and their list out of a
 * topology. */
#include "kernel/level/internal.h"
#include "kernel/level/stream.h"
#include "rom/rom.h"

FX_STATIC_ASSERT(ROM_TOPOLOGY_NODE_SIZE % 4 == 0, "rows lie on words");

static ox_status begin(void *context, const ox_stream_area *area, void *to) {
    ox_stream_image *of = (ox_stream_image *)context;
    rom_chunk chunk;
    if (!rom_find(of->image, area->id, ROM_TAG_LEVEL, &chunk)) return OX_NOT_FOUND;
    if (chunk.size > area->bytes) return OX_BAD_DATA;
    rom_decoder_begin(&of->decoder, chunk.codec, chunk.data, chunk.stored, to, chunk.size);
    return OX_OK;
}

static ox_status step(void *context, uint32_t quota, uint32_t *moved) {
    ox_stream_image *of = (ox_stream_image *)context;
    rom_error error;
    uint32_t before = of->decoder.done;
    rom_status status = rom_decoder_step(&of->decoder, quota, &error);
    *moved = of->decoder.done - before;
    if (status != ROM_OK) return OX_BAD_IMAGE;
    return rom_decoder_done(&of->decoder) ? OX_OK : OX_EMPTY;
}

static void cancel(void *context) { (void)context; }

void ox_stream_image_init(ox_stream_image *of, const rom_image *image) {
    *of = (ox_stream_image){.image = image};
    of->source = (ox_stream_source){begin, step, cancel, of};
}

uint32_t ox_stream_areas(const uint8_t *topology, const rom_image *image, ox_stream_area *areas,
                         uint32_t room) {
    uint32_t count = rom_u32(topology + ROM_TOPOLOGY_NODE_COUNT);
    const uint8_t *row = topology + rom_u32(topology + ROM_TOPOLOGY_NODES_AT);
    for (uint32_t i = 0; i < count && i < room; i++, row += ROM_TOPOLOGY_NODE_SIZE) {
        rom_chunk chunk;
        areas[i] = (ox_stream_area){.id = rom_u32(row + ROM_TOPOLOGY_NODE_LEVEL),
                                    .bounds = {ox_level_vector(row + ROM_TOPOLOGY_NODE_LOW),
                                               ox_level_vector(row + ROM_TOPOLOGY_NODE_HIGH)}};
        if (image != NULL && rom_find(image, areas[i].id, ROM_TAG_LEVEL, &chunk)) areas[i].bytes = chunk.size;
    }
    return count;
}

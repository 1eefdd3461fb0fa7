/* Checks of particles: whether their pictures suit them, and whether they blend. */
#include "rom/chunks.h"
#include "rom/rom.h"
#include "tools/pack/pack_job.h"

const uint8_t *pack_particles_chunk(const pack_item *item) {
    if (item->kind->tag != ROM_TAG_PARTICLES || item->result.output_count == 0) return NULL;
    return item->result.outputs[0].size < ROM_PARTICLES_SIZE ? NULL : item->result.outputs[0].data;
}

/* The chunk of the texture with an id; NULL when it is not there, which other checks report. */
static const uint8_t *picture_of(const pack_job *job, uint32_t id, const char **name) {
    for (uint32_t i = 0; i < job->texture_count; i++) {
        const pack_texture *texture = &job->textures[i];
        if (pack_chunk_id("texture", texture->source.name) != id || texture->result.output_count == 0)
            continue;
        *name = texture->source.name;
        return texture->result.outputs[0].data;
    }
    return NULL;
}

bool pack_check_particles(pack_job *job) {
    bool ok = true;
    for (uint32_t i = 0; i < job->item_count; i++) {
        const uint8_t *chunk = pack_particles_chunk(&job->items[i]);
        const char *name = "";
        const uint8_t *picture = chunk == NULL || rom_u32(chunk + ROM_PARTICLES_TEXTURE) == 0
                                     ? NULL
                                     : picture_of(job, rom_u32(chunk + ROM_PARTICLES_TEXTURE), &name);
        if (picture == NULL) continue;
        const cart_asset *asset = job->items[i].asset;
        const unsigned width = rom_u16(picture + ROM_IMAGE_WIDTH),
                       height = rom_u16(picture + ROM_IMAGE_HEIGHT);
        const unsigned columns = 1u << chunk[ROM_PARTICLES_LOG2_COLUMNS],
                       rows = 1u << chunk[ROM_PARTICLES_LOG2_ROWS];
        if ((width & (width - 1)) != 0 || (height & (height - 1)) != 0)
            ok = pack_wrong(job, asset->line,
                            "particles `%s`: their picture `%s` is %ux%u, and sides must be powers of two; "
                            "scale it or widen it by clear pixels",
                            asset->name, name, width, height);
        else if (columns > width || rows > height)
            ok = pack_wrong(job, asset->line,
                            "particles `%s`: %ux%u frames are more than the pixels of their picture `%s`, "
                            "%ux%u; write fewer",
                            asset->name, columns, rows, name, width, height);
    }
    return ok;
}

bool pack_particles_mix(const pack_job *job) {
    for (uint32_t i = 0; i < job->item_count; i++) {
        const uint8_t *chunk = pack_particles_chunk(&job->items[i]);
        if (chunk != NULL && chunk[ROM_PARTICLES_MODE] >= 2) return true;
    }
    return false;
}

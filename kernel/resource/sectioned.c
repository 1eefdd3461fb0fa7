/* Loads sections into their arenas and fixes addresses up. */
#include "kernel/resource/sectioned.h"

#include <string.h>

#include "rom/check.h"
#include "rom/codec.h"
#include "rom/section.h"

FX_STATIC_ASSERT(ROM_SECTION_DEBUG == 3, "there is a part for each class of section");

typedef struct loading {
    ox_sectioned *resource;
    const ox_sectioned_host *host;
    rom_chunk chunk; /* its data are in memory */
    rom_references refs;
    rom_error *error;
} loading;

static ox_arena *arena_of(const ox_sectioned_host *host, uint32_t class) {
    switch (class) {
    case ROM_SECTION_VIDEO:
        return host->video != NULL ? host->video : host->main;
    case ROM_SECTION_TEMPORARY:
        return host->temporary;
    case ROM_SECTION_DEBUG:
        return host->debug;
    default:
        return host->main;
    }
}

/* Unpacks one section into the arena of its class. */
static ox_status place_section(loading *l, const rom_section *s) {
    ox_arena *arena = arena_of(l->host, s->class);
    struct ox_sectioned_part *part = &l->resource->section[s->class];
    if (arena == NULL) return OX_OK; /* the host wants no debug sections */
    part->data = s->class == ROM_SECTION_TEMPORARY ? ox_arena_push_high(arena, s->size, s->alignment)
                                                   : ox_arena_push_low(arena, s->size, s->alignment);
    if (part->data == NULL) return OX_OUT_OF_MEMORY;
    part->size = s->size;
    if (s->codec == ROM_CODEC_STORED) {
        memcpy(part->data, s->data, s->size);
        return OX_OK;
    }
    rom_status status = rom_decode(s->codec, s->data, s->stored, part->data, s->size, l->error);
    return status == ROM_OK ? OX_OK : OX_BAD_DATA;
}

static ox_status place_all(loading *l) {
    rom_sections sections;
    const rom_section whole = {l->chunk.data,    l->chunk.stored, l->chunk.size, 8,
                               ROM_SECTION_MAIN, l->chunk.codec};
    rom_status status = ROM_OK;
    ox_status placed = OX_OK;
    if ((l->chunk.flags & ROM_ENTRY_SECTIONED) == 0) {
        placed = place_section(l, &whole);
    } else {
        status = rom_sections_open(&l->chunk, &sections, l->error);
        if (status != ROM_OK) return OX_BAD_DATA;
        for (uint32_t i = 0; i < sections.count && placed == OX_OK; i++) {
            rom_section s = rom_sections_at(&sections, i);
            if (s.alignment < 4) s.alignment = 4;
            placed = place_section(l, &s);
        }
    }
    if (ox_failed(placed)) return placed;
    const struct ox_sectioned_part *main_part = &l->resource->section[ROM_SECTION_MAIN];
    status = rom_check_chunk(l->resource->type, main_part->data, main_part->size, l->error);
    return status == ROM_OK || status == ROM_UNKNOWN_TYPE ? OX_OK : OX_BAD_DATA;
}

/* Fixes addresses up, initialises objects, and calls post_init. */
static ox_status bring_to_life(loading *l) {
    rom_base bases[4];
    struct ox_sectioned_part *parts = l->resource->section, *main_part = &parts[ROM_SECTION_MAIN];
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t distance =
            parts[i].data == NULL ? 0 : (uint64_t)((uintptr_t)parts[i].data - (uintptr_t)l->host->origin);
        if (distance + parts[i].size > UINT32_MAX && l->refs.count > 0) return OX_UNSUPPORTED;
        bases[i] = (rom_base){(uint32_t)distance, i == ROM_SECTION_TEMPORARY ? 0 : parts[i].size};
    }
    rom_status status = rom_fixup_apply(&l->refs, main_part->data, main_part->size, bases, l->error);
    if (status != ROM_OK) return OX_BAD_DATA;
    if (l->refs.initialised > 0 && l->host->inits != NULL) {
        uint32_t fault;
        ox_status done =
            ox_resource_init_objects(main_part->data, main_part->size,
                                     l->refs.data + rom_word(l->refs.data + ROM_REFERENCES_INITIALISED_AT),
                                     l->refs.initialised, l->host->inits, l->host->context, &fault);
        if (ox_failed(done)) {
            rom_fail(l->error, ROM_BAD_CHUNK, rom_references_initialised(&l->refs, fault).location,
                     "object %u is of no known type, or lies outside", fault, 0);
            return done;
        }
    }
    return l->host->post_init == NULL ? OX_OK : l->host->post_init(l->host->context, l->resource);
}

/* Reads the stored bytes of a chunk from its file in one read. */
static ox_status fetch(const ox_image *image, ox_arena *arena, rom_chunk *chunk) {
    uint32_t done = 0;
    uint8_t *room = arena == NULL ? NULL : ox_arena_push_high(arena, chunk->stored, 8);
    if (room == NULL) return OX_OUT_OF_MEMORY;
    ox_status status = ox_file_seek(image->files, image->file, chunk->offset);
    if (!ox_failed(status)) status = ox_file_read(image->files, image->file, room, chunk->stored, &done);
    chunk->data = room;
    return !ox_failed(status) && done < chunk->stored ? OX_IO_ERROR : status;
}

/* Opens the table of references beside the chunk, from the image or from its file, in temporary memory. */
static ox_status open_references(loading *l, ox_images *images, const ox_found *found) {
    ox_found table;
    uint32_t size = l->resource->section[ROM_SECTION_MAIN].size;
    l->refs = (rom_references){NULL, 0, 0, 0};
    if (!ox_images_find_in(images, images->list[found->image].key, l->resource->id, ROM_TAG_REFERENCES,
                           &table) ||
        table.image != found->image)
        return OX_OK;
    ox_status status =
        table.mapped ? OX_OK : fetch(&images->list[table.image], l->host->temporary, &table.chunk);
    if (ox_failed(status)) return status;
    rom_status checked = rom_check_chunk(ROM_TAG_REFERENCES, table.chunk.data, table.chunk.size, l->error);
    if (checked != ROM_OK) return OX_BAD_DATA;
    if (rom_word(table.chunk.data + ROM_REFERENCES_TYPE) != l->resource->type) return OX_OK;
    checked = rom_references_view(table.chunk.data, l->resource->type, size, &l->refs, l->error);
    return checked == ROM_OK ? OX_OK : OX_BAD_DATA;
}

static void roll_back(ox_arena *arena, ox_mark mark) {
    if (arena != NULL) (void)ox_arena_rollback(arena, mark);
}

static ox_mark mark_of(const ox_arena *arena, ox_arena_end end) {
    return arena == NULL ? (ox_mark){0, end} : ox_arena_mark(arena, end);
}

ox_status ox_sectioned_load(ox_sectioned *resource, const ox_sectioned_host *host, ox_images *images,
                            uint32_t id, uint32_t type, rom_error *error) {
    loading l = {.resource = resource, .host = host, .error = error};
    ox_mark kept[3] = {mark_of(host->main, OX_ARENA_LOW), mark_of(host->video, OX_ARENA_LOW),
                       mark_of(host->debug, OX_ARENA_LOW)},
            temporary = mark_of(host->temporary, OX_ARENA_HIGH);
    ox_found found;
    *resource = (ox_sectioned){.id = id, .type = type};
    if (!ox_images_find(images, id, type, &found)) return OX_NOT_FOUND;
    l.chunk = found.chunk;
    ox_status status = found.mapped ? OX_OK : fetch(&images->list[found.image], host->temporary, &l.chunk);
    if (!ox_failed(status) && rom_crc32(0, l.chunk.data, l.chunk.stored) != l.chunk.crc)
        status = OX_BAD_CHECKSUM;
    if (!ox_failed(status)) status = place_all(&l);
    if (!ox_failed(status)) status = open_references(&l, images, &found);
    if (!ox_failed(status)) status = bring_to_life(&l);
    roll_back(host->temporary, temporary);
    resource->section[ROM_SECTION_TEMPORARY] = (struct ox_sectioned_part){NULL, 0};
    if (!ox_failed(status)) return status;
    roll_back(host->debug, kept[2]);
    roll_back(host->video, kept[1]);
    roll_back(host->main, kept[0]);
    *resource = (ox_sectioned){.id = id, .type = type};
    return status;
}

uint32_t ox_references_resolve(const rom_references *refs, uint8_t *copy, uint32_t size,
                               const ox_references_config *config) {
    uint32_t lacking = 0;
    for (uint32_t i = 0; i < refs->count; i++) {
        rom_reference r = rom_references_at(refs, i);
        if (r.kind != ROM_REFERENCE_ID || size < 4 || r.location > size - 4) continue;
        uint32_t id = rom_u32(copy + r.location);
        if (id == 0) continue;
        uint32_t value = config->resolve(config->context, id, r.type);
        if (value == 0) {
            lacking++;
            value = config->missing;
            if (config->log != NULL)
                ox_log_write(config->log, PLAT_LOG_WARNING,
                             "chunk #%08x refers to #%08x at %u, which is not there",
                             (unsigned)config->referrer, (unsigned)id, (unsigned)r.location);
        }
        for (uint32_t k = 0; k < 4; k++) copy[r.location + k] = (uint8_t)(value >> (8 * k));
    }
    return lacking;
}

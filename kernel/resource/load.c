/* Makes payloads of chunks: fetches, unpacks, swaps bytes, checks and initialises them; at once or step by step. */
#include <string.h>

#include "kernel/resource/manager_internal.h"
#include "rom/check.h"

uint32_t ox_class_wanted(const ox_manager *m, const ox_resource_type *type, const rom_chunk *chunk) {
    uint32_t class = chunk->flags & ROM_ENTRY_CLASS;
    if (class == ROM_CLASS_ANY || class > ROM_CLASS_FAST) class = type->where;
    if (class == ROM_CLASS_VIDEO && m->regions[OX_CLASS_VIDEO].arena == NULL) return ROM_CLASS_ANY;
    if (class == ROM_CLASS_FAST && m->regions[OX_CLASS_FAST].arena == NULL) return ROM_CLASS_ANY;
    return class;
}

bool ox_could_be_in_place(const ox_resource_type *type, const ox_found *found) {
    return found->mapped && found->chunk.codec == ROM_CODEC_STORED && !type->copied &&
           ox_resource_functions_of(type)->load == NULL;
}

bool ox_is_in_place(const ox_manager *m, const ox_resource_type *type, const ox_found *found) {
    return ox_could_be_in_place(type, found) && ox_class_wanted(m, type, &found->chunk) == ROM_CLASS_ANY;
}

uint32_t ox_payload_bytes(const ox_resource_type *type, const rom_chunk *chunk) {
    return ox_resource_functions_of(type)->size_needed == NULL
               ? chunk->size
               : ox_resource_functions_of(type)->size_needed(type->context, chunk);
}

uint32_t ox_scratch_bytes(const ox_resource_type *type, const ox_found *found) {
    uint64_t bytes = found->mapped ? 0 : ((uint64_t)found->chunk.stored + 7u) & ~(uint64_t)7u;
    if (ox_resource_functions_of(type)->load != NULL) bytes += found->chunk.size;
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

ox_status ox_check_bytes(const ox_resource_type *type, const void *bytes, uint32_t size) {
    const uint8_t *at = bytes;
    if (size < 4 || size < type->least) return OX_BAD_DATA;
    if (type->version != 0 && rom_u16(at + ROM_CHUNK_VERSION) >> 8 != type->version >> 8)
        return OX_BAD_VERSION;
    if (ox_resource_functions_of(type)->check != NULL)
        return ox_resource_functions_of(type)->check(type->context, bytes, size);
    rom_status status = rom_check_chunk(type->tag, bytes, size, NULL);
    return status == ROM_OK || status == ROM_UNKNOWN_TYPE ? OX_OK : OX_BAD_DATA;
}

/* Swaps the bytes of a payload's numbers on big-endian machines. */
static void swap_fields(const ox_resource_type *type, uint8_t *bytes, uint32_t size) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (const ox_swap_field *f = type->swap; f != NULL && f->count != 0; f++) {
        for (uint32_t i = 0; i < f->count; i++) {
            uint64_t at = f->offset + (uint64_t)i * f->step;
            if (at + f->width > size) return;
            for (uint32_t k = 0; k < f->width / 2u; k++) {
                uint8_t *low = bytes + at + k, *high = bytes + at + f->width - 1 - k, kept = *low;
                *low = *high;
                *high = kept;
            }
        }
    }
#else
    (void)type, (void)bytes, (void)size;
#endif
}

/* The last part: unpacked bytes become the payload. */
static ox_status finish_load(ox_manager *m, record *r, const ox_resource_type *type, uint8_t *unpacked,
                             uint32_t bytes) {
    ox_payload payload = {r->id, ox_payload_data(m, r), r->size};
    ox_status status = ox_check_bytes(type, unpacked, bytes);
    if (ox_failed(status)) return status;
    swap_fields(type, unpacked, bytes);
    if (ox_resource_functions_of(type)->load != NULL)
        status = ox_resource_functions_of(type)->load(type->context, &payload, unpacked, bytes);
    if (!ox_failed(status) && ox_resource_functions_of(type)->post_init != NULL)
        status = ox_resource_functions_of(type)->post_init(type->context, &payload);
    return status;
}

/* ---- at once ---- */

static ox_status fetch_all(const ox_image *image, const rom_chunk *chunk, uint8_t *to) {
    uint32_t done = 0;
    ox_status status = ox_file_seek(image->files, image->file, chunk->offset);
    if (!ox_failed(status)) status = ox_file_read(image->files, image->file, to, chunk->stored, &done);
    return !ox_failed(status) && done < chunk->stored ? OX_IO_ERROR : status;
}

ox_status ox_load_now(ox_manager *m, record *r, const ox_found *found, const uint8_t *staged) {
    const ox_resource_type *type = m->types[r->kind - 1];
    const rom_chunk *chunk = &found->chunk;
    ox_mark mark = ox_arena_mark(&m->stack, OX_ARENA_HIGH);
    const uint8_t *stored = staged != NULL ? staged : found->mapped ? chunk->data : NULL;
    uint8_t *unpacked = ox_payload_data(m, r);
    ox_status status = OX_OK;
    if (r->where == OX_CLASS_ROM) return ox_check_bytes(type, unpacked, chunk->size);
    if (stored == NULL) {
        uint8_t *room = ox_arena_push_high(&m->stack, chunk->stored, 8);
        status = room == NULL ? OX_OUT_OF_MEMORY : fetch_all(&m->images->list[found->image], chunk, room);
        stored = room;
    }
    if (!ox_failed(status) && ox_resource_functions_of(type)->load != NULL) {
        unpacked = ox_arena_push_high(&m->stack, chunk->size, 8);
        if (unpacked == NULL) status = OX_OUT_OF_MEMORY;
    }
    if (!ox_failed(status) && rom_crc32(0, stored, chunk->stored) != chunk->crc) status = OX_BAD_CHECKSUM;
    if (!ox_failed(status)) {
        rom_status decoded = ROM_OK;
        if (chunk->codec == ROM_CODEC_STORED)
            memcpy(unpacked, stored, chunk->size);
        else
            decoded = rom_decode(chunk->codec, stored, chunk->stored, unpacked, chunk->size, NULL);
        status = decoded == ROM_OK ? finish_load(m, r, type, unpacked, chunk->size) : OX_BAD_DATA;
    }
    if (m->files != NULL && !ox_failed(status) && chunk->codec != ROM_CODEC_STORED)
        m->files->costs.bytes_decoded += chunk->size;
    ox_arena_rollback(&m->stack, mark);
    return status;
}

/* ---- step by step ---- */

static ox_status begin_load(ox_manager *m, record *r) {
    ox_manager_load *load = &m->load;
    const ox_resource_type *type = m->types[r->kind - 1];
    *load = (ox_manager_load){.record = r};
    if (!ox_images_find_in(m->images, r->image, r->id, r->type, &load->found)) return OX_NOT_FOUND;
    if (m->images->list[load->found.image].key != r->image ||
        ox_payload_bytes(type, &load->found.chunk) != r->size)
        return OX_CANCELLED;
    uint32_t stored = load->found.mapped ? 0 : (load->found.chunk.stored + 7u) & ~7u;
    load->stored = load->found.mapped ? load->found.chunk.data : m->scratch;
    load->fetched = load->found.mapped ? load->found.chunk.stored : 0;
    load->unpacked =
        ox_resource_functions_of(type)->load != NULL ? m->scratch + stored : ox_payload_data(m, r);
    r->state = OX_RESOURCE_LOADING;
    return OX_OK;
}

/* Does one step of the load under way; OX_EMPTY when the payload is complete. */
static ox_status go_on(ox_manager *m, uint32_t quota, uint32_t *done) {
    ox_manager_load *load = &m->load;
    record *r = load->record;
    const rom_chunk *chunk = &load->found.chunk;
    const ox_image *image = &m->images->list[load->found.image];
    if (load->fetched < chunk->stored) {
        uint32_t left = chunk->stored - load->fetched;
        ox_status status = ox_file_read_part(image->files, image->file, chunk->offset + load->fetched,
                                             m->scratch + load->fetched, left < quota ? left : quota, done);
        load->fetched += *done;
        return status;
    }
    if (!load->begun) {
        load->begun = true;
        if (rom_crc32(0, load->stored, chunk->stored) != chunk->crc) return OX_BAD_CHECKSUM;
        rom_decoder_begin(&load->decoder, chunk->codec, load->stored, chunk->stored, load->unpacked,
                          chunk->size);
    }
    uint32_t before = load->copied;
    if (chunk->codec == ROM_CODEC_STORED) {
        uint32_t left = chunk->size - before, some = left < quota ? left : quota;
        memcpy(load->unpacked + before, load->stored + before, some);
        load->copied += some;
    } else {
        if (rom_decoder_step(&load->decoder, quota, NULL) != ROM_OK) return OX_BAD_DATA;
        load->copied = rom_decoder_done(&load->decoder) ? chunk->size : load->copied;
    }
    *done = quota;
    m->files->costs.bytes_decoded += chunk->codec == ROM_CODEC_STORED ? 0 : quota;
    if (load->copied < chunk->size) return OX_OK;
    ox_status status = finish_load(m, r, m->types[r->kind - 1], load->unpacked, chunk->size);
    return ox_failed(status) ? status : OX_EMPTY;
}

/* Ends the load under way. */
static void conclude(ox_manager *m, ox_status outcome) {
    m->load.record->done = true;
    m->load.record->outcome = (int8_t)outcome;
    m->load.record = NULL;
}

ox_status ox_load_step(ox_manager *m, record *r, uint32_t quota, uint32_t *done) {
    *done = 0;
    if (!r->done && m->load.record == NULL) {
        ox_status status = begin_load(m, r);
        if (ox_failed(status)) conclude(m, status);
    }
    if (!r->done) { /* or another record's load, which has the scratch memory */
        ox_status status = go_on(m, quota, done);
        if (status != OX_OK) conclude(m, status == OX_EMPTY ? OX_OK : status);
    }
    if (!r->done) return OX_OK;
    return r->outcome == OX_OK ? OX_EMPTY : (ox_status)r->outcome;
}

void ox_load_forget(ox_manager *m, record *r) {
    if (m->load.record == r) m->load.record = NULL;
}

/* ---- objects inside of payloads ---- */

static const ox_object_init *init_of(const ox_object_init *inits, uint32_t type) {
    while (inits->type != 0 && inits->type != type) inits++;
    return inits->type == 0 ? NULL : inits;
}

ox_status ox_resource_init_objects(void *payload, uint32_t size, const uint8_t *table, uint32_t pairs,
                                   const ox_object_init *inits, void *context, uint32_t *fault) {
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t offset = rom_u32(table + i * 8), type = rom_u32(table + i * 8 + 4);
        const ox_object_init *init = init_of(inits, type);
        *fault = i;
        if (init == NULL || offset % 4 != 0 || offset > size || init->size > size - offset)
            return OX_BAD_DATA;
    }
    *fault = pairs;
    for (uint32_t i = 0; i < pairs; i++) {
        init_of(inits, rom_u32(table + i * 8 + 4))
            ->init(context, (uint8_t *)payload + rom_u32(table + i * 8));
    }
    return OX_OK;
}

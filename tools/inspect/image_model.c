/* Reads a whole image once. */
#include "tools/inspect/image_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/codec.h"
#include "tools/image/assemble.h"
#include "tools/image/chunk.h"
#include "tools/import/base/intern.h"
#include "tools/inspect/dump.h"
#include "tools/inspect/layout.h"

typedef struct finder {
    image_model *m;
    uint32_t from;
    const uint8_t *data;
    bool failed;
} finder;

/* The first entry with an id; the directory is sorted by it. */
static uint32_t entry_of(const image_model *m, uint32_t id) {
    uint32_t low = 0, high = m->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->entries[middle].chunk.id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < m->count && m->entries[low].chunk.id == id ? low : UINT32_MAX;
}

static bool add_link(finder *f, uint32_t to, const char *field, bool packed) {
    image_model *m = f->m;
    void *array = m->links;
    bool room = import_grow(&array, &m->link_capacity, (size_t)m->link_count + 1, sizeof *m->links);
    m->links = array;
    f->failed = !room;
    if (!room) return false;
    image_link *link = &m->links[m->link_count++];
    link->from = f->from;
    link->to = to;
    link->packed = packed;
    snprintf(link->field, sizeof link->field, "%s", field);
    return true;
}

/* Adds a link for every id that names a chunk. Names and lists of dependencies tell about chunks and do not use them,
 * so they make no links. */
static bool find_links(void *context, const layout_line *line) {
    finder *f = context;
    image_model *m = f->m;
    uint32_t type = m->entries[f->from].chunk.type;
    for (uint32_t i = 0; line->kind == LAYOUT_ID && i < line->count; i++) {
        uint32_t id = rom_u32(f->data + line->offset + (size_t)i * 4),
                 to = id == 0 ? UINT32_MAX : entry_of(m, id);
        if (to == UINT32_MAX) continue;
        for (; to < m->count && m->entries[to].chunk.id == id; to++) {
            if (to != f->from && m->entries[to].chunk.variant == 0 &&
                !add_link(f, to, line->path, type == ROM_TAG_PACKAGE))
                return false;
        }
    }
    return true;
}

static bool look_into(image_model *m, uint32_t i) {
    image_entry *e = &m->entries[i];
    rom_chunk chunk = e->chunk;
    uint8_t *owned;
    finder f = {m, i, NULL, false};
    e->first_out = m->link_count;
    if (chunk.codec == ROM_CODEC_DELETED) return true;
    e->status = chunk_unpack(&chunk, &owned, &e->fault);
    f.data = chunk.data;
    bool looks = e->status == ROM_OK && chunk.type != ROM_TAG_NAMES && chunk.type != ROM_TAG_DEPENDENCIES;
    if (looks) {
        layout_walk((e->chunk.flags & ROM_ENTRY_SECTIONED) != 0 ? ROM_TAG_SECTIONS : chunk.type, chunk.data,
                    chunk.size, find_links, &f);
    }
    free(owned);
    e->out_count = m->link_count - e->first_out;
    return !f.failed;
}

/* Sorts links by target, keeping their order: counts them, then places them. */
static bool index_targets(image_model *m) {
    m->by_target = malloc(((size_t)m->link_count + 1) * sizeof *m->by_target);
    if (m->by_target == NULL) return false;
    for (uint32_t i = 0; i < m->link_count; i++) m->entries[m->links[i].to].in_count++;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        m->entries[i].first_in = sum;
        sum += m->entries[i].in_count;
        m->entries[i].in_count = 0;
    }
    for (uint32_t i = 0; i < m->link_count; i++) {
        image_entry *to = &m->entries[m->links[i].to];
        m->by_target[to->first_in + to->in_count++] = i;
    }
    return true;
}

bool image_model_make(const rom_image *image, const char *file, image_model *m, tool_error *error) {
    *m = (image_model){.image = image, .count = image->count};
    m->entries = calloc((size_t)image->count + 1, sizeof *m->entries);
    bool ok = m->entries != NULL;
    for (uint32_t i = 0; ok && i < m->count; i++) {
        image_entry *e = &m->entries[i];
        if (!rom_entry(image, i, &e->chunk)) continue;
        chunk_name(image, &e->chunk, e->name, sizeof e->name);
        chunk_type_name(e->chunk.type, e->type);
        e->shared = (e->chunk.flags & ROM_ENTRY_SHARED) != 0;
    }
    for (uint32_t i = 0; ok && i < m->count; i++) ok = look_into(m, i);
    ok = ok && index_targets(m);
    if (ok) return true;
    image_model_free(m);
    return import_error_memory(error, file);
}

void image_model_free(image_model *m) {
    free(m->entries);
    free(m->links);
    free(m->by_target);
    memset(m, 0, sizeof *m);
}

uint32_t image_model_at(const image_model *m, uint32_t offset) {
    for (uint32_t i = 0; i < m->count; i++) {
        const rom_chunk *c = &m->entries[i].chunk;
        if (c->codec != ROM_CODEC_DELETED && offset >= c->offset && offset - c->offset < c->stored) return i;
    }
    return UINT32_MAX;
}

/* ---- changed images ---- */

static void put_u32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

void image_seal(uint8_t *data, size_t size) {
    if (size < ROM_HEADER_SIZE) return;
    uint32_t directory = rom_u32(data + ROM_AT_DIRECTORY), count = rom_u32(data + ROM_AT_COUNT),
             whole = rom_u32(data + ROM_AT_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at = directory + (uint64_t)i * ROM_ENTRY_SIZE;
        if (at + ROM_ENTRY_SIZE > size) break;
        uint8_t *entry = data + at;
        uint64_t offset = rom_u32(entry + ROM_ENTRY_OFFSET), stored = rom_u32(entry + ROM_ENTRY_STORED);
        if (entry[ROM_ENTRY_CODEC] == ROM_CODEC_DELETED || offset + stored > size) continue;
        put_u32(entry + ROM_ENTRY_CRC, rom_crc32(0, data + offset, (size_t)stored));
    }
    if (whole <= size && whole > ROM_HEADER_SIZE)
        put_u32(data + ROM_AT_CONTENT_CRC, rom_crc32(0, data + ROM_HEADER_SIZE, whole - ROM_HEADER_SIZE));
    put_u32(data + ROM_AT_HEADER_CRC, rom_crc32(0, data, ROM_AT_HEADER_CRC));
}

static bool add_chunk(assembly *a, const rom_image *image, uint32_t i, rom_chunk chunk, const uint8_t *data,
                      size_t size) {
    if (chunk.codec == ROM_CODEC_DELETED) return assemble_delete(a, chunk.id, chunk.type, chunk.variant);
    writer *out = assemble_add_id(a, chunk.id, chunk.type, (uint32_t)size);
    if (out == NULL || out->failed) return false;
    memcpy(out->data, data, size);
    assemble_class(a, chunk.flags & ROM_ENTRY_CLASS);
    assemble_life(a, (uint32_t)(chunk.flags & ROM_ENTRY_LIFETIME) >> ROM_ENTRY_LIFETIME_SHIFT);
    assemble_variant(a, chunk.variant);
    assemble_place(a, dump_place(image, i));
    if ((chunk.flags & ROM_ENTRY_SECTIONED) != 0) assemble_sectioned(a);
    if (chunk.codec != ROM_CODEC_STORED && a->compress == COMPRESS_OFF) a->compress = COMPRESS_ON;
    if (chunk.codec == ROM_CODEC_LZ_BIOS) a->compress = COMPRESS_BIOS;
    return true;
}

bool image_replace(const rom_image *image, uint32_t index, const uint8_t *data, size_t size, const char *file,
                   writer *out, tool_error *error) {
    const bool overlay = (image->flags & (ROM_FLAG_OVERLAY | ROM_FLAG_ADD_ON)) != 0;
    assembly a = {.cart = image->cart,
                  .cart_version = image->cart_version,
                  .flags = image->flags & ~(uint32_t)ROM_FLAG_NAMES,
                  .base_cart = overlay ? rom_u32(image->base + ROM_AT_BASE) : 0,
                  .base_version = overlay ? rom_u32(image->base + ROM_AT_BASE_VERSION) : 0};
    rom_chunk chunk;
    bool ok = true;
    memset(out, 0, sizeof *out);
    if (size < 4) return import_error_file(error, file, "%zu bytes; a chunk has at least 4", size);
    for (uint32_t i = 0; ok && rom_entry(image, i, &chunk); i++) {
        rom_error fault;
        rom_chunk whole = chunk;
        uint8_t *owned = NULL;
        rom_status status = chunk.codec == ROM_CODEC_DELETED ? ROM_OK : chunk_unpack(&whole, &owned, &fault);
        if (status != ROM_OK && status != ROM_UNKNOWN_TYPE && i != index) {
            ok = chunk_wrong(error, file, &chunk, &fault);
        } else {
            ok = add_chunk(&a, image, i, chunk, i == index ? data : whole.data,
                           i == index ? size : whole.size) ||
                 import_error_memory(error, file);
        }
        free(owned);
    }
    ok = ok && assemble_finish(&a, file, out, error);
    assemble_free(&a);
    return ok;
}

/* Builds ROM images out of chunks. */
#include "tools/image/assemble.h"

#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/codec.h"
#include "rom/types.h"
#include "tools/encode/compress.h"
#include "tools/image/package_run.h"
#include "tools/record_writer.h"

static writer *add_chunk(assembly *a, const char *name, uint32_t id, uint32_t type, uint32_t header) {
    if (a->count == a->room) {
        uint32_t room = a->room == 0 ? 16 : a->room * 2;
        assemble_chunk *grown = realloc(a->chunks, room * sizeof *grown);
        if (grown == NULL) return NULL;
        a->chunks = grown;
        a->room = room;
    }
    char *copy = malloc(strlen(name) + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, name, strlen(name) + 1);
    assemble_chunk *chunk = &a->chunks[a->count++];
    *chunk = (assemble_chunk){.name = copy, .id = id, .type = type};
    const rom_type *known = rom_type_of(type);
    writer_zeros(&chunk->bytes, header);
    writer_put_u16(&chunk->bytes, ROM_CHUNK_VERSION,
                   known == NULL ? (uint32_t)ROM_CHUNK_VERSION_NOW : known->version);
    writer_put_u16(&chunk->bytes, ROM_CHUNK_HEADER, header);
    return &chunk->bytes;
}

writer *assemble_add(assembly *a, const char *name, uint32_t type, uint32_t header) {
    return add_chunk(a, name, rom_id(name), type, header);
}

writer *assemble_add_id(assembly *a, uint32_t id, uint32_t type, uint32_t header) {
    return add_chunk(a, "", id, type, header);
}

void assemble_class(assembly *a, uint32_t memory) {
    if (a->count > 0) a->chunks[a->count - 1].memory = memory;
}

void assemble_life(assembly *a, uint32_t life) {
    if (a->count > 0) a->chunks[a->count - 1].life = life & 3u;
}

void assemble_variant(assembly *a, uint32_t variant) {
    if (a->count > 0) a->chunks[a->count - 1].variant = variant & 0xFFFFu;
}

void assemble_sectioned(assembly *a) {
    if (a->count > 0) a->chunks[a->count - 1].sectioned = true;
}

void assemble_place(assembly *a, uint32_t place) {
    if (a->count > 0) a->chunks[a->count - 1].place = place;
}

void assemble_source(assembly *a, const char *file, unsigned long line) {
    if (a->count == 0 || file[0] == 0) return;
    assemble_chunk *chunk = &a->chunks[a->count - 1];
    free(chunk->source);
    chunk->source = malloc(strlen(file) + 1); /* without memory the source stays unknown */
    if (chunk->source != NULL) strcpy(chunk->source, file);
    chunk->line = (uint32_t)line;
}

bool assemble_delete(assembly *a, uint32_t id, uint32_t type, uint32_t variant) {
    writer *out = add_chunk(a, "", id, type, 0);
    if (out == NULL) return false;
    out->size = 0;
    writer_zeros(out, 4);
    a->chunks[a->count - 1].variant = variant;
    a->chunks[a->count - 1].deleted = true;
    return !out->failed;
}

void assemble_free(assembly *a) {
    for (uint32_t i = 0; i < a->count; i++) {
        free(a->chunks[i].name);
        free(a->chunks[i].source);
        writer_free(&a->chunks[i].bytes);
        writer_free(&a->chunks[i].packed);
    }
    free(a->chunks);
    memset(a, 0, sizeof *a);
}

static int by_key(const void *a, const void *b) {
    const assemble_chunk *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    if (x->type != y->type) return x->type < y->type ? -1 : 1;
    return (x->variant > y->variant) - (x->variant < y->variant);
}

/* Whether two names fold to the same name. */
static bool same_name(const char *a, const char *b) {
    for (;; a++, b++) {
        char x = *a >= 'A' && *a <= 'Z' ? (char)(*a + 32) : *a == '\\' ? '/' : *a;
        char y = *b >= 'A' && *b <= 'Z' ? (char)(*b + 32) : *b == '\\' ? '/' : *b;
        if (x != y) return false;
        if (x == 0) return true;
    }
}

static bool sort_chunks(assembly *a, const char *file, tool_error *error) {
    if (a->count > 0) qsort(a->chunks, a->count, sizeof *a->chunks, by_key);
    for (uint32_t i = 0; i < a->count; i++) {
        const assemble_chunk *chunk = &a->chunks[i];
        if (chunk->id == 0)
            return import_error_file(error, file, "the name `%s` has the id 0; change it", chunk->name);
        if (i == 0 || chunk->id != chunk[-1].id) continue;
        if (by_key(chunk, chunk - 1) == 0 || !same_name(chunk->name, chunk[-1].name)) {
            return import_error_file(error, file, "`%s` and `%s` have the same id %08x; rename one",
                                     chunk[-1].name, chunk->name, chunk->id);
        }
    }
    return true;
}

static bool is_first_of_id(const assembly *a, uint32_t i) {
    return i == 0 || a->chunks[i].id != a->chunks[i - 1].id;
}

/* Writes a text at the end of a chunk. */
static rom_text_place put_text(writer *out, const char *text) {
    const rom_text_place place = {(uint32_t)out->size, (uint32_t)strlen(text)};
    writer_bytes(out, text, place.bytes);
    return place;
}

/* Adds the DBUG chunk: the names of all chunks so far, each once, sorted by id, and the chunks' sources. */
static bool add_names(assembly *a) {
    uint32_t chunks = a->count, row = 0, source = 0;
    rom_names_record head = {.count = 0};
    for (uint32_t i = 0; i < chunks; i++) {
        head.count += is_first_of_id(a, i);
        head.source_count += is_first_of_id(a, i) && a->chunks[i].source != NULL;
    }
    writer *out =
        assemble_add(a, "names", ROM_TAG_NAMES, head.source_count == 0 ? ROM_NAMES_BASE : ROM_NAMES_SIZE);
    if (out == NULL) return false;
    head.at = (uint32_t)out->size;
    writer_zeros(out, (size_t)head.count * ROM_NAME_SIZE);
    head.sources_at = head.source_count == 0 ? 0 : (uint32_t)out->size;
    writer_zeros(out, (size_t)head.source_count * ROM_SOURCE_SIZE);
    for (uint32_t i = 0; i < chunks; i++) {
        const assemble_chunk *c = &a->chunks[i];
        if (!is_first_of_id(a, i)) continue;
        const rom_name_record r = {c->id, put_text(out, c->name)};
        record_put_name(out, head.at + (size_t)row++ * ROM_NAME_SIZE, &r);
        if (c->source == NULL) continue;
        uint32_t start = (uint32_t)out->size;
        if (a->host != NULL) {
            (void)put_text(out, a->host);
            (void)put_text(out, "/");
        }
        (void)put_text(out, c->source);
        const rom_source_record s = {c->id, c->line, {start, (uint32_t)out->size - start}};
        record_put_source(out, head.sources_at + (size_t)source++ * ROM_SOURCE_SIZE, &s);
    }
    writer_align(out, 4);
    writer_put_u32(out, ROM_NAMES_COUNT, head.count);
    writer_put_u32(out, ROM_NAMES_AT, head.at);
    if (head.source_count == 0) return true;
    writer_put_u32(out, ROM_NAMES_SOURCE_COUNT, head.source_count);
    writer_put_u32(out, ROM_NAMES_SOURCES_AT, head.sources_at);
    return true;
}

/* An earlier place with the same stored bytes, or i itself. */
static uint32_t same_bytes(const assembly *a, const uint32_t *order, uint32_t i) {
    const writer *own = &a->chunks[order[i]].bytes;
    for (uint32_t k = 0; k < i; k++) {
        const writer *other = &a->chunks[order[k]].bytes;
        if (other->size == own->size && a->chunks[order[k]].codec == a->chunks[order[i]].codec &&
            memcmp(other->data, own->data, own->size) == 0)
            return k;
    }
    return i;
}

typedef struct place {
    uint32_t offset, index;
} place;

static int by_place(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static const writer *stored_bytes(const assemble_chunk *chunk) {
    return chunk->codec == ROM_CODEC_STORED ? &chunk->bytes : &chunk->packed;
}

static void pack_all(assembly *a) {
    for (uint32_t i = 0; i < a->count; i++) {
        assemble_chunk *chunk = &a->chunks[i];
        const rom_type *type = rom_type_of(chunk->type);
        bool plain =
            (type != NULL && type->codecs == 1) || chunk->sectioned || chunk->deleted || chunk->run != 0;
        if (chunk->settled && !plain) continue;
        chunk->codec = ROM_CODEC_STORED;
        writer_free(&chunk->packed);
        if (a->compress != COMPRESS_OFF && !plain)
            chunk->codec = compress_best(a->compress, chunk->bytes.data, chunk->bytes.size, &chunk->packed);
    }
}

static void put_entry(const assembly *a, uint32_t i, bool shared, uint32_t offset, writer *image) {
    const assemble_chunk *chunk = &a->chunks[i];
    const writer *stored = stored_bytes(chunk);
    const bool stays = chunk->codec == ROM_CODEC_STORED && chunk->memory == ROM_CLASS_ANY &&
                       !chunk->sectioned && !chunk->deleted;
    const uint32_t in_place = stays ? ROM_ENTRY_IN_PLACE : 0u,
                   sectioned = chunk->sectioned ? ROM_ENTRY_SECTIONED : 0u;
    size_t entry = ROM_HEADER_SIZE + (size_t)i * ROM_ENTRY_SIZE;
    writer_put_u32(image, entry + ROM_ENTRY_ID, chunk->id);
    writer_put_u32(image, entry + ROM_ENTRY_TYPE, chunk->type);
    writer_put_u16(image, entry + ROM_ENTRY_VARIANT, chunk->variant);
    writer_put_u8(image, entry + ROM_ENTRY_CODEC,
                  chunk->deleted ? (uint32_t)ROM_CODEC_DELETED : chunk->codec);
    writer_put_u8(image, entry + ROM_ENTRY_FLAGS,
                  chunk->memory | chunk->life << ROM_ENTRY_LIFETIME_SHIFT | in_place | sectioned |
                      (shared ? ROM_ENTRY_SHARED : 0u));
    writer_put_u32(image, entry + ROM_ENTRY_OFFSET, offset);
    writer_put_u32(image, entry + ROM_ENTRY_STORED, (uint32_t)stored->size);
    writer_put_u32(image, entry + ROM_ENTRY_FULL, (uint32_t)chunk->bytes.size);
    if (image->failed) return;
    writer_put_u32(image, entry + ROM_ENTRY_CRC, rom_crc32(0, image->data + offset, stored->size));
}

/* Frees the bytes of a chunk once they stand in the image; only their size is still asked for. So a large image
 * is in memory once. */
static void release_chunk(assemble_chunk *chunk) {
    free(chunk->bytes.data);
    free(chunk->packed.data);
    chunk->bytes.data = chunk->packed.data = NULL;
    chunk->bytes.capacity = chunk->packed.capacity = 0;
}

/* The rank of a chunk in the image: budget and info in front, so that the head of the image tells what it asks
 * for; then chunks that packages put side by side, or in blocks, by their places; then all others in the order
 * of the directory. */
static uint64_t rank_of(const assemble_chunk *chunk) {
    if (chunk->type == ROM_TAG_BUDGET) return 0;
    if (chunk->type == ROM_TAG_INFO) return 1;
    if (chunk->run != 0) return ((uint64_t)chunk->run_place << 32) + chunk->run_index + 2;
    return chunk->place == 0 ? UINT64_MAX : ((uint64_t)chunk->place << 32) + 2;
}

static void sort_places(const assembly *a, uint32_t *order) {
    for (uint32_t i = 0; i < a->count; i++) {
        uint64_t rank = rank_of(&a->chunks[i]);
        uint32_t k = i;
        for (; k > 0 && rank_of(&a->chunks[order[k - 1]]) > rank; k--) order[k] = order[k - 1];
        order[k] = i;
    }
}

/* Finds where each chunk lies, in the order of places, each set of equal bytes once; owners[k] is the place that
 * has place k's bytes. */
static void lay_out(const assembly *a, const uint32_t *order, size_t start, uint32_t *owners,
                    uint32_t *offsets) {
    const size_t alignment = a->alignment > ASSEMBLE_ALIGNMENT ? a->alignment : ASSEMBLE_ALIGNMENT;
    size_t at = start, run_start = 0;
    for (uint32_t k = 0; k < a->count; k++) {
        const assemble_chunk *c = &a->chunks[order[k]];
        owners[k] = c->run != 0 ? k : same_bytes(a, order, k);
        if (owners[k] < k) {
            offsets[order[k]] = offsets[order[owners[k]]];
            continue;
        }
        at = (at + alignment - 1) & ~(alignment - 1);
        if (c->run != 0 && (k == 0 || a->chunks[order[k - 1]].run != c->run)) run_start = at;
        if (c->run != 0) at = package_place(run_start, at, stored_bytes(c)->size, c->block_bytes);
        offsets[order[k]] = (uint32_t)at;
        at += stored_bytes(c)->size;
    }
}

/* Writes into packages where their chunks lie. */
static bool settle_packages(assembly *a, const uint32_t *offsets) {
    uint32_t *stored = calloc((size_t)a->count + 1, sizeof *stored);
    if (stored == NULL) return false;
    for (uint32_t k = 0; k < a->count; k++) stored[k] = (uint32_t)stored_bytes(&a->chunks[k])->size;
    for (uint32_t k = 0; k < a->count; k++) package_settle(a, &a->chunks[k], offsets, stored);
    free(stored);
    return true;
}

static void put_chunks(assembly *a, const uint32_t *order, place *places, writer *image) {
    uint32_t *offsets = calloc((size_t)a->count + 1, sizeof *offsets),
             *owners = calloc((size_t)a->count + 1, sizeof *owners);
    image->failed = image->failed || offsets == NULL || owners == NULL;
    if (!image->failed) lay_out(a, order, image->size, owners, offsets);
    image->failed = image->failed || !settle_packages(a, offsets);
    for (uint32_t k = 0; !image->failed && k < a->count; k++) {
        assemble_chunk *c = &a->chunks[order[k]];
        const writer *stored = stored_bytes(c);
        places[order[k]] = (place){offsets[order[k]], order[k]};
        if (owners[k] == k) {
            if (image->size < offsets[order[k]]) writer_zeros(image, offsets[order[k]] - image->size);
            writer_bytes(image, stored->data, stored->size);
        }
        if (c->type == ROM_TAG_BUDGET && c->id == rom_id("budget")) {
            writer_put_u32(image, ROM_AT_BUDGET, offsets[order[k]]);
            writer_put_u32(image, ROM_AT_BUDGET_SIZE, (uint32_t)c->bytes.size);
        }
        if (c->type == ROM_TAG_INFO && c->id == rom_id("info"))
            writer_put_u32(image, ROM_AT_INFO, offsets[order[k]]);
        release_chunk(c);
    }
    free(offsets);
    free(owners);
    if (image->failed) return;
    writer_align(image, 4);
    size_t table = ROM_HEADER_SIZE + (size_t)a->count * ROM_ENTRY_SIZE;
    qsort(places, a->count, sizeof *places, by_place);
    for (uint32_t k = 0; k < a->count; k++) {
        bool shared = k > 0 && places[k].offset == places[k - 1].offset;
        writer_put_u32(image, table + (size_t)k * 4, places[k].index);
        put_entry(a, places[k].index, shared, places[k].offset, image);
    }
}

static bool has_names(const assembly *a) {
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->chunks[i].type == ROM_TAG_NAMES) return true;
    }
    return false;
}

static void put_header(const assembly *a, writer *image) {
    writer_put_u32(image, ROM_AT_MAGIC, ROM_MAGIC);
    writer_put_u8(image, ROM_AT_MAJOR, ROM_VERSION_MAJOR);
    writer_put_u8(image, ROM_AT_MINOR, ROM_VERSION_MINOR);
    writer_put_u16(image, ROM_AT_HEADER, ROM_HEADER_SIZE);
    writer_put_u32(image, ROM_AT_SIZE, (uint32_t)image->size);
    writer_put_u32(image, ROM_AT_FLAGS, a->flags | (has_names(a) ? ROM_FLAG_NAMES : 0u));
    writer_put_u32(image, ROM_AT_BASE, a->base_cart);
    writer_put_u32(image, ROM_AT_BASE_VERSION, a->base_version);
    writer_put_u32(image, ROM_AT_CART, a->cart);
    writer_put_u32(image, ROM_AT_CART_VERSION, a->cart_version);
    writer_put_u32(image, ROM_AT_DIRECTORY, ROM_HEADER_SIZE);
    writer_put_u32(image, ROM_AT_COUNT, a->count);
    writer_put_u32(image, ROM_AT_ALIGNMENT, ASSEMBLE_ALIGNMENT);
    if (image->failed) return;
    uint32_t crc = rom_crc32(0, image->data + ROM_HEADER_SIZE, image->size - ROM_HEADER_SIZE);
    writer_put_u32(image, ROM_AT_CONTENT_CRC, crc);
    writer_put_u32(image, ROM_AT_HEADER_CRC, rom_crc32(0, image->data, ROM_AT_HEADER_CRC));
}

static bool image_fits(const assembly *a) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->chunks[i].bytes.failed) return false;
        total += a->chunks[i].bytes.size + ASSEMBLE_ALIGNMENT + ROM_ENTRY_SIZE + 4;
    }
    return total < 0x7FFFFFFFu;
}

bool assemble_finish(assembly *a, const char *file, writer *image, tool_error *error) {
    rom_image opened;
    rom_error fault;
    memset(image, 0, sizeof *image);
    for (uint32_t i = 0; a->release && i < a->count; i++) {
        if (a->chunks[i].sectioned) assemble_strip_debug(&a->chunks[i].bytes);
    }
    if (!sort_chunks(a, file, error)) return false;
    if (a->names && !add_names(a)) return import_error_memory(error, file);
    if (a->names && !sort_chunks(a, file, error)) return false;
    if (!package_runs(a, file, error)) return false;
    place *places = malloc(((size_t)a->count + 1) * sizeof *places);
    uint32_t *order = malloc(((size_t)a->count + 1) * sizeof *order);
    if (places == NULL || order == NULL || !image_fits(a)) {
        free(places);
        free(order);
        return import_error_file(error, file, "the chunks take more memory than there is; use less assets");
    }
    pack_all(a);
    writer_zeros(image, ROM_HEADER_SIZE + (size_t)a->count * (ROM_ENTRY_SIZE + 4));
    sort_places(a, order);
    put_chunks(a, order, places, image);
    put_header(a, image);
    free(places);
    free(order);
    if (image->failed) {
        writer_free(image);
        return import_error_memory(error, file);
    }
    if (rom_open(image->data, image->size, &opened, &fault) != ROM_OK ||
        rom_check_image(&opened, &fault) != ROM_OK) {
        writer_free(image);
        return a->own ? import_error_internal(error, file, "the packed image is faulty (%s)", fault.text)
                      : import_error_file(error, file, "the image would be faulty: %s", fault.text);
    }
    return true;
}

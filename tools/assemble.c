/* Builds ROM images out of chunks. */
#include "tools/assemble.h"

#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/codec.h"
#include "tools/compress.h"

static writer *add(assembly *a, const char *name, uint32_t id, uint32_t type, uint32_t header) {
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
    writer_zeros(&chunk->bytes, header);
    writer_put_u16(&chunk->bytes, ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(&chunk->bytes, ROM_CHUNK_HEADER, header);
    return &chunk->bytes;
}

writer *assemble_add(assembly *a, const char *name, uint32_t type, uint32_t header) {
    return add(a, name, rom_id(name), type, header);
}

writer *assemble_add_id(assembly *a, uint32_t id, uint32_t type, uint32_t header) { return add(a, "", id, type, header); }

void assemble_class(assembly *a, uint32_t memory) {
    if (a->count > 0) a->chunks[a->count - 1].memory = memory;
}

void assemble_free(assembly *a) {
    for (uint32_t i = 0; i < a->count; i++) {
        free(a->chunks[i].name);
        writer_free(&a->chunks[i].bytes);
        writer_free(&a->chunks[i].packed);
    }
    free(a->chunks);
    memset(a, 0, sizeof *a);
}

static int by_id_and_type(const void *a, const void *b) {
    const assemble_chunk *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return (x->type > y->type) - (x->type < y->type);
}

static bool sort_chunks(assembly *a, const char *file, tool_error *error) {
    if (a->count > 0) qsort(a->chunks, a->count, sizeof *a->chunks, by_id_and_type);
    for (uint32_t i = 0; i < a->count; i++) {
        const assemble_chunk *chunk = &a->chunks[i];
        if (chunk->id == 0)
            return import_error_file(error, file, "the name `%s` has the id 0; change it", chunk->name);
        if (i > 0 && chunk->id == chunk[-1].id) {
            return import_error_file(error, file, "`%s` and `%s` have the same id %08x; rename one",
                                     chunk[-1].name, chunk->name, chunk->id);
        }
    }
    return true;
}

/* DBUG: the names of all chunks so far, sorted by id. */
static bool add_names(assembly *a) {
    uint32_t count = a->count;
    writer *out = assemble_add(a, "names", ROM_TAG_NAMES, ROM_NAMES_SIZE);
    if (out == NULL) return false;
    size_t records = out->size;
    writer_put_u32(out, ROM_NAMES_COUNT, count);
    writer_put_u32(out, ROM_NAMES_AT, (uint32_t)records);
    writer_zeros(out, (size_t)count * ROM_NAME_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        size_t record = records + (size_t)i * ROM_NAME_SIZE, length = strlen(a->chunks[i].name);
        writer_put_u32(out, record + ROM_NAME_ID, a->chunks[i].id);
        writer_put_u32(out, record + ROM_NAME_TEXT, (uint32_t)out->size);
        writer_put_u32(out, record + ROM_NAME_LENGTH, (uint32_t)length);
        writer_bytes(out, a->chunks[i].name, length);
    }
    writer_align(out, 4);
    return true;
}

/* An earlier chunk with the same bytes, or i itself. */
static uint32_t same_bytes(const assembly *a, uint32_t i) {
    const writer *own = &a->chunks[i].bytes;
    for (uint32_t k = 0; k < i; k++) {
        const writer *other = &a->chunks[k].bytes;
        if (other->size == own->size && memcmp(other->data, own->data, own->size) == 0) return k;
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

/* The reader wants these plainly. */
static bool must_be_plain(uint32_t type) {
    return type == ROM_TAG_INFO || type == ROM_TAG_BUDGET || type == ROM_TAG_NAMES;
}

static void pack_all(assembly *a) {
    for (uint32_t i = 0; i < a->count; i++) {
        assemble_chunk *chunk = &a->chunks[i];
        chunk->codec = ROM_CODEC_STORED;
        if (a->compress && !must_be_plain(chunk->type)) {
            chunk->codec = compress_best(chunk->bytes.data, chunk->bytes.size, &chunk->packed);
        }
    }
}

static void put_entry(const assembly *a, uint32_t i, bool shared, uint32_t offset, writer *image) {
    const assemble_chunk *chunk = &a->chunks[i];
    const writer *stored = stored_bytes(chunk);
    const bool stays = chunk->codec == ROM_CODEC_STORED && chunk->memory == ROM_CLASS_ANY;
    const uint32_t in_place = stays ? ROM_ENTRY_IN_PLACE : 0u;
    size_t entry = ROM_HEADER_SIZE + (size_t)i * ROM_ENTRY_SIZE;
    writer_put_u32(image, entry + ROM_ENTRY_ID, chunk->id);
    writer_put_u32(image, entry + ROM_ENTRY_TYPE, chunk->type);
    writer_put_u8(image, entry + ROM_ENTRY_CODEC, chunk->codec);
    writer_put_u8(image, entry + ROM_ENTRY_FLAGS, chunk->memory | in_place | (shared ? ROM_ENTRY_SHARED : 0u));
    writer_put_u32(image, entry + ROM_ENTRY_OFFSET, offset);
    writer_put_u32(image, entry + ROM_ENTRY_STORED, (uint32_t)stored->size);
    writer_put_u32(image, entry + ROM_ENTRY_FULL, (uint32_t)chunk->bytes.size);
    writer_put_u32(image, entry + ROM_ENTRY_CRC, rom_crc32(0, stored->data, stored->size));
}

/* Chunks in the order of the directory, each set of equal bytes once. */
static void put_chunks(const assembly *a, place *places, writer *image) {
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t owner = same_bytes(a, i);
        places[i].index = i;
        places[i].offset =
            owner < i ? places[owner].offset : (uint32_t)writer_align(image, ASSEMBLE_ALIGNMENT);
        const writer *stored = stored_bytes(&a->chunks[i]);
        if (owner == i) writer_bytes(image, stored->data, stored->size);
        put_entry(a, i, owner < i, places[i].offset, image);
        if (a->chunks[i].id == rom_id("budget")) {
            writer_put_u32(image, ROM_AT_BUDGET, places[i].offset);
            writer_put_u32(image, ROM_AT_BUDGET_SIZE, (uint32_t)a->chunks[i].bytes.size);
        }
        if (a->chunks[i].id == rom_id("info")) writer_put_u32(image, ROM_AT_INFO, places[i].offset);
    }
    writer_align(image, 4);
    size_t table = ROM_HEADER_SIZE + (size_t)a->count * ROM_ENTRY_SIZE;
    qsort(places, a->count, sizeof *places, by_place);
    for (uint32_t i = 0; i < a->count; i++) writer_put_u32(image, table + (size_t)i * 4, places[i].index);
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
    writer_put_u32(image, ROM_AT_FLAGS, has_names(a) ? ROM_FLAG_NAMES : 0u);
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

static bool fits(const assembly *a) {
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
    if (!sort_chunks(a, file, error)) return false;
    if (a->names && !add_names(a)) return import_error_memory(error, file);
    if (a->names && !sort_chunks(a, file, error)) return false;
    place *places = malloc(((size_t)a->count + 1) * sizeof *places);
    if (places == NULL || !fits(a)) {
        free(places);
        return import_error_file(error, file, "the chunks take more memory than there is; use less assets");
    }
    pack_all(a);
    writer_zeros(image, ROM_HEADER_SIZE + (size_t)a->count * (ROM_ENTRY_SIZE + 4));
    put_chunks(a, places, image);
    put_header(a, image);
    free(places);
    if (image->failed) {
        writer_free(image);
        return import_error_memory(error, file);
    }
    if (rom_open(image->data, image->size, &opened, &fault) != ROM_OK ||
        rom_check_image(&opened, &fault) != ROM_OK) {
        writer_free(image);
        return import_error_file(error, file, "the packed image is faulty (%s); this is a mistake in oxcart",
                                 fault.text);
    }
    return true;
}

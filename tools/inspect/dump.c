/* The dump of an image and reading it back: two visitors of one walk over the fields. */
#include "tools/inspect/dump.h"

#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/codec.h"
#include "tools/base/scan.h"
#include "tools/image/assemble.h"
#include "tools/image/chunk.h"
#include "tools/inspect/field_lines.h"
#include "tools/inspect/layout.h"

enum { RAW_ROW = 32, NAME_ROOM = 160 };

/* ---- to text ---- */

typedef struct dumper {
    const uint8_t *data;
    size_t size;
    uint8_t *told; /* bytes that a line has told */
    FILE *out;
    bool failed;
} dumper;

static void mark(dumper *d, uint64_t from, uint64_t count) {
    if (from < d->size) memset(d->told + from, 1, (size_t)(count < d->size - from ? count : d->size - from));
}

static bool print_line(void *context, const layout_line *line) {
    dumper *d = context;
    size_t room = layout_room(line, d->data, d->size);
    char *text = malloc(room);
    d->failed = text == NULL;
    if (d->failed) return false;
    layout_print(line, d->data, d->size, text, room);
    fprintf(d->out, "  %s: %s\n", line->path, text);
    free(text);
    mark(d, line->offset, (uint64_t)layout_bytes(line->kind) * line->count);
    if (line->kind == LAYOUT_TEXT)
        mark(d, (uint64_t)line->base + rom_u32(d->data + line->offset), rom_u32(d->data + line->offset + 4));
    return true;
}

/* Prints the bytes that no field covers, unless they are 0. */
static void print_rest(const dumper *d) {
    for (size_t at = 0; at < d->size;) {
        if (d->told[at] || d->data[at] == 0) {
            at++;
            continue;
        }
        fprintf(d->out, "  raw@%zu: ", at);
        size_t end = at + RAW_ROW < d->size ? at + RAW_ROW : d->size;
        while (at < end && !d->told[at]) fprintf(d->out, "%02x", d->data[at++]);
        fprintf(d->out, "\n");
    }
}

/* Prints the fields of a chunk's directory entry that are not 0. */
static void print_entry(const rom_chunk *chunk, uint32_t place, FILE *out) {
    uint32_t life = (uint32_t)(chunk->flags & ROM_ENTRY_LIFETIME) >> ROM_ENTRY_LIFETIME_SHIFT;
    if ((chunk->flags & ROM_ENTRY_CLASS) != 0) fprintf(out, "memory=%d ", chunk->flags & ROM_ENTRY_CLASS);
    if (life != 0) fprintf(out, "life=%u ", life);
    if (chunk->variant != 0) fprintf(out, "variant=%u ", chunk->variant);
    if ((chunk->flags & ROM_ENTRY_SECTIONED) != 0) fprintf(out, "sectioned=1 ");
    if (place != 0) fprintf(out, "place=%u ", place);
}

/* The place of a chunk where the order is unusual. The usual order is budget, info, then the others as in the
 * directory. */
uint32_t dump_place(const rom_image *image, uint32_t index) {
    const uint8_t *table = image->base + image->directory + (size_t)image->count * ROM_ENTRY_SIZE;
    uint32_t last = 0, own = 0;
    bool usual = true;
    rom_chunk chunk;
    for (uint32_t k = 0; k < image->count; k++) {
        uint32_t entry = rom_u32(table + (size_t)k * 4);
        bool front =
            rom_entry(image, entry, &chunk) && (chunk.type == ROM_TAG_BUDGET || chunk.type == ROM_TAG_INFO);
        if (entry == index && !front) own = k + 1;
        if (chunk.type == ROM_TAG_PACKAGE && chunk.codec == ROM_CODEC_STORED &&
            chunk.stored >= ROM_PACKAGE_SIZE)
            usual = usual && rom_u32(chunk.data + ROM_PACKAGE_BLOCK_BYTES) == 0;
        if (front || (chunk.flags & ROM_ENTRY_SHARED) != 0) continue;
        usual = usual && entry >= last;
        last = entry;
    }
    return usual ? 0 : own;
}

static bool dump_chunk(const rom_image *image, rom_chunk chunk, uint32_t place, const char *file, FILE *out,
                       tool_error *error) {
    rom_error fault;
    uint8_t *owned;
    char name[NAME_ROOM], type[10];
    rom_status status = chunk_unpack(&chunk, &owned, &fault);
    if (status != ROM_OK && status != ROM_UNKNOWN_TYPE && chunk.codec != ROM_CODEC_DELETED) {
        free(owned);
        return chunk_wrong(error, file, &chunk, &fault);
    }
    dumper d = {chunk.data, chunk.size, calloc((size_t)chunk.size + 1, 1), out, false};
    if (d.told != NULL) {
        chunk_type_write(chunk.type, type);
        chunk_name(image, &chunk, name, sizeof name);
        fprintf(out, "chunk %08x %s bytes=%u codec=%u ", chunk.id, type, chunk.size, chunk.codec);
        print_entry(&chunk, place, out);
        fprintf(out, "name=%s\n", name);
        bool sectioned = (chunk.flags & ROM_ENTRY_SECTIONED) != 0;
        if (chunk.codec != ROM_CODEC_DELETED)
            layout_walk(sectioned ? ROM_TAG_SECTIONS : chunk.type, d.data, d.size, print_line, &d);
        print_rest(&d);
    }
    bool ok = d.told != NULL && !d.failed;
    free(d.told);
    free(owned);
    return ok || import_error_memory(error, file);
}

bool dump_image(const rom_image *image, const char *file, const char *word, FILE *out, tool_error *error) {
    rom_chunk chunk;
    uint32_t count = 0;
    const uint32_t flags = image->flags & ~(uint32_t)ROM_FLAG_NAMES;
    if (word == NULL)
        fprintf(out, "image cart=%08x version=%u chunks=%u", image->cart, image->cart_version, image->count);
    if (word == NULL && flags != 0) {
        fprintf(out, " flags=%u base=%08x base_version=%u", flags, rom_u32(image->base + ROM_AT_BASE),
                rom_u32(image->base + ROM_AT_BASE_VERSION));
    }
    if (word == NULL) fprintf(out, "\n");
    for (uint32_t i = 0; rom_entry(image, i, &chunk); i++) {
        if (word != NULL && !chunk_is_meant(&chunk, word)) continue;
        if (!dump_chunk(image, chunk, word == NULL ? dump_place(image, i) : 0, file, out, error))
            return false;
        count++;
    }
    if (count > 0 || word == NULL) return true;
    return import_error_file(error, file, "no chunk `%s`; a name, an id or a type is wanted, see oxcart ls",
                             word);
}

/* ---- from text ---- */

typedef struct builder {
    field_reader text;
    assembly chunks;
    writer *chunk;
    uint32_t wanted; /* the only type that is accepted; 0: any type */
    bool ok;
} builder;

static bool wrong_word(builder *b, const char *sentence) {
    b->ok = false;
    return field_reader_wrong(&b->text, sentence);
}

/* Takes the line of a field: it must be the one that the walk has come to. */
static bool read_line(void *context, const layout_line *line) {
    builder *b = context;
    size_t length = strlen(line->path);
    if (!field_reader_line(&b->text)) return wrong_word(b, "the text ends inside of a chunk");
    if (strncmp(b->text.words, "  ", 2) != 0 || strncmp(b->text.words + 2, line->path, length) != 0 ||
        strncmp(b->text.words + 2 + length, ": ", 2) != 0) {
        b->ok = false;
        return import_error_line(b->text.error, b->text.name, b->text.line, "the field `%s` is wanted here",
                                 line->path);
    }
    if (layout_parse(line, b->text.words + length + 4, b->chunk->data, b->chunk->size)) return true;
    b->ok = false;
    return import_error_line(b->text.error, b->text.name, b->text.line,
                             "`%s` cannot be read; write it as the dump does", line->path);
}

/* Reads lines raw@OFFSET: bytes, up to the next chunk. */
static bool read_rest(builder *b) {
    while (b->text.at < b->text.end && b->text.at[0] == ' ') {
        uint32_t offset;
        if (!field_reader_line(&b->text)) return wrong_word(b, "there is not enough memory for the line");
        const char *bytes = b->text.words;
        if (!scan_front(&bytes, "  raw@%u: ", &offset)) {
            return wrong_word(b, "a line `raw@OFFSET: bytes` or the next chunk is wanted");
        }
        size_t digits = strlen(bytes);
        layout_line line = {"raw", LAYOUT_BYTES, offset, (uint32_t)(digits / 2), 0};
        if (digits % 2 != 0 || offset + digits / 2 > b->chunk->size ||
            !layout_parse(&line, bytes, b->chunk->data, b->chunk->size)) {
            return wrong_word(b, "bytes in hexadecimal that lie inside of the chunk are wanted");
        }
    }
    return true;
}

/* The first line of a chunk. */
typedef struct chunk_head {
    uint32_t id, tag, bytes, codec, memory, life, variant, sectioned, place;
} chunk_head;

/* Reads the first line of a chunk. Fields that are 0 may be missing. The name at the end is skipped, since the id
 * says the same. */
static bool read_head(const char *at, chunk_head *h) {
    char type[10] = "";
    memset(h, 0, sizeof *h);
    if (!scan_front(&at, "chunk %x ", &h->id)) return false;
    size_t length = strcspn(at, " ");
    if (length >= sizeof type) return false;
    memcpy(type, at, length);
    at += length;
    if (!chunk_type_read(type, &h->tag) || !scan_front(&at, " bytes=%u codec=%u", &h->bytes, &h->codec))
        return false;
    (void)scan_front(&at, " memory=%u", &h->memory);
    (void)scan_front(&at, " life=%u", &h->life);
    (void)scan_front(&at, " variant=%u", &h->variant);
    (void)scan_front(&at, " sectioned=%u", &h->sectioned);
    (void)scan_front(&at, " place=%u", &h->place);
    return (*at == 0 || strncmp(at, " name=", 6) == 0) && h->bytes >= 4 && h->bytes <= 1u << 30 &&
           h->memory <= ROM_ENTRY_CLASS && h->life <= 3 && h->variant <= 65535 && h->sectioned <= 1 &&
           (h->codec <= ROM_CODEC_LZ_BIOS || h->codec == ROM_CODEC_DELETED);
}

static bool begin_chunk(builder *b, const chunk_head *h) {
    b->chunk = assemble_add_id(&b->chunks, h->id, h->tag, h->bytes);
    assemble_class(&b->chunks, h->memory);
    assemble_life(&b->chunks, h->life);
    assemble_variant(&b->chunks, h->variant);
    assemble_place(&b->chunks, h->place);
    if (h->sectioned != 0) assemble_sectioned(&b->chunks);
    return b->chunk != NULL && !b->chunk->failed;
}

static bool read_chunk(builder *b) {
    chunk_head head;
    if (!field_reader_line(&b->text)) return wrong_word(b, "there is not enough memory for the line");
    if (!read_head(b->text.words, &head))
        return wrong_word(b, "`chunk ID TYPE bytes=N codec=N [memory=N] [life=N] [variant=N] [sectioned=1] "
                             "[place=N] name=NAME` is wanted");
    if (head.codec == ROM_CODEC_DELETED && b->wanted == 0) {
        if (assemble_delete(&b->chunks, head.id, head.tag, head.variant)) return true;
        return wrong_word(b, "there is not enough memory for the chunk");
    }
    if (b->wanted != 0 && (head.tag != b->wanted || head.sectioned != 0))
        return wrong_word(b,
                          "this is the dump of a chunk of another type, or in sections; dump one of the kind "
                          "that it is for");
    if (head.codec != ROM_CODEC_STORED && b->chunks.compress == COMPRESS_OFF)
        b->chunks.compress = COMPRESS_ON;
    if (head.codec == ROM_CODEC_LZ_BIOS) b->chunks.compress = COMPRESS_BIOS;
    if (!begin_chunk(b, &head)) return wrong_word(b, "there is not enough memory for the chunk");
    memset(b->chunk->data, 0, head.bytes);
    layout_walk(head.sectioned != 0 ? ROM_TAG_SECTIONS : head.tag, b->chunk->data, head.bytes, read_line, b);
    if (!b->ok || !read_rest(b)) return false;
    assemble_chunk *chunk = &b->chunks.chunks[b->chunks.count - 1];
    chunk->codec = compress_as(head.codec, chunk->bytes.data, chunk->bytes.size, &chunk->packed);
    chunk->settled = true;
    return true;
}

/* Reads the first line of a whole image. The number of chunks is counted as they follow. */
static bool read_image_head(builder *b) {
    uint32_t count;
    const char *at = b->text.words;
    if (!scan_front(&at, "image cart=%x version=%u", &b->chunks.cart, &b->chunks.cart_version)) return false;
    (void)scan_front(&at, " chunks=%u", &count);
    (void)scan_front(&at, " flags=%u base=%x base_version=%u", &b->chunks.flags, &b->chunks.base_cart,
                     &b->chunks.base_version);
    b->chunks.flags &= ~(uint32_t)ROM_FLAG_NAMES;
    return *at == 0;
}

bool dump_assemble(const char *name, const char *text, size_t length, writer *image, tool_error *error) {
    builder b = {.text = {.name = name, .at = text, .end = text + length, .error = error}, .ok = true};
    memset(image, 0, sizeof *image);
    if (!field_reader_line(&b.text) || !read_image_head(&b))
        wrong_word(&b, "this is no dump of a whole image; its first line is `image cart=... version=...`");
    while (b.ok && b.text.at < b.text.end) b.ok = read_chunk(&b);
    field_reader_free(&b.text);
    bool ok = b.ok && assemble_finish(&b.chunks, name, image, error);
    if (b.ok && !ok && error != NULL && error->line == 0 &&
        !error->internal) { /* a mistake of the whole image */
        const tool_error all = *error;
        import_error_line(error, name, 1, "%s", all.text + all.sentence);
    }
    assemble_free(&b.chunks);
    return ok;
}

/* Checks bytes as a chunk with the console's reader; errors name the line of the chunk's end. */
static bool check_chunk(builder *b, uint32_t tag, const char *name) {
    rom_error fault;
    if (rom_check_chunk(tag, b->chunk->data, b->chunk->size, &fault) == ROM_OK) return true;
    return import_error_line(b->text.error, name, b->text.line, "no sound chunk: at byte %u of it: %s",
                             (unsigned)fault.offset, fault.text);
}

bool dump_read_chunk(const char *name, const char *text, size_t length, uint32_t tag, writer *bytes,
                     tool_error *error) {
    builder b = {
        .text = {.name = name, .at = text, .end = text + length, .error = error}, .wanted = tag, .ok = true};
    memset(bytes, 0, sizeof *bytes);
    if (length == 0)
        return import_error_line(error, name, 1,
                                 "the file is empty; `chunk ID TYPE bytes=N codec=N` is wanted");
    bool ok = read_chunk(&b);
    if (ok && b.text.at < b.text.end)
        ok = import_error_line(error, name, b.text.line + 1,
                               "one chunk is wanted, and here another one begins");
    ok = ok && check_chunk(&b, tag, name);
    if (ok) {
        *bytes = *b.chunk;
        memset(b.chunk, 0, sizeof *b.chunk);
    }
    field_reader_free(&b.text);
    assemble_free(&b.chunks);
    return ok;
}

/* The hexadecimal view. */
#include "tools/inspect/hex.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/inspect/layout.h"

enum { ROW = 16 };

typedef struct note {
    uint32_t at, length;
    char text[180];
} note;

typedef struct notes {
    note *list;
    size_t count, capacity;
    const uint8_t *data; /* data of the chunk */
    size_t size;
    uint32_t base;     /* the chunk's offset */
    uint32_t from, to; /* only offsets between these are wanted */
    const char *name;
    bool failed;
} notes;

static bool add_note(notes *n, uint32_t at, uint32_t length, const char *name, const char *path,
                     const char *value) {
    if (at >= n->to || at + length <= n->from) return true;
    void *array = n->list;
    n->failed = !import_grow(&array, &n->capacity, n->count + 1, sizeof *n->list);
    n->list = array;
    if (n->failed) return false;
    note *own = &n->list[n->count++];
    own->at = at;
    own->length = length;
    snprintf(own->text, sizeof own->text, "%.60s%s%.40s%s%.40s", name, path[0] == 0 ? "" : " ", path,
             value[0] == 0 ? "" : " = ", value);
    return true;
}

typedef struct fixed_field {
    const char *name;
    uint32_t at, bytes;
} fixed_field;

static const fixed_field header_fields[] = {{"magic", ROM_AT_MAGIC, 4},
                                            {"major", ROM_AT_MAJOR, 1},
                                            {"minor", ROM_AT_MINOR, 1},
                                            {"header", ROM_AT_HEADER, 2},
                                            {"size", ROM_AT_SIZE, 4},
                                            {"flags", ROM_AT_FLAGS, 4},
                                            {"cart", ROM_AT_CART, 4},
                                            {"cart_version", ROM_AT_CART_VERSION, 4},
                                            {"directory", ROM_AT_DIRECTORY, 4},
                                            {"count", ROM_AT_COUNT, 4},
                                            {"budget", ROM_AT_BUDGET, 4},
                                            {"budget_size", ROM_AT_BUDGET_SIZE, 4},
                                            {"info", ROM_AT_INFO, 4},
                                            {"base", ROM_AT_BASE, 4},
                                            {"base_version", ROM_AT_BASE_VERSION, 4},
                                            {"alignment", ROM_AT_ALIGNMENT, 4},
                                            {"content_crc", ROM_AT_CONTENT_CRC, 4},
                                            {"header_crc", ROM_AT_HEADER_CRC, 4}};
static const fixed_field entry_fields[] = {
    {"id", ROM_ENTRY_ID, 4},         {"type", ROM_ENTRY_TYPE, 4},   {"variant", ROM_ENTRY_VARIANT, 2},
    {"codec", ROM_ENTRY_CODEC, 1},   {"flags", ROM_ENTRY_FLAGS, 1}, {"offset", ROM_ENTRY_OFFSET, 4},
    {"stored", ROM_ENTRY_STORED, 4}, {"full", ROM_ENTRY_FULL, 4},   {"crc", ROM_ENTRY_CRC, 4}};

static uint32_t number_at(const uint8_t *at, uint32_t bytes) {
    return bytes == 4 ? rom_u32(at) : bytes == 2 ? rom_u16(at) : at[0];
}

static bool add_fixed(notes *n, const uint8_t *data, uint32_t at, const char *name, const fixed_field *fields,
                      size_t count) {
    char value[24];
    for (size_t i = 0; i < count; i++) {
        uint32_t own = number_at(data + at + fields[i].at, fields[i].bytes);
        snprintf(value, sizeof value, fields[i].bytes == 4 ? "0x%08x" : "%u", own);
        if (!add_note(n, at + fields[i].at, fields[i].bytes, name, fields[i].name, value)) return false;
    }
    return true;
}

static bool add_line(void *context, const layout_line *line) {
    notes *n = context;
    uint32_t bytes = layout_bytes(line->kind) * line->count;
    size_t room = layout_room(line, n->data, n->size);
    if (n->base + line->offset >= n->to || n->base + line->offset + bytes <= n->from) return true;
    char *text = malloc(room);
    n->failed = text == NULL;
    if (n->failed) return false;
    layout_print(line, n->data, n->size, text, room);
    bool ok = add_note(n, n->base + line->offset, bytes, n->name, line->path,
                       line->kind == LAYOUT_BYTES ? "" : text);
    free(text);
    return ok;
}

static int by_place(const void *a, const void *b) {
    const note *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? -1 : 1;
    return (x->length > y->length) - (x->length < y->length);
}

static void put_row(const uint8_t *data, uint32_t at, uint32_t count, const char *text, FILE *out) {
    fprintf(out, "%08x ", at);
    for (uint32_t i = 0; i < ROW; i++) {
        if (i < count) {
            fprintf(out, " %02x", data[at + i]);
        } else {
            fprintf(out, "   ");
        }
    }
    fprintf(out, "  ");
    for (uint32_t i = 0; i < count; i++)
        fputc(data[at + i] >= 32 && data[at + i] < 127 ? data[at + i] : '.', out);
    if (text[0] != 0) fprintf(out, "%*s  %s", (int)(ROW - count), "", text);
    fprintf(out, "\n");
}

/* Prints the rows of one stretch of bytes; the text stands in the first row. */
static void put_rows(const uint8_t *data, uint32_t from, uint32_t to, const char *text, FILE *out) {
    for (uint32_t at = from; at < to; at += ROW)
        put_row(data, at, to - at < ROW ? to - at : ROW, at == from ? text : "", out);
}

static bool gather_notes(notes *n, const image_model *m) {
    const rom_image *image = m->image;
    char name[32];
    add_fixed(n, image->base, 0, "header", header_fields, sizeof header_fields / sizeof header_fields[0]);
    for (uint32_t i = 0; i < m->count && !n->failed; i++) {
        snprintf(name, sizeof name, "directory[%u]", i);
        add_fixed(n, image->base, image->directory + i * ROM_ENTRY_SIZE, name, entry_fields,
                  sizeof entry_fields / sizeof entry_fields[0]);
        snprintf(name, sizeof name, "layout[%u]", i);
        add_note(n, image->directory + m->count * ROM_ENTRY_SIZE + i * 4, 4, name, "", "");
    }
    for (uint32_t i = 0; i < m->count && !n->failed; i++) {
        const image_entry *e = &m->entries[i];
        n->name = e->name;
        n->data = e->chunk.data;
        n->size = e->chunk.stored;
        n->base = e->chunk.offset;
        if (e->chunk.codec == ROM_CODEC_DELETED || n->base >= n->to || n->base + n->size <= n->from) continue;
        if (e->chunk.codec != ROM_CODEC_STORED) {
            add_note(n, n->base, e->chunk.stored, e->name, "packed", "");
        } else {
            bool sectioned = (e->chunk.flags & ROM_ENTRY_SECTIONED) != 0;
            layout_walk(sectioned ? ROM_TAG_SECTIONS : e->chunk.type, n->data, n->size, add_line, n);
        }
    }
    return !n->failed;
}

/* Names bytes that are in no field. */
static void name_gap(const image_model *m, uint32_t at, char text[180]) {
    uint32_t entry = image_model_at(m, at);
    snprintf(text, 180, "%s", entry == UINT32_MAX ? "(padding)" : m->entries[entry].name);
}

bool hex_print(const image_model *m, uint32_t at, uint32_t count, FILE *out) {
    const uint8_t *data = m->image->base;
    uint32_t end = m->image->size;
    char gap[180];
    if (at > end) at = end;
    if (count < end - at) end = at + count;
    notes n = {.from = at, .to = end};
    bool ok = gather_notes(&n, m);
    if (ok && n.count > 0) qsort(n.list, n.count, sizeof *n.list, by_place);
    for (size_t i = 0; ok && i < n.count; i++) {
        const note *own = &n.list[i];
        uint32_t from = own->at, to = own->at + own->length;
        if (to <= at) continue;
        if (from < at) from = at;
        if (to > end) to = end;
        name_gap(m, at, gap);
        put_rows(data, at, from, gap, out);
        put_rows(data, from, to, own->text, out);
        at = to;
    }
    if (ok) {
        name_gap(m, at, gap);
        put_rows(data, at, end, gap, out);
    }
    free(n.list);
    return ok;
}

void hex_print_header(const uint8_t *data, size_t size, FILE *out) {
    for (size_t i = 0; i < sizeof header_fields / sizeof header_fields[0]; i++) {
        const fixed_field *f = &header_fields[i];
        char text[80];
        if (f->at + f->bytes > size) return;
        snprintf(text, sizeof text, "header %s = %s%0*x", f->name, f->bytes == 4 ? "0x" : "",
                 f->bytes == 4 ? 8 : 1, number_at(data + f->at, f->bytes));
        put_row(data, f->at, f->bytes, text, out);
    }
}

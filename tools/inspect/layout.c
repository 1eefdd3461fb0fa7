/* The fields of the chunk types, and the walk over them. */
#include "tools/inspect/layout.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/image/chunk.h"

typedef struct field {
    const char *name; /* NULL ends a list */
    layout_kind kind;
    uint16_t at, count;
} field;

typedef enum rows_from {
    ROWS_U8, /* `rows` is the offset of the number of rows */
    ROWS_U16,
    ROWS_U32,
    ROWS_FIXED /* `rows` is the number of rows */
} rows_from;

typedef struct array {
    const char *name; /* NULL ends a list */
    uint16_t offset_at;
    rows_from from;
    uint16_t rows, stride;
    layout_kind kind; /* kind of rows of `count` plain numbers */
    uint16_t count;
    const field *fields; /* fields of rows that are records, else NULL */
} array;

typedef struct layout {
    uint32_t type;
    uint32_t header; /* bytes that every chunk of the type has */
    const field *fields;
    const array *arrays;
} layout;

#include "tools/base/scan.h"
#include "tools/inspect/record_fields.inc"

static const field head_fields[] = {{"chunk_version", LAYOUT_U16, ROM_CHUNK_VERSION, 1},
                                    {"chunk_header", LAYOUT_U16, ROM_CHUNK_HEADER, 1},
                                    {NULL, LAYOUT_U8, 0, 0}};

enum { BYTES_TO_A_LINE = 64 };

static const layout *find_layout(uint32_t type) {
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        if (layouts[i].type == type) return &layouts[i];
    }
    return NULL;
}

bool layout_known(uint32_t type) { return find_layout(type) != NULL; }

uint32_t layout_bytes(layout_kind kind) {
    switch (kind) {
    case LAYOUT_U8:
    case LAYOUT_I8:
    case LAYOUT_BYTES:
        return 1;
    case LAYOUT_U16:
    case LAYOUT_I16:
        return 2;
    case LAYOUT_TEXT:
        return 8;
    default:
        return 4;
    }
}

/* ---- the walk ---- */

typedef struct walk {
    const uint8_t *data;
    size_t size;
    layout_visitor *visit;
    void *context;
    const char *prefix; /* prefix of paths: "", or `section[2].GEOM.` */
    uint32_t base;      /* offset of a section in its chunk; data and size are the section's */
} walk;

static bool tell_line(const walk *w, const char *path, layout_kind kind, uint64_t offset, uint32_t count) {
    char full[192];
    snprintf(full, sizeof full, "%s%s", w->prefix, path);
    layout_line line = {full, kind, w->base + (uint32_t)offset, count, w->base};
    return w->visit(w->context, &line);
}

static bool visit_fields(const walk *w, const field *fields, const char *prefix, uint64_t base,
                         uint64_t end) {
    char path[128];
    for (const field *f = fields; f->name != NULL; f++) {
        uint64_t offset = base + f->at;
        if (offset + (uint64_t)layout_bytes(f->kind) * f->count > end) continue;
        snprintf(path, sizeof path, "%s%s%s", prefix, prefix[0] != 0 ? "." : "", f->name);
        if (!tell_line(w, path, f->kind, offset, f->count)) return false;
    }
    return true;
}

/* Visits rows of bytes from an offset on. */
static bool visit_bytes(const walk *w, const char *name, uint32_t at, uint32_t rows, uint32_t row) {
    char path[64];
    for (uint32_t y = 0; y < rows; y++) {
        uint64_t offset = at + (uint64_t)y * row;
        if (row == 0 || offset + row > w->size) return true;
        snprintf(path, sizeof path, "%s[%u]", name, y);
        if (!tell_line(w, path, LAYOUT_BYTES, offset, row)) return false;
    }
    return true;
}

static bool visit_picture(const walk *w) {
    static const uint8_t pixel_bytes[] = {1, 2, 2, 4};
    uint32_t format = w->data[ROM_IMAGE_FORMAT], at = rom_u32(w->data + ROM_IMAGE_PIXELS);
    uint32_t width = rom_u16(w->data + ROM_IMAGE_WIDTH), height = rom_u16(w->data + ROM_IMAGE_HEIGHT);
    uint32_t pixel = format < 4 ? pixel_bytes[format] : 0u;
    bool ok = at == 0 || visit_bytes(w, "row", at, height, width * pixel);
    if (at == 0 || (w->data[ROM_IMAGE_FLAGS] & ROM_IMAGE_LEVELS) == 0) return ok;
    for (uint32_t i = 1; ok && (width > 1 || height > 1); i++) {
        char name[24];
        snprintf(name, sizeof name, "level%u_row", i);
        at += width * height * pixel;
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
        ok = visit_bytes(w, name, at, height, width * pixel);
    }
    return ok;
}

/* Visits a long array of single bytes, several bytes a line. */
static bool visit_long(const walk *w, const array *a, uint32_t at, uint32_t bytes) {
    uint32_t lines = bytes / BYTES_TO_A_LINE;
    char path[64];
    if (at > w->size || bytes > w->size - at) return true;
    if (!visit_bytes(w, a->name, at, lines, BYTES_TO_A_LINE)) return false;
    if (bytes % BYTES_TO_A_LINE == 0) return true;
    snprintf(path, sizeof path, "%s[%u]", a->name, lines);
    return tell_line(w, path, LAYOUT_BYTES, at + lines * BYTES_TO_A_LINE, bytes % BYTES_TO_A_LINE);
}

static uint32_t count_rows(const walk *w, const array *a) {
    switch (a->from) {
    case ROWS_U8:
        return w->data[a->rows];
    case ROWS_U16:
        return rom_u16(w->data + a->rows);
    case ROWS_U32:
        return rom_u32(w->data + a->rows);
    default:
        return a->rows;
    }
}

static bool visit_array(const walk *w, const array *a) {
    uint32_t at = rom_u32(w->data + a->offset_at), rows = count_rows(w, a);
    char path[64];
    if (at == 0) return true;
    if (a->fields == NULL && a->kind == LAYOUT_U8 && a->count == 1) return visit_long(w, a, at, rows);
    for (uint32_t i = 0; i < rows; i++) {
        uint64_t base = at + (uint64_t)i * a->stride;
        if (base + a->stride > w->size) return true;
        snprintf(path, sizeof path, "%s[%u]", a->name, i);
        if (a->fields == NULL) {
            bool many = a->kind == LAYOUT_U8 && a->count > 8;
            if (!tell_line(w, path, many ? LAYOUT_BYTES : a->kind, base, a->count)) return false;
        } else if (!visit_fields(w, a->fields, path, base, w->size)) {
            return false;
        }
    }
    return true;
}

/* Visits a chunk. Its header ends where the chunk says, so that later fields are left out of older chunks. */
static bool visit_chunk(const walk *w, uint32_t type, const layout *l) {
    if (!visit_fields(w, head_fields, "", 0, w->size)) return false;
    size_t header = w->size < 4 ? w->size : rom_u16(w->data + ROM_CHUNK_HEADER);
    if (header < l->header) header = l->header;
    if (header > w->size) header = w->size;
    if (!visit_fields(w, l->fields, "", 0, header)) return false;
    if (w->size < l->header) return true; /* the chunk is cut: its arrays cannot be found */
    if (type == ROM_TAG_IMAGE && !visit_picture(w)) return false;
    for (const array *a = l->arrays; a->name != NULL; a++) {
        if (a->offset_at + 4u <= header && !visit_array(w, a)) return false;
    }
    return true;
}

/* Visits the sections of a level. They lie one behind the other, so that no byte is visited twice. */
static bool visit_sections(const walk *w) {
    uint32_t at = rom_u32(w->data + ROM_LEVEL_SECTIONS_AT),
             count = rom_u32(w->data + ROM_LEVEL_SECTION_COUNT);
    uint64_t end = 0;
    for (uint32_t i = 0; i < count && at != 0 && at + (uint64_t)(i + 1) * ROM_LEVEL_SECTION_SIZE <= w->size;
         i++) {
        const uint8_t *row = w->data + at + (size_t)i * ROM_LEVEL_SECTION_SIZE;
        uint32_t type = rom_u32(row), offset = rom_u32(row + ROM_LEVEL_SECTION_OFFSET),
                 bytes = rom_u32(row + ROM_LEVEL_SECTION_BYTES);
        const layout *l = type == ROM_TAG_LEVEL ? NULL : find_layout(type);
        char prefix[64], name[10];
        if (offset < end || offset > w->size || bytes > w->size - offset || bytes < 4) return true;
        end = (uint64_t)offset + bytes;
        if (l == NULL) continue;
        chunk_type_write(type, name);
        snprintf(prefix, sizeof prefix, "section[%u].%s.", i, name);
        const walk inner = {w->data + offset, bytes, w->visit, w->context, prefix, offset};
        if (!visit_chunk(&inner, type, l)) return false;
    }
    return true;
}

bool layout_walk(uint32_t type, const uint8_t *data, size_t size, layout_visitor *visit, void *context) {
    const layout *l = find_layout(type);
    const walk w = {data, size, visit, context, "", 0};
    if (l == NULL) return false;
    return visit_chunk(&w, type, l) && (type != ROM_TAG_LEVEL || size < l->header || visit_sections(&w));
}

/* ---- text ---- */

static bool text_inside(const uint8_t *at, size_t size, uint32_t base) {
    uint64_t offset = (uint64_t)rom_u32(at) + base, bytes = rom_u32(at + 4);
    return offset <= size && bytes <= size - offset;
}

size_t layout_room(const layout_line *line, const uint8_t *data, size_t size) {
    if (line->kind == LAYOUT_BYTES) return (size_t)line->count * 2 + 1;
    if (line->kind != LAYOUT_TEXT) return (size_t)line->count * 24 + 1;
    return text_inside(data + line->offset, size, line->base)
               ? 64 + (size_t)rom_u32(data + line->offset + 4) * 4
               : 64;
}

/* Prints an fx exactly: 65536 divides 10^16. */
static int print_fx(char *text, size_t room, int32_t value) {
    uint32_t magnitude = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
    uint64_t fraction = (uint64_t)(magnitude & 0xFFFFu) * 152587890625u; /* units of 10^-16 */
    char digits[20];
    int length = snprintf(digits, sizeof digits, "%016" PRIu64, fraction);
    while (length > 1 && digits[length - 1] == '0') length--;
    return snprintf(text, room, "%s%u.%.*s", value < 0 ? "-" : "", magnitude >> 16, length, digits);
}

static void print_text(const uint8_t *field_at, uint32_t base, const uint8_t *data, size_t size, char *text,
                       size_t room) {
    uint32_t offset = rom_u32(field_at), bytes = rom_u32(field_at + 4);
    size_t used = (size_t)snprintf(text, room, "@%u+%u", offset, bytes);
    if (!text_inside(field_at, size, base) || bytes == 0 || used + 4 > room) return;
    text[used++] = ' ';
    text[used++] = '"';
    for (uint32_t i = 0; i < bytes && used + 6 < room; i++) {
        uint8_t c = data[base + offset + i];
        if (c < 32 || c == '"' || c == '\\' || c == 127) {
            used += (size_t)snprintf(text + used, room - used, "\\x%02x", c);
        } else {
            text[used++] = (char)c;
        }
    }
    text[used++] = '"';
    text[used] = 0;
}

static int print_tag(char *text, size_t room, uint32_t tag) {
    char name[10];
    chunk_type_write(tag, name);
    return snprintf(text, room, "%s", name);
}

static int print_number(layout_kind kind, const uint8_t *at, char *text, size_t room) {
    switch (kind) {
    case LAYOUT_U8:
        return snprintf(text, room, "%u", at[0]);
    case LAYOUT_U16:
        return snprintf(text, room, "%u", rom_u16(at));
    case LAYOUT_U32:
        return snprintf(text, room, "%u", rom_u32(at));
    case LAYOUT_I8:
        return snprintf(text, room, "%d", rom_i8(at));
    case LAYOUT_I16:
        return snprintf(text, room, "%d", rom_i16(at));
    case LAYOUT_I32:
        return snprintf(text, room, "%ld", (long)rom_i32(at));
    case LAYOUT_FX:
        return print_fx(text, room, rom_i32(at));
    case LAYOUT_COLOUR:
        return snprintf(text, room, "#%08x", rom_u32(at));
    case LAYOUT_ID:
        return snprintf(text, room, "%08x", rom_u32(at));
    case LAYOUT_TAG:
        return print_tag(text, room, rom_u32(at));
    default:
        return 0;
    }
}

void layout_print(const layout_line *line, const uint8_t *data, size_t size, char *text, size_t room) {
    const uint8_t *at = data + line->offset;
    size_t used = 0;
    text[0] = 0;
    if (line->kind == LAYOUT_TEXT) {
        print_text(at, line->base, data, size, text, room);
        return;
    }
    for (uint32_t i = 0; i < line->count; i++, at += layout_bytes(line->kind)) {
        if (line->kind == LAYOUT_BYTES) {
            if (used + 3 > room) return;
            used += (size_t)snprintf(text + used, room - used, "%02x", *at);
            continue;
        }
        if (i > 0 && used + 1 < room) text[used++] = ' ';
        int more = print_number(line->kind, at, text + used, room - used);
        if (more < 0 || (size_t)more >= room - used) return;
        used += (size_t)more;
    }
}

/* ---- from text ---- */

static void put_number(uint8_t *at, uint32_t bytes, uint32_t value) {
    for (uint32_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static bool parse_bytes(const layout_line *line, const char *text, uint8_t *at) {
    for (uint32_t i = 0; i < line->count; i++) {
        int high = scan_hex_digit(text[0]), low = high < 0 ? -1 : scan_hex_digit(text[1]);
        if (low < 0) return false;
        at[i] = (uint8_t)(high * 16 + low);
        text += 2;
    }
    return *text == 0;
}

static bool parse_text(const char *text, uint8_t *field_at, uint32_t base, uint8_t *data, size_t size) {
    uint32_t offset, bytes;
    if (!scan_front(&text, "@%u+%u", &offset, &bytes)) return false;
    put_number(field_at, 4, offset);
    put_number(field_at + 4, 4, bytes);
    if (*text == 0) return true;
    if (text[0] != ' ' || text[1] != '"' || !text_inside(field_at, size, base)) return false;
    data += base;
    text += 2;
    for (unsigned i = 0; i < bytes; i++) {
        if (*text == 0 || *text == '"') return false;
        if (*text == '\\') {
            int high = text[1] == 'x' ? scan_hex_digit(text[2]) : -1,
                low = high < 0 ? -1 : scan_hex_digit(text[3]);
            if (low < 0) return false;
            data[offset + i] = (uint8_t)(high * 16 + low);
            text += 4;
        } else {
            data[offset + i] = (uint8_t)*text++;
        }
    }
    return strcmp(text, "\"") == 0;
}

/* Reads an exact decimal, as print_fx writes it. */
static bool parse_fx(const char **text, uint32_t *value) {
    bool negative = **text == '-';
    uint64_t whole = 0, fraction = 0;
    int digits = 0;
    if (negative) ++*text;
    if (**text < '0' || **text > '9') return false;
    while (**text >= '0' && **text <= '9' && whole < 100000)
        whole = whole * 10 + (uint64_t)(*(*text)++ - '0');
    if (*(*text)++ != '.') return false;
    while (**text >= '0' && **text <= '9' && digits < 16) {
        fraction = fraction * 10 + (uint64_t)(*(*text)++ - '0');
        digits++;
    }
    for (; digits < 16; digits++) fraction *= 10;
    if (fraction % 152587890625u != 0 || whole > 32768) return false;
    uint64_t magnitude = whole << 16 | fraction / 152587890625u;
    if (magnitude > 0x80000000u || (!negative && magnitude > 0x7FFFFFFFu)) return false;
    *value = negative ? 0u - (uint32_t)magnitude : (uint32_t)magnitude;
    return true;
}

static bool parse_tag(const char **text, uint32_t *value) {
    char name[12];
    size_t length = strcspn(*text, " ");
    if (length >= sizeof name) return false;
    memcpy(name, *text, length);
    name[length] = 0;
    *text += length;
    return chunk_type_read(name, value);
}

static bool parse_number(layout_kind kind, const char **text, uint32_t *value) {
    char *end = NULL;
    long long number;
    if (kind == LAYOUT_FX) return parse_fx(text, value);
    if (kind == LAYOUT_TAG) return parse_tag(text, value);
    if (kind == LAYOUT_COLOUR && *(*text)++ != '#') return false;
    number = strtoll(*text, &end, kind == LAYOUT_COLOUR || kind == LAYOUT_ID ? 16 : 10);
    if (end == *text) return false;
    *text = end;
    *value = (uint32_t)number;
    switch (kind) {
    case LAYOUT_U8:
        return number >= 0 && number <= 255;
    case LAYOUT_I8:
        return number >= -128 && number <= 127;
    case LAYOUT_U16:
        return number >= 0 && number <= 65535;
    case LAYOUT_I16:
        return number >= -32768 && number <= 32767;
    case LAYOUT_I32:
        return number >= -2147483647 - 1 && number <= 2147483647;
    default:
        return number >= 0 && number <= 0xFFFFFFFFll;
    }
}

bool layout_parse(const layout_line *line, const char *text, uint8_t *data, size_t size) {
    uint8_t *at = data + line->offset;
    if (line->kind == LAYOUT_BYTES) return parse_bytes(line, text, at);
    if (line->kind == LAYOUT_TEXT) return parse_text(text, at, line->base, data, size);
    for (uint32_t i = 0; i < line->count; i++) {
        uint32_t value;
        if (i > 0 && *text++ != ' ') return false;
        if (!parse_number(line->kind, &text, &value)) return false;
        put_number(at + i * layout_bytes(line->kind), layout_bytes(line->kind), value);
    }
    return *text == 0;
}

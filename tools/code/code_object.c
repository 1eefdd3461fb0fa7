/* Reads the symbols of ELF object files. */
#include "tools/code/code_object.h"

#include <string.h>

/* The few fields of ELF that are read here, by their offsets in files of 64-bit machines (System V ABI, chapter 4). */
enum {
    HEAD = 64,
    HEAD_SECTIONS_AT = 40,
    HEAD_SECTION_SIZE = 58,
    HEAD_SECTION_COUNT = 60,
    HEAD_SECTION_NAMES = 62,
    SECTION = 64,
    SECTION_NAME = 0,
    SECTION_TYPE = 4,
    SECTION_FLAGS = 8,
    SECTION_AT = 24,
    SECTION_SIZE = 32,
    SECTION_LINK = 40,
    SYMBOL = 24,
    SYMBOL_INFO = 4,
    SYMBOL_PLACE = 6,
    TYPE_SYMBOLS = 2,
    FLAG_WRITE = 1,
    KIND_OBJECT = 1,
    PLACE_NONE = 0,
    PLACE_RESERVED = 0xFF00,
    PLACE_COMMON = 0xFFF2
};

typedef struct object {
    const uint8_t *bytes;
    size_t size;
    uint64_t sections;
    uint32_t count, names; /* sections, and which one has their names */
} object;

static uint64_t number(const uint8_t *at, uint32_t width) {
    uint64_t value = 0; /* in the byte order of this machine, as its objects are */
    if (width == 2) {
        uint16_t half;
        memcpy(&half, at, sizeof half);
        return half;
    }
    if (width == 4) {
        uint32_t word;
        memcpy(&word, at, sizeof word);
        return word;
    }
    memcpy(&value, at, sizeof value);
    return value;
}

static const uint8_t *section(const object *o, uint64_t index) {
    return index < o->count ? o->bytes + o->sections + index * SECTION : NULL;
}

/* The bytes of a section; NULL where they do not lie in the file. */
static const uint8_t *bytes_of(const object *o, const uint8_t *s, uint64_t *size) {
    const uint64_t at = number(s + SECTION_AT, 8);
    *size = number(s + SECTION_SIZE, 8);
    return at <= o->size && *size <= o->size - at ? o->bytes + at : NULL;
}

/* A text in a section of texts; "" where it does not end within. */
static const char *text_in(const object *o, uint64_t index, uint64_t at) {
    uint64_t size;
    const uint8_t *s = section(o, index), *texts = s == NULL ? NULL : bytes_of(o, s, &size);
    if (texts == NULL || at >= size || memchr(texts + at, 0, (size_t)(size - at)) == NULL) return "";
    return (const char *)texts + at;
}

/* Constants that hold addresses lie in .data.rel.ro, which can be written while they are moved to their place alone. */
static bool can_change(const object *o, uint64_t place) {
    static const char constant[] = ".data.rel.ro";
    const uint8_t *s = section(o, place);
    if (place == PLACE_COMMON) return true;
    if (s == NULL || (number(s + SECTION_FLAGS, 8) & FLAG_WRITE) == 0) return false;
    return strncmp(text_in(o, o->names, number(s + SECTION_NAME, 4)), constant, sizeof constant - 1) != 0;
}

static bool walk_symbols(const object *o, const uint8_t *table, code_hear_symbol *hear, void *context) {
    uint64_t size;
    const uint8_t *at = bytes_of(o, table, &size);
    for (uint64_t i = 0; at != NULL && i < size / SYMBOL; i++, at += SYMBOL) {
        const char *name = text_in(o, number(table + SECTION_LINK, 4), number(at, 4));
        const uint64_t place = number(at + SYMBOL_PLACE, 2);
        const uint32_t kind = at[SYMBOL_INFO] & 15u, binding = at[SYMBOL_INFO] >> 4;
        if (name[0] == 0) continue;
        if (place == PLACE_NONE) {
            if (!hear(context, CODE_SYMBOL_NEEDED, name)) return false;
        } else if (kind == KIND_OBJECT && can_change(o, place)) {
            if (!hear(context, CODE_SYMBOL_CHANGES, name)) return false;
        } else if (binding != 0 && place < PLACE_RESERVED) {
            if (!hear(context, CODE_SYMBOL_DEFINED, name)) return false;
        }
    }
    return true;
}

bool code_object_symbols(const uint8_t *bytes, size_t size, code_hear_symbol *hear, void *context) {
    static const uint16_t order = 1;
    const uint8_t own[6] = {0x7F, 'E', 'L', 'F', 2, *(const uint8_t *)&order == 1 ? 1 : 2};
    if (size < HEAD || memcmp(bytes, own, sizeof own) != 0) return false;
    object o = {.bytes = bytes,
                .size = size,
                .sections = number(bytes + HEAD_SECTIONS_AT, 8),
                .count = (uint32_t)number(bytes + HEAD_SECTION_COUNT, 2),
                .names = (uint32_t)number(bytes + HEAD_SECTION_NAMES, 2)};
    if (number(bytes + HEAD_SECTION_SIZE, 2) != SECTION || o.sections > size ||
        (uint64_t)o.count * SECTION > size - o.sections)
        return false;
    for (uint32_t i = 0; i < o.count; i++) {
        const uint8_t *s = section(&o, i);
        if (number(s + SECTION_TYPE, 4) == TYPE_SYMBOLS && !walk_symbols(&o, s, hear, context)) break;
    }
    return true;
}

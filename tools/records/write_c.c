/* Writes the C sources: offsets, structs with assertions, and the rules of the reader. */
#include <string.h>

#include "tools/records/records.h"

static const char generated[] = "Generated from rom/records.txt: do not edit.";

static void upper(const char *name, char out[NAME_MAX_BYTES]) {
    size_t i = 0;
    for (; name[i] != 0 && i + 1 < NAME_MAX_BYTES; i++) {
        char c = name[i];
        out[i] = c >= 'a' && c <= 'z' ? (char)(c - 32) : c == '-' ? '_' : c;
    }
    out[i] = 0;
}

/* Writes what a field is, in the words of the table in FORMAT.md. */
static void put_meaning(FILE *out, const field *f) {
    if (f->kind == KIND_AT) {
        fprintf(out, "offset to ");
        if (f->rows[0] != 0) fprintf(out, "%s x ", f->rows);
        if (f->rows[0] == 0) fprintf(out, "%u x ", f->fixed_rows);
        if (f->element_count > 1) fprintf(out, "%u x ", f->element_count);
        fprintf(out, "%s",
                f->element == KIND_RECORD ? f->element_record->name : records_kind_name(f->element));
    } else {
        if (f->count > 1) fprintf(out, "%u x ", f->count);
        fprintf(out, "%s", f->kind == KIND_RECORD ? f->of->name : records_kind_name(f->kind));
    }
    if (f->since != 0) fprintf(out, ", since %u.%u", f->since >> 8, f->since & 255u);
}

/* Writes one constant, with its meaning where the line has room for it. */
static void put_line(FILE *out, const record *r, const field *f, const char *name) {
    long start = ftell(out);
    fprintf(out, "    ROM_%s_%s = %u, /* ", r->symbol, name, f->offset);
    put_meaning(out, f);
    if (f->text[0] != 0 && (size_t)(ftell(out) - start) + strlen(f->text) + 6 <= 110)
        fprintf(out, ": %s", f->text);
    fprintf(out, " */\n");
}

static void put_enum(const record *r, FILE *out) {
    fprintf(out, "\n/* ");
    if (records_is_chunk(r)) fprintf(out, "%s %u.%u", r->tag, r->version >> 8, r->version & 255u);
    if (!records_is_chunk(r)) fprintf(out, "%s", r->name);
    fprintf(out, "%s%s. */\nenum {\n", r->text[0] != 0 ? ": " : "", r->text);
    for (uint32_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        char name[NAME_MAX_BYTES];
        if (f->kind == KIND_PAD) continue;
        upper(f->name, name);
        put_line(out, r, f, name);
    }
    if (r->base != r->size)
        fprintf(out, "    ROM_%s_BASE = %u, /* bytes of the first minor version */\n", r->symbol, r->base);
    fprintf(out, "    ROM_%s_SIZE = %u%s\n", r->symbol, r->size, r->constant_count > 0 ? "," : "");
    for (uint32_t i = 0; i < r->constant_count; i++) {
        const constant *c = &r->constants[i];
        fprintf(out, "    ROM_%s_%s = %u%s", r->symbol, c->name, c->value,
                i + 1 < r->constant_count ? "," : "");
        fprintf(out, c->text[0] != 0 ? " /* %s */\n" : "\n", c->text);
    }
    fprintf(out, "};\n");
}

void records_write_offsets(const records *all, FILE *out) {
    fprintf(out, "/* Where every field of every chunk lies: byte offsets from the start of the chunk or row, "
                 "little-endian.\n *\n");
    fprintf(out, " * %s FORMAT.md says what the fields mean and what\n", generated);
    fprintf(out,
            " * must hold; rom_check_chunk (check.h) holds a chunk to it. Types: u8, u16, u32 unsigned; i8, "
            "i16, i32 two's\n"
            " * complement; fx = i32 Q16.16; angle = u16, 65536 to the turn; id = u32 name hash; text = u32 "
            "offset, u32 bytes.\n"
            " * Every chunk begins with u16 version and u16 header size; a reader skips header bytes it does "
            "not know, and asks\n"
            " * rom_has before it reads a field that came later. Offsets are relative to the chunk. */\n");
    fprintf(out, "#ifndef OXCART_ROM_CHUNKS_H\n#define OXCART_ROM_CHUNKS_H\n\n");
    fprintf(out, "#define ROM_TAG(a, b, c, d) \\\n    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << "
                 "16 | (uint32_t)(d) << 24)\n\n");
    for (uint32_t i = 0; i < all->count; i++) {
        const record *r = &all->list[i];
        if (!records_is_chunk(r)) continue;
        fprintf(out, "#define ROM_TAG_%s ROM_TAG('%c', '%c', '%c', '%c')\n", r->symbol, r->tag[0], r->tag[1],
                r->tag[2], r->tag[3]);
    }
    fprintf(out, "\n/* Every chunk. */\nenum { ROM_CHUNK_VERSION = 0, ROM_CHUNK_HEADER = 2 };\n");
    for (uint32_t i = 0; i < all->count; i++) put_enum(&all->list[i], out);
    fprintf(out, "\n#endif\n");
}

/* ---- structs ---- */

static const char *const c_types[KINDS] = {"uint8_t",  "uint16_t",       "uint32_t", "int8_t",   "int16_t",
                                           "int32_t",  "int32_t",        "uint16_t", "uint32_t", "uint32_t",
                                           "uint32_t", "rom_text_place", "",         "uint8_t",  "uint32_t"};

static void put_struct(const record *r, FILE *out) {
    char name[NAME_MAX_BYTES];
    records_identifier(r->name, name);
    fprintf(out, "\ntypedef struct rom_%s_record {\n", name);
    if (records_is_chunk(r)) fprintf(out, "    uint16_t chunk_version, chunk_header;\n");
    for (uint32_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        char other[NAME_MAX_BYTES] = "";
        if (f->kind == KIND_RECORD) records_identifier(f->of->name, other);
        if (f->kind == KIND_RECORD) {
            fprintf(out, "    rom_%s_record %s", other, f->name);
        } else {
            fprintf(out, "    %s %s", c_types[f->kind], f->name);
        }
        fprintf(out, f->count > 1 || f->kind == KIND_PAD ? "[%u];\n" : ";\n", f->count);
    }
    fprintf(out, "} rom_%s_record;\n", name);
    fprintf(out, "FX_STATIC_ASSERT(sizeof(rom_%s_record) == %u, \"size of %s\");\n", name, r->size, r->name);
    for (uint32_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        if (f->kind == KIND_PAD) continue;
        fprintf(out, "FX_STATIC_ASSERT(offsetof(rom_%s_record, %s) == %u, \"place of %s.%s\");\n", name,
                f->name, f->offset, r->name, f->name);
    }
}

void records_write_structs(const records *all, FILE *out) {
    fprintf(out,
            "/* Every record as a C struct, with its size and the places of its members asserted.\n *\n * "
            "%s\n *\n",
            generated);
    fprintf(out, " * On a little-endian machine a checked record may be looked at through its struct where "
                 "it lies; the accessors of\n"
                 " * rom.h with the offsets of chunks.h do the same on every machine. Tools fill these "
                 "structs and hand them to the\n"
                 " * functions of tools/record_writer.h. Members that end in _at are offsets. */\n");
    fprintf(out, "#ifndef OXCART_ROM_RECORDS_H\n#define OXCART_ROM_RECORDS_H\n\n#include "
                 "<stddef.h>\n#include <stdint.h>\n\n#include \"fixedmath/assert.h\"\n\n");
    fprintf(out, "/* Where a text lies in its chunk; both 0: absent. */\ntypedef struct rom_text_place {\n   "
                 " uint32_t offset, bytes;\n} rom_text_place;\n");
    for (uint32_t i = 0; i < all->count; i++) put_struct(&all->list[i], out);
    fprintf(out, "\n#endif\n");
}

/* ---- rules ---- */

/* Place and bytes of a header field in the form of the rules: place | bytes << 8. */
static uint32_t place_of(const record *r, const char *name, bool *ok) {
    const field *f = r == NULL ? NULL : records_field(r, name);
    if (f == NULL || f->offset > 255) {
        fprintf(stderr, "records: `%s` is no field of `%s` within the first 256 bytes\n", name,
                r == NULL ? "?" : r->name);
        *ok = false;
        return 0;
    }
    return f->offset | f->bytes / f->count << 8;
}

typedef struct rules {
    FILE *out;
    const record *chunk; /* the chunk whose header `below` and totals refer to */
    uint32_t count;
    bool row, ok;
} rules;

typedef struct rule_numbers {
    uint32_t at, count, least, most;
} rule_numbers;

static void put_rule(rules *w, const char *kind, const char *prefix, const char *name, rule_numbers n) {
    fprintf(w->out, "    {\"%s%s\", ROM_RULE_%s, %u, %u, 0x%xu, 0x%xu},\n", prefix, name, kind, n.count, n.at,
            n.least, n.most);
    w->count++;
}

static const char *const range_rules[KINDS] = {"U8",  "U16", "U32", "I8", "I16", "I32", "I32", "U16",
                                               "U32", "U32", "U32", "",   "",    "",    ""};

static void put_range(rules *w, const field *f, const char *prefix, uint32_t base) {
    static const int64_t lowest[KINDS] = {0, 0, 0, -128, -32768, INT32_MIN, INT32_MIN},
                         highest[KINDS] = {255, 65535, UINT32_MAX, 127, 32767, INT32_MAX, INT32_MAX, 65535};
    int64_t least = f->has_least ? f->least : lowest[f->kind],
            most = f->has_most ? f->most : highest[f->kind];
    put_rule(w, range_rules[f->kind], prefix, f->name,
             (rule_numbers){base + f->offset, f->count, (uint32_t)least, (uint32_t)most});
}

static void put_spans(rules *w, const field *f, const char *prefix) {
    const record *row = f->element_record;
    uint32_t first = place_of(row, f->spans[0], &w->ok), count = place_of(row, f->spans[1], &w->ok),
             total = place_of(w->chunk, f->spans[2], &w->ok);
    put_rule(w, f->has_spans ? "SPANS" : "WITHIN", prefix, f->spans[0],
             (rule_numbers){f->offset, 0, first | count << 16, total});
}

static uint32_t record_index(const records *all, const record *r) { return (uint32_t)(r - all->list); }

static bool has_rules(const record *r) {
    for (uint32_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        if (f->has_least || f->has_most || f->below[0] != 0 || f->factors > 0 || f->kind == KIND_TEXT)
            return true;
        if (f->kind == KIND_RECORD && has_rules(f->of)) return true;
    }
    return false;
}

static void put_array(const records *all, rules *w, const field *f, const char *prefix) {
    uint32_t rows = f->rows[0] != 0 ? place_of(w->chunk, f->rows, &w->ok) : f->fixed_rows << 16;
    uint32_t inner = f->element == KIND_RECORD && has_rules(f->element_record)
                         ? record_index(all, f->element_record) + 1
                         : 0;
    put_rule(w,
             !f->optional                    ? "ARRAY"
             : records_may_lack(w->chunk, f) ? "ARRAY_ABSENT"
                                             : "ARRAY_OPTIONAL",
             prefix, f->name, (rule_numbers){f->offset, 0, rows, f->stride | inner << 16});
    if (f->rising > 0) put_rule(w, "RISING", prefix, f->name, (rule_numbers){f->offset, f->rising, 0, 0});
    if (f->has_spans || f->has_within) put_spans(w, f, prefix);
    if (f->below[0] != 0) {
        put_rule(w, records_kind_bytes(f->element) == 2 ? "EACH_BELOW_16" : "EACH_BELOW_32", prefix, f->name,
                 (rule_numbers){f->offset, f->element_count, place_of(w->chunk, f->below, &w->ok), 0});
    }
}

static void put_fields(const records *all, rules *w, const record *r, const char *prefix, uint32_t base) {
    for (uint32_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        if (f->kind == KIND_RECORD) {
            char inner[2 * NAME_MAX_BYTES];
            snprintf(inner, sizeof inner, "%s%s.", prefix, f->name);
            put_fields(all, w, f->of, inner, base + f->offset);
        }
        if (f->has_least || f->has_most) put_range(w, f, prefix, base);
        if (f->kind == KIND_TEXT)
            put_rule(w, w->row ? "TEXT_PLACE" : "TEXT", prefix, f->name,
                     (rule_numbers){base + f->offset, 1, 0, 0});
        if (f->below[0] != 0 && f->kind != KIND_AT) {
            put_rule(w, f->bytes / f->count == 2 ? "BELOW_16" : "BELOW_32", prefix, f->name,
                     (rule_numbers){base + f->offset, f->count, place_of(w->chunk, f->below, &w->ok), 0});
        }
        if (f->factors > 0) {
            uint32_t least = place_of(w->chunk, f->product[0], &w->ok) |
                             (f->factors > 1 ? place_of(w->chunk, f->product[1], &w->ok) << 16 : 0u);
            put_rule(w, f->bytes == 2 ? "PRODUCT_16" : "PRODUCT_32", prefix, f->name,
                     (rule_numbers){base + f->offset, 1, least,
                                    f->factors > 2 ? place_of(w->chunk, f->product[2], &w->ok) : 0u});
        }
    }
    for (uint32_t i = 0; i < r->field_count && !w->row; i++) {
        if (r->fields[i].kind == KIND_AT) put_array(all, w, &r->fields[i], prefix);
    }
}

/* The chunk in whose arrays a record stands, for the fields that its rules name. */
static const record *home_of(const records *all, const record *row) {
    for (uint32_t i = 0; i < all->count; i++) {
        for (uint32_t k = 0; k < all->list[i].field_count; k++) {
            if (all->list[i].fields[k].element_record == row && all->list[i].fields[k].kind == KIND_AT)
                return &all->list[i];
        }
    }
    return NULL;
}

/* Where the headers of a chunk's minor versions end, as bits by words behind the end of the first version's header. */
static uint32_t header_ends(const record *r) {
    uint32_t ends = 1u | 1u << (r->size - r->base + 3) / 4;
    for (uint32_t i = 0; i + 1 < r->field_count; i++)
        if (r->fields[i + 1].since > r->fields[i].since)
            ends |= 1u << (r->fields[i + 1].offset - r->base + 3) / 4;
    return ends;
}

void records_write_rules(const records *all, FILE *out) {
    uint32_t first[RECORDS_MAX + 1], count[RECORDS_MAX];
    fprintf(out, "/* What the reader holds chunks to, and the table of chunk types. %s */\n", generated);
    fprintf(out, "static const rom_rule rules[] = {\n");
    rules w = {.out = out, .ok = true};
    for (uint32_t i = 0; i < all->count; i++) {
        const record *r = &all->list[i];
        w.row = !records_is_chunk(r);
        w.chunk = w.row ? home_of(all, r) : r;
        first[i] = w.count;
        if (!w.row || has_rules(r)) put_fields(all, &w, r, "", 0);
        count[i] = w.count - first[i];
    }
    fprintf(out, "};\n\n/* The rules of a record: the first and how many. */\nstatic const uint16_t "
                 "record_rules[][2] = {\n");
    for (uint32_t i = 0; i < all->count; i++)
        fprintf(out, "    {%u, %u}, /* %s */\n", first[i], count[i], all->list[i].name);
    fprintf(out, "};\n\nstatic const rom_type types[] = {\n");
    for (uint32_t i = 0; i < all->count; i++) {
        const record *r = &all->list[i];
        if (!records_is_chunk(r)) continue;
        fprintf(out, "    {ROM_TAG_%s, \"%s\", \"%s\", 0x%04x, %u, %u, 0x%08x, %u, %s, 4, %u},\n", r->symbol,
                r->name, r->owner, r->version, r->base, r->size, header_ends(r), r->plain ? 1u : 0xE7u,
                r->in_place && r->section ? "ROM_TYPE_IN_PLACE | ROM_TYPE_SECTION"
                : r->in_place             ? "ROM_TYPE_IN_PLACE"
                                          : "0",
                i);
    }
    fprintf(out, "};\n");
    if (!w.ok) fprintf(out, "#error names of fields in rom/records.txt\n");
}

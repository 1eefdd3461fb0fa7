/* Writes the descriptors of dump and diff, the packer's writer, the tables of FORMAT.md and the lock. */
#include <stdlib.h>
#include <string.h>

#include "tools/records/records.h"

static const char generated[] = "Generated from rom/records.txt: do not edit.";

/* ---- descriptors for dump and diff ---- */

static const char *const layout_kinds[KINDS] = {"U8",     "U16", "U32", "I8",   "I16", "I32", "FX", "U16",
                                                "COLOUR", "ID",  "TAG", "TEXT", "",    "",    "U32"};

static void put_rows(const record *r, const char *prefix, uint32_t base, FILE *out) {
    for (uint32_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        if (f->kind == KIND_PAD) continue;
        if (f->kind == KIND_RECORD) {
            char inner[2 * NAME_MAX_BYTES];
            snprintf(inner, sizeof inner, "%s%s.", prefix, f->name);
            put_rows(f->of, inner, base + f->offset, out);
            continue;
        }
        fprintf(out, "    {\"%s%s\", LAYOUT_%s, %u, %u},\n", prefix, f->name, layout_kinds[f->kind],
                base + f->offset, f->count);
    }
}

/* An array's name: the field without _at, or the name of its rows. */
static void array_name(const field *f, char name[NAME_MAX_BYTES]) {
    size_t length = strlen(f->name);
    snprintf(name, NAME_MAX_BYTES, "%s", f->name);
    if (length > 3 && strcmp(f->name + length - 3, "_at") == 0) {
        name[length - 3] = 0;
    } else if (strcmp(f->name, "at") == 0) {
        snprintf(name, NAME_MAX_BYTES, "%s", f->element == KIND_RECORD ? f->element_record->name : "row");
    }
}

static void put_arrays(const record *r, FILE *out) {
    char own[NAME_MAX_BYTES];
    records_identifier(r->name, own);
    fprintf(out, "static const array %s_arrays[] = {\n", own);
    for (uint32_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        char name[NAME_MAX_BYTES], row[NAME_MAX_BYTES] = "";
        if (f->kind != KIND_AT) continue;
        array_name(f, name);
        if (f->element == KIND_RECORD) records_identifier(f->element_record->name, row);
        const field *rows = f->rows[0] != 0 ? records_field(r, f->rows) : NULL;
        const char *from = rows == NULL       ? "FIXED"
                           : rows->bytes == 1 ? "U8"
                           : rows->bytes == 2 ? "U16"
                                              : "U32";
        fprintf(out, "    {\"%s\", %u, ROWS_%s, %u, %u, LAYOUT_%s, %u, ", name, f->offset, from,
                rows == NULL ? f->fixed_rows : rows->offset, f->stride,
                f->element == KIND_RECORD ? "U8" : layout_kinds[f->element],
                f->element == KIND_RECORD ? 0 : f->element_count);
        fprintf(out, f->element == KIND_RECORD ? "%s_fields},\n" : "NULL%s},\n", row);
    }
    fprintf(out, "    {NULL, 0, ROWS_FIXED, 0, 0, LAYOUT_U8, 0, NULL}};\n");
}

void records_write_fields(const records *all, FILE *out) {
    fprintf(out, "/* The fields of every record by name. %s */\n", generated);
    for (uint32_t i = 0; i < all->count; i++) {
        char name[NAME_MAX_BYTES];
        records_identifier(all->list[i].name, name);
        fprintf(out, "static const field %s_fields[] = {\n", name);
        put_rows(&all->list[i], "", 0, out);
        fprintf(out, "    {NULL, LAYOUT_U8, 0, 0}};\n");
        if (records_is_chunk(&all->list[i])) put_arrays(&all->list[i], out);
    }
    fprintf(out, "static const layout layouts[] = {\n");
    for (uint32_t i = 0; i < all->count; i++) {
        const record *r = &all->list[i];
        char name[NAME_MAX_BYTES];
        if (!records_is_chunk(r)) continue;
        records_identifier(r->name, name);
        fprintf(out, "    {ROM_TAG_%s, %u, %s_fields, %s_arrays},\n", r->symbol, r->base, name, name);
    }
    fprintf(out, "};\n");
}

/* ---- the packer's writer ---- */

static void put_value(const field *f, const char *index, FILE *out) {
    static const char *const calls[] = {"", "u8", "u16", "", "u32"};
    if (f->kind == KIND_TEXT) {
        fprintf(out,
                "    writer_put_u32(out, at + %uu, r->%s.offset);\n    writer_put_u32(out, at + %uu, "
                "r->%s.bytes);\n",
                f->offset, f->name, f->offset + 4, f->name);
    } else if (f->kind == KIND_RECORD) {
        char other[NAME_MAX_BYTES];
        records_identifier(f->of->name, other);
        fprintf(out, "    record_put_%s(out, at + %uu, &r->%s);\n", other, f->offset, f->name);
    } else if (f->count == 1) {
        fprintf(out, "    writer_put_%s(out, at + %uu, (uint32_t)r->%s);\n",
                calls[records_kind_bytes(f->kind)], f->offset, f->name);
    } else {
        fprintf(out,
                "    for (size_t %s = 0; %s < %uu; %s++) writer_put_%s(out, at + %uu + %s * %uu, "
                "(uint32_t)r->%s[%s]);\n",
                index, index, f->count, index, calls[records_kind_bytes(f->kind)], f->offset, index,
                records_kind_bytes(f->kind), f->name, index);
    }
}

void records_write_writer(const records *all, FILE *out) {
    fprintf(out,
            "/* Writes the records of a ROM image out of their structs, little-endian, gaps zero, never as "
            "host memory.\n *\n * %s\n *\n",
            generated);
    fprintf(out, " *     record_put_NAME(out, at, &r)    over what is there; of a chunk not its version and "
                 "header size\n"
                 " *     record_add_NAME(out, &r)        behind the end; returns where */\n");
    fprintf(out, "#ifndef OXCART_TOOLS_RECORD_WRITER_H\n#define OXCART_TOOLS_RECORD_WRITER_H\n\n#include "
                 "\"rom/records.h\"\n#include \"tools/base/writer.h\"\n");
    for (uint32_t i = 0; i < all->count; i++) {
        const record *r = &all->list[i];
        char name[NAME_MAX_BYTES];
        records_identifier(r->name, name);
        fprintf(out, "\nstatic inline void record_put_%s(writer *out, size_t at, const rom_%s_record *r) {\n",
                name, name);
        for (uint32_t k = 0; k < r->field_count; k++) {
            if (r->fields[k].kind != KIND_PAD) put_value(&r->fields[k], "i", out);
        }
        fprintf(out, "}\n");
        if (records_is_chunk(r)) continue;
        fprintf(out,
                "static inline size_t record_add_%s(writer *out, const rom_%s_record *r) {\n    size_t at = "
                "out->size;\n",
                name, name);
        fprintf(out, "    writer_zeros(out, %uu);\n    record_put_%s(out, at, r);\n    return at;\n}\n",
                r->size, name);
    }
    fprintf(out, "\n#endif\n");
}

/* ---- the tables of FORMAT.md ---- */

static void put_number(FILE *out, int64_t value, field_kind k) {
    if (k != KIND_FX) {
        fprintf(out, "%lld", (long long)value);
    } else if (value == 1) {
        fprintf(out, "1/65536");
    } else {
        fprintf(out, "%g", (double)value / 65536);
    }
}

static void put_condition(FILE *out, const record *r, const field *f) {
    const char *between = "";
    if (f->has_least && f->has_most) {
        put_number(out, f->least, f->kind);
        fprintf(out, " to ");
        put_number(out, f->most, f->kind);
        between = "; ";
    } else if (f->has_least) {
        fprintf(out, "at least ");
        put_number(out, f->least, f->kind);
        between = "; ";
    }
    if (f->kind == KIND_AT) {
        if (f->rows[0] != 0) fprintf(out, "`%s` x ", f->rows);
        if (f->rows[0] == 0) fprintf(out, "%u x ", f->fixed_rows);
        if (f->element_count > 1) fprintf(out, "%u ", f->element_count);
        fprintf(out, "%s",
                f->element == KIND_RECORD ? f->element_record->name : records_kind_name(f->element));
        if (f->optional) fprintf(out, records_may_lack(r, f) ? ", 0 where absent" : ", or 0 for none");
        if (f->rising == 1) fprintf(out, "; strictly rising");
        if (f->rising > 1) fprintf(out, "; strictly rising by %u words", f->rising);
        if (f->has_spans)
            fprintf(out, "; `%s`, `%s` take all of `%s`", f->spans[0], f->spans[1], f->spans[2]);
        if (f->has_within) fprintf(out, "; `%s`, `%s` within `%s`", f->spans[0], f->spans[1], f->spans[2]);
        between = "; ";
    }
    if (f->below[0] != 0) {
        fprintf(out, "%sbelow `%s`", between, f->below);
        between = "; ";
    }
    for (uint32_t i = 0; i < f->factors; i++) {
        fprintf(out, "%s`%s`", i == 0 ? between : " x ", f->product[i]);
        between = "; ";
    }
    if (f->text[0] != 0) fprintf(out, "%s%s", between, f->text);
}

static void put_table(const record *r, FILE *out) {
    fprintf(out, "\n| offset | type | field | must hold |\n| ---: | --- | --- | --- |\n");
    for (uint32_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        if (f->kind == KIND_PAD) continue;
        fprintf(out, "| %u | ", f->offset);
        if (f->count > 1) fprintf(out, "%u ", f->count);
        fprintf(out, "%s | %s | ", f->kind == KIND_RECORD ? f->of->name : records_kind_name(f->kind),
                f->name);
        put_condition(out, r, f);
        if (f->since != 0) fprintf(out, " (since %u.%u)", f->since >> 8, f->since & 255u);
        fprintf(out, " |\n");
    }
    if (r->note[0] != 0) fprintf(out, "\n%s\n", r->note);
}

static void put_type_table(const records *all, FILE *out) {
    fprintf(out, "\n| type | what | module | version | header | may be packed | section of a level |\n| --- "
                 "| --- | --- | --- | ---: | --- | --- |\n");
    for (uint32_t i = 0; i < all->count; i++) {
        const record *r = &all->list[i];
        if (!records_is_chunk(r)) continue;
        fprintf(out, "| %s | %s | %s | %u.%u | %u | %s | %s |\n", r->tag, r->name, r->owner, r->version >> 8,
                r->version & 255u, r->base, r->plain ? "no" : "yes", r->section ? "yes" : "no");
    }
}

static void put_record(const record *r, FILE *out) {
    if (records_is_chunk(r)) {
        fprintf(out, "\n### %s %u.%u, %u bytes", r->tag, r->version >> 8, r->version & 255u, r->base);
        if (r->size != r->base) fprintf(out, ", now %u", r->size);
        fprintf(out, ": %s\n", r->name);
    } else {
        fprintf(out, "\n#### %s, %u bytes a row\n", r->name, r->size);
    }
    if (r->text[0] != 0) fprintf(out, "\n%s.\n", r->text);
    put_table(r, out);
}

bool records_write_format(const records *all, const char *old_text, FILE *out) {
    static const char types_begin[] = "<!-- types -->\n", types_end[] = "<!-- end of types -->\n";
    static const char begin[] = "<!-- records -->\n", end[] = "<!-- end of records -->\n";
    const char *t = strstr(old_text, types_begin), *te = strstr(old_text, types_end),
               *r = strstr(old_text, begin), *re = strstr(old_text, end);
    if (t == NULL || te == NULL || r == NULL || re == NULL || t > te || te > r || r > re) return false;
    fprintf(out, "%.*s%s", (int)(t - old_text), old_text, types_begin);
    put_type_table(all, out);
    fprintf(out, "\n");
    fprintf(out, "%.*s%s", (int)(r - te), te, begin);
    for (uint32_t i = 0; i < all->count; i++) put_record(&all->list[i], out);
    fprintf(out, "\n%s", re);
    return true;
}

/* ---- the lock ---- */

static void put_lock_line(const record *r, FILE *out) {
    fprintf(out, "%s %u.%u", r->name, r->version >> 8, r->version & 255u);
    for (uint32_t i = 0; i < r->field_count; i++) {
        const field *f = &r->fields[i];
        const char *type = f->kind == KIND_RECORD ? f->of->name : records_kind_name(f->kind);
        const char *element = f->kind != KIND_AT          ? ""
                              : f->element == KIND_RECORD ? f->element_record->name
                                                          : records_kind_name(f->element);
        fprintf(out, " %s@%u:%s*%u%s%s", f->name, f->offset, type, f->count, element[0] != 0 ? ">" : "",
                element);
        if (f->kind == KIND_AT && f->element_count > 1) fprintf(out, "*%u", f->element_count);
    }
    fprintf(out, "\n");
}

void records_write_lock(const records *all, FILE *out) {
    fprintf(out, "# The layouts that stand, one a line. %s\n", generated);
    for (uint32_t i = 0; i < all->count; i++) put_lock_line(&all->list[i], out);
}

static char *lock_line(const record *r) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = tmpfile();
    if (memory == NULL) return NULL;
    put_lock_line(r, memory);
    size = (size_t)ftell(memory);
    rewind(memory);
    text = malloc(size + 1);
    if (text != NULL) text[fread(text, 1, size, memory)] = 0;
    fclose(memory);
    return text;
}

/* Judges one line of the lock against what the record is now. */
static bool may_follow(const records *all, const char *line) {
    char name[NAME_MAX_BYTES];
    unsigned major, minor;
    int used = 0;
    if (line[0] == '#' || sscanf(line, "%47s %u.%u%n", name, &major, &minor, &used) != 3) return true;
    for (uint32_t i = 0; i < all->count; i++) {
        const record *r = &all->list[i];
        if (strcmp(r->name, name) != 0) continue;
        char *now = lock_line(r);
        if (now == NULL) return false;
        const char *rest = now + strcspn(now, " ") + 1;
        rest += strcspn(rest, " \n");
        size_t old_length = strcspn(line + used, "\n"), new_length = strcspn(rest, "\n");
        bool same = old_length == new_length && strncmp(rest, line + used, old_length) == 0;
        bool longer = new_length > old_length && strncmp(rest, line + used, old_length) == 0;
        bool higher = r->version > (major << 8 | minor), next = r->version >> 8 > major;
        free(now);
        if (same || next || (longer && higher)) return true;
        fprintf(stderr,
                "rom/records.txt:%u: the layout of `%s` differs from the one that stands; put new fields at "
                "its end with a higher "
                "minor version, or raise the major version\n",
                r->line, name);
        return false;
    }
    fprintf(stderr, "rom/records.txt: `%s` was there and is gone; records are never removed\n", name);
    return false;
}

bool records_check_lock(const records *all, const char *path) {
    static char line[16384];
    FILE *in = fopen(path, "r");
    bool ok = true;
    if (in == NULL) return true; /* there is no lock yet */
    while (fgets(line, sizeof line, in) != NULL) ok = may_follow(all, line) && ok;
    fclose(in);
    return ok;
}

/* Reads rom/records.txt: one statement a line, words, then the text behind the bar. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/records/records.h"

typedef struct reader {
    const char *path;
    records *all;
    record *open;
    unsigned line;
    bool failed;
} reader;

static bool wrong_line(reader *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%u: ", r->path, r->line);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    r->failed = true;
    return false;
}

static const struct {
    const char *name;
    uint32_t bytes;
} kinds[KINDS] = {{"u8", 1},  {"u16", 2},  {"u32", 4},    {"i8", 1},     {"i16", 2},
                  {"i32", 4}, {"fx", 4},   {"angle", 2},  {"colour", 4}, {"id", 4},
                  {"tag", 4}, {"text", 8}, {"record", 0}, {"pad", 1},    {"at", 4}};

uint32_t records_kind_bytes(field_kind k) { return kinds[k].bytes; }
const char *records_kind_name(field_kind k) { return kinds[k].name; }
bool records_is_chunk(const record *r) { return r->version != 0; }

const field *records_field(const record *r, const char *name) {
    for (uint32_t i = 0; i < r->field_count; i++) {
        if (strcmp(r->fields[i].name, name) == 0 && r->fields[i].kind != KIND_PAD) return &r->fields[i];
    }
    return NULL;
}

bool records_may_lack(const record *r, const field *f) {
    if (!f->optional || f->rows[0] == 0) return f->optional;
    for (const field *other = r->fields; other < f; other++) {
        if (other->kind == KIND_AT && strcmp(other->rows, f->rows) == 0) return true;
    }
    return false;
}

void records_identifier(const char *name, char out[NAME_MAX_BYTES]) {
    size_t i = 0;
    for (; name[i] != 0 && i + 1 < NAME_MAX_BYTES; i++) out[i] = name[i] == '-' ? '_' : name[i];
    out[i] = 0;
}

static const record *find_record(const records *all, const char *name) {
    for (uint32_t i = 0; i < all->count; i++) {
        if (!records_is_chunk(&all->list[i]) && strcmp(all->list[i].name, name) == 0) return &all->list[i];
    }
    return NULL;
}

static bool copy_name(reader *r, const char *word, char out[NAME_MAX_BYTES]) {
    if (strlen(word) >= NAME_MAX_BYTES) return wrong_line(r, "`%s` is too long; shorten it", word);
    memcpy(out, word, strlen(word) + 1);
    return true;
}

/* Alignment of a field's numbers in a struct. */
static uint32_t alignment_of(field_kind k, const record *of) {
    if (k == KIND_RECORD) {
        uint32_t most = 1;
        for (uint32_t i = 0; i < of->field_count; i++) {
            const field *f = &of->fields[i];
            uint32_t own = f->kind == KIND_PAD ? 1 : alignment_of(f->kind, f->of);
            if (own > most) most = own;
        }
        return most;
    }
    return kinds[k].bytes > 4 ? 4 : kinds[k].bytes;
}

/* A word such as `u16*3` or the name of a record. */
static bool take_kind(reader *r, char *word, field_kind *k, const record **of, uint32_t *count) {
    char *star = strchr(word, '*');
    *count = 1;
    if (strcmp(word, "pointer") == 0 || strcmp(word, "ptr") == 0 || strcmp(word, "void") == 0 ||
        (star != NULL && !isdigit((unsigned char)star[1])))
        return wrong_line(
            r, "`%s` is a pointer, which has no meaning in an image; write `at FIELD TYPE COUNT`, or an id",
            word);
    if (star != NULL) {
        *count = (uint32_t)strtoul(star + 1, NULL, 10);
        *star = 0;
        if (*count == 0 || *count > 4096) return wrong_line(r, "`%s` stands there %s times", word, star + 1);
    }
    for (int i = 0; i <= KIND_TEXT; i++) {
        *k = (field_kind)i;
        if (strcmp(word, kinds[i].name) == 0) return true;
    }
    *k = KIND_RECORD;
    *of = find_record(r->all, word);
    return *of != NULL || wrong_line(r, "there is no type and no record `%s` above this line", word);
}

/* A bound in the units of its number; a bound of an fx is a decimal number. */
static int64_t bound(const char *text, field_kind k) {
    if (k != KIND_FX) return strtoll(text, NULL, 10);
    double value = strtod(text, NULL) * 65536;
    return (int64_t)(value < 0 ? value - 0.5 : value + 0.5);
}

static bool take_product(reader *r, field *f, char *word) {
    for (char *part = strtok(word, "*"); part != NULL; part = strtok(NULL, "*")) {
        if (f->factors == PRODUCT_MAX) return wrong_line(r, "a product of more than %d fields", PRODUCT_MAX);
        if (!copy_name(r, part, f->product[f->factors++])) return false;
    }
    return true;
}

static bool take_spans(reader *r, field *f, char *word) {
    int count = 0;
    for (char *part = strtok(word, ","); part != NULL && count < SPANS_MAX; part = strtok(NULL, ",")) {
        if (!copy_name(r, part, f->spans[count++])) return false;
    }
    return count == SPANS_MAX || wrong_line(r, "spans and within want FIRST,COUNT,TOTAL");
}

static bool take_option(reader *r, field *f, char *word) {
    char *dots = strstr(word, "..");
    unsigned major, minor;
    if (strcmp(word, "optional") == 0) {
        f->optional = true;
    } else if (sscanf(word, "since=%u.%u", &major, &minor) == 2) {
        f->since = major << 8 | minor;
    } else if (strncmp(word, "below=", 6) == 0) {
        return copy_name(r, word + 6, f->below);
    } else if (strncmp(word, "is=", 3) == 0) {
        return take_product(r, f, word + 3);
    } else if (strncmp(word, "rising", 6) == 0) {
        f->rising = word[6] == '=' ? (uint32_t)strtoul(word + 7, NULL, 10) : 1;
    } else if (strncmp(word, "spans=", 6) == 0) {
        f->has_spans = true;
        return take_spans(r, f, word + 6);
    } else if (strncmp(word, "within=", 7) == 0) {
        f->has_within = true;
        return take_spans(r, f, word + 7);
    } else if (dots != NULL) {
        f->has_least = dots != word;
        f->has_most = dots[2] != 0;
        f->most = bound(dots + 2, f->kind);
        *dots = 0;
        f->least = bound(word, f->kind);
    } else {
        return wrong_line(r, "`%s` is no option", word);
    }
    return true;
}

static bool place_field(reader *r, field *f) {
    record *own = r->open;
    uint32_t alignment = f->kind == KIND_PAD ? 1 : alignment_of(f->kind, f->of);
    f->bytes = (f->kind == KIND_RECORD ? f->of->size : kinds[f->kind].bytes) * f->count;
    f->offset = own->size;
    if (own->size % alignment != 0)
        return wrong_line(r, "`%s` would lie at %u, which is no multiple of %u; add a pad", f->name,
                          own->size, alignment);
    if (f->since == 0) {
        if (own->base != own->size)
            return wrong_line(r, "`%s` stands behind a later field; write since=", f->name);
        own->base += f->bytes;
    }
    own->size += f->bytes;
    return true;
}

static bool take_field(reader *r, char **words, int count) {
    record *own = r->open;
    if (own->field_count == FIELDS_MAX) return wrong_line(r, "more than %d fields", FIELDS_MAX);
    field *f = &own->fields[own->field_count];
    int next = 2;
    f->count = 1;
    if (strcmp(words[0], "pad") == 0) {
        f->kind = KIND_PAD;
        f->count = count > 1 ? (uint32_t)strtoul(words[1], NULL, 10) : 0;
        snprintf(f->name, sizeof f->name, "pad%u", own->field_count);
        if (f->count == 0) return wrong_line(r, "pad wants a number of bytes");
    } else if (strcmp(words[0], "at") == 0) {
        if (count < 4 || !records_is_chunk(own))
            return wrong_line(r, "`at FIELD TYPE COUNT` is wanted, in a chunk");
        f->kind = KIND_AT;
        if (!copy_name(r, words[1], f->name) ||
            !take_kind(r, words[2], &f->element, &f->element_record, &f->element_count))
            return false;
        f->stride = f->element_count *
                    (f->element == KIND_RECORD ? f->element_record->size : kinds[f->element].bytes);
        if (isdigit((unsigned char)words[3][0])) {
            f->fixed_rows = (uint32_t)strtoul(words[3], NULL, 10);
        } else if (!copy_name(r, words[3], f->rows)) {
            return false;
        }
        next = 4;
    } else {
        if (count < 2) return wrong_line(r, "a field without a name");
        if (!take_kind(r, words[0], &f->kind, &f->of, &f->count) || !copy_name(r, words[1], f->name))
            return false;
    }
    if (f->kind != KIND_PAD && records_field(own, f->name) != NULL)
        return wrong_line(r, "`%s` is there already", f->name);
    for (int i = next; i < count; i++) {
        if (!take_option(r, f, words[i])) return false;
    }
    own->field_count++;
    return place_field(r, f);
}

/* Ends a record: it must have bytes, a chunk's header a multiple of 4, and fields whose names it mentions must
 * exist. */
static bool close_record(reader *r) {
    record *own = r->open;
    if (own == NULL) return true;
    if (own->size == 0 || (records_is_chunk(own) && own->base % 4 != 0) ||
        (records_is_chunk(own) && own->size % 4 != 0))
        return wrong_line(r, "`%s` has %u bytes, no multiple of 4; add a pad", own->name, own->size);
    for (uint32_t i = 0; i < own->field_count; i++) {
        const field *f = &own->fields[i];
        if (f->kind == KIND_AT && f->rows[0] != 0 && records_field(own, f->rows) == NULL)
            return wrong_line(r, "`%s` counts `%s`, which is no field of `%s`", f->name, f->rows, own->name);
        for (uint32_t k = 0; k < f->factors; k++) {
            if (records_field(own, f->product[k]) == NULL)
                return wrong_line(r, "there is no field `%s` in `%s`", f->product[k], own->name);
        }
    }
    r->open = NULL;
    return true;
}

static bool open_record(reader *r, char **words, int count) {
    bool chunk = strcmp(words[0], "chunk") == 0;
    if (!close_record(r)) return false;
    if (count < (chunk ? 5 : 2) || r->all->count == RECORDS_MAX)
        return wrong_line(r, "`chunk NAME TYPE VERSION OWNER` or `record NAME` is wanted");
    record *own = r->open = &r->all->list[r->all->count++];
    own->line = r->line;
    if (!copy_name(r, words[1], own->name)) return false;
    records_identifier(own->name, own->symbol);
    for (char *at = own->symbol; *at != 0; at++) *at = (char)toupper((unsigned char)*at);
    if (!chunk) return true;
    unsigned major, minor;
    if (strlen(words[2]) != 4 || sscanf(words[3], "%u.%u", &major, &minor) != 2)
        return wrong_line(r, "a type of four letters and a version are wanted");
    memcpy(own->tag, words[2], 5);
    own->version = major << 8 | minor;
    if (!copy_name(r, words[4], own->owner)) return false;
    for (int i = 5; i < count; i++) {
        own->plain = own->plain || strcmp(words[i], "plain") == 0;
        own->in_place = own->in_place || strcmp(words[i], "in-place") == 0;
        own->section = own->section || strcmp(words[i], "section") == 0;
    }
    own->size = own->base = 4;
    return true;
}

static bool read_statement(reader *r, char **words, int count, const char *text) {
    if (strcmp(words[0], "chunk") == 0 || strcmp(words[0], "record") == 0) {
        if (!open_record(r, words, count)) return false;
        snprintf(r->open->text, sizeof r->open->text, "%s", text);
        return true;
    }
    if (r->open == NULL) return wrong_line(r, "`%s` outside of a record", words[0]);
    if (strcmp(words[0], "note") == 0) {
        snprintf(r->open->note, sizeof r->open->note, "%s", text);
        return true;
    }
    if (strcmp(words[0], "value") == 0) {
        if (count < 3) return wrong_line(r, "`value NAME NUMBER` is wanted");
        if (r->open->constant_count == VALUES_MAX)
            return wrong_line(r, "more than %d values of a record", VALUES_MAX);
        constant *c = &r->open->constants[r->open->constant_count++];
        snprintf(c->text, sizeof c->text, "%s", text);
        c->value = (uint32_t)strtoul(words[2], NULL, 10);
        return copy_name(r, words[1], c->name);
    }
    if (!take_field(r, words, count)) return false;
    snprintf(r->open->fields[r->open->field_count - 1].text, TEXT_MAX_BYTES, "%s", text);
    return true;
}

bool records_parse(const char *path, records *all) {
    reader r = {.path = path, .all = all};
    char line[1200];
    FILE *in = fopen(path, "r");
    if (in == NULL) return wrong_line(&r, "cannot be read");
    while (!r.failed && fgets(line, sizeof line, in) != NULL) {
        char *words[16], *text = strchr(line, '|');
        int count = 0;
        r.line++;
        line[strcspn(line, "\n")] = 0;
        if (text != NULL) {
            *text++ = 0;
            while (*text == ' ') text++;
        }
        if (line[0] == '#') continue;
        /* The line is cut into words before any word is taken apart with strtok. */
        for (char *at = line; *at != 0 && count < 16;) {
            while (*at == ' ') at++;
            if (*at == 0) break;
            words[count++] = at;
            while (*at != 0 && *at != ' ') at++;
            if (*at != 0) *at++ = 0;
        }
        if (count > 0) read_statement(&r, words, count, text == NULL ? "" : text);
    }
    fclose(in);
    return !r.failed && close_record(&r);
}

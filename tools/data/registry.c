/* Reads marked prototypes. */
#include "tools/data/registry.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/import/base/intern.h"

const registry_type registry_types[REGISTRY_TYPES] = {{"void", "OX_EXPORT_VOID", ""},
                                                      {"bool", "OX_EXPORT_BOOL", "truth"},
                                                      {"int", "OX_EXPORT_INT", "number"},
                                                      {"int32_t", "OX_EXPORT_INT", "number"},
                                                      {"fx", "OX_EXPORT_FX", "fixed"},
                                                      {"ox_id", "OX_EXPORT_ID", "id"},
                                                      {"ox_text_view", "OX_EXPORT_TEXT", "text"},
                                                      {"ox_handle", "OX_EXPORT_HANDLE", "handle"},
                                                      {"vec3", "OX_EXPORT_VECTOR", "vector"}};

static const char possible[] =
    "void, bool, int, int32_t, fx, ox_id, ox_text_view, ox_handle and vec3 are possible";

/* ---- tokens ---- */

typedef struct scan {
    const char *file, *at, *end;
    unsigned long line;
    char token[64]; /* a word, or one character; "" at the end */
    tool_error *error;
} scan;

static void step_letter(scan *s) {
    if (*s->at++ == '\n') s->line++;
}

static bool looking_at(const scan *s, const char *text) {
    size_t length = strlen(text);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, text, length) == 0;
}

/* Skips blanks, comments, and preprocessor lines with the lines that continue them. */
static void skip_blanks(scan *s, bool *line_start) {
    while (s->at < s->end) {
        if (looking_at(s, "/*")) {
            while (s->at < s->end && !looking_at(s, "*/")) step_letter(s);
            for (int i = 0; i < 2 && s->at < s->end; i++) step_letter(s);
        } else if (looking_at(s, "//") || (*s->at == '#' && *line_start)) {
            while (s->at < s->end && *s->at != '\n') {
                if (*s->at == '\\' && s->at + 1 < s->end) step_letter(s);
                step_letter(s);
            }
        } else if (isspace((unsigned char)*s->at)) {
            if (*s->at == '\n') *line_start = true;
            step_letter(s);
        } else {
            return;
        }
    }
}

static void next_token(scan *s) {
    bool line_start = s->token[0] == 0;
    size_t length = 0;
    skip_blanks(s, &line_start);
    s->token[0] = 0;
    if (s->at >= s->end) return;
    if (*s->at == '"' || *s->at == '\'') {
        char quote = *s->at;
        step_letter(s);
        while (s->at < s->end && *s->at != quote && *s->at != '\n') {
            if (*s->at == '\\' && s->at + 1 < s->end) step_letter(s);
            step_letter(s);
        }
        if (s->at < s->end) step_letter(s);
        memcpy(s->token, "\"", 2);
        return;
    }
    bool word = isalnum((unsigned char)*s->at) || *s->at == '_';
    do {
        if (length < sizeof s->token - 1) s->token[length++] = *s->at;
        step_letter(s);
    } while (word && s->at < s->end && (isalnum((unsigned char)*s->at) || *s->at == '_'));
    s->token[length] = 0;
}

static bool is(const scan *s, const char *token) { return strcmp(s->token, token) == 0; }
static bool is_word(const scan *s) { return isalpha((unsigned char)s->token[0]) || s->token[0] == '_'; }

/* ---- prototypes ---- */

static bool read_type(scan *s, const char *of, uint8_t *type) {
    char text[64];
    snprintf(text, sizeof text, "%s", s->token);
    for (uint8_t i = 0; i < REGISTRY_TYPES; i++) {
        if (!is(s, registry_types[i].word)) continue;
        *type = i;
        next_token(s);
        if (!is(s, "*")) return true;
        return import_error_line(s->error, s->file, s->line, "unsupported parameter type `%s *` of `%s`; %s",
                                 text, of, possible);
    }
    return import_error_line(s->error, s->file, s->line, "unsupported type `%s` of `%s`; %s", text, of,
                             possible);
}

static bool read_parameters(scan *s, registry_function *f) {
    next_token(s); /* the bracket */
    if (is(s, "void")) {
        next_token(s);
        if (is(s, ")")) return true;
        return import_error_line(s->error, s->file, s->line,
                                 "unsupported parameter type `void %s` of `%s`; %s", s->token, f->name,
                                 possible);
    }
    for (;;) {
        if (f->count == OX_EXPORT_PARAMETERS)
            return import_error_line(s->error, s->file, s->line,
                                     "`%s` has more than %d parameters; hand over fewer", f->name,
                                     (int)OX_EXPORT_PARAMETERS);
        if (is(s, "const")) next_token(s);
        if (!read_type(s, f->name, &f->parameters[f->count])) return false;
        if (f->parameters[f->count++] == 0)
            return import_error_line(s->error, s->file, s->line,
                                     "unsupported parameter type `void` of `%s`; %s", f->name, possible);
        if (is_word(s)) next_token(s); /* the parameter's name */
        if (is(s, ")")) return true;
        if (!is(s, ","))
            return import_error_line(s->error, s->file, s->line, "unsupported parameter of `%s` at `%s`; %s",
                                     f->name, s->token, possible);
        next_token(s);
    }
}

static uint32_t sign(const registry_function *f) {
    uint32_t crc = rom_crc32(0, f->name, strlen(f->name));
    const char *word = registry_types[f->result].word;
    crc = rom_crc32(crc, word, strlen(word) + 1);
    for (int i = 0; i < f->count; i++) {
        word = registry_types[f->parameters[i]].word;
        crc = rom_crc32(crc, word, strlen(word) + 1);
    }
    return crc;
}

/* Reads a prototype from behind its mark. */
static bool read_prototype(scan *s, registry *r) {
    registry_function f = {.file = s->file};
    void *array = r->functions;
    next_token(s);
    while (is(s, "extern") || is(s, "FX_MUST_CHECK")) next_token(s);
    f.line = s->line;
    if (!read_type(s, "an exported function", &f.result)) return false;
    if (!is_word(s))
        return import_error_line(s->error, s->file, s->line,
                                 "the name of a function is wanted behind OX_EXPORT and its type");
    snprintf(f.name, sizeof f.name, "%s", s->token);
    next_token(s);
    if (!is(s, "("))
        return import_error_line(s->error, s->file, s->line,
                                 "`%s` is no prototype; OX_EXPORT marks functions", f.name);
    if (!read_parameters(s, &f)) return false;
    next_token(s);
    if (!is(s, ";"))
        return import_error_line(s->error, s->file, s->line, "`;` is wanted behind the prototype of `%s`",
                                 f.name);
    f.id = rom_id(f.name);
    f.signature = sign(&f);
    if (!import_grow(&array, &r->capacity, r->count + 1, sizeof f))
        return import_error_memory(s->error, s->file);
    r->functions = array;
    r->functions[r->count++] = f;
    return true;
}

bool registry_read(registry *r, const char *file, const char *text, size_t size, tool_error *error) {
    scan s = {file, text, text + size, 1, "", error};
    if (size == 0) return true;
    for (next_token(&s); s.token[0] != 0; next_token(&s)) {
        if (is(&s, "OX_EXPORT") && !read_prototype(&s, r)) return false;
    }
    return true;
}

static int by_id(const void *a, const void *b) {
    const registry_function *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return strcmp(x->name, y->name);
}

bool registry_settle(registry *r, tool_error *error) {
    if (r->count > 0) qsort(r->functions, r->count, sizeof *r->functions, by_id);
    for (size_t i = 1; i < r->count; i++) {
        const registry_function *a = &r->functions[i - 1], *b = &r->functions[i];
        if (a->id != b->id) continue;
        return import_error_line(error, b->file, b->line,
                                 "`%s` and `%s` (%s:%lu) have the same id; rename one", b->name, a->name,
                                 a->file, a->line);
    }
    return true;
}

void registry_free(registry *r) {
    free(r->functions);
    memset(r, 0, sizeof *r);
}

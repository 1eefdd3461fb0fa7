/* The constants of scripts: `tune` and `const` of a module, `prop` of behaviours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cart/pack_kind.h"
#include "tools/import/base/file.h"
#include "tools/script/compiler.h"
#include "tools/tune/tune_text.h"

typedef struct finding {
    const tune_text *text;
    tune_list *list;
    char prefix[TUNE_LABEL];
    bool failed; /* memory ran out */
} finding;

/* ---- numbers of a value ---- */

/* The length of the decimal that a token begins with; 0 unless only a unit follows. */
static size_t plain_number(const script_token *t) {
    int places;
    if (t->kind != TOKEN_INT && t->kind != TOKEN_FX && t->kind != TOKEN_ANGLE) return 0;
    if (t->length > 2 && t->text[0] == '0' &&
        (t->text[1] == 'x' || t->text[1] == 'X' || t->text[1] == 'b' || t->text[1] == 'B'))
        return 0;
    size_t length = tune_decimal(t->text, t->length, &places);
    for (size_t i = length; i < t->length; i++)
        if (t->text[i] < 'a' || t->text[i] > 'z') return 0;
    return length;
}

/* Whether a minus stands before token `i` that belongs to the number itself. */
static bool is_negative(const script_token *list, size_t i) {
    if (i < 2 || list[i - 1].kind != TOKEN_SUBTRACT || list[i - 1].text + 1 != list[i].text) return false;
    switch (list[i - 2].kind) {
    case TOKEN_SET:
    case TOKEN_COMMA:
    case TOKEN_OPEN:
    case TOKEN_OPEN_INDEX:
    case TOKEN_COLON:
        return true;
    default:
        return false;
    }
}

/* The token behind the value of the declaration that goes on at `i`. */
static size_t end_of_value(const script_token *list, size_t i) {
    for (uint32_t depth = 0;; i++) {
        switch (list[i].kind) {
        case TOKEN_OPEN:
        case TOKEN_OPEN_INDEX:
            depth++;
            break;
        case TOKEN_CLOSE:
        case TOKEN_CLOSE_INDEX:
            if (depth > 0) depth--;
            break;
        case TOKEN_IN:
        case TOKEN_SEMICOLON:
            if (depth == 0) return i;
            break;
        case TOKEN_OPEN_BLOCK:
        case TOKEN_CLOSE_BLOCK:
        case TOKEN_END:
            return i;
        default:
            break;
        }
    }
}

/* Adds the value behind token `at`, whose name is `name` of `length` bytes; gives the token behind the value. */
static size_t add_value(finding *f, const script_token *list, size_t at, const char *name) {
    const char *begin = (const char *)f->text->data;
    while (list[at].kind != TOKEN_SET) {
        if (list[at].kind == TOKEN_SEMICOLON || list[at].kind == TOKEN_OPEN_BLOCK ||
            list[at].kind == TOKEN_CLOSE_BLOCK || list[at].kind == TOKEN_END)
            return at;
        at++;
    }
    size_t end = end_of_value(list, ++at);
    unsigned count = 0, part = 0;
    for (size_t i = at; i < end; i++) count += plain_number(&list[i]) > 0;
    for (size_t i = at; i < end && !f->failed; i++) {
        char label[TUNE_LABEL * 2 + 24];
        size_t length = plain_number(&list[i]), minus = is_negative(list, i);
        if (length == 0) continue;
        if (count > 1)
            snprintf(label, sizeof label, "%s%s.%u", f->prefix, name, ++part);
        else
            snprintf(label, sizeof label, "%s%s", f->prefix, name);
        f->failed = !tune_add(f->text, f->list, label, (size_t)(list[i].text - begin) - minus, length + minus,
                              list[i].place.line);
    }
    return end;
}

/* ---- declarations ---- */

/* Reads a name `a.b.c` at token *at, which then is the token behind the name; false when there is none, or it is too
 * long. */
static bool read_name(const script_token *list, size_t *at, char *name, size_t room) {
    size_t used = strlen(name);
    while (list[*at].kind == TOKEN_ID && used + list[*at].length + 2 < room) {
        memcpy(name + used, list[*at].text, list[*at].length);
        used += list[*at].length;
        name[used] = 0;
        ++*at;
        if (list[*at].kind != TOKEN_DOT) return true;
        name[used++] = '.';
        name[used] = 0;
        ++*at;
    }
    return false;
}

static void find_constants(script_compiler *c, void *context) {
    finding *f = context;
    script_tokens tokens = {0};
    char owner[TUNE_LABEL] = "", name[TUNE_LABEL];
    uint32_t depth = 0;
    script_tokenize(c, 0, &tokens);
    const script_token *list = tokens.list;
    for (size_t i = 0; list[i].kind != TOKEN_END && !f->failed;) {
        uint32_t kind = list[i++].kind;
        if (kind == TOKEN_OPEN_BLOCK) depth++;
        if (kind == TOKEN_CLOSE_BLOCK && depth > 0) depth--;
        if (depth == 0 && kind == TOKEN_BEHAVIOUR) {
            owner[0] = 0;
            (void)read_name(list, &i, owner, sizeof owner);
        }
        bool own = depth == 1 && kind == TOKEN_PROP;
        if (!own && !(depth == 0 && (kind == TOKEN_TUNE || kind == TOKEN_CONST))) continue;
        snprintf(name, sizeof name, "%.*s%s", own ? TUNE_LABEL - 2 : 0, owner, own ? "." : "");
        if (read_name(list, &i, name, sizeof name)) i = add_value(f, list, i, name);
    }
}

bool tune_script_find(const tune_text *text, tune_list *list, tool_error *error) {
    finding f = {.text = text, .list = list};
    tool_report report = {.quiet =
                              true}; /* packing reports a script's mistakes; readable tokens are still read */
    const script_source source = {text->path, (const char *)text->data, text->size};
    tune_prefix(text, f.prefix);
    (void)script_with_compiler(&source, 1, NULL, &report, find_constants, &f);
    report_free(&report);
    return !f.failed || import_error_memory(error, text->path);
}

/* ---- the test ---- */

enum { FILES = 64 };

/* Compiles all files of the script's module with this text in the place of its file. */
bool tune_script_check(const tune_text *text, tool_error *error) {
    script_source sources[FILES];
    char *paths[FILES];
    uint8_t *data[FILES];
    size_t count = 0;
    writer image = {0};
    tool_report report = {.quiet = true};
    const script_options options = {.rate = (int32_t)text->c->rate, .library = true};
    const char *with = pack_option(text->asset, "with"), *own = text->asset->file;
    bool ok = true;
    for (const char *at = own; ok && at != NULL && *at != 0 && count < FILES;) {
        char name[CART_PATH_MAX];
        size_t length = at == own ? strlen(at) : strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        paths[count] = import_file_resolve(at == own ? text->c->path : paths[0], name);
        data[count] = NULL;
        sources[count] = (script_source){paths[count], (const char *)text->data, text->size};
        if (paths[count] == NULL) {
            ok = import_error_memory(error, text->path);
        } else if (strcmp(paths[count], text->path) != 0) {
            ok = import_file_read(paths[count], &data[count], &sources[count].size, error);
            sources[count].text = (const char *)data[count];
        }
        count++;
        at = at == own ? with : at + length + (at[length] == ',');
    }
    if (ok && !script_compile(sources, count, &options, &report, &image)) {
        ok = false;
        for (uint32_t i = report.count; i > 0; i--)
            if (report.entries[i - 1].severity == REPORT_ERROR) *error = report.entries[i - 1].what;
    }
    for (size_t i = 0; i < count; i++) {
        free(paths[i]);
        free(data[i]);
    }
    report_free(&report);
    writer_free(&image);
    return ok;
}

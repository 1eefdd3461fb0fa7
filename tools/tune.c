/* Numbers of cart.txt, found and changed where they stand. */
#include "tools/tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/file.h"
#include "tools/statements.h"
#include "tools/writer.h"

enum { PLACES = 6 /* most digits behind the point */ };

/* ---- decimals ---- */

/* The length of the decimal that a text begins with; 0 when it begins with none. *places: digits behind the point. */
static size_t decimal(const char *text, size_t size, int *places) {
    size_t at = size > 0 && text[0] == '-' ? 1 : 0, digits = at;
    *places = 0;
    while (at < size && text[at] >= '0' && text[at] <= '9') at++;
    if (at == digits) return 0;
    if (at + 1 < size && text[at] == '.' && text[at + 1] >= '0' && text[at + 1] <= '9') {
        for (at++; at < size && text[at] >= '0' && text[at] <= '9'; at++) (*places)++;
    }
    return at;
}

bool tune_step(const char *word, int32_t steps, bool finer, char result[TUNE_WORD]) {
    int places;
    size_t length = strlen(word);
    int64_t sum = 0, scale = 1;
    if (length == 0 || length > 15 || decimal(word, length, &places) != length || places > PLACES) return false;
    for (size_t i = 0; i < length; i++) {
        if (word[i] >= '0' && word[i] <= '9') sum = sum * 10 + (word[i] - '0');
    }
    if (word[0] == '-') sum = -sum;
    if (finer && places < PLACES) {
        places++;
        sum *= 10;
    }
    for (int i = 0; i < places; i++) scale *= 10;
    sum += steps;
    uint64_t size = (uint64_t)(sum < 0 ? -sum : sum);
    int used = snprintf(result, TUNE_WORD, "%s%llu", sum < 0 ? "-" : "", (unsigned long long)(size / (uint64_t)scale));
    if (places > 0 && places <= PLACES) snprintf(result + used, (size_t)(TUNE_WORD - used), ".%0*llu", places, (unsigned long long)(size % (uint64_t)scale));
    return size / (uint64_t)scale <= 1000000000;
}

/* ---- reading ---- */

static bool add_number(tune *t, const char *label, const char *word, size_t length, size_t at, unsigned long line) {
    if (length >= TUNE_WORD || strlen(label) >= TUNE_LABEL) return true; /* no number that anybody wrote */
    if (t->count == t->room) {
        uint32_t room = t->room * 2 + 64;
        tune_number *grown = realloc(t->list, room * sizeof *grown);
        if (grown == NULL) return false;
        t->list = grown;
        t->room = room;
    }
    tune_number *n = &t->list[t->count++];
    *n = (tune_number){.at = at, .line = line};
    memcpy(n->label, label, strlen(label));
    memcpy(n->word, word, length);
    return true;
}

/* The numbers of a value: one, or several with commas between; none when anything else is among them. */
static bool add_value(tune *t, const char *label, const char *text, size_t at, size_t length, unsigned long line) {
    size_t parts = 0;
    int places;
    for (size_t i = 0; i <= length; parts++) {
        size_t size = decimal(text + at + i, length - i, &places);
        if (size == 0 || (i + size < length && text[at + i + size] != ',')) return true;
        i += size + 1;
    }
    for (size_t i = 0, part = 1; i < length; part++) {
        char name[TUNE_LABEL * 2 + 24];
        size_t size = decimal(text + at + i, length - i, &places);
        if (parts > 1)
            snprintf(name, sizeof name, "%s.%u", label, (unsigned)part);
        else
            snprintf(name, sizeof name, "%s", label);
        if (!add_number(t, name, text + at + i, size, at + i, line)) return false;
        i += size + 1;
    }
    return true;
}

static bool add_statement(tune *t, const statements *s, size_t number) {
    const statement *own = &s->list[number];
    unsigned same = 1;
    char label[TUNE_LABEL * 2];
    if (strlen(own->key) > 100) return true; /* its label would not be its alone */
    for (size_t i = 0; i < number; i++) same += strcmp(s->list[i].key, own->key) == 0;
    for (size_t i = 0; i < own->field_count; i++) {
        const statement_field *field = &s->fields[own->field + i];
        const char *name = field->name[0] == '#' ? field->name + 1 : field->name;
        size_t at, length;
        if (same > 1)
            snprintf(label, sizeof label, "%.100s#%u.%s", own->key, same, name);
        else
            snprintf(label, sizeof label, "%.100s.%s", own->key, name);
        statements_value_place(s, field, &at, &length);
        if (!add_value(t, label, s->text, at, length, own->line)) return false;
    }
    return true;
}

static bool find_numbers(tune *t, const uint8_t *data, size_t size, tool_error *error) {
    statements s;
    if (!statements_read(t->path, (const char *)data, size, STATEMENTS_CART, &s, error)) return false;
    bool ok = true;
    t->count = 0;
    for (size_t i = 0; ok && i < s.count; i++) ok = add_statement(t, &s, i);
    statements_free(&s);
    return ok || import_error_memory(error, t->path);
}

bool tune_read(tune *t, tool_error *error) {
    uint8_t *data;
    size_t size;
    if (!import_file_read(t->path, &data, &size, error)) return false;
    bool ok = find_numbers(t, data, size, error);
    free(data);
    return ok;
}

bool tune_open(const char *folder, tune *t, tool_error *error) {
    memset(t, 0, sizeof *t);
    int length = snprintf(t->path, sizeof t->path, "%s/cart.txt", folder);
    if (length < 0 || length >= (int)sizeof t->path) return import_error_file(error, folder, "the path is too long; use a shorter one");
    bool ok = tune_read(t, error);
    if (!ok) tune_close(t);
    return ok;
}

void tune_close(tune *t) {
    free(t->list);
    t->list = NULL;
    t->count = t->room = 0;
}

uint32_t tune_find(const tune *t, const char *label) {
    uint32_t i = 0;
    while (i < t->count && strcmp(t->list[i].label, label) != 0) i++;
    return i < t->count ? i : TUNE_NONE;
}

bool tune_fits(const tune_number *number, const char *filter) {
    while (*filter != 0) {
        char word[TUNE_LABEL];
        size_t length = strcspn(filter, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, filter);
        if (strstr(number->label, word) == NULL) return false;
        filter += length + (filter[length] == ' ');
    }
    return true;
}

/* ---- writing ---- */

/* The text with another word in its place, when the cart is right with it. */
static bool write_text(const tune *t, const tune_number *n, const char *word, const uint8_t *data, size_t size, tool_error *error) {
    writer text = {0};
    cart c;
    const size_t behind = n->at + strlen(n->word);
    writer_bytes(&text, data, n->at);
    writer_bytes(&text, word, strlen(word));
    writer_bytes(&text, data + behind, size - behind);
    writer_u8(&text, 0); /* behind the text, for who reads it */
    bool ok = !text.failed || import_error_memory(error, t->path);
    if (ok && cart_parse(t->path, (const char *)text.data, text.size - 1, &c, error)) {
        cart_free(&c);
        ok = import_file_write(t->path, text.data, text.size - 1, error);
    } else {
        ok = false;
    }
    writer_free(&text);
    return ok;
}

bool tune_set(tune *t, uint32_t number, const char *word, tool_error *error) {
    char label[TUNE_LABEL];
    uint8_t *data;
    size_t size, length = strlen(word);
    int places;
    if (length == 0 || length >= TUNE_WORD || decimal(word, length, &places) != length)
        return import_error_file(error, NULL, "`%.40s` is no number; write digits, with a point if need be", word);
    memcpy(label, t->list[number].label, sizeof label);
    if (!import_file_read(t->path, &data, &size, error)) return false;
    bool ok = find_numbers(t, data, size, error);
    number = ok ? tune_find(t, label) : TUNE_NONE;
    if (ok && number == TUNE_NONE) ok = import_error_file(error, t->path, "`%.100s` is there no longer", label);
    ok = ok && write_text(t, &t->list[number], word, data, size, error);
    free(data);
    return ok && tune_read(t, error);
}

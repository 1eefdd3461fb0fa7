/* Finds and changes the numbers of a cart in its texts. */
#include "tools/tune/tune.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/apart.h"
#include "tools/base/writer.h"
#include "tools/cart/pack_kind.h"
#include "tools/import/base/file.h"
#include "tools/import/base/intern.h"
#include "tools/tune/tune_text.h"

enum { PLACES = 6 /* most digits behind the point */ };

/* ---- decimals ---- */

bool tune_step(const char *word, int32_t steps, bool finer, char result[TUNE_WORD]) {
    int places;
    size_t length = strlen(word);
    int64_t sum = 0, scale = 1;
    if (length == 0 || length > 15 || tune_decimal(word, length, &places) != length || places > PLACES)
        return false;
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
    int used = snprintf(result, TUNE_WORD, "%s%llu", sum < 0 ? "-" : "",
                        (unsigned long long)(size / (uint64_t)scale));
    if (places > 0 && places <= PLACES)
        snprintf(result + used, (size_t)(TUNE_WORD - used), ".%0*llu", places,
                 (unsigned long long)(size % (uint64_t)scale));
    return size / (uint64_t)scale <= 1000000000;
}

/* ---- reading ---- */

static void free_list(tune_list *l) {
    for (uint32_t i = 0; i < l->path_count; i++) free(l->paths[i]);
    free(l->paths);
    free(l->list);
    memset(l, 0, sizeof *l);
}

/* Keeps a path as long as the list exists; the path is taken over. */
static bool keep_path(tune_list *l, char *path) {
    char **grown = path == NULL ? NULL : realloc(l->paths, (l->path_count + 1) * sizeof *grown);
    if (grown == NULL) free(path);
    if (grown == NULL) return false;
    l->paths = grown;
    l->paths[l->path_count++] = path;
    return true;
}

/* Adds the numbers of a file; `name` is as the file `beside` names it. A file that cannot be read adds none, and
 * *left_out says why. */
static bool add_file(tune_list *l, const cart *c, uint32_t asset, const char *beside, const char *name,
                     tool_error *left_out) {
    tool_error error = {.text = ""};
    tune_text text = {.c = c, .asset = asset == 0 ? NULL : &c->assets[asset - 1], .number = asset};
    uint8_t *data;
    if (!keep_path(l, import_file_resolve(beside, name))) return false;
    text.path = l->paths[l->path_count - 1];
    bool ok = import_file_read(text.path, &data, &text.size, &error);
    if (ok) {
        text.data = data;
        ok = tune_text_find(&text, l, &error);
        free(data);
    }
    if (!ok && left_out->text[0] == 0) *left_out = error;
    return true;
}

/* Adds the numbers of an asset's file, and of its further files. */
static bool add_asset(tune_list *l, const cart *c, uint32_t asset, tool_error *left_out) {
    const cart_asset *a = &c->assets[asset - 1];
    const char *with = strcmp(a->kind, "script") == 0 ? pack_option(a, "with") : NULL;
    if (a->of_scene || !tune_text_counts(a)) return true; /* cart.txt has its numbers */
    if (!add_file(l, c, asset, c->path, a->file, left_out)) return false;
    char *own = l->paths[l->path_count - 1];
    while (with != NULL && *with != 0) {
        char name[CART_PATH_MAX];
        size_t length = strcspn(with, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, with);
        if (!add_file(l, c, asset, own, name, left_out)) return false;
        with += length + (with[length] == ',');
    }
    return true;
}

/* Adds the numbers of all assets. When cart.txt has mistakes, only its own numbers are there, so that it can be
 * mended. */
static bool add_assets(tune_list *l, const cart *c, tool_error *left_out) {
    for (uint32_t i = 0; i < c->asset_count; i++)
        if (!add_asset(l, c, i + 1, left_out)) return false;
    return true;
}

static void folder_of(const tune *t, char folder[CART_PATH_MAX]) {
    snprintf(folder, CART_PATH_MAX, "%.*s", (int)(strlen(t->path) - strlen("/cart.txt")), t->path);
}

static bool read_numbers(tune *t, tool_error *error) {
    char folder[CART_PATH_MAX];
    tune_list next = {.list = NULL};
    tune_text text = {.path = t->path};
    tool_error left_out = {.text = ""};
    uint8_t *data;
    cart c;
    if (!import_file_read(t->path, &data, &text.size, error)) return false;
    text.data = data;
    bool ok = tune_text_find(&text, &next, error);
    free(data);
    folder_of(t, folder);
    if (ok && cart_load(folder, &c, &left_out)) {
        ok = add_assets(&next, &c, &left_out) || import_error_memory(error, t->path);
        cart_free(&c);
    }
    if (!ok) {
        free_list(&next);
        return false;
    }
    free_list(&t->numbers);
    t->numbers = next;
    t->left_out = left_out;
    return true;
}

/* A request to a tune, often made in a game's step and done in a thread. */
typedef struct asking {
    tune *t;
    uint32_t number;
    const char *word;
    tool_error *error;
    bool ok;
} asking;

static void read_apart(void *context) {
    asking *a = context;
    a->ok = read_numbers(a->t, a->error);
}

bool tune_read(tune *t, tool_error *error) {
    asking a = {.t = t, .error = error};
    apart(read_apart, &a);
    return a.ok;
}

bool tune_open(const char *folder, tune *t, tool_error *error) {
    memset(t, 0, sizeof *t);
    int length = snprintf(t->path, sizeof t->path, "%s/cart.txt", folder);
    if (length < 0 || length >= (int)sizeof t->path)
        return import_error_file(error, folder, "the path is too long; use a shorter one");
    bool ok = tune_read(t, error);
    if (!ok) tune_close(t);
    return ok;
}

void tune_close(tune *t) { free_list(&t->numbers); }

uint32_t tune_find(const tune *t, const char *label) {
    uint32_t i = 0;
    while (i < t->numbers.count && strcmp(t->numbers.list[i].label, label) != 0) i++;
    return i < t->numbers.count ? i : TUNE_NONE;
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

/* Writes the text with another word in a number's place, if packing accepts that text. */
static bool write_word(const tune_text *text, const tune_number *n, const char *word, tool_error *error) {
    writer out = {0};
    const size_t behind = n->at + strlen(n->word);
    writer_bytes(&out, text->data, n->at);
    writer_bytes(&out, word, strlen(word));
    writer_bytes(&out, text->data + behind, text->size - behind);
    writer_u8(&out, 0); /* a zero byte behind the text, for readers */
    bool ok = !out.failed || import_error_memory(error, text->path);
    tune_text next = *text;
    next.data = out.data;
    next.size = out.size - 1;
    ok = ok && tune_text_check(&next, error) && import_file_write(text->path, next.data, next.size, error);
    writer_free(&out);
    return ok;
}

/* Reads the number's text again, finds the number there and writes the word. `c` is the current cart; it is not used
 * for numbers of cart.txt. */
static bool change_number(const tune_number *n, const cart *c, const char *word, tool_error *error) {
    tune_list now = {.list = NULL};
    tune_text text = {
        .c = c, .asset = n->text == 0 ? NULL : &c->assets[n->text - 1], .number = n->text, .path = n->path};
    uint8_t *data;
    if (!import_file_read(n->path, &data, &text.size, error)) return false;
    text.data = data;
    bool ok = tune_text_find(&text, &now, error);
    uint32_t at = 0;
    while (ok && at < now.count && strcmp(now.list[at].label, n->label) != 0) at++;
    if (ok && at == now.count)
        ok = import_error_file(error, n->path, "`%.100s` is there no longer", n->label);
    ok = ok && write_word(&text, &now.list[at], word, error);
    free(data);
    free_list(&now);
    return ok;
}

static bool set_number(tune *t, uint32_t number, const char *word, tool_error *error) {
    char folder[CART_PATH_MAX], label[TUNE_LABEL];
    size_t length = strlen(word);
    int places;
    cart c;
    if (length == 0 || length >= TUNE_WORD || tune_decimal(word, length, &places) != length)
        return import_error_file(error, NULL, "`%.40s` is no number; write digits, with a point if need be",
                                 word);
    if (t->numbers.list[number].text == 0)
        return change_number(&t->numbers.list[number], NULL, word, error) && read_numbers(t, error);
    memcpy(label, t->numbers.list[number].label,
           sizeof label); /* the cart may name its files otherwise now */
    if (!read_numbers(t, error)) return false;
    number = tune_find(t, label);
    if (number == TUNE_NONE) return import_error_file(error, t->path, "`%.100s` is there no longer", label);
    folder_of(t, folder);
    if (!cart_load(folder, &c, error)) return false;
    bool ok = change_number(&t->numbers.list[number], &c, word, error);
    cart_free(&c);
    return ok && read_numbers(t, error);
}

static void set_apart(void *context) {
    asking *a = context;
    a->ok = set_number(a->t, a->number, a->word, a->error);
}

bool tune_set(tune *t, uint32_t number, const char *word, tool_error *error) {
    asking a = {.t = t, .number = number, .word = word, .error = error};
    apart(set_apart, &a);
    return a.ok;
}

/* What a cart says for one machine alone: `gba.format pal8`, `mesh crate crate.obj gba.scale=0.5`.
 *
 * MACHINE. stands in front of a statement or of an option's key. Such a statement or option counts only when the cart
 * is packed for that machine. It then replaces the plain option of the same key, the plain statement of the same name
 * (gba.texture crate ...), or the plain statement that may stand once. A statement of which there may be many is
 * added. The order of the lines does not count. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cart/cart_parser.h"
#include "tools/cart/limits.h"
#include "tools/cart/pack_kind.h"

/* How a statement is told from others in a scene or outside of one. */
static cart_often often_of(cart_place place, const char *statement) {
    const cart_row *row = cart_row_find(place, statement, NULL);
    if (row != NULL) return row->often;
    return place == CART_OUTSIDE && pack_kind_find(statement) != NULL ? CART_ONCE_A_NAME : CART_MANY;
}

static bool is_statement(const char *word) {
    return cart_row_find(CART_OUTSIDE, word, NULL) != NULL ||
           cart_row_find(CART_IN_SCENE, word, NULL) != NULL || pack_kind_find(word) != NULL;
}

bool cart_target_of(cart_parser *p, const char *word, size_t length, bool *own) {
    char port[32];
    snprintf(port, sizeof port, "%.*s", (int)(length < sizeof port ? length : sizeof port - 1), word);
    *own = p->target != NULL && strcmp(p->target, port) == 0;
    if (limits_find(port) != NULL) return true;
    return cart_wrong(p, "`%.60s`: there is no machine `%s`; possible are " OX_LIMIT_PORTS, word, port);
}

/* ---- lines that replace plain lines ---- */

/* The key of a line without its machine: "format", "texture crate", "main/hud" inside of a scene. */
static void key_of(const char *scene, const char *statement, const char *name, char key[CART_TARGET_KEY]) {
    snprintf(key, CART_TARGET_KEY, "%.90s%s%.40s%s%.90s", scene, scene[0] == 0 ? "" : "/", statement,
             name == NULL ? "" : " ", name == NULL ? "" : name);
}

/* Word number `index` of a line of `length` bytes, without quotes; false when there are fewer words. */
static bool word_at(const char *line, size_t length, int index, char *word, size_t room) {
    size_t at = 0;
    for (;; index--) {
        while (at < length && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r' || line[at] == '"'))
            at++;
        size_t from = at;
        while (at < length && line[at] != ' ' && line[at] != '\t' && line[at] != '\r' && line[at] != '"')
            at++;
        if (at == from) return false;
        if (index > 0) continue;
        snprintf(word, room, "%.*s", (int)(at - from < room ? at - from : room - 1), line + from);
        return true;
    }
}

static bool keep_key(cart_parser *p, const char *key) {
    char(*grown)[CART_TARGET_KEY] = realloc(p->own_keys, (p->own_count + 1) * sizeof *grown);
    if (grown == NULL) return cart_wrong(p, "out of memory");
    p->own_keys = grown;
    snprintf(grown[p->own_count++], CART_TARGET_KEY, "%s", key);
    return true;
}

bool cart_target_scan(cart_parser *p, const char *text, size_t size) {
    char scene[CART_NAME_MAX] = "", word[64], name[CART_NAME_MAX], key[CART_TARGET_KEY];
    for (size_t at = 0, end; p->target != NULL && at < size; at = end + 1) {
        const char *line = text + at, *stop = memchr(line, '\n', size - at);
        end = stop == NULL ? size : (size_t)(stop - text);
        if (!word_at(line, end - at, 0, word, sizeof word)) continue;
        const char *dot = strchr(word, '.'), *statement = dot == NULL ? word : dot + 1;
        bool own = dot != NULL && strlen(p->target) == (size_t)(dot - word) &&
                   strncmp(word, p->target, (size_t)(dot - word)) == 0;
        bool is_named = word_at(line, end - at, 1, name, sizeof name);
        const cart_often often = often_of(scene[0] != 0 ? CART_IN_SCENE : CART_OUTSIDE, statement);
        if (own && often != CART_MANY) {
            key_of(scene, statement, often == CART_ONCE_A_NAME && is_named ? name : NULL, key);
            if (!keep_key(p, key)) return false;
        }
        if (strcmp(statement, "scene") == 0 && is_named) memcpy(scene, name, sizeof scene);
        if (strcmp(word, "end") == 0) scene[0] = 0;
    }
    return true;
}

static bool is_stood_in(const cart_parser *p) {
    char key[CART_TARGET_KEY];
    const cart_often often = often_of(p->scene != NULL ? CART_IN_SCENE : CART_OUTSIDE, p->words[0]);
    if (p->own_count == 0 || often == CART_MANY) return false;
    key_of(p->scene == NULL ? "" : p->scene->name, p->words[0],
           often == CART_ONCE_A_NAME && p->count > 1 ? p->words[1] : NULL, key);
    for (uint32_t i = 0; i < p->own_count; i++) {
        if (strcmp(p->own_keys[i], key) == 0) return true;
    }
    return false;
}

static void skip_statement(cart_parser *p, const char *statement) {
    p->skips_scene = strcmp(statement, "scene") == 0;
    p->count = 0;
}

/* ---- options ---- */

static void drop_word(cart_parser *p, int i) {
    for (; i + 1 < p->count; i++) p->words[i] = p->words[i + 1];
    p->count--;
}

/* Removes the plain option or flag that `word` replaces. */
static void drop_plain(cart_parser *p, const char *word) {
    size_t length = strcspn(word, "=");
    for (int i = 1; i < p->count; i++) {
        bool same = p->words[i] != word && strncmp(p->words[i], word, length) == 0 &&
                    (p->words[i][length] == '=' || (p->words[i][length] == 0 && i > 2));
        if (same) drop_word(p, i--);
    }
}

static bool settle_options(cart_parser *p) {
    for (int i = 1; i < p->count; i++) {
        char *word = p->words[i], *equals = strchr(word, '=');
        size_t port = strcspn(word, ".");
        bool own;
        if (equals == NULL || word[port] == 0 || word + port > equals) continue;
        p->at = i;
        if (!cart_target_of(p, word, port, &own)) return false;
        if (!own) {
            drop_word(p, i--);
            continue;
        }
        p->words[i] = word + port + 1;
        drop_plain(p, p->words[i]);
        for (i = 1; p->words[i] != word + port + 1; i++) continue;
        *equals = 0;
        bool is_flag =
                 cart_row_has_flag(p->words[0], p->scene != NULL ? CART_IN_SCENE : CART_OUTSIDE, p->words[i]),
             off = strcmp(equals + 1, "off") == 0;
        *equals = '=';
        if (is_flag && off)
            drop_word(p, i--);
        else if (is_flag)
            *equals = 0;
    }
    p->at = 0;
    return true;
}

bool cart_target_line(cart_parser *p) {
    char *dot = p->count == 0 ? NULL : strchr(p->words[0], '.');
    bool own;
    if (p->count == 0) return true;
    if (p->skips_scene) {
        p->skips_scene = strcmp(p->words[0], "end") != 0;
        p->count = 0;
        return true;
    }
    if (dot == NULL) {
        if (!is_stood_in(p)) return settle_options(p);
        skip_statement(p, p->words[0]);
        return true;
    }
    if (!cart_target_of(p, p->words[0], (size_t)(dot - p->words[0]), &own)) return false;
    if (!is_statement(dot + 1)) {
        const char *suggestion =
            cart_suggest_statement(p->scene != NULL ? CART_IN_SCENE : CART_OUTSIDE, dot + 1);
        return suggestion == NULL
                   ? cart_wrong(p, "`%s` is unknown; oxcart help cart lists all statements", dot + 1)
                   : cart_wrong(p, "`%s` is unknown; did you mean `%s`?", dot + 1, suggestion);
    }
    p->words[0] = dot + 1;
    if (own) return settle_options(p);
    skip_statement(p, dot + 1);
    return true;
}

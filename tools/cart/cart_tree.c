/* Assets that lie about in folders: found by searching, described by sidecars and by defaults for patterns of
 * names.
 *
 * A sidecar `crate.png.meta` or a line `defaults *.png kind=texture` says what a line of cart.txt would say,
 * so its settings are the options of such a line, and are read by the same code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/cart/cart_parser.h"
#include "tools/cart/limits.h"
#include "tools/cart/pack_kind.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/import/base/text.h"

enum { SETTINGS = 28, TEXT_ROOM = 8192 };

typedef struct setting {
    const char *key, *value, *path;
    unsigned long line;
} setting;

typedef struct settings {
    setting list[SETTINGS];
    int count;
    bool sidecar; /* the file has a sidecar */
    char text[TEXT_ROOM];
    size_t used;
} settings;

/* ---- what may be said of a file ---- */

static const cart_option_row general[] = {
    {"kind", "KIND", "texture, mesh, or a kind of assets"},
    {"name", "NAME", "that of the file without its ending, if it is not said"},
    {"character", "NAME", "whose it is"},
    {"compress", "on|off", "whether it is packed"},
    {"author", "TEXT", "who made it"},
    {"note", "TEXT", "what is to be known of it"},
    {.key = NULL}};

/* The options of a statement that names a file. */
static const cart_option_row *options_of(const char *word) {
    const cart_row *row = cart_row_find(CART_OUTSIDE, word, NULL);
    const pack_kind *kind = row == NULL ? pack_kind_find(word) : NULL;
    return row != NULL ? row->options : kind != NULL ? kind->options : NULL;
}

/* Whether some kind knows the word of a `defaults` line: a misspelt one is told even where no file fits the pattern. */
static bool is_setting(cart_parser *p, int i) {
    enum { KNOWN = 512 };
    static _Thread_local const char *known[KNOWN]; /* options for one word at a time */
    char key[64];
    const char *word =
        strchr(p->words[i], '.') != NULL && strcspn(p->words[i], ".") < strcspn(p->words[i], "=")
            ? strchr(p->words[i], '.') + 1
            : p->words[i];
    size_t count = cart_option_words(general, known, 0, KNOWN);
    count = cart_option_words(options_of("texture"), known, count, KNOWN);
    count = cart_option_words(options_of("mesh"), known, count, KNOWN);
    count = cart_option_words(cart_asset_options, known, count, KNOWN);
    for (uint32_t k = 0; pack_kind_at(k) != NULL; k++)
        count = cart_option_words(pack_kind_at(k)->options, known, count, KNOWN);
    snprintf(key, sizeof key, "%.*s", (int)strcspn(word, "="), word);
    p->at = i;
    if (cart_choice(key, known) >= 0) return true;
    const char *suggestion = cart_suggest(key, known);
    if (suggestion != NULL) return cart_wrong(p, "`%s` is unknown here; did you mean `%s`?", key, suggestion);
    return cart_wrong(p, "`%s` means nothing to any kind; take it out", key);
}

/* ---- statements of cart.txt ---- */

static bool read_search(cart_parser *p) {
    for (int i = 1; i < p->count; i++) {
        if (p->c->search_count == CART_SEARCHED)
            return cart_wrong(p, "more than %d folders to search", CART_SEARCHED);
        if (!cart_take_path(p, p->words[i], p->c->search[p->c->search_count++])) return false;
    }
    return p->count > 1 || cart_wrong(p, "`search` without folders; write them behind");
}

static bool read_defaults(cart_parser *p) {
    cart *c = p->c;
    size_t used = 0;
    if (p->count < 3)
        return cart_wrong(p,
                          "`defaults` wants a pattern and settings, such as `defaults *.png kind=texture`");
    cart_default *grown = realloc(c->defaults, (c->default_count + 1) * sizeof *grown);
    if (grown == NULL) return cart_wrong(p, "out of memory");
    c->defaults = grown;
    cart_default *d = &grown[c->default_count++];
    memset(d, 0, sizeof *d);
    d->line = p->line;
    if (!cart_take_path(p, p->words[1], d->pattern)) return false;
    for (int i = 2; i < p->count; i++) {
        if (!is_setting(p, i)) return false;
        int length = snprintf(d->text + used, sizeof d->text - used, "%s\n", p->words[i]);
        used += length < 0 ? 0 : (size_t)length;
        if (used >= sizeof d->text) return cart_wrong(p, "too many settings on a line; divide it");
    }
    return true;
}

const cart_row cart_tree_rows[] = {{.word = "search",
                                    .often = CART_MANY,
                                    .merge = CART_BY_NAME,
                                    .read = read_search,
                                    .form = "FOLDER ...",
                                    .about = "assets of these folders are found by their names; FILE.meta "
                                             "beside one says what a line of cart.txt would"},
                                   {.word = "defaults",
                                    .often = CART_MANY,
                                    .merge = CART_BY_NAME,
                                    .read = read_defaults,
                                    .form = "PATTERN KEY=VALUE ...",
                                    .about = "of files there whose names fit, such as `defaults *.png "
                                             "kind=texture`; options of the kind beside these",
                                    .options = general},
                                   {.word = NULL}};

/* ---- patterns ---- */

/* Whether a name fits a pattern: `*` stands for any letters, `?` for one. */
static bool name_fits(const char *pattern, const char *name) {
    const char *star = NULL, *back = NULL;
    while (*name != 0) {
        if (*pattern == '*') {
            star = pattern++;
            back = name;
        } else if (*pattern == '?' || *pattern == *name) {
            pattern++;
            name++;
        } else if (star != NULL) {
            pattern = star + 1;
            name = ++back;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == 0;
}

/* How much a pattern says: its letters that stand for themselves. */
static int weight(const char *pattern) {
    int letters = 0;
    for (; *pattern != 0; pattern++) letters += *pattern != '*' && *pattern != '?';
    return letters;
}

static bool pattern_fits(const char *pattern, const char *path) {
    const char *slash = strrchr(path, '/');
    return name_fits(pattern, strchr(pattern, '/') != NULL || slash == NULL ? path : slash + 1);
}

/* ---- settings ---- */

static const char *store_text(settings *s, const char *text, size_t length) {
    if (s->used + length + 1 > sizeof s->text) return NULL;
    char *at = s->text + s->used;
    memcpy(at, text, length);
    at[length] = 0;
    s->used += length + 1;
    return at;
}

static bool set_default(cart_parser *p, settings *s, const char *key, size_t key_length, const char *value,
                        size_t value_length) {
    const char *own_key = store_text(s, key, key_length),
               *own_value = own_key == NULL ? NULL : store_text(s, value, value_length);
    if (own_value == NULL) return cart_wrong(p, "too many settings for one file; take some out");
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->list[i].key, own_key) != 0) continue;
        s->list[i] = (setting){own_key, own_value, p->path, p->line};
        return true;
    }
    if (s->count == SETTINGS)
        return cart_wrong(p, "more than %d settings for one file; take some out", SETTINGS);
    s->list[s->count++] = (setting){own_key, own_value, p->path, p->line};
    return true;
}

/* `key=value`, `key value` or `key`, up to the end of the line; # begins a comment at the start of a line or
 * behind a blank. */
static bool set_line(cart_parser *p, settings *s, const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t') && length - i != 7)
            length = i;
    }
    while (length > 0 && (*line == ' ' || *line == '\t')) line++, length--;
    while (length > 0 && (unsigned char)line[length - 1] <= ' ') length--;
    if (length == 0) return true;
    size_t key = 0;
    while (key < length && line[key] != '=' && line[key] != ' ' && line[key] != '\t') key++;
    size_t value = key;
    while (value < length && (line[value] == ' ' || line[value] == '\t')) value++;
    if (value < length && line[value] == '=') value++;
    while (value < length && (line[value] == ' ' || line[value] == '\t')) value++;
    if (length - value >= 2 && line[value] == '"' && line[length - 1] == '"')
        return set_default(p, s, line, key, line + value + 1, length - value - 2);
    return set_default(p, s, line, key, line + value, length - value);
}

static bool set_lines(cart_parser *p, settings *s, const char *text, bool count_lines) {
    while (*text != 0) {
        size_t length = strcspn(text, "\n");
        if (count_lines) p->line++;
        if (!set_line(p, s, text, length)) return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

/* Applies the `defaults` lines of cart.txt that fit a file, the most specific pattern last, so that it wins. */
static bool set_defaults(cart_parser *p, settings *s, const char *path) {
    const cart *c = p->c;
    for (int wanted = 0; wanted < CART_PATH_MAX; wanted++) {
        bool more = false;
        for (uint32_t i = 0; i < c->default_count; i++) {
            int own = weight(c->defaults[i].pattern);
            more = more || own > wanted;
            if (own != wanted || !pattern_fits(c->defaults[i].pattern, path)) continue;
            p->line = c->defaults[i].line;
            if (!set_lines(p, s, c->defaults[i].text, false)) return false;
        }
        if (!more) break;
    }
    return true;
}

bool cart_add_source(cart_parser *p, const char *path) {
    char **grown = realloc(p->c->sources, (p->c->source_count + 1) * sizeof *grown);
    if (grown == NULL) return cart_wrong(p, "out of memory");
    p->c->sources = grown;
    char *copy = malloc(strlen(path) + 1);
    if (copy == NULL) return cart_wrong(p, "out of memory");
    memcpy(copy, path, strlen(path) + 1);
    grown[p->c->source_count++] = copy;
    return true;
}

static bool set_sidecar(cart_parser *p, settings *s, const char *path) {
    uint8_t *text;
    size_t size;
    if (!import_file_exists(path)) return true;
    if (!cart_add_source(p, path) || !import_file_read(path, &text, &size, &p->now)) return false;
    p->path = store_text(s, path, strlen(path));
    p->line = 0;
    s->sidecar = true;
    bool ok = p->path != NULL;
    const char *from = (const char *)text + import_text_mark((const char *)text, size);
    if (ok && strlen((const char *)text) != size)
        ok = cart_wrong(p, "a zero byte; settings must be a plain text");
    ok = ok && set_lines(p, s, from, true);
    free(text);
    return ok;
}

static const char *value_of(const settings *s, const char *key) {
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->list[i].key, key) == 0) return s->list[i].value;
    }
    return NULL;
}

static void drop(settings *s, int i) {
    memmove(&s->list[i], &s->list[i + 1], (size_t)(s->count - i - 1) * sizeof s->list[0]);
    s->count--;
}

/* `gba.scale=0.5` stands in for `scale` when the cart is packed for that machine. */
static bool apply_target(cart_parser *p, settings *s) {
    for (int i = 0; i < s->count;) {
        setting own = s->list[i];
        const char *dot = strchr(own.key, '.');
        bool for_it;
        if (dot == NULL) {
            i++;
            continue;
        }
        p->path = own.path;
        p->line = own.line;
        if (!cart_target_of(p, own.key, (size_t)(dot - own.key), &for_it)) return false;
        drop(s, i);
        if (!for_it) continue;
        if (!set_default(p, s, dot + 1, strlen(dot + 1), own.value, strlen(own.value))) return false;
        i = 0;
    }
    return true;
}

/* ---- files that are assets ---- */

static bool note_part(cart_parser *p, const char *kind, const char *name, const char *character,
                      const char *compress) {
    cart *c = p->c;
    struct cart_part *grown = realloc(c->parts, (c->part_count + 1) * sizeof *grown);
    if (grown == NULL) return cart_wrong(p, "out of memory");
    c->parts = grown;
    struct cart_part *part = &grown[c->part_count++];
    memset(part, 0, sizeof *part);
    snprintf(part->kind, sizeof part->kind, "%s", kind);
    snprintf(part->name, sizeof part->name, "%s", name);
    if (character != NULL && !cart_take_name(p, character, part->character)) return false;
    if (compress == NULL) return true;
    part->compress = strcmp(compress, "on") == 0 ? 1 : 2;
    return part->compress == 1 || strcmp(compress, "off") == 0 ||
           cart_wrong(p, "compress `%s`; write on or off", compress);
}

static bool is_general(const char *key) { return cart_option_find(general, key) != NULL; }

/* Every setting must mean something to the kind. */
static bool check_keys(cart_parser *p, const settings *s, const char *kind) {
    enum { KNOWN = 64 };
    const char *known[KNOWN];
    size_t count =
        cart_option_words(options_of(kind), known, cart_option_words(general, known, 0, KNOWN), KNOWN);
    if (pack_kind_find(kind) != NULL) cart_option_words(cart_asset_options, known, count, KNOWN);
    for (int i = 0; i < s->count; i++) {
        if (cart_choice(s->list[i].key, known) >= 0) continue;
        const char *suggestion = cart_suggest(s->list[i].key, known);
        p->path = s->list[i].path;
        p->line = s->list[i].line;
        if (suggestion != NULL)
            return cart_wrong(p, "`%s` is unknown here; did you mean `%s`?", s->list[i].key, suggestion);
        return cart_wrong(p, "`%s` means nothing to the kind %s; take it out", s->list[i].key, kind);
    }
    return true;
}

/* Makes the words of a line of cart.txt out of settings, and reads that line. */
static bool read_as_line(cart_parser *p, const settings *s, const char *kind, const char *name,
                         const char *path) {
    static _Thread_local char room[TEXT_ROOM + 512]; /* text of one line at a time */
    size_t used = 0;
    snprintf(room, sizeof room, "%s", kind);
    used = strlen(room) + 1;
    memset(p->taken, 0, sizeof p->taken);
    p->words[0] = room;
    p->words[1] = room + used;
    used += (size_t)snprintf(room + used, sizeof room - used, "%.95s", name) + 1;
    p->words[2] = room + used;
    used += (size_t)snprintf(room + used, sizeof room - used, "%.1000s", path) + 1;
    p->count = 3;
    for (int i = 0; i < s->count && p->count < CART_WORDS; i++) {
        const setting *own = &s->list[i];
        bool off = strcmp(own->value, "off") == 0, on = own->value[0] == 0 || strcmp(own->value, "on") == 0;
        const bool is_flag = cart_row_has_flag(kind, CART_OUTSIDE, own->key);
        if (is_general(own->key) || (is_flag && off)) continue;
        p->words[p->count] = room + used;
        p->lines[p->count] = own->line;
        p->paths[p->count++] = own->path;
        int length = is_flag && on ? snprintf(room + used, sizeof room - used, "%s", own->key)
                                   : snprintf(room + used, sizeof room - used, "%s=%s", own->key, own->value);
        used += (size_t)length + 1;
        if (used >= sizeof room) return cart_wrong(p, "too many settings for one file; take some out");
    }
    bool ok = cart_statement(p);
    memset(p->lines, 0, sizeof p->lines);
    memset(p->paths, 0, sizeof p->paths);
    return ok;
}

static bool is_there(const cart *c, const char *kind, const char *name) {
    if (strcmp(kind, "texture") == 0) return cart_find_texture(c, name) != NULL;
    if (strcmp(kind, "mesh") == 0) return cart_find_mesh(c, name) != NULL;
    for (uint32_t i = 0; i < c->asset_count; i++) {
        if (strcmp(c->assets[i].kind, kind) == 0 && rom_id(c->assets[i].name) == rom_id(name)) return true;
    }
    return false;
}

static bool wrong_kind(cart_parser *p, const char *kind) {
    const char *kinds[64] = {"texture", "mesh"};
    int count = 2;
    for (uint32_t i = 0; count < 63 && pack_kind_at(i) != NULL; i++) kinds[count++] = pack_kind_at(i)->word;
    const char *suggestion = cart_suggest(kind, kinds);
    if (cart_choice(kind, kinds) >= 0) return true;
    if (suggestion != NULL)
        return cart_wrong(p, "there is no kind `%s`; did you mean `%s`?", kind, suggestion);
    return cart_wrong(p, "there is no kind `%s`; oxcart help cart lists them", kind);
}

/* Adds one file as an asset; `path` as cart.txt would name it. */
static bool gather_file(cart_parser *p, const char *path) {
    static _Thread_local settings s; /* 8 KB; settings of one file at a time */
    char name[CART_NAME_MAX], sidecar[CART_PATH_MAX + 16];
    const char *own = p->path;
    memset(&s, 0, sizeof s);
    snprintf(sidecar, sizeof sidecar, "%.1000s.meta", path);
    char *beside = import_file_resolve(own, sidecar);
    bool ok =
        beside != NULL && set_defaults(p, &s, path) && set_sidecar(p, &s, beside) && apply_target(p, &s);
    free(beside);
    const char *kind = value_of(&s, "kind"), *given = value_of(&s, "name");
    const char *base = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(base, "."), base);
    if (given != NULL) snprintf(name, sizeof name, "%s", given);
    if (ok && kind == NULL && s.sidecar)
        ok = cart_wrong(p, "the settings do not say what it is; add a line such as `kind texture`");
    if (ok && kind != NULL) {
        ok = wrong_kind(p, kind) && check_keys(p, &s, kind);
        /* An asset of cart.txt or of an earlier folder goes before a file of the same name. */
        if (ok && !is_there(p->c, kind, name)) {
            const char *character = value_of(&s, "character"), *compress = value_of(&s, "compress");
            ok = (character == NULL && compress == NULL) || note_part(p, kind, name, character, compress);
            p->line = 0;
            ok = ok && read_as_line(p, &s, kind, name, path);
        }
    }
    p->path = own;
    return ok;
}

static bool ends_with(const char *name, const char *end) {
    size_t a = strlen(name), b = strlen(end);
    return a >= b && strcmp(name + a - b, end) == 0;
}

/* ---- files that cart.txt names without their folders ---- */

typedef struct found_names {
    folder_list lists[CART_SEARCHED];
} found_names;

/* Finds a file beside cart.txt or, in searched folders, the first path that ends with the file's name. */
static void locate(const cart *c, const found_names *found, char file[CART_PATH_MAX]) {
    char *path = import_file_resolve(c->path, file);
    bool there = path == NULL || import_file_exists(path);
    free(path);
    for (uint32_t i = 0; !there && i < c->search_count; i++) {
        for (uint32_t k = 0; !there && k < found->lists[i].count; k++) {
            const char *name = found->lists[i].names[k];
            size_t length = strlen(name), own = strlen(file);
            bool same = ends_with(name, file) && (length == own || name[length - own - 1] == '/');
            char whole[2 * CART_PATH_MAX];
            if (!same) continue;
            snprintf(whole, sizeof whole, "%s/%s", c->search[i], name);
            if (strlen(whole) >= CART_PATH_MAX) continue;
            memcpy(file, whole, strlen(whole) + 1);
            there = true;
        }
    }
}

bool cart_gather(cart_parser *p) {
    cart *c = p->c;
    found_names found;
    bool ok = true;
    memset(&found, 0, sizeof found);
    for (uint32_t i = 0; ok && i < c->search_count; i++) {
        char *folder = import_file_resolve(c->path, c->search[i]);
        ok = folder != NULL && cart_add_source(p, folder) && folder_read(folder, &found.lists[i], &p->now);
        free(folder);
        for (uint32_t k = 0; ok && k < found.lists[i].count; k++) {
            char path[2 * CART_PATH_MAX];
            snprintf(path, sizeof path, "%s/%s", c->search[i], found.lists[i].names[k]);
            if (strlen(path) < CART_PATH_MAX - 8 && !ends_with(path, ".meta"))
                ok = gather_file(p, path) || cart_go_on(p);
        }
    }
    for (uint32_t i = 0; ok && c->search_count > 0 && i < c->texture_count; i++)
        locate(c, &found, c->textures[i].file);
    for (uint32_t i = 0; ok && c->search_count > 0 && i < c->mesh_count; i++)
        locate(c, &found, c->meshes[i].file);
    for (uint32_t i = 0; ok && c->search_count > 0 && i < c->asset_count; i++)
        locate(c, &found, c->assets[i].file);
    for (uint32_t i = 0; i < CART_SEARCHED; i++) folder_free(&found.lists[i]);
    return ok;
}

/* Commands that change the place: splices of its text, collected first and made from the last to the first. */
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/cart/cart_rows.h"
#include "tools/edit/edit.h"
#include "tools/pack/pack.h"
#include "tools/record_writer.h"

enum { LINE_MOST = 1000 };

/* ---- collected splices ---- */

typedef struct cut {
    size_t at, removed, order;
    char *text;
} cut;

typedef struct cuts {
    cut *list;
    size_t count, room;
    bool failed;
} cuts;

static void put_cut(cuts *c, size_t at, size_t removed, const char *text) {
    char *copy = malloc(strlen(text) + 1);
    if (c->count == c->room && copy != NULL) {
        size_t room = c->room * 2 + 8;
        cut *grown = realloc(c->list, room * sizeof *grown);
        if (grown == NULL) c->failed = true;
        if (grown != NULL) c->list = grown;
        if (grown != NULL) c->room = room;
    }
    if (copy == NULL || c->failed) {
        c->failed = true;
        free(copy);
        return;
    }
    memcpy(copy, text, strlen(text) + 1);
    c->list[c->count] = (cut){at, removed, c->count, copy};
    c->count++;
}

static int from_behind(const void *a, const void *b) {
    const cut *x = a, *y = b;
    return x->at != y->at ? (x->at < y->at) - (x->at > y->at) : (x->order < y->order) - (x->order > y->order);
}

/* Makes the collected splices part of the current command when `ok`, and frees the list. */
static bool make_draft(edit_words *w, cuts *c, bool ok) {
    if (ok && c->failed) ok = import_error_memory(w->error, NULL);
    if (ok && c->count > 1) qsort(c->list, c->count, sizeof *c->list, from_behind);
    for (size_t i = 0; i < c->count; i++) {
        ok = ok && edit_change(w->e, w->e->file, c->list[i].at, c->list[i].removed, c->list[i].text,
                               strlen(c->list[i].text), w->error);
        free(c->list[i].text);
    }
    free(c->list);
    *c = (cuts){NULL, 0, 0, false};
    return ok;
}

/* Makes the collected splices a step of the history when `ok`, and frees the list. */
static bool make_cuts(edit_words *w, cuts *c, bool ok) {
    return make_draft(w, c, ok) && edit_commit(w->e, w->error);
}

/* ---- words in a text ---- */

void edit_quote(const char *word, char out[EDIT_WORD + 4]) {
    bool plain = word[0] != 0 && word[0] != '#' && strpbrk(word, " \t") == NULL;
    uint32_t rgb;
    if (word[0] == '#' && strlen(word) == 7 && cart_parse_colour(word, &rgb)) plain = true;
    snprintf(out, EDIT_WORD + 4, plain ? "%.255s" : "\"%.255s\"", word);
}

/* The place behind the last word of a statement. */
static size_t behind_words(const statements *s, const statement *of) {
    size_t last = of->name_at + of->name_length;
    for (size_t i = of->field; i < of->field + of->field_count; i++) {
        if (s->fields[i].at + s->fields[i].length > last) last = s->fields[i].at + s->fields[i].length;
    }
    if (last > of->begin) return last;
    for (last = of->begin; s->text[last] == ' ' || s->text[last] == '\t';) last++;
    while (last < of->end && strchr(" \t\r\n", s->text[last]) == NULL) last++;
    return last;
}

static const statement *statement_of(const edit *e, const edit_object *o) { return &e->s.list[o->statement]; }

/* Sets `key=value` in a line; an empty value removes the option. */
static void cut_option(const edit *e, const edit_object *o, const char *key, const char *value, cuts *c) {
    const statement *of = statement_of(e, o);
    const statement_field *field = statements_field(&e->s, of, key);
    char quoted[EDIT_WORD + 4], text[EDIT_WORD + 64];
    if (value[0] == 0) {
        if (field == NULL) return;
        size_t at = field->at;
        while (at > of->begin && (e->s.text[at - 1] == ' ' || e->s.text[at - 1] == '\t')) at--;
        put_cut(c, at, field->at + field->length - at, "");
        return;
    }
    edit_quote(value, quoted);
    snprintf(text, sizeof text, "%s%.40s=%s", field == NULL ? " " : "", key, quoted);
    put_cut(c, field == NULL ? behind_words(&e->s, of) : field->at, field == NULL ? 0 : field->length, text);
}

static void cut_flag(const edit *e, const edit_object *o, const char *word, bool on, cuts *c) {
    const statement *of = statement_of(e, o);
    const statement_field *field = statements_field(&e->s, of, word);
    char text[64];
    if (on == (field != NULL)) return;
    snprintf(text, sizeof text, " %.40s", word);
    if (on) put_cut(c, behind_words(&e->s, of), 0, text);
    if (!on) put_cut(c, field->at - 1, field->length + 1, "");
}

/* ---- options of lines ---- */

/* The row of a kind of line in the open place. */
static const cart_row *row_of(const edit *e, const char *kind) {
    return cart_row_find(e->place == EDIT_LEVEL ? CART_IN_LEVEL : CART_IN_SCENE, kind, NULL);
}

/* Whether lines of a kind can be added to the place: in a level, lines that have options and belong to no other
 * line. */
static bool is_kind(const edit *e, const char *kind) {
    static const char *const scene_kinds[] = {"object", "camera", "light", NULL};
    const cart_row *row = row_of(e, kind);
    if (e->place != EDIT_LEVEL) return cart_choice(kind, scene_kinds) >= 0;
    return row != NULL && row->options != NULL && row->below == NULL;
}

/* What a key is to a line of a kind: a flag, an option with a value, or neither. */
typedef enum key_use { KEY_UNKNOWN, KEY_FLAG, KEY_OPTION } key_use;

static key_use use_of(const edit *e, const char *kind, const char *key) {
    const cart_row *row = row_of(e, kind);
    const cart_option_row *option = row == NULL ? NULL : cart_option_find(row->options, key);
    if (option == NULL) return KEY_UNKNOWN;
    return option->value == NULL ? KEY_FLAG : KEY_OPTION;
}

/* Lists the keys of a line of a kind, for a sentence. */
static void list_keys(const edit *e, const char *kind, char text[400]) {
    const char *words[64] = {NULL};
    const cart_row *row = row_of(e, kind);
    (void)cart_option_words(row == NULL ? NULL : row->options, words, 0, 64);
    text[0] = 0;
    for (int i = 0; words[i] != NULL; i++)
        snprintf(text + strlen(text), 400 - strlen(text), "%s%s", i == 0 ? "" : ", ", words[i]);
}

static bool has_option(const edit *e, const edit_object *o, const char *key) {
    return use_of(e, o->kind, key) == KEY_OPTION;
}

/* ---- places ---- */

static bool is_open(edit_words *w) {
    return w->e->file != EDIT_NONE ||
           edit_wrong(w, 0, "no place is open; `places` lists them, `open` opens one");
}

static void to_grid(const edit *e, double at[3]) {
    for (int i = 0; i < 3 && e->snap > 0; i += 2) at[i] = writer_round(at[i] / e->snap) * e->snap;
}

/* Moves all places in an object's lines by a vector. */
static void shift(const edit *e, const edit_object *o, const double by[3], cuts *c) {
    static const char *const keys[] = {"at", "target", "from", "to", "vector", NULL};
    const statement *of = statement_of(e, o);
    char value[EDIT_WORD], text[100];
    double at[3];
    for (size_t i = of->field; i < of->field + of->field_count; i++) {
        const statement_field *field = &e->s.fields[i];
        bool point = strcmp(o->kind, "path") == 0 && field->name[0] == '#';
        if (!point &&
            (cart_choice(field->name, keys) < 0 || (strcmp(field->name, "vector") == 0 && !o->placed)))
            continue;
        statements_value(&e->s, field, value, sizeof value);
        if (!edit_vector(value, at)) continue;
        for (int k = 0; k < 3; k++) at[k] += by[k];
        edit_decimals(at, text);
        size_t from, length;
        statements_value_place(&e->s, field, &from, &length);
        put_cut(c, from, length, text);
    }
    if (strcmp(o->kind, "object") == 0 && statements_field(&e->s, of, "at") == NULL) {
        edit_decimals(by, text);
        cut_option(e, o, "at", text, c);
    }
}

/* Marks the objects that word 1 means, after checking the number of words. NULL and a sentence on failure. The marks
 * are to be freed. */
static uint8_t *marks_of(edit_words *w, const char *wanted, int least, int most) {
    uint8_t *marks = calloc((size_t)w->e->object_count + 1, 1);
    if (marks == NULL) {
        import_error_memory(w->error, NULL);
        return NULL;
    }
    bool ok = is_open(w);
    if (ok && (w->count <= least || w->count > most + 1))
        ok = edit_wrong(w, w->count > most + 1 ? most + 1 : 0, "`%s %s` is wanted", w->words[0], wanted);
    if (ok) w->looked = 1;
    ok = ok && edit_mark(w->e, w->words[1], marks, w->error);
    if (ok) return marks;
    free(marks);
    return NULL;
}

static uint32_t count_of(const edit *e, const uint8_t *marks) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < e->object_count; i++) count += marks[i];
    return count;
}

/* The vector that brings the object to a place, or by a vector, on the grid. */
static bool way_to(edit_words *w, const edit_object *o, bool by, const double value[3], double way[3]) {
    double to[3];
    if (!o->placed && strcmp(o->kind, "path") != 0)
        return edit_wrong(w, 1, "a %s %s stands nowhere; it cannot be moved", o->type, o->kind);
    if (!o->placed && !by) return edit_wrong(w, 1, "a path is moved `by X,Y,Z`");
    for (int k = 0; k < 3; k++) to[k] = by ? o->at[k] + value[k] : value[k];
    to_grid(w->e, to);
    for (int k = 0; k < 3; k++) way[k] = o->placed ? to[k] - o->at[k] : value[k];
    return true;
}

bool edit_move(edit_words *w) {
    edit *e = w->e;
    bool by = w->count > 2 && strcmp(w->words[2], "by") == 0, ok = true;
    double value[3], way[3];
    uint8_t *marks = marks_of(w, by ? "OBJECT by X,Y,Z" : "OBJECT X,Y,Z", by ? 3 : 2, by ? 3 : 2);
    cuts c = {NULL, 0, 0, false};
    if (marks == NULL) return false;
    if (!edit_vector(w->words[by ? 3 : 2], value))
        ok = edit_wrong(w, by ? 3 : 2, "`%.60s` is not three numbers; write X,Y,Z without blanks",
                        w->words[by ? 3 : 2]);
    if (ok && !by && count_of(e, marks) > 1)
        ok = edit_wrong(w, 1, "several objects cannot stand at one place; `move %s by X,Y,Z` moves them",
                        w->words[1]);
    for (uint32_t i = 0; ok && i < e->object_count; i++) {
        const edit_object *o = &e->objects[i];
        if (marks[i] == 0) continue;
        ok = way_to(w, o, by, value, way);
        const statement_field *at = statements_field(&e->s, statement_of(e, o), "at");
        bool alone = !by && !(e->snap > 0) && at != NULL && strcmp(o->kind, "camera") != 0;
        if (ok && alone)
            cut_option(e, o, "at", w->words[2], &c); /* as the command writes it */
        else if (ok)
            shift(e, o, way, &c);
    }
    free(marks);
    return make_cuts(w, &c, ok);
}

/* Sets a number of each object: `OBJECT VALUE` or, where numbers may be added, `OBJECT by VALUE`. */
static bool set_number(edit_words *w, const char *key, const char *wanted, bool adds) {
    edit *e = w->e;
    bool by = adds && w->count > 2 && strcmp(w->words[2], "by") == 0, ok = true;
    int word = by ? 3 : 2;
    double value = 0;
    char text[32];
    cuts c = {NULL, 0, 0, false};
    uint8_t *marks = marks_of(w, wanted, word, word);
    if (marks == NULL) return false;
    if (!cart_parse_number(w->words[word], &value) || value < -36000 || value > 36000)
        ok = edit_wrong(w, word, "`%.40s` is no number from -36000 to 36000", w->words[word]);
    if (ok && !adds && value <= 0) ok = edit_wrong(w, word, "a scale is above 0");
    for (uint32_t i = 0; ok && i < e->object_count; i++) {
        const edit_object *o = &e->objects[i];
        if (marks[i] == 0) continue;
        if (!has_option(e, o, key)) ok = edit_wrong(w, 1, "%s has no %s", o->kind, key);
        edit_decimal(by ? o->turn[0] + value : value, text);
        if (ok) cut_option(e, o, key, by ? text : w->words[word], &c);
    }
    free(marks);
    return make_cuts(w, &c, ok);
}

bool edit_turn(edit_words *w) { return set_number(w, "yaw", "OBJECT DEGREES` or `OBJECT by DEGREES", true); }
bool edit_scale(edit_words *w) { return set_number(w, "scale", "OBJECT SIZE", false); }

/* ---- attributes ---- */

/* The `set KEY` line below a spawn, or NULL. */
static const statement *attribute_line(const edit *e, const edit_object *o, const char *key) {
    for (size_t i = o->statement + 1; i < e->s.count && e->s.list[i].parent == o->statement; i++) {
        const statement *line = &e->s.list[i];
        if (strlen(key) == line->name_length &&
            memcmp(e->s.text + line->name_at, key, line->name_length) == 0)
            return line;
    }
    return NULL;
}

/* The behaviour of an object from its own lines, else from its type; "" for none. */
static void behaviour_of(const edit *e, const edit_object *o, char behaviour[EDIT_WORD]) {
    const statement *line = attribute_line(e, o, "behaviour");
    const cart_object *type = edit_type_of(e, o);
    if (line != NULL && edit_value(&e->s, line, "#1", behaviour) && behaviour[0] == '@')
        memmove(behaviour, behaviour + 1, strlen(behaviour));
    else if (e->place == EDIT_LEVEL || !edit_value(&e->s, statement_of(e, o), "behaviour", behaviour))
        snprintf(behaviour, EDIT_WORD, "%s", type == NULL ? "" : type->behaviour);
}

/* Checks a key that is no option of the line: a prop of the object's behaviour or, in a level, a field of the
 * object. */
static bool check_attribute(edit_words *w, const edit_object *o, const char *key, const char *value) {
    char behaviour[EDIT_WORD];
    uint8_t field[ROM_SCRIPT_FIELD_SIZE] = {0};
    if (w->e->place == EDIT_LEVEL && w->e->c.types.object_count == 0)
        return true; /* a type of a program in C */
    if (w->e->place == EDIT_LEVEL && pack_is_field(key)) return true;
    behaviour_of(w->e, o, behaviour);
    if (behaviour[0] != 0 && !edit_behaviour(w->e, behaviour, key, field, w->error)) return false;
    if (rom_u32(field + ROM_SCRIPT_FIELD_FIELD) == 0)
        return edit_wrong(w, 2, "%s has no `%.40s`: it is no field of objects%s%.80s%s", o->type, key,
                          behaviour[0] == 0 ? "" : ", and no prop of the behaviour `", behaviour,
                          behaviour[0] == 0 ? "" : "`");
    const char *wanted = w->e->place == EDIT_LEVEL ? pack_set_wanted(field, value) : NULL;
    return wanted == NULL ||
           edit_wrong(w, 3, "`%.40s`: the prop `%s` of `%.80s` is %s", value, key, behaviour, wanted);
}

static void cut_attribute(const edit *e, const edit_object *o, const char *key, const char *value, cuts *c) {
    const statement *line = attribute_line(e, o, key);
    const statement_field *field = line == NULL ? NULL : statements_field(&e->s, line, "#1");
    char quoted[EDIT_WORD + 4], text[LINE_MOST];
    size_t begin, end;
    edit_quote(value, quoted);
    if (field != NULL) {
        put_cut(c, field->at, field->length, quoted);
        return;
    }
    edit_lines(e, o, &begin, &end);
    bool open = e->s.text[end - 1] != '\n';
    snprintf(text, sizeof text, "%s  set %.90s %s\n", open ? "\n" : "", key, quoted);
    put_cut(c, end, 0, text);
}

/* Changes a `set` line of a spawn. An empty value removes the line. */
static bool cut_set(edit_words *w, const edit_object *o, const char *key, const char *value, cuts *c) {
    const statement *line = attribute_line(w->e, o, key);
    if (value[0] == 0 && line == NULL) return edit_wrong(w, 2, "`%.40s` is not set there", key);
    if (value[0] == 0) {
        put_cut(c, line->begin, line->end - line->begin, "");
        return true;
    }
    if (!check_attribute(w, o, key, value)) return false;
    cut_attribute(w->e, o, key, value, c);
    return true;
}

/* Sets an option or attribute of the object. An empty value removes it. */
static bool cut_key(edit_words *w, const edit_object *o, const char *key, const char *value, cuts *c) {
    const edit *e = w->e;
    const key_use use = use_of(e, o->kind, key);
    char known[400];
    if (strlen(key) > 90 || strlen(value) >= EDIT_WORD - 1 || strpbrk(key, "=\"# \t") != NULL || key[0] == 0)
        return edit_wrong(w, 2, "`%.40s` is no key, or its value is too long", key);
    if (use == KEY_OPTION && strcmp(key, "name") == 0)
        return edit_wrong(w, 2, "`rename OBJECT NAME` gives it another name, also where it is meant by it");
    if (use == KEY_FLAG && value[0] != 0 && strcmp(value, "on") != 0 && strcmp(value, "off") != 0)
        return edit_wrong(w, 3, "%s is on or off", key);
    if (use == KEY_FLAG) {
        cut_flag(e, o, key, strcmp(value, "on") == 0, c);
        return true;
    }
    if (use == KEY_UNKNOWN && strcmp(o->kind, "spawn") == 0) return cut_set(w, o, key, value, c);
    if (use == KEY_UNKNOWN && strcmp(o->kind, "object") == 0 &&
        statements_field(&e->s, statement_of(e, o), key) == NULL && !check_attribute(w, o, key, value))
        return false;
    if (use == KEY_OPTION || strcmp(o->kind, "object") == 0) {
        cut_option(e, o, key, value, c);
        return true;
    }
    list_keys(e, o->kind, known);
    return edit_wrong(w, 2, "%s has no `%.40s`; possible are %s", o->kind, key, known);
}

static bool set_keys(edit_words *w, const char *key, const char *value, uint8_t *marks) {
    edit *e = w->e;
    cuts c = {NULL, 0, 0, false};
    bool ok = true;
    for (uint32_t i = 0; ok && i < e->object_count; i++) {
        if (marks[i] != 0) ok = cut_key(w, &e->objects[i], key, value, &c);
    }
    free(marks);
    return make_cuts(w, &c, ok);
}

bool edit_set(edit_words *w) {
    uint8_t *marks = marks_of(w, "OBJECT KEY VALUE", 3, 3);
    if (marks != NULL && w->words[3][0] == 0) {
        free(marks);
        return edit_wrong(w, 3, "an empty value; `unset` takes it away");
    }
    return marks != NULL && set_keys(w, w->words[2], w->words[3], marks);
}

bool edit_unset(edit_words *w) {
    uint8_t *marks = marks_of(w, "OBJECT KEY", 2, 2);
    return marks != NULL && set_keys(w, w->words[2], "", marks);
}

/* Attaches a behaviour: an option of the line of a scene's object, a field that is set below a spawn. */
bool edit_attach(edit_words *w) {
    edit *e = w->e;
    char value[CART_NAME_MAX + 2];
    uint8_t *marks = marks_of(w, "OBJECT BEHAVIOUR", 2, 2);
    if (marks == NULL) return false;
    w->looked = 2;
    uint8_t field[ROM_SCRIPT_FIELD_SIZE];
    bool there = edit_behaviour(e, w->words[2], NULL, field, w->error);
    snprintf(value, sizeof value, "%s%.95s", e->place == EDIT_LEVEL ? "@" : "", w->words[2]);
    if (there) return set_keys(w, "behaviour", value, marks);
    free(marks);
    return false;
}

/* ---- new lines ---- */

/* Where a new line of the place goes, and the text in front of it. */
static size_t place_of_lines(const edit *e, const char **before) {
    const edit_file *f = &e->files[e->file];
    *before = "";
    if (e->place == EDIT_LEVEL) {
        if (f->size > 0 && f->text[f->size - 1] != '\n') *before = "\n";
        return f->size;
    }
    uint32_t scene = UINT32_MAX;
    for (size_t i = 0; i < e->s.count; i++) {
        const statement *of = &e->s.list[i];
        if (of->parent == UINT32_MAX && of->name_length > 0 && strncmp(of->key, "scene ", 6) == 0) {
            char name[CART_NAME_MAX];
            snprintf(name, sizeof name, "%.*s",
                     (int)(of->name_length < sizeof name ? of->name_length : sizeof name - 1),
                     e->s.text + of->name_at);
            scene = rom_id(name) == rom_id(e->place_name) ? (uint32_t)i : UINT32_MAX;
        }
        if (scene != UINT32_MAX &&
            strcmp(strrchr(of->key, '/') == NULL ? of->key : strrchr(of->key, '/') + 1, "end") == 0)
            return of->begin;
    }
    return f->size;
}

static bool put_line(edit_words *w, const char *line) {
    edit *e = w->e;
    const char *before;
    char text[LINE_MOST + 8];
    size_t at = place_of_lines(e, &before);
    snprintf(text, sizeof text, "%s%s%s\n", before, e->place == EDIT_SCENE ? "  " : "", line);
    return edit_change(e, e->file, at, 0, text, strlen(text), w->error) && edit_commit(e, w->error);
}

/* Appends a word to a line. */
static bool put_word(edit_words *w, int number, const char *word, char line[LINE_MOST]) {
    char quoted[EDIT_WORD + 4];
    size_t used = strlen(line);
    edit_quote(word, quoted);
    if (strlen(word) >= EDIT_WORD - 1 || used + strlen(quoted) + 2 > LINE_MOST)
        return edit_wrong(w, number, "the line is too long");
    snprintf(line + used, LINE_MOST - used, "%s%s", used == 0 ? "" : " ", quoted);
    return true;
}

bool edit_add(edit_words *w) {
    edit *e = w->e;
    char line[LINE_MOST] = "";
    if (!is_open(w)) return false;
    if (w->count < 2) return edit_wrong(w, 0, "`add STATEMENT...` is wanted");
    if (!is_kind(e, w->words[1]))
        return edit_wrong(w, 1, "`%.40s` is no thing that can be added to a %s", w->words[1],
                          e->place == EDIT_LEVEL ? "level" : "scene");
    for (int i = 1; i < w->count; i++) {
        if (!put_word(w, i, w->words[i], line)) return false;
    }
    w->looked = 1;
    return put_line(w, line);
}

/* Options that a line needs besides its place, for commands that do not give them. */
typedef struct ready {
    const char *type, *needs[3];
} ready;
static const ready level_ready[] = {{"sun", {"vector=-1,-2,-1"}},
                                    {"point", {"range=8"}},
                                    {"box", {"half=1,1,1"}},
                                    {"sphere", {"radius=1"}},
                                    {"wall", {"normal=0,1,0", "distance=0"}},
                                    {NULL, {NULL}}};
static const ready scene_ready[] = {
    {"sun", {"direction=-1,-2,-1"}}, {"point", {"range=8"}}, {"camera", {"target=0,0,0"}}, {NULL, {NULL}}};

/* A name that no object has: TYPE, TYPE2, ... */
static void new_name(const edit *e, const char *type, char name[CART_NAME_MAX]) {
    for (uint32_t number = 1;; number++) {
        bool taken = false;
        if (number == 1)
            snprintf(name, CART_NAME_MAX, "%.80s", type);
        else
            snprintf(name, CART_NAME_MAX, "%.80s%u", type, (unsigned)number);
        for (uint32_t i = 0; i < e->object_count; i++)
            taken = taken || rom_id(e->objects[i].name) == rom_id(name);
        if (!taken) return;
    }
}

/* Whether the word can name an object: one word that is no number, which no object but `gets` has. */
static bool check_name(edit_words *w, int word, const char *name, const edit_object *gets) {
    if (name[0] == 0 || strlen(name) >= CART_NAME_MAX || strpbrk(name, " \t\"#=@,") != NULL ||
        strspn(name, "0123456789") == strlen(name))
        return edit_wrong(w, word, "`%.60s` is no name", name);
    for (uint32_t i = 0; i < w->e->object_count; i++) {
        if (&w->e->objects[i] != gets && rom_id(w->e->objects[i].name) == rom_id(name))
            return edit_wrong(w, word, "an object `%s` is there already; give it another name", name);
    }
    return true;
}

/* Whether a line of the type's kind begins with the name; other lines have the name as an option, or none. */
static bool begins_with_name(const edit *e, const edit_type *type) {
    return e->place == EDIT_LEVEL && (strcmp(type->kind, "locator") == 0 ||
                                      strcmp(type->kind, "volume") == 0 || strcmp(type->kind, "light") == 0);
}

static bool begin_line(edit_words *w, const edit_type *type, char line[LINE_MOST]) {
    const edit *e = w->e;
    char name[CART_NAME_MAX];
    const bool named = begins_with_name(e, type);
    if (!put_word(w, 1, type->kind, line)) return false;
    const char *wish = edit_option(w, "name");
    if (wish != NULL && !check_name(w, w->looked, wish, NULL)) return false;
    if (named) new_name(e, type->name, name);
    if (named && !put_word(w, 1, wish == NULL ? name : wish, line)) return false;
    if (strcmp(type->kind, "volume") == 0)
        return put_word(w, 1, "area", line) && put_word(w, 1, type->name, line);
    if (strcmp(type->kind, "locator") == 0) return put_word(w, 1, "place", line);
    return strcmp(type->kind, "camera") == 0 || put_word(w, 1, type->name, line);
}

/* Writes the place of a new object into its line: at=, for lights of levels vector=, and for suns and walls nothing. */
static bool put_place(edit_words *w, const edit_type *type, char line[LINE_MOST]) {
    double at[3];
    char text[100], word[120];
    const char *value = edit_option(w, "at");
    if (strcmp(type->name, "sun") == 0 || strcmp(type->name, "wall") == 0)
        return value == NULL || edit_wrong(w, w->looked, "a %s stands nowhere; leave `at` out", type->name);
    if (value == NULL) return edit_wrong(w, 0, "`place %.60s` without at=X,Y,Z; add it", type->name);
    if (!edit_vector(value, at))
        return edit_wrong(w, w->looked, "`%.60s` is not three numbers; write X,Y,Z without blanks", value);
    to_grid(w->e, at);
    edit_decimals(at, text);
    bool vector = w->e->place == EDIT_LEVEL && strcmp(type->kind, "light") == 0;
    snprintf(word, sizeof word, "%s=%s", vector ? "vector" : "at", w->e->snap > 0 ? text : value);
    return put_word(w, w->looked, word, line);
}

bool edit_put(edit_words *w) {
    edit *e = w->e;
    char line[LINE_MOST] = "";
    edit_type type;
    if (!is_open(w)) return false;
    if (w->count < 2) return edit_wrong(w, 0, "`place TYPE at=X,Y,Z [KEY=VALUE...]` is wanted");
    if (!edit_type_find(e, w->words[1], &type))
        return edit_wrong(w, 1, "there is no `%.60s` to place; `types` lists what there is", w->words[1]);
    const ready *own = e->place == EDIT_LEVEL ? level_ready : scene_ready;
    const bool named = begins_with_name(e, &type);
    if (!begin_line(w, &type, line) || !put_place(w, &type, line)) return false;
    for (int i = 2; i < w->count; i++) {
        if (strncmp(w->words[i], "at=", 3) == 0 || (named && strncmp(w->words[i], "name=", 5) == 0)) continue;
        if (!put_word(w, i, w->words[i], line)) return false;
    }
    while (own->type != NULL && strcmp(own->type, type.name) != 0) own++;
    for (int i = 0; own->type != NULL && i < 3 && own->needs[i] != NULL; i++) {
        char key[32];
        snprintf(key, sizeof key, "%.*s", (int)strcspn(own->needs[i], "="), own->needs[i]);
        if (edit_option(w, key) == NULL && !put_word(w, 1, own->needs[i], line)) return false;
    }
    w->looked = 1;
    return put_line(w, line);
}

/* ---- elements name instances by their number ---- */

/* Renumbers the instances that elements name, before marked instances go (by = -1) or after their copies were added
 * (by = 1). */
static bool renumber(edit_words *w, const uint8_t *marks, int by, cuts *c) {
    const edit *e = w->e;
    char value[EDIT_WORD], text[32];
    for (uint32_t i = 0; i < e->object_count; i++) {
        const edit_object *o = &e->objects[i];
        double number;
        int32_t moved = 0, at = 0;
        if (strcmp(o->kind, "element") != 0 || (marks[i] != 0 && by < 0)) continue;
        if (!edit_value(&e->s, statement_of(e, o), "instance", value) || !cart_parse_number(value, &number))
            continue;
        for (uint32_t k = 0; k < e->object_count; k++) {
            if (strcmp(e->objects[k].kind, "instance") != 0) continue;
            if (at == (int32_t)number && marks[k] != 0 && by < 0)
                return edit_wrong(w, 1, "element `%s` looks like object %u; delete it first", o->name,
                                  (unsigned)k + 1);
            if (at < (int32_t)number && marks[k] != 0) moved += by;
            at++;
        }
        snprintf(text, sizeof text, "%d", (int)((int32_t)number + moved));
        if (moved != 0) cut_option(e, o, "instance", text, c);
    }
    return true;
}

bool edit_delete(edit_words *w) {
    edit *e = w->e;
    cuts c = {NULL, 0, 0, false};
    uint8_t *marks = marks_of(w, "OBJECT...", 1, EDIT_WORDS - 1);
    bool ok = marks != NULL;
    for (int i = 2; ok && i < w->count; i++) {
        w->looked = i;
        ok = edit_mark(e, w->words[i], marks, w->error);
    }
    ok = ok && renumber(w, marks, -1, &c);
    for (uint32_t i = 0; ok && i < e->object_count; i++) {
        size_t begin, end;
        if (marks[i] == 0) continue;
        edit_lines(e, &e->objects[i], &begin, &end);
        put_cut(&c, begin, end - begin, "");
    }
    free(marks);
    if (ok) w->looked = 1;
    return make_cuts(w, &c, ok);
}

/* ---- copies and names ---- */

/* The place of the word that names an object, NULL and 0 where it has no name. */
static size_t name_place(const edit *e, const edit_object *o, size_t *length) {
    const statement *of = statement_of(e, o);
    bool option = strcmp(o->kind, "spawn") == 0 || strcmp(o->kind, "object") == 0;
    const statement_field *field = option ? statements_field(&e->s, of, "name") : NULL;
    size_t at = of->name_at;
    *length = o->name[0] == 0 || option ? 0 : of->name_length;
    if (field != NULL) statements_value_place(&e->s, field, &at, length);
    return at;
}

/* Copies all lines of the object behind it, with another name where it has one. */
static bool cut_copy(edit_words *w, const edit_object *o, const char *name, cuts *c) {
    const edit *e = w->e;
    size_t begin, end, length, at = name_place(e, o, &length), used = 0;
    edit_lines(e, o, &begin, &end);
    char *text = malloc(end - begin + CART_NAME_MAX + 4);
    if (text == NULL) return import_error_memory(w->error, NULL);
    if (length == 0) at = begin;
    bool open = e->s.text[end - 1] != '\n';
    if (open) text[used++] = '\n';
    memcpy(text + used, e->s.text + begin, at - begin);
    used += at - begin;
    if (length > 0) memcpy(text + used, name, strlen(name));
    if (length > 0) used += strlen(name);
    memcpy(text + used, e->s.text + at + length, end - at - length);
    used += end - at - length;
    text[used] = 0;
    put_cut(c, end, 0, text);
    free(text);
    return true;
}

static bool copy_words(edit_words *w, const edit_object *o, double by[3], char name[CART_NAME_MAX]) {
    const char *wish = edit_option(w, "name");
    int word = w->looked;
    const char *value = edit_option(w, "by");
    if ((wish != NULL) + (value != NULL) != w->count - 2)
        return edit_wrong(w, 2, "`copy OBJECT [by=X,Y,Z] [name=NAME]` is wanted");
    if (wish != NULL && !check_name(w, word, wish, NULL)) return false;
    if (wish != NULL && o->name[0] == 0)
        return edit_wrong(w, word, "only what has a name is copied with another one; `rename` the copy");
    if (value != NULL && !edit_vector(value, by))
        return edit_wrong(w, w->looked, "`%.60s` is not three numbers; write X,Y,Z without blanks", value);
    if (wish == NULL)
        new_name(w->e, o->name, name);
    else
        snprintf(name, CART_NAME_MAX, "%s", wish);
    w->looked = 1;
    return true;
}

bool edit_copy(edit_words *w) {
    edit *e = w->e;
    double by[3] = {0, 0, 0}, way[3];
    char name[CART_NAME_MAX];
    cuts c = {NULL, 0, 0, false};
    uint8_t *marks = marks_of(w, "OBJECT [by=X,Y,Z] [name=NAME]", 1, 3);
    if (marks == NULL) return false;
    bool ok = count_of(e, marks) == 1 || edit_wrong(w, 1, "one object at a time is copied");
    uint32_t which = 0;
    while (ok && marks[which] == 0) which++;
    ok = ok && copy_words(w, &e->objects[which], by, name) && renumber(w, marks, 1, &c) &&
         cut_copy(w, &e->objects[which], name, &c);
    free(marks);
    bool moved = by[0] < 0 || by[0] > 0 || by[1] < 0 || by[1] > 0 || by[2] < 0 || by[2] > 0;
    ok = make_draft(w, &c, ok) && edit_read(e, NULL, w->error);
    if (ok && moved) {
        ok = way_to(w, &e->objects[which + 1], true, by, way);
        if (ok) shift(e, &e->objects[which + 1], way, &c);
    }
    return make_cuts(w, &c, ok);
}

/* Renames an object wherever other lines mean it by its name: as a parent, and as the value of an attribute. */
static void cut_references(const edit *e, const char *before, const char *name, cuts *c) {
    for (size_t i = 0; e->place == EDIT_LEVEL && i < e->s.count; i++) {
        const statement *of = &e->s.list[i];
        const char *word = strrchr(of->key, '/') == NULL ? of->key : strrchr(of->key, '/') + 1;
        bool set = strncmp(word, "set ", 4) == 0, spawn = strncmp(word, "spawn ", 6) == 0;
        const statement_field *field = set     ? statements_field(&e->s, of, "#1")
                                       : spawn ? statements_field(&e->s, of, "parent")
                                               : NULL;
        char value[EDIT_WORD];
        size_t at, length;
        if (field == NULL) continue;
        statements_value(&e->s, field, value, sizeof value);
        statements_value_place(&e->s, field, &at, &length);
        if (set && (value[0] != '@' || rom_id(value + 1) != rom_id(before))) continue;
        if (!set && rom_id(value) != rom_id(before)) continue;
        put_cut(c, at + set, length - set, name);
    }
}

bool edit_rename(edit_words *w) {
    edit *e = w->e;
    cuts c = {NULL, 0, 0, false};
    uint8_t *marks = marks_of(w, "OBJECT NAME", 2, 2);
    if (marks == NULL) return false;
    bool ok = count_of(e, marks) == 1 || edit_wrong(w, 1, "one object at a time has a name");
    uint32_t which = 0;
    while (ok && marks[which] == 0) which++;
    free(marks);
    if (!ok) return false;
    const edit_object *o = &e->objects[which];
    const char *name = w->words[2];
    size_t length, at = name_place(e, o, &length);
    if (!check_name(w, 2, name, o)) return false;
    if (o->name[0] == 0 && strcmp(o->kind, "spawn") != 0 && strcmp(o->kind, "object") != 0)
        return edit_wrong(w, 1, "%s has no name", o->kind);
    if (o->name[0] != 0) cut_references(e, o->name, name, &c);
    if (length > 0)
        put_cut(&c, at, length, name);
    else
        cut_option(e, o, "name", name, &c);
    return make_cuts(w, &c, true);
}

bool edit_bounds(edit_words *w) {
    edit *e = w->e;
    double low[3], high[3];
    char text[LINE_MOST];
    cuts c = {NULL, 0, 0, false};
    if (!is_open(w)) return false;
    if (e->place != EDIT_LEVEL) return edit_wrong(w, 0, "a scene has no bounds; they are a level's");
    if (w->count != 3) return edit_wrong(w, 0, "`bounds X,Y,Z X,Y,Z` is wanted");
    if (!edit_vector(w->words[1], low) || !edit_vector(w->words[2], high))
        return edit_wrong(w, 1, "the corners are three numbers each; write X,Y,Z without blanks");
    snprintf(text, sizeof text, "bounds %.120s %.120s\n", w->words[1], w->words[2]);
    for (size_t i = 0; i < e->s.count; i++) {
        const statement *of = &e->s.list[i];
        if (strcmp(of->key, "bounds") != 0) continue;
        for (size_t k = 0; k < 2 && k < of->field_count; k++)
            put_cut(&c, e->s.fields[of->field + k].at, e->s.fields[of->field + k].length, w->words[1 + k]);
    }
    if (c.count == 0) put_cut(&c, e->s.list[0].end, 0, text);
    return make_cuts(w, &c, true);
}

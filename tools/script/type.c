#include <stdio.h>
#include <string.h>

#include "tools/script/check.h"

const script_type script_basic[KINDS] = {
    [KIND_WRONG] = {.kind = KIND_WRONG, .cells = 1}, [KIND_VOID] = {.kind = KIND_VOID},
    [KIND_INT] = {.kind = KIND_INT, .cells = 1},     [KIND_FX] = {.kind = KIND_FX, .cells = 1},
    [KIND_BOOL] = {.kind = KIND_BOOL, .cells = 1},   [KIND_ANGLE] = {.kind = KIND_ANGLE, .cells = 1},
    [KIND_NAME] = {.kind = KIND_NAME, .cells = 1},   [KIND_TEXT] = {.kind = KIND_TEXT, .cells = 1},
    [KIND_NOTE] = {.kind = KIND_NOTE, .cells = 1},   [KIND_WORDS] = {.kind = KIND_WORDS, .cells = 1},
    [KIND_NULL] = {.kind = KIND_NULL, .cells = 1},   [KIND_OBJECT] = {.kind = KIND_OBJECT, .cells = 1},
    [KIND_TASK] = {.kind = KIND_TASK, .cells = 1},   [KIND_VEC2] = {.kind = KIND_VEC2, .cells = 2},
    [KIND_VEC3] = {.kind = KIND_VEC3, .cells = 3},   [KIND_QUAT] = {.kind = KIND_QUAT, .cells = 4},
    [KIND_ANY] = {.kind = KIND_ANY, .cells = 2},
};

/* The simple types: word, letter of signatures, kind of boxes. */
static const struct {
    const char *word;
    char letter;
    uint8_t box;
} rows[KINDS] = {
    [KIND_WRONG] = {"?", 'i', 0},
    [KIND_VOID] = {"nothing", 'v', 0},
    [KIND_INT] = {"int", 'i', ROM_SCRIPT_FIELD_INT},
    [KIND_FX] = {"fx", 'f', ROM_SCRIPT_FIELD_FX},
    [KIND_BOOL] = {"bool", 'b', ROM_SCRIPT_FIELD_BOOL},
    [KIND_ANGLE] = {"angle", 'a', ROM_SCRIPT_FIELD_ANGLE},
    [KIND_NAME] = {"name", 'n', ROM_SCRIPT_FIELD_NAME},
    [KIND_TEXT] = {"text", 't', ROM_SCRIPT_FIELD_TEXT},
    [KIND_NOTE] = {"note", 't', ROM_SCRIPT_FIELD_TEXT},
    [KIND_WORDS] = {"words", 't', ROM_SCRIPT_FIELD_TEXT},
    [KIND_NULL] = {"null", 'o', ROM_SCRIPT_FIELD_OBJECT},
    [KIND_OBJECT] = {"obj", 'o', ROM_SCRIPT_FIELD_OBJECT},
    [KIND_TASK] = {"task", 'k', ROM_SCRIPT_FIELD_INT},
    [KIND_VEC2] = {"vec2", '2', ROM_SCRIPT_FIELD_COMPOUND},
    [KIND_VEC3] = {"vec3", '3', ROM_SCRIPT_FIELD_COMPOUND},
    [KIND_QUAT] = {"quat", 'q', ROM_SCRIPT_FIELD_COMPOUND},
    [KIND_ANY] = {"any", 'y', ROM_SCRIPT_FIELD_ANY},
    [KIND_HANDLE] = {"", 'o', ROM_SCRIPT_FIELD_OBJECT},
    [KIND_ENUM] = {"", 'i', ROM_SCRIPT_FIELD_INT},
    [KIND_RESOURCE] = {"", 'n', ROM_SCRIPT_FIELD_NAME},
    [KIND_RECORD] = {"", 'n', ROM_SCRIPT_FIELD_NAME},
    [KIND_STRUCT] = {"", '?', ROM_SCRIPT_FIELD_COMPOUND},
    [KIND_ARRAY] = {"", '?', ROM_SCRIPT_FIELD_COMPOUND},
    [KIND_LIST] = {"list", 'c', ROM_SCRIPT_FIELD_CONTAINER},
    [KIND_MAP] = {"map", 'c', ROM_SCRIPT_FIELD_CONTAINER},
    [KIND_SET] = {"set", 'c', ROM_SCRIPT_FIELD_CONTAINER},
};
static const char *const resources[] = {"sprite", "sheet", "mesh",  "image", "font",     "tag",
                                        "anim",   "cue",   "music", "chunk", "language", NULL};

/* Resources whose value is the id of their chunk FOLDER/NAME, so that scripts must write their names as literals. */
static const struct {
    const char *word, *folder;
} foldered[] = {{"table", "table"},     {"topology", "topology"}, {"level", "level"},
                {"rows", "data"},       {"sheet", "sheet"},       {"font", "font"},
                {"picture", "texture"}, {"screen", "screen"},     {"rumble", "rumble"}};
enum { FOLDERED = sizeof foldered / sizeof foldered[0] };

static const char *folder_of(const char *word) {
    for (size_t i = 0; i < FOLDERED; i++)
        if (strcmp(foldered[i].word, word) == 0) return foldered[i].folder;
    return NULL;
}

bool script_type_in_folder(const script_compiler *c, const script_type *t) {
    return t->kind == KIND_RESOURCE && folder_of(script_text(c, t->word)) != NULL;
}

uint32_t script_type_chunk(const script_compiler *c, const script_type *t, uint32_t name) {
    char full[OX_SCRIPT_NAME_LETTERS + 16];
    snprintf(full, sizeof full, "%s/%s", folder_of(script_text(c, t->word)), script_text(c, name));
    return rom_id(full);
}

const script_type *script_type_called(const char *word) {
    for (uint32_t kind = KIND_INT; kind <= KIND_ANY; kind++)
        if (kind != KIND_NULL && strcmp(rows[kind].word, word) == 0) return &script_basic[kind];
    return NULL;
}

char script_type_letter(const script_type *t) { return rows[t->kind].letter; }
uint32_t script_type_box(const script_type *t) { return rows[t->kind].box; }

bool script_type_is_container(const script_type *t) {
    return t->kind == KIND_LIST || t->kind == KIND_MAP || t->kind == KIND_SET;
}
bool script_type_is_handle(const script_type *t) { return t->kind == KIND_OBJECT || t->kind == KIND_HANDLE; }
bool script_type_is_value(const script_type *t) {
    return t->kind != KIND_VOID && t->kind != KIND_ARRAY && !script_type_is_container(t);
}

bool script_type_derives(const script_symbol *from, const script_symbol *base) {
    for (uint32_t depth = 0; from != NULL && depth <= OX_SCRIPT_BEHAVIOUR_LEVELS; from = from->base, depth++)
        if (from == base) return true;
    return false;
}

bool script_type_same(const script_type *a, const script_type *b) {
    if (a == b || a->kind == KIND_WRONG || b->kind == KIND_WRONG) return true;
    if (a->kind != b->kind || a->symbol != b->symbol || a->word != b->word || a->low != b->low ||
        a->count != b->count)
        return false;
    if ((a->element == NULL) != (b->element == NULL) || (a->key == NULL) != (b->key == NULL)) return false;
    return (a->element == NULL || script_type_same(a->element, b->element)) &&
           (a->key == NULL || script_type_same(a->key, b->key));
}

bool script_type_fits(const script_type *to, const script_type *from) {
    if (script_type_same(to, from)) return true;
    if (from->kind == KIND_NULL)
        return script_type_is_handle(to) || to->kind == KIND_TASK || to->kind == KIND_RECORD;
    if (to->kind == KIND_OBJECT) return from->kind == KIND_HANDLE;
    if (to->kind == KIND_TASK) return from->kind == KIND_TASK && to->element == NULL;
    if (to->kind == KIND_RESOURCE) return from->kind == KIND_NAME;
    if (to->kind == KIND_HANDLE && from->kind == KIND_HANDLE)
        return script_type_derives(from->symbol, to->symbol);
    if (to->kind == KIND_WORDS) return from->kind == KIND_NOTE || from->kind == KIND_TEXT;
    return false;
}

const char *script_type_show(script_compiler *c, const script_type *t) {
    char *text = script_take(c, 128);
    const char *element = t->element != NULL && t->kind != KIND_TASK ? script_type_show(c, t->element) : "";
    const char *key = t->key != NULL ? script_type_show(c, t->key) : "";
    switch (t->kind) {
    case KIND_HANDLE:
    case KIND_ENUM:
    case KIND_STRUCT:
        return script_text(c, t->symbol->word);
    case KIND_RESOURCE:
        return script_text(c, t->word);
    case KIND_RECORD:
        snprintf(text, 128, "ref %s", script_text(c, t->symbol->word));
        return text;
    case KIND_ARRAY:
        if (t->low == 0)
            snprintf(text, 128, "[%lu]%.60s", (unsigned long)t->count, element);
        else
            snprintf(text, 128, "[%ld..%ld]%.60s", (long)t->low, (long)(t->low + (int64_t)t->count - 1),
                     element);
        return text;
    case KIND_LIST:
        if (t->count == 0)
            snprintf(text, 128, "list[%.60s]", element);
        else
            snprintf(text, 128, "list[%.60s, %lu]", element, (unsigned long)t->count);
        return text;
    case KIND_MAP:
        snprintf(text, 128, "map[%.40s, %.40s, %lu]", key, element, (unsigned long)t->count);
        return text;
    case KIND_SET:
        snprintf(text, 128, "set[%.60s, %lu]", key, (unsigned long)t->count);
        return text;
    default:
        return rows[t->kind].word;
    }
}

static const script_type *make_type(script_compiler *c, script_type type) {
    script_type *t = SCRIPT_NEW(c, script_type);
    *t = type;
    return t;
}

const script_type *script_type_handle(script_compiler *c, const script_symbol *of) {
    return make_type(c, (script_type){.kind = KIND_HANDLE, .cells = 1, .symbol = of});
}

const script_type *script_type_row(script_compiler *c, const script_symbol *of) {
    return make_type(c, (script_type){.kind = KIND_RECORD, .cells = 1, .symbol = of});
}

const script_type *script_type_task(script_compiler *c, const script_type *gives) {
    return make_type(
        c, (script_type){.kind = KIND_TASK, .cells = 1, .element = gives->kind == KIND_VOID ? NULL : gives});
}

/* ---- types out of the syntax tree ---- */

static const script_choices types = {.kinds = 1u << SYMBOL_STRUCT | 1u << SYMBOL_ENUM |
                                              1u << SYMBOL_BEHAVIOUR | 1u << SYMBOL_SCHEMA,
                                     .globals = true};

static const script_type *named(script_compiler *c, const script_node *n) {
    const char *text = script_text(c, n->word);
    const script_type *simple = script_type_called(text);
    if (simple != NULL) return simple;
    script_symbol *s = c->globals[n->word];
    if (s == NULL ||
        (1u << s->kind & types.kinds) == 0) { /* another symbol may have a type's name: `var table` */
        for (int i = 0; resources[i] != NULL; i++)
            if (strcmp(resources[i], text) == 0 || folder_of(text) != NULL)
                return make_type(c, (script_type){.kind = KIND_RESOURCE, .cells = 1, .word = n->word});
    }
    if (s == NULL) {
        script_unknown(c, n->place, n->word, "type ", &types);
        return &script_basic[KIND_WRONG];
    }
    switch (s->kind) {
    case SYMBOL_ENUM:
        return make_type(c, (script_type){.kind = KIND_ENUM, .cells = 1, .symbol = s});
    case SYMBOL_BEHAVIOUR:
        return script_type_handle(c, s);
    case SYMBOL_SCHEMA:
        return s->library ? script_type_row(c, s) : script_type_handle(c, s);
    case SYMBOL_STRUCT:
        script_check_structure(c, s);
        return make_type(c, (script_type){.kind = KIND_STRUCT, .cells = s->cells, .symbol = s});
    default:
        script_wrong(c, n->place, "'%s' is no type", text);
        return &script_basic[KIND_WRONG];
    }
}

static bool element_fits(script_compiler *c, const script_node *n, const script_type *t, uint32_t most) {
    if (t->kind == KIND_WRONG) return false;
    if (script_type_is_value(t) && t->cells <= most) return true;
    if (script_type_is_value(t))
        script_wrong(c, n->place, "%lu cells in an element, at most %lu are allowed", (unsigned long)t->cells,
                     (unsigned long)most);
    else
        script_wrong(c, n->place, "arrays and containers do not stand in others");
    return false;
}

static const script_type *array(script_compiler *c, script_node *n) {
    const script_type *element = script_type_of_node(c, n->a);
    int32_t low = 0, count;
    if (n->d != NULL) {
        low = script_check_number(c, n->c, -1000000, 1000000, "first index");
        int32_t last = script_check_number(c, n->d, -1000000, 1000000, "last index");
        count = last - low + 1;
        if (count < 1) {
            if (!c->failed) script_wrong(c, n->c->place, "array without elements");
            return &script_basic[KIND_WRONG];
        }
    } else {
        count = script_check_number(c, n->c, 1, OX_SCRIPT_GLOBALS, "number of elements");
    }
    if (!element_fits(c, n->a, element, 16)) return &script_basic[KIND_WRONG];
    if ((uint64_t)(uint32_t)count * element->cells > OX_SCRIPT_GLOBALS) {
        script_wrong(c, n->place, "array of %lu cells, at most %d are allowed",
                     (unsigned long)((uint32_t)count * element->cells), OX_SCRIPT_GLOBALS);
        return &script_basic[KIND_WRONG];
    }
    return make_type(c, (script_type){.kind = KIND_ARRAY,
                                      .cells = (uint32_t)count * element->cells,
                                      .element = element,
                                      .low = low,
                                      .count = (uint32_t)count});
}

static const script_type *generic(script_compiler *c, script_node *n) {
    const char *text = script_text(c, n->word);
    uint32_t kind = strcmp(text, "list") == 0  ? KIND_LIST
                    : strcmp(text, "map") == 0 ? KIND_MAP
                    : strcmp(text, "set") == 0 ? KIND_SET
                                               : KIND_WRONG;
    bool any_size = n->d == NULL && c->any_size && kind == KIND_LIST;
    if (kind == KIND_WRONG || (kind == KIND_MAP) != (n->b != NULL) || (n->d == NULL && !any_size)) {
        script_wrong(c, n->place,
                     kind == KIND_WRONG ? "'%s' takes no types: list[T, n], map[K, V, n] and set[K, n] do"
                                        : "'%s' is written list[T, n], map[K, V, n] or set[K, n]",
                     text);
        return &script_basic[KIND_WRONG];
    }
    const script_type *element = script_type_of_node(c, n->a),
                      *key = n->b != NULL ? script_type_of_node(c, n->b) : NULL;
    int32_t count = any_size ? 0 : script_check_number(c, n->d, 1, OX_SCRIPT_CAPACITY, "capacity");
    if (!element_fits(c, n->a, element, kind == KIND_SET ? 1 : OX_SCRIPT_VALUES) ||
        (key != NULL && !element_fits(c, n->b, key, 1)))
        return &script_basic[KIND_WRONG];
    if (kind == KIND_SET) key = element, element = &script_basic[KIND_BOOL];
    uint32_t entry = element->cells + (kind != KIND_LIST);
    return make_type(c, (script_type){.kind = (uint8_t)kind,
                                      .cells = 1 + (uint32_t)count * entry,
                                      .element = element,
                                      .key = key,
                                      .count = (uint32_t)count});
}

const script_type *script_type_of_node(script_compiler *c, script_node *n) {
    script_symbol *s;
    if (n == NULL) return &script_basic[KIND_WRONG];
    switch (n->kind) {
    case NODE_TYPE_ARRAY:
        return array(c, n);
    case NODE_TYPE_GENERIC:
        return generic(c, n);
    case NODE_TYPE_REF:
        s = c->globals[n->word];
        if (s != NULL && s->kind == SYMBOL_SCHEMA) return script_type_row(c, s);
        script_unknown(c, n->place, n->word, "type ", &types);
        return &script_basic[KIND_WRONG];
    default:
        return named(c, n);
    }
}

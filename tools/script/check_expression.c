#include <stdio.h>
#include <string.h>

#include "kernel/script/words.h"
#include "tools/base/known.h"
#include "tools/script/check.h"

/* ---- names ---- */

script_symbol *script_find(script_scope *s, uint32_t word) {
    for (size_t i = s->locals.count; i > 0; i--)
        if (s->locals.list[i - 1]->word == word) return s->locals.list[i - 1];
    if (s->function != NULL && s->function->owner != NULL) {
        script_symbol *own = script_member(s->function->owner, word, SYMBOL_MINE);
        if (own != NULL) return own;
    }
    return s->c->globals[word];
}

static void unknown(script_scope *s, const script_node *n) {
    script_wrong(s->c, n->place, "'%s' stands for no value", script_text(s->c, n->word));
}

static void copy_constant(script_node *n, const script_symbol *from) {
    n->type = from->type;
    n->constant = from->literal == NULL;
    for (int i = 0; i < 4; i++) n->value[i] = from->constant[i];
}

/* camera.follow.stiffness: the longest dotted name that is a tune. */
static bool tune_path(const script_scope *s, const script_node *n, char *path, size_t room, size_t *length) {
    if (n->kind == NODE_MEMBER) {
        if (!tune_path(s, n->a, path, room, length)) return false;
        if (*length + 1 < room) path[(*length)++] = '.';
    } else if (n->kind != NODE_ID) {
        return false;
    }
    const char *text = script_text(s->c, n->word);
    size_t add = strlen(text);
    if (*length + add >= room) return false;
    memcpy(path + *length, text, add);
    *length += add;
    return true;
}

/* Makes a node the value of a tune, which code reads, but not as its constant: a new value does not change the code. */
static bool is_tune(script_scope *s, script_node *n) {
    char path[256];
    size_t length = 0;
    if (!tune_path(s, n, path, sizeof path, &length)) return false;
    for (size_t i = 0; i < s->c->tunes.count; i++) {
        script_symbol *t = s->c->tunes.list[i];
        const char *text = script_text(s->c, t->word);
        if (strlen(text) != length || memcmp(text, path, length) != 0) continue;
        n->symbol = t;
        if (s->function == NULL)
            script_wrong(s->c, n->place, "'%s' is no constant", text);
        else
            n->type = t->type;
        return true;
    }
    return false;
}

static void check_name(script_scope *s, script_node *n) {
    script_symbol *found = script_find(s, n->word);
    n->symbol = found;
    if (found == NULL && is_tune(s, n)) return;
    if (found == NULL) {
        enum {
            VALUES = 1u << SYMBOL_CONST | 1u << SYMBOL_TUNE | 1u << SYMBOL_ENUM | 1u << SYMBOL_GLOBAL |
                     1u << SYMBOL_MINE
        };
        const script_choices choices = {.locals = &s->locals,
                                        .of = s->function != NULL ? s->function->owner : NULL,
                                        .kinds = VALUES,
                                        .globals = true};
        script_unknown(s->c, n->place, n->word, "", &choices);
        return;
    }
    found->used = true;
    switch (found->kind) {
    case SYMBOL_CONST:
        script_check_constant(s->c, found);
        copy_constant(n, found);
        return;
    case SYMBOL_LOCAL:
    case SYMBOL_GLOBAL:
    case SYMBOL_MINE:
        if (s->function == NULL)
            script_wrong(s->c, n->place, "'%s' is no constant", script_text(s->c, n->word));
        else
            n->type = found->type;
        return;
    case SYMBOL_FUNC:
    case SYMBOL_NATIVE:
        script_wrong(s->c, n->place, "'%s' is a function: call it", script_text(s->c, n->word));
        return;
    default:
        unknown(s, n);
    }
}

/* ---- conversions ---- */

script_node *script_check_wrap(script_scope *s, script_node *n, uint32_t code, const script_type *type) {
    script_node *wrap = SCRIPT_NEW(s->c, script_node);
    wrap->kind = NODE_CONVERT;
    wrap->code = (uint8_t)code;
    wrap->place = n->place;
    wrap->start = n->start;
    wrap->height = (uint16_t)(n->height + 1);
    wrap->next = n->next;
    wrap->a = n;
    wrap->type = type;
    if (code != OX_SCRIPT_BOX && code != OX_SCRIPT_UNBOX && code != OX_SCRIPT_ISA && code != OX_SCRIPT_TRAP) {
        const script_node *operands[1] = {n};
        script_fold_node(s, wrap, operands, 1);
    }
    if (code == OX_SCRIPT_TRAP) { /* only the type changes */
        wrap->constant = n->constant;
        for (int i = 0; i < 4; i++) wrap->value[i] = n->value[i];
    }
    return wrap;
}

static bool exact_as_fx(const script_node *n) {
    return n->constant && n->type->kind == KIND_INT && n->value[0] >= -32768 && n->value[0] <= 32767;
}

void script_check_known(const script_scope *s, const script_node *n, const char *kind) {
    const script_options *options = &s->c->options;
    char name[OX_SCRIPT_NAME_LETTERS + 1], advice[160] = "";
    const bool is_text = n->token == TOKEN_TEXT; /* text: @key, else 'name' */
    if (options->known == NULL || n->note == NULL || n->length < 2) return;
    snprintf(name, sizeof name, "%.*s", (int)n->length - (is_text ? 1 : 2), n->note + 1);
    if (!options->known(options->cart, kind, name, advice, sizeof advice))
        script_wrong(s->c, n->start, "the cart has no %s '%s'%s", kind, name, advice);
}

/* Makes a name literal a resource of the cart. For a kind with a folder the value becomes the id of the chunk. */
static void name_resource(const script_scope *s, script_node *n, const script_type *type) {
    const bool none = script_text(s->c, n->word)[0] == 0; /* '' names no resource */
    if (!none) script_check_known(s, n, script_text(s->c, type->word));
    if (!script_type_in_folder(s->c, type)) return;
    if (!none) n->value[0] = script_cell(script_type_chunk(s->c, type, n->word));
    n->type = type;
}

void script_convert(script_scope *s, script_node **n, const script_type *type) {
    const script_type *from = (*n)->type;
    if (type->kind == KIND_WRONG || from->kind == KIND_WRONG) return;
    const bool spelled = (*n)->kind == NODE_LITERAL && from->kind == KIND_NAME;
    if (type->kind == KIND_RESOURCE && spelled) name_resource(s, *n, type);
    if (script_type_in_folder(s->c, type) && from->kind == KIND_NAME && !spelled) {
        const char *word = script_text(s->c, type->word);
        script_wrong(s->c, (*n)->start,
                     "a %s is spelled out where it is named: '...', or a value of the type %s", word, word);
        (*n)->type = &script_basic[KIND_WRONG];
        return;
    }
    if (script_type_fits(type, from)) return;
    if (type->kind == KIND_FX && exact_as_fx(*n)) {
        *n = script_check_wrap(s, *n, OX_SCRIPT_ITOF, type);
        return;
    }
    uint32_t box = script_type_box(from);
    if (type->kind == KIND_ANY && box >= ROM_SCRIPT_FIELD_INT && box <= ROM_SCRIPT_FIELD_TEXT) {
        script_node *wrap = script_check_wrap(s, *n, OX_SCRIPT_BOX, type);
        wrap->places = (uint8_t)box;
        *n = wrap;
        return;
    }
    const bool number = from->kind == KIND_INT || from->kind == KIND_FX;
    script_wrong(s->c, (*n)->start, "%s expected, %s found%s", script_type_show(s->c, type),
                 script_type_show(s->c, from),
                 type->kind == KIND_WORDS  ? number ? ": write it as a part of a text, \"{...}\"" : ""
                 : type->kind != KIND_NOTE ? ""
                 : number                  ? ": print_number and log_number show numbers"
                 : from->kind == KIND_TEXT ? ": print_text shows texts"
                                           : "");
    (*n)->type = &script_basic[KIND_WRONG];
}

/* Whether a name is a value of the enum that is wanted, written without the enum (align: CENTRE), and means nothing
 * else there. */
static bool is_short_value(script_scope *s, script_node *n, const script_type *type) {
    if (n->kind != NODE_ID || n->type != NULL || type->kind != KIND_ENUM || script_find(s, n->word) != NULL)
        return false;
    script_symbol *value = type->symbol->members;
    while (value != NULL && value->word != n->word) value = value->next;
    if (value == NULL) return false;
    script_check_constant(s->c, value);
    n->type = type;
    n->constant = true;
    n->value[0] = value->constant[0];
    return true;
}

void script_check_as(script_scope *s, script_node **n, const script_type *type) {
    if ((*n)->kind == NODE_LIST && (type->kind == KIND_ARRAY || script_type_is_container(type))) {
        script_check_list(s, *n, type);
        return;
    }
    if (!is_short_value(s, *n, type)) script_check_expression(s, *n);
    script_convert(s, n, type);
}

/* Whether `as` changes one kind to another without code: the cell stays as it is. */
static bool same_cell(uint32_t to, uint32_t from) {
    if (to == KIND_INT)
        return from == KIND_ENUM || from == KIND_BOOL || from == KIND_ANGLE || from == KIND_NAME ||
               from == KIND_RECORD || script_type_is_handle(&script_basic[from]) || from == KIND_HANDLE;
    if (from == KIND_INT) return to == KIND_ENUM || to == KIND_NAME || to == KIND_RECORD || to == KIND_OBJECT;
    if (to == KIND_NAME) return from == KIND_RESOURCE || from == KIND_RECORD;
    return from == KIND_NAME && (to == KIND_RESOURCE || to == KIND_TEXT);
}

static const script_type *check_as(script_scope *s, script_node *n) {
    const script_type *to = script_type_of_node(s->c, n->b), *from = n->a->type;
    uint32_t box = script_type_box(to);
    if (to->kind == KIND_WRONG || from->kind == KIND_WRONG) return &script_basic[KIND_WRONG];
    if (from->kind == KIND_ANY && box >= ROM_SCRIPT_FIELD_INT && box <= ROM_SCRIPT_FIELD_TEXT) {
        n->code = OX_SCRIPT_UNBOX;
        n->places = (uint8_t)box;
    } else if (to->kind == KIND_ANY || (to->kind == KIND_FX && exact_as_fx(n->a))) {
        script_convert(s, &n->a, to);
    } else if (to->kind == KIND_HANDLE && script_type_is_handle(from)) {
        if (!script_type_fits(to, from)) n->code = OX_SCRIPT_ISA;
    } else if (to->kind == KIND_ANGLE && from->kind == KIND_INT) {
        n->code = OX_SCRIPT_ANORM;
        const script_node *operands[1] = {n->a};
        n->type = to;
        script_fold_node(s, n, operands, 1);
    } else if (script_type_fits(to, from) || same_cell(to->kind, from->kind)) {
        if (to->kind == KIND_TEXT && n->a->kind == NODE_LITERAL) script_check_known(s, n->a, "text");
        n->constant = n->a->constant;
        n->value[0] = n->a->value[0];
    } else {
        script_wrong(s->c, n->place, "%s is not to be had as %s", script_type_show(s->c, from),
                     script_type_show(s->c, to));
        return &script_basic[KIND_WRONG];
    }
    return to;
}

void script_check_cast(script_scope *s, script_node *n) {
    script_check_expression(s, n->a);
    n->type = check_as(s, n);
}

/* ---- members ---- */

static const script_type *component(script_scope *s, script_node *n) {
    const char *text = script_text(s->c, n->word);
    uint32_t at = text[0] == 'x' ? 0 : text[0] == 'y' ? 1 : text[0] == 'z' ? 2 : 99;
    if (text[0] == 0 || text[1] != 0 || at >= n->a->type->cells) {
        script_wrong(s->c, n->place, "%s has no '%s'", script_type_show(s->c, n->a->type), text);
        return &script_basic[KIND_WRONG];
    }
    n->places = (uint8_t)at;
    if (n->a->constant) {
        n->constant = true;
        n->value[0] = n->a->value[at];
    }
    return &script_basic[KIND_FX];
}

/* Fields that every object has. */
static const struct {
    const char *word;
    uint8_t kind;
} common[] = {{"pos", KIND_VEC3},  {"angle", KIND_ANGLE}, {"type", KIND_NAME},
              {"name", KIND_NAME}, {"chunk", KIND_NAME},  {"tags", KIND_INT}};

/* The field of a component that modules show to scripts; NULL for none. */
static const ox_script_field *shown_field(const script_compiler *c, const char *word) {
    const uint32_t id = rom_id(word);
    for (const ox_module *const *m = known_modules(); c->options.library && *m != NULL; m++)
        for (uint32_t i = 0; i < (*m)->field_count; i++)
            if ((*m)->fields[i].name == id) return &(*m)->fields[i];
    return NULL;
}

/* The fields of objects: the words of `common`, then those of modules, as a list that NULL ends. */
static const char *const *list_fields(script_compiler *c) {
    static const char *const always[] = {"pos", "angle", "type", "name", "chunk", "tags", "state", NULL};
    if (!c->options.library) return always;
    size_t count = sizeof always / sizeof always[0] - 1;
    for (const ox_module *const *m = known_modules(); *m != NULL; m++) count += (*m)->field_count;
    const char **words = script_take(c, (count + 1) * sizeof *words);
    memcpy(words, always, sizeof always);
    count = sizeof always / sizeof always[0] - 1;
    for (const ox_module *const *m = known_modules(); *m != NULL; m++)
        for (uint32_t i = 0; i < (*m)->field_count; i++) {
            const char *declaration = (*m)->fields[i].declaration;
            const size_t length = strcspn(declaration, ":");
            char *word = script_take(c, length + 1);
            memcpy(word, declaration, length);
            word[length] = 0;
            words[count++] = word;
        }
    words[count] = NULL;
    return words;
}

static const script_type *field_of_handle(script_scope *s, script_node *n, const script_type *of) {
    const char *text = script_text(s->c, n->word);
    script_choices choices = {
        .kinds = 1u << SYMBOL_MINE | 1u << SYMBOL_FIELD,
        .advice =
            ": objects have pos, angle and name, and by `(o as Behaviour)` the props of that behaviour"};
    if (of->kind == KIND_HANDLE && of->symbol->kind == SYMBOL_BEHAVIOUR) {
        script_symbol *found = script_member(of->symbol, n->word, SYMBOL_MINE);
        bool own = n->a->kind == NODE_SELF;
        if (found != NULL && (own || found->property)) {
            found->used = true;
            n->symbol = found;
            return found->type;
        }
        if (found != NULL) {
            script_wrong(s->c, n->place, "'%s' is a variable of '%s' alone: make it a 'prop'", text,
                         script_text(s->c, of->symbol->word));
            return &script_basic[KIND_WRONG];
        }
        choices.of = of->symbol;
    } else if (of->kind == KIND_HANDLE) {
        script_symbol *found = script_field_of(of->symbol, n->word);
        if (found != NULL) {
            n->symbol = found;
            return found->type;
        }
        choices.of = of->symbol;
    }
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        if (strcmp(common[i].word, text) == 0) return &script_basic[common[i].kind];
    if (n->a->kind == NODE_SELF && strcmp(text, "state") == 0) {
        n->code = OX_SCRIPT_STATE;
        return &script_basic[KIND_NAME];
    }
    const ox_script_field *shown = shown_field(s->c, text);
    if (shown != NULL) return script_type_called(strchr(shown->declaration, ':') + 2);
    choices.words = list_fields(s->c);
    script_unknown(s->c, n->place, n->word, "field ", &choices);
    return &script_basic[KIND_WRONG];
}

static const script_type *field_of_struct(script_scope *s, script_node *n, const script_symbol *of) {
    uint32_t cells = 0;
    for (script_symbol *f = of->members; f != NULL; cells += f->cells, f = f->next) {
        if (f->word != n->word) continue;
        n->symbol = f;
        n->places = (uint8_t)cells;
        return f->type;
    }
    const script_choices choices = {.of = of, .kinds = 1u << SYMBOL_FIELD};
    script_unknown(s->c, n->place, n->word, "field ", &choices);
    return &script_basic[KIND_WRONG];
}

/* Writes the values of an enum as far as they fit: ": Button has UP, DOWN and more". */
static void list_values(const script_compiler *c, const script_symbol *of, char *text, size_t room) {
    size_t used = (size_t)snprintf(text, room, ": %.40s has", script_text(c, of->word));
    for (const script_symbol *m = of->members; m != NULL; m = m->next) {
        const char *name = script_text(c, m->word);
        if (used + strlen(name) + 12 > room) {
            snprintf(text + used, room - used, " and more");
            return;
        }
        used += (size_t)snprintf(text + used, room - used, "%s %s", m == of->members ? "" : ",", name);
    }
}

/* Checks a member of a table of data: the number of rows, or a row by its name. */
static void member_of_table(script_scope *s, script_node *n, const script_symbol *table) {
    const char *name = script_text(s->c, n->word);
    char kind[OX_SCRIPT_NAME_LETTERS + 8], advice[160] = "";
    if (strcmp(name, "count") == 0) {
        script_check_rows(s, n, table, "row_count", &script_basic[KIND_INT]);
        return;
    }
    snprintf(kind, sizeof kind, "data/%s", script_text(s->c, table->word));
    const script_options *options = &s->c->options;
    if (options->known != NULL && !options->known(options->cart, kind, name, advice, sizeof advice))
        script_wrong(s->c, n->place, "the table '%s' has no row '%s'%s", script_text(s->c, table->word), name,
                     advice);
    n->kind = NODE_LITERAL;
    n->token = TOKEN_NAME;
    n->constant = true;
    n->value[0] = script_cell(script_id(s->c, n->word));
    n->type = script_type_row(s->c, table);
}

void script_check_member(script_scope *s, script_node *n) {
    const script_symbol *table = script_table_of(s, n->a);
    if (table != NULL) {
        member_of_table(s, n, table);
        return;
    }
    if (n->a->kind == NODE_ID) {
        script_symbol *of = script_find(s, n->a->word);
        if (of != NULL && of->kind == SYMBOL_ENUM) {
            script_symbol *value = script_member(of, n->word, SYMBOL_ENUM_VALUE);
            char list[160];
            const script_choices choices = {.of = of, .kinds = 1u << SYMBOL_ENUM_VALUE, .advice = list};
            if (value == NULL) {
                list_values(s->c, of, list, sizeof list);
                script_unknown(s->c, n->place, n->word, "value ", &choices);
                return;
            }
            script_check_constant(s->c, value);
            copy_constant(n, value);
            n->symbol = value;
            return;
        }
    }
    if (s->c->tunes.count > 0 && is_tune(s, n)) return;
    script_check_expression(s, n->a);
    const script_type *of = n->a->type;
    switch (of->kind) {
    case KIND_WRONG:
        return;
    case KIND_VEC2:
    case KIND_VEC3:
        n->type = component(s, n);
        return;
    case KIND_STRUCT:
        n->type = field_of_struct(s, n, of->symbol);
        return;
    case KIND_OBJECT:
    case KIND_HANDLE:
        n->type = field_of_handle(s, n, of);
        return;
    case KIND_RECORD: {
        script_symbol *found = script_field_of(of->symbol, n->word);
        const script_choices choices = {.of = of->symbol, .kinds = 1u << SYMBOL_FIELD};
        if (found == NULL) {
            script_unknown(s->c, n->place, n->word, "field ", &choices);
            return;
        }
        n->symbol = found;
        n->type = found->type;
        return;
    }
    case KIND_LIST:
    case KIND_MAP:
    case KIND_SET:
        if (strcmp(script_text(s->c, n->word), "count") == 0 && n->a->symbol != NULL) {
            n->code = OX_SCRIPT_CNT;
            n->symbol = n->a->symbol;
            n->type = &script_basic[KIND_INT];
            return;
        }
        script_wrong(s->c, n->place, "'%s' is called: write '%s(...)'", script_text(s->c, n->word),
                     script_text(s->c, n->word));
        return;
    default:
        script_wrong(s->c, n->place, "%s has no '%s'", script_type_show(s->c, of),
                     script_text(s->c, n->word));
    }
}

void script_check_index(script_scope *s, script_node *n) {
    script_check_expression(s, n->a);
    const script_type *of = n->a->type;
    if (of->kind == KIND_WRONG) {
        script_check_expression(s, n->b);
        return;
    }
    if (of->kind == KIND_SET || (of->kind != KIND_ARRAY && !script_type_is_container(of))) {
        script_wrong(s->c, n->place, "%s has no elements to be had by '[]'", script_type_show(s->c, of));
        return;
    }
    script_check_as(s, &n->b, of->kind == KIND_MAP ? of->key : &script_basic[KIND_INT]);
    n->type = of->element;
    n->symbol = n->a->symbol;
    if (of->kind != KIND_ARRAY || !n->b->constant || n->b->type->kind != KIND_INT) return;
    int64_t index = (int64_t)n->b->value[0] - of->low;
    if (index < 0 || index >= of->count) {
        script_wrong(s->c, n->b->start, "index %ld outside %ld..%ld", (long)n->b->value[0], (long)of->low,
                     (long)(of->low + (int64_t)of->count - 1));
        n->type = &script_basic[KIND_WRONG];
    } else if (n->a->symbol != NULL && n->a->symbol->kind == SYMBOL_CONST && n->a->symbol->literal != NULL) {
        const script_node *entry = n->a->symbol->literal->b;
        while (index-- > 0 && entry != NULL) entry = entry->next;
        if (entry == NULL || !entry->a->constant) return;
        n->constant = of->element->cells <= 4;
        for (int i = 0; i < 4; i++) n->value[i] = entry->a->value[i];
    }
}

/* ---- lists ---- */

void script_check_list(script_scope *s, script_node *n, const script_type *type) {
    uint32_t count = 0;
    bool pairs = type->kind == KIND_MAP;
    n->type = type;
    for (script_node *entry = n->b; entry != NULL; entry = entry->next, count++) {
        if ((entry->b != NULL) != pairs) {
            script_wrong(s->c, entry->place, pairs ? "'key: value' expected" : "no ':' expected");
            return;
        }
        script_check_as(s, &entry->a,
                        type->kind == KIND_MAP || type->kind == KIND_SET ? type->key : type->element);
        if (pairs) script_check_as(s, &entry->b, type->element);
    }
    if (type->kind == KIND_ARRAY ? count != type->count : count > type->count)
        script_wrong(s->c, n->place, "%lu elements for %lu", (unsigned long)count,
                     (unsigned long)type->count);
}

/* ---- places ---- */

bool script_check_place(script_scope *s, script_node *n) {
    const char *text = n->kind == NODE_ID || n->kind == NODE_MEMBER ? script_text(s->c, n->word) : "";
    if (n->type->kind == KIND_WRONG) return false;
    switch (n->kind) {
    case NODE_ID:
        if (n->symbol->kind == SYMBOL_CONST || n->symbol->kind == SYMBOL_TUNE || n->symbol->let) {
            script_wrong(s->c, n->place, "'%s' cannot be changed", text);
            return false;
        }
        n->symbol->assigned = true;
        return true;
    case NODE_MEMBER:
        if (n->symbol != NULL && (n->symbol->kind == SYMBOL_ENUM_VALUE || n->symbol->kind == SYMBOL_TUNE))
            break;
        if (n->code == OX_SCRIPT_STATE || n->code == OX_SCRIPT_CNT || n->a->type->kind == KIND_RECORD) break;
        if (script_type_is_handle(n->a->type)) {
            const ox_script_field *shown = shown_field(s->c, text);
            if (n->symbol != NULL || strcmp(text, "pos") == 0 || strcmp(text, "angle") == 0 ||
                (shown != NULL && shown->writable))
                return true;
            break;
        }
        return script_check_place(s, n->a);
    case NODE_INDEX:
        return script_check_place(s, n->a);
    default:
        break;
    }
    script_wrong(s->c, n->start, "this cannot be changed");
    return false;
}

/* ---- all ---- */

static void check_literal(script_scope *s, script_node *n) {
    static const uint8_t kinds[] = {
        [TOKEN_INT] = KIND_INT,   [TOKEN_FX] = KIND_FX,     [TOKEN_ANGLE] = KIND_ANGLE,
        [TOKEN_NAME] = KIND_NAME, [TOKEN_TEXT] = KIND_TEXT, [TOKEN_NOTE] = KIND_NOTE};
    if (n->token == TOKEN_TEXT) script_check_known(s, n, "text");
    if (n->token == TOKEN_NAME) {
        script_grow(s->c, (void **)&s->c->spelled, &s->c->spelled_room, s->c->spelled_count + 1,
                    sizeof *s->c->spelled);
        s->c->spelled[s->c->spelled_count++] = n->word;
    }
    n->type = &script_basic[n->token == TOKEN_TRUE || n->token == TOKEN_FALSE ? KIND_BOOL
                            : n->token == TOKEN_NULL                          ? KIND_NULL
                                                                              : kinds[n->token]];
}

/* Whether a part of a text may have the type. */
static bool is_shown(const script_type *t) {
    return t->kind == KIND_WRONG || t->kind == KIND_INT || t->kind == KIND_FX || t->kind == KIND_BOOL ||
           t->kind == KIND_ANGLE || t->kind == KIND_NAME || t->kind == KIND_TEXT || t->kind == KIND_NOTE ||
           t->kind == KIND_WORDS || t->kind == KIND_RECORD || t->kind == KIND_RESOURCE;
}

static void check_words(script_scope *s, script_node *n) {
    uint32_t count = 0;
    n->type = &script_basic[KIND_NOTE];
    if (!n->flag)
        script_wrong(s->c, n->start,
                     "a text with parts is good for the call that takes it alone: write it between the "
                     "brackets of one that does not wait");
    for (script_node *part = n->b; part != NULL; part = part->next, count++) {
        script_check_expression(s, part->a);
        const script_type *t = part->a->type;
        if (!is_shown(t))
            script_wrong(s->c, part->a->start,
                         "%s is not shown in texts: numbers, bool, angles, names and texts are%s",
                         script_type_show(s->c, t),
                         t->kind == KIND_ENUM       ? "; write int(...)"
                         : script_type_is_handle(t) ? "; write its .name"
                                                    : "");
        s->c->shows_names =
            s->c->shows_names || t->kind == KIND_NAME || t->kind == KIND_RECORD || t->kind == KIND_RESOURCE;
    }
    if (count > OX_SCRIPT_PARTS)
        script_wrong(s->c, n->start, "%lu parts in a text, at most %d are allowed: show it in two",
                     (unsigned long)count, OX_SCRIPT_PARTS);
}

/* co f(...) and start f(...): the call itself does not suspend. */
static void check_start(script_scope *s, script_node *n) {
    n->type = &script_basic[KIND_TASK];
    if (n->a->kind != NODE_CALL || n->a->a->kind != NODE_ID) {
        script_check_expression(s, n->a);
        script_wrong(s->c, n->place, "a call of a latent function expected");
        return;
    }
    n->a->flag = true;
    script_note_deed(s, n->place, DEED_START, n->word);
    script_check_expression(s, n->a);
    if (n->a->type->kind == KIND_WRONG) return;
    if (n->a->symbol == NULL || n->a->symbol->kind != SYMBOL_FUNC || !n->a->symbol->latent)
        script_wrong(s->c, n->place, "a call of a latent function expected");
    else
        n->type = script_type_task(s->c, n->a->type);
}

static void check_conditional(script_scope *s, script_node *n) {
    script_check_as(s, &n->a, &script_basic[KIND_BOOL]);
    script_check_expression(s, n->b);
    script_check_expression(s, n->c);
    const script_type *b = n->b->type, *c = n->c->type;
    if (b->kind == KIND_WRONG || c->kind == KIND_WRONG) return;
    if (!script_type_is_value(b) || (!script_type_fits(b, c) && !script_type_fits(c, b))) {
        script_wrong(s->c, n->place, "both sides must have one type, not %s and %s",
                     script_type_show(s->c, b), script_type_show(s->c, c));
        return;
    }
    n->type = script_type_fits(b, c) ? b : c;
    const script_node *taken = n->a->value[0] != 0 ? n->b : n->c;
    n->constant = n->a->constant && taken->constant;
    for (int i = 0; i < 4; i++) n->value[i] = taken->value[i];
}

void script_check_expression(script_scope *s, script_node *n) {
    if (n->type != NULL) return;
    n->type = &script_basic[KIND_WRONG];
    switch (n->kind) {
    case NODE_LITERAL:
        check_literal(s, n);
        return;
    case NODE_WORDS:
        check_words(s, n);
        return;
    case NODE_ID:
        check_name(s, n);
        return;
    case NODE_SELF:
        if (s->function == NULL || s->function->owner == NULL)
            script_wrong(s->c, n->place, "'self' is known in behaviours only");
        else
            n->type = script_type_handle(s->c, s->function->owner);
        return;
    case NODE_SUPER:
        script_wrong(s->c, n->place, "'super' stands before '.name(...)' only");
        return;
    case NODE_UNARY:
    case NODE_BINARY:
    case NODE_AND:
    case NODE_OR:
        script_check_operator(s, n);
        return;
    case NODE_CONDITIONAL:
        check_conditional(s, n);
        return;
    case NODE_MEMBER:
        script_check_member(s, n);
        return;
    case NODE_INDEX:
        script_check_index(s, n);
        return;
    case NODE_CALL:
        script_check_call(s, n);
        return;
    case NODE_AS:
        script_check_cast(s, n);
        return;
    case NODE_START:
    case NODE_CO:
        check_start(s, n);
        return;
    case NODE_LIST:
        script_wrong(s->c, n->place, "a list stands behind '=' of a variable whose type is said only");
        return;
    default:
        return;
    }
}

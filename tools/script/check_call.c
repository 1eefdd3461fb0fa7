#include <stdio.h>
#include <string.h>

#include "raster/font.h"
#include "tools/script/check.h"

enum { ARGUMENTS_MOST = 16 };

/* ---- functions and natives ---- */

void script_check_latent(script_scope *s, script_place place, const char *what) {
    s->waits++;
    if (s->function != NULL && s->function->latent) return;
    script_wrong(s->c, place, "'%s' needs latent code: declare 'latent func' or use a 'begin' block", what);
}

static uint32_t count_arguments(const script_node *n) {
    uint32_t count = 0;
    for (const script_node *a = n->b; a != NULL; a = a->next) count++;
    return count;
}

/* "'print' takes 4 arguments, 3 given: print(words: note, x: int, y: int, colour: int)"; a list of parameters that is
 * too long is left out, not cut. */
static void refuse_count(script_scope *s, const script_node *n, const script_symbol *parameters,
                         const char *name, uint32_t wanted) {
    char list[128], most[16] = "";
    uint32_t least = 0;
    size_t used = (size_t)snprintf(list, sizeof list, ": %s(", name);
    for (const script_symbol *p = parameters; p != NULL && used < sizeof list; p = p->next) {
        const char *between = p->next != NULL ? ", " : ")";
        const bool needed = p->value == NULL;
        least += needed;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s: %s%s%s", needed ? "" : "[",
                                 script_text(s->c, p->word), script_type_show(s->c, p->type),
                                 needed ? "" : "]", between);
    }
    if (least < wanted && parameters != NULL) snprintf(most, sizeof most, "%lu to ", (unsigned long)least);
    script_wrong(s->c, n->place, "'%s' takes %s%lu argument%s, %lu given%s", name, most,
                 (unsigned long)wanted, wanted == 1 ? "" : "s", (unsigned long)count_arguments(n),
                 used < sizeof list && parameters != NULL ? list : "");
}

/* The default value of an argument that the call leaves out; colours of the library join the palette like those of
 * the text. */
static script_node *leave_out(script_scope *s, const script_node *n, const script_symbol *f,
                              const script_symbol *p) {
    script_node *argument = SCRIPT_NEW(s->c, script_node), *value = SCRIPT_NEW(s->c, script_node);
    *value = *p->value;
    *argument =
        (script_node){.kind = NODE_ARGUMENT, .place = n->place, .start = n->place, .a = value, .height = 2};
    if (f != NULL && f->library && strcmp(script_text(s->c, p->word), "colour") == 0)
        script_mentions(s->c, SCRIPT_COLOUR, n->place, (uint32_t)value->value[0], "");
    return argument;
}

/* Puts the arguments in the order of the parameters; false after an error. */
static bool order_arguments(script_scope *s, script_node *n, const script_symbol *parameters,
                            const char *name) {
    uint32_t wanted = 0, given = count_arguments(n), place = 0;
    for (const script_symbol *p = parameters; p != NULL; p = p->next) wanted++;
    if (given > wanted) {
        refuse_count(s, n, parameters, name, wanted);
        return false;
    }
    script_node **slots = script_take(s->c, (wanted + 1) * sizeof *slots);
    for (script_node *a = n->b, *next; a != NULL; a = next, place++) {
        next = a->next;
        uint32_t at = place;
        if (a->flag) {
            at = 0;
            const script_symbol *p = parameters;
            while (p != NULL && p->word != a->word) p = p->next, at++;
            if (p == NULL) {
                script_wrong(s->c, a->place, "'%s' has no '%s'", name, script_text(s->c, a->word));
                return false;
            }
        }
        if (slots[at] != NULL) {
            script_wrong(s->c, a->place, "argument is given twice");
            return false;
        }
        slots[at] = a;
    }
    uint32_t at = 0;
    for (const script_symbol *p = parameters; p != NULL; p = p->next, at++) {
        if (slots[at] != NULL) continue;
        if (p->value == NULL || p->value->type == NULL) {
            refuse_count(s, n, parameters, name, wanted);
            return false;
        }
        slots[at] = leave_out(s, n, n->symbol, p);
    }
    for (uint32_t i = 0; i < wanted; i++) slots[i]->next = i + 1 < wanted ? slots[i + 1] : NULL;
    n->b = wanted > 0 ? slots[0] : NULL;
    return true;
}

static bool container_argument(script_scope *s, script_node *argument, const script_type *type) {
    script_node *a = argument->a;
    script_check_expression(s, a);
    if (a->type->kind == KIND_WRONG) return false;
    bool same = a->type->kind == type->kind && a->symbol != NULL &&
                (type->element == NULL || script_type_same(a->type->element, type->element)) &&
                (type->key == NULL || script_type_same(a->type->key, type->key));
    if (!same)
        script_wrong(s->c, a->start, "%s expected, %s found", script_type_show(s->c, type),
                     script_type_show(s->c, a->type));
    else
        script_note_write(s, a);
    return same;
}

/* Allows a text with parts as an argument of a call that only reads it while it runs. */
static void allow_words(script_node *a) {
    if (a->kind == NODE_WORDS) a->flag = true;
    if (a->kind != NODE_CONDITIONAL) return;
    allow_words(a->b);
    allow_words(a->c);
}

static void check_arguments(script_scope *s, script_node *n, const script_symbol *parameters,
                            const char *name) {
    if (!order_arguments(s, n, parameters, name)) {
        for (script_node *a = n->b; a != NULL; a = a->next) script_check_expression(s, a->a);
        return;
    }
    script_node *a = n->b;
    for (const script_symbol *p = parameters; p != NULL; p = p->next, a = a->next) {
        if (n->symbol != NULL && !n->symbol->latent) allow_words(a->a);
        if (script_type_is_container(p->type))
            container_argument(s, a, p->type);
        else
            script_check_as(s, &a->a, p->type);
    }
}

/* Checks the arguments. False, before any argument is checked, outside of functions and for a function with mistakes,
 * whose parameters and result may not be known. */
static bool takes(script_scope *s, script_node *n, const script_symbol *f) {
    if (!f->broken && s->function != NULL) {
        check_arguments(s, n, f->members, script_text(s->c, f->word));
        return true;
    }
    for (script_node *a = n->b; a != NULL; a = a->next) script_check_expression(s, a->a);
    return false;
}

static void call_function(script_scope *s, script_node *n, script_symbol *f) {
    const char *name = script_text(s->c, f->word);
    bool started = n->flag;
    n->token = CALL_FUNCTION;
    n->symbol = f;
    f->used = true;
    if (s->function == NULL || s->function->constant_function) {
        if (!f->constant_function) script_wrong(s->c, n->place, "'%s' is no 'const func'", name);
        if (s->function == NULL && f->constant_function)
            script_wrong(s->c, n->place, "const functions are not run while compiling yet");
    }
    if (!takes(s, n, f)) return;
    n->type = f->type;
    if (s->function->constant_function) return;
    script_grow(s->c, (void **)&s->function->calls, &s->function->call_room, s->function->call_count + 1,
                sizeof *s->function->calls);
    if (!started) s->function->calls[s->function->call_count++] = (script_edge){f, n->length != 0};
    if (!f->latent || started) return;
    s->waits++;
    if (!s->function->latent)
        script_wrong(s->c, n->place, "'%s' is latent: call it from latent code or use 'start'", name);
}

/* Notes names of the cart's members in arguments of functions of the console: the packer checks that they exist. */
static void mention_name(script_scope *s, const script_node *n, const script_symbol *f, const char *name) {
    static const struct {
        const char *native;
        script_mention what;
    } takers[] = {{"scene", SCRIPT_SCENE},          {"find", SCRIPT_OBJECT},
                  {"nearest", SCRIPT_OBJECT},       {"every", SCRIPT_OBJECT},
                  {"around", SCRIPT_OBJECT},        {"within", SCRIPT_OBJECT},
                  {"create", SCRIPT_TYPE},          {"sound", SCRIPT_SOUND},
                  {"music", SCRIPT_MUSIC},          {"music_plays", SCRIPT_MUSIC},
                  {"objective", SCRIPT_OBJECTIVE},  {"complete", SCRIPT_OBJECTIVE},
                  {"fail", SCRIPT_OBJECTIVE},       {"award", SCRIPT_TROPHY},
                  {"won", SCRIPT_TROPHY},           {"began", SCRIPT_ACTION},
                  {"ended", SCRIPT_ACTION},         {"active", SCRIPT_ACTION},
                  {"active_steps", SCRIPT_ACTION},  {"axis", SCRIPT_ACTION},
                  {"tap_rate", SCRIPT_ACTION},      {"button_choose", SCRIPT_ACTION},
                  {"button_chosen", SCRIPT_ACTION}, {"option", SCRIPT_OPTION},
                  {"option_fx", SCRIPT_OPTION},     {"option_is", SCRIPT_OPTION},
                  {"option_set", SCRIPT_OPTION},    {"option_set_fx", SCRIPT_OPTION},
                  {"option_choose", SCRIPT_OPTION}, {"option_make", SCRIPT_OPTION_MADE}};
    const script_node *given = n->b == NULL ? NULL : n->b->a;
    if (!f->library || given == NULL || given->kind != NODE_LITERAL || given->token != TOKEN_NAME) return;
    for (size_t i = 0; i < sizeof takers / sizeof takers[0]; i++)
        if (strcmp(takers[i].native, name) == 0)
            script_mentions(s->c, takers[i].what, given->place, (uint32_t)given->value[0],
                            script_text(s->c, given->word));
}

/* Warns of letters that `print` cannot draw: the built-in font has ASCII alone. */
static void check_letters(script_scope *s, const script_node *n, const script_symbol *f, const char *name) {
    const script_node *given = n->b == NULL ? NULL : n->b->a;
    if (!f->library || strcmp(name, "print") != 0 || given == NULL || given->kind != NODE_LITERAL ||
        given->note == NULL)
        return;
    char text[512], shown[512];
    snprintf(text, sizeof text, "%.*s", (int)(given->length < 500 ? given->length : 500), given->note);
    const char *at = text;
    size_t used = 0;
    bool other = false;
    while (*at != 0) {
        const char *before = at;
        uint8_t letter = rs_font_letter(&at);
        other = other || at - before > 1;
        shown[used++] = letter >= RS_FONT_FIRST && letter <= RS_FONT_LAST ? (char)letter : '?';
    }
    shown[used] = 0;
    if (other)
        script_warn(s->c, given->place,
                    "the font of print has the letters of ASCII alone: this is drawn as \"%.200s\"%s", shown,
                    strchr(shown, '?') == NULL || strchr(text, '?') != NULL ? "" : ", ? as a box");
}

static void call_native(script_scope *s, script_node *n, script_symbol *f) {
    const char *name = script_text(s->c, f->word);
    n->token = CALL_NATIVE;
    n->symbol = f;
    f->used = true;
    if (s->function == NULL || s->function->constant_function)
        script_wrong(s->c, n->place, "natives are not called while compiling");
    bool over = s->over == n;
    if (s->c->options.library &&
        !script_library_allows(name, s->c->options.add_on ? OX_SCRIPT_TRUST_GUEST : OX_SCRIPT_TRUST_CART))
        script_wrong(s->c, n->place,
                     s->c->options.add_on
                         ? "'%s' changes the game, and an add-on does not; ask for it: act('%s')"
                         : "'%s' is for add-ons of players; post an event",
                     name, name);
    if (f->class == OX_SCRIPT_SIM || f->class == OX_SCRIPT_DRAW)
        script_note_deed(s, n->place, f->class == OX_SCRIPT_SIM ? DEED_SIM : DEED_DRAW, f->word);
    if (!takes(s, n, f)) return;
    mention_name(s, n, f, name);
    check_letters(s, n, f, name);
    n->type = f->type;
    if (f->each && !over) {
        script_wrong(s->c, n->place, "'%s' gives one object after the other: write for x in %s(...) { }",
                     name, name);
        n->type = &script_basic[KIND_WRONG];
    }
    if (f->latent && s->function != NULL && !s->function->latent)
        script_wrong(s->c, n->place, "'%s' is latent: call it from latent code or use 'start'", name);
    if (f->latent) s->waits++;
}

/* ---- tables of data ---- */

const script_symbol *script_table_of(script_scope *s, const script_node *n) {
    const script_symbol *of = n->kind == NODE_ID ? script_find(s, n->word) : NULL;
    return of != NULL && of->kind == SYMBOL_SCHEMA && of->library ? of : NULL;
}

void script_check_rows(script_scope *s, script_node *n, const script_symbol *table, const char *native,
                       const script_type *gives) {
    script_node *argument = SCRIPT_NEW(s->c, script_node), *name = SCRIPT_NEW(s->c, script_node);
    script_symbol *f = NULL;
    for (size_t i = 0; i < s->c->natives.count; i++)
        if (s->c->natives.list[i]->library &&
            strcmp(script_text(s->c, s->c->natives.list[i]->word), native) == 0)
            f = s->c->natives.list[i];
    *name = (script_node){.kind = NODE_LITERAL,
                          .token = TOKEN_NAME,
                          .constant = true,
                          .place = n->place,
                          .start = n->start,
                          .value = {script_cell(script_schema_id(s->c, table))},
                          .type = f == NULL ? &script_basic[KIND_WRONG] : f->members->type};
    *argument = (script_node){.kind = NODE_ARGUMENT,
                              .place = n->place,
                              .start = n->start,
                              .height = n->height,
                              .a = name,
                              .next = n->kind == NODE_CALL ? n->b : NULL};
    n->kind = NODE_CALL;
    n->b = argument;
    n->type = &script_basic[KIND_WRONG];
    if (f == NULL) return;
    call_native(s, n, f);
    if (n->type->kind != KIND_WRONG) n->type = gives == NULL ? script_type_row(s->c, table) : gives;
}

/* ---- built in ---- */

typedef enum letter_kind { ANY_NUMBER = 100, ANY_VECTOR } letter_kind;

/* Built-in functions that take plain arguments and are one instruction. Kinds of arguments: KIND_..., or numbers or
 * vectors of one kind. */
static const struct {
    const char *name;
    uint8_t count, arguments[4], code, result;
} plain[] = {
    {"min", 2, {ANY_NUMBER, ANY_NUMBER}, OX_SCRIPT_MIN, ANY_NUMBER},
    {"max", 2, {ANY_NUMBER, ANY_NUMBER}, OX_SCRIPT_MAX, ANY_NUMBER},
    {"abs", 1, {ANY_NUMBER}, OX_SCRIPT_ABS, ANY_NUMBER},
    {"clamp", 3, {ANY_NUMBER, ANY_NUMBER, ANY_NUMBER}, OX_SCRIPT_CLAMP, ANY_NUMBER},
    {"mod", 2, {ANY_NUMBER, ANY_NUMBER}, OX_SCRIPT_MODI, ANY_NUMBER},
    {"lerp", 3, {KIND_FX, KIND_FX, KIND_FX}, OX_SCRIPT_FLERP, KIND_FX},
    {"sqrt", 1, {KIND_FX}, OX_SCRIPT_FSQRT, KIND_FX},
    {"sin", 1, {KIND_ANGLE}, OX_SCRIPT_FSIN, KIND_FX},
    {"cos", 1, {KIND_ANGLE}, OX_SCRIPT_FCOS, KIND_FX},
    {"atan2", 2, {KIND_FX, KIND_FX}, OX_SCRIPT_FATAN, KIND_ANGLE},
    {"round", 1, {KIND_FX}, OX_SCRIPT_FRND, KIND_INT},
    {"diff", 2, {KIND_ANGLE, KIND_ANGLE}, OX_SCRIPT_ADIF, KIND_INT},
    {"turn", 3, {KIND_ANGLE, KIND_ANGLE, KIND_ANGLE}, OX_SCRIPT_ATURN, KIND_ANGLE},
    {"length", 1, {ANY_VECTOR}, OX_SCRIPT_VLEN, KIND_FX},
    {"dot", 2, {ANY_VECTOR, ANY_VECTOR}, OX_SCRIPT_VDOT, KIND_FX},
    {"alive", 1, {KIND_OBJECT}, OX_SCRIPT_LIVE, KIND_BOOL},
    {"vec2", 2, {KIND_FX, KIND_FX}, OX_SCRIPT_TRAP, KIND_VEC2},
    {"vec3", 3, {KIND_FX, KIND_FX, KIND_FX}, OX_SCRIPT_TRAP, KIND_VEC3},
    {"quat", 4, {KIND_INT, KIND_INT, KIND_INT, KIND_INT}, OX_SCRIPT_TRAP, KIND_QUAT},
};
enum { PLAIN = sizeof plain / sizeof plain[0] };

/* The type that all arguments of a free kind take: the first one's, but fx where whole numbers and fx are mixed. */
static const script_type *free_kind(script_scope *s, script_node *n) {
    const script_type *found = NULL;
    for (script_node *a = n->b; a != NULL; a = a->next) {
        script_check_expression(s, a->a);
        const script_type *t = a->a->type;
        if (t->kind == KIND_WRONG) return NULL;
        if (found == NULL || (found->kind == KIND_INT && t->kind == KIND_FX)) found = t;
    }
    return found;
}

static void call_plain(script_scope *s, script_node *n, size_t row) {
    const script_type *common = free_kind(s, n);
    n->token = plain[row].code == OX_SCRIPT_TRAP ? CALL_PUSH : CALL_CODE;
    n->code = plain[row].code;
    if (common == NULL && count_arguments(n) > 0) return;
    if (count_arguments(n) != plain[row].count) {
        script_wrong(s->c, n->place, "'%s' takes %d argument%s, %lu given", plain[row].name, plain[row].count,
                     plain[row].count == 1 ? "" : "s", (unsigned long)count_arguments(n));
        return;
    }
    uint32_t at = 0;
    for (script_node *a = n->b; a != NULL; a = a->next, at++) {
        uint32_t wanted = plain[row].arguments[at];
        bool number = common->kind == KIND_INT || common->kind == KIND_FX,
             vector = common->kind == KIND_VEC2 || common->kind == KIND_VEC3;
        if (wanted == ANY_NUMBER && !number) {
            script_wrong(s->c, a->a->start, "int or fx expected, %s found", script_type_show(s->c, common));
            return;
        }
        if (wanted == ANY_VECTOR && !vector) {
            script_wrong(s->c, a->a->start, "vec2 or vec3 expected, %s found",
                         script_type_show(s->c, common));
            return;
        }
        script_convert(s, &a->a, wanted >= ANY_NUMBER ? common : &script_basic[wanted]);
        if (a->a->type->kind == KIND_WRONG) return;
        if (wanted == ANY_VECTOR) n->places = (uint8_t)common->cells;
    }
    n->type = plain[row].result == ANY_NUMBER ? common : &script_basic[plain[row].result];
    if (n->code == OX_SCRIPT_MODI && n->type->kind == KIND_FX) n->code = OX_SCRIPT_FMOD;
    bool zero = n->b->next != NULL && n->b->next->a->constant && n->b->next->a->value[0] == 0;
    if ((n->code == OX_SCRIPT_MODI || n->code == OX_SCRIPT_FMOD) && zero)
        script_wrong(s->c, n->place, "division by zero");
    const script_node *operands[4] = {NULL};
    at = 0;
    for (script_node *a = n->b; a != NULL; a = a->next) operands[at++] = a->a;
    if (n->token == CALL_CODE) {
        script_fold_node(s, n, operands, at);
        return;
    }
    n->constant = true;
    for (uint32_t i = 0; i < at; i++) {
        n->constant = n->constant && operands[i]->constant;
        n->value[i] = operands[i]->value[0];
    }
}

/* int(x) and fx(x). */
static void call_conversion(script_scope *s, script_node *n, uint32_t to) {
    if (count_arguments(n) != 1) {
        script_wrong(s->c, n->place, "'%s' takes 1 arguments, %lu given", to == KIND_INT ? "int" : "fx",
                     (unsigned long)count_arguments(n));
        return;
    }
    script_node *a = n->b->a;
    script_check_expression(s, a);
    uint32_t from = a->type->kind;
    if (from == KIND_WRONG) return;
    n->token = CALL_PUSH;
    if (from == KIND_INT && to == KIND_FX) {
        n->b->a = script_check_wrap(s, a, OX_SCRIPT_ITOF, &script_basic[KIND_FX]);
    } else if (from == KIND_FX && to == KIND_INT) {
        n->b->a = script_check_wrap(s, a, OX_SCRIPT_FTOI, &script_basic[KIND_INT]);
    } else if (from != to &&
               !(to == KIND_INT && (from == KIND_BOOL || from == KIND_ANGLE || from == KIND_ENUM))) {
        script_wrong(s->c, a->start, "%s expected, %s found", to == KIND_INT ? "fx" : "int",
                     script_type_show(s->c, a->type));
        return;
    }
    n->type = &script_basic[to];
    n->constant = n->b->a->constant;
    n->value[0] = n->b->a->value[0];
}

static void call_task(script_scope *s, script_node *n, bool done) {
    if (count_arguments(n) != 1) {
        script_wrong(s->c, n->place, "'%s' takes 1 argument, %lu given", done ? "done" : "resume",
                     (unsigned long)count_arguments(n));
        return;
    }
    script_check_as(s, &n->b->a, &script_basic[KIND_TASK]);
    const script_type *task = n->b->a->type;
    if (task->kind != KIND_TASK) return;
    if (!done) script_note_deed(s, n->place, DEED_RESUME, n->a->word);
    n->token = done ? CALL_DONE : CALL_RESUME;
    n->type = done                    ? &script_basic[KIND_BOOL]
              : task->element != NULL ? task->element
                                      : &script_basic[KIND_VOID];
}

static void call_assert(script_scope *s, script_node *n) {
    uint32_t count = count_arguments(n);
    n->token = CALL_ASSERT;
    if (count < 1 || count > 2) {
        script_wrong(s->c, n->place, "'assert' takes 1 or 2 arguments, %lu given", (unsigned long)count);
        return;
    }
    script_check_as(s, &n->b->a, &script_basic[KIND_BOOL]);
    if (count == 2) script_check_as(s, &n->b->next->a, &script_basic[KIND_NOTE]);
    if (count == 2 && n->b->next->a->note == NULL)
        script_wrong(s->c, n->b->next->a->start, "a text in quotes expected");
    n->type = &script_basic[KIND_VOID];
}

static bool call_built_in(script_scope *s, script_node *n) {
    const char *name = script_text(s->c, n->a->word);
    if (strcmp(name, "int") == 0 || strcmp(name, "fx") == 0)
        return call_conversion(s, n, name[0] == 'i' ? KIND_INT : KIND_FX), true;
    if (strcmp(name, "done") == 0 || strcmp(name, "resume") == 0)
        return call_task(s, n, name[0] == 'd'), true;
    if (strcmp(name, "assert") == 0) return call_assert(s, n), true;
    for (size_t i = 0; i < PLAIN; i++)
        if (strcmp(name, plain[i].name) == 0) return call_plain(s, n, i), true;
    return false;
}

/* ---- containers ---- */

enum { NOTHING, INDEX, ELEMENT, KEY, BOOLEAN };

/* The functions of containers: list or map, parameters and results. */
static const struct {
    const char *name;
    uint8_t kind, takes[2], code, gives;
} methods[] = {
    {"count", KIND_LIST, {NOTHING, NOTHING}, OX_SCRIPT_CNT, INDEX},
    {"clear", KIND_LIST, {NOTHING, NOTHING}, OX_SCRIPT_CLR, NOTHING},
    {"add", KIND_LIST, {ELEMENT, NOTHING}, OX_SCRIPT_LADD, BOOLEAN},
    {"get", KIND_LIST, {INDEX, NOTHING}, OX_SCRIPT_LGET, ELEMENT},
    {"set", KIND_LIST, {INDEX, ELEMENT}, OX_SCRIPT_LSET, NOTHING},
    {"insert", KIND_LIST, {INDEX, ELEMENT}, OX_SCRIPT_LINS, BOOLEAN},
    {"remove", KIND_LIST, {INDEX, NOTHING}, OX_SCRIPT_LDEL, NOTHING},
    {"pop", KIND_LIST, {NOTHING, NOTHING}, OX_SCRIPT_LPOP, ELEMENT},
    {"find", KIND_LIST, {ELEMENT, NOTHING}, OX_SCRIPT_LFIND, INDEX},
    {"count", KIND_MAP, {NOTHING, NOTHING}, OX_SCRIPT_CNT, INDEX},
    {"clear", KIND_MAP, {NOTHING, NOTHING}, OX_SCRIPT_CLR, NOTHING},
    {"get", KIND_MAP, {KEY, NOTHING}, OX_SCRIPT_MGET, ELEMENT},
    {"set", KIND_MAP, {KEY, ELEMENT}, OX_SCRIPT_MSET, BOOLEAN},
    {"has", KIND_MAP, {KEY, NOTHING}, OX_SCRIPT_MHAS, BOOLEAN},
    {"remove", KIND_MAP, {KEY, NOTHING}, OX_SCRIPT_MDEL, BOOLEAN},
    {"key", KIND_MAP, {INDEX, NOTHING}, OX_SCRIPT_MKEY, KEY},
    {"value", KIND_MAP, {INDEX, NOTHING}, OX_SCRIPT_MVAL, ELEMENT},
    {"add", KIND_SET, {KEY, NOTHING}, OX_SCRIPT_MSET, BOOLEAN},
    {"count", KIND_SET, {NOTHING, NOTHING}, OX_SCRIPT_CNT, INDEX},
    {"clear", KIND_SET, {NOTHING, NOTHING}, OX_SCRIPT_CLR, NOTHING},
    {"has", KIND_SET, {KEY, NOTHING}, OX_SCRIPT_MHAS, BOOLEAN},
    {"remove", KIND_SET, {KEY, NOTHING}, OX_SCRIPT_MDEL, BOOLEAN},
    {"key", KIND_SET, {INDEX, NOTHING}, OX_SCRIPT_MKEY, KEY},
};
enum { METHODS = sizeof methods / sizeof methods[0] };

static const script_type *part(const script_type *of, uint32_t what) {
    return what == INDEX     ? &script_basic[KIND_INT]
           : what == BOOLEAN ? &script_basic[KIND_BOOL]
           : what == ELEMENT ? of->element
           : what == KEY     ? of->key
                             : &script_basic[KIND_VOID];
}

static void call_container(script_scope *s, script_node *n) {
    const script_type *of = n->a->a->type;
    const char *name = script_text(s->c, n->a->word);
    uint32_t count = count_arguments(n);
    n->symbol = n->a->a->symbol;
    if (of->kind == KIND_MAP && strcmp(name, "get") == 0 && count == 2) {
        n->token = CALL_MAP_DEFAULT;
        script_check_as(s, &n->b->a, of->key);
        script_check_as(s, &n->b->next->a, of->element);
        n->type = of->element;
        return;
    }
    if (of->kind == KIND_LIST && strcmp(name, "sort") == 0 && count == 0) {
        n->token = CALL_SORT;
        script_note_write(s, n->a->a);
        n->type = &script_basic[KIND_VOID];
        if (of->element->kind != KIND_INT && of->element->kind != KIND_FX)
            script_wrong(s->c, n->place, "only lists of int or fx are sorted");
        return;
    }
    for (size_t i = 0; i < METHODS; i++) {
        if (methods[i].kind != of->kind || strcmp(methods[i].name, name) != 0) continue;
        uint32_t wanted = methods[i].takes[0] == NOTHING ? 0 : methods[i].takes[1] == NOTHING ? 1 : 2;
        n->token = CALL_CONTAINER;
        n->code = methods[i].code;
        n->type = part(of, methods[i].gives);
        if ((ox_script_instruction_of(n->code)->rules & OX_SCRIPT_RULE_STORES) != 0)
            script_note_write(s, n->a->a);
        if (wanted != count) {
            script_wrong(s->c, n->place, "'%s' takes %lu arguments, %lu given", name, (unsigned long)wanted,
                         (unsigned long)count);
            return;
        }
        uint32_t at = 0;
        for (script_node *a = n->b; a != NULL; a = a->next)
            script_check_as(s, &a->a, part(of, methods[i].takes[at++]));
        return;
    }
    script_wrong(s->c, n->a->place, "%s has no '%s'", script_type_show(s->c, of), name);
}

/* ---- calls ---- */

/* super.f(...): the function that this one overrides. */
static void call_super(script_scope *s, script_node *n) {
    const char *name = script_text(s->c, n->a->word);
    script_symbol *found = NULL, *here = s->function;
    if (here == NULL || here->owner == NULL) {
        script_wrong(s->c, n->a->a->place, "'super' is known in behaviours only");
        return;
    }
    if (here->state != NULL) {
        uint32_t number = script_state_number(here->owner, here->state->word);
        script_state_row *row = number == OX_SCRIPT_NONE ? NULL : &here->owner->states[number];
        uint32_t levels = 0;
        for (uint32_t i = 1; row != NULL && found == NULL && i < row->declared_count; i++)
            found = script_member(row->declared[i], n->a->word, SYMBOL_FUNC);
        while (row != NULL && found == NULL && row->parent != OX_SCRIPT_NONE &&
               levels++ < OX_SCRIPT_STATE_LEVELS) {
            row = &here->owner->states[row->parent];
            for (uint32_t i = 0; found == NULL && i < row->declared_count; i++)
                found = script_member(row->declared[i], n->a->word, SYMBOL_FUNC);
        }
        if (found == NULL) found = script_member(here->owner, n->a->word, SYMBOL_FUNC);
    } else if (here->owner->base != NULL) {
        found = script_member(here->owner->base, n->a->word, SYMBOL_FUNC);
    }
    if (found == NULL) {
        script_wrong(s->c, n->a->place, "there is no '%s' that is overridden here", name);
        return;
    }
    n->length = 1; /* the call never goes through the method table */
    call_function(s, n, found);
}

static void call_structure(script_scope *s, script_node *n, script_symbol *of) {
    n->token = CALL_PUSH;
    script_check_structure(s->c, of);
    check_arguments(s, n, of->members, script_text(s->c, of->word));
    script_type *t = SCRIPT_NEW(s->c, script_type);
    *t = (script_type){.kind = KIND_STRUCT, .cells = of->cells, .symbol = of};
    n->type = t;
}

static void call_name(script_scope *s, script_node *n) {
    uint32_t word = n->a->word;
    script_symbol *found = NULL;
    if (s->function != NULL && s->function->owner != NULL)
        found = script_member(s->function->owner, word, SYMBOL_FUNC);
    if (found == NULL) found = s->c->globals[word];
    if (found == NULL && call_built_in(s, n)) return;
    if (found == NULL) {
        const char *built_in[PLAIN + 6] = {"int", "fx", "done", "resume", "assert"};
        for (size_t i = 0; i < PLAIN; i++) built_in[5 + i] = plain[i].name;
        const script_choices choices = {
            .of = s->function != NULL ? s->function->owner : NULL,
            .words = built_in,
            .globals = true,
            .kinds = 1u << SYMBOL_FUNC | 1u << SYMBOL_NATIVE | 1u << SYMBOL_STRUCT,
            .advice =
                s->c->options.library ? ": what the console offers is told by oxcart help natives" : NULL};
        script_unknown(s->c, n->a->place, word, "", &choices);
    } else if (found->kind == SYMBOL_FUNC) {
        call_function(s, n, found);
        return;
    } else if (found->kind == SYMBOL_NATIVE) {
        call_native(s, n, found);
        return;
    } else if (found->kind == SYMBOL_STRUCT) {
        call_structure(s, n, found);
        return;
    } else {
        script_wrong(s->c, n->a->place, "'%s' is no function", script_text(s->c, word));
    }
    for (script_node *a = n->b; a != NULL; a = a->next) script_check_expression(s, a->a);
}

void script_check_call(script_scope *s, script_node *n) {
    if (n->a->kind == NODE_ID) {
        call_name(s, n);
        return;
    }
    if (n->a->kind == NODE_MEMBER && n->a->a->kind == NODE_SUPER) {
        call_super(s, n);
        return;
    }
    if (n->a->kind == NODE_MEMBER && n->a->a->kind == NODE_SELF && s->function != NULL &&
        s->function->owner != NULL) {
        script_symbol *found = script_member(s->function->owner, n->a->word, SYMBOL_FUNC);
        if (found != NULL) {
            call_function(s, n, found);
            return;
        }
    }
    const script_symbol *table = n->a->kind == NODE_MEMBER ? script_table_of(s, n->a->a) : NULL;
    if (table != NULL && strcmp(script_text(s->c, n->a->word), "find") == 0) {
        script_check_rows(s, n, table, "row_find", NULL);
        return;
    }
    if (n->a->kind == NODE_MEMBER) {
        script_check_expression(s, n->a->a);
        if (script_type_is_container(n->a->a->type) && n->a->a->symbol != NULL) {
            call_container(s, n);
            return;
        }
        if (n->a->a->type->kind != KIND_WRONG)
            script_wrong(s->c, n->a->place, "%s has no function '%s'", script_type_show(s->c, n->a->a->type),
                         script_text(s->c, n->a->word));
    } else {
        script_wrong(s->c, n->place, "this is no function");
    }
    for (script_node *a = n->b; a != NULL; a = a->next) script_check_expression(s, a->a);
}

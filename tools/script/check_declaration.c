#include <stdio.h>
#include <string.h>

#include "tools/script/check.h"

/* ---- members ---- */

script_symbol *script_member(const script_symbol *of, uint32_t word, uint32_t kind) {
    for (uint32_t depth = 0; of != NULL && depth <= OX_SCRIPT_BEHAVIOUR_LEVELS;
         of = of->kind == SYMBOL_BEHAVIOUR ? of->base : NULL, depth++)
        for (script_symbol *m = of->members; m != NULL; m = m->next)
            if (m->word == word && m->kind == kind && m->role == ROLE_PLAIN) return m;
    return NULL;
}

script_symbol *script_field_of(const script_symbol *schema, uint32_t word) {
    for (uint32_t depth = 0; schema != NULL && depth <= OX_SCRIPT_BEHAVIOUR_LEVELS;
         schema = schema->base, depth++)
        for (script_symbol *m = schema->members; m != NULL; m = m->next)
            if (m->word == word) return m;
    return NULL;
}

/* ---- constants ---- */

int32_t script_check_number(script_compiler *c, script_node *n, int32_t least, int32_t most,
                            const char *what) {
    script_scope scope = {.c = c};
    if (n == NULL) return least;
    script_check_as(&scope, &n, &script_basic[KIND_INT]);
    if (n->type->kind == KIND_WRONG) return least;
    if (!n->constant) {
        script_wrong(c, n->start, "constant expected");
        return least;
    }
    if (n->value[0] >= least && n->value[0] <= most) return n->value[0];
    script_wrong(c, n->start, "%s %ld outside %ld..%ld", what, (long)n->value[0], (long)least, (long)most);
    return least;
}

static void check_enum_value(script_compiler *c, script_symbol *s) {
    script_symbol *before = NULL, *from = NULL; /* from: value that the values up to `before` need */
    for (script_symbol *m = s->owner->members; m != s; before = m, m = m->next)
        if (before == NULL || m->value != NULL || m->progress == PROGRESS_DONE) from = m;
    script_type *t = SCRIPT_NEW(c, script_type);
    *t = (script_type){.kind = KIND_ENUM, .cells = 1, .symbol = s->owner};
    s->type = t;
    if (s->value != NULL) {
        s->constant[0] = script_check_number(c, s->value, INT32_MIN, INT32_MAX, "value");
    } else if (before != NULL) {
        for (; from != s; from = from->next) script_check_constant(c, from);
        s->constant[0] = script_cell((uint32_t)before->constant[0] + 1u);
    }
    for (const script_symbol *m = s->owner->members; m != s; m = m->next)
        if (m->progress == PROGRESS_DONE && m->constant[0] == s->constant[0])
            script_wrong(c, s->place, "'%s' has the value of '%s'", script_text(c, s->word),
                         script_text(c, m->word));
}

static uint32_t height(const script_node *n) { return n != NULL ? n->height : 1; }

/* Counts the recursion that a symbol adds which is declared behind symbols that need it. True, after an error, when
 * it is too deep. */
static bool begin_chain(script_compiler *c, script_symbol *s, uint32_t links) {
    if (c->chain > 0 && c->chain + links > SCRIPT_HEIGHT_MOST) {
        script_wrong(c, s->place, "'%s' is needed by too long a chain of others: write it above them",
                     script_text(c, s->word));
        s->type = &script_basic[KIND_WRONG];
        s->cells = 1;
        s->progress = PROGRESS_DONE;
        return true;
    }
    c->chain += links;
    s->progress = PROGRESS_NOW;
    return false;
}

static void end_chain(script_compiler *c, script_symbol *s, uint32_t links) {
    c->chain -= links;
    s->progress = PROGRESS_DONE;
}

void script_check_constant(script_compiler *c, script_symbol *s) {
    script_scope scope = {.c = c};
    uint32_t links = height(s->value) + height(s->type_node);
    if (s->progress == PROGRESS_DONE) return;
    if (s->progress == PROGRESS_NOW) {
        script_wrong(c, s->place, "'%s' needs itself", script_text(c, s->word));
        s->type = s->type != NULL ? s->type : &script_basic[KIND_WRONG];
        return;
    }
    if (begin_chain(c, s, links)) return;
    if (s->kind == SYMBOL_ENUM_VALUE) {
        check_enum_value(c, s);
        end_chain(c, s, links);
        return;
    }
    const script_type *type = s->type_node != NULL ? script_type_of_node(c, s->type_node) : NULL;
    s->type = &script_basic[KIND_WRONG];
    if (s->value != NULL) {
        if (type != NULL)
            script_check_as(&scope, &s->value, type);
        else
            script_check_expression(&scope, s->value);
        s->type = type != NULL ? type : s->value->type;
        if (s->value->kind == NODE_LIST && s->type->kind == KIND_ARRAY) {
            s->literal = s->value;
            for (const script_node *entry = s->value->b; entry != NULL; entry = entry->next)
                if (!entry->a->constant && entry->a->type != NULL && entry->a->type->kind != KIND_WRONG)
                    script_wrong(c, entry->a->start, "constant expected");
        } else if (!s->value->constant && s->value->type->kind != KIND_WRONG) {
            script_wrong(c, s->value->start, "constant expected");
            s->type = &script_basic[KIND_WRONG];
        }
        for (int i = 0; i < 4; i++) s->constant[i] = s->value->value[i];
    }
    end_chain(c, s, links);
}

/* ---- structures ---- */

void script_check_structure(script_compiler *c, script_symbol *s) {
    if (s->progress == PROGRESS_DONE) return;
    if (s->progress == PROGRESS_NOW) {
        script_wrong(c, s->place, "'%s' contains itself", script_text(c, s->word));
        return;
    }
    uint32_t links = 1;
    for (const script_symbol *f = s->members; f != NULL; f = f->next)
        if (height(f->type_node) > links) links = height(f->type_node);
    if (begin_chain(c, s, links)) return;
    for (script_symbol *f = s->members; f != NULL; f = f->next) {
        f->type = script_type_of_node(c, f->type_node);
        if (!script_type_is_value(f->type) && f->type->kind != KIND_WRONG) {
            script_wrong(c, f->place, "arrays and containers do not stand in others");
            f->type = &script_basic[KIND_WRONG];
        }
        f->address = s->cells;
        f->cells = f->type->cells;
        s->cells += f->cells;
    }
    if (s->kind == SYMBOL_STRUCT && (s->cells == 0 || s->cells > 16))
        script_wrong(c, s->place, "'%s' has %lu cells, 1 to 16 are allowed", script_text(c, s->word),
                     (unsigned long)s->cells);
    end_chain(c, s, links);
}

/* The base of a schema or behaviour; cycles are told and cut. */
static void find_base(script_compiler *c, script_symbol *s) {
    if (script_text(c, s->parent_word)[0] == 0) return;
    script_symbol *base = c->globals[s->parent_word];
    if (base == NULL || base->kind != s->kind) {
        if (base == NULL && s->kind == SYMBOL_SCHEMA && strcmp(script_text(c, s->parent_word), "Entity") == 0)
            return; /* a field that every object has */
        script_wrong(c, s->place, "'%s' is no %s", script_text(c, s->parent_word),
                     s->kind == SYMBOL_SCHEMA ? "'type'" : "behaviour");
        return;
    }
    s->base = base;
    uint32_t depth = 1;
    for (const script_symbol *b = base; b != NULL; b = b->base, depth++) {
        if (b != s && depth < OX_SCRIPT_BEHAVIOUR_LEVELS) continue;
        script_wrong(c, s->place,
                     b == s ? "'%s' is its own base" : "'%s' has too many bases, at most 7 are allowed",
                     script_text(c, s->word));
        s->base = NULL;
        return;
    }
}

/* ---- functions, natives, events ---- */

/* Checks the default value of a parameter. */
static void check_default(script_compiler *c, const script_symbol *s, script_symbol *p,
                          const script_symbol *before) {
    script_scope scope = {.c = c};
    if (p->value == NULL && before != NULL && before->value != NULL)
        script_wrong(c, p->place, "'%s' has a default, so '%s' behind it wants one, too",
                     script_text(c, before->word), script_text(c, p->word));
    if (p->value == NULL) return;
    if (s->kind == SYMBOL_EVENT) {
        script_wrong(c, p->value->start, "what an event sends has no default");
        return;
    }
    script_check_as(&scope, &p->value, p->type);
    if (!p->value->constant && p->value->kind != NODE_LITERAL && p->value->type->kind != KIND_WRONG)
        script_wrong(c, p->value->start, "constant expected");
}

static void check_parameters(script_compiler *c, script_symbol *s, bool containers, uint32_t most) {
    const script_symbol *before = NULL;
    s->cells = 0;
    for (script_symbol *p = s->members; p != NULL; p = p->next) {
        p->type = script_type_of_node(c, p->type_node);
        bool fits = script_type_is_value(p->type) || (containers && script_type_is_container(p->type));
        if (!fits || (containers && p->type->kind == KIND_STRUCT)) {
            script_wrong(c, p->place, "%s is not given to functions", script_type_show(c, p->type));
            p->type = &script_basic[KIND_WRONG];
        }
        p->cells = script_type_is_container(p->type) ? 1 : p->type->cells;
        p->address = s->cells;
        s->cells += p->cells;
        check_default(c, s, p, before);
        before = p;
    }
    if (s->cells > most)
        script_wrong(c, s->place, "'%s' takes %lu cells of arguments, at most %lu are allowed",
                     script_text(c, s->word), (unsigned long)s->cells, (unsigned long)most);
}

static void check_signature(script_compiler *c, script_symbol *s, bool native) {
    c->any_size = native;
    check_parameters(c, s, native, OX_SCRIPT_ARGUMENTS - s->each);
    c->any_size = false;
    s->type = s->type_node != NULL ? script_type_of_node(c, s->type_node) : &script_basic[KIND_VOID];
    if (s->type->kind != KIND_VOID &&
        (!script_type_is_value(s->type) || (native && s->type->kind == KIND_STRUCT))) {
        script_wrong(c, s->place, "%s is not returned", script_type_show(c, s->type));
        s->type = &script_basic[KIND_WRONG];
    }
    if (s->type->cells > OX_SCRIPT_RESULTS)
        script_wrong(c, s->place, "'%s' returns %lu cells, at most %d are allowed", script_text(c, s->word),
                     (unsigned long)s->type->cells, OX_SCRIPT_RESULTS);
    if (s->each && !script_type_is_handle(s->type) && s->type->kind != KIND_WRONG)
        script_wrong(c, s->place, "'%s' gives one object after the other, no %s", script_text(c, s->word),
                     script_type_show(c, s->type));
    if (s->limit_node != NULL)
        s->limit = (uint32_t)script_check_number(c, s->limit_node, 1, OX_SCRIPT_RECURSION, "limit");
    if (native && s->class == OX_SCRIPT_SHOW && s->type->kind != KIND_VOID)
        script_wrong(c, s->place, "'%s' shows something: it returns nothing", script_text(c, s->word));
    if (s->cost_node != NULL) script_check_number(c, s->cost_node, 0, 65535, "cost");
}

static void check_event(script_compiler *c, script_symbol *s) {
    check_parameters(c, s, false, OX_SCRIPT_EVENT_CELLS);
    for (const script_symbol *p = s->members; p != NULL; p = p->next)
        if (p->type->kind == KIND_STRUCT)
            script_wrong(c, p->place, "%s is not sent with events", script_type_show(c, p->type));
    if (s->value != NULL) script_check_number(c, s->value, -128, 127, "priority");
    if (script_text(c, s->parent_word)[0] != 0 && script_member(s, s->parent_word, SYMBOL_LOCAL) == NULL &&
        strcmp(script_text(c, s->parent_word), "last") != 0 &&
        strcmp(script_text(c, s->parent_word), "sum") != 0 &&
        strcmp(script_text(c, s->parent_word), "none") != 0)
        script_wrong(c, s->place, "'%s' is no way to merge events: none, last, sum or an argument",
                     script_text(c, s->parent_word));
}

/* ---- variables ---- */

/* Checks that the initial value of a variable is constant, since no code runs before. */
static void check_constant_value(script_compiler *c, const script_node *n) {
    if (n->type == NULL || n->type->kind == KIND_WRONG) return;
    if (n->kind == NODE_LIST) {
        for (const script_node *entry = n->b; entry != NULL; entry = entry->next) {
            check_constant_value(c, entry->a);
            if (entry->b != NULL) check_constant_value(c, entry->b);
        }
    } else if (!n->constant && n->kind != NODE_LITERAL) {
        script_wrong(c, n->start, "constant expected");
    }
}

static void check_range(script_compiler *c, script_symbol *s) {
    script_scope scope = {.c = c};
    if (s->low != NULL) script_check_as(&scope, &s->low, s->type);
    if (s->high != NULL) script_check_as(&scope, &s->high, s->type);
    if ((s->low != NULL || s->high != NULL) && s->type->kind != KIND_INT && s->type->kind != KIND_FX &&
        s->type->kind != KIND_WRONG) {
        script_wrong(c, s->place, "a range is given to int and fx only");
        return;
    }
    int32_t value = s->value != NULL && s->value->constant ? s->value->value[0] : 0;
    bool below = s->low != NULL && s->low->constant && value < s->low->value[0],
         above = s->high != NULL && s->high->constant && value > s->high->value[0];
    if ((below || above) && s->type->kind != KIND_WRONG)
        script_wrong(c, s->value != NULL ? s->value->start : s->place, "default of '%s' outside its range",
                     script_text(c, s->word));
}

static void check_variable(script_compiler *c, script_symbol *s) {
    script_scope scope = {.c = c};
    s->type = s->type_node != NULL ? script_type_of_node(c, s->type_node) : NULL;
    if (s->value != NULL) {
        if (s->type != NULL)
            script_check_as(&scope, &s->value, s->type);
        else
            script_check_expression(&scope, s->value);
        check_constant_value(c, s->value);
        if (s->type == NULL) s->type = s->value->type;
    }
    if (s->type == NULL || s->type->kind == KIND_VOID) s->type = &script_basic[KIND_WRONG];
    if (s->type->kind == KIND_NULL) {
        script_wrong(c, s->place, "the type of '%s' must be said", script_text(c, s->word));
        s->type = &script_basic[KIND_WRONG];
    }
    s->cells = s->type->cells;
    check_range(c, s);
}

static void check_globals(script_compiler *c) {
    bool told = false;
    for (size_t i = 0; i < c->variables.count; i++) {
        script_symbol *s = c->variables.list[i];
        check_variable(c, s);
        s->space = OX_SCRIPT_SPACE_GLOBALS;
        s->address = c->global_cells;
        if (s->cells > OX_SCRIPT_GLOBALS - c->global_cells) {
            if (!told)
                script_wrong(c, s->place, "'%s' needs %lu more cells, at most %d are allowed for all globals",
                             script_text(c, s->word), (unsigned long)s->cells, OX_SCRIPT_GLOBALS);
            told = true;
            continue;
        }
        c->global_cells += s->cells;
    }
}

static void check_mine(script_compiler *c, script_symbol *behaviour) {
    for (script_symbol *m = behaviour->members; m != NULL; m = m->next) {
        if (m->kind != SYMBOL_MINE) continue;
        check_variable(c, m);
        if (m->property && !script_type_is_value(m->type))
            script_wrong(c, m->place, "%s is no property", script_type_show(c, m->type));
    }
}

static void check_tune(script_compiler *c, script_symbol *s) {
    check_variable(c, s);
    if (c->globals[s->word] != NULL)
        script_wrong(c, s->place, "'%s' is declared already", script_text(c, s->word));
    if (s->type->kind != KIND_WRONG && (!script_type_is_value(s->type) || s->cells > 4))
        script_wrong(c, s->place, "%s is not tuned", script_type_show(c, s->type));
}

void script_check_declarations(script_compiler *c) {
    for (size_t i = 0; i < c->schemas.count; i++) find_base(c, c->schemas.list[i]);
    for (size_t i = 0; i < c->behaviours.count; i++) find_base(c, c->behaviours.list[i]);
    for (size_t i = 0; i < c->consts.count; i++) script_check_constant(c, c->consts.list[i]);
    for (size_t i = 0; i < c->enums.count; i++)
        for (script_symbol *v = c->enums.list[i]->members; v != NULL; v = v->next)
            script_check_constant(c, v);
    for (size_t i = 0; i < c->structs.count; i++) script_check_structure(c, c->structs.list[i]);
    for (size_t i = 0; i < c->schemas.count; i++) script_check_structure(c, c->schemas.list[i]);
    for (size_t i = 0; i < c->tunes.count; i++) check_tune(c, c->tunes.list[i]);
    for (size_t i = 0; i < c->events.count; i++) check_event(c, c->events.list[i]);
    for (size_t i = 0; i < c->natives.count; i++) check_signature(c, c->natives.list[i], true);
    for (size_t i = 0; i < c->functions.count; i++)
        if (c->functions.list[i]->role == ROLE_PLAIN) check_signature(c, c->functions.list[i], false);
    check_globals(c);
    for (size_t i = 0; i < c->behaviours.count; i++) check_mine(c, c->behaviours.list[i]);
}

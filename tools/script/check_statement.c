#include <string.h>

#include "tools/script/check.h"

static bool check_one(script_scope *s, script_node *n);

/* ---- names of blocks ---- */

static void declare(script_scope *s, script_symbol *local) {
    if (s->locals.count >= SCRIPT_LOCALS_MOST) {
        if (!s->crowded)
            script_wrong(s->c, local->place, "more than %d names in sight of one block", SCRIPT_LOCALS_MOST);
        s->crowded = true;
        return;
    }
    for (size_t i = s->locals.count; i > 0; i--) {
        const script_symbol *other = s->locals.list[i - 1];
        if (other->block < s->block) break;
        if (other->word == local->word) {
            script_wrong(s->c, local->place, "'%s' stands in line %lu already",
                         script_text(s->c, local->word), (unsigned long)other->place.line);
            break;
        }
    }
    local->block = s->block;
    script_add(s->c, &s->locals, local);
}

static script_symbol *new_local(script_scope *s, script_node *n, const script_type *type, bool let) {
    script_symbol *local = SCRIPT_NEW(s->c, script_symbol);
    *local = (script_symbol){.kind = SYMBOL_LOCAL,
                             .word = n->word,
                             .place = n->place,
                             .type = type,
                             .cells = type->cells,
                             .let = let};
    n->symbol = local;
    declare(s, local);
    return local;
}

static void leave_locals(script_scope *s, size_t count) {
    for (size_t i = count; i < s->locals.count; i++) {
        const script_symbol *local = s->locals.list[i];
        if (!local->used && !local->assigned && local->type->kind != KIND_WRONG)
            script_warn(s->c, local->place, "'%s' is not used", script_text(s->c, local->word));
    }
    s->locals.count = count;
}

/* ---- blocks: each function tells whether the code behind can be reached ---- */

static bool block(script_scope *s, script_node *n) {
    size_t locals = s->locals.count;
    bool reached = true, told = false;
    const script_node *before = NULL;
    s->block++;
    for (script_node *one = n->a; one != NULL; before = one, one = one->next) {
        if (!reached && !told) {
            if (before->kind == NODE_WHILE)
                script_wrong(s->c, before->start,
                             "endless loop: what stands behind it can never run; leave it by `break`");
            else
                script_wrong(s->c, one->start, "statement can never run");
            told = true;
        }
        bool on = check_one(s, one);
        reached = reached && on;
    }
    s->block--;
    leave_locals(s, locals);
    return reached;
}

static void variable(script_scope *s, script_node *n) {
    const script_type *type = n->b != NULL ? script_type_of_node(s->c, n->b) : NULL;
    if (n->a != NULL && type != NULL) {
        script_check_as(s, &n->a, type);
    } else if (n->a != NULL) {
        script_check_expression(s, n->a);
        type = n->a->type;
        if (type->kind == KIND_VOID) {
            script_wrong(s->c, n->a->start, "this gives no value");
            type = &script_basic[KIND_WRONG];
        }
        if (type->kind == KIND_NULL) {
            script_wrong(s->c, n->place, "the type of '%s' must be said", script_text(s->c, n->word));
            type = &script_basic[KIND_WRONG];
        }
        if (!script_type_is_value(type)) {
            script_wrong(s->c, n->a->start, "arrays and containers are not copied");
            type = &script_basic[KIND_WRONG];
        }
    } else if (type == NULL) {
        type = &script_basic[KIND_WRONG];
    }
    if (n->a != NULL && n->a->kind != NODE_LIST && !script_type_is_value(type) && type->kind != KIND_WRONG)
        script_wrong(s->c, n->a->start, "arrays and containers are not copied");
    new_local(s, n, type, n->flag);
}

static bool is_constant_true(const script_node *n) {
    return n->constant && n->type->kind == KIND_BOOL && n->value[0] != 0;
}

static bool if_statement(script_scope *s, script_node *n) {
    size_t locals = s->locals.count;
    if (n->flag) {
        script_check_expression(s, n->a);
        if (!script_type_is_handle(n->a->type) && n->a->type->kind != KIND_WRONG)
            script_wrong(s->c, n->a->start, "obj expected, %s found", script_type_show(s->c, n->a->type));
        s->block++;
        new_local(s, n, n->a->type, true)->used = true;
    } else {
        script_check_as(s, &n->a, &script_basic[KIND_BOOL]);
    }
    bool then = block(s, n->b), other = true;
    if (n->flag) {
        s->block--;
        leave_locals(s, locals);
    }
    if (n->c != NULL) other = n->c->kind == NODE_IF ? if_statement(s, n->c) : block(s, n->c);
    return then || other;
}

/* Checks the body of a loop, and tells whether it breaks and waits. */
static void loop_body(script_scope *s, script_node *body, bool *breaks, bool *waits) {
    uint32_t breaks_before = s->breaks, waits_before = s->waits;
    s->breaks = 0;
    s->loops++;
    block(s, body);
    s->loops--;
    *breaks = s->breaks > 0;
    *waits = s->waits > waits_before;
    s->breaks = breaks_before;
}

static bool returns_in(const script_node *n) {
    for (; n != NULL; n = n->next) {
        if (n->kind == NODE_RETURN) return true;
        if (n->kind < NODE_BLOCK) continue;
        if (n->kind != NODE_EXPRESSION && n->kind != NODE_ASSIGN && n->kind != NODE_VAR &&
            n->kind != NODE_EMIT)
            if (returns_in(n->a) || returns_in(n->b) || returns_in(n->c) || returns_in(n->d)) return true;
    }
    return false;
}

static bool while_statement(script_scope *s, script_node *n) {
    bool breaks, waits;
    script_check_as(s, &n->a, &script_basic[KIND_BOOL]);
    loop_body(s, n->b, &breaks, &waits);
    if (!is_constant_true(n->a)) return true;
    if (!breaks && !waits && s->function->latent && !returns_in(n->b->a))
        script_wrong(s->c, n->start, "endless loop in latent code never waits");
    return breaks;
}

bool script_goes_over(const script_node *n) {
    return n->kind == NODE_CALL && n->token == CALL_NATIVE && n->symbol != NULL && n->symbol->each;
}

static bool for_statement(script_scope *s, script_node *n) {
    size_t locals = s->locals.count;
    bool breaks, waits;
    const script_type *type = &script_basic[KIND_INT];
    s->block++;
    if (n->flag) {
        script_check_as(s, &n->a, type);
        script_check_as(s, &n->b, type);
        n->value[0] = n->c != NULL ? script_check_number(s->c, n->c, -128, 127, "step") : 1;
        if (n->value[0] == 0) script_wrong(s->c, n->c->start, "step 0 never ends");
    } else {
        const script_symbol *table = script_table_of(s, n->a);
        s->over = n->a;
        if (table != NULL)
            script_check_rows(s, n->a, table, "every_row", NULL);
        else
            script_check_expression(s, n->a);
        const script_type *of = n->a->type;
        if (of->kind == KIND_WRONG || script_goes_over(n->a))
            type = of;
        else if ((of->kind == KIND_ARRAY || of->kind == KIND_LIST) && n->a->symbol != NULL)
            type = of->element;
        else if (script_type_is_container(of) && n->a->symbol != NULL)
            type = of->key;
        else
            script_wrong(s->c, n->a->start, "a range, array or container expected, %s found",
                         script_type_show(s->c, of));
    }
    new_local(s, n, type, true)->used = true;
    loop_body(s, n->d, &breaks, &waits);
    s->block--;
    leave_locals(s, locals);
    return true;
}

/* ---- match ---- */

static bool case_given(const script_node *match, const script_node *until, int32_t value) {
    for (const script_node *one = match->b; one != NULL; one = one->next)
        for (const script_node *v = one->a; v != NULL; v = v->next) {
            if (v == until) return false;
            if (v->constant && v->value[0] == value) return true;
        }
    return false;
}

static bool check_complete(script_scope *s, const script_node *n) {
    const script_type *type = n->a->type;
    if (n->c != NULL) return true;
    if (type->kind == KIND_BOOL && case_given(n, NULL, 0) && case_given(n, NULL, 1)) return true;
    if (type->kind != KIND_ENUM) return false;
    for (const script_symbol *v = type->symbol->members; v != NULL; v = v->next)
        if (!case_given(n, NULL, v->constant[0])) {
            script_wrong(s->c, n->start, "match leaves out %s", script_text(s->c, v->word));
            return true;
        }
    return true;
}

static bool match_statement(script_scope *s, script_node *n) {
    uint32_t count = 0;
    bool reached = false;
    script_check_expression(s, n->a);
    const script_type *type = n->a->type;
    if (type->kind != KIND_WRONG &&
        (type->cells != 1 || type->kind == KIND_VOID || type->kind == KIND_NOTE)) {
        script_wrong(s->c, n->a->start, "%s is not matched", script_type_show(s->c, type));
        type = &script_basic[KIND_WRONG];
    }
    for (script_node *one = n->b; one != NULL; one = one->next) {
        for (script_node **v = &one->a; *v != NULL; v = &(*v)->next, count++) {
            script_check_as(s, v, type);
            if (type->kind == KIND_WRONG || (*v)->type->kind == KIND_WRONG) continue;
            if (!(*v)->constant)
                script_wrong(s->c, (*v)->start, "constant expected");
            else if (count < OX_SCRIPT_CASES && case_given(n, *v, (*v)->value[0]))
                script_wrong(s->c, (*v)->start, "this case stands already");
        }
        if (block(s, one->b)) reached = true;
    }
    if (count > OX_SCRIPT_CASES)
        script_wrong(s->c, n->start, "%lu cases, at most %d are allowed", (unsigned long)count,
                     OX_SCRIPT_CASES);
    if (n->c != NULL && block(s, n->c)) reached = true;
    bool complete = type->kind == KIND_WRONG || check_complete(s, n);
    return reached || !complete;
}

/* ---- waiting, events, states ---- */

static void wait_event(script_scope *s, script_node *n) {
    script_symbol *event = s->c->globals[n->word];
    script_check_latent(s, n->start, "wait");
    if (event != NULL) event->used = true;
    if (event == NULL || event->kind != SYMBOL_EVENT) {
        script_unknown(s->c, n->start, n->word, "event ", &script_events);
        return;
    }
    n->symbol = event;
    const script_symbol *a = event->members;
    uint32_t given = 0;
    for (script_node *name = n->b; name != NULL; name = name->next, given++) {
        new_local(s, name, a != NULL ? a->type : &script_basic[KIND_WRONG], true)->used = true;
        if (a != NULL) a = a->next;
    }
    if (n->flag && given != event->count)
        script_wrong(s->c, n->start, "event '%s' has %lu arguments", script_text(s->c, n->word),
                     (unsigned long)event->count);
}

static void wait_statement(script_scope *s, script_node *n) {
    script_check_latent(s, n->start, "wait");
    script_check_expression(s, n->a);
    if (n->a->type->kind != KIND_TASK) script_convert(s, &n->a, &script_basic[KIND_INT]);
}

static void emit_statement(script_scope *s, script_node *n) {
    script_symbol *event = s->c->globals[n->word];
    if (event != NULL) event->used = true;
    if (event == NULL || event->kind != SYMBOL_EVENT) {
        script_unknown(s->c, n->place, n->word, "event ", &script_events);
    } else {
        uint32_t given = 0;
        const script_symbol *p = event->members;
        n->symbol = event;
        for (script_node *a = n->a; a != NULL; a = a->next, given++) {
            if (a->flag) script_wrong(s->c, a->place, "arguments of events are given in their order");
            if (p == NULL) continue;
            script_check_as(s, &a->a, p->type);
            p = p->next;
        }
        if (given != event->count)
            script_wrong(s->c, n->place, "event '%s' has %lu arguments", script_text(s->c, n->word),
                         (unsigned long)event->count);
    }
    script_note_deed(s, n->place, DEED_EMIT, n->word);
    if (s->c->options.add_on)
        script_wrong(s->c, n->place, "an add-on sends no events; `act('name')` asks the game for something");
    if (n->b != NULL && n->flag) {
        script_check_expression(s, n->b);
        if (!script_type_is_handle(n->b->type)) script_convert(s, &n->b, &script_basic[KIND_VEC3]);
        script_check_as(s, &n->c, &script_basic[KIND_FX]);
    } else if (n->b != NULL) {
        script_check_as(s, &n->b, &script_basic[KIND_OBJECT]);
    }
    if (n->d != NULL) script_check_as(s, &n->d, &script_basic[KIND_INT]);
}

static void goto_statement(script_scope *s, script_node *n) {
    const script_symbol *owner = s->function->owner;
    n->value[0] = OX_SCRIPT_AGAIN;
    if (owner == NULL) {
        script_wrong(s->c, n->place, "'goto' stands in behaviours only");
        return;
    }
    script_note_deed(s, n->place, DEED_GOTO, n->word);
    uint32_t number = script_state_number(owner, n->word);
    if (number != OX_SCRIPT_NONE) {
        n->value[0] = (int32_t)number;
    } else if (n->word != s->c->word_again) {
        script_wrong(s->c, n->place, "state '%s' is not known here", script_text(s->c, n->word));
    }
}

static void return_statement(script_scope *s, script_node *n) {
    if (n->a != NULL && s->result->kind == KIND_VOID) {
        script_check_expression(s, n->a);
        if (n->a->type->kind != KIND_VOID) script_wrong(s->c, n->a->start, "nothing is returned here");
    } else if (n->a != NULL) {
        script_check_as(s, &n->a, s->result);
    } else if (s->result->kind != KIND_VOID) {
        script_wrong(s->c, n->place, "%s expected, nothing is returned", script_type_show(s->c, s->result));
    }
}

/* Checks an assignment. A compound one is checked as an operation, whose result must fit the place. */
static void assignment(script_scope *s, script_node *n) {
    static const uint8_t operators[] = {TOKEN_ADD,       TOKEN_SUBTRACT, TOKEN_MULTIPLY, TOKEN_DIVIDE,
                                        TOKEN_REMAINDER, TOKEN_BITAND,   TOKEN_BITOR,    TOKEN_BITXOR};
    bool was_used = false;
    script_symbol *local = n->a->kind == NODE_ID ? script_find(s, n->a->word) : NULL;
    if (local != NULL) was_used = local->used;
    script_check_expression(s, n->a);
    if (local != NULL && n->token == TOKEN_SET) local->used = was_used;
    bool good = script_check_place(s, n->a);
    if (good) script_note_write(s, n->a);
    if (n->token == TOKEN_SET) {
        if (!good)
            script_check_expression(s, n->b);
        else if (!script_type_is_value(n->a->type))
            script_wrong(s->c, n->a->start, "arrays and containers are not copied");
        else
            script_check_as(s, &n->b, n->a->type);
        return;
    }
    script_node *whole = SCRIPT_NEW(s->c, script_node);
    *whole = *n;
    whole->kind = NODE_BINARY;
    whole->token = n->token == TOKEN_SET_LEFT    ? TOKEN_SHIFT_LEFT
                   : n->token == TOKEN_SET_RIGHT ? TOKEN_SHIFT_RIGHT
                                                 : operators[n->token - TOKEN_SET_ADD];
    whole->next = NULL;
    whole->type = NULL;
    script_check_expression(s, whole);
    if (!good || whole->type->kind == KIND_WRONG) return;
    if (!script_type_same(whole->type, n->a->type))
        script_wrong(s->c, n->b->start, "%s expected, %s found", script_type_show(s->c, n->a->type),
                     script_type_show(s->c, whole->type));
    n->c = whole;
}

static bool check_one(script_scope *s, script_node *n) {
    switch (n->kind) {
    case NODE_BLOCK:
        return block(s, n);
    case NODE_VAR:
        variable(s, n);
        return true;
    case NODE_IF:
        return if_statement(s, n);
    case NODE_WHILE:
        return while_statement(s, n);
    case NODE_FOR:
        return for_statement(s, n);
    case NODE_MATCH:
        return match_statement(s, n);
    case NODE_RETURN:
        return_statement(s, n);
        return false;
    case NODE_BREAK:
    case NODE_CONTINUE:
        if (s->loops == 0)
            script_wrong(s->c, n->place, "'%s' stands in loops only",
                         n->kind == NODE_BREAK ? "break" : "continue");
        if (n->kind == NODE_BREAK) s->breaks++;
        return false;
    case NODE_PASS:
        if (s->function->role != ROLE_HANDLER) script_wrong(s->c, n->place, "'pass' stands in handlers only");
        return true;
    case NODE_GOTO:
        goto_statement(s, n);
        return true;
    case NODE_WAIT:
        wait_statement(s, n);
        return true;
    case NODE_WAIT_UNTIL:
        script_check_latent(s, n->start, "wait");
        script_check_as(s, &n->a, &script_basic[KIND_BOOL]);
        return true;
    case NODE_WAIT_EVENT:
        wait_event(s, n);
        return true;
    case NODE_YIELD:
        script_check_latent(s, n->start, "yield");
        if (n->a != NULL) script_check_as(s, &n->a, s->result);
        return true;
    case NODE_STOP:
        script_check_as(s, &n->a, &script_basic[KIND_TASK]);
        script_note_deed(s, n->place, DEED_STOP, n->word);
        return true;
    case NODE_EMIT:
        emit_statement(s, n);
        return true;
    case NODE_ASSIGN:
        assignment(s, n);
        return true;
    case NODE_EXPRESSION:
        script_check_expression(s, n->a);
        if (n->a->kind != NODE_CALL && n->a->kind != NODE_START && n->a->kind != NODE_CO &&
            n->a->type->kind != KIND_WRONG)
            script_wrong(s->c, n->start, "this value is not used");
        return true;
    default:
        return true;
    }
}

static void check_body(script_compiler *c, script_symbol *f) {
    if (f->body == NULL || f->broken || f->type == NULL) return;
    script_scope s = {.c = c, .function = f, .block = 1, .result = f->type};
    for (script_symbol *p = f->members; p != NULL; p = p->next) {
        if (p->type == NULL) p->type = &script_basic[KIND_WRONG];
        if (f->role != ROLE_PLAIN || f->virtual) p->used = true;
        declare(&s, p);
    }
    if (f->when != NULL) script_check_as(&s, &f->when, &script_basic[KIND_BOOL]);
    bool reached = block(&s, f->body);
    if (reached && f->type->kind != KIND_VOID && f->type->kind != KIND_WRONG)
        script_wrong(c, f->place, "'%s' does not return a value on every path", script_text(c, f->word));
    leave_locals(&s, 0);
}

void script_check_bodies(script_compiler *c) {
    for (size_t i = 0; i < c->functions.count; i++) check_body(c, c->functions.list[i]);
    for (size_t i = 0; i < c->functions.count && !c->failed; i++) {
        const script_symbol *f = c->functions.list[i];
        if (f->owner != NULL && f->role == ROLE_PLAIN && !f->used)
            script_warn(c, f->place, "'%s' is never called", script_text(c, f->word));
        if (f->owner == NULL && f->word == c->word_main &&
            (f->count > 0 || f->type->kind != KIND_VOID || f->latent))
            script_wrong(c, f->place, "'main' takes nothing, returns nothing and does not wait");
    }
}

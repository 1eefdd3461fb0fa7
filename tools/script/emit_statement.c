#include "tools/script/emit.h"

static void emit_one(script_code *e, script_node *n);

/* ---- variables ---- */

static void emit_variable(script_code *e, const script_node *n) {
    script_symbol *s = n->symbol;
    uint32_t cells = s->cells;
    uint32_t locals = e->locals;
    if (n->a != NULL && n->a->kind != NODE_LIST) { /* value before place: it must not see its own variable */
        script_emit_value(e, n->a);
        e->locals = locals;
        s->address = script_reserve(e, cells);
        script_store(e, OX_SCRIPT_SPACE_LOCALS, s->address, cells);
        script_map_local(e->c, s, (uint32_t)e->size);
        return;
    }
    s->address = script_reserve(e, cells);
    script_map_local(e->c, s, (uint32_t)e->size);
    if (script_type_is_container(s->type)) {
        script_clear(e, s->address, 1);
        script_container_number(e->c, s);
    } else if (n->a == NULL) {
        for (uint32_t at = 0; at < cells; at += 255)
            script_clear(e, s->address + at, cells - at < 255 ? cells - at : 255);
    }
    if (n->a != NULL) script_emit_list(e, n->a, s);
}

/* Emits a list of statements; its variables end with it. */
void script_emit_block(script_code *e, const script_node *n) {
    uint32_t locals = e->locals;
    for (script_node *one = n->a; one != NULL; one = one->next) {
        if (e->reached) script_map_line(e->c, (uint32_t)e->size, one->start.line);
        emit_one(e, one);
        script_map_gone(e->c, e->locals, (uint32_t)e->size);
    }
    e->locals = locals;
    script_map_gone(e->c, locals, (uint32_t)e->size);
}

/* ---- branches ---- */

static void emit_if(script_code *e, const script_node *n) {
    uint32_t locals = e->locals, other = script_label_new(e), end = script_label_new(e);
    if (n->flag) {
        n->symbol->address = script_reserve(e, 1);
        script_emit_value(e, n->a);
        script_store(e, OX_SCRIPT_SPACE_LOCALS, n->symbol->address, 1);
        script_map_local(e->c, n->symbol, (uint32_t)e->size);
        script_load(e, OX_SCRIPT_SPACE_LOCALS, n->symbol->address, 1);
        if (n->a->kind != NODE_AS || n->a->code != OX_SCRIPT_ISA) script_op(e, OX_SCRIPT_LIVE, 0, 0);
        script_jump_to(e, OX_SCRIPT_JZ, other);
    } else {
        script_emit_jump(e, n->a, false, other);
    }
    script_emit_block(e, n->b);
    e->locals = locals;
    if (n->c != NULL) script_jump_to(e, OX_SCRIPT_JMP, end);
    script_bind(e, other);
    if (n->c == NULL) return;
    if (n->c->kind == NODE_IF)
        emit_if(e, n->c);
    else
        script_emit_block(e, n->c);
    script_bind(e, end);
}

typedef struct cases {
    int32_t low, high;
    uint32_t count;
} cases;

static cases span_of(const script_node *n) {
    cases c = {0};
    for (const script_node *one = n->b; one != NULL; one = one->next)
        for (const script_node *v = one->a; v != NULL; v = v->next, c.count++) {
            if (c.count == 0 || v->value[0] < c.low) c.low = v->value[0];
            if (c.count == 0 || v->value[0] > c.high) c.high = v->value[0];
        }
    return c;
}

/* Whether every value of an enum or bool stands in a case, so that the last case needs no test. */
static bool is_complete(const script_node *n, uint32_t count) {
    if (n->c != NULL) return false;
    return (n->a->type->kind == KIND_BOOL && count == 2) ||
           (n->a->type->kind == KIND_ENUM && count == n->a->type->symbol->count);
}

static void emit_table(script_code *e, const script_node *n, cases span) {
    uint32_t count = (uint32_t)(span.high - span.low) + 1, labels[OX_SCRIPT_CASES], at = 0;
    uint32_t other = script_label_new(e), end = script_label_new(e), last = other;
    for (uint32_t i = 0; i < count; i++) labels[i] = 0;
    uint32_t first = (uint32_t)e->label_count + 1;
    for (const script_node *one = n->b; one != NULL; one = one->next) {
        last = script_label_new(e);
        for (const script_node *v = one->a; v != NULL; v = v->next) labels[v->value[0] - span.low] = last;
    }
    bool complete = is_complete(n, span.count);
    for (uint32_t i = 0; i < count; i++)
        if (labels[i] == 0) labels[i] = complete ? last : other;
    script_emit_value(e, n->a);
    script_case(e, span.low, count, complete ? last : other, labels);
    for (const script_node *one = n->b; one != NULL; one = one->next, at++) {
        script_bind(e, first + at);
        script_emit_block(e, one->b);
        if (one->next != NULL || n->c != NULL) script_jump_to(e, OX_SCRIPT_JMP, end);
    }
    script_bind(e, other);
    if (n->c != NULL) script_emit_block(e, n->c);
    script_bind(e, end);
}

static void emit_tests(script_code *e, const script_node *one, uint32_t subject, uint32_t next) {
    uint32_t body = script_label_new(e);
    for (const script_node *v = one->a; v != NULL; v = v->next) {
        script_load(e, OX_SCRIPT_SPACE_LOCALS, subject, 1);
        script_push(e, v->value[0]);
        script_op(e, OX_SCRIPT_EQ, 0, 0);
        script_jump_to(e, v->next != NULL ? OX_SCRIPT_JNZ : OX_SCRIPT_JZ, v->next != NULL ? body : next);
    }
    script_bind(e, body);
}

static void emit_match(script_code *e, const script_node *n) {
    uint32_t locals = e->locals, end = script_label_new(e);
    cases span = span_of(n);
    uint64_t width = (uint64_t)((int64_t)span.high - span.low) + 1;
    if (!e->c->options.plain && span.count >= 4 && width <= OX_SCRIPT_CASES &&
        width <= 2 * (uint64_t)span.count) {
        emit_table(e, n, span);
        return;
    }
    uint32_t subject;
    if (n->a->kind == NODE_ID && n->a->symbol->kind == SYMBOL_LOCAL) {
        subject = n->a->symbol->address;
    } else {
        subject = script_reserve(e, 1);
        script_emit_value(e, n->a);
        script_store(e, OX_SCRIPT_SPACE_LOCALS, subject, 1);
    }
    bool complete = is_complete(n, span.count);
    for (const script_node *one = n->b; one != NULL; one = one->next) {
        uint32_t next = script_label_new(e);
        if (!complete || one->next != NULL) emit_tests(e, one, subject, next);
        script_emit_block(e, one->b);
        if (one->next != NULL || n->c != NULL) script_jump_to(e, OX_SCRIPT_JMP, end);
        script_bind(e, next);
    }
    if (n->c != NULL) script_emit_block(e, n->c);
    script_bind(e, end);
    e->locals = locals;
}

/* ---- loops ---- */

typedef struct loop {
    uint32_t break_label, continue_label;
} loop;

static loop enter_loop(script_code *e) {
    loop outer = {e->break_label, e->continue_label};
    e->break_label = script_label_new(e);
    e->continue_label = script_label_new(e);
    return outer;
}

static void leave_loop(script_code *e, loop outer) {
    script_bind(e, e->break_label);
    e->break_label = outer.break_label;
    e->continue_label = outer.continue_label;
}

/* Whether an expression consists of locals and literals alone: it does not change while a task is suspended. */
static bool is_of_locals(const script_node *n) {
    if (n->constant) return true;
    switch (n->kind) {
    case NODE_ID:
        return n->symbol != NULL && n->symbol->kind == SYMBOL_LOCAL && n->type->cells == 1;
    case NODE_UNARY:
        return is_of_locals(n->a);
    case NODE_BINARY:
    case NODE_AND:
    case NODE_OR:
        return is_of_locals(n->a) && is_of_locals(n->b);
    default:
        return false;
    }
}

/* Whether a condition of locals has no division, so that it cannot trap and needs no line. */
static bool never_traps(const script_node *n) {
    if (n->constant || n->kind == NODE_ID) return true;
    if (n->kind == NODE_UNARY) return never_traps(n->a);
    return n->code != OX_SCRIPT_DIV && n->code != OX_SCRIPT_REM && n->code != OX_SCRIPT_FDIV &&
           n->code != OX_SCRIPT_FMOD && never_traps(n->a) && never_traps(n->b);
}

static uint32_t nodes_of(const script_node *n) {
    return n->constant || n->kind == NODE_ID ? 1u
           : n->kind == NODE_UNARY           ? 1 + nodes_of(n->a)
                                             : 1 + nodes_of(n->a) + nodes_of(n->b);
}

/* A short condition of locals is tested before the loop and again at its end, so that an iteration has one jump. Any
 * other condition stands behind the HEAD: a task that is suspended there evaluates it afterwards. */
static void emit_while_at_end(script_code *e, const script_node *n) {
    loop outer = enter_loop(e);
    script_emit_jump(e, n->a, false, e->break_label);
    uint32_t head = script_head_label(e);
    script_emit_block(e, n->b);
    script_bind(e, e->continue_label);
    if (e->reached && !never_traps(n->a)) script_map_line(e->c, (uint32_t)e->size, n->start.line);
    e->worded = false;
    script_emit_jump(e, n->a, true, head);
    leave_loop(e, outer);
}

static void emit_while(script_code *e, const script_node *n) {
    enum { SHORT = 8 };
    if (!e->c->options.plain && !e->c->options.apart && is_of_locals(n->a) && nodes_of(n->a) <= SHORT) {
        emit_while_at_end(e, n);
        return;
    }
    loop outer = enter_loop(e);
    uint32_t head = script_head(e);
    script_emit_jump(e, n->a, false, e->break_label);
    script_emit_block(e, n->b);
    script_bind(e, e->continue_label);
    script_loop(e, head);
    leave_loop(e, outer);
}

static void emit_range(script_code *e, const script_node *n) {
    uint32_t variable = n->symbol->address = script_reserve(e, 1), limit = script_reserve(e, 1);
    loop outer = enter_loop(e);
    script_emit_value(e, n->a);
    script_store(e, OX_SCRIPT_SPACE_LOCALS, variable, 1);
    script_map_local(e->c, n->symbol, (uint32_t)e->size);
    script_emit_value(e, n->b);
    script_store(e, OX_SCRIPT_SPACE_LOCALS, limit, 1);
    script_load(e, OX_SCRIPT_SPACE_LOCALS, variable, 1);
    script_load(e, OX_SCRIPT_SPACE_LOCALS, limit, 1);
    script_op(e, n->value[0] > 0 ? OX_SCRIPT_LE : OX_SCRIPT_GE, 0, 0);
    script_jump_to(e, OX_SCRIPT_JZ, e->break_label);
    uint32_t head = script_head(e);
    script_emit_block(e, n->d);
    script_bind(e, e->continue_label);
    script_for(e, variable, limit, n->value[0], head);
    leave_loop(e, outer);
}

/* Emits a loop over an array, list, map or set by index; elements added while the loop runs are visited too. */
static void emit_each(script_code *e, const script_node *n) {
    const script_type *of = n->a->type;
    script_symbol *s = n->a->symbol;
    uint32_t cells = n->symbol->cells, variable = n->symbol->address = script_reserve(e, cells),
             place = script_reserve(e, 1);
    script_target t;
    loop outer = enter_loop(e);
    script_clear(e, place, 1);
    uint32_t head = script_head(e);
    script_load(e, OX_SCRIPT_SPACE_LOCALS, place, 1);
    if (of->kind == KIND_ARRAY)
        script_push(e, (int32_t)of->count);
    else
        script_op16(e, OX_SCRIPT_CNT, script_container_number(e->c, s), 0, 0);
    script_op(e, OX_SCRIPT_LT, 0, 0);
    script_jump_to(e, OX_SCRIPT_JZ, e->break_label);
    script_load(e, OX_SCRIPT_SPACE_LOCALS, place, 1);
    if (of->kind == KIND_ARRAY) {
        script_emit_target(e, n->a, &t);
        script_op8(e, OX_SCRIPT_LDX, t.space, cells, cells);
        script_put16(e, t.address);
        script_put16(e, of->count);
        script_put8(e, cells);
    } else {
        script_op16(e, of->kind == KIND_LIST ? OX_SCRIPT_LGET : OX_SCRIPT_MKEY,
                    script_container_number(e->c, s), cells, cells);
    }
    script_store(e, OX_SCRIPT_SPACE_LOCALS, variable, cells);
    script_map_local(e->c, n->symbol, (uint32_t)e->size);
    script_emit_block(e, n->d);
    script_bind(e, e->continue_label);
    script_op8(e, OX_SCRIPT_INCL, place, 0, 0);
    script_put8(e, 1);
    script_loop(e, head);
    leave_loop(e, outer);
}

/* Keeps a call's arguments while a loop runs, in local cells from the address on. Constants are pushed each time. */
static uint32_t keep_arguments(script_code *e, const script_node *call) {
    uint32_t cells = 0;
    for (const script_node *a = call->b; a != NULL; a = a->next)
        if (!a->a->constant) cells += a->a->type->cells;
    const uint32_t first = script_reserve(e, cells), locals = e->locals;
    uint32_t at = first;
    for (const script_node *a = call->b; a != NULL; a = a->next) {
        if (a->a->constant) continue;
        script_emit_value(e, a->a);
        e->locals = locals;
        script_store(e, OX_SCRIPT_SPACE_LOCALS, at, a->a->type->cells);
        at += a->a->type->cells;
    }
    return first;
}

/* Pushes the kept arguments; gives the number of cells. */
static uint32_t push_arguments(script_code *e, const script_node *call, uint32_t kept) {
    uint32_t cells = 0;
    for (const script_node *a = call->b; a != NULL; a = a->next) {
        if (a->a->constant) {
            script_emit_value(e, a->a);
        } else {
            script_load(e, OX_SCRIPT_SPACE_LOCALS, kept, a->a->type->cells);
            kept += a->a->type->cells;
        }
        cells += a->a->type->cells;
    }
    return cells;
}

/* Emits a loop over a native that gives one object after the other, and keeps its state in a list of this loop's
 * own. */
static void emit_given(script_code *e, const script_node *n) {
    const script_type handles = {.kind = KIND_LIST,
                                 .cells = 1 + OX_SCRIPT_EACH,
                                 .element = &script_basic[KIND_OBJECT],
                                 .count = OX_SCRIPT_EACH};
    script_type *type = SCRIPT_NEW(e->c, script_type);
    script_symbol *noted = SCRIPT_NEW(e->c, script_symbol);
    uint32_t variable = n->symbol->address = script_reserve(e, 1);
    *type = handles;
    noted->type = type;
    noted->space = OX_SCRIPT_SPACE_LOCALS;
    noted->address = script_reserve(e, type->cells);
    uint32_t kept = keep_arguments(e, n->a);
    loop outer = enter_loop(e);
    script_clear(e, noted->address, type->cells);
    uint32_t head = script_head(e);
    script_push(e, (int32_t)script_container_number(e->c, noted));
    script_emit_native(e, n->a->symbol, 1 + push_arguments(e, n->a, kept), 1);
    script_op(e, OX_SCRIPT_DUP, 0, 0);
    script_store(e, OX_SCRIPT_SPACE_LOCALS, variable, 1);
    script_map_local(e->c, n->symbol, (uint32_t)e->size);
    script_jump_to(e, OX_SCRIPT_JZ, e->break_label);
    script_emit_block(e, n->d);
    script_bind(e, e->continue_label);
    script_loop(e, head);
    leave_loop(e, outer);
}

static void emit_for(script_code *e, const script_node *n) {
    uint32_t locals = e->locals;
    if (n->flag)
        emit_range(e, n);
    else if (script_goes_over(n->a))
        emit_given(e, n);
    else
        emit_each(e, n);
    e->locals = locals;
}

/* ---- waiting, events ---- */

static void emit_wait_until(script_code *e, const script_node *n) {
    uint32_t end = script_label_new(e), head = script_head(e);
    script_emit_jump(e, n->a, true, end);
    script_push(e, 1);
    script_op(e, OX_SCRIPT_WAIT, 0, 0);
    script_loop(e, head);
    script_bind(e, end);
}

static void emit_wait_event(script_code *e, const script_node *n) {
    const script_symbol *event = n->symbol;
    uint32_t cells = event->cells;
    script_op16(e, OX_SCRIPT_WAITE, event->index, cells, cells);
    if (n->b == NULL) {
        script_drop(e, cells);
        return;
    }
    uint32_t at = script_reserve(e, cells);
    const script_symbol *p = event->members;
    for (const script_node *name = n->b; name != NULL && p != NULL; name = name->next, p = p->next)
        name->symbol->address = at + p->address;
    script_store(e, OX_SCRIPT_SPACE_LOCALS, at, cells);
    for (const script_node *name = n->b; name != NULL; name = name->next)
        script_map_local(e->c, name->symbol, (uint32_t)e->size);
}

static void emit_emit(script_code *e, const script_node *n) {
    uint32_t cells = n->symbol->cells, flags = 0;
    for (const script_node *a = n->a; a != NULL; a = a->next) script_emit_value(e, a->a);
    if (n->b != NULL) {
        script_emit_value(e, n->b);
        cells++;
        flags = OX_SCRIPT_EMIT_TO;
    }
    if (n->flag) {
        const script_type *centre = &script_basic[KIND_VEC3];
        if (script_type_is_handle(n->b->type))
            script_op16(e, OX_SCRIPT_GETF, script_field_number(e->c, rom_id("Entity"), rom_id("pos"), centre),
                        3, 3);
        script_emit_value(e, n->c);
        cells += 3; /* three of the centre, not one of a target, and the radius */
        flags = OX_SCRIPT_EMIT_NEAR;
    }
    if (n->d != NULL) {
        script_emit_value(e, n->d);
        cells++;
        flags |= OX_SCRIPT_EMIT_AFTER;
    }
    script_op16(e, OX_SCRIPT_EMIT, n->symbol->index, cells, 0);
    script_put8(e, flags);
}

static void emit_return(script_code *e, const script_node *n) {
    uint32_t cells = 0;
    if (n->a != NULL) {
        script_emit_value(e, n->a);
        cells = n->a->type->cells;
    }
    if (cells > 0)
        script_op8(e, OX_SCRIPT_RETN, cells, cells, 0);
    else
        script_op(e, OX_SCRIPT_RET, 0, 0);
    e->reached = false;
}

static void emit_yield(script_code *e, const script_node *n) {
    if (n->a != NULL) script_emit_value(e, n->a);
    uint32_t cells = n->a != NULL ? n->a->type->cells : 0;
    script_op8(e, OX_SCRIPT_YIELD, cells, cells, 0);
}

static void emit_one(script_code *e, script_node *n) {
    e->worded = false;
    switch (n->kind) {
    case NODE_BLOCK:
        script_emit_block(e, n);
        return;
    case NODE_VAR:
        emit_variable(e, n);
        return;
    case NODE_IF:
        emit_if(e, n);
        return;
    case NODE_WHILE:
        emit_while(e, n);
        return;
    case NODE_FOR:
        emit_for(e, n);
        return;
    case NODE_MATCH:
        emit_match(e, n);
        return;
    case NODE_RETURN:
        emit_return(e, n);
        return;
    case NODE_BREAK:
        script_jump_to(e, OX_SCRIPT_JMP, e->break_label);
        return;
    case NODE_CONTINUE:
        script_jump_to(e, OX_SCRIPT_JMP, e->continue_label);
        return;
    case NODE_PASS:
        script_op(e, OX_SCRIPT_PASS, 0, 0);
        return;
    case NODE_GOTO:
        script_op16(e, OX_SCRIPT_GOTO,
                    n->value[0] == OX_SCRIPT_AGAIN ? OX_SCRIPT_AGAIN
                                                   : e->f->owner->first_state + (uint32_t)n->value[0],
                    0, 0);
        return;
    case NODE_WAIT:
        script_emit_value(e, n->a);
        script_op(e, n->a->type->kind == KIND_TASK ? OX_SCRIPT_JOIN : OX_SCRIPT_WAIT, 0, 0);
        return;
    case NODE_WAIT_UNTIL:
        emit_wait_until(e, n);
        return;
    case NODE_WAIT_EVENT:
        emit_wait_event(e, n);
        return;
    case NODE_YIELD:
        emit_yield(e, n);
        return;
    case NODE_STOP:
        script_emit_value(e, n->a);
        script_op(e, OX_SCRIPT_STOP, 0, 0);
        return;
    case NODE_EMIT:
        emit_emit(e, n);
        return;
    case NODE_ASSIGN:
        script_emit_assign(e, n);
        return;
    case NODE_EXPRESSION:
        script_emit_value(e, n->a);
        script_drop(e, n->a->type->cells);
        return;
    default:
        return;
    }
}

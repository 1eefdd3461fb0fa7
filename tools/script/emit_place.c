#include "tools/script/emit.h"

/* ---- places ---- */

static uint32_t constants_of(script_compiler *c, script_symbol *s) {
    if (s->container != 0) return s->container - 1;
    uint32_t at = (uint32_t)c->constant_count;
    for (const script_node *entry = s->literal->b; entry != NULL; entry = entry->next)
        script_constants(c, entry->a->value, s->type->element->cells);
    s->container = at + 1;
    return at;
}

static void cells_of(script_code *e, script_symbol *s, script_target *t) {
    *t = (script_target){
        .kind = PLACE_CELLS, .space = s->space, .address = s->address, .whole = s->cells, .cells = s->cells};
    if (s->kind == SYMBOL_TUNE) t->space = OX_SCRIPT_SPACE_CONSTANTS;
    if (s->kind != SYMBOL_CONST) return;
    t->space = OX_SCRIPT_SPACE_CONSTANTS;
    t->address = constants_of(e->c, s);
    t->whole = t->cells = s->type->cells;
}

static void target_index(script_code *e, script_node *n, script_target *t) {
    const script_type *of = n->a->type;
    script_emit_target(e, n->a, t);
    if (of->kind == KIND_ARRAY) {
        uint32_t cells = of->element->cells;
        t->cells = t->whole = cells;
        if (n->b->constant) {
            t->address += (uint32_t)(n->b->value[0] - of->low) * cells;
            return;
        }
        t->kind = PLACE_ELEMENT;
        t->count = of->count;
        t->low = of->low;
    } else {
        t->kind = of->kind == KIND_LIST ? PLACE_LIST : PLACE_MAP;
        t->number = script_container_number(e->c, n->a->symbol);
        t->cells = t->whole = of->element->cells;
    }
    t->selector = n->b;
}

static void target_field(script_code *e, script_node *n, script_target *t) {
    script_symbol *s = n->symbol;
    *t = (script_target){.whole = n->type->cells, .cells = n->type->cells, .selector = n->a};
    if (s != NULL && s->kind == SYMBOL_MINE && n->a->kind == NODE_SELF) {
        cells_of(e, s, t);
        return;
    }
    uint32_t type = s == NULL                 ? rom_id("Entity")
                    : s->kind == SYMBOL_FIELD ? script_schema_id(e->c, s->owner)
                                              : script_id(e->c, s->owner->word);
    t->kind = n->a->type->kind == KIND_RECORD ? PLACE_RECORD
              : n->a->kind == NODE_SELF       ? PLACE_OWN_FIELD
                                              : PLACE_FIELD;
    t->number = s != NULL && s->kind == SYMBOL_MINE
                    ? s->index
                    : script_field_number(e->c, type, script_id(e->c, n->word), n->type);
}

void script_emit_target(script_code *e, script_node *n, script_target *t) {
    *t =
        (script_target){.kind = PLACE_VALUE, .whole = n->type->cells, .cells = n->type->cells, .selector = n};
    if ((n->kind == NODE_ID || n->kind == NODE_MEMBER) && n->symbol != NULL &&
        n->symbol->kind == SYMBOL_TUNE) {
        cells_of(e, n->symbol, t);
    } else if (n->kind == NODE_ID && n->symbol != NULL) {
        cells_of(e, n->symbol, t);
    } else if (n->kind == NODE_INDEX) {
        target_index(e, n, t);
    } else if (n->kind == NODE_MEMBER &&
               (script_type_is_handle(n->a->type) || n->a->type->kind == KIND_RECORD) &&
               n->code != OX_SCRIPT_STATE) {
        target_field(e, n, t);
    } else if (n->kind == NODE_MEMBER && n->code == OX_SCRIPT_TRAP) {
        script_emit_target(e, n->a, t);
        t->offset += n->places;
        t->cells = n->type->cells;
    }
}

/* ---- loads ---- */

void script_emit_part(script_code *e, uint32_t whole, uint32_t offset, uint32_t cells) {
    if (cells == whole) return;
    script_drop(e, whole - offset - cells);
    if (offset == 0) return;
    if (cells == 1 && offset <= 2) {
        for (uint32_t i = 0; i < offset; i++) {
            script_op(e, OX_SCRIPT_SWAP, 0, 0);
            script_op(e, OX_SCRIPT_DROP, 0, 0);
        }
        return;
    }
    uint32_t locals = e->locals, kept = script_reserve(e, cells);
    script_store(e, OX_SCRIPT_SPACE_LOCALS, kept, cells);
    script_drop(e, offset);
    script_load(e, OX_SCRIPT_SPACE_LOCALS, kept, cells);
    e->locals = locals;
}

static void emit_selector(script_code *e, const script_target *t) {
    if (t->kind != PLACE_OWN_FIELD) script_emit_value(e, t->selector);
    if (t->kind != PLACE_ELEMENT || t->low == 0) return;
    script_push(e, t->low);
    script_op(e, OX_SCRIPT_SUB, 0, 0);
}

static void emit_whole(script_code *e, const script_target *t, bool load) {
    switch (t->kind) {
    case PLACE_ELEMENT:
        script_op8(e, load ? OX_SCRIPT_LDX : OX_SCRIPT_STX, t->space, t->whole, t->whole);
        script_put16(e, t->address);
        script_put16(e, t->count);
        script_put8(e, t->whole);
        return;
    case PLACE_LIST:
        script_op16(e, load ? OX_SCRIPT_LGET : OX_SCRIPT_LSET, t->number, t->whole, t->whole);
        return;
    case PLACE_MAP:
        script_op16(e, load ? OX_SCRIPT_MGET : OX_SCRIPT_MSET, t->number, t->whole, t->whole);
        if (!load) script_op(e, OX_SCRIPT_DROP, 0, 0);
        return;
    case PLACE_FIELD:
        script_op16(e, load ? OX_SCRIPT_GETF : OX_SCRIPT_SETF, t->number, t->whole, t->whole);
        return;
    case PLACE_OWN_FIELD:
        script_op16(e, load ? OX_SCRIPT_GETS : OX_SCRIPT_SETS, t->number, t->whole, t->whole);
        return;
    case PLACE_RECORD:
        script_op16(e, OX_SCRIPT_GETD, t->number, t->whole, t->whole);
        return;
    case PLACE_CELLS:
    case PLACE_VALUE:
        return;
    }
}

void script_emit_load(script_code *e, script_node *n) {
    script_target t;
    if (n->kind == NODE_MEMBER && n->code == OX_SCRIPT_CNT) {
        script_op16(e, OX_SCRIPT_CNT, script_container_number(e->c, n->symbol), 0, 0);
        return;
    }
    if (n->kind == NODE_MEMBER && n->code == OX_SCRIPT_STATE) {
        script_op(e, OX_SCRIPT_STATE, 0, 0);
        return;
    }
    script_emit_target(e, n, &t);
    if (t.kind == PLACE_CELLS) {
        script_load(e, t.space, t.address + t.offset, t.cells);
        return;
    }
    if (t.kind == PLACE_VALUE && t.selector == n)
        return; /* no other node is a value: the checker made sure */
    if (t.kind == PLACE_VALUE) {
        script_emit_value(e, t.selector);
    } else {
        emit_selector(e, &t);
        emit_whole(e, &t, true);
    }
    script_emit_part(e, t.whole, t.offset, t.cells);
}

/* ---- stores ---- */

static bool is_short(int32_t value) { return value >= -128 && value <= 127; }

/* Emits x += 1, x -= 1 and x = x + 1 of a local whole number as one instruction. */
static bool emit_increment(script_code *e, const script_node *n, const script_target *t) {
    const script_node *sum = n->c != NULL ? n->c : n->b;
    if (e->c->options.plain || n->a->kind != NODE_ID || t->space != OX_SCRIPT_SPACE_LOCALS ||
        n->a->type->kind != KIND_INT)
        return false;
    if (sum->kind != NODE_BINARY || (sum->code != OX_SCRIPT_ADD && sum->code != OX_SCRIPT_SUB) ||
        sum->constant || sum->length != 0)
        return false;
    if (sum->a->kind != NODE_ID || sum->a->symbol != n->a->symbol || !sum->b->constant) return false;
    int32_t by = sum->b->value[0];
    if (sum->code == OX_SCRIPT_SUB) {
        if (by == INT32_MIN) return false;
        by = -by;
    }
    if (!is_short(by)) return false;
    script_op8(e, OX_SCRIPT_INCL, t->address, 0, 0);
    script_put8(e, (uint32_t)by);
    return true;
}

/* Emits x += a, x -= a and x = x + a of a local number as one instruction behind a. */
static bool emit_sum(script_code *e, const script_node *n, const script_target *t) {
    const script_node *sum = n->c != NULL ? n->c : n->b;
    if (e->c->options.plain || e->c->options.apart || n->a->kind != NODE_ID ||
        t->space != OX_SCRIPT_SPACE_LOCALS)
        return false;
    if (sum->kind != NODE_BINARY || sum->constant || sum->length != 0 || sum->places != 0 || sum->flag ||
        sum->a->kind != NODE_ID || sum->a->symbol != n->a->symbol)
        return false;
    uint32_t code = sum->code == OX_SCRIPT_ADD    ? OX_SCRIPT_ADDTO
                    : sum->code == OX_SCRIPT_SUB  ? OX_SCRIPT_SUBTO
                    : sum->code == OX_SCRIPT_FADD ? OX_SCRIPT_FADDTO
                    : sum->code == OX_SCRIPT_FSUB ? OX_SCRIPT_FSUBTO
                                                  : OX_SCRIPT_TRAP;
    if (code == OX_SCRIPT_TRAP) return false;
    script_emit_value(e, sum->b);
    script_op8(e, code, t->address, 0, 0);
    return true;
}

/* Emits a[i] = v of one cell, where the index i is a local, as one instruction behind v. */
static bool emit_element(script_code *e, const script_node *n, const script_target *t) {
    const script_node *i = t->selector;
    if (e->c->options.plain || e->c->options.apart || t->kind != PLACE_ELEMENT || t->whole != 1 ||
        t->low != 0 || i->kind != NODE_ID || i->symbol->kind != SYMBOL_LOCAL)
        return false;
    script_emit_value(e, n->b);
    script_op8(e, OX_SCRIPT_STE, i->symbol->address, 0, 0);
    script_put8(e, t->space);
    script_put16(e, t->address);
    script_put16(e, t->count);
    return true;
}

/* Stores the value on the stack as a part of the element that the selector below it chooses. */
static void store_part(script_code *e, const script_target *t, uint32_t whole_at, bool loaded) {
    uint32_t value = script_reserve(e, t->cells);
    script_store(e, OX_SCRIPT_SPACE_LOCALS, value, t->cells);
    if (!loaded) {
        if (t->kind != PLACE_OWN_FIELD) script_op(e, OX_SCRIPT_DUP, 0, 0);
        emit_whole(e, t, true);
        script_store(e, OX_SCRIPT_SPACE_LOCALS, whole_at, t->whole);
    }
    script_load(e, OX_SCRIPT_SPACE_LOCALS, value, t->cells);
    script_store(e, OX_SCRIPT_SPACE_LOCALS, whole_at + t->offset, t->cells);
    script_load(e, OX_SCRIPT_SPACE_LOCALS, whole_at, t->whole);
    emit_whole(e, t, false);
}

/* Emits a op= b of a place with a selector, which is evaluated once. */
static void emit_change(script_code *e, script_node *n, const script_target *t) {
    bool part = t->cells != t->whole;
    uint32_t kept = part ? script_reserve(e, t->whole) : 0;
    emit_selector(e, t);
    if (t->kind != PLACE_OWN_FIELD) script_op(e, OX_SCRIPT_DUP, 0, 0);
    emit_whole(e, t, true);
    if (part) {
        script_store(e, OX_SCRIPT_SPACE_LOCALS, kept, t->whole);
        script_load(e, OX_SCRIPT_SPACE_LOCALS, kept + t->offset, t->cells);
    }
    script_emit_value(e, n->c->b);
    script_emit_operation(e, n->c);
    if (part)
        store_part(e, t, kept, true);
    else
        emit_whole(e, t, false);
}

void script_emit_assign(script_code *e, script_node *n) {
    script_target t;
    uint32_t locals = e->locals;
    script_emit_target(e, n->a, &t);
    if (t.kind == PLACE_CELLS) {
        if (emit_increment(e, n, &t) || emit_sum(e, n, &t)) return;
        script_emit_value(e, n->c != NULL ? n->c : n->b);
        script_store(e, t.space, t.address + t.offset, t.cells);
    } else if (n->c != NULL) {
        emit_change(e, n, &t);
    } else if (!emit_element(e, n, &t)) {
        emit_selector(e, &t);
        script_emit_value(e, n->b);
        if (t.cells != t.whole)
            store_part(e, &t, script_reserve(e, t.whole), false);
        else
            emit_whole(e, &t, false);
    }
    e->locals = locals;
}

/* ---- lists ---- */

void script_emit_list(script_code *e, script_node *list, script_symbol *to) {
    uint32_t at = to->address;
    const script_type *type = to->type;
    for (script_node *entry = list->b; entry != NULL; entry = entry->next) {
        script_emit_value(e, entry->a);
        if (type->kind == KIND_ARRAY) {
            script_store(e, to->space, at, type->element->cells);
            at += type->element->cells;
            continue;
        }
        if (type->kind == KIND_MAP) script_emit_value(e, entry->b);
        if (type->kind == KIND_SET) script_push(e, 1);
        script_op16(e, type->kind == KIND_LIST ? OX_SCRIPT_LADD : OX_SCRIPT_MSET,
                    script_container_number(e->c, to), type->element->cells, 0);
        script_op(e, OX_SCRIPT_DROP, 0, 0);
    }
}

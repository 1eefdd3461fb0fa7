#include <string.h>

#include "tools/script/emit.h"

static void emit_literal(script_code *e, const script_node *n) {
    if (n->type->kind == KIND_NOTE) {
        if (e->c->options.release || !e->reached)
            script_push(e, 0);
        else
            script_op16(e, OX_SCRIPT_TEXT,
                        OX_SCRIPT_NOTES_FROM +
                            script_note_offset(e->c, n->place, n->note, n->length, OX_SCRIPT_NOTES_FROM - 1),
                        0, 0);
    } else if (n->type->kind == KIND_TEXT && e->reached) {
        script_op16(e, OX_SCRIPT_TEXT, script_text_number(e->c, n->place, n->value[0]), 0, 0);
    } else {
        script_push(e, n->value[0]);
    }
}

/* Emits a text with parts. The machine composes it in one buffer, where it replaces the text of an earlier
 * statement. */
static void emit_words(script_code *e, script_node *n) {
    char signature[32] = "words0:t(it";
    uint32_t cells = 2, parts = 0;
    script_push(e, !e->worded);
    e->worded = true;
    if (e->reached)
        script_op16(e, OX_SCRIPT_TEXT,
                    OX_SCRIPT_NOTES_FROM +
                        script_note_offset(e->c, n->place, n->note, n->length, OX_SCRIPT_NOTES_FROM - 1),
                    0, 0);
    for (script_node *part = n->b; part != NULL; part = part->next, parts++, cells += 2) {
        script_emit_value(e, part->a);
        script_op8(e, OX_SCRIPT_BOX, script_type_box(part->a->type), 0, 0);
        strcat(signature, "y");
    }
    signature[5] = (char)('0' + parts);
    strcat(signature, ")");
    script_emit_built_in(e, signature, cells, 1);
}

static void push_cells(script_code *e, const script_node *n) {
    for (uint32_t i = 0; i < n->type->cells && i < 4; i++) script_push(e, n->value[i]);
}

/* Emits an operation; one on several cells has their number as its operand. */
static void operation(script_code *e, uint32_t code, uint32_t places) {
    if (places > 0)
        script_op8(e, code, places, places, places);
    else
        script_op(e, code, 0, 0);
}

void script_emit_operation(script_code *e, const script_node *n) {
    operation(e, n->code, n->places);
    if (n->length == 0) return;
    script_op(e, n->code == OX_SCRIPT_VEQ ? OX_SCRIPT_NOT : OX_SCRIPT_ANORM, 0, 0);
}

/* Emits operands whose order on the stack differs from the text. */
static void emit_turned(script_code *e, script_node *n) {
    uint32_t locals = e->locals;
    if (n->b->constant) {
        script_emit_value(e, n->a);
        script_emit_value(e, n->b);
    } else if (n->places == 0) {
        script_emit_value(e, n->b);
        script_emit_value(e, n->a);
        script_op(e, OX_SCRIPT_SWAP, 0, 0);
    } else {
        uint32_t kept = script_reserve(e, 1);
        script_emit_value(e, n->b);
        script_store(e, OX_SCRIPT_SPACE_LOCALS, kept, 1);
        script_emit_value(e, n->a);
        script_load(e, OX_SCRIPT_SPACE_LOCALS, kept, 1);
        e->locals = locals;
    }
    script_emit_operation(e, n);
}

static void emit_unary(script_code *e, script_node *n) {
    if (n->code == OX_SCRIPT_FSUB) script_push(e, 0);
    script_emit_value(e, n->a);
    if (n->code == OX_SCRIPT_VMUL) script_push(e, -65536);
    script_emit_operation(e, n);
}

static void emit_not(script_code *e, script_node *n) {
    uint32_t other = n->a->kind == NODE_BINARY && !n->a->constant && !e->c->options.plain
                         ? script_inverse(n->a->code)
                         : OX_SCRIPT_TRAP;
    if (other == OX_SCRIPT_TRAP) {
        script_emit_value(e, n->a);
        script_op(e, OX_SCRIPT_NOT, 0, 0);
        return;
    }
    script_emit_value(e, n->a->a);
    script_emit_value(e, n->a->b);
    script_op(e, other, 0, 0);
}

static void emit_logic(script_code *e, script_node *n) {
    uint32_t end = script_label_new(e);
    script_emit_value(e, n->a);
    script_jump_to(e, n->kind == NODE_AND ? OX_SCRIPT_JZK : OX_SCRIPT_JNZK, end);
    script_emit_value(e, n->b);
    script_bind(e, end);
}

static void emit_conditional(script_code *e, script_node *n) {
    uint32_t other = script_label_new(e), end = script_label_new(e);
    script_emit_jump(e, n->a, false, other);
    script_emit_value(e, n->b);
    script_jump_to(e, OX_SCRIPT_JMP, end);
    script_bind(e, other);
    script_emit_value(e, n->c);
    script_bind(e, end);
}

void script_emit_box(script_code *e, const script_node *n) {
    if (n->code == OX_SCRIPT_TRAP) return;
    if (n->code == OX_SCRIPT_BOX || n->code == OX_SCRIPT_UNBOX)
        script_op8(e, n->code, n->places, 0, 0);
    else if (n->code == OX_SCRIPT_ISA && e->reached)
        script_op16(e, OX_SCRIPT_ISA,
                    script_constant(e->c, script_cell(script_id(e->c, n->type->symbol->word))), 0, 0);
    else
        script_op(e, n->code, 0, 0);
}

void script_emit_value(script_code *e, script_node *n) {
    if (n->constant && n->type->kind != KIND_TEXT && n->type->kind != KIND_NOTE && n->type->cells <= 4) {
        push_cells(e, n);
        return;
    }
    switch (n->kind) {
    case NODE_LITERAL:
        emit_literal(e, n);
        return;
    case NODE_WORDS:
        emit_words(e, n);
        return;
    case NODE_SELF:
        script_op(e, OX_SCRIPT_SELF, 0, 0);
        return;
    case NODE_UNARY:
        if (n->code == OX_SCRIPT_NOT)
            emit_not(e, n);
        else
            emit_unary(e, n);
        return;
    case NODE_BINARY:
        if (n->flag) {
            emit_turned(e, n);
            return;
        }
        script_emit_value(e, n->a);
        script_emit_value(e, n->b);
        script_emit_operation(e, n);
        return;
    case NODE_AND:
    case NODE_OR:
        emit_logic(e, n);
        return;
    case NODE_CONDITIONAL:
        emit_conditional(e, n);
        return;
    case NODE_CONVERT:
    case NODE_AS:
        script_emit_value(e, n->a);
        script_emit_box(e, n);
        return;
    case NODE_CALL:
        script_emit_call(e, n);
        return;
    case NODE_START:
    case NODE_CO:
        script_emit_started(e, n);
        return;
    default:
        script_emit_load(e, n);
    }
}

/* Emits a condition, which jumps as soon as it is decided. */
void script_emit_jump(script_code *e, script_node *n, bool when, uint32_t label) {
    if (n->constant) {
        if ((n->value[0] != 0) == when) script_jump_to(e, OX_SCRIPT_JMP, label);
    } else if (n->kind == NODE_UNARY && n->code == OX_SCRIPT_NOT && !e->c->options.plain) {
        script_emit_jump(e, n->a, !when, label);
    } else if ((n->kind == NODE_AND || n->kind == NODE_OR) && !e->c->options.plain) {
        if ((n->kind == NODE_AND) != when) { /* either operand decides alone */
            script_emit_jump(e, n->a, when, label);
            script_emit_jump(e, n->b, when, label);
        } else {
            uint32_t skip = script_label_new(e);
            script_emit_jump(e, n->a, !when, skip);
            script_emit_jump(e, n->b, when, label);
            script_bind(e, skip);
        }
    } else {
        script_emit_value(e, n);
        script_jump_to(e, when ? OX_SCRIPT_JNZ : OX_SCRIPT_JZ, label);
    }
}

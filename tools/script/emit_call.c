#include <stdio.h>
#include <string.h>

#include "tools/script/emit.h"

uint32_t script_container_number(script_compiler *c, script_symbol *s) {
    if (s->container == 0) {
        script_add(c, &c->containers, s);
        s->container = (uint32_t)c->containers.count;
    }
    return s->container - 1;
}

/* ---- natives ---- */

/* The number of a built-in native. Built-in natives follow the declared ones, in the order of their first use. */
uint32_t script_native_number(script_compiler *c, const char *signature) {
    const char *colon = strchr(signature, ':');
    uint32_t word = script_word(c, signature, (size_t)(colon - signature));
    for (size_t i = 0; i < c->natives.count; i++)
        if (c->natives.list[i]->word == word) return (uint32_t)i;
    script_symbol *s = SCRIPT_NEW(c, script_symbol);
    char *path = script_take(c, strlen(signature) + 1);
    s->kind = SYMBOL_NATIVE;
    s->word = word;
    s->path = strcpy(path, signature);
    script_add(c, &c->natives, s);
    return (uint32_t)c->natives.count - 1;
}

static void call_native(script_code *e, uint32_t number, uint32_t takes, uint32_t gives) {
    if (number < OX_SCRIPT_NATIVES_SHORT)
        script_op(e, OX_SCRIPT_N + number, takes, gives);
    else
        script_op16(e, OX_SCRIPT_CALLN, number, takes, gives);
}

static uint32_t native_index(const script_compiler *c, const script_symbol *s) {
    for (size_t i = 0; i < c->natives.count; i++)
        if (c->natives.list[i] == s) return (uint32_t)i;
    return 0;
}

void script_emit_native(script_code *e, const script_symbol *native, uint32_t takes, uint32_t gives) {
    call_native(e, native_index(e->c, native), takes, gives);
}

void script_emit_built_in(script_code *e, const char *signature, uint32_t takes, uint32_t gives) {
    if (e->reached) call_native(e, script_native_number(e->c, signature), takes, gives);
}

/* ---- calls ---- */

static uint32_t emit_arguments(script_code *e, const script_node *n) {
    uint32_t cells = 0;
    for (const script_node *a = n->b; a != NULL; a = a->next) {
        if (script_type_is_container(a->a->type)) {
            script_push(e, (int32_t)script_container_number(e->c, a->a->symbol));
            cells++;
            continue;
        }
        script_emit_value(e, a->a);
        cells += a->a->type->cells;
    }
    return cells;
}

static void emit_map_default(script_code *e, const script_node *n) {
    uint32_t number = script_container_number(e->c, n->symbol), other = script_label_new(e),
             end = script_label_new(e), cells = n->type->cells;
    script_emit_value(e, n->b->a);
    script_op(e, OX_SCRIPT_DUP, 0, 0);
    script_op16(e, OX_SCRIPT_MHAS, number, 0, 0);
    script_jump_to(e, OX_SCRIPT_JZ, other);
    script_op16(e, OX_SCRIPT_MGET, number, cells, cells);
    script_jump_to(e, OX_SCRIPT_JMP, end);
    script_bind(e, other);
    script_op(e, OX_SCRIPT_DROP, 0, 0);
    script_emit_value(e, n->b->next->a);
    script_bind(e, end);
}

static void emit_assert(script_code *e, const script_node *n) {
    char line[32];
    if (e->c->options.release || !e->reached) return;
    const script_node *note = n->b->next != NULL ? n->b->next->a : NULL;
    int length = snprintf(line, sizeof line, "line %lu", (unsigned long)n->start.line);
    uint32_t at = note != NULL ? script_note_offset(e->c, note->place, note->note, note->length, UINT16_MAX)
                               : script_note_offset(e->c, n->place, line, (size_t)length, UINT16_MAX);
    script_emit_value(e, n->b->a);
    script_op16(e, OX_SCRIPT_ASSERT, at, 0, 0);
}

void script_emit_call(script_code *e, script_node *n) {
    if (n->token == CALL_MAP_DEFAULT) {
        emit_map_default(e, n);
        return;
    }
    if (n->token == CALL_ASSERT) {
        emit_assert(e, n);
        return;
    }
    uint32_t takes = emit_arguments(e, n), gives = n->type->cells;
    const script_symbol *f = n->symbol;
    switch (n->token) {
    case CALL_FUNCTION:
        if (f->virtual && n->length == 0)
            script_op8(e, OX_SCRIPT_CALLV, f->base != NULL ? f->base->slot : f->slot, takes, gives);
        else
            script_op16(e, OX_SCRIPT_CALL, f->index, takes, gives);
        return;
    case CALL_NATIVE:
        script_emit_native(e, f, takes, gives);
        return;
    case CALL_CODE:
        script_emit_operation(e, n);
        return;
    case CALL_CONTAINER:
        if (n->a->a->type->kind == KIND_SET && n->code == OX_SCRIPT_MSET) script_push(e, 1);
        script_op16(e, n->code, script_container_number(e->c, n->symbol), n->a->a->type->element->cells,
                    n->a->a->type->element->cells);
        return;
    case CALL_SORT:
        script_push(e, (int32_t)script_container_number(e->c, n->symbol));
        call_native(e, script_native_number(e->c, "sort:v(c)"), 1, 0);
        return;
    case CALL_DONE:
        call_native(e, script_native_number(e->c, "done:b(k)"), 1, 1);
        return;
    case CALL_RESUME:
        script_op8(e, OX_SCRIPT_RESUME, gives, 0, gives);
        script_op(e, OX_SCRIPT_DROP, 0, 0);
        return;
    default:
        return;
    }
}

void script_emit_started(script_code *e, script_node *n) {
    uint32_t takes = emit_arguments(e, n->a);
    script_op16(e, n->kind == NODE_CO ? OX_SCRIPT_CO : OX_SCRIPT_START, n->a->symbol->index, takes, 1);
}

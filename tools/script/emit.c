/* Gives symbols their numbers, then emits the functions, then the code that fills instances. */
#include <stdio.h>

#include "kernel/script/words.h"
#include "tools/script/emit.h"

static void too_many(script_compiler *c, size_t count, size_t most, const char *what) {
    if (count <= most) return;
    script_place place = {.line = 1, .column = 1};
    script_wrong(c, place, "%lu %s in all scripts, at most %lu are allowed", (unsigned long)count, what,
                 (unsigned long)most);
}

/* ---- fields: those of globals, then those of each behaviour, then whatever code asks for ---- */

static void add_variable(script_compiler *c, script_symbol *s, uint32_t type) {
    script_field f = {type, script_id(c, s->word), 0, (uint8_t)script_type_box(s->type), 0};
    s->index = (uint32_t)c->field_count;
    f.flags =
        (uint16_t)((s->temporary ? ROM_SCRIPT_FIELD_TEMPORARY : 0) |
                   (s->shared ? ROM_SCRIPT_FIELD_SHARED : 0) | (s->property ? ROM_SCRIPT_FIELD_PROPERTY : 0) |
                   (s->type->kind == KIND_VEC2 || s->type->kind == KIND_VEC3 ? ROM_SCRIPT_FIELD_VECTOR : 0));
    if (script_type_is_container(s->type)) {
        script_container_number(c, s);
    } else if (s->cells <= 16) {
        f.cells = (uint8_t)s->cells;
    } else {
        f.flags = (uint16_t)(f.flags | s->cells << 4); /* the bits hold at most 4,095 cells */
        if (s->cells > 4095)
            script_wrong(c, s->place, "array of %lu cells, at most 4095 are allowed in a variable",
                         (unsigned long)s->cells);
    }
    script_grow(c, (void **)&c->fields, &c->field_room, c->field_count + 1, sizeof *c->fields);
    c->fields[c->field_count++] = f;
}

static void add_variables(script_compiler *c) {
    for (size_t i = 0; i < c->variables.count; i++) add_variable(c, c->variables.list[i], 0);
    for (size_t i = 0; i < c->behaviours.count; i++)
        for (script_symbol *m = c->behaviours.list[i]->members; m != NULL; m = m->next)
            if (m->kind == SYMBOL_MINE) add_variable(c, m, script_id(c, c->behaviours.list[i]->word));
}

/* ---- functions ---- */

static bool is_zero(const script_node *value) {
    if (value == NULL) return true;
    if (value->kind == NODE_LIST) return value->b == NULL;
    for (uint32_t i = 0; value->constant && i < value->type->cells && i < 4; i++)
        if (value->value[i] != 0) return false;
    return value->constant;
}

/* Emits the function that fills an instance's cells which do not begin at 0, after calling the base's function. */
static void make_init(script_compiler *c, script_symbol *b) {
    bool needed = false;
    for (const script_symbol *m = b->members; m != NULL; m = m->next)
        needed = needed || (m->kind == SYMBOL_MINE && !is_zero(m->value));
    b->init = b->base != NULL ? b->base->init : NULL;
    if (!needed) return;
    script_symbol *f = SCRIPT_NEW(c, script_symbol);
    *f = (script_symbol){.kind = SYMBOL_FUNC,
                         .role = ROLE_INIT,
                         .owner = b,
                         .place = b->place,
                         .word = b->word,
                         .type = &script_basic[KIND_VOID],
                         .base = b->init};
    f->index = (uint32_t)c->functions.count;
    script_add(c, &c->functions, f);
    b->init = f;
}

static void emit_init(script_code *e) {
    if (e->f->base != NULL) {
        script_op16(e, OX_SCRIPT_CALL, e->f->base->index, 0, 0);
        script_grow(e->c, (void **)&e->f->calls, &e->f->call_room, 1, sizeof *e->f->calls);
        e->f->calls[e->f->call_count++] = (script_edge){e->f->base, true};
    }
    for (script_symbol *m = e->f->owner->members; m != NULL; m = m->next) {
        if (m->kind != SYMBOL_MINE || is_zero(m->value)) continue;
        if (m->value->kind == NODE_LIST) {
            script_emit_list(e, m->value, m);
        } else {
            script_emit_value(e, m->value);
            script_store(e, OX_SCRIPT_SPACE_MINE, m->address, m->cells);
        }
    }
}

static void emit_function(script_compiler *c, script_symbol *f) {
    script_code e;
    script_code_begin(&e, c, f);
    script_map_function(c, f);
    if (f->when != NULL) {
        uint32_t handled = script_label_new(&e);
        script_emit_jump(&e, f->when, true, handled);
        script_op(&e, OX_SCRIPT_PASS, 0, 0);
        script_op(&e, OX_SCRIPT_RET, 0, 0);
        script_bind(&e, handled);
    }
    if (f->role == ROLE_INIT)
        emit_init(&e);
    else
        script_emit_block(&e, f->body);
    if (e.reached) script_op(&e, OX_SCRIPT_RET, 0, 0);
    script_code_end(&e);
}

/* Adds the tuned values, which lead the constants and are shared with no code: a new value leaves all code as it is,
 * so running tasks go on (kernel/script/reload.c). */
static void add_tunes(script_compiler *c) {
    for (size_t i = 0; i < c->tunes.count; i++) {
        script_symbol *t = c->tunes.list[i];
        t->address = script_constants(c, t->value->value, t->cells);
    }
    c->tuned = c->constant_count;
}

/* Adds the names that a text may have to show. */
static void add_names(script_compiler *c) {
    char note[OX_SCRIPT_NAME_LETTERS + 2] = {OX_SCRIPT_PART_NAME};
    const script_place place = {.line = 1, .column = 1};
    for (size_t i = 0; i < c->spelled_count && !c->failed; i++) {
        const int length = snprintf(note + 1, sizeof note - 1, "%s", script_text(c, c->spelled[i]));
        if (length > 0 && (size_t)length < sizeof note - 1)
            (void)script_note_offset(c, place, note, (size_t)length + 1, OX_SCRIPT_NOTES_FROM - 1);
    }
}

void script_emit_functions(script_compiler *c) {
    uint32_t states = 0;
    for (size_t i = 0; i < c->natives.count; i++) c->natives.list[i]->index = (uint32_t)i;
    for (size_t i = 0; i < c->events.count; i++) c->events.list[i]->index = (uint32_t)i;
    for (size_t i = 0; i < c->functions.count; i++)
        if (c->functions.list[i]->role != ROLE_HANDLER) c->functions.list[i]->index = (uint32_t)i;
    for (size_t i = 0; i < c->behaviours.count; i++) {
        c->behaviours.list[i]->first_state = states;
        states += c->behaviours.list[i]->state_count;
    }
    add_variables(c);
    script_map_variables(c);
    add_tunes(c);
    for (size_t i = 0; i < c->behaviours.count; i++) make_init(c, c->behaviours.list[i]);
    for (size_t i = 0; i < c->functions.count && !c->failed; i++) {
        c->emitted = (uint32_t)i;
        emit_function(c, c->functions.list[i]);
    }
    if (c->shows_names) add_names(c);
    enum { MOST = OX_SCRIPT_NONE - 1 };
    too_many(c, c->functions.count, MOST, "functions");
    too_many(c, c->behaviours.count, MOST, "behaviours");
    too_many(c, states, MOST, "states");
    too_many(c, c->events.count, ROM_SCRIPT_HANDLER_START, "events");
    too_many(c, c->natives.count, OX_SCRIPT_NATIVES, "natives");
    too_many(c, c->containers.count, OX_SCRIPT_CONTAINERS, "containers");
    too_many(c, c->constant_count, UINT16_MAX, "constants");
    too_many(c, c->field_count, UINT16_MAX, "fields");
}

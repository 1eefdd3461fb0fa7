#include "tools/script/code.h"

#include <string.h>

/* ---- instructions ---- */

static void put_byte(script_code *e, uint32_t byte) {
    if (!e->reached) return;
    script_grow(e->c, (void **)&e->bytes, &e->room, e->size + 1, 1);
    e->bytes[e->size++] = (uint8_t)byte;
}

void script_put8(script_code *e, uint32_t value) { put_byte(e, value & 0xFF); }

void script_put16(script_code *e, uint32_t value) {
    put_byte(e, value & 0xFF);
    put_byte(e, value >> 8 & 0xFF);
}

void script_op(script_code *e, uint32_t code, uint32_t n, uint32_t m) {
    if (!e->reached) return;
    const ox_script_instruction *row = ox_script_instruction_of(code);
    put_byte(e, code);
    e->depth -= row->takes + row->takes_times * n;
    e->depth += row->gives + row->gives_times * m;
    if (e->depth > e->deepest) e->deepest = e->depth;
    if (code == OX_SCRIPT_RET) e->reached = false; /* other instructions' operands follow */
}

/* ---- numbers ---- */

uint32_t script_constants(script_compiler *c, const int32_t *values, size_t count) {
    size_t at = c->constant_count;
    script_grow(c, (void **)&c->constants, &c->constant_room, at + count, sizeof *c->constants);
    if (count > 0) memcpy(c->constants + at, values, count * sizeof *values);
    c->constant_count += count;
    return (uint32_t)at;
}

uint32_t script_constant(script_compiler *c, int32_t value) {
    for (size_t i = c->tuned; i < c->constant_count; i++)
        if (c->constants[i] == value) return (uint32_t)i;
    return script_constants(c, &value, 1);
}

uint32_t script_field_number(script_compiler *c, uint32_t type, uint32_t field, const script_type *of) {
    for (size_t i = 0; i < c->field_count; i++)
        if (c->fields[i].type == type && c->fields[i].field == field && c->fields[i].cells == of->cells)
            return (uint32_t)i;
    script_grow(c, (void **)&c->fields, &c->field_room, c->field_count + 1, sizeof *c->fields);
    c->fields[c->field_count] =
        (script_field){type, field, (uint8_t)of->cells, (uint8_t)script_type_box(of), 0};
    return (uint32_t)c->field_count++;
}

uint32_t script_text_number(script_compiler *c, script_place place, int32_t key) {
    for (size_t i = 0; i < c->text_count; i++)
        if (c->texts[i] == (uint32_t)key) return (uint32_t)i;
    if (c->text_count >= OX_SCRIPT_NOTES_FROM)
        script_wrong(c, place, "more than %d texts", OX_SCRIPT_NOTES_FROM);
    script_grow(c, (void **)&c->texts, &c->text_room, c->text_count + 1, sizeof *c->texts);
    c->texts[c->text_count] = (uint32_t)key;
    return (uint32_t)c->text_count++;
}

uint32_t script_note_offset(script_compiler *c, script_place place, const char *text, size_t length,
                            uint32_t most) {
    size_t at = 0;
    while (at < c->notes.size) {
        size_t size = strlen((const char *)c->notes.data + at);
        if (size == length && memcmp(c->notes.data + at, text, length) == 0) break;
        at += size + 1;
    }
    if (at == c->notes.size) {
        writer_bytes(&c->notes, text, length);
        writer_u8(&c->notes, 0);
        if (c->notes.failed) longjmp(c->no_memory, 1);
    }
    if (at > most)
        script_wrong(c, place, "the texts of all scripts are longer than %lu bytes", (unsigned long)most);
    return (uint32_t)at;
}

uint32_t script_inverse(uint32_t code) {
    static const uint8_t pairs[][2] = {
        {OX_SCRIPT_EQ, OX_SCRIPT_NE}, {OX_SCRIPT_LT, OX_SCRIPT_GE}, {OX_SCRIPT_GT, OX_SCRIPT_LE}};
    for (int i = 0; i < 3; i++) {
        if (pairs[i][0] == code) return pairs[i][1];
        if (pairs[i][1] == code) return pairs[i][0];
    }
    return OX_SCRIPT_TRAP;
}

void script_push(script_code *e, int32_t value) {
    if (value == 0) {
        script_op(e, OX_SCRIPT_P0, 0, 0);
    } else if (value == 1) {
        script_op(e, OX_SCRIPT_P1, 0, 0);
    } else if (value == -1) {
        script_op(e, OX_SCRIPT_PM1, 0, 0);
    } else if (value >= -128 && value <= 127) {
        script_op8(e, OX_SCRIPT_P8, (uint32_t)value, 0, 0);
    } else if (value >= -32768 && value <= 32767) {
        script_op16(e, OX_SCRIPT_P16, (uint32_t)value, 0, 0);
    } else if (e->reached) {
        script_op16(e, OX_SCRIPT_K, script_constant(e->c, value), 0, 0);
    }
}

/* ---- cells ---- */

enum { CELLS_AT_ONCE = 16 };

static uint32_t single(uint32_t space, bool load) {
    static const uint8_t loads[] = {OX_SCRIPT_LDL, OX_SCRIPT_LDG, OX_SCRIPT_LDI, OX_SCRIPT_K},
                         stores[] = {OX_SCRIPT_STL, OX_SCRIPT_STG, OX_SCRIPT_STI};
    return load ? loads[space] : stores[space];
}

static void move_cells(script_code *e, uint32_t space, uint32_t address, uint32_t cells, bool load) {
    if (cells == 0) return;
    if (cells == 1 && space == OX_SCRIPT_SPACE_LOCALS && address < 8) {
        script_op(e, (load ? OX_SCRIPT_LD : OX_SCRIPT_ST) + address, 0, 0);
    } else if (cells == 1 && space == OX_SCRIPT_SPACE_LOCALS) {
        script_op8(e, single(space, load), address, 0, 0);
    } else if (cells == 1) {
        script_op16(e, single(space, load), address, 0, 0);
    } else {
        script_op8(e, load ? OX_SCRIPT_LDN : OX_SCRIPT_STN, space, cells, cells);
        script_put16(e, address);
        script_put8(e, cells);
    }
}

void script_load(script_code *e, uint32_t space, uint32_t address, uint32_t cells) {
    move_cells(e, space, address, cells, true);
}
void script_store(script_code *e, uint32_t space, uint32_t address, uint32_t cells) {
    move_cells(e, space, address, cells, false);
}

void script_drop(script_code *e, uint32_t cells) {
    if (cells == 1)
        script_op(e, OX_SCRIPT_DROP, 0, 0);
    else if (cells > 1)
        script_op8(e, OX_SCRIPT_DROPN, cells, cells, 0);
}

void script_clear(script_code *e, uint32_t local, uint32_t cells) {
    if (cells == 1) {
        script_push(e, 0);
        script_store(e, OX_SCRIPT_SPACE_LOCALS, local, 1);
        return;
    }
    if (cells == 0 || cells > OX_SCRIPT_LOCALS) return; /* script_reserve reports too many cells */
    script_op8(e, OX_SCRIPT_ZERO, local, 0, 0);
    script_put8(e, cells);
}

uint32_t script_reserve(script_code *e, uint32_t cells) {
    uint32_t at = e->locals;
    e->locals += cells;
    if (e->locals > e->most_locals) e->most_locals = e->locals;
    return at;
}

/* ---- jumps ---- */

uint32_t script_label_new(script_code *e) {
    script_grow(e->c, (void **)&e->labels, &e->label_room, e->label_count + 2, sizeof *e->labels);
    e->labels[++e->label_count] = (script_label){.at = SCRIPT_LATER};
    return (uint32_t)e->label_count;
}

static void add_jump(script_code *e, uint32_t label, bool table, uint32_t operand) {
    script_grow(e->c, (void **)&e->jumps, &e->jump_room, e->jump_count + 1, sizeof *e->jumps);
    e->jumps[e->jump_count++] = (script_jump){(uint32_t)e->size, operand, label, table};
    e->labels[label].used = true;
    e->labels[label].depth = e->depth;
}

static void loop_to(script_code *e, uint32_t code, uint32_t head) {
    script_op(e, code, 0, 0);
    script_put16(e, head - (uint32_t)(e->size + 2));
    if (code == OX_SCRIPT_LOOP) e->reached = false;
}

/* Makes a label that is bound at a jump an alias of the label that the jump leads to. */
static bool jump_to_jump(script_code *e, uint32_t label) {
    if (e->c->options.plain || e->bound_at != e->size) return false;
    for (uint32_t i = 1; i <= e->label_count; i++) {
        script_label *l = &e->labels[i];
        if (l->at != e->size || l->alias != 0 || !l->used || i == label) continue;
        l->alias = label;
        e->labels[label].used = true;
        e->labels[label].depth = e->depth;
    }
    return !e->fell;
}

void script_jump_to(script_code *e, uint32_t code, uint32_t label) {
    if (!e->reached) return;
    if (e->labels[label].head) {
        loop_to(e,
                code == OX_SCRIPT_JMP  ? OX_SCRIPT_LOOP
                : code == OX_SCRIPT_JZ ? OX_SCRIPT_LOOPZ
                                       : OX_SCRIPT_LOOPNZ,
                e->labels[label].at);
        return;
    }
    if (code == OX_SCRIPT_JMP && jump_to_jump(e, label)) {
        e->reached = false;
        return;
    }
    uint32_t kept = e->depth;
    script_op(e, code, 0, 0);
    uint32_t after = e->depth;
    if (code == OX_SCRIPT_JZK || code == OX_SCRIPT_JNZK) e->depth = kept;
    add_jump(e, label, false, (uint32_t)e->size);
    e->depth = after;
    script_put16(e, 0);
    if (code == OX_SCRIPT_JMP) e->reached = false;
}

void script_bind(script_code *e, uint32_t label) {
    script_label *l = &e->labels[label];
    if (e->bound_at != e->size) e->fell = e->reached;
    l->at = (uint32_t)e->size;
    if (!l->used) return;
    e->bound_at = (uint32_t)e->size;
    if (!e->reached) e->depth = l->depth;
    e->reached = true;
}

void script_case(script_code *e, int32_t low, uint32_t count, uint32_t other, const uint32_t *labels) {
    if (!e->reached) return;
    int32_t head[3] = {low, (int32_t)count, 0}, zero = 0;
    uint32_t table = script_constants(e->c, head, 3);
    for (uint32_t i = 0; i < count; i++) script_constants(e->c, &zero, 1);
    script_op16(e, OX_SCRIPT_CASE, table, 0, 0);
    add_jump(e, other, true, table + 2);
    for (uint32_t i = 0; i < count; i++) add_jump(e, labels[i], true, table + 3 + i);
    e->reached = false;
}

uint32_t script_head(script_code *e) {
    uint32_t at = (uint32_t)e->size;
    script_op(e, OX_SCRIPT_HEAD, 0, 0);
    if (e->reached) e->heads++;
    return at;
}

uint32_t script_head_label(script_code *e) {
    uint32_t label = script_label_new(e);
    e->labels[label].at = script_head(e);
    e->labels[label].head = true;
    return label;
}

void script_loop(script_code *e, uint32_t head) {
    if (e->reached) loop_to(e, OX_SCRIPT_LOOP, head);
}

void script_for(script_code *e, uint32_t variable, uint32_t limit, int32_t step, uint32_t head) {
    script_op8(e, OX_SCRIPT_FOR, variable, 0, 0);
    script_put8(e, limit);
    script_put8(e, (uint32_t)step);
    script_put16(e, head - (uint32_t)(e->size + 2));
}

/* ---- a function ---- */

void script_code_begin(script_code *e, script_compiler *c, script_symbol *f) {
    *e = (script_code){.c = c, .f = f, .reached = true, .fell = true, .bound_at = SCRIPT_LATER};
    e->locals = e->most_locals = f->cells;
}

static uint32_t target(const script_code *e, uint32_t label) {
    while (e->labels[label].alias != 0) label = e->labels[label].alias;
    return e->labels[label].at;
}

static void patch(script_code *e) {
    for (size_t i = 0; i < e->jump_count; i++) {
        uint32_t at = e->jumps[i].operand, to = target(e, e->jumps[i].label);
        if (e->jumps[i].table) {
            e->c->constants[at] = (int32_t)to;
            continue;
        }
        uint32_t distance = to - (at + 2);
        e->bytes[at] = (uint8_t)distance;
        e->bytes[at + 1] = (uint8_t)(distance >> 8);
    }
}

/* The most different targets of forward jumps that are open at once. */
static uint32_t open_jumps(script_code *e) {
    uint8_t *state = script_take(e->c, e->size + 1); /* 1: a jump to this target was seen */
    uint32_t open = 0, most = 0;
    size_t next = 0;
    for (uint32_t at = 0; at <= e->size; at++) {
        if (state[at] != 0) open--;
        for (; next < e->jump_count && e->jumps[next].at == at; next++) {
            uint32_t to = target(e, e->jumps[next].label);
            if (to <= e->size && state[to] == 0) state[to] = 1, open++;
        }
        if (open > most) most = open;
    }
    return most;
}

static void hold_number(script_code *e, uint32_t number, uint32_t most, const char *what) {
    const char *name = script_text(e->c, e->f->word);
    if (number <= most) return;
    if (e->f->role == ROLE_PLAIN)
        script_wrong(e->c, e->f->place, "'%s' has %lu %s, at most %lu are allowed", name,
                     (unsigned long)number, what, (unsigned long)most);
    else
        script_wrong(e->c, e->f->place, "this has %lu %s, at most %lu are allowed", (unsigned long)number,
                     what, (unsigned long)most);
}

void script_code_end(script_code *e) {
    if (!e->c->options.plain && !e->c->options.apart) script_fuse(e);
    hold_number(e, (uint32_t)e->size, OX_SCRIPT_FUNCTION_BYTES, "bytes of code");
    hold_number(e, e->most_locals, OX_SCRIPT_LOCALS, "cells of variables");
    hold_number(e, e->deepest, OX_SCRIPT_DEPTH, "cells of intermediate values");
    hold_number(e, e->heads, OX_SCRIPT_JUMPS, "loops");
    if (e->c->failed) return;
    patch(e);
    hold_number(e, open_jumps(e), OX_SCRIPT_JUMPS, "open jumps");
    e->f->code_at = (uint32_t)e->c->code.size;
    e->f->code_bytes = (uint32_t)e->size;
    e->f->locals = e->most_locals;
    e->f->operands = e->deepest;
    writer_bytes(&e->c->code, e->bytes, e->size);
    if (e->c->code.failed) longjmp(e->c->no_memory, 1);
}

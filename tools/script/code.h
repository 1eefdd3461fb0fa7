/* The code of one function while it is made: bytes, depth of the operand stack, local cells, jumps. Nothing is put where nothing leads to. */
#ifndef OXCART_TOOLS_SCRIPT_CODE_H
#define OXCART_TOOLS_SCRIPT_CODE_H

#include "tools/script/check.h"

typedef struct script_label {
    uint32_t at, depth,
        alias; /* where it is; SCRIPT_LATER until bound. alias: the label that its jumps go to, 0: itself */
    bool used, head; /* of a HEAD: jumps to it lead back */
} script_label;

typedef struct script_jump {
    uint32_t at, operand, label; /* where it stands; place of the 16 bits, or the constant of a case table */
    bool table;
} script_jump;

typedef struct script_code {
    script_compiler *c;
    script_symbol *f;
    uint8_t *bytes;
    size_t size, room;
    uint32_t depth, deepest;
    uint32_t locals, most_locals; /* cells in use now, and at most */
    uint32_t heads;
    bool reached, fell;   /* something leads here; not only by labels that are bound here */
    uint32_t bound_at;    /* where labels were bound last */
    script_label *labels; /* from 1 on */
    size_t label_count, label_room;
    script_jump *jumps;
    size_t jump_count, jump_room;
    uint32_t break_label, continue_label;
    bool worded; /* this statement has a text with parts before */
} script_code;

void script_code_begin(script_code *e, script_compiler *c, script_symbol *f);

/* Puts one instruction for several where the machine has such (fuse.c). */
void script_fuse(script_code *e);

/* Patches the jumps, holds the limits of a function (an error names what is too much) and moves the bytes behind those of other functions. */
void script_code_end(script_code *e);

/* Instructions: with n cells taken and m given where the table says so. Operands go behind. */
void script_op(script_code *e, uint32_t code, uint32_t n, uint32_t m);
void script_put8(script_code *e, uint32_t value);
void script_put16(script_code *e, uint32_t value);
static inline void script_op8(script_code *e, uint32_t code, uint32_t operand, uint32_t n, uint32_t m) {
    script_op(e, code, n, m);
    script_put8(e, operand);
}
static inline void script_op16(script_code *e, uint32_t code, uint32_t operand, uint32_t n, uint32_t m) {
    script_op(e, code, n, m);
    script_put16(e, operand);
}

/* The comparison that is true where another is not; TRAP for what is no comparison. */
uint32_t script_inverse(uint32_t code);

void script_push(script_code *e, int32_t value); /* in the shortest form */
void script_load(script_code *e, uint32_t space, uint32_t address, uint32_t cells);
void script_store(script_code *e, uint32_t space, uint32_t address, uint32_t cells);
void script_drop(script_code *e, uint32_t cells);
void script_clear(script_code *e, uint32_t local, uint32_t cells);

/* Local cells from the top on; they are given back by setting e->locals. */
uint32_t script_reserve(script_code *e, uint32_t cells);

/* Jumps ahead. A label is bound once; JZ and JNZ take the top. */
void script_case(script_code *e, int32_t low, uint32_t count, uint32_t other,
                 const uint32_t *labels); /* by the top */
uint32_t script_label_new(script_code *e);
void script_jump_to(script_code *e, uint32_t code, uint32_t label);
void script_bind(script_code *e, uint32_t label);

/* Loops: where the HEAD stands, or a label there for jumps back; and LOOP to it. */
uint32_t script_head(script_code *e);
uint32_t script_head_label(script_code *e);
void script_loop(script_code *e, uint32_t head);
void script_for(script_code *e, uint32_t variable, uint32_t limit, int32_t step, uint32_t head);

/* Numbers in pools. */
uint32_t script_constant(script_compiler *c, int32_t value);
uint32_t script_constants(script_compiler *c, const int32_t *values, size_t count); /* one behind the other */
uint32_t script_field_number(script_compiler *c, uint32_t type, uint32_t field, const script_type *of);
uint32_t script_text_number(script_compiler *c, script_place place, int32_t key);
uint32_t script_note_offset(script_compiler *c, script_place place, const char *text, size_t length,
                            uint32_t most);

#endif

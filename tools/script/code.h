/* The code of one function while it is emitted: bytes, depth of the operand stack, local cells, jumps. Unreachable
 * code is not emitted. */
#ifndef OXCART_TOOLS_SCRIPT_CODE_H
#define OXCART_TOOLS_SCRIPT_CODE_H

#include "tools/script/check.h"

typedef struct script_label {
    uint32_t at, depth,
        alias; /* place of the label, SCRIPT_LATER until bound. alias: the label that its jumps go to, 0: itself */
    bool used, head; /* head: a loop's HEAD, jumps to it lead back */
} script_label;

typedef struct script_jump {
    uint32_t at, operand, label; /* place of the jump; place of its 16 bits, or constant of a case table */
    bool table;
} script_jump;

typedef struct script_code {
    script_compiler *c;
    script_symbol *f;
    uint8_t *bytes;
    size_t size, room;
    uint32_t depth, deepest;
    uint32_t locals, most_locals; /* cells in use now, and most in use */
    uint32_t heads;
    bool reached, fell;   /* code is reached; not only by labels bound here */
    uint32_t bound_at;    /* where labels were bound last */
    script_label *labels; /* numbered from 1 on */
    size_t label_count, label_room;
    script_jump *jumps;
    size_t jump_count, jump_room;
    uint32_t break_label, continue_label;
    bool worded; /* this statement has a text with parts already */
} script_code;

void script_code_begin(script_code *e, script_compiler *c, script_symbol *f);

/* Replaces several instructions by one where the machine has one for them (fuse.c). */
void script_fuse(script_code *e);

/* Patches the jumps, checks the limits of a function (an error names the one that is exceeded) and appends the bytes
 * to those of other functions. */
void script_code_end(script_code *e);

/* Emits an instruction, which takes n cells and gives m where the table says so. Its operands are put afterwards. */
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

/* The comparison that is true where another is not; TRAP for other instructions. */
uint32_t script_inverse(uint32_t code);

void script_push(script_code *e, int32_t value); /* pushes a literal in the shortest form */
void script_load(script_code *e, uint32_t space, uint32_t address, uint32_t cells);
void script_store(script_code *e, uint32_t space, uint32_t address, uint32_t cells);
void script_drop(script_code *e, uint32_t cells);
void script_clear(script_code *e, uint32_t local, uint32_t cells);

/* Reserves local cells from the top on; setting e->locals gives them back. */
uint32_t script_reserve(script_code *e, uint32_t cells);

/* Forward jumps. A label is bound once; JZ and JNZ take the top of the stack. */
void script_case(script_code *e, int32_t low, uint32_t count, uint32_t other,
                 const uint32_t *labels); /* a jump by the top of the stack */
uint32_t script_label_new(script_code *e);
void script_jump_to(script_code *e, uint32_t code, uint32_t label);
void script_bind(script_code *e, uint32_t label);

/* Loops: the place of the HEAD, or a label there for jumps back; and the LOOP to it. */
uint32_t script_head(script_code *e);
uint32_t script_head_label(script_code *e);
void script_loop(script_code *e, uint32_t head);
void script_for(script_code *e, uint32_t variable, uint32_t limit, int32_t step, uint32_t head);

/* Numbers in pools. */
uint32_t script_constant(script_compiler *c, int32_t value);
uint32_t script_constants(script_compiler *c, const int32_t *values, size_t count); /* one after the other */
uint32_t script_field_number(script_compiler *c, uint32_t type, uint32_t field, const script_type *of);
uint32_t script_text_number(script_compiler *c, script_place place, int32_t key);
uint32_t script_note_offset(script_compiler *c, script_place place, const char *text, size_t length,
                            uint32_t most);

#endif

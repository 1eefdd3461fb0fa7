/* The instruction set of script modules: opcodes and their rows, which instructions.inc defines once.
 *
 *     const ox_script_instruction *row = ox_script_instruction_of(code[at]);       NULL: illegal
 *     ox_script_operands operands;
 *     if (ox_script_operands_read(row, code, bytes, at, &operands)) next = at + operands.bytes;
 *
 * One byte of opcode, operands little-endian behind it at any address. A family such as LD0 to LD7 is one row: the number
 * of the member counts as an operand without bytes, ox_script_operands.member. (Game Programming Patterns, Bytecode.) */
#ifndef OXCART_KERNEL_SCRIPT_INSTRUCTION_H
#define OXCART_KERNEL_SCRIPT_INSTRUCTION_H

#include <stdbool.h>
#include <stdint.h>

/* OX_SCRIPT_ADD, OX_SCRIPT_P8 ... : the opcode, of a family its first. */
typedef enum ox_script_code {
#define OX_INSTRUCTION(code, last, name, operands, takes, gives, rules, effect, about)                       \
    OX_SCRIPT_##name = code,
#include "kernel/script/instructions.inc"
    OX_SCRIPT_CODES = 256
} ox_script_code;

/* OX_OPERAND_LOCAL ... : kinds of operands. */
typedef enum ox_script_operand {
    OX_OPERAND_NONE,
#define OX_OPERAND(name, bytes, form, about) OX_OPERAND_##name,
#include "kernel/script/instructions.inc"
    OX_OPERANDS
} ox_script_operand;

enum {
    OX_SCRIPT_OPERANDS = 4, /* of an instruction, at most */

    OX_SCRIPT_RULE_LATENT = 1,  /* only in latent functions */
    OX_SCRIPT_RULE_MEMBER = 2,  /* only in functions of a behaviour */
    OX_SCRIPT_RULE_ENDS = 4,    /* what follows is not reached from here */
    OX_SCRIPT_RULE_STATE = 8,   /* changes the game: not in functions that may run while a picture is drawn */
    OX_SCRIPT_RULE_STORES = 16, /* as RULE_STATE, unless its SPACE, or its CONTAINER's, is locals */

    OX_SCRIPT_NOTES_FROM = 0x8000, /* TEXT operands from this value on are bytes into the notes */
    OX_SCRIPT_AGAIN = 0xFFFF,      /* operand of GOTO: leave the current state and enter it */

    OX_SCRIPT_EMIT_TO = 1, /* operand FLAGS of EMIT */
    OX_SCRIPT_EMIT_NEAR = 2,
    OX_SCRIPT_EMIT_AFTER = 4,

    OX_SCRIPT_SPACE_LOCALS = 0, /* operand SPACE */
    OX_SCRIPT_SPACE_GLOBALS = 1,
    OX_SCRIPT_SPACE_MINE = 2,
    OX_SCRIPT_SPACE_CONSTANTS = 3
};

typedef struct ox_script_instruction {
    uint8_t first, last;                  /* opcodes; equal for a single opcode */
    uint8_t operands[OX_SCRIPT_OPERANDS]; /* ox_script_operand, OX_OPERAND_NONE behind the last */
    uint8_t takes, takes_times;           /* cells popped: takes + takes_times * n */
    uint8_t gives, gives_times;           /* cells pushed: gives + gives_times * m */
    uint8_t rules;                        /* OX_SCRIPT_RULE_... */
} ox_script_instruction;

/* The row of an opcode, NULL for illegal opcodes. Costs 40 instructions at most; the machine itself does not use it. */
const ox_script_instruction *ox_script_instruction_of(uint32_t code);

/* Bytes of an operand kind, and whether its value has a sign. */
uint32_t ox_script_operand_bytes(ox_script_operand kind);
bool ox_script_operand_signed(ox_script_operand kind);

typedef struct ox_script_operands {
    uint32_t bytes;                     /* of the whole instruction */
    uint32_t member;                    /* number of a family's member, else 0 */
    int32_t values[OX_SCRIPT_OPERANDS]; /* jumps: relative to the next instruction */
} ox_script_operands;

/* Reads the operands of the instruction at `at`; false, and *operands is clear, when the code ends before they do. */
bool ox_script_operands_read(const ox_script_instruction *row, const uint8_t *code, uint32_t bytes,
                             uint32_t at, ox_script_operands *operands);

#endif

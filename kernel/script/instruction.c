/* The rows of the instruction set. */
#include "kernel/script/instruction.h"

#include <string.h>

#include "fixedmath/assert.h"

enum { S = 1, R = 1, U = 0 };
enum {
    LATENT = OX_SCRIPT_RULE_LATENT,
    MEMBER = OX_SCRIPT_RULE_MEMBER,
    ENDS = OX_SCRIPT_RULE_ENDS,
    STATE = OX_SCRIPT_RULE_STATE,
    STORES = OX_SCRIPT_RULE_STORES
};

static const struct operand {
    uint8_t bytes, sign;
} operands[OX_OPERANDS] = {
    {0, 0},
#define OX_OPERAND(name, bytes, form, about) {bytes, form},
#include "kernel/script/instructions.inc"
};

#define IN_0 0, 0, 0, 0
#define IN_1(a) OX_OPERAND_##a, 0, 0, 0
#define IN_2(a, b) OX_OPERAND_##a, OX_OPERAND_##b, 0, 0
#define IN_3(a, b, c) OX_OPERAND_##a, OX_OPERAND_##b, OX_OPERAND_##c, 0
#define IN_4(a, b, c, d) OX_OPERAND_##a, OX_OPERAND_##b, OX_OPERAND_##c, OX_OPERAND_##d
#define CELLS(fixed, times) fixed, times

/* The rows, sorted by opcode. */
static const ox_script_instruction rows[] = {
#define OX_INSTRUCTION(code, last, name, operands, takes, gives, rules, effect, about)                       \
    {code, last, {operands}, takes, gives, rules},
#include "kernel/script/instructions.inc"
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const ox_script_instruction *ox_script_instruction_of(uint32_t code) {
    uint32_t low = 0, high = ROWS;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (rows[middle].first <= code) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return code <= rows[low].last && code != OX_SCRIPT_TRAP ? &rows[low] : NULL;
}

uint32_t ox_script_operand_bytes(ox_script_operand kind) { return operands[kind].bytes; }
bool ox_script_operand_signed(ox_script_operand kind) { return operands[kind].sign != 0; }

bool ox_script_operands_read(const ox_script_instruction *row, const uint8_t *code, uint32_t bytes,
                             uint32_t at, ox_script_operands *out) {
    uint32_t next = at + 1;
    memset(out, 0, sizeof *out);
    if (at >= bytes) return false;
    for (uint32_t i = 0; i < OX_SCRIPT_OPERANDS && row->operands[i] != OX_OPERAND_NONE; i++) {
        const struct operand *kind = &operands[row->operands[i]];
        uint32_t value = 0, top = 1u << (8u * kind->bytes - 1u);
        if (kind->bytes > bytes - next) {
            memset(out, 0, sizeof *out);
            return false;
        }
        for (uint32_t k = 0; k < kind->bytes; k++) value |= (uint32_t)code[next++] << 8 * k;
        out->values[i] = (int32_t)(kind->sign ? (value ^ top) - top : value);
    }
    out->member = (uint32_t)code[at] - row->first;
    out->bytes = next - at;
    return true;
}

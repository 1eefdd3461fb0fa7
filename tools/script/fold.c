/* Folds constants: operations on cells as the machine does them, by the same fixed-point functions. */
#include "tools/script/check.h"

#include "fixedmath/angle.h"
#include "fixedmath/interpolate.h"
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"

static int32_t whole_exact(int64_t exact, bool *overflow) {
    if (exact < INT32_MIN || exact > INT32_MAX) *overflow = true;
    return script_cell((uint32_t)(uint64_t)exact);
}

static int32_t fixed(int64_t exact, bool *overflow) {
    if (exact < INT32_MIN || exact > INT32_MAX) *overflow = true;
    return fx_sat64(exact);
}

static bool integers(uint32_t code, int32_t a, int32_t b, int32_t *r, bool *overflow) {
    uint32_t shift = (uint32_t)b & 31;
    switch (code) {
    case OX_SCRIPT_ADD:
        *r = whole_exact((int64_t)a + b, overflow);
        return true;
    case OX_SCRIPT_SUB:
        *r = whole_exact((int64_t)a - b, overflow);
        return true;
    case OX_SCRIPT_MUL:
        *r = whole_exact((int64_t)a * b, overflow);
        return true;
    case OX_SCRIPT_NEG:
        *r = whole_exact(-(int64_t)a, overflow);
        return true;
    case OX_SCRIPT_DIV:
        if (b == 0) return false;
        *r = whole_exact((int64_t)a / b, overflow);
        return true;
    case OX_SCRIPT_REM:
        if (b == 0) return false;
        *r = (int32_t)((int64_t)a % b);
        return true;
    case OX_SCRIPT_MODI:
        if (b == 0) return false;
        *r = int_floormod(a, b);
        return true;
    case OX_SCRIPT_AND:
        *r = script_cell((uint32_t)a & (uint32_t)b);
        return true;
    case OX_SCRIPT_OR:
        *r = script_cell((uint32_t)a | (uint32_t)b);
        return true;
    case OX_SCRIPT_XOR:
        *r = script_cell((uint32_t)a ^ (uint32_t)b);
        return true;
    case OX_SCRIPT_INV:
        *r = script_cell(~(uint32_t)a);
        return true;
    case OX_SCRIPT_SHL:
        *r = script_cell((uint32_t)a << shift);
        return true;
    case OX_SCRIPT_SHR:
        *r = fx_sra32(a, (int)shift);
        return true;
    case OX_SCRIPT_USHR:
        *r = script_cell((uint32_t)a >> shift);
        return true;
    case OX_SCRIPT_MIN:
        *r = a < b ? a : b;
        return true;
    case OX_SCRIPT_MAX:
        *r = a > b ? a : b;
        return true;
    case OX_SCRIPT_ABS:
        *r = fx_abss(a);
        return true;
    case OX_SCRIPT_EQ:
        *r = a == b;
        return true;
    case OX_SCRIPT_NE:
        *r = a != b;
        return true;
    case OX_SCRIPT_LT:
        *r = a < b;
        return true;
    case OX_SCRIPT_LE:
        *r = a <= b;
        return true;
    case OX_SCRIPT_GT:
        *r = a > b;
        return true;
    case OX_SCRIPT_GE:
        *r = a >= b;
        return true;
    case OX_SCRIPT_NOT:
        *r = a == 0;
        return true;
    default:
        return false;
    }
}

static bool fractions(uint32_t code, int32_t a, int32_t b, int32_t t, int32_t *r, bool *overflow) {
    switch (code) {
    case OX_SCRIPT_FADD:
        *r = fixed((int64_t)a + b, overflow);
        return true;
    case OX_SCRIPT_FSUB:
        *r = fixed((int64_t)a - b, overflow);
        return true;
    case OX_SCRIPT_FMUL:
        *r = fixed(((int64_t)a * b + 0x8000) >> 16, overflow);
        return true;
    case OX_SCRIPT_FMULI:
        *r = fixed((int64_t)a * b, overflow);
        return true;
    case OX_SCRIPT_FDIV:
        *r = fx_div(a, b);
        return b != 0;
    case OX_SCRIPT_FMOD:
        *r = fx_mod(a, b);
        return b != 0;
    case OX_SCRIPT_ITOF:
        *r = fixed((int64_t)a * 65536, overflow);
        return true;
    case OX_SCRIPT_FTOI:
        *r = fx_to_int_floor(a);
        return true;
    case OX_SCRIPT_FRND:
        *r = fx_to_int_nearest(a);
        return true;
    case OX_SCRIPT_FSQRT:
        *r = fx_sqrt(a);
        return true;
    case OX_SCRIPT_FSIN:
        *r = fx_sin((ang16)(uint32_t)a);
        return true;
    case OX_SCRIPT_FCOS:
        *r = fx_cos((ang16)(uint32_t)a);
        return true;
    case OX_SCRIPT_FATAN:
        *r = atan2_16(a, b);
        return true;
    case OX_SCRIPT_ANORM:
        *r = (int32_t)((uint32_t)a & 0xFFFF);
        return true;
    case OX_SCRIPT_CLAMP:
        *r = a < b ? b : a > t ? (b > t ? b : t) : a;
        return true;
    default:
        return integers(code, a, b, r, overflow);
    }
}

bool script_fold(uint32_t code, const int32_t *cells, uint32_t places, int32_t *result, bool *overflow) {
    *overflow = false;
    switch (code) {
    case OX_SCRIPT_VADD:
    case OX_SCRIPT_VSUB:
        for (uint32_t i = 0; i < places; i++)
            result[i] = fixed(code == OX_SCRIPT_VADD ? (int64_t)cells[i] + cells[places + i]
                                                     : (int64_t)cells[i] - cells[places + i],
                              overflow);
        return true;
    case OX_SCRIPT_VMUL:
        for (uint32_t i = 0; i < places; i++)
            result[i] = fixed(((int64_t)cells[i] * cells[places] + 0x8000) >> 16, overflow);
        return true;
    case OX_SCRIPT_VEQ:
        result[0] = 1;
        for (uint32_t i = 0; i < places; i++) result[0] = result[0] != 0 && cells[i] == cells[places + i];
        return true;
    default:
        return fractions(code, cells[0], cells[1], cells[2], result, overflow);
    }
}

/* Whether an operation is folded. Operations that are rarely constant are left to the machine. */
static bool folds(uint32_t code) {
    return code != OX_SCRIPT_FLERP && code != OX_SCRIPT_ADIF && code != OX_SCRIPT_ATURN &&
           code != OX_SCRIPT_VDOT && code != OX_SCRIPT_VLEN;
}

void script_fold_node(script_scope *s, script_node *n, const script_node *const *operands, uint32_t count) {
    int32_t cells[8] = {0}, result[4] = {0};
    uint32_t at = 0;
    bool overflow;
    if (!folds(n->code)) return;
    for (uint32_t i = 0; i < count; i++) {
        if (!operands[i]->constant || operands[i]->type->kind == KIND_WRONG ||
            at + operands[i]->type->cells > 8)
            return;
        for (uint32_t k = 0; k < operands[i]->type->cells && k < 4; k++) cells[at++] = operands[i]->value[k];
    }
    if (!script_fold(n->code, cells, n->places, result, &overflow)) return;
    if (overflow) script_warn(s->c, n->place, "constant arithmetic overflows");
    n->constant = true;
    for (int i = 0; i < 4; i++) n->value[i] = result[i];
}

#include "tools/script/check.h"

enum { INT = KIND_INT, FX = KIND_FX, ANGLE = KIND_ANGLE, BOOL = KIND_BOOL };

/* An operator on two scalars of given kinds. NORMAL: the resulting angle is wrapped into one turn. */
typedef struct operation {
    uint8_t token, a, b, code, result;
    bool normal;
} operation;

static const operation operations[] = {
    {TOKEN_ADD, INT, INT, OX_SCRIPT_ADD, INT, false},
    {TOKEN_ADD, FX, FX, OX_SCRIPT_FADD, FX, false},
    {TOKEN_ADD, ANGLE, ANGLE, OX_SCRIPT_ADD, ANGLE, true},
    {TOKEN_SUBTRACT, INT, INT, OX_SCRIPT_SUB, INT, false},
    {TOKEN_SUBTRACT, FX, FX, OX_SCRIPT_FSUB, FX, false},
    {TOKEN_SUBTRACT, ANGLE, ANGLE, OX_SCRIPT_SUB, ANGLE, true},
    {TOKEN_MULTIPLY, INT, INT, OX_SCRIPT_MUL, INT, false},
    {TOKEN_MULTIPLY, FX, FX, OX_SCRIPT_FMUL, FX, false},
    {TOKEN_MULTIPLY, FX, INT, OX_SCRIPT_FMULI, FX, false},
    {TOKEN_MULTIPLY, ANGLE, INT, OX_SCRIPT_MUL, ANGLE, true},
    {TOKEN_MULTIPLY, INT, ANGLE, OX_SCRIPT_MUL, ANGLE, true},
    {TOKEN_DIVIDE, INT, INT, OX_SCRIPT_DIV, INT, false},
    {TOKEN_DIVIDE, FX, FX, OX_SCRIPT_FDIV, FX, false},
    {TOKEN_DIVIDE, ANGLE, INT, OX_SCRIPT_DIV, ANGLE, true},
    {TOKEN_REMAINDER, INT, INT, OX_SCRIPT_REM, INT, false},
    {TOKEN_REMAINDER, FX, FX, OX_SCRIPT_FMOD, FX, false},
    {TOKEN_BITAND, INT, INT, OX_SCRIPT_AND, INT, false},
    {TOKEN_BITOR, INT, INT, OX_SCRIPT_OR, INT, false},
    {TOKEN_BITXOR, INT, INT, OX_SCRIPT_XOR, INT, false},
    {TOKEN_SHIFT_LEFT, INT, INT, OX_SCRIPT_SHL, INT, false},
    {TOKEN_SHIFT_RIGHT, INT, INT, OX_SCRIPT_SHR, INT, false},
    {TOKEN_UNSIGNED_SHIFT, INT, INT, OX_SCRIPT_USHR, INT, false},
    {TOKEN_LESS, INT, INT, OX_SCRIPT_LT, BOOL, false},
    {TOKEN_LESS, FX, FX, OX_SCRIPT_LT, BOOL, false},
    {TOKEN_LESS_EQUAL, INT, INT, OX_SCRIPT_LE, BOOL, false},
    {TOKEN_LESS_EQUAL, FX, FX, OX_SCRIPT_LE, BOOL, false},
    {TOKEN_GREATER, INT, INT, OX_SCRIPT_GT, BOOL, false},
    {TOKEN_GREATER, FX, FX, OX_SCRIPT_GT, BOOL, false},
    {TOKEN_GREATER_EQUAL, INT, INT, OX_SCRIPT_GE, BOOL, false},
    {TOKEN_GREATER_EQUAL, FX, FX, OX_SCRIPT_GE, BOOL, false},
};

static void refuse_operands(script_scope *s, script_node *n) {
    const script_type *a = n->a->type, *b = n->b->type;
    bool mixed = (a->kind == INT && b->kind == FX) || (a->kind == FX && b->kind == INT);
    script_wrong(s->c, n->place, "'%s' does not take %s and %s%s", script_token_text(n->token),
                 script_type_show(s->c, a), script_type_show(s->c, b),
                 mixed ? ": write fx(...) or int(...)"
                 : (a->kind == KIND_ANGLE && b->kind == FX) || (a->kind == FX && b->kind == KIND_ANGLE)
                     ? ": write whole numbers, as in `a * 3 / 2`"
                 : a->kind == KIND_NOTE || b->kind == KIND_NOTE
                     ? ": write values into the words, as in \"score {score}\""
                     : "");
}

static void fold_pair(script_scope *s, script_node *n) {
    const script_node *operands[2] = {n->a, n->b};
    script_fold_node(s, n, operands, 2);
}

static bool is_vector(const script_type *t) { return t->kind == KIND_VEC2 || t->kind == KIND_VEC3; }

/* Swaps the operands of a product whose order on the stack differs from the text; the emitter evaluates them in the
 * text's order. */
static void turn_product(script_node *n) {
    script_node *a = n->a;
    n->a = n->b;
    n->b = a;
    n->flag = true;
}

static bool vectors(script_scope *s, script_node *n) {
    const script_type *a = n->a->type, *b = n->b->type;
    bool sum = n->token == TOKEN_ADD || n->token == TOKEN_SUBTRACT;
    if (sum && is_vector(a) && script_type_same(a, b)) {
        n->code = n->token == TOKEN_ADD ? OX_SCRIPT_VADD : OX_SCRIPT_VSUB;
    } else if (n->token == TOKEN_MULTIPLY && is_vector(a)) {
        script_convert(s, &n->b, &script_basic[FX]);
        n->code = OX_SCRIPT_VMUL;
    } else if (n->token == TOKEN_MULTIPLY && is_vector(b)) {
        script_convert(s, &n->a, &script_basic[FX]);
        turn_product(n);
        n->code = OX_SCRIPT_VMUL;
    } else {
        return false;
    }
    n->type = n->a->type;
    n->places = (uint8_t)n->a->type->cells;
    fold_pair(s, n);
    return true;
}

/* == and != : for values of one cell of equal types, vectors, handles. */
static void equality(script_scope *s, script_node *n) {
    const script_type *a = n->a->type, *b = n->b->type;
    if (a->kind == FX && b->kind == INT) script_convert(s, &n->b, a);
    if (a->kind == INT && b->kind == FX) script_convert(s, &n->a, b);
    if (script_type_in_folder(s->c, a) && b->kind == KIND_NAME) script_convert(s, &n->b, a);
    if (script_type_in_folder(s->c, b) && a->kind == KIND_NAME) script_convert(s, &n->a, b);
    a = n->a->type, b = n->b->type;
    n->type = &script_basic[BOOL];
    if (a->kind == KIND_WRONG || b->kind == KIND_WRONG) return;
    bool fit = script_type_fits(a, b) || script_type_fits(b, a) ||
               (script_type_is_handle(a) && script_type_is_handle(b));
    if (!fit || !script_type_is_value(a) || a->kind == KIND_ANY || a->kind == KIND_STRUCT) {
        refuse_operands(s, n);
        return;
    }
    bool equal = n->token == TOKEN_EQUAL;
    if (a->cells == 1) {
        n->code = equal ? OX_SCRIPT_EQ : OX_SCRIPT_NE;
    } else {
        n->code = OX_SCRIPT_VEQ;
        n->places = (uint8_t)a->cells;
        n->length = !equal; /* a NOT follows */
    }
    fold_pair(s, n);
    if (n->constant && n->length != 0) n->value[0] = n->value[0] == 0;
}

/* Makes a whole constant beside an fx an fx. Products of whole number and fx have an instruction of their own. */
static void align(script_scope *s, script_node *n) {
    uint32_t a = n->a->type->kind, b = n->b->type->kind;
    if (a == INT && b == FX && n->token == TOKEN_MULTIPLY) {
        turn_product(n);
    } else if (a == INT && b == FX && n->a->constant) {
        script_convert(s, &n->a, &script_basic[FX]);
    } else if (a == FX && b == INT && n->token == TOKEN_DIVIDE) {
        if (n->b->constant && n->b->value[0] == 0) return;
        n->b = script_check_wrap(s, n->b, OX_SCRIPT_ITOF, &script_basic[FX]);
    } else if (a == FX && b == INT && n->b->constant && n->token != TOKEN_MULTIPLY) {
        script_convert(s, &n->b, &script_basic[FX]);
    }
}

static void binary(script_scope *s, script_node *n) {
    script_check_expression(s, n->a);
    script_check_expression(s, n->b);
    if (n->token == TOKEN_EQUAL || n->token == TOKEN_UNEQUAL) {
        equality(s, n);
        return;
    }
    if (n->a->type->kind == KIND_WRONG || n->b->type->kind == KIND_WRONG || vectors(s, n)) return;
    bool divides = n->token == TOKEN_DIVIDE || n->token == TOKEN_REMAINDER;
    if (divides && n->b->constant && n->b->value[0] == 0 && n->b->type->cells == 1) {
        script_wrong(s->c, n->place, "division by zero");
        return;
    }
    align(s, n);
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        const operation *o = &operations[i];
        if (o->token != n->token || o->a != n->a->type->kind || o->b != n->b->type->kind) continue;
        n->code = o->code;
        n->type = &script_basic[o->result];
        fold_pair(s, n);
        if (o->normal) {
            n->length = 1; /* an ANORM follows */
            if (n->constant) n->value[0] = (int32_t)((uint32_t)n->value[0] & 0xFFFF);
        }
        return;
    }
    if (n->a->type->kind != KIND_WRONG && n->b->type->kind != KIND_WRONG) refuse_operands(s, n);
}

static void unary(script_scope *s, script_node *n) {
    script_check_expression(s, n->a);
    const script_type *type = n->a->type;
    const script_node *operands[1] = {n->a};
    if (type->kind == KIND_WRONG) return;
    if (n->token == TOKEN_NOT) {
        script_convert(s, &n->a, &script_basic[BOOL]);
        n->code = OX_SCRIPT_NOT;
        n->type = &script_basic[BOOL];
    } else if (n->token == TOKEN_BITNOT && type->kind == INT) {
        n->code = OX_SCRIPT_INV;
        n->type = type;
    } else if (n->token == TOKEN_SUBTRACT && (type->kind == INT || type->kind == ANGLE)) {
        n->code = OX_SCRIPT_NEG;
        n->type = type;
        n->length = type->kind == ANGLE;
        if (type->kind == INT && n->a->constant &&
            n->a->value[0] == INT32_MIN) { /* -2147483648 and its negation */
            n->constant = true;
            n->value[0] = INT32_MIN;
            return;
        }
    } else if (n->token == TOKEN_SUBTRACT && type->kind == FX) { /* 0 - x saturates */
        n->code = OX_SCRIPT_FSUB;
        n->type = type;
        if (!n->a->constant) return;
        n->constant = true;
        n->value[0] = n->a->value[0] == INT32_MIN ? INT32_MAX : -n->a->value[0];
        return;
    } else if (n->token == TOKEN_SUBTRACT && is_vector(type)) {
        n->code = OX_SCRIPT_VMUL;
        n->places = (uint8_t)type->cells;
        n->type = type;
        return;
    } else {
        script_wrong(s->c, n->place, "'%s' does not take %s", script_token_text(n->token),
                     script_type_show(s->c, type));
        return;
    }
    operands[0] = n->a;
    script_fold_node(s, n, operands, 1);
    if (n->constant && n->length != 0) n->value[0] = (int32_t)((uint32_t)n->value[0] & 0xFFFF);
}

static void logic(script_scope *s, script_node *n) {
    const script_type *type = &script_basic[BOOL];
    script_check_as(s, &n->a, type);
    script_check_as(s, &n->b, type);
    n->type = type;
    if (!n->a->constant) return;
    bool decided = (n->a->value[0] != 0) == (n->kind == NODE_OR);
    if (!decided && !n->b->constant) return;
    n->constant = true;
    n->value[0] = decided ? n->a->value[0] != 0 : n->b->value[0] != 0;
}

void script_check_operator(script_scope *s, script_node *n) {
    if (n->kind == NODE_UNARY)
        unary(s, n);
    else if (n->kind == NODE_BINARY)
        binary(s, n);
    else
        logic(s, n);
}

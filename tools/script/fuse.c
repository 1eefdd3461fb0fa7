/* Fuses several instructions into one where the machine has one for them: a peephole pass over the complete code of a
 * function. An instruction at the target of a jump or at the start of a line is not fused with the one before. */
#include <string.h>

#include "tools/script/code.h"

enum { WINDOW = 5 };

typedef struct step {
    uint32_t code, at, bytes; /* code: the first one of its family */
    int32_t in[OX_SCRIPT_OPERANDS];
} step;

/* The instruction that steps are fused into: a code and its operands, those of a jump without its target. */
typedef struct fused {
    uint32_t code;
    int32_t in[OX_SCRIPT_OPERANDS];
} fused;

typedef struct pass {
    script_code *e;
    const uint8_t *from; /* the code before the pass */
    uint32_t bytes;
    uint8_t *stays;  /* by byte: a jump or line leads here */
    uint32_t *moved; /* by byte: new place of the instruction */
    uint32_t to;     /* bytes written */
    size_t jump;     /* the next jump that was not passed */
} pass;

/* ---- decoding instructions ---- */

static bool read_step(const pass *p, uint32_t at, step *s) {
    ox_script_operands in;
    const ox_script_instruction *row = at < p->bytes ? ox_script_instruction_of(p->from[at]) : NULL;
    if (row == NULL || !ox_script_operands_read(row, p->from, p->bytes, at, &in)) return false;
    *s = (step){.code = row->first, .at = at, .bytes = in.bytes};
    memcpy(s->in, in.values, sizeof s->in);
    if (row->first != row->last) s->in[0] = (int32_t)in.member;
    return true;
}

static bool loads_local(const step *s) { return s->code == OX_SCRIPT_LD || s->code == OX_SCRIPT_LDL; }
static bool stores_local(const step *s) { return s->code == OX_SCRIPT_ST || s->code == OX_SCRIPT_STL; }

static bool is_literal(const step *s, int32_t *value) {
    switch (s->code) {
    case OX_SCRIPT_P0:
    case OX_SCRIPT_P1:
    case OX_SCRIPT_PM1:
        *value = s->code == OX_SCRIPT_PM1 ? -1 : s->code == OX_SCRIPT_P1;
        return true;
    case OX_SCRIPT_P8:
        *value = s->in[0];
        return true;
    default:
        return false;
    }
}

/* Whether the step adds or subtracts a literal; *value is what it adds. */
static bool adds_literal(const step *s, int32_t *value) {
    if (s->code == OX_SCRIPT_ADD) return true;
    if (s->code != OX_SCRIPT_SUB || *value == INT8_MIN) return false;
    *value = -*value;
    return true;
}

static uint32_t one_of(const uint16_t (*pairs)[2], size_t count, uint32_t code) {
    for (size_t i = 0; i < count; i++)
        if (pairs[i][0] == code) return pairs[i][1];
    return OX_SCRIPT_TRAP;
}
#define ONE_OF(pairs, code) one_of(pairs, sizeof(pairs) / sizeof *(pairs), code)

/* ---- jumps ---- */

static bool jumps(const step *s) {
    return s->code == OX_SCRIPT_JZ || s->code == OX_SCRIPT_JNZ || s->code == OX_SCRIPT_LOOPZ ||
           s->code == OX_SCRIPT_LOOPNZ;
}

/* The comparison that makes the jump behind it jump; TRAP where the step is no comparison. */
static uint32_t jumps_when(const step *compares, const step *jump) {
    uint32_t other = script_inverse(compares->code);
    if (other == OX_SCRIPT_TRAP || !jumps(jump)) return OX_SCRIPT_TRAP;
    return jump->code == OX_SCRIPT_JZ || jump->code == OX_SCRIPT_LOOPZ ? other : compares->code;
}

static bool fuse_locals_jump(const step *w, fused *out) {
    static const uint16_t codes[][2] = {{OX_SCRIPT_EQ, OX_SCRIPT_JEQ}, {OX_SCRIPT_NE, OX_SCRIPT_JNE},
                                        {OX_SCRIPT_LT, OX_SCRIPT_JLT}, {OX_SCRIPT_LE, OX_SCRIPT_JLE},
                                        {OX_SCRIPT_GT, OX_SCRIPT_JLT}, {OX_SCRIPT_GE, OX_SCRIPT_JLE}};
    uint32_t when = jumps_when(&w[2], &w[3]);
    if (when == OX_SCRIPT_TRAP || !loads_local(&w[0]) || !loads_local(&w[1])) return false;
    bool turned = when == OX_SCRIPT_GT || when == OX_SCRIPT_GE;
    *out = (fused){ONE_OF(codes, when), {w[turned].in[0], w[!turned].in[0]}};
    return true;
}

/* Fuses a literal, a comparison with the value before, and a jump; `codes` is the first code of the family, JEQI or
 * JEQT. */
static bool fuse_literal_jump(const step *w, uint32_t codes, uint32_t *code, int32_t *literal) {
    uint32_t when = jumps_when(&w[1], &w[2]);
    if (when == OX_SCRIPT_TRAP || !is_literal(&w[0], literal)) return false;
    if (when == OX_SCRIPT_LE || when == OX_SCRIPT_GT) {
        if (*literal == INT8_MAX) return false;
        when = when == OX_SCRIPT_LE ? OX_SCRIPT_LT : OX_SCRIPT_GE;
        ++*literal;
    }
    *code = codes + (when == OX_SCRIPT_EQ ? 0u : when == OX_SCRIPT_NE ? 1u : when == OX_SCRIPT_LT ? 2u : 3u);
    return true;
}

/* ---- patterns to fuse: each gives the number of steps, or 0 ---- */

static uint32_t fuse_four(const step *w, fused *out) {
    uint32_t code;
    int32_t literal;
    if (fuse_locals_jump(w, out)) return 4;
    if (loads_local(&w[0]) && fuse_literal_jump(w + 1, OX_SCRIPT_JEQI, &code, &literal)) {
        *out = (fused){code, {w[0].in[0], literal}};
        return 4;
    }
    if (loads_local(&w[0]) && loads_local(&w[1]) && stores_local(&w[3]) &&
        (w[2].code == OX_SCRIPT_ADD || w[2].code == OX_SCRIPT_SUB)) {
        code = w[2].code == OX_SCRIPT_ADD ? OX_SCRIPT_ADDLLL : OX_SCRIPT_SUBLLL;
        *out = (fused){code, {w[3].in[0], w[0].in[0], w[1].in[0]}};
        return 4;
    }
    if (!is_literal(&w[1], &literal) || !adds_literal(&w[2], &literal)) return 0;
    if (loads_local(&w[0]) && stores_local(&w[3])) {
        *out = (fused){OX_SCRIPT_ADDLLI, {w[3].in[0], w[0].in[0], literal}};
        return 4;
    }
    if (w[0].code == OX_SCRIPT_LDI && w[3].code == OX_SCRIPT_STI && w[0].in[0] == w[3].in[0]) {
        *out = (fused){OX_SCRIPT_INCI, {w[0].in[0], literal}};
        return 4;
    }
    if (w[0].code == OX_SCRIPT_LDG && w[3].code == OX_SCRIPT_STG && w[0].in[0] == w[3].in[0]) {
        *out = (fused){OX_SCRIPT_INCG, {w[0].in[0], literal}};
        return 4;
    }
    return 0;
}

/* Fuses a sum and the test at the end of a loop. */
static uint32_t fuse_five(const step *w, fused *out) {
    fused jump;
    if (w[0].code != OX_SCRIPT_INCL || w[4].code == OX_SCRIPT_JZ || w[4].code == OX_SCRIPT_JNZ ||
        !fuse_locals_jump(w + 1, &jump) || jump.code != OX_SCRIPT_JLT || jump.in[0] != w[0].in[0] ||
        jump.in[1] == jump.in[0])
        return 0;
    *out = (fused){OX_SCRIPT_LOOPLT, {w[0].in[0], w[0].in[1], jump.in[1]}};
    return 5;
}

static uint32_t fuse_three(const step *w, fused *out) {
    static const uint16_t of_locals[][2] = {
        {OX_SCRIPT_ADD, OX_SCRIPT_ADDLL},   {OX_SCRIPT_SUB, OX_SCRIPT_SUBLL},
        {OX_SCRIPT_MUL, OX_SCRIPT_MULLL},   {OX_SCRIPT_FADD, OX_SCRIPT_FADDLL},
        {OX_SCRIPT_FSUB, OX_SCRIPT_FSUBLL}, {OX_SCRIPT_FMUL, OX_SCRIPT_FMULLL}};
    uint32_t code;
    int32_t literal;
    if (fuse_literal_jump(w, OX_SCRIPT_JEQT, &code, &literal)) {
        *out = (fused){code, {literal}};
        return 3;
    }
    if (!loads_local(&w[0])) return 0;
    code = ONE_OF(of_locals, w[2].code);
    if (loads_local(&w[1]) && code != OX_SCRIPT_TRAP) {
        *out = (fused){code, {w[0].in[0], w[1].in[0]}};
        return 3;
    }
    if (!is_literal(&w[1], &literal)) return 0;
    bool adds = adds_literal(&w[2], &literal);
    if (!adds && w[2].code != OX_SCRIPT_MUL) return 0;
    *out = (fused){adds ? OX_SCRIPT_ADDLI : OX_SCRIPT_MULLI, {w[0].in[0], literal}};
    return 3;
}

static uint32_t fuse_literal(const step *w, int32_t literal, fused *out) {
    static const uint16_t codes[][2] = {{OX_SCRIPT_MUL, OX_SCRIPT_MULI},
                                        {OX_SCRIPT_DIV, OX_SCRIPT_DIVI},
                                        {OX_SCRIPT_REM, OX_SCRIPT_REMI},
                                        {OX_SCRIPT_AND, OX_SCRIPT_ANDI}};
    uint32_t code = ONE_OF(codes, w[1].code);
    if (stores_local(&w[1])) {
        *out = (fused){OX_SCRIPT_SETL, {w[1].in[0], literal}};
    } else if (adds_literal(&w[1], &literal)) {
        *out = (fused){OX_SCRIPT_ADDI, {literal}};
    } else if (code != OX_SCRIPT_TRAP &&
               (literal != 0 || (code != OX_SCRIPT_DIVI && code != OX_SCRIPT_REMI))) {
        *out = (fused){code, {literal}};
    } else {
        return 0;
    }
    return 2;
}

static uint32_t fuse_local(const step *w, fused *out) {
    static const uint16_t with[][2] = {{OX_SCRIPT_ADD, OX_SCRIPT_ADDL},   {OX_SCRIPT_SUB, OX_SCRIPT_SUBL},
                                       {OX_SCRIPT_MUL, OX_SCRIPT_MULL},   {OX_SCRIPT_FADD, OX_SCRIPT_FADDL},
                                       {OX_SCRIPT_FSUB, OX_SCRIPT_FSUBL}, {OX_SCRIPT_FMUL, OX_SCRIPT_FMULL}};
    int32_t local = w[0].in[0];
    uint32_t code = ONE_OF(with, w[1].code);
    if (code != OX_SCRIPT_TRAP) {
        *out = (fused){code, {local}};
    } else if (stores_local(&w[1])) {
        *out = (fused){OX_SCRIPT_MOVE, {w[1].in[0], local}};
    } else if (w[1].code == OX_SCRIPT_ADDTO || w[1].code == OX_SCRIPT_SUBTO) {
        *out = (fused){w[1].code == OX_SCRIPT_ADDTO ? OX_SCRIPT_ADDLLL : OX_SCRIPT_SUBLLL,
                       {w[1].in[0], w[1].in[0], local}};
    } else if (w[1].code == OX_SCRIPT_RETN && w[1].in[0] == 1) {
        *out = (fused){OX_SCRIPT_RETL, {local}};
    } else if (w[1].code == OX_SCRIPT_LDX && w[1].in[3] == 1) {
        *out = (fused){OX_SCRIPT_LDE, {local, w[1].in[0], w[1].in[1], w[1].in[2]}};
    } else {
        return 0;
    }
    return 2;
}

static uint32_t fuse(const step *w, uint32_t n, fused *out) {
    int32_t literal;
    uint32_t steps = n >= 5 ? fuse_five(w, out) : 0;
    if (steps == 0 && n >= 4) steps = fuse_four(w, out);
    if (steps == 0 && n >= 3) steps = fuse_three(w, out);
    if (steps == 0 && n >= 2 && is_literal(&w[0], &literal)) steps = fuse_literal(w, literal, out);
    if (steps == 0 && n >= 2 && loads_local(&w[0])) steps = fuse_local(w, out);
    return steps;
}

/* Fuses two loads, where the second one does not fuse with the steps behind it. */
static uint32_t fuse_loads(const step *w, uint32_t n, fused *out) {
    if (n < 2 || !loads_local(&w[0]) || !loads_local(&w[1]) || fuse(w + 1, n - 1, out) != 0) return 0;
    *out = (fused){OX_SCRIPT_LDTWO, {w[0].in[0], w[1].in[0]}};
    return 2;
}

/* ---- the pass ---- */

static void put_value(pass *p, int32_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) p->e->bytes[p->to++] = (uint8_t)((uint32_t)value >> 8 * i);
}

/* Writes an instruction with its operands, and corrects its place among the jumps that are patched later; `last` is
 * the last step fused. */
static void put_instruction(pass *p, uint32_t code, const int32_t *in, const step *last) {
    const ox_script_instruction *row = ox_script_instruction_of(code);
    script_code *e = p->e;
    uint32_t old = last->at + last->bytes;
    put_value(p, (int32_t)(row->first == row->last ? code : code + (uint32_t)in[0]), 1);
    for (uint32_t i = 0; i < OX_SCRIPT_OPERANDS && row->operands[i] != OX_OPERAND_NONE; i++) {
        uint32_t kind = row->operands[i];
        int32_t value = in[i];
        if (kind == OX_OPERAND_AHEAD || kind == OX_OPERAND_BACK || kind == OX_OPERAND_TO) {
            if (p->jump < e->jump_count && e->jumps[p->jump].operand == old - 2 && !e->jumps[p->jump].table) {
                e->jumps[p->jump].at = e->jumps[p->jump].operand = p->to;
                p->jump++;
            } else { /* a jump back: its offset is the last operand */
                const ox_script_instruction *was = ox_script_instruction_of(last->code);
                uint32_t place = 0;
                while (place + 1 < OX_SCRIPT_OPERANDS && was->operands[place + 1] != OX_OPERAND_NONE) place++;
                value = (int32_t)(p->moved[old + (uint32_t)last->in[place]] - (p->to + 2));
            }
        }
        put_value(p, value, ox_script_operand_bytes((ox_script_operand)kind));
    }
}

/* The byte offset of the rows of lines of the current function, which are the last rows. */
static size_t rows_of(const script_code *e, const script_map *map) {
    size_t first = map->lines.size;
    while (first > 0 && rom_u16(map->lines.data + first - ROM_SCRIPT_LINE_SIZE + ROM_SCRIPT_LINE_FUNCTION) ==
                            e->c->emitted)
        first -= ROM_SCRIPT_LINE_SIZE;
    return first;
}

static void mark_places(pass *p, const script_map *map) {
    script_code *e = p->e;
    for (size_t i = 1; i <= e->label_count; i++)
        if (e->labels[i].used && e->labels[i].at <= e->size) p->stays[e->labels[i].at] = 1;
    if (map == NULL) return;
    for (size_t row = rows_of(e, map); row < map->lines.size; row += ROM_SCRIPT_LINE_SIZE)
        p->stays[rom_u16(map->lines.data + row + ROM_SCRIPT_LINE_BYTE)] = 1;
}

static void move_places(pass *p, script_map *map) {
    script_code *e = p->e;
    for (size_t i = 1; i <= e->label_count; i++)
        if (e->labels[i].at <= e->size) e->labels[i].at = p->moved[e->labels[i].at];
    for (size_t i = 0; i < e->jump_count; i++)
        if (e->jumps[i].table) e->jumps[i].at = p->moved[e->jumps[i].at];
    if (map == NULL) return;
    for (size_t row = map->variables.size; row > 0;) {
        row -= ROM_SCRIPT_VARIABLE_SIZE;
        if (rom_u16(map->variables.data + row + ROM_SCRIPT_VARIABLE_FUNCTION) != e->c->emitted) break;
        for (size_t at = row + ROM_SCRIPT_VARIABLE_FROM; at <= row + ROM_SCRIPT_VARIABLE_TO; at += 2) {
            const uint32_t byte = rom_u16(map->variables.data + at);
            if (byte <= p->bytes) writer_put_u16(&map->variables, at, (uint16_t)p->moved[byte]);
        }
    }
    for (size_t row = rows_of(e, map); row < map->lines.size; row += ROM_SCRIPT_LINE_SIZE) {
        size_t byte = row + ROM_SCRIPT_LINE_BYTE;
        writer_put_u16(&map->lines, byte, (uint16_t)p->moved[rom_u16(map->lines.data + byte)]);
    }
}

void script_fuse(script_code *e) {
    if (e->size > UINT16_MAX) return; /* too long a function, reported elsewhere */
    uint8_t *from = script_take(e->c, e->size + 1);
    pass p = {.e = e,
              .from = from,
              .bytes = (uint32_t)e->size,
              .stays = script_take(e->c, e->size + 1),
              .moved = script_take(e->c, (e->size + 1) * sizeof(uint32_t))};
    uint32_t at = 0;
    if (e->size > 0) memcpy(from, e->bytes, e->size);
    script_grow(e->c, (void **)&e->bytes, &e->room, 2 * e->size, 1); /* LD0 ST0 becomes MOVE 0 0 */
    mark_places(&p, e->c->options.map);
    while (at < p.bytes) {
        step w[WINDOW];
        fused out;
        uint32_t n = 0, next = at;
        while (n < WINDOW && (n == 0 || p.stays[next] == 0) && read_step(&p, next, &w[n])) {
            next += w[n].bytes;
            n++;
        }
        if (n == 0) return; /* the function has no end: its mistake was told */
        uint32_t steps = fuse(w, n, &out);
        if (steps == 0) steps = fuse_loads(w, n, &out);
        if (steps == 0) {
            out.code = w[0].code;
            memcpy(out.in, w[0].in, sizeof out.in);
            steps = 1;
        }
        while (p.jump < e->jump_count && e->jumps[p.jump].table && e->jumps[p.jump].at <= at) p.jump++;
        for (uint32_t i = 0; i < steps; i++) p.moved[w[i].at] = p.to;
        put_instruction(&p, out.code, out.in, &w[steps - 1]);
        at = w[steps - 1].at + w[steps - 1].bytes;
    }
    p.moved[p.bytes] = p.to;
    move_places(&p, e->c->options.map);
    e->size = p.to;
}

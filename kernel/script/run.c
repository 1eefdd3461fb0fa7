/* The interpreter: one loop over the instructions of instructions.inc. What runs most is done here, with the registers in those of
 * the processor and the top of the stack in one of them; for all else the loop calls rare.c. A port may have this file in quicker
 * memory (platform/gba/gba.ld), so it is kept short. */
#include "fixedmath/scalar.h"
#include "kernel/script/loop.h"

/* ---- calls ---- */

/* How often the function stands on the stack already: every frame of it knows. */
static uint32_t depth_of(const script_loop *r, const int32_t *fp, uint32_t function) {
    uint32_t at = r->at->function;
    for (;;) {
        const int32_t *link = fp + r->functions[at * ROM_SCRIPT_FUNCTION_SIZE + ROM_SCRIPT_FUNCTION_LOCALS];
        if (at == function) return (uint32_t)link[2] >> 16;
        at = (uint32_t)link[2] & 0xFFFFu;
        if (at == OX_SCRIPT_NONE) return 0;
        fp = r->stack + link[1];
    }
}

/* Link: where the caller goes on, its frame, and its number with how often the callee stands on the stack. */
static inline bool call(script_loop *r, uint32_t function) {
    const uint8_t *f = r->functions + function * ROM_SCRIPT_FUNCTION_SIZE;
    uint32_t arguments = f[ROM_SCRIPT_FUNCTION_ARGUMENTS],
             shape = rom_word(f + ROM_SCRIPT_FUNCTION_LOCALS), /* four bytes */
        locals = shape & 0xFF, limit = shape >> 24, depth = 1;
    int32_t *fp = r->sp - arguments, *link = fp + locals;
    if ((uint32_t)(r->end - fp) < locals + OX_SCRIPT_LINK + (shape >> 8 & 0xFF)) return false;
    if (limit != 0) {
        depth += depth_of(r, r->fp, function);
        if (depth > limit) return false;
    }
    for (int32_t *cell = r->sp; cell < link; cell++) *cell = 0;
    link[0] = (int32_t)(r->pc - r->code);
    link[1] = (int32_t)(r->fp - r->stack);
    link[2] = (int32_t)(r->at->function | depth << 16);
    r->fp = fp;
    r->sp = link + OX_SCRIPT_LINK;
    r->at->function = (uint16_t)function;
    r->pc = r->code = script_enter(r, function);
    return true;
}

/* The results on top of the stack take the frame's place. False when nobody called: they are at the stack's beginning. */
static inline bool leave(script_loop *r, uint32_t results) {
    const int32_t *link =
        r->fp + r->functions[r->at->function * ROM_SCRIPT_FUNCTION_SIZE + ROM_SCRIPT_FUNCTION_LOCALS];
    uint32_t caller = (uint32_t)link[2] & 0xFFFFu, byte = (uint32_t)link[0];
    int32_t *fp = r->stack + link[1], *to = r->fp;
    for (const int32_t *from = r->sp - results; from < r->sp; from++) *to++ = *from;
    r->sp = to;
    if (caller == OX_SCRIPT_NONE) return false;
    r->fp = fp;
    r->at->function = (uint16_t)caller;
    r->code = script_enter(r, caller);
    r->pc = r->code + byte;
    return true;
}

/* ---- natives ---- */

/* Arguments are handed over where they lie: the stack stands still while a native runs. */
static inline script_next call_native(ox_script *s, script_loop *r, uint32_t index) {
    const ox_script_import *import = &s->imports[index];
    const ox_script_native *native = import->native;
    uint32_t gives = import->shape.results, cost = native->cost;
    int32_t results[OX_SCRIPT_RESULTS];
    ox_script_call call;
    if (import->shape.latent && s->root == NULL)
        return script_trap(r, OX_SCRIPT_TRAP_BAD, (int32_t)*r->begun);
    for (uint32_t i = 0; i < gives; i++) results[i] = 0;
    r->sp -= import->shape.arguments;
    call.arguments = r->sp;
    call.results = results;
    call.machine = s;
    call.context = s->context;
    call.owner = script_object(s);
    call.task = s->root == NULL ? 0 : ox_roster_handle(&s->tasks, &s->root->slot).bits;
    call.refused = 0;
    s->left -= (int32_t)(cost == 0 ? OX_SCRIPT_NATIVE_COST : cost);
    s->frame = r->fp;
    ox_script_answer answer = native->call(&call);
    s->frame = NULL;
    if (answer == OX_SCRIPT_DONE || (answer == OX_SCRIPT_PENDING && !import->shape.latent)) {
        for (uint32_t i = 0; i < gives; i++) *r->sp++ = results[i];
        return SCRIPT_NEXT_ON;
    }
    if (answer == OX_SCRIPT_REFUSED) return script_trap(r, OX_SCRIPT_TRAP_NATIVE, (int32_t)call.refused);
    (void)script_suspend(s, r, SCRIPT_WAIT_NATIVE, index);
    r->ended = SCRIPT_SUSPENDED;
    return SCRIPT_NEXT_END;
}

/* ---- arithmetic that is more than a line ---- */

static inline int32_t divide(int32_t a, int32_t b) { return b == -1 ? fx_wrap_neg(a) : a / b; }
static inline int32_t remainder_of(int32_t a, int32_t b) { return b == -1 ? 0 : a % b; }

/* Quotient or remainder by a literal: by its reciprocal, which gives the quotient or one less (2^32 / d - 1 times n <= 2^31 is less than
 * 2^32 short). The ARM7 has no division. */
static inline int32_t by_literal(int32_t a, int32_t b, bool quotient) {
    uint32_t n = a < 0 ? 0u - (uint32_t)a : (uint32_t)a, d = (uint32_t)(b < 0 ? -b : b),
             q = (uint32_t)((uint64_t)n * script_reciprocals[d] >> 32), rest = n - q * d;
    if (rest >= d) {
        rest -= d;
        q++;
    }
    if (quotient) return (int32_t)((a < 0) != (b < 0) ? 0u - q : q);
    return a < 0 ? -(int32_t)rest : (int32_t)rest;
}

/* ---- the loop ---- */

/* `sp` points to the place of the top, which is in `top` and not there: OUT puts it there, and all else where others look for it. */
#define OUT() (*sp = top, r.pc = pc, r.sp = sp + 1, r.fp = fp, s->left = left)
#define IN() (pc = r.pc, sp = r.sp - 1, fp = r.fp, top = *sp, left = s->left)
#define BYTE (*pc++)
#define HALF (pc += 2, rom_u16(pc - 2))
#define PUSH(value)                                                                                          \
    do {                                                                                                     \
        int32_t pushed = (value);                                                                            \
        *sp++ = top;                                                                                         \
        top = pushed;                                                                                        \
    } while (0)
#define POP() (top = *--sp)
/* `bytes`: how far the instruction has been read. */
#define TRAP(bytes, kind, of)                                                                                \
    do {                                                                                                     \
        r.begun = pc - (bytes);                                                                              \
        r.trap = OX_SCRIPT_TRAP_##kind;                                                                      \
        r.value = (of);                                                                                      \
        goto trapped_here;                                                                                   \
    } while (0)
#define TWO(name, expression)                                                                                \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t a = *--sp, b = top;                                                                          \
        top = (expression);                                                                                  \
        break;                                                                                               \
    }
#define ONE(name, expression)                                                                                \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t a = top;                                                                                     \
        top = (expression);                                                                                  \
        break;                                                                                               \
    }
#define BY(name, expression)                                                                                 \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t a = *--sp, b = top;                                                                          \
        if (b == 0) TRAP(1, DIV, a);                                                                         \
        top = (expression);                                                                                  \
        break;                                                                                               \
    }
#define EIGHT(name)                                                                                          \
    OX_SCRIPT_##name : case OX_SCRIPT_##name + 1 : case OX_SCRIPT_##name + 2 : case OX_SCRIPT_##name +       \
                                                                               3                             \
        : case OX_SCRIPT_##name +                                                                            \
          4 : case OX_SCRIPT_##name + 5 : case OX_SCRIPT_##name + 6 : case OX_SCRIPT_##name + 7
#define JUMP() (pc += 2 + rom_i16(pc))
#define JUMP_WHEN(condition)                                                                                 \
    do {                                                                                                     \
        if (condition) {                                                                                     \
            JUMP();                                                                                          \
        } else {                                                                                             \
            pc += 2;                                                                                         \
        }                                                                                                    \
    } while (0)
/* Of two locals, or of a local and a literal. */
#define JUMP_IF(name, right, operator)                                                                       \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t a = fp[pc[0]], b = (right);                                                                  \
        pc += 2;                                                                                             \
        if (a operator b) goto jump;                                                                         \
        pc += 2;                                                                                             \
        break;                                                                                               \
    }
/* Of the top and a literal. */
#define JUMP_IF_TOP(name, operator)                                                                          \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t a = top, b = (int8_t)BYTE;                                                                   \
        POP();                                                                                               \
        if (a operator b) goto jump;                                                                         \
        pc += 2;                                                                                             \
        break;                                                                                               \
    }
/* Of two cells of the stack, of the top and a local, of two locals. */
#define TWO_OR_LOCALS(name, expression)                                                                      \
    case OX_SCRIPT_##name##LL: {                                                                             \
        int32_t a = fp[pc[0]], b = fp[pc[1]];                                                                \
        pc += 2;                                                                                             \
        *sp++ = top;                                                                                         \
        top = (expression);                                                                                  \
        break;                                                                                               \
    }                                                                                                        \
    case OX_SCRIPT_##name##L: {                                                                              \
        int32_t a = top, b = fp[BYTE];                                                                       \
        top = (expression);                                                                                  \
        break;                                                                                               \
    }                                                                                                        \
        TWO(name, expression)
#define TO_LOCAL(name, expression)                                                                           \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t *local = fp + BYTE, a = *local, b = top;                                                     \
        *local = (expression);                                                                               \
        POP();                                                                                               \
        break;                                                                                               \
    }
/* The first cell of a space that can be written. */
#define SPACE(which) ((which) == OX_SCRIPT_SPACE_LOCALS ? fp : script_space(s, &r, (which)))

script_end script_run(ox_script *s) {
    script_loop r;
    const uint8_t *pc;
    int32_t *sp, *fp, top, left;
    script_next next;
    const bool in_task = s->root != NULL;
    r.functions = script_function(&s->module, 0);
    r.codes = s->module.bytes + s->module.at[OX_SCRIPT_SECTION_CODE];
    script_loop_load(s, &r);
    IN();
    for (;;) {
        uint32_t code;
        code = BYTE;
        if (--left < 0) goto exhausted;
        switch (code) {
        case OX_SCRIPT_HEAD:
            if (in_task) goto head;
            break;
        case OX_SCRIPT_P8:
            PUSH((int8_t)*pc);
            pc++;
            break;
        case OX_SCRIPT_P16:
            PUSH(rom_i16(pc));
            pc += 2;
            break;
        case OX_SCRIPT_K:
            PUSH(script_constant(&s->module, rom_u16(pc)));
            pc += 2;
            break;
        case OX_SCRIPT_P0:
            PUSH(0);
            break;
        case OX_SCRIPT_P1:
            PUSH(1);
            break;
        case OX_SCRIPT_PM1:
            PUSH(-1);
            break;
        case OX_SCRIPT_DUP:
            *sp++ = top;
            break;
        case OX_SCRIPT_DROP:
            POP();
            break;
        case EIGHT(LD):
            PUSH(fp[code - OX_SCRIPT_LD]);
            break;
        case EIGHT(ST):
            fp[code - OX_SCRIPT_ST] = top;
            POP();
            break;
        case OX_SCRIPT_LDL:
            PUSH(fp[*pc]);
            pc++;
            break;
        case OX_SCRIPT_STL:
            fp[BYTE] = top;
            POP();
            break;
        case OX_SCRIPT_LDG:
            PUSH(s->globals[rom_u16(pc)]);
            pc += 2;
            break;
        case OX_SCRIPT_STG:
            s->globals[rom_u16(pc)] = top;
            pc += 2;
            POP();
            break;
        case OX_SCRIPT_LDI:
            PUSH(r.mine[rom_u16(pc)]);
            pc += 2;
            break;
        case OX_SCRIPT_MOVE:
            fp[pc[0]] = fp[pc[1]];
            pc += 2;
            break;
        case OX_SCRIPT_SETL:
            fp[pc[0]] = (int8_t)pc[1];
            pc += 2;
            break;
        case OX_SCRIPT_LDTWO:
            *sp++ = top;
            *sp++ = fp[pc[0]];
            top = fp[pc[1]];
            pc += 2;
            break;
        case OX_SCRIPT_STI:
            r.mine[rom_u16(pc)] = top;
            pc += 2;
            POP();
            break;
        case OX_SCRIPT_LDN:
        case OX_SCRIPT_LDX: {
            uint32_t n, at = rom_u16(pc + 1), space = pc[0];
            if (code == OX_SCRIPT_LDX) {
                if ((uint32_t)top >= rom_u16(pc + 3)) TRAP(1, INDEX, top);
                n = pc[5];
                at += (uint32_t)top * n;
                pc += 6;
            } else {
                n = pc[3];
                pc += 4;
                *sp++ = top;
            }
            /* n cells from the place of the top on */
            if (space == OX_SCRIPT_SPACE_CONSTANTS) {
                for (sp += n - 1; n > 0; n--, at++)
                    sp[1 - (int32_t)n] = top = script_constant(&s->module, at);
            } else {
                const int32_t *from = SPACE(space) + at;
                for (; --n > 0; from++) *sp++ = *from;
                top = *from;
            }
            break;
        }
        case OX_SCRIPT_STN:
        case OX_SCRIPT_STX: {
            uint32_t n, at = rom_u16(pc + 1), space = pc[0];
            if (code == OX_SCRIPT_STX) {
                n = pc[5];
                uint32_t element = (uint32_t)sp[-(int32_t)n];
                if (element >= rom_u16(pc + 3)) TRAP(1, INDEX, (int32_t)element);
                at += element * n;
                pc += 6;
            } else {
                n = pc[3];
                pc += 4;
            }
            int32_t *to = SPACE(space) + at + n;
            *--to = top;
            while (--n > 0) *--to = *--sp;
            if (code == OX_SCRIPT_STX) sp--;
            POP();
            break;
        }
        case OX_SCRIPT_LDE:
        case OX_SCRIPT_STE: {
            uint32_t element = (uint32_t)fp[pc[0]], space = pc[1], at = rom_u16(pc + 2) + element;
            if (element >= rom_u16(pc + 4)) TRAP(1, INDEX, (int32_t)element);
            pc += 6;
            if (code == OX_SCRIPT_STE) {
                SPACE(space)[at] = top;
                POP();
            } else {
                PUSH(space == OX_SCRIPT_SPACE_CONSTANTS ? script_constant(&s->module, at) : SPACE(space)[at]);
            }
            break;
        }
        case OX_SCRIPT_INCL:
        case OX_SCRIPT_INCI:
        case OX_SCRIPT_INCG: {
            int32_t *cell = fp + BYTE;
            if (code != OX_SCRIPT_INCL) {
                uint32_t number = pc[-1] | (uint32_t)pc[0] << 8;
                cell = (code == OX_SCRIPT_INCG ? s->globals : r.mine) + number;
                pc++;
            }
            *cell = fx_wrap_add(*cell, (int8_t)*pc);
            pc++;
            break;
        }

            TWO_OR_LOCALS(ADD, fx_wrap_add(a, b))
            TWO_OR_LOCALS(SUB, fx_wrap_sub(a, b))
            TWO_OR_LOCALS(MUL, fx_wrap_mul(a, b))
            BY(DIV, divide(a, b))
            BY(REM, remainder_of(a, b))
            ONE(NEG, fx_wrap_neg(a))
            TWO(AND, a & b)
            TWO(OR, a | b)
            TWO(XOR, a ^ b)
            TWO(SHL, fx_shl32(a, b & 31))
            TWO(SHR, fx_sra32(a, b & 31))
            TWO_OR_LOCALS(FADD, fx_adds(a, b))
            TWO_OR_LOCALS(FSUB, fx_subs(a, b))
            TWO_OR_LOCALS(FMUL, fx_muls(a, b))
            TO_LOCAL(ADDTO, fx_wrap_add(a, b))
            TO_LOCAL(SUBTO, fx_wrap_sub(a, b))
            TO_LOCAL(FADDTO, fx_adds(a, b))
            TO_LOCAL(FSUBTO, fx_subs(a, b))
        case OX_SCRIPT_ADDLLL:
            fp[pc[0]] = fx_wrap_add(fp[pc[1]], fp[pc[2]]);
            pc += 3;
            break;
        case OX_SCRIPT_SUBLLL:
            fp[pc[0]] = fx_wrap_sub(fp[pc[1]], fp[pc[2]]);
            pc += 3;
            break;
        case OX_SCRIPT_ADDLLI:
            fp[pc[0]] = fx_wrap_add(fp[pc[1]], (int8_t)pc[2]);
            pc += 3;
            break;
        case OX_SCRIPT_ADDLI:
            PUSH(fx_wrap_add(fp[pc[0]], (int8_t)pc[1]));
            pc += 2;
            break;
        case OX_SCRIPT_MULLI:
            PUSH(fx_wrap_mul(fp[pc[0]], (int8_t)pc[1]));
            pc += 2;
            break;
        case OX_SCRIPT_ADDI:
            top = fx_wrap_add(top, (int8_t)BYTE);
            break;
        case OX_SCRIPT_MULI:
            top = fx_wrap_mul(top, (int8_t)BYTE);
            break;
        case OX_SCRIPT_ANDI:
            top &= (int8_t)BYTE;
            break;
        case OX_SCRIPT_DIVI:
        case OX_SCRIPT_REMI:
            top = by_literal(top, (int8_t)BYTE, code == OX_SCRIPT_DIVI);
            break;
            ONE(ITOF, fx_from_int(a))
            ONE(FTOI, fx_to_int_floor(a))
            TWO(EQ, a == b)
            TWO(NE, a != b)
            TWO(LT, a < b)
            TWO(LE, a <= b)
            TWO(GT, a > b)
            TWO(GE, a >= b)
            ONE(NOT, a == 0)

        case OX_SCRIPT_JMP:
            JUMP();
            break;
        case OX_SCRIPT_LOOP:
            JUMP();
            goto landed;
        case OX_SCRIPT_LOOPZ:
        case OX_SCRIPT_LOOPNZ: {
            int32_t a = top;
            POP();
            if ((a == 0) == (code == OX_SCRIPT_LOOPZ)) goto jump;
            pc += 2;
            break;
        }
            JUMP_IF(JEQ, fp[pc[1]], ==)
            JUMP_IF(JNE, fp[pc[1]], !=)
            JUMP_IF(JLT, fp[pc[1]], <)
            JUMP_IF(JLE, fp[pc[1]], <=)
            JUMP_IF(JEQI, (int8_t)pc[1], ==)
            JUMP_IF(JNEI, (int8_t)pc[1], !=)
            JUMP_IF(JLTI, (int8_t)pc[1], <)
            JUMP_IF(JGEI, (int8_t)pc[1], >=)
            JUMP_IF_TOP(JEQT, ==)
            JUMP_IF_TOP(JNET, !=)
            JUMP_IF_TOP(JLTT, <)
            JUMP_IF_TOP(JGET, >=)
        case OX_SCRIPT_JZ: {
            int32_t a = top;
            POP();
            JUMP_WHEN(a == 0);
            break;
        }
        case OX_SCRIPT_JNZ: {
            int32_t a = top;
            POP();
            JUMP_WHEN(a != 0);
            break;
        }
        case OX_SCRIPT_JZK:
            if (top != 0)
                POP(), pc += 2;
            else
                JUMP();
            break;
        case OX_SCRIPT_JNZK:
            if (top == 0)
                POP(), pc += 2;
            else
                JUMP();
            break;
        case OX_SCRIPT_FOR: {
            int32_t step = (int8_t)pc[2], *variable = fp + pc[0], limit = fp[pc[1]], value = *variable;
            /* the way to the limit as a number without sign, where it is ahead at all */
            bool within = step > 0
                              ? value < limit && (uint32_t)limit - (uint32_t)value >= (uint32_t)step
                              : value > limit && (uint32_t)value - (uint32_t)limit >= 0u - (uint32_t)step;
            if (!within) {
                pc += 5;
                break;
            }
            *variable = value + step;
            pc += 3;
            JUMP();
            goto landed;
        }
        case OX_SCRIPT_CALL: {
            uint32_t function = HALF;
            OUT();
            if (!call(&r, function)) TRAP(3, STACK, (int32_t)function);
            IN();
            break;
        }
        case OX_SCRIPT_CALLV: {
            uint32_t function = script_method_of(s, BYTE);
            OUT();
            if (!call(&r, function)) TRAP(2, STACK, (int32_t)function);
            IN();
            break;
        }
        case OX_SCRIPT_RETL:
            PUSH(fp[*pc]);
            /* fall through */
        case OX_SCRIPT_RET:
        case OX_SCRIPT_RETN: {
            uint32_t results = code == OX_SCRIPT_RET ? 0 : code == OX_SCRIPT_RETL ? 1 : *pc;
            OUT();
            if (leave(&r, results)) {
                IN();
                break;
            }
            if (s->task == s->root) {
                script_loop_save(&r);
                return SCRIPT_RETURNED;
            }
            next = script_gives_back(s, &r, results, true);
            goto behind;
        }
        case OX_SCRIPT_VADD:
        case OX_SCRIPT_VSUB:
        case OX_SCRIPT_VMUL:
        case OX_SCRIPT_VDOT:
        case OX_SCRIPT_VLEN:
        case OX_SCRIPT_VEQ:
            *sp = top;
            sp = script_vector(code, sp + 1, BYTE) - 1;
            top = *sp;
            break;
        default:
            r.begun = pc - 1;
            if (code >= OX_SCRIPT_CALLN) {
                uint32_t index = code >= OX_SCRIPT_N ? code - OX_SCRIPT_N : HALF;
                OUT();
                next = call_native(s, &r, index);
            } else {
                OUT();
                next = script_rare(s, &r, code);
            }
            goto behind;
        }
        continue;
    jump : {
        int32_t by = rom_i16(pc);
        pc += 2 + by;
        if (by >= 0) continue;
    }
    landed: /* before a HEAD, which counts as an instruction */
        pc++;
        if (--left < 0) goto exhausted;
        if (!in_task) continue;
    head:
        OUT();
        next = script_rest(s, &r);
    behind:
        if (next == SCRIPT_NEXT_END) return r.ended;
        if (next == SCRIPT_NEXT_TRAP) goto trapped;
        IN();
    }
exhausted:
    r.begun = pc - 1;
    r.trap = OX_SCRIPT_TRAP_BUDGET;
    r.value = 0;
trapped_here:
    OUT();
trapped:
    r.pc = r.begun;
    script_loop_save(&r);
    s->trap = r.trap;
    s->trap_value = r.value;
    return SCRIPT_TRAPPED;
}

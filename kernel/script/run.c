/* The interpreter: one loop over the instructions of instructions.inc. The most frequent instructions are done here,
 * with the machine's registers and the top of the stack in registers of the processor; for all others the loop calls
 * rare.c. A port may have this file in quicker memory (platform/gba/gba.ld), so the file is kept short. */
#include <stddef.h>
#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/script/loop.h"
#ifdef SCRIPT_HOOKED
#include "kernel/script/debug_internal.h"
#endif

/* ---- calls ---- */

/* How often a function stands on the stack already, which every frame of it holds. */
static uint32_t depth_of(const script_loop *r, const int32_t *fp, uint32_t function) {
    uint32_t at = r->function;
    for (;;) {
        const int32_t *link = fp + r->functions[at * ROM_SCRIPT_FUNCTION_SIZE + ROM_SCRIPT_FUNCTION_LOCALS];
        if (at == function) return (uint32_t)link[2] >> 16;
        at = (uint32_t)link[2] & 0xFFFFu;
        if (at == OX_SCRIPT_NONE) return 0;
        fp = r->stack + link[1];
    }
}

/* Handles a native that did not simply return: it made an instance, it refused, or it is pending and the calling task
 * waits, which handlers cannot. */
static script_next native_stops(ox_script *s, script_loop *r, uint32_t index, ox_script_answer answer) {
    if (answer == OX_SCRIPT_MADE) return script_native_made(s, r, s->imports[index].shape.results);
    if (answer == OX_SCRIPT_REFUSED) {
        s->reason = r->call.reason;
        r->call.reason = NULL;
        return script_trap(r, OX_SCRIPT_TRAP_NATIVE, (int32_t)r->call.refused);
    }
    if (!script_suspend(s, r, SCRIPT_WAIT_NATIVE, index))
        return script_trap(r, OX_SCRIPT_TRAP_BAD, (int32_t)*r->begun);
    r->ended = SCRIPT_SUSPENDED;
    return SCRIPT_NEXT_END;
}

/* ---- arithmetic that is more than a line ---- */

static inline int32_t divide_int(int32_t a, int32_t b) { return b == -1 ? fx_wrap_neg(a) : a / b; }
static inline int32_t remainder_of(int32_t a, int32_t b) { return b == -1 ? 0 : a % b; }

/* Quotient or remainder by a literal, computed by its reciprocal, which gives the quotient or one less (2^32 / d - 1
 * times n <= 2^31 is less than 2^32 short). The ARM7 has no division. */
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

/* While the loop runs, `pc` points to the present instruction, and `sp` to the place of the stack's top, whose value is
 * in `top` alone. OUT stores the top and all registers for other functions; IN loads them. */
#define OUT() (*sp = top, r.pc = pc, r.sp = sp + 1, r.fp = fp, s->left = left)
#define IN() (pc = r.pc, sp = r.sp - 1, fp = r.fp, top = *sp, left = s->left)
#define BYTE(at) (pc[at])
#define NUMBER(at) ((int8_t)pc[at])
#define HALF(at) rom_u16(pc + (at))
#define LOCAL(at) (fp[pc[at]])
/* Goes on behind an instruction of `bytes` bytes. */
#define NEXT(bytes)                                                                                          \
    do {                                                                                                     \
        pc += (bytes);                                                                                       \
        goto next_one;                                                                                       \
    } while (0)
#define PUSH(value)                                                                                          \
    do {                                                                                                     \
        int32_t pushed = (value);                                                                            \
        *sp++ = top;                                                                                         \
        top = pushed;                                                                                        \
    } while (0)
#define POP() (top = *--sp)
#define TRAP(kind, of)                                                                                       \
    do {                                                                                                     \
        r.trap = OX_SCRIPT_TRAP_##kind;                                                                      \
        r.value = (of);                                                                                      \
        goto trapped_here;                                                                                   \
    } while (0)
#define TWO(name, expression)                                                                                \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t a = *--sp, b = top;                                                                          \
        top = (expression);                                                                                  \
        NEXT(1);                                                                                             \
    }
#define ONE(name, expression)                                                                                \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t a = top;                                                                                     \
        top = (expression);                                                                                  \
        NEXT(1);                                                                                             \
    }
#define BY(name, expression)                                                                                 \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t a = *--sp, b = top;                                                                          \
        if (b == 0) TRAP(DIV, a);                                                                            \
        top = (expression);                                                                                  \
        NEXT(1);                                                                                             \
    }
/* An operation of two operands in its forms: both on the stack, the top and a local variable, two local variables. */
#define TWO_OR_LOCALS(name, expression)                                                                      \
    case OX_SCRIPT_##name##LL: {                                                                             \
        int32_t a = LOCAL(1), b = LOCAL(2);                                                                  \
        *sp++ = top;                                                                                         \
        top = (expression);                                                                                  \
        NEXT(3);                                                                                             \
    }                                                                                                        \
    case OX_SCRIPT_##name##L: {                                                                              \
        int32_t a = top, b = LOCAL(1);                                                                       \
        top = (expression);                                                                                  \
        NEXT(2);                                                                                             \
    }                                                                                                        \
        TWO(name, expression)
/* An operation on each cell of two vectors; the last cell of the sum is the new top. */
#define TWO_VECTORS(name, operation)                                                                         \
    case OX_SCRIPT_##name: {                                                                                 \
        uint32_t n = BYTE(1);                                                                                \
        const int32_t *b = sp;                                                                               \
        int32_t *a = sp -= n;                                                                                \
        top = operation(*a, top);                                                                            \
        while (--n > 0) {                                                                                    \
            a--;                                                                                             \
            b--;                                                                                             \
            *a = operation(*a, *b);                                                                          \
        }                                                                                                    \
        NEXT(2);                                                                                             \
    }
#define TO_LOCAL(name, expression)                                                                           \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t *local = &LOCAL(1), a = *local, b = top;                                                     \
        *local = (expression);                                                                               \
        POP();                                                                                               \
        NEXT(2);                                                                                             \
    }
#define EIGHT(name)                                                                                          \
    OX_SCRIPT_##name : case OX_SCRIPT_##name + 1 : case OX_SCRIPT_##name + 2 : case OX_SCRIPT_##name +       \
                                                                               3                             \
        : case OX_SCRIPT_##name +                                                                            \
          4 : case OX_SCRIPT_##name + 5 : case OX_SCRIPT_##name + 6 : case OX_SCRIPT_##name + 7
/* Jumps if a condition holds; the jump's operand is the last one of an instruction of `bytes` bytes. */
#define JUMP_WHEN(condition, bytes)                                                                          \
    do {                                                                                                     \
        if (!(condition)) NEXT(bytes);                                                                       \
        pc += (bytes) + rom_i16(pc + (bytes)-2);                                                             \
        goto next_one;                                                                                       \
    } while (0)
/* A jump ahead or back with a comparison: 5 bytes, or 4 when the top is compared. */
#define JUMP_IF(name, left_one, operator, right_one, bytes)                                                  \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t a = (left_one), b = (right_one);                                                             \
        if ((bytes) == 4) POP();                                                                             \
        pc += (bytes);                                                                                       \
        if (a operator b) goto jump;                                                                         \
        goto next_one;                                                                                       \
    }
/* The first cell of a space that can be written. */
#define SPACE(which) ((which) == OX_SCRIPT_SPACE_LOCALS ? fp : script_space(s, &r, (which)))

/* A port may have frequent instructions by hand: before each instruction, the loop gives its registers away and goes on
 * with the first instruction that script_quick leaves. */
#if defined(OX_SCRIPT_BY_HAND) && !defined(SCRIPT_HOOKED)
#define OX_SCRIPT_QUICK 1
#define QUICK() (r.pc = pc, r.sp = sp, r.fp = fp, r.top = top, r.left = left, script_quick(&r))
#define QUICK_IN() (pc = r.pc, sp = r.sp, fp = r.fp, top = r.top, left = r.left)
#define PLACE(member, offset)                                                                                \
    FX_STATIC_ASSERT(offsetof(script_loop, member) == (offset), "script.S knows its place")
PLACE(pc, 0);
PLACE(left, 16);
PLACE(code, 20);
PLACE(functions, 24);
PLACE(codes, 28);
PLACE(stack, 32);
PLACE(end, 36);
PLACE(function, 40);
PLACE(globals, 44);
PLACE(constants, 52);
PLACE(in_task, 56);
PLACE(begun, 60);
PLACE(given, 64);
PLACE(call, 96);
PLACE(call.results, 100);
PLACE(call.machine, 104);
PLACE(call.owner, 112);
PLACE(call.refused, 120);
PLACE(call.frame, 128);
PLACE(call.function, 132);
FX_STATIC_ASSERT(offsetof(ox_script, module.bytes) == 0 && offsetof(ox_script, host) == 128 &&
                     offsetof(ox_script, module.at[OX_SCRIPT_SECTION_FIELDS]) == 48 &&
                     offsetof(ox_script, imports) == 160 && offsetof(ox_script, bindings) == 164 &&
                     offsetof(ox_script, left) == 400 && offsetof(ox_script, task) == 412 &&
                     offsetof(ox_script, root) == 416,
                 "script.S knows these members of a machine");
FX_STATIC_ASSERT(sizeof(ox_script_import) == 12 && offsetof(ox_script_import, shape) == 8 &&
                     offsetof(ox_script_shape, latent) == 2 && offsetof(ox_script_native, call) == 8 &&
                     offsetof(ox_script_host, get) == 12 && offsetof(ox_script_host, set) == 16 &&
                     ROM_SCRIPT_FIELD_SIZE == 12 && ROM_SCRIPT_FIELD_CELLS == 8 &&
                     ROM_SCRIPT_FUNCTION_SIZE == 16 && ROM_SCRIPT_FUNCTION_RECURSION == 11,
                 "script.S knows imports, hosts, fields and functions");
#else
#define QUICK() ((uint32_t)OX_SCRIPT_DONE)
#define QUICK_IN() ((void)0)
#endif

/* The loop has a second instance (debug_run.c) that asks a debugger before each instruction. */
#ifdef SCRIPT_HOOKED
#define BEFORE() (OUT(), script_debug_before(s, &r), IN())
#define TRAPPED() script_debug_trapped(s, &r)
script_end script_run_hooked(ox_script *s) {
#else
#define BEFORE() ((void)0)
#define TRAPPED() ((void)0)
script_end script_run(ox_script *s) {
#endif
    script_loop r;
    const uint8_t *pc;
    int32_t *sp, *fp, top, left;
    uint32_t called, results; /* a function; cells that it gives */
    script_next next;
    ox_script_answer answer;
    uint32_t quick;
    const bool in_task = s->root != NULL;
    r.functions = script_function(&s->module, 0);
    r.codes = s->module.bytes + s->module.at[OX_SCRIPT_SECTION_CODE];
    r.globals = s->globals;
    r.constants = s->module.bytes + s->module.at[OX_SCRIPT_SECTION_CONSTANTS];
    r.in_task = in_task;
    r.call.machine = s;
    r.call.context = s->context;
    r.call.reason = NULL;
    r.call.task = s->root == NULL ? 0 : ox_roster_handle(&s->tasks, &s->root->slot).bits;
    script_loop_load(s, &r);
    IN();
next_one:
    BEFORE();
    quick = QUICK();
    if (quick == SCRIPT_QUICK_ENDED) return SCRIPT_RETURNED;
    QUICK_IN();
    if (quick != OX_SCRIPT_DONE) {
        answer = (ox_script_answer)quick;
        called = *r.begun >= OX_SCRIPT_N ? *r.begun - (uint32_t)OX_SCRIPT_N : rom_u16(r.begun + 1);
        goto unanswered;
    }
    if (--left < 0) goto exhausted;
    {
        const uint32_t code = *pc;
        switch (code) {
        case OX_SCRIPT_HEAD:
            if (in_task) goto head;
            NEXT(1);
#ifndef OX_SCRIPT_QUICK /* these are by hand elsewhere, and never left to this loop */
        case OX_SCRIPT_P8:
            PUSH(NUMBER(1));
            NEXT(2);
        case OX_SCRIPT_P16:
            PUSH(rom_i16(pc + 1));
            NEXT(3);
        case OX_SCRIPT_K:
            PUSH(script_constant(&s->module, HALF(1)));
            NEXT(3);
        case OX_SCRIPT_P0:
            PUSH(0);
            NEXT(1);
        case OX_SCRIPT_P1:
            PUSH(1);
            NEXT(1);
        case OX_SCRIPT_PM1:
            PUSH(-1);
            NEXT(1);
        case OX_SCRIPT_DUP:
            *sp++ = top;
            NEXT(1);
        case OX_SCRIPT_DROP:
            POP();
            NEXT(1);
        case EIGHT(LD):
            PUSH(fp[code - OX_SCRIPT_LD]);
            NEXT(1);
        case EIGHT(ST):
            fp[code - OX_SCRIPT_ST] = top;
            POP();
            NEXT(1);
        case OX_SCRIPT_LDL:
            PUSH(LOCAL(1));
            NEXT(2);
        case OX_SCRIPT_STL:
            LOCAL(1) = top;
            POP();
            NEXT(2);
        case OX_SCRIPT_LDG:
            PUSH(s->globals[HALF(1)]);
            NEXT(3);
        case OX_SCRIPT_STG:
            s->globals[HALF(1)] = top;
            POP();
            NEXT(3);
        case OX_SCRIPT_LDI:
            PUSH(r.mine[HALF(1)]);
            NEXT(3);
        case OX_SCRIPT_STI:
            r.mine[HALF(1)] = top;
            POP();
            NEXT(3);
        case OX_SCRIPT_MOVE:
            LOCAL(1) = LOCAL(2);
            NEXT(3);
        case OX_SCRIPT_SETL:
            LOCAL(1) = NUMBER(2);
            NEXT(3);
        case OX_SCRIPT_LDTWO:
            *sp++ = top;
            *sp++ = LOCAL(1);
            top = LOCAL(2);
            NEXT(3);
        case OX_SCRIPT_INCL: {
            int32_t *cell = &LOCAL(1);
            *cell = fx_wrap_add(*cell, NUMBER(2));
            NEXT(3);
        }
        case OX_SCRIPT_INCI:
        case OX_SCRIPT_INCG: {
            int32_t *cell = (code == OX_SCRIPT_INCG ? s->globals : r.mine) + HALF(1);
            *cell = fx_wrap_add(*cell, NUMBER(3));
            NEXT(4);
        }

            TWO_OR_LOCALS(ADD, fx_wrap_add(a, b))
            TWO_OR_LOCALS(SUB, fx_wrap_sub(a, b))
            TWO_OR_LOCALS(MUL, fx_wrap_mul(a, b))
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
            LOCAL(1) = fx_wrap_add(LOCAL(2), LOCAL(3));
            NEXT(4);
        case OX_SCRIPT_SUBLLL:
            LOCAL(1) = fx_wrap_sub(LOCAL(2), LOCAL(3));
            NEXT(4);
        case OX_SCRIPT_ADDLLI:
            LOCAL(1) = fx_wrap_add(LOCAL(2), NUMBER(3));
            NEXT(4);
        case OX_SCRIPT_ADDLI:
            PUSH(fx_wrap_add(LOCAL(1), NUMBER(2)));
            NEXT(3);
        case OX_SCRIPT_MULLI:
            PUSH(fx_wrap_mul(LOCAL(1), NUMBER(2)));
            NEXT(3);
        case OX_SCRIPT_ADDI:
            top = fx_wrap_add(top, NUMBER(1));
            NEXT(2);
        case OX_SCRIPT_MULI:
            top = fx_wrap_mul(top, NUMBER(1));
            NEXT(2);
        case OX_SCRIPT_ANDI:
            top &= NUMBER(1);
            NEXT(2);
        case OX_SCRIPT_DIVI:
        case OX_SCRIPT_REMI:
            top = by_literal(top, NUMBER(1), code == OX_SCRIPT_DIVI);
            NEXT(2);
            TWO(EQ, a == b)
            TWO(NE, a != b)
            TWO(LT, a < b)
            TWO(LE, a <= b)
            TWO(GT, a > b)
            TWO(GE, a >= b)
            ONE(NOT, a == 0)
        case OX_SCRIPT_JMP:
            JUMP_WHEN(true, 3);
        case OX_SCRIPT_JZ:
        case OX_SCRIPT_JNZ: {
            bool zero = top == 0;
            POP();
            JUMP_WHEN(zero == (code == OX_SCRIPT_JZ), 3);
        }
        case OX_SCRIPT_JZK:
        case OX_SCRIPT_JNZK: {
            bool jumps = (top == 0) == (code == OX_SCRIPT_JZK);
            if (!jumps) POP();
            JUMP_WHEN(jumps, 3);
        }
        case OX_SCRIPT_LOOP:
            pc += 3;
            goto jump;
        case OX_SCRIPT_LOOPZ:
        case OX_SCRIPT_LOOPNZ: {
            bool zero = top == 0;
            POP();
            pc += 3;
            if (zero == (code == OX_SCRIPT_LOOPZ)) goto jump;
            goto next_one;
        }
            JUMP_IF(JEQ, LOCAL(1), ==, LOCAL(2), 5)
            JUMP_IF(JNE, LOCAL(1), !=, LOCAL(2), 5)
            JUMP_IF(JLT, LOCAL(1), <, LOCAL(2), 5)
            JUMP_IF(JLE, LOCAL(1), <=, LOCAL(2), 5)
            JUMP_IF(JEQI, LOCAL(1), ==, NUMBER(2), 5)
            JUMP_IF(JNEI, LOCAL(1), !=, NUMBER(2), 5)
            JUMP_IF(JLTI, LOCAL(1), <, NUMBER(2), 5)
            JUMP_IF(JGEI, LOCAL(1), >=, NUMBER(2), 5)
            JUMP_IF(JEQT, top, ==, NUMBER(1), 4)
            JUMP_IF(JNET, top, !=, NUMBER(1), 4)
            JUMP_IF(JLTT, top, <, NUMBER(1), 4)
            JUMP_IF(JGET, top, >=, NUMBER(1), 4)
        case OX_SCRIPT_LOOPLT: {
            int32_t *variable = &LOCAL(1), limit = LOCAL(3), value = fx_wrap_add(*variable, NUMBER(2));
            *variable = value;
            pc += 6;
            if (value < limit) goto jump;
            goto next_one;
        }
        case OX_SCRIPT_FOR: {
            int32_t step = NUMBER(3), *variable = &LOCAL(1), limit = LOCAL(2), value = *variable;
            /* the distance to the limit is compared without sign, where the limit is still ahead */
            bool within = step > 0
                              ? value < limit && (uint32_t)limit - (uint32_t)value >= (uint32_t)step
                              : value > limit && (uint32_t)value - (uint32_t)limit >= 0u - (uint32_t)step;
            pc += 6;
            if (!within) goto next_one;
            *variable = value + step;
            goto jump;
        }
        jump : { /* pc stands behind the operand */
            int32_t by = NUMBER(-1) * 256 + BYTE(-2);
            pc += by;
            if (by >= 0) goto next_one;
            BEFORE();
            if (--left < 0) goto exhausted; /* a HEAD counts as an instruction */
            if (in_task) goto head;
            NEXT(1);
        }
            TWO_VECTORS(VADD, fx_adds)
            TWO_VECTORS(VSUB, fx_subs)
        case OX_SCRIPT_VMUL: {
            uint32_t n = BYTE(1);
            int32_t by = top, *a = --sp;
            top = fx_muls(*a, by);
            while (--n > 0) {
                a--;
                *a = fx_muls(*a, by);
            }
            NEXT(2);
        }
#endif
        case OX_SCRIPT_LDN:
        case OX_SCRIPT_LDX: {
            uint32_t n, at = HALF(2), space = BYTE(1);
            if (code == OX_SCRIPT_LDX) {
                if ((uint32_t)top >= HALF(4)) TRAP(INDEX, top);
                n = BYTE(6);
                at += (uint32_t)top * n;
                pc += 2;
            } else {
                n = BYTE(4);
                *sp++ = top;
            }
            /* pushes n cells, the first one at sp */
            if (space == OX_SCRIPT_SPACE_CONSTANTS) {
                for (sp += n - 1; n > 0; n--, at++)
                    sp[1 - (int32_t)n] = top = script_constant(&s->module, at);
            } else {
                const int32_t *from = SPACE(space) + at;
                for (; --n > 0; from++) *sp++ = *from;
                top = *from;
            }
            NEXT(5);
        }
        case OX_SCRIPT_STN:
        case OX_SCRIPT_STX: {
            uint32_t n = BYTE(4), at = HALF(2), space = BYTE(1);
            if (code == OX_SCRIPT_STX) {
                n = BYTE(6);
                uint32_t element = (uint32_t)sp[-(int32_t)n];
                if (element >= HALF(4)) TRAP(INDEX, (int32_t)element);
                at += element * n;
                pc += 2;
            }
            int32_t *to = SPACE(space) + at + n;
            *--to = top;
            while (--n > 0) *--to = *--sp;
            if (code == OX_SCRIPT_STX) sp--;
            POP();
            NEXT(5);
        }
        case OX_SCRIPT_LDE:
        case OX_SCRIPT_STE: {
            uint32_t element = (uint32_t)LOCAL(1), space = BYTE(2), at = HALF(3) + element;
            if (element >= HALF(5)) TRAP(INDEX, (int32_t)element);
            if (code == OX_SCRIPT_STE) {
                SPACE(space)[at] = top;
                POP();
            } else {
                PUSH(space == OX_SCRIPT_SPACE_CONSTANTS ? script_constant(&s->module, at) : SPACE(space)[at]);
            }
            NEXT(7);
        }
            BY(DIV, divide_int(a, b))
            BY(REM, remainder_of(a, b))
            ONE(ITOF, fx_from_int(a))
            ONE(FTOI, fx_to_int_floor(a))
        case OX_SCRIPT_VDOT:
        case OX_SCRIPT_VLEN:
        case OX_SCRIPT_VEQ:
            *sp = top;
            sp = script_vector(code, sp + 1, BYTE(1)) - 1;
            top = *sp;
            NEXT(2);

        case OX_SCRIPT_GETF:
        case OX_SCRIPT_SETF:
        case OX_SCRIPT_GETS:
        case OX_SCRIPT_SETS: {
            bool loads = code == OX_SCRIPT_GETF || code == OX_SCRIPT_GETS;
            uint32_t field = HALF(1), binding = s->bindings[field], object = r.call.owner,
                     n = ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS,
                                          field)[ROM_SCRIPT_FIELD_CELLS];
            *sp++ = top;
            if (!loads) sp -= n;
            int32_t *cells = sp;
            if (code == OX_SCRIPT_GETF || code == OX_SCRIPT_SETF) {
                object = (uint32_t) * --sp;
                if (loads) cells = sp;
            }
            r.trap = (binding & SCRIPT_OWN_FIELD) != 0 ? script_own_field(s, object, binding, cells, n, loads)
                     : loads                           ? s->host->get(s->context, object, binding, cells, n)
                                                       : s->host->set(s->context, object, binding, cells, n);
            if (r.trap != OX_SCRIPT_TRAP_NONE) {
                r.value = (int32_t)object;
                goto trapped_here;
            }
            if (loads) sp += n;
            POP();
            NEXT(3);
        }
        case OX_SCRIPT_CALLV:
            called = script_method_of(s, BYTE(1));
            pc += 2;
            goto call;
        case OX_SCRIPT_CALL:
            called = HALF(1);
            pc += 3;
        call : { /* pc stands where the caller goes on */
            uint32_t function = called, depth = 1;
            const uint8_t *f = r.functions + function * ROM_SCRIPT_FUNCTION_SIZE;
            uint32_t shape =
                         rom_word(f + ROM_SCRIPT_FUNCTION_LOCALS), /* four bytes, three of which are used */
                locals = shape & 0xFF, operands = shape >> 8 & 0xFF, limit = shape >> 24;
            *sp++ = top;
            int32_t *frame = sp - f[ROM_SCRIPT_FUNCTION_ARGUMENTS], *link = frame + locals;
            bool fits = (uint32_t)(r.end - frame) >= locals + OX_SCRIPT_LINK + operands;
            if (fits && limit != 0) {
                depth += depth_of(&r, fp, function);
                fits = depth <= limit;
            }
            if (!fits) {
                sp--;
                pc -= code == OX_SCRIPT_CALL ? 3 : 2;
                TRAP(STACK, (int32_t)function);
            }
            while (sp < link) *sp++ = 0;
            /* the link: the caller's pc, its frame, its number with how often the callee stands on the stack */
            link[0] = (int32_t)(pc - r.code);
            link[1] = (int32_t)(fp - r.stack);
            top = (int32_t)(r.function | depth << 16);
            sp = link + 2;
            fp = frame;
            r.function = function;
            pc = r.code = script_enter(&r, function);
            goto next_one;
        }
        case OX_SCRIPT_RETL:
            PUSH(LOCAL(1));
            results = 1;
            goto back;
        case OX_SCRIPT_RET:
            results = 0;
            goto back;
        case OX_SCRIPT_RETN:
            results = BYTE(1);
        back : {
            const int32_t *link =
                fp + r.functions[r.function * ROM_SCRIPT_FUNCTION_SIZE + ROM_SCRIPT_FUNCTION_LOCALS];
            *sp = top; /* without results the top is the link's last cell */
            uint32_t byte = (uint32_t)link[0], caller = (uint32_t)link[2] & 0xFFFFu;
            const int32_t *from = sp + 1 - results;
            sp = fp;
            fp = r.stack + link[1];
            if (results > 1) { /* the last result is in `top` */
                memmove(sp, from, (results - 1) * sizeof *sp);
                sp += results - 1;
            }
            if (caller != OX_SCRIPT_NONE) {
                if (results == 0) POP();
                r.function = caller;
                r.code = script_enter(&r, caller);
                pc = r.code + byte;
                goto next_one;
            }
            /* the outermost function returned: its results are at the stack's beginning */
            if (results != 0) *sp++ = top;
            s->left = left;
            if (s->task == s->root) return SCRIPT_RETURNED;
            r.pc = pc;
            r.sp = sp;
            r.fp = fp;
            next = script_gives_back(s, &r, (uint32_t)(sp - r.stack), true);
            goto behind;
        }
        case OX_SCRIPT_CALLN:
            called = HALF(1);
            pc += 3;
            goto native;
        default:
            if (code >= OX_SCRIPT_N) {
                called = code - OX_SCRIPT_N;
                pc++;
                goto native;
            }
            r.begun = pc++;
            OUT();
            next = script_rare(s, &r, code);
            goto behind;
        native : { /* arguments stay on the stack, which does not move while the native runs */
            const ox_script_import *import = &s->imports[called];
            uint32_t gives = import->shape.results;
            answer = OX_SCRIPT_PENDING;
            *sp = top;
            sp -= (int32_t)import->shape.arguments - 1;
            if (in_task || !import->shape.latent) {
                for (uint32_t i = 0; i < gives; i++) r.given[i] = 0;
                s->left = left - (int32_t)import->cost; /* natives subtract further work themselves */
                r.call.arguments = sp;
                r.call.results = r.given;
                r.call.refused = 0;
                r.call.frame = fp;
                r.call.function = r.function;
                answer = import->native->call(&r.call);
                left = s->left;
            }
            if (answer == OX_SCRIPT_DONE || (answer == OX_SCRIPT_PENDING && !import->shape.latent)) {
                for (uint32_t i = 0; i < gives; i++) *sp++ = r.given[i];
                POP();
                goto next_one;
            }
            r.begun = pc - (code == OX_SCRIPT_CALLN ? 3 : 1);
            goto unanswered;
        }
        }
    }
unanswered: /* a native that did not simply return */
    r.pc = pc;
    r.sp = sp;
    r.fp = fp;
    s->left = left;
    next = native_stops(s, &r, called, answer);
    goto behind;
head:
    pc++;
    OUT();
    next = script_rest(s, &r);
behind:
    if (next == SCRIPT_NEXT_END) return r.ended;
    if (next == SCRIPT_NEXT_TRAP) goto trapped;
    IN();
    goto next_one;
exhausted:
    r.trap = OX_SCRIPT_TRAP_BUDGET;
    r.value = 0;
trapped_here:
    r.begun = pc;
    OUT();
trapped:
    r.pc = r.begun;
    script_loop_save(&r);
    TRAPPED();
    s->trap = r.trap;
    s->trap_value = r.value;
    return SCRIPT_TRAPPED;
}

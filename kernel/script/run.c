/* The interpreter: one loop over the instructions of instructions.inc. */
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/interpolate.h"
#include "fixedmath/root.h"
#include "kernel/script/machine_internal.h"

/* The registers while the loop runs; what lies in memory is brought up to date before anyone else looks. */
typedef struct registers {
    const uint8_t *pc, *code, *function;
    int32_t *sp, *fp, *stack, *end;
} registers;

static void enter_code(ox_script *s, registers *r, uint32_t function) {
    r->function = script_function(&s->module, function);
    r->code = s->module.bytes + s->module.at[OX_SCRIPT_SECTION_CODE] +
              rom_word(r->function + ROM_SCRIPT_FUNCTION_CODE);
}

static void load(ox_script *s, registers *r) {
    const ox_script_registers *at = script_registers(s, s->task);
    enter_code(s, r, at->function);
    r->pc = r->code + at->byte;
    r->stack = s->stack + at->stack;
    r->end = r->stack + at->cells;
    r->sp = r->stack + at->sp;
    r->fp = r->stack + at->fp;
}

static void save(ox_script *s, const registers *r) {
    ox_script_registers *at = script_registers(s, s->task);
    at->byte = (uint16_t)(r->pc - r->code);
    at->sp = (uint16_t)(r->sp - r->stack);
    at->fp = (uint16_t)(r->fp - r->stack);
    /* at->function follows calls and returns */
}

/* ---- calls ---- */

/* How often the function stands on the stack already: every frame of it knows. */
static uint32_t depth_of(const ox_script *s, const registers *r, uint32_t function) {
    const int32_t *fp = r->fp;
    uint32_t at = script_registers((ox_script *)s, s->task)->function;
    for (;;) {
        const int32_t *link = fp + script_function(&s->module, at)[ROM_SCRIPT_FUNCTION_LOCALS];
        if (at == function) return (uint32_t)link[2] >> 16;
        at = (uint32_t)link[2] & 0xFFFFu;
        if (at == OX_SCRIPT_NONE) return 0;
        fp = r->stack + link[1];
    }
}

/* Link: where the caller goes on, its frame, and its number with how often the callee stands on the stack. */
static bool call(ox_script *s, registers *r, uint32_t function) {
    const uint8_t *f = script_function(&s->module, function);
    ox_script_registers *at = script_registers(s, s->task);
    uint32_t arguments = f[ROM_SCRIPT_FUNCTION_ARGUMENTS], locals = f[ROM_SCRIPT_FUNCTION_LOCALS],
             limit = f[ROM_SCRIPT_FUNCTION_RECURSION];
    int32_t *fp = r->sp - arguments, *link = fp + locals;
    uint32_t depth = 1;
    if ((uint32_t)(r->end - fp) < locals + OX_SCRIPT_LINK + f[ROM_SCRIPT_FUNCTION_OPERANDS]) return false;
    if (limit != 0) {
        depth += depth_of(s, r, function);
        if (depth > limit) return false;
    }
    for (int32_t *cell = r->sp; cell < link; cell++) *cell = 0;
    link[0] = (int32_t)(r->pc - r->code);
    link[1] = (int32_t)(r->fp - r->stack);
    link[2] = (int32_t)(at->function | depth << 16);
    r->fp = fp;
    r->sp = link + OX_SCRIPT_LINK;
    at->function = (uint16_t)function;
    enter_code(s, r, function);
    r->pc = r->code;
    return true;
}

/* The results on top of the stack take the frame's place. False when nobody called: they are at the stack's beginning. */
static bool leave(ox_script *s, registers *r, uint32_t results) {
    const int32_t *link = r->fp + r->function[ROM_SCRIPT_FUNCTION_LOCALS];
    uint32_t caller = (uint32_t)link[2] & 0xFFFFu, byte = (uint32_t)link[0];
    int32_t *fp = r->stack + link[1];
    memmove(r->fp, r->sp - results, results * sizeof *r->sp);
    r->sp = r->fp + results;
    if (caller == OX_SCRIPT_NONE) return false;
    r->fp = fp;
    script_registers(s, s->task)->function = (uint16_t)caller;
    enter_code(s, r, caller);
    r->pc = r->code + byte;
    return true;
}

void script_prepare(ox_script *s, ox_script_registers *at, uint32_t function, uint32_t stack, uint32_t cells,
                    const int32_t *arguments) {
    const uint8_t *f = script_function(&s->module, function);
    uint32_t given = f[ROM_SCRIPT_FUNCTION_ARGUMENTS], locals = f[ROM_SCRIPT_FUNCTION_LOCALS];
    int32_t *fp = s->stack + stack;
    if (given != 0) memmove(fp, arguments, given * sizeof *fp);
    memset(fp + given, 0, (locals - given) * sizeof *fp);
    fp[locals] = fp[locals + 1] = 0;
    fp[locals + 2] = (int32_t)(OX_SCRIPT_NONE | 1u << 16);
    *at = (ox_script_registers){
        (uint16_t)function, 0, (uint16_t)(locals + OX_SCRIPT_LINK), 0, (uint16_t)stack, (uint16_t)cells};
}

static uint32_t method_of(const ox_script *s, uint32_t slot) {
    const ox_script_instance *self = s->self;
    uint32_t row =
        self->state == OX_SCRIPT_NONE
            ? rom_half(script_behaviour(&s->module, self->behaviour) + ROM_SCRIPT_BEHAVIOUR_FIRST_METHOD)
            : rom_half(script_state(&s->module, self->state) + ROM_SCRIPT_STATE_FIRST_METHOD);
    return script_method(&s->module, row + slot);
}

/* ---- natives ---- */

static ox_script_answer call_native(ox_script *s, registers *r, uint32_t index, int32_t *trapped) {
    const ox_script_import *import = &s->imports[index];
    uint32_t given = import->shape.arguments, cost = import->native->cost;
    int32_t arguments[OX_SCRIPT_ARGUMENTS], results[OX_SCRIPT_RESULTS] = {0};
    ox_script_call call = {.arguments = arguments,
                           .results = results,
                           .machine = s,
                           .context = s->context,
                           .owner = script_object(s),
                           .task = s->root == NULL ? 0 : ox_roster_handle(&s->tasks, &s->root->slot).bits};
    s->left -= (int32_t)(cost == 0 ? OX_SCRIPT_NATIVE_COST : cost);
    r->sp -= given;
    memcpy(arguments, r->sp, given * sizeof *arguments);
    s->frame = r->fp;
    ox_script_answer answer = import->native->call(&call);
    s->frame = NULL;
    if (answer == OX_SCRIPT_DONE || (answer == OX_SCRIPT_PENDING && !import->shape.latent)) {
        memcpy(r->sp, results, import->shape.results * sizeof *results);
        r->sp += import->shape.results;
        return OX_SCRIPT_DONE;
    }
    *trapped = (int32_t)call.refused;
    return answer;
}

/* ---- waiting: of the task at the root, wherever inside it the code is ---- */

static bool suspend(ox_script *s, const registers *r, uint32_t wait, uint32_t wake) {
    if (s->root == NULL) return false;
    save(s, r);
    s->root->wait = (uint8_t)wait;
    s->root->wake = wake;
    s->root->inner = (uint16_t)script_slot(s, s->task);
    return true;
}

/* ---- coroutines ---- */

/* Whether the task runs, or has resumed what runs. */
static bool runs(const ox_script *s, const ox_script_task *task) {
    for (const ox_script_task *at = s->task; at != NULL;
         at = at->resumer == SCRIPT_MAIN || at == s->root ? NULL : script_task(s, at->resumer)) {
        if (at == task) return true;
    }
    return false;
}

/* Code of a coroutine is about its own instance, whoever resumed it. */
static void follow(ox_script *s) {
    s->self = s->task == NULL
                  ? s->handling
                  : (ox_script_instance *)ox_roster_get(&s->instances, (ox_handle){s->task->slot.owner});
}

static ox_script_trap resume(ox_script *s, registers *r, int32_t handle) {
    ox_script_task *task = (ox_script_task *)ox_roster_get(&s->tasks, (ox_handle){(uint32_t)handle});
    if (task == NULL) return OX_SCRIPT_TRAP_NULL;
    if ((task->flags & SCRIPT_TASK_GENERATOR) == 0) return OX_SCRIPT_TRAP_TYPE;
    if ((task->flags & SCRIPT_TASK_RUNNING) != 0) return OX_SCRIPT_TRAP_BAD;
    save(s, r);
    task->resumer = (uint16_t)(s->task == NULL ? SCRIPT_MAIN : script_slot(s, s->task));
    task->flags |= SCRIPT_TASK_RUNNING;
    s->task = task;
    follow(s);
    load(s, r);
    return OX_SCRIPT_TRAP_NONE;
}

/* Back to who resumed, with `given` cells from the top of this stack; the RESUME before its pc says how many are wanted. */
static ox_script_trap give_back(ox_script *s, registers *r, uint32_t given, bool done) {
    ox_script_task *task = s->task;
    int32_t values[OX_SCRIPT_RESULTS] = {0};
    r->sp -= given;
    memcpy(values, r->sp, given * sizeof *values);
    save(s, r);
    task->flags = (uint8_t)(task->flags & ~SCRIPT_TASK_RUNNING);
    s->task = task->resumer == SCRIPT_MAIN ? NULL : script_task(s, task->resumer);
    if (done) script_end_task(s, task);
    follow(s);
    load(s, r);
    uint32_t wanted = r->pc[-1];
    if (given != wanted && !(done && given == 0)) return OX_SCRIPT_TRAP_TYPE;
    memcpy(r->sp, values, wanted * sizeof *values);
    r->sp += wanted;
    *r->sp++ = done;
    return OX_SCRIPT_TRAP_NONE;
}

/* ---- cells by space ---- */

static int32_t *space(ox_script *s, const registers *r, uint32_t which) {
    return which == OX_SCRIPT_SPACE_LOCALS    ? r->fp
           : which == OX_SCRIPT_SPACE_GLOBALS ? s->globals
                                              : s->cells + s->self->cells;
}

static int32_t *load_cells(ox_script *s, const registers *r, uint32_t which, uint32_t at, uint32_t count) {
    if (which == OX_SCRIPT_SPACE_CONSTANTS) {
        for (uint32_t i = 0; i < count; i++) r->sp[i] = script_constant(&s->module, at + i);
    } else {
        memcpy(r->sp, space(s, r, which) + at, count * sizeof *r->sp);
    }
    return r->sp + count;
}

/* ---- arithmetic that is more than a line ---- */

static int32_t divide(int32_t a, int32_t b) { return b == -1 ? fx_wrap_neg(a) : a / b; }
static int32_t remainder_of(int32_t a, int32_t b) { return b == -1 ? 0 : a % b; }
static int32_t floor_modulus(int32_t a, int32_t b) { return b == -1 ? 0 : int_floormod(a, b); }

/* Vectors of n cells on top of the stack; the new top. */
static int32_t *vector(uint32_t code, int32_t *sp, uint32_t n) {
    int32_t *b = sp - (code == OX_SCRIPT_VMUL ? 1 : n), *a = b - (code == OX_SCRIPT_VLEN ? 0 : n);
    vec4 v = {a[0], a[1], n > 2 ? a[2] : 0, n > 3 ? a[3] : 0};
    bool equal = true;
    switch (code) {
    case OX_SCRIPT_VADD:
        for (uint32_t i = 0; i < n; i++) a[i] = fx_adds(a[i], b[i]);
        return b;
    case OX_SCRIPT_VSUB:
        for (uint32_t i = 0; i < n; i++) a[i] = fx_subs(a[i], b[i]);
        return b;
    case OX_SCRIPT_VMUL:
        for (uint32_t i = 0; i < n; i++) a[i] = fx_muls(a[i], b[0]);
        return b;
    case OX_SCRIPT_VDOT:
        a[0] = v4_dot(v, (vec4){b[0], b[1], n > 2 ? b[2] : 0, n > 3 ? b[3] : 0});
        return a + 1;
    case OX_SCRIPT_VLEN:
        a[0] = n == 2 ? v2_length((vec2){v.x, v.y}) : n == 3 ? v3_length(v4_xyz(v)) : v4_length(v);
        return a + 1;
    default:
        for (uint32_t i = 0; i < n; i++) equal = equal && a[i] == b[i];
        a[0] = equal;
        return a + 1;
    }
}

/* ---- the loop ---- */

#define BYTE (*r.pc++)
#define HALF (r.pc += 2, rom_u16(r.pc - 2))
#define TOP (r.sp[-1])
#define PUSH(value) (*r.sp++ = (value))
#define TRAP(kind, of)                                                                                       \
    do {                                                                                                     \
        trap = OX_SCRIPT_TRAP_##kind;                                                                        \
        value = (of);                                                                                        \
        goto trapped;                                                                                        \
    } while (0)
#define TWO(name, expression)                                                                                \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t b = *--r.sp, a = TOP;                                                                        \
        TOP = (expression);                                                                                  \
        (void)a;                                                                                             \
        (void)b;                                                                                             \
        break;                                                                                               \
    }
#define ONE(name, expression)                                                                                \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t a = TOP;                                                                                     \
        TOP = (expression);                                                                                  \
        break;                                                                                               \
    }
#define BY(name, expression)                                                                                 \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t b = *--r.sp, a = TOP;                                                                        \
        if (b == 0) TRAP(DIV, a);                                                                            \
        TOP = (expression);                                                                                  \
        break;                                                                                               \
    }
#define EIGHT(name)                                                                                          \
    OX_SCRIPT_##name : case OX_SCRIPT_##name + 1 : case OX_SCRIPT_##name + 2 : case OX_SCRIPT_##name +       \
                                                                               3                             \
        : case OX_SCRIPT_##name +                                                                            \
          4 : case OX_SCRIPT_##name + 5 : case OX_SCRIPT_##name + 6 : case OX_SCRIPT_##name + 7
/* Behind a call of something that answers with a trap. */
#define TRY(call, of)                                                                                        \
    do {                                                                                                     \
        trap = (call);                                                                                       \
        if (trap != OX_SCRIPT_TRAP_NONE) {                                                                   \
            value = (of);                                                                                    \
            goto trapped;                                                                                    \
        }                                                                                                    \
    } while (0)

script_end script_run(ox_script *s) {
    registers r;
    ox_script_trap trap;
    int32_t value = 0;
    const uint8_t *begun;
    load(s, &r);
    for (;;) {
        begun = r.pc;
        if (--s->left < 0) TRAP(BUDGET, 0);
        uint32_t code = BYTE;
        switch (code) {
        case OX_SCRIPT_HEAD:
            if (s->root != NULL) {
                s->share -= (int32_t)s->plan.activation - s->left;
                s->used_now += (uint32_t)((int32_t)s->plan.activation - s->left);
                s->left = (int32_t)s->plan.activation;
                if (s->share <= 0) {
                    (void)suspend(s, &r, SCRIPT_WAIT_TICK, s->now + 1);
                    s->root->flags |= SCRIPT_TASK_CUT;
                    return SCRIPT_SUSPENDED;
                }
            }
            break;
        case OX_SCRIPT_P8:
            PUSH((int8_t)BYTE);
            break;
        case OX_SCRIPT_P16:
            PUSH((int16_t)HALF);
            break;
        case OX_SCRIPT_P32:
            PUSH(rom_i32(r.pc));
            r.pc += 4;
            break;
        case OX_SCRIPT_K:
            PUSH(script_constant(&s->module, HALF));
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
            *r.sp = TOP;
            r.sp++;
            break;
        case OX_SCRIPT_DUPN: {
            uint32_t n = BYTE;
            memcpy(r.sp, r.sp - n, n * sizeof *r.sp);
            r.sp += n;
            break;
        }
        case OX_SCRIPT_DROP:
            r.sp--;
            break;
        case OX_SCRIPT_DROPN:
            r.sp -= BYTE;
            break;
        case OX_SCRIPT_SWAP: {
            int32_t top = TOP;
            TOP = r.sp[-2];
            r.sp[-2] = top;
            break;
        }
        case OX_SCRIPT_PICK: {
            int32_t picked = r.sp[-1 - (int32_t)BYTE];
            PUSH(picked);
            break;
        }
        case OX_SCRIPT_TEXT: {
            uint32_t text = HALF;
            PUSH(text < OX_SCRIPT_NOTES_FROM
                     ? (int32_t)rom_word(ox_script_record(&s->module, OX_SCRIPT_SECTION_TEXTS, text))
                     : (int32_t)(OX_SCRIPT_NOTE_VALUE | (text - OX_SCRIPT_NOTES_FROM)));
            break;
        }
        case EIGHT(LD):
            PUSH(r.fp[code - OX_SCRIPT_LD]);
            break;
        case EIGHT(ST):
            r.fp[code - OX_SCRIPT_ST] = *--r.sp;
            break;
        case OX_SCRIPT_LDL:
            PUSH(r.fp[*r.pc]);
            r.pc++;
            break;
        case OX_SCRIPT_STL: {
            uint32_t local = BYTE;
            r.fp[local] = *--r.sp;
            break;
        }
        case OX_SCRIPT_LDG:
            PUSH(s->globals[rom_u16(r.pc)]);
            r.pc += 2;
            break;
        case OX_SCRIPT_STG: {
            uint32_t global = HALF;
            s->globals[global] = *--r.sp;
            break;
        }
        case OX_SCRIPT_LDI:
            PUSH(s->cells[s->self->cells + rom_u16(r.pc)]);
            r.pc += 2;
            break;
        case OX_SCRIPT_STI: {
            uint32_t cell = HALF;
            s->cells[s->self->cells + cell] = *--r.sp;
            break;
        }
        case OX_SCRIPT_LDN:
            r.sp = load_cells(s, &r, r.pc[0], rom_u16(r.pc + 1), r.pc[3]);
            r.pc += 4;
            break;
        case OX_SCRIPT_STN: {
            uint32_t n = r.pc[3];
            r.sp -= n;
            memcpy(space(s, &r, r.pc[0]) + rom_u16(r.pc + 1), r.sp, n * sizeof *r.sp);
            r.pc += 4;
            break;
        }
        case OX_SCRIPT_LDX: {
            uint32_t n = r.pc[5], element = (uint32_t) * --r.sp;
            if (element >= rom_u16(r.pc + 3)) TRAP(INDEX, (int32_t)element);
            r.sp = load_cells(s, &r, r.pc[0], rom_u16(r.pc + 1) + element * n, n);
            r.pc += 6;
            break;
        }
        case OX_SCRIPT_STX: {
            uint32_t n = r.pc[5], element;
            r.sp -= n + 1;
            element = (uint32_t)*r.sp;
            if (element >= rom_u16(r.pc + 3)) TRAP(INDEX, (int32_t)element);
            memcpy(space(s, &r, r.pc[0]) + rom_u16(r.pc + 1) + element * n, r.sp + 1, n * sizeof *r.sp);
            r.pc += 6;
            break;
        }
        case OX_SCRIPT_INCL: {
            uint32_t local = BYTE;
            r.fp[local] = fx_wrap_add(r.fp[local], (int8_t)BYTE);
            break;
        }
        case OX_SCRIPT_ZERO:
            memset(r.fp + r.pc[0], 0, r.pc[1] * sizeof *r.fp);
            r.pc += 2;
            break;

        case OX_SCRIPT_SELF:
            PUSH((int32_t)script_object(s));
            break;
        case OX_SCRIPT_GETF: {
            uint32_t field = HALF;
            r.sp--;
            value = *r.sp;
            TRY(script_get_field(s, (uint32_t)value, field, r.sp), value);
            r.sp += ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, field)[ROM_SCRIPT_FIELD_CELLS];
            break;
        }
        case OX_SCRIPT_SETF: {
            uint32_t field = HALF;
            r.sp -= 1 + ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, field)[ROM_SCRIPT_FIELD_CELLS];
            TRY(script_set_field(s, (uint32_t)*r.sp, field, r.sp + 1), *r.sp);
            break;
        }
        case OX_SCRIPT_GETS: {
            uint32_t field = HALF;
            TRY(script_get_field(s, script_object(s), field, r.sp), (int32_t)script_object(s));
            r.sp += ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, field)[ROM_SCRIPT_FIELD_CELLS];
            break;
        }
        case OX_SCRIPT_SETS: {
            uint32_t field = HALF;
            r.sp -= ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, field)[ROM_SCRIPT_FIELD_CELLS];
            TRY(script_set_field(s, script_object(s), field, r.sp), (int32_t)script_object(s));
            break;
        }
        case OX_SCRIPT_ISA: {
            uint32_t type = (uint32_t)script_constant(&s->module, HALF);
            if (!script_is_a(s, (uint32_t)TOP, type)) TOP = 0;
            break;
        }
            ONE(LIVE, script_lives(s, (uint32_t)a))
        case OX_SCRIPT_GETD: {
            uint32_t field = HALF;
            r.sp--;
            value = *r.sp;
            TRY(script_get_data(s, (uint32_t)value, field, r.sp), value);
            r.sp += ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, field)[ROM_SCRIPT_FIELD_CELLS];
            break;
        }
        case OX_SCRIPT_BOX: {
            int32_t boxed = TOP;
            TOP = BYTE;
            PUSH(boxed);
            break;
        }
        case OX_SCRIPT_UNBOX: {
            uint32_t kind = BYTE;
            if (r.sp[-2] != (int32_t)kind) TRAP(TYPE, r.sp[-2]);
            r.sp[-2] = TOP;
            r.sp--;
            break;
        }

            TWO(ADD, fx_wrap_add(a, b))
            TWO(SUB, fx_wrap_sub(a, b))
            TWO(MUL, fx_wrap_mul(a, b))
            BY(DIV, divide(a, b))
            BY(REM, remainder_of(a, b))
            ONE(NEG, fx_wrap_neg(a))
            TWO(AND, a & b)
            TWO(OR, a | b)
            TWO(XOR, a ^ b)
            ONE(INV, ~a)
            TWO(SHL, fx_shl32(a, b & 31))
            TWO(SHR, fx_sra32(a, b & 31))
            TWO(USHR, (int32_t)((uint32_t)a >> (b & 31)))
            TWO(MIN, int_min(a, b))
            TWO(MAX, int_max(a, b))
            ONE(ABS, fx_abs_sat(a))
            TWO(FADD, fx_adds(a, b))
            TWO(FSUB, fx_subs(a, b))
            TWO(FMUL, fx_muls(a, b))
            BY(FDIV, fx_div(a, b))
            BY(FMOD, fx_mod(a, b))
            ONE(ITOF, fx_from_int(a))
            ONE(FTOI, fx_to_int_floor(a))
            ONE(FRND, fx_to_int_nearest(a))
            ONE(FSQRT, a < 0 ? 0 : fx_sqrt(a))
            ONE(FSIN, fx_sin((ang16)a))
            ONE(FCOS, fx_cos((ang16)a))
            TWO(FATAN, atan2_16(a, b))
        case OX_SCRIPT_FLERP:
            r.sp -= 2;
            TOP = fx_lerp(TOP, r.sp[0], (uf16)fx_clamp01(r.sp[1]));
            break;
            ONE(ANORM, a & 0xFFFF)
            TWO(ADIF, ang_diff((ang16)a, (ang16)b))
        case OX_SCRIPT_ATURN:
            r.sp -= 2;
            TOP = ang_approach((ang16)TOP, (ang16)r.sp[0], (uint16_t)int_clamp(r.sp[1], 0, 32767), false);
            break;
        case OX_SCRIPT_VADD:
        case OX_SCRIPT_VSUB:
        case OX_SCRIPT_VMUL:
        case OX_SCRIPT_VDOT:
        case OX_SCRIPT_VLEN:
        case OX_SCRIPT_VEQ:
            r.sp = vector(code, r.sp, BYTE);
            break;
        case OX_SCRIPT_CLAMP:
            r.sp -= 2;
            TOP = r.sp[0] > r.sp[1] ? r.sp[0] : int_clamp(TOP, r.sp[0], r.sp[1]);
            break;
            BY(MODI, floor_modulus(a, b))
            TWO(FMULI, fx_sat64(fx_wide(a, b)))
            TWO(EQ, a == b)
            TWO(NE, a != b)
            TWO(LT, a < b)
            TWO(LE, a <= b)
            TWO(GT, a > b)
            TWO(GE, a >= b)
            ONE(NOT, a == 0)

        case OX_SCRIPT_JMP:
        case OX_SCRIPT_LOOP:
            r.pc += 2 + rom_i16(r.pc);
            break;
        case OX_SCRIPT_JZ:
            r.pc += *--r.sp == 0 ? 2 + rom_i16(r.pc) : 2;
            break;
        case OX_SCRIPT_JNZ:
            r.pc += *--r.sp != 0 ? 2 + rom_i16(r.pc) : 2;
            break;
        case OX_SCRIPT_JZK:
            if (TOP == 0) {
                r.pc += 2 + rom_i16(r.pc);
            } else {
                r.sp--;
                r.pc += 2;
            }
            break;
        case OX_SCRIPT_JNZK:
            if (TOP != 0) {
                r.pc += 2 + rom_i16(r.pc);
            } else {
                r.sp--;
                r.pc += 2;
            }
            break;
        case OX_SCRIPT_FOR: {
            int64_t next = (int64_t)r.fp[r.pc[0]] + (int8_t)r.pc[2], limit = r.fp[r.pc[1]];
            bool within = (int8_t)r.pc[2] > 0 ? next <= limit : next >= limit;
            if (within) r.fp[r.pc[0]] = (int32_t)next;
            r.pc += within ? 5 + rom_i16(r.pc + 3) : 5;
            break;
        }
        case OX_SCRIPT_CASE: {
            uint32_t table = HALF, which = (uint32_t)fx_wrap_sub(*--r.sp, script_constant(&s->module, table));
            bool there = which < (uint32_t)script_constant(&s->module, table + 1);
            r.pc = r.code + script_constant(&s->module, table + (there ? 3 + which : 2));
            break;
        }
        case OX_SCRIPT_CALL:
        case OX_SCRIPT_CALLV: {
            uint32_t function = code == OX_SCRIPT_CALL ? HALF : method_of(s, BYTE);
            if (!call(s, &r, function)) TRAP(STACK, (int32_t)function);
            break;
        }
        case OX_SCRIPT_RET:
        case OX_SCRIPT_RETN: {
            uint32_t results = code == OX_SCRIPT_RET ? 0 : BYTE;
            if (leave(s, &r, results)) break;
            if (s->task == s->root) {
                save(s, &r);
                return SCRIPT_RETURNED;
            }
            trap = give_back(s, &r, results, true);
            begun = r.pc - 2; /* the RESUME */
            if (trap != OX_SCRIPT_TRAP_NONE) goto trapped;
            break;
        }
        case OX_SCRIPT_START:
        case OX_SCRIPT_CO: {
            uint32_t function = HALF;
            save(s, &r);
            const ox_script_task *task =
                script_start(s, script_self(s), function,
                             r.sp - script_function(&s->module, function)[ROM_SCRIPT_FUNCTION_ARGUMENTS],
                             code == OX_SCRIPT_CO ? SCRIPT_TASK_GENERATOR : 0);
            r.sp -= script_function(&s->module, function)[ROM_SCRIPT_FUNCTION_ARGUMENTS];
            PUSH(task == NULL ? 0 : (int32_t)ox_roster_handle(&s->tasks, &task->slot).bits);
            break;
        }
        case OX_SCRIPT_STOP: {
            ox_script_task *task =
                (ox_script_task *)ox_roster_get(&s->tasks, (ox_handle){(uint32_t) * --r.sp});
            if (task == NULL) break;
            save(s, &r);
            if (runs(s, task)) return SCRIPT_STOPPED;
            script_end_task(s, task);
            load(s, &r);
            break;
        }
        case OX_SCRIPT_WAIT: {
            int32_t ticks = *--r.sp;
            if (ticks <= 0) break;
            if (!suspend(s, &r, SCRIPT_WAIT_TICK, s->now + (uint32_t)ticks)) TRAP(BAD, (int32_t)code);
            return SCRIPT_SUSPENDED;
        }
        case OX_SCRIPT_WAITE: {
            uint32_t event = HALF;
            if (!suspend(s, &r, SCRIPT_WAIT_EVENT, 0)) TRAP(BAD, (int32_t)code);
            s->root->event = (uint16_t)event;
            return SCRIPT_SUSPENDED;
        }
        case OX_SCRIPT_JOIN: {
            uint32_t task = (uint32_t) * --r.sp;
            if (!ox_script_task_lives(s, task)) break;
            if (!suspend(s, &r, SCRIPT_WAIT_TASK, task)) TRAP(BAD, (int32_t)code);
            return SCRIPT_SUSPENDED;
        }
        case OX_SCRIPT_YIELD: {
            uint32_t n = BYTE;
            if (s->task != s->root) {
                trap = give_back(s, &r, n, false);
                begun = r.pc - 2;
                if (trap != OX_SCRIPT_TRAP_NONE) goto trapped;
                break;
            }
            r.sp -= n;
            if (!suspend(s, &r, SCRIPT_WAIT_TICK, s->now + 1)) TRAP(BAD, (int32_t)code);
            return SCRIPT_SUSPENDED;
        }
        case OX_SCRIPT_RESUME: {
            int32_t handle = *--r.sp;
            r.pc++; /* the count is looked at when it gives back */
            TRY(resume(s, &r, handle), handle);
            break;
        }
        case OX_SCRIPT_GOTO: {
            uint32_t state = HALF;
            const ox_script_registers *at = script_registers(s, s->task);
            uint32_t of = rom_half(script_function(&s->module, at->function) + ROM_SCRIPT_FUNCTION_BEHAVIOUR);
            s->self->flags = (uint8_t)(state == OX_SCRIPT_AGAIN ? s->self->flags | SCRIPT_INSTANCE_AGAIN
                                                                : s->self->flags & ~SCRIPT_INSTANCE_AGAIN);
            s->asked = true;
            s->self->request = (uint16_t)(state == OX_SCRIPT_AGAIN
                                              ? s->self->state
                                              : script_own_state(&s->module, of, s->self->behaviour, state));
            break;
        }
        case OX_SCRIPT_PASS:
            s->passed = true;
            break;
        case OX_SCRIPT_EMIT: {
            uint32_t event = HALF, flags = BYTE;
            r.sp -=
                ox_script_record(&s->module, OX_SCRIPT_SECTION_EVENTS, event)[ROM_SCRIPT_EVENT_ARGUMENTS] +
                (flags & OX_SCRIPT_EMIT_TO ? 1u : 0u) + (flags & OX_SCRIPT_EMIT_NEAR ? 4u : 0u) +
                (flags & OX_SCRIPT_EMIT_AFTER ? 1u : 0u);
            script_emit(s, event, flags, r.sp);
            break;
        }
        case OX_SCRIPT_STATE:
            PUSH(s->self == NULL || s->self->state == OX_SCRIPT_NONE
                     ? 0
                     : (int32_t)rom_word(script_state(&s->module, s->self->state) + ROM_SCRIPT_STATE_NAME));
            break;
        case OX_SCRIPT_ASSERT: {
            uint32_t note = HALF;
            if (*--r.sp == 0) TRAP(ASSERT, (int32_t)(OX_SCRIPT_NOTE_VALUE | note));
            break;
        }
        default:
            if (code >= OX_SCRIPT_N || code == OX_SCRIPT_CALLN) {
                uint32_t index = code >= OX_SCRIPT_N ? code - OX_SCRIPT_N : HALF;
                if (s->imports[index].shape.latent && s->root == NULL) TRAP(BAD, (int32_t)code);
                ox_script_answer answer = call_native(s, &r, index, &value);
                if (answer == OX_SCRIPT_REFUSED) TRAP(NATIVE, value);
                if (answer == OX_SCRIPT_PENDING) {
                    (void)suspend(s, &r, SCRIPT_WAIT_NATIVE, index);
                    return SCRIPT_SUSPENDED;
                }
            } else if (code >= OX_SCRIPT_CNT && code <= OX_SCRIPT_MVAL) {
                const uint8_t *container = ox_script_record(&s->module, OX_SCRIPT_SECTION_CONTAINERS, HALF);
                int32_t *c = space(s, &r, container[ROM_SCRIPT_CONTAINER_SPACE]) +
                             rom_half(container + ROM_SCRIPT_CONTAINER_ADDRESS);
                trap = script_container(code, container, c, &r.sp, &value);
                if (trap != OX_SCRIPT_TRAP_NONE) goto trapped;
            } else {
                TRAP(BAD, (int32_t)code); /* no verified code comes here */
            }
        }
    }
trapped:
    r.pc = begun;
    save(s, &r);
    s->trap = trap;
    s->trap_value = value;
    return SCRIPT_TRAPPED;
}

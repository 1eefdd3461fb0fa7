/* Instructions that a script runs seldom, or that take long, so that the cost of a call from the loop (run.c) is
 * little; waiting tasks and coroutines. */
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/interpolate.h"
#include "fixedmath/root.h"
#include "kernel/script/loop.h"

/* ---- registers ---- */

void script_loop_load(ox_script *s, script_loop *r) {
    ox_script_registers *at = script_registers(s, s->task);
    r->at = at;
    r->function = at->function;
    r->call.owner = script_object(s);
    r->mine = s->self == NULL ? NULL : s->cells + s->self->cells;
    r->code = script_enter(r, at->function);
    r->pc = r->code + at->byte;
    r->stack = s->stack + at->stack;
    r->end = r->stack + at->cells;
    r->sp = r->stack + at->sp;
    r->fp = r->stack + at->fp;
}

void script_loop_save(const script_loop *r) {
    ox_script_registers *at = r->at;
    at->byte = (uint16_t)(r->pc - r->code);
    at->sp = (uint16_t)(r->sp - r->stack);
    at->fp = (uint16_t)(r->fp - r->stack);
    at->function = (uint16_t)r->function;
}

void script_prepare(ox_script *s, ox_script_registers *at, uint32_t function, uint32_t stack, uint32_t cells,
                    const int32_t *arguments) {
    const uint8_t *f = script_function(&s->module, function);
    uint32_t given = f[ROM_SCRIPT_FUNCTION_ARGUMENTS], locals = f[ROM_SCRIPT_FUNCTION_LOCALS];
    int32_t *fp = s->stack + stack;
    if (given != 0) memmove(fp, arguments, given * sizeof *fp);
    if (locals != given) memset(fp + given, 0, (locals - given) * sizeof *fp);
    fp[locals] = fp[locals + 1] = 0;
    fp[locals + 2] = (int32_t)(OX_SCRIPT_NONE | 1u << 16);
    *at = (ox_script_registers){
        (uint16_t)function, 0, (uint16_t)(locals + OX_SCRIPT_LINK), 0, (uint16_t)stack, (uint16_t)cells};
}

/* ---- waiting: the task at the root waits, also when one of its coroutines runs ---- */

bool script_suspend(ox_script *s, const script_loop *r, uint32_t wait, uint32_t wake) {
    if (s->root == NULL) return false;
    script_loop_save(r);
    s->root->wait = (uint8_t)wait;
    s->root->wake = wake;
    s->root->inner = (uint16_t)script_slot(s, s->task);
    return true;
}

/* ---- coroutines ---- */

/* Whether a task runs, or has resumed a coroutine that runs. */
static bool runs(const ox_script *s, const ox_script_task *task) {
    for (const ox_script_task *at = s->task; at != NULL;
         at = at->resumer == SCRIPT_MAIN || at == s->root ? NULL : script_task(s, at->resumer)) {
        if (at == task) return true;
    }
    return false;
}

/* Sets `self` to the instance of the running task or coroutine, whichever instance resumed it. */
static void follow_instance(ox_script *s) {
    s->self = s->task == NULL
                  ? s->handling
                  : (ox_script_instance *)ox_roster_get(&s->instances, (ox_handle){s->task->slot.owner});
}

static ox_script_trap resume(ox_script *s, script_loop *r, int32_t handle) {
    ox_script_task *task = (ox_script_task *)ox_roster_get(&s->tasks, (ox_handle){(uint32_t)handle});
    if (task == NULL) return OX_SCRIPT_TRAP_NULL;
    if ((task->flags & SCRIPT_TASK_GENERATOR) == 0) return OX_SCRIPT_TRAP_TYPE;
    if ((task->flags & SCRIPT_TASK_RUNNING) != 0) return OX_SCRIPT_TRAP_BAD;
    script_loop_save(r);
    task->resumer = (uint16_t)(s->task == NULL ? SCRIPT_MAIN : script_slot(s, s->task));
    task->flags |= SCRIPT_TASK_RUNNING;
    s->task = task;
    follow_instance(s);
    script_loop_load(s, r);
    return OX_SCRIPT_TRAP_NONE;
}

/* Returns from a coroutine to the code that resumed it, with `given` cells from the top of the coroutine's stack; the
 * operand of RESUME says how many are wanted. */
static ox_script_trap give_back(ox_script *s, script_loop *r, uint32_t given, bool done) {
    ox_script_task *task = s->task;
    int32_t values[OX_SCRIPT_RESULTS] = {0};
    r->sp -= given;
    memcpy(values, r->sp, given * sizeof *values);
    script_loop_save(r);
    task->flags = (uint8_t)(task->flags & ~SCRIPT_TASK_RUNNING);
    s->task = task->resumer == SCRIPT_MAIN ? NULL : script_task(s, task->resumer);
    if (done) script_end_task(s, task);
    follow_instance(s);
    script_loop_load(s, r);
    uint32_t wanted = r->pc[-1];
    if (given != wanted && !(done && given == 0)) return OX_SCRIPT_TRAP_TYPE;
    memcpy(r->sp, values, wanted * sizeof *values);
    r->sp += wanted;
    *r->sp++ = done;
    return OX_SCRIPT_TRAP_NONE;
}

script_next script_gives_back(ox_script *s, script_loop *r, uint32_t given, bool done) {
    ox_script_trap trap = give_back(s, r, given, done);
    if (trap == OX_SCRIPT_TRAP_NONE) return SCRIPT_NEXT_ON;
    r->begun = r->pc - 2; /* the RESUME */
    return script_trap(r, trap, 0);
}

script_next script_rest(ox_script *s, script_loop *r) {
    s->share -= (int32_t)s->plan.activation - s->left;
    s->used_now += (uint32_t)((int32_t)s->plan.activation - s->left);
    s->left = (int32_t)s->plan.activation;
    if (s->share > 0) return SCRIPT_NEXT_ON;
    (void)script_suspend(s, r, OX_WAIT_TICK, s->now + 1);
    s->root->flags |= SCRIPT_TASK_CUT;
    r->ended = SCRIPT_SUSPENDED;
    return SCRIPT_NEXT_END;
}

script_next script_native_made(ox_script *s, script_loop *r, uint32_t results) {
    for (uint32_t i = 0; i < results; i++) *r->sp++ = r->call.results[i];
    script_loop_save(r);
    script_fill(s);
    script_loop_load(s, r); /* stacks of tasks may have moved */
    return SCRIPT_NEXT_ON;
}

uint32_t script_method_of(const ox_script *s, uint32_t slot) {
    const ox_script_instance *self = s->self;
    uint32_t row =
        self->state == OX_SCRIPT_NONE
            ? rom_half(script_behaviour(&s->module, self->behaviour) + ROM_SCRIPT_BEHAVIOUR_FIRST_METHOD)
            : rom_half(script_state(&s->module, self->state) + ROM_SCRIPT_STATE_FIRST_METHOD);
    return script_method(&s->module, row + slot);
}

/* ---- arithmetic that is more than a line ---- */

static int32_t floor_modulus(int32_t a, int32_t b) { return b == -1 ? 0 : int_floormod(a, b); }

#define RECIPROCAL(d) UINT32_MAX / (d)
#define RECIPROCALS(d)                                                                                       \
    RECIPROCAL(d), RECIPROCAL((d) + 1), RECIPROCAL((d) + 2), RECIPROCAL((d) + 3), RECIPROCAL((d) + 4),       \
        RECIPROCAL((d) + 5), RECIPROCAL((d) + 6), RECIPROCAL((d) + 7)
const uint32_t script_reciprocals[129] = {
    0,
    RECIPROCALS(1),
    RECIPROCALS(9),
    RECIPROCALS(17),
    RECIPROCALS(25),
    RECIPROCALS(33),
    RECIPROCALS(41),
    RECIPROCALS(49),
    RECIPROCALS(57),
    RECIPROCALS(65),
    RECIPROCALS(73),
    RECIPROCALS(81),
    RECIPROCALS(89),
    RECIPROCALS(97),
    RECIPROCALS(105),
    RECIPROCALS(113),
    RECIPROCALS(121),
};

int32_t *script_vector(uint32_t code, int32_t *sp, uint32_t n) {
    int32_t *b = sp - n, *a = b - (code == OX_SCRIPT_VLEN ? 0 : n);
    bool equal = true;
    switch (code) {
    case OX_SCRIPT_VDOT:
        a[0] = v4_dot((vec4){a[0], a[1], n > 2 ? a[2] : 0, n > 3 ? a[3] : 0},
                      (vec4){b[0], b[1], n > 2 ? b[2] : 0, n > 3 ? b[3] : 0});
        return a + 1;
    case OX_SCRIPT_VLEN:
        a[0] = n == 2   ? v2_length((vec2){a[0], a[1]})
               : n == 3 ? v3_length((vec3){a[0], a[1], a[2]})
                        : v4_length((vec4){a[0], a[1], a[2], a[3]});
        return a + 1;
    default:
        for (uint32_t i = 0; i < n; i++) equal = equal && a[i] == b[i];
        a[0] = equal;
        return a + 1;
    }
}

/* ---- the instructions ---- */

#define BYTE (*r->pc++)
#define HALF (r->pc += 2, rom_u16(r->pc - 2))
#define TOP (r->sp[-1])
#define PUSH(value) (*r->sp++ = (value))
#define TRAP(kind, of)                                                                                       \
    do {                                                                                                     \
        return script_trap(r, OX_SCRIPT_TRAP_##kind, (of));                                                  \
    } while (0)
#define TWO(name, expression)                                                                                \
    case OX_SCRIPT_##name: {                                                                                 \
        int32_t b = *--r->sp, a = TOP;                                                                       \
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
        int32_t b = *--r->sp, a = TOP;                                                                       \
        if (b == 0) TRAP(DIV, a);                                                                            \
        TOP = (expression);                                                                                  \
        break;                                                                                               \
    }
/* Calls a function that returns a trap, and ends the instruction if it is one. */
#define TRY(call, of)                                                                                        \
    do {                                                                                                     \
        ox_script_trap trap = (call);                                                                        \
        if (trap != OX_SCRIPT_TRAP_NONE) return script_trap(r, trap, (of));                                  \
    } while (0)

#define END(how)                                                                                             \
    do {                                                                                                     \
        r->ended = SCRIPT_##how;                                                                             \
        return SCRIPT_NEXT_END;                                                                              \
    } while (0)

script_next script_rare(ox_script *s, script_loop *r, uint32_t code) {
    int32_t value = 0;
    switch (code) {
    case OX_SCRIPT_P32:
        PUSH(rom_i32(r->pc));
        r->pc += 4;
        break;
    case OX_SCRIPT_DUPN: {
        uint32_t n = BYTE;
        memcpy(r->sp, r->sp - n, n * sizeof *r->sp);
        r->sp += n;
        break;
    }
    case OX_SCRIPT_DROPN:
        r->sp -= BYTE;
        break;
    case OX_SCRIPT_SWAP: {
        int32_t top = TOP;
        TOP = r->sp[-2];
        r->sp[-2] = top;
        break;
    }
    case OX_SCRIPT_PICK: {
        int32_t picked = r->sp[-1 - (int32_t)BYTE];
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
    case OX_SCRIPT_ZERO:
        memset(r->fp + r->pc[0], 0, r->pc[1] * sizeof *r->fp);
        r->pc += 2;
        break;

    case OX_SCRIPT_SELF:
        PUSH((int32_t)script_object(s));
        break;
    case OX_SCRIPT_ISA: {
        uint32_t type = (uint32_t)script_constant(&s->module, HALF);
        if (!script_is_a(s, (uint32_t)TOP, type)) TOP = 0;
        break;
    }
        ONE(LIVE, script_lives(s, (uint32_t)a))
    case OX_SCRIPT_GETD: {
        uint32_t field = HALF;
        r->sp--;
        value = *r->sp;
        TRY(script_get_data(s, (uint32_t)value, field, r->sp), value);
        r->sp += ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, field)[ROM_SCRIPT_FIELD_CELLS];
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
        if (r->sp[-2] != (int32_t)kind) TRAP(TYPE, r->sp[-2]);
        r->sp[-2] = TOP;
        r->sp--;
        break;
    }

        ONE(INV, ~a)
        TWO(USHR, (int32_t)((uint32_t)a >> (b & 31)))
        TWO(MIN, int_min(a, b))
        TWO(MAX, int_max(a, b))
        ONE(ABS, fx_abs_sat(a))
        BY(FDIV, fx_div(a, b))
        BY(FMOD, fx_mod(a, b))
        ONE(FRND, fx_to_int_nearest(a))
        ONE(FSQRT, a < 0 ? 0 : fx_sqrt(a))
        ONE(FSIN, fx_sin((ang16)a))
        ONE(FCOS, fx_cos((ang16)a))
        TWO(FATAN, atan2_16(a, b))
    case OX_SCRIPT_FLERP:
        r->sp -= 2;
        TOP = fx_lerp(TOP, r->sp[0], (uf16)fx_clamp01(r->sp[1]));
        break;
        ONE(ANORM, a & 0xFFFF)
        TWO(ADIF, ang_diff((ang16)a, (ang16)b))
    case OX_SCRIPT_ATURN:
        r->sp -= 2;
        TOP = ang_approach((ang16)TOP, (ang16)r->sp[0], (uint16_t)int_clamp(r->sp[1], 0, 32767), false);
        break;
    case OX_SCRIPT_CLAMP:
        r->sp -= 2;
        TOP = r->sp[0] > r->sp[1] ? r->sp[0] : int_clamp(TOP, r->sp[0], r->sp[1]);
        break;
        BY(MODI, floor_modulus(a, b))
        TWO(FMULI, fx_sat64(fx_wide(a, b)))
    case OX_SCRIPT_CASE: {
        uint32_t table = HALF, which = (uint32_t)fx_wrap_sub(*--r->sp, script_constant(&s->module, table));
        bool there = which < (uint32_t)script_constant(&s->module, table + 1);
        r->pc = r->code + script_constant(&s->module, table + (there ? 3 + which : 2));
        break;
    }
    case OX_SCRIPT_START:
    case OX_SCRIPT_CO: {
        uint32_t function = HALF;
        script_loop_save(r);
        const ox_script_task *task =
            script_start(s, script_self(s), function,
                         r->sp - script_function(&s->module, function)[ROM_SCRIPT_FUNCTION_ARGUMENTS],
                         code == OX_SCRIPT_CO ? SCRIPT_TASK_GENERATOR : 0);
        r->sp -= script_function(&s->module, function)[ROM_SCRIPT_FUNCTION_ARGUMENTS];
        PUSH(task == NULL ? 0 : (int32_t)ox_roster_handle(&s->tasks, &task->slot).bits);
        break;
    }
    case OX_SCRIPT_STOP: {
        ox_script_task *task = (ox_script_task *)ox_roster_get(&s->tasks, (ox_handle){(uint32_t) * --r->sp});
        if (task == NULL) break;
        script_loop_save(r);
        if (runs(s, task)) END(STOPPED);
        if (s->filling && (task->flags & SCRIPT_TASK_RUNNING) != 0) TRAP(BAD, (int32_t)code);
        script_end_task(s, task);
        script_loop_load(s, r);
        break;
    }
    case OX_SCRIPT_WAIT: {
        int32_t ticks = *--r->sp;
        if (ticks <= 0) break;
        if (!script_suspend(s, r, OX_WAIT_TICK, s->now + (uint32_t)ticks)) TRAP(BAD, (int32_t)code);
        END(SUSPENDED);
    }
    case OX_SCRIPT_WAITE: {
        uint32_t event = HALF;
        if (!script_suspend(s, r, OX_WAIT_EVENT, 0)) TRAP(BAD, (int32_t)code);
        s->root->event = (uint16_t)event;
        END(SUSPENDED);
    }
    case OX_SCRIPT_JOIN: {
        uint32_t task = (uint32_t) * --r->sp;
        if (!ox_script_task_lives(s, task)) break;
        if (!script_suspend(s, r, OX_WAIT_TASK, task)) TRAP(BAD, (int32_t)code);
        END(SUSPENDED);
    }
    case OX_SCRIPT_YIELD: {
        uint32_t n = BYTE;
        if (s->task != s->root) return script_gives_back(s, r, n, false);
        r->sp -= n;
        if (!script_suspend(s, r, OX_WAIT_TICK, s->now + 1)) TRAP(BAD, (int32_t)code);
        END(SUSPENDED);
    }
    case OX_SCRIPT_RESUME: {
        int32_t handle = *--r->sp;
        r->pc++; /* give_back checks the count of results */
        TRY(resume(s, r, handle), handle);
        break;
    }
    case OX_SCRIPT_GOTO: {
        uint32_t state = HALF;
        uint32_t of = rom_half(script_function(&s->module, r->function) + ROM_SCRIPT_FUNCTION_BEHAVIOUR);
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
        r->sp -= ox_script_record(&s->module, OX_SCRIPT_SECTION_EVENTS, event)[ROM_SCRIPT_EVENT_ARGUMENTS] +
                 (flags & OX_SCRIPT_EMIT_TO ? 1u : 0u) + (flags & OX_SCRIPT_EMIT_NEAR ? 4u : 0u) +
                 (flags & OX_SCRIPT_EMIT_AFTER ? 1u : 0u);
        script_emit(s, event, flags, r->sp);
        break;
    }
    case OX_SCRIPT_STATE:
        PUSH(s->self == NULL || s->self->state == OX_SCRIPT_NONE
                 ? 0
                 : (int32_t)rom_word(script_state(&s->module, s->self->state) + ROM_SCRIPT_STATE_NAME));
        break;
    case OX_SCRIPT_ASSERT: {
        uint32_t note = HALF;
        if (*--r->sp == 0) TRAP(ASSERT, (int32_t)(OX_SCRIPT_NOTE_VALUE | note));
        break;
    }
    default: {
        if (code < OX_SCRIPT_CNT || code > OX_SCRIPT_MVAL)
            TRAP(BAD, (int32_t)code); /* verified code has no such opcode */
        const uint8_t *container = ox_script_record(&s->module, OX_SCRIPT_SECTION_CONTAINERS, HALF);
        int32_t *c = script_space(s, r, container[ROM_SCRIPT_CONTAINER_SPACE]) +
                     rom_half(container + ROM_SCRIPT_CONTAINER_ADDRESS);
        ox_script_trap trap = script_container(code, container, c, &r->sp, &value);
        if (trap != OX_SCRIPT_TRAP_NONE) return script_trap(r, trap, value);
    }
    }
    return SCRIPT_NEXT_ON;
}

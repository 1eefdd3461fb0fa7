/* The state of a machine as bytes, and back. Bytes that are read are trusted no more than a module: every register must
 * stand where the verifier allows it. */
#include <string.h>

#include "kernel/script/machine_internal.h"

/* ---- out ---- */

static void write_registers(const ox_script *s, const ox_script_registers *at, ox_writer *to) {
    const int32_t *stack = s->stack + at->stack;
    ox_write_u16(to, at->function);
    ox_write_u16(to, at->byte);
    ox_write_u16(to, at->sp);
    ox_write_u16(to, at->fp);
    ox_write_u16(to, at->cells);
    for (uint32_t i = 0; i < at->sp; i++) ox_write_i32(to, stack[i]);
}

static void write_instance(const void *of, const void *record, ox_writer *to) {
    const ox_script_instance *one = record;
    (void)of;
    ox_write_u16(to, one->behaviour);
    ox_write_u16(to, one->state);
    ox_write_u16(to, one->request);
    ox_write_u32(to, one->restarted);
    ox_write_u8(to, one->restarts);
    ox_write_u8(to, one->flags);
}

static void write_task(const void *of, const void *record, ox_writer *to) {
    const ox_script_task *task = record;
    write_registers(of, &task->at, to);
    ox_write_u32(to, task->wake);
    ox_write_u16(to, task->wait == OX_WAIT_EVENT ? task->event : 0);
    ox_write_u16(to, task->resumer);
    ox_write_u16(to, task->inner);
    ox_write_u8(to, task->wait);
    ox_write_u8(to, task->flags & ~(uint32_t)SCRIPT_TASK_HAD_TURN);
}

void ox_script_save(const ox_script *s, ox_writer *to) {
    OX_CREATED(s->module.bytes);
    FX_CHECK_OR(!s->running, "a script runs", return );
    if (s->module.bytes == NULL) return;
    ox_write_u32(to, s->now);
    ox_write_u32(to, s->turn);
    ox_write_i32(to, s->share);
    ox_write_u32(to, s->over);
    ox_write_bool(to, s->begun);
    for (uint32_t i = 0; i < s->module.count[OX_SCRIPT_SECTION_GLOBALS]; i++) ox_write_i32(to, s->globals[i]);
    ox_roster_save_all(&s->instances, to, write_instance, s);
    for (uint32_t i = 0; i < s->cells_used; i++) ox_write_i32(to, s->cells[i]);
    ox_roster_save_all(&s->tasks, to, write_task, s);
}

uint32_t ox_script_hash(const ox_script *s) {
    ox_writer w = ox_writer_hash();
    ox_script_save(s, &w);
    return w.hash;
}

/* ---- in: instances ---- */

/* Returns a number that was read, which must be below `limit`. */
static uint32_t below(ox_reader *from, uint32_t value, uint32_t limit) {
    if (value < limit) return value;
    from->bad = true;
    return 0;
}

static bool own_state(const uint8_t *behaviour, uint32_t state) {
    uint32_t first = rom_half(behaviour + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE);
    return state == OX_SCRIPT_NONE ||
           (state >= first && state - first < rom_half(behaviour + ROM_SCRIPT_BEHAVIOUR_STATES));
}

static void read_instance(void *of, void *record, ox_reader *from) {
    ox_script *s = of;
    ox_script_instance *one = record;
    one->behaviour = (uint16_t)below(from, ox_read_u16(from), s->module.count[OX_SCRIPT_SECTION_BEHAVIOURS]);
    one->state = (uint16_t)ox_read_u16(from);
    one->request = (uint16_t)ox_read_u16(from);
    one->restarted = ox_read_u32(from);
    one->restarts = (uint8_t)ox_read_u8(from);
    one->flags = (uint8_t)ox_read_u8(from);
    if (from->bad) return;
    const uint8_t *b = script_behaviour(&s->module, one->behaviour);
    uint32_t cells = rom_half(b + ROM_SCRIPT_BEHAVIOUR_CELLS);
    from->bad =
        !own_state(b, one->state) || !own_state(b, one->request) ||
        (one->flags & ~(SCRIPT_INSTANCE_STOPPED | SCRIPT_INSTANCE_WAITS | SCRIPT_INSTANCE_FAULT)) != 0 ||
        (one->flags & (SCRIPT_INSTANCE_WAITS | SCRIPT_INSTANCE_FAULT)) == SCRIPT_INSTANCE_FAULT ||
        cells > (uint32_t)s->plan.instance_cells - s->cells_used;
    if (from->bad) return;
    script_set_state(s, one, one->state);
    one->cells = (uint16_t)s->cells_used;
    s->cells_used += cells;
}

/* ---- in: tasks ---- */

/* *cells: how many cells a task or coroutine waits for, which are not on its stack yet. False when its wait is
 * invalid. */
static bool pending(const ox_script *s, const ox_script_task *root, const ox_script_task *task,
                    uint32_t *cells) {
    *cells = 0;
    if (task != script_task(s, root->inner)) { /* this coroutine or task has resumed another */
        const uint8_t *code =
            s->module.bytes + s->module.at[OX_SCRIPT_SECTION_CODE] +
            rom_word(script_function(&s->module, task->at.function) + ROM_SCRIPT_FUNCTION_CODE);
        if (task->at.byte < 2 ||
            script_depth_at(&s->module, s->imports, task->at.function, task->at.byte - 2u) < 0 ||
            code[task->at.byte - 2] != OX_SCRIPT_RESUME)
            return false;
        *cells = 1u + code[task->at.byte - 1];
        return true;
    }
    if (root->wait == OX_WAIT_EVENT) {
        if (root->event >= s->module.count[OX_SCRIPT_SECTION_EVENTS]) return false;
        *cells =
            ox_script_record(&s->module, OX_SCRIPT_SECTION_EVENTS, root->event)[ROM_SCRIPT_EVENT_ARGUMENTS];
    }
    if (root->wait == SCRIPT_WAIT_NATIVE) {
        if (root->wake >= s->module.count[OX_SCRIPT_SECTION_NATIVES] || !s->imports[root->wake].shape.latent)
            return false;
        *cells = s->imports[root->wake].shape.results;
    }
    return true;
}

/* Checks every frame from the innermost out: its function exists and may run for this owner, its link lies where it
 * must, and the stack has the depth that the verifier found. */
static bool frames_fit(const ox_script *s, const ox_script_task *task, uint32_t missing) {
    const ox_script_instance *owner =
        (const ox_script_instance *)ox_roster_get(&s->instances, (ox_handle){task->slot.owner});
    const int32_t *stack = s->stack + task->at.stack;
    uint32_t function = task->at.function, byte = task->at.byte, top = task->at.sp + missing,
             fp = task->at.fp;
    for (;;) {
        if (function >= s->module.count[OX_SCRIPT_SECTION_FUNCTIONS]) return false;
        const uint8_t *f = script_function(&s->module, function);
        uint32_t behaviour = rom_half(f + ROM_SCRIPT_FUNCTION_BEHAVIOUR),
                 link = fp + f[ROM_SCRIPT_FUNCTION_LOCALS];
        int32_t depth = script_depth_at(&s->module, s->imports, function, byte);
        if (behaviour != OX_SCRIPT_NONE &&
            (owner == NULL || !ox_script_module_derives(&s->module, owner->behaviour, behaviour)))
            return false;
        if (depth < 0 || link + OX_SCRIPT_LINK + (uint32_t)depth != top ||
            link + OX_SCRIPT_LINK + f[ROM_SCRIPT_FUNCTION_OPERANDS] > task->at.cells)
            return false;
        uint32_t caller = (uint32_t)stack[link + 2] & 0xFFFFu, lower = (uint32_t)stack[link + 1];
        if (caller == OX_SCRIPT_NONE)
            return fp == 0 && (f[ROM_SCRIPT_FUNCTION_FLAGS] & ROM_SCRIPT_FUNCTION_LATENT) != 0 &&
                   rom_half(f + ROM_SCRIPT_FUNCTION_NEED) == task->at.cells;
        if (lower >= fp) return false;
        /* behind its call, the caller's stack holds the results where the arguments were: this frame */
        top = fp + f[ROM_SCRIPT_FUNCTION_RESULTS];
        function = caller, byte = (uint32_t)stack[link], fp = lower;
    }
}

bool script_task_is_sound(const ox_script *s, const ox_script_task *task) {
    const uint32_t known = SCRIPT_TASK_GENERATOR | SCRIPT_TASK_BEGIN | SCRIPT_TASK_RUNNING | SCRIPT_TASK_CUT;
    bool generator = (task->flags & SCRIPT_TASK_GENERATOR) != 0;
    return task->at.sp <= task->at.cells && task->at.fp < task->at.sp &&
           task->inner < s->tasks.pool.capacity && task->wait <= SCRIPT_WAIT_RESUME &&
           (task->flags & ~known) == 0 && generator == (task->wait == SCRIPT_WAIT_RESUME) &&
           (generator || (task->flags & SCRIPT_TASK_RUNNING) == 0);
}

static void read_task(void *of, void *record, ox_reader *from) {
    ox_script *s = of;
    ox_script_task *task = record;
    ox_script_registers *at = &task->at;
    at->function = (uint16_t)below(from, ox_read_u16(from), s->module.count[OX_SCRIPT_SECTION_FUNCTIONS]);
    at->byte = (uint16_t)ox_read_u16(from);
    at->sp = (uint16_t)ox_read_u16(from);
    at->fp = (uint16_t)ox_read_u16(from);
    at->cells = (uint16_t)ox_read_u16(from);
    at->stack = (uint16_t)s->stack_used;
    if (at->sp > at->cells || at->cells > (uint32_t)s->plan.stack + s->plan.task_cells - s->stack_used)
        from->bad = true;
    if (from->bad) return;
    memset(s->stack + at->stack, 0, at->cells * sizeof *s->stack);
    for (uint32_t i = 0; i < at->sp; i++) s->stack[at->stack + i] = ox_read_i32(from);
    s->stack_used += at->cells;
    task->wake = ox_read_u32(from);
    task->event = (uint16_t)ox_read_u16(from);
    task->resumer = (uint16_t)ox_read_u16(from);
    task->inner = (uint16_t)ox_read_u16(from);
    task->wait = (uint8_t)ox_read_u8(from);
    task->flags = (uint8_t)ox_read_u8(from);
    s->generators += (task->flags & SCRIPT_TASK_GENERATOR) != 0;
    if (!script_task_is_sound(s, task)) from->bad = true;
}

/* Checks the coroutines inside of a suspended task, and the task; *seen counts the coroutines. */
static bool chain_fits(const ox_script *s, const ox_script_task *root, uint32_t *seen) {
    uint32_t slot = root->inner;
    for (uint32_t steps = 0; steps <= s->tasks.pool.capacity; steps++) {
        const ox_script_task *at = script_task(s, slot);
        uint32_t cells;
        if (!ox_roster_has(&s->tasks, slot) || !pending(s, root, at, &cells) || !frames_fit(s, at, cells))
            return false;
        if (at == root) return true;
        if ((at->flags & (SCRIPT_TASK_GENERATOR | SCRIPT_TASK_RUNNING)) !=
                (SCRIPT_TASK_GENERATOR | SCRIPT_TASK_RUNNING) ||
            at->resumer >= s->tasks.pool.capacity)
            return false;
        (*seen)++;
        slot = at->resumer;
    }
    return false;
}

/* Each coroutine that has been resumed is inside of exactly one task. */
bool script_tasks_fit(const ox_script *s) {
    uint32_t running = 0, seen = 0;
    for (uint32_t i = s->tasks.first; i != OX_ROSTER_END; i = script_task(s, i)->slot.next) {
        const ox_script_task *task = script_task(s, i);
        bool generator = (task->flags & SCRIPT_TASK_GENERATOR) != 0,
             resumed = (task->flags & SCRIPT_TASK_RUNNING) != 0;
        if (generator ? !resumed && !frames_fit(s, task, 0) : !chain_fits(s, task, &seen)) return false;
        running += resumed;
    }
    return running == seen && s->generators <= s->plan.generators &&
           s->tasks.count - s->generators <= s->plan.tasks;
}

/* ---- in: the whole ---- */

/* Resets a roster as after opening, so that it gives the same handles as in a first run. */
static void begin_roster(ox_roster *roster) {
    ox_roster_init(roster, roster->pool.objects, roster->pool.stride, roster->pool.capacity);
}

void ox_script_reset(ox_script *s) {
    for (uint32_t i = 0; i < s->module.count[OX_SCRIPT_SECTION_GLOBALS]; i++)
        s->globals[i] = (int32_t)rom_word(ox_script_record(&s->module, OX_SCRIPT_SECTION_GLOBALS, i));
    begin_roster(&s->tasks);
    begin_roster(&s->instances);
    s->stack_used = s->plan.stack;
    s->cells_used = s->generators = s->turn = s->now = s->over = 0;
    s->share = (int32_t)s->plan.tick;
    s->begun = s->asked = false;
}

static void read_all(ox_script *s, ox_reader *from) {
    s->now = ox_read_u32(from);
    uint32_t turn = ox_read_u32(from);
    s->share = ox_read_i32(from);
    s->over = ox_read_u32(from);
    s->begun = ox_read_bool(from);
    if (s->share > (int32_t)s->plan.tick) from->bad = true;
    for (uint32_t i = 0; i < s->module.count[OX_SCRIPT_SECTION_GLOBALS]; i++)
        s->globals[i] = ox_read_i32(from);
    if (from->bad || ox_failed(ox_roster_restore_all(&s->instances, from, read_instance, s))) return;
    for (uint32_t i = 0; i < s->cells_used; i++) s->cells[i] = ox_read_i32(from);
    if (ox_failed(ox_roster_restore_all(&s->tasks, from, read_task, s))) return;
    if (!script_tasks_fit(s)) from->bad = true;
    s->turn = turn;
}

ox_status ox_script_restore(ox_script *s, ox_reader *from) {
    OX_CREATED(s->module.bytes);
    FX_CHECK_OR(!s->running, "a script runs", return OX_BAD_STATE);
    if (s->module.bytes == NULL) return OX_BAD_STATE;
    ox_script_reset(s);
    read_all(s, from);
    if (from->bad) ox_script_reset(s);
    return ox_reader_status(from);
}

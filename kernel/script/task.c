/* Tasks: their stacks, their turns, and cleaning up after traps. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/script/debug.h"
#include "kernel/script/machine_internal.h"

/* ---- stacks: one behind the other in the order in which they were taken ---- */

static void release_stack(ox_script *s, uint32_t first, uint32_t cells) {
    uint32_t end = first + cells;
    memmove(s->stack + first, s->stack + end, (s->stack_used - end) * sizeof *s->stack);
    s->stack_used -= cells;
    for (uint32_t i = 0; i < s->tasks.pool.fresh; i++) {
        ox_script_task *task = script_task(s, i);
        if (ox_roster_has(&s->tasks, i) && task->at.stack > first)
            task->at.stack = (uint16_t)(task->at.stack - cells);
    }
}

ox_script_task *script_start(ox_script *s, uint32_t instance, uint32_t function, const int32_t *arguments,
                             uint32_t flags) {
    const uint8_t *f = script_function(&s->module, function);
    uint32_t need = rom_half(f + ROM_SCRIPT_FUNCTION_NEED), generator = (flags & SCRIPT_TASK_GENERATOR) != 0;
    bool room =
        generator ? s->generators < s->plan.generators : s->tasks.count - s->generators < s->plan.tasks;
    ox_script_task *task = NULL;
    if (room && need <= (uint32_t)s->plan.stack + s->plan.task_cells - s->stack_used)
        task = (ox_script_task *)ox_roster_add(&s->tasks, instance);
    if (task == NULL) {
        s->refused++;
        script_report(s, OX_SCRIPT_TRAP_FULL, (int32_t)function);
        return NULL;
    }
    script_prepare(s, &task->at, function, s->stack_used, need, arguments);
    s->stack_used += need;
    s->generators += generator;
    task->wake = s->now;
    task->wait = generator ? SCRIPT_WAIT_RESUME : OX_WAIT_TICK;
    task->flags = (uint8_t)flags;
    task->inner = task->resumer = (uint16_t)script_slot(s, task);
    return task;
}

static void drop(ox_script *s, ox_script_task *task) {
    uint32_t first = task->at.stack, cells = task->at.cells;
    if ((task->flags & SCRIPT_TASK_GENERATOR) != 0) s->generators--;
    ox_roster_remove(&s->tasks, &task->slot);
    release_stack(s, first, cells);
}

/* Drops the coroutines from `inner` up to, and without, the task or handler that resumed the first of them. */
static void drop_chain(ox_script *s, ox_script_task *inner, const ox_script_task *root) {
    while (inner != root && inner != NULL) {
        ox_script_task *up = inner->resumer == SCRIPT_MAIN ? NULL : script_task(s, inner->resumer);
        drop(s, inner);
        inner = up;
    }
}

/* The suspended task inside of which a coroutine has been resumed. */
static ox_script_task *root_of(ox_script *s, const ox_script_task *generator) {
    for (uint32_t i = 0; i < s->tasks.pool.fresh; i++) {
        ox_script_task *root = script_task(s, i);
        if (!ox_roster_has(&s->tasks, i) || (root->flags & SCRIPT_TASK_GENERATOR) != 0) continue;
        for (ox_script_task *at = script_task(s, root->inner); at != root; at = script_task(s, at->resumer)) {
            if (at == generator) return root;
        }
    }
    return NULL;
}

void script_end_task(ox_script *s, ox_script_task *task) {
    if ((task->flags & (SCRIPT_TASK_GENERATOR | SCRIPT_TASK_RUNNING)) ==
        (SCRIPT_TASK_GENERATOR | SCRIPT_TASK_RUNNING)) {
        ox_script_task *root = root_of(s, task);
        if (root != NULL) task = root; /* a task that waits for the coroutine would wait for ever */
    }
    if ((task->flags & SCRIPT_TASK_GENERATOR) == 0) drop_chain(s, script_task(s, task->inner), task);
    drop(s, task);
}

void script_end_tasks(ox_script *s, uint32_t instance, uint32_t flags) {
    for (uint32_t i = s->tasks.first; i != OX_ROSTER_END;) {
        ox_script_task *task = script_task(s, i);
        i = task->slot.next;
        if (task->slot.owner != instance || (task->flags & flags) != flags) continue;
        script_end_task(s, task);
        i = s->tasks.first; /* other tasks may have gone with it */
    }
}

/* ---- running ---- */

/* Runs the code at the registers, by the second loop when a debugger looks on. */
static script_end run(ox_script *s) {
    return s->debugger == NULL ? script_run(s) : (script_end)s->debugger->run(s);
}

static void account(ox_script *s, const ox_script_instance *instance, uint32_t instructions) {
    s->used[instance == NULL ? s->module.count[OX_SCRIPT_SECTION_BEHAVIOURS] : instance->behaviour] +=
        instructions;
}

/* Cleans up after a run: drops coroutines that cannot go on, notes a fault of the instance. */
static void clean_up(ox_script *s, script_end end, ox_script_instance *instance) {
    if (end == SCRIPT_TRAPPED) {
        script_report(s, s->trap, s->trap_value);
        if (instance != NULL && s->picture == NULL) {
            instance->flags |= SCRIPT_INSTANCE_FAULT;
            s->asked = true;
        }
    }
    if (end == SCRIPT_TRAPPED || end == SCRIPT_STOPPED) drop_chain(s, s->task, s->root);
}

script_end script_activate_at(ox_script *s, ox_script_instance *instance, uint32_t function, uint32_t limit,
                              const int32_t *arguments, uint32_t stack) {
    const uint8_t *f = script_function(&s->module, function);
    s->trap = OX_SCRIPT_TRAP_NONE;
    s->handling = s->self = instance;
    s->task = s->root = NULL;
    s->passed = false;
    s->left = (int32_t)limit;
    if (!s->filling) script_drop_words(s);
    script_end end = SCRIPT_TRAPPED;
    if (stack > s->plan.stack || rom_half(f + ROM_SCRIPT_FUNCTION_NEED) > s->plan.stack - stack) {
        s->trap = OX_SCRIPT_TRAP_STACK; /* handlers were checked at opening, other functions are now */
        s->trap_value = (int32_t)function;
    } else {
        script_prepare(s, &s->main, function, stack, s->plan.stack - stack, arguments);
        s->running = true;
        end = run(s);
    }
    uint32_t used = limit - (uint32_t)s->left - (s->trap == OX_SCRIPT_TRAP_BUDGET ? 1u : 0u);
    if (s->picture == NULL) {
        s->share = fx_subs(s->share, (int32_t)used); /* handlers run even without budget left */
        account(s, instance, used);
    }
    if (end != SCRIPT_RETURNED) clean_up(s, end, instance);
    s->running = false;
    s->self = s->handling = NULL;
    s->task = NULL;
    return end;
}

/* The first free cell of the main stack while a script runs: 0 in a task; else the cell behind the frame of the
 * handler, or of the function that it called. */
static uint32_t free_stack(const ox_script *s) {
    const uint8_t *f = script_function(&s->module, s->main.function);
    if (s->filling) return UINT32_MAX;
    return s->root != NULL ? 0
                           : (uint32_t)s->main.stack + s->main.fp + f[ROM_SCRIPT_FUNCTION_LOCALS] +
                                 OX_SCRIPT_LINK + f[ROM_SCRIPT_FUNCTION_OPERANDS];
}

void script_fill(ox_script *s) {
    ox_script_instance *made = s->made;
    const uint32_t init =
        made == NULL ? OX_SCRIPT_NONE
                     : rom_half(script_behaviour(&s->module, made->behaviour) + ROM_SCRIPT_BEHAVIOUR_INIT);
    s->made = NULL;
    if (made != NULL && init == OX_SCRIPT_NONE) script_dress(s, made);
    if (init == OX_SCRIPT_NONE) return;
    const ox_script_registers main = s->main;
    ox_script_task *const task = s->task, *const root = s->root;
    ox_script_instance *const self = s->self, *const handling = s->handling;
    const int32_t left = s->left;
    const bool passed = s->passed, within = s->filling;
    const uint32_t stack = free_stack(s);
    s->filling = true;
    s->running = false; /* a fault before the function runs has no calls to tell */
    if (script_activate_at(s, made, init, s->plan.activation, NULL, stack) == SCRIPT_RETURNED)
        script_dress(s, made);
    s->filling = within;
    s->running = true;
    s->trap = OX_SCRIPT_TRAP_NONE;
    s->passed = passed;
    s->left = left;
    s->self = self;
    s->handling = handling;
    s->task = task;
    s->root = root;
    s->main = main;
}

static void take_turn(ox_script *s, ox_script_task *task) {
    ox_script_instance *instance =
        (ox_script_instance *)ox_roster_get(&s->instances, (ox_handle){task->slot.owner});
    s->root = task;
    s->task = script_task(s, task->inner);
    s->handling = NULL;
    s->self = (ox_script_instance *)ox_roster_get(&s->instances, (ox_handle){s->task->slot.owner});
    s->trap = OX_SCRIPT_TRAP_NONE;
    s->left = (int32_t)s->plan.activation;
    s->used_now = 0;
    script_drop_words(s);
    task->flags = (uint8_t)((task->flags & ~SCRIPT_TASK_CUT) | SCRIPT_TASK_RUNNING);
    s->running = true;
    script_end end = run(s);
    uint32_t used = s->plan.activation - (uint32_t)s->left - (s->trap == OX_SCRIPT_TRAP_BUDGET ? 1u : 0u);
    s->share -= (int32_t)used;
    account(s, instance, s->used_now + used);
    clean_up(s, end, instance);
    s->running = false;
    task->flags = (uint8_t)(task->flags & ~SCRIPT_TASK_RUNNING);
    if (end != SCRIPT_SUSPENDED) {
        task->inner = (uint16_t)script_slot(s, task);
        script_end_task(s, task);
    }
    s->self = NULL;
    s->task = s->root = NULL;
}

void ox_script_run(ox_script *s) {
    OX_CREATED(s->module.bytes);
    FX_CHECK_OR(!s->running, "a script runs already", return );
    if (s->module.bytes == NULL) return;
    script_begin_module(s);
    for (uint32_t i = 0; i < s->tasks.pool.fresh; i++)
        script_task(s, i)->flags = (uint8_t)(script_task(s, i)->flags & ~SCRIPT_TASK_HAD_TURN);
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (ox_script_task *task = ox_roster_begin(&s->tasks); task != NULL;
             task = ox_roster_next(&s->tasks)) {
            if ((task->flags & (SCRIPT_TASK_GENERATOR | SCRIPT_TASK_HAD_TURN)) != 0 ||
                !ox_roster_wait_is_over(&s->tasks, task->wait, task->wake, s->now) ||
                (pass == 0 && task->slot.serial < s->turn))
                continue;
            if (s->share <= 0) {
                s->turn = task->slot.serial;
                return;
            }
            const uint32_t serial = task->slot.serial;
            const ox_handle self = ox_roster_handle(&s->tasks, &task->slot);
            task->flags |= SCRIPT_TASK_HAD_TURN;
            take_turn(s, task);
            /* a task that the budget cut off goes on first in the next tick */
            bool cut = s->share <= 0 && ox_roster_get(&s->tasks, self) == task &&
                       (task->flags & SCRIPT_TASK_CUT) != 0;
            script_settle(s);
            if (cut) {
                s->turn = serial;
                return;
            }
        }
    }
    s->turn = 0;
}

void ox_script_tick(ox_script *s, uint32_t now) {
    OX_CREATED(s->module.bytes);
    uint32_t behaviours = s->module.count[OX_SCRIPT_SECTION_BEHAVIOURS], top = behaviours;
    if (s->module.bytes == NULL) return;
    s->over = s->share < 0 || s->turn != 0 ? s->over + 1 : 0;
    if (s->over == 3) {
        for (uint32_t i = 0; i < behaviours; i++) top = s->used[i] > s->used[top] ? i : top;
        s->warned = top == behaviours ? OX_SCRIPT_NONE : top;
        s->warnings++;
    }
    memset(s->used, 0, (behaviours + 1) * sizeof *s->used);
    s->share = (s->share < 0 ? s->share : 0) + (int32_t)s->plan.tick;
    s->now = now;
}

bool ox_script_task_lives(const ox_script *s, uint32_t task) {
    return ox_roster_get(&s->tasks, (ox_handle){task}) != NULL;
}

bool ox_script_complete(ox_script *s, uint32_t handle, const int32_t *results) {
    ox_script_task *task = (ox_script_task *)ox_roster_get(&s->tasks, (ox_handle){handle});
    if (task == NULL || task->wait != SCRIPT_WAIT_NATIVE) return false;
    script_give(s, task, results, s->imports[task->wake].shape.results);
    return true;
}

void script_give(ox_script *s, ox_script_task *task, const int32_t *cells, uint32_t count) {
    ox_script_task *inner = script_task(s, task->inner);
    if (count != 0) memcpy(s->stack + inner->at.stack + inner->at.sp, cells, count * sizeof *cells);
    inner->at.sp = (uint16_t)(inner->at.sp + count);
    task->wait = OX_WAIT_NOTHING;
}

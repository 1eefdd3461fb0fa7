/* Breakpoints, steps, watched cells, counts and the trace of a machine that has a debugger. */
#include "kernel/script/debug.h"

#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/script/debug_internal.h"

static int run_hooked(ox_script *s) {
    s->debugger->runs++;
    return (int)script_run_hooked(s);
}

/* An instance changed its state: a row of the trace, and told at the next statement. */
static void note_state(ox_script_debugger *d, ox_handle instance, uint32_t from, uint32_t to) {
    const int32_t before = from == OX_SCRIPT_NONE ? -1 : (int32_t)from,
                  now = to == OX_SCRIPT_NONE ? -1 : (int32_t)to;
    if (before == now) return;
    if (d->trace != NULL)
        d->trace[d->traced++ % d->trace_room] = (ox_script_traced){.place = d->last,
                                                                   .tick = d->tick,
                                                                   .run = d->runs,
                                                                   .owner = instance.bits,
                                                                   .is_state = true,
                                                                   .before = before,
                                                                   .now = now};
    if (!d->stops_at_states) return;
    if (d->changed_instance.bits == 0) d->state_before = before;
    d->changed_instance = instance;
    d->state_now = now;
}

void ox_script_debug(ox_script *s, ox_script_debugger *debugger) {
    FX_CHECK_OR(!s->running, "a script runs", return );
    if (debugger != NULL) {
        debugger->run = run_hooked;
        debugger->changed = note_state;
        debugger->step = OX_SCRIPT_STEP_NONE;
    }
    s->debugger = debugger;
}

/* ---- breakpoints and watches ---- */

static void set_filter(ox_script_debugger *d) {
    memset(d->filter, 0, sizeof d->filter);
    for (uint32_t i = 0; i < d->break_count; i++)
        d->filter[(d->breaks[i].byte & 0xFFu) >> 3] |= (uint8_t)(1u << (d->breaks[i].byte & 7u));
}

int ox_script_break(ox_script_debugger *d, ox_script_place place) {
    if (d->break_count == OX_SCRIPT_BREAKS) return -1;
    d->breaks[d->break_count++] = place;
    set_filter(d);
    return (int)d->break_count - 1;
}

void ox_script_unbreak(ox_script_debugger *d, uint32_t number) {
    if (number >= d->break_count) return;
    d->break_count--;
    for (uint32_t i = number; i < d->break_count; i++) d->breaks[i] = d->breaks[i + 1];
    set_filter(d);
}

int ox_script_watch(ox_script_debugger *d, int32_t *cell) {
    if (d->watch_count == OX_SCRIPT_WATCHES || cell == NULL) return -1;
    d->watches[d->watch_count] = (ox_script_watched){cell, *cell};
    return (int)d->watch_count++;
}

void ox_script_unwatch(ox_script_debugger *d, uint32_t number) {
    if (number >= d->watch_count) return;
    d->watch_count--;
    for (uint32_t i = number; i < d->watch_count; i++) d->watches[i] = d->watches[i + 1];
}

int32_t *ox_script_cells(ox_script *s, ox_handle instance, uint32_t cell, uint32_t cells) {
    if (instance.bits == 0)
        return cell + cells <= s->module.count[OX_SCRIPT_SECTION_GLOBALS] ? s->globals + cell : NULL;
    const ox_script_instance *one = ox_script_instance_of(s, instance);
    if (one == NULL) return NULL;
    const uint32_t room = rom_half(script_behaviour(&s->module, one->behaviour) + ROM_SCRIPT_BEHAVIOUR_CELLS);
    return cell + cells <= room ? s->cells + one->cells + cell : NULL;
}

/* ---- the stack ---- */

uint32_t ox_script_frames(ox_script *s, ox_script_frame *frames, uint32_t most) {
    const ox_script_task *task = s->task;
    uint32_t count = 0;
    for (;;) {
        const ox_script_registers *at = task == NULL ? &s->main : &task->at;
        int32_t *stack = s->stack + at->stack, *fp = stack + at->fp;
        uint32_t function = at->function, byte = at->byte;
        while (function != OX_SCRIPT_NONE && count < most) {
            const int32_t *link = fp + script_function(&s->module, function)[ROM_SCRIPT_FUNCTION_LOCALS];
            frames[count++] = (ox_script_frame){{(uint16_t)function, (uint16_t)byte}, fp};
            function = (uint32_t)link[2] & 0xFFFFu;
            byte = (uint32_t)link[0] - 1u;
            fp = stack + link[1];
        }
        if (task == s->root || task == NULL) return count;
        task = task->resumer == SCRIPT_MAIN ? NULL : script_task(s, task->resumer);
    }
}

/* How many functions stand on the stack. */
static uint32_t depth_of(ox_script *s) {
    ox_script_frame frames[OX_SCRIPT_STACK_MOST];
    return ox_script_frames(s, frames, OX_SCRIPT_STACK_MOST);
}

const char *ox_script_instruction_name(uint32_t code) {
    static const char *const names[OX_SCRIPT_CODES] = {
#define OX_INSTRUCTION(code, last, name, operands, takes, gives, rules, effect, about) [code] = #name,
#include "kernel/script/instructions.inc"
    };
    return code < OX_SCRIPT_CODES ? names[code] : NULL;
}

int32_t ox_script_depth_at(const ox_script_module *module, const ox_script_import *imports, uint32_t function,
                           uint32_t byte) {
    return script_depth_at(module, imports, function, byte);
}

/* ---- stopping ---- */

static uint32_t task_of(const ox_script *s) {
    return s->root == NULL ? 0 : ox_roster_handle(&s->tasks, &s->root->slot).bits;
}

/* Asks how to go on; false: as if it had not stopped. */
static bool stop_here(ox_script *s, ox_script_debugger *d, ox_script_stopped *stopped) {
    stopped->task = task_of(s);
    stopped->object = script_object(s);
    stopped->instance = (ox_handle){script_self(s)};
    const ox_script_step how = d->stopped == NULL ? OX_SCRIPT_STEP_NONE : d->stopped(d->context, s, stopped);
    if (how == OX_SCRIPT_STEP_ON) return false;
    d->pause = false;
    d->step = how;
    if (how == OX_SCRIPT_STEP_NONE) return true;
    d->step_depth = depth_of(s);
    d->step_task = stopped->task;
    d->step_run = d->runs;
    return true;
}

/* The watch whose cell changed, or -1. */
static int changed(ox_script_debugger *d, ox_script_stopped *stopped) {
    for (uint32_t i = 0; i < d->watch_count; i++) {
        ox_script_watched *w = &d->watches[i];
        if (*w->cell == w->value) continue;
        *stopped = (ox_script_stopped){
            .why = OX_SCRIPT_STOP_WATCH, .at = d->last, .number = i, .before = w->value, .now = *w->cell};
        w->value = *w->cell;
        return (int)i;
    }
    return -1;
}

static int break_at(const ox_script_debugger *d, ox_script_place at) {
    if ((d->filter[(at.byte & 0xFFu) >> 3] & 1u << (at.byte & 7u)) == 0) return -1;
    for (uint32_t i = 0; i < d->break_count; i++)
        if (d->breaks[i].function == at.function && d->breaks[i].byte == at.byte) return (int)i;
    return -1;
}

/* Whether a step that was asked for is over at this statement. */
static bool step_is_over(ox_script *s, const ox_script_debugger *d) {
    if (d->step == OX_SCRIPT_STEP_NONE) return false;
    if (d->step == OX_SCRIPT_STEP_INTO) return true;
    if (d->step_task == 0 ? d->runs != d->step_run
                          : ox_roster_get(&s->tasks, (ox_handle){d->step_task}) == NULL)
        return true; /* the handler or task has ended */
    if (task_of(s) != d->step_task) return false;
    const uint32_t depth = depth_of(s);
    return d->step == OX_SCRIPT_STEP_OVER ? depth <= d->step_depth : depth < d->step_depth;
}

static void trace(ox_script *s, ox_script_debugger *d, const script_loop *r, ox_script_place at) {
    const int32_t *bottom =
        r->fp + r->functions[r->function * ROM_SCRIPT_FUNCTION_SIZE + ROM_SCRIPT_FUNCTION_LOCALS] +
        OX_SCRIPT_LINK;
    const uint32_t depth = r->sp > bottom ? (uint32_t)(r->sp - bottom) : 0;
    d->trace[d->traced++ % d->trace_room] = (ox_script_traced){.place = at,
                                                               .task = task_of(s),
                                                               .tick = s->now,
                                                               .run = d->runs,
                                                               .owner = script_object(s),
                                                               .depth = (uint16_t)depth,
                                                               .top = depth > 0 ? r->sp[-1] : 0};
}

/* At the beginning of a statement: stops where somebody wants to know. */
static void look_at(ox_script *s, ox_script_debugger *d, const script_loop *r, ox_script_place at) {
    ox_script_stopped stopped = {.at = at};
    const int number = break_at(d, at);
    script_loop_save(r);
    if (d->changed_instance.bits != 0) {
        stopped = (ox_script_stopped){
            .why = OX_SCRIPT_STOP_STATE, .at = at, .before = d->state_before, .now = d->state_now};
        d->changed_instance.bits = 0;
        if (stop_here(s, d, &stopped)) return;
    }
    if (changed(d, &stopped) >= 0 && stop_here(s, d, &stopped))
        return; /* told with the statement that wrote */
    stopped = (ox_script_stopped){.why = OX_SCRIPT_STOP_BREAK, .at = at, .number = (uint32_t)number};
    if (number >= 0 && stop_here(s, d, &stopped)) return;
    const bool over = step_is_over(s, d);
    if (!over && !d->pause) return;
    stopped.why = over ? OX_SCRIPT_STOP_STEP : OX_SCRIPT_STOP_PAUSE;
    stopped.number = 0;
    (void)stop_here(s, d, &stopped);
}

void script_debug_before(ox_script *s, script_loop *r) {
    ox_script_debugger *d = s->debugger;
    const ox_script_place at = {(uint16_t)r->function, (uint16_t)(r->pc - r->code)};
    const uint32_t code = (uint32_t)(r->pc - r->codes);
    if (d == NULL || s->left <= 0) return;
    if (code < d->code_bytes && (d->statements[code >> 3] & 1u << (code & 7u)) != 0) {
        look_at(s, d, r, at);
        d->last = at;
    }
    if (d->counts != NULL && code < d->code_bytes) d->counts[code]++;
    if (d->trace != NULL) trace(s, d, r, at);
    d->tick = s->now;
    d->instructions++;
}

void script_debug_trapped(ox_script *s, const script_loop *r) {
    ox_script_debugger *d = s->debugger;
    if (d == NULL || !d->stops_at_traps) return;
    ox_script_stopped stopped = {.why = OX_SCRIPT_STOP_TRAP,
                                 .at = {(uint16_t)r->function, (uint16_t)(r->pc - r->code)},
                                 .trap = r->trap,
                                 .now = r->value};
    (void)stop_here(s, d, &stopped);
}

const ox_script_traced *ox_script_trace_row(const ox_script_debugger *d, uint32_t back) {
    if (d->trace == NULL || back >= d->traced || back >= d->trace_room) return NULL;
    return &d->trace[(d->traced - 1u - back) % d->trace_room];
}

/* State machines: events go to the state and its parents; states change when no code of the machine runs. */
#include "kernel/state/machine.h"

#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/bytes/fnv.h"
#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_STATES_MAX < OX_NO_STATE && OX_NO_STATE <= UINT8_MAX,
                 "a state is a byte, and none is another");
FX_STATIC_ASSERT(OX_MACHINE_DEPTH <= UINT8_MAX, "the depth of a pushdown machine is a byte");

#if defined(__GNUC__)
#define OX_MACHINE_SELDOM __attribute__((noinline))
#else
#define OX_MACHINE_SELDOM
#endif

enum { GO, AGAIN, PUSH, POP };

static inline const ox_state *state_of(const ox_machine *machine, uint32_t state) {
    return &machine->type->states[state];
}

static const char *name_of(const ox_machine *machine, uint32_t state) {
    const char *name = state_of(machine, state)->name;
    return name == NULL ? "?" : name;
}

static void complain(const ox_machine *machine, uint32_t to, const char *what) {
    ox_log_write(machine->notes->log, PLAT_LOG_WARNING, "machine %s: %s from %s to %s",
                 machine->type->name == NULL ? "?" : machine->type->name, what,
                 name_of(machine, machine->state), name_of(machine, to));
}

/* ---- changes ---- */

/* A machine, its owner, and the change that is being made. */
typedef struct mover {
    ox_machine *machine;
    void *owner;
    uint8_t to, kind; /* target and kind of the change */
} mover;

static uint32_t parent_of(const void *of, uint32_t state) {
    const uint32_t parent = state_of(((const mover *)of)->machine, state)->parent;
    return parent == OX_NO_STATE ? OX_STATE_NONE : parent;
}

static bool leave_state(void *of, uint32_t state) {
    const mover *m = of;
    void (*call)(void *) = state_of(m->machine, state)->exit;
    if (call != NULL) call(m->owner);
    return true;
}

static bool turn_state(void *of, uint32_t to) {
    ((mover *)of)->machine->state = (uint8_t)to;
    return true;
}

static bool enter_state(void *of, uint32_t state) {
    const mover *m = of;
    void (*call)(void *) = state_of(m->machine, state)->enter;
    if (call != NULL) call(m->owner);
    return true;
}

static void travel(mover *m, uint32_t to, uint32_t how) {
    static const ox_state_tree tree = {parent_of, leave_state, turn_state, enter_state};
    const uint32_t from = m->machine->state;
    m->machine->busy = 1;
    (void)ox_state_travel(&tree, m, from == OX_NO_STATE ? OX_STATE_NONE : from, to, how);
    m->machine->busy = 0;
}

static bool take_wish(void *of) {
    mover *m = of;
    ox_machine *machine = m->machine;
    if (machine->request == OX_NO_STATE) return false;
    m->to = machine->request;
    m->kind = machine->kind;
    machine->request = OX_NO_STATE;
    if (m->kind == POP) {
        if (machine->depth == 0) return false;
        m->to = machine->below[machine->depth - 1u];
    }
    return m->kind != GO || m->to != machine->state;
}

static void change_state(void *of) {
    static const uint8_t ways[] = {[GO] = OX_STATE_GO,
                                   [AGAIN] = OX_STATE_GO | OX_STATE_AGAIN,
                                   [PUSH] = OX_STATE_ENTERS | OX_STATE_AGAIN,
                                   [POP] = OX_STATE_LEAVES | OX_STATE_AGAIN};
    mover *m = of;
    ox_machine *machine = m->machine;
    machine->notes->changes++;
    if (m->kind == PUSH && machine->depth < OX_MACHINE_DEPTH)
        machine->below[machine->depth++] = machine->state;
    if (m->kind == POP) machine->depth--;
    travel(m, m->to, ways[m->kind]);
    if (m->kind == POP && state_of(machine, m->to)->again) {
        machine->busy = 1;
        (void)enter_state(m, m->to);
        machine->busy = 0;
    }
}

static void break_off(void *of) {
    const mover *m = of;
    m->machine->notes->loops++;
    complain(m->machine, m->to, "changes without end, the last");
}

/* Makes requested changes as long as there are any. */
static inline void settle_wishes(ox_machine *machine, void *owner) {
    static const ox_state_wishes wishes = {take_wish, change_state, break_off};
    if (machine->request == OX_NO_STATE) return;
    ox_state_settle(&wishes, &(mover){.machine = machine, .owner = owner});
}

static bool is_allowed(const ox_machine *machine, uint32_t to) {
    const ox_machine_type *type = machine->type;
    if (type->allowed == NULL) return true;
    uint32_t row = ((uint32_t)type->count + 7u) / 8u;
    return (type->allowed[machine->state * row + to / 8u] >> (to % 8u) & 1u) != 0;
}

static ox_status request(ox_machine *machine, void *owner, uint32_t kind, uint32_t to) {
    FX_CHECK_OR(machine->type != NULL, "machine: it was not started", return OX_BAD_STATE);
    if (to >= machine->type->count) {
        FX_ASSERT_MSG(false, "machine: there is no state %u", (unsigned)to);
        machine->notes->refused++;
        return OX_BAD_ARGUMENT;
    }
    if (kind != POP && to != machine->state && !is_allowed(machine, to)) {
        machine->notes->refused++;
        complain(machine, to, "change that is not allowed,");
        return OX_UNSUPPORTED;
    }
    machine->request = (uint8_t)to;
    machine->kind = (uint8_t)kind;
    if (!machine->busy) settle_wishes(machine, owner);
    return OX_OK;
}

ox_status ox_machine_go(ox_machine *machine, void *owner, uint32_t state) {
    return request(machine, owner, GO, state);
}

ox_status ox_machine_again(ox_machine *machine, void *owner, uint32_t state) {
    return request(machine, owner, AGAIN, state);
}

ox_status ox_machine_push(ox_machine *machine, void *owner, uint32_t state) {
    if (machine->type != NULL && state < machine->type->count && machine->depth >= OX_MACHINE_DEPTH) {
        machine->notes->overflows++;
        complain(machine, state, "push deeper than there is room,");
        return OX_FULL;
    }
    return request(machine, owner, PUSH, state);
}

ox_status ox_machine_pop(ox_machine *machine, void *owner) {
    if (machine->type != NULL && machine->depth == 0) {
        machine->notes->overflows++;
        complain(machine, machine->state, "pop of nothing,");
        return OX_EMPTY;
    }
    return request(machine, owner, POP, machine->type == NULL ? 0 : machine->below[machine->depth - 1u]);
}

/* ---- life ---- */

static bool is_sound(const ox_machine_type *type) {
    if (type->count == 0 || type->count > OX_STATES_MAX) return false;
    for (uint32_t i = 0; i < type->count; i++) {
        uint32_t levels = 0;
        for (uint32_t s = i; s != OX_NO_STATE; s = type->states[s].parent) {
            if (s >= type->count || ++levels > OX_STATE_LEVELS) return false;
        }
    }
    return true;
}

ox_status ox_machine_start(ox_machine *machine, const ox_machine_type *type, ox_machine_notes *notes,
                           void *owner, uint32_t first) {
    *machine = (ox_machine){.state = OX_NO_STATE, .request = OX_NO_STATE};
    if (notes == NULL || first >= type->count || !is_sound(type)) return OX_BAD_ARGUMENT;
    machine->type = type;
    machine->notes = notes;
    travel(&(mover){.machine = machine, .owner = owner}, first, OX_STATE_ENTERS);
    settle_wishes(machine, owner);
    return OX_OK;
}

void ox_machine_end(ox_machine *machine, void *owner) {
    FX_CHECK_OR(!machine->busy, "machine: ended by its own code", return );
    if (machine->type == NULL) {
        OX_CLEAR(machine);
        return;
    }
    mover m = {.machine = machine, .owner = owner};
    machine->busy = 1;
    for (uint32_t state = machine->state; state != OX_STATE_NONE; state = parent_of(&m, state))
        (void)leave_state(&m, state);
    OX_CLEAR(machine);
}

/* ---- inputs ---- */

void ox_machine_update(ox_machine *machine, void *owner) {
    FX_CHECK_OR(machine->type != NULL && !machine->busy, "machine: updated by its own code, or not started",
                return );
    const ox_state *state = state_of(machine, machine->state);
    machine->busy = 1;
    if (state->parent == OX_NO_STATE) {
        if (state->update != NULL) state->update(owner);
    } else {
        const ox_state *path[OX_STATE_LEVELS];
        uint32_t level = 0;
        for (uint32_t s = machine->state; s != OX_NO_STATE; s = path[level++]->parent)
            path[level] = state_of(machine, s);
        while (level-- > 0)
            if (path[level]->update != NULL) path[level]->update(owner);
    }
    machine->busy = 0;
    settle_wishes(machine, owner);
}

static bool is_in_scope(const ox_machine *machines, uint32_t count, uint32_t scope) {
    uint32_t slot = scope >> 6, state = scope & 63u;
    if (slot >= count) return false;
    return state == 63u || state == 0 || ox_machine_is_in(&machines[slot], state - 1u);
}

static inline ox_answer offer_event(const ox_machine *machine, void *owner, const ox_event *event) {
    uint32_t s = machine->state;
    do {
        const ox_state *state = state_of(machine, s);
        if (state->handle != NULL) {
            ox_answer answer = state->handle(owner, event);
            if (answer != OX_PASSED) return answer;
        }
        s = state->parent;
    } while (s != OX_NO_STATE);
    return machine->type->global == NULL ? OX_PASSED : machine->type->global(owner, event);
}

/* Handles the rare cases: several machines, an event with a scope, or an event that comes while the machine is busy. */
OX_MACHINE_SELDOM static ox_answer handle_any(ox_machine *machines, uint32_t count, void *owner,
                                              const ox_event *event) {
    ox_answer strongest = OX_PASSED;
    FX_CHECK_OR(count <= OX_MACHINES_MAX, "machine: more than four of one owner", count = OX_MACHINES_MAX);
    uint32_t scope = event->scope, first = 0, last = count;
    if (scope != OX_SCOPE_ANY) {
        if (!is_in_scope(machines, count, scope)) {
            if (count > 0) machines[0].notes->out_of_scope++;
            return OX_PASSED;
        }
        first = scope >> 6;
        last = first + 1u;
    }
    /* Handlers may send to their owner again: each machine is settled by the call that made it busy. */
    uint32_t mine = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!machines[i].busy) mine |= 1u << i;
        machines[i].busy = 1;
    }
    for (uint32_t i = first; i < last; i++) {
        ox_answer answer = offer_event(&machines[i], owner, event);
        if (answer > strongest) strongest = answer;
        if (answer == OX_STOP) break;
    }
    for (uint32_t i = 0; i < count; i++) {
        if ((mine >> i & 1u) != 0) machines[i].busy = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if ((mine >> i & 1u) != 0 && machines[i].request != OX_NO_STATE) settle_wishes(&machines[i], owner);
    }
    return strongest;
}

ox_answer ox_machines_handle(ox_machine *machines, uint32_t count, void *owner, const ox_event *event) {
    if (count != 1 || event->scope != OX_SCOPE_ANY || machines->busy)
        return handle_any(machines, count, owner, event);
    machines->busy = 1;
    ox_answer answer = offer_event(machines, owner, event);
    machines->busy = 0;
    if (machines->request != OX_NO_STATE) settle_wishes(machines, owner);
    return answer;
}

bool ox_machine_input(ox_machine *machine, void *owner, uint32_t input) {
    const ox_machine_type *type = machine->type;
    FX_CHECK_OR(type != NULL && type->cells != NULL && input < type->inputs,
                "machine: there is no such input", return false);
    for (uint32_t s = machine->state; s != OX_NO_STATE; s = type->states[s].parent) {
        ox_state_cell cell = type->cells[s * type->inputs + input];
        if (cell.next == OX_NO_STATE && cell.action == OX_NO_ACTION) continue;
        bool outermost = !machine->busy;
        machine->busy = 1;
        if (cell.action < type->action_count) type->actions[cell.action](owner);
        if (cell.next != OX_NO_STATE) (void)request(machine, owner, GO, cell.next);
        if (outermost) {
            machine->busy = 0;
            settle_wishes(machine, owner);
        }
        return true;
    }
    return false;
}

bool ox_machine_is_in(const ox_machine *machine, uint32_t state) {
    if (machine->type == NULL) return false;
    uint32_t s = machine->state;
    while (s != OX_NO_STATE && s != state) s = state_of(machine, s)->parent;
    return s == state && s != OX_NO_STATE;
}

uint32_t ox_machine_hash(const ox_machine *machine, uint32_t hash) {
    hash = ox_fnv_u8(ox_fnv_u8(hash, machine->state), machine->depth);
    hash = ox_fnv_u8(ox_fnv_u8(hash, machine->request), machine->request == OX_NO_STATE ? 0u : machine->kind);
    return ox_fnv_bytes(hash, machine->below, machine->depth);
}

void ox_machine_save(const ox_machine *machine, ox_writer *to) {
    ox_write_u8(to, machine->state);
    ox_write_u8(to, machine->request);
    ox_write_u8(to, machine->request == OX_NO_STATE ? 0u : machine->kind);
    ox_write_u8(to, machine->depth);
    ox_write_bytes(to, machine->below, machine->depth);
}

ox_status ox_machine_restore(ox_machine *machine, ox_reader *from) {
    FX_CHECK_OR(machine->type != NULL && !machine->busy, "machine: restored by its own code, or not started",
                return OX_BAD_STATE);
    ox_machine read = *machine;
    uint32_t count = machine->type->count;
    read.state = (uint8_t)ox_read_u8(from);
    read.request = (uint8_t)ox_read_u8(from);
    read.kind = (uint8_t)ox_read_u8(from);
    read.depth = (uint8_t)ox_read_u8(from);
    if (read.state >= count || (read.request >= count && read.request != OX_NO_STATE) || read.kind > POP ||
        read.depth > OX_MACHINE_DEPTH)
        from->bad = true;
    for (uint32_t i = 0; i < read.depth && !from->bad; i++) {
        read.below[i] = (uint8_t)ox_read_u8(from);
        if (read.below[i] >= count) from->bad = true;
    }
    if (from->bad) return OX_BAD_DATA;
    *machine = read;
    return OX_OK;
}

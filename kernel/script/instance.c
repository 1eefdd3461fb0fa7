/* Instances of behaviours: their life, events, states and faults. */
#include <string.h>

#include "kernel/script/debug.h"
#include "kernel/script/machine_internal.h"
#include "kernel/state/change.h"

enum { RESTARTS = 3, RESTART_TICKS = 600 };
FX_STATIC_ASSERT((int)OX_SCRIPT_NONE == OX_STATE_NONE && (int)OX_SCRIPT_STATE_LEVELS == OX_STATE_LEVELS,
                 "states of scripts are states of changes");

static ox_script_instance *instance_at(const ox_script *s, ox_handle handle) {
    return (ox_script_instance *)ox_roster_get(&s->instances, handle);
}
static ox_handle handle_of(const ox_script *s, const ox_script_instance *instance) {
    return ox_roster_handle(&s->instances, &instance->slot);
}
static uint32_t parent_of(const ox_script *s, uint32_t state) {
    return rom_half(script_state(&s->module, state) + ROM_SCRIPT_STATE_PARENT);
}
static bool stopped(const ox_script_instance *instance) {
    return (instance->flags & SCRIPT_INSTANCE_STOPPED) != 0;
}
static bool waits(const ox_script_instance *instance) {
    return (instance->flags & SCRIPT_INSTANCE_WAITS) != 0;
}
/* Whether an instance hears events. */
static bool hears(const ox_script_instance *instance) {
    return instance != NULL && !stopped(instance) && !waits(instance);
}

/* ---- handlers ---- */

/* The function that handles the event, in `count` sorted rows from `first` on, or OX_SCRIPT_NONE. */
static uint32_t handler_in(const ox_script *s, uint32_t first, uint32_t count, uint32_t event) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const uint8_t *row = ox_script_record(&s->module, OX_SCRIPT_SECTION_HANDLERS, first + middle);
        uint32_t at = rom_half(row + ROM_SCRIPT_HANDLER_EVENT);
        if (at == event) return rom_half(row + ROM_SCRIPT_HANDLER_FUNCTION);
        if (at < event) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return OX_SCRIPT_NONE;
}

/* A walk over the owners of handlers: the state, its parents, the behaviour, the behaviours it derives from. */
typedef struct chain {
    uint32_t state, behaviour;
} chain;

static chain chain_of(const ox_script_instance *instance) {
    return (chain){instance->state, instance->behaviour};
}

/* The next handler of the event; OX_SCRIPT_NONE behind the last. */
static uint32_t next_handler(const ox_script *s, chain *c, uint32_t event) {
    while (c->state != OX_SCRIPT_NONE) {
        const uint8_t *at = script_state(&s->module, c->state);
        uint32_t function = handler_in(s, rom_half(at + ROM_SCRIPT_STATE_FIRST_HANDLER),
                                       rom_half(at + ROM_SCRIPT_STATE_HANDLERS), event);
        c->state = rom_half(at + ROM_SCRIPT_STATE_PARENT);
        if (function != OX_SCRIPT_NONE) return function;
    }
    while (c->behaviour != OX_SCRIPT_NONE) {
        const uint8_t *at = script_behaviour(&s->module, c->behaviour);
        uint32_t function = handler_in(s, rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_HANDLER),
                                       rom_half(at + ROM_SCRIPT_BEHAVIOUR_HANDLERS), event);
        c->behaviour = rom_half(at + ROM_SCRIPT_BEHAVIOUR_PARENT);
        if (function != OX_SCRIPT_NONE) return function;
    }
    return OX_SCRIPT_NONE;
}

/* Offers an event to a handler, then to handlers further along the chain until one does not pass; a fault counts as an
 * answer. */
static bool offer_to(ox_script *s, ox_script_instance *instance, uint32_t function, chain *c, uint32_t event,
                     const int32_t *arguments) {
    for (; function != OX_SCRIPT_NONE; function = next_handler(s, c, event)) {
        if (script_activate(s, instance, function, s->plan.activation, arguments) != SCRIPT_RETURNED ||
            !s->passed)
            return true;
    }
    return false;
}

static bool offer_event(ox_script *s, ox_script_instance *instance, uint32_t event,
                        const int32_t *arguments) {
    chain c = chain_of(instance);
    const uint32_t first = next_handler(s, &c, event);
    return offer_to(s, instance, first, &c, event, arguments);
}

/* ---- states ---- */

void script_set_state(const ox_script *s, ox_script_instance *instance, uint32_t state) {
    instance->state = (uint16_t)state;
    chain c = chain_of(instance);
    instance->on_tick = (uint16_t)next_handler(s, &c, ROM_SCRIPT_HANDLER_TICK);
}

static bool run_state_function(ox_script *s, ox_script_instance *instance, uint32_t state, uint32_t which) {
    uint32_t function = rom_half(script_state(&s->module, state) + which);
    return function == OX_SCRIPT_NONE ||
           script_activate(s, instance, function, s->plan.activation, NULL) != SCRIPT_TRAPPED;
}

/* An instance and the change that it makes. */
typedef struct mover {
    ox_script *s;
    ox_script_instance *instance;
    uint32_t to;
    bool again;
} mover;

static uint32_t parent_state(const void *of, uint32_t state) {
    return parent_of(((const mover *)of)->s, state);
}

static bool leave_state(void *of, uint32_t state) {
    const mover *m = of;
    return run_state_function(m->s, m->instance, state, ROM_SCRIPT_STATE_LEAVE);
}

static bool turn_state(void *of, uint32_t to) {
    const mover *m = of;
    const ox_handle handle = handle_of(m->s, m->instance);
    script_end_tasks(m->s, handle.bits, SCRIPT_TASK_BEGIN);
    if (m->s->debugger != NULL) m->s->debugger->changed(m->s->debugger, handle, m->instance->state, to);
    script_set_state(m->s, m->instance, to);
    if (m->s->host->changed != NULL) m->s->host->changed(m->s->context, handle);
    return true;
}

static bool enter_state(void *of, uint32_t state) {
    const mover *m = of;
    return run_state_function(m->s, m->instance, state, ROM_SCRIPT_STATE_ENTER);
}

/* Changes the state: leave, turn, enter, begin. A fault on the way ends the change at that point. */
static void change_state(void *of) {
    static const ox_state_tree tree = {parent_state, leave_state, turn_state, enter_state};
    const mover *m = of;
    if (!ox_state_travel(&tree, of, m->instance->state, m->to,
                         OX_STATE_GO | (m->again ? OX_STATE_AGAIN : 0u)))
        return;
    const uint32_t begin = rom_half(script_state(&m->s->module, m->to) + ROM_SCRIPT_STATE_BEGIN);
    if (begin != OX_SCRIPT_NONE)
        (void)script_start(m->s, handle_of(m->s, m->instance).bits, begin, NULL, SCRIPT_TASK_BEGIN);
}

static uint32_t state_name(const ox_script *s, uint32_t state) {
    return state == OX_SCRIPT_NONE ? 0 : rom_word(script_state(&s->module, state) + ROM_SCRIPT_STATE_NAME);
}

/* ---- faults ---- */

static void stop_instance(ox_script *s, ox_script_instance *instance) {
    instance->flags |= SCRIPT_INSTANCE_STOPPED;
    (void)offer_event(s, instance, ROM_SCRIPT_HANDLER_STOP, NULL);
    script_end_tasks(s, handle_of(s, instance).bits,
                     0); /* tasks that `on stop` started end, too; its requests are dropped */
    instance->request = OX_SCRIPT_NONE;
    instance->flags = (uint8_t)(instance->flags & ~(SCRIPT_INSTANCE_FAULT | SCRIPT_INSTANCE_AGAIN));
    if (s->host->changed != NULL) s->host->changed(s->context, handle_of(s, instance));
}

uint32_t script_outcome(const ox_script *s, const ox_script_instance *instance) {
    uint32_t rule = s->rules[instance->behaviour];
    bool often = instance->restarts == RESTARTS && s->now - instance->restarted < RESTART_TICKS;
    return stopped(instance) || (rule == OX_SCRIPT_RULE_RESTART && often) ? OX_SCRIPT_RULE_STOP : rule;
}

static void restart(ox_script *s, ox_script_instance *instance) {
    if (instance->restarts == 0 || s->now - instance->restarted >= RESTART_TICKS) {
        instance->restarts = 0;
        instance->restarted = s->now;
    }
    instance->restarts++;
    script_end_tasks(s, handle_of(s, instance).bits, 0);
    script_set_state(s, instance, OX_SCRIPT_NONE);
    instance->request =
        rom_half(script_behaviour(&s->module, instance->behaviour) + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE);
}

static void answer_fault(ox_script *s, ox_script_instance *instance) {
    uint32_t rule = script_outcome(s, instance);
    instance->flags = (uint8_t)(instance->flags & ~(SCRIPT_INSTANCE_FAULT | SCRIPT_INSTANCE_AGAIN));
    if (stopped(instance)) return;
    if (rule == OX_SCRIPT_RULE_STOP) {
        stop_instance(s, instance);
    } else if (rule == OX_SCRIPT_RULE_RESTART) {
        restart(s, instance);
    } else {
        instance->request = (uint16_t)rule;
        instance->flags |= SCRIPT_INSTANCE_AGAIN;
    }
}

/* Takes the instance's request, after its faults were answered. */
static bool take_wish(void *of) {
    mover *m = of;
    ox_script_instance *instance = m->instance;
    while ((instance->flags & SCRIPT_INSTANCE_FAULT) != 0) answer_fault(m->s, instance);
    if (stopped(instance)) return false;
    m->to = instance->request;
    m->again = (instance->flags & SCRIPT_INSTANCE_AGAIN) != 0;
    instance->request = OX_SCRIPT_NONE;
    instance->flags = (uint8_t)(instance->flags & ~SCRIPT_INSTANCE_AGAIN);
    return m->to != OX_SCRIPT_NONE && (m->to != instance->state || m->again);
}

static void break_off(void *of) {
    const mover *m = of;
    m->s->loops++;
    if (m->s->host->looped != NULL)
        m->s->host->looped(m->s->context, state_name(m->s, m->instance->state), state_name(m->s, m->to));
}

static void settle_instance(ox_script *s, ox_script_instance *instance) {
    static const ox_state_wishes wishes = {take_wish, change_state, break_off};
    if (!waits(instance)) ox_state_settle(&wishes, &(mover){.s = s, .instance = instance});
}

/* ---- life ---- */

static void end_now(ox_script *s, ox_script_instance *instance) {
    uint32_t cells = rom_half(script_behaviour(&s->module, instance->behaviour) + ROM_SCRIPT_BEHAVIOUR_CELLS),
             first = instance->cells;
    if (hears(instance)) (void)offer_event(s, instance, ROM_SCRIPT_HANDLER_STOP, NULL);
    script_end_tasks(s, handle_of(s, instance).bits, 0);
    memmove(s->cells + first, s->cells + first + cells, (s->cells_used - first - cells) * sizeof *s->cells);
    s->cells_used -= cells;
    for (uint32_t i = 0; i < s->instances.pool.fresh; i++) {
        ox_script_instance *other = (ox_script_instance *)ox_roster_at(&s->instances, i);
        if (ox_roster_has(&s->instances, i) && other->cells > first)
            other->cells = (uint16_t)(other->cells - cells);
    }
    ox_roster_remove(&s->instances, &instance->slot);
}

void script_settle(ox_script *s) {
    for (uint32_t pass = 0; s->asked && pass < OX_STATE_CHANGES; pass++) {
        s->asked = false;
        for (uint32_t i = s->instances.first, next; i != OX_ROSTER_END; i = next) {
            ox_script_instance *instance = (ox_script_instance *)ox_roster_at(&s->instances, i);
            next = instance->slot.next;
            settle_instance(s, instance);
            if ((instance->flags & SCRIPT_INSTANCE_ENDING) != 0) end_now(s, instance);
        }
    }
}

/* Adds an instance that waits, with its cells at 0. NULL when there is no room, which is counted and reported. */
static ox_script_instance *add_instance(ox_script *s, uint32_t object, uint32_t behaviour) {
    uint32_t cells = rom_half(script_behaviour(&s->module, behaviour) + ROM_SCRIPT_BEHAVIOUR_CELLS);
    ox_script_instance *instance = cells <= (uint32_t)s->plan.instance_cells - s->cells_used
                                       ? (ox_script_instance *)ox_roster_add(&s->instances, object)
                                       : NULL;
    if (instance == NULL) {
        bool running = s->running;
        s->running = false; /* the caller's registers are not saved in a native: its calls cannot be told */
        s->refused++;
        script_report(s, OX_SCRIPT_TRAP_FULL, (int32_t)behaviour);
        s->running = running;
        return NULL;
    }
    instance->behaviour = (uint16_t)behaviour;
    instance->cells = (uint16_t)s->cells_used;
    instance->request = OX_SCRIPT_NONE;
    script_set_state(s, instance, OX_SCRIPT_NONE);
    instance->flags = SCRIPT_INSTANCE_WAITS;
    memset(s->cells + s->cells_used, 0, cells * sizeof *s->cells);
    s->cells_used += cells;
    return instance;
}

void script_dress(ox_script *s, const ox_script_instance *instance) {
    if (s->host->born != NULL) s->host->born(s->context, handle_of(s, instance));
}

ox_handle ox_script_make(ox_script *s, uint32_t object, uint32_t behaviour) {
    OX_CREATED(s->module.bytes);
    if (behaviour >= s->module.count[OX_SCRIPT_SECTION_BEHAVIOURS] || s->made != NULL) return (ox_handle){0};
    if (!s->running) script_begin_module(s);
    ox_script_instance *instance = add_instance(s, object, behaviour);
    if (instance == NULL) return (ox_handle){0};
    const uint32_t init = rom_half(script_behaviour(&s->module, behaviour) + ROM_SCRIPT_BEHAVIOUR_INIT);
    if (s->running)
        s->made = instance;
    else if (init == OX_SCRIPT_NONE ||
             script_activate(s, instance, init, s->plan.activation, NULL) == SCRIPT_RETURNED)
        script_dress(s, instance);
    return handle_of(s, instance);
}

/* The object's waiting instance of exactly that behaviour; bits 0 for none. */
static ox_handle waiting(const ox_script *s, uint32_t object, uint32_t behaviour) {
    for (uint32_t i = s->instances.first; s->instances.count > 0 && i != OX_ROSTER_END;) {
        const ox_script_instance *instance = (const ox_script_instance *)ox_roster_at(&s->instances, i);
        if (waits(instance) && instance->slot.owner == object && instance->behaviour == behaviour)
            return handle_of(s, instance);
        i = instance->slot.next;
    }
    return (ox_handle){0};
}

ox_handle ox_script_begin(ox_script *s, uint32_t object, uint32_t behaviour) {
    OX_CREATED(s->module.bytes);
    if (s->running) return (ox_handle){0};
    ox_handle handle = waiting(s, object, behaviour);
    if (handle.bits == 0) handle = ox_script_make(s, object, behaviour);
    ox_script_instance *instance = instance_at(s, handle);
    if (instance == NULL) return handle;
    instance->flags = (uint8_t)(instance->flags & ~SCRIPT_INSTANCE_WAITS);
    instance->request = rom_half(script_behaviour(&s->module, behaviour) + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE);
    if ((instance->flags & SCRIPT_INSTANCE_FAULT) == 0)
        (void)offer_event(s, instance, ROM_SCRIPT_HANDLER_START, NULL);
    s->asked = true;
    script_settle(s);
    return handle;
}

void ox_script_end(ox_script *s, ox_handle handle) {
    OX_CREATED(s->module.bytes);
    ox_script_instance *instance = instance_at(s, handle);
    if (instance == NULL) return;
    if (s->running) {
        instance->flags |= SCRIPT_INSTANCE_ENDING;
        s->asked = true;
        return;
    }
    end_now(s, instance);
    script_settle(s);
}

const ox_script_instance *ox_script_instance_of(const ox_script *s, ox_handle handle) {
    return instance_at(s, handle);
}

bool ox_script_is_stopped(const ox_script_instance *instance) { return stopped(instance); }

bool ox_script_is_waiting(const ox_script_instance *instance) { return waits(instance); }

ox_handle ox_script_find(const ox_script *s, uint32_t object, uint32_t behaviour) {
    for (uint32_t i = s->instances.first; s->instances.count > 0 && i != OX_ROSTER_END;) {
        const ox_script_instance *instance = (const ox_script_instance *)ox_roster_at(&s->instances, i);
        if (instance->slot.owner == object &&
            ox_script_module_derives(&s->module, instance->behaviour, behaviour))
            return handle_of(s, instance);
        i = instance->slot.next;
    }
    return (ox_handle){0};
}

static int32_t *cell_of(const ox_script *s, ox_handle handle, uint32_t cell) {
    const ox_script_instance *instance = instance_at(s, handle);
    if (instance == NULL ||
        cell >= rom_half(script_behaviour(&s->module, instance->behaviour) + ROM_SCRIPT_BEHAVIOUR_CELLS))
        return NULL;
    return s->cells + instance->cells + cell;
}

int32_t ox_script_cell(const ox_script *s, ox_handle handle, uint32_t cell) {
    const int32_t *at = cell_of(s, handle, cell);
    return at == NULL ? 0 : *at;
}

ox_status ox_script_set_cell(ox_script *s, ox_handle handle, uint32_t cell, int32_t value) {
    int32_t *at = cell_of(s, handle, cell);
    if (instance_at(s, handle) == NULL) return OX_STALE_HANDLE;
    if (at == NULL) return OX_BAD_ARGUMENT;
    *at = value;
    return OX_OK;
}

/* ---- events ---- */

static bool waits_for(const ox_script *s, const ox_script_task *task, uint32_t instance, uint32_t event) {
    const ox_script_task *inner = script_task(s, task->inner);
    return inner->slot.owner == instance && task->wait == OX_WAIT_EVENT && task->event == event;
}

bool ox_script_listens(const ox_script *s, ox_handle handle, uint32_t event) {
    const ox_script_instance *instance = instance_at(s, handle);
    if (!hears(instance)) return false;
    chain c = chain_of(instance);
    if (next_handler(s, &c, event) != OX_SCRIPT_NONE) return true;
    for (uint32_t i = s->tasks.first; i != OX_ROSTER_END; i = script_task(s, i)->slot.next) {
        if (waits_for(s, script_task(s, i), handle.bits, event)) return true;
    }
    return false;
}

bool ox_script_event(ox_script *s, ox_handle handle, uint32_t event, const int32_t *arguments) {
    OX_CREATED(s->module.bytes);
    ox_script_instance *instance = instance_at(s, handle);
    if (s->running || !hears(instance) || event >= s->module.count[OX_SCRIPT_SECTION_EVENTS]) return false;
    bool taken = false;
    for (uint32_t i = s->tasks.first; i != OX_ROSTER_END; i = script_task(s, i)->slot.next) {
        if (!waits_for(s, script_task(s, i), handle.bits, event)) continue;
        script_give(
            s, script_task(s, i), arguments,
            ox_script_record(&s->module, OX_SCRIPT_SECTION_EVENTS, event)[ROM_SCRIPT_EVENT_ARGUMENTS]);
        taken = true;
    }
    bool handled = offer_event(s, instance, event, arguments);
    if (s->asked) script_settle(s);
    return handled || taken;
}

static bool handle_tick(ox_script *s, ox_script_instance *instance) {
    if (s->running || !hears(instance) || instance->on_tick == OX_SCRIPT_NONE) return false;
    bool handled = true;
    if (script_activate(s, instance, instance->on_tick, s->plan.activation, NULL) == SCRIPT_RETURNED &&
        s->passed) {
        chain c = chain_of(instance);
        (void)next_handler(s, &c, ROM_SCRIPT_HANDLER_TICK);
        const uint32_t second = next_handler(s, &c, ROM_SCRIPT_HANDLER_TICK);
        handled = offer_to(s, instance, second, &c, ROM_SCRIPT_HANDLER_TICK, NULL);
    }
    if (s->asked) script_settle(s);
    return handled;
}

bool ox_script_handle_tick(ox_script *s, ox_handle handle) {
    OX_CREATED(s->module.bytes);
    return handle_tick(s, instance_at(s, handle));
}

/* Walks the roster by its links; `walk` is set only around handlers, which may change the roster. */
void ox_script_handle_ticks(ox_script *s) {
    OX_CREATED(s->module.bytes);
    for (uint32_t at = s->instances.first; at != OX_ROSTER_END;) {
        ox_script_instance *instance = (ox_script_instance *)ox_roster_at(&s->instances, at);
        at = instance->slot.next;
        if (instance->on_tick == OX_SCRIPT_NONE) continue;
        s->instances.walk = (uint16_t)at;
        (void)handle_tick(s, instance);
        at = s->instances.walk;
    }
}

/* ---- a picture ---- */

/* Runs `on draw` of an instance with `left` instructions; returns how many are left. */
static int32_t draw_instance(ox_script *s, ox_script_instance *instance, int32_t left) {
    chain c = chain_of(instance);
    for (;;) {
        const uint32_t function = next_handler(s, &c, ROM_SCRIPT_HANDLER_DRAW);
        if (function == OX_SCRIPT_NONE || left <= 0) return left;
        if (s->picture->begin != NULL) s->picture->begin(s->picture);
        const script_end end = script_activate(s, instance, function, (uint32_t)left, NULL);
        left = s->left;
        if (end != SCRIPT_RETURNED || !s->passed) return left;
    }
}

void ox_script_draw(ox_script *s, ox_script_picture *picture) {
    OX_CREATED(s->module.bytes);
    FX_CHECK_OR(!s->running, "a script runs already", return );
    int32_t left = (int32_t)s->plan.draw;
    if (!s->draws) return;
    s->picture = picture;
    for (uint32_t at = s->instances.first; at != OX_ROSTER_END && left > 0;) {
        ox_script_instance *instance = (ox_script_instance *)ox_roster_at(&s->instances, at);
        at = instance->slot.next;
        if (hears(instance)) left = draw_instance(s, instance, left);
    }
    s->picture = NULL;
}

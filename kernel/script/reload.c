/* State that a machine takes over from a machine that ran another module of the same texts, by names instead of
 * numbers. The bytes are checked like a saved state, since they come from another module. */
#include <string.h>

#include "kernel/script/machine_internal.h"

/* The hash by which a function is found in both modules: its bytes, its shape and its behaviour's name. */
static uint32_t function_hash(const ox_script_module *m, uint32_t function) {
    const uint8_t *f = script_function(m, function),
                  *b = script_behaviour(m, rom_half(f + ROM_SCRIPT_FUNCTION_BEHAVIOUR));
    const uint8_t *code = m->bytes + m->at[OX_SCRIPT_SECTION_CODE] + rom_word(f + ROM_SCRIPT_FUNCTION_CODE);
    const uint8_t shape[] = {f[ROM_SCRIPT_FUNCTION_ARGUMENTS], f[ROM_SCRIPT_FUNCTION_RESULTS],
                             f[ROM_SCRIPT_FUNCTION_LOCALS], f[ROM_SCRIPT_FUNCTION_OPERANDS],
                             f[ROM_SCRIPT_FUNCTION_FLAGS]};
    uint32_t hash = rom_crc32(0, code, rom_half(f + ROM_SCRIPT_FUNCTION_BYTES));
    if (b != NULL) hash = rom_crc32(hash, b + ROM_SCRIPT_BEHAVIOUR_NAME, 4);
    return rom_crc32(hash, shape, sizeof shape);
}

/* The function with a hash: of several the function with that number, else the first; OX_SCRIPT_NONE without one. */
static uint32_t function_of(const ox_script_module *m, uint32_t hash, uint32_t number) {
    if (number < m->count[OX_SCRIPT_SECTION_FUNCTIONS] && function_hash(m, number) == hash) return number;
    for (uint32_t i = 0; i < m->count[OX_SCRIPT_SECTION_FUNCTIONS]; i++)
        if (function_hash(m, i) == hash) return i;
    return OX_SCRIPT_NONE;
}

/* ---- variables ---- */

typedef struct variable {
    const uint8_t *field;
    uint32_t cell, cells;
} variable;

/* Variable `which` of the module itself (owner OX_SCRIPT_NONE), or of a behaviour without its bases; false behind the
 * last. Containers stand in the order of all fields, so the walk begins with the first field. */
static bool variable_at(const ox_script_module *m, uint32_t owner, uint32_t which, variable *v) {
    uint32_t container = 0, cell = 0, cells, first = owner == OX_SCRIPT_NONE ? owner : 0;
    for (uint32_t i = 0; i < m->count[OX_SCRIPT_SECTION_FIELDS] && owner == OX_SCRIPT_NONE;
         i++, cell += cells) {
        const uint8_t *field = ox_script_record(m, OX_SCRIPT_SECTION_FIELDS, i);
        if (rom_word(field + ROM_SCRIPT_FIELD_TYPE) != 0) return false;
        cells = script_variable_cells(m, i, OX_SCRIPT_SPACE_GLOBALS, cell, &container);
        *v = (variable){field, cell, cells};
        if (i == which) return true;
    }
    for (uint32_t b = first; owner != OX_SCRIPT_NONE && b <= owner; b++) {
        const uint8_t *at = script_behaviour(m, b),
                      *parent = script_behaviour(m, rom_half(at + ROM_SCRIPT_BEHAVIOUR_PARENT));
        uint32_t from = rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_FIELD),
                 count = rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIELDS);
        cell = parent == NULL ? 0 : rom_half(parent + ROM_SCRIPT_BEHAVIOUR_CELLS);
        for (uint32_t i = 0; i < count; i++, cell += cells) {
            cells = script_variable_cells(m, from + i, OX_SCRIPT_SPACE_MINE, cell, &container);
            *v = (variable){ox_script_record(m, OX_SCRIPT_SECTION_FIELDS, from + i), cell, cells};
            if (b == owner && i == which) return true;
        }
    }
    return false;
}

const int32_t *ox_script_variable(const ox_script *s, ox_handle handle, uint32_t name, uint32_t *cells,
                                  uint32_t *kind) {
    const ox_script_instance *one =
        handle.bits == 0 ? NULL : ox_script_instance_of(s, handle); /* NULL: variables of the module */
    const int32_t *base = one == NULL ? s->globals : s->cells + one->cells;
    uint32_t owner = one == NULL ? OX_SCRIPT_NONE : one->behaviour;
    variable v;
    if (one == NULL && handle.bits != 0) return NULL;
    do {
        for (uint32_t i = 0; variable_at(&s->module, owner, i, &v); i++) {
            if (rom_word(v.field + ROM_SCRIPT_FIELD_FIELD) != name) continue;
            *cells = v.cells;
            *kind = v.field[ROM_SCRIPT_FIELD_KIND];
            return base + v.cell;
        }
        if (owner != OX_SCRIPT_NONE)
            owner = rom_half(script_behaviour(&s->module, owner) + ROM_SCRIPT_BEHAVIOUR_PARENT);
    } while (owner != OX_SCRIPT_NONE);
    return NULL;
}

static void keep_variables(const ox_script *s, uint32_t owner, const int32_t *cells, ox_writer *to) {
    variable v;
    uint32_t count = 0;
    while (variable_at(&s->module, owner, count, &v)) count++;
    ox_write_u16(to, count);
    for (uint32_t i = 0; variable_at(&s->module, owner, i, &v); i++) {
        ox_write_u32(to, rom_word(v.field + ROM_SCRIPT_FIELD_FIELD));
        ox_write_u8(to, v.field[ROM_SCRIPT_FIELD_KIND]);
        ox_write_u16(to, v.cells);
        for (uint32_t k = 0; k < v.cells; k++) ox_write_i32(to, cells[v.cell + k]);
    }
}

/* Reads the variables of a unit back after its script has changed: each goes to the variable of the same name, kind and size, and is left
 * out where there is none. `cells` NULL: all are left out. */
static void take_variables(ox_script *s, uint32_t owner, int32_t *cells, ox_reader *from,
                           ox_script_carried *carried) {
    uint32_t count = ox_read_u16(from);
    for (uint32_t i = 0; i < count && !from->bad; i++) {
        variable v;
        uint32_t name = ox_read_u32(from), kind = ox_read_u8(from), size = ox_read_u16(from);
        bool found = false;
        for (uint32_t k = 0; cells != NULL && !found && variable_at(&s->module, owner, k, &v); k++)
            found = rom_word(v.field + ROM_SCRIPT_FIELD_FIELD) == name &&
                    v.field[ROM_SCRIPT_FIELD_KIND] == kind && v.cells == size;
        for (uint32_t k = 0; k < size && !from->bad; k++) {
            int32_t value = ox_read_i32(from);
            if (found) cells[v.cell + k] = value;
        }
        if (found)
            carried->variables++;
        else
            carried->dropped++;
    }
}

/* ---- out ---- */

static uint32_t behaviour_name(const ox_script *s, uint32_t behaviour) {
    return rom_word(script_behaviour(&s->module, behaviour) + ROM_SCRIPT_BEHAVIOUR_NAME);
}

static void keep_instance(const void *of, const void *record, ox_writer *to) {
    const ox_script *s = of;
    const ox_script_instance *one = record;
    uint32_t levels = 0;
    for (uint32_t b = one->behaviour; b != OX_SCRIPT_NONE;
         b = rom_half(script_behaviour(&s->module, b) + ROM_SCRIPT_BEHAVIOUR_PARENT))
        levels++;
    ox_write_u32(to, one->state == OX_SCRIPT_NONE
                         ? 0
                         : rom_word(script_state(&s->module, one->state) + ROM_SCRIPT_STATE_NAME));
    ox_write_u32(to, one->restarted);
    ox_write_u8(to, one->restarts);
    ox_write_u8(to, one->flags & (SCRIPT_INSTANCE_STOPPED | SCRIPT_INSTANCE_WAITS));
    ox_write_u8(to, levels);
    for (uint32_t b = one->behaviour; b != OX_SCRIPT_NONE;
         b = rom_half(script_behaviour(&s->module, b) + ROM_SCRIPT_BEHAVIOUR_PARENT)) {
        ox_write_u32(to, behaviour_name(s, b));
        keep_variables(s, b, s->cells + one->cells, to);
    }
}

/* Writes a task with its frames from the innermost out: each frame's place, and its function. */
static void keep_task(const void *of, const void *record, ox_writer *to) {
    const ox_script *s = of;
    const ox_script_task *task = record;
    const int32_t *stack = s->stack + task->at.stack;
    uint32_t frames = 0, function = task->at.function, byte = task->at.byte, fp = task->at.fp;
    for (uint32_t f = function, at = fp; f != OX_SCRIPT_NONE; frames++) {
        const int32_t *link = stack + at + script_function(&s->module, f)[ROM_SCRIPT_FUNCTION_LOCALS];
        f = (uint32_t)link[2] & 0xFFFFu;
        at = (uint32_t)link[1];
    }
    ox_write_u16(to, task->at.sp);
    ox_write_u16(to, task->at.cells);
    for (uint32_t i = 0; i < task->at.sp; i++) ox_write_i32(to, stack[i]);
    ox_write_u16(to, frames);
    while (function != OX_SCRIPT_NONE) {
        const int32_t *link = stack + fp + script_function(&s->module, function)[ROM_SCRIPT_FUNCTION_LOCALS];
        ox_write_u16(to, fp);
        ox_write_u16(to, byte);
        ox_write_u16(to, function);
        ox_write_u32(to, function_hash(&s->module, function));
        function = (uint32_t)link[2] & 0xFFFFu;
        byte = (uint32_t)link[0];
        fp = (uint32_t)link[1];
    }
    ox_write_u32(to, task->wake);
    ox_write_u32(to, task->wait != OX_WAIT_EVENT
                         ? 0
                         : rom_word(ox_script_record(&s->module, OX_SCRIPT_SECTION_EVENTS, task->event) +
                                    ROM_SCRIPT_EVENT_NAME));
    ox_write_u16(to, task->resumer);
    ox_write_u16(to, task->inner);
    ox_write_u8(to, task->wait);
    ox_write_u8(to, task->flags & ~(uint32_t)SCRIPT_TASK_HAD_TURN);
}

void ox_script_keep(const ox_script *s, ox_writer *to) {
    OX_CREATED(s->module.bytes);
    FX_CHECK_OR(!s->running, "a script runs", return );
    ox_write_u32(to, s->now);
    ox_write_u32(to, s->turn);
    ox_write_i32(to, s->share);
    ox_write_u32(to, s->over);
    ox_write_bool(to, s->begun);
    keep_variables(s, OX_SCRIPT_NONE, s->globals, to);
    ox_roster_save_all(&s->instances, to, keep_instance, s);
    ox_roster_save_all(&s->tasks, to, keep_task, s);
}

/* ---- in ---- */

/* Takes cells for an instance and fills them in as for a new one; false, and none are taken, when there is no room or
 * the filling in traps. */
static bool make_cells(ox_script *s, ox_script_instance *one) {
    const uint8_t *b = script_behaviour(&s->module, one->behaviour);
    uint32_t cells = rom_half(b + ROM_SCRIPT_BEHAVIOUR_CELLS), init = rom_half(b + ROM_SCRIPT_BEHAVIOUR_INIT);
    if (cells > (uint32_t)s->plan.instance_cells - s->cells_used) return false;
    one->cells = (uint16_t)s->cells_used;
    memset(s->cells + s->cells_used, 0, cells * sizeof *s->cells);
    s->cells_used += cells;
    if (init == OX_SCRIPT_NONE || script_activate(s, one, init, s->plan.activation, NULL) == SCRIPT_RETURNED)
        return true;
    s->cells_used -= cells;
    return false;
}

/* Takes an instance over. An instance whose behaviour does not exist any more is gone, without its `on stop`. */
static void take_instance(ox_script *s, ox_script_instance *one, ox_reader *from,
                          ox_script_carried *carried) {
    uint32_t state = ox_read_u32(from);
    one->restarted = ox_read_u32(from);
    one->restarts = (uint8_t)ox_read_u8(from);
    uint32_t flags = ox_read_u8(from), levels = ox_read_u8(from), behaviour = OX_SCRIPT_NONE;
    for (uint32_t i = 0; i < levels && !from->bad; i++) {
        uint32_t own = ox_script_module_behaviour(&s->module, ox_read_u32(from));
        if (i == 0 && own != OX_SCRIPT_NONE) {
            one->behaviour = (uint16_t)own;
            one->request = OX_SCRIPT_NONE;
            script_set_state(s, one, OX_SCRIPT_NONE);
            one->flags = (uint8_t)(flags & (SCRIPT_INSTANCE_STOPPED | SCRIPT_INSTANCE_WAITS));
            if (make_cells(s, one)) behaviour = own;
        }
        bool fits = behaviour != OX_SCRIPT_NONE && own != OX_SCRIPT_NONE &&
                    ox_script_module_derives(&s->module, behaviour, own);
        take_variables(s, fits ? own : 0, fits ? s->cells + one->cells : NULL, from, carried);
    }
    if (behaviour == OX_SCRIPT_NONE) {
        ox_roster_remove(&s->instances, &one->slot);
        carried->gone++;
        return;
    }
    carried->instances++;
    script_set_state(s, one, ox_script_module_state(&s->module, behaviour, state));
    if (state != 0 && one->state == OX_SCRIPT_NONE)
        one->request = rom_half(script_behaviour(&s->module, behaviour) + ROM_SCRIPT_BEHAVIOUR_AUTO_STATE);
}

/* Reads the frames of a task, with the present numbers of their functions; false when a function has changed, or the
 * task's owner is gone. */
static bool take_frames(ox_script *s, ox_script_task *task, ox_reader *from) {
    ox_script_registers *at = &task->at;
    int32_t *stack = s->stack + at->stack, *outer = NULL;
    uint32_t frames = ox_read_u16(from);
    bool same = frames > 0;
    for (uint32_t i = 0; i < frames && !from->bad; i++) {
        uint32_t fp = ox_read_u16(from), byte = ox_read_u16(from), number = ox_read_u16(from),
                 hash = ox_read_u32(from);
        uint32_t function = function_of(&s->module, hash, number), link = 0;
        if (function != OX_SCRIPT_NONE)
            link = fp + script_function(&s->module, function)[ROM_SCRIPT_FUNCTION_LOCALS];
        same = same && function != OX_SCRIPT_NONE && link + OX_SCRIPT_LINK <= at->sp;
        if (!same) continue;
        if (outer == NULL) {
            at->function = (uint16_t)function;
            at->byte = (uint16_t)byte;
            at->fp = (uint16_t)fp;
        } else {
            outer[0] = (int32_t)byte;
            outer[1] = (int32_t)fp;
            outer[2] = (int32_t)(((uint32_t)outer[2] & 0xFFFF0000u) | function);
        }
        outer = stack + link;
    }
    return same && !from->bad &&
           (task->slot.owner == 0 || ox_roster_get(&s->instances, (ox_handle){task->slot.owner}) != NULL);
}

static void take_task(ox_script *s, ox_script_task *task, ox_reader *from, ox_script_carried *carried) {
    ox_script_registers *at = &task->at;
    at->sp = (uint16_t)ox_read_u16(from);
    at->cells = (uint16_t)ox_read_u16(from);
    at->stack = (uint16_t)s->stack_used;
    at->function = OX_SCRIPT_NONE;
    if (at->sp > at->cells || at->cells > (uint32_t)s->plan.stack + s->plan.task_cells - s->stack_used)
        from->bad = true;
    if (from->bad) return;
    memset(s->stack + at->stack, 0, at->cells * sizeof *s->stack);
    for (uint32_t i = 0; i < at->sp; i++) s->stack[at->stack + i] = ox_read_i32(from);
    bool same = take_frames(s, task, from);
    task->wake = ox_read_u32(from);
    uint32_t event = ox_read_u32(from), number = event == 0 ? 0 : ox_script_module_event(&s->module, event);
    task->event = (uint16_t)number;
    task->resumer = (uint16_t)ox_read_u16(from);
    task->inner = (uint16_t)ox_read_u16(from);
    task->wait = (uint8_t)ox_read_u8(from);
    task->flags = (uint8_t)ox_read_u8(from);
    same = same && (event == 0 || number != OX_SCRIPT_NONE) && task->wait != SCRIPT_WAIT_NATIVE &&
           script_task_is_sound(s, task);
    if (!same) {
        ox_roster_remove(&s->tasks, &task->slot);
        carried->ended++;
        return;
    }
    s->stack_used += at->cells;
    s->generators += (task->flags & SCRIPT_TASK_GENERATOR) != 0;
    carried->tasks++;
}

/* Starts the begin blocks of states whose begin block does not run any more. */
static void begin_again(ox_script *s, ox_script_carried *carried) {
    for (uint32_t i = s->instances.first; i != OX_ROSTER_END;) {
        ox_script_instance *one = (ox_script_instance *)ox_roster_at(&s->instances, i);
        uint32_t owner = ox_roster_handle(&s->instances, &one->slot).bits;
        uint32_t begin = one->state == OX_SCRIPT_NONE
                             ? OX_SCRIPT_NONE
                             : rom_half(script_state(&s->module, one->state) + ROM_SCRIPT_STATE_BEGIN);
        bool runs = (one->flags & SCRIPT_INSTANCE_STOPPED) != 0;
        for (uint32_t k = s->tasks.first; k != OX_ROSTER_END && !runs; k = script_task(s, k)->slot.next)
            runs =
                script_task(s, k)->slot.owner == owner && (script_task(s, k)->flags & SCRIPT_TASK_BEGIN) != 0;
        i = one->slot.next;
        if (runs || begin == OX_SCRIPT_NONE || one->request != OX_SCRIPT_NONE) continue;
        if (script_start(s, owner, begin, NULL, SCRIPT_TASK_BEGIN) != NULL) carried->begun++;
    }
}

static void drop_all_tasks(ox_script *s) {
    ox_roster_clear(&s->tasks);
    s->stack_used = s->plan.stack;
    s->generators = 0;
}

ox_status ox_script_take_over(ox_script *s, ox_reader *from, ox_script_carried *carried) {
    OX_CREATED(s->module.bytes);
    memset(carried, 0, sizeof *carried);
    FX_CHECK_OR(!s->running, "a script runs", return OX_BAD_STATE);
    ox_script_reset(s);
    s->now = ox_read_u32(from);
    s->turn = ox_read_u32(from);
    int32_t share = ox_read_i32(from); /* filling in new cells does not count in the game's budget */
    s->over = ox_read_u32(from);
    s->begun = ox_read_bool(from);
    take_variables(s, OX_SCRIPT_NONE, s->globals, from, carried);
    if (!from->bad && !ox_failed(ox_roster_restore(&s->instances, from)))
        for (ox_script_instance *one = ox_roster_begin(&s->instances); one != NULL && !from->bad;
             one = ox_roster_next(&s->instances))
            take_instance(s, one, from, carried);
    drop_all_tasks(s); /* drops tasks that the filling in of cells has started */
    if (!from->bad && !ox_failed(ox_roster_restore(&s->tasks, from)))
        for (ox_script_task *task = ox_roster_begin(&s->tasks); task != NULL && !from->bad;
             task = ox_roster_next(&s->tasks))
            take_task(s, task, from, carried);
    if (from->bad) {
        ox_script_reset(s);
        return ox_reader_status(from);
    }
    if (!script_tasks_fit(s)) {
        carried->ended += carried->tasks;
        carried->tasks = 0;
        drop_all_tasks(s);
    }
    begin_again(s, carried);
    s->share = share > (int32_t)s->plan.tick ? (int32_t)s->plan.tick : share;
    s->asked = true;
    script_settle(s);
    return OX_OK;
}

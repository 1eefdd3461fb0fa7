/* The script machine: its memory, its host, its reports. */
#include "kernel/script/machine.h"

#include <string.h>

#include "kernel/script/machine_internal.h"

const ox_script_plan ox_script_plan_small = {.stack = 124,
                                             .tasks = 8,
                                             .task_cells = 8 * 24,
                                             .instances = 16,
                                             .instance_cells = 16 * 8,
                                             .tick = 1000,
                                             .activation = 2000,
                                             .draw = 10000};
const ox_script_plan ox_script_plan_large = {.stack = 128,
                                             .tasks = 32,
                                             .generators = 8,
                                             .task_cells = 32 * 32,
                                             .instances = 64,
                                             .instance_cells = 64 * 16,
                                             .tick = 1000,
                                             .activation = 2000,
                                             .draw = 10000};

const char *ox_script_trap_name(ox_script_trap trap) {
    static const char *const names[OX_SCRIPT_TRAPS] = {
        "none", "budget", "division by zero", "index", "key",   "null",
        "type", "stack",  "native",           "full",  "claim", "bad"};
    return (unsigned)trap < OX_SCRIPT_TRAPS ? names[trap] : "unknown";
}

/* ---- memory ---- */

static size_t task_bytes(const ox_script_plan *plan) {
    return OX_ROSTER_BYTES(sizeof(ox_script_task), (size_t)plan->tasks + plan->generators);
}

typedef struct piece {
    size_t bytes, alignment;
} piece;

enum { PIECES = 10 };

static void pieces_of(const ox_script_plan *plan, const ox_script_module *m, piece out[PIECES]) {
    size_t behaviours = m->count[OX_SCRIPT_SECTION_BEHAVIOURS];
    const piece all[PIECES] = {
        {m->count[OX_SCRIPT_SECTION_NATIVES] * sizeof(ox_script_import), _Alignof(ox_script_import)},
        {m->count[OX_SCRIPT_SECTION_FIELDS] * sizeof(uint32_t), _Alignof(uint32_t)},
        {(behaviours + 1) * sizeof(uint32_t), _Alignof(uint32_t)},
        {m->count[OX_SCRIPT_SECTION_GLOBALS] * sizeof(int32_t), _Alignof(int32_t)},
        {((size_t)plan->stack + plan->task_cells) * sizeof(int32_t), _Alignof(int32_t)},
        {plan->instance_cells * sizeof(int32_t), _Alignof(int32_t)},
        {task_bytes(plan), _Alignof(ox_script_task)},
        {OX_ROSTER_BYTES(sizeof(ox_script_instance), plan->instances), _Alignof(ox_script_instance)},
        {script_has_words(m) ? sizeof(script_words) : 0, _Alignof(script_words)},
        {behaviours * sizeof(uint16_t), _Alignof(uint16_t)},
    };
    memcpy(out, all, sizeof all);
}

size_t ox_script_bytes(const ox_script_plan *plan, const ox_script_module *module) {
    piece all[PIECES];
    size_t bytes = 0;
    pieces_of(plan, module, all);
    for (uint32_t i = 0; i < PIECES; i++)
        bytes = ((bytes + all[i].alignment - 1) & ~(all[i].alignment - 1)) + all[i].bytes;
    return bytes;
}

/* Takes the machine's memory piece by piece. An empty piece is NULL and is never used. */
static bool carve(ox_script *s, ox_arena *arena) {
    piece all[PIECES];
    void *at[PIECES];
    pieces_of(&s->plan, &s->module, all);
    for (uint32_t i = 0; i < PIECES; i++) {
        at[i] = all[i].bytes == 0 ? NULL
                                  : ox_arena_push_zero(arena, OX_ARENA_LOW, all[i].bytes, all[i].alignment);
        if (at[i] == NULL && all[i].bytes != 0) return false;
    }
    s->imports = at[0];
    s->bindings = at[1];
    s->used = at[2];
    s->globals = at[3];
    s->stack = at[4];
    s->cells = at[5];
    ox_roster_init(&s->tasks, at[6], sizeof(ox_script_task), (uint32_t)s->plan.tasks + s->plan.generators);
    ox_roster_init(&s->instances, at[7], sizeof(ox_script_instance), s->plan.instances);
    s->words = at[8];
    s->rules = at[9];
    return true;
}

/* ---- opening ---- */

/* The binding of a field that is a variable of a behaviour: the behaviour above these bits, its cell in them. */
enum { OWN_CELL_BITS = 11 };

static void bind_own(ox_script *s) {
    for (uint32_t b = 0, container = 0; b < s->module.count[OX_SCRIPT_SECTION_BEHAVIOURS]; b++) {
        const uint8_t *at = script_behaviour(&s->module, b),
                      *parent = script_behaviour(&s->module, rom_half(at + ROM_SCRIPT_BEHAVIOUR_PARENT));
        uint32_t cell = parent == NULL ? 0 : rom_half(parent + ROM_SCRIPT_BEHAVIOUR_CELLS),
                 first = rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIRST_FIELD);
        for (uint32_t i = first; i < first + rom_half(at + ROM_SCRIPT_BEHAVIOUR_FIELDS); i++) {
            s->bindings[i] = SCRIPT_OWN_FIELD | b << OWN_CELL_BITS | cell;
            cell += script_variable_cells(&s->module, i, OX_SCRIPT_SPACE_MINE, cell, &container);
        }
    }
}

static ox_status bind_fields(ox_script *s, rom_error *error) {
    bind_own(s);
    for (uint32_t i = 0; i < s->module.count[OX_SCRIPT_SECTION_FIELDS]; i++) {
        const uint8_t *field = ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, i);
        if (rom_word(field + ROM_SCRIPT_FIELD_TYPE) == 0 || (s->bindings[i] & SCRIPT_OWN_FIELD) != 0)
            continue;
        if (s->host->bind != NULL && s->host->get != NULL && s->host->set != NULL &&
            s->host->bind(s->context, field, &s->bindings[i])) {
            s->bindings[i] &= ~SCRIPT_OWN_FIELD;
            continue;
        }
        rom_fail(error, ROM_BAD_CHUNK, (uint32_t)(field - s->module.bytes),
                 "there is no field %x of type %x here", rom_word(field + ROM_SCRIPT_FIELD_FIELD),
                 rom_word(field + ROM_SCRIPT_FIELD_TYPE));
        return OX_BAD_IMAGE;
    }
    return OX_OK;
}

/* Checks that handlers, and functions that run like them, fit the main stack. */
static ox_status check_stack(const ox_script *s, rom_error *error) {
    for (uint32_t i = 0; i < s->module.count[OX_SCRIPT_SECTION_FUNCTIONS]; i++) {
        const uint8_t *f = script_function(&s->module, i);
        if ((f[ROM_SCRIPT_FUNCTION_FLAGS] & ROM_SCRIPT_FUNCTION_HANDLER) != 0 &&
            rom_half(f + ROM_SCRIPT_FUNCTION_NEED) > s->plan.stack) {
            rom_fail(error, ROM_BAD_CHUNK, (uint32_t)(f - s->module.bytes),
                     "handler %u needs %u cells of the main stack", i,
                     rom_half(f + ROM_SCRIPT_FUNCTION_NEED));
            script_fail_text(error, ", more than the cart declares");
            return OX_BAD_IMAGE;
        }
    }
    return OX_OK;
}

static ox_status open_checked(ox_script *s, const ox_script_config *config, ox_arena *arena,
                              rom_error *error) {
    if (ox_script_module_open(&s->module, config->module, config->size, config->trust, error) != ROM_OK)
        return OX_BAD_IMAGE;
    if (!carve(s, arena)) return OX_OUT_OF_MEMORY;
    if (ox_script_module_bind(&s->module, config->natives, config->calls == 0 ? config->trust : config->calls,
                              s->imports, error) != ROM_OK ||
        ox_script_module_verify(&s->module, s->imports, error) != ROM_OK)
        return OX_BAD_IMAGE;
    ox_status status = bind_fields(s, error);
    return status == OX_OK ? check_stack(s, error) : status;
}

ox_status ox_script_open(ox_script *s, const ox_script_config *config, ox_arena *arena, rom_error *error) {
    static const ox_script_host nobody = {0};
    const ox_script_plan *plan = config->plan;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    if (s->module.bytes != NULL) return OX_BAD_STATE;
    if (plan->tasks > OX_SCRIPT_TASKS || plan->generators > OX_SCRIPT_TASKS || plan->activation == 0 ||
        plan->activation > INT16_MAX * 1024u || plan->tick > INT16_MAX * 1024u ||
        plan->draw > INT16_MAX * 1024u || (uint32_t)plan->stack + plan->task_cells > UINT16_MAX ||
        config->module == NULL)
        return OX_BAD_ARGUMENT;
    s->plan = *plan;
    s->host = config->host == NULL ? &nobody : config->host;
    s->context = config->context;
    ox_status status = open_checked(s, config, arena, error);
    if (ox_failed(status)) {
        OX_CLEAR(s);
        (void)ox_arena_rollback(arena, mark);
        return status;
    }
    for (uint32_t i = 0; i < s->module.count[OX_SCRIPT_SECTION_BEHAVIOURS]; i++)
        s->rules[i] = OX_SCRIPT_RULE_STOP;
    for (uint32_t i = 0; i < s->module.count[OX_SCRIPT_SECTION_HANDLERS]; i++)
        s->draws = s->draws || rom_half(ox_script_record(&s->module, OX_SCRIPT_SECTION_HANDLERS, i) +
                                        ROM_SCRIPT_HANDLER_EVENT) == ROM_SCRIPT_HANDLER_DRAW;
    ox_script_reset(s);
    return OX_OK;
}

void ox_script_close(ox_script *s) { OX_CLEAR(s); }

ox_status ox_script_rule(ox_script *s, uint32_t behaviour, uint32_t rule) {
    if (behaviour >= s->module.count[OX_SCRIPT_SECTION_BEHAVIOURS]) return OX_BAD_ARGUMENT;
    const uint8_t *b = script_behaviour(&s->module, behaviour);
    uint32_t first = rom_half(b + ROM_SCRIPT_BEHAVIOUR_FIRST_STATE);
    if (rule != OX_SCRIPT_RULE_STOP && rule != OX_SCRIPT_RULE_RESTART &&
        (rule < first || rule - first >= rom_half(b + ROM_SCRIPT_BEHAVIOUR_STATES)))
        return OX_BAD_ARGUMENT;
    s->rules[behaviour] = (uint16_t)rule;
    return OX_OK;
}

void script_begin_module(ox_script *s) {
    uint32_t start = rom_half(s->module.bytes + ROM_SCRIPT_MODULE_START);
    if (s->begun) return;
    s->begun = true;
    if (start == OX_SCRIPT_NONE) return;
    if (script_function(&s->module, start)[ROM_SCRIPT_FUNCTION_FLAGS] == ROM_SCRIPT_FUNCTION_LATENT) {
        (void)script_start(s, 0, start, NULL, 0);
    } else {
        (void)script_activate(s, NULL, start, s->plan.activation, NULL);
    }
}

ox_status ox_script_call_function(ox_script *s, uint32_t function, uint32_t limit, const int32_t *arguments,
                                  int32_t *results) {
    OX_CREATED(s->module.bytes);
    if (s->running) return OX_BAD_STATE;
    if (function >= s->module.count[OX_SCRIPT_SECTION_FUNCTIONS]) return OX_BAD_ARGUMENT;
    const uint8_t *f = script_function(&s->module, function);
    if (rom_half(f + ROM_SCRIPT_FUNCTION_BEHAVIOUR) != OX_SCRIPT_NONE ||
        (f[ROM_SCRIPT_FUNCTION_FLAGS] & ROM_SCRIPT_FUNCTION_LATENT) != 0)
        return OX_BAD_ARGUMENT;
    if (script_activate(s, NULL, function, limit == 0 ? s->plan.activation : limit, arguments) !=
        SCRIPT_RETURNED)
        return OX_CANCELLED;
    if (results != NULL) memcpy(results, s->stack, f[ROM_SCRIPT_FUNCTION_RESULTS] * sizeof *results);
    script_settle(s);
    return OX_OK;
}

/* ---- fields ---- */

/* The cells of a behaviour's field in the object's instance of that behaviour; NULL and *trap when it has none. */
static int32_t *own_cells(ox_script *s, uint32_t object, uint32_t binding, ox_script_trap *trap) {
    uint32_t behaviour = (binding & ~SCRIPT_OWN_FIELD) >> OWN_CELL_BITS,
             cell = binding & ((1u << OWN_CELL_BITS) - 1u);
    const ox_script_instance *instance = s->self;
    if (instance == NULL || instance->slot.owner != object ||
        !ox_script_module_derives(&s->module, instance->behaviour, behaviour))
        instance = ox_script_instance_of(s, ox_script_find(s, object, behaviour));
    *trap = object == 0 || (instance == NULL && !script_lives(s, object)) ? OX_SCRIPT_TRAP_NULL
            : instance == NULL                                            ? OX_SCRIPT_TRAP_TYPE
                                                                          : OX_SCRIPT_TRAP_NONE;
    return *trap == OX_SCRIPT_TRAP_NONE ? s->cells + instance->cells + cell : NULL;
}

static uint32_t prop_of(const ox_script *s, ox_handle instance, uint32_t name) {
    const ox_script_instance *one = ox_script_instance_of(s, instance);
    return one == NULL ? OX_SCRIPT_NONE : ox_script_module_prop(&s->module, one->behaviour, name);
}

int ox_script_prop_kind(const ox_script *s, ox_handle instance, uint32_t name) {
    const uint32_t field = prop_of(s, instance, name);
    return field == OX_SCRIPT_NONE
               ? -1
               : ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, field)[ROM_SCRIPT_FIELD_KIND];
}

uint32_t ox_script_prop_numbers(const ox_script *s, ox_handle instance, uint32_t name) {
    const uint32_t field = prop_of(s, instance, name);
    if (field == OX_SCRIPT_NONE) return 0;
    const uint8_t *row = ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, field);
    const bool is_vector = row[ROM_SCRIPT_FIELD_KIND] == ROM_SCRIPT_FIELD_COMPOUND &&
                           (rom_half(row + ROM_SCRIPT_FIELD_FLAGS) & ROM_SCRIPT_FIELD_VECTOR) != 0;
    return is_vector ? row[ROM_SCRIPT_FIELD_CELLS] : 0;
}

ox_status ox_script_set_prop(ox_script *s, ox_handle instance, uint32_t name, uint32_t index, int32_t value) {
    const uint32_t field = prop_of(s, instance, name);
    if (field == OX_SCRIPT_NONE) return OX_NOT_FOUND;
    if (index >= ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, field)[ROM_SCRIPT_FIELD_CELLS])
        return OX_BAD_ARGUMENT;
    return ox_script_set_cell(s, instance, (s->bindings[field] & ((1u << OWN_CELL_BITS) - 1u)) + index,
                              value);
}

static uint32_t cells_of(const ox_script *s, uint32_t field) {
    return ox_script_record(&s->module, OX_SCRIPT_SECTION_FIELDS, field)[ROM_SCRIPT_FIELD_CELLS];
}

ox_script_trap script_own_field(ox_script *s, uint32_t object, uint32_t binding, int32_t *cells,
                                uint32_t count, bool loads) {
    ox_script_trap trap;
    int32_t *own = own_cells(s, object, binding, &trap);
    if (own != NULL) memcpy(loads ? cells : own, loads ? own : cells, count * sizeof *cells);
    return trap;
}

ox_script_trap script_get_data(ox_script *s, uint32_t record, uint32_t field, int32_t *cells) {
    uint32_t binding = s->bindings[field];
    if (record == 0 || (binding & SCRIPT_OWN_FIELD) != 0 || s->host->data == NULL) return OX_SCRIPT_TRAP_NULL;
    return s->host->data(s->context, binding, record, cells, cells_of(s, field));
}

bool script_lives(ox_script *s, uint32_t object) {
    return object != 0 && s->host->live != NULL && s->host->live(s->context, object);
}

bool script_is_a(ox_script *s, uint32_t object, uint32_t type) {
    if (!script_lives(s, object)) return false;
    if (s->host->is_a != NULL && s->host->is_a(s->context, object, type)) return true;
    uint32_t behaviour = ox_script_module_behaviour(&s->module, type);
    return behaviour != OX_SCRIPT_NONE && ox_script_find(s, object, behaviour).bits != 0;
}

void script_emit(ox_script *s, uint32_t event, uint32_t flags, const int32_t *cells) {
    ox_script_emission e = {.event = event, .arguments = cells, .from = script_object(s), .flags = flags};
    const int32_t *at =
        cells + ox_script_record(&s->module, OX_SCRIPT_SECTION_EVENTS, event)[ROM_SCRIPT_EVENT_ARGUMENTS];
    if ((flags & OX_SCRIPT_EMIT_TO) != 0) e.target = (uint32_t)*at++;
    if ((flags & OX_SCRIPT_EMIT_NEAR) != 0) {
        memcpy(e.centre, at, sizeof e.centre);
        e.radius = at[3];
        at += 4;
    }
    if ((flags & OX_SCRIPT_EMIT_AFTER) != 0) e.delay = *at;
    if (s->host->emit != NULL) s->host->emit(s->context, &e);
}

/* ---- reports ---- */

/* Collects the calls that led to a trap: of the innermost coroutine, then of the code that resumed it. */
static void collect_calls(const ox_script *s, ox_script_report *report) {
    const ox_script_task *task = s->task;
    for (;;) {
        const ox_script_registers *at = task == NULL ? &s->main : &task->at;
        const int32_t *stack = s->stack + at->stack, *fp = stack + at->fp;
        uint32_t function = at->function, byte = at->byte;
        while (function != OX_SCRIPT_NONE && report->frames < OX_SCRIPT_FRAMES) {
            const int32_t *link = fp + script_function(&s->module, function)[ROM_SCRIPT_FUNCTION_LOCALS];
            report->calls[report->frames++] = (ox_script_place){(uint16_t)function, (uint16_t)byte};
            function = (uint32_t)link[2] & 0xFFFFu;
            byte = (uint32_t)link[0];
            fp = stack + link[1];
        }
        if (task == s->root || task == NULL) return;
        task = task->resumer == SCRIPT_MAIN ? NULL : script_task(s, task->resumer);
    }
}

/* Counts a trap at a place; returns how often that place has trapped. The last row counts all places that have no row
 * of their own, so that reports stay few however many places trap. */
static uint32_t count_fault(ox_script *s, ox_script_place place) {
    uint32_t i = 0;
    while (i < OX_SCRIPT_FAULTS - 1 && s->faults[i].times != 0 &&
           (s->faults[i].place.function != place.function || s->faults[i].place.byte != place.byte))
        i++;
    if (s->faults[i].times == 0) s->faults[i].place = place;
    return ++s->faults[i].times;
}

/* The native that the instruction at a place calls. */
static const ox_script_native *native_of(const ox_script *s, ox_script_place place) {
    const uint8_t *f = script_function(&s->module, place.function);
    const uint8_t *at = s->module.bytes + s->module.at[OX_SCRIPT_SECTION_CODE] +
                        rom_word(f + ROM_SCRIPT_FUNCTION_CODE) + place.byte;
    return s->imports[*at >= OX_SCRIPT_N ? *at - (uint32_t)OX_SCRIPT_N : rom_u16(at + 1)].native;
}

void script_report(ox_script *s, ox_script_trap trap, int32_t value) {
    ox_script_report report = {.trap = trap, .value = value, .tick = s->now, .object = script_object(s)};
    if (s->self != NULL) {
        report.behaviour =
            rom_word(script_behaviour(&s->module, s->self->behaviour) + ROM_SCRIPT_BEHAVIOUR_NAME);
        report.outcome = s->picture != NULL ? OX_SCRIPT_RULE_DRAW : script_outcome(s, s->self);
    }
    if (s->running) collect_calls(s, &report);
    if (trap != OX_SCRIPT_TRAP_FULL) s->traps++;
    if (report.frames > 0) {
        const uint8_t *f = script_function(&s->module, report.calls[0].function);
        report.code = rom_crc32(0,
                                s->module.bytes + s->module.at[OX_SCRIPT_SECTION_CODE] +
                                    rom_word(f + ROM_SCRIPT_FUNCTION_CODE),
                                rom_half(f + ROM_SCRIPT_FUNCTION_BYTES));
    }
    if (trap == OX_SCRIPT_TRAP_NATIVE && report.frames > 0) report.native = native_of(s, report.calls[0]);
    report.reason = s->reason;
    report.times = count_fault(s, report.frames > 0 ? report.calls[0] : (ox_script_place){OX_SCRIPT_NONE, 0});
    if (s->host->report != NULL) s->host->report(s->context, &report);
}

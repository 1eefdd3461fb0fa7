/* Behaviours as a module of the console: scripts, objects, steps. */
#include "kernel/behaviour/module.h"

#include <string.h>

#include "kernel/behaviour/internal.h"
#include "kernel/debug/format.h"
#include "kernel/resource/live.h"
#include "kernel/runtime/module.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"

enum { BUTTONS = 12, CELL = 4, TASK = 48, INSTANCE = 32, EVENT = 48, COPY = 192, PRINT = 24, MADE = 32 };

FX_STATIC_ASSERT(BUTTONS <= 16, "the buttons of a step are 16 bits");
OX_CAPACITY_HOLDS(TASK, ox_script_task);
OX_CAPACITY_HOLDS(INSTANCE, ox_script_instance);
OX_CAPACITY_HOLDS(EVENT, ox_event_type);
OX_CAPACITY_HOLDS(PRINT, script_print);
FX_STATIC_ASSERT(sizeof(ox_object) + sizeof(ox_object_place) + sizeof(ox_model) + sizeof(ox_motion) +
                         sizeof(ox_object_clip) + sizeof(ox_behaviour) + 5 * sizeof(ox_component_head) <=
                     COPY,
                 "a copy and its components");

const ox_capacity ox_behaviour_capacities[OX_BEHAVIOUR_CAPACITIES] = {
    [OX_CAPACITY_SCRIPT_STACK] = {"script-stack", 128, 32767, CELL},
    [OX_CAPACITY_SCRIPT_TASKS] = {"script-tasks", 16, OX_SCRIPT_TASKS, TASK},
    [OX_CAPACITY_SCRIPT_TASK_CELLS] = {"script-task-cells", 384, 32767, CELL},
    [OX_CAPACITY_SCRIPT_COROUTINES] = {"script-coroutines", 4, OX_SCRIPT_TASKS, TASK},
    [OX_CAPACITY_SCRIPT_INSTANCES] = {"script-instances", 48, 65534, INSTANCE},
    [OX_CAPACITY_SCRIPT_CELLS] = {"script-cells", 512, 65535, CELL},
    [OX_CAPACITY_SCRIPT_EVENTS] = {"script-events", 24, 65534, EVENT},
    [OX_CAPACITY_SCRIPT_COPIES] = {"script-copies", 16, 4096, COPY},
    [OX_CAPACITY_SCRIPT_PRINTS] = {"script-prints", 16, 1024, PRINT}};

/* ---- modules ---- */

/* Whether the chunk found under an id comes from an overlay. Chunks that a tool pushed are the cart's own. */
static bool is_laid_over(const ox_module_host *host, uint32_t id) {
    ox_found found;
    if (!ox_images_find(&host->stock->images, id, ROM_TAG_CODE, &found)) return false;
    const ox_image *image = &host->stock->images.list[found.image];
    return (image->rom.flags & ROM_FLAG_OVERLAY) != 0 &&
           memcmp(image->name, OX_LIVE_NAME, sizeof OX_LIVE_NAME) != 0;
}

/* Lets go of a unit's chunk. Units behind a refused one were never opened. */
static void let_go(script_unit *unit) {
    if (unit->host == NULL) return;
    ox_manager_let_go(unit->host->manager, unit->held.handle);
    memset(&unit->held, 0, sizeof unit->held);
    memset(&unit->map, 0, sizeof unit->map);
}

/* Numbers for the module's events among those of all modules. */
static ox_status number_events(ox_behaviours *s, script_unit *unit) {
    if (!ROM_SMALL_PLAYER && unit->guest != 0) return script_number_guest(s, unit);
    const ox_script_module *m = &unit->machine.module;
    uint32_t count = m->count[OX_SCRIPT_SECTION_EVENTS];
    unit->types = count == 0 ? NULL : OX_PUSH(s->host->resident, uint16_t, count);
    if (count > 0 && unit->types == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t name = rom_word(ox_script_record(m, OX_SCRIPT_SECTION_EVENTS, i) + ROM_SCRIPT_EVENT_NAME);
        ox_status status = ox_events_add_type(&s->events, name, NULL, &unit->types[i]);
        if (status == OX_ALREADY_THERE)
            unit->types[i] = ox_events_type(&s->events, name);
        else if (status != OX_OK)
            return status;
    }
    return OX_OK;
}

/* Takes the cart's rules of what becomes of behaviours by a fault. */
static void take_rules(ox_behaviours *s, script_unit *unit) {
    if (!rom_has(s->chunk, ROM_SCRIPTS_RULES_AT)) return;
    const ox_script_module *m = &unit->machine.module;
    const uint8_t *row = s->chunk + rom_word(s->chunk + ROM_SCRIPTS_RULES_AT);
    for (uint32_t i = 0; i < rom_word(s->chunk + ROM_SCRIPTS_RULE_COUNT); i++, row += ROM_SCRIPT_RULE_SIZE) {
        uint32_t behaviour = ox_script_module_behaviour(m, rom_word(row + ROM_SCRIPT_RULE_BEHAVIOUR)),
                 rule = rom_word(row + ROM_SCRIPT_RULE_RULE);
        if (behaviour == OX_SCRIPT_NONE || rule == ROM_SCRIPT_RULE_STOP) continue;
        uint32_t state = rule == ROM_SCRIPT_RULE_GOTO
                             ? ox_script_module_state(m, behaviour, rom_word(row + ROM_SCRIPT_RULE_STATE))
                             : OX_SCRIPT_RULE_RESTART;
        if (state == OX_SCRIPT_NONE || ox_script_rule(&unit->machine, behaviour, state) != OX_OK)
            ox_log_write(s->host->log, PLAT_LOG_WARNING,
                         "script #%08x has no state #%08x to go to: a fault stops the behaviour",
                         (unsigned)unit->id, (unsigned)rom_word(row + ROM_SCRIPT_RULE_STATE));
    }
}

/* Opens the machine of a unit. A refused module is logged and left out; without memory the start fails. With
 * `refusal` a refused module is an error. */
static ox_status open_unit(ox_behaviours *s, script_unit *unit, ox_error *refusal) {
    const ox_module_host *host = s->host;
    rom_error error = {ROM_OK, 0, ""};
    if (ox_manager_hold(host->manager, unit->id, ROM_TAG_CODE, &unit->held) != OX_OK) {
        ox_log_write(host->log, PLAT_LOG_ERROR,
                     "script #%08x is missing or damaged: the game plays without it", (unsigned)unit->id);
        return OX_OK;
    }
    const uint8_t *chunk = unit->held.data;
    unit->laid_over = is_laid_over(host, unit->id);
    const uint8_t *module = chunk + rom_word(chunk + ROM_CODE_DATA_AT);
    uint32_t bytes = rom_word(chunk + ROM_CODE_DATA_BYTES);
    bool says = bytes >= ROM_SCRIPT_MODULE_SIZE &&
                (rom_half(module + ROM_SCRIPT_MODULE_FLAGS) & ROM_SCRIPT_MODULE_ADD_ON) != 0;
    const ox_script_config config = {.module = module,
                                     .size = bytes,
                                     .trust = says || unit->guest != 0 ? OX_SCRIPT_TRUST_ADD_ON
                                                                       : OX_SCRIPT_TRUST_CART,
                                     .calls = unit->guest != 0  ? (uint32_t)OX_SCRIPT_TRUST_GUEST
                                              : unit->laid_over ? (uint32_t)OX_SCRIPT_TRUST_ADD_ON
                                                                : 0u,
                                     .plan = unit->guest != 0 ? &s->guest_plan : &s->plan,
                                     .natives = s->natives,
                                     .host = &script_console_host,
                                     .context = unit};
    size_t left = ox_arena_free(host->resident);
    ox_status status = ox_script_open(&unit->machine, &config, host->resident, &error);
    if (status == OX_OK) status = number_events(s, unit);
    if (status == OX_OK) take_rules(s, unit);
    if (status == OX_OUT_OF_MEMORY)
        return ox_module_refuse(host, status, 0,
                                "no room for script #%08x in the %u bytes that are left; raise `budget`, or "
                                "lower the capacities script-...",
                                (unsigned)unit->id, (unsigned)left);
    if (status == OX_OK) {
        if (ox_script_map_of(&unit->map, chunk, &error) != ROM_OK)
            ox_log_write(host->log, PLAT_LOG_WARNING, "script #%08x: %s", (unsigned)unit->id, error.text);
        return OX_OK;
    }
    if (refusal != NULL) {
        ox_format(refusal->text, sizeof refusal->text, "script #%08x: %s", (unsigned)unit->id,
                  error.text[0] != 0 ? error.text : ox_status_name(status));
        let_go(unit);
        return OX_BAD_DATA;
    }
    ox_log_write(host->log, PLAT_LOG_ERROR, "script #%08x is refused, the game plays without it: %s",
                 (unsigned)unit->id, error.text[0] != 0 ? error.text : ox_status_name(status));
    let_go(unit);
    return OX_OK;
}

/* ---- start and stop ---- */

static uint32_t of(const ox_behaviours *s, int capacity) {
    return ox_module_capacity(s->host, &ox_behaviour_capacities[capacity]);
}

static uint32_t of_kernel(const ox_behaviours *s, int capacity) {
    return ox_module_capacity(s->host, &ox_kernel_capacities[capacity]);
}

static void plan(ox_behaviours *s) {
    s->plan = (ox_script_plan){.stack = (uint16_t)of(s, OX_CAPACITY_SCRIPT_STACK),
                               .tasks = (uint16_t)of(s, OX_CAPACITY_SCRIPT_TASKS),
                               .generators = (uint16_t)of(s, OX_CAPACITY_SCRIPT_COROUTINES),
                               .task_cells = (uint16_t)of(s, OX_CAPACITY_SCRIPT_TASK_CELLS),
                               .instances = (uint16_t)of(s, OX_CAPACITY_SCRIPT_INSTANCES),
                               .instance_cells = (uint16_t)of(s, OX_CAPACITY_SCRIPT_CELLS),
                               .tick = rom_word(s->chunk + ROM_SCRIPTS_TICK),
                               .activation = rom_word(s->chunk + ROM_SCRIPTS_ACTIVATION)};
    if (s->plan.activation == 0) s->plan.activation = ox_script_plan_large.activation;
    if (rom_has(s->chunk, ROM_SCRIPTS_DRAW)) s->plan.draw = rom_word(s->chunk + ROM_SCRIPTS_DRAW);
    if (s->plan.draw == 0) s->plan.draw = ox_script_plan_large.draw;
    s->copies = of(s, OX_CAPACITY_SCRIPT_COPIES);
}

/* Finds the object of an event. Events to an object that was removed are dropped. */
static void *find_object(void *of_scripts, ox_handle handle) {
    return script_object(of_scripts, handle.bits);
}

/* Event types: those that a cart in C plans, with the plan's numbers; the types of every module; the two of the
 * buttons. */
static ox_status make_events(ox_behaviours *s) {
    const ox_cart *cart = s->host->options->cart;
    const ox_runtime_plan *plan = cart == NULL ? NULL : cart->runtime;
    const uint32_t planned = plan == NULL || plan->events == NULL ? 0 : plan->event_count;
    const ox_events_config config = {
        .types = of(s, OX_CAPACITY_SCRIPT_EVENTS) + planned + 2u * OX_ADD_ON_EVENTS * s->guest_count,
        .waiting = of_kernel(s, OX_CAPACITY_EVENTS),
        .extensions = of_kernel(s, OX_CAPACITY_EVENT_EXTENSIONS),
        .listeners = 1u + OX_BEHAVIOUR_LISTENERS + (cart == NULL ? 0 : of_kernel(s, OX_CAPACITY_OBSERVERS)),
        .resolver = {find_object, s},
        .log = s->host->log};
    ox_status status = ox_events_init(&s->events, &config, s->host->resident);
    if (status == OX_OK && planned > 0) status = ox_events_add_types(&s->events, plan->events, planned);
    if (status == OX_OK) status = ox_events_add_type(&s->events, OX_NAME("press"), NULL, &s->press);
    if (status == OX_OK) status = ox_events_add_type(&s->events, OX_NAME("release"), NULL, &s->release);
    const ox_interest all = {.type = OX_EVENT_ANY};
    if (status == OX_OK && ox_events_listen(&s->events, all, script_deliver, s).bits == 0) status = OX_FULL;
    return status;
}

/* Random streams: one of all scripts, and those that a cart in C plans. The cart keeps their addresses, so they lie
 * below the memory that is made anew. */
static ox_status make_random(ox_behaviours *s) {
    const ox_cart *cart = s->host->options->cart;
    const ox_runtime_plan *plan = cart == NULL ? NULL : cart->runtime;
    const uint32_t planned = plan == NULL || plan->random == NULL ? 0 : plan->random_count;
    ox_random_stream *streams = OX_PUSH(s->host->resident, ox_random_stream, planned + 1u);
    if (streams == NULL) return OX_OUT_OF_MEMORY;
    ox_random_init(&s->random, streams, planned + 1u,
                   planned > 0 && plan->seed != 0 ? plan->seed : s->host->image->cart);
    const uint32_t scripts = OX_NAME("scripts");
    if (ox_random_add(&s->random, scripts, OX_RANDOM_SIMULATION) == NULL) return OX_FULL;
    for (uint32_t i = 0; i < planned; i++)
        if (plan->random[i] != scripts &&
            ox_random_add(&s->random, plan->random[i], OX_RANDOM_SIMULATION) == NULL)
            return OX_ALREADY_THERE;
    ox_module_share_random(s->host, &s->random);
    return OX_OK;
}

static ox_status make_behaviours(ox_behaviours *s, ox_error *refusal) {
    const ox_module_host *host = s->host;
    bool makes = false;
    const uint32_t own = rom_word(s->chunk + ROM_SCRIPTS_MODULE_COUNT);
    s->guest_count = 0;
    if (!ROM_SMALL_PLAYER) script_find_guests(s);
    s->unit_count = own + (ROM_SMALL_PLAYER ? 0 : script_guest_units(s));
    s->units = s->unit_count == 0 ? NULL
                                  : (script_unit *)ox_arena_push_zero(host->resident, OX_ARENA_LOW,
                                                                      s->unit_count * sizeof *s->units,
                                                                      _Alignof(script_unit));
    if (s->units == NULL && s->unit_count > 0) return OX_OUT_OF_MEMORY;
    ox_status status = make_events(s);
    for (uint32_t i = 0; i < s->unit_count && status == OX_OK; i++) {
        s->units[i].id =
            ROM_SMALL_PLAYER || i < own
                ? rom_word(s->chunk + rom_word(s->chunk + ROM_SCRIPTS_MODULES_AT) + (size_t)i * 4)
                : script_guest_unit(s, i - own, &s->units[i].guest);
        s->units[i].host = host;
        s->units[i].of = s;
        status = open_unit(s, &s->units[i], refusal);
        makes = makes || s->units[i].machine.words != NULL;
    }
    s->words_used = 0;
    s->words_room = makes ? s->print_room * MADE : 0;
    s->kept_words = makes ? OX_PUSH(host->resident, char, s->words_room) : NULL;
    if (makes && s->kept_words == NULL) return OX_OUT_OF_MEMORY;
    return status;
}

static void stop_scripts(const ox_module_host *host, void **state) {
    ox_behaviours *s = *state;
    for (uint32_t i = 0; i < s->unit_count && s->units != NULL; i++) {
        script_tell_counts(&s->units[i]);
        if (s->units[i].machine.module.bytes != NULL) ox_script_close(&s->units[i].machine);
        let_go(&s->units[i]);
    }
    ox_manager_let_go(host->manager, s->held.handle);
    ox_module_share_random(host, NULL);
    *state = NULL;
}

/* The natives of all modules, as one chain. */
static ox_status chain_natives(ox_behaviours *s) {
    uint32_t count = 0;
    const ox_module *m;
    for (uint32_t i = 0; (m = ox_module_at(s->host, i)) != NULL; i++) count += m->native_count > 0;
    s->natives = OX_PUSH(s->host->resident, ox_script_natives, count);
    if (s->natives == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0, at = 0; (m = ox_module_at(s->host, i)) != NULL; i++) {
        if (m->native_count == 0) continue;
        s->natives[at] =
            (ox_script_natives){m->natives, m->native_count, at + 1 < count ? &s->natives[at + 1] : NULL};
        at++;
    }
    return OX_OK;
}

static ox_status start_scripts(const ox_module_host *host, void **state) {
    ox_held held;
    if (ox_manager_hold(host->manager, rom_id("scripts"), ROM_TAG_SCRIPTS, &held) != OX_OK) return OX_OK;
    ox_behaviours *s =
        (ox_behaviours *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(ox_behaviours));
    if (s == NULL) {
        ox_manager_let_go(host->manager, held.handle);
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for scripts: %u bytes",
                                (unsigned)sizeof *s);
    }
    s->host = host;
    s->held = held;
    s->chunk = held.data;
    *state = s;
    ox_status status = chain_natives(s);
    s->print_room = of(s, OX_CAPACITY_SCRIPT_PRINTS);
    s->prints = OX_PUSH(host->resident, script_print, s->print_room);
    if (s->prints == NULL && status == OX_OK) status = OX_OUT_OF_MEMORY;
    if (status == OX_OK) status = make_random(s);
    if (status == OX_OK) return OX_OK;
    (void)ox_module_refuse(host, status, 0, "no room for scripts: %s", ox_status_name(status));
    stop_scripts(host, state);
    return status;
}

/* Events, units and their machines, in memory above that of all modules, which leave_chunks may give back. */
static ox_status make_machines(const ox_module_host *host, void *state) {
    ox_behaviours *s = state;
    s->machines = ox_arena_mark(host->resident, OX_ARENA_LOW);
    plan(s);
    const ox_status status = make_behaviours(s, NULL);
    if (status != OX_OK)
        (void)ox_module_refuse(host, status, 0, "scripts: %u copies of objects and %u events: %s",
                               (unsigned)s->copies, (unsigned)of_kernel(s, OX_CAPACITY_EVENTS),
                               ox_status_name(status));
    return status;
}

/* ---- objects and their behaviours ---- */

/* The machine of the first module that has the behaviour, and the behaviour's number there; NULL when no module has
 * it. */
static ox_script *machine_of(ox_behaviours *s, uint32_t behaviour, uint32_t *number) {
    for (uint32_t i = 0; i < s->unit_count; i++) {
        ox_script *machine = &s->units[i].machine;
        *number = machine->module.bytes == NULL || s->units[i].guest != 0
                      ? OX_SCRIPT_NONE
                      : ox_script_module_behaviour(&machine->module, behaviour);
        if (*number != OX_SCRIPT_NONE) return machine;
    }
    return NULL;
}

static void behave(ox_behaviours *s, uint32_t object, uint32_t behaviour) {
    uint32_t number;
    ox_script *machine = machine_of(s, behaviour, &number);
    if (machine != NULL) {
        (void)ox_script_begin(machine, object, number); /* the machine reports a lack of room by itself */
        return;
    }
    for (uint32_t i = 0; i < s->unit_count && s->units[i].guest == 0; i++)
        /* a refused module may have the behaviour, and its refusal was logged */
        if (s->units[i].machine.module.bytes == NULL) return;
    ox_log_write(s->host->log, PLAT_LOG_WARNING, "no script has the behaviour #%08x: the object does nothing",
                 (unsigned)behaviour);
}

bool script_has(const ox_behaviours *s, uint32_t object, uint32_t behaviour) {
    for (uint32_t u = 0; u < s->unit_count; u++) {
        const ox_script *machine = &s->units[u].machine;
        uint32_t number = machine->module.bytes == NULL || s->units[u].guest != 0
                              ? OX_SCRIPT_NONE
                              : ox_script_module_behaviour(&machine->module, behaviour);
        if (number != OX_SCRIPT_NONE && ox_script_find(machine, object, number).bits != 0) return true;
    }
    return false;
}

void script_end_unit(script_unit *unit, uint32_t object, bool everybody) {
    ox_script *machine = &unit->machine;
    if (machine->module.bytes == NULL) return;
    for (uint32_t i = machine->instances.first, next; i != OX_ROSTER_END; i = next) {
        const ox_script_instance *instance = ox_roster_at(&machine->instances, i);
        ox_handle handle = ox_roster_handle(&machine->instances, &instance->slot);
        next = instance->slot.next;
        if (everybody || instance->slot.owner == object) ox_script_end(machine, handle);
    }
}

void script_end_all_of(ox_behaviours *s, uint32_t object, bool everybody) {
    for (uint32_t u = 0; u < s->unit_count; u++) script_end_unit(&s->units[u], object, everybody);
}

static void bury(ox_behaviours *s, const ox_object *object) {
    script_end_all_of(s, object->handle.bits, false);
    (void)ox_world_destroy(s->world, object->handle);
}

void script_begin_object(ox_behaviours *s, const ox_object *object) {
    ox_behaviour *does = script_behaviour(s, object);
    if (does == NULL || does->begun != 0 || does->behaviour == 0) return;
    does->begun = 1;
    behave(s, object->handle.bits, does->behaviour);
}

/* Begins and ends objects as scripts asked while they ran, until nothing more is asked for, in at most 8 rounds. A
 * round begins at most as many objects as there is room for. */
static void settle_wishes(ox_behaviours *s) {
    for (uint32_t round = 0; (s->asked || s->restored || s->made != s->world->made) && round < 8; round++) {
        s->asked = s->restored = false;
        s->made = s->world->made;
        for (uint32_t slot = 0; slot < ox_pool_peak(&s->world->objects); slot++) {
            const ox_object *object = script_at(s, slot);
            if (object == NULL) continue;
            if ((object->flags & OX_OBJECT_LEAVING) != 0)
                bury(s, object);
            else
                script_begin_object(s, object);
        }
    }
}

/* Makes the instance of a new object. Its maker sets it up before the behaviour begins, so the variables of the
 * behaviour are there at once. */
static uint32_t made(ox_behaviours *s, ox_object *object) {
    uint32_t number;
    if (object == NULL) {
        if (!s->full)
            ox_log_write(s->host->log, PLAT_LOG_WARNING,
                         "%u objects are there already; raise `capacity script-copies`",
                         (unsigned)s->world->alive);
        s->full = true;
        return 0;
    }
    s->asked = true;
    const ox_behaviour *does = script_behaviour(s, object);
    ox_script *machine =
        does == NULL || does->behaviour == 0 ? NULL : machine_of(s, does->behaviour, &number);
    if (machine != NULL && ox_script_make(machine, object->handle.bits, number).bits == 0) {
        script_remove(s, object);
        return 0;
    }
    return object->handle.bits;
}

uint32_t script_create(ox_behaviours *s, uint32_t type, vec3 at) {
    ox_object *object = ox_world_spawn(s->world, type, NULL);
    if (object != NULL && ox_object_place_of(s->world, object) != NULL)
        (void)ox_place_set(s->world, object, at);
    return made(s, object);
}

uint32_t script_spawn(ox_behaviours *s, const ox_object *from, vec3 at) {
    return made(s, ox_scene_copy(s->host->scene, from, at));
}

void script_remove(ox_behaviours *s, ox_object *object) {
    ox_object_flag(s->world, object, OX_OBJECT_LEAVING, true);
    s->asked = true;
}

/* ---- scenes ---- */

/* Whether some script calls `attach`, so that objects are carried by others. */
static bool calls_attach(const ox_behaviours *s) {
    for (uint32_t u = 0; u < s->unit_count; u++) {
        const ox_script *machine = &s->units[u].machine;
        for (uint32_t i = 0;
             machine->module.bytes != NULL && i < machine->module.count[OX_SCRIPT_SECTION_NATIVES]; i++)
            if (machine->imports[i].native->name == OX_NAME("attach")) return true;
    }
    return false;
}

static void need_world(const ox_module_host *host, void *state, ox_world_needs *needs) {
    const ox_behaviours *s = state;
    (void)host;
    if (s == NULL) return;
    needs->objects += s->copies;
    needs->placed += s->copies;
    ox_scene_need_attachments(needs, calls_attach(s));
    needs->systems++;
}

/* The next behaviour of the scene itself; 0 behind the last. */
static ox_id next_use(const ox_behaviours *s, uint32_t *at) {
    const uint8_t *rows = s->chunk + rom_word(s->chunk + ROM_SCRIPTS_USES_AT);
    while (*at < rom_word(s->chunk + ROM_SCRIPTS_USE_COUNT)) {
        const uint8_t *row = rows + (size_t)(*at)++ * ROM_SCENE_BEHAVIOUR_SIZE;
        if (rom_word(row + ROM_SCENE_BEHAVIOUR_SCENE) == s->host->options->scene)
            return rom_word(row + ROM_SCENE_BEHAVIOUR_BEHAVIOUR);
    }
    return 0;
}

static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket);

/* An object that somebody else destroyed has no behaviour any more. */
static void release_object(void *context, ox_world *world, ox_handle object) {
    (void)world;
    script_end_all_of(context, object.bits, false);
}

static const ox_system behaviours_system = {.name = OX_NAME("behaviours"),
                                            .phases = 1u << OX_PHASE_EVENTS | 1u << OX_PHASE_TASKS |
                                                      1u << OX_PHASE_EARLY,
                                            .run = run_phase,
                                            .release = release_object};

/* Posts an event of another module to all who listen; nobody does when no script names the event. */
static void post_event(void *of_scripts, uint32_t name, const int32_t *arguments, uint32_t count) {
    ox_events_post_named(&((ox_behaviours *)of_scripts)->events, name, arguments, count);
}

static ox_events *give_bus(void *of_scripts) { return &((ox_behaviours *)of_scripts)->events; }

static const ox_event_operations event_service = {{&ox_event_service_type}, post_event, give_bus};

/* Sets the scene up. Behaviours that wait begin with the first step. */
static ox_status begin_scene_objects(const ox_module_host *host, void **state) {
    ox_behaviours *s = *state;
    s->world = host->world;
    s->component = (uint32_t)ox_world_component(s->world, OX_NAME("behaviour"));
    s->print_count = s->fill_count = 0;
    int system = ox_world_add_system(s->world, &behaviours_system, s);
    if (system < 0) return (ox_status)system;
    ox_status status = ox_engine_serve(host->engine, OX_SERVICE_EVENTS, (ox_service){&event_service.head, s});
    if (status != OX_OK) return status;
    uint32_t use = 0;
    if (next_use(s, &use) != 0 || ox_component_count(&s->world->components[s->component]) > 0)
        host->scene->led = true;
    s->fresh = s->asked = true;
    if (s->kept != NULL) script_take_all(s);
    return OX_OK;
}

void script_begin_missing(ox_behaviours *s) {
    settle_wishes(s);
    ox_id behaviour;
    for (uint32_t use = 0; (behaviour = next_use(s, &use)) != 0;)
        if (!script_has(s, 0, behaviour)) behave(s, 0, behaviour);
    if (!ROM_SMALL_PLAYER) script_begin_guests(s);
    settle_wishes(s);
}

/* The scene's own behaviours begin with the first step, when everything of the console is there. */
static void begin_scene(ox_behaviours *s) {
    s->fresh = false;
    script_begin_missing(s);
}

/* ---- steps ---- */

static void post_button(ox_behaviours *s, uint16_t type, uint32_t buttons) {
    for (uint32_t i = 0; i < BUTTONS; i++) {
        ox_event event;
        if ((buttons >> i & 1u) == 0) continue;
        ox_event_begin(&event, type, (ox_handle){0}, (ox_handle){0});
        (void)ox_event_add_int(&event, 1, (int32_t)(1u << i));
        (void)ox_events_post(&s->events, &event, 0);
    }
}

static void begin_step(ox_behaviours *s) {
    const uint32_t changed = s->host->input->pressed | (s->host->input->released & OX_INPUT_POINTER);
    s->print_count = s->fill_count = s->words_used = 0;
    s->tick++;
    if (!ROM_SMALL_PLAYER && s->guest_count > 0 && changed != 0)
        script_note_press(s, s->tick, s->host->input->pressed != 0);
    for (uint32_t i = 0; i < s->unit_count; i++) {
        ox_script *machine = &s->units[i].machine;
        if (machine->module.bytes == NULL) continue;
        uint32_t before = machine->warnings;
        ox_script_tick(machine, s->tick);
        if (before == 0 && machine->warnings != 0) script_tell_busy(&s->units[i]);
    }
    ox_events_begin(&s->events, s->tick);
    if (s->fresh) begin_scene(s);
}

static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_behaviours *s = context;
    (void)world;
    if (bucket != 0) return;
    if (phase == OX_PHASE_EVENTS) {
        begin_step(s);
        post_button(s, s->press, s->host->input->pressed);
        post_button(s, s->release, s->host->input->released);
        (void)ox_events_drain(&s->events);
    }
    for (uint32_t i = 0; i < s->unit_count; i++) {
        ox_script *machine = &s->units[i].machine;
        if (machine->module.bytes == NULL) continue;
        if (phase == OX_PHASE_TASKS) ox_script_run(machine);
        if (phase == OX_PHASE_EARLY) ox_script_handle_ticks(machine);
    }
    if (!ROM_SMALL_PLAYER && s->guest_count > 0) script_end_fallen(s);
    settle_wishes(s);
}

/* ---- the picture ---- */

void ox_behaviours_draw(const ox_module_host *host, rs_frame *frame, ox_script_picture *picture) {
    ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    if (s == NULL || s->chunk == NULL) return;
    s->frame = frame;
    for (uint32_t i = 0; i < s->unit_count; i++)
        if (s->units[i].machine.module.bytes != NULL) ox_script_draw(&s->units[i].machine, picture);
    if (picture->begin != NULL) picture->begin(picture);
    script_draw_words(s, frame);
    s->frame = NULL;
}

/* ---- resources change ---- */

void script_end_stopped(script_unit *unit) {
    ox_script *machine = &unit->machine;
    for (uint32_t i = machine->instances.first, next; i != OX_ROSTER_END; i = next) {
        const ox_script_instance *one = ox_roster_at(&machine->instances, i);
        next = one->slot.next;
        if (ox_script_is_stopped(one))
            ox_script_end(machine, ox_roster_handle(&machine->instances, &one->slot));
    }
}

/* Events and machines go, with the memory that make_machines took, so that enter_chunks can make new ones. */
static void let_all_go(ox_behaviours *s) {
    for (uint32_t i = 0; i < s->unit_count && s->units != NULL; i++) {
        script_tell_counts(&s->units[i]);
        if (s->units[i].machine.module.bytes != NULL) ox_script_close(&s->units[i].machine);
        let_go(&s->units[i]);
    }
    ox_manager_let_go(s->host->manager, s->held.handle);
    memset(&s->held, 0, sizeof s->held);
    s->chunk = NULL;
    s->unit_count = s->print_count = s->fill_count = 0;
    (void)ox_arena_rollback(s->host->resident, s->machines);
}

static void leave_chunks(const ox_module_host *host, void *state) {
    ox_behaviours *s = state;
    (void)host;
    if (s->chunk != NULL) let_all_go(s);
}

/* At the end of a scene all behaviours end while their objects are still there, or their state is kept in a place of
 * its own. */
static void end_scene_objects(const ox_module_host *host, void **state, ox_module_end how) {
    ox_behaviours *s = *state;
    (void)!ox_engine_serve(host->engine, OX_SERVICE_EVENTS, ox_service_null(OX_SERVICE_EVENTS));
    if (how == OX_END_FOR_GOOD)
        script_end_all_of(s, 0, true);
    else if (s->kept == NULL && s->chunk != NULL)
        script_keep_all(s);
}

static ox_status enter_chunks(const ox_module_host *host, void *state, ox_error *error) {
    ox_behaviours *s = state;
    ox_status status = ox_manager_hold(host->manager, rom_id("scripts"), ROM_TAG_SCRIPTS, &s->held);
    if (status != OX_OK)
        return ox_module_refuse_to(error, status, "the list of scripts is missing or damaged");
    s->chunk = s->held.data;
    s->asked = false;
    memset(&s->events, 0, sizeof s->events);
    ox_random_reseed(&s->random, s->random.seed);
    plan(s);
    status = make_behaviours(s, error);
    if (status != OX_OK && error->text[0] == 0)
        (void)ox_module_refuse_to(error, status, "there is no room for the scripts");
    if (status != OX_OK) let_all_go(s);
    return status;
}

/* ---- answers ---- */

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = script_state_part(state);
    return 1;
}

static const ox_module_event behaviour_events[] = {
    {"Act(what: name)",
     "an add-on of the player asks for something that `add-ons acts=` in cart.txt grants"}};

static const uint32_t tags[] = {ROM_TAG_SCRIPTS, 0}, needs[] = {OX_NAME("content"), 0};

static const ox_field behaviour_fields[] = {
    OX_FIELD(ox_behaviour, behaviour, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_behaviour, begun, OX_U8, OX_SIM | OX_CLONE_NONE | OX_ENGINE, .high = 1)};
static const ox_type behaviour_record = OX_TYPE(ox_behaviour, behaviour_fields, 1);
static const ox_component_type behaviour_component = {.name = OX_NAME("behaviour"),
                                                      .record = &behaviour_record};
static const ox_component_type *const components[] = {&behaviour_component};

const ox_module ox_behaviour_module = {.id = OX_NAME("behaviour"),
                                       .name = "behaviour",
                                       .needs = needs,
                                       .tags = tags,
                                       .capacities = ox_behaviour_capacities,
                                       .capacity_count = OX_BEHAVIOUR_CAPACITIES,
                                       .natives = ox_behaviour_native_rows,
                                       .native_count = OX_BEHAVIOUR_NATIVES,
                                       .fields = ox_behaviour_field_rows,
                                       .field_count = OX_BEHAVIOUR_FIELDS,
                                       .events = behaviour_events,
                                       .event_count = 1 - ROM_SMALL_PLAYER,
                                       .start = start_scripts,
                                       .started = make_machines,
                                       .stop = stop_scripts,
                                       .begin = begin_scene_objects,
                                       .end = end_scene_objects,
                                       .components = components,
                                       .component_count = 1,
                                       .world_needs = need_world,
                                       .leave = leave_chunks,
                                       .enter = enter_chunks,
                                       .list = list_state};

ox_events *ox_behaviours_events(const ox_module_host *host) {
    ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    return s == NULL || s->chunk == NULL ? NULL : &s->events;
}

void ox_behaviours_text(const ox_module_host *host, ox_id key, char *text, size_t size) {
    const ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    ox_text out = ox_text_begin(text, size);
    if (s != NULL) script_write_text(s, key, &out);
}

int32_t *ox_behaviours_variable(const ox_module_host *host, ox_id name, uint32_t *kind) {
    const ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    uint32_t cells = 0;
    for (uint32_t i = 0; s != NULL && i < s->unit_count; i++) {
        ox_script *machine = &s->units[i].machine;
        const int32_t *cell = machine->module.bytes == NULL
                                  ? NULL
                                  : ox_script_variable(machine, (ox_handle){0}, name, &cells, kind);
        if (cell != NULL && cells == 1) return machine->globals + (cell - machine->globals);
    }
    return NULL;
}

ox_script *ox_console_script(ox_console *console, uint32_t id) {
    ox_behaviours *s = ox_behaviours_of(console);
    for (uint32_t i = 0; s != NULL && i < s->unit_count; i++) {
        if (s->units[i].id == id && s->units[i].machine.module.bytes != NULL) return &s->units[i].machine;
    }
    return NULL;
}

ox_script *ox_console_script_at(ox_console *console, uint32_t number, uint32_t *id, const uint8_t **chunk) {
    ox_behaviours *s = ox_behaviours_of(console);
    *id = 0;
    *chunk = NULL;
    if (s == NULL || number >= s->unit_count) return NULL;
    *id = s->units[number].id;
    *chunk = s->units[number].held.data;
    return s->units[number].machine.module.bytes == NULL ? NULL : &s->units[number].machine;
}

const ox_script_natives *ox_console_script_natives(ox_console *console) {
    const ox_behaviours *s = ox_behaviours_of(console);
    return s == NULL ? NULL : s->natives;
}

#if OX_PROFILED
void ox_behaviours_tell(const ox_module_host *host, ox_behaviours_hear *hear, void *context) {
    ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    if (s == NULL) return;
    s->hear = hear;
    s->hear_context = context;
}
#endif

const ox_script *ox_behaviours_machine(const ox_module_host *host, uint32_t number) {
    const ox_behaviours *s = ox_module_state(host, OX_NAME("behaviour"));
    for (uint32_t i = 0; s != NULL && i < s->unit_count; i++)
        if (s->units[i].machine.module.bytes != NULL && number-- == 0) return &s->units[i].machine;
    return NULL;
}

uint32_t ox_console_script_object(const ox_console *console, uint32_t number) {
    const ox_behaviours *s = ox_behaviours_of(console);
    const ox_object *object = s == NULL ? NULL : ox_scene_object(s->host->scene, number);
    return object == NULL ? 0 : object->handle.bits;
}

uint32_t ox_console_scripts_hash(ox_console *console) {
    ox_behaviours *s = ox_behaviours_of(console);
    if (s == NULL) return 0;
    const ox_sim_part part = script_state_part(s);
    const ox_sim state = {&part, 1};
    return ox_sim_hash(&state, OX_FNV_START);
}

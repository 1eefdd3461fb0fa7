/* Makes the tables that a cart's plan asks for, and runs them in the order of the kernel. */
#include "kernel/runtime/module.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/runtime/internal.h"

FX_STATIC_ASSERT((int)OX_RUNTIME_KINDS <= (int)OX_MODULE_STATE_PARTS, "the runtime's state fits the list");

/* ---- what is run ---- */

static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_runtime *r = context;
    (void)world, (void)bucket;
    switch (phase) {
    case OX_PHASE_COMMANDS:
        r->tick++;
        if (r->events != NULL && !r->shares_events) ox_events_begin(r->events, r->tick);
        if (r->commands != NULL) (void)ox_commands_run(r->commands);
        break;
    case OX_PHASE_TIMERS:
        if (r->timers != NULL) (void)ox_timers_update(r->timers, r->tick);
        break;
    case OX_PHASE_EVENTS:
        if (r->events != NULL && !r->shares_events) (void)ox_events_drain(r->events);
        break;
    case OX_PHASE_TASKS:
        if (r->tasks != NULL) ox_tasks_run(r->tasks, r->tick);
        break;
    default:
        if (r->actions != NULL) ox_actions_update(r->actions, 1);
        break;
    }
}

/* Ends timers, tasks and actions of an object that dies. Its events and listeners end by themselves. */
static void release_links(void *context, ox_world *world, ox_handle object) {
    ox_runtime *r = context;
    (void)world;
    if (r->timers != NULL) (void)ox_timers_cancel_owner(r->timers, object.bits);
    if (r->tasks != NULL) (void)ox_tasks_kill_owner(r->tasks, object.bits);
    if (r->actions != NULL) (void)ox_actions_remove_node(r->actions, object.bits);
}

static const ox_system runtime_system = {.name = OX_NAME("console"),
                                         .phases = 1u << OX_PHASE_COMMANDS | 1u << OX_PHASE_TIMERS |
                                                   1u << OX_PHASE_EVENTS | 1u << OX_PHASE_TASKS |
                                                   1u << OX_PHASE_ACTIONS,
                                         .run = run_phase,
                                         .release = release_links};

/* ---- objects, commands and events find each other ---- */

static void *find_object(void *of, ox_handle handle) {
    return ox_world_get(((ox_runtime *)of)->world, handle);
}

static void *find_actor(void *of, ox_handle handle) {
    ox_runtime *r = of;
    ox_object *object = ox_world_get(r->world, handle);
    if (r->plan->objects != NULL && object == NULL) return NULL;
    r->actor = (ox_actor){.world = r->world,
                          .object = object,
                          .data = object == NULL ? NULL : ox_object_data(r->world, object),
                          .state = r->host->options->cart->state};
    return &r->actor;
}

/* Listens to every event, and hands it to its receiver. */
static ox_answer tell_receiver(void *context, const ox_event *event) {
    ox_runtime *r = context;
    ox_object *object = ox_world_get(r->world, event->receiver);
    return object != NULL && ox_object_tell(r->world, object, event) != 0 ? OX_HANDLED : OX_PASSED;
}

/* ---- making ---- */

static ox_status refuse_start(const ox_module_host *host, ox_status status, const char *what) {
    return ox_module_refuse(host, status, host->image->budget,
                            status == OX_OUT_OF_MEMORY
                                ? "the cart's `budget` is too small: no room for the %s of the game %s"
                                : "the %s of the game %s cannot be made",
                            what, host->options->cart->name);
}

#define MAKE(field, type)                                                                                    \
    (r->field = (type *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof(type), _Alignof(type)))

static void need_world(const ox_module_host *host, void *state, ox_world_needs *needs) {
    const ox_cart *cart = host->options->cart;
    const ox_runtime_plan *plan = cart == NULL ? NULL : cart->runtime;
    (void)state;
    if (plan == NULL) return;
    needs->systems += plan->systems + 1u;
    needs->components += plan->component_count;
    ox_scene_need_attachments(needs, plan->attaches);
    /* A cart without types of its own makes objects of the types of cart.txt, which have a place in the scene. */
    const ox_capacity *capacity = &ox_kernel_capacities[OX_CAPACITY_OBJECTS];
    const uint32_t objects = plan->objects != NULL || ox_module_is_declared(host, capacity)
                                 ? ox_module_capacity(host, capacity)
                                 : 0;
    needs->objects += objects;
    needs->placed += plan->objects == NULL ? objects : 0;
    needs->types += plan->object_count;
}

/* The plan's types join the console's world before all others, so that their numbers in the world are their numbers in
 * the plan. */
static ox_status join_types(const ox_module_host *host, void *state, ox_world *world) {
    const ox_cart *cart = host->options->cart;
    const ox_runtime_plan *plan = cart == NULL ? NULL : cart->runtime;
    int number = 0;
    (void)state;
    if (plan == NULL) return OX_OK;
    host->shown->first_component = world->component_count;
    host->shown->object_names = plan->object_names;
    host->shown->object_count = plan->object_names == NULL ? 0 : plan->object_count;
    host->shown->component_names = plan->component_names;
    host->shown->component_count = plan->component_names == NULL ? 0 : plan->component_count;
    for (uint32_t i = 0; i < plan->component_count && number >= 0; i++)
        number = ox_console_make_component_type(host->console, world, plan->components[i]);
    for (uint32_t i = 0; plan->objects != NULL && i < plan->object_count && number >= 0; i++)
        number = ox_console_make_object_type(host->console, world, plan->objects[i]);
    return number >= 0 ? OX_OK : (ox_status)number;
}

static ox_status join_world(const ox_module_host *host, ox_runtime *r) {
    r->world = host->world;
    int number = ox_world_add_system(r->world, &runtime_system, r);
    return number >= 0 ? OX_OK : (ox_status)number;
}

static void post_event(void *runtime, uint32_t name, const int32_t *arguments, uint32_t count) {
    ox_events_post_named(((ox_runtime *)runtime)->events, name, arguments, count);
}
static ox_events *give_bus(void *runtime) { return ((ox_runtime *)runtime)->events; }
static const ox_event_operations event_service = {{&ox_event_service_type}, post_event, give_bus};

/* Makes an event queue of the runtime's own, which other modules post to as well. */
static ox_status make_own_events(const ox_module_host *host, ox_runtime *r) {
    const ox_runtime_plan *plan = r->plan;
    if (MAKE(events, ox_events) == NULL) return OX_OUT_OF_MEMORY;
    ox_events_config config = {.types = plan->event_count, .log = host->log};
    config.resolver = (ox_resolver){find_object, r};
    ox_status status = ox_console_make_events(host->console, r->events, &config);
    if (status == OX_OK) status = ox_events_add_types(r->events, plan->events, plan->event_count);
    return status == OX_OK
               ? ox_engine_serve(host->engine, OX_SERVICE_EVENTS, (ox_service){&event_service.head, r})
               : status;
}

/* Makes the bus of events unless scripts have one, in which the plan's event types are already. */
static ox_status make_events(const ox_module_host *host, ox_runtime *r) {
    const ox_runtime_plan *plan = r->plan;
    const ox_event_service service = ox_engine_events(host->engine);
    r->events = service.operations->bus(service.state);
    r->shares_events = r->events != NULL;
    if (plan->events == NULL) return OX_OK;
    ox_status status = r->shares_events ? OX_OK : make_own_events(host, r);
    if (status != OX_OK) return status;
    ox_interest all = {.type = OX_EVENT_ANY};
    return ox_events_listen(r->events, all, tell_receiver, r).bits != 0 ? OX_OK : OX_FULL;
}

static ox_status make_commands(const ox_module_host *host, ox_runtime *r) {
    if (r->plan->commands == NULL) return OX_OK;
    if (MAKE(commands, ox_commands) == NULL) return OX_OUT_OF_MEMORY;
    return ox_console_make_commands(host->console, r->commands, r->plan->commands, r->plan->command_count,
                                    (ox_resolver){find_actor, r});
}

static ox_status make_timers(const ox_module_host *host, ox_runtime *r) {
    if (r->plan->timers == NULL) return OX_OK;
    if (MAKE(timers, ox_timers) == NULL) return OX_OUT_OF_MEMORY;
    return ox_console_make_timers(host->console, r->timers, r->plan->timers, r->plan->timer_count,
                                  host->options->cart->state);
}

static ox_status make_tasks(const ox_module_host *host, ox_runtime *r) {
    if (r->plan->tasks == NULL) return OX_OK;
    if (MAKE(tasks, ox_tasks) == NULL) return OX_OUT_OF_MEMORY;
    return ox_console_make_tasks(host->console, r->tasks,
                                 &(ox_tasks_config){.locals = r->plan->task_locals,
                                                    .kinds = r->plan->tasks,
                                                    .kind_count = r->plan->task_count,
                                                    .context = host->options->cart->state});
}

static ox_status make_actions(const ox_module_host *host, ox_runtime *r) {
    const ox_runtime_plan *plan = r->plan;
    if (plan->actions == NULL) return OX_OK;
    if (MAKE(actions, ox_actions) == NULL) return OX_OUT_OF_MEMORY;
    return ox_console_make_actions(host->console, r->actions,
                                   &(ox_actions_config){.programs = plan->actions,
                                                        .program_count = plan->action_count,
                                                        .target = plan->target,
                                                        .world = host->options->cart->state});
}

/* Makes the random streams below the scenes, so that their numbers go on from scene to scene. Where scripts draw random
 * numbers, the plan's streams are among theirs. */
static ox_status make_random(const ox_module_host *host, ox_runtime *r) {
    const ox_runtime_plan *plan = r->plan;
    if (plan->random == NULL) return OX_OK;
    r->random = host->random;
    r->shares_random = host->random != NULL;
    if (r->shares_random) return OX_OK;
    ox_random_stream *streams = OX_PUSH(host->resident, ox_random_stream, plan->random_count);
    if (MAKE(random, ox_random) == NULL || streams == NULL) return OX_OUT_OF_MEMORY;
    ox_random_init(r->random, streams, plan->random_count, plan->seed != 0 ? plan->seed : host->image->cart);
    for (uint32_t i = 0; i < plan->random_count; i++)
        if (ox_random_add(r->random, plan->random[i], OX_RANDOM_SIMULATION) == NULL) return OX_ALREADY_THERE;
    ox_module_share_random(host, r->random);
    return OX_OK;
}

/* ---- guards ---- */

static void guard(ox_runtime *r, uint32_t *count, const char *name, const uint32_t *refused) {
    r->guards[(*count)++] = (ox_guarded){name, refused, *refused, *refused, 0};
}

static void set_guards(ox_runtime *r) {
    uint32_t count = 0;
    guard(r, &count, "world", &r->world->refused);
    if (r->events != NULL) guard(r, &count, "event queue", &r->events->counts.dropped);
    if (r->commands != NULL) guard(r, &count, "command queue", &r->commands->refused);
    if (r->timers != NULL) guard(r, &count, "table of timers", &r->timers->refused);
    if (r->tasks != NULL) guard(r, &count, "table of tasks", &r->tasks->roster.pool.refused);
    if (r->actions != NULL) guard(r, &count, "table of actions", &r->actions->roster.pool.refused);
    ox_guard_tables(r->host->console, &(ox_guarded_tables){r->guards, count, ox_runtime_tell, r});
}

/* ---- start and stop ---- */

static void stop_runtime(const ox_module_host *host, void **state) {
    const ox_runtime *r = *state;
    if (r->random != NULL && !r->shares_random) ox_module_share_random(host, NULL);
    *state = NULL;
}

static ox_status start_runtime(const ox_module_host *host, void **state) {
    const ox_cart *cart = host->options->cart;
    if (cart == NULL || cart->runtime == NULL) return OX_OK;
    ox_runtime *r =
        (ox_runtime *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *r, _Alignof(ox_runtime));
    if (r == NULL) return refuse_start(host, OX_OUT_OF_MEMORY, "runtime");
    r->host = host;
    r->plan = cart->runtime;
    r->notes.log = host->log;
    *state = r;
    const ox_status status = make_random(host, r);
    return status == OX_OK ? OX_OK : refuse_start(host, status, "random numbers");
}

/* Forgets the tables, which lie above the scene. Tick, random streams and notes outlast the scene. */
static void close_runtime(const ox_module_host *host, void **state) {
    ox_runtime *r = *state;
    const ox_runtime before = *r;
    if (r->events != NULL && !r->shares_events)
        (void)!ox_engine_serve(host->engine, OX_SERVICE_EVENTS, ox_service_null(OX_SERVICE_EVENTS));
    ox_world_remove_systems(host->world, r);
    *r = (ox_runtime){.host = host,
                      .plan = before.plan,
                      .tick = before.tick,
                      .random = before.random,
                      .shares_random = before.shares_random,
                      .notes = before.notes};
}

static ox_status open_runtime(const ox_module_host *host, void **state) {
    static const struct {
        ox_status (*make)(const ox_module_host *host, ox_runtime *r);
        const char *what;
    } steps[] = {{join_world, "world"},   {make_events, "events"}, {make_commands, "commands"},
                 {make_timers, "timers"}, {make_tasks, "tasks"},   {make_actions, "actions"}};
    ox_runtime *r = *state;
    if (r == NULL) return OX_OK;
    host->scene->led = true;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        ox_status status = steps[i].make(host, r);
        if (status != OX_OK) return refuse_start(host, status, steps[i].what);
    }
    set_guards(r);
    return OX_OK;
}

const ox_module ox_runtime_module = {.id = OX_NAME("runtime"),
                                     .name = "runtime",
                                     .start = start_runtime,
                                     .stop = stop_runtime,
                                     .open = open_runtime,
                                     .close = close_runtime,
                                     .world_needs = need_world,
                                     .join = join_types,
                                     .list = ox_runtime_list};

/* ---- answers ---- */

#define ANSWER(type, name, field)                                                                            \
    type *name(ox_console *console) {                                                                        \
        ox_runtime *r = ox_runtime_of(console);                                                              \
        return r == NULL ? NULL : r->field;                                                                  \
    }
ANSWER(ox_events, ox_console_events, events)
ANSWER(ox_commands, ox_console_commands, commands)
ANSWER(ox_timers, ox_console_timers, timers)
ANSWER(ox_tasks, ox_console_tasks, tasks)
ANSWER(ox_actions, ox_console_actions, actions)
ANSWER(ox_random, ox_console_random, random)

ox_machine_notes *ox_console_machine_notes(ox_console *console) {
    ox_runtime *r = ox_runtime_of(console);
    return r == NULL ? NULL : &r->notes;
}
uint32_t ox_console_tick(const ox_console *console) {
    const ox_runtime *r = ox_runtime_of(console);
    return r == NULL ? 0 : r->tick;
}

/* Makes the kernel's tables with the capacities that the cart's budget declares. */
#include "kernel/runtime/make.h"

#include <string.h>

#include "kernel/module/module.h"

FX_STATIC_ASSERT(OX_CAPACITY_BLOCK % 8 == 0, "blocks lie side by side");
OX_CAPACITY_HOLDS(OX_CAPACITY_OF_SPAWNER, ox_spawner_state);
OX_CAPACITY_HOLDS(OX_CAPACITY_OF_CHUNK_SLOT, ox_stream_slot);

/* Resident memory of `bytes`; NULL when there is no room, and before memory has started. */
static void *room(ox_console *console, uint64_t bytes) {
    if (ox_console_modules(console)->resident == NULL || bytes > SIZE_MAX / 2) return NULL;
    return ox_arena_push_low(ox_console_modules(console)->resident, (size_t)bytes, 8);
}

static uint32_t of(const ox_console *console, int capacity) {
    return ox_console_capacity_of(console, &ox_kernel_capacities[capacity]);
}

static ox_arena *resident_of(const ox_console *console) { return ox_console_modules(console)->resident; }
static ox_log *log_of(const ox_console *console) { return ox_console_modules(console)->log; }
static plat *platform_of(const ox_console *console) { return ox_console_modules(console)->platform; }

/* The capacity that the cart declares under the type's own name, else under the kind. */
static uint16_t capacity_of_type(const ox_console *console, ox_id name, int kind) {
    uint32_t count = ox_console_capacity(console, name, of(console, kind));
    return (uint16_t)(count > 65534u ? 65534u : count);
}

/* ---- the world ---- */

ox_status ox_console_make_world(ox_console *console, ox_world *world, const ox_world_config *config) {
    ox_world_config whole = *config;
    if (resident_of(console) == NULL) return OX_BAD_STATE;
    uint32_t types = of(console, OX_CAPACITY_OBJECT_TYPES);
    if (whole.objects == 0) whole.objects = (uint16_t)of(console, OX_CAPACITY_OBJECTS);
    if (whole.types == 0) whole.types = (uint8_t)types;
    if (whole.components == 0) whole.components = (uint8_t)types;
    return ox_world_init(world, resident_of(console), &whole);
}

int ox_console_make_object_type(ox_console *console, ox_world *world, const ox_object_type *type) {
    if (type->capacity != 0) return ox_world_add_type(world, type);
    ox_object_type *own = room(console, sizeof *own);
    if (own == NULL) return OX_OUT_OF_MEMORY;
    *own = *type;
    own->capacity = capacity_of_type(console, type->name, OX_CAPACITY_OBJECTS);
    return ox_world_add_type(world, own);
}

int ox_console_make_component_type(ox_console *console, ox_world *world, const ox_component_type *type) {
    if (type->capacity != 0) return ox_world_add_component(world, type);
    ox_component_type *own = room(console, sizeof *own);
    if (own == NULL) return OX_OUT_OF_MEMORY;
    *own = *type;
    own->capacity = capacity_of_type(console, type->name, OX_CAPACITY_COMPONENTS);
    return ox_world_add_component(world, own);
}

ox_status ox_console_make_query(ox_console *console, ox_query *query) {
    uint32_t count = of(console, OX_CAPACITY_QUERY_SLOTS);
    query->out = room(console, (uint64_t)count * sizeof *query->out);
    query->capacity = query->out == NULL ? 0 : count;
    return query->out == NULL ? OX_OUT_OF_MEMORY : OX_OK;
}

ox_status ox_console_make_regions(ox_console *console, ox_regions *regions, ox_world *world,
                                  const ox_regions_config *config) {
    ox_regions_config whole = *config;
    whole.capacity = of(console, OX_CAPACITY_REGIONS);
    whole.visits = of(console, OX_CAPACITY_TRIGGER_EVENTS);
    return ox_regions_init(regions, world, &whole);
}

ox_status ox_console_make_spawners(ox_console *console, ox_spawners *spawners, ox_world *world,
                                   const ox_spawners_config *config) {
    ox_spawners_config whole = *config;
    whole.most = of(console, OX_CAPACITY_SPAWNERS);
    whole.log = log_of(console);
    return ox_spawners_init(spawners, world, &whole);
}

ox_status ox_console_make_stream(ox_console *console, ox_stream *stream, const ox_stream_config *config) {
    ox_stream_config whole = *config;
    if (resident_of(console) == NULL) return OX_BAD_STATE;
    whole.slots = (uint16_t)of(console, OX_CAPACITY_CHUNK_SLOTS);
    return ox_stream_init(stream, resident_of(console), &whole);
}

/* ---- events, commands, tasks ---- */

ox_status ox_console_make_events(ox_console *console, ox_events *events, const ox_events_config *config) {
    ox_events_config whole = *config;
    if (resident_of(console) == NULL) return OX_BAD_STATE;
    if (whole.waiting == 0) whole.waiting = of(console, OX_CAPACITY_EVENTS);
    if (whole.extensions == 0) whole.extensions = of(console, OX_CAPACITY_EVENT_EXTENSIONS);
    if (whole.listeners == 0) whole.listeners = of(console, OX_CAPACITY_OBSERVERS);
    return ox_events_init(events, &whole, resident_of(console));
}

ox_status ox_console_make_timers(ox_console *console, ox_timers *timers, ox_timer_call *const *calls,
                                 uint32_t call_count, void *context) {
    uint32_t count = of(console, OX_CAPACITY_TIMERS);
    ox_timer_queue_slot *slots = room(console, (uint64_t)count * sizeof *slots);
    if (slots == NULL) return OX_OUT_OF_MEMORY;
    ox_timers_init(timers, slots, count, calls, call_count, context);
    return OX_OK;
}

ox_status ox_console_make_tasks(ox_console *console, ox_tasks *tasks, const ox_tasks_config *config) {
    ox_tasks_config whole = *config;
    whole.capacity = of(console, OX_CAPACITY_TASKS);
    whole.storage = room(console, OX_TASKS_BYTES(config->locals, (uint64_t)whole.capacity));
    if (whole.storage == NULL) return OX_OUT_OF_MEMORY;
    ox_tasks_init(tasks, &whole);
    return OX_OK;
}

ox_status ox_console_make_actions(ox_console *console, ox_actions *actions, const ox_actions_config *config) {
    ox_actions_config whole = *config;
    whole.capacity = of(console, OX_CAPACITY_ACTIONS);
    whole.storage = room(console, OX_ACTIONS_BYTES((uint64_t)whole.capacity));
    if (whole.storage == NULL) return OX_OUT_OF_MEMORY;
    ox_actions_init(actions, &whole);
    return OX_OK;
}

ox_status ox_console_make_commands(ox_console *console, ox_commands *commands,
                                   ox_command_function *const *functions, uint32_t types,
                                   ox_resolver actors) {
    uint32_t count = of(console, OX_CAPACITY_COMMANDS);
    ox_command *storage = room(console, (uint64_t)count * sizeof *storage);
    if (storage == NULL) return OX_OUT_OF_MEMORY;
    ox_commands_init(commands, storage, count, functions, types, actors);
    return OX_OK;
}

static void parallel(void *machine, void (*job)(void *argument, int index), void *argument, int count) {
    plat_parallel((plat *)machine, job, argument, count);
}

ox_status ox_console_make_jobs(ox_console *console, ox_jobs *jobs) {
    uint32_t count = of(console, OX_CAPACITY_JOBS);
    ox_job *queue = room(console, (uint64_t)count * sizeof *queue);
    if (queue == NULL) return OX_OUT_OF_MEMORY;
    bool spread = plat_processors(platform_of(console)) > 1;
    ox_jobs_init(jobs, queue, count, spread ? parallel : NULL, platform_of(console));
    return OX_OK;
}

ox_status ox_console_make_history(ox_console *console, ox_history *history, const ox_history_config *config) {
    ox_history_config whole = *config;
    if (whole.stride < sizeof(ox_change) || whole.stride % 8u != 0) return OX_BAD_ARGUMENT;
    whole.capacity = of(console, OX_CAPACITY_UNDO_RECORDS);
    whole.storage = room(console, (uint64_t)whole.capacity * whole.stride);
    if (whole.storage == NULL) return OX_OUT_OF_MEMORY;
    ox_history_init(history, &whole);
    return OX_OK;
}

ox_status ox_console_make_requests(ox_console *console, ox_requests *requests, const ox_request_kind *kinds,
                                   uint32_t kind_count, void *context) {
    uint32_t count = of(console, OX_CAPACITY_LATENT_REQUESTS);
    void *storage = room(console, (uint64_t)OX_REQUESTS_BYTES(1) * count);
    if (storage == NULL) return OX_OUT_OF_MEMORY;
    return ox_requests_init(requests, storage, count, kinds, kind_count, context);
}

/* ---- saves, recordings, rewind ---- */

ox_status ox_console_make_rewind(ox_console *console, ox_rewind *rewind, const ox_rewind_config *config) {
    size_t bytes = (size_t)of(console, OX_CAPACITY_SNAPSHOT_BLOCKS) * OX_CAPACITY_BLOCK;
    void *memory = room(console, bytes);
    if (memory == NULL) return OX_OUT_OF_MEMORY;
    return ox_rewind_init(rewind, memory, bytes, config);
}

ox_status ox_console_make_recording(ox_console *console, ox_recording_memory *recording) {
    size_t bytes = (size_t)of(console, OX_CAPACITY_REPLAY_BLOCKS) * OX_CAPACITY_BLOCK;
    *recording = (ox_recording_memory){room(console, bytes), bytes, 0};
    if (recording->bytes != NULL) return OX_OK;
    recording->size = 0;
    return OX_OUT_OF_MEMORY;
}

ox_save_device ox_console_save_device(const ox_console *console) {
    const ox_module_host *host = ox_console_modules(console);
    const rom_image *image = host->image;
    uint32_t parts = host->options->storage_parts, carts = 0;
    for (uint32_t i = 0; parts == 0 && (i = rom_next(image, ROM_TAG_CART, i)) < image->count; i++) carts++;
    if (carts > 0) parts = carts + 1;
    return ox_save_device_part(ox_save_device_of(host->platform), host->options->storage_part, parts);
}

ox_status ox_console_make_saves(ox_console *console, ox_saves *saves, const ox_saves_config *config) {
    ox_saves_config whole = *config;
    uint32_t bytes = of(console, OX_CAPACITY_SAVE_BLOCKS) * OX_CAPACITY_BLOCK;
    if (resident_of(console) == NULL) return OX_BAD_STATE;
    whole.device = ox_console_save_device(console);
    whole.cart = ox_console_modules(console)->image->cart;
    whole.room = bytes > OX_PACK_MAX ? OX_PACK_MAX : bytes;
    whole.log = log_of(console);
    return ox_saves_init(saves, &whole, resident_of(console));
}

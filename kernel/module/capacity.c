/* The capacities of the kernel's tables, and the sum of what a cart asks for. */
#include "kernel/module/capacity.h"

#include "kernel/command/command.h"
#include "kernel/command/history.h"
#include "kernel/debug/format.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/module/module.h"
#include "kernel/scene/region.h"
#include "kernel/task/action.h"
#include "kernel/task/job.h"
#include "kernel/task/request.h"
#include "kernel/task/task.h"
#include "kernel/time/timer.h"
#include "kernel/world/cast.h"
#include "kernel/world/component.h"
#include "kernel/world/world.h"

/* Bytes that one item of each table is counted at. They hold a share for what a cart's own records add (an object's
 * fields, a task's locals). */
enum {
    MOST = 65535,
    OBJECT = 64,
    OBJECT_TYPE = 128,
    COMPONENT = 32,
    EVENT = 64,
    EXTENSION = 64,
    TIMER = 32,
    TASK = 48,
    JOB = 64,
    ACTION = 96,
    COMMAND = 16,
    UNDO = 32,
    OBSERVER = 112,
    REGION = 112,
    TRIGGER_EVENT = 32,
    QUERY_SLOT = 4,
    REQUEST = 96
};

OX_CAPACITY_HOLDS(OBJECT, ox_object);
OX_CAPACITY_HOLDS(OBJECT_TYPE, ox_type_store);
OX_CAPACITY_HOLDS(COMPONENT, ox_component_head);
OX_CAPACITY_HOLDS(EVENT, ox_event_slot);
OX_CAPACITY_HOLDS(EXTENSION, ox_event_extension);
OX_CAPACITY_HOLDS(TIMER, ox_timer_queue_slot);
OX_CAPACITY_HOLDS(TASK, ox_task);
OX_CAPACITY_HOLDS(JOB, ox_job);
OX_CAPACITY_HOLDS(ACTION, ox_action_run);
OX_CAPACITY_HOLDS(COMMAND, ox_command);
OX_CAPACITY_HOLDS(UNDO, ox_change);
OX_CAPACITY_HOLDS(OBSERVER, ox_listener);
OX_CAPACITY_HOLDS(REGION, ox_region);
OX_CAPACITY_HOLDS(TRIGGER_EVENT, ox_visit);
OX_CAPACITY_HOLDS(QUERY_SLOT, ox_handle);
OX_CAPACITY_HOLDS(REQUEST, ox_latent);

const ox_capacity ox_kernel_capacities[OX_KERNEL_CAPACITIES] = {
    [OX_CAPACITY_OBJECTS] = {"objects", 256, 65534, OBJECT},
    [OX_CAPACITY_OBJECT_TYPES] = {"object-types", 32, 255, OBJECT_TYPE},
    [OX_CAPACITY_COMPONENTS] = {"components", 256, 65534, COMPONENT},
    [OX_CAPACITY_EVENTS] = {"events", 128, 65534, EVENT},
    [OX_CAPACITY_EVENT_EXTENSIONS] = {"event-extensions", 32, 65534, EXTENSION},
    [OX_CAPACITY_TIMERS] = {"timers", 64, MOST, TIMER},
    [OX_CAPACITY_TASKS] = {"tasks", 32, MOST - 1, TASK},
    [OX_CAPACITY_JOBS] = {"jobs", 32, OX_JOBS_MOST, JOB},
    [OX_CAPACITY_ACTIONS] = {"actions", 64, MOST - 1, ACTION},
    [OX_CAPACITY_COMMANDS] = {"commands", 32, MOST, COMMAND},
    [OX_CAPACITY_UNDO_RECORDS] = {"undo-records", 64, MOST, UNDO},
    [OX_CAPACITY_OBSERVERS] = {"observers", 64, MOST, OBSERVER},
    [OX_CAPACITY_REGIONS] = {"regions", 32, 4096, REGION},
    [OX_CAPACITY_SPAWNERS] = {"spawners", 32, MOST, OX_CAPACITY_OF_SPAWNER},
    [OX_CAPACITY_CHUNK_SLOTS] = {"chunk-slots", 4, 255, OX_CAPACITY_OF_CHUNK_SLOT},
    [OX_CAPACITY_SNAPSHOT_BLOCKS] = {"snapshot-blocks", 16, MOST, OX_CAPACITY_BLOCK},
    [OX_CAPACITY_REPLAY_BLOCKS] = {"replay-blocks", 16, MOST, OX_CAPACITY_BLOCK},
    [OX_CAPACITY_SAVE_BLOCKS] = {"save-blocks", 8, MOST, OX_CAPACITY_BLOCK},
    [OX_CAPACITY_TRIGGER_EVENTS] = {"trigger-events", 64, 4096, TRIGGER_EVENT},
    [OX_CAPACITY_QUERY_SLOTS] = {"query-slots", 64, MOST, QUERY_SLOT},
    [OX_CAPACITY_LATENT_REQUESTS] = {"latent-requests", 32, MOST, REQUEST}};

OX_LIMIT(65534, ox_world_config, objects, "numbers of objects are 16 bits");
OX_LIMIT(255, ox_world_config, types, "numbers of types of objects are 8 bits");
OX_LIMIT(65534, ox_component_type, capacity, "numbers of component records are 16 bits");
OX_LIMIT(65534, ox_event_slot, next, "numbers of waiting events are 16 bits");
OX_LIMIT(65534, ox_event_slot, extension, "numbers of extensions are 16 bits");
OX_LIMIT(4096, ox_regions, capacity, "numbers of regions are 16 bits");
OX_LIMIT(4096, ox_regions, visit_capacity, "numbers of visits are 16 bits");
OX_LIMIT(MOST - 1, ox_roster, first, "numbers of tasks and actions are 16 bits");

const ox_capacity *ox_capacity_at(const ox_module *const *modules, uint32_t number) {
    if (number < OX_KERNEL_CAPACITIES) return &ox_kernel_capacities[number];
    number -= OX_KERNEL_CAPACITIES;
    for (; modules != NULL && *modules != NULL; modules++) {
        if (number < (*modules)->capacity_count) return &(*modules)->capacities[number];
        number -= (*modules)->capacity_count;
    }
    return NULL;
}

static bool is_same(const char *a, const char *b) {
    for (; *a != 0 && *a == *b; a++) b++;
    return *a == *b;
}

const ox_capacity *ox_capacity_find(const ox_module *const *modules, const char *name) {
    const ox_capacity *capacity;
    for (uint32_t i = 0; (capacity = ox_capacity_at(modules, i)) != NULL; i++)
        if (is_same(capacity->name, name)) return capacity;
    return NULL;
}

uint64_t ox_capacity_bytes(const ox_capacity *capacity, uint32_t count) {
    return ((uint64_t)capacity->bytes * count + 7u) & ~(uint64_t)7u;
}

bool ox_capacities_fit(const ox_module *const *modules, ox_capacity_count *declared, const void *context,
                       uint64_t room, ox_capacity_refusal *refusal) {
    const ox_capacity *capacity;
    for (uint32_t i = 0; (capacity = ox_capacity_at(modules, i)) != NULL; i++) {
        uint32_t count = declared(context, capacity);
        uint64_t bytes = ox_capacity_bytes(capacity, count);
        *refusal = (ox_capacity_refusal){capacity, count > capacity->most, bytes, room};
        if (refusal->too_many) {
            refusal->needed = count;
            refusal->available = capacity->most;
            return false;
        }
        if (bytes > room) return false;
        room -= bytes;
    }
    return true;
}

size_t ox_capacity_text(const ox_capacity *capacity, uint32_t count, char *text, size_t size) {
    ox_text out = ox_text_begin(text, size);
    uint64_t bytes = ox_capacity_bytes(capacity, count);
    ox_text_add(&out, "%s: %u items of %u bytes, %u bytes", capacity->name, (unsigned)count,
                (unsigned)capacity->bytes, (unsigned)(bytes > UINT32_MAX ? UINT32_MAX : bytes));
    return out.length;
}

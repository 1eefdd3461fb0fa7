/* The table of the kernel's capacities, and the sum of what a cart asks for. */
#include "kernel/console/capacity.h"

#include "kernel/audio/audio.h"
#include "kernel/command/command.h"
#include "kernel/command/history.h"
#include "kernel/debug/format.h"
#include "kernel/effects/particles.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/level/spawner.h"
#include "kernel/level/stream.h"
#include "kernel/player/player.h"
#include "kernel/scene/region.h"
#include "kernel/script/machine.h"
#include "kernel/task/action.h"
#include "kernel/task/job.h"
#include "kernel/task/request.h"
#include "kernel/task/task.h"
#include "kernel/time/timer.h"
#include "kernel/world/cast.h"
#include "kernel/world/component.h"
#include "kernel/world/world.h"

/* Bytes of an item. What a cart's own records add (an object's fields, a task's locals) has a share here. */
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
    SPAWNER = 32,
    CHUNK_SLOT = 128,
    TRIGGER_EVENT = 32,
    QUERY_SLOT = 4,
    REQUEST = 96,
    VOICE = 144,
    SOUND_REQUEST = 72,
    SOUND = 96,
    PARTICLE = 24,
    EMITTER = 576,
    SCRIPT_CELL = 4,
    SCRIPT_TASK = 48,
    SCRIPT_INSTANCE = 32,
    SCRIPT_EVENT = 48,
    SCRIPT_COPY = 192
};

/* Debug builds add notes to some records, which do not count. */
#define HOLDS(bytes, type)                                                                                   \
    FX_STATIC_ASSERT(OX_DEBUG || sizeof(type) <= (bytes), #type " is counted at too little")
HOLDS(OBJECT, ox_object);
HOLDS(OBJECT_TYPE, ox_type_store);
HOLDS(COMPONENT, ox_component_head);
HOLDS(EVENT, ox_event_slot);
HOLDS(EXTENSION, ox_event_extension);
HOLDS(TIMER, ox_timer_queue_slot);
HOLDS(TASK, ox_task);
HOLDS(JOB, ox_job);
HOLDS(ACTION, ox_action_run);
HOLDS(COMMAND, ox_command);
HOLDS(UNDO, ox_change);
HOLDS(OBSERVER, ox_listener);
HOLDS(REGION, ox_region);
HOLDS(SPAWNER, ox_spawner_state);
HOLDS(CHUNK_SLOT, ox_stream_slot);
HOLDS(TRIGGER_EVENT, ox_visit);
HOLDS(QUERY_SLOT, ox_handle);
HOLDS(REQUEST, ox_latent);
HOLDS(VOICE - SOUND_REQUEST, ox_voice);
HOLDS(SOUND_REQUEST - 4, ox_audio_sound);
HOLDS(SOUND - 2, ox_audio_loaded);
HOLDS(PARTICLE, ox_particle);
HOLDS(EMITTER - sizeof(ox_effect_kind) - 16, ox_emitter);
HOLDS(SCRIPT_TASK, ox_script_task);
HOLDS(SCRIPT_INSTANCE, ox_script_instance);
HOLDS(SCRIPT_EVENT, ox_event_type);
HOLDS(SCRIPT_COPY - 32, ox_scene_object);

const ox_capacity_kind ox_capacity_kinds[OX_CAPACITIES] = {
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
    [OX_CAPACITY_SPAWNERS] = {"spawners", 32, MOST, SPAWNER},
    [OX_CAPACITY_CHUNK_SLOTS] = {"chunk-slots", 4, 255, CHUNK_SLOT},
    [OX_CAPACITY_SNAPSHOT_BLOCKS] = {"snapshot-blocks", 16, MOST, OX_CAPACITY_BLOCK},
    [OX_CAPACITY_REPLAY_BLOCKS] = {"replay-blocks", 16, MOST, OX_CAPACITY_BLOCK},
    [OX_CAPACITY_SAVE_BLOCKS] = {"save-blocks", 8, MOST, OX_CAPACITY_BLOCK},
    [OX_CAPACITY_TRIGGER_EVENTS] = {"trigger-events", 64, 4096, TRIGGER_EVENT},
    [OX_CAPACITY_QUERY_SLOTS] = {"query-slots", 64, MOST, QUERY_SLOT},
    [OX_CAPACITY_LATENT_REQUESTS] = {"latent-requests", 32, MOST, REQUEST},
    [OX_CAPACITY_VOICES] = {"voices", 8, OX_AUDIO_VOICES_MOST, VOICE},
    [OX_CAPACITY_SOUND_REQUESTS] = {"sound-requests", 16, 1024, SOUND_REQUEST},
    [OX_CAPACITY_SOUNDS] = {"sounds", 32, 4096, SOUND},
    [OX_CAPACITY_PARTICLES] = {"particles", 128, OX_PARTICLES_MOST, PARTICLE},
    [OX_CAPACITY_EMITTERS] = {"emitters", 8, OX_EMITTERS_MOST, EMITTER},
    [OX_CAPACITY_SCRIPT_STACK] = {"script-stack", 128, 32767, SCRIPT_CELL},
    [OX_CAPACITY_SCRIPT_TASKS] = {"script-tasks", 16, OX_SCRIPT_TASKS, SCRIPT_TASK},
    [OX_CAPACITY_SCRIPT_TASK_CELLS] = {"script-task-cells", 384, 32767, SCRIPT_CELL},
    [OX_CAPACITY_SCRIPT_COROUTINES] = {"script-coroutines", 4, OX_SCRIPT_TASKS, SCRIPT_TASK},
    [OX_CAPACITY_SCRIPT_INSTANCES] = {"script-instances", 48, 65534, SCRIPT_INSTANCE},
    [OX_CAPACITY_SCRIPT_CELLS] = {"script-cells", 512, MOST, SCRIPT_CELL},
    [OX_CAPACITY_SCRIPT_EVENTS] = {"script-events", 24, 65534, SCRIPT_EVENT},
    [OX_CAPACITY_SCRIPT_COPIES] = {"script-copies", 16, 4096, SCRIPT_COPY}};

OX_LIMIT(65534, ox_world_config, objects, "numbers of objects are 16 bits");
OX_LIMIT(255, ox_world_config, types, "numbers of types of objects are 8 bits");
OX_LIMIT(65534, ox_component_type, capacity, "numbers of component records are 16 bits");
OX_LIMIT(65534, ox_event_slot, next, "numbers of waiting events are 16 bits");
OX_LIMIT(65534, ox_event_slot, extension, "numbers of extensions are 16 bits");
OX_LIMIT(4096, ox_regions, capacity, "numbers of regions are 16 bits");
OX_LIMIT(4096, ox_regions, visit_capacity, "numbers of visits are 16 bits");
OX_LIMIT(MOST - 1, ox_roster, first, "numbers of tasks and actions are 16 bits");

ox_capacity ox_capacity_find(const char *name) {
    int i = 0;
    while (i < (int)OX_CAPACITIES) {
        const char *own = ox_capacity_kinds[i].name, *at = name;
        for (; *own != 0 && *own == *at; own++) at++;
        if (*own == *at) break;
        i++;
    }
    return (ox_capacity)i;
}

uint64_t ox_capacity_bytes(ox_capacity capacity, uint32_t count) {
    if ((unsigned)capacity >= OX_CAPACITIES) return 0;
    return ((uint64_t)ox_capacity_kinds[capacity].bytes * count + 7u) & ~(uint64_t)7u;
}

bool ox_capacities_fit(const uint32_t counts[OX_CAPACITIES], uint64_t room, ox_capacity_refusal *refusal) {
    for (int i = 0; i < (int)OX_CAPACITIES; i++) {
        uint64_t bytes = ox_capacity_bytes((ox_capacity)i, counts[i]);
        *refusal = (ox_capacity_refusal){(ox_capacity)i, counts[i] > ox_capacity_kinds[i].most, bytes, room};
        if (refusal->too_many) {
            refusal->needed = counts[i];
            refusal->available = ox_capacity_kinds[i].most;
            return false;
        }
        if (bytes > room) return false;
        room -= bytes;
    }
    return true;
}

size_t ox_capacity_text(ox_capacity capacity, uint32_t count, char *text, size_t size) {
    ox_text out = ox_text_begin(text, size);
    if ((unsigned)capacity >= OX_CAPACITIES) return out.length;
    const ox_capacity_kind *kind = &ox_capacity_kinds[capacity];
    uint64_t bytes = ox_capacity_bytes(capacity, count);
    ox_text_add(&out, "%s: %u items of %u bytes, %u bytes", kind->name, (unsigned)count,
                (unsigned)kind->bytes, (unsigned)(bytes > UINT32_MAX ? UINT32_MAX : bytes));
    return out.length;
}

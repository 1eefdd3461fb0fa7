/* The engine context: one structure that knows every subsystem of one console, handed to all code that needs them.
 *
 *     void think(ox_engine *engine, monster *m) {
 *         ox_log_write(ox_engine_log(engine), PLAT_LOG_INFO, "%s wakes", m->name);
 *         ox_sound_service sound = ox_engine_sound(engine);
 *         sound.operations->play(sound.state, rom_id("sound/growl"), FX_ONE);
 *     }
 *
 * There are no globals: whatever a program has once, it has once per engine, and many engines may live in one
 * process. An object keeps the pointer to its engine (or to its world, which keeps it) in its base record and finds
 * the log and the services there: one fetch, no chain. Cameras, viewports and worlds are never single and have no
 * slot; a slot holds the part that looks after all cameras, viewports or worlds.
 *
 * Slots. Each slot names one subsystem. A slot is empty until the subsystem has started (kernel/engine/startup.h) and
 * again after it has stopped. Installing into a full slot, reading an empty one and emptying it twice are mistakes of
 * the programmer: a debug build asserts, a release build changes nothing and answers with a failure or NULL. This
 * check also guards devices that exist once.
 *
 * Services (service.h) may be replaced at any time. Until one is installed its slot holds a null service that
 * does nothing, so absent devices need no check. (Game Programming Gems 1.3; Robert Nystrom, Game Programming
 * Patterns, "Singleton", "Service Locator".) */
#ifndef OXCART_KERNEL_ENGINE_H
#define OXCART_KERNEL_ENGINE_H

#include "kernel/debug/log.h"
#include "kernel/engine/service.h"
#include "kernel/engine/startup.h"

typedef enum ox_slot {
    OX_SLOT_PLATFORM,     /* plat */
    OX_SLOT_LOG,          /* ox_log */
    OX_SLOT_BUDGET,       /* ox_memory: classes and clients */
    OX_SLOT_RESIDENT,     /* ox_arena: resident memory */
    OX_SLOT_FRAME_MEMORY, /* ox_frame_memory */
    OX_SLOT_LOOP,         /* ox_loop: time */
    OX_SLOT_ROM,          /* rom_image: the archive that is mounted */
    OX_SLOT_RESOURCES,    /* ox_resources: meshes, textures, materials, palettes */
    OX_SLOT_SCENE,        /* ox_scene: the scene that plays */
    OX_SLOT_RENDERER,     /* rs_frame: the recorder */
    OX_SLOT_INPUT,        /* ox_input */
    OX_SLOT_TASKS,        /* controllers and tasks */
    OX_SLOT_WORLD,
    OX_SLOT_MODULES, /* loader of add-on modules */
    OX_SLOT_PARTICLES,
    OX_SLOT_SKELETONS,
    OX_SLOT_OVERLAY, /* user interface */
    OX_SLOT_FONTS,
    OX_SLOT_RESOURCE_GROUPS,
    OX_SLOT_BACKGROUND_LOADS,
    OX_SLOT_SHADOW_SURFACES,
    OX_SLOT_AUDIO_DEVICE,
    OX_SLOT_STORAGE, /* save memory */
    OX_SLOTS
} ox_slot;

typedef struct ox_engine {
    void *slots[OX_SLOTS];
    ox_service services[OX_SERVICES];
    ox_startup startup;
} ox_engine;

/* Begins an engine with empty slots, null services, and no subsystem started. */
void ox_engine_init(ox_engine *engine);

/* The name of a slot for log lines, such as "resources"; "unknown" for other numbers. Never NULL. */
const char *ox_slot_name(ox_slot slot);

/* Puts a subsystem into its slot. OX_ALREADY_THERE when the slot is full (the old subsystem stays), OX_BAD_ARGUMENT
 * for NULL. */
FX_MUST_CHECK ox_status ox_engine_install(ox_engine *engine, ox_slot slot, void *subsystem);

/* Empties the slot; OX_EMPTY when it was empty already. */
ox_status ox_engine_remove(ox_engine *engine, ox_slot slot);

/* Whether a slot is full: never asserts. */
static inline bool ox_engine_has(const ox_engine *engine, ox_slot slot) {
    return engine->slots[slot] != NULL;
}

/* The subsystem in a slot; asserts that the slot is full. */
static inline void *ox_engine_get(const ox_engine *engine, ox_slot slot) {
    FX_ASSERT_MSG(engine->slots[slot] != NULL, "the engine has no %s now: it has not started, or has stopped",
                  ox_slot_name(slot));
    return engine->slots[slot];
}

/* The log, or NULL where there is none: ox_log_write takes NULL as well, so that messages need no check. */
static inline ox_log *ox_engine_log(const ox_engine *engine) { return (ox_log *)engine->slots[OX_SLOT_LOG]; }

/* Installs a service in place of the slot's service, or the null service again when operations is NULL. The service
 * must be of the slot's base type or derived from it: else OX_BAD_ARGUMENT. A service made for an older version of
 * the base gives OX_BAD_VERSION. The service's state stays with its owner. */
FX_MUST_CHECK ox_status ox_engine_serve(ox_engine *engine, ox_service_kind kind, ox_service service);

/* The service in a slot by its base type; asserts that ox_engine_init was called before (a null service otherwise). */
ox_service ox_engine_service(const ox_engine *engine, ox_service_kind kind);

/* The service in a slot by a derived type: true when the installed service is of that type. *service is the installed
 * service. */
bool ox_engine_service_as(const ox_engine *engine, ox_service_kind kind, const ox_service_type *type,
                          ox_service *service);

/* Services with their operations, for callers. */
static inline ox_sound_service ox_engine_sound(const ox_engine *engine) {
    ox_service s = ox_engine_service(engine, OX_SERVICE_SOUND);
    return (ox_sound_service){(const ox_sound_operations *)(const void *)s.operations, s.state};
}
static inline ox_network_service ox_engine_network(const ox_engine *engine) {
    ox_service s = ox_engine_service(engine, OX_SERVICE_NETWORK);
    return (ox_network_service){(const ox_network_operations *)(const void *)s.operations, s.state};
}
static inline ox_rumble_service ox_engine_rumble(const ox_engine *engine) {
    ox_service s = ox_engine_service(engine, OX_SERVICE_RUMBLE);
    return (ox_rumble_service){(const ox_rumble_operations *)(const void *)s.operations, s.state};
}
static inline ox_event_service ox_engine_events(const ox_engine *engine) {
    ox_service s = ox_engine_service(engine, OX_SERVICE_EVENTS);
    return (ox_event_service){(const ox_event_operations *)(const void *)s.operations, s.state};
}
static inline ox_debug_service ox_engine_debug(const ox_engine *engine) {
    ox_service s = ox_engine_service(engine, OX_SERVICE_DEBUG);
    return (ox_debug_service){(const ox_debug_operations *)(const void *)s.operations, s.state};
}

#endif

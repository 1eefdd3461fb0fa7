/* Keeps the slots and the services of an engine. */
#include "kernel/engine/engine.h"

#include <string.h>

void ox_engine_init(ox_engine *engine) {
    memset(engine, 0, sizeof *engine);
    for (int i = 0; i < OX_SERVICES; i++) engine->services[i] = ox_service_null((ox_service_kind)i);
}

const char *ox_slot_name(ox_slot slot) {
    static const char *const names[OX_SLOTS] = {
        "platform",        "log",          "budget",          "resident memory",
        "frame memory",    "loop",         "ROM image",       "resources",
        "scene",           "renderer",     "input",           "tasks",
        "world",           "modules",      "particles",       "skeletons",
        "overlay",         "fonts",        "resource groups", "background loads",
        "shadow surfaces", "audio device", "storage"};
    return (unsigned)slot < OX_SLOTS ? names[slot] : "unknown";
}

ox_status ox_engine_install(ox_engine *engine, ox_slot slot, void *subsystem) {
    FX_ASSERT_MSG(subsystem != NULL, "nothing to put into the slot of the %s", ox_slot_name(slot));
    if (subsystem == NULL || (unsigned)slot >= OX_SLOTS) return OX_BAD_ARGUMENT;
    FX_ASSERT_MSG(engine->slots[slot] == NULL, "the engine has its %s already", ox_slot_name(slot));
    if (engine->slots[slot] != NULL) return OX_ALREADY_THERE;
    engine->slots[slot] = subsystem;
    return OX_OK;
}

ox_status ox_engine_remove(ox_engine *engine, ox_slot slot) {
    if ((unsigned)slot >= OX_SLOTS) return OX_BAD_ARGUMENT;
    FX_ASSERT_MSG(engine->slots[slot] != NULL, "the engine has no %s to remove", ox_slot_name(slot));
    if (engine->slots[slot] == NULL) return OX_EMPTY;
    engine->slots[slot] = NULL;
    return OX_OK;
}

/* ---- services ---- */

ox_status ox_engine_serve(ox_engine *engine, ox_service_kind kind, ox_service service) {
    if ((unsigned)kind >= OX_SERVICES) return OX_BAD_ARGUMENT;
    ox_service none = ox_service_null(kind);
    if (service.operations == NULL) service = none;
    const ox_service_type *base = none.operations->type;
    if (!ox_service_is(service.operations->type, base)) {
        FX_ASSERT_MSG(false, "a service is put into the slot for \"%s\" and is none", base->name);
        return OX_BAD_ARGUMENT;
    }
    if (service.operations->type->version < base->version) return OX_BAD_VERSION;
    engine->services[kind] = service;
    return OX_OK;
}

ox_service ox_engine_service(const ox_engine *engine, ox_service_kind kind) {
    FX_ASSERT_MSG((unsigned)kind < OX_SERVICES && engine->services[kind].operations != NULL,
                  "the engine has no services: it was not cleared");
    if ((unsigned)kind >= OX_SERVICES) kind = OX_SERVICE_DEBUG;
    return engine->services[kind].operations != NULL ? engine->services[kind] : ox_service_null(kind);
}

bool ox_engine_service_as(const ox_engine *engine, ox_service_kind kind, const ox_service_type *type,
                          ox_service *service) {
    *service = ox_engine_service(engine, kind);
    return ox_service_is(service->operations->type, type);
}

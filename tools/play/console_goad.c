/* Finds the machine and the instance that an expression is looked at in. */
#include "tools/play/console_goad.h"

#include <stdio.h>

#include "kernel/behaviour/module.h"
#include "tools/debug/look.h"

/* The instance of an object on a machine; 0: it has none. */
static ox_handle instance_of(const ox_script *machine, ox_handle object) {
    for (uint32_t i = machine->instances.first; i != OX_ROSTER_END;) {
        const ox_script_instance *one = ox_roster_at(&machine->instances, i);
        if (one->slot.owner == object.bits) return ox_roster_handle(&machine->instances, &one->slot);
        i = one->slot.next;
    }
    return (ox_handle){0};
}

/* The machine that the opened object has an instance on, else the first. NULL: the game has no scripts. */
static ox_script *machine_of(const ox_inspect *view, uint32_t *id, const uint8_t **chunk,
                             ox_handle *instance) {
    ox_console *console = view->host->console;
    ox_script *machine;
    for (uint32_t i = 0; (machine = ox_console_script_at(console, i, id, chunk)) != NULL; i++) {
        *instance = view->opened.bits == 0 ? (ox_handle){0} : instance_of(machine, view->opened);
        if (instance->bits != 0) return machine;
    }
    *instance = (ox_handle){0};
    return ox_console_script_at(console, 0, id, chunk);
}

bool console_goad_look(const ox_inspect *view, const char *folder, const char *expression, char *answer,
                       size_t size) {
    uint32_t id = 0;
    const uint8_t *chunk = NULL;
    ox_handle instance;
    cart texts;
    tool_error error;
    ox_script *machine = machine_of(view, &id, &chunk, &instance);
    if (machine == NULL) {
        snprintf(answer, size, "the game has no scripts");
        return false;
    }
    if (folder == NULL || !cart_load(folder, &texts, &error)) {
        snprintf(answer, size, "expressions need the cart's folder");
        return false;
    }
    const debug_symbols of = {chunk, machine};
    debug_texts sources;
    const bool has_texts = debug_texts_read(&texts, id, &of, &sources, answer, size);
    const debug_at at = {.of = &of,
                         .texts = &sources,
                         .natives = ox_console_script_natives(view->host->console),
                         .machine = machine,
                         .instance = instance,
                         .object = view->opened.bits};
    const bool ok = has_texts && debug_look_at(&at, expression, answer, size);
    debug_texts_free(&sources);
    cart_free(&texts);
    return ok;
}

/* The list of known modules. */
#include "tools/base/known.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/preset/presets.h"

/* A cart is read by one thread at a time; others may play meanwhile. */
static _Atomic(const ox_module *const *) known = NULL;

const ox_module *const *known_modules(void) {
    const ox_module *const *list = atomic_load(&known);
    return list != NULL ? list : ox_preset_full;
}

static _Atomic(const struct ox_cart *) game = NULL;

const struct ox_cart *known_game(void) { return atomic_load(&game); }
void known_set_game(const struct ox_cart *now) { atomic_store(&game, now); }

void known_reset(void) {
    atomic_store(&known, NULL);
    atomic_store(&game, NULL);
}

/* Lists that were handed out stay: whoever plays keeps the pointer. */
typedef struct known_list {
    struct known_list *older;
    const ox_module *modules[]; /* ends with NULL */
} known_list;

static known_list *lists = NULL;

bool known_add(const ox_module *module) {
    const ox_module *const *list = known_modules();
    size_t count = 0;
    while (list[count] != NULL) count++;
    if (count == OX_MODULES_MOST) return false;
    known_list *longer = malloc(sizeof *longer + (count + 2) * sizeof longer->modules[0]);
    if (longer == NULL) return false;
    memcpy(longer->modules, list, count * sizeof longer->modules[0]);
    longer->modules[count] = module;
    longer->modules[count + 1] = NULL;
    longer->older = lists;
    lists = longer;
    atomic_store(&known, (const ox_module *const *)longer->modules);
    return true;
}

bool known_is_own(uint32_t id) { return ox_modules_have(ox_preset_full, id); }

/* Inside of actions: bindings, which give commands for controls. A command is an event with the player's number, so that players, scripts, brains and the network
 * give the same ones. */
#ifndef OXCART_KERNEL_INPUT_MAP_BINDING_H
#define OXCART_KERNEL_INPUT_MAP_BINDING_H

#include "kernel/input_map/input_map.h"
#include "kernel/module/module.h"

enum { OX_INPUT_BINDING_SETS = 8 };

typedef struct ox_input_bindings {
    ox_held sets[OX_INPUT_BINDING_SETS]; /* BIND */
    uint32_t count;
} ox_input_bindings;

/* Takes up the image's bindings when its chunks have come, and lets them go. */
void ox_input_bindings_hold(ox_input_bindings *b, const ox_module_host *host);
void ox_input_bindings_drop(ox_input_bindings *b, const ox_module_host *host);

/* Whether some binding needs keys. */
bool ox_input_bindings_sense(const ox_input_bindings *b);

/* Posts the commands of a player's step, behind the step of its actions. Cost: some 20 instructions a binding. */
void ox_input_bindings_step(const ox_input_bindings *b, const ox_input_map *map, uint32_t player,
                            const ox_input *input, const ox_module_host *host);

#endif

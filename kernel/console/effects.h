/* Particles as a part of the console: what the scenes of an image send out, and what games send out besides (kernel/effects/particles.h).
 *
 *     options.effects = OX_EFFECTS;                                  a player that can show them
 *     ox_console_spawn(console, SID("particles/sparks"), 20, place); a burst, from a game in C
 *
 * An image asks by the emitters of its scenes, or by the capacity `particles`; without both nothing is carved. In players that do not name
 * OX_EFFECTS nothing of it is linked, and scenes play without particles (`oxcart export` takes a player that has them, or warns). Pool and emitters have the capacities `particles` and `emitters` of the cart and lie in resident
 * memory with the scene. They take one step with each step of the scene, and pause with it. */
#ifndef OXCART_KERNEL_CONSOLE_EFFECTS_H
#define OXCART_KERNEL_CONSOLE_EFFECTS_H

#include "kernel/console/console.h"
#include "kernel/effects/particles.h"

struct ox_effect_parts {
    ox_status (*scene)(ox_console *console); /* another one has been opened */
    void (*step)(ox_console *console);
};

extern const struct ox_effect_parts ox_effect_parts;
#define OX_EFFECTS (&ox_effect_parts)

/* NULL where the scene has none. */
ox_effects *ox_console_effects(ox_console *console);

/* All particles and emitters end, those of the scene begin anew: what follows is what followed its start. */
void ox_console_effects_restart(ox_console *console);

/* The number of the effect with this id for ox_effects_emit; -1, and a line of the log, when it cannot be had. */
int ox_console_effect(ox_console *console, uint32_t id);

/* So many particles at a place in the next step; false when there are no effects, no such one, or no emitter is free. */
bool ox_console_spawn(ox_console *console, uint32_t id, uint32_t count, vec3 position);

#endif

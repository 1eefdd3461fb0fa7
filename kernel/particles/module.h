/* Particles as a module of the console: what the scenes of an image send out, and what games send out besides (particles.h).
 *
 *     capacity particles 400                                                  in cart.txt; and emitters in scenes
 *     ox_console_spawn(console, SID("particles/sparks"), 20, place);          from a game in C
 *
 * An image asks by the emitters of its scenes, or by the capacity `particles`; without both nothing is carved. In players without this
 * module scenes play without particles (`oxcart export` takes a player that has it, or warns). Pool and emitters have the
 * capacities `particles` and `emitters` of the cart and lie in resident memory with the scene. They take one step with each step of the
 * scene, and pause with it. */
#ifndef OXCART_KERNEL_PARTICLES_MODULE_H
#define OXCART_KERNEL_PARTICLES_MODULE_H

#include "kernel/console/console.h"
#include "kernel/module/module.h"
#include "kernel/particles/particles.h"

extern const ox_module ox_particles_module;

enum {
    OX_CAPACITY_PARTICLES, /* that live at once; a cart that names them can have some without a scene that has emitters */
    OX_CAPACITY_EMITTERS, /* at once, and as many kinds of particles, but at most 32 of those */
    OX_PARTICLES_CAPACITIES
};
extern const ox_capacity ox_particles_capacities[OX_PARTICLES_CAPACITIES];

/* The scene's particles; NULL where it has none. */
ox_particles *ox_console_particles(ox_console *console);

/* All particles and emitters end, those of the scene begin anew: the steps that follow are those that followed the
 * scene's start. */
void ox_console_particles_restart(ox_console *console);

/* The number of the kind of particles (PTCL) with this id, for ox_particles_emit; -1, and a line of the log, when it cannot be had. */
int ox_console_particle_kind(ox_console *console, uint32_t id);

/* Sends `count` particles of a kind from a place in the next step; false when the cart has no particles or not this kind, or no emitter is free. */
bool ox_console_spawn(ox_console *console, uint32_t id, uint32_t count, vec3 position);

#endif

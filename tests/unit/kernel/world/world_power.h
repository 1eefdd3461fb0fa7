/* A power that is written with sandbox operations alone; a host test holds this file to its one include. */
#ifndef TESTS_WORLD_POWER_H
#define TESTS_WORLD_POWER_H

#include "kernel/world/sandbox.h"

enum { SOUND_SPROING = 1, SOUND_SWOOP, SOUND_DIVE, PARTICLE_DUST, PARTICLE_SPARKLES };

static inline void sky_launch(ox_sandbox *s) {
    fx z = ox_sandbox_place(s).z;
    if (z == 0) { /* on the ground: spring into the air */
        ox_sandbox_play(s, SOUND_SPROING, FX_ONE);
        ox_sandbox_particles(s, PARTICLE_DUST, 10);
        ox_sandbox_move(s, (vec3){0, 0, 20 * FX_ONE});
    } else if (z < 10 * FX_ONE) { /* near the ground: a second jump */
        ox_sandbox_play(s, SOUND_SWOOP, FX_ONE);
        ox_sandbox_move(s, (vec3){0, 0, 25 * FX_ONE});
    } else { /* way up: dive */
        ox_sandbox_play(s, SOUND_DIVE, 45875);
        ox_sandbox_particles(s, PARTICLE_SPARKLES, 1);
        ox_sandbox_move(s, (vec3){0, 0, -10 * FX_ONE});
    }
}

#endif

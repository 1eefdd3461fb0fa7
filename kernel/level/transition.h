/* Transitions: from one level to the next, fading out and in, with the game's clock stopped and everything
 * else going on.
 *
 *     static const ox_transition_ops ops = {leave_level, begin_level, load_some, start_level};
 *     ox_transition t;
 *     ox_transition_init(&t, &(ox_transition_config){.ops = &ops, .context = game, .memory = &level_memory,
 *                                                    .clock = &clocks.clock[OX_CLOCK_GAME],
 *                                                    .topology = &world_map, .fade = 30});
 *     status = ox_transition_go(&t, there);              OX_OK, or the reason: no way, locked, under way already
 *     each frame:  ox_transition_tick(&t);
 *     picture:     grade = rs_grade_fade(0x000000, 256 - (int)(ox_transition_light(&t) >> 8));       raster/post.h
 *     loading bar: ox_transition_progress(&t)                0..65536
 *
 * THE ORDER. Fade out over `fade` ticks (the first picture is whole, the last black); `unload` (objects, regions,
 * handles; the world is swept); the level's memory goes back to its mark, every byte; `begin`; `load` once a tick
 * until it says that all is there; `start` (references, work after loading, spawners); fade in over `fade` ticks. The
 * game's clock stands from the first tick to the last one; clocks of menus and music are not touched.
 *
 * FAILURE of begin, load or start leads back to the level that was left, which could be loaded a moment ago; `status`
 * keeps the error. If the way back fails, too, the transition ends in the dark with no level (`here` is negative).
 *
 * Loading is done by the cart's functions: ox_package_change in one go, ox_package_fetch_begin and ox_package_enter
 * in slices (kernel/resource/package.h), or a level unpacked into the level's memory. (GEA 14.4.)
 *
 * Cost: nothing while no transition runs. */
#ifndef OXCART_KERNEL_LEVEL_TRANSITION_H
#define OXCART_KERNEL_LEVEL_TRANSITION_H

#include "kernel/level/topology.h"
#include "kernel/residency/level.h"
#include "kernel/time/clock.h"

typedef struct ox_transition_ops {
    void (*unload)(void *context, uint32_t level);
    ox_status (*begin)(void *context, uint32_t level);
    /* Does a piece of the loading. OX_EMPTY: there is more; OX_OK: all is there. *done of *total bytes. */
    ox_status (*load)(void *context, uint32_t level, uint32_t *done, uint32_t *total);
    ox_status (*start)(void *context, uint32_t level);
} ox_transition_ops;

typedef enum ox_transition_phase {
    OX_TRANSITION_NONE,
    OX_TRANSITION_FADE_OUT,
    OX_TRANSITION_UNLOAD,
    OX_TRANSITION_LOAD,
    OX_TRANSITION_START,
    OX_TRANSITION_FADE_IN
} ox_transition_phase;

typedef struct ox_transition_config {
    const ox_transition_ops *ops;
    void *context;               /* handed to the ops */
    ox_level_memory *memory;     /* may be NULL */
    ox_clock *clock;             /* the game's, may be NULL */
    const ox_topology *topology; /* may be NULL: every level leads to every other */
    uint32_t fade;               /* ticks, 0: none */
} ox_transition_config;

typedef struct ox_transition {
    ox_transition_config config;
    ox_transition_phase phase;
    uint32_t step; /* ticks of the fade so far */
    int here;      /* current level; negative: none */
    int to;
    uint32_t progress;
    ox_status status; /* status of the last transition */
    bool back;        /* the transition is on the way back */
    bool was_paused;
} ox_transition;

/* Begins with no level, and darkness. */
void ox_transition_init(ox_transition *t, const ox_transition_config *config);

/* Gives up the transition under way: the clock goes on as before. The transition is clear then. */
void ox_transition_end(ox_transition *t);

/* Begins to go to a level. OX_BAD_STATE while a transition is under way or when the way is locked, OX_NOT_FOUND
 * without a way (from no level there is a way to every level that exists): nothing changes then. */
FX_MUST_CHECK ox_status ox_transition_go(ox_transition *t, uint32_t level);

void ox_transition_tick(ox_transition *t);
static inline bool ox_transition_is_under_way(const ox_transition *t) {
    return t->phase != OX_TRANSITION_NONE;
}
static inline uint32_t ox_transition_progress(const ox_transition *t) { return t->progress; }

/* Brightness of the picture: UF16_ONE as it is, 0 black. */
uf16 ox_transition_light(const ox_transition *t);

#endif

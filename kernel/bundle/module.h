/* Clips by name, in the scenes of a console: the plain front end to joints, for who wants to say which clip plays and needs no states and ways (kernel/motion).
 *
 *     clip walk hero.oxs animation=walk skeleton=hero               in cart.txt
 *     bundle hero hero.bundle skeleton=hero idle=stand              NAME CLIP core|level|fetched [speed=] [fade-in=] [fade-out=], a line each
 *     type hero mesh=hero
 *       with bundle=free of=hero
 *
 *     bundle_play(self, 'wave')                                     in scripts: once, or for ever where the clip loops; bundle_play(self, 'hop', 3): three rounds
 *     bundle_weigh(self, 'limp', 0.5)                               of several clips that play the mean is seen, by their weights
 *     bundle_rate(self, 'crank', 0.0)  bundle_seek(self, 'crank', 0.4)      a script moves its time itself
 *     bundle_stop(self, 'walk')
 *     on BundleEnds(what) { ... }                                   told once, when a clip has faded out at its end, or was stopped
 *
 *     ox_bundle_run *run = ox_bundle_of(bundles, object);           in C
 *
 * A clip rises by its fade-in and falls by its fade-out, which begins so early that it is over with the clip; of one that is shorter than both, half its length. What is left to 1 of all
 * weights has the bundle's `idle` motion, which goes round by itself, or the pose in which the mesh was bound; weights beyond 1 together are shares. A clip stands for the whole body: joints
 * that it does not move stand as they were bound. At most OX_BUNDLE_PLAYS clips of a character play at once.
 *
 * Clips are read where they lie, or are unpacked when the scene begins, whatever their row says of when they are wanted: that is for packages (oxcart help package). A clip that is not
 * there leaves the character idle.
 *
 * The component is all state. Capacity: `bundles`. */
#ifndef OXCART_KERNEL_BUNDLE_MODULE_H
#define OXCART_KERNEL_BUNDLE_MODULE_H

#include "kernel/animation/clock.h"
#include "kernel/module/module.h"

extern const ox_module ox_bundle_module;

enum { OX_CAPACITY_BUNDLES, OX_BUNDLE_CAPACITIES };
extern const ox_capacity ox_bundle_capacities[OX_BUNDLE_CAPACITIES];

enum { OX_BUNDLE_PLAYS = 4, OX_BUNDLE_SETS = 8 };

/* A clip that plays. */
enum { OX_BUNDLE_LEAVES = 1 };
typedef struct ox_bundle_play {
    ox_id what; /* name in the bundle; 0: free */
    ox_clip_clock clock;
    fx weight;      /* as the script says */
    uint16_t level; /* how far it has come in, 65535 all */
    uint16_t fade;  /* steps that it takes to come in, or to leave */
    uint16_t flags;
} ox_bundle_play;

/* The component "bundle". */
typedef struct ox_bundle_run {
    ox_id of;
    ox_bundle_play play[OX_BUNDLE_PLAYS];
} ox_bundle_run;
extern const ox_type ox_bundle_run_type;

/* A bundle, with what it names; clips in the order of its rows. */
typedef struct ox_bundle_set {
    ox_id name;
    const uint8_t *bundle, *skeleton;
    const uint8_t **clips; /* NULL: not there */
} ox_bundle_set;

typedef struct ox_bundles {
    const ox_module_host *host;
    ox_world *world;
    uint32_t type;
    ox_bundle_set sets[OX_BUNDLE_SETS];
    uint32_t count;
    sqt *room; /* two local poses and a global one */
    uint32_t joints;
    struct ox_bundle_posed *posed; /* of this frame, one for each record; in frame memory */
    void (*others)(void *context, ox_frame_memory *memory); /* who poses besides */
    const rs_mesh *(*other)(void *context, const ox_object *object, const ox_form *form);
    void *others_context;
    bool is_told;
} ox_bundles;

ox_bundles *ox_console_bundles(const struct ox_console *console);

ox_bundle_run *ox_bundle_of(const ox_bundles *bundles, const ox_object *object);
const ox_bundle_set *ox_bundle_set_of(const ox_bundles *bundles, const ox_bundle_run *run);

/* The number of a row by its name, by a binary search; *steps (may be NULL) counts comparisons. UINT32_MAX: there is none. */
uint32_t ox_bundle_find(const uint8_t *bundle, ox_id name, uint32_t *steps);

/* Plays a clip from its begin, so many rounds of one that loops, 0 without end. One that plays already goes on, and comes back where it was leaving.
 * OX_NOT_FOUND: the bundle has no such clip, or the cart lacks it; OX_FULL: so many play already. Then nothing changes. */
ox_status ox_bundle_begin(ox_bundles *bundles, ox_bundle_run *run, ox_id what, uint16_t rounds);

/* The clip of that name that plays, NULL: it does not. Whoever changes its clock, weight or fade does it here. */
ox_bundle_play *ox_bundle_playing(ox_bundle_run *run, ox_id what);

/* Lets a clip leave, in so many steps; 0: at once, in the next step. */
void ox_bundle_leave(ox_bundle_play *play, uint32_t steps);

/* The chunk of a clip by its name in the bundle, NULL: there is none. */
const uint8_t *ox_bundle_chunk(const ox_bundles *bundles, const ox_bundle_run *run, ox_id what);

/* Steps of the fades of a row. */
uint32_t ox_bundle_fade(const ox_bundles *bundles, const ox_bundle_run *run, ox_id what, bool out);

/* The pose of a character after the last step: local and global, valid until the next call. NULL: it has none. `local` may be NULL. */
const sqt *ox_bundle_global(ox_bundles *bundles, const ox_object *object, const sqt **local);

enum { OX_BUNDLE_NATIVES = 6 };
extern const ox_script_native ox_bundle_native_rows[OX_BUNDLE_NATIVES];

#endif

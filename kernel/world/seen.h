/* Visibility feedback: the renderer tells which objects were visible in pictures, so that animation and sound save
 * work.
 *
 *     ox_seen seen;                                              one for each world
 *     ox_status status = ox_seen_init(&seen, &world, catch_up_pose, animation);
 *     renderer:  ox_seen_begin(&seen);  ... for each object that passes culling: ox_seen_mark(&seen, object);
 *     animation:  if (!ox_seen_visible(&seen, object)) continue;    in OX_PHASE_POSES or OX_PHASE_FINAL_POSES
 *     sound:      if (!ox_seen_visible(&seen, object)) volume /= 4;      in OX_PHASE_SOUND
 *
 * An object that comes into the picture after it was out of it is handed to `appeared` while it is marked: its pose,
 * which was not kept up, is made for this very picture. ("Visible flags and the last visible tick": Game Programming
 * Gems 4.8.)
 *
 * COSMETIC. Pictures differ from machine to machine and from setting to setting, the simulation may not.
 * Stamps are neither hashed nor saved, and asking for them in a phase of the simulation asserts; the answer is then
 * "visible", whatever was drawn.
 *
 * Cost, Cortex-M3 instructions: mark 20, visible 20. Bytes: 8 an object. */
#ifndef OXCART_KERNEL_WORLD_SEEN_H
#define OXCART_KERNEL_WORLD_SEEN_H

#include "kernel/world/world.h"

typedef struct ox_sight {
    uint32_t picture; /* the last picture that showed the object; 0: none */
    uint32_t tick;    /* tick of that picture */
} ox_sight;

typedef struct ox_seen {
    ox_world *world;
    ox_sight *sights;    /* for each slot */
    uint32_t picture;    /* pictures begun */
    ox_update *appeared; /* called for an object, with the context as its data */
    void *context;
} ox_seen;

/* Takes a table from the world's arena and adds a system to the world, which may have one record of sights. `appeared`
 * may be NULL. OX_OUT_OF_MEMORY, OX_FULL, OX_ALREADY_THERE. */
FX_MUST_CHECK ox_status ox_seen_init(ox_seen *seen, ox_world *world, ox_update *appeared, void *context);

/* Removes the system from the world and clears the record. */
void ox_seen_end(ox_seen *seen);

/* Begins a picture, in which no object is marked yet. */
void ox_seen_begin(ox_seen *seen);

/* Marks an object that the picture shows. */
void ox_seen_mark(ox_seen *seen, ox_object *object);

/* Whether the last picture showed an object; before the first picture all objects are visible. */
bool ox_seen_visible(const ox_seen *seen, const ox_object *object);

/* Ticks since a picture showed an object; UINT32_MAX: never. Only cosmetic phases may ask, as for ox_seen_visible. */
uint32_t ox_seen_age(const ox_seen *seen, const ox_object *object);

#endif

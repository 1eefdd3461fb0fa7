/* Surfaces: what things are made of for others that meet them: how they rub, bounce and sound.
 *
 *     data surfaces surfaces.csv                       in cart.txt: rows of any columns; friction, bounce (fx) and sound (id) mean something here
 *     type crate mesh=crate
 *       with shape=box surface=wood                    friction= and bounce= beside it come before those of the row
 *     collision yard from=yard                         a soup's triangles have the surfaces that the mesh's materials are called by (`usemtl grass`)
 *     data surface_pairs pairs.csv                     and for two of them: a, b (id), friction, bounce
 *
 *     cast(self.pos, self.pos - vec3(0.0, 1.2, 0.0))      in scripts: what is below the feet
 *     let ground = surfaces.find(hit_surface())
 *     if ground != null { sound_at(ground.tread, self.pos, 0.5) }
 *
 * PAIRS. Friction is the root of the product of both, bounce the greater one, unless surface_pairs has a row for the two, in either order. A name without a row
 * counts as none: then the shape's own friction and bounce do.
 *
 * SOUNDS. Where two bodies meet at more than half a metre a second, the sounds of both surfaces are heard there, as loud as the blow: 8 m/s or more are all of it. The
 * module `sound` has to be in use (kernel/sound).
 *
 * With `with sound=event` an object has sounds of its own by what it meets and what it stands on: any column of the table that has names.
 *
 * Tables are read where they lie, so a change of them is there in the next step. Cost: a binary search for each contact whose surface has a name, and a walk over the
 * pairs. (Gregory, Game Engine Architecture, 12.3.8.3.) */
#ifndef OXCART_KERNEL_COLLISION_SURFACE_H
#define OXCART_KERNEL_COLLISION_SURFACE_H

#include "kernel/collision/module.h"

typedef struct ox_surface {
    ox_id name; /* 0: none */
    fx friction, bounce;
    ox_id sound; /* 0: none */
} ox_surface;

/* The name of a shape's surface, of a soup's triangle where `part` is its number; 0: none. */
ox_id ox_surface_name(const ox_collider *collider, uint32_t part);

/* The surface itself: its row, or what the shape says. */
ox_surface ox_surface_of(const ox_module_host *host, const ox_collider *collider, uint32_t part);

/* What two that meet have together, in *friction and *bounce. */
void ox_surface_pair(const ox_module_host *host, const ox_surface *a, const ox_surface *b, fx *friction,
                     fx *bounce);

/* Tells the module `sound` of surfaces, for sounds of events. */
struct ox_sound_surfaces;
extern const struct ox_sound_surfaces ox_surface_sounds;

#endif

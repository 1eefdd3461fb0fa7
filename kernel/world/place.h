/* Where an object stands: the component that every object with a place has, drawn or not.
 *
 *     ox_object_place *at = ox_object_place_of(&world, object);             NULL: the object has no place
 *     at->angle = ANG16_QUARTER;                                            looks along -X
 *     ox_place_set(&world, object, (vec3){x, y, z});                        query.h: `pos` changes by this function alone
 *
 * `pos` is in metres, +Y up. `angle` turns about +Y, counter-clockwise as seen from above, and 0 looks along -Z, as cameras do; then `pitch`
 * turns about the object's own x and `roll` about its own z. `size` is a factor, 1.0 as the mesh is, above 0.
 *
 * The component is called "place" and stands in OX_SLOT_PLACE. All its fields belong to the simulation. 24 bytes. */
#ifndef OXCART_KERNEL_WORLD_PLACE_H
#define OXCART_KERNEL_WORLD_PLACE_H

#include "fixedmath/angle.h"
#include "fixedmath/types.h"
#include "fixedmath/vector.h"
#include "kernel/world/component.h"

#define OX_SIZE_MOST (10000 * FX_ONE)

typedef struct ox_object_place {
    vec3 pos;
    ang16 angle, pitch, roll;
    uint16_t spare;
    fx size;
} ox_object_place;

extern const ox_type ox_object_place_type;
extern const char *const ox_object_place_names[]; /* names of the fields, for people */

/* The type of components, for `capacity` objects. */
ox_component_type ox_place_component(uint16_t capacity);

static inline ox_object_place *ox_object_place_of(const ox_world *world, const ox_object *object) {
    return (ox_object_place *)ox_component_in(world, object, OX_SLOT_PLACE);
}

/* The vector of one metre ahead at an angle; and the angle at which an object at one place looks to another place. */
static inline vec3 ox_place_ahead(ang16 angle) { return (vec3){-fx_sin(angle), 0, -fx_cos(angle)}; }
static inline ang16 ox_place_heading(vec3 here, vec3 there) {
    return atan2_16(fx_subs(here.x, there.x), fx_subs(here.z, there.z));
}

#endif

/* Attachments: objects that are carried by others, their parents.
 *
 *     ox_status status = ox_attach(&world, turret, ship->handle);      turret->pos stays, and goes with the ship from now on
 *     ox_object *ship = ox_attached_to(&world, turret);                NULL: nobody carries it
 *     ox_detach(&world, turret);                                       it stays where it is
 *
 * PLACES. The place of an object (place.h) is in the world, whoever carries it: queries, contacts and pictures know no other. Beside it the
 * component "attachment" keeps where the object stands as seen from its parent (`offset`, and angles): the parent's own axes, and metres of a
 * parent of size 1. In OX_PHASE_ATTACHMENTS, when all else has moved, each carried object is put there, parents before whom they carry. One
 * that was moved or turned by itself meanwhile stays so, and its offset is worked out anew: that is how it moves on its parent. Nothing
 * builds up: a parent that comes back brings its children back to the same place. The size is the object's own.
 *
 * A parent that is gone sets its children free, where they stand, with its last step. Copies of a carried object are free. An object has one
 * parent, and at most OX_ATTACHED_DEEP stand above one another.
 *
 * Cost, about, for each that is carried: 2,300 Cortex-M3 instructions a step where one stands above it. Bytes: 48. */
#ifndef OXCART_KERNEL_WORLD_ATTACHMENT_H
#define OXCART_KERNEL_WORLD_ATTACHMENT_H

#include "kernel/world/place.h"

enum { OX_ATTACHED_DEEP = 8 };

typedef struct ox_attachment {
    uint32_t parent; /* bits of its handle */
    vec3 offset;
    vec3 stood; /* where it was put last */
    ang16 angle, pitch, roll;
    ang16 stood_angle, stood_pitch, stood_roll;
} ox_attachment;

extern const ox_type ox_attachment_type;

/* The component type, for so many at once; and its system, without a context, which the world needs for them. */
ox_component_type ox_attachment_component(uint16_t capacity);
extern const ox_system ox_attachments_system;

/* Attaches an object to its parent; both have places. OX_STALE_HANDLE for a parent that is gone, OX_CYCLE when the object carries it, OX_FULL without room or
 * too deep, OX_NOT_FOUND without places, or in a world that knows no attachments. An object that is carried already changes its parent. */
FX_MUST_CHECK ox_status ox_attach(ox_world *world, ox_object *object, ox_handle parent);

/* Attaches an object whose place is as seen from the parent: its place becomes that of the world. */
FX_MUST_CHECK ox_status ox_attach_at(ox_world *world, ox_object *object, ox_handle parent);

/* Harmless for an object that nobody carries. */
void ox_detach(ox_world *world, ox_object *object);

/* An object's attachment, and its parent; NULL for none. */
ox_attachment *ox_attachment_of(const ox_world *world, const ox_object *object);
ox_object *ox_attached_to(const ox_world *world, const ox_object *object);

#endif

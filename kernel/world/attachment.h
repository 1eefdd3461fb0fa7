/* Attachments: objects that are carried by others, their parents.
 *
 *     ox_status status = ox_attach(&world, turret, ship->handle);      turret->pos stays, and goes with the ship from now on
 *     ox_object *ship = ox_attached_to(&world, turret);                NULL: the turret is not carried
 *     ox_detach(&world, turret);                                       the turret stays where it is
 *
 * PLACES. The place of an object (place.h) is in the world, whoever carries it: queries, contacts and pictures use that
 * place alone. Beside the place the component "attachment" keeps where the object stands as seen from its parent
 * (`offset`, and angles): the parent's own axes, and metres of a parent of size 1. In OX_PHASE_ATTACHMENTS, when all
 * else has moved, each carried object is put there, parents before children. An object that was moved or turned by
 * itself meanwhile keeps that move, and its offset is worked out anew: so objects move on their parents. Errors do not
 * build up: a parent that comes back brings its children back to the same place. The size is the object's own.
 *
 * A parent that is gone sets its children free, where they stand, with its last step. Copies of a carried object are
 * free. An object has one parent, and at most OX_ATTACHED_DEEP parents one above the other.
 *
 * Cost of a carried object with one parent: about 2,300 Cortex-M3 instructions a step. Bytes: 48. */
#ifndef OXCART_KERNEL_WORLD_ATTACHMENT_H
#define OXCART_KERNEL_WORLD_ATTACHMENT_H

#include "kernel/world/place.h"

enum { OX_ATTACHED_DEEP = 8 };

typedef struct ox_attachment {
    uint32_t parent; /* bits of the parent's handle */
    vec3 offset;
    vec3 stood; /* where the object was put last */
    ang16 angle, pitch, roll;
    ang16 stood_angle, stood_pitch, stood_roll;
} ox_attachment;

extern const ox_type ox_attachment_type;

/* The component type, for `capacity` carried objects at once; and the system, without a context, that a world with
 * attachments needs. */
ox_component_type ox_attachment_component(uint16_t capacity);
extern const ox_system ox_attachments_system;

/* Attaches an object to its parent; object and parent have places. OX_STALE_HANDLE for a parent that is gone, OX_CYCLE
 * when the object carries the parent, OX_FULL without room or for too many parents one above the other, OX_NOT_FOUND
 * without places, or in a world that knows no attachments. An object that is carried already changes its parent. */
FX_MUST_CHECK ox_status ox_attach(ox_world *world, ox_object *object, ox_handle parent);

/* Attaches an object whose place is given as seen from the parent: the place is changed to the world's axes. */
FX_MUST_CHECK ox_status ox_attach_at(ox_world *world, ox_object *object, ox_handle parent);

/* Frees an object from its parent. Harmless for an object that is not carried. */
void ox_detach(ox_world *world, ox_object *object);

/* An object's attachment, and its parent; NULL for none. */
ox_attachment *ox_attachment_of(const ox_world *world, const ox_object *object);
ox_object *ox_attached_to(const ox_world *world, const ox_object *object);

#endif

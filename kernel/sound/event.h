/* What other modules tell the sound of the game: what happened to objects, and what surfaces are.
 *
 *     const ox_sound_cause cause = {.event = OX_NAME("landed"), .strength = speed, .at = place, .is_below = true};
 *     ox_sound_cause_at(host, object, &cause);                 sounds of the object that wait for it begin: `with sound=event on=Landed` */
#ifndef OXCART_KERNEL_SOUND_EVENT_H
#define OXCART_KERNEL_SOUND_EVENT_H

#include "kernel/module/module.h"

/* Something that happened to an object, for those of its sounds that begin with it. */
typedef struct ox_sound_cause {
    ox_id event;
    fx strength;   /* metres a second; of marks 0 */
    vec3 at;       /* where */
    ox_id surface; /* what was met is made of it; 0: nobody says */
    bool is_below; /* what was met is what lies below the place */
} ox_sound_cause;

/* What whoever knows of surfaces tells of them: what lies below a place but for one object, and what a column of a surface's row says. */
typedef struct ox_sound_surfaces {
    ox_id (*below)(const ox_module_host *host, const ox_object *object, vec3 at);
    ox_id (*column)(const ox_module_host *host, ox_id surface, ox_id column);
    /* Whether something lies between two places, but for one object (NULL: for none). */
    bool (*blocked)(const ox_module_host *host, vec3 from, vec3 to, const ox_object *but);
} ox_sound_surfaces;

/* Modules tell what happened to an object: its sounds of the role `event` that wait for it begin. Without the module, or without such sounds, nothing
 * happens. Cost: a walk over the object's components. */
void ox_sound_cause_at(const ox_module_host *host, const ox_object *object, const ox_sound_cause *cause);

/* Whoever knows of surfaces says so when a scene begins; without the module nothing happens. */
void ox_sound_know_surfaces(const ox_module_host *host, const ox_sound_surfaces *surfaces);

/* The number of a bus by its name; OX_SOUND_BUSES: there is none. */
enum { OX_SOUND_BUSES = 8 };
uint32_t ox_sound_bus_of(ox_id name);

#endif

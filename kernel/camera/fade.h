/* What stands between the eye and what it looks at: how much of it is still to be seen.
 *
 *     ox_fades_begin(&fades);                                             each step
 *     ox_fades_block(&fades, object, distance);                           it is in the way
 *     ox_fades_step(&fades, 2);                                           sixteenths a step
 *     opacity = ox_fades_of(&fades, object);                              0 .. OX_OPAQUE
 *
 * Objects ease out while they are in the way, and in again afterwards; who is opaque again leaves the list, and is as if it had never been on it. Of more blockers than there is room for the nearest ones count.
 * ox_fade_near is the opacity of something near: all of it from `far` on, nothing at `near`, evenly between. */
#ifndef OXCART_KERNEL_CAMERA_FADE_H
#define OXCART_KERNEL_CAMERA_FADE_H

#include "kernel/camera/boom.h"
#include "kernel/handle/reference.h"
#include "kernel/memory/pool.h"

enum { OX_FADES = 8 };

typedef struct ox_fade {
    ox_handle object;
    fx distance; /* of a blocker from the eye in this step */
    uint8_t opacity;
    bool blocks;
} ox_fade;

typedef struct ox_fades {
    ox_fade fades[OX_FADES];
    uint32_t count;
} ox_fades;

void ox_fades_begin(ox_fades *fades);
void ox_fades_block(ox_fades *fades, ox_handle object, fx distance);
void ox_fades_step(ox_fades *fades, uint32_t sixteenths);
uint8_t ox_fades_of(const ox_fades *fades, ox_handle object);
uint8_t ox_fade_near(fx distance, fx near, fx far);

#endif

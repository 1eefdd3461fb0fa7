/* Whether a world that was read from an image is one that a game can have made: for the reader of images alone, which
 * hands over whatever the bytes of the image said. */
#ifndef OXCART_KERNEL_SAVE_WORLD_CHECK_H
#define OXCART_KERNEL_SAVE_WORLD_CHECK_H

#include "kernel/world/component.h"

/* Every slot and record is in use once or idle once, every list holds the objects that say so and ends, an object that
 * waits for the sweep waits once. `linked`: how many objects each bucket's list is to have. Numbers and links must lie
 * inside their pools already. Fills the bits of drawn objects; leaves everything else as it is. */
bool ox_world_is_sound(ox_world *world, const uint16_t linked[OX_BUCKETS]);

#endif

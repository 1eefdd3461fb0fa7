/* Saving a level out of a running game: the other way to make level data, for development builds.
 *
 *     status = ox_area_save(&cave, memory, sizeof memory, &size);     memory of the debug class; the bytes go to a file
 *
 * The author moves things about in the game itself and keeps the result. What is written is a whole LEVL chunk, byte for byte what
 * the packer makes of the level's text with the same values: numbers are put little-endian at the places of rom/chunks.h, never
 * copied out of the machine's structs.
 *
 * What is taken over: of each spawner with one living object (the one that it made) the place, `rotation` or `yaw`, `scale`, and
 * the values of the keys that its text sets. A value is written only where the object differs from what the data say, so a level
 * in which nothing was moved is saved as it was. A whole number that has become a fraction is stored as fx. Texts, fields without
 * a key in the text, and objects that no spawner made stay as they are: they need another text. */
#ifndef OXCART_KERNEL_LEVEL_SAVE_H
#define OXCART_KERNEL_LEVEL_SAVE_H

#include "kernel/level/area.h"

/* Writes the level of an open area into `room` bytes, aligned to 4; *size is how many it takes. OX_OUT_OF_MEMORY when there is
 * less room, OX_UNSUPPORTED in builds with OX_RETAIL: nothing is written then. Cost: a copy, and for each object and key a walk
 * over the fields of its records. */
FX_MUST_CHECK ox_status ox_area_save(const ox_area *area, void *out, uint32_t room, uint32_t *size);

#endif

/* Pictures stored as a pyramid of averages and details (HAAR): any number of levels from the coarsest on
 * gives a smaller picture, all levels the picture itself. Unpacking takes adds, subtractions and shifts only,
 * linear in the number of values. (Haar's basis; Gems 1, 2.5.)
 *
 *     rom_haar_size(chunk, 0, &width, &height);                 level 0 is the whole picture, level 1 half of it ...
 *     rom_haar_room room = {plane, width * height, line, sizeof line};
 *     status = rom_haar_decode(chunk, 0, 0, &room, &error);
 *
 * `chunk` is a checked HAAR chunk. */
#ifndef OXCART_ROM_HAAR_H
#define OXCART_ROM_HAAR_H

#include "rom/rom.h"

/* Sides of the plane at a level, 0 .. ROM_HAAR_LEVELS; higher levels count as the coarsest. */
void rom_haar_size(const uint8_t *chunk, uint32_t level, uint32_t *width, uint32_t *height);

/* The memory that a component is unpacked to. */
typedef struct rom_haar_room {
    uint8_t *plane; /* exactly width x height bytes of the level, row by row */
    uint32_t bytes;
    uint8_t *line; /* scratch for half a line of that plane, rounded up */
    uint32_t line_bytes;
} rom_haar_room;

/* Unpacks a component down to a level. ROM_BAD_CHUNK for sizes that do not fit and components that do
 * not exist, ROM_BAD_PACKING with the offset in the stream when the stream ends early; the contents of the plane are
 * then unspecified. */
FX_MUST_CHECK rom_status rom_haar_decode(const uint8_t *chunk, uint32_t component, uint32_t level,
                                         const rom_haar_room *room, rom_error *error);

/* 0x00RRGGBB of one value of each component, by the chunk's space: grey, Y Cb Cr, or red, green, blue. */
uint32_t rom_haar_colour(const uint8_t *chunk, uint32_t a, uint32_t b, uint32_t c);

#endif

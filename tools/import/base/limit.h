/* What holds for all that is read on a thread. A machine takes only so large pictures, sounds and maps: sizes that a file tells are held
 * against it before memory is taken for them; beside it stand the limits of the importers themselves (image.h, wav.h, tilemap.h),
 * which hold for every machine. And with linear light, pictures and colours are amounts of light as soon as they are read. */
#ifndef OXCART_TOOLS_IMPORT_BASE_LIMIT_H
#define OXCART_TOOLS_IMPORT_BASE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/base/error.h"

/* All zero: no machine in particular, and colours as they are stored. */
typedef struct import_limits {
    const char *machine;
    uint64_t side, frames, cells; /* of a picture, a sound, a map */
    bool linear;                  /* colours become amounts of light: raster/gamma.h */
} import_limits;

/* From now on, on this thread. Gives back what held before, to be put back. */
import_limits import_limit(import_limits next);

/* A colour 0xRRGGBB that was read, and the pixels (4 bytes each, the fourth is alpha) of a picture: with linear light they become amounts
 * of light, else they stay. To be called once for what was read, which the readers of pictures and of #RRGGBB do. */
uint32_t import_light_colour(uint32_t rgb);
void import_light_pixels(uint8_t *rgba, size_t count);

/* True when it fits; else false, and a sentence with the limit and the value. `name` stands in it. */
bool import_limit_picture(const char *name, uint64_t width, uint64_t height, tool_error *error);
bool import_limit_frames(const char *name, uint64_t frames, tool_error *error);
bool import_limit_cells(const char *name, uint64_t cells, tool_error *error);

#endif

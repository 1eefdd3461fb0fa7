/* Limits and light for everything that a thread reads. A target machine takes pictures, sounds and maps only up
 * to a size: sizes that a file states are checked against it before memory is taken for them. The importers' own
 * limits (image.h, wav.h, tilemap.h) hold for every machine. With linear light, pictures and colours become
 * amounts of light as soon as they are read. */
#ifndef OXCART_TOOLS_IMPORT_BASE_LIMIT_H
#define OXCART_TOOLS_IMPORT_BASE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/base/error.h"

/* All zero: no limits of a machine, and colours as they are stored. */
typedef struct import_limits {
    const char *machine;
    uint64_t side, frames, cells; /* of a picture, a sound, a map */
    bool linear;                  /* colours become amounts of light: raster/gamma.h */
} import_limits;

/* Sets the limits of this thread. Gives back the limits before, to be put back. */
import_limits import_limit(import_limits next);

/* A colour 0xRRGGBB that was read, or the pixels of a picture (4 bytes each, the fourth is alpha): with linear
 * light they become amounts of light, else they stay. The readers of pictures and of #RRGGBB call this once for
 * each. */
uint32_t import_light_colour(uint32_t rgb);
void import_light_pixels(uint8_t *rgba, size_t count);

/* True when the size is within the limits; else false, and a sentence with the limit and the value. `name`
 * stands in it. */
bool import_limit_picture(const char *name, uint64_t width, uint64_t height, tool_error *error);
bool import_limit_frames(const char *name, uint64_t frames, tool_error *error);
bool import_limit_cells(const char *name, uint64_t cells, tool_error *error);

#endif

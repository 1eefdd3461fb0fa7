/* What a machine takes of single pictures, sounds and maps. Sizes that a file tells are held against it before memory is taken for
 * them; beside it stand the limits of the importers themselves (image.h, wav.h, tilemap.h), which hold for every machine. */
#ifndef OXCART_TOOLS_IMPORT_LIMIT_H
#define OXCART_TOOLS_IMPORT_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/import/error.h"

/* All zero: no machine in particular. */
typedef struct import_limits {
    const char *machine;
    uint64_t side, frames, cells; /* of a picture, a sound, a map */
} import_limits;

/* From now on, on this thread. Gives back what held before, to be put back. */
import_limits import_limit(import_limits next);

/* True when it fits; else false, and a sentence with the limit and the value. `name` stands in it. */
bool import_limit_picture(const char *name, uint64_t width, uint64_t height, tool_error *error);
bool import_limit_frames(const char *name, uint64_t frames, tool_error *error);
bool import_limit_cells(const char *name, uint64_t cells, tool_error *error);

#endif

/* Overlays: an image with only what differs between two builds of a cart. */
#ifndef OXCART_TOOLS_OVERLAY_H
#define OXCART_TOOLS_OVERLAY_H

#include <stdio.h>

#include "rom/rom.h"
#include "tools/import/error.h"
#include "tools/writer.h"

/* Builds the overlay that makes `now` out of `base`: changed and added chunks, deletions of those that are
 * gone; chunks are compared unpacked, names and packages' places do not count. Prints a line for each to
 * `told` (NULL: none) and gives their number in *count. Two equal builds give an overlay without chunks.
 * Refused when the carts are not the same, or one of them is an overlay itself. */
bool overlay_make(const rom_image *base, const rom_image *now, const char *file, FILE *told, writer *image,
                  uint32_t *count, tool_error *error);

#endif

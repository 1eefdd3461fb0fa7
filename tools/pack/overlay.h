/* Overlays: images with only the differences between two builds of a cart. */
#ifndef OXCART_TOOLS_PACK_OVERLAY_H
#define OXCART_TOOLS_PACK_OVERLAY_H

#include <stdio.h>

#include "rom/rom.h"
#include "tools/base/error.h"
#include "tools/base/writer.h"

/* Builds the overlay that makes `now` out of `base`: changed and added chunks, and deletions of chunks
 * that are gone. Chunks are compared unpacked; names and packages' places do not count. Prints a line for each change
 * to `told` (NULL: none) and gives their number in *count. Two equal builds give an overlay without chunks.
 * Refused when the carts are not the same, one image is an overlay itself, the budget differs (the machine gives
 * what the base asks for), or a chunk has another major version than the chunk it would replace. */
bool overlay_make(const rom_image *base, const rom_image *now, const char *file, FILE *told, writer *image,
                  uint32_t *count, tool_error *error);

/* Makes the image of an add-on, which only adds to `base`: the chunks of `now` but for those about a cart as a whole. Refused when `now` is none
 * (its cart.txt has no `add-on`), when the base takes none or has another interface, when a chunk of that name is there, or when the palette is
 * another. */
bool overlay_make_add_on(const rom_image *base, const rom_image *now, const char *file, FILE *told,
                         writer *image, uint32_t *count, tool_error *error);

/* Whether an image is an add-on that was not made for a base yet. */
bool overlay_is_add_on(const rom_image *now);

/* Makes the overlay of a part of a cart (pack_options.only): its chunks that the base lacks or has otherwise. Nothing
 * is deleted, and chunks about the cart as a whole stay the base's. Refused when the part was made for another
 * palette. */
bool overlay_make_part(const rom_image *base, const rom_image *part, const char *file, FILE *told,
                       writer *image, uint32_t *count, tool_error *error);

#endif

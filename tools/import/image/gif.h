/* GIF pictures and animations. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_GIF_H
#define OXCART_TOOLS_IMPORT_IMAGE_GIF_H

#include "tools/import/image/image.h"

/* The first frame as it is shown, on a picture that is made as large as the frame needs; indices and palette are
 * kept where the frame covers the picture. */
bool import_gif_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error);

/* All frames as they are shown, from left to right, at most `room`, and for each how long it is shown in 1/100 s
 * (delays may be NULL, else room entries). *count tells how many. Pixels outside of the first frame's picture
 * are left out with a note. The strip must keep within the limits of pictures. */
bool import_gif_strip(const char *name, const uint8_t *data, size_t size, import_image *strip,
                      uint16_t *delays, uint32_t room, uint32_t *count, tool_error *error);

#endif

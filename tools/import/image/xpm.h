/* Pictures as text: XPM 3 (Le Hors, "XPM Manual", 1996), a C text of strings that version control compares line by line.
 *
 *     static char *face[] = {                  behind a first line, the comment XPM
 *     "8 4 3 1",                               width, height, colours, characters a pixel
 *     ". c None",                              transparent
 *     "# c #D02C50",
 *     "o c #FFF0B0",
 *     "..####..",
 *     ...
 *     };
 *
 * Read are up to 65,536 colours of 1 to 4 characters a pixel, comments, hot spots (which mean nothing here), and of the colours for several
 * kinds of display the one for colour (c), else grey (g, g4), else black and white (m). Colours are #RGB, #RRGGBB, #RRRRGGGGBBBB, None, seven
 * names that mean the same everywhere, and #RRGGBBAA for what is half transparent, as other programs write it. Up to 256 colours
 * are a palette in the order of the file. Mistakes are told with line and column. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_XPM_H
#define OXCART_TOOLS_IMPORT_IMAGE_XPM_H

#include "tools/base/writer.h"
#include "tools/import/image/image.h"

/* Whether the bytes begin as an XPM file does. */
bool import_xpm_is(const void *data, size_t size);

/* Reads an XPM file; import_image_from_memory (image.h) knows these files too. */
bool import_xpm_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error);

/* Writes the picture as XPM text. Reading the text gives the same pixels, and the same palette when the picture
 * has one. `name` is the array's. False after a sentence: more than 65,536 colours, or no memory. */
bool import_xpm_write(const import_image *image, const char *name, writer *out, tool_error *error);

#endif

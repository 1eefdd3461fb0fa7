/* PBM, PGM and PPM pictures (netpbm's pbm(5), pgm(5), ppm(5)). */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_PNM_H
#define OXCART_TOOLS_IMPORT_IMAGE_PNM_H

#include "tools/import/image/image.h"

/* Whether the bytes begin as a PNM file does: P1 to P6 and a blank or a remark. */
bool import_pnm_is(const uint8_t *data, size_t size);

/* P1 to P6: bits, greys and colours, as text and as bytes, samples up to 65535; the first picture of a file with several. Samples
 * become 8 bits by round(v * 255 / most). A sample above what the heading tells is refused, and so is a file that ends early. */
bool import_pnm_decode(const char *name, const uint8_t *data, size_t size, import_image *image,
                       tool_error *error);

#endif

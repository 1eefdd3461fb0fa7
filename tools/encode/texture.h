/* Pictures on their way into a ROM image: resampled to powers of two and turned into the cart's pixel format.
 */
#ifndef OXCART_TOOLS_ENCODE_TEXTURE_H
#define OXCART_TOOLS_ENCODE_TEXTURE_H

#include "tools/base/writer.h"
#include "tools/import/image/quantize.h"

/* The power of two 1..1024 nearest to n (the lower of two). */
int texture_nearest_power(int n);

/* Scales to width x height: a new pixel is the mean of the area under it when the picture shrinks, and lies
 * between the nearest two pixels (repeating at the edges) when it grows. Colours are weighted by alpha. In
 * integers. */
bool texture_resample(const import_image *from, int width, int height, import_image *to, tool_error *error);

typedef struct texture_target {
    int format;                    /* plat_format */
    const import_palette *palette; /* for PLAT_PAL8 */
    bool keyed;                    /* pixels with an alpha below 128 become 0, and no other does */
    bool dither;                   /* spread the rounding error (Floyd and Steinberg 1976) */
} texture_target;

/* Appends the pixels, rows without padding, little-endian. */
bool texture_convert(const import_image *picture, const texture_target *target, writer *out,
                     tool_error *error);

/* Makes alpha mean what the cart says: keyed pictures without alpha get alpha from pure magenta (#FF00FF), all
 * other pictures become opaque. */
void texture_settle_alpha(import_image *picture, bool keyed);

#endif

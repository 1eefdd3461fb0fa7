/* Building mip chains: every level half the width and height of the one before, by a box filter. For the packer and for textures made at
 * load time. */
#ifndef OXCART_RASTER_MIPMAP_H
#define OXCART_RASTER_MIPMAP_H

#include "raster/texture.h"

/* Writes one texel 0xAARRGGBB, channels rounded to the nearest; palette formats take the entry nearest to it. */
void rs_texel_encode(int format, uint8_t *pixels, size_t index, uint32_t argb, const uint32_t *palette);

/* Fills levels 1 .. texture->levels - 1 behind level 0, which `pixels` (the texture's, writable, rs_texture_bytes long)
 * holds. The mean of 2x2 texels (2x1 where a side is 1 already), rounded; colours of formats with alpha are weighted by
 * their alpha. False: not a valid texture, or a palette is missing. About a third of the texture is added, 87,381
 * texels for 256x256. */
bool rs_mipmaps_build(const rs_texture *texture, uint8_t *pixels, const uint32_t *frame_palette);

#endif

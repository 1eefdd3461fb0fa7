/* Two dimensions on 32-bit pixels. */
#include "raster/flat/rows.h"
#include "raster/wide/wide.h"

#if RS_FORMATS_LINKED & 8
#if RS_WIDE
/* Draws whole groups of eight pixels of a block; gives the number of columns drawn. */
static inline int32_t wide_columns(const rs_put *put, const rs_band *band, const rs_texels *texels) {
    const bool indexed = put->format == RS_PAL8;
    const size_t bytes = indexed ? 1 : 4;
    rs_wide_block block;
    if (!rs_wide_usable() || (texels->step != 1 && texels->step != -1) ||
        (!indexed && put->format != RS_XRGB8888))
        return 0;
    if (put->mode > RS_FLAT_ALPHA || put->flat || put->tint != 0 || put->remap != NULL ||
        put->bank + texels->bank != 0)
        return 0;
    block.to = rs_band_line(band, texels->y) + 4 * (size_t)texels->x;
    block.from = put->pixels + bytes * (size_t)texels->index;
    block.colours = indexed ? put->colours : NULL;
    block.to_stride = band->stride, block.from_stride = texels->down * (int32_t)bytes;
    block.width = texels->width & ~7, block.height = texels->height;
    block.alpha = put->mode == RS_FLAT_ALPHA ? put->alpha : 255;
    block.keyed = put->keyed, block.back = texels->step < 0;
    if (block.alpha != 0) rs_wide_flat(&block);
    return block.width;
}

#define QUICK_COLUMNS(put, band, texels) wide_columns(put, band, texels)
#endif

#define OWN RS_XRGB8888
#define LOAD(line, x) (((const uint32_t *)(const void *)(line))[x])
#define STORE(line, x, native) (((uint32_t *)(void *)(line))[x] = (native))
#define EXPAND(put, native) ((native)&0xFFFFFFu)
#define REDUCE(put, rgb) ((rgb)&0xFFFFFFu)
#define INDEXED(put, index) (((const uint32_t *)(put)->colours)[index])
#define MIXED(put, source, stored, alpha, out) ((void)(out), false)
#define CANNOT_BLEND(put) false
#define ROWS rs_rows_xrgb8888
#define SOLID rs_solid_xrgb8888
#include "raster/flat/rows.inc"
#endif

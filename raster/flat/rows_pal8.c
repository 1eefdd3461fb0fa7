/* Two dimensions on palette pixels: tables blend, or a pattern. */
#include "raster/flat/rows.h"

#if RS_FORMATS_LINKED & 1

static inline const uint8_t *table_of(const rs_put *put, uint32_t alpha) {
    if (alpha != 255) return NULL;
    return put->mode == RS_FLAT_HALF  ? put->palette->average
           : put->mode == RS_FLAT_ADD ? put->palette->add
                                      : NULL;
}

static inline bool mixed_natively(const rs_put *put, uint32_t source, uint32_t stored, uint32_t alpha,
                                  uint32_t *out) {
    const uint8_t *table = table_of(put, alpha);
    if (table == NULL) return false;
    *out = table[(source & 255u) << 8 | stored];
    return true;
}

/* A tint is a table of indices. */
static inline uint32_t tinted(const rs_put *put, uint32_t index) {
    return put->colours == NULL ? index : ((const uint8_t *)put->colours)[index];
}

static inline bool cannot_blend(const rs_put *put, uint32_t alpha) {
    return (put->palette->inverse == NULL || put->palette->rgb == NULL) && table_of(put, alpha) == NULL;
}

static inline int32_t quick_columns(const rs_put *put, const rs_band *band, const rs_texels *texels) {
    if (put->plain && texels->bank == 0 && (texels->step == 1 || texels->step == -1)) {
        RS_NEAREST_OF(rs_quick_block_pal8)(put, band, texels);
        return texels->width;
    }
    return RS_NEAREST_OF(rs_quick_pixels_pal8)(put, band, texels) ? texels->width : 0;
}

#define QUICK_SLANT(put, line, slant) RS_NEAREST_OF(rs_quick_slant_pal8)(put, line, slant)
#define QUICK_COLUMNS(put, band, texels) quick_columns(put, band, texels)
#define OWN RS_PAL8
#define LOAD(line, x) ((uint32_t)(line)[x])
#define STORE(line, x, native) ((line)[x] = (uint8_t)(native))
#define EXPAND(put, native) ((put)->palette->rgb[(native)&255u] & 0xFFFFFFu)
#define REDUCE(put, rgb) rs_palette_index((put)->palette->inverse, rgb)
#define INDEXED(put, index) tinted(put, index)
#define MIXED(put, source, stored, alpha, out) mixed_natively(put, source, stored, alpha, out)
#define CANNOT_BLEND(put) cannot_blend(put, alpha)
#define ROWS rs_rows_pal8
#define SOLID rs_solid_pal8
#include "raster/flat/rows.inc"
#endif

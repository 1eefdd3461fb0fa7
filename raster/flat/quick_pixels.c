/* Palette pixels one by one on palette surfaces: colours changed, mixed with the picture or in a pattern, and blocks that are turned or scaled. rows.inc
 * defines what is drawn. */
#include "raster/flat/rows.h"

#if RS_FORMATS_LINKED & 1

typedef enum pixel_meeting { REPLACES, PATTERN, MIXES } pixel_meeting;

/* The way in which pixels are changed, made ready. */
typedef struct pixel_way {
    const uint8_t *pixels, *table; /* table: of indices, NULL: none */
    const rs_palette *palette;
    uint32_t bank, alpha;
    int32_t native; /* the pixel that all become, or -1 */
    bool keyed;
    uint8_t meeting;
    uint8_t seen; /* of PATTERN: bits of (0, 0), (1, 0), (0, 1), (1, 1) */
} pixel_way;

static inline bool make_way(const rs_put *put, uint32_t bank, pixel_way *way) {
    if (put->format != RS_PAL8 || put->mode > RS_FLAT_ALPHA || (put->remap != NULL && put->colours != NULL))
        return false;
    way->pixels = put->pixels;
    way->table = put->remap != NULL ? put->remap : (const uint8_t *)put->colours;
    way->palette = put->palette;
    way->bank = put->bank + bank;
    way->alpha = put->mode == RS_FLAT_ALPHA ? put->alpha : 255;
    way->native = put->flat ? (int32_t)(put->native & 255u) : -1;
    way->keyed = put->keyed;
    way->meeting = REPLACES, way->seen = 0;
    if (way->alpha == 255) return true;
    way->meeting = put->palette->inverse == NULL || put->palette->rgb == NULL ? PATTERN : MIXES;
    for (int i = 0; i < 4; i++)
        way->seen = (uint8_t)(way->seen | (uint32_t)rs_in_pattern(put, i & 1, i >> 1, way->alpha) << i);
    return true;
}

/* `pattern`: of a line, its even and odd pixels. */
static inline void put_pixel(const pixel_way *way, uint8_t *to, uint32_t index, int32_t x, uint32_t pattern) {
    if (index == 0 && way->keyed) return;
    if (way->native >= 0) {
        index = (uint32_t)way->native;
    } else {
        index = (index + way->bank) & 255u;
        if (way->table != NULL) index = way->table[index];
    }
    if (way->meeting == REPLACES) {
        *to = (uint8_t)index;
    } else if (way->meeting == PATTERN) {
        if ((pattern >> (x & 1) & 1u) != 0) *to = (uint8_t)index;
    } else {
        const uint32_t rgb = rs_mix(way->palette->rgb[index], way->palette->rgb[*to], way->alpha);
        *to = (uint8_t)rs_palette_index(way->palette->inverse, rgb);
    }
}

RS_FLAT_HOT bool RS_QUICK(rs_quick_pixels_pal8)(const rs_put *put, const rs_band *band,
                                                const rs_texels *texels) {
    const int32_t step = texels->step;
    pixel_way way;
    if (!make_way(put, texels->bank, &way)) return false;
    for (int32_t row = 0; row < texels->height; row++) {
        const uint8_t *from = way.pixels + texels->index + row * texels->down;
        const uint32_t pattern = (uint32_t)way.seen >> 2 * ((texels->y + row) & 1);
        uint8_t *to = rs_band_line(band, texels->y + row);
        for (int32_t x = texels->x; x < texels->x + texels->width; x++, from += step)
            put_pixel(&way, to + x, *from, x, pattern);
    }
    return true;
}

RS_FLAT_HOT bool RS_QUICK(rs_quick_slant_pal8)(const rs_put *put, uint8_t *line, const rs_slant *slant) {
    const uint32_t u_step = slant->u_step, v_step = slant->v_step, column = slant->column, row = slant->row;
    uint32_t u = slant->u, v = slant->v, pattern;
    int32_t x = slant->x;
    const int32_t end = x + slant->count;
    pixel_way way;
    if (slant->corners != NULL || !make_way(put, 0, &way)) return false;
    pattern = (uint32_t)way.seen >> 2 * (slant->y & 1);
    if (v_step == 0 && column == 1) { /* scaled, not turned */
        const uint8_t *from = way.pixels + (int32_t)(slant->index + (v >> 16) * row);
        for (; x < end; x++, u += u_step) put_pixel(&way, line + x, from[u >> 16], x, pattern);
        return true;
    }
    for (; x < end; x++, u += u_step, v += v_step) {
        const int32_t index = (int32_t)(slant->index + (u >> 16) * column + (v >> 16) * row);
        put_pixel(&way, line + x, way.pixels[index], x, pattern);
    }
    return true;
}
#endif

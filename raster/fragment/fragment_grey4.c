/* The fragment pipeline on 4-bit grey pixels, two in a byte, which have no other span functions. */
#include "raster/fragment/fragment_merge.h"

static inline uint32_t load_grey(const rs_fragment_work *w, const uint8_t *line, int32_t x) {
    x += w->band->left;
    return (uint32_t)line[x >> 1] >> 4 * (x & 1) & 15u;
}

static inline void store_grey(const rs_fragment_work *w, uint8_t *line, int32_t x, uint32_t grey) {
    uint8_t *byte;
    x += w->band->left;
    byte = line + (x >> 1);
    *byte = (uint8_t)((x & 1) != 0 ? (*byte & 15u) | grey << 4 : (*byte & 0xF0u) | grey);
}

static inline uint32_t textured_colour(const rs_fragment_work *w, uint32_t index, uint32_t light) {
    uint32_t grey = ((uint32_t)w->draw->texels[index >> 1] >> 4 * (index & 1) & 15u) * 17u;
    grey = light <= 256 ? grey * light >> 8 : grey + ((255u - grey) * (light - 256u) >> 8);
    return grey >> 4;
}

#define LOAD(w, line, x) load_grey(w, line, x)
#define STORE(w, line, x, native) store_grey(w, line, x, native)
#define EXPAND(w, native) ((native)*0x111111u)
#define REDUCE(w, rgb) (rs_luma(rgb) >> 4)
#define DITHERED(w, rgb, bayer) rs_dither4(rs_luma(rgb), bayer)
#define PLAIN(w, light) ((uint32_t)((const uint8_t *)(w)->draw->colours)[light])
#define TEXTURED(w, index, light) textured_colour(w, index, light)
#define KEPT_OF(w, stored, result, keep) (((keep)&RS_KEEP_COLOUR) != 0 ? (stored) : (result))
#define NATIVE_BLEND(w, source, stored, alpha, out) false
#define FRAGMENT_SET rs_fragment_grey4
#include "raster/fragment/fragment_merge.inc"

/* Draws without a state go through these functions as if they had the default state. */
const rs_span_set rs_spans_grey4 = {
    .own = {{triangle, triangle, triangle}, {triangle, triangle, triangle}, {triangle, triangle, triangle}},
    .indexed = {{triangle, triangle, triangle},
                {triangle, triangle, triangle},
                {triangle, triangle, triangle}},
};

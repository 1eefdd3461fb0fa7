/* The fragment pipeline on 32-bit pixels. */
#include "raster/fragment/fragment_merge.h"

#if RS_FORMATS_LINKED & 8
#include "raster/spans/light32.h"

/* Destination alpha may lie in the pixel's top byte. */
static inline bool in_pixels(const rs_fragment_work *w) {
    return w->band->planes != NULL && w->band->planes->alpha_in_pixels;
}

static inline uint32_t *pixel_at(uint8_t *line, int32_t x) { return (uint32_t *)(void *)line + x; }

static inline void store_alpha(const rs_fragment_work *w, uint8_t *line, int32_t x, int32_t y,
                               uint32_t alpha) {
    if (in_pixels(w)) {
        *pixel_at(line, x) = (*pixel_at(line, x) & 0xFFFFFFu) | alpha << 24;
    } else {
        rs_store_alpha(w, x, y, alpha);
    }
}

#undef STORED_ALPHA
#undef STORE_ALPHA
#undef STORE_ALPHA_BACK
#undef HAS_ALPHA
#define STORED_ALPHA(w, x, y, native) (in_pixels(w) ? (native) >> 24 : rs_stored_alpha(w, x, y))
#define STORE_ALPHA(w, line, x, y, alpha) store_alpha(w, line, x, y, alpha)
#define STORE_ALPHA_BACK(w, line, x, native)                                                                 \
    store_alpha(w, line, x, chunk->y, in_pixels(w) ? (native) >> 24 : alpha_kept(w, x, chunk->y))
#define HAS_ALPHA(w) (in_pixels(w) || ((w)->band->planes != NULL && (w)->band->planes->alpha != NULL))

static inline uint32_t alpha_kept(const rs_fragment_work *w, int32_t x, int32_t y) {
    return rs_stored_alpha(w, x, y);
}

static inline uint32_t textured_colour(const rs_fragment_work *w, uint32_t index, uint32_t light) {
    const rs_draw *draw = w->draw;
    if (w->p->sampler[0].format == RS_PAL8)
        return rs_light_32(((const uint32_t *)draw->palette)[draw->texels[index]], light);
    return rs_light_32(((const uint32_t *)(const void *)draw->texels)[index], light);
}

#define LOAD(w, line, x) (*pixel_at(line, x))
#define STORE(w, line, x, native) (*pixel_at(line, x) = (native))
#define EXPAND(w, native) ((native)&0xFFFFFFu)
#define REDUCE(w, rgb) ((rgb)&0xFFFFFFu)
#define DITHERED(w, rgb, bayer) ((rgb)&0xFFFFFFu)
#define PLAIN(w, light) (((const uint32_t *)(w)->draw->colours)[light])
#define TEXTURED(w, index, light) textured_colour(w, index, light)
#define KEPT_OF(w, stored, result, keep) rs_keep_bits(stored, result, rs_keep_rgb(keep))
#define NATIVE_BLEND(w, source, stored, alpha, out) false
#define FRAGMENT_SET rs_fragment_xrgb8888
#include "raster/fragment/fragment_merge.inc"
#endif

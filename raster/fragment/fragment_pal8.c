/* The fragment pipeline on palette pixels: tables blend. */
#include "raster/fragment/fragment_merge.h"

#if RS_FORMATS_LINKED & 1

/* The shade table's 64 levels of 256. */
static inline uint32_t shaded(const rs_fragment_work *w, uint32_t index, uint32_t light) {
    return ((const uint8_t *)w->draw->colours)[(light << 5 & 0x3F00u) | index];
}

static inline uint32_t reduce(const rs_fragment_work *w, uint32_t rgb) {
    return w->p->inverse == NULL ? 0 : rs_palette_index(w->p->inverse, rgb);
}

static inline bool native_blend(const rs_fragment_work *w, uint32_t source, uint32_t stored, uint32_t *out) {
    const rs_prepared *p = w->p;
    const uint8_t *table = p->state.blend.mode == RS_BLEND_AVERAGE ? p->average
                           : p->state.blend.mode == RS_BLEND_ADD   ? p->add
                                                                   : NULL;
    if (table == NULL) return false;
    *out = table[source << 8 | stored];
    return true;
}

static inline uint32_t dithered_light(uint32_t light, uint32_t bayer) {
    light += bayer >> 1;
    return light > RS_LIGHT_MAX ? RS_LIGHT_MAX : light;
}

static inline uint32_t keep_of(const rs_fragment_work *w, uint32_t stored, uint32_t result, uint32_t keep) {
    if ((keep & RS_KEEP_COLOUR) == RS_KEEP_COLOUR) return stored;
    return reduce(w, rs_keep_bits(w->p->colours[stored], w->p->colours[result], rs_keep_rgb(keep)));
}

#define LOAD(w, line, x) ((uint32_t)(line)[x])
#define STORE(w, line, x, native) ((line)[x] = (uint8_t)(native))
#define EXPAND(w, native) ((w)->p->colours == NULL ? 0u : (w)->p->colours[native] & 0xFFFFFFu)
#define REDUCE(w, rgb) reduce(w, rgb)
#define DITHERED(w, rgb, bayer) reduce(w, rgb)
#define DITHERED_LIGHT(light, bayer) dithered_light(light, bayer)
#define PLAIN(w, light) shaded(w, (w)->draw->index, light)
#define TEXTURED(w, texel, light) shaded(w, (w)->draw->texels[texel], light)
#define KEPT_OF(w, stored, result, keep) keep_of(w, stored, result, keep)
#define NATIVE_BLEND(w, source, stored, alpha, out) native_blend(w, source, stored, out)
#define FRAGMENT_SET rs_fragment_pal8
#include "raster/fragment/fragment_merge.inc"
#endif

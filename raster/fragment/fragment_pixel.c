/* The fragment pipeline's stages between interpolation and the surface: texturing, tests, fog. */
#include "raster/blend.h"
#include "raster/combine.h"
#include "raster/dither.h"
#include "raster/fragment/fragment_work.h"

static inline uint32_t comparison(uint32_t a, uint32_t b) { return a < b ? 1u : a == b ? 2u : 4u; }

/* ---- stencil and depth ---- */

static uint32_t stencil_apply(int operation, uint32_t stored, uint32_t reference, uint32_t most) {
    switch (operation) {
    case RS_STENCIL_ZERO:
        return 0;
    case RS_STENCIL_REPLACE:
        return reference & most;
    case RS_STENCIL_INCREMENT:
        return stored >= most ? most : stored + 1u;
    case RS_STENCIL_DECREMENT:
        return stored == 0 ? 0 : stored - 1u;
    case RS_STENCIL_INCREMENT_WRAP:
        return (stored + 1u) & most;
    case RS_STENCIL_DECREMENT_WRAP:
        return (stored - 1u) & most;
    case RS_STENCIL_INVERT:
        return ~stored & most;
    default:
        return stored;
    }
}

/* Where the stencil value of a pixel lies. */
typedef struct stencil_place {
    uint8_t *byte;
    uint32_t shift, most;
} stencil_place;

static stencil_place stencil_at(const rs_fragment_work *w, int32_t x, int32_t y) {
    const rs_planes *planes = w->band->planes;
    uint32_t bits = planes->stencil_bits, bit = (uint32_t)(x + w->band->left) * bits;
    ptrdiff_t line = (w->band->pitch * (int32_t)bits + 7) / 8;
    stencil_place place = {planes->stencil + (y - planes->top) * line + (bit >> 3), bit & 7u,
                           (1u << bits) - 1u};
    return place;
}

static void stencil_set(const stencil_place *place, const rs_stencil_face *face, int operation,
                        uint32_t stored) {
    uint32_t value = stencil_apply(operation, stored, face->reference, place->most),
             mask = face->write_mask & place->most;
    value = (stored & ~mask) | (value & mask);
    *place->byte = (uint8_t)((*place->byte & ~(place->most << place->shift)) | value << place->shift);
}

/* Stencil and depth test, stencil operations, depth write; returns the pixels that pass. */
static uint32_t tests(const rs_fragment_work *w, const rs_chunk *chunk, uint32_t mask) {
    const rs_prepared *p = w->p;
    const bool stencilled =
        p->state.stencil.on && w->band->planes != NULL && w->band->planes->stencil != NULL;
    const rs_stencil_face *face =
        w->back && p->state.stencil.two_faces ? &p->state.stencil.back : &p->state.stencil.front;
    const uint32_t stencil_mask = p->stencil_mask[face == &p->state.stencil.back];
    /* With RS_ALWAYS and no_write the band may have no depth plane. */
    uint16_t *stored =
        w->band->depth == NULL
            ? NULL
            : w->band->depth + (ptrdiff_t)(chunk->y - w->band->top) * w->band->pitch + chunk->x;
    uint32_t passed = 0;
    for (int i = 0; i < chunk->count; i++) {
        stencil_place place = {NULL, 0, 0};
        uint32_t value = 0;
        bool near_enough;
        if ((mask >> i & 1u) == 0) continue;
        RS_COUNT(w, tested, 1);
        if (stencilled) {
            place = stencil_at(w, chunk->x + i, chunk->y);
            value = *place.byte >> place.shift & place.most;
            if ((comparison(face->reference & face->mask & place.most, value & face->mask) & stencil_mask) ==
                0) {
                stencil_set(&place, face, face->fail, value);
                RS_COUNT(w, stencil_failed, 1);
                continue;
            }
        }
        near_enough = p->depth_mask == 7 || (comparison(chunk->code[i], stored[i]) & p->depth_mask) != 0;
        if (stencilled) stencil_set(&place, face, near_enough ? face->pass : face->depth_fail, value);
        if (!near_enough) {
            RS_COUNT(w, depth_failed, 1);
            continue;
        }
        if (!p->state.depth.no_write) stored[i] = chunk->code[i];
        passed |= 1u << i;
    }
    return passed;
}

/* ---- texture and shade ---- */

/* Finds the places of the quick path's texels, for the merge function to read natively, and discards keyed texels. */
static uint32_t direct_texels(const rs_fragment_work *w, rs_chunk *chunk, uint32_t mask) {
    const rs_prepared *p = w->p;
    const rs_sampler *s = &p->sampler[0];
    const rs_sampling *how = &s->sampling;
    for (int i = 0; i < chunk->count; i++) {
        uint32_t u = (uint32_t)rs_address_of((rs_address)how->address_u,
                                             fx_sra32((int32_t)chunk->u[0][i], 16), s->log2_width);
        uint32_t v = (uint32_t)rs_address_of((rs_address)how->address_v,
                                             fx_sra32((int32_t)chunk->v[0][i], 16), s->log2_height);
        uint32_t at = v << s->log2_width | u;
        if ((mask >> i & 1u) == 0) continue;
        chunk->u[0][i] = at;
        if (s->format != RS_PAL8) continue;
        if (p->state.alpha_test.colour_key && p->texels[at] == 0) {
            mask &= ~(1u << i);
            RS_COUNT(w, discarded, 1);
        } else if (p->state.output.emissive_from != 0 && p->texels[at] >= p->state.output.emissive_from) {
            chunk->light[i] = RS_LIGHT_FULL;
        }
    }
    return mask;
}

static uint32_t weight_of(const rs_unit_state *unit, uint32_t previous, uint32_t texel, uint32_t primary) {
    switch (unit->blend_by) {
    case RS_BY_TEXEL:
        return texel >> 24;
    case RS_BY_PRIMARY:
        return primary >> 24;
    case RS_BY_CONSTANT:
        return unit->constant;
    default:
        return previous >> 24;
    }
}

/* Turns light into a colour: up to full light it darkens the primary colour, light beyond that lightens the result. */
static void light_to_colour(const rs_fragment_work *w, rs_chunk *chunk) {
    for (int i = 0; i < chunk->count; i++) {
        uint32_t light = chunk->light[i], dark = light >= RS_LIGHT_FULL ? 255u : light,
                 lift = light > RS_LIGHT_FULL ? light - RS_LIGHT_FULL : 0;
        uint32_t base = w->unit[0].on ? 0xFFFFFFu : w->fragment->rgba;
        chunk->colour[i] = rs_multiply((base & 0xFFFFFFu) | 0xFF000000u, dark * 0x010101u | 0xFF000000u);
        chunk->colour[i] = (chunk->colour[i] & 0xFFFFFFu) | (w->fragment->rgba & 0xFF000000u);
        chunk->specular[i] = lift * 0x010101u;
    }
}

static void units(const rs_fragment_work *w, rs_chunk *chunk, uint32_t *mask) {
    const rs_prepared *p = w->p;
    for (int i = 0; i < chunk->count; i++) {
        uint32_t colour = chunk->colour[i], specular = chunk->specular[i],
                 emissive = p->state.output.emissive;
        const uint32_t primary = colour;
        if ((*mask >> i & 1u) == 0) continue;
        for (int k = 0; k < 2; k++) {
            const rs_unit_state *unit = &p->state.unit[k];
            uint32_t texel;
            if (!w->unit[k].on) continue;
            texel = rs_sample_full(&p->sampler[k], chunk->level[k],
                                   (rs_texel_place){(int32_t)chunk->u[k][i], (int32_t)chunk->v[k][i],
                                                    chunk->x + i + w->band->left, chunk->y},
                                   chunk->across_u[k], chunk->across_v[k]);
            if (k == 0 && p->state.alpha_test.colour_key && texel >> 24 < 128) {
                *mask &= ~(1u << i);
                RS_COUNT(w, discarded, 1);
                break;
            }
            if (unit->colour == RS_COMBINE_GLOSS) {
                specular = rs_multiply(specular, texel);
            } else if (unit->colour == RS_COMBINE_EMISSIVE) {
                emissive = rs_add_saturating(emissive, texel & 0xFFFFFFu);
            } else {
                colour = rs_combine_apply(unit->colour, unit->alpha, colour, texel,
                                          weight_of(unit, colour, texel, primary));
            }
        }
        if (w->screen) {
            if (specular != 0) {
                colour = rs_blend(RS_FACTOR_ONE, RS_FACTOR_ONE_MINUS_SOURCE_COLOUR, RS_BLEND_SUM, 0,
                                  specular & 0xFFFFFFu, colour);
            }
        } else if (w->with_specular) {
            colour = rs_add_saturating(colour, specular & 0xFFFFFFu);
        }
        chunk->colour[i] = emissive == 0 ? colour : rs_add_saturating(colour, emissive & 0xFFFFFFu);
    }
}

/* ---- all steps ---- */

static uint32_t screen_door(const rs_fragment_work *w, const rs_chunk *chunk, uint32_t mask) {
    for (int i = 0; i < chunk->count; i++) {
        if (rs_bayer4(chunk->x + i + w->band->left, chunk->y) + w->p->state.output.hidden >= 16u)
            mask &= ~(1u << i);
    }
    return mask;
}

static uint32_t alpha_test(const rs_fragment_work *w, const rs_chunk *chunk, uint32_t mask) {
    for (int i = 0; i < chunk->count; i++) {
        uint32_t alpha = w->direct ? w->alpha : chunk->colour[i] >> 24;
        if ((mask >> i & 1u) != 0 &&
            (comparison(alpha, w->p->state.alpha_test.reference) & w->p->alpha_mask) == 0) {
            mask &= ~(1u << i);
            RS_COUNT(w, discarded, 1);
        }
    }
    return mask;
}

static void colours(const rs_fragment_work *w, rs_chunk *chunk, uint32_t *mask) {
    const uint32_t opacity = 255u - w->p->state.blend.transparency;
    if (!w->coloured && w->fragment->shade == NULL) light_to_colour(w, chunk);
    if (!w->with_specular && !w->screen) {
        for (int i = 0; i < chunk->count; i++) chunk->specular[i] = 0;
    }
    units(w, chunk, mask);
    if (opacity == 255u) return;
    for (int i = 0; i < chunk->count; i++) {
        chunk->colour[i] = (chunk->colour[i] & 0xFFFFFFu) | rs_product(chunk->colour[i] >> 24, opacity) << 24;
    }
}

static void fog(const rs_fragment_work *w, rs_chunk *chunk) {
    const uint32_t rgb = w->p->additive ? 0 : w->p->state.fog.fog->rgb;
    for (int i = 0; i < chunk->count; i++) {
        if (w->direct) {
            chunk->light[i] = (uint16_t)((chunk->light[i] * chunk->fog[i] + 127u) / 255u);
        } else {
            chunk->colour[i] = rs_fog_mix(chunk->colour[i], rgb, chunk->fog[i]);
        }
    }
}

/* Turns colours into light by their brightness, for palette surfaces without an inverse table. */
static void colours_to_light(const rs_fragment_work *w, rs_chunk *chunk) {
    for (int i = 0; i < chunk->count; i++) {
        uint32_t luma = rs_luma(chunk->colour[i]);
        if (!w->p->state.output.no_light) chunk->light[i] = (uint16_t)(luma + (luma >> 7));
    }
}

static uint32_t shade(const rs_fragment_work *w, rs_chunk *chunk, uint32_t mask) {
    RS_COUNT(w, shaded, fx_popcount32(mask));
    if (!w->direct) {
        colours(w, chunk, &mask);
    } else {
        if (w->coloured || w->fragment->shade != NULL) colours_to_light(w, chunk);
        if (w->unit[0].on) mask = direct_texels(w, chunk, mask);
    }
    if (w->p->state.alpha_test.on) mask = alpha_test(w, chunk, mask);
    if (w->with_fog && mask != 0) fog(w, chunk);
    return mask;
}

/* The pixels of a chunk that a piece's cuts leave. */
static uint32_t cut_away(const rs_cut *cut, const rs_chunk *chunk, uint32_t mask) {
    for (; cut != NULL; cut = cut->next) {
        int64_t z = cut->z + (int64_t)cut->dx * chunk->x + (int64_t)cut->dy * chunk->y;
        for (int i = 0; i < chunk->count; i++, z += cut->dx) {
            bool nearer = chunk->code[i] < fx_sra64(z, RS_DEPTH_SHIFT) + (cut->first ? 1 : 0);
            if (nearer != cut->front) mask &= ~(1u << i);
        }
    }
    return mask;
}

bool rs_fragment_start(const rs_fragment_work *work, rs_chunk *chunk) {
    const rs_prepared *p = work->p;
    if (work->fragment->cuts != NULL) chunk->mask = cut_away(work->fragment->cuts, chunk, chunk->mask);
    if (p->state.output.hidden != 0) chunk->mask = screen_door(work, chunk, chunk->mask);
    if (p->early && chunk->mask != 0) chunk->mask = tests(work, chunk, chunk->mask);
    return chunk->mask != 0;
}

void rs_fragment_finish(const rs_fragment_work *work, rs_chunk *chunk) {
    const rs_prepared *p = work->p;
    if (chunk->mask != 0) chunk->mask = shade(work, chunk, chunk->mask);
    if (!p->early && chunk->mask != 0) chunk->mask = tests(work, chunk, chunk->mask);
    if (chunk->mask == 0) return;
    RS_COUNT(work, written, fx_popcount32(chunk->mask));
    work->merge(work, chunk);
}

/* Whether a box that moves along a straight way passes beside boxes that stand still: by the axes of space crossed with the way. (Ericson 5.3.3.)
 *
 *     ox_slant slant;
 *     ox_slant_set(&slant, &box, way);                             whole numbers of any unit: LSB, or the steps of a chunk
 *     if (box_overlap(&all, &other) && !ox_slant_is_beside(&slant, other.lo, other.hi)) ...         `all`: the box and its way
 *
 * The question is worked out in cells of 2^n units in which no component of the way is longer than 8,192, so that products have 32 bits. Boxes are rounded outward: what is told
 * to be beside is so, and what is within two cells of the way may be told to be met. For the files of this folder. */
#ifndef OXCART_KERNEL_COLLISION_SLANT_H
#define OXCART_KERNEL_COLLISION_SLANT_H

#include "fixedmath/scalar.h"
#include "fixedmath/volume.h"

typedef struct ox_slant {
    int shift; /* a cell has 2^shift units; below 0: all boxes count as met */
    vec3 middle, size, way,
        length; /* in cells: the box and its way, their middle and the box's sides doubled, the way's as they are */
} ox_slant;

enum { OX_SLANT_FAR = 1 << 28, OX_SLANT_BITS = 13, OX_SLANT_WIDE = 1 << 15 };

static inline vec3 slant_cells(const ox_slant *s, vec3 v) {
    return (vec3){fx_sra32(v.x, s->shift), fx_sra32(v.y, s->shift), fx_sra32(v.z, s->shift)};
}

/* How many cells a side takes, rounded up; right for all numbers. */
static inline uint32_t slant_span(const ox_slant *s, fx lo, fx hi) {
    return (uint32_t)fx_sra32(hi, s->shift) + 1u - (uint32_t)fx_sra32(lo, s->shift);
}

static inline bool slant_is_far(vec3 v) {
    return ((fx_magnitude(v.x) | fx_magnitude(v.y) | fx_magnitude(v.z)) >= OX_SLANT_FAR);
}

static inline void ox_slant_set(ox_slant *s, const box3 *box, vec3 way) {
    const uint32_t most = fx_magnitude(way.x) | fx_magnitude(way.y) | fx_magnitude(way.z);
    s->shift = -1;
    if (most == 0 || most >= OX_SLANT_FAR || slant_is_far(box->lo) || slant_is_far(box->hi)) return;
    for (s->shift = 0; (most >> s->shift) >> OX_SLANT_BITS != 0;) s->shift++;
    const uint32_t x = slant_span(s, box->lo.x, box->hi.x), y = slant_span(s, box->lo.y, box->hi.y),
                   z = slant_span(s, box->lo.z, box->hi.z);
    if ((x | y | z) >= OX_SLANT_WIDE) {
        s->shift = -1;
        return;
    }
    s->size = (vec3){(int32_t)x + 1, (int32_t)y + 1, (int32_t)z + 1}; /* 1 more for the way */
    s->way = slant_cells(s, way);
    const vec3 lo = slant_cells(s, box->lo);
    s->middle = v3_add(v3_add(v3_add(lo, lo), s->size), s->way);
    s->length = (vec3){fx_abs_sat(s->way.x), fx_abs_sat(s->way.y), fx_abs_sat(s->way.z)};
}

/* `lo` and `hi` meet the box and its way along each axis of space, which the caller has asked. */
static inline bool ox_slant_is_beside(const ox_slant *s, vec3 lo, vec3 hi) {
    if (s->shift < 0) return false;
    const uint32_t x = slant_span(s, lo.x, hi.x), y = slant_span(s, lo.y, hi.y),
                   z = slant_span(s, lo.z, hi.z);
    if ((x | y | z) >= OX_SLANT_WIDE) return false;
    const vec3 low = slant_cells(s, lo), span = {(int32_t)x, (int32_t)y, (int32_t)z},
               h = v3_add(s->size, span), m = v3_sub(v3_sub(v3_sub(s->middle, low), low), span), w = s->way,
               l = s->length;
    return fx_abs_sat(m.y * w.z - m.z * w.y) > h.y * l.z + h.z * l.y ||
           fx_abs_sat(m.z * w.x - m.x * w.z) > h.z * l.x + h.x * l.z ||
           fx_abs_sat(m.x * w.y - m.y * w.x) > h.x * l.y + h.y * l.x;
}

#endif

/* The Haar wavelet transform, lossless in integers, and approximation by keeping few details. */
#ifndef FIXEDMATH_WAVELET_H
#define FIXEDMATH_WAVELET_H

#include "fixedmath/scalar.h"

/* A pair (a, b) becomes d = a - b and s = b + floor(d/2) = floor((a + b)/2), and back without loss; d needs
 * one bit more than the samples. `level` passes halve the row of averages each time. Layout after n samples
 * and p levels: the averages of level p first, then the details of level p, of level p - 1, .. of level 1. An
 * odd length pairs its last sample with a copy of itself, whose detail is 0 and is not stored. Linear in n.
 * Stopping early leaves a box-filtered row of lower resolution in front.
 *
 * In the textbook form (d' = a - s) the detail is half of d. */

/* Number of averages after `levels` passes over n samples. */
size_t haar_averages(size_t n, int levels);

/* The transform and its inverse, in place; scratch holds n/2 + 1 numbers. 0 <= levels; passes beyond a single average
 * do nothing. */
void haar_forward(int32_t *x, size_t n, int levels, int32_t *scratch);
void haar_inverse(int32_t *x, size_t n, int levels, int32_t *scratch);

/* The transform and its inverse with a stride, for components of vectors and columns of grids. */
void haar_forward_strided(int32_t *x, size_t n, ptrdiff_t stride, int levels, int32_t *scratch);
void haar_inverse_strided(int32_t *x, size_t n, ptrdiff_t stride, int levels, int32_t *scratch);

/* The transform of rows, then columns, and its inverse; scratch holds max(width, height)/2 + 1 numbers. */
void haar_forward_2d(int32_t *x, size_t width, size_t height, ptrdiff_t row_stride, int levels,
                     int32_t *scratch);
void haar_inverse_2d(int32_t *x, size_t width, size_t height, ptrdiff_t row_stride, int levels,
                     int32_t *scratch);

/* --- approximation: n a power of two ---------------------------------------------------------- */

/* Squared error that dropping the detail d of `level` (1 = finest) adds: 2^level (d/2)^2, in units of 1/4:
 * 2^level d^2. */
static inline uint64_t haar_weight(int32_t d, int level) {
    return ((uint64_t)fx_magnitude(d) * fx_magnitude(d)) << level;
}

/* Level of the detail at index i of a transformed row of n = 2^k samples; 0 for averages. */
int haar_level_of(size_t i, size_t n, int levels);

/* Sets to zero the details whose weight is below `threshold`, or all but the `keep` heaviest; returns the
 * predicted squared error in units of 1/4 (exact for real numbers, +-1 LSB per sample for integers). */
uint64_t haar_drop_below(int32_t *x, size_t n, int levels, uint64_t threshold);
uint64_t haar_keep_largest(int32_t *x, size_t n, int levels, size_t keep);

#endif

/* Statistics of samples: running moments, percentiles, histograms, correlation, regression, chi-square
 * limits. */
#ifndef FIXEDMATH_STATISTICS_H
#define FIXEDMATH_STATISTICS_H

#include "fixedmath/scalar.h"

/* Sums are 64-bit: exact for up to 65,536 samples of any size, and the variance within 2 LSB or relative
 * 2^-20 for |x| <= 128. Everything is the caller's memory. An empty set gives 0. */

typedef struct {
    uint32_t count;
    fx min, max;
    int64_t sum;         /* Q48.16 */
    uint64_t squares_lo; /* sum of squares, Q32 of 128 bits */
    uint64_t squares_hi;
} stat_running;
static inline stat_running stat_begin(void) { return (stat_running){0, FX_MAX, FX_MIN, 0, 0, 0}; }
void stat_add(stat_running *s, fx x);
fx stat_mean(const stat_running *s);
fx stat_variance(const stat_running *s);        /* of the population: divides by n; saturates */
fx stat_sample_variance(const stat_running *s); /* divides by n - 1 */

/* The value below which `percent` of the samples lie (nearest rank); reorders the samples. n = 0 gives 0. */
fx stat_percentile(fx *samples, size_t n, unsigned percent);

/* Counts per bin of `width` from `lo` on; values outside count in the first or last bin. */
typedef struct {
    uint32_t *bin;
    int bins;
    fx lo, width; /* width > 0 */
} stat_histogram;
void stat_histogram_clear(stat_histogram *h);
void stat_histogram_add(stat_histogram *h, fx x);

fx stat_weighted_mean(const fx *values, const fx *weights, size_t n); /* weights >= 0; 0 when they sum to 0 */

/* Of two series: covariance (population), correlation -1..1 (0 and false when one is constant), and the line
 * y = slope x + offset of least squares (false for constant x). n <= 65536, |values| <= 4096. */
fx stat_covariance(const fx *a, const fx *b, size_t n);
bool stat_correlation(const fx *a, const fx *b, size_t n, fx *correlation);
bool stat_regression(const fx *x, const fx *y, size_t n, fx *slope, fx *offset);

/* Sum of (observed - expected)^2 / expected with equal expectation, as fx; and the value that is exceeded by
 * chance in 5 % or 1 % of cases, for 1..64 degrees of freedom (0 outside). */
fx stat_chi_square(const uint32_t *observed, int bins);
fx stat_chi_square_limit(int degrees, bool one_percent);

#endif

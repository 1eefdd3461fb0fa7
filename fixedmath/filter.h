/* Filters of sample streams: moving average, low-pass, zero-phase rows, histories, medians, hysteresis. */
#ifndef FIXEDMATH_FILTER_H
#define FIXEDMATH_FILTER_H

#include "fixedmath/scalar.h"

/* Mean of the last N samples over the caller's ring, within 0.5 LSB; the sum is wider than the samples. While the
 * ring fills, the mean is that of the samples so far; an empty ring gives 0. */
typedef struct {
    fx *ring;
    int size, count, next;
    int64_t sum;
} moving_average;
bool moving_average_init(moving_average *m, fx *ring, int size); /* false for size < 1 */
fx moving_average_add(moving_average *m, fx x);                  /* returns the mean */
fx moving_average_value(const moving_average *m);

/* First-order low-pass y += a (u - y) with a in q30 (0..1): 32 fraction bits of state, so that the output
 * settles on a constant input to within 1 LSB. lowpass_factor gives a = dt/(RC + dt) of a time constant RC in seconds.
 */
typedef struct {
    int64_t y;
    q30 a;
} lowpass_filter;
q30 lowpass_factor(fx rc, uint32_t dt); /* dt in Q0.32 seconds */
static inline lowpass_filter lowpass_begin(fx start, q30 a) {
    return (lowpass_filter){fx_shl64(start, 16), a};
}
fx lowpass_add(lowpass_filter *f, fx u);

/* y[i] = k y[i-1] + (1 - k) x[i] over a row with a stride in elements, in place; row_filter_zero_phase then filters
 * backward, too. The first output is the first input. k in 0..65536. */
void row_filter(fx *x, size_t n, ptrdiff_t stride, uf16 k);
void row_filter_zero_phase(fx *x, size_t n, ptrdiff_t stride, uf16 k);

/* Average, minimum and maximum that drift toward new values: r = min(1, 0.8 elapsed seconds). The first
 * sample sets all three. */
typedef struct {
    fx average, min, max;
    bool begun;
} drift_history;
static inline drift_history drift_history_begin(void) { return (drift_history){0, 0, 0, false}; }
void drift_history_add(drift_history *h, fx p, uint32_t elapsed); /* Q16.16 seconds */

fx median3(fx a, fx b, fx c);
fx median5(fx a, fx b, fx c, fx d, fx e);

/* Difference to the sample before (0 for the first). */
typedef struct {
    fx last;
    bool begun;
} difference_filter;
fx difference_add(difference_filter *d, fx x);

/* A gate that turns on at `high` and above, off at `low` and below, and keeps its state between. */
typedef struct {
    fx low, high;
    bool on;
} hysteresis_gate;
bool hysteresis_add(hysteresis_gate *h, fx x);

#endif

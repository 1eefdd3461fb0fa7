/* Statistics of samples. */
#include "fixedmath/statistics.h"

#include "fixedmath/root.h"
#include <string.h>

void stat_add(stat_running *s, fx x) {
    uint64_t square = (uint64_t)fx_magnitude(x) * fx_magnitude(x);

    s->count++;
    s->min = fx_min(s->min, x);
    s->max = fx_max(s->max, x);
    s->sum = fx_wrap_add64(s->sum, x);
    s->squares_lo += square;
    s->squares_hi += s->squares_lo < square;
}

/* n / d nearest, ties away from zero. */
static int64_t divide_nearest(int64_t n, int64_t d) {
    uint64_t q = (fx_magnitude64(n) + (uint64_t)d / 2) / (uint64_t)d;

    return n < 0 ? -(int64_t)q : (int64_t)q;
}

fx stat_mean(const stat_running *s) {
    return s->count == 0 ? 0 : fx_sat64(divide_nearest(s->sum, (int64_t)s->count));
}

/* (n sum of squares - sum^2) / (n d): the numerator as 128 bits, then one division. */
static fx variance(const stat_running *s, uint64_t d) {
    uint64_t n = s->count, a_hi, a_lo, b_hi, b_lo, total_hi, total_lo, below;
    int room;

    if (n == 0 || d == 0) return 0;
    a_lo = fx_mul64x64(s->squares_lo, n, &a_hi);
    a_hi += s->squares_hi * n;
    b_lo = fx_mul64x64(fx_magnitude64(s->sum), fx_magnitude64(s->sum), &b_hi);
    total_lo = a_lo - b_lo;
    total_hi = a_hi - b_hi - (a_lo < b_lo);
    below = n * d;
    /* bring the numerator below 2^64, the quotient is Q32 and becomes Q16 */
    room = total_hi == 0 ? 0 : 64 - fx_clz64(total_hi);
    if (room > 0) {
        total_lo = (total_hi << (64 - room)) | (total_lo >> room);
        /* losing `room` bits of the denominator instead of the quotient would cost precision: divide first */
        total_lo = total_lo / below;
        if (room - 16 >= 0) {
            return fx_clz64(total_lo) - (room - 16) < 33 ? FX_MAX
                                                         : fx_sat64((int64_t)(total_lo << (room - 16)));
        }
        return fx_sat64((int64_t)fx_rshr_u64(total_lo, 16 - room));
    }
    return fx_sat64((int64_t)fx_rshr_u64(total_lo / below, 16));
}

fx stat_variance(const stat_running *s) { return variance(s, s->count); }

fx stat_sample_variance(const stat_running *s) { return s->count < 2 ? 0 : variance(s, s->count - 1u); }

/* Quickselect with the middle as pivot. */
fx stat_percentile(fx *samples, size_t n, unsigned percent) {
    size_t lo = 0, hi = n, rank;

    if (n == 0) return 0;
    rank = percent >= 100 ? n - 1 : (size_t)(((uint64_t)n * percent + 99) / 100);
    rank = rank > 0 && percent < 100 ? rank - 1 : rank;
    while (hi - lo > 1) {
        fx pivot = samples[lo + (hi - lo) / 2];
        size_t below = lo, equal = lo, above = hi;

        while (equal < above) { /* three parts: less, equal, greater */
            fx x = samples[equal];

            if (x < pivot) {
                samples[equal++] = samples[below];
                samples[below++] = x;
            } else if (x > pivot) {
                samples[equal] = samples[--above];
                samples[above] = x;
            } else {
                equal++;
            }
        }
        if (rank < below) {
            hi = below;
        } else if (rank >= above) {
            lo = above;
        } else {
            return pivot;
        }
    }
    return samples[lo];
}

void stat_histogram_clear(stat_histogram *h) { memset(h->bin, 0, (size_t)h->bins * sizeof *h->bin); }

void stat_histogram_add(stat_histogram *h, fx x) {
    int64_t bin = x < h->lo ? 0 : ((int64_t)x - h->lo) / h->width;

    h->bin[bin >= h->bins ? h->bins - 1 : bin]++;
}

fx stat_weighted_mean(const fx *values, const fx *weights, size_t n) {
    int64_t sum = 0, total = 0;

    for (size_t i = 0; i < n; i++) {
        sum = fx_wrap_add64(sum, fx_sra64(fx_wide(values[i], weights[i]), 8));
        total += weights[i];
    }
    return total <= 0 ? 0 : fx_sat64(divide_nearest(sum, total > 256 ? total / 256 : 1));
}

/* --- two series ------------------------------------------------------------------------------- */

typedef struct {
    int64_t xx, yy, xy; /* sums of products of deviations, Q32 */
    fx mean_x, mean_y;
} moments;

static fx mean(const fx *a, size_t n) {
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++) sum += a[i];
    return n == 0 ? 0 : (fx)divide_nearest(sum, (int64_t)n);
}

static moments deviations(const fx *x, const fx *y, size_t n) {
    moments m = {0, 0, 0, mean(x, n), mean(y, n)};
    int64_t sum_x = 0, sum_y = 0;

    for (size_t i = 0; i < n; i++) {
        int64_t dx = (int64_t)x[i] - m.mean_x, dy = (int64_t)y[i] - m.mean_y;

        m.xx = fx_wrap_add64(m.xx, dx * dx);
        m.yy = fx_wrap_add64(m.yy, dy * dy);
        m.xy = fx_wrap_add64(m.xy, dx * dy);
        sum_x += dx;
        sum_y += dy;
    }
    if (n > 0) { /* takes out of the sums what the rounding of the means left */
        m.xx -= sum_x * sum_x / (int64_t)n;
        m.yy -= sum_y * sum_y / (int64_t)n;
        m.xy -= sum_x * sum_y / (int64_t)n;
    }
    return m;
}

fx stat_covariance(const fx *a, const fx *b, size_t n) {
    moments m = deviations(a, b, n);

    return n == 0 ? 0 : fx_sat64(fx_rshr64(divide_nearest(m.xy, (int64_t)n), 16));
}

/* n / d in Q16 for |n| <= d or so. */
static fx ratio(int64_t n, int64_t d) {
    int up = fx_clz64(fx_magnitude64(n)) - 1;
    int64_t top = fx_magnitude64(n) == 0 ? 0 : fx_shl64(n, up > 16 ? 16 : up);

    if (up < 16) d = d >> (16 - up);
    return d == 0 ? 0 : fx_sat64(divide_nearest(top, d));
}

bool stat_correlation(const fx *a, const fx *b, size_t n, fx *correlation) {
    moments m = deviations(a, b, n);
    uint64_t root;

    *correlation = 0;
    if (m.xx <= 0 || m.yy <= 0) return false;
    /* sqrt(xx) sqrt(yy) with 16 more bits each where there is room */
    {
        int ux = fx_clz64((uint64_t)m.xx) & ~1, uy = fx_clz64((uint64_t)m.yy) & ~1;
        uint64_t rx = fx_isqrt64((uint64_t)m.xx << ux), ry = fx_isqrt64((uint64_t)m.yy << uy);
        int down = (ux + uy) / 2;

        root = down >= 64 ? 0 : fx_rshr_u64(rx * ry, down);
    }
    *correlation = fx_clamp(ratio(m.xy, (int64_t)(root == 0 ? 1 : root)), -FX_ONE, FX_ONE);
    return true;
}

bool stat_regression(const fx *x, const fx *y, size_t n, fx *slope, fx *offset) {
    moments m = deviations(x, y, n);

    *slope = 0;
    *offset = m.mean_y;
    if (m.xx <= 0) return false;
    *slope = ratio(m.xy, m.xx);
    *offset = fx_sat64(m.mean_y - fx_rshr64(fx_wide(*slope, m.mean_x), 16));
    return true;
}

/* --- chi-square ------------------------------------------------------------------------------- */

fx stat_chi_square(const uint32_t *observed, int bins) {
    uint64_t total = 0, squares_hi = 0, squares_lo = 0, q;

    for (int i = 0; i < bins; i++) {
        uint64_t square = fx_wide_u(observed[i], observed[i]);

        total += observed[i];
        squares_lo += square;
        squares_hi += squares_lo < square;
    }
    if (total == 0 || squares_hi != 0 || total > UINT32_MAX) return total == 0 ? 0 : FX_MAX;
    /* bins / total * sum of squares - total, as bins (squares - total^2 / bins) / total */
    q = fx_wide_u((uint32_t)total, (uint32_t)total) / (uint64_t)bins;
    squares_lo = squares_lo > q ? squares_lo - q : 0;
    if (squares_lo >> 44 != 0) return FX_MAX;
    q = (squares_lo << 16) / total;
    return q > (uint64_t)INT32_MAX / (uint64_t)bins ? FX_MAX : (fx)(q * (uint64_t)bins);
}

fx stat_chi_square_limit(int degrees, bool one_percent) {
    return degrees < 1 || degrees > 64 ? 0 : (fx)fx_table_chi_square[degrees - 1][one_percent ? 1 : 0] << 9;
}

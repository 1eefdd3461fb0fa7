/* The lifted Haar transform and the selection of details. */
#include "fixedmath/wavelet.h"

size_t haar_averages(size_t n, int levels) {
    for (; levels > 0 && n > 1; levels--) n = (n + 1) / 2;
    return n;
}

void haar_forward_strided(int32_t *x, size_t n, ptrdiff_t stride, int levels, int32_t *scratch) {
    for (; levels > 0 && n > 1; levels--) {
        size_t pairs = n / 2, averages = n - pairs;

        for (size_t i = 0; i < pairs; i++) {
            int32_t a = x[(ptrdiff_t)(2 * i) * stride], b = x[(ptrdiff_t)(2 * i + 1) * stride];
            int32_t d = fx_wrap_sub(a, b);

            scratch[i] = d;
            x[(ptrdiff_t)i * stride] = fx_wrap_add(b, fx_sra32(d, 1));
        }
        if (averages > pairs) x[(ptrdiff_t)pairs * stride] = x[(ptrdiff_t)(n - 1) * stride];
        for (size_t i = 0; i < pairs; i++) x[(ptrdiff_t)(averages + i) * stride] = scratch[i];
        n = averages;
    }
}

static void inverse_pass(int32_t *x, size_t n, ptrdiff_t stride, int32_t *scratch) {
    size_t pairs = n / 2, averages = n - pairs;

    for (size_t i = 0; i < pairs; i++) scratch[i] = x[(ptrdiff_t)(averages + i) * stride];
    if (averages > pairs) x[(ptrdiff_t)(n - 1) * stride] = x[(ptrdiff_t)pairs * stride];
    for (size_t i = pairs; i-- > 0;) {
        int32_t d = scratch[i], b = fx_wrap_sub(x[(ptrdiff_t)i * stride], fx_sra32(d, 1));

        x[(ptrdiff_t)(2 * i) * stride] = fx_wrap_add(b, d);
        x[(ptrdiff_t)(2 * i + 1) * stride] = b;
    }
}

void haar_inverse_strided(int32_t *x, size_t n, ptrdiff_t stride, int levels, int32_t *scratch) {
    for (int level = levels; level > 0; level--) {
        size_t length = haar_averages(n, level - 1);

        if (length > 1) inverse_pass(x, length, stride, scratch);
    }
}

void haar_forward(int32_t *x, size_t n, int levels, int32_t *scratch) {
    haar_forward_strided(x, n, 1, levels, scratch);
}

void haar_inverse(int32_t *x, size_t n, int levels, int32_t *scratch) {
    haar_inverse_strided(x, n, 1, levels, scratch);
}

void haar_forward_2d(int32_t *x, size_t width, size_t height, ptrdiff_t row_stride, int levels,
                     int32_t *scratch) {
    for (size_t y = 0; y < height; y++)
        haar_forward_strided(x + (ptrdiff_t)y * row_stride, width, 1, levels, scratch);
    for (size_t i = 0; i < width; i++) haar_forward_strided(x + i, height, row_stride, levels, scratch);
}

void haar_inverse_2d(int32_t *x, size_t width, size_t height, ptrdiff_t row_stride, int levels,
                     int32_t *scratch) {
    for (size_t i = 0; i < width; i++) haar_inverse_strided(x + i, height, row_stride, levels, scratch);
    for (size_t y = 0; y < height; y++)
        haar_inverse_strided(x + (ptrdiff_t)y * row_stride, width, 1, levels, scratch);
}

/* --- approximation ---------------------------------------------------------------------------- */

int haar_level_of(size_t i, size_t n, int levels) {
    for (int level = 1; level <= levels && n > 1; level++) {
        n /= 2;
        if (i >= n) return level;
    }
    return 0;
}

uint64_t haar_drop_below(int32_t *x, size_t n, int levels, uint64_t threshold) {
    uint64_t error = 0;

    for (size_t i = haar_averages(n, levels); i < n; i++) {
        uint64_t weight = haar_weight(x[i], haar_level_of(i, n, levels));

        if (weight < threshold) {
            error += weight;
            x[i] = 0;
        }
    }
    return error;
}

static size_t count_from(const int32_t *x, size_t n, int levels, uint64_t threshold) {
    size_t count = 0;

    for (size_t i = haar_averages(n, levels); i < n; i++)
        count += x[i] != 0 && haar_weight(x[i], haar_level_of(i, n, levels)) >= threshold;
    return count;
}

/* The smallest threshold that keeps at most `keep` details, by bisection; details just below the threshold then fill
 * up from the front. */
uint64_t haar_keep_largest(int32_t *x, size_t n, int levels, size_t keep) {
    uint64_t lo = 0, hi = UINT64_MAX, error = 0;
    size_t spare;

    if (count_from(x, n, levels, 1) <= keep) return 0;
    while (lo < hi) {
        uint64_t middle = lo + (hi - lo) / 2;

        if (count_from(x, n, levels, middle) <= keep) {
            hi = middle;
        } else {
            lo = middle + 1;
        }
    }
    spare = keep - count_from(x, n, levels, lo);
    for (size_t i = haar_averages(n, levels); i < n; i++) {
        uint64_t weight = haar_weight(x[i], haar_level_of(i, n, levels));

        if (weight >= lo) continue;
        if (weight != 0 && weight + 1 == lo && spare > 0) {
            spare--;
            continue;
        }
        error += weight;
        x[i] = 0;
    }
    return error;
}

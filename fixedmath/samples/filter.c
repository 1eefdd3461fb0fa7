/* Filters of sample streams. */
#include "fixedmath/filter.h"

bool moving_average_init(moving_average *m, fx *ring, int size) {
    *m = (moving_average){ring, size, 0, 0, 0};
    return size >= 1;
}

fx moving_average_value(const moving_average *m) {
    uint64_t count = (uint64_t)m->count, q;

    if (m->count == 0) return 0;
    q = (fx_magnitude64(m->sum) + count / 2) / count;
    return m->sum < 0 ? (fx) - (int64_t)q : (fx)q;
}

fx moving_average_add(moving_average *m, fx x) {
    if (m->count == m->size) {
        m->sum -= m->ring[m->next];
    } else {
        m->count++;
    }
    m->ring[m->next] = x;
    m->sum += x;
    m->next = m->next + 1 < m->size ? m->next + 1 : 0;
    return moving_average_value(m);
}

q30 lowpass_factor(fx rc, uint32_t dt) {
    uint64_t below = ((uint64_t)fx_magnitude(rc) << 16) + dt; /* Q32 */

    return below == 0 ? Q30_ONE : (q30)(((uint64_t)dt << 30) / below);
}

fx lowpass_add(lowpass_filter *f, fx u) {
    int64_t rest = fx_shl64(u, 16) - f->y; /* up to 2^49 */

    f->y += fx_sra64(fx_sra64(rest, 18) * f->a, 12) + fx_rshr64((rest & 0x3FFFF) * f->a, 30);
    return (fx)fx_rshr64(f->y, 16);
}

static void row_pass(fx *x, size_t n, ptrdiff_t stride, uf16 k) {
    int64_t y;

    if (n == 0) return;
    y = fx_shl64(*x, 12);
    for (size_t i = 1; i < n; i++) {
        x += stride;
        y = fx_rshr64(y * (int64_t)k + fx_shl64(*x, 12) * (int64_t)(UF16_ONE - k), 16);
        *x = (fx)fx_rshr64(y, 12);
    }
}

void row_filter(fx *x, size_t n, ptrdiff_t stride, uf16 k) {
    row_pass(x, n, stride, k > UF16_ONE ? UF16_ONE : k);
}

void row_filter_zero_phase(fx *x, size_t n, ptrdiff_t stride, uf16 k) {
    row_filter(x, n, stride, k);
    if (n > 0) row_filter(x + (ptrdiff_t)(n - 1) * stride, n, -stride, k);
}

static fx drift(fx from, fx to, int64_t r) {
    return fx_sat64(from + fx_rshr64(((int64_t)to - from) * r, 30));
}

void drift_history_add(drift_history *h, fx p, uint32_t elapsed) {
    /* 0.8 in Q24 times the time in Q16, shifted to Q30 */
    int64_t r = (int64_t)fx_rshr_u64((uint64_t)elapsed * 13421773u, 10); /* Q30 */

    r = r > Q30_ONE ? Q30_ONE : r;
    if (!h->begun) {
        *h = (drift_history){p, p, p, true};
        return;
    }
    h->average = drift(h->average, p, r);
    h->min = p < h->min ? p : drift(h->min, p, r);
    h->max = p > h->max ? p : drift(h->max, p, r);
}

fx median3(fx a, fx b, fx c) { return fx_max(fx_min(a, b), fx_min(fx_max(a, b), c)); }

/* Drops the smallest and the largest of the first four: the median of the remaining two and e is the median of all. */
fx median5(fx a, fx b, fx c, fx d, fx e) {
    fx low = fx_max(fx_min(a, b), fx_min(c, d)), high = fx_min(fx_max(a, b), fx_max(c, d));

    return median3(low, high, e);
}

fx difference_add(difference_filter *d, fx x) {
    fx step = d->begun ? fx_subs(x, d->last) : 0;

    *d = (difference_filter){x, true};
    return step;
}

bool hysteresis_add(hysteresis_gate *h, fx x) {
    if (x >= h->high) h->on = true;
    if (x <= h->low) h->on = false;
    return h->on;
}

/* Gauss-Jordan inverses in Q32.32. */
#include "fixedmath/linear.h"

#define SINGULAR ((uint64_t)1 << 10) /* 2^-22 in Q32.32 */

/* --- Q32.32 arithmetic ------------------------------------------------------------------------ */

/* a b, rounded, modulo 2^64. */
static int64_t mul(int64_t a, int64_t b) {
    uint64_t high, low = fx_mul64x64(fx_magnitude64(a), fx_magnitude64(b), &high);
    uint64_t product = (high << 32) + (low >> 32) + ((low >> 31) & 1u);

    return (int64_t)((a ^ b) < 0 ? 0u - product : product);
}

/* a / b, rounded, for 0 < |b| < 2^47; false when the quotient does not fit. */
static bool divide_wide(int64_t a, int64_t b, int64_t *quotient) {
    uint64_t n = fx_magnitude64(a), d = fx_magnitude64(b), q = n / d, rest = n % d;

    if (q >= (uint64_t)1 << 31) return false;
    for (int i = 0; i < 2; i++) {
        rest <<= 16;
        q = (q << 16) | (rest / d);
        rest %= d;
    }
    q += rest * 2 >= d;
    if (q > INT64_MAX) return false;
    *quotient = (a ^ b) < 0 ? -(int64_t)q : (int64_t)q;
    return true;
}

/* Row as Q32.32, scaled so that its largest element lies in 1/2 .. 1; false for a row of zeros. */
static bool load_row(const fx *a, int n, int64_t *row, int *shift) {
    uint32_t bits = 0;

    for (int i = 0; i < n; i++) bits |= fx_magnitude(a[i]);
    if (bits == 0) return false;
    *shift = fx_clz32(bits);
    for (int i = 0; i < n; i++) row[i] = fx_shl64(a[i], *shift);
    return true;
}

/* Q32.32 to fx, nearest; false outside the range. */
static bool store_q32(int64_t a, fx *out) {
    int64_t r = fx_rshr64(a, 16);

    *out = fx_sat64(r);
    return r == *out;
}

/* --- inverse ---------------------------------------------------------------------------------- */

static int find_pivot(const linear_work *work, int column, int n) {
    int pivot = column;

    for (int r = column + 1; r < n; r++) {
        if (fx_magnitude64(work->row[r][column]) > fx_magnitude64(work->row[pivot][column])) pivot = r;
    }
    return pivot;
}

/* Divides the pivot row and clears the column in all other rows. */
static bool eliminate(linear_work *work, int column, int n) {
    int64_t pivot = work->row[column][column];

    if (fx_magnitude64(pivot) < SINGULAR) return false;
    for (int c = column; c < 2 * n; c++) {
        if (!divide_wide(work->row[column][c], pivot, &work->row[column][c])) return false;
    }
    for (int r = 0; r < n; r++) {
        int64_t factor = work->row[r][column];

        if (r == column || factor == 0) continue;
        for (int c = column; c < 2 * n; c++) {
            work->row[r][c] = fx_wrap_sub64(work->row[r][c], mul(factor, work->row[column][c]));
        }
    }
    return true;
}

bool mn_inverse(const fx *a, fx *inverse, int n, linear_work *work) {
    int shift[LINEAR_MAX];
    fx out[LINEAR_MAX * LINEAR_MAX];

    if (n < 1 || n > LINEAR_MAX) return false;
    for (int r = 0; r < n; r++) {
        if (!load_row(a + r * n, n, work->row[r], &shift[r])) return false;
        for (int c = 0; c < n; c++) work->row[r][n + c] = r == c ? (int64_t)1 << 32 : 0;
    }
    for (int column = 0; column < n; column++) {
        int pivot = find_pivot(work, column, n);

        for (int c = 0; c < 2 * n; c++) {
            int64_t keep = work->row[column][c];

            work->row[column][c] = work->row[pivot][c];
            work->row[pivot][c] = keep;
        }
        if (!eliminate(work, column, n)) return false;
    }
    /* the right half inverts the scaled matrix: column c belongs to input row c, scaled by 2^(shift - 16) */
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            int up = shift[c] - 16;
            int64_t value = work->row[r][n + c];

            if (up > 0) {
                if (fx_clz64(fx_magnitude64(value)) <= up) return false;
                value = fx_shl64(value, up);
            } else {
                value = fx_rshr64(value, -up);
            }
            if (!store_q32(value, &out[r * n + c])) return false;
        }
    }
    for (int i = 0; i < n * n; i++) inverse[i] = out[i];
    return true;
}

bool m22_inverse(const mat22 *a, mat22 *inverse) {
    linear_work work;

    return mn_inverse((const fx *)a->m, (fx *)inverse->m, 2, &work);
}

bool m3_inverse(const mat33 *a, mat33 *inverse) {
    linear_work work;

    return mn_inverse((const fx *)a->m, (fx *)inverse->m, 3, &work);
}

bool m4_inverse(const mat44 *a, mat44 *inverse) {
    linear_work work;

    return mn_inverse((const fx *)a->m, (fx *)inverse->m, 4, &work);
}

bool m34_inverse(const mat34 *a, mat34 *inverse) {
    linear_work work;
    mat44 wide = m4_from_m34(a);

    if (!mn_inverse((fx *)wide.m, (fx *)wide.m, 4, &work)) return false;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) inverse->m[r][c] = wide.m[r][c];
    }
    return true;
}

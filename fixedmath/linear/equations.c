/* Linear systems: LU factors, Cramer's rule, tridiagonal systems. */
#include "fixedmath/linear.h"

/* a b of Q32.32, rounded, modulo 2^64. */
static int64_t mul(int64_t a, int64_t b) {
    uint64_t high, low = fx_mul64x64(fx_magnitude64(a), fx_magnitude64(b), &high);
    uint64_t product = (high << 32) + (low >> 32) + ((low >> 31) & 1u);

    return (int64_t)((a ^ b) < 0 ? 0u - product : product);
}

/* a / b of Q32.32, rounded, saturating; b != 0. */
static int64_t divide_q32(int64_t a, int64_t b) {
    uint64_t n = fx_magnitude64(a), d = fx_magnitude64(b), q = n / d, rest = n % d;

    if (q >= (uint64_t)1 << 31) return (a ^ b) < 0 ? INT64_MIN : INT64_MAX;
    for (int i = 0; i < 32; i++) { /* bit by bit: the divisor may use all 64 bits */
        bool carry = rest >> 63 != 0;

        rest <<= 1;
        q <<= 1;
        if (carry || rest >= d) {
            rest -= d;
            q |= 1u;
        }
    }
    if (rest >= d - rest && q < INT64_MAX) q++;
    return (a ^ b) < 0 ? -(int64_t)q : (int64_t)q;
}

/* --- LU --------------------------------------------------------------------------------------- */

static bool load_matrix(const fx *a, int n, linear_lu *lu) {
    for (int r = 0; r < n; r++) {
        uint32_t bits = 0;

        for (int c = 0; c < n; c++) bits |= fx_magnitude(a[r * n + c]);
        if (bits == 0) return false;
        lu->shift[r] = fx_clz32(bits);
        lu->order[r] = r;
        for (int c = 0; c < n; c++) lu->lu[r][c] = fx_shl64(a[r * n + c], lu->shift[r]);
    }
    lu->n = n;
    lu->sign = 1;
    return true;
}

static void swap_rows(linear_lu *lu, int a, int b) {
    int keep = lu->order[a];

    if (a == b) return;
    lu->order[a] = lu->order[b];
    lu->order[b] = keep;
    lu->sign = -lu->sign;
    for (int c = 0; c < lu->n; c++) {
        int64_t value = lu->lu[a][c];

        lu->lu[a][c] = lu->lu[b][c];
        lu->lu[b][c] = value;
    }
}

bool linear_factor(const fx *a, int n, linear_lu *lu) {
    if (n < 1 || n > LINEAR_MAX || !load_matrix(a, n, lu)) return false;
    for (int k = 0; k < n; k++) {
        int pivot = k;

        for (int r = k + 1; r < n; r++) {
            if (fx_magnitude64(lu->lu[r][k]) > fx_magnitude64(lu->lu[pivot][k])) pivot = r;
        }
        swap_rows(lu, k, pivot);
        if (fx_magnitude64(lu->lu[k][k]) < (uint64_t)1 << 10) return false;
        for (int r = k + 1; r < n; r++) {
            int64_t factor = divide_q32(lu->lu[r][k], lu->lu[k][k]);

            lu->lu[r][k] = factor;
            for (int c = k + 1; c < n; c++)
                lu->lu[r][c] = fx_wrap_sub64(lu->lu[r][c], mul(factor, lu->lu[k][c]));
        }
    }
    return true;
}

bool linear_solve(const linear_lu *lu, const fx *b, fx *x) {
    int64_t y[LINEAR_MAX];
    fx out[LINEAR_MAX];

    for (int r = 0; r < lu->n; r++) {
        y[r] = fx_shl64(b[lu->order[r]], lu->shift[lu->order[r]]);
        for (int c = 0; c < r; c++) y[r] = fx_wrap_sub64(y[r], mul(lu->lu[r][c], y[c]));
    }
    for (int r = lu->n - 1; r >= 0; r--) {
        int64_t wide;

        for (int c = r + 1; c < lu->n; c++) y[r] = fx_wrap_sub64(y[r], mul(lu->lu[r][c], y[c]));
        y[r] = divide_q32(y[r], lu->lu[r][r]);
        wide = fx_rshr64(y[r], 16);
        out[r] = fx_sat64(wide);
        if (out[r] != wide) return false;
    }
    for (int r = 0; r < lu->n; r++) x[r] = out[r];
    return true;
}

fx linear_determinant(const linear_lu *lu) {
    int64_t product = (int64_t)1 << 32;
    int exponent = 0;

    /* normalise after each factor: the row scales are taken back at the end */
    for (int i = 0; i < lu->n; i++) {
        int up;

        product = mul(product, lu->lu[i][i]);
        if (product == 0) return 0;
        up = fx_clz64(fx_magnitude64(product)) - 31;
        product = up >= 0 ? fx_shl64(product, up) : fx_rshr64(product, -up);
        exponent += 16 - lu->shift[i] - up;
    }
    product = lu->sign < 0 ? -product : product;
    exponent -= 16; /* Q32 to fx */
    if (exponent > 30) return product < 0 ? FX_MIN : FX_MAX;
    if (exponent >= 0) return fx_sat64(fx_shl64(product, exponent > 30 ? 30 : exponent));
    return exponent < -62 ? 0 : fx_sat64(fx_rshr64(product, -exponent));
}

fx m4_determinant(const mat44 *a) {
    linear_lu lu;

    return linear_factor((const fx *)a->m, 4, &lu) ? linear_determinant(&lu) : 0;
}

fx m22_determinant(const mat22 *a) {
    return v2_cross(v2(a->m[0][0], a->m[1][0]), v2(a->m[0][1], a->m[1][1]));
}

/* --- Cramer ----------------------------------------------------------------------------------- */

static int64_t det2(int64_t a, int64_t b, int64_t c, int64_t d) { return fx_wrap_sub64(a * d, b * c); }

/* n / d in Q16 of 64-bit determinants, nearest; false when it does not fit. */
static bool quotient(int64_t n, int64_t d, fx *out) {
    int room = fx_clz64(fx_magnitude64(n)), up = room > 17 ? 16 : room - 1;
    uint64_t top, bottom = fx_magnitude64(d), q;

    if (up < 0) up = 0;
    top = fx_magnitude64(n) << up;
    bottom >>= 16 - up;
    if (bottom == 0) return false;
    q = top / bottom + (top % bottom >= bottom - bottom / 2);
    *out = fx_with_sign(q > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)q, (n ^ d) < 0 ? -1 : 1);
    return q <= INT32_MAX;
}

bool linear_solve2(const mat22 *a, vec2 b, vec2 *x) {
    int64_t d = det2(a->m[0][0], a->m[0][1], a->m[1][0], a->m[1][1]);
    vec2 out;

    if (d == 0 || !quotient(det2(b.x, a->m[0][1], b.y, a->m[1][1]), d, &out.x) ||
        !quotient(det2(a->m[0][0], b.x, a->m[1][0], b.y), d, &out.y))
        return false;
    *x = out;
    return true;
}

/* a (Q32) times b (Q16), summed over three, kept in Q32. */
static int64_t dot_wide(const int64_t c[3], const fx b[3]) {
    int64_t high = 0, low = 0;

    for (int i = 0; i < 3; i++) {
        high = fx_wrap_add64(high, fx_wrap_mul64(fx_sra64(c[i], 16), b[i]));
        low += (c[i] & 0xFFFF) * b[i];
    }
    return fx_wrap_add64(high, fx_rshr64(low, 16));
}

bool linear_solve3(const mat33 *a, vec3 b, vec3 *x) {
    int64_t minors[3][3], d;
    const fx right[3] = {b.x, b.y, b.z};
    fx out[3];

    /* minors[c][r]: cofactor of element (r, c) */
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;

            minors[c][r] = det2(a->m[r1][c1], a->m[r1][c2], a->m[r2][c1], a->m[r2][c2]);
        }
    }
    {
        const fx column[3] = {a->m[0][0], a->m[1][0], a->m[2][0]};

        d = dot_wide(minors[0], column);
    }
    if (d == 0) return false;
    for (int c = 0; c < 3; c++) {
        if (!quotient(dot_wide(minors[c], right), d, &out[c])) return false;
    }
    *x = (vec3){out[0], out[1], out[2]};
    return true;
}

/* --- tridiagonal ------------------------------------------------------------------------------ */

bool linear_tridiagonal(const fx *lower, const fx *diagonal, const fx *upper, const fx *b, fx *x,
                        int64_t *work, size_t n) {
    int64_t pivot, last = 0;

    if (n == 0) return true;
    /* work[i] = upper[i] / pivot; x[i] needs 64 bits while eliminating, so b's wide part is folded into two
     * passes */
    for (size_t i = 0; i < n; i++) {
        pivot = fx_shl64(diagonal[i], 16);
        if (i > 0) pivot = fx_wrap_sub64(pivot, mul(fx_shl64(lower[i], 16), work[i - 1]));
        if (fx_magnitude64(pivot) < (uint64_t)1 << 10) return false;
        work[i] = i + 1 < n ? divide_q32(fx_shl64(upper[i], 16), pivot) : 0;
    }
    for (size_t i = 0; i < n; i++) {
        int64_t right = fx_shl64(b[i], 16);

        pivot = fx_shl64(diagonal[i], 16);
        if (i > 0) {
            pivot = fx_wrap_sub64(pivot, mul(fx_shl64(lower[i], 16), work[i - 1]));
            right = fx_wrap_sub64(right, mul(fx_shl64(lower[i], 16), last));
        }
        last = divide_q32(right, pivot);
        x[i] = fx_sat64(fx_rshr64(last, 16));
    }
    for (size_t i = n - 1; i-- > 0;)
        x[i] = fx_sat64(x[i] - fx_rshr64(mul(work[i], fx_shl64(x[i + 1], 16)), 16));
    return true;
}

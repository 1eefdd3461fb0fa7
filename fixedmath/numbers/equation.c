/* The quadratic equation with exact discriminant, Newton's method and bisection. */
#include "fixedmath/equation.h"

/* Brings |a|, |b|, |c| below 2^30 by a common factor. */
static void limit_coefficients(fx *a, fx *b, fx *c) {
    uint32_t bits = fx_magnitude(*a) | fx_magnitude(*b) | fx_magnitude(*c);
    int down = 2 - fx_clz32(bits);

    if (down > 0) {
        *a = fx_rshr32(*a, down);
        *b = fx_rshr32(*b, down);
        *c = fx_rshr32(*c, down);
    }
}

/* b^2 - 4 a c, exact: below 2^60 + 2^62 in magnitude. */
static int64_t discriminant(fx a, fx b, fx c) { return fx_wide(b, b) - 4 * fx_wide(a, c); }

int fx_discriminant_sign(fx a, fx b, fx c) {
    int64_t d;

    limit_coefficients(&a, &b, &c);
    d = discriminant(a, b, c);
    return (d > 0) - (d < 0);
}

/* n / d as fx for n in Q(16 + bits), d in Q16: nearest, saturating. Where the shifted numerator would not
 * fit, the denominator gives up its lowest bits. */
static fx ratio_wide(int64_t n, int bits, int64_t d) {
    uint64_t top = fx_magnitude64(n), bottom = fx_magnitude64(d), q;
    int up = 16 - bits, room = fx_clz64(top);

    if (up < 0) {
        bottom <<= -up;
    } else if (up <= room) {
        top = top << (up & 63);
    } else {
        top <<= room;
        bottom >>= up - room;
    }
    if (bottom == 0) return top == 0 ? 0 : (n ^ d) < 0 ? FX_MIN : FX_MAX;
    q = top / bottom + (top % bottom >= bottom - bottom / 2);
    return fx_with_sign(q > 0xFFFFFFFFu ? 0xFFFFFFFFu : (uint32_t)q, (n ^ d) < 0 ? -1 : 1);
}

int fx_solve_quadratic(fx a, fx b, fx c, fx root[2]) {
    int64_t d, q;
    int even;
    fx first, second;

    limit_coefficients(&a, &b, &c);
    if (a == 0) {
        if (b == 0) return c == 0 ? EQUATION_ALL : 0;
        root[0] = root[1] = ratio_wide(-(int64_t)c, 0, b);
        return 1;
    }
    d = discriminant(a, b, c);
    if (d < 0) return 0;
    if (d == 0) {
        root[0] = root[1] = ratio_wide(-(int64_t)b, 0, 2 * (int64_t)a);
        return 1;
    }
    /* q = -(b + sign(b) sqrt(d))/2 with as many fraction bits of the root as fit: no cancellation */
    even = fx_clz64((uint64_t)d) & ~1;
    q = (int64_t)fx_isqrt64_round((uint64_t)d << even) + fx_shl64(b < 0 ? -(int64_t)b : b, even / 2);
    q = b < 0 ? q : -q; /* twice q, in Q(16 + even/2) */
    first = ratio_wide(q, even / 2, 2 * (int64_t)a);
    second = c == 0 ? 0 : ratio_wide(2 * (int64_t)c, -(even / 2), q);
    root[0] = first < second ? first : second;
    root[1] = first < second ? second : first;
    return 2;
}

/* --- general ---------------------------------------------------------------------------------- */

static bool small(fx a, fx tolerance) { return fx_magnitude(a) <= fx_magnitude(tolerance); }

root_status root_newton(fx_function f, fx_function derivative, const void *context, fx x0, fx tolerance,
                        int max_steps, fx *root) {
    int steps = max_steps > 0 ? max_steps : ROOT_NEWTON_STEPS;

    *root = x0;
    for (int i = 0; i < steps; i++) {
        fx value = f(*root, context), slope, step;

        if (small(value, tolerance)) return ROOT_FOUND;
        slope = derivative(*root, context);
        if (slope == 0) return ROOT_ZERO_DERIVATIVE;
        step = fx_div(value, slope);
        *root = fx_subs(*root, step);
        if (small(step, tolerance)) return ROOT_FOUND;
    }
    return small(f(*root, context), tolerance) ? ROOT_FOUND : ROOT_NOT_CONVERGED;
}

root_status root_bisect(fx_function f, const void *context, fx lo, fx hi, fx tolerance, int max_steps,
                        fx *root) {
    int steps = max_steps > 0 ? max_steps : ROOT_BISECT_STEPS;
    fx at_lo = f(lo, context), at_hi = f(hi, context);
    bool falling = at_lo > 0;

    *root = at_lo == 0 ? lo : hi;
    if (at_lo == 0 || at_hi == 0) return ROOT_FOUND;
    if ((at_lo > 0) == (at_hi > 0)) return ROOT_NO_SIGN_CHANGE;
    for (int i = 0; i < steps; i++) {
        fx middle = fx_mid(lo, hi), value = f(middle, context);

        *root = middle;
        if (value == 0) return ROOT_FOUND;
        if ((value > 0) == falling) {
            lo = middle;
        } else {
            hi = middle;
        }
        if ((int64_t)hi - lo <= tolerance || (int64_t)hi - lo <= 1) {
            *root = fx_magnitude(f(lo, context)) <= fx_magnitude(f(hi, context)) ? lo : hi;
            return ROOT_FOUND;
        }
    }
    return ROOT_NOT_CONVERGED;
}

root_status root_newton_safe(fx_function f, fx_function derivative, const void *context, fx lo, fx hi,
                             fx tolerance, int max_steps, fx *root) {
    int steps = max_steps > 0 ? max_steps : ROOT_BISECT_STEPS;
    fx at_lo = f(lo, context), at_hi = f(hi, context), x = fx_mid(lo, hi);
    bool falling = at_lo > 0;

    *root = at_lo == 0 ? lo : hi;
    if (at_lo == 0 || at_hi == 0) return ROOT_FOUND;
    if ((at_lo > 0) == (at_hi > 0)) return ROOT_NO_SIGN_CHANGE;
    for (int i = 0; i < steps; i++) {
        fx value = f(x, context), slope = derivative(x, context), next;

        *root = x;
        if (small(value, tolerance)) return ROOT_FOUND;
        if ((value > 0) == falling) {
            lo = x;
        } else {
            hi = x;
        }
        next = slope == 0 ? lo : fx_subs(x, fx_div(value, slope));
        if (next <= lo || next >= hi) next = fx_mid(lo, hi);
        if (next == x || (int64_t)hi - lo <= 1) return ROOT_FOUND;
        x = next;
    }
    return ROOT_NOT_CONVERGED;
}

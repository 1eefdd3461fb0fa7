/* Decimal numbers as doubles, rounded right. */
#include "tools/import/base/decimal.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* A whole number below 2^1120, little end first: 10^400 has 930 bits of fives. */
enum { LIMBS = 35 };
typedef struct whole {
    uint32_t limb[LIMBS];
} whole;

static void multiply(whole *a, uint32_t factor) {
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void power_of_five(whole *a, long power) {
    for (; power >= 13; power -= 13) multiply(a, 1220703125u); /* 5^13 */
    for (; power > 0; power--) multiply(a, 5);
}

/* Compares two numbers that have at most `limbs` limbs: -1, 0 or 1. */
static int compare(const whole *a, const whole *b, int limbs) {
    for (int i = limbs; i-- > 0;) {
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    }
    return 0;
}

static void subtract(whole *a, const whole *b, int limbs) {
    uint64_t borrow = 0;
    for (int i = 0; i < limbs; i++) {
        uint64_t difference = (uint64_t)a->limb[i] - b->limb[i] - borrow;
        a->limb[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
}

static int bits_of(const whole *a) {
    for (int i = LIMBS; i-- > 0;) {
        int bits = 0;
        for (uint32_t left = a->limb[i]; left != 0; left >>= 1) bits++;
        if (bits > 0) return i * 32 + bits;
    }
    return 0;
}

static void shift_left(whole *a, int count, int limbs) {
    int whole_ones = count / 32, bits = count % 32;
    for (int i = limbs; i-- > 0;) {
        uint64_t value = i >= whole_ones ? (uint64_t)a->limb[i - whole_ones] << bits : 0;
        if (i > whole_ones && bits > 0) value |= a->limb[i - whole_ones - 1] >> (32 - bits);
        a->limb[i] = (uint32_t)value;
    }
}

/* a / b as 55 bits, the highest of them 1: a / b = quotient * 2^(-54 - *shift), or a little more when *rest says
 * that a remainder is left. */
static uint64_t divide(whole *a, whole *b, int *shift, bool *rest) {
    uint64_t quotient = 0;
    int above = bits_of(a), below = bits_of(b),
        limbs = ((above > below ? above : below) + 2) / 32 + 1; /* two more bits for the shifts */
    *shift = below - above;
    if (*shift > 0) shift_left(a, *shift, limbs);
    if (*shift < 0) shift_left(b, -*shift, limbs);
    if (compare(a, b, limbs) < 0) {
        shift_left(a, 1, limbs);
        ++*shift;
    }
    for (int i = 0; i < 55; i++) {
        bool one = compare(a, b, limbs) >= 0;
        quotient = quotient << 1 | one;
        if (one) subtract(a, b, limbs);
        shift_left(a, 1, limbs);
    }
    *rest = bits_of(a) > 0;
    return quotient;
}

double import_decimal(uint64_t digits, long exponent) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    whole above = {{(uint32_t)digits, (uint32_t)(digits >> 32)}}, below = {{1}};
    int shift;
    bool rest;
    if (digits == 0 || exponent < -400) return 0;
    if (digits <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22)
        return exponent < 0 ? (double)digits / powers[-exponent] : (double)digits * powers[exponent];
    power_of_five(exponent >= 0 ? &above : &below, exponent >= 0 ? exponent : -exponent);
    uint64_t quotient = divide(&above, &below, &shift, &rest);
    uint64_t kept = quotient >> 2, tail = quotient & 3;
    if (tail > 2 || (tail == 2 && (rest || (kept & 1) != 0))) kept++;
    double value = ldexp((double)kept, (int)exponent - 52 - shift);
    return value < 1e-300 ? 0 : value;
}

/* Integer constants that the compiler works out: Fibonacci, factorial, gcd, roots, powers, logarithms, sines.
 */
#ifndef FIXEDMATH_CONSTANT_H
#define FIXEDMATH_CONSTANT_H

#include "fixedmath/scalar.h"

/* All macros of this header are integer constant expressions: usable as array sizes, case labels and in static
 * initialisers, at no cost at run time. FX_CONSTANT rejects an argument that is not constant; every macro
 * passes its result through it. */
#define FX_CONSTANT(x) ((int64_t)(x) + 0 * (int64_t)sizeof(struct { int constant_only : ((x) == 0) + 1; }))

/* F(0) = 0, F(1) = 1, F(n) = F(n-1) + F(n-2), for 0 <= n <= 47, by table. */
#define CONST_FIBONACCI(n)                                                                                   \
    FX_CONSTANT(((n) == 0    ? 0                                                                             \
                 : (n) <= 2  ? 1                                                                             \
                 : (n) == 3  ? 2                                                                             \
                 : (n) == 4  ? 3                                                                             \
                 : (n) == 5  ? 5                                                                             \
                 : (n) == 6  ? 8                                                                             \
                 : (n) == 7  ? 13                                                                            \
                 : (n) == 8  ? 21                                                                            \
                 : (n) == 9  ? 34                                                                            \
                 : (n) == 10 ? 55                                                                            \
                 : (n) == 11 ? 89                                                                            \
                 : (n) == 12 ? 144                                                                           \
                 : (n) == 13 ? 233                                                                           \
                 : (n) == 14 ? 377                                                                           \
                 : (n) == 15 ? 610                                                                           \
                 : (n) == 16 ? 987                                                                           \
                 : (n) == 17 ? 1597                                                                          \
                 : (n) == 18 ? 2584                                                                          \
                 : (n) == 19 ? 4181                                                                          \
                 : (n) == 20 ? 6765                                                                          \
                 : (n) == 21 ? 10946                                                                         \
                 : (n) == 22 ? 17711                                                                         \
                 : (n) == 23 ? 28657                                                                         \
                 : (n) == 24 ? 46368                                                                         \
                             : -1))

/* 0! = 1! = 1, for 0 <= n <= 20. */
#define CONST_FACTORIAL(n) FX_CONSTANT(CONST_FACTORIAL_(n))
#define CONST_UP_TO_(n, k) ((n) >= (k) ? (int64_t)(k) : (int64_t)1)
#define CONST_FACTORIAL_(n)                                                                                  \
    (CONST_UP_TO_(n, 2) * CONST_UP_TO_(n, 3) * CONST_UP_TO_(n, 4) * CONST_UP_TO_(n, 5) *                     \
     CONST_UP_TO_(n, 6) * CONST_UP_TO_(n, 7) * CONST_UP_TO_(n, 8) * CONST_UP_TO_(n, 9) *                     \
     CONST_UP_TO_(n, 10) * CONST_UP_TO_(n, 11) * CONST_UP_TO_(n, 12) * CONST_UP_TO_(n, 13) *                 \
     CONST_UP_TO_(n, 14) * CONST_UP_TO_(n, 15) * CONST_UP_TO_(n, 16) * CONST_UP_TO_(n, 17) *                 \
     CONST_UP_TO_(n, 18) * CONST_UP_TO_(n, 19) * CONST_UP_TO_(n, 20))

/* Greatest common divisor of 0 <= a, b < 256: the largest divisor of both, tried bit by bit through prime
 * powers. */
#define CONST_GCD(a, b)                                                                                      \
    FX_CONSTANT(CONST_SHARED_(a, b, 2) * CONST_SHARED_(a, b, 3) * CONST_SHARED_(a, b, 5) *                   \
                CONST_SHARED_(a, b, 7) * CONST_SHARED_(a, b, 11) * CONST_SHARED_(a, b, 13) *                 \
                CONST_SHARED1_(a, b, 17) * CONST_SHARED1_(a, b, 19) * CONST_SHARED1_(a, b, 23) *             \
                CONST_SHARED1_(a, b, 29) * CONST_SHARED1_(a, b, 31) * CONST_SHARED1_(a, b, 37) *             \
                CONST_SHARED1_(a, b, 41) * CONST_SHARED1_(a, b, 43) * CONST_SHARED1_(a, b, 47) *             \
                CONST_SHARED1_(a, b, 53) * CONST_SHARED1_(a, b, 59) * CONST_SHARED1_(a, b, 61))
#define CONST_SHARED1_(a, b, p) ((a) % (p) == 0 && (b) % (p) == 0 ? (p) : 1)
#define CONST_SHARED_(a, b, p)                                                                               \
    (CONST_SHARED1_(a, b, p) * (CONST_SHARED1_(a, b, (p) * (p)) == 1 ? 1 : (p)) *                            \
     ((p) < 7 && CONST_SHARED1_(a, b, (p) * (p) * (p)) != 1 ? (p) : 1) *                                     \
     ((p) < 4 && CONST_SHARED1_(a, b, (p) * (p) * (p) * (p)) != 1 ? (p) : 1) *                               \
     ((p) < 4 && CONST_SHARED1_(a, b, (p) * (p) * (p) * (p) * (p)) != 1 ? (p) : 1) *                         \
     ((p) == 2 && CONST_SHARED1_(a, b, 64) != 1 ? 2 : 1) *                                                   \
     ((p) == 2 && CONST_SHARED1_(a, b, 128) != 1 ? 2 : 1))

/* Floor of the square root of 0 <= n < 65536: the bits of the root are set one by one. */
#define CONST_ISQRT(n) FX_CONSTANT(CONST_R0_(n))
#define CONST_BIT_(n, r, bit) ((r) + ((((r) + (bit)) * ((r) + (bit)) <= (n)) ? (bit) : 0))
#define CONST_R7_(n) CONST_BIT_(n, 0, 128)
#define CONST_R6_(n) CONST_BIT_(n, CONST_R7_(n), 64)
#define CONST_R5_(n) CONST_BIT_(n, CONST_R6_(n), 32)
#define CONST_R4_(n) CONST_BIT_(n, CONST_R5_(n), 16)
#define CONST_R3_(n) CONST_BIT_(n, CONST_R4_(n), 8)
#define CONST_R2_(n) CONST_BIT_(n, CONST_R3_(n), 4)
#define CONST_R1_(n) CONST_BIT_(n, CONST_R2_(n), 2)
#define CONST_R0_(n) CONST_BIT_(n, CONST_R1_(n), 1)

/* Floor of log2 of 0 < n < 2^32; -1 for 0. */
#define CONST_ILOG2(n)                                                                                       \
    FX_CONSTANT(((n) > 0) * 1 - 1 + CONST_AT_(n, 1) + CONST_AT_(n, 2) + CONST_AT_(n, 3) + CONST_AT_(n, 4) +  \
                CONST_AT_(n, 5) + CONST_AT_(n, 6) + CONST_AT_(n, 7) + CONST_AT_(n, 8) + CONST_AT_(n, 9) +    \
                CONST_AT_(n, 10) + CONST_AT_(n, 11) + CONST_AT_(n, 12) + CONST_AT_(n, 13) +                  \
                CONST_AT_(n, 14) + CONST_AT_(n, 15) + CONST_AT_(n, 16) + CONST_AT_(n, 17) +                  \
                CONST_AT_(n, 18) + CONST_AT_(n, 19) + CONST_AT_(n, 20) + CONST_AT_(n, 21) +                  \
                CONST_AT_(n, 22) + CONST_AT_(n, 23) + CONST_AT_(n, 24) + CONST_AT_(n, 25) +                  \
                CONST_AT_(n, 26) + CONST_AT_(n, 27) + CONST_AT_(n, 28) + CONST_AT_(n, 29) +                  \
                CONST_AT_(n, 30) + CONST_AT_(n, 31))
#define CONST_AT_(n, k) ((int64_t)(n) >= ((int64_t)1 << (k)))

/* base^n for 0 <= n <= 15, within int64_t. */
#define CONST_POWER(base, n)                                                                                 \
    FX_CONSTANT(CONST_P_(base, n, 1) * CONST_P_(base, n, 2) * CONST_P_(base, n, 4) * CONST_P_(base, n, 8))
#define CONST_P_(base, n, bit) (((n) & (bit)) == 0 ? (int64_t)1 : CONST_P##bit##_((int64_t)(base)))
#define CONST_P1_(b) (b)
#define CONST_P2_(b) ((b) * (b))
#define CONST_P4_(b) (CONST_P2_(b) * CONST_P2_(b))
#define CONST_P8_(b)                                                                                         \
    (((b) > 255 || (b) < -255) ? (int64_t)0 : CONST_P2_(b) * CONST_P2_(b) * CONST_P2_(b) * CONST_P2_(b))

/* Sine of a whole number of degrees -90..90 as fx, by Taylor's series to x^9 in Q3.29 radians: within 1 LSB.
 */
#define CONST_SIN_DEGREES(degrees) ((fx)FX_CONSTANT((CONST_SINE_(CONST_RAD_(degrees)) + 4096) >> 13))
#define CONST_COS_DEGREES(degrees) CONST_SIN_DEGREES(90 - ((degrees) < 0 ? -(degrees) : (degrees)))
#define CONST_RAD_(degrees) ((int64_t)(degrees)*74961321 / 8)
#define CONST_M_(a, b) (((a) * (b)) / 536870912)
#define CONST_SINE_(x)                                                                                       \
    CONST_M_(x,                                                                                              \
             536870912 -                                                                                     \
                 CONST_M_(CONST_M_(x, x),                                                                    \
                          536870912 -                                                                        \
                              CONST_M_(CONST_M_(x, x),                                                       \
                                       536870912 -                                                           \
                                           CONST_M_(CONST_M_(x, x),                                          \
                                                    536870912 - CONST_M_(CONST_M_(x, x),                     \
                                                                         536870912 - CONST_M_(x, x) / 110) / \
                                                                    72) /                                    \
                                               42) /                                                         \
                                  20) /                                                                      \
                     6)

#endif

/* Reference methods in double for comparisons in tests and tools: rational B-splines, the modes of a wave
 * basin, and a battery of tests for random generators. */
#ifndef OXCART_TOOLS_TABLEGEN_REFERENCE_H
#define OXCART_TOOLS_TABLEGEN_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* --- rational B-splines (for importers, fits and tessellators) ----------------------------------- */

/* Cox-de Boor basis of one degree over a knot vector of n + degree + 1 knots: function i at t. */
double nurbs_basis(const double *knots, int i, int degree, double t);

/* Point of n control points with weights; t from knots[degree] to knots[n], the last one included. */
void nurbs_point(const double (*points)[3], const double *weights, int n, const double *knots, int degree,
                 double t, double out[3]);

/* --- the wave equation on an L x L basin with fixed edges ------------------------------------------ */

/* Heights on n x n inner points at x = L (i + 1)/(n + 1) from the mode amplitudes A[m][k] (row-major, m and k
 * from 1) after the time t: z = 2/L sum A sin(m pi x/L) sin(k pi y/L) cos(c w t), w = pi/L sqrt(m^2 + k^2);
 * and the amplitudes of heights at rest: the discrete sine transform, exact inverse of each other at t = 0. n
 * <= 64. */
void modal_heights(const double *amplitude, int n, double length, double speed, double t, double *height);
void modal_amplitudes(const double *height, int n, double length, double *amplitude);

/* --- tests of random generators --------------------------------------------------------------------- */

typedef uint32_t (*battery_source)(void *state);

typedef enum {
    BATTERY_BITS,        /* each of the 32 bits is set half of the time */
    BATTERY_BYTES,       /* chi-square of the four bytes */
    BATTERY_RUNS,        /* number of runs above and below the middle */
    BATTERY_PAIRS,       /* chi-square of successive pairs of 4-bit numbers, from the high and the low bits */
    BATTERY_BIRTHDAYS,   /* repeated spacings of sorted numbers */
    BATTERY_BIT_PERIODS, /* no bit repeats with a short period */
    BATTERY_GAPS,        /* lengths of gaps between numbers in the lowest quarter */
    BATTERY_TESTS
} battery_test;

/* The statistic and its limits, at a level of about 1 in 10^5. */
typedef struct {
    const char *name;
    double statistic, lo, hi;
    bool passed;
} battery_verdict;

/* Runs all tests. Each draws the numbers that it needs (about 2^16, `bits` significant bits per number counted from
 * the top).
 */
void battery_run(battery_source next, void *state, int bits, battery_verdict verdicts[BATTERY_TESTS]);
bool battery_passed(const battery_verdict verdicts[BATTERY_TESTS]);

/* Successive pairs as points of a size x size picture (0 or 255 per pixel): the lattice of a poor generator
 * shows. */
void battery_lattice(battery_source next, void *state, int count, uint8_t *picture, int size);

#endif

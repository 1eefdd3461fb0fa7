/* Lattice noise: value and gradient noise in one to three dimensions, fractal sums, tiling. */
#ifndef FIXEDMATH_NOISE_H
#define FIXEDMATH_NOISE_H

#include "fixedmath/random.h"

/* Noise is a pure function of seed and position, built on the positional hash: any point can be regenerated
 * alone. Results lie in -1.0 .. 1.0. `period` is a number of cells after which the noise repeats along that
 * axis, 0 for never.
 *
 *   value noise     lattice values, fade t^2 (3 - 2 t), exact at integers
 *   gradient noise  8 directions in 2D, 12 edges in 3D, fade t^3 (t (6 t - 15) + 10), 0 at integers
 *
 * Results at neighbouring positions (1 LSB apart) differ by at most 8 LSB. */

typedef struct {
    uint32_t seed;
    int32_t period_x, period_y, period_z;
} noise_field;

fx noise_value1(const noise_field *field, fx x);
fx noise_value2(const noise_field *field, fx x, fx y);
fx noise_value3(const noise_field *field, fx x, fx y, fx z);
fx noise_gradient1(const noise_field *field, fx x);
fx noise_gradient2(const noise_field *field, fx x, fx y);
fx noise_gradient3(const noise_field *field, fx x, fx y, fx z);

/* Sum of 1..8 octaves of gradient noise, each at twice the frequency and `gain` (uf16) times the amplitude of
 * the octave before, divided by the sum of amplitudes. Turbulence sums |noise| and lies in 0..1. */
fx noise_fractal2(const noise_field *field, fx x, fx y, int octaves, uf16 gain);
fx noise_fractal3(const noise_field *field, fx x, fx y, fx z, int octaves, uf16 gain);
fx noise_turbulence2(const noise_field *field, fx x, fx y, int octaves, uf16 gain);

/* A wandering curve with zero mean for jitter of animations and cameras: octaves of noise_gradient1. */
fx noise_jitter(const noise_field *field, fx time, int octaves, uf16 gain);

#endif

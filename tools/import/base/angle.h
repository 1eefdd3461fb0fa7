/* Angles and logarithms in floating point that come out the same on every machine, which the C library's do not. */
#ifndef OXCART_TOOLS_IMPORT_BASE_ANGLE_H
#define OXCART_TOOLS_IMPORT_BASE_ANGLE_H

#define IMPORT_PI 3.14159265358979323846

/* The angle of (x, y) from the x axis, -pi..pi, 0 for (0, 0); within 1e-12. The computation takes only the four
 * operations and sqrt, which IEEE 754 fixes to the last bit. */
double import_atan2(double y, double x);

/* Sine and cosine of an angle in radians, within 1e-14 for -10..10; 0 for angles beyond 1e6 and for NAN. */
double import_sin(double angle);
double import_cos(double angle);

/* x to the power 1 / 2.4 for 0..1, the exponent of the sRGB encoding. Within 1e-12. */
double import_root_2_4(double x);

/* The sRGB encoding (IEC 61966-2-1), 0..1, of a linear amount of light 0..1; amounts outside are clamped. */
double import_srgb(double linear);

/* Natural logarithm, within 1e-15 of its size; NAN unless x > 0. */
double import_log(double x);

/* 10 log10 of a ratio of powers: signal-to-noise ratios in decibels. */
double import_decibels(double ratio);

#endif

/* Angles in floating point that come out the same on every machine, which the C library's do not. */
#ifndef TOOLS_IMPORT_ANGLE_H
#define TOOLS_IMPORT_ANGLE_H

#define IMPORT_PI 3.14159265358979323846

/* The angle of (x, y) from the x axis, -pi..pi, 0 for (0, 0); within 1e-12. Only the four operations and
 * sqrt, which IEEE 754 fixes to the last bit. */
double import_atan2(double y, double x);

#endif

/* The arc tangent by halving the angle twice and then the power series. */
#include "tools/import/angle.h"

#include <math.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* t in 0..1. tan(a / 2) = tan a / (1 + sqrt(1 + tan^2 a)); after two steps t < 0.2. */
static double arc_tangent(double t) {
    t = t / (1 + sqrt(1 + t * t));
    t = t / (1 + sqrt(1 + t * t));
    double square = t * t;
    double sum = 0;
    for (int n = 17; n >= 1; n -= 2) {
        sum = 1.0 / n - square * sum;
    }
    return 4 * t * sum;
}

double import_atan2(double y, double x) {
    double across = x < 0 ? -x : x;
    double up = y < 0 ? -y : y;
    double angle;

    if (across == 0 && up == 0) {
        return 0;
    }
    angle = up <= across ? arc_tangent(up / across) : IMPORT_PI / 2 - arc_tangent(across / up);
    if (x < 0) {
        angle = IMPORT_PI - angle;
    }
    return y < 0 ? -angle : angle;
}

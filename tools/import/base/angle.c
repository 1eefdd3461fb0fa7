/* The arc tangent by halving the angle twice and then the power series. */
#include "tools/import/base/angle.h"

#include <math.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* The arc tangent of t in 0..1, by tan(a / 2) = tan a / (1 + sqrt(1 + tan^2 a)); after two halvings t is below
 * 0.2. */
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

double import_sin(double angle) {
    if (!(angle > -1e6 && angle < 1e6)) {
        return 0;
    }
    double turns = floor(angle / IMPORT_PI + 0.5);
    double x = angle - turns * IMPORT_PI; /* -pi/2..pi/2; the sign changes with every half turn */
    double square = x * x;
    double sum = 1;
    for (int n = 22; n >= 2; n -= 2) {
        sum = 1 - square * sum / (double)(n * (n + 1));
    }
    return x * sum * (floor(turns / 2) * 2 == turns ? 1 : -1);
}

double import_cos(double angle) { return import_sin(angle + IMPORT_PI / 2); }

/* The cube root by Newton steps from above, which fall until they stand still. */
static double cube_root(double x) {
    double root = 1;
    for (int i = 0; i < 60; i++) {
        double next = (2 * root + x / (root * root)) / 3;
        if (!(next < root)) {
            break;
        }
        root = next;
    }
    return root;
}

double import_root_2_4(double x) {
    if (!(x > 0)) {
        return 0;
    }
    double twelfth = cube_root(sqrt(sqrt(x)));
    double square = twelfth * twelfth;
    return square * square * twelfth;
}

double import_srgb(double linear) {
    if (!(linear > 0)) {
        return 0;
    }
    if (linear >= 1) {
        return 1;
    }
    return linear <= 0.0031308 ? linear * 12.92 : 1.055 * import_root_2_4(linear) - 0.055;
}

double import_log(double x) {
    int exponent;
    if (!(x > 0)) return NAN;
    double m = frexp(x, &exponent);
    if (m < 0.70710678118654752) {
        m *= 2;
        exponent--;
    }
    double t = (m - 1) / (m + 1), square = t * t, power = t, sum = 0;
    for (int n = 1; n < 40; n += 2) {
        sum += power / n;
        power *= square;
    }
    return 2 * sum + exponent * 0.693147180559945309;
}

double import_decibels(double ratio) { return import_log(ratio) * 4.342944819032518; }

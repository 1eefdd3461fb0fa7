/* Numerical fits for the table generator. */
#include "tools/tablegen/fit.h"

#include <math.h>

#define PI 3.14159265358979323846

/* Gauss elimination with pivoting of n <= 16 equations; row i holds n coefficients and the right side. */
static void solve(int n, double m[16][17]) {
    for (int column = 0; column < n; column++) {
        int pivot = column;

        for (int row = column + 1; row < n; row++) {
            if (fabs(m[row][column]) > fabs(m[pivot][column])) pivot = row;
        }
        for (int k = 0; k <= n; k++) {
            double swap = m[column][k];

            m[column][k] = m[pivot][k];
            m[pivot][k] = swap;
        }
        for (int row = 0; row < n; row++) {
            double factor = m[row][column] / m[column][column];

            if (row == column) continue;
            for (int k = column; k <= n; k++) m[row][k] -= factor * m[column][k];
        }
    }
    for (int row = 0; row < n; row++) m[row][n] /= m[row][row];
}

void fit_chebyshev(double (*f)(double), double lo, double hi, int degree, double *c) {
    double m[16][17];
    int n = degree + 1;

    for (int i = 0; i < n; i++) {
        double x = (lo + hi) / 2.0 - (hi - lo) / 2.0 * cos(PI * (i + 0.5) / n);
        double power = 1.0;

        for (int k = 0; k < n; k++) {
            m[i][k] = power;
            power *= x;
        }
        m[i][n] = f(x);
    }
    solve(n, m);
    for (int i = 0; i < n; i++) c[i] = m[i][n];
}

/* Regularised lower incomplete gamma function by its power series. */
static double gamma_share(double a, double x) {
    double term = 1.0 / a, sum = term;

    for (int n = 1; n < 2000 && term > sum * 1e-17; n++) {
        term *= x / (a + n);
        sum += term;
    }
    return sum * exp(a * log(x) - x - lgamma(a));
}

double chi_square_limit(int degrees, double p) {
    double lo = 1e-9, hi = 400.0;

    for (int i = 0; i < 200; i++) {
        double middle = (lo + hi) / 2.0;

        if (gamma_share(degrees / 2.0, middle / 2.0) < p) {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    return (lo + hi) / 2.0;
}

/* The parameter at which nlerp reaches the fraction t of the arc between directions `angle` apart. */
static double nlerp_parameter(double t, double angle) {
    return sin(t * angle) / (sin(t * angle) + sin((1.0 - t) * angle));
}

/* Least squares over a grid of t and of angles. Unknowns: the eight coefficients, linear in the correction.
 */
void fit_nlerp(double *c) {
    double m[16][17] = {{0}};

    for (int i = 1; i <= 90; i++) {
        double angle = i * PI / 180.0, d = cos(angle);

        for (int j = 1; j < 50; j++) {
            double t = j / 100.0, s = t * (t - 0.5) * (t - 1.0), h = (t - 0.5) * (t - 0.5);
            double sine = sin(angle) * sin(angle); /* weight: change of the angle with the parameter */
            double weight = sine / (1.0 - 2.0 * t * (1.0 - t) * (1.0 - d));
            double target = nlerp_parameter(t, angle) - t;
            double basis[8];

            for (int k = 0; k < 4; k++) {
                basis[k] = s * h * pow(d, 3 - k);
                basis[4 + k] = s * pow(d, 3 - k);
            }
            for (int row = 0; row < 8; row++) {
                for (int k = 0; k < 8; k++) m[row][k] += weight * basis[row] * basis[k];
                m[row][8] += weight * basis[row] * target;
            }
        }
    }
    solve(8, m);
    for (int i = 0; i < 8; i++) c[i] = m[i][8];
}

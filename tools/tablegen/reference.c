/* Rational B-splines, basin modes and the battery of generator tests. */
#include "tools/tablegen/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* --- rational B-splines --------------------------------------------------------------------------- */

double nurbs_basis(const double *knots, int i, int degree, double t) {
    double left = 0, right = 0;

    if (degree == 0) return t >= knots[i] && t < knots[i + 1] ? 1.0 : 0.0;
    if (knots[i + degree] > knots[i]) {
        left = (t - knots[i]) / (knots[i + degree] - knots[i]) * nurbs_basis(knots, i, degree - 1, t);
    }
    if (knots[i + degree + 1] > knots[i + 1]) {
        right = (knots[i + degree + 1] - t) / (knots[i + degree + 1] - knots[i + 1]) *
                nurbs_basis(knots, i + 1, degree - 1, t);
    }
    return left + right;
}

void nurbs_point(const double (*points)[3], const double *weights, int n, const double *knots, int degree,
                 double t, double out[3]) {
    double total = 0;

    memset(out, 0, 3 * sizeof *out);
    for (int i = 0; i < n; i++) {
        double share = t >= knots[n] ? (i == n - 1 ? 1.0 : 0.0) : nurbs_basis(knots, i, degree, t);

        share *= weights[i];
        total += share;
        for (int k = 0; k < 3; k++) out[k] += share * points[i][k];
    }
    for (int k = 0; k < 3; k++) out[k] /= total;
}

/* --- basin modes ------------------------------------------------------------------------------------ */

static double mode(int m, int i, int n) { return sin(pi * (m + 1) * (i + 1) / (n + 1)); }

/* out[a][b] = scale sum over i, j of in[i][j] mode(a, i) mode(b, j): rows, then columns. */
static void sine_transform(const double *in, int n, double scale, double *out) {
    double half[64 * 64];

    for (int a = 0; a < n; a++) {
        for (int j = 0; j < n; j++) {
            half[a * n + j] = 0;
            for (int i = 0; i < n; i++) half[a * n + j] += in[i * n + j] * mode(a, i, n);
        }
    }
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
            double sum = 0;

            for (int j = 0; j < n; j++) sum += half[a * n + j] * mode(b, j, n);
            out[a * n + b] = scale * sum;
        }
    }
}

void modal_heights(const double *amplitude, int n, double length, double speed, double t, double *height) {
    double turned[64 * 64];

    for (int m = 0; m < n; m++) {
        for (int k = 0; k < n; k++) {
            double w = pi / length * sqrt((m + 1.0) * (m + 1.0) + (k + 1.0) * (k + 1.0));

            turned[m * n + k] = amplitude[m * n + k] * cos(speed * w * t);
        }
    }
    sine_transform(turned, n, 2.0 / length, height);
}

void modal_amplitudes(const double *height, int n, double length, double *amplitude) {
    double cell = length / (n + 1);

    sine_transform(height, n, 2.0 / length * cell * cell, amplitude);
}

/* --- generator tests ---------------------------------------------------------------------------------- */

#define DRAWS 65536

static battery_verdict verdict(const char *name, double statistic, double lo, double hi) {
    return (battery_verdict){name, statistic, lo, hi, statistic >= lo && statistic <= hi};
}

/* Limits of a chi-square value by the cube-root approximation, at +-4.3 standard deviations. */
static battery_verdict chi_square_verdict(const char *name, double value, int degrees) {
    double spread = 2.0 / (9.0 * degrees);

    return verdict(name, value, degrees * pow(fmax(0.0, 1 - spread - 4.3 * sqrt(spread)), 3),
                   degrees * pow(1 - spread + 4.3 * sqrt(spread), 3));
}

static double chi_square(const uint32_t *count, int bins, double expected) {
    double sum = 0;

    for (int i = 0; i < bins; i++) sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

static void test_bits(const uint32_t *x, int bits, battery_verdict *out) {
    double worst = 0;

    for (int b = 32 - bits; b < 32; b++) {
        int set = 0;

        for (int i = 0; i < DRAWS; i++) set += (int)(x[i] >> b & 1u);
        worst = fmax(worst, fabs(set - DRAWS / 2.0) / sqrt(DRAWS / 4.0));
    }
    out[BATTERY_BITS] = verdict("bits", worst, 0, 5);
}

static void test_bytes_and_pairs(const uint32_t *x, int bits, battery_verdict *out) {
    static uint32_t bytes[256], pairs[2][256];
    double worst = 0, value;
    int bytes_used = bits / 8, low = 32 - bits;

    out[BATTERY_BYTES] = verdict("bytes", 255, 0, 1e9);
    for (int b = 0; b < bytes_used; b++) {
        memset(bytes, 0, sizeof bytes);
        for (int i = 0; i < DRAWS; i++) bytes[x[i] >> (24 - 8 * b) & 255u]++;
        value = chi_square(bytes, 256, DRAWS / 256.0);
        if (fabs(value - 255) > worst) {
            worst = fabs(value - 255);
            out[BATTERY_BYTES] = chi_square_verdict("bytes", value, 255);
        }
    }
    memset(pairs, 0, sizeof pairs);
    for (int i = 0; i + 1 < DRAWS; i += 2) {
        pairs[0][x[i] >> 28 << 4 | x[i + 1] >> 28]++;
        pairs[1][(x[i] >> low & 15u) << 4 | (x[i + 1] >> low & 15u)]++;
    }
    out[BATTERY_PAIRS] = chi_square_verdict("pairs", chi_square(pairs[0], 256, DRAWS / 512.0), 255);
    if (out[BATTERY_PAIRS].passed) {
        out[BATTERY_PAIRS] = chi_square_verdict("pairs", chi_square(pairs[1], 256, DRAWS / 512.0), 255);
    }
}

static void test_runs_and_gaps(const uint32_t *x, battery_verdict *out) {
    uint32_t gaps[12] = {0};
    double expected[12], value = 0, left = 1;
    int runs = 1, above = 0, gap = 0, total = 0;

    for (int i = 0; i < DRAWS; i++) {
        above += (int)(x[i] >> 31);
        runs += i > 0 && x[i] >> 31 != x[i - 1] >> 31;
        if (x[i] >> 30 == 0) {
            gaps[gap > 11 ? 11 : gap]++;
            total++;
            gap = 0;
        } else {
            gap++;
        }
    }
    value = 1 + 2.0 * above * (DRAWS - above) / DRAWS;
    out[BATTERY_RUNS] = verdict("runs", (runs - value) / sqrt(DRAWS / 4.0), -4.5, 4.5);
    value = 0;
    for (int i = 0; i < 12; i++) {
        expected[i] = total * (i < 11 ? left * 0.25 : left);
        left *= 0.75;
        if (expected[i] > 0) value += (gaps[i] - expected[i]) * (gaps[i] - expected[i]) / expected[i];
    }
    out[BATTERY_GAPS] =
        total < 1000 ? verdict("gaps", total, 1000, 1e9) : chi_square_verdict("gaps", value, 11);
}

static int by_value(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* 512 birthdays in a year of 2^24 days: repeated spacings follow Poisson with mean 512^3 / 2^26 = 2. 64
 * samples. */
static void test_birthdays(const uint32_t *x, battery_verdict *out) {
    uint32_t day[512], spacing[512];
    int repeats = 0;

    for (int s = 0; s < 64; s++) {
        for (int i = 0; i < 512; i++) day[i] = x[s * 512 + i] >> 8;
        qsort(day, 512, sizeof *day, by_value);
        for (int i = 1; i < 512; i++) spacing[i - 1] = day[i] - day[i - 1];
        qsort(spacing, 511, sizeof *spacing, by_value);
        for (int i = 1; i < 511; i++) repeats += spacing[i] == spacing[i - 1];
    }
    out[BATTERY_BIRTHDAYS] = verdict("birthdays", repeats, 80, 180);
}

static void test_bit_periods(const uint32_t *x, int bits, battery_verdict *out) {
    int shortest = 1 << 20;

    for (int b = 32 - bits; b < 32; b++) {
        for (int period = 1; period <= 4096; period++) {
            int i = 0;

            while (i < 8192 && (x[i] >> b & 1u) == (x[i + period] >> b & 1u)) i++;
            if (i == 8192 && period < shortest) shortest = period;
            if (i == 8192) break;
        }
    }
    out[BATTERY_BIT_PERIODS] = verdict("shortest bit period", shortest, 4097, 1 << 20);
}

void battery_run(battery_source next, void *state, int bits, battery_verdict verdicts[BATTERY_TESTS]) {
    static uint32_t x[DRAWS];

    for (int i = 0; i < DRAWS; i++) x[i] = next(state) << (32 - bits);
    test_bits(x, bits, verdicts);
    test_bytes_and_pairs(x, bits, verdicts);
    test_runs_and_gaps(x, verdicts);
    test_birthdays(x, verdicts);
    test_bit_periods(x, bits, verdicts);
}

bool battery_passed(const battery_verdict verdicts[BATTERY_TESTS]) {
    for (int i = 0; i < BATTERY_TESTS; i++) {
        if (!verdicts[i].passed) return false;
    }
    return true;
}

void battery_lattice(battery_source next, void *state, int count, uint8_t *picture, int size) {
    uint32_t last = next(state);

    memset(picture, 0, (size_t)(size * size));
    for (int i = 0; i < count; i++) {
        uint32_t now = next(state);

        picture[(int)((uint64_t)now * (uint32_t)size >> 32) * size +
                (int)((uint64_t)last * (uint32_t)size >> 32)] = 255;
        last = now;
    }
}

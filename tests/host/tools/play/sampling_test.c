/* DBG-020: shares of functions by samples, and what sampling costs. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <string.h>
#include <time.h>

#include "tests/test.h"
#include "tools/play/sampling.h"

static volatile uint32_t sink;

#define SPIN(name)                                                                                           \
    static __attribute__((noinline)) void name(uint32_t rounds) {                                            \
        for (uint32_t i = 0; i < rounds; i++) sink = sink * 1664525u + 1013904223u;                          \
    }
SPIN(spin_seventy)
SPIN(spin_twenty)
SPIN(spin_ten)

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Seconds of the processor for so many rounds in parts of 70, 20 and 10. */
static double spin(int rounds) {
    const double since = now();
    for (int i = 0; i < rounds; i++) {
        spin_seventy(70000);
        spin_twenty(20000);
        spin_ten(10000);
    }
    return now() - since;
}

static uint32_t found[3], all;
static void take(void *context, const sampling_row *row) {
    static const char *const names[3] = {"spin_seventy", "spin_twenty", "spin_ten"};
    (void)context;
    all = row->all;
    for (int i = 0; i < 3; i++)
        if (strncmp(row->function, names[i], strlen(names[i])) == 0) found[i] += row->samples;
}

/* A program that is checked for addresses takes signals at the checker's price, not at that of samples. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_CHECKED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(IS_CHECKED)
static const bool is_checked = true;
#else
static const bool is_checked = false;
#endif

TEST(sampling_tells_shares_of_functions) {
    int rounds = 64;
    while (spin(rounds) < 0.1) rounds *= 2;
    double plain = 1e9, with = 1e9;
    uint32_t samples = 0;
    memset(found, 0, sizeof found);
    /* Rounds with and without samples in turn, until the quickest of both are alike: the machine has other work, too. */
    for (int i = 0; i < 12 || (i < 100 && !is_checked && with >= plain * 1.05); i++) {
        plain = fmin(plain, spin(rounds));
        if (!sampling_begin()) return; /* no timer of that kind, or no symbols */
        with = fmin(with, spin(rounds));
        sampling_end();
        CHECK(sampling_report(take, NULL));
        samples += all;
    }
    all = samples;
    TEST_INFO("%u samples: %u, %u, %u; %.1f%% slower", (unsigned)all, (unsigned)found[0], (unsigned)found[1],
              (unsigned)found[2], 100 * (with / plain - 1));
    CHECK(all > 300);
    static const double shares[3] = {0.7, 0.2, 0.1};
    for (int i = 0; i < 3; i++) CHECK(fabs((double)found[i] / all - shares[i]) < 0.05);
    CHECK(is_checked || with < plain * 1.05);
}

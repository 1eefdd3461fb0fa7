/* Runs the unit tests: all of them, those whose names begin with one of the arguments (NAME. is that one alone), or a share of them (2/3:
 * every third one, from the second on), but not those whose names begin with what stands behind a minus (-fx_), nor the first N (+N); prints ok, FAIL or skip a
 * line. With OXCART_TEST_TIMES=0.3 in the environment a line follows for each test that took more than 0.3 s of a processor: `# NAME 1.234 s`.
 * TEST_ENDED names a function that is told of each. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__unix__)
#include <time.h>
#endif

#include "fixedmath/assert.h"
#include "tests/test.h"

#define TEST_CASE(name) void test_case_##name(void);
#include "test_list.inc"
#undef TEST_CASE

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
#define TEST_CASE(name) {#name, test_case_##name},
#include "test_list.inc"
#undef TEST_CASE
};

#ifdef TEST_ENDED
void TEST_ENDED(const char *name, int failures);
#else
#define TEST_ENDED(name, failures) ((void)0)
#endif

static struct {
    int failures;    /* of the running case */
    char first[256]; /* of them, as its line ends */
    const char *skipped;
    int assertions; /* that failed since they were last counted */
    const fx_assert_site *last;
} state;

void test_fail(const char *file, int line, const char *what, long long actual, long long expected) {
    char text[sizeof state.first];
    snprintf(text, sizeof text, "%s:%d: %s: got %lld, expected %lld", file, line, what, actual, expected);
    if (state.failures == 0) memcpy(state.first, text, sizeof text);
    if (++state.failures <= 5) printf("# %s\n", text);
}

void test_info(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("# ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

void test_skip(const char *why) { state.skipped = why; }

#if OX_DEBUG
static bool note_assertion(void *context, fx_assert_site *site, const char *text, va_list arguments) {
    (void)context, (void)text, (void)arguments;
    state.assertions++;
    state.last = site;
    return false;
}
#endif

int test_assertions(void) {
    int count = state.assertions;
    state.assertions = 0;
    return count;
}

/* A case that asserts and does not ask about it has failed. */
static void run(void (*test)(void)) {
    state.failures = 0;
    state.skipped = NULL;
    state.assertions = 0;
#if OX_DEBUG
    fx_assert_install(note_assertion, NULL, NULL);
#endif
    test();
    if (state.assertions > 0) {
        test_fail(state.last->file, state.last->line, state.last->condition, state.assertions, 0);
    }
}

static bool chosen(size_t index, int argc, char **argv) {
    const char *name = cases[index].name;
    bool any = false; /* an argument chooses */
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '+') {
            if (index < strtoul(argv[i] + 1, NULL, 10)) return false;
        } else if (argv[i][0] != '-') {
            any = true;
        } else if (strncmp(name, argv[i] + 1, strlen(argv[i] + 1)) == 0) {
            return false;
        }
    }
    if (!any) return true;
    if (argv[1][0] >= '1' && argv[1][0] <= '9' && argv[1][1] == '/' && argv[1][2] >= argv[1][0] &&
        argv[1][2] <= '9')
        return index % (size_t)(argv[1][2] - '0') == (size_t)(argv[1][0] - '1');
    for (int i = 1; i < argc; i++) {
        size_t length = strlen(argv[i]);
        if (strncmp(name, argv[i], length) == 0) return true;
        if (argv[i][length - 1] == '.' && strlen(name) == length - 1 &&
            strncmp(name, argv[i], length - 1) == 0)
            return true;
    }
    return false;
}

/* Tells a time that is above the wish, where there is a wish and a system that counts seconds of a processor. */
#if defined(__unix__)
static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }
static void tell_time(const char *name, double began) {
    const char *wish = getenv("OXCART_TEST_TIMES");
    if (wish != NULL && seconds() - began > strtod(wish, NULL))
        printf("# %s %.3f s\n", name, seconds() - began);
}
#else
static double seconds(void) { return 0; }
static void tell_time(const char *name, double began) { (void)name, (void)began; }
#endif

int main(int argc, char **argv) {
    int passed = 0, failed = 0, skipped = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (!chosen(i, argc, argv)) continue;
        const double began = seconds();
        run(cases[i].run);
        tell_time(cases[i].name, began);
        TEST_ENDED(cases[i].name, state.failures);
        if (state.failures > 0) {
            failed++;
            printf("FAIL %s %s\n", cases[i].name, state.first);
        } else if (state.skipped != NULL) {
            skipped++;
            printf("skip %s %s\n", cases[i].name, state.skipped);
        } else {
            passed++;
            printf("ok %s\n", cases[i].name);
        }
        fflush(stdout);
    }
    printf("# %d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed == 0 ? 0 : 1;
}

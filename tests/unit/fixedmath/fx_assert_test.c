/* Tests of the assertions: what fires, how often, what a release build evaluates. The file is compiled in both ways. */
#include "fixedmath/assert.h"
#include "tests/test.h"

static int calls;

static bool counted(bool answer) {
    calls++;
    return answer;
}

TEST(fx_assert_evaluates_once_in_debug_never_in_release) {
    calls = 0;
    FX_ASSERT(counted(true));
    CHECK_EQ(calls, OX_DEBUG ? 1 : 0);
    FX_ASSERT_MSG(counted(false), "the answer was %d", 0);
    CHECK_EQ(calls, OX_DEBUG ? 2 : 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    FX_VERIFY(counted(true));
    CHECK_EQ(calls, OX_DEBUG ? 3 : 1);
    FX_VERIFY(counted(false));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(fx_assert_checked_input_clamps_in_every_build) {
    int lod = 9, taken = 0;
    FX_CHECK_CLAMP(lod, 0, 7, "level of detail");
    CHECK_EQ(lod, 7);
    lod = -1;
    FX_CHECK_CLAMP(lod, 0, 7, "level of detail");
    CHECK_EQ(lod, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    FX_CHECK_CLAMP(lod, 0, 7, "level of detail");
    FX_CHECK_OR(lod == 0, "nothing", taken = 1);
    CHECK_EQ(taken, 0);
    FX_CHECK_OR(lod == 1, "too large for the grid", taken = 2);
    CHECK_EQ(taken, 2);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* Failures that a handler of the tests has seen. Handlers exist in debug builds only; in a release build the lines
 * must do nothing at all. */
typedef struct {
    fx_assert_site *site;
    const char *text;
    int argument, calls, nested;
    bool ignore;
} seen;

#if OX_DEBUG
static void fail_inside(seen *what) {
    /* Fails within the handler. FX_ASSERT would break where no handler answers, so only its report is called. */
    static fx_assert_site site = FX_ASSERT_SITE("inside"); /* the site joins the list of places for good */
    if (fx_assert_failed(&site, NULL)) what->nested++;
}

static bool see(void *context, fx_assert_site *site, const char *text, va_list arguments) {
    seen *what = context;
    what->calls++;
    what->site = site;
    what->text = text;
    if (text != NULL && text[0] == 'n') what->argument = va_arg(arguments, int);
    if (what->ignore) site->ignored = true;
    if (text != NULL && text[0] == 'i') fail_inside(what);
    return false;
}

typedef struct {
    fx_assert_handler *handler;
    void *context;
} old_handler;

static old_handler install(seen *what) {
    old_handler old;
    old.handler = fx_assert_install(see, what, &old.context);
    return old;
}

static void restore(old_handler old) { fx_assert_install(old.handler, old.context, NULL); }
#else
typedef int old_handler;
static old_handler install(seen *what) {
    (void)what;
    return 0;
}
static void restore(old_handler old) { (void)old; }
static fx_assert_site *fx_assert_sites(void) { return NULL; }
static void fx_assert_rearm(void) {}
#endif

TEST(fx_assert_tells_its_place_and_text) {
    seen what = {0};
    old_handler old = install(&what);
    int line = __LINE__ + 1;
    FX_ASSERT_MSG(1 == 2, "number %d", 77);
    restore(old);
    CHECK_EQ(what.calls, OX_DEBUG);
    if (!OX_DEBUG) return;
    CHECK_EQ(what.site->line, line);
    CHECK_EQ(what.argument, 77);
    CHECK(what.site->condition[0] == '1' && what.site->condition[5] == '2');
    CHECK(what.site->function[0] == 't' && what.site->file[0] != 0);
}

TEST(fx_assert_ignored_place_stays_silent_until_rearmed) {
    seen what = {0};
    old_handler old = install(&what);
    what.ignore = true;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 1000; i++) FX_ASSERT(i < 0);
        CHECK_EQ(what.calls, OX_DEBUG ? round + 1 : 0);
        CHECK(fx_assert_sites() == what.site);
        if (round == 0) fx_assert_rearm();
    }
    FX_ASSERT(what.calls == 0); /* an assertion at another place is not ignored */
    CHECK_EQ(what.calls, OX_DEBUG ? 3 : 0);
    fx_assert_rearm();
    restore(old);
}

TEST(fx_assert_in_the_handler_does_not_recurse) {
    seen what = {0};
    old_handler old = install(&what);
    FX_ASSERT_MSG(what.calls < 0, "inside");
    restore(old);
    CHECK_EQ(what.calls, OX_DEBUG);
    CHECK_EQ(what.nested, OX_DEBUG);
}

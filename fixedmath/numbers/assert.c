/* What a failed assertion does in a debug build: tells the handler, keeps the place in the list. */
#include "fixedmath/assert.h"

#if OX_DEBUG
static struct {
    fx_assert_handler *handler;
    void *context;
    fx_assert_site *failed;
    fx_assert_words *say;
    bool inside; /* the handler is at work: a failure of its own must not call it again */
} assertions;

fx_assert_handler *fx_assert_install(fx_assert_handler *handler, void *context, void **old_context) {
    fx_assert_handler *before = assertions.handler;
    if (old_context != NULL) *old_context = assertions.context;
    assertions.handler = handler;
    assertions.context = context;
    assertions.inside = false;
    return before;
}

fx_assert_handler *fx_assert_installed(void **context) {
    if (context != NULL) *context = assertions.context;
    return assertions.handler;
}

void fx_assert_last_words(fx_assert_words *say) { assertions.say = say; }

fx_assert_site *fx_assert_sites(void) { return assertions.failed; }

void fx_assert_rearm(void) {
    for (fx_assert_site *site = assertions.failed; site != NULL; site = site->next) site->ignored = false;
}

bool fx_assert_failed(fx_assert_site *site, const char *text, ...) {
    va_list arguments;
    bool stop;
    site->failures++;
    if (!site->listed) {
        site->listed = true;
        site->next = assertions.failed;
        assertions.failed = site;
    }
    if (assertions.handler == NULL || assertions.inside) {
        if (assertions.say != NULL) assertions.say(site);
        return true;
    }
    assertions.inside = true;
    va_start(arguments, text);
    stop = assertions.handler(assertions.context, site, text, arguments);
    va_end(arguments);
    assertions.inside = false;
    return stop;
}
#else
/* An empty translation unit is not C. */
typedef int fx_assert_nothing;
#endif

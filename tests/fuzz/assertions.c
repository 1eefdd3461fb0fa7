/* Linked into every fuzz target: an assertion that fails is a finding whose input libFuzzer keeps. Without a handler
 * a failed assertion ends the program by a breakpoint, which libFuzzer does not watch, or in the port, which ends
 * the process; the input is lost in both cases. */
#include "fixedmath/assert.h"

#if OX_DEBUG
#include <stdio.h>
#include <stdlib.h>

#include "kernel/debug/format.h"

static bool keep_input(void *context, fx_assert_site *site, const char *text, va_list arguments) {
    char line[200] = "";
    (void)context;
    if (text != NULL) ox_format_list(line, sizeof line, text, arguments);
    fprintf(stderr, "ERROR: assertion failed: %s:%d in %s: %s %s\n", site->file, site->line, site->function,
            site->condition, line);
    abort();
}

static void __attribute__((constructor)) watch_assertions(void) { fx_assert_install(keep_input, NULL, NULL); }
#else
typedef int fuzz_assertions_nothing;
#endif

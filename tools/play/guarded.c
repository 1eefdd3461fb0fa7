/* Signals that lead back, and the places where they came. */
#define _GNU_SOURCE
#include "tools/play/guarded.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "kernel/console/console.h"
#include "platform/host/host.h"
#include "tools/base/known.h"
#include "tools/play/crash.h"

enum { CALLERS = 24, STACK = 64 << 10, ENDLESS = -1 };

/* The guarded run of the process. */
static struct {
    sigjmp_buf back;
    volatile sig_atomic_t armed, walks;
    volatile int why; /* a signal, or ENDLESS */
    pthread_t thread;
    plat *port;
    uintptr_t places[CALLERS + 1];
    volatile int count;
} guard;

/* Notes where the code stands, and goes back. A stack that is broken may crash the walk: then the one place counts. */
static void go_back(int why, uintptr_t where) {
    if (guard.walks == 0) {
        guard.why = why;
        guard.places[0] = where + 1; /* callers are told by what lies behind their call, too */
        guard.count = 1;
        guard.walks = 1;
        guard.count += plat_callers(guard.port, guard.places + 1, CALLERS);
    }
    guard.walks = 0;
    guard.armed = 0;
    siglongjmp(guard.back, 1);
}

static void on_fault(int number, siginfo_t *info, void *context) {
    (void)info;
    if (guard.armed == 0 || !pthread_equal(pthread_self(), guard.thread)) {
        signal(number, SIG_DFL); /* a fault of the command itself: it comes again, and ends the process */
        return;
    }
    crash_tell(number, context);
    go_back(number, host_interrupted_at(context));
}

static void on_endless(void *context, uintptr_t where) {
    (void)context;
    if (guard.armed != 0) go_back(ENDLESS, where);
}

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* ---- where it was ---- */

static bool same_object(const void *of, const char *path) {
    Dl_info found;
    return of != NULL && dladdr((void *)(uintptr_t)of, &found) != 0 && strcmp(found.dli_fname, path) == 0;
}

/* Whether a shared object is C of the cart. */
static bool is_of_cart(const char *path, const ox_module *const *modules, const ox_cart *game) {
    for (; *modules != NULL; modules++)
        if (!known_is_own((*modules)->id) && same_object(*modules, path)) return true;
    return same_object(game, path);
}

/* "ball.c:31 in `step`" by the program addr2line; false where it is not there or knows nothing. */
static bool name_line(const char *object, uintptr_t offset, char *place, size_t size) {
    char command[1400], function[120] = "", line[240] = "";
    if (strchr(object, '\'') != NULL) return false;
    snprintf(command, sizeof command, "addr2line -f -s -e '%s' 0x%llx 2>/dev/null", object,
             (unsigned long long)offset);
    FILE *said = popen(command, "r");
    if (said == NULL) return false;
    const bool both =
        fgets(function, sizeof function, said) != NULL && fgets(line, sizeof line, said) != NULL;
    pclose(said);
    line[strcspn(line, "\n (")] = 0;
    function[strcspn(function, "\n")] = 0;
    if (!both || line[0] == '?' || line[0] == 0) return false;
    snprintf(place, size, "%s in `%s`", line, function);
    return true;
}

bool guarded_place(uintptr_t address, char *place, size_t size) {
    Dl_info at;
    return dladdr((void *)(address - 1), &at) != 0 &&
           name_line(at.dli_fname, address - 1 - (uintptr_t)at.dli_fbase, place, size);
}

static bool find_place(const ox_module *const *modules, const ox_cart *game, char *place, size_t size) {
    for (int i = 0; i < guard.count; i++) {
        Dl_info at;
        const uintptr_t address = guard.places[i] - 1;
        if (dladdr((void *)address, &at) == 0 || !is_of_cart(at.dli_fname, modules, game)) continue;
        if (!name_line(at.dli_fname, address - (uintptr_t)at.dli_fbase, place, size))
            snprintf(place, size, "the game's C%s%s", at.dli_sname == NULL ? "" : ", in ",
                     at.dli_sname == NULL ? "" : at.dli_sname);
        return true;
    }
    return false;
}

static const char *reason(void) {
    switch (guard.why) {
    case ENDLESS:
        return "does not end";
    case SIGFPE:
        return "divides by zero";
    case SIGABRT:
        return "gave up";
    case SIGILL:
        return "runs into what is no instruction";
    default:
        return "touches memory that is not there";
    }
}

bool guarded_is_traced(void) {
    char line[80];
    int tracer = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && tracer == 0 && fgets(line, sizeof line, status) != NULL)
        (void)!sscanf(line, "TracerPid: %d", &tracer);
    if (status != NULL) fclose(status);
    return tracer != 0;
}

/* ---- the run ---- */

bool guarded_run(plat *port, void (*work)(void *context), void *context, const ox_module *const *modules,
                 const ox_cart *game, guarded_fault *fault) {
    static uint8_t stack[STACK]; /* a stack that ran over has no room for a handler */
    const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action, before[SIGNALS];
    stack_t stack_before;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaltstack(&own, &stack_before);
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &action, &before[i]);
    guard.port = port;
    guard.thread = pthread_self();
    guard.walks = 0;
    const bool good = sigsetjmp(guard.back, 1) == 0;
    if (good) {
        guard.armed = 1;
        (void)plat_watchdog(port, GUARDED_PATIENCE, on_endless, NULL);
        work(context);
    }
    guard.armed = 0;
    (void)plat_watchdog(port, 0, NULL, NULL);
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &before[i], NULL);
    sigaltstack(&stack_before, NULL);
    if (good) return true;
    char place[360];
    if (!find_place(modules, game, place, sizeof place)) snprintf(place, sizeof place, "the game");
    snprintf(fault->text, sizeof fault->text, "%s %s", place, reason());
    return false;
}

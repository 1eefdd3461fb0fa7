/* The desktop port's watchdog: a timer that counts the time that the program really works, so that a
 * sleeping, stopped or crowded-out program is not suspected. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>

#include "platform/host/host_internal.h"

#if defined(__linux__)
#include <ucontext.h>
#endif

enum { PERIOD = 50000 }; /* microseconds of work from tick to tick */

/* The watch of the process, one at a time: a signal does not know which port it is for. */
static struct {
    plat *volatile owner;
    volatile sig_atomic_t left; /* ticks */
    volatile sig_atomic_t runs; /* 1 while the timer runs */
    pthread_t thread;
    void (*expired)(void *context, uintptr_t where);
    void *context;
} watch;

uintptr_t host_interrupted_at(void *context) {
#if defined(__linux__) && defined(__x86_64__)
    return (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__linux__) && defined(__aarch64__)
    return (uintptr_t)((ucontext_t *)context)->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

static void on_tick(int number, siginfo_t *info, void *context) {
    (void)info;
    if (watch.owner == NULL) return;
    if (!pthread_equal(pthread_self(), watch.thread)) {
        pthread_kill(watch.thread, number);
        return;
    }
    if (watch.left > 0) watch.left--;
    if (watch.left > 0) return;
    watch.owner = NULL;
    watch.expired(watch.context, host_interrupted_at(context));
}

static bool start_watch(void) {
    struct sigaction action;
    const struct itimerval period = {{0, PERIOD}, {0, PERIOD}};
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_tick;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGVTALRM, &action, NULL) != 0 || setitimer(ITIMER_VIRTUAL, &period, NULL) != 0)
        return false;
    watch.runs = 1;
    return true;
}

void host_watch_end(const plat *p) {
    const struct itimerval never = {{0, 0}, {0, 0}};
    if (watch.owner == p) watch.owner = NULL;
    if (watch.owner != NULL || watch.runs == 0) return;
    setitimer(ITIMER_VIRTUAL, &never, NULL);
    signal(SIGVTALRM, SIG_IGN);
    watch.runs = 0;
}

bool plat_watchdog(plat *p, uint32_t microseconds, void (*expired)(void *context, uintptr_t where),
                   void *context) {
    if (watch.owner != NULL && watch.owner != p) return false;
    if (microseconds == 0) {
        watch.owner = NULL;
        return true;
    }
    if (watch.runs == 0 && !start_watch()) return false;
    watch.left = (sig_atomic_t)(microseconds / PERIOD + 1);
    watch.expired = expired;
    watch.context = context;
    if (watch.owner == NULL) watch.thread = pthread_self();
    watch.owner = p;
    return true;
}

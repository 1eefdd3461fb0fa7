/* Signals of a driver that has taken the terminal or the display. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* SIGWINCH */
#include "platform/host/host_signals.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "platform/host/host.h"

enum {
    PATIENCE = 3,          /* seconds from a polite signal to a forced end */
    STACK_SIZE = 64 * 1024 /* for handlers, when the console's own stack has overflowed */
};

/* Signals that ask for an end, and those that mean a crash. */
static const int polite_signals[] = {SIGINT, SIGTERM, SIGHUP};
static const int crash_signals[] = {SIGQUIT, SIGSEGV, SIGBUS, SIGFPE,  SIGILL,
                                    SIGABRT, SIGTRAP, SIGSYS, SIGXCPU, SIGXFSZ};
enum {
    POLITE = sizeof polite_signals / sizeof polite_signals[0],
    CRASH = sizeof crash_signals / sizeof crash_signals[0]
};

host_signals host_signalled;

static struct {
    void (*give_back)(void); /* NULL: nobody has the handlers */
    struct sigaction old_polite[POLITE], old_crash[CRASH], old_alarm, old_stop, old_continue, old_resize;
    char stack[STACK_SIZE];
} guard;

static volatile sig_atomic_t last_signal; /* outlives the driver, for host_signal */

int host_signal(void) { return last_signal; }

static void end_by(int signal_number) {
    guard.give_back();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* The console ends in its own time; if it does not, or the user sends a second signal, the process ends at once. */
static void on_polite(int signal_number) {
    int saved = errno;
    if (host_signalled.quit != 0) {
        end_by(signal_number);
    } else {
        host_signalled.quit = signal_number;
        last_signal = signal_number;
        alarm(PATIENCE);
    }
    errno = saved;
}

static void on_alarm(int signal_number) {
    (void)signal_number;
    sigset_t set;
    int asked = host_signalled.quit != 0 ? host_signalled.quit : SIGTERM;
    sigemptyset(&set);
    sigaddset(&set, asked);
    end_by(asked);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* A crash: gives the terminal back, then lets the handler from before this one take the signal. A fault happens again
 * when this handler returns, with all its particulars; any other signal is raised again. */
static void on_crash(int signal_number, siginfo_t *info, void *context) {
    bool fault = signal_number == SIGSEGV || signal_number == SIGBUS || signal_number == SIGFPE ||
                 signal_number == SIGILL;
    (void)context;
    guard.give_back();
    for (int i = 0; i < CRASH; i++) {
        if (crash_signals[i] == signal_number) sigaction(signal_number, &guard.old_crash[i], NULL);
    }
    if (!fault || info->si_code <= 0) raise(signal_number);
}

static void on_event(int signal_number) {
    if (signal_number == SIGWINCH) host_signalled.resized = 1;
    if (signal_number == SIGTSTP) host_signalled.stop = 1;
    if (signal_number == SIGCONT) host_signalled.continued = 1;
}

/* Installs a handler, unless the parent process has the signal ignored, as nohup does with SIGHUP. SIGINT and SIGTERM
 * always get a handler: a game holds the terminal, and a shell may have SIGINT ignored for a script in the
 * background. */
static void install(int signal_number, struct sigaction *action, struct sigaction *old) {
    sigemptyset(&action->sa_mask);
    action->sa_flags |= SA_ONSTACK;
    sigaction(signal_number, action, old);
    if (signal_number == SIGINT || signal_number == SIGTERM) return;
    if ((old->sa_flags & SA_SIGINFO) == 0 && old->sa_handler == SIG_IGN) sigaction(signal_number, old, NULL);
}

static void handle(int signal_number, void (*handler)(int), struct sigaction *old) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    install(signal_number, &action, old);
}

static void handle_crash(int signal_number, struct sigaction *old) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO;
    install(signal_number, &action, old);
}

bool host_signals_begin(void (*give_back)(void)) {
    if (guard.give_back != NULL) return false;
    host_signalled = (host_signals){0, 0, 0, 0};
    last_signal = 0;
    guard.give_back = give_back;
    stack_t stack = {.ss_sp = guard.stack, .ss_size = sizeof guard.stack};
    stack_t other;
    if (sigaltstack(NULL, &other) == 0 && (other.ss_flags & SS_DISABLE) != 0) sigaltstack(&stack, NULL);
    for (int i = 0; i < POLITE; i++) handle(polite_signals[i], on_polite, &guard.old_polite[i]);
    for (int i = 0; i < CRASH; i++) handle_crash(crash_signals[i], &guard.old_crash[i]);
    handle(SIGALRM, on_alarm, &guard.old_alarm);
    handle(SIGTSTP, on_event, &guard.old_stop);
    handle(SIGCONT, on_event, &guard.old_continue);
    handle(SIGWINCH, on_event, &guard.old_resize);
    return true;
}

void host_signals_end(void (*give_back)(void)) {
    if (guard.give_back != give_back) return;
    alarm(0);
    for (int i = 0; i < POLITE; i++) sigaction(polite_signals[i], &guard.old_polite[i], NULL);
    for (int i = 0; i < CRASH; i++) sigaction(crash_signals[i], &guard.old_crash[i], NULL);
    sigaction(SIGALRM, &guard.old_alarm, NULL);
    sigaction(SIGTSTP, &guard.old_stop, NULL);
    sigaction(SIGCONT, &guard.old_continue, NULL);
    sigaction(SIGWINCH, &guard.old_resize, NULL);
    stack_t stack, off = {.ss_flags = SS_DISABLE, .ss_size = STACK_SIZE};
    if (sigaltstack(NULL, &stack) == 0 && stack.ss_sp == guard.stack) sigaltstack(&off, NULL);
    guard.give_back = NULL;
}

void host_signals_stop(void) {
    struct sigaction handler;
    sigaction(SIGTSTP, &guard.old_stop, &handler);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &handler, NULL);
}

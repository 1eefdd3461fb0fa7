/* The kernel's text screen while a game has the display. There is one per process, and signal handlers must reach it, so its state lies outside of
 * `plat`. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "platform/host/host_fb.h"

#if defined(HOST_HAS_FB)

#include <linux/kd.h>
#include <linux/keyboard.h>
#include <linux/vt.h>

static struct {
    const host_fb_calls *calls;
    int file; /* meaningful while `open` */
    bool own_file, is_terminal;
    int number, previous; /* of a console that was opened for the game, and of the one before it; else 0 */
    struct termios before;
    struct vt_mode switching;
    struct sigaction old_leave, old_return;
    volatile sig_atomic_t open, leave, back;
} console;

static bool console_ask(unsigned long request, void *argument) {
    return console.calls->control(console.file, request, argument) >= 0;
}

/* Some of the console's calls take a number where others take an address. */
static bool console_tell(unsigned long request, uintptr_t number) {
    return console.calls->control(console.file, request, (void *)number) >=
           0; /* NOLINT(performance-no-int-to-ptr) */
}

static bool is_console(const host_fb_calls *calls, int file) {
    int mode;
    return calls->control(file, KDGETMODE, &mode) >= 0;
}

bool host_fb_console_is_here(void) { return is_console(&host_fb_kernel, STDIN_FILENO); }

/* ---- which console ---- */

/* Opens a console that nobody uses, and goes there: the program was started from afar, and what is typed would go to another one. */
static bool open_free(const host_fb_calls *calls, char *log, size_t log_size) {
    struct vt_stat now;
    char path[32];
    int number = -1;
    const int first = calls->open("/dev/tty0", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (first < 0 && errno != EACCES && errno != EPERM) return false; /* a kernel without consoles */
    if (first < 0) {
        host_fb_explain("/dev/tty0", "the console's text stays where it is", log, log_size);
        return false;
    }
    const bool found = calls->control(first, VT_GETSTATE, &now) >= 0 &&
                       calls->control(first, VT_OPENQRY, &number) >= 0 && number > 0;
    calls->close(first);
    if (!found) return false;
    snprintf(path, sizeof path, "/dev/tty%d", number);
    console.file = calls->open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (console.file < 0) {
        host_fb_explain(path, "the console's text stays where it is", log, log_size);
        return false;
    }
    console.own_file = true;
    console.number = number;
    console.previous = now.v_active;
    if (console_tell(VT_ACTIVATE, (uintptr_t)number)) (void)console_tell(VT_WAITACTIVE, (uintptr_t)number);
    return true;
}

/* Standard input, or the process's terminal, or a free console. */
static bool find_console(const host_fb_calls *calls, char *log, size_t log_size) {
    console.file = STDIN_FILENO;
    console.own_file = false;
    console.number = console.previous = 0;
    if (is_console(calls, STDIN_FILENO)) return true;
    console.file = calls->open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    console.own_file = console.file >= 0;
    if (console.own_file && is_console(calls, console.file)) return true;
    if (console.own_file) calls->close(console.file);
    return open_free(calls, log, log_size);
}

/* ---- taking it ---- */

static void on_turn(int signal_number) {
    if (signal_number == SIGUSR1) console.leave = 1;
    if (signal_number == SIGUSR2) console.back = 1;
}

static void handle_turns(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_turn;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, &console.old_leave);
    sigaction(SIGUSR2, &action, &console.old_return);
}

static void still_keys(void) {
    struct termios during;
    console.is_terminal = tcgetattr(console.file, &console.before) == 0;
    if (!console.is_terminal) return;
    during = console.before;
    during.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | IEXTEN);
    during.c_cc[VMIN] = 0;
    during.c_cc[VTIME] = 0;
    tcsetattr(console.file, TCSAFLUSH, &during);
}

void host_fb_console_open(const host_fb_calls *calls, char *log, size_t log_size) {
    log[0] = 0;
    console.calls = calls;
    console.leave = console.back = 0;
    if (!find_console(calls, log, log_size)) return;
    handle_turns();
    console.open = 1;
    still_keys();
    (void)console_tell(KDSETMODE, KD_GRAPHICS);
    if (!console_ask(VT_GETMODE, &console.switching)) return;
    struct vt_mode mode = {.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR2};
    (void)console_ask(VT_SETMODE, &mode);
}

void host_fb_console_close(void) {
    if (console.open == 0) return;
    (void)console_ask(VT_SETMODE, &console.switching);
    (void)console_tell(KDSETMODE, KD_TEXT);
    if (console.is_terminal) {
        tcflush(console.file, TCIFLUSH); /* what was typed in the game is nothing for the shell */
        tcsetattr(console.file, TCSANOW, &console.before);
    }
    if (console.previous != 0 && console_tell(VT_ACTIVATE, (uintptr_t)console.previous))
        (void)console_tell(VT_WAITACTIVE, (uintptr_t)console.previous);
    console.open = 0; /* set last: a signal that comes meanwhile gives it back again */
    sigaction(SIGUSR1, &console.old_leave, NULL);
    sigaction(SIGUSR2, &console.old_return, NULL);
    if (console.own_file) console.calls->close(console.file);
}

/* ---- going to other consoles ---- */

host_fb_turn host_fb_console_turn(void) {
    if (console.open == 0) return HOST_FB_STAY;
    if (console.is_terminal) tcflush(console.file, TCIFLUSH);
    if (console.leave != 0) return HOST_FB_LEAVE;
    return console.back != 0 ? HOST_FB_RETURN : HOST_FB_STAY;
}

void host_fb_console_agree(host_fb_turn turn) {
    if (turn == HOST_FB_LEAVE) {
        console.leave = 0;
        (void)console_tell(VT_RELDISP, 1);
    } else if (turn == HOST_FB_RETURN) {
        console.back = 0;
        (void)console_tell(VT_RELDISP, VT_ACKACQ);
        (void)console_tell(KDSETMODE, KD_GRAPHICS);
    }
}

/* ---- its keys ---- */

/* The character of a key in a table of the console, 0 for none. */
static uint8_t letter_of(uint32_t key, uint8_t table) {
    struct kbentry entry = {.kb_table = table, .kb_index = (uint8_t)key};
    if (!console_ask(KDGKBENT, &entry)) return 0;
    const uint32_t type = KTYP(entry.kb_value);
    const uint32_t value = KVAL(entry.kb_value);
    return (uint8_t)((type == KT_LATIN || type == KT_LETTER) && value >= 32 && value != 127 ? value : 0);
}

void host_fb_console_keys(host_evdev_letters *letters) {
    host_evdev_letters told;
    bool any = false;
    host_evdev_us_letters(letters);
    if (console.open == 0) return;
    for (uint32_t key = 1; key < HOST_EVDEV_CODES; key++) {
        told.plain[key] = letter_of(key, K_NORMTAB);
        told.shifted[key] = letter_of(key, K_SHIFTTAB);
        any = any || (told.plain[key] >= 'a' && told.plain[key] <= 'z');
    }
    told.plain[0] = told.shifted[0] = 0;
    if (any) *letters = told;
}

#else

typedef int host_fb_console_left_out; /* a C file must hold a declaration */

#endif

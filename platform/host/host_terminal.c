/* The terminal driver: frames as coloured half blocks on standard output, keys from the keyboard. However the program
 * ends, the terminal is restored. */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* TIOCGWINSZ */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "fixedmath/assert.h"
#include "platform/host/host_cells.h"
#include "platform/host/host_internal.h"
#include "platform/host/host_keys.h"
#include "platform/host/host_signals.h"

/* Alternate screen, no cursor, no wrap at the right edge, mouse with drags in SGR form, focus reports, clear.
 */
#define ENTER "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1002h\x1b[?1006h\x1b[?1004h\x1b[0m\x1b[2J"
#define LEAVE "\x1b[?1004l\x1b[?1006l\x1b[?1002l\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
/* Kitty keyboard protocol: all keys as sequences with press, repeat and release; then a query whether the
 * terminal knows the protocol. */
#define ENTER_KITTY "\x1b[>11u\x1b[?u"
#define LEAVE_KITTY "\x1b[<u"

enum {
    LOG_SIZE = 1 << 16,
    DEFAULT_COLUMNS = 80,
    DEFAULT_ROWS = 24,
    LEFT_ROWS = 4 /* for the picture, above a caption */
};

/* The terminal's state. There is one terminal per process, and signal handlers must reach it, so this state lies
 * outside of `plat`. */
static struct {
    plat *owner; /* NULL: free */
    host_cells *cells;
    host_keys keys;
    int input; /* file descriptor of the keyboard */
    bool own_input, kitty, true_colour, log_is_terminal;
    int pointer_x, pointer_y;
    bool pointer_known;
    int columns, rows, lines; /* of the terminal; `lines` of the rows are for the caption */
    char said[HOST_CAPTION_LINES][HOST_CAPTION_LENGTH + 1]; /* the caption as the terminal shows it */
    struct termios before, during;

    volatile sig_atomic_t active; /* this process holds the terminal */
    char log[LOG_SIZE]; /* a ring: log text kept while `active`, printed when the terminal is given back */
    size_t log_start, log_used;
    bool log_dropped;

    uint32_t line[HOST_MAX_SIDE];
} terminal;

/* ---- output ---- */

/* Writes the whole text. With give_up it stops when a signal asks for the end and the terminal takes no more. */
static void write_all(const char *text, size_t size, bool give_up) {
    while (size > 0) {
        ssize_t written = write(STDOUT_FILENO, text, size);
        if (written > 0) {
            text += written;
            size -= (size_t)written;
        } else if (written == 0 || errno != EINTR || (give_up && host_signalled.quit != 0)) {
            return;
        }
    }
}

static void write_text(const char *text) { write_all(text, strlen(text), true); }

/* Prints the kept log. Signal handlers call this too, so it uses nothing but write(). */
static void print_log(void) {
    static const char dropped[] = "(earlier lines were dropped)\n";
    size_t start = terminal.log_start, used = terminal.log_used;
    terminal.log_used = 0;
    if (terminal.log_dropped) {
        terminal.log_dropped = false;
        (void)!write(STDERR_FILENO, dropped, sizeof dropped - 1);
        while (used > 0 && terminal.log[start] != '\n') { /* the oldest line lost its beginning */
            start = (start + 1) % LOG_SIZE;
            used--;
        }
        if (used > 0) {
            start = (start + 1) % LOG_SIZE;
            used--;
        }
    }
    while (used > 0) {
        size_t run = used < LOG_SIZE - start ? used : LOG_SIZE - start;
        ssize_t written = write(STDERR_FILENO, terminal.log + start, run);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        start = (start + (size_t)written) % LOG_SIZE;
        used -= (size_t)written;
    }
}

static void terminal_log(plat *p, const char *text, size_t size) {
    (void)p;
    if (terminal.active == 0 || !terminal.log_is_terminal) {
        fwrite(text, 1, size, stderr);
        return;
    }
    for (size_t i = 0; i < size; i++) {
        terminal.log[(terminal.log_start + terminal.log_used) % LOG_SIZE] = text[i];
        if (terminal.log_used < LOG_SIZE) {
            terminal.log_used++;
        } else {
            terminal.log_start = (terminal.log_start + 1) % LOG_SIZE;
            terminal.log_dropped = true;
        }
    }
}

/* ---- taking the terminal and giving it back ---- */

/* tcsetattr is interrupted when the shell moves the process between foreground and background. */
static void set_modes(const struct termios *modes, int when) {
    while (tcsetattr(terminal.input, when, modes) != 0 && errno == EINTR) continue;
}

static void take_terminal(bool push_keyboard) {
    terminal.active = 1;
    set_modes(&terminal.during, TCSAFLUSH);
    write_text(ENTER);
    if (push_keyboard) write_text(ENTER_KITTY);
    host_cells_forget(terminal.cells);
}

/* Gives the terminal back. In a hurry (from a signal handler) output that the terminal has not read yet is thrown
 * away, since the terminal may have stopped reading. */
static void give_back(bool hurry) {
    if (terminal.active == 0) return;
    if (hurry) tcflush(STDOUT_FILENO, TCOFLUSH);
    write_all(HOST_CELLS_END, sizeof HOST_CELLS_END - 1, hurry);
    if (terminal.kitty) write_all(LEAVE_KITTY, sizeof LEAVE_KITTY - 1, hurry);
    write_all(LEAVE, sizeof LEAVE - 1, hurry);
    if (hurry) tcflush(terminal.input, TCIFLUSH);
    set_modes(&terminal.before, hurry ? TCSANOW : TCSAFLUSH);
    terminal.active = 0; /* set last: a signal that comes meanwhile gives the terminal back again */
}

static void at_exit(void) {
    if (terminal.active == 0) return;
    give_back(false);
    print_log();
}

/* What a signal's handler does before the process ends. */
static void end_at_once(void) {
    give_back(true);
    print_log();
}

/* ---- layout and suspension ---- */

/* How many lines the caption needs: none where the picture's own letters can be read. */
static int lines_wanted(const plat *p, int width, int height) {
    int lines = HOST_CAPTION_LINES;
    while (lines > 0 && p->caption[lines - 1][0] == 0) lines--;
    bool small = width > terminal.columns || height > 2 * terminal.rows;
    return small && terminal.rows >= lines + LEFT_ROWS ? lines : 0;
}

static void lay_out(const plat *p, int width, int height) {
    struct winsize size;
    terminal.columns = DEFAULT_COLUMNS;
    terminal.rows = DEFAULT_ROWS;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        terminal.columns = size.ws_col;
        terminal.rows = size.ws_row;
    }
    terminal.lines = lines_wanted(p, width, height);
    memset(terminal.said, 0, sizeof terminal.said);
    host_cells_layout(terminal.cells, width, height, terminal.columns, terminal.rows - terminal.lines,
                      terminal.true_colour);
}

/* Stops this process as Ctrl-Z does, with the terminal given back, and takes the terminal again when the process goes
 * on. */
static void suspend(plat *p) {
    host_signalled.stop = 0;
    host_notify(p, PLAT_SUSPENDED);
    give_back(false);
    host_signals_stop();
    host_keys_release_all(&terminal.keys);
    take_terminal(terminal.kitty);
    lay_out(p, p->width, p->height);
    host_signalled.continued = 0;
    p->deadline = 0;
    host_notify(p, PLAT_RESUMED);
}

/* Does what signals have asked for since the last call. */
static void settle_signals(plat *p) {
    if (host_signalled.stop != 0) suspend(p);
    if (host_signalled.continued !=
        0) { /* the process was stopped by SIGSTOP: the terminal may have been changed */
        host_signalled.continued = 0;
        host_signalled.resized = 1;
        take_terminal(false);
    }
    if (lines_wanted(p, p->width, p->height) != terminal.lines) host_signalled.resized = 1;
    if (host_signalled.resized != 0) {
        host_signalled.resized = 0;
        write_text("\x1b[0m\x1b[2J");
        lay_out(p, p->width, p->height);
    }
}

/* ---- the driver ---- */

static bool is_true_colour(void) {
    const char *colour = getenv("COLORTERM"), *name = getenv("TERM");
    if (colour != NULL && (strcmp(colour, "truecolor") == 0 || strcmp(colour, "24bit") == 0)) return true;
    return name != NULL && strstr(name, "-direct") != NULL;
}

/* Finds the keyboard: standard input, or the process's terminal when standard input was redirected. */
static bool open_input(char *error, size_t error_size) {
    terminal.input = STDIN_FILENO;
    terminal.own_input = false;
    if (!isatty(STDIN_FILENO)) {
        terminal.input = open("/dev/tty", O_RDONLY | O_CLOEXEC);
        terminal.own_input = terminal.input >= 0;
    }
    if (terminal.input < 0 || tcgetattr(terminal.input, &terminal.before) != 0) {
        snprintf(error, error_size,
                 "there is no keyboard: standard input is not a terminal; do not redirect it");
        if (terminal.own_input) close(terminal.input);
        return false;
    }
    return true;
}

static bool terminal_open(plat *p, char *error, size_t error_size) {
    static bool exit_known;
    const char *name = getenv("TERM");
    FX_ASSERT_MSG(terminal.owner == NULL, "a second port is opened on the terminal");
    if (terminal.owner != NULL) {
        snprintf(error, error_size,
                 "another console of this program has the terminal; run one of them headless");
        return false;
    }
    if (!isatty(STDOUT_FILENO)) {
        snprintf(error, error_size, "standard output is not a terminal; do not redirect it, or run headless");
        return false;
    }
    if (name == NULL || name[0] == 0 || strcmp(name, "dumb") == 0) {
        snprintf(error, error_size,
                 "this terminal cannot show pictures (TERM is %s); use another, or run headless",
                 name == NULL || name[0] == 0 ? "not set" : name);
        return false;
    }
    if (!open_input(error, error_size)) return false;
    memset(&terminal.keys, 0, sizeof terminal.keys);
    terminal.cells = host_cells_open();
    if (terminal.cells == NULL) {
        snprintf(error, error_size, "no memory for the terminal's picture; close other programs");
        if (terminal.own_input) close(terminal.input);
        return false;
    }
    terminal.during = terminal.before;
    terminal.during.c_iflag &= (tcflag_t) ~(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON);
    terminal.during.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | IEXTEN);
    terminal.during.c_cc[VMIN] = 0; /* reading never waits */
    terminal.during.c_cc[VTIME] = 0;
    terminal.kitty = strcmp(name, "linux") != 0; /* old kernels would print the request */
    terminal.true_colour = is_true_colour();
    terminal.log_is_terminal = isatty(STDERR_FILENO) != 0;
    terminal.pointer_known = false;
    if (!exit_known) exit_known = atexit(at_exit) == 0;
    terminal.owner = p;
    return true;
}

static bool terminal_video(plat *p, int width, int height, char *error, size_t error_size) {
    lay_out(p, width, height);
    if (terminal.active == 0 && !host_signals_begin(end_at_once)) {
        snprintf(error, error_size,
                 "another console of this program has the display; run one of them headless");
        return false;
    }
    if (terminal.active == 0) take_terminal(terminal.kitty);
    return true;
}

/* Writes one line of the caption, cut to the width of the terminal; control characters become question marks. */
static void write_line(int line, const char *said) {
    char text[HOST_CAPTION_LENGTH + 64];
    int used = snprintf(text, sizeof text, "\x1b[%d;1H\x1b[0m", terminal.rows - terminal.lines + line + 1);
    for (int column = 0; *said != 0; said++) {
        const bool begins = ((unsigned char)*said & 0xC0) != 0x80; /* a letter of UTF-8 */
        if (begins && column++ == terminal.columns) break;
        text[used++] = (unsigned char)*said < ' ' || *said == 127 ? '?' : *said;
    }
    memcpy(text + used, "\x1b[K", 4);
    write_text(text);
}

static void write_caption(const plat *p) {
    for (int i = 0; i < terminal.lines; i++) {
        if (strcmp(terminal.said[i], p->caption[i]) == 0) continue;
        memcpy(terminal.said[i], p->caption[i], sizeof terminal.said[i]);
        write_line(i, p->caption[i]);
    }
}

static void terminal_present(plat *p) {
    settle_signals(p);
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&out, 1, 0) == 0) return; /* a slow terminal misses frames rather than holding up the game */
    for (int y = 0; y < p->height; y++) {
        host_shown_row(p, y, terminal.line);
        host_cells_line(terminal.cells, y, terminal.line);
    }
    size_t size = 0;
    const char *text = host_cells_finish(terminal.cells, &size);
    write_all(text, size, true);
    write_caption(p);
}

static void read_keys(void) {
    uint8_t bytes[512];
    for (int i = 0; i < 16; i++) { /* at most 16 reads per frame, however much text is pasted */
        ssize_t count = read(terminal.input, bytes, sizeof bytes);
        if (count <= 0) break;
        host_keys_feed(&terminal.keys, bytes, (size_t)count, host_now());
        if ((size_t)count < sizeof bytes) break;
    }
    host_keys_tick(&terminal.keys, host_now());
}

static int16_t difference(int to, int from) { return (int16_t)(to - from); }

static void report_pointer(plat_input *in) {
    host_keys *keys = &terminal.keys;
    in->wheel = (int16_t)keys->wheel;
    keys->wheel = 0;
    if (!keys->mouse_seen) return;
    int x = 0, y = 0;
    host_cells_pixel(terminal.cells, keys->mouse_column, keys->mouse_row, &x, &y);
    if (terminal.pointer_known) {
        in->pointer_dx = difference(x, terminal.pointer_x);
        in->pointer_dy = difference(y, terminal.pointer_y);
    }
    terminal.pointer_known = true;
    terminal.pointer_x = x;
    terminal.pointer_y = y;
    in->pointer_x = (int16_t)x;
    in->pointer_y = (int16_t)y;
    in->pointer_held = keys->mouse_held;
}

static void terminal_poll(plat *p, plat_input *in) {
    host_keys *keys = &terminal.keys;
    if (terminal.active == 0) return;
    settle_signals(p);
    struct pollfd keyboard = {.fd = terminal.input, .events = POLLIN};
    bool gone = poll(&keyboard, 1, 0) > 0 && (keyboard.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    read_keys();
    if (keys->suspend) {
        keys->suspend = false;
        kill(0, SIGTSTP); /* as Ctrl-Z of a terminal: to all processes of the job */
        settle_signals(p);
    }
    if (keys->screenshot) p->screenshot_due = true;
    if (keys->inside) host_typed_put(p, HOST_TYPED_F1);
    keys->inside = false;
    if (keys->redraw) host_signalled.resized = 1;
    keys->screenshot = keys->redraw = false;
    in->buttons = host_keys_buttons(keys, host_now());
    host_keys_senses(keys, host_now(), &in->senses);
    report_pointer(in);
    in->quit = keys->quit || gone || host_signalled.quit != 0;
}

static void terminal_close(plat *p) {
    (void)p;
    give_back(false);
    print_log();
    host_signals_end(end_at_once);
    if (terminal.own_input) close(terminal.input);
    host_cells_close(terminal.cells);
    terminal.cells = NULL;
    terminal.owner = NULL;
}

const host_backend host_terminal_backend = {
    .name = "terminal",
    .paced = true,
    .open = terminal_open,
    .video = terminal_video,
    .present = terminal_present,
    .poll = terminal_poll,
    .log = terminal_log,
    .close = terminal_close,
};

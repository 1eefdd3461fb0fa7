/* The terminal driver on a real pseudo-terminal: the picture it draws, the keys it sees, and that every way
 * out gives the terminal back. A child process plays the console, the case plays the terminal. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* TIOCSWINSZ */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "fixedmath/assert.h"
#include "platform/host/host.h"
#include "tests/test.h"

enum { OUTPUT = 1 << 20, WIDTH = 40, HEIGHT = 20 };

typedef enum behaviour { PLAY, EXIT_EARLY, FAULT, HANG, OPEN_TWICE, CAPTIONED } behaviour;

typedef struct session {
    int master, slave;
    pid_t child;
    struct termios before;
    size_t used;
    char output[OUTPUT + 1];
} session;

/* ---- the console ---- */

static void draw(plat *p, uint32_t buttons, int frame) {
    static uint32_t pixels[HEIGHT][WIDTH];
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++)
            pixels[y][x] = (uint32_t)(x * 6) << 16 | (uint32_t)(y * 12) << 8 | (frame & 255);
    }
    if ((buttons & PLAT_A) != 0) pixels[0][0] = 0xabcdef;
    plat_band(p, 0, HEIGHT, pixels, (int)sizeof pixels[0]);
    plat_present(p);
}

static void misbehave(behaviour how) {
    if (how == EXIT_EARLY) exit(7);
    if (how == HANG) {
        for (;;) pause();
    }
    if (how == FAULT) {
        volatile char *forbidden = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        forbidden[0] = 1;
    }
}

static void play(behaviour how) {
    char error[200], line[80];
    host_options options = {.driver = HOST_DRIVER_TERMINAL, .threads = 1, .memory = 64, .frame_limit = 1200};
    plat *p = host_open(&options, error, sizeof error);
    uint32_t seen = 0;
    if (p == NULL || !plat_video_open(p, WIDTH, HEIGHT, PLAT_XRGB8888)) _exit(99);
    if (how == OPEN_TWICE) {
        bool refused =
            host_open(&options, error, sizeof error) == NULL && test_assertions() == (OX_DEBUG ? 1 : 0);
        if (!refused || strstr(error, "another console of this program has the terminal") == NULL) _exit(97);
        if (!host_close(p)) _exit(96);
        p = host_open(&options, error, sizeof error);
        if (p == NULL || !plat_video_open(p, WIDTH, HEIGHT, PLAT_XRGB8888)) _exit(95);
    }
    for (int frame = 0;; frame++) {
        plat_input in;
        plat_poll(p, &in);
        if (in.quit) break;
        seen |= in.buttons;
        if (how == CAPTIONED)
            host_caption(p, (seen & PLAT_A) != 0 ? "" : "a line of the caption that is wide\n\x1b[1mtwo");
        draw(p, in.buttons, frame);
        if (frame == 5) misbehave(how);
    }
    snprintf(line, sizeof line, "seen=%lx signal=%d", (unsigned long)seen, host_signal());
    plat_log(p, PLAT_LOG_INFO, line);
    _exit(host_close(p) ? 0 : 98);
}

/* ---- the terminal ---- */

static bool start(session *s, behaviour how) {
    struct winsize size = {.ws_row = 12, .ws_col = 50};
    memset(s, 0, sizeof *s);
    s->master = posix_openpt(O_RDWR | O_NOCTTY);
    if (s->master < 0 || grantpt(s->master) != 0 || unlockpt(s->master) != 0) return false;
    const char *name = ptsname(s->master);
    s->slave = name != NULL ? open(name, O_RDWR | O_NOCTTY) : -1;
    if (s->slave < 0 || tcgetattr(s->slave, &s->before) != 0) return false;
    ioctl(s->slave, TIOCSWINSZ, &size);
    fflush(stdout);
    s->child = fork();
    if (s->child != 0) return s->child > 0;
    setsid();
    /* Commands in the background of a script and under nohup inherit these signals as ignored. */
    for (size_t i = 0; i < 3; i++) signal((const int[]){SIGINT, SIGQUIT, SIGHUP}[i], SIG_DFL);
    ioctl(s->slave, TIOCSCTTY, 0);
    for (int i = 0; i < 3; i++) dup2(s->slave, i);
    close(s->master);
    setenv("TERM", "xterm", 1);
    setenv("COLORTERM", "truecolor", 1);
    play(how);
    return false;
}

static long long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Reads output for up to `wait` ms, or until `text` shows up behind position `from`. */
static bool expect(session *s, size_t from, const char *text, int wait) {
    long long until = milliseconds() + wait;
    for (;;) {
        if (text != NULL && strstr(s->output + from, text) != NULL) return true;
        long long left = until - milliseconds();
        struct pollfd ready = {.fd = s->master, .events = POLLIN};
        if (left <= 0 || poll(&ready, 1, (int)left) <= 0 || s->used == OUTPUT) return false;
        ssize_t count = read(s->master, s->output + s->used, OUTPUT - s->used);
        if (count <= 0) return false;
        for (ssize_t i = 0; i < count; i++)
            s->output[s->used + (size_t)i] |= s->output[s->used + (size_t)i] == 0;
        s->used += (size_t)count;
    }
}

static void type(session *s, const char *keys) {
    CHECK_EQ(write(s->master, keys, strlen(keys)), (long)strlen(keys));
}

/* Waits for the child's end, reading its output; gives its wait status, or -1 after a minute. */
static int finish(session *s) {
    int status = -1;
    for (int i = 0; i < 1200; i++) { /* a sanitizer's report of a crash takes its time on a busy machine */
        expect(s, s->used, NULL, 50);
        if (waitpid(s->child, &status, WNOHANG) != s->child) continue;
        expect(s, s->used, NULL, 50);
        return status;
    }
    kill(s->child, SIGKILL);
    waitpid(s->child, &status, 0);
    return -1;
}

/* Gives the last place of `text` in the output, or -1. */
static long last_place(const session *s, const char *text) {
    long place = -1;
    for (const char *at = strstr(s->output, text); at != NULL; at = strstr(at + 1, text))
        place = (long)(at - s->output);
    return place;
}

/* Checks that the modes are as before, that the alternate screen was left after it was entered, and that
 * cursor, wrap and mouse are back. */
static void check_restored(session *s) {
    static const char *const pairs[][2] = {{"\x1b[?1049h", "\x1b[?1049l"},
                                           {"\x1b[?25l", "\x1b[?25h"},
                                           {"\x1b[?7l", "\x1b[?7h"},
                                           {"\x1b[?1002h", "\x1b[?1002l"},
                                           {"\x1b[>11u", "\x1b[<u"}};
    struct termios after;
    CHECK_EQ(tcgetattr(s->slave, &after), 0);
    CHECK_EQ(after.c_lflag, s->before.c_lflag);
    CHECK_EQ(after.c_iflag, s->before.c_iflag);
    CHECK_EQ(after.c_oflag, s->before.c_oflag);
    CHECK_EQ(memcmp(after.c_cc, s->before.c_cc, sizeof after.c_cc), 0);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        CHECK(last_place(s, pairs[i][0]) >= 0);
        CHECK(last_place(s, pairs[i][1]) > last_place(s, pairs[i][0]));
    }
    close(s->master);
    close(s->slave);
}

static session shared; /* too large for the stack */

static session *begin(behaviour how) {
    if (!start(&shared, how)) {
        test_skip("no pseudo-terminal here");
        return NULL;
    }
    CHECK(expect(&shared, 0, "\xe2\x96\x80", 5000));
    return &shared;
}

/* ---- the cases ---- */

TEST(host_terminal_draws_sees_keys_and_quits_on_q) {
    session *s = begin(PLAY);
    if (s == NULL) return;
    struct termios during;
    CHECK_EQ(tcgetattr(s->slave, &during), 0);
    CHECK_EQ(during.c_lflag & (ICANON | ECHO), 0);
    size_t from = s->used;
    type(s, "z");
    CHECK(expect(s, from, "171;205;239", 3000)); /* the pixel that button A lights, 0xabcdef */
    type(s, "\x1b[C\r\t");
    expect(s, s->used, NULL, 100);
    type(s, "q");
    CHECK_EQ(finish(s), 0);
    CHECK(strstr(s->output, "seen=518 signal=0") != NULL); /* A, right, start and L */
    CHECK(last_place(s, "seen=") >
          last_place(s, "\x1b[?1049l")); /* the log is printed on the screen from before the game */
    check_restored(s);
}

TEST(host_terminal_escape_alone_quits) {
    session *s = begin(PLAY);
    if (s == NULL) return;
    type(s, "\x1b");
    CHECK_EQ(finish(s), 0);
    check_restored(s);
}

TEST(host_terminal_is_restored_on_polite_signals) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 3; i++) {
        char line[40];
        session *s = begin(PLAY);
        if (s == NULL) return;
        kill(s->child, signals[i]);
        CHECK_EQ(finish(s), 0);
        snprintf(line, sizeof line, "signal=%d", signals[i]);
        CHECK(strstr(s->output, line) != NULL);
        check_restored(s);
    }
}

TEST(host_terminal_is_restored_on_crashes) {
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGQUIT};
    for (size_t i = 0; i < 5; i++) {
        session *s = begin(PLAY);
        if (s == NULL) return;
        kill(s->child, signals[i]);
        int status = finish(s);
        /* the signal still ends the child (a sanitizer may turn it into an exit code) */
        CHECK(status > 0);
        check_restored(s);
    }
    session *s = begin(FAULT);
    if (s == NULL) return;
    CHECK(finish(s) > 0);
    check_restored(s);
}

TEST(host_terminal_is_restored_on_exit) {
    session *s = begin(EXIT_EARLY);
    if (s == NULL) return;
    int status = finish(s);
    CHECK(WIFEXITED(status));
    CHECK_EQ(WEXITSTATUS(status), 7);
    check_restored(s);
}

TEST(host_terminal_second_signal_ends_a_hanging_console) {
    session *s = begin(HANG);
    if (s == NULL) return;
    expect(s, s->used, NULL, 300);
    kill(s->child, SIGTERM);
    expect(s, s->used, NULL, 100);
    kill(s->child, SIGTERM);
    int status = finish(s);
    CHECK(WIFSIGNALED(status));
    CHECK_EQ(WTERMSIG(status), SIGTERM);
    check_restored(s);
}

TEST(host_terminal_hanging_console_ends_by_itself_after_one_signal) {
    session *s = begin(HANG);
    if (s == NULL) return;
    expect(s, s->used, NULL, 300);
    long long began = milliseconds();
    kill(s->child, SIGINT);
    int status = finish(s);
    CHECK(WIFSIGNALED(status));
    CHECK_EQ(WTERMSIG(status), SIGINT);
    CHECK(milliseconds() - began < 8000);
    check_restored(s);
}

TEST(host_terminal_that_stopped_reading_does_not_keep_the_console) {
    session *s = begin(PLAY);
    if (s == NULL) return;
    struct timespec moment = {.tv_sec = 1};
    nanosleep(&moment, NULL); /* the case reads nothing meanwhile: the terminal's buffer runs full */
    kill(s->child, SIGTERM);
    int status = -1;
    for (int i = 0; i < 100 && waitpid(s->child, &status, WNOHANG) != s->child; i++) {
        moment = (struct timespec){.tv_nsec = 100000000};
        nanosleep(&moment, NULL);
    }
    CHECK(status == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM));
    if (status == -1) {
        kill(s->child, SIGKILL);
        waitpid(s->child, &status, 0);
    }
    struct termios after;
    CHECK_EQ(tcgetattr(s->slave, &after), 0);
    CHECK_EQ(after.c_lflag, s->before.c_lflag);
    close(s->master);
    close(s->slave);
}

TEST(host_terminal_follows_a_new_size) {
    session *s = begin(PLAY);
    if (s == NULL) return;
    struct winsize size = {.ws_row = 30, .ws_col = 130};
    ioctl(s->master, TIOCSWINSZ, &size);
    kill(s->child, SIGWINCH);
    CHECK(expect(s, s->used, "\x1b[30;1H", 3000)); /* the last line of the new size is drawn */
    type(s, "q");
    CHECK_EQ(finish(s), 0);
    check_restored(s);
}

TEST(host_terminal_hang_up_ends_the_console) {
    session *s = begin(PLAY);
    if (s == NULL) return;
    close(s->slave);
    close(s->master); /* the terminal's window was closed */
    int status = -1;
    for (int i = 0; i < 60 && waitpid(s->child, &status, WNOHANG) != s->child; i++) {
        struct timespec moment = {.tv_nsec = 100000000};
        nanosleep(&moment, NULL);
    }
    CHECK(status != -1);
    if (status == -1) {
        kill(s->child, SIGKILL);
        waitpid(s->child, &status, 0);
    }
}

TEST(host_terminal_refuses_where_none_is) {
    char error[200] = "";
    host_options options = {.driver = HOST_DRIVER_TERMINAL, .threads = 1, .memory = 64};
    int kept = dup(STDOUT_FILENO), nothing = open("/dev/null", O_WRONLY);
    fflush(stdout);
    dup2(nothing, STDOUT_FILENO);
    plat *p = host_open(&options, error, sizeof error);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(nothing);
    CHECK(p == NULL);
    CHECK(strstr(error, "standard output is not a terminal") != NULL);
}

/* There is one terminal: a second port asserts and is refused, and a port that is opened after the first was
 * closed works. */
TEST(host_terminal_is_opened_once) {
    session *s = begin(OPEN_TWICE);
    if (s == NULL) return;
    type(s, "q");
    CHECK_EQ(finish(s), 0);
    check_restored(s);
}

/* Where the picture shrinks, its caption stands below it; where it does not, its own letters can be read. */
TEST(host_terminal_captions_small_pictures) {
    session *s = begin(CAPTIONED);
    if (s == NULL) return;
    struct winsize size = {.ws_row = 12, .ws_col = 30};
    expect(s, s->used, NULL, 200);
    CHECK(strstr(s->output, "caption") == NULL);
    ioctl(s->master, TIOCSWINSZ, &size);
    kill(s->child, SIGWINCH);
    /* the caption is as wide as there is room */
    CHECK(expect(s, s->used, "\x1b[11;1H\x1b[0ma line of the caption that is \x1b[K", 3000));
    /* control characters of a caption are no commands to the terminal */
    CHECK(expect(s, 0, "\x1b[12;1H\x1b[0m?[1mtwo\x1b[K", 3000));
    size_t from = s->used;
    type(s, "z");
    /* the caption is taken away, and the picture is larger again */
    CHECK(expect(s, from, "\x1b[2J", 3000));
    expect(s, s->used, NULL, 100);
    /* a picture before the clearing may still have the caption */
    const char *cleared = strstr(s->output + from, "\x1b[2J");
    CHECK(cleared != NULL && strstr(cleared, "caption") == NULL);
    type(s, "q");
    CHECK_EQ(finish(s), 0);
    check_restored(s);
}

/* Tests of failed assertions in a running console: the screen, its keys, the exported text, the place of the
 * break. The tests mean something in debug builds; in release builds the same game plays on undisturbed. */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/console/internal.h"
#include "kernel/debug/report.h"
#include "kernel/debug/screen.h"
#include "platform/host/host.h"
#include "raster/font.h"
#include "tests/port.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"

enum { WIDTH = 320, HEIGHT = 240, COLUMNS = 39, ROWS = 25 };

static _Alignas(16) uint8_t image[65536];

/* ---- a game that fails an assertion in every frame from the third on ---- */

static uint32_t failures_seen; /* frames that came past the assertion */

static __attribute__((noinline)) void deepest(uint32_t number) {
    FX_ASSERT_MSG(number < 2, "frame %u came", (unsigned)number);
    failures_seen += number >= 2;
}
static __attribute__((noinline)) void middle(uint32_t number) {
    deepest(number);
    /* work behind the call prevents a tail call, so that every caller is on the stack */
    failures_seen += 0 * number + 0;
    __asm__ volatile("" ::: "memory");
}
static __attribute__((noinline)) void outermost(void *state, uint32_t number, uint32_t microseconds) {
    (void)state, (void)microseconds;
    middle(number);
    __asm__ volatile("" ::: "memory");
}
static const ox_debug_operations operations = {{&ox_debug_type}, outermost};

/* Reads a screen of text back out of its pixels: every cell of the grid must be a glyph of the font. */
static bool read_screen(const plat *p, char text[ROWS][COLUMNS + 1]) {
    static uint8_t rgba[WIDTH * HEIGHT * 4];
    if (!host_frame_rgba(p, rgba)) return false;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            int found = -1;
            uint8_t bits[8] = {0};
            for (int y = 0; y < 8; y++) {
                for (int x = 0; x < 8; x++) {
                    int at = (OX_TEXT_SCREEN_MARGIN + row * OX_TEXT_SCREEN_ROW + y) * WIDTH +
                             OX_TEXT_SCREEN_MARGIN + column * OX_TEXT_SCREEN_CHARACTER + x;
                    if (rgba[at * 4 + 1] > 127) bits[y] = (uint8_t)(bits[y] | 0x80u >> x);
                }
            }
            for (int c = 0; c < 95 && found < 0; c++) {
                if (memcmp(bits, rs_font8x8[c], 8) == 0) found = 32 + c;
            }
            if (found < 0) return false;
            text[row][column] = (char)found;
        }
        text[row][COLUMNS] = 0;
    }
    return true;
}

/* Lays a text out as that screen shows it. */
static void lay_out(const char *text, char screen[ROWS][COLUMNS + 1]) {
    int row = 0, column = 0;
    memset(screen, ' ', ROWS * (COLUMNS + 1));
    for (int i = 0; i < ROWS; i++) screen[i][COLUMNS] = 0;
    for (; *text != 0; text++) {
        if (*text == '\n' || column == COLUMNS) {
            row++;
            column = 0;
        }
        if (*text != '\n') screen[row][column++] = *text;
    }
}

static plat *open_port(const char *script, const char *folder) {
    char error[200], path[4200];
    snprintf(path, sizeof path, "%s/keys", folder);
    FILE *file = fopen(path, "w");
    fputs(script, file);
    fclose(file);
    host_options options = {.quiet = true, .threads = 1, .input_script = path, .screenshot_folder = folder};
    plat *p = test_port_open(&options, error, sizeof error);
    remove(path);
    if (p == NULL) test_fail(__FILE__, __LINE__, error, 0, 1);
    return p;
}

static ox_console *boot_on(plat *p) {
    build_rom rom;
    ox_error error;
    uint32_t size = build_small_cart(&rom, image, sizeof image, 1 << 20, PLAT_PAL8, 0, 0);
    ox_boot_options options = ox_boot_defaults(p, image, size);
    options.deterministic = true;
    options.log_subsystems = false;
    options.width = WIDTH;
    options.height = HEIGHT;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    ox_service service = {&operations.head, NULL};
    CHECK_EQ(ox_engine_serve(ox_console_engine(console), OX_SERVICE_DEBUG, service), OX_OK);
    return console;
}

#if OX_DEBUG
/* The test runner's own handler steps aside, so that the console takes the place. */
typedef struct {
    fx_assert_handler *handler;
    void *context;
} runner;
static runner step_aside(void) {
    runner r;
    r.handler = fx_assert_install(NULL, NULL, &r.context);
    return r;
}
static void step_back(runner r) { fx_assert_install(r.handler, r.context, NULL); }
#else
typedef int runner;
static runner step_aside(void) { return 0; }
static void step_back(runner r) { (void)r; }
#endif

/* Reads and removes the only file whose name begins with oxcart-assertion. */
static bool take_report(const char *folder, char *text, size_t size) {
    DIR *entries = opendir(folder);
    struct dirent *entry;
    bool found = false;
    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        char path[4600];
        if (strncmp(entry->d_name, "oxcart-assertion-", 17) != 0) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = fopen(path, "r");
        size_t length = fread(text, 1, size - 1, file);
        text[length] = 0;
        fclose(file);
        remove(path);
        found = true;
    }
    if (entries != NULL) closedir(entries);
    return found;
}

static bool folder_for(char path[40]) {
    strcpy(path, "/tmp/oxcart_assertion_XXXXXX");
    return mkdtemp(path) != NULL;
}

/* ---- the screen ---- */

TEST(engine_assertion_screen_shows_what_is_exported) {
    char folder[40], file[OX_REPORT_SIZE + 1] = "";
    static char screen[ROWS][COLUMNS + 1], expected[ROWS][COLUMNS + 1];
    CHECK(folder_for(folder));
    /* Frames 0 to 2 are the game's, the third fails behind its picture: then one report after the other. */
    plat *p = open_port("5 hold Y 1\n7 hold A 1\n10 quit\n", folder);
    runner r = step_aside();
    ox_console *console = boot_on(p);
    failures_seen = 0;
    for (int i = 0; i < 3; i++) CHECK(ox_console_frame(console));
    CHECK_EQ(failures_seen, 1); /* the game went on past the assertion */
    CHECK(take_report(folder, file, sizeof file) == (OX_DEBUG != 0));
    /* the screen is the last picture that was presented */
    CHECK(read_screen(p, screen) == (OX_DEBUG != 0));
    step_back(r);
    if (!OX_DEBUG) {
        ox_console_close(console);
        host_close(p);
        rmdir(folder);
        return;
    }
    TEST_INFO("%s", file);
    lay_out(file, expected);
    int rows = 0;
    while (rows < ROWS && strspn(expected[rows], " ") < COLUMNS) rows++;
    CHECK(rows > 5);
    for (int i = 0; i < rows; i++) CHECK(strcmp(screen[i], expected[i]) == 0);
    CHECK(strncmp(screen[ROWS - 3], "A ignore  B ignore always ", 26) == 0);
    CHECK(strncmp(screen[ROWS - 2], "X break   SELECT abort ", 23) == 0);
    CHECK(strncmp(file, "ASSERTION FAILED: number < 2\nframe 2 came\n", 42) == 0);
    CHECK(strstr(file, "engine_assertion_test.c:") != NULL && strstr(file, " in deepest\n") != NULL);
    const char *caller = strstr(file, "called by middle\n          outermost\n          ox_console_draw\n");
    CHECK(caller != NULL && strstr(caller, "\n          ox_console_frame\n") != NULL);
    r = step_aside();
    ox_console_close(console);
    step_back(r);
    host_close(p);
    rmdir(folder);
}

TEST(engine_assertion_ignored_always_fails_once_in_a_thousand_frames) {
    char folder[40];
    CHECK(folder_for(folder));
    plat *p = open_port("6 hold B 1\n", folder);
    runner r = step_aside();
    ox_console *console = boot_on(p);
    failures_seen = 0;
    for (int i = 0; i < 1000; i++) CHECK(ox_console_frame(console));
    CHECK_EQ(failures_seen, 998);
    CHECK_EQ(ox_report_rearm(NULL), OX_DEBUG ? 1 : 0);
    CHECK_EQ(console->number, 1000);
    host_frame last;
    CHECK(host_last_frame(p, &last));
    TEST_INFO("%u frames were presented for 1000 of the game", (unsigned)last.number + 1);
    CHECK(last.number + 1 == (OX_DEBUG ? 1003 : 1000)); /* frames 3 to 5 showed the report */
    CHECK(last.palette[1] == build_colour(1));          /* the game's colours are back */
    ox_console_close(console);
#if OX_DEBUG
    CHECK(fx_assert_installed(NULL) == NULL); /* the console took its handler along */
#endif
    step_back(r);
    host_close(p);
    rmdir(folder);
}

/* ---- the end of a program ---- */

/* Plays in a process of its own; gives its exit status. */
static int play_apart(const char *script) {
    char folder[40];
    if (!folder_for(folder)) return -1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGTRAP, SIG_DFL);
        if (freopen("/dev/null", "w", stderr) == NULL) _exit(99);
        plat *p = open_port(script, folder);
        step_aside();
        ox_console *console = boot_on(p);
        for (int i = 0; i < 20; i++) {
            if (!ox_console_frame(console)) break;
        }
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    rmdir(folder);
    return status;
}

TEST(engine_assertion_abort_and_break_end_the_program) {
    int abort_status = play_apart("6 hold SELECT 1\n"), break_status = play_apart("6 hold X 1\n");
    int quit_status = play_apart("6 quit\n");
    if (!OX_DEBUG) {
        CHECK(abort_status == 0 && break_status == 0 && quit_status == 0);
        return;
    }
    CHECK(WIFEXITED(abort_status) && WEXITSTATUS(abort_status) == HOST_ABORTED);
    CHECK(WIFEXITED(quit_status) && WEXITSTATUS(quit_status) == HOST_ABORTED);
    CHECK(!WIFEXITED(break_status) || WEXITSTATUS(break_status) != 0);
}

/* ---- the place of the break ---- */

static __attribute__((noinline)) int fails_here(int n) {
    FX_ASSERT(n > 5);
    return n + 1;
}

/* On other systems the break cannot be caught and gone on from. */
#if OX_DEBUG && defined(__x86_64__) && defined(__linux__)
#include <ucontext.h>
#define BREAKS 1
static uintptr_t broke_at;
static int words;

static void note_break(int number, siginfo_t *info, void *context) {
    (void)number, (void)info;
    broke_at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
}

static bool choose_break(void *context, fx_assert_site *site, const char *text, va_list arguments) {
    (void)context, (void)site, (void)text, (void)arguments;
    return true;
}

static void count_words(const fx_assert_site *site) { words += site->line > 0; }

static bool fail_inside(void *context, fx_assert_site *site, const char *text, va_list arguments) {
    (void)site, (void)text, (void)arguments;
    ++*(int *)context;
    FX_ASSERT_MSG(words < 0, "the handler itself is broken");
    return false;
}
#else
#define BREAKS 0
#endif

TEST(engine_assertion_breaks_in_the_failing_function) {
#if BREAKS
    struct sigaction action = {.sa_sigaction = note_break, .sa_flags = SA_SIGINFO}, old;
    char error[200], name[64] = "";
    host_options options = {.quiet = true, .threads = 1};
    plat *p = test_port_open(&options, error, sizeof error);
    void *context;
    sigaction(SIGTRAP, &action, &old);
    fx_assert_handler *before = fx_assert_install(choose_break, NULL, &context);
    CHECK_EQ(fails_here(1), 2); /* a debugger may go on behind the break */
    fx_assert_install(before, context, NULL);
    sigaction(SIGTRAP, &old, NULL);
    CHECK(plat_caller_name(p, broke_at, name, sizeof name));
    CHECK(strcmp(name, "fails_here") == 0);
    host_close(p);
#else
    CHECK_EQ(fails_here(1), 2);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
#endif
}

TEST(engine_assertion_in_the_handler_says_a_word_and_breaks) {
#if BREAKS
    struct sigaction action = {.sa_sigaction = note_break, .sa_flags = SA_SIGINFO}, old;
    int calls = 0;
    void *context;
    words = 0;
    broke_at = 0;
    sigaction(SIGTRAP, &action, &old);
    fx_assert_last_words(count_words);
    fx_assert_handler *before = fx_assert_install(fail_inside, &calls, &context);
    CHECK_EQ(fails_here(2), 3);
    CHECK(calls == 1 && words == 1 && broke_at != 0);
    fx_assert_install(NULL, NULL, NULL); /* a failure without a handler breaks, too */
    CHECK_EQ(fails_here(3), 4);
    CHECK(calls == 1 && words == 2);
    fx_assert_install(before, context, NULL);
    fx_assert_last_words(NULL);
    sigaction(SIGTRAP, &old, NULL);
#else
    CHECK_EQ(fails_here(2), 3);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
#endif
}

TEST(engine_assertion_report_that_cannot_be_kept) {
    char folder[40];
    static ox_report report = {4, "lost"};
    CHECK(folder_for(folder));
    plat *p = open_port("", folder);
    CHECK(ox_report_export(&report, p));
    char text[8] = "";
    CHECK(take_report(folder, text, sizeof text) && strcmp(text, "lost") == 0);
    rmdir(folder); /* without its folder the report cannot be written */
    CHECK(!ox_report_export(&report, p));
    host_close(p);
}

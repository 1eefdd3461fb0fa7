/* Signals, registers, and the ways that a report goes. */
#define _GNU_SOURCE
#include "tools/play/crash.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "kernel/debug/screen.h"
#include "kernel/inspect/crash.h"
#include "kernel/module/module.h"
#include "platform/host/host.h"
#include "rom/rom.h"
#include "tools/play/guarded.h"

enum { STACK = 256 << 10, PATIENCE = 20 };

enum { WRITE, KEEP, SAY, SHOW, DONE };

/* The game that is watched, one of the process. */
static struct {
    plat *port;
    const ox_console *console;
    ox_crash crash;
    volatile int stage; /* the next one; each is begun once */
    char text[OX_CRASH_SIZE];
} game;

static const char *reason(int number) {
    switch (number) {
    case SIGFPE:
        return "divides by zero";
    case SIGABRT:
        return "gave up";
    case SIGILL:
    case SIGTRAP:
        return "runs into what is no instruction";
    default:
        return "touches memory that is not there";
    }
}

static void take_registers(ox_crash *crash, const void *context) {
#if defined(__linux__) && defined(__x86_64__)
    static const struct {
        const char *name;
        int number;
    } all[] = {{"rip", REG_RIP}, {"rsp", REG_RSP}, {"rbp", REG_RBP}, {"rax", REG_RAX}, {"rbx", REG_RBX},
               {"rcx", REG_RCX}, {"rdx", REG_RDX}, {"rsi", REG_RSI}, {"rdi", REG_RDI}, {"r8", REG_R8},
               {"r9", REG_R9},   {"r10", REG_R10}, {"r11", REG_R11}, {"r12", REG_R12}, {"r13", REG_R13},
               {"r14", REG_R14}, {"r15", REG_R15}, {"cr2", REG_CR2}};
    const ucontext_t *at = context;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        crash->registers[crash->register_count].name = all[i].name;
        crash->registers[crash->register_count++].value = (uintptr_t)at->uc_mcontext.gregs[all[i].number];
    }
#else
    (void)crash, (void)context;
#endif
}

static bool name_place(void *context, uintptr_t address, char *text, size_t size) {
    (void)context;
    return guarded_place(address, text, size);
}

/* The place of the fault and its callers; frames of the handler stand before it. */
static void take_calls(ox_crash *crash, void *context) {
    uintptr_t all[OX_CRASH_CALLS + 16];
    const uintptr_t at = host_interrupted_at(context);
    const int count = plat_callers(game.port, all, OX_CRASH_CALLS + 16);
    int first = 0;
    while (first < count && all[first] != at) first++;
    crash->calls[crash->call_count++] = at + 1; /* callers are told by what lies behind their call, too */
    for (int i = first == count ? 0 : first + 1; i < count && crash->call_count < OX_CRASH_CALLS; i++)
        crash->calls[crash->call_count++] = all[i];
}

static void show_page(void) {
    const ox_boot_options *o = ox_console_modules(game.console)->options;
    const ox_text_screen screen = {.platform = game.port,
                                   .width = o->width,
                                   .height = o->height,
                                   .format = (plat_format)o->format,
                                   .light = o->format == PLAT_PAL8 ? 1u : UINT32_MAX};
    ox_text_screen_show(&screen, game.text, 0, "");
}

/* The sum of the program's own file: which build it is. */
static const char *build_of(void) {
    static char text[40];
    static uint8_t bytes[1 << 16];
    uint32_t sum = 0;
    FILE *file = fopen("/proc/self/exe", "rb");
    for (size_t got; file != NULL && (got = fread(bytes, 1, sizeof bytes, file)) > 0;)
        sum = rom_crc32(sum, bytes, got);
    if (file != NULL) fclose(file);
    snprintf(text, sizeof text, "oxcart %08x", (unsigned)sum);
    return text;
}

void crash_tell(int number, void *context) {
    if (game.console == NULL) return;
    if (game.stage == WRITE && game.crash.what == NULL) {
        game.crash = (ox_crash){.what = reason(number), .build = build_of(), .place = name_place};
        alarm(PATIENCE);
        take_registers(&game.crash, context);
        take_calls(&game.crash, context);
    }
    if (game.stage == WRITE) {
        (void)ox_crash_write(&game.crash, game.console, game.text, sizeof game.text);
        game.stage = KEEP;
    }
    while (game.stage < DONE) {
        const int stage = game.stage++;
        if (stage == KEEP && !plat_keep_text(game.port, "crash", game.text))
            fprintf(stderr, "oxcart: the report of the crash cannot be kept\n");
        if (stage == SAY) fprintf(stderr, "%s", game.text);
        if (stage == SHOW) show_page();
    }
    alarm(0);
}

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* What signals did before: a display's driver gives its terminal or console back. */
static struct {
    struct sigaction actions[SIGNALS];
    bool is_kept;
} before;

static void on_crash(int number, siginfo_t *info, void *context) {
    (void)info;
    crash_tell(number, context);
    for (size_t i = 0; i < SIGNALS; i++)
        if (signals[i] == number) sigaction(number, &before.actions[i], NULL);
    raise(number);
}

void crash_watch(plat *port, const ox_console *console) {
    static uint8_t stack[STACK];
    const stack_t own = {
        .ss_sp = stack, .ss_size = sizeof stack, .ss_flags = console == NULL ? SS_DISABLE : 0};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    memset(&game, 0, sizeof game);
    game.port = port;
    game.console = console;
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaltstack(&own, NULL);
    for (size_t i = 0; i < SIGNALS; i++) {
        if (console != NULL)
            sigaction(signals[i], &action, before.is_kept ? NULL : &before.actions[i]);
        else if (before.is_kept)
            sigaction(signals[i], &before.actions[i], NULL);
    }
    before.is_kept = console != NULL;
}

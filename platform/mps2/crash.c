/* Faults of the processor become a report. */
#include "platform/mps2/crash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/debug/stack.h"
#include "kernel/inspect/crash.h"
#include "rom/rom.h"

#define VECTORS (*(volatile uint32_t *)0xE000ED08u)
#define FAULTS (*(const volatile uint32_t *)0xE000ED28u)      /* what kinds of faults there were */
#define HARD_FAULTS (*(const volatile uint32_t *)0xE000ED2Cu) /* and how they came to the handler */
#define FAULT_ADDRESS (*(const volatile uint32_t *)0xE000ED38u)

extern uint8_t __stack[], __text_end[];

enum {
    EXCEPTIONS = 16,
    INTERRUPTS = 32,
    FIRST_FAULT = 3,
    LAST_FAULT = 6,
    STACK = 2048,        /* words */
    FRAME = 8,           /* words that the processor puts on the stack: r0-r3, r12, lr, pc, psr */
    SAVED = 8,           /* r4-r11, which the handler puts below them */
    THUMB = 0x01000000,  /* of the psr */
    PATIENCE = 2 * FRAME /* faults in a report; sections are fewer */
};

typedef struct crashed {
    plat *port;
    const ox_console *console;
    ox_crash crash;
    bool bad_places; /* for tests: looks at places fault */
    bool is_told;
    uint32_t faults;
    char text[OX_CRASH_SIZE];
    uint64_t stack[STACK / 2];
} crashed;

static crashed game;

static const char *reason(void) {
    static const struct {
        uint32_t bits;
        const char *words;
    } all[] = {{0x02000000u, "divides by zero"},
               {0x01000000u, "reads or writes at an address that is not aligned"},
               {0x000F0000u, "does what the processor has no instruction for"},
               {0x0000FF00u, "touches memory that is not there"},
               {0x000000FFu, "touches memory that it may not touch"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if ((FAULTS & all[i].bits) != 0) return all[i].words;
    return "was stopped by the processor";
}

static bool is_return(uintptr_t address) { return ox_stack_thumb_return(address, 0, (uintptr_t)__text_end); }

static const char *build_of(void) {
    static char text[24];
    const uint8_t *volatile from = (const uint8_t *)4; /* the code begins at address 0 */
    snprintf(text, sizeof text, "mps2 %08x", (unsigned)rom_crc32(0, from, (size_t)(uintptr_t)__text_end - 4));
    return text;
}

static bool fault_in_place(void *context, uintptr_t address, char *text, size_t size) {
    (void)context, (void)address, (void)text, (void)size;
    *(volatile uint32_t *)0xD0000000u = 2;
    return false;
}

static void take_registers(ox_crash *crash, const uint32_t *frame, const uint32_t *saved) {
    static const char *const names[] = {"r0", "r1", "r2", "r3", "r12", "lr",  "pc", "psr",  "r4",   "r5",
                                        "r6", "r7", "r8", "r9", "r10", "r11", "sp", "cfsr", "hfsr", "bfar"};
    const uint32_t more[] = {(uint32_t)(uintptr_t)(frame + FRAME), FAULTS, HARD_FAULTS, FAULT_ADDRESS};
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        crash->registers[i].name = names[i];
        crash->registers[i].value = i < FRAME           ? frame[i]
                                    : i < FRAME + SAVED ? saved[i - FRAME]
                                                        : more[i - FRAME - SAVED];
    }
    crash->register_count = sizeof names / sizeof names[0];
}

static _Noreturn void tell_and_end(void) {
    if (!game.is_told) {
        (void)ox_crash_write(&game.crash, game.console, game.text, sizeof game.text);
        game.is_told = true;
        (void)plat_keep_text(game.port, "crash", game.text);
    }
    exit(3);
}

/* Notes the first fault; what it gives is the frame of exception with which the handler returns, into `tell_and_end` on a stack of its own. */
uint32_t *mps2_fault(const uint32_t *frame, const uint32_t *saved);
uint32_t *mps2_fault(const uint32_t *frame, const uint32_t *saved) {
    uint32_t *own = (uint32_t *)(uintptr_t)game.stack + STACK - FRAME;
    if (game.console == NULL || ++game.faults > PATIENCE) exit(3);
    if (game.crash.what == NULL) {
        game.crash.what = reason();
        game.crash.build = build_of();
        game.crash.place = game.bad_places ? fault_in_place : NULL;
        take_registers(&game.crash, frame, saved);
        game.crash.calls[0] = frame[6];
        game.crash.calls[1] = frame[5];
        const int more =
            ox_stack_scan(frame + FRAME, __stack, is_return, game.crash.calls + 2, OX_CRASH_CALLS - 2);
        game.crash.call_count = 2 + (more > 0 ? (uint32_t)more : 0);
    }
    memset(own, 0, FRAME * sizeof *own);
    own[6] = (uint32_t)(uintptr_t)tell_and_end & ~1u;
    own[7] = THUMB;
    return own;
}

__attribute__((naked)) static void fault(void) {
    __asm__ volatile("mov r0, sp\n\t"
                     "push {r4-r11}\n\t"
                     "mov r1, sp\n\t"
                     "ldr r2, =mps2_fault\n\t"
                     "blx r2\n\t"
                     "mov sp, r0\n\t"
                     "ldr lr, =0xFFFFFFF9\n\t"
                     "bx lr\n\t"
                     ".ltorg");
}

/* A failed assertion: its sentence is in the log. */
static void abort_told(void) {
    int calls;
    if (game.console == NULL || game.crash.what != NULL) return;
    game.crash.what = "did not keep what it promises";
    game.crash.build = build_of();
    calls = ox_stack_scan(__builtin_frame_address(0), __stack, is_return, game.crash.calls, OX_CRASH_CALLS);
    game.crash.call_count = calls > 0 ? (uint32_t)calls : 0;
    tell_and_end();
}

void mps2_crash_watch(plat *port, const ox_console *console) {
    static uint32_t vectors[EXCEPTIONS + INTERRUPTS] __attribute__((aligned(256)));
    const uint32_t *volatile at = (const uint32_t *)(uintptr_t)VECTORS;
    if (console != NULL && at != vectors) {
        for (uint32_t i = 0; i < EXCEPTIONS + INTERRUPTS; i++) vectors[i] = at[i];
        for (uint32_t i = FIRST_FAULT; i <= LAST_FAULT; i++) vectors[i] = (uint32_t)(uintptr_t)fault;
        VECTORS = (uint32_t)(uintptr_t)vectors;
    }
    memset(&game.crash, 0, sizeof game.crash);
    game.port = port;
    game.console = console;
    port->aborts = console == NULL ? NULL : abort_told;
}

static __attribute__((noinline)) void write_far(void) {
    *(volatile uint32_t *)0xD0000000u = 1;
    __asm__ volatile("" ::: "memory");
}

static __attribute__((noinline)) void call_far(void) {
    write_far();
    __asm__ volatile("" ::: "memory");
}

void mps2_crash(bool again) {
    game.bad_places = again;
    call_far();
}

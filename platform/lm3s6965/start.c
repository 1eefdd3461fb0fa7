/* The start of the program: vectors, memory, the system timer's interrupt, and the handler of faults. */
#include <string.h>

#include "platform/cartridge.h"
#include "platform/lm3s6965/board.h"
#include "platform/lm3s6965/export.h"
#include "platform/lm3s6965/port.h"

extern uint32_t __data_start[], __data_end[], __data_load[], __bss_start[], __bss_end[];
extern uint8_t __stack[], __block_end[];

int main(void);
void lm3s6965_reset(void);
void lm3s6965_tick(const uint32_t *frame);
void lm3s6965_fault(const uint32_t *frame);

enum { EXCEPTIONS = 16, INTERRUPTS = 44, BELOW = 64 /* bytes of stack that painting leaves alone */ };

/* State of the system timer's interrupt, which is handed no port. */
static struct {
    volatile uint32_t blanks;
    volatile uint32_t left; /* blanks until the watchdog bites, 0 = it is off */
    plat *owner;
} timer;

__attribute__((naked)) static void tick(void) { __asm__ volatile("mov r0, sp\n\tb lm3s6965_tick"); }
__attribute__((naked)) static void fault(void) { __asm__ volatile("mov r0, sp\n\tb lm3s6965_fault"); }

__attribute__((section(".vectors"), used)) static void (*const vectors[EXCEPTIONS + INTERRUPTS])(void) = {
    (void (*)(void))(uintptr_t)__stack, lm3s6965_reset, fault, fault, fault, fault, fault, [15] = tick};

/* The locator of platform/cartridge.h, which the exporter fills in. */
__attribute__((section(".locator"), used)) static const struct {
    char magic[8];
    uint32_t version, rest[13];
} locator = {{LM3S6965_LOCATOR_LETTERS}, CARTRIDGE_LOCATOR_VERSION, {0}};

void lm3s6965_reset(void) {
    memcpy(__data_start, __data_load, (size_t)((uint8_t *)__data_end - (uint8_t *)__data_start));
    memset(__bss_start, 0, (size_t)((uint8_t *)__bss_end - (uint8_t *)__bss_start));
    uint32_t *here = __builtin_frame_address(0);
    for (uint32_t *at = (uint32_t *)(void *)__block_end; at < here - BELOW / 4; at++)
        *at = PLAT_STACK_PATTERN;
    main();
    for (;;) __asm__ volatile("wfi");
}

bool lm3s6965_stack_intact(void) { return *(volatile uint32_t *)(void *)__block_end == PLAT_STACK_PATTERN; }

uint32_t lm3s6965_blanks(void) { return timer.blanks; }

uint64_t lm3s6965_cycles(void) {
    uint32_t before, left;
    do {
        before = timer.blanks;
        left = SYSTICK_COUNT;
    } while (timer.blanks != before);
    return (uint64_t)before * BOARD_FRAME + (BOARD_FRAME - 1 - left);
}

void lm3s6965_watch(plat *p, uint32_t blanks) {
    timer.left = 0;
    timer.owner = p;
    timer.left = blanks;
}

/* The interrupt of the system timer. The processor has put r0-r3, r12, lr and the interrupted address on the stack;
 * an expired watchdog never returns there. */
void lm3s6965_tick(const uint32_t *frame) {
    timer.blanks++;
    if (timer.left == 0 || --timer.left > 0) return;
    plat *p = timer.owner;
    p->expired(p->expired_context, frame[6]);
    plat_abort(p);
}

void lm3s6965_fault(const uint32_t *frame) {
    static const char digits[] = "0123456789abcdef";
    char text[] = "The processor refused what stands at 00000000.";
    for (int i = 0; i < 8; i++) text[sizeof text - 3 - (size_t)i] = digits[frame[6] >> 4 * i & 15u];
    plat_log(NULL, PLAT_LOG_ERROR, text);
    plat_abort(NULL);
}

/* The parts of the MPS2 board besides memory and log: a display's beam worked out from its clock, waiting, and a
 * watchdog by its system timer. */
#include <stdio.h>
#include <string.h>

#include "platform/mps2/mps2.h"

#define TIMER_CONTROL (*(volatile uint32_t *)0xE000E010u)
#define TIMER_RELOAD (*(volatile uint32_t *)0xE000E014u)
#define TIMER_COUNT (*(volatile uint32_t *)0xE000E018u)

enum {
    TIMER_ON = 7, /* the processor's clock, with interrupts */
    CLOCK = 25,   /* cycles a microsecond */
    PERIOD = 10000,
    REFRESH = 60000,
    LINES = 228,
    VISIBLE = 160,
    FRAME = 16667
};

/* State of the system timer's interrupt, which is handed no port. */
static struct {
    plat *owner;
    volatile uint32_t left; /* periods until the watchdog bites, 0 = it is off */
} watch;

void plat_describe(plat *p, plat_machine *machine) {
    plat_storage_info storage = {0};
    plat_storage(p, &storage);
    *machine = (plat_machine){.abilities = PLAT_CAN_BLANK | PLAT_CAN_HALT | PLAT_CAN_WATCH,
                              .tick_rate = 1000000,
                              .refresh = REFRESH,
                              .lines = LINES,
                              .visible = VISIBLE,
                              .save_bytes = storage.size,
                              .save_sector = storage.sector};
    if (storage.size != 0) machine->abilities |= PLAT_CAN_SAVE;
}

bool plat_mode_at(plat *p, int index, plat_mode *mode) {
    (void)p;
    if (index != 0) return false;
    *mode = (plat_mode){.formats = (1u << PLAT_FORMATS) - 1u, .refresh = REFRESH, .buffers = 1};
    return true;
}

void plat_video_close(plat *p) { p->width = p->height = 0; }

bool plat_show(plat *p, const void *pixels, int stride, bool at_once) {
    (void)p, (void)pixels, (void)stride, (void)at_once;
    return false;
}

/* ---- the beam, by the clock ---- */

static uint64_t frame_of(uint64_t ticks) { return ticks * (REFRESH / 1000u) / 1000000u; }

int plat_line(plat *p) {
    uint64_t part = plat_ticks(p) * (REFRESH / 1000u) % 1000000u;
    return (int)(part * LINES / 1000000u);
}

uint32_t plat_blanks(plat *p) {
    return (uint32_t)frame_of(plat_ticks(p) + (uint64_t)FRAME * (LINES - VISIBLE) / LINES);
}

uint32_t plat_wait_blank(plat *p) {
    uint32_t before = plat_blanks(p);
    while (plat_blanks(p) == before) {
        int left = (VISIBLE - plat_line(p) + LINES) %
                   LINES; /* lines until the blank; a sleep may last two milliseconds and miss it */
        if (left * FRAME / LINES > 2000) plat_halt(p);
    }
    return plat_blanks(p);
}

/* The timer's interrupt ends the sleep after a millisecond at the latest. The timer runs only during a sleep or while
 * the watchdog is on. */
void plat_halt(plat *p) {
    enum { NAP = 1000 };
    (void)p;
    if (watch.left == 0) {
        TIMER_RELOAD = NAP * CLOCK;
        TIMER_COUNT = 0;
        TIMER_CONTROL = TIMER_ON;
    }
    __asm__ volatile("wfi" ::: "memory");
    if (watch.left == 0) TIMER_CONTROL = 0;
}

void plat_wait(plat *p, uint32_t microseconds) {
    uint64_t until = plat_ticks(p) + microseconds;
    while (plat_ticks(p) < until) {
        if (until - plat_ticks(p) > 2000) plat_halt(p);
    }
}

/* ---- devices that the board does not have ---- */

#include "platform/absent.h"

/* ---- the watchdog ---- */

/* The interrupt of the system timer. The processor has put r0-r3, r12, lr and the interrupted address on the stack; an
 * expired watchdog never returns there. */
void mps2_tick(const uint32_t *frame);
void mps2_tick(const uint32_t *frame) {
    if (watch.left == 0 || --watch.left > 0) return;
    plat *p = watch.owner;
    TIMER_CONTROL = 0;
    p->expired(p->expired_context, frame[6]);
    plat_abort(p);
}

/* The C library's name for the system timer's interrupt. */
void arm_systick_isr(void);
__attribute__((naked)) void arm_systick_isr(void) { __asm__ volatile("mov r0, sp\n\tb mps2_tick"); }

bool plat_watchdog(plat *p, uint32_t microseconds, void (*expired)(void *context, uintptr_t where),
                   void *context) {
    watch.left = 0;
    if (microseconds == 0) {
        TIMER_CONTROL = 0;
        return true;
    }
    p->expired = expired;
    p->expired_context = context;
    watch.owner = p;
    watch.left = microseconds / PERIOD + 2;
    if (TIMER_CONTROL == 0 || TIMER_RELOAD != PERIOD * CLOCK) {
        TIMER_RELOAD = PERIOD * CLOCK;
        TIMER_COUNT = 0;
        TIMER_CONTROL = TIMER_ON;
    }
    return true;
}

/* The parts of the Game Boy Advance besides picture, keys and clock: the beam of its display, waiting, and the
 * watchdog. */
#include <string.h>

#include "platform/gba/gba.h"

#define DISPLAY GBA_REGISTER16(0x000)
#define DISPLAY_LINE GBA_REGISTER16(0x006)

enum {
    LINES = 228,
    VISIBLE = 160,
    REFRESH = 59727, /* in 1/1000 Hz: 16,777,216 / 280,896 */
    CYCLE_RATE = 16777216,
    BLANK_MICROSECONDS = 16743
};

extern const uint8_t gba_locator[];

void plat_describe(plat *p, plat_machine *machine) {
    plat_storage_info storage = {0};
    plat_storage(p, &storage);
    *machine = (plat_machine){.abilities = PLAT_CAN_BLANK | PLAT_CAN_HALT | PLAT_CAN_WATCH,
                              .tick_rate = 1000000,
                              .cycle_rate = CYCLE_RATE,
                              .refresh = REFRESH,
                              .lines = LINES,
                              .visible = VISIBLE,
                              .width = GBA_SCREEN_WIDTH,
                              .height = GBA_SCREEN_HEIGHT,
                              .save_bytes = storage.size,
                              .save_sector = storage.sector,
                              .rom = p->rom,
                              .rom_bytes = p->rom_bytes};
    if (storage.size != 0) machine->abilities |= PLAT_CAN_SAVE;
    if (gba_sound.form != GBA_SOUND_NONE) machine->abilities |= PLAT_CAN_SOUND;
}

bool plat_mode_at(plat *p, int index, plat_mode *mode) {
    static const plat_mode modes[] = {{240, 160, 1u << PLAT_PAL8, REFRESH, 2},
                                      {160, 120, 1u << PLAT_BGR555, REFRESH, 2},
                                      {240, 160, 1u << PLAT_BGR555, REFRESH, 1}};
    (void)p;
    if (index < 0 || index >= (int)(sizeof modes / sizeof modes[0])) return false;
    *mode = modes[index];
    return true;
}

void plat_video_close(plat *p) {
    p->width = p->height = 0;
    DISPLAY = 1 << 7; /* blank: white and at rest */
}

/* The display reads video memory and no other. */
bool plat_show(plat *p, const void *pixels, int stride, bool at_once) {
    (void)p, (void)pixels, (void)stride, (void)at_once;
    return false;
}

int plat_line(plat *p) {
    (void)p;
    return DISPLAY_LINE;
}

uint32_t plat_blanks(plat *p) {
    (void)p;
    return gba_counters.blanks;
}

uint32_t plat_wait_blank(plat *p) {
    (void)p;
    gba_wait_blank();
    return gba_counters.blanks;
}

/* The processor sleeps while whole refreshes fit; the remaining time passes in reading the clock. */
void plat_wait(plat *p, uint32_t microseconds) {
    uint64_t until = plat_ticks(p) + microseconds;
    for (uint64_t now = plat_ticks(p); now < until; now = plat_ticks(p)) {
        if (until - now > BLANK_MICROSECONDS) gba_wait_blank();
    }
}

void plat_halt(plat *p) {
    (void)p;
    __asm__ volatile("swi 0x02" ::: "r0", "r1", "r2", "r3", "r12", "lr", "memory");
}

#define PLAT_OWN_AUDIO
#define PLAT_OWN_COLUMNS
#define PLAT_OWN_LAYERS
#define PLAT_OWN_RAMP
#include "platform/absent.h"

/* ---- the watchdog ---- */

/* The display's interrupt counts gba_counters.watch down. At 0 it returns to this function instead of the interrupted
 * code, in the mode and on the stack of the program. */
void gba_watch_expired(void);
void gba_watch_expired(void) {
    plat *p = gba_counters.watched;
    p->expired(p->expired_context, gba_counters.where & ~(uintptr_t)1);
    plat_abort(p);
}

bool plat_watchdog(plat *p, uint32_t microseconds, void (*expired)(void *context, uintptr_t where),
                   void *context) {
    gba_counters.watch = 0;
    if (microseconds == 0) return true;
    p->expired = expired;
    p->expired_context = context;
    gba_counters.watched = p;
    gba_counters.watch = (microseconds >> 14) + 2; /* refreshes, of a little more than 16,384 */
    return true;
}

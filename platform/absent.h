/* Devices that small machines do not have, as functions that do nothing: included by the ports that have none of
 * them, once. Their abilities say so, and nothing else needs to ask. */
#ifndef OXCART_PLATFORM_ABSENT_H
#define OXCART_PLATFORM_ABSENT_H

#include "platform/platform.h"

bool plat_sound(plat *p, uint32_t rate, void (*service)(void *context, int16_t *frames, int count),
                void *context) {
    (void)p, (void)rate, (void)service, (void)context;
    return false;
}

void plat_mute(plat *p, bool muted) { (void)p, (void)muted; }

bool plat_rumble(plat *p, int player, int motor, uint32_t strength, uint32_t milliseconds) {
    (void)p, (void)player, (void)motor, (void)strength, (void)milliseconds;
    return false;
}

plat_notice_kind plat_notice(plat *p) {
    (void)p;
    return PLAT_NOTHING;
}

/* The Game Boy Advance has its own. */
#ifndef PLAT_OWN_COLUMNS
void plat_band_columns(plat *p, int y, int lines, const void *pixels, int stride, int left, int right, uint32_t background) {
    (void)left, (void)right, (void)background;
    plat_band(p, y, lines, pixels, stride);
}
#endif

#endif

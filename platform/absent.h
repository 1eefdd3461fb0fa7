/* Devices that small machines do not have, as functions that do nothing. A port without these devices includes this
 * header once. Its abilities (plat_describe) leave the devices out, and no other code needs to ask. */
#ifndef OXCART_PLATFORM_ABSENT_H
#define OXCART_PLATFORM_ABSENT_H

#include "platform/no_endpoints.h"
#ifndef PLAT_OWN_LAYERS /* the Game Boy Advance has layers */
#include "platform/no_layers.h"
#endif
#include "platform/platform.h"

#ifndef PLAT_OWN_AUDIO
bool plat_audio_open(plat *p, const plat_audio *wanted, plat_audio *given, void (*due)(void *context),
                     void *context) {
    (void)p, (void)wanted, (void)given, (void)due, (void)context;
    return false;
}
uint32_t plat_audio_space(plat *p) {
    (void)p;
    return 0;
}
uint32_t plat_audio_queued(plat *p) {
    (void)p;
    return 0;
}
void plat_audio_write(plat *p, const void *frames, uint32_t count) { (void)p, (void)frames, (void)count; }
uint32_t plat_audio_lost(plat *p) {
    (void)p;
    return 0;
}
void plat_audio_pause(plat *p, bool paused) { (void)p, (void)paused; }
void plat_audio_close(plat *p) { (void)p; }
#endif

bool plat_rumble(plat *p, int player, int motor, uint32_t strength, uint32_t milliseconds) {
    (void)p, (void)player, (void)motor, (void)strength, (void)milliseconds;
    return false;
}

bool plat_device_at(plat *p, int place, plat_device *device, plat_input *in) {
    (void)p, (void)place, (void)device, (void)in;
    return false;
}

plat_notice_kind plat_notice(plat *p) {
    (void)p;
    return PLAT_NOTHING;
}

/* Ports without plat_ramp show palette pixels alone, whose palette is corrected before it comes here. */
#ifndef PLAT_OWN_RAMP
void plat_ramp(plat *p, const uint8_t *ramp, const uint8_t *green) { (void)p, (void)ramp, (void)green; }
#endif

/* The Game Boy Advance has a plat_band_columns of its own. */
#ifndef PLAT_OWN_COLUMNS
void plat_band_columns(plat *p, int y, int lines, const void *pixels, int stride, int left, int right,
                       uint32_t background) {
    (void)left, (void)right, (void)background;
    plat_band(p, y, lines, pixels, stride);
}
#endif

#endif

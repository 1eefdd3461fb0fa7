/* The speaker of a browser. */
#include "platform/web/web.h"

enum { SLOWEST = 8000, FASTEST = 96000, CHANNELS = 2, PIECE = 512, AHEAD = 16 /* a sixteenth of a second lies ready */ };

void web_serve_sound(plat *p) {
    int16_t frames[CHANNELS * PIECE];
    uint32_t most = p->sound_rate / AHEAD;
    if (p->sound == NULL || p->muted) return;
    for (uint32_t queued = web_page_queued(); queued < most;) {
        uint32_t count = most - queued < PIECE ? most - queued : PIECE;
        p->sound(p->sound_context, frames, (int)count);
        web_page_sound(frames, count);
        queued += count;
    }
}

bool plat_sound(plat *p, uint32_t rate, void (*service)(void *context, int16_t *frames, int count), void *context) {
    if (service != NULL && (p->sound != NULL || rate < SLOWEST || rate > FASTEST || web_page_speaker(rate, CHANNELS) != rate)) return false;
    if (service == NULL) web_page_silence();
    p->sound = service;
    p->sound_context = context;
    p->sound_rate = rate;
    return true;
}

void plat_mute(plat *p, bool muted) {
    if (p->muted != muted) web_page_pause(muted);
    p->muted = muted;
}

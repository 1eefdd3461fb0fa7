/* The speaker of a browser. */
#include "platform/web/web.h"

enum {
    SLOWEST = 8000,
    FASTEST = 65535,
    USUAL = 32000,
    PARTS = 4,  /* of a second: a quarter of a second has room */
    READY = 25, /* of a second: a twenty-fifth lies ready in the page before sound begins */
    BLOCK = 128 /* frames that browsers take at a time */
};

bool plat_audio_open(plat *p, const plat_audio *wanted, plat_audio *given, void (*due)(void *context),
                     void *context) {
    (void)due, (void)context;
    uint32_t rate = wanted->rate == 0        ? USUAL
                    : wanted->rate < SLOWEST ? SLOWEST
                    : wanted->rate > FASTEST ? FASTEST
                                             : wanted->rate;
    uint8_t channels = wanted->channels == 1 ? 1 : 2;
    if (p->sound_rate != 0) return false;
    p->sound_rate = web_page_speaker(rate, channels);
    *given = (plat_audio){
        .rate = p->sound_rate, .channels = channels, .bits = 16, .latency = p->sound_rate / READY + BLOCK};
    return p->sound_rate != 0;
}

uint32_t plat_audio_queued(plat *p) { return p->sound_rate == 0 ? 0 : web_page_queued(); }

uint32_t plat_audio_space(plat *p) {
    uint32_t most = p->sound_rate / PARTS, queued = plat_audio_queued(p);
    return queued < most ? most - queued : 0;
}

void plat_audio_write(plat *p, const void *frames, uint32_t count) {
    uint32_t space = plat_audio_space(p);
    if (count > space) {
        p->sound_lost += count - space;
        count = space;
    }
    if (count > 0) web_page_sound(frames, count);
}

uint32_t plat_audio_lost(plat *p) { return p->sound_lost; }

void plat_audio_pause(plat *p, bool paused) {
    if (p->sound_rate != 0) web_page_pause(paused);
}

void plat_audio_close(plat *p) {
    if (p->sound_rate != 0) web_page_silence();
    p->sound_rate = 0;
}

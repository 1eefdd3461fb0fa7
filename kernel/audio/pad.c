/* Speakers of pads. */
#include "kernel/audio/pad.h"

#include <string.h>

enum { SILENT_MOST = 60 }; /* ticks after which a row is free again */

static struct ox_audio_pad *pad_of(struct ox_audio_pads *pads, uint8_t place) {
    for (uint32_t i = 0; i < OX_AUDIO_PADS; i++)
        if (pads->list[i].place == place) return &pads->list[i];
    return NULL;
}

/* Takes a row for a device that has a speaker; NULL: it has none, or there is no row. */
static struct ox_audio_pad *take_pad(ox_audio *a, uint8_t place) {
    plat_device about;
    plat_input in;
    struct ox_audio_pad *pad = pad_of(a->pads, 0);
    if (pad == NULL || (uint32_t)(pad - a->pads->list) >= a->setup.pads ||
        !plat_device_at(a->setup.devices, place, &about, &in) || (about.abilities & PLAT_HAS_SPEAKER) == 0 ||
        about.sound_rate < OX_PAD_RATE_LEAST || about.sound_rate > OX_PAD_RATE_MOST)
        return NULL;
    const ox_audio_output out = {.rate = about.sound_rate,
                                 .hz = a->setup.out.hz,
                                 .channels = 1,
                                 .bits = 16,
                                 .linear = a->setup.out.linear};
    if (ox_mixer_block_most(&out) > OX_PAD_BLOCK ||
        ox_mixer_init(&pad->mixer, &out, &pad->none, 1, a->pads->sums) != OX_OK)
        return NULL;
    pad->place = place;
    pad->silent = 0;
    return pad;
}

uint32_t ox_audio_pad_rate(ox_audio *a, uint8_t place) {
    if (a->pads == NULL || a->setup.devices == NULL || place == 0 || place >= PLAT_DEVICES) return 0;
    struct ox_audio_pad *pad = pad_of(a->pads, place);
    if (pad == NULL) pad = take_pad(a, place);
    return pad == NULL ? 0 : pad->mixer.out.rate;
}

uint32_t ox_audio_rate_of(const ox_audio *a, uint8_t place) {
    for (uint32_t i = 0; place != 0 && a->pads != NULL && i < OX_AUDIO_PADS; i++)
        if (a->pads->list[i].place == place) return a->pads->list[i].mixer.out.rate;
    return a->setup.out.rate;
}

/* Mixes the voices of a pad into its block; false: there are none. */
static bool mix_pad(ox_audio *a, struct ox_audio_pad *pad, uint32_t *frames) {
    bool sounds = false;
    pad->mixer.any = true; /* the sums are those of another pad */
    pad->mixer.frames = OX_PAD_BLOCK;
    *frames = ox_mixer_begin(&pad->mixer);
    for (uint32_t i = 0; i < a->mixer.count; i++) {
        ox_voice *v = &a->voices[i];
        if (v->clip == NULL || v->hold || v->bus != OX_BUSES + pad->place) continue;
        ox_mixer_add(&pad->mixer, v, 0, *frames);
        sounds = true;
    }
    return sounds;
}

void ox_audio_mix_pads(ox_audio *a) {
    for (uint32_t i = 0; a->pads != NULL && i < OX_AUDIO_PADS; i++) {
        struct ox_audio_pad *pad = &a->pads->list[i];
        uint32_t frames;
        if (pad->place == 0) continue;
        if (!mix_pad(a, pad, &frames)) {
            if (++pad->silent >= SILENT_MOST) pad->place = 0;
            continue;
        }
        pad->silent = 0;
        ox_mixer_end(&pad->mixer, a->pads->samples);
        (void)!plat_device_write(a->setup.devices, pad->place, PLAT_SPEAKER, 0, a->pads->samples,
                                 frames * (uint32_t)sizeof(int16_t));
    }
}

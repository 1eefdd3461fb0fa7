/* Carts of sounds that tests spell out, and what comes out of their speaker. */
#ifndef OXCART_TESTS_HOST_TOOLS_IMPORT_SOUND_SOUNDING_CART_H
#define OXCART_TESTS_HOST_TOOLS_IMPORT_SOUND_SOUNDING_CART_H

#include <math.h>

#include "kernel/audio/internal.h"
#include "kernel/audio/module.h"
#include "kernel/console/internal.h"
#include "kernel/music/module.h"
#include "kernel/preset/presets.h"
#include "kernel/type/name.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tests/port.h"
#include "tools/import/sound/wav.h"

/* A decaying tone as a WAV file. */
static inline void folder_tone(packed_folder *f, const char *name, uint32_t rate, uint32_t frames,
                               double turn, uint32_t channels) {
    char path[96];
    import_sound sound;
    writer wav = {0};
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    CHECK(import_sound_allocate("t", rate, channels, frames, &sound, NULL));
    for (uint32_t i = 0; i < frames * channels; i++)
        sound.samples[i] =
            (int32_t)(sin(i / channels * turn) * 25000 * (1 - (double)(i / channels) / frames)) * 65536;
    import_wav_write(&sound, &wav);
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(wav.data, 1, wav.size, file) == wav.size);
    if (file != NULL) fclose(file);
    snprintf(f->files[f->count++], sizeof f->files[0], "%s", path);
    import_sound_free(&sound);
    writer_free(&wav);
}

/* Samples that came out of the speaker. */
typedef struct heard {
    uint32_t frames, hash, peak, zeros;
    double energy;
} heard;

/* Takes a sample. Silence at the end does not count: its length depends on where in a tick a sound ends. */
static inline void absorb(heard *h, int32_t sample) {
    if (sample == 0) {
        h->zeros++;
        return;
    }
    for (; h->zeros > 0; h->zeros--) h->hash *= 16777619u;
    h->hash = (h->hash ^ ((uint32_t)sample & 0xFFFFu)) * 16777619u;
}

static inline void hear(void *argument, const plat_audio *form, const void *frames, uint32_t count) {
    heard *h = argument;
    const int16_t *s = frames;
    CHECK_EQ(form->bits, 16);
    for (uint32_t i = 0; i < count * form->channels; i++) {
        uint32_t magnitude = (uint32_t)(s[i] < 0 ? -s[i] : s[i]);
        absorb(h, s[i]);
        h->energy += (double)s[i] * s[i];
        if (magnitude > h->peak) h->peak = magnitude;
    }
    h->frames += count;
}

typedef struct machine {
    heard heard;
    plat *port;
    ox_console *console;
    ox_audio *audio;
} machine;

static inline bool boot(machine *m, const writer *image, uint8_t language, bool deterministic) {
    char text[200] = "";
    ox_error error = {.text = ""};
    memset(m, 0, sizeof *m);
    const host_options options = {.quiet = true,
                                  .memory = 1 << 20,
                                  .threads = 1,
                                  .on_audio = hear,
                                  .on_audio_argument = &m->heard,
                                  .fake_clock = !deterministic};
    m->port = test_port_open(&options, text, sizeof text);
    CHECK(m->port != NULL);
    if (m->port == NULL) return false;
    ox_boot_options o = ox_boot_defaults(m->port, image->data, image->size);
    o.deterministic = deterministic;
    o.log_subsystems = false;
    o.language = language;
    o.modules = ox_preset_full;
    o.development_sounds = true;
    m->console = ox_console_boot(&o, &error);
    if (m->console == NULL) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    m->audio = m->console == NULL ? NULL : ox_console_audio(m->console);
    CHECK(m->audio != NULL);
    return m->audio != NULL;
}

static inline void leave(machine *m) {
    if (m->console != NULL) CHECK_EQ(ox_console_close(m->console), 0);
    if (m->port != NULL) host_close(m->port);
}

static inline void play_frames(machine *m, int count) {
    for (int i = 0; i < count; i++) host_advance(m->port, 16667), CHECK(ox_console_frame(m->console));
}

#endif

/* Fuzz target: any bytes as a SONG chunk behind the image reader's check, played for some hundred ticks. */
#include <stdlib.h>
#include <string.h>

#include "kernel/audio/song.h"
#include "rom/check.h"
#include "rom/chunks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t waves[64];
static ox_audio_clip clips[3];

static const ox_audio_clip *find_clip(const void *context, uint32_t sound) {
    (void)context;
    return sound % 4 == 3 ? NULL : &clips[sound % 4];
}

static void make_clips(void) {
    for (uint32_t i = 0; i < 64; i++) waves[i] = (uint8_t)(i * 37);
    for (uint32_t i = 0; i < 3; i++)
        clips[i] = (ox_audio_clip){.data = waves,
                                   .bytes = 64,
                                   .frames = 64,
                                   .loop_start = i * 10,
                                   .loop_end = i == 0 ? 0 : 60,
                                   .rate = 8363,
                                   .channels = 1,
                                   .format = OX_AUDIO_S8,
                                   .volume = 64,
                                   .to_and_fro = i == 2};
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static ox_song song;
    static ox_song_channel channels[OX_SONG_CHANNELS];
    static ox_voice voices[1];
    static int32_t sums[2048];
    static int16_t samples[2048];
    static ox_mixer mixer;
    ox_song_data data;
    rom_error error;
    const ox_song_sounds sounds = {find_clip, NULL};
    const ox_audio_output out = {.rate = 4000, .hz = 15, .channels = 2, .bits = 16, .linear = true};
    uint8_t *chunk = malloc(size + 4);
    make_clips();
    if (chunk == NULL) return 0;
    memcpy(chunk, bytes, size);
    if (size >= ROM_SONG_SIZE) { /* a shorter input has no song to look at */
        chunk[0] = 1, chunk[1] = 1;
        chunk[2] = (uint8_t)ROM_SONG_SIZE, chunk[3] = 0;
    }
    if (rom_check_chunk(ROM_TAG_SONG, chunk, size, &error) == ROM_OK &&
        ox_song_data_open(&data, chunk, (uint32_t)size) == OX_OK) {
        ox_song_begin(&song, &data, &sounds, channels, out.rate);
        if (ox_mixer_init(&mixer, &out, voices, 1, sums) != OX_OK) abort();
        for (uint32_t i = 0; i < 40; i++) {
            const uint32_t frames = ox_mixer_begin(&mixer);
            ox_song_mix(&song, &mixer, frames, 32768);
            ox_mixer_end(&mixer, samples);
            if (song.flow.order >= data.order_count || song.flow.row >= ox_song_flow_rows(&song.flow, &data))
                abort();
        }
        ox_song_flow_jump(&song.flow, bytes[size - 1], bytes[size - 2]);
        for (uint32_t i = 0; i < 300; i++) ox_song_tick(&song);
    }
    free(chunk);
    return 0;
}

/* Fuzz target: any bytes as a module; a song that is read must keep the format's promises. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/sound/song.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int32_t look(const import_song *song) {
    int32_t sum = 0;
    for (uint32_t i = 0; i < song->order_count; i++) {
        if (song->orders[i] >= song->pattern_count) abort();
    }
    for (uint32_t i = 0; i < song->pattern_count; i++) {
        for (size_t k = 0; k < (size_t)song->patterns[i].rows * song->channels; k++) {
            if (song->patterns[i].notes[k].note > IMPORT_SONG_KEY_OFF) abort();
        }
    }
    for (uint32_t i = 0; i < song->instrument_count; i++) {
        const import_instrument *instrument = &song->instruments[i];
        for (int k = 0; k < IMPORT_SONG_KEYS && instrument->sample_count > 0; k++) {
            if (instrument->keys[k] >= instrument->sample_count) abort();
        }
        for (uint32_t k = 1; k < instrument->volume.count; k++) {
            if (instrument->volume.ticks[k] <= instrument->volume.ticks[k - 1]) abort();
        }
        for (uint32_t k = 0; k < instrument->sample_count; k++) {
            const import_song_sample *sample = &instrument->samples[k];
            if (sample->loops &&
                (sample->loop_start >= sample->loop_end || sample->loop_end > sample->frames))
                abort();
            for (uint32_t f = 0; f < sample->frames; f++) sum ^= sample->samples[f];
        }
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_song song;
    tool_error error = {.text = ""};
    int32_t sum = 0;
    if (import_song_decode("fuzz", data, size, &song, &error)) {
        sum = look(&song);
        import_song_free(&song);
    } else if (error.text[0] == 0 || song.arena.newest != NULL) {
        abort();
    }
    return sum == 99999;
}

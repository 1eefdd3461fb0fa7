/* Fuzz target: any bytes as an S3M module. The format's mark is put into its place, or nearly every input would be
 * refused. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/sound/song.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int32_t look(const import_song *song) {
    int32_t sum = 0;
    if (song->channels < 1 || song->channels > IMPORT_SONG_CHANNELS || song->order_count < 1) abort();
    for (uint32_t i = 0; i < song->order_count; i++) {
        if (song->orders[i] >= song->pattern_count) abort();
    }
    for (uint32_t i = 0; i < song->pattern_count; i++) {
        for (size_t k = 0; k < (size_t)song->patterns[i].rows * song->channels; k++) {
            if (song->patterns[i].notes[k].note > IMPORT_SONG_KEY_OFF) abort();
        }
    }
    for (uint32_t i = 0; i < song->instrument_count; i++) {
        for (uint32_t k = 0; k < song->instruments[i].sample_count; k++) {
            const import_song_sample *sample = &song->instruments[i].samples[k];
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
    uint8_t *copy = malloc(size + 1);
    if (copy == NULL) return 0;
    if (size > 0) memcpy(copy, data, size);
    if (size >= 48) memcpy(copy + 44, "SCRM", 4);
    if (size >= 48 && import_song_decode("fuzz", copy, size, &song, &error)) {
        sum = look(&song);
        import_song_free(&song);
    } else if (size >= 48 && (error.text[0] == 0 || song.arena.newest != NULL)) {
        abort();
    }
    free(copy);
    return sum == 99999;
}

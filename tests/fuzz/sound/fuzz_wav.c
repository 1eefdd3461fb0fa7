/* Fuzz target: any bytes as a WAV file whose sound is brought to another rate. */
#include <stdlib.h>

#include "tests/fuzz/limits.h"
#include "tools/import/sound/wav.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_sound sound, other;
    tool_error error = {.text = ""};
    fuzz_limits(size);
    if (!import_wav_decode("fuzz.wav", data, size, &sound, &error)) {
        if (error.text[0] == 0 || sound.samples != NULL) abort();
        return 0;
    }
    if (sound.loops && (sound.loop_begin >= sound.loop_end || sound.loop_end > sound.frames)) abort();
    if (size % 16 == 0 && (uint64_t)sound.frames * 22050 / sound.rate < 200 &&
        sound.rate < 200000) { /* short sounds, since resampling takes long */
        if (!import_sound_resample(&sound, 22050, &other, &error)) abort();
        import_sound_free(&other);
    }
    import_sound_trim(&sound, 1u << 20);
    import_sound_normalise(&sound);
    import_sound_free(&sound);
    return 0;
}

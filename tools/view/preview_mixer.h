/* Sounds as a console's mixer plays them: a sound, every entry of a bank, or every cue of a group, one after the
 * other; or a song to its end.
 *
 *     preview_mix mix = {.target = PREVIEW_AS_CART};
 *     if (preview_mixer_play(&image, "game.rom", &chunk, &mix, &sound, &error)) import_wav_write(&sound, &out);
 */
#ifndef OXCART_TOOLS_VIEW_PREVIEW_MIXER_H
#define OXCART_TOOLS_VIEW_PREVIEW_MIXER_H

#include "rom/rom.h"
#include "tools/import/sound/wav.h"

enum {
    PREVIEW_AS_CART,
    PREVIEW_AS_GBA
}; /* 16 bits in the cart's rate and channels; 8 bits, one channel, 304 frames a tick */

typedef struct preview_mix {
    int target;
    /* set by preview_mixer_play */
    uint32_t sounds, missing; /* sounds that were played; sounds that are missing */
    uint32_t peak;            /* largest sample, of 32768 */
    uint32_t clipped;         /* samples out of range */
} preview_mix;

/* Whether a type can be heard. */
bool preview_can_be_heard(uint32_t type);

/* Mixes a chunk; the sound is freed with import_sound_free. A looping sound is cut after three seconds, a song at its
 * end. False after a sentence. */
bool preview_mixer_play(const rom_image *image, const char *file, const rom_chunk *chunk, preview_mix *mix,
                        import_sound *sound, tool_error *error);

#endif

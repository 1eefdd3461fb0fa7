/* Sound as a module of the console: opens the port's speaker at boot, loads what the image's `audio` chunk names, lets scenes sound,
 * and calls the service.
 *
 *     ox_audio *audio = ox_console_audio(console);
 *     ox_audio_play(audio, SID("coin"), OX_AUDIO_FULL);
 *
 * An image without that chunk costs nothing: cart.txt asks for it by `audio`, or by a `music` or `sound` line of a scene.
 * Voices, requests and clips are capacities of the cart (`capacity voices 8`). Without a speaker
 * all goes on unheard.
 *
 * In deterministic runs every step is one tick of sound (more, where a step is longer than 1/30 s), so a recording of
 * it is the same each time; otherwise each frame keeps two ticks queued, or the port's interrupt does. While the game is paused or
 * rests, the buses of the world and of voices stand still at their sample, and those of music, the interface and the cart go on; music alone waits,
 * too, where the loop is paused. Another program in front silences all.
 *
 * A cart that declares `capacity sound-rays` has walls, for which each voice may have a low-pass.
 *
 * Sources and ears of the game, its buses and switches (kernel/sound/module.h) are followed after each step. */
#ifndef OXCART_KERNEL_AUDIO_MODULE_H
#define OXCART_KERNEL_AUDIO_MODULE_H

#include "kernel/audio/audio.h"
#include "kernel/console/console.h"
#include "kernel/module/module.h"

extern const ox_module ox_audio_module;

enum {
    OX_CAPACITY_VOICES,         /* that sound at once */
    OX_CAPACITY_SOUND_REQUESTS, /* of a tick */
    OX_CAPACITY_SOUNDS,         /* that are loaded at once, of all banks and cues */
    OX_CAPACITY_SOUND_EFFECTS, /* of the world; cue files with environments or compressors have them without saying so */
    OX_CAPACITY_PAD_SPEAKERS, /* of devices, that play at once */
    OX_AUDIO_CAPACITIES
};
extern const ox_capacity ox_audio_capacities[OX_AUDIO_CAPACITIES];

/* The console's sound; NULL: the image asks for no sound, or the console has not got the module. */
ox_audio *ox_console_audio(ox_console *console);

/* The form of the speaker's output; rate 0: there is no speaker. */
plat_audio ox_console_speaker(const ox_console *console);

/* Where sources and ears were heard in the last step, for looking; NULL likewise. */
struct ox_audio_sources;
const struct ox_audio_sources *ox_console_sound_sources(const ox_console *console);

#endif

/* The console's sound: opens the port's speaker at boot, loads what the image's `audio` chunk names, lets scenes sound,
 * and calls the service.
 *
 *     options.sound = OX_SOUND;                                   players that link it
 *     ox_audio *audio = ox_console_audio(console);                NULL: the image has no `audio` chunk, or no sound is linked
 *     ox_audio_play(audio, SID("coin"), OX_AUDIO_FULL);
 *
 * An image without that chunk costs nothing: cart.txt asks for it by `audio`, or by a `music` or `sound` line of a scene.
 * Voices, requests and clips are capacities of the cart (capacity.h: `capacity voices 8`). Without a speaker
 * all goes on unheard.
 *
 * In deterministic runs every step is one tick of sound (more, where a step is longer than 1/30 s), so a recording of
 * it is the same each time; otherwise each frame keeps two ticks queued, or the port's interrupt does. Pausing the
 * game, or another program in front, silences all. */
#ifndef OXCART_KERNEL_CONSOLE_SOUND_H
#define OXCART_KERNEL_CONSOLE_SOUND_H

#include "kernel/audio/audio.h"
#include "kernel/console/console.h"

struct ox_sound_parts {
    ox_status (*start)(ox_console *console);
    void (*stop)(ox_console *console);
    void (*scene)(ox_console *console); /* another one has begun */
    void (*step)(ox_console *console);
    void (*frame)(ox_console *console);
    void (*away)(ox_console *console, bool away);
    void (*leave)(ox_console *console); /* resources change: nothing may be held; and back */
    void (*enter)(ox_console *console);
};

extern const struct ox_sound_parts ox_sound_parts;
#define OX_SOUND (&ox_sound_parts)

ox_audio *ox_console_audio(ox_console *console);

/* How the speaker is; rate 0: there is none. */
plat_audio ox_console_speaker(const ox_console *console);

#endif

/* Input scripts: text files that play the buttons, for tests, demos and recordings.
 *
 *     # a comment; every other line is: FRAME ACTION ...        frames never go down from line to line
 *     0   press RIGHT          held from frame 0 on
 *     10  hold A+B 5           held in frames 10 to 14
 *     30  release RIGHT
 *     40  pointer 120 80       moves the pointer to this pixel (0..32767); `press POINTER` and `hold POINTER N` push
 *                              its button
 *     41  wheel -2             notches, away from the user positive
 *     42  stick 32767 0        right and up positive, -32767..32767
 *     43  right 0 32767        the second stick;   `triggers 255 0`, left and right;   `tilt 0 42 0`, 42 being 1 g
 *     44  touch 1 40 60        a finger by its number, 1 to 32767, on this pixel, at most 5 at a time; `lift 1`; `cancel` takes all away
 *     45  key SPACE 5          a key by its name (host_key_names.h), for 5 frames; `type a`: a character
 *     44  spin 0 1440 0        turns about right, up and towards the player, 16 being 1 degree a second
 *     46  pad 2 plug           a pad in place 2, 1 to 7; `pad 2 press A`, and so all that stands above; `pad 2 battery 20`, `pad 2 unplug`
 *     46  pad 2 has LIGHTS+SLOT   more than sticks and triggers: MOTORS, SPIN, LIGHTS, FORCE, SPEAKER, MICROPHONE (which hears a saw), SLOT (of 1,024 bytes)
 *     46  pad 2 wireless 20    it sends packets (platform/wireless.h), which come two to five frames later; 20 of a hundred never come
 *     60  screenshot
 *     90  quit
 *     95  expect score == 3    for tests of the game (tools/play/playthrough.h): the port passes over `expect`, `hash`,
 *                              `picture` and `label`
 *
 * Several changes of a button in one frame come as taps between two polls do (plat_input.changes).
 *
 * Buttons: UP DOWN LEFT RIGHT A B X Y L R START SELECT POINTER, in any case, several joined by '+'. */
#ifndef OXCART_PLATFORM_HOST_HOST_SCRIPT_H
#define OXCART_PLATFORM_HOST_HOST_SCRIPT_H

#include "platform/platform.h"

enum {
    HOST_SOUND_RATE = 8000,            /* of speakers and microphones of pads of a script */
    HOST_SLOT = 1024,                  /* bytes of their memories */
    HOST_SCRIPT_BUTTONS = 13,          /* the twelve buttons of plat_input.buttons and the pointer's */
    HOST_SCRIPT_MAX_SIZE = 1 << 20,    /* bytes of text */
    HOST_SCRIPT_MAX_FRAME = 1000000000 /* largest frame number and length */
};

typedef struct host_script host_script;

/* Reads a script from a file, or from text that is known by `name` in messages. NULL on failure, with
 * "name:line: what is wrong; how to mend it" in error. Free with host_script_free (NULL is allowed). */
host_script *host_script_open(const char *path, char *error, size_t error_size);
host_script *host_script_parse(const char *name, const char *text, char *error, size_t error_size);
void host_script_free(host_script *script);

/* Adds what the script holds in `frame` to *in: buttons are or-ed, pointer, stick and wheel are set when the
 * script moved them. Frames must not go down from call to call. True when the script wants a screenshot of
 * this frame. */
bool host_script_apply(host_script *script, uint32_t frame, plat_input *in);

/* The pad that the script has plugged into a place, after host_script_apply of the same frame; false, and nothing is set, where there is none. */
bool host_script_device(const host_script *script, uint32_t frame, int place, plat_device *device,
                        plat_input *in);

/* Whether what is or was plugged into a place is wireless, and how many of a hundred of its packets are lost. */
bool host_script_flies(const host_script *script, int place, uint32_t *loss);

#endif

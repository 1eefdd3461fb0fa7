/* Options of players: what somebody sets once, for all games to come.
 *
 *     slider music @music bind=option:music size=fillx0          in a text of a screen; range and usual value come from here
 *     if option('subtitles') != 0 { ... }                        in Goad
 *     option_set('gamma', 22)
 *     int32_t percent = ox_option_get(host, OX_NAME("music"));   in C
 *
 *   volume, world, music, voice, interface   0..100   how loud all sounds are, and those of a bus (kernel/audio/audio.h)
 *   gamma       10..30   tenths: how bright dark tones are shown (ox_console_gamma)
 *   scale       50..200  percent of the size that screens have which say `scaled`
 *   effects     0, 1     whether screens move by themselves: pictures of several frames, words that are too wide, pages that are typed
 *   subtitles   0, 1     whether elements `subtitles` show what voices say
 *   prompts     0, 1     whether elements `prompt` teach
 *
 * Buttons are chosen by button_choose and kept by controls_keep (kernel/input_map), the language by `bind=language`.
 *
 * A value is a kept number (kernel/game/module.h): it is there at the next start, and an option that was never set has its usual
 * value. So a cart with options has `capacity kept-numbers`, or keeps numbers anyway; without room an option stays
 * as it is. A value takes effect at once, and at the start of the console. Only `prompts` and `scale` may change what happens in
 * the game; recordings begin without kept numbers, so that they play everywhere alike. */
#ifndef OXCART_KERNEL_UI_OPTION_H
#define OXCART_KERNEL_UI_OPTION_H

#include "kernel/module/module.h"
#include "kernel/names/id.h"

typedef struct ox_option {
    const char *name;
    ox_id id, kept; /* kept: the number that holds how far the value is from the usual one */
    int16_t least, greatest, usual;
} ox_option;

enum { OX_OPTIONS = 10 };
extern const ox_option ox_options[OX_OPTIONS];

/* The value of an option by the id of its name; 0 for an unknown one. */
int32_t ox_option_get(const ox_module_host *host, ox_id option);

/* Sets an option, to the nearest value that it may have, and makes it count. False: there is no such option, or no room to keep it. */
bool ox_option_set(const ox_module_host *host, ox_id option, int32_t value);

/* Makes all options count, as at the start. */
void ox_options_apply(const ox_module_host *host);

#endif

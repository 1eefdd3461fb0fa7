/* Options: what players and developers set, and the game reads.
 *
 *     option hero.speed usual=4.0 least=1.0 greatest=12.0 step=0.5 developer         in cart.txt
 *     option level words=easy,normal,hard usual=normal text="How hard it is"
 *
 *     if option_is('level', 'hard') { ... option_fx('hero.speed') ... }              in Goad
 *     on OptionChanged(what) when what == 'level' { ... }
 *     check subtitles text=@subtitles bind=option:subtitles                          in a text of a screen; range and usual value come from here
 *     int32_t percent = ox_option_get(host, OX_NAME("music"));                       in C
 *
 *     oxcart run mygame --option hero.speed=6 --options my.ini                       at the start
 *     set hero.speed 6                                                               in the console of the inside view: list, get, set, toggle, reset
 *
 * EVERY GAME HAS THESE OPTIONS OF PLAYERS; a cart adds its own, in one name space with them:
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
 * NAMES are paths with dots, "hero.speed"; "/Hero/Speed" is the same. What can be done with one option can be done with all below a
 * path (ox_options_reset). The options of one cart are its own: another cart has other kept numbers, and other names.
 *
 * WHO SETS AN OPTION. Later ones win: the usual value of cart.txt; what was kept from the last time; texts of options, in their
 * order; the environment; the command line; and the game, its screens and the console while it plays. Each value knows which it was.
 * Only what is set while the game plays is kept. Options of developers are constants in a release: nothing sets them any more.
 *
 * KEPT VALUES are kept numbers (kernel/game/module.h) with ids that OX_NAME never gives; only what differs from the usual value is kept, so
 * that another usual value reaches all who have not chosen. So a cart whose players set options has `capacity kept-numbers`, or keeps numbers
 * anyway; without room an option is as it is set until the game ends. An option with `user` has an own value for each user
 * (ox_option_user); all others have one.
 *
 * STATE. All values but usual ones are a part of the state: a replay has them, going back in time brings them back. A saved game
 * that is loaded leaves them as they are, as it leaves kept numbers, but for those that the game alone sets (`cheated` is one). Recordings begin with usual values; what the
 * start or the console sets stands in them. Only `prompts`, `scale` and options of the cart may change what happens in the game.
 *
 * Bytes: 20 for each option of the cart, each of the ten above, and `capacity options` (made while the game plays); nothing where no option is
 * declared or set. Cost: reading an option looks through those that are not usual. */
#ifndef OXCART_KERNEL_GAME_OPTION_H
#define OXCART_KERNEL_GAME_OPTION_H

#include "kernel/debug/format.h"
#include "kernel/module/module.h"
#include "kernel/names/id.h"
#include "kernel/text/view.h"

typedef struct ox_option {
    ox_id name;
    uint8_t kind;  /* ROM_OPTION_WHOLE, FX, SWITCH or CHOICE */
    uint8_t flags; /* ROM_OPTION_DEVELOPER ... */
    int32_t least, greatest, usual, step;
    ox_text_view path, words, text; /* no path: made while the game plays, or nobody may set it */
} ox_option;

enum { OX_OPTIONS = 10 }; /* that every game has */

/* Where a value comes from; later ones win. */
typedef enum ox_option_source {
    OX_OPTION_USUAL,
    OX_OPTION_KEPT, /* the last time that the game was played */
    OX_OPTION_FILE,
    OX_OPTION_USER_FILE,
    OX_OPTION_ENVIRONMENT,
    OX_OPTION_COMMAND_LINE,
    OX_OPTION_CONSOLE,
    OX_OPTION_SCREEN,
    OX_OPTION_GAME,
    OX_OPTION_SOURCES
} ox_option_source;
const char *ox_option_source_name(ox_option_source source); /* "command line" */

/* A value for the start (ox_boot_options.given), in the order in which they count. */
typedef struct ox_option_given {
    ox_id name;
    int32_t value;
    uint8_t source;
} ox_option_given;

/* ---- the table: what options there are ---- */

/* Option `number`, from 0: first those of every game, then those of a chunk `options` (NULL: there is none). False behind the last. */
bool ox_option_at(const uint8_t *chunk, uint32_t number, ox_option *option);
bool ox_option_find(const uint8_t *chunk, ox_id name, ox_option *option);

/* The id of a path: "hero.speed", "/Hero/Speed". 0 for none, and for one of more than 63 letters. */
ox_id ox_option_id(ox_text_view path);

/* Whether an option is the one of a path, or below it ("hero": hero.speed). The empty path has all below it. */
bool ox_option_is_below(const ox_option *option, ox_text_view path);

/* Reads a value: a number, yes or no, one of the words. False: it is none, or out of its range. ox_option_write writes one as it is
 * read, ox_option_ask what may be written, as "a number from 1.0 to 12.0". */
bool ox_option_read(const ox_option *option, ox_text_view text, int32_t *value);
void ox_option_write(const ox_option *option, int32_t value, ox_text *out);
void ox_option_ask(const ox_option *option, ox_text *out);

/* ---- the values of a running game ---- */

/* The options of a game one by one, those that were made while it plays behind the others; and by name. */
bool ox_options_at(const ox_module_host *host, uint32_t number, ox_option *option);
bool ox_options_find(const ox_module_host *host, ox_id name, ox_option *option);

/* The value of an option by the id of its name; 0 for an unknown one. *source may be NULL. */
int32_t ox_option_get(const ox_module_host *host, ox_id option);
int32_t ox_option_value(const ox_module_host *host, ox_id option, ox_option_source *source);

/* Sets an option, to the nearest value that it may have, and makes it count; OptionChanged is told. OX_NOT_FOUND; OX_UNSUPPORTED: it is a constant, the game
 * alone changes it, or it is for cheats (the option `cheats`); OX_FULL: no room. */
FX_MUST_CHECK ox_status ox_option_change(const ox_module_host *host, ox_id option, int32_t value,
                                         ox_option_source by);
bool ox_option_set(const ox_module_host *host, ox_id option,
                   int32_t value); /* by the game; false: as above */

/* Options below a path have their usual values again, and are not kept any more. Returns how many changed. */
uint32_t ox_options_reset(const ox_module_host *host, ox_text_view path, ox_option_source by);

/* The value of an option of the game's own, which is made with a usual value when there is none of the name: any number of the kind (ROM_OPTION_WHOLE, FX
 * or SWITCH), not kept unless the flags have ROM_OPTION_KEPT. One that is there keeps its value. False: there is no room (`capacity options`). */
bool ox_option_make(const ox_module_host *host, const ox_option *made, int32_t *value);

/* Whose own values count (0 at first), and another user: options with `user` take the values that were kept for that one. */
uint32_t ox_option_user(const ox_module_host *host);
void ox_option_user_set(const ox_module_host *host, uint32_t user);

/* Makes all options count, as at the start. */
void ox_options_apply(const ox_module_host *host);

/* ---- changes that stand in recordings ---- */

enum { OX_OPTION_EDIT_BYTES = 24, OX_OPTION_EDIT_VALUE = 0, OX_OPTION_EDIT_USER = 1 };

/* What the console changes: the value of an option, or the user (then the name does not count). */
FX_MUST_CHECK ox_status ox_option_do(const ox_module_host *host, ox_id option, uint32_t what, int32_t value);

/* A change of a value as bytes of a recording's commands, and does changes that a recording has; false: bytes that are none. */
void ox_option_edit(ox_id option, int32_t value, uint8_t bytes[OX_OPTION_EDIT_BYTES]);
bool ox_option_redo(const ox_module_host *host, const uint8_t *bytes, size_t size);

#endif

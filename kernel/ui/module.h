/* What is on the glass: screens of labels, buttons, sliders, lists, bars and words, as a module of the console.
 *
 *     screen title title.screen                in cart.txt; the text is described in tools/SCREENS.md
 *     screen pause pause.screen
 *     mode pause screen=pause                  it opens and closes with the mode
 *     scene title
 *       screen title                           it opens with the scene
 *     end
 *
 *     on Chosen(what) when what == 'begin' { scene('court') }                   in Goad: a button was pressed
 *     screen_open('shop')  screen_close()  notice(@saved, 2s)  dialogue(@hello)
 *
 *     status = ox_screen_open(host, rom_id("screen/shop"));                     the same in C
 *     ox_screens_attend(host, &(ox_screen_source){&my_value, &my_chosen, game});
 *
 * A SCREEN is data, and so is what its elements do: they show and change values by name (variables of scripts, kept numbers, the language, or those
 * of a game in C), open other screens, close their own, and say words that lead from mode to mode (kernel/game/module.h). So menus need no script.
 *
 * THE STACK holds up to OX_SCREENS_DEPTH of them. All are drawn, the lowest first, from the topmost on that says `opaque`. The topmost that is not a
 * `hud` has the input, and then neither those below nor the world hear anything of it, of any player. On a `hud` the pointer presses what it is
 * over; such a press is the HUD's until it is let go, the pointer beside it and all buttons are the world's. While one of them says `stops`, scene and
 * world rest; screens go on, and what is posted to scripts meanwhile is heard when the world goes on. Opening one more is OX_FULL. What a
 * scene's or a mode's screens opened goes with them.
 *
 * FOCUS. Directions lead from line to line of the screen, and in a row from left to right, round at the ends, and repeat while they are held. These
 * ways come from the order in the text, not from places in the picture, so they are the same in each language. A (or START) chooses, B leaves.
 * Left and right change the value that has the focus. A pointer that moves takes the focus to what it is over; pressing and releasing it there
 * chooses; a button of the pad leaves the pointer alone until it moves again.
 *
 * WORDS are texts of the cart by key, or literal ones. Places in braces show values by the same names, and entered texts: "score {score}". A value
 * that changes, another language, or another button for an action ("{button:jump}") is laid out anew in the same step; while nothing changes nothing is
 * laid out. Words may have parts of another look, and elements conditions by values. A value that nobody has shows its usual one, and the log tells it once.
 *
 * STATE. Which screens are open, where the focus is, what is entered, what is written into boxes, what a dialogue and notices have come to: part of the state. It follows
 * from the input alone, so recordings, saved games and the way back have it. Where elements lie depends on language and picture and is no
 * state; a recording with a pointer fits the language that it was made in. What a text of a screen says anew while it plays is there at once, and
 * the focus stays by name.
 *
 * INSTRUMENTS (radar, crosshair, arrow) look at the world for the picture and are no state; only how long radars show
 * what they were told of is. They see objects where they are drawn. A crosshair looks at the spheres about models once a
 * step, a radar at all objects once a picture.
 *
 * Bytes: some 1,800, 8 for each of `capacity screen-elements`, 4 for each letter of a box, a copy of each player's input; nothing in a cart without screens. */
#ifndef OXCART_KERNEL_UI_MODULE_H
#define OXCART_KERNEL_UI_MODULE_H

#include "kernel/draw/box.h"
#include "kernel/module/module.h"
#include "kernel/names/id.h"
#include "kernel/type/name.h"

extern const ox_module ox_ui_module;

enum {
    OX_CAPACITY_SCREEN_ELEMENTS, /* of all screens that are open at once */
    OX_UI_CAPACITIES
};
extern const ox_capacity ox_ui_capacities[OX_UI_CAPACITIES];

enum { OX_UI_NATIVES = 22 };
extern const ox_script_native ox_ui_native_rows[OX_UI_NATIVES];

enum {
    OX_SCREENS_DEPTH = 8,
    OX_SCREEN_TEXTS = 4,    /* entered texts that are remembered, by the names of their elements */
    OX_SCREEN_LETTERS = 16, /* of one entered text */
    OX_SCREEN_NOTICES = 4,  /* messages that wait */
    OX_SCREEN_BOXES = 4,    /* text boxes, by the names of their elements */
    OX_SCREEN_MARKS = 16,   /* elements that are hidden or disabled by a script */
    OX_SCREEN_ECHOES = 16,  /* objects that radars are told of; the one that is seen shortest gives way */
    OX_SCREEN_PROMPTS = 8,  /* prompts that wait */
    OX_SCREEN_SEEN = 32,    /* prompts that were seen and do not come again */
    OX_SCREEN_SELECTED = 32 /* objects */
};

/* ---- the stack; screens by the ids of their chunks: rom_id("screen/pause") ---- */

/* Opens a screen over the others. OX_FULL: too many, or too many elements; OX_NOT_FOUND, and a line in the log: the cart has none of that id, or it is
 * damaged; OX_UNSUPPORTED: the cart has no screens. */
ox_status ox_screen_open(const ox_module_host *host, ox_id screen);

/* Closes the topmost screen that is no HUD, and all screens over it; does nothing when there is none. */
void ox_screen_close(const ox_module_host *host);

/* Closes the topmost screen that is no HUD, and opens another in its place. */
ox_status ox_screen_replace(const ox_module_host *host, ox_id screen);

/* The topmost screen that is no HUD, 0 for none; and whether a screen is open. */
ox_id ox_screen_top(const ox_module_host *host);
bool ox_screen_is_open(const ox_module_host *host, ox_id screen);

/* ---- elements, by the ids of their names, in whatever screen ---- */

/* Gives an element of the topmost screen the focus; false when it can have none. */
bool ox_screen_focus(const ox_module_host *host, ox_id element);

/* The name '*': all that is on the glass, as a film wants it away. Screens go on and hear all the same. */
#define OX_SCREEN_GLASS OX_NAME("*")

/* Hides an element or shows it again; disables an element, so that nobody chooses it, or enables it. False:
 * OX_SCREEN_MARKS elements are marked already. */
bool ox_screen_show(const ox_module_host *host, ox_id element, bool shown);
bool ox_screen_enable(const ox_module_host *host, ox_id element, bool enabled);

/* What was entered, terminated, at most OX_SCREEN_LETTERS letters; "" for nothing. */
const char *ox_screen_entered(const ox_module_host *host, ox_id element);

/* ---- messages ---- */

/* A text appears where a screen has `notices`, for so many steps, behind notices of its priority and above. 0 steps: until the player
 * presses something, which nobody else hears. OX_FULL. */
ox_status ox_screen_notice(const ox_module_host *host, ox_id text, uint32_t steps, uint32_t priority);

/* A text is said where a screen has a `dialogue`, page by page: they are parted by `|`. Each page is typed in steps
 * that the element tells, so its end does not depend on the language. `Said` is posted when the last page has been
 * left. The text 0 ends the dialogue without. */
void ox_screen_say(const ox_module_host *host, ox_id text);

/* Whether there is a text that is not said to its end. */
bool ox_screen_says(const ox_module_host *host);

/* Writes into the element `box` of that name, whether it is seen or not, at any time but while a picture is drawn; formats and
 * `\n`, `\t`, `\f` as kernel/draw/box.h tells. `rgb` 0xRRGGBB or OX_TEXT_BOX_CLEAR, the colour of the element's style. False: no
 * screen of the image has such a box. What is written stays until it is written over, in scenes to come, too. */
bool ox_screen_write(const ox_module_host *host, ox_id element, uint32_t rgb, const char *format, ...);

/* ---- loading ----
 *
 *     status = ox_screen_loading_begin(host, rom_id("screen/loading"), bytes_in_all, 30);
 *     each step, or after each piece:   if (!ox_screen_loading(host, bytes_so_far)) give_up();
 *
 * `bind=loading` is the part that is there: it never falls, and is 1 at the end. */

/* Opens a screen that shows how far loading has come. It closes in the step in which all of `total` is there, but no sooner than `least` steps
 * after its opening, and `Loaded` is posted. The statuses are those of ox_screen_open. */
ox_status ox_screen_loading_begin(const ox_module_host *host, ox_id screen, uint32_t total, uint32_t least);

/* Tells how much is there. False: the player has closed the screen, so the loader may give up. */
bool ox_screen_loading(const ox_module_host *host, uint32_t done);
fx ox_screen_loaded(const ox_module_host *host);

/* ---- objects that are selected, by an element `selection` or by a game: OX_SCREEN_SELECTED at most ---- */

/* False: there is no such object, or no room. */
bool ox_screen_select(const ox_module_host *host, ox_handle object, bool selected);
void ox_screen_select_none(const ox_module_host *host);
bool ox_screen_is_selected(const ox_module_host *host, ox_handle object);

/* How many are selected, and which, in the order in which they were; good until the next step. */
uint32_t ox_screen_selected(const ox_module_host *host, const ox_handle **objects);

/* The pixel where an element `placement` is: the pointer's place on its grid. */
void ox_screen_placement(const ox_module_host *host, int *x, int *y);

/* ---- instruments ---- */

/* Radars with `told` show an object for so many steps: one that fired, or was heard. */
void ox_screen_radar(const ox_module_host *host, ox_handle object, uint32_t steps);

/* ---- games in C ---- */

/* What a game in C gives to screens. Any function may be NULL. */
typedef struct ox_screen_source {
    int32_t *(*value)(void *context, ox_id name, bool *is_fx); /* where a value by name is; NULL: none */
    void (*chosen)(void *context, ox_id element);              /* what scripts hear as `Chosen` */
    void *context;
} ox_screen_source;

/* Attends to a source from now on, until another one or NULL; the record is copied. The source's values come before
 * variables of scripts. */
void ox_screens_attend(const ox_module_host *host, const ox_screen_source *source);

#endif

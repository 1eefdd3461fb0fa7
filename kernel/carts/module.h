/* A list of carts: one image that holds several games, and a menu of its own that begins them.
 *
 *     cart volley ../volley/cart.txt                        in cart.txt: a cart, or an image, that becomes a part of this image
 *     cart bricks bricks.rom
 *
 *     on Chosen(what) { cart_play(what) }                   in Goad: buttons of a screen bear the names of the carts
 *     on start {
 *         if cart_last() != '' { screen_focus(cart_last()) }
 *         cart_refused('trouble')                           why the last one was not begun, into a `box` of the screen
 *     }
 *
 *     status = ox_carts_play(host, rom_id("volley"));       the same in C
 *
 * The list is a cart like any other, with a budget that has room for the largest of its games and OX_CARTS_ROOM more, and plays on every port that has the module.
 * A game begins anew each time, in the memory that the list had, with its own picture, format, modules and language; START and SELECT, pressed together, lead back
 * to the list, which begins anew, too. The system's way to quit (Esc, closing the window) ends all. Overlays, and the language that a player asked
 * for, are the list's alone, and a game in C beside the list is not there while its games play.
 *
 * A game that cannot play here (its image is damaged, is a list itself, wants more memory, or a module that the player lacks) is refused by the
 * sentence that the console says alone; the log tells it, and the list goes on.
 *
 * SAVES. The port's storage is cut into as many equal parts as the list has carts, and one more for the list, in the order of the names' ids. So
 * games never see one another's saves, and another number of carts makes other parts: what lies there then belongs to another cart, and is refused.
 *
 * RECORDINGS. What is recorded are the recordings of the list and of its games one behind the other, and all of them are replayed.
 *
 * While a list or its games play no chunks change: a cart that was edited begins the list anew.
 *
 * Bytes: OX_CARTS_ROOM behind the budget of a game, some 600 in a list; nothing in a cart that is neither. Beginning a game takes as long as the console's start. */
#ifndef OXCART_KERNEL_CARTS_MODULE_H
#define OXCART_KERNEL_CARTS_MODULE_H

#include "kernel/console/console.h"
#include "kernel/module/module.h"

extern const ox_module ox_carts_module;

enum { OX_CARTS_NATIVES = 3 };
extern const ox_script_native ox_carts_native_rows[OX_CARTS_NATIVES];

enum {
    OX_CARTS_ROOM = 1024, /* bytes by which the budget of a list is above that of each of its games */
    OX_CARTS_LEAVE = PLAT_START | PLAT_SELECT /* buttons that together lead back to the list */
};

/* What a game of a list knows of the list, and a list of its last game; lies behind the game's budget. */
typedef struct ox_carts {
    ox_boot_options list;                        /* as the list was booted */
    uint32_t played;                             /* name of the game that plays, or played last; 0: none */
    char refused[sizeof(((ox_error *)0)->text)]; /* why it was not begun, or "" */
} ox_carts;

/* Begins a game of the list behind the step under way. OX_NOT_FOUND: the image has no cart of that name; OX_UNSUPPORTED: it is no list. */
ox_status ox_carts_play(const ox_module_host *host, uint32_t name);

/* What the list knows of its last game; NULL in a game, and where none was begun. */
const ox_carts *ox_carts_known(const ox_module_host *host);

#endif

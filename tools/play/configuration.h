/* What a text of options says beside options: which modules play, where assets are looked for, how the picture is made.
 *
 *     [modules]            a module that is off is left out, as from a player that has not got it
 *     audio=off
 *     [search]             folders that are searched for assets behind those of cart.txt, in their order; any names
 *     more=../assets
 *     [renderer]           as the options of oxcart run: size, format, bands, scale, threads, gamma
 *     size=320x240
 *
 * The command line wins. On machines without texts the image has the final values: cart.txt's size, format and band, and the modules of
 * the player. */
#ifndef OXCART_TOOLS_PLAY_CONFIGURATION_H
#define OXCART_TOOLS_PLAY_CONFIGURATION_H

#include "tools/cart/cart.h"
#include "tools/play/play.h"

enum { CONFIGURATION_FOLDERS = 8 };

typedef struct configuration {
    char folders[CONFIGURATION_FOLDERS][CART_PATH_MAX + 8]; /* "search=FOLDER", for --set */
    uint32_t folder_count;
} configuration;

/* Whether a section is none of options. */
bool configuration_has(const char *section);

/* Reads the texts of s->option_files into *s, where the command line left the usual values, and into *c. False after *error, `file:LINE: ...`. */
bool configuration_read(play_settings *s, configuration *c, tool_error *error);

#endif

/* Links a player of another machine with the C of a cart.
 *
 *     code_link_wish wish = {.port = "gba", .lines = lines, .count = 1, .modules = text};
 *     if (code_link(&wish, player, &error)) ...               `player` is the path of the player's file
 *
 * What a port needs lies in its folder beside the command, or in ../lib/oxcart (tools/base/player_file.h): liboxcart.a, libplayer.a with the port and
 * its main, and `port.txt`:
 *
 *     compile arm-none-eabi-gcc WORD ...         the compiler; files and their objects are added
 *     link arm-none-eabi-gcc WORD ...            @OBJECTS@ are the cart's, @OUT@ is the program
 *     copy arm-none-eabi-objcopy WORD ...        makes the player's file @PLAYER@ of @OUT@; left out where the program is the player
 *
 * @HERE@ is the folder of port.txt, @INCLUDE@ that of the headers. Objects of other machines lie beside those of this one, and are compiled anew like
 * those. */
#ifndef OXCART_TOOLS_CODE_CODE_LINK_H
#define OXCART_TOOLS_CODE_CODE_LINK_H

#include "tools/code/code.h"

typedef struct code_link_wish {
    const char *port;       /* folder of the port */
    const code_wish *lines; /* `code` lines of the cart */
    uint32_t count;
    const char *modules; /* source of the list of modules, and of the game: kernel/preset/presets.h */
} code_link_wish;

/* False after a sentence; what compiler and linker say went to the standard error output. */
bool code_link(const code_link_wish *wish, char player[CODE_PATH], tool_error *error);

#endif

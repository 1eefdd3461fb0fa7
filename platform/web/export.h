/* The contract between `oxcart export --web` and the player in the browser.
 *
 * An exported page is platform/web/page.html with platform/web/player.js in it (both embedded in the oxcart command as
 * web_page), where these words are replaced:
 *
 *     @TITLE@      the cart's title, with the letters that HTML gives a meaning written as entities
 *     @SAVES@      the name of its saved games in the browser, likewise
 *     @PLAYER@     the program, WebAssembly (platform/web, built as player.wasm and embedded as web_player)
 *     @CARTRIDGE@  256 zero bytes, the locator that platform/cartridge.h describes, and the ROM image
 *
 * The last two are zlib streams (RFC 1950) as base64. The program holds the locator's magic among its constants, which is
 * how the exporter knows a player. */
#ifndef OXCART_WEB_EXPORT_H
#define OXCART_WEB_EXPORT_H

#include <stddef.h>

#define WEB_LOCATOR_MAGIC "OXWEBIMG"
#define WEB_MEMORY (64u * 1024u * 1024u)     /* of a game */
#define WEB_CARTRIDGE (256u * 1024u * 1024u) /* the most that the image can be */
#define WEB_SIDE 1024                        /* of a picture */

/* The program; its size is 0 in a build that had no clang with a linker for WebAssembly. */
extern const unsigned char web_player[];
extern const size_t web_player_size;

/* The page with its script. */
extern const unsigned char web_page[];
extern const size_t web_page_size;

#endif

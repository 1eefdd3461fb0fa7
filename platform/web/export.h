/* The contract between `oxcart export --web` and the player in the browser.
 *
 * An exported page is platform/web/page.html with platform/web/player.js in it (built as
 * web/page.html), in which the exporter replaces these words:
 *
 *     @TITLE@      the cart's title, with the letters that HTML gives a meaning written as entities
 *     @SAVES@      the name of the cart's saved games in the browser, with entities as well
 *     @PLAYER@     the program, WebAssembly (platform/web, built as web/player.wasm)
 *     @CARTRIDGE@  256 zero bytes, the locator that platform/cartridge.h describes, and the ROM image
 *
 * @PLAYER@ and @CARTRIDGE@ become zlib streams (RFC 1950) as base64. The program holds the locator's magic among its
 * constants, by which the exporter recognizes a player. */
#ifndef OXCART_WEB_EXPORT_H
#define OXCART_WEB_EXPORT_H

#include <stddef.h>

#define WEB_LOCATOR_MAGIC "OXWEBIMG"
#define WEB_MEMORY (64u * 1024u * 1024u)     /* of a game */
#define WEB_CARTRIDGE (256u * 1024u * 1024u) /* the most that the image can be */
#define WEB_SIDE 1024                        /* of a picture */

#endif

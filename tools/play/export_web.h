/* The page that plays a game in a browser: see platform/web/export.h for its parts. */
#ifndef OXCART_TOOLS_PLAY_EXPORT_WEB_H
#define OXCART_TOOLS_PLAY_EXPORT_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rom/rom.h"
#include "tools/base/writer.h"

/* Whether the bytes of `player` begin as a machine's programs do, and hold the magic of its locator among their
 * constants. */
bool export_is_program(const uint8_t *player, size_t size, const char *head, size_t head_size,
                       const char *magic);

/* Writes the page of `page_size` bytes at `page` with program, cartridge, and the title of the image in it. False when memory
 * runs out, or when the page lacks one of the words that are replaced. */
bool export_web_page(const uint8_t *page, size_t page_size, const uint8_t *player, size_t size,
                     const writer *cartridge, const rom_image *image, writer *out);

#endif

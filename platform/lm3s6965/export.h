/* The contract between `oxcart export --lm3s6965` and the Stellaris player: where the image lies.
 *
 * A file for the board is the content of its flash from address 0: the player (platform/lm3s6965, built as base.bin),
 * zero bytes up to the next multiple of 16, and the ROM image. The player finds the image through the locator that
 * platform/cartridge.h describes. Flash has 256 KB for the whole file. */
#ifndef OXCART_LM3S6965_EXPORT_H
#define OXCART_LM3S6965_EXPORT_H

#include <stddef.h>

#define LM3S6965_LOCATOR_MAGIC "OXM3SIMG"
#define LM3S6965_LOCATOR_LETTERS 'O', 'X', 'M', '3', 'S', 'I', 'M', 'G'
#define LM3S6965_FLASH (256u * 1024u)
#define LM3S6965_MEMORY (56u * 1024u) /* of a game; the rest of 64 KB is for stack and port */
#define LM3S6965_WIDTH 128
#define LM3S6965_HEIGHT 64

#endif

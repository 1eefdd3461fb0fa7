/* The contract between `oxcart export --gba` and the Game Boy Advance player: where the image lies.
 *
 * A .gba file is the player (platform/gba, built as base.gba and, for palette pictures whose materials want no fragment
 * pipeline, plain.gba) followed by zero bytes up to the next multiple of 16 and by the ROM image. The player finds the
 * image through the locator that platform/cartridge.h describes.
 *
 * The cartridge header has a title of 12 capital letters at offset 0xA0; whoever changes the title sets the byte at
 * 0xBD anew with gba_header_complement(), or the hardware refuses the cartridge. A cartridge is at most
 * 32 MiB. */
#ifndef OXCART_GBA_EXPORT_H
#define OXCART_GBA_EXPORT_H

#include <stddef.h>
#include <stdint.h>

#define GBA_LOCATOR_MAGIC "OXGBAIMG"
#define GBA_CARTRIDGE_MAX (32u * 1024u * 1024u)
#define GBA_HEADER_TITLE 0xA0
#define GBA_HEADER_TITLE_SIZE 12
#define GBA_HEADER_COMPLEMENT 0xBD

/* The byte for GBA_HEADER_COMPLEMENT of the header at `file` (192 bytes at least). */
static inline unsigned char gba_header_complement(const unsigned char *file) {
    unsigned sum = 0x19;
    for (int i = 0xA0; i < 0xBD; i++) sum += file[i];
    return (unsigned char)((0u - sum) & 0xFFu);
}

#endif

/* The contract between `oxcart export --gba` and the Game Boy Advance player: where the image lies.
 *
 * A .gba file is the player (platform/gba, built as base.gba, and embedded in the oxcart command as gba_base)
 * followed by zero bytes up to the next multiple of 16 and by the ROM image. The player finds the image
 * through a locator: 64 bytes at file offset 256, all numbers little-endian.
 *
 *     offset  bytes  field
 *        0      8    magic "OXGBAIMG"
 *        8      4    version, 1
 *       12      4    image offset, bytes from the start of the file, a multiple of 16; 0: no image
 *       16      4    image size in bytes
 *       20      4    flags, GBA_LOG_HASHES ...
 *       24      4    frames to play, then the player logs "quit" and stands still; 0: for ever
 *       28      2    picture width, 0: as the ROM image asks
 *       30      2    picture height, 0: as the ROM image asks
 *       32      2    pixel format plus 1 (1: PLAT_PAL8, 3: PLAT_BGR555), 0: as the ROM image asks
 *       34      2    lines per band, 0: as the console chooses
 *       36      4    recording offset, as the image's; 0: none. It is played instead of the keys
 *       40      4    recording size in bytes
 *       44     20    zero
 *
 * The cartridge header has a title of 12 capital letters at offset 0xA0; whoever changes it sets the byte at
 * 0xBD anew with gba_header_complement(), or the hardware refuses the cartridge. A cartridge is at most
 * 32 MiB. */
#ifndef OXCART_GBA_EXPORT_H
#define OXCART_GBA_EXPORT_H

#include <stddef.h>
#include <stdint.h>

#define GBA_LOCATOR_OFFSET 256
#define GBA_LOCATOR_SIZE 64
#define GBA_LOCATOR_VERSION 1
#define GBA_LOCATOR_MAGIC "OXGBAIMG"
#define GBA_IMAGE_ALIGNMENT 16
#define GBA_CARTRIDGE_MAX (32u * 1024u * 1024u)
#define GBA_HEADER_TITLE 0xA0
#define GBA_HEADER_TITLE_SIZE 12
#define GBA_HEADER_COMPLEMENT 0xBD

enum {
    GBA_AT_VERSION = 8,
    GBA_AT_IMAGE_OFFSET = 12,
    GBA_AT_IMAGE_SIZE = 16,
    GBA_AT_FLAGS = 20,
    GBA_AT_FRAMES = 24,
    GBA_AT_WIDTH = 28,
    GBA_AT_HEIGHT = 30,
    GBA_AT_FORMAT = 32,
    GBA_AT_BAND_LINES = 34,
    GBA_AT_REPLAY_OFFSET = 36,
    GBA_AT_REPLAY_SIZE = 40
};

enum {
    GBA_LOG_HASHES = 1 << 0, /* log `frame=K hash=XXXXXXXX` for every frame */
    GBA_LOG_CYCLES =
        1 << 1, /* log `frame=K cycles=N` for every frame; frames follow without waiting for the display */
    GBA_DETERMINISTIC =
        1 << 2 /* one fixed step per frame, no diagnostics on screen, no waiting for the display */
};

/* The player without an image, embedded in the oxcart command; the size is 0 in a build that had no ARM
 * compiler. */
extern const unsigned char gba_base[];
extern const size_t gba_base_size;

static inline void gba_put16(unsigned char *at, uint32_t value) {
    at[0] = (unsigned char)(value & 0xFFu);
    at[1] = (unsigned char)((value >> 8) & 0xFFu);
}

static inline void gba_put32(unsigned char *at, uint32_t value) {
    gba_put16(at, value & 0xFFFFu);
    gba_put16(at + 2, value >> 16);
}

/* The byte for GBA_HEADER_COMPLEMENT of the header at `file` (192 bytes at least). */
static inline unsigned char gba_header_complement(const unsigned char *file) {
    unsigned sum = 0x19;
    for (int i = 0xA0; i < 0xBD; i++) sum += file[i];
    return (unsigned char)((0u - sum) & 0xFFu);
}

#endif

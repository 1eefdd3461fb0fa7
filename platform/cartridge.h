/* The locator that players on machines without files share: the ROM image lies behind the program, and a locator in
 * the program tells where the image begins. `oxcart export` fills the locator; the player reads it.
 *
 * The locator is 64 bytes at file offset 256, all numbers little-endian:
 *
 *     offset  bytes  field
 *        0      8    magic, another one for each machine
 *        8      4    version, 1
 *       12      4    image offset, bytes from the start of the file, a multiple of 16; 0: no image
 *       16      4    image size in bytes
 *       20      4    flags, CARTRIDGE_LOG_HASHES ...
 *       24      4    frames to play, then the player logs "quit" and stands still; 0: for ever
 *       28      2    picture width, 0: as the ROM image asks
 *       30      2    picture height, 0: as the ROM image asks
 *       32      2    pixel format plus 1 (1: PLAT_PAL8, 3: PLAT_BGR555), 0: as the ROM image asks
 *       34      2    lines per band, 0: as the console chooses
 *       36      4    recording offset, as the image's; 0: none. The recording is played instead of the keys
 *       40      4    recording size in bytes
 *       44     20    zero */
#ifndef OXCART_PLATFORM_CARTRIDGE_H
#define OXCART_PLATFORM_CARTRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CARTRIDGE_LOCATOR_OFFSET 256
#define CARTRIDGE_LOCATOR_SIZE 64
#define CARTRIDGE_LOCATOR_VERSION 1
#define CARTRIDGE_IMAGE_ALIGNMENT 16

enum {
    CARTRIDGE_AT_VERSION = 8,
    CARTRIDGE_AT_IMAGE_OFFSET = 12,
    CARTRIDGE_AT_IMAGE_SIZE = 16,
    CARTRIDGE_AT_FLAGS = 20,
    CARTRIDGE_AT_FRAMES = 24,
    CARTRIDGE_AT_WIDTH = 28,
    CARTRIDGE_AT_HEIGHT = 30,
    CARTRIDGE_AT_FORMAT = 32,
    CARTRIDGE_AT_BAND_LINES = 34,
    CARTRIDGE_AT_REPLAY_OFFSET = 36,
    CARTRIDGE_AT_REPLAY_SIZE = 40
};

enum {
    CARTRIDGE_LOG_HASHES = 1 << 0, /* log `frame=K hash=XXXXXXXX` for every frame */
    CARTRIDGE_LOG_CYCLES =
        1 << 1, /* log `frame=K cycles=N` for every frame; frames follow without waiting for the display */
    CARTRIDGE_DETERMINISTIC =
        1 << 2 /* one fixed step per frame, no diagnostics on screen, no waiting for the display */
};

enum { CARTRIDGE_START_SCREEN = 2500000 }; /* microseconds of the start screen, when somebody plays */

/* The fields of a locator. */
typedef struct cartridge {
    const uint8_t *image; /* NULL before it was found */
    uint32_t size;
    uint32_t flags;
    uint32_t frames;
    int width, height, format, band_lines; /* 0, but -1 for the format: as the image asks */
    const uint8_t *replay;                 /* NULL: none */
    uint32_t replay_size;
} cartridge;

struct plat;
struct ox_console;
struct ox_boot_options;

/* Reads the locator of a file of at most `most` bytes that lies at `file`. Returns what is wrong as a sentence, or
 * NULL. */
const char *cartridge_find(const uint8_t *file, uint32_t most, const char *magic, cartridge *found);

/* Whether any chunk of the image is a picture; true when that cannot be told. The image is not checked otherwise. */
bool cartridge_has_pictures(const cartridge *c);

/* Whether any material is shaded per pixel (Phong); true when that cannot be told. */
bool cartridge_has_pixel_light(const cartridge *c);

/* Whether any scene has a point light or several lights; true when that cannot be told. */
bool cartridge_has_lights(const cartridge *c);

/* Whether the image asks for sound; true when that cannot be told. */
bool cartridge_has_sound(const cartridge *c);

/* Whether the image has scripts; true when that cannot be told. */
bool cartridge_has_scripts(const cartridge *c);

/* Whether the image has meshes; true when that cannot be told. */
bool cartridge_has_meshes(const cartridge *c);

/* Whether anything in the image is packed; true when that cannot be told. */
bool cartridge_has_packed(const cartridge *c);

/* Puts what the locator asks for into the options of a boot. */
void cartridge_apply(const cartridge *c, struct ox_boot_options *options);

/* Plays until the frames are over or the game ends, then calls cartridge_end. `intact` is asked after each frame.
 * False as soon as it is false: the stack has grown into other memory. */
bool cartridge_play(const cartridge *c, struct plat *p, struct ox_console *console, bool (*intact)(void));

/* Logs how a recording went, "stack=DEEPEST/SIZE" where the locator has flags and the port measures the
 * stack, and "quit". */
void cartridge_end(const cartridge *c, struct plat *p, const struct ox_console *console);

#endif

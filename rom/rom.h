/* Reads a ROM image in place: opens it, finds its chunks, reads their numbers. No byte of the image is
 * trusted, none is copied, and nothing is allocated. FORMAT.md tells the format bit by bit, chunks.h (made by
 * `make records`) the offsets inside the chunks.
 *
 *     rom_image image;
 *     rom_error error;
 *     if (rom_open(base, size, &image, &error) != ROM_OK) show(error.text);
 *     rom_chunk mesh;
 *     if (rom_find(&image, rom_id("mesh/hero"), ROM_TAG_MESH, &mesh) &&
 *         rom_check_entry(&mesh, false, &error) == ROM_OK)          (check.h: look inside only after this)
 *         triangles = rom_u32(mesh.data + ROM_MESH_TRIANGLES);
 *
 * The image lies anywhere in memory at an address that is a multiple of 4 and stays with the caller. All
 * numbers in it are little-endian; the accessors below give the same values on every machine. */
#ifndef OXCART_ROM_ROM_H
#define OXCART_ROM_ROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixedmath/assert.h"
#include "rom/chunks.h"

/* With -DROM_SMALL_PLAYER=1, for boards with 256 KB of flash, rom and kernel leave out what games there do without:
 * pictures as pyramids (rom/haar.h; they are missing then, and the log tells it), pictures drawn by what changed, lists of
 * carts, overlays and add-ons. */
#ifndef ROM_SMALL_PLAYER
#define ROM_SMALL_PLAYER 0
#endif

/* ---- numbers ---- */

/* Little-endian numbers at any address. */
static inline uint8_t rom_u8(const uint8_t *at) { return at[0]; }
static inline int8_t rom_i8(const uint8_t *at) { return (int8_t)at[0]; }
static inline uint16_t rom_u16(const uint8_t *at) { return (uint16_t)(at[0] | (unsigned)at[1] << 8); }
static inline int16_t rom_i16(const uint8_t *at) { return (int16_t)rom_u16(at); }
static inline uint32_t rom_u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}
static inline int32_t rom_i32(const uint8_t *at) { return (int32_t)rom_u32(at); }

/* Words and half words at addresses known to be multiples of 4 and 2: one load where the machine is little-endian. */
static inline uint32_t rom_word(const uint8_t *at) {
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint32_t value; /* __builtin_memcpy, since -ffreestanding makes memcpy a call */
    __builtin_memcpy(&value, __builtin_assume_aligned(at, 4), sizeof value);
    return value;
#else
    return rom_u32(at);
#endif
}
static inline uint16_t rom_half(const uint8_t *at) {
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint16_t value;
    __builtin_memcpy(&value, __builtin_assume_aligned(at, 2), sizeof value);
    return value;
#else
    return rom_u16(at);
#endif
}

/* Whether a chunk has the field that begins at `field`: fields of a later minor version are absent, and count
 * as 0, in chunks that were packed before that version. */
static inline bool rom_has(const uint8_t *chunk, uint32_t field) {
    return rom_u16(chunk + ROM_CHUNK_HEADER) > field;
}

/* Reverses the bytes of a number. */
static inline uint16_t rom_swap16(uint16_t value) { return (uint16_t)(value >> 8 | (unsigned)value << 8); }
static inline uint32_t rom_swap32(uint32_t value) {
    return value >> 24 | (value >> 8 & 0xFF00u) | (value << 8 & 0xFF0000u) | value << 24;
}
static inline uint64_t rom_swap64(uint64_t value) {
    return (uint64_t)rom_swap32((uint32_t)value) << 32 | rom_swap32((uint32_t)(value >> 32));
}

/* CRC-32 (polynomial 0xEDB88320, reflected, as in zip and PNG) of data that comes in pieces: start with 0 and pass
 * every result on to the next call. rom_crc32(0, "123456789", 9) is 0xCBF43926. Four bytes a step (slicing, Kounavis
 * and Berry 2005). */
uint32_t rom_crc32(uint32_t crc, const void *data, size_t size);

/* Id of a name: CRC-32 of the name with A-Z made a-z and backslashes made slashes, so that "Mesh\Hero" and
 * "mesh/hero" are the same; "" is 0, "none". rom_id("levels/1/map") is 0x3E6F79FE. */
uint32_t rom_id(const char *name);
uint32_t rom_id_of(const char *name, size_t length);

/* ---- errors ---- */

typedef enum rom_status {
    ROM_OK,
    ROM_MISALIGNED,       /* the image's address is no multiple of 4 */
    ROM_TOO_SMALL,        /* fewer bytes than a header */
    ROM_BAD_MAGIC,        /* not a ROM image */
    ROM_WRONG_BYTE_ORDER, /* a ROM image with the bytes of each word reversed */
    ROM_BAD_HEADER_CRC,
    ROM_UNKNOWN_VERSION, /* made for a later (or a long gone) version of the format */
    ROM_BAD_HEADER_SIZE,
    ROM_TRUNCATED, /* fewer bytes than the header promises */
    ROM_BAD_SIZE,  /* the header promises less than a header, or an odd size */
    ROM_BAD_BASE,  /* names a base cart without being an overlay, or the other way round */
    ROM_BAD_ALIGNMENT,
    ROM_BAD_DIRECTORY_OFFSET,
    ROM_BAD_DIRECTORY_COUNT,
    ROM_BAD_ENTRY,  /* a directory entry whose chunk lies outside, is misaligned or has impossible sizes */
    ROM_BAD_ORDER,  /* entries not sorted, or two entries with one id, type and variant */
    ROM_BAD_LAYOUT, /* the layout table does not name every chunk once, by rising offset */
    ROM_OVERLAP,    /* two chunks share bytes without saying so */
    ROM_BAD_BUDGET, /* the budget's place in the header */
    ROM_BAD_INFO,   /* the info chunk's place in the header */
    ROM_BAD_CONTENT_CRC, /* the bytes after the header */
    ROM_BAD_CHUNK_CRC,
    ROM_UNKNOWN_CODEC, /* a chunk packed in a way this reader does not know */
    ROM_UNKNOWN_TYPE,  /* a chunk of a type this reader does not know: leave it alone */
    ROM_BAD_CHUNK,     /* a field inside a chunk: see offset */
    ROM_BAD_PACKING,   /* packed bytes that no packer writes (codec.h) */
    ROM_PACKED,        /* the chunk is packed: unpack it, then look inside (codec.h, rom_check_chunk) */
    ROM_STATUSES
} rom_status;

/* An error: what is wrong, and where. */
typedef struct rom_error {
    rom_status status;
    uint32_t offset; /* bytes from the start of the image (of the chunk, where a chunk alone was given) */
    char text[136];  /* one line: "offset N: what; how to mend it" */
} rom_error;

/* Name of a status as a short lower-case word: "bad-magic". */
const char *rom_status_name(rom_status status);

/* Fills *error (may be NULL) and returns status. Each %u or %x in `format` takes the next of the two numbers.
 * The functions of this folder call rom_fail, and tools with checks of their own. */
rom_status rom_fail(rom_error *error, rom_status status, uint32_t offset, const char *format, uint32_t a,
                    uint32_t b);

/* ---- the image ---- */

enum {
    ROM_VERSION_MAJOR = 1,
    ROM_VERSION_MINOR = 0,
    ROM_CHUNK_VERSION_NOW = 0x0100, /* of chunk types without a later minor version (types.h tells each) */

    /* Offsets in the header, 64 bytes; FORMAT.md tells what each field is. */
    ROM_AT_MAGIC = 0,
    ROM_AT_MAJOR = 4,
    ROM_AT_MINOR = 5,
    ROM_AT_HEADER = 6,
    ROM_AT_SIZE = 8,
    ROM_AT_FLAGS = 12,
    ROM_AT_CART = 16,
    ROM_AT_CART_VERSION = 20,
    ROM_AT_DIRECTORY = 24,
    ROM_AT_COUNT = 28,
    ROM_AT_BUDGET = 32,
    ROM_AT_BUDGET_SIZE = 36,
    ROM_AT_INFO = 40,
    ROM_AT_BASE = 44,
    ROM_AT_BASE_VERSION = 48,
    ROM_AT_ALIGNMENT = 52,
    ROM_AT_CONTENT_CRC = 56,
    ROM_AT_HEADER_CRC = 60,
    ROM_HEADER_SIZE = 64,

    ROM_FLAG_NAMES = 1,   /* debug strings are in the image */
    ROM_FLAG_OVERLAY = 2, /* replaces chunks of the base cart */
    ROM_FLAG_ADD_ON = 4,  /* adds chunks to the base cart */
    ROM_FLAG_RELEASE = 8, /* developer options have their constants: no figures, no logged cycles */
    ROM_FLAG_CLOSED = 16, /* takes no overlays and no live changes */
    ROM_FLAG_LINEAR =
        32, /* pictures and colours are amounts of light: a ramp of 1/2.2 brings them to the display */

    /* Offsets in a directory entry, 28 bytes; the layout table, one u32 a chunk, follows the last entry. */
    ROM_ENTRY_ID = 0,
    ROM_ENTRY_TYPE = 4,
    ROM_ENTRY_VARIANT = 8,
    ROM_ENTRY_CODEC = 10,
    ROM_ENTRY_FLAGS = 11,
    ROM_ENTRY_OFFSET = 12,
    ROM_ENTRY_STORED = 16,
    ROM_ENTRY_FULL = 20,
    ROM_ENTRY_CRC = 24,
    ROM_ENTRY_SIZE = 28,

    /* Entry flags: bits 0-2 memory class, 3-4 lifetime, 5 used in place, 6 shared, 7 sectioned (section.h).
     */
    ROM_ENTRY_CLASS = 7,
    ROM_ENTRY_LIFETIME = 3 << 3,
    ROM_ENTRY_LIFETIME_SHIFT = 3,
    ROM_ENTRY_IN_PLACE = 1 << 5,
    ROM_ENTRY_SHARED = 1 << 6,
    ROM_ENTRY_SECTIONED = 1 << 7,

    /* Memory classes: where a chunk is to lie while it is used, if the machine has such memory. */
    ROM_CLASS_ANY = 0, /* the place in the image; unpacked chunks go to main memory */
    ROM_CLASS_MAIN = 1,
    ROM_CLASS_VIDEO = 2,
    ROM_CLASS_FAST = 3,
    ROM_CLASS_DEBUG = 4, /* for people and tools; not in release images */

    /* Lifetimes: how long a chunk is kept. Lifetimes of a PACK chunk take precedence. */
    ROM_LIFE_CACHE = 0, /* while the chunk is used, and as long as there is room */
    ROM_LIFE_LEVEL = 1,
    ROM_LIFE_SHORT = 2, /* released right after its use: a cut-scene */
    ROM_LIFE_RESIDENT = 3,

    ROM_CODEC_STORED = 0,
    ROM_CODEC_DELETED = 255 /* of overlays: removes the base's chunk of that id, type and variant */
};

#define ROM_MAGIC ROM_TAG('O', 'X', 'C', 'T')
#define ROM_MAGIC_REVERSED ROM_TAG('T', 'C', 'X', 'O')

/* An open image. The fields are for reading only. */
typedef struct rom_image {
    const uint8_t *base;
    uint32_t size;                            /* bytes of the image, at most what was given */
    uint32_t flags;                           /* ROM_FLAG_...; ignore other bits */
    uint32_t cart, cart_version, content_crc; /* identity for saved games, replays, network peers */
    uint32_t directory;                       /* offset */
    uint32_t count;                           /* entries */
    uint32_t alignment;                       /* of every chunk */
    uint32_t budget;                          /* offset of the BUDG chunk, checked */
    uint32_t info;                            /* offset of the INFO chunk, 0 = none */
} rom_image;

/* A chunk's place. `data` holds `stored` bytes; for codec 0 these are the chunk itself. */
typedef struct rom_chunk {
    const uint8_t *data; /* aligned to the image's alignment, if its base is, and to 4 at least */
    uint32_t stored;     /* bytes in the image */
    uint32_t size;       /* bytes when unpacked */
    uint32_t offset;     /* of data, in the image */
    uint32_t id, type, crc;
    uint16_t variant; /* language in the low byte, region in the high byte; 0 = base */
    uint8_t codec;
    uint8_t flags; /* ROM_ENTRY_... */
} rom_chunk;

/* Opens the image of at most `size` bytes at `base`: checks header, directory and budget, so that every later
 * access through the view stays inside. Chunk contents are not read (check.h). Takes no memory; 50 instructions of a
 * Cortex-M3 a directory entry, and the header's CRC. On failure *image is all zero. */
FX_MUST_CHECK rom_status rom_open(const void *base, size_t size, rom_image *image, rom_error *error);

/* Checks the CRC-32 over everything after the header: reads the whole image once. */
FX_MUST_CHECK rom_status rom_check_content(const rom_image *image, rom_error *error);

/* Looks up the base variant of a chunk, or the variant given; false when there is none. At most ceil(log2(count + 1))
 * probes. */
FX_MUST_CHECK bool rom_find(const rom_image *image, uint32_t id, uint32_t type, rom_chunk *chunk);
FX_MUST_CHECK bool rom_find_variant(const rom_image *image, uint32_t id, uint32_t type, uint16_t variant,
                                    rom_chunk *chunk);

/* The variant of a chunk that suits a language (low byte) and a region (high byte) best: in this order the variant of
 * both, of the language in any region, of any language in the region, the base. False when there is none of the four.
 * One binary search, then only the neighbours are read. */
FX_MUST_CHECK bool rom_find_best(const rom_image *image, uint32_t id, uint32_t type, uint16_t variant,
                                 rom_chunk *chunk);

/* Entry `index` of the directory, 0 .. count - 1; false beyond. An index means nothing in another image. */
FX_MUST_CHECK bool rom_entry(const rom_image *image, uint32_t index, rom_chunk *chunk);

/* Index of the first entry of `type` at or after `index`, or count: for (i = rom_next(image, type, 0); i <
 * image->count; i = rom_next(image, type, i + 1)). Entries come in the order of ids. */
uint32_t rom_next(const rom_image *image, uint32_t type, uint32_t index);

/* The name of an id: for chunks from the debug strings, for other names of cart.txt from the list of scripts; UTF-8,
 * `length` bytes, not terminated. NULL where there is none: release images have no names. The function checks what it
 * reads. */
const char *rom_name(const rom_image *image, uint32_t id, uint32_t *length);

#endif

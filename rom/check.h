/* Checks chunks before they are read: after ROM_OK, every offset, count and index that chunks.h names
 * may be followed without a further test, and every enumeration is in its range. Ids of other chunks are not
 * resolved here. */
#ifndef OXCART_ROM_CHECK_H
#define OXCART_ROM_CHECK_H

#include "rom/rom.h"

/* The ranges of numbers that other folders name. */
enum {
    ROM_PIXEL_FORMATS = 4, /* plat_format, rs_format */
    ROM_SHADINGS = 4,      /* rs_shading */
    ROM_MAPPINGS = 3,      /* rs_mapping */
    ROM_LIGHT_KINDS = 2,   /* rs_light_kind */
    ROM_SIZE_MAX = 1024,   /* of pictures and textures */
    ROM_SHADING_AS_MATERIAL = 255
};

/* Checks `size` bytes of an unpacked chunk of `type` at `data` (a multiple of 4). The error's offset counts
 * from `data`. ROM_UNKNOWN_TYPE for types this reader does not know. One pass over a mesh's indices and over
 * nothing else of size: about 10 ARM7 cycles an index. */
FX_MUST_CHECK rom_status rom_check_chunk(uint32_t type, const void *data, size_t size, rom_error *error);

/* Checks a chunk of an open image, its CRC first if `crc`; the error's offset counts from
 * the image's start. ROM_PACKED for a packed chunk whose packing is sound: unpack it and check the result
 * with rom_check_chunk. ROM_UNKNOWN_CODEC for a chunk that this reader cannot unpack. */
FX_MUST_CHECK rom_status rom_check_entry(const rom_chunk *chunk, bool crc, rom_error *error);

/* Checks a whole image: the content CRC, every chunk's CRC and inside. Of packed chunks the packing is
 * checked, of chunks with an unknown type or codec only the CRC. Stops at the first fault. */
FX_MUST_CHECK rom_status rom_check_image(const rom_image *image, rom_error *error);

#endif

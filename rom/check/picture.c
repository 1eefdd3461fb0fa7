/* Checks of pictures beyond the rules of rom/records.txt: plain ones, blocks, wavelets. */
#include "rom/check/checked.h"

rom_status rom_check_picture(const rom_checked *v) {
    static const uint8_t bytes[ROM_PIXEL_FORMATS] = {1, 2, 2, 4};
    uint32_t width = rom_get_half(v, ROM_IMAGE_WIDTH), height = rom_get_half(v, ROM_IMAGE_HEIGHT),
             pixels = width * height, at = rom_get(v, ROM_IMAGE_PIXELS);
    const bool levels = (v->data[ROM_IMAGE_FLAGS] & ROM_IMAGE_LEVELS) != 0;
    if (levels && ((width & (width - 1)) != 0 || (height & (height - 1)) != 0))
        return rom_bad(v, ROM_IMAGE_FLAGS,
                       "levels of a picture of %u x %u pixels, sides must be powers of two", width, height);
    while (levels && (width > 1 || height > 1)) {
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
        pixels += width * height;
    }
    if (at % 4 != 0 || at < v->header || at > v->size ||
        pixels * bytes[v->data[ROM_IMAGE_FORMAT]] > v->size - at)
        return rom_bad(v, ROM_IMAGE_PIXELS, "pixels at %u: %u of them do not lie in the chunk", at, pixels);
    return ROM_OK;
}

rom_status rom_check_blocks(const rom_checked *v) {
    uint32_t width = rom_get_half(v, ROM_BLOCK_TEXTURE_WIDTH),
             height = rom_get_half(v, ROM_BLOCK_TEXTURE_HEIGHT);
    if (width % 4 != 0 || height % 4 != 0)
        return rom_bad(v, width % 4 != 0 ? ROM_BLOCK_TEXTURE_WIDTH : ROM_BLOCK_TEXTURE_HEIGHT,
                       "sides of %u and %u, no multiples of 4", width, height);
    if (rom_get_half(v, ROM_BLOCK_TEXTURE_SHOWN_WIDTH) > width ||
        rom_get_half(v, ROM_BLOCK_TEXTURE_SHOWN_HEIGHT) > height)
        return rom_bad(v, ROM_BLOCK_TEXTURE_SHOWN_WIDTH,
                       "more is shown than the %u x %u pixels that are there", width, height);
    if (rom_get(v, ROM_BLOCK_TEXTURE_BLOCK_COUNT) != width / 4 * (height / 4))
        return rom_bad(v, ROM_BLOCK_TEXTURE_BLOCK_COUNT, "%u blocks instead of %u",
                       rom_get(v, ROM_BLOCK_TEXTURE_BLOCK_COUNT), width / 4 * (height / 4));
    return ROM_OK;
}

rom_status rom_check_haar(const rom_checked *v) {
    uint32_t levels = v->data[ROM_HAAR_LEVELS], rows = rom_get(v, ROM_HAAR_LEVEL_RECORDS),
             at = rom_get(v, ROM_HAAR_LEVELS_AT), last = 0;
    uint32_t side = rom_get_half(v, ROM_HAAR_WIDTH) > rom_get_half(v, ROM_HAAR_HEIGHT)
                        ? rom_get_half(v, ROM_HAAR_WIDTH)
                        : rom_get_half(v, ROM_HAAR_HEIGHT);
    if (v->data[ROM_HAAR_COMPONENTS] == 2)
        return rom_bad(v, ROM_HAAR_COMPONENTS, "2 components, 1 or 3 are possible", 0, 0);
    if ((v->data[ROM_HAAR_SPACE] == ROM_HAAR_LUMA) && v->data[ROM_HAAR_COMPONENTS] != 3)
        return rom_bad(v, ROM_HAAR_SPACE, "Y, Cb, Cr without three components", 0, 0);
    if (levels > 0 && 1u << (levels - 1) >= side)
        return rom_bad(v, ROM_HAAR_LEVELS, "%u levels of a picture of %u pixels; take less", levels, side);
    for (uint32_t i = 0; i < rows; i++, at += ROM_HAAR_LEVEL_SIZE) {
        uint32_t offset = rom_get(v, at + ROM_HAAR_LEVEL_OFFSET);
        if (offset < last || offset > rom_get(v, ROM_HAAR_STREAM_BYTES))
            return rom_bad(v, at, "details at %u, not behind those at %u", offset, last);
        last = offset;
    }
    return ROM_OK;
}

/* Unpacks block-compressed textures. */
#include "rom/blocks.h"

#include <string.h>

/* 5 or 6 bits to 8 by repeating the upper bits. */
static uint32_t expand(uint32_t colour) {
    uint32_t r = colour >> 11 & 31, g = colour >> 5 & 63, b = colour & 31;
    return (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2);
}

/* (a * x + b * y + 1) / n of each channel. */
static uint32_t mix_channels(uint32_t x, uint32_t y, uint32_t a, uint32_t b, uint32_t n) {
    uint32_t result = 0;
    for (uint32_t shift = 0; shift < 24; shift += 8)
        result |= (a * (x >> shift & 255u) + b * (y >> shift & 255u) + 1) / n << shift;
    return result;
}

void rom_block_colours(const uint8_t *block, bool four, uint32_t colours[4]) {
    uint32_t c0 = rom_u16(block), c1 = rom_u16(block + 2);
    colours[0] = expand(c0);
    colours[1] = expand(c1);
    if (four || c0 > c1) {
        colours[2] = mix_channels(colours[0], colours[1], 2, 1, 3);
        colours[3] = mix_channels(colours[0], colours[1], 1, 2, 3);
    } else {
        colours[2] = mix_channels(colours[0], colours[1], 1, 1, 2);
        colours[3] = ROM_BLOCK_CLEAR;
    }
}

void rom_block_decode(const uint8_t *block, uint32_t pixels[16]) {
    uint32_t colours[4], indices = rom_u32(block + 4);
    rom_block_colours(block, false, colours);
    for (int i = 0; i < 16; i++, indices >>= 2) pixels[i] = colours[indices & 3u];
}

static const uint8_t *block_at(const uint8_t *texture, uint32_t column, uint32_t row) {
    uint32_t across = rom_half(texture + ROM_BLOCK_TEXTURE_WIDTH) / 4u;
    return texture + rom_word(texture + ROM_BLOCK_TEXTURE_BLOCKS_AT) +
           ((size_t)row * across + column) * ROM_BLOCK_BYTES;
}

uint32_t rom_block_texel(const uint8_t *texture, uint32_t x, uint32_t y) {
    uint32_t width = rom_half(texture + ROM_BLOCK_TEXTURE_WIDTH),
             height = rom_half(texture + ROM_BLOCK_TEXTURE_HEIGHT), colours[4];
    if (x >= width) x = width - 1u;
    if (y >= height) y = height - 1u;
    const uint8_t *block = block_at(texture, x / 4, y / 4);
    rom_block_colours(block, false, colours);
    return colours[rom_u32(block + 4) >> (y % 4 * 8 + x % 4 * 2) & 3u];
}

static void put_pixel(uint8_t *line, uint32_t x, uint32_t format, const uint8_t *indices, uint32_t colour) {
    uint32_t r = colour >> 16 & 255u, g = colour >> 8 & 255u, b = colour & 255u;
    uint32_t clear = colour & ROM_BLOCK_CLEAR;
    uint16_t half;
    if (format == ROM_BLOCK_PAL8) {
        line[x] = clear != 0 ? 0 : indices[(r >> 4) << 8 | (g >> 4) << 4 | b >> 4];
    } else if (format == ROM_BLOCK_XRGB8888) {
        uint32_t value = clear != 0 ? 0 : colour;
        memcpy(line + (size_t)x * 4, &value, 4);
    } else {
        half = (uint16_t)(format == ROM_BLOCK_RGB565 ? (r >> 3) << 11 | (g >> 2) << 5 | b >> 3
                                                     : (b >> 3) << 10 | (g >> 3) << 5 | r >> 3);
        if (clear != 0) half = 0;
        memcpy(line + (size_t)x * 2, &half, 2);
    }
}

rom_status rom_block_row(const uint8_t *texture, uint32_t row, uint32_t format, const uint8_t *indices,
                         void *lines, uint32_t pitch, rom_error *error) {
    uint32_t across = rom_half(texture + ROM_BLOCK_TEXTURE_WIDTH) / 4u,
             down = rom_half(texture + ROM_BLOCK_TEXTURE_HEIGHT) / 4u;
    if (row >= down || format > ROM_BLOCK_XRGB8888 || (format == ROM_BLOCK_PAL8 && indices == NULL))
        return rom_fail(error, ROM_BAD_CHUNK, 0,
                        "row %u of blocks in format %u: there is no such, or no table of indices", row,
                        format);
    for (uint32_t column = 0; column < across; column++) {
        uint32_t pixels[16];
        rom_block_decode(block_at(texture, column, row), pixels);
        for (uint32_t i = 0; i < 16; i++)
            put_pixel((uint8_t *)lines + (size_t)(i / 4) * pitch, column * 4 + i % 4, format, indices,
                      pixels[i]);
    }
    return ROM_OK;
}

rom_status rom_block_picture(const uint8_t *texture, uint32_t format, const uint8_t *indices, void *lines,
                             uint32_t pitch, rom_error *error) {
    rom_status status = ROM_OK;
    for (uint32_t row = 0; status == ROM_OK && row < rom_half(texture + ROM_BLOCK_TEXTURE_HEIGHT) / 4u;
         row++) {
        status = rom_block_row(texture, row, format, indices, (uint8_t *)lines + (size_t)row * 4 * pitch,
                               pitch, error);
    }
    return status;
}

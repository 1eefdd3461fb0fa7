/* Mip chains by a box filter. */
#include "raster/mipmap.h"

#include <string.h>

static uint32_t reduced(uint32_t v, uint32_t most) { return (v * most + 127u) / 255u; }

static uint32_t encode16(int format, uint32_t a, uint32_t r, uint32_t g, uint32_t b) {
    switch (format) {
    case RS_RGB565:
        return reduced(r, 31) << 11 | reduced(g, 63) << 5 | reduced(b, 31);
    case RS_BGR555:
        return reduced(b, 31) << 10 | reduced(g, 31) << 5 | reduced(r, 31);
    case RS_ARGB1555:
        return (a >> 7) << 15 | reduced(r, 31) << 10 | reduced(g, 31) << 5 | reduced(b, 31);
    case RS_RGBA5551:
        return reduced(r, 31) << 11 | reduced(g, 31) << 6 | reduced(b, 31) << 1 | a >> 7;
    default:
        return reduced(a, 15) << 12 | reduced(r, 15) << 8 | reduced(g, 15) << 4 | reduced(b, 15);
    }
}

static int nearest(const uint32_t *palette, int count, uint32_t rgb) {
    int best = 0;
    int32_t best_distance = INT32_MAX;
    for (int i = 0; i < count; i++) {
        int32_t distance = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            int32_t d = (int32_t)(palette[i] >> shift & 255u) - (int32_t)(rgb >> shift & 255u);
            distance += d * d;
        }
        if (distance < best_distance) best_distance = distance, best = i;
    }
    return best;
}

static void put_nibble(uint8_t *pixels, size_t index, uint32_t v) {
    uint8_t *byte = pixels + (index >> 1);
    *byte = (uint8_t)((index & 1) != 0 ? (*byte & 15u) | v << 4 : (*byte & 0xF0u) | v);
}

void rs_texel_encode(int format, uint8_t *pixels, size_t index, uint32_t argb, const uint32_t *palette) {
    const uint32_t a = argb >> 24, r = argb >> 16 & 255u, g = argb >> 8 & 255u, b = argb & 255u;
    uint32_t word;
    uint16_t half;
    switch (format) {
    case RS_PAL8:
        pixels[index] = (uint8_t)nearest(palette, 256, argb);
        break;
    case RS_PAL4:
        put_nibble(pixels, index, (uint32_t)nearest(palette, 16, argb));
        break;
    case RS_GREY4:
        put_nibble(pixels, index, reduced(rs_luma(argb), 15));
        break;
    case RS_A8:
        pixels[index] = (uint8_t)a;
        break;
    case RS_L8:
        pixels[index] = (uint8_t)rs_luma(argb);
        break;
    case RS_XRGB8888:
    case RS_ARGB8888:
    case RS_RGBA8888:
        word = format == RS_ARGB8888 ? argb : format == RS_RGBA8888 ? argb << 8 | a : argb & 0xFFFFFFu;
        memcpy(pixels + 4 * index, &word, sizeof word);
        break;
    default:
        half = (uint16_t)encode16(format, a, r, g, b);
        memcpy(pixels + 2 * index, &half, sizeof half);
        break;
    }
}

/* The mean of four texels, their colours weighted by alpha. */
static uint32_t mean(const uint32_t four[4]) {
    uint32_t alpha = 0, result;
    for (int i = 0; i < 4; i++) alpha += four[i] >> 24;
    result = (alpha + 2u) / 4u << 24;
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t sum = 0;
        for (int i = 0; i < 4; i++) sum += (four[i] >> shift & 255u) * (four[i] >> 24);
        result |= (alpha == 0 ? 0 : (2u * sum + alpha) / (2u * alpha)) << shift;
    }
    return result;
}

bool rs_mipmaps_build(const rs_texture *texture, uint8_t *pixels, const uint32_t *frame_palette) {
    const uint32_t *palette = texture->palette != NULL ? texture->palette : frame_palette;
    uint8_t *from = pixels;
    if (!rs_texture_valid(texture) || pixels == NULL) return false;
    if ((texture->format == RS_PAL8 || texture->format == RS_PAL4) && palette == NULL) return false;
    for (int level = 1; level < texture->levels; level++) {
        uint8_t *to = from + rs_texture_level_bytes(texture, level - 1);
        int w = texture->log2_width - level + 1,
            h = texture->log2_height - level + 1; /* of the level above */
        size_t columns, rows, right, below;
        w = w < 0 ? 0 : w, h = h < 0 ? 0 : h;
        columns = (size_t)1 << (w > 0 ? w - 1 : 0), rows = (size_t)1 << (h > 0 ? h - 1 : 0);
        right = w > 0 ? 1 : 0, below = h > 0 ? (size_t)1 << w : 0;
        for (size_t y = 0; y < rows; y++) {
            for (size_t x = 0; x < columns; x++) {
                size_t at = (h > 0 ? 2 * y : y) * ((size_t)1 << w) + (w > 0 ? 2 * x : x);
                const size_t where[4] = {at, at + right, at + below, at + right + below};
                uint32_t four[4];
                for (int i = 0; i < 4; i++)
                    four[i] = rs_texel_decode(texture->format, from, where[i], palette);
                rs_texel_encode(texture->format, to, y * columns + x, mean(four), palette);
            }
        }
        from = to;
    }
    return true;
}

/* Pixels and clears. */
#include "raster/surface.h"

#include <string.h>

#include "raster/hot.h"
#include "raster/internal.h"
#include "raster/wide.h"

uint32_t rs_native_from_rgb(rs_format format, uint32_t rgb) {
    uint32_t r = rgb >> 16 & 255u, g = rgb >> 8 & 255u, b = rgb & 255u;
    switch (format) {
    case RS_RGB565: return r >> 3 << 11 | g >> 2 << 5 | b >> 3;
    case RS_BGR555: return b >> 3 << 10 | g >> 3 << 5 | r >> 3;
    default: return rgb & 0xFFFFFFu;
    }
}

static uint32_t expand5(uint32_t v) { return v << 3 | v >> 2; }

uint32_t rs_rgb_from_native(rs_format format, uint32_t native) {
    uint32_t green;
    switch (format) {
    case RS_RGB565:
        green = native >> 5 & 63u;
        return expand5(native >> 11 & 31u) << 16 | (green << 2 | green >> 4) << 8 | expand5(native & 31u);
    case RS_BGR555:
        return expand5(native & 31u) << 16 | expand5(native >> 5 & 31u) << 8 | expand5(native >> 10 & 31u);
    default: return native & 0xFFFFFFu;
    }
}

int rs_nearest(const uint32_t palette[256], uint32_t rgb) {
    int best = 0;
    int32_t best_distance = INT32_MAX;
    for (int i = 0; i < 256; i++) {
        int32_t r = (int32_t)(palette[i] >> 16 & 255u) - (int32_t)(rgb >> 16 & 255u);
        int32_t g = (int32_t)(palette[i] >> 8 & 255u) - (int32_t)(rgb >> 8 & 255u);
        int32_t b = (int32_t)(palette[i] & 255u) - (int32_t)(rgb & 255u);
        int32_t distance = r * r + g * g + b * b;
        if (distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return best;
}

/* `words` 32-bit stores of one value. */
RS_HOT static void set_words(uint32_t *to, uint32_t value, size_t words) {
#if RS_WIDE
    if (words >= 64 && rs_wide_usable()) {
        rs_wide_set(to, value, words);
        return;
    }
#endif
    for (; words >= 8; words -= 8, to += 8) {
        to[0] = value;
        to[1] = value;
        to[2] = value;
        to[3] = value;
        to[4] = value;
        to[5] = value;
        to[6] = value;
        to[7] = value;
    }
    while (words-- > 0) *to++ = value;
}

static uint32_t spread(rs_format format, uint32_t native) {
    int bytes = rs_format_bytes(format);
    return bytes == 4 ? native : bytes == 2 ? (native & 0xFFFFu) * 0x10001u : (native & 255u) * 0x1010101u;
}

static void set_pixel(uint8_t *pixel, int bytes, uint32_t native) {
    if (bytes == 1) {
        *pixel = (uint8_t)native;
    } else if (bytes == 2) {
        *(uint16_t *)(void *)pixel = (uint16_t)native;
    } else {
        *(uint32_t *)(void *)pixel = native;
    }
}

static void fill_row(uint8_t *to, size_t count, rs_format format, uint32_t native) {
    size_t bytes = (size_t)rs_format_bytes(format), words;
    for (; count > 0 && ((uintptr_t)to & 3u) != 0; count--, to += bytes) set_pixel(to, (int)bytes, native);
    words = count * bytes / 4;
    set_words((uint32_t *)(void *)to, spread(format, native), words);
    to += words * 4;
    for (count -= words * 4 / bytes; count > 0; count--, to += bytes) set_pixel(to, (int)bytes, native);
}

void rs_fill(const rs_surface *surface, int x, int y, int width, int height, uint32_t native) {
    int64_t right = (int64_t)x + width, bottom = (int64_t)y + height;
    int bytes = rs_format_bytes((rs_format)surface->format), end = surface->top + surface->lines;
    if (x < 0) x = 0;
    if (y < surface->top) y = surface->top;
    if (right > surface->width) right = surface->width;
    if (bottom > end) bottom = end;
    for (; y < bottom && x < right; y++) {
        uint8_t *line = surface->pixels + (ptrdiff_t)(y - surface->top) * surface->stride;
        fill_row(line + (ptrdiff_t)x * bytes, (size_t)((int)right - x), (rs_format)surface->format, native);
    }
}

void rs_clear(const rs_surface *surface, uint32_t native) {
    size_t row = (size_t)surface->width * (size_t)rs_format_bytes((rs_format)surface->format);
    if ((size_t)surface->stride == row && (row & 3u) == 0) {
        uint32_t words = (uint32_t)row / 4u * (uint32_t)surface->lines;
        if (surface->format == RS_PAL8) {
            memset(surface->pixels, (int)native, words * 4u);
            return;
        }
        set_words((uint32_t *)(void *)surface->pixels, spread((rs_format)surface->format, native), words);
    } else {
        rs_fill(surface, 0, surface->top, surface->width, surface->lines, native);
    }
}

void rs_clear_depth(uint16_t *depth, size_t count) {
#ifdef RS_HOT_SECTION
    memset(depth, 0xFF, count * sizeof *depth); /* the port's own, in whole registers */
#else
    set_words((uint32_t *)(void *)depth, 0xFFFFFFFFu, count / 2);
    if (count & 1u) depth[count - 1] = 0xFFFFu;
#endif
}

uint32_t rs_pixel(const rs_surface *surface, int x, int y) {
    const uint8_t *pixel;
    int bytes = rs_format_bytes((rs_format)surface->format);
    if (x < 0 || x >= surface->width || y < surface->top || y >= surface->top + surface->lines) return 0;
    pixel = surface->pixels + (ptrdiff_t)(y - surface->top) * surface->stride + (ptrdiff_t)x * bytes;
    return bytes == 1 ? *pixel : bytes == 2 ? *(const uint16_t *)(const void *)pixel : *(const uint32_t *)(const void *)pixel;
}

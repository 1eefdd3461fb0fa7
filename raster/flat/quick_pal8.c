/* Palette pixels that come to a palette surface as they are: blocks of images, and rows of cells by whole words. rows.inc and tiles.c define what
 * both draw. */
#include <string.h>

#include "raster/flat/flat_work.h"

#if RS_FORMATS_LINKED & 1

/* Byte k of a word in memory, and the word `bytes` further in two that lie side by side. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTE(word, k) ((uint8_t)((word) >> (24 - 8 * (k))))
#define JOIN(first, second, bytes)                                                                           \
    ((bytes) == 0 ? (first) : (first) << 8 * (bytes) | (second) >> (32 - 8 * (bytes)))
#else
#define BYTE(word, k) ((uint8_t)((word) >> 8 * (k)))
#define JOIN(first, second, bytes)                                                                           \
    ((bytes) == 0 ? (first) : (first) >> 8 * (bytes) | (second) << (32 - 8 * (bytes)))
#endif

/* ---- blocks ---- */

static inline void put_keyed(uint8_t *to, uint8_t pixel) {
    if (pixel != 0) *to = pixel;
}

/* Four pixels at once; clear ones and whole words are the usual case. */
static inline void keyed_row(uint8_t *to, const uint8_t *from, int32_t count) {
    for (; count > 0 && ((uintptr_t)from & 3u) != 0; count--) put_keyed(to++, *from++);
    for (; count >= 4; count -= 4, from += 4, to += 4) {
        const uint32_t word = *(const uint32_t *)(const void *)from;
        if (word == 0) continue;
        for (int k = 0; k < 4; k++) put_keyed(to + k, BYTE(word, k));
    }
    for (; count > 0; count--) put_keyed(to++, *from++);
}

/* The same from right to left: `from` is the first pixel, the next one lies before it. */
static inline void keyed_row_back(uint8_t *to, const uint8_t *from, int32_t count) {
    for (; count > 0 && ((uintptr_t)from & 3u) != 3; count--) put_keyed(to++, *from--);
    for (; count >= 4; count -= 4, from -= 4, to += 4) {
        const uint32_t word = *(const uint32_t *)(const void *)(from - 3);
        if (word == 0) continue;
        for (int k = 0; k < 4; k++) put_keyed(to + k, BYTE(word, 3 - k));
    }
    for (; count > 0; count--) put_keyed(to++, *from--);
}

RS_HOT void rs_quick_block_pal8(const rs_put *put, const rs_band *band, const rs_texels *texels) {
    const int32_t width = texels->width, stride = band->stride;
    uint8_t *to = rs_band_line(band, texels->y) + texels->x;
    const uint8_t *from = put->pixels + texels->index;
    for (int32_t row = texels->height; row > 0; row--, to += stride, from += texels->down) {
        if (put->keyed) {
            if (texels->step == 1)
                keyed_row(to, from, width);
            else
                keyed_row_back(to, from, width);
        } else if (texels->step == 1) {
            memcpy(to, from, (size_t)width);
        } else {
            for (int32_t i = 0; i < width; i++) to[i] = from[-i];
        }
    }
}

/* ---- rows of cells ---- */

enum { MOST = 34 }; /* pieces of 8 pixels in a line, and one to read beyond it */

/* `words` words from byte 4 * skip + bytes of the first piece on, once for each line; pieces begin `offset` bytes further with each. */
static inline void piece_lines(uint8_t *to, int32_t stride, int32_t lines, const uint8_t *const *pieces,
                               int32_t offset, int32_t down, int32_t words, bool skip, const int bytes) {
    for (; lines > 0; lines--, to += stride, offset += down) {
        uint32_t *out = (uint32_t *)(void *)to;
        const uint8_t *const *piece = pieces;
        const uint32_t *word = (const uint32_t *)(const void *)(*piece + offset);
        uint32_t a = word[0], carry = word[1];
        int32_t left = words;
        if (!skip) *out++ = JOIN(a, carry, bytes), left--;
        for (; left >= 2; left -= 2, out += 2) {
            uint32_t b;
            word = (const uint32_t *)(const void *)(*++piece + offset);
            a = word[0], b = word[1];
            out[0] = JOIN(carry, a, bytes);
            out[1] = JOIN(a, b, bytes);
            carry = b;
        }
        if (left > 0) {
            word = (const uint32_t *)(const void *)(*++piece + offset);
            *out = JOIN(carry, word[0], bytes);
        }
    }
}

/* The pieces of a row of cells from the column on that begins at or left of the box; false when one is special. */
static inline bool find_pieces(const rs_layer *l, const rs_put *put, int32_t column, int32_t row,
                               int32_t count, const uint8_t **pieces) {
    const int32_t in_tile = l->tile_width >> 3, line = l->tile_height * put->stride;
    size_t cells;
    if (l->outside == RS_OUTSIDE_WRAP) {
        column %= l->columns, row %= l->rows;
        if (column < 0) column += l->columns;
        if (row < 0) row += l->rows;
    }
    if (row < 0 || row >= l->rows || column < 0) return false;
    cells = (size_t)row * (size_t)l->pitch;
    while (count > 0) {
        uint32_t tile, over;
        const uint8_t *at;
        if (column >= l->columns) {
            if (l->outside != RS_OUTSIDE_WRAP) return false;
            column = 0;
        }
        tile = l->cell_bytes == 1 ? ((const uint8_t *)l->cells)[cells + (size_t)column]
                                  : ((const uint16_t *)l->cells)[cells + (size_t)column];
        column++;
        if (l->turns && tile > 1023u) return false;
        if (tile < l->substitute_count) tile = l->substitutes[tile];
        if (tile >= (uint32_t)l->tiles) return false;
        over = (uint32_t)((uint64_t)tile * l->per_row >> 32);
        at =
            put->pixels + (int32_t)over * line + (int32_t)(tile - over * (uint32_t)l->across) * l->tile_width;
        for (int32_t i = 0; i < in_tile; i++, count--) *pieces++ = at + 8 * i;
    }
    return true;
}

RS_HOT bool rs_quick_row_pal8(const rs_layer *l, const rs_put *put, const rs_band *band, const rs_box *box,
                              int32_t row) {
    const uint8_t *pieces[MOST + 8];
    const int32_t width = box->x1 - box->x0, words = width >> 2, top = l->y + row * l->row_y;
    int32_t from = box->x0 - l->x, column, start, count, first = top, end = top + l->tile_height;
    uint8_t *to;
    if (first < box->y0) first = box->y0;
    if (end > box->y1) end = box->y1;
    if (first >= end) return true;
    to = rs_band_line(band, first) + box->x0;
    if (((width | band->stride) & 3) != 0 || ((uintptr_t)to & 3u) != 0 || l->tile_width > 64) return false;
    column = from >= 0 ? from / l->column_x : -((-from + l->column_x - 1) / l->column_x);
    start = from - column * l->column_x; /* pixels of the first tile that lie left of the box */
    count = (width + (start & 7) + 7) / 8 + 1 + (start >> 3);
    if (count > MOST) return false;
    if (!find_pieces(l, put, column, row, count, pieces)) return false;
    {
        const uint8_t *const *piece = pieces + (start >> 3);
        const int32_t offset = (first - top) * put->stride, lines = end - first;
        const bool skip = (start & 4) != 0;
        switch (start & 3) {
        case 0:
            piece_lines(to, band->stride, lines, piece, offset, put->stride, words, skip, 0);
            break;
        case 1:
            piece_lines(to, band->stride, lines, piece, offset, put->stride, words, skip, 1);
            break;
        case 2:
            piece_lines(to, band->stride, lines, piece, offset, put->stride, words, skip, 2);
            break;
        default:
            piece_lines(to, band->stride, lines, piece, offset, put->stride, words, skip, 3);
            break;
        }
    }
    return true;
}
#endif

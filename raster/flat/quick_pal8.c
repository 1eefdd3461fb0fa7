/* Palette pixels that come to a palette surface as they are: blocks of images, and rows of cells by whole words. rows.inc and tiles.c define what
 * both draw. */
#include <string.h>

#include "raster/arm/arm.h"
#include "raster/flat/flat_work.h"
#include "raster/flat/quick.h"

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

#ifdef RS_FLAT_NEAR
#define KEYED_WORDS rs_arm_keyed_words
#define KEYED_WORDS_BACK rs_arm_keyed_words_back
#define PIECE_LINES rs_arm_piece_lines
#else
#define KEYED_WORDS keyed_words
#define KEYED_WORDS_BACK keyed_words_back
#define PIECE_LINES piece_lines
#endif

/* ---- blocks ---- */

static inline void put_keyed(uint8_t *to, uint8_t pixel) {
    if (pixel != 0) *to = pixel;
}

#ifndef RS_FLAT_NEAR
/* Rows of words whose zero bytes are clear, from an aligned place to any. */
static void keyed_words(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows) {
    for (int32_t row = 0; row < rows->rows; row++, to += rows->stride, from += rows->down) {
        for (int32_t i = 0; i < rows->words; i++) {
            const uint32_t word = ((const uint32_t *)(const void *)from)[i];
            if (word == 0) continue;
            for (int k = 0; k < 4; k++) put_keyed(to + 4 * i + k, BYTE(word, k));
        }
    }
}

/* The same from right to left; `from` is behind the first pixel. */
static void keyed_words_back(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows) {
    for (int32_t row = 0; row < rows->rows; row++, to += rows->stride, from += rows->down) {
        for (int32_t i = 0; i < rows->words; i++) {
            const uint32_t word = ((const uint32_t *)(const void *)from)[-1 - i];
            if (word == 0) continue;
            for (int k = 0; k < 4; k++) put_keyed(to + 4 * i + k, BYTE(word, 3 - k));
        }
    }
}

#endif

/* Pixels that are no whole words, at the ends of rows. */
static inline void keyed_bytes(uint8_t *to, const uint8_t *from, const rs_texels *texels, int32_t stride,
                               int32_t first, int32_t end) {
    for (int32_t row = 0; row < texels->height && first < end; row++, to += stride, from += texels->down) {
        for (int32_t i = first; i < end; i++) put_keyed(to + i, from[i * texels->step]);
    }
}

static inline void keyed_block(uint8_t *to, const uint8_t *from, const rs_texels *texels, const rs_put *put,
                               int32_t stride) {
    const bool back = texels->step < 0;
    rs_keyed_words rows = {texels->height, stride, texels->down, 0};
    int32_t first = (int32_t)((back ? (uintptr_t)from + 1u : 0u - (uintptr_t)from) & 3u);
    if (((put->stride & 3) != 0 && texels->height > 1) || first > texels->width) first = texels->width;
    rows.words = (texels->width - first) >> 2;
    keyed_bytes(to, from, texels, stride, 0, first);
    keyed_bytes(to, from, texels, stride, first + 4 * rows.words, texels->width);
    if (rows.words == 0) return;
    if (back)
        KEYED_WORDS_BACK(to + first, from - first + 1, &rows);
    else
        KEYED_WORDS(to + first, from + first, &rows);
}

RS_FLAT_HOT void RS_QUICK(rs_quick_block_pal8)(const rs_put *put, const rs_band *band,
                                               const rs_texels *texels) {
    const int32_t width = texels->width, stride = band->stride;
    uint8_t *to = rs_band_line(band, texels->y) + texels->x;
    const uint8_t *from = put->pixels + texels->index;
    if (put->keyed) {
        keyed_block(to, from, texels, put, stride);
        return;
    }
    for (int32_t row = texels->height; row > 0; row--, to += stride, from += texels->down) {
        if (texels->step == 1) {
            memcpy(to, from, (size_t)width);
        } else {
            for (int32_t i = 0; i < width; i++) to[i] = from[-i];
        }
    }
}

/* ---- rows of cells ---- */

enum { MOST = 34 }; /* pieces of 8 pixels in a line, and one to read beyond it */

#ifndef RS_FLAT_NEAR
static inline void piece_lines_by(const rs_pieces *p, const int bytes) {
    int32_t offset = p->offset;
    uint8_t *to = p->to;
    for (int32_t line = 0; line < p->lines; line++, to += p->stride, offset += p->down) {
        uint32_t *out = (uint32_t *)(void *)to;
        const uint8_t *const *piece = p->pieces;
        const uint32_t *word = (const uint32_t *)(const void *)(*piece + offset);
        uint32_t a = word[0], carry = word[1];
        int32_t left = p->words;
        if (!p->skip) *out++ = JOIN(a, carry, bytes), left--;
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

static void piece_lines(const rs_pieces *p) {
    switch (p->bytes) {
    case 0:
        piece_lines_by(p, 0);
        break;
    case 1:
        piece_lines_by(p, 1);
        break;
    case 2:
        piece_lines_by(p, 2);
        break;
    default:
        piece_lines_by(p, 3);
        break;
    }
}

#endif

/* The pieces of a row of cells from the column on that begins at or left of the box; false when one is special. */
static inline bool find_pieces(const rs_layer *l, const rs_put *put, int32_t column, int32_t row,
                               int32_t count, const uint8_t **pieces) {
    const int32_t line = l->tile_height * put->stride, columns = l->columns;
    const uint32_t width = (uint32_t)l->tile_width, across = (uint32_t)l->across, tiles = (uint32_t)l->tiles,
                   per_row = l->per_row, substitutes = l->substitute_count, most = l->turns ? 1023u : 65535u;
    const uint8_t *const pixels = put->pixels, *cells;
    const bool wide = l->cell_bytes == 2;
    if (l->outside == RS_OUTSIDE_WRAP) {
        column %= l->columns, row %= l->rows;
        if (column < 0) column += l->columns;
        if (row < 0) row += l->rows;
    }
    if (row < 0 || row >= l->rows || column < 0) return false;
    cells = (const uint8_t *)l->cells + (size_t)row * (size_t)l->pitch * l->cell_bytes;
    while (count > 0) {
        uint32_t tile, over;
        const uint8_t *at;
        if (column >= columns) {
            if (l->outside != RS_OUTSIDE_WRAP) return false;
            column = 0;
        }
        tile = wide ? ((const uint16_t *)(const void *)cells)[column] : cells[column];
        column++;
        if (tile > most) return false; /* turned, too */
        if (tile < substitutes) tile = l->substitutes[tile];
        if (tile >= tiles) return false;
        over = (uint32_t)((uint64_t)tile * per_row >> 32);
        at = pixels + over * (uint32_t)line + (tile - over * across) * width;
        *pieces++ = at;
        count--;
        for (uint32_t i = 8; i < width; i += 8, count--) *pieces++ = at += 8;
    }
    return true;
}

RS_FLAT_HOT bool RS_QUICK(rs_quick_row_pal8)(const rs_layer *l, const rs_put *put, const rs_band *band,
                                             const rs_box *box, int32_t row) {
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
        const rs_pieces p = {.to = to,
                             .stride = band->stride,
                             .lines = end - first,
                             .pieces = pieces + (start >> 3),
                             .offset = (first - top) * put->stride,
                             .down = put->stride,
                             .words = words,
                             .skip = start >> 2 & 1,
                             .bytes = start & 3};
        PIECE_LINES(&p);
    }
    return true;
}

/* ---- letters ---- */

RS_FLAT_HOT int32_t RS_QUICK(rs_quick_glyphs_pal8)(const rs_glyph *glyphs, int32_t count, const rs_band *band,
                                                   const rs_box *box, uint32_t native) {
    const uint8_t pixel = (uint8_t)native;
    const int32_t stride = band->stride;
    for (int32_t i = 0; i < count; i++) {
        const rs_glyph *g = &glyphs[i];
        const uint8_t *coverage = g->coverage;
        int32_t first = g->y, end = first + g->height;
        uint8_t *to;
        if (g->width > 8 || g->x < box->x0 || g->x + g->width > box->x1) return i;
        if (first < box->y0) coverage += box->y0 - first, first = box->y0;
        if (end > box->y1) end = box->y1;
        to = rs_band_line(band, first) + g->x;
        for (; first < end; first++, to += stride) {
            const uint32_t bits = *coverage++;
            if ((bits & 1u) != 0) to[0] = pixel;
            if ((bits & 2u) != 0) to[1] = pixel;
            if ((bits & 4u) != 0) to[2] = pixel;
            if ((bits & 8u) != 0) to[3] = pixel;
            if ((bits & 16u) != 0) to[4] = pixel;
            if ((bits & 32u) != 0) to[5] = pixel;
            if ((bits & 64u) != 0) to[6] = pixel;
            if ((bits & 128u) != 0) to[7] = pixel;
        }
    }
    return count;
}
#endif

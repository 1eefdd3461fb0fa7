/* Palette pixels that come to a palette surface as they are: blocks of images, and rows of cells by whole words. rows.inc and tiles.c define what
 * both draw. */
#include <string.h>

#include "raster/arm/arm.h"
#include "raster/flat/flat_work.h"
#include "raster/flat/quick.h"
#include "raster/font.h"

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

/* Of near functions only what is quick lies near. */
#ifdef RS_FLAT_NEAR
#define BLOCK_APART __attribute__((noinline))
#define KEYED_WORDS rs_arm_keyed_words
#define KEYED_WORDS_BACK rs_arm_keyed_words_back
#define PIECE_LINES rs_arm_piece_lines
#define WHOLE_WORDS rs_arm_whole_words
#define LETTER_ROWS rs_arm_letter
#else
#define BLOCK_APART inline
#define KEYED_WORDS keyed_words
#define KEYED_WORDS_BACK keyed_words_back
#define PIECE_LINES piece_lines
#define WHOLE_WORDS whole_words
#define LETTER_ROWS letter_rows
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

/* Rows of words as they are, from an aligned place to any. */
static void whole_words(uint8_t *to, const uint8_t *from, const rs_keyed_words *rows) {
    for (int32_t row = 0; row < rows->rows; row++, to += rows->stride, from += rows->down)
        memcpy(to, from, (size_t)rows->words * 4u);
}

#endif

/* Pixels that are no whole words, at the ends of rows. */
static inline void keyed_bytes(uint8_t *to, const uint8_t *from, const rs_texels *texels, int32_t stride,
                               int32_t first, int32_t end) {
    for (int32_t row = 0; row < texels->height && first < end; row++, to += stride, from += texels->down) {
        for (int32_t i = first; i < end; i++) put_keyed(to + i, from[i * texels->step]);
    }
}

static BLOCK_APART void keyed_block(uint8_t *to, const uint8_t *from, const rs_texels *texels,
                                    const rs_put *put, int32_t stride) {
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
    if ((((uintptr_t)(texels->step < 0 ? from + 1 : from) | (uint32_t)width | (uint32_t)texels->down) & 3u) ==
        0) {
        const rs_keyed_words rows = {texels->height, stride, texels->down, width >> 2};
        if (!put->keyed && texels->step == 1) {
            WHOLE_WORDS(to, from, &rows);
            return;
        }
        if (put->keyed && texels->step == 1) {
            KEYED_WORDS(to, from, &rows);
            return;
        }
        if (put->keyed) {
            KEYED_WORDS_BACK(to, from + 1, &rows);
            return;
        }
    }
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
    const int32_t columns = l->columns;
    const uint32_t skip = (uint32_t)(l->tile_height * put->stride - l->across * l->tile_width);
    const uint32_t width = (uint32_t)l->tile_width, tiles = (uint32_t)l->tiles, per_row = l->per_row,
                   substitutes = l->substitute_count, most = l->turns ? 1023u : 65535u;
    const uint32_t none = l->has_empty ? l->empty : 0x10000u, known = l->kind_count;
    const uint8_t *const pixels = put->pixels, *const kinds = put->keyed ? l->kinds : NULL, *cells;
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
        if (tile > most || tile == none) return false; /* turned, too */
        if (tile < substitutes) tile = l->substitutes[tile];
        if (tile >= tiles) return false;
        if (kinds != NULL && (tile >= known || kinds[tile] != RS_TILE_OPAQUE)) return false;
        over = (uint32_t)((uint64_t)tile * per_row >> 32);
        at = pixels + tile * width + over * skip;
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

/* ---- cells one by one ---- */

/* A row of cells on its way into a band. */
typedef struct cells_row {
    const rs_layer *l;
    const rs_put *put;
    const rs_band *band;
    const rs_box *box;
    int32_t y;           /* of the tiles' top */
    int32_t top, end;    /* lines of it that are drawn */
    bool keyed, aligned; /* aligned: the lines of its tiles are whole words */
} cells_row;

/* A tile at column x of the picture: `number` is one that the image has. */
static inline void draw_tile(const cells_row *r, int32_t x, uint32_t number, uint32_t turns, bool opaque) {
    const rs_layer *l = r->l;
    const rs_put *put = r->put;
    const uint32_t over = l->across == 1 ? number : (uint32_t)((uint64_t)number * l->per_row >> 32);
    const int32_t width = l->tile_width, stride = put->stride, line = r->top - r->y;
    const bool flip_x = (turns & RS_CELL_FLIP_X) != 0, flip_y = (turns & RS_CELL_FLIP_Y) != 0;
    int32_t at = ((int32_t)over * l->tile_height + (flip_y ? l->tile_height - 1 - line : line)) * stride +
                 (int32_t)(number - over * (uint32_t)l->across) * width;
    const bool keyed = r->keyed && !opaque;
    if (r->aligned && x >= r->box->x0 && x + width <= r->box->x1 && (!flip_x || keyed || opaque)) {
        const rs_keyed_words rows = {r->end - r->top, r->band->stride, flip_y ? -stride : stride, width >> 2};
        uint8_t *to = rs_band_line(r->band, r->top) + x;
        if (flip_x)
            KEYED_WORDS_BACK(to, put->pixels + at + width, &rows);
        else if (keyed)
            KEYED_WORDS(to, put->pixels + at, &rows);
        else
            WHOLE_WORDS(to, put->pixels + at, &rows);
    } else {
        rs_texels texels = {x, r->top, width, r->end - r->top, at, flip_x ? -1 : 1, flip_y ? -stride : stride,
                            0};
        if (flip_x) texels.index += width - 1;
        if (x < r->box->x0) {
            const int32_t cut = r->box->x0 - x;
            texels.x += cut, texels.width -= cut, texels.index += flip_x ? -cut : cut;
        }
        if (x + width > r->box->x1) texels.width -= x + width - r->box->x1;
        if (texels.width > 0) RS_QUICK(rs_quick_block_pal8)(put, r->band, &texels);
    }
}

RS_FLAT_HOT void RS_QUICK(rs_quick_cells_pal8)(const rs_layer *l, const rs_put *put, const rs_band *band,
                                               const rs_box *box, int32_t row) {
    const uint32_t mask = l->turns ? RS_CELL_NUMBER : 0xFFFFu, none = l->has_empty ? l->empty : 0x10000u,
                   beyond = l->turns ? 0xFFFFu ^ RS_CELL_NUMBER ^ RS_CELL_FLIP_X ^ RS_CELL_FLIP_Y : 0;
    const int32_t columns = l->columns, column_x = l->column_x, width = l->tile_width;
    const uint8_t *const kinds = l->kinds;
    cells_row r = {l, put, band,  box,  l->y + row * l->row_y + l->cell_height - l->tile_height,
                   0, 0,   false, false};
    int32_t x = l->x + row * l->row_x + (((row & 1) != 0) != l->even ? l->shift_x : 0), column, from = row;
    const uint8_t *cells = NULL;
    r.top = r.y < box->y0 ? box->y0 : r.y;
    r.end = r.y + l->tile_height < box->y1 ? r.y + l->tile_height : box->y1;
    if (r.top >= r.end) return;
    r.keyed = put->keyed;
    r.aligned = l->aligned;
    column = int_floordiv(box->x0 - x - width, column_x) + 1;
    if (l->outside == RS_OUTSIDE_NOTHING && column < 0) column = 0;
    x += column * column_x;
    if (row < 0 || row >= l->rows) {
        if (l->outside == RS_OUTSIDE_NOTHING) return;
        if (l->outside == RS_OUTSIDE_CLAMP) from = row < 0 ? 0 : l->rows - 1;
        if (l->outside == RS_OUTSIDE_WRAP) from = int_floormod(row, l->rows);
        if (l->outside == RS_OUTSIDE_FILL) from = -1;
    }
    if (from >= 0) cells = (const uint8_t *)l->cells + (size_t)from * (size_t)l->pitch * l->cell_bytes;
    for (; x < box->x1; column++, x += column_x) {
        uint32_t cell, number;
        int32_t at = column;
        if (column < 0 || column >= columns) {
            if (l->outside == RS_OUTSIDE_NOTHING) return;
            if (l->outside == RS_OUTSIDE_WRAP) column = at = int_floormod(column, columns);
            if (l->outside == RS_OUTSIDE_CLAMP) at = column < 0 ? 0 : columns - 1;
            if (l->outside == RS_OUTSIDE_FILL) at = -1;
        }
        cell = at < 0 || cells == NULL ? l->fill
               : l->cell_bytes == 1    ? cells[at]
                                       : ((const uint16_t *)(const void *)cells)[at];
        number = cell & mask;
        if (number == none) continue;
        if (number < l->substitute_count) number = l->substitutes[number];
        if (number >= (uint32_t)l->tiles || (cell & beyond) != 0) {
            rs_tile_draw(put, band, l, box, x, r.y, cell);
            continue;
        }
        if (kinds == NULL || number >= l->kind_count) {
            draw_tile(&r, x, number, l->turns ? cell : 0, false);
        } else if (kinds[number] != RS_TILE_EMPTY || !r.keyed) {
            draw_tile(&r, x, number, l->turns ? cell : 0, kinds[number] == RS_TILE_OPAQUE);
        }
    }
}

/* ---- letters ---- */

#ifndef RS_FLAT_NEAR
/* Four rows of a letter, a byte of `rows` each, the first one and the left pixel lowest. */
static void letter_rows(uint8_t *to, int32_t stride, uint32_t rows, uint32_t pixel) {
    for (; rows != 0; rows >>= 8, to += stride) {
        for (uint32_t k = 0; k < 8; k++)
            if ((rows >> k & 1u) != 0) to[k] = (uint8_t)pixel;
    }
}
#endif

/* Up to four bytes as such rows. */
static inline uint32_t rows_at(const uint8_t *from, int32_t count) {
    uint32_t rows = 0;
#ifdef RS_FLAT_NEAR /* by words, which may reach beyond the bytes */
    const uint32_t *words = (const uint32_t *)((uintptr_t)from & ~(uintptr_t)3);
    const uint32_t shift = 8u * ((uintptr_t)from & 3u);
    rows = words[0] >> shift;
    if (shift != 0) rows |= words[1] << (32u - shift);
    if (count < 4) rows &= (1u << 8 * count) - 1u;
#else
    for (int32_t k = 0; k < count && k < 4; k++) rows |= (uint32_t)from[k] << 8 * k;
#endif
    return rows;
}

/* The same with the left pixel highest. */
static inline uint32_t turned_rows(uint32_t rows) {
    rows = (rows >> 1 & 0x55555555u) | (rows & 0x55555555u) << 1;
    rows = (rows >> 2 & 0x33333333u) | (rows & 0x33333333u) << 2;
    return (rows >> 4 & 0x0F0F0F0Fu) | (rows & 0x0F0F0F0Fu) << 4;
}

/* A letter up to 8 pixels wide, as far as it lies in a box; `high`: the left pixel is the highest bit of its byte. */
static inline void draw_letter(const rs_glyph *g, const rs_band *band, const rs_box *box, uint32_t pixel,
                               bool high) {
    const uint8_t *from = g->coverage;
    int32_t first = g->y, end = g->y + g->height, x = g->x;
    uint32_t seen = (1u << g->width) - 1u;
    uint8_t *to;
    if (first < box->y0) from += box->y0 - first, first = box->y0;
    if (end > box->y1) end = box->y1;
    if (x < box->x0 || x + 8 > box->x1) {
        if (x <= box->x0 - 8 || x >= box->x1) return;
        if (x < box->x0) seen &= 0xFFu << (box->x0 - x);
        if (x + 8 > box->x1) seen &= 0xFFu >> (x + 8 - box->x1);
    }
    seen *= 0x01010101u;
    to = rs_band_line(band, first) + x;
    for (; first < end; first += 4, from += 4, to += 4 * band->stride) {
        uint32_t rows = rows_at(from, end - first);
        if (high) rows = turned_rows(rows);
        rows &= seen;
        if (rows != 0) LETTER_ROWS(to, band->stride, rows, pixel);
    }
}

RS_FLAT_HOT int32_t RS_QUICK(rs_quick_glyphs_pal8)(const rs_glyph *glyphs, int32_t count, const rs_band *band,
                                                   const rs_box *box, uint32_t native) {
    for (int32_t i = 0; i < count; i++) {
        if (glyphs[i].width > 8) return i;
        draw_letter(&glyphs[i], band, box, native, false);
    }
    return count;
}

RS_FLAT_HOT void RS_QUICK(rs_quick_words_pal8)(const char *text, int32_t x, int32_t y, const rs_band *band,
                                               const rs_box *box, uint32_t native) {
    rs_glyph g = {NULL, (int16_t)x, (int16_t)y, 8, 8};
    for (; *text != '\0' && x < box->x1; text++, x += 8) {
        if (x <= box->x0 - 8) continue;
        g.x = (int16_t)x;
        g.coverage = rs_font_glyph((uint8_t)*text);
        draw_letter(&g, band, box, native, true);
    }
}
#endif

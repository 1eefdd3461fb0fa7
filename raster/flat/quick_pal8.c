/* Palette pixels that come to a palette surface as they are: blocks of images, and rows of cells by whole words.
 * rows.inc and tiles.c define what blocks and rows of cells draw. */
#include <string.h>

#include "raster/arm/arm.h"
#include "raster/flat/flat_work.h"
#include "raster/flat/quick.h"
#include "raster/font.h"

#if RS_FORMATS_LINKED & 1

/* BYTE is byte k of a word in memory. JOIN is the word that begins `bytes` into two words side by side. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTE(word, k) ((uint8_t)((word) >> (24 - 8 * (k))))
#define JOIN(first, second, bytes)                                                                           \
    ((bytes) == 0 ? (first) : (first) << 8 * (bytes) | (second) >> (32 - 8 * (bytes)))
#else
#define BYTE(word, k) ((uint8_t)((word) >> 8 * (k)))
#define JOIN(first, second, bytes)                                                                           \
    ((bytes) == 0 ? (first) : (first) >> 8 * (bytes) | (second) << (32 - 8 * (bytes)))
#endif

/* Functions and loops that near functions share lie beside them in fast memory. */
#ifdef RS_FLAT_NEAR
#define NEAR RS_FLAT_HOT
#define KEYED_WORDS rs_arm_keyed_words
#define KEYED_WORDS_BACK rs_arm_keyed_words_back
#define PIECE_LINES rs_arm_piece_lines
#define WHOLE_WORDS rs_arm_whole_words
#define LETTER_ROWS rs_arm_letter
#else
#define NEAR inline
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

/* keyed_words from right to left: mirrored rows. `from` is behind the first pixel. */
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

/* Draws the pixels at the ends of rows that make no whole words. */
NEAR static void keyed_bytes(uint8_t *to, const uint8_t *from, const rs_texels *texels, int32_t stride,
                             int32_t first, int32_t end) {
    for (int32_t row = 0; row < texels->height && first < end; row++, to += stride, from += texels->down) {
        const uint8_t *at = from + first * texels->step;
        for (int32_t i = first; i < end; i++, at += texels->step) put_keyed(to + i, *at);
    }
}

NEAR static void keyed_block(uint8_t *to, const uint8_t *from, const rs_texels *texels, const rs_put *put,
                             int32_t stride) {
    const bool back = texels->step < 0;
    rs_keyed_words rows = {texels->height, stride, texels->down, 0, 0};
#ifdef RS_FLAT_NEAR
    if (!back) {
        rows.words = (texels->width + 3) >> 2;
        rows.last = 0xFFFFFFFFu >> 8 * (rows.words * 4 - texels->width);
        rs_arm_keyed_block(to, from, &rows);
        return;
    }
#endif
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
        const rs_keyed_words rows = {texels->height, stride, texels->down, width >> 2, 0};
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

/* Finds the pieces of a row of cells, from the column that begins at or left of the box on; false when a piece is
 * special. */
static inline bool find_pieces(const rs_layer *l, const rs_put *put, int32_t column, int32_t row,
                               int32_t count, const uint8_t **pieces) {
    const int32_t columns = l->columns;
    const uint32_t skip = (uint32_t)(l->tile_height * put->stride - l->across * l->tile_width);
    const uint32_t width = (uint32_t)l->tile_width, tiles = (uint32_t)l->tiles, per_row = l->per_row,
                   numbers = l->turns ? RS_CELL_NUMBER + 1u : 0x10000u,
                   most = tiles < numbers ? tiles : numbers,
                   substitutes = l->substitute_count < numbers ? l->substitute_count : numbers;
    const uint32_t none = l->has_empty ? l->empty : 0x10000u, known = l->kind_count;
    const uint8_t *const pixels = put->pixels, *const kinds = l->kinds, *cells;
    const bool wide = l->cell_bytes == 2, keyed = put->keyed;
    const bool wraps = l->outside == RS_OUTSIDE_WRAP || l->outside == RS_OUTSIDE_WRAP_COLUMNS;
    if (wraps && (column < 0 || column >= columns)) column = int_floormod(column, columns);
    if (l->outside == RS_OUTSIDE_WRAP && (row < 0 || row >= l->rows)) row = int_floormod(row, l->rows);
    if (row < 0 || row >= l->rows || column < 0) return false;
    cells = (const uint8_t *)l->cells + (size_t)row * (size_t)l->pitch * l->cell_bytes;
    if (wide && !keyed && substitutes == 0 && width == 8) { /* the commonest layers */
        const uint16_t *cell = (const uint16_t *)(const void *)cells + column;
        while (count > 0) {
            int32_t run = columns - column < count ? columns - column : count;
            if (run <= 0) {
                if (!wraps) return false;
                cell = (const uint16_t *)(const void *)cells, column = 0;
                continue;
            }
            column += run, count -= run;
            for (; run > 0; run--) {
                const uint32_t tile = *cell++;
                if (tile >= most || tile == none) return false;
                *pieces++ = pixels + tile * 8u + (uint32_t)((uint64_t)tile * per_row >> 32) * skip;
            }
        }
        return true;
    }
    while (count > 0) {
        uint32_t tile, over;
        const uint8_t *at;
        if (column >= columns) {
            if (!wraps) return false;
            column = 0;
        }
        tile = wide ? ((const uint16_t *)(const void *)cells)[column] : cells[column];
        column++;
        if (tile == none) return false;
        if (tile < substitutes) tile = l->substitutes[tile];
        if (tile >= most) return false; /* the tile is missing, or turned */
        if (keyed && (tile >= known || kinds[tile] != RS_TILE_OPAQUE)) return false;
        over = (uint32_t)((uint64_t)tile * per_row >> 32);
        at = pixels + tile * width + over * skip;
        *pieces++ = at;
        count--;
        for (uint32_t i = 8; i < width; i += 8, count--) *pieces++ = at += 8;
    }
    return true;
}

/* Draws the part of a quick layer's row of cells that lies in a box. False, and nothing drawn, when a cell is not like the others or the box is not
 * whole words wide. */
NEAR static bool draw_pieces(const rs_layer *l, const rs_put *put, const rs_band *band, const rs_box *box,
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

/* Rows of cells on their way into a band: what each of their tiles needs, and what each row needs. */
typedef struct cells_row {
    const rs_layer *layer;
    const rs_put *put;
    const rs_band *band;
    const rs_box *box;
    const uint8_t *
        pixels; /* of the image, from the first line that is drawn; `under`: the same for tiles turned upside down */
    const uint8_t *under;
    const uint8_t *kinds;
    uint8_t *to; /* of column 0 in the picture */
    uint32_t across, per_row, tiles, known, substitutes;
    uint32_t mask, beyond,
        turns; /* bits of a cell: its tile's number, those that are not drawn here, those that turn it */
    int32_t width, skip;
    int32_t left, right; /* of the box */
    int32_t y, top;
    rs_keyed_words rows; /* of a tile that is seen whole as it is */
    bool keyed, aligned; /* aligned: the lines of its tiles are whole words */
    bool upright;        /* all rows begin at the same x */
    uint32_t none, bytes, fill;
    int32_t columns, column_x, first, outside; /* first: column of the box, where rows are upright */
} cells_row;

/* Draws a tile that is cut at the sides, or flipped and neither keyed nor known. */
NEAR static void draw_cut_tile(const cells_row *r, int32_t x, const uint8_t *from, bool flip_x,
                               int32_t down) {
    rs_texels texels = {
        x, r->top, r->width, r->rows.rows, (int32_t)(from - r->put->pixels), flip_x ? -1 : 1, down, 0};
    if (flip_x) texels.index += r->width - 1;
    if (x < r->left) {
        const int32_t cut = r->left - x;
        texels.x += cut, texels.width -= cut, texels.index += flip_x ? -cut : cut;
    }
    if (x + r->width > r->right) texels.width -= x + r->width - r->right;
    if (texels.width > 0) RS_QUICK(rs_quick_block_pal8)(r->put, r->band, &texels);
}

/* Draws a tile that is turned or cut; `place` is its first texel in the image, from `pixels` or `under` on. */
static inline void draw_turned_tile(const cells_row *r, int32_t x, int32_t place, uint32_t turns,
                                    bool opaque) {
    const bool flip_x = (turns & RS_CELL_FLIP_X) != 0, flip_y = (turns & RS_CELL_FLIP_Y) != 0;
    const bool keyed = r->keyed && !opaque;
    const uint8_t *from = (flip_y ? r->under : r->pixels) + place;
    rs_keyed_words rows = r->rows;
    if (flip_y) rows.down = -rows.down;
    if (!r->aligned || x < r->left || x + r->width > r->right || (flip_x && !keyed && !opaque))
        draw_cut_tile(r, x, from, flip_x, rows.down);
    else if (flip_x)
        KEYED_WORDS_BACK(r->to + x, from + r->width, &rows);
    else if (keyed)
        KEYED_WORDS(r->to + x, from, &rows);
    else
        WHOLE_WORDS(r->to + x, from, &rows);
}

/* Draws what a cell that is not empty shows at column x of the picture. */
NEAR static void draw_cell(const cells_row *r, int32_t x, uint32_t cell) {
    uint32_t number = cell & r->mask, kind = RS_TILE_MIXED, over;
    int32_t place;
    if (number < r->substitutes) number = r->layer->substitutes[number];
    if (number >= r->tiles || (cell & r->beyond) != 0) {
        rs_tile_draw(r->put, r->band, r->layer, r->box, x, r->y, cell);
        return;
    }
    if (number < r->known) kind = r->kinds[number];
    if (kind == RS_TILE_EMPTY && r->keyed) return;
    over = r->across == 1 ? number : (uint32_t)((uint64_t)number * r->per_row >> 32);
    place = (int32_t)number * r->width + (int32_t)over * r->skip;
    if ((cell & r->turns) != 0 || !r->aligned || x < r->left || x + r->width > r->right)
        draw_turned_tile(r, x, place, cell & r->turns, kind == RS_TILE_OPAQUE);
    else if (r->keyed && kind != RS_TILE_OPAQUE)
        KEYED_WORDS(r->to + x, r->pixels + place, &r->rows);
    else
        WHOLE_WORDS(r->to + x, r->pixels + place, &r->rows);
}

/* The row of the map that is seen at row `row` of the layer's plane; -1: `fill`; -2: nothing. */
static inline int32_t row_seen(const rs_layer *l, int32_t row) {
    if (row >= 0 && row < l->rows) return row;
    if (l->outside == RS_OUTSIDE_CLAMP) return row < 0 ? 0 : l->rows - 1;
    if (l->outside == RS_OUTSIDE_WRAP) return int_floormod(row, l->rows);
    return l->outside == RS_OUTSIDE_FILL ? -1 : -2;
}

/* The column of the first tile that shows in the box, where column 0 lies at x. */
static inline int32_t first_column(const cells_row *r, int32_t x) {
    const int32_t column = int_floordiv(r->left - x - r->width, r->column_x) + 1;
    return r->outside == RS_OUTSIDE_NOTHING && column < 0 ? 0 : column;
}

static inline void begin_cells(cells_row *r, const rs_layer *l, const rs_put *put, const rs_band *band,
                               const rs_box *box) {
    r->layer = l, r->put = put, r->band = band, r->box = box, r->left = box->x0, r->right = box->x1;
    r->mask = l->turns ? RS_CELL_NUMBER : 0xFFFFu, r->turns = l->turns ? RS_CELL_FLIP_X | RS_CELL_FLIP_Y : 0;
    r->beyond = l->turns ? 0xFFFFu ^ RS_CELL_NUMBER ^ RS_CELL_FLIP_X ^ RS_CELL_FLIP_Y : 0;
    r->none = l->has_empty ? l->empty : 0x10000u, r->bytes = l->cell_bytes, r->fill = l->fill;
    r->tiles = (uint32_t)l->tiles, r->substitutes = l->substitute_count;
    r->kinds = l->kinds, r->known = l->kinds == NULL ? 0 : l->kind_count;
    r->width = l->tile_width, r->across = (uint32_t)l->across, r->per_row = l->per_row;
    r->skip = l->tile_height * put->stride - l->across * r->width;
    r->rows.stride = band->stride, r->rows.down = put->stride, r->rows.words = r->width >> 2;
    r->keyed = put->keyed, r->aligned = l->aligned;
    r->columns = l->columns, r->column_x = l->column_x, r->outside = l->outside;
    r->upright = l->row_x == 0 && l->shift_x == 0;
    r->first = first_column(r, l->x);
}

/* Draws all of a row of cells, where a layout has its columns one under the other and the put is plain. */
NEAR static void draw_cells(cells_row *r, int32_t row) {
    const rs_layer *l = r->layer;
    const int32_t seen = row_seen(l, row), columns = r->columns, column_x = r->column_x, right = r->right;
    const int32_t y = l->y + row * l->row_y + l->cell_height - l->tile_height, stride = r->rows.down;
    const int32_t end = y + l->tile_height < r->box->y1 ? y + l->tile_height : r->box->y1;
    const uint32_t bytes = r->bytes, none = r->none, mask = r->mask;
    const uint8_t *const cells =
        (const uint8_t *)l->cells + (size_t)(seen < 0 ? 0 : seen) * (size_t)l->pitch * bytes;
    int32_t x = l->x, column = r->first;
    r->y = y, r->top = y < r->box->y0 ? r->box->y0 : y;
    r->rows.rows = end - r->top;
    if (r->rows.rows <= 0 || seen == -2) return;
    r->pixels = r->put->pixels + (r->top - y) * stride;
    r->under = r->put->pixels + (l->tile_height - 1 - (r->top - y)) * stride;
    r->to = rs_band_line(r->band, r->top);
    if (!r->upright) {
        x += row * l->row_x + (((row & 1) != 0) != l->even ? l->shift_x : 0);
        column = first_column(r, x);
    }
    x += column * column_x;
    for (; x < right; column++, x += column_x) {
        int32_t at = column, behind;
        const uint8_t *cell;
        if (column < 0 || column >= columns) {
            const int32_t outside = r->outside;
            if (outside == RS_OUTSIDE_NOTHING) return;
            if (outside == RS_OUTSIDE_WRAP || outside == RS_OUTSIDE_WRAP_COLUMNS)
                column = at = int_floormod(column, columns);
            if (outside == RS_OUTSIDE_CLAMP) at = column < 0 ? 0 : columns - 1;
            if (outside == RS_OUTSIDE_FILL) at = -1;
        }
        if (at < 0 || seen < 0) {
            if ((r->fill & mask) != none) draw_cell(r, x, r->fill);
            continue;
        }
        cell = cells + (size_t)at * bytes;
        behind = at == column ? columns - 1 : column;
        for (;;) { /* cells of the map, one beside the other */
            const uint32_t value = bytes == 2 ? *(const uint16_t *)(const void *)cell : *cell;
            if ((value & mask) != none) draw_cell(r, x, value);
            if (column >= behind || x + column_x >= right) break;
            column++, x += column_x, cell += bytes;
        }
    }
}

RS_FLAT_HOT void RS_QUICK(rs_quick_rows_pal8)(const rs_layer *l, const rs_put *put, const rs_band *band,
                                              const rs_box *box, int32_t row, int32_t last) {
    cells_row r;
    r.layer = NULL;
    for (; row <= last; row++) {
        if (l->quick && draw_pieces(l, put, band, box, row)) continue;
        if (r.layer == NULL) begin_cells(&r, l, put, band, box);
        draw_cells(&r, row);
    }
}

/* ---- rectangles ---- */

RS_FLAT_HOT void RS_QUICK(rs_quick_fill_pal8)(const rs_band *band, const rs_box *box, uint32_t native) {
    const uint32_t word = (native & 255u) * 0x01010101u;
    const int32_t stride = band->stride, width = box->x1 - box->x0;
    uint8_t *line = rs_band_line(band, box->y0) + box->x0;
    for (int32_t left = box->y1 - box->y0; left > 0; left--, line += stride) {
        uint8_t *to = line, *const end = line + width;
        while (to < end && ((uintptr_t)to & 3u) != 0) *to++ = (uint8_t)word;
        for (; end - to >= 16; to += 16) {
            uint32_t *const words = (uint32_t *)(void *)to;
            words[0] = word, words[1] = word, words[2] = word, words[3] = word;
        }
        for (; end - to >= 4; to += 4) *(uint32_t *)(void *)to = word;
        while (to < end) *to++ = (uint8_t)word;
    }
}

/* ---- letters ---- */

#ifndef RS_FLAT_NEAR
/* Draws four rows of a letter: a byte of `rows` each, the first row in the lowest byte, the left pixel in the lowest
 * bit. */
static void letter_rows(uint8_t *to, int32_t stride, uint32_t rows, uint32_t pixel) {
    for (; rows != 0; rows >>= 8, to += stride) {
        for (uint32_t k = 0; k < 8; k++)
            if ((rows >> k & 1u) != 0) to[k] = (uint8_t)pixel;
    }
}
#endif

/* Up to four bytes as rows of a letter, as letter_rows takes them. */
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

/* Turns the bits of each byte round: a row of a letter with its left pixel in the highest bit becomes a row with its
 * left pixel in the lowest. */
static inline uint32_t turned_rows(uint32_t rows) {
    rows = (rows >> 1 & 0x55555555u) | (rows & 0x55555555u) << 1;
    rows = (rows >> 2 & 0x33333333u) | (rows & 0x33333333u) << 2;
    return (rows >> 4 & 0x0F0F0F0Fu) | (rows & 0x0F0F0F0Fu) << 4;
}

/* Draws a letter up to 8 pixels wide, as far as it lies in a box; `high`: the left pixel is the highest bit of its
 * byte. */
NEAR static void draw_letter(const rs_glyph *g, const rs_band *band, const rs_box *box, uint32_t pixel,
                             bool high) {
    const uint8_t *from = g->coverage;
    int32_t first = g->y, end = g->y + g->height, x = g->x;
    uint32_t seen = (1u << g->width) - 1u;
    uint8_t *to;
    if (seen == 255 && end - first == 8 && first >= box->y0 && end <= box->y1 && x >= box->x0 &&
        x + 8 <= box->x1) {
        uint32_t rows = rows_at(from, 4), more = rows_at(from + 4, 4);
        if (high) rows = turned_rows(rows), more = turned_rows(more);
        to = rs_band_line(band, first) + x;
        LETTER_ROWS(to, band->stride, rows, pixel);
        LETTER_ROWS(to + 4 * band->stride, band->stride, more, pixel);
        return;
    }
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

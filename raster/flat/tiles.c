/* Layers of tiles: one command a layer; each band visits the cells that it shows. */
#include <string.h>

#include "raster/flat/flat_work.h"

static int32_t floor_over(int64_t a, int64_t b) { return (int32_t)int_floordiv64(a, b); }

/* The number of a row or column that is seen at `i`. */
static int32_t within(int32_t i, int32_t count, int outside) {
    if (i >= 0 && i < count) return i;
    return outside == RS_OUTSIDE_CLAMP ? int_clamp(i, 0, count - 1) : int_floormod(i, count);
}

/* Reads the value of a cell; false where the cell shows nothing. */
static bool cell_at(const rs_layer *l, int32_t column, int32_t row, uint32_t *cell) {
    const bool inside = column >= 0 && column < l->columns && row >= 0 && row < l->rows;
    if (!inside && l->outside == RS_OUTSIDE_NOTHING) return false;
    if (l->outside == RS_OUTSIDE_WRAP_COLUMNS && (row < 0 || row >= l->rows)) return false;
    if (!inside && l->outside == RS_OUTSIDE_FILL) {
        *cell = l->fill;
    } else {
        const size_t at = (size_t)within(row, l->rows, l->outside) * (size_t)l->pitch +
                          (size_t)within(column, l->columns, l->outside);
        *cell = l->cell_bytes == 1 ? ((const uint8_t *)l->cells)[at] : ((const uint16_t *)l->cells)[at];
    }
    return !l->has_empty || (l->turns ? *cell & RS_CELL_NUMBER : *cell) != l->empty;
}

/* Draws a tile that is not there: squares of 4 pixels in the first and the last native colour. */
static void draw_missing(rs_solid *solid, const rs_put *put, const rs_band *band, const rs_box *box,
                         int32_t x, int32_t y) {
    const uint32_t last = band->format == RS_BGR555 ? 0x7FFFu : 0xFFFFFFu;
    for (int32_t row = box->y0; row < box->y1; row++) {
        for (int32_t i = box->x0; i < box->x1; i++)
            solid(put, rs_band_line(band, row), i, row, 1, (((i - x) ^ (row - y)) & 4) != 0 ? last : 0, 255);
    }
}

void rs_tile_draw(const rs_put *put, const rs_band *band, const rs_layer *l, const rs_box *visible, int32_t x,
                  int32_t y, uint32_t cell) {
    uint32_t number = l->turns ? cell & RS_CELL_NUMBER : cell;
    const bool flip_x = l->turns && (cell & RS_CELL_FLIP_X) != 0,
               flip_y = l->turns && (cell & RS_CELL_FLIP_Y) != 0;
    rs_box box = {x, y, x + l->tile_width, y + l->tile_height};
    rs_texels texels;
    uint32_t over;
    int32_t first;
    if (number < l->substitute_count) number = l->substitutes[number];
    rs_box_cut(&box, visible);
    if (rs_box_empty(&box)) return;
    if (number >= (uint32_t)l->tiles) {
        draw_missing(rs_solid_of((rs_format)band->format), put, band, &box, x, y);
        return;
    }
    over = l->across == 1 ? number : (uint32_t)((uint64_t)number * l->per_row >> 32);
    first = (int32_t)over * l->tile_height * put->stride +
            (int32_t)(number - over * (uint32_t)l->across) * l->tile_width;
    texels.x = box.x0, texels.y = box.y0;
    texels.width = box.x1 - box.x0, texels.height = box.y1 - box.y0;
    texels.step = flip_x ? -1 : 1, texels.down = flip_y ? -put->stride : put->stride;
    texels.bank = l->turns ? cell >> 12 << 4 : 0;
    texels.index = first + (flip_x ? l->tile_width - 1 - (box.x0 - x) : box.x0 - x);
    texels.index += (flip_y ? l->tile_height - 1 - (box.y0 - y) : box.y0 - y) * put->stride;
    rs_rows_of((rs_format)band->format)->block(put, band, &texels);
}

static void draw_cell(const rs_put *put, const rs_band *band, const rs_layer *l, const rs_box *visible,
                      int32_t column, int32_t row) {
    uint32_t cell;
    int32_t x, y;
    if (!cell_at(l, column, row, &cell)) return;
    x = l->x + column * l->column_x + row * l->row_x + (((row & 1) != 0) != l->even ? l->shift_x : 0);
    y = l->y + column * l->column_y + row * l->row_y + (((column & 1) != 0) != l->even ? l->shift_y : 0);
    rs_tile_draw(put, band, l, visible, x, y + l->cell_height - l->tile_height, cell);
}

/* Draws cells beside one another that all lie in the map, in a layout whose columns do not slant: cells that show
 * nothing cost little. */
static void draw_inside(const rs_layer *l, const rs_put *put, const rs_band *band, const rs_box *visible,
                        int32_t row, int32_t first, int32_t last) {
    const size_t at = (size_t)row * (size_t)l->pitch + (size_t)first;
    const uint8_t *bytes = (const uint8_t *)l->cells + at;
    const uint16_t *halves = (const uint16_t *)l->cells + at;
    const uint32_t mask = l->turns ? RS_CELL_NUMBER : 0xFFFFu, none = l->has_empty ? l->empty : 0x10000u;
    const int32_t y = l->y + row * l->row_y + l->cell_height - l->tile_height;
    int32_t x = l->x + first * l->column_x + row * l->row_x + (((row & 1) != 0) != l->even ? l->shift_x : 0);
    for (int32_t column = first; column <= last; column++, x += l->column_x) {
        const uint32_t cell = l->cell_bytes == 1 ? *bytes++ : *halves++;
        if ((cell & mask) != none) rs_tile_draw(put, band, l, visible, x, y, cell);
    }
}

/* The columns that may show in a box: of row 0; of diamonds, those that meet the box's columns, and those that meet its lines. */
typedef struct columns_range {
    int32_t first, last, upper, lower;
} columns_range;

static columns_range columns_of(const rs_layer *l, const rs_box *box) {
    columns_range range = {floor_over((int64_t)box->x0 - l->x - l->tile_width - l->shift_x, l->column_x),
                           floor_over((int64_t)box->x1 - 1 - l->x, l->column_x), 0, 0};
    if (l->column_y == 0) return range;
    const int64_t y = (int64_t)l->y + l->cell_height - l->tile_height;
    range.upper = floor_over(box->y0 - y - l->tile_height, l->column_y) + 1;
    range.lower = floor_over(box->y1 - 1 - y, l->column_y);
    return range;
}

/* The same of another row: rows of diamonds lie a column to the left of one another, and as far down. */
static void columns_in_row(const rs_layer *l, const columns_range *range, int32_t row, int32_t *first,
                           int32_t *last) {
    *first = range->first;
    *last = range->last;
    if (l->column_y == 0) return;
    *first = int_max(range->first + row, range->upper - row);
    *last = int_min(range->last + row, range->lower - row);
}

static void draw_row(const rs_layer *l, const rs_put *put, const rs_band *band, const rs_box *box,
                     const columns_range *range, int32_t row) {
    int32_t first, last;
    columns_in_row(l, range, row, &first, &last);
    if (l->outside == RS_OUTSIDE_NOTHING) {
        if (first < 0) first = 0;
        if (last >= l->columns) last = l->columns - 1;
    }
    if (l->shift_y == 0 && l->column_y == 0) {
        int32_t inside = first < 0 ? 0 : first, beyond = last >= l->columns ? l->columns : last + 1;
        if (row < 0 || row >= l->rows || inside >= beyond) inside = beyond = last + 1;
        for (int32_t column = first; column < inside; column++) draw_cell(put, band, l, box, column, row);
        if (inside < beyond) draw_inside(l, put, band, box, row, inside, beyond - 1);
        for (int32_t column = beyond; column <= last; column++) draw_cell(put, band, l, box, column, row);
        return;
    }
    if (l->shift_y == 0) {
        for (int32_t column = first; column <= last; column++) draw_cell(put, band, l, box, column, row);
        return;
    }
    for (int pass = 0; pass < 2; pass++) { /* columns that are not shifted lie behind */
        const int32_t parity = (pass != 0) != l->even;
        for (int32_t column = first + ((first ^ parity) & 1); column <= last; column += 2)
            draw_cell(put, band, l, box, column, row);
    }
}

/* The rows of cells that may show in a box. */
static void rows_of(const rs_layer *l, const rs_box *box, int32_t *first, int32_t *last) {
    if (l->column_y == 0) {
        *first = floor_over((int64_t)box->y0 - l->y - l->cell_height - l->shift_y, l->row_y);
        *last = floor_over((int64_t)box->y1 - 1 - l->y - l->cell_height + l->tile_height, l->row_y);
    } else { /* r = (Y/(h/2) - X/(w/2)) / 2 at the corners of the box */
        const int64_t left = (int64_t)box->x0 - l->x - l->tile_width, right = (int64_t)box->x1 - l->x;
        const int64_t top = (int64_t)box->y0 - l->y - l->cell_height,
                      bottom = (int64_t)box->y1 - l->y - l->cell_height + l->tile_height;
        *first =
            floor_over(top * l->column_x - right * l->column_y, 2 * (int64_t)l->column_x * l->column_y) - 1;
        *last =
            floor_over(bottom * l->column_x - left * l->column_y, 2 * (int64_t)l->column_x * l->column_y) + 1;
    }
    if (l->outside == RS_OUTSIDE_NOTHING || l->outside == RS_OUTSIDE_WRAP_COLUMNS) {
        if (*first < 0) *first = 0;
        if (*last >= l->rows) *last = l->rows - 1;
    }
}

void rs_layer_cells(const rs_draw *draw, const rs_item *item, const rs_band *band, rs_layer_cell *visit,
                    void *context) {
    const rs_layer *l = rs_item_record(draw, item);
    const rs_box box = rs_box_in(&draw->put, band);
    int32_t row, last_row, first, last;
    if (rs_box_empty(&box)) return;
    const columns_range range = columns_of(l, &box);
    for (rows_of(l, &box, &row, &last_row); row <= last_row; row++) {
        for (columns_in_row(l, &range, row, &first, &last); first <= last; first++) {
            uint32_t cell;
            rs_box tile;
            if (!cell_at(l, first, row, &cell)) continue;
            tile.x0 =
                l->x + first * l->column_x + row * l->row_x + (((row & 1) != 0) != l->even ? l->shift_x : 0);
            tile.y0 = l->y + first * l->column_y + row * l->row_y + l->cell_height - l->tile_height +
                      (((first & 1) != 0) != l->even ? l->shift_y : 0);
            tile.x1 = tile.x0 + l->tile_width, tile.y1 = tile.y0 + l->tile_height;
            rs_box_cut(&tile, &box);
            if (!rs_box_empty(&tile)) visit(context, l, cell, &tile);
        }
    }
}

void rs_draw_layer(const rs_draw *draw, const rs_item *item, const rs_band *band) {
    const rs_layer *l = rs_item_record(draw, item);
    const rs_put *put = &draw->put;
    const rs_box box = rs_box_in(put, band);
    int32_t first_row, last_row;
    if (rs_box_empty(&box)) return;
    rows_of(l, &box, &first_row, &last_row);
#if RS_FORMATS_LINKED & 1
    if (l->by_cells) {
        RS_NEAREST_OF(rs_quick_rows_pal8)(l, put, band, &box, first_row, last_row);
        return;
    }
#endif
    const columns_range range = columns_of(l, &box);
    for (int32_t row = first_row; row <= last_row; row++) draw_row(l, put, band, &box, &range, row);
}

static void lay_out(rs_layer *l, const rs_tiles *tiles, int32_t width, int32_t height) {
    l->column_x = width, l->row_y = height;
    switch (tiles->layout) {
    case RS_TILES_DIAMOND:
        l->column_x = width / 2, l->column_y = height / 2;
        l->row_x = -(width / 2), l->row_y = height / 2;
        l->x -= width / 2;
        break;
    case RS_TILES_STAGGERED_COLUMNS:
        l->column_x = width / 2, l->shift_y = height / 2;
        break;
    case RS_TILES_STAGGERED_ROWS:
        l->row_y = height / 2, l->shift_x = width / 2;
        break;
    case RS_TILES_HEXAGONS:
        l->row_y = height * 3 / 4, l->shift_x = width / 2;
        break;
    case RS_TILES_HEXAGON_COLUMNS:
        l->column_x = width * 3 / 4, l->shift_y = height / 2;
        break;
    default:
        break;
    }
}

/* Whether the parts of a cell that its layout asks for are whole pixels. */
static bool divides(int layout, int32_t width, int32_t height) {
    switch (layout) {
    case RS_TILES_SQUARE:
        return true;
    case RS_TILES_HEXAGONS:
        return (width & 1) == 0 && (height & 3) == 0;
    case RS_TILES_HEXAGON_COLUMNS:
        return (width & 3) == 0 && (height & 1) == 0;
    default:
        return (width & 1) == 0 && (height & 1) == 0;
    }
}

/* Whether nothing of the picture shows between the tiles. */
static bool covers(const rs_layer *l, const rs_put *put, int layout) {
    return rs_put_replaces(put) && !l->has_empty && layout == RS_TILES_SQUARE &&
           l->outside != RS_OUTSIDE_NOTHING && l->outside != RS_OUTSIDE_WRAP_COLUMNS &&
           l->tile_width >= l->column_x && l->tile_height >= l->cell_height;
}

rs_result rs_frame_tiles(rs_frame *frame, const rs_tiles *tiles) {
    enum { FAR = 1 << 28 };
    const int32_t width = tiles->cell_width == 0 ? tiles->tile_width : tiles->cell_width,
                  height = tiles->cell_height == 0 ? tiles->tile_height : tiles->cell_height;
    const rs_box box = rs_box_of(&frame->clip);
    rs_put put;
    rs_item item;
    rs_draw *draw;
    rs_result result;
    rs_layer *l;
    if (tiles->image == NULL || tiles->cells == NULL || tiles->columns == 0 || tiles->rows == 0 ||
        tiles->layout >= RS_TILE_LAYOUTS || tiles->outside >= RS_OUTSIDES ||
        (tiles->cell_bytes != 1 && tiles->cell_bytes != 2) || (tiles->turns && tiles->cell_bytes != 2))
        return RS_BAD_ARGUMENT;
    if (tiles->tile_width <= 0 || tiles->tile_height <= 0 || width <= 0 || height <= 0 ||
        !divides(tiles->layout, width, height) || (tiles->pitch != 0 && tiles->pitch < tiles->columns) ||
        (tiles->substitutes == NULL && tiles->substitute_count != 0))
        return RS_BAD_ARGUMENT;
    if (tiles->x < -FAR || tiles->x > FAR || tiles->y < -FAR || tiles->y > FAR) return RS_OUT_OF_RANGE;
    rs_put_make(frame, &put, &tiles->ink);
    result = rs_put_image(frame, &put, tiles->image);
    if (result != RS_OK || rs_box_empty(&box)) return result;
    memset(&item, 0, sizeof item);
    draw = rs_put_draw(frame, &put, rs_draw_layer, &item.draw);
    l = draw == NULL ? NULL : rs_put_record(frame, draw, &item, sizeof *l);
    if (l == NULL) return RS_LIST_FULL;
    memset(l, 0, sizeof *l);
    l->cells = tiles->cells, l->substitutes = tiles->substitutes;
    l->x = tiles->x, l->y = tiles->y;
    l->columns = tiles->columns, l->rows = tiles->rows,
    l->pitch = tiles->pitch == 0 ? tiles->columns : tiles->pitch;
    l->tile_width = tiles->tile_width, l->tile_height = tiles->tile_height, l->cell_height = height;
    l->across = put.width / l->tile_width, l->tiles = l->across * (put.height / l->tile_height);
    l->empty = tiles->empty, l->fill = tiles->fill, l->substitute_count = tiles->substitute_count;
    l->cell_bytes = tiles->cell_bytes, l->outside = tiles->outside;
    l->turns = tiles->turns, l->has_empty = tiles->has_empty, l->even = tiles->shift_even;
    lay_out(l, tiles, width, height);
    l->per_row = l->across < 2 ? 0 : UINT32_MAX / (uint32_t)l->across + 1u;
    l->kinds = tiles->kinds, l->kind_count = tiles->kind_count;
    l->by_cells = put.plain && l->across > 0 && l->column_y == 0 && l->shift_y == 0;
    l->aligned = (l->tile_width & 3) == 0 && (put.stride & 3) == 0 && ((uintptr_t)put.pixels & 3u) == 0;
    l->quick = l->by_cells && l->aligned && tiles->layout == RS_TILES_SQUARE && l->across > 1 &&
               l->tile_width == width && l->tile_height == height && (width & 7) == 0 &&
               (!put.keyed || l->kinds != NULL);
    return covers(l, &put, tiles->layout) ? rs_put_covering(frame, &item, &box)
                                          : rs_put_item(frame, &item, &box);
}

void rs_tiles_examine(const rs_image *image, int tile_width, int tile_height, uint8_t *kinds,
                      uint32_t count) {
    const int32_t stride = image->stride == 0 ? image->width : image->stride;
    const uint32_t across = (uint32_t)(image->width / tile_width),
                   down = (uint32_t)(image->height / tile_height);
    memset(kinds, RS_TILE_MIXED, count);
    if (image->format != RS_PAL8) return;
    for (uint32_t tile = 0; tile < count && tile < across * down; tile++) {
        const uint8_t *at = image->pixels + (int32_t)(tile / across) * tile_height * stride +
                            (int32_t)(tile % across) * tile_width;
        int32_t clear = 0;
        for (int32_t y = 0; y < tile_height; y++, at += stride)
            for (int32_t x = 0; x < tile_width; x++) clear += at[x] == 0;
        if (clear == 0) kinds[tile] = RS_TILE_OPAQUE;
        if (clear == tile_width * tile_height) kinds[tile] = RS_TILE_EMPTY;
    }
}

/* The pixel as it lies in memory. */
static uint32_t raw_pixel(const rs_image *image, const uint8_t *row, int x) {
    uint16_t half;
    uint32_t word;
    if (image->format == RS_PAL4 || image->format == RS_GREY4) return row[x / 2] >> x % 2 * 4 & 15u;
    switch (rs_format_bytes((rs_format)image->format)) {
    case 1:
        return row[x];
    case 2:
        memcpy(&half, row + 2 * x, sizeof half);
        return half;
    default:
        memcpy(&word, row + 4 * x, sizeof word);
        return word;
    }
}

bool rs_image_shows(const rs_image *image, int x, int y) {
    static const uint32_t alpha[RS_TEXTURE_FORMATS] = {
        [RS_ARGB1555] = 0x8000, [RS_RGBA5551] = 1,          [RS_ARGB4444] = 0xF000,
        [RS_A8] = 0xFF,         [RS_ARGB8888] = 0xFF000000, [RS_RGBA8888] = 0xFF};
    if (image->pixels == NULL || x < 0 || y < 0 || x >= image->width || y >= image->height ||
        image->format >= RS_TEXTURE_FORMATS)
        return false;
    const size_t stride =
        image->stride == 0 ? rs_row_bytes((rs_format)image->format, image->width) : (size_t)image->stride;
    const uint32_t pixel = raw_pixel(image, image->pixels + (size_t)y * stride, x),
                   bits = alpha[image->format];
    return (bits == 0 || (pixel & bits) != 0) && !(image->keyed && pixel == 0);
}

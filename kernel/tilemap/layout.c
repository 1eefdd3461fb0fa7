/* Where the cells of grids lie. */
#include "kernel/tilemap/layout.h"

/* ---- whole numbers ---- */

static int32_t divide_down(int64_t a, int64_t b) { return (int32_t)int_floordiv64(a, b); }
static int32_t halve_down(int32_t a) { return fx_sra32(a, 1); }
static int32_t rest_of(int32_t a) { return a - halve_down(a) * 2; } /* 0 or 1 */
static uint32_t size_of(int32_t a) { return a < 0 ? 0u - (uint32_t)a : (uint32_t)a; }

/* ---- grids whose columns are shifted are grids whose rows are, with x and y exchanged ---- */

typedef struct rows_grid {
    int32_t width, height, pitch; /* rows lie a pitch apart */
    bool swapped, even, hexagons;
} rows_grid;

static rows_grid rows_of(const ox_tile_layout *layout) {
    rows_grid rows = {.width = layout->by_columns ? layout->height : layout->width,
                      .height = layout->by_columns ? layout->width : layout->height,
                      .swapped = layout->by_columns,
                      .even = layout->even,
                      .hexagons = layout->kind == OX_TILES_HEXAGONS};
    rows.pitch = rows.hexagons ? (rows.height + layout->side) / 2 : rows.height / 2;
    if (rows.pitch == 0) rows.pitch = 1;
    return rows;
}

static ox_cell swap_cell(const rows_grid *rows, ox_cell cell) {
    return rows->swapped ? (ox_cell){cell.row, cell.column} : cell;
}

static ox_tile_point swap_point(const rows_grid *rows, ox_tile_point point) {
    return rows->swapped ? (ox_tile_point){point.y, point.x} : point;
}

static bool is_shifted(const rows_grid *rows, int32_t row) { return (rest_of(row) != 0) != rows->even; }

/* ---- diamonds ---- */

/* The cell under a pixel, in diamonds whose cell (0, 0) has its upper corner at (0, 0). */
static ox_cell under_diamond(int32_t w, int32_t h, ox_tile_point p) {
    return (ox_cell){divide_down((int64_t)p.x * h + (int64_t)p.y * w, (int64_t)w * h),
                     divide_down((int64_t)p.y * w - (int64_t)p.x * h, (int64_t)w * h)};
}

/* A grid whose even rows are shifted is a grid whose odd rows are shifted, a row farther up. */
static ox_cell under_staggered(const rows_grid *rows, ox_tile_point p) {
    const ox_cell at = under_diamond(rows->width, rows->height, (ox_tile_point){p.x - rows->width / 2, p.y});
    return (ox_cell){halve_down(at.column - at.row), at.column + at.row};
}

static ox_cell under_hexagon(const rows_grid *rows, ox_tile_point p) {
    const int32_t w = rows->width, slope = rows->height - rows->pitch; /* rows in which two hexagons meet */
    ox_cell at = {.row = divide_down(p.y, rows->pitch)};
    const int32_t odd = rest_of(at.row), shifted = p.x - odd * (w / 2);
    at.column = divide_down(shifted, w);
    const int64_t x = shifted - (int64_t)at.column * w, y = p.y - (int64_t)at.row * rows->pitch;
    if (y >= slope) return at;
    if (2 * x < w && w * y < (int64_t)w * slope - 2 * slope * x)
        return (ox_cell){at.column - 1 + odd, at.row - 1};
    if (2 * x >= w && w * y < 2 * slope * x - (int64_t)w * slope)
        return (ox_cell){at.column + odd, at.row - 1};
    return at;
}

static ox_cell under_rows(const rows_grid *rows, ox_tile_point point) {
    const int32_t up = rows->even ? 1 : 0;
    ox_tile_point p = swap_point(rows, point);
    p.y += up * rows->pitch;
    ox_cell at = rows->hexagons ? under_hexagon(rows, p) : under_staggered(rows, p);
    at.row -= up;
    return swap_cell(rows, at);
}

/* ---- places ---- */

/* Cells so far away that no picture shows them lie at the end of numbers. */
static int32_t times(int64_t cells, int32_t size) { return fx_sat64(cells * size); }

ox_tile_point ox_tile_corner(const ox_tile_layout *layout, ox_cell cell) {
    if (layout->kind == OX_TILES_SQUARE)
        return (ox_tile_point){times(cell.column, layout->width), times(cell.row, layout->height)};
    if (layout->kind == OX_TILES_DIAMOND)
        return (ox_tile_point){times((int64_t)cell.column - cell.row - 1, layout->width / 2),
                               times((int64_t)cell.column + cell.row, layout->height / 2)};
    const rows_grid rows = rows_of(layout);
    const ox_cell at = swap_cell(&rows, cell);
    return swap_point(&rows, (ox_tile_point){fx_sat64((int64_t)at.column * rows.width +
                                                      (is_shifted(&rows, at.row) ? rows.width / 2 : 0)),
                                             times(at.row, rows.pitch)});
}

ox_tile_point ox_tile_middle(const ox_tile_layout *layout, ox_cell cell) {
    const ox_tile_point corner = ox_tile_corner(layout, cell);
    return (ox_tile_point){corner.x + layout->width / 2, corner.y + layout->height / 2};
}

ox_cell ox_tile_under(const ox_tile_layout *layout, ox_tile_point point) {
    if (layout->kind == OX_TILES_SQUARE)
        return (ox_cell){ox_tile_divide(point.x, layout->width), ox_tile_divide(point.y, layout->height)};
    if (layout->kind == OX_TILES_DIAMOND) return under_diamond(layout->width, layout->height, point);
    const rows_grid rows = rows_of(layout);
    return under_rows(&rows, point);
}

/* ---- lines ---- */

/* Whether a layout has lines between those of its rows. */
static bool has_columns_between(const ox_tile_layout *layout) {
    return layout->by_columns && layout->kind != OX_TILES_SQUARE && layout->kind != OX_TILES_DIAMOND;
}

int32_t ox_tile_line(const ox_tile_layout *layout, ox_cell cell) {
    if (layout->kind == OX_TILES_DIAMOND) return cell.column + cell.row;
    if (!has_columns_between(layout)) return cell.row;
    const rows_grid rows = rows_of(layout);
    return 2 * cell.row + is_shifted(&rows, cell.column);
}

bool ox_tile_on_line(const ox_tile_layout *layout, int32_t line, int32_t column, int32_t *row) {
    *row = layout->kind == OX_TILES_DIAMOND ? line - column : line;
    if (!has_columns_between(layout)) return true;
    const rows_grid rows = rows_of(layout);
    *row = halve_down(line);
    return is_shifted(&rows, column) == (rest_of(line) != 0);
}

int32_t ox_tile_line_y(const ox_tile_layout *layout, int32_t line) {
    const int32_t middle = layout->height / 2;
    if (layout->kind == OX_TILES_SQUARE) return line * layout->height + middle;
    if (layout->kind == OX_TILES_DIAMOND) return line * middle + middle;
    if (layout->by_columns) return halve_down(line * layout->height) + middle;
    return line * rows_of(layout).pitch + middle;
}

/* ---- neighbours ---- */

uint32_t ox_tile_neighbours(const ox_tile_layout *layout, ox_cell cell,
                            ox_cell neighbours[OX_TILE_NEIGHBOURS]) {
    static const ox_cell straight[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    /* Steps to the neighbours in a row that is not shifted; in a shifted row the columns above and below are one
     * more. */
    static const ox_cell around[6] = {{0, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}};
    uint32_t count = 0;
    if (layout->kind == OX_TILES_SQUARE || layout->kind == OX_TILES_DIAMOND) {
        for (; count < 4; count++)
            neighbours[count] =
                (ox_cell){cell.column + straight[count].column, cell.row + straight[count].row};
        return count;
    }
    const rows_grid rows = rows_of(layout);
    const ox_cell at = swap_cell(&rows, cell);
    const int32_t more = is_shifted(&rows, at.row) ? 1 : 0;
    for (uint32_t i = 0; i < 6; i++) {
        if (around[i].row == 0 && !rows.hexagons) continue; /* staggered diamonds meet in a corner there */
        const int32_t column = at.column + around[i].column + (around[i].row == 0 ? 0 : more);
        neighbours[count++] = swap_cell(&rows, (ox_cell){column, at.row + around[i].row});
    }
    return count;
}

/* A cell of a staggered grid along the axes of its diamonds. */
static ox_cell staggered_axes(const rows_grid *rows, ox_cell cell) {
    const ox_cell at = swap_cell(rows, cell);
    const int32_t row = at.row + (rows->even ? 1 : 0), column = halve_down(row + rest_of(row)) + at.column;
    return (ox_cell){column, row - column};
}

uint32_t ox_tile_distance(const ox_tile_layout *layout, ox_cell from, ox_cell to) {
    const rows_grid rows = rows_of(layout);
    if (layout->kind == OX_TILES_STAGGERED) {
        from = staggered_axes(&rows, from);
        to = staggered_axes(&rows, to);
    } else if (layout->kind == OX_TILES_HEXAGONS) {
        ox_cell ends[2] = {swap_cell(&rows, from), swap_cell(&rows, to)};
        for (int i = 0; i < 2; i++) { /* along two axes of the three */
            ends[i].row += rows.even ? 1 : 0;
            ends[i].column -= halve_down(ends[i].row);
        }
        const int32_t q = ends[1].column - ends[0].column, r = ends[1].row - ends[0].row;
        const uint32_t a = size_of(q), b = size_of(r), c = size_of(q + r);
        return a > b ? (a > c ? a : c) : (b > c ? b : c);
    }
    return size_of(to.column - from.column) + size_of(to.row - from.row);
}

/* ---- rectangles of cells ---- */

void ox_tile_extent(const ox_tile_layout *layout, uint32_t columns, uint32_t rows, ox_tile_point *low,
                    ox_tile_point *high) {
    const ox_cell last = {(int32_t)columns - 1, (int32_t)rows - 1};
    const ox_tile_point end = ox_tile_corner(layout, last);
    *low = (ox_tile_point){0, 0};
    *high = (ox_tile_point){end.x + layout->width, end.y + layout->height};
    if (layout->kind == OX_TILES_DIAMOND) {
        low->x = ox_tile_corner(layout, (ox_cell){0, last.row}).x;
        high->x = ox_tile_corner(layout, (ox_cell){last.column, 0}).x + layout->width;
    } else if (layout->kind != OX_TILES_SQUARE && columns > 0 && rows > 0) {
        const rows_grid of = rows_of(layout);
        const uint32_t lines = of.swapped ? columns : rows;
        /* Of the first two rows one is shifted; with one row alone there may be none. */
        const bool any = is_shifted(&of, 0) || lines > 1;
        const int32_t across = (int32_t)(of.swapped ? rows : columns) * of.width + (any ? of.width / 2 : 0);
        if (of.swapped)
            high->y = across;
        else
            high->x = across;
    }
}

void ox_tile_range(const ox_tile_layout *layout, ox_tile_point corner, ox_tile_point size, ox_cell *first,
                   ox_cell *last) {
    const ox_tile_point end = {corner.x + size.x - 1, corner.y + size.y - 1};
    const ox_cell corners[4] = {
        ox_tile_under(layout, corner), ox_tile_under(layout, (ox_tile_point){end.x, corner.y}),
        ox_tile_under(layout, (ox_tile_point){corner.x, end.y}), ox_tile_under(layout, end)};
    const int32_t more = layout->kind == OX_TILES_SQUARE || layout->kind == OX_TILES_DIAMOND ? 0 : 1;
    *first = *last = corners[0];
    for (int i = 1; i < 4; i++) {
        if (corners[i].column < first->column) first->column = corners[i].column;
        if (corners[i].row < first->row) first->row = corners[i].row;
        if (corners[i].column > last->column) last->column = corners[i].column;
        if (corners[i].row > last->row) last->row = corners[i].row;
    }
    *first = (ox_cell){first->column - more, first->row - more};
    *last = (ox_cell){last->column + 1 + more, last->row + 1 + more};
}

/* Boxes that move against tiles: one axis after the other, cell by cell, in whole numbers that are exact. */
#include "kernel/tilemap/map.h"

#include "fixedmath/scalar.h"

/* ---- one axis of a map ---- */

/* A map along one axis, in 2^-32 of its pixels from its origin; across is the other axis. */
typedef struct axis {
    const ox_tile_map *map;
    int64_t cell, cell_across; /* size of a cell */
    int32_t count, count_across;
    bool upright; /* this axis is y, which grows downwards here */
    bool wraps;
} axis;

static axis axis_of(const ox_tile_map *map, bool upright) {
    const int64_t width = (int64_t)map->layout.width << 32, height = (int64_t)map->layout.height << 32;
    return (axis){.map = map,
                  .cell = upright ? height : width,
                  .cell_across = upright ? width : height,
                  .count = upright ? map->rows : map->columns,
                  .count_across = upright ? map->columns : map->rows,
                  .upright = upright,
                  .wraps = (map->wrap & (upright ? 2 : 1)) != 0};
}

/* b is whole pixels, so the part of `a` below a pixel does not count. */
static int64_t divide_down(int64_t a, int64_t b) {
    return ox_tile_divide((int32_t)fx_sra64(a, 32), (int32_t)fx_sra64(b, 32));
}

static int64_t divide_up(int64_t a, int64_t b) { return -divide_down(-a, b); }

/* Far beyond its edge a map is as it is one cell beyond the edge. */
static int32_t near_map(int64_t cell, int32_t count) {
    return cell < -1 ? -1 : cell > count ? count : (int32_t)cell;
}

/* Cells [first, last] that a stretch touches; a stretch that only meets a cell's edge does not touch the cell. */
typedef struct stretch {
    int64_t low, high;
} stretch;

/* Whether some cell in a line across the axis stops a box. */
static bool line_stops(const axis *a, int64_t line, stretch across, uint16_t flags) {
    int64_t first = divide_down(across.low, a->cell_across),
            last = divide_up(across.high, a->cell_across) - 1;
    const bool wraps = (a->map->wrap & (a->upright ? 1 : 2)) != 0;
    if (!wraps) {
        first = near_map(first, a->count_across);
        last = near_map(last, a->count_across);
    } else if (last - first >= a->count_across) {
        last = first + a->count_across - 1;
    }
    for (int64_t i = first; i <= last; i++) {
        const ox_cell at =
            a->upright ? (ox_cell){(int32_t)i, (int32_t)line} : (ox_cell){(int32_t)line, (int32_t)i};
        if ((ox_tile_map_flags(a->map, at) & flags) != 0) return true;
    }
    return false;
}

/* The first line of cells that stops a stretch on its way forth (or back) to where its front is to be; false: none. */
static bool find_stop(const axis *a, stretch from, int64_t front, bool forth, stretch across, uint16_t flags,
                      int64_t *stop) {
    const int64_t step = forth ? 1 : -1;
    int64_t line = forth ? divide_up(from.high, a->cell) : divide_down(from.low, a->cell) - 1;
    int64_t end = forth ? divide_up(front, a->cell) : divide_down(front, a->cell) - 1;
    if (a->wraps && (end - line) * step > a->count) end = line + step * a->count;
    while ((end - line) * step > 0) {
        if (line_stops(a, a->wraps ? line : near_map(line, a->count), across, flags)) {
            *stop = line;
            return true;
        }
        if (!a->wraps && forth && line < -2)
            line = -1; /* all lines before the map are as this one */
        else if (!a->wraps && !forth && line > a->count + 1)
            line = a->count;
        else if (!a->wraps && (forth ? line >= a->count : line < 0))
            return false;
        else
            line += step;
    }
    return false;
}

/* ---- boxes ---- */

enum { USUAL = 16 * FX_ONE };

/* Edges of a box in the world; y up. */
typedef struct edges {
    int64_t low[2], high[2];
} edges;

/* 65536ths of a metre in the map's numbers and back, rounded to 0. The usual 16 pixels to the metre take no product and no division of 64
 * bits. */
static int64_t to_map(const ox_tile_map *map, int64_t world) {
    return map->pixels == USUAL ? world * USUAL : world * map->pixels;
}
static int64_t to_world(const ox_tile_map *map, int64_t room) {
    return map->pixels == USUAL ? room / USUAL : room / map->pixels;
}

static stretch stretch_of(const axis *a, const edges *box) {
    const ox_tile_map *map = a->map;
    if (a->upright) return (stretch){to_map(map, map->y - box->high[1]), to_map(map, map->y - box->low[1])};
    return (stretch){to_map(map, box->low[0] - map->x), to_map(map, box->high[0] - map->x)};
}

/* How far along the axis, in the world's direction, a box may go of `by`. */
static int64_t may_go(const ox_tile_map *map, const edges *box, bool upright, int64_t by) {
    if (map->layout.kind != OX_TILES_SQUARE || map->ground == 0 || map->set == NULL) return by;
    const axis a = axis_of(map, upright), other = axis_of(map, !upright);
    const stretch from = stretch_of(&a, box), across = stretch_of(&other, box);
    const bool forth = upright ? by < 0 : by > 0;
    const int64_t way = to_map(map, upright ? -by : by);
    const uint16_t flags = upright && forth ? OX_TILE_SOLID | OX_TILE_ONE_WAY : OX_TILE_SOLID;
    int64_t line;
    if (!find_stop(&a, from, (forth ? from.high : from.low) + way, forth, across, flags, &line)) return by;
    /* The room in the map's numbers, down to whole 65536ths of a metre on the near side of the edge. */
    const int64_t room = forth ? line * a.cell - from.high : from.low - (line + 1) * a.cell;
    const int64_t most = room <= 0 ? 0 : to_world(map, room);
    return by < 0 ? -most : most;
}

static fx saturated(int64_t value) { return value > FX_MAX ? FX_MAX : value < FX_MIN ? FX_MIN : (fx)value; }

/* Moves a box along an axis and gives the side that met something: -1, 0 or 1. */
static fx move_axis(const ox_tile_map *maps, uint32_t count, edges *box, bool upright, fx by) {
    int64_t way = by;
    for (uint32_t i = 0; i < count && way != 0; i++) way = may_go(&maps[i], box, upright, way);
    box->low[upright] += way;
    box->high[upright] += way;
    return way == by ? 0 : by < 0 ? -FX_ONE : FX_ONE;
}

vec2 ox_tile_slide(const ox_tile_map *maps, uint32_t count, ox_tile_box *box, vec2 by) {
    const int64_t half[2] = {box->size.x / 2, box->size.y / 2};
    edges at = {{box->middle.x - half[0], box->middle.y - half[1]}, {0, 0}};
    vec2 met;
    at.high[0] = at.low[0] + box->size.x;
    at.high[1] = at.low[1] + box->size.y;
    met.x = move_axis(maps, count, &at, false, by.x);
    met.y = move_axis(maps, count, &at, true, by.y);
    box->middle = (vec2){saturated(at.low[0] + half[0]), saturated(at.low[1] + half[1])};
    return met;
}

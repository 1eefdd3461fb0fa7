/* The layers of maps, drawn in the layers of the scene. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/loop/rate.h"
#include "kernel/sprites/layer.h"
#include "kernel/tilemap/module_internal.h"
#include "kernel/type/name.h"
#include "raster/flat.h"

enum {
    BEHIND_SPRITES = -16384, /* the order of maps in a layer */
    FAR = 1 << 27            /* pixels: no picture is farther away from a map's corner */
};

/* A layer that is about to be drawn. */
typedef struct layer_work {
    const ox_tile_map *map;
    ox_scene_map *entry;
    rs_frame *frame;
    const ox_layer_view *view;
    uint32_t layer;
    rs_tiles tiles;      /* of the whole map */
    ox_cell first, last; /* cells that may be seen */
} layer_work;

/* ---- sets ---- */

/* Finds the tiles that are shown in place of animated tiles now. */
static void animate(const ox_module_host *host, ox_scene_map *entry, const uint8_t *set) {
    if (entry->substitute_count == 0) return;
    const uint32_t rate = ox_loop_rate(host->loop), tick = host->world->tick,
                   time = tick <= UINT32_MAX / 1000u ? tick * 1000u / rate /* no division of 64 bits */
                                                     : (uint32_t)((uint64_t)tick * 1000u / rate);
    if (time - entry->shown_at < entry->shown_for) return;
    entry->shown_at = time;
    entry->shown_for = UINT32_MAX;
    for (uint32_t i = 0, lasts; i < entry->substitute_count; i++) {
        entry->substitutes[i] = (uint16_t)ox_tile_set_shown(set, i, time, &lasts);
        if (lasts < entry->shown_for) entry->shown_for = lasts;
    }
}

/* ---- commands ---- */

static const uint8_t layouts[2][4] = {
    {RS_TILES_SQUARE, RS_TILES_DIAMOND, RS_TILES_STAGGERED_ROWS, RS_TILES_HEXAGONS},
    {RS_TILES_SQUARE, RS_TILES_DIAMOND, RS_TILES_STAGGERED_COLUMNS, RS_TILES_HEXAGON_COLUMNS}};

static rs_ink ink_of(ox_tile_layer row) {
    return (rs_ink){.mode = row.opacity == 255 ? RS_FLAT_OPAQUE : RS_FLAT_ALPHA, .alpha = row.opacity};
}

static rs_tiles describe_layer(const layer_work *w) {
    const ox_tile_map *map = w->map;
    const ox_tile_layer row = ox_tile_map_layer_at(map, w->layer);
    const ox_scroll *scroll = &w->view->scroll;
    return (rs_tiles){.image = w->entry->image,
                      .cells = map->regions != NULL ? NULL : ox_tile_map_cells(map, w->layer),
                      .columns = map->columns,
                      .rows = map->rows,
                      .cell_bytes = map->element,
                      .turns = map->has_turns,
                      .has_empty = map->has_empty,
                      .empty = map->empty,
                      .tile_width = (int16_t)rom_half(map->set + ROM_TILE_SET_TILE_WIDTH),
                      .tile_height = (int16_t)rom_half(map->set + ROM_TILE_SET_TILE_HEIGHT),
                      .cell_width = (int16_t)map->layout.width,
                      .cell_height = (int16_t)map->layout.height,
                      .x = ox_scroll_x(scroll, map->x) + row.offset.x,
                      .y = ox_scroll_y(scroll, map->y) + row.offset.y,
                      .layout = layouts[map->layout.by_columns][map->layout.kind],
                      .shift_even = map->layout.even,
                      .outside = map->outside == ROM_SCENE_MAP_EDGE   ? RS_OUTSIDE_CLAMP
                                 : map->outside == ROM_SCENE_MAP_FILL ? RS_OUTSIDE_FILL
                                                                      : RS_OUTSIDE_NOTHING,
                      .fill = map->fill,
                      .substitutes = w->entry->substitutes,
                      .substitute_count = (uint16_t)w->entry->substitute_count,
                      .kinds = w->entry->kinds,
                      .kind_count = (uint16_t)w->entry->kind_count,
                      .ink = ink_of(row)};
}

/* Pixels that the map's left upper corner is moved by when `first` becomes its first cell. */
static ox_tile_point shift_of(const ox_tile_map *map, ox_cell first) {
    ox_tile_point corner = ox_tile_corner(&map->layout, first);
    const ox_tile_point origin = ox_tile_corner(&map->layout, (ox_cell){0, 0});
    return (ox_tile_point){corner.x - origin.x, corner.y - origin.y};
}

/* Whether cells of the layer are changed. */
static bool is_changed(const layer_work *w) {
    const ox_tile_changes *changes = w->map->changes;
    if (changes == NULL || changes->count == 0) return false;
    const uint32_t at = ox_tile_changes_find(changes, w->map->number, w->layer, 0);
    return at < changes->count && changes->rows[at].map == w->map->number &&
           changes->rows[at].layer == w->layer;
}

/* Whether cells of two bytes lie in the image in another order than this machine's, so that they cannot be drawn in place. */
static bool is_swapped(const ox_tile_map *map) {
    const union {
        uint16_t half;
        uint8_t first;
    } one = {1};
    return map->element == 2 && one.first == 0;
}

/* Copies the visible cells as they are now, where the map's own cells will not do: changed cells, and cells of maps
 * that repeat along one axis. */
static bool copy_cells(layer_work *w) {
    const ox_tile_map *map = w->map;
    const bool shifted = map->layout.kind == OX_TILES_STAGGERED || map->layout.kind == OX_TILES_HEXAGONS;
    if (shifted) w->first = (ox_cell){w->first.column & ~1, w->first.row & ~1};
    const int32_t columns = w->last.column - w->first.column, rows = w->last.row - w->first.row;
    uint16_t *cells = w->entry->window + (size_t)w->layer * w->entry->window_cells;
    if (columns <= 0 || rows <= 0 || (uint32_t)columns * (uint32_t)rows > w->entry->window_cells)
        return false;
    w->tiles.has_empty = !ox_tile_map_copy(map, w->layer, w->first, w->last, UINT16_MAX, cells);
    w->tiles.empty = map->has_turns ? OX_CELL_TILE : UINT16_MAX;
    const ox_tile_point shift = shift_of(map, w->first);
    w->tiles.cells = cells;
    w->tiles.cell_bytes = 2;
    w->tiles.columns = (uint16_t)columns;
    w->tiles.rows = (uint16_t)rows;
    w->tiles.outside = RS_OUTSIDE_NOTHING;
    w->tiles.x += shift.x;
    w->tiles.y += shift.y;
    return true;
}

/* ---- cell by cell, where the view is not at its usual size or hexagons are not regular ---- */

static rs_result draw_cell(const layer_work *w, ox_cell at) {
    const ox_tile_map *map = w->map;
    const fx zoom = w->view->scroll.zoom;
    uint16_t cell;
    if (!ox_tile_map_cell(map, w->layer, at, &cell)) return RS_OK;
    uint32_t tile = cell & map->mask;
    if (tile < w->entry->substitute_count) tile = w->entry->substitutes[tile];
    const int32_t width = w->tiles.tile_width, height = w->tiles.tile_height,
                  across = w->entry->image->width / width;
    const ox_tile_point corner = ox_tile_corner(&map->layout, at);
    const ox_tile_layer row = ox_tile_map_layer_at(map, w->layer);
    const int64_t x = (int64_t)(corner.x + row.offset.x) * zoom,
                  y = (int64_t)(corner.y + row.offset.y + map->layout.height - height) * zoom;
    const rs_turn turn = {.scale_x = zoom, .scale_y = zoom};
    rs_blit blit = {.image = w->entry->image,
                    .x = (fx)(x + (int64_t)ox_scroll_x(&w->view->scroll, map->x) * FX_ONE),
                    .y = (fx)(y + (int64_t)ox_scroll_y(&w->view->scroll, map->y) * FX_ONE),
                    .turn = zoom == FX_ONE ? NULL : &turn,
                    .ink = w->tiles.ink};
    if (across == 0) return RS_OK;
    blit.part.x = (int16_t)((int32_t)tile % across * width);
    blit.part.y = (int16_t)((int32_t)tile / across * height);
    blit.part.width = (int16_t)width;
    blit.part.height = (int16_t)height;
    if (map->has_turns) {
        blit.flip_x = (cell & OX_CELL_FLIP_X) != 0;
        blit.flip_y = (cell & OX_CELL_FLIP_Y) != 0;
        blit.ink.bank = (uint8_t)(cell >> 12);
        /* Flips are about the pivot. */
        blit.pivot_x = blit.flip_x ? (int16_t)width : 0;
        blit.pivot_y = blit.flip_y ? (int16_t)height : 0;
    }
    return rs_frame_blit(w->frame, &blit);
}

/* Whether the view is so far away that the picture has fewer pixels than cells: nothing could be seen of them, but each would take its time. */
static bool is_too_small(const layer_work *w) {
    const int64_t columns = w->last.column - w->first.column, rows = w->last.row - w->first.row;
    return columns > 0 && rows > 0 &&
           columns * rows > 4 * (int64_t)(w->view->width + w->tiles.tile_width + 4) *
                                (w->view->height + w->tiles.tile_height + 4);
}

static rs_result draw_cells(const layer_work *w) {
    rs_result result = RS_OK;
    if (is_too_small(w)) return RS_OUT_OF_RANGE;
    for (int32_t row = w->first.row; result != RS_LIST_FULL && row < w->last.row; row++)
        for (int32_t column = w->first.column; result != RS_LIST_FULL && column < w->last.column; column++) {
            const rs_result one = draw_cell(w, (ox_cell){column, row});
            if (result == RS_OK || one == RS_LIST_FULL) result = one;
        }
    return result;
}

static bool is_plain(const layer_work *w) {
    const ox_tile_layout *layout = &w->map->layout;
    const uint32_t tall = layout->by_columns ? layout->width : layout->height;
    return w->view->scroll.zoom == FX_ONE &&
           (layout->kind != OX_TILES_HEXAGONS || (layout->side * 2u == tall && tall % 4 == 0));
}

/* ---- layers ---- */

/* The cells whose tiles, as whole boxes, reach into a part of the map: all of their middles lie in a larger part. */
static void find_boxes(layer_work *w, ox_tile_point corner, ox_tile_point size) {
    const ox_tile_layout *layout = &w->map->layout;
    corner.x += layout->width / 2 - w->tiles.tile_width;
    corner.y -= layout->height / 2;
    size.x += w->tiles.tile_width + 1;
    size.y += w->tiles.tile_height + 1;
    ox_tile_range(layout, corner, size, &w->first, &w->last);
}

/* The cells that the picture may show; tiles that are larger than their cells reach into it from farther away. */
static void find_range(layer_work *w) {
    const ox_tile_map *map = w->map;
    const fx zoom = w->view->scroll.zoom;
    const ox_tile_point more = {w->tiles.tile_width - map->layout.width,
                                w->tiles.tile_height - map->layout.height};
    ox_tile_point corner = {int_clamp(-w->tiles.x, -FAR, FAR), int_clamp(-w->tiles.y, -FAR, FAR)},
                  size = {w->view->width, w->view->height};
    if (zoom != FX_ONE) { /* one pixel more for rounding */
        const ox_tile_layer row = ox_tile_map_layer_at(map, w->layer);
        corner.x = int_clamp(fx_sat64((int64_t)(corner.x + row.offset.x) * FX_ONE / zoom), -FAR, FAR) -
                   row.offset.x - 1;
        corner.y = int_clamp(fx_sat64((int64_t)(corner.y + row.offset.y) * FX_ONE / zoom), -FAR, FAR) -
                   row.offset.y - 1;
        size.x = (int32_t)((int64_t)size.x * FX_ONE / zoom) + 3;
        size.y = (int32_t)((int64_t)size.y * FX_ONE / zoom) + 3;
    }
    if (map->layout.kind != OX_TILES_SQUARE && (more.x | more.y) != 0) {
        find_boxes(w, corner, size);
    } else {
        if (more.x > 0) {
            corner.x -= more.x;
            size.x += more.x;
        }
        if (more.y > 0) size.y += more.y;
        ox_tile_range(&map->layout, corner, size, &w->first, &w->last);
    }
    if (map->outside != ROM_SCENE_MAP_NOTHING) return;
    const ox_cell end = {map->columns, map->sequence_rows > 0 ? map->sequence_rows : map->rows};
    if ((map->wrap & 1) == 0 && map->sequence_rows == 0) {
        if (w->first.column < 0) w->first.column = 0;
        if (w->last.column > end.column) w->last.column = end.column;
    }
    if ((map->wrap & 2) == 0) {
        if (w->first.row < 0) w->first.row = 0;
        if (w->last.row > end.row) w->last.row = end.row;
    }
}

/* ---- maps of regions ---- */

/* Whether all that is seen lies in the map, in regions that join like tiles of one map: no tile reaches into another region. */
static bool is_of_regions(const layer_work *w) {
    const ox_tile_map *map = w->map;
    return map->layout.kind != OX_TILES_DIAMOND && w->tiles.tile_width <= map->layout.width &&
           w->tiles.tile_height <= map->layout.height && !is_changed(w) && w->first.column >= 0 &&
           w->first.row >= 0 && w->last.column <= map->columns && w->last.row <= map->rows &&
           w->last.column > w->first.column && w->last.row > w->first.row;
}

static rs_result draw_region(const layer_work *w, int32_t column, int32_t row) {
    const ox_tile_grid *grid = &w->map->regions->grid;
    const ox_tile_point shift =
        shift_of(w->map, (ox_cell){column * grid->tiles_wide, row * grid->tiles_high});
    rs_tiles tiles = w->tiles;
    tiles.cells = ox_tile_regions_shown(w->map->regions, column, row);
    tiles.columns = (uint16_t)grid->tiles_wide;
    tiles.rows = (uint16_t)grid->tiles_high;
    tiles.outside = RS_OUTSIDE_NOTHING;
    tiles.x += shift.x;
    tiles.y += shift.y;
    return tiles.cells == NULL ? RS_BAD_ARGUMENT : rs_frame_tiles(w->frame, &tiles);
}

/* Draws the regions that are seen, each where it lies; false: one of them is not in memory, as a second view shows another place. */
static bool draw_regions(const layer_work *w, rs_result *result) {
    ox_tile_regions *r = w->map->regions;
    const int32_t wide = r->grid.tiles_wide, high = r->grid.tiles_high;
    const ox_cell first = {w->first.column / wide, w->first.row / high},
                  last = {(w->last.column - 1) / wide, (w->last.row - 1) / high};
    *result = RS_OK;
    ox_tile_regions_move(r, -w->tiles.x, -w->tiles.y);
    for (int32_t row = first.row; row <= last.row; row++)
        for (int32_t column = first.column; column <= last.column; column++)
            if (ox_tile_regions_shown(r, column, row) == NULL) return false;
    for (int32_t row = first.row; row <= last.row; row++)
        for (int32_t column = first.column; column <= last.column; column++) {
            const rs_result one = draw_region(w, column, row);
            if (one != RS_OK) *result = one;
        }
    return true;
}

static rs_result draw_copy(layer_work *w) {
    if (copy_cells(w)) return rs_frame_tiles(w->frame, &w->tiles);
    return w->last.column > w->first.column && w->last.row > w->first.row ? draw_cells(w) : RS_OK;
}

static rs_result draw_plain(layer_work *w) {
    const uint8_t wrap = w->map->wrap;
    rs_result result;
    if (w->map->regions != NULL) return is_of_regions(w) && draw_regions(w, &result) ? result : draw_copy(w);
    const bool repeats = wrap == 1 && w->map->outside == ROM_SCENE_MAP_NOTHING;
    if (is_changed(w) || is_swapped(w->map) || w->map->sequence_rows > 0 || wrap == 2 ||
        (wrap == 1 && !repeats)) {
        return draw_copy(w);
    } else if (wrap == 3) {
        w->tiles.outside = RS_OUTSIDE_WRAP;
    } else if (repeats) {
        w->tiles.outside = RS_OUTSIDE_WRAP_COLUMNS;
    }
    return rs_frame_tiles(w->frame, &w->tiles);
}

/* Tells once what of a map is not drawn. */
static void tell_undrawn(ox_tilemaps_state *s, const ox_scene_map *entry, rs_result result) {
    if (result == RS_OK || s->undrawn) return;
    s->undrawn = true;
    ox_log_write(s->host->log, PLAT_LOG_WARNING, "map #%08x: %s", (unsigned)entry->id,
                 result == RS_LIST_FULL      ? "the display list is too short; ask for more by `frame`"
                 : result == RS_OUT_OF_RANGE ? "its cells are too small to be seen, or too far away"
                                             : "it cannot be drawn");
}

static void draw_layer(void *context, rs_frame *frame, const ox_layer_view *view) {
    const ox_drawn_layer *d = context;
    ox_tilemaps_state *s = d->of;
    layer_work w = {.map = &s->maps[d->map],
                    .entry = &s->entries[d->map],
                    .frame = frame,
                    .view = view,
                    .layer = d->layer};
    if (w.map->set == NULL || w.entry->image == NULL) return;
    animate(s->host, w.entry, w.map->set);
    w.tiles = describe_layer(&w);
    find_range(&w);
    tell_undrawn(s, w.entry, is_plain(&w) ? draw_plain(&w) : draw_cells(&w));
}

/* ---- layers whose tiles stand, line after line ---- */

static bool stands_in(const layer_work *w, uint32_t layer) {
    return (w->entry->standing >> layer & 1u) != 0 && w->entry->layers[layer].scene == w->view->layer;
}

/* The cells that the picture may show of any of the map's layers that stand here. */
static void find_standing_range(layer_work *w) {
    ox_cell first = {INT32_MAX, INT32_MAX}, last = {INT32_MIN, INT32_MIN};
    for (uint32_t i = 0; i < w->map->layers; i++) {
        if (!stands_in(w, i)) continue;
        w->layer = i;
        w->tiles = describe_layer(w);
        find_range(w);
        first = (ox_cell){int_min(first.column, w->first.column), int_min(first.row, w->first.row)};
        last = (ox_cell){int_max(last.column, w->last.column), int_max(last.row, w->last.row)};
    }
    w->first = first;
    w->last = last;
}

static rs_result draw_line(const layer_work *w, int32_t line) {
    rs_result result = RS_OK;
    int32_t row;
    for (int32_t column = w->first.column; result != RS_LIST_FULL && column < w->last.column; column++) {
        if (!ox_tile_on_line(&w->map->layout, line, column, &row) || row < w->first.row || row >= w->last.row)
            continue;
        const rs_result one = draw_cell(w, (ox_cell){column, row});
        if (result == RS_OK || one == RS_LIST_FULL) result = one;
    }
    return result;
}

/* The pixel row of the map at a base line (ox_layer_draw_rows). */
static int64_t row_of_base(const ox_tile_map *map, int32_t base) {
    if (base == INT32_MIN || base == INT32_MAX) return base;
    return ox_tile_map_pixel(map, (vec3){map->x, -base, 0}).y;
}

static void draw_standing(void *context, rs_frame *frame, const ox_layer_view *view, int32_t from,
                          int32_t until) {
    const ox_drawn_layer *d = context;
    ox_tilemaps_state *s = d->of;
    layer_work w = {.map = &s->maps[d->map], .entry = &s->entries[d->map], .frame = frame, .view = view};
    const ox_tile_layout *layout = &w.map->layout;
    const int64_t after = row_of_base(w.map, from), end = row_of_base(w.map, until);
    if (w.map->set == NULL || w.entry->image == NULL || after == end) return;
    animate(s->host, w.entry, w.map->set);
    find_standing_range(&w);
    if (w.first.column >= w.last.column || w.first.row >= w.last.row) return;
    if (is_too_small(&w)) {
        tell_undrawn(s, w.entry, RS_OUT_OF_RANGE);
        return;
    }
    const int32_t last = ox_tile_line(layout, (ox_cell){w.last.column - 1, w.last.row - 1}) + 1;
    for (int32_t line = ox_tile_line(layout, w.first) - 1; line <= last; line++) {
        const int32_t y = ox_tile_line_y(layout, line);
        for (uint32_t i = 0; y > after && y <= end && i < w.map->layers; i++) {
            if (!stands_in(&w, i)) continue;
            w.layer = i;
            w.tiles.ink = ink_of(ox_tile_map_layer_at(w.map, i));
            tell_undrawn(s, w.entry, draw_line(&w, line));
        }
    }
}

/* ---- which tile is seen at a place ---- */

enum { RANKS = 6 };

/* A cell, and what decides whether its tile lies over another cell's: the order in which they are drawn. */
typedef struct picked_cell {
    ox_cell cell;
    int32_t rank[RANKS];
} picked_cell;

static bool lies_over(const picked_cell *a, const picked_cell *b) {
    for (int i = 0; i < RANKS; i++)
        if (a->rank[i] != b->rank[i]) return a->rank[i] > b->rank[i];
    return false;
}

/* Whether the tile of a cell shows something at a pixel of its layer. */
static bool tile_shows(const layer_work *w, ox_cell at, ox_tile_point pixel) {
    const ox_tile_map *map = w->map;
    const int32_t width = w->tiles.tile_width, height = w->tiles.tile_height,
                  across = w->entry->image->width / width;
    const ox_tile_point corner = ox_tile_corner(&map->layout, at);
    int32_t x = pixel.x - corner.x, y = pixel.y - (corner.y + map->layout.height - height);
    uint16_t cell;
    if (across == 0 || x < 0 || y < 0 || x >= width || y >= height ||
        !ox_tile_map_cell(map, w->layer, at, &cell))
        return false;
    uint32_t tile = cell & map->mask;
    if (tile < w->entry->substitute_count) tile = w->entry->substitutes[tile];
    if (map->has_turns && (cell & OX_CELL_FLIP_X) != 0) x = width - 1 - x;
    if (map->has_turns && (cell & OX_CELL_FLIP_Y) != 0) y = height - 1 - y;
    return rs_image_shows(w->entry->image, (int32_t)tile % across * width + x,
                          (int32_t)tile / across * height + y);
}

/* Looks for the cell of a layer that lies over *best. */
static void pick_in_layer(layer_work *w, ox_tile_point pixel, picked_cell *best) {
    const ox_tile_map *map = w->map;
    const ox_tile_layer row = ox_tile_map_layer_at(map, w->layer);
    const int32_t stands = (int32_t)(w->entry->standing >> w->layer & 1u);
    pixel = (ox_tile_point){pixel.x - row.offset.x, pixel.y - row.offset.y};
    find_boxes(w, pixel, (ox_tile_point){0, 0});
    for (int32_t r = w->first.row; r < w->last.row; r++)
        for (int32_t column = w->first.column; column < w->last.column; column++) {
            const ox_cell at = {column, r};
            const bool by_rows = stands == 0 && map->layout.kind == OX_TILES_DIAMOND;
            const int32_t line = ox_tile_line(&map->layout, at);
            const picked_cell here = {at,
                                      {w->entry->layers[w->layer].scene, stands, stands * line,
                                       (int32_t)w->layer, by_rows ? r : line, column}};
            if (lies_over(&here, best) && tile_shows(w, at, pixel)) *best = here;
        }
}

ox_cell ox_tilemaps_pick(const ox_console *console, ox_tile_map *map, vec3 at) {
    ox_tilemaps_state *s = ox_tilemaps_of(ox_console_modules(console));
    const ox_layers *layers = ox_layers_of(s->host);
    const ox_tile_point pixel = ox_tile_map_pixel(map, at);
    picked_cell best = {ox_tile_map_under(map, at), {-1}};
    layer_work w = {.map = map, .entry = &s->entries[map->number]};
    if (map->set == NULL || w.entry->image == NULL || layers == NULL) return best.cell;
    w.tiles.tile_width = (int16_t)rom_half(map->set + ROM_TILE_SET_TILE_WIDTH);
    w.tiles.tile_height = (int16_t)rom_half(map->set + ROM_TILE_SET_TILE_HEIGHT);
    for (w.layer = 0; w.layer < map->layers; w.layer++) {
        const int scene = w.entry->layers[w.layer].scene;
        if (scene >= 0 && (layers->layers[scene].flags & OX_LAYER_HIDDEN) == 0 &&
            memcmp(&layers->layers[scene].rate, &ox_scroll_rate_full, sizeof(ox_scroll_rate)) == 0)
            pick_in_layer(&w, pixel, &best);
    }
    return best.cell;
}

/* ---- joining ---- */

static const struct rs_image *image_of(const ox_module_host *host, const uint8_t *set) {
    const uint32_t image =
        set == NULL || !rom_has(set, ROM_TILE_SET_IMAGE) ? 0 : rom_word(set + ROM_TILE_SET_IMAGE);
    return image == 0 ? NULL : ox_resource_image(host->resources, image);
}

/* Finds the picture of the set that a map is shown with, and makes room for its animated tiles. */
void ox_tilemaps_dress(ox_tilemaps_state *s, uint32_t map) {
    ox_scene_map *entry = &s->entries[map];
    const uint8_t *set = s->maps[map].set;
    entry->image = image_of(s->host, set);
    entry->kind_count = entry->image == NULL ? 0 : int_min((int32_t)ox_tile_set_count(set), entry->kind_room);
    if (entry->kind_count > 0)
        rs_tiles_examine(entry->image, rom_half(set + ROM_TILE_SET_TILE_WIDTH),
                         rom_half(set + ROM_TILE_SET_TILE_HEIGHT), entry->kinds, (uint32_t)entry->kind_count);
    entry->shown_at = 0;
    entry->substitute_count = 0;
    for (uint32_t i = 0;
         entry->substitutes != NULL && i < ox_tile_set_count(set) && i < entry->substitute_room; i++)
        if (ox_tile_set_is_animated(set, i)) entry->substitute_count = i + 1;
}

/* Tiles up to the last one that is animated, of all sets of a map. */
static uint32_t animated_tiles(const ox_scene_map *entry) {
    uint32_t most = 0;
    for (uint32_t k = 0; k < entry->set_count; k++) {
        const uint8_t *set = entry->sets[k].held.data;
        for (uint32_t i = set == NULL ? 0 : ox_tile_set_count(set); i > most; i--)
            if (ox_tile_set_is_animated(set, i - 1)) most = i;
    }
    return most > UINT16_MAX ? UINT16_MAX : most;
}

/* Tiles of the largest set of a map. */
static int32_t most_tiles(const ox_scene_map *entry) {
    uint32_t most = 0;
    for (uint32_t k = 0; k < entry->set_count; k++) {
        const uint8_t *set = entry->sets[k].held.data;
        if (set != NULL && ox_tile_set_count(set) > most) most = ox_tile_set_count(set);
    }
    return most > INT16_MAX ? INT16_MAX : (int32_t)most;
}

/* Cells of a window of the map: more than any place of the picture shows, but no more than the map has. */
static uint32_t window_cells(const ox_module_host *host, const ox_tile_map *map) {
    const ox_tile_point size = {host->options->width, host->options->height};
    ox_cell first, last;
    ox_tile_range(&map->layout, (ox_tile_point){map->layout.width - 1, map->layout.height - 1}, size, &first,
                  &last);
    const uint32_t cells = (uint32_t)(last.column - first.column + 2) * (uint32_t)(last.row - first.row + 2);
    return cells;
}

/* Adds a layer of a map to the scene's layer of its name, or to `otherwise`, 0: main. The first of those that stand in one layer of the scene draws them
 * all. */
static ox_status join_layer(ox_tilemaps_state *s, uint32_t number, uint32_t layer, ox_id otherwise) {
    ox_scene_map *entry = &s->entries[number];
    const ox_layers *layers = ox_layers_of(s->host);
    const ox_id own = ox_tile_map_layer_at(&s->maps[number], layer).name;
    const ox_id name = ox_layers_find(layers, own) >= 0 ? own : otherwise == 0 ? OX_NAME("main") : otherwise;
    entry->layers[layer].scene = (int16_t)ox_layers_find(layers, name);
    if ((entry->standing >> layer & 1u) == 0)
        return ox_layers_add(s->host, name, BEHIND_SPRITES, draw_layer, &entry->layers[layer]);
    for (uint32_t i = 0; i < layer; i++)
        if ((entry->standing >> i & 1u) != 0 && entry->layers[i].scene == entry->layers[layer].scene)
            return OX_OK;
    return ox_layers_add_rows(s->host, name, draw_standing, &entry->layers[layer]);
}

ox_status ox_tilemaps_join_layers(ox_tilemaps_state *s, uint32_t number, ox_id layer) {
    const ox_module_host *host = s->host;
    const ox_tile_map *map = &s->maps[number];
    ox_scene_map *entry = &s->entries[number];
    entry->window_cells = window_cells(host, map);
    entry->substitute_room = animated_tiles(entry);
    entry->layers = OX_PUSH(host->resident, ox_drawn_layer, map->layers);
    entry->window = OX_PUSH(host->resident, uint16_t, entry->window_cells * map->layers);
    if (entry->substitute_room > 0)
        entry->substitutes = OX_PUSH(host->resident, uint16_t, entry->substitute_room);
    entry->kind_room = most_tiles(entry);
    entry->kinds = OX_PUSH(host->resident, uint8_t, (uint32_t)entry->kind_room + 1u);
    if (entry->layers == NULL || entry->window == NULL || entry->kinds == NULL ||
        (entry->substitute_room > 0 && entry->substitutes == NULL))
        return OX_OUT_OF_MEMORY;
    for (uint32_t k = 0; k < entry->set_count; k++) /* all sets are there before the game begins */
        (void)image_of(host, entry->sets[k].held.data);
    ox_tilemaps_dress(s, number);
    for (uint32_t i = 0; i < map->layers; i++) {
        entry->layers[i] = (ox_drawn_layer){s, (uint16_t)number, (uint16_t)i, -1};
        if (ox_layers_of(host) == NULL || !ox_tile_map_layer_at(map, i).shown) continue;
        const ox_status status = join_layer(s, number, i, layer);
        if (status != OX_OK)
            ox_log_write(host->log, PLAT_LOG_WARNING, "map #%08x: a layer of it is not drawn: %s",
                         (unsigned)entry->id,
                         status == OX_FULL ? "too many drawn layers" : "the scene has no layer for it");
    }
    return OX_OK;
}

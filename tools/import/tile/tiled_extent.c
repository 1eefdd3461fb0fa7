/* Infinite maps of Tiled: their cells stand in chunks, whose places may be negative. */
#include <string.h>

#include "tools/import/tile/tiled.h"

#define MOST_PLACE 1000000 /* of a chunk, from the map's origin, either way */

typedef struct extent {
    int64_t left, top, right, bottom;
    bool any;
} extent;

bool tiled_read_chunk(const tiled_file *file, tiled_node node, tiled_chunk *chunk) {
    return tiled_whole_between(file, node, "x", true, -MOST_PLACE, MOST_PLACE, &chunk->x) &&
           tiled_whole_between(file, node, "y", true, -MOST_PLACE, MOST_PLACE, &chunk->y) &&
           tiled_whole_between(file, node, "width", true, 1, IMPORT_TILEMAP_SIDE, &chunk->width) &&
           tiled_whole_between(file, node, "height", true, 1, IMPORT_TILEMAP_SIDE, &chunk->height);
}

static void include_chunk(extent *e, const tiled_chunk *chunk) {
    int64_t right = chunk->x + chunk->width, bottom = chunk->y + chunk->height;
    if (!e->any || chunk->x < e->left) e->left = chunk->x;
    if (!e->any || chunk->y < e->top) e->top = chunk->y;
    if (!e->any || right > e->right) e->right = right;
    if (!e->any || bottom > e->bottom) e->bottom = bottom;
    e->any = true;
}

static bool include_layer(const tiled_file *file, tiled_node layer, extent *e) {
    tiled_node data = layer, child;
    if (layer.xml != NULL) data.xml = import_xml_child(layer.xml, "data");
    if (layer.xml != NULL && data.xml == NULL) return true;
    for (bool more = tiled_first(data, "chunk", "chunks", &child); more;
         more = tiled_next(data, "chunk", "chunks", &child)) {
        tiled_chunk chunk;
        if (!tiled_read_chunk(file, child, &chunk)) return false;
        include_chunk(e, &chunk);
    }
    return true;
}

/* Groups deeper than their limit are left alone; the reader of layers refuses them. */
static bool include_layers(const tiled_file *file, tiled_node parent, int depth, extent *e) {
    tiled_node node;
    if (depth > IMPORT_TILEMAP_GROUPS) return true;
    for (bool more = tiled_first(parent, NULL, "layers", &node); more;
         more = tiled_next(parent, NULL, "layers", &node)) {
        if (node.xml != NULL && strcmp(node.xml->name, "layer") != 0 && strcmp(node.xml->name, "group") != 0)
            continue;
        if (!include_layer(file, node, e) || !include_layers(file, node, depth + 1, e)) return false;
    }
    return true;
}

static int64_t even_below(int64_t number) { return number - (number % 2 != 0 ? 1 : 0); }

bool tiled_find_extent(tiled_file *file, tiled_node map) {
    extent e = {0};
    if (!file->infinite) return true;
    if (!include_layers(file, map, 0, &e)) return false;
    if (!e.any) return true;
    if (file->map->kind == IMPORT_TILEMAP_STAGGERED || file->map->kind == IMPORT_TILEMAP_HEXAGONAL) {
        e.left = even_below(e.left);
        e.top = even_below(e.top);
    }
    if (e.right - e.left > IMPORT_TILEMAP_SIDE || e.bottom - e.top > IMPORT_TILEMAP_SIDE) {
        return tiled_fault(
            file, map,
            "the map's chunks lie in %ld columns and %ld rows; at most %d are read; move what lies far "
            "away nearer",
            (long)(e.right - e.left), (long)(e.bottom - e.top), IMPORT_TILEMAP_SIDE);
    }
    file->left = (int32_t)e.left;
    file->top = (int32_t)e.top;
    file->map->width = (uint32_t)(e.right - e.left);
    file->map->height = (uint32_t)(e.bottom - e.top);
    return true;
}

/* The step from a cell to its neighbour, in pixels, where every other row or column is shifted. */
static void staggered_step(const import_tilemap *map, double *x, double *y) {
    uint32_t side = map->hexagon_side;
    *x = map->tile_width;
    *y = map->tile_height;
    if (map->stagger_x)
        *x = map->tile_width > side ? (map->tile_width - side) / 2 + side : map->tile_width;
    else
        *y = map->tile_height > side ? (map->tile_height - side) / 2 + side : map->tile_height;
}

void tiled_shift_of_objects(const tiled_file *file, double *x, double *y) {
    const import_tilemap *map = file->map;
    double across = map->tile_width, down = map->tile_height;
    if (map->kind == IMPORT_TILEMAP_ISOMETRIC) across = down; /* objects count along the map's axes */
    if (map->kind == IMPORT_TILEMAP_STAGGERED || map->kind == IMPORT_TILEMAP_HEXAGONAL)
        staggered_step(map, &across, &down);
    *x = -across * file->left;
    *y = -down * file->top;
}

void tiled_shift_of_pictures(const tiled_file *file, double *x, double *y) {
    const import_tilemap *map = file->map;
    tiled_shift_of_objects(file, x, y);
    if (map->kind != IMPORT_TILEMAP_ISOMETRIC) return;
    *x = -0.5 * map->tile_width * ((double)file->left - file->top);
    *y = -0.5 * map->tile_height * ((double)file->left + file->top);
}

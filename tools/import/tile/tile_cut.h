/* A map out of one large picture: its different tiles, and the place of each. */
#ifndef OXCART_TOOLS_IMPORT_TILE_TILE_CUT_H
#define OXCART_TOOLS_IMPORT_TILE_TILE_CUT_H

#include "tools/import/image/image.h"
#include "tools/import/tile/tilemap.h"

/*
 * Cuts `image` into tiles of width x height pixels (it must be a whole number of them) and keeps each different
 * tile once, in the order of their first appearance row by row. With `flips`, a tile that is another one mirrored
 * in x, y or both (or, if square, turned) becomes that other tile with flags. Wholly transparent tiles are empty
 * cells. The set's picture `tiles` has `columns` tiles a row (0: 16) in the order of their numbers, unused places
 * transparent. Drawing the map with the set gives the picture again, pixel by pixel.
 */
typedef struct import_tile_cutting {
    uint32_t width, height;
    bool flips;
    uint32_t columns;
} import_tile_cutting;
bool import_tile_cut(const char *name, const import_image *image, const import_tile_cutting *how,
                     import_tilemap *map, import_image *tiles, tool_error *error);

/* Draws a tile layer of an orthogonal map whose sets all show tiles of `tiles`, for checks and previews. */
bool import_tilemap_draw(const char *name, const import_tilemap *map, const import_map_layer *layer,
                         const import_image *tiles, import_image *picture, tool_error *error);

#endif

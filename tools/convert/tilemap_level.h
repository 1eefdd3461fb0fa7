/* Objects of tile maps on their way into the world. */
#ifndef OXCART_TOOLS_CONVERT_TILEMAP_LEVEL_H
#define OXCART_TOOLS_CONVERT_TILEMAP_LEVEL_H

#include "tools/convert/converters.h"
#include "tools/convert/pack_companion.h"
#include "tools/import/tile/tilemap.h"

/* Where a scene of the cart plays the map (`map NAME`), its objects become the level NAME.objects, at their places in
 * the world. An object whose class, or whose tile's class, is a type of the cart becomes a spawn of that type with
 * its properties as `set`; a hidden object is marked `later`. Other points become locators, rectangles and ellipses
 * volumes, lines and polygons paths. */
bool convert_tilemap_objects(const pack_source *source, const import_tilemap *map);

#endif

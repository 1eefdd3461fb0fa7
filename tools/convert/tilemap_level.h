/* Objects of tile maps on their way into the world. */
#ifndef OXCART_TOOLS_CONVERT_TILEMAP_LEVEL_H
#define OXCART_TOOLS_CONVERT_TILEMAP_LEVEL_H

#include "tools/convert/converters.h"
#include "tools/convert/pack_companion.h"
#include "tools/import/tile/tilemap.h"

/* Where a scene of the cart plays the map (`map NAME`), its objects become the level NAME.objects, at their places in the world: those whose class, or
 * that of their tile, is a type of the cart are spawns of it with their properties as `set`, hidden ones `later`; other points are locators, rectangles
 * and ellipses volumes, lines and polygons paths. */
bool convert_tilemap_objects(const pack_source *source, const import_tilemap *map);

#endif

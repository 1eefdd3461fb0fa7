/* Maps of tiles: read from Tiled's files, octile maps and plain tables of numbers into one form. */
#ifndef OXCART_TOOLS_IMPORT_TILE_TILEMAP_H
#define OXCART_TOOLS_IMPORT_TILE_TILEMAP_H

#include "tools/base/error.h"
#include "tools/import/base/arena.h"

#include <stdint.h>

#define IMPORT_TILEMAP_SIDE 16384              /* most columns and rows */
#define IMPORT_TILEMAP_CELLS ((size_t)1 << 26) /* most cells of a layer */
#define IMPORT_TILEMAP_GROUPS 16               /* layers' groups inside one another */

typedef enum import_tilemap_kind {
    IMPORT_TILEMAP_ORTHOGONAL,
    IMPORT_TILEMAP_ISOMETRIC,
    IMPORT_TILEMAP_STAGGERED,
    IMPORT_TILEMAP_HEXAGONAL
} import_tilemap_kind;

/* A cell: 0 empty, else the tile's id over all sets (a set's first id + the tile's number), and how it is turned. */
#define IMPORT_TILE_FLIP_X 0x80000000u
#define IMPORT_TILE_FLIP_Y 0x40000000u
#define IMPORT_TILE_FLIP_DIAGONAL 0x20000000u
#define IMPORT_TILE_TURN_60 0x10000000u /* hexagonal maps */
#define IMPORT_TILE_ID 0x0FFFFFFFu

/* A custom property of a map: name, kind (string, int, float, bool, color, file, object, class) and value as
 * text. */
typedef struct import_property {
    const char *name, *kind, *value;
} import_property;

typedef struct import_properties {
    uint32_t count;
    const import_property *items; /* in the order of the file */
} import_properties;

typedef struct import_tile_frame {
    uint32_t tile; /* number within its set */
    uint32_t milliseconds;
} import_tile_frame;

/* A set's data on one of its tiles; tiles without any data have no entry. */
typedef struct import_tile {
    uint32_t number;
    const char *kind; /* the tile's class; "" for none */
    uint32_t frame_count;
    const import_tile_frame *frames; /* of its animation */
    import_properties properties;
} import_tile;

typedef struct import_tileset {
    const char *name;
    uint32_t first;                                                    /* id of tile 0 in the map's cells */
    uint32_t tile_width, tile_height, spacing, margin, columns, count; /* count, columns 0: not told */
    const char *file;    /* path of the set's own file, resolved; NULL for one inside the map */
    const char *image;   /* path of the picture, resolved; NULL when the set has none (a picture a tile) */
    uint32_t tile_count; /* entries in `tiles` */
    const import_tile *tiles;
    import_properties properties;
} import_tileset;

typedef enum import_shape {
    IMPORT_SHAPE_RECTANGLE,
    IMPORT_SHAPE_ELLIPSE,
    IMPORT_SHAPE_POINT,
    IMPORT_SHAPE_POLYGON,
    IMPORT_SHAPE_POLYLINE,
    IMPORT_SHAPE_TILE, /* a picture: `tile` */
    IMPORT_SHAPE_TEXT
} import_shape;

typedef struct import_map_object {
    uint32_t id;
    import_shape shape;
    const char *name, *kind;              /* "" for none */
    double x, y, width, height, rotation; /* pixels of the map; degrees, clockwise */
    uint32_t tile;                        /* as a cell */
    uint32_t point_count;
    const double *points; /* x and y of each, from the object's place */
    const char *text;     /* of a text; "" else */
    bool visible;
    import_properties properties;
} import_map_object;

typedef enum import_layer_kind {
    IMPORT_LAYER_TILES,
    IMPORT_LAYER_OBJECTS,
    IMPORT_LAYER_IMAGE
} import_layer_kind;

/* A layer; layers of groups stand in the order in which they are drawn, named "group/layer". */
typedef struct import_map_layer {
    import_layer_kind kind;
    const char *name;
    bool visible;
    double opacity, offset_x, offset_y;
    const uint32_t *cells; /* of tiles: width * height of the map, row by row */
    uint32_t object_count;
    const import_map_object *objects;
    const char *image; /* of a picture: its path, resolved; NULL if none is set */
    import_properties properties;
} import_map_layer;

typedef struct import_tilemap {
    import_tilemap_kind kind;
    uint32_t width, height;           /* cells */
    uint32_t tile_width, tile_height; /* pixels; 0 where the format does not tell */
    bool stagger_x,
        stagger_even; /* staggered and hexagonal: along x instead of y; even rows or columns are shifted */
    uint32_t hexagon_side;
    uint32_t set_count, layer_count;
    const import_tileset *sets;     /* by ascending `first` */
    const import_map_layer *layers; /* from back to front */
    import_properties properties;
    import_arena arena;
} import_tilemap;

/*
 * Reads a map, whatever its name: Tiled's XML (.tmx) and JSON (.tmj), tables of numbers (below), and octile maps.
 * Layers of Tiled may be CSV, XML, arrays, or base64, plain or packed by zlib or gzip; tile sets lie inside the
 * map or in files of their own (.tsx, .tsj), found beside the map. An infinite map becomes the rectangle around
 * the chunks of all its layers; objects and pictures move along. An object made of a template (.tx, .tj) has the
 * template's fields, but for those of its own. Features that are not read (zstd, sets inside of sets) are refused
 * by the name of their element. An id that belongs to no set, layers of another size and sets that overlap are
 * refused.
 */
bool import_tilemap_load(const char *path, import_tilemap *map, tool_error *error);

/* Reads a tile map from memory. `path` names the map in errors and tells where its other files lie; they are read from disk. */
bool import_tilemap_from_memory(const char *path, const char *text, size_t size, import_tilemap *map,
                                tool_error *error);
void import_tilemap_free(import_tilemap *map);

/* The set of a cell and the tile's number in it; NULL for an empty cell. */
const import_tileset *import_tilemap_set(const import_tilemap *map, uint32_t cell, uint32_t *number);

/* The property of that name, NULL when there is none. */
const import_property *import_property_find(const import_properties *properties, const char *name);

/*
 * Tables of numbers. Line 1 is a comment and ignored, line 2 "columns,rows", then that many rows of so many whole numbers
 * with commas between them; blanks are allowed, empty lines only behind the last row. One layer; the numbers are the cells less 1 (0 in
 * the table is tile 0, an empty cell is written -1). Letters behind a number turn the tile: `x` mirrors it left to right, `y` top to
 * bottom, `d` exchanges x and y before that, `t` is Tiled's turn of hexagons; in this order, as in 7xd. `tiles` is how many the set has;
 * 0: any up to 65535.
 *
 * The longer form begins with the line `oxtiles 1`, then, in any order and as often as wanted:
 *     size COLUMNS,ROWS                 once, before any layer
 *     property NAME VALUE...            of the map, or of the layer that it stands behind
 *     legend C ID                       the character C stands for this tile from here on
 *     layer NAME                        then ROWS lines: numbers with commas, or COLUMNS characters of the legend ('.' is empty)
 * Lines that begin with # are comments.
 */
bool import_tile_table_parse(const char *file, const char *text, size_t size, uint32_t tiles,
                             import_tilemap *map, tool_error *error);

/* Writes the first tile layer in the short form, or all tile layers and properties in the longer one. */
struct writer;
bool import_tile_table_write(const import_tilemap *map, const char *comment, bool longer, struct writer *out,
                             tool_error *error);

/* Octile maps ("type octile"): '.' and 'G' are tile 0, '@' and 'O' tile 1, 'T' tile 2, 'S' tile 3, 'W' tile 4. */
bool import_octile_parse(const char *file, const char *text, size_t size, import_tilemap *map,
                         tool_error *error);

#endif

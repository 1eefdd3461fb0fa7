/* Rules of a map, in a text beside it: attributes of its tiles, the places where the game begins, and objects on the
 * map.
 *
 *     field cost 0..15                      a number of each tile; the smallest is what tiles begin with
 *     field block flag                      yes or no
 *     tile 40..49 block                     numbers of tiles; later lines count
 *     tile 7 cost=3
 *     start 10,20                           a place from which the map is walked
 *     object house 30,20 4x3                WIDTHxHEIGHT tiles from X,Y on
 *     object rampart 0,31 64x1 wall         in segments: a wall may cross the border of a region
 *
 * The fields of a tile are packed from the lowest bit up, in the order of their lines, into 16 bits at most:
 * a u16 for each tile number (the table of the asset kind `attributes`). */
#ifndef OXCART_TOOLS_CONVERT_TILE_RULES_H
#define OXCART_TOOLS_CONVERT_TILE_RULES_H

#include "tools/convert/pack_kinds.h"

enum { TILE_FIELDS = 16, TILE_STARTS = 64, TILE_OBJECTS = 1024, TILE_NUMBERS = 65536 };

typedef struct tile_field {
    char name[24];
    int32_t least, most; /* for a flag 0 and 1 */
    bool flag;
    uint8_t shift, bits;
} tile_field;

typedef struct tile_object {
    char name[32];
    uint32_t x, y, width, height;
    bool wall;
    unsigned long line;
} tile_object;

typedef struct tile_rules {
    tile_field fields[TILE_FIELDS];
    uint32_t field_count;
    uint16_t values[TILE_NUMBERS]; /* packed, by tile number */
    uint32_t tile_count;           /* 1 + the highest number that a line names */
    uint32_t starts[TILE_STARTS][2];
    uint32_t start_count;
    tile_object objects[TILE_OBJECTS];
    uint32_t object_count;
} tile_rules;

/* Reads the text source->data; NULL after a sentence with its line. The rules are malloc'd. */
tile_rules *tile_rules_read(const pack_source *source);

/* Writes a text that reads back as the same fields and values: a line for each field, and for each run of tiles
 * with other values than tiles begin with. */
void tile_rules_write(const tile_rules *rules, writer *text);

/* A tile's value of a field, and the packed values of tile `tile` with one field changed. */
int32_t tile_rules_value(const tile_rules *rules, uint32_t field, uint16_t packed);
uint16_t tile_rules_with(const tile_rules *rules, uint32_t field, uint16_t packed, int32_t value);

/* The number of the field of that name, or UINT32_MAX. */
uint32_t tile_rules_field(const tile_rules *rules, const char *name);

/* Marks every tile of a map that can be walked to from a start, step by step to the four sides over tiles
 * without `block`, and the tiles around walked ones, which are seen from there. `reached` holds width x height.
 * A start outside of the map is an error. Without starts all tiles are reached. */
bool tile_rules_reach(const tile_rules *rules, const pack_source *source, const uint16_t *tiles,
                      uint32_t width, uint32_t height, bool *reached);

/* Whether all objects lie in the map and only walls cross the borders of regions of this size; the sentence
 * names all objects that do not. */
bool tile_rules_check_objects(const tile_rules *rules, const pack_source *source, uint32_t width,
                              uint32_t height, uint32_t region_width, uint32_t region_height);

#endif

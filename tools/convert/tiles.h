/* Inside of the converters of tile maps: the tiles that a map uses while they become one set. */
#ifndef OXCART_TOOLS_CONVERT_TILES_H
#define OXCART_TOOLS_CONVERT_TILES_H

#include "rom/records.h"
#include "tools/convert/converters.h"
#include "tools/import/image/image.h"
#include "tools/import/tile/tilemap.h"

enum { TILE_FIELDS_MOST = 14 }; /* bits 14 and 15 of a tile's flags are one-way and solid */

/* A tile of the set that the converter makes. */
typedef struct tile_made {
    uint32_t flat; /* number among the tiles of all sets of the map */
    bool diagonal; /* x and y exchanged */
} tile_made;

/* The bits of a tile's flags that a property of a name fills. */
typedef struct tile_field {
    char name[32];
    uint32_t bit, bits;
} tile_field;

typedef struct tile_job {
    const pack_source *source;
    const import_tilemap *map;
    const import_image *own; /* the picture of the only set, where it is no file; stays with the caller */
    import_image *pictures;  /* picture of each set */
    uint32_t *starts, *counts,
        *across; /* of each set: its first tile among all, its tiles, and the tiles in a row of its picture */
    uint32_t total;
    tile_made *made;
    uint32_t made_count;
    uint32_t *made_of[2]; /* number + 1 of each tile among all, as it is and with x and y exchanged; 0: not
                             in the set */
    tile_field fields[TILE_FIELDS_MOST];
    uint32_t field_count, cost_bits;
    bool used_only, has_empty, has_turns;
} tile_job;

/* Loads the sets' pictures and finds out which tiles are wanted. The job is to be closed in any case. */
bool convert_open_tiles(tile_job *job);
void convert_close_tiles(tile_job *job);

/* Makes the picture `texture` and fills the TSET chunk. */
bool convert_make_tile_set(tile_job *job, const char *texture, writer *out);
bool convert_put_tile_set(tile_job *job, const char *texture, uint32_t columns, writer *out);

/* The flags of a tile from its properties. */
bool convert_tile_flags(const tile_job *job, const import_properties *properties, uint32_t tile,
                        uint16_t *flags);

/* Options of a tileset about its tiles (tile_words.c). convert_tile_words puts them into the set as if its file had
 * them; NULL and a sentence for a wrong option. The words are freed after the set. convert_tile_word_fields adds
 * their fields when the tiles are known. */
struct tile_words;
struct tile_words *convert_tile_words(const pack_source *source, import_tileset *set);
bool convert_tile_word_fields(tile_job *job, const struct tile_words *words);

/* Writes a property as a row; its text goes to `texts` at *text_at. */
bool convert_map_property(const tile_job *job, const import_property *p, rom_map_property_record *row,
                          writer *texts, uint32_t *text_at);

#endif

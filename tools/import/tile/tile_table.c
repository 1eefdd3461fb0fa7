/* Tables of tile numbers as text: read and written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/writer.h"
#include "tools/import/base/intern.h"
#include "tools/import/base/limit.h"
#include "tools/import/base/text.h"
#include "tools/import/tile/tilemap.h"

enum { TILES_MOST = 65535, TURNS = 4 };
#define LEGEND_UNKNOWN UINT32_MAX /* no cell: ids lie below TILES_MOST */

/* The letters behind a tile's number, in the order in which they are written. */
static const struct {
    char letter;
    uint32_t flag;
} turns[TURNS] = {{'x', IMPORT_TILE_FLIP_X},
                  {'y', IMPORT_TILE_FLIP_Y},
                  {'d', IMPORT_TILE_FLIP_DIAGONAL},
                  {'t', IMPORT_TILE_TURN_60}};

typedef struct table {
    const char *file;
    import_text scan;
    import_tilemap *map;
    tool_error *error;
    uint32_t tiles; /* ids below this */
    const char *line_start;
    import_map_layer *layers;
    import_property *properties; /* of the layer or map under way */
    size_t layer_room, property_room;
    uint32_t property_count;
    uint32_t legend[256]; /* cells */
} table;

static bool wrong(table *t, const char *sentence) {
    return import_error_line(t->error, t->file, t->scan.line, "column %zu: %s",
                             (size_t)(t->scan.at - t->line_start) + 1, sentence);
}

static bool next_line(table *t) {
    bool more = import_text_next_line(&t->scan);
    t->line_start = t->scan.at;
    return more;
}

/* Reads a size, "columns,rows". */
static bool read_size(table *t) {
    long long width, height;
    import_text *s = &t->scan;
    import_text_skip_blanks(s);
    if (!import_text_integer(s, &width)) return wrong(t, "the number of columns is wanted");
    import_text_skip_blanks(s);
    if (*s->at != ',') return wrong(t, "`,` is wanted between columns and rows");
    s->at++;
    import_text_skip_blanks(s);
    if (!import_text_integer(s, &height)) return wrong(t, "the number of rows is wanted");
    import_text_skip_blanks(s);
    if (!import_text_at_line_end(s)) return wrong(t, "nothing may stand behind columns and rows");
    if (width < 1 || height < 1 || width > IMPORT_TILEMAP_SIDE || height > IMPORT_TILEMAP_SIDE) {
        return wrong(t, "columns and rows lie from 1 to 16384");
    }
    if (!import_limit_cells(t->file, (uint64_t)width * (uint64_t)height, t->error)) return false;
    t->map->width = (uint32_t)width;
    t->map->height = (uint32_t)height;
    return true;
}

/* Reads letters in the order of `turns`, each once at most. The caller judges the character behind them. */
static void read_turns(table *t, uint32_t *cell) {
    for (int i = 0; i < TURNS; i++) {
        if (t->scan.at == t->scan.end || *t->scan.at != turns[i].letter) continue;
        *cell |= turns[i].flag;
        t->scan.at++;
    }
}

static bool read_id(table *t, uint32_t *cell) {
    long long id;
    char sentence[80];
    import_text_skip_blanks(&t->scan);
    const char *at = t->scan.at;
    if (!import_text_integer(&t->scan, &id)) return wrong(t, "a tile's number is wanted");
    if (id < -1 || id >= (long long)t->tiles) {
        t->scan.at = at;
        snprintf(sentence, sizeof sentence, "the set has tiles 0 to %u, and -1 is empty",
                 (unsigned)t->tiles - 1);
        return wrong(t, sentence);
    }
    *cell = (uint32_t)(id + 1);
    if (id >= 0) read_turns(t, cell);
    import_text_skip_blanks(&t->scan);
    return true;
}

static bool read_number_row(table *t, uint32_t *cells) {
    char sentence[80];
    for (uint32_t x = 0; x < t->map->width; x++) {
        if (!read_id(t, &cells[x])) return false;
        bool comma = *t->scan.at == ',';
        if (comma != (x + 1 < t->map->width)) {
            snprintf(sentence, sizeof sentence, "the row has %s cells than its %u", comma ? "more" : "fewer",
                     (unsigned)t->map->width);
            return wrong(t, sentence);
        }
        if (comma) t->scan.at++;
    }
    return import_text_at_line_end(&t->scan) || wrong(t, "a `,` or the end of the line is wanted");
}

static bool read_legend_row(table *t, uint32_t *cells) {
    for (uint32_t x = 0; x < t->map->width; x++) {
        if (import_text_at_line_end(&t->scan))
            return wrong(t, "the row has fewer characters than the map has columns");
        cells[x] = t->legend[(unsigned char)*t->scan.at];
        if (cells[x] == LEGEND_UNKNOWN)
            return wrong(t, "this character is not in the legend; add `legend C ID` above");
        t->scan.at++;
    }
    import_text_skip_blanks(&t->scan);
    return import_text_at_line_end(&t->scan) ||
           wrong(t, "the row has more characters than the map has columns");
}

/* Reads a row of numbers or, in the longer form, of characters of the legend. A row with commas holds numbers,
 * as does a single number that is no character of the legend. */
static bool read_row(table *t, uint32_t *cells, bool longer) {
    const char *end = t->scan.at;
    while (end < t->scan.end && *end != '\n' && *end != '\r') end++;
    bool commas =
        memchr(t->scan.at, ',', (size_t)(end - t->scan.at)) != NULL && t->legend[','] == LEGEND_UNKNOWN;
    bool one = t->map->width == 1 && t->legend[(unsigned char)*t->scan.at] == LEGEND_UNKNOWN;
    return longer && !commas && !one ? read_legend_row(t, cells) : read_number_row(t, cells);
}

static bool read_rows(table *t, bool longer, const uint32_t **result) {
    import_tilemap *map = t->map;
    size_t count = (size_t)map->width * map->height;
    if ((size_t)(t->scan.end - t->scan.at) < count)
        return wrong(t, "the map has more cells than the file has characters");
    uint32_t *cells = import_arena_take(&map->arena, count * sizeof *cells);
    if (cells == NULL) return import_error_memory(t->error, t->file);
    *result = cells;
    for (uint32_t y = 0; y < map->height; y++) {
        if (t->scan.at >= t->scan.end) return wrong(t, "rows are missing");
        if (!read_row(t, cells + (size_t)y * map->width, longer)) return false;
        next_line(t);
    }
    return true;
}

static bool add_layer(table *t, const char *name, bool longer) {
    import_map_layer layer = {.kind = IMPORT_LAYER_TILES, .name = name, .visible = true, .opacity = 1};
    void *layers = t->layers;
    if (!read_rows(t, longer, &layer.cells)) return false;
    if (!import_grow(&layers, &t->layer_room, (size_t)t->map->layer_count + 1, sizeof layer))
        return import_error_memory(t->error, t->file);
    t->layers = layers;
    t->layers[t->map->layer_count++] = layer;
    return true;
}

static bool read_short(table *t) {
    if (!next_line(t))
        return wrong(
            t,
            "line 2 must be `columns,rows`, as a text of tiles has it; other maps are read as TMX and TMJ");
    if (!read_size(t)) return false;
    if ((size_t)(t->scan.end - t->scan.at) < (size_t)t->map->width * t->map->height)
        return wrong(t, "`columns,rows` says more cells than the file has characters; line 1 is a comment, "
                        "line 2 the size, then come the rows");
    next_line(t);
    if (!add_layer(t, "", false)) return false;
    while (t->scan.at < t->scan.end && import_text_at_line_end(&t->scan)) next_line(t);
    return t->scan.at >= t->scan.end || wrong(t, "more rows than line 2 says");
}

/* ---- the longer form ---- */

/* Hands the properties read so far to their owner, the last layer or else the map. */
static bool end_properties(table *t) {
    if (t->property_count == 0) return true;
    import_property *kept = import_arena_take(&t->map->arena, t->property_count * sizeof *kept);
    if (kept == NULL) return import_error_memory(t->error, t->file);
    memcpy(kept, t->properties, t->property_count * sizeof *kept);
    import_properties *owner =
        t->map->layer_count > 0 ? &t->layers[t->map->layer_count - 1].properties : &t->map->properties;
    owner->items = kept;
    owner->count = t->property_count;
    t->property_count = 0;
    return true;
}

static bool keep_text(table *t, const char *text, size_t length, const char **kept) {
    *kept = import_arena_text(&t->map->arena, text, length);
    return *kept != NULL || import_error_memory(t->error, t->file);
}

static bool read_property(table *t) {
    size_t name_length, value_length;
    import_property property = {.kind = "string"};
    void *list = t->properties;
    const char *name = import_text_word(&t->scan, &name_length),
               *value = import_text_rest(&t->scan, &value_length);
    if (name_length == 0) return wrong(t, "`property NAME VALUE` is wanted");
    if (!keep_text(t, name, name_length, &property.name) ||
        !keep_text(t, value, value_length, &property.value))
        return false;
    if (!import_grow(&list, &t->property_room, (size_t)t->property_count + 1, sizeof property))
        return import_error_memory(t->error, t->file);
    t->properties = list;
    t->properties[t->property_count++] = property;
    next_line(t);
    return true;
}

static bool read_legend(table *t) {
    size_t length;
    uint32_t cell;
    const char *word = import_text_word(&t->scan, &length);
    if (length != 1 || (unsigned char)*word >= 128 || *word == '#')
        return wrong(t, "`legend C ID` is wanted, C one character");
    if (!read_id(t, &cell)) return false;
    t->legend[(unsigned char)*word] = cell;
    if (!import_text_at_line_end(&t->scan)) return wrong(t, "nothing may stand behind the tile's number");
    next_line(t);
    return true;
}

static bool read_layer(table *t) {
    size_t length;
    const char *name = import_text_rest(&t->scan, &length);
    if (t->map->width == 0) return wrong(t, "`size COLUMNS,ROWS` must stand before the first layer");
    if (!end_properties(t) || !keep_text(t, name, length, &name)) return false;
    if (!next_line(t)) return wrong(t, "rows are missing");
    return add_layer(t, name, true);
}

/* Reads a statement, a layer with its rows, and goes to the line behind it. */
static bool read_part(table *t) {
    size_t length;
    if (import_text_at_line_end(&t->scan) || *t->scan.at == '#') {
        next_line(t);
        return true;
    }
    const char *word = import_text_word(&t->scan, &length);
    if (length == 8 && memcmp(word, "property", 8) == 0) return read_property(t);
    if (length == 6 && memcmp(word, "legend", 6) == 0) return read_legend(t);
    if (length == 5 && memcmp(word, "layer", 5) == 0) return read_layer(t);
    if (length != 4 || memcmp(word, "size", 4) != 0) {
        t->scan.at = t->line_start;
        return wrong(t, "size, property, legend or layer is wanted here");
    }
    if (t->map->width != 0) return wrong(t, "the size stands here twice");
    if (!read_size(t)) return false;
    next_line(t);
    return true;
}

static bool read_longer(table *t) {
    next_line(t);
    while (t->scan.at < t->scan.end) {
        if (!read_part(t)) return false;
    }
    if (t->map->layer_count == 0) return wrong(t, "there is no layer");
    return end_properties(t);
}

/* Finishes the map. A table names no set, so the map gets one of as many tiles as may occur. */
static bool finish(table *t) {
    import_tilemap *map = t->map;
    import_tileset *set = import_arena_take(&map->arena, sizeof *set);
    import_map_layer *layers = import_arena_take(&map->arena, map->layer_count * sizeof *layers);
    if (set == NULL || layers == NULL) return import_error_memory(t->error, t->file);
    memcpy(layers, t->layers, map->layer_count * sizeof *layers);
    *set = (import_tileset){.name = "", .first = 1, .count = t->tiles};
    map->layers = layers;
    map->sets = set;
    map->set_count = 1;
    return true;
}

bool import_tile_table_parse(const char *file, const char *text, size_t size, uint32_t tiles,
                             import_tilemap *map, tool_error *error) {
    table *t = calloc(1, sizeof *t);
    memset(map, 0, sizeof *map);
    if (t == NULL) return import_error_memory(error, file);
    t->file = file;
    t->scan = import_text_open(text, size);
    t->map = map;
    t->error = error;
    t->tiles = tiles == 0 || tiles > TILES_MOST ? TILES_MOST : tiles;
    t->line_start = t->scan.at;
    for (int i = 0; i < 256; i++) t->legend[i] = LEGEND_UNKNOWN;
    t->legend['.'] = 0;
    size_t length;
    import_text head = t->scan;
    const char *word = import_text_rest(&head, &length);
    bool longer = length == 9 && memcmp(word, "oxtiles 1", 9) == 0;
    bool ok = (longer ? read_longer(t) : read_short(t)) && finish(t);
    free(t->layers);
    free(t->properties);
    free(t);
    if (!ok) import_tilemap_free(map);
    return ok;
}

/* ---- writing ---- */

static void put(writer *out, const char *text) { writer_bytes(out, text, strlen(text)); }

static bool write_rows(const import_tilemap *map, const import_map_layer *layer, writer *out,
                       tool_error *error) {
    char number[16];
    for (size_t i = 0; i < (size_t)map->width * map->height; i++) {
        uint32_t cell = layer->cells[i];
        if ((cell & IMPORT_TILE_ID) > TILES_MOST)
            return import_error_file(error, NULL, "cell %zu: tiles above %d cannot be written", i,
                                     TILES_MOST - 1);
        snprintf(number, sizeof number, "%ld", (long)(cell & IMPORT_TILE_ID) - 1);
        put(out, number);
        for (int turn = 0; turn < TURNS && (cell & IMPORT_TILE_ID) != 0; turn++) {
            if ((cell & turns[turn].flag) != 0) writer_bytes(out, &turns[turn].letter, 1);
        }
        put(out, (i + 1) % map->width == 0 ? "\n" : ",");
    }
    return true;
}

static bool is_one_line(const char *text) { return strpbrk(text, "\r\n\\") == NULL; }

static bool write_properties(const import_properties *properties, writer *out, tool_error *error) {
    for (uint32_t i = 0; i < properties->count; i++) {
        const import_property *p = &properties->items[i];
        if (!is_one_line(p->name) || !is_one_line(p->value) || strpbrk(p->name, " \t") != NULL ||
            p->name[0] == 0) {
            return import_error_file(error, NULL,
                                     "property `%s` cannot be written: blanks in its name, or several lines",
                                     p->name);
        }
        put(out, "property ");
        put(out, p->name);
        put(out, " ");
        put(out, p->value);
        put(out, "\n");
    }
    return true;
}

static const import_map_layer *next_tiles(const import_tilemap *map, uint32_t from) {
    for (uint32_t i = from; i < map->layer_count; i++) {
        if (map->layers[i].kind == IMPORT_LAYER_TILES) return &map->layers[i];
    }
    return NULL;
}

bool import_tile_table_write(const import_tilemap *map, const char *comment, bool longer, writer *out,
                             tool_error *error) {
    char size[40];
    const import_map_layer *layer = next_tiles(map, 0);
    if (layer == NULL) return import_error_file(error, NULL, "the map has no layer of tiles");
    if (!is_one_line(comment)) return import_error_file(error, NULL, "the comment must be one line");
    snprintf(size, sizeof size, "%u,%u\n", (unsigned)map->width, (unsigned)map->height);
    if (!longer) {
        put(out, comment);
        put(out, "\n");
        put(out, size);
        return write_rows(map, layer, out, error);
    }
    put(out, "oxtiles 1\n# ");
    put(out, comment);
    put(out, "\nsize ");
    put(out, size);
    if (!write_properties(&map->properties, out, error)) return false;
    for (; layer != NULL; layer = next_tiles(map, (uint32_t)(layer - map->layers) + 1)) {
        if (!is_one_line(layer->name))
            return import_error_file(error, NULL, "a layer's name has several lines");
        put(out, "layer ");
        put(out, layer->name);
        put(out, "\n");
        if (!write_rows(map, layer, out, error) || !write_properties(&layer->properties, out, error))
            return false;
    }
    return true;
}

/* Maps of every kind: told apart by their beginning; the code that all of them share. */
#include "tools/import/tile/tilemap.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/import/base/limit.h"
#include "tools/import/base/text.h"
#include "tools/import/tile/tiled.h"

bool import_tilemap_load(const char *path, import_tilemap *map, tool_error *error) {
    uint8_t *data;
    size_t size;
    memset(map, 0, sizeof *map);
    if (!import_file_read(path, &data, &size, error)) return false;
    bool ok = import_tilemap_from_memory(path, (const char *)data, size, map, error);
    free(data);
    return ok;
}

bool import_tilemap_from_memory(const char *path, const char *text, size_t size, import_tilemap *map,
                                tool_error *error) {
    size_t at = import_text_mark(text, size);
    while (at < size && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n')) at++;
    if (at < size && (text[at] == '<' || text[at] == '{')) {
        memset(map, 0, sizeof *map);
        if (tiled_read(path, text, size, map, error)) return true;
        import_tilemap_free(map);
        return false;
    }
    if (size - at >= 11 && memcmp(text + at, "type octile", 11) == 0)
        return import_octile_parse(path, text, size, map, error);
    return import_tile_table_parse(path, text, size, 0, map, error);
}

void import_tilemap_free(import_tilemap *map) {
    import_arena_free(&map->arena);
    memset(map, 0, sizeof *map);
}

const import_tileset *import_tilemap_set(const import_tilemap *map, uint32_t cell, uint32_t *number) {
    uint32_t id = cell & IMPORT_TILE_ID, low = 0, high = map->set_count;
    while (low < high) { /* the last set that begins at or before the id */
        uint32_t middle = (low + high) / 2;
        if (map->sets[middle].first <= id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return NULL;
    const import_tileset *set = &map->sets[low - 1];
    *number = id - set->first;
    return set->count == 0 || *number < set->count || set->image == NULL ? set : NULL;
}

const import_property *import_property_find(const import_properties *properties, const char *name) {
    for (uint32_t i = 0; i < properties->count; i++) {
        if (strcmp(properties->items[i].name, name) == 0) return &properties->items[i];
    }
    return NULL;
}

/* ---- octile maps: four lines of head, then one character a cell ---- */

static bool octile_size(import_text *scan, const char *file, const char *word, uint32_t *value,
                        tool_error *error) {
    size_t length;
    long long number = 0;
    const char *found = import_text_word(scan, &length);
    import_text_skip_blanks(scan);
    if (length != strlen(word) || memcmp(found, word, length) != 0 || !import_text_integer(scan, &number) ||
        number < 1 || number > IMPORT_TILEMAP_SIDE) {
        return import_error_line(error, file, scan->line, "`%s N` is wanted, N from 1 to %d", word,
                                 IMPORT_TILEMAP_SIDE);
    }
    *value = (uint32_t)number;
    import_text_next_line(scan);
    return true;
}

static bool octile_rows(import_text *scan, import_tilemap *map, uint32_t *cells, const char *file,
                        tool_error *error) {
    static const char kinds[] = ".@TSWGO";
    static const uint8_t tiles[] = {0, 1, 2, 3, 4, 0, 1};
    for (uint32_t y = 0; y < map->height; y++) {
        const char *row = scan->at, *stop = row;
        while (!import_text_at_line_end(scan)) scan->at++;
        if ((size_t)(scan->at - row) != map->width) {
            return import_error_line(error, file, scan->line, "%zu cells where %u are wanted",
                                     (size_t)(scan->at - row), (unsigned)map->width);
        }
        for (uint32_t x = 0; x < map->width; x++, stop++) {
            const char *kind = *stop == 0 ? NULL : strchr(kinds, *stop);
            if (kind == NULL) {
                return import_error_line(error, file, scan->line, "column %u: cells are one of %s",
                                         (unsigned)x + 1, kinds);
            }
            cells[(size_t)y * map->width + x] = tiles[kind - kinds] + 1u;
        }
        import_text_next_line(scan);
    }
    while (scan->at < scan->end && import_text_at_line_end(scan)) import_text_next_line(scan);
    return scan->at >= scan->end ||
           import_error_line(error, file, scan->line, "more than the %u rows", (unsigned)map->height);
}

static bool octile(import_text *scan, const char *file, import_tilemap *map, tool_error *error) {
    size_t length;
    import_text_next_line(scan);
    if (!octile_size(scan, file, "height", &map->height, error) ||
        !octile_size(scan, file, "width", &map->width, error))
        return false;
    const char *word = import_text_word(scan, &length);
    if (length != 3 || memcmp(word, "map", 3) != 0)
        return import_error_line(error, file, scan->line, "`map` is wanted here");
    import_text_next_line(scan);
    if (!import_limit_cells(file, (uint64_t)map->width * map->height, error)) return false;
    if ((size_t)map->width * map->height > IMPORT_TILEMAP_CELLS ||
        (size_t)(scan->end - scan->at) < (size_t)map->width * map->height) {
        return import_error_line(error, file, scan->line, "%u x %u cells are more than the file holds",
                                 (unsigned)map->width, (unsigned)map->height);
    }
    import_map_layer *layer = import_arena_take(&map->arena, sizeof *layer);
    import_tileset *set = import_arena_take(&map->arena, sizeof *set);
    uint32_t *cells = import_arena_take(&map->arena, (size_t)map->width * map->height * sizeof *cells);
    if (layer == NULL || set == NULL || cells == NULL) return import_error_memory(error, file);
    *set = (import_tileset){.name = "octile", .first = 1, .count = 5};
    *layer = (import_map_layer){
        .kind = IMPORT_LAYER_TILES, .name = "map", .visible = true, .opacity = 1, .cells = cells};
    map->sets = set;
    map->layers = layer;
    map->set_count = map->layer_count = 1;
    return octile_rows(scan, map, cells, file, error);
}

bool import_octile_parse(const char *file, const char *text, size_t size, import_tilemap *map,
                         tool_error *error) {
    import_text scan = import_text_open(text, size);
    memset(map, 0, sizeof *map);
    if (octile(&scan, file, map, error)) return true;
    import_tilemap_free(map);
    return false;
}

/* Cutting pictures into tiles, and putting them together. */
#include "tools/import/tile/tile_cut.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"

typedef struct cutter {
    const char *name;
    const import_image *image;
    uint32_t width, height; /* of a tile */
    bool flips;
    import_record_set set; /* RGBA of the different tiles */
    uint8_t *tile, *turned;
    tool_error *error;
} cutter;

/* The source of pixel x, y of a tile that is drawn with `flags`: diagonal first, then mirrored (the order of
 * Tiled). */
static void source_of(uint32_t flags, uint32_t width, uint32_t height, uint32_t x, uint32_t y,
                      uint32_t *from_x, uint32_t *from_y) {
    uint32_t u = flags & IMPORT_TILE_FLIP_X ? width - 1 - x : x,
             v = flags & IMPORT_TILE_FLIP_Y ? height - 1 - y : y;
    *from_x = flags & IMPORT_TILE_FLIP_DIAGONAL ? v : u;
    *from_y = flags & IMPORT_TILE_FLIP_DIAGONAL ? u : v;
}

static void read_tile(const cutter *c, uint32_t column, uint32_t row) {
    for (uint32_t y = 0; y < c->height; y++) {
        const uint8_t *from = c->image->rgba + 4 * ((size_t)(row * c->height + y) * (size_t)c->image->width +
                                                    column * c->width);
        memcpy(c->tile + (size_t)4 * y * c->width, from, (size_t)4 * c->width);
    }
    for (size_t i = 0; i < (size_t)c->width * c->height; i++) { /* a transparent pixel has no colour */
        if (c->tile[4 * i + 3] == 0) memset(c->tile + 4 * i, 0, 3);
    }
}

static bool is_empty(const cutter *c) {
    for (size_t i = 0; i < (size_t)c->width * c->height; i++) {
        if (c->tile[4 * i + 3] != 0) return false;
    }
    return true;
}

/* Draws the tile with `flags` into c->turned. */
static void turn(const cutter *c, uint32_t flags) {
    for (uint32_t y = 0; y < c->height; y++) {
        for (uint32_t x = 0; x < c->width; x++) {
            uint32_t u, v;
            source_of(flags, c->width, c->height, x, y, &u, &v);
            memcpy(c->turned + 4 * ((size_t)y * c->width + x), c->tile + 4 * ((size_t)v * c->width + u), 4);
        }
    }
}

/* The flags that undo `flags`: mirrors undo themselves, a diagonal exchanges them. */
static uint32_t inverse(uint32_t flags) {
    if ((flags & IMPORT_TILE_FLIP_DIAGONAL) == 0) return flags;
    uint32_t back = IMPORT_TILE_FLIP_DIAGONAL;
    if (flags & IMPORT_TILE_FLIP_X) back |= IMPORT_TILE_FLIP_Y;
    if (flags & IMPORT_TILE_FLIP_Y) back |= IMPORT_TILE_FLIP_X;
    return back;
}

/* Adds a tile to the set. The least of its turned forms stands for all of them; the flags in *cell turn that
 * form back into the tile. */
static bool add_tile(cutter *c, uint32_t *cell) {
    size_t bytes = (size_t)4 * c->width * c->height;
    uint8_t *least = malloc(bytes);
    uint32_t flags = 0, combinations = !c->flips ? 1 : c->width == c->height ? 8 : 4;
    if (least == NULL) return false;
    memcpy(least, c->tile, bytes);
    for (uint32_t i = 1; i < combinations; i++) {
        uint32_t with = (i & 1 ? IMPORT_TILE_FLIP_X : 0) | (i & 2 ? IMPORT_TILE_FLIP_Y : 0) |
                        (i & 4 ? IMPORT_TILE_FLIP_DIAGONAL : 0);
        turn(c, with);
        if (memcmp(c->turned, least, bytes) >= 0) continue;
        memcpy(least, c->turned, bytes);
        flags = inverse(with);
    }
    uint32_t number = import_record_set_add(&c->set, least);
    free(least);
    *cell = (number + 1) | flags;
    return number != IMPORT_INTERN_FAILED;
}

static bool cut_all(cutter *c, import_tilemap *map, uint32_t *cells) {
    for (uint32_t row = 0; row < map->height; row++) {
        for (uint32_t column = 0; column < map->width; column++) {
            uint32_t *cell = &cells[(size_t)row * map->width + column];
            read_tile(c, column, row);
            if (!is_empty(c) && !add_tile(c, cell)) return false;
        }
    }
    return true;
}

static bool draw_set(const cutter *c, uint32_t columns, import_image *tiles) {
    uint32_t rows = (c->set.count + columns - 1) / columns;
    if (!import_image_allocate(c->name, (long)(columns * c->width),
                               (long)((rows == 0 ? 1 : rows) * c->height), false, tiles, c->error)) {
        return false;
    }
    for (uint32_t t = 0; t < c->set.count; t++) {
        const uint8_t *from = c->set.records + c->set.record_size * t;
        for (uint32_t y = 0; y < c->height; y++) {
            size_t place =
                (size_t)(t / columns * c->height + y) * (size_t)tiles->width + t % columns * c->width;
            memcpy(tiles->rgba + 4 * place, from + (size_t)4 * y * c->width, (size_t)4 * c->width);
        }
    }
    import_image_find_alpha(tiles);
    return true;
}

static bool check_size(const cutter *c) {
    uint32_t width = (uint32_t)c->image->width, height = (uint32_t)c->image->height;
    if (c->width == 0 || c->height == 0 || c->width > 1024 || c->height > 1024) {
        return import_error_file(c->error, c->name, "tiles of %u x %u pixels; 1 to 1024 are possible",
                                 (unsigned)c->width, (unsigned)c->height);
    }
    if (width % c->width == 0 && height % c->height == 0) return true;
    return import_error_file(c->error, c->name,
                             "the picture of %u x %u pixels is no whole number of tiles of %u x %u",
                             (unsigned)width, (unsigned)height, (unsigned)c->width, (unsigned)c->height);
}

static bool make_map(const cutter *c, uint32_t columns, import_tilemap *map, uint32_t **cells,
                     import_tileset **made) {
    map->width = (uint32_t)c->image->width / c->width;
    map->height = (uint32_t)c->image->height / c->height;
    map->tile_width = c->width;
    map->tile_height = c->height;
    import_map_layer *layer = import_arena_take(&map->arena, sizeof *layer);
    import_tileset *set = import_arena_take(&map->arena, sizeof *set);
    *cells = import_arena_take(&map->arena, (size_t)map->width * map->height * sizeof **cells);
    if (layer == NULL || set == NULL || *cells == NULL) return import_error_memory(c->error, c->name);
    *layer = (import_map_layer){
        .kind = IMPORT_LAYER_TILES, .name = "map", .visible = true, .opacity = 1, .cells = *cells};
    *set = (import_tileset){
        .name = "tiles", .first = 1, .tile_width = c->width, .tile_height = c->height, .columns = columns};
    map->layers = layer;
    map->sets = *made = set;
    map->layer_count = map->set_count = 1;
    return true;
}

bool import_tile_cut(const char *name, const import_image *image, const import_tile_cutting *how,
                     import_tilemap *map, import_image *tiles, tool_error *error) {
    const uint32_t tile_width = how->width, tile_height = how->height,
                   columns = how->columns == 0 ? 16 : how->columns;
    cutter c = {.name = name,
                .image = image,
                .width = tile_width,
                .height = tile_height,
                .flips = how->flips,
                .error = error};
    import_tileset *set = NULL;
    uint32_t *cells = NULL;
    memset(map, 0, sizeof *map);
    memset(tiles, 0, sizeof *tiles);
    if (!check_size(&c)) return false;
    size_t bytes = (size_t)4 * tile_width * tile_height;
    c.set.record_size = bytes;
    c.tile = malloc(bytes);
    c.turned = malloc(bytes);
    bool ok = c.tile != NULL && c.turned != NULL && make_map(&c, columns, map, &cells, &set) &&
              cut_all(&c, map, cells);
    if (!ok) import_error_memory(error, name);
    ok = ok && draw_set(&c, columns, tiles);
    if (ok) set->count = c.set.count;
    import_record_set_free(&c.set);
    free(c.tile);
    free(c.turned);
    if (!ok) import_tilemap_free(map);
    return ok;
}

/* ---- drawing ---- */

bool import_tilemap_draw(const char *name, const import_tilemap *map, const import_map_layer *layer,
                         const import_image *tiles, import_image *picture, tool_error *error) {
    memset(picture, 0, sizeof *picture);
    if (map->kind != IMPORT_TILEMAP_ORTHOGONAL || layer->cells == NULL)
        return import_error_file(error, name, "only tiles of orthogonal maps are drawn");
    if (!import_image_allocate(name, (long)(map->width * map->tile_width),
                               (long)(map->height * map->tile_height), false, picture, error))
        return false;
    for (size_t i = 0; i < (size_t)map->width * map->height; i++) {
        uint32_t number, cell = layer->cells[i];
        const import_tileset *set = import_tilemap_set(map, cell, &number);
        if (set == NULL || set->columns == 0) continue;
        uint32_t left = set->margin + number % set->columns * (set->tile_width + set->spacing);
        uint32_t top = set->margin + number / set->columns * (set->tile_height + set->spacing);
        if (left + set->tile_width > (uint32_t)tiles->width ||
            top + set->tile_height > (uint32_t)tiles->height)
            continue;
        for (uint32_t y = 0; y < map->tile_height; y++) {
            for (uint32_t x = 0; x < map->tile_width; x++) {
                uint32_t u, v;
                source_of(cell, map->tile_width, map->tile_height, x, y, &u, &v);
                if (u >= set->tile_width || v >= set->tile_height) continue;
                size_t to = (i / map->width * map->tile_height + y) * (size_t)picture->width +
                            i % map->width * map->tile_width + x;
                memcpy(picture->rgba + 4 * to,
                       tiles->rgba + 4 * ((size_t)(top + v) * (size_t)tiles->width + left + u), 4);
            }
        }
    }
    import_image_find_alpha(picture);
    return true;
}

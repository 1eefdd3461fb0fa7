/* Converts tile maps into chunks: cells of every layer, objects and properties, and the tile set that they show. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/tilemap_level.h"
#include "tools/convert/tiles.h"
#include "tools/import/tile/tile_cut.h"
#include "tools/record_writer.h"

enum { TURNED_NUMBERS = 1024, CELL_FLIP_X = 1024, CELL_FLIP_Y = 2048 };

typedef struct map_job {
    tile_job tiles;
    const import_tilemap *map;
    rom_tile_map_record r;
    bool outer;     /* cart.txt names the tile set; numbers are taken as they are */
    uint32_t bytes; /* bytes a cell: 1, 2, or 0: as needed */
    uint32_t most;  /* largest number of a tile */
    writer points, properties, texts, objects;
    uint32_t *text_at;
    uint32_t text_room;
} map_job;

static bool no_memory(const map_job *job) {
    return import_error_memory(job->tiles.source->error, job->tiles.source->path);
}

/* ---- cells ---- */

/* The number that a cell of the file has in the made set. */
static uint32_t number_of(const map_job *job, uint32_t cell) {
    uint32_t number = (cell & IMPORT_TILE_ID) - 1, index;
    if (job->outer) return number;
    const import_tileset *set = import_tilemap_set(job->map, cell, &number);
    index = set == NULL ? 0 : (uint32_t)(set - job->map->sets);
    return job->tiles.made_of[(cell & IMPORT_TILE_FLIP_DIAGONAL) != 0][job->tiles.starts[index] + number] - 1;
}

/* A cell as the chunk holds it. Tiled exchanges x and y first, then mirrors. The set holds tiles with x and y
 * exchanged, so a cell only needs the mirrors. */
static uint32_t packed_cell(const map_job *job, uint32_t cell) {
    if ((cell & IMPORT_TILE_ID) == 0) return job->r.empty;
    uint32_t number = number_of(job, cell);
    if ((job->r.flags & ROM_TILE_MAP_TURNS) == 0) return number;
    return number | ((cell & IMPORT_TILE_FLIP_X) != 0 ? CELL_FLIP_X : 0u) |
           ((cell & IMPORT_TILE_FLIP_Y) != 0 ? CELL_FLIP_Y : 0u);
}

/* Finds out what the cells hold when no set is made for them: mirrored tiles, empty cells, the largest number. */
static bool look_at_cells(map_job *job) {
    for (uint32_t l = 0; l < job->map->layer_count; l++) {
        const import_map_layer *layer = &job->map->layers[l];
        for (size_t i = 0;
             layer->kind == IMPORT_LAYER_TILES && i < (size_t)job->map->width * job->map->height; i++) {
            uint32_t cell = layer->cells[i], id = cell & IMPORT_TILE_ID;
            if ((cell & (IMPORT_TILE_FLIP_DIAGONAL | IMPORT_TILE_TURN_60)) != 0)
                return import_error_file(
                    job->tiles.source->error, job->tiles.source->path,
                    "layer `%s` has turned tiles; without tiles=... their set can be made", layer->name);
            job->tiles.has_turns =
                job->tiles.has_turns || (cell & (IMPORT_TILE_FLIP_X | IMPORT_TILE_FLIP_Y)) != 0;
            job->tiles.has_empty = job->tiles.has_empty || id == 0;
            if (id > 0 && id - 1 > job->most) job->most = id - 1;
        }
    }
    return true;
}

/* Chooses the bytes of a cell, and the number of an empty cell. */
static bool choose_cells(map_job *job) {
    const pack_source *s = job->tiles.source;
    uint32_t taken = job->most + 1u + (job->tiles.has_empty ? 1u : 0u); /* numbers that are wanted */
    bool turns = job->tiles.has_turns;
    if (turns && job->bytes == 1)
        return convert_option_wrong(s, "bytes", "the map has mirrored tiles, which need bytes=2");
    if (turns && taken > TURNED_NUMBERS)
        return import_error_file(
            s->error, s->path,
            "%u tiles in a map with mirrored ones; at most %d are possible, write used=on or divide it",
            (unsigned)taken, TURNED_NUMBERS);
    if (job->bytes == 1 && taken > 256)
        return convert_option_wrong(s, "bytes", "%u tiles do not fit a byte; write bytes=2 or leave it out",
                                    (unsigned)taken);
    if (taken > 65536) return import_error_file(s->error, s->path, "more than 65536 tiles; divide the map");
    /* A game may remove tiles, so an empty cell has a number wherever that takes no larger cells. */
    const uint32_t room = turns ? TURNED_NUMBERS : taken > 256 || job->bytes == 2 ? 65536 : 256;
    job->tiles.has_empty = job->tiles.has_empty || taken < room;
    job->r.element = (uint8_t)(turns || taken > 256 || job->bytes == 2 ? 2 : 1);
    job->r.empty = (uint16_t)(turns ? TURNED_NUMBERS - 1 : job->r.element == 1 ? 255 : 65535);
    job->r.flags =
        (uint16_t)((turns ? ROM_TILE_MAP_TURNS : 0) | (job->tiles.has_empty ? ROM_TILE_MAP_HAS_EMPTY : 0) |
                   (job->map->stagger_x ? ROM_TILE_MAP_STAGGER_X : 0) |
                   (job->map->stagger_even ? ROM_TILE_MAP_STAGGER_EVEN : 0));
    return true;
}

static bool put_layers(map_job *job, writer *out) {
    const import_tilemap *map = job->map;
    uint32_t bytes = map->width * map->height * job->r.element, count = 0;
    for (uint32_t l = 0; l < map->layer_count; l++) count += map->layers[l].kind == IMPORT_LAYER_TILES;
    if (count == 0)
        return import_error_file(job->tiles.source->error, job->tiles.source->path,
                                 "the map has no layer of tiles; add one");
    job->r.layer_count = count;
    job->r.layers_at = (uint32_t)out->size;
    uint32_t done = 0;
    for (uint32_t l = 0; l < map->layer_count; l++) {
        const import_map_layer *layer = &map->layers[l];
        double x = writer_round(layer->offset_x), y = writer_round(layer->offset_y);
        if (layer->kind != IMPORT_LAYER_TILES) continue;
        if (x < -32768 || x > 32767 || y < -32768 || y > 32767)
            return import_error_file(job->tiles.source->error, job->tiles.source->path,
                                     "layer `%s` is moved by more than 32767 pixels", layer->name);
        const rom_map_layer_record row = {rom_id(layer->name),
                                          done * bytes,
                                          bytes,
                                          (int16_t)x,
                                          (int16_t)y,
                                          layer->visible ? ROM_MAP_LAYER_SHOWN : 0,
                                          (uint8_t)(layer->opacity * 255 + 0.5),
                                          {0}};
        record_add_map_layer(out, &row);
        done++;
    }
    job->r.cells_at = job->r.layer_cells_at = (uint32_t)out->size;
    job->r.cell_bytes = bytes;
    job->r.layer_bytes = bytes * count;
    for (uint32_t l = 0; l < map->layer_count; l++) {
        const import_map_layer *layer = &map->layers[l];
        for (size_t i = 0; layer->kind == IMPORT_LAYER_TILES && i < (size_t)map->width * map->height; i++) {
            uint32_t cell = packed_cell(job, layer->cells[i]);
            if (job->r.element == 1) writer_u8(out, cell);
            if (job->r.element == 2) writer_u16(out, cell);
        }
    }
    writer_align(out, 4);
    return true;
}

/* ---- objects ---- */

static bool put_properties(map_job *job, const import_properties *from) {
    for (uint32_t i = 0; i < from->count; i++) {
        rom_map_property_record row;
        if (job->r.property_count == job->text_room) {
            uint32_t *grown = realloc(job->text_at, (size_t)(job->text_room * 2 + 64) * sizeof *grown);
            if (grown == NULL) return no_memory(job);
            job->text_at = grown;
            job->text_room = job->text_room * 2 + 64;
        }
        if (!convert_map_property(&job->tiles, &from->items[i], &row, &job->texts,
                                  &job->text_at[job->r.property_count]))
            return false;
        record_add_map_property(&job->properties, &row);
        job->r.property_count++;
    }
    return true;
}

static bool pixels(const map_job *job, const import_map_object *o, double value, int32_t *to) {
    if (value >= -32768 && value < 32768) {
        *to = (int32_t)writer_fx(value);
        return true;
    }
    return import_error_file(job->tiles.source->error, job->tiles.source->path,
                             "object %u `%.60s` lies or reaches %g pixels away; at most 32767 are possible",
                             (unsigned)o->id, o->name, value);
}

static bool put_object(map_job *job, const import_map_object *o, uint32_t behind) {
    static const uint8_t shapes[] = {1, 2, 0, 3, 4, 5}; /* by import_shape */
    const pack_source *s = job->tiles.source;
    if (o->shape == IMPORT_SHAPE_TEXT) {
        pack_companion_note(
            s, "tilemap %s: object %u is a <text>, which is left out; write a point with a property",
            s->asset->name, (unsigned)o->id);
        return true;
    }
    double turn = writer_round(o->rotation / 360 * 65536);
    rom_map_object_record row = {.name = o->name[0] == 0 ? 0 : rom_id(o->name),
                                 .kind = o->kind[0] == 0 ? 0 : rom_id(o->kind),
                                 .shape = shapes[o->shape],
                                 .rotation = (uint16_t)((int64_t)turn & 0xFFFF),
                                 .layer = (uint16_t)behind,
                                 .first_point = job->r.point_count,
                                 .point_count = o->point_count,
                                 .first_property = job->r.property_count,
                                 .property_count = o->properties.count};
    bool area = o->shape != IMPORT_SHAPE_POINT && o->shape != IMPORT_SHAPE_TILE;
    row.role = area                                               ? ROM_MAP_OBJECT_REGION
               : o->kind[0] != 0 || o->shape == IMPORT_SHAPE_TILE ? ROM_MAP_OBJECT_SPAWNER
                                                                  : ROM_MAP_OBJECT_LOCATOR;
    if (o->shape == IMPORT_SHAPE_TILE && (o->tile & IMPORT_TILE_ID) != 0)
        row.cell = (uint16_t)packed_cell(job, o->tile);
    if (!pixels(job, o, o->x, &row.x) || !pixels(job, o, o->y, &row.y) ||
        !pixels(job, o, o->width, &row.width) || !pixels(job, o, o->height, &row.height))
        return false;
    for (uint32_t i = 0; i < o->point_count; i++) {
        rom_map_point_record point = {0, 0};
        if (!pixels(job, o, o->points[2 * i], &point.x) || !pixels(job, o, o->points[2 * i + 1], &point.y))
            return false;
        record_add_map_point(&job->points, &point);
    }
    job->r.point_count += o->point_count;
    job->r.object_count++;
    record_add_map_object(&job->objects, &row);
    return put_properties(job, &o->properties);
}

static bool put_objects(map_job *job) {
    const pack_source *s = job->tiles.source;
    uint32_t behind = 0;
    for (uint32_t l = 0; l < job->map->layer_count; l++) {
        const import_map_layer *layer = &job->map->layers[l];
        behind += layer->kind == IMPORT_LAYER_TILES;
        if (layer->kind == IMPORT_LAYER_IMAGE)
            pack_companion_note(
                s, "tilemap %s: layer `%.60s` is an <imagelayer>, which is left out; draw it as a texture",
                s->asset->name, layer->name);
        if (layer->properties.count > 0)
            pack_companion_note(
                s,
                "tilemap %s: the properties of layer `%.60s` are left out; write them to the map "
                "or to objects",
                s->asset->name, layer->name);
        for (uint32_t i = 0; i < layer->object_count; i++) {
            if (!put_object(job, &layer->objects[i], behind)) return false;
        }
    }
    return true;
}

static void put_lists(map_job *job, writer *out) {
    rom_tile_map_record *r = &job->r;
    r->objects_at = r->object_count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, job->objects.data, job->objects.size);
    r->points_at = r->point_count == 0 ? 0 : (uint32_t)out->size;
    writer_bytes(out, job->points.data, job->points.size);
    r->properties_at = r->property_count == 0 ? 0 : (uint32_t)out->size;
    uint32_t texts = (uint32_t)(out->size + job->properties.size);
    for (uint32_t i = 0; i < r->property_count; i++) {
        size_t at = (size_t)i * ROM_MAP_PROPERTY_SIZE + ROM_MAP_PROPERTY_TEXT;
        if (rom_u32(job->properties.data + at + 4) != 0)
            writer_put_u32(&job->properties, at, texts + job->text_at[i]);
    }
    writer_bytes(out, job->properties.data, job->properties.size);
    writer_bytes(out, job->texts.data, job->texts.size);
    writer_align(out, 4);
}

/* ---- the converter ---- */

static bool put_set(map_job *job) {
    const pack_source *s = job->tiles.source;
    char texture[CART_NAME_MAX];
    job->tiles.map = job->map;
    if (!convert_open_tiles(&job->tiles) || !convert_compound_name(s, "tiles", texture)) return false;
    if (job->tiles.made_count == 0)
        return import_error_file(s->error, s->path, "the map shows no tile at all");
    job->most = job->tiles.made_count - 1;
    writer *out = pack_companion_add(s, "tileset", s->asset->name, ROM_TAG_TILE_SET, ROM_TILE_SET_SIZE);
    job->r.tiles = pack_chunk_id("tileset", s->asset->name);
    return out != NULL && convert_make_tile_set(&job->tiles, texture, out);
}

static bool put_map(map_job *job, writer *out) {
    const import_tilemap *map = job->map;
    const pack_source *s = job->tiles.source;
    const char *tiles = pack_option(s->asset, "tiles");
    static const uint8_t layouts[] = {ROM_REGION_MAP_SQUARE, ROM_REGION_MAP_DIAMOND, ROM_REGION_MAP_STAGGERED,
                                      ROM_TILE_MAP_HEXAGONS};
    if (map->set_count == 0 && tiles == NULL)
        return import_error_line(s->error, s->c->path, s->asset->line,
                                 "tilemap `%s`: the file names no tile set; write tiles=NAME of a `tileset`",
                                 s->asset->name);
    job->outer = tiles != NULL;
    job->r.width = (uint16_t)map->width;
    job->r.height = (uint16_t)map->height;
    job->r.layout = layouts[map->kind];
    job->r.tile_width = (uint16_t)map->tile_width;
    job->r.tile_height = (uint16_t)map->tile_height;
    job->r.hexagon_side = (uint16_t)map->hexagon_side;
    if (job->outer) job->r.tiles = pack_chunk_id("tileset", tiles);
    if (!(job->outer ? look_at_cells(job) : put_set(job)) || !choose_cells(job) || !put_layers(job, out))
        return false;
    if (!put_properties(job, &map->properties)) return false;
    job->r.own_property_count = job->r.property_count;
    if (!put_objects(job) || !convert_tilemap_objects(s, map)) return false;
    put_lists(job, out);
    record_put_tile_map(out, 0, &job->r);
    pack_companion_note(s, "tilemap %s: %ux%u cells of %u bytes in %u layers, %u tiles, %u objects",
                        s->asset->name, (unsigned)map->width, (unsigned)map->height, job->r.element,
                        (unsigned)job->r.layer_count, (unsigned)job->tiles.made_count,
                        (unsigned)job->r.object_count);
    return true;
}

static bool convert_map(map_job *job, writer *out) {
    const pack_source *s = job->tiles.source;
    uint32_t width = 0, height = 0;
    bool cut, flips = true;
    import_tilemap map;
    import_image picture, tiles;
    if (!convert_option_pair(s, (convert_pair){"cut", 'x', 1024}, &width, &height, &cut) ||
        !convert_option_switch(s, "flips", &flips) ||
        !convert_option_switch(s, "used", &job->tiles.used_only) ||
        !convert_option_whole(s, "bytes", 1, 2, &job->bytes))
        return false;
    if (cut && (width == 0 || height == 0))
        return convert_option_wrong(s, "cut", "a tile has at least 1x1 pixels");
    if (!cut) {
        if (!import_tilemap_from_memory(s->path, (const char *)s->data, s->size, &map, s->error))
            return false;
        job->map = &map;
        bool ok = put_map(job, out);
        convert_close_tiles(&job->tiles);
        import_tilemap_free(&map);
        return ok;
    }
    if (!convert_picture(s, &picture)) return false;
    bool ok = import_tile_cut(s->path, &picture, &(import_tile_cutting){width, height, flips, 0}, &map,
                              &tiles, s->error);
    import_image_free(&picture);
    if (!ok) return false;
    job->map = &map;
    job->tiles.own = &tiles;
    ok = put_map(job, out);
    convert_close_tiles(&job->tiles);
    import_tilemap_free(&map);
    import_image_free(&tiles);
    return ok;
}

bool convert_tilemap(const pack_source *s, writer *out) {
    map_job job;
    memset(&job, 0, sizeof job);
    job.tiles.source = s;
    bool ok = convert_map(&job, out);
    ok = ok && !(job.points.failed || job.properties.failed || job.texts.failed || job.objects.failed);
    writer_free(&job.points);
    writer_free(&job.properties);
    writer_free(&job.texts);
    writer_free(&job.objects);
    free(job.text_at);
    return ok;
}

/* The chunk `maps`: which maps of tiles are in which scenes. */
#include <string.h>

#include "rom/rom.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

/* The chunk of a map's name: of a tilemap, or of regions, which have neither a set of their own nor layers; 0 after an error. */
static uint32_t map_id(pack_job *job, const cart_scene_map *map) {
    for (uint32_t i = 0; i < job->c->asset_count; i++) {
        const cart_asset *asset = &job->c->assets[i];
        const bool regions = strcmp(asset->kind, "regions") == 0;
        if (rom_id(asset->name) != rom_id(map->name) || (!regions && strcmp(asset->kind, "tilemap") != 0))
            continue;
        if (regions && (map->set_count == 0 || map->standing_count + map->ground_count > 0)) {
            pack_wrong(job, map->line, "`%s` is regions: %s", map->name,
                       map->set_count == 0 ? "say by tiles= with which tileset they are shown"
                                           : "they have no layers, so leave out standing= and ground=");
            return 0;
        }
        return pack_chunk_id(asset->kind, asset->name);
    }
    pack_wrong(job, map->line, "there is no tilemap `%s`; add a line `tilemap %s FILE`", map->name,
               map->name);
    return 0;
}

/* Whether the cart has a tile set, as an asset or brought by a tilemap. */
static bool has_set(const pack_job *job, const char *name) {
    for (uint32_t i = 0; i < job->chunks.count; i++)
        if (job->chunks.chunks[i].type == ROM_TAG_TILE_SET &&
            job->chunks.chunks[i].id == pack_chunk_id("tileset", name))
            return true;
    return false;
}

/* The number of a layer in a TMAP chunk, -1 when it has none of that name. */
static int find_layer(const uint8_t *chunk, const char *name) {
    const uint8_t *row = chunk + rom_word(chunk + ROM_TILE_MAP_LAYERS_AT);
    const uint32_t count = rom_word(chunk + ROM_TILE_MAP_LAYER_COUNT);
    for (uint32_t i = 0; i < count; i++, row += ROM_MAP_LAYER_SIZE)
        if (rom_word(row + ROM_MAP_LAYER_NAME) == rom_id(name)) return (int)i;
    return -1;
}

/* The bits of the layers of a map that stand. */
static bool find_standing(pack_job *job, const cart_scene_map *map, uint32_t id, uint32_t *flags) {
    enum { MOST = 32 - ROM_SCENE_MAP_STANDING };
    const uint8_t *chunk = NULL;
    for (uint32_t i = 0; i < job->chunks.count; i++)
        if (job->chunks.chunks[i].type == ROM_TAG_TILE_MAP && job->chunks.chunks[i].id == id)
            chunk = job->chunks.chunks[i].bytes.data;
    for (uint32_t i = 0; chunk != NULL && i < map->standing_count; i++) {
        const int layer = find_layer(chunk, map->standing[i]);
        if (layer < 0)
            return pack_wrong(job, map->line, "the map `%s` has no layer `%s` that could stand", map->name,
                              map->standing[i]);
        if (layer >= MOST)
            return pack_wrong(job, map->line,
                              "the layer `%s` of the map `%s` is number %d; layers 0 to %d can stand",
                              map->standing[i], map->name, layer, MOST - 1);
        *flags |= 1u << (layer + ROM_SCENE_MAP_STANDING);
    }
    return true;
}

/* Warns where tiles stand in a scene that sorts nothing. */
static void look_at_sorting(pack_job *job, const cart_scene *scene, const cart_scene_map *map) {
    bool sorted = map->standing_count == 0;
    for (uint32_t i = 0; i < scene->layer_count; i++) sorted = sorted || scene->layers[i].sorted;
    if (!sorted)
        pack_warn(
            job, map->line,
            "no layer of the scene `%s` sorts what stands in it, so sprites cover all tiles of `%s`: write "
            "`layer main sort=y`",
            scene->name, map->name);
}

static bool put_map(pack_job *job, const cart_scene *scene, const cart_scene_map *map, writer *rows,
                    writer *sets) {
    rom_scene_map_record row = {.scene = pack_chunk_id("scene", scene->name),
                                .name = rom_id(map->name),
                                .map = map_id(job, map),
                                .layer = map->layer[0] == 0 ? 0 : rom_id(map->layer),
                                .x = (int32_t)writer_fx(map->at[0]),
                                .y = (int32_t)writer_fx(map->at[1]),
                                .wrap = (uint8_t)map->wrap,
                                .outside = (uint8_t)map->outside,
                                .outer = (uint16_t)map->outer,
                                .first_set = (uint16_t)(sets->size / ROM_SCENE_MAP_SET_SIZE),
                                .set_count = (uint16_t)map->set_count,
                                .flags = map->no_ground ? ROM_SCENE_MAP_NO_GROUND : 0};
    if (row.map == 0 || !find_standing(job, map, row.map, &row.flags)) return false;
    look_at_sorting(job, scene, map);
    for (uint32_t i = 0; i < map->ground_count; i++) row.ground[i] = rom_id(map->grounds[i]);
    for (uint32_t i = 0; i < map->set_count; i++) {
        const rom_scene_map_set_record set = {rom_id(map->sets[i]), pack_chunk_id("tileset", map->sets[i])};
        if (!has_set(job, map->sets[i]))
            return pack_wrong(job, map->line,
                              "there is no tileset `%s`; add a line `tileset %s PICTURE tile=WxH`",
                              map->sets[i], map->sets[i]);
        record_add_scene_map_set(sets, &set);
    }
    record_add_scene_map(rows, &row);
    return true;
}

bool pack_maps(pack_job *job) {
    writer rows = {0}, sets = {0}, *out;
    bool ok = true;
    for (uint32_t s = 0; ok && s < job->c->scene_count; s++) {
        const cart_scene *scene = &job->c->scenes[s];
        for (uint32_t i = 0; ok && i < scene->map_count && pack_is_wanted(job, "scene", scene->name); i++)
            ok = put_map(job, scene, &scene->maps[i], &rows, &sets);
    }
    const rom_scene_maps_record r = {.count = (uint32_t)(rows.size / ROM_SCENE_MAP_SIZE),
                                     .at = ROM_SCENE_MAPS_SIZE,
                                     .set_count = (uint32_t)(sets.size / ROM_SCENE_MAP_SET_SIZE),
                                     .sets_at =
                                         sets.size == 0 ? 0 : (uint32_t)(ROM_SCENE_MAPS_SIZE + rows.size)};
    if (ok && r.count > 0) {
        out = assemble_add(&job->chunks, "maps", ROM_TAG_SCENE_MAPS, ROM_SCENE_MAPS_SIZE);
        ok = out != NULL;
        if (ok) {
            writer_bytes(out, rows.data, rows.size);
            writer_bytes(out, sets.data, sets.size);
            record_put_scene_maps(out, 0, &r);
        }
        ok = (ok && !out->failed && !rows.failed && !sets.failed) || pack_no_memory(job);
    }
    writer_free(&rows);
    writer_free(&sets);
    return ok;
}

/* Maps of tiles in a scene: opened, shown with a set, asked by carts in C. */
#include "kernel/tilemap/module.h"

#include <string.h>

#include "kernel/sprites/layer.h"
#include "kernel/tilemap/module_internal.h"
#include "kernel/world/query.h"
#include "rom/check.h"

#define NAME OX_NAME("tilemap")

const ox_capacity ox_tilemap_capacities[OX_TILEMAP_CAPACITIES] = {
    [OX_CAPACITY_TILE_CELLS] = {"tile-cells", 64, 65535, 8},
    [OX_CAPACITY_TILE_GUESTS] = {"tile-guests", 32, 4096, 12}};

OX_CAPACITY_HOLDS(8, ox_tile_change);
OX_CAPACITY_HOLDS(12, ox_tile_guest);

/* ---- the rows of the scene ---- */

static bool hold_rows(const ox_module_host *host, ox_held *held) {
    return ox_manager_hold(host->manager, rom_id("maps"), ROM_TAG_SCENE_MAPS, held) == OX_OK;
}

/* The next row of the scene that plays, from number *at on; NULL behind the last. */
static const uint8_t *next_row(const ox_module_host *host, const uint8_t *chunk, uint32_t *at) {
    while (*at < rom_word(chunk + ROM_SCENE_MAPS_COUNT)) {
        const uint8_t *row =
            chunk + rom_word(chunk + ROM_SCENE_MAPS_AT) + (size_t)(*at)++ * ROM_SCENE_MAP_SIZE;
        if (rom_word(row + ROM_SCENE_MAP_SCENE) == host->options->scene) return row;
    }
    return NULL;
}

static uint32_t count_rows(const ox_module_host *host, const uint8_t *chunk) {
    uint32_t at = 0, count = 0;
    while (next_row(host, chunk, &at) != NULL) count++;
    return count > UINT8_MAX ? UINT8_MAX : count;
}

/* ---- sets ---- */

static void hold_set(const ox_module_host *host, ox_scene_set *set, ox_id name, uint32_t id) {
    set->name = name;
    if (ox_manager_hold(host->manager, id, ROM_TAG_TILE_SET, &set->held) == OX_OK) return;
    memset(&set->held, 0, sizeof set->held);
    ox_log_write(host->log, PLAT_LOG_ERROR, "tile set #%08x is missing: its tiles are checkered",
                 (unsigned)id);
}

/* Takes the tile sets of a map: the sets that the scene's line names, else the set that the map itself names. */
static ox_status hold_sets(const ox_module_host *host, ox_scene_map *entry, const uint8_t *chunk,
                           const uint8_t *row) {
    const uint8_t *map = entry->held.data;
    const uint32_t count = rom_half(row + ROM_SCENE_MAP_SET_COUNT);
    entry->set_count = count == 0 ? 1 : count;
    entry->sets = ox_arena_push_zero(host->resident, OX_ARENA_LOW, entry->set_count * sizeof *entry->sets,
                                     _Alignof(ox_scene_set));
    if (entry->sets == NULL) {
        entry->set_count = 0;
        return OX_OUT_OF_MEMORY;
    }
    if (count == 0) {
        const uint32_t id = rom_word(map + (entry->is_regions ? ROM_REGION_MAP_TILES : ROM_TILE_MAP_TILES));
        hold_set(host, &entry->sets[0], id, id);
    }
    const uint8_t *set = chunk + rom_word(chunk + ROM_SCENE_MAPS_SETS_AT) +
                         (size_t)rom_half(row + ROM_SCENE_MAP_FIRST_SET) * ROM_SCENE_MAP_SET_SIZE;
    for (uint32_t i = 0; i < count; i++, set += ROM_SCENE_MAP_SET_SIZE)
        hold_set(host, &entry->sets[i], rom_word(set), rom_word(set + ROM_SCENE_MAP_SET_TILES));
    return OX_OK;
}

static void let_map_go(const ox_module_host *host, ox_scene_map *entry) {
    for (uint32_t k = 0; k < entry->set_count; k++)
        if (entry->sets[k].held.data != NULL) ox_manager_let_go(host->manager, entry->sets[k].held.handle);
    ox_manager_let_go(host->manager, entry->held.handle);
}

bool ox_tilemaps_use(ox_tilemaps_state *s, uint32_t map, uint32_t set) {
    ox_scene_map *entry = &s->entries[map];
    const uint8_t *tiles = entry->sets[set].held.data;
    if (tiles == NULL || !ox_tile_map_fits(&s->maps[map], tiles)) return false;
    s->maps[map].set = tiles;
    entry->set = set;
    ox_tilemaps_dress(s, map);
    return true;
}

/* ---- opening ---- */

/* Which layers are solid: layers that the row names, else layers that go with the scene. */
static uint32_t ground_of(const ox_tilemaps_state *s, const ox_tile_map *map, const uint8_t *row) {
    const ox_layers *layers = ox_layers_of(s->host);
    uint32_t ground = 0;
    if ((rom_word(row + ROM_SCENE_MAP_FLAGS) & ROM_SCENE_MAP_NO_GROUND) != 0) return 0;
    for (uint32_t i = 0; i < 4 && rom_word(row + ROM_SCENE_MAP_GROUND + 4 * i) != 0; i++) {
        const int layer = ox_tile_map_layer(map, rom_word(row + ROM_SCENE_MAP_GROUND + 4 * i));
        if (layer >= 0) ground |= 1u << layer;
    }
    if (rom_word(row + ROM_SCENE_MAP_GROUND) != 0) return ground;
    for (uint32_t i = 0; i < map->layers; i++) {
        const int own = layers == NULL ? -1 : ox_layers_find(layers, ox_tile_map_layer_at(map, i).name);
        if (own < 0 || memcmp(&layers->layers[own].rate, &ox_scroll_rate_full, sizeof(ox_scroll_rate)) == 0)
            ground |= 1u << i;
    }
    return ground;
}

/* Opens the cells of a map. A map of regions takes memory for those that are seen. */
static ox_status open_cells(ox_tilemaps_state *s, ox_tile_map *map, ox_scene_map *entry) {
    const uint8_t *chunk = entry->held.data, *set = entry->sets[0].held.data;
    const ox_module_host *host = s->host;
    if (!entry->is_regions) {
        ox_tile_map_open(map, chunk, set);
        return OX_OK;
    }
    const ox_status status =
        ox_tile_regions_open(&entry->regions, host->resident, chunk, (uint32_t)host->options->width,
                             (uint32_t)host->options->height);
    return status != OX_OK                                       ? status
           : ox_tile_map_open_regions(map, &entry->regions, set) ? OX_OK
                                                                 : OX_BAD_DATA;
}

static void place_map(ox_tilemaps_state *s, uint32_t number, const uint8_t *row) {
    ox_tile_map *map = &s->maps[number];
    ox_scene_map *entry = &s->entries[number];
    map->changes = &s->changes;
    map->number = (uint8_t)number;
    map->x = (fx)rom_word(row + ROM_SCENE_MAP_X);
    map->y = (fx)rom_word(row + ROM_SCENE_MAP_Y);
    map->pixels = ox_glass_of(s->host).pixels;
    map->wrap = row[ROM_SCENE_MAP_WRAP];
    map->outside = row[ROM_SCENE_MAP_OUTSIDE];
    map->fill = rom_half(row + ROM_SCENE_MAP_OUTER);
    map->ground = ground_of(s, map, row);
    entry->standing = rom_word(row + ROM_SCENE_MAP_FLAGS) >> ROM_SCENE_MAP_STANDING;
    for (uint32_t i = 0; rom_word(row + ROM_SCENE_MAP_GROUND) != 0 && i < map->layers; i++)
        if (ox_tile_map_layer_at(map, i).name == rom_word(row + ROM_SCENE_MAP_GROUND)) map->main = (uint8_t)i;
}

/* Opens a map of the scene. A map that is missing is told in the log and left out. */
static ox_status open_map(ox_tilemaps_state *s, const uint8_t *chunk, const uint8_t *row) {
    const ox_module_host *host = s->host;
    ox_scene_map *entry = &s->entries[s->count];
    ox_found found;
    memset(entry, 0, sizeof *entry);
    entry->id = rom_word(row + ROM_SCENE_MAP_MAP);
    entry->name = rom_word(row + ROM_SCENE_MAP_NAME);
    entry->is_regions = ox_images_find(&host->stock->images, entry->id, ROM_TAG_REGION_MAP, &found);
    if (ox_manager_hold(host->manager, entry->id, entry->is_regions ? ROM_TAG_REGION_MAP : ROM_TAG_TILE_MAP,
                        &entry->held) != OX_OK) {
        ox_log_write(host->log, PLAT_LOG_ERROR, "map #%08x is left out: it is missing", (unsigned)entry->id);
        return OX_OK;
    }
    ox_status status = hold_sets(host, entry, chunk, row);
    if (status == OX_OK) status = open_cells(s, &s->maps[s->count], entry);
    if (status == OX_OK) {
        place_map(s, s->count, row);
        if (entry->sets[0].held.data != NULL &&
            !ox_tile_map_fits(&s->maps[s->count], entry->sets[0].held.data))
            ox_log_write(host->log, PLAT_LOG_WARNING, "map #%08x has tiles that its set has not got",
                         (unsigned)entry->id);
        status = ox_tilemaps_join_layers(s, s->count, rom_word(row + ROM_SCENE_MAP_LAYER));
    }
    if (status == OX_OK)
        s->count++;
    else
        let_map_go(host, entry);
    return status;
}

static ox_status open_maps(ox_tilemaps_state *s, const uint8_t *chunk) {
    ox_arena *resident = s->host->resident;
    const uint32_t count = count_rows(s->host, chunk),
                   cells = ox_module_capacity(s->host, &ox_tilemap_capacities[OX_CAPACITY_TILE_CELLS]);
    if (count == 0) return OX_OK;
    s->maps = OX_PUSH(resident, ox_tile_map, count);
    s->entries = OX_PUSH(resident, ox_scene_map, count);
    s->changes = (ox_tile_changes){.rows = OX_PUSH(resident, ox_tile_change, cells), .capacity = cells};
    if (s->maps == NULL || s->entries == NULL || s->changes.rows == NULL) return OX_OUT_OF_MEMORY;
    uint32_t at = 0;
    ox_status status = OX_OK;
    for (uint32_t i = 0; i < count && status == OX_OK; i++)
        status = open_map(s, chunk, next_row(s->host, chunk, &at));
    return status;
}

/* Takes memory for who stands in the cells of the first map, where the cart says how many may. */
static ox_status open_guests(ox_tilemaps_state *s) {
    const ox_capacity *word = &ox_tilemap_capacities[OX_CAPACITY_TILE_GUESTS];
    if (s->count == 0 || !ox_module_is_declared(s->host, word)) return OX_OK;
    const uint32_t room = ox_module_capacity(s->host, word), columns = s->maps[0].columns,
                   rows = s->maps[0].rows;
    ox_tile_guest *list = OX_PUSH(s->host->resident, ox_tile_guest, room);
    uint16_t *cells = OX_PUSH(s->host->resident, uint16_t, columns * rows);
    if (list == NULL || cells == NULL) return OX_OUT_OF_MEMORY;
    ox_tile_guests_reset(&s->guests, list, room, cells, columns, rows);
    return OX_OK;
}

/* The flat picture may show nothing outside of the first map, where the scene says so. */
static void bound_view(const ox_tilemaps_state *s) {
    const ox_tile_map *map = &s->maps[0];
    ox_tile_point low, high;
    ox_tile_extent(&map->layout, map->columns, map->rows, &low, &high);
    const vec2 size = ox_tile_map_size(map);
    const fx left = fx_adds(map->x, (fx)((int64_t)low.x * (INT64_C(1) << 32) / map->pixels));
    const ox_view_bounds bounds = {left, fx_subs(map->y, size.y), fx_adds(left, size.x), map->y};
    ox_view_bound_by_map(s->host, &bounds);
}

/* ---- lives ---- */

static ox_status start_maps(const ox_module_host *host, void **state) {
    ox_held rows;
    if (!hold_rows(host, &rows)) return OX_OK;
    ox_manager_let_go(host->manager, rows.handle);
    ox_tilemaps_state *s =
        ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(ox_tilemaps_state));
    if (s == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for maps; raise `budget`");
    s->host = host;
    *state = s;
    return OX_OK;
}

static void stop_maps(const ox_module_host *host, void **state) {
    (void)host;
    *state = NULL;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    ox_tilemaps_state *s = *state;
    ox_held rows;
    if (s == NULL || !hold_rows(host, &rows)) return OX_OK;
    ox_status status = open_maps(s, rows.data);
    if (status == OX_OK) status = open_guests(s);
    ox_manager_let_go(host->manager, rows.handle);
    if (status != OX_OK)
        return ox_module_refuse(host, status, 0, "no room for the maps of the scene; raise `budget`");
    if (s->kept != NULL) ox_tilemaps_take(s);
    if (s->count > 0) bound_view(s);
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    ox_tilemaps_state *s = *state;
    if (how == OX_END_TO_GO_ON && s->count > 0 && s->kept == NULL) ox_tilemaps_keep(s);
    for (uint32_t i = 0; i < s->count; i++) let_map_go(host, &s->entries[i]);
    s->count = 0;
    s->changes = (ox_tile_changes){.count = 0};
    s->guests = (ox_tile_guests){.list = NULL};
}

/* The regions that the picture before has shown may give way. */
static void begin_picture(const ox_module_host *host, void *state) {
    ox_tilemaps_state *s = state;
    (void)host;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->maps[i].regions != NULL) ox_tile_regions_begin(s->maps[i].regions);
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = ox_tilemaps_part(state);
    return 1;
}

static const uint32_t tags[] = {ROM_TAG_SCENE_MAPS, 0};

const ox_module ox_tilemap_module = {.id = NAME,
                                     .name = "tilemap",
                                     .tags = tags,
                                     .capacities = ox_tilemap_capacities,
                                     .capacity_count = OX_TILEMAP_CAPACITIES,
                                     .natives = ox_tilemap_native_rows,
                                     .native_count = OX_TILEMAP_NATIVES,
                                     .start = start_maps,
                                     .stop = stop_maps,
                                     .begin = begin_scene,
                                     .end = end_scene,
                                     .frame = begin_picture,
                                     .list = list_state};

/* ---- for carts in C ---- */

uint32_t ox_tilemaps(const ox_console *console, ox_tile_map **maps) {
    ox_tilemaps_state *s = ox_tilemaps_of(ox_console_modules(console));
    *maps = s == NULL ? NULL : s->maps;
    return s == NULL ? 0 : s->count;
}

ox_tile_map *ox_tilemaps_find(const ox_console *console, ox_id name) {
    ox_tilemaps_state *s = ox_tilemaps_of(ox_console_modules(console));
    for (uint32_t i = 0; s != NULL && i < s->count; i++)
        if (s->entries[i].name == name) return &s->maps[i];
    return NULL;
}

ox_status ox_tilemaps_put(ox_tilemaps_state *s, ox_tile_map *map, uint32_t layer, ox_cell at, int32_t tile) {
    const ox_status status = ox_tile_map_put(map, layer, at, tile);
    if (status != OX_FULL || s->full) return status;
    s->full = true;
    ox_log_write(s->host->log, PLAT_LOG_WARNING,
                 "more than %u cells of maps are changed: raise `capacity tile-cells`",
                 (unsigned)s->changes.capacity);
    return status;
}

uint16_t ox_tilemaps_flags(const ox_console *console, vec3 at) {
    ox_tile_map *maps;
    uint16_t flags = 0;
    for (uint32_t i = ox_tilemaps(console, &maps); i > 0; i--, maps++)
        flags |= ox_tile_map_flags(maps, ox_tile_map_under(maps, at));
    return flags;
}

vec2 ox_tilemaps_slide(const ox_console *console, ox_handle handle, vec2 by, vec2 size) {
    ox_world *world = ox_console_modules(console)->world;
    ox_object *object = ox_world_get(world, handle);
    const vec3 *at = object == NULL ? NULL : ox_place_of(world, object);
    ox_tile_map *maps;
    const uint32_t count = ox_tilemaps(console, &maps);
    if (at == NULL || size.x <= 0 || size.y <= 0) return (vec2){0, 0};
    const fx z = at->z;
    ox_tile_box box = {{at->x, at->y}, size};
    const vec2 met = ox_tile_slide(maps, count, &box, by);
    (void)ox_place_set(world, object, (vec3){box.middle.x, box.middle.y, z});
    return met;
}

ox_tile_guests *ox_tilemaps_guests(const ox_console *console) {
    ox_tilemaps_state *s = ox_tilemaps_of(ox_console_modules(console));
    if (s == NULL || s->guests.list == NULL) return NULL;
    for (uint32_t i = s->guests.count; i > 0; i--) {
        const ox_handle who = {s->guests.list[i - 1].who};
        if (ox_world_get(s->host->world, who) == NULL) (void)ox_tile_guests_leave(&s->guests, who.bits);
    }
    return &s->guests;
}

ox_status ox_tilemaps_show(const ox_console *console, ox_id map, ox_id set) {
    ox_tilemaps_state *s = ox_tilemaps_of(ox_console_modules(console));
    for (uint32_t i = 0; s != NULL && i < s->count; i++)
        for (uint32_t k = 0; s->entries[i].name == map && k < s->entries[i].set_count; k++)
            if (s->entries[i].sets[k].name == set) return ox_tilemaps_use(s, i, k) ? OX_OK : OX_BAD_DATA;
    return OX_NOT_FOUND;
}

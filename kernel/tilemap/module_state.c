/* The state of maps, and what stays of it while the scene is built anew. */
#include "kernel/tilemap/module_internal.h"
#include "kernel/type/name.h"

enum {
    SHUFFLED = 0x8000,
    GUESTS = 0x4000
}; /* beside the number of maps: the sequences of maps follow; guests do */

static bool has_sequences(const ox_tilemaps_state *s) {
    bool any = false;
    for (uint32_t i = 0; i < s->count; i++) any = any || s->maps[i].sequence_rows > 0;
    return any;
}

static void save_state(const void *of, ox_writer *to) {
    const ox_tilemaps_state *s = of;
    const bool shuffled = has_sequences(s);
    ox_write_u16(to, s->count | (shuffled ? SHUFFLED : 0u) | (s->guests.count != 0 ? GUESTS : 0u));
    for (uint32_t i = 0; i < s->count; i++) ox_write_u16(to, s->entries[i].set);
    for (uint32_t i = 0; shuffled && i < s->count; i++) {
        ox_write_u16(to, s->maps[i].sequence_rows);
        ox_write_u32(to, s->maps[i].seed);
    }
    ox_write_u16(to, s->changes.count);
    for (uint32_t i = 0; i < s->changes.count; i++) {
        const ox_tile_change *row = &s->changes.rows[i];
        ox_write_u32(to, row->cell);
        ox_write_u16(to, row->tile);
        ox_write_u8(to, row->layer);
        ox_write_u8(to, row->map);
    }
    if (s->guests.count != 0) ox_write_u16(to, s->guests.count);
    for (uint32_t i = 0; i < s->guests.count; i++) {
        const ox_tile_guest *row = &s->guests.list[i];
        ox_write_u32(to, row->who);
        ox_write_u16(to, row->x);
        ox_write_u16(to, row->y);
        ox_write_u8(to, row->columns);
        ox_write_u8(to, row->rows);
    }
}

static bool restore_guest(ox_tilemaps_state *s, ox_reader *from) {
    const uint32_t who = ox_read_u32(from), x = ox_read_u16(from), y = ox_read_u16(from),
                   columns = ox_read_u8(from), rows = ox_read_u8(from);
    const ox_tile_area area = {(uint16_t)x, (uint16_t)y, (uint8_t)columns, (uint8_t)rows};
    return !from->bad && s->guests.list != NULL && ox_tile_guests_enter(&s->guests, who, &area) == OX_OK;
}

/* Reads a change and puts it into its map. False: the map cannot have it, or the bytes are bad. */
static bool restore_change(ox_tilemaps_state *s, ox_reader *from) {
    const uint32_t cell = ox_read_u32(from), tile = ox_read_u16(from), layer = ox_read_u8(from),
                   number = ox_read_u8(from);
    if (from->bad || number >= s->count) return false;
    ox_tile_map *map = &s->maps[number];
    const ox_cell at = {(int32_t)(cell % map->columns), (int32_t)(cell / map->columns)};
    const bool nothing = map->has_empty && tile == map->empty;
    return ox_tile_map_put(map, layer, at, nothing ? OX_TILE_NOTHING : (int32_t)tile) == OX_OK;
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_tilemaps_state *s = of;
    const uint32_t count = ox_read_u16(from);
    bool sound = (count & (GUESTS - 1u)) == s->count;
    s->changes.count = 0;
    for (uint32_t i = 0; sound && i < s->count; i++) {
        const uint32_t set = ox_read_u16(from);
        sound = set < s->entries[i].set_count;
        if (sound && set != s->entries[i].set) sound = ox_tilemaps_use(s, i, set);
    }
    for (uint32_t i = 0; sound && i < s->count; i++) {
        const bool shuffled = (count & SHUFFLED) != 0;
        const uint32_t rows = shuffled ? ox_read_u16(from) : 0, seed = shuffled ? ox_read_u32(from) : 0;
        sound = ox_tile_map_shuffle(&s->maps[i], rows, seed);
    }
    for (uint32_t i = sound ? ox_read_u16(from) : 0; sound && i > 0; i--) sound = restore_change(s, from);
    if (s->guests.list != NULL)
        ox_tile_guests_reset(&s->guests, s->guests.list, s->guests.room, s->guests.cells, s->guests.columns,
                             s->guests.rows);
    for (uint32_t i = sound && (count & GUESTS) != 0 ? ox_read_u16(from) : 0; sound && i > 0; i--)
        sound = restore_guest(s, from);
    return sound ? OX_OK : OX_BAD_DATA;
}

/* Maps, then changed cells, then who stands in cells. */
static bool next_item(void *of, uint32_t *cursor, ox_sim_item *item) {
    static const ox_field map_fields[] = {OX_FIELD(ox_scene_map, set, OX_U32, OX_SIM)};
    static const ox_field change_fields[] = {
        OX_FIELD(ox_tile_change, cell, OX_U32, OX_SIM), OX_FIELD(ox_tile_change, tile, OX_U16, OX_SIM),
        OX_FIELD(ox_tile_change, layer, OX_U8, OX_SIM), OX_FIELD(ox_tile_change, map, OX_U8, OX_SIM)};
    static const ox_field guest_fields[] = {
        OX_FIELD(ox_tile_guest, who, OX_U32, OX_SIM), OX_FIELD(ox_tile_guest, x, OX_U16, OX_SIM),
        OX_FIELD(ox_tile_guest, y, OX_U16, OX_SIM), OX_FIELD(ox_tile_guest, columns, OX_U8, OX_SIM),
        OX_FIELD(ox_tile_guest, rows, OX_U8, OX_SIM)};
    static const char *const guest_names[] = {"who", "x", "y", "columns", "rows"};
    static const ox_type guest_type = OX_TYPE(ox_tile_guest, guest_fields, 1);
    static const char *const map_names[] = {"set"}, *const change_names[] = {"cell", "tile", "layer", "map"};
    static const ox_type map_type = OX_TYPE(ox_scene_map, map_fields, 1),
                         change_type = OX_TYPE(ox_tile_change, change_fields, 1);
    const ox_tilemaps_state *s = of;
    uint32_t at = (*cursor)++;
    if (at < s->count) {
        *item = (ox_sim_item){s->entries[at].id, &map_type, &s->entries[at], "map", map_names};
        return true;
    }
    if ((at -= s->count) >= s->changes.count) {
        if ((at -= s->changes.count) >= s->guests.count) return false;
        *item = (ox_sim_item){at, &guest_type, &s->guests.list[at], "guest of a map", guest_names};
        return true;
    }
    *item = (ox_sim_item){at, &change_type, &s->changes.rows[at], "cell of a map", change_names};
    return true;
}

ox_sim_part ox_tilemaps_part(ox_tilemaps_state *s) {
    return (ox_sim_part){
        .name = "maps", .context = s, .next = next_item, .save = save_state, .restore = restore_state};
}

/* ---- built anew ---- */

/* A map as it was, and its changes behind it. */
typedef struct kept_map {
    ox_id id, set;
    uint16_t columns, rows;
    uint32_t layers, changes;
    uint32_t sequence_rows, seed;
} kept_map;

struct ox_kept_maps {
    uint32_t maps, changes, guests;
};

static kept_map *maps_of(ox_kept_maps *kept) { return (kept_map *)(void *)(kept + 1); }
static ox_tile_change *changes_of(ox_kept_maps *kept) {
    return (ox_tile_change *)(void *)(maps_of(kept) + kept->maps);
}

static ox_tile_guest *guests_of(ox_kept_maps *kept) {
    return (ox_tile_guest *)(void *)(changes_of(kept) + kept->changes);
}

void ox_tilemaps_keep(ox_tilemaps_state *s) {
    ox_arena *resident = s->host->resident;
    const size_t size = sizeof *s->kept + s->count * sizeof(kept_map) +
                        s->changes.count * sizeof(ox_tile_change) + s->guests.count * sizeof(ox_tile_guest);
    s->kept_mark = ox_arena_mark(resident, OX_ARENA_HIGH);
    s->kept = ox_arena_push_high(resident, size, 8);
    if (s->kept == NULL) return;
    *s->kept = (ox_kept_maps){s->count, s->changes.count, s->guests.count};
    for (uint32_t i = 0; i < s->count; i++) {
        const ox_scene_map *entry = &s->entries[i];
        maps_of(s->kept)[i] = (kept_map){.id = entry->id,
                                         .set = entry->sets[entry->set].name,
                                         .columns = s->maps[i].columns,
                                         .rows = s->maps[i].rows,
                                         .layers = s->maps[i].layers,
                                         .sequence_rows = s->maps[i].sequence_rows,
                                         .seed = s->maps[i].seed};
    }
    for (uint32_t i = 0; i < s->changes.count; i++) changes_of(s->kept)[i] = s->changes.rows[i];
    for (uint32_t i = 0; i < s->guests.count; i++) guests_of(s->kept)[i] = s->guests.list[i];
}

/* The number of the map that has the id and the size of a kept map; -1: none. */
static int find_kept(const ox_tilemaps_state *s, const kept_map *kept) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->entries[i].id == kept->id && s->maps[i].columns == kept->columns &&
            s->maps[i].rows == kept->rows && s->maps[i].layers == kept->layers)
            return (int)i;
    return -1;
}

/* Takes kept changes and sets back into the new maps. Changes that a new map cannot have are left out. */
void ox_tilemaps_take(ox_tilemaps_state *s) {
    ox_kept_maps *kept = s->kept;
    for (uint32_t i = 0; i < kept->changes; i++) {
        const ox_tile_change *row = &changes_of(kept)[i];
        const int number = find_kept(s, &maps_of(kept)[row->map]);
        if (number < 0) continue;
        ox_tile_map *map = &s->maps[number];
        const ox_cell at = {(int32_t)(row->cell % map->columns), (int32_t)(row->cell / map->columns)};
        const bool nothing = map->has_empty && row->tile == map->empty;
        (void)ox_tile_map_put(map, row->layer, at, nothing ? OX_TILE_NOTHING : row->tile);
    }
    for (uint32_t i = 0; i < kept->maps; i++) {
        const int number = find_kept(s, &maps_of(kept)[i]);
        if (number >= 0)
            (void)ox_tile_map_shuffle(&s->maps[number], maps_of(kept)[i].sequence_rows,
                                      maps_of(kept)[i].seed);
        for (uint32_t k = 0; number >= 0 && k < s->entries[number].set_count; k++)
            if (s->entries[number].sets[k].name == maps_of(kept)[i].set)
                (void)ox_tilemaps_use(s, (uint32_t)number, k);
    }
    for (uint32_t i = 0; i < kept->guests && s->guests.list != NULL; i++) {
        const ox_tile_guest *guest = &guests_of(kept)[i];
        const ox_tile_area area = {guest->x, guest->y, guest->columns, guest->rows};
        (void)!ox_tile_guests_enter(&s->guests, guest->who,
                                    &area); /* a map that is smaller now has no such cells */
    }
    s->kept = NULL;
    (void)ox_arena_rollback(s->host->resident, s->kept_mark);
}

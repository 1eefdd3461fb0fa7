/* The state of levels, and the part of it that stays while the scene is built anew. */
#include <string.h>

#include "kernel/level/module_internal.h"
#include "kernel/type/name.h"

/* Writes the part of a level's state that is not in its spawners and regions; systems of the world hash these two. */
static void save_level(const ox_levels *s, uint32_t number, ox_writer *to) {
    const ox_area *area = &s->areas[number];
    const ox_scene_level *entry = &s->entries[number];
    ox_write_bool(to, area->resting);
    ox_write_bool(to, entry->asked);
    for (uint32_t i = 0; i < area->layer_count; i++) ox_write_u8(to, area->layers[i]);
    for (uint32_t i = 0; i < entry->element_count; i++) {
        ox_write_u32(to, (uint32_t)entry->kept[i].health);
        ox_write_u8(to, entry->kept[i].version);
    }
    for (uint32_t i = 0; i < entry->wave_count; i++) {
        const ox_level_waves *of = &entry->waves[i];
        const ox_wave_state *w = &of->waves.state;
        const uint32_t words[6] = {w->tick, w->next, w->interval, w->cursor, w->wave, w->failed};
        ox_write_bool(to, of->waves.spawn != NULL);
        ox_write_words(to, words, 6);
        ox_write_bool(to, w->paused != 0);
        ox_write_bool(to, w->over != 0);
    }
}

static void save_state(const void *of, ox_writer *to) {
    const ox_levels *s = of;
    ox_write_u16(to, s->count);
    if (s->count == 0) return;
    for (uint32_t i = 0; i < s->count; i++) save_level(s, i, to);
    ox_write_u32(to, s->random.x);
    ox_spawners_save(&s->spawners, to);
    if (s->area_host.regions != NULL) ox_regions_save(&s->regions, to);
}

/* Restores the waves of a list or timer; false when they are beyond their list. */
static bool restore_waves(ox_levels *s, ox_level_waves *of, ox_reader *from) {
    ox_wave_state w = {.tick = 0};
    uint32_t *const words[6] = {&w.tick, &w.next, &w.interval, &w.cursor, &w.wave, &w.failed};
    const bool begun = ox_read_bool(from);
    for (uint32_t i = 0; i < 6; i++) *words[i] = ox_read_u32(from);
    w.paused = ox_read_bool(from);
    w.over = ox_read_bool(from);
    if (begun)
        ox_levels_begin_waves(s, of);
    else
        of->waves = (ox_waves){.spawn = NULL};
    of->waves.state = w;
    return w.over || (begun && (of->waves.plan != NULL || w.cursor < of->count));
}

static bool restore_level(ox_levels *s, uint32_t number, ox_reader *from) {
    ox_area *area = &s->areas[number];
    ox_scene_level *entry = &s->entries[number];
    bool sound = true;
    area->resting = ox_read_bool(from);
    entry->asked = ox_read_bool(from);
    for (uint32_t i = 0; i < area->layer_count; i++)
        area->layers[i] = ox_read_u8(from) & (OX_LAYER_SHOWN | OX_LAYER_ACTIVE);
    for (uint32_t i = 0; i < entry->element_count; i++) {
        entry->kept[i].health = (fx)ox_read_u32(from);
        entry->kept[i].version = (uint8_t)ox_read_u8(from);
        sound = sound && entry->kept[i].version < s->elements.sets[entry->first_set + i].count;
    }
    for (uint32_t i = 0; i < entry->wave_count; i++)
        sound = restore_waves(s, &entry->waves[i], from) && sound;
    return sound;
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_levels *s = of;
    bool sound = ox_read_u16(from) == s->count;
    if (!sound) return OX_BAD_DATA;
    if (s->count == 0) return OX_OK;
    for (uint32_t i = 0; i < s->count; i++) sound = restore_level(s, i, from) && sound;
    s->random = rng32_from_state(ox_read_u32(from));
    ox_status status = sound ? ox_spawners_restore(&s->spawners, from) : OX_BAD_DATA;
    if (status == OX_OK && s->area_host.regions != NULL) status = ox_regions_restore(&s->regions, from);
    return status;
}

/* One byte of ox_area.layers, as an item. */
typedef struct layer_byte {
    uint8_t flags;
} layer_byte;

/* Items are the areas, then the layers of all areas, then the waves of all. The world shows spawners, regions and
 * elements. */
static bool next_item(void *of, uint32_t *cursor, ox_sim_item *item) {
    static const ox_field area_fields[] = {OX_FIELD(ox_area, resting, OX_U8, OX_SIM)};
    static const ox_field entry_fields[] = {OX_FIELD(ox_scene_level, asked, OX_U8, OX_SIM)};
    static const ox_field layer_fields[] = {OX_FIELD(layer_byte, flags, OX_U8, OX_SIM)};
    static const char *const area_names[] = {"resting"}, *const entry_names[] = {"asked"},
                             *const layer_names[] = {"flags"};
    static const char *const wave_names[] = {"tick", "next",   "interval", "cursor",
                                             "wave", "failed", "paused",   "over"};
    static const ox_type area_type = OX_TYPE(ox_area, area_fields, 1),
                         entry_type = OX_TYPE(ox_scene_level, entry_fields, 1);
    static const ox_type layer_type = OX_TYPE(layer_byte, layer_fields, 1);
    ox_levels *s = of;
    uint32_t at = (*cursor)++;
    if (at < s->count) {
        *item = (ox_sim_item){s->entries[at].id, &area_type, &s->areas[at], "level", area_names};
        return true;
    }
    if ((at -= s->count) < s->count) {
        *item = (ox_sim_item){s->entries[at].id, &entry_type, &s->entries[at], "level", entry_names};
        return true;
    }
    at -= s->count;
    for (uint32_t i = 0; i < s->count; at -= s->areas[i++].layer_count) {
        if (at >= s->areas[i].layer_count) continue;
        *item = (ox_sim_item){rom_u32(s->areas[i].layer_rows + (size_t)at * ROM_LAYER_SIZE), &layer_type,
                              &s->areas[i].layers[at], "layer", layer_names};
        return true;
    }
    for (uint32_t i = 0; i < s->count; at -= s->entries[i++].wave_count) {
        if (at >= s->entries[i].wave_count) continue;
        const ox_level_waves *waves = &s->entries[i].waves[at];
        *item = (ox_sim_item){waves->name, &ox_waves_record, &waves->waves.state, "waves", wave_names};
        return true;
    }
    return false;
}

ox_sim_part ox_levels_state_part(ox_levels *levels) {
    return (ox_sim_part){
        .name = "levels", .context = levels, .next = next_item, .save = save_state, .restore = restore_state};
}

/* ---- built anew ---- */

/* A hash of all levels, which tells whether they are the same as before. */
static uint32_t identity_of(const ox_levels *s) {
    ox_writer to = ox_writer_hash();
    for (uint32_t i = 0; i < s->count; i++) {
        ox_write_u32(&to, s->entries[i].id);
        if (s->entries[i].held.data != NULL)
            ox_write_bytes(&to, s->entries[i].held.data, s->entries[i].held.size);
    }
    return to.hash;
}

void ox_levels_keep(ox_levels *s) {
    ox_arena *resident = s->host->resident;
    ox_writer count = ox_writer_count();
    save_state(s, &count);
    const size_t size = count.used + 4;
    s->kept_mark = ox_arena_mark(resident, OX_ARENA_HIGH);
    s->kept = ox_arena_push_high(resident, size, 8);
    s->kept_size = s->kept == NULL ? 0 : size;
    if (s->kept == NULL) return;
    ox_writer to = ox_writer_bytes(s->kept, size);
    ox_write_u32(&to, identity_of(s));
    save_state(s, &to);
}

/* Begins all levels anew, where a kept state does not fit them: spawners and elements are as the texts say. Every
 * object that a level made goes, also objects that no spawner counts any more. */
static void let_all_rest(ox_levels *s) {
    ox_world *world = s->host->world;
    for (uint32_t i = 0; i < s->count; i++) {
        s->areas[i].resting = false;
        ox_area_rest(&s->areas[i]);
        ox_area_renew_layers(&s->areas[i]);
        ox_levels_renew_elements(s, i);
        for (uint32_t k = 0; k < s->entries[i].wave_count; k++)
            s->entries[i].waves[k].waves = (ox_waves){.state = {.over = 1}};
    }
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        const ox_object *object = ox_world_slot(world, slot);
        if (world->objects.generations[slot] != 0 && object->chunk != 0)
            (void)ox_world_destroy(world, object->handle);
    }
    ox_world_sweep(world);
}

bool ox_levels_take(ox_levels *s) {
    ox_reader from = ox_reader_bytes(s->kept, s->kept_size);
    const bool same = ox_read_u32(&from) == identity_of(s) && restore_state(s, &from) == OX_OK;
    if (!same) let_all_rest(s);
    s->kept = NULL;
    (void)ox_arena_rollback(s->host->resident, s->kept_mark);
    return same;
}

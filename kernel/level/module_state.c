/* The state of levels, and what stays of it while the scene is built anew. */
#include <string.h>

#include "kernel/level/module_internal.h"

/* Systems of the world hash what spawners and regions are at; here is what rests, and the bytes of all. */
static void save_state(const void *of, ox_writer *to) {
    const ox_levels *s = of;
    ox_write_u16(to, s->count);
    if (s->count == 0) return;
    for (uint32_t i = 0; i < s->count; i++) ox_write_bool(to, s->areas[i].resting);
    ox_spawners_save(&s->spawners, to);
    if (s->area_host.regions != NULL) ox_regions_save(&s->regions, to);
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_levels *s = of;
    if (ox_read_u16(from) != s->count) return OX_BAD_DATA;
    if (s->count == 0) return OX_OK;
    for (uint32_t i = 0; i < s->count; i++) s->areas[i].resting = ox_read_bool(from);
    ox_status status = ox_spawners_restore(&s->spawners, from);
    if (status == OX_OK && s->area_host.regions != NULL) status = ox_regions_restore(&s->regions, from);
    return status;
}

static bool next_item(void *of, uint32_t *cursor, ox_sim_item *item) {
    static const ox_field fields[] = {OX_FIELD(ox_area, resting, OX_U8, OX_SIM)};
    static const char *const names[] = {"resting"};
    static const ox_type type = OX_TYPE(ox_area, fields, 1);
    ox_levels *s = of;
    const uint32_t at = (*cursor)++;
    if (at >= s->count) return false;
    *item = (ox_sim_item){s->entries[at].id, &type, &s->areas[at], "level", names};
    return true;
}

ox_sim_part ox_levels_state_part(ox_levels *levels) {
    return (ox_sim_part){
        .name = "levels", .context = levels, .next = next_item, .save = save_state, .restore = restore_state};
}

/* ---- built anew ---- */

/* What tells whether the levels are those of before. */
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

/* What levels made goes, also what no spawner knows any more. */
static void let_all_rest(const ox_levels *s) {
    ox_world *world = s->host->world;
    for (uint32_t i = 0; i < s->count; i++) {
        s->areas[i].resting = false;
        ox_area_rest(&s->areas[i]);
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

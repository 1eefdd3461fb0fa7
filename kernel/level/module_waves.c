/* Waves of levels: plans of data turned into waves whose spawners make the objects. */
#include "kernel/level/internal.h"
#include "kernel/level/module_internal.h"
#include "kernel/world/query.h"

static const uint8_t *plan_at(const uint8_t *section, uint32_t number) {
    return section + rom_u32(section + ROM_WAVES_AT) + (size_t)number * ROM_WAVE_PLAN_SIZE;
}

static const uint8_t *entry_at(const uint8_t *section, uint32_t number) {
    return section + rom_u32(section + ROM_WAVES_ENTRIES_AT) + (size_t)number * ROM_WAVE_ENTRY_SIZE;
}

/* ---- opening ---- */

/* A spawner's number as a type of waves, where 0 is a mark. */
static ox_id type_of(uint32_t spawner) { return spawner + 1u; }

static bool read_entries(const uint8_t *section, const uint8_t *row, ox_arena *arena, ox_level_waves *of) {
    const uint32_t first = rom_u32(row + ROM_WAVE_PLAN_FIRST);
    of->count = rom_u32(row + ROM_WAVE_PLAN_COUNT);
    if (of->count == 0) return true;
    of->entries = OX_PUSH(arena, ox_wave_entry, of->count);
    for (uint32_t i = 0; i < of->count && of->entries != NULL; i++) {
        const uint8_t *entry = entry_at(section, first + i);
        const uint32_t flags = rom_u32(entry + ROM_WAVE_ENTRY_FLAGS);
        of->entries[i] = (ox_wave_entry){.tick = rom_u32(entry + ROM_WAVE_ENTRY_TICK),
                                         .type = (flags & ROM_WAVE_ENTRY_MARK) != 0
                                                     ? OX_ID_NONE
                                                     : type_of(rom_u32(entry + ROM_WAVE_ENTRY_SPAWNER)),
                                         .place = ox_level_vector(entry + ROM_WAVE_ENTRY_PLACE),
                                         .parameters = flags};
    }
    return of->entries != NULL;
}

static void read_timer(const uint8_t *row, ox_level_waves *of) {
    of->plan = (ox_wave_plan){.type = type_of(rom_u32(row + ROM_WAVE_PLAN_SPAWNER)),
                              .boss = type_of(rom_u32(row + ROM_WAVE_PLAN_BOSS)),
                              .interval = rom_u32(row + ROM_WAVE_PLAN_INTERVAL),
                              .shrink = rom_u32(row + ROM_WAVE_PLAN_SHRINK),
                              .least = rom_u32(row + ROM_WAVE_PLAN_LEAST),
                              .boss_after = rom_u32(row + ROM_WAVE_PLAN_BOSS_AFTER),
                              .ends = (of->flags & ROM_WAVE_PLAN_ENDS) != 0,
                              .low = ox_level_vector(row + ROM_WAVE_PLAN_LOW),
                              .high = ox_level_vector(row + ROM_WAVE_PLAN_HIGH)};
}

ox_status ox_levels_open_waves(ox_levels *s, uint32_t number) {
    ox_scene_level *entry = &s->entries[number];
    ox_arena *arena = s->host->resident;
    rom_view section;
    if (!rom_level_section(entry->held.data, ROM_TAG_WAVES, 0, &section)) return OX_OK;
    const uint32_t count = rom_u32(section.data + ROM_WAVES_COUNT);
    if (count == 0) return OX_OK;
    entry->waves = (ox_level_waves *)ox_arena_push_zero(arena, OX_ARENA_LOW, count * sizeof *entry->waves,
                                                        _Alignof(ox_level_waves));
    if (entry->waves == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = plan_at(section.data, i);
        ox_level_waves *of = &entry->waves[i];
        of->area = &s->areas[number];
        of->name = rom_u32(row + ROM_WAVE_PLAN_NAME);
        of->flags = rom_u32(row + ROM_WAVE_PLAN_FLAGS);
        of->waves.state.over = 1;
        if ((of->flags & ROM_WAVE_PLAN_TIMER) != 0)
            read_timer(row, of);
        else if (!read_entries(section.data, row, arena, of))
            return OX_OUT_OF_MEMORY;
    }
    entry->wave_count = count;
    return OX_OK;
}

/* The number of objects that waves need beyond ox_spawners_plan: each entry of a list counts as one alive at once,
 * unless its spawner limits the number. */
uint32_t ox_levels_wave_objects(const uint8_t *level) {
    rom_view section, spawners;
    uint32_t objects = 0;
    if (!rom_level_section(level, ROM_TAG_WAVES, 0, &section) ||
        !rom_level_section(level, ROM_TAG_SPAWNERS, 0, &spawners))
        return 0;
    for (uint32_t i = 0; i < rom_u32(section.data + ROM_WAVES_ENTRY_COUNT); i++) {
        const uint8_t *entry = entry_at(section.data, i);
        const uint32_t spawner = rom_u32(entry + ROM_WAVE_ENTRY_SPAWNER);
        if ((rom_u32(entry + ROM_WAVE_ENTRY_FLAGS) & ROM_WAVE_ENTRY_MARK) == 0 &&
            rom_spawner_property(spawners.data, spawner, OX_NAME("spawn_alive")) == NULL)
            objects++;
    }
    return objects;
}

/* ---- going on ---- */

static bool make_one(void *context, ox_id type, vec3 place, uint32_t parameters, uint32_t number) {
    const ox_level_waves *of = context;
    ox_spawner_set *set = &of->area->spawners;
    const bool is_timer = (of->flags & ROM_WAVE_PLAN_TIMER) != 0;
    const bool placed =
        is_timer ? (of->flags & ROM_WAVE_PLAN_PLACED) != 0 : (parameters & ROM_WAVE_ENTRY_PLACED) != 0;
    (void)number;
    if (set->spawners == NULL || type - 1u >= set->count) return false;
    ox_object *object = ox_spawner_spawn(set, type - 1u, NULL);
    if (object != NULL && placed) (void)ox_place_set(set->spawners->world, object, place);
    return object != NULL;
}

void ox_levels_begin_waves(ox_levels *s, ox_level_waves *of) {
    const ox_status status = (of->flags & ROM_WAVE_PLAN_TIMER) != 0
                                 ? ox_waves_begin_timer(&of->waves, &of->plan, &s->random, make_one, of)
                                 : ox_waves_begin_list(&of->waves, of->entries, of->count, make_one, of);
    if (status != OX_OK)
        ox_log_write(s->host->log, PLAT_LOG_WARNING, "waves #%08x make no sense and do not begin",
                     (unsigned)of->name);
}

static void tick_waves(ox_levels *s, ox_level_waves *of) {
    ox_wave_state *state = &of->waves.state;
    const uint32_t before = state->wave;
    if (state->over || state->paused) return;
    ox_waves_tick(&of->waves);
    for (uint32_t wave = before + 1u; wave <= state->wave; wave++)
        ox_levels_post(s, OX_NAME("wavebegan"), (const int32_t[2]){(int32_t)of->name, (int32_t)wave}, 2);
    if (state->over) ox_levels_post(s, OX_NAME("wavesover"), (const int32_t[1]){(int32_t)of->name}, 1);
}

void ox_levels_tick_waves(ox_levels *s) {
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < s->entries[i].wave_count && !s->areas[i].resting; k++)
            tick_waves(s, &s->entries[i].waves[k]);
}

ox_level_waves *ox_levels_find_waves(const ox_levels *s, ox_id name) {
    for (uint32_t i = 0; s != NULL && i < s->count; i++)
        for (uint32_t k = 0; k < s->entries[i].wave_count; k++)
            if (s->entries[i].waves[k].name == name) return &s->entries[i].waves[k];
    return NULL;
}

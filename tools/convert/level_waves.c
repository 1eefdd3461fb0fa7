/* The statements of a level's text about timed waves of spawns. */
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/level.h"

enum { TICKS_MOST = 1 << 24 };

/* Takes a whole number of steps; false after a sentence. */
static bool take_ticks(const convert_lines *lines, const char *what, const char *word, double least,
                       uint32_t *ticks) {
    double number = 0;
    if (!cart_parse_number(word, &number) || number < least || number > TICKS_MOST ||
        number != (double)(uint32_t)number)
        return convert_line_wrong(lines, "`%s` of %s is wanted: a whole number of steps from %g to %d", word,
                                  what, least, TICKS_MOST);
    *ticks = (uint32_t)number;
    return true;
}

static bool ticks_option(const convert_lines *lines, const char *key, double least, uint32_t *ticks) {
    const char *word = convert_line_value(lines, key);
    return word == NULL || take_ticks(lines, key, word, least, ticks);
}

/* Finds the spawn of a name, which must stand above and be marked `later`. */
static bool take_spawn(const convert_lines *lines, const level_text *l, const char *name, uint32_t *spawner) {
    for (uint32_t i = 0; i < l->spawner_count; i++) {
        if (l->spawn_names[i].name[0] == 0 || strcmp(l->spawn_names[i].name, name) != 0) continue;
        *spawner = i;
        if ((rom_u32(l->spawners.data + (size_t)i * ROM_SPAWNER_SIZE + ROM_SPAWNER_FLAGS) & 1u) != 0)
            return true;
        return convert_line_wrong(lines, "the spawn `%s` is there from the start; write `later` behind it",
                                  name);
    }
    return convert_line_wrong(
        lines, "there is no `spawn TYPE name=%s at=X,Y,Z later` above; waves make what such spawns say",
        name);
}

static bool read_timer(const convert_lines *lines, const level_text *l, rom_wave_plan_record *row) {
    const char *boss = convert_line_value(lines, "boss"), *every = convert_line_value(lines, "every");
    if (lines->count < 4 || every == NULL)
        return convert_line_wrong(lines, "`waves NAME timer SPAWN every=T` is wanted");
    row->flags |= ROM_WAVE_PLAN_TIMER;
    if (!take_spawn(lines, l, lines->words[3], &row->spawner) ||
        !take_ticks(lines, "every", every, 1, &row->interval))
        return false;
    row->least = row->interval;
    if (!ticks_option(lines, "sooner", 0, &row->shrink)) return false;
    if (row->shrink > 0) row->least = 1;
    if (!ticks_option(lines, "least", 1, &row->least) ||
        !ticks_option(lines, "boss-after", 1, &row->boss_after))
        return false;
    if (row->least > row->interval) return convert_line_wrong(lines, "least= is above every=");
    if ((boss == NULL) != (row->boss_after == 0))
        return convert_line_wrong(lines, "`boss=SPAWN boss-after=N` belong together");
    if (boss != NULL && !take_spawn(lines, l, boss, &row->boss)) return false;
    if (convert_line_flag(lines, "ends")) row->flags |= ROM_WAVE_PLAN_ENDS;
    if ((row->flags & ROM_WAVE_PLAN_ENDS) != 0 && boss == NULL)
        return convert_line_wrong(lines, "`ends` is with the boss; write boss=SPAWN boss-after=N");
    if (convert_line_value(lines, "low") == NULL && convert_line_value(lines, "high") == NULL) return true;
    row->flags |= ROM_WAVE_PLAN_PLACED;
    if (!level_vector(lines, "low", row->low) || !level_vector(lines, "high", row->high)) return false;
    for (int i = 0; i < 3; i++)
        if (row->low[i] > row->high[i])
            return convert_line_wrong(lines, "low= is the low corner; turn them round");
    return true;
}

bool level_read_waves(convert_lines *lines, level_text *l) {
    if (lines->count < 2 || strlen(lines->words[1]) >= CART_NAME_MAX)
        return convert_line_wrong(lines, "`waves NAME` or `waves NAME timer SPAWN every=T` is wanted");
    rom_wave_plan_record row = {.name = rom_id(lines->words[1]),
                                .first = (uint32_t)(l->wave_entries.size / ROM_WAVE_ENTRY_SIZE)};
    for (size_t at = 0; at < l->waves.size; at += ROM_WAVE_PLAN_SIZE)
        if (rom_u32(l->waves.data + at) == row.name)
            return convert_line_wrong(lines, "waves `%s` are there already; give them another name",
                                      lines->words[1]);
    if (convert_line_flag(lines, "now")) row.flags |= ROM_WAVE_PLAN_NOW;
    const bool is_timer = lines->count > 2 && strcmp(lines->words[2], "timer") == 0;
    const bool ok = !is_timer || read_timer(lines, l, &row);
    l->waves_line = is_timer ? 0 : lines->line;
    record_add_wave_plan(&l->waves, &row);
    return ok && convert_line_all_asked(lines, is_timer ? 4 : 2);
}

static bool add_entry(convert_lines *lines, level_text *l, rom_wave_entry_record *row) {
    if (l->waves_line == 0)
        return convert_line_wrong(lines, "`%s` stands below `waves NAME`", lines->words[0]);
    uint8_t *plan = l->waves.data + l->waves.size - ROM_WAVE_PLAN_SIZE;
    const uint32_t count = rom_u32(plan + ROM_WAVE_PLAN_COUNT);
    const uint32_t before =
        count == 0 ? 0 : rom_u32(l->wave_entries.data + l->wave_entries.size - ROM_WAVE_ENTRY_SIZE);
    if (!take_ticks(lines, lines->words[0], lines->words[1], 1, &row->tick)) return false;
    if (row->tick < before)
        return convert_line_wrong(lines, "step %u is before that of the line above, %u; bring them in order",
                                  (unsigned)row->tick, (unsigned)before);
    record_add_wave_entry(&l->wave_entries, row);
    writer_put_u32(&l->waves, l->waves.size - ROM_WAVE_PLAN_SIZE + ROM_WAVE_PLAN_COUNT, count + 1u);
    return true;
}

bool level_read_wave(convert_lines *lines, level_text *l) {
    rom_wave_entry_record row = {.flags = ROM_WAVE_ENTRY_MARK};
    if (lines->count != 2) return convert_line_wrong(lines, "`wave STEP` is wanted");
    return add_entry(lines, l, &row);
}

bool level_read_come(convert_lines *lines, level_text *l) {
    rom_wave_entry_record row = {.flags = 0};
    if (lines->count < 3) return convert_line_wrong(lines, "`come STEP SPAWN [at=X,Y,Z]` is wanted");
    if (!take_spawn(lines, l, lines->words[2], &row.spawner)) return false;
    if (convert_line_value(lines, "at") != NULL) {
        row.flags = ROM_WAVE_ENTRY_PLACED;
        if (!level_vector(lines, "at", row.place)) return false;
    }
    return add_entry(lines, l, &row);
}

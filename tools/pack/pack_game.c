/* Writes the chunk `game`: counters, objectives, trophies, and the modes of a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/game/rules.h"
#include "platform/host/host_script.h"
#include "rom/rom.h"
#include "tools/import/base/file.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

/* ---- names to numbers ---- */

/* Number + 1 of an objective; 0 for no name. False after an error when there is no such objective. */
static bool find_objective(pack_job *job, const cart_objective *from, const char *name, uint8_t *number) {
    const cart_game *g = &job->c->game;
    *number = 0;
    if (name[0] == 0) return true;
    for (uint32_t i = 0; i < g->objective_count; i++)
        if (rom_id(g->objectives[i].name) == rom_id(name)) *number = (uint8_t)(i + 1);
    return *number != 0 ||
           pack_wrong(job, from->line, "objective `%s`: there is no objective `%s`", from->name, name);
}

static uint32_t id_of(const char *name) { return name[0] == 0 ? 0 : rom_id(name); }

static const cart_scene *scene_of(const cart *c, const char *name) {
    for (uint32_t i = 0; i < c->scene_count && name[0] != 0; i++)
        if (rom_id(c->scenes[i].name) == rom_id(name)) return &c->scenes[i];
    return NULL;
}

static const cart_mode *mode_of(const cart_game *g, const char *name) {
    for (uint32_t i = 0; i < g->mode_count; i++)
        if (rom_id(g->modes[i].name) == rom_id(name)) return &g->modes[i];
    return NULL;
}

/* ---- conditions, objectives, trophies, counts ---- */

static void put_conditions(const cart_condition *list, uint32_t count, writer *out) {
    for (uint32_t i = 0; i < count; i++) {
        const rom_game_condition_record row = {.counter = rom_id(list[i].counter),
                                               .value = list[i].value,
                                               .test = list[i].at_most ? ROM_GAME_CONDITION_AT_MOST
                                                                       : ROM_GAME_CONDITION_AT_LEAST,
                                               .role = list[i].role};
        record_add_game_condition(out, &row);
    }
}

static void put_all_conditions(const cart_game *g, writer *out, rom_game_record *r) {
    const size_t at = out->size;
    for (uint32_t i = 0; i < g->objective_count; i++)
        put_conditions(g->objectives[i].conditions, g->objectives[i].condition_count, out);
    for (uint32_t i = 0; i < g->trophy_count; i++)
        put_conditions(g->trophies[i].conditions, g->trophies[i].condition_count, out);
    r->condition_count = (uint32_t)((out->size - at) / ROM_GAME_CONDITION_SIZE);
    r->conditions_at = r->condition_count == 0 ? 0 : (uint32_t)at;
}

/* Appends a text; texts lie behind all rows. */
static rom_text_place put_text(writer *out, const char *text) {
    return text[0] == 0 ? (rom_text_place){0, 0} : pack_add_text(out, text);
}

static bool put_objectives(pack_job *job, writer *out, const rom_game_record *r) {
    const cart_game *g = &job->c->game;
    bool ok = true;
    uint32_t condition = 0;
    for (uint32_t i = 0; i < g->objective_count; i++) {
        const cart_objective *o = &g->objectives[i];
        rom_game_objective_record row = {.name = rom_id(o->name),
                                         .text = put_text(out, o->text),
                                         .flags = (uint8_t)((o->any ? OX_OBJECTIVE_JOIN_ANY : 0) |
                                                            (o->optional ? OX_OBJECTIVE_OPTIONAL : 0) |
                                                            (o->hidden ? OX_OBJECTIVE_HIDDEN : 0)),
                                         .chapter = (uint8_t)o->chapter,
                                         .branch = (uint8_t)o->branch,
                                         .lives = (uint8_t)o->lives,
                                         .first_condition = condition,
                                         .condition_count = o->condition_count};
        for (uint32_t k = 0; k < CART_AFTER; k++)
            ok = find_objective(job, o, o->after[k], &row.after[k]) && ok;
        ok = find_objective(job, o, o->back, &row.back) && ok;
        for (uint32_t k = 0; k < CART_CONDITIONS; k++) row.resets[k] = id_of(o->resets[k]);
        condition += o->condition_count;
        record_put_game_objective(out, r->objectives_at + (size_t)i * ROM_GAME_OBJECTIVE_SIZE, &row);
    }
    for (uint32_t i = 0; i < g->trophy_count; i++) {
        const cart_trophy *t = &g->trophies[i];
        char kept[CART_NAME_MAX + 16];
        snprintf(kept, sizeof kept, "trophy/%s", t->name);
        const rom_game_trophy_record row = {.name = rom_id(t->name),
                                            .kept = rom_id(kept),
                                            .text = put_text(out, t->text),
                                            .event = id_of(t->event),
                                            .argument = t->argument.number,
                                            .value = t->argument.value,
                                            .first_condition = condition,
                                            .condition_count = t->condition_count};
        condition += t->condition_count;
        record_put_game_trophy(out, r->trophies_at + (size_t)i * ROM_GAME_TROPHY_SIZE, &row);
    }
    return ok;
}

static void put_counts(const cart_game *g, writer *out, rom_game_record *r) {
    r->counts_at = g->count_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < g->count_count; i++) {
        const cart_count *count = &g->counts[i];
        const rom_game_count_record row = {.event = rom_id(count->event),
                                           .argument = count->argument.number,
                                           .value = count->argument.value,
                                           .counter = rom_id(count->counter),
                                           .amount = count->amount,
                                           .flags = count->sets ? ROM_GAME_COUNT_SETS : 0};
        record_add_game_count(out, &row);
    }
}

/* ---- demos ---- */

static bool is_of_buttons(const plat_input *in) {
    static const plat_senses nothing;
    return in->stick_x == 0 && in->stick_y == 0 && in->wheel == 0 && !in->pointer_held &&
           memcmp(&in->senses, &nothing, sizeof nothing) == 0;
}

/* Writes the buttons of each step, up to `quit`, as runs. */
static bool put_runs(pack_job *job, const cart_mode *mode, host_script *script, writer *out,
                     uint32_t *count) {
    enum { STEPS = 36000 };
    rom_game_run_record run = {0, 0};
    for (uint32_t step = 0; step < STEPS; step++) {
        plat_input in;
        memset(&in, 0, sizeof in);
        (void)host_script_apply(script, step, &in);
        if (!is_of_buttons(&in))
            return pack_wrong(
                job, mode->line,
                "mode `%s`: a demo has buttons alone; take pointer, stick, wheel, keys and what is "
                "typed out of %s (step %u)",
                mode->name, mode->input, (unsigned)step);
        const bool ends = in.quit, other = in.buttons != run.buttons || run.ticks == UINT16_MAX;
        if (run.ticks > 0 && (ends || other)) {
            record_add_game_run(out, &run);
            ++*count;
            run.ticks = 0;
        }
        if (ends) return true;
        run.buttons = (uint16_t)in.buttons;
        run.ticks++;
    }
    return pack_wrong(job, mode->line, "mode `%s`: %s has no end; write a last line such as `1800 quit`",
                      mode->name, mode->input);
}

static bool put_demo(pack_job *job, const cart_mode *mode, writer *out, uint32_t *count) {
    char fault[256];
    uint8_t *text = NULL;
    size_t size = 0;
    if (mode->input[0] == 0) return true;
    char *path = import_file_resolve(job->c->path, mode->input);
    if (path == NULL) return pack_no_memory(job);
    tool_error error = {.text = ""};
    bool ok = import_file_read(path, &text, &size, &error) || pack_failed(job, &error);
    free(path);
    if (!ok) return false;
    if (memchr(text, 0, size) != NULL || size > HOST_SCRIPT_MAX_SIZE) {
        free(text);
        return pack_wrong(job, mode->line, "mode `%s`: %s is no text of an input script", mode->name,
                          mode->input);
    }
    host_script *script = host_script_parse(mode->input, (const char *)text, fault, sizeof fault);
    free(text);
    if (script == NULL) return pack_wrong(job, mode->line, "mode `%s`: %s", mode->name, fault);
    ok = put_runs(job, mode, script, out, count);
    host_script_free(script);
    return ok;
}

/* ---- modes and ways ---- */

/* Lists the modes. A scene is a mode of its name, unless a line describes that mode. Modes of scenes come first, so
 * that a scene leads into its own. */
static uint32_t list_modes(const cart *c, cart_mode *modes) {
    const cart_game *g = &c->game;
    uint32_t count = 0;
    if (g->mode_count == 0 && g->way_count == 0) return 0;
    for (uint32_t i = 0; i < c->scene_count; i++) {
        const cart_mode *said = mode_of(g, c->scenes[i].name);
        if (said != NULL && said->scene[0] != 0 && rom_id(said->scene) != rom_id(c->scenes[i].name)) continue;
        memset(&modes[count], 0, sizeof modes[count]);
        if (said != NULL) modes[count] = *said;
        snprintf(modes[count].name, CART_NAME_MAX, "%s", c->scenes[i].name);
        snprintf(modes[count].scene, CART_NAME_MAX, "%s", c->scenes[i].name);
        count++;
    }
    for (uint32_t i = 0; i < g->mode_count; i++) {
        const cart_scene *own = scene_of(c, g->modes[i].name);
        if (own == NULL || (g->modes[i].scene[0] != 0 && rom_id(g->modes[i].scene) != rom_id(own->name)))
            modes[count++] = g->modes[i];
    }
    return count;
}

static bool put_modes(pack_job *job, const cart_mode *modes, uint32_t count, writer *out,
                      rom_game_record *r) {
    bool ok = true;
    r->runs_at = (uint32_t)out->size;
    uint32_t first[UINT8_MAX];
    for (uint32_t i = 0; i < count; i++) {
        first[i] = r->run_count;
        ok = put_demo(job, &modes[i], out, &r->run_count) && ok;
    }
    if (r->run_count == 0) r->runs_at = 0;
    for (uint32_t i = 0; i < count; i++) {
        const cart_mode *mode = &modes[i];
        if (mode->scene[0] != 0 && scene_of(job->c, mode->scene) == NULL)
            ok = pack_wrong(job, mode->line, "mode `%s`: there is no scene `%s`", mode->name, mode->scene);
        const rom_game_mode_record row = {
            .name = rom_id(mode->name),
            .scene = mode->scene[0] == 0 ? 0 : pack_chunk_id("scene", mode->scene),
            .text = put_text(out, mode->text),
            .flags = mode->runs ? ROM_GAME_MODE_RUNS_BELOW : 0,
            .seed = mode->seed,
            .first_run = first[i],
            .run_count = (i + 1 < count ? first[i + 1] : r->run_count) - first[i]};
        record_put_game_mode(out, r->modes_at + (size_t)i * ROM_GAME_MODE_SIZE, &row);
    }
    return ok;
}

static bool put_ways(pack_job *job, const cart_mode *modes, uint32_t count, writer *out, rom_game_record *r) {
    const cart_game *g = &job->c->game;
    bool ok = true;
    r->ways_at = g->way_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < g->way_count; i++) {
        const cart_way *way = &g->ways[i];
        const char *const ends[] = {way->from, way->to};
        for (uint32_t k = 0; k < 2; k++) {
            uint32_t at = 0;
            while (at < count && rom_id(modes[at].name) != rom_id(ends[k])) at++;
            if (at == count && ends[k][0] != 0)
                ok = pack_wrong(job, way->line, "there is neither a scene nor a mode `%s`", ends[k]);
        }
        const rom_game_way_record row = {.from = id_of(way->from),
                                         .word = rom_id(way->word),
                                         .to = id_of(way->to),
                                         .kind = way->kind,
                                         .number = way->number};
        record_add_game_way(out, &row);
    }
    return ok;
}

/* ---- the whole ---- */

/* Refuses rules that the console would refuse, and names their line. */
static bool check_rules(pack_job *job, const writer *out, const cart_mode *modes, uint32_t mode_count) {
    const cart_game *g = &job->c->game;
    const size_t room = (64u << 10) + g->count_count * sizeof(ox_count_rule);
    ox_arena arena;
    ox_rules rules;
    ox_flow flow;
    char text[160], kind[16] = "";
    unsigned number = 0;
    ox_text why = ox_text_begin(text, sizeof text);
    void *memory = malloc(room);
    if (memory == NULL) return pack_no_memory(job);
    ox_arena_init(&arena, memory, room);
    const ox_flow_config config = {.states = 1, .ways = 1};
    const ox_status status =
        ox_rules_read(&rules, out->data, &(ox_rules_flow){&flow, &config, NULL}, &arena, &why);
    free(memory);
    if (status == OX_OK) return true;
    if (sscanf(text, "%15s %u", kind, &number) == 2 && strcmp(kind, "objective") == 0 &&
        number < g->objective_count)
        return pack_wrong(job, g->objectives[number].line, "objective `%s`%s", g->objectives[number].name,
                          strchr(strchr(text, ' ') + 1, ' '));
    if (strcmp(kind, "way") == 0 && number < g->way_count)
        return pack_wrong(job, g->ways[number].line, "the way by `%s`%s", g->ways[number].word,
                          strchr(strchr(text, ' ') + 1, ' '));
    if (strcmp(kind, "mode") == 0 && number < mode_count)
        return pack_wrong(job, modes[number].line, "mode `%s`%s", modes[number].name,
                          strchr(strchr(text, ' ') + 1, ' '));
    return pack_wrong(job, 0, "rules of the game: %s", text[0] != 0 ? text : ox_status_name(status));
}

static bool check_counts(pack_job *job, uint32_t modes) {
    const cart_game *g = &job->c->game;
    if (g->objective_count > OX_OBJECTIVES_MAX)
        return pack_wrong(job, g->objectives[OX_OBJECTIVES_MAX].line, "more than %d objectives",
                          (int)OX_OBJECTIVES_MAX);
    if (g->trophy_count > OX_TROPHIES_MAX)
        return pack_wrong(job, g->trophies[OX_TROPHIES_MAX].line, "more than %d trophies",
                          (int)OX_TROPHIES_MAX);
    if (g->count_count > UINT16_MAX || g->way_count > UINT8_MAX || modes > UINT8_MAX)
        return pack_wrong(job, 0, "at most 255 modes, scenes among them, and 255 ways are possible");
    return true;
}

static bool write_rules(pack_job *job, const cart_mode *modes, uint32_t mode_count) {
    const cart_game *g = &job->c->game;
    writer *out = assemble_add(&job->chunks, "game", ROM_TAG_GAME, ROM_GAME_SIZE);
    if (out == NULL) return pack_no_memory(job);
    rom_game_record r = {.count_count = (uint16_t)g->count_count,
                         .objective_count = (uint16_t)g->objective_count,
                         .trophy_count = (uint16_t)g->trophy_count,
                         .mode_count = (uint16_t)mode_count,
                         .way_count = (uint16_t)g->way_count};
    r.objectives_at = g->objective_count == 0 ? 0 : (uint32_t)out->size;
    writer_zeros(out, (size_t)g->objective_count * ROM_GAME_OBJECTIVE_SIZE);
    r.trophies_at = g->trophy_count == 0 ? 0 : (uint32_t)out->size;
    writer_zeros(out, (size_t)g->trophy_count * ROM_GAME_TROPHY_SIZE);
    r.modes_at = mode_count == 0 ? 0 : (uint32_t)out->size;
    writer_zeros(out, (size_t)mode_count * ROM_GAME_MODE_SIZE);
    put_counts(g, out, &r);
    put_all_conditions(g, out, &r);
    bool ok = put_ways(job, modes, mode_count, out, &r);
    ok = put_modes(job, modes, mode_count, out, &r) && ok;
    ok = put_objectives(job, out, &r) && ok;
    writer_align(out, 4);
    record_put_game(out, 0, &r);
    if (out->failed) return pack_no_memory(job);
    return ok && check_rules(job, out, modes, mode_count);
}

bool pack_game(pack_job *job) {
    const cart_game *g = &job->c->game;
    if (g->objective_count + g->trophy_count + g->count_count + g->mode_count + g->way_count == 0)
        return true;
    cart_mode *modes = calloc((size_t)job->c->scene_count + g->mode_count + 1, sizeof *modes);
    if (modes == NULL) return pack_no_memory(job);
    const uint32_t count = list_modes(job->c, modes);
    const bool ok = check_counts(job, count) && write_rules(job, modes, count);
    free(modes);
    return ok;
}

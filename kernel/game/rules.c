/* Makes rules out of the chunk `game`. */
#include "kernel/game/rules.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/type/name.h"
#include "rom/check.h"

enum { CONDITIONS = 3 };

FX_STATIC_ASSERT((int)CONDITIONS == (int)OX_OBJECTIVE_CONDITIONS &&
                     (int)CONDITIONS == (int)OX_TROPHY_CONDITIONS,
                 "conditions of both are read alike");

static ox_status blame_row(ox_text *why, const char *what, uint32_t number, const char *words) {
    if (why != NULL) ox_text_add(why, "%s %u %s", what, (unsigned)number, words);
    return OX_BAD_DATA;
}

static const uint8_t *row_at(const uint8_t *chunk, uint32_t at, uint32_t number, uint32_t size) {
    return chunk + rom_word(chunk + at) + (size_t)number * size;
}

/* ---- objectives and trophies ---- */

/* Reads the conditions of one role among those of a row; false when there are more than three. */
static bool read_conditions(const uint8_t *chunk, const uint8_t *span, uint32_t role,
                            ox_condition conditions[CONDITIONS]) {
    const uint32_t first = rom_word(span), count = rom_word(span + 4);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = row_at(chunk, ROM_GAME_CONDITIONS_AT, first + i, ROM_GAME_CONDITION_SIZE);
        if (rom_half(row + ROM_GAME_CONDITION_ROLE) != role) continue;
        if (found == CONDITIONS || rom_word(row + ROM_GAME_CONDITION_COUNTER) == OX_ID_NONE) return false;
        conditions[found++] = (ox_condition){.counter = rom_word(row + ROM_GAME_CONDITION_COUNTER),
                                             .value = (int32_t)rom_word(row + ROM_GAME_CONDITION_VALUE),
                                             .test = (uint8_t)rom_half(row + ROM_GAME_CONDITION_TEST)};
    }
    return true;
}

static bool read_objective(const uint8_t *chunk, uint32_t number, ox_objective *to) {
    const uint8_t *row = row_at(chunk, ROM_GAME_OBJECTIVES_AT, number, ROM_GAME_OBJECTIVE_SIZE),
                  *span = row + ROM_GAME_OBJECTIVE_FIRST_CONDITION;
    const ox_id name = rom_word(row + ROM_GAME_OBJECTIVE_NAME);
    *to = (ox_objective){.name = name,
                         .flags = row[ROM_GAME_OBJECTIVE_FLAGS],
                         .chapter = row[ROM_GAME_OBJECTIVE_CHAPTER],
                         .branch = row[ROM_GAME_OBJECTIVE_BRANCH],
                         .lives = row[ROM_GAME_OBJECTIVE_LIVES],
                         .back = row[ROM_GAME_OBJECTIVE_BACK],
                         .on_active = {OX_OBJECTIVE_BEGINS, name},
                         .on_done = {OX_OBJECTIVE_DONE_EVENT, name},
                         .on_failed = {OX_OBJECTIVE_FAILED_EVENT, name}};
    for (uint32_t i = 0; i < OX_OBJECTIVE_AFTER; i++) to->after[i] = row[ROM_GAME_OBJECTIVE_AFTER + i];
    for (uint32_t i = 0; i < CONDITIONS; i++)
        to->resets[i] = rom_word(row + ROM_GAME_OBJECTIVE_RESETS + (size_t)i * 4);
    return read_conditions(chunk, span, ROM_GAME_CONDITION_WHEN, to->when) &&
           read_conditions(chunk, span, ROM_GAME_CONDITION_DONE, to->done) &&
           read_conditions(chunk, span, ROM_GAME_CONDITION_FAILED, to->failed);
}

static bool read_trophy(const uint8_t *chunk, uint32_t number, ox_trophy *to) {
    const uint8_t *row = row_at(chunk, ROM_GAME_TROPHIES_AT, number, ROM_GAME_TROPHY_SIZE);
    *to = (ox_trophy){.name = rom_word(row + ROM_GAME_TROPHY_NAME),
                      .event = rom_word(row + ROM_GAME_TROPHY_EVENT),
                      .key = (uint16_t)rom_word(row + ROM_GAME_TROPHY_ARGUMENT),
                      .value = rom_word(row + ROM_GAME_TROPHY_VALUE)};
    return to->name != OX_ID_NONE && rom_word(row + ROM_GAME_TROPHY_KEPT) != OX_ID_NONE &&
           read_conditions(chunk, row + ROM_GAME_TROPHY_FIRST_CONDITION, ROM_GAME_CONDITION_DONE,
                           to->conditions);
}

static void read_count(const uint8_t *chunk, uint32_t number, ox_count_rule *to) {
    const uint8_t *row = row_at(chunk, ROM_GAME_COUNTS_AT, number, ROM_GAME_COUNT_SIZE);
    *to = (ox_count_rule){.event = rom_word(row + ROM_GAME_COUNT_EVENT),
                          .key = (uint16_t)rom_word(row + ROM_GAME_COUNT_ARGUMENT),
                          .value = rom_word(row + ROM_GAME_COUNT_VALUE),
                          .counter = rom_word(row + ROM_GAME_COUNT_COUNTER),
                          .amount = (int32_t)rom_word(row + ROM_GAME_COUNT_AMOUNT),
                          .sets = rom_word(row + ROM_GAME_COUNT_FLAGS) != 0};
}

static ox_status read_objectives(ox_rules *r, ox_arena *arena, ox_text *why) {
    r->objective_count = rom_half(r->chunk + ROM_GAME_OBJECTIVE_COUNT);
    if (r->objective_count == 0) return OX_OK;
    r->graph = OX_PUSH(arena, ox_objective, r->objective_count);
    if (r->graph == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < r->objective_count; i++)
        if (!read_objective(r->chunk, i, &r->graph[i]))
            return blame_row(why, "objective", i, "has conditions without a counter, or more than three");
    return ox_objectives_check(r->graph, r->objective_count, why);
}

static ox_status read_trophies(ox_rules *r, ox_arena *arena, ox_text *why) {
    const uint32_t counts = rom_half(r->chunk + ROM_GAME_COUNT_COUNT),
                   trophies = rom_half(r->chunk + ROM_GAME_TROPHY_COUNT);
    ox_count_rule *count = counts == 0 ? NULL : OX_PUSH(arena, ox_count_rule, counts);
    ox_trophy *trophy = trophies == 0 ? NULL : OX_PUSH(arena, ox_trophy, trophies);
    r->trophies = (ox_trophy_rules){.fanfare = OX_TROPHY_WON};
    if ((count == NULL && counts > 0) || (trophy == NULL && trophies > 0)) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < counts; i++) {
        read_count(r->chunk, i, &count[i]);
        if (count[i].counter == OX_ID_NONE) return blame_row(why, "count", i, "has no counter");
    }
    for (uint32_t i = 0; i < trophies; i++) {
        if (!read_trophy(r->chunk, i, &trophy[i]))
            return blame_row(why, "trophy", i,
                             "has no name, conditions without a counter, or more than three");
        for (uint32_t k = 0; k < i; k++)
            if (trophy[k].name == trophy[i].name)
                return blame_row(why, "trophy", i, "has the name of another");
    }
    r->trophies.counts = count, r->trophies.count_count = counts;
    r->trophies.trophies = trophy, r->trophies.trophy_count = trophies;
    return OX_OK;
}

/* ---- the flow ---- */

static uint32_t mode_of(const ox_rules *r, ox_id name) {
    uint32_t i = 0;
    while (i < r->mode_count && r->modes[i].name != name) i++;
    return i;
}

/* The way of a row: a POP where the row names no mode, a PUSH to a mode without a scene, else a GO. */
static ox_game_way way_out_of(const ox_rules *r, const uint8_t *row) {
    ox_game_way way = {.from = rom_word(row + ROM_GAME_WAY_FROM),
                       .word = rom_word(row + ROM_GAME_WAY_WORD),
                       .to = rom_word(row + ROM_GAME_WAY_TO),
                       .change = OX_GAME_POP};
    const uint32_t to = mode_of(r, way.to);
    if (way.to != OX_ID_NONE)
        way.change = to < r->mode_count && rom_word(ox_rules_mode(r, to) + ROM_GAME_MODE_SCENE) == OX_ID_NONE
                         ? OX_GAME_PUSH
                         : OX_GAME_GO;
    return way;
}

static ox_status read_flow(ox_rules *r, const ox_rules_flow *made, ox_arena *arena, ox_text *why) {
    uint32_t which = 0;
    ox_flow *const flow = made->flow;
    ox_flow_config config = *made->config;
    r->mode_count = rom_half(r->chunk + ROM_GAME_MODE_COUNT);
    r->way_count = rom_half(r->chunk + ROM_GAME_WAY_COUNT);
    if (r->mode_count == 0) return r->way_count == 0 ? OX_OK : blame_row(why, "way", 0, "has no mode");
    r->modes = OX_PUSH(arena, ox_game_state, r->mode_count);
    if (r->modes == NULL) return OX_OUT_OF_MEMORY;
    config.states = r->mode_count;
    config.ways = r->way_count == 0 ? 1 : r->way_count;
    ox_status status = ox_flow_init(flow, &config, arena);
    for (uint32_t i = 0; i < r->mode_count && status == OX_OK; i++) {
        const uint8_t *row = ox_rules_mode(r, i);
        const bool runs = (rom_word(row + ROM_GAME_MODE_FLAGS) & ROM_GAME_MODE_RUNS_BELOW) != 0;
        r->modes[i] = (ox_game_state){.name = rom_word(row + ROM_GAME_MODE_NAME),
                                      .flags = runs ? OX_GAME_RUNS_BELOW : 0,
                                      .enter = made->enter};
        if (ox_flow_add_state(flow, &r->modes[i]) != OX_OK)
            return blame_row(why, "mode", i, "has no name, or that of another");
    }
    for (uint32_t i = 0; i < r->way_count && status == OX_OK; i++) {
        const ox_game_way way = way_out_of(r, ox_rules_way(r, i));
        if (ox_flow_add_ways(flow, &way, 1) != OX_OK)
            return blame_row(why, "way", i, "has no word, or one that leads another way already");
    }
    if (status == OX_OK && ox_flow_check(flow, &which) != OX_OK)
        return blame_row(why, "way", which, "leads from or to a mode that is not there");
    return status;
}

ox_status ox_rules_read(ox_rules *rules, const uint8_t *chunk, const ox_rules_flow *made, ox_arena *arena,
                        ox_text *why) {
    *rules = (ox_rules){.chunk = chunk};
    memset(made->flow, 0, sizeof *made->flow);
    ox_status status = read_objectives(rules, arena, why);
    if (status == OX_OK) status = read_trophies(rules, arena, why);
    if (status == OX_OK) status = read_flow(rules, made, arena, why);
    return status;
}

/* ---- rows that stay in the chunk ---- */

const uint8_t *ox_rules_mode(const ox_rules *rules, uint32_t number) {
    return row_at(rules->chunk, ROM_GAME_MODES_AT, number, ROM_GAME_MODE_SIZE);
}

const uint8_t *ox_rules_way(const ox_rules *rules, uint32_t number) {
    return row_at(rules->chunk, ROM_GAME_WAYS_AT, number, ROM_GAME_WAY_SIZE);
}

ox_id ox_rules_kept(const ox_rules *rules, uint32_t trophy) {
    return rom_word(row_at(rules->chunk, ROM_GAME_TROPHIES_AT, trophy, ROM_GAME_TROPHY_SIZE) +
                    ROM_GAME_TROPHY_KEPT);
}

const char *ox_rules_text(const ox_rules *rules, const uint8_t *place, uint32_t *length) {
    *length = rom_word(place + 4);
    return (const char *)rules->chunk + rom_word(place);
}

const char *ox_rules_text_of(const ox_rules *rules, ox_id name, uint32_t *length) {
    for (uint32_t i = 0; i < rules->objective_count; i++)
        if (rules->graph[i].name == name)
            return ox_rules_text(rules,
                                 row_at(rules->chunk, ROM_GAME_OBJECTIVES_AT, i, ROM_GAME_OBJECTIVE_SIZE) +
                                     ROM_GAME_OBJECTIVE_TEXT,
                                 length);
    for (uint32_t i = 0; i < rules->trophies.trophy_count; i++)
        if (rules->trophies.trophies[i].name == name)
            return ox_rules_text(rules,
                                 row_at(rules->chunk, ROM_GAME_TROPHIES_AT, i, ROM_GAME_TROPHY_SIZE) +
                                     ROM_GAME_TROPHY_TEXT,
                                 length);
    return NULL;
}

bool ox_rules_demo(const ox_rules *rules, const uint8_t *mode, uint32_t step, uint32_t *buttons) {
    const uint32_t first = rom_word(mode + ROM_GAME_MODE_FIRST_RUN),
                   count = rom_word(mode + ROM_GAME_MODE_RUN_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *run = row_at(rules->chunk, ROM_GAME_RUNS_AT, first + i, ROM_GAME_RUN_SIZE);
        const uint32_t ticks = rom_half(run + ROM_GAME_RUN_TICKS);
        *buttons = rom_half(run + ROM_GAME_RUN_BUTTONS);
        if (step < ticks) return true;
        step -= ticks;
    }
    return false;
}

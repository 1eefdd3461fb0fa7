/* The state of counters, objectives, trophies and modes: items that reports can name, and bytes. */
#include "kernel/game/internal.h"
#include "kernel/saving/module.h"
#include "kernel/type/name.h"

/* ---- items ---- */

static const ox_field fields[] = {
    OX_FIELD(game_item, tick, OX_U32, OX_SIM),  OX_FIELD(game_item, mode, OX_NAME_ID, OX_SIM),
    OX_FIELD(game_item, steps, OX_U32, OX_SIM), OX_FIELD(game_item, idle, OX_U32, OX_SIM),
    OX_FIELD(game_item, demo, OX_U32, OX_SIM),  OX_FIELD(game_item, kept, OX_U32, OX_SIM),
    OX_FIELD(game_item, won, OX_U32, OX_SIM)};
static const char *const names[] = {"tick", "mode", "steps", "idle", "demo", "kept", "won"};
static const ox_type item_type = OX_TYPE(game_item, fields, 1);

static const ox_field counter_fields[] = {OX_FIELD(ox_counter, value, OX_I32, OX_SIM)};
static const char *const counter_names[] = {"value"};
static const ox_type counter_type = OX_TYPE(ox_counter, counter_fields, 1);

typedef struct game_objective_item {
    uint8_t state;
} game_objective_item;
static const ox_field objective_fields[] = {OX_FIELD(game_objective_item, state, OX_U8, OX_SIM)};
static const char *const objective_names[] = {"state"};
static const ox_type objective_type = OX_TYPE(game_objective_item, objective_fields, 1);

/* One hash of all lists of names and numbers. */
static uint32_t hash_of_lists(const ox_game *s) {
    ox_writer to = ox_writer_hash();
    if (s->kept.count > 0) game_save_numbers(s, &to);
    if (s->play == NULL) return to.hash;
    ox_flow_save(&s->play->flow, &to);
    ox_input_save(&s->play->given, &to);
    return to.hash;
}

static void show_all(ox_game *s) {
    s->item.tick = s->tick;
    s->item.kept = hash_of_lists(s);
    if (s->play == NULL) return;
    s->item.mode = ox_flow_top(&s->play->flow);
    s->item.steps = s->play->steps;
    s->item.idle = s->play->idle;
    s->item.demo = s->play->demo;
    ox_writer won = ox_writer_hash();
    ox_trophies_save(&s->play->trophies, &won);
    s->item.won = won.hash;
}

static bool next_item(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_game *s = of;
    uint32_t at = (*cursor)++;
    if (at == 0) {
        show_all(s);
        *item = (ox_sim_item){0, &item_type, &s->item, "game", names};
        return true;
    }
    at--;
    if (at < s->counters.count) {
        *item = (ox_sim_item){s->counters.items[at].name, &counter_type, &s->counters.items[at], "counter",
                              counter_names};
        return true;
    }
    at -= s->counters.count;
    if (s->play == NULL || at >= s->play->objectives.count) return false;
    *item = (ox_sim_item){s->play->objectives.graph[at].name, &objective_type, &s->play->states[at],
                          "objective", objective_names};
    return true;
}

/* ---- bytes ---- */

void game_save(const void *of, ox_writer *to) {
    const ox_game *s = of;
    const game_play *p = s->play;
    ox_write_u32(to, s->tick);
    ox_counters_save(&s->counters, to);
    game_save_numbers(s, to);
    ox_write_bool(to, p != NULL);
    if (p == NULL) return;
    ox_objectives_save(&p->objectives, to);
    ox_trophies_save(&p->trophies, to);
    ox_flow_save(&p->flow, to);
    ox_write_u32(to, p->steps);
    ox_write_u32(to, p->idle);
    ox_write_u32(to, p->demo);
    ox_input_save(&p->given, to);
    ox_write_u8(to, (uint8_t)s->line_count); /* a game that rests goes on to show its lines */
    for (uint32_t i = 0; i < s->line_count; i++) {
        ox_write_u32(to, s->lines[i].name);
        ox_write_u32(to, s->lines[i].colour);
        ox_write_u16(to, (uint16_t)s->lines[i].x);
        ox_write_u16(to, (uint16_t)s->lines[i].y);
    }
}

static ox_status restore_lines(ox_game *s, ox_reader *from) {
    const uint32_t count = ox_read_u8(from);
    s->line_count = 0;
    if (count > OX_GAME_LINES) return OX_BAD_DATA;
    for (uint32_t i = 0; i < count; i++) {
        game_line *line = &s->lines[i];
        line->name = ox_read_u32(from);
        line->colour = ox_read_u32(from) & 0xFFFFFFu;
        line->x = (int16_t)ox_read_u16(from);
        line->y = (int16_t)ox_read_u16(from);
    }
    if (from->bad) return OX_BAD_DATA;
    s->line_count = count;
    return OX_OK;
}

static ox_status restore_play(game_play *p, bool loads, ox_reader *from) {
    const uint64_t given = p->trophies.given;
    ox_status status = ox_objectives_restore(&p->objectives, from);
    if (status == OX_OK) status = ox_trophies_restore(&p->trophies, from);
    if (loads || status != OX_OK) p->trophies.given = given; /* trophies that were won outlive games */
    if (status == OX_OK) status = ox_flow_restore(&p->flow, from);
    p->steps = ox_read_u32(from);
    p->idle = ox_read_u32(from);
    p->demo = ox_read_u32(from);
    p->arriving = false;
    return status == OX_OK ? ox_input_restore(&p->given, from) : status;
}

ox_status game_restore(void *of, ox_reader *from) {
    ox_game *s = of;
    const bool loads = ox_saving_loads(s->host);
    s->tick = ox_read_u32(from);
    ox_status status = ox_counters_restore(&s->counters, from);
    if (status != OX_OK) return status;
    if (loads) { /* kept numbers outlive games, as trophies do */
        const uint32_t count = ox_read_u32(from);
        for (uint32_t i = 0; i < count && !from->bad; i++) (void)ox_read_u32(from), (void)ox_read_i32(from);
    } else if (!game_restore_numbers(s, from)) {
        ox_counters_clear(&s->kept);
        return OX_BAD_DATA;
    }
    if (ox_read_bool(from) != (s->play != NULL) || from->bad) return OX_BAD_DATA;
    if (s->play == NULL) return OX_OK;
    const ox_status played = restore_play(s->play, loads, from);
    return played == OX_OK ? restore_lines(s, from) : played;
}

ox_sim_part game_state_part(ox_game *game) {
    return (ox_sim_part){
        .name = "game", .context = game, .next = next_item, .save = game_save, .restore = game_restore};
}

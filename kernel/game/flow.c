/* The game-state manager: words become changes of the stack, and the stack decides what is updated and drawn.
 */
#include "kernel/game/flow.h"

#include <string.h>

#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_GAME_DEPTH <= UINT8_MAX && OX_GAME_WORDS <= UINT8_MAX && OX_GAME_SCREENS <= UINT8_MAX,
                 "their numbers are saved in bytes");

enum { STATES_MAX = 255 };

static const ox_field play_fields[] = {
    OX_FIELD(ox_play, money, OX_I32, OX_SIM),      OX_FIELD(ox_play, score, OX_I32, OX_SIM),
    OX_FIELD(ox_play, wave_ticks, OX_U32, OX_SIM), OX_FIELD(ox_play, lives, OX_U16, OX_SIM, .initial = 3),
    OX_FIELD(ox_play, level, OX_U16, OX_SIM),
};
const ox_type ox_play_type = OX_TYPE(ox_play, play_fields, 1);

ox_status ox_flow_init(ox_flow *flow, const ox_flow_config *config, ox_arena *arena) {
    *flow = (ox_flow){.config = *config};
    if (config->states == 0 || config->states > STATES_MAX || config->ways == 0 || config->ways > STATES_MAX)
        return OX_BAD_ARGUMENT;
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    flow->states = OX_PUSH(arena, const ox_game_state *, config->states);
    flow->ways = OX_PUSH(arena, ox_game_way, config->ways);
    if (flow->states == NULL || flow->ways == NULL) {
        ox_arena_rollback(arena, mark);
        return OX_OUT_OF_MEMORY;
    }
    ox_type_reset(&ox_play_type, &flow->play);
    return OX_OK;
}

/* The number of a state, or state_count. */
static uint32_t number_of(const ox_flow *flow, ox_id name) {
    uint32_t i = 0;
    while (i < flow->state_count && flow->states[i]->name != name) i++;
    return i;
}

ox_status ox_flow_add_state(ox_flow *flow, const ox_game_state *state) {
    OX_CREATED(flow->config.states);
    if (state->name == OX_ID_NONE) return OX_BAD_ARGUMENT;
    if (number_of(flow, state->name) < flow->state_count) return OX_ALREADY_THERE;
    if (flow->state_count >= flow->config.states) return OX_FULL;
    flow->states[flow->state_count++] = state;
    return OX_OK;
}

static const ox_game_way *way_of(const ox_flow *flow, ox_id from, ox_id word) {
    for (uint32_t i = 0; i < flow->way_count; i++) {
        if (flow->ways[i].from == from && flow->ways[i].word == word) return &flow->ways[i];
    }
    return NULL;
}

ox_status ox_flow_add_ways(ox_flow *flow, const ox_game_way *ways, uint32_t count) {
    uint32_t before = flow->way_count;
    ox_status status = OX_OK;
    for (uint32_t i = 0; i < count && status == OX_OK; i++) {
        const ox_game_way *way = &ways[i];
        if (way->word == OX_ID_NONE || way->change > OX_GAME_REPLACE ||
            (way->to == OX_ID_NONE) != (way->change == OX_GAME_POP))
            status = OX_BAD_ARGUMENT;
        else if (way_of(flow, way->from, way->word) != NULL)
            status = OX_ALREADY_THERE;
        else if (flow->way_count >= flow->config.ways)
            status = OX_FULL;
        else
            flow->ways[flow->way_count++] = *way;
    }
    if (status != OX_OK) flow->way_count = before;
    return status;
}

ox_status ox_flow_check(const ox_flow *flow, uint32_t *which) {
    for (uint32_t i = 0; i < flow->way_count; i++) {
        const ox_game_way *way = &flow->ways[i];
        bool from = way->from == OX_ID_NONE || number_of(flow, way->from) < flow->state_count;
        bool to = way->change == OX_GAME_POP || number_of(flow, way->to) < flow->state_count;
        if (from && to) continue;
        if (which != NULL) *which = i;
        return OX_NOT_FOUND;
    }
    return OX_OK;
}

/* ---- changes ---- */

static const ox_game_state *top_of(const ox_flow *flow) {
    return flow->depth == 0 ? NULL : flow->states[flow->on[flow->depth - 1u]];
}

static void call_state(void (*function)(void *), const ox_flow *flow) {
    if (function != NULL) function(flow->config.game);
}

static void enter_state(ox_flow *flow, uint32_t state) {
    flow->on[flow->depth++] = (uint8_t)state;
    call_state(flow->states[state]->enter, flow);
}

static void leave_state(ox_flow *flow) {
    const ox_game_state *state = top_of(flow);
    flow->depth--;
    call_state(state->leave, flow);
}

/* The lowest level of the stack that is reached from the top through states with `flag`. For OX_GAME_RUNS_BELOW all
 * levels below this one are paused. */
static uint32_t lowest_with(const ox_flow *flow, uint32_t flag) {
    uint32_t level = flow->depth;
    while (level > 1 && (flow->states[flow->on[level - 1u]]->flags & flag) != 0) level--;
    return level - 1u; /* of an empty stack: beyond all levels */
}

static void drop_word(ox_flow *flow) {
    flow->word_count--;
    memmove(flow->words, flow->words + 1, flow->word_count * sizeof *flow->words);
}

static void change_state(void *of) {
    ox_flow *flow = of;
    const ox_game_way *way = flow->way;
    drop_word(flow);
    uint32_t to = way->change == OX_GAME_POP ? 0 : number_of(flow, way->to);
    bool fits = way->change != OX_GAME_PUSH || flow->depth < OX_GAME_DEPTH;
    if (to >= flow->state_count || !fits || (way->change == OX_GAME_POP && flow->depth < 2)) {
        flow->refused++;
        ox_log_write(flow->config.log, PLAT_LOG_WARNING,
                     "game: word #%08x leads from #%08x to #%08x, which cannot be", (unsigned)way->word,
                     (unsigned)ox_flow_top(flow), (unsigned)way->to);
        return;
    }
    uint32_t running = lowest_with(flow, OX_GAME_RUNS_BELOW);
    switch (way->change) {
    case OX_GAME_PUSH:
        if ((flow->states[to]->flags & OX_GAME_RUNS_BELOW) == 0) {
            for (uint32_t level = flow->depth; level-- > running;)
                call_state(flow->states[flow->on[level]]->pause, flow);
        }
        enter_state(flow, to);
        break;
    case OX_GAME_POP:
        leave_state(flow);
        for (uint32_t level = lowest_with(flow, OX_GAME_RUNS_BELOW); level < flow->depth && level < running;
             level++)
            call_state(flow->states[flow->on[level]]->resume, flow);
        break;
    case OX_GAME_REPLACE:
        leave_state(flow);
        enter_state(flow, to);
        break;
    default:
        while (flow->depth > 0) leave_state(flow);
        enter_state(flow, to);
        break;
    }
    flow->changes++;
}

/* Looks for the next word that has a way: drops words that lead nowhere, so that the word found stands in front. */
static bool find_way(void *of) {
    ox_flow *flow = of;
    for (; flow->word_count > 0; flow->ignored++, drop_word(flow)) {
        flow->way = way_of(flow, ox_flow_top(flow), flow->words[0]);
        if (flow->way == NULL) flow->way = way_of(flow, OX_ID_NONE, flow->words[0]);
        if (flow->way != NULL && flow->depth > 0) return true;
    }
    return false;
}

static void tell_loop(void *of) {
    ox_flow *flow = of;
    flow->loops++;
    ox_log_write(flow->config.log, PLAT_LOG_WARNING, "game: changes without end, the next word is #%08x",
                 (unsigned)flow->words[0]);
}

static void make_changes(ox_flow *flow) {
    static const ox_state_wishes wishes = {find_way, change_state, tell_loop};
    ox_state_settle(&wishes, flow);
}

ox_status ox_flow_start(ox_flow *flow, ox_id state) {
    FX_CHECK_OR(!flow->ticking, "flow: started from within a tick", return OX_BAD_STATE);
    uint32_t first = number_of(flow, state);
    if (first >= flow->state_count) return OX_NOT_FOUND;
    ox_flow_end(flow);
    enter_state(flow, first);
    return OX_OK;
}

void ox_flow_end(ox_flow *flow) {
    FX_CHECK_OR(!flow->ticking, "flow: ended from within a tick", return );
    while (flow->depth > 0) leave_state(flow);
    flow->word_count = 0;
}

void ox_flow_close(ox_flow *flow) {
    FX_CHECK_OR(!flow->ticking, "flow: closed from within a tick", return );
    ox_flow_end(flow);
    OX_CLEAR(flow);
}

ox_status ox_flow_say(ox_flow *flow, ox_id word) {
    if (flow->word_count >= OX_GAME_WORDS) {
        flow->refused++;
        return OX_FULL;
    }
    flow->words[flow->word_count++] = word;
    return OX_OK;
}

/* ---- ticks and pictures ---- */

void ox_flow_tick(ox_flow *flow) {
    FX_CHECK_OR(!flow->ticking, "flow: a tick within a tick", return );
    flow->ticking = true;
    make_changes(flow);
    bool world = false;
    for (uint32_t level = lowest_with(flow, OX_GAME_RUNS_BELOW); level < flow->depth; level++) {
        const ox_game_state *state = flow->states[flow->on[level]];
        world = world || (state->flags & OX_GAME_WORLD) != 0;
        call_state(state->update, flow);
    }
    if (world && flow->config.world != NULL) ox_world_tick(flow->config.world);
    call_state(flow->config.ui, flow);
    flow->ticks++;
    flow->ticking = false;
}

void ox_flow_draw(const ox_flow *flow, void *target) {
    for (uint32_t level = lowest_with(flow, OX_GAME_SHOWS_BELOW); level < flow->depth; level++) {
        const ox_game_state *state = flow->states[flow->on[level]];
        if (state->draw != NULL) state->draw(flow->config.game, target);
    }
}

ox_id ox_flow_top(const ox_flow *flow) {
    const ox_game_state *top = top_of(flow);
    return top == NULL ? OX_ID_NONE : top->name;
}

bool ox_flow_is_on(const ox_flow *flow, ox_id state) {
    for (uint32_t level = 0; level < flow->depth; level++) {
        if (flow->states[flow->on[level]]->name == state) return true;
    }
    return false;
}

ox_status ox_flow_open_screen(ox_flow *flow, ox_id screen) {
    if (flow->screen_count >= OX_GAME_SCREENS) return OX_FULL;
    flow->screens[flow->screen_count++] = screen;
    return OX_OK;
}

ox_status ox_flow_close_screen(ox_flow *flow, ox_id screen) {
    for (uint32_t i = flow->screen_count; i-- > 0;) {
        if (flow->screens[i] != screen) continue;
        flow->screen_count = i;
        return OX_OK;
    }
    return OX_NOT_FOUND;
}

/* ---- state ---- */

static void save_ids(ox_writer *to, const ox_id *ids, uint32_t count) {
    ox_write_u8(to, count);
    ox_write_words(to, ids, count);
}

static uint32_t restore_ids(ox_reader *from, ox_id *ids, uint32_t most) {
    uint32_t count = ox_read_u8(from);
    if (count > most) from->bad = true;
    if (from->bad) return 0;
    ox_read_words(from, ids, count);
    return count;
}

void ox_flow_save(const ox_flow *flow, ox_writer *to) {
    ox_id on[OX_GAME_DEPTH];
    for (uint32_t i = 0; i < flow->depth; i++) on[i] = flow->states[flow->on[i]]->name;
    save_ids(to, on, flow->depth);
    save_ids(to, flow->words, flow->word_count);
    save_ids(to, flow->screens, flow->screen_count);
    ox_write_i32(to, flow->play.money);
    ox_write_i32(to, flow->play.score);
    ox_write_u32(to, flow->play.wave_ticks);
    ox_write_u16(to, flow->play.lives);
    ox_write_u16(to, flow->play.level);
    ox_write_u32(to, flow->camera.bits);
    ox_write_u32(to, flow->ticks);
}

ox_status ox_flow_restore(ox_flow *flow, ox_reader *from) {
    ox_flow read = *flow;
    ox_id on[OX_GAME_DEPTH];
    FX_CHECK_OR(!flow->ticking, "flow: restored from within a tick", return OX_BAD_STATE);
    read.depth = restore_ids(from, on, OX_GAME_DEPTH);
    read.word_count = restore_ids(from, read.words, OX_GAME_WORDS);
    read.screen_count = restore_ids(from, read.screens, OX_GAME_SCREENS);
    read.play.money = ox_read_i32(from);
    read.play.score = ox_read_i32(from);
    read.play.wave_ticks = ox_read_u32(from);
    read.play.lives = (uint16_t)ox_read_u16(from);
    read.play.level = (uint16_t)ox_read_u16(from);
    read.camera.bits = ox_read_u32(from);
    read.ticks = ox_read_u32(from);
    if (from->bad) return OX_BAD_DATA;
    for (uint32_t i = 0; i < read.depth; i++) {
        uint32_t number = number_of(flow, on[i]);
        if (number >= flow->state_count) return OX_NOT_FOUND;
        read.on[i] = (uint8_t)number;
    }
    *flow = read;
    return OX_OK;
}

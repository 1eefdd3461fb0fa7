/* What scripts call of the game's counters, objectives, trophies and modes. */
#include "kernel/game/internal.h"
#include "kernel/type/name.h"

static ox_game *state_of(const ox_script_call *call) { return game_of(ox_module_of_call(call)); }

static game_play *play_of(const ox_script_call *call) { return state_of(call)->play; }

static ox_id name_at(const ox_script_call *call) { return (ox_id)call->arguments[0]; }

/* ---- counters ---- */

static ox_script_answer native_count(ox_script_call *call) {
    ox_counters *counters = &state_of(call)->counters;
    if (ox_counters_add(counters, name_at(call), call->arguments[1]) != OX_OK)
        return ox_script_refuse(call, 0);
    call->results[0] = ox_counters_get(counters, name_at(call));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_counter_set(ox_script_call *call) {
    return ox_counters_set(&state_of(call)->counters, name_at(call), call->arguments[1]) == OX_OK
               ? OX_SCRIPT_DONE
               : ox_script_refuse(call, 0);
}

static ox_script_answer native_counter(ox_script_call *call) {
    call->results[0] = ox_counters_get(&state_of(call)->counters, name_at(call));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_keep(ox_script_call *call) {
    return game_keep(state_of(call), name_at(call), call->arguments[1]) ? OX_SCRIPT_DONE
                                                                        : ox_script_refuse(call, 0);
}

static ox_script_answer native_kept(ox_script_call *call) {
    call->results[0] = ox_counters_get(&state_of(call)->kept, name_at(call));
    return OX_SCRIPT_DONE;
}

/* ---- objectives ---- */

static ox_script_answer native_objective(ox_script_call *call) {
    static const ox_id names[OX_OBJECTIVE_STATES] = {[OX_OBJECTIVE_LOCKED] = OX_NAME("locked"),
                                                     [OX_OBJECTIVE_ACTIVE] = OX_NAME("active"),
                                                     [OX_OBJECTIVE_DONE] = OX_NAME("done"),
                                                     [OX_OBJECTIVE_FAILED] = OX_NAME("failed"),
                                                     [OX_OBJECTIVE_CLOSED] = OX_NAME("closed")};
    const game_play *p = play_of(call);
    if (p == NULL || !ox_objectives_know(&p->objectives, name_at(call))) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)names[ox_objectives_state(&p->objectives, name_at(call))];
    return OX_SCRIPT_DONE;
}

static ox_script_answer change_objective(ox_script_call *call, ox_status (*change)(ox_objectives *, ox_id)) {
    game_play *p = play_of(call);
    const ox_status status = p == NULL ? OX_NOT_FOUND : change(&p->objectives, name_at(call));
    if (status == OX_NOT_FOUND) return ox_script_refuse(call, 0);
    call->results[0] = status == OX_OK;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_complete(ox_script_call *call) {
    return change_objective(call, ox_objectives_complete);
}

static ox_script_answer native_fail(ox_script_call *call) {
    return change_objective(call, ox_objectives_fail);
}

static ox_script_answer native_chapter_left(ox_script_call *call) {
    uint32_t done, of;
    const game_play *p = play_of(call);
    if (p == NULL || call->arguments[0] < 0) return ox_script_refuse(call, 0);
    (void)ox_objectives_chapter(&p->objectives, (uint32_t)call->arguments[0], &done, &of);
    call->results[0] = (int32_t)(of - done);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_print_objective(ox_script_call *call) {
    ox_game *s = state_of(call);
    uint32_t length;
    if (s->play == NULL || ox_rules_text_of(&s->play->rules, name_at(call), &length) == NULL)
        return ox_script_refuse(call, 0);
    if (s->line_count < OX_GAME_LINES)
        s->lines[s->line_count++] = (game_line){name_at(call), (uint32_t)call->arguments[3],
                                                (int16_t)call->arguments[1], (int16_t)call->arguments[2]};
    return OX_SCRIPT_DONE;
}

/* ---- trophies ---- */

static ox_script_answer native_award(ox_script_call *call) {
    game_play *p = play_of(call);
    return p != NULL && ox_trophies_give(&p->trophies, name_at(call)) == OX_OK ? OX_SCRIPT_DONE
                                                                               : ox_script_refuse(call, 0);
}

static ox_script_answer native_won(ox_script_call *call) {
    const game_play *p = play_of(call);
    if (p == NULL || !ox_trophies_know(&p->trophies, name_at(call))) return ox_script_refuse(call, 0);
    call->results[0] = ox_trophies_has(&p->trophies, name_at(call));
    return OX_SCRIPT_DONE;
}

/* ---- modes ---- */

static ox_script_answer native_say(ox_script_call *call) {
    game_play *p = play_of(call);
    if (p == NULL || p->flow.depth == 0 || name_at(call) == OX_ID_NONE) return ox_script_refuse(call, 0);
    (void)ox_flow_say(&p->flow, name_at(call));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_mode(ox_script_call *call) {
    const game_play *p = play_of(call);
    call->results[0] = p == NULL ? 0 : (int32_t)ox_flow_top(&p->flow);
    return OX_SCRIPT_DONE;
}

/* ---- options ---- */

/* A whole number of an option with a point, and the other way round, would be another number: it is converted. */
static int32_t converted(const ox_script_call *call, int32_t value, bool is_fx, bool to_fx) {
    ox_option option;
    const bool has_point =
        ox_options_find(ox_module_of_call(call), name_at(call), &option) && option.kind == ROM_OPTION_FX;
    if (has_point == is_fx) return value;
    return to_fx ? int_clamp(value, -32768, 32767) * FX_ONE : fx_to_int_nearest(value);
}

static ox_script_answer native_option(ox_script_call *call) {
    call->results[0] = converted(call, ox_option_get(ox_module_of_call(call), name_at(call)), false, false);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_option_fx(ox_script_call *call) {
    const int32_t value = ox_option_get(ox_module_of_call(call), name_at(call));
    call->results[0] = converted(call, value, true, true);
    return OX_SCRIPT_DONE;
}

static ox_script_answer set_option(ox_script_call *call, int32_t value) {
    call->results[0] = ox_option_set(ox_module_of_call(call), name_at(call), value);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_option_set(ox_script_call *call) {
    return set_option(call, converted(call, call->arguments[1], false, true));
}

static ox_script_answer native_option_set_fx(ox_script_call *call) {
    return set_option(call, converted(call, call->arguments[1], true, false));
}

/* The number of a word among those of an option; -1: it has no such word. */
static int32_t word_of(const ox_script_call *call, ox_option *option) {
    ox_text_view word;
    int32_t number = 0;
    if (!ox_options_find(ox_module_of_call(call), name_at(call), option)) return -1;
    for (ox_text_view words = option->words; ox_text_split(&words, ',', &word); number++)
        if (ox_id_of(word) == (ox_id)call->arguments[1]) return number;
    return -1;
}

static ox_script_answer native_option_is(ox_script_call *call) {
    ox_option option;
    const int32_t number = word_of(call, &option);
    call->results[0] = number >= 0 && ox_option_get(ox_module_of_call(call), option.name) == number;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_option_choose(ox_script_call *call) {
    ox_option option;
    const int32_t number = word_of(call, &option);
    if (number < 0)
        return ox_script_refuse(call, ox_options_find(ox_module_of_call(call), name_at(call), &option));
    return set_option(call, number);
}

static ox_script_answer native_option_make(ox_script_call *call) {
    const ox_option made = {.name = name_at(call), .kind = ROM_OPTION_WHOLE, .usual = call->arguments[1]};
    return ox_option_make(ox_module_of_call(call), &made, &call->results[0]) ? OX_SCRIPT_DONE
                                                                             : ox_script_refuse(call, 0);
}

/* A path by its id: that of an option, or of what stands before one of its dots. */
static ox_script_answer native_option_reset(ox_script_call *call) {
    const ox_module_host *host = ox_module_of_call(call);
    ox_option option;
    for (uint32_t i = 0; ox_options_at(host, i, &option); i++) {
        bool is_below = option.name == name_at(call);
        for (size_t at = 0; at < option.path.length && !is_below; at++)
            is_below = option.path.at[at] == '.' && rom_id_of(option.path.at, at) == name_at(call);
        if (is_below && ox_option_set(host, option.name, option.usual)) call->results[0]++;
    }
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_option_user(ox_script_call *call) {
    call->results[0] = (int32_t)ox_option_user(ox_module_of_call(call));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_option_user_set(ox_script_call *call) {
    if (call->arguments[0] < 0) return ox_script_refuse(call, 0);
    ox_option_user_set(ox_module_of_call(call), (uint32_t)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

/* ---- the table ---- */

const ox_script_native ox_game_native_rows[OX_GAME_NATIVES] = {
    OX_SCRIPT_NATIVE(count, SIM, ALL, 8, "i(ni)", "count(name: name, by: int) -> int",
                     "adds to a counter, at first 0, and says what it is then: count('lost', 1)"),
    OX_SCRIPT_NATIVE(counter_set, SIM, ALL, 8, "v(ni)", "counter_set(name: name, value: int)",
                     "puts a counter to a value"),
    OX_SCRIPT_NATIVE(counter, QUERY, ALL, 8, "i(n)", "counter(name: name) -> int", "what a counter is at"),
    OX_SCRIPT_NATIVE(keep, SIM, ALL, 8, "v(ni)", "keep(name: name, value: int)",
                     "keeps a number for the next time the game is played: keep('best', score); 32 of them, "
                     "else `capacity kept-numbers`"),
    OX_SCRIPT_NATIVE(kept, QUERY, ALL, 8, "i(n)", "kept(name: name) -> int",
                     "what was kept under that name, at first 0"),
    OX_SCRIPT_NATIVE(objective, QUERY, ALL, 8, "n(n)", "objective(name: name) -> name",
                     "how an objective of cart.txt stands: 'locked', 'active', 'done', 'failed' or 'closed'"),
    OX_SCRIPT_NATIVE(complete, SIM, ALL, 8, "b(n)", "complete(name: name) -> bool",
                     "an active objective is done; false for one that is not active"),
    OX_SCRIPT_NATIVE(fail, SIM, ALL, 16, "b(n)", "fail(name: name) -> bool",
                     "an active objective has failed; false for one that is not active"),
    OX_SCRIPT_NATIVE(chapter_left, QUERY, ALL, 16, "i(i)", "chapter_left(chapter: int) -> int",
                     "how many objectives of a chapter are still to be done"),
    OX_SCRIPT_NATIVE(print_objective, SIM, ALL, 8, "v(niii)",
                     "print_objective(name: name, x: int, y: int, colour: int)",
                     "the text of an objective or trophy over the picture in this step"),
    OX_SCRIPT_NATIVE(award, SIM, ALL, 8, "v(n)", "award(name: name)",
                     "gives a trophy of cart.txt, once for good"),
    OX_SCRIPT_NATIVE(won, QUERY, ALL, 8, "b(n)", "won(name: name) -> bool", "whether a trophy was won"),
    OX_SCRIPT_NATIVE(say, SIM, CART, 8, "v(n)", "say(word: name)",
                     "a word that a `way` of cart.txt leads on by, before the next step"),
    OX_SCRIPT_NATIVE(mode, QUERY, ALL, 4, "n()", "mode() -> name",
                     "what the game is in: the scene, or a `mode` of cart.txt"),
    OX_SCRIPT_NATIVE(
        option, QUERY, ALL, 16, "i(n)", "option(which: name) -> int",
        "what is set: an `option` of cart.txt, or volume, world, music, voice, interface, gamma, "
        "scale, effects, subtitles, prompts"),
    OX_SCRIPT_NATIVE(option_fx, QUERY, ALL, 24, "f(n)", "option_fx(which: name) -> fx",
                     "the same of an option with a point"),
    OX_SCRIPT_NATIVE(option_is, QUERY, ALL, 32, "b(nn)", "option_is(which: name, word: name) -> bool",
                     "whether an option with words is at one: option_is('level', 'hard')"),
    OX_SCRIPT_NATIVE(
        option_set, SIM, ALL, 32, "b(ni)", "option_set(which: name, value: int) -> bool",
        "sets an option of the player for all games to come, or one of a developer for this one; "
        "false: there is none, it is a constant, or no room to keep it"),
    OX_SCRIPT_NATIVE(option_set_fx, SIM, ALL, 32, "b(nf)", "option_set_fx(which: name, value: fx) -> bool",
                     "the same of an option with a point"),
    OX_SCRIPT_NATIVE(option_choose, SIM, ALL, 32, "b(nn)", "option_choose(which: name, word: name) -> bool",
                     "the same by a word of the option"),
    OX_SCRIPT_NATIVE(option_make, SIM, ALL, 32, "i(ni)", "option_make(which: name, usual: int) -> int",
                     "what is set; an option that nobody has is made, for developers and as long as the game "
                     "plays; eight of them, else `capacity options`"),
    OX_SCRIPT_NATIVE(option_reset, SIM, ALL, 64, "i(n)", "option_reset(path: name) -> int",
                     "an option, or all whose names go on behind a dot, have their usual values again; how "
                     "many there are"),
    OX_SCRIPT_NATIVE(option_user, QUERY, ALL, 8, "i()", "option_user() -> int",
                     "whose own values count of options with `user`, at first 0"),
    OX_SCRIPT_NATIVE(option_user_set, SIM, ALL, 64, "v(i)", "option_user_set(user: int)",
                     "another user plays, whose own values count"),
};

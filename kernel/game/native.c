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
};

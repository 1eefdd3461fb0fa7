/* Actions in a console: the chunk held, its room, the steps of all players, events, state and natives. */
#include "kernel/input_map/module.h"

#include "fixedmath/scalar.h"
#include "kernel/console/console.h"
#include "kernel/input_map/internal.h"
#include "kernel/resource/manager.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("input_map")

enum { LIVE_ACTIONS = 8, LIVE_CONTROLS = 16 }; /* room for what is added while the game runs */

typedef struct action_state {
    ox_input_map map;
    ox_held held;
    uint32_t room, control_room; /* of each player */
    uint32_t identity;           /* of the chunk's bytes */
} action_state;

/* ---- lives ---- */

static ox_status hold_chunk(const ox_module_host *host, action_state *s) {
    return ox_manager_hold(host->manager, rom_id("actions"), ROM_TAG_ACTIONS, &s->held);
}

static uint32_t identity_of(const ox_held *held) {
    ox_writer to = ox_writer_hash();
    ox_write_bytes(&to, held->data, held->size);
    return to.hash;
}

static bool make_room(const ox_module_host *host, action_state *s) {
    const uint32_t players = host->sources->count;
    s->room = ox_input_map_actions(s->held.data) + LIVE_ACTIONS;
    s->control_room = ox_input_map_controls(s->held.data) + LIVE_CONTROLS;
    s->map.player_count = players;
    s->map.width = host->options->width;
    s->map.height = host->options->height;
    s->map.list = OX_PUSH(host->resident, ox_input_action, players * s->room);
    s->map.controls = OX_PUSH(host->resident, ox_input_control, players * s->control_room);
    s->map.players = (ox_input_map_player *)ox_arena_push_zero(
        host->resident, OX_ARENA_LOW, players * sizeof(ox_input_map_player), _Alignof(ox_input_map_player));
    return s->map.list != NULL && s->map.controls != NULL && s->map.players != NULL;
}

static ox_status start_actions(const ox_module_host *host, void **state) {
    rom_chunk chunk;
    if (!rom_find(host->image, rom_id("actions"), ROM_TAG_ACTIONS, &chunk)) return OX_OK;
    action_state *s =
        (action_state *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(action_state));
    ox_status status = s == NULL ? OX_OUT_OF_MEMORY : hold_chunk(host, s);
    if (status == OX_OK && !make_room(host, s)) {
        ox_manager_let_go(host->manager, s->held.handle);
        status = OX_OUT_OF_MEMORY;
    }
    if (status != OX_OK)
        return ox_module_refuse(host, status, 0, "no room for the actions (%s); raise `budget`",
                                ox_status_name(status));
    s->identity = identity_of(&s->held);
    ox_input_map_bind(&s->map, s->held.data);
    *state = s;
    return OX_OK;
}

static void stop_actions(const ox_module_host *host, void **state) {
    action_state *s = *state;
    ox_manager_let_go(host->manager, s->held.handle);
    *state = NULL;
}

static void leave_actions(const ox_module_host *host, void *state) {
    action_state *s = state;
    ox_manager_let_go(host->manager, s->held.handle);
    s->held = (ox_held){0};
}

/* A table that is as it was keeps what is active. */
static ox_status enter_actions(const ox_module_host *host, void *state, ox_error *error) {
    action_state *s = state;
    const ox_status status = hold_chunk(host, s);
    if (status != OX_OK)
        return ox_module_refuse_to(error, status, "the actions are missing, or have no room");
    if (ox_input_map_actions(s->held.data) > s->room || ox_input_map_controls(s->held.data) > s->control_room)
        return ox_module_refuse_to(error, OX_FULL,
                                   "too many new actions for the running game; start it again");
    if (identity_of(&s->held) == s->identity) {
        s->map.chunk = s->held.data;
        return OX_OK;
    }
    s->identity = identity_of(&s->held);
    ox_input_map_bind(&s->map, s->held.data);
    return OX_OK;
}

/* ---- steps ---- */

static void post_edges(const ox_module_host *host, const ox_input_map *map, uint32_t player) {
    const ox_event_service events = ox_engine_events(host->engine);
    for (uint32_t i = 0; i < map->count; i++) {
        const ox_input_action *action = action_at(map, player, i);
        int32_t arguments[3] = {(int32_t)rom_word(action_row(map, i) + ROM_ACTION_NAME), (int32_t)player + 1,
                                action->lasted};
        if ((action->flags & OX_INPUT_ACTION_BEGAN) != 0)
            events.operations->post(events.state, OX_NAME("began"), arguments, 2);
        if ((action->flags & OX_INPUT_ACTION_ENDED) != 0)
            events.operations->post(events.state, OX_NAME("ended"), arguments, 3);
    }
}

static void step_actions(const ox_module_host *host, void *state) {
    action_state *s = state;
    for (uint32_t i = 0; i < s->map.player_count; i++) {
        ox_input_map_step(&s->map, i, &host->sources->players[i].input);
        post_edges(host, &s->map, i);
    }
}

/* ---- state ---- */

static void save_actions(const void *of, ox_writer *to) {
    ox_input_map_save(&((const action_state *)of)->map, to);
}

static ox_status restore_actions(void *of, ox_reader *from) {
    return ox_input_map_restore(&((action_state *)of)->map, from);
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] =
        (ox_sim_part){.name = "actions", .context = state, .save = save_actions, .restore = restore_actions};
    return 1;
}

ox_input_map *ox_console_input_map(ox_console *console) {
    action_state *s = ox_module_state(ox_console_modules(console), NAME);
    return s == NULL ? NULL : &s->map;
}

/* ---- natives ---- */

static ox_input_map *map_of(const ox_script_call *call) {
    return ox_console_input_map(ox_module_of_call(call)->console);
}

/* Players count from 1 in scripts. False, and the answer is to refuse, for one that there is not. */
static bool has_player(const ox_script_call *call, const ox_input_map *map, uint32_t argument) {
    return map != NULL && call->arguments[argument] >= 1 &&
           (uint32_t)call->arguments[argument] <= map->player_count;
}

/* The action of a call (NAME, PLAYER): false, and *answer, where there is none. */
static bool find_action(ox_script_call *call, const ox_input_action **action, ox_script_answer *answer) {
    const ox_input_map *map = map_of(call);
    *answer = ox_script_refuse(call, 1);
    if (!has_player(call, map, 1)) return false;
    *action = ox_input_action_of(map, (uint32_t)call->arguments[1] - 1u, (ox_id)call->arguments[0]);
    *answer = *action == NULL ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    return *action != NULL;
}

static ox_script_answer give_flag(ox_script_call *call, uint32_t flag) {
    const ox_input_action *action;
    ox_script_answer answer;
    if (find_action(call, &action, &answer)) call->results[0] = (action->flags & flag) != 0;
    return answer;
}

static ox_script_answer native_began(ox_script_call *call) { return give_flag(call, OX_INPUT_ACTION_BEGAN); }
static ox_script_answer native_ended(ox_script_call *call) { return give_flag(call, OX_INPUT_ACTION_ENDED); }

static ox_script_answer native_active(ox_script_call *call) {
    const ox_input_action *action;
    ox_script_answer answer;
    if (find_action(call, &action, &answer)) call->results[0] = action->steps > 0;
    return answer;
}

static ox_script_answer native_active_steps(ox_script_call *call) {
    const ox_input_action *action;
    ox_script_answer answer;
    if (find_action(call, &action, &answer))
        call->results[0] = (int32_t)ox_input_action_steps(map_of(call), (uint32_t)call->arguments[1] - 1u,
                                                          (ox_id)call->arguments[0]);
    return answer;
}

static ox_script_answer native_axis(ox_script_call *call) {
    const ox_input_action *action;
    ox_script_answer answer;
    if (!find_action(call, &action, &answer)) return answer;
    call->results[0] = action->x;
    call->results[1] = action->y;
    return answer;
}

static ox_script_answer native_tap_rate(ox_script_call *call) {
    const ox_input_action *action;
    ox_script_answer answer;
    if (!find_action(call, &action, &answer)) return answer;
    const uint32_t gap =
        ox_input_action_tap_gap(map_of(call), (uint32_t)call->arguments[1] - 1u, (ox_id)call->arguments[0]);
    const ox_loop *loop = ox_module_of_call(call)->loop;
    if (gap == 0) return answer;
    call->results[0] = (int32_t)((uint64_t)loop->rate * 1000000u * (uint32_t)FX_ONE / loop->length / gap);
    return answer;
}

static ox_script_answer native_context_choose(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    ox_input_map_enter(map, (uint32_t)call->arguments[1] - 1u, (ox_id)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_context_chosen(ox_script_call *call) {
    const ox_input_map *map = map_of(call);
    if (!has_player(call, map, 0)) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)map->players[call->arguments[0] - 1].context;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_face_left(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    map->players[call->arguments[1] - 1].mirrored = call->arguments[0] != 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_button_choose(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 2)) return ox_script_refuse(call, 2);
    call->results[0] = ox_input_action_set_button(map, (uint32_t)call->arguments[2] - 1u,
                                                  (ox_id)call->arguments[0], (uint32_t)call->arguments[1]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_button_chosen(ox_script_call *call) {
    const ox_input_map *map = map_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    call->results[0] =
        (int32_t)ox_input_action_button(map, (uint32_t)call->arguments[1] - 1u, (ox_id)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_input_map_native_rows[OX_INPUT_MAP_NATIVES] = {
    OX_SCRIPT_NATIVE(began, QUERY, ALL, 16, "b(ni)", "began(action: name, player: int = 1) -> bool",
                     "whether an action of cart.txt began in this step: began('jump')"),
    OX_SCRIPT_NATIVE(ended, QUERY, ALL, 16, "b(ni)", "ended(action: name, player: int = 1) -> bool",
                     "whether an action ended in this step"),
    OX_SCRIPT_NATIVE(active, QUERY, ALL, 16, "b(ni)", "active(action: name, player: int = 1) -> bool",
                     "whether an action lasts"),
    OX_SCRIPT_NATIVE(active_steps, QUERY, ALL, 16, "i(ni)",
                     "active_steps(action: name, player: int = 1) -> int",
                     "how many steps an action has lasted, also in the step in which it ended: for charges"),
    OX_SCRIPT_NATIVE(axis, QUERY, ALL, 16, "2(ni)", "axis(action: name, player: int = 1) -> vec2",
                     "where an action leads: right and up, each -1.0 to 1.0; of a button x is 1.0"),
    OX_SCRIPT_NATIVE(tap_rate, QUERY, ALL, 24, "f(ni)", "tap_rate(action: name, player: int = 1) -> fx",
                     "how often a second an action begins while it is tapped rapidly, else 0.0"),
    OX_SCRIPT_NATIVE(
        context_choose, SIM, CART, 8, "v(ni)", "context_choose(which: name, player: int = 1)",
        "from the next step on the player has the actions of that context (`when=` in cart.txt)"),
    OX_SCRIPT_NATIVE(context_chosen, QUERY, ALL, 8, "n(i)", "context_chosen(player: int = 1) -> name",
                     "the context that a player is in"),
    OX_SCRIPT_NATIVE(face_left, SIM, CART, 8, "v(bi)", "face_left(left: bool, player: int = 1)",
                     "FORWARD and BACK in sequences are LEFT and RIGHT for a player who faces left"),
    OX_SCRIPT_NATIVE(button_choose, SIM, CART, 32, "b(nii)",
                     "button_choose(action: name, button: Button, player: int = 1) -> bool",
                     "another button for an action; who had that one gets the old one. keep it by `keep`"),
    OX_SCRIPT_NATIVE(button_chosen, QUERY, ALL, 16, "i(ni)",
                     "button_chosen(action: name, player: int = 1) -> Button",
                     "the button of an action; 0 where it has none"),
};

static const ox_module_event events[] = {
    {"Began(action: name, player: int)", "an action began: on Began(action, player) when action == 'jump'"},
    {"Ended(action: name, player: int, steps: int)", "an action ended that had lasted so many steps"}};

static const uint32_t tags[] = {ROM_TAG_ACTIONS, 0};

const ox_module ox_input_map_module = {.id = NAME,
                                       .name = "input map",
                                       .tags = tags,
                                       .natives = ox_input_map_native_rows,
                                       .native_count = OX_INPUT_MAP_NATIVES,
                                       .events = events,
                                       .event_count = 2,
                                       .start = start_actions,
                                       .stop = stop_actions,
                                       .leave = leave_actions,
                                       .enter = enter_actions,
                                       .prepare = step_actions,
                                       .list = list_state};

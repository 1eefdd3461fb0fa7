/* Actions in a console: the chunk held, its room, the steps of all players, events and state. */
#include "kernel/input_map/module.h"

#include "kernel/console/console.h"
#include "kernel/debug/log.h"
#include "kernel/game/module.h"
#include "kernel/input_map/binding.h"
#include "kernel/input_map/internal.h"
#include "kernel/loop/rate.h"
#include "kernel/resource/manager.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("input_map")

enum { LIVE_ACTIONS = 8, LIVE_CONTROLS = 16 }; /* room for what is added while the game runs */

typedef struct action_state {
    ox_input_map map;
    uint32_t polled; /* steps of the loop at the last poll */
    ox_held held;
    uint32_t room, control_room; /* of each player */
    uint32_t identity;           /* of the chunk's bytes */
    ox_input_bindings bindings;
} action_state;

/* ---- lives ---- */

/* The table of actions, which carts with bindings alone do not have; and the bindings. */
static ox_status hold_chunk(const ox_module_host *host, action_state *s) {
    rom_chunk chunk;
    ox_input_bindings_hold(&s->bindings, host);
    if (!rom_find(host->image, rom_id("actions"), ROM_TAG_ACTIONS, &chunk)) return OX_OK;
    return ox_manager_hold(host->manager, rom_id("actions"), ROM_TAG_ACTIONS, &s->held);
}

static uint32_t identity_of(const ox_held *held) {
    ox_writer to = ox_writer_hash();
    ox_write_bytes(&to, held->data, held->size);
    return to.hash;
}

/* How many actions or controls there are. */
static uint32_t count_of(const action_state *s, uint32_t (*count)(const uint8_t *chunk)) {
    return s->held.data == NULL ? 0 : count(s->held.data);
}

static void bind_chunk(const ox_module_host *host, action_state *s) {
    s->identity = identity_of(&s->held);
    ox_input_map_bind(&s->map, s->held.data);
    host->sources->senses = host->sources->senses || ox_input_bindings_sense(&s->bindings) ||
                            (s->held.data != NULL && ox_input_map_senses(s->held.data));
}

static bool make_room(const ox_module_host *host, action_state *s) {
    const uint32_t players = host->sources->count;
    s->room = count_of(s, ox_input_map_actions) + LIVE_ACTIONS;
    s->control_room = count_of(s, ox_input_map_controls) + LIVE_CONTROLS;
    s->map.player_count = players;
    s->map.width = host->options->width;
    s->map.height = host->options->height;
    s->map.list = OX_PUSH(host->resident, ox_input_action, players * s->room);
    s->map.controls = OX_PUSH(host->resident, ox_input_control, players * s->control_room);
    s->map.players = (ox_input_map_player *)ox_arena_push_zero(
        host->resident, OX_ARENA_LOW, players * sizeof(ox_input_map_player), _Alignof(ox_input_map_player));
    return s->map.list != NULL && s->map.controls != NULL && s->map.players != NULL;
}

static void let_chunk_go(const ox_module_host *host, action_state *s) {
    ox_input_bindings_drop(&s->bindings, host);
    if (s->held.data != NULL) ox_manager_let_go(host->manager, s->held.handle);
    s->held = (ox_held){0};
}

static ox_status start_actions(const ox_module_host *host, void **state) {
    rom_chunk chunk;
    if (!rom_find(host->image, rom_id("actions"), ROM_TAG_ACTIONS, &chunk) &&
        rom_next(host->image, ROM_TAG_BINDINGS, 0) == host->image->count)
        return OX_OK;
    action_state *s =
        (action_state *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(action_state));
    ox_status status = s == NULL ? OX_OUT_OF_MEMORY : hold_chunk(host, s);
    if (status == OX_OK && !make_room(host, s)) {
        let_chunk_go(host, s);
        status = OX_OUT_OF_MEMORY;
    }
    if (status != OX_OK)
        return ox_module_refuse(host, status, 0, "no room for the actions (%s); raise `budget`",
                                ox_status_name(status));
    bind_chunk(host, s);
    *state = s;
    return OX_OK;
}

static void stop_actions(const ox_module_host *host, void **state) {
    let_chunk_go(host, *state);
    *state = NULL;
}

static void leave_actions(const ox_module_host *host, void *state) { let_chunk_go(host, state); }

/* A table that is as it was keeps what is active. */
static ox_status enter_actions(const ox_module_host *host, void *state, ox_error *error) {
    action_state *s = state;
    const ox_status status = hold_chunk(host, s);
    if (status != OX_OK)
        return ox_module_refuse_to(error, status, "the actions are missing, or have no room");
    if (count_of(s, ox_input_map_actions) > s->room || count_of(s, ox_input_map_controls) > s->control_room)
        return ox_module_refuse_to(error, OX_FULL,
                                   "too many new actions for the running game; start it again");
    if (identity_of(&s->held) == s->identity) {
        s->map.chunk = s->held.data;
        return OX_OK;
    }
    bind_chunk(host, s);
    return OX_OK;
}

/* ---- steps ---- */

static void post_edges(const ox_module_host *host, const ox_input_map *map, uint32_t player) {
    const ox_event_service events = ox_engine_events(host->engine);
    for (uint32_t i = 0; i < map->count; i++) {
        const ox_input_action *action = action_at(map, player, i);
        if ((action->flags & (OX_INPUT_ACTION_BEGAN | OX_INPUT_ACTION_ENDED)) == 0) continue;
        if (ox_input_map_owner(map, player, rom_word(action_row(map, i) + ROM_ACTION_GROUP)) != 0) continue;
        int32_t arguments[3] = {
            (int32_t)rom_word(action_row(map, i) + ROM_ACTION_NAME), (int32_t)player + 1,
            (int32_t)ox_input_action_steps(map, player, rom_word(action_row(map, i) + ROM_ACTION_NAME))};
        if ((action->flags & OX_INPUT_ACTION_BEGAN) != 0)
            events.operations->post(events.state, OX_NAME("began"), arguments, 2);
        if ((action->flags & OX_INPUT_ACTION_ENDED) != 0)
            events.operations->post(events.state, OX_NAME("ended"), arguments, 3);
    }
}

static void post_quick_time(const ox_module_host *host, const ox_input_map *map, uint32_t player) {
    const ox_quick_time *p = &map->players[player].quick_time;
    const ox_event_service events = ox_engine_events(host->engine);
    int32_t arguments[3] = {(int32_t)p->action, (int32_t)ox_quick_time_names[p->result], (int32_t)player + 1};
    if (p->is_over) events.operations->post(events.state, OX_NAME("quicktime"), arguments, 3);
}

static void post_click(const ox_module_host *host, uint32_t player) {
    const ox_input *input = &host->sources->players[player].input;
    const ox_event_service events = ox_engine_events(host->engine);
    const int32_t arguments[3] = {input->pointer_x, input->pointer_y, (int32_t)player + 1};
    if ((input->pressed & OX_INPUT_POINTER) != 0)
        events.operations->post(events.state, OX_NAME("clicked"), arguments, 3);
}

/* Whether an owner is still there, or none is needed. */
static bool owner_lives(const ox_module_host *host, uint32_t owner) {
    return owner == 0 || ox_world_get(host->world, (ox_handle){owner}) != NULL;
}

/* Takes away what objects have that are gone, and tells of masks that look forgotten. */
static void clean_access(const ox_module_host *host, ox_input_map *map, uint32_t player) {
    ox_input_map_player *p = &map->players[player];
    for (uint32_t i = 0; i < OX_INPUT_MAP_MASKS; i++) {
        ox_input_mask *mask = &p->masks[i];
        if (mask->count == 0) continue;
        if (!owner_lives(host, mask->owner))
            *mask = (ox_input_mask){.count = 0};
        else if (mask->age == OX_INPUT_MAP_MASK_LONG)
            ox_log_write(
                host->log, PLAT_LOG_WARNING,
                "actions of player %u are masked by object %08x for %u steps; is a controls_unmask missing?",
                (unsigned)player + 1u, (unsigned)mask->owner, (unsigned)mask->age);
    }
    for (uint32_t i = 0; i < OX_INPUT_MAP_OWNERS; i++)
        if (!owner_lives(host, p->owners[i].owner))
            (void)ox_input_map_own(map, player, p->owners[i].group, 0);
}

static void step_actions(const ox_module_host *host, void *state) {
    action_state *s = state;
    for (uint32_t i = 0; i < s->map.player_count; i++) {
        clean_access(host, &s->map, i);
        ox_input_map_step(&s->map, i, &host->sources->players[i].input);
        post_edges(host, &s->map, i);
        post_quick_time(host, &s->map, i);
        post_click(host, i);
        ox_input_bindings_step(&s->bindings, &s->map, i, &host->sources->players[i].input, host);
    }
}

static void drive_cursor(const ox_module_host *host, void *state, plat_input *polled) {
    action_state *s = state;
    const uint32_t steps = host->loop->steps - s->polled;
    s->polled = host->loop->steps;
    ox_input_map_drive(&s->map, steps > OX_LOOP_MOST ? OX_LOOP_MOST : steps, ox_loop_rate(host->loop),
                       polled);
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

/* ---- what is kept ---- */

/* The name of the kept number of an action's choices. */
static ox_id kept_name(const ox_input_map *map, uint32_t player, uint32_t action, ox_id preset) {
    return (rom_word(action_row(map, action) + ROM_ACTION_NAME) ^ OX_NAME("controls")) + player + preset;
}

/* That of what the player chose besides. */
static ox_id kept_rest(uint32_t player, ox_id preset) {
    return OX_NAME("hands of controls") + player + preset;
}

static bool keep_choice(ox_console *console, ox_id name, uint32_t choice) {
    return (int32_t)choice == ox_game_kept(console, name) || ox_game_keep(console, name, (int32_t)choice);
}

bool ox_controls_keep(ox_console *console, uint32_t player, ox_id preset) {
    const ox_input_map *map = ox_console_input_map(console);
    if (map == NULL || player >= map->player_count) return true;
    bool has_room = keep_choice(console, kept_rest(player, preset), ox_input_map_choice(map, player));
    for (uint32_t i = 0; i < map->count; i++)
        has_room =
            keep_choice(console, kept_name(map, player, i, preset), ox_input_action_choice(map, player, i)) &&
            has_room;
    return has_room;
}

void ox_controls_recall(ox_console *console, uint32_t player, ox_id preset) {
    ox_input_map *map = ox_console_input_map(console);
    if (map == NULL || player >= map->player_count) return;
    ox_input_map_choose(map, player, (uint32_t)ox_game_kept(console, kept_rest(player, preset)));
    for (uint32_t i = 0; i < map->count; i++)
        ox_input_action_choose(map, player, i,
                               (uint32_t)ox_game_kept(console, kept_name(map, player, i, preset)));
}

static const ox_module_event events[] = {
    {"Began(action: name, player: int)", "an action began: on Began(action, player) when action == 'jump'"},
    {"Ended(action: name, player: int, steps: int)", "an action ended that had lasted so many steps"},
    {"Clicked(x: int, y: int, player: int)",
     "the pointer was pressed, or a finger touched, on that pixel: once for each press"},
    {"QuickTime(action: name, result: name, player: int)",
     "a quick time event is over: result is 'success', 'early', 'late' or 'wrong'"}};

const ox_id ox_quick_time_names[OX_QUICK_TIME_RESULTS] = {
    0, OX_NAME("waits"), OX_NAME("success"), OX_NAME("early"), OX_NAME("late"), OX_NAME("wrong")};

static const uint32_t tags[] = {ROM_TAG_ACTIONS, ROM_TAG_BINDINGS, 0};

const ox_module ox_input_map_module = {.id = NAME,
                                       .name = "input map",
                                       .tags = tags,
                                       .natives = ox_input_map_native_rows,
                                       .native_count = OX_INPUT_MAP_NATIVES,
                                       .events = events,
                                       .event_count = sizeof events / sizeof events[0],
                                       .start = start_actions,
                                       .stop = stop_actions,
                                       .leave = leave_actions,
                                       .enter = enter_actions,
                                       .polled = drive_cursor,
                                       .prepare = step_actions,
                                       .list = list_state};

/* The players of a console, the pace of its steps, and its motors. */
#include "kernel/session/module.h"

#include <string.h>

#include "kernel/debug/log.h"
#include "kernel/session/internal.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("session")

enum { SLOWEST = FX_ONE / 256, FASTEST = 16 * FX_ONE };

const ox_capacity ox_session_capacities[OX_SESSION_CAPACITIES] = {
    [OX_CAPACITY_PLAYERS] = {"players", 1, OX_PLAYERS_MAX, 592}};

FX_STATIC_ASSERT(sizeof(ox_input_player) + sizeof(ox_session_hand) <= 592,
                 "players are counted at too little");

ox_session *ox_session_of(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

/* ---- lives ---- */

static void shake_pad(void *context, uint32_t player, uint32_t motor, fx strength, uint32_t steps) {
    const ox_session *s = context;
    const uint32_t pad = s->devices.list[0].is_there ? s->pads[player] : player;
    if (pad == OX_INPUT_NOBODY) return;
    const uint32_t loud = strength >= FX_ONE ? 65535u : (uint32_t)strength;
    (void)!plat_rumble(s->host->platform, (int)pad, (int)motor, loud,
                       steps > 60000u ? 1000000u : steps * 1000u / 60u);
}

static const ox_output_sinks pads = {.rumble = shake_pad};

static bool is_wanted(const ox_module_host *host) {
    rom_chunk scripts;
    return host->options->cart != NULL || rom_find(host->image, rom_id("scripts"), ROM_TAG_SCRIPTS, &scripts);
}

static ox_status start_session(const ox_module_host *host, void **state) {
    const ox_capacity *row = &ox_session_capacities[OX_CAPACITY_PLAYERS];
    if (!is_wanted(host)) return OX_OK;
    ox_session *s =
        (ox_session *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(ox_session));
    if (s == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for the players");
    s->host = host;
    s->count = ox_module_is_declared(host, row) ? ox_module_capacity(host, row) : 0;
    ox_outputs_init(&s->outputs, &pads, s);
    ox_input_devices_init(&s->devices, s->count == 0 ? 1 : s->count);
    memset(s->pads, OX_INPUT_NOBODY, sizeof s->pads);
    if (!ox_session_take_feedback(s))
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for what pads give back");
    *state = s;
    ox_session_find_patterns(s);
    if (s->count == 0) return OX_OK;
    s->players = OX_PUSH(host->resident, ox_input_player, s->count);
    s->hands = OX_PUSH(host->resident, ox_session_hand, s->count);
    if (s->players == NULL || s->hands == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for %u players: raise `budget`",
                                (unsigned)s->count);
    memset(s->hands, 0, s->count * sizeof *s->hands);
    ox_module_seat(host, s->players, s->count);
    return OX_OK;
}

static void stop_session(const ox_module_host *host, void **state) {
    (void)!plat_rumble(host->platform, PLAT_ALL_PADS, 0, 0, 0);
    ox_module_seat(host, NULL, 0);
    *state = NULL;
}

/* ---- players ---- */

ox_input_sources *ox_console_players(ox_console *console) { return ox_console_modules(console)->sources; }

static void give_hand(void *context, uint32_t tick, ox_input_record *record) {
    (void)tick;
    *record = ((const ox_session_hand *)context)->record;
}

void ox_session_take_hand(ox_session *s, uint32_t player, bool steers) {
    const bool steered = s->hands[player].steers;
    s->hands[player].steers = steers;
    if (steers || steered)
        FX_VERIFY(ox_input_source_set(s->host->sources, player,
                                      steers ? (ox_input_source){"script", give_hand, &s->hands[player]}
                                             : (ox_input_source){"devices", NULL, NULL}) == OX_OK);
}

static void save_players(const void *of, ox_writer *to) {
    const ox_session *s = of;
    for (uint32_t i = 0; i < s->count; i++) {
        const ox_input_record *r = &s->hands[i].record;
        if (i > 0) ox_input_save(&s->players[i].input, to);
        ox_write_bool(to, s->hands[i].steers);
        ox_write_u32(to, r->held);
        ox_write_u16(to, (uint16_t)r->stick_x);
        ox_write_u16(to, (uint16_t)r->stick_y);
    }
}

static ox_status restore_players(void *of, ox_reader *from) {
    ox_session *s = of;
    ox_session_hand read[OX_PLAYERS_MAX];
    memset(read, 0, sizeof read);
    for (uint32_t i = 0; i < s->count; i++) {
        if (i > 0 && ox_input_restore(&s->players[i].input, from) != OX_OK) return OX_BAD_DATA;
        read[i].steers = ox_read_bool(from);
        read[i].record.held = ox_read_u32(from);
        read[i].record.stick_x = (int16_t)ox_read_u16(from);
        read[i].record.stick_y = (int16_t)ox_read_u16(from);
    }
    if (from->bad) return OX_BAD_DATA;
    for (uint32_t i = 0; i < s->count; i++) {
        ox_session_take_hand(s, i, read[i].steers);
        s->hands[i].record = read[i].record;
    }
    return OX_OK;
}

/* Lists the players' state; a cart that declares no players has none. */
static uint32_t list_players(const ox_module_host *host, void *state, ox_sim_part *parts) {
    ox_session *s = state;
    (void)host;
    if (s->count == 0) return 0;
    parts[0] =
        (ox_sim_part){.name = "players", .context = s, .save = save_players, .restore = restore_players};
    return 1;
}

/* ---- devices ---- */

/* Tells in the log which device is whose. */
static void tell_devices(const ox_module_host *host, ox_session *s) {
    plat_device about;
    plat_input in;
    if (s->told == s->devices.changes) return;
    s->told = s->devices.changes;
    for (uint32_t i = 1; i < PLAT_DEVICES; i++) {
        if (!plat_device_at(host->platform, (int)i, &about, &in)) continue;
        if (s->devices.list[i].player == OX_INPUT_NOBODY)
            ox_log_write(host->log, PLAT_LOG_INFO, "pad %u (%s) is nobody's: START takes a free player",
                         (unsigned)i, about.name);
        else
            ox_log_write(host->log, PLAT_LOG_INFO, "pad %u (%s) is player %u's", (unsigned)i, about.name,
                         (unsigned)s->devices.list[i].player + 1u);
    }
    for (uint32_t i = 0; i < s->devices.players; i++)
        if ((s->devices.lost >> i & 1u) != 0)
            ox_log_write(host->log, PLAT_LOG_WARNING,
                         "the pad of player %u is gone; plug it in again, or press START on another device",
                         (unsigned)i + 1u);
}

/* Tells in the log whose battery has come to its end. */
static void tell_batteries(const ox_module_host *host, ox_session *s,
                           const plat_input inputs[OX_PLAYERS_MAX]) {
    for (uint32_t i = 0; i < s->devices.players; i++) {
        const uint32_t bit = 1u << i;
        const bool is_low = (inputs[i].senses.state & PLAT_BATTERY_LOW) != 0;
        if (is_low && (s->low & bit) == 0)
            ox_log_write(host->log, PLAT_LOG_WARNING, "the battery of player %u's pad is nearly empty",
                         (unsigned)i + 1u);
        s->low = is_low ? s->low | bit : s->low & ~bit;
    }
}

/* The pad of each player, for its motors. A player without one has none. */
static void find_pads(ox_session *s) {
    memset(s->pads, OX_INPUT_NOBODY, sizeof s->pads);
    s->outputs.switched = 0;
    for (uint32_t i = PLAT_DEVICES - 1; i > 0; i--) {
        const ox_input_device *device = &s->devices.list[i];
        if (!device->is_there || device->player >= OX_PLAYERS_MAX) continue;
        const uint32_t bit = 1u << device->player;
        s->pads[device->player] = (uint8_t)(i - 1);
        s->outputs.switched &= ~bit;
        if ((device->abilities & PLAT_HAS_SWITCHED) != 0) s->outputs.switched |= bit;
    }
}

/* A single player whose pad is gone finds the game waiting. */
static void wait_for_device(ox_session *s, uint32_t lost_before) {
    if (s->devices.players == 1 && (s->devices.lost & ~lost_before) != 0)
        (void)ox_console_pause(s->host->console, PLAT_START);
}

/* Gives each player what its devices gave. With one player all devices play as one, as the port says. */
static void share_devices(const ox_module_host *host, void *state, plat_input *polled) {
    ox_session *s = state;
    plat_device about;
    plat_input in, inputs[OX_PLAYERS_MAX];
    const uint32_t lost = s->devices.lost;
    if (!plat_device_at(host->platform, 0, &about, &in)) return;
    memset(inputs, 0, sizeof inputs);
    s->devices.given = 0;
    for (uint32_t i = 0; i < s->devices.players && s->count > 0; i++)
        if (s->players[i].source.fill != NULL) s->devices.given |= 1u << i;
    for (uint32_t i = 0; i < PLAT_DEVICES; i++) {
        const bool is_there = plat_device_at(host->platform, (int)i, &about, &in);
        ox_input_devices_see(&s->devices, i, is_there ? &about : NULL, &in, inputs);
    }
    ox_input_devices_settle(&s->devices, inputs);
    tell_devices(host, s);
    tell_batteries(host, s, inputs);
    find_pads(s);
    wait_for_device(s, lost);
    polled->senses.state |= inputs[0].senses.state & PLAT_DEVICE_STATES;
    if (s->devices.players == 1) return;
    for (uint32_t i = 1; i < s->devices.players; i++) ox_input_sources_feed(host->sources, i, &inputs[i]);
    inputs[0].quit = polled->quit;
    *polled = inputs[0];
}

/* What became of the players' devices, as events of the step. */
static void post_devices(const ox_module_host *host, void *state) {
    const ox_event_service events = ox_engine_events(host->engine);
    (void)state;
    for (uint32_t i = 0; i < host->sources->count; i++) {
        const ox_input *input = &host->sources->players[i].input;
        int32_t player = (int32_t)i + 1;
        if ((input->state_changed & PLAT_DEVICE_LOST) != 0)
            events.operations->post(events.state,
                                    (input->senses.state & PLAT_DEVICE_LOST) != 0 ? OX_NAME("padlost")
                                                                                  : OX_NAME("padback"),
                                    &player, 1);
        if ((input->state_changed & input->senses.state & PLAT_BATTERY_LOW) != 0)
            events.operations->post(events.state, OX_NAME("batterylow"), &player, 1);
    }
}

/* ---- time ---- */

ox_status ox_console_slow(ox_console *console, fx factor, uint32_t steps) {
    ox_session *s = ox_session_of(console);
    if (s == NULL) return OX_UNSUPPORTED;
    s->slow_steps = steps;
    ox_loop_set_scale(s->host->loop,
                      steps == 0 ? OX_LOOP_UNSCALED : (uint32_t)fx_clamp(factor, SLOWEST, FASTEST));
    return OX_OK;
}

ox_status ox_console_pause(ox_console *console, uint32_t buttons) {
    ox_session *s = ox_session_of(console);
    if (s == NULL) return OX_UNSUPPORTED;
    if (s->host->loop->per_frame || s->host->options->replay != NULL || s->resumed) return OX_BAD_STATE;
    s->paused = true;
    s->until = buttons == 0 ? UINT32_MAX : buttons;
    s->down = s->until; /* buttons that are down now do not end the pause */
    ox_loop_pause(s->host->loop, true);
    ox_outputs_pause(&s->outputs, true);
    return OX_OK;
}

static bool count_step(const ox_module_host *host, void *state) {
    ox_session *s = state;
    s->resumed = s->resumed && (host->input->busy & s->until) != 0;
    ox_outputs_step(&s->outputs);
    ox_session_listen(s); /* where the scene has a bus by now */
    ox_session_feedback_step(s);
    if (s->slow_steps > 0 && --s->slow_steps == 0) ox_loop_set_scale(host->loop, OX_LOOP_UNSCALED);
    return true;
}

/* Presses of the devices end a pause, since no step runs that could see them. A press that no step had seen before the
 * pause counts, too. */
static void watch_pause(const ox_module_host *host, void *state) {
    ox_session *s = state;
    const uint32_t down = host->input->level;
    if (s->paused && (down & ~s->down & s->until) != 0) {
        s->paused = false;
        s->resumed = true;
        ox_input_settle(host->input);
        ox_loop_pause(host->loop, false);
        ox_outputs_pause(&s->outputs, false);
    }
    s->down = down;
    ox_session_feedback_tell(s);
    ox_outputs_produce(&s->outputs, 0, 0);
}

static void turn_away(const ox_module_host *host, void *state, bool is_away) {
    ox_session *s = state;
    (void)host;
    ox_outputs_pause(&s->outputs, is_away || s->paused);
    ox_outputs_produce(&s->outputs, 0, 0);
}

/* ---- scenes and chunks ---- */

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    (void)host, (void)how;
    ox_session_unlisten(*state);
}

static void leave_patterns(const ox_module_host *host, void *state) {
    (void)host;
    ox_session_drop_patterns(state);
}

static ox_status enter_patterns(const ox_module_host *host, void *state, ox_error *error) {
    (void)host, (void)error;
    ox_session_find_patterns(state);
    return OX_OK;
}

static const ox_module_event events[] = {
    {"PadLost(player: int)", "the device of a player was pulled out; nothing of it is held any more"},
    {"PadBack(player: int)", "a player whose device was lost has one again"},
    {"BatteryLow(player: int)", "less than a tenth is left in the battery of a player's device"}};

const ox_module ox_session_module = {.id = NAME,
                                     .name = "session",
                                     .capacities = ox_session_capacities,
                                     .capacity_count = OX_SESSION_CAPACITIES,
                                     .natives = ox_session_native_rows,
                                     .native_count = OX_SESSION_NATIVES,
                                     .events = events,
                                     .event_count = sizeof events / sizeof events[0],
                                     .start = start_session,
                                     .stop = stop_session,
                                     .end = end_scene,
                                     .leave = leave_patterns,
                                     .enter = enter_patterns,
                                     .polled = share_devices,
                                     .prepare = post_devices,
                                     .stepped = count_step,
                                     .frame = watch_pause,
                                     .away = turn_away,
                                     .list = list_players};

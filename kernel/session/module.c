/* The players of a console, the pace of its steps, and its motors. */
#include "kernel/session/module.h"

#include <string.h>

#include "kernel/debug/log.h"
#include "kernel/input/device.h"
#include "kernel/loop/output.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("session")

enum { SLOWEST = FX_ONE / 256, FASTEST = 16 * FX_ONE };

const ox_capacity ox_session_capacities[OX_SESSION_CAPACITIES] = {
    [OX_CAPACITY_PLAYERS] = {"players", 1, OX_PLAYERS_MAX, 544}};

/* Input that a script gives for a player. */
typedef struct session_hand {
    ox_input_record record;
    bool steers;
} session_hand;

typedef struct ox_session {
    const ox_module_host *host;
    ox_outputs outputs;
    ox_input_devices devices;
    uint32_t told;                /* of devices.changes: what the log knows */
    uint8_t pads[OX_PLAYERS_MAX]; /* the pad of each player for its motors, OX_INPUT_NOBODY: none */
    ox_input_player *players;     /* NULL: the console's own table */
    session_hand *hands;          /* one for each player */
    uint32_t count;               /* players that the cart declares; 0: it declares none */
    uint32_t slow_steps;          /* steps of slow motion that are left */
    uint32_t until, down;         /* buttons that end the pause; buttons at the frame before */
    bool paused, resumed;         /* resumed: no step has seen the press that ended the last pause */
} ox_session;

FX_STATIC_ASSERT(sizeof(ox_input_player) + sizeof(session_hand) <= 544, "players are counted at too little");

static ox_session *session_of(const ox_console *console) {
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
    *state = s;
    if (s->count == 0) return OX_OK;
    s->players = OX_PUSH(host->resident, ox_input_player, s->count);
    s->hands = OX_PUSH(host->resident, session_hand, s->count);
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
    *record = ((const session_hand *)context)->record;
}

static void take_hand(ox_session *s, uint32_t player, bool steers) {
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
    session_hand read[OX_PLAYERS_MAX];
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
        take_hand(s, i, read[i].steers);
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

/* The pad of each player, for its motors. A player without one has none. */
static void find_pads(ox_session *s) {
    memset(s->pads, OX_INPUT_NOBODY, sizeof s->pads);
    for (uint32_t i = PLAT_DEVICES - 1; i > 0; i--) {
        const ox_input_device *device = &s->devices.list[i];
        if (device->is_there && device->player < OX_PLAYERS_MAX) s->pads[device->player] = (uint8_t)(i - 1);
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
    ox_session *s = session_of(console);
    if (s == NULL) return OX_UNSUPPORTED;
    s->slow_steps = steps;
    ox_loop_set_scale(s->host->loop,
                      steps == 0 ? OX_LOOP_UNSCALED : (uint32_t)fx_clamp(factor, SLOWEST, FASTEST));
    return OX_OK;
}

ox_status ox_console_pause(ox_console *console, uint32_t buttons) {
    ox_session *s = session_of(console);
    if (s == NULL) return OX_UNSUPPORTED;
    if (s->host->loop->per_frame || s->host->options->replay != NULL || s->resumed) return OX_BAD_STATE;
    s->paused = true;
    s->until = buttons == 0 ? UINT32_MAX : buttons;
    s->down = s->until; /* buttons that are down now do not end the pause */
    ox_loop_pause(s->host->loop, true);
    ox_outputs_pause(&s->outputs, true);
    return OX_OK;
}

ox_status ox_console_rumble(ox_console *console, uint32_t player, uint32_t motor, fx strength,
                            uint32_t steps) {
    ox_session *s = session_of(console);
    return s == NULL ? OX_UNSUPPORTED : ox_outputs_shake(&s->outputs, player, motor, strength, steps);
}

static bool count_step(const ox_module_host *host, void *state) {
    ox_session *s = state;
    s->resumed = s->resumed && (host->input->busy & s->until) != 0;
    ox_outputs_step(&s->outputs);
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
    ox_outputs_produce(&s->outputs, 0, 0);
}

static void turn_away(const ox_module_host *host, void *state, bool is_away) {
    ox_session *s = state;
    (void)host;
    ox_outputs_pause(&s->outputs, is_away || s->paused);
    ox_outputs_produce(&s->outputs, 0, 0);
}

/* ---- natives ---- */

static ox_session *of_call(const ox_script_call *call) {
    return session_of(ox_module_of_call(call)->console);
}

/* The input of a player, who counts from 1 in scripts. NULL for a player that does not exist: the native refuses
 * then. */
static const ox_input *input_at(const ox_script_call *call) {
    const ox_input_sources *sources = ox_module_of_call(call)->sources;
    const uint32_t player = (uint32_t)call->arguments[0] - 1u;
    return player < sources->count ? &sources->players[player].input : NULL;
}

static ox_script_answer give_buttons(ox_script_call *call, const ox_input *input, uint32_t buttons) {
    if (input == NULL) return ox_script_refuse(call, 0);
    call->results[0] = (buttons & (uint32_t)call->arguments[1]) != 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_held_by(ox_script_call *call) {
    const ox_input *input = input_at(call);
    return give_buttons(call, input, input == NULL ? 0 : input->held);
}
static ox_script_answer native_pressed_by(ox_script_call *call) {
    const ox_input *input = input_at(call);
    return give_buttons(call, input, input == NULL ? 0 : input->pressed);
}
static ox_script_answer native_released_by(ox_script_call *call) {
    const ox_input *input = input_at(call);
    return give_buttons(call, input, input == NULL ? 0 : input->released);
}

static ox_script_answer native_stick_of(ox_script_call *call) {
    const ox_input *input = input_at(call);
    if (input == NULL) return ox_script_refuse(call, 0);
    ox_input_lead(input, &call->results[0], &call->results[1]);
    return OX_SCRIPT_DONE;
}

/* The hand of a player whose input a script may give; NULL for a player that the cart does not declare. */
static session_hand *hand_at(const ox_script_call *call, uint32_t *player) {
    ox_session *s = of_call(call);
    *player = (uint32_t)call->arguments[0] - 1u;
    return s != NULL && *player < s->count ? &s->hands[*player] : NULL;
}

static ox_script_answer native_steer(ox_script_call *call) {
    uint32_t player;
    session_hand *hand = hand_at(call, &player);
    if (hand == NULL) return ox_script_refuse(call, 0);
    take_hand(of_call(call), player, true);
    hand->record.held = (uint32_t)call->arguments[1] & 0x7FFFu;
    hand->record.stick_x =
        (int16_t)fx_to_int_nearest(fx_mul(fx_clamp(call->arguments[2], -FX_ONE, FX_ONE), FX(32767)));
    hand->record.stick_y =
        (int16_t)fx_to_int_nearest(fx_mul(fx_clamp(call->arguments[3], -FX_ONE, FX_ONE), FX(32767)));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_let_go(ox_script_call *call) {
    uint32_t player;
    session_hand *hand = hand_at(call, &player);
    if (hand == NULL) return ox_script_refuse(call, 0);
    take_hand(of_call(call), player, false);
    memset(&hand->record, 0, sizeof hand->record);
    return OX_SCRIPT_DONE;
}

static uint32_t steps_at(const ox_script_call *call, uint32_t argument) {
    return call->arguments[argument] < 0 ? 0 : (uint32_t)call->arguments[argument];
}

static ox_script_answer native_time_scale(ox_script_call *call) {
    (void)ox_console_slow(ox_module_of_call(call)->console, call->arguments[0], steps_at(call, 1));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pause(ox_script_call *call) {
    (void)ox_console_pause(ox_module_of_call(call)->console, (uint32_t)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_rumble(ox_script_call *call) {
    const ox_status status =
        ox_console_rumble(ox_module_of_call(call)->console, (uint32_t)call->arguments[0] - 1u, 0,
                          fx_clamp(call->arguments[1], 0, FX_ONE), steps_at(call, 2));
    return status == OX_BAD_ARGUMENT ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
}

static ox_script_answer native_display_gamma(ox_script_call *call) {
    const fx gamma = fx_clamp(call->arguments[0], FX_ONE, 3 * FX_ONE);
    ox_console *console = ox_module_of_call(call)->console;
    return ox_console_gamma(console, (gamma * OX_GAMMA_NONE + FX_HALF) / FX_ONE) ? OX_SCRIPT_DONE
                                                                                 : ox_script_refuse(call, 0);
}

static ox_script_answer native_pad_lost(ox_script_call *call) {
    const ox_input *input = input_at(call);
    if (input == NULL) return ox_script_refuse(call, 0);
    call->results[0] = (input->senses.state & PLAT_DEVICE_LOST) != 0;
    return OX_SCRIPT_DONE;
}

static const ox_module_event events[] = {
    {"PadLost(player: int)", "the device of a player was pulled out; nothing of it is held any more"},
    {"PadBack(player: int)", "a player whose device was lost has one again"},
    {"BatteryLow(player: int)", "less than a tenth is left in the battery of a player's device"}};

const ox_script_native ox_session_native_rows[OX_SESSION_NATIVES] = {
    OX_SCRIPT_NATIVE(held_by, QUERY, ALL, 4, "b(ii)", "held_by(player: int, button: Button) -> bool",
                     "whether a button of one of the players is down: 1 to `capacity players`"),
    OX_SCRIPT_NATIVE(pressed_by, QUERY, ALL, 4, "b(ii)", "pressed_by(player: int, button: Button) -> bool",
                     "whether it went down in this step"),
    OX_SCRIPT_NATIVE(released_by, QUERY, ALL, 4, "b(ii)", "released_by(player: int, button: Button) -> bool",
                     "whether it went up in this step"),
    OX_SCRIPT_NATIVE(stick_of, QUERY, ALL, 4, "2(i)", "stick_of(player: int) -> vec2",
                     "the stick of one of the players, as `stick`"),
    OX_SCRIPT_NATIVE(pad_lost, QUERY, ALL, 4, "b(i)", "pad_lost(player: int) -> bool",
                     "whether the device of a player was pulled out, and none has taken its place"),
    OX_SCRIPT_NATIVE(steer, SIM, CART, 8, "v(ii2)", "steer(player: int, buttons: int, stick: vec2)",
                     "a bot: gives the input of a player from the next step on, in place of the devices"),
    OX_SCRIPT_NATIVE(let_go, SIM, CART, 8, "v(i)", "let_go(player: int)",
                     "the devices give the input of that player again"),
    OX_SCRIPT_NATIVE(time_scale, SIM, CART, 4, "v(fi)", "time_scale(factor: fx, steps: int)",
                     "slow motion: time goes so many times as fast for so many steps: time_scale(0.25, 30t)"),
    OX_SCRIPT_NATIVE(pause, SIM, CART, 4, "v(i)", "pause(button: Button)",
                     "the game stands still until that button goes down"),
    OX_SCRIPT_NATIVE(
        display_gamma, SHOW, CART, 8, "v(f)", "display_gamma(gamma: fx)",
        "how bright dark tones are shown, 1.0 as they are to 3.0, in tenths: an option of players"),
    OX_SCRIPT_NATIVE(rumble, SHOW, CART, 4, "v(ifi)", "rumble(player: int, strength: fx, steps: int)",
                     "shakes the pad of a player, strength 0.0 to 1.0: rumble(1, 0.8, 12t)"),
};

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
                                     .polled = share_devices,
                                     .prepare = post_devices,
                                     .stepped = count_step,
                                     .frame = watch_pause,
                                     .away = turn_away,
                                     .list = list_players};

/* What scripts ask of players, pace and pads. */
#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/session/internal.h"

static ox_session *of_call(const ox_script_call *call) {
    return ox_session_of(ox_module_of_call(call)->console);
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
static ox_session_hand *hand_at(const ox_script_call *call, uint32_t *player) {
    ox_session *s = of_call(call);
    *player = (uint32_t)call->arguments[0] - 1u;
    return s != NULL && *player < s->count ? &s->hands[*player] : NULL;
}

static ox_script_answer native_steer(ox_script_call *call) {
    uint32_t player;
    ox_session_hand *hand = hand_at(call, &player);
    if (hand == NULL) return ox_script_refuse(call, 0);
    ox_session_take_hand(of_call(call), player, true);
    hand->record.held = (uint32_t)call->arguments[1] & 0x7FFFu;
    hand->record.stick_x =
        (int16_t)fx_to_int_nearest(fx_mul(fx_clamp(call->arguments[2], -FX_ONE, FX_ONE), FX(32767)));
    hand->record.stick_y =
        (int16_t)fx_to_int_nearest(fx_mul(fx_clamp(call->arguments[3], -FX_ONE, FX_ONE), FX(32767)));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_let_go(ox_script_call *call) {
    uint32_t player;
    ox_session_hand *hand = hand_at(call, &player);
    if (hand == NULL) return ox_script_refuse(call, 0);
    ox_session_take_hand(of_call(call), player, false);
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

/* The answer to a call whose argument `player` names a player that there may not be. */
static ox_script_answer answered(ox_script_call *call, ox_status status, uint32_t player) {
    return status == OX_BAD_ARGUMENT ? ox_script_refuse(call, player) : OX_SCRIPT_DONE;
}

static uint32_t player_at(const ox_script_call *call, uint32_t argument) {
    return (uint32_t)call->arguments[argument] - 1u;
}

static ox_script_answer native_rumble_play(ox_script_call *call) {
    return answered(call,
                    ox_console_rumble_pattern(ox_module_of_call(call)->console, player_at(call, 1),
                                              (ox_id)call->arguments[0], call->arguments[2]),
                    1);
}

static ox_script_answer native_rumble_stop(ox_script_call *call) {
    ox_console_rumble_stop(ox_module_of_call(call)->console, player_at(call, 0));
    return OX_SCRIPT_DONE;
}

/* The wheel of a player as it is, for a change; NULL: there is no such player, or no wheel. */
static ox_wheel *wheel_at(const ox_script_call *call, uint32_t argument) {
    ox_session *s = of_call(call);
    const uint32_t player = player_at(call, argument);
    if (s == NULL || player >= (s->count == 0 ? 1 : s->count)) return NULL;
    s->feedback[player].wheel.is_on = true;
    return &s->feedback[player].wheel;
}

static ox_script_answer native_wheel_force(ox_script_call *call) {
    ox_wheel *wheel = wheel_at(call, 1);
    if (wheel == NULL) return ox_script_refuse(call, 1);
    wheel->force = fx_clamp(call->arguments[0], -FX_ONE, FX_ONE);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_wheel_spring(ox_script_call *call) {
    ox_wheel *wheel = wheel_at(call, 3);
    if (wheel == NULL) return ox_script_refuse(call, 3);
    wheel->centre = fx_clamp(call->arguments[0], -FX_ONE, FX_ONE);
    wheel->spring = call->arguments[1];
    wheel->damping = call->arguments[2];
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pad_lights(ox_script_call *call) {
    const int32_t lights = call->arguments[0];
    return answered(call,
                    ox_console_pad_lights(ox_module_of_call(call)->console, player_at(call, 1),
                                          lights < 0 ? OX_SESSION_OWN_LIGHT : (uint32_t)lights & 15u),
                    1);
}

static ox_script_answer native_pad_keep(ox_script_call *call) {
    if (call->arguments[0] < 0) return ox_script_refuse(call, 0);
    (void)ox_console_pad_keep(ox_module_of_call(call)->console, player_at(call, 2),
                              (uint32_t)call->arguments[0], call->arguments[1]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pad_kept(ox_script_call *call) {
    if (call->arguments[0] < 0) return ox_script_refuse(call, 0);
    call->results[0] = ox_console_pad_kept(ox_module_of_call(call)->console, player_at(call, 1),
                                           (uint32_t)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pad_heard(ox_script_call *call) {
    call->results[0] = ox_console_pad_heard(ox_module_of_call(call)->console, player_at(call, 0));
    return OX_SCRIPT_DONE;
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
    OX_SCRIPT_NATIVE(rumble_play, SHOW, CART, 16, "v(nif)",
                     "rumble_play(pattern: rumble, player: int = 1, strength: fx = 1.0)",
                     "shakes it by a pattern of the cart: rumble_play('blow', 2)"),
    OX_SCRIPT_NATIVE(rumble_stop, SHOW, CART, 8, "v(i)", "rumble_stop(player: int = 1)",
                     "ends all that shakes it"),
    OX_SCRIPT_NATIVE(wheel_force, SHOW, CART, 8, "v(fi)", "wheel_force(force: fx, player: int = 1)",
                     "turns the wheel of a player, -1.0 to the left to 1.0 to the right"),
    OX_SCRIPT_NATIVE(wheel_spring, SHOW, CART, 8, "v(fffi)",
                     "wheel_spring(centre: fx, spring: fx, damping: fx = 0.0, player: int = 1)",
                     "it comes back to a place, as a spring does, and turns as in oil; 0.0 and 0.0: no more"),
    OX_SCRIPT_NATIVE(pad_keep, SHOW, CART, 16, "v(iii)", "pad_keep(number: int, value: int, player: int = 1)",
                     "writes a number, counted from 0, into the memory of the pad, where it has one"),
    OX_SCRIPT_NATIVE(
        pad_kept, DRAW, CART, 16, "i(ii)", "pad_kept(number: int, player: int = 1) -> int",
        "that number, 0 without a memory: recordings do not have it, so it is for pictures alone"),
    OX_SCRIPT_NATIVE(pad_heard, DRAW, CART, 32, "f(i)", "pad_heard(player: int = 1) -> fx",
                     "how loud the microphone of the pad is, 0.0 to 1.0, for pictures likewise"),
    OX_SCRIPT_NATIVE(pad_lights, SHOW, CART, 8, "v(ii)", "pad_lights(lights: int, player: int = 1)",
                     "which of four lights of the pad are on, a bit for each; -1: the one of the player"),
};

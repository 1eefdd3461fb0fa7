/* What scripts ask of gestures. */
#include "kernel/console/console.h"
#include "kernel/gesture/module.h"

/* The hands of the player whose number, from 1, is an argument; NULL for a player that does not exist. */
static const ox_gestures *hands_of(const ox_script_call *call, uint32_t argument) {
    return ox_console_gestures(ox_module_of_call(call)->console, (uint32_t)call->arguments[argument] - 1u);
}

static const ox_input *input_of(const ox_script_call *call, uint32_t argument) {
    const ox_input_sources *sources = ox_module_of_call(call)->sources;
    const uint32_t player = (uint32_t)call->arguments[argument] - 1u;
    return player < sources->count ? &sources->players[player].input : NULL;
}

/* The finger in a place of the list. NULL, and the native refuses: there is none, or no such player. */
static const ox_finger *touch_of(ox_script_call *call) {
    const ox_gestures *g = hands_of(call, 1);
    const uint32_t place = (uint32_t)call->arguments[0];
    if (g != NULL && place < g->touches.count) return &g->touches.list[place];
    (void)ox_script_refuse(call, g == NULL ? 1 : 0);
    return NULL;
}

static ox_script_answer native_touch_count(ox_script_call *call) {
    const ox_gestures *g = hands_of(call, 0);
    if (g == NULL) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)g->touches.count;
    return OX_SCRIPT_DONE;
}

static ox_script_answer give_point(ox_script_call *call, int32_t x, int32_t y) {
    call->results[0] = x * FX_ONE;
    call->results[1] = y * FX_ONE;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_touch_at(ox_script_call *call) {
    const ox_finger *t = touch_of(call);
    return t == NULL ? OX_SCRIPT_REFUSED : give_point(call, t->x, t->y);
}

static ox_script_answer native_touch_from(ox_script_call *call) {
    const ox_finger *t = touch_of(call);
    return t == NULL ? OX_SCRIPT_REFUSED : give_point(call, t->from_x, t->from_y);
}

static ox_script_answer native_touch_finger(ox_script_call *call) {
    const ox_finger *t = touch_of(call);
    if (t == NULL) return OX_SCRIPT_REFUSED;
    call->results[0] = t->id;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_touch_steps(ox_script_call *call) {
    const ox_finger *t = touch_of(call);
    if (t == NULL) return OX_SCRIPT_REFUSED;
    call->results[0] = t->age;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pinch(ox_script_call *call) {
    const ox_gestures *g = hands_of(call, 0);
    if (g == NULL) return ox_script_refuse(call, 0);
    call->results[0] = g->pinch.factor;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pinch_at(ox_script_call *call) {
    const ox_gestures *g = hands_of(call, 0);
    return g == NULL ? ox_script_refuse(call, 0) : give_point(call, g->pinch.x, g->pinch.y);
}

static ox_script_answer give_three(ox_script_call *call, const fx *values) {
    for (int i = 0; i < 3; i++) call->results[i] = values[i];
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_tilt(ox_script_call *call) {
    const ox_gestures *g = hands_of(call, 0);
    return g == NULL ? ox_script_refuse(call, 0) : give_three(call, g->tilt.gravity);
}

static ox_script_answer native_shaken(ox_script_call *call) {
    const ox_gestures *g = hands_of(call, 0);
    return g == NULL ? ox_script_refuse(call, 0) : give_three(call, g->tilt.user);
}

/* A 16-bit angle in degrees, -180 to 180. */
static fx degrees_of(ang16 angle) { return (fx)((int64_t)(int16_t)angle * 360 * FX_ONE / 65536); }

static ox_script_answer native_lean(ox_script_call *call) {
    const ox_gestures *g = hands_of(call, 0);
    ang16 pitch, roll;
    if (g == NULL) return ox_script_refuse(call, 0);
    ox_input_lean(g->tilt.gravity, &pitch, &roll);
    call->results[0] = degrees_of(pitch);
    call->results[1] = degrees_of(roll);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_attitude(ox_script_call *call) {
    const ox_gestures *g = hands_of(call, 0);
    if (g == NULL) return ox_script_refuse(call, 0);
    const euler16 angles = ox_input_attitude_angles(&g->attitude);
    const fx degrees[3] = {degrees_of(angles.pitch), degrees_of(angles.yaw), degrees_of(angles.roll)};
    return give_three(call, degrees);
}

static ox_script_answer native_typed(ox_script_call *call) {
    const ox_input *input = input_of(call, 0);
    if (input == NULL) return ox_script_refuse(call, 0);
    call->results[0] = input->senses.typed;
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_gesture_native_rows[OX_GESTURE_NATIVES] = {
    OX_SCRIPT_NATIVE(
        touch_count, QUERY, ALL, 4, "i(i)", "touch_count(player: int = 1) -> int",
        "how many fingers are on the picture, those that were lifted in this step too; the pointer "
        "counts while it is held"),
    OX_SCRIPT_NATIVE(touch_at, QUERY, ALL, 4, "2(ii)", "touch_at(which: int, player: int = 1) -> vec2",
                     "where a finger is, in pixels; 0 is the one that came first"),
    OX_SCRIPT_NATIVE(touch_from, QUERY, ALL, 4, "2(ii)", "touch_from(which: int, player: int = 1) -> vec2",
                     "where that finger went down"),
    OX_SCRIPT_NATIVE(touch_finger, QUERY, ALL, 4, "i(ii)", "touch_finger(which: int, player: int = 1) -> int",
                     "its number, as on TouchBegan tells it"),
    OX_SCRIPT_NATIVE(touch_steps, QUERY, ALL, 4, "i(ii)", "touch_steps(which: int, player: int = 1) -> int",
                     "how many steps it has been down"),
    OX_SCRIPT_NATIVE(pinch, QUERY, ALL, 4, "f(i)", "pinch(player: int = 1) -> fx",
                     "how far two fingers are apart, in parts of where they began: 2.0 is twice as far; 1.0 "
                     "without them"),
    OX_SCRIPT_NATIVE(pinch_at, QUERY, ALL, 4, "2(i)", "pinch_at(player: int = 1) -> vec2",
                     "the middle between those two fingers, in pixels"),
    OX_SCRIPT_NATIVE(
        tilt, QUERY, ALL, 4, "3(i)", "tilt(player: int = 1) -> vec3",
        "how the machine is held: gravity in g, right, up and out of the picture; zero without a "
        "sensor"),
    OX_SCRIPT_NATIVE(shaken, QUERY, ALL, 4, "3(i)", "shaken(player: int = 1) -> vec3",
                     "how the player moves the machine: acceleration in g without gravity"),
    OX_SCRIPT_NATIVE(
        lean, QUERY, ALL, 16, "2(i)", "lean(player: int = 1) -> vec2",
        "pitch and roll of the machine in degrees, by gravity alone: 0.0 when it is held upright"),
    OX_SCRIPT_NATIVE(
        attitude, QUERY, ALL, 32, "3(i)", "attitude(player: int = 1) -> vec3",
        "how it is turned, in degrees: pitch, heading, roll; the heading, 0.0 where it was first heard, "
        "needs a gyroscope"),
    OX_SCRIPT_NATIVE(typed, QUERY, ALL, 4, "i(i)", "typed(player: int = 1) -> int",
                     "the character that was typed in this step, its code; 0: none"),
};

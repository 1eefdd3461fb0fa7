/* Actions for scripts. */
#include "fixedmath/bits.h"
#include "fixedmath/scalar.h"
#include "kernel/console/console.h"
#include "kernel/input_map/internal.h"
#include "kernel/input_map/module.h"
#include "kernel/input_map/steer.h"
#include "kernel/loop/rate.h"
#include "kernel/type/name.h"
#include "kernel/world/place.h"

enum {
    FIRST_PERSON_TURN = 32768,
    FIRST_PERSON_COUNT = 64
}; /* half a turn a second; a turn for 1,024 pixels */

static ox_input_map *map_of(const ox_script_call *call) {
    return ox_console_input_map(ox_module_of_call(call)->console);
}

/* Players count from 1 in scripts. False, and the answer is to refuse, for one that there is not. */
static bool has_player(const ox_script_call *call, const ox_input_map *map, uint32_t argument) {
    return map != NULL && call->arguments[argument] >= 1 &&
           (uint32_t)call->arguments[argument] <= map->player_count;
}

static uint32_t player_of(const ox_script_call *call, uint32_t argument) {
    return (uint32_t)call->arguments[argument] - 1u;
}

/* The action of a call (NAME, PLAYER): false, and *answer, where there is none. An action that another object owns is
 * at rest: false, and the results stay 0. */
static bool find_action(ox_script_call *call, const ox_input_action **action, ox_script_answer *answer) {
    const ox_input_map *map = map_of(call);
    const bool known = has_player(call, map, 1);
    const int number = known ? ox_input_action_find(map, (ox_id)call->arguments[0]) : -1;
    *answer = !known ? ox_script_refuse(call, 1) : number < 0 ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    if (number < 0) return false;
    *action = action_at(map, player_of(call, 1), (uint32_t)number);
    const uint32_t owner = ox_input_map_owner(map, player_of(call, 1),
                                              rom_word(action_row(map, (uint32_t)number) + ROM_ACTION_GROUP));
    return owner == 0 || owner == call->owner;
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
        call->results[0] =
            (int32_t)ox_input_action_steps(map_of(call), player_of(call, 1), (ox_id)call->arguments[0]);
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
    const uint32_t gap = ox_input_action_tap_gap(map_of(call), player_of(call, 1), (ox_id)call->arguments[0]);
    const ox_loop *loop = ox_module_of_call(call)->loop;
    if (gap == 0) return answer;
    call->results[0] = (int32_t)((uint64_t)loop->rate * 1000000u * (uint32_t)FX_ONE / loop->length / gap);
    return answer;
}

static ox_script_answer native_context_choose(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    ox_input_map_enter(map, player_of(call, 1), (ox_id)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_context_chosen(ox_script_call *call) {
    const ox_input_map *map = map_of(call);
    if (!has_player(call, map, 0)) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)ox_input_map_context(map, player_of(call, 0));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_context_push(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 2)) return ox_script_refuse(call, 2);
    if (!ox_input_map_push(map, player_of(call, 2), (ox_id)call->arguments[0], call->arguments[1] != 0))
        return ox_script_refuse_because(call, "has four contexts to lie on already, or no name");
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_context_pop(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 0)) return ox_script_refuse(call, 0);
    ox_input_map_leave(map, player_of(call, 0));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_charge(ox_script_call *call) {
    const ox_input_action *action;
    ox_script_answer answer;
    if (find_action(call, &action, &answer))
        call->results[0] =
            ox_input_action_charge(map_of(call), player_of(call, 1), (ox_id)call->arguments[0]);
    return answer;
}

/* ---- offers ---- */

static ox_script_answer native_offer(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    const ox_input_offer offer = {.action = (ox_id)call->arguments[0],
                                  .best = (uint32_t)call->arguments[1],
                                  .distance = call->arguments[2],
                                  .priority = call->arguments[3]};
    if (!has_player(call, map, 4)) return ox_script_refuse(call, 4);
    if (ox_input_action_find(map, offer.action) < 0) return ox_script_refuse(call, 0);
    if (!ox_input_action_offer(map, player_of(call, 4), &offer))
        return ox_script_refuse_because(call, "is null, or things are offered for four other actions");
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_offered(ox_script_call *call) {
    const ox_input_action *action;
    ox_script_answer answer;
    if (!find_action(call, &action, &answer)) return answer;
    const uint32_t thing =
        ox_input_action_offered(map_of(call), player_of(call, 1), (ox_id)call->arguments[0]);
    const ox_world *world = ox_module_of_call(call)->world;
    call->results[0] = ox_world_get(world, (ox_handle){thing}) == NULL ? 0 : (int32_t)thing;
    return answer;
}

/* ---- quick time events ---- */

static uint16_t steps_at(const ox_script_call *call, uint32_t argument) {
    return (uint16_t)int_clamp(call->arguments[argument], 0, UINT16_MAX);
}

static ox_script_answer native_quick_time(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    const ox_quick_time wanted = {.action = (ox_id)call->arguments[0],
                                  .after = steps_at(call, 1),
                                  .within = steps_at(call, 2),
                                  .presses = steps_at(call, 3),
                                  .is_strict = call->arguments[4] != 0};
    if (!has_player(call, map, 5)) return ox_script_refuse(call, 5);
    return ox_input_map_quick_time(map, player_of(call, 5), &wanted) ? OX_SCRIPT_DONE
                                                                     : ox_script_refuse(call, 0);
}

static ox_script_answer native_quick_time_result(ox_script_call *call) {
    const ox_input_map *map = map_of(call);
    if (!has_player(call, map, 0)) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)ox_quick_time_names[map->players[player_of(call, 0)].quick_time.result];
    return OX_SCRIPT_DONE;
}

/* ---- masks and owners ---- */

static ox_input_mask mask_of(const ox_script_call *call) {
    return (ox_input_mask){.owner = call->owner, .group = (ox_id)call->arguments[0]};
}

static ox_script_answer native_controls_mask(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    const ox_input_mask who = mask_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    if (!ox_input_map_mask(map, player_of(call, 1), &who))
        return ox_script_refuse_because(call, "comes on top of eight masks by others");
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_controls_unmask(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    const ox_input_mask who = mask_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    call->results[0] = ox_input_map_unmask(map, player_of(call, 1), &who);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_controls_own(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 2)) return ox_script_refuse(call, 2);
    if (!ox_input_map_own(map, player_of(call, 2), (ox_id)call->arguments[0], (uint32_t)call->arguments[1]))
        return ox_script_refuse_because(call, "is a fifth group with an owner");
    return OX_SCRIPT_DONE;
}

/* ---- what players choose ---- */

static ox_script_answer native_face_left(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    map->players[call->arguments[1] - 1].mirrored = call->arguments[0] != 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_button_choose(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    const uint32_t conflict = (uint32_t)call->arguments[3];
    if (!has_player(call, map, 2)) return ox_script_refuse(call, 2);
    if (conflict > OX_INPUT_SHARE) return ox_script_refuse(call, 3);
    call->results[0] = ox_input_action_set_button(map, player_of(call, 2), (ox_id)call->arguments[0],
                                                  (uint32_t)call->arguments[1], (ox_input_conflict)conflict);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_button_chosen(ox_script_call *call) {
    const ox_input_map *map = map_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    call->results[0] = (int32_t)ox_input_action_button(map, player_of(call, 1), (ox_id)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_axis_invert(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 2)) return ox_script_refuse(call, 2);
    if (!ox_input_action_assist(map, player_of(call, 2), (ox_id)call->arguments[0], OX_INPUT_INVERT,
                                call->arguments[1] != 0))
        return ox_script_refuse(call, 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer choose_assist(ox_script_call *call, ox_input_assist what) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 2)) return ox_script_refuse(call, 2);
    if (!ox_input_action_want(map, player_of(call, 2), (ox_id)call->arguments[0], what,
                              call->arguments[1] != 0))
        return ox_script_refuse(call, 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_action_latch(ox_script_call *call) {
    return choose_assist(call, OX_INPUT_LATCH);
}
static ox_script_answer native_action_repeat(ox_script_call *call) {
    return choose_assist(call, OX_INPUT_REPEAT_WHILE);
}

static ox_script_answer native_controls_patience(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    map->players[player_of(call, 1)].patience =
        (uint32_t)int_clamp(call->arguments[0], 0, OX_INPUT_MAP_PATIENCE);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_controls_hand(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    const ox_id hand = (ox_id)call->arguments[0];
    if (hand != 0 && hand != OX_NAME("left") && hand != OX_NAME("right")) return ox_script_refuse(call, 0);
    map->players[player_of(call, 1)].hand = hand == 0                 ? OX_INPUT_BOTH_HANDS
                                            : hand == OX_NAME("left") ? OX_INPUT_LEFT_HAND
                                                                      : OX_INPUT_RIGHT_HAND;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_cursor_drive(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (map == NULL) return OX_SCRIPT_DONE;
    map->players[0].cursor = (uint32_t)int_clamp(call->arguments[0], 0, OX_INPUT_MAP_CURSOR);
    map->players[0].boost = (uint32_t)fx_clamp(call->arguments[1], FX_ONE, OX_INPUT_MAP_BOOST * FX_ONE);
    return OX_SCRIPT_DONE;
}

/* The input of a player of whom a native asks; NULL, and the call is to be refused: there is none. */
static const ox_input *input_of(const ox_script_call *call, uint32_t argument) {
    const ox_input_sources *sources = ox_module_of_call(call)->sources;
    const int32_t player = call->arguments[argument];
    return player >= 1 && (uint32_t)player <= sources->count ? &sources->players[player - 1].input : NULL;
}

static ox_script_answer native_pointer(ox_script_call *call) {
    const ox_input *input = input_of(call, 0);
    if (input == NULL) return ox_script_refuse(call, 0);
    call->results[0] = fx_from_int(input->pointer_x);
    call->results[1] = fx_from_int(input->pointer_y);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pointer_inside(ox_script_call *call) {
    const ox_input *input = input_of(call, 0);
    if (input == NULL) return ox_script_refuse(call, 0);
    call->results[0] = (input->senses.state & PLAT_POINTER_OUTSIDE) == 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pointer_moved(ox_script_call *call) {
    const ox_input *input = input_of(call, 0);
    if (input == NULL) return ox_script_refuse(call, 0);
    call->results[0] = fx_from_int(int_clamp(input->pointer_dx, INT16_MIN, INT16_MAX));
    call->results[1] = fx_from_int(int_clamp(input->pointer_dy, INT16_MIN, INT16_MAX));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_dead_zone_choose(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 1)) return ox_script_refuse(call, 1);
    const fx part = fx_clamp(call->arguments[0], 0, FX(0.9));
    map->players[player_of(call, 1)].dead = (uint32_t)((int64_t)part * 32767 / FX_ONE);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_controls_keep(ox_script_call *call) {
    if (!has_player(call, map_of(call), 1)) return ox_script_refuse(call, 1);
    call->results[0] =
        ox_controls_keep(ox_module_of_call(call)->console, player_of(call, 1), (ox_id)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_controls_recall(ox_script_call *call) {
    if (!has_player(call, map_of(call), 1)) return ox_script_refuse(call, 1);
    ox_controls_recall(ox_module_of_call(call)->console, player_of(call, 1), (ox_id)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_controls_reset(ox_script_call *call) {
    ox_input_map *map = map_of(call);
    if (!has_player(call, map, 0)) return ox_script_refuse(call, 0);
    ox_input_map_reset(map, player_of(call, 0));
    return OX_SCRIPT_DONE;
}

/* ---- steering ---- */

/* The way from the eye through a pixel, in the world's axes; and the eye. A flat camera looks along its axis everywhere. */
static vec3 way_through(const ox_module_host *host, const rs_camera *camera, const fx pixel[2], vec3 *eye) {
    const int32_t width = host->options->width, height = host->options->height;
    const bool is_flat = camera->flat_height > 0;
    const fx half = is_flat ? camera->flat_height / 2 : (fx)((int64_t)FX_ONE * FX_ONE / camera->focal);
    const fx right = (fx)(((int64_t)pixel[0] * 2 - (int64_t)width * FX_ONE) * half / height / FX_ONE),
             up = (fx)(((int64_t)height * FX_ONE - (int64_t)pixel[1] * 2) * half / height / FX_ONE);
    const mat34 *m = &camera->world_to_view;
    const fx way[3] = {is_flat ? 0 : right, is_flat ? 0 : up, -FX_ONE},
             from[3] = {(is_flat ? right : 0) - m->m[0][3], (is_flat ? up : 0) - m->m[1][3], -m->m[2][3]};
    fx out[2][3];
    for (int i = 0; i < 3; i++) {
        out[0][i] = fx_sat64(fx_rshr64(
            (int64_t)way[0] * m->m[0][i] + (int64_t)way[1] * m->m[1][i] + (int64_t)way[2] * m->m[2][i], 16));
        out[1][i] = fx_sat64(fx_rshr64((int64_t)from[0] * m->m[0][i] + (int64_t)from[1] * m->m[1][i] +
                                           (int64_t)from[2] * m->m[2][i],
                                       16));
    }
    *eye = (vec3){out[1][0], out[1][1], out[1][2]};
    return (vec3){out[0][0], out[0][1], out[0][2]};
}

static ox_script_answer native_trackball(ox_script_call *call) {
    const ox_module_host *host = ox_module_of_call(call);
    ox_object *object = ox_module_object_at(call, 0);
    ox_object_place *place = object == NULL ? NULL : ox_object_place_of(host->world, object);
    rs_camera camera;
    if (place == NULL) return ox_script_refuse(call, 0);
    if (!ox_scene_camera_of(host->scene, &camera)) return OX_SCRIPT_DONE;
    ox_trackball ball = {
        .centre = place->pos,
        .up = {camera.world_to_view.m[1][0], camera.world_to_view.m[1][1], camera.world_to_view.m[1][2]},
        .radius = fx_max(call->arguments[5], 1),
        .flat = camera.flat_height > 0};
    const vec3 from = way_through(host, &camera, &call->arguments[1], &ball.eye[0]),
               to = way_through(host, &camera, &call->arguments[3], &ball.eye[1]);
    const quat old = q4_from_euler((euler16){place->angle, place->pitch, place->roll});
    const euler16 now = euler_from_q4(q4_renormalize(q4_mul(ox_trackball_turn(&ball, from, to), old)));
    place->angle = now.yaw;
    place->pitch = now.pitch;
    place->roll = now.roll;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_first_person(ox_script_call *call) {
    const ox_module_host *host = ox_module_of_call(call);
    const ox_input_map *map = map_of(call);
    ox_object *object = ox_module_object_at(call, 0);
    ox_object_place *place = object == NULL ? NULL : ox_object_place_of(host->world, object);
    if (place == NULL) return ox_script_refuse(call, 0);
    if (!has_player(call, map, 5)) return ox_script_refuse(call, 5);
    const uint32_t player = player_of(call, 5);
    const ox_first_person hands = {.move = (ox_id)call->arguments[1],
                                   .look = (ox_id)call->arguments[2],
                                   .turn = FIRST_PERSON_TURN,
                                   .count = FIRST_PERSON_COUNT};
    ox_steering steering;
    ox_first_person_steer(map, player, &host->sources->players[player].input, &hands,
                          ox_loop_rate(host->loop), &steering);
    ox_steering_turn(&steering, (ang16)call->arguments[4], &place->angle, &place->pitch);
    const vec3 wish = ox_steering_world(steering.wish, place->angle);
    call->results[0] = fx_muls(wish.x, call->arguments[3]);
    call->results[1] = fx_muls(wish.y, call->arguments[3]);
    call->results[2] = fx_muls(wish.z, call->arguments[3]);
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
                     "how many steps an action has lasted, also in the step in which it ended"),
    OX_SCRIPT_NATIVE(
        charge, QUERY, ALL, 24, "f(ni)", "charge(action: name, player: int = 1) -> fx",
        "how far an action with `charge=` is charged, 0.0 to 1.0, also in the step in which it ended"),
    OX_SCRIPT_NATIVE(axis, QUERY, ALL, 16, "2(ni)", "axis(action: name, player: int = 1) -> vec2",
                     "where an action leads: right and up, each -1.0 to 1.0; of a button x is 1.0"),
    OX_SCRIPT_NATIVE(tap_rate, QUERY, ALL, 24, "f(ni)", "tap_rate(action: name, player: int = 1) -> fx",
                     "how often a second an action begins while it is tapped rapidly, else 0.0"),
    OX_SCRIPT_NATIVE(
        context_choose, SIM, CART, 8, "v(ni)", "context_choose(which: name, player: int = 1)",
        "from the next step on the player has the actions of that context (`when=` in cart.txt)"),
    OX_SCRIPT_NATIVE(
        context_push, SIM, CART, 16, "v(nbi)",
        "context_push(which: name, alone: bool = false, player: int = 1)",
        "one more context on those that there are: it has the buttons of its actions; alone: all"),
    OX_SCRIPT_NATIVE(context_pop, SIM, CART, 8, "v(i)", "context_pop(player: int = 1)",
                     "takes the topmost context away"),
    OX_SCRIPT_NATIVE(context_chosen, QUERY, ALL, 8, "n(i)", "context_chosen(player: int = 1) -> name",
                     "the context that a player is in, the topmost one"),
    OX_SCRIPT_NATIVE(offer, SIM, CART, 24, "v(nofii)",
                     "offer(action: name, thing: obj, distance: fx, priority: int = 0, player: int = 1)",
                     "a thing for which an action could be meant in the next step, like a door for `use`"),
    OX_SCRIPT_NATIVE(
        offered, QUERY, ALL, 24, "o(ni)", "offered(action: name, player: int = 1) -> obj",
        "the nearest thing that was offered in the last step, of equal ones that of the highest priority"),
    OX_SCRIPT_NATIVE(
        quick_time, SIM, CART, 16, "v(niiibi)",
        "quick_time(action: name, delay: int, length: int, presses: int = 1, strict: bool = true, "
        "player: int = 1)",
        "asks for an action within a window that opens after some steps, so often; strict: "
        "another one is wrong; "
        "'': for nothing"),
    OX_SCRIPT_NATIVE(
        quick_time_result, QUERY, ALL, 8, "n(i)", "quick_time_result(player: int = 1) -> name",
        "how the last quick time event went: '' for none, 'waits', 'success', 'early', 'late', 'wrong'"),
    OX_SCRIPT_NATIVE(controls_mask, SIM, CART, 24, "v(ni)",
                     "controls_mask(group: name = '', player: int = 1)",
                     "puts actions to rest, until as many controls_unmask, or until this object is gone"),
    OX_SCRIPT_NATIVE(controls_unmask, SIM, CART, 24, "b(ni)",
                     "controls_unmask(group: name = '', player: int = 1) -> bool",
                     "takes back a controls_mask of this object; false: there was none"),
    OX_SCRIPT_NATIVE(controls_own, SIM, CART, 24, "v(noi)",
                     "controls_own(group: name, owner: obj, player: int = 1)",
                     "only the owner sees the actions of that group; null: all do"),
    OX_SCRIPT_NATIVE(face_left, SIM, CART, 8, "v(bi)", "face_left(left: bool, player: int = 1)",
                     "FORWARD and BACK in sequences are LEFT and RIGHT for a player who faces left"),
    OX_SCRIPT_NATIVE(
        button_choose, SIM, CART, 32, "b(niii)",
        "button_choose(action: name, button: Button, player: int = 1, conflict: Conflict = Conflict.SWAP) -> "
        "bool",
        "another button for an action; who had that one gets the old one (Conflict.SWAP), keeps it "
        "(REFUSE: false) or shares it (SHARE)"),
    OX_SCRIPT_NATIVE(button_chosen, QUERY, ALL, 16, "i(ni)",
                     "button_chosen(action: name, player: int = 1) -> Button",
                     "the button of an action; 0 where it has none"),
    OX_SCRIPT_NATIVE(axis_invert, SIM, CART, 16, "v(nbi)",
                     "axis_invert(action: name, inverted: bool, player: int = 1)",
                     "up is down in an action, or up again where cart.txt says `invert`"),
    OX_SCRIPT_NATIVE(action_latch, SIM, CART, 16, "v(nbi)",
                     "action_latch(action: name, latched: bool, player: int = 1)",
                     "for players who cannot hold a button: a press turns the action on, the next one off"),
    OX_SCRIPT_NATIVE(action_repeat, SIM, CART, 16, "v(nbi)",
                     "action_repeat(action: name, repeats: bool, player: int = 1)",
                     "for players who cannot press fast: the action begins again and again while it lasts"),
    OX_SCRIPT_NATIVE(
        controls_patience, SIM, CART, 8, "v(ii)", "controls_patience(steps: int, player: int = 1)",
        "chords may be pressed one button after the other, and they and sequences may take so much "
        "longer, up to 240; 0: no more"),
    OX_SCRIPT_NATIVE(controls_hand, SIM, CART, 8, "v(ni)", "controls_hand(hand: name, player: int = 1)",
                     "all actions for one hand: 'left' (L makes X Y A B of the directions while it is held), "
                     "'right' (R makes directions of X Y A B), '' for both"),
    OX_SCRIPT_NATIVE(pointer, QUERY, ALL, 8, "2(i)", "pointer(player: int = 1) -> vec2",
                     "where the mouse, the finger or the pad's cursor is: pixels from the left and the top"),
    OX_SCRIPT_NATIVE(pointer_inside, QUERY, ALL, 8, "b(i)", "pointer_inside(player: int = 1) -> bool",
                     "whether it is on the picture; beside it, it has the place of the nearest pixel"),
    OX_SCRIPT_NATIVE(pointer_moved, QUERY, ALL, 8, "2(i)", "pointer_moved(player: int = 1) -> vec2",
                     "how far the pointer went in this step, in pixels to the right and down"),
    OX_SCRIPT_NATIVE(
        cursor_drive, SIM, CART, 8, "v(if)", "cursor_drive(speed: int, boost: fx = 2.0)",
        "the first player's stick moves the pointer so many pixels a second, boost times that after "
        "half a second, and A is its button; 0: no more"),
    OX_SCRIPT_NATIVE(dead_zone_choose, SIM, CART, 8, "v(fi)", "dead_zone_choose(part: fx, player: int = 1)",
                     "the player's stick rests within so much of its way, 0.0 to 0.9; 0.0: as cart.txt says"),
    OX_SCRIPT_NATIVE(controls_keep, SIM, CART, 64, "b(ni)",
                     "controls_keep(preset: name = '', player: int = 1) -> bool",
                     "keeps what players chose of buttons, axes, assist and dead zone beside saved games, "
                     "under a name; false: no room"),
    OX_SCRIPT_NATIVE(
        controls_recall, SIM, CART, 64, "v(ni)", "controls_recall(preset: name = '', player: int = 1)",
        "chooses all that was kept under that name, as in `on start`; nothing kept: as cart.txt says"),
    OX_SCRIPT_NATIVE(
        trackball, SIM, ALL, 64, "v(o22f)", "trackball(who: obj, grabbed: vec2, dragged: vec2, radius: fx)",
        "turns an object as if it sat in a ball of glass that the pointer drags from one pixel to another: "
        "trackball(globe, pointer() - pointer_moved(), pointer(), 1.0)"),
    OX_SCRIPT_NATIVE(
        first_person, SIM, ALL, 64, "3(onnfai)",
        "first_person(who: obj, move: name, look: name, speed: fx, steepest: angle = 80deg, player: int = 1) "
        "-> "
        "vec3",
        "turns an object by the action `look` (stick:right|mouse) and tells where the action `move` leads, "
        "for walk(): its pitch is never steeper"),
    OX_SCRIPT_NATIVE(controls_reset, SIM, CART, 64, "v(i)", "controls_reset(player: int = 1)",
                     "buttons, axes, assist and dead zone as cart.txt says"),
};

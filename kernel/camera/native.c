/* What scripts may do with cameras. */
#include "fixedmath/angle.h"
#include "kernel/camera/internal.h"
#include "kernel/type/name.h"

/* ---- the part of the picture of which natives speak ---- */

static ox_seat *seat_of(const ox_script_call *call) {
    ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    return c == NULL ? NULL : &c->seats[c->part];
}

static ox_rig_wish *wish_of(const ox_script_call *call) {
    ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    return c == NULL ? NULL : &c->wishes[c->part];
}

static ox_rig *rig_of(const ox_script_call *call) {
    const ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    const ox_object *object = c == NULL ? NULL : ox_camera_called(c, c->seats[c->part].director.base);
    return object == NULL ? NULL : ox_rig_of(c, object);
}

static ox_script_answer native_camera_part(ox_script_call *call) {
    ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    if (call->arguments[0] < 0 || call->arguments[0] >= RS_VIEWPORTS) return ox_script_refuse(call, 0);
    if (c != NULL) c->part = (uint32_t)call->arguments[0];
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_frame(ox_script_call *call) {
    ox_seat *seat = seat_of(call);
    if (seat == NULL) return OX_SCRIPT_DONE;
    seat->part.left = fx_clamp01(call->arguments[0]);
    seat->part.top = fx_clamp01(call->arguments[1]);
    seat->part.width = fx_clamp01(call->arguments[2]);
    seat->part.height = fx_clamp01(call->arguments[3]);
    seat->is_on = seat->part.width > 0 && seat->part.height > 0 && seat->director.base != 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_layout(ox_script_call *call) {
    ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    if (c != NULL && !ox_camera_layout(c, (ox_id)call->arguments[0]))
        return ox_script_refuse_because(call, "is given data without a part and a camera of this scene");
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_samples(ox_script_call *call) {
    ox_seat *seat = seat_of(call);
    for (uint32_t i = 0; i < 2; i++)
        if (call->arguments[i] < 1 || call->arguments[i] > 2) return ox_script_refuse(call, i);
    if (seat != NULL)
        seat->part.samples = (uint8_t)((call->arguments[0] - 1) | (call->arguments[1] - 1) << 1);
    return OX_SCRIPT_DONE;
}

/* ---- which camera ---- */

static ox_script_answer native_camera_use(ox_script_call *call) {
    ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    if (c == NULL) return OX_SCRIPT_DONE;
    if (call->arguments[1] < 0) return ox_script_refuse(call, 1);
    if (!ox_camera_use(c, c->part, (ox_id)call->arguments[0], (uint32_t)call->arguments[1]))
        return ox_script_refuse_because(call, "is given a name that no camera has");
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_used(ox_script_call *call) {
    const ox_seat *seat = seat_of(call);
    call->results[0] = seat == NULL ? 0 : (int32_t)seat->seen;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_ask(ox_script_call *call) {
    ox_seat *seat = seat_of(call);
    if (seat == NULL) return OX_SCRIPT_DONE;
    if (call->arguments[1] < 0 || call->arguments[1] > 255) return ox_script_refuse(call, 1);
    if (!ox_director_ask(&seat->director, (ox_id)call->arguments[0], (uint32_t)call->arguments[1]))
        return ox_script_refuse_because(call, "finds four requests already; camera_drop one");
    seat->blend_wish = (uint16_t)int_clamp(call->arguments[2], 0, UINT16_MAX);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_drop(ox_script_call *call) {
    ox_seat *seat = seat_of(call);
    if (seat == NULL) return OX_SCRIPT_DONE;
    (void)ox_director_drop(&seat->director, (ox_id)call->arguments[0]);
    seat->blend_wish = (uint16_t)int_clamp(call->arguments[1], 0, UINT16_MAX);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_reset(ox_script_call *call) {
    ox_rig *r = rig_of(call);
    if (r != NULL) ox_rig_reset(r);
    return OX_SCRIPT_DONE;
}

/* ---- steering ---- */

static ox_script_answer native_camera_steer(ox_script_call *call) {
    ox_rig_wish *wish = wish_of(call);
    if (wish == NULL) return OX_SCRIPT_DONE;
    wish->yaw = (int32_t)((uint32_t)wish->yaw + ang32_from_degrees_fx(call->arguments[0]));
    wish->pitch = (int32_t)((uint32_t)wish->pitch + ang32_from_degrees_fx(call->arguments[1]));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_reach(ox_script_call *call) {
    ox_rig_wish *wish = wish_of(call);
    if (call->arguments[0] <= 0) return ox_script_refuse(call, 0);
    if (wish != NULL) wish->reach = call->arguments[0];
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_pan(ox_script_call *call) {
    ox_rig_wish *wish = wish_of(call);
    if (wish != NULL) wish->way = ox_module_vector_at(call, 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_goto(ox_script_call *call) {
    const ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    ox_seat *seat = seat_of(call);
    const ox_rig *r = rig_of(call);
    if (call->arguments[3] < 0) return ox_script_refuse(call, 3);
    if (c == NULL || seat == NULL || r == NULL) return OX_SCRIPT_DONE;
    const vec3 to = ox_module_vector_at(call, 0);
    seat->move = (ox_camera_move){.look = {r->state.at, to}, .eye = {r->state.at, to}};
    seat->move.steps = (uint16_t)int_clamp(call->arguments[3], 1, UINT16_MAX);
    ox_seat_goes(seat);
    return OX_SCRIPT_DONE;
}

/* A zoom that leaves what is under a pixel where it is. */
static ox_script_answer native_camera_zoom_at(ox_script_call *call) {
    const ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    ox_rig_wish *wish = wish_of(call);
    if (call->arguments[0] <= 0) return ox_script_refuse(call, 0);
    if (c == NULL || wish == NULL) return OX_SCRIPT_DONE;
    const ox_camera_part part = ox_seat_part(c, &c->seats[c->part]);
    const fx tall = part.height * FX_ONE;
    wish->reach = call->arguments[0];
    wish->about[0] = fx_div(fx_subs(call->arguments[1], part.left * FX_ONE + part.width * FX_HALF), tall);
    wish->about[1] = fx_div(fx_subs(part.top * FX_ONE + part.height * FX_HALF, call->arguments[2]), tall);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_behind(ox_script_call *call) {
    ox_seat *seat = seat_of(call);
    if (seat != NULL) seat->behind = call->arguments[0] != 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_aim(ox_script_call *call) {
    ox_seat *seat = seat_of(call);
    if (seat != NULL) seat->aim = call->arguments[0] != 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer zoom_to(ox_script_call *call, bool is_dolly) {
    ox_seat *seat = seat_of(call);
    if (call->arguments[0] != 0 && (call->arguments[0] < FX_ONE || call->arguments[0] > 170 * FX_ONE))
        return ox_script_refuse_because(call, "takes 1.0 to 170.0 degrees, or 0.0 for the camera's own");
    if (call->arguments[1] < 0) return ox_script_refuse(call, 1);
    if (seat == NULL) return OX_SCRIPT_DONE;
    const fx to = call->arguments[0] == 0 ? 0 : fov_focal(ang16_from_degrees_fx(call->arguments[0]));
    ox_zoom_begin(&seat->zoom, seat->camera.now.focal, to, (uint32_t)call->arguments[1], EASE_SMOOTHSTEP);
    seat->dolly = is_dolly;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_lens(ox_script_call *call) { return zoom_to(call, false); }
static ox_script_answer native_camera_dolly(ox_script_call *call) { return zoom_to(call, true); }

/* ---- shakes ---- */

static ox_script_answer native_camera_jolt(ox_script_call *call) {
    ox_seat *seat = seat_of(call);
    if (call->arguments[1] < 0) return ox_script_refuse(call, 1);
    if (seat != NULL) ox_shake_add(&seat->shake, call->arguments[0], (uint32_t)call->arguments[1]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_kick(ox_script_call *call) {
    ox_seat *seat = seat_of(call);
    if (call->arguments[2] < 0) return ox_script_refuse(call, 2);
    if (seat != NULL)
        ox_shake_kick(&seat->shake, (int32_t)ang32_from_degrees_fx(call->arguments[0]),
                      (int32_t)ang32_from_degrees_fx(call->arguments[1]), (uint32_t)call->arguments[2]);
    return OX_SCRIPT_DONE;
}

/* ---- shots ---- */

static ox_script_answer native_camera_play(ox_script_call *call) {
    ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    ox_shot shots[OX_CAMERA_SHOTS];
    if (c == NULL) return OX_SCRIPT_DONE;
    const uint32_t count = ox_camera_shots(c, (ox_id)call->arguments[0], shots, OX_CAMERA_SHOTS);
    if (count == 0) return ox_script_refuse_because(call, "is given data without rows of shots");
    ox_director_play(&c->seats[c->part].director, (ox_id)call->arguments[0], shots, count);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_next(ox_script_call *call) {
    ox_seat *seat = seat_of(call);
    if (seat != NULL && seat->director.list != 0) ox_director_next(&seat->director);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_skip(ox_script_call *call) {
    ox_seat *seat = seat_of(call);
    if (seat == NULL) return OX_SCRIPT_DONE;
    ox_director_skip(&seat->director);
    seat->of = 0;
    return OX_SCRIPT_DONE;
}

/* ---- where, and who ---- */

static ox_script_answer native_camera_eye(ox_script_call *call) {
    const ox_seat *seat = seat_of(call);
    if (seat != NULL) ox_module_give_vector(call, seat->camera.now.eye);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_ahead(ox_script_call *call) {
    const ox_seat *seat = seat_of(call);
    if (seat != NULL) ox_module_give_vector(call, q4_rotate(seat->camera.now.turn, (vec3){0, 0, -FX_ONE}));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_yaw(ox_script_call *call) {
    const ox_seat *seat = seat_of(call);
    if (seat == NULL) return OX_SCRIPT_DONE;
    const vec3 ahead = q4_rotate(seat->camera.now.turn, (vec3){0, 0, -FX_ONE});
    const vec3 up = q4_rotate(seat->camera.now.turn, (vec3){0, ahead.y > 0 ? -FX_ONE : FX_ONE, 0});
    const bool is_steep = fx_abss(ahead.y) > FX(0.99); /* straight down: up on the glass is ahead */
    call->results[0] =
        is_steep ? atan2_16(fx_negs(up.x), fx_negs(up.z)) : atan2_16(fx_negs(ahead.x), fx_negs(ahead.z));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pick(ox_script_call *call) {
    ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    vec3 at;
    const ox_object *found =
        c == NULL ? NULL : ox_cameras_pick(c, call->arguments[0], call->arguments[1], &at);
    call->results[0] = found == NULL ? 0 : (int32_t)found->handle.bits;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pick_at(ox_script_call *call) {
    ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    vec3 at = V3_ZERO;
    if (c != NULL) (void)ox_cameras_pick(c, call->arguments[0], call->arguments[1], &at);
    ox_module_give_vector(call, at);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_project(ox_script_call *call) {
    const ox_cameras *c = ox_cameras_of(ox_module_of_call(call));
    ox_camera_view view;
    ox_camera_spot spot;
    if (c == NULL || !ox_cameras_view(c, c->part, &view)) return OX_SCRIPT_DONE;
    ox_camera_project(&view, ox_module_vector_at(call, 0), &spot);
    ox_module_give_vector(
        call, (vec3){fx_sat64((int64_t)spot.x * 4096), fx_sat64((int64_t)spot.y * 4096), spot.depth});
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_camera_native_rows[OX_CAMERA_NATIVES] = {
    OX_SCRIPT_NATIVE(camera_part, SIM, ALL, 4, "v(i)", "camera_part(number: int)",
                     "the part of the picture, 0 to 3, of which the camera_ functions speak from now on"),
    OX_SCRIPT_NATIVE(camera_frame, SIM, ALL, 4, "v(ffff)",
                     "camera_frame(left: fx, top: fx, width: fx, height: fx)",
                     "where in the picture that part is, 0.0 to 1.0; no width: it is not shown"),
    OX_SCRIPT_NATIVE(camera_layout, SIM, ALL, 32, "v(n)", "camera_layout(parts: rows)",
                     "divides the picture as data say: part, camera, left, top, wide, tall; other parts are "
                     "not shown"),
    OX_SCRIPT_NATIVE(
        camera_samples, SIM, ALL, 4, "v(ii)", "camera_samples(across: int, down: int)",
        "draws meshes in that part at 1 or 2 samples a pixel each way, smooth at 2: camera_samples(2, 2)"),
    OX_SCRIPT_NATIVE(camera_use, SIM, ALL, 8, "v(ni)", "camera_use(camera: name, steps: int)",
                     "another camera is seen from now on, after a blend: camera_use('far', 30t)"),
    OX_SCRIPT_NATIVE(camera_used, QUERY, ALL, 4, "n()", "camera_used() -> name", "the camera that is seen"),
    OX_SCRIPT_NATIVE(camera_ask, SIM, ALL, 8, "v(nii)", "camera_ask(camera: name, priority: int, steps: int)",
                     "asks for a camera; of all that ask the one with the highest priority is seen"),
    OX_SCRIPT_NATIVE(camera_drop, SIM, ALL, 8, "v(ni)", "camera_drop(camera: name, steps: int)",
                     "takes the request back; the blend goes on as long"),
    OX_SCRIPT_NATIVE(camera_reset, SIM, ALL, 4, "v()", "camera_reset()",
                     "the camera stands at once where its numbers say, as at its begin"),
    OX_SCRIPT_NATIVE(camera_steer, SIM, ALL, 4, "v(ff)", "camera_steer(yaw: fx, pitch: fx)",
                     "turns the camera by so many degrees in this step, to the left and up: "
                     "camera_steer(axis('look').x * -3.0, 0.0)"),
    OX_SCRIPT_NATIVE(camera_reach, SIM, ALL, 4, "v(f)", "camera_reach(factor: fx)",
                     "so many times as far away, within its limits: camera_reach(0.9)"),
    OX_SCRIPT_NATIVE(
        camera_pan, SIM, ALL, 4, "v(3)", "camera_pan(way: vec3)",
        "a camera that flies or looks from above goes to the right, up and ahead, at most 1.0 of its "
        "speed, in this step"),
    OX_SCRIPT_NATIVE(camera_goto, SIM, ALL, 8, "v(3i)", "camera_goto(place: vec3, steps: int)",
                     "a camera that flies, or the middle of what is seen from above, goes to a place, unless "
                     "camera_pan ends it: camera_goto(castle, 60t)"),
    OX_SCRIPT_NATIVE(camera_zoom_at, SIM, ALL, 16, "v(fff)", "camera_zoom_at(factor: fx, x: fx, y: fx)",
                     "sees so many times as much from above, and what is under that pixel stays there: "
                     "camera_zoom_at(0.5, mouse().x, mouse().y)"),
    OX_SCRIPT_NATIVE(camera_behind, SIM, ALL, 4, "v(b)", "camera_behind(behind: bool)",
                     "looks the other way while it is so"),
    OX_SCRIPT_NATIVE(camera_aim, SIM, ALL, 4, "v(b)", "camera_aim(aims: bool)",
                     "comes nearer and turns half as fast while it is so"),
    OX_SCRIPT_NATIVE(camera_lens, SIM, ALL, 8, "v(fi)", "camera_lens(degrees: fx, steps: int)",
                     "zooms to so many degrees from bottom to top; 0.0: back to the camera's own"),
    OX_SCRIPT_NATIVE(camera_dolly, SIM, ALL, 8, "v(fi)", "camera_dolly(degrees: fx, steps: int)",
                     "the same, and goes nearer or farther with it, so that what it is about stays as large"),
    OX_SCRIPT_NATIVE(
        camera_jolt, SHOW, ALL, 4, "v(fi)", "camera_jolt(strength: fx, steps: int)",
        "shakes what is seen, 0.0 to 1.0, less and less; strengths add up: camera_jolt(0.6, 30t)"),
    OX_SCRIPT_NATIVE(camera_kick, SHOW, ALL, 4, "v(ffi)", "camera_kick(yaw: fx, pitch: fx, steps: int)",
                     "turns what is seen by so many degrees at once, and back within so many steps"),
    OX_SCRIPT_NATIVE(camera_play, SIM, ALL, 32, "v(n)", "camera_play(shots: rows)",
                     "shows the shots of data one after the other, then what was seen before"),
    OX_SCRIPT_NATIVE(camera_next, SIM, ALL, 4, "v()", "camera_next()", "ends the shot that is seen"),
    OX_SCRIPT_NATIVE(camera_skip, SIM, ALL, 4, "v()", "camera_skip()", "ends the list of shots"),
    OX_SCRIPT_NATIVE(camera_eye, QUERY, ALL, 4, "3()", "camera_eye() -> vec3", "where the camera is"),
    OX_SCRIPT_NATIVE(camera_ahead, QUERY, ALL, 8, "3()", "camera_ahead() -> vec3",
                     "one metre in its direction"),
    OX_SCRIPT_NATIVE(camera_yaw, QUERY, ALL, 8, "a()", "camera_yaw() -> angle",
                     "the angle of what goes ahead in the picture: self.angle = camera_yaw()"),
    OX_SCRIPT_NATIVE(pick, QUERY, ALL, 200, "o(ff)", "pick(x: fx, y: fx) -> obj",
                     "who is seen under a pixel of the picture, null for nobody"),
    OX_SCRIPT_NATIVE(pick_at, QUERY, ALL, 200, "3(ff)", "pick_at(x: fx, y: fx) -> vec3", "and where on it"),
    OX_SCRIPT_NATIVE(project, QUERY, ALL, 16, "3(3)", "project(at: vec3) -> vec3",
                     "where a place is seen: x and y in pixels, z metres ahead, below 0.0 behind")};

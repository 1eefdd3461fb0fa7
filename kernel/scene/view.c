/* Transforms of camera, lights and objects at a moment. They are worked out apart from the recording, so that their
 * variables do not lie on the stack while meshes are drawn. */
#include <string.h>

#include "kernel/scene/internal.h"

enum { ORBIT_PITCH_MAX = 15474 /* 85 degrees */ };

vec3 ox_motion_offset(const ox_motion *motion, uint32_t time, uf16 fraction) {
    vec3 offset = V3_ZERO;
    if (motion->orbit_radius != 0) {
        ang16 angle = ox_motion_angle(motion->orbit_phase, motion->orbit_speed, time, fraction);
        offset.x = fx_mul(motion->orbit_radius, fx_cos(angle));
        offset.z = -fx_mul(motion->orbit_radius, fx_sin(angle));
    }
    if (motion->bob_height != 0) {
        ang16 angle = ox_motion_angle(motion->bob_phase, motion->bob_speed, time, fraction);
        offset.y = fx_mul(motion->bob_height, fx_sin(angle));
    }
    return offset;
}

void ox_scene_complain(ox_scene *scene, rs_result result, const char *what, uint32_t number) {
    if (result == RS_OK || result == RS_LIST_FULL || scene->complained) return;
    scene->complained = true;
    ox_log_write(scene->log, PLAT_LOG_WARNING, "%s %u of the scene cannot be drawn: %s", what,
                 (unsigned)number,
                 result == RS_OUT_OF_RANGE ? "too far away or too large" : "its figures make no picture");
}

/* The camera's position: its motion, then the user's zoom and (in free scenes) orbit about the target. */
static vec3 camera_position(const ox_scene *scene, const ox_scene_camera *camera, uint32_t time,
                            uf16 fraction) {
    vec3 position = v3_adds(camera->position, ox_motion_offset(&camera->motion, time, fraction));
    bool orbits = (scene->flags & ROM_SCENE_TURNTABLE) == 0 && (scene->yaw != 0 || scene->pitch != 0);
    if (!orbits && scene->zoom == FX_ONE) return position;
    vec3 away = v3_subs(position, camera->target);
    if (orbits) {
        fx radius;
        ang32 yaw, pitch;
        v3_to_spherical(away, &radius, &yaw, &pitch);
        int32_t raised = ang32_signed(pitch) / 65536 + scene->pitch;
        raised = int_clamp(raised, -ORBIT_PITCH_MAX, ORBIT_PITCH_MAX);
        away = v3_from_spherical(radius, yaw + ang32_from_ang16(scene->yaw), (ang32)((uint32_t)raised << 16));
    }
    return v3_adds(camera->target, v3_scales(away, scene->zoom));
}

void ox_scene_look_from(ox_scene *scene, uint32_t time, uf16 fraction) {
    const ox_scene_camera *camera = &scene->cameras[scene->camera];
    scene->eye = camera_position(scene, camera, time, fraction);
    if (scene->focal <= 0 || scene->sight.field != camera->field) scene->focal = fov_focal(camera->field);
    scene->sight.field = camera->field;
}

static const mat34 *view_from(ox_scene_sight *sight, vec3 position, vec3 target) {
    dir30 right = {Q30_ONE, 0, 0}, up = {0, Q30_ONE, 0}, back = {0, 0, Q30_ONE};
    if (sight->known && v3_equal(sight->position, position) && v3_equal(sight->target, target))
        return &sight->view;
    dir30_basis(v3_subs(target, position), V3_Y, &right, &up, &back);
    rot33 axes = rot33_from_axes(right, up, back);
    rig34 stand = rig34_from(&axes, position), view = rig34_inverse(&stand);
    sight->view = m34_from_rig34(&view);
    sight->position = position;
    sight->target = target;
    sight->known = true;
    return &sight->view;
}

/* Where a rigid view looks from. */
static vec3 eye_of(const mat34 *view) {
    const vec3 t = {view->m[0][3], view->m[1][3], view->m[2][3]};
    vec3 eye;
    eye.x = fx_negs(v3_dot((vec3){view->m[0][0], view->m[1][0], view->m[2][0]}, t));
    eye.y = fx_negs(v3_dot((vec3){view->m[0][1], view->m[1][1], view->m[2][1]}, t));
    eye.z = fx_negs(v3_dot((vec3){view->m[0][2], view->m[1][2], view->m[2][2]}, t));
    return eye;
}

/* Another camera than the scene's; false: there is none for this part. */
static bool record_other(ox_scene *scene, rs_frame *frame, uint32_t part) {
    rs_viewport view;
    if (scene->look_with == NULL || !scene->look_with(scene->look_with_context, part, &view)) return false;
    scene->eye = eye_of(&view.camera.world_to_view);
    scene->focal = view.camera.focal;
    scene->sight.field = 0; /* the scene's own field is looked at again */
    rs_result result =
        view.width == 0 ? rs_frame_camera(frame, &view.camera) : rs_frame_viewport(frame, &view);
    if (view.width == 0 && result == RS_OK && view.samples != NULL)
        result = rs_frame_supersample(frame, view.samples);
    ox_scene_complain(scene, result, "camera", scene->camera);
    return true;
}

static bool record_own(ox_scene *scene, rs_frame *frame, uint32_t part, uint32_t time, uf16 fraction) {
    const ox_scene_camera *camera = &scene->cameras[scene->camera];
    rs_camera out;
    if (record_other(scene, frame, part)) return true;
    if (part > 0) return false;
    ox_scene_look_from(scene, time, fraction);
    out = (rs_camera){.world_to_view = *view_from(&scene->sight, scene->eye, camera->target),
                      .focal = scene->focal,
                      .near_plane = camera->near_plane,
                      .far_plane = camera->far_plane};
    if (scene->zoom < FX_ONE) {
        out.near_plane = fx_max(fx_mul(out.near_plane, scene->zoom), (out.far_plane >> 15) + 1);
        out.near_plane = fx_min(out.near_plane, camera->near_plane);
    } else if (scene->zoom > FX_ONE) {
        out.far_plane = fx_muls(out.far_plane, scene->zoom);
        out.far_plane = fx_min(out.far_plane, fx_sat64((int64_t)out.near_plane * 32768));
    }
    ox_scene_complain(scene, rs_frame_camera(frame, &out), "camera", scene->camera);
    return true;
}

/* The camera of somebody who looks around comes last, so that the game knows its own as ever. */
bool ox_scene_record_camera(ox_scene *scene, rs_frame *frame, uint32_t part, uint32_t time, uf16 fraction) {
    const bool is_seen =
        !(ox_scene_is_flown(scene) && part > 0) && record_own(scene, frame, part, time, fraction);
#if OX_PROFILED
    if (is_seen && scene->flown != NULL && rs_frame_camera(frame, scene->flown) == RS_OK)
        scene->eye = eye_of(&scene->flown->world_to_view);
#endif
    return is_seen;
}

/* The key by which lights are sorted: suns first, then point lights by their distance from the eye, so that the
 * nearest count where there are too many. */
static fx light_distance(const ox_scene *scene, const rs_light *light) {
    return light->kind == RS_LIGHT_DIRECTIONAL ? -1 : v3_distance(light->vector, scene->eye);
}

uint32_t ox_scene_keep_light(const ox_scene *scene, rs_light *lights, uint32_t count, uint32_t room,
                             const rs_light *light) {
    const fx distance = light_distance(scene, light);
    uint32_t at = count;
    while (at > 0 && light_distance(scene, &lights[at - 1u]) > distance) at--;
    if (at == room) return count;
    if (count == room) count--;
    memmove(&lights[at + 1u], &lights[at], (count - at) * sizeof *lights);
    lights[at] = *light;
    return count + 1u;
}

void ox_scene_record_lights(ox_scene *scene, rs_frame *frame, uint32_t time, uf16 fraction) {
    rs_light lights[RS_LIGHTS];
    uint32_t count = scene->light_count;
    for (uint32_t i = 0; i < count; i++) {
        lights[i] = scene->lights[i].light;
        if (lights[i].kind != RS_LIGHT_POINT) continue;
        lights[i].vector =
            v3_adds(lights[i].vector, ox_motion_offset(&scene->lights[i].motion, time, fraction));
    }
    if (scene->more_lights != NULL)
        count += scene->more_lights(scene->more_lights_context, lights + count, RS_LIGHTS - count);
    ox_scene_complain(scene, rs_frame_lights(frame, scene->ambient, lights, (int)count), "light", 0);
}

static euler16 drift_angles(const ox_object_place *at, const ox_motion *drift, uint32_t time, uf16 fraction) {
    return (euler16){ox_motion_angle(at->angle, drift->spin[0], time, fraction),
                     ox_motion_angle(at->pitch, drift->spin[1], time, fraction),
                     ox_motion_angle(at->roll, drift->spin[2], time, fraction)};
}

mat34 ox_scene_drifted(const ox_object_place *at, const ox_motion *drift, uint32_t time, uf16 fraction) {
    const rot33 still = rot33_from_euler((euler16){at->angle, at->pitch, at->roll}),
                back = rot33_transpose(&still),
                moved = rot33_from_euler(drift_angles(at, drift, time, fraction)),
                turn = rot33_mul(&moved, &back);
    const vec3 way = v3_adds(at->pos, ox_motion_offset(drift, time, fraction));
    return m34_from_trs(v3_subs(way, rot33_apply(&turn, at->pos)), &turn, v3(FX_ONE, FX_ONE, FX_ONE));
}

mat34 ox_scene_place(const ox_object_place *at, const ox_motion *drift, uint32_t time, uf16 fraction,
                     const rot33 *turn) {
    euler16 angles = {at->angle, at->pitch, at->roll};
    vec3 position = at->pos;
    if (drift != NULL) {
        angles = drift_angles(at, drift, time, fraction);
        position = v3_adds(position, ox_motion_offset(drift, time, fraction));
    }
    const bool upright =
        (angles.yaw | angles.pitch | angles.roll) == 0; /* the matrices have the same bits then */
    rot33 rotation = upright ? rot33_identity() : rot33_from_euler(angles);
    if (turn != NULL) {
        rotation = upright ? *turn : rot33_mul(turn, &rotation);
        position = rot33_apply(turn, position);
    }
    return m34_from_trs(position, &rotation, v3(at->size, at->size, at->size));
}

void ox_scene_turn(const ox_scene *scene, uf16 fraction, rot33 *turn) {
    uint32_t time = scene->table_steps > 0 ? scene->table_steps - 1u : 0;
    ang16 angle = ox_turntable_angle(time, scene->turn_frames, scene->by_hand ? 0 : fraction);
    *turn = rot33_about_y(ang32_from_ang16((ang16)(angle + scene->yaw)));
    if (scene->pitch != 0) {
        rot33 tilt = rot33_about_x((ang32)((uint32_t)scene->pitch << 16));
        *turn = rot33_mul(&tilt, turn);
    }
}

bool ox_scene_sphere(const ox_scene *scene, const ox_object *object, sphere3 *sphere) {
    const ox_object_place *at = ox_object_place_of(scene->world, object);
    const ox_model *model = ox_scene_model(scene, object);
    if (at == NULL || model == NULL || (object->flags & OX_OBJECT_VISIBLE) == 0) return false;
    const rs_mesh *mesh = &scene->forms[model->form]->mesh->mesh;
    const rot33 turn = rot33_from_euler((euler16){at->angle, at->pitch, at->roll});
    sphere->radius = fx_muls(mesh->radius, at->size);
    sphere->centre = v3_adds(at->pos, rot33_apply(&turn, v3_scales(mesh->centre, at->size)));
    return true;
}

bool ox_scene_camera_of(const ox_scene *scene, rs_camera *camera) {
    const ox_scene_camera *own = &scene->cameras[scene->camera];
    rs_viewport view;
    if (scene->look_with != NULL && scene->look_with(scene->look_with_context, 0, &view)) {
        *camera = view.camera;
        return true;
    }
    if (!scene->sight.known) return false;
    *camera = (rs_camera){.world_to_view = scene->sight.view,
                          .focal = scene->focal,
                          .near_plane = own->near_plane,
                          .far_plane = own->far_plane};
    return true;
}

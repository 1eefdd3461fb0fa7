/* Plays a scene: the step's buttons, and the recording of a moment. */
#include "kernel/scene/scene.h"

#include <string.h>

#include "kernel/scene/internal.h"

enum { TURN_STEP = 384, DRAG_STEP = 160, PITCH_MAX = 16384 };

#define ZOOM_MIN (FX_ONE / 8)
#define ZOOM_MAX (FX_ONE * 8)

const char *ox_look_name(ox_look look) {
    static const char *const names[OX_LOOKS] = {"as authored", "flat", "gouraud", "phong", "unlit"};
    return (unsigned)look < OX_LOOKS ? names[look] : "?";
}

/* ---- steps ---- */

static void zoom_by(ox_scene *scene, int32_t notches, int shift) {
    for (; notches > 0; notches--) scene->zoom -= scene->zoom >> shift;
    for (; notches < 0; notches++) scene->zoom += scene->zoom >> shift;
    scene->zoom = fx_clamp(scene->zoom, ZOOM_MIN, ZOOM_MAX);
}

/* How far the user turns in this step by the arrows and the stick: to the right and downwards. */
static void turn_by_buttons(const ox_input *input, int32_t *right, int32_t *down) {
    int32_t x = (int32_t)((input->held & PLAT_RIGHT) != 0) - (int32_t)((input->held & PLAT_LEFT) != 0);
    int32_t y = (int32_t)((input->held & PLAT_DOWN) != 0) - (int32_t)((input->held & PLAT_UP) != 0);
    *right = x * TURN_STEP + fx_mul(input->stick_x, TURN_STEP);
    *down = y * TURN_STEP - fx_mul(input->stick_y, TURN_STEP);
}

/* How far the user turns in this step by dragging: to the right and downwards. */
static void turn_by_drag(const ox_input *input, int32_t *right, int32_t *down) {
    *right = int_clamp(input->drag_x, -400, 400) * DRAG_STEP;
    *down = int_clamp(input->drag_y, -400, 400) * DRAG_STEP;
}

static void step_turntable(ox_scene *scene, const ox_input *input) {
    int32_t right, down, drag_right, drag_down;
    turn_by_buttons(input, &right, &down);
    turn_by_drag(input, &drag_right, &drag_down);
    right += drag_right;
    down += drag_down;
    if ((right | down) != 0) scene->by_hand = true;
    scene->yaw = (ang16)(scene->yaw + (uint32_t)right);
    scene->pitch = int_clamp(scene->pitch + down, -PITCH_MAX, PITCH_MAX);
    if ((input->held & PLAT_R) != 0) zoom_by(scene, 1, 6);
    if ((input->held & PLAT_L) != 0) zoom_by(scene, -1, 6);
    if (!scene->by_hand && !scene->paused) scene->table_steps++;
}

/* Arrows move the camera; dragging pulls the scene, so it turns the camera the other way round. */
static void step_free(ox_scene *scene, const ox_input *input) {
    int32_t right, down, drag_right, drag_down;
    turn_by_buttons(input, &right, &down);
    turn_by_drag(input, &drag_right, &drag_down);
    scene->yaw = (ang16)(scene->yaw + (uint32_t)(right - drag_right));
    scene->pitch = int_clamp(scene->pitch - down + drag_down, -2 * PITCH_MAX, 2 * PITCH_MAX);
    if ((input->pressed & PLAT_B) != 0) {
        scene->camera = (scene->camera + 1u) % scene->camera_count;
        scene->yaw = 0;
        scene->pitch = 0;
        scene->zoom = FX_ONE;
    }
    if ((input->pressed & PLAT_L) != 0) scene->band_wish = -1;
    if ((input->pressed & PLAT_R) != 0) scene->band_wish = 1;
}

void ox_scene_go_on(ox_scene *scene, const ox_scene *before) {
    scene->steps = before->steps;
    scene->table_steps = before->table_steps;
    scene->camera = before->camera < scene->camera_count ? before->camera : 0;
    scene->look = before->look;
    scene->textures = before->textures;
    scene->hud = before->hud;
    scene->paused = before->paused;
    scene->by_hand = before->by_hand;
    scene->yaw = before->yaw;
    scene->pitch = before->pitch;
    scene->zoom = before->zoom;
    ox_scene_apply_look(scene);
}

void ox_scene_step(ox_scene *scene, const ox_input *input) {
    bool turntable = (scene->flags & ROM_SCENE_TURNTABLE) != 0;
    if (scene->led) {
        scene->steps++;
        if (turntable) scene->table_steps++;
        return;
    }
    uint32_t shading = turntable ? PLAT_Y : PLAT_A | PLAT_Y;
    if ((input->pressed & PLAT_SELECT) != 0) scene->hud = !scene->hud;
    if ((input->pressed & (shading | PLAT_X)) != 0) {
        if ((input->pressed & shading) != 0) scene->look = (ox_look)((scene->look + 1) % OX_LOOKS);
        if ((input->pressed & PLAT_X) != 0) scene->textures = !scene->textures;
        ox_scene_apply_look(scene);
    }
    if ((input->pressed & PLAT_START) != 0) {
        scene->paused = !scene->paused && !scene->by_hand;
        scene->by_hand = false;
    }
    if (turntable)
        step_turntable(scene, input);
    else
        step_free(scene, input);
    zoom_by(scene, int_clamp(input->wheel, -32, 32), 3);
    if (!scene->paused) scene->steps++;
}

/* ---- recording ---- */

/* The sort key of an object in a pass, by its first material of that pass; objects of equal keys keep their order. */
static uint32_t sort_key(const ox_scene *scene, const ox_form *form, const mat34 *place, rs_pass pass) {
    const rs_material *material = form->look;
    for (uint32_t i = 0; i < form->mesh->material_count; i++, material++) {
        if (rs_material_pass(material) != pass) continue;
        vec3 centre = m34_point(place, form->mesh->mesh.centre);
        vec3 away = v3_subs(centre, scene->eye);
        uint32_t distance = (uint32_t)fx_min(v3_length(away) >> 10, 0xFFFFFF); /* 1/64 m */
        uint32_t key = material->sort == RS_NEAREST_FIRST    ? distance
                       : material->sort == RS_FARTHEST_FIRST ? 0xFFFFFFu - distance
                                                             : 0;
        return (uint32_t)material->order << 24 | key;
    }
    return 0;
}

uint32_t ox_scene_moment(const ox_scene *scene, uf16 *fraction) {
    if (scene->paused || scene->steps == 0) *fraction = 0;
    return scene->steps > 0 ? scene->steps - 1u : 0;
}

/* Of what is half faded out or more nothing is drawn. */
static bool is_drawn(const ox_scene *scene, const ox_object *object) {
    if ((object->flags & OX_OBJECT_VISIBLE) == 0) return false;
    return scene->opacity_of == NULL || scene->opacity_of(scene->look_with_context, object) >= 8;
}

static const rot33 *table_of(const ox_scene *scene) {
    return (scene->flags & ROM_SCENE_TURNTABLE) != 0 ? &scene->table : NULL;
}

/* Sorts the models for a pass; *count: how many. Not in line, so that its variables do not lie on the stack while
 * meshes are drawn. */
static __attribute__((noinline)) const rs_sort_entry *sort_models(ox_scene *scene, rs_pass pass,
                                                                  uint32_t *count) {
    ox_object *object;
    ox_model *model;
    *count = 0;
    for (uint32_t at = 0; (at = ox_scene_each(scene, at, &object, &model)) != 0;) {
        if (!is_drawn(scene, object)) continue;
        scene->place =
            ox_scene_place_of(scene, object, scene->drawn_time, scene->drawn_fraction, table_of(scene));
        const uint32_t key = sort_key(scene, scene->forms[model->form], &scene->place, pass);
        scene->order[(*count)++] = (rs_sort_entry){key, at};
    }
    return rs_sort(scene->order, scene->order + *count, *count);
}

/* Works out the form of an object and its transform, which is kept in scene->place; NULL when nothing is drawn. */
static __attribute__((noinline)) const ox_form *place_model(ox_scene *scene, const ox_object *object,
                                                            const ox_model *model) {
    const ox_object_place *at = ox_object_place_of(scene->world, object);
    const ox_form *form = scene->forms[model->form];
    if (at == NULL || form->id == 0 || !is_drawn(scene, object)) return NULL;
    scene->place =
        ox_scene_place_of(scene, object, scene->drawn_time, scene->drawn_fraction, table_of(scene));
    return ox_scene_form(scene, form, &scene->place, at->size);
}

/* Whether any object of the scene may have a mesh: in games of two dimensions none has. */
static bool has_meshes(const ox_scene *scene) {
    for (uint32_t i = 0; i < scene->form_count; i++)
        if (scene->forms[i]->id != 0) return true;
    return false;
}

static rs_result record_model(ox_scene *scene, rs_frame *frame, const ox_dressed *drawn, int pass) {
    return pass < 0 ? rs_frame_mesh(frame, drawn->mesh, &scene->place, drawn->materials)
                    : rs_frame_mesh_pass(frame, drawn->mesh, &scene->place, drawn->materials, (rs_pass)pass);
}

#if OX_PROFILED
/* Records a model and counts it; it was outside where all of its triangles were turned away at once. */
static rs_result record_counted(ox_scene *scene, rs_frame *frame, const ox_dressed *drawn, int pass) {
    rs_stats before, after;
    if (scene->counts == NULL) return record_model(scene, frame, drawn, pass);
    rs_frame_stats(frame, &before);
    const rs_result result = record_model(scene, frame, drawn, pass);
    rs_frame_stats(frame, &after);
    const uint32_t submitted = after.submitted - before.submitted;
    scene->counts->models += submitted > 0;
    scene->counts->outside += submitted > 0 && result == RS_OK && after.vertices == before.vertices &&
                              after.rejected - before.rejected == submitted;
    return result;
}

static void tell_part(const ox_scene *scene, const rs_frame *frame, uint32_t part) {
    if (scene->counts != NULL && scene->counts->part != NULL)
        scene->counts->part(scene->counts->context, frame, part);
}
#endif

/* Records the models of a pass, or of all passes at once (-1). */
static void record_models(ox_scene *scene, rs_frame *frame, int pass) {
    const rs_sort_entry *order = NULL;
    ox_object *object;
    ox_model *model;
    uint32_t count = 0, at = 0;
    if (!has_meshes(scene)) return;
    if (scene->sorted && pass >= 0) order = sort_models(scene, (rs_pass)pass, &count);
    for (uint32_t i = 0; order == NULL || i < count; i++) {
        at = ox_scene_each(scene, order == NULL ? at : order[i].index - 1u, &object, &model);
        if (at == 0) return;
        const ox_form *form = place_model(scene, object, model);
        if (form == NULL) continue;
        ox_dressed drawn = {ox_scene_mesh(scene, object, form), form->look};
        const ox_dressing on = {frame, form->mesh->material_count, pass};
        if (!ROM_SMALL_PLAYER && scene->dress != NULL &&
            !scene->dress(scene->dress_context, object, &on, &drawn))
            continue;
#if OX_PROFILED
        const rs_result result = record_counted(scene, frame, &drawn, pass);
#else
        const rs_result result = record_model(scene, frame, &drawn, pass);
#endif
        if (result != RS_OK)
            ox_scene_complain(scene, result, "object", model->row == 0 ? 0 : model->row - 1u);
    }
}

static void record_others(const ox_scene *scene, rs_frame *frame, bool solid, uf16 fraction) {
    if (scene->others != NULL) scene->others(scene->others_state, frame, solid, fraction);
}

/* Everything that is seen in one part of the picture. */
static void record_part(ox_scene *scene, rs_frame *frame, uf16 fraction) {
    const uint32_t passes =
        scene->passes | (!ROM_SMALL_PLAYER && scene->dress != NULL ? 1u << RS_PASS_TRANSLUCENT : 0u);
    if ((passes & (passes - 1u)) == 0 && !scene->sorted) {
        record_others(scene, frame, true, fraction);
        record_models(scene, frame, -1);
        record_others(scene, frame, false, fraction);
        return;
    }
    for (int pass = 0; pass < RS_PASSES; pass++) {
        if (pass == RS_PASS_PREPASS) record_others(scene, frame, true, fraction);
        if ((passes >> pass & 1u) != 0) record_models(scene, frame, pass);
        if (pass == RS_PASS_TRANSLUCENT) record_others(scene, frame, false, fraction);
    }
}

void ox_scene_record(ox_scene *scene, rs_frame *frame, uf16 fraction) {
    uint32_t time = ox_scene_moment(scene, &fraction);
    scene->drawn_time = time;
    scene->drawn_fraction = fraction;
    if ((scene->flags & ROM_SCENE_TURNTABLE) != 0) ox_scene_turn(scene, fraction, &scene->table);
    ox_resources_tick(scene->resources, time);
    for (uint32_t part = 0; ox_scene_record_camera(scene, frame, part, time, fraction); part++) {
#if OX_PROFILED
        tell_part(scene, frame, part);
#endif
        ox_scene_record_lights(scene, frame, time, fraction);
        record_part(scene, frame, fraction);
        (void)rs_frame_supersample(frame, NULL);
    }
#if OX_PROFILED
    tell_part(scene, frame, OX_SCENE_ENDS);
#endif
}

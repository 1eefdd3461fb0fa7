/* Plays a scene: the step's buttons, and the recording of a moment. */
#include "kernel/player/player.h"

#include <string.h>

#include "kernel/player/internal.h"

enum { TURN_STEP = 384, DRAG_STEP = 160, PITCH_MAX = 16384 };

#define ZOOM_MIN (FX_ONE / 8)
#define ZOOM_MAX (FX_ONE * 8)

const char *ox_look_name(ox_look look) {
    static const char *const names[OX_LOOKS] = {"as authored", "flat", "gouraud", "phong", "unlit"};
    return (unsigned)look < OX_LOOKS ? names[look] : "?";
}

/* ---- steps ---- */

static void zoom_by(ox_player *player, int32_t notches, int shift) {
    for (; notches > 0; notches--) player->zoom -= player->zoom >> shift;
    for (; notches < 0; notches++) player->zoom += player->zoom >> shift;
    player->zoom = fx_clamp(player->zoom, ZOOM_MIN, ZOOM_MAX);
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

static void step_turntable(ox_player *player, const ox_input *input) {
    int32_t right, down, drag_right, drag_down;
    turn_by_buttons(input, &right, &down);
    turn_by_drag(input, &drag_right, &drag_down);
    right += drag_right;
    down += drag_down;
    if ((right | down) != 0) player->by_hand = true;
    player->yaw = (ang16)(player->yaw + (uint32_t)right);
    player->pitch = int_clamp(player->pitch + down, -PITCH_MAX, PITCH_MAX);
    if ((input->held & PLAT_R) != 0) zoom_by(player, 1, 6);
    if ((input->held & PLAT_L) != 0) zoom_by(player, -1, 6);
    if (!player->by_hand && !player->paused) player->table_steps++;
}

/* The arrows lead the camera, dragging pulls the scene: the other way round. */
static void step_free(ox_player *player, const ox_input *input) {
    int32_t right, down, drag_right, drag_down;
    turn_by_buttons(input, &right, &down);
    turn_by_drag(input, &drag_right, &drag_down);
    player->yaw = (ang16)(player->yaw + (uint32_t)(right - drag_right));
    player->pitch = int_clamp(player->pitch - down + drag_down, -2 * PITCH_MAX, 2 * PITCH_MAX);
    if ((input->pressed & PLAT_B) != 0) {
        player->camera = (player->camera + 1u) % player->camera_count;
        player->yaw = 0;
        player->pitch = 0;
        player->zoom = FX_ONE;
    }
    if ((input->pressed & PLAT_L) != 0) player->band_wish = -1;
    if ((input->pressed & PLAT_R) != 0) player->band_wish = 1;
}

void ox_player_go_on(ox_player *player, const ox_player *before) {
    player->steps = before->steps;
    player->table_steps = before->table_steps;
    player->camera = before->camera < player->camera_count ? before->camera : 0;
    player->look = before->look;
    player->textures = before->textures;
    player->hud = before->hud;
    player->paused = before->paused;
    player->by_hand = before->by_hand;
    player->yaw = before->yaw;
    player->pitch = before->pitch;
    player->zoom = before->zoom;
    ox_player_apply_look(player);
}

void ox_player_step(ox_player *player, const ox_input *input) {
    bool turntable = (player->flags & ROM_SCENE_TURNTABLE) != 0;
    if (player->led) {
        player->steps++;
        if (turntable) player->table_steps++;
        return;
    }
    uint32_t shading = turntable ? PLAT_Y : PLAT_A | PLAT_Y;
    if ((input->pressed & PLAT_SELECT) != 0) player->hud = !player->hud;
    if ((input->pressed & (shading | PLAT_X)) != 0) {
        if ((input->pressed & shading) != 0) player->look = (ox_look)((player->look + 1) % OX_LOOKS);
        if ((input->pressed & PLAT_X) != 0) player->textures = !player->textures;
        ox_player_apply_look(player);
    }
    if ((input->pressed & PLAT_START) != 0) {
        player->paused = !player->paused && !player->by_hand;
        player->by_hand = false;
    }
    if (turntable)
        step_turntable(player, input);
    else
        step_free(player, input);
    zoom_by(player, int_clamp(input->wheel, -32, 32), 3);
    if (!player->paused) player->steps++;
}

/* ---- recording ---- */

/* Where an object comes in a pass, as its first material of that pass says; objects of equal keys stay as they stand. */
static uint32_t sort_key(const ox_player *player, const ox_form *form, const mat34 *place, rs_pass pass) {
    const rs_material *material = form->look;
    for (uint32_t i = 0; i < form->mesh->material_count; i++, material++) {
        if (rs_material_pass(material) != pass) continue;
        vec3 centre = m34_point(place, form->mesh->mesh.centre);
        vec3 away = v3_subs(centre, player->eye);
        uint32_t distance = (uint32_t)fx_min(v3_length(away) >> 10, 0xFFFFFF); /* 1/64 m */
        uint32_t key = material->sort == RS_NEAREST_FIRST    ? distance
                       : material->sort == RS_FARTHEST_FIRST ? 0xFFFFFFu - distance
                                                             : 0;
        return (uint32_t)material->order << 24 | key;
    }
    return 0;
}

uint32_t ox_player_moment(const ox_player *player, uf16 *fraction) {
    if (player->paused || player->steps == 0) *fraction = 0;
    return player->steps > 0 ? player->steps - 1u : 0;
}

static bool is_drawn(const ox_object *object) { return (object->flags & OX_OBJECT_VISIBLE) != 0; }

static const rot33 *table_of(const ox_player *player) {
    return (player->flags & ROM_SCENE_TURNTABLE) != 0 ? &player->table : NULL;
}

/* The models in their order in a pass; how many. Apart from the recording, so that its numbers do not lie on the stack while meshes are drawn. */
static __attribute__((noinline)) const rs_sort_entry *sort_models(ox_player *player, rs_pass pass,
                                                                  uint32_t *count) {
    ox_object *object;
    ox_model *model;
    *count = 0;
    for (uint32_t at = 0; (at = ox_player_each(player, at, &object, &model)) != 0;) {
        if (!is_drawn(object)) continue;
        player->place =
            ox_player_place_of(player, object, player->drawn_time, player->drawn_fraction, table_of(player));
        const uint32_t key = sort_key(player, player->forms[model->form], &player->place, pass);
        player->order[(*count)++] = (rs_sort_entry){key, at};
    }
    return rs_sort(player->order, player->order + *count, *count);
}

/* Works out what is drawn of an object and where, which is kept in the player's record; NULL for nothing. */
static __attribute__((noinline)) const ox_form *place_model(ox_player *player, const ox_object *object,
                                                            const ox_model *model) {
    const ox_object_place *at = ox_object_place_of(player->world, object);
    const ox_form *form = player->forms[model->form];
    if (at == NULL || form->id == 0 || !is_drawn(object)) return NULL;
    player->place =
        ox_player_place_of(player, object, player->drawn_time, player->drawn_fraction, table_of(player));
    return ox_player_form(player, form, &player->place, at->size);
}

/* A pass, or all of them at once (-1). */
static void record_models(ox_player *player, rs_frame *frame, int pass) {
    const rs_sort_entry *order = NULL;
    ox_object *object;
    ox_model *model;
    uint32_t count = 0, at = 0;
    if (player->sorted && pass >= 0) order = sort_models(player, (rs_pass)pass, &count);
    for (uint32_t i = 0; order == NULL || i < count; i++) {
        at = ox_player_each(player, order == NULL ? at : order[i].index - 1u, &object, &model);
        if (at == 0) return;
        const ox_form *form = place_model(player, object, model);
        if (form == NULL) continue;
        const rs_mesh *mesh = ox_player_mesh(player, object, form);
        rs_result result = pass < 0
                               ? rs_frame_mesh(frame, mesh, &player->place, form->look)
                               : rs_frame_mesh_pass(frame, mesh, &player->place, form->look, (rs_pass)pass);
        if (result != RS_OK)
            ox_player_complain(player, result, "object", model->row == 0 ? 0 : model->row - 1u);
    }
}

static void record_others(const ox_player *player, rs_frame *frame, bool solid, uf16 fraction) {
    if (player->others != NULL) player->others(player->others_state, frame, solid, fraction);
}

void ox_player_record(ox_player *player, rs_frame *frame, uf16 fraction) {
    uint32_t time = ox_player_moment(player, &fraction);
    ox_player_record_camera(player, frame, time, fraction);
    ox_player_record_lights(player, frame, time, fraction);
    player->drawn_time = time;
    player->drawn_fraction = fraction;
    if ((player->flags & ROM_SCENE_TURNTABLE) != 0) ox_player_turn(player, fraction, &player->table);
    ox_resources_tick(player->resources, time);
    if ((player->passes & (player->passes - 1u)) == 0 && !player->sorted) {
        record_others(player, frame, true, fraction);
        record_models(player, frame, -1);
        record_others(player, frame, false, fraction);
        return;
    }
    for (int pass = 0; pass < RS_PASSES; pass++) {
        if (pass == RS_PASS_PREPASS) record_others(player, frame, true, fraction);
        if ((player->passes >> pass & 1u) != 0) record_models(player, frame, pass);
        if (pass == RS_PASS_TRANSLUCENT) record_others(player, frame, false, fraction);
    }
}

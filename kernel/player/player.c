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

/* The same by dragging. */
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
static uint32_t sort_key(const ox_player *player, const ox_scene_object *object, rs_pass pass) {
    const rs_material *material = object->look;
    for (uint32_t i = 0; i < object->mesh->material_count; i++, material++) {
        if (rs_material_pass(material) != pass) continue;
        vec3 centre = m34_point(&object->place, object->mesh->mesh.centre);
        vec3 away = v3_subs(centre, player->eye);
        uint32_t distance = (uint32_t)fx_min(v3_length(away) >> 10, 0xFFFFFF); /* 1/64 m */
        uint32_t key = material->sort == RS_NEAREST_FIRST    ? distance
                       : material->sort == RS_FARTHEST_FIRST ? 0xFFFFFFu - distance
                                                             : 0;
        return (uint32_t)material->order << 24 | key;
    }
    return 0;
}

/* The first of an object's simpler forms, or where they would stand. */
static uint32_t first_detail(const ox_player *player, uint32_t object) {
    uint32_t low = 0, high = player->detail_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2u;
        if (player->details[middle].object < object)
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

const ox_scene_object *ox_player_form(const ox_player *player, uint32_t index) {
    const ox_scene_object *object = &player->objects[index];
    uint32_t first = first_detail(player, index), count = 0;
    while (first + count < player->detail_count && player->details[first + count].object == index) count++;
    if (count == 0) return object;
    if (player->detail > 0) {
        uint32_t which = (uint32_t)player->detail - 1u < count ? (uint32_t)player->detail - 1u : count;
        return which == 0 ? object : &player->details[first + which - 1].form;
    }
    fx distance = v3_length(v3_subs(m34_point(&object->place, object->mesh->mesh.centre), player->eye));
    int64_t seen = (int64_t)fx_muls(object->mesh->mesh.radius, object->scale) *
                   player->focal; /* over the distance: its size */
    while (count > 0 && seen >= (int64_t)player->details[first + count - 1].below * distance) count--;
    return count == 0 ? object : &player->details[first + count - 1].form;
}

static void record_pass(ox_player *player, rs_frame *frame, rs_pass pass) {
    const rs_sort_entry *order = NULL;
    if (player->sorted) {
        for (uint32_t i = 0; i < player->object_count; i++)
            player->order[i] = (rs_sort_entry){sort_key(player, &player->objects[i], pass), i};
        order = rs_sort(player->order, player->order + player->object_count, player->object_count);
    }
    for (uint32_t i = 0; i < player->object_count; i++) {
        uint32_t which = order == NULL ? i : order[i].index;
        if (player->objects[which].hidden) continue;
        const ox_scene_object *object = &player->objects[which], *form = ox_player_form(player, which);
        rs_result result =
            rs_frame_mesh_pass(frame, ox_player_mesh(player, which, form), &object->place, form->look, pass);
        ox_player_complain(player, result, "object", which);
    }
}

uint32_t ox_player_moment(const ox_player *player, uf16 *fraction) {
    if (player->paused || player->steps == 0) *fraction = 0;
    return player->steps > 0 ? player->steps - 1u : 0;
}

void ox_player_place_all(ox_player *player, uint32_t time, uf16 fraction) {
    bool table = (player->flags & ROM_SCENE_TURNTABLE) != 0;
    rot33 turn;
    if (table) ox_player_turn(player, fraction, &turn);
    for (uint32_t i = 0; i < player->object_count; i++) {
        ox_scene_object *object = &player->objects[i];
        if (!object->hidden && (!object->still || table))
            ox_player_place(object, time, fraction, table ? &turn : NULL);
    }
}

void ox_player_record(ox_player *player, rs_frame *frame, uf16 fraction) {
    uint32_t time = ox_player_moment(player, &fraction);
    ox_player_record_camera(player, frame, time, fraction);
    ox_player_record_lights(player, frame, time, fraction);
    ox_player_place_all(player, time, fraction);
    ox_resources_tick(player->resources, time);
    if ((player->passes & (player->passes - 1u)) == 0 && !player->sorted) {
        for (uint32_t i = 0; i < player->object_count; i++) {
            if (player->objects[i].hidden) continue;
            const ox_scene_object *object = &player->objects[i],
                                  *form = player->detail_count == 0 ? object : ox_player_form(player, i);
            ox_player_complain(
                player, rs_frame_mesh(frame, ox_player_mesh(player, i, form), &object->place, form->look),
                "object", i);
        }
        if (player->behind != NULL) player->behind(player->behind_state, frame, fraction);
        return;
    }
    for (int pass = 0; pass < RS_PASSES; pass++) {
        if ((player->passes >> pass & 1u) != 0) record_pass(player, frame, (rs_pass)pass);
        if (pass == RS_PASS_TRANSLUCENT && player->behind != NULL)
            player->behind(player->behind_state, frame, fraction);
    }
}

/* Reads a SCEN chunk into tables of numbers, and works out how its objects look. */
#include <string.h>

#include "kernel/player/internal.h"
#include "rom/check.h"

static vec3 read_vector(const uint8_t *at) {
    return (vec3){(fx)rom_word(at), (fx)rom_word(at + 4), (fx)rom_word(at + 8)};
}

static ox_motion read_motion(const uint8_t *at) {
    return (ox_motion){.orbit_radius = (fx)rom_word(at + ROM_MOTION_ORBIT_RADIUS),
                       .orbit_speed = rom_i16(at + ROM_MOTION_ORBIT_SPEED),
                       .orbit_phase = rom_half(at + ROM_MOTION_ORBIT_PHASE),
                       .bob_height = (fx)rom_word(at + ROM_MOTION_BOB_HEIGHT),
                       .bob_speed = rom_i16(at + ROM_MOTION_BOB_SPEED),
                       .bob_phase = rom_half(at + ROM_MOTION_BOB_PHASE)};
}

static void read_camera(const uint8_t *at, ox_scene_camera *camera) {
    camera->position = read_vector(at + ROM_CAMERA_POSITION);
    camera->target = read_vector(at + ROM_CAMERA_TARGET);
    camera->field = rom_half(at + ROM_CAMERA_FIELD);
    camera->near_plane = (fx)rom_word(at + ROM_CAMERA_NEAR);
    camera->far_plane = (fx)rom_word(at + ROM_CAMERA_FAR);
    camera->motion = read_motion(at + ROM_CAMERA_MOTION);
}

static void read_light(const uint8_t *at, ox_scene_light *light) {
    light->light = (rs_light){.kind = at[ROM_LIGHT_KIND],
                              .intensity = at[ROM_LIGHT_INTENSITY],
                              .vector = read_vector(at + ROM_LIGHT_VECTOR),
                              .range = (fx)rom_word(at + ROM_LIGHT_RANGE)};
    light->motion = read_motion(at + ROM_LIGHT_MOTION);
    if (light->light.kind == RS_LIGHT_DIRECTIONAL) {
        light->light.vector = v3_normalize_or(light->light.vector, V3_NEG_Y, NULL);
    }
}

static void read_object(const uint8_t *at, ox_resources *resources, ox_scene_object *object) {
    memset(object, 0, sizeof *object);
    object->id = rom_word(at + ROM_OBJECT_MESH);
    object->mesh = ox_resource_mesh(resources, object->id);
    object->position = read_vector(at + ROM_OBJECT_POSITION);
    object->scale = (fx)rom_word(at + ROM_OBJECT_SCALE);
    object->rotation = (euler16){rom_half(at + ROM_OBJECT_ROTATION), rom_half(at + ROM_OBJECT_ROTATION + 2),
                                 rom_half(at + ROM_OBJECT_ROTATION + 4)};
    for (int i = 0; i < 3; i++) object->spin[i] = rom_i16(at + ROM_OBJECT_SPIN + i * 2);
    object->shading = at[ROM_OBJECT_SHADING];
    object->fixed = (at[ROM_OBJECT_FLAGS] & ROM_OBJECT_FIXED_SHADING) != 0;
    object->motion = read_motion(at + ROM_OBJECT_MOTION);
    object->still = (object->spin[0] | object->spin[1] | object->spin[2]) == 0 &&
                    (object->motion.orbit_radius == 0 || object->motion.orbit_speed == 0) &&
                    (object->motion.bob_height == 0 || object->motion.bob_speed == 0);
    if (object->still) ox_player_place(object, 0, 0, NULL);
}

/* ---- looks ---- */

static void apply(const ox_player *player, const ox_scene_object *object) {
    static const uint8_t shadings[OX_LOOKS] = {RS_UNLIT, RS_FLAT, RS_GOURAUD, RS_PHONG, RS_UNLIT};
    for (uint32_t i = 0; i < object->mesh->material_count; i++) {
        rs_material *material = &object->look[i];
        *material = object->own != NULL ? object->own[i] : object->mesh->materials[i];
        if (object->shading != ROM_SHADING_AS_MATERIAL) material->shading = object->shading;
        if (player->look != OX_LOOK_AUTHORED && !object->fixed) material->shading = shadings[player->look];
        if (!player->textures) material->texture = NULL;
    }
}

void ox_player_apply_look(ox_player *player) {
    for (uint32_t i = 0; i < player->object_count; i++) {
        if (player->objects[i].owns_look) apply(player, &player->objects[i]);
    }
    for (uint32_t i = 0; i < player->detail_count; i++) apply(player, &player->details[i].form);
}

/* Objects of one mesh with the same wishes share their materials; false when memory is short. */
static bool give_look(ox_player *player, uint32_t index, ox_arena *resident) {
    ox_scene_object *object = &player->objects[index];
    for (uint32_t i = 0; i < index; i++) {
        const ox_scene_object *other = &player->objects[i];
        if (other->mesh != object->mesh || other->shading != object->shading ||
            other->fixed != object->fixed || other->own != NULL || object->own != NULL)
            continue;
        object->look = other->look;
        return true;
    }
    if (object->mesh->material_count == 0) return true;
    object->look = OX_PUSH(resident, rs_material, object->mesh->material_count);
    object->owns_look = object->look != NULL;
    return object->owns_look;
}

/* ---- other materials than the mesh's ---- */

/* Which passes there are, and whether objects are sorted. */
static void count_passes(ox_player *player) {
    player->passes = 0;
    player->sorted = false;
    for (uint32_t i = 0; i < player->object_count; i++) {
        const ox_scene_object *object = &player->objects[i];
        for (uint32_t k = 0; k < object->mesh->material_count; k++) {
            const rs_material *material = &object->look[k];
            player->passes |= 1u << rs_material_pass(material);
            player->sorted = player->sorted || material->sort != RS_AS_THEY_COME || material->order != 0;
        }
    }
    for (uint32_t i = 0; i < player->detail_count; i++) {
        const ox_scene_object *form = &player->details[i].form;
        for (uint32_t k = 0; k < form->mesh->material_count; k++)
            player->passes |= 1u << rs_material_pass(&form->look[k]);
    }
}

/* Room to sort in, when it is needed first. Without it objects are drawn as they stand. */
static bool give_order(ox_player *player) {
    count_passes(player);
    if (player->sorted && player->order == NULL) {
        player->order = OX_PUSH(player->resident, rs_sort_entry, 2 * (player->object_count + player->spare));
        player->sorted = player->order != NULL;
        return player->sorted;
    }
    return true;
}

/* The object's own list of materials, a copy of its mesh's at first. */
static bool give_own(ox_player *player, ox_scene_object *object) {
    uint32_t count = object->mesh->material_count;
    if (object->own != NULL) return true;
    object->own = OX_PUSH(player->resident, rs_material, count);
    if (object->own != NULL) memcpy(object->own, object->mesh->materials, count * sizeof *object->own);
    return object->own != NULL;
}

static bool replace(ox_player *player, ox_scene_object *object, uint32_t from, uint32_t to) {
    const rs_material *material = ox_resource_material(player->resources, to);
    bool found = false;
    for (uint32_t i = 0; i < object->mesh->material_count; i++) {
        if (from != 0 && (object->mesh->material_ids == NULL || object->mesh->material_ids[i] != from))
            continue;
        object->own[i] = *material;
        found = true;
    }
    return found;
}

static bool names(const ox_mesh *mesh, uint32_t from);

/* The same for the simpler forms of an object, where they have such a material. */
static bool replace_in_details(ox_player *player, uint32_t which, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < player->detail_count; i++) {
        ox_scene_object *form = &player->details[i].form;
        if (player->details[i].object != which || !names(form->mesh, from)) continue;
        if (!give_own(player, form)) return false;
        (void)replace(player, form, from, to);
        apply(player, form);
    }
    return true;
}

static bool names(const ox_mesh *mesh, uint32_t from) {
    for (uint32_t i = 0; i < mesh->material_count; i++) {
        if (from == 0 || (mesh->material_ids != NULL && mesh->material_ids[i] == from)) return true;
    }
    return false;
}

/* Where objects share a look, its owner may be the one that gets a look of its own: the next of them takes over. */
static void hand_over(ox_player *player, ox_scene_object *object) {
    for (uint32_t i = 0; object->owns_look && i < player->object_count; i++) {
        ox_scene_object *other = &player->objects[i];
        if (other == object || other->look != object->look) continue;
        other->owns_look = true;
        object->owns_look = false;
    }
}

static bool shares_look(const ox_player *player, const ox_scene_object *object) {
    for (uint32_t i = 0; i < player->object_count; i++) {
        if (&player->objects[i] != object && player->objects[i].look == object->look) return true;
    }
    return false;
}

ox_status ox_player_material(ox_player *player, uint32_t which, uint32_t from, uint32_t to) {
    ox_scene_object *object = which < player->object_count ? &player->objects[which] : NULL;
    if (object == NULL || !names(object->mesh, from)) return OX_NOT_FOUND;
    rs_material *look = object->look;
    if (shares_look(player, object)) {
        look = OX_PUSH(player->resident, rs_material, object->mesh->material_count);
        if (look == NULL) return OX_OUT_OF_MEMORY;
    }
    if (!give_own(player, object)) return OX_OUT_OF_MEMORY;
    if (look != object->look) {
        hand_over(player, object);
        object->look = look;
        object->owns_look = true;
    }
    (void)replace(player, object, from, to);
    apply(player, object);
    if (!replace_in_details(player, which, from, to)) return OX_OUT_OF_MEMORY;
    return give_order(player) ? OX_OK : OX_OUT_OF_MEMORY;
}

/* What the scene itself says of its objects' materials. */
static bool read_overrides(ox_player *player, const uint8_t *data) {
    uint32_t count = rom_has(data, ROM_SCENE_OVERRIDES_AT) ? rom_word(data + ROM_SCENE_OVERRIDE_COUNT) : 0;
    const uint8_t *at = data + (count == 0 ? 0 : rom_word(data + ROM_SCENE_OVERRIDES_AT));
    for (uint32_t i = 0; i < count && at != data; i++, at += ROM_MATERIAL_OVERRIDE_SIZE) {
        uint32_t which = rom_word(at + ROM_MATERIAL_OVERRIDE_OBJECT),
                 from = rom_word(at + ROM_MATERIAL_OVERRIDE_FROM);
        ox_scene_object *object = &player->objects[which];
        if (!names(object->mesh, from)) {
            ox_log_write(player->log, PLAT_LOG_WARNING,
                         "object %u of the scene: its mesh has no material %08x to be replaced",
                         (unsigned)which, (unsigned)from);
            continue;
        }
        if (!give_own(player, object)) return false;
        (void)replace(player, object, from, rom_word(at + ROM_MATERIAL_OVERRIDE_TO));
        if (!replace_in_details(player, which, from, rom_word(at + ROM_MATERIAL_OVERRIDE_TO))) return false;
    }
    return true;
}

/* ---- opening ---- */

/* An array of `count`, or NULL when count is 0; *ok turns false when it does not fit. */
static void *table(ox_arena *resident, uint32_t count, size_t size, bool *ok) {
    void *room = count == 0 ? NULL : ox_arena_push_low(resident, count * size, OX_ALIGNMENT);
    if (count > 0 && room == NULL) *ok = false;
    return room;
}

static bool make_tables(ox_player *player, ox_arena *resident) {
    bool ok = true;
    player->cameras = table(resident, player->camera_count, sizeof *player->cameras, &ok);
    player->lights = table(resident, player->light_count, sizeof *player->lights, &ok);
    player->objects = table(resident, player->object_count + player->spare, sizeof *player->objects, &ok);
    return ok;
}

/* The simpler forms of all objects: first how many there are, then they. */
static bool make_details(ox_player *player, ox_resources *resources, ox_arena *resident) {
    for (int pass = 0; pass < 2; pass++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < player->object_count; i++) {
            const ox_scene_object *object = &player->objects[i];
            ox_held held;
            const uint8_t *model =
                object->mesh->placeholder ? NULL : ox_resource_model(resources, object->id, &held);
            const uint8_t *row = model == NULL ? NULL : model + rom_word(model + ROM_MODEL_DETAILS_AT);
            for (uint32_t k = 0; model != NULL && k < rom_word(model + ROM_MODEL_DETAIL_COUNT);
                 k++, row += ROM_MESH_DETAIL_SIZE, count++) {
                if (pass == 0) continue;
                ox_scene_detail *detail = &player->details[count];
                memset(detail, 0, sizeof *detail);
                detail->object = i;
                detail->below = (fx)rom_word(row + ROM_MESH_DETAIL_BELOW);
                detail->form.mesh = ox_resource_mesh(resources, rom_word(row + ROM_MESH_DETAIL_MESH));
                detail->form.shading = object->shading;
                detail->form.fixed = object->fixed;
                uint32_t materials = detail->form.mesh->material_count;
                detail->form.look = materials == 0 ? NULL : OX_PUSH(resident, rs_material, materials);
                detail->form.owns_look = detail->form.look != NULL;
                player->detail_count = count + 1;
                if (materials > 0 && detail->form.look == NULL) {
                    ox_manager_let_go(resources->manager, held.handle);
                    return false;
                }
            }
            if (model != NULL) ox_manager_let_go(resources->manager, held.handle);
        }
        if (count == 0) return true;
        if (pass == 0) player->details = OX_PUSH(resident, ox_scene_detail, count);
        if (player->details == NULL) return false;
    }
    return true;
}

static void read_header(ox_player *player, const uint8_t *data, const ox_resources *resources) {
    player->flags = rom_word(data + ROM_SCENE_FLAGS);
    player->turn_frames = rom_word(data + ROM_SCENE_TURN_FRAMES);
    player->ambient = data[ROM_SCENE_AMBIENT];
    player->camera_count = rom_half(data + ROM_SCENE_CAMERAS);
    player->light_count = rom_half(data + ROM_SCENE_LIGHTS);
    player->object_count = rom_half(data + ROM_SCENE_OBJECTS);
    player->background = resources->format == RS_PAL8
                             ? data[ROM_SCENE_BACKGROUND_INDEX]
                             : rs_native_from_rgb(resources->format, rom_word(data + ROM_SCENE_BACKGROUND));
    player->textures = true;
    player->ticks = 60;
    player->hud = (player->flags & ROM_SCENE_HUD) != 0;
    player->zoom = FX_ONE;
    if (player->light_count > RS_LIGHTS) {
        ox_log_write(player->log, PLAT_LOG_WARNING, "the scene has %u lights, the first %u are used",
                     (unsigned)player->light_count, (unsigned)RS_LIGHTS);
        player->light_count = RS_LIGHTS;
    }
}

/* Debug builds tell of cameras whose depth cannot keep apart what the scene says must stay apart. */
static void check_depth(const ox_player *player, const uint8_t *data) {
    fx least = rom_has(data, ROM_SCENE_SEPARATION) ? (fx)rom_word(data + ROM_SCENE_SEPARATION) : 0;
    for (uint32_t i = 0; i < player->camera_count && least > 0; i++) {
        rs_camera camera = {.focal = FX_ONE,
                            .near_plane = player->cameras[i].near_plane,
                            .far_plane = player->cameras[i].far_plane};
        rs_depth_report report = rs_depth_check(&camera, least);
        if (report.enough) continue;
        ox_log_write(player->log, PLAT_LOG_WARNING,
                     "camera %u: surfaces %u mm apart flicker, depth needs %u mm at the far plane, %u at "
                     "half and %u at a tenth of it",
                     (unsigned)i, (unsigned)((uint64_t)least * 1000 >> 16),
                     (unsigned)((uint64_t)report.at_far * 1000 >> 16),
                     (unsigned)((uint64_t)report.at_half * 1000 >> 16),
                     (unsigned)((uint64_t)report.at_tenth * 1000 >> 16));
    }
}

static ox_status read_scene(ox_player *player, const uint8_t *data, ox_resources *resources,
                            ox_arena *resident) {
    read_header(player, data, resources);
    if (!make_tables(player, resident)) return OX_OUT_OF_MEMORY;
    const uint8_t *at = data + rom_word(data + ROM_SCENE_CAMERA_AT);
    for (uint32_t i = 0; i < player->camera_count; i++)
        read_camera(at + i * ROM_CAMERA_SIZE, &player->cameras[i]);
    if (OX_DEBUG) check_depth(player, data);
    at = data + rom_word(data + ROM_SCENE_LIGHT_AT);
    for (uint32_t i = 0; i < player->light_count; i++)
        read_light(at + i * ROM_LIGHT_SIZE, &player->lights[i]);
    at = data + rom_word(data + ROM_SCENE_OBJECT_AT);
    for (uint32_t i = 0; i < player->object_count; i++)
        read_object(at + i * ROM_OBJECT_SIZE, resources, &player->objects[i]);
    if (!make_details(player, resources, resident) || !read_overrides(player, data) ||
        !ox_player_read_clips(player, data))
        return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < player->object_count; i++) {
        if (!give_look(player, i, resident)) return OX_OUT_OF_MEMORY;
    }
    ox_player_apply_look(player);
    return give_order(player) ? OX_OK : OX_OUT_OF_MEMORY;
}

ox_status ox_player_open(ox_player *player, ox_resources *resources, ox_arena *resident, uint32_t scene,
                         ox_log *log) {
    return ox_player_open_spare(player, resources, resident, scene, 0, log);
}

ox_status ox_player_open_spare(ox_player *player, ox_resources *resources, ox_arena *resident, uint32_t scene,
                               uint32_t spare, ox_log *log) {
    ox_held held;
    memset(player, 0, sizeof *player);
    player->spare = spare;
    player->log = log;
    player->resources = resources;
    player->resident = resident;
    const uint8_t *data = ox_resource_scene(resources, scene, &held);
    if (data == NULL) return OX_NOT_FOUND;
    ox_status status = read_scene(player, data, resources, resident);
    ox_manager_let_go(resources->manager, held.handle);
    return status;
}

/* Objects of a scene that move by clips. */
#include <string.h>

#include "kernel/player/internal.h"
#include "rom/check.h"

/* ---- opening ---- */

static bool fits(const ox_player *player, uint32_t object, const uint8_t *skeleton, const uint8_t *clip) {
    if (clip == NULL || rom_clip_fits(clip, skeleton)) return clip != NULL;
    ox_log_write(player->log, PLAT_LOG_WARNING,
                 "object %u of the scene: its clip was made for another skeleton", (unsigned)object);
    return false;
}

/* The skin of a form of the object, when it hangs on that skeleton. */
static const uint8_t *skin_of(ox_player *player, uint32_t object, uint32_t id, const ox_mesh *mesh,
                              const uint8_t *skeleton) {
    ox_skin skin;
    const uint8_t *chunk = mesh->placeholder ? NULL : ox_resource_skin(player->resources, id);
    if (chunk == NULL || ox_skin_open(&skin, chunk, skeleton, &mesh->mesh)) return chunk;
    ox_log_write(player->log, PLAT_LOG_WARNING,
                 "object %u of the scene: the skin of mesh %08x is of another skeleton or mesh",
                 (unsigned)object, (unsigned)id);
    return NULL;
}

static bool read_clip(ox_player *player, const uint8_t *row, ox_scene_clip *to) {
    ox_resources *r = player->resources;
    memset(to, 0, sizeof *to);
    to->object = rom_word(row + ROM_OBJECT_CLIP_OBJECT);
    ox_scene_object *object = &player->objects[to->object];
    const uint8_t *skin = object->mesh->placeholder ? NULL : ox_resource_skin(r, object->id);
    if (skin == NULL) {
        if (!object->mesh->placeholder)
            ox_log_write(player->log, PLAT_LOG_WARNING,
                         "object %u of the scene has a clip, and its mesh hangs on no skeleton",
                         (unsigned)to->object);
        return false;
    }
    to->skeleton = ox_resource_data(r, rom_word(skin + ROM_SKIN_SKELETON), ROM_TAG_SKELETON, "skeleton");
    to->clips[0] = ox_resource_data(r, rom_word(row + ROM_OBJECT_CLIP_CLIP), ROM_TAG_CLIP, "clip");
    if (to->skeleton == NULL || !fits(player, to->object, to->skeleton, to->clips[0])) return false;
    uint32_t second = rom_word(row + ROM_OBJECT_CLIP_SECOND);
    to->clips[1] = second == 0 ? NULL : ox_resource_data(r, second, ROM_TAG_CLIP, "clip");
    if (!fits(player, to->object, to->skeleton, to->clips[1])) to->clips[1] = NULL;
    to->weight = (uf16)rom_word(row + ROM_OBJECT_CLIP_WEIGHT);
    to->clock.rate = (fx)rom_word(row + ROM_OBJECT_CLIP_RATE);
    ox_clip_clock_seek(&to->clock, to->clips[0], 0, (fx)rom_word(row + ROM_OBJECT_CLIP_START));
    object->skin = skin_of(player, to->object, object->id, object->mesh, to->skeleton);
    return object->skin != NULL;
}

/* The ids of the simpler forms stand in the object's MODL chunk, in their order. */
static void read_detail_skins(ox_player *player, const ox_scene_clip *clip) {
    ox_held held;
    uint32_t first = 0;
    const ox_scene_object *object = &player->objects[clip->object];
    while (first < player->detail_count && player->details[first].object < clip->object) first++;
    if (first == player->detail_count || player->details[first].object != clip->object) return;
    const uint8_t *model = ox_resource_model(player->resources, object->id, &held);
    if (model == NULL) return;
    const uint8_t *row = model + rom_word(model + ROM_MODEL_DETAILS_AT);
    for (uint32_t i = first; i < player->detail_count && player->details[i].object == clip->object;
         i++, row += ROM_MESH_DETAIL_SIZE) {
        ox_scene_object *form = &player->details[i].form;
        form->skin =
            skin_of(player, clip->object, rom_word(row + ROM_MESH_DETAIL_MESH), form->mesh, clip->skeleton);
    }
    ox_manager_let_go(player->resources->manager, held.handle);
}

bool ox_player_read_clips(ox_player *player, const uint8_t *data) {
    uint32_t count = rom_has(data, ROM_SCENE_CLIPS_AT) ? rom_word(data + ROM_SCENE_CLIP_COUNT) : 0;
    const uint8_t *row = data + (count == 0 ? 0 : rom_word(data + ROM_SCENE_CLIPS_AT));
    if (count == 0 || row == data) return true;
    player->clips = OX_PUSH(player->resident, ox_scene_clip, count);
    if (player->clips == NULL) return false;
    for (uint32_t i = 0; i < count; i++, row += ROM_OBJECT_CLIP_SIZE) {
        ox_scene_clip *clip = &player->clips[player->clip_count];
        if (!read_clip(player, row, clip)) continue;
        read_detail_skins(player, clip);
        player->clip_count++;
    }
    return true;
}

/* ---- posing ---- */

ox_scene_clip *ox_player_clip(const ox_player *player, uint32_t object) {
    uint32_t low = 0, high = player->clip_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (player->clips[middle].object < object)
            low = middle + 1;
        else
            high = middle;
    }
    return low < player->clip_count && player->clips[low].object == object ? &player->clips[low] : NULL;
}

const rs_mesh *ox_player_mesh(const ox_player *player, uint32_t object, const ox_scene_object *form) {
    const ox_scene_clip *clip = form->skin == NULL ? NULL : ox_player_clip(player, object);
    return clip != NULL && clip->form == &form->mesh->mesh ? &clip->posed : &form->mesh->mesh;
}

/* The local pose at a moment. `local` and `other` are as long as the skeleton. */
static void pose_at(const ox_player *player, const ox_scene_clip *clip, uint32_t time, uf16 fraction,
                    sqt *local, sqt *other) {
    uint32_t joints = ox_pose_joints(clip->skeleton);
    fx at = player->clips_held
                ? player->clips_at
                : ox_clip_clock_at(&clip->clock, clip->clips[0], time, fraction, player->ticks).time;
    uf16 weight = player->clips_held ? player->clips_weight : clip->weight;
    ox_pose_bind(clip->skeleton, local);
    if (clip->clips[1] == NULL) weight = 0;
    if (weight > 0) memcpy(other, local, joints * sizeof *other);
    if (weight < UF16_ONE) ox_pose_sample(clip->clips[0], at, local, joints);
    if (weight == 0) return;
    ox_pose_sample(clip->clips[1], ox_pose_beside(clip->clips[0], clip->clips[1], at), other, joints);
    ox_pose_blend(local, other, weight, joints, local);
}

/* Whether a material that is drawn now looks at the normals of faces. */
static bool is_flat(const ox_scene_object *form) {
    bool flat = form->mesh->mesh.normals == NULL;
    for (uint32_t i = 0; i < form->mesh->material_count; i++) flat = flat || form->look[i].shading == RS_FLAT;
    return flat;
}

void ox_player_pose(ox_player *player, ox_frame_memory *memory, uf16 fraction) {
    uint32_t joints = 0, refused = 0, time = ox_player_moment(player, &fraction);
    if (player->clip_count == 0) return;
    for (uint32_t i = 0; i < player->clip_count; i++) {
        uint32_t own = ox_pose_joints(player->clips[i].skeleton);
        joints = own > joints ? own : joints;
        player->clips[i].form = NULL;
    }
    ox_player_look_from(player, time, fraction);
    ox_player_place_all(player, time, fraction);
    sqt *local = ox_frame_memory_push(memory, 3 * joints * sizeof *local, 4);
    for (uint32_t i = 0; i < player->clip_count; i++) {
        ox_scene_clip *clip = &player->clips[i];
        const ox_scene_object *form = ox_player_form(player, clip->object);
        if (form->skin == NULL || player->objects[clip->object].hidden) continue;
        const ox_skin skin = {form->skin, clip->skeleton, &form->mesh->mesh};
        if (local != NULL) {
            pose_at(player, clip, time, fraction, local, local + joints);
            ox_pose_global(clip->skeleton, local, local + 2 * joints);
        }
        if (local != NULL &&
            ox_skin_pose(&skin, local + 2 * joints, is_flat(form), memory, &clip->posed) == OX_OK)
            clip->form = skin.mesh;
        else
            refused++;
    }
    if (refused > 0 && player->unposed == 0)
        ox_log_write(player->log, PLAT_LOG_WARNING,
                     "%u meshes stand as they were bound: frame memory is too short for their poses; ask for "
                     "more by `frame`",
                     (unsigned)refused);
    player->unposed += refused;
}

/* ---- for games ---- */

bool ox_player_clip_rate(ox_player *player, uint32_t which, fx rate) {
    ox_scene_clip *clip = ox_player_clip(player, which);
    uf16 fraction = 0;
    if (clip == NULL) return false;
    if (clip->clock.rate != rate)
        ox_clip_clock_rate(&clip->clock, clip->clips[0], ox_player_moment(player, &fraction), player->ticks,
                           rate);
    return true;
}

bool ox_player_clip_weight(ox_player *player, uint32_t which, uf16 weight) {
    ox_scene_clip *clip = ox_player_clip(player, which);
    if (clip == NULL) return false;
    clip->weight = weight;
    return true;
}

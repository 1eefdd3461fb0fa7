/* Objects of a scene that move by clips. */
#include <string.h>

#include "kernel/player/internal.h"
#include "rom/check.h"

/* ---- opening ---- */

static bool clip_fits(const ox_player *player, uint32_t object, const uint8_t *skeleton,
                      const uint8_t *clip) {
    if (clip == NULL || rom_clip_fits(clip, skeleton)) return clip != NULL;
    ox_log_write(player->log, PLAT_LOG_WARNING,
                 "object %u of the scene: its clip was made for another skeleton", (unsigned)object);
    return false;
}

/* The skin of a form of the object, when it hangs on that skeleton. */
static const uint8_t *skin_of(const ox_player *player, uint32_t object, const ox_form *form,
                              const uint8_t *skeleton) {
    ox_skin skin;
    const uint8_t *chunk = form->mesh->placeholder ? NULL : ox_resource_skin(player->resources, form->id);
    if (chunk == NULL || ox_skin_open(&skin, chunk, skeleton, &form->mesh->mesh)) return chunk;
    ox_log_write(player->log, PLAT_LOG_WARNING,
                 "object %u of the scene: the skin of mesh #%08x is of another skeleton or mesh",
                 (unsigned)object, (unsigned)form->id);
    return NULL;
}

/* The clips of a row: its skeleton and the two chunks; false, and it is told, when they are none of its mesh. */
static bool read_source(const ox_player *player, const uint8_t *row, uint32_t object, ox_scene_clip *to) {
    ox_resources *r = player->resources;
    const ox_form *form = player->forms[player->rows[object]];
    const uint8_t *skin = form->mesh->placeholder ? NULL : ox_resource_skin(r, form->id);
    memset(to, 0, sizeof *to);
    if (skin == NULL) {
        if (!form->mesh->placeholder)
            ox_log_write(player->log, PLAT_LOG_WARNING,
                         "object %u of the scene has a clip, and its mesh hangs on no skeleton",
                         (unsigned)object);
        return false;
    }
    to->skeleton = ox_resource_data(r, rom_word(skin + ROM_SKIN_SKELETON), ROM_TAG_SKELETON, "skeleton");
    to->clips[0] = ox_resource_data(r, rom_word(row + ROM_OBJECT_CLIP_CLIP), ROM_TAG_CLIP, "clip");
    if (to->skeleton == NULL || !clip_fits(player, object, to->skeleton, to->clips[0])) return false;
    uint32_t second = rom_word(row + ROM_OBJECT_CLIP_SECOND);
    to->clips[1] = second == 0 ? NULL : ox_resource_data(r, second, ROM_TAG_CLIP, "clip");
    if (!clip_fits(player, object, to->skeleton, to->clips[1])) to->clips[1] = NULL;
    return true;
}

/* The forms of an object that moves hang on its skeleton. */
static bool read_skins(const ox_player *player, uint32_t object, const uint8_t *skeleton) {
    ox_form *form = player->forms[player->rows[object]];
    form->skin = skin_of(player, object, form, skeleton);
    for (uint32_t i = 0; i < form->simpler_count && form->skin != NULL; i++)
        form->simpler[i].skin = skin_of(player, object, &form->simpler[i], skeleton);
    return form->skin != NULL;
}

static const uint8_t *list_clips(const uint8_t *scene, uint32_t *count) {
    *count = rom_has(scene, ROM_SCENE_CLIPS_AT) ? rom_word(scene + ROM_SCENE_CLIP_COUNT) : 0;
    const uint8_t *rows = scene + (*count == 0 ? 0 : rom_word(scene + ROM_SCENE_CLIPS_AT));
    if (rows == scene) *count = 0;
    return rows;
}

uint32_t ox_player_count_clips(const uint8_t *scene) {
    uint32_t count;
    (void)list_clips(scene, &count);
    return count;
}

/* A source for each of these rows; without a skeleton where it is refused. */
void ox_player_read_clips(ox_player *player, const uint8_t *scene, uint32_t first) {
    uint32_t count;
    const uint8_t *row = list_clips(scene, &count);
    for (uint32_t i = 0; i < count; i++, row += ROM_OBJECT_CLIP_SIZE) {
        ox_scene_clip *clip = &player->clips[player->clip_count++];
        const uint32_t object = first + rom_word(row + ROM_OBJECT_CLIP_OBJECT);
        if (!read_source(player, row, object, clip) || !read_skins(player, object, clip->skeleton))
            clip->skeleton = NULL;
        else
            player->clip_rows++;
    }
}

bool ox_player_read_clip(const ox_player *player, const uint8_t *scene, uint32_t number,
                         ox_object_clip *clip) {
    uint32_t count, i = 0;
    const uint8_t *at = list_clips(scene, &count);
    const uint32_t first = scene == player->types ? player->scene_clips : 0;
    while (i < count && rom_word(at + ROM_OBJECT_CLIP_OBJECT) < number) i++, at += ROM_OBJECT_CLIP_SIZE;
    if (i == count || rom_word(at + ROM_OBJECT_CLIP_OBJECT) != number || first + i >= player->clip_count ||
        player->clips[first + i].skeleton == NULL)
        return false;
    *clip = (ox_object_clip){.source = (uint16_t)(first + i),
                             .weight = (uf16)rom_word(at + ROM_OBJECT_CLIP_WEIGHT)};
    clip->clock.rate = (fx)rom_word(at + ROM_OBJECT_CLIP_RATE);
    ox_clip_clock_seek(&clip->clock, player->clips[first + i].clips[0], 0,
                       (fx)rom_word(at + ROM_OBJECT_CLIP_START));
    return true;
}

/* ---- posing ---- */

ox_object_clip *ox_player_clip(const ox_player *player, const ox_object *object) {
    return player->clip_type == 0 || object->slots[OX_SLOT_ANIMATION] == 0
               ? NULL
               : ox_component_get(player->world, object, player->clip_type - 1u);
}

const rs_mesh *ox_player_mesh(const ox_player *player, const ox_object *object, const ox_form *form) {
    const uint32_t record = player->clip_type == 0 ? 0 : object->slots[OX_SLOT_ANIMATION];
    const ox_posed *posed =
        form->skin == NULL || record == 0 || player->posed == NULL ? NULL : &player->posed[record - 1u];
    return posed != NULL && posed->form == &form->mesh->mesh ? &posed->mesh : &form->mesh->mesh;
}

/* The local pose at a moment. `local` and `other` are as long as the skeleton. */
static void pose_at(const ox_player *player, const ox_object_clip *clip, uint32_t time, uf16 fraction,
                    sqt *local, sqt *other) {
    const ox_scene_clip *source = &player->clips[clip->source];
    uint32_t joints = ox_pose_joints(source->skeleton);
    fx at = player->clips_held
                ? player->clips_at
                : ox_clip_clock_at(&clip->clock, source->clips[0], time, fraction, player->ticks).time;
    uf16 weight = player->clips_held ? player->clips_weight : clip->weight;
    ox_pose_bind(source->skeleton, local);
    if (source->clips[1] == NULL) weight = 0;
    if (weight > 0) memcpy(other, local, joints * sizeof *other);
    if (weight < UF16_ONE) ox_pose_sample(source->clips[0], at, local, joints);
    if (weight == 0) return;
    ox_pose_sample(source->clips[1], ox_pose_beside(source->clips[0], source->clips[1], at), other, joints);
    ox_pose_blend(local, other, weight, joints, local);
}

/* Whether a material that is drawn now looks at the normals of faces. */
static bool is_flat(const ox_form *form) {
    bool flat = form->mesh->mesh.normals == NULL;
    for (uint32_t i = 0; i < form->mesh->material_count; i++) flat = flat || form->look[i].shading == RS_FLAT;
    return flat;
}

/* The form of an object as it will be drawn. */
static const ox_form *form_at(const ox_player *player, const ox_object *object, uint32_t time, uf16 fraction,
                              const rot33 *table) {
    const ox_model *model = ox_player_model(player, object);
    const ox_object_place *at = ox_object_place_of(player->world, object);
    if (model == NULL || at == NULL || (object->flags & OX_OBJECT_VISIBLE) == 0) return NULL;
    const mat34 place = ox_player_place(at, ox_player_drift(player, object), time, fraction, table);
    return ox_player_form(player, player->forms[model->form], &place, at->size);
}

/* Poses one object; false when frame memory is too short. `local` has room for three poses. */
static bool pose_object(const ox_player *player, ox_frame_memory *memory, const ox_form *form,
                        const ox_object_clip *clip, sqt *local, ox_posed *posed) {
    const uint8_t *skeleton = player->clips[clip->source].skeleton;
    const uint32_t joints = ox_pose_joints(skeleton);
    const ox_skin skin = {form->skin, skeleton, &form->mesh->mesh};
    pose_at(player, clip, player->drawn_time, player->drawn_fraction, local, local + joints);
    ox_pose_global(skeleton, local, local + 2 * joints);
    if (ox_skin_pose(&skin, local + 2 * joints, is_flat(form), memory, &posed->mesh) != OX_OK) return false;
    posed->form = skin.mesh;
    return true;
}

void ox_player_pose(ox_player *player, ox_frame_memory *memory, uf16 fraction) {
    uint32_t joints = 0, refused = 0, time = ox_player_moment(player, &fraction);
    const bool table = (player->flags & ROM_SCENE_TURNTABLE) != 0;
    rot33 turn;
    ox_object *object;
    void *clip;
    player->posed = NULL;
    if (player->clip_type == 0) return;
    const uint32_t type = player->clip_type - 1u, records = player->world->components[type].nodes.fresh;
    if (records == 0) return;
    for (uint32_t i = 0; i < player->clip_count; i++) {
        if (player->clips[i].skeleton == NULL) continue;
        uint32_t own = ox_pose_joints(player->clips[i].skeleton);
        joints = own > joints ? own : joints;
    }
    ox_player_look_from(player, time, fraction);
    if (table) ox_player_turn(player, fraction, &turn);
    player->drawn_time = time;
    player->drawn_fraction = fraction;
    player->posed = ox_frame_memory_push(memory, records * sizeof *player->posed, _Alignof(ox_posed));
    for (uint32_t i = 0; player->posed != NULL && i < records; i++) player->posed[i].form = NULL;
    sqt *local = player->posed == NULL ? NULL : ox_frame_memory_push(memory, 3 * joints * sizeof *local, 4);
    for (uint32_t at = 0; (at = ox_component_each(player->world, type, at, &object, &clip)) != 0;) {
        const ox_form *form = form_at(player, object, time, fraction, table ? &turn : NULL);
        if (form == NULL || form->skin == NULL) continue;
        if (local == NULL || !pose_object(player, memory, form, clip, local, &player->posed[at - 1u]))
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

bool ox_player_clip_rate(ox_player *player, const ox_object *object, fx rate) {
    ox_object_clip *clip = ox_player_clip(player, object);
    uf16 fraction = 0;
    if (clip == NULL) return false;
    if (clip->clock.rate != rate)
        ox_clip_clock_rate(&clip->clock, player->clips[clip->source].clips[0],
                           ox_player_moment(player, &fraction), player->ticks, rate);
    return true;
}

bool ox_player_clip_weight(ox_player *player, const ox_object *object, uf16 weight) {
    ox_object_clip *clip = ox_player_clip(player, object);
    if (clip == NULL) return false;
    clip->weight = weight;
    return true;
}

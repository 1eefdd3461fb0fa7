/* Objects of a scene that move by clips. */
#include <string.h>

#include "kernel/scene/internal.h"
#include "rom/check.h"

/* ---- opening ---- */

static bool clip_fits(const ox_scene *scene, uint32_t object, const uint8_t *skeleton, const uint8_t *clip) {
    if (clip == NULL || rom_clip_fits(clip, skeleton)) return clip != NULL;
    ox_log_write(scene->log, PLAT_LOG_WARNING,
                 "object %u of the scene: its clip was made for another skeleton", (unsigned)object);
    return false;
}

/* The skin of a form of an object, or NULL when it does not fit the skeleton. */
static const uint8_t *skin_of(const ox_scene *scene, uint32_t object, const ox_form *form,
                              const uint8_t *skeleton) {
    ox_skin skin;
    const uint8_t *chunk =
        form->mesh->placeholder ? NULL : ox_resource_beside(scene->resources, form->id, ROM_TAG_SKIN, "skin");
    if (chunk == NULL || ox_skin_open(&skin, chunk, skeleton, &form->mesh->mesh)) return chunk;
    ox_log_write(scene->log, PLAT_LOG_WARNING,
                 "object %u of the scene: the skin of mesh #%08x is of another skeleton or mesh",
                 (unsigned)object, (unsigned)form->id);
    return NULL;
}

/* Reads the clips of a row: the skeleton and the two chunks. False, and logged, when they do not fit the object's
 * mesh. */
static bool read_source(const ox_scene *scene, const uint8_t *row, uint32_t object, ox_scene_clip *to) {
    ox_resources *r = scene->resources;
    const ox_form *form = scene->forms[scene->rows[object]];
    const uint8_t *skin =
        form->mesh->placeholder ? NULL : ox_resource_beside(r, form->id, ROM_TAG_SKIN, "skin");
    memset(to, 0, sizeof *to);
    if (skin == NULL) {
        if (!form->mesh->placeholder)
            ox_log_write(scene->log, PLAT_LOG_WARNING,
                         "object %u of the scene has a clip, and its mesh hangs on no skeleton",
                         (unsigned)object);
        return false;
    }
    to->skeleton = ox_resource_data(r, rom_word(skin + ROM_SKIN_SKELETON), ROM_TAG_SKELETON, "skeleton");
    to->clips[0] = ox_resource_data(r, rom_word(row + ROM_OBJECT_CLIP_CLIP), ROM_TAG_CLIP, "clip");
    if (to->skeleton == NULL || !clip_fits(scene, object, to->skeleton, to->clips[0])) return false;
    uint32_t second = rom_word(row + ROM_OBJECT_CLIP_SECOND);
    to->clips[1] = second == 0 ? NULL : ox_resource_data(r, second, ROM_TAG_CLIP, "clip");
    if (!clip_fits(scene, object, to->skeleton, to->clips[1])) to->clips[1] = NULL;
    return true;
}

/* Reads the skins of an object's forms; false when the form has no skin for the skeleton. */
static bool read_skins(const ox_scene *scene, uint32_t object, const uint8_t *skeleton) {
    ox_form *form = scene->forms[scene->rows[object]];
    form->skin = skin_of(scene, object, form, skeleton);
    for (uint32_t i = 0; i < form->simpler_count && form->skin != NULL; i++)
        form->simpler[i].skin = skin_of(scene, object, &form->simpler[i], skeleton);
    return form->skin != NULL;
}

static const uint8_t *list_clips(const uint8_t *chunk, uint32_t *count) {
    *count = rom_has(chunk, ROM_SCENE_CLIPS_AT) ? rom_word(chunk + ROM_SCENE_CLIP_COUNT) : 0;
    const uint8_t *rows = chunk + (*count == 0 ? 0 : rom_word(chunk + ROM_SCENE_CLIPS_AT));
    if (rows == chunk) *count = 0;
    return rows;
}

uint32_t ox_scene_count_clips(const uint8_t *chunk) {
    uint32_t count;
    (void)list_clips(chunk, &count);
    return count;
}

/* Makes a source for each row of clips of a chunk; a source that is refused has no skeleton. */
void ox_scene_read_clips(ox_scene *scene, const uint8_t *chunk, uint32_t first) {
    uint32_t count;
    const uint8_t *row = list_clips(chunk, &count);
    for (uint32_t i = 0; i < count; i++, row += ROM_OBJECT_CLIP_SIZE) {
        ox_scene_clip *clip = &scene->clips[scene->clip_count++];
        const uint32_t object = first + rom_word(row + ROM_OBJECT_CLIP_OBJECT);
        if (!read_source(scene, row, object, clip) || !read_skins(scene, object, clip->skeleton))
            clip->skeleton = NULL;
        else
            scene->clip_rows++;
    }
}

bool ox_scene_read_clip(const ox_scene *scene, const uint8_t *chunk, uint32_t number, ox_object_clip *clip) {
    uint32_t count, i = 0;
    const uint8_t *at = list_clips(chunk, &count);
    const uint32_t first = chunk == scene->types ? scene->scene_clips : 0;
    while (i < count && rom_word(at + ROM_OBJECT_CLIP_OBJECT) < number) i++, at += ROM_OBJECT_CLIP_SIZE;
    if (i == count || rom_word(at + ROM_OBJECT_CLIP_OBJECT) != number || first + i >= scene->clip_count ||
        scene->clips[first + i].skeleton == NULL)
        return false;
    *clip = (ox_object_clip){.source = (uint16_t)(first + i),
                             .weight = (uf16)rom_word(at + ROM_OBJECT_CLIP_WEIGHT)};
    clip->clock.rate = (fx)rom_word(at + ROM_OBJECT_CLIP_RATE);
    ox_clip_clock_seek(&clip->clock, scene->clips[first + i].clips[0], 0,
                       (fx)rom_word(at + ROM_OBJECT_CLIP_START));
    return true;
}

/* ---- posing ---- */

ox_object_clip *ox_scene_clip_of(const ox_scene *scene, const ox_object *object) {
    return ox_component_in(scene->world, object, OX_SLOT_ANIMATION);
}

/* The mesh of a form before it is posed. */
static const rs_mesh *shaped_mesh(const ox_scene *scene, const ox_object *object, const ox_form *form,
                                  fx *slack) {
    const rs_mesh *mesh = ROM_SMALL_PLAYER || form->morph == NULL || scene->shaped == NULL
                              ? NULL
                              : scene->shaped(scene->shape_context, object, form, slack);
    if (mesh == NULL) *slack = 0;
    return mesh == NULL ? &form->mesh->mesh : mesh;
}

const rs_mesh *ox_scene_mesh(const ox_scene *scene, const ox_object *object, const ox_form *form) {
    const uint32_t record = scene->clip_type == 0 ? 0 : object->slots[OX_SLOT_ANIMATION];
    const ox_posed *posed =
        form->skin == NULL || record == 0 || scene->posed == NULL ? NULL : &scene->posed[record - 1u];
    if (posed != NULL && posed->form == &form->mesh->mesh) return &posed->mesh;
    const rs_mesh *other = form->skin == NULL || scene->posed_other == NULL
                               ? NULL
                               : scene->posed_other(scene->pose_context, object, form);
    fx slack;
    return other != NULL ? other : shaped_mesh(scene, object, form, &slack);
}

/* The local pose at a moment. `local` and `other` are as long as the skeleton. */
static void pose_at(const ox_scene *scene, const ox_object_clip *clip, uint32_t time, uf16 fraction,
                    sqt *local, sqt *other) {
    const ox_scene_clip *source = &scene->clips[clip->source];
    fx at = scene->clips_held
                ? scene->clips_at
                : ox_clip_clock_at(&clip->clock, source->clips[0], time, fraction, scene->ticks).time;
    uf16 weight = scene->clips_held ? scene->clips_weight : clip->weight;
    if (source->clips[1] == NULL) weight = 0;
    if (weight < UF16_ONE) ox_pose_sample_all(source->skeleton, source->clips[0], at, local);
    if (weight == 0) return;
    ox_pose_sample_all(source->skeleton, source->clips[1],
                       ox_pose_beside(source->clips[0], source->clips[1], at), other);
    ox_pose_blend(local, other, weight, ox_pose_joints(source->skeleton), local);
}

bool ox_scene_is_flat(const ox_form *form) {
    bool flat = form->mesh->mesh.normals == NULL;
    for (uint32_t i = 0; i < form->mesh->material_count; i++) flat = flat || form->look[i].shading == RS_FLAT;
    return flat;
}

const ox_form *ox_scene_form_drawn(const ox_scene *scene, const ox_object *object) {
    const ox_model *model = ox_scene_model(scene, object);
    const ox_object_place *at = ox_object_place_of(scene->world, object);
    if (model == NULL || at == NULL || (object->flags & OX_OBJECT_VISIBLE) == 0) return NULL;
    const rot33 *table = (scene->flags & ROM_SCENE_TURNTABLE) != 0 ? &scene->table : NULL;
    const mat34 place =
        ox_scene_place(at, ox_scene_drift(scene, object), scene->drawn_time, scene->drawn_fraction, table);
    return ox_scene_form(scene, scene->forms[model->form], &place, at->size);
}

bool ox_scene_pose_form(const ox_scene *scene, const ox_scene_pose_of *of, ox_frame_memory *memory,
                        rs_mesh *posed) {
    ox_skin skin;
    const ox_form *form = of->form;
    if (form->skin == NULL || !ox_skin_open(&skin, form->skin, of->skeleton, &form->mesh->mesh)) return false;
    skin.mesh = shaped_mesh(scene, of->object, form, &skin.slack);
    return ox_skin_pose(&skin, of->global, ox_scene_is_flat(form), memory, posed) == OX_OK;
}

static void take_skin(const ox_scene *scene, ox_form *form) {
    if (form->mesh->placeholder) return;
    if (!ROM_SMALL_PLAYER && form->morph == NULL)
        form->morph = ox_resource_beside(scene->resources, form->id, ROM_TAG_MORPH, "morph");
    if (form->skin == NULL) form->skin = ox_resource_beside(scene->resources, form->id, ROM_TAG_SKIN, "skin");
}

void ox_scene_take_form_skins(const ox_scene *scene, ox_form *form) {
    take_skin(scene, form);
    for (uint32_t i = 0; i < form->simpler_count; i++) take_skin(scene, &form->simpler[i]);
}

void ox_scene_take_skins(ox_scene *scene) {
    scene->skins_taken = true;
    for (uint32_t i = 0; i < scene->form_count; i++) ox_scene_take_form_skins(scene, scene->forms[i]);
}

/* Poses one object; false when frame memory is too short. `local` has room for three poses. */
static bool pose_object(const ox_scene *scene, ox_frame_memory *memory, const ox_object *object,
                        const ox_form *form, sqt *local, ox_posed *posed) {
    const ox_object_clip *clip = ox_scene_clip_of(scene, object);
    const uint8_t *skeleton = scene->clips[clip->source].skeleton;
    const uint32_t joints = ox_pose_joints(skeleton);
    ox_skin skin = {form->skin, skeleton, NULL, 0};
    skin.mesh = shaped_mesh(scene, object, form, &skin.slack);
    pose_at(scene, clip, scene->drawn_time, scene->drawn_fraction, local, local + joints);
    ox_pose_global(skeleton, local, local + 2 * joints);
    if (ox_skin_pose(&skin, local + 2 * joints, ox_scene_is_flat(form), memory, &posed->mesh) != OX_OK)
        return false;
    posed->form = &form->mesh->mesh;
    return true;
}

static void pose_clips(ox_scene *scene, ox_frame_memory *memory) {
    uint32_t joints = 0, refused = 0;
    ox_object *object;
    void *clip;
    const uint32_t type = scene->clip_type - 1u, records = scene->world->components[type].nodes.fresh;
    if (records == 0) return;
    for (uint32_t i = 0; i < scene->clip_count; i++) {
        if (scene->clips[i].skeleton == NULL) continue;
        uint32_t own = ox_pose_joints(scene->clips[i].skeleton);
        joints = own > joints ? own : joints;
    }
    scene->posed = ox_frame_memory_push(memory, records * sizeof *scene->posed, _Alignof(ox_posed));
    for (uint32_t i = 0; scene->posed != NULL && i < records; i++) scene->posed[i].form = NULL;
    sqt *local = scene->posed == NULL ? NULL : ox_frame_memory_push(memory, 3 * joints * sizeof *local, 4);
    for (uint32_t at = 0; (at = ox_component_each(scene->world, type, at, &object, &clip)) != 0;) {
        const ox_form *form = ox_scene_form_drawn(scene, object);
        if (form == NULL || form->skin == NULL) continue;
        if (local == NULL || !pose_object(scene, memory, object, form, local, &scene->posed[at - 1u]))
            refused++;
    }
    if (refused > 0) ox_scene_tell_unposed(scene, refused);
}

void ox_scene_tell_unposed(ox_scene *scene, uint32_t refused) {
    if (scene->unposed == 0)
        ox_log_write(scene->log, PLAT_LOG_WARNING,
                     "%u meshes stand as they were bound: no frame memory for their poses; raise `frame`",
                     (unsigned)refused);
    scene->unposed += refused;
}

void ox_scene_pose(ox_scene *scene, ox_frame_memory *memory, uf16 fraction) {
    const uint32_t time = ox_scene_moment(scene, &fraction);
    const bool clips =
        scene->clip_type != 0 && scene->world->components[scene->clip_type - 1u].nodes.fresh > 0;
    scene->posed = NULL;
    if (!clips && scene->pose_others == NULL && (ROM_SMALL_PLAYER || scene->shape_all == NULL)) return;
    ox_scene_look_from(scene, time, fraction);
    if ((scene->flags & ROM_SCENE_TURNTABLE) != 0) ox_scene_turn(scene, fraction, &scene->table);
    scene->drawn_time = time;
    scene->drawn_fraction = fraction;
    if (!ROM_SMALL_PLAYER && scene->shape_all != NULL) scene->shape_all(scene->shape_context, memory);
    if (clips) pose_clips(scene, memory);
    if (scene->pose_others != NULL) scene->pose_others(scene->pose_context, memory);
}

/* ---- for games ---- */

bool ox_scene_clip_rate(ox_scene *scene, const ox_object *object, fx rate) {
    ox_object_clip *clip = ox_scene_clip_of(scene, object);
    uf16 fraction = 0;
    if (clip == NULL) return false;
    if (clip->clock.rate != rate)
        ox_clip_clock_rate(&clip->clock, scene->clips[clip->source].clips[0],
                           ox_scene_moment(scene, &fraction), scene->ticks, rate);
    return true;
}

bool ox_scene_clip_weight(ox_scene *scene, const ox_object *object, uf16 weight) {
    ox_object_clip *clip = ox_scene_clip_of(scene, object);
    if (clip == NULL) return false;
    clip->weight = weight;
    return true;
}

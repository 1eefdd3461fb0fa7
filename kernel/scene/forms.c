/* Forms, which objects are drawn as and share, their materials, and the passes in which materials are drawn. */
#include <string.h>

#include "kernel/scene/internal.h"
#include "rom/check.h"

/* ---- looks ---- */

static void apply_look(const ox_scene *scene, const ox_form *form) {
    static const uint8_t shadings[OX_LOOKS] = {RS_UNLIT, RS_FLAT, RS_GOURAUD, RS_PHONG, RS_UNLIT};
    for (uint32_t i = 0; i < form->mesh->material_count && form->look != NULL; i++) {
        rs_material *material = &form->look[i];
        *material = form->own != NULL ? form->own[i] : form->mesh->materials[i];
        if (form->shading != ROM_SHADING_AS_MATERIAL) material->shading = form->shading;
        if (scene->look != OX_LOOK_AUTHORED && !form->fixed) material->shading = shadings[scene->look];
        if (!scene->textures) material->texture = NULL;
    }
}

void ox_scene_apply_look(ox_scene *scene) {
    for (uint32_t i = 0; i < scene->form_count; i++) {
        const ox_form *form = scene->forms[i];
        apply_look(scene, form);
        for (uint32_t k = 0; k < form->simpler_count; k++) apply_look(scene, &form->simpler[k]);
    }
}

static bool give_look(const ox_scene *scene, ox_form *form) {
    uint32_t count = form->mesh->material_count;
    if (count == 0 || form->look != NULL) return true;
    form->look = OX_PUSH(scene->resident, rs_material, count);
    return form->look != NULL;
}

static bool give_looks(const ox_scene *scene, ox_form *form) {
    bool all = give_look(scene, form);
    for (uint32_t k = 0; k < form->simpler_count && all; k++) all = give_look(scene, &form->simpler[k]);
    return all;
}

bool ox_scene_give_looks(ox_scene *scene) {
    for (uint32_t i = 0; i < scene->form_count; i++)
        if (!give_looks(scene, scene->forms[i])) return false;
    ox_scene_apply_look(scene);
    return true;
}

/* ---- forms ---- */

/* Reads the simpler meshes that the form's model names. */
static bool read_simpler(const ox_scene *scene, ox_form *form) {
    ox_held held;
    const uint8_t *model = form->id == 0 || form->mesh->placeholder
                               ? NULL
                               : ox_resource_model(scene->resources, form->id, &held);
    if (model == NULL) return true;
    const uint8_t *row = model + rom_word(model + ROM_MODEL_DETAILS_AT);
    uint32_t count = rom_word(model + ROM_MODEL_DETAIL_COUNT);
    bool enough = count <= UINT16_MAX;
    if (count > 0 && enough) {
        form->simpler = OX_PUSH(scene->resident, ox_form, count);
        enough = form->simpler != NULL;
    }
    for (uint32_t k = 0; k < count && enough; k++, row += ROM_MESH_DETAIL_SIZE) {
        const uint32_t id = rom_word(row + ROM_MESH_DETAIL_MESH);
        form->simpler[k] = (ox_form){.id = id,
                                     .mesh = ox_resource_mesh(scene->resources, id),
                                     .shading = form->shading,
                                     .fixed = form->fixed,
                                     .below = (fx)rom_word(row + ROM_MESH_DETAIL_BELOW)};
        form->simpler_count = (uint16_t)(k + 1u);
    }
    ox_manager_let_go(scene->resources->manager, held.handle);
    return enough;
}

/* Makes room for one more form in the table. */
static bool widen_forms(ox_scene *scene) {
    if (scene->form_count < scene->form_room) return true;
    uint32_t room = scene->form_room * 2u + 4u;
    ox_form **forms = room > UINT16_MAX ? NULL : OX_PUSH(scene->resident, ox_form *, room);
    if (forms == NULL) return false;
    if (scene->form_count > 0) memcpy(forms, scene->forms, scene->form_count * sizeof *forms);
    scene->forms = forms;
    scene->form_room = room;
    return true;
}

/* The form of a mesh with the mesh's own materials, made if there is none; UINT16_MAX without memory. */
static uint16_t take_form(ox_scene *scene, uint32_t id, uint32_t shading, bool fixed) {
    static const ox_mesh nothing;
    for (uint32_t i = 0; i < scene->form_count; i++) {
        const ox_form *form = scene->forms[i];
        if (form->id == id && form->shading == shading && form->fixed == fixed && form->own == NULL)
            return (uint16_t)i;
    }
    ox_form *form = !widen_forms(scene) ? NULL
                                        : (ox_form *)ox_arena_push_zero(scene->resident, OX_ARENA_LOW,
                                                                        sizeof *form, _Alignof(ox_form));
    if (form == NULL) return UINT16_MAX;
    form->id = id;
    form->shading = (uint8_t)shading;
    form->fixed = fixed;
    form->mesh = id == 0 ? &nothing : ox_resource_mesh(scene->resources, id);
    if (!read_simpler(scene, form)) return UINT16_MAX;
    scene->forms[scene->form_count] = form;
    if (scene->skins_taken) ox_scene_take_form_skins(scene, form);
    return (uint16_t)scene->form_count++;
}

uint16_t ox_scene_take_form(ox_scene *scene, const uint8_t *chunk, uint32_t number) {
    const uint8_t *row = chunk + rom_word(chunk + ROM_SCENE_OBJECT_AT) + (size_t)number * ROM_OBJECT_SIZE;
    return take_form(scene, rom_word(row + ROM_OBJECT_MESH), row[ROM_OBJECT_SHADING],
                     (row[ROM_OBJECT_FLAGS] & ROM_OBJECT_FIXED_SHADING) != 0);
}

/* Copies a form, so that the copy can get materials of its own; NULL without memory. */
static ox_form *split_form(ox_scene *scene, const ox_form *from) {
    ox_form *form = widen_forms(scene) ? OX_PUSH(scene->resident, ox_form, 1) : NULL;
    if (form == NULL) return NULL;
    *form = *from;
    form->look = NULL;
    if (form->simpler_count > 0) {
        form->simpler = OX_PUSH(scene->resident, ox_form, form->simpler_count);
        if (form->simpler == NULL) return NULL;
        memcpy(form->simpler, from->simpler, form->simpler_count * sizeof *form->simpler);
        for (uint32_t k = 0; k < form->simpler_count; k++) form->simpler[k].look = NULL;
    }
    scene->forms[scene->form_count++] = form;
    return form;
}

/* ---- other materials than the mesh's ---- */

static bool names_material(const ox_mesh *mesh, uint32_t id) {
    for (uint32_t i = 0; i < mesh->material_count; i++) {
        if (id == 0 || (mesh->material_ids != NULL && mesh->material_ids[i] == id)) return true;
    }
    return false;
}

/* Puts material `to` in the place of `from` into the form's own list of materials, which begins as a copy of the
 * mesh's. */
static bool replace_material(const ox_scene *scene, ox_form *form, uint32_t from, uint32_t to) {
    uint32_t count = form->mesh->material_count;
    if (!names_material(form->mesh, from)) return true;
    if (form->own == NULL) {
        form->own = OX_PUSH(scene->resident, rs_material, count);
        if (form->own == NULL) return false;
        memcpy(form->own, form->mesh->materials, count * sizeof *form->own);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (from == 0 || (form->mesh->material_ids != NULL && form->mesh->material_ids[i] == from))
            form->own[i] = *ox_resource_material(scene->resources, to);
    }
    return true;
}

static bool replace_materials(const ox_scene *scene, ox_form *form, uint32_t from, uint32_t to) {
    bool all = replace_material(scene, form, from, to);
    for (uint32_t k = 0; k < form->simpler_count && all; k++)
        all = replace_material(scene, &form->simpler[k], from, to);
    return all;
}

/* Whether more than one row is drawn as the form. */
static bool rows_share(const ox_scene *scene, uint32_t form) {
    uint32_t rows = 0;
    for (uint32_t i = 0; i < scene->row_count; i++) rows += scene->rows[i] == form;
    return rows > 1;
}

/* Whether another object than this one is drawn as the form. */
static bool others_share(const ox_scene *scene, uint32_t form, const ox_object *object) {
    ox_object *other;
    ox_model *model;
    for (uint32_t at = 0; (at = ox_scene_each(scene, at, &other, &model)) != 0;)
        if (other != object && model->form == form) return true;
    return false;
}

bool ox_scene_read_overrides(ox_scene *scene, const uint8_t *chunk, uint32_t first) {
    uint32_t count = rom_has(chunk, ROM_SCENE_OVERRIDES_AT) ? rom_word(chunk + ROM_SCENE_OVERRIDE_COUNT) : 0;
    const uint8_t *at = chunk + (count == 0 ? 0 : rom_word(chunk + ROM_SCENE_OVERRIDES_AT));
    for (uint32_t i = 0; i < count && at != chunk; i++, at += ROM_MATERIAL_OVERRIDE_SIZE) {
        uint32_t which = first + rom_word(at + ROM_MATERIAL_OVERRIDE_OBJECT),
                 from = rom_word(at + ROM_MATERIAL_OVERRIDE_FROM);
        ox_form *form = scene->forms[scene->rows[which]];
        if (!names_material(form->mesh, from)) {
            ox_log_write(scene->log, PLAT_LOG_WARNING,
                         "object %u of the scene: its mesh has no material #%08x to be replaced",
                         (unsigned)which, (unsigned)from);
            continue;
        }
        if (rows_share(scene, scene->rows[which])) {
            scene->rows[which] = (uint16_t)scene->form_count;
            form = split_form(scene, form);
        }
        if (form == NULL || !replace_materials(scene, form, from, rom_word(at + ROM_MATERIAL_OVERRIDE_TO)))
            return false;
    }
    return true;
}

ox_status ox_scene_material(ox_scene *scene, const ox_object *object, uint32_t from, uint32_t to) {
    ox_model *model = object == NULL ? NULL : ox_scene_model(scene, object);
    if (model == NULL) return OX_NOT_FOUND;
    ox_form *form = scene->forms[model->form];
    if (!names_material(form->mesh, from)) return OX_NOT_FOUND;
    uint16_t number = model->form;
    if (others_share(scene, number, object)) {
        number = (uint16_t)scene->form_count;
        form = split_form(scene, form);
        if (form == NULL) return OX_OUT_OF_MEMORY;
    }
    if (!replace_materials(scene, form, from, to) || !give_looks(scene, form)) return OX_OUT_OF_MEMORY;
    model->form = number;
    apply_look(scene, form);
    for (uint32_t k = 0; k < form->simpler_count; k++) apply_look(scene, &form->simpler[k]);
    return ox_scene_give_order(scene) ? OX_OK : OX_OUT_OF_MEMORY;
}

ox_status ox_scene_use_mesh(ox_scene *scene, const ox_object *object, uint32_t mesh) {
    ox_model *model = object == NULL ? NULL : ox_scene_model(scene, object);
    const uint32_t before = scene->form_count;
    if (object != NULL && model == NULL) return OX_NOT_FOUND;
    const uint16_t number = take_form(scene, mesh, ROM_SHADING_AS_MATERIAL, false);
    if (number == UINT16_MAX) return OX_OUT_OF_MEMORY;
    if (number >= before) {
        ox_form *form = scene->forms[number];
        if (!give_looks(scene, form)) return OX_OUT_OF_MEMORY;
        apply_look(scene, form);
        for (uint32_t k = 0; k < form->simpler_count; k++) apply_look(scene, &form->simpler[k]);
        if (!ox_scene_give_order(scene)) return OX_OUT_OF_MEMORY;
    }
    if (model != NULL) model->form = number;
    return OX_OK;
}

/* ---- passes ---- */

static void count_form(ox_scene *scene, const ox_form *form) {
    for (uint32_t k = 0; k < form->mesh->material_count; k++)
        scene->passes |= 1u << rs_material_pass(&form->look[k]);
}

void ox_scene_count_passes(ox_scene *scene) {
    scene->passes = 0;
    scene->sorted = false;
    for (uint32_t i = 0; i < scene->form_count; i++) {
        const ox_form *form = scene->forms[i];
        count_form(scene, form);
        for (uint32_t k = 0; k < form->simpler_count; k++) count_form(scene, &form->simpler[k]);
        for (uint32_t k = 0; k < form->mesh->material_count; k++)
            scene->sorted =
                scene->sorted || form->look[k].sort != RS_AS_THEY_COME || form->look[k].order != 0;
    }
}

/* Makes room to sort objects in, when sorting is first needed. Without room objects are drawn unsorted. */
bool ox_scene_give_order(ox_scene *scene) {
    ox_scene_count_passes(scene);
    if (!scene->sorted || scene->order != NULL) return true;
    scene->order = OX_PUSH(scene->resident, rs_sort_entry,
                           2u * scene->world->components[scene->model_type - 1u].type->capacity);
    scene->sorted = scene->order != NULL;
    return scene->sorted;
}

/* ---- which form ---- */

const ox_form *ox_scene_form(const ox_scene *scene, const ox_form *form, const mat34 *place, fx size) {
    uint32_t count = form->simpler_count;
    if (count == 0) return form;
    if (scene->detail > 0) {
        uint32_t which = (uint32_t)scene->detail - 1u < count ? (uint32_t)scene->detail - 1u : count;
        return which == 0 ? form : &form->simpler[which - 1];
    }
    fx distance = v3_length(v3_subs(m34_point(place, form->mesh->mesh.centre), scene->eye));
    int64_t seen =
        (int64_t)fx_muls(form->mesh->mesh.radius, size) * scene->focal; /* screen size times distance */
    while (count > 0 && seen >= (int64_t)form->simpler[count - 1].below * distance) count--;
    return count == 0 ? form : &form->simpler[count - 1];
}

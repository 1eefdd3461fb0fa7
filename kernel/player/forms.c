/* What objects are drawn as: forms that they share, their materials, and the passes in which these are drawn. */
#include <string.h>

#include "kernel/player/internal.h"
#include "rom/check.h"

/* ---- looks ---- */

static void apply_look(const ox_player *player, const ox_form *form) {
    static const uint8_t shadings[OX_LOOKS] = {RS_UNLIT, RS_FLAT, RS_GOURAUD, RS_PHONG, RS_UNLIT};
    for (uint32_t i = 0; i < form->mesh->material_count && form->look != NULL; i++) {
        rs_material *material = &form->look[i];
        *material = form->own != NULL ? form->own[i] : form->mesh->materials[i];
        if (form->shading != ROM_SHADING_AS_MATERIAL) material->shading = form->shading;
        if (player->look != OX_LOOK_AUTHORED && !form->fixed) material->shading = shadings[player->look];
        if (!player->textures) material->texture = NULL;
    }
}

void ox_player_apply_look(ox_player *player) {
    for (uint32_t i = 0; i < player->form_count; i++) {
        const ox_form *form = player->forms[i];
        apply_look(player, form);
        for (uint32_t k = 0; k < form->simpler_count; k++) apply_look(player, &form->simpler[k]);
    }
}

static bool give_look(const ox_player *player, ox_form *form) {
    uint32_t count = form->mesh->material_count;
    if (count == 0 || form->look != NULL) return true;
    form->look = OX_PUSH(player->resident, rs_material, count);
    return form->look != NULL;
}

static bool give_looks(const ox_player *player, ox_form *form) {
    bool all = give_look(player, form);
    for (uint32_t k = 0; k < form->simpler_count && all; k++) all = give_look(player, &form->simpler[k]);
    return all;
}

bool ox_player_give_looks(ox_player *player) {
    for (uint32_t i = 0; i < player->form_count; i++)
        if (!give_looks(player, player->forms[i])) return false;
    ox_player_apply_look(player);
    return true;
}

/* ---- forms ---- */

/* The simpler meshes that the model names. */
static bool read_simpler(const ox_player *player, ox_form *form) {
    ox_held held;
    const uint8_t *model = form->id == 0 || form->mesh->placeholder
                               ? NULL
                               : ox_resource_model(player->resources, form->id, &held);
    if (model == NULL) return true;
    const uint8_t *row = model + rom_word(model + ROM_MODEL_DETAILS_AT);
    uint32_t count = rom_word(model + ROM_MODEL_DETAIL_COUNT);
    bool enough = count <= UINT16_MAX;
    if (count > 0 && enough) {
        form->simpler = OX_PUSH(player->resident, ox_form, count);
        enough = form->simpler != NULL;
    }
    for (uint32_t k = 0; k < count && enough; k++, row += ROM_MESH_DETAIL_SIZE) {
        const uint32_t id = rom_word(row + ROM_MESH_DETAIL_MESH);
        form->simpler[k] = (ox_form){.id = id,
                                     .mesh = ox_resource_mesh(player->resources, id),
                                     .shading = form->shading,
                                     .fixed = form->fixed,
                                     .below = (fx)rom_word(row + ROM_MESH_DETAIL_BELOW)};
        form->simpler_count = (uint16_t)(k + 1u);
    }
    ox_manager_let_go(player->resources->manager, held.handle);
    return enough;
}

/* Room for one more form in the table. */
static bool widen_forms(ox_player *player) {
    if (player->form_count < player->form_room) return true;
    uint32_t room = player->form_room * 2u + 4u;
    ox_form **forms = room > UINT16_MAX ? NULL : OX_PUSH(player->resident, ox_form *, room);
    if (forms == NULL) return false;
    if (player->form_count > 0) memcpy(forms, player->forms, player->form_count * sizeof *forms);
    player->forms = forms;
    player->form_room = room;
    return true;
}

/* The form of a mesh with its own materials, new where there is none; UINT16_MAX without memory. */
static uint16_t take_form(ox_player *player, uint32_t id, uint32_t shading, bool fixed) {
    static const ox_mesh nothing;
    for (uint32_t i = 0; i < player->form_count; i++) {
        const ox_form *form = player->forms[i];
        if (form->id == id && form->shading == shading && form->fixed == fixed && form->own == NULL)
            return (uint16_t)i;
    }
    ox_form *form = !widen_forms(player) ? NULL
                                         : (ox_form *)ox_arena_push_zero(player->resident, OX_ARENA_LOW,
                                                                         sizeof *form, _Alignof(ox_form));
    if (form == NULL) return UINT16_MAX;
    form->id = id;
    form->shading = (uint8_t)shading;
    form->fixed = fixed;
    form->mesh = id == 0 ? &nothing : ox_resource_mesh(player->resources, id);
    if (!read_simpler(player, form)) return UINT16_MAX;
    player->forms[player->form_count] = form;
    return (uint16_t)player->form_count++;
}

uint16_t ox_player_take_form(ox_player *player, const uint8_t *scene, uint32_t number) {
    const uint8_t *row = scene + rom_word(scene + ROM_SCENE_OBJECT_AT) + (size_t)number * ROM_OBJECT_SIZE;
    return take_form(player, rom_word(row + ROM_OBJECT_MESH), row[ROM_OBJECT_SHADING],
                     (row[ROM_OBJECT_FLAGS] & ROM_OBJECT_FIXED_SHADING) != 0);
}

/* A form of its own, which looks like another one so far; NULL without memory. */
static ox_form *split_form(ox_player *player, const ox_form *from) {
    ox_form *form = widen_forms(player) ? OX_PUSH(player->resident, ox_form, 1) : NULL;
    if (form == NULL) return NULL;
    *form = *from;
    form->look = NULL;
    if (form->simpler_count > 0) {
        form->simpler = OX_PUSH(player->resident, ox_form, form->simpler_count);
        if (form->simpler == NULL) return NULL;
        memcpy(form->simpler, from->simpler, form->simpler_count * sizeof *form->simpler);
        for (uint32_t k = 0; k < form->simpler_count; k++) form->simpler[k].look = NULL;
    }
    player->forms[player->form_count++] = form;
    return form;
}

/* ---- other materials than the mesh's ---- */

static bool names_material(const ox_mesh *mesh, uint32_t id) {
    for (uint32_t i = 0; i < mesh->material_count; i++) {
        if (id == 0 || (mesh->material_ids != NULL && mesh->material_ids[i] == id)) return true;
    }
    return false;
}

/* The form's own list of materials, a copy of its mesh's at first, with another one in the place of `from`. */
static bool replace_material(const ox_player *player, ox_form *form, uint32_t from, uint32_t to) {
    uint32_t count = form->mesh->material_count;
    if (!names_material(form->mesh, from)) return true;
    if (form->own == NULL) {
        form->own = OX_PUSH(player->resident, rs_material, count);
        if (form->own == NULL) return false;
        memcpy(form->own, form->mesh->materials, count * sizeof *form->own);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (from == 0 || (form->mesh->material_ids != NULL && form->mesh->material_ids[i] == from))
            form->own[i] = *ox_resource_material(player->resources, to);
    }
    return true;
}

static bool replace_materials(const ox_player *player, ox_form *form, uint32_t from, uint32_t to) {
    bool all = replace_material(player, form, from, to);
    for (uint32_t k = 0; k < form->simpler_count && all; k++)
        all = replace_material(player, &form->simpler[k], from, to);
    return all;
}

/* Whether more than one row is drawn as the form. */
static bool rows_share(const ox_player *player, uint32_t form) {
    uint32_t rows = 0;
    for (uint32_t i = 0; i < player->row_count; i++) rows += player->rows[i] == form;
    return rows > 1;
}

/* Whether another object than this one is drawn as the form. */
static bool others_share(const ox_player *player, uint32_t form, const ox_object *object) {
    ox_object *other;
    ox_model *model;
    for (uint32_t at = 0; (at = ox_player_each(player, at, &other, &model)) != 0;)
        if (other != object && model->form == form) return true;
    return false;
}

bool ox_player_read_overrides(ox_player *player, const uint8_t *scene, uint32_t first) {
    uint32_t count = rom_has(scene, ROM_SCENE_OVERRIDES_AT) ? rom_word(scene + ROM_SCENE_OVERRIDE_COUNT) : 0;
    const uint8_t *at = scene + (count == 0 ? 0 : rom_word(scene + ROM_SCENE_OVERRIDES_AT));
    for (uint32_t i = 0; i < count && at != scene; i++, at += ROM_MATERIAL_OVERRIDE_SIZE) {
        uint32_t which = first + rom_word(at + ROM_MATERIAL_OVERRIDE_OBJECT),
                 from = rom_word(at + ROM_MATERIAL_OVERRIDE_FROM);
        ox_form *form = player->forms[player->rows[which]];
        if (!names_material(form->mesh, from)) {
            ox_log_write(player->log, PLAT_LOG_WARNING,
                         "object %u of the scene: its mesh has no material #%08x to be replaced",
                         (unsigned)which, (unsigned)from);
            continue;
        }
        if (rows_share(player, player->rows[which])) {
            player->rows[which] = (uint16_t)player->form_count;
            form = split_form(player, form);
        }
        if (form == NULL || !replace_materials(player, form, from, rom_word(at + ROM_MATERIAL_OVERRIDE_TO)))
            return false;
    }
    return true;
}

ox_status ox_player_material(ox_player *player, const ox_object *object, uint32_t from, uint32_t to) {
    ox_model *model = object == NULL ? NULL : ox_player_model(player, object);
    if (model == NULL) return OX_NOT_FOUND;
    ox_form *form = player->forms[model->form];
    if (!names_material(form->mesh, from)) return OX_NOT_FOUND;
    uint16_t number = model->form;
    if (others_share(player, number, object)) {
        number = (uint16_t)player->form_count;
        form = split_form(player, form);
        if (form == NULL) return OX_OUT_OF_MEMORY;
    }
    if (!replace_materials(player, form, from, to) || !give_looks(player, form)) return OX_OUT_OF_MEMORY;
    model->form = number;
    apply_look(player, form);
    for (uint32_t k = 0; k < form->simpler_count; k++) apply_look(player, &form->simpler[k]);
    return ox_player_give_order(player) ? OX_OK : OX_OUT_OF_MEMORY;
}

ox_status ox_player_use_mesh(ox_player *player, const ox_object *object, uint32_t mesh) {
    ox_model *model = object == NULL ? NULL : ox_player_model(player, object);
    const uint32_t before = player->form_count;
    if (object != NULL && model == NULL) return OX_NOT_FOUND;
    const uint16_t number = take_form(player, mesh, ROM_SHADING_AS_MATERIAL, false);
    if (number == UINT16_MAX) return OX_OUT_OF_MEMORY;
    if (number >= before) {
        ox_form *form = player->forms[number];
        if (!give_looks(player, form)) return OX_OUT_OF_MEMORY;
        apply_look(player, form);
        for (uint32_t k = 0; k < form->simpler_count; k++) apply_look(player, &form->simpler[k]);
        if (!ox_player_give_order(player)) return OX_OUT_OF_MEMORY;
    }
    if (model != NULL) model->form = number;
    return OX_OK;
}

/* ---- passes ---- */

static void count_form(ox_player *player, const ox_form *form) {
    for (uint32_t k = 0; k < form->mesh->material_count; k++)
        player->passes |= 1u << rs_material_pass(&form->look[k]);
}

void ox_player_count_passes(ox_player *player) {
    player->passes = 0;
    player->sorted = false;
    for (uint32_t i = 0; i < player->form_count; i++) {
        const ox_form *form = player->forms[i];
        count_form(player, form);
        for (uint32_t k = 0; k < form->simpler_count; k++) count_form(player, &form->simpler[k]);
        for (uint32_t k = 0; k < form->mesh->material_count; k++)
            player->sorted =
                player->sorted || form->look[k].sort != RS_AS_THEY_COME || form->look[k].order != 0;
    }
}

/* Room to sort in, when it is needed first. Without it objects are drawn as they stand. */
bool ox_player_give_order(ox_player *player) {
    ox_player_count_passes(player);
    if (!player->sorted || player->order != NULL) return true;
    player->order = OX_PUSH(player->resident, rs_sort_entry,
                            2u * player->world->components[player->model_type - 1u].type->capacity);
    player->sorted = player->order != NULL;
    return player->sorted;
}

/* ---- which form ---- */

const ox_form *ox_player_form(const ox_player *player, const ox_form *form, const mat34 *place, fx size) {
    uint32_t count = form->simpler_count;
    if (count == 0) return form;
    if (player->detail > 0) {
        uint32_t which = (uint32_t)player->detail - 1u < count ? (uint32_t)player->detail - 1u : count;
        return which == 0 ? form : &form->simpler[which - 1];
    }
    fx distance = v3_length(v3_subs(m34_point(place, form->mesh->mesh.centre), player->eye));
    int64_t seen =
        (int64_t)fx_muls(form->mesh->mesh.radius, size) * player->focal; /* over the distance: its size */
    while (count > 0 && seen >= (int64_t)form->simpler[count - 1].below * distance) count--;
    return count == 0 ? form : &form->simpler[count - 1];
}

/* The objects of a scene, in the world. */
#include <string.h>

#include "kernel/player/internal.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"
#include "rom/check.h"

/* ---- components ---- */

static const ox_field model_fields[] = {OX_FIELD(ox_model, form, OX_U16, OX_SIM | OX_ENGINE),
                                        OX_FIELD(ox_model, row, OX_U16, OX_SIM | OX_ENGINE),
                                        OX_FIELD(ox_model, copy, OX_U8, OX_SIM | OX_ENGINE, .high = 1)};
static const ox_type model_record = OX_TYPE(ox_model, model_fields, 1);

static const ox_field drift_fields[] = {
    OX_FIELD(ox_motion, orbit_radius, OX_FX, OX_SIM),   OX_FIELD(ox_motion, orbit_speed, OX_I16, OX_SIM),
    OX_FIELD(ox_motion, orbit_phase, OX_ANGLE, OX_SIM), OX_FIELD(ox_motion, bob_height, OX_FX, OX_SIM),
    OX_FIELD(ox_motion, bob_speed, OX_I16, OX_SIM),     OX_FIELD(ox_motion, bob_phase, OX_ANGLE, OX_SIM),
    OX_FIELD(ox_motion, spin, OX_I16, OX_SIM)};
const ox_type ox_motion_type = OX_TYPE(ox_motion, drift_fields, 1);

enum { RATE_MOST = 100 * FX_ONE };

static const ox_field clip_fields[] = {OX_FIELD_IN(ox_object_clip, clock.start, "start", OX_U32, OX_SIM),
                                       OX_FIELD_IN(ox_object_clip, clock.base, "base", OX_FX, OX_SIM),
                                       OX_FIELD_IN(ox_object_clip, clock.rate, "rate", OX_FX, OX_SIM,
                                                   .initial = FX_ONE, .low = -RATE_MOST, .high = RATE_MOST),
                                       OX_FIELD_IN(ox_object_clip, clock.loops, "loops", OX_U16, OX_SIM),
                                       OX_FIELD(ox_object_clip, source, OX_U16, OX_SIM | OX_ENGINE),
                                       OX_FIELD(ox_object_clip, weight, OX_U32, OX_SIM, .high = UF16_ONE)};
static const ox_type clip_record = OX_TYPE(ox_object_clip, clip_fields, 1);

enum { PLACE, MODEL, DRIFT, CLIP, ATTACHMENT, COMPONENTS };

/* How many objects have a component of which the scene's rows have `rows`: copies of them, too. */
static uint16_t capacity_of(const ox_player *player, const ox_world_needs *needs, uint32_t rows,
                            uint32_t least) {
    uint32_t all = rows == 0 ? 0 : rows + needs->placed - player->scene_rows;
    if (all < least) all = least;
    return (uint16_t)(all > UINT16_MAX ? UINT16_MAX : all);
}

/* How many objects of the scene others carry. */
static uint32_t count_attached(const ox_player *player) {
    ox_held held;
    const uint8_t *rows = NULL, *scene = ox_resource_scene(player->resources, player->scene, &held);
    uint32_t attached = 0;
    if (scene == NULL) return 0;
    for (uint32_t count = ox_player_list_values(scene, &rows); count > 0;
         count--, rows += ROM_OBJECT_VALUE_SIZE)
        attached += rom_word(rows + ROM_OBJECT_VALUE_COMPONENT) == OX_NAME("attachment");
    ox_manager_let_go(player->resources->manager, held.handle);
    return attached;
}

void ox_player_needs(const ox_player *player, ox_world_needs *needs) {
    needs->objects += player->scene_rows;
    needs->placed += player->scene_rows;
    needs->types += 1u + (player->row_count - player->scene_rows);
    needs->components += COMPONENTS;
    needs->systems += count_attached(player) > 0;
}

ox_status ox_player_join(ox_player *player, ox_world *world, const ox_world_needs *needs) {
    if (needs->placed > OX_POOL_CAPACITY_MAX) return OX_FULL;
    const uint16_t placed = (uint16_t)(needs->placed == 0 ? 1 : needs->placed);
    uint8_t *const numbers[COMPONENTS] = {&player->place_type, &player->model_type, &player->drift_type,
                                          &player->clip_type, &player->attachment_type};
    player->components[PLACE] = ox_place_component(placed);
    player->components[MODEL] = (ox_component_type){
        .name = OX_NAME("model"), .capacity = placed, .slot = OX_SLOT_MESH + 1, .record = &model_record};
    player->components[DRIFT] =
        (ox_component_type){.name = OX_NAME("drift"),
                            .capacity = capacity_of(player, needs, player->moving_count, needs->least_moving),
                            .record = &ox_motion_type};
    player->components[CLIP] =
        (ox_component_type){.name = OX_NAME("clip"),
                            .capacity = capacity_of(player, needs, player->clip_rows, needs->least_clips),
                            .slot = OX_SLOT_ANIMATION + 1,
                            .record = &clip_record};
    player->components[ATTACHMENT] = ox_attachment_component(
        needs->attaches ? placed : capacity_of(player, needs, count_attached(player), needs->least_attached));
    player->object_kind = (ox_object_type){.name = OX_NAME("object"),
                                           .capacity = placed,
                                           .flags = OX_OBJECT_VISIBLE,
                                           .components = {OX_NAME("place"), OX_NAME("model")}};
    player->world = world;
    for (uint32_t i = 0; i < COMPONENTS; i++) {
        *numbers[i] = 0;
        if (player->components[i].capacity == 0) continue;
        int number = ox_world_add_component(world, &player->components[i]);
        if (number < 0) return (ox_status)number;
        *numbers[i] = (uint8_t)(number + 1);
    }
    if (player->attachment_type != 0) {
        const int system = ox_world_add_system(world, &ox_attachments_system, NULL);
        if (system < 0) return (ox_status)system;
    }
    return ox_player_give_order(player) ? OX_OK : OX_OUT_OF_MEMORY;
}

ox_status ox_player_settle(ox_player *player, ox_world *world) {
    ox_world_needs needs = {0};
    ox_player_needs(player, &needs);
    const ox_world_config config = {.objects = (uint16_t)(needs.objects == 0 ? 1 : needs.objects),
                                    .types = (uint8_t)needs.types,
                                    .components = (uint8_t)needs.components,
                                    .systems = (uint8_t)needs.systems};
    if (needs.objects > OX_POOL_CAPACITY_MAX) return OX_FULL;
    ox_status status = ox_world_init(world, player->resident, &config);
    if (status == OX_OK) status = ox_player_join(player, world, &needs);
    return status == OX_OK ? ox_player_populate(player) : status;
}

/* ---- making ---- */

bool ox_player_give_drift(ox_player *player, ox_object *object, const ox_scene_row *row) {
    ox_motion *drift = (ox_motion *)(uintptr_t)ox_player_drift(player, object);
    if (!row->moves) {
        if (drift != NULL) (void)ox_component_remove(player->world, object, player->drift_type - 1u, drift);
        return true;
    }
    if (drift == NULL && player->drift_type != 0)
        drift = ox_component_add(player->world, object, player->drift_type - 1u);
    if (drift == NULL) return false;
    *drift = row->motion;
    return true;
}

bool ox_player_give_clip(ox_player *player, ox_object *object, const ox_object_clip *clip) {
    ox_object_clip *own = ox_player_clip(player, object);
    if (clip == NULL) {
        if (own != NULL) (void)ox_component_remove(player->world, object, player->clip_type - 1u, own);
        return true;
    }
    if (own != NULL) {
        own->source = clip->source; /* and goes on where it is */
        return true;
    }
    own = player->clip_type == 0 ? NULL : ox_component_add(player->world, object, player->clip_type - 1u);
    if (own != NULL) *own = *clip;
    return own != NULL;
}

/* A component that no module of this player has is left out: it would have been heard or seen, and changes nothing of the game. */
static bool give_value(ox_player *player, ox_object *object, const uint8_t *row) {
    ox_world *world = player->world;
    const int type = ox_world_component(world, rom_word(row + ROM_OBJECT_VALUE_COMPONENT));
    const ox_id field = rom_word(row + ROM_OBJECT_VALUE_FIELD);
    if (type < 0 || type == (int)player->attachment_type - 1)
        return true; /* others carry it when all are there */
    void *data = ox_component_get(world, object, (uint32_t)type);
    if (data == NULL) data = ox_component_add(world, object, (uint32_t)type);
    if (data == NULL || field == 0) return data != NULL;
    const ox_type *record = world->components[type].type->record;
    const ox_field *of = ox_type_open_field(record, field);
    const uint32_t word = rom_word(row + ROM_OBJECT_VALUE_VALUE),
                   index = rom_word(row + ROM_OBJECT_VALUE_INDEX);
    if (of == NULL || index >= ox_field_count(of)) return true;
    const bool is_signed = (of->kind & 0xF0u) == OX_I8 || of->kind == OX_FX;
    const int64_t value = is_signed ? (int64_t)(int32_t)word : (int64_t)word;
    return ox_field_set(of, data, index, ox_field_clamp(of, value)) == OX_OK;
}

uint32_t ox_player_list_values(const uint8_t *scene, const uint8_t **rows) {
    const uint32_t count = rom_has(scene, ROM_SCENE_VALUES_AT) ? rom_word(scene + ROM_SCENE_VALUE_COUNT) : 0;
    *rows = scene + (count == 0 ? 0 : rom_word(scene + ROM_SCENE_VALUES_AT));
    return *rows == scene ? 0 : count;
}

static bool gives(const uint8_t *scene, ox_id component) {
    const uint8_t *row = NULL;
    for (uint32_t count = scene == NULL ? 0 : ox_player_list_values(scene, &row); count > 0;
         count--, row += ROM_OBJECT_VALUE_SIZE)
        if (rom_word(row + ROM_OBJECT_VALUE_COMPONENT) == component) return true;
    return false;
}

bool ox_player_gives(const ox_player *player, ox_id component) {
    ox_held held;
    if (gives(player->types, component)) return true;
    const uint8_t *scene = ox_resource_scene(player->resources, player->scene, &held);
    const bool said = gives(scene, component);
    if (scene != NULL) ox_manager_let_go(player->resources->manager, held.handle);
    return said;
}

static const uint8_t *first_value(const uint8_t *scene, uint32_t number, const uint8_t **end) {
    const uint8_t *rows = NULL;
    const uint32_t count = ox_player_list_values(scene, &rows);
    *end = rows + (size_t)count * ROM_OBJECT_VALUE_SIZE;
    return rows +
           (size_t)ox_player_first_row(rows, count, ROM_OBJECT_VALUE_SIZE, number) * ROM_OBJECT_VALUE_SIZE;
}

bool ox_player_takes_statements(const ox_world *world, ox_id component) {
    const int type = ox_world_component(world, component);
    const ox_component_ops *ops = type < 0 ? NULL : world->components[type].type->ops;
    return ops != NULL && ops->give != NULL;
}

/* The rows of one statement; the one behind them. */
static const uint8_t *give_statement(ox_player *player, ox_object *object, const uint8_t *row,
                                     const uint8_t *end) {
    const ox_id component = rom_word(row + ROM_OBJECT_VALUE_COMPONENT);
    const int type = ox_world_component(player->world, component);
    const uint8_t *first = row;
    ox_given given = {0};
    for (; row < end && memcmp(row, first, ROM_OBJECT_VALUE_INDEX) == 0; row += ROM_OBJECT_VALUE_SIZE) {
        const uint32_t cell = rom_word(row + ROM_OBJECT_VALUE_INDEX);
        if (cell >= OX_GIVEN_CELLS) continue;
        given.said |= 1u << cell;
        given.cells[cell] = (int32_t)rom_word(row + ROM_OBJECT_VALUE_VALUE);
    }
    player->world->components[type].type->ops->give(player->world, object, &given);
    return row;
}

bool ox_player_give_values(ox_player *player, ox_object *object, const uint8_t *scene, uint32_t number,
                           const ox_player_choice *choice) {
    const uint8_t *end, *row = first_value(scene, number, &end);
    while (row < end && rom_word(row + ROM_OBJECT_VALUE_OBJECT) == number) {
        const ox_id component = rom_word(row + ROM_OBJECT_VALUE_COMPONENT);
        if (choice != NULL && !choice->wants(choice->context, number, component)) {
            row += ROM_OBJECT_VALUE_SIZE;
        } else if (ox_player_takes_statements(player->world, component)) {
            row = give_statement(player, object, row, end);
        } else {
            if (!give_value(player, object, row)) return false;
            row += ROM_OBJECT_VALUE_SIZE;
        }
    }
    return true;
}

static void tell_values(const uint8_t *scene, uint32_t number, ox_id component, ox_player_hear *hear,
                        void *context) {
    const uint8_t *end, *row = first_value(scene, number, &end);
    for (; row < end && rom_word(row + ROM_OBJECT_VALUE_OBJECT) == number; row += ROM_OBJECT_VALUE_SIZE)
        if (rom_word(row + ROM_OBJECT_VALUE_COMPONENT) == component)
            (void)hear(context, rom_word(row + ROM_OBJECT_VALUE_FIELD),
                       rom_word(row + ROM_OBJECT_VALUE_INDEX), rom_word(row + ROM_OBJECT_VALUE_VALUE),
                       OX_SAID_CELL);
}

void ox_player_said(const ox_player *player, const ox_object *object, ox_id component, ox_player_hear *hear,
                    void *context) {
    const ox_row_type *type = ox_player_row_type(player, object);
    const ox_model *model = ox_player_model(player, object);
    ox_held held;
    if (type != NULL) tell_values(player->types, type->number, component, hear, context);
    if (player->tell != NULL) player->tell(player->tell_context, object, component, hear, context);
    if (model == NULL || model->row == 0 || model->row > player->scene_rows) return;
    const uint8_t *scene = ox_resource_scene(player->resources, player->scene, &held);
    if (scene == NULL) return;
    if (model->row <= rom_half(scene + ROM_SCENE_OBJECTS))
        tell_values(scene, model->row - 1u, component, hear, context);
    ox_manager_let_go(player->resources->manager, held.handle);
}

/* Makes an object what a row says, beside its name. */
static bool furnish(ox_player *player, ox_object *object, const uint8_t *scene, uint32_t number) {
    const ox_scene_row said = ox_player_read_row(scene, number);
    const uint8_t *identity = ox_player_read_identity(scene, number);
    ox_object_clip clip;
    *ox_object_place_of(player->world, object) = said.place;
    (void)ox_place_set(player->world, object, said.place.pos);
    const uint32_t row = scene == player->types ? player->scene_rows + number : number;
    *ox_player_model(player, object) =
        (ox_model){.form = player->rows[row], .row = (uint16_t)(row + 1u), .copy = 0};
    if (!ox_player_give_drift(player, object, &said) ||
        !ox_player_give_clip(player, object,
                             ox_player_read_clip(player, scene, number, &clip) ? &clip : NULL) ||
        !ox_player_give_values(player, object, scene, number, NULL))
        return false;
    if (identity == NULL) return true;
    object->tags |= rom_half(identity + ROM_OBJECT_IDENTITY_TAGS);
    if ((rom_half(identity + ROM_OBJECT_IDENTITY_FLAGS) & ROM_OBJECT_IDENTITY_HIDDEN) != 0)
        ox_object_flag(player->world, object, OX_OBJECT_VISIBLE, false);
    return true;
}

ox_object *ox_player_spawn(ox_player *player, const uint8_t *scene, uint32_t row) {
    const uint8_t *identity = ox_player_read_identity(scene, row);
    const ox_id type = identity == NULL ? 0 : rom_word(identity + ROM_OBJECT_IDENTITY_TYPE),
                name = identity == NULL ? 0 : rom_word(identity + ROM_OBJECT_IDENTITY_NAME);
    const int own = type == 0 ? -1 : ox_world_find_type(player->world, type);
    ox_object *object = ox_world_spawn(player->world, own < 0 ? player->object_type : (uint32_t)own, NULL);
    if (object == NULL || !furnish(player, object, scene, row)) return NULL;
    return ox_object_name(player->world, object, name) == OX_OK ? object : NULL;
}

/* ---- types ---- */

const ox_row_type *ox_player_row_type(const ox_player *player, const ox_object *object) {
    const ox_object_type *type = player->world->types[object->type].type;
    for (uint32_t i = 0; i < player->row_count - player->scene_rows; i++)
        if (type == &player->row_types[i].type) return &player->row_types[i];
    return NULL;
}

static ox_status begin_as_row(ox_world *world, ox_object *object, void *data) {
    const ox_row_type *type = (const ox_row_type *)(const void *)world->types[object->type].type;
    (void)data;
    return furnish(type->player, object, type->player->types, type->number) ? OX_OK : OX_FULL;
}

static const ox_object_ops row_ops = {.init = begin_as_row};

static ox_status add_types(ox_player *player) {
    const uint32_t count = player->row_count - player->scene_rows;
    if (count == 0 || player->row_types != NULL) return OX_OK;
    player->row_types = OX_PUSH(player->resident, ox_row_type, count);
    if (player->row_types == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *identity = ox_player_read_identity(player->types, i);
        player->row_types[i] = (ox_row_type){.type = player->object_kind, .player = player, .number = i};
        player->row_types[i].type.name = identity == NULL ? 0 : rom_word(identity + ROM_OBJECT_IDENTITY_NAME);
        player->row_types[i].type.ops = &row_ops;
        int number = ox_world_add_type(player->world, &player->row_types[i].type);
        if (number < 0) return (ox_status)number;
    }
    return OX_OK;
}

static void name_tags(const ox_player *player, const uint8_t *scene) {
    for (uint32_t i = 0; i < OX_WORLD_TAGS; i++) player->world->tags[i] = ox_player_read_tag(scene, i);
}

void ox_player_attach_rows(ox_player *player, const uint8_t *scene,
                           bool (*wanted)(const void *context, uint32_t row, uint32_t parent),
                           const void *context) {
    const uint8_t *at = NULL;
    for (uint32_t count = ox_player_list_values(scene, &at); count > 0;
         count--, at += ROM_OBJECT_VALUE_SIZE) {
        const uint32_t row = rom_word(at + ROM_OBJECT_VALUE_OBJECT),
                       parent = rom_word(at + ROM_OBJECT_VALUE_VALUE);
        if (rom_word(at + ROM_OBJECT_VALUE_COMPONENT) != OX_NAME("attachment")) continue;
        ox_object *object = ox_player_object(player, row);
        const ox_object *carrier = ox_player_object(player, parent);
        if (object == NULL || carrier == NULL || (wanted != NULL && !wanted(context, row, parent))) continue;
        ox_detach(player->world, object);
        *ox_object_place_of(player->world, object) = ox_player_read_row(scene, row).place;
        const ox_status status = ox_attach_at(player->world, object, carrier->handle);
        if (status == OX_CYCLE || status == OX_FULL)
            ox_log_write(player->log, PLAT_LOG_WARNING, "object %u of the scene is not carried by %u: %s",
                         (unsigned)row, (unsigned)parent, ox_status_name(status));
    }
}

ox_status ox_player_populate(ox_player *player) {
    ox_held held;
    const uint8_t *scene = ox_resource_scene(player->resources, player->scene, &held);
    ox_status status = scene == NULL ? OX_NOT_FOUND : OX_OK;
    if (scene != NULL) name_tags(player, scene);
    if (status == OX_OK) status = add_types(player);
    int type = ox_world_find_type(player->world, player->object_kind.name);
    if (type < 0 && status == OX_OK) type = ox_world_add_type(player->world, &player->object_kind);
    if (type < 0 && status == OX_OK) status = (ox_status)type;
    player->object_type = (uint8_t)type;
    for (uint32_t i = 0; i < player->scene_rows && status == OX_OK; i++)
        if (ox_player_spawn(player, scene, i) == NULL) status = OX_OUT_OF_MEMORY;
    if (status == OX_OK && player->attachment_type != 0) ox_player_attach_rows(player, scene, NULL, NULL);
    if (scene != NULL) ox_manager_let_go(player->resources->manager, held.handle);
    return status;
}

ox_object *ox_player_copy(ox_player *player, const ox_object *from, vec3 position) {
    const ox_id name = from->name;
    ox_object *object = ox_world_clone(player->world, from, NULL);
    if (object == NULL) return NULL;
    ox_model *model = ox_player_model(player, object);
    if (model != NULL) model->copy = 1;
    ox_object_flag(player->world, object, OX_OBJECT_VISIBLE, true);
    if (ox_object_place_of(player->world, object) != NULL)
        (void)ox_place_set(player->world, object, position);
    return ox_object_name(player->world, object, name) == OX_OK ? object : NULL;
}

/* ---- walks ---- */

uint32_t ox_player_each(const ox_player *player, uint32_t from, ox_object **object, ox_model **model) {
    void *data;
    from = player->model_type == 0
               ? 0
               : ox_component_each(player->world, player->model_type - 1u, from, object, &data);
    if (from != 0) *model = data;
    return from;
}

ox_object *ox_player_object(const ox_player *player, uint32_t row) {
    ox_object *object;
    ox_model *model;
    for (uint32_t at = 0; (at = ox_player_each(player, at, &object, &model)) != 0;)
        if (model->row == row + 1u && model->copy == 0) return object;
    return NULL;
}

bool ox_player_is_sound(const ox_player *player) {
    ox_object *object;
    ox_model *model;
    void *clip;
    for (uint32_t at = 0; (at = ox_player_each(player, at, &object, &model)) != 0;)
        if (model->form >= player->form_count || model->row > player->row_count) return false;
    for (uint32_t at = 0;
         player->clip_type != 0 &&
         (at = ox_component_each(player->world, player->clip_type - 1u, at, &object, &clip)) != 0;)
        if (((const ox_object_clip *)clip)->source >= player->clip_count ||
            player->clips[((const ox_object_clip *)clip)->source].skeleton == NULL)
            return false;
    return true;
}

/* ---- where they stand ---- */

/* Motions of those who carry it come on top of its own. */
static mat34 carried_place(const ox_player *player, const ox_object *object, uint32_t time, uf16 fraction,
                           const rot33 *table) {
    mat34 place = ox_player_place(ox_object_place_of(player->world, object), ox_player_drift(player, object),
                                  time, fraction, NULL);
    for (uint32_t depth = 0; depth < OX_ATTACHED_DEEP; depth++) {
        object = ox_attached_to(player->world, object);
        if (object == NULL) break;
        const ox_object_place *at = ox_object_place_of(player->world, object);
        const ox_motion *drift = ox_player_drift(player, object);
        if (drift == NULL || at == NULL) continue;
        const mat34 moved = ox_player_drifted(at, drift, time, fraction);
        place = m34_mul(&moved, &place);
    }
    if (table == NULL) return place;
    const mat34 turned = m34_from_trs(V3_ZERO, table, v3(FX_ONE, FX_ONE, FX_ONE));
    return m34_mul(&turned, &place);
}

mat34 ox_player_place_of(const ox_player *player, const ox_object *object, uint32_t time, uf16 fraction,
                         const rot33 *table) {
    const ox_object_place *at = ox_object_place_of(player->world, object);
    if (at == NULL) return m34_identity();
    if (player->attachment_type == 0 || ox_attached_to(player->world, object) == NULL)
        return ox_player_place(at, ox_player_drift(player, object), time, fraction, table);
    return carried_place(player, object, time, fraction, table);
}

static mat34 place_at_moment(const ox_player *player, const ox_object *object, uint32_t time, uf16 fraction) {
    rot33 turn;
    const bool table = (player->flags & ROM_SCENE_TURNTABLE) != 0;
    if (table) ox_player_turn(player, fraction, &turn);
    return ox_player_place_of(player, object, time, fraction, table ? &turn : NULL);
}

mat34 ox_player_stand(const ox_player *player, const ox_object *object) {
    uf16 fraction = 0;
    return place_at_moment(player, object, ox_player_moment(player, &fraction), 0);
}

mat34 ox_player_drawn(const ox_player *player, const ox_object *object) {
    return place_at_moment(player, object, player->drawn_time, player->drawn_fraction);
}

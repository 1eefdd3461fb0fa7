/* The objects of a scene, in the world. */
#include <string.h>

#include "kernel/scene/internal.h"
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

/* Capacity for a component that `rows` of the scene's rows have: these objects, and copies of them in the room for
 * other objects. */
static uint16_t capacity_of(const ox_scene *scene, const ox_world_needs *needs, uint32_t rows,
                            uint32_t least) {
    uint32_t all = rows == 0 ? 0 : rows + needs->placed - scene->scene_rows;
    if (all < least) all = least;
    return (uint16_t)(all > UINT16_MAX ? UINT16_MAX : all);
}

/* How many objects of the scene are attached to others. */
static uint32_t count_attached(const ox_scene *scene) {
    ox_held held;
    const uint8_t *rows = NULL, *chunk = ox_resource_scene(scene->resources, scene->id, &held);
    uint32_t attached = 0;
    if (chunk == NULL) return 0;
    for (uint32_t count = ox_scene_list_values(chunk, &rows); count > 0;
         count--, rows += ROM_OBJECT_VALUE_SIZE)
        attached += rom_word(rows + ROM_OBJECT_VALUE_COMPONENT) == OX_NAME("attachment");
    ox_manager_let_go(scene->resources->manager, held.handle);
    return attached;
}

void ox_scene_needs(const ox_scene *scene, ox_world_needs *needs) {
    needs->objects += scene->scene_rows;
    needs->placed += scene->scene_rows;
    needs->types += 1u + (scene->row_count - scene->scene_rows);
    needs->components += COMPONENTS;
    needs->systems += count_attached(scene) > 0;
}

ox_status ox_scene_join(ox_scene *scene, ox_world *world, const ox_world_needs *needs) {
    if (needs->placed > OX_POOL_CAPACITY_MAX) return OX_FULL;
    const uint16_t placed = (uint16_t)(needs->placed == 0 ? 1 : needs->placed);
    uint8_t *const numbers[COMPONENTS] = {&scene->place_type, &scene->model_type, &scene->drift_type,
                                          &scene->clip_type, &scene->attachment_type};
    scene->components[PLACE] = ox_place_component(placed);
    scene->components[MODEL] = (ox_component_type){
        .name = OX_NAME("model"), .capacity = placed, .slot = OX_SLOT_MESH + 1, .record = &model_record};
    scene->components[DRIFT] =
        (ox_component_type){.name = OX_NAME("drift"),
                            .capacity = capacity_of(scene, needs, scene->moving_count, needs->least_moving),
                            .record = &ox_motion_type};
    scene->components[CLIP] =
        (ox_component_type){.name = OX_NAME("clip"),
                            .capacity = capacity_of(scene, needs, scene->clip_rows, needs->least_clips),
                            .slot = OX_SLOT_ANIMATION + 1,
                            .record = &clip_record};
    scene->components[ATTACHMENT] = ox_attachment_component(
        needs->attaches ? placed : capacity_of(scene, needs, count_attached(scene), needs->least_attached));
    scene->object_kind = (ox_object_type){.name = OX_NAME("object"),
                                          .capacity = placed,
                                          .flags = OX_OBJECT_VISIBLE,
                                          .components = {OX_NAME("place"), OX_NAME("model")}};
    scene->world = world;
    for (uint32_t i = 0; i < COMPONENTS; i++) {
        *numbers[i] = 0;
        if (scene->components[i].capacity == 0) continue;
        int number = ox_world_add_component(world, &scene->components[i]);
        if (number < 0) return (ox_status)number;
        *numbers[i] = (uint8_t)(number + 1);
    }
    if (scene->attachment_type != 0) {
        const int system = ox_world_add_system(world, &ox_attachments_system, NULL);
        if (system < 0) return (ox_status)system;
    }
    return ox_scene_give_order(scene) ? OX_OK : OX_OUT_OF_MEMORY;
}

ox_status ox_scene_settle(ox_scene *scene, ox_world *world) {
    ox_world_needs needs = {0};
    ox_scene_needs(scene, &needs);
    const ox_world_config config = {.objects = (uint16_t)(needs.objects == 0 ? 1 : needs.objects),
                                    .types = (uint8_t)needs.types,
                                    .components = (uint8_t)needs.components,
                                    .systems = (uint8_t)needs.systems};
    if (needs.objects > OX_POOL_CAPACITY_MAX) return OX_FULL;
    ox_status status = ox_world_init(world, scene->resident, &config);
    if (status == OX_OK) status = ox_scene_join(scene, world, &needs);
    return status == OX_OK ? ox_scene_populate(scene) : status;
}

/* ---- making ---- */

bool ox_scene_give_drift(ox_scene *scene, ox_object *object, const ox_scene_row *row) {
    ox_motion *drift = (ox_motion *)(uintptr_t)ox_scene_drift(scene, object);
    if (!row->moves) {
        if (drift != NULL) (void)ox_component_remove(scene->world, object, scene->drift_type - 1u, drift);
        return true;
    }
    if (drift == NULL && scene->drift_type != 0)
        drift = ox_component_add(scene->world, object, scene->drift_type - 1u);
    if (drift == NULL) return false;
    *drift = row->motion;
    return true;
}

bool ox_scene_give_clip(ox_scene *scene, ox_object *object, const ox_object_clip *clip) {
    ox_object_clip *own = ox_scene_clip_of(scene, object);
    if (clip == NULL) {
        if (own != NULL) (void)ox_component_remove(scene->world, object, scene->clip_type - 1u, own);
        return true;
    }
    if (own != NULL) {
        own->source = clip->source; /* the clip's clock goes on */
        return true;
    }
    own = scene->clip_type == 0 ? NULL : ox_component_add(scene->world, object, scene->clip_type - 1u);
    if (own != NULL) *own = *clip;
    return own != NULL;
}

/* Gives an object one value of a component. A component that no module of this player has is left out: it would only be
 * heard or seen, and changes nothing of the game. */
static bool give_value(ox_scene *scene, ox_object *object, const uint8_t *row) {
    ox_world *world = scene->world;
    const int type = ox_world_component(world, rom_word(row + ROM_OBJECT_VALUE_COMPONENT));
    const ox_id field = rom_word(row + ROM_OBJECT_VALUE_FIELD);
    if (type < 0 || type == (int)scene->attachment_type - 1)
        return true; /* attached when all objects exist */
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
    ox_field_put(of, data, index, value);
    return true;
}

uint32_t ox_scene_list_values(const uint8_t *chunk, const uint8_t **rows) {
    const uint32_t count = rom_has(chunk, ROM_SCENE_VALUES_AT) ? rom_word(chunk + ROM_SCENE_VALUE_COUNT) : 0;
    *rows = chunk + (count == 0 ? 0 : rom_word(chunk + ROM_SCENE_VALUES_AT));
    return *rows == chunk ? 0 : count;
}

static bool gives(const uint8_t *chunk, ox_id component) {
    const uint8_t *row = NULL;
    for (uint32_t count = chunk == NULL ? 0 : ox_scene_list_values(chunk, &row); count > 0;
         count--, row += ROM_OBJECT_VALUE_SIZE)
        if (rom_word(row + ROM_OBJECT_VALUE_COMPONENT) == component) return true;
    return false;
}

bool ox_scene_gives(const ox_scene *scene, ox_id component) {
    ox_held held;
    if (gives(scene->types, component)) return true;
    const uint8_t *chunk = ox_resource_scene(scene->resources, scene->id, &held);
    const bool said = gives(chunk, component);
    if (chunk != NULL) ox_manager_let_go(scene->resources->manager, held.handle);
    return said;
}

static const uint8_t *first_value(const uint8_t *chunk, uint32_t number, const uint8_t **end) {
    const uint8_t *rows = NULL;
    const uint32_t count = ox_scene_list_values(chunk, &rows);
    *end = rows + (size_t)count * ROM_OBJECT_VALUE_SIZE;
    return rows +
           (size_t)ox_scene_first_row(rows, count, ROM_OBJECT_VALUE_SIZE, number) * ROM_OBJECT_VALUE_SIZE;
}

bool ox_scene_takes_statements(const ox_world *world, ox_id component) {
    const int type = ox_world_component(world, component);
    const ox_component_ops *ops = type < 0 ? NULL : world->components[type].type->ops;
    return ops != NULL && ops->give != NULL;
}

/* Hands the rows of one statement to the component; returns the row behind them. */
static const uint8_t *give_statement(ox_scene *scene, ox_object *object, const uint8_t *row,
                                     const uint8_t *end) {
    const ox_id component = rom_word(row + ROM_OBJECT_VALUE_COMPONENT);
    const int type = ox_world_component(scene->world, component);
    const uint8_t *first = row;
    ox_given given = {0};
    for (; row < end && memcmp(row, first, ROM_OBJECT_VALUE_INDEX) == 0; row += ROM_OBJECT_VALUE_SIZE) {
        const uint32_t cell = rom_word(row + ROM_OBJECT_VALUE_INDEX);
        if (cell >= OX_GIVEN_CELLS) continue;
        given.said |= 1u << cell;
        given.cells[cell] = (int32_t)rom_word(row + ROM_OBJECT_VALUE_VALUE);
    }
    scene->world->components[type].type->ops->give(scene->world, object, &given);
    return row;
}

bool ox_scene_give_values(ox_scene *scene, ox_object *object, const uint8_t *chunk, uint32_t number,
                          const ox_scene_choice *choice) {
    const uint8_t *end, *row = first_value(chunk, number, &end);
    while (row < end && rom_word(row + ROM_OBJECT_VALUE_OBJECT) == number) {
        const ox_id component = rom_word(row + ROM_OBJECT_VALUE_COMPONENT);
        if (choice != NULL && !choice->wants(choice->context, number, component)) {
            row += ROM_OBJECT_VALUE_SIZE;
        } else if (ox_scene_takes_statements(scene->world, component)) {
            row = give_statement(scene, object, row, end);
        } else {
            if (!give_value(scene, object, row)) return false;
            row += ROM_OBJECT_VALUE_SIZE;
        }
    }
    return true;
}

static void tell_values(const uint8_t *chunk, uint32_t number, ox_id component, ox_scene_hear *hear,
                        void *context) {
    const uint8_t *end, *row = first_value(chunk, number, &end);
    for (; row < end && rom_word(row + ROM_OBJECT_VALUE_OBJECT) == number; row += ROM_OBJECT_VALUE_SIZE)
        if (rom_word(row + ROM_OBJECT_VALUE_COMPONENT) == component)
            (void)hear(context, rom_word(row + ROM_OBJECT_VALUE_FIELD),
                       rom_word(row + ROM_OBJECT_VALUE_INDEX), rom_word(row + ROM_OBJECT_VALUE_VALUE),
                       OX_SAID_CELL);
}

void ox_scene_said(const ox_scene *scene, const ox_object *object, ox_id component, ox_scene_hear *hear,
                   void *context) {
    const ox_row_type *type = ox_scene_row_type(scene, object);
    const ox_model *model = ox_scene_model(scene, object);
    ox_held held;
    if (type != NULL) tell_values(scene->types, type->number, component, hear, context);
    if (scene->tell != NULL) scene->tell(scene->tell_context, object, component, hear, context);
    if (model == NULL || model->row == 0 || model->row > scene->scene_rows) return;
    const uint8_t *chunk = ox_resource_scene(scene->resources, scene->id, &held);
    if (chunk == NULL) return;
    if (model->row <= rom_half(chunk + ROM_SCENE_OBJECTS))
        tell_values(chunk, model->row - 1u, component, hear, context);
    ox_manager_let_go(scene->resources->manager, held.handle);
}

/* Gives an object all that a row says, except its name. */
static bool furnish(ox_scene *scene, ox_object *object, const uint8_t *chunk, uint32_t number) {
    const ox_scene_row said = ox_scene_read_row(chunk, number);
    const uint8_t *identity = ox_scene_read_identity(chunk, number);
    ox_object_clip clip;
    *ox_object_place_of(scene->world, object) = said.place;
    (void)ox_place_set(scene->world, object, said.place.pos);
    const uint32_t row = chunk == scene->types ? scene->scene_rows + number : number;
    *ox_scene_model(scene, object) =
        (ox_model){.form = scene->rows[row], .row = (uint16_t)(row + 1u), .copy = 0};
    if (!ox_scene_give_drift(scene, object, &said) ||
        !ox_scene_give_clip(scene, object, ox_scene_read_clip(scene, chunk, number, &clip) ? &clip : NULL) ||
        !ox_scene_give_values(scene, object, chunk, number, NULL))
        return false;
    if (identity == NULL) return true;
    object->tags |= rom_half(identity + ROM_OBJECT_IDENTITY_TAGS);
    if ((rom_half(identity + ROM_OBJECT_IDENTITY_FLAGS) & ROM_OBJECT_IDENTITY_HIDDEN) != 0)
        ox_object_flag(scene->world, object, OX_OBJECT_VISIBLE, false);
    return true;
}

ox_object *ox_scene_spawn(ox_scene *scene, const uint8_t *chunk, uint32_t row) {
    const uint8_t *identity = ox_scene_read_identity(chunk, row);
    const ox_id type = identity == NULL ? 0 : rom_word(identity + ROM_OBJECT_IDENTITY_TYPE),
                name = identity == NULL ? 0 : rom_word(identity + ROM_OBJECT_IDENTITY_NAME);
    const int own = type == 0 ? -1 : ox_world_find_type(scene->world, type);
    ox_object *object = ox_world_spawn(scene->world, own < 0 ? scene->object_type : (uint32_t)own, NULL);
    if (object == NULL || !furnish(scene, object, chunk, row)) return NULL;
    return ox_object_name(scene->world, object, name) == OX_OK ? object : NULL;
}

/* ---- types ---- */

const ox_row_type *ox_scene_row_type(const ox_scene *scene, const ox_object *object) {
    const ox_object_type *type = scene->world->types[object->type].type;
    for (uint32_t i = 0; i < scene->row_count - scene->scene_rows; i++)
        if (type == &scene->row_types[i].type) return &scene->row_types[i];
    return NULL;
}

static ox_status begin_as_row(ox_world *world, ox_object *object, void *data) {
    const ox_row_type *type = (const ox_row_type *)(const void *)world->types[object->type].type;
    (void)data;
    return furnish(type->scene, object, type->scene->types, type->number) ? OX_OK : OX_FULL;
}

static const ox_object_ops row_ops = {.init = begin_as_row};

static ox_status add_types(ox_scene *scene) {
    const uint32_t count = scene->row_count - scene->scene_rows;
    if (count == 0 || scene->row_types != NULL) return OX_OK;
    scene->row_types = OX_PUSH(scene->resident, ox_row_type, count);
    if (scene->row_types == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *identity = ox_scene_read_identity(scene->types, i);
        scene->row_types[i] = (ox_row_type){.type = scene->object_kind, .scene = scene, .number = i};
        scene->row_types[i].type.name = identity == NULL ? 0 : rom_word(identity + ROM_OBJECT_IDENTITY_NAME);
        scene->row_types[i].type.ops = &row_ops;
        int number = ox_world_add_type(scene->world, &scene->row_types[i].type);
        if (number < 0) return (ox_status)number;
    }
    return OX_OK;
}

static void name_tags(const ox_scene *scene, const uint8_t *chunk) {
    for (uint32_t i = 0; i < OX_WORLD_TAGS; i++) scene->world->tags[i] = ox_scene_read_tag(chunk, i);
}

void ox_scene_attach_rows(ox_scene *scene, const uint8_t *chunk,
                          bool (*wanted)(const void *context, uint32_t row, uint32_t parent),
                          const void *context) {
    const uint8_t *at = NULL;
    for (uint32_t count = ox_scene_list_values(chunk, &at); count > 0; count--, at += ROM_OBJECT_VALUE_SIZE) {
        const uint32_t row = rom_word(at + ROM_OBJECT_VALUE_OBJECT),
                       parent = rom_word(at + ROM_OBJECT_VALUE_VALUE);
        if (rom_word(at + ROM_OBJECT_VALUE_COMPONENT) != OX_NAME("attachment")) continue;
        ox_object *object = ox_scene_object(scene, row);
        const ox_object *carrier = ox_scene_object(scene, parent);
        if (object == NULL || carrier == NULL || (wanted != NULL && !wanted(context, row, parent))) continue;
        ox_detach(scene->world, object);
        *ox_object_place_of(scene->world, object) = ox_scene_read_row(chunk, row).place;
        const ox_status status = ox_attach_at(scene->world, object, carrier->handle);
        if (status == OX_CYCLE || status == OX_FULL)
            ox_log_write(scene->log, PLAT_LOG_WARNING, "object %u of the scene is not carried by %u: %s",
                         (unsigned)row, (unsigned)parent, ox_status_name(status));
    }
}

ox_status ox_scene_populate(ox_scene *scene) {
    ox_held held;
    const uint8_t *chunk = ox_resource_scene(scene->resources, scene->id, &held);
    ox_status status = chunk == NULL ? OX_NOT_FOUND : OX_OK;
    if (chunk != NULL) name_tags(scene, chunk);
    if (status == OX_OK) status = add_types(scene);
    int type = ox_world_find_type(scene->world, scene->object_kind.name);
    if (type < 0 && status == OX_OK) type = ox_world_add_type(scene->world, &scene->object_kind);
    if (type < 0 && status == OX_OK) status = (ox_status)type;
    scene->object_type = (uint8_t)type;
    for (uint32_t i = 0; i < scene->scene_rows && status == OX_OK; i++)
        if (ox_scene_spawn(scene, chunk, i) == NULL) status = OX_OUT_OF_MEMORY;
    if (status == OX_OK && scene->attachment_type != 0) ox_scene_attach_rows(scene, chunk, NULL, NULL);
    if (chunk != NULL) ox_manager_let_go(scene->resources->manager, held.handle);
    return status;
}

ox_object *ox_scene_copy(ox_scene *scene, const ox_object *from, vec3 position) {
    const ox_id name = from->name;
    ox_object *object = ox_world_clone(scene->world, from, NULL);
    if (object == NULL) return NULL;
    ox_model *model = ox_scene_model(scene, object);
    if (model != NULL) model->copy = 1;
    ox_object_flag(scene->world, object, OX_OBJECT_VISIBLE, true);
    if (ox_object_place_of(scene->world, object) != NULL) (void)ox_place_set(scene->world, object, position);
    return ox_object_name(scene->world, object, name) == OX_OK ? object : NULL;
}

/* ---- walks ---- */

uint32_t ox_scene_each(const ox_scene *scene, uint32_t from, ox_object **object, ox_model **model) {
    void *data;
    from = scene->model_type == 0
               ? 0
               : ox_component_each(scene->world, scene->model_type - 1u, from, object, &data);
    if (from != 0) *model = data;
    return from;
}

ox_object *ox_scene_object(const ox_scene *scene, uint32_t row) {
    ox_object *object;
    ox_model *model;
    for (uint32_t at = 0; (at = ox_scene_each(scene, at, &object, &model)) != 0;)
        if (model->row == row + 1u && model->copy == 0) return object;
    return NULL;
}

bool ox_scene_is_sound(const ox_scene *scene) {
    ox_object *object;
    ox_model *model;
    void *clip;
    for (uint32_t at = 0; (at = ox_scene_each(scene, at, &object, &model)) != 0;)
        if (model->form >= scene->form_count || model->row > scene->row_count) return false;
    for (uint32_t at = 0;
         scene->clip_type != 0 &&
         (at = ox_component_each(scene->world, scene->clip_type - 1u, at, &object, &clip)) != 0;)
        if (((const ox_object_clip *)clip)->source >= scene->clip_count ||
            scene->clips[((const ox_object_clip *)clip)->source].skeleton == NULL)
            return false;
    return true;
}

/* ---- where they stand ---- */

/* The transform of a carried object: motions of its parents come on top of its own motion. */
static mat34 carried_place(const ox_scene *scene, const ox_object *object, uint32_t time, uf16 fraction,
                           const rot33 *table) {
    mat34 place = ox_scene_place(ox_object_place_of(scene->world, object), ox_scene_drift(scene, object),
                                 time, fraction, NULL);
    for (uint32_t depth = 0; depth < OX_ATTACHED_DEEP; depth++) {
        object = ox_attached_to(scene->world, object);
        if (object == NULL) break;
        const ox_object_place *at = ox_object_place_of(scene->world, object);
        const ox_motion *drift = ox_scene_drift(scene, object);
        if (drift == NULL || at == NULL) continue;
        const mat34 moved = ox_scene_drifted(at, drift, time, fraction);
        place = m34_mul(&moved, &place);
    }
    if (table == NULL) return place;
    const mat34 turned = m34_from_trs(V3_ZERO, table, v3(FX_ONE, FX_ONE, FX_ONE));
    return m34_mul(&turned, &place);
}

mat34 ox_scene_place_of(const ox_scene *scene, const ox_object *object, uint32_t time, uf16 fraction,
                        const rot33 *table) {
    const ox_object_place *at = ox_object_place_of(scene->world, object);
    if (at == NULL) return m34_identity();
    if (scene->attachment_type == 0 || ox_attached_to(scene->world, object) == NULL)
        return ox_scene_place(at, ox_scene_drift(scene, object), time, fraction, table);
    return carried_place(scene, object, time, fraction, table);
}

static mat34 place_at_moment(const ox_scene *scene, const ox_object *object, uint32_t time, uf16 fraction) {
    rot33 turn;
    const bool table = (scene->flags & ROM_SCENE_TURNTABLE) != 0;
    if (table) ox_scene_turn(scene, fraction, &turn);
    return ox_scene_place_of(scene, object, time, fraction, table ? &turn : NULL);
}

mat34 ox_scene_stand(const ox_scene *scene, const ox_object *object) {
    uf16 fraction = 0;
    return place_at_moment(scene, object, ox_scene_moment(scene, &fraction), 0);
}

mat34 ox_scene_drawn(const ox_scene *scene, const ox_object *object) {
    return place_at_moment(scene, object, scene->drawn_time, scene->drawn_fraction);
}

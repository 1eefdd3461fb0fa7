/* Objects of a scene that is built anew out of changed resources: the former scene's rows are compared with the present
 * ones. */
#include <string.h>

#include "kernel/save/world_image.h"
#include "kernel/scene/internal.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"
#include "rom/check.h"

/* Hashes of a scene's row: a hash that differs between the former and the present scene shows a changed value. */
typedef struct row_sums {
    uint32_t name, place, turn, size, tags, motion;
} row_sums;

enum { SUMS_BYTES = 24, TYPE_BYTES = 8 /* name and motion of a type */ };

static uint32_t motion_sum(const ox_scene_row *said) {
    const ox_motion *m = &said->motion;
    const uint16_t halves[] = {
        (uint16_t)m->orbit_speed, m->orbit_phase,       (uint16_t)m->bob_speed, m->bob_phase,
        (uint16_t)m->spin[0],     (uint16_t)m->spin[1], (uint16_t)m->spin[2]};
    ox_writer to = ox_writer_hash();
    ox_write_bool(&to, said->moves);
    ox_write_i32(&to, m->orbit_radius);
    ox_write_i32(&to, m->bob_height);
    for (uint32_t i = 0; i < sizeof halves / sizeof halves[0]; i++) ox_write_u16(&to, halves[i]);
    return to.hash;
}

static uint32_t tags_of(const uint8_t *chunk, uint32_t row) {
    const uint8_t *identity = ox_scene_read_identity(chunk, row);
    return identity == NULL ? 0 : rom_half(identity + ROM_OBJECT_IDENTITY_TAGS);
}

static row_sums sums_of(const uint8_t *chunk, uint32_t row) {
    const ox_scene_row said = ox_scene_read_row(chunk, row);
    const uint8_t *identity = ox_scene_read_identity(chunk, row);
    ox_writer place = ox_writer_hash(), turn = ox_writer_hash(), names = ox_writer_hash();
    const uint32_t words[] = {(uint32_t)said.place.pos.x, (uint32_t)said.place.pos.y,
                              (uint32_t)said.place.pos.z};
    ox_write_words(&place, words, 3);
    ox_write_u16(&turn, said.place.angle);
    ox_write_u16(&turn, said.place.pitch);
    ox_write_u16(&turn, said.place.roll);
    for (uint32_t bit = 0, tags = tags_of(chunk, row); bit < OX_WORLD_TAGS; bit++)
        if ((tags >> bit & 1u) != 0) ox_write_u32(&names, ox_scene_read_tag(chunk, bit));
    return (row_sums){identity == NULL ? 0 : rom_word(identity + ROM_OBJECT_IDENTITY_NAME),
                      place.hash,
                      turn.hash,
                      (uint32_t)said.place.size,
                      names.hash,
                      motion_sum(&said)};
}

static uint32_t records_of(const ox_scene *scene, uint32_t type) {
    return type == 0 ? 0 : scene->world->components[type - 1u].nodes.fresh;
}

void ox_scene_least(const ox_scene *scene, ox_world_needs *needs) {
    needs->least_objects = ox_pool_peak(&scene->world->objects);
    needs->least_placed = records_of(scene, scene->place_type);
    needs->least_moving = records_of(scene, scene->drift_type);
    needs->least_clips = records_of(scene, scene->clip_type);
    needs->least_attached = records_of(scene, scene->attachment_type);
}

/* The name of a type by its number: names identify types, since the numbers may change. */
static uint32_t type_name(const uint8_t *types, uint32_t number) {
    const uint8_t *identity = ox_scene_read_identity(types, number);
    return identity == NULL ? 0 : rom_word(identity + ROM_OBJECT_IDENTITY_NAME);
}

/* Writes the rows of values of a scene, or of the types. */
static void keep_values(const uint8_t *chunk, bool are_types, ox_writer *to) {
    const uint8_t *row = NULL;
    uint32_t count = chunk == NULL ? 0 : ox_scene_list_values(chunk, &row);
    ox_write_u32(to, count);
    for (; count > 0; count--, row += ROM_OBJECT_VALUE_SIZE) {
        const uint32_t number = rom_word(row + ROM_OBJECT_VALUE_OBJECT);
        ox_write_u32(to, are_types ? type_name(chunk, number) : number);
        ox_write_bytes(to, row + ROM_OBJECT_VALUE_COMPONENT,
                       ROM_OBJECT_VALUE_SIZE - ROM_OBJECT_VALUE_COMPONENT);
    }
}

void ox_scene_keep(const ox_scene *scene, ox_writer *to) {
    ox_held held;
    const uint8_t *chunk = ox_resource_scene(scene->resources, scene->id, &held);
    const uint32_t rows = chunk == NULL ? 0 : scene->scene_rows;
    ox_write_u32(to, rows);
    for (uint32_t i = 0; i < rows; i++) {
        const row_sums sums = sums_of(chunk, i);
        const uint32_t words[] = {sums.name, sums.place, sums.turn, sums.size, sums.tags, sums.motion};
        ox_write_words(to, words, SUMS_BYTES / 4);
    }
    keep_values(chunk, false, to);
    keep_values(scene->types, true, to);
    if (chunk != NULL) ox_manager_let_go(scene->resources->manager, held.handle);
    const uint32_t types = scene->row_types == NULL ? 0 : scene->row_count - scene->scene_rows;
    ox_write_u32(to, types);
    for (uint32_t i = 0; i < types; i++) {
        const ox_scene_row said = ox_scene_read_row(scene->types, i);
        ox_write_u32(to, scene->row_types[i].type.name);
        ox_write_u32(to, motion_sum(&said));
    }
    ox_world_save_image(scene->world, to);
}

/* ---- coming back ---- */

/* A list of rows of values. */
typedef struct value_rows {
    const uint8_t *rows;
    uint32_t count;
} value_rows;

/* The former scene, as ox_scene_keep wrote it, and the present one. */
typedef struct comparison {
    ox_scene *scene;
    const uint8_t *chunk;
    const uint8_t *before, *types;  /* of the former scene: hashes of rows, and types */
    uint32_t rows, type_count;      /* how many rows and types */
    value_rows values, type_values; /* of the former scene; type_values by the names of types */
} comparison;

static row_sums sums_before(const comparison *c, uint32_t row) {
    const uint8_t *at = c->before + (size_t)row * SUMS_BYTES;
    return (row_sums){rom_word(at),      rom_word(at + 4),  rom_word(at + 8),
                      rom_word(at + 12), rom_word(at + 16), rom_word(at + 20)};
}

/* Whether a row is the same object in both scenes. */
static bool stays(const comparison *c, uint32_t row) {
    return row < c->rows && row < c->scene->scene_rows &&
           sums_before(c, row).name == sums_of(c->chunk, row).name;
}

/* Gives an object the values that changed in the scene's text; values that the game changed stay. */
static void take_changes(const comparison *c, ox_object *object, uint32_t row, const ox_scene_row *said) {
    ox_object_place *at = ox_object_place_of(c->scene->world, object);
    const row_sums before = sums_before(c, row), now = sums_of(c->chunk, row);
    if (now.tags != before.tags) object->tags = (uint16_t)tags_of(c->chunk, row);
    if (at == NULL) return;
    if (now.place != before.place) (void)ox_place_set(c->scene->world, object, said->place.pos);
    if (now.size != before.size) at->size = said->place.size;
    if (now.turn == before.turn) return;
    at->angle = said->place.angle;
    at->pitch = said->place.pitch;
    at->roll = said->place.roll;
}

/* The next row, from *at on, that gives a component to an object; NULL behind the last. */
static const uint8_t *next_value(const value_rows *v, uint32_t *at, uint32_t object, ox_id component) {
    while (*at < v->count) {
        const uint8_t *row = v->rows + (size_t)(*at)++ * ROM_OBJECT_VALUE_SIZE;
        if (rom_word(row + ROM_OBJECT_VALUE_OBJECT) == object &&
            rom_word(row + ROM_OBJECT_VALUE_COMPONENT) == component)
            return row;
    }
    return NULL;
}

/* Whether both lists say the same of a component of an object, which has number `was` in one list and `is` in the
 * other. */
static bool say_alike(const value_rows *before, uint32_t was, const value_rows *now, uint32_t is,
                      ox_id component) {
    uint32_t i = 0, k = 0;
    for (;;) {
        const uint8_t *one = next_value(before, &i, was, component),
                      *other = next_value(now, &k, is, component);
        if (one == NULL || other == NULL) return one == other;
        if (memcmp(one + ROM_OBJECT_VALUE_FIELD, other + ROM_OBJECT_VALUE_FIELD,
                   ROM_OBJECT_VALUE_SIZE - ROM_OBJECT_VALUE_FIELD) != 0)
            return false;
    }
}

static value_rows values_of(const uint8_t *chunk) {
    value_rows v = {NULL, 0};
    v.count = ox_scene_list_values(chunk, &v.rows);
    return v;
}

static bool row_differs(const void *context, uint32_t row, ox_id component) {
    const comparison *c = context;
    const value_rows now = values_of(c->chunk);
    return !say_alike(&c->values, row, &now, row, component);
}

static bool type_differs(const void *context, uint32_t number, ox_id component) {
    const comparison *c = context;
    const value_rows now = values_of(c->scene->types);
    return !say_alike(&c->type_values, type_name(c->scene->types, number), &now, number, component);
}

/* Removes components that the former list `v` gave to object `number`, and that the present list gives otherwise or not
 * at all. */
static void drop_values(const comparison *c, ox_object *object, const value_rows *v, uint32_t number,
                        const value_rows *now, uint32_t is) {
    ox_world *world = c->scene->world;
    for (uint32_t i = 0; i < v->count; i++) {
        const uint8_t *before = v->rows + (size_t)i * ROM_OBJECT_VALUE_SIZE;
        const ox_id component = rom_word(before + ROM_OBJECT_VALUE_COMPONENT);
        const int type = ox_world_component(world, component);
        uint32_t at = 0;
        if (rom_word(before + ROM_OBJECT_VALUE_OBJECT) != number || type < 0) continue;
        if (ox_scene_takes_statements(world, component) ? say_alike(v, number, now, is, component)
                                                        : next_value(now, &at, is, component) != NULL)
            continue;
        while (ox_component_has(world, object, (uint32_t)type))
            if (ox_component_remove(world, object, (uint32_t)type, NULL) != OX_OK) break;
    }
}

/* Gives an object anew the components that the scene gives otherwise than before. Components given as before go on as
 * they are. */
static bool take_values(const comparison *c, ox_object *object, uint32_t row) {
    const ox_scene_choice changed = {row_differs, c};
    const value_rows now = values_of(c->chunk);
    drop_values(c, object, &c->values, row, &now, row);
    return ox_scene_give_values(c->scene, object, c->chunk, row, &changed);
}

static bool take_type_values(const comparison *c, ox_object *object, uint32_t number) {
    const ox_scene_choice changed = {type_differs, c};
    const value_rows now = values_of(c->scene->types);
    drop_values(c, object, &c->type_values, type_name(c->scene->types, number), &now, number);
    return ox_scene_give_values(c->scene, object, c->scene->types, number, &changed);
}

/* Gives an object the motion that the scene's text says, where the text has changed. */
static bool take_motion(const comparison *c, ox_object *object, const ox_scene_row *said, bool changed) {
    const bool moves = ox_scene_drift(c->scene, object) != NULL;
    return (!changed && moves == said->moves) || ox_scene_give_drift(c->scene, object, said);
}

static bool type_moves_otherwise(const comparison *c, const ox_row_type *type, const ox_scene_row *said) {
    const uint8_t *before = c->types;
    for (uint32_t i = 0; i < c->type_count; i++, before += TYPE_BYTES)
        if (rom_word(before) == type->type.name) return rom_word(before + 4) != motion_sum(said);
    return true;
}

/* Gives an object of a type the present form, tags, motion and values of the type. */
static bool take_typed(const comparison *c, ox_object *object, ox_model *model, const ox_row_type *type) {
    ox_scene *scene = c->scene;
    const ox_scene_row said = ox_scene_read_row(scene->types, type->number);
    const uint32_t row = scene->scene_rows + type->number;
    ox_object_clip clip;
    model->row = (uint16_t)(row + 1u);
    model->form = scene->rows[row];
    object->tags |= (uint16_t)tags_of(scene->types, type->number);
    const bool moves = ox_scene_read_clip(scene, scene->types, type->number, &clip);
    return take_motion(c, object, &said, type_moves_otherwise(c, type, &said)) &&
           ox_scene_give_clip(scene, object, moves ? &clip : NULL) &&
           take_type_values(c, object, type->number);
}

static bool take_object(const comparison *c, ox_object *object, ox_model *model) {
    const uint32_t row = model->row - 1u;
    const ox_row_type *type = row < c->rows ? NULL : ox_scene_row_type(c->scene, object);
    ox_object_clip clip;
    if (type != NULL) return take_typed(c, object, model, type);
    if (!stays(c, row)) {
        (void)ox_world_destroy(c->scene->world, object->handle);
        return true;
    }
    const ox_scene_row said = ox_scene_read_row(c->chunk, row);
    model->form = c->scene->rows[row];
    if (model->copy == 0) take_changes(c, object, row, &said);
    if (!take_values(c, object, row)) return false;
    const bool moves = ox_scene_read_clip(c->scene, c->chunk, row, &clip);
    return take_motion(c, object, &said, sums_before(c, row).motion != motion_sum(&said)) &&
           ox_scene_give_clip(c->scene, object, moves ? &clip : NULL);
}

/* Whether the scene changed an object's parent, or its place on the parent. */
static bool is_carried_anew(const void *context, uint32_t row, uint32_t parent) {
    const comparison *c = context;
    uint32_t at = 0;
    if (!stays(c, row)) return true;
    const row_sums was = sums_before(c, row), is = sums_of(c->chunk, row);
    if (was.place != is.place || was.turn != is.turn) return true;
    const uint8_t *before = next_value(&c->values, &at, row, OX_NAME("attachment"));
    return before == NULL || rom_word(before + ROM_OBJECT_VALUE_VALUE) != parent || !stays(c, parent);
}

static ox_status take_objects(const comparison *c) {
    ox_object *object;
    ox_model *model;
    for (uint32_t at = 0; (at = ox_scene_each(c->scene, at, &object, &model)) != 0;)
        if (model->row != 0 && !take_object(c, object, model)) return OX_OUT_OF_MEMORY;
    ox_world_sweep(c->scene->world);
    for (uint32_t row = 0; row < c->scene->scene_rows; row++)
        if (!stays(c, row) && ox_scene_spawn(c->scene, c->chunk, row) == NULL) return OX_OUT_OF_MEMORY;
    if (c->scene->attachment_type != 0) ox_scene_attach_rows(c->scene, c->chunk, is_carried_anew, c);
    return OX_OK;
}

static bool read_values(ox_reader *from, value_rows *v) {
    v->count = ox_read_u32(from);
    if (from->bad || v->count > (from->size - from->used) / ROM_OBJECT_VALUE_SIZE) return false;
    v->rows = from->bytes + from->used;
    from->used += (size_t)v->count * ROM_OBJECT_VALUE_SIZE;
    return true;
}

ox_status ox_scene_take(ox_scene *scene, ox_reader *from) {
    ox_held held;
    comparison c = {.scene = scene, .rows = ox_read_u32(from)};
    if (from->bad || c.rows > (from->size - from->used) / SUMS_BYTES) return OX_BAD_DATA;
    c.before = from->bytes + from->used;
    from->used += (size_t)c.rows * SUMS_BYTES;
    if (!read_values(from, &c.values) || !read_values(from, &c.type_values)) return OX_BAD_DATA;
    c.type_count = ox_read_u32(from);
    if (from->bad || c.type_count > (from->size - from->used) / TYPE_BYTES) return OX_BAD_DATA;
    c.types = from->bytes + from->used;
    from->used += (size_t)c.type_count * TYPE_BYTES;
    c.chunk = ox_resource_scene(scene->resources, scene->id, &held);
    if (c.chunk == NULL) return OX_BAD_DATA;
    ox_status status = ox_world_restore_image(scene->world, from, NULL);
    if (status == OX_OK) status = take_objects(&c);
    ox_manager_let_go(scene->resources->manager, held.handle);
    if (status == OX_OK && ox_scene_is_sound(scene)) return OX_OK;
    ox_world_forget(scene->world);
    return ox_scene_populate(scene) == OX_OK ? OX_BAD_DATA : OX_OUT_OF_MEMORY;
}

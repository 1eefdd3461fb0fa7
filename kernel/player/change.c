/* Objects of a scene that is built anew out of changed resources: what they were, held against what the scene says now. */
#include "kernel/player/internal.h"
#include "kernel/save/world_image.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"
#include "rom/check.h"

/* What the scene says of an object, as sums: what differs between before and now is what somebody changed. */
typedef struct row_sums {
    uint32_t name, place, turn, size, tags, motion;
} row_sums;

enum { SUMS_BYTES = 24, TYPE_BYTES = 8 /* of a type: name, motion */ };

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

static uint32_t tags_of(const uint8_t *scene, uint32_t row) {
    const uint8_t *identity = ox_player_read_identity(scene, row);
    return identity == NULL ? 0 : rom_half(identity + ROM_OBJECT_IDENTITY_TAGS);
}

static row_sums sums_of(const uint8_t *scene, uint32_t row) {
    const ox_scene_row said = ox_player_read_row(scene, row);
    const uint8_t *identity = ox_player_read_identity(scene, row);
    ox_writer place = ox_writer_hash(), turn = ox_writer_hash(), names = ox_writer_hash();
    const uint32_t words[] = {(uint32_t)said.place.pos.x, (uint32_t)said.place.pos.y,
                              (uint32_t)said.place.pos.z};
    ox_write_words(&place, words, 3);
    ox_write_u16(&turn, said.place.angle);
    ox_write_u16(&turn, said.place.pitch);
    ox_write_u16(&turn, said.place.roll);
    for (uint32_t bit = 0, tags = tags_of(scene, row); bit < OX_WORLD_TAGS; bit++)
        if ((tags >> bit & 1u) != 0) ox_write_u32(&names, ox_player_read_tag(scene, bit));
    return (row_sums){identity == NULL ? 0 : rom_word(identity + ROM_OBJECT_IDENTITY_NAME),
                      place.hash,
                      turn.hash,
                      (uint32_t)said.place.size,
                      names.hash,
                      motion_sum(&said)};
}

static uint32_t records_of(const ox_player *player, uint32_t type) {
    return type == 0 ? 0 : player->world->components[type - 1u].nodes.fresh;
}

void ox_player_least(const ox_player *player, ox_world_needs *needs) {
    needs->least_objects = ox_pool_peak(&player->world->objects);
    needs->least_placed = records_of(player, player->place_type);
    needs->least_moving = records_of(player, player->drift_type);
    needs->least_clips = records_of(player, player->clip_type);
    needs->least_attached = records_of(player, player->attachment_type);
}

void ox_player_keep(const ox_player *player, ox_writer *to) {
    ox_held held;
    const uint8_t *scene = ox_resource_scene(player->resources, player->scene, &held);
    const uint32_t rows = scene == NULL ? 0 : player->scene_rows;
    ox_write_u32(to, rows);
    for (uint32_t i = 0; i < rows; i++) {
        const row_sums sums = sums_of(scene, i);
        const uint32_t words[] = {sums.name, sums.place, sums.turn, sums.size, sums.tags, sums.motion};
        ox_write_words(to, words, SUMS_BYTES / 4);
    }
    const uint8_t *values = NULL;
    const uint32_t value_count = scene == NULL ? 0 : ox_player_list_values(scene, &values);
    ox_write_u32(to, value_count);
    for (uint32_t i = 0; i < value_count * (ROM_OBJECT_VALUE_SIZE / 4u); i++)
        ox_write_u32(to, rom_word(values + (size_t)i * 4u));
    if (scene != NULL) ox_manager_let_go(player->resources->manager, held.handle);
    const uint32_t types = player->row_types == NULL ? 0 : player->row_count - player->scene_rows;
    ox_write_u32(to, types);
    for (uint32_t i = 0; i < types; i++) {
        const ox_scene_row said = ox_player_read_row(player->types, i);
        ox_write_u32(to, player->row_types[i].type.name);
        ox_write_u32(to, motion_sum(&said));
    }
    ox_world_save_image(player->world, to);
}

/* ---- coming back ---- */

/* The scene of before and that of now. */
typedef struct comparison {
    ox_player *player;
    const uint8_t *scene;
    const uint8_t *before, *values, *types; /* of before: sums of rows, rows of values, and types */
    uint32_t rows, value_count, type_count; /* so many */
} comparison;

static row_sums sums_before(const comparison *c, uint32_t row) {
    const uint8_t *at = c->before + (size_t)row * SUMS_BYTES;
    return (row_sums){rom_word(at),      rom_word(at + 4),  rom_word(at + 8),
                      rom_word(at + 12), rom_word(at + 16), rom_word(at + 20)};
}

/* Whether a row is the same object in both. */
static bool stays(const comparison *c, uint32_t row) {
    return row < c->rows && row < c->player->scene_rows &&
           sums_before(c, row).name == sums_of(c->scene, row).name;
}

/* What the scene has otherwise than before counts, and not what was made of it meanwhile. */
static void take_changes(const comparison *c, ox_object *object, uint32_t row, const ox_scene_row *said) {
    ox_object_place *at = ox_object_place_of(c->player->world, object);
    const row_sums before = sums_before(c, row), now = sums_of(c->scene, row);
    if (now.tags != before.tags) object->tags = (uint16_t)tags_of(c->scene, row);
    if (at == NULL) return;
    if (now.place != before.place) (void)ox_place_set(c->player->world, object, said->place.pos);
    if (now.size != before.size) at->size = said->place.size;
    if (now.turn == before.turn) return;
    at->angle = said->place.angle;
    at->pitch = said->place.pitch;
    at->roll = said->place.roll;
}

/* Whether the scene gives a component to an object of its. */
static bool says(const uint8_t *values, uint32_t count, uint32_t row, ox_id component) {
    for (uint32_t i = 0; i < count; i++, values += ROM_OBJECT_VALUE_SIZE)
        if (rom_word(values + ROM_OBJECT_VALUE_OBJECT) == row &&
            rom_word(values + ROM_OBJECT_VALUE_COMPONENT) == component)
            return true;
    return false;
}

/* What the scene does not give to an object any more, it has no more. */
static bool take_values(const comparison *c, ox_object *object, uint32_t row) {
    const uint8_t *values = NULL, *before = c->values;
    const uint32_t count = ox_player_list_values(c->scene, &values);
    for (uint32_t i = 0; i < c->value_count; i++, before += ROM_OBJECT_VALUE_SIZE) {
        const ox_id component = rom_word(before + ROM_OBJECT_VALUE_COMPONENT);
        const int type = ox_world_component(c->player->world, component);
        if (rom_word(before + ROM_OBJECT_VALUE_OBJECT) == row && !says(values, count, row, component) &&
            type >= 0 && ox_component_has(c->player->world, object, (uint32_t)type))
            (void)ox_component_remove(c->player->world, object, (uint32_t)type, NULL);
    }
    return ox_player_give_values(c->player, object, c->scene, row);
}

/* How an object moves is what the text says, where it says otherwise than before. */
static bool take_motion(const comparison *c, ox_object *object, const ox_scene_row *said, bool changed) {
    const bool moves = ox_player_drift(c->player, object) != NULL;
    return (!changed && moves == said->moves) || ox_player_give_drift(c->player, object, said);
}

static bool type_moves_otherwise(const comparison *c, const ox_row_type *type, const ox_scene_row *said) {
    const uint8_t *before = c->types;
    for (uint32_t i = 0; i < c->type_count; i++, before += TYPE_BYTES)
        if (rom_word(before) == type->type.name) return rom_word(before + 4) != motion_sum(said);
    return true;
}

/* What an object of a type is drawn as, and how it moves, is that of the type now. */
static bool take_typed(const comparison *c, ox_object *object, ox_model *model, const ox_row_type *type) {
    ox_player *player = c->player;
    const ox_scene_row said = ox_player_read_row(player->types, type->number);
    const uint32_t row = player->scene_rows + type->number;
    ox_object_clip clip;
    model->row = (uint16_t)(row + 1u);
    model->form = player->rows[row];
    object->tags |= (uint16_t)tags_of(player->types, type->number);
    const bool moves = ox_player_read_clip(player, player->types, type->number, &clip);
    return take_motion(c, object, &said, type_moves_otherwise(c, type, &said)) &&
           ox_player_give_clip(player, object, moves ? &clip : NULL) &&
           ox_player_give_values(player, object, player->types, type->number);
}

static bool take_object(const comparison *c, ox_object *object, ox_model *model) {
    const uint32_t row = model->row - 1u;
    const ox_row_type *type = row < c->rows ? NULL : ox_player_row_type(c->player, object);
    ox_object_clip clip;
    if (type != NULL) return take_typed(c, object, model, type);
    if (!stays(c, row)) {
        (void)ox_world_destroy(c->player->world, object->handle);
        return true;
    }
    const ox_scene_row said = ox_player_read_row(c->scene, row);
    model->form = c->player->rows[row];
    if (model->copy == 0) take_changes(c, object, row, &said);
    if (!take_values(c, object, row)) return false;
    const bool moves = ox_player_read_clip(c->player, c->scene, row, &clip);
    return take_motion(c, object, &said, sums_before(c, row).motion != motion_sum(&said)) &&
           ox_player_give_clip(c->player, object, moves ? &clip : NULL);
}

/* Whether the scene says otherwise than before where an object stands on which parent. */
static bool is_carried_anew(const void *context, uint32_t row, uint32_t parent) {
    const comparison *c = context;
    const uint8_t *before = c->values;
    if (!stays(c, row)) return true;
    const row_sums was = sums_before(c, row), is = sums_of(c->scene, row);
    if (was.place != is.place || was.turn != is.turn) return true;
    for (uint32_t i = 0; i < c->value_count; i++, before += ROM_OBJECT_VALUE_SIZE)
        if (rom_word(before + ROM_OBJECT_VALUE_OBJECT) == row &&
            rom_word(before + ROM_OBJECT_VALUE_COMPONENT) == OX_NAME("attachment"))
            return rom_word(before + ROM_OBJECT_VALUE_VALUE) != parent || !stays(c, parent);
    return true;
}

static ox_status take_objects(const comparison *c) {
    ox_object *object;
    ox_model *model;
    for (uint32_t at = 0; (at = ox_player_each(c->player, at, &object, &model)) != 0;)
        if (model->row != 0 && !take_object(c, object, model)) return OX_OUT_OF_MEMORY;
    ox_world_sweep(c->player->world);
    for (uint32_t row = 0; row < c->player->scene_rows; row++)
        if (!stays(c, row) && ox_player_spawn(c->player, c->scene, row) == NULL) return OX_OUT_OF_MEMORY;
    if (c->player->attachment_type != 0) ox_player_attach_rows(c->player, c->scene, is_carried_anew, c);
    return OX_OK;
}

ox_status ox_player_take(ox_player *player, ox_reader *from) {
    ox_held held;
    comparison c = {.player = player, .rows = ox_read_u32(from)};
    if (from->bad || c.rows > (from->size - from->used) / SUMS_BYTES) return OX_BAD_DATA;
    c.before = from->bytes + from->used;
    from->used += (size_t)c.rows * SUMS_BYTES;
    c.value_count = ox_read_u32(from);
    if (from->bad || c.value_count > (from->size - from->used) / ROM_OBJECT_VALUE_SIZE) return OX_BAD_DATA;
    c.values = from->bytes + from->used;
    from->used += (size_t)c.value_count * ROM_OBJECT_VALUE_SIZE;
    c.type_count = ox_read_u32(from);
    if (from->bad || c.type_count > (from->size - from->used) / TYPE_BYTES) return OX_BAD_DATA;
    c.types = from->bytes + from->used;
    from->used += (size_t)c.type_count * TYPE_BYTES;
    c.scene = ox_resource_scene(player->resources, player->scene, &held);
    if (c.scene == NULL) return OX_BAD_DATA;
    ox_status status = ox_world_restore_image(player->world, from, NULL);
    if (status == OX_OK) status = take_objects(&c);
    ox_manager_let_go(player->resources->manager, held.handle);
    if (status == OX_OK && ox_player_is_sound(player)) return OX_OK;
    ox_world_forget(player->world);
    return ox_player_populate(player) == OX_OK ? OX_BAD_DATA : OX_OUT_OF_MEMORY;
}

/* A level as the running game has it, in the packer's bytes. */
#include "kernel/level/save.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/quaternion.h"
#include "kernel/level/internal.h"

#ifndef OX_RETAIL

static void put_u16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

static void put_u32(uint8_t *at, uint32_t value) {
    put_u16(at, value & 0xFFFFu);
    put_u16(at + 2, value >> 16);
}

/* ---- one value out of one field ---- */

static void save_number(uint8_t *property, const ox_field *field, const void *record) {
    uint32_t kind = rom_u8(property + ROM_PROPERTY_KIND), value = rom_u32(property + ROM_PROPERTY_VALUE);
    int64_t now = ox_field_get(field, record, 0);
    if (now == ox_level_value(field, kind, value)) return;
    if (kind == ROM_PROPERTY_INTEGER && field->kind == OX_FX) {
        bool whole = now % FX_ONE == 0;
        if (!whole) property[ROM_PROPERTY_KIND] = ROM_PROPERTY_FX;
        now = whole ? now / FX_ONE : now;
    } else if (kind == ROM_PROPERTY_FX && field->kind != OX_FX) {
        now *= FX_ONE;
    }
    put_u32(property + ROM_PROPERTY_VALUE, (uint32_t)now);
}

static void save_vector(uint8_t *vector, const ox_field *field, const void *record) {
    for (uint32_t i = 0; i < 3 && i < ox_field_count(field); i++) {
        int64_t now = ox_field_get(field, record, i);
        if (now == ox_level_value(field, ROM_PROPERTY_VECTOR, rom_u32(vector + 4u * i))) continue;
        put_u32(vector + 4u * i, (uint32_t)(field->kind == OX_FX ? now : now * FX_ONE));
    }
}

/* True when the record has the property's field. */
static bool save_property(uint8_t *chunk, uint8_t *property, const ox_type *type, const void *record) {
    const ox_field *field = type == NULL ? NULL : ox_type_field(type, rom_u32(property + ROM_PROPERTY_KEY));
    uint32_t kind = rom_u8(property + ROM_PROPERTY_KIND);
    if (field == NULL || record == NULL || kind == ROM_PROPERTY_TEXT) return false;
    if (kind == ROM_PROPERTY_VECTOR) {
        uint8_t *vectors = chunk + rom_u32(chunk + ROM_SPAWNERS_VECTORS_AT);
        save_vector(vectors + (size_t)rom_u32(property + ROM_PROPERTY_VALUE) * ROM_VECTOR_SIZE, field,
                    record);
    } else {
        save_number(property, field, record);
    }
    return true;
}

/* ---- where and how it stands ---- */

static void save_yaw(uint8_t *row, const ox_field *field, const void *record) {
    ang16 yaw = (ang16)ox_field_get(field, record, 0);
    if (yaw == euler_from_q4(ox_level_rotation(row + ROM_SPAWNER_ROTATION)).yaw) return;
    fx sine, cosine;
    fx_sincos((ang16)(((uint32_t)yaw + 1u) / 2u), &sine, &cosine);
    memset(row + ROM_SPAWNER_ROTATION, 0, 8);
    put_u16(row + ROM_SPAWNER_ROTATION + 2, (uint32_t)(sine / 4) & 0xFFFFu);
    put_u16(row + ROM_SPAWNER_ROTATION + 6, (uint32_t)(cosine / 4) & 0xFFFFu);
}

static void save_stance(uint8_t *row, const ox_type *type, const void *record) {
    const ox_field *rotation, *yaw, *scale;
    if (type == NULL || record == NULL) return;
    rotation = ox_type_field(type, OX_NAME("rotation"));
    yaw = ox_type_field(type, OX_NAME("yaw"));
    scale = ox_type_field(type, OX_NAME("scale"));
    if (rotation != NULL && rotation->kind == OX_I16 && ox_field_count(rotation) == 4) {
        for (uint32_t i = 0; i < 4; i++)
            put_u16(row + ROM_SPAWNER_ROTATION + 2u * i,
                    (uint32_t)ox_field_get(rotation, record, i) & 0xFFFFu);
    }
    if (yaw != NULL && yaw->kind == OX_ANGLE) save_yaw(row, yaw, record);
    if (scale != NULL && scale->kind == OX_FX) {
        int64_t now = ox_field_get(scale, record, 0);
        if (now != ox_field_clamp(scale, rom_i32(row + ROM_SPAWNER_SCALE)))
            put_u32(row + ROM_SPAWNER_SCALE, (uint32_t)now);
    }
}

static void save_object(ox_world *world, ox_object *object, uint8_t *chunk, uint8_t *row) {
    const vec3 *place = ox_place_of(world, object);
    const ox_type *own = world->types[object->type].type->record;
    void *data = ox_object_data(world, object);
    uint8_t *property = chunk + rom_u32(chunk + ROM_SPAWNERS_PROPERTIES_AT) +
                        (size_t)rom_u32(row + ROM_SPAWNER_FIRST_PROPERTY) * ROM_PROPERTY_SIZE;
    ox_component c;
    if (place != NULL) {
        put_u32(row + ROM_SPAWNER_POSITION, (uint32_t)place->x);
        put_u32(row + ROM_SPAWNER_POSITION + 4, (uint32_t)place->y);
        put_u32(row + ROM_SPAWNER_POSITION + 8, (uint32_t)place->z);
    }
    save_stance(row, own, data);
    for (bool more = ox_component_first(world, object, &c); more; more = ox_component_next(world, object, &c))
        save_stance(row, world->components[c.type].type->record, c.data);
    for (uint32_t i = rom_u16(row + ROM_SPAWNER_PROPERTY_COUNT); i > 0; i--, property += ROM_PROPERTY_SIZE) {
        bool done = save_property(chunk, property, own, data);
        for (bool more = ox_component_first(world, object, &c); more && !done;
             more = ox_component_next(world, object, &c))
            done = save_property(chunk, property, world->components[c.type].type->record, c.data);
    }
}

ox_status ox_area_save(const ox_area *area, void *out, uint32_t room, uint32_t *size) {
    const ox_spawner_set *set = &area->spawners;
    *size = area->size;
    if (room < area->size) return OX_OUT_OF_MEMORY;
    memcpy(out, area->data, area->size);
    if (set->chunk == NULL || set->states == NULL) return OX_OK;
    uint8_t *chunk = (uint8_t *)out + (set->chunk - area->data);
    uint8_t *rows = chunk + rom_u32(chunk + ROM_SPAWNERS_SPAWNERS_AT);
    for (uint32_t i = 0; i < set->count; i++) {
        ox_world *world = set->spawners->world;
        const ox_spawner_state *state = &set->states[i];
        ox_object *object = state->made == 1 && state->alive == 1 ? ox_world_get(world, state->last) : NULL;
        if (object != NULL) save_object(world, object, chunk, rows + (size_t)i * ROM_SPAWNER_SIZE);
    }
    return OX_OK;
}

#else

ox_status ox_area_save(const ox_area *area, void *out, uint32_t room, uint32_t *size) {
    (void)area, (void)out, (void)room;
    *size = 0;
    return OX_UNSUPPORTED;
}

#endif

/* Puts properties of level data into the fields of objects; finds locators. */
#include "fixedmath/quaternion.h"
#include "kernel/level/internal.h"
#include "kernel/world/place.h"
#include "rom/level.h"

quat ox_level_rotation(const uint8_t *at) {
    quat q = {(q30)rom_i16(at) * 65536, (q30)rom_i16(at + 2) * 65536, (q30)rom_i16(at + 4) * 65536,
              (q30)rom_i16(at + 6) * 65536},
         unit;
    return q4_normalize(q, &unit) ? unit : (quat){0, 0, 0, Q30_ONE};
}

static const uint8_t *properties_of(const uint8_t *chunk, const uint8_t *spawner, uint32_t *count) {
    *count = rom_u16(spawner + ROM_SPAWNER_PROPERTY_COUNT);
    return chunk + rom_u32(chunk + ROM_SPAWNERS_PROPERTIES_AT) +
           (size_t)rom_u32(spawner + ROM_SPAWNER_FIRST_PROPERTY) * ROM_PROPERTY_SIZE;
}

/* ---- one value into one field ---- */

static int64_t converted(const ox_field *field, uint32_t kind, uint32_t value) {
    int64_t number = kind == ROM_PROPERTY_INTEGER || kind == ROM_PROPERTY_FX || kind == ROM_PROPERTY_VECTOR
                         ? (int64_t)(int32_t)value
                         : (int64_t)value;
    bool is_fx = kind == ROM_PROPERTY_FX || kind == ROM_PROPERTY_VECTOR;
    if (field->kind == OX_FX && kind == ROM_PROPERTY_INTEGER) return number * FX_ONE;
    if (field->kind != OX_FX && is_fx) return number >> 16; /* whole units, rounded down */
    return number;
}

int64_t ox_level_value(const ox_field *field, uint32_t kind, uint32_t value) {
    return ox_field_clamp(field, converted(field, kind, value));
}

static void set_number(const ox_field *field, void *record, uint32_t index, uint32_t kind, uint32_t value) {
    FX_VERIFY(ox_field_set(field, record, index, ox_level_value(field, kind, value)) == OX_OK);
}

/* Puts a property into a record; true when the record has such a field. */
static bool put_property(const uint8_t *chunk, const uint8_t *property, const ox_type *type, void *record) {
    const ox_field *field = ox_type_open_field(type, rom_u32(property + ROM_PROPERTY_KEY));
    uint32_t kind = rom_u8(property + ROM_PROPERTY_KIND), value = rom_u32(property + ROM_PROPERTY_VALUE);
    if (field == NULL || record == NULL || kind == ROM_PROPERTY_TEXT) return false;
    if (kind != ROM_PROPERTY_VECTOR) {
        set_number(field, record, 0, kind, value);
        return true;
    }
    const uint8_t *vector = rom_property_vector(chunk, property);
    for (uint32_t i = 0; i < 3 && i < ox_field_count(field); i++)
        set_number(field, record, i, kind, rom_u32(vector + 4u * i));
    return true;
}

/* ---- an object ---- */

/* Puts a property into the place of an object. Queries find an object by its place, so places are changed through one
 * function alone. */
static bool put_place(ox_spawner_set *of, const uint8_t *property, ox_object *object) {
    const uint8_t *vector = rom_property_vector(of->chunk, property);
    if (vector == NULL || rom_u32(property + ROM_PROPERTY_KEY) != OX_NAME("pos") ||
        ox_object_place_of(of->spawners->world, object) == NULL)
        return false;
    FX_VERIFY(ox_place_set(of->spawners->world, object, ox_level_vector(vector)) == OX_OK);
    return true;
}

static bool put_everywhere(ox_spawner_set *of, const uint8_t *property, ox_object *object) {
    ox_world *world = of->spawners->world;
    if (put_place(of, property, object)) return true;
    bool found = put_property(of->chunk, property, world->types[object->type].type->record,
                              ox_object_data(world, object));
    ox_component c;
    for (bool more = ox_component_first(world, object, &c); more; more = ox_component_next(world, object, &c))
        found = put_property(of->chunk, property, world->components[c.type].type->record, c.data) || found;
    return found;
}

/* A field by its name; NULL when the record has no such field of that kind. */
static const ox_field *field_of(const ox_type *type, ox_id name, uint32_t kind) {
    const ox_field *field = ox_type_field(type, name);
    return field == NULL || field->kind != kind ? NULL : field;
}

/* Puts angles into records that have such fields. The angles are computed for these alone: making them from a
 * quaternion costs as much as making an object. */
static void put_angles(const uint8_t *row, const ox_type *type, void *record) {
    static const ox_id names[] = {OX_NAME("yaw"), OX_NAME("angle"), OX_NAME("pitch"), OX_NAME("roll")};
    const ox_field *fields[4];
    bool some = false;
    for (uint32_t i = 0; i < 4; i++) some |= (fields[i] = field_of(type, names[i], OX_ANGLE)) != NULL;
    if (!some) return;
    const euler16 angles = euler_from_q4(ox_level_rotation(row + ROM_SPAWNER_ROTATION));
    const ang16 values[4] = {angles.yaw, angles.yaw, angles.pitch, angles.roll};
    for (uint32_t i = 0; i < 4; i++)
        if (fields[i] != NULL) FX_VERIFY(ox_field_set(fields[i], record, 0, values[i]) == OX_OK);
}

static void put_rotation(const uint8_t *row, const ox_type *type, void *record) {
    const ox_field *rotation, *size, *scale;
    if (type == NULL || record == NULL) return;
    rotation = ox_type_field(type, OX_NAME("rotation"));
    scale = field_of(type, OX_NAME("scale"), OX_FX);
    size = field_of(type, OX_NAME("size"), OX_FX);
    if (rotation != NULL && rotation->kind == OX_I16 && ox_field_count(rotation) == 4) {
        for (uint32_t i = 0; i < 4; i++)
            FX_VERIFY(ox_field_set(rotation, record, i, rom_i16(row + ROM_SPAWNER_ROTATION + 2u * i)) ==
                      OX_OK);
    }
    const fx factor = rom_i32(row + ROM_SPAWNER_SCALE);
    put_angles(row, type, record);
    if (scale != NULL) ox_field_put(scale, record, 0, factor);
    if (size != NULL && factor != FX_ONE) {
        const fx sized = fx_muls((fx)ox_field_get(size, record, 0), factor);
        ox_field_put(size, record, 0, sized);
    }
}

static bool is_own_number(ox_id key) {
    return key == OX_NAME("spawn_count") || key == OX_NAME("spawn_alive") || key == OX_NAME("spawn_cooldown");
}

/* Whether some record of an object has a field with a name. */
static bool has_field(const ox_world *world, const ox_object *object, ox_id key) {
    const ox_type *own = world->types[object->type].type->record;
    bool found = ox_type_open_field(own, key) != NULL;
    ox_component c;
    for (bool more = ox_component_first(world, object, &c); more && !found;
         more = ox_component_next(world, object, &c))
        found = ox_type_open_field(world->components[c.type].type->record, key) != NULL;
    return found;
}

void ox_spawners_tell(ox_spawners *spawners, const ox_object *object, ox_spawner_hear *hear, void *context) {
    const ox_spawner_owner *owner = &spawners->owners[object->handle.bits & 0xFFFFu];
    const ox_spawner_set *set = owner->set == 0 ? NULL : spawners->sets[owner->set - 1u];
    uint32_t count;
    if (set == NULL) return;
    const uint8_t *chunk = set->chunk, *row = rom_spawner_at(chunk, owner->spawner);
    for (const uint8_t *at = properties_of(chunk, row, &count); count > 0; count--, at += ROM_PROPERTY_SIZE) {
        const ox_id key = rom_u32(at + ROM_PROPERTY_KEY);
        const uint32_t kind = rom_u8(at + ROM_PROPERTY_KIND);
        if (is_own_number(key) || kind == ROM_PROPERTY_TEXT || has_field(spawners->world, object, key))
            continue;
        const bool is_vector = kind == ROM_PROPERTY_VECTOR;
        const uint8_t *values = is_vector ? rom_property_vector(chunk, at) : at + ROM_PROPERTY_VALUE;
        bool taken = true;
        for (uint32_t i = 0; i < (is_vector ? 3u : 1u); i++)
            taken = hear(context, key, i, rom_u32(values + 4u * i), kind) && taken;
        if (!taken)
            ox_level_warn(spawners, key,
                          "is no field of the object, and no prop of its behaviour that takes such a value");
    }
}

uint32_t ox_spawner_fill(ox_spawner_set *of, uint32_t spawner, ox_object *object) {
    ox_world *world = of->spawners->world;
    const uint8_t *row = rom_spawner_at(of->chunk, spawner);
    uint32_t count, lost = 0;
    const uint8_t *property = properties_of(of->chunk, row, &count);
    ox_component c;
    if (ox_place_of(world, object) != NULL)
        FX_VERIFY(ox_place_set(world, object, ox_level_vector(row + ROM_SPAWNER_POSITION)) == OX_OK);
    put_rotation(row, world->types[object->type].type->record, ox_object_data(world, object));
    for (bool more = ox_component_first(world, object, &c); more; more = ox_component_next(world, object, &c))
        put_rotation(row, world->components[c.type].type->record, c.data);
    for (; count > 0; count--, property += ROM_PROPERTY_SIZE) {
        ox_id key = rom_u32(property + ROM_PROPERTY_KEY);
        if (is_own_number(key) || put_everywhere(of, property, object)) continue;
        lost++;
        if (!of->spawners->told)
            ox_level_warn(of->spawners, key, "is a property that no field of the object has");
    }
    return lost;
}

/* ---- locators ---- */

uint32_t ox_locator_count(const uint8_t *chunk) { return rom_u32(chunk + ROM_LOCATORS_COUNT); }

ox_locator ox_locator_at(const uint8_t *chunk, uint32_t number) {
    const uint8_t *row = chunk + rom_u32(chunk + ROM_LOCATORS_AT) + (size_t)number * ROM_LOCATOR_SIZE;
    ox_locator locator = {.place = sqt_identity()};
    FX_CHECK_OR(number < ox_locator_count(chunk), "level: no such locator", return locator);
    locator.name = rom_u32(row + ROM_LOCATOR_NAME);
    locator.kind = rom_u32(row + ROM_LOCATOR_KIND);
    locator.place.t = ox_level_vector(row + ROM_LOCATOR_POSITION);
    locator.place.q = ox_level_rotation(row + ROM_LOCATOR_ROTATION);
    locator.radius = rom_i32(row + ROM_LOCATOR_RADIUS);
    return locator;
}

/* Finds a locator by binary search: locators stand in the order of their names. */
ox_status ox_locator_find(const uint8_t *chunk, ox_id name, ox_locator *out) {
    uint32_t low = 0, high = ox_locator_count(chunk), count = high;
    const uint8_t *rows = chunk + rom_u32(chunk + ROM_LOCATORS_AT);
    while (low < high) {
        uint32_t middle = (low + high) / 2u;
        if (rom_u32(rows + (size_t)middle * ROM_LOCATOR_SIZE + ROM_LOCATOR_NAME) < name)
            low = middle + 1u;
        else
            high = middle;
    }
    if (low == count || rom_u32(rows + (size_t)low * ROM_LOCATOR_SIZE + ROM_LOCATOR_NAME) != name)
        return OX_NOT_FOUND;
    *out = ox_locator_at(chunk, low);
    return OX_OK;
}

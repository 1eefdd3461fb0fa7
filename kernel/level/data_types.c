/* Object types out of a data table. */
#include "kernel/level/data_types.h"

#include <string.h>

#include "kernel/memory/life.h"
#include "rom/data.h"

enum { KEY_BYTES = 4, VALUE_BYTES = 4, FIELDS_MOST = 32 };

/* By the kinds of columns; texts have none. */
static const uint8_t field_kinds[] = {
    [ROM_FIELD_I32] = OX_I32,    [ROM_FIELD_FX] = OX_FX,      [ROM_FIELD_ID] = OX_NAME_ID,
    [ROM_FIELD_COLOUR] = OX_U32, [ROM_FIELD_SWITCH] = OX_U32, [ROM_FIELD_ANGLE] = OX_U32};

/* One more field, behind the others. */
static ox_field *add_field(ox_data_types *types, ox_id name, uint32_t kind, uint32_t values) {
    ox_field *field = &types->fields[types->record.count++];
    *field = (ox_field){.name = name,
                        .offset = types->record.size,
                        .bytes = (uint16_t)(values * OX_FIELD_SIZE(kind)),
                        .kind = (uint8_t)kind,
                        .flags = OX_SIM};
    types->record.size = (uint16_t)(types->record.size + field->bytes);
    return field;
}

#if OX_DEBUG
/* Fields know their names in letters; those of columns stand in the chunk without an end. */
static bool name_field(ox_field *field, const uint8_t *chunk, const uint8_t *column, ox_arena *arena) {
    uint32_t bytes = rom_u32(column + ROM_FIELD_TITLE + 4);
    char *text = OX_PUSH(arena, char, bytes + 1);
    if (text == NULL) return false;
    memcpy(text, chunk + rom_u32(column + ROM_FIELD_TITLE), bytes);
    text[bytes] = 0;
    field->text = text;
    return true;
}
#define OX_NAMED(field, literal) ((field)->text = (literal))
#else
#define OX_NAMED(field, literal) ((void)(field))
#endif

/* The fields of the record: the key, the columns, and what spawners fill. */
static ox_status make_fields(ox_data_types *types, const uint8_t *chunk, ox_arena *arena) {
    uint32_t columns = rom_u32(chunk + ROM_DATA_FIELD_COUNT);
    if (rom_u32(chunk + ROM_DATA_ROW_BYTES) < KEY_BYTES && rom_u32(chunk + ROM_DATA_ROW_COUNT) > 0)
        return OX_BAD_DATA;
    OX_NAMED(add_field(types, OX_NAME("type"), OX_NAME_ID, 1), "type");
    for (uint32_t i = 0; i < columns; i++) {
        const uint8_t *column = rom_data_column_at(chunk, i);
        uint32_t kind = column[ROM_FIELD_KIND];
        if ((uint64_t)rom_u32(column + ROM_FIELD_OFFSET) + VALUE_BYTES > rom_u32(chunk + ROM_DATA_ROW_BYTES))
            return OX_BAD_DATA;
        if (kind == ROM_FIELD_TEXT || rom_u32(column + ROM_FIELD_NAME) == OX_NAME("type")) continue;
        if (types->record.count == FIELDS_MOST + 1) return OX_FULL;
        ox_field *field = add_field(types, rom_u32(column + ROM_FIELD_NAME), field_kinds[kind], 1);
        if (kind == ROM_FIELD_SWITCH) field->high = 1;
#if OX_DEBUG
        if (!name_field(field, chunk, column, arena)) return OX_OUT_OF_MEMORY;
#else
        (void)arena;
#endif
    }
    if (ox_type_field(&types->record, OX_NAME("scale")) == NULL) {
        ox_field *scale = add_field(types, OX_NAME("scale"), OX_FX, 1);
        scale->initial = FX_ONE;
        OX_NAMED(scale, "scale");
    }
    if (ox_type_field(&types->record, OX_NAME("rotation")) == NULL)
        OX_NAMED(add_field(types, OX_NAME("rotation"), OX_I16, 4), "rotation");
    return OX_OK;
}

/* What objects of a row begin with. */
static void fill_record(const ox_data_types *types, const uint8_t *chunk, const uint8_t *row, void *record) {
    uint32_t columns = rom_u32(chunk + ROM_DATA_FIELD_COUNT);
    ox_type_reset(&types->record, record);
    ox_status status = ox_field_set(&types->fields[0], record, 0, rom_u32(row));
    for (uint32_t i = 0; i < columns && status == OX_OK; i++) {
        const uint8_t *column = rom_data_column_at(chunk, i),
                      *value = row + rom_u32(column + ROM_FIELD_OFFSET);
        const ox_field *field = ox_type_field(&types->record, rom_u32(column + ROM_FIELD_NAME));
        if (column[ROM_FIELD_KIND] == ROM_FIELD_TEXT || field == &types->fields[0]) continue;
        bool whole = field->kind == OX_I32 || field->kind == OX_FX;
        status =
            ox_field_set(field, record, 0,
                         ox_field_clamp(field, whole ? (int64_t)rom_i32(value) : (int64_t)rom_u32(value)));
    }
    FX_ASSERT_MSG(status == OX_OK, "a value of a checked table does not fit its field");
}

static uint16_t capacity_of(const ox_data_types *types, const void *record, uint16_t otherwise) {
    const ox_field *field = ox_type_field(&types->record, OX_NAME("capacity"));
    int64_t value = field == NULL ? 0 : ox_field_get(field, record, 0);
    return value < 1 || value > 65534 ? otherwise : (uint16_t)value;
}

static ox_status make_types(ox_data_types *types, const uint8_t *chunk, ox_arena *arena,
                            const ox_data_types_config *config) {
    uint32_t count = rom_u32(chunk + ROM_DATA_ROW_COUNT), stride = (types->record.size + 7u) & ~7u;
    if (count == 0) return OX_OK;
    types->types = OX_PUSH(arena, ox_object_type, count);
    uint8_t *records =
        types->types == NULL ? NULL : (uint8_t *)ox_arena_push_low(arena, (size_t)count * stride, 8);
    if (records == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *record = records + (size_t)i * stride;
        fill_record(types, chunk, rom_data_row(chunk, i), record);
        types->types[i] = (ox_object_type){.name = rom_u32(rom_data_row(chunk, i)),
                                           .capacity = capacity_of(types, record, config->capacity),
                                           .flags = config->flags,
                                           .record = &types->record,
                                           .start = record,
                                           .ops = config->ops};
        memcpy(types->types[i].components, config->components, sizeof config->components);
    }
    types->count = count;
    return OX_OK;
}

ox_status ox_data_types_open(ox_data_types *types, const uint8_t *chunk, ox_arena *arena,
                             const ox_data_types_config *config) {
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    if (config->capacity == 0) return OX_BAD_ARGUMENT;
    OX_CLEAR(types);
    types->record = (ox_type){.name = OX_NAME("data_object"), .version = 1, .fields = types->fields};
#if OX_DEBUG
    types->record.text = "data_object";
#endif
    ox_status status = make_fields(types, chunk, arena);
    if (status == OX_OK) status = make_types(types, chunk, arena, config);
    if (status == OX_OK) return OX_OK;
    ox_arena_rollback(arena, mark);
    OX_CLEAR(types);
    return status;
}

ox_status ox_data_types_add(const ox_data_types *types, ox_world *world) {
    for (uint32_t i = 0; i < types->count; i++) {
        int number = ox_world_add_type(world, &types->types[i]);
        if (number < 0) return (ox_status)number;
    }
    return OX_OK;
}

/* Values of objects as lines of the console that bring them back: into a file and out of it, over a wire, by hand. */
#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/world/query.h"

/* What the fields of a type are, as a number: values of another layout are refused. */
static uint32_t layout_of(const ox_type *type) {
    uint32_t hash = ox_fnv_u32(OX_FNV_START, type->name);
    hash = ox_fnv_u32(hash, (uint32_t)type->version << 16 | type->count);
    for (uint32_t i = 0; i < type->count; i++) {
        hash = ox_fnv_u32(hash, type->fields[i].name);
        hash = ox_fnv_u32(hash, type->fields[i].kind | (uint32_t)type->fields[i].bytes << 8);
    }
    return hash;
}

/* Writes a value with so many digits that it is read as the same bits. */
static void write_exactly(const ox_field *field, int64_t value, ox_text *out) {
    if (field->kind == OX_FX)
        ox_text_add(out, "%.5q", (int)value);
    else if (field->kind == OX_ANGLE)
        ox_text_add(out, "%.3q", (int)(value * 360));
    else
        ox_sheet_value(field, value, NULL, NULL, out);
}

/* Says a line for each value of a record that somebody may set. */
static void say_record(ox_inspect *s, const char *object, const char *component, const ox_type *type,
                       const void *record) {
    char name[40], value[48];
    for (uint32_t i = 0; i < type->count; i++) {
        const ox_field *field = &type->fields[i];
        if ((field->flags & OX_ENGINE) != 0 || field->kind == OX_LINK || OX_FIELD_SIZE(field->kind) > 4)
            continue;
        inspect_name(s, field->name, name);
        for (uint32_t k = 0; k < ox_field_count(field); k++) {
            ox_text out = ox_text_begin_plain(value, sizeof value);
            write_exactly(field, ox_field_get(field, record, k), &out);
            inspect_say(s, "put %s.%s.%s.%u %08x %s", object, component, name, (unsigned)k + 1,
                        (unsigned)layout_of(type), value);
        }
    }
}

bool inspect_do_values(ox_inspect *s, const inspect_given *a) {
    const ox_world *w = s->host->world;
    ox_text_view rest = ox_text_of(a->words[0]), object_name, component;
    char name[40], whose[INSPECT_WORD];
    uint32_t count = 0;
    (void)ox_text_split(&rest, '.', &object_name);
    const ox_object *object = inspect_object(s, object_name);
    if (object == NULL) return inspect_refuse(s, "no such object", a->words[0]);
    ox_text out = ox_text_begin_plain(whose, sizeof whose);
    (void)ox_text_append(&out, object_name);
    const bool is_one = ox_text_split(&rest, '.', &component);
    for (uint32_t i = 0; i < w->component_count; i++) {
        const ox_id id = w->components[i].type->name;
        void *record;
        const ox_type *type = inspect_record(s, object, id, &record);
        if (type == NULL || (is_one && ox_id_of(component) != id)) continue;
        say_record(s, whose, inspect_name(s, id, name), type, record);
        count++;
    }
    return count > 0 || inspect_refuse(s, "the object has no such component", a->words[0]);
}

bool inspect_do_put(ox_inspect *s, const inspect_given *a) {
    ox_inspect_path path;
    void *record;
    int64_t value;
    char layout[12];
    if (!inspect_read_path(s, a->words[0], &path)) return false;
    const ox_type *type =
        inspect_record(s, ox_world_get(s->host->world, path.object), path.component, &record);
    const ox_field *field = ox_inspect_find(s, &path, &record);
    ox_format(layout, sizeof layout, "%08x", (unsigned)layout_of(type));
    if (!inspect_is_word(a->words[1], layout))
        return inspect_refuse(s, "values of a component with other fields", a->words[0]);
    if ((field->flags & OX_ENGINE) != 0) return inspect_refuse(s, "the engine's own number", a->words[0]);
    if (!ox_sheet_read(field, ox_text_of(a->words[2]), &value))
        return inspect_refuse(s, "no value of the field, or out of its range", a->words[2]);
    const ox_status status = ox_inspect_edit(s, &path, value);
    return status == OX_OK || inspect_refuse_status(s, status);
}

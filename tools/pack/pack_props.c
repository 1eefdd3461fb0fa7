/* What objects, types and spawns of levels set of the props of their behaviours: words of cart.txt as cells, by what the compiled script says of
 * each. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/preset/presets.h"
#include "kernel/script/module.h"
#include "rom/rom.h"
#include "tools/cart/cart_rows.h"
#include "tools/import/base/file.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

/* The field of a prop in the module that has the behaviour; NULL for none. *declared: some module has the behaviour. */
static const uint8_t *find_prop(const pack_job *job, const char *behaviour, const char *name,
                                bool *declared) {
    *declared = false;
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        ox_script_module module;
        if (job->chunks.chunks[i].type != ROM_TAG_CODE || !pack_script_open(&job->chunks.chunks[i], &module))
            continue;
        const uint32_t number = ox_script_module_behaviour(&module, rom_id(behaviour));
        if (number == OX_SCRIPT_NONE) continue;
        *declared = true;
        const uint32_t field = ox_script_module_prop(&module, number, rom_id(name));
        return field == OX_SCRIPT_NONE ? NULL : ox_script_record(&module, OX_SCRIPT_SECTION_FIELDS, field);
    }
    return NULL;
}

static bool is_number(const char *word, double least, double most, bool whole, double *value) {
    return cart_parse_number(word, value) && *value >= least && *value <= most &&
           (!whole || floor(*value) == *value);
}

/* "1,2.5,0": as many as there are cells. */
static bool read_vector(const char *word, uint32_t count, uint32_t cells[3]) {
    for (uint32_t i = 0; i < count; i++) {
        char one[CART_NAME_MAX];
        double value;
        const size_t length = strcspn(word, ",");
        memcpy(one, word, length);
        one[length] = 0;
        if (!is_number(one, -32768, 32767.99998, false, &value) || (word[length] == ',') != (i + 1 < count))
            return false;
        cells[i] = writer_fx(value);
        word += length + 1;
    }
    return true;
}

/* The cells of a word for a field; NULL, or what should stand there. */
static const char *read_cells(const char *word, const uint8_t *field, uint32_t cells[3], uint32_t *count) {
    const uint32_t kind = field[ROM_SCRIPT_FIELD_KIND], own = field[ROM_SCRIPT_FIELD_CELLS];
    double value;
    *count = 1;
    switch (kind) {
    case ROM_SCRIPT_FIELD_INT:
        if (!is_number(word, -2147483648.0, 2147483647.0, true, &value)) return "a whole number";
        cells[0] = (uint32_t)(int32_t)value;
        return NULL;
    case ROM_SCRIPT_FIELD_FX:
        if (!is_number(word, -32768, 32767.99998, false, &value))
            return "a number from -32768 to 32767.99998";
        cells[0] = writer_fx(value);
        return NULL;
    case ROM_SCRIPT_FIELD_BOOL:
        cells[0] = strcmp(word, "true") == 0;
        return cells[0] == 1 || strcmp(word, "false") == 0 ? NULL : "true or false";
    case ROM_SCRIPT_FIELD_ANGLE:
        if (!is_number(word, -36000, 36000, false, &value)) return "a number of degrees";
        cells[0] = pack_angle(value);
        return NULL;
    case ROM_SCRIPT_FIELD_NAME:
    case ROM_SCRIPT_FIELD_OBJECT:
        cells[0] = rom_id(word);
        return word[0] != 0 ? NULL : "a name";
    default:
        *count = own;
        if ((rom_half(field + ROM_SCRIPT_FIELD_FLAGS) & ROM_SCRIPT_FIELD_VECTOR) == 0)
            return "set by scripts alone: it is no number, name, object or vector";
        return read_vector(word, own, cells) ? NULL : own == 2 ? "X,Y" : "X,Y,Z";
    }
}

static bool put_prop(pack_job *job, const cart_scene *scene, const cart_prop *prop, writer *out,
                     uint32_t *count) {
    const cart_object *object = &scene->objects[prop->object];
    bool declared;
    uint32_t cells[3], cell_count;
    const uint8_t *field = find_prop(job, object->behaviour, prop->name, &declared);
    if (field == NULL && !declared) return true; /* there is no such behaviour, and that is told */
    if (field == NULL) {
        const char *words[32];
        cart_option_words(cart_object_options, words, 0, 32);
        const char *meant = cart_suggest(prop->name, words);
        return pack_wrong(job, prop->line, "`%s` is no prop of the behaviour `%s`%s%s%s", prop->name,
                          object->behaviour,
                          meant == NULL ? "; write `prop` in front of its variable" : "; did you mean `",
                          meant == NULL ? "" : meant, meant == NULL ? "" : "`?");
    }
    const char *wanted = read_cells(prop->value, field, cells, &cell_count);
    if (wanted != NULL)
        return pack_wrong(job, prop->line, "`%s=%s`: the prop of `%s` is %s", prop->name, prop->value,
                          object->behaviour, wanted);
    for (uint32_t i = 0; i < cell_count; i++, ++*count) {
        const rom_object_value_record row = {.object = prop->object,
                                             .component = rom_id("prop"),
                                             .field = rom_id(prop->name),
                                             .index = i,
                                             .value = cells[i]};
        record_add_object_value(out, &row);
    }
    return true;
}

bool pack_props(pack_job *job, const cart_scene *scene, uint32_t object, writer *out, uint32_t *count) {
    bool ok = true;
    for (uint32_t i = 0; i < scene->prop_count; i++)
        if (scene->props[i].object == object) ok = put_prop(job, scene, &scene->props[i], out, count) && ok;
    return ok;
}

/* ---- levels ---- */

/* Whether objects of cart.txt's types may have a field of that name: what scripts see of components, and the fields of the same records. */
static bool is_field(const char *key) {
    static const char *const own[] = {"spawn_count", "spawn_alive", "spawn_cooldown", NULL};
    const uint32_t id = rom_id(key);
    for (const ox_module *const *m = ox_preset_full; *m != NULL; m++)
        for (uint32_t i = 0; i < (*m)->field_count; i++)
            if ((*m)->fields[i].name == id || ox_type_open_field((*m)->fields[i].record, id) != NULL)
                return true;
    return cart_choice(key, own) >= 0;
}

/* `set KEY` below a spawn of a type. What carts in C know of a type besides is not known here: so it is a warning. */
static void check_set(pack_job *job, const pack_item *level, unsigned long line, const cart_object *type,
                      const char *key) {
    bool declared;
    if (is_field(key) || (type->behaviour[0] != 0 && find_prop(job, type->behaviour, key, &declared) != NULL))
        return;
    job->report->warnings++;
    report_warning(job->options->said, level->path, line,
                   "`set %s`: it is no field of objects, and no prop of the behaviour of the type `%s`", key,
                   type->name);
}

static void check_level(pack_job *job, const pack_item *level) {
    enum { WORD = 64 };
    uint8_t *text = NULL;
    size_t size = 0;
    tool_error error;
    const cart_object *type = NULL;
    unsigned long line = 1;
    if (!import_file_read(level->path, &text, &size, &error)) return;
    for (size_t at = 0; at < size; line++) {
        char row[2 * WORD + 8], word[WORD] = "", what[WORD] = "";
        const uint8_t *end = memchr(text + at, '\n', size - at);
        const size_t length = end == NULL ? size - at : (size_t)(end - text) - at;
        snprintf(row, sizeof row, "%.*s", (int)(length < sizeof row ? length : sizeof row - 1), text + at);
        at += length + 1;
        if (sscanf(row, "%63s %63s", word, what) < 2) continue;
        if (strcmp(word, "spawn") == 0) type = cart_find_type(job->c, what);
        if (strcmp(word, "set") == 0 && type != NULL) check_set(job, level, line, type, what);
    }
    free(text);
}

void pack_check_levels(pack_job *job) {
    for (uint32_t i = 0; i < job->item_count; i++)
        if (job->items[i].done && strcmp(job->items[i].kind->word, "level") == 0)
            check_level(job, &job->items[i]);
}

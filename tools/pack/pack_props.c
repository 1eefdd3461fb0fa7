/* Props of behaviours that objects, types and spawns of levels set: words of cart.txt become cells by the types of
 * the compiled script. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/script/module.h"
#include "rom/rom.h"
#include "tools/base/known.h"
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
        if (job->chunks.chunks[i].type != ROM_TAG_CODE ||
            !pack_script_open(job->chunks.chunks[i].bytes.data, &module))
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

/* Reads a vector such as "1,2.5,0" into `count` cells. */
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

/* Reads a word as the cells of a field. Gives NULL, or what should stand in the word's place. */
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
        return cart_parse_switch(word, &cells[0]) ? NULL : "true or false";
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
    if (field == NULL && !declared) return true; /* another check reports the missing behaviour */
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

/* ---- words of modules ---- */

/* The member of objects with that name, as scripts know it; false when there is none. */
static bool find_member(const char *name, ox_module_member *member) {
    for (const ox_module *const *m = known_modules(); *m != NULL; m++)
        if (ox_module_find_member(*m, rom_id(name), member)) return true;
    return false;
}

/* Reads a word as the cells of a member. Gives NULL, or what should stand in the word's place. */
static const char *read_member(const char *word, const ox_module_member *member, uint32_t cells[3],
                               uint32_t *count) {
    double value;
    *count = member->values > 3 ? 3 : member->values;
    switch (member->field->kind) {
    case OX_FX:
        if (read_vector(word, *count, cells)) return NULL;
        return *count == 1 ? "a number from -32768 to 32767.99998" : *count == 2 ? "X,Y" : "X,Y,Z";
    case OX_ANGLE:
    case OX_I16:
        *count = 1;
        if (!is_number(word, -36000, 36000, false, &value)) return "a number of degrees";
        cells[0] = pack_angle(value);
        if (member->field->kind == OX_I16) cells[0] = (uint32_t)(int32_t)(int16_t)(uint16_t)cells[0];
        return NULL;
    default:
        *count = 1;
        if (!is_number(word, -2147483648.0, 2147483647.0, true, &value)) return "a whole number";
        cells[0] = (uint32_t)(int32_t)value;
        return NULL;
    }
}

/* The id by which modules look for an asset: kinds that go by their chunk, others by their name alone. */
static uint32_t id_of_asset(const char *kind, const char *name) {
    static const char *const by_chunk[] = {"texture", "material", "mesh",   "collision",
                                           "data",    "motion",   "bundle", NULL};
    char whole[CART_NAME_MAX + 16];
    if (cart_choice(kind, by_chunk) < 0) return rom_id(name);
    snprintf(whole, sizeof whole, "%s/%s", kind, name);
    return rom_id(whole);
}

/* Reads a word as the cells of an option. Gives NULL, or what should stand in the word's place. */
static const char *read_option(const char *word, const ox_module_option *option, double rate,
                               const ox_module_member *member, uint32_t cells[3], uint32_t *count) {
    double value;
    int choice;
    if (option->kind == OX_OPTION_MEMBER) return read_member(word, member, cells, count);
    *count = 1;
    switch (option->kind) {
    case OX_OPTION_SECONDS:
        if (!is_number(word, option->is_needed ? 0.5 / rate : 0, 65535 / rate, false, &value))
            return option->is_needed ? "seconds, of 1 to 65535 steps" : "seconds, of 65535 steps at most";
        cells[0] = (uint32_t)(value * rate + 0.5);
        return NULL;
    case OX_OPTION_COUNT:
        if (!is_number(word, 0, 65535, true, &value)) return "a whole number from 0 to 65535";
        cells[0] = (uint32_t)value;
        return NULL;
    case OX_OPTION_NUMBER:
        return read_vector(word, 1, cells) ? NULL : "a number from -32768 to 32767.99998";
    case OX_OPTION_POINT:
        *count = 2;
        return read_vector(word, 2, cells) ? NULL : "X,Y";
    case OX_OPTION_VECTOR:
        *count = 3;
        if (read_vector(word, 3, cells)) return NULL;
        cells[2] = 0;
        return read_vector(word, 2, cells) ? NULL : "X,Y,Z, or X,Y";
    case OX_OPTION_COLOUR:
        return cart_parse_colour(word, &cells[0]) ? NULL : "a colour, #RRGGBB";
    case OX_OPTION_NAME:
        cells[0] = option->choices == NULL ? rom_id(word) : id_of_asset(option->choices[0], word);
        return NULL;
    default:
        choice = cart_choice(word, option->choices);
        cells[0] = (uint32_t)choice;
        return choice >= 0 ? NULL : "a word of `oxcart help cart`";
    }
}

static void put_cell(const cart_saying *saying, uint32_t cell, uint32_t value, writer *out, uint32_t *count) {
    const rom_object_value_record row = {.object = saying->object,
                                         .component = rom_id(saying->word->word),
                                         .field = rom_id(saying->member),
                                         .index = cell,
                                         .value = value};
    record_add_object_value(out, &row);
    ++*count;
}

/* Writes the subject of a statement: a member of objects, or one of the word's choices. */
static bool put_subject(pack_job *job, const cart_saying *saying, ox_module_member *member, writer *out,
                        uint32_t *count) {
    const char *const *choices = saying->word->choices;
    if (choices != NULL && cart_choice(saying->member, choices) < 0) {
        const char *meant = cart_suggest(saying->member, choices);
        return pack_wrong(job, saying->line, "`%s=%s`: there is none of that name%s%s%s", saying->word->word,
                          saying->member, meant == NULL ? "; see oxcart help cart" : "; did you mean `",
                          meant == NULL ? "" : meant, meant == NULL ? "" : "`?");
    }
    if (choices != NULL) {
        put_cell(saying, OX_GIVEN_FIELD, rom_id(saying->member), out, count);
        return true;
    }
    if (!find_member(saying->member, member))
        return pack_wrong(job, saying->line,
                          "`%s=%s`: objects have no field of that name; see oxcart help natives",
                          saying->word->word, saying->member);
    put_cell(saying, OX_GIVEN_COMPONENT, member->component, out, count);
    put_cell(saying, OX_GIVEN_FIELD, member->field->name, out, count);
    return true;
}

/* Whether the cart has the asset that an option names. */
static bool find_named(pack_job *job, const cart_saying *saying, const ox_module_option *option,
                       const char *name) {
    const cart *c = job->c;
    const char *kind = option->choices[0],
               **names = calloc((size_t)c->asset_count + c->texture_count + c->material_count +
                                    c->mesh_count + c->collision_count + 1,
                                sizeof *names);
    const bool is_texture = strcmp(kind, "texture") == 0, is_mesh = strcmp(kind, "mesh") == 0,
               is_collision = strcmp(kind, "collision") == 0, is_material = strcmp(kind, "material") == 0;
    uint32_t count = 0;
    bool is_there = false;
    if (names == NULL) return pack_no_memory(job);
    for (uint32_t i = 0; i < c->asset_count; i++)
        if (strcmp(c->assets[i].kind, kind) == 0) names[count++] = c->assets[i].name;
    for (uint32_t i = 0; is_texture && i < c->texture_count; i++) names[count++] = c->textures[i].name;
    for (uint32_t i = 0; is_material && i < c->material_count; i++) names[count++] = c->materials[i].name;
    for (uint32_t i = 0; is_mesh && i < c->mesh_count; i++) names[count++] = c->meshes[i].name;
    for (uint32_t i = 0; is_collision && i < c->collision_count; i++) names[count++] = c->collisions[i].name;
    for (uint32_t i = 0; i < count; i++) is_there = is_there || rom_id(names[i]) == rom_id(name);
    const char *meant = is_there ? NULL : cart_suggest(name, names);
    free(names);
    if (is_there) return true;
    return pack_wrong(job, saying->line, "`%s=%s`: there is no %s of that name%s%s%s", option->name, name,
                      kind, meant == NULL ? "; add a line `" : "; did you mean `",
                      meant == NULL ? kind : meant,
                      meant != NULL  ? "`?"
                      : is_collision ? " NAME from=MESH`"
                                     : " NAME FILE`");
}

static bool put_saying(pack_job *job, const cart_saying *saying, writer *out, uint32_t *count) {
    const ox_module_option *options = saying->word->options;
    ox_module_member member = {0};
    if (!put_subject(job, saying, &member, out, count)) return false;
    for (uint32_t i = 0; options[i].name != NULL; i++) {
        uint32_t cells[3], cell_count;
        if (saying->values[i][0] == 0) continue;
        if (options[i].kind == OX_OPTION_NAME && options[i].choices != NULL &&
            !find_named(job, saying, &options[i], saying->values[i]))
            return false;
        const char *wanted =
            read_option(saying->values[i], &options[i], job->c->rate, &member, cells, &cell_count);
        const char *meant = options[i].kind == OX_OPTION_CHOICE && wanted != NULL
                                ? cart_suggest(saying->values[i], options[i].choices)
                                : NULL;
        if (wanted != NULL)
            return pack_wrong(job, saying->line, "`%s=%s`: what stands here is %s%s%s%s", options[i].name,
                              saying->values[i], wanted, meant == NULL ? "" : "; did you mean `",
                              meant == NULL ? "" : meant, meant == NULL ? "" : "`?");
        for (uint32_t k = 0; k < cell_count; k++) put_cell(saying, options[i].cell + k, cells[k], out, count);
    }
    return true;
}

bool pack_sayings(pack_job *job, const cart_scene *scene, writer *out, uint32_t *count) {
    bool ok = true;
    for (uint32_t i = 0; i < scene->saying_count; i++)
        ok = put_saying(job, &scene->sayings[i], out, count) && ok;
    return ok;
}

bool pack_props(pack_job *job, const cart_scene *scene, uint32_t object, writer *out, uint32_t *count) {
    bool ok = true;
    for (uint32_t i = 0; i < scene->prop_count; i++)
        if (scene->props[i].object == object) ok = put_prop(job, scene, &scene->props[i], out, count) && ok;
    return ok;
}

/* ---- levels ---- */

/* Whether the record of a component has the field. */
static bool is_field_of_record(const char *key) {
    for (const ox_module *const *m = known_modules(); *m != NULL; m++)
        for (uint32_t i = 0; i < (*m)->component_count; i++)
            if (ox_type_open_field((*m)->components[i]->record, rom_id(key)) != NULL) return true;
    return false;
}

bool pack_is_field(const char *key) {
    static const char *const own[] = {"spawn_count", "spawn_alive", "spawn_cooldown", NULL};
    ox_module_member member;
    return find_member(key, &member) || cart_choice(key, own) >= 0 || is_field_of_record(key);
}

const char *pack_set_wanted(const uint8_t *field, const char *value) {
    const uint32_t kind = field[ROM_SCRIPT_FIELD_KIND];
    uint32_t cells[3], count, rgb;
    if (kind == ROM_SCRIPT_FIELD_NAME || kind == ROM_SCRIPT_FIELD_OBJECT)
        return value[0] == '@' && value[1] != 0 ? NULL : "@NAME";
    if (kind == ROM_SCRIPT_FIELD_INT && value[0] == '#' && cart_parse_colour(value, &rgb)) return NULL;
    if (kind == ROM_SCRIPT_FIELD_COMPOUND && field[ROM_SCRIPT_FIELD_CELLS] != 3)
        return "set by scripts alone: a level sets vectors of three numbers";
    return read_cells(value, field, cells, &count);
}

/* Checks `set KEY` below a spawn of a type. A cart in C may know further keys of a type, so an unknown key is a
 * warning. */
static void check_set(pack_job *job, const pack_item *level, unsigned long line, const cart_object *type,
                      const char *key, const char *value) {
    bool declared;
    if (pack_is_field(key)) return;
    const uint8_t *field = type->behaviour[0] == 0 ? NULL : find_prop(job, type->behaviour, key, &declared);
    const char *wanted = field == NULL || value[0] == '"' ? NULL : pack_set_wanted(field, value);
    if (field != NULL && wanted == NULL) return;
    job->report->warnings++;
    if (field != NULL)
        report_warning(job->options->said, level->path, line, "`set %s %s`: the prop of `%s` is %s", key,
                       value, type->behaviour, wanted);
    else
        report_warning(job->options->said, level->path, line,
                       "`set %s`: it is no field of objects, and no prop of the behaviour of the type `%s`",
                       key, type->name);
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
        char row[3 * WORD + 8], word[WORD] = "", what[WORD] = "", value[WORD] = "";
        const uint8_t *end = memchr(text + at, '\n', size - at);
        const size_t length = end == NULL ? size - at : (size_t)(end - text) - at;
        snprintf(row, sizeof row, "%.*s", (int)(length < sizeof row ? length : sizeof row - 1), text + at);
        at += length + 1;
        if (sscanf(row, "%63s %63s %63s", word, what, value) < 2) continue;
        if (strcmp(word, "spawn") == 0) type = cart_find_type(job->c, what);
        if (strcmp(word, "set") == 0 && type != NULL) check_set(job, level, line, type, what, value);
    }
    free(text);
}

void pack_check_levels(pack_job *job) {
    for (uint32_t i = 0; i < job->item_count; i++)
        if (job->items[i].done && strcmp(job->items[i].kind->word, "level") == 0)
            check_level(job, &job->items[i]);
}

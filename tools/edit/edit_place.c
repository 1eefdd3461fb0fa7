/* Reads an editor's texts: the cart, the edited place, its objects, and types of objects. */
#include <stdlib.h>
#include <string.h>

#include "kernel/script/module.h"
#include "rom/rom.h"
#include "tools/convert/pack_companion.h"
#include "tools/edit/edit.h"
#include "tools/import/base/file.h"
#include "tools/pack/pack.h"
#include "tools/record_writer.h"

/* ---- numbers ---- */

bool edit_vector(const char *word, double value[3]) {
    char copy[EDIT_WORD], *at = copy;
    if (strlen(word) >= sizeof copy) return false;
    snprintf(copy, sizeof copy, "%s", word);
    for (int i = 0; i < 3; i++) {
        char *comma = strchr(at, ',');
        if ((comma == NULL) != (i == 2)) return false;
        if (comma != NULL) *comma = 0;
        if (!cart_parse_number(at, &value[i]) || value[i] < -1e6 || value[i] > 1e6) return false;
        if (comma != NULL) at = comma + 1;
    }
    return true;
}

void edit_decimal(double value, char text[32]) {
    int64_t millionths = (int64_t)writer_round(value * 1e6);
    uint64_t size = (uint64_t)(millionths < 0 ? -millionths : millionths);
    int length = snprintf(text, 32, "%s%llu.%06llu", millionths < 0 ? "-" : "",
                          (unsigned long long)(size / 1000000), (unsigned long long)(size % 1000000));
    while (text[length - 1] == '0') text[--length] = 0;
    if (text[length - 1] == '.') text[length - 1] = 0;
}

void edit_decimals(const double value[3], char text[100]) {
    char part[3][32];
    for (int i = 0; i < 3; i++) edit_decimal(value[i], part[i]);
    snprintf(text, 100, "%s,%s,%s", part[0], part[1], part[2]);
}

/* ---- fields of statements ---- */

bool edit_value(const statements *s, const statement *of, const char *key, char value[EDIT_WORD]) {
    const statement_field *field = statements_field(s, of, key);
    value[0] = 0;
    if (field != NULL) statements_value(s, field, value, EDIT_WORD);
    return field != NULL;
}

static void copy_word(const statements *s, size_t at, size_t length, char *out, size_t room) {
    if (length >= 2 && s->text[at] == '"') at++, length -= 2;
    snprintf(out, room, "%.*s", (int)(length < room ? length : room - 1), s->text + at);
}

/* The first word of a statement. */
static void first_word(const statements *s, const statement *of, char word[16]) {
    size_t at = of->begin, length = 0;
    while (s->text[at] == ' ' || s->text[at] == '\t') at++;
    while (at + length < of->end && strchr(" \t\r\n", s->text[at + length]) == NULL) length++;
    copy_word(s, at, length, word, 16);
}

/* ---- object types ---- */

/* Types that can be placed besides meshes and object types. */
static const edit_type level_icons[] = {
    {"sun", "light", ""},  {"point", "light", ""},   {"locator", "locator", ""},
    {"box", "volume", ""}, {"sphere", "volume", ""}, {"wall", "solid", ""},
    {"", "", ""}};
static const edit_type scene_icons[] = {
    {"sun", "light", ""}, {"point", "light", ""}, {"camera", "camera", ""}, {"", "", ""}};

bool edit_type_at(const edit *e, uint32_t index, edit_type *type) {
    const bool in_level = e->place == EDIT_LEVEL;
    const edit_type *icons = in_level ? level_icons : scene_icons;
    memset(type, 0, sizeof *type);
    if (index < e->c.types.object_count) {
        memcpy(type->name, e->c.types.objects[index].name, sizeof type->name);
        memcpy(type->mesh, e->c.types.objects[index].mesh, sizeof type->mesh);
        snprintf(type->kind, sizeof type->kind, "%s", in_level ? "spawn" : "object");
        return true;
    }
    index -= e->c.types.object_count;
    if (index < e->c.mesh_count) {
        memcpy(type->name, e->c.meshes[index].name, sizeof type->name);
        memcpy(type->mesh, e->c.meshes[index].name, sizeof type->mesh);
        snprintf(type->kind, sizeof type->kind, "%s", in_level ? "instance" : "object");
        return true;
    }
    for (index -= e->c.mesh_count; index > 0 && icons->name[0] != 0; index--) icons++;
    *type = *icons;
    return icons->name[0] != 0;
}

bool edit_type_find(const edit *e, const char *name, edit_type *type) {
    for (uint32_t i = 0; edit_type_at(e, i, type); i++) {
        if (rom_id(type->name) == rom_id(name)) return true;
    }
    return false;
}

/* ---- objects ---- */

static void read_place(const statements *s, const statement *of, edit_object *o) {
    static const char *const keys[] = {"at", "from", "vector", NULL};
    static const char *const turns[] = {"yaw", "pitch", "roll"};
    char value[EDIT_WORD];
    o->scale = 1;
    for (int i = 0; keys[i] != NULL && !o->placed; i++) {
        bool sun = strcmp(keys[i], "vector") == 0 && strcmp(o->type, "point") != 0;
        o->placed = !sun && edit_value(s, of, keys[i], value) && edit_vector(value, o->at);
    }
    if (!o->placed && strcmp(o->kind, "object") == 0) o->placed = true; /* by default the scene's middle */
    for (int i = 0; i < 3; i++)
        if (!edit_value(s, of, turns[i], value) || !cart_parse_number(value, &o->turn[i])) o->turn[i] = 0;
    if (!edit_value(s, of, "scale", value) || !cart_parse_number(value, &o->scale)) o->scale = 1;
}

const cart_object *edit_type_of(const edit *e, const edit_object *object) {
    const bool has = strcmp(object->kind, e->place == EDIT_LEVEL ? "spawn" : "object") == 0;
    return has ? cart_find_type(&e->c, object->type) : NULL;
}

/* Fills an object with the values of its type, which its statement may replace. A spawn's turn is its own, and its
 * scale is a factor. */
static void begin_as_type(const edit *e, const statement *of, const cart_object *type, edit_object *o) {
    static const char *const turns[] = {"yaw", "pitch", "roll"};
    char value[EDIT_WORD];
    if (e->place == EDIT_LEVEL) {
        o->scale *= type->scale;
        return;
    }
    for (int i = 0; i < 3; i++)
        if (!edit_value(&e->s, of, turns[i], value)) o->turn[i] = type->turn[i];
    if (!edit_value(&e->s, of, "scale", value)) o->scale = type->scale;
}

static void read_names(const edit *e, const statements *s, const statement *of, edit_object *o) {
    char value[EDIT_WORD];
    if (of->name_length > 0) copy_word(s, of->name_at, of->name_length, o->type, sizeof o->type);
    if (strcmp(o->kind, "spawn") == 0) {
        if (edit_value(s, of, "name", value)) snprintf(o->name, sizeof o->name, "%.95s", value);
        if (of->name_length == 0 && edit_value(s, of, "#1", value))
            snprintf(o->type, sizeof o->type, "%.95s", value);
        const cart_object *type = edit_type_of(e, o);
        if (type != NULL) memcpy(o->mesh, type->mesh, sizeof o->mesh);
    } else if (strcmp(o->kind, "instance") == 0 || strcmp(o->kind, "object") == 0) {
        const cart_object *type = edit_type_of(e, o);
        memcpy(o->mesh, type != NULL ? type->mesh : o->type, sizeof o->mesh);
        if (e->place == EDIT_SCENE && edit_value(s, of, "name", value))
            snprintf(o->name, sizeof o->name, "%.95s", value);
    } else if (e->place == EDIT_LEVEL && strcmp(o->kind, "solid") != 0 && of->name_length > 0) {
        memcpy(o->name, o->type, sizeof o->name); /* locators, volumes, lights, paths, elements: NAME KIND */
        o->type[0] = 0;
        if (edit_value(s, of, "#1", value)) snprintf(o->type, sizeof o->type, "%.95s", value);
    }
}

static bool is_object(const edit *e, const char *word) {
    static const char *const level[] = {"instance", "spawn", "locator", "volume", "light",   "path",
                                        "ledge",    "cover", "solid",   "walk",   "element", NULL};
    static const char *const scene[] = {"object", "camera", "light", NULL};
    return cart_choice(word, e->place == EDIT_LEVEL ? level : scene) >= 0;
}

/* The statement `scene NAME` of the place. */
static uint32_t scene_statement(const edit *e) {
    char word[16], name[CART_NAME_MAX];
    for (size_t i = 0; i < e->s.count; i++) {
        const statement *of = &e->s.list[i];
        first_word(&e->s, of, word);
        if (strcmp(word, "scene") != 0 || of->name_length == 0) continue;
        copy_word(&e->s, of->name_at, of->name_length, name, sizeof name);
        if (rom_id(name) == rom_id(e->place_name)) return (uint32_t)i;
    }
    return UINT32_MAX;
}

/* Reads the objects. Marks stay with the objects' places in the list, if the list is as long as before. */
static bool read_objects(edit *e, tool_error *error) {
    uint32_t scene = e->place == EDIT_SCENE ? scene_statement(e) : UINT32_MAX, count = 0;
    edit_object *list = calloc(e->s.count + 1, sizeof *list);
    if (list == NULL) return import_error_memory(error, e->folder);
    for (size_t i = 0; i < e->s.count; i++) {
        const statement *of = &e->s.list[i];
        edit_object *o = &list[count];
        first_word(&e->s, of, o->kind);
        if (!is_object(e, o->kind) || of->parent != scene) {
            memset(o, 0, sizeof *o);
            continue;
        }
        o->statement = i;
        read_names(e, &e->s, of, o);
        read_place(&e->s, of, o);
        const cart_object *type = edit_type_of(e, o);
        if (type != NULL) begin_as_type(e, of, type, o);
        count++;
    }
    for (uint32_t i = 0; i < count && count == e->object_count; i++)
        list[i].selected = e->objects[i].selected;
    free(e->objects);
    e->objects = list;
    e->object_count = count;
    return true;
}

void edit_lines(const edit *e, const edit_object *object, size_t *begin, size_t *end) {
    char word[16];
    size_t last = object->statement;
    for (size_t i = last + 1; i < e->s.count; i++) {
        first_word(&e->s, &e->s.list[i], word);
        bool own = e->place == EDIT_LEVEL ? e->s.list[i].parent == object->statement
                                          : strcmp(word, "with") == 0 && strcmp(object->kind, "object") == 0;
        if (!own) break;
        last = i;
    }
    *begin = e->s.list[object->statement].begin;
    *end = e->s.list[last].end;
}

/* ---- finding objects ---- */

static int by_number(const edit *e, const char *word) {
    size_t number = 0;
    if (word[0] == 0 || strspn(word, "0123456789") != strlen(word) || strlen(word) > 6) return EDIT_NONE;
    for (const char *at = word; *at != 0; at++) number = number * 10 + (size_t)(*at - '0');
    return number == 0 || number > e->object_count ? EDIT_NONE : (int)number - 1;
}

int edit_find(const edit *e, const char *word, tool_error *error) {
    int found = by_number(e, word);
    for (uint32_t i = 0; i < e->object_count && found == EDIT_NONE; i++) {
        if (e->objects[i].name[0] != 0 && rom_id(e->objects[i].name) == rom_id(word)) found = (int)i;
    }
    if (found == EDIT_NONE)
        import_error_file(error, NULL,
                          "no object `%.80s`; a name, a number from 1 to %u, `selected` or `all` is wanted",
                          word, (unsigned)e->object_count);
    return found;
}

bool edit_mark(const edit *e, const char *word, uint8_t *marks, tool_error *error) {
    bool all = strcmp(word, "all") == 0, any = false;
    if (!all && strcmp(word, "selected") != 0) {
        int one = edit_find(e, word, error);
        if (one != EDIT_NONE) marks[one] = 1;
        return one != EDIT_NONE;
    }
    for (uint32_t i = 0; i < e->object_count; i++) {
        if (all || e->objects[i].selected) marks[i] = 1;
        any = any || all || e->objects[i].selected;
    }
    return any ||
           import_error_file(
               error, NULL, all ? "there are no objects here" : "nothing is selected; `select NAME` does it");
}

/* ---- reading ---- */

static bool compile(const edit *e, const cart_asset *asset, int file, tool_report *all, writer *out,
                    tool_error *error) {
    const edit_file *f = &e->files[file];
    writer_free(out);
    return pack_companion_convert(&e->c, asset, f->path, (const uint8_t *)f->text, f->size, all, out, error);
}

static int file_of(edit *e, const char *name, tool_error *error) {
    char *path = import_file_resolve(e->files[0].path, name);
    int file = path == NULL ? EDIT_NONE : edit_file_of(e, path, error);
    if (path == NULL) import_error_memory(error, e->folder);
    free(path);
    if (file != EDIT_NONE &&
        (e->files[file].text == NULL || (e->files[file].size == 0 && e->files[file].saved == NULL))) {
        import_error_file(error, e->files[file].path,
                          "the file is not there; write it, or take its line out of cart.txt");
        return EDIT_NONE;
    }
    return file;
}

static const cart_asset *find_asset(const edit *e, const char *kind, const char *name) {
    for (uint32_t i = 0; i < e->c.asset_count; i++) {
        const cart_asset *asset = &e->c.assets[i];
        if (!asset->of_scene && strcmp(asset->kind, kind) == 0 && rom_id(asset->name) == rom_id(name))
            return asset;
    }
    return NULL;
}

/* Whether the module has the behaviour; *field is the field of its prop, if it has that prop. */
static bool find_behaviour(const writer *code, const char *name, const char *prop,
                           uint8_t field[ROM_SCRIPT_FIELD_SIZE]) {
    ox_script_module module;
    if (!pack_script_open(code->data, &module)) return false;
    const uint32_t number = ox_script_module_behaviour(&module, rom_id(name));
    if (number == OX_SCRIPT_NONE) return false;
    const uint32_t at = prop == NULL ? OX_SCRIPT_NONE : ox_script_module_prop(&module, number, rom_id(prop));
    if (at != OX_SCRIPT_NONE)
        memcpy(field, ox_script_record(&module, OX_SCRIPT_SECTION_FIELDS, at), ROM_SCRIPT_FIELD_SIZE);
    return true;
}

bool edit_behaviour(edit *e, const char *name, const char *prop, uint8_t field[ROM_SCRIPT_FIELD_SIZE],
                    tool_error *error) {
    bool found = false;
    memset(field, 0, ROM_SCRIPT_FIELD_SIZE);
    for (uint32_t i = 0; i < e->c.asset_count && !found; i++) {
        writer code = {0};
        if (strcmp(e->c.assets[i].kind, "script") != 0) continue;
        int file = file_of(e, e->c.assets[i].file, error);
        if (file == EDIT_NONE || !compile(e, &e->c.assets[i], file, NULL, &code, error)) return false;
        found = find_behaviour(&code, name, prop, field);
        writer_free(&code);
    }
    return found ||
           import_error_file(
               error, NULL,
               "no script of the cart has a behaviour `%.80s`; write `script NAME FILE.goad` in cart.txt",
               name);
}

static bool read_cart(edit *e, tool_report *all, tool_error *error) {
    cart *next = calloc(1, sizeof *next);
    if (next == NULL) return import_error_memory(error, e->folder);
    bool ok = cart_parse_with(e->files[0].path, e->files[0].text, e->files[0].size,
                              &(cart_reading){.all = all}, next, error);
    if (ok && e->cart_good) cart_free(&e->c);
    if (ok) e->c = *next;
    if (ok) e->cart_good = true;
    if (!ok && all != NULL) cart_free(next);
    free(next);
    return ok;
}

/* Refuses objects whose mesh or type is missing. The packer would draw placeholders, but the editor offers only
 * existing assets. */
static bool check_objects(const edit *e, tool_report *all, tool_error *error) {
    bool ok = true;
    for (uint32_t i = 0; i < e->object_count; i++) {
        const edit_object *o = &e->objects[i];
        tool_error now = {.text = ""};
        bool mesh = strcmp(o->kind, "instance") == 0 || strcmp(o->kind, "object") == 0;
        unsigned long line = e->s.list[o->statement].line;
        bool typed = edit_type_of(e, o) != NULL;
        if (mesh && !typed && cart_find_mesh(&e->c, o->type) == NULL)
            import_error_line(&now, e->files[e->file].path, line, "there is no mesh `%s` in the cart",
                              o->type);
        if (strcmp(o->kind, "spawn") == 0 && e->c.types.object_count > 0 && !typed)
            import_error_line(&now, e->files[e->file].path, line, "there is no type `%s` in %s", o->type,
                              e->files[0].path);
        if (now.text[0] == 0) continue;
        report_error(all, &now);
        if (ok) *error = now;
        ok = false;
    }
    return ok;
}

static bool read_place_text(edit *e, tool_report *all, tool_error *error) {
    const cart_asset *asset = e->place == EDIT_LEVEL ? find_asset(e, "level", e->place_name) : NULL;
    bool there = e->place == EDIT_LEVEL ? asset != NULL : false;
    for (uint32_t i = 0; i < e->c.scene_count && e->place == EDIT_SCENE; i++)
        there = there || rom_id(e->c.scenes[i].name) == rom_id(e->place_name);
    statements_free(&e->s);
    writer_free(&e->level);
    memset(&e->level, 0, sizeof e->level);
    e->file = EDIT_NONE;
    if (!there) { /* the making of the place was undone */
        e->object_count = 0;
        return true;
    }
    int file = asset == NULL ? 0 : file_of(e, asset->file, error);
    if (file == EDIT_NONE) return report_error(all, error);
    const edit_file *f = &e->files[file];
    if (asset != NULL && !compile(e, asset, file, all, &e->level, error)) return false;
    if (!statements_read(f->path, f->text, f->size, asset != NULL ? STATEMENTS_LEVEL : STATEMENTS_CART, &e->s,
                         error))
        return report_error(all, error);
    e->file = file;
    return (read_objects(e, error) || report_error(all, error)) && check_objects(e, all, error);
}

bool edit_read(edit *e, tool_report *all, tool_error *error) {
    return read_cart(e, all, error) && (e->place_name[0] == 0 || read_place_text(e, all, error));
}

/* ---- places ---- */

bool edit_go(edit *e, edit_kind place, const char *name, tool_report *all, tool_error *error) {
    bool there = place == EDIT_LEVEL && find_asset(e, "level", name) != NULL;
    edit_kind before = e->place;
    char name_before[CART_NAME_MAX];
    for (uint32_t i = 0; i < e->c.scene_count && place == EDIT_SCENE; i++)
        there = there || rom_id(e->c.scenes[i].name) == rom_id(name);
    if (!there || strlen(name) >= CART_NAME_MAX) {
        import_error_file(error, e->files[0].path, "no %s `%.80s`; `places` lists what there is",
                          place == EDIT_LEVEL ? "level" : "scene", name);
        return report_error(all, error);
    }
    memcpy(name_before, e->place_name, sizeof name_before);
    e->place = place;
    snprintf(e->place_name, sizeof e->place_name, "%s", name);
    e->object_count = 0;
    if (edit_read(e, all, error)) {
        for (uint32_t i = 0; i < e->object_count; i++) e->objects[i].selected = false;
        return true;
    }
    tool_error other = {.text = ""};
    e->place = before;
    memcpy(e->place_name, name_before, sizeof name_before);
    if (!edit_read(e, NULL, &other)) e->failed = true;
    return false;
}

bool edit_go_first(edit *e, tool_report *all, tool_error *error) {
    if (e->c.first_level[0] != 0) return edit_go(e, EDIT_LEVEL, e->c.first_level, all, error);
    for (uint32_t i = 0; i < e->c.asset_count; i++) {
        if (strcmp(e->c.assets[i].kind, "level") == 0 && !e->c.assets[i].of_scene)
            return edit_go(e, EDIT_LEVEL, e->c.assets[i].name, all, error);
    }
    return edit_go(e, EDIT_SCENE, e->c.start, all, error);
}

/* Expressions as functions of a module of their own. */
#define _POSIX_C_SOURCE 200809L
#include "tools/debug/look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/convert/pack_kinds.h"
#include "tools/convert/script_cart.h"
#include "tools/import/base/file.h"

static const char look_name[] = "debug_look";
enum { FILES = 64, MEMORY = 1 << 18 };

/* ---- the texts of a script ---- */

static void keep_mistake(void *argument, report_severity severity, const tool_error *what) {
    tool_error *first = argument;
    if (severity == REPORT_ERROR && first->text[0] == 0) *first = *what;
}

static bool compile_texts(const debug_texts *t, size_t count, const script_options *more, writer *image,
                          tool_error *error) {
    tool_report report = {.tell = keep_mistake, .argument = error};
    script_options options = *more;
    options.library = true;
    options.rate = t->rate;
    options.rows = t->rows;
    error->text[0] = 0;
    const bool good = script_compile(t->sources, count, &options, &report, image);
    report_free(&report);
    return good;
}

static bool read_one(debug_texts *t, const char *base, const char *name, tool_error *error) {
    char *path = import_file_resolve(base, name);
    size_t size;
    if (path == NULL || t->count == FILES || !import_file_read(path, &t->data[t->count], &size, error)) {
        free(path);
        return false;
    }
    t->paths[t->count] = path;
    t->sources[t->count] = (script_source){path, (const char *)t->data[t->count], size};
    t->count++;
    return true;
}

static bool read_all(const cart *c, const cart_asset *asset, debug_texts *t, tool_error *error) {
    const char *with = pack_option(asset, "with");
    if (!read_one(t, c->path, asset->file, error)) return false;
    while (with != NULL && *with != 0) {
        char name[CART_PATH_MAX];
        const size_t length = strcspn(with, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, with);
        if (!read_one(t, t->paths[0], name, error)) return false;
        with += length + (with[length] == ',');
    }
    return true;
}

/* The declarations of the cart's tables of data, as the packer makes them. */
static char *rows_of(const cart *c, const cart_asset *asset, const debug_texts *t, tool_error *error) {
    const pack_source source = {.c = c,
                                .asset = asset,
                                .path = t->paths[0],
                                .data = t->data[0],
                                .size = t->sources[0].size,
                                .error = error};
    script_cart of = {.source = &source};
    const char *rows = script_cart_rows(&of);
    char *copy = rows == NULL ? NULL : strdup(rows);
    script_cart_free(&of);
    return copy;
}

static bool is_the_module(const debug_texts *t, const debug_symbols *of) {
    script_map map = {0}; /* as the packer compiles */
    const script_options options = {.map = &map};
    const ox_script_module *m = &of->machine->module;
    writer image = {0};
    tool_error error = {.text = ""};
    const bool same = compile_texts(t, t->count, &options, &image, &error) && image.size == m->size &&
                      memcmp(image.data, m->bytes, image.size) == 0;
    script_map_free(&map);
    writer_free(&image);
    return same;
}

bool debug_texts_read(const cart *c, uint32_t id, const debug_symbols *of, debug_texts *t, char *said,
                      size_t room) {
    tool_error error = {.text = ""};
    const cart_asset *asset = NULL;
    memset(t, 0, sizeof *t);
    for (uint32_t i = 0; i < c->asset_count; i++) {
        char name[2 * CART_NAME_MAX];
        snprintf(name, sizeof name, "script/%s", c->assets[i].name);
        if (strcmp(c->assets[i].kind, "script") == 0 && rom_id(name) == id) asset = &c->assets[i];
    }
    t->sources = calloc(FILES + 1, sizeof *t->sources);
    t->paths = calloc(FILES + 1, sizeof *t->paths);
    t->data = calloc(FILES + 1, sizeof *t->data);
    t->rate = (int32_t)c->rate;
    if (asset != NULL && t->sources != NULL && t->paths != NULL && t->data != NULL &&
        read_all(c, asset, t, &error))
        t->rows = rows_of(c, asset, t, &error);
    if (t->rows == NULL) {
        snprintf(said, room, "%s", error.text[0] != 0 ? error.text : "the texts of the script are not there");
        return false;
    }
    t->same = is_the_module(t, of);
    return true;
}

void debug_texts_free(debug_texts *t) {
    for (size_t i = 0; i < t->count; i++) {
        free(t->paths[i]);
        free(t->data[i]);
    }
    free(t->sources);
    free(t->paths);
    free(t->data);
    free(t->rows);
    memset(t, 0, sizeof *t);
}

/* ---- where ---- */

uint32_t debug_behaviour_of(const debug_at *at) {
    const ox_script_instance *one = ox_script_instance_of(at->machine, at->instance);
    if (at->instance.bits != 0 && one != NULL) return one->behaviour;
    return OX_SCRIPT_NONE;
}

int32_t *debug_cells_of(const debug_at *at, const debug_variable *v) {
    if (v->scope == DEBUG_LOCAL) return at->locals == NULL ? NULL : at->locals + v->cell;
    if (v->scope == DEBUG_OWN && at->instance.bits == 0) return NULL;
    return ox_script_cells(at->machine, v->scope == DEBUG_OWN ? at->instance : (ox_handle){0}, v->cell,
                           v->cells);
}

/* ---- the function ---- */

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool takes(debug_look *look, const debug_variable *v) {
    for (uint32_t i = 0; i < look->input_count; i++)
        if (strcmp(look->inputs[i].name, v->name) == 0) return true;
    if (look->input_count == DEBUG_LOOK_INPUTS) return false;
    look->inputs[look->input_count++] = *v;
    return true;
}

/* Copies the expression, notes the variables that it names, and writes `self` as an argument. */
static bool find_inputs(const debug_at *at, const char *from, debug_look *look, char *to, size_t room) {
    const uint32_t behaviour = debug_behaviour_of(at);
    size_t used = 0;
    char quote = 0;
    for (const char *c = from; *c != 0;) {
        size_t length = 1;
        const bool begins = quote == 0 && is_letter(*c) &&
                            (c == from || (!is_letter(c[-1]) && c[-1] != '\'' && c[-1] != '@'));
        if (*c == '\'' || *c == '"') quote = quote == 0 ? *c : quote == *c ? 0 : quote;
        if (begins) {
            char word[DEBUG_WORD];
            debug_variable v;
            while (is_letter(c[length])) length++;
            snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), c);
            const bool member = c != from && c[-1] == '.' && (c < from + 2 || c[-2] != '.');
            if (!member && strcmp(word, "self") == 0) {
                char own[DEBUG_WORD] = "";
                if (c[4] == '.') (void)sscanf(c + 5, "%63[A-Za-z0-9_]", own);
                if (own[0] != 0 && debug_variable_called(at->of, at->place, behaviour, own, &v) &&
                    v.scope == DEBUG_OWN) {
                    c += 5; /* self.NAME is NAME */
                    continue;
                }
                look->takes_self = true;
                used += (size_t)snprintf(to + used, room - used, "debug_self");
                c += length;
                if (used >= room) return false;
                continue;
            }
            if (!member && debug_variable_called(at->of, at->place, behaviour, word, &v) &&
                v.scope != DEBUG_GLOBAL && !takes(look, &v))
                return false;
        }
        if (used + length + 1 >= room) return false;
        memcpy(to + used, c, length);
        used += length;
        c += length;
    }
    to[used] = 0;
    return true;
}

/* The number of the function among those of the module. */
static bool find_function(const script_map *map, uint32_t *function) {
    const char *name = (const char *)map->names.data;
    for (uint32_t i = 0; i < map->functions; i++, name += strlen(name) + 1)
        if (strcmp(name, look_name) == 0) {
            *function = i;
            return true;
        }
    return false;
}

static uint32_t kind_of(const char *type) {
    static const char *const words[] = {"int", "fx", "bool", "angle", "name", "obj", "text"};
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(type, words[i]) == 0) return ROM_SCRIPT_FIELD_INT + i;
    return strcmp(type, "vec2") == 0 || strcmp(type, "vec3") == 0 ? (uint32_t)ROM_SCRIPT_FIELD_COMPOUND
                                                                  : (uint32_t)ROM_SCRIPT_FIELD_INT;
}

static bool compile_look(const debug_at *at, const char *expression, const char *type, debug_look *look,
                         tool_error *error) {
    char text[4 * DEBUG_WORDS];
    script_map map = {0};
    size_t used = (size_t)snprintf(text, sizeof text, "func %s(", look_name);
    for (uint32_t i = 0; i < look->input_count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s: %s, ", look->inputs[i].name,
                                 look->inputs[i].type);
    if (look->takes_self && used < sizeof text)
        used += (size_t)snprintf(text + used, sizeof text - used, "debug_self: obj");
    if (used < sizeof text)
        used +=
            (size_t)snprintf(text + used, sizeof text - used, ") -> %s { return (%s) }\n", type, expression);
    if (used >= sizeof text) {
        snprintf(error->text, sizeof error->text, "the expression is too long");
        error->sentence = 0;
        return false;
    }
    debug_texts all = *at->texts;
    all.sources[all.count] = (script_source){"expression", text, strlen(text)};
    const script_options options = {.map = &map, .looks = look_name};
    bool good = compile_texts(&all, all.count + 1, &options, &look->image, error);
    if (good && !find_function(&map, &look->function)) good = false;
    script_map_free(&map);
    if (!good) writer_free(&look->image);
    if (!good) memset(&look->image, 0, sizeof look->image);
    return good;
}

/* The type that an expression has, out of the sentence that another one is expected. */
static bool found_type(const tool_error *error, const char *wanted, char *type, size_t room) {
    char before[2 * DEBUG_WORD];
    const char *sentence = error->text + error->sentence;
    const char *end = strstr(sentence, " found");
    snprintf(before, sizeof before, "%s expected, ", wanted);
    const size_t length = strlen(before);
    if (strncmp(sentence, before, length) != 0 || end == NULL || (size_t)(end - sentence) <= length)
        return false;
    snprintf(type, room, "%.*s", (int)(end - sentence - (ptrdiff_t)length), sentence + length);
    return true;
}

bool debug_look_make(const debug_at *at, const char *expression, const char *type, debug_look *look,
                     char *said, size_t room) {
    char text[2 * DEBUG_WORDS], its[DEBUG_WORD];
    tool_error error = {.text = ""};
    memset(look, 0, sizeof *look);
    if (at->texts == NULL || !at->texts->same) {
        snprintf(said, room,
                 "the texts are not those that play: expressions need the cart's folder as it was packed");
        return false;
    }
    if (!find_inputs(at, expression, look, text, sizeof text)) {
        snprintf(said, room, "the expression is too long, or names more than %d variables",
                 DEBUG_LOOK_INPUTS);
        return false;
    }
    snprintf(its, sizeof its, "%s", type == NULL ? "int" : type);
    bool good = compile_look(at, text, its, look, &error);
    if (!good && type == NULL && found_type(&error, "int", its, sizeof its))
        good = compile_look(at, text, its, look, &error);
    if (!good) {
        snprintf(said, room, "%s", error.text + error.sentence);
        return false;
    }
    snprintf(look->result.type, sizeof look->result.type, "%s", its);
    look->result.kind = kind_of(its);
    return true;
}

/* ---- running ---- */

static bool give_inputs(const debug_at *at, const debug_look *look, int32_t *arguments, char *said,
                        size_t room) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < look->input_count; i++) {
        const debug_variable *v = &look->inputs[i];
        const int32_t *cells = debug_cells_of(at, v);
        if (cells == NULL || used + v->cells > OX_SCRIPT_ARGUMENTS) {
            snprintf(said, room,
                     cells == NULL ? "'%s' is gone" : "'%s' is too large to be looked at in an expression",
                     v->name);
            return false;
        }
        memcpy(arguments + used, cells, v->cells * sizeof *cells);
        used += v->cells;
    }
    if (look->takes_self && used < OX_SCRIPT_ARGUMENTS) arguments[used] = (int32_t)at->object;
    return true;
}

bool debug_look_run(const debug_at *at, const debug_look *look, int32_t cells[OX_SCRIPT_RESULTS], char *said,
                    size_t room) {
    static const ox_script_plan plan = {.stack = 2000,
                                        .tasks = 1,
                                        .generators = 1,
                                        .task_cells = 64,
                                        .instances = 1,
                                        .instance_cells = 64,
                                        .tick = DEBUG_LOOK_LIMIT,
                                        .activation = DEBUG_LOOK_LIMIT};
    ox_script scratch = {0};
    int32_t arguments[OX_SCRIPT_ARGUMENTS] = {0};
    rom_error error = {ROM_OK, 0, ""};
    ox_arena arena;
    ox_script_host host = *at->machine->host;
    host.report = NULL; /* what goes wrong here is told here */
    const ox_script_config config = {.module = look->image.data,
                                     .size = look->image.size,
                                     .trust = OX_SCRIPT_TRUST_CART,
                                     .plan = &plan,
                                     .natives = at->natives,
                                     .host = &host,
                                     .context = at->machine->context};
    if (!give_inputs(at, look, arguments, said, room)) return false;
    uint8_t *memory = malloc(MEMORY);
    if (memory == NULL) {
        snprintf(said, room, "no memory");
        return false;
    }
    ox_arena_init(&arena, memory, MEMORY);
    ox_status status = ox_script_open(&scratch, &config, &arena, &error);
    if (status != OX_OK) snprintf(said, room, "%s", error.text[0] != 0 ? error.text : ox_status_name(status));
    if (status == OX_OK) {
        const uint32_t globals = at->machine->module.count[OX_SCRIPT_SECTION_GLOBALS];
        if (globals == scratch.module.count[OX_SCRIPT_SECTION_GLOBALS] && globals > 0)
            memcpy(scratch.globals, at->machine->globals, globals * sizeof *scratch.globals);
        scratch.now = at->machine->now;
        memset(cells, 0, OX_SCRIPT_RESULTS * sizeof *cells);
        status = ox_script_call_function(&scratch, look->function, DEBUG_LOOK_LIMIT, arguments, cells);
        if (status != OX_OK)
            snprintf(said, room, "the expression ends with the fault %s", ox_script_trap_name(scratch.trap));
        ox_script_close(&scratch);
    }
    free(memory);
    return status == OX_OK;
}

void debug_look_free(debug_look *look) { writer_free(&look->image); }

static void write_result(const debug_at *at, const debug_look *look, const int32_t *cells, char *text,
                         size_t room) {
    debug_variable shown = look->result;
    shown.cells = strcmp(shown.type, "vec2") == 0 ? 2 : strcmp(shown.type, "vec3") == 0 ? 3 : 1;
    debug_write(at->of, &shown, cells, text, room);
}

bool debug_look_at(const debug_at *at, const char *expression, char *text, size_t room) {
    debug_look look;
    debug_variable v;
    int32_t cells[OX_SCRIPT_RESULTS];
    /* a variable alone needs no compiler, and may be a container */
    if (debug_variable_called(at->of, at->place, debug_behaviour_of(at), expression, &v)) {
        const int32_t *own = debug_cells_of(at, &v);
        if (own == NULL) snprintf(text, room, "gone");
        if (own != NULL) debug_write(at->of, &v, own, text, room);
        return own != NULL;
    }
    if (!debug_look_make(at, expression, NULL, &look, text, room)) return false;
    const bool good = debug_look_run(at, &look, cells, text, room);
    if (good) write_result(at, &look, cells, text, room);
    debug_look_free(&look);
    return good;
}

bool debug_set(const debug_at *at, const char *name, const char *expression, char *text, size_t room) {
    debug_look look;
    debug_variable v;
    int32_t cells[OX_SCRIPT_RESULTS];
    if (!debug_variable_called(at->of, at->place, debug_behaviour_of(at), name, &v)) {
        snprintf(text, room, "there is no variable '%s' here", name);
        return false;
    }
    int32_t *own = debug_cells_of(at, &v);
    if (own == NULL || v.cells > OX_SCRIPT_RESULTS) {
        snprintf(text, room, own == NULL ? "'%s' is gone" : "'%s' is too large to be set at once", name);
        return false;
    }
    if (!debug_look_make(at, expression, v.type, &look, text, room)) return false;
    const bool good = debug_look_run(at, &look, cells, text, room);
    debug_look_free(&look);
    if (!good) return false;
    memcpy(own, cells, v.cells * sizeof *own);
    debug_write(at->of, &v, own, text, room);
    return true;
}

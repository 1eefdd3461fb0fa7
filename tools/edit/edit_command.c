/* The commands of an editor: reading them, and the commands that change no text. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/edit/edit.h"

bool edit_wrong(edit_words *w, int word, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    w->looked = word;
    return import_error_file(w->error, NULL, "%s", text);
}

const char *edit_option(edit_words *w, const char *key) {
    size_t length = strlen(key);
    for (int i = 1; i < w->count; i++) {
        if (strncmp(w->words[i], key, length) != 0 || w->words[i][length] != '=') continue;
        w->looked = i;
        return w->words[i] + length + 1;
    }
    return NULL;
}

static void answer(const edit *e, const char *format, ...) IMPORT_PRINTF(2, 3);
static void answer(const edit *e, const char *format, ...) {
    va_list arguments;
    if (e->out == NULL) return;
    va_start(arguments, format);
    vfprintf(e->out, format, arguments);
    va_end(arguments);
}

static bool wanted(edit_words *w, int least, int most, const char *form) {
    if (w->count > least && w->count <= most + 1) return true;
    return edit_wrong(w, w->count > most + 1 ? most + 1 : 0, "`%s%s%s` is wanted", w->words[0],
                      form[0] == 0 ? "" : " ", form);
}

/* ---- help and lists ---- */

static bool help(edit_words *w) {
    if (!wanted(w, 0, 1, "[COMMAND]")) return false;
    for (int i = 0; edit_commands[i].name[0] != 0; i++) {
        const edit_command *c = &edit_commands[i];
        if (w->count == 2 && strcmp(w->words[1], c->name) != 0) continue;
        answer(w->e, "%s%s%s: %s\n", c->name, c->form[0] == 0 ? "" : " ", c->form, c->line);
        if (w->count == 2) return true;
    }
    return w->count == 1 || edit_wrong(w, 1, "no command `%.40s`; `help` lists all", w->words[1]);
}

static bool places(edit_words *w) {
    const edit *e = w->e;
    if (!wanted(w, 0, 0, "")) return false;
    for (uint32_t i = 0; i < e->c.asset_count; i++) {
        bool here = e->file != EDIT_NONE && e->place == EDIT_LEVEL &&
                    rom_id(e->c.assets[i].name) == rom_id(e->place_name);
        if (strcmp(e->c.assets[i].kind, "level") == 0 && !e->c.assets[i].of_scene)
            answer(e, "level %s%s\n", e->c.assets[i].name, here ? " (open)" : "");
    }
    for (uint32_t i = 0; i < e->c.scene_count; i++) {
        bool here = e->file != EDIT_NONE && e->place == EDIT_SCENE &&
                    rom_id(e->c.scenes[i].name) == rom_id(e->place_name);
        answer(e, "scene %s%s\n", e->c.scenes[i].name, here ? " (open)" : "");
    }
    return true;
}

static bool go(edit_words *w) {
    static const char *const kinds[] = {"scene", "level", NULL};
    if (!wanted(w, 2, 2, "level|scene NAME")) return false;
    int kind = cart_choice(w->words[1], kinds);
    if (kind < 0)
        return edit_wrong(w, 1, "`%.40s` is no kind of place; possible are level and scene", w->words[1]);
    w->looked = 2;
    return edit_go(w->e, (edit_kind)kind, w->words[2], NULL, w->error);
}

static bool types(edit_words *w) {
    edit_type type;
    if (!wanted(w, 0, 1, "[WORD]")) return false;
    for (uint32_t i = 0; edit_type_at(w->e, i, &type); i++) {
        if (w->count == 2 && strstr(type.name, w->words[1]) == NULL && strcmp(type.kind, w->words[1]) != 0)
            continue;
        answer(w->e, "%s (%s%s%s)\n", type.name, type.kind,
               type.mesh[0] == 0 || strcmp(type.mesh, type.name) == 0 ? "" : ", looks like ",
               strcmp(type.mesh, type.name) == 0 ? "" : type.mesh);
    }
    return true;
}

static void tell(const edit *e, uint32_t i) {
    const edit_object *o = &e->objects[i];
    char at[100];
    edit_decimals(o->at, at);
    answer(e, "%u %s%s%s", (unsigned)i + 1, o->kind, o->type[0] == 0 ? "" : " ", o->type);
    if (o->name[0] != 0) answer(e, " name=%s", o->name);
    if (o->placed) answer(e, " at=%s", at);
    if (o->turn[0] < 0 || o->turn[0] > 0) {
        edit_decimal(o->turn[0], at);
        answer(e, " yaw=%s", at);
    }
    answer(e, "%s\n", o->selected ? " (selected)" : "");
}

static bool list(edit_words *w) {
    const edit *e = w->e;
    if (!wanted(w, 0, 1, "[WORD]")) return false;
    for (uint32_t i = 0; i < e->object_count; i++) {
        const edit_object *o = &e->objects[i];
        if (w->count == 1 || strstr(o->type, w->words[1]) != NULL || strstr(o->name, w->words[1]) != NULL ||
            strcmp(o->kind, w->words[1]) == 0)
            tell(e, i);
    }
    return true;
}

static bool show(edit_words *w) {
    const edit *e = w->e;
    size_t begin, end;
    if (!wanted(w, 1, 1, "OBJECT")) return false;
    w->looked = 1;
    int i = edit_find(e, w->words[1], w->error);
    if (i == EDIT_NONE) return false;
    edit_lines(e, &e->objects[i], &begin, &end);
    answer(e, "%.*s%s", (int)(end - begin), e->s.text + begin, e->s.text[end - 1] == '\n' ? "" : "\n");
    return true;
}

/* ---- the editor's own state ---- */

static bool choose(edit_words *w) {
    edit *e = w->e;
    if (!wanted(w, 1, EDIT_WORDS - 1, "OBJECT...|none")) return false;
    uint8_t *marks = calloc((size_t)e->object_count + 1, 1);
    bool ok = marks != NULL || import_error_memory(w->error, NULL);
    bool none = w->count == 2 && strcmp(w->words[1], "none") == 0;
    for (int i = 1; ok && !none && i < w->count; i++) {
        w->looked = i;
        ok = edit_mark(e, w->words[i], marks, w->error);
    }
    for (uint32_t i = 0; ok && i < e->object_count; i++) e->objects[i].selected = marks[i] != 0;
    free(marks);
    return ok;
}

static bool snap(edit_words *w) {
    double side = 0;
    if (!wanted(w, 1, 1, "SIDE|off")) return false;
    if (strcmp(w->words[1], "off") != 0 &&
        (!cart_parse_number(w->words[1], &side) || side < 0.001 || side > 1000))
        return edit_wrong(w, 1, "`%.40s` is no side of a grid; 0.001 to 1000 metres or `off` are possible",
                          w->words[1]);
    w->e->snap = side;
    return true;
}

static bool camera(edit_words *w) {
    edit_camera next = w->e->camera;
    char at[100], target[100];
    if (!wanted(w, 0, 2, "[at=X,Y,Z] [target=X,Y,Z]")) return false;
    const char *words[2] = {edit_option(w, "at"), edit_option(w, "target")};
    if ((words[0] != NULL) + (words[1] != NULL) != w->count - 1)
        return edit_wrong(w, 1, "`camera [at=X,Y,Z] [target=X,Y,Z]` is wanted");
    if ((words[0] != NULL && !edit_vector(words[0], next.at)) ||
        (words[1] != NULL && !edit_vector(words[1], next.target)))
        return edit_wrong(w, 1, "the camera's places are three numbers with commas between");
    for (int i = 0; i < 3; i++) {
        if (next.at[i] < -CART_WORLD || next.at[i] > CART_WORLD || next.target[i] < -CART_WORLD ||
            next.target[i] > CART_WORLD)
            return edit_wrong(w, 1, "the camera is out of the world; -%d to %d are possible", CART_WORLD,
                              CART_WORLD);
    }
    edit_decimals(next.at, at);
    edit_decimals(next.target, target);
    if (strcmp(at, target) == 0) return edit_wrong(w, 1, "the camera stands where it looks at");
    w->e->camera = next;
    if (w->count == 1) answer(w->e, "camera at=%s target=%s\n", at, target);
    return true;
}

/* Brings an object into the middle of the picture, seen from the same side. */
static bool look(edit_words *w) {
    edit *e = w->e;
    if (!wanted(w, 1, 1, "OBJECT")) return false;
    w->looked = 1;
    int i = edit_find(e, w->words[1], w->error);
    if (i == EDIT_NONE) return false;
    if (!e->objects[i].placed) return edit_wrong(w, 1, "`%.40s` stands nowhere", w->words[1]);
    for (int k = 0; k < 3; k++) {
        e->camera.at[k] += e->objects[i].at[k] - e->camera.target[k];
        e->camera.target[k] = e->objects[i].at[k];
    }
    return true;
}

/* ---- undo, files ---- */

static bool steps(edit_words *w, uint32_t *count) {
    double number = 1;
    if (!wanted(w, 0, 1, "[STEPS|all]")) return false;
    bool all = w->count == 2 && strcmp(w->words[1], "all") == 0;
    if (w->count == 2 && !all &&
        (!cart_parse_number(w->words[1], &number) || number < 1 || number > 1e6 ||
         number != (double)(uint32_t)number))
        return edit_wrong(w, 1, "`%.40s` is no number of steps", w->words[1]);
    *count = all ? UINT32_MAX : (uint32_t)number;
    return true;
}

static bool again(edit_words *w, bool (*go_one)(edit *), const char *what) {
    uint32_t count = 0, done = 0;
    if (!steps(w, &count)) return false;
    while (done < count && go_one(w->e)) done++;
    if (w->e->failed) return import_error_memory(w->error, NULL);
    return done == count || count == UINT32_MAX || edit_wrong(w, 0, "there is nothing more to %s", what);
}

static bool undo(edit_words *w) { return again(w, edit_undo, "undo"); }
static bool redo(edit_words *w) { return again(w, edit_redo, "redo"); }

static bool save(edit_words *w) {
    uint32_t written;
    if (!wanted(w, 0, 1, "[anyway]")) return false;
    bool anyway = w->count == 2;
    if (anyway && strcmp(w->words[1], "anyway") != 0) return edit_wrong(w, 1, "`save [anyway]` is wanted");
    w->looked = 0;
    if (w->e->dry) return true;
    if (!edit_save(w->e, anyway, &written, w->error)) return false;
    answer(w->e, "%u %s written\n", (unsigned)written, written == 1 ? "file" : "files");
    return true;
}

static bool quit(edit_words *w) {
    if (!wanted(w, 0, 0, "")) return false;
    w->e->quit = true;
    return true;
}

const edit_command edit_commands[] = {
    {"help", "[COMMAND]", "what commands there are", help},
    {"places", "", "the levels and scenes of the cart", places},
    {"open", "level|scene NAME", "goes there", go},
    {"create", "level NAME [FILE]", "a new level, empty, with its line in cart.txt", edit_create},
    {"type", "NAME [TYPE] [mesh=MESH] [KEY=VALUE...]", "a new object type, as a line of cart.txt",
     edit_new_type},
    {"types", "[WORD]", "what can be placed", types},
    {"list", "[WORD]", "the objects of the place, numbered", list},
    {"show", "OBJECT", "its lines in the text", show},
    {"place", "TYPE at=X,Y,Z [KEY=VALUE...]", "puts a mesh, an object of a type, a light ... there",
     edit_put},
    {"add", "STATEMENT...", "any line that such a text may have", edit_add},
    {"select", "OBJECT...|none", "marks objects: `selected` means them", choose},
    {"move", "OBJECT X,Y,Z | OBJECT by X,Y,Z", "to a place, or by so much", edit_move},
    {"turn", "OBJECT DEGREES | OBJECT by DEGREES", "about the upright axis", edit_turn},
    {"scale", "OBJECT SIZE", "1 is as the mesh is", edit_scale},
    {"set", "OBJECT KEY VALUE",
     "an option of its line, a prop of its behaviour, or a field of a spawned object", edit_set},
    {"unset", "OBJECT KEY", "takes it away: as the type or the default says", edit_unset},
    {"rename", "OBJECT NAME", "gives it a name", edit_rename},
    {"attach", "OBJECT BEHAVIOUR", "what a script of the cart says of it", edit_attach},
    {"copy", "OBJECT [by=X,Y,Z] [name=NAME]", "another one like it", edit_copy},
    {"delete", "OBJECT...", "takes them away", edit_delete},
    {"bounds", "X,Y,Z X,Y,Z", "the box that the level lies in", edit_bounds},
    {"snap", "SIDE|off", "places and copies go to the corners of a grid", snap},
    {"camera", "[at=X,Y,Z] [target=X,Y,Z]", "where the editor looks from", camera},
    {"look", "OBJECT", "brings it into the middle of the picture", look},
    {"undo", "[STEPS|all]", "takes back", undo},
    {"redo", "[STEPS|all]", "does again what was taken back", redo},
    {"save", "[anyway]",
     "writes the texts that have changed; `anyway` also over what somebody else wrote meanwhile", save},
    {"play", "[frames=N] [list]", "plays the place as it is now from the editor's camera", edit_play},
    {"shot", "FILE.png [size=WxH]", "a picture from the editor's camera", edit_shot},
    {"send", "[PORT]",
     "the cart as it is now, unsaved changes too, into the game that oxcart run --listen PORT plays",
     edit_send},
    {"quit", "", "ends; what was not saved is lost", quit},
    {"", "", "", NULL},
};

/* ---- reading ---- */

bool edit_do(edit *e, const char *const *words, int count, int *looked, tool_error *error) {
    edit_words w = {e, words, count, 0, error};
    const char *names[64] = {NULL};
    int i = 0;
    while (edit_commands[i].name[0] != 0 && strcmp(edit_commands[i].name, words[0]) != 0) {
        names[i] = edit_commands[i].name;
        i++;
    }
    *looked = 0;
    if (edit_commands[i].name[0] == 0) {
        const char *suggestion = cart_suggest(words[0], names);
        return import_error_file(error, NULL, "no command `%.40s`%s%s; `help` lists all", words[0],
                                 suggestion == NULL ? "" : ", did you mean ",
                                 suggestion == NULL ? "" : suggestion);
    }
    bool ok = edit_commands[i].run(&w);
    if (!ok && e->draft_count > 0) { /* the command changed texts before it failed */
        tool_error other = {.text = ""};
        edit_drop(e);
        if (!edit_read(e, NULL, &other)) e->failed = true;
    }
    *looked = w.looked;
    return ok && (!e->failed || import_error_memory(error, NULL));
}

bool edit_run(edit *e, const char *file, const char *text, size_t size, tool_error *error) {
    const pack_source source = {NULL, NULL, file, (const uint8_t *)text, size, error, NULL};
    convert_lines *lines = calloc(1, sizeof *lines);
    if (lines == NULL) return import_error_memory(error, file);
    lines->source = &source;
    bool ok = true;
    while (ok && !e->quit && convert_line_next(lines)) {
        tool_error now = {.text = ""};
        ok = edit_do(e, (const char *const *)lines->words, lines->count, &lines->looked, &now);
        if (!ok && now.text[0] == 0)
            import_error_internal(error, file, "a command failed without a sentence");
        /* A mistake in a text of the cart comes from the current command, so it is told with the command's place. */
        else if (!ok && now.line == 0 && now.file > 0)
            (void)convert_line_wrong(lines, "%s (%.*s)", now.text + now.sentence, (int)now.file, now.text);
        else if (!ok)
            (void)convert_line_wrong(lines, "%s", now.text);
    }
    ok = ok && !lines->failed;
    free(lines);
    return ok;
}

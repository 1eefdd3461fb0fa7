/* Options at the start of a game: texts, the environment, the command line. */
#include "tools/play/option_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/host/host_given.h"
#include "platform/host/saves.h"
#include "rom/types.h"
#include "tools/base/writer.h"
#include "tools/cart/cart.h"
#include "tools/import/base/file.h"
#include "tools/import/text/ini.h"
#include "tools/play/configuration.h"
#include "tools/play/option_texts.h"

enum { PATH_ROOM = 160 };

typedef struct reading {
    const uint8_t *chunk;
    option_sources *to;
    char title[64]; /* of the cart, as in [cart.TITLE] */
    void (*tell)(void *context, const tool_error *error);
    void *context;
} reading;

/* One value as it was written, and where. */
typedef struct writing {
    const char *path, *value, *place; /* place: "my.ini:3" or "--option speed=9" */
    ox_option_source source;
} writing;

const uint8_t *option_sources_chunk(const rom_image *image) {
    rom_view view;
    return rom_view_chunk(image, rom_id("options"), ROM_TAG_OPTIONS, &view, NULL) == ROM_OK ? view.data
                                                                                            : NULL;
}

static void title_of(const rom_image *image, char title[64]) {
    char whole[HOST_SAVES_NAME];
    uint32_t used = 0;
    host_saves_title(image, whole);
    for (uint32_t i = 0; whole[i] != 0 && used < 63; i++) {
        const char c = whole[i];
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        title[used++] = is_plain ? c : c >= 'A' && c <= 'Z' ? (char)(c + 32) : '-';
    }
    title[used] = 0;
}

/* ---- one value ---- */

static void refuse_value(reading *r, const writing *w, const char *sentence) {
    tool_error error;
    r->to->wrong++;
    r->to->misused = r->to->misused || w->source == OX_OPTION_COMMAND_LINE;
    import_error_file(&error, w->place, "%s", sentence);
    r->tell(r->context, &error);
}

/* Tells that nobody has an option of the path, and which ones are near. */
static void refuse_name(reading *r, const writing *w) {
    const char *names[256] = {NULL};
    char texts[255][64], sentence[320];
    ox_option option;
    uint32_t count = 0;
    for (uint32_t i = 0; count < 255 && ox_option_at(r->chunk, i, &option); i++) {
        if (option.path.length == 0 || option.path.length >= sizeof texts[0]) continue;
        snprintf(texts[count], sizeof texts[0], "%.*s", (int)option.path.length, option.path.at);
        names[count] = texts[count];
        count++;
    }
    const char *meant = cart_suggest(w->path, names);
    snprintf(sentence, sizeof sentence, "the game has no option `%.80s`%s%s%s", w->path,
             meant == NULL ? "; `list` in the console of the inside view has all" : ", did you mean `",
             meant == NULL ? "" : meant, meant == NULL ? "" : "`?");
    refuse_value(r, w, sentence);
}

static bool grow(option_sources *to) {
    if (to->count < to->room) return true;
    const uint32_t room = to->room == 0 ? 32 : to->room * 2;
    ox_option_given *list = realloc(to->list, room * sizeof *list);
    if (list == NULL) return false;
    to->list = list;
    to->room = room;
    return true;
}

/* A value: those of other carts are none of this one's. */
static void take_value(reading *r, writing w) {
    char range[200] = "", sentence[320];
    const char *path = w.path + (w.path[0] == '/');
    ox_option option;
    int32_t value;
    if (strncmp(path, "cart.", 5) == 0 || strncmp(path, "cart/", 5) == 0) {
        const size_t length = strlen(r->title);
        path += 5;
        if (strncmp(path, r->title, length) != 0 || (path[length] != '.' && path[length] != '/')) return;
        w.path = path + length + 1;
    }
    if (!ox_option_find(r->chunk, ox_option_id(ox_text_of(w.path)), &option) || option.path.length == 0) {
        refuse_name(r, &w);
        return;
    }
    if ((option.flags & (ROM_OPTION_CONSTANT | ROM_OPTION_FIXED)) != 0) {
        snprintf(sentence, sizeof sentence, "the game alone sets `%.80s`", w.path);
        refuse_value(r, &w, sentence);
    } else if (!ox_option_read(&option, ox_text_of(w.value), &value)) {
        ox_text out = ox_text_begin(range, sizeof range);
        ox_option_ask(&option, &out);
        snprintf(sentence, sizeof sentence, "%.80s=%.40s: write %s", w.path, w.value, range);
        refuse_value(r, &w, sentence);
    } else if (grow(r->to)) {
        r->to->list[r->to->count++] = (ox_option_given){option.name, value, (uint8_t)w.source};
    }
}

/* ---- sources ---- */

/* A line of a text; the first text is for all users. */
static bool take_line(void *reading_of, const option_text_line *text) {
    reading *r = reading_of;
    const import_ini_line *line = text->line;
    char path[PATH_ROOM];
    const writing w = {path, line->value, text->place,
                       text->text == 0 ? OX_OPTION_FILE : OX_OPTION_USER_FILE};
    if (line->kind == IMPORT_INI_BAD) refuse_value(r, &w, "neither [section] nor NAME=VALUE nor a comment");
    if (line->kind != IMPORT_INI_KEY || configuration_has(line->section)) return true;
    const int length = line->section[0] == 0
                           ? snprintf(path, sizeof path, "%s", line->name)
                           : snprintf(path, sizeof path, "%s.%s", line->section, line->name);
    if (length < (int)sizeof path)
        take_value(r, w);
    else
        refuse_value(r, &w, "the name is too long");
    return true;
}

static void read_texts(reading *r, const char *files) {
    tool_error error = {.text = ""};
    if (option_texts_each(files, take_line, r, &error)) return;
    r->to->wrong++;
    r->tell(r->context, &error);
}

/* OXCART_HERO_SPEED, as host_given_variable names it. */
static void read_environment(reading *r, const option_wishes *wishes) {
    ox_option option;
    for (uint32_t i = 0; wishes->environment != NULL && ox_option_at(r->chunk, i, &option); i++) {
        char variable[HOST_GIVEN_VARIABLE], path[64];
        if (option.path.length >= sizeof path || !host_given_variable(&option, variable)) continue;
        snprintf(path, sizeof path, "%.*s", (int)option.path.length, option.path.at);
        const char *value = wishes->environment(wishes->context, variable);
        if (value != NULL) take_value(r, (writing){path, value, variable, OX_OPTION_ENVIRONMENT});
    }
}

static void read_words(reading *r, const char *const *words) {
    for (; words != NULL && *words != NULL; words++) {
        char path[PATH_ROOM], place[PATH_ROOM + 16];
        const char *sign = strchr(*words, '=');
        const writing w = {path, sign == NULL ? "" : sign + 1, place, OX_OPTION_COMMAND_LINE};
        snprintf(place, sizeof place, "--option %.150s", *words);
        snprintf(path, sizeof path, "%.*s", sign == NULL ? 150 : (int)(sign - *words), *words);
        if (sign == NULL)
            refuse_value(r, &w, "write NAME=VALUE");
        else
            take_value(r, w);
    }
}

bool option_sources_read(const rom_image *image, const option_wishes *wishes, option_sources *sources,
                         void (*tell)(void *context, const tool_error *error), void *context) {
    reading r = {.chunk = option_sources_chunk(image), .to = sources, .tell = tell, .context = context};
    memset(sources, 0, sizeof *sources);
    title_of(image, r.title);
    read_texts(&r, wishes->files);
    read_environment(&r, wishes);
    read_words(&r, wishes->words);
    if (sources->wrong > 0) sources->count = 0;
    return sources->wrong == 0;
}

void option_sources_free(option_sources *sources) {
    free(sources->list);
    memset(sources, 0, sizeof *sources);
}

/* ---- keeping ---- */

/* Sets a value in the text: [hero] speed=6. */
static bool keep_one(import_ini *ini, const ox_option *option, int32_t value, tool_error *error) {
    char path[64], text[80];
    ox_text out = ox_text_begin(text, sizeof text);
    snprintf(path, sizeof path, "%.*s", (int)option->path.length, option->path.at);
    char *dot = strrchr(path, '.');
    if (dot != NULL) *dot = 0;
    ox_option_write(option, value, &out);
    return import_ini_set(ini, dot == NULL ? "" : path, dot == NULL ? path : dot + 1, text, error);
}

/* Whether the text has a line of the option. */
static bool stands_in(const import_ini *ini, const ox_option *option) {
    char path[PATH_ROOM];
    for (uint32_t i = 0; i < ini->count; i++) {
        const import_ini_line *line = &ini->lines[i];
        if (line->kind != IMPORT_INI_KEY) continue;
        snprintf(path, sizeof path, "%s%s%s", line->section, line->section[0] == 0 ? "" : ".", line->name);
        if (ox_option_id(ox_text_of(path)) == option->name) return true;
    }
    return false;
}

static bool keep_all(import_ini *ini, const ox_module_host *host, const char *path, uint32_t *count,
                     tool_error *error) {
    ox_option option;
    *count = 0;
    for (uint32_t i = 0; ox_options_at(host, i, &option); i++) {
        const int32_t value = ox_option_get(host, option.name);
        if (option.path.length == 0 || !ox_option_is_below(&option, ox_text_of(path)) ||
            (option.flags & (ROM_OPTION_FIXED | ROM_OPTION_CONSTANT | ROM_OPTION_PASSING)) != 0 ||
            (value == option.usual && !stands_in(ini, &option)))
            continue;
        if (!keep_one(ini, &option, value, error)) return false;
        ++*count;
    }
    return true;
}

bool option_sources_keep(const ox_module_host *host, const char *file, const char *path, uint32_t *count,
                         tool_error *error) {
    uint8_t *text = NULL;
    size_t size = 0;
    import_ini ini;
    writer out = {0};
    if (import_file_exists(file) && !import_file_read(file, &text, &size, error)) return false;
    if (!import_ini_parse(file, text == NULL ? "" : (const char *)text, size, &ini, error)) {
        free(text);
        return false;
    }
    bool ok = keep_all(&ini, host, path, count, error);
    if (ok) import_ini_write(&ini, &out);
    if (ok && out.failed) ok = import_error_memory(error, file);
    ok = ok && import_file_write(file, out.data, out.size, error);
    import_ini_free(&ini);
    writer_free(&out);
    free(text);
    return ok;
}

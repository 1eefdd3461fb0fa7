/* The sections [modules], [search] and [renderer] of texts of options. */
#include "tools/play/configuration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tools/base/known.h"
#include "tools/cart/cart.h"
#include "tools/play/option_texts.h"

typedef struct reading {
    play_settings *s;
    play_settings given; /* by the command line, which wins */
    configuration *c;
    const char *place;
    tool_error *error;
} reading;

static bool refuse_line(const reading *r, const import_ini_line *line, const char *wanted) {
    import_error_file(r->error, r->place, "%.60s=%.60s: write %s", line->name, line->value, wanted);
    return false;
}

/* A whole number into a setting that the command line left alone (0). */
static bool take_number(const reading *r, const import_ini_line *line, long least, long most, int32_t given,
                        int32_t *value) {
    char wanted[60], *end;
    const long number = strtol(line->value, &end, 10);
    snprintf(wanted, sizeof wanted, "a whole number from %ld to %ld", least, most);
    if (line->value[0] == 0 || *end != 0 || number < least || number > most)
        return refuse_line(r, line, wanted);
    if (given == 0) *value = (int32_t)number;
    return true;
}

static bool take_renderer(const reading *r, const import_ini_line *line) {
    play_settings *s = r->s;
    const char *name = line->name;
    int size[2], format;
    if (strcasecmp(name, "bands") == 0) return take_number(r, line, 8, 1024, r->given.bands, &s->bands);
    if (strcasecmp(name, "scale") == 0) return take_number(r, line, 1, 32, r->given.scale, &s->scale);
    if (strcasecmp(name, "threads") == 0)
        return take_number(r, line, 1, HOST_THREADS_MAX, r->given.threads, &s->threads);
    if (strcasecmp(name, "gamma") == 0) {
        double gamma;
        if (!cart_parse_number(line->value, &gamma) || gamma < 1 || gamma > 3)
            return refuse_line(r, line, "1.0 to 3.0");
        if (r->given.gamma == 0) s->gamma = (int)(gamma * 10 + 0.5) - OX_GAMMA_NONE;
        return true;
    }
    if (strcasecmp(name, "size") == 0) {
        if (!cart_parse_size(line->value, &size[0], &size[1]))
            return refuse_line(r, line, "WIDTHxHEIGHT, such as 240x160");
        if (r->given.size[0] == 0) s->size[0] = size[0], s->size[1] = size[1];
        return true;
    }
    if (strcasecmp(name, "format") == 0) {
        format = cart_choice(line->value, cart_formats);
        if (format < 0) return refuse_line(r, line, "pal8, rgb565, bgr555 or xrgb8888");
        if (r->given.format < 0) s->format = format;
        return true;
    }
    return refuse_line(r, line, "size, format, bands, scale, threads or gamma in front of the sign");
}

static bool take_module(const reading *r, const import_ini_line *line) {
    static const char *const words[] = {"on", "off", NULL};
    play_settings *s = r->s;
    const int word = cart_choice(line->value, words);
    if (word < 0) return refuse_line(r, line, "on or off");
    for (const ox_module *const *m = known_modules(); *m != NULL; m++) {
        if (strcasecmp((*m)->name, line->name) != 0) continue;
        for (uint32_t i = 0; i < s->off_count; i++)
            if (s->off[i] == (*m)->id) s->off[i--] = s->off[--s->off_count];
        if (word == 1 && s->off_count < OX_MODULES_MOST) s->off[s->off_count++] = (*m)->id;
        return true;
    }
    return refuse_line(r, line, "the name of a module in front of the sign");
}

static bool take_folder(const reading *r, const import_ini_line *line) {
    configuration *c = r->c;
    if (line->value[0] == 0 || strlen(line->value) >= CART_PATH_MAX) return refuse_line(r, line, "a folder");
    if (c->folder_count == CONFIGURATION_FOLDERS) return refuse_line(r, line, "at most eight folders");
    snprintf(c->folders[c->folder_count++], sizeof c->folders[0], "search=%s", line->value);
    return true;
}

static const struct {
    const char *name;
    bool (*take)(const reading *r, const import_ini_line *line);
} sections[] = {{"modules", take_module}, {"search", take_folder}, {"renderer", take_renderer}};

bool configuration_has(const char *section) {
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        if (strcasecmp(section, sections[i].name) == 0) return true;
    return false;
}

static bool take_line(void *context, const option_text_line *line) {
    reading *r = context;
    r->place = line->place;
    for (size_t k = 0; line->line->kind == IMPORT_INI_KEY && k < sizeof sections / sizeof sections[0]; k++)
        if (strcasecmp(line->line->section, sections[k].name) == 0) return sections[k].take(r, line->line);
    return true;
}

bool configuration_read(play_settings *s, configuration *c, tool_error *error) {
    reading r = {.s = s, .given = *s, .c = c, .error = error};
    memset(c, 0, sizeof *c);
    return option_texts_each(s->option_files, take_line, &r, error);
}

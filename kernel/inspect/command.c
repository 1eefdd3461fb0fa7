/* The console of the inside view: lines, words, commands. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/text/view.h"
#include "kernel/type/name.h"

enum { WORDS = INSPECT_WORDS, WORD = INSPECT_WORD, NEAR = 3, WAIT_MOST = 36000 };

typedef inspect_given given;

typedef struct command {
    const char *name, *usage, *about;
    inspect_command *run;
    uint8_t least, most; /* words */
} command;

static const command *command_at(uint32_t number);

/* ---- what is said ---- */

void inspect_say(ox_inspect *s, const char *format, ...) {
    char line[4 * OX_INSPECT_SCROLL_LINE];
    const size_t width = OX_INSPECT_SCROLL_LINE - 1;
    va_list arguments;
    va_start(arguments, format);
    ox_text out = ox_text_begin(line, sizeof line);
    ox_text_add_list(&out, format, arguments);
    va_end(arguments);
    char heard[OX_INSPECT_SCROLL_LINE];
    for (size_t at = 0; at == 0 || at < out.length;
         at += width) { /* a program that asks has the lines for itself */
        char *row = s->hear != NULL ? heard : s->scroll[s->scrolled++ % OX_INSPECT_SCROLL];
        const size_t left = out.length - at, length = left < width ? left : width;
        memcpy(row, line + at, length);
        row[length] = 0;
        if (s->hear != NULL) s->hear(s->hear_context, row);
    }
}

const char *ox_inspect_said(const ox_inspect *s, uint32_t age) {
    if (age >= s->scrolled || age >= OX_INSPECT_SCROLL) return NULL;
    return s->scroll[(s->scrolled - 1 - age) % OX_INSPECT_SCROLL];
}

/* ---- numbers ---- */

bool inspect_read_whole(const char *word, int32_t least, int32_t most, int32_t *value) {
    static const ox_field field = {.kind = OX_I32, .bytes = 4};
    int64_t number;
    if (!ox_sheet_read(&field, ox_text_of(word), &number) || number < least || number > most) return false;
    *value = (int32_t)number;
    return true;
}

bool inspect_refuse(ox_inspect *s, const char *what, const char *word) {
    inspect_say(s, "%s: %.40s", what, word);
    return false;
}

bool inspect_refuse_status(ox_inspect *s, ox_status status) {
    inspect_say(s, "refused: %s",
                status == OX_BAD_STATE ? "a recording is written or played" : ox_status_name(status));
    return false;
}

/* ---- commands ---- */

static bool run_help(ox_inspect *s, const given *a) {
    const command *c;
    if (a->count == 0 && s->other != NULL) {
        inspect_say(s, "exec FILE: does the lines of a file");
        inspect_say(s, "= EXPRESSION: of Goad, as the behaviour of the object that is open sees it");
        inspect_say(s, "script FILE: expressions of Goad, one a line");
        inspect_say(s, "dump FILE NAME[.COMPONENT]: keeps values as lines for exec");
        inspect_say(s, "keep [PATH]: writes options into the text that --options names");
    }
    for (uint32_t i = 0; (c = command_at(i)) != NULL; i++)
        if (a->count == 0 || ox_text_equal(ox_text_of(c->name), ox_text_of(a->words[0])))
            inspect_say(s, "%s%s%s: %s", c->name, c->usage[0] != 0 ? " " : "", c->usage, c->about);
    return true;
}

static bool run_echo(ox_inspect *s, const given *a) {
    char line[WORDS * (WORD + 1)];
    ox_text out = ox_text_begin(line, sizeof line);
    for (uint32_t i = 0; i < a->count; i++) ox_text_add(&out, "%s%s", i > 0 ? " " : "", a->words[i]);
    inspect_say(s, "%s", line);
    return true;
}

static bool run_pause(ox_inspect *s, const given *a) {
    (void)a;
    ox_loop_pause(s->host->loop, !s->host->loop->paused);
    inspect_say(s, s->host->loop->paused ? "paused" : "goes on");
    return true;
}

static bool run_step(ox_inspect *s, const given *a) {
    (void)a;
    if (!s->host->loop->paused) return inspect_refuse(s, "the game is not paused", "pause first");
    ox_loop_step(s->host->loop);
    return true;
}

static bool run_speed(ox_inspect *s, const given *a) {
    static const ox_field field = {.kind = OX_FX, .bytes = 4, .low = 0, .high = 16 * FX_ONE};
    int64_t scale;
    if (!ox_sheet_read(&field, ox_text_of(a->words[0]), &scale))
        return inspect_refuse(s, "0 to 16, as 0.5", a->words[0]);
    ox_loop_set_scale(s->host->loop, (uint32_t)scale);
    inspect_say(s, "speed x%.3q", (int)scale);
    return true;
}

static bool run_fixed(ox_inspect *s, const given *a) {
    int32_t milliseconds;
    if (!inspect_read_whole(a->words[0], 0, 1000, &milliseconds))
        return inspect_refuse(s, "0 to 1000 milliseconds", a->words[0]);
    s->host->loop->fixed_time = (uint32_t)milliseconds * 1000u;
    return true;
}

static bool run_back(ox_inspect *s, const given *a) {
    int32_t steps = 1;
    if (a->count > 0 && !inspect_read_whole(a->words[0], -OX_INSPECT_REWIND, OX_INSPECT_REWIND, &steps))
        return inspect_refuse(s, "a number of steps", a->words[0]);
    ox_loop_pause(s->host->loop, true);
    const ox_status status = ox_inspect_go(s, -steps);
    return status == OX_OK || inspect_refuse_status(s, status);
}

static bool run_page(ox_inspect *s, const given *a) {
    const ox_inspect_page page = ox_inspect_find_page(a->words[0], ox_text_of(a->words[0]).length);
    if (page == OX_INSPECT_PAGES) return inspect_refuse(s, "no such page", a->words[0]);
    ox_inspect_show_page(s, page, s->is_pinned);
    return true;
}

bool inspect_read_path(ox_inspect *s, const char *word, ox_inspect_path *path) {
    char why[80];
    ox_text out = ox_text_begin(why, sizeof why);
    if (ox_inspect_read_path(s, ox_text_of(word), path, &out)) return true;
    return inspect_refuse(s, why, word);
}

static void write_value(const ox_inspect *s, const ox_inspect_path *path, ox_text *out) {
    void *record;
    const ox_field *field = ox_inspect_find(s, path, &record);
    ox_sheet_value(field, ox_field_get(field, record, path->index), inspect_names, s, out);
}

/* The value of an option or a path; false: there is none. */
static bool write_named(ox_inspect *s, const char *name, ox_text *out) {
    char why[80];
    ox_text reason = ox_text_begin(why, sizeof why);
    ox_inspect_path path;
    ox_option option;
    if (ox_options_find(s->host, ox_option_id(ox_text_of(name)), &option)) {
        ox_option_write(&option, ox_option_get(s->host, option.name), out);
        return true;
    }
    if (!ox_inspect_read_path(s, ox_text_of(name), &path, &reason)) return false;
    write_value(s, &path, out);
    return true;
}

static bool run_get(ox_inspect *s, const given *a) {
    if (inspect_tell_option(s, a->words[0])) return true;
    ox_inspect_path path;
    char value[60];
    if (!inspect_read_path(s, a->words[0], &path)) return false;
    ox_text out = ox_text_begin(value, sizeof value);
    write_value(s, &path, &out);
    inspect_say(s, "%s = %s", a->words[0], value);
    return true;
}

static bool run_set(ox_inspect *s, const given *a) {
    ox_inspect_path path;
    void *record;
    int64_t value;
    bool ok;
    if (inspect_set_option(s, a->words[0], a->words[1], &ok)) return ok;
    if (!inspect_read_path(s, a->words[0], &path)) return false;
    const ox_field *field = ox_inspect_find(s, &path, &record);
    if ((field->flags & OX_ENGINE) != 0) return inspect_refuse(s, "the engine's own number", a->words[0]);
    if (!ox_sheet_read(field, ox_text_of(a->words[1]), &value))
        return inspect_refuse(s, "no value of the field, or out of its range", a->words[1]);
    const ox_status status = ox_inspect_edit(s, &path, value);
    return status == OX_OK || inspect_refuse_status(s, status);
}

static bool run_list(ox_inspect *s, const given *a) {
    return inspect_list_options(s, a->count == 0 ? "" : a->words[0]) > 0 ||
           inspect_refuse(s, "no option", a->words[0]);
}

static bool run_toggle(ox_inspect *s, const given *a) {
    bool ok;
    return inspect_set_option(s, a->words[0], NULL, &ok) ? ok : inspect_refuse(s, "no option", a->words[0]);
}

static bool run_reset(ox_inspect *s, const given *a) {
    return inspect_reset_options(s, a->words[0]) ||
           inspect_refuse(s, "no option that can be set", a->words[0]);
}

static bool run_user(ox_inspect *s, const given *a) {
    int32_t user = (int32_t)ox_option_user(s->host);
    if (a->count > 0 && !inspect_read_whole(a->words[0], 0, INT32_MAX, &user))
        return inspect_refuse(s, "a number from 0", a->words[0]);
    const ox_inspect_path path = {.component = OX_NAME("option"), .index = 1};
    const ox_status status = a->count == 0 ? OX_OK : ox_inspect_edit(s, &path, user);
    if (status != OX_OK) return inspect_refuse_status(s, status);
    inspect_say(s, "user %d", (int)ox_option_user(s->host));
    return true;
}

static bool run_watch(ox_inspect *s, const given *a) {
    ox_inspect_path path;
    const bool stops = a->count == 2 && ox_text_equal(ox_text_of(a->words[1]), ox_text_of("stop"));
    if (a->count == 2 && !stops) return inspect_refuse(s, "stop, or nothing", a->words[1]);
    if (!inspect_read_path(s, a->words[0], &path)) return false;
    const ox_status status = ox_inspect_watch_value(s, &path);
    if (status == OX_OK) s->watches[s->watch_count - 1].stops = stops;
    return status == OX_OK || inspect_refuse_status(s, status);
}

static bool run_stop(ox_inspect *s, const given *a) {
    int32_t step;
    if (!inspect_read_whole(a->words[0], 0, INT32_MAX, &step))
        return inspect_refuse(s, "the number of a step", a->words[0]);
    s->stop_tick = (uint32_t)step;
    return true;
}

static bool run_history(ox_inspect *s, const given *a) {
    const char *word = a->count == 0 ? "" : a->words[0];
    if (ox_text_equal(ox_text_of(word), ox_text_of("off"))) {
        s->life_count = 0;
        inspect_listen_to_objects(s);
        return true;
    }
    if (ox_text_equal(ox_text_of(word), ox_text_of("csv")))
        return inspect_keep_history(s) || inspect_refuse(s, "this machine keeps no texts", "");
    const ox_object *object =
        a->count == 0 ? NULL : ox_world_called(s->host->world, ox_id_of(ox_text_of(word)));
    if (a->count > 0 && object == NULL) return inspect_refuse(s, "no such object; off, csv or a name", word);
    const ox_status status = object == NULL ? OX_OK : ox_inspect_follow(s, object->handle);
    if (status != OX_OK) return inspect_refuse_status(s, status);
    ox_inspect_show_page(s, OX_INSPECT_LIFE, s->is_pinned);
    return true;
}

static bool run_fly(ox_inspect *s, const given *a) {
    static const ox_field field = {.kind = OX_FX, .bytes = 4};
    int64_t at[3];
    const bool off = a->count == 1 && ox_text_equal(ox_text_of(a->words[0]), ox_text_of("off"));
    if (a->count == 1 && !off && !ox_text_equal(ox_text_of(a->words[0]), ox_text_of("on"))) {
        const ox_object *object = ox_world_called(s->host->world, ox_id_of(ox_text_of(a->words[0])));
        const vec3 *place = object == NULL ? NULL : ox_place_of(s->host->world, object);
        if (place == NULL) return inspect_refuse(s, "on, off, X Y Z, or an object with a place", a->words[0]);
        inspect_fly_to(s, v3_adds(*place, (vec3){0, FX_ONE, 4 * FX_ONE}));
        return true;
    }
    for (uint32_t i = 0; a->count > 1 && i < 3; i++)
        if (i >= a->count || !ox_sheet_read(&field, ox_text_of(a->words[i]), &at[i]))
            return inspect_refuse(s, "its form is X Y Z", i < a->count ? a->words[i] : "");
    if (a->count > 1)
        inspect_fly_to(s, (vec3){(fx)at[0], (fx)at[1], (fx)at[2]});
    else
        ox_inspect_fly(s, !off);
    return true;
}

static bool run_breaks(ox_inspect *s, const given *a) {
    ox_break_table *breaks = &s->breaks;
    if (a->count > 0 && !inspect_is_word(a->words[0], "reset"))
        return inspect_refuse(s, "reset, or nothing", a->words[0]);
    for (uint32_t i = 0; a->count == 0 && i < breaks->count; i++) {
        const ox_break_site *site = &breaks->sites[i];
        inspect_say(s, "%s:%d %s: %u visits, %u stops", inspect_file(site->file), site->line, site->what,
                    (unsigned)site->visits, (unsigned)site->stops);
    }
    if (a->count > 0) ox_break_reset(breaks);
    return true;
}

static bool run_unwatch(ox_inspect *s, const given *a) {
    (void)a;
    s->watch_count = 0;
    return true;
}

/* A word that chooses among many becomes a filter; no word: all are meant. */
static bool set_filter(ox_inspect *s, const given *a, char filter[32]) {
    const size_t length = a->count == 0 ? 0 : ox_text_of(a->words[0]).length;
    if (length >= 32) return inspect_refuse(s, "the name is too long", a->words[0]);
    memset(filter, 0, 32);
    memcpy(filter, a->words[0], length);
    return true;
}

static bool run_objects(ox_inspect *s, const given *a) {
    if (!set_filter(s, a, s->filter)) return false;
    ox_inspect_show_page(s, OX_INSPECT_OBJECTS, s->is_pinned);
    return true;
}

static bool run_events(ox_inspect *s, const given *a) {
    if (!set_filter(s, a, s->event_filter)) return false;
    ox_inspect_show_page(s, OX_INSPECT_EVENTS, s->is_pinned);
    return true;
}

static bool run_profile(ox_inspect *s, const given *a) {
    const bool on = ox_text_equal(ox_text_of(a->words[0]), ox_text_of("on"));
    if (!on && !ox_text_equal(ox_text_of(a->words[0]), ox_text_of("off")))
        return inspect_refuse(s, "on or off", a->words[0]);
    if (s->profile == NULL) return inspect_refuse(s, "no profile is taken", "");
    ox_profile_switch(s->profile, 0, NULL);
    s->profile->is_on = on;
    return true;
}

static bool run_log(ox_inspect *s, const given *a) {
    ox_log *log = s->host->log;
    const char *word = a->words[a->count - 1];
    int level = ox_log_level_of(word);
    if (a->count == 1 && level >= 0) {
        log->level = (plat_log_level)level;
        return true;
    }
    if (a->count == 2 && ox_text_equal(ox_text_of(word), ox_text_of("on")))
        level = OX_LOG_AS_ALL;
    else if (a->count == 1 || (level < 0 && !ox_text_equal(ox_text_of(word), ox_text_of("off"))))
        return inspect_refuse(s, "error, warning, info, detail or trace; of a channel on or off, too", word);
    return ox_log_set_level(log, a->words[0], level) ||
           inspect_refuse(s, "no room for another channel", a->words[0]);
}

static bool run_places(ox_inspect *s, const given *a) {
    if (a->count > 0 && !ox_text_equal(ox_text_of(a->words[0]), ox_text_of("csv")))
        return inspect_refuse(s, "csv, or nothing", a->words[0]);
    if (a->count > 0) return inspect_keep_places(s) || inspect_refuse(s, "this machine keeps no texts", "");
    s->maps = true;
    ox_inspect_show_page(s, OX_INSPECT_PLACES, s->is_pinned);
    return true;
}

static bool run_view(ox_inspect *s, const given *a) {
    const ox_inspect_way way = ox_inspect_find_way(a->words[0], ox_text_of(a->words[0]).length);
    if (way == OX_INSPECT_WAYS)
        return inspect_refuse(
            s, "picture, wire, overdraw, depth, normals, levels, density, triangles or bands", a->words[0]);
    ox_inspect_draw_in(s, way);
    return true;
}

static bool run_sketch(ox_inspect *s, const given *a) {
    const bool off = a->count == 2 && ox_text_equal(ox_text_of(a->words[1]), ox_text_of("off"));
    if (a->count == 2 && !off && !ox_text_equal(ox_text_of(a->words[1]), ox_text_of("on")))
        return inspect_refuse(s, "on or off", a->words[1]);
    if (inspect_is_word(a->words[0], "log")) s->shows_log = !off;
    return inspect_is_word(a->words[0], "log") || ox_sketch_switch(&s->sketch, a->words[0], !off) ||
           inspect_refuse(s, "no such category; the page draw has them", a->words[0]);
}

static bool run_screenshot(ox_inspect *s, const given *a) {
    (void)a;
    return plat_screenshot(s->host->platform) || inspect_refuse(s, "this machine keeps no pictures", "");
}

static bool run_wait(ox_inspect *s, const given *a) {
    int32_t steps;
    if (!inspect_read_whole(a->words[0], 0, WAIT_MOST, &steps))
        return inspect_refuse(s, "0 to 36000 steps", a->words[0]);
    s->waits = (uint32_t)steps;
    return true;
}

static bool run_close(ox_inspect *s, const given *a) {
    (void)a;
    ox_inspect_close(s);
    return true;
}

static bool run_clear(ox_inspect *s, const given *a) {
    (void)a;
    s->scrolled = 0;
    return true;
}

static bool run_quit(ox_inspect *s, const given *a) {
    (void)a;
    ox_console_quit(s->host->console);
    return true;
}

static const command commands[] = {
    {"help", "[COMMAND]", "what can be done", run_help, 0, 1},
    {"echo", "WORDS", "says them; $NAME is the value of an option or a field", run_echo, 0, WORDS},
    {"pause", "", "stops the game, or lets it go on", run_pause, 0, 0},
    {"step", "", "one step of a paused game", run_step, 0, 0},
    {"stop", "STEP", "stops the game behind a step; 0: nowhere", run_stop, 1, 1},
    {"speed", "X", "how fast the game's time goes", run_speed, 1, 1},
    {"fixedtime", "MS", "every frame counts as so long; 0: as measured", run_fixed, 1, 1},
    {"back", "[STEPS]", "goes back in time; below 0 forward again", run_back, 0, 1},
    {"page", "NAME", "opens a page", run_page, 1, 1},
    {"close", "", "closes the view", run_close, 0, 0},
    {"get", "NAME", "an option, or NAME.FIELD: a value of an object", run_get, 1, 1},
    {"set", "NAME VALUE", "changes an option, or NAME.FIELD of an object", run_set, 2, 2},
    {"list", "[PATH]", "options and what they are; PATH: those below it", run_list, 0, 1},
    {"toggle", "NAME", "an option to its next value", run_toggle, 1, 1},
    {"reset", "PATH", "an option, or all below a path, to the usual value", run_reset, 1, 1},
    {"user", "[N]", "whose own options count", run_user, 0, 1},
    {"watch", "NAME.FIELD [stop]", "keeps a value in sight; stop: a change stops the game", run_watch, 1, 2},
    {"unwatch", "", "drops all watches", run_unwatch, 0, 0},
    {"objects", "[NAME]", "those of a name, type or tag", run_objects, 0, 1},
    {"history", "[NAME|off|csv]", "what befalls an object; csv keeps it as a text", run_history, 0, 1},
    {"events", "[NAME]", "those of a type or an object", run_events, 0, 1},
    {"profile", "on|off", "takes times, or not", run_profile, 1, 1},
    {"log", "[CHANNEL] LEVEL|on|off", "what the log takes", run_log, 1, 2},
    {"places", "[csv]", "notes the time of frames by place, or keeps it as a text", run_places, 0, 1},
    {"view", "WAY", "how the picture is drawn: wire, overdraw ...", run_view, 1, 1},
    {"sketch", "CATEGORY [on|off]", "shapes over the picture: names ...", run_sketch, 1, 2},
    {"fly", "[on|off|NAME|X Y Z]", "another camera than the game's", run_fly, 0, 3},
    {"scene", "[NAME]", "plays another scene, or lists all", inspect_do_scene, 0, 1},
    {"move", "NAME X Y Z", "puts an object elsewhere", inspect_do_move, 4, 4},
    {"ambient", "[0..255]", "the light that is everywhere in the scene", inspect_do_ambient, 0, 1},
    {"lens", "[DEGREES]", "the view of the camera that looks around, from top to bottom", inspect_do_lens, 0,
     1},
    {"show", "PAGE", "says the rows of a page", inspect_do_show, 1, 1},
    {"values", "NAME[.COMPONENT]", "says lines that bring an object's values back", inspect_do_values, 1, 1},
    {"put", "PATH LAYOUT VALUE", "a line of values; refused where its component has other fields",
     inspect_do_put, 3, 3},
    {"breaks", "[reset]", "lines of C that stop the game, and their visits", run_breaks, 0, 1},
    {"memory", "csv", "keeps all of memory as a text", inspect_do_memory, 1, 1},
    {"adapt", "[on|off]", "raises what the cache loads again and again", inspect_do_adapt, 0, 1},
    {"forward", "STEP", "plays up to a step without pictures", inspect_do_forward, 1, 1},
    {"takeover", "", "a replay ends, and the players have the game", inspect_do_take_over, 0, 0},
    {"screenshot", "", "keeps the picture", run_screenshot, 0, 0},
    {"wait", "STEPS", "the rest of the line comes later", run_wait, 1, 1},
    {"clear", "", "empties the console", run_clear, 0, 0},
    {"quit", "", "ends the game", run_quit, 0, 0}};

static const command *command_at(uint32_t number) {
    return number < sizeof commands / sizeof commands[0] ? &commands[number] : NULL;
}

/* ---- lines ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* Reads the next word of a line; false at its end. *is_bad: the word is too long, or a quotation mark is missing. */
static bool next_word(ox_text_view *rest, char word[WORD], bool *is_bad) {
    size_t at = 0, used = 0;
    *is_bad = false;
    while (at < rest->length && is_blank(rest->at[at])) at++;
    if (at == rest->length || (at + 1 < rest->length && rest->at[at] == '/' && rest->at[at + 1] == '/'))
        return false;
    const bool is_quoted = rest->at[at] == '"';
    at += is_quoted ? 1 : 0;
    while (at < rest->length && (is_quoted ? rest->at[at] != '"' : !is_blank(rest->at[at]))) {
        if (used == WORD - 1) *is_bad = true;
        if (used < WORD - 1) word[used++] = rest->at[at];
        at++;
    }
    if (is_quoted && at == rest->length) *is_bad = true;
    at += is_quoted && at < rest->length ? 1 : 0;
    word[used] = 0;
    *rest = (ox_text_view){rest->at + at, rest->length - at};
    return true;
}

/* How many letters differ at the same places, and how many one has more: small for slips of fingers. */
static uint32_t distance(const char *a, const char *b) {
    uint32_t differ = 0;
    for (; *a != 0 && *b != 0; a++, b++) differ += *a != *b;
    return differ + (uint32_t)ox_text_of(a).length + (uint32_t)ox_text_of(b).length;
}

static bool refuse_unknown(ox_inspect *s, const char *name, const char *line) {
    char answer[120], near[80];
    ox_text out = ox_text_begin(near, sizeof near);
    if (s->other != NULL && s->other(s->other_context, line, answer, sizeof answer)) {
        inspect_say(s, "%s", answer);
        return true;
    }
    for (uint32_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (distance(commands[i].name, name) <= NEAR) ox_text_add(&out, " %s", commands[i].name);
    inspect_say(s, "unknown command: %.40s%s%s", name, out.length > 0 ? "; near it:" : "; try help", near);
    return false;
}

static bool is_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-' || c == '/' || c == '@';
}

/* Puts values in the place of $NAME, of an option or a value of an object. */
static bool put_values(ox_inspect *s, char word[WORD]) {
    char before[WORD], name[WORD];
    memcpy(before, word, WORD);
    if (ox_text_find_char(ox_text_of(before), '$') == OX_TEXT_NOWHERE) return true;
    ox_text out = ox_text_begin_plain(word, WORD);
    for (size_t at = 0; before[at] != 0;) {
        size_t length = 0;
        if (before[at] != '$') {
            ox_text_put(&out, before + at++, 1);
            continue;
        }
        for (at++; is_of_name(before[at]); at++) name[length++] = before[at];
        name[length] = 0;
        if (!write_named(s, name, &out)) return inspect_refuse(s, "no option and no value", name);
    }
    return out.needed == out.length || inspect_refuse(s, "a word is too long", before);
}

/* Does one command of a line. */
static bool run_piece(ox_inspect *s, ox_text_view piece) {
    char name[WORD], line[OX_INSPECT_INPUT + 1];
    given a = {.count = 0};
    bool is_bad;
    ox_text whole = ox_text_begin_plain(line, sizeof line);
    ox_text_append(&whole, piece);
    if (!next_word(&piece, name, &is_bad)) return true;
    char spare[WORD];
    while (!is_bad && next_word(&piece, a.count < WORDS ? a.words[a.count] : spare, &is_bad)) a.count++;
    if (is_bad) return inspect_refuse(s, "a word is too long, or a \" is missing", line);
    for (uint32_t i = 0; i < a.count && i < WORDS; i++)
        if (!put_values(s, a.words[i])) return false;
    for (uint32_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const command *c = &commands[i];
        if (!ox_text_equal(ox_text_of(c->name), ox_text_of(name))) continue;
        if (a.count < c->least || a.count > c->most) return inspect_refuse(s, "its form is", c->usage);
        return c->run(s, &a);
    }
    return refuse_unknown(s, name, line);
}

/* Does the commands of a line up to a wait, whose rest is kept. */
static bool run_line(ox_inspect *s, const char *line) {
    bool is_good = true;
    size_t at = 0;
    while (line[at] != 0) {
        size_t end = at;
        bool is_quoted = false;
        for (; line[end] != 0 && line[end] != '\n' && (is_quoted || line[end] != ';'); end++)
            if (line[end] == '"') is_quoted = !is_quoted;
        s->waits = 0;
        s->rest[0] = 0;
        is_good = run_piece(s, (ox_text_view){line + at, end - at}) && is_good;
        at = end + (line[end] != 0 ? 1u : 0u);
        if (s->waits > 0) {
            const size_t within = ox_text_of(s->rest).length; /* of a file that the piece did */
            ox_text rest = ox_text_begin_plain(s->rest + within, sizeof s->rest - within);
            if (within > 0) ox_text_string(&rest, "\n");
            ox_text_string(&rest, line + at);
            return is_good;
        }
    }
    return is_good;
}

bool ox_inspect_run(ox_inspect *s, const char *line) {
    if (s->host == NULL) return false;
    if (s->waits > 0) return inspect_refuse(s, "a line still waits", s->rest);
    return run_line(s, line);
}

void ox_inspect_ask(ox_inspect *s, const char *line, ox_inspect_hear *hear, void *context) {
    ox_inspect_hear *before = s->hear;
    void *before_context = s->hear_context;
    s->hear = hear;
    s->hear_context = context;
    const bool ok = ox_inspect_run(s, line);
    s->hear = before;
    s->hear_context = before_context;
    hear(context, ok ? "=" : "!");
}

void inspect_go_on(ox_inspect *s) {
    char line[sizeof s->rest];
    if (s->waits == 0 || --s->waits > 0) return;
    memcpy(line, s->rest, sizeof line);
    s->rest[0] = 0;
    (void)run_line(s, line);
}

uint32_t ox_inspect_complete(const ox_inspect *s, const char *word, char *completed, size_t size) {
    const size_t length = ox_text_of(word).length;
    uint32_t fits = 0;
    size_t certain = 0;
    const char *first = word;
    if (ox_text_find_char(ox_text_of(word), ' ') != OX_TEXT_NOWHERE)
        return inspect_complete_option(s, word, completed, size);
    for (uint32_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const char *name = commands[i].name;
        if (ox_text_of(name).length < length || memcmp(name, word, length) != 0) continue;
        if (fits++ == 0) {
            first = name;
            certain = ox_text_of(name).length;
        }
        size_t same = 0;
        while (same < certain && name[same] == first[same]) same++;
        certain = same;
    }
    ox_text out = ox_text_begin_plain(completed, size);
    ox_text_put(&out, first, fits == 0 ? length : certain);
    return fits;
}

/* ---- typing ---- */

static void keep_line(ox_inspect *s) {
    memcpy(s->history[s->history_count++ % OX_INSPECT_HISTORY], s->line, sizeof s->line);
    s->history_at = s->history_count;
}

static void enter_line(ox_inspect *s) {
    char line[sizeof s->line];
    if (s->line[0] == 0) return;
    keep_line(s);
    memcpy(line, s->line, sizeof line);
    s->line[0] = 0;
    inspect_say(s, "> %s", line);
    (void)ox_inspect_run(s, line);
}

void ox_inspect_type(ox_inspect *s, char letter) {
    const size_t length = ox_text_of(s->line).length;
    char completed[sizeof s->line];
    if (s->host == NULL) return;
    if (letter == '\n') {
        enter_line(s);
    } else if (letter == '\b') {
        if (length > 0) s->line[length - 1] = 0;
    } else if (letter == '\t') {
        if (ox_inspect_complete(s, s->line, completed, sizeof completed) > 0)
            memcpy(s->line, completed, sizeof s->line);
    } else if (letter == 27 && length > 0) {
        s->line[0] = 0;
    } else if (letter == 27) {
        ox_inspect_show_page(s, OX_INSPECT_TIME, s->is_pinned);
    } else if (letter >= 32 && letter < 127 && length < OX_INSPECT_INPUT) {
        s->line[length] = letter;
        s->line[length + 1] = 0;
    }
}

/* Another line of the history comes into the line. */
static void recall(ox_inspect *s, int by) {
    const uint32_t oldest = s->history_count > OX_INSPECT_HISTORY ? s->history_count - OX_INSPECT_HISTORY : 0;
    if (by < 0 ? s->history_at <= oldest : s->history_at >= s->history_count) return;
    s->history_at = by < 0 ? s->history_at - 1 : s->history_at + 1;
    if (s->history_at == s->history_count)
        s->line[0] = 0;
    else
        memcpy(s->line, s->history[s->history_at % OX_INSPECT_HISTORY], sizeof s->line);
}

/* With a pad, a command is chosen among all: its name comes into the line. */
static void choose_command(ox_inspect *s, int by) {
    const uint32_t count = (uint32_t)(sizeof commands / sizeof commands[0]);
    uint32_t at = 0;
    while (at < count && !ox_text_equal(ox_text_of(commands[at].name), ox_text_of(s->line))) at++;
    at = at == count ? 0 : (at + (by > 0 ? 1 : count - 1)) % count;
    ox_text out = ox_text_begin_plain(s->line, sizeof s->line);
    ox_text_string(&out, commands[at].name);
}

void inspect_page_console(ox_inspect *s) {
    ox_sheet *sheet = &s->sheet;
    if (ox_sheet_is_pressed(sheet, PLAT_UP)) recall(s, -1);
    if (ox_sheet_is_pressed(sheet, PLAT_DOWN)) recall(s, 1);
    sheet->chosen = 0;
    if (ox_sheet_row(sheet, OX_SHEET_LIVE, "> %s_", s->line)) {
        if (ox_sheet_step(sheet) != 0) choose_command(s, ox_sheet_step(sheet));
        if (ox_sheet_is_pressed(sheet, PLAT_B)) s->line[0] = 0;
        if (ox_sheet_is_pressed(sheet, PLAT_A)) enter_line(s);
    }
    for (uint32_t age = 0; ox_inspect_said(s, age) != NULL; age++)
        inspect_fold(s, age == 0 ? OX_SHEET_PLAIN : OX_SHEET_DIM, ox_inspect_said(s, age));
}

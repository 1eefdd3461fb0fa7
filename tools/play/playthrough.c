/* Playthroughs: lines that are checked while a game plays. */
#include "tools/play/playthrough.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/behaviour/module.h"
#include "kernel/world/place.h"
#include "platform/host/host_script.h"
#include "rom/types.h"
#include "tools/base/writer.h"
#include "tools/import/base/file.h"
#include "tools/import/base/words.h"
#include "tools/play/playthrough_state.h"

typedef enum check_kind {
    CHECK_EXPECT,
    CHECK_HASH,
    CHECK_PICTURE,
    CHECK_LABEL,
    CHECK_STATES,
    CHECK_STEADY
} check_kind;
static const char *const kind_names[] = {"expect", "hash", "picture", "label", "states", "steady", NULL};
static const char *const operators[] = {"==", "!=", "<", "<=", ">", ">=", NULL};

enum { FAILURES = 20, TEXT = 160 };

typedef struct check {
    uint32_t frame;
    unsigned long line;
    check_kind kind;
    const char *what, *operator, * value; /* words of the text; the value to its line's end */
    const char *label;                    /* the last label before the line */
    uint32_t hash, found;
    bool has_hash, done;
} check;

struct playthrough {
    const char *path;   /* stays the caller's */
    char *text, *words; /* text as read; text cut into words */
    check *checks;
    uint32_t count, room, next, frames, run, played;
    playthrough_way way;
    uint32_t every;            /* frames from states to states; 0: none */
    unsigned long states_line; /* of the text */
    writer listed;             /* states of the first run */
    bool lacks_states;         /* there is no file of states yet */
    state_marks marks;
    const check *steady; /* the line that holds now, or NULL */
    state_kept kept;
    uint32_t language;
    bool points;                 /* the pointer moves: what it meets depends on the language */
    uint32_t *states, *pictures; /* hashes of each frame of the first run */
    char failures[FAILURES][TEXT];
    uint32_t failed;
    bool differs; /* a further run differed, which was told */
};

/* ---- reading ---- */

static char *cut_word(char **at) {
    while (**at == ' ' || **at == '\t' || **at == '\r') (*at)++;
    char *word = *at;
    while (**at != 0 && **at != ' ' && **at != '\t' && **at != '\r') (*at)++;
    if (**at != 0) *(*at)++ = 0;
    return word;
}

static void cut_blanks_at_end(char *text) {
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) text[--length] = 0;
}

static int choice_of(const char *word, const char *const *names) {
    for (int i = 0; names[i] != NULL; i++)
        if (strcmp(names[i], word) == 0) return i;
    return -1;
}

static bool parse_check(const playthrough *p, check *c, char *rest, tool_error *error) {
    char *end;
    if (c->kind == CHECK_HASH || c->kind == CHECK_PICTURE) {
        const char *word = cut_word(&rest);
        c->has_hash = word[0] != 0;
        c->hash = (uint32_t)strtoul(word, &end, 16);
        if (c->has_hash && (*end != 0 || strlen(word) != 8))
            return import_error_line(error, p->path, c->line,
                                     "`%.40s` is no hash of eight digits; leave it out "
                                     "and write it by `oxcart test --update`",
                                     word);
        return true;
    }
    c->what = cut_word(&rest);
    if (c->what[0] == 0)
        return import_error_line(error, p->path, c->line, "nothing follows `%s`", kind_names[c->kind]);
    if (c->kind == CHECK_LABEL) return true;
    if (strcmp(c->what, "log") != 0) {
        c->operator= cut_word(&rest);
        if (choice_of(c->operator, operators) < 0)
            return import_error_line(error, p->path, c->line,
                                     "`%.40s` should be ==, !=, <, <=, > or >=, with blanks on both sides",
                                     c->operator);
    }
    while (*rest == ' ' || *rest == '\t') rest++;
    cut_blanks_at_end(rest);
    c->value = rest;
    if (rest[0] == 0)
        return import_error_line(error, p->path, c->line, "what is expected of `%.40s`?", c->what);
    return true;
}

static bool add_check(playthrough *p, const check *c) {
    if (p->count == p->room) {
        uint32_t room = p->room == 0 ? 32 : 2 * p->room;
        check *more = realloc(p->checks, room * sizeof *more);
        if (more == NULL) return false;
        p->checks = more;
        p->room = room;
    }
    p->checks[p->count++] = *c;
    return true;
}

static bool read_lines(playthrough *p, tool_error *error) {
    const char *label = NULL;
    unsigned long line = 0;
    for (char *at = p->words, *next; at != NULL && *at != 0; at = next) {
        next = strchr(at, '\n');
        if (next != NULL) *next++ = 0;
        at[strcspn(at, "#")] = 0;
        line++;
        check c = {.line = line, .label = label};
        char *end;
        const char *frame = cut_word(&at);
        c.frame = (uint32_t)strtoul(frame, &end, 10);
        if (frame[0] == 0 || *end != 0) continue;
        if (c.frame >= p->frames) p->frames = c.frame + 1;
        const char *word = cut_word(&at);
        p->points = p->points || strcmp(word, "pointer") == 0 || strcmp(word, "touch") == 0;
        const int kind = choice_of(word, kind_names);
        if (kind < 0) continue;
        c.kind = (check_kind)kind;
        if (c.kind == CHECK_STATES) {
            if (c.frame == 0) return import_error_line(error, p->path, line, "states every 0 frames");
            p->every = c.frame;
            p->states_line = line;
            continue;
        }
        if (c.kind != CHECK_STEADY && !parse_check(p, &c, at, error)) return false;
        if (c.kind == CHECK_LABEL)
            label = c.what;
        else if (!add_check(p, &c))
            return import_error_memory(error, p->path);
    }
    return true;
}

playthrough *playthrough_open(const char *path, tool_error *error) {
    playthrough *p = calloc(1, sizeof *p);
    char fault[300];
    if (p == NULL) {
        import_error_memory(error, path);
        return NULL;
    }
    p->path = path;
    host_script *input = host_script_open(path, fault, sizeof fault);
    if (input == NULL) import_error_file(error, NULL, "%s", fault);
    uint8_t *bytes = NULL;
    size_t size = 0;
    bool ok = input != NULL && import_file_read(path, &bytes, &size, error);
    host_script_free(input);
    p->text = ok ? malloc(size + 1) : NULL;
    p->words = ok ? malloc(size + 1) : NULL;
    if (ok && (p->text == NULL || p->words == NULL)) ok = import_error_memory(error, path);
    if (ok) {
        memcpy(p->text, bytes, size);
        p->text[size] = 0;
        memcpy(p->words, p->text, size + 1);
        ok = read_lines(p, error);
        p->states = calloc(p->frames + 1, sizeof *p->states);
        p->pictures = calloc(p->frames + 1, sizeof *p->pictures);
        if (ok && (p->states == NULL || p->pictures == NULL)) ok = import_error_memory(error, path);
    }
    free(bytes);
    if (ok) return p;
    playthrough_close(p);
    return NULL;
}

void playthrough_close(playthrough *p) {
    if (p == NULL) return;
    free(p->text);
    free(p->words);
    free(p->checks);
    free(p->states);
    free(p->pictures);
    free(p->kept.bytes);
    writer_free(&p->listed);
    free(p);
}

uint32_t playthrough_frames(const playthrough *p) { return p->frames; }
uint32_t playthrough_checks(const playthrough *p) { return p->count + (p->every != 0); }

/* ---- finding the value of a word in a game ---- */

/* A value that was found: some cells of a kind. */
typedef struct found {
    const int32_t *cells;
    int32_t own; /* a value that lies in no cell of the game */
    uint32_t count, kind;
} found;

static void put_own(found *f, int32_t value, uint32_t kind) {
    f->own = value;
    f->cells = &f->own;
    f->count = 1;
    f->kind = kind;
}

/* The scripts of the image one by one. */
static ox_script *script_at(ox_console *console, uint32_t index) {
    const ox_module_host *host = ox_console_modules(console);
    rom_chunk chunk;
    if (!rom_find(host->image, rom_id("scripts"), ROM_TAG_SCRIPTS, &chunk)) return NULL;
    if (index >= rom_word(chunk.data + ROM_SCRIPTS_MODULE_COUNT)) return NULL;
    return ox_console_script(
        console, rom_word(chunk.data + rom_word(chunk.data + ROM_SCRIPTS_MODULES_AT) + 4 * index));
}

/* Finds a variable of an object's behaviours or, with handle 0, of a behaviour that belongs to no object. */
static bool find_variable(ox_console *console, uint32_t handle, ox_id behaviour, ox_id name, found *f) {
    ox_script *script;
    for (uint32_t i = 0; i < OX_SCRIPTS_MOST; i++) {
        script = script_at(console, i);
        if (script == NULL) continue;
        for (uint32_t b = 0; b < script->module.count[OX_SCRIPT_SECTION_BEHAVIOURS]; b++) {
            const uint8_t *record = ox_script_record(&script->module, OX_SCRIPT_SECTION_BEHAVIOURS, b);
            if (behaviour != 0 && rom_word(record + ROM_SCRIPT_BEHAVIOUR_NAME) != behaviour) continue;
            const ox_handle instance = ox_script_find(script, handle, b);
            if (instance.bits == 0) continue;
            f->cells = ox_script_variable(script, instance, name, &f->count, &f->kind);
            if (f->cells != NULL) return true;
        }
    }
    return false;
}

static bool find_global(ox_console *console, ox_id name, found *f) {
    for (uint32_t i = 0; i < OX_SCRIPTS_MOST; i++) {
        ox_script *script = script_at(console, i);
        if (script == NULL) continue;
        f->cells = ox_script_variable(script, (ox_handle){0}, name, &f->count, &f->kind);
        if (f->cells != NULL) return true;
    }
    return false;
}

/* Finds `member` of an object, behind which `more` may follow. */
static bool find_member(ox_console *console, const ox_object *object, const char *member, found *f) {
    const ox_module_host *host = ox_console_modules(console);
    const ox_object_place *place = ox_object_place_of(host->world, object);
    if (strcmp(member, "angle") == 0 && place != NULL) {
        put_own(f, place->angle, ROM_SCRIPT_FIELD_ANGLE);
        return true;
    }
    return find_variable(console, object->handle.bits, 0, rom_id(member), f);
}

/* Finds the value that a word such as `points[1]` or `hero.pos.x` names. False, and the reason in `why`. */
static bool find_value(ox_console *console, const char *word, found *f, char why[TEXT]) {
    const ox_module_host *host = ox_console_modules(console);
    char name[64], member[64] = "", part[16] = "";
    long index = -1;
    const size_t length = strcspn(word, ".[");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    const char *at = word + length;
    if (*at == '.') {
        const size_t used = strcspn(++at, ".[");
        snprintf(member, sizeof member, "%.*s", (int)used, at);
        at += used;
    }
    if (*at == '.') {
        const size_t used = strcspn(++at, "[");
        snprintf(part, sizeof part, "%.*s", (int)used, at);
        at += used;
    }
    if (*at == '[') index = strtol(at + 1, NULL, 10);
    if (strcmp(word, "scene") == 0) {
        put_own(f, (int32_t)host->scene->id, ROM_SCRIPT_FIELD_NAME);
        return true;
    }
    uint32_t count;
    const ox_object *object = ox_console_called(console, rom_id(name), &count);
    if (member[0] != 0 && strcmp(member, "count") == 0 && !find_global(console, rom_id(name), f)) {
        put_own(f, (int32_t)count, ROM_SCRIPT_FIELD_INT);
        return true;
    }
    const bool is_global = find_global(console, rom_id(name), f),
               is_part = member[0] >= 'x' && member[0] <= 'z' && member[1] == 0;
    if (member[0] == 0 && !is_global) {
        snprintf(why, TEXT, "there is no variable `%.60s`", name);
        return false;
    }
    if (is_global && (member[0] == 0 || is_part)) {
        snprintf(part, sizeof part, "%.1s", member);
    } else if (object != NULL && strcmp(member, "pos") == 0) {
        const mat34 stand = ox_scene_stand(host->scene, object);
        const int row = part[0] == 'y' ? 1 : part[0] == 'z' ? 2 : 0;
        put_own(f, stand.m[row][3], ROM_SCRIPT_FIELD_FX);
        return true;
    } else if (!(object != NULL ? find_member(console, object, member, f)
                                : find_variable(console, 0, rom_id(name), rom_id(member), f))) {
        snprintf(why, TEXT,
                 object == NULL ? "there is no object and no behaviour `%.40s` with `%.40s`"
                                : "`%.40s` has no `%.40s`",
                 name, member);
        return false;
    }
    if (part[0] != 0) index = part[0] - 'x';
    if (f->kind == ROM_SCRIPT_FIELD_CONTAINER) {
        if (index < 0) {
            put_own(f, f->cells[0], ROM_SCRIPT_FIELD_INT);
            return true;
        }
        index++;
    }
    if (index >= (long)f->count) {
        snprintf(why, TEXT, "`%.60s` ends with [%u]", name, (unsigned)f->count - 1);
        return false;
    }
    if (index > 0) f->cells += index;
    if (part[0] != 0) f->kind = ROM_SCRIPT_FIELD_FX;
    return true;
}

/* ---- comparing ---- */

/* Reads a text as a value of a kind; false when it has another form. */
static bool value_of(const char *text, uint32_t kind, int64_t *value) {
    char name[64], *end;
    const size_t length = strlen(text);
    if (kind == ROM_SCRIPT_FIELD_NAME) {
        const bool quoted = length > 1 && text[0] == '\'' && text[length - 1] == '\'';
        snprintf(name, sizeof name, "%.*s", (int)(quoted ? length - 2 : length), text + quoted);
        *value = rom_id(name);
        return true;
    }
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        *value = text[0] == 't';
        return true;
    }
    if (strchr(text, '.') != NULL || kind == ROM_SCRIPT_FIELD_FX || kind == ROM_SCRIPT_FIELD_ANGLE) {
        double number;
        const double scale = kind == ROM_SCRIPT_FIELD_ANGLE ? 65536.0 / 360.0 : 65536.0;
        if (!cart_parse_number(text, &number) || !(number >= -1e6 && number <= 1e6)) return false;
        *value = (int64_t)(number * scale + (number < 0 ? -0.5 : 0.5));
        return true;
    }
    *value = strtoll(text, &end, 0);
    return end != text && *end == 0;
}

static void print_value(char text[32], int32_t value, uint32_t kind, const char *beside) {
    const bool fraction =
        kind == ROM_SCRIPT_FIELD_FX || (kind == ROM_SCRIPT_FIELD_COMPOUND && strchr(beside, '.') != NULL);
    if (kind == ROM_SCRIPT_FIELD_NAME)
        snprintf(text, 32, "another name");
    else if (kind == ROM_SCRIPT_FIELD_ANGLE)
        snprintf(text, 32, "%.3f degrees", (double)(value & 65535) * 360 / 65536);
    else if (kind == ROM_SCRIPT_FIELD_BOOL)
        snprintf(text, 32, "%s", value != 0 ? "true" : "false");
    else if (fraction)
        snprintf(text, 32, "%.5f", (double)value / 65536);
    else
        snprintf(text, 32, "%d", (int)value);
}

static bool holds(int64_t a, const char *operator, int64_t b) {
    switch (choice_of(operator, operators)) {
    case 0:
        return a == b;
    case 1:
        return a != b;
    case 2:
        return a < b;
    case 3:
        return a <= b;
    case 4:
        return a > b;
    default:
        return a >= b;
    }
}

static void fail(playthrough *p, const check *c, const char *sentence) {
    if (p->failed < FAILURES)
        snprintf(p->failures[p->failed], TEXT, "%.60s:%lu: %.80s", p->path, c->line, sentence);
    p->failed++;
}

static bool log_has(const ox_console *console, const char *words) {
    for (uint32_t age = 0; age < 16; age++) {
        const char *line = ox_console_log_line(console, age);
        if (line != NULL && strstr(line, words) != NULL) return true;
    }
    return false;
}

static void check_expectation(playthrough *p, const check *c, ox_console *console) {
    char sentence[3 * TEXT], why[TEXT] = "", is[32];
    found f = {0};
    int64_t wanted = 0, value;
    if (strcmp(c->what, "log") == 0) {
        snprintf(sentence, sizeof sentence, "no line of the log has \"%s\"", c->value);
        if (!log_has(console, c->value)) fail(p, c, sentence);
        return;
    }
    if (!find_value(console, c->what, &f, why)) {
        fail(p, c, why);
        return;
    }
    if (strcmp(c->what, "scene") == 0) {
        char scene[80];
        snprintf(scene, sizeof scene, "scene/%.70s", c->value);
        wanted = rom_id(scene);
    } else if (!value_of(c->value, f.kind, &wanted)) {
        snprintf(sentence, sizeof sentence, "`%.40s` is no value to compare `%.40s` with", c->value, c->what);
        fail(p, c, sentence);
        return;
    }
    value = f.kind == ROM_SCRIPT_FIELD_NAME    ? (int64_t)(uint32_t)f.cells[0]
            : f.kind == ROM_SCRIPT_FIELD_ANGLE ? f.cells[0] & 65535
                                               : f.cells[0];
    if (holds(value, c->operator, wanted)) return;
    print_value(is, f.cells[0], f.kind, c->value);
    snprintf(sentence, sizeof sentence, "expected %.40s %s %.20s, but it is %s%s%.20s", c->what, c->operator,
             c->value, is, c->label != NULL ? ", behind " : "", c->label != NULL ? c->label : "");
    fail(p, c, sentence);
}

static void check_hash(playthrough *p, check *c, uint32_t hash) {
    char sentence[TEXT];
    c->found = hash;
    if (!c->has_hash || hash == c->hash) return;
    snprintf(sentence, sizeof sentence, "the %s is %08x, not %08x%s%.20s", kind_names[c->kind],
             (unsigned)hash, (unsigned)c->hash, c->label != NULL ? ", behind " : "",
             c->label != NULL ? c->label : "");
    fail(p, c, sentence);
}

static void check_line(playthrough *p, check *c, ox_console *console, uint32_t state, uint32_t picture) {
    c->done = true;
    if (c->kind == CHECK_EXPECT) {
        check_expectation(p, c, console);
    } else if (c->kind == CHECK_STEADY) {
        state_mark(console, &p->marks);
        p->steady = c;
    } else {
        check_hash(p, c, c->kind == CHECK_HASH ? state : picture);
    }
}

static void check_memory(playthrough *p, const ox_console *console) {
    char sentence[TEXT];
    const char *risen = p->steady == NULL ? NULL : state_risen(console, &p->marks);
    if (risen == NULL) return;
    snprintf(sentence, sizeof sentence, "memory of %.30s is not steady at frame %u", risen,
             (unsigned)p->played);
    fail(p, p->steady, sentence);
    p->steady = NULL;
}

/* ---- states of objects, in a file beside ---- */

/* NAME.states of NAME.play. */
static void name_states(const playthrough *p, char name[1024]) {
    const char *ending = strrchr(p->path, '.');
    snprintf(name, 1024, "%.*s.states", (int)(ending == NULL ? strlen(p->path) : (size_t)(ending - p->path)),
             p->path);
}

/* Compares the states of the first run, line by line, and tells the first object that is another. */
static void check_states(playthrough *p) {
    char name[1024], sentence[2 * TEXT];
    uint8_t *bytes;
    size_t size, at = 0;
    tool_error error;
    const check here = {.line = p->states_line};
    name_states(p, name);
    p->lacks_states = !import_file_read(name, &bytes, &size, &error);
    if (p->lacks_states) {
        fail(p, &here, "its file NAME.states is missing; write it by `oxcart test --update`");
        return;
    }
    while (at < size && at < p->listed.size && bytes[at] == p->listed.data[at]) at++;
    if (at < size || at < p->listed.size) {
        while (at > 0 && at <= p->listed.size && p->listed.data[at - 1] != '\n') at--;
        const char *is = at < p->listed.size ? (const char *)p->listed.data + at : "";
        const size_t length = at < p->listed.size ? strcspn(is, "\n") : 0;
        unsigned frame = 0;
        char part[48] = "", who[80] = "";
        snprintf(sentence, sizeof sentence, "%.*s", (int)length, is);
        if (sscanf(sentence, "%u %47s %79s", &frame, part, who) == 3)
            snprintf(sentence, sizeof sentence, "the state differs at frame %u, first in %.20s: %.30s", frame,
                     part, who);
        else
            snprintf(sentence, sizeof sentence, "the states end before those of the file");
        fail(p, &here, sentence);
    }
    free(bytes);
}

/* ---- runs ---- */

void playthrough_begin(playthrough *p, playthrough_way way) {
    p->run++;
    p->way = way;
    p->next = p->played = 0;
    p->differs = false;
    p->steady = NULL;
    p->language = 0;
    free(p->kept.bytes);
    p->kept = (state_kept){0};
}

static const char *const ways[PLAYTHROUGH_WAYS] = {"", "in other bands", "with states kept and brought back",
                                                   "in changing languages"};

/* Pictures differ in other languages. What scripts print in a step is no state, and a game that rests does not print it again after a return. */
static bool may_look_other(const playthrough *p, const ox_console *console) {
    return p->way == PLAYTHROUGH_LANGUAGES ||
           (p->way == PLAYTHROUGH_RETURNS && ox_module_rests(ox_console_modules(console)));
}

static void hold_against_first(playthrough *p, const ox_console *console, uint32_t state, uint32_t picture) {
    if (p->differs || p->played >= p->frames) return;
    const bool same = picture == p->pictures[p->played] || may_look_other(p, console);
    p->differs = state != p->states[p->played] || !same;
    if (!p->differs) return;
    if (p->failed < FAILURES)
        snprintf(p->failures[p->failed], TEXT, "%.60s: played again, %s, the %s differs at frame %u", p->path,
                 ways[p->way], state != p->states[p->played] ? "state" : "picture", (unsigned)p->played);
    p->failed++;
}

void playthrough_frame(void *playthrough_, const ox_console *of) {
    playthrough *p = playthrough_;
    ox_console *console = ox_console_modules(of)->console;
    ox_frame_stats stats;
    ox_console_stats(console, &stats);
    const uint32_t state = ox_console_state_hash(console);
    if (p->run > 1) {
        hold_against_first(p, console, state, stats.hash);
    } else if (p->played < p->frames) {
        p->states[p->played] = state;
        p->pictures[p->played] = stats.hash;
        for (; p->next < p->count && p->checks[p->next].frame == p->played; p->next++)
            check_line(p, &p->checks[p->next], console, state, stats.hash);
        check_memory(p, console);
        if (p->every != 0 && p->played > 0 && p->played % p->every == 0)
            state_list_objects(console, p->played, &p->listed);
    }
    p->played++;
}

/* Whether a frame is one of the twenty at which a state is kept: one of each twentieth of the frames, in an order that seems random. */
static bool is_return(const playthrough *p) {
    const uint32_t part = p->frames / 20;
    if (part == 0) return p->played > 0;
    const uint32_t number = p->played / part;
    return p->played % part == (number * 2654435761u >> 8) % part;
}

bool playthrough_before(void *playthrough_, ox_console *console) {
    playthrough *p = playthrough_;
    if (p->way == PLAYTHROUGH_RETURNS && is_return(p) && !state_go_and_return(console, &p->kept)) {
        const check here = {.line = 1};
        char sentence[TEXT];
        snprintf(sentence, sizeof sentence, "the state of frame %u cannot be brought back",
                 (unsigned)p->played);
        if (!p->differs) fail(p, &here, sentence);
        p->differs = true;
    }
    if (p->way == PLAYTHROUGH_LANGUAGES && !p->points && p->played > 0 &&
        p->played % (p->frames / 4 + 1) == 0)
        (void)state_next_language(console, &p->language);
    return true;
}

bool playthrough_end(playthrough *p) {
    for (uint32_t i = 0; p->run == 1 && i < p->count; i++)
        if (!p->checks[i].done) fail(p, &p->checks[i], "the game was over before that frame");
    if (p->run == 1 && p->every != 0) check_states(p);
    return p->failed == 0;
}

const char *playthrough_failure(const playthrough *p, uint32_t number) {
    return number < p->failed && number < FAILURES ? p->failures[number] : NULL;
}

/* ---- bringing a file up to date ---- */

/* Writes the states beside. Where they were missing, and nothing else is wrong, all is good then. */
static bool update_states(playthrough *p, tool_error *error) {
    char name[1024];
    name_states(p, name);
    if (p->every == 0) return true;
    if (p->listed.failed) return import_error_memory(error, name);
    if (!import_file_write(name, p->listed.data, p->listed.size, error)) return false;
    if (p->lacks_states && p->failed == 1) p->failed = 0;
    return true;
}

bool playthrough_update(playthrough *p, tool_error *error) {
    writer out = {0};
    uint32_t at = 0;
    unsigned long line = 0;
    for (const char *text = p->text; *text != 0;) {
        const char *end = strchr(text, '\n');
        const size_t length = end == NULL ? strlen(text) : (size_t)(end - text);
        line++;
        while (at < p->count && p->checks[at].line < line) at++;
        const check *c = at < p->count && p->checks[at].line == line ? &p->checks[at] : NULL;
        if (c != NULL && (c->kind == CHECK_HASH || c->kind == CHECK_PICTURE) && c->done) {
            char now[64];
            snprintf(now, sizeof now, "%u %s %08x", (unsigned)c->frame, kind_names[c->kind],
                     (unsigned)c->found);
            const char *remark = memchr(text, '#', length);
            writer_bytes(&out, now, strlen(now));
            if (remark != NULL) writer_bytes(&out, " ", 1);
            if (remark != NULL) writer_bytes(&out, remark, length - (size_t)(remark - text));
        } else {
            writer_bytes(&out, text, length);
        }
        if (end != NULL) writer_bytes(&out, "\n", 1);
        text += length + (end != NULL);
    }
    bool ok = out.failed ? import_error_memory(error, p->path)
                         : import_file_write(p->path, out.data, out.size, error);
    writer_free(&out);
    return ok && update_states(p, error);
}

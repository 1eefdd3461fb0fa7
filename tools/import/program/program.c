/* Chooses the program that reads a file, checks that the user allows it, and runs it. */
#define _XOPEN_SOURCE 700

#include "tools/import/program/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/import/program/run.h"

enum { WORDS = 32, WAYS = 64, ALLOWED = 32, LINE = 512, PATH_ROOM = 512 };

/* A way from an ending to an outcome: words with blanks between, the first is the program. */
typedef struct program_way {
    const char *endings; /* blanks between and around */
    import_program_outcome outcome;
    const char *command;
    bool of_cart; /* a way of the cart serves every outcome */
} program_way;

static const char *const endings[IMPORT_PROGRAM_OUTCOMES] = {"wav", "png", "bdf", "glb"};

#define SOUNDS " ogg oga mp3 flac opus m4a aac aif aiff "
#define PICTURES " psd webp xcf svg "
static const program_way built_in[] = {
    {SOUNDS, IMPORT_PROGRAM_WAV, "ffmpeg -nostdin -v error -i {in} -c:a pcm_s16le -f wav {out}", false},
    {SOUNDS, IMPORT_PROGRAM_WAV, "sox {in} -b 16 {out}", false},
    {PICTURES, IMPORT_PROGRAM_PNG, "magick {in}[0] {out}", false},
    {PICTURES, IMPORT_PROGRAM_PNG, "convert {in}[0] {out}", false},
    {" ttf otf ", IMPORT_PROGRAM_BDF, "otf2bdf -r 72 -p 16 -o {out} {in}", false},
    {" fbx blend 3ds x lwo ", IMPORT_PROGRAM_GLB, "assimp export {in} {out}", false},
};
enum { BUILT_IN = sizeof built_in / sizeof built_in[0] };

static const char *cart_folder, *cart_lines;

void import_program_cart(const char *folder, const char *lines) {
    cart_folder = folder;
    cart_lines = lines;
}

/* The user's settings. */
typedef struct program_settings {
    char path[PATH_ROOM];
    char *text, *cart_text; /* texts cut into lines; the other members point into them */
    program_way ways[WAYS];
    const char *allowed[ALLOWED], *trusted[ALLOWED];
    uint32_t way_count, allowed_count, trusted_count;
    unsigned seconds;
} program_settings;

/* ---- settings ---- */

static bool settings_path(char *path, size_t room) {
    const char *folder = getenv("XDG_CONFIG_HOME"), *rest = "";
    if (folder == NULL || folder[0] != '/') {
        folder = getenv("HOME");
        rest = "/.config";
    }
    int length = folder == NULL ? 0 : snprintf(path, room, "%s%s/oxcart/programs.txt", folder, rest);
    return length > 0 && (size_t)length < room && path[0] == '/';
}

/* The next word of a line, which is cut off; NULL at its end. */
static char *take_word(char **at) {
    char *word = *at + strspn(*at, " \t\r");
    size_t length = strcspn(word, " \t\r");
    if (length == 0) return NULL;
    *at = word + length + (word[length] != 0);
    word[length] = 0;
    return word;
}

static bool read_importer(program_settings *s, char *line) {
    char *ending = take_word(&line), *outcome = ending == NULL ? NULL : take_word(&line);
    if (outcome == NULL || ending[0] != '.' || ending[1] == 0 || s->way_count == WAYS) return false;
    if (strstr(line, "{in}") == NULL || strstr(line, "{out}") == NULL) return false;
    for (int i = 0; i < IMPORT_PROGRAM_OUTCOMES; i++) {
        if (strcmp(outcome, endings[i]) != 0) continue;
        s->ways[s->way_count++] = (program_way){ending + 1, (import_program_outcome)i, line, false};
        return true;
    }
    return false;
}

static bool read_line(program_settings *s, char *line) {
    char *word = take_word(&line), *value;
    if (word == NULL || word[0] == '#') return true;
    if (strcmp(word, "importer") == 0) return read_importer(s, line);
    if (strcmp(word, "trust") == 0) { /* a folder, whose name may have blanks */
        line += strspn(line, " \t");
        line[strcspn(line, "\r")] = 0;
        if (line[0] != '/' || s->trusted_count == ALLOWED) return false;
        s->trusted[s->trusted_count++] = line;
        return true;
    }
    if ((value = take_word(&line)) == NULL || take_word(&line) != NULL) return false;
    if (strcmp(word, "allow") == 0 && s->allowed_count < ALLOWED) {
        s->allowed[s->allowed_count++] = value;
        return true;
    }
    long seconds = strtol(value, NULL, 10);
    if (strcmp(word, "seconds") != 0 || seconds < 1 || seconds > 600) return false;
    s->seconds = (unsigned)seconds;
    return true;
}

/* Whether a path is a folder or lies in it, wherever links lead. */
static bool lies_in(const char *path, const char *folder) {
    char *one = realpath(path, NULL), *other = realpath(folder, NULL);
    size_t length = other == NULL ? 0 : strlen(other);
    bool inside = one != NULL && other != NULL && strncmp(one, other, length) == 0 &&
                  (one[length] == 0 || one[length] == '/' || other[length - 1] == '/');
    free(one);
    free(other);
    return inside;
}

/* Reads the ways of the cart that is packed, if the file lies in the cart's folder. */
static bool read_cart(program_settings *s, const char *path, tool_error *error) {
    if (cart_lines == NULL || cart_lines[0] == 0 || !lies_in(path, cart_folder)) return true;
    s->cart_text = strdup(cart_lines);
    if (s->cart_text == NULL) return import_error_memory(error, path);
    for (char *line = s->cart_text, *next; line != NULL && s->way_count < WAYS; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) *next++ = 0;
        const char *ending = take_word(&line);
        if (ending != NULL) s->ways[s->way_count++] = (program_way){ending + 1, 0, line, true};
    }
    return true;
}

static void free_settings(program_settings *s) {
    free(s->text);
    free(s->cart_text);
}

/* Reads the settings for a file; without settings nothing is allowed. */
static bool read_settings(program_settings *s, const char *path, tool_error *error) {
    uint8_t *data = NULL;
    size_t size;
    unsigned long number = 1;
    memset(s, 0, sizeof *s);
    s->seconds = 60;
    if (!read_cart(s, path, error)) return false;
    if (!settings_path(s->path, sizeof s->path) || !import_file_read(s->path, &data, &size, NULL))
        return true;
    s->text = (char *)data;
    for (char *line = s->text, *next; line != NULL; line = next, number++) {
        next = strchr(line, '\n');
        if (next != NULL) *next++ = 0;
        if (read_line(s, line)) continue;
        return import_error_line(error, s->path, number,
                                 "allow PROGRAM, importer .ENDING wav|png|bdf|glb PROGRAM ... {in} ... "
                                 "{out}, trust /FOLDER or seconds 1..600 is wanted");
    }
    return true;
}

/* ---- ways ---- */

/* The ending of a path in small letters with a blank on both sides; "" when it has none. */
static void ending_of(const char *path, char ending[20]) {
    const char *dot = strrchr(path, '.');
    ending[0] = 0;
    if (dot == NULL || strchr(dot, '/') != NULL || dot[1] == 0 || strlen(dot) > 16) return;
    snprintf(ending, 20, " %s ", dot + 1);
    for (char *at = ending; *at != 0; at++) *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + 32 : *at);
}

/* Way number i, the settings' ways first; NULL beyond the last. */
static const program_way *way_at(const program_settings *s, uint32_t i) {
    if (i < s->way_count) return &s->ways[i];
    return i - s->way_count < BUILT_IN ? &built_in[i - s->way_count] : NULL;
}

static bool way_fits(const program_way *way, const char *ending, import_program_outcome outcome) {
    char own[64];
    if ((way->outcome != outcome && !way->of_cart) || ending[0] == 0) return false;
    if (way->endings[0] == ' ') return strstr(way->endings, ending) != NULL;
    snprintf(own, sizeof own, " %.40s ", way->endings);
    return strcmp(own, ending) == 0;
}

static bool fits_any(const program_settings *s, const char *path, import_program_outcome outcome) {
    char ending[20];
    const program_way *way;
    ending_of(path, ending);
    for (uint32_t i = 0; (way = way_at(s, i)) != NULL; i++) {
        if (way_fits(way, ending, outcome)) return true;
    }
    return false;
}

/* Whether an importer reads files of this ending without a program: no settings are looked at for them, and no
 * way can take an importer's place. */
static bool is_plain(const char *path) {
    static const char known[] = " wav png gif jpg jpeg tif tiff dds bmp tga xpm qoi pbm pgm ppm pnm bdf fnt "
                                "obj gltf glb iqm dae oxs ply stl vox ";
    char ending[20];
    ending_of(path, ending);
    return ending[0] == 0 || strstr(known, ending) != NULL;
}

bool import_program_reads(const char *path, import_program_outcome outcome) {
    program_settings s;
    tool_error error;
    if (is_plain(path)) return false;
    read_settings(&s, path, &error); /* a fault of the settings is told when the file is converted */
    bool fits = fits_any(&s, path, outcome);
    free_settings(&s);
    return fits;
}

const char *import_program_fault(const char *ending, const char *command) {
    if (ending[0] != '.' || ending[1] == 0 || strlen(ending) > 16 || strpbrk(ending + 1, "./ ") != NULL)
        return "an ending such as .ogg is wanted";
    if (is_plain(ending)) return "files of this ending are read without a program";
    if (strlen(command) >= LINE) return "the command is too long";
    if (strstr(command, "{in}") == NULL || strstr(command, "{out}") == NULL)
        return "the command has to name {in}, the file, and {out}, what becomes of it";
    return NULL;
}

static bool is_trusted(const program_settings *s) {
    for (uint32_t i = 0; i < s->trusted_count; i++) {
        if (lies_in(cart_folder, s->trusted[i])) return true;
    }
    return false;
}

static bool is_allowed(const program_settings *s, const program_way *way, const char *program) {
    if (way->of_cart && !is_trusted(s)) return false;
    for (uint32_t i = 0; i < s->allowed_count; i++) {
        if (strcmp(s->allowed[i], program) == 0) return true;
    }
    return false;
}

/* ---- running ---- */

/* A copy of a command cut into words, {in} and {out} replaced in each. */
typedef struct program_words {
    char room[LINE + WORDS * 24];
    const char *list[WORDS + 1];
} program_words;

static bool cut_words(const char *command, const char *in, const char *out, program_words *words) {
    size_t used = 0, count = 0;
    while (*(command += strspn(command, " \t\r")) != 0) {
        size_t length = strcspn(command, " \t\r"), i = 0;
        if (count == WORDS || used + length + 48 > sizeof words->room) return false;
        words->list[count++] = words->room + used;
        while (i < length) {
            bool input = strncmp(command + i, "{in}", 4) == 0, output = strncmp(command + i, "{out}", 5) == 0;
            const char *name = input ? in : out;
            if (input || output) {
                if (used + strlen(name) + (length - i) + 2 > sizeof words->room) return false;
                memcpy(words->room + used, name, strlen(name));
                used += strlen(name);
                i += input ? 4 : 5;
            } else {
                words->room[used++] = command[i++];
            }
        }
        words->room[used++] = 0;
        command += length;
    }
    words->list[count] = NULL;
    return count > 0;
}

static void program_of(const char *command, char program[PATH_ROOM]) {
    command += strspn(command, " \t\r");
    snprintf(program, PATH_ROOM, "%.*s", (int)strcspn(command, " \t\r"), command);
}

/* The first line of the program's output. */
static void first_line(const char *folder, char line[160]) {
    char path[PATH_ROOM + 16];
    snprintf(path, sizeof path, "%s/log", folder);
    FILE *file = fopen(path, "rb");
    line[0] = 0;
    if (file == NULL) return;
    if (fgets(line, 160, file) == NULL) line[0] = 0;
    line[strcspn(line, "\r\n")] = 0;
    fclose(file);
}

/* Runs the file's bytes through the program, in a folder of their own. */
static bool run_way(const program_settings *s, const program_way *way, const char *program, const char *file,
                    const char *path, uint8_t **data, size_t *size, tool_error *error) {
    const char *place = getenv("TMPDIR");
    char folder[PATH_ROOM], in[64], out[64], said[160], ending[20], whole[PATH_ROOM + 80];
    program_words words;
    int code;
    ending_of(path, ending);
    snprintf(folder, sizeof folder, "%.400s/oxcart-import-XXXXXX",
             place != NULL && place[0] == '/' ? place : "/tmp");
    if (mkdtemp(folder) == NULL)
        return import_error_file(error, path, "cannot make a folder %s for %s", folder, program);
    snprintf(in, sizeof in, "./in.%.*s", (int)strlen(ending) - 2, ending + 1);
    snprintf(out, sizeof out, "./out.%s", endings[way->outcome]);
    snprintf(whole, sizeof whole, "%s/%s", folder, in);
    import_file_watcher before =
        import_file_watch((import_file_watcher){NULL, NULL}); /* files here are no inputs of a build */
    bool ok = cut_words(way->command, in, out, &words) ||
              import_error_file(error, path, "the command of %s is too long", program);
    ok = ok && import_file_write(whole, *data, *size, error);
    if (ok) {
        program_end end = program_wait(&(program_run){file, words.list, folder, s->seconds}, &code);
        snprintf(whole, sizeof whole, "%s/%s", folder, out);
        first_line(folder, said);
        if (end == PROGRAM_LATE)
            ok = import_error_file(error, path, "%s took longer than %u seconds; see seconds in %s", program,
                                   s->seconds, s->path);
        else if (end != PROGRAM_GOOD)
            ok = import_error_file(error, path, "%s ended with %d: %s", program, code,
                                   said[0] == 0 ? "it said nothing" : said);
        else if (!import_file_exists(whole))
            ok = import_error_file(error, path, "%s wrote nothing: %s", program,
                                   said[0] == 0 ? "it said nothing" : said);
    }
    uint8_t *made = NULL;
    ok = ok && import_file_read(whole, &made, size, error);
    import_file_watch(before);
    program_remove_folder(folder);
    if (ok) free(*data);
    if (ok) *data = made;
    return ok;
}

/* Programs that could be installed, and a program that is there but not allowed. */
typedef struct program_offer {
    char names[200], there[PATH_ROOM];
    bool of_cart; /* the program that is there is of the cart */
} program_offer;

static bool find_and_run(const program_settings *s, const char *path, import_program_outcome outcome,
                         uint8_t **data, size_t *size, tool_error *error) {
    program_offer offer = {.names = ""};
    char ending[20], program[PATH_ROOM], file[PATH_ROOM];
    const program_way *way;
    ending_of(path, ending);
    for (uint32_t i = 0; (way = way_at(s, i)) != NULL; i++) {
        if (!way_fits(way, ending, outcome)) continue;
        program_of(way->command, program);
        bool there = program_find(program, file, sizeof file);
        if (there && is_allowed(s, way, program))
            return run_way(s, way, program, file, path, data, size, error);
        if (there && offer.there[0] == 0) {
            snprintf(offer.there, sizeof offer.there, "%s", program);
            offer.of_cart = way->of_cart;
        }
        size_t used = strlen(offer.names);
        snprintf(offer.names + used, sizeof offer.names - used, "%s%.60s", used == 0 ? "" : " or ", program);
    }
    const char *settings = s->path[0] == 0 ? "oxcart/programs.txt in the folder of your settings" : s->path;
    if (offer.there[0] != 0 && offer.of_cart)
        return import_error_file(
            error, path,
            "is read by a command of the cart's own, by way of %s; if you trust the cart, write "
            "`allow %s` and `trust %s` (a whole path) into %s, or save the file as .%s",
            offer.there, offer.there, cart_folder, settings, endings[outcome]);
    if (offer.there[0] != 0)
        return import_error_file(error, path,
                                 "is read by way of %s, which is not allowed to run; write `allow %s` into "
                                 "%s, or save the file as .%s",
                                 offer.there, offer.there, settings, endings[outcome]);
    return import_error_file(error, path,
                             "is not read here; install %s and allow it in %s, or save the file as .%s",
                             offer.names, settings, endings[outcome]);
}

bool import_program_convert(const char *path, import_program_outcome outcome, uint8_t **data, size_t *size,
                            tool_error *error) {
    program_settings s;
    if (is_plain(path)) return true;
    bool ok = read_settings(&s, path, error);
    if (ok && fits_any(&s, path, outcome)) ok = find_and_run(&s, path, outcome, data, size, error);
    free_settings(&s);
    if (ok) return true;
    free(*data);
    *data = NULL;
    return false;
}

/* oxcart pack, and functions of packing that other verbs use. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/build/project.h"
#include "tools/command/command.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/pack/level_report.h"
#include "tools/pack/overlay.h"
#include "tools/report/arguments.h"

bool command_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool on_terminal(void) { return isatty(STDERR_FILENO) != 0; }

static void progress(void *argument, const char *what, unsigned done, unsigned total) {
    (void)argument;
    fprintf(stderr, "\r\033[K[%u/%u] %.60s", done + 1, total, what);
    fflush(stderr);
}

pack_options command_pack_options(bool quiet) {
    command_report()->quiet = quiet;
    return (pack_options){
        .names = true, .said = command_report(), .progress = on_terminal() ? progress : NULL};
}

bool command_make_image(const char *path, bool quiet, writer *image, tool_error *error) {
    return command_make_image_for(path, NULL, quiet, image, error);
}

bool command_make_image_for(const char *path, const char *machine, bool quiet, writer *image,
                            tool_error *error) {
    pack_options packing = command_pack_options(quiet);
    if (machine != NULL) packing.limits = limits_find(machine);
    pack_report report;
    if (!command_is_folder(path)) return import_file_read(path, &image->data, &image->size, error);
    bool ok = pack_folder(path, &packing, image, &report, error);
    if (packing.progress != NULL) fprintf(stderr, "\r\033[K");
    return ok;
}

bool command_load_rom(const char *path, uint8_t **data, size_t *size, rom_image *image, tool_error *error) {
    rom_error fault;
    if (!import_file_read(path, data, size, error)) return false;
    if (rom_open(*data, *size, image, &fault) == ROM_OK) return true;
    free(*data);
    *data = NULL;
    return chunk_wrong(error, path, NULL, &fault);
}

/* ---- messages, printed now and repeated when the next run finds nothing changed ---- */

typedef struct speech {
    writer said; /* lines: `o` or `e`, then the text */
    bool quiet, json;
    bool holds;            /* lines about the image wait until it is written */
    struct timespec shown; /* when progress was last shown */
} speech;

static void say_line(speech *s, char where, const char *text) {
    if (where == 'e' && on_terminal()) fprintf(stderr, "\r\033[K");
    if (!s->quiet && !s->json && !(s->holds && where == 'o'))
        fprintf(where == 'e' ? stderr : stdout, "%s\n", text);
    writer_u8(&s->said, (uint8_t)where);
    writer_bytes(&s->said, text, strlen(text));
    writer_u8(&s->said, '\n');
}

/* Prints a reported message; warnings and notes are kept for the next run. */
static void say_reported(void *argument, report_severity severity, const tool_error *what) {
    char line[REPORT_LINE];
    speech *s = argument;
    report_line(severity, what, line);
    if (severity != REPORT_ERROR)
        say_line(s, 'e', line);
    else if (!s->json)
        report_print(NULL, severity, what);
}

static void say_why(void *argument, const char *text) {
    const speech *s = argument;
    if (!s->quiet && !s->json) printf("why: %s\n", text);
}

/* Shows progress, at most some twenty times a second. */
static void say_progress(void *argument, const char *what, unsigned done, unsigned total) {
    speech *s = argument;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t passed = (now.tv_sec - s->shown.tv_sec) * 1000000000ll + (now.tv_nsec - s->shown.tv_nsec);
    if (passed < 50000000 && done + 1 < total) return;
    s->shown = now;
    progress(NULL, what, done, total);
}

/* Says each line of a text that was written to a stream. */
static void say_lines(speech *s, char *text) {
    for (char *line = text, *end; *line != 0; line = end + 1) {
        end = strchr(line, '\n');
        if (end == NULL)
            end = line + strlen(line) - 1;
        else
            *end = 0;
        say_line(s, 'o', line);
    }
}

/* Prints lines again that were said before: those of one kind, or of both kinds (0). */
static void print_said(const char *said, char kind) {
    while (*said != 0) {
        size_t length = strcspn(said, "\n");
        if (kind == 0 || said[0] == kind)
            fprintf(said[0] == 'e' ? stderr : stdout, "%.*s\n", length == 0 ? 0 : (int)length - 1, said + 1);
        said += length + (said[length] == '\n');
    }
}

static void say_again(const char *said, const char *output) {
    print_said(said, 0);
    printf("%s: nothing changed\n", output);
}

static void say_report(speech *s, const char *output, size_t bytes, const pack_report *report) {
    char text[900];
    int length = snprintf(
        text, sizeof text,
        "%.500s: %zu bytes, %u chunks: %u meshes (%u triangles, %u vertices), %u textures, %u materials, %u "
        "scenes",
        output, bytes, report->chunks, report->meshes, report->triangles, report->vertices, report->textures,
        report->materials, report->scenes);
    if (report->meshes > 0 && length > 0)
        snprintf(text + length, sizeof text - (size_t)length,
                 ", positions within %.4f%% of their mesh's radius", report->position_error * 100);
    say_line(s, 'o', text);
    if (report->missing == 0) return;
    snprintf(text, sizeof text, "%u assets are missing, the console shows placeholders", report->missing);
    say_line(s, 'o', text);
}

/* Reports the memory that the levels ask for; false when a prepared level asks for more than there is. */
static bool report_levels(const writer *packed, const char *file, FILE *out, tool_error *error) {
    rom_image image;
    rom_error fault;
    if (rom_open(packed->data, packed->size, &image, &fault) != ROM_OK)
        return chunk_wrong(error, file, NULL, &fault);
    return level_report(&image, file, out, error);
}

enum { LANGUAGES_MAX = 32 };

/* Cuts the text "de,en" into a list that ends with NULL. False when there are too many languages. */
static bool cut_languages(char *text, const char *list[LANGUAGES_MAX + 1]) {
    int count = 0;
    for (char *at = text; *at != 0;) {
        size_t length = strcspn(at, ",");
        if (count == LANGUAGES_MAX) return false;
        if (length > 0) list[count++] = at;
        at += length;
        if (*at != 0) *at++ = 0;
    }
    list[count] = NULL;
    return true;
}

/* Whether the image is an add-on, which needs a base; true after a sentence. */
static bool lacks_base(const char *folder, const writer *image, tool_error *error) {
    rom_image opened;
    return rom_open(image->data, image->size, &opened, NULL) == ROM_OK && overlay_is_add_on(&opened) &&
           !import_error_file(error, folder,
                              "this is an add-on; name the game that it is for: --base GAME.rom");
}

/* Replaces the image by its overlay over `base`. */
static bool make_overlay(const char *base, const char *folder, bool part, FILE *out, writer *image,
                         tool_error *error) {
    uint8_t *data;
    size_t size;
    rom_image old_image, new_image;
    writer overlay = {0};
    uint32_t count = 0;
    if (!command_load_rom(base, &data, &size, &old_image, error)) return false;
    bool ok = rom_open(image->data, image->size, &new_image, NULL) == ROM_OK;
    ok = ok && (overlay_is_add_on(&new_image) ? overlay_make_add_on
                : part                        ? overlay_make_part
                       : overlay_make)(&old_image, &new_image, folder, out, &overlay, &count, error);
    free(data);
    if (!ok) return false;
    writer_free(image);
    *image = overlay;
    if (out != NULL) fprintf(out, "%u chunks differ from %s\n", (unsigned)count, base);
    return true;
}

/* ---- the verb ---- */

typedef struct pack_words {
    const char *folder, *output, *languages, *region, *base, *cache, *depend, *why, *target, *only, *actor,
        *level, *targets, *asset, *map;
    writer places;      /* of the scripts of a release */
    char command[4096]; /* this very command, for rules of make */
    int variant;
    bool quiet, release, no_cache, stats, strict, overlay;
    int32_t jobs;
    const char *list[LANGUAGES_MAX + 1], *parts[LANGUAGES_MAX + 1];
    char cut[512], cut_parts[512], options[1100];
} pack_words;

/* Notes the words of the command without its options for rules, each word in quotes for a shell inside of make. */
static bool note_command(int argc, char **argv, char *text, size_t room) {
    size_t used = 0;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--targets") == 0 || strcmp(argv[i], "--depend") == 0) {
            i++;
            continue;
        }
        if (used + 6 * strlen(argv[i]) + 4 > room) return false;
        if (i > 0) used += (size_t)snprintf(text + used, room - used, " ");
        text[used++] = '\'';
        for (const char *at = argv[i]; *at != 0; at++) {
            const char plain[2] = {*at, 0}, *shown = *at == '\'' ? "'\\''" : *at == '$' ? "$$" : plain;
            used += (size_t)snprintf(text + used, room - used, "%s", shown);
        }
        text[used++] = '\'';
        text[used] = 0;
    }
    return true;
}

enum { VARIANT_DEBUG, VARIANT_DEVELOPMENT, VARIANT_RELEASE };
static const char *const variants[] = {"debug", "development", "release", NULL};

static bool read_words(int argc, char **argv, pack_words *w) {
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &w->output, 0, 0, NULL},
                                       {"--quiet", ARGUMENT_FLAG, &w->quiet, 0, 0, NULL},
                                       {"--release", ARGUMENT_FLAG, &w->release, 0, 0, NULL},
                                       {"--variant", ARGUMENT_CHOICE, &w->variant, 0, 0, variants},
                                       {"--languages", ARGUMENT_TEXT, &w->languages, 0, 0, NULL},
                                       {"--region", ARGUMENT_TEXT, &w->region, 0, 0, NULL},
                                       {"--base", ARGUMENT_TEXT, &w->base, 0, 0, NULL},
                                       {"--target", ARGUMENT_TEXT, &w->target, 0, 0, NULL},
                                       {"--only", ARGUMENT_TEXT, &w->only, 0, 0, NULL},
                                       {"--actor", ARGUMENT_TEXT, &w->actor, 0, 0, NULL},
                                       {"--level", ARGUMENT_TEXT, &w->level, 0, 0, NULL},
                                       {"--cache", ARGUMENT_TEXT, &w->cache, 0, 0, NULL},
                                       {"--no-cache", ARGUMENT_FLAG, &w->no_cache, 0, 0, NULL},
                                       {"--jobs", ARGUMENT_NUMBER, &w->jobs, 1, 64, NULL},
                                       {"-j", ARGUMENT_NUMBER, &w->jobs, 1, 64, NULL},
                                       {"--why", ARGUMENT_TEXT, &w->why, 0, 0, NULL},
                                       {"--map", ARGUMENT_TEXT, &w->map, 0, 0, NULL},
                                       {"--depend", ARGUMENT_TEXT, &w->depend, 0, 0, NULL},
                                       {"--targets", ARGUMENT_TEXT, &w->targets, 0, 0, NULL},
                                       {"--asset", ARGUMENT_TEXT, &w->asset, 0, 0, NULL},
                                       {"--overlay", ARGUMENT_FLAG, &w->overlay, 0, 0, NULL},
                                       {"--stats", ARGUMENT_FLAG, &w->stats, 0, 0, NULL},
                                       COMMAND_STRICT,
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    memset(w, 0, sizeof *w);
    if (!note_command(argc, argv, w->command, sizeof w->command)) {
        arguments_wrong("pack", "the command is too long");
        return false;
    }
    w->variant = VARIANT_DEVELOPMENT;
    return arguments_parse(argc, argv, options, &w->folder, 1, "the folder of the cart");
}

/* Whether --target names several machines: all, or names with commas between. */
static bool is_list(const char *target) { return strcmp(target, "all") == 0 || strchr(target, ',') != NULL; }

/* Puts the words into the project's settings; gives an exit code, or -1 to go on. */
static int settle_words(pack_words *w, project *p) {
    if (w->output == NULL) return arguments_wrong("pack", "-o FILE.rom is missing");
    if (w->overlay && w->base == NULL)
        return arguments_wrong("pack", "--overlay without --base IMAGE, the image that it is laid over");
    if (w->map != NULL && !w->release && w->variant != VARIANT_RELEASE)
        return arguments_wrong("pack", "--map without --release: other images have their maps in them");
    p->folder = w->folder;
    p->output = w->output;
    p->cache = w->cache;
    p->no_cache = w->no_cache;
    p->jobs = w->jobs;
    p->base = p->packing.base = w->base;
    p->packing.names = !w->release && w->variant != VARIANT_RELEASE;
    p->packing.debug = w->variant == VARIANT_DEBUG;
    p->packing.places = w->map == NULL ? NULL : &w->places;
    p->packing.region = w->region;
    snprintf(w->options, sizeof w->options, "%.500s strict %d quiet %d", w->base == NULL ? "" : w->base,
             (int)command_report()->strict, (int)w->quiet);
    p->options = w->options;
    if (w->languages != NULL) {
        snprintf(w->cut, sizeof w->cut, "%s", w->languages);
        if (strlen(w->languages) >= sizeof w->cut || !cut_languages(w->cut, w->list))
            return arguments_wrong("pack", "--languages: at most 32 are possible");
        p->packing.languages = w->list;
    }
    if (w->only != NULL || w->actor != NULL || w->level != NULL) {
        int length =
            snprintf(w->cut_parts, sizeof w->cut_parts, "%s,%s%s,%s%s", w->only == NULL ? "" : w->only,
                     w->actor == NULL ? "" : "character/", w->actor == NULL ? "" : w->actor,
                     w->level == NULL ? "" : "level/", w->level == NULL ? "" : w->level);
        if (length < 0 || (size_t)length >= sizeof w->cut_parts || !cut_languages(w->cut_parts, w->parts))
            return arguments_wrong("pack", "--only: at most 32 names are possible");
        p->packing.only = w->parts;
    }
    if (w->target == NULL || is_list(w->target)) return -1;
    p->packing.limits = limits_find(w->target);
    return p->packing.limits != NULL
               ? -1
               : arguments_wrong("pack",
                                 "--target %s: there is no such machine; possible are " OX_LIMIT_PORTS,
                                 w->target);
}

static void print_stats(const project *p, const struct timespec *start) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    printf("steps=%u ran=%u kept=%u copied=%u files=%u bytes=%llu damaged=%u seconds=%.3f\n",
           (unsigned)p->sums.steps, (unsigned)p->sums.ran, (unsigned)p->sums.kept, (unsigned)p->sums.cheap,
           (unsigned)p->sums.files, (unsigned long long)p->sums.bytes, (unsigned)p->sums.damaged,
           (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9);
}

static void pack_members(json_writer *out, const pack_words *w, const project *p, size_t bytes) {
    const pack_report *r = &p->report;
    if (out == NULL) return;
    json_text(out, "image", w->output);
    json_number(out, "bytes", bytes);
    json_number(out, "chunks", r->chunks);
    json_number(out, "meshes", r->meshes);
    json_number(out, "triangles", r->triangles);
    json_number(out, "vertices", r->vertices);
    json_number(out, "textures", r->textures);
    json_number(out, "materials", r->materials);
    json_number(out, "scenes", r->scenes);
    json_number(out, "missing", r->missing);
    json_double(out, "position_error", r->position_error);
    json_number(out, "steps", p->sums.steps);
    json_number(out, "steps_run", p->sums.ran);
}

/* Notes the lines about the image in s->said, ended by 0, without printing them. */
static bool describe_image(const pack_words *w, const project *p, speech *s, writer *image,
                           tool_error *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *lines = w->quiet ? NULL : open_memstream(&text, &size);
    bool ok = w->base == NULL
                  ? !lacks_base(w->folder, image, error) && report_levels(image, w->folder, lines, error)
                  : make_overlay(w->base, w->folder, p->packing.only != NULL, lines, image, error);
    if (lines != NULL) fclose(lines);
    s->holds = true;
    if (ok && text != NULL && w->base != NULL) say_lines(s, text);
    if (ok) say_report(s, w->output, image->size, &p->report);
    if (ok && text != NULL && w->base == NULL) say_lines(s, text);
    s->holds = false;
    free(text);
    writer_u8(&s->said, 0);
    return ok;
}

/* Packs, writes the image, and then prints the lines about it. */
static bool make_output(const pack_words *w, project *p, speech *s, tool_error *error) {
    writer image;
    if (!project_pack(p, &image, error)) return false;
    bool ok = command_report()->errors == 0; /* warnings are errors with --strict */
    ok = ok && describe_image(w, p, s, &image, error);
    const char *said = s->said.failed || s->said.size == 0 ? "" : (const char *)s->said.data;
    ok = ok && project_write(p, &image, said, error);
    if (ok && !s->quiet && !s->json) print_said(said, 'o');
    pack_members(command_json(), w, p, ok ? image.size : 0);
    writer_free(&image);
    return ok;
}

/* ---- several machines ---- */

enum { MACHINES = 8 };

typedef struct machine_image {
    const machine_limits *limits;
    writer image;
    uint32_t same; /* first image with the same bytes */
    char path[CART_PATH_MAX];
} machine_image;

static bool add_machine(machine_image *list, uint32_t *count, const char *name, size_t length,
                        tool_error *error) {
    char port[32];
    snprintf(port, sizeof port, "%.*s", (int)(length < sizeof port ? length : sizeof port - 1), name);
    const machine_limits *limits = limits_find(port);
    if (limits == NULL)
        return import_error_file(error, "--target", "there is no machine `%s`; possible are " OX_LIMIT_PORTS,
                                 port);
    for (uint32_t i = 0; i < *count; i++) {
        if (list[i].limits == limits) return true;
    }
    if (*count == MACHINES) return import_error_file(error, "--target", "more than %d machines", MACHINES);
    list[(*count)++].limits = limits;
    return true;
}

/* Lists the machines to pack for: those of --target, or with --target all those of the statement `targets`. */
static bool list_machines(const pack_words *w, machine_image *list, uint32_t *count, tool_error *error) {
    char names[CART_TEXT_MAX];
    snprintf(names, sizeof names, "%s", w->target);
    if (strcmp(w->target, "all") == 0) {
        cart c;
        if (!cart_load(w->folder, &c, error)) return false;
        snprintf(names, sizeof names, "%s", c.targets);
        cart_free(&c);
        if (names[0] == 0)
            return import_error_file(error, w->folder,
                                     "cart.txt names no machines; write `targets desktop gba`");
    }
    for (const char *at = names; *at != 0;) {
        size_t length = strcspn(at, " ,");
        if (length > 0 && !add_machine(list, count, at, length, error)) return false;
        at += length + (at[length] != 0);
    }
    return *count > 0 ||
           import_error_file(error, "--target", "no machine is named; possible are " OX_LIMIT_PORTS);
}

/* OUT.rom when one image serves all, else OUT.MACHINE.rom with the first machine that it serves. */
static bool name_image(const char *output, const char *machine, bool alone, char path[CART_PATH_MAX],
                       tool_error *error) {
    const char *slash = strrchr(output, '/'), *dot = strrchr(slash == NULL ? output : slash, '.');
    int stem = dot == NULL ? (int)strlen(output) : (int)(dot - output);
    int length =
        alone ? snprintf(path, CART_PATH_MAX, "%s", output)
              : snprintf(path, CART_PATH_MAX, "%.*s.%s%s", stem, output, machine, dot == NULL ? "" : dot);
    return (length > 0 && length < CART_PATH_MAX) || import_error_file(error, output, "the path is too long");
}

/* Packs for each machine; steps that machines share run once. */
static bool pack_machines(const pack_words *w, const project *given, speech *s, machine_image *list,
                          uint32_t count, tool_error *error) {
    for (uint32_t i = 0; i < count; i++) {
        project p = *given;
        p.packing.limits = list[i].limits;
        bool ok = project_pack(&p, &list[i].image, error) && command_report()->errors == 0;
        char *text = NULL;
        size_t size = 0;
        FILE *levels = ok && !w->quiet ? open_memstream(&text, &size) : NULL;
        ok = ok && report_levels(&list[i].image, w->folder, levels, error);
        if (levels != NULL) fclose(levels);
        if (ok) say_report(s, list[i].limits->port, list[i].image.size, &p.report);
        if (ok && text != NULL) say_lines(s, text);
        free(text);
        project_close(&p);
        if (!ok) return false;
        for (list[i].same = 0; list[i].same < i; list[i].same++) {
            const writer *other = &list[list[i].same].image;
            if (other->size == list[i].image.size &&
                memcmp(other->data, list[i].image.data, other->size) == 0)
                break;
        }
    }
    return true;
}

static bool write_image(const machine_image *list, uint32_t count, uint32_t first, speech *s,
                        tool_error *error) {
    char line[CART_PATH_MAX + 200];
    int used = snprintf(line, sizeof line, "%s: for", list[first].path);
    for (uint32_t i = first; i < count; i++) {
        if (list[i].same == first)
            used += snprintf(line + used, sizeof line - (size_t)used, " %s", list[i].limits->port);
    }
    if (!import_file_write(list[first].path, list[first].image.data, list[first].image.size, error))
        return false;
    say_line(s, 'o', line);
    return true;
}

static bool make_images(const pack_words *w, const project *p, speech *s, tool_error *error) {
    machine_image *list = calloc(MACHINES, sizeof *list);
    uint32_t count = 0;
    s->holds = true;
    bool alone = true, ok = list != NULL ? list_machines(w, list, &count, error) &&
                                               pack_machines(w, p, s, list, count, error)
                                         : import_error_memory(error, w->output);
    for (uint32_t i = 0; ok && i < count; i++) alone = alone && list[i].same == 0;
    json_writer *json = command_json();
    if (ok && json != NULL) json_begin_array(json, "images");
    for (uint32_t i = 0; ok && i < count; i++) {
        machine_image *m = &list[list[i].same];
        ok = name_image(w->output, m->limits->port, alone, m->path, error) &&
             (list[i].same != i || write_image(list, count, i, s, error));
        if (!ok || json == NULL) continue;
        json_begin_object(json, NULL);
        json_text(json, "machine", list[i].limits->port);
        json_text(json, "image", m->path);
        json_number(json, "bytes", m->image.size);
        json_end_object(json);
    }
    if (ok && json != NULL) json_end_array(json);
    s->holds = false;
    writer_u8(&s->said, 0);
    if (ok && !s->quiet && !s->json && !s->said.failed) print_said((const char *)s->said.data, 'o');
    for (uint32_t i = 0; i < count; i++) writer_free(&list[i].image);
    free(list);
    return ok;
}

/* Refuses options that are about one image; gives an exit code, or -1. */
static int refuse_list(const pack_words *w) {
    const char *other = w->base != NULL      ? "--base"
                        : w->depend != NULL  ? "--depend"
                        : w->targets != NULL ? "--targets"
                        : w->asset != NULL   ? "--asset"
                        : w->why != NULL     ? "--why"
                        : w->map != NULL     ? "--map"
                                             : NULL;
    return other == NULL ? -1
                         : arguments_wrong("pack", "%s is for one machine; name one with --target", other);
}

static int command_pack(int argc, char **argv) {
    pack_words w;
    speech s = {.quiet = false};
    tool_error error = {.text = ""};
    struct timespec start;
    char *said = NULL;
    clock_gettime(CLOCK_MONOTONIC, &start);
    project p = {.packing = {.argument = &s}};
    if (!read_words(argc, argv, &w)) return EXIT_USAGE;
    int code = settle_words(&w, &p);
    if (code >= 0) return code;
    s.quiet = w.quiet;
    s.json = command_json() != NULL;
    p.packing.said = command_report();
    p.packing.said->tell = say_reported;
    p.packing.said->argument = &s;
    p.packing.progress = on_terminal() ? say_progress : NULL;
    p.why = w.why != NULL ? say_why : NULL;
    if (w.target != NULL && is_list(w.target)) {
        code = refuse_list(&w);
        if (code >= 0) return code;
        code = make_images(&w, &p, &s, &error)                      ? EXIT_GOOD
               : command_report()->errors > 0 && error.text[0] == 0 ? EXIT_BAD
                                                                    : command_failed(&error);
        writer_free(&s.said);
        p.packing.said->tell = report_print;
        p.packing.said->argument = NULL;
        return code;
    }
    if (w.asset != NULL) {
        bool made = project_make_asset(&p, w.asset, &error);
        if (made && w.stats) print_stats(&p, &start);
        code = made                                                 ? EXIT_GOOD
               : command_report()->errors > 0 && error.text[0] == 0 ? EXIT_BAD
                                                                    : command_failed(&error);
        project_close(&p);
        writer_free(&s.said);
        return code;
    }
    bool same = !s.json && w.map == NULL && project_unchanged(&p, &said, &error), ok = true;
    same = same && (w.depend == NULL || import_file_exists(w.depend)) &&
           (w.targets == NULL || import_file_exists(w.targets));
    if (same && !w.quiet) say_again(said, w.output);
    if (same &&
        (w.depend != NULL || w.targets != NULL)) { /* make compares times: outputs get the time of now */
        (void)utimensat(AT_FDCWD, w.output, NULL, 0);
        if (w.targets != NULL) (void)utimensat(AT_FDCWD, w.targets, NULL, 0);
    }
    if (!same) ok = make_output(&w, &p, &s, &error);
    if (p.packing.progress != NULL) fprintf(stderr, "\r\033[K");
    if (ok && !same && w.why != NULL && strcmp(w.why, "all") != 0) build_explain(p.b, w.why);
    if (ok && w.stats && !s.json) print_stats(&p, &start);
    if (ok && w.map != NULL) ok = import_file_write(w.map, w.places.data, w.places.size, &error);
    writer_free(&w.places);
    if (ok && w.depend != NULL && !same) ok = project_write_rules(&p, w.depend, &error);
    if (ok && w.targets != NULL && !same) ok = project_write_targets(&p, w.command, w.targets, &error);
    code = ok                                                   ? EXIT_GOOD
           : command_report()->errors > 0 && error.text[0] == 0 ? EXIT_BAD
                                                                : command_failed(&error);
    free(said);
    writer_free(&s.said);
    project_close(&p);
    p.packing.said->tell = report_print;
    p.packing.said->argument = NULL;
    return code;
}

const command_verb verb_pack = {
    {"pack", "build a ROM image from a cart",
     "usage: oxcart pack DIR -o FILE.rom [--variant debug|development|release] [--json] [--quiet] "
     "[--languages LIST] [--region TAG] [[--overlay] --base BASE.rom]\n"
     "               [--target MACHINE] [--only NAMES] [--actor NAME] [--level NAME] [--strict] [--jobs N] "
     "[--cache FOLDER | --no-cache] [--why all|NAME]\n"
     "               [--depend FILE.d] [--targets FILE.mk] [--asset NAME] [--stats] [--map FILE]\n"
     "Packs the cart in DIR (see oxcart help cart). Missing assets are left out with a warning; the console "
     "shows\n"
     "placeholders for them. The same cart gives the same bytes.\n"
     "--variant debug tells where sources lie on this machine; release (or --release) leaves out the names "
     "of chunks, debug sections\n"
     "and debug memory, fixes developer options, and takes overlays as `overlays on|off` in cart.txt says; "
     "--map FILE keeps where its\n"
     "scripts' code stands in their texts, for `oxcart script --map FILE`.\n"
     "--languages en,de and --region keep only these variants. --base makes an overlay: only what differs "
     "from that "
     "image\n"
     "(of a part of the cart: only what that part changes), and tells every id that it replaces, adds or "
     "takes away. An add-on (`add-on NAME` in cart.txt) is made for the game --base, takes its palette, and "
     "only adds.\n"
     "What was made before is kept in .oxcart beside the output (or in --cache FOLDER, or in $OXCART_CACHE, "
     "which several carts\n"
     "may share), and only what changed is made again; the folder may be removed at any time. --why tells "
     "why something is\n"
     "made again, or who reads a file; --jobs N works on N assets at a time; --depend writes rules for "
     "make.\n"
     "--targets writes a target for every asset and one for the image, to be included in a Makefile; --asset "
     "mesh/crate is what an\n"
     "asset's target calls: it makes that one ahead, and the image takes it from there.\n"
     "--target desktop|gba|lm3s6965|mps2|web packs for that machine: formats, sizes, meshes, sounds become "
     "what it has, and what it cannot\n"
     "hold is refused. --target gba,desktop and --target all (those of `targets` in cart.txt) write one "
     "image where all are the\n"
     "same, else FILE.MACHINE.rom each. --only level/town,mesh/crate,character/pirate packs\n"
     "these and what they need; --actor pirate and --level town say the same. --strict makes warnings "
     "errors; --json tells all as\n"
     "one JSON object. Every mistake is told, the first hundred of them.\n"
     "example: oxcart pack mygame -o mygame.rom\n"},
    command_pack,
};

/* oxcart profile: where the time of a cart goes, piece by piece. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/debug/profile.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/play/play.h"
#include "tools/play/sampling.h"

enum { LINE = 600, ROWS = 512 };

/* A row of folded stacks: "frame;draw;record 1234". */
typedef struct folded_row {
    char path[LINE];
    uint64_t ticks;
} folded_row;

typedef struct folded {
    folded_row *rows;
    uint32_t count;
    uint64_t total;
} folded;

typedef struct profiling {
    ox_profile profile;
    const char *folded, *csv, *against; /* files */
    FILE *csv_file;
    uint32_t frame;
} profiling;

/* ---- files ---- */

static void put_line(void *file, const char *line) { fprintf(file, "%s\n", line); }

static bool cannot(const char *path, const char *what) {
    tool_error error;
    import_error_file(&error, path, "%s", what);
    (void)command_failed(&error);
    return false;
}

static bool write_folded(const profiling *p) {
    FILE *file = fopen(p->folded, "wb");
    if (file == NULL) return cannot(p->folded, "cannot be written");
    ox_profile_fold(&p->profile, put_line, file);
    return fclose(file) == 0 || cannot(p->folded, "cannot be written");
}

static void take_row(void *of, const char *line) {
    folded *f = of;
    const char *blank = strrchr(line, ' ');
    if (blank == NULL || f->count == ROWS || (size_t)(blank - line) >= LINE) return;
    folded_row *row = &f->rows[f->count++];
    memcpy(row->path, line, (size_t)(blank - line));
    row->path[blank - line] = 0;
    row->ticks = strtoull(blank + 1, NULL, 10);
    f->total += row->ticks;
}

/* Whether a line has the form "PATH NUMBER". */
static bool is_row(const char *line) {
    const char *blank = strrchr(line, ' ');
    return blank != NULL && blank > line && blank - line < LINE && strlen(blank + 1) < 20 && blank[1] != 0 &&
           strspn(blank + 1, "0123456789") == strlen(blank + 1);
}

/* Reads folded stacks; false after a sentence with the line. */
static bool read_folded(const char *path, folded *f) {
    tool_error error;
    uint8_t *data;
    size_t size;
    unsigned long number = 1;
    if (!import_file_read(path, &data, &size, &error)) {
        (void)command_failed(&error);
        return false;
    }
    bool is_good = memchr(data, 0, size) == NULL;
    char *at = (char *)data;
    for (char *end; is_good && at < (char *)data + size; at = end + 1, number++) {
        end = memchr(at, '\n', size - (size_t)(at - (char *)data));
        if (end == NULL) end = (char *)data + size; /* import_file_read ends data with a zero */
        *end = 0;
        is_good = is_row(at) && f->count < ROWS;
        if (is_good) take_row(f, at);
    }
    free(data);
    if (is_good && f->total > 0) return true;
    import_error_at(&error, path, number > 1 ? number - 1 : 1, 0,
                    "no folded stacks: lines are `frame;draw;record 1234`, at most %d", (int)ROWS);
    (void)command_failed(&error);
    return false;
}

/* ---- what is told ---- */

/* A frame is over: the profile has the one before it. */
static void each_frame(void *context, const ox_console *console) {
    profiling *p = context;
    (void)console;
    if (p->csv_file != NULL && p->profile.frames > 0)
        ox_profile_csv(&p->profile, p->frame, put_line, p->csv_file);
    p->frame++;
}

static double share_of(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : (double)part * 100 / (double)whole;
}

static void tell_table(const profiling *p) {
    const ox_profile *profile = &p->profile;
    const double frames = profile->frames;
    uint64_t whole = 0; /* what lies in pieces: waiting between frames does not count */
    for (uint32_t i = 0; i < profile->count; i++) whole += profile->samples[i].total_exclusive;
    printf("frames %u, a frame in the mean %.1f us\n", (unsigned)profile->frames,
           (double)whole / frames / 1000);
    printf(" own %%   all %%    own us     all us   calls  piece\n");
    for (uint32_t i = ox_profile_first(profile); i != OX_PROFILE_NONE; i = ox_profile_next(profile, i)) {
        const ox_profile_sample *s = &profile->samples[i];
        printf("%6.1f %7.1f %9.2f %10.2f %7.2f  %*s%s\n", share_of(s->total_exclusive, whole),
               share_of(s->total, whole), (double)s->total_exclusive / frames / 1000,
               (double)s->total / frames / 1000, s->total_calls / frames, (int)s->depth * 2, "", s->name);
    }
    if (profile->counter_count > 0) printf("counted in a frame: mean, most\n");
    for (uint32_t i = 0; i < profile->counter_count; i++) {
        const ox_profile_counter *c = &profile->counters[i];
        printf("%12.1f %10u  %s\n", (double)c->total / frames, (unsigned)c->most, c->name);
    }
}

static void tell_json(const profiling *p, json_writer *json) {
    json_number(json, "frames", p->profile.frames);
    json_begin_array(json, "pieces");
    for (uint32_t i = ox_profile_first(&p->profile); i != OX_PROFILE_NONE;
         i = ox_profile_next(&p->profile, i)) {
        const ox_profile_sample *s = &p->profile.samples[i];
        json_begin_object(json, NULL);
        json_text(json, "name", s->name);
        json_number(json, "depth", s->depth);
        json_number(json, "calls", s->total_calls);
        json_number(json, "own_ns", s->total_exclusive);
        json_number(json, "all_ns", s->total);
        json_end_object(json);
    }
    json_end_array(json);
    json_begin_array(json, "counters");
    for (uint32_t i = 0; i < p->profile.counter_count; i++) {
        const ox_profile_counter *c = &p->profile.counters[i];
        json_begin_object(json, NULL);
        json_text(json, "name", c->name);
        json_number(json, "total", c->total);
        json_number(json, "most", c->most);
        json_end_object(json);
    }
    json_end_array(json);
}

static uint64_t ticks_of(const folded *f, const char *path) {
    for (uint32_t i = 0; i < f->count; i++)
        if (strcmp(f->rows[i].path, path) == 0) return f->rows[i].ticks;
    return 0;
}

/* The shares of another run and of this one: times differ from machine to machine and from day to day, shares less. */
static bool tell_difference(const profiling *p) {
    folded was = {.count = 0}, is = {.count = 0};
    was.rows = calloc(ROWS, sizeof *was.rows);
    is.rows = calloc(ROWS, sizeof *is.rows);
    bool ok = was.rows != NULL && is.rows != NULL && read_folded(p->against, &was);
    if (ok) {
        ox_profile_fold(&p->profile, take_row, &is);
        printf("  was %%    is %%  change  piece\n");
        for (uint32_t i = 0; i < is.count; i++) {
            const double before = share_of(ticks_of(&was, is.rows[i].path), was.total),
                         now = share_of(is.rows[i].ticks, is.total);
            printf("%7.1f %7.1f %+7.1f  %s\n", before, now, now - before, is.rows[i].path);
        }
        for (uint32_t i = 0; i < was.count; i++)
            if (ticks_of(&is, was.rows[i].path) == 0)
                printf("%7.1f       - %+7.1f  %s\n", share_of(was.rows[i].ticks, was.total),
                       -share_of(was.rows[i].ticks, was.total), was.rows[i].path);
    }
    free(was.rows);
    free(is.rows);
    return ok;
}

/* ---- the verb ---- */

static int play_profiled(const char *path, profiling *p, play_settings *settings) {
    writer image = {0};
    tool_error error = {.text = ""};
    if (!command_make_image(path, true, &image, &error)) return command_failed(&error);
    if (p->csv != NULL && (p->csv_file = fopen(p->csv, "wb")) == NULL) {
        writer_free(&image);
        return cannot(p->csv, "cannot be written") ? EXIT_GOOD : EXIT_BAD;
    }
    if (p->csv_file != NULL) put_line(p->csv_file, "frame,piece,calls,inclusive,exclusive");
    int code = EXIT_BAD;
    player *game = play_open(settings);
    if (game != NULL) {
        const play_end end = play_image(game, path, image.data, image.size, NULL, NULL);
        code = play_close(game, end);
    }
    if (p->csv_file != NULL && fclose(p->csv_file) != 0) {
        cannot(p->csv, "cannot be written");
        code = EXIT_BAD;
    }
    writer_free(&image);
    return code;
}

static void tell_function(void *file, const sampling_row *row) {
    if (row->all > 0 && (uint64_t)row->samples * 1000 >= row->all)
        fprintf(file, "%5.1f %% %6u %s\n", 100.0 * row->samples / row->all, (unsigned)row->samples,
                row->function);
}

static int command_profile(int argc, char **argv) {
    profiling *p = calloc(1, sizeof *p);
    play_settings settings = {
        .driver = HOST_DRIVER_HEADLESS, .frames = 300, .quiet = true, .format = -1, .shot_frame = -1};
    bool functions = false;
    if (p == NULL) return command_no_memory();
    settings.each = each_frame;
    settings.context = p;
    settings.profile = &p->profile;
    const argument_option options[] = {
        {"--frames", ARGUMENT_NUMBER, &settings.frames, 2, 1000000, NULL},
        {"--level", ARGUMENT_TEXT, &settings.level, 0, 0, NULL},
        {"--input", ARGUMENT_TEXT, &settings.input, 0, 0, NULL},
        {"--size", ARGUMENT_SIZE, settings.size, 0, 0, NULL},
        {"--threads", ARGUMENT_NUMBER, &settings.threads, 1, HOST_THREADS_MAX, NULL},
        {"--folded", ARGUMENT_TEXT, &p->folded, 0, 0, NULL},
        {"--csv", ARGUMENT_TEXT, &p->csv, 0, 0, NULL},
        {"--against", ARGUMENT_TEXT, &p->against, 0, 0, NULL},
        {"--functions", ARGUMENT_FLAG, &functions, 0, 0, NULL},
        COMMAND_JSON,
        {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    const char *path = NULL;
    int code = EXIT_USAGE;
    if (arguments_parse(argc, argv, options, &path, 1, "a ROM image or the folder of a cart")) {
        settings.title = path;
        functions = functions && sampling_begin();
        code = play_profiled(path, p, &settings);
        sampling_end();
        if (code == EXIT_GOOD && p->profile.frames == 0) code = EXIT_BAD;
        if (code == EXIT_GOOD && command_json() != NULL) tell_json(p, command_json());
        if (code == EXIT_GOOD && command_json() == NULL) tell_table(p);
        if (code == EXIT_GOOD && functions && command_json() == NULL)
            (void)sampling_report(tell_function, stdout);
        if (code == EXIT_GOOD && p->folded != NULL && !write_folded(p)) code = EXIT_BAD;
        if (code == EXIT_GOOD && p->against != NULL && !tell_difference(p)) code = EXIT_BAD;
    }
    free(p);
    return code;
}

const command_verb verb_profile = {
    {"profile", "where a cart's time goes, piece by piece",
     "usage: oxcart profile FILE.rom|DIR [--input SCRIPT] [--frames N] [--level NAME] [--size WxH] "
     "[--threads N]\n"
     "  [--folded FILE] [--csv FILE] [--against FILE] [--functions] [--json]\n"
     "Plays N frames (300) without showing them and tells, for a frame in the mean, what each piece of it "
     "has\n"
     "taken: input, steps, the phases of the world, modules, recording and drawing of the picture; beside "
     "the times,\n"
     "instructions of scripts as counts, which are the same on every machine. --folded writes stacks, as "
     "programs for\n"
     "flame graphs read them; --csv has a line for each piece of each frame; --against compares the shares "
     "with the\n"
     "folded stacks of another run; --functions adds the share of each function of the command's own code, "
     "looked at a thousand "
     "times a second.\nIn a game that is played, --inspect profile of oxcart run shows the "
     "same.\n"
     "example: oxcart profile mygame --input tests/first.play --folded before.txt\n"
     "example: oxcart profile mygame --input tests/first.play --against before.txt\n"},
    command_profile,
};

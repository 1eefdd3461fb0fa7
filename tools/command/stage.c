/* oxcart stage: the stages of packing one by one, each with its output kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/build/stage.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/report/arguments.h"

typedef struct stage_words {
    const char *input, *output, *target;
    bool quiet, release;
} stage_words;

static void say_stage(const stage_words *w, const char *stage, const char *output, const stage_sums *s) {
    json_writer *json = command_json();
    if (json != NULL) {
        json_begin_object(json, stage);
        json_text(json, "output", output);
        json_number(json, "files", s->files);
        json_number(json, "models", s->converted);
        json_number(json, "chunks", s->chunks);
        json_number(json, "units", s->units);
        json_number(json, "bytes", s->bytes);
        json_end_object(json);
        return;
    }
    if (w->quiet) return;
    printf("%s: %s", stage, output);
    if (s->files > 0) printf(", %u files", (unsigned)s->files);
    if (s->converted > 0) printf(", %u models in the intermediate format", (unsigned)s->converted);
    if (s->chunks > 0) printf(", %u chunks", (unsigned)s->chunks);
    if (s->units > 0) printf(", %u units", (unsigned)s->units);
    printf(", %llu bytes\n", (unsigned long long)s->bytes);
}

static bool run_export(const stage_words *w, const char *input, const char *output, tool_error *error) {
    stage_sums sums = {0};
    bool ok = stage_export(input, output, &sums, error);
    if (ok) say_stage(w, "export", output, &sums);
    return ok;
}

static bool run_compile(const stage_words *w, const char *input, const char *output, tool_error *error) {
    stage_sums sums = {0};
    pack_options options = command_pack_options(w->quiet);
    options.names = !w->release;
    options.limits = w->target == NULL ? NULL : limits_find(w->target);
    bool ok = stage_compile(input, output, &options, &sums, error);
    if (options.progress != NULL) fprintf(stderr, "\r\033[K");
    if (ok) say_stage(w, "compile", output, &sums);
    return ok;
}

static bool run_link(const stage_words *w, const char *input, const char *output, tool_error *error) {
    stage_sums sums = {0};
    bool ok = stage_link(input, output, &sums, error);
    if (ok) say_stage(w, "link", output, &sums);
    return ok;
}

static bool run_pack(const stage_words *w, const char *input, const char *output, tool_error *error) {
    stage_sums sums = {0};
    writer image;
    bool ok =
        stage_pack(input, &image, &sums, error) && import_file_write(output, image.data, image.size, error);
    if (ok) say_stage(w, "pack", output, &sums);
    writer_free(&image);
    return ok;
}

/* Runs all stages one after the other, each in a folder of its own below the output. */
static bool run_all(const stage_words *w, const char *input, const char *output, tool_error *error) {
    static const char *const names[] = {"export", "compile", "link", "game.rom"};
    char *paths[4] = {NULL, NULL, NULL, NULL};
    bool ok = true;
    for (int i = 0; i < 4; i++) {
        paths[i] = stage_path(output, names[i]);
        ok = ok && paths[i] != NULL;
    }
    if (!ok) import_error_memory(error, output);
    ok = ok && run_export(w, input, paths[0], error) && run_compile(w, paths[0], paths[1], error) &&
         run_link(w, paths[1], paths[2], error) && run_pack(w, paths[2], paths[3], error);
    for (int i = 0; i < 4; i++) free(paths[i]);
    return ok;
}

static int command_stage(int argc, char **argv) {
    static const struct {
        const char *name;
        bool (*run)(const stage_words *w, const char *input, const char *output, tool_error *error);
    } stages[] = {{"export", run_export},
                  {"compile", run_compile},
                  {"link", run_link},
                  {"pack", run_pack},
                  {"all", run_all}};
    stage_words w = {.input = NULL};
    const char *words[2] = {NULL, NULL};
    tool_error error = {.text = ""};
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &w.output, 0, 0, NULL},
                                       {"--release", ARGUMENT_FLAG, &w.release, 0, 0, NULL},
                                       {"--target", ARGUMENT_TEXT, &w.target, 0, 0, NULL},
                                       {"--quiet", ARGUMENT_FLAG, &w.quiet, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    if (!arguments_parse(argc, argv, options, words, 2, "the stage and its input")) return EXIT_USAGE;
    if (w.output == NULL) return arguments_wrong("stage", "-o FOLDER (of pack: -o FILE.rom) is missing");
    if (w.target != NULL && limits_find(w.target) == NULL)
        return arguments_wrong("stage", "--target %s: there is no such machine; possible are " OX_LIMIT_PORTS,
                               w.target);
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        if (strcmp(stages[i].name, words[0]) != 0) continue;
        return stages[i].run(&w, words[1], w.output, &error) ? EXIT_GOOD : command_failed(&error);
    }
    return arguments_wrong("stage", "`%s` is no stage; write export, compile, link, pack or all", words[0]);
}

const command_verb verb_stage = {
    {"stage", "pack in stages, each with its output kept",
     "usage: oxcart stage export CART -o FOLDER       the cart with its models in the intermediate format\n"
     "       oxcart stage compile CART -o FOLDER      every asset as a chunk\n"
     "       oxcart stage link COMPILED -o FOLDER     units: scenes, levels, models with all they refer to\n"
     "       oxcart stage pack LINKED -o FILE.rom     the image\n"
     "       oxcart stage all CART -o FOLDER          all four, in folders of their own\n"
     "What export writes is a cart, and what link writes are ROM images that open by themselves. The "
     "intermediate\n"
     "format (.oxs, tools/INTERMEDIATE.md) may be written by hand and by other programs. The image is the "
     "one that\n"
     "oxcart pack makes, but for names of files in its debug strings.\n"
     "  --release        no debug strings               --quiet          no messages but errors\n"
     "  --target desktop|gba|lm3s6965|mps2|web   compile for one machine, and refuse what it cannot hold\n"
     "  --json           the report as one JSON object\n"
     "example: oxcart stage all mygame -o build/mygame\n"},
    command_stage,
};

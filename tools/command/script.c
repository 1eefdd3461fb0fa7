/* oxcart script: compiles texts in Goad into one module, or only checks them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/chunks.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/report/arguments.h"
#include "tools/script/listing.h"
#include "tools/script/places.h"
#include "tools/script/script.h"

static bool read_sources(char **paths, size_t count, script_source *sources, tool_error *error) {
    for (size_t i = 0; i < count; i++) {
        uint8_t *data;
        if (!import_file_read(paths[i], &data, &sources[i].size, error)) return false;
        sources[i].name = paths[i];
        sources[i].text = (const char *)data;
    }
    return true;
}

static void tell_module(const writer *image, const char *output) {
    const uint8_t *m = image->data;
    unsigned functions = rom_u16(m + ROM_SCRIPT_MODULE_FUNCTION_COUNT),
             behaviours = rom_u16(m + ROM_SCRIPT_MODULE_BEHAVIOUR_COUNT);
    unsigned long code = rom_word(m + ROM_SCRIPT_MODULE_CODE_BYTES);
    json_writer *json = command_json();
    if (json == NULL) {
        printf("%s%s%u functions, %u behaviours, %lu bytes of code, %lu bytes\n",
               output != NULL ? output : "", output != NULL ? ": " : "", functions, behaviours, code,
               (unsigned long)image->size);
        return;
    }
    json_number(json, "functions", functions);
    json_number(json, "behaviours", behaviours);
    json_number(json, "code", code);
    json_number(json, "bytes", image->size);
}

/* Prints the code of all functions, with the lines of the texts. */
static void print_listing(const writer *image, const script_map *map) {
    const script_listing_map lines = {map->lines.data, map->line_count, (const char *)map->names.data};
    ox_script_module module;
    rom_error fault;
    writer out = {0};
    if (ox_script_module_open(&module, image->data, image->size, OX_SCRIPT_TRUST_CART, &fault) != ROM_OK)
        return;
    for (uint32_t i = 0; i < module.count[OX_SCRIPT_SECTION_FUNCTIONS]; i++)
        script_listing(&module, i, NULL, &lines, &out);
    if (!out.failed) fwrite(out.data, 1, out.size, stdout);
    writer_free(&out);
}

/* Reads lines of a log from standard input, and prints them with the places of a release's scripts. */
static int show_places(const char *path) {
    tool_error error = {.text = ""};
    uint8_t *file = NULL;
    size_t size = 0;
    char line[4096]; /* a longer line comes in parts */
    if (!import_file_read(path, &file, &size, &error) || !script_places_check(path, file, size, &error)) {
        free(file);
        return command_failed(&error);
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        writer out = {0};
        script_places_show(file, size, line, &out);
        fwrite(out.data, 1, out.size, stdout);
        writer_free(&out);
    }
    free(file);
    return EXIT_GOOD;
}

static int command_script(int argc, char **argv) {
    const char *output = NULL, *places = NULL;
    script_map map = {0};
    bool list = false;
    script_options options = {.library = true};
    const argument_option table[] = {{"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
                                     {"--rate", ARGUMENT_NUMBER, &options.rate, 1, 1000, NULL},
                                     {"--release", ARGUMENT_FLAG, &options.release, 0, 0, NULL},
                                     {"--plain", ARGUMENT_FLAG, &options.plain, 0, 0, NULL},
                                     {"--map", ARGUMENT_TEXT, &places, 0, 0, NULL},
                                     {"--list", ARGUMENT_FLAG, &list, 0, 0, NULL},
                                     COMMAND_JSON,
                                     COMMAND_STRICT,
                                     {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    char **words = malloc((size_t)(argc + 1) * sizeof *words);
    if (words == NULL) return command_no_memory();
    int files = command_sort_words(argc, argv, table, words), count = 0;
    while (words[count] != NULL) count++;
    bool understood = arguments_parse(count, words, table, NULL, 0, "");
    free(words);
    if (!understood) return EXIT_USAGE;
    if (places != NULL) return show_places(places);
    if (list) options.map = &map;
    if (files == 0) return arguments_wrong("script", "a file .goad is missing");
    script_source *sources = calloc((size_t)files, sizeof *sources);
    if (sources == NULL) return command_no_memory();
    tool_error error;
    writer image = {0};
    int code = EXIT_GOOD;
    if (!read_sources(argv + 1, (size_t)files, sources, &error))
        code = command_failed(&error);
    else if (!script_compile(sources, (size_t)files, &options, command_report(), &image) ||
             command_report()->errors > 0)
        code = EXIT_BAD;
    else if (output != NULL && !import_file_write(output, image.data, image.size, &error))
        code = command_failed(&error);
    else
        tell_module(&image, output);
    if (code == EXIT_GOOD && list) print_listing(&image, &map);
    script_map_free(&map);
    for (int i = 0; i < files; i++) free((char *)(uintptr_t)sources[i].text);
    free(sources);
    writer_free(&image);
    return code;
}

const command_verb verb_script = {
    {"script", "compile Goad, the language of scripts",
     "usage: oxcart script FILE.goad... [-o FILE.module] [--rate N] [--release] [--plain] [--list] "
     "[--strict] "
     "[--json]\n"
     "       oxcart script --map FILE <LOG\n"
     "Checks the files, which share their names, and compiles them into one module; without -o they are only "
     "checked. Mistakes are\n"
     "told as file:line:column, at most 20 of a file. --rate is the ticks a second that 0.5s and 250ms stand "
     "for (60). --release\n"
     "leaves texts for developers and assertions out, --map prints the lines of a log with the places in the "
     "texts that "
     "faults of a release come from\n"
     "(`script #..., function #...+12`), by what `pack --release --map FILE` kept, --plain the optimiser; "
     "--list prints the code with the "
     "lines that it was made of. `script NAME FILE.goad` in\n"
     "cart.txt packs them, and\n"
     "behaviour=NAME gives an object of a scene what a script says. `on start`, `on tick`, `on "
     "Press(button)`, `on Release(button)` and\n"
     "events of scripts come to it; `begin` blocks of states are tasks that may wait. o.pos and o.angle are "
     "where an object is.\n"
     "`scripts [tick=1000] [activation=2000]`: instructions of all tasks in a step, and of one handler. "
     "`fault BEHAVIOUR\n"
     "then=stop|restart|STATE`: what becomes of it by a fault (stop; restart three times in 600 steps). "
     "`capacity script-... N`: room\n"
     "for -stack -tasks -task-cells -coroutines -instances -cells -events -copies. `behaviour NAME` in a "
     "scene: one for the scene itself,\n"
     "whose buttons are all its scripts' then; name=NAME of an object: for find and nearest, that of its "
     "mesh otherwise. Buttons\n"
     "are Button.UP DOWN LEFT RIGHT A B X Y L R START SELECT. What scripts may call: oxcart help natives;\n"
     "the language: tools/GOAD.md\n"
     "example: oxcart script door.goad enemies.goad -o level.module\n"},
    command_script,
};

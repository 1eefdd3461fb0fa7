/* oxcart registry: tables of functions that are called by name. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command/command.h"
#include "tools/data/registry.h"
#include "tools/import/base/file.h"
#include "tools/report/arguments.h"

static bool is_name(const char *text) {
    bool good = isalpha((unsigned char)text[0]) || text[0] == '_';
    for (const char *at = text; *at != 0; at++) good = good && (isalnum((unsigned char)*at) || *at == '_');
    return good;
}

static bool check(const registry *r, const char *path, tool_error *error) {
    uint8_t *data;
    size_t size;
    if (!import_file_read(path, &data, &size, error)) return false;
    bool good = registry_is_current(r, path, (const char *)data, size, error);
    free(data);
    return good;
}

static void list_functions(json_writer *json, const registry *r, unsigned headers) {
    json_number(json, "headers", headers);
    json_begin_array(json, "functions");
    for (size_t i = 0; i < r->count; i++) {
        const registry_function *f = &r->functions[i];
        json_begin_object(json, NULL);
        json_text(json, "name", f->name);
        json_id(json, "id", f->id);
        json_text(json, "result", registry_types[f->result].word);
        json_begin_array(json, "parameters");
        for (uint32_t k = 0; k < f->count; k++) json_text(json, NULL, registry_types[f->parameters[k]].word);
        json_end_array(json);
        json_end_object(json);
    }
    json_end_array(json);
}

static int command_registry(int argc, char **argv) {
    const char *output = NULL, *checked = NULL, *name = "exports";
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
                                       {"--check", ARGUMENT_TEXT, &checked, 0, 0, NULL},
                                       {"--name", ARGUMENT_TEXT, &name, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    registry r = {0};
    writer out = {0};
    tool_error error;
    char **words = malloc((size_t)(argc + 1) * sizeof *words);
    if (words == NULL) return command_no_memory();
    int files = command_sort_words(argc, argv, options, words), count = 0;
    while (words[count] != NULL) count++;
    bool understood = arguments_parse(count, words, options, NULL, 0, "");
    free(words);
    if (!understood) return EXIT_USAGE;
    if (files == 0) return arguments_wrong("registry", "headers are missing");
    if (!is_name(name)) return arguments_wrong("registry", "--name %s is no name in C", name);
    bool ok = true;
    for (int i = 1; i <= files && ok; i++) {
        uint8_t *data;
        size_t size;
        ok = import_file_read(argv[i], &data, &size, &error);
        if (!ok) break;
        ok = registry_read(&r, argv[i], (const char *)data, size, &error);
        free(data);
    }
    ok = ok && registry_settle(&r, &error);
    if (ok && checked != NULL) {
        ok = check(&r, checked, &error);
    } else if (ok) {
        registry_write(&r, name, (const char *const *)(void *)(argv + 1), (size_t)files, &out);
        if (out.failed) {
            ok = import_error_memory(&error, output);
        } else if (output == NULL && command_json() != NULL) {
            json_text_part(command_json(), "source", (const char *)out.data, out.size);
        } else if (output == NULL) {
            ok = fwrite(out.data, 1, out.size, stdout) == out.size;
            if (!ok) import_error_file(&error, NULL, "standard output cannot be written to");
        } else {
            ok = import_file_write(output, out.data, out.size, &error);
        }
    }
    if (ok && command_json() != NULL)
        list_functions(command_json(), &r, (unsigned)files);
    else if (ok && (output != NULL || checked != NULL))
        printf("%zu functions in %d headers\n", r.count, files);
    registry_free(&r);
    writer_free(&out);
    return ok ? EXIT_GOOD : command_failed(&error);
}

const command_verb verb_registry = {
    {"registry", "make C functions callable by name",
     "usage: oxcart registry HEADER... [-o EXPORTS.c] [--name NAME] [--check EXPORTS.c] [--json]\n"
     "Reads the prototypes marked OX_EXPORT (kernel/export/export.h) and writes a table NAME (exports) of "
     "them, with what "
     "calls\n"
     "them. --check compares such a file with the headers and fails when it has to be made again.\n"
     "example: oxcart registry doors.h npc.h -o exports.c\n"},
    command_registry,
};

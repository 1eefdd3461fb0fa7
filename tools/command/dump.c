/* oxcart dump, extract and assemble: images, saved games and recordings as text, as files, and from text. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/build/archive.h"
#include "tools/command/command.h"
#include "tools/data/state_text.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/inspect/dump.h"
#include "tools/report/arguments.h"

/* ---- dump ---- */

/* Prints saved games or a recording as lines; a known name of an id stands in a comment. */
static bool dump_state(const char *path, const uint8_t *data, size_t size, const ids *names, FILE *out,
                       tool_error *error) {
    field_lines lines = {0};
    bool ok = state_lines(path, data, size, &lines, error);
    if (ok) state_print_head(data, size, out);
    for (size_t i = 0; ok && i < lines.count; i++) {
        char told[STATE_PATH * 3];
        bool named = names != NULL && state_path_named(lines.lines[i].path, names, told, sizeof told);
        fprintf(out, "  %s: %s%s%s\n", lines.lines[i].path, lines.lines[i].text, named ? " # " : "",
                named ? told : "");
    }
    field_lines_free(&lines);
    return ok;
}

static bool dump_any(const char *path, const char *word, const char *list, FILE *out, tool_error *error) {
    uint8_t *data = NULL;
    size_t size;
    rom_image image;
    ids names = {0};
    bool ok = import_file_read(path, &data, &size, error) &&
              (list == NULL || command_load_names(&names, list, error));
    if (ok && state_file_kind_of(data, size) != STATE_NONE && rom_u32(data) != ROM_MAGIC) {
        ok = word == NULL ? dump_state(path, data, size, list == NULL ? NULL : &names, out, error)
                          : import_error_file(error, path, "--chunk is for ROM images; leave it out");
    } else if (ok) {
        free(data);
        data = NULL;
        ok =
            command_load_rom(path, &data, &size, &image, error) && dump_image(&image, path, word, out, error);
    }
    ids_free(&names);
    free(data);
    return ok;
}

static int command_dump(int argc, char **argv) {
    const char *path = NULL, *word = NULL, *output = NULL, *list = NULL;
    const argument_option options[] = {{"--chunk", ARGUMENT_TEXT, &word, 0, 0, NULL},
                                       {"--names", ARGUMENT_TEXT, &list, 0, 0, NULL},
                                       {"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    tool_error error;
    if (!arguments_parse(argc, argv, options, &path, 1, "the ROM image, saved games or recording"))
        return EXIT_USAGE;
    bool ok;
    if (output == NULL) {
        ok = dump_any(path, word, list, stdout, &error);
    } else {
        char *text = NULL;
        size_t length = 0;
        FILE *memory = open_memstream(&text, &length);
        ok = memory != NULL ? dump_any(path, word, list, memory, &error) : import_error_memory(&error, path);
        if (memory != NULL && fclose(memory) != 0 && ok) ok = import_error_memory(&error, path);
        ok = ok && import_file_write(output, text, length, &error);
        free(text);
    }
    return ok ? EXIT_GOOD : command_failed(&error);
}

static int command_assemble(int argc, char **argv) {
    const char *path = NULL, *output = NULL;
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    uint8_t *text;
    size_t size;
    writer made;
    tool_error error;
    if (!arguments_parse(argc, argv, options, &path, 1, "the text of a dump")) return EXIT_USAGE;
    if (output == NULL) return arguments_wrong("assemble", "-o FILE is missing");
    if (!import_file_read(path, &text, &size, &error)) return command_failed(&error);
    bool state = state_text_kind_of((const char *)text, size) != STATE_NONE;
    bool ok = state ? state_assemble(path, (const char *)text, size, &made, &error)
                    : dump_assemble(path, (const char *)text, size, &made, &error);
    free(text);
    if (!ok) return command_failed(&error);
    ok = import_file_write(output, made.data, made.size, &error);
    writer_free(&made);
    return ok ? EXIT_GOOD : command_failed(&error);
}

/* ---- extract ---- */

static bool extract_chunk(const rom_image *image, rom_chunk chunk, const char *file, const char *folder,
                          tool_error *error) {
    rom_error fault;
    uint8_t *owned;
    rom_status status = chunk_unpack(&chunk, &owned, &fault);
    bool ok = status == ROM_OK || status == ROM_UNKNOWN_TYPE || status == ROM_UNKNOWN_CODEC;
    if (!ok) import_error_file(error, file, "chunk %08x: %s", chunk.id, fault.text);
    char *name = ok ? archive_chunk_name(image, &chunk) : NULL;
    size_t room = name == NULL ? 0 : strlen(folder) + strlen(name) + 2;
    char *path = name == NULL ? NULL : malloc(room);
    if (ok && path == NULL) ok = import_error_memory(error, file);
    if (ok) snprintf(path, room, "%s/%s", folder, name);
    ok = ok && import_file_write(path, chunk.data, chunk.stored, error);
    free(name);
    free(path);
    free(owned);
    return ok;
}

static int command_extract(int argc, char **argv) {
    const char *path = NULL, *word = NULL, *folder = NULL;
    const argument_option options[] = {{"--chunk", ARGUMENT_TEXT, &word, 0, 0, NULL},
                                       {"-o", ARGUMENT_TEXT, &folder, 0, 0, NULL},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    uint8_t *data;
    size_t size;
    rom_image image;
    rom_chunk chunk;
    tool_error error;
    uint32_t count = 0;
    bool ok = true;
    if (!arguments_parse(argc, argv, options, &path, 1, "the ROM image")) return EXIT_USAGE;
    if (folder == NULL) return arguments_wrong("extract", "-o FOLDER is missing");
    if (!command_load_rom(path, &data, &size, &image, &error)) return command_failed(&error);
    ok = folder_make(folder, &error);
    for (uint32_t i = 0; ok && rom_entry(&image, i, &chunk); i++) {
        if (word != NULL && !chunk_is_meant(&chunk, word)) continue;
        ok = extract_chunk(&image, chunk, path, folder, &error);
        count++;
    }
    if (ok && count == 0)
        ok = import_error_file(&error, path, "no chunk `%s`; see oxcart ls", word == NULL ? "" : word);
    free(data);
    if (!ok) return command_failed(&error);
    printf("%s: %u chunks\n", folder, count);
    return EXIT_GOOD;
}

const command_verb verb_extract = {
    {"extract", "write the chunks of a ROM image to files",
     "usage: oxcart extract FILE.rom -o FOLDER [--chunk NAME|ID|TYPE]\n"
     "Writes each chunk, unpacked, to a file named after it.\n"
     "example: oxcart extract mygame.rom -o chunks --chunk MESH\n"},
    command_extract,
};

const command_verb verb_dump = {
    {"dump", "print a ROM image, saved games or a recording as text",
     "usage: oxcart dump FILE.rom [--chunk NAME|ID|TYPE] [-o OUT.txt]\n"
     "       oxcart dump SAVES|RECORDING [--names FILE] [-o OUT.txt]\n"
     "One field a line, with its name; numbers are exact. oxcart assemble makes the same bytes of it again. "
     "--names tells the\n"
     "names of ids, out of a list, a source or a ROM image.\n"
     "example: oxcart dump mygame.rom --chunk scene/main\n"},
    command_dump,
};

const command_verb verb_assemble = {
    {"assemble", "build a ROM image, saved games or a recording from a dump",
     "usage: oxcart assemble DUMP.txt -o FILE\n"
     "The way back of oxcart dump: the same bytes, checksums made anew.\n"
     "example: oxcart dump a.rom -o a.txt && oxcart assemble a.txt -o b.rom\n"},
    command_assemble,
};

/* oxcart dump, extract, assemble and diff: images as text, as files, from text, and compared. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/arguments.h"
#include "tools/chunk.h"
#include "tools/command.h"
#include "tools/dump.h"
#include "tools/import/file.h"

/* ---- dump ---- */

int command_dump(int argc, char **argv) {
    const char *path = NULL, *word = NULL, *output = NULL;
    const argument_option options[] = {{"--chunk", ARGUMENT_TEXT, &word, 0, 0, NULL},
                                       {"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    uint8_t *data;
    size_t size;
    rom_image image;
    tool_error error;
    if (!arguments_parse(argc, argv, options, &path, 1, "the ROM image")) return EXIT_USAGE;
    if (!command_load_rom(path, &data, &size, &image, &error)) return command_failed(&error);
    bool ok;
    if (output == NULL) {
        ok = dump_image(&image, path, word, stdout, &error);
    } else {
        char *text = NULL;
        size_t length = 0;
        FILE *memory = open_memstream(&text, &length);
        ok = memory != NULL ? dump_image(&image, path, word, memory, &error) : import_error_memory(&error, path);
        if (memory != NULL && fclose(memory) != 0 && ok) ok = import_error_memory(&error, path);
        ok = ok && import_file_write(output, text, length, &error);
        free(text);
    }
    free(data);
    return ok ? EXIT_GOOD : command_failed(&error);
}

int command_assemble(int argc, char **argv) {
    const char *path = NULL, *output = NULL;
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &output, 0, 0, NULL}, {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    uint8_t *text;
    size_t size;
    writer image;
    tool_error error;
    if (!arguments_parse(argc, argv, options, &path, 1, "the text of a dump")) return EXIT_USAGE;
    if (output == NULL) return arguments_wrong("assemble", "-o FILE.rom is missing");
    if (!import_file_read(path, &text, &size, &error)) return command_failed(&error);
    bool ok = dump_assemble(path, (const char *)text, size, &image, &error);
    free(text);
    if (!ok) return command_failed(&error);
    ok = import_file_write(output, image.data, image.size, &error);
    writer_free(&image);
    return ok ? EXIT_GOOD : command_failed(&error);
}

/* ---- extract ---- */

/* A chunk's name as a file name: `mesh/hero` becomes mesh.hero.MESH. */
static char *file_name(const rom_image *image, const rom_chunk *chunk, const char *folder) {
    char name[160], type[5];
    chunk_name(image, chunk, name, sizeof name);
    chunk_type_name(chunk->type, type);
    for (char *at = name; *at != 0; at++) {
        bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') ||
                     strchr("._-#", *at) != NULL || (*at & 0x80) != 0;
        if (!plain) *at = '.';
    }
    for (char *at = type; *at != 0; at++) {
        if (*at == '?' || *at == '/' || *at == ' ') *at = '_';
    }
    size_t room = strlen(folder) + strlen(name) + 32;
    char *path = malloc(room);
    char variant[8] = "";
    if (chunk->variant != 0) snprintf(variant, sizeof variant, ".%04x", chunk->variant);
    if (path != NULL) snprintf(path, room, "%s/%s%s.%s", folder, name[0] == '.' ? "_" : "", name, type);
    if (path != NULL && variant[0] != 0) snprintf(path, room, "%s/%s%s.%s", folder, name, variant, type);
    return path;
}

static bool extract_chunk(const rom_image *image, rom_chunk chunk, const char *file, const char *folder, tool_error *error) {
    rom_error fault;
    uint8_t *owned;
    rom_status status = chunk_unpack(&chunk, &owned, &fault);
    bool ok = status == ROM_OK || status == ROM_UNKNOWN_TYPE || status == ROM_UNKNOWN_CODEC;
    if (!ok) chunk_wrong(error, file, &chunk, &fault);
    char *path = ok ? file_name(image, &chunk, folder) : NULL;
    if (ok && path == NULL) ok = import_error_memory(error, file);
    ok = ok && import_file_write(path, chunk.data, chunk.stored, error);
    free(path);
    free(owned);
    return ok;
}

int command_extract(int argc, char **argv) {
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
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        ok = import_error_file(&error, folder, "cannot be made: %s; choose another place", strerror(errno));
    }
    for (uint32_t i = 0; ok && rom_entry(&image, i, &chunk); i++) {
        if (word != NULL && !chunk_is_meant(&chunk, word)) continue;
        ok = extract_chunk(&image, chunk, path, folder, &error);
        count++;
    }
    if (ok && count == 0) ok = import_error_file(&error, path, "no chunk `%s`; see oxcart ls", word == NULL ? "" : word);
    free(data);
    if (!ok) return command_failed(&error);
    printf("%s: %u chunks\n", folder, count);
    return EXIT_GOOD;
}

/* ---- diff ---- */

/* Whether the file begins as a ROM image does; what cannot be read is told later. */
static bool is_image(const char *path) {
    uint8_t head[4] = {0};
    FILE *file = fopen(path, "rb");
    size_t count = file == NULL ? 0 : fread(head, 1, sizeof head, file);
    if (file != NULL) fclose(file);
    return count == sizeof head && (rom_u32(head) == ROM_MAGIC || rom_u32(head) == ROM_MAGIC_REVERSED);
}

int command_diff(int argc, char **argv) {
    const char *paths[2] = {NULL, NULL};
    int32_t most = 20, context = 3;
    bool words = false;
    const argument_option options[] = {{"--most", ARGUMENT_NUMBER, &most, 1, 1000000, NULL},
                                       {"--words", ARGUMENT_FLAG, &words, 0, 0, NULL},
                                       {"--context", ARGUMENT_NUMBER, &context, 0, 1000, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    uint8_t *data[2] = {NULL, NULL};
    size_t size;
    rom_image images[2];
    tool_error error;
    if (!arguments_parse(argc, argv, options, paths, 2, "the two ROM images or texts")) return EXIT_USAGE;
    if (!is_image(paths[0]) && !is_image(paths[1])) return command_diff_texts(paths, words, context);
    for (int i = 0; i < 2; i++) {
        if (command_load_rom(paths[i], &data[i], &size, &images[i], &error)) continue;
        free(data[0]);
        return command_failed(&error);
    }
    json_writer *json = command_json();
    char *text = NULL;
    size_t length = 0;
    FILE *lines = json == NULL ? stdout : open_memstream(&text, &length);
    uint32_t different = lines == NULL ? 0 : dump_difference(&images[0], &images[1], (uint32_t)most, lines);
    if (json != NULL && lines != NULL) {
        fclose(lines);
        json_number(json, "different", different);
        command_json_lines(json, "differences", text);
    }
    free(text);
    free(data[0]);
    free(data[1]);
    if (lines == NULL) return command_no_memory();
    return different == 0 ? EXIT_GOOD : EXIT_BAD;
}

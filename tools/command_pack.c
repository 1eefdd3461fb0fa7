/* oxcart pack, and what other verbs need of packing. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/level/spawner.h"
#include "rom/check.h"
#include "rom/level.h"
#include "tools/arguments.h"
#include "tools/chunk.h"
#include "tools/command.h"
#include "tools/import/file.h"
#include "tools/overlay.h"

int command_failed(const char *sentence) {
    fprintf(stderr, "oxcart: %s\n", sentence);
    return EXIT_BAD;
}

bool command_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool on_terminal(void) { return isatty(STDERR_FILENO) != 0; }

static void warn(void *argument, const char *text) {
    (void)argument;
    fprintf(stderr, "%s%s\n", on_terminal() ? "\r\033[K" : "", text);
}

static void progress(void *argument, const char *what, unsigned done, unsigned total) {
    (void)argument;
    fprintf(stderr, "\r\033[K[%u/%u] %.60s", done + 1, total, what);
    fflush(stderr);
}

pack_options command_pack_options(bool quiet) {
    return (pack_options){
        .names = true, .warn = quiet ? NULL : warn, .progress = on_terminal() ? progress : NULL};
}

bool command_pack_folder(const char *folder, const pack_options *options, writer *image, pack_report *report,
                         tool_error *error) {
    cart c;
    if (!cart_load(folder, &c, error)) return false;
    bool ok = pack_cart(&c, options, image, report, error);
    if (options->progress != NULL) fprintf(stderr, "\r\033[K");
    cart_free(&c);
    return ok;
}

bool command_load_rom(const char *path, uint8_t **data, size_t *size, rom_image *image, tool_error *error) {
    rom_error fault;
    if (!import_file_read(path, data, size, error)) return false;
    if (rom_open(*data, *size, image, &fault) == ROM_OK) return true;
    free(*data);
    *data = NULL;
    return import_error_file(error, path, "%s", fault.text);
}

static void print_report(const char *output, size_t bytes, const pack_report *report) {
    printf("%s: %zu bytes, %u chunks: %u meshes (%u triangles, %u vertices), %u textures, %u materials, %u "
           "scenes",
           output, bytes, report->chunks, report->meshes, report->triangles, report->vertices,
           report->textures, report->materials, report->scenes);
    if (report->meshes > 0)
        printf(", positions within %.4f%% of their mesh's radius", report->position_error * 100);
    printf("\n");
    if (report->missing > 0)
        printf("%u assets are missing, the console shows placeholders\n", report->missing);
}

/* A type's name out of the image's debug strings; NULL when it has none. */
static const char *type_name(void *context, ox_id id) {
    static char text[64];
    uint32_t length = 0;
    const char *name = rom_name(context, id, &length);
    if (name == NULL) return NULL;
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    return text;
}

/* How many objects of each type the spawners of every level may have alive: what pools must hold. */
static bool print_spawners(const writer *packed, const char *file, tool_error *error) {
    rom_image image;
    rom_error fault;
    rom_chunk chunk;
    rom_view spawners;
    if (rom_open(packed->data, packed->size, &image, &fault) != ROM_OK) return import_error_file(error, file, "%s", fault.text);
    for (uint32_t i = 0; rom_entry(&image, i, &chunk); i++) {
        uint8_t *owned = NULL;
        char name[160], line[600];
        if (chunk.type != ROM_TAG_LEVEL) continue;
        chunk_name(&image, &chunk, name, sizeof name);
        rom_status status = chunk_unpack(&chunk, &owned, &fault);
        if (status == ROM_OK && rom_level_section(chunk.data, ROM_TAG_SPAWNERS, 0, &spawners)) {
            ox_text text = ox_text_begin(line, sizeof line);
            ox_spawners_print_plan(spawners.data, type_name, &image, &text);
            printf("%s: %s\n", name, line);
        }
        free(owned);
    }
    return true;
}

enum { LANGUAGES_MAX = 32 };

/* "de,en" as a list that ends with NULL; cuts the text. False when there are too many. */
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

/* Puts the overlay of the image over `base` into its place. */
static bool make_overlay(const char *base, const char *folder, bool quiet, writer *image, tool_error *error) {
    uint8_t *data;
    size_t size;
    rom_image old_image, new_image;
    writer overlay = {0};
    uint32_t count = 0;
    if (!command_load_rom(base, &data, &size, &old_image, error)) return false;
    bool ok = rom_open(image->data, image->size, &new_image, NULL) == ROM_OK &&
              overlay_make(&old_image, &new_image, folder, quiet ? NULL : stdout, &overlay, &count, error);
    free(data);
    if (!ok) return false;
    writer_free(image);
    *image = overlay;
    if (!quiet) printf("%u chunks differ from %s\n", (unsigned)count, base);
    return true;
}

int command_pack(int argc, char **argv) {
    const char *folder = NULL, *output = NULL, *languages = NULL, *region = NULL, *base = NULL;
    const char *list[LANGUAGES_MAX + 1];
    char cut[512];
    bool quiet = false, release = false;
    const argument_option options[] = {{"-o", ARGUMENT_TEXT, &output, 0, 0, NULL},
                                       {"--quiet", ARGUMENT_FLAG, &quiet, 0, 0, NULL},
                                       {"--release", ARGUMENT_FLAG, &release, 0, 0, NULL},
                                       {"--languages", ARGUMENT_TEXT, &languages, 0, 0, NULL},
                                       {"--region", ARGUMENT_TEXT, &region, 0, 0, NULL},
                                       {"--base", ARGUMENT_TEXT, &base, 0, 0, NULL},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    tool_error error;
    writer image;
    pack_report report;
    if (!arguments_parse(argc, argv, options, &folder, 1, "the folder of the cart")) return EXIT_USAGE;
    if (output == NULL) return arguments_wrong("pack", "-o FILE.rom is missing");
    pack_options packing = command_pack_options(quiet);
    packing.names = !release;
    packing.region = region;
    if (languages != NULL) {
        snprintf(cut, sizeof cut, "%s", languages);
        if (strlen(languages) >= sizeof cut || !cut_languages(cut, list))
            return arguments_wrong("pack", "--languages: at most 32 are possible");
        packing.languages = list;
    }
    if (!command_pack_folder(folder, &packing, &image, &report, &error)) return command_failed(error.text);
    if (base != NULL && !make_overlay(base, folder, quiet, &image, &error)) {
        writer_free(&image);
        return command_failed(error.text);
    }
    bool ok = import_file_write(output, image.data, image.size, &error);
    if (ok && !quiet) {
        print_report(output, image.size, &report);
        ok = base != NULL || print_spawners(&image, output, &error);
    }
    writer_free(&image);
    return ok ? EXIT_GOOD : command_failed(error.text);
}

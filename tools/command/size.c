/* oxcart size: tells what fills an image, as a table, as comma-separated values and as a picture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command/command.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/import/image/png_write.h"
#include "tools/inspect/size_report.h"
#include "tools/inspect/treemap.h"
#include "tools/report/arguments.h"

enum { PICTURE_WIDTH = 960, PICTURE_HEIGHT = 600, TOP = 10 };

static double percent(uint64_t part_of, uint64_t whole) {
    return whole == 0 ? 0 : 100 * (double)part_of / (double)whole;
}

static void print_row(const char *name, uint64_t bytes, uint64_t whole, const char *note) {
    printf("%-36s %10llu", name, (unsigned long long)bytes);
    if (whole > 0) printf("  %5.1f%%", percent(bytes, whole));
    printf("%s%s\n", note[0] == 0 ? "" : "  ", note);
}

/* Prints the rows of one part, with a heading when the part has rows. */
static void print_part(const size_report *r, size_part part, const char *heading, uint64_t whole,
                       size_t most) {
    size_t told = 0;
    for (size_t i = 0; i < r->count && told < most; i++) {
        const size_row *row = &r->rows[i];
        char note[180];
        if (row->part != part) continue;
        if (told++ == 0 && heading != NULL) printf("\n%s\n", heading);
        snprintf(note, sizeof note, "%s", row->note);
        if ((part == SIZE_TYPE || part == SIZE_CHUNK || part == SIZE_PACKAGE) && row->full > row->bytes &&
            row->bytes > 0)
            snprintf(note, sizeof note, "%s%s%llu unpacked", row->note, row->note[0] == 0 ? "" : ", ",
                     (unsigned long long)row->full);
        print_row(row->name, row->bytes, whole, note);
    }
}

static void print_table(const size_report *r) {
    print_part(r, SIZE_TYPE, NULL, r->image, SIZE_MAX);
    print_part(r, SIZE_IMAGE, NULL, r->image, SIZE_MAX);
    print_row("image", r->image, r->image, "");
    print_part(r, SIZE_CHUNK, "largest chunks", r->image, TOP);
    print_part(r, SIZE_PACKAGE, "packages", r->image, SIZE_MAX);
    print_part(r, SIZE_MEMORY, "memory", 0, SIZE_MAX);
    print_part(r, SIZE_SAVED, "saved", 0, SIZE_MAX);
    print_part(r, SIZE_WASTE, "wasted", 0, SIZE_MAX);
    print_part(r, SIZE_PROGRAM, "program", 0, SIZE_MAX);
}

/* Prints a field of comma-separated values. */
static void print_value(const char *text) {
    if (strpbrk(text, ",\"") == NULL) {
        printf("%s", text);
        return;
    }
    putchar('"');
    for (; *text != 0; text++) printf("%s%c", *text == '"' ? "\"" : "", *text);
    putchar('"');
}

static void print_values(const size_report *r) {
    printf("part,name,type,codec,bytes,full,note\n");
    for (int part = 0; part < SIZE_PARTS; part++) {
        for (size_t i = 0; i < r->count; i++) {
            const size_row *row = &r->rows[i];
            if ((int)row->part != part) continue;
            printf("%s,", size_part_names[part]);
            print_value(row->name);
            printf(",%s,%s,%llu,", row->type, part == SIZE_CHUNK ? chunk_codec_name(row->codec) : "",
                   (unsigned long long)row->bytes);
            if (row->full > 0) printf("%llu", (unsigned long long)row->full);
            printf(",");
            print_value(row->note);
            printf("\n");
        }
    }
}

static void list_rows(json_writer *json, const size_report *r) {
    json_number(json, "image", r->image);
    json_begin_array(json, "rows");
    for (int part = 0; part < SIZE_PARTS; part++) {
        for (size_t i = 0; i < r->count; i++) {
            const size_row *row = &r->rows[i];
            if ((int)row->part != part) continue;
            json_begin_object(json, NULL);
            json_text(json, "part", size_part_names[part]);
            json_text(json, "name", row->name);
            if (row->type[0] != 0) json_text(json, "type", row->type);
            if (part == SIZE_CHUNK) json_text(json, "codec", chunk_codec_name(row->codec));
            json_number(json, "bytes", row->bytes);
            if (row->full > 0) json_number(json, "full", row->full);
            if (row->note[0] != 0) json_text(json, "note", row->note);
            json_end_object(json);
        }
    }
    json_end_array(json);
}

/* A colour for a type: light, and different for different letters. */
static uint32_t type_colour(const char *type) {
    static const uint32_t colours[] = {0xE8A87C, 0x85CDCA, 0xE27D60, 0xC38D9E,
                                       0x8FB339, 0xF2D16B, 0x7FA6DB, 0xB8A9E0};
    uint32_t sum = 0;
    if (type[0] == 0) return 0xA0A0A0;
    for (; *type != 0; type++) sum = sum * 7 + (uint8_t)*type;
    return colours[sum % 8];
}

static bool draw_treemap(const size_report *r, const char *path, tool_error *error) {
    treemap_item *items = calloc(r->count + 1, sizeof *items);
    uint32_t *pixels = malloc(PICTURE_WIDTH * PICTURE_HEIGHT * sizeof *pixels), count = 0;
    bool ok = items != NULL && pixels != NULL;
    if (!ok) import_error_memory(error, path);
    for (size_t i = 0; ok && i < r->count; i++) { /* rows that add up to the image, by falling size */
        const size_row *row = &r->rows[i];
        if (row->part != SIZE_CHUNK && row->part != SIZE_IMAGE) continue;
        uint32_t at = count++;
        for (; at > 0 && items[at - 1].size < row->bytes; at--) items[at] = items[at - 1];
        items[at] = (treemap_item){row->name, row->bytes, type_colour(row->type)};
    }
    if (ok) {
        treemap_draw(items, count, PICTURE_WIDTH, PICTURE_HEIGHT, pixels);
        const import_png_picture picture = {
            .width = PICTURE_WIDTH, .height = PICTURE_HEIGHT, .format = IMPORT_PNG_XRGB32, .pixels = pixels};
        ok = import_png_write(path, &picture, error);
    }
    free(items);
    free(pixels);
    return ok;
}

static bool add_map(size_report *r, const char *path, uint32_t stack, tool_error *error) {
    uint8_t *text;
    size_t size;
    if (path == NULL) return true;
    if (!import_file_read(path, &text, &size, error)) return false;
    bool ok = size_report_add_map(r, path, (const char *)text, size, stack, error);
    free(text);
    return ok;
}

static int command_size(int argc, char **argv) {
    const char *path = NULL, *picture = NULL, *limits = NULL, *map = NULL;
    bool values = false;
    uint32_t stack = 0;
    const argument_option options[] = {
        {"--png", ARGUMENT_TEXT, &picture, 0, 0, NULL},  {"--csv", ARGUMENT_FLAG, &values, 0, 0, NULL},
        {"--limit", ARGUMENT_TEXT, &limits, 0, 0, NULL}, {"--map", ARGUMENT_TEXT, &map, 0, 0, NULL},
        {"--stack", ARGUMENT_BYTES, &stack, 0, 0, NULL}, COMMAND_JSON,
        {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    uint8_t *data;
    size_t size;
    rom_image image;
    image_model m;
    size_report r;
    tool_error error;
    if (!arguments_parse(argc, argv, options, &path, 1, "the ROM image")) return EXIT_USAGE;
    if (!command_load_rom(path, &data, &size, &image, &error)) return command_failed(&error);
    bool ok = image_model_make(&image, path, &m, &error);
    if (!ok) {
        free(data);
        return command_failed(&error);
    }
    ok = size_report_make(&m, &r, &error);
    if (ok) {
        ok = add_map(&r, map, stack, &error);
        json_writer *json = command_json();
        if (ok && json != NULL) list_rows(json, &r);
        if (ok && json == NULL && values) print_values(&r);
        if (ok && json == NULL && !values) print_table(&r);
        ok = ok && (picture == NULL || draw_treemap(&r, picture, &error)) &&
             size_report_budget(&r, path, &error) &&
             (limits == NULL || size_report_limit(&r, path, limits, &error));
        size_report_free(&r);
    }
    image_model_free(&m);
    free(data);
    return ok ? EXIT_GOOD : command_failed(&error);
}

const command_verb verb_size = {
    {"size", "what fills a ROM image",
     "usage: oxcart size FILE.rom [--png OUT.png] [--csv] [--limit NAME=BYTES,...] [--map PROGRAM.map "
     "[--stack BYTES]] [--json]\n"
     "Bytes by type, chunk and package; memory by purpose, and what each package needs at its peak; what "
     "packing, sharing,\n"
     "trimming and tiles save; what alignment, blocks and sheets waste. --png draws a map in which every "
     "chunk has the area of\n"
     "its bytes. --map adds the sections of a linked program and what is left of each memory. A package that "
     "needs more than\n"
     "the budget fails; so does what is larger than its --limit: NAME is any name of the table, or the image "
     "when there is "
     "none.\n"
     "example: oxcart size mygame.rom --png size.png\n"
     "example: oxcart size mygame.rom --limit 256K,IMAG=100K\n"},
    command_size,
};

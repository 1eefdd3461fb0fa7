/* oxcart size: what fills an image, as a table, as comma-separated values and as a picture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/arguments.h"
#include "tools/chunk.h"
#include "tools/command.h"
#include "tools/import/png_write.h"
#include "tools/treemap.h"

enum { NAME_ROOM = 160, PICTURE_WIDTH = 960, PICTURE_HEIGHT = 600, TOP = 10 };

typedef struct part {
    char name[NAME_ROOM], type[5];
    uint32_t codec;
    uint64_t stored, full; /* stored 0: another chunk's bytes */
} part;

typedef struct bill {
    part *parts; /* by falling size */
    uint32_t count;
    uint64_t image, structure, chunks, padding; /* bytes; they sum up to image */
    uint64_t saved_by_packing, saved_by_sharing, unpacked, memory, frame;
} bill;

static int by_size(const void *a, const void *b) {
    const part *x = a, *y = b;
    if (x->stored != y->stored) return x->stored > y->stored ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool add_up(const rom_image *image, bill *b) {
    rom_chunk chunk;
    memset(b, 0, sizeof *b);
    b->parts = calloc((size_t)image->count + 1, sizeof *b->parts);
    if (b->parts == NULL) return false;
    b->image = image->size;
    b->structure = image->directory + (uint64_t)image->count * (ROM_ENTRY_SIZE + 4);
    for (uint32_t i = 0; rom_entry(image, i, &chunk); i++) {
        part *p = &b->parts[b->count++];
        bool shared = (chunk.flags & ROM_ENTRY_SHARED) != 0;
        chunk_name(image, &chunk, p->name, sizeof p->name);
        chunk_type_name(chunk.type, p->type);
        p->codec = chunk.codec;
        p->stored = shared ? 0 : chunk.stored;
        p->full = chunk.size;
        b->chunks += p->stored;
        if (shared) b->saved_by_sharing += chunk.stored;
        if (chunk.codec != ROM_CODEC_STORED) {
            b->unpacked += chunk.size;
            if (!shared && chunk.size > chunk.stored) b->saved_by_packing += chunk.size - chunk.stored;
        }
    }
    b->padding = b->image - b->structure - b->chunks;
    if (image->budget != 0) {
        b->memory = rom_u32(image->base + image->budget + ROM_BUDGET_MEMORY);
        b->frame = rom_u32(image->base + image->budget + ROM_BUDGET_FRAME);
    }
    qsort(b->parts, b->count, sizeof *b->parts, by_size);
    return true;
}

static double percent(uint64_t part_of, uint64_t whole) { return whole == 0 ? 0 : 100 * (double)part_of / (double)whole; }

static void print_row(const char *name, uint64_t bytes, uint64_t whole) {
    printf("%-28s %10llu  %5.1f%%\n", name, (unsigned long long)bytes, percent(bytes, whole));
}

static void print_types(const bill *b) {
    for (uint32_t i = 0; i < b->count; i++) {
        uint64_t sum = 0;
        uint32_t number = 0;
        char label[40];
        bool told = false;
        for (uint32_t k = 0; k < b->count; k++) {
            if (strcmp(b->parts[k].type, b->parts[i].type) != 0) continue;
            told = told || k < i;
            sum += b->parts[k].stored;
            number++;
        }
        if (told) continue;
        snprintf(label, sizeof label, "%s, %u chunks", b->parts[i].type, number);
        print_row(label, sum, b->image);
    }
}

static void print_table(const bill *b) {
    print_types(b);
    print_row("header and directory", b->structure, b->image);
    print_row("alignment", b->padding, b->image);
    print_row("image", b->image, b->image);
    printf("\nlargest chunks\n");
    for (uint32_t i = 0; i < b->count && i < TOP; i++) print_row(b->parts[i].name, b->parts[i].stored, b->image);
    printf("\n");
    if (b->saved_by_packing > 0) printf("packing saves %llu bytes\n", (unsigned long long)b->saved_by_packing);
    if (b->saved_by_sharing > 0) printf("equal chunks save %llu bytes\n", (unsigned long long)b->saved_by_sharing);
    if (b->memory == 0) return;
    printf("memory: budget %llu bytes, of that %llu for the display list", (unsigned long long)b->memory,
           (unsigned long long)b->frame);
    if (b->unpacked > 0) printf(", at most %llu for unpacked chunks", (unsigned long long)b->unpacked);
    printf("\n");
}

static void print_values(const bill *b) {
    printf("name,type,codec,stored,unpacked\n");
    for (uint32_t i = 0; i < b->count; i++) {
        const part *p = &b->parts[i];
        printf("%s,%s,%s,%llu,%llu\n", p->name, p->type, chunk_codec_name(p->codec), (unsigned long long)p->stored,
               (unsigned long long)p->full);
    }
    printf("(header and directory),,,%llu,\n(alignment),,,%llu,\n", (unsigned long long)b->structure,
           (unsigned long long)b->padding);
}

/* A colour for a type: light, and different for different letters. */
static uint32_t type_colour(const char *type) {
    static const uint32_t colours[] = {0xE8A87C, 0x85CDCA, 0xE27D60, 0xC38D9E, 0x8FB339, 0xF2D16B, 0x7FA6DB, 0xB8A9E0};
    uint32_t sum = 0;
    for (; *type != 0; type++) sum = sum * 7 + (uint8_t)*type;
    return colours[sum % 8];
}

static bool draw(const bill *b, const char *path, tool_error *error) {
    treemap_item *items = calloc((size_t)b->count + 2, sizeof *items);
    uint32_t *pixels = malloc(PICTURE_WIDTH * PICTURE_HEIGHT * sizeof *pixels), count = 0;
    bool ok = items != NULL && pixels != NULL;
    if (!ok) import_error_memory(error, path);
    for (uint32_t i = 0; ok && i < b->count; i++) {
        items[count++] = (treemap_item){b->parts[i].name, b->parts[i].stored, type_colour(b->parts[i].type)};
    }
    if (ok) {
        /* Structure and alignment take their places in the order. */
        const treemap_item extra[] = {{"directory", b->structure, 0xB0B0B0}, {"alignment", b->padding, 0x808080}};
        for (int k = 0; k < 2; k++) {
            uint32_t at = count++;
            for (; at > 0 && items[at - 1].size < extra[k].size; at--) items[at] = items[at - 1];
            items[at] = extra[k];
        }
        treemap_draw(items, count, PICTURE_WIDTH, PICTURE_HEIGHT, pixels);
        const import_png_picture picture = {
            .width = PICTURE_WIDTH, .height = PICTURE_HEIGHT, .format = IMPORT_PNG_XRGB32, .pixels = pixels};
        ok = import_png_write(path, &picture, error);
    }
    free(items);
    free(pixels);
    return ok;
}

int command_size(int argc, char **argv) {
    const char *path = NULL, *picture = NULL;
    bool values = false;
    uint32_t limit = 0;
    const argument_option options[] = {{"--png", ARGUMENT_TEXT, &picture, 0, 0, NULL},
                                       {"--csv", ARGUMENT_FLAG, &values, 0, 0, NULL},
                                       {"--limit", ARGUMENT_BYTES, &limit, 0, 0, NULL},
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    uint8_t *data;
    size_t size;
    rom_image image;
    tool_error error;
    bill b;
    if (!arguments_parse(argc, argv, options, &path, 1, "the ROM image")) return EXIT_USAGE;
    if (!command_load_rom(path, &data, &size, &image, &error)) return command_failed(error.text);
    bool ok = add_up(&image, &b) || import_error_memory(&error, path);
    if (ok && values) print_values(&b);
    if (ok && !values) print_table(&b);
    ok = ok && (picture == NULL || draw(&b, picture, &error));
    if (ok && limit > 0 && b.image > limit) {
        ok = import_error_file(&error, path, "%llu bytes, the limit is %u; leave something out or write `compress on`",
                               (unsigned long long)b.image, limit);
    }
    free(b.parts);
    free(data);
    return ok ? EXIT_GOOD : command_failed(error.text);
}

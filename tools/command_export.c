/* oxcart export: a ROM image together with a player, as a file that a machine starts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/gba/export.h"
#include "platform/platform.h"
#include "rom/check.h"
#include "tools/arguments.h"
#include "tools/cart.h"
#include "tools/command.h"
#include "tools/import/file.h"
#include "tools/writer.h"

typedef struct export_wishes {
    const char *input, *output;
    bool gba, hashes, cycles, deterministic;
    int32_t frames, bands;
    int size[2];
    int format; /* -1: as the ROM asks */
} export_wishes;

/* What the Game Boy Advance could not show, said here instead of on its screen. */
static bool check_for_gba(const rom_image *image, const export_wishes *wishes, tool_error *error) {
    const uint8_t *budget = image->base + image->budget;
    rom_error fault;
    if (rom_check_image(image, &fault) != ROM_OK)
        return import_error_file(error, wishes->input, "%s", fault.text);
    if (image->budget == 0)
        return import_error_file(error, wishes->input, "an overlay cannot be played alone");
    int width = wishes->size[0] != 0 ? wishes->size[0] : rom_u16(budget + ROM_BUDGET_WIDTH);
    int height = wishes->size[1] != 0 ? wishes->size[1] : rom_u16(budget + ROM_BUDGET_HEIGHT);
    int format = wishes->format >= 0 ? wishes->format : budget[ROM_BUDGET_FORMAT];
    uint32_t memory = rom_u32(budget + ROM_BUDGET_MEMORY);
    if (width > 240 || height > 160) {
        return import_error_file(error, wishes->input,
                                 "the picture is %dx%d, the machine's 240x160; add --size 240x160", width,
                                 height);
    }
    if (format != PLAT_PAL8 && format != PLAT_BGR555) {
        return import_error_file(error, wishes->input,
                                 "the format is %s, the machine has pal8 and bgr555; pack in one of them",
                                 cart_formats[format]);
    }
    if (memory > 256u << 10) {
        return import_error_file(error, wishes->input,
                                 "the budget is %u bytes, the machine has 262144; lower it", memory);
    }
    return true;
}

static void put_locator(const export_wishes *wishes, writer *file, size_t at, size_t size) {
    const size_t locator = GBA_LOCATOR_OFFSET;
    bool measured = wishes->hashes || wishes->cycles || wishes->deterministic;
    writer_put_u32(file, locator + GBA_AT_IMAGE_OFFSET, (uint32_t)at);
    writer_put_u32(file, locator + GBA_AT_IMAGE_SIZE, (uint32_t)size);
    writer_put_u32(file, locator + GBA_AT_FLAGS,
                   (wishes->hashes ? GBA_LOG_HASHES : 0u) | (wishes->cycles ? GBA_LOG_CYCLES : 0u) |
                       (measured ? GBA_DETERMINISTIC : 0u));
    writer_put_u32(file, locator + GBA_AT_FRAMES, (uint32_t)wishes->frames);
    writer_put_u16(file, locator + GBA_AT_WIDTH, (uint32_t)wishes->size[0]);
    writer_put_u16(file, locator + GBA_AT_HEIGHT, (uint32_t)wishes->size[1]);
    writer_put_u16(file, locator + GBA_AT_FORMAT, (uint32_t)(wishes->format + 1));
    writer_put_u16(file, locator + GBA_AT_BAND_LINES, (uint32_t)wishes->bands);
}

/* The title in the cartridge's header: twelve capital letters and digits out of the cart's title. */
static void put_title(const rom_image *image, writer *file) {
    rom_chunk info;
    if (!rom_find(image, rom_id("info"), ROM_TAG_INFO, &info)) return;
    const uint8_t *text = info.data + rom_u32(info.data + ROM_INFO_TITLE);
    uint32_t length = rom_u32(info.data + ROM_INFO_TITLE + 4), used = 0;
    for (uint32_t i = 0; i < GBA_HEADER_TITLE_SIZE; i++) writer_put_u8(file, GBA_HEADER_TITLE + i, 0);
    for (uint32_t i = 0; i < length && used < GBA_HEADER_TITLE_SIZE; i++) {
        uint8_t c = text[i];
        if (c >= 'a' && c <= 'z') c = (uint8_t)(c - ('a' - 'A'));
        if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
            writer_put_u8(file, GBA_HEADER_TITLE + used++, c);
    }
}

static bool build(const rom_image *image, const export_wishes *wishes, writer *file, tool_error *error) {
    if (gba_base_size < GBA_LOCATOR_OFFSET + GBA_LOCATOR_SIZE) {
        return import_error_file(error, NULL,
                                 "this oxcart was built without the Game Boy Advance player; build it with "
                                 "arm-none-eabi-gcc installed");
    }
    if (memcmp(gba_base + GBA_LOCATOR_OFFSET, GBA_LOCATOR_MAGIC, 8) != 0) {
        return import_error_file(error, NULL,
                                 "the built-in player has no locator; this is a mistake in oxcart");
    }
    writer_bytes(file, gba_base, gba_base_size);
    size_t at = writer_align(file, GBA_IMAGE_ALIGNMENT);
    writer_bytes(file, image->base, image->size);
    if (file->failed) return import_error_memory(error, wishes->input);
    if (file->size > GBA_CARTRIDGE_MAX) {
        return import_error_file(error, wishes->input, "the cartridge has %zu bytes, at most %u are possible",
                                 file->size, GBA_CARTRIDGE_MAX);
    }
    put_locator(wishes, file, at, image->size);
    put_title(image, file);
    writer_put_u8(file, GBA_HEADER_COMPLEMENT, gba_header_complement(file->data));
    return true;
}

/* --gba may be followed by the output at once: then that word is no input. */
static bool parse(int argc, char **argv, export_wishes *wishes) {
    const argument_option options[] = {
        {"--gba", ARGUMENT_FLAG, &wishes->gba, 0, 0, NULL},
        {"-o", ARGUMENT_TEXT, &wishes->output, 0, 0, NULL},
        {"--log-hashes", ARGUMENT_FLAG, &wishes->hashes, 0, 0, NULL},
        {"--log-cycles", ARGUMENT_FLAG, &wishes->cycles, 0, 0, NULL},
        {"--deterministic", ARGUMENT_FLAG, &wishes->deterministic, 0, 0, NULL},
        {"--frames", ARGUMENT_NUMBER, &wishes->frames, 1, 1000000, NULL},
        {"--bands", ARGUMENT_NUMBER, &wishes->bands, 8, 160, NULL},
        {"--size", ARGUMENT_SIZE, wishes->size, 0, 0, NULL},
        {"--format", ARGUMENT_CHOICE, &wishes->format, 0, 0, cart_formats},
        {NULL, ARGUMENT_END, NULL, 0, 0, NULL},
    };
    int kept = 0;
    char **words = calloc((size_t)argc + 1, sizeof *words);
    if (words == NULL) return false;
    for (int i = 0; i < argc; i++) {
        words[kept++] = argv[i];
        bool output_follows = strcmp(argv[i], "--gba") == 0 && i + 1 < argc && argv[i + 1][0] != '-';
        if (output_follows) wishes->output = argv[++i];
    }
    bool ok = arguments_parse(kept, words, options, &wishes->input, 1, "the ROM image");
    free(words);
    if (ok && (!wishes->gba || wishes->output == NULL)) {
        arguments_wrong("export", "--gba OUT.gba is missing");
        return false;
    }
    return ok;
}

int command_export(int argc, char **argv) {
    export_wishes wishes = {.format = -1};
    writer file = {NULL, 0, 0, false};
    uint8_t *data = NULL;
    size_t size;
    rom_image image;
    tool_error error;
    if (!parse(argc, argv, &wishes)) return EXIT_USAGE;
    bool ok = command_load_rom(wishes.input, &data, &size, &image, &error) &&
              check_for_gba(&image, &wishes, &error) && build(&image, &wishes, &file, &error) &&
              import_file_write(wishes.output, file.data, file.size, &error);
    if (ok) printf("%s: %zu bytes for the Game Boy Advance\n", wishes.output, file.size);
    writer_free(&file);
    free(data);
    return ok ? EXIT_GOOD : command_failed(error.text);
}

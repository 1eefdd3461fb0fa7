/* oxcart export: a ROM image together with a player, as a file that a machine starts. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kernel/console/console.h"
#include "kernel/preset/presets.h"
#include "platform/cartridge.h"
#include "platform/gba/export.h"
#include "platform/host/export.h"
#include "platform/host/host.h"
#include "platform/lm3s6965/export.h"
#include "platform/platform.h"
#include "platform/web/export.h"
#include "rom/check.h"
#include "rom/material.h"
#include "tools/base/known.h"
#include "tools/base/player_file.h"
#include "tools/base/writer.h"
#include "tools/build/archive.h"
#include "tools/cart/cart.h"
#include "tools/code/code_link.h"
#include "tools/command/command.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/play/export_web.h"
#include "tools/report/arguments.h"

/* The form of the file that holds image and player. */
typedef enum export_form {
    FORM_FLASH,  /* the locator lies in the player: see platform/cartridge.h */
    FORM_PAGE,   /* see platform/web/export.h */
    FORM_PROGRAM /* see platform/host/export.h */
} export_form;

/* A machine that an image can be exported for. */
typedef struct export_machine {
    const char *name, *option;       /* "--gba" */
    const char *output;              /* option and output file, for help */
    const char *magic;               /* magic bytes of the locator */
    const char *compiler;            /* compiler that the player needs; NULL: that of oxcart */
    const char *player;              /* the player's file, see tools/base/player_file.h */
    const char *plain;               /* player for palette pictures without the fragment pipeline, or NULL */
    int width, height;               /* size of the display */
    uint32_t formats;                /* 1 << PLAT_PAL8 ... */
    uint32_t memory, file;           /* bytes: the most for a game's budget, and for the whole file */
    const ox_module *const *modules; /* modules that the player has */
    bool fragments;                  /* the player has the fragment pipeline */
    const char *target;              /* machine that folders are packed for, with its own settings */
    bool title;                      /* the file has a header with a title: see platform/gba/export.h */
    export_form form;
    const char *head; /* first bytes of a player without a locator inside */
    size_t head_size;
} export_machine;

enum { MACHINES = 4 };
static const export_machine machines[MACHINES] = {
    {"the Game Boy Advance", "--gba", "--gba OUT.gba", GBA_LOCATOR_MAGIC, "arm-none-eabi-gcc", "gba/base.gba",
     "gba/plain.gba", 240, 160, 1u << PLAT_PAL8 | 1u << PLAT_BGR555, 256u << 10, GBA_CARTRIDGE_MAX,
     ox_preset_full, true, "gba", true, FORM_FLASH, NULL, 0},
    {"the Stellaris LM3S6965 board", "--lm3s6965", "--lm3s6965 OUT.bin", LM3S6965_LOCATOR_MAGIC,
     "arm-none-eabi-gcc", "lm3s6965/base.bin", NULL, LM3S6965_WIDTH, LM3S6965_HEIGHT, 1u << PLAT_PAL8,
     LM3S6965_MEMORY, LM3S6965_FLASH, ox_preset_plain, false, "lm3s6965", false, FORM_FLASH, NULL, 0},
    {"browsers", "--web", "--web OUT.html", WEB_LOCATOR_MAGIC, "clang and lld", "web/player.wasm", NULL,
     WEB_SIDE, WEB_SIDE, (1u << PLAT_FORMATS) - 1u, WEB_MEMORY, WEB_CARTRIDGE, ox_preset_full, true, "web",
     false, FORM_PAGE, "\0asm\1\0\0\0", 8},
    {"this desktop", "--desktop", "--desktop OUT", HOST_LOCATOR_MAGIC, NULL, "host/player", NULL, HOST_SIDE,
     HOST_SIDE, (1u << PLAT_FORMATS) - 1u, (uint32_t)HOST_MEMORY_DEFAULT, HOST_CARTRIDGE, ox_preset_full,
     true, "desktop", false, FORM_PROGRAM, "\177ELF", 4},
};

typedef struct export_wishes {
    const char *input, *output;
    const char *archive, *tree; /* output instead of a machine's, or NULL */
    const char *which;          /* the player that was chosen, as text for people */
    const char *player;         /* a file instead of the one beside oxcart, or NULL */
    bool linked; /* that file was linked with the C of the cart, and has all modules that it wants */
    const export_machine *machine;
    bool hashes, cycles, deterministic;
    int32_t frames, bands;
    int size[2];
    int format; /* -1: the ROM's own format */
} export_wishes;

/* The machine's formats as text: "pal8 and bgr555". */
static const char *formats_of(const export_machine *machine, char text[64]) {
    text[0] = '\0';
    for (int i = 0; i < (int)PLAT_FORMATS; i++) {
        if ((machine->formats >> i & 1u) == 0) continue;
        snprintf(text + strlen(text), 64 - strlen(text), "%s%s", text[0] == '\0' ? "" : " and ",
                 cart_formats[i]);
    }
    return text;
}

/* Refuses an image that the machine could not show, here instead of on its screen. */
static bool check_for(const rom_image *image, const export_wishes *wishes, tool_error *error) {
    const export_machine *machine = wishes->machine;
    const uint8_t *budget = image->base + image->budget;
    rom_error fault;
    char formats[64];
    if (rom_check_image(image, &fault) != ROM_OK) return chunk_wrong(error, wishes->input, NULL, &fault);
    if (image->budget == 0)
        return import_error_file(error, wishes->input, "an overlay cannot be played alone");
    int width = wishes->size[0] != 0 ? wishes->size[0] : rom_u16(budget + ROM_BUDGET_WIDTH);
    int height = wishes->size[1] != 0 ? wishes->size[1] : rom_u16(budget + ROM_BUDGET_HEIGHT);
    int format = wishes->format >= 0 ? wishes->format : budget[ROM_BUDGET_FORMAT];
    uint32_t memory = rom_u32(budget + ROM_BUDGET_MEMORY);
    if (width > machine->width || height > machine->height) {
        return import_error_file(error, wishes->input,
                                 "the picture is %dx%d, the machine's %dx%d; add --size %dx%d", width, height,
                                 machine->width, machine->height, machine->width, machine->height);
    }
    if ((machine->formats >> format & 1u) == 0) {
        return import_error_file(error, wishes->input, "the format is %s, the machine has %s; pack in %s",
                                 cart_formats[format], formats_of(machine, formats),
                                 (machine->formats & (machine->formats - 1u)) == 0 ? "it" : "one of them");
    }
    if (memory > machine->memory) {
        return import_error_file(error, wishes->input,
                                 "the budget is %u bytes, the machine has %u; write `budget %uK` in "
                                 "cart.txt, and see whether it plays",
                                 memory, machine->memory, machine->memory / 1024);
    }
    return true;
}

static void put_locator(const export_wishes *wishes, writer *file, size_t at, size_t size) {
    const size_t locator = CARTRIDGE_LOCATOR_OFFSET;
    bool measured = wishes->hashes || wishes->cycles || wishes->deterministic;
    writer_put_u32(file, locator + CARTRIDGE_AT_IMAGE_OFFSET, (uint32_t)at);
    writer_put_u32(file, locator + CARTRIDGE_AT_IMAGE_SIZE, (uint32_t)size);
    writer_put_u32(file, locator + CARTRIDGE_AT_FLAGS,
                   (wishes->hashes ? CARTRIDGE_LOG_HASHES : 0u) |
                       (wishes->cycles ? CARTRIDGE_LOG_CYCLES : 0u) |
                       (measured ? CARTRIDGE_DETERMINISTIC : 0u));
    writer_put_u32(file, locator + CARTRIDGE_AT_FRAMES, (uint32_t)wishes->frames);
    writer_put_u16(file, locator + CARTRIDGE_AT_WIDTH, (uint32_t)wishes->size[0]);
    writer_put_u16(file, locator + CARTRIDGE_AT_HEIGHT, (uint32_t)wishes->size[1]);
    writer_put_u16(file, locator + CARTRIDGE_AT_FORMAT, (uint32_t)(wishes->format + 1));
    writer_put_u16(file, locator + CARTRIDGE_AT_BAND_LINES, (uint32_t)wishes->bands);
}

/* Writes the title into the cartridge's header: twelve capital letters and digits out of the cart's title. */
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

/* Whether a material or the colours of a mesh need the fragment pipeline, and the name of the first such chunk. */
static bool wants_fragments(const rom_image *image, char name[80]) {
    bool found = false;
    rom_chunk chunk;
    for (uint32_t i = 0; !found && rom_entry(image, i, &chunk); i++) {
        uint8_t *owned = NULL;
        rom_error fault;
        if (chunk.type != ROM_TAG_MATERIAL && chunk.type != ROM_TAG_MESH) continue;
        const bool is_mesh = chunk.type == ROM_TAG_MESH;
        chunk_name(image, &chunk, name, 80);
        found = chunk_unpack(&chunk, &owned, &fault) != ROM_OK ||
                (is_mesh ? rom_mesh_colours(chunk.data) != NULL : rom_material_wants_fragments(chunk.data));
        free(owned);
    }
    return found;
}

/* Gives the first module of the console that an image was made for and `list` lacks, needed modules before optional
 * ones. False: the list lacks none. With `also`, only modules of that list count. */
static bool lacks_module(const rom_image *image, const ox_module *const *list, const ox_module *const *also,
                         ox_module_use *lacking) {
    ox_module_use use;
    bool found = false;
    for (uint32_t i = 0; ox_module_use_at(image, i, &use); i++) {
        if (ox_modules_have(list, use.id) || (also != NULL && !ox_modules_have(also, use.id)) ||
            (found && use.optional))
            continue;
        *lacking = use;
        found = true;
        if (!use.optional) return true;
    }
    return found;
}

/* Chooses one of the machine's players and gives its file: the plain player, unless the picture has no palette, or a
 * material or a module needs more. *which tells people of the choice. */
static const char *choose_player(const rom_image *image, const export_wishes *wishes, const char **which) {
    const export_machine *machine = wishes->machine;
    char name[80], path[PLAYER_PATH];
    ox_module_use module;
    const uint8_t *budget = image->base + image->budget;
    int format = wishes->format >= 0 ? wishes->format : budget[ROM_BUDGET_FORMAT];
    bool fragments = wants_fragments(image, name);
    *which = "";
    if (!machine->fragments) {
        if (fragments)
            fprintf(stderr, "warning: the player for %s has no fragment pipeline: %s is drawn plainly\n",
                    machine->name, name);
    } else if (machine->plain != NULL && format == (int)PLAT_PAL8 && !fragments &&
               !lacks_module(image, ox_preset_plain, machine->modules, &module) &&
               player_file_path(machine->plain, path)) {
        *which = ", with the plain player";
        return machine->plain;
    }
    return machine->player;
}

/* ---- players with C of the cart ---- */

/* Adds the name of the constant of a module of the console: `input map` is ox_input_map_module. */
static void put_module(writer *out, const char *before, const ox_module *module, const char *behind) {
    char line[160];
    snprintf(line, sizeof line, "%s%s%.100s_module%s", before, known_is_own(module->id) ? "ox_" : "",
             module->name, behind);
    for (char *at = line + strlen(before); *at != 0; at++)
        if (*at == ' ' && at < line + strlen(line) - strlen(behind)) *at = '_';
    writer_bytes(out, line, strlen(line));
}

/* Whether a player is to have a module: those that its machine has, those that the image wants and those that these need, and the cart's own. */
static bool is_wanted(const rom_image *image, const export_machine *machine, const ox_module *module) {
    ox_module_use use;
    if (ox_modules_have(machine->modules, module->id) || !known_is_own(module->id)) return true;
    for (uint32_t i = 0; ox_module_use_at(image, i, &use); i++) {
        if (use.id == module->id) return true;
        for (const ox_module *const *m = known_modules(); *m != NULL; m++)
            for (const uint32_t *need = (*m)->id == use.id ? (*m)->needs : NULL; need != NULL && *need != 0;
                 need++)
                if (*need == module->id) return true;
    }
    return false;
}

/* The source of the lists of modules, under the names by which the mains of ports know them. */
static void put_modules(const rom_image *image, const export_machine *machine, writer *out) {
    static const char *const lists[] = {"full", "silent", "plain"};
    static const char head[] =
        "/* Made by oxcart export. */\n#include \"kernel/console/console.h\"\n#include "
        "\"kernel/preset/presets.h\"\n\n";
    char line[200];
    const ox_cart *game = known_game();
    writer_bytes(out, head, sizeof head - 1);
    for (const ox_module *const *m = known_modules(); *m != NULL; m++)
        if (is_wanted(image, machine, *m)) put_module(out, "extern const ox_module ", *m, ";\n");
    for (int i = 0; i < 3; i++) {
        snprintf(line, sizeof line, "const ox_module *const ox_preset_%s[] = {", lists[i]);
        writer_bytes(out, line, strlen(line));
        for (const ox_module *const *m = known_modules(); *m != NULL; m++)
            if (is_wanted(image, machine, *m)) put_module(out, "&", *m, ", ");
        writer_bytes(out, "NULL};\n", 7);
    }
    if (game == NULL)
        snprintf(line, sizeof line, "const ox_cart *const ox_preset_cart = NULL;\n");
    else
        snprintf(line, sizeof line,
                 "extern const ox_cart %.60s_cart;\nconst ox_cart *const ox_preset_cart = &%.60s_cart;\n",
                 game->name, game->name);
    writer_bytes(out, line, strlen(line) + 1);
}

/* Links a player with the C of a cart's folder, if it has any. */
static bool link_code(const rom_image *image, export_wishes *wishes, char player[CODE_PATH],
                      tool_error *error) {
    cart c;
    char port[40];
    writer modules = {0};
    if (wishes->player != NULL || !command_is_folder(wishes->input)) return true;
    if (!cart_load(wishes->input, &c, error)) return false;
    code_wish *lines = calloc(c.code_count + 1u, sizeof *lines);
    bool ok = lines != NULL || import_error_memory(error, wishes->input);
    for (uint32_t i = 0; ok && i < c.code_count; i++)
        lines[i] = (code_wish){.cart = c.path,
                               .files = (const char *const *)c.codes[i].files,
                               .count = c.codes[i].count,
                               .allow = c.codes[i].allow};
    if (ok && c.code_count > 0) {
        snprintf(port, sizeof port, "%.*s", (int)strcspn(wishes->machine->player, "/"),
                 wishes->machine->player);
        put_modules(image, wishes->machine, &modules);
        const code_link_wish wish = {port, lines, c.code_count, (const char *)modules.data};
        ok = modules.failed ? import_error_memory(error, wishes->input) : code_link(&wish, player, error);
        wishes->player = player;
        wishes->linked = true;
    }
    writer_free(&modules);
    free(lines);
    cart_free(&c);
    return ok;
}

/* ---- players as they are ---- */

/* Reads a file of the machine's player; *file is to be freed. */
static bool read_player(const export_machine *machine, const char *name, uint8_t **file, size_t *size,
                        tool_error *error) {
    char path[PLAYER_PATH];
    if (player_file_path(name, path)) return import_file_read(path, file, size, error);
    if (machine->compiler == NULL)
        return import_error_file(
            error, path, "the player for %s is not there; `make players`, without sanitizers, builds it",
            machine->name);
    return import_error_file(error, path,
                             "the player for %s is not there; `make players`, with %s installed, builds it",
                             machine->name, machine->compiler);
}

/* The bytes of the player: oxcart's own, or the file that --player names. False: the error says why. */
static bool find_player(const rom_image *image, export_wishes *wishes, writer *out, tool_error *error) {
    const export_machine *machine = wishes->machine;
    ox_module_use module;
    if (wishes->player == NULL && lacks_module(image, machine->modules, NULL, &module)) {
        if (!module.optional)
            return import_error_file(
                error, wishes->input,
                "the game needs the module `%s`, which the player for %s does not have%s", module.name,
                machine->name,
                known_is_own(module.id) ? "" : "; export the folder of the cart, where its C is");
        fprintf(stderr, "warning: the player for %s has no `%s`: the game plays without it\n", machine->name,
                module.name);
    }
    const char *name = choose_player(image, wishes, &wishes->which);
    uint8_t *player = NULL;
    size_t size = 0;
    if (wishes->player != NULL) {
        wishes->which = wishes->linked ? ", with its C" : "";
        name = wishes->player;
        if (!import_file_read(name, &player, &size, error)) return false;
    } else if (!read_player(machine, name, &player, &size, error)) {
        return false;
    }
    bool right = machine->form != FORM_FLASH
                     ? export_is_program(player, size, machine->head, machine->head_size, machine->magic)
                     : size >= CARTRIDGE_LOCATOR_OFFSET + CARTRIDGE_LOCATOR_SIZE &&
                           memcmp(player + CARTRIDGE_LOCATOR_OFFSET, machine->magic, 8) == 0;
    if (right)
        writer_bytes(out, player, size);
    else
        import_error_file(error, name, "this is no player for %s", machine->name);
    free(player);
    return right;
}

/* Appends the image to a player, and writes its place into the locator. */
static bool put_image(const rom_image *image, const export_wishes *wishes, writer *file, tool_error *error) {
    size_t at = writer_align(file, CARTRIDGE_IMAGE_ALIGNMENT);
    writer_bytes(file, image->base, image->size);
    if (file->failed) return import_error_memory(error, wishes->input);
    if (file->size > wishes->machine->file) {
        return import_error_file(error, wishes->input, "player and image have %zu bytes together, %s has %u",
                                 file->size, wishes->machine->name, wishes->machine->file);
    }
    put_locator(wishes, file, at, image->size);
    return true;
}

/* Makes the part of a page or program that holds the image. Its locator lies in front of the image, not inside the
 * player. */
static bool put_behind(const rom_image *image, const export_wishes *wishes, writer *behind,
                       tool_error *error) {
    writer_zeros(behind, CARTRIDGE_LOCATOR_OFFSET);
    writer_bytes(behind, wishes->machine->magic, 8);
    writer_u32(behind, CARTRIDGE_LOCATOR_VERSION);
    writer_zeros(behind, CARTRIDGE_LOCATOR_SIZE - 12);
    return put_image(image, wishes, behind, error);
}

/* Writes a program: the player, the part with the image, and the tail that tells the part's size. */
static void put_program(const writer *player, const writer *behind, writer *file) {
    writer_bytes(file, player->data, player->size);
    writer_align(file, CARTRIDGE_IMAGE_ALIGNMENT);
    writer_bytes(file, behind->data, behind->size);
    writer_u32(file, (uint32_t)behind->size);
    writer_zeros(file, HOST_TAIL - 12);
    writer_bytes(file, HOST_LOCATOR_MAGIC, 8);
}

static bool build_apart(const rom_image *image, const export_wishes *wishes, const writer *player,
                        writer *file, tool_error *error) {
    writer behind = {NULL, 0, 0, false};
    uint8_t *page = NULL;
    size_t page_size = 0;
    bool web = wishes->machine->form == FORM_PAGE;
    bool done = put_behind(image, wishes, &behind, error) &&
                (!web || read_player(wishes->machine, "web/page.html", &page, &page_size, error));
    if (done && !web)
        put_program(player, &behind, file);
    else if (done && !export_web_page(page, page_size, player->data, player->size, &behind, image, file))
        done = import_error_memory(error, wishes->input);
    free(page);
    if (done && file->failed) done = import_error_memory(error, wishes->input);
    writer_free(&behind);
    return done;
}

static bool build_file(const rom_image *image, export_wishes *wishes, writer *file, tool_error *error) {
    const export_machine *machine = wishes->machine;
    writer player = {NULL, 0, 0, false};
    bool apart = machine->form != FORM_FLASH;
    bool found = find_player(image, wishes, apart ? &player : file, error);
    bool done = found && (apart ? build_apart(image, wishes, &player, file, error)
                                : put_image(image, wishes, file, error));
    writer_free(&player);
    if (!done || !machine->title) return done;
    put_title(image, file);
    writer_put_u8(file, GBA_HEADER_COMPLEMENT, gba_header_complement(file->data));
    return true;
}

/* Reads the words. A machine's option may be followed by its output, which is then not taken for the input. */
static bool parse_export(int argc, char **argv, export_wishes *wishes) {
    bool chosen[MACHINES] = {false};
    const argument_option options[] = {
        {machines[0].option, ARGUMENT_FLAG, &chosen[0], 0, 0, NULL},
        {machines[1].option, ARGUMENT_FLAG, &chosen[1], 0, 0, NULL},
        {machines[2].option, ARGUMENT_FLAG, &chosen[2], 0, 0, NULL},
        {machines[3].option, ARGUMENT_FLAG, &chosen[3], 0, 0, NULL},
        {"--archive", ARGUMENT_TEXT, &wishes->archive, 0, 0, NULL},
        {"--tree", ARGUMENT_TEXT, &wishes->tree, 0, 0, NULL},
        {"-o", ARGUMENT_TEXT, &wishes->output, 0, 0, NULL},
        {"--player", ARGUMENT_TEXT, &wishes->player, 0, 0, NULL},
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
        bool machine = false;
        for (int k = 0; k < MACHINES; k++) machine = machine || strcmp(argv[i], machines[k].option) == 0;
        words[kept++] = argv[i];
        if (machine && i + 1 < argc && argv[i + 1][0] != '-') wishes->output = argv[++i];
    }
    bool ok = arguments_parse(kept, words, options, &wishes->input, 1, "the ROM image");
    free(words);
    int count = 0;
    for (int i = 0; i < MACHINES; i++) {
        if (!chosen[i]) continue;
        wishes->machine = &machines[i];
        count++;
    }
    int ways = count + (wishes->archive != NULL) + (wishes->tree != NULL);
    if (ok && (ways != 1 || (wishes->machine != NULL && wishes->output == NULL))) {
        arguments_wrong("export", "one of %s, %s, %s, %s, --archive OUT.zip and --tree FOLDER is wanted",
                        machines[0].output, machines[1].output, machines[2].output, machines[3].output);
        return false;
    }
    return ok;
}

/* Writes a cart or an image as an archive. */
static bool write_archive(const export_wishes *wishes, tool_error *error) {
    writer out = {0};
    uint8_t *data = NULL;
    size_t size;
    rom_image image;
    uint32_t files = 0;
    bool ok = command_is_folder(wishes->input)
                  ? archive_of_folder(wishes->input, &out, &files, error)
                  : command_load_rom(wishes->input, &data, &size, &image, error) &&
                        archive_of_image(&image, wishes->input, &out, &files, error);
    ok = ok && import_file_write(wishes->archive, out.data, out.size, error);
    if (ok) printf("%s: %zu bytes, %u files\n", wishes->archive, out.size, (unsigned)files);
    writer_free(&out);
    free(data);
    return ok;
}

static bool write_tree(const export_wishes *wishes, tool_error *error) {
    uint8_t *data;
    size_t size;
    uint32_t files = 0;
    if (!import_file_read(wishes->input, &data, &size, error)) return false;
    bool ok = archive_to_folder(wishes->input, data, size, wishes->tree, &files, error);
    if (ok) printf("%s: %u files\n", wishes->tree, (unsigned)files);
    free(data);
    return ok;
}

/* Makes a program executable for everybody who may read it. */
static bool make_startable(const export_wishes *wishes, tool_error *error) {
    struct stat status;
    if (wishes->machine->form != FORM_PROGRAM || stat(wishes->output, &status) != 0 ||
        !S_ISREG(status.st_mode))
        return true;
    if (chmod(wishes->output, (status.st_mode & 0777u) | (status.st_mode & 0444u) >> 2) == 0) return true;
    return import_error_file(error, wishes->output,
                             "cannot be made a program; write it where that is allowed");
}

/* Opens an image, read from a file or packed from a cart's folder; its bytes are *packed. */
static bool load_image(const export_wishes *wishes, writer *packed, rom_image *image, tool_error *error) {
    rom_error fault;
    return command_make_image_for(wishes->input, wishes->machine->target, false, packed, error) &&
           (rom_open(packed->data, packed->size, image, &fault) == ROM_OK ||
            chunk_wrong(error, wishes->input, NULL, &fault));
}

static int command_export(int argc, char **argv) {
    export_wishes wishes = {.format = -1, .which = ""};
    writer file = {NULL, 0, 0, false};
    writer packed = {0};
    rom_image image;
    tool_error error;
    char player[CODE_PATH];
    if (!parse_export(argc, argv, &wishes)) return EXIT_USAGE;
    if (wishes.archive != NULL || wishes.tree != NULL) {
        bool done = wishes.archive != NULL ? write_archive(&wishes, &error) : write_tree(&wishes, &error);
        return done ? EXIT_GOOD : command_failed(&error);
    }
    bool ok = load_image(&wishes, &packed, &image, &error) && check_for(&image, &wishes, &error) &&
              link_code(&image, &wishes, player, &error) && build_file(&image, &wishes, &file, &error) &&
              import_file_write(wishes.output, file.data, file.size, &error) &&
              make_startable(&wishes, &error);
    if (ok) printf("%s: %zu bytes for %s%s\n", wishes.output, file.size, wishes.machine->name, wishes.which);
    writer_free(&file);
    writer_free(&packed);
    return ok ? EXIT_GOOD : command_failed(&error);
}

const command_verb verb_export = {
    {"export", "make a cartridge for another machine, a page, or an archive",
     "usage: oxcart export FILE.rom|CART --gba OUT.gba|--lm3s6965 OUT.bin|--web OUT.html|--desktop OUT "
     "[--size "
     "WxH] [--format F] [--bands LINES]\n"
     "                     [--frames N] [--log-hashes] [--log-cycles] [--deterministic] [--player FILE]\n"
     "Appends the image to the player for a Game Boy Advance (240x160 in pal8, smaller in bgr555), or for "
     "the Stellaris\n"
     "LM3S6965 board (128x64 greys, 64 KB of memory; the file is what its flash holds), or makes a page that "
     "any browser\n"
     "plays: one file that needs no server and no other file. --desktop writes a program for this system "
     "with nothing in it but game and\n"
     "player: no tools, no symbols (window where SDL2 is, else --terminal; saved games lie in the user's "
     "folder for data). --log-hashes and\n"
     "--log-cycles print figures of every frame to the machine's log; --frames ends after so many; --player "
     "takes another player\n"
     "than the one of `make players`, which lies beside oxcart or in ../lib/oxcart. A folder is packed as by "
     "pack "
     "--target MACHINE.\n"
     "--gba takes the plain player, which is shorter, for palette pictures whose materials have nothing of "
     "oxcart help material.\n"
     "       oxcart export FILE.rom|CART --archive OUT.zip\n"
     "       oxcart export FILE.zip --tree FOLDER\n"
     "--archive writes the files of a cart, or the text and the chunks of an image; --tree unpacks into a "
     "new folder: a cart again, or\n"
     "image.txt, of which oxcart assemble makes the same image.\n"
     "example: oxcart export mygame.rom --gba mygame.gba\n"
     "example: oxcart export mygame.rom --lm3s6965 mygame.bin --size 128x64\n"
     "example: oxcart export mygame --web mygame.html\n"
     "example: oxcart pack mygame --release -o mygame.rom && oxcart export mygame.rom --desktop "
     "mygame.bin\n"},
    command_export,
};

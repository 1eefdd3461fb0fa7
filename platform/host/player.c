/* The desktop player: a program that holds one game behind itself. `oxcart export --desktop` writes such programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/console/console.h"
#include "kernel/preset/presets.h"
#include "platform/cartridge.h"
#include "platform/host/export.h"
#include "platform/host/host.h"
#include "platform/host/host_given.h"
#include "platform/host/saves.h"
#include "rom/check.h"

enum { PATH_SIZE = 1024, HEADLESS_FRAMES = 60, OPTIONS = 32 };

typedef struct wishes {
    bool terminal, fb, full_screen, mute;
    const char *device, *speaker, *saves;
    const char *options[OPTIONS]; /* NAME=VALUE */
    uint32_t option_count;
} wishes;

static int fail_program(const char *program, const char *text) {
    fprintf(stderr, "%s: %s\n", program, text);
    return 1;
}

/* ---- the game in the program's file ---- */

/* The part behind the program, aligned to 16 bytes; NULL when there is none. */
static uint8_t *read_part(FILE *file, uint32_t *size) {
    uint8_t tail[HOST_TAIL];
    if (fseek(file, -HOST_TAIL, SEEK_END) != 0 || fread(tail, 1, HOST_TAIL, file) != HOST_TAIL) return NULL;
    if (memcmp(tail + 8, HOST_LOCATOR_MAGIC, 8) != 0) return NULL;
    *size = rom_u32(tail);
    if (*size < CARTRIDGE_LOCATOR_OFFSET + CARTRIDGE_LOCATOR_SIZE || *size > HOST_CARTRIDGE) return NULL;
    if (fseek(file, -(long)*size - HOST_TAIL, SEEK_END) != 0) return NULL;
    uint8_t *part = aligned_alloc(CARTRIDGE_IMAGE_ALIGNMENT, ((size_t)*size + 15) & ~(size_t)15);
    if (part != NULL && fread(part, 1, *size, file) == *size) return part;
    free(part);
    return NULL;
}

static uint8_t *read_self(const char *program, uint32_t *size) {
    FILE *file = fopen("/proc/self/exe", "rb");
    if (file == NULL) file = fopen(program, "rb");
    if (file == NULL) return NULL;
    uint8_t *part = read_part(file, size);
    fclose(file);
    return part;
}

/* ---- playing ---- */

static bool intact(void) { return true; } /* the system guards the stack */

static int play_image(const char *program, cartridge *game, const rom_image *image, const wishes *w) {
    const bool measured = (game->flags & CARTRIDGE_DETERMINISTIC) != 0,
               headless = measured && !w->terminal && !w->fb;
    char title[HOST_SAVES_NAME], saves[PATH_SIZE], trouble[300];
    ox_error error;
    static host_given given;
    if (!host_given_read(image, w->options, w->option_count, &given, trouble, sizeof trouble)) {
        fail_program(program, trouble);
        return 2;
    }
    host_saves_title(image, title);
    host_options options = {
        .title = title[0] != '\0' ? title : NULL, .full_screen = w->full_screen, .quiet = game->flags == 0};
    if (headless)
        options.driver = HOST_DRIVER_HEADLESS;
    else if (w->terminal)
        options.driver = HOST_DRIVER_TERMINAL;
    else if (w->fb)
        options.driver = HOST_DRIVER_FB;
    options.device = w->device;
    if (headless && game->frames == 0) game->frames = HEADLESS_FRAMES;
    options.player = measured ? NULL : w->speaker;
    options.any_player = !measured && !w->mute;
    options.storage = w->saves;
    if (w->saves == NULL && !measured && host_saves_path(image, saves, sizeof saves)) options.storage = saves;
    plat *p = host_open(&options, trouble, sizeof trouble);
    if (p == NULL) return fail_program(program, trouble);
    ox_boot_options boot = ox_boot_defaults(p, game->image, game->size);
    boot.modules = ox_preset_full;
    boot.cart = ox_preset_cart;
    boot.given = given.list;
    boot.given_count = given.count;
    cartridge_apply(game, &boot);
    ox_console *console = ox_console_boot(&boot, &error);
    if (console != NULL) {
        (void)cartridge_play(game, p, console, intact);
        ox_console_close(console);
    }
    bool closed = host_close(p);
    if (console == NULL) return fail_program(program, error.text);
    return closed ? 0 : 1;
}

static bool parse_words(int argc, char **argv, wishes *w) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--terminal") == 0)
            w->terminal = true;
        else if (strcmp(argv[i], "--fb") == 0)
            w->fb = true;
        else if (strcmp(argv[i], "--device") == 0 && i + 1 < argc)
            w->device = argv[++i];
        else if (strcmp(argv[i], "--full-screen") == 0)
            w->full_screen = true;
        else if (strcmp(argv[i], "--mute") == 0)
            w->mute = true;
        else if (strcmp(argv[i], "--audio") == 0 && i + 1 < argc)
            w->speaker = argv[++i];
        else if (strcmp(argv[i], "--saves") == 0 && i + 1 < argc)
            w->saves = argv[++i];
        else if (strcmp(argv[i], "--option") == 0 && i + 1 < argc && w->option_count < OPTIONS)
            w->options[w->option_count++] = argv[++i];
        else
            return false;
    }
    return true;
}

int main(int argc, char **argv) {
    const char *program = argc > 0 ? argv[0] : "player";
    wishes w = {0};
    uint32_t size = 0;
    cartridge game;
    rom_image image;
    rom_error fault;
    if (!parse_words(argc, argv, &w)) {
        fprintf(stderr,
                "usage: %s [--terminal | --fb [--device PATH]] [--full-screen] [--audio COMMAND | --mute] "
                "[--saves FILE] [--option NAME=VALUE ...]\n",
                program);
        return 2;
    }
    uint8_t *part = read_self(program, &size);
    if (part == NULL) return fail_program(program, "there is no whole game in this program; export it again");
    const char *trouble = cartridge_find(part, size, HOST_LOCATOR_MAGIC, &game);
    if (trouble == NULL && (rom_open(game.image, game.size, &image, &fault) != ROM_OK ||
                            rom_check_image(&image, &fault) != ROM_OK))
        trouble = "the game in this program is damaged; export it again";
    int code = trouble != NULL ? fail_program(program, trouble) : play_image(program, &game, &image, &w);
    free(part);
    return code;
}

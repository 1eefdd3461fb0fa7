/* Fuzz target: any bytes as lines of the inside view's console, and as changes that a recording has, in a game that runs. */
#include <stdlib.h>
#include <string.h>

#include "kernel/inspect/module.h"
#include "kernel/preset/presets.h"
#include "platform/host/host.h"
#include "tools/command/command.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct {
    writer image;
    plat *port;
    ox_console *console;
    ox_inspect view;
    const ox_module *modules[OX_MODULES_MOST + 1];
} game;

static void begin(void) {
    char reason[200];
    tool_error error = {.text = ""};
    ox_error refusal;
    const host_options options = {.driver = HOST_DRIVER_HEADLESS, .quiet = true};
    if (!command_make_image("rom/carts/karts", true, &game.image, &error)) abort();
    game.port = host_open(&options, reason, sizeof reason);
    if (game.port == NULL) abort();
    ox_boot_options boot = ox_boot_defaults(game.port, game.image.data, game.image.size);
    ox_inspect_join(ox_preset_silent, game.modules);
    boot.modules = game.modules;
    boot.deterministic = true;
    boot.inspect = &game.view;
    game.console = ox_console_boot(&boot, &refusal);
    if (game.console == NULL || !ox_console_frame(game.console)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char line[256], text[OX_SHEET_COLUMNS + 1];
    if (game.console == NULL) begin();
    if (size > sizeof line - 1) return 0;
    if (size > 0) memcpy(line, data, size);
    line[size] = 0;
    game.view.waits = 0;
    if (size > 0 && data[0] == 0x45)
        (void)ox_inspect_redo(&game.view, data, size);
    else
        (void)ox_inspect_run(&game.view, line);
    for (size_t i = 0; i < size; i++) ox_inspect_type(&game.view, (char)data[i]);
    ox_inspect_show_page(&game.view, (ox_inspect_page)(size % OX_INSPECT_PAGES), false);
    plat_input polled = {.buttons = size > 1 ? data[1] : 0};
    ox_inspect_listen(&game.view, &polled);
    for (uint32_t i = 0; ox_inspect_line(&game.view, i, text) != NULL; i++)
        if (strlen(text) > OX_SHEET_COLUMNS) abort();
    return 0;
}

/* A player on a machine with a C library, for `make conformance`: player IMAGE FRAMES [--replay FILE]. A player of a machine without files has the image behind its
 * program instead (platform/cartridge.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/console/console.h"
#include "kernel/preset/presets.h"
#include "kernel/recording/module.h"
#include "platform/template/port.h"

enum { FILE_MOST = 4 << 20 };

void template_line(const char *text) { puts(text); }

/* A whole file; size 0 when it cannot be read. */
static size_t read_file(const char *path, void *bytes) {
    FILE *file = fopen(path, "rb");
    const size_t size = file == NULL ? 0 : fread(bytes, 1, FILE_MOST, file);
    if (file != NULL) fclose(file);
    return size;
}

int main(int argc, char **argv) {
    static plat port;
    static _Alignas(16) uint8_t image[FILE_MOST], tape[FILE_MOST];
    ox_replay_report report;
    ox_error error;
    const size_t size = argc < 3 ? 0 : read_file(argv[1], image);
    if (size == 0) {
        puts("usage: player IMAGE FRAMES [--replay FILE]");
        return 2;
    }
    ox_boot_options options = ox_boot_defaults(&port, image, size);
    options.deterministic = true;
    options.log_hashes = true;
    options.modules = ox_preset_silent;
    options.cart = ox_preset_cart;
    if (argc > 4 && strcmp(argv[3], "--replay") == 0) {
        options.replay = tape;
        options.replay_size = read_file(argv[4], tape);
    }
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) {
        printf("player: %s\n", error.text);
        return 1;
    }
    for (long i = strtol(argv[2], NULL, 10); i > 0 && ox_console_frame(console); i--) {
    }
    if (ox_console_replay(console, &report))
        printf("replay=%u/%u checks=%u %s\n", (unsigned)report.ticks, (unsigned)report.end,
               (unsigned)report.checks, report.differs ? report.text : "equal");
    ox_console_close(console);
    return 0;
}

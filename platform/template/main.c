/* A player on a machine with a C library, for `make conformance`: player IMAGE FRAMES [--replay FILE]. Behind the lines of pictures it says `sound=CRC samples=N`,
 * the CRC-32 of all samples as little-endian 16 bits, and `time=MICROSECONDS`, what the port's clock says of the run. A player of a machine without files has the image behind its
 * program instead (platform/cartridge.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/console/console.h"
#include "kernel/preset/presets.h"
#include "kernel/recording/module.h"
#include "platform/template/port.h"

enum { FILE_MOST = 4 << 20 };

static struct { uint32_t crc, count; } heard;

void template_line(const char *text) { puts(text); }

void template_samples(const int16_t *samples, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t bytes[2] = {(uint8_t)samples[i], (uint8_t)((uint16_t)samples[i] >> 8)};
        heard.crc = rom_crc32(heard.crc, bytes, 2);
    }
    heard.count += count;
}

uint64_t template_clock(void) {
#ifdef TIME_UTC
    struct timespec now;
    if (timespec_get(&now, TIME_UTC) != TIME_UTC) return 0;
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
#else
    return 0;
#endif
}

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
    static ox_tape records;
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
    options.tape = &records;
    options.modules = ox_preset_full;
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
    const uint64_t start = plat_ticks(&port);
    uint64_t now = start, goes_back = 0;
    for (long i = strtol(argv[2], NULL, 10); i > 0 && ox_console_frame(console); i--) {
        const uint64_t before = now;
        now = plat_ticks(&port);
        goes_back += now < before;
    }
    if (ox_console_replay(console, &report))
        printf("replay=%u/%u checks=%u %s\n", (unsigned)report.ticks, (unsigned)report.end,
               (unsigned)report.checks, report.differs ? report.text : "equal");
    ox_console_close(console);
    printf("sound=%08x samples=%u\n", (unsigned)heard.crc, (unsigned)heard.count);
    printf("time=%lu%s\n", (unsigned long)(now - start), goes_back ? " and the clock went back" : "");
    return 0;
}

/* Compares a cart's text with its image: tables, play, and what loading costs. */
#define _POSIX_C_SOURCE 200809L
#include "tools/equivalence.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "kernel/console/console.h"
#include "kernel/console/runtime.h"
#include "platform/host/host.h"
#include "rom/check.h"
#include "tools/chunk.h"
#include "tools/import/file.h"
#include "tools/overlay.h"

static uint64_t processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- loading ---- */

static void add_size(void *argument, const char *path) {
    uint64_t *sum = argument;
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) *sum += (uint64_t)status.st_size;
}

/* Everything from the text, in one thread and with nothing kept from before. */
static bool load_text(const char *folder, const pack_options *options, writer *image, equivalence *e, tool_error *error) {
    const build_options building = {.root = folder, .jobs = 1};
    pack_options own = *options;
    pack_report report;
    uint64_t start = processor_time();
    char path[CART_PATH_MAX + 16];
    own.build = build_open(&building, error);
    if (own.build == NULL) return false;
    snprintf(path, sizeof path, "%.1000s/cart.txt", folder);
    build_input_file(own.build, path);
    bool ok = pack_folder(folder, &own, image, &report, error);
    e->text_nanoseconds = processor_time() - start;
    if (ok) build_files(own.build, add_size, &e->text_bytes);
    build_close(own.build);
    return ok;
}

/* The same from the image: read, checked, and every packed chunk unpacked. */
static bool load_image(const char *path, uint8_t **data, size_t *size, rom_image *image, equivalence *e, tool_error *error) {
    rom_error fault;
    rom_chunk chunk;
    uint64_t start = processor_time();
    if (!import_file_read(path, data, size, error)) return false;
    rom_status status = rom_open(*data, *size, image, &fault);
    if (status == ROM_OK) status = rom_check_content(image, &fault);
    for (uint32_t i = 0; status == ROM_OK && rom_entry(image, i, &chunk); i++) {
        uint8_t *owned = NULL;
        status = chunk_unpack(&chunk, &owned, &fault);
        if (status == ROM_UNKNOWN_TYPE || status == ROM_UNKNOWN_CODEC) status = ROM_OK;
        free(owned);
    }
    e->image_nanoseconds = processor_time() - start;
    e->image_bytes = *size;
    if (status == ROM_OK) return true;
    free(*data);
    return chunk_wrong(error, path, NULL, &fault);
}

/* ---- playing ---- */

typedef struct side {
    plat *port;
    ox_console *console;
} side;

static bool start(side *s, const char *name, const void *image, size_t size, uint32_t frames, tool_error *error) {
    const host_options options = {.driver = HOST_DRIVER_HEADLESS, .frame_limit = frames, .threads = 1, .quiet = true};
    char text[300];
    ox_error refused;
    s->port = host_open(&options, text, sizeof text);
    if (s->port == NULL) return import_error_file(error, name, "%s", text);
    ox_boot_options boot = ox_boot_defaults(s->port, image, size);
    boot.deterministic = true;
    boot.log_hashes = true;
    s->console = ox_console_boot(&boot, &refused);
    return s->console != NULL || import_error_file(error, name, "%s", refused.text);
}

static void stop(side *s) {
    if (s->console != NULL) ox_console_close(s->console);
    if (s->port != NULL) host_close(s->port);
}

static bool play_both(side sides[2], uint32_t frames, equivalence *e) {
    for (; e->frames < frames; e->frames++) {
        ox_frame_stats stats[2];
        uint32_t states[2];
        for (int i = 0; i < 2; i++) {
            ox_console_frame(sides[i].console);
            ox_console_stats(sides[i].console, &stats[i]);
            states[i] = ox_console_state_hash(sides[i].console);
        }
        e->parted = stats[0].hash != stats[1].hash || states[0] != states[1];
        if (e->parted) return false;
        e->picture = stats[0].hash;
        e->state = states[0];
    }
    return true;
}

bool equivalence_check(const char *folder, const char *image_path, uint32_t frames, const pack_options *options, FILE *told,
                       equivalence *found, tool_error *error) {
    uint8_t *data;
    size_t size;
    rom_image image, of_text;
    writer text = {0}, overlay = {0};
    side sides[2] = {{NULL, NULL}, {NULL, NULL}};
    pack_options own = *options;
    memset(found, 0, sizeof *found);
    if (!load_image(image_path, &data, &size, &image, found, error)) return false;
    own.names = (image.flags & ROM_FLAG_NAMES) != 0;
    bool ok = load_text(folder, &own, &text, found, error);
    if (ok && rom_open(text.data, text.size, &of_text, NULL) == ROM_OK)
        ok = overlay_make(&image, &of_text, folder, told, &overlay, &found->differences, error);
    ok = ok && start(&sides[0], folder, text.data, text.size, frames, error) &&
         start(&sides[1], image_path, data, size, frames, error);
    if (ok) (void)play_both(sides, frames, found);
    for (int i = 0; i < 2; i++) stop(&sides[i]);
    writer_free(&overlay);
    writer_free(&text);
    free(data);
    return ok;
}

/* Compares a cart's text with its image: tables, play, and what loading costs. */
#define _POSIX_C_SOURCE 200809L
#include "tools/pack/equivalence.h"
#include "kernel/behaviour/module.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "kernel/console/console.h"
#include "kernel/runtime/module.h"
#include "platform/host/host.h"
#include "rom/check.h"
#include "tools/base/known.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/inspect/dump.h"

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

/* Converts the whole text, in one thread and without kept results; for development, or as a release. */
static bool load_text(const char *folder, const pack_options *options, bool names, writer *image,
                      equivalence *e, tool_error *error) {
    const build_options building = {.root = folder, .jobs = 1};
    pack_options own = *options;
    pack_report report;
    uint64_t start = processor_time();
    char path[CART_PATH_MAX + 16];
    own.names = names;
    own.debug = false;
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

/* Loads the image: reads and checks it, and unpacks every compressed chunk. */
static bool load_image(const char *path, uint8_t **data, size_t *size, rom_image *image, equivalence *e,
                       tool_error *error) {
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

/* ---- tables ---- */

static bool head_differs(const char *what, uint32_t image, uint32_t text, FILE *told) {
    if (image != text) fprintf(told, "head: %s: %08x -> %08x\n", what, (unsigned)image, (unsigned)text);
    return image != text;
}

static bool compare_tables(const rom_image *image, const writer *text, const rom_image *names,
                           const equivalence_options *options, equivalence *e, tool_error *error) {
    const dump_comparison how = {.most = 5, .names = names, .content = true};
    const uint32_t seen = ~(uint32_t)ROM_FLAG_NAMES;
    rom_image of_text;
    rom_error fault;
    if (rom_open(text->data, text->size, &of_text, &fault) != ROM_OK)
        return import_error_internal(error, NULL, "the text's own image does not open: %s", fault.text);
    bool differs = head_differs("cart", image->cart, of_text.cart, options->told);
    differs = head_differs("version", image->cart_version, of_text.cart_version, options->told) || differs;
    differs = head_differs("flags", image->flags & seen, of_text.flags & seen, options->told) || differs;
    e->differences = dump_difference(image, &of_text, &how, options->told) + differs;
    return true;
}

/* ---- playing ---- */

/* Writes an input script. Any input will do in which every button, the pointer and the stick have their turn. Start
 * comes twice, since it pauses. */
static void write_input(uint32_t frames, writer *out) {
    static const char *const buttons[] = {"RIGHT", "A", "UP",      "B", "LEFT",   "X", "START",
                                          "DOWN",  "Y", "RIGHT+A", "L", "SELECT", "R"};
    enum { BUTTONS = sizeof buttons / sizeof buttons[0] };
    for (uint32_t at = 5, k = 0; at < frames; at += 6 + k * 11 % 9, k++) {
        char line[160];
        const char *button = buttons[k % BUTTONS];
        bool pauses = strcmp(button, "START") == 0;
        unsigned from = (unsigned)at, x = (unsigned)(k * 37 % 128), y = (unsigned)(k * 53 % 64);
        int length = snprintf(line, sizeof line, "%u hold %s %u\n", from, button,
                              pauses ? 2u : (unsigned)(1 + k * 5 % 23));
        if (pauses)
            length += snprintf(line + length, sizeof line - (size_t)length, "%u hold START 2\n", from + 4);
        if (k % 8 == 3)
            length += snprintf(line + length, sizeof line - (size_t)length,
                               "%u pointer %u %u\n%u hold POINTER 3\n", from + 4, x, y, from + 4);
        if (k % 16 == 7)
            length += snprintf(line + length, sizeof line - (size_t)length, "%u stick %d %d\n", from + 4,
                               (int)x * 512 - 32767, 32767 - (int)y * 1024);
        writer_bytes(out, line, (size_t)length);
    }
    writer_u8(out, 0);
}

typedef struct side {
    plat *port;
    ox_console *console;
    uint32_t sound; /* hash of all samples */
} side;

static void hear_sound(void *argument, const plat_audio *form, const void *frames, uint32_t count) {
    side *s = argument;
    s->sound = rom_crc32(s->sound, frames, (size_t)count * form->channels * (form->bits / 8u));
}

/* An image in memory, and its name in errors. */
typedef struct named_image {
    const char *name;
    const void *data;
    size_t size;
} named_image;

static bool start_side(side *s, named_image image, const equivalence_options *o, const writer *input,
                       tool_error *error) {
    const host_options options = {.driver = HOST_DRIVER_HEADLESS,
                                  .frame_limit = o->frames,
                                  .threads = 1,
                                  .quiet = true,
                                  .input_script = o->input,
                                  .input_text = (const char *)input->data,
                                  .on_audio = hear_sound,
                                  .on_audio_argument = s};
    char text[300];
    ox_error refused;
    s->port = host_open(&options, text, sizeof text);
    if (s->port == NULL) return import_error_file(error, o->input, "%s", text);
    ox_boot_options boot = ox_boot_defaults(s->port, image.data, image.size);
    boot.deterministic = true;
    boot.log_hashes = true;
    boot.modules = known_modules();

    s->console = ox_console_boot(&boot, &refused);
    return s->console != NULL || import_error_file(error, image.name, "%s", refused.text);
}

static void stop_side(side *s) {
    if (s->console != NULL) ox_console_close(s->console);
    if (s->port != NULL) host_close(s->port);
}

/* Plays both sides until they differ, or until the game ends on both. */
static void play_both(side sides[2], uint32_t frames, equivalence *e) {
    bool on = true;
    for (; on && e->frames < frames; e->frames++) {
        ox_frame_stats stats[2];
        uint32_t states[2], scripts[2];
        bool goes_on[2];
        for (int i = 0; i < 2; i++) {
            goes_on[i] = ox_console_frame(sides[i].console);
            ox_console_stats(sides[i].console, &stats[i]);
            states[i] = ox_console_state_hash(sides[i].console);
            scripts[i] = ox_console_scripts_hash(sides[i].console);
        }
        e->parted = scripts[0] != scripts[1]           ? "the state of scripts"
                    : states[0] != states[1]           ? "the state"
                    : stats[0].hash != stats[1].hash   ? "the picture"
                    : sides[0].sound != sides[1].sound ? "the sound"
                    : goes_on[0] != goes_on[1]         ? "the end"
                                                       : NULL;
        if (e->parted != NULL) return;
        e->picture = stats[0].hash;
        e->sound = sides[0].sound;
        e->state = states[0];
        e->scripts = scripts[0];
        on = goes_on[0];
    }
}

bool equivalence_check(const char *folder, const char *image_path, const equivalence_options *options,
                       equivalence *found, tool_error *error) {
    uint8_t *data;
    size_t size;
    rom_image image, names;
    writer text = {0}, release = {0}, input = {0};
    side sides[2] = {{.port = NULL}, {.port = NULL}};
    memset(found, 0, sizeof *found);
    if (!load_image(image_path, &data, &size, &image, found, error)) return false;
    bool whole = (image.flags & ROM_FLAG_RELEASE) == 0;
    bool ok = load_text(folder, &options->packing, true, &text, found, error);
    if (ok && !whole) {
        equivalence again = {0};
        ok = load_text(folder, &options->packing, false, &release, &again, error);
    }
    bool named = ok && rom_open(text.data, text.size, &names, NULL) == ROM_OK;
    ok = ok && compare_tables(&image, whole ? &text : &release, named ? &names : NULL, options, found, error);
    if (options->input == NULL) write_input(options->frames, &input);
    if (input.failed) ok = ok && import_error_memory(error, folder);
    ok = ok && start_side(&sides[0], (named_image){folder, text.data, text.size}, options, &input, error) &&
         start_side(&sides[1], (named_image){image_path, data, size}, options, &input, error);
    if (ok) play_both(sides, options->frames, found);
    for (int i = 0; i < 2; i++) stop_side(&sides[i]);
    writer_free(&input);
    writer_free(&release);
    writer_free(&text);
    free(data);
    return ok;
}

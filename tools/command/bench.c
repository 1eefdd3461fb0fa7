/* oxcart bench: the cost of a cart per frame, in counts that do not depend on the machine that counts. */
#include <stdio.h>
#include <string.h>

#include "kernel/console/console.h"
#include "raster/inspect.h"
#include "tools/cart/cart.h"
#include "tools/command/command.h"
#include "tools/import/base/file.h"
#include "tools/play/play.h"

typedef struct sums {
    uint64_t frames, submitted, triangles, rows, pixels, vertices;
    uint64_t commands, pieces, flat_pixels; /* of flat pictures */
    uint64_t cost[2], most[2];              /* x86-64 instructions, Game Boy Advance cycles */
    uint32_t most_frame[2];
    uint32_t hash, peak, budget;
    ox_memory_region regions[24];
    int region_count;
} sums;

static const rs_costs *const costs[2] = {&rs_costs_desktop, &rs_costs_gba};
static const char *const cost_names[2] = {"desktop_instructions", "gba_cycles"};

static uint32_t sum_of(const uint32_t classes[RS_COST_CLASSES], int first, int end) {
    uint32_t sum = 0;
    for (int i = first; i < end; i++) sum += classes[i];
    return sum;
}

static void count(void *context, const ox_console *console) {
    sums *s = context;
    const rs_frame *list = ox_console_list(console);
    ox_frame_stats stats;
    rs_census census;
    rs_state state;
    rs_frame_census(list, &census);
    rs_frame_save(list, &state);
    ox_console_stats(console, &stats);
    s->submitted += census.submitted;
    s->vertices += census.vertices;
    s->triangles += sum_of(census.triangles, 0, RS_COST_FLAT);
    s->rows += sum_of(census.rows, 0, RS_COST_FLAT);
    s->pixels += sum_of(census.pixels, 0, RS_COST_FLAT);
    s->commands += census.triangles[RS_COST_COMMANDS];
    s->pieces += sum_of(census.triangles, RS_COST_FLAT, RS_COST_COMMANDS);
    s->flat_pixels += sum_of(census.pixels, RS_COST_FLAT, RS_COST_CLASSES);
    for (int i = 0; i < 2; i++) {
        uint64_t cost = rs_census_cost(&census, costs[i], (uint32_t)state.light_count);
        s->cost[i] += cost;
        if (cost <= s->most[i]) continue;
        s->most[i] = cost;
        s->most_frame[i] = stats.frame;
    }
    uint8_t bytes[4] = {(uint8_t)stats.hash, (uint8_t)(stats.hash >> 8), (uint8_t)(stats.hash >> 16),
                        (uint8_t)(stats.hash >> 24)};
    s->hash = rom_crc32(s->hash, bytes, sizeof bytes);
    s->peak = stats.memory_peak;
    s->budget = stats.memory_budget;
    s->frames++;
    s->region_count = 0;
    while (s->region_count < 24 && ox_console_region(console, s->region_count, &s->regions[s->region_count]))
        s->region_count++;
}

static uint64_t mean(uint64_t sum, uint64_t frames) { return (sum + frames / 2) / frames; }

static void tell_sums(const sums *s) {
    const struct {
        const char *name;
        uint64_t sum;
    } rows[] = {{"vertices", s->vertices},  {"submitted", s->submitted},    {"triangles", s->triangles},
                {"rows", s->rows},          {"pixels", s->pixels},          {"flat_commands", s->commands},
                {"flat_pieces", s->pieces}, {"flat_pixels", s->flat_pixels}};
    json_writer *json = command_json();
    if (json == NULL)
        printf("frames %llu, hash %08x; a frame in the mean:\n", (unsigned long long)s->frames,
               (unsigned)s->hash);
    if (json != NULL) json_number(json, "frames", s->frames);
    if (json != NULL) json_id(json, "hash", s->hash);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t value = mean(rows[i].sum, s->frames);
        if (json != NULL)
            json_number(json, rows[i].name, value);
        else
            printf("  %-22s %10llu\n", rows[i].name, (unsigned long long)value);
    }
    for (int i = 0; i < 2; i++) {
        uint64_t value = mean(s->cost[i], s->frames);
        if (json == NULL) {
            printf("  %-22s %10llu, at most %llu in frame %u\n", cost_names[i], (unsigned long long)value,
                   (unsigned long long)s->most[i], (unsigned)s->most_frame[i]);
            continue;
        }
        json_begin_object(json, cost_names[i]);
        json_number(json, "mean", value);
        json_number(json, "most", s->most[i]);
        json_number(json, "most_in_frame", s->most_frame[i]);
        json_end_object(json);
    }
    if (json != NULL) {
        json_number(json, "memory_peak", s->peak);
        json_number(json, "memory_budget", s->budget);
        json_begin_array(json, "memory");
    } else {
        printf("memory %u of %u bytes at the peak:\n", (unsigned)s->peak, (unsigned)s->budget);
    }
    for (int i = 0; i < s->region_count; i++) {
        const ox_memory_region *r = &s->regions[i];
        if (json == NULL) {
            printf("  %-22s %10u\n", r->name, (unsigned)r->peak);
            continue;
        }
        json_begin_object(json, NULL);
        json_text(json, "name", r->name);
        json_number(json, "peak", r->peak);
        json_end_object(json);
    }
    if (json != NULL) json_end_array(json);
}

static int command_bench(int argc, char **argv) {
    sums s = {.frames = 0};
    play_settings settings = {.driver = HOST_DRIVER_HEADLESS,
                              .frames = 120,
                              .quiet = true,
                              .format = -1,
                              .shot_frame = -1,
                              .each = count,
                              .context = &s};
    const argument_option options[] = {{"--frames", ARGUMENT_NUMBER, &settings.frames, 1, 1000000, NULL},
                                       {"--level", ARGUMENT_TEXT, &settings.level, 0, 0, NULL},
                                       {"--input", ARGUMENT_TEXT, &settings.input, 0, 0, NULL},
                                       {"--size", ARGUMENT_SIZE, settings.size, 0, 0, NULL},
                                       {"--format", ARGUMENT_CHOICE, &settings.format, 0, 0, cart_formats},
                                       {"--memory", ARGUMENT_BYTES, &settings.memory, 0, 0, NULL},
                                       COMMAND_JSON,
                                       {NULL, ARGUMENT_END, NULL, 0, 0, NULL}};
    const char *path = NULL;
    writer image = {0};
    tool_error error = {.text = ""};
    if (!arguments_parse(argc, argv, options, &path, 1, "a ROM image or the folder of a cart"))
        return EXIT_USAGE;
    settings.title = path;
    if (!command_make_image(path, true, &image, &error)) return command_failed(&error);
    player *p = play_open(&settings);
    int code = EXIT_BAD;
    if (p != NULL) {
        play_end end = play_image(p, path, image.data, image.size, NULL, NULL);
        code = play_close(p, end);
    }
    writer_free(&image);
    if (code == EXIT_GOOD && s.frames > 0) tell_sums(&s);
    return code;
}

const command_verb verb_bench = {
    {"bench", "what a cart costs a frame, in counts",
     "usage: oxcart bench FILE.rom|DIR [--frames N] [--level NAME] [--input SCRIPT] [--size WxH] [--format "
     "F] [--memory BYTES] [--json]\n"
     "Plays N frames (120) without showing them and tells, for a frame in the mean, vertices, triangles, "
     "rows and pixels, what of\n"
     "two dimensions is drawn (commands; tiles, sprites and letters as they are cut by bands; their pixels), "
     "what they\n"
     "cost in instructions of a desktop and cycles of a Game Boy Advance, the dearest frame, and the peak of "
     "every region of\n"
     "memory. The counts are the same on every machine.\n"
     "example: oxcart bench mygame --frames 600\n"},
    command_bench,
};

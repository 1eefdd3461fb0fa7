/* Boots a ROM image and turns polls into steps and steps into frames. */
#include "kernel/console/console.h"

#include <stdarg.h>
#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/debug/format.h"

enum {
    FRAME_SHARE = 4,  /* of the budget, for the display list, when the cart does not say */
    FAST_STATE = 8192 /* bytes of fast memory from which on the recorder's state lies there too */
};

ox_boot_options ox_boot_defaults(plat *platform, const void *image, size_t image_size) {
    return (ox_boot_options){.platform = platform, .image = image, .image_size = image_size, .format = -1};
}

/* ---- refusals ---- */

/* Fills *error; the caller returns false or NULL. */
static bool refuse(ox_error *error, ox_status status, uint32_t offset, const char *format, ...) {
    va_list arguments;
    error->status = (int)status;
    error->offset = offset;
    va_start(arguments, format);
    ox_format_list(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

/* "256 KB" or "1000 bytes". */
static const char *size_text(char text[24], size_t bytes) {
    bool whole = bytes % 1024u == 0;
    size_t shown = whole ? bytes / 1024u : bytes;
    ox_format(text, 24, "%u %s", (unsigned)(shown > UINT32_MAX ? UINT32_MAX : shown), whole ? "KB" : "bytes");
    return text;
}

static const char *format_name(int format) {
    static const char *const names[PLAT_FORMATS] = {"pal8", "rgb565", "bgr555", "xrgb8888"};
    return (unsigned)format < PLAT_FORMATS ? names[format] : "unknown";
}

/* ---- boot ---- */

/* The options with the ROM's wishes in place of zeros; false and the reason when they make no picture. */
static bool settle(ox_boot_options *options, const uint8_t *budget, ox_error *error) {
    if (options->width == 0) options->width = rom_half(budget + ROM_BUDGET_WIDTH);
    if (options->height == 0) options->height = rom_half(budget + ROM_BUDGET_HEIGHT);
    if (options->format < 0) options->format = budget[ROM_BUDGET_FORMAT];
    if (options->width < 8 || options->width > RS_SIZE_MAX || options->height < 8 ||
        options->height > RS_SIZE_MAX) {
        return refuse(error, OX_BAD_ARGUMENT, 0, "a picture of %d x %d pixels: 8 to %d each way are possible",
                      options->width, options->height, RS_SIZE_MAX);
    }
    if (options->format >= (int)PLAT_FORMATS) {
        return refuse(error, OX_BAD_ARGUMENT, 0, "pixel format %d: 0 (pal8) to %d (xrgb8888) are possible",
                      options->format, (int)PLAT_FORMATS - 1);
    }
    if (options->band_lines != 0 && options->band_lines < OX_BAND_LEAST) {
        return refuse(error, OX_BAD_ARGUMENT, 0, "bands of %d lines: at least %d are possible",
                      options->band_lines, OX_BAND_LEAST);
    }
    return true;
}

/* Opens the image and checks all of its bytes. */
static bool open_image(const ox_boot_options *options, rom_image *image, ox_error *error) {
    rom_error fault;
    if (rom_open(options->image, options->image_size, image, &fault) != ROM_OK ||
        rom_check_content(image, &fault) != ROM_OK) {
        return refuse(error, OX_BAD_IMAGE, fault.offset, "the ROM image is refused: %s", fault.text);
    }
    return true;
}

/* Carves the budget: the console itself, the display list, and all the rest as resident memory. */
static ox_console *carve(const plat_memory_map *map, const rom_image *image, ox_error *error) {
    const uint8_t *asked = image->base + image->budget;
    uint32_t bytes = rom_word(asked + ROM_BUDGET_MEMORY), frame_bytes = rom_word(asked + ROM_BUDGET_FRAME);
    char wanted[24], there[24];
    ox_budget budget;
    ox_console *console = NULL;
    void *piece = NULL, *frame = NULL;
    if (bytes > map->main.size) {
        refuse(error, OX_OVER_BUDGET, image->budget + ROM_BUDGET_MEMORY,
               "budget %s is larger than this machine's %s", size_text(wanted, bytes),
               size_text(there, map->main.size));
        return NULL;
    }
    if (frame_bytes == 0) frame_bytes = (bytes / FRAME_SHARE) & ~7u;
    ox_status status = ox_budget_open(&budget, map->main.base, map->main.size, bytes);
    if (status == OX_OK) status = ox_budget_piece(&budget, "console", &piece, sizeof *console, OX_ALIGNMENT);
    if (status == OX_OK) status = ox_budget_piece(&budget, "recorder", &frame, rs_frame_size(), OX_ALIGNMENT);
    console = piece;
    if (status == OX_OK) {
        memset(console, 0, sizeof *console);
        console->budget = budget;
        console->frame = frame;
        ox_arena_init(&console->fast, map->fast.base, map->fast.size);
        console->bands.vertices = (rs_block){map->vertices.base, map->vertices.size};
        if (map->fast.size >= FAST_STATE) {
            frame = ox_arena_push_low(&console->fast, rs_frame_size(), OX_ALIGNMENT);
            if (frame != NULL) console->frame = frame; /* the piece of the budget stays, so that all machines are alike */
        }
        status = ox_budget_frame(&console->budget, "frame", &console->frame_memory, frame_bytes, 1);
    }
    if (status == OX_OK) status = ox_budget_arena(&console->budget, "resident", &console->resident, 0);
    if (status == OX_OK) return console;
    refuse(error, OX_OUT_OF_MEMORY, image->budget + ROM_BUDGET_MEMORY,
           "budget %s is too small: %u bytes for the display list and %u for the console must fit",
           size_text(wanted, bytes), (unsigned)frame_bytes, (unsigned)(sizeof *console + rs_frame_size()));
    return NULL;
}

static uint32_t start_scene(const ox_console *console) {
    if (console->options.scene != 0) return console->options.scene;
    return console->image.info == 0
               ? 0
               : rom_word(console->image.base + console->image.info + ROM_INFO_START_SCENE);
}

/* Refuses for want of resident memory. */
static bool memory_short(const ox_console *console, ox_error *error, const char *what) {
    char total[24];
    return refuse(error, OX_OUT_OF_MEMORY, console->image.budget + ROM_BUDGET_MEMORY,
                  "budget %s is too small: no room for %s; %u bytes are left",
                  size_text(total, console->budget.arena.size), what,
                  (unsigned)ox_arena_free(&console->resident));
}

/* Resources, scene and bands. */
static bool load(ox_console *console, ox_error *error) {
    rs_format format = (rs_format)console->options.format;
    if (ox_resources_init(&console->resources, &console->image, &console->resident, &console->convert, format,
                          &console->log) != OX_OK) {
        return memory_short(console, error, "the palette");
    }
    uint32_t scene = start_scene(console);
    ox_status status =
        ox_player_open(&console->player, &console->resources, &console->resident, scene, &console->log);
    if (status == OX_OUT_OF_MEMORY) return memory_short(console, error, "the scene");
    if (status != OX_OK) {
        return refuse(error, status, 0, "the start scene %08x %s", (unsigned)scene,
                      scene == 0 ? "is not named by the image" : "is missing or damaged: see the log");
    }
    int rom_lines = console->image.base[console->image.budget + ROM_BUDGET_BAND];
    if (!ox_console_place_bands(console, rom_lines))
        return memory_short(console, error, "8 lines of colour and depth");
    console->hud_light = ox_resource_native(&console->resources, 0xFFFFFFu);
    console->hud_dark = ox_resource_native(&console->resources, 0);

    rs_target target = ox_console_target(console);
    rs_block list;
    list.base = ox_frame_memory_open(&console->frame_memory, &list.size, OX_ALIGNMENT);
    if (!rs_frame_begin(console->frame, &target, list, console->bands.rest)) {
        return refuse(error, OX_OUT_OF_MEMORY, console->image.budget + ROM_BUDGET_FRAME,
                      "%u bytes of frame memory are too few for a picture of %d x %d", (unsigned)list.size,
                      console->options.width, console->options.height);
    }
    return true;
}

static bool open_video(ox_console *console, ox_error *error) {
    const ox_boot_options *options = &console->options;
    if (!plat_video_open(options->platform, options->width, options->height, (plat_format)options->format)) {
        return refuse(error, OX_NO_VIDEO, 0, "this machine cannot show %d x %d pixels in %s", options->width,
                      options->height, format_name(options->format));
    }
    if (options->format == (int)PLAT_PAL8)
        plat_palette(options->platform, console->resources.palette->rgb, 0, 256);
    return true;
}

/* One line that says what plays, and in how much memory. */
static void announce(ox_console *console) {
    const uint8_t *info = console->image.info == 0 ? NULL : console->image.base + console->image.info;
    char title[40] = "untitled", total[24];
    uint32_t length = info == NULL ? 0 : rom_word(info + ROM_INFO_TITLE + 4);
    if (length > 0) {
        if (length > sizeof title - 1) length = sizeof title - 1;
        memcpy(title, info + rom_word(info + ROM_INFO_TITLE), length);
        title[length] = 0;
    }
    ox_log_write(&console->log, PLAT_LOG_INFO,
                 "%s: %d x %d %s, budget %s, %u bytes free, bands of %d lines%s", title,
                 console->options.width, console->options.height, format_name(console->options.format),
                 size_text(total, console->budget.arena.size), (unsigned)ox_arena_free(&console->resident),
                 console->bands.lines, console->bands.fast ? " in fast memory" : "");
}

static bool start(ox_console *console, const plat_memory_map *map, ox_error *error) {
    uint32_t rate = rom_half(console->image.base + console->image.budget + ROM_BUDGET_RATE);
    bool small = console->budget.arena.size < 65536u;
    console->platform = console->options.platform;
    ox_arena_init(&console->convert, map->convert.base, map->convert.size);
    ox_arena_fail_after(&console->resident, console->options.fail_allocation);
    ox_log_init(&console->log, console->platform, &console->resident, small ? 4 : 16, 64);
    if (!load(console, error) || !open_video(console, error)) return false;
    ox_loop_init(&console->loop, rate, console->options.deterministic);
    ox_input_init(&console->input);
    announce(console);
    return true;
}

ox_console *ox_console_boot(const ox_boot_options *options, ox_error *error) {
    ox_boot_options settled = *options;
    plat_memory_map map = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    rom_image image;
    memset(error, 0, sizeof *error);
    if (options->platform == NULL || options->image == NULL) {
        refuse(error, OX_BAD_ARGUMENT, 0, "no port or no ROM image was given");
        return NULL;
    }
    if (!open_image(options, &image, error)) return NULL;
    if (!settle(&settled, image.base + image.budget, error)) return NULL;
    plat_memory(options->platform, &map);
    ox_console *console = carve(&map, &image, error);
    if (console == NULL) return NULL;
    console->image = image;
    console->options = settled;
    return start(console, &map, error) ? console : NULL;
}

/* ---- frames ---- */

/* Microseconds since the last frame; a machine without a clock always reads 0 and takes one step a frame. */
static int64_t elapsed_time(ox_console *console) {
    uint64_t now = plat_ticks(console->platform);
    int64_t elapsed = console->now == 0 ? 0 : (int64_t)(now - console->now);
    console->loop.per_frame = console->options.deterministic || now == 0;
    if (console->now != 0) {
        bool sane = elapsed >= 0 && elapsed < 10000000;
        console->times[console->time_count % OX_FRAME_TIMES] = sane ? (uint32_t)elapsed : 0;
        console->time_count++;
    }
    console->now = now;
    return elapsed;
}

bool ox_console_frame(ox_console *console) {
    plat_input polled;
    memset(&polled, 0, sizeof polled);
    plat_poll(console->platform, &polled);
    ox_input_feed(&console->input, &polled);
    if (console->input.quit) return false;
    for (int steps = ox_loop_advance(&console->loop, elapsed_time(console)); steps > 0; steps--) {
        ox_input_step(&console->input);
        ox_player_step(&console->player, &console->input);
    }
    if (console->player.band_wish != 0) ox_console_change_bands(console, console->player.band_wish);
    console->player.band_wish = 0;
    ox_console_draw(console, ox_loop_fraction(&console->loop));
    return true;
}

/* ---- answers ---- */

void ox_console_stats(const ox_console *console, ox_frame_stats *stats) { *stats = console->stats; }

bool ox_console_region(const ox_console *console, int index, ox_region *region) {
    return ox_budget_region(&console->budget, index, region);
}

int ox_console_band_lines(const ox_console *console) { return console->bands.lines; }

bool ox_console_bands_are_fast(const ox_console *console) { return console->bands.fast; }

const char *ox_console_log_line(const ox_console *console, uint32_t age) {
    return ox_log_recent(&console->log, age);
}

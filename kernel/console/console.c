/* Boots a ROM image and turns polls into steps and steps into frames. */
#include "kernel/console/console.h"

#include <stdarg.h>
#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/debug/format.h"
#include "kernel/debug/profile.h"
#include "kernel/debug/stack.h"
#include "kernel/text/view.h"

ox_boot_options ox_boot_defaults(plat *platform, const void *image, size_t image_size) {
    return (ox_boot_options){.platform = platform,
                             .image = image,
                             .image_size = image_size,
                             .format = -1,
                             .log_subsystems = OX_DEBUG != 0};
}

/* ---- refusals ---- */

static void fill_error(ox_error *error, ox_status status, uint32_t offset, const char *format,
                       va_list arguments) {
    error->status = (int)status;
    error->offset = offset;
    ox_text out = ox_text_begin(error->text, sizeof error->text);
    ox_text_add_list(&out, format, arguments);
    /* all memory comes out of the budget, so more budget makes room for anything */
    if (status == OX_OUT_OF_MEMORY &&
        ox_text_find(ox_text_of(error->text), ox_text_of("budget")) == OX_TEXT_NOWHERE)
        ox_text_add(&out, "; raise `budget`");
}

/* Fills *error; the caller returns false. */
static bool refuse_boot(ox_error *error, ox_status status, uint32_t offset, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill_error(error, status, offset, format, arguments);
    va_end(arguments);
    return false;
}

/* Fills the error of the start under way. The first sentence stays: the code that is nearest to the reason speaks
 * first. */
ox_status ox_module_refuse(const ox_module_host *host, ox_status status, uint32_t offset, const char *format,
                           ...) {
    ox_error *error = host->console->error;
    va_list arguments;
    va_start(arguments, format);
    if (error != NULL && error->status == 0) {
        fill_error(error, status, offset, format, arguments);
        ox_log_name_ids(&host->console->log, error->text, sizeof error->text);
    }
    va_end(arguments);
    return status;
}

ox_status ox_module_refuse_to(ox_error *error, ox_status status, const char *text) {
    refuse_boot(error, status, 0, "%s", text);
    return status;
}

const char *ox_console_size_text(char text[24], size_t bytes) {
    bool whole = bytes % 1024u == 0;
    size_t shown = whole ? bytes / 1024u : bytes;
    ox_format(text, 24, "%u %s", (unsigned)(shown > UINT32_MAX ? UINT32_MAX : shown), whole ? "KB" : "bytes");
    return text;
}

const char *ox_console_format_name(int format) {
    static const char *const names[PLAT_FORMATS] = {"pal8", "rgb565", "bgr555", "xrgb8888"};
    return (unsigned)format < PLAT_FORMATS ? names[format] : "unknown";
}

/* ---- boot ---- */

/* Fills zeros of the options with the ROM's wishes; false and the reason when the options make no picture. */
static bool settle_options(ox_boot_options *options, const uint8_t *budget, ox_error *error) {
    if (options->width == 0) options->width = rom_half(budget + ROM_BUDGET_WIDTH);
    if (options->height == 0) options->height = rom_half(budget + ROM_BUDGET_HEIGHT);
    if (options->format < 0) options->format = budget[ROM_BUDGET_FORMAT];
    if (options->width < 8 || options->width > RS_SIZE_MAX || options->height < 8 ||
        options->height > RS_SIZE_MAX) {
        return refuse_boot(error, OX_BAD_ARGUMENT, 0,
                           "a picture of %d x %d pixels: 8 to %d each way are possible", options->width,
                           options->height, RS_SIZE_MAX);
    }
    if (options->format >= (int)PLAT_FORMATS) {
        return refuse_boot(error, OX_BAD_ARGUMENT, 0,
                           "pixel format %d: 0 (pal8) to %d (xrgb8888) are possible", options->format,
                           (int)PLAT_FORMATS - 1);
    }
    if (options->gamma == 0) options->gamma = OX_GAMMA_NONE;
    if (options->gamma < OX_GAMMA_NONE || options->gamma > OX_GAMMA_MOST) {
        return refuse_boot(error, OX_BAD_ARGUMENT, 0, "a gamma of %d tenths: %d to %d are possible",
                           options->gamma, (int)OX_GAMMA_NONE, (int)OX_GAMMA_MOST);
    }
    if (options->band_lines != 0 && options->band_lines < OX_BAND_LEAST) {
        return refuse_boot(error, OX_BAD_ARGUMENT, 0, "bands of %d lines: at least %d are possible",
                           options->band_lines, OX_BAND_LEAST);
    }
    return true;
}

/* Reads the head of the image, which holds the budget. */
static bool open_image(const ox_boot_options *options, rom_image *image, ox_error *error) {
    rom_error fault;
    if (rom_open(options->image, options->image_size, image, &fault) != ROM_OK)
        return refuse_boot(error, OX_BAD_IMAGE, fault.offset, "the ROM image is refused: %s", fault.text);
    if (image->budget != 0) return true;
    return refuse_boot(error, OX_UNSUPPORTED, 0, "the ROM image has no budget: it only adds to another one");
}

/* Puts the console's record to the low end of main memory, where the plan will have it. */
static ox_console *place_console(const ox_boot_options *options, const rom_image *image, ox_error *error) {
    char wanted[24], there[24];
    plat_memory_map map = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    ox_rom_budget budget;
    if (ox_failed(ox_rom_budget_read(image, &budget))) {
        refuse_boot(error, OX_BAD_IMAGE, image->budget,
                    "the ROM image is refused: its budget contradicts itself");
        return NULL;
    }
    plat_memory(options->platform, &map);
    size_t gap = (size_t)(0u - (uintptr_t)map.main.base) & (OX_ALIGNMENT - 1u);
    size_t room = map.main.base == NULL || map.main.size < gap ? 0 : map.main.size - gap;
    if (budget.main > room) {
        refuse_boot(
            error, OX_OVER_BUDGET, image->budget + ROM_BUDGET_MEMORY,
            "budget %s is larger than this machine's %s: main memory: %u bytes are needed, %u are there",
            ox_console_size_text(wanted, budget.main), ox_console_size_text(there, room),
            (unsigned)budget.main, (unsigned)room);
        return NULL;
    }
    size_t own = sizeof(ox_console) + ox_plan_tables(&budget) + rs_frame_size();
    if (own > budget.main) {
        refuse_boot(error, OX_OUT_OF_MEMORY, image->budget + ROM_BUDGET_MEMORY,
                    "budget %s is too small: the console itself: %u bytes are needed, %u are there",
                    ox_console_size_text(wanted, budget.main), (unsigned)own, (unsigned)budget.main);
        return NULL;
    }
    ox_console *console = (ox_console *)(void *)((uint8_t *)map.main.base + gap);
    memset(console, 0, sizeof *console);
    console->budget = budget;
    console->map = map;
    console->image = *image;
    console->options = *options;
    console->platform = options->platform;
    console->number = options->first_tick;
    console->sources = (ox_input_sources){&console->alone, 1, false};
    console->host = (ox_module_host){.console = console,
                                     .options = &console->options,
                                     .engine = &console->engine,
                                     .platform = console->platform,
                                     .image = &console->image,
                                     .stock = &console->stock,
                                     .manager = &console->stock.manager,
                                     .resources = &console->resources,
                                     .log = &console->log,
                                     .loop = &console->loop,
                                     .input = &console->alone.input,
                                     .sources = &console->sources,
                                     .scene = &console->scene,
                                     .world = &console->world,
                                     .shown = &console->shown_world};
    return console;
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
    ox_log_write(
        &console->log, PLAT_LOG_INFO, "%s: %d x %d %s, budget %s, %u bytes free, bands of %d lines%s", title,
        console->options.width, console->options.height, ox_console_format_name(console->options.format),
        ox_console_size_text(total, console->budget.main), (unsigned)ox_arena_free(console->resident),
        console->bands.lines, console->bands.fast ? " in fast memory" : "");
}

/* Starts the subsystems of a console that lies in its place; false when one refused. */
static bool start_subsystems(ox_console *console, ox_error *error) {
    ox_engine *engine = &console->engine;
    ox_engine_init(engine);
    ox_startup_init(&engine->startup, ox_console_subsystems, OX_CONSOLE_SUBSYSTEMS, console->subsystem_memory,
                    console, &ox_console_hooks);
    console->error = error;
    ox_status status = ox_modules_gather(console);
    if (status == OX_OK) status = ox_engine_install(engine, OX_SLOT_PLATFORM, console->platform);
    if (status == OX_OK) status = ox_startup_run(&engine->startup);
    console->error = NULL;
    if (status == OX_OK) return true;
    if (error->status == 0)
        refuse_boot(error, status, 0, "the console cannot start: %s", ox_status_name(status));
    return false;
}

/* Boots a console without the overlays whose bits are set in `left_out`; NULL, and nothing is left of the console, on
 * failure. */
static ox_console *try(const ox_boot_options *options, const rom_image *image, uint32_t left_out,
                       ox_error *error) {
    memset(error, 0, sizeof *error);
    ox_console *console = place_console(options, image, error);
    if (console == NULL) return NULL;
    console->left_out = left_out;
    if (start_subsystems(console, error)) return console;
    memset(console, 0, sizeof *console);
    return NULL;
}

/* Boots without overlays when memory is short. First one overlay is left out, the last one first; if no single one
 * helps, all are. */
static ox_console *boot_with_fewer(const ox_boot_options *options, const rom_image *image, ox_error *error) {
    const ox_error why = *error;
    uint32_t all = (1u << options->overlay_count) - 1u, left_out = 0;
    ox_console *console = NULL;
    for (uint32_t i = options->overlay_count; i > 0 && console == NULL; i--) {
        left_out = 1u << (i - 1);
        console = try(options, image, left_out, error);
    }
    if (console == NULL && options->overlay_count > 1) console = try(options, image, left_out = all, error);
    for (uint32_t i = 0; console != NULL && i < options->overlay_count; i++) {
        if ((left_out >> i & 1u) == 0) continue;
        ox_log_write(&console->log, PLAT_LOG_ERROR, "image %s has no room, the cart plays without it: %s",
                     options->overlays[i].name, why.text);
        console->stock.refused++;
    }
    if (console == NULL) *error = why;
    return console;
}

ox_console *ox_console_boot(const ox_boot_options *options, ox_error *error) {
    ox_boot_options settled = *options;
    rom_image image;
    memset(error, 0, sizeof *error);
    if (options->platform == NULL || options->image == NULL) {
        refuse_boot(error, OX_BAD_ARGUMENT, 0, "no port or no ROM image was given");
        return NULL;
    }
    if (!open_image(options, &image, error)) return NULL;
    if (!settle_options(&settled, image.base + image.budget, error)) return NULL;
    bool claimed = plat_claim(options->platform, PLAT_CONSOLE, true);
    FX_ASSERT_MSG(claimed, "a second console is booted on one port: close the first one before");
    if (!claimed) {
        refuse_boot(error, OX_BAD_STATE, 0, "this port plays a game already: close that console first");
        return NULL;
    }
    ox_console *console = try(&settled, &image, 0, error);
    bool fewer = !ROM_SMALL_PLAYER && console == NULL && settled.overlay_count > 0 && !settled.strict &&
                 (error->status == OX_OUT_OF_MEMORY || error->status == OX_OVER_BUDGET);
    if (fewer) console = boot_with_fewer(&settled, &image, error);
    if (console != NULL) {
        announce(console);
        return console;
    }
    plat_claim(options->platform, PLAT_CONSOLE, false);
    return NULL;
}

size_t ox_console_close(ox_console *console) {
    if (console == NULL || console->platform == NULL) return 0;
    plat *platform = console->platform;
    ox_startup_stop(&console->engine.startup);
    size_t left = console->left;
    FX_ASSERT_MSG(left == 0, "%u bytes of resident memory were not given back", (unsigned)left);
    memset(console, 0, sizeof *console);
    plat_claim(platform, PLAT_CONSOLE, false);
    return left;
}

/* A console that is not booted, or closed, answers nothing. */
static bool runs(const ox_console *console) {
    bool all = console->engine.startup.running == (1u << OX_CONSOLE_SUBSYSTEMS) - 1u;
    FX_ASSERT_MSG(all, "the console does not run: it was not booted, it was closed, or a restart failed");
    return all;
}

ox_status ox_console_restart(ox_console *console, ox_console_subsystem part, ox_error *error) {
    memset(error, 0, sizeof *error);
    if (!runs(console)) return OX_BAD_STATE;
    if ((unsigned)part >= OX_CONSOLE_SUBSYSTEMS || part <= OX_SUBSYSTEM_MEMORY) {
        refuse_boot(error, OX_BAD_ARGUMENT, 0,
                    "subsystem %d cannot be restarted alone: close the console and boot again", (int)part);
        return OX_BAD_ARGUMENT;
    }
    uint32_t steps = console->loop.steps;
    console->error = error;
    ox_status status = ox_startup_restart(&console->engine.startup, (uint8_t)part);
    console->error = NULL;
    console->loop.steps = steps;
    if (ox_failed(status) && error->status == 0)
        refuse_boot(error, status, 0, "the subsystem cannot start again: %s", ox_status_name(status));
    return status;
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

/* Debug builds check in every frame whether the call stack has reached its end. */
static void guard_stack(ox_console *console) {
#if OX_DEBUG
    plat_block stack;
    plat_stack(console->platform, &stack);
    FX_ASSERT_MSG(ox_stack_intact(stack.base, stack.size), "the call stack of %u bytes is used up",
                  (unsigned)stack.size);
#else
    (void)console;
#endif
}

#if OX_PROFILED
/* Goes on to the next part of the frame in the profile. A frame ends where the next one begins, so that waiting counts, too. */
static void measure_phase(const ox_console *c, ox_frame_phase phase) {
    static const char *const names[OX_FRAME_PHASES] = {
        [OX_FRAME_POLL] = "input", [OX_FRAME_STEP] = "step", [OX_FRAME_DRAW] = "draw"};
    ox_profile *p = c->options.profile;
    if (phase == OX_FRAME_BEGIN) {
        ox_profile_switch(p, 0, NULL);
        if (p->count > 0) ox_profile_frame(p, c->elapsed); /* the first frame has none before it */
        ox_profile_begin(p, "frame");
    } else if (phase != OX_FRAME_END) {
        ox_profile_switch(p, 1, names[phase]);
    }
}
#endif

static void trace(ox_console *c, ox_frame_phase phase) {
    if (c->options.trace != NULL) c->options.trace(c->options.trace_context, phase);
    if (phase == OX_FRAME_BEGIN) ox_log_frame(&c->log);
#if OX_PROFILED
    if (c->options.profile != NULL) measure_phase(c, phase);
#endif
}

enum { AWAY_BEHIND = 1, AWAY_ASLEEP = 2 };

/* The console does not own the machine: while another program is in front, or the machine sleeps, the game's time
 * stands still, its sound is off and its pads are still. The time that has passed when the game is back is for the
 * loop's guard to judge. */
static void heed(ox_console *c) {
    uint32_t away = c->away;
    for (plat_notice_kind kind = plat_notice(c->platform); kind != PLAT_NOTHING;
         kind = plat_notice(c->platform)) {
        if (kind == PLAT_QUIT) c->quits = true;
        if (kind == PLAT_FOCUS_LOST) away |= AWAY_BEHIND;
        if (kind == PLAT_FOCUS_GAINED) away &= ~(uint32_t)AWAY_BEHIND;
        if (kind == PLAT_SUSPENDED) away |= AWAY_ASLEEP;
        if (kind == PLAT_RESUMED) away &= ~(uint32_t)AWAY_ASLEEP;
    }
    if (c->options.deterministic || away == c->away) return;
    c->away = (uint8_t)away;
    ox_modules_away(c, away != 0);
    if (away != 0) (void)!plat_rumble(c->platform, PLAT_ALL_PADS, 0, 0, 0);
}

bool ox_console_input(ox_console *console) {
    plat_input polled;
    if (!runs(console)) return false;
    guard_stack(console);
    trace(console, OX_FRAME_BEGIN);
    memset(&polled, 0, sizeof polled);
    trace(console, OX_FRAME_POLL);
    plat_poll(console->platform, &polled);
    heed(console);
    ox_modules_polled(console, &polled);
    ox_input_sources_feed(&console->sources, 0, &polled);
    return !console->host.input->quit && !console->quits;
}

void ox_console_simulate(ox_console *c) {
    ox_manager_tick(&c->stock.manager, c->loop.steps);
    c->rests = false;
    ox_modules_prepare(c);
    OX_PIECE_BEGIN(c, "scene");
    if (!c->rests) ox_scene_step(&c->scene, c->host.input);
    OX_PIECE_END(c, "scene");
    if (c->cart_runs) {
        c->guard.doing = c->options.cart->name;
        OX_PIECE_BEGIN(c, "cart");
        if (c->options.cart->step != NULL) c->options.cart->step(c->options.cart->state, c->host.input);
        OX_PIECE_END(c, "cart");
    }
    OX_PIECE_BEGIN(c, "world");
    if (!c->rests) ox_world_tick(&c->world);
    OX_PIECE_END_WITH(c, "world");
    ox_modules_simulate(c);
    if (!c->rests && (ROM_SMALL_PLAYER || !c->still.by_bands)) c->still.known = 0;
}

/* Takes one step of all that moves. False when the game ends, as at the end of a replay. */
static bool step_console(ox_console *c) {
    trace(c, OX_FRAME_STEP);
    ox_modules_before(c);
    ox_module_input given = ox_modules_input(c);
    if (given == OX_INPUT_OVER) return false;
    if (given == OX_INPUT_OF_PORT) ox_input_sources_step(&c->sources, c->world.tick);
    ox_modules_known(c);
    ox_console_simulate(c);
    if (c->cart_runs) ox_guard_stepped(c);
    return ox_modules_stepped(c);
}

bool ox_console_update(ox_console *console) {
    if (!runs(console)) return false;
    int64_t elapsed = elapsed_time(console);
    console->elapsed = (uint32_t)(elapsed < 0 ? 0 : elapsed > UINT32_MAX ? UINT32_MAX : elapsed);
    if (console->away) return true;
    for (int steps = ox_loop_advance(&console->loop, elapsed); steps > 0; steps--) {
        if (!step_console(console)) return false;
#if OX_PROFILED
        if (!console->loop.paused) continue; /* whoever looks has stopped the game behind this very step */
        console->loop.steps -= (uint32_t)(steps - 1);
        break;
#endif
    }
    ox_modules_frame(console);
    if (console->scene.band_wish != 0) ox_console_change_bands(console, console->scene.band_wish);
    console->scene.band_wish = 0;
    const bool is_changed = console->wanted != 0 || console->speaks;
    if (console->wanted != 0) ox_console_change_level(console);
    if (console->speaks) ox_console_change_language(console);
    return !(is_changed && console->quits); /* after a failed change there may be no scene to draw */
}

void ox_console_output(ox_console *console) {
    if (!runs(console)) return;
    trace(console, OX_FRAME_DRAW);
    console->guard.doing = "drawing";
    ox_console_draw(console, ox_loop_fraction(&console->loop));
    trace(console, OX_FRAME_SHOWN);
    trace(console, OX_FRAME_END);
}

static bool play_frame(ox_console *console) {
    if (!ox_console_input(console)) return false;
    ox_guard_begin(console);
    bool more = ox_console_update(console);
    if (more) ox_console_output(console);
    ox_guard_end(console);
    return more;
}

#if !ROM_SMALL_PLAYER
void ox_module_follow(const ox_module_host *host, ox_module_next *next) { host->console->next = next; }

static bool goes_on(ox_console *console) { return console->next != NULL && console->next(console); }

/* The game that follows shows its first picture in the same call, so that each call has one. */
bool ox_console_frame(ox_console *console) {
    return play_frame(console) || (goes_on(console) && (play_frame(console) || goes_on(console)));
}
#else
bool ox_console_frame(ox_console *console) { return play_frame(console); }
#endif

void ox_console_quit(ox_console *console) { console->quits = true; }

uint32_t ox_console_elapsed(const ox_console *console) { return runs(console) ? console->elapsed : 0; }

/* ---- answers ---- */

ox_engine *ox_console_engine(ox_console *console) { return &console->engine; }

void ox_console_stats(const ox_console *console, ox_frame_stats *stats) {
    (void)runs(console);
    *stats = console->stats;
}

bool ox_console_region(const ox_console *console, int index, ox_memory_region *region) {
    ox_memory_figures figures;
    if (!runs(console) || index < 0 || !ox_memory_client_figures(&console->memory, (uint32_t)index, &figures))
        return false;
    *region = (ox_memory_region){.name = figures.name,
                                 .kind = OX_REGION_ARENA,
                                 .size = figures.declared,
                                 .used = figures.used,
                                 .peak = figures.peak,
                                 .refused = figures.refused};
    if (figures.tag != OX_TAG_FRAME || figures.class != OX_CLASS_MAIN) return true;
    region->kind = OX_REGION_FRAME;
    region->used = ox_frame_memory_used(&console->frame_memory) * console->budget.frame_copies;
    region->peak = ox_frame_memory_peak(&console->frame_memory) * console->budget.frame_copies;
    region->refused = ox_frame_memory_refused(&console->frame_memory);
    return true;
}

plat *ox_console_port(const ox_console *console) { return console->platform; }

uint32_t ox_console_scene(const ox_console *console) {
    return (console->engine.startup.running >> OX_SUBSYSTEM_SCENE & 1u) != 0 ? console->options.scene : 0;
}

ox_scene *ox_console_played_scene(ox_console *console) {
    return (console->engine.startup.running >> OX_SUBSYSTEM_SCENE & 1u) != 0 ? &console->scene : NULL;
}

ox_world *ox_console_world(ox_console *console) {
    return console->world.arena != NULL ? &console->world : NULL;
}

ox_stock *ox_console_stock(ox_console *console) { return runs(console) ? &console->stock : NULL; }

/* Whether memory and capacities can be asked for: also in the cart's start, when the console does not run yet. */
static bool has_memory(const ox_console *console) {
    bool there = (console->engine.startup.running >> OX_SUBSYSTEM_MEMORY & 1u) != 0;
    FX_ASSERT_MSG(there, "the console has no memory yet, or none any more");
    return there;
}

ox_memory *ox_console_memory(ox_console *console) { return has_memory(console) ? &console->memory : NULL; }

uint32_t ox_console_capacity(const ox_console *console, uint32_t table, uint32_t otherwise) {
    return has_memory(console) ? ox_rom_budget_capacity(&console->budget, table, otherwise) : otherwise;
}

uint32_t ox_console_capacity_of(const ox_console *console, const ox_capacity *capacity) {
    if (!has_memory(console)) return 0;
    return ox_rom_budget_capacity_of(&console->budget, capacity, capacity->usual);
}

bool ox_console_stack(const ox_console *console, size_t *peak, size_t *size) {
    plat_block stack = {NULL, 0};
    if (runs(console)) plat_stack(console->platform, &stack);
    *peak = ox_stack_peak(stack.base, stack.size);
    *size = stack.size;
    return stack.base != NULL;
}

const rs_frame *ox_console_list(const ox_console *console) {
    (void)runs(console);
    return console->frame;
}

bool ox_console_gamma(ox_console *console, int tenths) {
    if (tenths < OX_GAMMA_NONE || tenths > OX_GAMMA_MOST) return false;
    console->options.gamma = tenths;
    if (ox_startup_runs(&console->engine.startup, OX_SUBSYSTEM_VIDEO))
        ox_console_show_colours(console); /* else the start of the video shows them */
    return true;
}

int ox_console_band_lines(const ox_console *console) {
    (void)runs(console);
    return console->bands.lines;
}

bool ox_console_bands_are_fast(const ox_console *console) { return runs(console) && console->bands.fast; }

const char *ox_console_log_line(const ox_console *console, uint32_t age) {
    if (!runs(console)) return NULL;
    return ox_log_recent(&console->log, age);
}

/* The parts of the console: how each starts and stops, and the table that puts them in order. */
#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/debug/format.h"

enum {
    FRAME_SHARE = 4,     /* of the budget, for the display list, when the cart does not say */
    FAST_STATE = 8192,   /* bytes of fast memory from which on the recorder's state lies there too */
    CLIENT_RESIDENT = 1, /* of the table: resident memory */
    SMALL = 65536,       /* budgets below keep fewer lines of the log */
    LOG_WIDTH = 64
};

/* ---- slots ---- */

/* A slot is full only if its part ran twice, which the runner does not do. */
static ox_status install(ox_console *c, ox_slot slot, void *subsystem) {
    ox_status status = ox_engine_install(&c->engine, slot, subsystem);
    if (ox_failed(status)) ox_console_refuse(c, status, 0, "the %s is there already", ox_slot_name(slot));
    return status;
}

static void remove_slot(ox_console *c, ox_slot slot) { (void)ox_engine_remove(&c->engine, slot); }

/* ---- assertions ---- */

static ox_status start_assertions(void *context) {
    ox_console_watch_assertions(context);
    return OX_OK;
}

static void stop_assertions(void *context) { ox_console_unwatch_assertions(context); }

/* ---- memory ---- */

/* The regions of the budget behind the console's own record, in the order of carving; 0 bytes: all the rest. */
typedef enum region_kind { RECORDER, DISPLAY_LIST, RESIDENT, REGIONS } region_kind;

static const char *const region_names[REGIONS] = {"recorder", "frame", "resident"};

static size_t region_size(const ox_console *c, region_kind kind) {
    uint32_t asked = rom_word(c->image.base + c->image.budget + ROM_BUDGET_FRAME);
    if (kind == RECORDER) return rs_frame_size();
    if (kind == RESIDENT) return 0;
    return asked != 0 ? asked : (c->budget.arena.size / FRAME_SHARE) & ~(size_t)7;
}

static ox_status carve(ox_console *c, region_kind kind) {
    size_t bytes = region_size(c, kind);
    void *piece = NULL;
    ox_status status = OX_OK;
    switch (kind) {
    case RECORDER:
        status = ox_budget_piece(&c->budget, region_names[kind], &piece, bytes, OX_ALIGNMENT);
        c->frame = piece;
        break;
    case DISPLAY_LIST:
        return ox_budget_frame(&c->budget, region_names[kind], &c->frame_memory, bytes, 1);
    case RESIDENT:
        return ox_budget_arena(&c->budget, region_names[kind], &c->resident, bytes);
    case REGIONS:
        break;
    }
    return status;
}

static void give_regions_back(ox_console *c) {
    ox_arena_rollback(&c->budget.arena, c->carved);
    c->budget.count = c->pieces;
}

/* Memory outside the budget, which is the machine's own affair. The recorder goes to fast memory where there
 * is enough; its piece of the budget stays, so that all machines are alike. */
static void take_blocks(ox_console *c) {
    ox_arena_init(&c->convert, c->map.convert.base, c->map.convert.size);
    ox_arena_init(&c->fast, c->map.fast.base, c->map.fast.size);
    ox_arena_inject(&c->convert, c->options.faults);
    ox_arena_inject(&c->fast, c->options.faults);
    c->bands.vertices = (rs_block){c->map.vertices.base, c->map.vertices.size};
    if (c->map.fast.size < FAST_STATE) return;
    void *frame = ox_arena_push_low(&c->fast, rs_frame_size(), OX_ALIGNMENT);
    if (frame != NULL) c->frame = frame;
}

static ox_status start_memory(void *context) {
    ox_console *c = context;
    char wanted[24];
    ox_status status = OX_OK;
    uint32_t fault = c->options.fail_allocation;
    c->carved = ox_arena_mark(&c->budget.arena, OX_ARENA_LOW);
    c->pieces = c->budget.count;
    ox_arena_fail_after(&c->budget.arena, fault);
    ox_arena_inject(&c->budget.arena, c->options.faults);
    for (int i = 0; status == OX_OK && i < REGIONS; i++) status = carve(c, (region_kind)i);
    if (fault != 0) fault = c->budget.arena.fault; /* what is left of the count */
    ox_arena_fail_after(&c->budget.arena, 0);
    ox_arena_inject(&c->budget.arena, NULL);
    if (status != OX_OK) {
        give_regions_back(c);
        return ox_console_refuse(
            c, OX_OUT_OF_MEMORY, c->image.budget + ROM_BUDGET_MEMORY,
            "budget %s is too small: %u bytes for the display list and %u for the console must fit",
            ox_console_size_text(wanted, c->budget.arena.size), (unsigned)region_size(c, DISPLAY_LIST),
            (unsigned)(sizeof *c + rs_frame_size()));
    }
    ox_arena_fail_after(&c->resident, fault);
    ox_arena_inject(&c->resident, c->options.faults);
    ox_frame_memory_inject(&c->frame_memory, c->options.faults);
    take_blocks(c);
    status = install(c, OX_SLOT_BUDGET, &c->budget);
    if (status == OX_OK) status = install(c, OX_SLOT_RESIDENT, &c->resident);
    if (status == OX_OK) status = install(c, OX_SLOT_FRAME_MEMORY, &c->frame_memory);
    return status;
}

/* Takes the regions back into the budget. The record of resident memory stays for ox_console_close, which
 * looks whether all of it came back. */
static void stop_memory(void *context) {
    ox_console *c = context;
    remove_slot(c, OX_SLOT_FRAME_MEMORY);
    remove_slot(c, OX_SLOT_RESIDENT);
    remove_slot(c, OX_SLOT_BUDGET);
    ox_arena_clear(&c->fast);
    ox_arena_clear(&c->convert);
    give_regions_back(c);
    c->frame = NULL;
}

/* ---- log, time, ROM, configuration ---- */

static ox_status start_log(void *context) {
    ox_console *c = context;
    bool kept =
        ox_log_init(&c->log, c->platform, &c->resident, c->budget.arena.size < SMALL ? 4 : 16, LOG_WIDTH);
    (void)kept; /* without a ring the log still speaks through the port */
    return install(c, OX_SLOT_LOG, &c->log);
}

static void stop_log(void *context) {
    ox_console *c = context;
    remove_slot(c, OX_SLOT_LOG);
    memset(&c->log, 0, sizeof c->log);
}

static ox_status start_time(void *context) {
    ox_console *c = context;
    uint32_t rate = rom_half(c->image.base + c->image.budget + ROM_BUDGET_RATE);
    ox_loop_init(&c->loop, rate, c->options.deterministic);
    c->loop.steps = c->options.first_tick;
    c->loop.log = &c->log;
    return install(c, OX_SLOT_LOOP, &c->loop);
}

static void stop_time(void *context) {
    ox_console *c = context;
    remove_slot(c, OX_SLOT_LOOP);
    memset(&c->loop, 0, sizeof c->loop);
}

static ox_status start_rom(void *context) {
    ox_console *c = context;
    rom_error fault;
    if (rom_check_content(&c->image, &fault) != ROM_OK)
        return ox_console_refuse(c, OX_BAD_IMAGE, fault.offset, "the ROM image is refused: %s", fault.text);
    return install(c, OX_SLOT_ROM, &c->image);
}

static void stop_rom(void *context) { remove_slot(context, OX_SLOT_ROM); }

static ox_status start_configuration(void *context) {
    ox_console *c = context;
    if (c->image.info != 0) {
        if (c->options.scene == 0)
            c->options.scene = rom_word(c->image.base + c->image.info + ROM_INFO_START_SCENE);
        return OX_OK;
    }
    ox_log_write(&c->log, PLAT_LOG_WARNING,
                 "the image has no info chunk: it plays untitled, with the defaults");
    return OX_OK;
}

/* ---- resources, scene ---- */

/* Refuses for want of resident memory. */
static ox_status memory_short(ox_console *c, const char *what) {
    char total[24];
    return ox_console_refuse(c, OX_OUT_OF_MEMORY, c->image.budget + ROM_BUDGET_MEMORY,
                             "budget %s is too small: no room for %s; %u bytes are left",
                             ox_console_size_text(total, c->budget.arena.size), what,
                             (unsigned)ox_arena_free(&c->resident));
}

static void stop_resources(void *context) {
    ox_console *c = context;
    if (ox_engine_has(&c->engine, OX_SLOT_RESOURCES)) remove_slot(c, OX_SLOT_RESOURCES);
    ox_arena_rollback(&c->convert, c->turned_at_start);
    if (c->bands.lines == 0) ox_arena_rollback(&c->fast, c->placed_at_start);
    memset(&c->resources, 0, sizeof c->resources);
    c->hud_light = c->hud_dark = 0;
}

static ox_status start_resources(void *context) {
    ox_console *c = context;
    c->turned_at_start = ox_arena_mark(&c->convert, OX_ARENA_LOW);
    if (c->bands.lines == 0) c->placed_at_start = ox_arena_mark(&c->fast, OX_ARENA_LOW);
    if (ox_resources_init(&c->resources, &c->image, &c->resident, &c->convert, (rs_format)c->options.format,
                          &c->log) != OX_OK) {
        ox_status status = memory_short(c, "the palette");
        stop_resources(c);
        return status;
    }
    c->hud_light = ox_resource_native(&c->resources, 0xFFFFFFu);
    c->hud_dark = ox_resource_native(&c->resources, 0);
    return install(c, OX_SLOT_RESOURCES, &c->resources);
}

/* Resources that the scene asked for lie in its memory: with it the record of them goes. */
static void stop_scene(void *context) {
    ox_console *c = context;
    if (ox_engine_has(&c->engine, OX_SLOT_SCENE)) remove_slot(c, OX_SLOT_SCENE);
    memcpy(c->resources.lists, c->lists, sizeof c->lists);
    c->resources.placeholders = c->placeholders;
    ox_arena_rollback(&c->convert, c->turned);
    if (c->bands.lines == 0) ox_arena_rollback(&c->fast, c->placed);
    memset(c->lists, 0, sizeof c->lists);
    memset(&c->player, 0, sizeof c->player);
}

static ox_status start_scene(void *context) {
    ox_console *c = context;
    uint32_t scene = c->options.scene;
    memcpy(c->lists, c->resources.lists, sizeof c->lists);
    c->placeholders = c->resources.placeholders;
    c->turned = ox_arena_mark(&c->convert, OX_ARENA_LOW);
    /* Bands take all that is left: a scene that is restarted under them leaves its resources in the image, and its mark
     * stays what it was. */
    if (c->bands.lines == 0) c->placed = ox_arena_mark(&c->fast, OX_ARENA_LOW);
    if (c->fast.size > 0 && c->bands.lines == 0) ox_resources_offer(&c->resources, OX_CLASS_FAST, &c->fast);
    ox_status status = ox_player_open(&c->player, &c->resources, &c->resident, scene, &c->log);
    ox_resources_offer(&c->resources, OX_CLASS_FAST, NULL);
    if (status == OX_OK) return install(c, OX_SLOT_SCENE, &c->player);
    if (status == OX_OUT_OF_MEMORY)
        memory_short(c, "the scene");
    else
        ox_console_refuse(c, status, 0, "the start scene %08x %s", (unsigned)scene,
                          scene == 0 ? "is not named by the image" : "is missing or damaged: see the log");
    stop_scene(c);
    return status;
}

/* ---- the picture ---- */

static void stop_surface(void *context) {
    ox_console *c = context;
    rs_block vertices = c->bands.vertices;
    ox_arena_rollback(&c->fast, c->fast_start);
    memset(&c->bands, 0, sizeof c->bands);
    c->bands.vertices = vertices;
}

static ox_status start_surface(void *context) {
    ox_console *c = context;
    c->fast_start = ox_arena_mark(&c->fast, OX_ARENA_LOW);
    if (ox_console_place_bands(c, c->image.base[c->image.budget + ROM_BUDGET_BAND])) return OX_OK;
    ox_status status = memory_short(c, "8 lines of colour and depth");
    stop_surface(c);
    return status;
}

static ox_status start_renderer(void *context) {
    ox_console *c = context;
    rs_target target = ox_console_target(c);
    rs_block list;
    list.base = ox_frame_memory_open(&c->frame_memory, &list.size, OX_ALIGNMENT);
    if (rs_frame_begin(c->frame, &target, list, c->bands.rest)) return install(c, OX_SLOT_RENDERER, c->frame);
    return ox_console_refuse(c, OX_OUT_OF_MEMORY, c->image.budget + ROM_BUDGET_FRAME,
                             "%u bytes of frame memory are too few for a picture of %d x %d",
                             (unsigned)list.size, c->options.width, c->options.height);
}

static void stop_renderer(void *context) {
    ox_console *c = context;
    remove_slot(c, OX_SLOT_RENDERER);
    memset(c->frame, 0, rs_frame_size());
}

static ox_status start_video(void *context) {
    ox_console *c = context;
    const ox_boot_options *options = &c->options;
    if (!plat_video_open(c->platform, options->width, options->height, (plat_format)options->format)) {
        return ox_console_refuse(c, OX_NO_VIDEO, 0, "this machine cannot show %d x %d pixels in %s",
                                 options->width, options->height, ox_console_format_name(options->format));
    }
    if (options->format == (int)PLAT_PAL8) plat_palette(c->platform, c->resources.palette->rgb, 0, 256);
    return OX_OK;
}

static ox_status start_input(void *context) {
    ox_console *c = context;
    ox_input_init(&c->input);
    return install(c, OX_SLOT_INPUT, &c->input);
}

static void stop_input(void *context) {
    ox_console *c = context;
    remove_slot(c, OX_SLOT_INPUT);
    memset(&c->input, 0, sizeof c->input);
}

/* ---- the table ---- */

#define NEEDS_LOG (OX_NEEDS(OX_PART_MEMORY) | OX_NEEDS(OX_PART_LOG))

const ox_part ox_console_parts[OX_CONSOLE_PARTS] = {
    {"assertions", OX_PART_ASSERTIONS, 0, 0, start_assertions, stop_assertions},
    {"memory", OX_PART_MEMORY, 0, 0, start_memory, stop_memory},
    {"log", OX_PART_LOG, OX_NEEDS(OX_PART_MEMORY), CLIENT_RESIDENT, start_log, stop_log},
    {"time", OX_PART_TIME, 0, 0, start_time, stop_time},
    {"ROM", OX_PART_ROM, NEEDS_LOG, 0, start_rom, stop_rom},
    {"configuration", OX_PART_CONFIGURATION, OX_NEEDS(OX_PART_ROM) | NEEDS_LOG, 0, start_configuration, NULL},
    {"resources", OX_PART_RESOURCES, OX_NEEDS(OX_PART_ROM) | NEEDS_LOG, CLIENT_RESIDENT, start_resources,
     stop_resources},
    {"scene", OX_PART_SCENE, OX_NEEDS(OX_PART_CONFIGURATION) | OX_NEEDS(OX_PART_RESOURCES), CLIENT_RESIDENT,
     start_scene, stop_scene},
    {"surface", OX_PART_SURFACE, OX_NEEDS(OX_PART_MEMORY), CLIENT_RESIDENT, start_surface, stop_surface},
    {"renderer", OX_PART_RENDERER, OX_NEEDS(OX_PART_SURFACE) | OX_NEEDS(OX_PART_SCENE), 0, start_renderer,
     stop_renderer},
    {"video", OX_PART_VIDEO, OX_NEEDS(OX_PART_RESOURCES) | OX_NEEDS(OX_PART_RENDERER), 0, start_video, NULL},
    {"input", OX_PART_INPUT, 0, 0, start_input, stop_input},
};

/* ---- what the runner asks and tells ---- */

static ox_arena *arena_of(void *context, uint8_t client) {
    ox_console *c = context;
    return client == CLIENT_RESIDENT ? &c->resident : NULL;
}

/* Before the log has started, and after its end, lines go to the port alone. */
static void told(void *context, const ox_part *part, bool started, ox_status status, size_t bytes) {
    ox_console *c = context;
    ox_log early = {.platform = c->platform, .level = PLAT_LOG_INFO};
    ox_log *log = ox_engine_log(&c->engine);
    if (!c->options.log_parts) return;
    if (log == NULL) log = &early;
    if (ox_failed(status))
        ox_log_write(log, PLAT_LOG_INFO, "start %s: %s", part->name, ox_status_name(status));
    else
        ox_log_write(log, PLAT_LOG_INFO, "%s %s: %u bytes", started ? "start" : "stop", part->name,
                     (unsigned)bytes);
}

const ox_startup_hooks ox_console_hooks = {arena_of, told};

/* The subsystems of the console: how each starts and stops, and the table that puts them in order. */
#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/debug/format.h"

enum {
    CLIENT_RESIDENT = 1, /* the table's number for resident memory */
    SMALL = 65536,       /* bytes; smaller budgets keep fewer lines of the log */
    LOG_WIDTH = 64
};

/* ---- slots ---- */

/* Installs a subsystem in its slot. A slot is full only if its subsystem ran twice, which the runner does not do. */
static ox_status install(ox_console *c, ox_slot slot, void *subsystem) {
    ox_status status = ox_engine_install(&c->engine, slot, subsystem);
    if (ox_failed(status))
        ox_module_refuse(&c->host, status, 0, "the %s is there already", ox_slot_name(slot));
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

/* Bytes of the console's record and the tables behind it. */
static size_t record_bytes(const ox_console *c) {
    return OX_ALIGN_UP(sizeof *c, (size_t)8) + OX_ALIGN_UP(ox_plan_tables(&c->budget), (size_t)8);
}

/* Whether a test has a request of the carving refused. */
static bool struck(ox_console *c, uint32_t tag) {
    bool counted = c->options.fail_allocation != 0 && --c->options.fail_allocation == 0;
    return ox_fault_strikes(c->options.faults, tag) || counted;
}

static ox_status refuse_plan(ox_console *c, ox_status status, const ox_plan_refusal *refusal) {
    char wanted[24], text[120];
    ox_plan_refusal_text(refusal, text, sizeof text);
    return ox_module_refuse(&c->host, status, c->image.budget,
                            status == OX_OUT_OF_MEMORY ? "budget %s is too small: %s" : "budget %s: %s",
                            ox_console_size_text(wanted, c->budget.main), text);
}

/* Makes the plan of memory and carves memory by it. */
static ox_status carve(ox_console *c) {
    ox_memory_block blocks[OX_CLASSES];
    ox_plan_refusal refusal;
    ox_memory_refusal left;
    size_t engine = record_bytes(c) + rs_frame_size();
    void *tables = (uint8_t *)c + OX_ALIGN_UP(sizeof *c, (size_t)8);
    ox_status status = ox_plan_make(&c->budget, c->platform, engine, tables, &c->plan, blocks, &refusal);
    if (status != OX_OK) return refuse_plan(c, status, &refusal);
    for (uint32_t i = 0; i < c->plan.client_count; i++) {
        const ox_plan_client *client = &c->plan.clients[i];
        if (!struck(c, client->tag)) continue;
        refusal = (ox_plan_refusal){.item = client->name, .needed = client->bytes};
        return refuse_plan(c, OX_OUT_OF_MEMORY, &refusal);
    }
    status = ox_memory_open(&c->memory, &c->plan, blocks, &left);
    if (status == OX_OK) return OX_OK;
    refusal = (ox_plan_refusal){.item = left.client == NULL ? ox_class_name(left.class) : left.client,
                                .needed = left.needed,
                                .available = left.available};
    return refuse_plan(c, status, &refusal);
}

/* Fills the console's own clients. Their sizes are the plan's, so that nothing can fail but on purpose. */
static ox_status settle_clients(ox_console *c) {
    ox_arena *engine = ox_memory_client(&c->memory, OX_TAG_ENGINE, OX_CLASS_MAIN);
    ox_arena *frame = ox_memory_client(&c->memory, OX_TAG_FRAME, OX_CLASS_MAIN);
    c->resident = c->host.resident = ox_memory_client(&c->memory, OX_TAG_LEVEL, OX_CLASS_MAIN);
    bool whole = engine != NULL && frame != NULL && c->resident != NULL &&
                 ox_arena_push_low(engine, record_bytes(c), OX_ALIGNMENT) == (void *)c;
    if (whole) c->frame = c->frame_in_main = ox_arena_push_low(engine, rs_frame_size(), OX_ALIGNMENT);
    whole = whole && c->frame != NULL &&
            ox_frame_memory_init(&c->frame_memory, frame, c->budget.frame, (int)c->budget.frame_copies);
    return whole ? OX_OK : OX_OUT_OF_MEMORY;
}

static void give_regions_back(ox_console *c) {
    c->resident = c->host.resident = NULL;
    c->frame = NULL;
    memset(&c->memory, 0, sizeof c->memory);
    memset(&c->plan, 0, sizeof c->plan);
}

/* Takes memory outside the budget, which is the machine's own affair. */
static void take_blocks(ox_console *c) {
    ox_arena_init(&c->convert, c->map.convert.base, c->map.convert.size);
    size_t taken = c->map.fast.size == 0 ? 0 : OX_ALIGN_UP(c->plan.classes[OX_CLASS_FAST], (size_t)16);
    uint8_t *fast = c->map.fast.base;
    ox_arena_init(&c->fast, taken == 0 ? fast : fast + taken, c->map.fast.size - taken);
    ox_arena_inject(&c->convert, c->options.faults);
    ox_arena_inject(&c->fast, c->options.faults);
    c->bands.vertices = (rs_block){c->map.vertices.base, c->map.vertices.size};
}

static ox_status start_memory(void *context) {
    ox_console *c = context;
    ox_status status = carve(c);
    if (status == OX_OK) {
        status = settle_clients(c);
        if (status != OX_OK)
            ox_module_refuse(&c->host, status, c->image.budget, "the plan of memory cannot be carved");
    }
    if (status != OX_OK) {
        give_regions_back(c);
        return status;
    }
    ox_arena_fail_after(c->resident, c->options.fail_allocation);
    for (uint32_t i = 0; i < c->plan.client_count; i++)
        ox_arena_inject(&c->memory.clients[i], c->options.faults);
    ox_frame_memory_inject(&c->frame_memory, c->options.faults);
    take_blocks(c);
    status = install(c, OX_SLOT_BUDGET, &c->memory);
    if (status == OX_OK) status = install(c, OX_SLOT_RESIDENT, c->resident);
    if (status == OX_OK) status = install(c, OX_SLOT_FRAME_MEMORY, &c->frame_memory);
    return status;
}

/* Forgets the plan. What resident memory still holds is noted for ox_console_close: nothing should be left.
 * */
static void stop_memory(void *context) {
    ox_console *c = context;
    remove_slot(c, OX_SLOT_FRAME_MEMORY);
    remove_slot(c, OX_SLOT_RESIDENT);
    remove_slot(c, OX_SLOT_BUDGET);
    ox_arena_clear(&c->fast);
    ox_arena_clear(&c->convert);
    c->left = ox_arena_used(c->resident);
    give_regions_back(c);
}

/* ---- log, time, ROM, configuration ---- */

/* Logs the tables that the cart asks for, a line each. */
static void report_capacities(ox_console *c) {
    char text[80];
    const ox_capacity *capacity;
    for (uint32_t i = 0; c->budget.handles != 0 && (capacity = ox_capacity_at(c->modules, i)) != NULL; i++) {
        uint32_t count = ox_rom_budget_capacity_of(&c->budget, capacity, 0);
        if (count == 0) continue;
        ox_capacity_text(capacity, count, text, sizeof text);
        ox_log_write(&c->log, PLAT_LOG_INFO, "capacity %s", text);
    }
}

static ox_status start_log(void *context) {
    ox_console *c = context;
    bool kept = ox_log_init(&c->log, c->platform, c->resident, c->budget.main < SMALL ? 4 : 16, LOG_WIDTH);
    c->log.name_of = ox_images_name;
    c->log.names = &c->stock.images;
    (void)kept; /* without a ring the log still speaks through the port */
    report_capacities(c);
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
        return ox_module_refuse(&c->host, OX_BAD_IMAGE, fault.offset, "the ROM image is refused: %s",
                                fault.text);
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
    return ox_module_refuse(&c->host, OX_OUT_OF_MEMORY, c->image.budget + ROM_BUDGET_MEMORY,
                            "budget %s is too small: no room for %s; %u bytes are left",
                            ox_console_size_text(total, c->budget.main), what,
                            (unsigned)ox_arena_free(c->resident));
}

static void stop_resources(void *context) {
    ox_console *c = context;
    if (ox_engine_has(&c->engine, OX_SLOT_RESOURCES)) remove_slot(c, OX_SLOT_RESOURCES);
    ox_resources_forget(&c->resources);
    (void)ox_stock_close(&c->stock);
    ox_arena_clear(&c->convert);
    if (c->bands.lines == 0) ox_arena_rollback(&c->fast, c->placed_at_start);
    c->hud_light = c->hud_dark = 0;
}

/* Opens the cart's images, and the memory that their packed chunks need. */
static ox_status open_stock(ox_console *c) {
    const ox_boot_options *o = &c->options;
    ox_arena *cache = ox_memory_client(&c->memory, OX_TAG_RESOURCE, OX_CLASS_MAIN);
    const ox_stock_setup setup = {.image = &c->image,
                                  .overlays = o->overlays,
                                  .overlay_count = o->overlay_count,
                                  .left_out = c->left_out,
                                  .language = o->language,
                                  .region = o->region,
                                  .arena = c->resident,
                                  .cache = cache,
                                  .cache_bytes =
                                      o->cart != NULL ? 0 : c->budget.cache, /* a C cart has its own cache */
                                  .strict = o->strict,
                                  .log = &c->log};
    ox_status status = ox_stock_open(&c->stock, &setup);
    if (!ox_failed(status)) ox_arena_inject(&c->stock.manager.stack, o->faults);
    if (!ox_failed(status) && c->fast.size > 0)
        status = ox_manager_offer(&c->stock.manager, OX_CLASS_FAST, &c->fast);
    return status;
}

static ox_status start_resources(void *context) {
    ox_console *c = context;
    if (c->bands.lines == 0) c->placed_at_start = ox_arena_mark(&c->fast, OX_ARENA_LOW);
    ox_status status = open_stock(c);
    if (!ox_failed(status))
        status = ox_resources_init(&c->resources, &c->stock.manager, c->resident, &c->convert,
                                   (rs_format)c->options.format, &c->log);
    if (ox_failed(status)) {
        status = memory_short(c, "the palette");
        stop_resources(c);
        return status;
    }
    c->hud_light = ox_resource_native(&c->resources, 0xFFFFFFu);
    c->hud_dark = ox_resource_native(&c->resources, 0);
    return install(c, OX_SLOT_RESOURCES, &c->resources);
}

/* ---- modules ---- */

static ox_status start_modules(void *context) {
    ox_status status = ox_modules_start(context);
    if (status != OX_OK) ox_modules_stop(context);
    return status;
}

static void stop_modules(void *context) { ox_modules_stop(context); }

/* ---- the scene ---- */

/* Views that the scene asked for lie in its memory: they go with it. The scene's package stays until there is another
 * one, so that what both need is not loaded again. */
static void stop_scene(void *context) {
    ox_console *c = context;
    ox_modules_end(c, c->stays ? OX_END_TO_GO_ON : OX_END_FOR_GOOD);
    if (c->stays) ox_console_keep_scene(c);
    if (ox_engine_has(&c->engine, OX_SLOT_SCENE)) remove_slot(c, OX_SLOT_SCENE);
    ox_resources_return(&c->resources, &c->before_scene);
    memset(&c->before_scene, 0, sizeof c->before_scene);
    memset(&c->scene, 0, sizeof c->scene);
    memset(&c->world, 0, sizeof c->world);
    memset(&c->shown_world, 0, sizeof c->shown_world);
    ox_manager_phase(&c->stock.manager, OX_PHASE_LOADING);
}

/* Loads all that the scene needs as one transaction. A damaged chunk gets a placeholder; a scene without any room is
 * refused. */
static ox_status load_level(ox_console *c, uint32_t scene) {
    ox_package_report report;
    ox_status status = ox_stock_level(&c->stock, scene, ROM_TAG_SCENE, &report);
    if (status != OX_BAD_DATA && status != OX_BAD_CHECKSUM && status != OX_BAD_VERSION) return status;
    ox_log_write(&c->log, PLAT_LOG_WARNING, "scene #%08x: chunk #%08x is damaged, the others come one by one",
                 (unsigned)scene, (unsigned)report.failed_id);
    return OX_OK;
}

static ox_status start_scene(void *context) {
    ox_console *c = context;
    uint32_t scene = c->options.scene;
    /* Bands take all that is left of fast memory: a scene that is restarted under them gets none. */
    if (c->fast.size > 0 && c->bands.lines == 0) ox_resources_offer(&c->resources, OX_CLASS_FAST, &c->fast);
    ox_resources_note(&c->resources, &c->before_scene);
    ox_status status = load_level(c, scene);
    if (!ox_failed(status)) status = ox_scene_open(&c->scene, &c->resources, c->resident, scene, &c->log);
    if (status == OX_OK) status = ox_console_people_scene(c);
    if (status == OX_OK) {
        if (c->loop.rate > 0) c->scene.ticks = c->loop.rate;
        c->scene.others = ox_modules_draw_with_scene;
        c->scene.others_state = c;
        status = ox_modules_begin(c);
    }
    ox_resources_offer(&c->resources, OX_CLASS_FAST, NULL);
    ox_manager_phase(&c->stock.manager, OX_PHASE_PLAY);
    if (status == OX_OK && c->options.strict && c->resources.placeholders + c->stock.refused > 0) {
        ox_module_refuse(&c->host, OX_BAD_DATA, 0,
                         "%u resources are missing or damaged, %u overlays are refused: see the log",
                         (unsigned)c->resources.placeholders, (unsigned)c->stock.refused);
        stop_scene(c);
        return OX_BAD_DATA;
    }
    if (status == OX_OK) return install(c, OX_SLOT_SCENE, &c->scene);
    if (status == OX_OUT_OF_MEMORY || status == OX_OVER_BUDGET)
        status = memory_short(c, "the scene");
    else
        ox_module_refuse(&c->host, status, 0, "the start scene #%08x %s", (unsigned)scene,
                         scene == 0 ? "is not named by the image" : "is missing or damaged: see the log");
    stop_scene(c);
    return status;
}

/* ---- the picture ---- */

static void stop_surface(void *context) {
    ox_console *c = context;
    rs_block vertices = c->bands.vertices;
    ox_arena_rollback(&c->fast, c->fast_start);
    c->frame = c->frame_in_main;
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
    return ox_module_refuse(&c->host, OX_OUT_OF_MEMORY, c->image.budget + ROM_BUDGET_FRAME,
                            "%u bytes of frame memory are too few for a picture of %d x %d",
                            (unsigned)list.size, c->options.width, c->options.height);
}

static void stop_renderer(void *context) {
    ox_console *c = context;
    remove_slot(c, OX_SLOT_RENDERER);
    memset(c->frame, 0, rs_frame_size());
}

static void stop_video(void *context) {
    const ox_console *c = context;
    plat_claim(c->platform, PLAT_DISPLAY, false);
}

static ox_status start_video(void *context) {
    ox_console *c = context;
    const ox_boot_options *options = &c->options;
    bool claimed = plat_claim(c->platform, PLAT_DISPLAY, true);
    FX_ASSERT_MSG(claimed, "a display is open on the console's port: close it first");
    if (!claimed)
        return ox_module_refuse(&c->host, OX_BAD_STATE, 0, "this port's display is in use: close that first");
    if (!plat_video_open(c->platform, options->width, options->height, (plat_format)options->format)) {
        stop_video(c);
        return ox_module_refuse(&c->host, OX_NO_VIDEO, 0, "this machine cannot show %d x %d pixels in %s",
                                options->width, options->height, ox_console_format_name(options->format));
    }
    ox_console_show_colours(c);
    return OX_OK;
}

static ox_status start_input(void *context) {
    ox_console *c = context;
    const bool senses = c->sources.senses;
    ox_status status = ox_input_sources_init(&c->sources, c->sources.players, c->sources.count);
    c->sources.senses = senses;
    c->host.input = &c->sources.players[0].input;
    return status == OX_OK ? install(c, OX_SLOT_INPUT, c->host.input) : status;
}

static void stop_input(void *context) {
    ox_console *c = context;
    remove_slot(c, OX_SLOT_INPUT);
    memset(&c->alone, 0, sizeof c->alone);
}

/* ---- the cart ---- */

/* Starts and stops a game in C and the modules that surround it. Neither costs anything where there is none. */
static void stop_cart(void *context) {
    ox_console *c = context;
    ox_modules_done(c);
    if (c->cart_runs && c->options.cart->stop != NULL) c->options.cart->stop(c->options.cart->state);
    c->cart_runs = false;
    ox_modules_close(c);
    plat_claim(c->platform, PLAT_STORAGE, false); /* the cart's container of saves has gone with its memory */
    memset(&c->guard, 0, sizeof c->guard);
    c->watch = 0;
}

static ox_status start_cart(void *context) {
    ox_console *c = context;
    const ox_cart *cart = c->options.cart;
    ox_status status = OX_OK;
    c->watch = c->options.watch == UINT32_MAX ? 0 : c->options.watch;
    c->guard.doing = "at its start";
    if (cart != NULL && c->options.watch == 0) c->watch = OX_WATCH_DEFAULT;
    status = ox_modules_open(c);
    if (status == OX_OK && cart != NULL) {
        if (cart->start != NULL) status = cart->start(cart->state, c);
        c->cart_runs = status == OX_OK;
    }
    if (status == OX_OK) status = ox_modules_ready(c);
    if (status != OX_OK && cart != NULL)
        (void)ox_module_refuse(&c->host, status, 0, "the game %s cannot start: %s", cart->name,
                               ox_status_name(status));
    if (status != OX_OK) stop_cart(c);
    return status;
}

/* ---- the table ---- */

#define NEEDS_LOG (OX_NEEDS(OX_SUBSYSTEM_MEMORY) | OX_NEEDS(OX_SUBSYSTEM_LOG))

const ox_startup_subsystem ox_console_subsystems[OX_CONSOLE_SUBSYSTEMS] = {
    {"assertions", OX_SUBSYSTEM_ASSERTIONS, 0, 0, start_assertions, stop_assertions},
    {"memory", OX_SUBSYSTEM_MEMORY, 0, 0, start_memory, stop_memory},
    {"log", OX_SUBSYSTEM_LOG, OX_NEEDS(OX_SUBSYSTEM_MEMORY), CLIENT_RESIDENT, start_log, stop_log},
    {"time", OX_SUBSYSTEM_TIME, 0, 0, start_time, stop_time},
    {"ROM", OX_SUBSYSTEM_ROM, NEEDS_LOG, 0, start_rom, stop_rom},
    {"configuration", OX_SUBSYSTEM_CONFIGURATION, OX_NEEDS(OX_SUBSYSTEM_ROM) | NEEDS_LOG, 0,
     start_configuration, NULL},
    {"resources", OX_SUBSYSTEM_RESOURCES, OX_NEEDS(OX_SUBSYSTEM_ROM) | NEEDS_LOG, CLIENT_RESIDENT,
     start_resources, stop_resources},
    {"modules", OX_SUBSYSTEM_MODULES, OX_NEEDS(OX_SUBSYSTEM_RESOURCES) | NEEDS_LOG, CLIENT_RESIDENT,
     start_modules, stop_modules},
    {"scene", OX_SUBSYSTEM_SCENE,
     OX_NEEDS(OX_SUBSYSTEM_CONFIGURATION) | OX_NEEDS(OX_SUBSYSTEM_RESOURCES) | OX_NEEDS(OX_SUBSYSTEM_MODULES),
     CLIENT_RESIDENT, start_scene, stop_scene},
    {"input", OX_SUBSYSTEM_INPUT, OX_NEEDS(OX_SUBSYSTEM_MODULES), 0, start_input, stop_input},
    {"cart", OX_SUBSYSTEM_CART,
     OX_NEEDS(OX_SUBSYSTEM_SCENE) | OX_NEEDS(OX_SUBSYSTEM_TIME) | OX_NEEDS(OX_SUBSYSTEM_INPUT),
     CLIENT_RESIDENT, start_cart, stop_cart},
    {"surface", OX_SUBSYSTEM_SURFACE, OX_NEEDS(OX_SUBSYSTEM_MEMORY), CLIENT_RESIDENT, start_surface,
     stop_surface},
    {"renderer", OX_SUBSYSTEM_RENDERER, OX_NEEDS(OX_SUBSYSTEM_SURFACE) | OX_NEEDS(OX_SUBSYSTEM_SCENE), 0,
     start_renderer, stop_renderer},
    {"video", OX_SUBSYSTEM_VIDEO, OX_NEEDS(OX_SUBSYSTEM_RESOURCES) | OX_NEEDS(OX_SUBSYSTEM_RENDERER), 0,
     start_video, stop_video},
};

/* ---- what the runner asks and tells ---- */

static ox_arena *arena_of(void *context, uint8_t client) {
    ox_console *c = context;
    return client == CLIENT_RESIDENT ? c->resident : NULL;
}

/* Logs the start or stop of a subsystem. Before the log has started, and after its end, lines go to the port alone. */
static void told(void *context, const ox_startup_subsystem *part, bool started, ox_status status,
                 size_t bytes) {
    ox_console *c = context;
    ox_log early = {.platform = c->platform, .level = PLAT_LOG_INFO};
    ox_log *log = ox_engine_log(&c->engine);
    if (!c->options.log_subsystems) return;
    if (log == NULL) log = &early;
    if (ox_failed(status))
        ox_log_write(log, PLAT_LOG_INFO, "start %s: %s", part->name, ox_status_name(status));
    else
        ox_log_write(log, PLAT_LOG_INFO, "%s %s: %u bytes", started ? "start" : "stop", part->name,
                     (unsigned)bytes);
}

const ox_startup_hooks ox_console_hooks = {arena_of, told};

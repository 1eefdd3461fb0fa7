/* Changes what a running console plays: its level, its language, its rebuilt chunks. Each change is one transaction. */
#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/resource/live.h"

enum { ROWS = 1u << OX_SUBSYSTEM_SCENE | 1u << OX_SUBSYSTEM_SURFACE | 1u << OX_SUBSYSTEM_RENDERER };

FX_STATIC_ASSERT(OX_CONSOLE_SUBSYSTEMS <= 32, "subsystems are bits");

/* Whether nobody has taken resident memory above the last of the subsystems that will stop, or below the bands. */
static bool is_on_top(const ox_console *c, uint32_t rows) {
    const ox_startup_memory *last =
        &c->subsystem_memory[(rows & 1u << OX_SUBSYSTEM_CART) != 0 ? OX_SUBSYSTEM_CART : OX_SUBSYSTEM_SCENE];
    const ox_startup_memory *surface = &c->subsystem_memory[OX_SUBSYSTEM_SURFACE];
    size_t low = ox_arena_mark(c->resident, OX_ARENA_LOW).used,
           high = ox_arena_mark(c->resident, OX_ARENA_HIGH).used;
    return low == last->low + last->taken_low &&
           high == surface->high + (surface->taken - surface->taken_low);
}

/* The subsystems that a change of scene stops. Parts that do not play the scene go on: input, time, video, and a
 * cart. A cart with a plan stops, too: its tables lie above the scene. */
static uint32_t rows_of_scene(const ox_console *c) {
    const ox_cart *cart = c->options.cart;
    return cart != NULL && cart->runtime != NULL ? (uint32_t)ROWS | 1u << OX_SUBSYSTEM_CART : (uint32_t)ROWS;
}

static ox_status start_with(ox_console *c, uint32_t scene, uint32_t rows, ox_error *error) {
    c->options.scene = scene;
    c->still.known = 0;
    c->error = error;
    ox_status status = ox_startup_resume(&c->engine.startup, rows);
    c->error = NULL;
    return status;
}

/* Stops the subsystems `rows`, if the scene may be taken apart now. */
static ox_status begin_change(ox_console *c, uint32_t rows, ox_error *error) {
    memset(error, 0, sizeof *error);
    if (ox_console_stock(c) == NULL) return OX_BAD_STATE; /* the console does not run */
    if (!is_on_top(c, rows)) {
        return ox_module_refuse_to(
            error, OX_BAD_STATE,
            "resident memory of the game lies above the scene: give it a client in cart.txt");
    }
    ox_startup_halt_rows(&c->engine.startup, rows);
    return OX_OK;
}

/* Brings back the scene that was there before. Memory is as it was, so only a fault on purpose can prevent this. */
static void go_back(ox_console *c, uint32_t before, uint32_t rows) {
    ox_error second;
    memset(&second, 0, sizeof second);
    ox_startup_halt_rows(&c->engine.startup, rows);
    if (!ox_failed(start_with(c, before, rows, &second))) return;
    ox_log_write(&c->log, PLAT_LOG_ERROR, "the scene before cannot come back: %s", second.text);
    c->quits = true;
}

ox_status ox_console_level(ox_console *c, uint32_t scene, ox_error *error) {
    const uint32_t before = c->options.scene, rows = rows_of_scene(c);
    ox_status status = begin_change(c, rows, error);
    if (ox_failed(status)) return status;
    status = start_with(c, scene, rows, error);
    if (ox_failed(status)) go_back(c, before, rows);
    return status;
}

void ox_console_ask_level(ox_console *c, uint32_t scene) { c->wanted = scene; }

void ox_console_change_level(ox_console *c) {
    ox_error error;
    uint32_t scene = c->wanted;
    c->wanted = 0;
    if (scene == 0 || ox_console_level(c, scene, &error) == OX_OK) return;
    ox_log_write(&c->log, PLAT_LOG_ERROR, "level #%08x: %s", (unsigned)scene, error.text);
}

/* ---- the same scene out of other chunks ---- */

/* Takes the screen's palette out of the chunks that are there now; the display gets it, too. */
static ox_status palette_enters(ox_console *c, ox_error *error) {
    ox_status status = ox_resources_enter_palette(&c->resources);
    if (ox_failed(status))
        return ox_module_refuse_to(error, status, "the palette cannot take the place of the one before");
    c->hud_light = ox_resource_native(&c->resources, 0xFFFFFFu);
    c->hud_dark = ox_resource_native(&c->resources, 0);
    if (c->options.format == PLAT_PAL8) ox_console_show_colours(c);
    return OX_OK;
}

/* Takes the palette again out of the chunks from before the change, which were good. */
static void palette_returns(ox_console *c) {
    ox_error again;
    memset(&again, 0, sizeof again);
    if (ox_failed(palette_enters(c, &again))) c->quits = true;
}

/* Starts the modules again with the chunks from before the change, which were good. */
static void modules_return(ox_console *c) {
    ox_error again;
    memset(&again, 0, sizeof again);
    ox_modules_leave(c);
    if (!ox_failed(ox_modules_enter(c, &again))) return;
    ox_log_write(&c->log, PLAT_LOG_ERROR, "the modules before cannot come back: %s", again.text);
    c->quits = true;
}

/* While a scene is built anew, modules keep data at the high end of resident memory. Drops this data when no scene
 * comes that would take it back. */
static void drop_kept(ox_console *c) {
    const size_t without = c->subsystem_memory[OX_SUBSYSTEM_SURFACE].high;
    (void)ox_arena_rollback(c->resident, (ox_mark){.used = without, .end = OX_ARENA_HIGH});
}

/* Brings palette, modules and scene back, each on top of the one before. Where one of them cannot come back the game
 * ends, and nothing is built on it. */
static void all_return(ox_console *c, const ox_scene *scene) {
    palette_returns(c);
    if (!c->quits) modules_return(c);
    if (!c->quits) go_back(c, c->options.scene, ROWS);
    if (c->quits)
        drop_kept(c);
    else
        ox_scene_go_on(&c->scene, scene);
}

/* Builds the scene anew and lets it go on at its step. */
static ox_status rebuild(ox_console *c, const ox_scene *scene, ox_error *error) {
    ox_status status = start_with(c, c->options.scene, ROWS, error);
    if (!ox_failed(status)) ox_scene_go_on(&c->scene, scene);
    return status;
}

static ox_status change_language(ox_console *c, uint8_t language, uint8_t region, ox_error *error) {
    ox_scene scene = c->scene;
    uint8_t language_before = c->stock.images.language, region_before = c->stock.images.region;
    ox_status status = begin_change(c, ROWS, error);
    if (ox_failed(status)) return status;
    ox_modules_leave(c);
    ox_stock_leave(&c->stock);
    ox_resources_leave_palette(&c->resources);
    status = ox_manager_choose(&c->stock.manager, language, region);
    if (ox_failed(status))
        ox_module_refuse_to(error, status, "a resource that has another form in that language is locked");
    else
        status = palette_enters(c, error);
    if (!ox_failed(status)) status = ox_modules_enter(c, error);
    if (!ox_failed(status)) status = rebuild(c, &scene, error);
    if (status == OX_OK) {
        return OX_OK;
    }
    ox_startup_halt_rows(&c->engine.startup, ROWS);
    ox_modules_leave(c);
    ox_resources_leave_palette(&c->resources);
    if (ox_failed(ox_manager_choose(&c->stock.manager, language_before, region_before))) c->quits = true;
    all_return(c, &scene);
    return status;
}

ox_status ox_console_language(ox_console *c, uint8_t language, uint8_t region, ox_error *error) {
    c->stays = true;
    ox_status status = change_language(c, language, region, error);
    c->stays = false;
    return status;
}

void ox_console_ask_language(ox_console *c, uint8_t language, uint8_t region) {
    c->speaks = true;
    c->language = language;
    c->region = region;
}

void ox_console_change_language(ox_console *c) {
    ox_error error;
    c->speaks = false;
    if (ox_console_language(c, c->language, c->region, &error) != OX_OK)
        ox_log_write(&c->log, PLAT_LOG_ERROR, "language %u: %s", (unsigned)c->language, error.text);
}

static ox_status replace_image(ox_console *c, const void *overlay, uint32_t size, ox_error *error) {
    ox_scene scene = c->scene;
    ox_live_report report;
    if ((c->image.flags & ROM_FLAG_CLOSED) != 0) {
        ox_module_refuse_to(error, OX_UNSUPPORTED, "the cart takes no changes");
        return OX_UNSUPPORTED;
    }
    const char *why = NULL;
    if (!ox_modules_may_change(c, &why)) return ox_module_refuse_to(error, OX_BAD_STATE, why);
    ox_status status = begin_change(c, ROWS, error);
    if (ox_failed(status)) return status;
    ox_modules_leave(c);
    ox_stock_leave(&c->stock);
    ox_resources_leave_palette(&c->resources);
    status = ox_live_replace(&c->stock.manager, overlay, size, &report);
    if (ox_failed(status))
        ox_module_refuse_to(error, status, report.text);
    else
        status = palette_enters(c, error);
    if (!ox_failed(status)) status = ox_modules_enter(c, error);
    if (!ox_failed(status)) status = rebuild(c, &scene, error);
    if (status == OX_OK) {
        ox_log_write(&c->log, PLAT_LOG_INFO, "%u chunks are replaced", (unsigned)report.changed);
        c->live = overlay;
        c->live_size = size;
        return OX_OK;
    }
    ox_startup_halt_rows(&c->engine.startup, ROWS);
    ox_modules_leave(c);
    ox_stock_leave(&c->stock);
    ox_resources_leave_palette(&c->resources);
    if (report.status == OX_OK &&
        ox_failed(ox_live_replace(&c->stock.manager, c->live, c->live_size, &report)))
        c->quits = true;
    all_return(c, &scene);
    return status;
}

ox_status ox_console_replace(ox_console *c, const void *overlay, uint32_t size, ox_error *error) {
    c->stays = true;
    ox_status status = replace_image(c, overlay, size, error);
    c->stays = false;
    return status;
}

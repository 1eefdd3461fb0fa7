/* The picture that scripts draw into. */
#include "kernel/draw/module.h"

#include "kernel/console/console.h"
#include "kernel/draw/internal.h"

/* Each `on draw` begins alike. */
static void begin_drawing(ox_script_picture *picture) {
    ox_draw *draw = (ox_draw *)picture;
    draw->x = draw->y = 0;
    draw->ink = (rs_ink){.mode = RS_FLAT_OPAQUE};
    rs_frame_clip(draw->frame, NULL);
    (void)rs_frame_ink(draw->frame, RS_FLAT_OPAQUE, 0);
}

/* The palette is that of the image in every picture, but for changes of this one. */
static void show_palette(ox_draw *draw) {
    draw->is_shown = draw->change_count > 0 || draw->was_changed;
    if (draw->is_shown) ox_console_change_colours(draw->host->console, draw->changes, draw->change_count);
    draw->was_changed = draw->change_count > 0;
}

const rs_palette_change *ox_draw_palette_changes(const ox_module_host *host, int *count, bool *is_shown) {
    const ox_draw *draw = ox_module_state(host, OX_NAME("draw"));
    *count = draw == NULL ? 0 : draw->change_count;
    *is_shown = draw != NULL && draw->is_shown;
    return draw == NULL ? NULL : draw->changes;
}

/* ---- the module ---- */

/* Scripts may draw in any font of the image, and play is no time to unpack one. Fonts that are not packed take no memory. */
static void hold_fonts(const ox_module_host *host) {
    const ox_images *images = &host->stock->images;
    for (uint32_t i = images->count; i-- > 0;) {
        rom_chunk chunk;
        for (uint32_t entry = 0; rom_entry(&images->list[i].rom, entry, &chunk); entry++)
            if (chunk.type == ROM_TAG_FONT) ox_words_hold(host->resources, chunk.id);
    }
}

/* The record is the scene's: where chunks change, the palette may be another one. */
static ox_status begin_scene(const ox_module_host *host, void **state) {
    if (ox_module_state(host, OX_NAME("behaviour")) == NULL) return OX_OK;
    ox_draw *draw =
        (ox_draw *)ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *draw, _Alignof(ox_draw));
    if (draw == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room to draw: %u bytes",
                                (unsigned)sizeof *draw);
    draw->picture.begin = begin_drawing;
    draw->host = host;
    draw->words.resources = host->resources;
    hold_fonts(host);
    *state = draw;
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    (void)host;
    (void)how;
    *state = NULL;
}

static void draw_scripts(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                         uf16 fraction) {
    ox_draw *draw = state;
    (void)fraction;
    if (pass != OX_PASS_OVER) return;
    draw->frame = draw->words.frame = frame;
    draw->change_count = 0;
    ox_behaviours_draw(host, frame, &draw->picture);
    show_palette(draw);
    draw->frame = draw->words.frame = NULL;
}

static const uint32_t needs[] = {OX_NAME("behaviour"), 0};

const ox_module ox_draw_module = {.id = OX_NAME("draw"),
                                  .name = "draw",
                                  .flags = OX_MODULE_OPTIONAL,
                                  .needs = needs,
                                  .natives = ox_draw_native_rows,
                                  .native_count = OX_DRAW_NATIVES,
                                  .begin = begin_scene,
                                  .end = end_scene,
                                  .draw = draw_scripts};

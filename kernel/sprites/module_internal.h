/* What the files of the module share. */
#ifndef OXCART_KERNEL_SPRITES_MODULE_INTERNAL_H
#define OXCART_KERNEL_SPRITES_MODULE_INTERNAL_H

#include "kernel/sprites/module.h"

/* A sheet of the image. */
typedef struct sprites_sheet {
    ox_id name;
    const uint8_t *chunk;
    const rs_image **images; /* NULL: an image that cannot be had */
} sprites_sheet;

/* A frame that was read: many sprites show the same. */
typedef struct sprites_seen_frame {
    ox_id sheet;
    uint32_t number;
    const rs_image *image; /* NULL: nothing was read */
    ox_sheet_frame frame;
} sprites_seen_frame;

enum { SPRITES_SEEN_FRAMES = 8 };

/* What scripts do to a layer. */
typedef struct sprites_layer_state {
    ox_id name;
    vec2 offset;
    bool hidden;
} sprites_layer_state;

typedef struct ox_sprites {
    const ox_module_host *host;
    ox_layers layers; /* count 0: no scene plays */
    ox_view view;
    ox_view authored; /* what the scene begins with */
    fx pixels, depth;
    bool flat, by_map;
    uint32_t type;         /* number of the component in the world */
    uint32_t effects_type; /* number of the effects' component, plus 1; 0: the cart has none */
    sprites_sheet *sheets;
    uint32_t sheet_count;
    sprites_seen_frame seen_frames[SPRITES_SEEN_FRAMES];
    uint32_t drawn,
        missing; /* of the last picture; sheets, frames and images that were not there, since the start */
    bool crowded, full, told_missing, told_animation; /* the log has told it */
    /* State that is kept while the scene is built anew. */
    ox_id kept_scene;
    ox_view kept_authored;
    sprites_layer_state kept[OX_LAYERS_MOST];
    uint32_t kept_count;
    sprites_layer_state item; /* that the state shows */
} ox_sprites;

static inline ox_sprites *ox_sprites_of(const ox_module_host *host) {
    return ox_module_state(host, OX_NAME("sprites"));
}

/* ---- sheets (module_sheets.c) ---- */

FX_MUST_CHECK ox_status ox_sprites_hold_sheets(ox_sprites *sprites);

/* The sheet of a sprite; NULL, told once, when it is missing. */
const sprites_sheet *ox_sprites_sheet(ox_sprites *sprites, ox_sprite *sprite);

/* The flip-book that a sprite plays; false when it plays no flip-book, or, told once, when its sheet has none of that
 * name. */
bool ox_sprites_book(ox_sprites *sprites, ox_sprite *sprite, const sprites_sheet **sheet, ox_flip_book *book);

/* ---- steps and pictures (module_draw.c) ---- */

/* The frame that a sprite shows. */
uint32_t ox_sprites_frame(ox_sprites *sprites, ox_sprite *sprite);

void ox_sprites_step(ox_sprites *sprites);
void ox_sprites_draw(ox_sprites *sprites, rs_frame *frame, uf16 fraction);
ox_layer_draw_thing ox_sprites_draw_thing;

/* ---- the state (module_state.c) ---- */

ox_sim_part ox_sprites_state_part(ox_sprites *sprites);

#endif

/* What of a picture has to be drawn anew: a list of dirty rectangles, and what lies under sprites.
 *
 *     ox_dirty_init(&dirty, 240, 160);                 all of it is dirty at first
 *     each frame:  ox_dirty_add(&dirty, &where);       for all that has changed: where it was, and where it is
 *                  rs_surface to = ox_display_draw(&display, &age);
 *                  ox_dirty_draw(&dirty, &to, age, draw, game);
 *                  ox_display_present(&display);
 *
 *     static void draw(void *game, const rs_surface *part, const rs_view *where) {
 *         rs_fill(part, hero.x - where->x, hero.y - where->y, 16, 16, 7);     whatever lies beyond `part` is cut off
 *     }
 *
 * A picture that is some frames old (display.h: 2 with two pictures that change places, 1 with copies) lacks what has changed since, so the lists of
 * so many frames are drawn. One of unknown content, or of more than OX_DIRTY_FRAMES, is drawn whole.
 *
 * Rectangles are cut to the picture. Two become one where that has at most 5/4 of their area together; where the list is full, those two whose common
 * rectangle grows least. Rectangles that overlap all the same are drawn in pieces, no pixel twice. Where all of a view moves, nothing is
 * gained: mark all of it.
 *
 * UNDER is the other way: keeps what a sprite is drawn over, and puts it back, the last one first. That needs a picture in which nothing else changes.
 *
 * (Gregory, Game Engine Architecture, 7.1: rectangle invalidation.) */
#ifndef OXCART_KERNEL_DISPLAY_DIRTY_H
#define OXCART_KERNEL_DISPLAY_DIRTY_H

#include "kernel/memory/status.h"
#include "raster/surface.h"

enum { OX_DIRTY_MOST = 16, OX_DIRTY_FRAMES = 3, OX_UNDER_MOST = 32 };

typedef struct ox_dirty_list {
    rs_view views[OX_DIRTY_MOST];
    uint32_t count;
} ox_dirty_list;

typedef struct ox_dirty {
    ox_dirty_list frames[OX_DIRTY_FRAMES]; /* the newest at `now` */
    uint32_t now;
    int16_t width, height; /* of the picture */
    uint32_t drawn;        /* pixels of the last ox_dirty_draw */
} ox_dirty;

/* Draws what lies in a rectangle of the picture into that part of it, whose (0, 0) is the rectangle's corner. */
typedef void ox_dirty_draws(void *context, const rs_surface *part, const rs_view *where);

void ox_dirty_init(ox_dirty *dirty, int width, int height);

/* Marks a rectangle that has changed, or the whole picture. Any rectangle is legal. */
void ox_dirty_add(ox_dirty *dirty, const rs_view *where);
void ox_dirty_all(ox_dirty *dirty);

/* Has what changed in the last `age` frames drawn anew, 0: all of it, and begins the list of the next frame. */
void ox_dirty_draw(ox_dirty *dirty, const rs_surface *to, uint32_t age, ox_dirty_draws *draws, void *context);

/* ---- under sprites ---- */

typedef struct ox_under {
    uint8_t *memory;
    size_t size, used;
    uint32_t count;
    struct {
        rs_view view;
        size_t at;
    } kept[OX_UNDER_MOST];
} ox_under;

/* Memory is the caller's, aligned to 4 bytes. */
void ox_under_init(ox_under *under, void *memory, size_t size);

/* Keeps the pixels of a rectangle before a sprite is drawn over it. OX_FULL beyond OX_UNDER_MOST, OX_OUT_OF_MEMORY;
 * nothing is kept then. */
FX_MUST_CHECK ox_status ox_under_keep(ox_under *under, const rs_surface *surface, const rs_view *where);

/* Puts all kept pixels back into the same picture. */
void ox_under_restore(ox_under *under, const rs_surface *surface);

#endif

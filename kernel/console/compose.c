/* Pictures that the port's display composes of layers and sprites (plat_composes): nothing is drawn of them but what is neither. */
#include "raster/compose.h"

#include "kernel/console/internal.h"

#if !ROM_SMALL_PLAYER

/* Pictures until it is tried again after one that the display could not compose: the next time twice as many. */
enum { REST_LEAST = 2, REST_MOST = 128 };

static void rest(ox_compose *own) {
    own->wait = (uint8_t)(own->wait < REST_LEAST   ? REST_LEAST
                          : own->wait >= REST_MOST ? REST_MOST
                                                   : own->wait * 2);
    own->rest = own->wait;
}

bool ox_compose_prepare(ox_console *c, bool is_looked_at) {
    ox_compose *own = &c->compose;
    own->picture = NULL;
    own->is_tried = false;
    if (!c->bands.flat || c->bands.whole || c->options.log_hashes || c->options.count_pixels || is_looked_at)
        return false;
    if (own->rest > 0) {
        own->rest--;
        return false;
    }
    own->is_tried = plat_composes(c->platform, &own->spare);
    return own->is_tried;
}

void ox_compose_take(ox_console *c) {
    const rs_block cartridge = {(uint8_t *)(uintptr_t)c->image.base, c->image.size};
    ox_compose *own = &c->compose;
    if (!own->is_tried) return;
    own->picture = rs_frame_compose(c->frame, cartridge, own->spare);
    if (own->picture != NULL && own->picture->layer_count == 0)
        own->picture = NULL; /* bands are quicker than a canvas alone */
    if (own->picture == NULL) rest(own);
}

/* Whether bands are quicker, since most of the canvas changes from picture to picture. */
static bool changes_much(ox_compose *own, uint32_t rows) {
    enum { MANY_ROWS = 6, MANY_PICTURES = 3 };
    uint8_t count = 0;
    for (; rows != 0; rows &= rows - 1) count++;
    own->busy = (uint8_t)(count < MANY_ROWS ? 0 : own->busy + 1);
    return own->busy >= MANY_PICTURES;
}

/* Hands the picture over; false where the display has no room for it. */
static bool hand_over(ox_console *c) {
    const rs_composition *picture = c->compose.picture;
    uint32_t rows;
    if (!plat_compose(c->platform, picture, &rows) || changes_much(&c->compose, rows)) return false;
    for (int row = 0; rows >> row != 0; row++) {
        if ((rows >> row & 1u) == 0) continue;
        rs_frame_compose_row(c->frame, picture, row, c->bands.pixels, c->bands.stride);
        if (!plat_compose_row(c->platform, row, c->bands.pixels, c->bands.stride)) return false;
        c->stats.written += RS_COMPOSE_LINES * (uint32_t)c->options.width;
    }
    return plat_compose_end(c->platform);
}

bool ox_compose_draw(ox_console *c) {
    if (c->compose.picture == NULL) return false;
    c->bands.kept = false;
    if (hand_over(c) || (c->compose.busy == 0 &&
                         hand_over(c))) { /* the second time, nothing of earlier pictures takes room */
        if (c->number % 32 == 0) c->compose.wait /= 2;
        return true;
    }
    c->compose.busy = 0;
    rest(&c->compose);
    return false;
}

#else

typedef int ox_compose_left_out; /* a C file must hold a declaration */

#endif

/* Palettes that change from picture to picture: colours set, copied, turned round and mixed, without a second palette
 * in memory.
 *
 *     const rs_palette_change changes[] = {
 *         {.kind = RS_PALETTE_ROTATE, .first = 224, .count = 8, .by = frame / 6},                water that flows
 *         {.kind = RS_PALETTE_MIX, .first = 0, .count = 256, .rgb = 0x000000, .weight = 8}};     and half of the light
 *     for (int i = 0; i < 256; i++) colours[i] = rs_palette_changed(palette, changes, 2, i);
 *
 * Changes are made one after the other. The changed palette is for the display, in its blank (plat_palette): pixels
 * keep their numbers, and everything that looks up colours (nearest entries, tints, blending) goes on with the palette
 * that it has. */
#ifndef OXCART_RASTER_PALETTE_CHANGE_H
#define OXCART_RASTER_PALETTE_CHANGE_H

#include <stdint.h>

typedef enum rs_palette_change_kind {
    RS_PALETTE_SET,  /* entries become `rgb` */
    RS_PALETTE_COPY, /* entries become those from `from` on, which may overlap them; numbers go round at 256 */
    RS_PALETTE_ROTATE, /* each entry moves up by `by`, the last ones come to the first place */
    RS_PALETTE_MIX,    /* with `rgb` */
    RS_PALETTE_BLEND   /* with `other`, a palette */
} rs_palette_change_kind;

typedef struct rs_palette_change {
    uint8_t kind;
    uint8_t first;
    uint8_t from;
    uint8_t weight; /* of MIX and BLEND: 0 nothing changes .. 16 wholly the other */
    int16_t count;  /* entries first .. first + count - 1 */
    int32_t by;
    uint32_t rgb;
    const uint32_t *other; /* 256 entries */
} rs_palette_change;

/* Entry `index`, 0..255, after `count` changes. A few dozen instructions a change. */
uint32_t rs_palette_changed(const uint32_t palette[256], const rs_palette_change *changes, int count,
                            int index);

#endif

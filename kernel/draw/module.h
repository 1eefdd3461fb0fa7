/* What scripts draw over the picture, as a module of the console.
 *
 *     on draw {                                                in Goad, in a behaviour
 *         rectangle_fill(4, 4, 62, 10, #202840)
 *         rectangle_fill(5, 5, health * 60 / 100, 8, #E04038)
 *         text("score {score}", 120, 4, #FFFFFF, align: CENTRE)
 *     }
 *
 * Places are pixels of the picture, (0, 0) its top left corner, y down; `draw_at` moves that origin. It comes over the scene and over what modules
 * draw that stand before this one in the list, and below the figures. Each `on draw` begins with the whole picture, the origin in its corner, and
 * colours that replace what is there. Nothing that is drawn is a part of the state (kernel/script/machine.h, ox_script_draw).
 *
 * Colours are 0xRRGGBB, on a palette surface the nearest of the palette; those that a script spells out join the palette of a cart in 256 colours.
 * The last 16 are remembered, so a colour is looked for once.
 *
 * Where the cart is drawn in 256 colours, `palette_set`, `_copy`, `_rotate` and `_mix` change what they look like in this picture, and in the next one
 * they are as they were. Six changes a picture; those that are too many are refused.
 *
 * A game in C draws by raster/flat.h itself, in its `draw`. */
#ifndef OXCART_KERNEL_DRAW_MODULE_H
#define OXCART_KERNEL_DRAW_MODULE_H

#include "kernel/module/module.h"

extern const ox_module ox_draw_module;

/* What `on draw` changed of the palette in the picture that is recorded now, for modules behind this one that change
 * more of it; *is_shown: the palette was shown anew in this picture. */
struct rs_palette_change;
const struct rs_palette_change *ox_draw_palette_changes(const ox_module_host *host, int *count,
                                                        bool *is_shown);

enum { OX_DRAW_NATIVES = 29 };
extern const ox_script_native ox_draw_native_rows[OX_DRAW_NATIVES];

#endif

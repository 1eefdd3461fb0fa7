/* Packs rectangles into a rectangle by maximal free rectangles. */
#ifndef OXCART_TOOLS_IMPORT_IMAGE_SHEET_PACK_H
#define OXCART_TOOLS_IMPORT_IMAGE_SHEET_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pack_box {
    uint32_t width, height; /* to be placed */
    uint32_t x, y;
    bool turned, placed;
} pack_box;

typedef enum pack_rule { PACK_SHORT_SIDE, PACK_AREA, PACK_BOTTOM_LEFT, PACK_RULES } pack_rule;

/* Places the boxes that fit into width x height, in the order of `order`; returns how many boxes were placed, -1
 * without memory. */
long pack_boxes(pack_box *boxes, const uint32_t *order, uint32_t count, uint32_t width, uint32_t height,
                pack_rule rule, bool turning);

#endif

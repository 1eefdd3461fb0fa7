/* A picture of sizes: each item a rectangle whose area is its share (squarified treemap: Bruls, Huizing, van Wijk 2000). */
#ifndef OXCART_TOOLS_INSPECT_TREEMAP_H
#define OXCART_TOOLS_INSPECT_TREEMAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct treemap_item {
    const char *label;
    uint64_t size;
    uint32_t colour; /* 0xRRGGBB */
} treemap_item;

/* Draws `count` items, sorted by falling size, over the whole picture of width x height pixels 0x00RRGGBB. Items too small for
 * their label have none, items of less than a pixel are left out. */
void treemap_draw(const treemap_item *items, uint32_t count, int width, int height, uint32_t *pixels);

#endif

/* Inside of soups: what of a tree a moving box meets. */
#ifndef OXCART_KERNEL_COLLISION_SOUP_INTERNAL_H
#define OXCART_KERNEL_COLLISION_SOUP_INTERNAL_H

#include "kernel/collision/slant.h"
#include "kernel/collision/soup.h"

/* A box that moves along a way, in the soup's axes. Whoever hears of triangles may shorten the way. */
typedef struct ox_soup_walk {
    box3 box;
    vec3 way;
    void (*meet)(struct ox_soup_walk *walk, uint32_t triangle);
    /* Of the walk itself: the box and its way in the steps of the chunk, and the way that they were worked out for. */
    box3 reach;
    ox_slant slant;
    vec3 slant_way;
} ox_soup_walk;

/* Calls `meet` for the triangles whose own boxes the box meets on its way, in rising order; for some, too, that it passes by within a few steps of the chunk. */
void ox_soup_walk_tree(const ox_soup *soup, ox_soup_walk *walk);

fx ox_soup_thickness(const ox_soup *soup);

#endif

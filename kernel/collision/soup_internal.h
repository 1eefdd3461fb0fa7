/* Inside of soups: what of a tree a moving box meets. */
#ifndef OXCART_KERNEL_COLLISION_SOUP_INTERNAL_H
#define OXCART_KERNEL_COLLISION_SOUP_INTERNAL_H

#include "kernel/collision/soup.h"

/* A box that moves along a way, in the soup's axes. Whoever hears of triangles may shorten the way. */
typedef struct ox_soup_walk {
    box3 box;
    vec3 way;
    void (*meet)(struct ox_soup_walk *walk, uint32_t triangle);
    /* Of the walk itself: the middle of box and way, the box's sides and the way's, all doubled; none of them counts where the box is far from all soups. */
    vec3 middle, size, length;
    bool is_near;
} ox_soup_walk;

/* Calls `meet` for the triangles in the leaves that the box meets on its way, in rising order. */
void ox_soup_walk_tree(const ox_soup *soup, ox_soup_walk *walk);

fx ox_soup_thickness(const ox_soup *soup);

#endif

/* Flat contacts with a rectangle of which some sides count for nothing, since others lie beside it. For the files of this folder. */
#ifndef OXCART_KERNEL_COLLISION_FLAT_H
#define OXCART_KERNEL_COLLISION_FLAT_H

#include "kernel/collision/contact.h"

enum { OX_FLAT_DOWN = 1, OX_FLAT_RIGHT = 2, OX_FLAT_UP = 4, OX_FLAT_LEFT = 8 };

/* A rectangle along the axes; `free`: the sides that stop something. */
typedef struct ox_flat_side_box {
    vec2 lo, hi;
    uint32_t free;
} ox_flat_side_box;

/* Whether a normal, within a degree, leaves the rectangle by free sides alone. */
static inline bool ox_flat_looks_out(dir30 n, uint32_t free) {
    enum { LEVEL = Q30_ONE / 64 };
    return ((free & OX_FLAT_RIGHT) != 0 || n.x <= LEVEL) && ((free & OX_FLAT_LEFT) != 0 || n.x >= -LEVEL) &&
           ((free & OX_FLAT_UP) != 0 || n.y <= LEVEL) && ((free & OX_FLAT_DOWN) != 0 || n.y >= -LEVEL);
}

/* Contacts of a shape, as ox_collide_flat takes it, with such a rectangle; the normal points to the shape. */
bool ox_collide_flat_sides(const ox_shape *a, const rig34 *pose_a, const ox_flat_side_box *box, fx margin,
                           ox_manifold *out);

#endif

/* Triangles against triangles, exactly.
 *
 *     if (ox_triangles_meet(a, b, &at)) ...                        touching counts
 *     if (ox_soups_meet(&soup_a, &pose_a, &soup_b, &pose_b, &tests)) ...
 *
 * Two triangles meet where an edge of one meets the other: three edges against one, then three against the other. All decisions are signs of volumes of tetrahedra
 * (of areas where the two lie in one plane), in whole numbers of 96 bits, so there is no tolerance: what is told is right for the corners as they are given. The place is
 * one that both have, within some LSB. Corners lie at most 8,192 m from one another along each axis. (Devillers and Guigue, Faster Triangle-Triangle Intersection Tests,
 * 2002; Game Programming Gems 4.5.)
 *
 * SOUPS are asked in grades: the boxes about both, then triangles of A by the boxes of its tree near B, for each the tree of B, the boxes of both triangles, and only then
 * the test above. The first hit ends it. Corners of A are brought into B's axes, off by up to 1 LSB. A soup has no inside here: one that lies within another, without touching it, does not meet it. */
#ifndef OXCART_KERNEL_COLLISION_TRIANGLE_H
#define OXCART_KERNEL_COLLISION_TRIANGLE_H

#include "kernel/collision/soup.h"

bool ox_triangles_meet(const vec3 a[3], const vec3 b[3], vec3 *at);

/* How far the grades came: triangles of A near B, pairs in leaves that meet, and pairs whose boxes meet, which were tested exactly. */
typedef struct ox_soup_tests {
    uint32_t triangles, pairs, exact;
} ox_soup_tests;

/* `tests` is added to; NULL: nobody counts. */
bool ox_soups_meet(const ox_soup *a, const rig34 *pose_a, const ox_soup *b, const rig34 *pose_b,
                   ox_soup_tests *tests);

#endif

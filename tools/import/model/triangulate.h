/* Cuts polygons with any number of corners, convex or not, into triangles. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_TRIANGULATE_H
#define OXCART_TOOLS_IMPORT_MODEL_TRIANGULATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct import_polygon_result {
    size_t triangle_count;   /* at most corners - 2, without those that have no area */
    size_t degenerate_count; /* triangles left out because they have no area */
    bool not_flat;           /* a corner is farther from the mean plane than 5 % of the polygon's extent */
    bool crosses_itself;     /* no clean cut exists; the triangles are a guess */
    bool out_of_memory;      /* nothing was written */
} import_polygon_result;

/*
 * points: the corners in order. indices: room for 3 * (count - 2) corner numbers, the winding of the polygon
 * kept. Triangles are given as they are; quads are cut along the shorter diagonal that lies inside; larger polygons by
 * ear clipping (projected along the polygon's normal), going round so that convex polygons do not become fans.
 * Corners on a straight line are kept, so that no neighbour is left with a gap. count below 3 gives no
 * triangle.
 *
 * *budget bounds the work over all polygons of a file: it is counted down, and when it is used up the check
 * for points inside an ear is left out (crosses_itself is then set). Ear clipping takes about corners * (1 +
 * inward corners).
 */
import_polygon_result import_triangulate(const double (*points)[3], size_t count, uint32_t *indices,
                                         uint64_t *budget);

/*
 * Triangulates a polygon with holes: `loops` loops of counts[i] corners each stand one after another in `points`,
 * the outer one first, holes wound either way. indices: room for 3 * (all corners + 2 * loops) numbers. Each hole
 * is joined to the loop around it by a cut between two corners that crosses no side (Held 2001). A hole that lies
 * outside, or crosses a side, sets crosses_itself and is left out.
 */
import_polygon_result import_triangulate_holes(const double (*points)[3], const size_t *counts, size_t loops,
                                               uint32_t *indices, uint64_t *budget);

/* The polygon's normal by Newell's method, with twice the area as its length. All zero for a polygon without
 * area. */
void import_polygon_normal(const double (*points)[3], size_t count, double normal[3]);

/* True when the triangle has no area to speak of: its height is below 1e-7 of its longest side. */
bool import_triangle_is_degenerate(const double a[3], const double b[3], const double c[3]);

#endif

/* Polygons with holes: each hole is joined to the outer loop by a cut, then the single polygon that results is
 * clipped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/model/triangulate.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef struct flat {
    double x, y;
} flat;

typedef struct joiner {
    const double (*points)[3];
    flat *flat;     /* all corners along the normal's longest axis, the outer loop counter-clockwise */
    uint32_t *ring; /* corner numbers of the loops joined so far */
    size_t ring_count;
    uint64_t *budget;
} joiner;

static double turn(flat a, flat b, flat c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

static bool same(flat a, flat b) { return a.x == b.x && a.y == b.y; }

/* Whether the open segments a-b and c-d have a point in common that is no end of both. */
static bool cross(flat a, flat b, flat c, flat d) {
    if (same(a, c) || same(a, d) || same(b, c) || same(b, d)) return false;
    double c_side = turn(a, b, c), d_side = turn(a, b, d), a_side = turn(c, d, a), b_side = turn(c, d, b);
    return ((c_side >= 0 && d_side <= 0) || (c_side <= 0 && d_side >= 0)) &&
           ((a_side >= 0 && b_side <= 0) || (a_side <= 0 && b_side >= 0)) && !(c_side == 0 && d_side == 0);
}

static bool project(joiner *j, size_t first, size_t all) {
    double normal[3];
    int drop = 0;
    import_polygon_normal(j->points, first, normal);
    for (int k = 1; k < 3; k++) {
        if (fabs(normal[k]) > fabs(normal[drop])) drop = k;
    }
    if (normal[drop] == 0) return false;
    for (size_t i = 0; i < all; i++) {
        j->flat[i].x = j->points[i][(drop + 1) % 3];
        j->flat[i].y = j->points[i][(drop + 2) % 3] * (normal[drop] < 0 ? -1 : 1);
    }
    return true;
}

/* Whether a cut from corner `from` of a hole to ring place `to` crosses a side of the ring or of any later
 * hole. */
static bool is_free(joiner *j, uint32_t from, size_t to, const size_t *counts, size_t loops, size_t loop,
                    size_t start) {
    flat a = j->flat[from], b = j->flat[j->ring[to]];
    for (size_t i = 0; i < j->ring_count; i++) {
        if (*j->budget == 0) return false;
        --*j->budget;
        if (cross(a, b, j->flat[j->ring[i]], j->flat[j->ring[(i + 1) % j->ring_count]])) return false;
    }
    for (; loop < loops; start += counts[loop++]) {
        for (size_t i = 0; i < counts[loop]; i++) {
            if (*j->budget == 0) return false;
            --*j->budget;
            if (cross(a, b, j->flat[start + i], j->flat[start + (i + 1) % counts[loop]])) return false;
        }
    }
    /* the cut must leave the ring to its inner side */
    flat before = j->flat[j->ring[(to + j->ring_count - 1) % j->ring_count]],
         after = j->flat[j->ring[(to + 1) % j->ring_count]];
    bool convex = turn(before, b, after) > 0;
    bool left = turn(b, after, a) > 0, right = turn(before, b, a) > 0;
    return convex ? left && right : left || right;
}

static double loop_area(const joiner *j, size_t start, size_t count) {
    double area = 0;
    for (size_t i = 1; i + 1 < count; i++)
        area += turn(j->flat[start], j->flat[start + i], j->flat[start + i + 1]);
    return area;
}

/* Inserts the hole into the ring behind place `at`, clockwise, with the cut run there and back. */
static void insert_hole(joiner *j, size_t at, size_t start, size_t count, size_t from) {
    bool backward = loop_area(j, start, count) > 0;
    memmove(j->ring + at + 1 + count + 2, j->ring + at + 1, (j->ring_count - at - 1) * sizeof *j->ring);
    for (size_t i = 0; i <= count; i++) {
        size_t step = backward ? (from + 2 * count - i) % count : (from + i) % count;
        j->ring[at + 1 + i] = (uint32_t)(start + step);
    }
    j->ring[at + 2 + count] = j->ring[at];
    j->ring_count += count + 2;
}

/* Joins a hole by the first pair of corners that sees each other; false when no pair does. */
static bool join_hole(joiner *j, const size_t *counts, size_t loops, size_t loop, size_t start) {
    for (size_t from = 0; from < counts[loop]; from++) {
        size_t best = SIZE_MAX;
        double least = INFINITY;
        for (size_t to = 0; to < j->ring_count; to++) {
            flat a = j->flat[start + from], b = j->flat[j->ring[to]];
            double square = (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
            if (square >= least || !is_free(j, (uint32_t)(start + from), to, counts, loops, loop, start))
                continue;
            least = square;
            best = to;
        }
        if (best == SIZE_MAX) continue;
        insert_hole(j, best, start, counts[loop], from);
        return true;
    }
    return false;
}

static import_polygon_result clip_ring(const joiner *j, uint32_t *indices) {
    import_polygon_result result = {0, 0, false, false, true};
    double(*ring)[3] = malloc((j->ring_count + 1) * sizeof *ring);
    if (ring == NULL) return result;
    for (size_t i = 0; i < j->ring_count; i++) memcpy(ring[i], j->points[j->ring[i]], sizeof *ring);
    result = import_triangulate((const double(*)[3])ring, j->ring_count, indices, j->budget);
    for (size_t i = 0; i < 3 * result.triangle_count; i++) indices[i] = j->ring[indices[i]];
    free(ring);
    return result;
}

import_polygon_result import_triangulate_holes(const double (*points)[3], const size_t *counts, size_t loops,
                                               uint32_t *indices, uint64_t *budget) {
    import_polygon_result result = {0, 0, false, false, false};
    size_t all = 0;
    bool crossing = false;
    if (loops == 0 || counts[0] < 3) return result;
    for (size_t i = 0; i < loops; i++) all += counts[i];
    joiner j = {.points = points, .budget = budget};
    j.flat = malloc((all + 1) * sizeof *j.flat);
    j.ring = malloc((all + 2 * loops + 1) * sizeof *j.ring);
    result.out_of_memory = j.flat == NULL || j.ring == NULL;
    if (!result.out_of_memory && !project(&j, counts[0], all)) {
        result.degenerate_count = counts[0] - 2;
    } else if (!result.out_of_memory) {
        for (size_t i = 0; i < counts[0]; i++) j.ring[i] = (uint32_t)i;
        j.ring_count = counts[0];
        for (size_t loop = 1, start = counts[0]; loop < loops; start += counts[loop++])
            crossing = (counts[loop] >= 3 && !join_hole(&j, counts, loops, loop, start)) || crossing;
        result = clip_ring(&j, indices);
        result.crosses_itself = result.crosses_itself || crossing;
    }
    free(j.flat);
    free(j.ring);
    return result;
}

/* Paths of a level (a PATH section): named curves along which objects walk or fly, or cameras move.
 *
 *     ox_level_path road;
 *     ox_status status = ox_level_path_find(section, OX_NAME("road"), &road);       OX_NOT_FOUND
 *     vec3 at = ox_level_path_point(&road, travelled);                              metres from its first point
 *     travelled = fx_adds(travelled, speed);                                  a closed path begins anew behind its end
 *
 * Metres are measured from point to point in straight lines, as the packer did: on a path of long bends, steps of
 * equal length are equal only nearly. Open paths end at their last point; metres before the first point or behind the
 * last give that point.
 *
 * FORMS. Straight: from point to point. Cardinal: a Catmull-Rom curve through all points. B-spline: a smoother curve
 * near the points. Bezier: the curve goes through each third point, and the two points between pull it; points behind
 * the last whole piece are left out.
 *
 * The section stays where it is. Cost: a search over its points, and one piece of a cubic (fixedmath/spline.h). (Madhav, Game Programming
 * Algorithms and Techniques 8.) */
#ifndef OXCART_KERNEL_LEVEL_PATH_H
#define OXCART_KERNEL_LEVEL_PATH_H

#include "fixedmath/types.h"
#include "kernel/memory/status.h"
#include "kernel/names/id.h"

typedef struct ox_level_path {
    const uint8_t *points; /* spline-point records */
    uint32_t count;        /* 1 or more */
    fx length;             /* metres; of a closed path with the way back to its first point */
    uint8_t form;          /* form of the spline, as the record has it */
    bool closed;
} ox_level_path;

/* Finds a path by name in a checked PATH section. OX_NOT_FOUND. */
FX_MUST_CHECK ox_status ox_level_path_find(const uint8_t *section, ox_id name, ox_level_path *path);

/* Point `number` of those that define the path, 0 to count - 1; a number beyond them asserts and gives the last. */
vec3 ox_level_path_corner(const ox_level_path *path, uint32_t number);

/* The distance along the path, in metres, of its point that is nearest to a place; of equally near points the first.
 * Each piece is sampled in eight parts, and the search narrows the best of them to about a millimetre, so a bend that
 * comes back to itself within an eighth of a piece may be missed. */
fx ox_level_path_nearest(const ox_level_path *path, vec3 to);

/* The point of the path that is so many metres along it from its first point. */
vec3 ox_level_path_point(const ox_level_path *path, fx metres);

#endif

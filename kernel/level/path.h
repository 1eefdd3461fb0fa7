/* Paths of a level (a PATH section): named curves that somebody walks, flies or is looked along.
 *
 *     ox_level_path road;
 *     ox_status status = ox_level_path_find(section, OX_NAME("road"), &road);       OX_NOT_FOUND
 *     vec3 at = ox_level_path_point(&road, travelled);                              metres from its first point
 *     travelled = fx_adds(travelled, speed);                                  a closed path begins anew behind its end
 *
 * Metres are measured from point to point in straight lines, as the packer did: on a path of long bends, steps of equal length are
 * equal only nearly. Open paths end at their last point; what lies before the first one or behind the last one is that point.
 *
 * FORMS. Straight: from point to point. Cardinal: a Catmull-Rom curve through all points. B-spline: a smoother curve near the points.
 * Bezier: each third point is one that the curve goes through, and the two between pull it; points behind the last whole piece are left out.
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
    fx length;             /* metres, of a closed one with the way back to its first point */
    uint8_t form;          /* as the record says */
    bool closed;
} ox_level_path;

/* The path of that name in a checked PATH section. OX_NOT_FOUND. */
FX_MUST_CHECK ox_status ox_level_path_find(const uint8_t *section, ox_id name, ox_level_path *path);

/* Point `number` of those that it was drawn through or by, 0 to count - 1; asserts and the last beyond them. */
vec3 ox_level_path_corner(const ox_level_path *path, uint32_t number);

/* How many metres along it lies the place that is nearest to another; of equals the first. Each piece is looked at in eight parts, and the best of
 * them halved until it is about a millimetre long, so a bend that comes back to itself within an eighth of a piece may be missed. */
fx ox_level_path_nearest(const ox_level_path *path, vec3 to);

/* Where somebody is who went so many metres along it from its first point. */
vec3 ox_level_path_point(const ox_level_path *path, fx metres);

#endif

/* Zones of cameras: plan polygons, in which whoever is followed is seen by the zone's camera.
 *
 *     ox_levels_path(console, OX_NAME("hall"), &hall);                   a closed path of three corners or more is a zone
 *     if (ox_zone_holds(&hall, place, 0)) ...                            in it, as seen from above
 *     if (!ox_zone_holds(&hall, place, FX(0.25))) ...                    more than a quarter of a metre beyond its border
 *
 * A polygon may have any shape, as rooms have; where its border crosses itself, what lies within an even number of rounds is outside. Its corners are straight ones, whatever the path's form.
 * Corners at different heights say from which height to which the zone reaches; those of one height, that heights do not count. A place on the border is in one of two zones that share it.
 * Cost: a side test and, with a margin, a projection for each corner. (Madhav 8.) */
#ifndef OXCART_KERNEL_CAMERA_ZONE_H
#define OXCART_KERNEL_CAMERA_ZONE_H

#include "kernel/level/path.h"

/* Whether a path is a zone. */
static inline bool ox_zone_is(const ox_level_path *path) { return path->closed && path->count >= 3; }

/* Whether a place is in a zone that is `margin` metres larger on all sides. */
bool ox_zone_holds(const ox_level_path *zone, vec3 place, fx margin);

#endif

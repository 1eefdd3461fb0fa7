/* What viewers and editors draw over a world: lines, boxes and balls; and the light that a level brings. */
#ifndef OXCART_TOOLS_PLAY_WORLD_LINES_H
#define OXCART_TOOLS_PLAY_WORLD_LINES_H

#include "fixedmath/fixedmath.h"
#include "kernel/resource/resource.h"
#include "raster/frame.h"

/* All zero is empty. */
typedef struct world_lines {
    vec3 *points; /* two a line */
    uint32_t count, room;
    bool failed;  /* without memory */
    int32_t bias; /* depth codes that they are brought nearer; 0: 200 */
} world_lines;

void world_line(world_lines *l, vec3 a, vec3 b);
void world_box(world_lines *l, vec3 centre, vec3 half, const rot33 *turn); /* its twelve edges */
void world_ball(world_lines *l, vec3 centre, fx radius);                   /* three circles */

/* Records them, brought a little nearer than the surfaces that they lie on, and frees them: the list is empty again. False when there
 * was no memory for all of them. */
bool world_lines_record(world_lines *l, rs_frame *frame, const ox_resources *resources, const mat34 *place,
                        uint32_t rgb);

/* The suns and point lights of a checked level; a sun where it has none, and for NULL. */
void world_lights(rs_frame *frame, const uint8_t *level);

/* Looks from `eye` to `target` (not the same place) with 60 degrees, and sees what is `least` (farther, when the reach is great) to `reach`
 * away. False, and nothing is recorded, when the two places are the same. */
bool world_camera(rs_frame *frame, vec3 eye, vec3 target, fx least, fx reach);

#endif

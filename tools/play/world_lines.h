/* Drawing over a world for viewers and editors: lines, boxes and balls; and the lights of a level. */
#ifndef OXCART_TOOLS_PLAY_WORLD_LINES_H
#define OXCART_TOOLS_PLAY_WORLD_LINES_H

#include "fixedmath/fixedmath.h"
#include "kernel/resource/resource.h"
#include "raster/frame.h"

/* A list of lines. All zero is an empty list. */
typedef struct world_lines {
    vec3 *points; /* two points for each line */
    uint32_t count, room;
    bool failed;  /* memory ran out */
    int32_t bias; /* depth codes by which lines are brought nearer; 0: 200 */
} world_lines;

void world_line(world_lines *l, vec3 a, vec3 b);
void world_box(world_lines *l, vec3 centre, vec3 half, const rot33 *turn); /* its twelve edges */
void world_ball(world_lines *l, vec3 centre, fx radius);                   /* three circles */

/* Records the lines, brought a little nearer than the surfaces that they lie on, and empties the list. False when
 * memory did not suffice for all lines. */
bool world_lines_record(world_lines *l, rs_frame *frame, const ox_resources *resources, const mat34 *place,
                        uint32_t rgb);

/* Records the suns and point lights of a checked level; one sun for a level without any, and for NULL. */
void world_lights(rs_frame *frame, const uint8_t *level);

/* Sets a camera at `eye` that looks to `target` with 60 degrees. Its near plane is at `least` (farther, when the
 * reach is great), its far plane at `reach`. False, and nothing is recorded, when eye and target are the same place. */
bool world_camera(rs_frame *frame, vec3 eye, vec3 target, fx least, fx reach);

#endif

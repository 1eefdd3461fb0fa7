/* Choosing lights and ambient light before a mesh is recorded, out of as many as a level has.
 *
 *     count = rs_lights_choose(level_lights, level_count, centre, radius, 2, chosen);
 *     for (i = 0; i < count; i++) lights[i] = level_lights[chosen[i]];
 *     rs_frame_lights(frame, ambient, lights, count);
 *     rs_frame_mesh(frame, ...); */
#ifndef OXCART_RASTER_LIGHTS_H
#define OXCART_RASTER_LIGHTS_H

#include "raster/frame.h"

/* The strongest `most` (at most RS_LIGHTS) of `count` lights at a bounding sphere, strongest first, by their
 * indices: strength is intensity times falloff at the sphere's centre, directional lights count with all
 * their intensity, and among equals the lower index wins. A point light whose range does not reach the sphere
 * is left out, and counted in *passed_over (may be NULL). Returns how many were chosen. Some 60 instructions
 * a light. (GEA 10.1.3.3.) */
int rs_lights_choose(const rs_light *lights, int count, vec3 centre, fx radius, int most,
                     uint8_t chosen[RS_LIGHTS], int *passed_over);

/* A part of the world with an ambient light of its own: low <= point < high in every axis. */
typedef struct rs_ambient_region {
    vec3 low, high;
    uint8_t ambient;
} rs_ambient_region;

/* The ambient light at a point: of the first region that holds it, else of the level. */
int rs_ambient_at(int level, const rs_ambient_region *regions, int count, vec3 point);

/* A crossfade: the next value, Q8.8, on the way from `now` to `target` (0..255) with `steps` steps left, 1 or
 * more; at the last step exactly the target. Start with now = ambient * 256; hand now >> 8 to
 * rs_frame_lights. */
static inline int32_t rs_ambient_fade(int32_t now, int target, int steps) {
    return steps <= 1 ? target * 256 : now + (target * 256 - now) / steps;
}

#endif

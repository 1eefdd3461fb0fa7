/* Steering: what the hands of a player turn and move, whatever devices they have.
 *
 *     turn = ox_trackball_turn(&ball, way_before, way_now);                   an object as if it sat in a glass ball under the pointer
 *     ox_first_person_steer(map, player, input, &hands, rate, &steering);     yaw, pitch and a wish, of stick, keys or mouse alike
 *     ox_glide_step(&glide, wish, rate);                                      goes where is wished, with a run-up, in any number of steps a second alike
 *
 * In scripts: trackball(who, from, to, radius), and walk(self, first_person(self, 'move', 'look', 4.0)).
 *
 * A TRACKBALL turns by the shortest arc between the places of its sphere that lie under the two pixels; beside the sphere the nearest place of its outline counts.
 * What was grabbed stays under the pointer. Opposite places have no axis of their own: then it is the one that points up. A flat camera looks along one
 * direction from an eye of its own for each pixel; the outline is then the sphere's great circle, whose ends are opposite.
 *
 * FIRST PERSON. `look` turns: a stick, or directions, by `turn` a second when fully pushed, the mouse by `count` a pixel; `move` is ahead and to the side, and `rise` up,
 * each -1 to 1. Pitch stays within `limit`. (Glassner, Graphics Gems, "Virtual trackball"; Rabin, Game Programming Gems 4.3.) */
#ifndef OXCART_KERNEL_INPUT_MAP_STEER_H
#define OXCART_KERNEL_INPUT_MAP_STEER_H

#include "fixedmath/quaternion.h"
#include "kernel/input_map/input_map.h"

typedef struct ox_trackball {
    vec3 centre, up;
    vec3 eye[2]; /* of the first way and of the second: one place, but with a flat camera */
    fx radius;   /* below the way from the eye to the centre, but with a flat camera */
    bool flat;   /* both ways are parallel */
} ox_trackball;

/* The turn that brings what lies under one way from the eye under another one; ways have any length but 0. */
quat ox_trackball_turn(const ox_trackball *ball, vec3 from, vec3 to);

typedef struct ox_first_person {
    ox_id move, look, rise; /* actions; 0: none */
    uint32_t turn;          /* binary angles a second (65536 to the turn) */
    uint32_t count;         /* likewise for a pixel of the mouse */
    bool inverted;          /* up looks down */
} ox_first_person;

/* What a player wants in one step. */
typedef struct ox_steering {
    int32_t yaw, pitch; /* binary angles in this step: to the left and up positive */
    vec3 wish;          /* right, up, behind: as a camera has its axes; at most 1 long to each side */
} ox_steering;

void ox_first_person_steer(const ox_input_map *map, uint32_t player, const ox_input *input,
                           const ox_first_person *hands, uint32_t rate, ox_steering *steering);

/* Turns by a steering; pitch stays within -limit to limit. */
void ox_steering_turn(const ox_steering *steering, ang16 limit, ang16 *yaw, ang16 *pitch);

/* What goes where it is wished to: its velocity comes within 1/e of the wish each 1/`pull` seconds. */
typedef struct ox_glide {
    vec3 at, velocity; /* metres, metres a second */
    fx speed;          /* for a wish of 1 */
    fx pull;           /* a second, above 0 */
} ox_glide;

/* One step of 1/rate s, integrated exactly. `wish` is in world axes. */
void ox_glide_step(ox_glide *glide, vec3 wish, uint32_t rate);

/* A wish in the axes of who looks along a yaw, as one in world axes. */
vec3 ox_steering_world(vec3 wish, ang16 yaw);

#endif

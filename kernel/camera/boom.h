/* Booms: what keeps a camera out of walls. The eye hangs on a boom from a pivot, the head of what it looks at; a sphere that goes along the boom stops before whatever is in the way.
 *
 *     ox_boom boom = ox_boom_usual();
 *     const ox_boom_way way = {.centre = hero, .pivot = head, .eye = ideal, .radius = ox_boom_radius(near, focal, aspect)};
 *     ox_boom_step(&boom, &casts, &way, &reach);                          reach.eye, reach.pivot, reach.opacity
 *
 * Two casts a step: from inside of the target's own volume up to the pivot, which stops there where a ceiling is lower, and from the pivot to the eye. The boom is shorter at once: it is the hit
 * less `margin`. It grows only after `wait` free steps, and softly (`smooth`). Below `least` metres the target fades, 16 at `least`, 0 at half of it.
 *
 * The sphere never lies within geometry, as long as it fits where the target's middle is: every place that the eye gets was passed by the sphere. Its radius is to cover the corners of the near plane, 1.1 times
 * near sqrt(1 + tan^2(v/2) (1 + aspect^2)): no wall is cut open. `ray` is the plain form: a line, and the eye in front of what it meets; corners may cut the near plane then.
 *
 * `feel` metres are looked to both sides of the boom in turn, one each step in the place of the pivot's cast: *aside tells to which side the way is free (-1, 1; 0: both or neither), so that a rig turns
 * before it is hit. (Madhav 8; GEA 12.3.7, 12.5.3.7.) */
#ifndef OXCART_KERNEL_CAMERA_BOOM_H
#define OXCART_KERNEL_CAMERA_BOOM_H

#include "fixedmath/vector.h"

/* What the world is asked. Both may be NULL: nothing is ever in the way. */
typedef struct ox_camera_casts {
    /* How much of the way a sphere may go, 0 .. Q30_ONE; true: something stops it. Radius 0: a line. */
    bool (*sweep)(void *context, vec3 from, vec3 way, fx radius, q30 *part);
    /* The height of the ground below a place; false: there is none. */
    bool (*ground)(void *context, vec3 from, fx *height);
    void *context;
} ox_camera_casts;

enum { OX_OPAQUE = 16 };

typedef struct ox_boom {
    fx margin;       /* metres kept from what is hit */
    fx least;        /* metres below which the target fades */
    fx feel;         /* metres to the sides; 0: not at all */
    uint16_t wait;   /* free steps before it grows again */
    uint16_t smooth; /* steps in which it makes up for two thirds of the way */
    bool ray;
    /* state */
    bool begun;
    uint16_t free; /* steps so far */
    fx length;
} ox_boom;

typedef struct ox_boom_way {
    vec3 centre, pivot, eye; /* middle of the target, its head, and where the eye wants to be */
    fx radius;
} ox_boom_way;

typedef struct ox_boom_reach {
    vec3 pivot, eye;
    uint8_t opacity; /* of the target, 0 .. OX_OPAQUE */
    bool hit;
    int8_t aside;
} ox_boom_reach;

ox_boom ox_boom_usual(void);

/* 1.1 times the distance of the near plane's corners. */
fx ox_boom_radius(fx near_plane, fx focal, fx aspect);

void ox_boom_step(ox_boom *boom, const ox_camera_casts *casts, const ox_boom_way *way, ox_boom_reach *reach);

#endif

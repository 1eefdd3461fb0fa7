/* Direction: blends from one camera to another, shakes, timed moves, and who decides which camera is seen.
 *
 *     ox_blend_begin(&blend, 30, EASE_SMOOTHSTEP, &seen_now, false);       from the pose that is seen
 *     pose = ox_blend_step(&blend, &live_from, &live_to);                  each step, until it is done
 *
 *     ox_shake_add(&shake, FX(0.6), 30);  ox_shake_kick(&shake, yaw, pitch);
 *     pose = ox_shaken(&shake, &profile, pose, tick);                      for the drawn copy alone
 *
 *     ox_director_ask(&director, OX_NAME("door"), 5);                      somebody asks for a camera with a priority; the highest is seen
 *     ox_director_drop(&director, OX_NAME("door"));
 *     name = ox_director_seen(&director);
 *
 * A BLEND goes over so many steps along a curve: places by lerp, or about a common target on an arc, turns by nlerp the short way, focal lengths by lerp. Step 0 is the old pose and the last one is the new one, bit for bit. Both cameras go on while it lasts, where the old
 * one is known; a switch in the middle of a blend begins at the pose that is seen then. Between deep and flat ones there is no blend: it is a cut, and ox_blend_begin says so.
 *
 * A SHAKE adds strengths up to 1; each lasts its own time, and the whole falls evenly to exactly 0. What is added to place and angles is the profile's most, times the square of the strength, times a smooth noise of the step and a seed: never more than the profile's most. `scale` 0 is none:
 * an option for players. A kick turns at once and comes back within `recover` steps. Nothing of it is read by the game.
 *
 * A DIRECTOR has the camera of the game at the bottom, at most OX_REQUESTS requests above it, and a list of shots above all: each a camera, steps, how it begins, and a field. When the list is over, or skipped, what is seen is what the requests say then, and rigs are as they were:
 * rigs that nobody sees stand still. Asking twice changes the priority; dropping what nobody asked for does nothing. (Madhav 8; GEA 15.2.2; Game Programming Gems 1, 4.3.3.) */
#ifndef OXCART_KERNEL_CAMERA_SHOT_H
#define OXCART_KERNEL_CAMERA_SHOT_H

#include "fixedmath/interpolate.h"
#include "kernel/camera/camera.h"
#include "kernel/names/id.h"

/* ---- blends ---- */

typedef struct ox_blend {
    ox_camera_pose from;
    uint16_t steps, at; /* at = steps: done */
    uint8_t curve;      /* ease_curve; those that overshoot count as EASE_SMOOTHSTEP */
    bool live;          /* the old camera goes on */
    bool arc;           /* about `about` */
    vec3 about;
} ox_blend;

/* OX_BAD_ARGUMENT: `is_flat_too` is false for one deep and one flat camera, so it is a cut. */
FX_MUST_CHECK ox_status ox_blend_begin(ox_blend *blend, uint32_t steps, ease_curve curve,
                                       const ox_camera_pose *seen, bool is_mixed);
static inline bool ox_blend_is_on(const ox_blend *blend) { return blend->at < blend->steps; }

/* `from`: the old camera's pose now, NULL: the pose at the begin stays. Without a blend under way the pose of `to`. */
ox_camera_pose ox_blend_step(ox_blend *blend, const ox_camera_pose *from, const ox_camera_pose *to);

/* The pose part of the way from one to another. */
ox_camera_pose ox_pose_between(const ox_camera_pose *from, const ox_camera_pose *to, uf16 t);

/* A camera and its look point that go to places in so many steps and arrive in the same one, exactly. */
typedef struct ox_camera_move {
    vec3 eye[2], look[2];
    uint16_t steps, at;
    uint8_t curve;
    bool yields; /* the player's input ends it where it is */
} ox_camera_move;
bool ox_camera_move_step(ox_camera_move *move, bool is_touched, vec3 *eye,
                         vec3 *look); /* false: it is over */

/* A zoom of the focal length, exact at its end. */
typedef struct ox_zoom {
    fx from, to;
    uint16_t steps, at;
    uint8_t curve;
} ox_zoom;
void ox_zoom_begin(ox_zoom *zoom, fx from, fx to, uint32_t steps, ease_curve curve);
fx ox_zoom_step(ox_zoom *zoom);

/* How much slower a look turns through a lens than through a wider one: tan(v/2) / tan(v0/2). */
fx ox_zoom_sensitivity(fx focal, fx focal_usual);

/* ---- shakes ---- */

typedef struct ox_shake {
    fx strength; /* 0 .. 1 at its begin */
    uint16_t steps, left;
    int32_t kick[2]; /* yaw, pitch of 2^32; comes back */
    uint16_t recover, recovered;
} ox_shake;

typedef struct ox_shake_profile {
    vec3 place;             /* metres at most, in the camera's frame */
    ang16 yaw, pitch, roll; /* at most, below a quarter turn */
    uint16_t period;        /* steps from one value of the noise to the next */
    uint32_t seed;
    fx scale; /* 0 .. 1, of the player's options */
} ox_shake_profile;
extern const ox_shake_profile ox_shake_usual;

void ox_shake_add(ox_shake *shake, fx strength, uint32_t steps);
void ox_shake_kick(ox_shake *shake, int32_t yaw, int32_t pitch, uint32_t recover);
void ox_shake_step(ox_shake *shake);
fx ox_shake_strength(const ox_shake *shake);
ox_camera_pose ox_shaken(const ox_shake *shake, const ox_shake_profile *profile, const ox_camera_pose *pose,
                         uint32_t tick);

/* How much of a strength arrives from a place: all of it within `near`, nothing from `far` on. */
fx ox_shake_heard(fx strength, vec3 from, vec3 eye, fx near, fx far);

/* ---- the director ---- */

enum { OX_REQUESTS = 4 };

typedef struct ox_director {
    ox_id base;
    ox_id asked[OX_REQUESTS];
    uint8_t priority[OX_REQUESTS];
    uint8_t count;
    /* A list of shots that plays; `list` 0: none. */
    ox_id list;
    uint16_t shot, shots; /* number of the one that is seen, and how many */
    uint16_t left;        /* steps of it */
    bool waits;           /* for an event, not for steps */
} ox_director;

bool ox_director_ask(ox_director *director, ox_id camera, uint32_t priority); /* false: there are too many */
bool ox_director_drop(ox_director *director, ox_id camera);                   /* false: nobody asked for it */
ox_id ox_director_seen(
    const ox_director *director); /* of base and requests; the highest, of equal ones the later */

/* One shot of a list. */
typedef struct ox_shot {
    ox_id camera;
    ox_id of;       /* looks at this in place of its own target; 0: its own */
    uint16_t steps; /* 0: until ox_director_next */
    uint16_t blend; /* steps; 0: a cut */
    uint8_t curve;
    fx fov; /* degrees; 0: the camera's own */
} ox_shot;

void ox_director_play(ox_director *director, ox_id list, const ox_shot *shots, uint32_t count);
/* A step of the list: true when another shot begins, or the list has ended (`list` is 0 then). */
bool ox_director_step(ox_director *director, const ox_shot *shots, uint32_t count);
void ox_director_next(ox_director *director); /* ends the shot with the next step */
void ox_director_skip(ox_director *director); /* ends the list */

#endif

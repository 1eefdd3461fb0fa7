/* Rigs: what moves a camera in each step. A rig is a record of constants, which data give and tune while they play, and a small state; this is the component "camera" of objects (module.h).
 *
 *     ox_rig rig;
 *     ox_type_reset(&ox_rig_type, &rig);                                  the usual constants
 *     rig.kind = OX_NAME("chase");
 *     ox_rig_world world = {.target = &hero, .rate = 60, .wish = wish};   once a step, after all objects have moved
 *     ox_rig_step(&rig, &world, &out);                                    out.pose, out.cut
 *
 * KINDS
 *   follow     `distance` behind the target and `height` above it, looking at it, `lift` higher. `stiff` above 0: by a spring, `rise` its own one for the height. `share` of the target's up vector counts. At `top` metres a second (`fast` in cart.txt)
 *              the distance is `grow` times as long. `fixed=1`: it does not turn with the target, its yaw stays
 *   chase      on a tether of `distance` behind one who walks: `hold` is its spring and `keep` the part of a way that is followed at once; it comes round to the heading of who moves (`smooth`), unless the player has turned it less than `idle` steps ago
 *   seat       at `side`, `height`, `distance` in the target's own frame, which turns with it: cockpits, bonnets
 *   orbit      round the target at `distance`, yaw and pitch by the player
 *   first      at the eyes of the target, `height` above its place; the player turns it
 *   fly        free: yaw, pitch, and the way that the player wants at `speed`
 *   fixed      where its object stands. It pans to the target by at most `pan` degrees from where the object looks; pan=0: it does not
 *   rail       on its path, where the target is along it: the nearest place within `window` metres of the last one, softly (`smooth`), `side` metres ahead of it. `forward=1`: never back
 *   ride       along its path at `speed` metres a second, once, or round a closed one; looks at the target, or along the path, banked by `bank`. With `look`, a second path: a curve is
 *              gone along beside the first, segment by segment; a straight one has a place for each point of the first, and the view goes from one to the next within `smooth` steps (255 at most)
 *   strategy   from `distance` at the pitch of `pitch`; the player pans, and the height of the ground below the middle is followed softly
 *   top        the same in a flat (orthographic) view of `view` metres
 *   group      looks at all the targets from `pitch`, as near as they are in the picture with `margin`; grows at once and shrinks softly
 *
 * PLAYERS steer by the wish of a step (ox_rig_wish): turn and tilt, how much farther (a factor), a way to pan or fly, look-behind and aim. Pitch stays within `low` and `high`, distance within `least` and `most`. Looking behind is 180 degrees in the very step, and back as fast;
 * the rig goes on as if nothing were. Aiming takes `near` of the distance, from the side `side`, and turns half as fast as its field is narrower.
 *
 * ZOOM. A field that somebody wants (wish.focal) is seen in the place of the camera's own, and the player turns it as much slower as less is seen. With `dolly` the distance grows along, so that the target stays as large.
 *
 * VEHICLES. `widen` is how many times as wide the view is at `top` metres a second as it is at rest, measured by the tangent of half the field. follow, chase and seat with `corner` seconds turn the view to where the target will head in so long, 60 degrees
 * at most, within `smooth` steps. follow with `roof` metres looks for a roof so far ahead of the target, and above the eye: it sinks below one at `speed` metres a second, so that it is low before it comes there, and rises softly 10 steps after the last one.
 *
 * TARGETS THAT GO: the last place and turn that were known stay. A target that has jumped, and a rig that is new, stand at once where they want to be, without a speed, and `cut` is told.
 *
 * `smooth`, `idle` are steps; rates are those of a second. Speeds, angles and distances out of range are brought into it. State: ox_rig_state, 128 bytes. Cost: at most two casts (two more with `roof`), two roots and some ten divisions a step.
 * (Madhav 8; GEA 15.2.2; Game Programming Gems 1, 4.3.) */
#ifndef OXCART_KERNEL_CAMERA_RIG_H
#define OXCART_KERNEL_CAMERA_RIG_H

#include "kernel/camera/boom.h"
#include "kernel/camera/camera.h"
#include "kernel/camera/ease.h"
#include "kernel/camera/path.h"
#include "kernel/type/type.h"

/* What of a rig changes by itself. Angles are those that the player has steered to, or that the rig has come to. */
typedef struct ox_rig_state {
    ox_spring_state spring;
    vec3 at;      /* ideal place of a spring; focus of strategy and group; place of fly */
    vec3 moved;   /* its way in the step before */
    vec3 heading; /* place of the target in the step before */
    ang32 yaw, pitch;
    fx reach;      /* factor on the distance that the player has chosen */
    fx along;      /* metres of a path; length of a tether; metres that a group takes */
    fx speed;      /* of the target, m/s */
    uint16_t idle; /* steps since the player turned it */
    bool begun;
    uint8_t count; /* steps since the last roof was seen; since a ride looks at another place */
    quat turn;     /* of the step before: what looks straight down keeps it */
    ang16 was;     /* yaw of the target in the step before; number of the place that a ride looks at */
    int16_t lean;  /* how far it looks into a corner, as an angle */
} ox_rig_state;

_Static_assert(sizeof(ox_rig_state) <= 128, "the state of a rig takes 128 bytes at most");

typedef struct ox_rig {
    ox_id kind;
    ox_id called; /* the name by which it is used */
    ox_id of;     /* an object's name, a type or a tag */
    ox_id path;
    ox_id look; /* a path of places to look at */
    ox_id zone; /* a closed path: the camera is seen while its target is in it (zone.h) */
    ox_id arms; /* drawn in this camera's part alone */
    fx distance, height, side, lift;
    fx yaw, pitch, low, high, pan, bank; /* degrees */
    fx least, most;                      /* metres */
    fx stiff, rise, hold, keep, share;
    fx grow, top, speed, window, margin, near;
    fx widen, corner, roof;        /* a factor; seconds; metres */
    fx view;                       /* metres from bottom to top of a flat view */
    fx fov, near_plane, far_plane; /* degrees from bottom to top; metres */
    uint16_t smooth, idle;         /* steps */
    uint8_t priority;
    uint8_t keep_shape; /* ox_camera_keep */
    bool fixed, forward, lead, printed;
    bool hides; /* what it is about is not drawn in its part */
    ox_rig_state state;
} ox_rig;
extern const ox_type ox_rig_type;

/* Somebody or something that a rig looks at, or the object that the camera is. */
typedef struct ox_rig_target {
    vec3 at;
    ang16 yaw, pitch, roll; /* 0: along -Z */
    bool jumped;
} ox_rig_target;

/* What the player wants in this step. */
typedef struct ox_rig_wish {
    int32_t yaw, pitch; /* turns, of 2^32 */
    fx reach;           /* times as far; 0: as far as before */
    vec3 way;           /* -1 .. 1: to the right, up, ahead */
    fx about
        [2]; /* what `reach` leaves where it is in a flat view: to the right and up, in heights of the picture */
    fx focal; /* of a zoom; 0: the camera's own */
    bool behind, aim, dolly;
    const vec3 *go; /* where what flies, or the middle of a view from above, is to be; or NULL */
} ox_rig_wish;

typedef struct ox_rig_world {
    const ox_rig_target *target; /* NULL: gone, or there is none */
    const ox_rig_target *own;    /* the camera's object; NULL: it has no place */
    const vec3 *group;           /* places of all targets */
    uint32_t group_count;
    const ox_camera_path *path;   /* or NULL */
    const ox_camera_path *look;   /* or NULL */
    const ox_camera_casts *casts; /* or NULL */
    const box3 *bounds;           /* of fly, strategy and top; or NULL */
    ox_rig_wish wish;
    uint32_t rate; /* steps a second; 0: 60 */
    fx aspect;     /* of the part of the picture */
} ox_rig_world;

typedef struct ox_rig_out {
    ox_camera_pose pose;
    vec3 pivot, centre; /* where a boom begins, and the middle of the target */
    bool cut;           /* it stands somewhere else at once */
    bool flat;
    bool hangs;   /* a boom may shorten the way from pivot to eye */
    bool done;    /* a ride is at its end */
    bool crowded; /* a group does not fit: somebody may be outside */
} ox_rig_out;

void ox_rig_step(ox_rig *rig, const ox_rig_world *world, ox_rig_out *out);

/* Forgets where the rig was: it begins anew. And the pose of a target as vectors: ahead, and up. */
static inline void ox_rig_reset(ox_rig *rig) { rig->state.begun = false; }
void ox_rig_axes(const ox_rig_target *target, vec3 *ahead, vec3 *up);

/* The kinds by name, ended by NULL. */
extern const char *const ox_rig_kinds[];

#endif

/* Characters that move as a text tells: the module of the console.
 *
 *     skeleton hero hero.oxs                            in cart.txt
 *     clip walk hero.oxs animation=walk skeleton=hero loop=on
 *     motion hero hero.motion                           states, blends, ways, marks: a line each (tools/MOTION.md)
 *     type hero mesh=hero behaviour=Hero
 *       with motion=free of=hero                        its pose is that of its states; `rooted`: and it goes where its clips lead it
 *
 *     event Step(foot: name)                            in scripts: events that marks of the text name, told to the character
 *     on tick { motion_set(self, 'speed', length(self.velocity)) }
 *     on Press(b) { if b == Button.A { motion_go(self, 'wave') } }
 *     on Step(foot) { sound('step', 0.5) }
 *     on MotionEnds(what) { if what == 'wave' { ... } }        a state that plays once is at its end
 *     on MotionChanges(was, now) { ... }
 *
 *     ox_motion_run *run = ox_motion_of(motions, object);       in C
 *     ox_motion_put(ox_motion_set_of(motions, run), run, OX_NAME("speed"), FX(2));
 *
 * WHEN. Characters step after scripts have set what they want, before bodies move (phase `poses` of the tick). What scripts read and hear is of whole
 * steps, drawn or not. A POSE is worked out when a picture shows the character, or a script asks where a joint is; it is no part of the state.
 * Fades that break others, or that say `snapshot`, keep a pose of 16 bytes a joint, which is.
 *
 * HELD things are where a joint is, in the step in which it comes there: `with held=firm by=hand.R of=hero at=0,-0.1,0`, or motion_hold(sword, self, 'hand.R'), which takes a
 * thing from where it stands. What is carried by a held thing (`parent=`) goes with it. motion_drop(ball) lets it go with the speed that the hand has. A joint without any
 * vertex does as well: a place for cameras, effects and props that a clip moves.
 *
 * SPRITES move by the same texts: `sheet hero` in the place of `skeleton hero`, and animations of that sheet in the places of clips. `with motion=free of=hero` on an object with a
 * sprite of that sheet has its frame chosen by its states; `flip`, `tint` and all else stay the script's.
 *
 * ROOTED characters are moved by what their clips' roots travel, in states that say `travels`: a body or mover gets it as its velocity, another object is
 * put there.
 *
 * A clip that was made for another skeleton moves joints of the same names; a motion whose clip fits no joint, or lacks one in the middle of a limb, refuses
 * the cart. Where a mesh hangs on another skeleton it stands as it was bound, and the log says so.
 *
 * STATE: the component, and kept poses. Capacities: `motions`; `motion-joints`, joints of all poses that are kept at once; `held`. A change of the text while the game plays
 * leaves characters where they are: in the states of the same numbers, which are those of their order in the text. */
#ifndef OXCART_KERNEL_MOTION_MODULE_H
#define OXCART_KERNEL_MOTION_MODULE_H

#include "kernel/module/module.h"
#include "kernel/motion/pose.h"

extern const ox_module ox_motion_module;

enum { OX_CAPACITY_MOTIONS, OX_CAPACITY_MOTION_JOINTS, OX_CAPACITY_HELD, OX_MOTION_CAPACITIES };
extern const ox_capacity ox_motion_capacities[OX_MOTION_CAPACITIES];

enum { OX_MOTIONS_MOST = 8, OX_MOTION_KEPT = 16 };

/* A pose that is kept for a fade. */
typedef struct ox_motion_snapshot {
    ox_handle owner; /* 0: nobody's */
    uint32_t layer;
    ox_pose_packed *joints;
} ox_motion_snapshot;

/* The component "held": a thing that a joint of a character holds. */
enum { OX_MOTION_HELD_LEVEL = 1, OX_MOTION_HELD_STOOD = 2 };
typedef struct ox_motion_held {
    uint32_t who;           /* bits of the character's handle; 0: `of` is looked up */
    ox_id of, joint;        /* joint 0: nobody holds it any more */
    fx offset[3];           /* in the joint's axes */
    fx way[3];              /* of the last step, in the world */
    ang16 yaw, pitch, roll; /* as seen from the joint */
    uint16_t flags;
} ox_motion_held;
extern const ox_type ox_motion_held_type;

/* A mesh in the pose of this frame. */
typedef struct ox_motion_posed {
    const rs_mesh *form; /* NULL: none */
    rs_mesh mesh;
} ox_motion_posed;

typedef struct ox_motions {
    const ox_module_host *host;
    ox_world *world;
    uint32_t type, held_type;
    ox_motion_set sets[OX_MOTIONS_MOST];
    uint32_t count;
    ox_motion_snapshot kept[OX_MOTION_KEPT];
    uint32_t kept_count, kept_joints; /* joints of each */
    fx gap[OX_MOTION_LIMBS];          /* of the last pose: how far limbs are from their places */
    sqt *room;                        /* local poses and a global one */
    uint32_t joints;                  /* of the largest skeleton */
    ox_motion_posed *posed;           /* of this frame, one for each record; in frame memory */
    bool is_told, is_short;
    uint32_t poses,
        left_out; /* counters, for people: poses that were made, and characters that no picture showed */
} ox_motions;

extern const ox_type ox_motion_run_type;

/* The console's characters; NULL: the image asks for none, or the player has no such module. */
ox_motions *ox_console_motions(const struct ox_console *console);

/* The character that an object is, and its motion; NULL: none. */
ox_motion_run *ox_motion_of(const ox_motions *motions, const ox_object *object);
const ox_motion_set *ox_motion_set_of(const ox_motions *motions, const ox_motion_run *run);

/* The pose of a character after the last step: local and global poses, valid until the next call. NULL: the object is none. `local` may be NULL. */
const sqt *ox_motion_global(ox_motions *motions, const ox_object *object, const sqt **local);

/* The number of a joint by its name; OX_JOINT_NONE: the skeleton lacks it, or there is none. */
static inline uint32_t ox_motion_joint(const ox_motion_set *set, ox_id name) {
    return set == NULL || set->skeleton == NULL ? (uint32_t)OX_JOINT_NONE : ox_pose_find(set->skeleton, name);
}

/* The transform from a character's model to the world. */
mat34 ox_motion_place(const ox_motions *motions, const ox_object *object);

/* Two characters begin states whose clips were made together: the other one is put so that the joint, by the same name in both, is at one place and turned alike where both states begin, upright; both go there in the next step, so their clips keep in step.
 * OX_NOT_FOUND: no such character, joint or way; OX_BAD_STATE: something else stands there. Then nothing changes. */
typedef struct ox_motion_meeting {
    ox_object *who, *other;
    ox_id state, answer, joint;
    ang16
        turn; /* that the other one is turned by about the place, upright: half a turn for two who face each other */
} ox_motion_meeting;
ox_status ox_motion_meet(ox_motions *motions, const ox_motion_meeting *meeting);

enum { OX_MOTION_NATIVES = 17, OX_MOTION_EVENTS = 3 };
extern const ox_script_native ox_motion_native_rows[OX_MOTION_NATIVES];

/* A joint of a character takes a thing from where it stands, which stays; what was held already changes hands. OX_NOT_FOUND: no character, no such joint, no place; OX_FULL. */
ox_status ox_motion_held_take(ox_motions *motions, ox_object *object, const ox_object *who, ox_id joint);

/* Lets a thing go, with the velocity that it had in the last step; a body keeps it. False: nobody holds it. */
bool ox_motion_held_drop(ox_motions *motions, ox_object *object, vec3 *velocity);

/* ---- inside of the folder ---- */

extern const char *const ox_motion_held_kinds[];
extern const ox_module_option ox_motion_held_options[];
void ox_motion_held_give(ox_world *world, ox_object *object, const ox_given *given);
void ox_motion_held_step(ox_motions *m);

ox_status ox_motion_open_set(ox_motions *m, ox_id of, ox_motion_set *set);
ox_sim_part ox_motion_state_part(ox_motions *m);
void ox_motion_pose_all(void *motions, ox_frame_memory *memory);
const rs_mesh *ox_motion_posed_mesh(void *motions, const ox_object *object, const ox_form *form);

#endif

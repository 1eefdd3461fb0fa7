/* Joints: what holds two bodies together, or one to the world.
 *
 *     object door DOOR at=2,1,0                                               in cart.txt
 *       with body=free mass=15
 *       with joint=hinge at=-0.5,0,0 axis=0,1,0 low=-100 high=100            to the world, at a place of the door's own frame
 *     object bob BALL at=0,2,0
 *       with body=free mass=2
 *       with joint=rope to=hook length=1.5
 *
 *     join(self, crate, 'spring', self.pos)  self.motor = 2.0  unjoin(self)   in scripts
 *     on Snapped(other) { ... }                                               it bore more than `strength` newtons
 *
 * KINDS, with what is left free between the two:
 *
 *   ball      all turning, about the place `at`
 *   cone      turning about `at`, but `axis` leaves where it pointed by `swing` degrees at most, and the turn about it stays between `low` and `high` degrees
 *   hinge     turning about `axis`; `low` and `high` in degrees
 *   slider    going along `axis`; `low` and `high` in metres
 *   planar    going in the plane across `axis`, and turning in it; `low` and `high` in degrees
 *   wheel     turning about `axis` (its own x, if nothing is said), and going along the other's y on a spring of `hertz` and `damping`, as hard as if each wheel
 *             bore all of the heavier one; `low` and `high` in metres. It is steered about that y by `goal` degrees
 *   weld      nothing
 *   rod       everything but the distance from `at` to the other's middle, which stays `length` (as it is at the start, where nobody says)
 *   rope      everything, and coming nearer: the distance is `length` at most
 *   pulley    a rope over two wheels, `length` above `at` and as high above the other's middle: what goes down on one side comes up on the other, the other's side `ratio` times
 *   spring    a spring of `hertz` and `damping` (1: it does not swing past) with that length
 *   hand      all, by a spring that is no stronger than `force`: what an object holds (ox_joint_grab)
 *
 * MOTORS. Where `force` is said (newtons, newton metres of what turns), a hinge, slider, planar joint or wheel goes with the speed `motor` (radians or metres a second), as
 * far as so much force can. With `hertz`, all but wheels are a spring towards `goal` (degrees or metres from where it began) instead, which gives way to what
 * is stronger. Balls and cones go towards a pose: as they stood, turned by `motor_pose`, an axis in the other's frame times degrees.
 *
 * In flat scenes ball and hinge turn about z, wheels too; sliders, lines, pulleys and welds are as they are.
 *
 * `at` and `axis` are in the object's own frame; both bodies stand as they are when the joint begins, which is in the first step in which both are there. Bodies that are joined
 * do not collide with one another. A joint goes with either of its objects. An object may have several.
 *
 * Joints are springs of 60 hertz to their places: what is torn apart comes together within some steps. Chains hold a load of ten times a link's mass; heavier loads
 * stretch them. (Catto, Modeling and Solving Constraints, GDC 2009; Soft Constraints, GDC 2011.) */
#ifndef OXCART_KERNEL_PHYSICS_JOINT_H
#define OXCART_KERNEL_PHYSICS_JOINT_H

#include "kernel/physics/solver.h"
#include "kernel/world/component.h"

enum { OX_JOINT_ROWS = 8 };

/* The component "joint". */
typedef struct ox_joint {
    ox_id kind;        /* OX_NAME("ball") ... */
    ox_id to;          /* name of the other object until the joint begins; 0: the world */
    ox_handle other;   /* none: the world */
    fx at[3], axis[3]; /* in the object's own frame */
    fx other_at[3];    /* in the other's frame, or in the world */
    fx other_axis
        [3]; /* of a pulley both axes are the wheels, of a hand where it was and how fast it goes, in the world */
    quat turn; /* of the object as the other sees it, when the joint began */
    fx length, low, high;
    fx hertz, damping;
    fx motor, force;
    fx motor_goal;    /* degrees or metres */
    fx motor_pose[3]; /* an axis times degrees, in the other's frame */
    fx ratio;         /* of a pulley */
    fx swing;         /* of a cone, degrees */
    fx bears;         /* newtons; 0: it never breaks */
    uint32_t asked;   /* what its motor was asked in the step before, as a hash */
    int32_t impulses[OX_JOINT_ROWS];
    bool begun;
    bool is_limited; /* low and high count */
} ox_joint;
extern const ox_type ox_joint_type;

struct ox_physics;

/* A row of a joint while it is solved. */
typedef struct ox_joint_row {
    ox_solver_pair pair;
    ox_joint *joint;
    uint32_t row;
    uint32_t row_b;     /* of a pulley: the other end; else 0 */
    q30 part_a, part_b; /* of a pulley: what an impulse does to each end */
    ox_softness soft;
    int32_t low, high; /* bounds of its impulse, Q12.20 in units of the row */
    int32_t speed;     /* of a motor */
    uint8_t number;    /* among the joint's rows */
    bool is_limit;     /* of what is not reached yet as much is allowed as is left */
    bool is_motor;     /* a speed is held, no place */
    bool is_spring;    /* it gives way on purpose */
} ox_joint_row;

/* Rows of all joints with a body that is awake; the same as the bodies are now, later in the step; one pass over them; and what they have learned. */
void ox_joints_begin(struct ox_physics *p);
void ox_joints_turn(struct ox_physics *p);
void ox_joints_press(struct ox_physics *p, bool springs, int32_t rate);
void ox_joints_warm(struct ox_physics *p);
void ox_joints_end(struct ox_physics *p);

/* Whether two objects are joined. And: sleepers joined to what is awake wake; true: some did. */
bool ox_joints_hold(const struct ox_physics *p, uint32_t slot_a, uint32_t slot_b);
bool ox_joints_spread(const struct ox_physics *p);

/* Bodies wake whose joint's motor is asked something new. */
void ox_joints_rouse(struct ox_physics *p);

/* Joins an object to another one, or to the world (NULL), at a place of the world. NULL: there is no room, or no such kind. */
ox_joint *ox_joint_make(struct ox_physics *p, ox_object *object, const ox_object *other, ox_id kind, vec3 at);
void ox_joint_end(struct ox_physics *p, ox_object *object); /* all joints that the object has */

/* An object with a shape takes a free body in its hand: the body's middle is drawn to a place of the world that goes and turns with the holder from now on, and the body keeps its turn to
 * the holder, both with `force` newtons along each of x, y and z at most. They do not collide with one another, but the body does with all else; what is torn farther from the hand than
 * it was at the begin and a metre slips away, and both are told (on Snapped). A holder holds one body; taking the same one again moves the hand. False: no
 * room, no free body, or no shape. */
bool ox_joint_grab(struct ox_physics *p, ox_object *holder, ox_object *object, vec3 hand, fx force);

/* What an object holds, and its joint; NULL: nothing. And lets it go: with the velocity of the hand where that is within a quarter of a metre, else with its own. */
ox_joint *ox_joint_held(const struct ox_physics *p, const ox_object *holder, ox_object **held);
ox_object *ox_joint_let_go(struct ox_physics *p, ox_object *holder);

#endif

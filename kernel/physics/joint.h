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
 *   hinge     turning about `axis`; `low` and `high` in degrees; `motor` in radians a second, with `force` newton metres at most
 *   slider    going along `axis`; `low` and `high` in metres; `motor` in metres a second, with `force` newtons at most
 *   weld      nothing
 *   rod       everything but the distance from `at` to the other's middle, which stays `length` (as it is at the start, where nobody says)
 *   rope      everything, and coming nearer: the distance is `length` at most
 *   spring    a spring of `hertz` and `damping` (1: it does not swing past) with that length
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

enum { OX_JOINT_ROWS = 7 };

/* The component "joint". */
typedef struct ox_joint {
    ox_id kind;        /* OX_NAME("ball") ... */
    ox_id to;          /* name of the other object until the joint begins; 0: the world */
    ox_handle other;   /* none: the world */
    fx at[3], axis[3]; /* in the object's own frame */
    fx other_at[3];    /* in the other's frame, or in the world */
    fx other_axis[3];
    quat turn; /* of the object as the other sees it, when the joint began */
    fx length, low, high;
    fx hertz, damping;
    fx motor, force;
    fx bears; /* newtons; 0: it never breaks */
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
    ox_softness soft;
    int32_t low, high; /* bounds of its impulse, Q12.20 in units of the row */
    int32_t speed;     /* of a motor */
    uint8_t number;    /* among the joint's rows */
    bool is_limit;     /* of what is not reached yet as much is allowed as is left */
    bool is_motor;     /* a speed is held, no place */
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

/* Joins an object to another one, or to the world (NULL), at a place of the world. NULL: there is no room, or no such kind. */
ox_joint *ox_joint_make(struct ox_physics *p, ox_object *object, const ox_object *other, ox_id kind, vec3 at);
void ox_joint_end(struct ox_physics *p, ox_object *object); /* all joints that the object has */

#endif

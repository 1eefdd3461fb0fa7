/* Movers: heroes and others that walk, climb, fall and jump because a player or a script wants it, not because forces do.
 *
 *     type hero sprite=hero/idle behaviour=Hero                               in cart.txt
 *       with shape=rectangle size=0.7,0.9                                     or capsule, box, sphere in a scene of depth
 *       with mover=walk step=0.3
 *
 *     walk(self, vec3(axis('move').x * 4.0, 0.0, 0.0))                        in scripts: the wish of this step, in metres a second
 *     if began('jump') { jump(self, 7.5) }
 *     self.grounded  self.velocity.y                                          as of bodies
 *     on Landed(speed) { ... }   on Fell { ... }
 *
 * A mover is a led body whose way is found by sweeps of its shape, in each step:
 *
 *   - It is carried by what it stands on: lifts, turning platforms.
 *   - Its velocity goes towards the wish, by `grip` on the ground and `air` in the air (m/s^2), and down by gravity.
 *   - It slides along walls, along the crease of two, and along slopes as fast as on the flat. What is steeper than `slope` degrees is a wall.
 *   - Steps up to `step` metres are climbed, and down to that height it keeps to the ground.
 *   - Free bodies in its way are pushed with `push` newtons at most.
 *   - A jump that is asked up to OX_MOVER_LATE steps after the ground went, or before it comes, counts (late and early jumps).
 *
 * LADDERS, WATER, AIR. Where its middle is in a shape that `climbs=NAME`, `swims=NAME` or `flies=NAME` means (a sensor as a rule: its name, type or a tag), the mover has no weight, and its wish counts
 * upwards, too: with `grip` on ladders, ropes and in flight, with `air` in water. A jump takes it off for a fifth of a second. A ladder reaches
 * as far above its end as the mover's middle is above its feet. self.mover_mode is 'climb', 'swim', 'fly', else 'walk'.
 *
 *     type hero ...
 *       with mover=walk climbs=ladder swims=pool
 *     type ladder
 *       with shape=box size=0.6,4,0.4 sensor=1
 *     walk(self, vec3(stick().x * 3.0, self.mover_mode == 'walk' ? 0.0 : stick().y * 2.0, 0.0))
 *
 * In flat scenes tiles stop it as shapes do, those that are one-way from above alone (kernel/tilemap/map.h). The normal speed of a mover is its `velocity`,
 * which a script may set; where a wall stops it the velocity shows it. (GEA 12.5.3.6; Fauerby, Improved Collision Detection and Response, 2003.) */
#ifndef OXCART_KERNEL_PHYSICS_MOVER_H
#define OXCART_KERNEL_PHYSICS_MOVER_H

#include "kernel/world/component.h"

enum { OX_MOVER_LATE = 6 };

/* The component "mover". */
typedef struct ox_mover {
    fx wish[3];       /* of this step, m/s */
    fx grip, air;     /* m/s^2 */
    fx step;          /* metres */
    fx slope;         /* degrees */
    fx push;          /* newtons */
    fx leap;          /* speed of a jump that was asked */
    ox_handle ground; /* what it stands on */
    fx ground_at[3];  /* that object's middle, and how it was turned, in the step before */
    quat ground_turn;
    fx normal[3];               /* of the ground */
    uint8_t late;               /* steps in which a jump counts still */
    uint8_t early;              /* steps for which the jump that was asked is kept */
    ox_id climbs, swims, flies; /* what it climbs, swims and flies in, by names, types or tags; 0: nothing */
    ox_id mode;                 /* OX_NAME("walk"), "climb", "swim", "fly" */
    uint8_t off;                /* steps in which it walks whatever it is in */
} ox_mover;
extern const ox_type ox_mover_type;

struct ox_physics;

/* What all movers do in a step, before bodies are gathered. */
void ox_movers_step(struct ox_physics *p);

/* The mover of an object; NULL: it has none. */
ox_mover *ox_mover_of(const struct ox_physics *p, const ox_object *object);

/* The wish of this step, and a jump. */
void ox_mover_walk(ox_mover *mover, vec3 wish);
void ox_mover_jump(ox_mover *mover, fx speed);

#endif

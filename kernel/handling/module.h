/* Handling: what games do to bodies. They are held in a hand, blown up, broken into pieces; and objects turn to where they fly.
 *
 *     if grab(self, crate, self.pos + ahead(self.angle) * 1.5) { ... }        in scripts: a body is drawn to a place that goes and turns with the holder
 *     let body = release(self)                                                it has the hand's velocity; impulse(body, ahead(self.angle) * 40.0) throws it
 *
 *     explode(self.pos, 4.0, 200.0)                                           newton seconds at the middle, less towards four metres, nothing behind a wall
 *     on Blast(at, strength) { health -= int(strength) / 10 }                 told to each body that it reached, once
 *
 *     type crate mesh=crate                                                   in cart.txt
 *       with body=free
 *       with breaks=blow at=60 into=splinter grid=2,2,2 most=40               a blow of 60 newton seconds leaves eight splinters
 *     type splinter mesh=splinter
 *       with body=free mass=2
 *     on Broke(what, at, pieces) { sound('crack', 1.0) }
 *
 *     turn_to(self, target.pos, 3deg)                                         homing: the nose turns by three degrees a step at most
 *     face(self, self.velocity, 2.0, 50deg)                                   the nose is where it flies, and it banks into its turns
 *
 * HANDS are joints of kind `hand` (kernel/physics/joint.h): the holder needs a shape, and the body is free. What is held goes on to collide with all but its holder, so it does not come
 * through walls: the spring has no more force than it is given, and what is torn a metre farther away than it was slips (on Snapped, told to both).
 *
 * EXPLOSIONS reach each object with a body, or one that breaks, whose shape comes within the radius, once: `strength` newton seconds where it touches the middle, and less along a line to
 * nothing at the radius ('linear'), or all within an eighth of the radius and then less by the square of the distance ('square'). A ray to the nearest place of the shape and one to
 * its middle ask whether anything stands between: where both are stopped nothing arrives, where one is, half. Free bodies get the blow at their nearest place, away from the
 * explosion. With `steps` the front goes out to the radius in so many steps, of which this is the first; of explosions that last OX_BLASTS at most are under way, a further one comes at once.
 *
 * WHAT BREAKS: an object whose contacts, in one step, give it a blow of `at` newton seconds or more, or that an explosion gives as much, or break_up names. In its place stand objects of the type
 * `into`, as many as `grid` says along its own x, y and z, each in the middle of its part of the shape's box, turned as it was, with the velocity that its part had (v + w x r). A grid of 1,1,1, which
 * is usual, is another version of the same: intact, damaged, destroyed, each a type with a shape and a limit of its own. No more than `most` objects of that type
 * are made to be there at once. What lies on it presses too, by force times a substep, so beams break under loads. on Broke is told to all behaviours: who lights, hides
 * or finds ways may change what they know.
 *
 * TURNING. turn_to brings the nose (-Z) to a place along the shortest arc, by so much a call at most, and keeps the roll. face sets angle and pitch by a velocity: nothing changes where that is
 * zero. Its bank is so many degrees for each m/s^2 sideways, no more than `most`, and comes by an eighth of what is missing a call.
 *
 * STATE: the explosions under way. Capacities: `breaks` for objects that break, `pieces` for objects that pieces may be, beside those of the scene. (GEA 12.5.3; Game Programming Gems 2.10, 3.7.) */
#ifndef OXCART_KERNEL_HANDLING_MODULE_H
#define OXCART_KERNEL_HANDLING_MODULE_H

#include "kernel/physics/module.h"

extern const ox_module ox_handling_module;

enum { OX_CAPACITY_BREAKS, OX_CAPACITY_PIECES, OX_HANDLING_CAPACITIES };
extern const ox_capacity ox_handling_capacities[OX_HANDLING_CAPACITIES];

/* The component "breaks". */
typedef struct ox_breaks {
    fx blow;       /* newton seconds from which it breaks */
    ox_id into;    /* type of the pieces */
    fx grid[3];    /* whole numbers, 1..16 each, 64 together */
    uint16_t most; /* objects of that type that are there at once */
    fx taken;      /* of explosions since the last step */
} ox_breaks;
extern const ox_type ox_breaks_type;

enum { OX_BLASTS = 8, OX_BLAST_STEPS = 600 };

/* An explosion under way. */
typedef struct ox_blast {
    vec3 at;
    fx radius, strength;
    uint16_t age, steps; /* steps 0: none */
    bool by_square;
    ox_handle but; /* who explodes is not reached and is in nobody's way */
} ox_blast;

typedef struct ox_handling {
    const ox_module_host *host;
    ox_world *world;
    ox_physics *physics;
    int type; /* of the component; below 0: nothing breaks */
    ox_blast blasts[OX_BLASTS];
    uint32_t *reached; /* for each blast, a bit for each slot */
    uint32_t words;    /* of one blast */
} ox_handling;

/* The console's; NULL: the image asks for none, or has no bodies. */
ox_handling *ox_console_handling(const struct ox_console *console);

/* An explosion; what of it is there at once happens at once. radius 1/16 .. 1,000 m. */
void ox_handling_explode(ox_handling *h, const ox_blast *blast);

/* The blow of so many newton seconds that an explosion or a game gives to what may break. */
void ox_handling_strike(ox_handling *h, const ox_object *object, fx blow);

/* Breaks an object now. Returns how many pieces there was room for; 0, too, where it does not break at all. */
uint32_t ox_handling_break(ox_handling *h, ox_object *object);

/* Turns an object's nose to a place, by `rate` at most. True: it looks there now. And by a velocity, at so many steps a second. */
bool ox_handling_turn_to(ox_world *world, ox_object *object, vec3 at, ang16 rate);
void ox_handling_face(ox_world *world, ox_object *object, vec3 velocity, fx bank, ang16 most, uint32_t rate);

enum { OX_HANDLING_NATIVES = 7 };
extern const ox_script_native ox_handling_native_rows[OX_HANDLING_NATIVES];

/* ---- for the files of this folder ---- */

void ox_blasts_step(ox_handling *h);
void ox_breaks_step(ox_handling *h);

#endif

/* Vehicles: a body on wheels that are rays. Nothing of a wheel collides: a ray along its spring finds the ground, and what the tyre can do there acts on the body.
 *
 *     type kart mesh=kart behaviour=Driver                                    in cart.txt
 *       with shape=box size=1.2,0.5,2
 *       with body=free mass=250
 *       with vehicle=car pull=9 top=22 brakes=14                             what it can, in m/s^2 and m/s
 *       with axle=front at=0.6,-0.2,-0.7 radius=0.25 mesh=wheel              two wheels, at both sides: these steer
 *       with axle=rear at=0.6,-0.2,0.7 radius=0.25 mesh=wheel                these drive
 *
 *     drive(self, axis('move').y, axis('move').x, 0.0)                        in scripts, in each step: throttle, steering, brake
 *     if self.slip > 2.0 and self.wheels_down > 0 { burst('smoke', self.pos) }
 *     self.top_speed = 30.0
 *
 *     ox_vehicle *v = ox_vehicle_of(vehicles, object);                        in C
 *     ox_vehicle_drive(v, FX_ONE, 0, 0);
 *
 * A car looks along -z of its own frame. Throttle is -1..1: below 0 it brakes, and goes backwards once it stands. Steering is -1 (left) .. 1 (right), brake 0..1.
 * All three count for one step: who says nothing lets it roll.
 *
 * THE CAR (`with vehicle=car`), beside its shape and its free body, without which it does nothing:
 *
 *   pull      how fast the motor makes it faster, m/s^2 (8)             brakes    how fast brakes make it slower, m/s^2 (12)
 *   top       metres a second at which the air takes all of that (25)   coast     how fast it slows down by itself, m/s^2 (1.5)
 *   reverse   metres a second backwards (6)                             turn      how often in a second the wheels can go from straight to full lock (5)
 *   steady    at its top speed wheels turn by 1 / (1 + steady) (1.5)    down      at its top speed tyres hold 1 + down times as much (0.3)
 *   lock      0: a wheel that spins takes the pull from the other one of its axle; 1: none does (0.5)
 *   tip       how far below the body's middle tyres pull: 1 at the ground, so it leans and may fall over; 0: never by them (0.4)
 *
 * AN AXLE (`with axle=front`, middle, rear, last): two wheels at `at` and mirrored at the other side, or one where its x is 0. `at` is a wheel's middle as it hangs,
 * in the frame of the object.
 *
 *   radius    of the wheels, metres (0.3)                   steer     degrees at full lock (30 at the front, else 0); below 0 the other way
 *   travel    metres that they may come up (0.25)           drive     share of the pull, of the sum of all shares (1 at the rear, else 0)
 *   spring    hertz of the car on its springs (2.2)         roll      how much more the axle stands against leaning (0.5)
 *   damping   1: it does not swing past (0.6)               grip      of the tyres, as the friction of shapes (1.6)
 *   mesh      what a wheel looks like: about its middle, its axle along x; drawn by the vehicle, without objects of its own
 *
 * Standing, springs are pressed by g / (2 pi hertz)^2 metres: 5 cm at 2.2 hertz, whatever the mass. That is the stiffness k = m / n (2 pi hertz)^2 of each of n wheels.
 *
 * EACH STEP, before bodies are moved: a ray from where a wheel's middle is when it is pressed to its end, down to the tyre's lowest place. Where it meets something that is no
 * sensor, the wheel has three rows (kernel/physics/solver.h) at that place: along the ground's normal a spring with a damper, by implicit Euler (spring_step of
 * fixedmath/integrate.h, for all wheels at once), which pushes alone, and is stiff beyond `travel`; along the wheel the pull of the motor or the brakes; across it
 * the tyre, which lets nothing slide. The two together are no greater than load times friction, the root of grip times the friction of what the ray met (its surface: kernel/collision/surface.h): so much
 * pull as breaks that lets the tail go. Rows are solved ROUNDS times, beginning with what they were in the step before. What carries the car acts over the whole
 * step, evenly: a car that stands does not tremble, and sleeps as bodies do (kernel/physics/module.h). One that sleeps costs next to nothing, until it is driven, pushed,
 * or what it stands on moves.
 *
 * Free bodies below a wheel get what it gets, the other way. A wheel's ray is thin: it knows nothing of an edge before its middle is over it. Flat scenes have no cars.
 *
 * Cost, x86-64 instructions of a step: 38,000 a car of four wheels on a box; of these the four rays are a quarter.
 *
 * (Catto, Soft Constraints, GDC 2011; the raycast vehicle of Bullet; Monster, Car Physics for Games, 2003.) */
#ifndef OXCART_KERNEL_VEHICLE_VEHICLE_H
#define OXCART_KERNEL_VEHICLE_VEHICLE_H

#include "kernel/physics/module.h"

enum { OX_VEHICLE_WHEELS = 8, OX_VEHICLE_ROUNDS = 2 };

/* The component "vehicle". */
typedef struct ox_vehicle {
    fx pull, top, reverse, brakes, coast, turn, steady, down, lock, tip;
    fx throttle, steering, brake; /* asked for this step */
    fx steered;                   /* -1..1, where the wheels are by now */
    fx wheel_speed;               /* of the driven wheels' tyres, m/s */
    fx slip;                      /* how fast the worst tyre slides over the ground, m/s */
    fx kept;                      /* the body's own `gravity` while a step is under way */
    uint16_t wheels_down;
} ox_vehicle;
extern const ox_type ox_vehicle_type;

/* A wheel of an axle: number 0 is the left one, or the only one. */
enum { OX_WHEEL_ROWS = 3 };

/* The component "axle". */
typedef struct ox_axle {
    ox_id which;
    ox_id mesh;
    fx at[3];
    fx radius, travel, spring, damping, steer, drive, roll, grip;
    fx pressed[2];                       /* metres of spring that are pressed; 0 in the air */
    fx tyre[2];                          /* speed of the tyre, m/s */
    int32_t impulses[2 * OX_WHEEL_ROWS]; /* a kilogram's, Q12.20: normal, along, across */
    uint16_t turned[2];                  /* of the wheel about its axle */
    uint16_t locked[2];                  /* of the steering, an angle to the right */
    ox_handle ground[2];                 /* what the wheels stand on */
} ox_axle;
extern const ox_type ox_axle_type;

/* A wheel that stands on something, while its car is worked out. Speeds and impulses are Q12.20; impulses are those of a kilogram. */
typedef struct ox_wheel_contact {
    ox_axle *axle;
    uint32_t wheel;
    ox_object *ground;
    uint32_t part; /* of the ground's shape */
    ox_solver_body under;
    ox_solver_pair pair;
    ox_solver_row rows[OX_WHEEL_ROWS]; /* along the normal, along the wheel, across it */
    int32_t impulses[OX_WHEEL_ROWS];
    vec3 at;
    fx friction;
    int64_t push; /* of the spring as it is pressed */
    int32_t give; /* how much of the spring's push a closing speed is */
    q30 share;    /* 1 / (1 + give * weight) */
    int32_t pull; /* asked of the motor */
    int32_t hold; /* most that brakes do */
    int32_t beyond;
} ox_wheel_contact;

typedef struct ox_vehicles {
    const ox_module_host *host;
    ox_world *world;
    ox_collisions *collisions;
    ox_physics *physics;
    uint32_t type, axle_type;                     /* numbers of the components */
    ox_wheel_contact contacts[OX_VEHICLE_WHEELS]; /* of one car in one step */
    bool is_told;
} ox_vehicles;

/* The vehicle of an object; NULL: it has none. */
ox_vehicle *ox_vehicle_of(const ox_vehicles *v, const ox_object *object);

/* What the driver does in this step; values beyond their ends are cut. */
void ox_vehicle_drive(ox_vehicle *vehicle, fx throttle, fx steering, fx brake);

/* How many wheels an axle has; and where a wheel is and how it is turned, in the frame of its object. */
static inline uint32_t ox_axle_wheels(const ox_axle *axle) { return axle->at[0] == 0 ? 1 : 2; }
mat34 ox_axle_wheel(const ox_axle *axle, uint32_t wheel);

/* What all vehicles do in a step, before bodies are moved; and what is put back after it. */
void ox_vehicles_step(ox_vehicles *v);
void ox_vehicles_end(ox_vehicles *v);

#endif

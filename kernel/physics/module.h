/* Physics as a module of the console: bodies that fall, collide, slide, roll, stack and come to rest.
 *
 *     object crate CRATE at=0,3,0                                             in cart.txt
 *       with shape=box size=1,1,1 friction=0.5                                what it is for others (kernel/collision/module.h); without it a box about its mesh
 *       with body=free mass=20                                                it moves as forces want
 *     object lift LIFT with body=led                                          the game moves it, and it moves others
 *
 *     push(self, ahead(self.angle) * 12.0)                                    in scripts: a force, in newtons, for this step
 *     self.velocity = launch(self.pos, it.pos, 1.5)                           it comes down there after a second and a half; flight(), flight_time()
 *     impulse(self, vec3(0.0, 3.0, 0.0))  self.velocity.y = 4.0  self.angular
 *     on Contact(other, normal, strength) when strength > 4.0 { sound('thud', 1.0) }
 *     if self.grounded { ... }
 *
 *     ox_body *body = ox_body_of(physics, object);                            in C
 *     ox_body_impulse(physics, object, by, at);
 *
 * BODIES are a component beside the component "shape"; objects with a shape alone stand still and stop others.
 *
 *   free    moved by gravity, forces and contacts. `mass` in kilograms, else 200 for each cubic metre; `gravity` a factor; `drag` and `angular_drag` how much of the speed is lost
 *           a second. In flat scenes (shapes circle and rectangle) a body stays in the plane and turns about z alone.
 *   led     its object is moved by the game, by a tween, a path or a script: it pushes others and carries them, and nothing pushes it.
 *   still   as no body at all, until a script makes it free: self.moves = 'free'
 *
 * A free body's object may be moved by the game, too: then it is there, and keeps its velocity.
 *
 * CONTACTS. Friction of a pair is the root of the product of both, bounce the greater of both, and there is none below half a metre a second. A body that is faster than
 * its own size in a step is stopped by what lies in its way (a sweep), whatever its speed. on Contact is told to both objects' behaviours in the step in which they first bear on one another:
 * `normal` points away from the other one, `strength` is the speed of the blow in metres a second. on Parted(other) is told when they are 2 centimetres apart.
 *
 * WHAT COMES OF A CONTACT. Without a word a body is stopped. `through=NAME` of a shape lets pass what the name means, `bounce=1` throws back, and what is free is pushed. Everything else a
 * behaviour says once for each contact: on Contact(other, normal, strength) { remove(self) }, { other.health -= 1 }, { join(self, other, 'weld', self.pos) } for what sticks.
 *
 * REST. Bodies that touch one another and are all slower than 5 centimetres a second for half a second fall asleep together, and cost nothing until one is touched, pushed,
 * moved, or what they lie on goes. self.asleep tells.
 *
 * TURNING. What flies freely keeps its angular momentum: a long body that is spun about its middle axis tumbles. While a body touches another one it keeps its spin instead, less what
 * friction takes. `mass` may change at any time; the velocity stays.
 *
 * THE STEP is cut into substeps, four unless substeps(count) or ox_physics_settle says otherwise; results are the same bits on all machines. Order: pairs by the slots of objects, contacts by
 * triangle and corner. Everything is state: saved, hashed, rewound.
 *
 * UNITS: metres, kilograms, seconds, radians; gravity is 9.8 m/s^2 downwards, or what gravity(vec3) said. Speeds are at most 1,000 m/s and 100 rad/s. Masses 0.01 to 30,000 kg; of
 * bodies that touch the heavier should have at most some hundred times the mass of the lighter.
 *
 * MOVERS (mover.h) are led bodies that walk. JOINTS (joint.h) hold bodies together. What DRIFTS (drift.h) flies straight in a flat world and bounces at exact moments.
 *
 * Capacities: `bodies`, `contacts` (pairs that touch at once), `movers`, `joints`. When contacts have no room, the last ones do not count and the log says so. */
#ifndef OXCART_KERNEL_PHYSICS_MODULE_H
#define OXCART_KERNEL_PHYSICS_MODULE_H

#include "kernel/collision/module.h"
#include "kernel/physics/joint.h"
#include "kernel/physics/mover.h"
#include "kernel/physics/solver.h"

extern const ox_module ox_physics_module;

enum {
    OX_CAPACITY_BODIES,
    OX_CAPACITY_CONTACTS,
    OX_CAPACITY_MOVERS,
    OX_CAPACITY_JOINTS,
    OX_PHYSICS_CAPACITIES
};
extern const ox_capacity ox_physics_capacities[OX_PHYSICS_CAPACITIES];

#define OX_BODY_FREE OX_NAME("free")
#define OX_BODY_LED OX_NAME("led")
#define OX_BODY_STILL OX_NAME("still")

/* The component "body". */
typedef struct ox_body {
    ox_id moves;
    fx velocity[3], angular[3]; /* m/s, rad/s */
    fx mass;                    /* 0: by its volume */
    fx gravity, drag, angular_drag;
    quat led_turn;    /* of a led body: how it was turned in the step before */
    uint16_t rest[3]; /* bits of the place below fx */
    uint16_t quiet;   /* steps for which it was slow */
    bool asleep;
    bool grounded; /* something below holds it */
} ox_body;
extern const ox_type ox_body_type;

/* Two objects that touch, and the impulses between them, from which the next step begins. Kept from the begin to the end of a contact. */
typedef struct ox_touch {
    uint16_t a, b; /* slots, a below b */
    uint32_t part; /* the triangle of a soup */
    nrm normal;    /* from B towards A */
    uint16_t count;
    uint16_t features[OX_MANIFOLD_POINTS];
    int32_t impulses[OX_MANIFOLD_POINTS]; /* Q12.20, in units of their rows */
    int32_t friction[2], twist;
    uint16_t told; /* 1: their blow was told */
} ox_touch;

struct ox_solver_contact;

/* Asked of each pair of shapes that touch, or nearly, in each step: false, and nothing comes of it. The manifold may be changed: its normal points from B towards A. NULL: may they meet at all,
 * of a body that is faster than its size. */
typedef bool ox_contact_accept(void *context, const ox_object *a, const ox_object *b, ox_manifold *manifold);

/* What the last step has cost: for people, no state. */
typedef struct ox_physics_costs {
    uint32_t broad;  /* leaves that bodies which move have met in the tree */
    uint32_t mid;    /* pairs that count, which were tested exactly */
    uint32_t narrow; /* and touch, or nearly do */
    uint32_t fast;   /* bodies that went farther than they are large, whose way was swept */
} ox_physics_costs;

typedef struct ox_physics {
    const ox_module_host *host;
    ox_world *world;
    ox_collisions *collisions;
    uint32_t type, mover_type, joint_type; /* numbers of the components in the world */
    /* state */
    vec3 gravity;
    ox_touch *touches; /* by a, b and part */
    uint32_t touch_count;
    uint32_t awake; /* free bodies that moved in the last step */
    uint32_t substeps;
    /* of one step */
    ox_solver_body *bodies; /* number 0 is the world */
    uint32_t body_count, body_room;
    uint16_t *numbers; /* of bodies by the slots of objects; 0: none, OX_BODY_SLEEPS */
    ox_touch *fresh;   /* touches of the step before, once those of now are there */
    uint32_t fresh_count;
    uint32_t *pairs;
    uint32_t pair_count, pair_room;
    struct ox_solver_contact *contacts;
    ox_manifold *manifolds; /* of fresh touches */
    uint32_t contact_room;
    ox_solver_row *rows;
    uint32_t row_count, row_room;
    ox_joint_row *joint_rows;
    uint32_t joint_row_count, joint_row_room;
    uint32_t refused; /* contacts for which there was no room */
    bool is_told;
    uint32_t solved; /* contacts of the last step that have rows */
    ox_physics_costs costs;
    ox_contact_accept *accept; /* or NULL */
    void *accept_context;
    bool is_unguarded; /* bodies that are fast go through what is thin */
    bool is_begun;     /* a step was made, or the state restored: what sleeps has its touches */
} ox_physics;

enum { OX_BODY_SLEEPS = 0xFFFF };

/* The console's physics; NULL: the image asks for none, or the player has no such module. */
ox_physics *ox_console_physics(const struct ox_console *console);

ox_body *ox_body_of(const ox_physics *p, const ox_object *object);

enum { OX_SUBSTEPS_MOST = 8 };

/* Substeps of a step, 1..OX_SUBSTEPS_MOST. */
void ox_physics_settle(ox_physics *p, uint32_t substeps);

/* Who says which contacts count, beside `through` of shapes; NULL: nobody. Not a part of the state: to be set when a scene begins, and the same in every run. */
void ox_physics_accept(ox_physics *p, ox_contact_accept *accept, void *context);

/* Whether bodies that go farther in a step than they are large are stopped by what is in their way, as they are without a word. Without it they are counted all the same. */
void ox_physics_guard(ox_physics *p, bool is_guarded);

/* A force for one step (newtons), and an impulse (newton seconds), at a place of the world; and a turning moment for one step (newton metres). All wake the body.
 * Objects without a free body are left alone. */
void ox_body_push(ox_physics *p, ox_object *object, vec3 force, vec3 at);
void ox_body_impulse(ox_physics *p, ox_object *object, vec3 impulse, vec3 at);
void ox_body_twist(ox_physics *p, ox_object *object, vec3 moment);
void ox_body_wake(ox_physics *p, ox_object *object);
void ox_body_turn(ox_physics *p, ox_object *object,
                  vec3 by); /* a blow that turns alone, in newton metre seconds */

/* Whether two objects touch, as of the last step. */
bool ox_bodies_touch(const ox_physics *p, const ox_object *a, const ox_object *b);

/* Tells both objects of each contact of the last step how hard it was: the greatest impulse of a substep in newton seconds, weight that rests there and all. */
typedef void ox_blow_heard(void *context, const ox_object *object, fx blow);
void ox_physics_blows(const ox_physics *p, ox_blow_heard *hear, void *context);

/* Kilograms of a body; `mass`, or by the volume of its shape. */
fx ox_body_mass(const ox_body *body, const ox_collider *shape);

/* A free body as the solver has it: velocities, mass, and what gravity and drag do in a substep. */
void ox_body_gather(const ox_physics *p, const ox_body *body, const ox_collider *shape, ox_solver_body *s);

/* Kinetic energy of a body in joules, and what it would gain by falling to y = 0, Q32.32. */
int64_t ox_body_energy(const ox_physics *p, const ox_object *object);

/* A step of those objects of a name, type or tag that drift (drift.h) in a box without edges; returns how many blows there were. */
uint32_t ox_physics_drift(ox_physics *p, ox_id name, vec2 low, vec2 size);

enum { OX_PHYSICS_NATIVES = 19, OX_PHYSICS_FIELDS = 10, OX_PHYSICS_EVENTS = 5 };
extern const ox_script_native ox_physics_native_rows[OX_PHYSICS_NATIVES];

/* ---- one step, for the files of this folder ---- */

void ox_physics_step(ox_physics *p);
void ox_physics_gather(ox_physics *p);
void ox_physics_find(ox_physics *p);
void ox_physics_solve(ox_physics *p);
void ox_physics_rest(ox_physics *p);
void ox_physics_draw(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                     uf16 fraction);

/* Squares of a body's radii of gyration about the axes of its shape; a circle of a flat scene turns as a disc. */
vec3 ox_body_gyration(const ox_collider *shape);

#endif

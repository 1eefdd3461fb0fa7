/* Bodies of objects: words of cart.txt, steps, events, state. */
#include "kernel/physics/module.h"

#include <string.h>

#include "kernel/collision/show.h"
#include "kernel/collision/surface.h"
#include "kernel/console/console.h"
#include "kernel/debug/profile.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/physics/internal.h"
#include "kernel/sound/module.h"
#include "kernel/type/name.h"

#define NAME OX_NAME("physics")
#define BODY OX_NAME("body")
#define GRAVITY (-642253) /* -9.8 m/s^2 */
#define GROUND (Q14_ONE / 10 * 7)

enum { MOST = 1024, CONTACTS_MOST = 4096, ROWS = 5, SUBSTEPS = 4, PAIRS = 2, LOOKS = 8 };

/* Bytes of a body with what one step needs of it, and of a contact with its rows. */
enum {
    BODY_BYTES = 264,
    MOVER_BYTES = 136,
    JOINT_BYTES = 232 + OX_JOINT_ROWS * (104 + 88),
    CONTACT_BYTES = 2 * 64 + 112 + 144 + PAIRS * 4 + ROWS * 104,
};
OX_CAPACITY_HOLDS(BODY_BYTES - sizeof(ox_component_head) - sizeof(ox_solver_body), ox_body);
OX_CAPACITY_HOLDS(MOVER_BYTES - sizeof(ox_component_head), ox_mover);
OX_CAPACITY_HOLDS(232 - sizeof(ox_component_head), ox_joint);
OX_CAPACITY_HOLDS(88, ox_joint_row);
OX_CAPACITY_HOLDS(64, ox_touch);
OX_CAPACITY_HOLDS(112, ox_manifold);
OX_CAPACITY_HOLDS(144, ox_solver_contact);
OX_CAPACITY_HOLDS(104, ox_solver_row);

OX_LIMIT(MOST, ox_component_type, capacity, "numbers of bodies are 16 bits");

const ox_capacity ox_physics_capacities[OX_PHYSICS_CAPACITIES] = {
    [OX_CAPACITY_BODIES] = {"bodies", 32, MOST, BODY_BYTES},
    [OX_CAPACITY_CONTACTS] = {"contacts", 64, CONTACTS_MOST, CONTACT_BYTES},
    [OX_CAPACITY_MOVERS] = {"movers", 8, MOST, MOVER_BYTES},
    [OX_CAPACITY_JOINTS] = {"joints", 8, MOST, JOINT_BYTES}};

/* ---- the component ---- */

static const ox_field fields[] = {
    OX_FIELD(ox_body, moves, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_body, velocity, OX_FX, OX_SIM),
    OX_FIELD(ox_body, angular, OX_FX, OX_SIM),
    OX_FIELD(ox_body, mass, OX_FX, OX_SIM, .high = 30000 * FX_ONE),
    OX_FIELD(ox_body, gravity, OX_FX, OX_SIM, .initial = FX_ONE, .low = -256 * FX_ONE, .high = 256 * FX_ONE),
    OX_FIELD(ox_body, drag, OX_FX, OX_SIM, .high = 256 * FX_ONE),
    OX_FIELD(ox_body, angular_drag, OX_FX, OX_SIM, .initial = FX(0.06), .high = 256 * FX_ONE),
    OX_FIELD(ox_body, led_turn, OX_I32, OX_SIM),
    OX_FIELD(ox_body, rest, OX_U16, OX_SIM),
    OX_FIELD(ox_body, quiet, OX_U16, OX_SIM),
    OX_FIELD(ox_body, asleep, OX_BOOL, OX_SIM),
    OX_FIELD(ox_body, grounded, OX_BOOL, OX_SIM)};
const ox_type ox_body_type = OX_TYPE(ox_body, fields, 1);

#define BODY_FIELD(name, writable, type, about)                                                              \
    OX_SCRIPT_FIELD(name, body, name, &ox_body_type, writable, type, about)
static const ox_script_field field_rows[OX_PHYSICS_FIELDS] = {
    BODY_FIELD(velocity, true, "vec3", "of its body, in metres a second"),
    BODY_FIELD(angular, true, "vec3",
               "how fast its body turns about x, y and z of the world, in radians a second"),
    BODY_FIELD(mass, true, "fx", "of its body, in kilograms; 0.0: by its volume"),
    BODY_FIELD(moves, true, "name", "'free': as forces want, 'led': by the game, 'still'"),
    BODY_FIELD(asleep, false, "bool", "its body is at rest, and costs nothing"),
    OX_SCRIPT_FIELD(motor, joint, motor, &ox_joint_type, true, "fx",
                    "of its joint: the speed that it wants, in radians or metres a second"),
    OX_SCRIPT_FIELD(
        motor_goal, joint, motor_goal, &ox_joint_type, true, "fx",
        "of its joint: where the motor wants to be, or how a wheel is steered, in degrees or metres"),
    OX_SCRIPT_FIELD(motor_pose, joint, motor_pose, &ox_joint_type, true, "vec3",
                    "of its ball or cone: how it wants to be turned, an axis of the other one times degrees"),
    OX_SCRIPT_FIELD(mover_mode, mover, mode, &ox_mover_type, false, "name",
                    "how a mover goes: 'walk', 'climb', 'swim' or 'fly'"),
    BODY_FIELD(grounded, false, "bool", "something below its body holds it")};

/* ---- words of cart.txt ---- */

enum {
    CELL_MASS = OX_GIVEN_FIRST,
    CELL_GRAVITY,
    CELL_DRAG,
    CELL_SPIN_DRAG,
    CELL_VELOCITY,
    CELL_SPIN = CELL_VELOCITY + 3
};

static const char *const motions[] = {"free", "led", "still", NULL};
static const ox_module_option options[] = {{"mass", NULL, OX_OPTION_NUMBER, CELL_MASS, false},
                                           {"gravity", NULL, OX_OPTION_NUMBER, CELL_GRAVITY, false},
                                           {"drag", NULL, OX_OPTION_NUMBER, CELL_DRAG, false},
                                           {"angular_drag", NULL, OX_OPTION_NUMBER, CELL_SPIN_DRAG, false},
                                           {"velocity", NULL, OX_OPTION_VECTOR, CELL_VELOCITY, false},
                                           {"angular", NULL, OX_OPTION_VECTOR, CELL_SPIN, false},
                                           {NULL, NULL, 0, 0, false}};

enum {
    CELL_GRIP = OX_GIVEN_FIRST,
    CELL_AIR,
    CELL_STEP,
    CELL_SLOPE,
    CELL_PUSH,
    CELL_PULL,
    CELL_CLIMBS,
    CELL_SWIMS,
    CELL_FLIES
};

static const char *const ways[] = {"walk", NULL};
static const ox_module_option mover_options[] = {{"grip", NULL, OX_OPTION_NUMBER, CELL_GRIP, false},
                                                 {"air", NULL, OX_OPTION_NUMBER, CELL_AIR, false},
                                                 {"step", NULL, OX_OPTION_NUMBER, CELL_STEP, false},
                                                 {"slope", NULL, OX_OPTION_NUMBER, CELL_SLOPE, false},
                                                 {"push", NULL, OX_OPTION_NUMBER, CELL_PUSH, false},
                                                 {"gravity", NULL, OX_OPTION_NUMBER, CELL_PULL, false},
                                                 {"climbs", NULL, OX_OPTION_NAME, CELL_CLIMBS, false},
                                                 {"swims", NULL, OX_OPTION_NAME, CELL_SWIMS, false},
                                                 {"flies", NULL, OX_OPTION_NAME, CELL_FLIES, false},
                                                 {NULL, NULL, 0, 0, false}};

enum {
    CELL_TO = OX_GIVEN_FIRST,
    CELL_LENGTH,
    CELL_LOW,
    CELL_HIGH,
    CELL_MOTOR,
    CELL_FORCE,
    CELL_STRENGTH,
    CELL_HERTZ,
    CELL_DAMPING,
    CELL_GOAL,
    CELL_RATIO,
    CELL_SWING,
    CELL_AT,                /* three */
    CELL_AXIS = CELL_AT + 3 /* three */
};

static const char *const joints[] = {"ball",   "hinge",  "slider", "weld",   "rod",  "rope",
                                     "spring", "planar", "wheel",  "pulley", "cone", NULL};
static const ox_module_option joint_options[] = {{"to", NULL, OX_OPTION_NAME, CELL_TO, false},
                                                 {"at", NULL, OX_OPTION_VECTOR, CELL_AT, false},
                                                 {"axis", NULL, OX_OPTION_VECTOR, CELL_AXIS, false},
                                                 {"length", NULL, OX_OPTION_NUMBER, CELL_LENGTH, false},
                                                 {"low", NULL, OX_OPTION_NUMBER, CELL_LOW, false},
                                                 {"high", NULL, OX_OPTION_NUMBER, CELL_HIGH, false},
                                                 {"motor", NULL, OX_OPTION_NUMBER, CELL_MOTOR, false},
                                                 {"force", NULL, OX_OPTION_NUMBER, CELL_FORCE, false},
                                                 {"strength", NULL, OX_OPTION_NUMBER, CELL_STRENGTH, false},
                                                 {"hertz", NULL, OX_OPTION_NUMBER, CELL_HERTZ, false},
                                                 {"damping", NULL, OX_OPTION_NUMBER, CELL_DAMPING, false},
                                                 {"goal", NULL, OX_OPTION_NUMBER, CELL_GOAL, false},
                                                 {"ratio", NULL, OX_OPTION_NUMBER, CELL_RATIO, false},
                                                 {"swing", NULL, OX_OPTION_NUMBER, CELL_SWING, false},
                                                 {NULL, NULL, 0, 0, false}};

static const ox_module_word words[] = {
    {"body", motions, options,
     "with body=free|led|still [mass=KG] [gravity=FACTOR] [drag=0..256] "
     "[angular_drag=0..256] [velocity=X,Y,Z] [angular=X,Y,Z]",
     "the object above moves as forces want (free), or the game moves it "
     "and it pushes others (led); its shape is "
     "`with shape=`, else a box about its mesh"},
    {"mover", ways, mover_options,
     "with mover=walk [grip=M/S2] [air=M/S2] [step=M] [slope=DEGREES] [push=NEWTONS] [gravity=FACTOR]\n"
     "        [climbs=NAME] [swims=NAME] [flies=NAME]",
     "the object above walks as walk(self, wish) says, climbs steps, slides along walls, falls and jumps; in "
     "shapes of "
     "the names said it climbs, swims or flies"},
    {"joint", joints, joint_options,
     "with joint=ball|cone|weld|hinge|slider|planar|wheel [to=NAME] [at=X,Y,Z]\n"
     "        [axis=X,Y,Z] [low=V] [high=V] [swing=DEGREES] [strength=N]\n"
     "        [motor=SPEED] [force=N] [hertz=HZ] [damping=D] [goal=V]\n"
     "  with joint=rod|rope|spring|pulley [to=NAME] [at=X,Y,Z] [length=M]\n"
     "        [hertz=HZ] [damping=D] [ratio=R] [strength=N]",
     "the body above is held at a place of it, by another object or the world; it may turn (ball, cone), "
     "about "
     "an axis (hinge, wheel), go along it (slider) or across (planar), or keep a distance; with hertz= a "
     "motor "
     "goes to its goal"},
    {NULL, NULL, NULL, NULL, NULL}};

/* The body of an object, which gets one, and a shape, where it has none. NULL: there is no room. */
static ox_body *have_body(ox_world *world, ox_object *object) {
    const int type = ox_world_component(world, BODY), shapes = ox_world_component(world, OX_NAME("shape"));
    if (type < 0 || shapes < 0) return NULL;
    ox_body *body = ox_component_get(world, object, (uint32_t)type);
    if (body == NULL) body = ox_component_add(world, object, (uint32_t)type);
    if (!ox_component_has(world, object, (uint32_t)shapes)) {
        ox_collider *shape = ox_component_add(world, object, (uint32_t)shapes);
        if (shape != NULL) shape->kind = OX_NAME("box");
    }
    return body;
}

static void give_body(ox_world *world, ox_object *object, const ox_given *given) {
    ox_body *body = have_body(world, object);
    if (body == NULL) return;
    body->moves = (ox_id)given->cells[OX_GIVEN_FIELD];
    ox_given_number(given, CELL_MASS, FX(0.01), 30000 * FX_ONE, &body->mass);
    ox_given_number(given, CELL_GRAVITY, -256 * FX_ONE, 256 * FX_ONE, &body->gravity);
    ox_given_number(given, CELL_DRAG, 0, 256 * FX_ONE, &body->drag);
    ox_given_number(given, CELL_SPIN_DRAG, 0, 256 * FX_ONE, &body->angular_drag);
    for (uint32_t i = 0; i < 3; i++) {
        ox_given_number(given, CELL_VELOCITY + i, -OX_SPEED_MOST * FX_ONE, OX_SPEED_MOST * FX_ONE,
                        &body->velocity[i]);
        ox_given_number(given, CELL_SPIN + i, -OX_SPIN_MOST * FX_ONE, OX_SPIN_MOST * FX_ONE,
                        &body->angular[i]);
    }
}

static void give_mover(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, OX_NAME("mover"));
    ox_body *body = have_body(world, object);
    ox_mover *m = type < 0 || body == NULL ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (m == NULL && type >= 0 && body != NULL) m = ox_component_add(world, object, (uint32_t)type);
    if (m == NULL) return;
    body->moves = OX_BODY_LED;
    ox_given_number(given, CELL_GRIP, 0, 1000 * FX_ONE, &m->grip);
    ox_given_number(given, CELL_AIR, 0, 1000 * FX_ONE, &m->air);
    ox_given_number(given, CELL_STEP, 0, 16 * FX_ONE, &m->step);
    ox_given_number(given, CELL_SLOPE, 0, 89 * FX_ONE, &m->slope);
    ox_given_number(given, CELL_PUSH, 0, 30000 * FX_ONE, &m->push);
    ox_given_number(given, CELL_PULL, -256 * FX_ONE, 256 * FX_ONE, &body->gravity);
    m->climbs = (ox_id)given->cells[CELL_CLIMBS];
    m->swims = (ox_id)given->cells[CELL_SWIMS];
    m->flies = (ox_id)given->cells[CELL_FLIES];
}

static void give_joint(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, OX_NAME("joint"));
    ox_joint *j =
        type < 0 || have_body(world, object) == NULL ? NULL : ox_component_add(world, object, (uint32_t)type);
    if (j == NULL) return;
    j->kind = (ox_id)given->cells[OX_GIVEN_FIELD];
    j->to = (ox_id)given->cells[CELL_TO];
    for (uint32_t i = 0; i < 3; i++) {
        ox_given_number(given, CELL_AT + i, -512 * FX_ONE, 512 * FX_ONE, &j->at[i]);
        ox_given_number(given, CELL_AXIS + i, -512 * FX_ONE, 512 * FX_ONE, &j->axis[i]);
    }
    ox_given_number(given, CELL_LENGTH, 0, 4096 * FX_ONE, &j->length);
    ox_given_number(given, CELL_LOW, -4096 * FX_ONE, 4096 * FX_ONE, &j->low);
    ox_given_number(given, CELL_HIGH, j->low, 4096 * FX_ONE, &j->high);
    ox_given_number(given, CELL_MOTOR, -512 * FX_ONE, 512 * FX_ONE, &j->motor);
    ox_given_number(given, CELL_FORCE, 0, 32767 * FX_ONE, &j->force);
    ox_given_number(given, CELL_HERTZ, FX_ONE / 16, 60 * FX_ONE, &j->hertz);
    ox_given_number(given, CELL_DAMPING, 0, 16 * FX_ONE, &j->damping);
    ox_given_number(given, CELL_GOAL, -4096 * FX_ONE, 4096 * FX_ONE, &j->motor_goal);
    ox_given_number(given, CELL_RATIO, FX_ONE / 16, 16 * FX_ONE, &j->ratio);
    ox_given_number(given, CELL_SWING, 0, 180 * FX_ONE, &j->swing);
    ox_given_number(given, CELL_STRENGTH, 0, 32767 * FX_ONE, &j->bears);
    j->is_limited = ox_given_says(given, CELL_LOW) || ox_given_says(given, CELL_HIGH);
}

/* ---- what games call ---- */

ox_body *ox_body_of(const ox_physics *p, const ox_object *object) {
    return ox_component_get(p->world, object, p->type);
}

vec3 ox_physics_gravity(const ox_physics *p) { return p->gravity; }

void ox_physics_settle(ox_physics *p, uint32_t substeps) {
    p->substeps = substeps < 1 ? 1 : substeps > OX_SUBSTEPS_MOST ? OX_SUBSTEPS_MOST : substeps;
}

void ox_physics_accept(ox_physics *p, ox_contact_accept *accept, void *context) {
    p->accept = accept;
    p->accept_context = context;
}

void ox_physics_guard(ox_physics *p, bool is_guarded) { p->is_unguarded = !is_guarded; }

static bool wake_one(const ox_physics *p, uint32_t slot) {
    ox_object *object = ox_world_slot(p->world, slot);
    ox_body *body = p->world->objects.generations[slot] == 0 ? NULL : ox_body_of(p, object);
    if (body == NULL || !body->asleep) return false;
    body->asleep = false;
    body->quiet = 0;
    return true;
}

static bool is_free_and_awake(const ox_physics *p, uint32_t slot) {
    const ox_body *body =
        p->world->objects.generations[slot] == 0 ? NULL : ox_body_of(p, ox_world_slot(p->world, slot));
    return body != NULL && body->moves == OX_BODY_FREE && !body->asleep;
}

/* Sleepers that touch one another wake together: as long as some touch has one side that wakes the other. */
static void spread_waking(const ox_physics *p) {
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < p->touch_count; i++) {
            const ox_touch *t = &p->touches[i];
            if (is_free_and_awake(p, t->a) && wake_one(p, t->b)) more = true;
            if (is_free_and_awake(p, t->b) && wake_one(p, t->a)) more = true;
        }
        if (ox_joints_spread(p)) more = true;
    }
}

void ox_body_wake(ox_physics *p, ox_object *object) {
    if (wake_one(p, ox_object_slot(object))) spread_waking(p);
}

/* The free body of an object, awake; NULL: it has none. */
static ox_body *rouse(ox_physics *p, ox_object *object) {
    ox_body *body = ox_body_of(p, object);
    if (body == NULL || body->moves != OX_BODY_FREE) return NULL;
    ox_body_wake(p, object);
    return body;
}

/* Adds to a velocity what 1 / mass, 1 / k^2 and an impulse make of it, by a row about the body alone. */
static void add_spin(ox_body *body, const ox_collider *shape, vec3 moment, fx mass) {
    const vec3 k2 = ox_body_gyration(shape), own = rot33_apply_inverse(&shape->pose.r, moment);
    const int64_t parts[3] = {own.x, own.y, own.z};
    const fx squares[3] = {k2.x, k2.y, k2.z};
    fx by[3];
    for (uint32_t i = 0; i < 3; i++)
        by[i] = fx_sat64(parts[i] * 65536 / fx_max(mass, 1) * 65536 / fx_max(squares[i], 1));
    if (ox_collider_is_flat(shape)) by[0] = by[1] = 0;
    const vec3 turned = rot33_apply(&shape->pose.r, (vec3){by[0], by[1], by[2]});
    body->angular[0] = fx_adds(body->angular[0], turned.x);
    body->angular[1] = fx_adds(body->angular[1], turned.y);
    body->angular[2] = fx_adds(body->angular[2], turned.z);
}

void ox_body_impulse(ox_physics *p, ox_object *object, vec3 impulse, vec3 at) {
    ox_body *body = rouse(p, object);
    if (body != NULL) ox_collider_look(p->collisions, object);
    const ox_collider *shape = body == NULL ? NULL : ox_collider_of(p->collisions, object);
    if (shape == NULL || !shape->is_placed) return;
    const fx mass = ox_body_mass(body, shape);
    body->velocity[0] = fx_adds(body->velocity[0], fx_div(impulse.x, mass));
    body->velocity[1] = fx_adds(body->velocity[1], fx_div(impulse.y, mass));
    body->velocity[2] = fx_adds(body->velocity[2], fx_div(impulse.z, mass));
    const vec3 r = v3_subs(at, shape->pose.t);
    if (!v3_is_zero(r)) add_spin(body, shape, v3_cross(r, impulse), mass);
}

void ox_body_push(ox_physics *p, ox_object *object, vec3 force, vec3 at) {
    const fx rate = (fx)physics_rate(p);
    ox_body_impulse(p, object, (vec3){force.x / rate, force.y / rate, force.z / rate}, at);
}

void ox_body_turn(ox_physics *p, ox_object *object, vec3 by) {
    ox_body *body = rouse(p, object);
    if (body != NULL) ox_collider_look(p->collisions, object);
    const ox_collider *shape = body == NULL ? NULL : ox_collider_of(p->collisions, object);
    if (shape != NULL && shape->is_placed) add_spin(body, shape, by, ox_body_mass(body, shape));
}

void ox_body_twist(ox_physics *p, ox_object *object, vec3 moment) {
    const fx rate = (fx)physics_rate(p);
    ox_body_turn(p, object, (vec3){moment.x / rate, moment.y / rate, moment.z / rate});
}

bool ox_bodies_touch(const ox_physics *p, const ox_object *a, const ox_object *b) {
    const uint32_t sa = ox_object_slot(a), sb = ox_object_slot(b), low = sa < sb ? sa : sb,
                   high = sa < sb ? sb : sa;
    for (uint32_t i = 0; i < p->touch_count; i++)
        if (p->touches[i].a == low && p->touches[i].b == high) return true;
    return false;
}

int64_t ox_body_energy(const ox_physics *p, const ox_object *object) {
    const ox_body *body = ox_body_of(p, object);
    const ox_collider *shape = body == NULL ? NULL : ox_collider_of(p->collisions, object);
    if (shape == NULL) return 0;
    const vec3 k2 = ox_body_gyration(shape),
               w = rot33_apply_inverse(&shape->pose.r,
                                       (vec3){body->angular[0], body->angular[1], body->angular[2]});
    int64_t twice = 0; /* of a kilogram, Q32.32 */
    for (uint32_t i = 0; i < 3; i++) twice += (int64_t)body->velocity[i] * body->velocity[i];
    twice += (int64_t)fx_muls(w.x, w.x) * k2.x + (int64_t)fx_muls(w.y, w.y) * k2.y +
             (int64_t)fx_muls(w.z, w.z) * k2.z;
    const int64_t high = (int64_t)shape->pose.t.y * fx_muls(-p->gravity.y, body->gravity);
    return fx_sra64(twice / 2 + high, 16) * ox_body_mass(body, shape);
}

/* ---- events ---- */

void ox_physics_tell_contact(const ox_physics *p, ox_events *bus, uint32_t to, uint32_t other, vec3 normal,
                             fx strength) {
    const ox_object *receiver = ox_world_slot(p->world, to), *from = ox_world_slot(p->world, other);
    const int32_t arguments[5] = {(int32_t)from->handle.bits, normal.x, normal.y, normal.z, strength};
    if (bus != NULL) ox_events_post_to(bus, OX_NAME("contact"), receiver->handle, arguments, 5);
}

static uint32_t key_of(const ox_touch *t) { return (uint32_t)t->a << 16 | t->b; }

/* Whether the blow of a pair was told in the step before; pairs are asked for in rising order. */
static bool was_told(const ox_physics *p, uint32_t *at, uint32_t key) {
    bool told = false;
    while (*at < p->fresh_count && key_of(&p->fresh[*at]) < key) ++*at;
    for (uint32_t i = *at; i < p->fresh_count && key_of(&p->fresh[i]) == key; i++)
        told = told || p->fresh[i].told != 0;
    return told;
}

/* The sounds of both surfaces, and those that both objects have of a contact. */
static void sound_blow(const ox_physics *p, const ox_touch *t, fx strength) {
    enum { LEAST = FX_ONE / 2, LOUDEST = 8 };
    const ox_manifold *m = &p->manifolds[t - p->touches];
    ox_sounds *sounds = m->count == 0 ? NULL : ox_console_sounds(p->host->console);
    const uint16_t slots[2] = {t->a, t->b};
    for (uint32_t i = 0; sounds != NULL && i < 2; i++) {
        const ox_collider *shape = ox_collider_of(p->collisions, ox_world_slot(p->world, slots[i]));
        const ox_surface surface = ox_surface_of(p->host, shape, t->part);
        const ox_sound_cause cause = {.event = OX_NAME("contact"),
                                      .strength = strength,
                                      .at = m->points[0].at,
                                      .surface = surface.name};
        if (strength >= LEAST && surface.sound != 0)
            ox_sound_at(sounds, surface.sound, m->points[0].at, fx_min(strength / LOUDEST, FX_ONE));
        ox_sound_cause_at(p->host, ox_world_slot(p->world, slots[1 - i]), &cause);
    }
}

/* Tells both of a contact that bears something. False: it only nearly touches. */
static bool tell_blow(const ox_physics *p, ox_events *bus, const ox_solver_contact *c) {
    const ox_touch *t = c->touch;
    int32_t speed = 0, load = 0;
    for (uint32_t k = 0; k < c->count; k++) {
        speed = int_min(speed, c->approach[k]);
        load = int_max(load, c->most[k]);
    }
    if (load == 0) return false;
    const vec3 n = {fx_from_q14(t->normal.x), fx_from_q14(t->normal.y), fx_from_q14(t->normal.z)};
    ox_physics_tell_contact(p, bus, t->a, t->b, n, ox_fx_of_speed(fx_negs(speed)));
    ox_physics_tell_contact(p, bus, t->b, t->a, v3_neg(n), ox_fx_of_speed(fx_negs(speed)));
    sound_blow(p, t, ox_fx_of_speed(fx_negs(speed)));
    return true;
}

static void tell_parted(const ox_physics *p, ox_events *bus, uint32_t to, uint32_t other) {
    const int32_t who = (int32_t)ox_world_slot(p->world, other)->handle.bits;
    if (bus != NULL) ox_events_post_to(bus, OX_NAME("parted"), ox_world_slot(p->world, to)->handle, &who, 1);
}

/* Pairs that were told and touch no more. */
static void tell_ends(const ox_physics *p, ox_events *bus) {
    uint32_t now = 0;
    for (uint32_t i = 0; i < p->fresh_count;) {
        const ox_touch *t = &p->fresh[i];
        const uint32_t key = key_of(t);
        bool told = false;
        for (; i < p->fresh_count && key_of(&p->fresh[i]) == key; i++) told = told || p->fresh[i].told != 0;
        while (now < p->touch_count && key_of(&p->touches[now]) < key) now++;
        if (!told || (now < p->touch_count && key_of(&p->touches[now]) == key)) continue;
        tell_parted(p, bus, t->a, t->b);
        tell_parted(p, bus, t->b, t->a);
    }
}

/* A pair is told once, when it bears something for the first time since it touches; of a soup's triangles the first one tells. */
static void tell_contacts(ox_physics *p) {
    ox_events *bus = ox_module_bus(p->host);
    uint32_t old = 0, contact = 0;
    if (bus == NULL && ox_console_sounds(p->host->console) == NULL) return;
    for (uint32_t i = 0; i < p->touch_count;) {
        const uint32_t key = key_of(&p->touches[i]);
        bool told = was_told(p, &old, key);
        for (; contact < p->solved && key_of(p->contacts[contact].touch) == key; contact++)
            told = told || tell_blow(p, bus, &p->contacts[contact]);
        for (; i < p->touch_count && key_of(&p->touches[i]) == key; i++) p->touches[i].told = told;
    }
    tell_ends(p, bus);
}

/* The blow of one contact: the greatest impulses of its points. */
static fx blow_of(const ox_physics *p, const ox_solver_contact *c) {
    const uint32_t inverse =
        c->pair.a->inverse > c->pair.b->inverse ? c->pair.a->inverse : c->pair.b->inverse;
    int64_t sum = 0; /* m/s, Q12.20 */
    for (uint32_t i = 0; i < c->count; i++) sum += (int64_t)c->most[i] * FX_ONE / p->rows[c->row + i].weight;
    return inverse == 0 ? 0 : fx_sat64(fx_sat64(sum) * ((int64_t)1 << 20) / inverse); /* Q12.20 over Q8.24 */
}

void ox_physics_blows(const ox_physics *p, ox_blow_heard *hear, void *context) {
    for (uint32_t i = 0; i < p->solved; i++) {
        const ox_solver_contact *c = &p->contacts[i];
        const fx blow = blow_of(p, c);
        hear(context, ox_world_slot(p->world, c->touch->a), blow);
        hear(context, ox_world_slot(p->world, c->touch->b), blow);
    }
}

/* Bodies with a contact whose normal looks up stand on something. Those of sleepers stay as they are. */
static void note_grounds(ox_physics *p) {
    for (uint32_t i = 1; i < p->body_count; i++) {
        if (p->bodies[i].inverse == 0) continue; /* movers know their own */
        ox_body *body = ox_body_of(p, ox_world_slot(p->world, p->bodies[i].slot));
        body->grounded = false;
    }
    for (uint32_t i = 0; i < p->solved; i++) {
        const ox_touch *t = p->contacts[i].touch;
        if (t->normal.y > -GROUND && t->normal.y < GROUND) continue;
        ox_body *body = ox_body_of(p, ox_world_slot(p->world, t->normal.y > 0 ? t->a : t->b));
        if (body != NULL && body->moves == OX_BODY_FREE) body->grounded = true;
    }
}

/* ---- steps ---- */

void ox_physics_step(ox_physics *p) {
    uint32_t look = 0;
    do {
        ox_physics_gather(p);
        ox_physics_find(p);
        look++;
    } while (!ox_physics_touch(p, look < LOOKS));
    ox_physics_solve(p);
    note_grounds(p);
    tell_contacts(p);
    ox_physics_put_back(p);
    ox_physics_rest(p);
}

static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    (void)world, (void)bucket;
    if (phase == OX_PHASE_BODIES)
        ox_movers_step(context);
    else
        ox_physics_step(context);
}

/* Touches of an object that goes end, and what touched it wakes. */
static void release_object(void *context, ox_world *world, ox_handle object) {
    ox_physics *p = context;
    const uint32_t slot = object.bits & 0xFFFFu;
    uint32_t kept = 0;
    (void)world;
    for (uint32_t i = 0; i < p->touch_count; i++) {
        const ox_touch t = p->touches[i];
        if (t.a != slot && t.b != slot) {
            p->touches[kept++] = t;
            continue;
        }
        (void)wake_one(p, t.a == slot ? t.b : t.a);
    }
    if (kept == p->touch_count) return;
    p->touch_count = kept;
    spread_waking(p);
}

static const ox_system physics_system = {.name = NAME,
                                         .phases = 1u << OX_PHASE_BODIES | 1u << OX_PHASE_STEP,
                                         .run = run_phase,
                                         .release = release_object};

static bool tell_full(const ox_module_host *host, void *state) {
    ox_physics *p = state;
    const ox_component_store *store = &p->world->components[p->type];
    if (p->is_told || (store->refused == 0 && p->refused == 0)) return true;
    p->is_told = true;
    if (store->refused > 0)
        ox_log_write(host->log, PLAT_LOG_WARNING, "more than %u bodies at once: raise `capacity bodies`",
                     (unsigned)store->type->capacity);
    else
        ox_log_write(host->log, PLAT_LOG_WARNING, "more than %u contacts at once: raise `capacity contacts`",
                     (unsigned)p->contact_room);
    return true;
}

/* ---- the state ---- */

static const ox_field touch_fields[] = {
    OX_FIELD(ox_touch, a, OX_U16, OX_SIM),        OX_FIELD(ox_touch, b, OX_U16, OX_SIM),
    OX_FIELD(ox_touch, part, OX_U32, OX_SIM),     OX_FIELD(ox_touch, normal, OX_I16, OX_SIM),
    OX_FIELD(ox_touch, count, OX_U16, OX_SIM),    OX_FIELD(ox_touch, features, OX_U16, OX_SIM),
    OX_FIELD(ox_touch, impulses, OX_I32, OX_SIM), OX_FIELD(ox_touch, friction, OX_I32, OX_SIM),
    OX_FIELD(ox_touch, twist, OX_I32, OX_SIM),    OX_FIELD(ox_touch, told, OX_U16, OX_SIM)};
static const char *const touch_names[] = {"a",        "b",        "part",     "normal", "count",
                                          "features", "impulses", "friction", "twist",  "told"};
static const ox_type touch_type = OX_TYPE(ox_touch, touch_fields, 1);

static const ox_field world_fields[] = {OX_FIELD(ox_physics, gravity, OX_FX, OX_SIM),
                                        OX_FIELD(ox_physics, awake, OX_U32, OX_SIM),
                                        OX_FIELD(ox_physics, substeps, OX_U32, OX_SIM)};
static const char *const world_names[] = {"gravity", "awake", "substeps"};
static const ox_type world_type = OX_TYPE(ox_physics, world_fields, 1);

static bool next_item(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_physics *p = of;
    const uint32_t at = (*cursor)++;
    if (at == 0)
        *item = (ox_sim_item){0, &world_type, p, "world", world_names};
    else if (at <= p->touch_count)
        *item = (ox_sim_item){at, &touch_type, &p->touches[at - 1], "touch", touch_names};
    return at <= p->touch_count;
}

static void save_touch(const ox_touch *t, ox_writer *to) {
    ox_write_u16(to, t->a);
    ox_write_u16(to, t->b);
    ox_write_u32(to, t->part);
    ox_write_u16(to, (uint16_t)t->normal.x);
    ox_write_u16(to, (uint16_t)t->normal.y);
    ox_write_u16(to, (uint16_t)t->normal.z);
    ox_write_u16(to, t->count);
    for (uint32_t i = 0; i < t->count; i++) {
        ox_write_u16(to, t->features[i]);
        ox_write_i32(to, t->impulses[i]);
    }
    ox_write_i32(to, t->friction[0]);
    ox_write_i32(to, t->friction[1]);
    ox_write_i32(to, t->twist);
    ox_write_u16(to, t->told);
}

static void read_touch(ox_touch *t, ox_reader *from) {
    *t = (ox_touch){.a = (uint16_t)ox_read_u16(from), .b = (uint16_t)ox_read_u16(from)};
    t->part = ox_read_u32(from);
    t->normal.x = (int16_t)ox_read_u16(from);
    t->normal.y = (int16_t)ox_read_u16(from);
    t->normal.z = (int16_t)ox_read_u16(from);
    t->count = (uint16_t)ox_read_u16(from);
    if (t->count > OX_MANIFOLD_POINTS) from->bad = true;
    for (uint32_t i = 0; i < t->count && !from->bad; i++) {
        t->features[i] = (uint16_t)ox_read_u16(from);
        t->impulses[i] = ox_read_i32(from);
    }
    t->friction[0] = ox_read_i32(from);
    t->friction[1] = ox_read_i32(from);
    t->twist = ox_read_i32(from);
    t->told = (uint16_t)ox_read_u16(from);
}

static void save_state(const void *of, ox_writer *to) {
    const ox_physics *p = of;
    ox_write_i32(to, p->gravity.x);
    ox_write_i32(to, p->gravity.y);
    ox_write_i32(to, p->gravity.z);
    ox_write_u16(to, (uint16_t)p->awake);
    ox_write_u8(to, (uint8_t)p->substeps);
    ox_write_u32(to, p->touch_count);
    for (uint32_t i = 0; i < p->touch_count; i++) save_touch(&p->touches[i], to);
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_physics *p = of;
    p->is_begun = true;
    p->gravity.x = ox_read_i32(from);
    p->gravity.y = ox_read_i32(from);
    p->gravity.z = ox_read_i32(from);
    p->awake = ox_read_u16(from);
    p->substeps = ox_read_u8(from);
    if (p->substeps < 1 || p->substeps > OX_SUBSTEPS_MOST) from->bad = true;
    p->touch_count = ox_read_below(from, p->contact_room + 1);
    for (uint32_t i = 0; i < p->touch_count && !from->bad; i++) {
        read_touch(&p->touches[i], from);
        if (p->touches[i].a >= p->world->config.objects || p->touches[i].b >= p->world->config.objects)
            from->bad = true;
    }
    if (!from->bad) return OX_OK;
    p->touch_count = 0;
    p->gravity = (vec3){0, GRAVITY, 0};
    p->substeps = SUBSTEPS;
    return OX_BAD_DATA;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = (ox_sim_part){
        .name = "physics", .context = state, .next = next_item, .save = save_state, .restore = restore_state};
    return 1;
}

/* ---- the module ---- */

static const ox_component_ops body_ops = {.give = give_body}, mover_ops = {.give = give_mover},
                              joint_ops = {.give = give_joint};
static const ox_module_wanted wanted[] = {
    {{.name = BODY, .slot = OX_SLOT_BODY + 1, .record = &ox_body_type, .ops = &body_ops}, OX_CAPACITY_BODIES},
    {{.name = OX_NAME("mover"), .record = &ox_mover_type, .ops = &mover_ops}, OX_CAPACITY_MOVERS},
    {{.name = OX_NAME("joint"), .record = &ox_joint_type, .ops = &joint_ops}, OX_CAPACITY_JOINTS}};

static bool take_room(const ox_module_host *host, ox_physics *p) {
    ox_arena *arena = host->resident;
    p->body_room = ox_module_capacity(host, &ox_physics_capacities[OX_CAPACITY_BODIES]) + 1;
    p->contact_room = ox_module_capacity(host, &ox_physics_capacities[OX_CAPACITY_CONTACTS]);
    p->pair_room = p->contact_room * PAIRS;
    const uint32_t held = ox_module_capacity(host, &ox_physics_capacities[OX_CAPACITY_JOINTS]);
    p->joint_row_room = held * OX_JOINT_ROWS;
    p->row_room = p->contact_room * ROWS + p->joint_row_room;
    return (p->bodies = OX_PUSH(arena, ox_solver_body, p->body_room)) != NULL &&
           (p->numbers = OX_PUSH(arena, uint16_t, host->world->config.objects)) != NULL &&
           (p->touches = OX_PUSH(arena, ox_touch, p->contact_room)) != NULL &&
           (p->fresh = OX_PUSH(arena, ox_touch, p->contact_room)) != NULL &&
           (p->manifolds = OX_PUSH(arena, ox_manifold, p->contact_room)) != NULL &&
           (p->contacts = OX_PUSH(arena, ox_solver_contact, p->contact_room)) != NULL &&
           (p->pairs = OX_PUSH(arena, uint32_t, p->pair_room)) != NULL &&
           (p->joint_rows = OX_PUSH(arena, ox_joint_row, p->joint_row_room)) != NULL &&
           (p->rows = OX_PUSH(arena, ox_solver_row, p->row_room)) != NULL;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, BODY);
    *state = NULL;
    if (type < 0) return OX_OK;
    ox_physics *p = OX_PUSH(host->resident, ox_physics, 1);
    if (p != NULL)
        *p = (ox_physics){.host = host,
                          .world = host->world,
                          .collisions = ox_module_state(host, OX_NAME("collision")),
                          .type = (uint32_t)type,
                          .mover_type = (uint32_t)ox_world_component(host->world, OX_NAME("mover")),
                          .joint_type = (uint32_t)ox_world_component(host->world, OX_NAME("joint")),
                          .gravity = {0, GRAVITY, 0},
                          .substeps = SUBSTEPS};
    if (p == NULL || p->collisions == NULL || !take_room(host, p))
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for bodies; raise `budget`");
    const int system = ox_world_add_system(host->world, &physics_system, p);
    if (system < 0) return (ox_status)system;
#if OX_PROFILED
    ox_profile_watch(host->options->profile, "bodies: boxes", &p->costs.broad, false);
    ox_profile_watch(host->options->profile, "bodies: shapes", &p->costs.mid, false);
    ox_profile_watch(host->options->profile, "bodies: touches", &p->costs.narrow, false);
#endif
    *state = p;
    return OX_OK;
}

ox_physics *ox_console_physics(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const ox_module_event events[OX_PHYSICS_EVENTS] = {
    {"Contact(other: obj, normal: vec3, strength: fx)",
     "told to both objects: they meet; normal points away from the other one, strength is the speed of the "
     "blow"},
    {"Parted(other: obj)", "told to both objects: they meet no more"},
    {"Landed(speed: fx)", "told to a mover: it has come down to the ground, with that speed"},
    {"Fell()", "told to a mover: the ground below it is gone"},
    {"Snapped(other: obj)",
     "told to an object: its joint bore more than it can, and is gone; and to who held it in the hand"}};

static const uint32_t needs[] = {OX_NAME("collision"), 0};

const ox_module ox_physics_module = {.id = NAME,
                                     .name = "physics",
                                     .needs = needs,
                                     .capacities = ox_physics_capacities,
                                     .capacity_count = OX_PHYSICS_CAPACITIES,
                                     .natives = ox_physics_native_rows,
                                     .native_count = OX_PHYSICS_NATIVES,
                                     .fields = field_rows,
                                     .field_count = OX_PHYSICS_FIELDS,
                                     .events = events,
                                     .event_count = OX_PHYSICS_EVENTS,
                                     .words = words,
                                     .begin = begin_scene,
                                     .stepped = tell_full,
                                     .draw = OX_SHOW_DRAW(ox_physics_draw),
                                     .wanted = wanted,
                                     .wanted_count = 3,
                                     .wanted_systems = 1,
                                     .list = list_state};

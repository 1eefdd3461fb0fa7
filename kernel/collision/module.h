/* Collision as a module of the console: what objects are for others that meet them, who meets whom, and questions about places.
 *
 *     object wall WALL at=0,0,-5                                              in cart.txt
 *       with shape=box size=4,2,0.5                                           a solid; without `size` as large as the object's mesh
 *     type coin sprite=coin
 *       with shape=circle radius=0.4 sensor=1                                 only tells who comes in
 *
 *     let seen = cast(self.pos, self.pos + ahead(self.angle) * 60.0, 'tower') in scripts: what a line meets first; hit_at(), hit_normal()
 *     let free = sweep(self, vec3(0.0, -1.0, 0.0), '')                        how far it may go, 0.0 to 1.0
 *     on Enter(who, where, kind) { ... }                                             of a sensor; on Leave
 *
 *     ox_collision_hit hit;                                                   in C
 *     if (ox_collision_ray(c, from, way, &filter, &hit)) ...
 *     ox_collision_answers all = {.hits = hits, .room = 16};
 *     n = ox_collision_along(c, from, way, &filter, &all);                                  all on the line, the first first
 *
 * SHAPES (shape.h) are a component of objects, one each: sphere, capsule, box, hull, soup; and for flat scenes circle and rectangle, which are seen along z,
 * and tiles, which are what is solid in the maps of the scene (tiles.h). Sizes go with the object's `size`; `offset` moves the shape's middle in the object's own frame. `of` names the collision data of a hull or soup (cart.txt: collision),
 * whose size is its own: the object's does not count.
 *
 * PLACES are those that objects had at the last look, of which there are two in a step: before bodies are moved, and after. An object that is made or moved
 * by a script is met where it was until then. What a script asks about or pushes by name is looked at again first.
 *
 * WHO COUNTS. A question names an object, a type or a tag, or '' for all. Sensors are never met by questions that do not name them. `through=NAME` of a shape lets what
 * the name means pass: neither of the two is stopped or told. Tags make of it a table of who meets whom: with a tag for each kind, an object has the tags of the kinds that let it pass.
 *
 * SENSORS tell objects with shapes that come in and go: on Enter(who, where, kind) and on Leave, to the behaviour of the sensor alone; `where` is the sensor's name
 * and `kind` 'sensor'. With `stay=30` it is told on Stay(who, steps) of each object in it whenever 30 more steps have gone. What is there when the sensor is made comes in with the first
 * step. Of a sensor and an object that both stand where they were in the step before nothing is tested again. The way from the last place to the present one counts, so what flies through within a step comes in and goes. What is removed goes, too. Sensors
 * do not sense one another.
 *
 * STATE: the shapes, who is in which sensor, and the last answer. An image asks by `with shape=`, `with body=` or natives of this module. Capacities: `shapes`, and
 * `sensed` for objects in sensors at once. (GEA 13.3; Ericson 7.) */
#ifndef OXCART_KERNEL_COLLISION_MODULE_H
#define OXCART_KERNEL_COLLISION_MODULE_H

#include "kernel/collision/box_tree.h"
#include "kernel/collision/cast.h"
#include "kernel/collision/contact.h"
#include "kernel/collision/data.h"
#include "kernel/module/module.h"
#include "kernel/world/query.h"

extern const ox_module ox_collision_module;

enum { OX_CAPACITY_SHAPES, OX_CAPACITY_SENSED, OX_COLLISION_CAPACITIES };
extern const ox_capacity ox_collision_capacities[OX_COLLISION_CAPACITIES];

#define OX_SURFACE_FRICTION FX(0.6) /* usual */

/* The component "shape". */
typedef struct ox_collider {
    ox_id
        kind; /* OX_NAME("sphere"), ("capsule"), ("box"), ("hull"), ("soup"), ("circle"), ("rectangle"), ("tiles") */
    ox_id of;      /* data of a hull or soup */
    ox_id through; /* 0: nothing passes */
    ox_id surface; /* what it is made of (surface.h); 0: nothing that has a name */
    fx sides[3];   /* of a box, whole */
    fx radius;
    fx height; /* of a capsule, whole */
    fx offset[3];
    fx friction; /* of the surface: 0 ice, 1 rubber, at most 4; OX_SURFACE_FRICTION: what the surface's row says */
    fx bounce;    /* 0: none, 1: all of the speed comes back */
    fx before[3]; /* the shape's middle at the end of the step before */
    quat
        turn; /* the object's rotation, exact where a body has turned it; `turned` are the angles that it stands for */
    ang16 turned[3];
    uint32_t ground; /* of tiles: what they were at the last look */
    bool sensor;
    uint16_t
        stay; /* of a sensor: it is told of who stays in it each time so many steps have gone; 0: not at all */
    /* What follows is worked out at each look, and is no state. */
    bool is_placed;
    bool is_twisted; /* the game has turned it since the step before */
    bool is_fresh;   /* it stands otherwise than when sensors were asked last */
    vec3 at;
    fx scale;
    uint32_t digest; /* of tiles, as the map's chunk has them */
    ox_shape shape;
    rig34 pose; /* of the shape */
} ox_collider;
extern const ox_type ox_collider_type;

/* An object inside of a sensor, and for how many steps it has been there. */
typedef struct ox_sensed {
    ox_handle sensor, object;
    uint32_t steps;
} ox_sensed;

/* A convex shape that asks. */
typedef struct ox_collision_asker {
    const ox_shape *shape;
    const rig34 *pose;
} ox_collision_asker;

/* What a question found. */
typedef struct ox_collision_hit {
    ox_handle object;
    q30 part; /* of the way; 0 where there is none */
    vec3 at;
    dir30 normal;
    uint32_t feature; /* of a soup: the triangle, of tiles: the run; else 0 */
    fx distance;      /* of a range: how far away; else 0 */
    ox_id surface;    /* what is met is made of it; 0: nobody says */
} ox_collision_hit;

/* Whether an object counts; asked last. It may not change the game. */
typedef bool ox_collision_test(void *context, const ox_object *object, const ox_collider *shape);

typedef struct ox_collision_filter {
    ox_handle but;  /* this object does not count */
    ox_id name;     /* 0: all but sensors */
    bool as_body;   /* nor does what it lets through, or touches where a sweep begins */
    bool but_tiles; /* nor do tiles */
    const ox_collision_hit
        *after;              /* nor what comes before this answer in their order, and it itself; or NULL */
    ox_collision_test *test; /* or NULL */
    void *context;
} ox_collision_filter;

/* Room for answers, in their order: by part of the way, then distance, then slot of the object. Of more than there is room for the first ones stay. */
typedef struct ox_collision_answers {
    ox_collision_hit *hits;
    uint32_t room, count;
    bool overflow; /* there are more */
    bool any;      /* one will do, whichever is found */
} ox_collision_answers;

/* What questions and sensors have cost since the step began: for people, no state. */
typedef struct ox_collision_costs {
    uint32_t questions;
    uint32_t broad;  /* leaves that the walks of the tree have met */
    uint32_t mid;    /* shapes of those that count, which were tested exactly */
    uint32_t narrow; /* and were met */
} ox_collision_costs;

typedef struct ox_show ox_show;

typedef struct ox_collisions {
    const ox_module_host *host;
    ox_world *world;
    uint32_t type; /* number of the component in the world */
    ox_box_tree tree;
    ox_collision_data *data;
    uint32_t data_count;
    ox_collision_costs costs;
    bool is_looked;    /* there was a look since the scene began or its state was restored */
    ox_sensed *sensed; /* by sensor, then by object */
    uint32_t sensed_count, sensed_room;
    bool
        is_sensed; /* `sensed` is whole for how things stood in the step before: what stands still is not tested again */
    uint32_t refused; /* entrances for which there was no room */
    bool is_told;
    ox_collision_hit last; /* of cast and sweep */
    ox_show *show;         /* what is drawn for people (show.h); NULL: nothing */
} ox_collisions;

/* Notes a way that is asked for, and the box that goes it (NULL: a line), where it is shown. */
void ox_collisions_note_way(ox_collisions *c, vec3 from, vec3 way, const box3 *box);
static inline void ox_collisions_note(ox_collisions *c, vec3 from, vec3 way, const box3 *box) {
    if (c->show != NULL) ox_collisions_note_way(c, from, way, box);
}

/* The console's collisions; NULL: the image asks for none, or the player has no such module. */
ox_collisions *ox_console_collisions(const struct ox_console *console);

/* The shape of an object; NULL: it has none. */
ox_collider *ox_collider_of(const ox_collisions *c, const ox_object *object);
static inline bool ox_collider_is_flat(const ox_collider *collider) {
    return collider->kind == OX_NAME("circle") || collider->kind == OX_NAME("rectangle");
}

/* Looks at all places again; and at that of one object, which may be new. */
void ox_collisions_look(ox_collisions *c);
void ox_collider_look(ox_collisions *c, const ox_object *object);

/* Whether the game has moved or turned an object since the step before. */
bool ox_collider_is_moved(const ox_collider *collider);

/* Puts an object where its shape's middle and turn are to be, which the shape keeps exactly. */
void ox_collider_stand(ox_collisions *c, ox_object *object, ox_collider *collider, vec3 middle, quat turn);

/* Whether two objects with shapes have to do with one another: neither lets the other through. */
bool ox_collisions_pair(const ox_collisions *c, const ox_object *a, const ox_collider *ca, const ox_object *b,
                        const ox_collider *cb);

/* QUESTIONS. All are one walk of the tree of boxes; nothing is allocated and nothing is changed. The filter may be NULL: all but sensors. Each returns how many there are in
 * `answers`.
 *
 *   along     what a line meets
 *   way       what a convex shape meets that moves by `way` without turning. What it overlaps where it begins is there with part 0, and the shape's own place. Those
 *             that it meets at the same part are met at once
 *   range     shapes at most `range` away from a convex shape, with the nearest place on each and the direction from it to the shape. Distances to soups are those to
 *             their triangles, from either side
 *   region    shapes that meet a convex shape; without places
 *
 * The first three come by part or distance, the last by slots. */
uint32_t ox_collision_along(ox_collisions *c, vec3 from, vec3 way, const ox_collision_filter *filter,
                            ox_collision_answers *answers);
uint32_t ox_collision_way(ox_collisions *c, const ox_collision_asker *asker, vec3 way,
                          const ox_collision_filter *filter, ox_collision_answers *answers);
uint32_t ox_collision_range(ox_collisions *c, const ox_collision_asker *asker, fx range,
                            const ox_collision_filter *filter, ox_collision_answers *answers);
uint32_t ox_collision_region(ox_collisions *c, const ox_collision_asker *asker,
                             const ox_collision_filter *filter, ox_collision_answers *answers);

/* The first of them: what a line meets, of equal parts the object in the lowest slot; what a shape meets on its way; and the first object whose shape holds a place. */
bool ox_collision_ray(ox_collisions *c, vec3 from, vec3 way, const ox_collision_filter *filter,
                      ox_collision_hit *hit);
bool ox_collision_sweep(ox_collisions *c, const ox_shape *shape, const rig34 *pose, vec3 way,
                        const ox_collision_filter *filter, ox_collision_hit *hit);
ox_object *ox_collision_inside(ox_collisions *c, vec3 place, const ox_collision_filter *filter);

/* All pairs of shapes that meet, sensors and what stands still among them, each once: by the lower slot, then the higher. Returns how
 * many there are; the first `room` of them are in `pairs`. */
typedef struct ox_collision_pair {
    uint16_t a, b; /* slots, a below b */
} ox_collision_pair;
uint32_t ox_collision_pairs(ox_collisions *c, ox_collision_pair *pairs, uint32_t room);

/* The objects in a sensor by slots: the first behind `after` (none: the first of all), or NULL. And how long one has been there, 0: it is not. */
const ox_sensed *ox_collision_sensed(const ox_collisions *c, ox_handle sensor, ox_handle after);
uint32_t ox_collision_stayed(const ox_collisions *c, ox_handle sensor, ox_handle object);

/* WAYS OUT. ox_collision_leave moves a pose of an object's convex shape out of what it overlaps, but sensors and what lets it through: each turn by the shortest way out of the deepest overlap,
 * four at most, and a skin more. False: it overlaps still. ox_collision_make_room does the same, and where that does not bring it out, or farther than `range`, looks for
 * a free place on eight rings about it up to `range`, eight to a ring and one above (in flat scenes none above), the nearest first. False: there is none, it is stuck, and the pose is as it was. */
bool ox_collision_leave(ox_collisions *c, const ox_object *object, const ox_collider *shape, rig34 *pose,
                        bool but_tiles);
bool ox_collision_make_room(ox_collisions *c, const ox_object *object, const ox_collider *shape, fx range,
                            rig34 *pose);

enum { OX_COLLISION_NATIVES = 18, OX_COLLISION_FIELDS = 4, OX_COLLISION_EVENTS = 1 };
extern const ox_script_native ox_collision_native_rows[OX_COLLISION_NATIVES];

#endif

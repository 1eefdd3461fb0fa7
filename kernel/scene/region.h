/* Regions: invisible volumes that notice who enters, stays and leaves: triggers, water, kill zones, doors.
 *
 *     static const ox_region regions[] = {
 *         {.name = OX_NAME("gate"), .shape = OX_REGION_BOX, .centre = {...}, .half = {FX(2), FX(3), FX(1)},
 *          .rotation = {0, 0, 0, Q30_ONE}, .tags = TAG_PLAYER, .payload = OX_NAME("open_gate"),
 *          .flags = OX_REGION_ONCE},
 *         {.name = OX_NAME("pond"), .shape = OX_REGION_PRISM, .points = pond, .count = 5, .low = 0,
 *          .high = FX(2), .tags = TAG_PLAYER | TAG_MONSTER, .flags = OX_REGION_STAY}};
 *     ox_regions triggers;
 *     ox_regions_config config = {.capacity = 32, .visits = 64, .tags = TAG_PLAYER | TAG_MONSTER,
 *                                 .listener = hear, .context = game};
 *     ox_status status = ox_regions_init(&triggers, &world, &config);
 *     int first = ox_regions_add(&triggers, regions, 2);             negative: the failure
 *
 *     static void hear(void *context, ox_world *world, const ox_region_event *e) {
 *         if (e->kind == OX_REGION_ENTER) post(e->region->payload, e->object);  an event, a script, a spawner
 *     }
 *
 * SHAPES: a sphere, a box turned in any way, a prism over a convex polygon (seen from above,
 * counter-clockwise in x and -z, between two heights), and the space below all planes of a set. Touching
 * counts as inside.
 *
 * EVENTS, for each pair of region and object: enter; stay, in every tick in which the object is inside (the tick of the
 * entrance too) with the number of ticks so far, if the region has OX_REGION_STAY; leave, with that number. The way
 * from the last place to the present one is tested, so an object that flies through within a tick still enters and
 * leaves, after 0 ticks. The way of an object with OX_OBJECT_TELEPORTED is not tested. Destroyed objects leave no
 * visits behind and cause no events. A region notices objects whose tags share a bit with the region's tags; only
 * objects with one of config's `tags` are looked at.
 *
 *   OX_REGION_ONCE      lets one object in, once; ox_region_enable begins anew
 *   cooldown            ticks after an entrance in which other objects enter (and leave) without events
 *   OX_REGION_OFF     starts switched off; ox_region_enable. Objects inside leave when a region is switched off
 *
 * Regions are update-only: they are objects of no list and are never drawn, except as lines for people when
 * `shown` is set (ox_regions_draw). They work in OX_PHASE_PHANTOM_QUERIES: after physics, on the places of
 * this tick. Order: by object, then by region. Visits are part of the state hash. (GEA 12.1, 13.4.)
 *
 * Cost, Cortex-M3 instructions: an object that moves 40, and 25 for each region far away. Bytes: 12 an object of the
 * world, 12 a visit, 40 a region and its data. */
#ifndef OXCART_KERNEL_SCENE_REGION_H
#define OXCART_KERNEL_SCENE_REGION_H

#include "fixedmath/quaternion.h"
#include "fixedmath/volume.h"
#include "kernel/bytes/stream.h"
#include "kernel/world/query.h"

typedef enum ox_region_shape {
    OX_REGION_SPHERE,
    OX_REGION_BOX,
    OX_REGION_PRISM,
    OX_REGION_PLANES
} ox_region_shape;

enum { OX_REGION_ONCE = 1, OX_REGION_STAY = 2, OX_REGION_OFF = 4 };

/* A region: constant, kept by pointer, in the cart or in level data. */
typedef struct ox_region {
    ox_id name;
    ox_id payload; /* an event, a script, or another id with a meaning to the cart */
    uint8_t shape; /* ox_region_shape */
    uint8_t flags;
    uint16_t tags;         /* tags of objects that count, any of them; 0: all objects do */
    uint16_t cooldown;     /* ticks */
    uint16_t count;        /* of points or planes */
    vec3 centre;           /* of a sphere or box */
    vec3 half;             /* x: radius of a sphere; half sides of a box */
    quat rotation;         /* of a box */
    const vec2 *points;    /* of a prism: x and z; 3 or more */
    fx low, high;          /* of a prism */
    const plane30 *planes; /* inside is where no distance is above 0 */
} ox_region;

typedef enum ox_region_happening { OX_REGION_ENTER, OX_REGION_STAYS, OX_REGION_LEAVE } ox_region_happening;

typedef struct ox_region_event {
    ox_region_happening kind;
    uint32_t number; /* of the region */
    const ox_region *region;
    ox_handle object;
    uint32_t ticks; /* ticks inside so far */
} ox_region_event;

typedef void ox_region_listener(void *context, ox_world *world, const ox_region_event *event);

typedef struct ox_region_state {
    const ox_region *region; /* NULL: none */
    box3 bounds;
    uint32_t quiet_until; /* tick */
    bool on;
    bool spent; /* a region with OX_REGION_ONCE has let an object in: no other one enters */
} ox_region_state;

typedef struct ox_visit {
    ox_handle object;
    uint32_t ticks;
    uint16_t region;
    bool muted;
} ox_visit;

typedef struct ox_regions {
    ox_world *world;
    ox_region_state *regions;
    ox_visit *visits;
    vec3 *before;   /* places of the last tick, by slot */
    ox_bits placed; /* slots whose places are known */
    uint16_t capacity, count;
    uint16_t visit_capacity, visit_count;
    uint16_t tags;
    bool shown;       /* for ox_regions_draw */
    uint32_t refused; /* entrances for which there was no room */
    uint32_t tests;   /* exact tests so far */
    ox_region_listener *listener;
    void *context;
} ox_regions;

typedef struct ox_regions_config {
    uint32_t capacity; /* regions, 1..4096 */
    uint32_t visits;   /* pairs of a region and an object inside it, 1..4096 */
    uint16_t tags;     /* objects that have one of them are looked at; 0: all */
    ox_region_listener *listener;
    void *context; /* handed to the listener */
} ox_regions_config;

/* Takes tables from the world's arena and adds a system to the world. OX_BAD_STATE when the component type of
 * OX_SLOT_PLACE was not added; OX_BAD_ARGUMENT, OX_OUT_OF_MEMORY, OX_FULL. */
FX_MUST_CHECK ox_status ox_regions_init(ox_regions *regions, ox_world *world,
                                        const ox_regions_config *config);

/* Removes the system from the world and clears the record: there are no events any more. */
void ox_regions_end(ox_regions *regions);

/* Adds `count` regions, which lie side by side; returns their first number. OX_FULL, or OX_BAD_DATA for an invalid
 * shape (negative sizes, fewer than 3 points or 1 plane); then no region is added. */
FX_MUST_CHECK int ox_regions_add(ox_regions *regions, const ox_region *add, uint32_t count);

/* Removes regions first .. first + count - 1 without events, for areas that go; their numbers are given out again. */
void ox_regions_remove(ox_regions *regions, uint32_t first, uint32_t count);

/* The number of the region with that name, or OX_NOT_FOUND. ox_region_enable switches a region on or off. */
int ox_region_find(const ox_regions *regions, ox_id name);
void ox_region_enable(ox_regions *regions, uint32_t number, bool on);

/* Forgets the last place of an object that is moved between two ticks, as OX_OBJECT_TELEPORTED does within a tick. */
void ox_regions_forget(ox_regions *regions, const ox_object *object);

/* Whether a place is inside a region, and whether the straight way from a to b touches the region. */
bool ox_region_holds(const ox_region *region, vec3 place);
bool ox_region_crossed(const ox_region *region, vec3 a, vec3 b);
box3 ox_region_bounds(const ox_region *region); /* planes: everywhere */

/* ---- state ---- */

/* Save and restore which regions are on, the visits, and the last places of objects, as a part of a saved game behind
 * the world's objects. Restoring needs the same regions at the same numbers, and causes no events. After OX_BAD_DATA no
 * object is inside. */
void ox_regions_save(const ox_regions *regions, ox_writer *to);
FX_MUST_CHECK ox_status ox_regions_restore(ox_regions *regions, ox_reader *from);

/* Objects inside a region now. */
uint32_t ox_region_inside(const ox_regions *regions, uint32_t number);

/* Calls line(target, a, b) for the edges of all regions that are on, if `shown` is set; returns how many lines. */
uint32_t ox_regions_draw(const ox_regions *regions, void (*line)(void *target, vec3 a, vec3 b), void *target);

#endif

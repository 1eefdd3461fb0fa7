/* Queries: the objects of a type, with tags, near a place, in a box; and the grid that answers spatial queries.
 *
 *     ox_places places;                                                  one for each world
 *     ox_status status = ox_places_init(&places, &world, 4, 256);        cells of 16 m, a table of 256
 *     ox_place_set(&world, object, (vec3){x, y, z});        spawns, moves, teleports: the only way to move an object
 *     ox_handle found[16];
 *     ox_query q = {.out = found, .capacity = 16, .tags = TAG_ENEMY};
 *     uint32_t count = ox_query_radius(&world, &q, centre, FX(20));
 *     if (q.overflow) ...                                                 there are more than 16
 *     ox_handle target = ox_query_nearest(&world, &q, centre, FX(20));
 *
 * By handle, name and type see world.h (ox_world_get, ox_world_find, ox_world_first). An object has a place
 * when it has a component of the type in OX_SLOT_PLACE, whose record begins with a vec3: x, y and z in
 * metres. The grid is over x and z, hashed, so worlds may be of any size; a cell should be about as wide as
 * the usual query. The grid is the one structure of the world that knows places.
 *
 * Results are in the order of slots; ox_query_nearest gives the nearest object, of equals the one in the lowest slot.
 * So results are the same on every machine. When there is no room for all results, the objects in the lowest slots are
 * kept and `overflow` is set; a query with `from`, the slot behind the last result, finds the others. ox_query_near
 * keeps the nearest objects, the nearest first. `test` is asked last, for objects that meet the other conditions: line
 * of sight, a field of the record, anything. Distances are exact; touching counts as inside. Dead objects are never
 * found; objects spawned in this tick are. Nothing is allocated.
 *
 * Cost: a spatial query looks at the objects in the cells that it touches (ox_places.visited), a query by type at the
 * objects of the type, a query by tags at all objects. 5 of 400 objects found in cells of 4: 2,600 Cortex-M3
 * instructions; a move 83, to another cell 128. Results go into a sorted row: a few dozen are cheap. Bytes: 2 for each
 * place of the table and 8 an object. (GEA 14.5.) */
#ifndef OXCART_KERNEL_WORLD_QUERY_H
#define OXCART_KERNEL_WORLD_QUERY_H

#include "fixedmath/volume.h"
#include "kernel/world/component.h"

typedef struct ox_places {
    ox_world *world;
    uint16_t *heads; /* first object + 1 of each cell's chain */
    uint16_t *links; /* for each slot: next + 1, previous + 1 */
    uint32_t *cells; /* for each slot: which cell, OX_PLACES_OUT: none */
    uint32_t mask, shift;
    uint32_t visited; /* objects looked at so far, by all queries: their cost */
} ox_places;

#define OX_PLACES_OUT 0x80008000u

/* Takes the tables from the world's arena and becomes a system of the world. Cells are 2^metres_log2 metres
 * wide (0 to 12); `table` is a power of two. The component type of OX_SLOT_PLACE must have been added. */
FX_MUST_CHECK ox_status ox_places_init(ox_places *places, ox_world *world, uint32_t metres_log2,
                                       uint32_t table);

/* Removes the grid from the world, whose queries look at all objects again, and clears the record. */
void ox_places_end(ox_places *places);

/* The place of an object, NULL when it has none. Change it by ox_place_set alone. */
const vec3 *ox_place_of(const ox_world *world, const ox_object *object);

/* Moves an object, also in worlds without a grid. OX_NOT_FOUND, asserted, for an object without a place. */
ox_status ox_place_set(ox_world *world, ox_object *object, vec3 place);

/* ---- queries ---- */

typedef bool ox_query_test(void *context, const ox_world *world, const ox_object *object);

typedef struct ox_query {
    ox_handle *out; /* room for `capacity` results */
    uint32_t capacity, count;
    bool overflow;
    uint32_t from;       /* slots below are passed over */
    uint16_t tags;       /* all of these; 0: any object */
    uint16_t type;       /* type + 1; 0: any */
    ox_query_test *test; /* NULL: none */
    void *context;
} ox_query;

/* The first object that a name means: an object's own name counts before the name of its type, and both before a tag;
 * NULL for none. */
ox_object *ox_world_called(const ox_world *world, ox_id name);

/* Whether a name means an object: its own name, its type's, or one of its tags. */
bool ox_object_is(const ox_world *world, const ox_object *object, ox_id name);

/* Each returns the number of results, q->count. */
uint32_t ox_query_type(const ox_world *world, ox_query *q, uint32_t type);
uint32_t ox_query_all(const ox_world *world, ox_query *q); /* by tags and test */
uint32_t ox_query_radius(const ox_world *world, ox_query *q, vec3 centre, fx radius);
uint32_t ox_query_box(const ox_world *world, ox_query *q, const box3 *box);

/* The nearest objects, as many as there is room for, the nearest first, of equals the lowest slot. */
uint32_t ox_query_near(const ox_world *world, ox_query *q, vec3 centre, fx radius);

/* The nearest object that meets the conditions and is at most `radius` away, or none. Uses neither out nor capacity. */
ox_handle ox_query_nearest(const ox_world *world, ox_query *q, vec3 centre, fx radius);

#endif

/* Components: data and ops that objects are put together from.
 *
 *     static const ox_component_type health_component = {
 *         .name = OX_NAME("health"), .record = &health_type, .capacity = 64, .ops = &health_ops};
 *     int health = ox_world_add_component(&world, &health_component);
 *     ox_health *h = ox_component_add(&world, object, (uint32_t)health);     NULL: no room
 *     h = ox_component_get(&world, object, (uint32_t)health);                the first of that type, NULL: none
 *     ox_component c;
 *     for (bool more = ox_component_first(&world, object, &c); more; more = ox_component_next(&world, object, &c)) ...
 *     ox_component_remove(&world, object, (uint32_t)health, h);
 *
 * Two forms of storage stand behind the same calls:
 *   pooled    records from a pool, linked in a ring through the object: any number of a type on one object. Records do
 *             not move. A component of a type with a `slot` (OX_SLOT_PLACE ...) is found in one step, and an object has
 *             at most one.
 *   table     rows side by side, sorted by their objects' slots: one on an object, up to 16 such types. This is the
 *             property form: an object is the set of rows that carry its id; systems walk columns. Rows move when other
 *             rows come and go: neither add nor remove rows in a walk over the table.
 *
 * A component is made in the order that the object's type lists, or whenever the cart adds it. A component's update is
 * called after the update of its object, in the order of the ring, then of the tables. The three updates order
 * components over all objects: input in EARLY, physics in LATE, graphics in FINAL. Removing a pooled component takes
 * effect at once for get and updates; the record is freed in the sweep. A type without a record has no data: its ops
 * get `start`, which all objects share.
 *
 * COST, Cortex-M3 instructions: get 30 with a slot, 45 and 14 for each component passed over in a ring, 100 among 100
 * rows of a table. Bytes: 8 and the data pooled; 2 and the data as a row. (GEA 14.2; GPP, Component.) */
#ifndef OXCART_KERNEL_WORLD_COMPONENT_H
#define OXCART_KERNEL_WORLD_COMPONENT_H

#include "fixedmath/scalar.h"
#include "kernel/world/world.h"

/* A statement of the cart's data for a component of an object (ox_module_word): the numbers of its options in cells. */
enum { OX_GIVEN_COMPONENT, OX_GIVEN_FIELD, OX_GIVEN_FIRST, OX_GIVEN_CELLS = 20 };
typedef struct ox_given {
    uint32_t said; /* bit i: the statement gives cell i; other cells are 0 */
    int32_t cells
        [OX_GIVEN_CELLS]; /* the first two are ids: a component and a field that the statement is about */
} ox_given;

/* Whether a statement gives a cell; and a number of it within bounds, which leaves *field alone where the statement does not give it. */
static inline bool ox_given_says(const ox_given *given, uint32_t cell) {
    return (given->said >> cell & 1u) != 0;
}
static inline void ox_given_number(const ox_given *given, uint32_t cell, fx low, fx high, fx *field) {
    if (ox_given_says(given, cell)) *field = fx_clamp(given->cells[cell], low, high);
}

typedef struct ox_component_ops {
    ox_status (*init)(ox_world *world, ox_object *object, void *data); /* a failure refuses the component */
    ox_update *update[OX_UPDATES];
    bool (*event)(ox_world *world, ox_object *object, void *data, const void *event);
    ox_update *term;
    void (*give)(ox_world *world, ox_object *object,
                 const ox_given *given); /* NULL: data give fields of the record, one by one */
} ox_component_ops;

typedef enum ox_component_storage { OX_POOLED, OX_TABLE } ox_component_storage;

/* A type of components: constant, kept by pointer. */
typedef struct ox_component_type {
    ox_id name;
    uint16_t capacity; /* of records in the world */
    uint8_t storage;
    uint8_t slot; /* OX_SLOT_... + 1, 0: none */
    const ox_type *record;
    const void *start;
    const ox_component_ops *ops;
} ox_component_type;

/* ox_component_head.dead */
enum { OX_COMPONENT_LIVE, OX_COMPONENT_DYING, OX_COMPONENT_IDLE };

/* The head in front of pooled data. */
typedef struct ox_component_head {
    uint16_t next;  /* of the ring */
    uint16_t owner; /* slot of the object */
    uint8_t next_type;
    uint8_t dead; /* goes in the sweep */
    uint16_t spare;
} ox_component_head;

typedef struct ox_component_store {
    const ox_component_type *type;
    const ox_component_ops *ops; /* of the type, NULL: none */
    ox_nodes nodes;              /* pooled: records; node 0 is none */
    const void *start; /* what data begin as, NULL: no data, or the initial values of the record's fields */
    uint16_t *owners;  /* table: slots, ascending */
    uint8_t *rows;     /* table: data */
    uint32_t size;     /* bytes of data */
    uint32_t stride;   /* table: bytes from row to row */
    uint32_t rows_used, rows_peak, refused;
    uint8_t updates;
    uint8_t table; /* number of the table */
    uint8_t slot;  /* slot of the type */
    uint8_t has;   /* for this folder: which ops the type has, and where its data lie */
} ox_component_store;

/* How many components there are of a type, with those that the sweep is to free; and the most there were at once. */
static inline uint32_t ox_component_count(const ox_component_store *store) {
    return store->rows != NULL ? store->rows_used : store->nodes.used;
}
static inline uint32_t ox_component_peak(const ox_component_store *store) {
    return store->rows != NULL ? store->rows_peak : store->nodes.fresh;
}

/* Returns the number of the type, or a failure as ox_world_add_type. */
FX_MUST_CHECK int ox_world_add_component(ox_world *world, const ox_component_type *type);

/* The number of the component type with that name, OX_NOT_FOUND without an assertion. */
int ox_world_component(const ox_world *world, ox_id name);

/* Adds a component to an object. Returns its data; for a type without data `start`, or some pointer that is not NULL.
 * NULL, counted in `refused`, when there is no room, init refuses, or the object has the one component of the type that
 * it may have. */
void *ox_component_add(ox_world *world, ox_object *object, uint32_t type);

/* The data of an object's first component of a type, or NULL. */
void *ox_component_get(const ox_world *world, const ox_object *object, uint32_t type);
static inline bool ox_component_has(const ox_world *world, const ox_object *object, uint32_t type) {
    return ox_component_get(world, object, type) != NULL;
}

/* The same for a type in a slot that has data, in line; without an assertion, which would keep a variable in each game
 * that is written in C. */
static inline void *ox_component_in(const ox_world *world, const ox_object *object, uint32_t slot) {
    const uint32_t record = object->slots[slot];
    if (record == 0) return NULL;
    const ox_nodes *nodes = &world->components[world->slot_types[slot] - 1u].nodes;
    return nodes->base + (size_t)record * nodes->stride + sizeof(ox_component_head);
}

/* Removes the component with this `data`; NULL: the first of the type. OX_NOT_FOUND, asserted, when there is none. */
ox_status ox_component_remove(ox_world *world, ox_object *object, uint32_t type, const void *data);

/* ---- walks ---- */

/* One component of an object. */
typedef struct ox_component {
    void *data;
    uint16_t record; /* pooled */
    uint8_t type;
    bool pooled;
} ox_component;

bool ox_component_first(const ox_world *world, const ox_object *object, ox_component *found);
bool ox_component_next(const ox_world *world, const ox_object *object, ox_component *found);

/* All rows of a table: row i is rows.data + i * rows.stride and belongs to the object in slot owners[i]. */
typedef struct ox_rows {
    uint8_t *data;
    const uint16_t *owners;
    uint32_t stride, count;
} ox_rows;
ox_rows ox_component_rows(const ox_world *world, uint32_t type);

/* Walks over all pooled records of a type, in order of record: `from` is 0, then the last result; 0 at the end. *object
 * is the record's owner. */
uint32_t ox_component_each(const ox_world *world, uint32_t type, uint32_t from, ox_object **object,
                           void **data);

/* The same walk, only for types with data, in line, where it runs over many records each step or picture. Records that come while it runs may be left out. */
typedef struct ox_component_walk {
    const ox_world *world;
    const uint8_t *at;
    uint32_t stride, left;
} ox_component_walk;

static inline ox_component_walk ox_component_walk_of(const ox_world *world, uint32_t type) {
    const ox_nodes *nodes = &world->components[type].nodes;
    return (ox_component_walk){world, nodes->base, nodes->stride, nodes->fresh};
}

/* The data of the next record, and its owner; NULL at the end. */
static inline void *ox_component_walk_next(ox_component_walk *walk, ox_object **object) {
    while (walk->left > 0) {
        walk->left--;
        const ox_component_head *head = (const ox_component_head *)(const void *)(walk->at += walk->stride);
        if (head->dead != OX_COMPONENT_LIVE) continue;
        *object = ox_world_slot(walk->world, head->owner);
        if (((*object)->flags & OX_OBJECT_DEAD) == 0) return (void *)(uintptr_t)(head + 1);
    }
    return NULL;
}

/* The data of a pooled record by its number, 1 to the highest that was ever taken, and its owner; NULL: it does not live. Only for types with data. */
static inline void *ox_component_record(const ox_world *world, uint32_t type, uint32_t record,
                                        ox_object **object) {
    ox_component_walk walk = ox_component_walk_of(world, type);
    if (record - 1u >= walk.left) return NULL;
    walk.at += (size_t)(record - 1u) * walk.stride;
    walk.left = 1;
    return ox_component_walk_next(&walk, object);
}

#endif

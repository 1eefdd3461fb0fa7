/* The world: all game objects, their components, and the tick that brings them from one state to the next.
 *
 *     static const ox_object_type ghost_object = {
 *         .name = OX_NAME("ghost"), .record = &ghost_type, .capacity = 40, .ops = &ghost_ops,
 *         .flags = OX_OBJECT_VISIBLE, .bucket = OX_BUCKET_CHARACTERS};
 *
 *     ox_world_config config = {.objects = 256, .types = 8, .components = 8, .systems = 4};
 *     ox_status status = ox_world_init(&world, &level, &config);
 *     int ghosts = ox_world_add_type(&world, &ghost_object);         negative: the failure
 *     ox_object *o = ox_world_spawn(&world, (uint32_t)ghosts, &handle);     NULL: no room
 *     ghost *g = ox_object_data(&world, o);
 *     ...
 *     ox_world_tick(&world);                     every 1/60 s
 *     ox_world_draw(&world, scene);              as often as there are pictures
 *     ox_object *target = ox_world_get(&world, g->target);           NULL once it is gone
 *     ox_world_destroy(&world, handle);
 *
 * FIVE IDEAS
 *   object      a record of the world (44 bytes) with a handle, flags, tags, a bucket and, when its type has a record,
 *               data of its own. Keep handles; a pointer is valid inside one function only.
 *   type        a const table: descriptor (kernel/type/type.h), capacity, ops, initial values. It may come from level
 *               data: a type is added while the game runs, nothing is compiled again.
 *   component   data and ops that any object can have more of (component.h); objects are what their components are.
 *   system      a part of the engine or cart that enters the tick at phases, hears of every object that goes, and adds
 *               its own state to the hash: physics, animation, timers, sound.
 *   tick        the phases below in their order; within a phase by bucket, then in the order of activation.
 *
 * CHANGES DURING THE TICK. A spawned object exists at once, by handle and in queries, and is updated from the next tick
 * on. A destroyed object is gone at once for lookups, updates and drawing, while its running code may end; its memory,
 * components and links are released in the sweep at the end of the tick. Sleeping stops updates at once; waking and
 * changing buckets count from the next tick. All these changes are queued and swept in the order they were asked for,
 * so the lists never change while they are walked. Changes outside the tick are queued as well, and the next tick
 * sweeps first.
 *
 * MEMORY is taken from the arena when the world and its types start, never later; a full pool is a failure that the
 * caller sees. The bytes: 48 an object and 2 to 4 for names, its data, 8 and the data for a component (ox_world_bytes
 * adds it up).
 *
 * DETERMINISM. Every order is a function of the calls alone. The state hash covers, in slot order, the heads of objects
 * and the OX_HASH fields of their records and components, then the systems. The flag that only pictures read (debug)
 * does not count.
 *
 * MISUSE asserts in debug builds; in release builds calls with NULL or stale objects do nothing.
 *
 * COST, executed Cortex-M3 instructions (tests/bench/kernel_world.sh): a tick in which nothing is active
 * 1,000, however many objects sleep; an active object with one update 94; spawn 126 to 145, with data of 8
 * bytes 159, with three components of 8 bytes 294; destroy with its part in the sweep 106 to 122, with three
 * components 196; get by handle 12, by name 20; state hash of an object 90 and 50 for each 32-bit number.
 * A type's plan for a spawn is worked out once, when the type is added: which components are made in one loop, and
 * whether its objects are drawn, updated or have a term. The first use of a slot costs about 50 more. 256 objects with
 * a place, a number and a shared look: 24,160 bytes on a 32-bit machine. (GEA 14; GPP, Update Method, Component, Type
 * Object; Game Programming Gems 1.1.) */
#ifndef OXCART_KERNEL_WORLD_WORLD_H
#define OXCART_KERNEL_WORLD_WORLD_H

#include "kernel/bytes/bits.h"
#include "kernel/containers/nodes.h"
#include "kernel/memory/pool.h"
#include "kernel/memory/toggle.h"
#include "kernel/type/type.h"

typedef struct ox_world ox_world;

/* ---- the tick ---- */

typedef enum ox_phase {
    OX_PHASE_COMMANDS, /* inputs become commands */
    OX_PHASE_TIMERS,
    OX_PHASE_EVENTS, /* due and queued events */
    OX_PHASE_TASKS,
    OX_PHASE_ACTIONS,
    OX_PHASE_EARLY,  /* for each bucket: objects' update[OX_UPDATE_EARLY], before animation */
    OX_PHASE_POSES,  /* ... intermediate poses */
    OX_PHASE_LATE,   /* ... objects' update[OX_UPDATE_LATE], after animation */
    OX_PHASE_BODIES, /* game-driven bodies */
    OX_PHASE_PHANTOMS,
    OX_PHASE_FORCES,
    OX_PHASE_STEP,
    OX_PHASE_WRITE_BACK, /* physics-driven objects */
    OX_PHASE_PHANTOM_QUERIES,
    OX_PHASE_CASTS,
    OX_PHASE_ATTACHMENTS, /* for each bucket: ragdolls, attached things */
    OX_PHASE_FINAL_POSES, /* ... poses and palettes */
    OX_PHASE_FINAL,       /* ... objects' update[OX_UPDATE_FINAL] */
    OX_PHASE_CAMERA,
    OX_PHASE_SOUND,
    OX_PHASE_SWEEP, /* after the sweep; then the slots of buffered state swap */
    OX_PHASES
} ox_phase;

enum { OX_UPDATE_EARLY, OX_UPDATE_LATE, OX_UPDATE_FINAL, OX_UPDATES };

/* Buckets in the order of dependency: carriers come before carried objects. */
enum { OX_BUCKET_VEHICLES, OX_BUCKET_CHARACTERS, OX_BUCKET_ATTACHED, OX_BUCKET_FREE, OX_BUCKETS };

/* ---- objects ---- */

enum {
    OX_OBJECT_STATIC = 1,      /* never updated, whatever its ops */
    OX_OBJECT_ACTIVE = 2,      /* updated; an object without the flag is dormant: no update call */
    OX_OBJECT_VISIBLE = 4,     /* drawn if its type can draw */
    OX_OBJECT_PERSISTENT = 8,  /* in saved games */
    OX_OBJECT_TELEPORTED = 16, /* pictures do not interpolate to here; cleared by the next tick */
    OX_OBJECT_DEBUG = 32,
    OX_OBJECT_DEAD = 64,
    OX_OBJECT_PENDING = 128,  /* in the sweep's queue */
    OX_OBJECT_LINKED = 256,   /* in a list of objects to update */
    OX_OBJECT_SHEDS = 512,    /* has components that the sweep frees */
    OX_OBJECT_LEAVING = 1024, /* a script removed the object: it goes when the code that runs now is done */
    OX_OBJECT_USER = 4096     /* this flag and the three above are the cart's */
};
#define OX_OBJECT_SIMULATED                                                                                  \
    (0xF000u | OX_OBJECT_STATIC | OX_OBJECT_ACTIVE | OX_OBJECT_VISIBLE | OX_OBJECT_PERSISTENT |              \
     OX_OBJECT_LEAVING)

enum { OX_SLOT_PLACE, OX_SLOT_MESH, OX_SLOT_ANIMATION, OX_SLOT_BODY, OX_OBJECT_SLOTS };

/* An object; read only, changed through functions. Links are slots + 1, 0 is none. */
typedef struct ox_object {
    ox_handle handle;
    ox_id name;                    /* 0: none */
    uint16_t next, prev;           /* in the bucket's list */
    uint16_t type_next, type_prev; /* in the list of its type, oldest first */
    uint16_t name_next;
    uint16_t ring;   /* record of its last component, whose next is the first */
    uint16_t record; /* its data */
    uint16_t flags;
    uint16_t tags;                   /* for queries: bits of ox_world_tag */
    uint16_t chunk;                  /* the cart's: which part of the world it belongs to */
    uint16_t tables;                 /* bit t: it has a row in property table t */
    uint16_t slots[OX_OBJECT_SLOTS]; /* records of components of which an object has at most one */
    uint8_t ring_type, type;
    uint8_t bucket, wanted; /* now, and from the next tick on */
    uint8_t updates;        /* bit u: type or components have update[u]; bits 6, 7: the type has draw, term */
    uint8_t clock;          /* the cart's: which clock it runs on */
} ox_object;

FX_STATIC_ASSERT(sizeof(ox_object) == 44, "the budget of a world counts on it");

typedef void ox_update(ox_world *world, ox_object *object, void *data);

/* Functions of a type; any may be NULL. `data` is the object's own record. */
typedef struct ox_object_ops {
    ox_status (*init)(ox_world *world, ox_object *object, void *data); /* a failure refuses the spawn */
    ox_update *update[OX_UPDATES];
    bool (*event)(ox_world *world, ox_object *object, void *data,
                  const void *event); /* whether the object heard it */
    void (*draw)(const ox_world *world, const ox_object *object, const void *data, void *target);
    void (*cloned)(ox_world *world, ox_object *object, void *data, const ox_object *from); /* a clone's end */
    ox_update *term; /* before the object's memory goes; components still exist */
} ox_object_ops;

enum { OX_TYPE_COMPONENTS = 8 };

/* A type of objects; const, kept by pointer. */
typedef struct ox_object_type {
    ox_id name;
    uint16_t capacity; /* most at a time */
    uint16_t flags;    /* that objects begin with; OX_OBJECT_ACTIVE unless OX_TYPE_DORMANT is given */
    uint16_t tags;
    uint8_t bucket;
    const ox_type *record;                /* type of the data; NULL: none */
    const void *start;                    /* what the data begins as; NULL: initial values of `record` */
    const ox_object_ops *ops;             /* NULL: none */
    ox_id components[OX_TYPE_COMPONENTS]; /* made in this order with every object; ends with 0 */
} ox_object_type;

/* Tags are bits, and up to OX_WORLD_TAGS of them have names, which a cart's data give (`tags=enemy,flying` in
 * cart.txt): ox_world_tag gives the tag of a name. Saved games and reloaded scenes have tags by name. */
enum { OX_WORLD_TAGS = 16 };

#define OX_TYPE_DORMANT 2048u /* in ox_object_type.flags: objects begin asleep */

/* ---- systems ---- */

typedef struct ox_system {
    ox_id name;
    uint32_t phases; /* bit p: run is called in phase p */
    void (*run)(void *context, ox_world *world, ox_phase phase,
                uint32_t bucket); /* bucket 0 where there is none */
    void (*release)(void *context, ox_world *world,
                    ox_handle object);              /* drops all links to an object that goes; or NULL */
    uint32_t (*hash)(void *context, uint32_t hash); /* continues the state hash; or NULL */
    uint32_t (*links)(void *context); /* links to objects that the system holds, or NULL; for leak reports */
} ox_system;

/* ---- what is told to a tracer ---- */

typedef enum ox_trace_kind {
    OX_TRACE_PHASE,  /* a phase begins; number: bucket */
    OX_TRACE_UPDATE, /* an object is updated; number: which update */
    OX_TRACE_ORDER   /* an object was updated before the object that it depends on */
} ox_trace_kind;

typedef void ox_tracer(void *context, ox_trace_kind kind, ox_phase phase, uint32_t number, ox_handle object);

/* `after` depends on `before`. */
typedef struct ox_dependency {
    ox_handle before, after;
    uint32_t seen; /* number of the update (tick * OX_UPDATES + update + 1) in which `after` was updated */
} ox_dependency;

/* ---- the world ---- */

typedef struct ox_world_config {
    uint16_t objects;                   /* most at a time, 1..65,534 */
    uint8_t types, components, systems; /* most of each; systems up to 32 */
    uint8_t dependencies;               /* declared dependencies, for traces */
    bool flat; /* the plain update method: each object whole, in order of activation, buckets ignored */
    void *user;
} ox_world_config;

typedef struct ox_type_store {
    const ox_object_type *type;
    ox_nodes nodes; /* data of its objects */
    uint16_t first, last, live, peak;
    uint8_t updates;
    uint8_t component_count, plain; /* plain: how many of the first are made in one loop */
    uint8_t components[OX_TYPE_COMPONENTS];
    uint16_t flags; /* that objects begin with */
} ox_type_store;

typedef struct ox_world_list {
    uint16_t first, last;
} ox_world_list;

struct ox_component_store; /* component.h */
struct ox_places;          /* query.h */

enum { OX_WORLD_NAMES = 32 };

struct ox_world {
    ox_world_config config;
    ox_arena *arena;
    ox_pool objects;
    ox_type_store *types;
    uint8_t *type_order; /* by name */
    struct ox_component_store *components;
    const ox_system **systems;
    void **contexts;
    uint16_t *names; /* first object of each chain */
    uint16_t *queue; /* ring of slots that wait for the sweep */
    ox_bits drawn;
    ox_dependency *dependencies;
    ox_world_list buckets[OX_BUCKETS];
    uint32_t name_mask;
    uint32_t queue_first, queue_end;     /* places in the ring, counted on; their difference waits */
    uint32_t phase_systems[OX_PHASES];   /* bit s: system s runs in that phase */
    uint8_t slot_types[OX_OBJECT_SLOTS]; /* component type + 1 */
    uint8_t
        name_types[OX_WORLD_NAMES]; /* component type + 1 by the last bits of its name; the newest of each */
    uint8_t table_types[16];
    uint32_t type_count, component_count, system_count, table_count, dependency_count;
    uint32_t tick;  /* ticks done */
    uint32_t walk;  /* walks over a bucket so far */
    uint32_t alive; /* objects, the dead not counted */
    uint32_t live_peak, made, refused, wraps;
    uint32_t update_calls; /* calls of update in the last tick, for objects and components */
    ox_toggle state;       /* which slot of buffered state is read, see buffered.h */
    uint8_t phase;         /* now, OX_PHASES outside of the tick */
    uint8_t depth;         /* of messages that cause messages */
    bool component_terms;  /* some type of components has a term */
    ox_tracer *tracer;
    void *trace_context;
    struct ox_places *places;
    ox_id tags[OX_WORLD_TAGS]; /* names of the bits, 0: none */
};

/* Carves a world from the low end of the arena, from which types and components are carved as well. OX_BAD_ARGUMENT or
 * OX_OUT_OF_MEMORY, and nothing is taken. */
FX_MUST_CHECK ox_status ox_world_init(ox_world *world, ox_arena *arena, const ox_world_config *config);

/* Add a type of objects or a system; return its number, or a failure: OX_FULL, OX_ALREADY_THERE for a name that is
 * taken, OX_NOT_FOUND for a type that lists a component type that was not added yet, OX_OUT_OF_MEMORY, OX_BAD_ARGUMENT.
 * Adding is legal at any time, in the tick too. */
FX_MUST_CHECK int ox_world_add_type(ox_world *world, const ox_object_type *type);
FX_MUST_CHECK int ox_world_add_system(ox_world *world, const ox_system *system, void *context);

/* Removes the systems with this context: from now on they are not called. Their places in the order go to systems that
 * are added next. Harmless when there is no such system. */
void ox_world_remove_systems(ox_world *world, const void *context);

/* The number of the type with that name; OX_NOT_FOUND when there is none, which ox_world_type asserts.
 * ox_world_find_type, for data that may name anything, does not assert. */
int ox_world_type(const ox_world *world, ox_id name);
int ox_world_find_type(const ox_world *world, ox_id name);

/* ox_world_tag gives the bit of a tag, 0 when no tag has that name. ox_world_tags_of translates tags of another world,
 * whose names are `names`, into this world's bits: a tag whose name is unknown in this world is left out, a tag without
 * a name stays. */
uint16_t ox_world_tag(const ox_world *world, ox_id name);
uint16_t ox_world_tags_of(const ox_world *world, uint16_t tags, const ox_id names[OX_WORLD_TAGS]);

/* Declares, for traces, that `after` is to be updated after `before`. */
FX_MUST_CHECK ox_status ox_world_depend(ox_world *world, ox_handle after, ox_handle before);
void ox_world_trace(ox_world *world, ox_tracer *tracer, void *context);

/* Bytes that a world of this config takes, without its types; and that a type, and a component type of `size`
 * bytes of data (in a property table when `table`), takes in it. */
size_t ox_world_bytes(const ox_world_config *config);
size_t ox_world_type_bytes(const ox_object_type *type);
size_t ox_world_component_bytes(uint32_t size, uint32_t capacity, bool table);

/* Runs one tick; a call within the tick asserts and does nothing. */
void ox_world_tick(ox_world *world);

/* Sweeps the queue of destroyed, new and changed objects now, as the end of the tick does. Not allowed in the tick. */
void ox_world_sweep(ox_world *world);

/* Calls draw of every visible object, in slot order. */
void ox_world_draw(const ox_world *world, void *target);
uint32_t ox_world_drawn(const ox_world *world);   /* objects that would be drawn */
uint32_t ox_world_updated(const ox_world *world); /* objects in the lists, counted one by one */
uint32_t ox_world_list_count(const ox_world *world, uint32_t bucket); /* objects in a bucket's list */

/* The hash of the simulation, carried on from `hash` (OX_FNV_START). */
uint32_t ox_world_hash(const ox_world *world, uint32_t hash);

/* Objects alive and links that systems hold: 0 when all are gone; for checks at the end of a level. */
uint32_t ox_world_leaks(const ox_world *world);

/* ---- objects ---- */

/* Makes an object of a type, with its components; *handle may be NULL. NULL, counted in `refused`, when there is no
 * room or init refuses: nothing is left behind. A type that does not exist asserts. */
FX_MUST_CHECK ox_object *ox_world_spawn(ox_world *world, uint32_t type, ox_handle *handle);

/* Makes an object as ox_world_spawn, by the name of the type. */
FX_MUST_CHECK ox_object *ox_world_create(ox_world *world, ox_id type, ox_handle *handle);

/* The offline policy of a chunk: makes all its objects of a type at load, asleep, invisible, each with its
 * record (they lie type->record->size apart). Play then only wakes and sleeps them (ox_object_enter,
 * ox_object_leave): no memory is asked for, and how many there can be is known when the chunk is built. The
 * pool policy is ox_world_spawn. Returns how many objects there was room for; *first (may be NULL) is the oldest,
 * ox_world_next gives the others. */
uint32_t ox_world_load(ox_world *world, uint32_t type, const void *records, uint32_t count, ox_handle *first);
void ox_object_enter(ox_world *world, ox_object *object); /* wakes and shows */
void ox_object_leave(ox_world *world, ox_object *object);

/* A copy of an object: data and components by the clone rules of their descriptors, where OX_CLONE_OWN links
 * name objects that are cloned too; then its `cloned` op is called. A clone has the flags, tags and bucket of its
 * template, and no name. */
FX_MUST_CHECK ox_object *ox_world_clone(ox_world *world, const ox_object *from, ox_handle *handle);

/* Destroys an object. OX_STALE_HANDLE when it is gone already: a normal outcome. */
ox_status ox_world_destroy(ox_world *world, ox_handle handle);
void ox_world_destroy_all(ox_world *world);

static inline ox_object *ox_world_slot(const ox_world *world, uint32_t slot) {
    return (ox_object *)(void *)(world->objects.objects + (size_t)slot * world->objects.stride);
}

/* The slot that an object lies in: below config.objects, and another object's once it is gone. */
static inline uint32_t ox_object_slot(const ox_object *object) { return object->handle.bits & 0xFFFFu; }

/* The object of a handle, NULL when it is gone. */
static inline ox_object *ox_world_get(const ox_world *world, ox_handle handle) {
    ox_object *object = (ox_object *)ox_pool_get(&world->objects, handle);
    return object == NULL || (object->flags & OX_OBJECT_DEAD) != 0 ? NULL : object;
}

/* The object with that name (of several the one in the lowest slot), NULL for none; and a walk over the objects of a
 * type, oldest first, by ox_world_first and ox_world_next. */
ox_object *ox_world_find(const ox_world *world, ox_id name);
ox_object *ox_world_first(const ox_world *world, uint32_t type);
ox_object *ox_world_next(const ox_world *world, const ox_object *object);

/* The object's own data, NULL when its type has none. */
void *ox_object_data(const ox_world *world, const ox_object *object);

/* Moves the data to another place of its pool: handles stay valid, pointers do not. OX_FULL when no place is free. */
FX_MUST_CHECK ox_status ox_object_relocate(ox_world *world, ox_object *object);

/* Gives an object a name; 0 takes its name away. Several objects may have one name, as copies may: then ox_world_find
 * gives the one in the lowest slot. */
FX_MUST_CHECK ox_status ox_object_name(ox_world *world, ox_object *object, ox_id name);

void ox_object_wake(ox_world *world, ox_object *object);
void ox_object_sleep(ox_world *world, ox_object *object);
void ox_object_bucket(ox_world *world, ox_object *object, uint32_t bucket);

/* Sets or clears flags: STATIC, VISIBLE, PERSISTENT, TELEPORTED, DEBUG and the cart's; others are left alone.
 */
void ox_object_flag(ox_world *world, ox_object *object, uint32_t flags, bool on);

/* Hands an event or message to the object's type and to all its components, the sender's as well; returns how many
 * heard it. At most OX_TELL_MOST hear a message, and messages that cause messages go OX_TELL_DEPTH deep: more asserts
 * and is refused. */
enum { OX_TELL_MOST = 10, OX_TELL_DEPTH = 8 };
uint32_t ox_object_tell(ox_world *world, ox_object *object, const void *event);

#endif

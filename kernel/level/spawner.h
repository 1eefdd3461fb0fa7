/* Spawners: descriptions of objects in data, turned into objects of the world.
 *
 *     static const ox_spawn_kind kinds[] = {              only where the name in data is not that of the type
 *         {.data = OX_NAME("orc_camp"), .make = make_camp},      a function makes it (and what belongs to it)
 *         {.data = OX_NAME("veteran"), .prototype = OX_NAME("old_bill")}};             a clone of old Bill
 *     ox_spawners spawners;
 *     ox_spawners_config config = {.sets = 16, .kinds = kinds, .kind_count = 2, .log = &log, .context = game};
 *     ox_status status = ox_spawners_init(&spawners, &world, &config);
 *     ox_spawner_set cave;                                         one for each SPWN chunk that is in memory
 *     status = ox_spawner_set_open(&cave, &spawners, &arena, chunk, CAVE, OX_SPAWN_POOLED);
 *     uint32_t there = ox_spawner_set_begin(&cave);                makes objects of spawners that are not dormant
 *     ox_object *orc = ox_spawner_spawn(&cave, (uint32_t)ox_spawner_find(&cave, OX_NAME("ambush")), &handle);
 *     ox_spawner_set_close(&cave);                                 its objects go with it
 *
 * A DESCRIPTION (rom/FORMAT.md, SPWN) is a type's name, a place, and keys with values for differences from the type's
 * defaults. Each key goes to the field of that name in the object's own data and in the records of its components: a
 * whole number, fx, id, flag, colour or vector; a value is converted to the field's kind and brought into its range.
 * Position, rotation and scale are filled into the object's place and into fields called rotation (four 16-bit
 * numbers, q2.14), yaw (an angle) and scale (fx); angles called angle, pitch and roll are the rotation's, and a size
 * (fx) is multiplied by the scale. A key that no field has is passed over with one warning; so is a type that this
 * program does not have. Fields without a key keep the type's defaults: changing a default changes only those fields.
 *
 * WHEN. A spawner makes its object when the set begins, or is dormant until someone asks (a region, a
 * script, a wave). Three keys are the spawner's own:
 *     spawn_count      how many in all, 0: any number (default 1 for those that begin, any for dormant ones)
 *     spawn_alive      how many at once, 0: any number
 *     spawn_cooldown   ticks from one to the next
 *
 * MEMORY POLICIES. OX_SPAWN_POOLED: objects come from the pools of their types and go back there. OX_SPAWN_PREPARED:
 * all are made when the set begins, the dormant ones asleep and invisible; asking wakes an object, ox_spawner_end
 * puts it to sleep, nothing is allocated in play, and there is one object for each spawner. ox_spawners_plan says
 * what capacities a chunk asks for then (the packer prints it).
 *
 * LAYERS. Objects of a layer that is not shown are not drawn; spawners of a layer that is not active make nothing,
 * and their objects are gone.
 *
 * LOCATORS are places with names and nothing else: where to look, stand, shine, and what two characters
 * agree on for an animation of both. (GEA 14.3, 14.4.)
 *
 * Cost: a spawn, and for each key a walk over the fields of the object's records. Bytes: 12 a spawner, 4 an
 * object of the world. */
#ifndef OXCART_KERNEL_LEVEL_SPAWNER_H
#define OXCART_KERNEL_LEVEL_SPAWNER_H

#include "fixedmath/transform.h"
#include "kernel/bytes/stream.h"
#include "kernel/debug/log.h"
#include "kernel/memory/spawn.h"
#include "kernel/world/query.h"

/* A spawner as read out of data. */
typedef struct ox_spawn_place {
    ox_id type, name;
    vec3 position;
    q14 rotation[4]; /* x, y, z, w */
    fx scale;
    uint32_t number; /* number of the spawner in its chunk */
} ox_spawn_place;

/* Makes the object of a spawner; NULL: no object was made. Properties are filled in afterwards. */
typedef ox_object *ox_spawn_make(void *context, ox_world *world, const ox_spawn_place *place,
                                 ox_handle *handle);

/* An entry that turns a name of data into an object. Names without an entry mean the object type of the same name. */
typedef struct ox_spawn_kind {
    ox_id data;
    ox_id type;      /* type of objects; 0: see prototype */
    ox_id prototype; /* a living object that is cloned; 0: see make */
    ox_spawn_make *make;
} ox_spawn_kind;

/* The state of a spawner in play. */
typedef struct ox_spawner_state {
    ox_handle last; /* the object it made last */
    uint32_t ready; /* tick from which on it may make the next */
    uint16_t made;
    uint16_t alive : 15, stopped : 1; /* stopped: the spawner makes no objects for now */
} ox_spawner_state;

typedef struct ox_spawner_owner {
    uint16_t set, spawner; /* number of the set + 1, number of the spawner */
} ox_spawner_owner;

struct ox_spawner_set;

enum { OX_SPAWNER_WARNED = 16 };
typedef struct ox_spawners {
    ox_world *world;
    const ox_spawn_kind *kinds;
    uint32_t kind_count;
    struct ox_spawner_set **sets;
    uint32_t set_capacity;
    ox_spawner_owner *owners; /* owner of each object, by slot */
    ox_log *log;              /* may be NULL */
    void *context;
    bool told;                       /* as in the config */
    uint32_t most;                   /* most spawners of all sets together, 0: no limit */
    uint32_t count;                  /* spawners of the open sets */
    uint32_t refused;                /* sets that found no room */
    ox_id warned[OX_SPAWNER_WARNED]; /* names that were warned of once already */
    uint32_t warnings;               /* all warnings, silent ones included */
} ox_spawners;

enum { OX_LAYER_SHOWN = 1, OX_LAYER_ACTIVE = 2 };

typedef struct ox_spawner_set {
    ox_spawners *spawners;
    const uint8_t *chunk;
    ox_spawner_state *states;
    const uint8_t *
        layers; /* OX_LAYER_... of each layer that spawners are in, kept by the area; NULL: all are shown and active */
    uint32_t layer_count;
    uint32_t count;
    uint16_t set, part; /* part: ox_object.chunk of the set's objects */
    ox_spawn_mode policy;
    uint32_t refused;
} ox_spawner_set;

typedef struct ox_spawners_config {
    uint32_t sets; /* sets that may be open at a time, from 1 */
    uint32_t most; /* most spawners of all sets together, 0: no limit */
    const ox_spawn_kind *kinds;
    uint32_t kind_count;
    ox_log *log;   /* may be NULL */
    void *context; /* handed to the functions of the kinds */
    /* properties that no field takes are told by ox_spawners_tell: no warning for them at once */
    bool told;
} ox_spawners_config;

/* Begins spawners as a system of the world; the tables come from the world's arena. OX_BAD_ARGUMENT,
 * OX_OUT_OF_MEMORY, OX_FULL. */
FX_MUST_CHECK ox_status ox_spawners_init(ox_spawners *spawners, ox_world *world,
                                         const ox_spawners_config *config);

/* Closes the sets that are open, leaves the world's systems and clears the spawners. */
void ox_spawners_end(ox_spawners *spawners);

/* Opens a SPWN chunk that has passed rom_check_chunk; the chunk and `set` stay where they are. `part` becomes the
 * chunk number of the set's objects. OX_FULL (sets, or spawners beyond `most`; counted), OX_OUT_OF_MEMORY (of
 * `arena`). */
FX_MUST_CHECK ox_status ox_spawner_set_open(ox_spawner_set *set, ox_spawners *spawners, ox_arena *arena,
                                            const uint8_t *chunk, uint16_t part, ox_spawn_mode policy);

/* Makes the objects that exist from the start; returns how many objects there are now. */
uint32_t ox_spawner_set_begin(ox_spawner_set *set);

/* Destroys the set's objects (the world sweeps them like all others), forgets the chunk and clears the set. Harmless
 * for a set that was not opened. */
void ox_spawner_set_close(ox_spawner_set *set);

/* Destroys the set's objects and resets it to before its begin: the set stays open, and may begin again. */
void ox_spawner_set_rest(ox_spawner_set *set);

/* Called when the bits of a layer have changed in `layers`. _layer_begin makes the objects that exist from the start;
 * _layer_rest destroys all that the layer's spawners made (prepared sets: wakes and puts to sleep); _layer_show shows
 * or hides its objects, also those that were hidden or shown one by one. */
void ox_spawner_set_layer_begin(ox_spawner_set *set, uint32_t layer);
void ox_spawner_set_layer_rest(ox_spawner_set *set, uint32_t layer);
void ox_spawner_set_layer_show(ox_spawner_set *set, uint32_t layer);

/* Stops a spawner, or lets it make objects again when it is asked; objects that it has made stay. A rest does not
 * change this. */
static inline void ox_spawner_stop(ox_spawner_set *set, uint32_t spawner, bool stopped) {
    set->states[spawner].stopped = stopped;
}

/* The number of the spawner with a name, or OX_NOT_FOUND. */
int ox_spawner_find(const ox_spawner_set *set, ox_id name);

/* Asks a spawner for an object. NULL when it has made all it may, too many of its objects live, it cools down, it is
 * stopped or in a layer that is not active, or there is no room. */
FX_MUST_CHECK ox_object *ox_spawner_spawn(ox_spawner_set *set, uint32_t spawner, ox_handle *handle);

/* Ends an object of the set: destroys it, or puts it to sleep when the set is prepared. */
void ox_spawner_end(ox_spawner_set *set, ox_handle object);

/* Fills an object with the properties of a spawner; returns the number of keys that found no field. For code that
 * makes objects itself. */
uint32_t ox_spawner_fill(ox_spawner_set *set, uint32_t spawner, ox_object *object);

/* Tells the properties that no field of an object takes, to code that knows what to do with them (props of scripts):
 * `kind` is ROM_PROPERTY_..., and a vector comes as three numbers by index. Texts are left out. A property that
 * `hear` does not take is warned of. Objects without a spawner have none. */
typedef bool ox_spawner_hear(void *context, ox_id key, uint32_t index, uint32_t value, uint32_t kind);
void ox_spawners_tell(ox_spawners *spawners, const ox_object *object, ox_spawner_hear *hear, void *context);

/* ---- state ---- */

/* The counts of the open sets and the owners of objects, as a part of a saved game behind the world's objects.
 * Restoring needs the same sets open and their objects alive, and makes and destroys nothing. OX_BAD_DATA: the
 * spawners are as if they had made nothing. */
void ox_spawners_save(const ox_spawners *spawners, ox_writer *to);
FX_MUST_CHECK ox_status ox_spawners_restore(ox_spawners *spawners, ox_reader *from);

/* ---- for the packer, and for budgets ---- */

typedef struct ox_spawn_need {
    ox_id type;     /* type in the data */
    uint32_t count; /* objects, if all spawners have as many alive as they may */
} ox_spawn_need;

/* The number of objects of each type that a SPWN chunk asks for, in the order in which the types appear. Returns the
 * number of types, which may be more than `room`. ox_spawners_print_plan writes the same as text, "3 x #1a2b3c4d, 96
 * x #...", by names where `name` knows them. */
uint32_t ox_spawners_plan(const uint8_t *chunk, ox_spawn_need *needs, uint32_t room);
void ox_spawners_print_plan(const uint8_t *chunk, const char *(*name)(void *context, ox_id id), void *context,
                            ox_text *text);

/* ---- locators ---- */

typedef struct ox_locator {
    ox_id name, kind;
    sqt place; /* place, with scale 1 */
    fx radius;
} ox_locator;

/* The locator of a name in a checked LOCA chunk, or OX_NOT_FOUND. ox_locator_at gives a locator by its number, below
 * the count. */
FX_MUST_CHECK ox_status ox_locator_find(const uint8_t *chunk, ox_id name, ox_locator *out);
uint32_t ox_locator_count(const uint8_t *chunk);
ox_locator ox_locator_at(const uint8_t *chunk, uint32_t number);

/* The place of an object that belongs at `offset` from the locator. */
static inline sqt ox_locator_align(const ox_locator *locator, const sqt *offset) {
    return sqt_mul(&locator->place, offset);
}

#endif

/* Casts: questions to the world about places (rays, sweeps, "what is in front of me"), asked at any time and
 * answered together at one of two moments of the tick, so that everybody knows how old an answer is.
 *
 *     ox_casts casts;
 *     ox_status status = ox_casts_init(&casts, &world, 32, ray_against_bodies, physics);
 *     uint32_t ticket = ox_cast_ask(&casts, me->handle, OX_CAST_AFTER, eye, target);     0: no room this tick
 *     ... from the next phases of this tick on, to the same moment of the next tick:
 *     const ox_cast *cast = ox_cast_answer(&casts, ticket);       NULL: not answered yet, or too old
 *     if (cast != NULL && !ox_handle_same(cast->hit, OX_HANDLE_NONE)) ...
 *
 * OX_CAST_BEFORE is answered at the start of the physics phases (OX_PHASE_BODIES), before anything moved:
 * places are those of the last tick. OX_CAST_AFTER, the usual one, is answered at their end
 * (OX_PHASE_CASTS): places are those of this tick. A cast that is asked later than its moment waits for the
 * next tick. Casts of objects that are gone are dropped.
 *
 * How a cast is answered is one function, given at the start: physics brings the real one. That function may read the
 * world and write its cast, no more. So the batch can be spread over jobs (`spread`: call ox_casts_run for disjoint
 * ranges and wait), and gives the same answers in the same slots. Casts are not hashed: objects hash what they make of
 * the answers. Casts are saved and rewound, though (ox_casts_save): a waiting cast is answered in the step after, and a
 * ticket that lies in an object stays valid.
 *
 * Room: an answer keeps its slot for a tick, so a cast that is asked every tick needs two slots. Bytes: 52 a cast. (GEA
 * 12.5.) */
#ifndef OXCART_KERNEL_WORLD_CAST_H
#define OXCART_KERNEL_WORLD_CAST_H

#include "fixedmath/types.h"
#include "kernel/bytes/stream.h"
#include "kernel/world/world.h"

typedef enum ox_cast_when { OX_CAST_BEFORE, OX_CAST_AFTER } ox_cast_when;

typedef struct ox_cast {
    ox_handle requester; /* none: a cast of the world itself */
    vec3 from, to;
    ox_handle hit; /* the answer: the object that was met first, or none */
    vec3 place;    /* ... and where */
    uint32_t tick; /* tick in which it was answered */
    uint16_t serial;
    uint8_t state; /* of cast.c */
    uint8_t when;
} ox_cast;

typedef void ox_cast_function(void *context, const ox_world *world, ox_cast *cast);

typedef struct ox_casts {
    ox_world *world;
    ox_cast *casts;
    uint16_t capacity;
    uint16_t serial;
    uint32_t refused; /* casts asked when there was no room */
    ox_cast_function *function;
    void *context;
    /* Spreads a batch over jobs; NULL: casts are answered one after the other. */
    void (*spread)(void *context, struct ox_casts *casts, ox_cast_when when, uint32_t count);
    void *spread_context;
} ox_casts;

/* Takes room for `capacity` casts (1..1024) from the world's arena, and adds a system to the world. OX_BAD_ARGUMENT,
 * OX_OUT_OF_MEMORY, OX_FULL (no room for a system). */
FX_MUST_CHECK ox_status ox_casts_init(ox_casts *casts, ox_world *world, uint32_t capacity,
                                      ox_cast_function *function, void *context);

/* Removes the system from the world and clears the record: no cast is answered any more. */
void ox_casts_end(ox_casts *casts);

/* Asks a cast; returns its ticket, or 0, counted in `refused`, when there is no room. */
FX_MUST_CHECK uint32_t ox_cast_ask(ox_casts *casts, ox_handle requester, ox_cast_when when, vec3 from,
                                   vec3 to);

/* The answered cast, NULL when it is not answered yet, was dropped, or is older than a tick. */
const ox_cast *ox_cast_answer(const ox_casts *casts, uint32_t ticket);

/* Answers the casts among first .. first + count - 1 that wait for this moment; for `spread`. */
void ox_casts_run(ox_casts *casts, ox_cast_when when, uint32_t first, uint32_t count);

/* Save and restore all slots and the count of tickets, as a part of a saved game (kernel/save/part.h) or of a snapshot:
 * 8 bytes, and 1 for each free slot, 52 for each slot in use. Casts are restored together with the world whose objects
 * ask. OX_BAD_DATA, and nothing changes, where the bytes are cut short, damaged, or of another number of slots. */
void ox_casts_save(const ox_casts *casts, ox_writer *to);
FX_MUST_CHECK ox_status ox_casts_restore(ox_casts *casts, ox_reader *from);

#endif

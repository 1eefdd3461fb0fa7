/* Named streams of random numbers: one stream for each system that draws, so that no system disturbs another.
 *
 *     ox_random_init(&random, streams, 8, world_seed);
 *     rng32 *loot = ox_random_add(&random, SID("loot"), OX_RANDOM_SIMULATION);
 *     rng32 *sparks = ox_random_add(&random, SID("sparks"), OX_RANDOM_COSMETIC);
 *     uint32_t prize = rng_below(loot, 7);                    fixedmath/random.h has all the draws
 *
 * Each stream is a generator of 4 bytes, seeded by the world's seed and the stream's name: neither the order in which
 * streams are added nor draws of other streams change its numbers. Draws are functions of fixedmath/random.h: rng_below
 * (0..n - 1 without bias), rng_between (both ends), rng_chance, rng_shuffle, and directions, normal and Poisson
 * numbers.
 *
 * Simulation streams are a part of the state: saved, hashed, replayed. Cosmetic streams (particles, camera shake,
 * variations of sound) are no part of the state: code that draws from them may depend on the screen or the machine's
 * speed, and nothing of the simulation may depend on them. There is no other source of random numbers in the
 * console. */
#ifndef OXCART_KERNEL_TIME_RANDOM_H
#define OXCART_KERNEL_TIME_RANDOM_H

#include "fixedmath/random.h"
#include "kernel/bytes/stream.h"

typedef enum ox_random_kind { OX_RANDOM_SIMULATION, OX_RANDOM_COSMETIC } ox_random_kind;

typedef struct ox_random_stream {
    uint32_t name; /* an ox_id */
    rng32 generator;
    ox_random_kind kind;
} ox_random_stream;

typedef struct ox_random {
    ox_random_stream *streams; /* in the order of adding */
    uint32_t count, capacity;
    uint32_t seed;
    uint32_t refused; /* streams that found no room */
    rng32 spare;      /* for unknown names; no part of the state */
} ox_random;

void ox_random_init(ox_random *random, ox_random_stream *streams, uint32_t capacity, uint32_t seed);

/* Adds a stream; NULL when there is no room (counted) or the name is taken. The generator's address stays. */
FX_MUST_CHECK rng32 *ox_random_add(ox_random *random, uint32_t name, ox_random_kind kind);

/* The stream of this name. A name that was never added asserts and gives the spare generator. A look-up is O(n): look a
 * stream up once and keep the address. */
rng32 *ox_random_stream_of(ox_random *random, uint32_t name);

/* Seeds all streams anew for another world, as if they were added now. */
void ox_random_reseed(ox_random *random, uint32_t seed);

/* Save and restore the simulation's streams and the seed. The same streams must have been added when an image is read
 * back; OX_BAD_DATA changes nothing. */
void ox_random_save(const ox_random *random, ox_writer *to);
FX_MUST_CHECK ox_status ox_random_restore(ox_random *random, ox_reader *from);

#endif

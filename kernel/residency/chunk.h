/* Chunks: streamed level data in equal pieces from one pool, so that levels come and go in any order; and
 * small run-time data in the bytes that the last chunk of each file leaves unused.
 *
 *     ox_chunks_init(&chunks, &resident, 2048, 60);                60 chunks of 2 KB
 *     ox_chunk_level_init(&cave, &chunks);
 *     ox_chunk_load(&cave, file_bytes, read_cave, file);           all of a file, or nothing of it
 *     torch *t = ox_chunk_tail(&cave, sizeof(torch), 4);           lives as long as the cave
 *     ox_chunk_unload(&cave);                                      gives back the cave's chunks, and no other
 *
 * THE PACKER'S PART. Nothing in such a file is larger than a chunk or crosses from one into the next:
 * structures are linked, or refer to each other by (chunk, offset). ox_chunk_plan_of lays structures out that way,
 * counts the chunks and the bytes of waste, and names a structure that is too large.
 *
 * TAILS. Each partly used chunk is a tiny stack; a request goes to the level's first chunk with room, in loading order.
 * There is no single free, and no level is served from another's tails: data in a tail ends when its level is unloaded.
 * Set chunks->poison to make stale pointers into unloaded chunks show. (Chunky allocation: GEA 6.2.2.7.)
 *
 * Cost, Cortex-M3 instructions: a chunk 48, a tail 50 and 10 a chunk passed over, unloading 33 a chunk. Tables take 6
 * to 8 bytes a chunk. */
#ifndef OXCART_KERNEL_RESIDENCY_CHUNK_H
#define OXCART_KERNEL_RESIDENCY_CHUNK_H

#include "kernel/memory/pool.h"

#define OX_CHUNK_BYTES_MAX 32768u

typedef struct ox_chunks {
    ox_pool pool;
    uint16_t *next; /* the following chunk of the same list */
    uint16_t *used; /* bytes in use in each chunk */
    uint32_t chunk_bytes;
    bool poison; /* chunks given back are filled with OX_ARENA_POISON */
} ox_chunks;

/* The chunks of one level: a list of full chunks and a list of chunks with a tail, each in loading order. */
typedef struct ox_chunk_level {
    ox_chunks *chunks;
    struct ox_chunk_list {
        uint16_t first, last;
    } full, tails;
    uint32_t count;     /* chunks */
    uint32_t loaded;    /* bytes of data in them */
    uint32_t recovered; /* bytes of tails given out, without what alignment cost */
    uint32_t padding;   /* bytes that alignment cost */
    uint32_t refused;   /* requests for chunks and tails that failed */
} ox_chunk_level;

/* Carves `count` (1..65,535) chunks of chunk_bytes (64..32,768, a multiple of 8) from the low end of the
 * arena. OX_BAD_ARGUMENT or OX_OUT_OF_MEMORY, and nothing is taken. */
FX_MUST_CHECK ox_status ox_chunks_init(ox_chunks *chunks, ox_arena *arena, uint32_t chunk_bytes,
                                       uint32_t count);

/* A level without chunks. */
void ox_chunk_level_init(ox_chunk_level *level, ox_chunks *chunks);

/* Gives a chunk of which the first `bytes` (1..chunk_bytes, else asserted) will hold data; NULL when no
 * chunk is left, which `refused` counts. */
FX_MUST_CHECK void *ox_chunk_add(ox_chunk_level *level, uint32_t bytes);

/* Reads piece `index` of the file to `to`; anything but OX_OK ends the loading. */
typedef ox_status ox_chunk_read(void *context, uint32_t index, void *to, uint32_t bytes);

/* Loads a file of `bytes` in pieces of a chunk each, the last one shorter. OX_OUT_OF_MEMORY when there are
 * too few chunks, before anything is read; or what `read` returns. After a failure the level is as before. */
FX_MUST_CHECK ox_status ox_chunk_load(ox_chunk_level *level, uint32_t bytes, ox_chunk_read *read,
                                      void *context);

/* `bytes` in a tail of this level, aligned to `alignment` (a power of two up to 8), or NULL and one more in
 * `refused`. */
FX_MUST_CHECK void *ox_chunk_tail(ox_chunk_level *level, uint32_t bytes, uint32_t alignment);

/* Chunk `index` of a level that one file was loaded into, in the order of the file; NULL beyond the last. 8
 * instructions for each chunk before it. */
void *ox_chunk_at(const ox_chunk_level *level, uint32_t index);

/* Gives all chunks of the level back; the level may be loaded again. */
void ox_chunk_unload(ox_chunk_level *level);

/* Bytes of the level's chunks that hold nothing: tails that were not recovered, and padding. */
static inline uint32_t ox_chunk_waste(const ox_chunk_level *level) {
    return level->count * level->chunks->chunk_bytes - level->loaded - level->recovered;
}

/* For the packer: structures of these sizes laid out in order, each wholly in one chunk, aligned to 8.
 * OX_BAD_DATA for a structure larger than a chunk (or of 0 bytes), with its index in plan->too_large. */
typedef struct ox_chunk_plan {
    uint32_t chunks;    /* how many are needed */
    uint32_t last;      /* bytes used in the last one */
    uint32_t waste;     /* bytes in no structure */
    uint32_t too_large; /* index of the structure that was refused */
} ox_chunk_plan;
FX_MUST_CHECK ox_status ox_chunk_plan_of(const uint32_t *sizes, uint32_t count, uint32_t chunk_bytes,
                                         ox_chunk_plan *plan);

#endif

/* Staging: blocks of slow memory worked on in fast memory, the next block copied in and the last one copied out
 * meanwhile.
 *
 *     ox_stage_init(&stage, &fast, 4096, NULL);             two blocks of at most 4 KB of fast memory
 *     ox_stage_begin(&stage, samples, mixed, 1024, 30);     30 blocks of 1 KB
 *     for (int16_t *block; (block = ox_stage_next(&stage)) != NULL;) mix(block);
 *
 * Blocks come in the order 0 .. count-1, each in one of two buffers in turn: while block n is worked on,
 * block n-1 goes out and block n+1 comes in, to the buffer that n-1 has left. With `from` NULL blocks are only made
 * (bands of a picture); with `to` NULL they are only read. `from` and `to` may not overlap, not even be the same
 * memory.
 *
 * THE COPIER does the copies: a port's DMA, or memcpy when NULL. At most two copies are under way. The copier must do
 * them in the order in which they were asked for, and `wait` returns when all are done. Sizes and addresses are
 * multiples of the copier's unit. On a processor with a data cache the copier writes back and invalidates the lines.
 * (GEA 7.6.1.)
 *
 * Cost: about 60 Cortex-M3 instructions a block, and the copies. */
#ifndef OXCART_KERNEL_RESIDENCY_STAGE_H
#define OXCART_KERNEL_RESIDENCY_STAGE_H

#include "kernel/memory/arena.h"
#include "kernel/memory/status.h"

typedef struct ox_stage_copier {
    void (*copy)(void *context, void *to, const void *from, size_t bytes); /* begins or does a copy */
    void (*wait)(void *context);
    void *context;
    uint32_t unit; /* bytes, a power of two up to 256: sizes and addresses are multiples of it */
} ox_stage_copier;

typedef struct ox_stage {
    uint8_t *buffers[2];
    const ox_stage_copier *copier;
    const uint8_t *from;
    uint8_t *to;
    size_t bytes, bytes_max; /* of a block */
    uint32_t count, next;    /* number of blocks, and the block to hand out next */
} ox_stage;

/* Takes two blocks of block_bytes (rounded up to the unit) from the low end of the fast arena; `copier` is
 * kept by pointer. OX_BAD_ARGUMENT or OX_OUT_OF_MEMORY. */
FX_MUST_CHECK ox_status ox_stage_init(ox_stage *stage, ox_arena *fast, size_t block_bytes,
                                      const ox_stage_copier *copier);

/* Begins a staging of `count` blocks of `bytes` each. OX_BAD_ARGUMENT (asserted), and nothing happens, when `bytes` is
 * 0 or above the stage's block size, when `bytes` or an address is no multiple of the unit, or when `from` and `to`
 * overlap. OX_BAD_STATE (asserted) when the staging before was not finished. */
FX_MUST_CHECK ox_status ox_stage_begin(ox_stage *stage, const void *from, void *to, size_t bytes,
                                       uint32_t count);

/* The next block, ready to be worked on; the block handed out before is copied out. NULL when all blocks are done: then
 * everything has arrived at `to`. */
void *ox_stage_next(ox_stage *stage);

/* Ends a staging early: the block handed out last is copied out, blocks after it stay as they were. Waits for all
 * copies. */
void ox_stage_flush(ox_stage *stage);

/* Waits for the copies under way. */
void ox_stage_wait(const ox_stage *stage);

#endif

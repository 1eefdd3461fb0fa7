/* Streamed resources: chunks of which only a few blocks are in memory - sound, movies, replays, the segments
 * of a level that scrolls by.
 *
 *     ox_streamed_config config = {.block = 4096, .slots = 2, .ticks = 11, .urgency = OX_URGENCY_AUDIO};
 *     status = ox_streamed_open(&music, &m, SID("music/1"), ROM_TAG_SOUND, &config, buffers);   8,192 bytes
 *     every tick: ox_streamed_update(&music);
 *     when a block is wanted: at = ox_streamed_block(&music, &bytes);         NULL: not loaded (yet)
 *     when it is used up: ox_streamed_advance(&music);
 *
 * With two slots one block is used while the next one comes; with three or more, the blocks around the cursor are in
 * memory: the block under it, blocks ahead in the direction of the last movement, and one behind. A block that is not
 * wanted any more makes room at once. Chunks stored plainly in an image in memory need no buffer and no request: blocks
 * are pointers into the image. Packed chunks cannot be streamed; the packer leaves them plain.
 *
 * Streams that the simulation sees (segments) have a latency: a block comes that many ticks after it was asked for, on
 * every machine. Without a latency (sound) a block comes when it can, with a deadline `ticks` after the block before it
 * began; underruns are counted. Memory: 160 bytes and the slots. */
#ifndef OXCART_KERNEL_RESOURCE_STREAMED_H
#define OXCART_KERNEL_RESOURCE_STREAMED_H

#include "kernel/resource/manager.h"

#define OX_STREAMED_SLOTS 8

typedef struct ox_streamed_config {
    uint32_t block;   /* bytes, 16 or more */
    uint32_t slots;   /* 2..8; 0 for chunks that are known to be in memory */
    uint32_t skip;    /* bytes of the chunk before the first block: its header */
    uint32_t ticks;   /* ticks that a block lasts, for deadlines */
    uint32_t latency; /* 0: as it comes */
    ox_urgency urgency;
    bool loop;          /* the block loop_from follows the last one */
    uint32_t loop_from; /* usually 0 */
} ox_streamed_config;

typedef struct ox_streamed {
    ox_manager *manager;
    ox_streamed_config config;
    const uint8_t *mapped; /* the first block, where the chunk is in memory */
    ox_files *files;
    ox_file file;
    uint32_t place; /* place of the first block in the file */
    uint32_t bytes; /* of all blocks; the last one may be shorter */
    uint32_t blocks, cursor;
    int32_t direction;
    bool ended, started; /* started: a block was used, so deadlines count */
    uint8_t *memory;
    uint32_t held[OX_STREAMED_SLOTS]; /* block in each slot + 1, 0: empty */
    ox_request requests[OX_STREAMED_SLOTS];
    uint32_t underruns, failures, loads;
} ox_streamed;

/* Opens a stream at its first block; `memory` holds slots x block bytes and stays the caller's (NULL without
 * slots). OX_NOT_FOUND, OX_UNSUPPORTED (packed), OX_BAD_ARGUMENT (the configuration; or buffers are needed
 * and there are none), OX_BAD_DATA (nothing behind the header). */
FX_MUST_CHECK ox_status ox_streamed_open(ox_streamed *stream, ox_manager *manager, uint32_t id, uint32_t type,
                                         const ox_streamed_config *config, void *memory);

/* Requests the wanted blocks that are not in memory. Called once a tick, after ox_files_tick. */
void ox_streamed_update(ox_streamed *stream);

/* The block under the cursor and its bytes; NULL when the block is not loaded, which counts as an underrun, or at the
 * end. */
const void *ox_streamed_block(ox_streamed *stream, uint32_t *bytes);

/* Any block that is loaded, NULL otherwise; counts no underrun. */
const void *ox_streamed_look(const ox_streamed *stream, uint32_t block, uint32_t *bytes);

/* Moves the cursor to the next block in the direction; false at the end (or the start). A loop goes on at the other
 * end.
 */
bool ox_streamed_advance(ox_streamed *stream);

/* Moves the cursor to any block; OX_NOT_FOUND when there is no such block. A step to a neighbour sets the direction. */
FX_MUST_CHECK ox_status ox_streamed_seek(ox_streamed *stream, uint32_t block);

static inline bool ox_streamed_at_end(const ox_streamed *stream) { return stream->ended; }

/* Blocks in memory. */
uint32_t ox_streamed_resident(const ox_streamed *stream);

/* Ends the requests under way and clears the stream; the memory is the caller's again. */
void ox_streamed_close(ox_streamed *stream);

#endif

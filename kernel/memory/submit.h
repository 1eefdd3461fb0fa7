/* Vertices and draw data written by the game straight into frame memory and handed on without a copy.
 *
 *     size_t room;
 *     vertex *v = ox_submit_open(&queue, 300 * sizeof(vertex), _Alignof(vertex), &room);    NULL: no room
 *     ... write n of them ...
 *     ox_submit_commit(&queue, v, n * sizeof(vertex));       the rest of the 300 goes back
 *     ...
 *     for (i = 0; ox_submit_take(&queue, i, &data, &bytes); i++) draw(data, bytes);
 *
 * After commit the bytes are read only until the frame is over: a debug build takes their checksum at commit and at
 * take, and asserts when they changed, naming both places. Data that lies elsewhere for good (a mesh in ROM) is
 * submitted by reference; data that must be copied is copied, and the copy is counted. */
#ifndef OXCART_KERNEL_MEMORY_SUBMIT_H
#define OXCART_KERNEL_MEMORY_SUBMIT_H

#include "kernel/memory/frame.h"

typedef struct ox_submission {
    const void *data;
    size_t bytes;
#if OX_DEBUG
    uint32_t sum;
    ox_place place; /* place of the commit */
#endif
} ox_submission;

typedef struct ox_submit_queue {
    ox_frame_memory *frame;
    ox_submission *submissions; /* the queue's storage, of the caller */
    uint32_t capacity, count;
    void *open; /* piece that is being written, NULL: none */
    size_t open_bytes;
    uint64_t submitted, copied; /* bytes since the queue began; zero copy means that copied stays 0 */
    uint32_t refused;           /* opens and commits that found no room */
} ox_submit_queue;

void ox_submit_init(ox_submit_queue *queue, ox_frame_memory *frame, ox_submission *submissions,
                    uint32_t capacity);

/* Empties the queue at the top of every frame, with ox_frame_memory_begin. */
void ox_submit_begin(ox_submit_queue *queue);

/* Opens a piece of at least `bytes`; *room (may be NULL) is all there is. NULL when there is less, when the queue is
 * full, or when another piece is open. No push from the frame memory may come before the commit. */
void *ox_submit_open(ox_submit_queue *queue, size_t bytes, size_t alignment, size_t *room);

/* Keeps the first `used` bytes of the open piece and submits them; 0 gives all back. OX_BAD_STATE when no piece is
 * open or another one is, OX_BAD_ARGUMENT when more bytes were used than there were. */
FX_MUST_CHECK ox_status ox_submit_commit(ox_submit_queue *queue, void *open, size_t used);

/* ox_submit_reference submits data that stays in place and unchanged. ox_submit_copy copies data into frame memory,
 * which is counted, and submits the copy. */
FX_MUST_CHECK ox_status ox_submit_reference(ox_submit_queue *queue, const void *data, size_t bytes);
FX_MUST_CHECK ox_status ox_submit_copy(ox_submit_queue *queue, const void *data, size_t bytes,
                                       size_t alignment);

/* Submission `index` in the order of the commits; false beyond the last. */
bool ox_submit_take(ox_submit_queue *queue, uint32_t index, const void **data, size_t *bytes);

#if OX_DEBUG
FX_MUST_CHECK ox_status ox_submit_commit_at(ox_submit_queue *queue, void *open, size_t used, ox_place place);
#define ox_submit_commit(queue, open, used) ox_submit_commit_at((queue), (open), (used), OX_HERE)
#endif

#endif

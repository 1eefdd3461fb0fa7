/* Going back in time: a ring of snapshots with the input between them, within a fixed number of bytes.
 *
 *     ox_rewind_config config = {.state = &state, .players = 1, .span = 600, .step = simulate, .context = game};
 *     status = ox_rewind_init(&rewind, memory, bytes, &config);
 *     each tick:  ox_rewind_note(&rewind, records);                 before the tick is run
 *                 simulate(game, records);
 *     status = ox_rewind_back(&rewind, 120);                        the game is as it was two seconds ago
 *     status = ox_rewind_forward(&rewind, 1);                       the game one tick later, as it went
 *
 * Every `interval` ticks the ring keeps the whole state, and for each tick the players' input, as in a recording. Going
 * to a tick restores the newest snapshot at or before it and runs the ticks from there, so any moment of the span comes
 * back to the bit. Playing on (ox_rewind_note) forgets what lay ahead. The picture of a running rewind is
 * ox_rewind_back by one tick a frame; a step back runs half an interval of ticks on average.
 *
 * MEMORY. The bytes are cut into segments: a snapshot of S bytes and its input. From the bytes and the span follows the
 * interval: in 6 segments for 600 ticks snapshots are 120 ticks apart. The oldest segment is used again, so the game
 * can go back between span and span + interval ticks. The way back is shorter when the input needs more room than a
 * segment has, since then snapshots come early. Room that a snapshot does not use is the input's: a change of buttons
 * takes 4 bytes, a stick or pointer that moves 8 a tick. With S = 2,000 ten seconds at an interval of 60 take 24 KB.
 *
 * ox_rewind_export writes what the ring holds as a recording that starts with a snapshot: the last seconds
 * before a bug. (Madhav 1.) */
#ifndef OXCART_KERNEL_REPLAY_REWIND_H
#define OXCART_KERNEL_REPLAY_REWIND_H

#include "kernel/replay/record.h"

typedef void ox_rewind_step(void *context, const ox_input_record *records, uint32_t players);

typedef struct ox_rewind_config {
    const ox_sim *state;
    uint32_t players;     /* 1 to 4 */
    uint32_t span;        /* ticks that are to be gone back at most, at least 2 */
    ox_rewind_step *step; /* one tick of the game */
    void *context;
    ox_input_sources
        *sources;     /* NULL, or the players of a game that notes a tick when their input is made already */
    ox_input *before; /* with `sources`: the input of each player before the tick, which snapshots hold */
    size_t key_bytes; /* room for a snapshot; 0: the state as it is now */
    size_t input_bytes; /* the least room for input between two snapshots; 0: a byte a tick and player, at
                         * least 64 */
} ox_rewind_config;

typedef struct ox_rewind_segment {
    uint32_t tick;  /* tick of the snapshot */
    uint32_t ticks; /* ticks that follow the snapshot */
    uint32_t key_bytes, input_bytes;
} ox_rewind_segment;

typedef struct ox_rewind {
    ox_rewind_config config;
    uint8_t *memory;
    size_t stride;     /* bytes of a segment */
    uint32_t segments; /* segments that fit the memory */
    uint32_t interval;
    uint32_t first, count; /* segments in use: the oldest, and how many */
    uint32_t tick;         /* tick of the game now */
    uint32_t end;          /* the last tick that the ring knows: beyond `tick` after going back */
    uint32_t written;      /* tick of the last record of the newest segment */
    ox_input_record last[OX_PLAYERS_MAX];
    uint32_t lost;  /* snapshots that did not fit, and ticks whose input did not */
    uint32_t rerun; /* ticks run again so far */
} ox_rewind;

/* `memory` is aligned to 8. OX_BAD_ARGUMENT for a config out of range; OX_OUT_OF_MEMORY when not even two segments fit
 * (config->key_bytes says how large a snapshot is). The game is at tick 0. */
FX_MUST_CHECK ox_status ox_rewind_init(ox_rewind *rewind, void *memory, size_t bytes,
                                       const ox_rewind_config *config);

/* Called before a tick is run: keeps a snapshot when one is due, and the players' input. */
void ox_rewind_note(ox_rewind *rewind, const ox_input_record *records);

/* How many ticks the game can go back, and forward. */
uint32_t ox_rewind_behind(const ox_rewind *rewind);
uint32_t ox_rewind_ahead(const ox_rewind *rewind);

/* Bytes of memory in use: never more than was given. */
size_t ox_rewind_bytes(const ox_rewind *rewind);

/* Goes back or forward by `ticks`. OX_NOT_FOUND when the ring does not reach so far; nothing has changed then.
 * OX_BAD_DATA when a snapshot cannot be restored. */
FX_MUST_CHECK ox_status ox_rewind_back(ox_rewind *rewind, uint32_t ticks);
FX_MUST_CHECK ox_status ox_rewind_forward(ox_rewind *rewind, uint32_t ticks);

/* Writes the ring as a recording; `head` says cart, image, seed and step. The state is gone through again up
 * to its present tick, so that the recording has its checks. OX_EMPTY, or as ox_recorder_begin. */
FX_MUST_CHECK ox_status ox_rewind_export(ox_rewind *rewind, const ox_recording_head *head,
                                         ox_recording_sink *sink, void *context);

#endif

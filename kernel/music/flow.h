/* The way through a song: a SONG chunk (rom/FORMAT.md), looked over, and where in it one is, row by row and tick by tick, without any sound.
 *
 *     ox_song_data_open(&data, chunk, size);
 *     ox_song_flow_begin(&flow, &data, 0, 0);
 *     if (ox_song_flow_tick(&flow, &data) == OX_SONG_ROW) ...             flow.row of flow.order has begun
 *
 * A row is `speed` ticks. Tempos are 32..255, speeds 1..31; a chunk that says otherwise is played at 125 and 6. Jumps, breaks, loops and delays of
 * patterns are those of the tracker that made the song. Each row takes a tick at least, so a jump can never hang. The music of a game
 * (module.h) moves by such a flow, and so does what is heard of it (kernel/audio/song.h). */
#ifndef OXCART_KERNEL_MUSIC_FLOW_H
#define OXCART_KERNEL_MUSIC_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/memory/status.h"
#include "rom/rom.h"

enum {
    OX_SONG_CHANNELS = 32, /* at most */
    OX_SONG_KEY_OFF = 97,  /* a note that lets go */
    OX_SONG_SPEED = 256    /* the game's factor of the tempo: 1.0 */
};

/* A chunk that was looked over. Everything stays where it lies. */
typedef struct ox_song_data {
    const uint8_t *chunk; /* NULL: no song */
    const uint8_t *rows;
    const uint8_t *orders, *patterns, *instruments, *samples, *points, *labels;
    uint32_t row_bytes, instrument_count, sample_count, point_count, label_count;
    uint16_t order_count, pattern_count, restart;
    uint8_t channels, kind, speed, tempo;
    bool linear;
} ox_song_data;

/* What a row says of a channel; zeros: the row says nothing. */
typedef struct ox_song_note {
    uint8_t note, instrument, volume, effect, parameter;
} ox_song_note;

/* Where a song is, without any sound: 128 bytes. The same rows come at the same ticks as of the song that sounds. */
typedef struct ox_song_flow {
    uint32_t cursor;        /* byte of the rows where the row behind this one begins */
    uint32_t here;          /* byte of the rows where this row begins */
    uint32_t visited[8];    /* places of the order since the last round */
    uint32_t rounds, ticks; /* since the begin */
    uint16_t order, row;
    uint16_t jump_order, jump_row; /* for the end of this row */
    uint8_t tick, speed, tempo;    /* tick: of the row */
    uint8_t delay, repeats;        /* repeats of the row that its notes want; that are left */
    bool begun, jumps, loops;
    uint8_t loop_row[OX_SONG_CHANNELS], loop_left[OX_SONG_CHANNELS];
} ox_song_flow;

typedef enum ox_song_step {
    OX_SONG_TICK,   /* of a row that has begun */
    OX_SONG_REPEAT, /* the row is played again, its notes are not */
    OX_SONG_ROW     /* a new row */
} ox_song_step;

/* Takes a checked chunk; OX_BAD_DATA: one without patterns, or with more channels than can be. */
FX_MUST_CHECK ox_status ox_song_data_open(ox_song_data *data, const void *chunk, uint32_t size);

/* The place of the order that has a name; false: the song has no such label. */
bool ox_song_data_label(const ox_song_data *data, uint32_t name, uint32_t *place);

/* ---- the flow ---- */

/* Puts the flow before a row of a place in the order; places behind the last are the restart. */
void ox_song_flow_begin(ox_song_flow *flow, const ox_song_data *data, uint32_t order, uint32_t row);

/* Moves the flow by a tick. */
ox_song_step ox_song_flow_tick(ox_song_flow *flow, const ox_song_data *data);

/* Whether the next tick leaves the pattern that plays at its last row. */
bool ox_song_flow_ends(const ox_song_flow *flow, const ox_song_data *data);

/* Lets the flow go on at another row at the end of the row that plays, as the effects B and D do. */
void ox_song_flow_jump(ox_song_flow *flow, uint32_t order, uint32_t row);

/* The pattern that plays, and its rows. */
uint32_t ox_song_flow_pattern(const ox_song_flow *flow, const ox_song_data *data);
uint32_t ox_song_flow_rows(const ox_song_flow *flow, const ox_song_data *data);

/* Puts the flow back before the row that plays, so that this row comes again. */
void ox_song_flow_again(ox_song_flow *flow);

/* Brings the numbers of a flow that another program wrote in range. */
void ox_song_flow_mend(ox_song_flow *flow, const ox_song_data *data);

#endif

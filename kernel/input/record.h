/* Input records: what one player gives to one step, whoever the player is.
 *
 *     ox_input_sources_init(&sources, players, 2);                      every player: the devices
 *     ox_input_source_set(&sources, 1, (ox_input_source){"bot", bot_plays, &bot});
 *     each step:  ox_input_sources_step(&sources, tick);                fills record and input of every player
 *                 if (players[1].input.pressed & PLAT_A) jump(2);
 *
 * A record is a plain value, the same on every machine. Devices fill it, and so can a network, a replay, a demo or an
 * AI: the game reads players[i].input and cannot tell who filled it. A stream of records that is fed back plays the
 * game again. A source may be exchanged at any moment, between two steps; a button that the old source held and the
 * new one does not is released in that step.
 *
 * The devices' source takes one step out of the queues of input.h: relative movements belong to the first
 * step of a frame alone, buttons to all of them.
 *
 * (Madhav, Game Programming Algorithms and Techniques 1; Nystrom, Game Programming Patterns, "Command".) */
#ifndef OXCART_KERNEL_INPUT_RECORD_H
#define OXCART_KERNEL_INPUT_RECORD_H

#include "kernel/bytes/stream.h"
#include "kernel/input/input.h"

#define OX_PLAYERS_MAX 4u

typedef struct ox_input_record {
    uint32_t held;                /* PLAT_UP ... and OX_INPUT_POINTER */
    int16_t stick_x, stick_y;     /* as the device says, before the dead zone */
    int16_t pointer_x, pointer_y; /* pixels of the picture */
    int16_t dx, dy;               /* movement since the step before */
    int16_t drag_x, drag_y;       /* the part of the movement with the pointer held */
    int16_t wheel;
    plat_senses senses;
} ox_input_record;

/* The record of the step that ox_input_step made last. */
ox_input_record ox_input_recorded(const ox_input *input);

/* Makes the next step out of a record instead of polled input, which is dropped. The step's fields are then those
 * that the recorded step had. */
void ox_input_play(ox_input *input, const ox_input_record *record);

bool ox_input_record_same(const ox_input_record *a, const ox_input_record *b);

/* Senses as half words, in the order of their members, and back. */
void ox_input_senses_halves(const plat_senses *senses, uint16_t halves[PLAT_SENSES]);
void ox_input_senses_of(plat_senses *senses, const uint16_t halves[PLAT_SENSES]);

/* The state that steps depend on: buttons held, the repeat's count, and senses where there are any. For hashes and snapshots between steps;
 * changes that wait are not saved. OX_BAD_DATA changes nothing. */
void ox_input_save(const ox_input *input, ox_writer *to);
FX_MUST_CHECK ox_status ox_input_restore(ox_input *input, ox_reader *from);

/* ---- sources ---- */

/* The source of a player's records. `fill` gets a record with nothing pressed and fills it for this tick. */
typedef struct ox_input_source {
    const char *name;
    void (*fill)(void *context, uint32_t tick, ox_input_record *record); /* NULL: the devices */
    void *context;
} ox_input_source;

typedef struct ox_input_player {
    ox_input input;         /* input that the devices feed, and that the step reads */
    ox_input_record record; /* record of the step under way */
    ox_input_source source;
} ox_input_player;

typedef struct ox_input_sources {
    ox_input_player *players;
    uint32_t count;
    bool
        senses; /* the game reads senses; else what ports sense is left out, and no recording grows by keys that nobody asks for */
} ox_input_sources;

/* Begins the sources of 1 to 4 players, whose contents do not matter. OX_BAD_ARGUMENT for any other number. */
FX_MUST_CHECK ox_status ox_input_sources_init(ox_input_sources *sources, ox_input_player *players,
                                              uint32_t count);

/* Gives a player a source. OX_BAD_ARGUMENT for a number without a player. */
FX_MUST_CHECK ox_status ox_input_source_set(ox_input_sources *sources, uint32_t player,
                                            ox_input_source source);

/* Feeds what the devices of a player gave when they were polled (once a frame). */
void ox_input_sources_feed(ox_input_sources *sources, uint32_t player, const plat_input *polled);

/* Begins a step of every player. */
void ox_input_sources_step(ox_input_sources *sources, uint32_t tick);

/* The records of the step under way, one for each player. */
void ox_input_sources_recorded(const ox_input_sources *sources, ox_input_record records[OX_PLAYERS_MAX]);

#endif

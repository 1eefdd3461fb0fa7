/* Playing a recording again, and saying where it went another way.
 *
 *     ox_playback_fault fault;
 *     status = ox_playback_open(&playback, bytes, size, &fault);          undamaged, or fault.text says what is wrong
 *     status = ox_playback_start(&playback, &state, cart, rom, &fault);   the same cart, built alike
 *     ox_input_source_set(&sources, 0, ox_playback_source(&playback.players[0]));
 *     while (ox_playback_step(&playback)) {
 *         ox_input_sources_step(&sources, tick++);                        gives what was recorded
 *         simulate();
 *         if (!ox_playback_stepped(&playback, &fault)) show(fault.text);
 *     }
 *
 * The whole recording is checked before the first tick is played: a damaged recording is refused with the tick and the
 * offset. A recording that was cut off (the machine went down) plays up to its last check; fault.text says that it was
 * cut off, and the status is OX_OK.
 *
 * After each tick that has a check the state is compared. The first difference ends the playback, and the
 * fault tells it as exactly as the checks allow: with OX_CHECK_FIELDS the field and both values, with
 * OX_CHECK_OBJECTS the object, else the tick alone; with an interval of more than one tick the difference lies between
 * two ticks. */
#ifndef OXCART_KERNEL_REPLAY_PLAYBACK_H
#define OXCART_KERNEL_REPLAY_PLAYBACK_H

#include "kernel/replay/record.h"

/* What is wrong with a recording, or with what it made of the game. */
typedef struct ox_playback_fault {
    ox_status status; /* OX_OK: nothing */
    uint32_t tick;    /* the first tick that is known to be wrong */
    uint32_t right;   /* the last tick that is known to be right */
    size_t offset;    /* in the recording */
    /* The members below describe a difference. */
    const char *part; /* part of the state; NULL: not known, or a part without items */
    uint32_t id;      /* the item's */
    uint32_t type;    /* name of its type */
    int field;        /* number of the field in the type's table, -1: not known */
    uint32_t index;   /* of the value */
    int64_t was, is;
    char text[200]; /* one sentence */
} ox_playback_fault;

struct ox_playback;
typedef struct ox_playback_player {
    struct ox_playback *playback;
    uint32_t player;
} ox_playback_player;

typedef struct ox_playback {
    ox_recording_head head;
    ox_reader from;
    const ox_sim *state;
    uint32_t tick;      /* played so far */
    uint32_t end;       /* ticks that the recording has */
    uint32_t right;     /* the last tick whose check was passed */
    uint32_t next_tick; /* tick of the next record */
    uint32_t next_kind;
    uint32_t checks; /* passed */
#if !ROM_SMALL_PLAYER
    size_t bytes; /* of the recording with its end; the next one follows */
#endif
    bool whole; /* the recording has an end */
    bool differs;
    ox_input_record records[OX_PLAYERS_MAX]; /* of this tick */
    ox_playback_player players[OX_PLAYERS_MAX];
    /* Called with the commands that were recorded in this tick; may be NULL. */
    void (*commands)(void *context, const uint8_t *bytes, size_t size);
    void *commands_context;
} ox_playback;

/* Looks through the whole recording, which stays with the caller. OX_BAD_IMAGE: no recording;
 * OX_BAD_VERSION: of another version; OX_BAD_CHECKSUM and OX_BAD_DATA: damaged. *fault (may be NULL) tells
 * more. */
FX_MUST_CHECK ox_status ox_playback_open(ox_playback *playback, const void *bytes, size_t size,
                                         ox_playback_fault *fault);

/* Prepares to play from the start. The caller has brought the state to where the recording begins (the cart booted), or
 * the snapshot restores it. OX_BAD_VERSION when cart, image or format of the state differ from the recording's;
 * OX_BAD_DATA when the snapshot cannot be restored. */
FX_MUST_CHECK ox_status ox_playback_start(ox_playback *playback, const ox_sim *state, uint32_t cart,
                                          uint32_t rom, ox_playback_fault *fault);

/* Reads the input records of the next tick; false behind the last tick, and after a difference. */
bool ox_playback_step(ox_playback *playback);

/* Compares the state after a tick was run. False, and *fault, when the state is not what was recorded. */
bool ox_playback_stepped(ox_playback *playback, ox_playback_fault *fault);

/* The source for a player's input. */
void ox_playback_fill(void *player, uint32_t tick, ox_input_record *record);
static inline ox_input_source ox_playback_source(ox_playback_player *of) {
    return (ox_input_source){"replay", ox_playback_fill, of};
}

/* Goes on in a recording that a console replays: `options`, whose recording has ended, get the part behind it. True where none is replayed. False: the recording ends here, is
 * damaged there, or the game has gone another way. The module of recordings has this function. */
struct ox_module_host;
struct ox_boot_options;
bool ox_tape_turn(const struct ox_module_host *host, struct ox_boot_options *options);

#endif

/* Recordings: what the players did, tick by tick, so that a session can be played again to the bit.
 *
 *     ox_recording_head head = {.cart = id, .rom = checksum, .length = 1000000, .rate = 60, .players = 1,
 *                               .interval = 60, .detail = OX_CHECK_OBJECTS};
 *     status = ox_recorder_begin(&recorder, &head, &state, write_to_file, file);
 *     each tick:  ox_recorder_step(&recorder, records);             what the players give this tick
 *                 simulate(records);
 *                 ox_recorder_stepped(&recorder);                   checks, now and then
 *     status = ox_recorder_end(&recorder);
 *
 * A recording never holds the state of the world, but for checks: every `interval` ticks the hash of the state, and, as
 * `detail` says, a short hash of each item or all values of the items. So a playback that goes another way (playback.h)
 * can name the object and the field.
 *
 * FORMAT, all little-endian. The head, then records that begin with u16: kind << 12 | ticks since the record before
 * (for more than 4095 ticks a record of kind 10 stands between). Ticks count simulated steps; a tick's input and
 * commands have the number of ticks that were run before it.
 *
 *     head      "OXRP", u16 version 1, u16 bytes of the head; u32 cart, rom, format, seed, start, first tick;
 *               u32 length, u32 rate of a step (loop.h); u8 kind of start, u8 players, u8 detail, u8 0; u16 interval, u16 0;
 *               u32 bytes of the snapshot; the snapshot; u32 sum
 *     0..3      player 0..3: u16 buttons from this tick on (bit 15: the pointer's)
 *     4..7      player 0..3: u16 mask, then an i16 for each of its bits: stick x, y, pointer x, y, dx, dy, drag x, y, wheel
 *     8         commands of this tick: u16 bytes, and the bytes (a group of kernel/command/command.h)
 *     9         check: u32 hash of the state; detail 1: u16 items, for each u32 id, u16 hash; detail 2: u16 items, for
 *               each u32 id, u32 type, u16 bytes, values; then u32 sum
 *     10        nothing
 *     11..14    player 0..3: u32 mask, then a u16 for each of its bits: the half words of plat_senses, in the order of its members
 *     15        the end: u32 sum
 *
 * Behind the end may stand the recording of the game that took this one's place, from its head on (kernel/carts/module.h).
 *
 * A sum is the FNV-1a of all bytes since the sum before. Buttons that change 10 times a second take 2,400
 * bytes a minute, checks of hashes every second 600.
 *
 * (Madhav 1, 12; Nystrom, "Command"; GEA 7.5.) Cost of a tick in which nothing changes: 60 instructions. */
#ifndef OXCART_KERNEL_REPLAY_RECORD_H
#define OXCART_KERNEL_REPLAY_RECORD_H

#include "kernel/input/record.h"
#include "kernel/replay/state.h"

#define OX_RECORDING_VERSION 1u
#define OX_RECORDING_HEAD 56u /* bytes, without snapshot and sum */
#define OX_RECORDING_MAGIC 0x5052584Fu

/* Kinds of records, as above. */
enum {
    OX_REPLAY_BUTTONS = 0, /* + player */
    OX_REPLAY_AXES = 4,    /* + player */
    OX_REPLAY_COMMANDS = 8,
    OX_REPLAY_CHECK = 9,
    OX_REPLAY_WAIT = 10,
    OX_REPLAY_SENSES = 11, /* + player */
    OX_REPLAY_END = 15,
    OX_REPLAY_WAIT_MOST = 4095,
    OX_REPLAY_AXIS_COUNT = 9
};

typedef enum ox_check_detail {
    OX_CHECK_HASH,
    OX_CHECK_OBJECTS, /* 6 bytes an item */
    OX_CHECK_FIELDS,  /* 10 bytes an item and its values */
    OX_CHECK_DETAILS
} ox_check_detail;

/* The state that the recording begins with. */
typedef enum ox_recording_start {
    OX_START_BOOT,       /* the cart as it boots; `start` names its scene */
    OX_START_CHECKPOINT, /* a checkpoint of the cart; `start` names it */
    OX_START_SNAPSHOT,   /* the state that follows the head */
    OX_START_KINDS
} ox_recording_start;

typedef struct ox_recording_head {
    uint32_t cart, rom; /* id of the cart, checksum of its image */
    uint32_t format;    /* ox_sim_format; filled by begin */
    uint32_t seed;
    uint32_t start;
    uint32_t first_tick;   /* number of the first tick */
    uint32_t length, rate; /* of a step, as in loop.h */
    ox_recording_start start_kind;
    ox_check_detail detail;
    uint32_t players;     /* 1 to 4 */
    uint32_t interval;    /* ticks between checks, 1..65535 */
    const void *snapshot; /* OX_START_SNAPSHOT: what ox_sim_save wrote */
    uint32_t snapshot_bytes;
} ox_recording_head;

/* Takes the next bytes of a recording; false when the sink cannot take them, and the recorder stops. */
typedef bool ox_recording_sink(void *context, const void *bytes, size_t size);

typedef struct ox_recorder {
    ox_recording_head head;
    const ox_sim *state;
    ox_recording_sink *sink;
    void *context;
    ox_input_record last[OX_PLAYERS_MAX];
    uint32_t tick;    /* ticks recorded so far */
    uint32_t written; /* tick of the last record */
    uint32_t sum;
    size_t bytes;   /* put out so far */
    bool recording; /* true between begin and end while the sink takes everything */
} ox_recorder;

/* Writes the head and the snapshot. OX_BAD_ARGUMENT for a head out of range, OX_UNSUPPORTED for a snapshot
 * of a state that is not portable, OX_IO_ERROR when the sink refused. */
FX_MUST_CHECK ox_status ox_recorder_begin(ox_recorder *recorder, const ox_recording_head *head,
                                          const ox_sim *state, ox_recording_sink *sink, void *context);

/* Records the players' input of the tick that is to be run now. */
void ox_recorder_step(ox_recorder *recorder, const ox_input_record *records);

/* Records commands of the tick that came from elsewhere, up to 65535 bytes; called after ox_recorder_step. */
void ox_recorder_commands(ox_recorder *recorder, const void *bytes, size_t size);

/* Counts the tick that was run, and records a check when one is due. */
void ox_recorder_stepped(ox_recorder *recorder);

/* Writes the end and clears the recorder. OX_IO_ERROR when the sink refused anything since begin; OX_BAD_STATE when the
 * recorder was not begun. */
FX_MUST_CHECK ox_status ox_recorder_end(ox_recorder *recorder);

/* A sink that fills memory; `used` counts on when the memory is full. */
typedef struct ox_recording_memory {
    uint8_t *bytes;
    size_t size, used;
} ox_recording_memory;
bool ox_recording_to_memory(void *recording_memory, const void *bytes, size_t size);

#endif

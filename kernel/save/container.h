/* The save container: slots of saved games that survive a power cut at any byte.
 *
 *     ox_saves_config config = {.device = ox_save_device_of(platform), .cart = rom.cart, .major = 1,
 *         .slots = 3, .room = 4096};
 *     ox_saves_init(&saves, &config, arena);
 *
 *     ox_saves_clear(&saves);                                       begins the records of a save
 *     ox_saves_add(&saves, &hero_type, &hero);                      a record by its descriptor (kernel/type/type.h)
 *     ox_writer *w = ox_saves_open(&saves, SID("timers"), 1);       a record by a save function of the kernel
 *     ox_timers_save(&timers, w);
 *     ox_saves_close(&saves);
 *     ox_saves_write(&saves, 0);
 *     each tick:  if (ox_saves_busy(&saves)) ox_saves_step(&saves, 64);      then saves.result tells
 *
 *     status = ox_saves_read(&saves, 0);                            OX_OK, or saves.why says what is wrong
 *     ox_saves_get(&saves, &hero_type, &hero);
 *     ox_reader r;
 *     if (ox_saves_find(&saves, SID("timers"), 1, &r) == OX_OK) status = ox_timers_restore(&timers, &r);
 *
 * SAFETY. Each slot has two copies. A write goes to the copy that is not the newest good one: it takes away the copy's
 * head, writes the body and reads it back, and writes the head last. The newest copy whose head and body are undamaged
 * is the slot's game. So whenever the power goes, the old game is there, or the new one. Head, body and each record
 * have CRC-32 checksums: a flipped bit is noticed, and the other copy is taken. If both copies are damaged, the slot is
 * refused with a sentence, and defaults are the caller's business.
 *
 * VERSIONS. The head names the cart and the version of its saves. Saves of other carts, and saves of a later major
 * version, are refused by name. Records are found by name, and fields of a record by name: a field that an older game
 * did not have gets its default, a field that only a newer game has is skipped (ox_type_load). A record's version is
 * 256 * major + minor; a record of a later major version is refused by name: OX_BAD_VERSION.
 *
 * BYTES are little-endian, so files may be carried from machine to machine. A copy:
 *
 *     u32 "OXSV", u32 cart, u16 major, u16 minor, u32 sequence, u32 stored bytes, u32 unpacked bytes,
 *     u32 CRC-32 of the stored bytes, u32 CRC-32 of the head before it
 *     stored bytes: LZ (codec 2 of rom/FORMAT.md), or not packed when both numbers are equal
 *     unpacked, for each record: u32 name, u16 version, u16 0, u32 bytes, u32 CRC-32 of these 12 bytes and
 *         the record, the record
 *
 * Slot s has its copies at 2 s and 2 s + 1 times ox_saves_copy_bytes. Settings and profiles are saved in slots, too.
 *
 * A write, with packing and checking of the copies, is cut into steps of so many bytes, so that it never holds up a
 * frame. MEMORY: twice `room`, and 560 bytes. (GEA 5.5.) */
#ifndef OXCART_KERNEL_SAVE_CONTAINER_H
#define OXCART_KERNEL_SAVE_CONTAINER_H

#include "kernel/bytes/stream.h"
#include "kernel/debug/log.h"
#include "kernel/save/device.h"
#include "kernel/save/pack.h"
#include "kernel/type/type.h"

enum { OX_SAVES_SLOTS = 16, OX_SAVES_HEAD = 32, OX_SAVES_RECORD = 16, OX_SAVES_WHY = 112 };

typedef struct ox_saves_config {
    ox_save_device device;
    uint32_t cart;         /* id of the cart */
    uint16_t major, minor; /* version of the game's saves */
    uint32_t slots;        /* 1..OX_SAVES_SLOTS */
    uint32_t room;         /* bytes of a game with all its records, unpacked; up to OX_PACK_MAX */
    ox_log *log;           /* may be NULL */
} ox_saves_config;

/* The head of a copy, as numbers. */
typedef struct ox_saves_head {
    uint32_t sequence, stored, full;
    uint16_t major, minor;
    uint32_t crc;
} ox_saves_head;

typedef enum ox_saves_phase {
    OX_SAVES_IDLE,
    OX_SAVES_LOOK, /* finds the copy to keep */
    OX_SAVES_PACK,
    OX_SAVES_CLEAN, /* takes the other copy's head away */
    OX_SAVES_BODY,
    OX_SAVES_LAST /* the head */
} ox_saves_phase;

/* A container; its members are read only for the owner. */
typedef struct ox_saves {
    ox_saves_config config;
    uint8_t *bytes, *packed; /* `room` each */
    ox_writer writer;
    uint32_t open;  /* where the open record begins, or UINT32_MAX */
    uint32_t ready; /* bytes of whole records */
    ox_packer packer;
    ox_saves_phase phase;
    uint32_t slot, copy; /* slot and copy that are written or checked */
    uint32_t at, crc;    /* of the phase */
    const uint8_t *body;
    ox_saves_head head;     /* head of the copy that is written or checked */
    bool keeps, seen;       /* a good copy was found; a copy with a sequence was found */
    uint32_t sequence;      /* the highest sequence of the copies, other versions' included */
    ox_status result;       /* of the last write */
    char why[OX_SAVES_WHY]; /* one sentence about the last failure, or "" */
} ox_saves;

/* Bytes that each copy can have, head included; 0: the device is too small for config's slots. */
uint32_t ox_saves_copy_bytes(const ox_saves_config *config);

/* Begins a container in memory of the arena. OX_UNSUPPORTED: the port has no storage device, or no room for so many
 * slots on it; OX_BAD_ARGUMENT: slots or room out of range; OX_OUT_OF_MEMORY; OX_BAD_STATE, asserted: the device has a
 * container, and two would overwrite each other's copies. */
FX_MUST_CHECK ox_status ox_saves_init(ox_saves *saves, const ox_saves_config *config, ox_arena *arena);

/* Releases the device for another container, and clears the record. A write under way is given up: the old game
 * stays. */
void ox_saves_end(ox_saves *saves);

/* ---- records to be saved ---- */

/* Forgets all records; not allowed while a write is under way. */
void ox_saves_clear(ox_saves *saves);

/* Begin and end a record; one record is open at a time. ox_saves_write notices records that do not fit. */
ox_writer *ox_saves_open(ox_saves *saves, ox_id name, uint32_t version);
void ox_saves_close(ox_saves *saves);

/* Adds a record by its descriptor: the OX_SAVE fields under the type's name and version. */
void ox_saves_add(ox_saves *saves, const ox_type *type, const void *record);

/* ---- writing ---- */

/* Begins to write the records into a slot. OX_FULL, with a sentence: the records are larger than the room;
 * OX_BAD_STATE: a write is under way, or a record is open; OX_BAD_ARGUMENT: no such slot. */
FX_MUST_CHECK ox_status ox_saves_write(ox_saves *saves, uint32_t slot);

static inline bool ox_saves_busy(const ox_saves *saves) { return saves->phase != OX_SAVES_IDLE; }

/* Goes on with about `quota` bytes, at least 1; false when the write is over. Then `result` is OX_OK; OX_FULL when the
 * game is larger than a copy; or OX_IO_ERROR. After a failure the old game is still there. */
bool ox_saves_step(ox_saves *saves, uint32_t quota);

/* Does the rest of a write at once; returns its result. */
ox_status ox_saves_finish(ox_saves *saves);

/* Erases both copies of a slot at once. */
FX_MUST_CHECK ox_status ox_saves_erase(ox_saves *saves, uint32_t slot);

/* ---- reading ---- */

/* Reads a slot into the room; records that were to be saved are forgotten. OX_NOT_FOUND: nothing was ever saved in the
 * slot; OX_BAD_CHECKSUM: no copy of this cart's game is undamaged; OX_BAD_VERSION: the save is of another cart, or of a
 * later major version; OX_FULL: the save is larger than the room; OX_IO_ERROR: the device cannot be read. Each of these puts a
 * sentence into `why`. OX_BAD_ARGUMENT: no such slot; OX_BAD_STATE while a write is under way. */
FX_MUST_CHECK ox_status ox_saves_read(ox_saves *saves, uint32_t slot);

/* The bytes of a record of the slot that was read. OX_NOT_FOUND: no such record; OX_BAD_VERSION: the record has a later
 * major version than `version`.
 */
FX_MUST_CHECK ox_status ox_saves_find(ox_saves *saves, ox_id name, uint32_t version, ox_reader *from);

/* Reads a record by its descriptor. OX_NOT_FOUND: the record has the default values now. OX_BAD_VERSION, OX_BAD_DATA:
 * the record is unchanged. */
FX_MUST_CHECK ox_status ox_saves_get(ox_saves *saves, const ox_type *type, void *record);

#endif

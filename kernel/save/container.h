/* The save container: slots of saved games that survive a power cut at any byte.
 *
 *     ox_saves_config config = {.device = ox_save_device_of(platform), .cart = rom.cart, .major = 1,
 *         .slots = 3, .room = 4096};
 *     ox_saves_init(&saves, &config, arena);
 *
 *     ox_saves_clear(&saves);                                       what is to be saved, as records
 *     ox_saves_add(&saves, &hero_type, &hero);                      by its descriptor (kernel/type/type.h)
 *     ox_writer *w = ox_saves_open(&saves, SID("timers"), 1);       or by a save function of the kernel
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
 * SAFETY. Each slot has two copies. A write takes the one that is not the newest good one: takes away its
 * head, writes the body and reads it back, and writes the head last. The newest copy whose head and body are
 * whole is the slot. So whenever the power goes, the old game is there, or the new one. Head and body have
 * CRC-32 checksums, and so has each record: whatever bit flips is noticed, and the other copy is taken. Are
 * both bad, the slot is refused with a sentence, and defaults are the caller's business.
 *
 * VERSIONS. The head names the cart and the version of its saves. Other carts' saves, and those of a later
 * major version, are refused by name. Records are found by name, and fields of a record by name: what an
 * older game did not have gets its default, what a newer one has besides is skipped (ox_type_load). A
 * record's version is 256 * major + minor; one of a later major version is refused by name: OX_BAD_VERSION.
 *
 * BYTES, little-endian, so files may be carried from machine to machine. A copy:
 *
 *     u32 "OXSV", u32 cart, u16 major, u16 minor, u32 sequence, u32 stored bytes, u32 unpacked bytes,
 *     u32 CRC-32 of the stored bytes, u32 CRC-32 of the head before it
 *     stored bytes: LZ (codec 2 of rom/FORMAT.md), or as they are when both numbers are equal
 *     unpacked, for each record: u32 name, u16 version, u16 0, u32 bytes, u32 CRC-32 of these 12 bytes and
 *         the record, the record
 *
 * Slot s has its copies at 2 s and 2 s + 1 times ox_saves_copy_bytes. Settings and profiles are slots like
 * others.
 *
 * Writing is cut into steps of so many bytes, packing and looking included, so that it never holds up a
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
    uint16_t major, minor; /* of what it saves */
    uint32_t slots;        /* 1..OX_SAVES_SLOTS */
    uint32_t room;         /* bytes of a game with all its records, unpacked; up to OX_PACK_MAX */
    ox_log *log;           /* may be NULL */
} ox_saves_config;

/* What the head of a copy says. */
typedef struct ox_saves_head {
    uint32_t sequence, stored, full;
    uint16_t major, minor;
    uint32_t crc;
} ox_saves_head;

typedef enum ox_saves_phase {
    OX_SAVES_IDLE,
    OX_SAVES_LOOK, /* which copy is to be kept */
    OX_SAVES_PACK,
    OX_SAVES_CLEAN, /* the other one's head goes */
    OX_SAVES_BODY,
    OX_SAVES_LAST /* the head */
} ox_saves_phase;

/* Read only. */
typedef struct ox_saves {
    ox_saves_config config;
    uint8_t *bytes, *packed; /* `room` each */
    ox_writer writer;
    uint32_t open;  /* where the record that is open begins, or UINT32_MAX */
    uint32_t ready; /* bytes of whole records */
    ox_packer packer;
    ox_saves_phase phase;
    uint32_t slot, copy; /* being written, or looked at */
    uint32_t at, crc;    /* of the phase */
    const uint8_t *body;
    ox_saves_head head;     /* of the copy in hand */
    bool keeps, seen;       /* a good copy was found; any copy that says its number */
    uint32_t sequence;      /* the highest of those, other versions' included */
    ox_status result;       /* of the last write */
    char why[OX_SAVES_WHY]; /* one sentence about the last failure, or "" */
} ox_saves;

/* Bytes that each copy can have, head included; 0: the device is too small for so many slots. */
uint32_t ox_saves_copy_bytes(const ox_saves_config *config);

/* OX_UNSUPPORTED: the device has no room for so many slots, or there is none; OX_BAD_ARGUMENT; OX_OUT_OF_MEMORY;
 * OX_BAD_STATE, asserted: the device has a container, and two would overwrite each other's copies. */
FX_MUST_CHECK ox_status ox_saves_init(ox_saves *saves, const ox_saves_config *config, ox_arena *arena);

/* Gives the device free for another container, and is clear. A write under way is given up: the old game stays. */
void ox_saves_end(ox_saves *saves);

/* ---- records to be saved ---- */

/* Forgets all records; not while writing. */
void ox_saves_clear(ox_saves *saves);

/* Begins a record, and ends it. What does not fit is noticed by ox_saves_write. One is open at a time. */
ox_writer *ox_saves_open(ox_saves *saves, ox_id name, uint32_t version);
void ox_saves_close(ox_saves *saves);

/* A record by its descriptor: its OX_SAVE fields under the type's name and version. */
void ox_saves_add(ox_saves *saves, const ox_type *type, const void *record);

/* ---- writing ---- */

/* Begins to write the records into a slot. OX_FULL, with a sentence: they are more than the room or the slot;
 * OX_BAD_STATE: a write is under way, or a record is open; OX_BAD_ARGUMENT: no such slot. */
FX_MUST_CHECK ox_status ox_saves_write(ox_saves *saves, uint32_t slot);

static inline bool ox_saves_busy(const ox_saves *saves) { return saves->phase != OX_SAVES_IDLE; }

/* Goes on with about `quota` bytes, at least 1; false when it is over: then `result` is OX_OK or OX_IO_ERROR,
 * and the old game is still there. */
bool ox_saves_step(ox_saves *saves, uint32_t quota);

/* All the rest at once. Returns the result. */
ox_status ox_saves_finish(ox_saves *saves);

/* Takes a slot's games away, at once. */
FX_MUST_CHECK ox_status ox_saves_erase(ox_saves *saves, uint32_t slot);

/* ---- reading ---- */

/* Reads a slot into the room; records that were to be saved are gone. OX_NOT_FOUND: nothing was ever saved
 * there; OX_BAD_CHECKSUM: both copies are damaged; OX_BAD_VERSION: of another cart, or of a later major
 * version; OX_FULL: more than the room; OX_IO_ERROR; OX_BAD_STATE while writing; each with a sentence in
 * `why`. */
FX_MUST_CHECK ox_status ox_saves_read(ox_saves *saves, uint32_t slot);

/* The bytes of a record of what was read, for versions up to that one's major. OX_NOT_FOUND, OX_BAD_VERSION.
 */
FX_MUST_CHECK ox_status ox_saves_find(ox_saves *saves, ox_id name, uint32_t version, ox_reader *from);

/* A record by its descriptor. OX_NOT_FOUND: it has the default values now. OX_BAD_VERSION, OX_BAD_DATA: it is
 * unchanged. */
FX_MUST_CHECK ox_status ox_saves_get(ox_saves *saves, const ox_type *type, void *record);

#endif

/* Type descriptors: the fields of a record, described once, for all code that handles records of any type.
 *
 *     typedef struct ghost { int16_t health; uint16_t speed; vec3 place; ox_handle target; } ghost;
 *     static const ox_field ghost_fields[] = {
 *         OX_FIELD(ghost, health, OX_I16, OX_SIM, .initial = 15, .low = 0, .high = 100),
 *         OX_FIELD(ghost, speed, OX_U16, OX_SIM, .initial = 3),
 *         OX_FIELD(ghost, place, OX_FX, OX_SIM),                        three numbers: count = 3
 *         OX_FIELD(ghost, target, OX_LINK, OX_SIM | OX_CLONE_NONE),
 *     };
 *     static const ox_type ghost_type = OX_TYPE(ghost, ghost_fields, 1);
 *
 *     ox_type_reset(&ghost_type, &g);                         the initial values
 *     hash = ox_type_hash(&ghost_type, &g, hash);             hash of the fields with OX_HASH: the state hash
 *     ox_type_dump(&ghost_type, &g, &text);                   "health 15 speed 3 place 0 0 0 target 0"
 *     size_t bytes = ox_type_save(&ghost_type, &g, NULL, OX_SAVE, image, sizeof image);
 *     status = ox_type_load(&ghost_type, &g, NULL, image, bytes);
 *     ox_field_set(ox_type_field(&ghost_type, OX_NAME("speed")), &g, 0, 7);        editors, consoles, scripts
 *
 * A descriptor is const data. Adding a line to the table is all it takes to have a field dumped, compared,
 * hashed, saved, sent and cloned. Values pass as int64_t, whatever their kind; in streams they are
 * little-endian and as wide as their kind, so records may be exchanged between machines of any byte order and
 * word size. Use fixed-width members, widest first: then offsets are the same everywhere (up to 65,535 bytes
 * a record). Pointers are no fields: keep handles (OX_LINK), name ids (OX_NAME_ID) or indices. Padding is
 * never read.
 *
 * A field whose bytes are no multiple of its kind does not compile; ox_type_check finds the other mistakes.
 *
 * Cost, Cortex-M3 instructions for a record of two 32-bit numbers: hash 120, save 930, load 720, dump 1,430;
 * a field by its name, get and set 135 (tests/bench/kernel_world.sh). Bytes of a field: 24, and 4 in debug
 * builds for its text. (GEA 14.1, 14.3; FNV-1a: Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo.) */
#ifndef OXCART_KERNEL_TYPE_TYPE_H
#define OXCART_KERNEL_TYPE_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/bytes/fnv.h"
#include "kernel/memory/status.h"
#include "kernel/names/id.h"
#include "kernel/text/buffer.h"
#include "kernel/type/name.h"

/* ---- fields ---- */

/* Kinds; the low four bits are the logarithm of the bytes of one value. Numbers are stable: they stand in
 * saves. */
typedef enum ox_kind_of_field {
    OX_U8 = 0x00,
    OX_U16 = 0x01,
    OX_U32 = 0x02,
    OX_U64 = 0x03, /* dumped and compared as an int64_t */
    OX_I8 = 0x10,
    OX_I16 = 0x11,
    OX_I32 = 0x12,
    OX_I64 = 0x13,
    OX_FX = 0x22,      /* Q16.16 */
    OX_BOOL = 0x30,    /* bool: 0 or 1 */
    OX_ANGLE = 0x41,   /* ang16 */
    OX_NAME_ID = 0x52, /* ox_id */
    OX_LINK = 0x62     /* ox_handle, or its bits */
} ox_kind_of_field;

#define OX_FIELD_SIZE(kind) (1u << ((kind)&0xFu))

/* Flags of a field. */
enum {
    OX_SAVE = 1,        /* saved in games */
    OX_HASH = 2,        /* in the state hash. Cosmetic fields lack it and may not influence the simulation */
    OX_NETWORK = 4,     /* sent over networks */
    OX_REWIND = 8,      /* in key snapshots */
    OX_SIM = 15,        /* all flags above */
    OX_CLONE_OWN = 16,  /* the thing named is owned and cloned with its owner; else a clone shares it */
    OX_CLONE_NONE = 32, /* 0 in a clone */
    OX_ENGINE =
        64 /* a number of the engine's own tables, which data of the game may not set (ox_type_open_field) */
};

typedef struct ox_field {
    ox_id name;
    uint16_t offset, bytes; /* bytes: of all values; bytes / OX_FIELD_SIZE(kind) values */
    uint8_t kind, flags;
    uint16_t since;             /* version of the type that brought the field; for people */
    int32_t initial, low, high; /* for every value; low = high = 0: the kind's own range */
#if OX_DEBUG
    const char *text; /* the field's name in letters */
#endif
} ox_field;

#if OX_DEBUG
#define OX_FIELD_TEXT(literal) .text = literal,
#else
#define OX_FIELD_TEXT(literal)
#endif

/* The row of a member of a record type; names have 1 to 24 small letters, digits and underscores. Further members of
 * ox_field may follow. */
#define OX_FIELD(record, member, kind_, ...)                                                                 \
    {                                                                                                        \
        OX_FIELD_TEXT(#member).name = OX_NAME(#member), .offset = (uint16_t)offsetof(record, member),        \
        .bytes =                                                                                             \
            (uint16_t)(sizeof(((record *)0)->member) * sizeof(char[OX_FIELD_FITS(record, member, kind_)])),  \
        .kind = (uint8_t)(kind_), .flags = __VA_ARGS__                                                       \
    }
/* The row of a member that lies in a record within, by a name of its own: OX_FIELD_IN(mover, clock.start, "start", OX_U32, OX_SIM). */
#define OX_FIELD_IN(record, path, name_, kind_, ...)                                                         \
    {                                                                                                        \
        OX_FIELD_TEXT(name_).name = OX_NAME(name_), .offset = (uint16_t)offsetof(record, path),              \
        .bytes = (uint16_t)(sizeof(((record *)0)->path) * sizeof(char[OX_FIELD_FITS(record, path, kind_)])), \
        .kind = (uint8_t)(kind_), .flags = __VA_ARGS__                                                       \
    }
#define OX_FIELD_FITS(record, member, kind)                                                                  \
    (sizeof(((record *)0)->member) % OX_FIELD_SIZE(kind) == 0 && sizeof(record) <= 65535u ? 1 : -1)

static inline uint32_t ox_field_count(const ox_field *field) {
    return (uint32_t)field->bytes >> (field->kind & 0xFu);
}

/* Value `index` of a field. An index out of range asserts and gives 0. */
int64_t ox_field_get(const ox_field *field, const void *record, uint32_t index);

/* Sets value `index` of a field. OX_BAD_ARGUMENT, and nothing is changed, when `field` is NULL, or the index or value
 * is out of range; ox_field_put sets the nearest value in the field's range, and an index out of range asserts. */
int64_t ox_field_clamp(const ox_field *field, int64_t value); /* the nearest value in the field's range */
FX_MUST_CHECK ox_status ox_field_set(const ox_field *field, void *record, uint32_t index, int64_t value);
void ox_field_put(const ox_field *field, void *record, uint32_t index, int64_t value);

/* ---- types ---- */

typedef struct ox_type {
    ox_id name;
    uint16_t size, version;
    const ox_field *fields;
    uint32_t count;
#if OX_DEBUG
    const char *text;
#endif
} ox_type;

#define OX_TYPE(record, table, version_)                                                                     \
    {                                                                                                        \
        OX_FIELD_TEXT(#record).name = OX_NAME(#record), .size = (uint16_t)sizeof(record),                    \
        .version = (version_), .fields = (table), .count = (uint32_t)(sizeof(table) / sizeof((table)[0]))    \
    }

/* OX_BAD_DATA, and a sentence in *why (may be NULL), for fields that lie outside, overlap or share a name,
 * unknown kinds, initial values out of range, and in debug builds names that are not the ids of their texts. The check
 * is for tests and start-up. */
FX_MUST_CHECK ox_status ox_type_check(const ox_type *type, ox_text *why);

/* The field with that name, or NULL. A walk over the table. */
const ox_field *ox_type_field(const ox_type *type, ox_id name);

/* The field with that name, or NULL, also for OX_ENGINE fields, which data (levels, scenes) may not set. Type NULL
 * gives NULL. */
const ox_field *ox_type_open_field(const ox_type *type, ox_id name);

/* Sets the initial values; all other bytes become 0. */
void ox_type_reset(const ox_type *type, void *record);

/* Brings values back into their ranges (after a change of breed, or of rules); returns how many were outside. */
uint32_t ox_type_clamp(const ox_type *type, void *record);

/* Continues a hash over the fields that have OX_HASH, in the order of the table. */
uint32_t ox_type_hash(const ox_type *type, const void *record, uint32_t hash);

/* The first field with any of `flags` (0: any field) whose values differ; -1 when all are equal. */
int ox_type_compare(const ox_type *type, const void *a, const void *b, uint32_t flags);

/* Appends "name value" for every field, with blanks between; names are #ids in release builds. */
void ox_type_dump(const ox_type *type, const void *record, ox_text *text);

/* ---- clones ---- */

/* Makes a copy of the thing that an OX_CLONE_OWN field names and returns the field's value for the copy; `value` is not
 * 0. */
typedef int64_t ox_type_cloner(void *context, const ox_field *field, int64_t value);

/* A plain copy (template and clone share what their fields name), except that OX_CLONE_NONE fields are 0 and
 * OX_CLONE_OWN fields get the cloner's values. Without a cloner OX_CLONE_OWN fields are 0, so that nothing has two
 * owners.
 */
void ox_type_clone(const ox_type *type, void *to, const void *from, ox_type_cloner *cloner, void *context);

/* ---- save, load, send: type_save.c ---- */

/* Writes the fields that have any of `flags`, and of these only fields that differ from `base` unless `base` is NULL (a
 * spawner's values, the state the other side has). Returns the bytes needed, at most 6, and for each field 6 and its
 * values; when they are more than `size`, nothing is written.
 *
 *     u32 type's name, u16 number of fields, then for each: u32 name, u8 kind, u8 number of values, the
 * values
 *
 * Fields have at most 255 values. */
size_t ox_type_save(const ox_type *type, const void *record, const void *base, uint32_t flags, void *bytes,
                    size_t size);

/* Reads the bytes of ox_type_save. Fields that are missing in the bytes get their value in `base` (NULL: their initial
 * value; the record itself: they stay as they are). Fields unknown to the type are skipped; values of other kinds are
 * converted and clamped, so older and newer saves load. *used (may be NULL) is the number of bytes read. OX_BAD_DATA,
 * and the record is not touched, for bytes that end too early or belong to another type. */
FX_MUST_CHECK ox_status ox_type_load(const ox_type *type, void *record, const void *base, const void *bytes,
                                     size_t size, size_t *used);

#endif

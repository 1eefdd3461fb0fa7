/* Handles: numbers that name objects, notice their death, and fit a register, a message or a saved game.
 *
 *     OX_HANDLE_KIND(shot_handle);                             a type of its own: kinds do not mix
 *     OX_HANDLE_TABLE(shots, shot_handle, shot, OX_HANDLE_CHECKED);        shots_acquire, shots_get, ...
 *
 *     ox_handles_config config = {.capacity = 64, .size = sizeof(shot)};
 *     ox_handles table;
 *     ox_handles_init(&table, &config, ox_arena_push_low(arena, ox_handles_bytes(&config), 8),
 *                     ox_handles_bytes(&config));
 *     shot_handle handle;
 *     shot *s = shots_acquire(&table, &handle);         NULL when all 64 are out: a normal outcome
 *     s = shots_get(&table, handle);                    debug builds assert when the shot is gone
 *     s = shots_try_get(&table, handle);                NULL when the shot is gone: for messages and targets
 *     shots_release(&table, handle);
 *
 * A handle holds the slot of its object in the low bits and a generation above; all zero is "none". The default form
 * has 16 bits of each, and its generations come from one counter of the table: 1, 2, ... 65,535, then 1 again. The
 * two compact forms fit 16 bits (10 of slot and 6 of generation, or 8 and 8); there each slot counts for itself, and
 * the slot that has been free longest is taken first, so that a generation comes round as late as possible. When a
 * generation comes round an old handle could pass for a new one: such wraps are counted and debug builds assert, or,
 * with OX_HANDLES_RETIRE, a slot is never used again after its last generation (in the default form each slot counts
 * for itself then as well).
 *
 * A table keeps one word a slot: the handle of a live slot; for a free slot a word that is no handle of that slot,
 * with the next free slot inside. So one comparison refuses handles that are stale, forged, out of range or of
 * generation 0. Handles of other kinds than the table's are refused by the compiler when they go through the typed
 * functions. (Scott Bilas, Game Programming Gems 1.6; GEA 5.2.2.2 and 14.5.3.)
 *
 * Objects are not constructed: the taker initialises. For large or relocatable objects let the table hold
 * pointers (OX_HANDLE_TABLE with the type `thing *`): acquire gives the place for the pointer, and a move
 * stores the new one.
 *
 * Cost, Cortex-M3: get and try_get 7 instructions in line (8 or 9 where the size of an object is no power of
 * two), acquire and release 134 together (tests/bench/names.sh). Memory a slot besides its object: 4 bytes
 * for the word (slots rounded up to a power of two) and 1 bit; 2 with OX_HANDLES_COUNTED; 8 to 12 with
 * OX_HANDLES_NAMED; 2 with OX_HANDLES_RETIRE in the default form. */
#ifndef OXCART_KERNEL_HANDLE_HANDLE_H
#define OXCART_KERNEL_HANDLE_HANDLE_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/bytes/bits.h"
#include "kernel/memory/status.h"

/* ---- kinds ---- */

/* OX_HANDLE_KIND makes a type with one member, `bits`; {0} is none, and equal bits are equal handles. */
#define OX_HANDLE_KIND(kind)                                                                                 \
    typedef struct kind {                                                                                    \
        uint32_t bits;                                                                                       \
    } kind
#define OX_HANDLE_KIND_COMPACT(kind)                                                                         \
    typedef struct kind {                                                                                    \
        uint16_t bits;                                                                                       \
    } kind

typedef enum ox_handle_form {
    OX_HANDLE_16_16, /* up to 65,535 slots */
    OX_HANDLE_10_6,  /* up to 1,024 slots */
    OX_HANDLE_8_8    /* up to 256 slots */
} ox_handle_form;

/* Handles of the default form, taken apart and put together. */
static inline uint32_t ox_handle_slot(uint32_t bits) { return bits & 0xFFFFu; }
static inline uint32_t ox_handle_generation(uint32_t bits) { return bits >> 16; }
static inline uint32_t ox_handle_make(uint32_t slot, uint32_t generation) {
    FX_ASSERT_MSG(slot <= 0xFFFFu && generation - 1u < 0xFFFFu, "slot %u, generation %u", (unsigned)slot,
                  (unsigned)generation);
    return generation << 16 | (slot & 0xFFFFu);
}

/* ---- tables ---- */

enum {
    OX_HANDLES_COUNTED = 1, /* references are counted: acquire sets 1, release frees at 0 */
    OX_HANDLES_NAMED = 2,   /* objects can have a name id and are found by it */
    OX_HANDLES_RETIRE = 4   /* slots end after their last generation instead of beginning again */
};

/* The byte with which debug builds fill objects that were given back. */
#define OX_HANDLE_POISON 0xDDu

typedef struct ox_handles_config {
    uint32_t capacity; /* slots */
    uint32_t size;     /* bytes of an object, from 1; objects are aligned to 8 when this is a multiple of 8 */
    uint8_t form;      /* ox_handle_form */
    uint8_t options;   /* OX_HANDLES_... */
    /* Called once when an object's life ends, before its memory is reused; its handle names nothing any more.
     * It may release other handles. NULL: nothing is called. */
    void (*destroy)(void *context, void *object, uint32_t bits);
    void *context;
} ox_handles_config;

/* A table of handles. Read only; the functions below change it. */
typedef struct ox_handles {
    uint32_t *keys; /* mask + 1 words, one for each slot */
    uint32_t mask;
    uint8_t *objects;
    uint32_t stride;
    uint16_t *counts; /* with OX_HANDLES_COUNTED: references */
    uint16_t *last;   /* default form with OX_HANDLES_RETIRE: the generation that each slot had last */
    uint32_t *ids;    /* with OX_HANDLES_NAMED: name of each slot, 0 = none */
    uint16_t *names;  /* slot + 1 by hash of the name, 0 = free: 2^name_bits places, linear probing */
    ox_bits live;     /* a bit for each slot */
    uint32_t idle;    /* first of the used slots that are free, to be taken next */
    uint32_t tail;    /* compact forms: last of the free slots */
    uint32_t fresh;   /* slots from here on have never been used: the peak as well */
    uint32_t counter; /* default form: the generation given last */
    uint32_t used;    /* objects that live */
    uint32_t refused; /* acquires that found no slot */
    uint32_t wraps;   /* generations that came round to 1 */
    uint32_t retired; /* slots that ended after their last generation */
    uint16_t end;     /* mark of the end of the list of free slots */
    uint16_t generation_most;
    uint8_t slot_bits; /* bits of the slot in a handle */
    uint8_t name_bits;
    ox_handles_config config;
} ox_handles;

/* Bytes of memory that a table wants, 0 for a configuration that makes no sense. */
size_t ox_handles_bytes(const ox_handles_config *config);

/* Begins a table in memory of the caller, aligned to 8. OX_BAD_ARGUMENT, or OX_OUT_OF_MEMORY when `bytes` are
 * too few or memory is NULL. */
FX_MUST_CHECK ox_status ox_handles_init(ox_handles *table, const ox_handles_config *config, void *memory,
                                        size_t bytes);

/* Takes a slot; *object (may be NULL) is the place of the object, with whatever bytes stood there. 0, which is
 * counted, when no slot is free. The default form takes the slot that was freed last, else a new one. */
FX_MUST_CHECK uint32_t ox_handles_acquire(ox_handles *table, void **object);

/* Ends an object, or gives one of its references back. OX_STALE_HANDLE, and debug builds assert, when the handle
 * names nothing; the handle none is stale, too. */
ox_status ox_handles_release(ox_handles *table, uint32_t bits);

/* Adds a reference, with OX_HANDLES_COUNTED; reference.h tells the rules. OX_STALE_HANDLE and OX_BAD_ARGUMENT (the
 * table has no counts) assert in debug builds. */
ox_status ox_handles_retain(ox_handles *table, uint32_t bits);

/* The references an object has, 0 when the handle is stale; 1 for a live one without OX_HANDLES_COUNTED. */
uint32_t ox_handles_count(const ox_handles *table, uint32_t bits);

/* Ends all objects, in slot order, whatever their counts. Old handles stay stale. */
void ox_handles_clear(ox_handles *table);

/* The object, or NULL when the handle names nothing. */
static inline void *ox_handles_try_get(const ox_handles *table, uint32_t bits) {
    uint32_t slot = bits & table->mask;
    if (table->keys[slot] != bits) return NULL;
    return table->objects + (size_t)slot * table->stride;
}

/* The object of a handle that must be alive or none: debug builds assert on other handles. */
static inline void *ox_handles_get(const ox_handles *table, uint32_t bits) {
    void *object = ox_handles_try_get(table, bits);
    FX_ASSERT_MSG(object != NULL || bits == 0, "handle %x names nothing: its object is gone", (unsigned)bits);
    return object;
}

/* Walks over all live objects, in slot order: for (h = ox_handles_first(t); h != 0; h = ox_handles_next(t, h)). The
 * visited object may be released meanwhile; an object acquired meanwhile is visited if its slot lies ahead. Dead
 * slots cost a bit each. */
uint32_t ox_handles_first(const ox_handles *table);
uint32_t ox_handles_next(const ox_handles *table, uint32_t bits);

/* ---- names: with OX_HANDLES_NAMED ---- */

/* Gives an object a name id (names/id.h); 0 takes the name away. OX_ALREADY_THERE when another object has the name,
 * OX_STALE_HANDLE, OX_BAD_ARGUMENT in a table without names. A name ends with its object. */
FX_MUST_CHECK ox_status ox_handles_name(ox_handles *table, uint32_t bits, uint32_t id);

/* The handle of the object with that name, 0 for none. About 20 instructions. */
uint32_t ox_handles_find(const ox_handles *table, uint32_t id);

/* ---- objects that are still alive ---- */

typedef struct ox_handle_leak {
    uint32_t bits;
    uint32_t count; /* references */
    uint32_t name;  /* id, 0 = none */
    void *object;
} ox_handle_leak;

/* Calls `tell` (may be NULL) for every live object, in slot order, and returns how many there are. For the end of a
 * level or of the program: a ring of counted references shows here. */
uint32_t ox_handles_report(const ox_handles *table, void (*tell)(void *context, const ox_handle_leak *leak),
                           void *context);

/* ---- save and restore: handle_save.c ---- */

/* The functions that write and read the bytes of an object, `size` bytes each. NULL stands for a plain copy, which
 * only machines of one byte order and layout can exchange. */
typedef struct ox_handles_codec {
    uint32_t size; /* bytes of an object in the image */
    void (*write)(void *context, const void *object, uint8_t *bytes);
    bool (*read)(void *context, void *object, const uint8_t *bytes); /* false: the bytes make no sense */
    void *context;
} ox_handles_codec;

/* Number of bytes that ox_handles_save writes now. */
size_t ox_handles_image_bytes(const ox_handles *table, const ox_handles_codec *codec);

/* Writes slots, generations, counts, names and objects in a fixed little-endian form, so that every handle
 * means the same after a restore, and the next acquires give the same handles. OX_FULL when `size` is too
 * small. */
FX_MUST_CHECK ox_status ox_handles_save(const ox_handles *table, const ox_handles_codec *codec,
                                        uint8_t *image, size_t size);

/* Reads an image into a table begun with the same configuration; objects that lived in the table are forgotten
 * without destroy. Any bytes may come: OX_BAD_DATA, OX_BAD_VERSION or OX_BAD_ARGUMENT (another configuration). The
 * table is unchanged then, or empty when the list of free slots, an object or a name of an otherwise good image is
 * bad. */
FX_MUST_CHECK ox_status ox_handles_restore(ox_handles *table, const ox_handles_codec *codec,
                                           const uint8_t *image, size_t size);

/* Makes a table empty as it was after its init, without destroy. */
void ox_handles_reset(ox_handles *table);

/* Enters the names of all live slots anew, for restore; false when two names are equal. */
bool ox_handles_index_names(ox_handles *table);

/* ---- kinds and their tables in one place ---- */

#define OX_HANDLE_KINDS_MAX 32

/* The tables of an engine context by kind of handle; the program numbers the kinds from 0. */
typedef struct ox_handle_kinds {
    const ox_handles *tables[OX_HANDLE_KINDS_MAX]; /* NULL: no such kind */
} ox_handle_kinds;

/* Resolves a handle of any kind: the object of its table, NULL when the object is gone, or when there is no such
 * kind. */
static inline void *ox_handle_resolve(const ox_handle_kinds *kinds, uint32_t kind, uint32_t bits) {
    FX_ASSERT_MSG(kind < OX_HANDLE_KINDS_MAX && kinds->tables[kind] != NULL,
                  "no table for handles of kind %u", (unsigned)kind);
    if (kind >= OX_HANDLE_KINDS_MAX || kinds->tables[kind] == NULL) return NULL;
    return ox_handles_try_get(kinds->tables[kind], bits);
}

/* ---- typed functions ---- */

#if defined(__GNUC__)
#define OX_HANDLE_INLINE static inline __attribute__((unused))
#else
#define OX_HANDLE_INLINE static inline
#endif

enum {
    OX_HANDLE_CHECKED, /* get checks that the object is still there */
    OX_HANDLE_UNCHECKED /* get trusts a handle that is not none, in release builds: a stale handle gives whatever
                           lies in its slot now, and a handle that the table never gave may point outside it */
};

/* Casts bits to the type of the member of a kind. */
#define OX_HANDLE_FIT(kind, value) _Generic(((kind){0}).bits, uint16_t : (uint16_t)(value), default : (value))

/* NAME_acquire, NAME_release, NAME_retain, NAME_get, NAME_try_get, NAME_find, NAME_first, NAME_next and
 * NAME_resolve for one kind of handle. `kind_number` is its place in ox_handle_kinds. */
#define OX_HANDLE_TABLE(name, kind, type, check) OX_HANDLE_TABLE_NUMBERED(name, kind, type, check, 0)
#define OX_HANDLE_TABLE_NUMBERED(name, kind, type, check, kind_number)                                       \
    OX_HANDLE_INLINE type *name##_acquire(ox_handles *table, kind *handle) {                                 \
        void *object = NULL;                                                                                 \
        FX_ASSERT_MSG(table->stride == sizeof(type), "a table of another type");                             \
        uint32_t bits = ox_handles_acquire(table, &object);                                                  \
        *handle = (kind){OX_HANDLE_FIT(kind, bits)};                                                         \
        return object;                                                                                       \
    }                                                                                                        \
    OX_HANDLE_INLINE ox_status name##_release(ox_handles *table, kind handle) {                              \
        return ox_handles_release(table, handle.bits);                                                       \
    }                                                                                                        \
    OX_HANDLE_INLINE ox_status name##_retain(ox_handles *table, kind handle) {                               \
        return ox_handles_retain(table, handle.bits);                                                        \
    }                                                                                                        \
    OX_HANDLE_INLINE type *name##_try_get(const ox_handles *table, kind handle) {                            \
        uint32_t slot = handle.bits & table->mask;                                                           \
        return table->keys[slot] == handle.bits ? (type *)(void *)table->objects + slot : NULL;              \
    }                                                                                                        \
    OX_HANDLE_INLINE type *name##_get(const ox_handles *table, kind handle) {                                \
        FX_ASSERT_MSG(handle.bits == 0 || name##_try_get(table, handle) != NULL,                             \
                      "handle %x names nothing: its object is gone", (unsigned)handle.bits);                 \
        if (!OX_DEBUG && (check) == OX_HANDLE_UNCHECKED) {                                                   \
            return handle.bits == 0 ? NULL : (type *)(void *)table->objects + (handle.bits & table->mask);   \
        }                                                                                                    \
        return name##_try_get(table, handle);                                                                \
    }                                                                                                        \
    OX_HANDLE_INLINE kind name##_find(const ox_handles *table, uint32_t id) {                                \
        return (kind){OX_HANDLE_FIT(kind, ox_handles_find(table, id))};                                      \
    }                                                                                                        \
    OX_HANDLE_INLINE kind name##_first(const ox_handles *table) {                                            \
        return (kind){OX_HANDLE_FIT(kind, ox_handles_first(table))};                                         \
    }                                                                                                        \
    OX_HANDLE_INLINE kind name##_next(const ox_handles *table, kind handle) {                                \
        return (kind){OX_HANDLE_FIT(kind, ox_handles_next(table, handle.bits))};                             \
    }                                                                                                        \
    OX_HANDLE_INLINE type *name##_resolve(const ox_handle_kinds *kinds, kind handle) {                       \
        return ox_handle_resolve(kinds, kind_number, handle.bits);                                           \
    }                                                                                                        \
    FX_STATIC_ASSERT((kind_number) < OX_HANDLE_KINDS_MAX, "more kinds of handles than OX_HANDLE_KINDS_MAX")

#endif

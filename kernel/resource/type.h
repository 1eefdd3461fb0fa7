/* Types of resources: how the manager checks, makes and undoes the chunks of one tag. A cart, a mod or a test
 * adds a type by filling in a table and registering it; every call of the manager then works for it.
 *
 *     static const ox_resource_type songs = {.tag = ROM_TAG_SONG, .name = "song", .version = 0x0100};
 *
 * All functions may be NULL; the defaults use the chunk's bytes as they are. They get the type's context,
 * must not call the manager, and must leave nothing behind when they fail. (GEA 6.2.1.3; Game Programming
 * Gems 1.1.) */
#ifndef OXCART_KERNEL_RESOURCE_TYPE_H
#define OXCART_KERNEL_RESOURCE_TYPE_H

#include "kernel/memory/class.h"
#include "kernel/memory/status.h"
#include "rom/rom.h"

/* What a miss in the play phase does. */
typedef enum ox_miss {
    OX_MISS_CART,    /* for types: as the manager's configuration says */
    OX_MISS_REFUSE,  /* a mistake of the game: asserted, logged, placeholder */
    OX_MISS_REQUEST, /* the resource is requested; a placeholder stands in until it is loaded */
    OX_MISSES
} ox_miss;

/* Numbers of a header or a table whose bytes a big-endian machine swaps when a chunk is copied to memory: `count` of
 * `width` (2, 4 or 8) bytes, `step` bytes apart, from `offset` on. */
typedef struct ox_swap_field {
    uint32_t offset, count;
    uint16_t step;
    uint8_t width;
} ox_swap_field;

/* A payload that lies in memory. */
typedef struct ox_payload {
    uint32_t id;
    void *data;
    uint32_t size;
} ox_payload;

/* What a type of resources does with its chunks; any may be NULL. The context is the type's. */
typedef struct ox_resource_functions {
    /* Checks the unpacked bytes; anything but OX_OK refuses them. NULL: rom_check_chunk, where it knows the tag. */
    ox_status (*check)(void *context, const void *bytes, uint32_t size);
    /* Bytes of the payload that is made of a chunk; NULL: as many as the unpacked bytes. A type with this function has
     * `load`. */
    uint32_t (*size_needed)(void *context, const rom_chunk *chunk);
    /* Makes the payload out of the unpacked bytes, which are gone afterwards (they lie in temporary memory).
     */
    ox_status (*load)(void *context, ox_payload *payload, const void *bytes, uint32_t size);
    /* Called once when the payload is complete, and once before its memory goes. */
    ox_status (*post_init)(void *context, ox_payload *payload);
    void (*tear_down)(void *context, ox_payload *payload);
    /* Called when the payload has moved from `old`; NULL: moves need no work. */
    void (*moved)(void *context, ox_payload *payload, const void *old);
} ox_resource_functions;

typedef struct ox_resource_type {
    uint32_t tag;
    const char *name; /* "texture", for the log */
    uint16_t version; /* major version of its chunks (high byte) and the newest minor one known; 0 = any */
    uint16_t least;   /* bytes that a payload has at least: its fixed part */
    uint8_t where; /* ROM_CLASS_ANY: in place where that is possible; _MAIN, _VIDEO, _FAST: copied there; an
                      entry that names a class has its way */
    bool copied;   /* always copied, for types that write into their payload */
    uint8_t miss;  /* ox_miss */
    const void *placeholder; /* for missing chunks; outside of the image, for ever */
    uint32_t placeholder_size;
    const ox_swap_field *swap; /* or NULL; ends with a count of 0 */
    void *context;
    const ox_resource_functions *functions; /* NULL: none */
} ox_resource_type;

/* The functions of a type that has none. */
extern const ox_resource_functions ox_resource_no_functions;

static inline const ox_resource_functions *ox_resource_functions_of(const ox_resource_type *type) {
    return type->functions == NULL ? &ox_resource_no_functions : type->functions;
}

/* Calls the `init` of the objects that a payload contains, in the order of a table of {u32 offset, u32 type} pairs at
 * `table`, once for each pair, with the object's address. OX_BAD_DATA, before any is called, for an offset that is no
 * multiple of 4, lies outside, or for a type that `inits` (ends with type 0) does not have; *fault is the pair's
 * index. */
typedef struct ox_object_init {
    uint32_t type;
    uint32_t size; /* bytes of an object */
    void (*init)(void *context, void *object);
} ox_object_init;
FX_MUST_CHECK ox_status ox_resource_init_objects(void *payload, uint32_t size, const uint8_t *table,
                                                 uint32_t pairs, const ox_object_init *inits, void *context,
                                                 uint32_t *fault);

#endif

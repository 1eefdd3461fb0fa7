/* Memory by class and client: a ROM declares how much each subsystem gets of each class of memory, the port offers
 * its blocks once, and the declared pieces are carved at boot and kept to the end.
 *
 *     static const ox_plan_client clients[] = {{"level", OX_TAG_LEVEL, OX_CLASS_MAIN, 150000, OX_ARENA_LOW},
 *                                              {"sound", OX_TAG_AUDIO, OX_CLASS_MAIN, 20000, OX_ARENA_HIGH}};
 *     ox_plan plan = {.classes = {[OX_CLASS_MAIN] = 170000}, .clients = clients, .client_count = 2};
 *     if (ox_memory_open(&memory, &plan, blocks, &refusal) != OX_OK)
 *         ox_memory_refusal_text(&refusal, text, sizeof text);
 *     ox_arena *level = ox_memory_client(&memory, OX_TAG_LEVEL, OX_CLASS_MAIN);
 *
 * Every client has an arena of its own; a request beyond it is refused, and never takes from another client. A
 * client's id is a tag (kernel/memory/tag.h), so a release build counts these arenas by tag, at no cost to any push.
 * The desktop gives the same bytes as the small machines. The DEBUG class is counted apart and never takes from other
 * classes. */
#ifndef OXCART_KERNEL_MEMORY_CLASS_H
#define OXCART_KERNEL_MEMORY_CLASS_H

#include "kernel/memory/arena.h"
#include "kernel/memory/pool.h"

typedef enum ox_class {
    OX_CLASS_FAST, /* small, without wait states */
    OX_CLASS_MAIN,
    OX_CLASS_VIDEO, /* textures, surfaces, where the port has memory of its own for them */
    OX_CLASS_SAVE,  /* keeps its contents without power */
    OX_CLASS_DEBUG, /* records and guards of debug builds; never part of a game's budget */
    OX_CLASS_ROM,   /* read only: the image, used in place; nothing is carved from it */
    OX_CLASSES
} ox_class;

/* The name of a class, such as "main"; "none" for any other number. */
const char *ox_class_name(ox_class class);

enum { OX_CLIENTS_MAX = 24 };

typedef struct ox_plan_client {
    const char *name;
    uint32_t tag; /* ox_tag of the client; a tag may have one arena in each class */
    ox_class class;
    size_t bytes;     /* rounded up to OX_ALIGNMENT */
    ox_arena_end end; /* the end of the class from which the client is carved */
} ox_plan_client;

/* A kind of object: how many of it may live at once. */
typedef struct ox_plan_kind {
    uint32_t kind; /* number that the game gives the kind */
    uint32_t tag;  /* the client in whose arena of class MAIN the pool lies */
    size_t size, alignment;
    uint32_t capacity;
} ox_plan_kind;

/* The declaration of a ROM. A ROM that only says how much main memory it wants has {.classes = {[OX_CLASS_MAIN] =
 * bytes}}. */
typedef struct ox_plan {
    size_t classes[OX_CLASSES]; /* bytes of each class; 0: none */
    const ox_plan_client *clients;
    uint32_t client_count;
    const ox_plan_kind *kinds;
    uint32_t kind_count;
} ox_plan;

typedef struct ox_memory_block {
    void *base;
    size_t size;
} ox_memory_block;

/* The reason why a plan was refused. */
typedef struct ox_memory_refusal {
    ox_class class;
    const char *client; /* NULL: the class as a whole */
    size_t needed, available;
} ox_memory_refusal;

/* Writes a refusal as text, "main memory: 262145 bytes are needed, 262144 are there". Always terminated; returns the
 * characters written. */
size_t ox_memory_refusal_text(const ox_memory_refusal *refusal, char *text, size_t size);

typedef struct ox_memory {
    ox_memory_block blocks[OX_CLASSES];
    size_t declared[OX_CLASSES];
    ox_arena classes[OX_CLASSES]; /* clients are carved from these, nothing else */
    ox_arena clients[OX_CLIENTS_MAX];
    ox_plan plan; /* the plan; its tables stay the caller's and must live as long */
} ox_memory;

/* Figures of a class or client, in bytes. */
typedef struct ox_memory_figures {
    const char *name;
    ox_class class;
    uint32_t tag;
    size_t declared, used, peak, free, largest;
    uint32_t refused;
} ox_memory_figures;

/* Checks sum of clients <= declared <= available for every class and the pools against their clients, then carves.
 * OX_OVER_BUDGET and *refusal (may be NULL), or OX_BAD_ARGUMENT (too many clients, two of one tag and class, no such
 * class): no memory is carved after an error. Blocks may be {NULL, 0}. */
FX_MUST_CHECK ox_status ox_memory_open(ox_memory *memory, const ox_plan *plan,
                                       const ox_memory_block blocks[OX_CLASSES], ox_memory_refusal *refusal);

/* The arena of a client, NULL when the plan has none. */
ox_arena *ox_memory_client(ox_memory *memory, uint32_t tag, ox_class class);

/* Takes `bytes` from the low end of a client's arena; NULL when there is no such arena or not enough room. */
FX_MUST_CHECK void *ox_memory_alloc(ox_memory *memory, ox_class class, uint32_t tag, size_t bytes,
                                    size_t alignment);

/* Sets up the pool of a kind in its client's arena: OX_NOT_FOUND when the plan has no such kind, or as
 * ox_pool_init. */
FX_MUST_CHECK ox_status ox_memory_pool(ox_memory *memory, uint32_t kind, ox_pool *pool);

/* The class whose block an address lies in, OX_CLASSES when it lies in none. */
ox_class ox_memory_class_of(const ox_memory *memory, const void *address);

/* Figures of client `index` in the order of the plan (false beyond the last), of a class, and of a tag over all
 * classes but DEBUG: the tag's arenas, bytes and refusals. The used bytes of all tags are the used bytes of all
 * classes. */
bool ox_memory_client_figures(const ox_memory *memory, uint32_t index, ox_memory_figures *figures);
ox_memory_figures ox_memory_class_figures(const ox_memory *memory, ox_class class);
ox_account ox_memory_account(const ox_memory *memory, uint32_t tag);

#endif

/* Capacities: how many of each kind a cart asks for, what an item is counted at, and whether all of them have room.
 *
 *     capacity objects 256            in cart.txt; the line becomes a row of the image's budget, by the id of "objects"
 *     capacity timers 40
 *
 *     config.objects = (uint16_t)ox_console_capacity_of(console, &ox_kernel_capacities[OX_CAPACITY_OBJECTS]);
 *
 * Capacities of the kernel's tables stand here; capacities of a module stand with the module (module.h), and count
 * where the module is in the list. A capacity that a cart does not name has its usual number and counts nothing, since
 * a cart need not use it. Capacities that the cart names are added up at so many bytes an item: the size of the record
 * on a 64-bit machine or a little more, and the same on every machine, so that the packer and the console come to one
 * sum. The sum must fit what the display list, caches and streams leave of the budget. Else packer and console refuse
 * the cart, with the name of the first capacity that has no room: the kernel's in the order below, then those of the
 * modules in the order of the list.
 *
 * Records of one type of component may have a row of their own, under that type's id. */
#ifndef OXCART_KERNEL_MODULE_CAPACITY_H
#define OXCART_KERNEL_MODULE_CAPACITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixedmath/assert.h"

struct ox_module;

/* A record is no larger than what an item of it is counted at. Debug builds add notes to some records; the notes do not
 * count. */
#define OX_CAPACITY_HOLDS(bytes, type)                                                                       \
    FX_STATIC_ASSERT(OX_DEBUG || sizeof(type) <= (bytes), #type " is counted at too little")

typedef struct ox_capacity {
    char name[20];  /* in cart.txt */
    uint32_t usual; /* items when the cart says nothing */
    uint32_t most;
    uint32_t bytes; /* that an item is counted at */
} ox_capacity;

/* The kernel's tables. */
enum {
    OX_CAPACITY_OBJECTS,
    OX_CAPACITY_OBJECT_TYPES,
    OX_CAPACITY_COMPONENTS, /* records of each type that has no row of its own */
    OX_CAPACITY_EVENTS,     /* events that wait at once */
    OX_CAPACITY_EVENT_EXTENSIONS,
    OX_CAPACITY_TIMERS,
    OX_CAPACITY_TASKS,
    OX_CAPACITY_JOBS,
    OX_CAPACITY_ACTIONS,
    OX_CAPACITY_COMMANDS, /* of a tick */
    OX_CAPACITY_UNDO_RECORDS,
    OX_CAPACITY_OBSERVERS,
    OX_CAPACITY_REGIONS,
    OX_CAPACITY_SPAWNERS,
    OX_CAPACITY_CHUNK_SLOTS,
    OX_CAPACITY_SNAPSHOT_BLOCKS, /* blocks of OX_CAPACITY_BLOCK bytes, as the next two */
    OX_CAPACITY_REPLAY_BLOCKS,
    OX_CAPACITY_SAVE_BLOCKS,    /* blocks of the memory that a save is put together in */
    OX_CAPACITY_TRIGGER_EVENTS, /* of a tick */
    OX_CAPACITY_QUERY_SLOTS,
    OX_CAPACITY_LATENT_REQUESTS,
    OX_KERNEL_CAPACITIES
};
extern const ox_capacity ox_kernel_capacities[OX_KERNEL_CAPACITIES];

enum { OX_CAPACITY_BLOCK = 1024 };

/* Bytes of a spawner and of a chunk's slot, whose records stand in folders above this one; kernel/runtime/make.c
 * asserts them. */
enum { OX_CAPACITY_OF_SPAWNER = 32, OX_CAPACITY_OF_CHUNK_SLOT = 128 };

/* Capacity `number` of the kernel's and those of a list of modules, which NULL ends (`modules` NULL: the kernel's
 * alone). NULL behind the last capacity. */
const ox_capacity *ox_capacity_at(const struct ox_module *const *modules, uint32_t number);

/* The capacity with that name, NULL when there is none. */
const ox_capacity *ox_capacity_find(const struct ox_module *const *modules, const char *name);

/* Bytes that `count` items are counted at, rounded up to 8. */
uint64_t ox_capacity_bytes(const ox_capacity *capacity, uint32_t count);

/* Why capacities were refused. */
typedef struct ox_capacity_refusal {
    const ox_capacity *item;
    bool too_many; /* `needed` and `available` count items; else bytes */
    uint64_t needed, available;
} ox_capacity_refusal;

/* How many a cart declares of a capacity, 0 when it says nothing. */
typedef uint32_t ox_capacity_count(const void *context, const ox_capacity *capacity);

/* Whether all capacities that a cart declares fit `room` bytes together. If not, *refusal names the first that does not
 * fit. */
bool ox_capacities_fit(const struct ox_module *const *modules, ox_capacity_count *count, const void *context,
                       uint64_t room, ox_capacity_refusal *refusal);

/* Writes "timers: 40 items of 32 bytes, 1280 bytes" into text; gives the number of characters. */
size_t ox_capacity_text(const ox_capacity *capacity, uint32_t count, char *text, size_t size);

#endif

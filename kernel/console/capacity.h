/* Capacities of the kernel's tables: how many of each kind a cart asks for, what an item is counted at, and
 * whether all of them have room.
 *
 *     capacity objects 256            in cart.txt; it becomes a row of the image's budget, by its name's id
 *     capacity timers 40
 *
 *     config.objects = (uint16_t)ox_console_capacity_of(console, OX_CAPACITY_OBJECTS);
 *
 * A capacity that a cart does not name has the usual number of the table below and counts nothing, since a
 * cart need not use it. Those that it names are added up at so many bytes an item: the size of the kernel's
 * own record on a 64-bit machine or a little more, and the same on every machine, so that the packer and the
 * console come to one sum. The sum must fit what the display list, caches and streams leave of the budget;
 * else both refuse, with the name of the first item that has no room, in the order of the table.
 *
 * Records of one type of component may have a row of their own, under that type's id. */
#ifndef OXCART_KERNEL_CONSOLE_CAPACITY_H
#define OXCART_KERNEL_CONSOLE_CAPACITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ox_capacity {
    OX_CAPACITY_OBJECTS,
    OX_CAPACITY_OBJECT_TYPES,
    OX_CAPACITY_COMPONENTS, /* records of each type that has no row of its own */
    OX_CAPACITY_EVENTS,     /* that wait at once */
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
    OX_CAPACITY_SNAPSHOT_BLOCKS, /* of OX_CAPACITY_BLOCK bytes, these three */
    OX_CAPACITY_REPLAY_BLOCKS,
    OX_CAPACITY_SAVE_BLOCKS,    /* of the memory that a save is put together in */
    OX_CAPACITY_TRIGGER_EVENTS, /* of a tick */
    OX_CAPACITY_QUERY_SLOTS,
    OX_CAPACITY_LATENT_REQUESTS,
    OX_CAPACITY_VOICES,         /* that sound at once */
    OX_CAPACITY_SOUND_REQUESTS, /* of a tick */
    OX_CAPACITY_SOUNDS,         /* that are loaded at once, of all banks and cues */
    OX_CAPACITY_PARTICLES, /* that live at once; a cart that names them can have some without a scene that has emitters */
    OX_CAPACITY_EMITTERS,     /* at once, and as many kinds of effects, but at most 32 of those */
    OX_CAPACITY_SCRIPT_STACK, /* cells for handlers; these six of each script */
    OX_CAPACITY_SCRIPT_TASKS,
    OX_CAPACITY_SCRIPT_TASK_CELLS, /* of the stacks of all tasks and coroutines */
    OX_CAPACITY_SCRIPT_COROUTINES,
    OX_CAPACITY_SCRIPT_INSTANCES, /* behaviours at work */
    OX_CAPACITY_SCRIPT_CELLS,     /* of their variables */
    OX_CAPACITY_SCRIPT_EVENTS,    /* kinds, of all scripts */
    OX_CAPACITY_SCRIPT_COPIES,    /* of objects that scripts make, at once */
    OX_CAPACITIES
} ox_capacity;

enum { OX_CAPACITY_BLOCK = 1024 };

typedef struct ox_capacity_kind {
    char name[20];  /* in cart.txt */
    uint32_t usual; /* when the cart says nothing */
    uint32_t most;
    uint32_t bytes; /* an item is counted at */
} ox_capacity_kind;

extern const ox_capacity_kind ox_capacity_kinds[OX_CAPACITIES];

/* The capacity with that name, OX_CAPACITIES when there is none. */
ox_capacity ox_capacity_find(const char *name);

/* What `count` items are counted at, rounded up to 8. */
uint64_t ox_capacity_bytes(ox_capacity capacity, uint32_t count);

/* Why capacities were refused. */
typedef struct ox_capacity_refusal {
    ox_capacity item;
    bool too_many; /* needed items, of which `available` are possible; else bytes */
    uint64_t needed, available;
} ox_capacity_refusal;

/* Whether all that are declared (0: not) fit `room` bytes together; false and *refusal, which names the first
 * that does not. */
bool ox_capacities_fit(const uint32_t counts[OX_CAPACITIES], uint64_t room, ox_capacity_refusal *refusal);

/* "timers: 40 items of 32 bytes, 1280 bytes"; the characters written. */
size_t ox_capacity_text(ox_capacity capacity, uint32_t count, char *text, size_t size);

#endif

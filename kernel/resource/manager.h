/* The resource manager: one registry of everything that the chunks of the mounted images become in memory.
 *
 *     ox_manager_config config = {.records = 64, .types = 8, .stack_bytes = 40000, .cache_bytes = 16384};
 *     if (ox_failed(ox_manager_init(&m, &config, &images, &files, &arena, log))) ...
 *     if (ox_failed(ox_manager_register(&m, &songs))) ...
 *
 *     const void *at = ox_manager_get(&m, SID("gfx/hero"), ROM_TAG_IMAGE, &size);   or its placeholder
 *     hero = ox_manager_handle(&m, SID("gfx/hero"), ROM_TAG_IMAGE);                 for what is used for long
 *     at = ox_manager_lock(&m, hero);                                               stays where it is until
 *     ox_manager_unlock(&m, hero);
 *
 * WHAT NEEDS NO MEMORY. A chunk that is stored plainly in an image in memory, and whose type does not copy,
 * is used where it lies: get finds it in the directory; it has no record, no handle, no state and no count,
 * and is never cached. Everything else has a record.
 *
 * STATES. ABSENT: no record. QUEUED: requested, nothing done. LOADING: bytes have come. RESIDENT. DISPOSED: a
 * resident one of the cache whose payload was dropped; what is needed to make it again is kept. FAILED: a
 * load ended badly; the record is gone at once, so a failure leaves nothing behind and may be tried again.
 *
 *                 absent        queued, loading   resident        disposed
 *     get         load (1)      placeholder (2)   payload         made again (1)
 *     lock        -             done at once (3)  counted         made again, counted
 *     unlock      -             asserts           counted         asserts
 *     dispose     -             refused           dropped (4)     nothing
 *     release     -             counted           counted (5)     counted
 *     touch       load (1)      more urgent       stamped         made again (1)
 *     remove      -             cancelled         gone            gone
 * (1) at once in the loading phase; in play refused or requested. (2) OX_EMPTY. (3) in play a stall. (4)
 * refused when locked or not of the cache. (5) at 0: unloaded, but for cached and resident ones.
 *
 * LIFETIMES, from the directory entry or the package:
 *     OX_LIFE_RESIDENT   at the low end of the manager's stack, for ever
 *     OX_LIFE_LEVEL      above them, counted; what nobody uses goes with its level, and the rest slides down
 *     OX_LIFE_SHORT      at the high end; goes as soon as it and all that was loaded after it is unused
 *     OX_LIFE_CACHE      in the cache, made when first wanted, evicted under pressure; refused without cache
 *
 * THE CACHE never holds more than cache_bytes: room is reserved before anything is loaded
 * (kernel/residency/reserve.h). Evicted are, of the unlocked: lowest priority, then oldest use (in ticks), then
 * larger size (smaller with small_first), then smaller handle: a total order, the same on all machines. A
 * pointer from get is good until the next call of the manager, unless it is locked. Locked payloads do not
 * move; others do, to close gaps. Payloads are aligned to 8.
 *
 * WHEN LOADING MAY HAPPEN. In the loading phase everything loads at once. In play, what is not in memory is
 * refused (OX_MISS_REFUSE: asserts; placeholder and log line) or requested (OX_MISS_REQUEST: placeholder
 * until it is there), as its type or the cart says. A request is ready config.latency ticks later on every
 * machine, whatever the medium (kernel/file/request.h); its memory is taken when it is asked for.
 *
 * MISSING AND DAMAGED. Variant, base variant, the image below, in the end the type's placeholder, with one
 * log line for each record or id, and for each image whose chunk is damaged, that is remembered. strict: no
 * placeholder; NULL and an error in m->status.
 *
 * Every get and find leaves what happened in m->status: OX_OK, OX_EMPTY (requested), OX_BAD_STATE (refused in
 * play), OX_NOT_FOUND, OX_BAD_DATA, OX_BAD_VERSION, OX_OVER_BUDGET, OX_OUT_OF_MEMORY, OX_FULL (records),
 * OX_IO_ERROR.
 *
 * Cost, Cortex-M3 instructions: get of what is cached 162, of what is in place 282 (an image of 13 chunks),
 * data 73, lock 128, unlock 100; an eviction looks at every record. Memory: 64 bytes a record (88 on 64-bit
 * machines) and about 12 of the index. (Game Programming Gems 1.6, 1.7; GEA 6.2.2.) */
#ifndef OXCART_KERNEL_RESOURCE_MANAGER_H
#define OXCART_KERNEL_RESOURCE_MANAGER_H

#include "kernel/containers/probing.h"
#include "kernel/file/images.h"
#include "kernel/file/request.h"
#include "kernel/memory/heap.h"
#include "kernel/residency/reserve.h"
#include "kernel/resource/type.h"
#include "rom/codec.h"

OX_HANDLE_KIND(ox_resource_handle);
OX_DEFINE_PROBING(ox_resource_index, uint16_t)

#define OX_MANAGER_TYPES_MAX 64
#define OX_MANAGER_RECORDS_MAX 4096
#define OX_MANAGER_USES_MAX 255 /* of counts and of locks */
#define OX_MANAGER_MISSING 32   /* ids that are remembered as missing, so that each is told once */
#define OX_MANAGER_CHECKED                                                                                   \
    32 /* chunks in place that are remembered as sound, so that they are checked once */

typedef enum ox_manager_time { OX_PHASE_LOADING, OX_PHASE_PLAY } ox_manager_time;

typedef enum ox_lifetime {
    OX_LIFE_CACHE,
    OX_LIFE_LEVEL,
    OX_LIFE_SHORT,
    OX_LIFE_RESIDENT,
    OX_LIFETIMES
} ox_lifetime;

typedef enum ox_resource_state {
    OX_RESOURCE_ABSENT,
    OX_RESOURCE_QUEUED,
    OX_RESOURCE_LOADING,
    OX_RESOURCE_RESIDENT,
    OX_RESOURCE_DISPOSED,
    OX_RESOURCE_STATES
} ox_resource_state;

enum { OX_PRIORITY_LOW = 0, OX_PRIORITY_MED = 1, OX_PRIORITY_HIGH = 2 }; /* finer ones up to 255 */

/* Makes a payload without a chunk: fills `size` bytes at `to`, always the same ones. */
typedef ox_status ox_resource_make(void *context, void *to, uint32_t size);

/* A resource that has a record. Read only; the manager changes it. */
typedef struct ox_manager_record {
    uint32_t bits; /* its handle; 0 = the record is free */
    uint32_t id, type;
    void *data;     /* the payload, NULL while there is none (of the cache: ask the manager) */
    uint32_t size;  /* bytes of the payload when it is there */
    uint32_t used;  /* tick of the last use */
    uint32_t block; /* of the cache's heap; of a short one: bytes at the stack's high end before it */
    uint32_t job;   /* request that loads it */
    ox_resource_make *make;
    void *make_context;
    struct ox_manager *owner; /* while it is on its way */
    uint16_t same;            /* next record with this id */
    uint16_t above;           /* next record of the same region, in the order of addresses */
    uint16_t reloads;
    uint8_t image, kind; /* key of the image (0: made by `make`), number of the type + 1 */
    uint8_t state, life, count, locks, priority, where;
    bool held;      /* a package that is coming counts it */
    bool unload;    /* nobody uses it any more: it goes with its last lock */
    bool done;      /* on its way, and its work is done: `outcome` tells how, its tick has not come */
    int8_t outcome; /* ox_status */
} ox_manager_record;

typedef struct ox_manager_config {
    uint32_t records;       /* resources that need one at a time, 1..OX_MANAGER_RECORDS_MAX */
    uint32_t types;         /* 1..OX_MANAGER_TYPES_MAX */
    uint32_t stack_bytes;   /* for resident, level and short ones, and what loading needs meanwhile */
    uint32_t cache_bytes;   /* 0: no cache */
    ox_arena *cache;        /* where the cache lies (low end); NULL: in the arena of everything else */
    uint32_t cache_gaps;    /* bytes besides, lost between locked payloads; 16 a record come on top */
    uint32_t scratch_bytes; /* for requested loads: stored bytes that are not in memory, and what a type
                               converts */
    uint32_t latency;       /* ticks from a request to its presence */
    uint32_t evict_most;    /* evictions of one ox_manager_trim; 0 = 4 */
    uint8_t miss;           /* OX_MISS_REFUSE or OX_MISS_REQUEST, for types that leave it to the cart */
    uint8_t without_cache; /* ox_lifetime of cached ones where cache_bytes is 0; OX_LIFE_CACHE refuses them */
    bool small_first;      /* of equals evict the smaller one first */
    bool strict;           /* no placeholders */
    bool development; /* what is made again comes from the images as they are then, not from where it was */
} ox_manager_config;

typedef struct ox_manager_counts {
    uint32_t hits, misses, loads, unloads, evictions, reloads, failures;
    uint32_t in_place;           /* look-ups that needed no memory */
    uint32_t requested, refused; /* misses in play */
    uint32_t placeholders;       /* ids that something stands in for */
    uint32_t moved_bytes;
    uint32_t placed, misplaced; /* payloads in the class that they name, and those that found no room there */
} ox_manager_counts;

/* Payloads of one memory class that lie in a row: slid down when something below them goes. */
typedef struct ox_manager_region {
    ox_arena *arena;
    size_t base;          /* bytes at its low end that are not the manager's */
    size_t top;           /* bytes in use behind the latest payload: what is above is somebody else's */
    uint16_t first, last; /* records by address */
} ox_manager_region;

/* A requested load under way: there is one at a time, and it has the scratch memory. */
typedef struct ox_manager_load {
    ox_manager_record *record; /* NULL: none */
    ox_found found;
    const uint8_t *stored; /* the stored bytes, once they are in memory */
    uint8_t *unpacked;     /* where they are unpacked to */
    uint32_t fetched, copied;
    rom_decoder decoder;
    bool begun;
} ox_manager_load;

typedef struct ox_manager {
    ox_manager_config config;
    ox_images *images;
    ox_files *files; /* or NULL: nothing can be requested, and images are memory */
    ox_log *log;
    ox_manager_record *records; /* slot 1 .. config.records */
    const ox_resource_type **types;
    uint32_t type_count;
    ox_resource_index index; /* id to the first record that has it */
    ox_arena stack;
    ox_manager_region regions[OX_CLASSES]; /* MAIN: the stack's low end */
    uint16_t shorts;                       /* the latest at the stack's high end, linked by `above` */
    ox_heap heap;
    ox_reserve_account account;
    ox_manager_load load;
    uint8_t *scratch;
    uint32_t missing[OX_MANAGER_MISSING];
    uint32_t missing_count;
    struct ox_manager_checked {
        const uint8_t *data;
        uint32_t type;
    } checked[OX_MANAGER_CHECKED]; /* chunks in place whose check passed lately, by id */
    uint32_t tick, generation;
    ox_manager_time phase;
    ox_status status; /* of the last get or find */
    ox_manager_counts counts;
    void (*evicted)(void *context, const ox_manager_record *record); /* told before each eviction; or NULL */
    void *evicted_context;
    void (*changed)(void *context, uint32_t id,
                    uint32_t type); /* told of live replacements (live.h); or NULL */
    void *changed_context;
} ox_manager;

/* Takes records, stack and cache from the arena's low end. `files` and `log` may be NULL. OX_BAD_ARGUMENT or
 * OX_OUT_OF_MEMORY, and nothing is taken. */
FX_MUST_CHECK ox_status ox_manager_init(ox_manager *m, const ox_manager_config *config, ox_images *images,
                                        ox_files *files, ox_arena *arena, ox_log *log);

/* Adds a type (kept by pointer). OX_ALREADY_THERE, OX_FULL, OX_BAD_ARGUMENT (tag 0, or size_needed without
 * load). */
FX_MUST_CHECK ox_status ox_manager_register(ox_manager *m, const ox_resource_type *type);

/* Offers memory of a class (VIDEO, FAST; its low end is used) to payloads whose entry or type names it.
 * Without an offer they lie where they would without a class: in the image, or in main memory. So they do,
 * with a warning, when the offer is full. Others may push to the arena as well, and give back what they
 * pushed. OX_BAD_ARGUMENT; OX_BAD_STATE while payloads lie in the offer before. */
FX_MUST_CHECK ox_status ox_manager_offer(ox_manager *m, ox_class where, ox_arena *arena);

void ox_manager_phase(ox_manager *m, ox_manager_time phase);

/* Once a tick, before ox_files_tick, with rising numbers: the clock of uses, and one step of closing gaps. */
void ox_manager_tick(ox_manager *m, uint32_t tick);

/* Unloads everything and tells what was still counted or locked; returns how many of those there were. */
uint32_t ox_manager_shutdown(ox_manager *m, void (*tell)(void *context, const ox_manager_record *record),
                             void *context);

/* Shuts the manager down and clears it. */
uint32_t ox_manager_end(ox_manager *m);

/* ---- use ---- */

/* The payload with this id; size (may be NULL) is its bytes. The placeholder, or NULL where the type has
 * none, when it cannot be had: see m->status. */
const void *ox_manager_get(ox_manager *m, uint32_t id, uint32_t type, uint32_t *size);
const void *ox_manager_get_named(ox_manager *m, const char *name, uint32_t type, uint32_t *size);

/* For what points into a payload for a while, a drawable mesh for example: it is loaded if need be, counted
 * and locked, so that it is neither moved nor unloaded before ox_manager_let_go. What lies in place needs
 * neither: its handle is null. Any failure leaves *held all zero; the same codes as m->status (OX_EMPTY: it
 * was requested, try again), no placeholder, no line in the log, no assertion where play refuses it. */
typedef struct ox_held {
    const void *data;
    uint32_t size;
    ox_resource_handle handle;
} ox_held;
FX_MUST_CHECK ox_status ox_manager_hold(ox_manager *m, uint32_t id, uint32_t type, ox_held *held);
void ox_manager_let_go(ox_manager *m, ox_resource_handle handle);

/* A handle of it, loaded if need be; null when it needs none (in place: m->status OX_OK) or cannot be had. */
ox_resource_handle ox_manager_handle(ox_manager *m, uint32_t id, uint32_t type);

/* The record, NULL when the handle names nothing; by id, NULL when it has none. Neither loads. */
const ox_manager_record *ox_manager_record_of(const ox_manager *m, ox_resource_handle handle);
const ox_manager_record *ox_manager_find(const ox_manager *m, uint32_t id, uint32_t type);

/* The payload by handle; a disposed one is made again, as in get. */
const void *ox_manager_data(ox_manager *m, ox_resource_handle handle);

/* The payload of one that is resident and not disposed; others are asserted and give NULL. Stamps nothing. */
const void *ox_manager_payload(const ox_manager *m, ox_resource_handle handle);

/* Makes it again if need be, counts a lock and returns the payload, which stays where it is until the
 * matching unlock; one that is on its way is waited for. NULL when it cannot be had, or (asserted) with 255
 * locks. */
const void *ox_manager_lock(ox_manager *m, ox_resource_handle handle);

/* The locks that are left, by handle or by the payload's address; -1 (asserted) when there was none. */
int32_t ox_manager_unlock(ox_manager *m, ox_resource_handle handle);
int32_t ox_manager_unlock_at(ox_manager *m, const void *payload);

/* Counts a user, or one less; at 0 level and short ones are unloaded. OX_STALE_HANDLE; OX_FULL (asserted) at
 * 255, and OX_BAD_STATE (asserted) below 0. */
FX_MUST_CHECK ox_status ox_manager_retain(ox_manager *m, ox_resource_handle handle);
ox_status ox_manager_release(ox_manager *m, ox_resource_handle handle);

/* Drops the payload of a cached one. OX_BAD_STATE when it is locked, on its way or not of the cache. */
FX_MUST_CHECK ox_status ox_manager_dispose(ox_manager *m, ox_resource_handle handle);
static inline bool ox_manager_is_disposed(const ox_manager_record *r) {
    return r->state == OX_RESOURCE_DISPOSED;
}
static inline bool ox_manager_is_locked(const ox_manager_record *r) { return r->locks > 0; }
static inline uint32_t ox_manager_size(const ox_manager_record *r) {
    return r->state == OX_RESOURCE_RESIDENT ? r->size : 0;
}

/* Makes a resource wanted with this priority: stamps it, and loads it now (loading phase) or queues it (play,
 * whatever the miss policy is). What is in place needs none of it: OX_OK. OX_EMPTY: it is on its way. Lower
 * the priority to let it go. */
FX_MUST_CHECK ox_status ox_manager_touch(ox_manager *m, uint32_t id, uint32_t type, uint8_t priority);
FX_MUST_CHECK ox_status ox_manager_priority(ox_manager *m, ox_resource_handle handle, uint8_t priority);

/* Touches the resources of a list of {id, type}; returns how many could not be had. */
typedef struct ox_resource_name {
    uint32_t id, type;
} ox_resource_name;
uint32_t ox_manager_prefetch(ox_manager *m, const ox_resource_name *list, uint32_t count, uint8_t priority);

/* ---- cached things that are no chunks ---- */

typedef struct ox_manager_item {
    uint32_t number;   /* the handle's, 1..records, or 0: the manager chooses, from the highest down, so that
                          low ones stay free for fixed use. A fixed handle is its number */
    uint32_t id, type; /* 0: none */
    uint32_t size;     /* bytes of the payload, which `make` fills */
    ox_resource_make *make;
    void *context; /* handed to make */
    uint8_t priority;
} ox_manager_item;

/* Makes, enters and loads one. OX_ALREADY_THERE (the number, or the id unless it is 0), OX_FULL,
 * OX_OVER_BUDGET, or what `make` says. */
FX_MUST_CHECK ox_status ox_manager_insert(ox_manager *m, const ox_manager_item *item,
                                          ox_resource_handle *handle);

/* Takes one out and gives everything of it back. OX_BAD_STATE (asserted) when it is locked, OX_STALE_HANDLE.
 */
FX_MUST_CHECK ox_status ox_manager_remove(ox_manager *m, ox_resource_handle handle);

/* Takes a resident one of the cache out but leaves its payload with the caller, still in the budget, until it
 * is given back. OX_BAD_STATE for any other. */
typedef struct ox_detached {
    void *data;
    uint32_t size, block;
} ox_detached;
FX_MUST_CHECK ox_status ox_manager_detach(ox_manager *m, ox_resource_handle handle, ox_detached *payload);
void ox_manager_give_back(ox_manager *m, const ox_detached *payload);

/* The handle whose payload lies there, null for none; and all records: begin with null, ends with null. */
ox_resource_handle ox_manager_at(const ox_manager *m, const void *payload);
ox_resource_handle ox_manager_next(const ox_manager *m, ox_resource_handle after);

/* Evicts until `bytes` are free; false, and nothing is evicted, when that cannot be. And: a few evictions,
 * config. evict_most at most, until `bytes` are free; for the slack of a frame. Returns how many. */
FX_MUST_CHECK bool ox_manager_reserve(ox_manager *m, uint32_t bytes);
uint32_t ox_manager_trim(ox_manager *m, uint32_t bytes);

/* ---- questions that load nothing ---- */

/* Bytes that the payload will have; of a picture the size at a mip level (0 = all of it, each halves; a level
 * below 1 pixel is asserted and counts as the last). OX_NOT_FOUND, OX_BAD_DATA. A packed picture that is not
 * in memory answers OX_EMPTY. */
FX_MUST_CHECK ox_status ox_manager_measure(ox_manager *m, uint32_t id, uint32_t type, uint32_t *bytes);
FX_MUST_CHECK ox_status ox_manager_picture(ox_manager *m, uint32_t id, uint32_t level, uint32_t *width,
                                           uint32_t *height);

/* A change of language or region: payloads that other entries now answer for are unloaded or disposed, to be
 * loaded anew. OX_BAD_STATE while one of those is locked: nothing changes. */
FX_MUST_CHECK ox_status ox_manager_choose(ox_manager *m, uint8_t language, uint8_t region);

#endif

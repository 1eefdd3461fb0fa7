/* The resource manager: one registry of everything that the chunks of the mounted images become in memory.
 *
 *     ox_manager_config config = {.records = 64, .types = 8, .stack_bytes = 40000, .cache_bytes = 16384};
 *     if (ox_failed(ox_manager_init(&m, &config, &images, &files, &arena, log))) ...
 *     if (ox_failed(ox_manager_register(&m, &songs))) ...
 *
 *     const void *at = ox_manager_get(&m, SID("gfx/hero"), ROM_TAG_IMAGE, &size);   the payload or a placeholder
 *     hero = ox_manager_handle(&m, SID("gfx/hero"), ROM_TAG_IMAGE);                 for resources used for long
 *     at = ox_manager_lock(&m, hero);                                               stays where it is until
 *     ox_manager_unlock(&m, hero);
 *
 * WHAT NEEDS NO MEMORY. A chunk that is stored plainly in an image in memory, and whose type does not copy,
 * is used where it lies: get finds it in the directory; it has no record, no handle, no state and no count, and is
 * never cached. Every other resource has a record.
 *
 * STATES. ABSENT: no record. QUEUED: requested, nothing done. LOADING: bytes have come. RESIDENT. DISPOSED: a cached
 * resource whose payload was dropped; its record keeps what is needed to make the payload again. FAILED: a load ended
 * badly; the record is gone at once, so a failure leaves nothing behind and may be tried again.
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
 *     OX_LIFE_LEVEL      above resident ones, counted; unused ones go with their level, and the others slide down
 *     OX_LIFE_SHORT      at the high end; goes as soon as it and all short ones loaded after it are unused
 *     OX_LIFE_CACHE      in the cache, made when first wanted, evicted under pressure; refused without cache
 *
 * THE CACHE never holds more than cache_bytes: room is reserved before anything is loaded
 * (kernel/residency/reserve.h). Of the unlocked payloads the first to be evicted has the lowest priority, then oldest
 * use (in ticks), then larger size (smaller with small_first), then smaller handle: a total order, the same on all
 * machines. A pointer from get is valid until the next call of the manager, or as long as the payload is locked. Locked
 * payloads do not move; others move to close gaps. Payloads are aligned to 8.
 *
 * WHEN LOADING MAY HAPPEN. In the loading phase everything loads at once. In play, a resource that is not in memory is
 * refused (OX_MISS_REFUSE: asserts; placeholder and log line) or requested (OX_MISS_REQUEST: placeholder until it is
 * loaded), as its type or the cart says. A request is ready config.latency ticks later on every machine, whatever the
 * medium (kernel/file/request.h); the payload's memory is taken when the request is made.
 *
 * MISSING AND DAMAGED. The manager tries the variant, the base variant, the image below, and in the end the type's
 * placeholder, with one log line for each id that is missing and each image whose chunk is damaged. With `strict` there
 * is no placeholder: NULL and an error in m->status.
 *
 * Every get and find leaves its outcome in m->status: OX_OK, OX_EMPTY (requested), OX_BAD_STATE (refused in play),
 * OX_NOT_FOUND, OX_BAD_DATA, OX_BAD_VERSION, OX_OVER_BUDGET, OX_OUT_OF_MEMORY, OX_FULL (records), OX_IO_ERROR.
 *
 * Cost, Cortex-M3 instructions: get of a cached resource 162, of one in place 282 (an image of 13 chunks), data 73,
 * lock 128, unlock 100; an eviction looks at every record. Memory: 64 bytes a record (88 on 64-bit machines) and about
 * 12 of the index. (Game Programming Gems 1.6, 1.7; GEA 6.2.2.) */
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

/* The record of a resource; only the manager changes it. */
typedef struct ox_manager_record {
    uint32_t bits; /* bits of the handle; 0 = the record is free */
    uint32_t id, type;
    void *data;     /* the payload, NULL while there is none; of cached ones: ox_manager_data */
    uint32_t size;  /* bytes of the payload when it is there */
    uint32_t used;  /* tick of the last use */
    uint32_t block; /* cached: block of the heap; short: bytes at the stack's high end before it */
    uint32_t job;   /* request that loads it */
    ox_resource_make *make;
    void *make_context;
    struct ox_manager *owner; /* the manager, while a load is under way */
    uint16_t same;            /* next record with this id */
    uint16_t above;           /* next record of the same region, in the order of addresses */
    uint16_t reloads;
    uint8_t image, kind; /* key of the image (0: made by `make`), number of the type + 1 */
    uint8_t state, life, count, locks, priority, where;
    bool held;      /* counted by the package to be loaded next */
    bool unload;    /* unused: unloaded with its last lock */
    bool done;      /* requested and loaded, with `outcome`; its tick has not come */
    int8_t outcome; /* ox_status */
} ox_manager_record;

typedef struct ox_manager_config {
    uint32_t records;       /* most at a time, 1..OX_MANAGER_RECORDS_MAX */
    uint32_t types;         /* 1..OX_MANAGER_TYPES_MAX */
    uint32_t stack_bytes;   /* for resident, level and short payloads, and memory for loading */
    uint32_t cache_bytes;   /* 0: no cache */
    ox_arena *cache;        /* where the cache lies (low end); NULL: in the arena of everything else */
    uint32_t cache_gaps;    /* further bytes, for gaps between locked payloads; 16 a record are added */
    uint32_t scratch_bytes; /* for requested loads: stored bytes that are not in memory, and bytes that a
                               type converts */
    uint32_t latency;       /* ticks from a request to its presence */
    uint32_t evict_most;    /* evictions of one ox_manager_trim; 0 = 4 */
    uint8_t miss;           /* OX_MISS_REFUSE or OX_MISS_REQUEST, for types that leave it to the cart */
    uint8_t without_cache;  /* ox_lifetime of cached ones without cache; OX_LIFE_CACHE refuses them */
    bool small_first;       /* among equals the smaller one is evicted first */
    bool strict;            /* no placeholders */
    bool development; /* payloads are made again from the images as they are now, not from the old image */
} ox_manager_config;

typedef struct ox_manager_counts {
    uint32_t hits, misses, loads, unloads, evictions, reloads, failures;
    uint32_t in_place;           /* look-ups that needed no memory */
    uint32_t requested, refused; /* misses in play */
    uint32_t placeholders;       /* ids with a placeholder */
    uint32_t moved_bytes;
    uint32_t placed, misplaced; /* payloads in the class that they name; payloads that found no room in it */
} ox_manager_counts;

/* Payloads of one memory class that lie in a row: slid down when something below them goes. */
typedef struct ox_manager_region {
    ox_arena *arena;
    size_t base;          /* bytes at the arena's low end that are not the manager's */
    size_t top;           /* bytes in use up to the latest payload; bytes above belong to others */
    uint16_t first, last; /* records by address */
} ox_manager_region;

/* The requested load under way: one load at a time has the scratch memory. */
typedef struct ox_manager_load {
    ox_manager_record *record; /* NULL: none */
    ox_found found;
    const uint8_t *stored; /* the stored bytes, once they are in memory */
    uint8_t *unpacked;     /* where bytes are unpacked to */
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
 * Without an offer such payloads lie where they would without a class: in the image, or in main memory. The same
 * happens, with a warning, when the offer is full. Other code may push to the arena as well, and give back what it
 * pushed. OX_BAD_ARGUMENT; OX_BAD_STATE while payloads lie in the offer before. */
FX_MUST_CHECK ox_status ox_manager_offer(ox_manager *m, ox_class where, ox_arena *arena);

void ox_manager_phase(ox_manager *m, ox_manager_time phase);

/* Called once a tick, before ox_files_tick, with rising numbers: sets the clock of uses, and does one step of closing
 * gaps. */
void ox_manager_tick(ox_manager *m, uint32_t tick);

/* Unloads everything and tells which records were still counted or locked; returns how many. */
uint32_t ox_manager_shutdown(ox_manager *m, void (*tell)(void *context, const ox_manager_record *record),
                             void *context);

/* Shuts the manager down, clears it, and returns what ox_manager_shutdown returns. */
uint32_t ox_manager_end(ox_manager *m);

/* ---- use ---- */

/* The payload with this id; *size (`size` may be NULL) is its bytes. When the payload cannot be had: the placeholder,
 * or NULL where the type has none; m->status says why. */
const void *ox_manager_get(ox_manager *m, uint32_t id, uint32_t type, uint32_t *size);
const void *ox_manager_get_named(ox_manager *m, const char *name, uint32_t type, uint32_t *size);

/* Holds a payload for code that points into it for a while, a drawable mesh for example. The payload is loaded if need
 * be, counted and locked, so that it is neither moved nor unloaded before ox_manager_let_go. A payload in place needs
 * no lock: its handle is null. A failure leaves *held all zero and has the codes of m->status (OX_EMPTY: requested, try
 * again). There is no placeholder, no line in the log, and no assertion where play refuses the resource. */
typedef struct ox_held {
    const void *data;
    uint32_t size;
    ox_resource_handle handle;
} ox_held;
FX_MUST_CHECK ox_status ox_manager_hold(ox_manager *m, uint32_t id, uint32_t type, ox_held *held);
void ox_manager_let_go(ox_manager *m, ox_resource_handle handle);

/* The handle of a resource, loaded if need be; null when the resource needs none (in place: m->status OX_OK) or cannot
 * be had. */
ox_resource_handle ox_manager_handle(ox_manager *m, uint32_t id, uint32_t type);

/* The record of a handle, NULL when the handle is stale; the record of an id, NULL when it has none. Nothing is
 * loaded. */
const ox_manager_record *ox_manager_record_of(const ox_manager *m, ox_resource_handle handle);
const ox_manager_record *ox_manager_find(const ox_manager *m, uint32_t id, uint32_t type);

/* The payload by handle; a disposed payload is made again, as in get. */
const void *ox_manager_data(ox_manager *m, ox_resource_handle handle);

/* The payload of a record that is resident; other records are asserted and give NULL. The use is not stamped. */
const void *ox_manager_payload(const ox_manager *m, ox_resource_handle handle);

/* Locks a payload, made again if need be, and returns it; the payload does not move until the matching unlock. A load
 * under way is waited for. NULL when the payload cannot be had, or (asserted) with 255 locks. */
const void *ox_manager_lock(ox_manager *m, ox_resource_handle handle);

/* Take one lock away, by handle or by the payload's address, and return how many are left; -1 (asserted) when there was
 * none. */
int32_t ox_manager_unlock(ox_manager *m, ox_resource_handle handle);
int32_t ox_manager_unlock_at(ox_manager *m, const void *payload);

/* Count one user more, or one less; at 0 users level and short resources are unloaded. OX_STALE_HANDLE; OX_FULL
 * (asserted) at 255, and OX_BAD_STATE (asserted) below 0. */
FX_MUST_CHECK ox_status ox_manager_retain(ox_manager *m, ox_resource_handle handle);
ox_status ox_manager_release(ox_manager *m, ox_resource_handle handle);

/* Drops the payload of a cached resource. OX_BAD_STATE when it is locked, being loaded or not cached. */
FX_MUST_CHECK ox_status ox_manager_dispose(ox_manager *m, ox_resource_handle handle);
static inline bool ox_manager_is_disposed(const ox_manager_record *r) {
    return r->state == OX_RESOURCE_DISPOSED;
}
static inline bool ox_manager_is_locked(const ox_manager_record *r) { return r->locks > 0; }
static inline uint32_t ox_manager_size(const ox_manager_record *r) {
    return r->state == OX_RESOURCE_RESIDENT ? r->size : 0;
}

/* Makes a resource wanted with this priority: stamps it, and loads it now (loading phase) or queues it (play,
 * whatever the miss policy is). A resource in place needs neither: OX_OK. OX_EMPTY: the load is under way. A lower
 * priority lets the resource go. */
FX_MUST_CHECK ox_status ox_manager_touch(ox_manager *m, uint32_t id, uint32_t type, uint8_t priority);
FX_MUST_CHECK ox_status ox_manager_priority(ox_manager *m, ox_resource_handle handle, uint8_t priority);

/* Touches the resources of a list of {id, type}; returns how many could not be had. */
typedef struct ox_resource_name {
    uint32_t id, type;
} ox_resource_name;
uint32_t ox_manager_prefetch(ox_manager *m, const ox_resource_name *list, uint32_t count, uint8_t priority);

/* ---- cached payloads without a chunk ---- */

typedef struct ox_manager_item {
    uint32_t number;   /* the handle's, 1..records, or 0: the manager chooses, from the highest down, so that
                          low ones stay free for fixed use. A fixed handle is its number */
    uint32_t id, type; /* 0: none */
    uint32_t size;     /* bytes of the payload, which `make` fills */
    ox_resource_make *make;
    void *context; /* handed to make */
    uint8_t priority;
} ox_manager_item;

/* Enters an item and makes its payload. OX_ALREADY_THERE (the number, or the id unless it is 0), OX_FULL,
 * OX_OVER_BUDGET, or the status of `make`. */
FX_MUST_CHECK ox_status ox_manager_insert(ox_manager *m, const ox_manager_item *item,
                                          ox_resource_handle *handle);

/* Removes a record with its payload. OX_BAD_STATE (asserted) when it is locked, OX_STALE_HANDLE.
 */
FX_MUST_CHECK ox_status ox_manager_remove(ox_manager *m, ox_resource_handle handle);

/* Removes the record of a resident cached resource but leaves its payload with the caller, still in the budget, until
 * ox_manager_give_back. OX_BAD_STATE for any other record. */
typedef struct ox_detached {
    void *data;
    uint32_t size, block;
} ox_detached;
FX_MUST_CHECK ox_status ox_manager_detach(ox_manager *m, ox_resource_handle handle, ox_detached *payload);
void ox_manager_give_back(ox_manager *m, const ox_detached *payload);

/* ox_manager_at gives the handle of the payload at an address, null for none. ox_manager_next walks over all records:
 * it begins with null and ends with null. */
ox_resource_handle ox_manager_at(const ox_manager *m, const void *payload);
ox_resource_handle ox_manager_next(const ox_manager *m, ox_resource_handle after);

/* ox_manager_reserve evicts until `bytes` are free; false, and nothing is evicted, when that is impossible.
 * ox_manager_trim does a few evictions, at most config.evict_most, until `bytes` are free, and returns how many: for
 * the slack of a frame. */
FX_MUST_CHECK bool ox_manager_reserve(ox_manager *m, uint32_t bytes);
uint32_t ox_manager_trim(ox_manager *m, uint32_t bytes);

/* ---- questions that load nothing ---- */

/* ox_manager_measure gives the bytes that a payload will have, ox_manager_picture the size of a picture at a mip level
 * (0: full size; each level halves it; a level below 1 pixel is asserted and counts as the last). OX_NOT_FOUND,
 * OX_BAD_DATA. A packed picture that is not in memory answers OX_EMPTY. */
FX_MUST_CHECK ox_status ox_manager_measure(ox_manager *m, uint32_t id, uint32_t type, uint32_t *bytes);
FX_MUST_CHECK ox_status ox_manager_picture(ox_manager *m, uint32_t id, uint32_t level, uint32_t *width,
                                           uint32_t *height);

/* Changes language and region: payloads whose ids now have other entries are unloaded or disposed, to be loaded anew.
 * OX_BAD_STATE while such a payload is locked: nothing changes. */
FX_MUST_CHECK ox_status ox_manager_choose(ox_manager *m, uint8_t language, uint8_t region);

#endif

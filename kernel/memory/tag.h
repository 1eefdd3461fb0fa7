/* Debug tracking: records of who took which memory where, guards around blocks, and a report that names tag and place
 * when memory is misused. One mechanism for arenas, frame memory, pools, heaps.
 *
 *     ox_tracker tracker;                                  (debug builds; the memory is of the DEBUG class)
 *     ox_tracker_open(&tracker, debug_block, bytes);
 *     ox_arena_track(&resident, &tracker, "resident", OX_TAG_LEVEL, 4096);
 *     ...
 *     ox_tracker_check(&tracker, OX_HERE);                 every guard of every block; once a frame
 *     ox_tracker_leaks(&tracker, OX_TAG_LEVEL, 0);         at level end: blocks still taken, with their origin
 *
 * A tracked block carries tag, file, line, serial and size in a record that lies in the tracker's own memory, found
 * by the block's address. A block's four-byte guards lie in front of it and behind it, in extra room outside of the
 * budget, so the budget's numbers mean the same with tracking as without: debug data never counts against the cart's
 * memory. Without a tracker a debug build lays memory out exactly as a release build does. A release build has none
 * of this: not a byte, not an instruction; it counts the regions of the budget (kernel/memory/class.h) by tag.
 *
 * For a new kind of allocator: a member OX_TRACKED in its struct, and OX_TRACK(ox_tracked_add(...)) where it hands
 * out blocks, OX_TRACK(ox_tracked_remove(...)) where it takes them back. Both words stand for nothing in a release
 * build.
 *
 * Fill patterns (GEA 2.4, 9.9): 0xCD fresh, 0xDD given back, 0xFD guard, 0xFB expired frame memory. */
#ifndef OXCART_KERNEL_MEMORY_TAG_H
#define OXCART_KERNEL_MEMORY_TAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fixedmath/assert.h"
#include "kernel/memory/status.h"

/* ---- tags ---- */

/* The subsystem whose memory it is. OX_TAG_CART + 0..14 are the cart's own. */
typedef enum ox_tag {
    OX_TAG_NONE,
    OX_TAG_ENGINE,
    OX_TAG_VIDEO,
    OX_TAG_FRAME,
    OX_TAG_RESOURCE,
    OX_TAG_LEVEL,
    OX_TAG_OBJECTS,
    OX_TAG_INPUT,
    OX_TAG_AUDIO,
    OX_TAG_PHYSICS,
    OX_TAG_ANIMATION,
    OX_TAG_AI,
    OX_TAG_UI,
    OX_TAG_SCRIPT,
    OX_TAG_NETWORK,
    OX_TAG_SAVE,
    OX_TAG_DEBUG,
    OX_TAG_CART,
    OX_TAGS = 32
} ox_tag;

/* The name of a tag, such as "level"; "cart" for all of the cart's own, "unknown" beyond. Never NULL. */
const char *ox_tag_name(uint32_t tag);

/* The account of one tag, client or class: plain integers, bytes. */
typedef struct ox_account {
    size_t bytes, peak; /* bytes now, and most at once */
    uint32_t blocks;    /* blocks now */
    uint32_t failures;  /* requests refused */
    uint32_t total;     /* blocks since the start */
} ox_account;

/* A place in the program: where memory was asked for. */
typedef struct ox_place {
    const char *file;
    int line;
} ox_place;

#define OX_HERE ((ox_place){__FILE__, __LINE__})

/* ---- fill patterns ---- */

enum {
    OX_FILL_FRESH = 0xCD,
    OX_FILL_FREED = 0xDD,
    OX_FILL_GUARD = 0xFD,
    OX_FILL_EXPIRED = 0xFB, /* frame memory of a frame that is over */
    OX_GUARD_BYTES = 4      /* bytes of a guard in front of a block and behind it */
};

/* ---- reports ---- */

typedef enum ox_misuse {
    OX_MISUSE_OVERRUN,  /* the guard behind the block was written */
    OX_MISUSE_UNDERRUN, /* the guard in front of the block was written */
    OX_MISUSE_DOUBLE_FREE,
    OX_MISUSE_FOREIGN_POINTER,
    OX_MISUSE_WRITE_AFTER_FREE,
    OX_MISUSE_STALE_HANDLE,
    /* a rollback to a mark that is no boundary between blocks, or lies beyond the memory in use */
    OX_MISUSE_BAD_ROLLBACK,
    OX_MISUSE_LEAK,
    OX_MISUSE_WRITE_AFTER_COMMIT,
    OX_MISUSE_OUT_OF_MEMORY, /* no mistake, but reported in development builds: request and largest free block */
    OX_MISUSE_OUT_OF_RECORDS, /* the tracker's own memory is too small; reported once */
    OX_MISUSES
} ox_misuse;

/* A finding. A report about no known block has as address NULL or the pointer that was handed in, and place.file "". */
typedef struct ox_misuse_report {
    ox_misuse misuse;
    const void *address; /* address of the block */
    size_t bytes;        /* bytes of the block, or of the request */
    /* offset of the wrong byte from the block's start; for out of memory: largest free block */
    size_t offset;
    uint32_t tag;
    uint32_t serial;   /* the block's number, 1 for the first that the tracker saw */
    uint32_t frame;    /* ox_tracker.frame at the finding */
    const char *owner; /* name of the arena, pool, heap */
    ox_place place;    /* where the block was asked for */
    ox_place freed;    /* where the block was given back, "" and 0 when it was not */
    ox_place found;    /* the call that made the finding */
} ox_misuse_report;

/* A listener to findings. Without a listener every finding but out-of-memory is a failed assertion with a sentence. */
typedef void ox_misuse_listener(void *context, const ox_misuse_report *report);

/* ---- the tracker (debug builds only) ---- */

#if OX_DEBUG

/* The words for a misuse, such as "write behind its end"; never NULL. */
const char *ox_misuse_name(ox_misuse misuse);

void ox_account_add(ox_account *account, size_t bytes);
void ox_account_subtract(ox_account *account, size_t bytes);

struct ox_record; /* defined in tag.c */

typedef struct ox_tracker {
    struct ox_record *records;
    uint32_t *buckets;       /* records by address */
    uint32_t capacity, mask; /* records, buckets - 1 */
    uint32_t unused, oldest_dead, newest_dead;
    uint32_t serial;     /* serial number of the last block */
    uint32_t allocators; /* allocators that were started */
    /* number of the block at whose push the debugger stops (FX_ASSERT_MSG); 0 = none */
    uint32_t break_serial;
    uint32_t found; /* findings so far, leaks and out-of-memory not counted */
    uint32_t frame; /* set by the code that counts frames; stands in reports */
    bool full;
    ox_misuse_listener *listener;
    void *context;
    /* accounts by tag: bytes as the cart's budget sees them, guards not counted */
    ox_account accounts[OX_TAGS];
} ox_tracker;

/* The tracking data of an allocator. They may be copied together with the allocator, but not kept twice. */
typedef struct ox_tracked {
    ox_tracker *tracker; /* NULL: not tracked */
    const char *name;
    uint32_t tag;    /* tag of the blocks to come */
    uint32_t id;     /* number of the allocator */
    uint32_t newest; /* record of its live block that was made last */
} ox_tracked;

/* The tracker's knowledge of a block. */
typedef struct ox_tracked_block {
    uint8_t *block, *begin, *end; /* start for the user; start and end with guards */
    size_t bytes, cost;
    uint32_t tag, serial;
    ox_place place;
} ox_tracked_block;

#define OX_TRACKED ox_tracked tracked;
#define OX_TRACK(...) __VA_ARGS__

/* Begins a tracker in memory of the caller (aligned to 8); about 100 bytes for every block that lives at once. False
 * when there is no room for a single block. */
FX_MUST_CHECK bool ox_tracker_open(ox_tracker *tracker, void *memory, size_t bytes);
void ox_tracker_listen(ox_tracker *tracker, ox_misuse_listener *listener, void *context);

/* Checks every guard of every live block; returns how many were broken (each is reported once, then mended). */
uint32_t ox_tracker_check(ox_tracker *tracker, ox_place found);

/* Reports every live block of a tag (OX_TAGS: of all) whose serial number is larger than `since` as a leak; returns
 * their number. */
uint32_t ox_tracker_leaks(ox_tracker *tracker, uint32_t tag, uint32_t since);

/* Makes an allocator tracked from now on; it must be empty. tracker NULL: not tracked. */
void ox_tracked_start(ox_tracked *tracked, ox_tracker *tracker, const char *name, uint32_t tag);
static inline bool ox_tracked_is_on(const ox_tracked *tracked) { return tracked->tracker != NULL; }

/* Notes a block that was handed out: `bytes` for its user, `cost` bytes of the budget (gaps included, guards not).
 * Guards it when `guarded`: then the OX_GUARD_BYTES in front of block and behind block + bytes are the tracker's.
 * Nothing happens for an allocator that is not tracked, here and in the functions below. */
void ox_tracked_add(ox_tracked *tracked, void *block, size_t bytes, size_t cost, bool guarded,
                    ox_place place);

/* Notes that a block was given back: checks its guards, fills it with `fill`, remembers it as dead. OX_OK;
 * OX_CORRUPTED when a guard was broken (reported; the block is given back all the same); OX_DOUBLE_FREE or
 * OX_FOREIGN_POINTER (reported; nothing was done). */
ox_status ox_tracked_remove(ox_tracked *tracked, void *block, uint8_t fill, ox_place found);

/* The live block that was made last, and the block made before `block`: for allocators that give back in reverse
 * order. False when there is no such block. */
bool ox_tracked_newest(const ox_tracked *tracked, ox_tracked_block *found);
bool ox_tracked_before(const ox_tracked *tracked, const void *block, ox_tracked_block *found);

/* Whether `block` is a live block of an allocator; *found (may be NULL) is filled when it is. */
bool ox_tracked_knows(const ox_tracked *tracked, const void *block, ox_tracked_block *found);

/* Checks the guards of one block: OX_OK or OX_CORRUPTED (reported). */
ox_status ox_tracked_check(ox_tracked *tracked, const void *block, ox_place found);

/* Notes that a block was moved by its allocator, guards and all. */
void ox_tracked_move(ox_tracked *tracked, const void *from, void *to);

/* Checks that bytes given back still hold `fill`; a write after free is reported with the dead block that lay
 * there. */
ox_status ox_tracked_check_freed(ox_tracked *tracked, const void *from, size_t bytes, uint8_t fill,
                                 ox_place found);

/* Notes that a request was refused: counts it under the tag and tells the listener. */
void ox_tracked_refused(ox_tracked *tracked, size_t bytes, size_t largest, ox_place place);

/* Reports a finding that only the allocator can make; `block` is the block it is about, live or dead, or any pointer.
 */
void ox_tracked_report(ox_tracked *tracked, ox_misuse misuse, const void *block, ox_place found);

#else
#define OX_TRACKED
#define OX_TRACK(...) (void)0
#endif

#endif

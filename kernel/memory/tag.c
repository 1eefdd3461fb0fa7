/* Debug tracking: the records of blocks, their guards, and the reports. */
#include "kernel/memory/tag.h"

#include <string.h>

const char *ox_tag_name(uint32_t tag) {
    static const char *const names[OX_TAG_CART + 1] = {
        "none",    "engine",    "video", "frame", "resource", "level",   "objects", "input", "audio",
        "physics", "animation", "ai",    "ui",    "script",   "network", "save",    "debug", "cart",
    };
    if (tag >= OX_TAGS) return "unknown";
    return names[tag < OX_TAG_CART ? tag : OX_TAG_CART];
}

#if OX_DEBUG

const char *ox_misuse_name(ox_misuse misuse) {
    static const char *const names[OX_MISUSES] = {
        "write behind its end",
        "write in front of it",
        "given back twice",
        "pointer is no block",
        "write after it was given back",
        "stale handle",
        "rollback to no boundary",
        "leak",
        "write after commit",
        "out of memory",
        "tracker is out of records",
    };
    return (unsigned)misuse < OX_MISUSES ? names[misuse] : "unknown misuse";
}

void ox_account_add(ox_account *account, size_t bytes) {
    account->bytes += bytes;
    if (account->bytes > account->peak) account->peak = account->bytes;
    account->blocks++;
    account->total++;
}

void ox_account_subtract(ox_account *account, size_t bytes) {
    account->bytes -= bytes;
    account->blocks--;
}

/* Records are numbered from 1; 0 is none. Each record is in one list: unused records (by older), dead records from
 * newest to oldest, or live records of one allocator from newest to oldest. Live and dead records are also in the
 * bucket of their address. */
struct ox_record {
    uint8_t *block;
    size_t bytes, cost;
    const char *owner;
    ox_place place, freed;
    uint32_t allocator, tag, serial;
    uint32_t same_bucket, newer, older;
    bool live, guarded;
};

static struct ox_record *record_of(const ox_tracker *t, uint32_t number) { return &t->records[number - 1]; }

static uint32_t *bucket_of(const ox_tracker *t, const void *block) {
    uint32_t key = (uint32_t)((uintptr_t)block >> 2) * 2654435769u;
    return &t->buckets[(key >> 12) & t->mask];
}

bool ox_tracker_open(ox_tracker *tracker, void *memory, size_t bytes) {
    memset(tracker, 0, sizeof *tracker);
    size_t each = sizeof(struct ox_record), count = bytes / (each + 2 * sizeof(uint32_t));
    uint32_t buckets = 1;
    if (memory == NULL || ((uintptr_t)memory & 7u) != 0 || count == 0) return false;
    if (count > 0xFFFFFu) count = 0xFFFFFu;
    while (buckets * 2u <= count) buckets *= 2u;
    tracker->records = memory;
    tracker->buckets = (uint32_t *)(void *)((uint8_t *)memory + count * each);
    tracker->capacity = (uint32_t)count;
    tracker->mask = buckets - 1u;
    memset(memory, 0, count * each + buckets * sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++) tracker->records[i].older = i + 1u < count ? i + 2u : 0u;
    tracker->unused = 1;
    return true;
}

void ox_tracker_listen(ox_tracker *tracker, ox_misuse_listener *listener, void *context) {
    tracker->listener = listener;
    tracker->context = context;
}

/* ---- reports ---- */

static void tell_misuse(ox_tracker *t, const ox_misuse_report *r) {
    if (r->misuse != OX_MISUSE_LEAK && r->misuse != OX_MISUSE_OUT_OF_MEMORY) t->found++;
    if (t->listener != NULL) {
        t->listener(t->context, r);
    } else if (r->misuse != OX_MISUSE_OUT_OF_MEMORY) {
        FX_ASSERT_MSG(false, "%s, block of %u bytes in %s, tag %s, number %u, from %s:%d; noticed at %s:%d",
                      ox_misuse_name(r->misuse), (unsigned)r->bytes, r->owner, ox_tag_name(r->tag),
                      (unsigned)r->serial, r->place.file, r->place.line, r->found.file, r->found.line);
    }
}

static void tell_record(ox_tracker *t, ox_misuse misuse, const struct ox_record *record, size_t offset,
                        ox_place found) {
    ox_misuse_report report = {misuse,        record->block,  record->bytes, offset,
                               record->tag,   record->serial, t->frame,      record->owner,
                               record->place, record->freed,  found};
    tell_misuse(t, &report);
}

static void tell_stranger(const ox_tracked *tracked, ox_misuse misuse, const void *block, size_t bytes,
                          size_t offset, ox_place found) {
    ox_place none = {"", 0};
    ox_misuse_report report = {misuse,        block, bytes, offset, tracked->tag, 0, tracked->tracker->frame,
                               tracked->name, none,  none,  found};
    tell_misuse(tracked->tracker, &report);
}

/* ---- lists ---- */

static void bucket_remove(ox_tracker *t, uint32_t number) {
    uint32_t *link = bucket_of(t, record_of(t, number)->block);
    while (*link != number) link = &record_of(t, *link)->same_bucket;
    *link = record_of(t, number)->same_bucket;
}

static void dead_remove(ox_tracker *t, uint32_t number) {
    struct ox_record *record = record_of(t, number);
    if (record->newer != 0)
        record_of(t, record->newer)->older = record->older;
    else
        t->newest_dead = record->older;
    if (record->older != 0)
        record_of(t, record->older)->newer = record->newer;
    else
        t->oldest_dead = record->newer;
}

static void dead_add(ox_tracker *t, uint32_t number) {
    struct ox_record *record = record_of(t, number);
    record->newer = 0;
    record->older = t->newest_dead;
    if (t->newest_dead != 0)
        record_of(t, t->newest_dead)->newer = number;
    else
        t->oldest_dead = number;
    t->newest_dead = number;
}

static uint32_t find_block(const ox_tracked *tracked, const void *block, bool live) {
    ox_tracker *t = tracked->tracker;
    uint32_t number = *bucket_of(t, block);
    for (; number != 0; number = record_of(t, number)->same_bucket) {
        const struct ox_record *record = record_of(t, number);
        if (record->block == block && record->allocator == tracked->id && record->live == live) break;
    }
    return number;
}

/* Takes a record to fill: an unused one, else that of the block that died longest ago, else 0. */
static uint32_t new_record(ox_tracker *t) {
    uint32_t number = t->unused;
    if (number != 0) {
        t->unused = record_of(t, number)->older;
    } else if (t->oldest_dead != 0) {
        number = t->oldest_dead;
        dead_remove(t, number);
        bucket_remove(t, number);
    }
    return number;
}

/* ---- guards ---- */

static bool guard_is_whole(uint8_t *guard, size_t *wrong) {
    for (size_t i = 0; i < OX_GUARD_BYTES; i++) {
        if (guard[i] == OX_FILL_GUARD) continue;
        *wrong = i;
        memset(guard, OX_FILL_GUARD, OX_GUARD_BYTES);
        return false;
    }
    return true;
}

static bool check_record(ox_tracker *t, const struct ox_record *record, ox_place found) {
    size_t wrong = 0;
    bool whole = true;
    if (!record->guarded) return true;
    if (!guard_is_whole(record->block - OX_GUARD_BYTES, &wrong)) {
        tell_record(t, OX_MISUSE_UNDERRUN, record, (size_t)0 - OX_GUARD_BYTES + wrong, found);
        whole = false;
    }
    if (!guard_is_whole(record->block + record->bytes, &wrong)) {
        tell_record(t, OX_MISUSE_OVERRUN, record, record->bytes + wrong, found);
        whole = false;
    }
    return whole;
}

uint32_t ox_tracker_check(ox_tracker *tracker, ox_place found) {
    uint32_t before = tracker->found;
    for (uint32_t i = 0; i < tracker->capacity; i++) {
        if (tracker->records[i].live) (void)check_record(tracker, &tracker->records[i], found);
    }
    return tracker->found - before;
}

uint32_t ox_tracker_leaks(ox_tracker *tracker, uint32_t tag, uint32_t since) {
    uint32_t leaks = 0;
    for (uint32_t i = 0; i < tracker->capacity; i++) {
        const struct ox_record *record = &tracker->records[i];
        if (!record->live || record->serial <= since || (tag < OX_TAGS && record->tag != tag)) continue;
        tell_record(tracker, OX_MISUSE_LEAK, record, 0, record->place);
        leaks++;
    }
    return leaks;
}

/* ---- allocators ---- */

void ox_tracked_start(ox_tracked *tracked, ox_tracker *tracker, const char *name, uint32_t tag) {
    *tracked = (ox_tracked){tracker, name, tag < OX_TAGS ? tag : OX_TAG_NONE, 0, 0};
    if (tracker != NULL) tracked->id = ++tracker->allocators;
}

void ox_tracked_add(ox_tracked *tracked, void *block, size_t bytes, size_t cost, bool guarded,
                    ox_place place) {
    ox_tracker *t = tracked->tracker;
    if (t == NULL) return;
    uint32_t number = find_block(tracked, block, false);
    if (number != 0) {
        dead_remove(t, number);
        bucket_remove(t, number);
    } else {
        number = new_record(t);
    }
    t->serial++;
    FX_ASSERT_MSG(t->serial != t->break_serial, "block number %u is asked for at %s:%d", (unsigned)t->serial,
                  place.file, place.line);
    if (number == 0) {
        if (!t->full) tell_stranger(tracked, OX_MISUSE_OUT_OF_RECORDS, block, bytes, 0, place);
        t->full = true;
        return;
    }
    struct ox_record *record = record_of(t, number);
    uint32_t *bucket = bucket_of(t, block);
    *record = (struct ox_record){block,   bytes,           cost,         tracked->name, place,
                                 {"", 0}, tracked->id,     tracked->tag, t->serial,     *bucket,
                                 0,       tracked->newest, true,         guarded};
    *bucket = number;
    if (tracked->newest != 0) record_of(t, tracked->newest)->newer = number;
    tracked->newest = number;
    if (guarded) {
        memset(record->block - OX_GUARD_BYTES, OX_FILL_GUARD, OX_GUARD_BYTES);
        memset(record->block + bytes, OX_FILL_GUARD, OX_GUARD_BYTES);
    }
    ox_account_add(&t->accounts[record->tag], cost);
}

static void live_remove(ox_tracked *tracked, struct ox_record *record) {
    ox_tracker *t = tracked->tracker;
    if (record->newer != 0)
        record_of(t, record->newer)->older = record->older;
    else
        tracked->newest = record->older;
    if (record->older != 0) record_of(t, record->older)->newer = record->newer;
}

ox_status ox_tracked_remove(ox_tracked *tracked, void *block, uint8_t fill, ox_place found) {
    ox_tracker *t = tracked->tracker;
    if (t == NULL) return OX_OK;
    uint32_t number = find_block(tracked, block, true);
    if (number == 0) {
        uint32_t dead = find_block(tracked, block, false);
        if (dead != 0) {
            tell_record(t, OX_MISUSE_DOUBLE_FREE, record_of(t, dead), 0, found);
            return OX_DOUBLE_FREE;
        }
        if (t->full) return OX_OK; /* the block may have found no record */
        tell_stranger(tracked, OX_MISUSE_FOREIGN_POINTER, block, 0, 0, found);
        return OX_FOREIGN_POINTER;
    }
    struct ox_record *record = record_of(t, number);
    ox_status status = check_record(t, record, found) ? OX_OK : OX_CORRUPTED;
    live_remove(tracked, record);
    record->live = false;
    record->freed = found;
    dead_add(t, number);
    size_t guard = record->guarded ? OX_GUARD_BYTES : 0;
    memset(record->block - guard, fill, record->bytes + 2 * guard);
    ox_account_subtract(&t->accounts[record->tag], record->cost);
    return status;
}

static bool describe_block(const ox_tracked *tracked, uint32_t number, ox_tracked_block *found) {
    if (number == 0) return false;
    const struct ox_record *record = record_of(tracked->tracker, number);
    size_t guard = record->guarded ? OX_GUARD_BYTES : 0;
    if (found != NULL) {
        *found =
            (ox_tracked_block){record->block,  record->block - guard, record->block + record->bytes + guard,
                               record->bytes,  record->cost,          record->tag,
                               record->serial, record->place};
    }
    return true;
}

bool ox_tracked_newest(const ox_tracked *tracked, ox_tracked_block *found) {
    return tracked->tracker != NULL && describe_block(tracked, tracked->newest, found);
}

bool ox_tracked_before(const ox_tracked *tracked, const void *block, ox_tracked_block *found) {
    uint32_t number = tracked->tracker == NULL ? 0 : find_block(tracked, block, true);
    return number != 0 && describe_block(tracked, record_of(tracked->tracker, number)->older, found);
}

bool ox_tracked_knows(const ox_tracked *tracked, const void *block, ox_tracked_block *found) {
    return tracked->tracker != NULL && describe_block(tracked, find_block(tracked, block, true), found);
}

ox_status ox_tracked_check(ox_tracked *tracked, const void *block, ox_place found) {
    uint32_t number = tracked->tracker == NULL ? 0 : find_block(tracked, block, true);
    if (number == 0) return OX_OK;
    return check_record(tracked->tracker, record_of(tracked->tracker, number), found) ? OX_OK : OX_CORRUPTED;
}

void ox_tracked_move(ox_tracked *tracked, const void *from, void *to) {
    ox_tracker *t = tracked->tracker;
    uint32_t number = t == NULL ? 0 : find_block(tracked, from, true), dead;
    if (number == 0) return;
    bucket_remove(t, number);
    if ((dead = find_block(tracked, to, false)) != 0) {
        dead_remove(t, dead);
        bucket_remove(t, dead);
        record_of(t, dead)->older = t->unused;
        t->unused = dead;
    }
    record_of(t, number)->block = to;
    record_of(t, number)->same_bucket = *bucket_of(t, to);
    *bucket_of(t, to) = number;
}

ox_status ox_tracked_check_freed(ox_tracked *tracked, const void *from, size_t bytes, uint8_t fill,
                                 ox_place found) {
    ox_tracker *t = tracked->tracker;
    const uint8_t *at = from;
    size_t i = 0;
    if (t == NULL) return OX_OK;
    while (i < bytes && at[i] == fill) i++;
    if (i == bytes) return OX_OK;
    uint32_t number = t->newest_dead;
    for (; number != 0; number = record_of(t, number)->older) {
        const struct ox_record *record = record_of(t, number);
        if (record->allocator == tracked->id && at + i >= record->block &&
            at + i < record->block + record->bytes)
            break;
    }
    if (number != 0) {
        size_t offset = (size_t)(at + i - record_of(t, number)->block);
        tell_record(t, OX_MISUSE_WRITE_AFTER_FREE, record_of(t, number), offset, found);
    } else {
        tell_stranger(tracked, OX_MISUSE_WRITE_AFTER_FREE, at, bytes, i, found);
    }
    return OX_CORRUPTED;
}

void ox_tracked_refused(ox_tracked *tracked, size_t bytes, size_t largest, ox_place place) {
    if (tracked->tracker == NULL) return;
    tracked->tracker->accounts[tracked->tag].failures++;
    tell_stranger(tracked, OX_MISUSE_OUT_OF_MEMORY, NULL, bytes, largest, place);
}

void ox_tracked_report(ox_tracked *tracked, ox_misuse misuse, const void *block, ox_place found) {
    if (tracked->tracker == NULL) return;
    uint32_t number = find_block(tracked, block, true);
    if (number == 0) number = find_block(tracked, block, false);
    if (number != 0)
        tell_record(tracked->tracker, misuse, record_of(tracked->tracker, number), 0, found);
    else
        tell_stranger(tracked, misuse, block, 0, 0, found);
}

#endif

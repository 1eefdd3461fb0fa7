/* The arena's slow paths: refusals, marks, rollbacks and figures, and tracked arenas of debug builds. */
#include "kernel/memory/arena.h"

#include <string.h>

#if OX_DEBUG
bool ox_arena_is_tracked(const ox_arena *arena) { return arena->tracked[0].tracker != NULL; }
static inline size_t taken(const ox_arena *arena, ox_arena_end end) { return arena->taken[end]; }
#else
static inline bool ox_arena_is_tracked(const ox_arena *arena) {
    (void)arena;
    return false;
}
static inline size_t taken(const ox_arena *arena, ox_arena_end end) {
    (void)arena, (void)end;
    return 0;
}
#endif

void(ox_arena_init)(ox_arena *arena, void *base, size_t size) {
    memset(arena, 0, sizeof *arena);
    arena->base = base;
    arena->size = base == NULL ? 0 : size;
    arena->low = arena->base;
    arena->high = arena->size == 0 ? NULL : arena->base + size;
    arena->held = arena->size == 0 ? arena->base : arena->high;
}

ox_status ox_arena_open(ox_arena *arena, void *base, size_t size) {
    FX_ASSERT_MSG(arena->base == NULL, "the arena is open already");
    if (arena->base != NULL) return OX_BAD_STATE;
    if (base == NULL || size == 0) return OX_BAD_ARGUMENT;
    ox_arena_init(arena, base, size);
    return OX_OK;
}

void ox_arena_close(ox_arena *arena) { memset(arena, 0, sizeof *arena); }

static uint8_t *true_high(const ox_arena *arena) { return arena->high != NULL ? arena->high : arena->held; }

/* Sets the high end. Where pushes must go the slow way `high` becomes NULL, which sends them there. */
static void set_high(ox_arena *arena, uint8_t *high) {
    bool slow = arena->fault != 0 || arena->faults != NULL || arena->size == 0 || ox_arena_is_tracked(arena);
    arena->high = slow ? NULL : high;
    arena->held = high;
}

static size_t gap_now(const ox_arena *arena) {
    if (arena->size == 0) return 0;
    if (ox_arena_is_tracked(arena))
        return arena->size - taken(arena, OX_ARENA_LOW) - taken(arena, OX_ARENA_HIGH);
    return (size_t)(true_high(arena) - arena->low);
}

static void note_peak(ox_arena *arena) {
    size_t used = ox_arena_used(arena);
    if (used > arena->peak) arena->peak = used;
}

static void *refuse_bytes(ox_arena *arena, size_t bytes) {
    arena->refused++;
    if (bytes > arena->refused_max) arena->refused_max = bytes;
    return NULL;
}

static bool fault_strikes(ox_arena *arena) {
    bool strikes = arena->fault != 0 && --arena->fault == 0;
    if (ox_fault_strikes(arena->faults, arena->tag)) strikes = true;
    set_high(arena, true_high(arena));
    return strikes;
}

/* The address of an end as it would be without tracking. */
static uintptr_t end_address(const ox_arena *arena, ox_arena_end end) {
    if (ox_arena_is_tracked(arena)) {
        return end == OX_ARENA_LOW ? (uintptr_t)arena->base + taken(arena, end)
                                   : (uintptr_t)arena->base + arena->size - taken(arena, end);
    }
    return end == OX_ARENA_LOW ? (uintptr_t)arena->low : (uintptr_t)true_high(arena);
}

/* Bytes lost to alignment in front of (low) or behind (high) a piece of `bytes`. */
static size_t alignment_gap(const ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment) {
    uintptr_t at = end_address(arena, end);
    return (size_t)(end == OX_ARENA_LOW ? 0u - at : at - bytes) & (alignment - 1u);
}

/* Whether the request makes sense, is not made to fail, and fits: *gap is the bytes lost to alignment. */
static bool grants(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment, size_t *gap) {
    size_t room = gap_now(arena);
    FX_ASSERT_MSG(ox_alignment_is_valid(alignment), "%u is no alignment", (unsigned)alignment);
    FX_ASSERT_MSG(bytes != 0, "a push of no bytes");
    if (!ox_alignment_is_valid(alignment) || bytes == 0) return false;
    *gap = alignment_gap(arena, end, bytes, alignment);
    return !fault_strikes(arena) && *gap <= room && bytes <= room - *gap;
}

void *ox_arena_push_slow(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment) {
    size_t gap = 0;
    if (!grants(arena, end, bytes, alignment, &gap)) return refuse_bytes(arena, bytes);
    if (end == OX_ARENA_HIGH) {
        uint8_t *at = true_high(arena) - gap - bytes;
        set_high(arena, at);
        return at;
    }
    uint8_t *at = arena->low + gap;
    arena->low = at + bytes;
    return at;
}

void *(ox_arena_push)(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment) {
    if (!ox_alignment_is_valid(alignment)) return ox_arena_push_slow(arena, end, bytes, alignment);
    return end == OX_ARENA_LOW ? (ox_arena_push_low)(arena, bytes, alignment)
                               : (ox_arena_push_high)(arena, bytes, alignment);
}

void *(ox_arena_push_zero)(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment) {
    void *at = ox_arena_push(arena, end, bytes, alignment);
    if (at != NULL) memset(at, 0, bytes);
    return at;
}

ox_mark ox_arena_mark(const ox_arena *arena, ox_arena_end end) {
    ox_mark mark = {0, end};
    if (ox_arena_is_tracked(arena)) {
        mark.used = taken(arena, end);
    } else if (arena->size != 0) {
        mark.used = end == OX_ARENA_LOW ? (size_t)(arena->low - arena->base)
                                        : (size_t)(arena->base + arena->size - true_high(arena));
    }
    return mark;
}

static void roll_back(ox_arena *arena, ox_mark mark, size_t freed) {
    if (mark.end == OX_ARENA_LOW) {
        arena->low = arena->base + mark.used;
        if (arena->poison != 0) memset(arena->low, arena->poison, freed);
    } else {
        uint8_t *high = true_high(arena);
        if (arena->poison != 0) memset(high, arena->poison, freed);
        set_high(arena, high + freed);
    }
}

bool(ox_arena_rollback)(ox_arena *arena, ox_mark mark) {
    size_t used = ox_arena_mark(arena, mark.end).used;
    if (mark.used > used) return false;
    if (mark.used == used) return true;
    note_peak(arena);
    roll_back(arena, mark, used - mark.used);
    return true;
}

void ox_arena_clear(ox_arena *arena) {
    ox_arena_rollback(arena, (ox_mark){0, OX_ARENA_HIGH});
    ox_arena_rollback(arena, (ox_mark){0, OX_ARENA_LOW});
}

/* Runs once a frame, so it does the work of note_peak and set_high in line. */
void ox_arena_turn(ox_arena *arena, void *base) {
    size_t used = arena->size - (size_t)(true_high(arena) - arena->low);
    if (used > arena->peak) arena->peak = used;
    arena->base = arena->low = base;
    arena->held = arena->base + arena->size;
    if (arena->high != NULL) arena->high = arena->held;
    if (arena->poison != 0) memset(base, arena->poison, arena->size);
}

size_t ox_arena_used(const ox_arena *arena) { return arena->size - gap_now(arena); }

size_t ox_arena_free(const ox_arena *arena) { return gap_now(arena); }

size_t ox_arena_peak(const ox_arena *arena) {
    size_t used = ox_arena_used(arena);
    return used > arena->peak ? used : arena->peak;
}

/* At the high end a piece may grow down until its start is the low end rounded up to the alignment: so the largest
 * piece is the same at both ends. */
size_t ox_arena_largest(const ox_arena *arena, ox_arena_end end, size_t alignment) {
    size_t room = gap_now(arena), gap = alignment_gap(arena, OX_ARENA_LOW, 0, alignment);
    (void)end;
    return gap < room ? room - gap : 0;
}

bool ox_arena_holds(const ox_arena *arena, const void *address) {
    size_t bytes = arena->size;
#if OX_DEBUG
    bytes += arena->extra;
#endif
    return (uintptr_t)address - (uintptr_t)arena->base < bytes;
}

void ox_arena_fail_after(ox_arena *arena, uint32_t k) {
    uint8_t *high = true_high(arena);
    arena->fault = k;
    set_high(arena, high);
}

void ox_arena_inject(ox_arena *arena, ox_fault *fault) {
    uint8_t *high = true_high(arena);
    arena->faults = fault;
    set_high(arena, high);
}

/* ---- tracked arenas ---- */

#if OX_DEBUG

void ox_arena_track(ox_arena *arena, ox_tracker *tracker, const char *name, uint32_t tag, size_t extra) {
    FX_ASSERT_MSG(ox_arena_used(arena) == 0, "%s is tracked too late: it is in use", name);
    if (arena->size == 0 || ox_arena_used(arena) != 0) return;
    ox_tracked_start(&arena->tracked[OX_ARENA_LOW], tracker, name, tag);
    ox_tracked_start(&arena->tracked[OX_ARENA_HIGH], tracker, name, tag);
    arena->tag = tag;
    arena->extra = tracker == NULL ? 0 : extra;
    arena->taken[0] = arena->taken[1] = 0;
    arena->low = arena->base;
    set_high(arena, arena->base + arena->size + arena->extra);
    if (tracker != NULL) ox_arena_track_fill(arena, OX_FILL_FREED);
}

void ox_arena_track_fill(ox_arena *arena, uint8_t fill) {
    arena->fill = fill;
    memset(arena->base, fill, arena->size + arena->extra);
}

void ox_arena_back(ox_arena *arena, ox_arena_backend backend) {
    FX_ASSERT_MSG(ox_arena_is_tracked(arena) && ox_arena_used(arena) == 0,
                  "only a tracked, empty arena has a back end");
    if (ox_arena_is_tracked(arena) && ox_arena_used(arena) == 0) arena->backend = backend;
}

/* Finds the place of a block of `bytes` with `guard` bytes in front and behind; false when the true gap is too small.
 */
static bool place_block(const ox_arena *arena, ox_arena_end end, size_t bytes, size_t guard, size_t alignment,
                        uint8_t **block) {
    uintptr_t low = (uintptr_t)arena->low, high = (uintptr_t)true_high(arena), at;
    if (bytes + 2 * guard > high - low) return false;
    if (end == OX_ARENA_LOW)
        at = (low + guard + alignment - 1u) & ~(uintptr_t)(alignment - 1u);
    else
        at = (high - guard - bytes) & ~(uintptr_t)(alignment - 1u);
    *block = (uint8_t *)at;
    return at >= low + guard && at <= high && bytes + guard <= high - at;
}

typedef struct push_request {
    ox_arena_end end;
    size_t bytes, more, alignment;
    ox_place place;
} push_request;

/* Takes the block from the back end. */
static void *push_backed(ox_arena *arena, const push_request *r, size_t cost) {
    size_t bytes = r->bytes + r->more;
    void *block = arena->backend.take(arena->backend.context, bytes, r->alignment);
    if (block == NULL) return refuse_bytes(arena, r->bytes);
    memset(block, OX_FILL_FRESH, bytes);
    arena->taken[r->end] += cost;
    ox_tracked_add(&arena->tracked[r->end], block, bytes, cost, true, r->place);
    return block;
}

static void *push_tracked(ox_arena *arena, const push_request *r, bool *got_more) {
    ox_tracked *tracked = &arena->tracked[r->end];
    size_t gap = 0, guard = OX_GUARD_BYTES, bytes = r->bytes + r->more;
    uint8_t *block = NULL;
    tracked->tag = arena->tag;
    if (got_more != NULL) *got_more = false;
    if (!grants(arena, r->end, r->bytes, r->alignment, &gap)) {
        ox_tracked_refused(tracked, r->bytes, ox_arena_largest(arena, r->end, r->alignment), r->place);
        return refuse_bytes(arena, r->bytes);
    }
    if (arena->backend.take != NULL) {
        if (got_more != NULL) *got_more = r->more != 0;
        return push_backed(arena, r, gap + r->bytes);
    }
    /* All that the budget has left must fit behind this block, else the block gets no guards. */
    size_t rest = gap_now(arena) - gap - r->bytes;
    if (r->more != 0 && place_block(arena, r->end, bytes + rest, guard, r->alignment, &block)) {
        *got_more = true;
    } else {
        bytes = r->bytes;
        if (!place_block(arena, r->end, bytes + rest, guard, r->alignment, &block)) guard = 0;
    }
    bool fits = place_block(arena, r->end, bytes, guard, r->alignment, &block);
    FX_ASSERT_MSG(fits, "the room behind %s for guards is too small", tracked->name);
    if (!fits) return refuse_bytes(arena, r->bytes);
    (void)ox_tracked_check_freed(tracked, block - guard, bytes + 2 * guard, arena->fill, r->place);
    memset(block, OX_FILL_FRESH, bytes);
    if (r->end == OX_ARENA_LOW)
        arena->low = block + bytes + guard;
    else
        set_high(arena, block - guard);
    arena->taken[r->end] += gap + r->bytes;
    ox_tracked_add(tracked, block, bytes, gap + r->bytes, guard != 0, r->place);
    return block;
}

void *ox_arena_push_at(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment, ox_place place) {
    if (!ox_arena_is_tracked(arena)) return (ox_arena_push)(arena, end, bytes, alignment);
    return push_tracked(arena, &(push_request){end, bytes, 0, alignment, place}, NULL);
}

void *ox_arena_push_more(ox_arena *arena, size_t bytes, size_t more, size_t alignment, bool *got_more,
                         ox_place place) {
    *got_more = false;
    if (!ox_arena_is_tracked(arena)) return (ox_arena_push)(arena, OX_ARENA_LOW, bytes, alignment);
    return push_tracked(arena, &(push_request){OX_ARENA_LOW, bytes, more, alignment, place}, got_more);
}

void *ox_arena_open_at(const ox_arena *arena, size_t alignment) {
    return (void *)(((uintptr_t)arena->low + OX_GUARD_BYTES + alignment - 1u) & ~(uintptr_t)(alignment - 1u));
}

void ox_arena_keep_at(ox_arena *arena, void *open, size_t bytes, size_t alignment, ox_place place) {
    ox_tracked *tracked = &arena->tracked[OX_ARENA_LOW];
    size_t gap = alignment_gap(arena, OX_ARENA_LOW, bytes, alignment), room = gap_now(arena);
    uint8_t *block = open;
    if (bytes == 0 || gap > room || bytes > room - gap) return;
    FX_ASSERT_MSG(open == ox_arena_open_at(arena, alignment), "a push came between open and commit at %s:%d",
                  place.file, place.line);
    if (open != ox_arena_open_at(arena, alignment)) return;
    /* The block gets an end guard only where all that the budget has left still fits behind it. */
    bool guarded = bytes + OX_GUARD_BYTES + (room - gap - bytes) <= (size_t)(true_high(arena) - block);
    tracked->tag = arena->tag;
    arena->low = block + bytes + (guarded ? OX_GUARD_BYTES : 0);
    arena->taken[OX_ARENA_LOW] += gap + bytes;
    ox_tracked_add(tracked, block, bytes, gap + bytes, guarded, place);
}

void *ox_arena_push_zero_at(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment,
                            ox_place place) {
    void *at = ox_arena_push_at(arena, end, bytes, alignment, place);
    if (at != NULL) memset(at, 0, bytes);
    return at;
}

/* Whether a mark lies between two blocks of its end; if not, *block is the youngest block that the mark cuts. */
static bool is_boundary(const ox_arena *arena, ox_mark mark, const void **block) {
    const ox_tracked *tracked = &arena->tracked[mark.end];
    ox_tracked_block found = {NULL, NULL, NULL, 0, 0, 0, 0, {"", 0}};
    size_t used = arena->taken[mark.end];
    bool more = ox_tracked_newest(tracked, &found);
    while (more && used > mark.used) {
        used -= found.cost;
        *block = found.block;
        more = ox_tracked_before(tracked, found.block, &found);
    }
    return used == mark.used || tracked->tracker->full;
}

static void pop_blocks(ox_arena *arena, ox_mark mark, ox_place place) {
    ox_tracked *tracked = &arena->tracked[mark.end];
    ox_tracked_block found;
    while (arena->taken[mark.end] > mark.used && ox_tracked_newest(tracked, &found)) {
        (void)ox_tracked_remove(tracked, found.block, arena->fill, place);
        arena->taken[mark.end] -= found.cost;
        if (arena->backend.give != NULL) arena->backend.give(arena->backend.context, found.block);
    }
    arena->taken[mark.end] = mark.used;
    /* Blocks without a record may lie anywhere above the newest block with one: then nothing moves back. */
    bool some = ox_tracked_newest(tracked, &found);
    if (tracked->tracker->full && mark.used != 0) return;
    if (mark.end == OX_ARENA_LOW)
        arena->low = some ? found.end : arena->base;
    else
        set_high(arena, some ? found.begin : arena->base + arena->size + arena->extra);
}

bool ox_arena_rollback_at(ox_arena *arena, ox_mark mark, ox_place place) {
    size_t used = ox_arena_mark(arena, mark.end).used;
    const void *block = NULL;
    if (mark.used == used) return true;
    if (!ox_arena_is_tracked(arena)) {
        FX_ASSERT_MSG(mark.used < used, "a rollback to a mark beyond what is in use (%s:%d)", place.file,
                      place.line);
        if (mark.used > used) return false;
        note_peak(arena);
        roll_back(arena, mark, used - mark.used);
        return true;
    }
    if (mark.used > used || !is_boundary(arena, mark, &block)) {
        ox_tracked_report(&arena->tracked[mark.end], OX_MISUSE_BAD_ROLLBACK, block, place);
        return false;
    }
    note_peak(arena);
    pop_blocks(arena, mark, place);
    return true;
}

#endif

/* The arena's slow paths: refusals, marks, rollbacks and figures. */
#include "kernel/memory/arena.h"

#include <string.h>

void ox_arena_init(ox_arena *arena, void *base, size_t size) {
    memset(arena, 0, sizeof *arena);
    arena->base = base;
    arena->size = base == NULL ? 0 : size;
    arena->low = arena->base;
    arena->high = arena->size == 0 ? arena->base : arena->base + size;
    arena->open = arena->size;
}

static size_t gap_now(const ox_arena *arena) {
    return arena->size == 0 ? 0 : (size_t)(arena->high - arena->low);
}

static void note_peak(ox_arena *arena) {
    size_t used = ox_arena_used(arena);
    if (used > arena->peak) arena->peak = used;
}

static void *refuse(ox_arena *arena, size_t bytes) {
    arena->refused++;
    if (bytes > arena->refused_max) arena->refused_max = bytes;
    return NULL;
}

/* Bytes lost to alignment in front of (low) or behind (high) a piece of `bytes`. */
static size_t alignment_gap(const ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment) {
    uintptr_t at = end == OX_ARENA_LOW ? 0u - (uintptr_t)arena->low : (uintptr_t)arena->high - bytes;
    return (size_t)at & (alignment - 1u);
}

void *ox_arena_push_slow(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment) {
    if (alignment == 0 || (alignment & (alignment - 1u)) != 0 || alignment > OX_ARENA_ALIGNMENT_MAX) {
        return refuse(arena, bytes);
    }
    if (arena->fault != 0 && --arena->fault == 0) {
        arena->open = gap_now(arena);
        return refuse(arena, bytes);
    }
    size_t room = gap_now(arena);
    size_t gap = alignment_gap(arena, end, bytes, alignment);
    if (bytes == 0 || gap > room || bytes > room - gap) return refuse(arena, bytes);
    uint8_t *at;
    if (end == OX_ARENA_LOW) {
        at = arena->low + gap;
        arena->low = at + bytes;
    } else {
        at = arena->high - gap - bytes;
        arena->high = at;
    }
    if (arena->fault == 0) arena->open = gap_now(arena);
    return at;
}

void *ox_arena_push(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment) {
    if (alignment == 0 || (alignment & (alignment - 1u)) != 0 || alignment > OX_ARENA_ALIGNMENT_MOST) {
        arena->refused++;
        return NULL;
    }
    return end == OX_ARENA_LOW ? ox_arena_push_low(arena, bytes, alignment)
                               : ox_arena_push_high(arena, bytes, alignment);
}

void *ox_arena_push_zero(ox_arena *arena, ox_arena_end end, size_t bytes, size_t alignment) {
    void *at = ox_arena_push(arena, end, bytes, alignment);
    if (at != NULL) memset(at, 0, bytes);
    return at;
}

ox_mark ox_arena_mark(const ox_arena *arena, ox_arena_end end) {
    ox_mark mark = {0, end};
    if (arena->size != 0) {
        mark.used = end == OX_ARENA_LOW ? (size_t)(arena->low - arena->base)
                                        : (size_t)(arena->base + arena->size - arena->high);
    }
    return mark;
}

bool ox_arena_rollback(ox_arena *arena, ox_mark mark) {
    size_t used = ox_arena_mark(arena, mark.end).used;
    if (mark.used > used) return false;
    if (mark.used == used) return true;
    note_peak(arena);
    size_t freed = used - mark.used;
    if (mark.end == OX_ARENA_LOW) {
        arena->low = arena->base + mark.used;
        if (arena->poison) memset(arena->low, OX_ARENA_POISON, freed);
    } else {
        if (arena->poison) memset(arena->high, OX_ARENA_POISON, freed);
        arena->high += freed;
    }
    if (arena->fault == 0) arena->open = gap_now(arena);
    return true;
}

void ox_arena_clear(ox_arena *arena) {
    ox_arena_rollback(arena, (ox_mark){0, OX_ARENA_HIGH});
    ox_arena_rollback(arena, (ox_mark){0, OX_ARENA_LOW});
}

size_t ox_arena_used(const ox_arena *arena) { return arena->size - gap_now(arena); }

size_t ox_arena_free(const ox_arena *arena) { return gap_now(arena); }

size_t ox_arena_peak(const ox_arena *arena) {
    size_t used = ox_arena_used(arena);
    return used > arena->peak ? used : arena->peak;
}

size_t ox_arena_largest(const ox_arena *arena, ox_arena_end end, size_t alignment) {
    size_t room = gap_now(arena);
    if (end == OX_ARENA_LOW) {
        size_t gap = alignment_gap(arena, end, 0, alignment);
        return gap < room ? room - gap : 0;
    }
    /* At the high end the piece may grow until its own start, the low end rounded up, is aligned. */
    size_t gap = alignment_gap(arena, OX_ARENA_LOW, 0, alignment);
    return gap < room ? room - gap : 0;
}

void ox_arena_fail_after(ox_arena *arena, uint32_t k) {
    arena->fault = k;
    arena->open = k == 0 ? gap_now(arena) : 0;
}

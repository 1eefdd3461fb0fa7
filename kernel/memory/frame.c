/* Frame memory: set-up, the turn of the halves, and tracking. */
#include "kernel/memory/frame.h"

#include <string.h>

static bool set_up(ox_frame_memory *frame, uint8_t *base, size_t half, size_t apart, int copies,
                   uint32_t tag) {
    if (base == NULL) return false;
    (ox_arena_init)(&frame->arena, base, half);
    frame->arena.tag = tag;
    frame->other = copies == 2 ? base + apart : base;
    return true;
}

static bool makes_sense(size_t bytes, int copies) {
    return bytes != 0 && bytes <= SIZE_MAX / 4 && (copies == 1 || copies == 2);
}

bool(ox_frame_memory_init)(ox_frame_memory *frame, ox_arena *arena, size_t bytes, int copies) {
    memset(frame, 0, sizeof *frame);
    if (!makes_sense(bytes, copies)) return false;
    size_t half = ox_align_up(bytes, OX_ALIGNMENT);
    uint8_t *base = ox_arena_push(arena, OX_ARENA_LOW, half * (size_t)copies, OX_ALIGNMENT);
    return set_up(frame, base, half, half, copies, arena->tag);
}

void(ox_frame_memory_begin)(ox_frame_memory *frame) {
    uint8_t *next = frame->other;
    if (frame->arena.size == 0) return;
    frame->other = frame->arena.base;
    ox_arena_turn(&frame->arena, next);
}

#if OX_DEBUG
/* The arena over the half under way, NULL when it is not tracked. */
static ox_arena *tracked_half(ox_frame_memory *frame) {
    ox_arena *half = &frame->tracked[ox_frame_memory_copies(frame) == 1 ? 0 : frame->current];
    return ox_arena_is_tracked(half) ? half : NULL;
}
#endif

/* The arena that knows the bytes in use. */
static const ox_arena *half_of(const ox_frame_memory *frame) {
#if OX_DEBUG
    const ox_arena *half = &frame->tracked[ox_frame_memory_copies(frame) == 1 ? 0 : frame->current];
    if (ox_arena_is_tracked(half)) return half;
#endif
    return &frame->arena;
}

void *ox_frame_memory_open(ox_frame_memory *frame, size_t *room, size_t alignment) {
    *room = ox_arena_largest(half_of(frame), OX_ARENA_LOW, alignment);
    if (*room == 0) return NULL;
#if OX_DEBUG
    ox_arena *half = tracked_half(frame);
    frame->opened = alignment;
    if (half != NULL) return ox_arena_open_at(half, alignment);
#endif
    return frame->arena.low + ((0u - (uintptr_t)frame->arena.low) & (alignment - 1u));
}

void(ox_frame_memory_commit)(ox_frame_memory *frame, const void *open, size_t used) {
    if (open == NULL) return;
    size_t gap = (size_t)((const uint8_t *)open - frame->arena.low);
    size_t left = ox_arena_free(&frame->arena);
    if (gap > left || used > left - gap) return;
    frame->arena.low += gap + used;
}

size_t ox_frame_memory_mark(const ox_frame_memory *frame) { return ox_frame_memory_used(frame); }

bool(ox_frame_memory_rollback)(ox_frame_memory *frame, size_t mark) {
    return (ox_arena_rollback)(&frame->arena, (ox_mark){mark, OX_ARENA_LOW});
}

size_t ox_frame_memory_used(const ox_frame_memory *frame) { return ox_arena_used(half_of(frame)); }

size_t ox_frame_memory_free(const ox_frame_memory *frame) { return ox_arena_free(half_of(frame)); }

size_t ox_frame_memory_peak(const ox_frame_memory *frame) {
    size_t used = ox_frame_memory_used(frame);
    return used > frame->arena.peak ? used : frame->arena.peak;
}

/* ---- tracked frame memory ---- */

#if OX_DEBUG

/* Bytes for guards behind each half: two alignments for every 32 bytes. */
static size_t extra_of(size_t half) { return ox_align_up(half / 2 + 256, OX_ALIGNMENT); }

bool ox_frame_memory_init_at(ox_frame_memory *frame, ox_arena *arena, size_t bytes, int copies,
                             ox_place place) {
    if (!ox_arena_is_tracked(arena)) return (ox_frame_memory_init)(frame, arena, bytes, copies);
    memset(frame, 0, sizeof *frame);
    if (!makes_sense(bytes, copies)) return false;
    size_t half = ox_align_up(bytes, OX_ALIGNMENT), extra = extra_of(half), all = half * (size_t)copies;
    bool got = false;
    uint8_t *base = ox_arena_push_more(arena, all, extra * (size_t)copies, OX_ALIGNMENT, &got, place);
    if (!got) extra = 0;
    if (!set_up(frame, base, half, half + extra, copies, arena->tag)) return false;
    for (int i = 0; i < copies; i++) {
        ox_tracked *parent = &arena->tracked[OX_ARENA_LOW];
        (ox_arena_init)(&frame->tracked[i], i == 0 ? frame->arena.base : frame->other, half);
        ox_arena_track(&frame->tracked[i], parent->tracker, "frame memory", arena->tag, extra);
        ox_arena_track_fill(&frame->tracked[i], OX_FILL_EXPIRED);
    }
    return true;
}

void ox_frame_memory_begin_at(ox_frame_memory *frame, ox_place place) {
    if (tracked_half(frame) == NULL) {
        (ox_frame_memory_begin)(frame);
        return;
    }
    frame->arena.peak = ox_frame_memory_peak(frame);
    frame->current ^= 1u;
    (void)ox_arena_rollback_at(tracked_half(frame), (ox_mark){0, OX_ARENA_LOW}, place);
}

void *ox_frame_memory_push_at(ox_frame_memory *frame, size_t bytes, size_t alignment, ox_place place) {
    ox_arena *half = tracked_half(frame);
    if (half == NULL) return (ox_frame_memory_push)(frame, bytes, alignment);
    bool strikes = frame->arena.fault != 0 && --frame->arena.fault == 0;
    if (ox_fault_strikes(frame->arena.faults, frame->arena.tag)) strikes = true;
    void *at = strikes ? NULL : ox_arena_push_at(half, OX_ARENA_LOW, bytes, alignment, place);
    if (at == NULL) frame->arena.refused++;
    return at;
}

void ox_frame_memory_commit_at(ox_frame_memory *frame, const void *open, size_t used, ox_place place) {
    ox_arena *half = tracked_half(frame);
    if (half == NULL) {
        (ox_frame_memory_commit)(frame, open, used);
    } else if (open != NULL) {
        ox_arena_keep_at(half, (void *)(uintptr_t)open, used, frame->opened, place);
    }
}

bool ox_frame_memory_rollback_at(ox_frame_memory *frame, size_t mark, ox_place place) {
    ox_arena *half = tracked_half(frame);
    if (half == NULL) {
        FX_ASSERT_MSG(mark <= ox_frame_memory_used(frame), "a rollback beyond what is in use (%s:%d)",
                      place.file, place.line);
        return (ox_frame_memory_rollback)(frame, mark);
    }
    return ox_arena_rollback_at(half, (ox_mark){mark, OX_ARENA_LOW}, place);
}

#endif

/* Frame memory: set-up, the turn of the halves, refusals and figures. */
#include "kernel/memory/frame.h"

#include <string.h>

static bool set_up(ox_frame_memory *frame, uint8_t *base, size_t half, size_t apart, int copies,
                   uint32_t tag) {
    if (base == NULL) return false;
    frame->half[0] = base;
    frame->half[1] = copies == 2 ? base + apart : base;
    frame->size = half;
    frame->next = base;
    frame->end = base + half;
    frame->tag = tag;
    return true;
}

static bool makes_sense(size_t bytes, int copies) {
    return bytes != 0 && bytes <= SIZE_MAX / 4 && (copies == 1 || copies == 2);
}

bool(ox_frame_memory_init)(ox_frame_memory *frame, ox_arena *arena, size_t bytes, int copies) {
    memset(frame, 0, sizeof *frame);
    if (!makes_sense(bytes, copies)) return false;
    size_t half = ox_align_up(bytes, OX_ALIGNMENT);
    uint8_t *base = ox_arena_push_low(arena, half * (size_t)copies, OX_ALIGNMENT);
    return set_up(frame, base, half, half, copies, arena->tag);
}

static size_t left_now(const ox_frame_memory *frame) { return frame->size - ox_frame_memory_used(frame); }

static void note_peak(ox_frame_memory *frame) {
    size_t used = ox_frame_memory_used(frame);
    if (used > frame->peak) frame->peak = used;
}

/* Sends pushes the slow way, or lets them take the fast one again. */
static void settle(ox_frame_memory *frame) {
    bool slow = frame->fault != 0 || frame->faults != NULL || frame->size == 0;
    frame->end = slow ? NULL : frame->half[frame->current] + frame->size;
}

static bool fault_strikes(ox_frame_memory *frame) {
    bool strikes = frame->fault != 0 && --frame->fault == 0;
    if (ox_fault_strikes(frame->faults, frame->tag)) strikes = true;
    settle(frame);
    return strikes;
}

void(ox_frame_memory_begin)(ox_frame_memory *frame) {
    if (frame->size == 0) return;
    note_peak(frame);
    frame->current ^= 1u;
    frame->next = frame->half[frame->current];
    settle(frame);
    if (frame->poison) memset(frame->next, OX_FILL_EXPIRED, frame->size);
}

static size_t gap_before(const ox_frame_memory *frame, size_t alignment) {
    return (size_t)(0u - (uintptr_t)frame->next) & (alignment - 1u);
}

void *ox_frame_memory_push_slow(ox_frame_memory *frame, size_t bytes, size_t alignment) {
    size_t room = left_now(frame), gap = gap_before(frame, alignment);
    FX_ASSERT_MSG(bytes != 0, "a push of no bytes");
    FX_ASSERT_MSG(ox_alignment_is_valid(alignment), "%u is no alignment", (unsigned)alignment);
    if (fault_strikes(frame) || frame->size == 0 || bytes == 0 || gap > room || bytes > room - gap) {
        frame->refused++;
        return NULL;
    }
    uint8_t *at = frame->next + gap;
    frame->next = at + bytes;
    return at;
}

#if OX_DEBUG
/* The arena over the half under way, NULL when it is not tracked. */
static ox_arena *tracked_half(ox_frame_memory *frame) {
    ox_arena *half = &frame->tracked[frame->half[0] == frame->half[1] ? 0 : frame->current];
    return ox_arena_is_tracked(half) ? half : NULL;
}
static const ox_arena *tracked_half_of(const ox_frame_memory *frame) {
    const ox_arena *half = &frame->tracked[frame->half[0] == frame->half[1] ? 0 : frame->current];
    return ox_arena_is_tracked(half) ? half : NULL;
}
#endif

void *ox_frame_memory_open(ox_frame_memory *frame, size_t *room, size_t alignment) {
#if OX_DEBUG
    ox_arena *half = tracked_half(frame);
    if (half != NULL) {
        frame->opened = alignment;
        *room = ox_arena_largest(half, OX_ARENA_LOW, alignment);
        return *room == 0 ? NULL : ox_arena_open_at(half, alignment);
    }
#endif
    size_t left = left_now(frame), gap = gap_before(frame, alignment);
    *room = gap < left ? left - gap : 0;
    return *room == 0 ? NULL : frame->next + gap;
}

void(ox_frame_memory_commit)(ox_frame_memory *frame, const void *open, size_t used) {
    if (open == NULL) return;
    size_t gap = (size_t)((const uint8_t *)open - frame->next);
    size_t left = left_now(frame);
    if (gap > left || used > left - gap) return;
    frame->next += gap + used;
}

size_t ox_frame_memory_mark(const ox_frame_memory *frame) { return ox_frame_memory_used(frame); }

bool(ox_frame_memory_rollback)(ox_frame_memory *frame, size_t mark) {
    size_t used = ox_frame_memory_used(frame);
    if (mark > used) return false;
    if (mark == used) return true;
    note_peak(frame);
    frame->next -= used - mark;
    if (frame->poison) memset(frame->next, OX_FILL_EXPIRED, used - mark);
    return true;
}

size_t ox_frame_memory_used(const ox_frame_memory *frame) {
#if OX_DEBUG
    const ox_arena *half = tracked_half_of(frame);
    if (half != NULL) return ox_arena_used(half);
#endif
    return frame->size == 0 ? 0 : (size_t)(frame->next - frame->half[frame->current]);
}

size_t ox_frame_memory_free(const ox_frame_memory *frame) { return left_now(frame); }

size_t ox_frame_memory_peak(const ox_frame_memory *frame) {
    size_t used = ox_frame_memory_used(frame);
    return used > frame->peak ? used : frame->peak;
}

void ox_frame_memory_fail_after(ox_frame_memory *frame, uint32_t k) {
    frame->fault = k;
    settle(frame);
}

void ox_frame_memory_inject(ox_frame_memory *frame, ox_fault *fault) {
    frame->faults = fault;
    settle(frame);
}

/* ---- tracked frame memory ---- */

#if OX_DEBUG

/* Room for guards behind each half: two alignments for every 32 bytes. */
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
        (ox_arena_init)(&frame->tracked[i], frame->half[i], half);
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
    note_peak(frame);
    frame->current ^= 1u;
    (void)ox_arena_rollback_at(tracked_half(frame), (ox_mark){0, OX_ARENA_LOW}, place);
}

void *ox_frame_memory_push_at(ox_frame_memory *frame, size_t bytes, size_t alignment, ox_place place) {
    ox_arena *half = tracked_half(frame);
    if (half == NULL) return (ox_frame_memory_push)(frame, bytes, alignment);
    if (fault_strikes(frame)) {
        frame->refused++;
        return NULL;
    }
    void *at = ox_arena_push_at(half, OX_ARENA_LOW, bytes, alignment, place);
    if (at == NULL) frame->refused++;
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

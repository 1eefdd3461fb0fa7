/* Frame memory: set-up, the turn of the halves, refusals and figures. */
#include "kernel/memory/frame.h"

#include <string.h>

bool ox_frame_memory_init(ox_frame_memory *frame, ox_arena *arena, size_t bytes, int copies) {
    memset(frame, 0, sizeof *frame);
    if (bytes == 0 || bytes > SIZE_MAX / 2 - OX_ALIGNMENT || copies < 1 || copies > 2) return false;
    size_t half = (bytes + OX_ALIGNMENT - 1u) & ~(size_t)(OX_ALIGNMENT - 1u);
    uint8_t *base = ox_arena_push_low(arena, half * (size_t)copies, OX_ALIGNMENT);
    if (base == NULL) return false;
    frame->half[0] = base;
    frame->half[1] = copies == 2 ? base + half : base;
    frame->size = half;
    frame->next = base;
    frame->open = half;
    return true;
}

static size_t left_now(const ox_frame_memory *frame) { return frame->size - ox_frame_memory_used(frame); }

static void note_peak(ox_frame_memory *frame) {
    size_t used = ox_frame_memory_used(frame);
    if (used > frame->peak) frame->peak = used;
}

void ox_frame_memory_begin(ox_frame_memory *frame) {
    if (frame->size == 0) return;
    note_peak(frame);
    frame->current ^= 1u;
    frame->next = frame->half[frame->current];
    frame->open = frame->fault == 0 ? frame->size : 0;
    if (frame->poison) memset(frame->next, OX_ARENA_POISON, frame->size);
}

void *ox_frame_memory_push_slow(ox_frame_memory *frame, size_t bytes, size_t alignment) {
    bool fault = frame->fault != 0 && --frame->fault == 0;
    if (fault) frame->open = left_now(frame);
    size_t room = left_now(frame);
    size_t gap = (size_t)(0u - (uintptr_t)frame->next) & (alignment - 1u);
    if (fault || frame->size == 0 || bytes == 0 || gap > room || bytes > room - gap) {
        frame->refused++;
        return NULL;
    }
    uint8_t *at = frame->next + gap;
    frame->next = at + bytes;
    if (frame->fault == 0) frame->open = left_now(frame);
    return at;
}

void *ox_frame_memory_open(ox_frame_memory *frame, size_t *room, size_t alignment) {
    size_t left = left_now(frame), gap = (size_t)(0u - (uintptr_t)frame->next) & (alignment - 1u);
    *room = gap < left ? left - gap : 0;
    return *room == 0 ? NULL : frame->next + gap;
}

void ox_frame_memory_commit(ox_frame_memory *frame, const void *open, size_t used) {
    if (open == NULL) return;
    size_t gap = (size_t)((const uint8_t *)open - frame->next);
    size_t left = left_now(frame);
    if (gap > left || used > left - gap) return;
    frame->next += gap + used;
    if (frame->fault == 0) frame->open = left_now(frame);
}

size_t ox_frame_memory_mark(const ox_frame_memory *frame) { return ox_frame_memory_used(frame); }

bool ox_frame_memory_rollback(ox_frame_memory *frame, size_t mark) {
    size_t used = ox_frame_memory_used(frame);
    if (mark > used) return false;
    if (mark == used) return true;
    note_peak(frame);
    frame->next -= used - mark;
    if (frame->poison) memset(frame->next, OX_ARENA_POISON, used - mark);
    if (frame->fault == 0) frame->open = left_now(frame);
    return true;
}

size_t ox_frame_memory_used(const ox_frame_memory *frame) {
    return frame->size == 0 ? 0 : (size_t)(frame->next - frame->half[frame->current]);
}

size_t ox_frame_memory_free(const ox_frame_memory *frame) { return left_now(frame); }

size_t ox_frame_memory_peak(const ox_frame_memory *frame) {
    size_t used = ox_frame_memory_used(frame);
    return used > frame->peak ? used : frame->peak;
}

void ox_frame_memory_fail_after(ox_frame_memory *frame, uint32_t k) {
    frame->fault = k;
    frame->open = k == 0 ? left_now(frame) : 0;
}

/* Staging: two buffers in turn, and the copies around them. */
#include "kernel/residency/stage.h"

#include <string.h>

#include "kernel/memory/life.h"

static void copy_now(void *context, void *to, const void *from, size_t bytes) {
    (void)context;
    memcpy(to, from, bytes);
}

static void wait_for_nothing(void *context) { (void)context; }

static const ox_stage_copier by_processor = {copy_now, wait_for_nothing, NULL, 1};

ox_status ox_stage_init(ox_stage *stage, ox_arena *fast, size_t block_bytes, const ox_stage_copier *copier) {
    memset(stage, 0, sizeof *stage);
    stage->copier = copier == NULL ? &by_processor : copier;
    size_t unit = stage->copier->unit;
    if (unit == 0 || (unit & (unit - 1u)) != 0 || unit > OX_ARENA_ALIGNMENT_MAX) return OX_BAD_ARGUMENT;
    if (block_bytes == 0 || block_bytes > SIZE_MAX / 4u) return OX_BAD_ARGUMENT;
    size_t bytes = (block_bytes + unit - 1u) & ~(unit - 1u);
    size_t second = (bytes + OX_ALIGNMENT - 1u) & ~(size_t)(OX_ALIGNMENT - 1);
    uint8_t *base = (uint8_t *)ox_arena_push(fast, OX_ARENA_LOW, second + bytes,
                                             unit < OX_ALIGNMENT ? OX_ALIGNMENT : unit);
    if (base == NULL) return OX_OUT_OF_MEMORY;
    stage->buffers[0] = base;
    stage->buffers[1] = base + second;
    stage->bytes_max = bytes;
    return OX_OK;
}

void ox_stage_wait(const ox_stage *stage) { stage->copier->wait(stage->copier->context); }

static void copy_in(const ox_stage *stage, uint32_t n) {
    if (stage->from == NULL || n >= stage->count) return;
    stage->copier->copy(stage->copier->context, stage->buffers[n & 1u], stage->from + n * stage->bytes,
                        stage->bytes);
}

static void copy_out(const ox_stage *stage, uint32_t n) {
    if (stage->to == NULL) return;
    stage->copier->copy(stage->copier->context, stage->to + n * stage->bytes, stage->buffers[n & 1u],
                        stage->bytes);
}

/* Whether the two ranges of `bytes` share a byte. */
static bool overlap(const void *a, const void *b, size_t bytes) {
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    return a != NULL && b != NULL && (x - y < bytes || y - x < bytes);
}

ox_status ox_stage_begin(ox_stage *stage, const void *from, void *to, size_t bytes, uint32_t count) {
    OX_CREATED(stage->copier);
    uintptr_t odd = ((uintptr_t)from | (uintptr_t)to | bytes) & (stage->copier->unit - 1u);
    bool sized = bytes != 0 && bytes <= stage->bytes_max && odd == 0 && count <= SIZE_MAX / bytes;
    FX_ASSERT_MSG(stage->count == 0, "the staging before this one was not finished");
    if (stage->count != 0) return OX_BAD_STATE;
    FX_ASSERT_MSG(sized, "blocks of %u bytes do not suit a stage of %u", (unsigned)bytes,
                  (unsigned)stage->bytes_max);
    if (!sized) return OX_BAD_ARGUMENT;
    bool apart = !overlap(from, to, bytes * count);
    FX_ASSERT_MSG(apart, "source and destination of a staging overlap");
    if (!apart) return OX_BAD_ARGUMENT;
    stage->from = (const uint8_t *)from;
    stage->to = (uint8_t *)to;
    stage->bytes = bytes;
    stage->count = count;
    stage->next = 0;
    copy_in(stage, 0);
    return OX_OK;
}

void *ox_stage_next(ox_stage *stage) {
    uint32_t n = stage->next;
    if (n >= stage->count) {
        ox_stage_flush(stage);
        return NULL;
    }
    ox_stage_wait(stage);
    if (n > 0) copy_out(stage, n - 1u);
    copy_in(stage, n + 1u);
    stage->next = n + 1u;
    return stage->buffers[n & 1u];
}

void ox_stage_flush(ox_stage *stage) {
    ox_stage_wait(stage); /* two copies may be under way at an early end */
    if (stage->next != 0) copy_out(stage, stage->next - 1u);
    stage->count = stage->next = 0;
    ox_stage_wait(stage);
}

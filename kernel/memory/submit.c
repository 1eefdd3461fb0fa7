/* Submission without copies: open, commit, take. */
#include "kernel/memory/submit.h"

#include <string.h>

#include "kernel/memory/life.h"

void ox_submit_init(ox_submit_queue *queue, ox_frame_memory *frame, ox_submission *submissions,
                    uint32_t capacity) {
    memset(queue, 0, sizeof *queue);
    queue->frame = frame;
    queue->submissions = submissions;
    queue->capacity = capacity;
}

void ox_submit_begin(ox_submit_queue *queue) {
    queue->count = 0;
    queue->open = NULL;
}

void *ox_submit_open(ox_submit_queue *queue, size_t bytes, size_t alignment, size_t *room) {
    OX_CREATED(queue->frame);
    size_t there = 0;
    void *open = NULL;
    FX_ASSERT_MSG(queue->open == NULL, "the last piece is not committed yet");
    if (queue->open == NULL && queue->count < queue->capacity) {
        open = ox_frame_memory_open(queue->frame, &there, alignment);
    }
    if (open == NULL || there < bytes) {
        queue->refused++;
        if (room != NULL) *room = there;
        return NULL;
    }
    queue->open = open;
    queue->open_bytes = there;
    if (room != NULL) *room = there;
    return open;
}

#if OX_DEBUG
/* Fletcher's checksum over bytes, 32 bits. */
static uint32_t sum_of(const void *data, size_t bytes) {
    const uint8_t *at = data;
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < bytes; i++) {
        a = (a + at[i]) % 65521u;
        b = (b + a) % 65521u;
    }
    return b << 16 | a;
}
#endif

static ox_status enter_item(ox_submit_queue *queue, const void *data, size_t bytes) {
    if (bytes == 0) return OX_OK;
    if (queue->count == queue->capacity) {
        queue->refused++;
        return OX_FULL;
    }
    ox_submission *submission = &queue->submissions[queue->count++];
    memset(submission, 0, sizeof *submission);
    submission->data = data;
    submission->bytes = bytes;
    queue->submitted += bytes;
#if OX_DEBUG
    submission->sum = sum_of(data, bytes);
    submission->place = (ox_place){"", 0};
#endif
    return OX_OK;
}

ox_status(ox_submit_commit)(ox_submit_queue *queue, void *open, size_t used) {
    if (queue->open == NULL || open != queue->open) return OX_BAD_STATE;
    if (used > queue->open_bytes) return OX_BAD_ARGUMENT;
    queue->open = NULL;
    if (used != 0) ox_frame_memory_commit(queue->frame, open, used);
    return enter_item(queue, open, used);
}

ox_status ox_submit_reference(ox_submit_queue *queue, const void *data, size_t bytes) {
    return data == NULL ? OX_BAD_ARGUMENT : enter_item(queue, data, bytes);
}

ox_status ox_submit_copy(ox_submit_queue *queue, const void *data, size_t bytes, size_t alignment) {
    if (data == NULL || bytes == 0 || queue->open != NULL) return OX_BAD_ARGUMENT;
    if (queue->count == queue->capacity) return enter_item(queue, data, bytes);
    void *copy = ox_frame_memory_push(queue->frame, bytes, alignment);
    if (copy == NULL) {
        queue->refused++;
        return OX_OUT_OF_MEMORY;
    }
    memcpy(copy, data, bytes);
    queue->copied += bytes;
    return enter_item(queue, copy, bytes);
}

bool ox_submit_take(ox_submit_queue *queue, uint32_t index, const void **data, size_t *bytes) {
    if (index >= queue->count) return false;
    const ox_submission *submission = &queue->submissions[index];
#if OX_DEBUG
    FX_ASSERT_MSG(sum_of(submission->data, submission->bytes) == submission->sum,
                  "%u bytes were written after their commit at %s:%d", (unsigned)submission->bytes,
                  submission->place.file, submission->place.line);
#endif
    *data = submission->data;
    *bytes = submission->bytes;
    return true;
}

#if OX_DEBUG
ox_status ox_submit_commit_at(ox_submit_queue *queue, void *open, size_t used, ox_place place) {
    uint32_t before = queue->count;
    FX_ASSERT_MSG(queue->open != NULL && open == queue->open, "a commit of what is not open at %s:%d",
                  place.file, place.line);
    if (queue->open == NULL || open != queue->open) return OX_BAD_STATE;
    if (used > queue->open_bytes) return OX_BAD_ARGUMENT;
    queue->open = NULL;
    if (used != 0) ox_frame_memory_commit_at(queue->frame, open, used, place);
    ox_status status = enter_item(queue, open, used);
    if (queue->count > before) queue->submissions[before].place = place;
    return status;
}
#endif

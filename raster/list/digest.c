/* What of a frame was recorded since a mark, as a number: equal numbers of two frames are equal pictures. */
#include <string.h>

#include "raster/list/list.h"

enum { PIECE = 512 };

static const uint32_t START = 0x811C9DC5u, PRIME = 0x01000193u;

/* FNV-1a by words, turned so that high bits count, too. */
static inline uint32_t mix(uint32_t hash, uint32_t word) {
    hash = (hash ^ word) * PRIME;
    return hash << 13 | hash >> 19;
}

/* All memory of lists is aligned to 8 bytes and taken by multiples of two; a last half word counts alone. */
static uint32_t mix_bytes(uint32_t hash, const uint8_t *base, size_t from, size_t end) {
    const uint32_t *words = (const uint32_t *)(const void *)base;
    for (size_t at = from / 4; at < end / 4; at++) hash = mix(hash, words[at]);
    return end % 4 < 2 || end < from ? hash : mix(hash, ((const uint16_t *)(const void *)base)[end / 2 - 1]);
}

/* What is recorded from here on shares nothing with what was recorded before, and lies where it lay in the frame before, if pieces have
 * kept their lengths about. Lists with little room stay dense. */
static void begin_piece(rs_frame *frame) {
    const size_t items = frame->item_count * sizeof(rs_item),
                 next = (frame->list_used + PIECE - 1u) & ~(size_t)(PIECE - 1);
    memset(frame->puts, 0, sizeof frame->puts);
    if (frame->list_size - items > 2 * next) frame->list_used = next;
}

uint32_t rs_frame_digest(rs_frame *frame, rs_frame_mark *from, uint32_t *bands) {
    uint32_t hash = mix_bytes(START, frame->list, from->list, frame->list_used);
    if (frame->fast.base != NULL) hash = mix_bytes(hash, frame->fast.base, from->fast, frame->fast.used);
    if (frame->vertices.base != NULL)
        hash = mix_bytes(hash, frame->vertices.base, from->vertices, frame->vertices.used);
    if (frame->item_count > from->items)
        hash = mix_bytes(hash, (const uint8_t *)rs_item_at(frame, frame->item_count - 1u), 0,
                         (frame->item_count - from->items) * sizeof(rs_item));
    /* small players draw band after band, and nobody asks for bands there */
    for (int32_t band = 0; RS_FRAGMENT_LINKED && bands != NULL && band < frame->bands; band++) {
        bool touched = false;
        if (frame->bins != NULL) { /* a chain ends with what was recorded last */
            const uint32_t tail = frame->bins[band].tail;
            const rs_again *again = (const rs_again *)(const void *)(frame->list + (tail & 1u ? 0 : tail));
            touched = tail != 0 && ((tail & 1u) != 0 ? tail >> 1 : again->item) >= from->items;
        }
        const int top = band * frame->target.band_lines, end = top + frame->target.band_lines;
        for (uint32_t i = from->items; frame->bins == NULL && !touched && i < frame->item_count; i++)
            touched = rs_item_in_rows(rs_item_at(frame, i), top, end);
        if (touched) bands[band] = mix(bands[band], hash);
    }
    if (RS_FRAGMENT_LINKED && bands != NULL) begin_piece(frame);
    *from = (rs_frame_mark){frame->list_used, frame->fast.used, frame->vertices.used, frame->item_count};
    return hash;
}

bool rs_frame_is_live(const rs_frame *frame) { return frame->live; }

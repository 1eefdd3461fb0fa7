/* The growing little-endian buffer. */
#include "tools/base/writer.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Intermediate values wider than double (the x87 of old PCs) would be rounded otherwise: build with SSE2 there. */
_Static_assert(FLT_EVAL_METHOD == 0, "packing needs strict double arithmetic: add -msse2 -mfpmath=sse");

void writer_free(writer *w) {
    free(w->data);
    memset(w, 0, sizeof *w);
}

/* Room for `more` bytes, or NULL. */
static uint8_t *grow(writer *w, size_t more) {
    if (w->failed) return NULL;
    if (more > w->capacity - w->size) {
        size_t capacity = w->capacity < 256 ? 256 : w->capacity;
        while (capacity - w->size < more) capacity *= 2;
        uint8_t *data = realloc(w->data, capacity);
        if (data == NULL) {
            w->failed = true;
            return NULL;
        }
        w->data = data;
        w->capacity = capacity;
    }
    w->size += more;
    return w->data + w->size - more;
}

void writer_bytes(writer *w, const void *data, size_t size) {
    if (size == 0) return;
    uint8_t *at = grow(w, size);
    if (at != NULL) memcpy(at, data, size);
}

void writer_zeros(writer *w, size_t count) {
    if (count == 0) return;
    uint8_t *at = grow(w, count);
    if (at != NULL) memset(at, 0, count);
}

void writer_u8(writer *w, uint32_t value) {
    uint8_t *at = grow(w, 1);
    if (at != NULL) at[0] = (uint8_t)value;
}

void writer_u16(writer *w, uint32_t value) {
    uint8_t bytes[2] = {(uint8_t)value, (uint8_t)(value >> 8)};
    writer_bytes(w, bytes, sizeof bytes);
}

void writer_u32(writer *w, uint32_t value) {
    uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                        (uint8_t)(value >> 24)};
    writer_bytes(w, bytes, sizeof bytes);
}

size_t writer_align(writer *w, size_t alignment) {
    writer_zeros(w, (alignment - (w->size & (alignment - 1))) & (alignment - 1));
    return w->size;
}

void writer_put_u8(writer *w, size_t at, uint32_t value) {
    if (!w->failed && at < w->size) w->data[at] = (uint8_t)value;
}

void writer_put_u16(writer *w, size_t at, uint32_t value) {
    writer_put_u8(w, at, value);
    writer_put_u8(w, at + 1, value >> 8);
}

void writer_put_u32(writer *w, size_t at, uint32_t value) {
    writer_put_u16(w, at, value);
    writer_put_u16(w, at + 2, value >> 16);
}

double writer_round(double value) {
    double whole = floor(fabs(value));
    if (fabs(value) - whole >= 0.5) whole += 1; /* exact, unlike the floor of value + 0.5 */
    return value < 0 ? -whole : whole;
}

uint32_t writer_fx(double value) {
    double scaled = writer_round(value * 65536.0);
    if (!(scaled > -2147483648.0)) return 0x80000000u;
    if (scaled > 2147483647.0) return 0x7FFFFFFFu;
    return (uint32_t)(int32_t)scaled;
}

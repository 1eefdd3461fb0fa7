/* A growing buffer of bytes with little-endian numbers: what chunks and images are written into. */
#ifndef OXCART_TOOLS_BASE_WRITER_H
#define OXCART_TOOLS_BASE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty buffer. When memory runs out, `failed` is set and every later call does nothing, so
 * that one test at the end is enough. */
typedef struct writer {
    uint8_t *data; /* aligned as malloc does; free with writer_free */
    size_t size, capacity;
    bool failed;
} writer;

void writer_free(writer *w);

void writer_u8(writer *w, uint32_t value);
void writer_u16(writer *w, uint32_t value);
void writer_u32(writer *w, uint32_t value);
void writer_bytes(writer *w, const void *data, size_t size);
void writer_zeros(writer *w, size_t count);

/* Zeros up to the next multiple of `alignment`, a power of two; returns the size then. */
size_t writer_align(writer *w, size_t alignment);

/* Overwrite a number that was written before; its place must lie inside of the buffer. */
void writer_put_u8(writer *w, size_t at, uint32_t value);
void writer_put_u16(writer *w, size_t at, uint32_t value);
void writer_put_u32(writer *w, size_t at, uint32_t value);

/* The nearest whole number, halves away from zero: how every number of an image is rounded. */
double writer_round(double value);

/* A double as fx (Q16.16), rounded by writer_round and clamped to the range of fx. */
uint32_t writer_fx(double value);

#endif

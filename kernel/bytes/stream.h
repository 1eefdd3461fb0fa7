/* State as bytes: a writer that stores, counts or hashes little-endian fields, and a reader that takes them
 * back.
 *
 *     void hero_save(const hero *h, ox_writer *to) { ox_write_u32(to, h->health), ox_write_i32(to, h->x); }
 *
 *     ox_writer w = ox_writer_hash();                    hero_save(&h, &w);   w.hash is the state's hash
 *     ox_writer w = ox_writer_count();                   hero_save(&h, &w);   w.used bytes are needed
 *     ox_writer w = ox_writer_bytes(image, sizeof image); hero_save(&h, &w);  w.full: they did not fit
 *     ox_reader r = ox_reader_bytes(image, size);
 *     if (!ox_failed(hero_restore(&h, &r))) ...
 *
 * A part writes its state with one function, whatever it is for: saving, comparing between machines,
 * rewinding. So a field that is saved is hashed as well. The bytes are the same on every machine: fields one
 * after the other, low byte first, no gaps. Neither function can fail midway: a writer out of room counts on
 * and says `full`, a reader that is at the end gives zeros and says `bad`; look once, when all is done.
 *
 * The hash is 32-bit FNV-1a over the same bytes (Fowler, Noll, Vo): "" 811C9DC5, "a" E40C292C. Cost,
 * Cortex-M3: a 32-bit field 20 to 40 instructions, hashed 46. */
#ifndef OXCART_KERNEL_BYTES_STREAM_H
#define OXCART_KERNEL_BYTES_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/bytes/fnv.h"
#include "kernel/memory/status.h"

typedef struct ox_writer {
    uint8_t *bytes; /* NULL: nothing is stored */
    size_t size;    /* room at `bytes` */
    size_t used;    /* bytes written so far, or that would have been written without a limit */
    uint32_t hash;  /* hash of the bytes written, where `hashes` is set */
    bool hashes;
    bool full; /* the room did not suffice: what lies in `bytes` is not whole */
} ox_writer;

typedef struct ox_reader {
    const uint8_t *bytes;
    size_t size;
    size_t used;
    bool bad; /* the reader was read past its end, or met a value that cannot be */
} ox_reader;

ox_writer ox_writer_bytes(void *bytes, size_t size);
ox_writer ox_writer_count(void);
ox_writer ox_writer_hash(void);

void ox_write_u8(ox_writer *to, uint32_t value); /* the low 8 bits of `value` */
void ox_write_u16(ox_writer *to, uint32_t value);
void ox_write_u32(ox_writer *to, uint32_t value);
void ox_write_u64(ox_writer *to, uint64_t value);
void ox_write_bytes(ox_writer *to, const void *bytes, size_t size);
void ox_write_words(ox_writer *to, const uint32_t *words, size_t count);
static inline void ox_write_i32(ox_writer *to, int32_t value) { ox_write_u32(to, (uint32_t)value); }
static inline void ox_write_i64(ox_writer *to, int64_t value) { ox_write_u64(to, (uint64_t)value); }
static inline void ox_write_bool(ox_writer *to, bool value) { ox_write_u8(to, value ? 1u : 0u); }

ox_reader ox_reader_bytes(const void *bytes, size_t size);

uint32_t ox_read_u8(ox_reader *from);
uint32_t ox_read_u16(ox_reader *from);
uint32_t ox_read_u32(ox_reader *from);
uint64_t ox_read_u64(ox_reader *from);
void ox_read_bytes(ox_reader *from, void *bytes, size_t size);
void ox_read_words(ox_reader *from, uint32_t *words, size_t count);
static inline int32_t ox_read_i32(ox_reader *from) { return (int32_t)ox_read_u32(from); }
static inline int64_t ox_read_i64(ox_reader *from) { return (int64_t)ox_read_u64(from); }
bool ox_read_bool(ox_reader *from); /* a byte other than 0 and 1 is bad */

/* Reads a value that must be below `limit`; any other value makes the reader bad and is read as 0. */
uint32_t ox_read_below(ox_reader *from, uint32_t limit);

/* OX_OK, or OX_BAD_DATA once any read went wrong. */
static inline ox_status ox_reader_status(const ox_reader *from) { return from->bad ? OX_BAD_DATA : OX_OK; }

#endif

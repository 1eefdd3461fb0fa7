/* Writers and readers of little-endian fields. */
#include "kernel/bytes/stream.h"

#include <string.h>

#include "rom/rom.h"

ox_writer ox_writer_bytes(void *bytes, size_t size) {
    return (ox_writer){.bytes = bytes, .size = size, .hash = OX_FNV_START};
}

ox_writer ox_writer_count(void) { return (ox_writer){.size = SIZE_MAX, .hash = OX_FNV_START}; }

ox_writer ox_writer_hash(void) { return (ox_writer){.size = SIZE_MAX, .hash = OX_FNV_START, .hashes = true}; }

void ox_write_bytes(ox_writer *to, const void *bytes, size_t size) {
    const uint8_t *from = bytes;
    if (to->hashes) to->hash = ox_fnv_bytes(to->hash, from, size);
    if (to->full || size > to->size - to->used)
        to->full = true;
    else if (to->bytes != NULL && size > 0)
        memcpy(to->bytes + to->used, from, size);
    to->used += size;
}

/* Writes a number of 1, 2 or 4 bytes: straight to where it belongs, since an image of a world is mostly numbers. */
static inline void write_number(ox_writer *to, uint32_t value, size_t size) {
    uint8_t spare[4];
    const bool straight =
        !ROM_SMALL_PLAYER && to->bytes != NULL && !to->hashes && !to->full && size <= to->size - to->used;
    uint8_t *at = straight ? to->bytes + to->used : spare;
    for (size_t i = 0; i < size; i++, value >>= 8) at[i] = (uint8_t)(value & 0xFFu);
    if (straight)
        to->used += size;
    else
        ox_write_bytes(to, spare, size);
}

void ox_write_u8(ox_writer *to, uint32_t value) { write_number(to, value, 1); }

void ox_write_u16(ox_writer *to, uint32_t value) { write_number(to, value, 2); }

void ox_write_u32(ox_writer *to, uint32_t value) { write_number(to, value, 4); }

void ox_write_u64(ox_writer *to, uint64_t value) {
    ox_write_u32(to, (uint32_t)value);
    ox_write_u32(to, (uint32_t)(value >> 32));
}

void ox_write_words(ox_writer *to, const uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++) ox_write_u32(to, words[i]);
}

ox_reader ox_reader_bytes(const void *bytes, size_t size) {
    return (ox_reader){.bytes = bytes, .size = size};
}

void ox_read_bytes(ox_reader *from, void *bytes, size_t size) {
    if (size > from->size - from->used) from->bad = true;
    if (size == 0) return;
    if (from->bad) {
        memset(bytes, 0, size);
        return;
    }
    memcpy(bytes, from->bytes + from->used, size);
    from->used += size;
}

uint32_t ox_read_u8(ox_reader *from) {
    uint8_t byte;
    ox_read_bytes(from, &byte, 1);
    return byte;
}

uint32_t ox_read_u16(ox_reader *from) {
    uint8_t bytes[2];
    ox_read_bytes(from, bytes, 2);
    return bytes[0] | (uint32_t)bytes[1] << 8;
}

uint32_t ox_read_u32(ox_reader *from) {
    uint8_t bytes[4];
    ox_read_bytes(from, bytes, 4);
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

uint64_t ox_read_u64(ox_reader *from) {
    uint32_t low = ox_read_u32(from);
    return low | (uint64_t)ox_read_u32(from) << 32;
}

void ox_read_words(ox_reader *from, uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++) words[i] = ox_read_u32(from);
}

uint32_t ox_read_below(ox_reader *from, uint32_t limit) {
    uint32_t value = ox_read_u32(from);
    if (value < limit) return value;
    from->bad = true;
    return 0;
}

bool ox_read_bool(ox_reader *from) {
    uint32_t value = ox_read_u8(from);
    if (value > 1) from->bad = true;
    return value == 1;
}

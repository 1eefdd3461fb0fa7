/* Elements that straddle words, and byte streams of bits. */
#include "kernel/bytes/packed.h"

#include "kernel/memory/life.h"

enum { NUMBER_BITS_MAX = 16 };
FX_STATIC_ASSERT(NUMBER_BITS_MAX <= 32, "a number lies in two words at most");

void ox_packed_init(ox_packed *packed, uint32_t *words, uint32_t count, uint32_t k) {
    bool good = k >= 1 && k <= NUMBER_BITS_MAX && (uint64_t)count * k <= UINT32_MAX - 31u;
    FX_ASSERT_MSG(good, "%u elements of %u bits", (unsigned)count, (unsigned)k);
    packed->words = words;
    packed->count = good ? count : 0;
    packed->k = good ? k : 1;
}

static bool inside(const ox_packed *packed, uint32_t index) {
    FX_ASSERT_MSG(index < packed->count, "element %u of %u", (unsigned)index, (unsigned)packed->count);
    return index < packed->count;
}

uint32_t ox_packed_get(const ox_packed *packed, uint32_t index) {
    OX_CREATED(packed->k);
    if (!inside(packed, index)) return 0;
    uint32_t at = index * packed->k, shift = at % 32;
    const uint32_t *word = packed->words + at / 32;
    uint32_t value = word[0] >> shift;
    if (shift + packed->k > 32) value |= word[1] << (32u - shift);
    return value & ((1u << packed->k) - 1u);
}

void ox_packed_set(ox_packed *packed, uint32_t index, uint32_t value) {
    uint32_t mask = (1u << packed->k) - 1u;
    FX_ASSERT_MSG(value <= mask, "%u has more than %u bits", (unsigned)value, (unsigned)packed->k);
    if (!inside(packed, index)) return;
    uint32_t at = index * packed->k, shift = at % 32;
    uint32_t *word = packed->words + at / 32;
    value &= mask;
    word[0] = (word[0] & ~(mask << shift)) | value << shift;
    if (shift + packed->k > 32) word[1] = (word[1] & ~(mask >> (32u - shift))) | value >> (32u - shift);
}

void ox_packed_fill(ox_packed *packed, uint32_t value) {
    if (packed->count == 0) return;
    packed->words[OX_PACKED_WORDS(packed->count, packed->k) - 1] = 0;
    for (uint32_t i = 0; i < packed->count; i++) ox_packed_set(packed, i, value);
}

/* ---- streams of the bits in words ---- */

static ox_status write_words(const uint32_t *words, uint32_t bits, uint8_t *bytes, size_t size) {
    size_t length = ox_stream_bytes(bits);
    if (size < length) return OX_FULL;
    for (size_t i = 0; i < length; i++) bytes[i] = (uint8_t)(words[i / 4] >> i % 4 * 8);
    if (bits % 8 != 0) bytes[length - 1] = (uint8_t)(bytes[length - 1] & ((1u << bits % 8) - 1u));
    return OX_OK;
}

static ox_status read_words(uint32_t *words, uint32_t bits, const uint8_t *bytes, size_t size) {
    size_t length = ox_stream_bytes(bits);
    if (size < length || (bits % 8 != 0 && bytes[length - 1] >> bits % 8 != 0)) return OX_BAD_DATA;
    for (size_t i = 0; i < length; i++) {
        uint32_t byte = (uint32_t)bytes[i] << i % 4 * 8;
        words[i / 4] = i % 4 == 0 ? byte : words[i / 4] | byte;
    }
    return OX_OK;
}

/* write_words behind two bytes with the count of elements, k bits each. A refusal leaves `bytes` alone. */
static ox_status write_counted(const uint32_t *words, uint32_t count, uint32_t k, uint8_t *bytes,
                               size_t size) {
    if (count > UINT16_MAX) return OX_BAD_ARGUMENT;
    ox_status status = size < 2 ? OX_FULL : write_words(words, count * k, bytes + 2, size - 2);
    if (ox_failed(status)) return status;
    bytes[0] = (uint8_t)count;
    bytes[1] = (uint8_t)(count >> 8);
    return OX_OK;
}

/* Reads at most *count elements, and sets *count to as many as the stream has. */
static ox_status read_counted(uint32_t *words, uint32_t *count, uint32_t k, const uint8_t *bytes,
                              size_t size) {
    if (size < 2) return OX_BAD_DATA;
    uint32_t there = bytes[0] | (uint32_t)bytes[1] << 8;
    if (there > *count) return OX_FULL;
    ox_status status = read_words(words, there * k, bytes + 2, size - 2);
    if (!ox_failed(status)) *count = there;
    return status;
}

ox_status ox_bits_write(const ox_bits *bits, uint8_t *bytes, size_t size) {
    return write_words(ox_bits_read_words(bits), bits->count, bytes, size);
}

ox_status ox_packed_write(const ox_packed *packed, uint8_t *bytes, size_t size) {
    return write_words(packed->words, packed->count * packed->k, bytes, size);
}

ox_status ox_bits_read(ox_bits *bits, const uint8_t *bytes, size_t size) {
    return read_words(ox_bits_words(bits), bits->count, bytes, size);
}

ox_status ox_packed_read(ox_packed *packed, const uint8_t *bytes, size_t size) {
    return read_words(packed->words, packed->count * packed->k, bytes, size);
}

ox_status ox_bits_write_counted(const ox_bits *bits, uint8_t *bytes, size_t size) {
    return write_counted(ox_bits_read_words(bits), bits->count, 1, bytes, size);
}

ox_status ox_packed_write_counted(const ox_packed *packed, uint8_t *bytes, size_t size) {
    return write_counted(packed->words, packed->count, packed->k, bytes, size);
}

ox_status ox_bits_read_counted(ox_bits *bits, const uint8_t *bytes, size_t size) {
    return read_counted(ox_bits_words(bits), &bits->count, 1, bytes, size);
}

ox_status ox_packed_read_counted(ox_packed *packed, const uint8_t *bytes, size_t size) {
    return read_counted(packed->words, &packed->count, packed->k, bytes, size);
}

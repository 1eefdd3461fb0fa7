/* Inflate: canonical prefix codes, a table for codes up to 9 bits and a bit-by-bit walk for longer ones. */
#include "tools/import/inflate.h"

#include "tools/import/checksum.h"

#include <string.h>

enum { FAST_BITS = 9, LONGEST_CODE = 15, LITERAL_CODES = 288, DISTANCE_CODES = 32, LENGTH_CODES = 19 };

typedef struct prefix_code {
    uint16_t fast[1 << FAST_BITS]; /* symbol << 4 | length, 0 where no short code matches */
    uint16_t count[LONGEST_CODE + 1];
    uint16_t symbols[LITERAL_CODES]; /* in the order of their codes */
} prefix_code;

typedef struct inflater {
    const uint8_t *data;
    size_t size;
    size_t position;
    uint64_t bits;
    unsigned bit_count;
    uint8_t *out;
    size_t capacity;
    size_t written;
    prefix_code literals;
    prefix_code distances;
} inflater;

static void refill(inflater *s) {
    while (s->bit_count <= 56 && s->position < s->size) {
        s->bits |= (uint64_t)s->data[s->position++] << s->bit_count;
        s->bit_count += 8;
    }
}

/* False when the input is at its end. count <= 16. */
static bool take_bits(inflater *s, unsigned count, unsigned *value) {
    if (s->bit_count < count) {
        refill(s);
        if (s->bit_count < count) {
            return false;
        }
    }
    *value = (unsigned)(s->bits & ((1u << count) - 1));
    s->bits >>= count;
    s->bit_count -= count;
    return true;
}

static unsigned reverse_bits(unsigned value, unsigned count) {
    unsigned reversed = 0;

    for (unsigned i = 0; i < count; i++) {
        reversed = reversed << 1 | (value >> i & 1);
    }
    return reversed;
}

/* A code with unused patterns is legal only when it has at most one symbol (RFC 1951 3.2.7). */
static bool build_code(prefix_code *code, const uint8_t *lengths, unsigned symbol_count) {
    uint16_t next_symbol[LONGEST_CODE + 2];
    unsigned next_code[LONGEST_CODE + 2];
    int left = 1;

    memset(code, 0, sizeof *code);
    for (unsigned i = 0; i < symbol_count; i++) {
        code->count[lengths[i]]++;
    }
    code->count[0] = 0;
    next_symbol[1] = 0;
    next_code[1] = 0;
    for (unsigned length = 1; length <= LONGEST_CODE; length++) {
        left = left * 2 - (int)code->count[length];
        if (left < 0) {
            return false;
        }
        next_symbol[length + 1] = (uint16_t)(next_symbol[length] + code->count[length]);
        next_code[length + 1] = (next_code[length] + code->count[length]) << 1;
    }
    if (left > 0 && next_symbol[LONGEST_CODE + 1] > 1) {
        return false;
    }
    for (unsigned i = 0; i < symbol_count; i++) {
        unsigned length = lengths[i];
        if (length == 0) {
            continue;
        }
        code->symbols[next_symbol[length]++] = (uint16_t)i;
        unsigned pattern = reverse_bits(next_code[length]++, length);
        for (; length <= FAST_BITS && pattern < 1u << FAST_BITS; pattern += 1u << length) {
            code->fast[pattern] = (uint16_t)(i << 4 | length);
        }
    }
    return true;
}

static import_inflate_status take_symbol(inflater *s, const prefix_code *code, unsigned *symbol) {
    refill(s);
    unsigned entry = code->fast[s->bits & ((1u << FAST_BITS) - 1)];
    if (entry != 0 && (entry & 15) <= s->bit_count) {
        s->bits >>= entry & 15;
        s->bit_count -= entry & 15;
        *symbol = entry >> 4;
        return IMPORT_INFLATE_OK;
    }
    int pattern = 0;
    int first = 0;
    int index = 0;
    for (unsigned length = 1; length <= LONGEST_CODE; length++) {
        if (length > s->bit_count) {
            return IMPORT_INFLATE_TRUNCATED;
        }
        pattern |= (int)(s->bits >> (length - 1) & 1);
        int count = code->count[length];
        if (pattern - first < count) {
            *symbol = code->symbols[index + pattern - first];
            s->bits >>= length;
            s->bit_count -= length;
            return IMPORT_INFLATE_OK;
        }
        index += count;
        first = (first + count) << 1;
        pattern <<= 1;
    }
    return IMPORT_INFLATE_BAD_SYMBOL;
}

static import_inflate_status stored_block(inflater *s) {
    unsigned length = 0;
    unsigned check = 0;

    s->bits >>= s->bit_count & 7;
    s->bit_count -= s->bit_count & 7;
    if (!take_bits(s, 16, &length) || !take_bits(s, 16, &check)) {
        return IMPORT_INFLATE_TRUNCATED;
    }
    if (length != (~check & 0xFFFF)) {
        return IMPORT_INFLATE_BAD_BLOCK;
    }
    s->position -= s->bit_count / 8;
    s->bits = 0;
    s->bit_count = 0;
    if (length > s->size - s->position) {
        return IMPORT_INFLATE_TRUNCATED;
    }
    if (length > s->capacity - s->written) {
        return IMPORT_INFLATE_OUTPUT_FULL;
    }
    if (length > 0) {
        memcpy(s->out + s->written, s->data + s->position, length);
    }
    s->position += length;
    s->written += length;
    return IMPORT_INFLATE_OK;
}

static import_inflate_status copy_match(inflater *s, unsigned symbol) {
    static const uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                             31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                             2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[30] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                               33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                               1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    unsigned extra = 0;
    unsigned distance_symbol = 0;

    if (symbol > 285) {
        return IMPORT_INFLATE_BAD_SYMBOL;
    }
    if (!take_bits(s, length_extra[symbol - 257], &extra)) {
        return IMPORT_INFLATE_TRUNCATED;
    }
    size_t length = (size_t)length_base[symbol - 257] + extra;
    import_inflate_status status = take_symbol(s, &s->distances, &distance_symbol);
    if (status != IMPORT_INFLATE_OK) {
        return status;
    }
    if (distance_symbol > 29) {
        return IMPORT_INFLATE_BAD_SYMBOL;
    }
    if (!take_bits(s, distance_symbol < 2 ? 0 : distance_symbol / 2 - 1, &extra)) {
        return IMPORT_INFLATE_TRUNCATED;
    }
    size_t distance = (size_t)distance_base[distance_symbol] + extra;
    if (distance > s->written) {
        return IMPORT_INFLATE_BAD_DISTANCE;
    }
    if (length > s->capacity - s->written) {
        return IMPORT_INFLATE_OUTPUT_FULL;
    }
    uint8_t *to = s->out + s->written;
    for (size_t i = 0; i < length; i++) {
        to[i] = (to - distance)[i];
    }
    s->written += length;
    return IMPORT_INFLATE_OK;
}

static import_inflate_status coded_block(inflater *s) {
    for (;;) {
        unsigned symbol = 0;
        import_inflate_status status = take_symbol(s, &s->literals, &symbol);
        if (status != IMPORT_INFLATE_OK) {
            return status;
        }
        if (symbol < 256) {
            if (s->written == s->capacity) {
                return IMPORT_INFLATE_OUTPUT_FULL;
            }
            s->out[s->written++] = (uint8_t)symbol;
        } else if (symbol == 256) {
            return IMPORT_INFLATE_OK;
        } else {
            status = copy_match(s, symbol);
            if (status != IMPORT_INFLATE_OK) {
                return status;
            }
        }
    }
}

static void fixed_codes(inflater *s) {
    uint8_t lengths[LITERAL_CODES];

    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    build_code(&s->literals, lengths, LITERAL_CODES);
    memset(lengths, 5, DISTANCE_CODES);
    build_code(&s->distances, lengths, DISTANCE_CODES);
}

/* Reads the run-length coded code lengths of both codes. s->literals holds the code they are written in. */
static import_inflate_status code_lengths(inflater *s, uint8_t *lengths, unsigned total) {
    unsigned index = 0;

    while (index < total) {
        unsigned symbol = 0;
        unsigned extra = 0;
        import_inflate_status status = take_symbol(s, &s->literals, &symbol);
        if (status != IMPORT_INFLATE_OK) {
            return status;
        }
        if (symbol < 16) {
            lengths[index++] = (uint8_t)symbol;
            continue;
        }
        unsigned bits = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
        if (!take_bits(s, bits, &extra)) {
            return IMPORT_INFLATE_TRUNCATED;
        }
        unsigned run = extra + (symbol == 18 ? 11 : 3);
        if (run > total - index || (symbol == 16 && index == 0)) {
            return IMPORT_INFLATE_BAD_CODES;
        }
        memset(lengths + index, symbol == 16 ? lengths[index - 1] : 0, run);
        index += run;
    }
    return IMPORT_INFLATE_OK;
}

static import_inflate_status dynamic_codes(inflater *s) {
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERAL_CODES + DISTANCE_CODES] = {0};
    unsigned literals = 0;
    unsigned distances = 0;
    unsigned codes = 0;

    if (!take_bits(s, 5, &literals) || !take_bits(s, 5, &distances) || !take_bits(s, 4, &codes)) {
        return IMPORT_INFLATE_TRUNCATED;
    }
    literals += 257;
    distances += 1;
    if (literals > 286 || distances > 30) {
        return IMPORT_INFLATE_BAD_CODES;
    }
    for (unsigned i = 0; i < codes + 4; i++) {
        unsigned length = 0;
        if (!take_bits(s, 3, &length)) {
            return IMPORT_INFLATE_TRUNCATED;
        }
        lengths[order[i]] = (uint8_t)length;
    }
    if (!build_code(&s->literals, lengths, LENGTH_CODES)) {
        return IMPORT_INFLATE_BAD_CODES;
    }
    memset(lengths, 0, sizeof lengths);
    import_inflate_status status = code_lengths(s, lengths, literals + distances);
    if (status != IMPORT_INFLATE_OK) {
        return status;
    }
    if (lengths[256] == 0 || !build_code(&s->literals, lengths, literals) ||
        !build_code(&s->distances, lengths + literals, distances)) {
        return IMPORT_INFLATE_BAD_CODES;
    }
    return IMPORT_INFLATE_OK;
}

static import_inflate_status inflate_blocks(inflater *s) {
    unsigned last = 0;

    while (last == 0) {
        unsigned type = 0;
        import_inflate_status status = IMPORT_INFLATE_OK;
        if (!take_bits(s, 1, &last) || !take_bits(s, 2, &type)) {
            return IMPORT_INFLATE_TRUNCATED;
        }
        if (type == 3) {
            return IMPORT_INFLATE_BAD_BLOCK;
        }
        if (type == 0) {
            status = stored_block(s);
        } else {
            if (type == 1) {
                fixed_codes(s);
            } else {
                status = dynamic_codes(s);
            }
            if (status == IMPORT_INFLATE_OK) {
                status = coded_block(s);
            }
        }
        if (status != IMPORT_INFLATE_OK) {
            return status;
        }
    }
    return IMPORT_INFLATE_OK;
}

import_inflate_result import_inflate(const uint8_t *data, size_t size, uint8_t *out, size_t capacity) {
    inflater s;
    import_inflate_result result;

    memset(&s, 0, sizeof s);
    s.data = data;
    s.size = size;
    s.out = out;
    s.capacity = capacity;
    result.status = inflate_blocks(&s);
    result.used = s.position - s.bit_count / 8;
    result.written = s.written;
    return result;
}

import_inflate_result import_inflate_zlib(const uint8_t *data, size_t size, uint8_t *out, size_t capacity) {
    import_inflate_result result = {IMPORT_INFLATE_TRUNCATED, 0, 0};

    if (size < 2) {
        return result;
    }
    if ((data[0] & 15) != 8 || data[0] >> 4 > 7 || (data[0] * 256 + data[1]) % 31 != 0 ||
        (data[1] & 32) != 0) {
        result.status = IMPORT_INFLATE_BAD_HEADER;
        return result;
    }
    result = import_inflate(data + 2, size - 2, out, capacity);
    result.used += 2;
    if (result.status != IMPORT_INFLATE_OK) {
        return result;
    }
    if (size - result.used < 4) {
        result.status = IMPORT_INFLATE_TRUNCATED;
        return result;
    }
    const uint8_t *stored = data + result.used;
    uint32_t expected =
        (uint32_t)stored[0] << 24 | (uint32_t)stored[1] << 16 | (uint32_t)stored[2] << 8 | stored[3];
    if (import_adler32(1, out, result.written) != expected) {
        result.status = IMPORT_INFLATE_BAD_CHECKSUM;
        return result;
    }
    result.used += 4;
    return result;
}

const char *import_inflate_reason(import_inflate_status status) {
    static const char *const reasons[] = {
        "no fault",
        "the compressed data end too early",
        "the compressed data hold more than they should",
        "a compressed block has a bad header",
        "a compressed block has an impossible code table",
        "the compressed data hold a code that means nothing",
        "the compressed data refer to bytes before their start",
        "the zlib header is wrong",
        "the checksum of the decompressed data is wrong",
    };
    return reasons[status];
}

/* Inflate: canonical prefix codes, a table for codes up to 9 bits and a bit-by-bit walk for longer ones. */
#include "tools/import/inflate.h"

#include "tools/import/checksum.h"

#include <stdlib.h>
#include <string.h>

enum { FAST_BITS = 9, LONGEST_CODE = 15, LITERAL_CODES = 288, DISTANCE_CODES = 32, LENGTH_CODES = 19 };

typedef struct prefix_code {
    uint16_t fast[1 << FAST_BITS]; /* symbol << 4 | length, 0 where no short code matches */
    uint16_t count[LONGEST_CODE + 1];
    uint16_t symbols[LITERAL_CODES]; /* in the order of their codes */
} prefix_code;

/* What a stream needs beside: pieces of the input, and a window whose last 32 KB stay. */
typedef struct inflate_flow {
    const import_inflate_pipe *pipe;
    uint8_t input[16384];
    uint8_t window[65536 + 512];
    size_t kept;    /* bytes at the window's beginning that were written before */
    uint64_t taken; /* input bytes in the pieces before this one */
    uint64_t sent;  /* output bytes written */
    uint32_t crc, adler;
    bool stopped;
} inflate_flow;

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
    inflate_flow *flow; /* NULL: from memory to memory */
} inflater;

/* The next piece of the input; false at its end. */
static bool next_piece(inflater *s) {
    if (s->flow == NULL) {
        return false;
    }
    s->flow->taken += s->size;
    s->size = s->flow->pipe->read(s->flow->pipe->argument, s->flow->input, sizeof s->flow->input);
    s->position = 0;
    return s->size > 0;
}

static void refill(inflater *s) {
    while (s->bit_count <= 56 && (s->position < s->size || next_piece(s))) {
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

/* Hands on what is new in the window. False when the limit is passed or the other side stops. */
static bool send_window(inflater *s) {
    inflate_flow *f = s->flow;
    size_t fresh = s->written - f->kept;
    if (fresh > f->pipe->limit - f->sent) {
        return false;
    }
    f->crc = import_crc32(f->crc, s->out + f->kept, fresh);
    f->adler = import_adler32(f->adler, s->out + f->kept, fresh);
    f->sent += fresh;
    f->kept = s->written;
    f->stopped = fresh > 0 && !f->pipe->write(f->pipe->argument, s->out + s->written - fresh, fresh);
    return !f->stopped;
}

/* True when `count` (at most 512) more bytes fit the output. */
static bool has_room(inflater *s, size_t count) {
    enum { DISTANCE_MOST = 32768 };
    if (count <= s->capacity - s->written) {
        return true;
    }
    if (s->flow == NULL || !send_window(s)) {
        return false;
    }
    memmove(s->out, s->out + s->written - DISTANCE_MOST, DISTANCE_MOST);
    s->written = s->flow->kept = DISTANCE_MOST;
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
    for (; length > 0 && s->bit_count > 0; length--) { /* whole bytes that wait among the bits */
        if (!has_room(s, 1)) {
            return IMPORT_INFLATE_OUTPUT_FULL;
        }
        s->out[s->written++] = (uint8_t)s->bits;
        s->bits >>= 8;
        s->bit_count -= 8;
    }
    while (length > 0) {
        if (s->position == s->size && !next_piece(s)) {
            return IMPORT_INFLATE_TRUNCATED;
        }
        size_t count = s->size - s->position < length ? s->size - s->position : length;
        if (s->flow != NULL && count > 512) {
            count = 512;
        }
        if (s->flow == NULL && count < length) {
            return IMPORT_INFLATE_TRUNCATED;
        }
        if (!has_room(s, count)) {
            return IMPORT_INFLATE_OUTPUT_FULL;
        }
        memcpy(s->out + s->written, s->data + s->position, count);
        s->position += count;
        s->written += count;
        length -= (unsigned)count;
    }
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
    if (!has_room(s, length)) {
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
            if (!has_room(s, 1)) {
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

/* ---- streams ---- */

static bool take_bytes(inflater *s, unsigned count, uint32_t *value) {
    *value = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned byte = 0;
        if (!take_bits(s, 8, &byte)) {
            return false;
        }
        *value |= (uint32_t)byte << (8 * i);
    }
    return true;
}

static bool skip_text(inflater *s) {
    uint32_t byte = 1;
    while (byte != 0) {
        if (!take_bytes(s, 1, &byte)) {
            return false;
        }
    }
    return true;
}

static import_inflate_status gzip_header(inflater *s) {
    enum { HEADER_CHECK = 2, EXTRA = 4, NAME = 8, COMMENT = 16 };
    uint32_t magic = 0, flags = 0, rest = 0, extra = 0;
    if (!take_bytes(s, 3, &magic) || !take_bytes(s, 1, &flags) || !take_bytes(s, 4, &rest) ||
        !take_bytes(s, 2, &rest)) {
        return IMPORT_INFLATE_TRUNCATED;
    }
    if (magic != 0x088B1F || flags > 31) {
        return IMPORT_INFLATE_BAD_HEADER;
    }
    if ((flags & EXTRA) != 0 && !take_bytes(s, 2, &extra)) {
        return IMPORT_INFLATE_TRUNCATED;
    }
    for (; extra > 0; extra--) {
        if (!take_bytes(s, 1, &rest)) {
            return IMPORT_INFLATE_TRUNCATED;
        }
    }
    bool ok = ((flags & NAME) == 0 || skip_text(s)) && ((flags & COMMENT) == 0 || skip_text(s)) &&
              ((flags & HEADER_CHECK) == 0 || take_bytes(s, 2, &rest));
    return ok ? IMPORT_INFLATE_OK : IMPORT_INFLATE_TRUNCATED;
}

static import_inflate_status zlib_header(inflater *s) {
    uint32_t header = 0;
    if (!take_bytes(s, 2, &header)) {
        return IMPORT_INFLATE_TRUNCATED;
    }
    bool good = (header & 15) == 8 && (header >> 4 & 15) <= 7 &&
                ((header & 255) * 256 + (header >> 8)) % 31 == 0 && (header & 0x2000) == 0;
    return good ? IMPORT_INFLATE_OK : IMPORT_INFLATE_BAD_HEADER;
}

static import_inflate_status check_trailer(inflater *s, import_wrapper wrapper) {
    uint32_t sum = 0, length = 0;
    const inflate_flow *f = s->flow;
    s->bits >>= s->bit_count & 7;
    s->bit_count -= s->bit_count & 7;
    if (!take_bytes(s, 4, &sum) || (wrapper == IMPORT_WRAPPER_GZIP && !take_bytes(s, 4, &length))) {
        return IMPORT_INFLATE_TRUNCATED;
    }
    uint32_t turned = sum >> 24 | (sum >> 8 & 0xFF00) | (sum & 0xFF00) << 8 | sum << 24;
    bool good =
        wrapper == IMPORT_WRAPPER_GZIP ? sum == f->crc && length == (uint32_t)f->sent : turned == f->adler;
    return good ? IMPORT_INFLATE_OK : IMPORT_INFLATE_BAD_CHECKSUM;
}

static import_inflate_status run_stream(inflater *s, import_wrapper wrapper) {
    import_inflate_status status = wrapper == IMPORT_WRAPPER_GZIP   ? gzip_header(s)
                                   : wrapper == IMPORT_WRAPPER_ZLIB ? zlib_header(s)
                                                                    : IMPORT_INFLATE_OK;
    if (status == IMPORT_INFLATE_OK) {
        status = inflate_blocks(s);
    }
    if (status == IMPORT_INFLATE_OK && !send_window(s)) {
        status = IMPORT_INFLATE_OUTPUT_FULL;
    }
    if (s->flow->stopped) {
        return IMPORT_INFLATE_STOPPED;
    }
    return status == IMPORT_INFLATE_OK && wrapper != IMPORT_WRAPPER_NONE ? check_trailer(s, wrapper) : status;
}

import_inflate_result import_inflate_stream(const import_inflate_pipe *pipe, import_wrapper wrapper) {
    import_inflate_result result = {IMPORT_INFLATE_NO_MEMORY, 0, 0};
    inflater *s = calloc(1, sizeof *s);
    inflate_flow *flow = calloc(1, sizeof *flow);

    if (s != NULL && flow != NULL) {
        flow->pipe = pipe;
        flow->adler = 1;
        s->flow = flow;
        s->data = flow->input;
        s->out = flow->window;
        s->capacity = sizeof flow->window;
        result.status = run_stream(s, wrapper);
        result.used = (size_t)flow->taken + s->position - s->bit_count / 8;
        result.written = (size_t)flow->sent;
    }
    free(s);
    free(flow);
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
        "the header is wrong",
        "the checksum of the decompressed data is wrong",
        "the decompressed data were not wanted any longer",
        "there is not enough memory",
    };
    return reasons[status];
}

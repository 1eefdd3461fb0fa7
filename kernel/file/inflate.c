/* Decodes deflate with canonical codes: short codes through a table, where there is one, others bit by bit. */
#include "kernel/file/inflate.h"

#include <string.h>

#include "kernel/memory/life.h"

enum { BLOCK, STORED, CODES, COPY, END, FAILED };
enum { QUICK_BITS = 9, LONGEST = 15, WIDTH = (int)sizeof(size_t) * 8 };

FX_STATIC_ASSERT(2 << QUICK_BITS == OX_INFLATE_QUICK, "two tables of the short codes");
FX_STATIC_ASSERT(WIDTH - 8 >= 16, "sixteen bits can wait");

void ox_inflate_begin(ox_inflate *f, const uint8_t *(*more)(void *context, size_t *bytes), void *context,
                      void *out, size_t size) {
    memset(f, 0, sizeof *f);
    f->more = more;
    f->context = context;
    f->out = out;
    f->size = size;
}

void ox_inflate_quick(ox_inflate *f, uint16_t *tables) { f->quick = tables; }

/* ---- the input ---- */

static void fail_stream(ox_inflate *f, ox_inflate_fault fault) {
    if (f->state != FAILED) f->fault = (uint8_t)fault;
    f->state = FAILED;
}

/* Gets the next piece of input; false at the end of the input. */
static bool next_piece(ox_inflate *f) {
    size_t bytes = 0;
    const uint8_t *piece = f->more == NULL ? NULL : f->more(f->context, &bytes);
    if (piece == NULL || bytes == 0) {
        f->more = NULL;
        return false;
    }
    f->at = piece;
    f->end = piece + bytes;
    f->taken += bytes;
    return true;
}

static void refill(ox_inflate *f) {
    while (f->bit_count <= WIDTH - 8 && (f->at != f->end || next_piece(f))) {
        f->bits |= (size_t)*f->at++ << f->bit_count;
        f->bit_count += 8;
    }
}

/* Takes `count` (0..16) bits; a stream that ends gives zeros and fails. */
static uint32_t take_bits(ox_inflate *f, uint32_t count) {
    if (f->bit_count < count) refill(f);
    if (f->bit_count < count) {
        fail_stream(f, OX_INFLATE_TRUNCATED);
        return 0;
    }
    uint32_t value = (uint32_t)f->bits & ((1u << count) - 1u);
    f->bits >>= count;
    f->bit_count -= count;
    return value;
}

bool ox_inflate_bytes(ox_inflate *f, uint32_t count, uint32_t *value) {
    f->bits >>= f->bit_count & 7u;
    f->bit_count &= ~7u;
    *value = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (f->bit_count < 8) refill(f);
        if (f->bit_count < 8) return false;
        *value |= ((uint32_t)f->bits & 255u) << (8 * i);
        f->bits >>= 8;
        f->bit_count -= 8;
    }
    return true;
}

uint64_t ox_inflate_used(const ox_inflate *f) {
    return f->taken - (uint64_t)(f->end - f->at) - f->bit_count / 8;
}

/* ---- codes ---- */

/* Reads a symbol of a canonical code: the codes of each length are consecutive numbers. */
static uint32_t walk_code(ox_inflate *f, const uint16_t *count, const uint16_t *symbol) {
    uint32_t code = 0, first = 0, index = 0;
    size_t bits = f->bits;
    for (uint32_t length = 1; length <= LONGEST; length++, bits >>= 1) {
        if (length > f->bit_count) {
            fail_stream(f, OX_INFLATE_TRUNCATED);
            return 0;
        }
        code |= (uint32_t)bits & 1u;
        if (code < first + count[length]) {
            f->bits >>= length;
            f->bit_count -= length;
            return symbol[index + code - first];
        }
        index += count[length];
        first = (first + count[length]) << 1;
        code <<= 1;
    }
    fail_stream(f, OX_INFLATE_BAD_SYMBOL);
    return 0;
}

static inline uint32_t decode_symbol(ox_inflate *f, const uint16_t *quick, const uint16_t *count,
                                     const uint16_t *symbol) {
    if (f->bit_count < LONGEST) refill(f);
    uint32_t entry = quick == NULL ? 0 : quick[f->bits & ((1u << QUICK_BITS) - 1u)];
    if (entry == 0 || (entry & 15u) > f->bit_count) return walk_code(f, count, symbol);
    f->bits >>= entry & 15u;
    f->bit_count -= entry & 15u;
    return entry >> 4;
}

static uint32_t reversed(uint32_t value, uint32_t count) {
    uint32_t turned = 0;
    for (uint32_t i = 0; i < count; i++) turned = turned << 1 | (value >> i & 1u);
    return turned;
}

/* Builds a code from the lengths of its symbols. False when the lengths claim more codes than there are, or leave
 * codes unused, which only a code of at most one symbol may (RFC 1951 3.2.7). */
static bool build_code(uint16_t *quick, uint16_t *count, uint16_t *symbol, const uint8_t *lengths,
                       uint32_t symbols) {
    uint16_t offset[LONGEST + 2], code[LONGEST + 2];
    int32_t left = 1;
    memset(count, 0, 16 * sizeof *count);
    if (quick != NULL) memset(quick, 0, sizeof *quick << QUICK_BITS);
    for (uint32_t i = 0; i < symbols; i++) count[lengths[i]]++;
    count[0] = 0;
    offset[1] = code[1] = 0;
    for (uint32_t i = 1; i <= LONGEST; i++) {
        left = left * 2 - count[i];
        if (left < 0) return false;
        offset[i + 1] = (uint16_t)(offset[i] + count[i]);
        code[i + 1] = (uint16_t)((code[i] + count[i]) << 1);
    }
    if (left > 0 && offset[LONGEST + 1] > 1) return false;
    for (uint32_t i = 0; i < symbols; i++) {
        uint32_t length = lengths[i];
        if (length == 0) continue;
        symbol[offset[length]++] = (uint16_t)i;
        uint32_t pattern = reversed(code[length]++, length);
        if (quick == NULL || length > QUICK_BITS) continue;
        for (; pattern < 1u << QUICK_BITS; pattern += 1u << length)
            quick[pattern] = (uint16_t)(i << 4 | length);
    }
    return true;
}

static uint16_t *quick_distances(const ox_inflate *f) {
    return f->quick == NULL ? NULL : f->quick + (1 << QUICK_BITS);
}

static void use_codes(ox_inflate *f, const uint8_t *lengths, uint32_t literals, const uint8_t *distances,
                      uint32_t distance_count) {
    bool good =
        build_code(f->quick, f->lengths.count, f->lengths.symbol, lengths, literals) &&
        build_code(quick_distances(f), f->distances.count, f->distances.symbol, distances, distance_count);
    if (good)
        f->state = CODES;
    else
        fail_stream(f, OX_INFLATE_BAD_CODES);
}

static void fixed_codes(ox_inflate *f) {
    uint8_t lengths[288], distances[32];
    for (uint32_t i = 0; i < 288; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    memset(distances, 5, sizeof distances);
    use_codes(f, lengths, 288, distances, 32);
}

/* Reads the lengths of both codes, which are coded themselves; false after a fault. */
static bool read_lengths(ox_inflate *f, uint8_t *lengths, uint32_t total) {
    for (uint32_t i = 0; i < total;) {
        uint32_t symbol = decode_symbol(f, f->quick, f->lengths.count, f->lengths.symbol), repeat = 1;
        uint8_t length = (uint8_t)symbol;
        if (symbol == 16) repeat = 3 + take_bits(f, 2);
        if (symbol == 17) repeat = 3 + take_bits(f, 3);
        if (symbol == 18) repeat = 11 + take_bits(f, 7);
        if (f->state != FAILED && (repeat > total - i || (symbol == 16 && i == 0)))
            fail_stream(f, OX_INFLATE_BAD_CODES);
        if (f->state == FAILED) return false;
        if (symbol > 15) length = symbol == 16 ? lengths[i - 1] : 0;
        memset(lengths + i, length, repeat);
        i += repeat;
    }
    return true;
}

static void dynamic_codes(ox_inflate *f) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[320] = {0};
    uint32_t literals = take_bits(f, 5) + 257, distances = take_bits(f, 5) + 1, codes = take_bits(f, 4) + 4;
    if (f->state != FAILED && (literals > 286 || distances > 30)) fail_stream(f, OX_INFLATE_BAD_CODES);
    for (uint32_t k = 0; k < codes && f->state != FAILED; k++) lengths[order[k]] = (uint8_t)take_bits(f, 3);
    if (f->state == FAILED) return;
    if (!build_code(f->quick, f->lengths.count, f->lengths.symbol, lengths, 19)) {
        fail_stream(f, OX_INFLATE_BAD_CODES);
        return;
    }
    memset(lengths, 0, sizeof lengths);
    if (!read_lengths(f, lengths, literals + distances)) return;
    if (lengths[256] == 0)
        fail_stream(f, OX_INFLATE_BAD_CODES);
    else
        use_codes(f, lengths, literals, lengths + literals, distances);
}

/* ---- blocks ---- */

static void begin_block(ox_inflate *f) {
    if (f->last) {
        f->state = END;
        return;
    }
    f->last = take_bits(f, 1) != 0;
    uint32_t kind = take_bits(f, 2), length, check;
    if (f->state == FAILED) return;
    if (kind == 0) {
        if (!ox_inflate_bytes(f, 2, &length) || !ox_inflate_bytes(f, 2, &check)) {
            fail_stream(f, OX_INFLATE_TRUNCATED);
        } else if ((check ^ 0xFFFFu) != length) {
            fail_stream(f, OX_INFLATE_BAD_BLOCK);
        } else {
            f->length = length;
            f->state = STORED;
        }
    } else if (kind == 1) {
        fixed_codes(f);
    } else if (kind == 2) {
        dynamic_codes(f);
    } else {
        fail_stream(f, OX_INFLATE_BAD_BLOCK);
    }
}

/* Begins a match: reads the rest of its length, and its distance. */
static void begin_copy(ox_inflate *f, uint32_t symbol) {
    static const uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                             31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                             2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[30] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                               33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                               1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    if (symbol > 285) {
        fail_stream(f, OX_INFLATE_BAD_SYMBOL);
        return;
    }
    f->length = length_base[symbol - 257] + take_bits(f, length_extra[symbol - 257]);
    symbol = f->state == FAILED
                 ? 0
                 : decode_symbol(f, quick_distances(f), f->distances.count, f->distances.symbol);
    if (f->state == FAILED || symbol > 29) {
        fail_stream(f, OX_INFLATE_BAD_SYMBOL);
        return;
    }
    f->distance = distance_base[symbol] + take_bits(f, symbol < 4 ? 0 : symbol / 2 - 1);
    if (f->state == FAILED) return;
    f->state = COPY;
    if (f->distance > f->done)
        fail_stream(f, OX_INFLATE_BAD_DISTANCE);
    else if (f->length > f->size - f->done)
        fail_stream(f, OX_INFLATE_FULL);
}

/* Copies a match, or as much of it as the caller asked for; the length that is left stays in f->length. */
static void copy(ox_inflate *f, size_t until) {
    uint8_t *to = f->out + f->done;
    const uint8_t *from = to - f->distance;
    size_t some = until - f->done < f->length ? until - f->done : f->length;
    if (f->distance >= some)
        memcpy(to, from, some);
    else
        for (size_t i = 0; i < some; i++) to[i] = from[i];
    f->done += some;
    f->length -= (uint32_t)some;
    if (f->length == 0) f->state = CODES;
}

/* Decodes literals and matches, until the block ends or the caller has enough. */
static void run_codes(ox_inflate *f, size_t until) {
    bool to_the_end = until == f->size;
    while (f->state == CODES && (f->done < until || to_the_end)) {
        uint32_t symbol = decode_symbol(f, f->quick, f->lengths.count, f->lengths.symbol);
        if (f->state != CODES) return;
        if (symbol < 256) {
            if (f->done == f->size)
                fail_stream(f, OX_INFLATE_FULL);
            else
                f->out[f->done++] = (uint8_t)symbol;
        } else if (symbol == 256) {
            f->state = BLOCK;
        } else {
            begin_copy(f, symbol);
            if (f->state == COPY) copy(f, until);
        }
    }
}

/* Copies bytes of a stored block: first bytes that wait among the bits, then the input's. */
static void run_stored(ox_inflate *f, size_t until) {
    if (f->length == 0) {
        f->state = BLOCK;
        return;
    }
    if (f->done == f->size) {
        fail_stream(f, OX_INFLATE_FULL);
        return;
    }
    size_t some = until - f->done < f->length ? until - f->done : f->length;
    if (f->bit_count >= 8) {
        uint32_t byte = take_bits(f, 8);
        f->out[f->done++] = (uint8_t)byte;
        f->length--;
        return;
    }
    if (f->at == f->end && !next_piece(f)) {
        fail_stream(f, OX_INFLATE_TRUNCATED);
        return;
    }
    if (some > (size_t)(f->end - f->at)) some = (size_t)(f->end - f->at);
    memcpy(f->out + f->done, f->at, some);
    f->at += some;
    f->done += some;
    f->length -= (uint32_t)some;
}

ox_status ox_inflate_to(ox_inflate *f, size_t until) {
    OX_CREATED(f->out);
    if (until > f->size) until = f->size;
    while (f->state != END && f->state != FAILED && (f->done < until || until == f->size)) {
        if (f->state == BLOCK)
            begin_block(f);
        else if (f->state == CODES)
            run_codes(f, until);
        else if (f->state == COPY)
            copy(f, until);
        else
            run_stored(f, until);
    }
    if (f->state == FAILED) return OX_BAD_DATA;
    return f->state == END && f->done < until ? OX_EMPTY : OX_OK;
}

bool ox_inflate_ended(const ox_inflate *f) { return f->state == END; }

void ox_inflate_slide(ox_inflate *f) {
    if (f->done <= OX_INFLATE_WINDOW) return;
    memmove(f->out, f->out + f->done - OX_INFLATE_WINDOW, OX_INFLATE_WINDOW);
    f->done = OX_INFLATE_WINDOW;
}

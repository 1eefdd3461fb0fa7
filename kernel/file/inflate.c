/* Decodes deflate with canonical codes, one symbol after the other. */
#include "kernel/file/inflate.h"

#include <string.h>

enum { BLOCK, STORED, CODES, COPY, END, FAILED };

FX_STATIC_ASSERT(END < FAILED, "nothing comes after the end");

void ox_inflate_begin(ox_inflate *f, int (*next)(void *context), void *context, void *out, uint32_t size) {
    memset(f, 0, sizeof *f);
    f->next = next;
    f->context = context;
    f->out = out;
    f->size = size;
}

/* `count` (0..16) bits; a stream that ends gives zeros and fails. */
static uint32_t take(ox_inflate *f, uint32_t count) {
    while (f->bit_count < count) {
        int byte = f->next(f->context);
        if (byte < 0) {
            f->state = FAILED;
            return 0;
        }
        f->bits |= (uint32_t)byte << f->bit_count;
        f->bit_count += 8;
    }
    uint32_t value = f->bits & ((1u << count) - 1u);
    f->bits >>= count;
    f->bit_count -= count;
    return value;
}

/* A symbol of a canonical code: its codes of each length are consecutive numbers. */
static uint32_t decode(ox_inflate *f, const uint16_t *count, const uint16_t *symbol) {
    uint32_t code = 0, first = 0, index = 0;
    for (uint32_t length = 1; length < 16 && f->state != FAILED; length++) {
        code |= take(f, 1);
        if (code < first + count[length]) return symbol[index + code - first];
        index += count[length];
        first = (first + count[length]) << 1;
        code <<= 1;
    }
    f->state = FAILED;
    return 0;
}

/* Builds a code from the lengths of its symbols; false when they claim more codes than there are. */
static bool build(uint16_t *count, uint16_t *symbol, const uint8_t *lengths, uint32_t symbols) {
    uint16_t offset[16];
    int32_t left = 1;
    memset(count, 0, 16 * sizeof *count);
    for (uint32_t i = 0; i < symbols; i++) count[lengths[i]]++;
    count[0] = 0;
    for (uint32_t i = 1; i < 16; i++) {
        left = left * 2 - count[i];
        if (left < 0) return false;
    }
    offset[1] = 0;
    for (uint32_t i = 1; i < 15; i++) offset[i + 1] = (uint16_t)(offset[i] + count[i]);
    for (uint32_t i = 0; i < symbols; i++) {
        if (lengths[i] != 0) symbol[offset[lengths[i]]++] = (uint16_t)i;
    }
    return true;
}

static void fixed_codes(ox_inflate *f) {
    uint8_t lengths[288];
    for (uint32_t i = 0; i < 288; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    bool good = build(f->lengths.count, f->lengths.symbol, lengths, 288);
    memset(lengths, 5, 30);
    good = build(f->distances.count, f->distances.symbol, lengths, 30) && good;
    f->state = good ? CODES : FAILED;
}

/* Reads the lengths of both codes, which are coded themselves. */
static void dynamic_codes(ox_inflate *f) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[320] = {0};
    uint32_t literals = take(f, 5) + 257, distances = take(f, 5) + 1, codes = take(f, 4) + 4, i = 0;
    if (literals > 286 || distances > 30) f->state = FAILED;
    for (uint32_t k = 0; k < codes && f->state != FAILED; k++) lengths[order[k]] = (uint8_t)take(f, 3);
    if (f->state == FAILED || !build(f->lengths.count, f->lengths.symbol, lengths, 19)) {
        f->state = FAILED;
        return;
    }
    memset(lengths, 0, sizeof lengths);
    while (i < literals + distances && f->state != FAILED) {
        uint32_t symbol = decode(f, f->lengths.count, f->lengths.symbol), repeat = 1;
        uint8_t length = (uint8_t)symbol;
        if (symbol == 16 && i == 0) f->state = FAILED;
        if (symbol == 16 && i > 0) length = lengths[i - 1];
        if (symbol > 16) length = 0;
        if (symbol == 16) repeat = 3 + take(f, 2);
        if (symbol == 17) repeat = 3 + take(f, 3);
        if (symbol == 18) repeat = 11 + take(f, 7);
        if (repeat > literals + distances - i) f->state = FAILED;
        for (; repeat > 0 && f->state != FAILED; repeat--) lengths[i++] = length;
    }
    if (f->state == FAILED) return;
    bool good = lengths[256] != 0 && build(f->lengths.count, f->lengths.symbol, lengths, literals) &&
                build(f->distances.count, f->distances.symbol, lengths + literals, distances);
    f->state = good ? CODES : FAILED;
}

static void begin_block(ox_inflate *f) {
    if (f->last) {
        f->state = END;
        return;
    }
    f->last = take(f, 1) != 0;
    uint32_t kind = take(f, 2);
    if (f->state == FAILED) return;
    if (kind == 0) {
        f->bits = 0;
        f->bit_count = 0;
        f->length = take(f, 16);
        bool good = (take(f, 16) ^ 0xFFFFu) == f->length && f->state != FAILED;
        f->state = good ? STORED : FAILED;
    } else if (kind == 1) {
        fixed_codes(f);
    } else if (kind == 2) {
        dynamic_codes(f);
    } else {
        f->state = FAILED;
    }
}

/* One symbol: a literal, a match, or the end of the block. */
static void step_codes(ox_inflate *f) {
    static const uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                             31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                             2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[30] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                               33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                               1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    uint32_t symbol = decode(f, f->lengths.count, f->lengths.symbol);
    if (f->state == FAILED) return;
    if (symbol < 256) {
        if (f->done == f->size)
            f->state = FAILED;
        else
            f->out[f->done++] = (uint8_t)symbol;
        return;
    }
    if (symbol == 256) {
        f->state = BLOCK;
        return;
    }
    if (symbol > 285) {
        f->state = FAILED;
        return;
    }
    f->length = length_base[symbol - 257] + take(f, length_extra[symbol - 257]);
    symbol = decode(f, f->distances.count, f->distances.symbol);
    if (f->state == FAILED || symbol > 29) {
        f->state = FAILED;
        return;
    }
    f->distance = distance_base[symbol] + take(f, symbol < 4 ? 0 : symbol / 2 - 1);
    if (f->state == FAILED) return;
    f->state = f->distance > f->done || f->length > f->size - f->done ? FAILED : COPY;
}

ox_status ox_inflate_to(ox_inflate *f, uint32_t until) {
    if (until > f->size) until = f->size;
    while (f->state != END && f->state != FAILED && (f->done < until || until == f->size)) {
        if (f->state == BLOCK) {
            begin_block(f);
        } else if (f->state == CODES) {
            step_codes(f);
        } else if (f->length == 0) {
            f->state = f->state == COPY ? CODES : BLOCK;
        } else if (f->state == COPY) {
            f->out[f->done] = f->out[f->done - f->distance];
            f->done++;
            f->length--;
        } else {
            uint32_t byte = take(f, 8);
            if (f->done == f->size)
                f->state = FAILED;
            else if (f->state != FAILED)
                f->out[f->done++] = (uint8_t)byte;
            f->length--;
        }
    }
    return f->state == FAILED || (f->state == END && f->done < f->size) ? OX_BAD_DATA : OX_OK;
}

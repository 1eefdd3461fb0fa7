/* Deflate: hash-chain matching with one step of laziness, then the cheapest of three encodings for each
 * block. */
#include "tools/import/base/deflate.h"

#include "tools/import/base/checksum.h"

#include <stdlib.h>
#include <string.h>

enum {
    WINDOW = 32768,
    HASH_SIZE = 32768,
    SHORTEST_MATCH = 3,
    LONGEST_MATCH = 258,
    CHAIN_LIMIT = 96, /* candidates looked at for one match */
    LAZY_ENOUGH = 64, /* a match this long is taken without looking at the next position */
    BLOCK_TOKENS = 16384,
    LITERALS = 286,
    DISTANCES = 30,
    LENGTH_CODES = 19,
    STORED_LIMIT = 65535
};

typedef struct bit_writer {
    uint8_t *bytes;
    size_t used;
    size_t capacity;
    uint64_t bits;
    unsigned bit_count;
    bool failed;
} bit_writer;

typedef struct code_set {
    uint8_t lengths[LITERALS + 2];
    uint16_t codes[LITERALS + 2];
} code_set;

typedef struct deflater {
    bit_writer writer;
    const uint8_t *data;
    size_t size;
    int32_t head[HASH_SIZE];
    int32_t previous[WINDOW];
    uint32_t tokens[BLOCK_TOKENS]; /* a literal byte, or length << 16 | distance */
    size_t token_count;
    size_t block_start;
    uint32_t literal_counts[LITERALS];
    uint32_t distance_counts[DISTANCES];
} deflater;

/* The run-length form of the code lengths, as a dynamic block stores them. */
typedef struct header_plan {
    uint8_t symbols[LITERALS + DISTANCES];
    uint8_t extras[LITERALS + DISTANCES];
    unsigned count;
    unsigned literals;
    unsigned distances;
    unsigned length_codes;
    code_set codes;
} header_plan;

static const uint8_t length_code_order[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                        11, 4,  12, 3, 13, 2, 14, 1, 15};

static void put_byte(bit_writer *w, uint8_t byte) {
    if (w->used == w->capacity && !w->failed) {
        size_t capacity = w->capacity * 2 + 256;
        uint8_t *grown = realloc(w->bytes, capacity);
        if (grown == NULL) {
            w->failed = true;
        } else {
            w->bytes = grown;
            w->capacity = capacity;
        }
    }
    if (!w->failed) {
        w->bytes[w->used++] = byte;
    }
}

static void put_bits(bit_writer *w, unsigned value, unsigned count) {
    w->bits |= (uint64_t)value << w->bit_count;
    w->bit_count += count;
    while (w->bit_count >= 8) {
        put_byte(w, (uint8_t)(w->bits & 0xFF));
        w->bits >>= 8;
        w->bit_count -= 8;
    }
}

static void align_to_byte(bit_writer *w) {
    if (w->bit_count > 0) {
        put_bits(w, 0, 8 - w->bit_count);
    }
}

static unsigned length_symbol(unsigned length, unsigned *extra_bits, unsigned *extra) {
    unsigned value = length - 3;

    *extra_bits = 0;
    *extra = 0;
    if (length == LONGEST_MATCH) {
        return 285;
    }
    if (value < 8) {
        return 257 + value;
    }
    while (value >> (*extra_bits + 3) != 0) {
        (*extra_bits)++;
    }
    *extra = value & ((1u << *extra_bits) - 1);
    return 257 + 4 * *extra_bits + (value >> *extra_bits);
}

static unsigned distance_symbol(unsigned distance, unsigned *extra_bits, unsigned *extra) {
    unsigned value = distance - 1;

    *extra_bits = 0;
    *extra = 0;
    if (value < 4) {
        return value;
    }
    while (value >> (*extra_bits + 2) != 0) {
        (*extra_bits)++;
    }
    *extra = value & ((1u << *extra_bits) - 1);
    return 2 * *extra_bits + (value >> *extra_bits);
}

/* Moves codes deeper than the limit up, two at a time, so that the code stays complete (ITU T.81, annex K.2).
 */
static void limit_depths(unsigned *at_depth, unsigned deepest, unsigned limit) {
    for (unsigned depth = deepest; depth > limit; depth--) {
        while (at_depth[depth] > 0) {
            unsigned donor = depth - 2;
            while (at_depth[donor] == 0) {
                donor--;
            }
            at_depth[depth] -= 2;
            at_depth[depth - 1]++;
            at_depth[donor + 1] += 2;
            at_depth[donor]--;
        }
    }
}

/* Sorts the used symbols by (count, symbol), rarest first. At least two symbols are returned, so that a code is
 * complete. */
static unsigned sort_symbols(const uint32_t *counts, unsigned symbol_count, uint16_t *sorted) {
    unsigned used = 0;

    for (unsigned i = 0; i < symbol_count; i++) {
        if (counts[i] == 0) {
            continue;
        }
        unsigned at = used++;
        for (; at > 0 && counts[sorted[at - 1]] > counts[i]; at--) {
            sorted[at] = sorted[at - 1];
        }
        sorted[at] = (uint16_t)i;
    }
    for (unsigned i = 0; used < 2; i++) {
        if (counts[i] == 0) {
            memmove(sorted + 1, sorted, used * sizeof *sorted);
            sorted[0] = (uint16_t)i;
            used++;
        }
    }
    return used;
}

/* Huffman's code lengths by the two-queue method, no longer than `limit`. */
static void choose_lengths(const uint32_t *counts, unsigned symbol_count, unsigned limit, uint8_t *lengths) {
    uint16_t sorted[LITERALS];
    uint32_t weights[2 * LITERALS];
    uint16_t parents[2 * LITERALS];
    uint16_t depths[2 * LITERALS];
    unsigned at_depth[LITERALS + 1] = {0};
    unsigned used = sort_symbols(counts, symbol_count, sorted);
    unsigned leaf = 0;
    unsigned inner = used;
    unsigned total = 2 * used - 1;
    unsigned deepest = 0;

    for (unsigned i = 0; i < used; i++) {
        weights[i] = counts[sorted[i]];
    }
    for (unsigned node = used; node < total; node++) {
        weights[node] = 0;
        for (int side = 0; side < 2; side++) {
            bool take_leaf = leaf < used && (inner >= node || weights[leaf] <= weights[inner]);
            unsigned child = take_leaf ? leaf++ : inner++;
            weights[node] += weights[child];
            parents[child] = (uint16_t)node;
        }
    }
    depths[total - 1] = 0;
    for (unsigned i = total - 1; i-- > 0;) {
        depths[i] = (uint16_t)(depths[parents[i]] + 1);
        if (i < used) {
            at_depth[depths[i]]++;
            deepest = depths[i] > deepest ? depths[i] : deepest;
        }
    }
    limit_depths(at_depth, deepest, limit);
    memset(lengths, 0, symbol_count);
    unsigned depth = deepest < limit ? deepest : limit;
    for (unsigned i = 0; i < used; i++) {
        while (at_depth[depth] == 0) {
            depth--;
        }
        at_depth[depth]--;
        lengths[sorted[i]] = (uint8_t)depth;
    }
}

/* Canonical codes, bits reversed because deflate sends a code from its top bit. */
static void assign_codes(code_set *set, unsigned symbol_count) {
    unsigned code = 0;

    for (unsigned length = 1; length <= 15; length++) {
        for (unsigned i = 0; i < symbol_count; i++) {
            if (set->lengths[i] == length) {
                unsigned reversed = 0;
                for (unsigned bit = 0; bit < length; bit++) {
                    reversed = reversed << 1 | (code >> bit & 1);
                }
                set->codes[i] = (uint16_t)reversed;
                code++;
            }
        }
        code <<= 1;
    }
}

static void plan_run(header_plan *plan, uint32_t *counts, unsigned symbol, unsigned extra) {
    plan->symbols[plan->count] = (uint8_t)symbol;
    plan->extras[plan->count++] = (uint8_t)extra;
    counts[symbol]++;
}

static void plan_header(header_plan *plan, const code_set *literals, const code_set *distances) {
    uint8_t lengths[LITERALS + DISTANCES];
    uint32_t counts[LENGTH_CODES] = {0};

    plan->count = 0;
    plan->literals = LITERALS;
    plan->distances = DISTANCES;
    while (plan->literals > 257 && literals->lengths[plan->literals - 1] == 0) {
        plan->literals--;
    }
    while (plan->distances > 1 && distances->lengths[plan->distances - 1] == 0) {
        plan->distances--;
    }
    memcpy(lengths, literals->lengths, plan->literals);
    memcpy(lengths + plan->literals, distances->lengths, plan->distances);
    unsigned total = plan->literals + plan->distances;
    for (unsigned i = 0; i < total;) {
        unsigned run = 1;
        while (i + run < total && lengths[i + run] == lengths[i] && run < 138) {
            run++;
        }
        if (lengths[i] == 0 && run >= 3) {
            plan_run(plan, counts, run < 11 ? 17 : 18, run < 11 ? run - 3 : run - 11);
        } else if (lengths[i] != 0 && run >= 4) {
            run = run > 7 ? 7 : run;
            plan_run(plan, counts, lengths[i], 0);
            plan_run(plan, counts, 16, run - 4);
        } else {
            run = 1;
            plan_run(plan, counts, lengths[i], 0);
        }
        i += run;
    }
    choose_lengths(counts, LENGTH_CODES, 7, plan->codes.lengths);
    assign_codes(&plan->codes, LENGTH_CODES);
    plan->length_codes = LENGTH_CODES;
    while (plan->length_codes > 4 && plan->codes.lengths[length_code_order[plan->length_codes - 1]] == 0) {
        plan->length_codes--;
    }
}

static unsigned header_extra_bits(unsigned symbol) {
    return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
}

static size_t header_bits(const header_plan *plan) {
    size_t bits = 14 + 3 * (size_t)plan->length_codes;

    for (unsigned i = 0; i < plan->count; i++) {
        bits += plan->codes.lengths[plan->symbols[i]] + header_extra_bits(plan->symbols[i]);
    }
    return bits;
}

static void write_header(bit_writer *w, const header_plan *plan) {
    put_bits(w, plan->literals - 257, 5);
    put_bits(w, plan->distances - 1, 5);
    put_bits(w, plan->length_codes - 4, 4);
    for (unsigned i = 0; i < plan->length_codes; i++) {
        put_bits(w, plan->codes.lengths[length_code_order[i]], 3);
    }
    for (unsigned i = 0; i < plan->count; i++) {
        unsigned symbol = plan->symbols[i];
        put_bits(w, plan->codes.codes[symbol], plan->codes.lengths[symbol]);
        put_bits(w, plan->extras[i], header_extra_bits(symbol));
    }
}

/* The bits of the block's symbols without the extra bits of matches, which are the same for every code. */
static size_t symbol_bits(const deflater *d, const code_set *literals, const code_set *distances) {
    size_t bits = 0;

    for (unsigned i = 0; i < LITERALS; i++) {
        bits += (size_t)d->literal_counts[i] * literals->lengths[i];
    }
    for (unsigned i = 0; i < DISTANCES; i++) {
        bits += (size_t)d->distance_counts[i] * distances->lengths[i];
    }
    return bits;
}

static void write_tokens(deflater *d, const code_set *literals, const code_set *distances) {
    bit_writer *w = &d->writer;

    for (size_t i = 0; i < d->token_count; i++) {
        unsigned extra_bits;
        unsigned extra;
        uint32_t token = d->tokens[i];
        if (token < 256) {
            put_bits(w, literals->codes[token], literals->lengths[token]);
            continue;
        }
        unsigned symbol = length_symbol(token >> 16, &extra_bits, &extra);
        put_bits(w, literals->codes[symbol], literals->lengths[symbol]);
        put_bits(w, extra, extra_bits);
        symbol = distance_symbol(token & 0xFFFF, &extra_bits, &extra);
        put_bits(w, distances->codes[symbol], distances->lengths[symbol]);
        put_bits(w, extra, extra_bits);
    }
    put_bits(w, literals->codes[256], literals->lengths[256]);
}

static void write_stored(deflater *d, size_t end, bool last) {
    bit_writer *w = &d->writer;
    size_t at = d->block_start;

    do {
        size_t length = end - at < STORED_LIMIT ? end - at : STORED_LIMIT;
        put_bits(w, last && at + length == end, 3);
        align_to_byte(w);
        put_bits(w, (unsigned)length, 16);
        put_bits(w, (unsigned)(~length & 0xFFFF), 16);
        for (size_t i = 0; i < length; i++) {
            put_byte(w, d->data[at + i]);
        }
        at += length;
    } while (at < end);
}

static size_t extra_bits_of_matches(const deflater *d) {
    size_t bits = 0;

    for (unsigned i = 265; i < 285; i++) {
        bits += (size_t)d->literal_counts[i] * ((i - 261) / 4);
    }
    for (unsigned i = 4; i < DISTANCES; i++) {
        bits += (size_t)d->distance_counts[i] * (i / 2 - 1);
    }
    return bits;
}

static void fixed_code_set(code_set *literals, code_set *distances) {
    memset(literals->lengths, 8, 144);
    memset(literals->lengths + 144, 9, 112);
    memset(literals->lengths + 256, 7, 24);
    memset(literals->lengths + 280, 8, 8);
    assign_codes(literals, LITERALS + 2);
    memset(distances->lengths, 5, DISTANCES);
    assign_codes(distances, DISTANCES);
}

/* Writes the tokens gathered so far, which stand for the input from block_start to end. */
static void write_block(deflater *d, size_t end, bool last) {
    code_set fixed_literals = {{0}, {0}};
    code_set fixed_distances = {{0}, {0}};
    code_set literals = {{0}, {0}};
    code_set distances = {{0}, {0}};
    header_plan plan = {{0}, {0}, 0, 0, 0, 0, {{0}, {0}}};

    d->literal_counts[256]++;
    fixed_code_set(&fixed_literals, &fixed_distances);
    choose_lengths(d->literal_counts, LITERALS, 15, literals.lengths);
    choose_lengths(d->distance_counts, DISTANCES, 15, distances.lengths);
    assign_codes(&literals, LITERALS);
    assign_codes(&distances, DISTANCES);
    plan_header(&plan, &literals, &distances);

    size_t extra = extra_bits_of_matches(d);
    size_t fixed_bits = symbol_bits(d, &fixed_literals, &fixed_distances) + extra;
    size_t dynamic_bits = header_bits(&plan) + symbol_bits(d, &literals, &distances) + extra;
    size_t length = end - d->block_start;
    size_t stored_bits = 8 * length + 40 * (length / STORED_LIMIT + 1);
    if (stored_bits < fixed_bits && stored_bits < dynamic_bits) {
        write_stored(d, end, last);
    } else if (fixed_bits <= dynamic_bits) {
        put_bits(&d->writer, 2 | (unsigned)last, 3);
        write_tokens(d, &fixed_literals, &fixed_distances);
    } else {
        put_bits(&d->writer, 4 | (unsigned)last, 3);
        write_header(&d->writer, &plan);
        write_tokens(d, &literals, &distances);
    }
    d->token_count = 0;
    d->block_start = end;
    memset(d->literal_counts, 0, sizeof d->literal_counts);
    memset(d->distance_counts, 0, sizeof d->distance_counts);
}

static unsigned hash_at(const deflater *d, size_t position) {
    const uint8_t *p = d->data + position;
    uint32_t key = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;

    return (unsigned)((key * 2654435761u) >> 17);
}

static void insert_position(deflater *d, size_t position) {
    if (position + SHORTEST_MATCH <= d->size) {
        unsigned hash = hash_at(d, position);
        d->previous[position % WINDOW] = d->head[hash];
        d->head[hash] = (int32_t)position;
    }
}

/* The longest earlier match for a position that has not been inserted yet; 0 when no match is shorter than its
 * literals. */
static unsigned find_match(const deflater *d, size_t position, unsigned *distance) {
    size_t room = d->size - position;
    unsigned limit = room < LONGEST_MATCH ? (unsigned)room : LONGEST_MATCH;
    unsigned best = SHORTEST_MATCH - 1;
    const uint8_t *here = d->data + position;

    if (limit < SHORTEST_MATCH) {
        return 0;
    }
    int32_t candidate = d->head[hash_at(d, position)];
    for (int tries = 0; tries < CHAIN_LIMIT && candidate >= 0; tries++) {
        size_t away = position - (size_t)candidate;
        if (away > WINDOW - 1) {
            break;
        }
        const uint8_t *there = d->data + candidate;
        if (there[best] == here[best]) {
            unsigned length = 0;
            while (length < limit && there[length] == here[length]) {
                length++;
            }
            if (length > best) {
                best = length;
                *distance = (unsigned)away;
                if (length == limit) {
                    break;
                }
            }
        }
        candidate = d->previous[(size_t)candidate % WINDOW];
    }
    if (best == SHORTEST_MATCH && *distance > 4096) {
        return 0; /* three literals are cheaper than a far short match */
    }
    return best >= SHORTEST_MATCH ? best : 0;
}

static void add_token(deflater *d, uint32_t token) {
    unsigned extra_bits;
    unsigned extra;

    d->tokens[d->token_count++] = token;
    if (token < 256) {
        d->literal_counts[token]++;
    } else {
        d->literal_counts[length_symbol(token >> 16, &extra_bits, &extra)]++;
        d->distance_counts[distance_symbol(token & 0xFFFF, &extra_bits, &extra)]++;
    }
}

static void compress(deflater *d) {
    size_t position = 0;
    unsigned distance = 0;
    unsigned length = d->size > 0 ? find_match(d, 0, &distance) : 0;

    while (position < d->size) {
        unsigned next_distance = 0;
        unsigned next_length = 0;
        insert_position(d, position);
        if (length < LAZY_ENOUGH && position + 1 < d->size) {
            next_length = find_match(d, position + 1, &next_distance);
        }
        if (length == 0 || next_length > length) {
            add_token(d, d->data[position]);
            position++;
        } else {
            add_token(d, length << 16 | distance);
            for (unsigned i = 1; i < length; i++) {
                insert_position(d, position + i);
            }
            position += length;
            next_length = position < d->size ? find_match(d, position, &next_distance) : 0;
        }
        length = next_length;
        distance = next_distance;
        if (d->token_count == BLOCK_TOKENS && position < d->size) {
            write_block(d, position, false);
        }
    }
    write_block(d, position, true);
    align_to_byte(&d->writer);
}

static bool deflate_into(bit_writer *writer, const uint8_t *data, size_t size) {
    deflater *d = malloc(sizeof *d);

    if (d == NULL) {
        return false;
    }
    memset(d, 0, sizeof *d);
    d->writer = *writer;
    d->data = data;
    d->size = size;
    for (size_t i = 0; i < HASH_SIZE; i++) {
        d->head[i] = -1;
    }
    compress(d);
    *writer = d->writer;
    free(d);
    return !writer->failed;
}

static bool finish(bit_writer *writer, bool ok, uint8_t **out, size_t *out_size) {
    if (!ok || writer->failed) {
        free(writer->bytes);
        return false;
    }
    *out = writer->bytes;
    *out_size = writer->used;
    return true;
}

bool import_deflate(const uint8_t *data, size_t size, uint8_t **out, size_t *out_size) {
    bit_writer writer = {NULL, 0, 0, 0, 0, false};
    bool ok = size <= IMPORT_DEFLATE_LIMIT && deflate_into(&writer, data, size);

    return finish(&writer, ok, out, out_size);
}

bool import_deflate_zlib(const uint8_t *data, size_t size, uint8_t **out, size_t *out_size) {
    bit_writer writer = {NULL, 0, 0, 0, 0, false};

    put_byte(&writer, 0x78);
    put_byte(&writer, 0x9C);
    bool ok = size <= IMPORT_DEFLATE_LIMIT && deflate_into(&writer, data, size);
    if (ok) {
        uint32_t adler = import_adler32(1, data, size);
        for (int shift = 24; shift >= 0; shift -= 8) {
            put_byte(&writer, (uint8_t)(adler >> shift & 0xFF));
        }
    }
    return finish(&writer, ok, out, out_size);
}

/* The packers of the console's codecs. */
#include "tools/encode/compress.h"

#include <stdlib.h>
#include <string.h>

#include "rom/codec.h"

enum {
    RUN_LEAST = 3,
    RUN_MOST = 130,
    LITERALS_MOST = 128,
    MATCH_LEAST = 3,
    NEAR = 256, /* distances of one byte */
    FAR = 65535,
    COPY_MORE = 7, /* counts from here on take further bytes */
    REPEAT_MORE = 15,
    HASH_BITS = 16,
    CHAIN_MOST = 256,    /* candidates looked at for each byte */
    MATCH_ENOUGH = 4096, /* a match this long is taken without looking for better ones */
    RUNS_ENOUGH =
        192, /* packed to so small a part, a chunk is nothing but runs: other ways would save little */
    SAVED_LEAST = 32, /* bytes; below that the memory for unpacking is not worth it */
    BLOCK = 1 << 18,  /* bytes whose matches are held at once */
    BIOS_FAR = 4096,  /* of the form with flags: how far back, the longest match */
    BIOS_MOST = 18,
    BIOS_SIZE_MOST = 0xFFFFFF
};

/* ---- run-length ---- */

static bool same_element(const uint8_t *a, const uint8_t *b, size_t element) {
    return memcmp(a, b, element) == 0;
}

static size_t run_at(const uint8_t *data, size_t at, size_t count, size_t element) {
    size_t run = 1;
    while (run < RUN_MOST && at + run < count &&
           same_element(data + at * element, data + (at + run) * element, element))
        run++;
    return run;
}

static bool pack_runs(const uint8_t *data, size_t size, size_t element, writer *out) {
    size_t count = size / element, at = 0;
    if (size % element != 0) return false;
    while (at < count) {
        size_t run = run_at(data, at, count, element), start = at;
        if (run >= RUN_LEAST) {
            writer_u8(out, (uint32_t)(0x80 + run - RUN_LEAST));
            writer_bytes(out, data + at * element, element);
            at += run;
            continue;
        }
        while (at < count && at - start < LITERALS_MOST && run_at(data, at, count, element) < RUN_LEAST) at++;
        writer_u8(out, (uint32_t)(at - start - 1));
        writer_bytes(out, data + start * element, (at - start) * element);
    }
    return true;
}

/* ---- LZ ---- */

typedef struct match {
    uint32_t length, distance;
} match;

/* The best way from a byte on to the end of the block. */
typedef struct choice {
    uint64_t cost;     /* see cost_of */
    uint32_t literals; /* literals that begin at this byte, before the next match */
    match taken;       /* length 0: a literal */
} choice;

typedef struct matcher {
    const uint8_t *data;
    size_t size;
    uint32_t *heads;    /* of the chains: position + 1 */
    uint32_t *previous; /* by position, modulo FAR + 1 */
    size_t least, most; /* distances */
    match last
        [2]; /* the longest of the byte before, of odd and of even distance: one byte less of each is known to match here */
} matcher;

/* The longest matches for a byte: of a near distance, of any distance, and each of these two from an even
 * distance. */
enum { MATCH_NEAR, MATCH_FAR, MATCH_EVEN, KINDS = 2 * MATCH_EVEN };
typedef struct matches {
    match kind[KINDS];
} matches;

static uint32_t hash_of(const uint8_t *at) {
    uint32_t three = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
    return three * 2654435761u >> (32 - HASH_BITS);
}

static uint32_t common(const uint8_t *a, const uint8_t *b, const uint8_t *end) {
    const uint8_t *start = b;
    while (b < end && *a == *b) {
        a++;
        b++;
    }
    return (uint32_t)(b - start);
}

/* Finds the longest matches for the byte at `at`; then enters the byte into the chains. */
static void find_matches(matcher *m, size_t at, matches *found) {
    match longest[2] = {{0, 0}, {0, 0}};
    *found = (matches){{{0, 0}}};
    if (at + MATCH_LEAST > m->size) return;
    uint32_t hash = hash_of(m->data + at), candidate = m->heads[hash];
    const uint8_t *end = m->data + m->size;
    for (int left = CHAIN_MOST; candidate != 0 && left > 0; left--) {
        size_t from = candidate - 1, distance = at - from;
        if (distance > m->most) break;
        uint32_t even = distance % 2 == 0 ? MATCH_EVEN : 0, most = found->kind[even + MATCH_FAR].length;
        if (distance >= m->least &&
            (most == 0 || (at + most < m->size && m->data[from + most] == m->data[at + most]))) {
            const match *last = &m->last[distance % 2 == 0];
            uint32_t known = distance == last->distance && last->length > 0 ? last->length - 1 : 0;
            match now = {known + common(m->data + from + known, m->data + at + known, end),
                         (uint32_t)distance};
            if (now.length > longest[distance % 2 == 0].length) longest[distance % 2 == 0] = now;
            for (uint32_t kind = 0; kind <= even; kind += MATCH_EVEN) {
                match *far = &found->kind[kind + MATCH_FAR];
                if (now.length < MATCH_LEAST || now.length <= far->length) continue;
                *far = now;
                if (distance <= NEAR) found->kind[kind + MATCH_NEAR] = now;
            }
            if (now.length >= MATCH_ENOUGH) break;
        }
        candidate = m->previous[from % (FAR + 1)];
    }
    m->previous[at % (FAR + 1)] = m->heads[hash];
    m->heads[hash] = (uint32_t)at + 1;
    memcpy(m->last, longest, sizeof longest);
}

/* Bytes that a count needs behind the token. */
static uint32_t more_bytes(uint32_t count, uint32_t limit) {
    return count < limit ? 0 : 1 + (count - limit) / 255;
}

static uint32_t match_cost(uint32_t length, uint32_t distance) {
    return 1 + (distance <= NEAR ? 1u : 2u) + more_bytes(length - MATCH_LEAST, REPEAT_MORE);
}

/* A cost that compares bytes first; at equal bytes, half cycles of the Game Boy Advance's unpacker for one part
 * of a group. */
static uint64_t cost_of(uint32_t bytes, uint32_t half_cycles) { return (uint64_t)bytes << 32 | half_cycles; }

static uint64_t literal_cost(uint32_t count) {
    return cost_of(1 + more_bytes(count, COPY_MORE) - more_bytes(count - 1, COPY_MORE), 26);
}

static void try_match(const choice *best, size_t at, choice *now, match found) {
    uint32_t begin = (found.distance % 2 == 0 ? 90u : 102u) + (found.distance <= NEAR ? 0u : 10u),
             each = found.distance % 2 == 0 ? 11 : 13;
    /* Every shorter length is possible as well; beyond a few dozen only lengths where the cost steps matter. */
    for (uint32_t length = found.length; length >= MATCH_LEAST; length--) {
        uint64_t cost =
            cost_of(match_cost(length, found.distance), begin + each * length) + best[at + length].cost;
        if (cost < now->cost) {
            now->cost = cost;
            now->taken = (match){length, found.distance};
            now->literals = 0;
        }
        if (found.length > 64 && length == found.length - 32) length = 33;
    }
}

/* Fills the choices of one block from its end to its beginning. */
static void choose_matches(choice *best, const matches *found, size_t count) {
    best[count] = (choice){0, 0, {0, 0}};
    for (size_t at = count; at-- > 0;) {
        choice now = {0, best[at + 1].literals + 1, {0, 0}};
        now.cost = best[at + 1].cost + literal_cost(now.literals);
        for (uint32_t kind = 0; kind < KINDS; kind++) {
            const match *one = &found[at].kind[kind];
            bool known = kind > 0 && one->distance == one[-1].distance;
            if (one->length > 0 && !known) try_match(best, at, &now, *one);
        }
        best[at] = now;
    }
}

/* Takes the longest match wherever a match saves something. */
static void take_first(choice *best, const matches *found, size_t count) {
    for (size_t at = 0; at<count; at += best[at].taken.length> 0 ? best[at].taken.length : 1) {
        match far = found[at].kind[MATCH_FAR];
        bool saves = far.length > match_cost(far.length, far.distance);
        best[at].taken = saves ? far : (match){0, 0};
    }
}

static void put_more(writer *out, uint32_t count, uint32_t limit) {
    if (count < limit) return;
    for (count -= limit; count >= 255; count -= 255) writer_u8(out, 255);
    writer_u8(out, count);
}

static void put_token(writer *out, const uint8_t *literals, size_t count, match taken) {
    uint32_t copy = (uint32_t)count, repeat = taken.length == 0 ? 0 : taken.length - MATCH_LEAST;
    uint32_t token =
        (copy < COPY_MORE ? copy : COPY_MORE) << 4 | (repeat < REPEAT_MORE ? repeat : REPEAT_MORE);
    writer_u8(out, token | (taken.distance > NEAR ? 0x80u : 0u));
    put_more(out, copy, COPY_MORE);
    writer_bytes(out, literals, count);
    if (taken.length == 0) return;
    if (taken.distance <= NEAR) {
        writer_u8(out, taken.distance - 1);
    } else {
        writer_u16(out, taken.distance);
    }
    put_more(out, repeat, REPEAT_MORE);
}

/* Writes the choices of a block; literals at its end are carried on to the next. */
static size_t put_block(const uint8_t *data, size_t begin, size_t end, size_t pending, const choice *best,
                        writer *out) {
    for (size_t at = begin; at < end;) {
        match taken = best[at - begin].taken;
        if (taken.length == 0) {
            at++;
            continue;
        }
        put_token(out, data + pending, at - pending, taken);
        at += taken.length;
        pending = at;
    }
    return pending;
}

typedef struct lz_memory {
    uint32_t *heads, *previous;
    matches *found;
    choice *best;
} lz_memory;

static void lz_free(lz_memory *m) {
    free(m->heads);
    free(m->previous);
    free(m->found);
    free(m->best);
}

static bool pack_lz(bool greedy, const uint8_t *data, size_t size, writer *out) {
    size_t block = size < BLOCK ? size : BLOCK, pending = 0;
    lz_memory memory = {calloc(1u << HASH_BITS, sizeof(uint32_t)), calloc(FAR + 1, sizeof(uint32_t)),
                        calloc(block + 1, sizeof(matches)), calloc(block + 1, sizeof(choice))};
    bool ok = memory.heads != NULL && memory.previous != NULL && memory.found != NULL &&
              memory.best != NULL && size < UINT32_MAX;
    matcher m = {data, size, memory.heads, memory.previous, 1, FAR, {{0, 0}, {0, 0}}};
    for (size_t begin = 0; ok && begin < size; begin += block) {
        size_t end = size - begin < block ? size : begin + block;
        for (size_t at = begin; at < end; at++) {
            matches *found = &memory.found[at - begin];
            find_matches(&m, at, found);
            for (uint32_t kind = 0; kind < KINDS; kind++) {
                uint32_t *length = &found->kind[kind].length;
                if (*length > end - at) *length = (uint32_t)(end - at);
                if (*length < MATCH_LEAST) *length = 0;
            }
        }
        if (greedy)
            take_first(memory.best, memory.found, end - begin);
        else
            choose_matches(memory.best, memory.found, end - begin);
        pending = put_block(data, begin, end, pending, memory.best, out);
    }
    if (ok && pending < size) put_token(out, data + pending, size - pending, (match){0, 0});
    lz_free(&memory);
    return ok;
}

/* ---- LZ with flags ---- */

/* Chooses the length to take at each byte, 1 for the byte itself, so that the bits to the end are fewest: 9 for
 * a byte, 17 for a match. */
static void choose_bios(uint32_t *bits, match *found, size_t size) {
    bits[size] = 0;
    for (size_t at = size; at-- > 0;) {
        uint32_t length = 1, longest = found[at].length < BIOS_MOST ? found[at].length : BIOS_MOST;
        bits[at] = bits[at + 1] + 9;
        for (uint32_t k = longest; k >= MATCH_LEAST; k--) {
            if (bits[at + k] + 17 >= bits[at]) continue;
            bits[at] = bits[at + k] + 17;
            length = k;
        }
        found[at].length = length;
    }
}

static void put_bios(const uint8_t *data, size_t size, const match *taken, writer *out) {
    size_t flags = 0;
    writer_u32(out, 0x10u | (uint32_t)size << 8);
    for (size_t at = 0, item = 0; at < size; at += taken[at].length, item++) {
        uint32_t repeat = taken[at].length - MATCH_LEAST, distance = taken[at].distance - 1;
        if (item % 8 == 0) {
            flags = out->size;
            writer_u8(out, 0);
        }
        if (taken[at].length == 1) {
            writer_u8(out, data[at]);
            continue;
        }
        writer_u8(out, repeat << 4 | distance >> 8);
        writer_u8(out, distance & 0xFFu);
        if (!out->failed) out->data[flags] = (uint8_t)(out->data[flags] | 0x80u >> item % 8);
    }
}

static bool pack_bios(const uint8_t *data, size_t size, writer *out) {
    if (size > BIOS_SIZE_MOST) return false;
    uint32_t *heads = calloc(1u << HASH_BITS, sizeof *heads), *previous = calloc(FAR + 1, sizeof *previous),
             *bits = calloc(size + 1, sizeof *bits);
    match *far = calloc(size + 1, sizeof *far);
    matches found;
    bool ok = heads != NULL && previous != NULL && bits != NULL && far != NULL;
    matcher m = {data, size, heads, previous, 2, BIOS_FAR, {{0, 0}, {0, 0}}};
    for (size_t at = 0; ok && at < size; at++) {
        find_matches(&m, at, &found);
        far[at] = found.kind[MATCH_FAR];
    }
    if (ok) {
        choose_bios(bits, far, size);
        put_bios(data, size, far, out);
    }
    free(heads);
    free(previous);
    free(bits);
    free(far);
    return ok;
}

/* ---- differences ---- */

static bool pack_delta(const uint8_t *data, size_t size, uint32_t stride, writer *out) {
    size_t step = (stride & 0x7Fu) * ((stride & 0x80u) != 0 ? 2u : 1u);
    if (step == 0) return false;
    uint8_t *differences = malloc(size + 1);
    if (differences == NULL) return false;
    memcpy(differences, data, size);
    if ((stride & 0x80u) != 0) {
        for (size_t at = step; at + 2 <= size; at += 2) {
            uint32_t difference = (uint32_t)rom_u16(data + at) - rom_u16(data + at - step);
            differences[at] = (uint8_t)difference;
            differences[at + 1] = (uint8_t)(difference >> 8);
        }
    } else {
        for (size_t at = step; at < size; at++) differences[at] = (uint8_t)(data[at] - data[at - step]);
    }
    writer_u8(out, stride);
    bool ok = pack_lz(false, differences, size, out);
    free(differences);
    return ok;
}

/* ---- the choice ---- */

bool compress_bytes(uint32_t codec, uint32_t stride, const uint8_t *data, size_t size, writer *out) {
    bool ok = false;
    if (codec == ROM_CODEC_STORED) {
        writer_bytes(out, data, size);
        ok = true;
    }
    if (codec == ROM_CODEC_RUNS) ok = pack_runs(data, size, 1, out);
    if (codec == ROM_CODEC_RUNS_16) ok = pack_runs(data, size, 2, out);
    if (codec == ROM_CODEC_LZ) ok = pack_lz(false, data, size, out);
    if (codec == ROM_CODEC_DELTA_LZ) ok = pack_delta(data, size, stride, out);
    if (codec == ROM_CODEC_LZ_BIOS) ok = pack_bios(data, size, out);
    return ok && !out->failed;
}

bool compress_lz(bool greedy, const uint8_t *data, size_t size, writer *out) {
    return pack_lz(greedy, data, size, out) && !out->failed;
}

/* Unpacks in common memory as the console would, and compares the result with the data. */
static bool survives(uint32_t codec, const writer *packed, const uint8_t *data, size_t size) {
    size_t room = size + rom_decode_gap(packed->size);
    if (packed->size > room) return false;
    uint8_t *memory = malloc(room);
    if (memory == NULL) return false;
    memcpy(memory + room - packed->size, packed->data, packed->size);
    bool ok = rom_decode(codec, memory + room - packed->size, packed->size, memory, size, NULL) == ROM_OK &&
              memcmp(memory, data, size) == 0;
    free(memory);
    return ok;
}

/* Packs by the shortest of the codecs that the wish allows, or by codec `only` alone. */
static uint32_t shortest(compress_wish wish, uint32_t only, const uint8_t *data, size_t size, writer *out) {
    static const struct {
        uint8_t codec, stride, wish; /* wish 0: for each wish */
    } candidates[] = {{ROM_CODEC_RUNS, 0, 0},
                      {ROM_CODEC_RUNS_16, 0, 0},
                      {ROM_CODEC_LZ, 0, COMPRESS_ON},
                      {ROM_CODEC_DELTA_LZ, 1, COMPRESS_ON},
                      {ROM_CODEC_DELTA_LZ, 2, COMPRESS_ON},
                      {ROM_CODEC_DELTA_LZ, 4, COMPRESS_ON},
                      {ROM_CODEC_DELTA_LZ, 128 + 1, COMPRESS_ON},
                      {ROM_CODEC_DELTA_LZ, 128 + 3, COMPRESS_ON},
                      {ROM_CODEC_LZ_BIOS, 0, COMPRESS_BIOS}};
    uint32_t codec = ROM_CODEC_STORED;
    bool enough = false;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; wish != COMPRESS_OFF && !enough && i < sizeof candidates / sizeof candidates[0]; i++) {
        writer packed = {0};
        bool possible = only == ROM_CODEC_STORED ? candidates[i].wish == 0 || candidates[i].wish == wish
                                                 : candidates[i].codec == only;
        if (!possible) continue;
        bool ok = compress_bytes(candidates[i].codec, candidates[i].stride, data, size, &packed);
        size_t saved_least = size / 16 > SAVED_LEAST ? size / 16 : SAVED_LEAST;
        size_t limit = codec != ROM_CODEC_STORED ? out->size : size > saved_least ? size - saved_least : 0;
        if (ok && packed.size >= 4 && packed.size < limit &&
            survives(candidates[i].codec, &packed, data, size)) {
            writer_free(out);
            *out = packed;
            codec = candidates[i].codec;
            enough = packed.size <= size / RUNS_ENOUGH;
        } else {
            writer_free(&packed);
        }
    }
    return codec;
}

uint32_t compress_best(compress_wish wish, const uint8_t *data, size_t size, writer *out) {
    return shortest(wish, ROM_CODEC_STORED, data, size, out);
}

uint32_t compress_as(uint32_t codec, const uint8_t *data, size_t size, writer *out) {
    return shortest(codec == ROM_CODEC_STORED ? COMPRESS_OFF : COMPRESS_ON, codec, data, size, out);
}

/* Inflate and deflate: streams of other writers, round trips of many kinds of data, damaged streams, limits.
 */
#include "tests/test.h"
#include "tools/import/base/checksum.h"
#include "tools/import/base/deflate.h"
#include "tools/import/base/inflate.h"

#include <stdlib.h>
#include <string.h>

TEST(png_checksums_match_known_values) {
    CHECK_EQ(import_crc32(0, "123456789", 9), 0xCBF43926u);
    CHECK_EQ(import_crc32(import_crc32(0, "1234", 4), "56789", 5), 0xCBF43926u);
    CHECK_EQ(import_adler32(1, "Wikipedia", 9), 0x11E60398u);
    CHECK_EQ(import_adler32(import_adler32(1, "Wiki", 4), "pedia", 5), 0x11E60398u);
}

TEST(png_inflate_reads_streams_of_other_writers) {
    /* "hello hello hello hello\n", fixed codes, as the usual zlib writes it */
    static const uint8_t fixed[] = {0x78, 0x9c, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8,
                                    0x40, 0x27, 0xb9, 0x00, 0x70, 0xbe, 0x08, 0xbb};
    static const uint8_t stored[] = {0x01, 0x03, 0x00, 0xFC, 0xFF, 'a', 'b', 'c'};
    uint8_t out[64];

    import_inflate_result result = import_inflate_zlib(fixed, sizeof fixed, out, sizeof out);
    CHECK_EQ(result.status, IMPORT_INFLATE_OK);
    CHECK_EQ(result.written, 24);
    CHECK_EQ(result.used, sizeof fixed);
    CHECK(memcmp(out, "hello hello hello hello\n", 24) == 0);
    result = import_inflate(stored, sizeof stored, out, sizeof out);
    CHECK_EQ(result.status, IMPORT_INFLATE_OK);
    CHECK_EQ(result.written, 3);
    CHECK(memcmp(out, "abc", 3) == 0);
}

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Data of many kinds: noise, few symbols, long runs, copies from near and far. */
static void fill(uint8_t *data, size_t size, uint32_t seed) {
    uint32_t state = seed;
    uint32_t kind = seed % 6;

    for (size_t i = 0; i < size; i++) {
        uint32_t random = next_random(&state);
        size_t back = 1 + random % 40000;
        data[i] = kind == 0   ? (uint8_t)random
                  : kind == 1 ? (uint8_t)(random % 3)
                  : kind == 2 ? (uint8_t)(i / 300)
                  : kind == 3 ? (uint8_t)(random % 50 == 0 ? random >> 8 : 7)
                  : kind == 4
                      ? (uint8_t)((i * i) >> 7)
                      : (uint8_t)(i > back && random % 8 != 0 ? data[i - (random % 9 + 1)] : random >> 4);
    }
}

static bool round_trip(const uint8_t *data, size_t size) {
    uint8_t *packed = NULL;
    size_t packed_size = 0;
    uint8_t *out = malloc(size + 1);
    bool ok = import_deflate_zlib(data, size, &packed, &packed_size);

    if (ok) {
        import_inflate_result result = import_inflate_zlib(packed, packed_size, out, size);
        ok = result.status == IMPORT_INFLATE_OK && result.written == size && result.used == packed_size &&
             (size == 0 || memcmp(data, out, size) == 0) && packed_size <= size + size / 6000 + 64;
    }
    free(packed);
    free(out);
    return ok;
}

TEST(png_deflate_round_trip_of_10000_buffers) {
    static uint8_t data[300000];
    int failed = 0;

    for (uint32_t i = 0; i < 10000; i++) {
        size_t size = i < 300 ? i : (i * 37u) % 900;
        fill(data, size, i);
        failed += !round_trip(data, size);
    }
    CHECK_EQ(failed, 0);
    for (uint32_t i = 0; i < 12; i++) {
        fill(data, sizeof data - i * 1000, i);
        CHECK(round_trip(data, sizeof data - i * 1000));
    }
}

/* Symbols whose frequencies are Fibonacci numbers want codes longer than 15 bits, which deflate cannot have.
 */
TEST(png_deflate_limits_code_lengths) {
    static uint8_t data[16000];
    size_t size = 0;
    uint32_t a = 1;
    uint32_t b = 1;
    uint32_t state = 9;

    for (unsigned symbol = 0; symbol < 17; symbol++) {
        for (uint32_t i = 0; i < a; i++) {
            data[size++] = (uint8_t)(symbol * 13);
        }
        uint32_t sum = a + b;
        a = b;
        b = sum;
    }
    for (size_t i = size - 1; i > 0; i--) {
        size_t other = next_random(&state) % (i + 1);
        uint8_t swap = data[i];
        data[i] = data[other];
        data[other] = swap;
    }
    CHECK(round_trip(data, size));
}

TEST(png_deflate_compresses_and_is_fixed) {
    static uint8_t data[100000];
    uint8_t *packed = NULL;
    size_t size = 0;

    memset(data, 'x', sizeof data);
    CHECK(import_deflate_zlib(data, sizeof data, &packed, &size));
    CHECK(size < 200);
    free(packed);
    fill(data, sizeof data, 3);
    CHECK(import_deflate_zlib(data, sizeof data, &packed, &size));
    TEST_INFO("%zu bytes to %zu", sizeof data, size);
    CHECK(size < 8000);
    CHECK_EQ(import_crc32(0, packed, size), 3010857629u);
    free(packed);
}

TEST(png_inflate_stops_at_the_output_limit) {
    static uint8_t data[100000];
    uint8_t out[1000 + 8];
    uint8_t *packed = NULL;
    size_t size = 0;

    memset(data, 'x', sizeof data);
    memset(out, 0xAA, sizeof out);
    CHECK(import_deflate_zlib(data, sizeof data, &packed, &size));
    import_inflate_result result = import_inflate_zlib(packed, size, out, 1000);
    CHECK_EQ(result.status, IMPORT_INFLATE_OUTPUT_FULL);
    CHECK(result.written <= 1000);
    CHECK_EQ(out[1000], 0xAA);
    free(packed);
}

TEST(png_inflate_names_every_fault) {
    static const struct {
        uint8_t data[8];
        size_t size;
        import_inflate_status status;
    } cases[] = {
        {{0x07}, 1, IMPORT_INFLATE_BAD_BLOCK}, /* block type 3 */
        {{0x01, 0x03, 0x00, 0xFC, 0xFE, 'a', 'b', 'c'}, 8, IMPORT_INFLATE_BAD_BLOCK},
        {{0x01, 0x04, 0x00, 0xFB, 0xFF, 'a', 'b', 'c'}, 8, IMPORT_INFLATE_TRUNCATED},
        {{0}, 0, IMPORT_INFLATE_TRUNCATED},
        {{0x4b, 0x04}, 2, IMPORT_INFLATE_TRUNCATED},          /* no end of block */
        {{0x03, 0x42, 0x00}, 3, IMPORT_INFLATE_BAD_DISTANCE}, /* a match as the very first symbol */
        {{0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF},
         8,
         IMPORT_INFLATE_BAD_CODES}, /* 288 literal codes */
    };
    uint8_t out[32];

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        import_inflate_result result = import_inflate(cases[i].data, cases[i].size, out, sizeof out);
        if (result.status != cases[i].status) {
            TEST_INFO("case %zu: %s", i, import_inflate_reason(result.status));
        }
        CHECK_EQ(result.status, cases[i].status);
        CHECK(result.used <= cases[i].size);
    }
    CHECK_EQ(import_inflate_zlib((const uint8_t *)"\x79\x9c", 2, out, 32).status, IMPORT_INFLATE_BAD_HEADER);
    CHECK_EQ(import_inflate_zlib((const uint8_t *)"\x78\xbb", 2, out, 32).status, IMPORT_INFLATE_BAD_HEADER);
    CHECK_EQ(import_inflate_zlib((const uint8_t *)"\x78\x9c\x03\x00\x00\x00\x00\x02", 8, out, 32).status,
             IMPORT_INFLATE_BAD_CHECKSUM);
    CHECK_EQ(import_inflate_zlib((const uint8_t *)"\x78\x9c\x03\x00\x00\x00\x00\x01", 8, out, 32).status,
             IMPORT_INFLATE_OK);
}

TEST(png_inflate_survives_damage) {
    static uint8_t data[5000];
    static uint8_t out[5000];
    uint8_t *packed = NULL;
    size_t size = 0;
    int refused = 0;
    uint32_t state = 77;

    fill(data, sizeof data, 5);
    CHECK(import_deflate_zlib(data, sizeof data, &packed, &size));
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *exact = malloc(cut + 1);
        memcpy(exact, packed, cut);
        refused += import_inflate_zlib(exact, cut, out, sizeof out).status != IMPORT_INFLATE_OK;
        free(exact);
    }
    CHECK_EQ(refused, (long long)size);
    refused = 0;
    for (int i = 0; i < 3000; i++) {
        size_t place = next_random(&state) % size;
        uint8_t change = (uint8_t)(1u << next_random(&state) % 8);
        packed[place] ^= change;
        refused += import_inflate_zlib(packed, size, out, sizeof out).status != IMPORT_INFLATE_OK;
        packed[place] ^= change;
    }
    CHECK(refused >= 2990); /* a flipped window size or check bit may be harmless */
    free(packed);
}

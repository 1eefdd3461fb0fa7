/* Tests of packed arrays and of the byte streams of bits. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/bytes/packed.h"
#include "tests/test.h"

static uint32_t words[80];

TEST(bits_packed_behaves_as_an_array) {
    rng32 r = rng32_seed(75, 1);
    for (uint32_t k = 1; k <= 16; k++) {
        enum { COUNT = 131 };
        uint16_t model[COUNT];
        ox_packed packed;
        size_t size = OX_PACKED_WORDS(COUNT, k);
        memset(words, 0xA5, sizeof words);
        ox_packed_init(&packed, words, COUNT, k);
        ox_packed_fill(&packed, (1u << k) - 1u);
        for (uint32_t i = 0; i < COUNT; i++) model[i] = (uint16_t)((1u << k) - 1u);
        for (int step = 0; step < 2000; step++) {
            uint32_t i = rng_below(&r, COUNT), value = rng_below(&r, 1u << k), wrong = 0;
            ox_packed_set(&packed, i, value);
            model[i] = (uint16_t)value;
            if (step % 100 != 0) continue;
            for (uint32_t j = 0; j < COUNT; j++) wrong += ox_packed_get(&packed, j) != model[j];
            CHECK_EQ(wrong, 0);
        }
        CHECK_EQ(size, (COUNT * k + 31) / 32);
        CHECK_EQ(words[size], 0xA5A5A5A5); /* the word behind the array is unchanged */
    }
    CHECK_EQ(OX_PACKED_WORDS(17, 2), 2); /* 34 bits */
    CHECK_EQ(OX_PACKED_WORDS(16, 2), 1);
}

TEST(bits_packed_contracts) {
    ox_packed packed;
    memset(words, 0, sizeof words);
    ox_packed_init(&packed, words, 10, 3);
    ox_packed_set(&packed, 2, 13); /* 13 is cut to 5 */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_packed_get(&packed, 2), 5);
    CHECK_EQ(ox_packed_get(&packed, 1) + ox_packed_get(&packed, 3), 0);
    ox_packed_set(&packed, 10, 1);
    CHECK_EQ(ox_packed_get(&packed, 10), 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK_EQ(words[0], 5u << 6);
    ox_packed_init(&packed, words, 10, 17);
    CHECK_EQ(packed.count, 0);
    ox_packed_init(&packed, words, 10, 0);
    CHECK_EQ(packed.count, 0);
    ox_packed_init(&packed, words, 0x20000000, 16);
    CHECK_EQ(packed.count, 0);
    ox_packed_fill(&packed, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
}

/* ---- streams ---- */

static void check_bytes(const uint8_t *bytes, unsigned first, unsigned second) {
    CHECK_EQ(bytes[0], first);
    CHECK_EQ(bytes[1], second);
    CHECK_EQ(bytes[2], 0xEE);
}

TEST(bits_stream_worked_examples) {
    uint8_t bytes[8];
    ox_bits bits, back;
    ox_packed packed;
    ox_bits_init(&bits, NULL, 12);
    ox_bits_set(&bits, 0);
    ox_bits_set(&bits, 9);
    memset(bytes, 0xEE, sizeof bytes);
    CHECK_EQ(ox_bits_write(&bits, bytes, 2), OX_OK);
    check_bytes(bytes, 0x01, 0x02);
    ox_bits_init(&back, NULL, 12);
    CHECK_EQ(ox_bits_read(&back, bytes, 2), OX_OK);
    CHECK(ox_bits_equal(&bits, &back));
    static const uint8_t twos[] = {3, 0, 1, 2, 1}, threes[] = {5, 2, 7};
    ox_packed_init(&packed, words, 5, 2);
    for (uint32_t i = 0; i < 5; i++) ox_packed_set(&packed, i, twos[i]);
    memset(bytes, 0xEE, sizeof bytes);
    CHECK_EQ(ox_packed_write(&packed, bytes, sizeof bytes), OX_OK);
    check_bytes(bytes, 0x93, 0x01);
    ox_packed_init(&packed, words, 3, 3);
    for (uint32_t i = 0; i < 3; i++) ox_packed_set(&packed, i, threes[i]);
    memset(bytes, 0xEE, sizeof bytes);
    CHECK_EQ(ox_packed_write(&packed, bytes, sizeof bytes), OX_OK);
    check_bytes(bytes, 0xD5, 0x01);
    uint32_t word = 0x12345678; /* the order of a whole word */
    ox_bits_init(&bits, &word, 32);
    CHECK_EQ(ox_bits_write(&bits, bytes, sizeof bytes), OX_OK);
    CHECK(bytes[0] == 0x78 && bytes[1] == 0x56 && bytes[2] == 0x34 && bytes[3] == 0x12);
}

TEST(bits_stream_round_trips) {
    static uint32_t other[80];
    static uint8_t bytes[340];
    rng32 r = rng32_seed(76, 1);
    for (int round = 0; round < 400; round++) {
        uint32_t k = 1 + rng_below(&r, 16), count = rng_below(&r, 130), wrong = 0;
        ox_packed a, b;
        ox_packed_init(&a, words, count, k);
        ox_packed_init(&b, other, 140, k);
        for (uint32_t i = 0; i < count; i++) ox_packed_set(&a, i, rng_below(&r, 1u << k));
        size_t size = ox_stream_bytes(count * k) + 2;
        CHECK_EQ(ox_packed_write_counted(&a, bytes, size - 1), OX_FULL);
        memset(bytes, 0xEE, sizeof bytes);
        CHECK_EQ(ox_packed_write_counted(&a, bytes, size), OX_OK);
        CHECK(bytes[0] == count && bytes[1] == 0 && bytes[size] == 0xEE);
        CHECK_EQ(ox_packed_read_counted(&b, bytes, size - 1), OX_BAD_DATA);
        CHECK_EQ(b.count, 140);
        CHECK_EQ(ox_packed_read_counted(&b, bytes, size), OX_OK);
        CHECK_EQ(b.count, count);
        for (uint32_t i = 0; i < count; i++) wrong += ox_packed_get(&a, i) != ox_packed_get(&b, i);
        CHECK_EQ(wrong, 0);
        ox_bits x, y; /* the same words as bits */
        ox_bits_init(&x, words, count);
        ox_bits_init(&y, other, count);
        if (count % 32 != 0) words[count / 32] &= (1u << count % 32) - 1u;
        CHECK_EQ(ox_bits_write_counted(&x, bytes, sizeof bytes), OX_OK);
        CHECK_EQ(ox_bits_read_counted(&y, bytes, sizeof bytes), OX_OK);
        CHECK(ox_bits_equal(&x, &y));
    }
}

TEST(bits_stream_refuses_bad_bytes) {
    static uint32_t many[2050];
    uint8_t bytes[4] = {0x01, 0x12, 0, 0};
    ox_bits bits;
    ox_bits_init(&bits, NULL, 12);
    ox_bits_set(&bits, 3);
    CHECK_EQ(ox_bits_read(&bits, bytes, 2), OX_BAD_DATA); /* the filling bits are not 0 */
    CHECK_EQ(ox_bits_read(&bits, bytes, 1), OX_BAD_DATA);
    CHECK_EQ(ox_bits_write(&bits, bytes, 1), OX_FULL);
    CHECK(ox_bits_get(&bits, 3) && ox_bits_count_set(&bits) == 1);
    bytes[0] = 13, bytes[1] = 0;
    CHECK_EQ(ox_bits_read_counted(&bits, bytes, 4), OX_FULL);
    CHECK_EQ(ox_bits_read_counted(&bits, bytes, 1), OX_BAD_DATA);
    CHECK_EQ(bits.count, 12);
    ox_bits_init(&bits, many, 65536);
    CHECK_EQ(ox_bits_write_counted(&bits, bytes, 4), OX_BAD_ARGUMENT);
}

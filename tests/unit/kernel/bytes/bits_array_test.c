/* Tests of bit arrays, one and two dimensions, against arrays of bool. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/bytes/bits.h"
#include "tests/test.h"

enum { MOST = 257 };

static uint32_t words_a[OX_BITS_WORDS(MOST)], words_b[OX_BITS_WORDS(MOST)], words_c[OX_BITS_WORDS(MOST)];
static bool model_a[MOST], model_b[MOST];

static void begin(ox_bits *bits, uint32_t *words, uint32_t count) {
    memset(words, 0xFF, sizeof words_a); /* init clears nothing */
    ox_bits_init(bits, count <= 32 && count % 2 == 0 ? NULL : words, count);
    ox_bits_clear_all(bits);
}

static void check_same(const ox_bits *bits, const bool *model) {
    uint32_t set = 0, wrong = 0;
    for (uint32_t i = 0; i < bits->count; i++) {
        wrong += ox_bits_get(bits, i) != model[i];
        set += model[i];
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(ox_bits_count_set(bits), set); /* the count includes stray bits behind the end */
    CHECK_EQ(ox_bits_none(bits), set == 0);
}

static void check_searches(const ox_bits *bits, const bool *model) {
    uint32_t wrong = 0, set = bits->count, clear = bits->count;
    for (uint32_t from = bits->count; from-- > 0;) {
        if (model[from]) set = from;
        if (!model[from]) clear = from;
        wrong += ox_bits_find_set(bits, from) != set || ox_bits_find_clear(bits, from) != clear;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(ox_bits_find_set(bits, bits->count), bits->count);
    CHECK_EQ(ox_bits_find_clear(bits, bits->count + 40), bits->count);
}

static void check_ranges(ox_bits *bits, bool *model, rng32 *r) {
    uint32_t from = rng_below(r, bits->count), count = rng_below(r, bits->count - from + 1);
    bool any = false, all = true, value = rng_chance(r, 32768);
    for (uint32_t i = from; i < from + count; i++) {
        any = any || model[i];
        all = all && model[i];
    }
    CHECK_EQ(ox_bits_any(bits, from, count), any);
    CHECK_EQ(ox_bits_all(bits, from, count), all);
    ox_bits_fill(bits, from, count, value);
    for (uint32_t i = from; i < from + count; i++) model[i] = value;
}

static void check_pairs(const ox_bits *a, const ox_bits *b, ox_bits *c) {
    for (int op = 0; op < 4; op++) {
        bool expected[MOST];
        for (uint32_t i = 0; i < a->count; i++) {
            bool x = model_a[i], y = model_b[i];
            expected[i] = op == 0 ? x && y : op == 1 ? x || y : op == 2 ? x != y : !x;
        }
        if (op == 0) ox_bits_and(c, a, b);
        if (op == 1) ox_bits_or(c, a, b);
        if (op == 2) ox_bits_xor(c, a, b);
        if (op == 3) ox_bits_not(c, a);
        check_same(c, expected);
        CHECK_EQ(ox_bits_equal(c, a), memcmp(expected, model_a, a->count) == 0);
        /* the same assignment in place */
        for (uint32_t i = 0; i < a->count; i++) ox_bits_assign(c, i, model_a[i]);
        CHECK(ox_bits_equal(c, a));
        if (op == 0) ox_bits_and(c, c, b);
        if (op == 1) ox_bits_or(c, b, c);
        if (op == 2) ox_bits_xor(c, c, b);
        if (op == 3) ox_bits_flip_all(c);
        check_same(c, expected);
    }
}

TEST(bits_behave_as_arrays_of_bool) {
    rng32 r = rng32_seed(73, 1);
    for (uint32_t count = 1; count <= MOST; count++) {
        ox_bits a, b, c;
        begin(&a, words_a, count), begin(&b, words_b, count), begin(&c, words_c, count);
        memset(model_a, 0, sizeof model_a), memset(model_b, 0, sizeof model_b);
        check_same(&a, model_a);
        for (int step = 0; step < 40; step++) {
            uint32_t i = rng_below(&r, count), what = rng_below(&r, 4);
            if (what == 0) ox_bits_set(&a, i), model_a[i] = true;
            if (what == 1) ox_bits_clear(&a, i), model_a[i] = false;
            if (what == 2) ox_bits_flip(&a, i), model_a[i] = !model_a[i];
            if (what == 3) ox_bits_assign(&b, i, step % 2 != 0), model_b[i] = step % 2 != 0;
        }
        check_same(&a, model_a), check_same(&b, model_b);
        check_searches(&a, model_a);
        check_pairs(&a, &b, &c);
        for (int k = 0; k < 3; k++) check_ranges(&a, model_a, &r);
        check_same(&a, model_a);
        ox_bits_set_all(&a);
        CHECK_EQ(ox_bits_count_set(&a), count);
        CHECK(ox_bits_all(&a, 0, count) && ox_bits_find_clear(&a, 0) == count);
        ox_bits_flip_all(&a);
        CHECK(ox_bits_none(&a) && ox_bits_find_set(&a, 0) == count);
    }
}

TEST(bits_setting_one_changes_one) {
    ox_bits bits;
    begin(&bits, words_a, 200);
    ox_bits_set(&bits, 10);
    CHECK(words_a[0] == 1u << 10 && words_a[1] == 0 && words_a[6] == 0);
    ox_bits_set(&bits, 199);
    CHECK_EQ(words_a[6], 1u << 7);
}

TEST(bits_out_of_range_is_harmless) {
    ox_bits bits, other;
    begin(&bits, words_a, 33);
    words_a[1] = 0, words_a[2] = 0x5A5A5A5A;
    ox_bits_set(&bits, 33);
    ox_bits_clear(&bits, 64);
    ox_bits_flip(&bits, 0xFFFFFFFF);
    CHECK(!ox_bits_get(&bits, 33));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 4 : 0);
    CHECK(words_a[1] == 0 && words_a[2] == 0x5A5A5A5A);
    ox_bits_fill(&bits, 30, 100, true); /* a range is cut off at the end */
    CHECK_EQ(ox_bits_count_set(&bits), 3);
    CHECK(!ox_bits_any(&bits, 40, 3) && ox_bits_all(&bits, 40, 3));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    CHECK_EQ(words_a[2], 0x5A5A5A5A);
    begin(&other, words_b, 34);
    CHECK(!ox_bits_equal(&bits, &other));
    ox_bits_or(&other, &other, &bits);
    CHECK(ox_bits_none(&other));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    ox_bits_init(&bits, NULL, 33);
    CHECK_EQ(bits.count, 0);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(ox_bits_none(&bits) && ox_bits_find_set(&bits, 0) == 0);
}

/* ---- two dimensions ---- */

TEST(bits2_row_five_column_four_is_bit_54) {
    ox_bits2 map;
    memset(words_a, 0, sizeof words_a);
    ox_bits2_init(&map, words_a, 10, 20);
    ox_bits2_set(&map, 5, 4);
    CHECK_EQ(ox_bits_count_set(&map.bits), 1);
    CHECK(ox_bits_get(&map.bits, 54));
    CHECK_EQ(words_a[1], 1u << (54 - 32));
    ox_bits2_flip(&map, 5, 4);
    CHECK(ox_bits_none(&map.bits));
    CHECK(!ox_bits2_get(&map, 5, 10)); /* column 10 is not the first of the next row */
    ox_bits2_set(&map, 20, 0);
    CHECK(ox_bits_none(&map.bits));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    ox_bits2_init(&map, words_a, 0x10000, 0x10000);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(map.bits.count == 0 && map.width == 0);
}

TEST(bits2_rectangles_behave_as_their_model) {
    enum { WIDTH = 13, HEIGHT = 17 };
    static bool model[HEIGHT][WIDTH];
    rng32 r = rng32_seed(74, 1);
    ox_bits2 map;
    memset(words_a, 0, sizeof words_a), memset(model, 0, sizeof model);
    ox_bits2_init(&map, words_a, WIDTH, HEIGHT);
    for (int round = 0; round < 1000; round++) {
        uint32_t row = rng_below(&r, HEIGHT), column = rng_below(&r, WIDTH), wrong = 0;
        uint32_t rows = rng_below(&r, HEIGHT - row + 1), columns = rng_below(&r, WIDTH - column + 1);
        bool any = false, all = true, value = rng_chance(&r, 30000);
        for (uint32_t y = row; y < row + rows; y++) {
            for (uint32_t x = column; x < column + columns; x++) {
                any = any || model[y][x];
                all = all && model[y][x];
                model[y][x] = value;
            }
        }
        CHECK_EQ(ox_bits2_any(&map, row, column, rows, columns), any);
        CHECK_EQ(ox_bits2_all(&map, row, column, rows, columns), all);
        ox_bits2_fill(&map, row, column, rows, columns, value);
        for (uint32_t y = 0; y < HEIGHT; y++) {
            for (uint32_t x = 0; x < WIDTH; x++) wrong += ox_bits2_get(&map, y, x) != model[y][x];
        }
        CHECK_EQ(wrong, 0);
    }
    ox_bits2_fill(&map, 0, 0, HEIGHT, WIDTH, false);
    ox_bits2_fill(&map, HEIGHT - 1, WIDTH - 2, 5, 5, true);
    CHECK_EQ(ox_bits_count_set(&map.bits), 2);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

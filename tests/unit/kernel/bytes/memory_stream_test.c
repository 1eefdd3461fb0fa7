/* Streams of state byte by byte, and the limits of banks and packed arrays. */
#include <string.h>

#include "kernel/bytes/bits.h"
#include "kernel/bytes/packed.h"
#include "kernel/bytes/stream.h"
#include "kernel/memory/bank.h"
#include "kernel/memory/frame.h"
#include "tests/test.h"

static void write_one_of_each(ox_writer *to) {
    ox_write_u8(to, 0x1FE);
    ox_write_u16(to, 0x7A1B2);
    ox_write_u32(to, 0xC3D4E5F6u);
    ox_write_u64(to, 0x0102030405060708u);
    ox_write_i32(to, -2);
    ox_write_i64(to, INT64_MIN + 3);
    ox_write_bool(to, true);
    ox_write_bool(to, false);
    ox_write_bytes(to, "abc", 3);
    ox_write_words(to, (const uint32_t[]){0x11223344u, 0x55667788u}, 2);
}

TEST(memory_stream_bytes_are_fixed) {
    static const uint8_t expected[] = {0xFE, 0xB2, 0xA1, 0xF6, 0xE5, 0xD4, 0xC3, 8,    7,    6,
                                       5,    4,    3,    2,    1,    0xFE, 0xFF, 0xFF, 0xFF, 3,
                                       0,    0,    0,    0,    0,    0,    0x80, 1,    0,    'a',
                                       'b',  'c',  0x44, 0x33, 0x22, 0x11, 0x88, 0x77, 0x66, 0x55};
    uint8_t bytes[64];
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes), count = ox_writer_count(), hash = ox_writer_hash();
    write_one_of_each(&to);
    write_one_of_each(&count);
    write_one_of_each(&hash);
    CHECK(!to.full && to.used == sizeof expected && count.used == sizeof expected);
    CHECK_EQ(memcmp(bytes, expected, sizeof expected), 0);
    uint32_t fnv = 0x811C9DC5u;
    for (size_t i = 0; i < sizeof expected; i++) fnv = (fnv ^ expected[i]) * 16777619u;
    CHECK_EQ(hash.hash, fnv);

    ox_reader from = ox_reader_bytes(bytes, to.used);
    char text[4] = "";
    uint32_t words[2];
    CHECK_EQ(ox_read_u8(&from), 0xFE);
    CHECK_EQ(ox_read_u16(&from), 0xA1B2);
    CHECK_EQ(ox_read_u32(&from), 0xC3D4E5F6u);
    CHECK_EQ(ox_read_u64(&from), 0x0102030405060708u);
    CHECK_EQ(ox_read_i32(&from), -2);
    CHECK_EQ(ox_read_i64(&from), INT64_MIN + 3);
    CHECK(ox_read_bool(&from));
    CHECK(!ox_read_bool(&from));
    ox_read_bytes(&from, text, 3);
    ox_read_words(&from, words, 2);
    CHECK(strcmp(text, "abc") == 0 && words[0] == 0x11223344u && words[1] == 0x55667788u);
    CHECK_EQ(ox_reader_status(&from), OX_OK);
    ox_read_bytes(&from, NULL, 0); /* no bytes into no memory */
    CHECK(!from.bad && from.used == from.size);
    CHECK_EQ(ox_read_u8(&from), 0); /* behind the end a reader gives zeros and stays bad */
    CHECK_EQ(ox_reader_status(&from), OX_BAD_DATA);
}

/* A writer of any room counts all bytes, stores none outside, and says so; a reader of too few bytes gives zeros. */
TEST(memory_stream_ends_are_told) {
    for (size_t room = 0; room < 40; room++) {
        uint8_t bytes[48];
        memset(bytes, 0xEE, sizeof bytes);
        ox_writer to = ox_writer_bytes(bytes, room);
        write_one_of_each(&to);
        CHECK(to.full && to.used == 40);
        for (size_t i = room; i < sizeof bytes; i++) CHECK_EQ(bytes[i], 0xEE);
        uint8_t taken[8] = {9, 9, 9, 9, 9, 9, 9, 9};
        ox_reader from = ox_reader_bytes(bytes, room);
        ox_read_bytes(&from, taken, 8);
        CHECK_EQ(from.bad, room < 8);
        if (room < 8)
            for (int i = 0; i < 8; i++) CHECK_EQ(taken[i], 0);
    }
    ox_reader from = ox_reader_bytes((const uint8_t[]){2, 4, 5}, 3);
    CHECK(!ox_read_bool(&from) && from.bad); /* the byte is neither 0 nor 1 */
    from = ox_reader_bytes((const uint8_t[]){4, 0, 0, 0, 5, 0, 0, 0}, 8);
    CHECK(ox_read_below(&from, 5) == 4 && !from.bad);
    CHECK(ox_read_below(&from, 5) == 0 && from.bad);
}

TEST(memory_bank_limits) {
    static union {
        uint64_t align;
        uint8_t bytes[8192];
    } block;
    ox_arena arena;
    ox_bank bank;
    bool fresh;
    ox_arena_init(&arena, block.bytes, sizeof block.bytes);
    CHECK_EQ(ox_bank_init(&bank, &arena, 3, 4), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_bank_init(&bank, &arena, 0x10000, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_bank_init(&bank, &arena, 4, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_bank_init(&bank, &arena, 4, 65536), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_arena_used(&arena), 0);
    CHECK(ox_bank_find(&bank, 5) == NULL &&
          ox_bank_get_or_add(&bank, 5, &fresh) == NULL); /* a bank that was refused */
    CHECK_EQ(ox_bank_index(&bank, bank.records), 0);
    ox_bank_reset(&bank);
    CHECK_EQ(ox_bank_init(&bank, &arena, 0xFFFF, 1), OX_OUT_OF_MEMORY);
    for (uint32_t capacity = 1; capacity <= 40; capacity += 13) {
        ox_arena_init(&arena, block.bytes, sizeof block.bytes);
        memset(block.bytes, 0xFF, sizeof block.bytes);
        CHECK_EQ(ox_bank_init(&bank, &arena, 5, capacity), OX_OK);
        CHECK_EQ(bank.stride, 8);
        for (int round = 0; round < 2; round++) { /* a reset leaves no entry of the round before */
            for (uint32_t i = 0; i < capacity; i++) {
                CHECK(ox_bank_find(&bank, i * 77u) == NULL);
                void *record = ox_bank_get_or_add(&bank, i * 77u, &fresh);
                CHECK(record != NULL && fresh && ox_bank_index(&bank, record) == i &&
                      ox_bank_at(&bank, i) == record);
                CHECK(ox_bank_get_or_add(&bank, i * 77u, &fresh) == record && !fresh);
            }
            CHECK(ox_bank_get_or_add(&bank, 1, &fresh) == NULL && !fresh);
            CHECK_EQ(bank.refused, (uint32_t)round + 1u);
            CHECK_EQ(bank.peak, capacity);
            for (uint32_t i = 0; i < capacity; i++)
                CHECK(ox_bank_find(&bank, i * 77u) == ox_bank_at(&bank, i));
            ox_bank_reset(&bank);
            CHECK_EQ(bank.used, 0);
        }
    }
}

TEST(memory_packed_counts_have_two_bytes) {
    static uint32_t words[OX_PACKED_WORDS(300, 3)], back[OX_PACKED_WORDS(300, 3)];
    static uint8_t bytes[2 + 300];
    ox_packed packed, other;
    memset(words, 0xFF, sizeof words);
    ox_packed_init(&packed, words, 300, 3);
    ox_packed_fill(&packed, 5);
    CHECK_EQ(words[OX_PACKED_WORDS(300, 3) - 1] >> (300 * 3 % 32),
             0); /* bits behind the last element are 0 */
    for (uint32_t i = 0; i < 300; i++) CHECK_EQ(ox_packed_get(&packed, i), 5);
    ox_packed_set(&packed, 299, 2);
    CHECK_EQ(ox_packed_write_counted(&packed, bytes, sizeof bytes), OX_OK);
    CHECK(bytes[0] == 300 % 256 && bytes[1] == 1);
    ox_packed_init(&other, back, 300, 3);
    CHECK_EQ(ox_packed_read_counted(&other, bytes, sizeof bytes), OX_OK);
    CHECK_EQ(other.count, 300);
    for (uint32_t i = 0; i < 300; i++) CHECK_EQ(ox_packed_get(&other, i), i == 299 ? 2 : 5);
    ox_packed_init(&other, back, 299, 3);
    CHECK_EQ(ox_packed_read_counted(&other, bytes, sizeof bytes), OX_FULL);
}

TEST(bits_in_two_dimensions_stay_inside) {
    uint32_t words[OX_BITS_WORDS(35)];
    ox_bits2 bits;
    ox_bits2_init(&bits, words, 7, 5);
    memset(words, 0, sizeof words);
    for (uint32_t row = 0; row < 5; row++) {
        for (uint32_t column = 0; column < 7; column++) {
            CHECK_EQ(ox_bits2_index(&bits, row, column), row * 7 + column);
            ox_bits2_assign(&bits, row, column, true);
            CHECK(ox_bits2_get(&bits, row, column) && ox_bits_count_set(&bits.bits) == 1);
            ox_bits2_assign(&bits, row, column, false);
            CHECK(!ox_bits2_get(&bits, row, column) && ox_bits_count_set(&bits.bits) == 0);
            ox_bits2_flip(&bits, row, column);
            CHECK(ox_bits2_get(&bits, row, column));
            ox_bits2_clear(&bits, row, column);
            CHECK(!ox_bits2_get(&bits, row, column));
            ox_bits2_set(&bits, row, column);
            CHECK(ox_bits2_get(&bits, row, column));
            ox_bits2_clear(&bits, row, column);
        }
    }
    CHECK_EQ(ox_bits2_index(&bits, 5, 0), 35);
    CHECK_EQ(ox_bits2_index(&bits, 0, 7), 35);
}

TEST(memory_frame_halves_and_peaks) {
    static union {
        uint64_t align;
        uint8_t bytes[1024];
    } block;
    for (uint32_t copies = 1; copies <= 2; copies++) {
        ox_arena arena;
        ox_frame_memory frame;
        ox_arena_init(&arena, block.bytes, sizeof block.bytes);
        CHECK(ox_frame_memory_init(&frame, &arena, 256, (int)copies));
        CHECK_EQ(ox_frame_memory_copies(&frame), copies);
        CHECK_EQ(ox_frame_memory_size(&frame), 256);
        CHECK_EQ(ox_frame_memory_refused(&frame), 0);
        CHECK_EQ(ox_frame_memory_used(&frame), 0);
    }
}

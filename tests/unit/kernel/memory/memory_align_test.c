/* Tests of alignment: worked examples, blocks that remember their shift, padded rows; the table of derived
 * sizes. */
#include <string.h>

#include "kernel/memory/arena.h"
#include "kernel/memory/limits.h"
#include "kernel/memory/pool.h"
#include "tests/test.h"

static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

TEST(memory_align_worked_examples) {
    static const size_t in[] = {0, 1, 7, 8, 9, 100}, out[] = {0, 8, 8, 8, 16, 104};
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(ox_align_up(in[i], 8), out[i]);
        CHECK_EQ(OX_ALIGN_UP(in[i], 8u), out[i]);
    }
    CHECK_EQ(ox_align_up(1000, 16), 1008);
    CHECK_EQ(ox_align_up(20, 16), 32);
    CHECK_EQ(ox_align_up(1, 16), 16);
    CHECK_EQ(ox_align_down(100, 8), 96);
    CHECK_EQ(ox_align_down(96, 8), 96);
    CHECK_EQ(OX_ALIGN_DOWN(255u, 256u), 0);
    CHECK(!ox_alignment_is_valid(0) && !ox_alignment_is_valid(24) && !ox_alignment_is_valid(512));
    (void)ox_align_up(5, 6);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(memory_align_blocks_remember_their_shift) {
    static _Alignas(256) uint8_t room[1024];
    /* the address is aligned already: the block begins a whole 16 further */
    uint8_t *aligned = ox_align_block(room, 16);
    CHECK(aligned == room + 16);
    CHECK_EQ(aligned[-1], 16);
    aligned = ox_align_block(room, 256);
    CHECK(aligned == room + 256);
    CHECK_EQ(aligned[-1], 0); /* 256 is stored as 0 */
    CHECK(ox_align_raw(aligned) == room);
    for (size_t alignment = 1; alignment <= 256; alignment *= 2) {
        for (size_t at = 0; at < 300; at++) {
            uint8_t *block = ox_align_block(room + at, alignment);
            if (!ox_is_aligned(block, alignment) || block <= room + at || block > room + at + alignment ||
                ox_align_raw(block) != room + at) {
                CHECK_EQ(at, alignment);
            }
        }
    }
}

/* Ten thousand random sizes and alignments from one arena, given back without loss. */
TEST(memory_align_is_kept_for_every_size) {
    static _Alignas(16) uint8_t room[4096];
    ox_arena arena;
    uint32_t seed = 31337;
    ox_arena_init(&arena, room + 5, sizeof room - 5);
    for (int i = 0; i < 10000; i++) {
        size_t alignment = (size_t)1 << (next_random(&seed) % 9), bytes = 1 + next_random(&seed) % 500;
        ox_mark low = ox_arena_mark(&arena, OX_ARENA_LOW), high = ox_arena_mark(&arena, OX_ARENA_HIGH);
        uint8_t *a = ox_arena_push_low(&arena, bytes, alignment),
                *b = ox_arena_push_high(&arena, bytes, alignment);
        if (a == NULL || b == NULL || !ox_is_aligned(a, alignment) || !ox_is_aligned(b, alignment))
            CHECK_EQ(i, -1);
        memset(a, 1, bytes);
        memset(b, 2, bytes);
        if ((i & 7) != 0) {
            CHECK(ox_arena_rollback(&arena, high));
            CHECK(ox_arena_rollback(&arena, low));
        } else {
            ox_arena_clear(&arena);
        }
        if (ox_arena_used(&arena) != 0) CHECK_EQ(ox_arena_used(&arena), 0);
    }
}

/* Each cell becomes the sum of itself and its neighbours; any stride gives equal sums. */
static void blur(const uint16_t *from, uint16_t *to, size_t width, size_t height, size_t stride) {
    for (size_t y = 1; y + 1 < height; y++) {
        for (size_t x = 1; x + 1 < width; x++) {
            uint32_t sum = 0;
            for (size_t j = y - 1; j <= y + 1; j++)
                sum += from[j * stride + x - 1] + (uint32_t)from[j * stride + x] + from[j * stride + x + 1];
            to[y * stride + x] = (uint16_t)sum;
        }
    }
}

TEST(memory_align_rows_of_any_stride_give_the_same) {
    enum { N = 33 };
    static uint16_t from[3][48 * N], to[3][48 * N];
    static const size_t strides[] = {33, 36, 48};
    CHECK_EQ(ox_row_stride(N, 1, 16), 48);
    CHECK_EQ(ox_row_stride(N, 2, 4) / 2, 34);
    CHECK_EQ(ox_row_stride(N, 4, 16) / 4, 36);
    for (int k = 0; k < 3; k++) {
        uint32_t seed = 8;
        memset(to[k], 0, sizeof to[k]);
        for (size_t y = 0; y < N; y++) {
            for (size_t x = 0; x < N; x++)
                from[k][y * strides[k] + x] = (uint16_t)(next_random(&seed) & 0xFFFu);
        }
        blur(from[k], to[k], N, N, strides[k]);
        for (size_t y = 0; y < N; y++)
            CHECK(memcmp(&to[k][y * strides[k]], &to[0][y * N], N * sizeof(uint16_t)) == 0);
    }
}

/* Sizes that fit 262,144 bytes at 240x160. */
TEST(memory_derived_sizes_of_the_handheld) {
    enum { PIXELS = 240 * 160, MAIN = OX_LIMIT_gba_main };
    CHECK_EQ(OX_LIMIT_gba_width * OX_LIMIT_gba_height, PIXELS);
    CHECK_EQ(PIXELS, 38400);
    CHECK_EQ(PIXELS * 2, 76800);
    static const struct {
        int32_t bytes, left;
    } sets[] = {
        {2 * 2 * PIXELS + 2 * PIXELS, 31744},         /* two 16-bit colour buffers and 16-bit depth */
        {2 * 2 * PIXELS + 4 * PIXELS, MAIN - 307200}, /* 32-bit depth does not fit */
        {2 * PIXELS + 2 * PIXELS, 108544},            /* two 8-bit buffers and 16-bit depth */
        {2 * 2 * PIXELS, 108544},                     /* two 16-bit buffers */
        {2 * PIXELS, 185344},                         /* two 8-bit buffers */
        {2 * PIXELS + 2 * PIXELS, 108544},            /* one 16-bit buffer and full 16-bit depth */
    };
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(sets[i].bytes > MAIN, i == 1);
        CHECK_EQ(MAIN - sets[i].bytes, sets[i].left);
    }
    CHECK_EQ(160 * 120, 19200);
    CHECK_EQ(ox_pool_bytes(3 * 4 * 4, 4, 32) - 32 * 2, 32 * 48); /* affine matrices lie without gaps */
    CHECK_EQ(ox_pool_bytes(4 * 4 * 4, 4, 32) - 32 * 2, 32 * 64);
    CHECK_EQ(30 * 48, 1440);
    CHECK_EQ(30 * 10 * 4, 1200);
    CHECK_EQ(31 * 1200, 37200);
    CHECK_NEAR((int64_t)OX_LIMIT_gba_clock * 333 / 10000, 559000, 1000); /* cycles of a frame of 33.3 ms */
}

/* Tests of arenas, and frame memory: against plain models, at the edges, with faults. */
#include <string.h>

#include "kernel/memory/arena.h"
#include "kernel/memory/frame.h"
#include "tests/test.h"

static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static _Alignas(16) uint8_t block[4096];

TEST(memory_status_names_are_sentences) {
    for (int i = 0; i < OX_STATUSES; i++) CHECK(ox_status_name((ox_status)i)[0] != 0);
    CHECK(strcmp(ox_status_name(OX_OUT_OF_MEMORY), "out of memory") == 0);
    CHECK(strcmp(ox_status_name(OX_FOREIGN_POINTER), "foreign pointer") == 0);
    CHECK(strcmp(ox_status_name((ox_status)99), "unknown status") == 0);
}

TEST(memory_arena_fills_to_the_last_byte) {
    ox_arena arena;
    ox_arena_init(&arena, block, 1000);
    CHECK(ox_arena_push_low(&arena, 900, 1) == block);
    CHECK(ox_arena_push_high(&arena, 100, 1) == block + 900);
    CHECK_EQ(ox_arena_free(&arena), 0);
    CHECK_EQ(ox_arena_used(&arena), 1000);
    CHECK(ox_arena_push_low(&arena, 1, 1) == NULL);
    CHECK(ox_arena_push_high(&arena, 1, 1) == NULL);
    CHECK_EQ(arena.refused, 2);
    CHECK(ox_arena_rollback(&arena, (ox_mark){0, OX_ARENA_HIGH}));
    CHECK(ox_arena_push_low(&arena, 101, 1) == NULL);
    CHECK(ox_arena_push_low(&arena, 100, 1) == block + 900);
    CHECK_EQ(arena.refused_max, 101);
    CHECK_EQ(ox_arena_peak(&arena), 1000);
}

TEST(memory_arena_refuses_what_makes_no_sense) {
    ox_arena arena, none;
    ox_arena_init(&arena, block, 64);
    ox_arena_init(&none, NULL, 0);
    CHECK(ox_arena_push_low(&arena, 0, 1) == NULL);
    CHECK(ox_arena_push_low(&arena, SIZE_MAX, 1) == NULL);
    CHECK(ox_arena_push_low(&arena, SIZE_MAX - 3, 16) == NULL);
    CHECK(ox_arena_push_high(&arena, SIZE_MAX, 256) == NULL);
    CHECK(ox_arena_push_high(&arena, 65, 1) == NULL);
    CHECK(ox_arena_push(&arena, OX_ARENA_LOW, 8, 0) == NULL);
    CHECK(ox_arena_push(&arena, OX_ARENA_LOW, 8, 512) == NULL);
    CHECK_EQ(arena.refused, 7);
    CHECK_EQ(ox_arena_used(&arena), 0);
    CHECK(ox_arena_push_low(&none, 1, 1) == NULL);
    CHECK(ox_arena_push_high(&none, 1, 1) == NULL);
    CHECK_EQ(ox_arena_free(&none), 0);
    CHECK_EQ(ox_arena_largest(&none, OX_ARENA_LOW, 8), 0);
    ox_arena_clear(&none);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0); /* no bytes, and two alignments that are none */
}

TEST(memory_arena_marks_roll_back_in_any_depth) {
    ox_arena arena;
    ox_arena_init(&arena, block, sizeof block);
    ox_arena_push_low(&arena, 100, 8);
    ox_mark one = ox_arena_mark(&arena, OX_ARENA_LOW);
    void *a = ox_arena_push_low(&arena, 40, 8);
    ox_mark two = ox_arena_mark(&arena, OX_ARENA_LOW);
    ox_arena_push_low(&arena, 40, 8);
    ox_mark three = ox_arena_mark(&arena, OX_ARENA_LOW);
    ox_arena_push_low(&arena, 40, 8);
    ox_mark high = ox_arena_mark(&arena, OX_ARENA_HIGH);
    ox_arena_push_high(&arena, 500, 16);
    CHECK(ox_arena_rollback(&arena, three));
    CHECK(ox_arena_rollback(&arena, one));
    CHECK(!ox_arena_rollback(&arena, three));
    CHECK(!ox_arena_rollback(&arena, two));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    CHECK(ox_arena_push_low(&arena, 40, 8) == a);
    CHECK(ox_arena_rollback(&arena, high));
    CHECK_EQ(ox_arena_used(&arena), 144); /* 100, 4 to the next multiple of 8, 40 */
}

TEST(memory_arena_aligns_at_both_ends) {
    uint32_t seed = 77;
    for (size_t alignment = 1; alignment <= OX_ARENA_ALIGNMENT_MAX; alignment *= 2) {
        ox_arena arena;
        ox_arena_init(&arena, block + 3, sizeof block - 3);
        for (int i = 0; i < 200; i++) {
            size_t bytes = 1 + next_random(&seed) % 60;
            ox_arena_end end = (next_random(&seed) & 64u) != 0 ? OX_ARENA_HIGH : OX_ARENA_LOW;
            size_t largest = ox_arena_largest(&arena, end, alignment);
            uint8_t *at = ox_arena_push(&arena, end, bytes, alignment);
            if (at == NULL) {
                CHECK(bytes > largest || (end == OX_ARENA_HIGH && bytes + alignment > largest));
                break;
            }
            CHECK_EQ((uintptr_t)at & (alignment - 1), 0);
            CHECK(at >= block + 3 && at + bytes <= block + sizeof block);
        }
        size_t largest = ox_arena_largest(&arena, OX_ARENA_LOW, alignment);
        if (largest == 0) continue;
        CHECK(ox_arena_push_low(&arena, largest + 1, alignment) == NULL);
        CHECK(ox_arena_push_low(&arena, largest, alignment) != NULL);
    }
}

/* Random pushes and rollbacks against a plain model: blocks never overlap and keep their bytes, and the figures add
 * up. */
TEST(memory_arena_behaves_as_its_model) {
    enum { PIECES = 64 };
    struct {
        uint8_t *at;
        size_t bytes;
        ox_mark before;
    } low[PIECES], high[PIECES];
    int lows = 0, highs = 0;
    uint32_t seed = 1234567;
    size_t peak = 0;
    ox_arena arena;
    ox_arena_init(&arena, block, sizeof block);
    arena.poison = OX_ARENA_POISON;
    for (int round = 0; round < 10000; round++) {
        uint32_t dice = next_random(&seed);
        bool at_low = (dice & 1u) != 0;
        int *count = at_low ? &lows : &highs;
        if ((dice & 6u) != 0 && *count < PIECES) {
            size_t bytes = 1 + (dice >> 8) % 300, alignment = (size_t)1 << ((dice >> 20) % 6);
            ox_mark before = ox_arena_mark(&arena, at_low ? OX_ARENA_LOW : OX_ARENA_HIGH);
            uint8_t *at = ox_arena_push(&arena, before.end, bytes, alignment);
            if (at == NULL) {
                CHECK(bytes + alignment > ox_arena_free(&arena));
                continue;
            }
            memset(at, at_low ? 0x11 + lows : 0x77 + highs, bytes);
            (at_low ? low : high)[*count].at = at;
            (at_low ? low : high)[*count].bytes = bytes;
            (at_low ? low : high)[(*count)++].before = before;
        } else if (*count > 0) {
            int to = (int)((dice >> 8) % (uint32_t)*count);
            CHECK(ox_arena_rollback(&arena, (at_low ? low : high)[to].before));
            *count = to;
        }
        if (ox_arena_used(&arena) > peak) peak = ox_arena_used(&arena);
        CHECK_EQ(ox_arena_peak(&arena), peak);
        CHECK_EQ(ox_arena_used(&arena) + ox_arena_free(&arena), sizeof block);
        for (int i = 0; i < lows; i++)
            CHECK(low[i].at[0] == 0x11 + i && low[i].at[low[i].bytes - 1] == 0x11 + i);
        for (int i = 0; i < highs; i++)
            CHECK(high[i].at[0] == 0x77 + i && high[i].at[high[i].bytes - 1] == 0x77 + i);
    }
}

TEST(memory_arena_fails_the_chosen_push) {
    for (uint32_t k = 1; k <= 5; k++) {
        ox_arena arena;
        ox_arena_init(&arena, block, sizeof block);
        ox_arena_fail_after(&arena, k);
        for (uint32_t i = 1; i <= 8; i++) {
            ox_mark mark = ox_arena_mark(&arena, OX_ARENA_LOW);
            void *at = ox_arena_push(&arena, (i & 1u) != 0 ? OX_ARENA_LOW : OX_ARENA_HIGH, 24, 8);
            CHECK_EQ(at == NULL, i == k);
            if (i == 4) CHECK(ox_arena_rollback(&arena, mark));
        }
        CHECK_EQ(arena.refused, 1);
        CHECK(arena.high != NULL); /* pushes take the fast path again */
    }
}

TEST(memory_arena_poisons_what_is_given_back) {
    ox_arena arena;
    ox_arena_init(&arena, block, 256);
    arena.poison = OX_ARENA_POISON;
    ox_mark low = ox_arena_mark(&arena, OX_ARENA_LOW), high = ox_arena_mark(&arena, OX_ARENA_HIGH);
    uint8_t *a = ox_arena_push_zero(&arena, OX_ARENA_LOW, 32, 1),
            *b = ox_arena_push_zero(&arena, OX_ARENA_HIGH, 32, 1);
    CHECK(a[0] == 0 && b[31] == 0);
    ox_arena_rollback(&arena, low);
    ox_arena_rollback(&arena, high);
    CHECK(a[0] == OX_ARENA_POISON && a[31] == OX_ARENA_POISON && b[0] == OX_ARENA_POISON &&
          b[31] == OX_ARENA_POISON);
}

/* ---- frame memory ---- */

TEST(memory_frame_double_lives_two_frames) {
    ox_arena arena;
    ox_frame_memory frame;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(ox_frame_memory_init(&frame, &arena, 100, 2));
    CHECK_EQ(ox_arena_used(&arena), 208);
    frame.arena.poison = OX_FILL_EXPIRED;
    uint8_t *before = NULL, *last = NULL;
    for (int i = 0; i < 1000; i++) {
        ox_frame_memory_begin(&frame);
        CHECK_EQ(ox_frame_memory_used(&frame), 0);
        if (before != NULL) CHECK(before[0] == OX_FILL_EXPIRED && before[63] == OX_FILL_EXPIRED);
        if (last != NULL) CHECK(last[0] == (uint8_t)(i - 1) && last[63] == (uint8_t)(i - 1));
        before = last;
        last = ox_frame_memory_push(&frame, 64, 4);
        memset(last, i, 64);
        CHECK(ox_frame_memory_push(&frame, 64, 4) == NULL);
    }
    CHECK_EQ(ox_frame_memory_refused(&frame), 1000);
    CHECK_EQ(ox_frame_memory_peak(&frame), 64);
}

TEST(memory_frame_single_starts_over_every_frame) {
    ox_arena arena;
    ox_frame_memory frame;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(!ox_frame_memory_init(&frame, &arena, sizeof block + 1, 1));
    CHECK(!ox_frame_memory_init(&frame, &arena, SIZE_MAX, 2));
    CHECK(!ox_frame_memory_init(&frame, &arena, 0, 1));
    CHECK(!ox_frame_memory_init(&frame, &arena, 8, 3));
    CHECK(ox_frame_memory_init(&frame, &arena, 128, 1));
    ox_frame_memory_begin(&frame);
    void *first = ox_frame_memory_push(&frame, 3, 1);
    CHECK_EQ((uintptr_t)ox_frame_memory_push(&frame, 16, 16) & 15u, 0);
    size_t mark = ox_frame_memory_mark(&frame);
    CHECK(ox_frame_memory_push(&frame, 50, 1) != NULL);
    CHECK(ox_frame_memory_rollback(&frame, mark));
    CHECK(!ox_frame_memory_rollback(&frame, mark + 1));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_frame_memory_used(&frame), mark);
    ox_frame_memory_begin(&frame);
    CHECK(ox_frame_memory_push(&frame, 128, 8) == first);
    CHECK(ox_frame_memory_push(&frame, 1, 1) == NULL);
    CHECK_EQ(ox_frame_memory_peak(&frame), 128);
    ox_frame_memory_begin(&frame);
    ox_frame_memory_fail_after(&frame, 2);
    CHECK(ox_frame_memory_push(&frame, 8, 8) != NULL);
    CHECK(ox_frame_memory_push(&frame, 8, 8) == NULL);
    CHECK(ox_frame_memory_push(&frame, 8, 8) != NULL);
}

TEST(memory_frame_open_and_commit_write_without_copy) {
    ox_arena arena;
    ox_frame_memory frame;
    size_t room;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(ox_frame_memory_init(&frame, &arena, 256, 1));
    ox_frame_memory_begin(&frame);
    ox_frame_memory_push(&frame, 5, 1);
    uint8_t *open = ox_frame_memory_open(&frame, &room, 8);
    CHECK_EQ((uintptr_t)open & 7u, 0);
    CHECK_EQ(room, 248);
    ox_frame_memory_commit(&frame, open, 249); /* more bytes than the frame has: no commit */
    CHECK_EQ(ox_frame_memory_used(&frame), 5);
    ox_frame_memory_commit(&frame, open, 100);
    CHECK_EQ(ox_frame_memory_used(&frame), 108);
    CHECK(ox_frame_memory_push(&frame, 148, 1) == open + 100);
    CHECK(ox_frame_memory_open(&frame, &room, 8) == NULL);
    CHECK_EQ(room, 0);
}

/* Worked examples: offsets of a stack of 64 bytes and of a double-ended one of 1,024. */
TEST(memory_arena_worked_examples) {
    ox_arena arena;
    ox_mark mark, first, third;
    ox_arena_init(&arena, block, 64);
    CHECK(ox_arena_push_low(&arena, 10, 8) == block);
    CHECK(ox_arena_push_low(&arena, 20, 8) == block + 16);
    mark = ox_arena_mark(&arena, OX_ARENA_LOW);
    CHECK(ox_arena_push_low(&arena, 8, 8) == block + 40);
    CHECK(ox_arena_rollback(&arena, mark));
    CHECK(ox_arena_push_low(&arena, 4, 8) == block + 40);
    CHECK(ox_arena_push_low(&arena, 17, 8) == NULL);
    CHECK(ox_arena_push_low(&arena, 16, 8) == block + 48);
    CHECK_EQ(ox_arena_free(&arena), 0);

    ox_arena_init(&arena, block, 1024);
    CHECK(ox_arena_push_low(&arena, 20, 16) == block);
    CHECK(ox_arena_push_high(&arena, 100, 16) == block + 912);
    CHECK(ox_arena_push_low(&arena, 1, 16) == block + 32);
    CHECK(ox_arena_push_low(&arena, 865, 16) == NULL);
    CHECK(ox_arena_push_low(&arena, 864, 16) == block + 48);
    CHECK(ox_arena_push_low(&arena, 1, 16) == NULL);
    CHECK(ox_arena_push_high(&arena, 1, 16) == NULL);

    ox_arena_init(&arena, block, 1000);
    CHECK(ox_arena_push_low(&arena, 900, 1) !=
          NULL); /* nine tenths below, one tenth above, and no byte between */
    CHECK(ox_arena_push_high(&arena, 100, 1) != NULL);
    CHECK(ox_arena_push_low(&arena, 1, 1) == NULL);
    CHECK(ox_arena_push_high(&arena, 1, 1) == NULL);

    ox_arena_init(&arena, block, 256);
    first = ox_arena_mark(&arena, OX_ARENA_LOW);
    CHECK(ox_arena_push_low(&arena, 32, 8) != NULL);
    (void)ox_arena_mark(&arena, OX_ARENA_LOW);
    CHECK(ox_arena_push_low(&arena, 32, 8) != NULL);
    third = ox_arena_mark(&arena, OX_ARENA_LOW);
    CHECK(ox_arena_push_low(&arena, 32, 8) != NULL);
    CHECK(ox_arena_rollback(&arena, third));
    CHECK(ox_arena_rollback(&arena, first));
    CHECK_EQ(ox_arena_used(&arena), 0);
}

TEST(memory_arena_opens_once) {
    ox_arena arena;
    memset(&arena, 0, sizeof arena);
    ox_arena_close(&arena);
    CHECK_EQ(ox_arena_open(&arena, NULL, 64), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_arena_open(&arena, block, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_arena_open(&arena, block, 64), OX_OK);
    CHECK_EQ(ox_arena_open(&arena, block, 64), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(ox_arena_push_low(&arena, 64, 8) == block);
    CHECK(ox_arena_holds(&arena, block) && ox_arena_holds(&arena, block + 63) &&
          !ox_arena_holds(&arena, block + 64));
    ox_arena_close(&arena);
    ox_arena_close(&arena);
    CHECK(ox_arena_push_low(&arena, 1, 1) == NULL && ox_arena_push_high(&arena, 1, 1) == NULL);
    CHECK_EQ(ox_arena_open(&arena, block, 64), OX_OK);
}

/* Ten thousand short random sequences, each against offsets computed by a model. */
TEST(memory_arena_sequences_match_their_offsets) {
    uint32_t seed = 271828;
    for (int sequence = 0; sequence < 10000; sequence++) {
        ox_arena arena;
        size_t low = 0, high = 512;
        ox_arena_init(&arena, block, 512);
        for (int i = 0; i < 8; i++) {
            uint32_t dice = next_random(&seed);
            size_t bytes = 1 + (dice >> 4) % 160, alignment = (size_t)1 << ((dice >> 12) % 5);
            uint8_t *expected = NULL, *at;
            if ((dice & 1u) != 0) {
                size_t start = (low + alignment - 1) & ~(alignment - 1);
                if (start <= high && bytes <= high - start) {
                    expected = block + start;
                    low = start + bytes;
                }
                at = ox_arena_push_low(&arena, bytes, alignment);
            } else {
                size_t start = bytes > high ? 0 : (high - bytes) & ~(alignment - 1);
                if (bytes <= high && start >= low) {
                    expected = block + start;
                    high = start;
                }
                at = ox_arena_push_high(&arena, bytes, alignment);
            }
            if (at != expected || ox_arena_free(&arena) != high - low) CHECK_EQ(sequence, -1);
        }
    }
}

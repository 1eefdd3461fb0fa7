/* Tests of pools as bytes: handles stay valid after a restore, and damaged bytes are refused. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/bytes/pool.h"
#include "tests/test.h"

enum { SLOTS = 13, IMAGE = 4 + 4 * SLOTS };

typedef struct shelf {
    ox_pool pool;
    uint32_t memory[OX_POOL_ROOM(8, SLOTS) / 4];
} shelf;

/* Takes and gives back objects at random; the same dice play alike on any number of pools. */
static void play(shelf *s, rng32 *dice, int turns, ox_handle *last) {
    for (int i = 0; i < turns; i++) {
        void *object = ox_pool_at(&s->pool, rng_below(dice, SLOTS));
        if (object != NULL)
            (void)ox_pool_give(&s->pool, object);
        else
            (void)!ox_pool_take(&s->pool, last);
    }
}

TEST(memory_pool_bytes_keep_every_handle) {
    static shelf s, other;
    static uint8_t image[IMAGE];
    ox_handle handle = OX_HANDLE_NONE, same = OX_HANDLE_NONE;
    ox_pool_init_in(&s.pool, s.memory, 8, SLOTS);
    ox_pool_init_in(&other.pool, other.memory, 8, SLOTS);
    rng32 dice = rng32_seed(3, 7);
    play(&s, &dice, 400, &handle);
    CHECK(ox_pool_used(&s.pool) > 2 && ox_pool_used(&s.pool) < s.pool.fresh);
    ox_writer to = ox_writer_bytes(image, sizeof image);
    ox_pool_save(&s.pool, &to);
    CHECK(!to.full && to.used == 4 + 2 * (2 * s.pool.fresh - ox_pool_used(&s.pool)));
    ox_reader from = ox_reader_bytes(image, to.used);
    CHECK(ox_pool_restore(&other.pool, &from) == OX_OK && from.used == to.used);
    CHECK_EQ(ox_pool_used(&other.pool), ox_pool_used(&s.pool));
    for (uint32_t i = 0; i < SLOTS; i++) {
        CHECK_EQ(ox_pool_handle(&other.pool, other.memory + 2 * i).bits,
                 ox_pool_handle(&s.pool, s.memory + 2 * i).bits);
    }
    rng32 twin = dice;
    play(&s, &dice, 100, &handle);
    play(&other, &twin, 100, &same);
    CHECK(handle.bits != 0 && handle.bits == same.bits);
}

TEST(memory_pool_bytes_are_not_trusted) {
    static shelf s, other;
    static uint8_t image[IMAGE], full[IMAGE];
    ox_handle handle = OX_HANDLE_NONE;
    ox_pool_init_in(&s.pool, s.memory, 8, SLOTS);
    ox_pool_init_in(&other.pool, other.memory, 8, SLOTS);
    rng32 dice = rng32_seed(5, 7);
    play(&s, &dice, 300, &handle);
    ox_writer to = ox_writer_bytes(image, sizeof image);
    ox_pool_save(&s.pool, &to);
    for (size_t cut = 0; cut < to.used; cut++) {
        ox_reader from = ox_reader_bytes(image, cut);
        CHECK_EQ(ox_pool_restore(&other.pool, &from), OX_BAD_DATA);
        CHECK(ox_pool_used(&other.pool) == 0 && ox_pool_is_sound(&other.pool));
    }
    for (size_t i = 0; i < to.used * 8; i++) { /* with any bit wrong a pool is refused, or works */
        memcpy(full, image, sizeof full);
        full[i / 8] ^= (uint8_t)(1u << i % 8);
        ox_reader from = ox_reader_bytes(full, to.used);
        (void)!ox_pool_restore(&other.pool, &from);
        CHECK(ox_pool_is_sound(&other.pool));
        rng32 wild = dice;
        play(&other, &wild, 40, &handle);
        CHECK(ox_pool_is_sound(&other.pool));
    }
    /* The image names its first idle slot once more as its last. */
    const uint32_t idle = s.pool.fresh - ox_pool_used(&s.pool);
    CHECK(idle > 1);
    memcpy(image + to.used - 2, image + to.used - 2 * idle, 2);
    ox_reader from = ox_reader_bytes(image, to.used);
    CHECK_EQ(ox_pool_restore(&other.pool, &from), OX_BAD_DATA);
}

TEST(memory_pool_without_slots_refuses) {
    ox_pool pool;
    uint8_t image[4];
    ox_pool_init_in(&pool, NULL, 8, 0);
    CHECK_EQ((uintptr_t)(ox_pool_take)(&pool, NULL), 0);
    CHECK_EQ(pool.refused, 1);
    ox_writer to = ox_writer_bytes(image, sizeof image);
    ox_pool_save(&pool, &to);
    ox_reader from = ox_reader_bytes(image, to.used);
    CHECK(ox_pool_restore(&pool, &from) == OX_OK && ox_pool_used(&pool) == 0);
}

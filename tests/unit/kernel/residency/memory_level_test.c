/* Tests of level memory: rollback, ping-pong with packed levels, chunks and their tails, reservation,
 * windows. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/residency/chunk.h"
#include "kernel/residency/level.h"
#include "kernel/residency/reserve.h"
#include "kernel/residency/window.h"
#include "tests/test.h"

static _Alignas(16) uint8_t memory[32 * 1024];
static ox_arena arena;

static uint32_t hash_of(const uint8_t *bytes, size_t count) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

static void fill(uint8_t *bytes, size_t count, uint32_t seed) {
    for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)(seed + i / 5 * 3);
}

/* ---- levels ---- */

TEST(memory_level_rolls_back_a_thousand_times) {
    ox_level_memory level;
    rng32 random = rng32_seed(24, 1);
    size_t largest = 0;
    ox_arena_init(&arena, memory, sizeof memory);
    uint8_t *resident = ox_arena_push_low(&arena, 5000, 8);
    fill(resident, 5000, 9);
    uint32_t before = hash_of(resident, 5000), wrong = 0;
    CHECK_EQ(ox_level_open(&level, &arena, 0), OX_OK);
    size_t start = ox_arena_used(&arena);
    for (int i = 0; i < 1000; i++) {
        for (uint32_t pieces = 1 + rng_below(&random, 9); pieces > 0; pieces--) {
            uint32_t bytes = 1 + rng_below(&random, 3500);
            uint8_t *piece = ox_arena_push_low(&arena, bytes, 8);
            if (piece != NULL) memset(piece, i, bytes);
        }
        if (ox_arena_used(&arena) > largest) largest = ox_arena_used(&arena);
        wrong += ox_level_end(&level) != OX_OK || ox_arena_used(&arena) != start;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(ox_arena_peak(&arena), largest); /* the resident bytes and the largest level */
    CHECK_EQ(hash_of(resident, 5000), before);
    CHECK_EQ(ox_level_room(&level), sizeof memory - start);

    ox_mark below = {8, OX_ARENA_LOW};
    CHECK_EQ(test_assertions(), 0);
    if (!OX_DEBUG) { /* debug builds refuse such a mark earlier */
        CHECK(ox_arena_rollback(&arena, below));
        CHECK_EQ(ox_level_end(&level), OX_BAD_STATE);
    }
}

TEST(memory_level_lobby_outlives_levels) {
    ox_level_memory level;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_level_open(&level, &arena, 1001), OX_OK);
    CHECK_EQ(level.lobby.size, 1001);
    uint8_t *bench = ox_arena_push_low(&level.lobby, 900, 8);
    CHECK(bench != NULL && ox_arena_push_low(&level.lobby, 200, 8) == NULL);
    fill(bench, 900, 3);
    uint32_t before = hash_of(bench, 900);
    for (int i = 0; i < 20; i++) { /* the large part is replaced */
        size_t bytes = ox_arena_largest(&arena, OX_ARENA_LOW, 8);
        uint8_t *large = ox_arena_push_low(&arena, bytes > 64 ? bytes - 64 : bytes, 8);
        CHECK(large != NULL && large > bench + 900);
        memset(large, i, bytes - 64);
        CHECK_EQ(ox_level_end(&level), OX_OK);
    }
    CHECK_EQ(hash_of(bench, 900), before);
    ox_arena_clear(&level.lobby); /* the lobby is cleared when the player has left it */
    CHECK(ox_arena_push_low(&level.lobby, 1000, 8) != NULL);
    ox_arena_init(&arena, memory, 64);
    CHECK_EQ(ox_level_open(&level, &arena, 65), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_level_open(&level, &arena, SIZE_MAX), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), 0);
}

/* Packs in the simplest way: pairs of count and byte. */
static size_t pack(const uint8_t *from, size_t count, uint8_t *to) {
    size_t packed = 0;
    for (size_t i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && run < 255 && from[i + run] == from[i];) run++;
        to[packed++] = (uint8_t)run;
        to[packed++] = from[i];
    }
    return packed;
}

typedef struct unpacker {
    uint32_t calls;
    bool fail, overlapped;
} unpacker;

static ox_status unpack(void *context, void *to, size_t bytes, const void *packed, size_t packed_bytes) {
    unpacker *u = context;
    const uint8_t *from = packed;
    uint8_t *out = to;
    size_t done = 0;
    u->calls++;
    u->overlapped |= out + bytes > from && from + packed_bytes > out;
    if (u->fail) return OX_BAD_DATA;
    for (size_t i = 0; i + 1 < packed_bytes; i += 2) {
        if (from[i] > bytes - done) return OX_BAD_DATA;
        memset(out + done, from[i + 1], from[i]);
        done += from[i];
    }
    return done == bytes ? OX_OK : OX_BAD_DATA;
}

enum { LEVEL_A = 14000, LEVEL_B = 9000 };

TEST(memory_level_ping_pong_a_hundred_times) {
    static uint8_t levels[2][LEVEL_A], packed[2][LEVEL_A];
    static const size_t sizes[2] = {LEVEL_A, LEVEL_B};
    size_t packed_sizes[2];
    ox_level_memory level;
    unpacker u = {0, false, false};
    uint32_t reads = 0, wrong = 0;
    for (uint32_t i = 0; i < 2; i++) {
        fill(levels[i], sizes[i], 100 * i);
        packed_sizes[i] = pack(levels[i], sizes[i], packed[i]);
        CHECK(packed_sizes[i] < sizes[i] / 2);
    }
    ox_arena_init(&arena, memory, sizeof memory);
    uint8_t *resident = ox_arena_push_low(&arena, 5000, 8);
    fill(resident, 5000, 1);
    CHECK_EQ(ox_level_open(&level, &arena, 0), OX_OK);
    size_t low = ox_arena_mark(&arena, OX_ARENA_LOW).used, high = ox_arena_mark(&arena, OX_ARENA_HIGH).used;
    for (uint32_t i = 0; i < 100; i++) {
        uint32_t next = i % 2;
        uint8_t *to = ox_level_stage(&level, packed_sizes[next]); /* the other level plays meanwhile */
        CHECK(to != NULL);
        /* the level is read piece by piece, over many frames */
        for (size_t at = 0; at < packed_sizes[next]; at += 1000) {
            size_t bytes = packed_sizes[next] - at < 1000 ? packed_sizes[next] - at : 1000;
            memcpy(to + at, packed[next] + at, bytes);
            reads++;
        }
        uint32_t reads_before = reads;
        void *data;
        CHECK_EQ(ox_level_change(&level, sizes[next], unpack, &u, &data), OX_OK);
        wrong += reads != reads_before; /* the change itself reads no bytes */
        wrong += hash_of(data, sizes[next]) != hash_of(levels[next], sizes[next]);
        wrong += (uint8_t *)data != memory + low || ox_arena_mark(&arena, OX_ARENA_HIGH).used != high;
        wrong += level.packed != NULL;
    }
    CHECK_EQ(wrong, 0);
    CHECK(!u.overlapped);
    CHECK_EQ(u.calls, 100);
    CHECK_EQ(level.changes, 100);
    CHECK_EQ(ox_level_end(&level), OX_OK);
    CHECK_EQ(ox_arena_mark(&arena, OX_ARENA_LOW).used, low);
    CHECK_EQ(hash_of(resident, 5000), (fill(levels[0], 5000, 1), hash_of(levels[0], 5000)));
}

TEST(memory_level_change_is_checked_before_it_starts) {
    static uint8_t packed[64];
    ox_level_memory level;
    unpacker u = {0, false, false};
    void *data;
    ox_arena_init(&arena, memory, 4096);
    CHECK_EQ(ox_level_open(&level, &arena, 0), OX_OK);
    uint8_t *playing = ox_arena_push_low(&arena, 3000, 8);
    fill(playing, 3000, 5);
    uint32_t before = hash_of(playing, 3000);
    CHECK(ox_level_stage(&level, 2000) == NULL); /* level A and the packed B do not fit together */
    uint8_t *to = ox_level_stage(&level, 64);
    CHECK(to != NULL);
    fill(packed, 20, 1);
    size_t packed_bytes = pack(packed, 20, to);
    level.packed_bytes = packed_bytes;
    size_t used = ox_arena_used(&arena), room = ox_level_room(&level);
    CHECK(room <= 4096 - 64 - 8);
    CHECK_EQ(ox_level_change(&level, room + 1, unpack, &u, &data),
             OX_OUT_OF_MEMORY); /* the level would overlap the packed one */
    CHECK_EQ(ox_level_change(&level, SIZE_MAX, unpack, &u, &data), OX_OUT_OF_MEMORY);
    CHECK_EQ(u.calls, 0);
    CHECK_EQ(ox_arena_used(&arena), used);
    CHECK_EQ(hash_of(playing, 3000), before); /* level A still plays */
    u.fail = true;
    CHECK_EQ(ox_level_change(&level, 20, unpack, &u, &data), OX_BAD_DATA);
    CHECK(data == NULL && level.packed == NULL);
    CHECK_EQ(ox_arena_mark(&arena, OX_ARENA_LOW).used, level.start.used);
    CHECK_EQ(ox_arena_mark(&arena, OX_ARENA_HIGH).used, level.top.used);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_level_change(&level, 20, unpack, &u, &data), OX_BAD_STATE); /* no level is staged */
    CHECK(ox_level_stage(&level, 100) != NULL);
    CHECK(ox_level_stage(&level, 100) == NULL); /* one level is staged at a time */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    ox_level_drop(&level);
    CHECK_EQ(ox_arena_mark(&arena, OX_ARENA_HIGH).used, level.top.used);
}

/* ---- chunks ---- */

enum { CHUNK = 512, CHUNKS = 40 };

typedef struct file {
    uint32_t seed, bytes, reads, fail_at;
} file;

static uint8_t file_byte(const file *f, uint32_t at) {
    return (uint8_t)(f->seed * 31u + at * 7u + at / 256u);
}

static ox_status read_file(void *context, uint32_t index, void *to, uint32_t bytes) {
    file *f = context;
    uint8_t *out = to;
    if (f->reads++ == f->fail_at) return OX_IO_ERROR;
    for (uint32_t i = 0; i < bytes; i++) out[i] = file_byte(f, index * CHUNK + i);
    return OX_OK;
}

static void make_chunks(ox_chunks *chunks) {
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_chunks_init(chunks, &arena, CHUNK, CHUNKS), OX_OK);
    chunks->poison = true;
}

/* Counts bytes of the file found in the level's chunks, full chunks first. */
static uint32_t matching(const ox_chunk_level *level, const file *f) {
    uint32_t right = 0, at = 0;
    for (int list = 0; list < 2; list++) {
        uint16_t i = list == 0 ? level->full.first : level->tails.first;
        for (; i != 0xFFFF; i = level->chunks->next[i]) {
            const uint8_t *chunk = ox_pool_at(&level->chunks->pool, i);
            for (uint32_t k = 0; k < CHUNK && at < f->bytes; k++, at++) right += chunk[k] == file_byte(f, at);
        }
    }
    return right;
}

TEST(memory_chunk_levels_come_and_go_in_any_order) {
    ox_chunks chunks;
    ox_chunk_level levels[3];
    file files[3];
    uint32_t expected[3] = {0, 0, 0}, wrong = 0, refusals = 0, most_waste = 0;
    rng32 random = rng32_seed(25, 1);
    make_chunks(&chunks);
    for (int i = 0; i < 3; i++) ox_chunk_level_init(&levels[i], &chunks);
    for (int cycle = 0; cycle < 1000; cycle++) {
        uint32_t i = rng_below(&random, 3);
        if (expected[i] != 0) {
            wrong += matching(&levels[i], &files[i]) != files[i].bytes;
            ox_chunk_unload(&levels[i]);
            expected[i] = 0;
        } else {
            files[i] = (file){(uint32_t)cycle, 1 + rng_below(&random, 20 * CHUNK), 0, UINT32_MAX};
            uint32_t need = (files[i].bytes + CHUNK - 1) / CHUNK, open = CHUNKS - ox_pool_used(&chunks.pool);
            ox_status status = ox_chunk_load(&levels[i], files[i].bytes, read_file, &files[i]);
            wrong += status != (need <= open ? OX_OK : OX_OUT_OF_MEMORY);
            refusals += status != OX_OK;
            if (status == OX_OK) {
                expected[i] = need;
                wrong += ox_chunk_waste(&levels[i]) != need * CHUNK - files[i].bytes;
                if (ox_chunk_waste(&levels[i]) > most_waste) most_waste = ox_chunk_waste(&levels[i]);
            }
        }
        /* the other levels keep their chunks */
        for (int k = 0; k < 3; k++) wrong += levels[k].count != expected[k];
        wrong += ox_pool_used(&chunks.pool) != expected[0] + expected[1] + expected[2];
    }
    for (int i = 0; i < 3; i++) ox_chunk_unload(&levels[i]);
    CHECK_EQ(wrong, 0);
    CHECK_EQ(ox_pool_used(&chunks.pool), 0);
    CHECK(refusals > 0 && most_waste > CHUNK / 2 && most_waste < CHUNK);
}

TEST(memory_chunk_loading_is_whole_or_nothing) {
    ox_chunks chunks;
    ox_chunk_level level;
    file first = {1, 3 * CHUNK + 100, 0, UINT32_MAX};
    make_chunks(&chunks);
    ox_chunk_level_init(&level, &chunks);
    CHECK_EQ(ox_chunk_load(&level, first.bytes, read_file, &first), OX_OK);
    ox_chunk_level before = level;
    for (uint32_t fail_at = 0; fail_at < 6; fail_at++) {
        file second = {2, 5 * CHUNK + 1, 0, fail_at};
        CHECK_EQ(ox_chunk_load(&level, second.bytes, read_file, &second), OX_IO_ERROR);
        CHECK_EQ(second.reads, fail_at + 1);
        CHECK_EQ(ox_pool_used(&chunks.pool), 4);
        CHECK_EQ(memcmp(&level, &before, sizeof level), 0);
        CHECK_EQ(matching(&level, &first), first.bytes);
    }
    file large = {3, 37 * CHUNK, 0, UINT32_MAX};
    CHECK_EQ(ox_chunk_load(&level, large.bytes, read_file, &large), OX_OUT_OF_MEMORY);
    CHECK_EQ(large.reads, 0); /* the size is known before the first read */
    large.bytes = 36 * CHUNK;
    CHECK_EQ(ox_chunk_load(&level, large.bytes, read_file, &large), OX_OK);
    CHECK(ox_chunk_add(&level, 10) == NULL);
    CHECK_EQ(level.refused, 2);
    ox_chunk_unload(&level);
    CHECK_EQ(test_assertions(), 0);
    CHECK(ox_chunk_add(&level, 0) == NULL && ox_chunk_add(&level, CHUNK + 1) == NULL);
    CHECK_EQ(ox_chunk_load(&level, 0, read_file, &large), OX_BAD_ARGUMENT);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    CHECK_EQ(ox_pool_used(&chunks.pool), 0);
}

TEST(memory_chunk_tails_belong_to_their_level) {
    ox_chunks chunks;
    ox_chunk_level a, b;
    file fa = {1, 2 * CHUNK + 301, 0, UINT32_MAX}, fa2 = {5, 450, 0, UINT32_MAX}, fb = {2, 40, 0, UINT32_MAX};
    make_chunks(&chunks);
    ox_chunk_level_init(&a, &chunks);
    ox_chunk_level_init(&b, &chunks);
    CHECK_EQ(ox_chunk_load(&a, fa.bytes, read_file, &fa), OX_OK);
    CHECK_EQ(ox_chunk_load(&a, fa2.bytes, read_file, &fa2), OX_OK);
    CHECK_EQ(ox_chunk_load(&b, fb.bytes, read_file, &fb), OX_OK);
    CHECK_EQ(ox_chunk_waste(&a), 211 + 62);
    uint32_t *one = ox_chunk_tail(&a, 100, 4); /* at 304 of the first tail */
    uint8_t *two = ox_chunk_tail(&a, 108, 4), *three = ox_chunk_tail(&a, 60, 1),
            *four = ox_chunk_tail(&a, 3, 1);
    CHECK(one != NULL && (uintptr_t)one % 4 == 0);
    CHECK(two == (uint8_t *)one + 100); /* the tail is used to its last byte: 304 + 100 + 108 = 512 */
    /* the block lies in the next tail */
    CHECK(three != NULL && ((three < (uint8_t *)one - 304) || three > two));
    CHECK(four == NULL); /* the tail with room is b's, not a's */
    CHECK_EQ(a.refused, 1);
    CHECK_EQ(a.recovered, 268);
    CHECK_EQ(a.padding, 3);
    CHECK_EQ(ox_chunk_waste(&a), 211 + 62 - 268); /* 3 bytes of alignment and 2 bytes left */
    uint8_t *other = ox_chunk_tail(&b, 400, 8);
    CHECK(other != NULL);
    memset(two, 0x5A, 108);
    memset(other, 0x5B, 400);
    ox_chunk_unload(&a);
    CHECK_EQ(two[50], OX_ARENA_POISON); /* the tail was given back with its level */
    CHECK(other[0] == 0x5B && other[399] == 0x5B);
    CHECK(ox_chunk_tail(&a, 4, 4) == NULL); /* the level has no list any more */
    CHECK_EQ(matching(&b, &fb), 40);
    CHECK_EQ(test_assertions(), 0);
    CHECK(ox_chunk_tail(&b, 4, 3) == NULL && ox_chunk_tail(&b, 0, 4) == NULL &&
          ox_chunk_tail(&b, 4, 16) == NULL);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    ox_chunk_unload(&b);
}

/* Random loads and tails against sums of a model. */
TEST(memory_chunk_random_tails_equal_a_plain_model) {
    ox_chunks chunks;
    ox_chunk_level levels[2];
    uint32_t rooms[2][CHUNKS], counts[2] = {0, 0}, wrong = 0, given = 0;
    rng32 random = rng32_seed(26, 1);
    make_chunks(&chunks);
    for (int i = 0; i < 2; i++) ox_chunk_level_init(&levels[i], &chunks);
    for (int operation = 0; operation < 10000; operation++) {
        uint32_t i = rng_below(&random, 2), choice = rng_below(&random, 40);
        if (choice == 0) {
            ox_chunk_unload(&levels[i]);
            counts[i] = 0;
        } else if (choice < 8) {
            uint32_t bytes = CHUNK - rng_below(&random, 200);
            bool open = ox_pool_used(&chunks.pool) < CHUNKS;
            wrong += (ox_chunk_add(&levels[i], bytes) != NULL) != open;
            if (open) rooms[i][counts[i]++] = CHUNK - bytes;
        } else { /* the first tail with room, in loading order */
            uint32_t bytes = 1 + rng_below(&random, 60), k = 0;
            while (k < counts[i] && rooms[i][k] < bytes) k++;
            wrong += (ox_chunk_tail(&levels[i], bytes, 1) != NULL) != (k < counts[i]);
            if (k < counts[i]) rooms[i][k] -= bytes;
            given += k < counts[i];
        }
        uint32_t left = 0;
        for (uint32_t k = 0; k < counts[i]; k++) left += rooms[i][k];
        wrong += ox_chunk_waste(&levels[i]) != left;
        wrong += ox_pool_used(&chunks.pool) != counts[0] + counts[1];
    }
    CHECK_EQ(wrong, 0);
    CHECK(given > 2000);
}

TEST(memory_chunk_plan_for_the_packer) {
    static const uint32_t sizes[] = {100, 400, 13, 200, 512, 1, 512}, large[] = {100, 512, 513, 7},
                          none[] = {5, 0};
    ox_chunk_plan plan;
    ox_chunks chunks;
    CHECK_EQ(ox_chunk_plan_of(sizes, 7, 512, &plan), OX_OK);
    CHECK_EQ(plan.chunks, 5); /* 100 + 400 | 13 + 200 | 512 | 1 | 512 */
    CHECK_EQ(plan.last, 512);
    CHECK_EQ(plan.waste, 5 * 512 - 1738);
    CHECK_EQ(ox_chunk_plan_of(large, 4, 512, &plan), OX_BAD_DATA);
    CHECK_EQ(plan.too_large, 2);
    CHECK_EQ(ox_chunk_plan_of(none, 2, 512, &plan), OX_BAD_DATA);
    CHECK_EQ(plan.too_large, 1);
    CHECK_EQ(ox_chunk_plan_of(sizes, 0, 512, &plan), OX_OK);
    CHECK_EQ(plan.chunks, 0);
    ox_arena_init(&arena, memory, 4096);
    CHECK_EQ(ox_chunks_init(&chunks, &arena, 32, 4), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_chunks_init(&chunks, &arena, 100, 4), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_chunks_init(&chunks, &arena, 32776, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_chunks_init(&chunks, &arena, 512, 8), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), 0);
}

/* ---- reservation ---- */

enum { ITEMS = 64 };

typedef struct cache {
    ox_reserve_account account;
    uint32_t bytes[ITEMS], age[ITEMS], now; /* bytes 0: the item is not there */
    bool locked[ITEMS];
    uint32_t evictions;
} cache;

/* Evicts in the owner's order: least recently used first. */
static size_t evict_oldest(void *context) {
    cache *c = context;
    uint32_t oldest = ITEMS;
    for (uint32_t i = 0; i < ITEMS; i++) {
        if (c->bytes[i] != 0 && !c->locked[i] && (oldest == ITEMS || c->age[i] < c->age[oldest])) oldest = i;
    }
    if (oldest == ITEMS) return 0;
    size_t bytes = c->bytes[oldest];
    c->bytes[oldest] = 0;
    c->evictions++;
    return bytes;
}

TEST(memory_reserve_makes_room_before_the_load) {
    cache c;
    memset(&c, 0, sizeof c);
    ox_reserve_init(&c.account, 1000, evict_oldest, &c);
    for (uint32_t i = 0; i < 4; i++) {
        CHECK(ox_reserve(&c.account, 250));
        CHECK_EQ(ox_reserve_insert(&c.account, 250, i < 2), OX_OK);
        c.bytes[i] = 250;
        c.locked[i] = i < 2;
        c.age[i] = c.now++;
    }
    CHECK_EQ(ox_reserve_free(&c.account), 0);
    /* 500 bytes are unlocked: the request is refused, and no item evicted */
    CHECK(!ox_reserve(&c.account, 501));
    CHECK_EQ(c.evictions, 0);
    CHECK(ox_reserve(&c.account, 300));
    CHECK_EQ(c.evictions, 2);
    CHECK_EQ(ox_reserve_free(&c.account), 200);
    CHECK(!ox_reserve(&c.account, 201)); /* reserved bytes count as used */
    CHECK_EQ(ox_reserve_insert(&c.account, 200, false), OX_OK);
    CHECK_EQ(ox_reserve_insert(&c.account, 100, false), OX_OK); /* a reservation is filled in pieces */
    ox_reserve_lock(&c.account, 300);
    CHECK(!ox_reserve(&c.account, 201)); /* all bytes are locked */
    ox_reserve_unlock(&c.account, 300);
    ox_reserve_remove(&c.account, 200, false);
    CHECK(ox_reserve(&c.account, 400));
    ox_reserve_cancel(&c.account, 400);
    CHECK_EQ(ox_reserve_free(&c.account), 400);
    CHECK_EQ(c.account.refused, 3);
    CHECK_EQ(c.account.peak, 1000);
    CHECK_EQ(test_assertions(), 0);
    /* a reservation cannot be overdrawn */
    CHECK_EQ(ox_reserve_insert(&c.account, 401, false), OX_OVER_BUDGET);
    CHECK_EQ(c.account.used, 600);
    ox_reserve_lock(&c.account, 101);
    ox_reserve_unlock(&c.account, 501);
    ox_reserve_cancel(&c.account, 1);
    ox_reserve_remove(&c.account, 101, false); /* only the 100 bytes in use are taken off */
    CHECK_EQ(c.account.used, 500);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 5 : 0);
    ox_reserve_init(&c.account, 10, NULL, NULL);
    CHECK(!ox_reserve(&c.account, 11) && ox_reserve(&c.account, 10));
}

TEST(memory_reserve_large_working_set_never_exceeds) {
    static cache c;
    rng32 random = rng32_seed(27, 1);
    uint32_t wrong = 0, refused = 0, kept = 0;
    memset(&c, 0, sizeof c);
    ox_reserve_init(&c.account, 4000, evict_oldest, &c);
    for (int step = 0; step < 10000; step++) {
        uint32_t i = rng_below(&random, ITEMS),
                 size = 100 + mix32(i) % 301; /* 64 items of 250: four times the budget */
        c.age[i] = c.now++;
        if (c.bytes[i] != 0) {
            kept++;
            if (rng_below(&random, 4) == 0) {
                c.locked[i] = !c.locked[i];
                if (c.locked[i])
                    ox_reserve_lock(&c.account, size);
                else
                    ox_reserve_unlock(&c.account, size);
            }
            continue;
        }
        uint32_t locked = 0, there = 0, evictions = c.evictions;
        for (int k = 0; k < ITEMS; k++) locked += c.locked[k] ? c.bytes[k] : 0;
        bool possible = locked + size <= 4000;
        bool granted = ox_reserve(&c.account, size);
        wrong += granted != possible || (!granted && c.evictions != evictions);
        refused += !granted;
        if (granted) {
            wrong += ox_reserve_insert(&c.account, size, false) != OX_OK;
            c.bytes[i] = size;
            c.locked[i] = false;
        }
        for (int k = 0; k < ITEMS; k++) there += c.bytes[k];
        wrong += there > 4000 || there != c.account.used || c.account.reserved != 0;
    }
    CHECK_EQ(wrong, 0);
    CHECK(c.evictions > 1000 && kept > 1000 && refused > 0);
    CHECK(c.account.peak <= 4000);
}

/* ---- windows ---- */

enum { SEGMENT = 64 };

/* Loads all wanted segments at once. */
static void load_wanted(ox_window *window) {
    uint32_t item;
    void *memory_of_item;
    while (ox_window_want(window, &item, &memory_of_item)) {
        memset(memory_of_item, (int)item, SEGMENT);
        CHECK_EQ(ox_window_loaded(window, item, true), OX_OK);
    }
}

/* Draws the segment under the cursor and, when it is about to come into sight, the one ahead. */
static uint32_t draw(ox_window *window, uint32_t item) {
    const uint8_t *segment = ox_window_get(window, item);
    return segment != NULL && segment[0] == item && segment[SEGMENT - 1] == item;
}

static void make_window(ox_window *window, const ox_window_link *links, uint32_t items, uint32_t slots,
                        uint32_t settle) {
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_window_init(window, &arena, &(ox_window_config){links, items, slots, SEGMENT, settle}),
             OX_OK);
    CHECK(ox_arena_used(&arena) <= slots * SEGMENT || OX_DEBUG); /* the peak is that of the slots */
}

TEST(memory_window_scrolls_without_a_gap) {
    ox_window window;
    uint32_t drawn = 0;
    make_window(&window, NULL, 20, 3, 2);
    load_wanted(&window);
    for (int pass = 0; pass < 4; pass++) { /* to the end and back, four steps in each segment */
        for (uint32_t step = 0; step < 20 * 4; step++) {
            uint32_t item = pass % 2 == 0 ? step / 4 : 19 - step / 4;
            ox_window_move(&window, item);
            drawn += draw(&window, item); /* the segment is drawn before this step loads */
            load_wanted(&window);
            CHECK(ox_window_resident(&window) <= 3);
        }
    }
    CHECK_EQ(drawn, 4 * 80);
    CHECK_EQ(window.stalls, 0);
    /* each segment once a pass, three of them still loaded at the turn */
    CHECK_EQ(window.loads, 20 + 3 * 17);
}

TEST(memory_window_turning_does_not_thrash) {
    for (uint32_t slots = 3; slots <= 4; slots++) {
        ox_window window;
        /* with four slots the spare one is enough */
        make_window(&window, NULL, 20, slots, slots == 3 ? 2 : 0);
        load_wanted(&window);
        for (uint32_t item = 0; item <= 10; item++) {
            ox_window_move(&window, item);
            load_wanted(&window);
        }
        uint32_t loads = window.loads, drawn = 0;
        for (uint32_t step = 0; step < 100; step++) {
            uint32_t item = 10 - step % 2;
            ox_window_move(&window, item);
            load_wanted(&window);
            drawn += draw(&window, item);
        }
        CHECK_EQ(drawn, 100);
        CHECK(window.loads - loads <= (slots == 3 ? 0 : 1));
        /* A turn that lasts: after the settling steps the segment on the new side is fetched. */
        for (int step = 0; step < 4; step++) {
            ox_window_move(&window, 9);
            load_wanted(&window);
        }
        CHECK_EQ(draw(&window, 8), 1);
    }
}

TEST(memory_window_stalls_instead_of_garbage) {
    ox_window window;
    uint32_t item;
    void *at;
    make_window(&window, NULL, 20, 3, 0);
    CHECK(ox_window_get(&window, 0) == NULL); /* no segment is loaded yet */
    CHECK_EQ(window.stalls, 1);
    CHECK(ox_window_want(&window, &item, &at) && item == 0);
    CHECK(ox_window_get(&window, 0) == NULL);             /* the load is under way */
    CHECK_EQ(ox_window_loaded(&window, 0, false), OX_OK); /* a failed load is wanted again */
    CHECK(ox_window_want(&window, &item, &at) && item == 0);
    CHECK_EQ(ox_window_loaded(&window, 0, true), OX_OK);
    CHECK(ox_window_get(&window, 0) == at);
    ox_window_move(&window, 15); /* the cursor jumps */
    CHECK(ox_window_get(&window, 15) == NULL);
    /* the segment under the cursor is wanted first */
    CHECK(ox_window_want(&window, &item, &at) && item == 15);
    CHECK(ox_window_want(&window, &item, &at) && item == 16);
    ox_window_move(&window, 3);
    CHECK(ox_window_want(&window, &item, &at) && item == 3); /* item 0 gives way; loads under way do not */
    CHECK(!ox_window_want(&window, &item, &at));
    CHECK_EQ(ox_window_loaded(&window, 16, true), OX_OK);
    CHECK(ox_window_want(&window, &item, &at) && item == 4);
    CHECK_EQ(window.failures, 1);
    CHECK_EQ(test_assertions(), 0);
    CHECK_EQ(ox_window_loaded(&window, 7, true), OX_NOT_FOUND);
    CHECK_EQ(ox_window_loaded(&window, 0xFFFF, true), OX_NOT_FOUND);
    ox_window_move(&window, 20);
    CHECK_EQ(window.cursor, 3);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    ox_window_clear(&window);
    CHECK_EQ(ox_window_resident(&window), 0);
}

/* Ten minutes of 8-bit sound at 22,050 a second in two blocks of 4 KB, from a device that serves 3 KB every
 * 4th frame. */
TEST(memory_window_streams_sound_from_two_blocks) {
    enum { BLOCK = 4096, RATE = 22050, FRAMES = 10 * 60 * 60, BLOCKS = RATE * 600 / BLOCK + 2 };
    ox_window window;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_window_init(&window, &arena, &(ox_window_config){NULL, BLOCKS, 2, BLOCK, 0}), OX_OK);
    uint32_t item, loading = OX_WINDOW_NONE, left = 0, underruns = 0, wrong = 0;
    void *at = NULL;
    while (ox_window_want(&window, &item, &at)) {
        memset(at, (int)item, BLOCK);
        wrong += ox_window_loaded(&window, item, true) != OX_OK;
    }
    for (uint32_t frame = 0; frame < FRAMES; frame++) {
        uint32_t playing = (uint32_t)((uint64_t)frame * RATE / 60 / BLOCK);
        ox_window_move(&window, playing);
        const uint8_t *block = ox_window_get(&window, playing);
        if (block == NULL)
            underruns++;
        else
            wrong += block[frame % BLOCK] != (uint8_t)playing;
        if (loading == OX_WINDOW_NONE && ox_window_want(&window, &loading, &at)) left = BLOCK;
        if (loading == OX_WINDOW_NONE || frame % 4 != 0) continue;
        uint32_t piece = left < 3072 ? left : 3072;
        memset((uint8_t *)at + BLOCK - left, (int)loading, piece);
        left -= piece;
        if (left != 0) continue;
        wrong += ox_window_loaded(&window, loading, true) != OX_OK;
        loading = OX_WINDOW_NONE;
    }
    CHECK_EQ(underruns, 0);
    CHECK_EQ(wrong, 0);
    CHECK_EQ(window.stalls, 0);
    CHECK(window.loads >= BLOCKS - 2);
}

/* A ring of links, random walks, slow and failing loads: the window always serves the right item, as soon as it has
 * arrived. */
TEST(memory_window_equals_a_plain_model) {
    enum { RING = 12 };
    static ox_window_link ring[RING];
    ox_window window;
    rng32 random = rng32_seed(28, 1);
    uint32_t wrong = 0, state[RING], served = 0;
    memset(state, 0, sizeof state);
    for (uint32_t i = 0; i < RING; i++) { /* neighbours in the ring differ by 5 */
        ring[i].next = (uint16_t)((i + 5) % RING);
        ring[(i + 5) % RING].previous = (uint16_t)i;
    }
    make_window(&window, ring, RING, 5, 1);
    uint32_t cursor = 0, pending[8], pending_count = 0;
    for (int step = 0; step < 10000; step++) {
        uint32_t choice = rng_below(&random, 20), item, resident = 0;
        void *at;
        if (choice < 6)
            cursor = ring[cursor].next;
        else if (choice < 10)
            cursor = ring[cursor].previous;
        else if (choice == 10)
            cursor = rng_below(&random, RING);
        ox_window_move(&window, cursor);
        if (pending_count < 3 && ox_window_want(&window, &item, &at)) {
            for (uint32_t k = 0; k < pending_count; k++) wrong += pending[k] == item;
            memset(at, (int)item, SEGMENT);
            pending[pending_count++] = item;
        }
        if (pending_count > 0 && rng_below(&random, 3) != 0) {
            wrong +=
                ox_window_loaded(&window, pending[--pending_count], rng_below(&random, 10) != 0) != OX_OK;
        }
        for (uint32_t i = 0; i < RING; i++) {
            const uint8_t *segment = ox_window_get(&window, i);
            if (segment == NULL) continue;
            wrong += segment[0] != i || segment[SEGMENT - 1] != i;
            resident++;
            served += i == cursor;
        }
        for (uint32_t k = 0; k < pending_count; k++) wrong += ox_window_get(&window, pending[k]) != NULL;
        wrong += resident + pending_count != ox_window_resident(&window) || resident + pending_count > 5;
        wrong += window.cursor != cursor;
    }
    CHECK_EQ(wrong, 0);
    CHECK(served > 7000);
    static const ox_window_link broken[2] = {{OX_WINDOW_NONE, 1}, {0, 2}};
    CHECK_EQ(ox_window_init(&window, &arena, &(ox_window_config){broken, 2, 2, SEGMENT, 0}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_window_init(&window, &arena, &(ox_window_config){NULL, 0, 2, SEGMENT, 0}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_window_init(&window, &arena, &(ox_window_config){NULL, 5, 17, SEGMENT, 0}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_window_init(&window, &arena, &(ox_window_config){NULL, 5, 0, SEGMENT, 0}), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_window_init(&window, &arena, &(ox_window_config){NULL, 5, 2, sizeof memory, 0}),
             OX_OUT_OF_MEMORY);
    CHECK(ox_window_get(&window, 0) == NULL);
}

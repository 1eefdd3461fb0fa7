/* Tests of the memory that loaders rely on: frames over several arenas, transactions, the two ends of one block,
 * faults on purpose. */
#include <string.h>

#include "kernel/memory/frame.h"
#include "kernel/memory/master.h"
#include "kernel/memory/pool.h"
#include "kernel/memory/split.h"
#include "kernel/residency/undo.h"
#include "tests/test.h"

static _Alignas(16) uint8_t blocks[3][2048];

static void open_three(ox_arena *arenas, ox_arena **list) {
    for (int i = 0; i < 3; i++) {
        ox_arena_init(&arenas[i], blocks[i], sizeof blocks[i]);
        list[i] = &arenas[i];
    }
}

TEST(memory_master_gives_all_back_at_once) {
    ox_arena arenas[3], *list[3], closed;
    ox_master outer, inner;
    void *pieces[3];
    open_three(arenas, list);
    CHECK(ox_arena_push_low(&arenas[1], 100, 4) != NULL);
    CHECK_EQ(ox_master_take(&outer, list, 3, OX_ARENA_LOW), OX_OK);
    uint8_t *low[3] = {arenas[0].low, arenas[1].low, arenas[2].low};
    CHECK(ox_arena_push_low(&arenas[0], 64, 8) != NULL);
    CHECK_EQ(ox_master_push(&outer, (size_t[]){10, 20, 0}, 8, pieces), OX_OK);
    CHECK(pieces[0] != NULL && pieces[1] != NULL && pieces[2] == NULL);
    CHECK_EQ(ox_master_take(&inner, list, 2, OX_ARENA_LOW), OX_OK);
    CHECK(ox_arena_push_low(&arenas[0], 200, 8) != NULL);
    size_t used[3] = {ox_arena_used(&arenas[0]), ox_arena_used(&arenas[1]), ox_arena_used(&arenas[2])};
    /* The third piece does not fit: the first two are given back. */
    CHECK_EQ(ox_master_push(&outer, (size_t[]){8, 8, 5000}, 8, pieces), OX_OUT_OF_MEMORY);
    CHECK(pieces[0] == NULL && pieces[1] == NULL && pieces[2] == NULL);
    for (int i = 0; i < 3; i++) CHECK_EQ(ox_arena_used(&arenas[i]), used[i]);
    CHECK(ox_master_release(&outer)); /* the inner frame is released with the outer one */
    for (int i = 0; i < 3; i++) CHECK(arenas[i].low == low[i]);
    CHECK(ox_master_release(&outer));
    ox_arena_init(&closed, NULL, 0);
    list[2] = &closed;
    CHECK_EQ(ox_master_take(&outer, list, 3, OX_ARENA_HIGH), OX_BAD_STATE);
    CHECK_EQ(outer.count, 0);
    CHECK_EQ(ox_master_take(&outer, list, 0, OX_ARENA_HIGH), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_master_take(&outer, list, 9, OX_ARENA_HIGH), OX_BAD_ARGUMENT);
}

/* ---- transactions ---- */

enum { OBJECTS = 6 };

typedef struct shelf { /* state that a loader changes besides memory */
    uint32_t registered[OBJECTS + 1];
    ox_pool handles;
} shelf;

static void unregister(void *context, uint32_t object) { ((shelf *)context)->registered[object]--; }

static void drop_handle(void *context, uint32_t bits) {
    CHECK_EQ(ox_pool_free(&((shelf *)context)->handles, (ox_handle){bits}), OX_OK);
}

static ox_status load_object(ox_arena *arena, ox_undo *undo, shelf *s, uint32_t object) {
    ox_transaction load;
    ox_handle handle;
    ox_transaction_begin(&load, arena, undo);
    if (ox_arena_push_low(arena, 40, 8) == NULL || ox_arena_push_low(arena, 24, 4) == NULL) {
        return ox_transaction_abort(&load, OX_OUT_OF_MEMORY);
    }
    s->registered[object]++;
    if (ox_undo_note(undo, unregister, s, object) != OX_OK) return ox_transaction_abort(&load, OX_FULL);
    if (ox_pool_take(&s->handles, &handle) == NULL) return ox_transaction_abort(&load, OX_OUT_OF_MEMORY);
    if (ox_undo_note(undo, drop_handle, s, handle.bits) != OX_OK) return ox_transaction_abort(&load, OX_FULL);
    ox_transaction_commit(&load);
    return OX_OK;
}

static ox_status load_all(ox_arena *arena, ox_undo *undo, shelf *s) {
    ox_transaction load;
    ox_transaction_begin(&load, arena, undo);
    for (uint32_t i = 0; i < OBJECTS; i++) {
        ox_status status = load_object(arena, undo, s, i);
        if (status != OX_OK) return ox_transaction_abort(&load, status);
    }
    ox_transaction_commit(&load);
    return OX_OK;
}

TEST(memory_undo_leaves_nothing_half_loaded) {
    ox_arena arenas[3], *list[3];
    shelf s = {{0}, {0}};
    ox_undo undo;
    ox_undo_entry entries[2 * OBJECTS];
    uint32_t failures = 0;
    open_three(arenas, list);
    CHECK_EQ(ox_pool_init(&s.handles, &arenas[1], 8, 4, 16), OX_OK);
    CHECK(ox_arena_push_low(&arenas[0], 50, 4) != NULL);
    size_t before = ox_arena_used(&arenas[0]);
    /* Pushes, handles and the transaction's own list fail at every object in turn. */
    for (uint32_t k = 1; k <= 2 * OBJECTS; k++) {
        for (int what = 0; what < 3; what++) {
            ox_undo_init(&undo, entries, what == 2 ? k - 1 : 2 * OBJECTS);
            if (what == 0) ox_arena_fail_after(&arenas[0], k);
            if (what == 1) ox_pool_fail_after(&s.handles, k);
            ox_status status = load_all(&arenas[0], &undo, &s);
            ox_arena_fail_after(&arenas[0], 0);
            ox_pool_fail_after(&s.handles, 0);
            if (status == OX_OK) { /* there are fewer handles than pushes: nothing failed */
                CHECK_EQ(ox_pool_used(&s.handles), OBJECTS);
                ox_pool_clear(&s.handles);
                memset(s.registered, 0, sizeof s.registered);
                ox_arena_rollback(&arenas[0], (ox_mark){before, OX_ARENA_LOW});
                continue;
            }
            failures++;
            CHECK_EQ(ox_arena_used(&arenas[0]), before);
            CHECK_EQ(ox_pool_used(&s.handles), 0);
            CHECK_EQ(undo.count, 0);
            for (int i = 0; i < OBJECTS; i++) CHECK_EQ(s.registered[i], 0);
        }
    }
    CHECK_EQ(failures, 2 * OBJECTS + OBJECTS + 2 * OBJECTS);
    ox_transaction ended;
    ox_transaction_begin(&ended, &arenas[0], NULL);
    ox_transaction_commit(&ended);
    CHECK_EQ(ox_transaction_abort(&ended, OX_CANCELLED), OX_CANCELLED);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(memory_split_leaves_no_hole) {
    ox_split split;
    ox_split_init(&split, blocks[0], sizeof blocks[0], OX_TAG_AUDIO, OX_TAG_VIDEO);
    for (int i = 0; i < 1000; i++) {
        CHECK(ox_split_push(&split, OX_TAG_VIDEO, 300, 8) != NULL);
        CHECK(ox_split_push(&split, OX_TAG_AUDIO, 100, 8) == blocks[0]);
        CHECK(ox_split_push(&split, OX_TAG_VIDEO, 500, 8) != NULL);
        CHECK(ox_split_push(&split, OX_TAG_AUDIO, 104, 8) != NULL);
        ox_split_release(&split, OX_TAG_VIDEO);
        CHECK_EQ(ox_arena_largest(&split.arena, OX_ARENA_LOW, 8), sizeof blocks[0] - 208);
        CHECK_EQ(ox_arena_largest(&split.arena, OX_ARENA_LOW, 8), ox_arena_free(&split.arena));
        ox_split_release(&split, OX_TAG_AUDIO);
        CHECK_EQ(ox_arena_free(&split.arena), sizeof blocks[0]);
    }
}

/* ---- faults ---- */

TEST(memory_fault_strikes_where_it_says) {
    ox_fault nth = ox_fault_at(3, OX_TAGS), every = ox_fault_every(4, OX_TAGS),
             tagged = ox_fault_at(2, OX_TAG_AUDIO);
    for (uint32_t i = 1; i <= 20; i++) {
        CHECK_EQ(ox_fault_strikes(&nth, OX_TAG_UI), i == 3);
        CHECK_EQ(ox_fault_strikes(&every, OX_TAG_UI), i % 4 == 0);
        CHECK(!ox_fault_strikes(&tagged, OX_TAG_UI));
        CHECK_EQ(ox_fault_strikes(&tagged, OX_TAG_AUDIO), i == 2);
        CHECK(!ox_fault_strikes(NULL, OX_TAG_UI));
    }
    CHECK(nth.struck == 1 && every.struck == 5 && tagged.struck == 1 && tagged.calls == 20);
}

/* One fault for an arena, frame memory and a pool counts the calls of all of them. */
TEST(memory_fault_is_shared_by_allocators) {
    for (uint32_t k = 1; k <= 9; k++) {
        ox_arena arena;
        ox_frame_memory frame;
        ox_pool pool;
        ox_fault fault = ox_fault_at(k, OX_TAGS);
        ox_arena_init(&arena, blocks[0], sizeof blocks[0]);
        CHECK_EQ(ox_pool_init(&pool, &arena, 16, 4, 8), OX_OK);
        CHECK(ox_frame_memory_init(&frame, &arena, 256, 1));
        ox_arena_inject(&arena, &fault);
        ox_frame_memory_inject(&frame, &fault);
        ox_pool_inject(&pool, &fault);
        for (uint32_t i = 0; i < 9; i += 3) {
            CHECK_EQ(ox_arena_push_low(&arena, 16, 4) == NULL, k == i + 1);
            CHECK_EQ(ox_frame_memory_push(&frame, 16, 4) == NULL, k == i + 2);
            void *object = ox_pool_take(&pool, NULL);
            CHECK_EQ(object == NULL, k == i + 3);
            if (object != NULL) CHECK_EQ(ox_pool_give(&pool, object), OX_OK);
        }
        CHECK_EQ(fault.struck, 1);
        CHECK_EQ(ox_pool_used(&pool), 0);
        ox_arena_inject(&arena, NULL);
        ox_frame_memory_inject(&frame, NULL);
        ox_pool_inject(&pool, NULL);
        CHECK(ox_arena_push_high(&arena, 16, 4) != NULL && ox_frame_memory_push(&frame, 16, 4) != NULL);
        CHECK(ox_pool_take(&pool, NULL) != NULL);
        CHECK_EQ(fault.calls, 9);
    }
}

TEST(memory_fault_by_tag_fails_one_client_only) {
    ox_arena arena;
    ox_fault fault = ox_fault_every(1, OX_TAG_AUDIO);
    ox_arena_init(&arena, blocks[0], sizeof blocks[0]);
    ox_arena_inject(&arena, &fault);
    for (int i = 0; i < 5; i++) {
        ox_arena_tag(&arena, OX_TAG_LEVEL);
        CHECK(ox_arena_push(&arena, OX_ARENA_HIGH, 8, 8) != NULL);
        CHECK_EQ(ox_arena_tag(&arena, OX_TAG_AUDIO), OX_TAG_LEVEL);
        CHECK(ox_arena_push(&arena, OX_ARENA_HIGH, 8, 8) == NULL);
    }
    CHECK_EQ(arena.refused, 5);
    CHECK_EQ(ox_arena_used(&arena), 40);
}

TEST(memory_fault_spoils_reads) {
    uint8_t data[100], again[100];
    ox_fault fault = ox_fault_every(1, OX_TAGS), never = ox_fault_at(0, OX_TAGS);
    memset(data, 7, sizeof data);
    CHECK_EQ(ox_fault_read(NULL, OX_FAULT_REFUSE, OX_TAG_SAVE, data, 100), 100);
    CHECK_EQ(ox_fault_read(&never, OX_FAULT_CORRUPT, OX_TAG_SAVE, data, 100), 100);
    CHECK_EQ(ox_fault_read(&fault, OX_FAULT_REFUSE, OX_TAG_SAVE, data, 100), 0);
    CHECK_EQ(ox_fault_read(&fault, OX_FAULT_SHORT, OX_TAG_SAVE, data, 100), 50);
    for (size_t i = 0; i < 100; i++) CHECK_EQ(data[i], 7);
    for (size_t bytes = 1; bytes <= 100; bytes++) {
        int changed = 0;
        memset(again, 7, sizeof again);
        CHECK_EQ(ox_fault_read(&fault, OX_FAULT_CORRUPT, OX_TAG_SAVE, again, bytes), bytes);
        for (size_t i = 0; i < 100; i++) changed += again[i] != 7;
        CHECK(changed >= 1 && changed <= (int)(bytes / 16 + 1));
        for (size_t i = bytes; i < 100; i++) CHECK_EQ(again[i], 7);
    }
    CHECK_EQ(ox_fault_read(&fault, OX_FAULT_CORRUPT, OX_TAG_SAVE, data, 0), 0);
}

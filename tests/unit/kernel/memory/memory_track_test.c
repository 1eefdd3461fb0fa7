/* Deliberate misuse of tracked memory: each fault must be told with tag and the place of the allocation. These tests
 * mean something in debug builds only; a release build has no tracking, and its tests show that tracking costs it
 * nothing. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/memory/frame.h"
#include "kernel/memory/pool.h"
#include "tests/test.h"

#if OX_DEBUG

typedef struct heard {
    int count;
    ox_misuse_report last, all[16];
} heard;

static void listen(void *context, const ox_misuse_report *report) {
    heard *h = context;
    if (h->count < 16) h->all[h->count] = *report;
    h->count++;
    h->last = *report;
}

typedef struct rig {
    ox_tracker tracker;
    ox_arena arena;
    heard heard;
    _Alignas(16) uint8_t block[4096 + 4096]; /* the budget's bytes, and bytes for guards */
    _Alignas(16) uint8_t debug[24000];
} rig;

static rig *make(void) {
    static rig r;
    memset(&r, 0, sizeof r);
    CHECK(ox_tracker_open(&r.tracker, r.debug, sizeof r.debug));
    ox_tracker_listen(&r.tracker, listen, &r.heard);
    ox_arena_init(&r.arena, r.block, 4096);
    ox_arena_track(&r.arena, &r.tracker, "level", OX_TAG_LEVEL, 4096);
    return &r;
}

static bool told(const rig *r, ox_misuse misuse, uint32_t tag, size_t bytes, int line) {
    const ox_misuse_report *last = &r->heard.last;
    return r->heard.count > 0 && last->misuse == misuse && last->tag == tag && last->bytes == bytes &&
           last->place.line == line && strstr(last->place.file, "memory_track_test.c") != NULL;
}

#endif

TEST(memory_track_overrun_and_underrun_are_told) {
#if OX_DEBUG
    rig *r = make();
    ox_mark mark = ox_arena_mark(&r->arena, OX_ARENA_LOW);
    uint8_t *a = ox_arena_push_low(&r->arena, 30, 8);
    int line = __LINE__ - 1;
    CHECK_EQ(a[0], OX_FILL_FRESH);
    CHECK_EQ(ox_tracker_check(&r->tracker, OX_HERE), 0);
    a[30] = 1;
    CHECK_EQ(ox_tracker_check(&r->tracker, OX_HERE), 1);
    CHECK(told(r, OX_MISUSE_OVERRUN, OX_TAG_LEVEL, 30, line));
    CHECK(r->heard.last.address == a && r->heard.last.offset == 30);
    CHECK_EQ(ox_tracker_check(&r->tracker, OX_HERE), 0); /* a fault is told once, then mended */
    a[-1] = 0;
    CHECK(ox_arena_rollback(&r->arena, mark)); /* a rollback checks the guards as well */
    CHECK(told(r, OX_MISUSE_UNDERRUN, OX_TAG_LEVEL, 30, line));
    CHECK_EQ(r->heard.count, 2);
    CHECK_EQ(a[0], OX_FILL_FREED);
    ox_arena_tag(&r->arena, OX_TAG_AUDIO);
    uint8_t *b = ox_arena_push_high(&r->arena, 100, 16);
    line = __LINE__ - 1;
    b[101] = 0;
    CHECK_EQ(ox_tracker_check(&r->tracker, OX_HERE), 1);
    CHECK(told(r, OX_MISUSE_OVERRUN, OX_TAG_AUDIO, 100, line));
#endif
}

TEST(memory_track_write_after_free_is_told) {
#if OX_DEBUG
    rig *r = make();
    ox_mark mark = ox_arena_mark(&r->arena, OX_ARENA_LOW);
    uint8_t *a = ox_arena_push_low(&r->arena, 64, 8);
    int line = __LINE__ - 1;
    ox_arena_rollback(&r->arena, mark);
    a[17] = 5;
    CHECK(ox_arena_push_low(&r->arena, 40, 8) != NULL);
    CHECK(told(r, OX_MISUSE_WRITE_AFTER_FREE, OX_TAG_LEVEL, 64, line));
    CHECK_EQ(r->heard.last.offset, 17);
    ox_pool pool;
    CHECK_EQ(ox_pool_init(&pool, &r->arena, 24, 8, 5), OX_OK);
    uint8_t *object = ox_pool_take(&pool, NULL);
    line = __LINE__ - 1;
    CHECK_EQ(ox_pool_give(&pool, object), OX_OK);
    object[23] = 0;
    CHECK_EQ(ox_pool_check(&pool), OX_CORRUPTED);
    CHECK(told(r, OX_MISUSE_WRITE_AFTER_FREE, OX_TAG_LEVEL, 24, line));
    CHECK(ox_pool_take(&pool, NULL) == object);
    CHECK(told(r, OX_MISUSE_WRITE_AFTER_FREE, OX_TAG_LEVEL, 24, line));
    CHECK_EQ(r->heard.count, 3);
#endif
}

TEST(memory_track_pool_misuse_is_told) {
#if OX_DEBUG
    rig *r = make();
    ox_pool pool;
    ox_handle handle;
    uint32_t stranger[8];
    r->arena.tag = OX_TAG_OBJECTS;
    CHECK_EQ(ox_pool_init(&pool, &r->arena, 20, 4, 8), OX_OK);
    CHECK_EQ(ox_arena_used(&r->arena), ox_pool_bytes(20, 4, 8)); /* the use is that without tracking */
    uint8_t *a = ox_pool_take(&pool, &handle);
    int line = __LINE__ - 1;
    uint8_t *b = ox_pool_take(&pool, NULL);
    a[20] = 7;
    CHECK_EQ(ox_pool_check(&pool), OX_CORRUPTED);
    CHECK(told(r, OX_MISUSE_OVERRUN, OX_TAG_OBJECTS, 20, line));
    CHECK_EQ(ox_pool_give(&pool, a), OX_OK);
    CHECK_EQ(ox_pool_give(&pool, a), OX_DOUBLE_FREE);
    CHECK(told(r, OX_MISUSE_DOUBLE_FREE, OX_TAG_OBJECTS, 20, line));
    CHECK_EQ(r->heard.last.freed.line, __LINE__ - 3);
    CHECK_EQ(ox_pool_free(&pool, handle), OX_STALE_HANDLE);
    CHECK(told(r, OX_MISUSE_STALE_HANDLE, OX_TAG_OBJECTS, 20, line));
    CHECK_EQ(ox_pool_give(&pool, stranger), OX_FOREIGN_POINTER);
    CHECK_EQ(r->heard.last.misuse, OX_MISUSE_FOREIGN_POINTER);
    CHECK_EQ(r->heard.last.found.line, __LINE__ - 2);
    CHECK_EQ(ox_pool_give(&pool, b + 4), OX_FOREIGN_POINTER);
    b[-1] = 1;
    CHECK_EQ(ox_pool_give(&pool, b), OX_CORRUPTED);
    CHECK_EQ(r->heard.last.misuse, OX_MISUSE_UNDERRUN);
    CHECK_EQ(ox_pool_used(&pool), 0);
    CHECK_EQ(r->heard.count, 6);
#endif
}

TEST(memory_track_bad_rollback_is_told) {
#if OX_DEBUG
    rig *r = make();
    CHECK(ox_arena_push_low(&r->arena, 40, 8) != NULL);
    ox_mark first = ox_arena_mark(&r->arena, OX_ARENA_LOW);
    CHECK(ox_arena_push_low(&r->arena, 48, 8) != NULL);
    int line = __LINE__ - 1;
    ox_mark third = ox_arena_mark(&r->arena, OX_ARENA_LOW);
    CHECK(!ox_arena_rollback(&r->arena, (ox_mark){first.used + 8, OX_ARENA_LOW}));
    CHECK(told(r, OX_MISUSE_BAD_ROLLBACK, OX_TAG_LEVEL, 48, line));
    CHECK_EQ(ox_arena_used(&r->arena), 88);
    CHECK(ox_arena_rollback(&r->arena, first));
    CHECK(!ox_arena_rollback(&r->arena, third)); /* a mark above the one just rolled back to */
    CHECK_EQ(r->heard.last.misuse, OX_MISUSE_BAD_ROLLBACK);
    CHECK_EQ(r->heard.count, 2);
#endif
}

TEST(memory_track_leaks_are_told) {
#if OX_DEBUG
    rig *r = make();
    ox_mark mark = ox_arena_mark(&r->arena, OX_ARENA_LOW);
    uint32_t since = r->tracker.serial;
    CHECK(ox_arena_push_low(&r->arena, 100, 4) != NULL);
    int line = __LINE__ - 1;
    ox_arena_tag(&r->arena, OX_TAG_UI);
    CHECK(ox_arena_push_low(&r->arena, 50, 4) != NULL);
    CHECK_EQ(ox_tracker_leaks(&r->tracker, OX_TAG_LEVEL, since), 1);
    CHECK(told(r, OX_MISUSE_LEAK, OX_TAG_LEVEL, 100, line));
    CHECK_EQ(ox_tracker_leaks(&r->tracker, OX_TAGS, since), 2);
    CHECK_EQ(ox_tracker_leaks(&r->tracker, OX_TAGS, r->tracker.serial), 0);
    ox_pool pool;
    CHECK_EQ(ox_pool_init(&pool, &r->arena, 16, 4, 4), OX_OK);
    CHECK(ox_pool_take(&pool, NULL) != NULL);
    CHECK_EQ(ox_tracker_leaks(&r->tracker, OX_TAG_UI, since),
             4); /* the 50 bytes, two pieces of the pool, the pool's object */
    CHECK_EQ(ox_pool_give(&pool, ox_pool_at(&pool, 0)), OX_OK);
    CHECK(ox_arena_rollback(&r->arena, mark));
    CHECK_EQ(ox_tracker_leaks(&r->tracker, OX_TAGS, 0), 0);
    CHECK_EQ(r->tracker.found, 0);
#endif
}

TEST(memory_track_frame_memory_expires) {
#if OX_DEBUG
    rig *r = make();
    ox_frame_memory frame;
    r->arena.tag = OX_TAG_FRAME;
    CHECK(ox_frame_memory_init(&frame, &r->arena, 512, 2));
    CHECK_EQ(ox_arena_used(&r->arena), 1024);
    uint8_t *before = NULL, *last = NULL;
    int line = 0;
    for (int i = 0; i < 200; i++) {
        ox_frame_memory_begin(&frame);
        CHECK_EQ(ox_frame_memory_used(&frame), 0);
        if (before != NULL) CHECK(before[0] == OX_FILL_EXPIRED && before[63] == OX_FILL_EXPIRED);
        if (last != NULL) CHECK(last[0] == (uint8_t)i && last[63] == (uint8_t)i);
        before = last;
        last = ox_frame_memory_push(&frame, 64, 4);
        line = __LINE__ - 1;
        memset(last, i + 1, 64);
        size_t room;
        uint8_t *open = ox_frame_memory_open(&frame, &room, 8);
        CHECK_EQ(room, 512 - 64);
        memset(open, 3, 100);
        ox_frame_memory_commit(&frame, open, 100);
        CHECK(open[0] == 3 && open[99] == 3);
        CHECK_EQ(ox_frame_memory_used(&frame), 164);
    }
    CHECK_EQ(r->heard.count, 0);
    last[64] = 1;
    ox_frame_memory_begin(&frame);
    CHECK_EQ(r->heard.count, 0); /* the bytes are still the last frame's */
    ox_frame_memory_begin(&frame);
    CHECK(told(r, OX_MISUSE_OVERRUN, OX_TAG_FRAME, 64, line));
    last[10] = 1;
    CHECK(ox_frame_memory_push(&frame, 64, 4) == last);
    CHECK(told(r, OX_MISUSE_WRITE_AFTER_FREE, OX_TAG_FRAME, 64, line));
    CHECK(ox_frame_memory_push(&frame, 1000, 4) == NULL);
    CHECK_EQ(r->heard.last.misuse, OX_MISUSE_OUT_OF_MEMORY);
    CHECK_EQ(r->heard.last.bytes, 1000);
#endif
}

/* Three tags, whose sum is the arena's use. */
TEST(memory_track_accounts_by_tag) {
#if OX_DEBUG
    rig *r = make();
    size_t sum = 0;
    ox_mark mark = ox_arena_mark(&r->arena, OX_ARENA_LOW);
    for (int i = 0; i < 10; i++) {
        ox_arena_tag(&r->arena, OX_TAG_LEVEL);
        CHECK(ox_arena_push_low(&r->arena, 24, 8) != NULL);
        ox_arena_tag(&r->arena, OX_TAG_AUDIO);
        CHECK(ox_arena_push_low(&r->arena, 8, 8) != NULL);
        ox_arena_tag(&r->arena, OX_TAG_CART);
        CHECK(ox_arena_push_high(&r->arena, 3, 1) != NULL);
    }
    CHECK(ox_arena_push_high(&r->arena, 1, 64) != NULL);
    CHECK_EQ(r->tracker.accounts[OX_TAG_LEVEL].bytes, 240);
    CHECK_EQ(r->tracker.accounts[OX_TAG_AUDIO].bytes, 80);
    CHECK_EQ(r->tracker.accounts[OX_TAG_AUDIO].blocks, 10);
    for (int i = 0; i < OX_TAGS; i++) sum += r->tracker.accounts[i].bytes;
    CHECK_EQ(sum, ox_arena_used(&r->arena));
    CHECK(ox_arena_push_low(&r->arena, 5000, 8) == NULL);
    CHECK_EQ(r->tracker.accounts[OX_TAG_CART].failures, 1);
    CHECK(r->heard.last.misuse == OX_MISUSE_OUT_OF_MEMORY && r->heard.last.bytes == 5000);
    CHECK_EQ(r->heard.last.offset, ox_arena_largest(&r->arena, OX_ARENA_LOW, 8));
    CHECK(ox_arena_rollback(&r->arena, mark));
    CHECK_EQ(r->tracker.accounts[OX_TAG_LEVEL].bytes, 0);
    CHECK_EQ(r->tracker.accounts[OX_TAG_LEVEL].peak, 240);
    CHECK_EQ(r->tracker.accounts[OX_TAG_LEVEL].total, 10);
    ox_arena_clear(&r->arena);
    for (int i = 0; i < OX_TAGS; i++) CHECK_EQ(r->tracker.accounts[i].bytes, 0);
    CHECK_EQ(r->tracker.found, 0);
#endif
}

#if OX_DEBUG
static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static char sentence[300];

static bool hear_assertion(void *context, fx_assert_site *site, const char *text, va_list arguments) {
    (void)context, (void)site;
    ox_format_list(sentence, sizeof sentence, text, arguments);
    return false;
}
#endif

/* Requests with and without tracking are granted and refused alike, with equal figures. */
TEST(memory_track_changes_no_budget) {
#if OX_DEBUG
    static _Alignas(16) uint8_t plain_block[4096];
    rig *r = make();
    ox_arena plain;
    ox_mark marks[2][64], plain_marks[2][64];
    int depth[2] = {0, 0};
    uint32_t seed = 4711;
    ox_arena_init(&plain, plain_block, sizeof plain_block);
    for (int round = 0; round < 10000; round++) {
        uint32_t dice = next_random(&seed);
        ox_arena_end end = (dice & 1u) != 0 ? OX_ARENA_LOW : OX_ARENA_HIGH;
        if ((dice & 6u) != 0 && depth[end] < 64) {
            size_t bytes = 1 + (dice >> 8) % 200, alignment = (size_t)1 << ((dice >> 20) % 5);
            marks[end][depth[end]] = ox_arena_mark(&r->arena, end);
            plain_marks[end][depth[end]] = ox_arena_mark(&plain, end);
            uint8_t *a = ox_arena_push(&r->arena, end, bytes, alignment);
            uint8_t *b = ox_arena_push(&plain, end, bytes, alignment);
            if ((a == NULL) != (b == NULL)) CHECK(a != NULL && b != NULL);
            if (a == NULL) continue;
            if (((uintptr_t)a & (alignment - 1)) != 0) CHECK_EQ((uintptr_t)a & (alignment - 1), 0);
            memset(a, round, bytes);
            depth[end]++;
        } else if (depth[end] > 0) {
            depth[end] = (int)((dice >> 8) % (uint32_t)depth[end]);
            CHECK(ox_arena_rollback(&r->arena, marks[end][depth[end]]));
            CHECK(ox_arena_rollback(&plain, plain_marks[end][depth[end]]));
        }
        if (ox_arena_used(&r->arena) != ox_arena_used(&plain))
            CHECK_EQ(ox_arena_used(&r->arena), ox_arena_used(&plain));
        if (ox_arena_peak(&r->arena) != ox_arena_peak(&plain))
            CHECK_EQ(ox_arena_peak(&r->arena), ox_arena_peak(&plain));
    }
    CHECK_EQ(r->arena.refused, plain.refused);
    CHECK_EQ(ox_tracker_check(&r->tracker, OX_HERE), 0);
    CHECK_EQ(r->tracker.found, 0); /* a clean run reports nothing */
#else
    struct {
        uint8_t *low, *high, *held, *base;
        size_t size, peak, refused_max;
        uint32_t refused, tag, fault;
        ox_fault *faults;
        bool poison;
    } arena;
    CHECK_EQ(sizeof(ox_arena), sizeof arena); /* no member for tracking */
#endif
}

/* Without a listener a finding is a failed assertion whose sentence has the tag and the place. */
TEST(memory_track_sentence_names_tag_and_place) {
#if OX_DEBUG
    rig *r = make();
    char place[64];
    void *context;
    fx_assert_handler *before = fx_assert_install(hear_assertion, NULL, &context);
    ox_tracker_listen(&r->tracker, NULL, NULL);
    ox_arena_tag(&r->arena, OX_TAG_PHYSICS);
    uint8_t *a = ox_arena_push_low(&r->arena, 12, 4);
    ox_format(place, sizeof place, "memory_track_test.c:%d", __LINE__ - 1);
    a[12] = 0;
    CHECK_EQ(ox_tracker_check(&r->tracker, OX_HERE), 1);
    CHECK(strstr(sentence, "write behind its end") != NULL && strstr(sentence, "tag physics") != NULL);
    CHECK(strstr(sentence, place) != NULL && strstr(sentence, "12 bytes") != NULL);
    fx_assert_install(before, context, NULL);
#endif
}

TEST(memory_track_breaks_on_a_serial) {
#if OX_DEBUG
    rig *r = make();
    r->tracker.break_serial = r->tracker.serial + 3;
    for (int i = 0; i < 5; i++) {
        CHECK(ox_arena_push_low(&r->arena, 8, 8) != NULL);
        CHECK_EQ(test_assertions(), i == 2 ? 1 : 0);
    }
#endif
}

/* When records run out this is told once, and the arena still works. */
TEST(memory_track_runs_out_of_records) {
#if OX_DEBUG
    rig *r = make();
    CHECK(!ox_tracker_open(&r->tracker, r->debug, 16));
    CHECK(ox_tracker_open(&r->tracker, r->debug, 1200));
    ox_tracker_listen(&r->tracker, listen, &r->heard);
    ox_arena_init(&r->arena, r->block, 4096);
    ox_arena_track(&r->arena, &r->tracker, "level", OX_TAG_LEVEL, 4096);
    ox_mark mark = ox_arena_mark(&r->arena, OX_ARENA_LOW);
    for (int i = 0; i < 100; i++) CHECK(ox_arena_push_low(&r->arena, 8, 8) != NULL);
    CHECK_EQ(r->heard.count, 1);
    CHECK_EQ(r->heard.last.misuse, OX_MISUSE_OUT_OF_RECORDS);
    ox_mark middle = ox_arena_mark(&r->arena, OX_ARENA_LOW);
    uint8_t *kept = ox_arena_push_low(&r->arena, 8, 8);
    CHECK(ox_arena_rollback(&r->arena, middle));
    /* the new block does not overlap one that lives */
    CHECK((uint8_t *)ox_arena_push_low(&r->arena, 8, 8) >= kept);
    CHECK(ox_arena_rollback(&r->arena, mark));
    CHECK_EQ(ox_arena_used(&r->arena), 0);
    CHECK(ox_arena_push_low(&r->arena, 4096, 8) != NULL);
#endif
}

/* Many objects live and die in a tracked pool, which is checked meanwhile. */
TEST(memory_track_pool_behaves_as_its_model) {
#if OX_DEBUG
    rig *r = make();
    ox_pool pool;
    uint8_t *live[40];
    uint32_t count = 0, seed = 5;
    CHECK_EQ(ox_pool_init(&pool, &r->arena, 28, 4, 40), OX_OK);
    for (int round = 0; round < 10000; round++) {
        uint32_t dice = next_random(&seed);
        if ((dice & 1u) != 0) {
            uint8_t *at = ox_pool_take(&pool, NULL);
            CHECK_EQ(at == NULL, count == 40);
            if (at == NULL) continue;
            memset(at, (int)(dice >> 8), 28);
            live[count++] = at;
        } else if (count > 0) {
            uint32_t who = (dice >> 8) % count;
            CHECK(live[who][0] == live[who][27]);
            CHECK_EQ(ox_pool_give(&pool, live[who]), OX_OK);
            live[who] = live[--count];
        }
        if (round % 500 == 0) CHECK_EQ(ox_pool_check(&pool), OX_OK);
    }
    CHECK_EQ(ox_pool_used(&pool), count);
    CHECK_EQ(r->tracker.found, 0);
    ox_pool_clear(&pool);
    ox_arena_clear(&r->arena);
    CHECK_EQ(ox_tracker_leaks(&r->tracker, OX_TAGS, 0), 0);
#endif
}

TEST(memory_tag_names_are_words) {
    for (uint32_t i = 0; i < OX_TAGS; i++) CHECK(ox_tag_name(i)[0] != 0);
    CHECK(strcmp(ox_tag_name(OX_TAG_LEVEL), "level") == 0);
    CHECK(strcmp(ox_tag_name(OX_TAG_CART + 3), "cart") == 0);
    CHECK(strcmp(ox_tag_name(OX_TAGS), "unknown") == 0);
#if OX_DEBUG
    for (int i = 0; i < OX_MISUSES; i++) CHECK(ox_misuse_name((ox_misuse)i)[0] != 0);
    CHECK(strcmp(ox_misuse_name(OX_MISUSE_LEAK), "leak") == 0);
#endif
}

/* Tests of plans: declared memory is carved, kept apart and counted; a plan that does not fit is refused with its
 * numbers. */
#include <string.h>

#include "kernel/memory/class.h"
#include "tests/test.h"

static _Alignas(16) uint8_t main_block[8192], fast_block[1024], video_block[2048], debug_block[512];
static const uint8_t rom_block[64] = {1};

static void offer(ox_memory_block *blocks) {
    memset(blocks, 0, OX_CLASSES * sizeof *blocks);
    blocks[OX_CLASS_MAIN] = (ox_memory_block){main_block, sizeof main_block};
    blocks[OX_CLASS_FAST] = (ox_memory_block){fast_block, sizeof fast_block};
    blocks[OX_CLASS_VIDEO] = (ox_memory_block){video_block, sizeof video_block};
    blocks[OX_CLASS_DEBUG] = (ox_memory_block){debug_block, sizeof debug_block};
    blocks[OX_CLASS_ROM] = (ox_memory_block){(void *)(uintptr_t)rom_block, sizeof rom_block};
}

static const ox_plan_client clients[] = {
    {"level", OX_TAG_LEVEL, OX_CLASS_MAIN, 4000, OX_ARENA_LOW},
    {"objects", OX_TAG_OBJECTS, OX_CLASS_MAIN, 2192, OX_ARENA_LOW},
    {"sound", OX_TAG_AUDIO, OX_CLASS_MAIN, 2000, OX_ARENA_HIGH},
    {"bands", OX_TAG_VIDEO, OX_CLASS_FAST, 1000, OX_ARENA_LOW},
    {"textures", OX_TAG_VIDEO, OX_CLASS_VIDEO, 2048, OX_ARENA_LOW},
    {"records", OX_TAG_DEBUG, OX_CLASS_DEBUG, 512, OX_ARENA_LOW},
};
static const ox_plan_kind kinds[] = {
    {7, OX_TAG_OBJECTS, 32, 8, 40},
    {9, OX_TAG_OBJECTS, 12, 4, 20},
};

static ox_plan make_plan(void) { return (ox_plan){{1000, 8192, 2048, 0, 512, 0}, clients, 6, kinds, 2}; }

TEST(memory_class_carves_what_is_declared) {
    ox_memory_block blocks[OX_CLASSES];
    ox_memory memory;
    ox_memory_refusal refusal;
    ox_memory_figures figures;
    ox_plan plan = make_plan();
    size_t sums[OX_CLASSES] = {0};
    offer(blocks);
    CHECK_EQ(ox_memory_open(&memory, &plan, blocks, &refusal), OX_OK);
    for (uint32_t i = 0; ox_memory_client_figures(&memory, i, &figures); i++)
        sums[figures.class] += figures.declared;
    for (int class = 0; class < OX_CLASS_ROM; class ++) CHECK_EQ(sums[class], plan.classes[class]);
    CHECK_EQ(ox_arena_free(&memory.classes[OX_CLASS_MAIN]), 0);
    /* Every client stays in its own block and the blocks do not meet. */
    for (uint32_t i = 0; i < plan.client_count; i++) {
        ox_arena *arena = ox_memory_client(&memory, clients[i].tag, clients[i].class);
        CHECK(arena == &memory.clients[i]);
        uint8_t *first = ox_memory_alloc(&memory, clients[i].class, clients[i].tag, 1, 1);
        size_t rest = ox_arena_largest(arena, OX_ARENA_LOW, 1);
        uint8_t *last = ox_memory_alloc(&memory, clients[i].class, clients[i].tag, rest, 1);
        CHECK(first == arena->base && last + rest == arena->base + clients[i].bytes);
        CHECK(ox_memory_alloc(&memory, clients[i].class, clients[i].tag, 1, 1) == NULL);
        CHECK_EQ(ox_memory_class_of(&memory, first), clients[i].class);
        CHECK_EQ(ox_memory_class_of(&memory, last + rest - 1), clients[i].class);
        for (uint32_t j = 0; j < plan.client_count; j++) {
            CHECK_EQ(ox_arena_holds(&memory.clients[j], first), i == j);
            CHECK_EQ(ox_arena_holds(&memory.clients[j], last + rest - 1), i == j);
        }
    }
    CHECK(ox_memory_alloc(&memory, OX_CLASS_SAVE, OX_TAG_LEVEL, 8, 8) == NULL);
    CHECK(ox_memory_client(&memory, OX_TAG_AI, OX_CLASS_MAIN) == NULL);
    CHECK_EQ(ox_memory_class_of(&memory, rom_block + 5), OX_CLASS_ROM);
    CHECK_EQ(ox_memory_class_of(&memory, &memory), OX_CLASSES);
}

TEST(memory_class_refuses_one_byte_too_much) {
    ox_memory_block blocks[OX_CLASSES];
    ox_memory memory;
    ox_memory_refusal refusal;
    char text[80];
    ox_plan plan = {{0, 8193, 0, 0, 0, 0}, NULL, 0, NULL, 0};
    offer(blocks);
    CHECK_EQ(ox_memory_open(&memory, &plan, blocks, &refusal), OX_OVER_BUDGET);
    ox_memory_refusal_text(&refusal, text, sizeof text);
    CHECK(strcmp(text, "main memory: 8193 bytes are needed, 8192 are there") == 0);
    plan.classes[OX_CLASS_MAIN] = 8192;
    CHECK_EQ(ox_memory_open(&memory, &plan, blocks, &refusal), OX_OK);
    plan = make_plan();
    plan.classes[OX_CLASS_FAST] = 992; /* the bands ask for 1,000 */
    CHECK_EQ(ox_memory_open(&memory, &plan, blocks, &refusal), OX_OVER_BUDGET);
    ox_memory_refusal_text(&refusal, text, sizeof text);
    CHECK(strcmp(text, "fast memory, client all together: 1000 bytes are needed, 992 are there") == 0);
    ox_plan_kind many[] = {{1, OX_TAG_OBJECTS, 100, 4, 22}}; /* 2,200 and the generations in 2,192 */
    plan = make_plan();
    plan.kinds = many;
    plan.kind_count = 1;
    CHECK_EQ(ox_memory_open(&memory, &plan, blocks, &refusal), OX_OVER_BUDGET);
    CHECK(strcmp(refusal.client, "objects") == 0);
    CHECK_EQ(refusal.needed, 2200 + 64);
    CHECK_EQ(refusal.available, 2192);
    CHECK_EQ(ox_memory_refusal_text(&refusal, text, 20), 19);
    CHECK_EQ(strlen(text), 19);
    ox_plan_client twice[] = {clients[0], clients[0]};
    plan = make_plan();
    plan.clients = twice;
    plan.client_count = 2;
    CHECK_EQ(ox_memory_open(&memory, &plan, blocks, NULL), OX_BAD_ARGUMENT);
    plan.client_count = OX_CLIENTS_MAX + 1;
    CHECK_EQ(ox_memory_open(&memory, &plan, blocks, NULL), OX_BAD_ARGUMENT);
    twice[1] = (ox_plan_client){"all", OX_TAG_AI, OX_CLASS_MAIN, SIZE_MAX, OX_ARENA_LOW};
    plan.client_count = 2;
    CHECK_EQ(ox_memory_open(&memory, &plan, blocks, &refusal), OX_OVER_BUDGET);
}

TEST(memory_class_pools_have_their_count) {
    ox_memory_block blocks[OX_CLASSES];
    ox_memory memory;
    ox_pool pool;
    ox_plan plan = make_plan();
    offer(blocks);
    CHECK_EQ(ox_memory_open(&memory, &plan, blocks, NULL), OX_OK);
    CHECK_EQ(ox_memory_pool(&memory, 8, &pool), OX_NOT_FOUND);
    CHECK_EQ(ox_memory_pool(&memory, 7, &pool), OX_OK);
    for (int i = 0; i < 40; i++) {
        void *object = ox_pool_take(&pool, NULL);
        CHECK(ox_arena_holds(ox_memory_client(&memory, OX_TAG_OBJECTS, OX_CLASS_MAIN), object));
    }
    CHECK(ox_pool_take(&pool, NULL) == NULL);
    CHECK_EQ(ox_memory_pool(&memory, 9, &pool), OX_OK);
    CHECK_EQ(pool.capacity, 20);
}

/* Use, peak and refusals by client, class and tag; the sum over tags is the sum over classes. */
/* Two pools of 12 bytes each, of which the second begins at a multiple of 8. */
TEST(memory_class_gaps_between_pools_count) {
    static _Alignas(16) uint8_t block[64];
    static const ox_plan_kind pair[] = {{1, OX_TAG_OBJECTS, 8, 8, 1}, {2, OX_TAG_OBJECTS, 8, 8, 1}};
    const ox_memory_block blocks[OX_CLASSES] = {[OX_CLASS_MAIN] = {block, sizeof block}};
    static ox_memory m;
    ox_memory_refusal refusal;
    ox_pool pools[2];
    for (size_t bytes = 24; bytes <= 28; bytes += 4) {
        const ox_plan_client client = {
            .name = "objects", .tag = OX_TAG_OBJECTS, .class = OX_CLASS_MAIN, .bytes = bytes};
        const ox_plan plan = {{[OX_CLASS_MAIN] = sizeof block}, &client, 1, pair, 2};
        ox_status status = ox_memory_open(&m, &plan, blocks, &refusal);
        CHECK_EQ(status, bytes < 28 ? OX_OVER_BUDGET : OX_OK);
        if (status != OX_OK) {
            CHECK(refusal.needed == 28 && refusal.available == 24);
            continue;
        }
        CHECK_EQ(ox_memory_pool(&m, 1, &pools[0]), OX_OK);
        CHECK_EQ(ox_memory_pool(&m, 2, &pools[1]), OX_OK);
    }
}

TEST(memory_class_counts_by_tag_and_class) {
    ox_memory_block blocks[OX_CLASSES];
    ox_memory memory;
    ox_plan plan = make_plan();
    size_t tags = 0, classes = 0;
    offer(blocks);
    CHECK_EQ(ox_memory_open(&memory, &plan, blocks, NULL), OX_OK);
    ox_arena *level = ox_memory_client(&memory, OX_TAG_LEVEL, OX_CLASS_MAIN);
    ox_mark mark = ox_arena_mark(level, OX_ARENA_LOW);
    CHECK(ox_memory_alloc(&memory, OX_CLASS_MAIN, OX_TAG_LEVEL, 3000, 8) != NULL);
    CHECK(ox_arena_rollback(level, mark));
    CHECK(ox_memory_alloc(&memory, OX_CLASS_MAIN, OX_TAG_LEVEL, 100, 8) != NULL);
    CHECK(ox_memory_alloc(&memory, OX_CLASS_VIDEO, OX_TAG_VIDEO, 700, 8) != NULL);
    CHECK(ox_memory_alloc(&memory, OX_CLASS_FAST, OX_TAG_VIDEO, 64, 16) != NULL);
    CHECK(ox_memory_alloc(&memory, OX_CLASS_DEBUG, OX_TAG_DEBUG, 200, 8) != NULL);
    CHECK(ox_memory_alloc(&memory, OX_CLASS_MAIN, OX_TAG_AUDIO, 2001, 1) == NULL);
    ox_account level_account = ox_memory_account(&memory, OX_TAG_LEVEL),
               video = ox_memory_account(&memory, OX_TAG_VIDEO);
    CHECK_EQ(level_account.bytes, 100);
    CHECK_EQ(level_account.peak, 3000);
    CHECK_EQ(video.bytes, 764);
    CHECK_EQ(video.blocks, 2);
    CHECK_EQ(ox_memory_account(&memory, OX_TAG_AUDIO).failures, 1);
    /* debug memory is apart from the game's budget */
    CHECK_EQ(ox_memory_account(&memory, OX_TAG_DEBUG).bytes, 0);
    for (uint32_t tag = 0; tag < OX_TAGS; tag++) tags += ox_memory_account(&memory, tag).bytes;
    for (int class = 0; class < OX_CLASSES; class ++) {
        ox_memory_figures figures = ox_memory_class_figures(&memory, (ox_class) class);
        CHECK(figures.used + figures.free == figures.declared && figures.used <= figures.peak);
        if (class != OX_CLASS_DEBUG) classes += figures.used;
    }
    CHECK_EQ(tags, classes);
    CHECK_EQ(ox_memory_class_figures(&memory, OX_CLASS_DEBUG).used, 200);
    CHECK_EQ(ox_memory_class_figures(&memory, OX_CLASS_MAIN).largest, 3896);
}

/* Two ROMs one after the other in one block, and two at once in two blocks. */
TEST(memory_class_two_budgets_in_one_process) {
    static const ox_plan_client small[] = {{"level", OX_TAG_LEVEL, OX_CLASS_MAIN, 512, OX_ARENA_LOW}};
    static _Alignas(16) uint8_t other_block[1024];
    ox_memory_block blocks[OX_CLASSES];
    ox_memory one, two;
    ox_plan first = make_plan(), second = {{0, 512, 0, 0, 0, 0}, small, 1, NULL, 0};
    offer(blocks);
    CHECK_EQ(ox_memory_open(&one, &first, blocks, NULL), OX_OK);
    CHECK(ox_memory_alloc(&one, OX_CLASS_MAIN, OX_TAG_LEVEL, 4000, 8) != NULL);
    /* the second opens after the first has ended */
    CHECK_EQ(ox_memory_open(&one, &second, blocks, NULL), OX_OK);
    CHECK(ox_memory_alloc(&one, OX_CLASS_MAIN, OX_TAG_LEVEL, 513, 1) == NULL);
    CHECK(ox_memory_alloc(&one, OX_CLASS_MAIN, OX_TAG_LEVEL, 512, 1) != NULL);
    CHECK(ox_memory_client(&one, OX_TAG_AUDIO, OX_CLASS_MAIN) == NULL);
    ox_memory_block others[OX_CLASSES] = {{0}};
    others[OX_CLASS_MAIN] = (ox_memory_block){other_block, sizeof other_block};
    CHECK_EQ(ox_memory_open(&one, &first, blocks, NULL), OX_OK);
    CHECK_EQ(ox_memory_open(&two, &second, others, NULL), OX_OK);
    uint8_t *a = ox_memory_alloc(&one, OX_CLASS_MAIN, OX_TAG_LEVEL, 400, 8);
    uint8_t *b = ox_memory_alloc(&two, OX_CLASS_MAIN, OX_TAG_LEVEL, 400, 8);
    memset(a, 1, 400);
    memset(b, 2, 400);
    CHECK(a[399] == 1 && b[0] == 2);
    CHECK_EQ(ox_memory_class_of(&one, b), OX_CLASSES);
    CHECK_EQ(ox_memory_class_figures(&two, OX_CLASS_MAIN).used, 400);
    CHECK_EQ(ox_memory_class_figures(&one, OX_CLASS_MAIN).declared, 8192);
}

TEST(memory_class_names_are_words) {
    for (int class = 0; class < OX_CLASSES; class ++) CHECK(ox_class_name((ox_class) class)[0] != 0);
    CHECK(strcmp(ox_class_name(OX_CLASS_FAST), "fast") == 0);
    CHECK(strcmp(ox_class_name(OX_CLASSES), "none") == 0);
}

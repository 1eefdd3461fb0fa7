/* Tests of the relocatable heap: against a plain list of blocks, compaction step by step, pinned blocks, registered
 * pointers, and costs. */
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/memory/heap.h"
#include "tests/ports/instructions.h"
#include "tests/test.h"

static _Alignas(16) uint8_t memory[48 * 1024];
static ox_arena arena;

static void make_heap(ox_heap *heap, size_t bytes, uint32_t blocks, uint32_t moves, uint32_t move_bytes) {
    ox_heap_setup setup = {bytes, blocks, moves, move_bytes};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_heap_init(heap, &arena, &arena, &setup), OX_OK);
    CHECK_EQ(ox_heap_check(heap), OX_OK);
}

/* Offset of a block's beginning, its header included. */
static long offset_of(const ox_heap *heap, ox_handle handle) {
    const uint8_t *contents = ox_heap_get(heap, handle);
    return contents == NULL ? -1 : (long)(contents - heap->base) - (long)OX_HEAP_HEADER;
}

/* The example of the header's source: a heap of 256 units, here of 16 bytes each. */
TEST(memory_heap_compaction_example) {
    enum { UNIT = 16 };
    ox_heap heap;
    ox_heap_report report;
    make_heap(&heap, 256 * UNIT, 16, 1, 256 * UNIT);
    ox_handle a = ox_heap_take(&heap, 32 * UNIT - OX_HEAP_HEADER);
    ox_handle first = ox_heap_take(&heap, 64 * UNIT - OX_HEAP_HEADER);
    ox_handle b = ox_heap_take(&heap, 32 * UNIT - OX_HEAP_HEADER);
    ox_handle second = ox_heap_take(&heap, 64 * UNIT - OX_HEAP_HEADER);
    ox_handle c = ox_heap_take(&heap, 16 * UNIT - OX_HEAP_HEADER);
    CHECK_EQ(ox_heap_give(&heap, first), OX_OK);
    CHECK_EQ(ox_heap_give(&heap, second), OX_OK);
    CHECK_EQ(offset_of(&heap, a), 0);
    CHECK_EQ(offset_of(&heap, b), 96 * UNIT);
    CHECK_EQ(offset_of(&heap, c), 192 * UNIT);
    ox_heap_report_of(&heap, &report);
    CHECK_EQ(report.free, 176 * UNIT);
    CHECK_EQ(report.largest, 64 * UNIT);
    CHECK_EQ(report.holes, 3);
    CHECK_EQ(report.blocks, 3);
    CHECK_NEAR(report.fragmentation * 1000 / 65536, 636, 1); /* 1 - 64/176 */
    CHECK(ox_handle_is_none(ox_heap_take(&heap, 128 * UNIT - OX_HEAP_HEADER)));
    CHECK_EQ(heap.refused, 1);

    CHECK_EQ(ox_heap_step(&heap), 1); /* B goes down to 32 */
    CHECK_EQ(offset_of(&heap, b), 32 * UNIT);
    ox_heap_report_of(&heap, &report);
    CHECK_EQ(report.holes, 2);
    CHECK_EQ(report.largest, 128 * UNIT); /* 64..191 */
    ox_handle big = ox_heap_take(&heap, 128 * UNIT - OX_HEAP_HEADER);
    CHECK_EQ(offset_of(&heap, big), 64 * UNIT);
    CHECK_EQ(ox_heap_give(&heap, big), OX_OK);

    CHECK_EQ(ox_heap_step(&heap), 1); /* C goes down to 64 */
    CHECK_EQ(offset_of(&heap, c), 64 * UNIT);
    ox_heap_report_of(&heap, &report);
    CHECK_EQ(report.holes, 1);
    CHECK_EQ(report.largest, 176 * UNIT); /* 80..255 */
    CHECK_EQ(report.fragmentation, 0);
    CHECK_EQ(ox_heap_step(&heap), 0);
    CHECK_EQ(ox_heap_check(&heap), OX_OK);
}

/* ---- a plain model: the blocks in order of address ---- */

enum { MODEL_BLOCKS = 48, MODEL_BYTES = 6 * 1024 };

typedef struct model_block {
    uint32_t offset, size, id;
    ox_handle handle;
    bool pinned;
} model_block;

typedef struct heap_model {
    model_block blocks[MODEL_BLOCKS];
    uint32_t count;
} heap_model;

/* Size of the gap in front of block `i`, or behind the last block; its start in *start. */
static uint32_t model_gap(const heap_model *model, uint32_t i, uint32_t *start) {
    uint32_t end = i == model->count ? MODEL_BYTES : model->blocks[i].offset;
    *start = i == 0 ? 0 : model->blocks[i - 1].offset + model->blocks[i - 1].size;
    return end - *start;
}

/* Puts a block where the rules say; returns its place in the list, MODEL_BLOCKS when there is none. */
static uint32_t model_take(heap_model *model, uint32_t size, bool pinned) {
    uint32_t found = MODEL_BLOCKS, offset = 0;
    for (uint32_t i = 0; i <= model->count && (pinned || found == MODEL_BLOCKS); i++) {
        uint32_t start, gap = model_gap(model, i, &start);
        if (gap < size) continue;
        found = i;
        offset = pinned ? start + gap - size : start;
    }
    if (found == MODEL_BLOCKS || model->count == MODEL_BLOCKS) return MODEL_BLOCKS;
    memmove(&model->blocks[found + 1], &model->blocks[found], (model->count - found) * sizeof(model_block));
    model->blocks[found] = (model_block){offset, size, 0, OX_HANDLE_NONE, pinned};
    model->count++;
    return found;
}

/* Slides blocks down as the rules say; returns how many moved. */
static uint32_t model_step(heap_model *model, uint32_t moves, uint32_t bytes) {
    uint32_t moved = 0;
    for (uint32_t i = 0; i < model->count && moved < moves; i++) {
        uint32_t start, gap = model_gap(model, i, &start);
        if (gap == 0 || model->blocks[i].pinned) continue;
        if (model->blocks[i].size > bytes) break;
        bytes -= model->blocks[i].size;
        model->blocks[i].offset = start;
        moved++;
    }
    return moved;
}

static uint32_t model_largest(const heap_model *model) {
    uint32_t largest = 0, start;
    for (uint32_t i = 0; i <= model->count; i++) {
        uint32_t gap = model_gap(model, i, &start);
        if (gap > largest) largest = gap;
    }
    return largest;
}

static bool holds(const uint8_t *contents, uint32_t size, uint32_t id) {
    bool right = true;
    for (uint32_t k = 0; k < size - OX_HEAP_HEADER; k++) right &= contents[k] == (uint8_t)(id * 7u + k);
    return right;
}

static void write(uint8_t *contents, uint32_t size, uint32_t id) {
    for (uint32_t k = 0; k < size - OX_HEAP_HEADER; k++) contents[k] = (uint8_t)(id * 7u + k);
}

/* Whether every block is where the model has it; now and then the contents are compared, too. */
static bool same_as_model(const ox_heap *heap, const heap_model *model, bool contents) {
    for (uint32_t i = 0; i < model->count; i++) {
        const model_block *block = &model->blocks[i];
        if (offset_of(heap, block->handle) != (long)block->offset) return false;
        if (contents && !holds(ox_heap_get(heap, block->handle), block->size, block->id)) return false;
    }
    return ox_pool_used(&heap->table) == model->count;
}

static void random_take(ox_heap *heap, heap_model *model, rng32 *random, uint32_t id) {
    uint32_t bytes = 1 + rng_below(random, rng_below(random, 8) == 0 ? 1000 : 150);
    uint32_t size = (bytes + OX_HEAP_HEADER + 7u) & ~7u;
    bool pinned = rng_below(random, 24) == 0;
    uint32_t place = model_take(model, size, pinned);
    ox_handle handle = pinned ? ox_heap_take_pinned(heap, bytes) : ox_heap_take(heap, bytes);
    CHECK_EQ(ox_handle_is_none(handle), place == MODEL_BLOCKS);
    if (place == MODEL_BLOCKS || ox_handle_is_none(handle)) return;
    model->blocks[place].id = id;
    model->blocks[place].handle = handle;
    CHECK_EQ(ox_heap_bytes(heap, handle), size - OX_HEAP_HEADER);
    write(ox_heap_get(heap, handle), size, id);
}

static void random_give(ox_heap *heap, heap_model *model, rng32 *random) {
    if (model->count == 0) return;
    uint32_t i = rng_below(random, model->count);
    ox_handle gone = model->blocks[i].handle;
    CHECK(holds(ox_heap_get(heap, gone), model->blocks[i].size, model->blocks[i].id));
    CHECK_EQ(ox_heap_give(heap, gone), OX_OK);
    CHECK(ox_heap_get(heap, gone) == NULL);
    memmove(&model->blocks[i], &model->blocks[i + 1], (model->count - i - 1) * sizeof(model_block));
    model->count--;
}

TEST(memory_heap_equals_a_plain_model) {
    static ox_heap heap;
    static heap_model model;
    rng32 random = rng32_seed(20, 1);
    uint32_t differences = 0, compactions = 0, steps = 0;
    make_heap(&heap, MODEL_BYTES, MODEL_BLOCKS, 3, 1400);
    memset(&model, 0, sizeof model);
    for (uint32_t operation = 0; operation < 10000; operation++) {
        uint32_t choice = rng_below(&random, 100);
        if (choice < 46) {
            random_take(&heap, &model, &random, operation);
        } else if (choice < 86) {
            random_give(&heap, &model, &random);
        } else if (choice < 92 && model.count != 0) {
            model_block *block = &model.blocks[rng_below(&random, model.count)];
            block->pinned = rng_below(&random, 4) == 0;
            CHECK_EQ(ox_heap_pin(&heap, block->handle, block->pinned), OX_OK);
        } else if (choice < 99) {
            CHECK_EQ(ox_heap_step(&heap), model_step(&model, 3, 1400));
            steps++;
        } else {
            CHECK_EQ(ox_heap_compact(&heap), model_step(&model, UINT32_MAX, UINT32_MAX));
            compactions++;
        }
        if (!same_as_model(&heap, &model, operation % 16 == 0)) differences++;
        if (ox_failed(ox_heap_check(&heap))) differences++;
    }
    ox_heap_report report;
    ox_heap_report_of(&heap, &report);
    CHECK_EQ(report.largest, model_largest(&model));
    CHECK_EQ(differences, 0);
    CHECK(steps > 300 && compactions > 50);
}

TEST(memory_heap_full_pass_leaves_one_hole) {
    static ox_heap heap;
    static ox_handle handles[128];
    rng32 random = rng32_seed(21, 1);
    make_heap(&heap, 16 * 1024, 128, 8, 2048);
    memset(handles, 0, sizeof handles);
    for (uint32_t operation = 0; operation < 10000; operation++) {
        uint32_t i = rng_below(&random, 128);
        if (ox_heap_get(&heap, handles[i]) != NULL) {
            CHECK_EQ(ox_heap_give(&heap, handles[i]), OX_OK);
        } else {
            handles[i] = ox_heap_take(&heap, 1 + rng_below(&random, 300));
            uint8_t *contents = ox_heap_get(&heap, handles[i]);
            if (contents != NULL)
                write(contents, (uint32_t)ox_heap_bytes(&heap, handles[i]) + OX_HEAP_HEADER, i);
        }
    }
    ox_heap_report before, after;
    ox_heap_report_of(&heap, &before);
    uint32_t moved = ox_heap_compact(&heap), right = 0, there = 0;
    ox_heap_report_of(&heap, &after);
    CHECK(before.holes > 10);
    CHECK_EQ(after.holes, 1);
    CHECK_EQ(after.largest, after.free);
    CHECK_EQ(after.fragmentation, 0);
    CHECK_EQ(after.blocks, before.blocks);
    CHECK_EQ(ox_heap_check(&heap), OX_OK);
    for (uint32_t i = 0; i < 128; i++) {
        const uint8_t *contents = ox_heap_get(&heap, handles[i]);
        if (contents == NULL) continue;
        there++;
        right += holds(contents, (uint32_t)ox_heap_bytes(&heap, handles[i]) + OX_HEAP_HEADER, i);
    }
    CHECK_EQ(there, after.blocks);
    CHECK_EQ(right, there);
    TEST_INFO("%u holes, largest %u of %u free; %u moves to one", (unsigned)before.holes,
              (unsigned)before.largest, (unsigned)before.free, (unsigned)moved);
}

/* Makes 200 holes with a block between each two; returns the frames until one hole is left. */
static uint32_t frames_to_one_hole(uint32_t moves, uint32_t *most_instructions) {
    static ox_heap heap;
    static ox_handle handles[401];
    ox_heap_report report;
    uint32_t frames = 0, failures = 0;
    make_heap(&heap, 24 * 1024, 512, moves, 512);
    for (uint32_t i = 0; i < 401; i++) {
        handles[i] = ox_heap_take(&heap, 16 + i % 4 * 8);
        failures += ox_handle_is_none(handles[i]);
    }
    for (uint32_t i = 0; i < 400; i += 2) failures += ox_failed(ox_heap_give(&heap, handles[i]));
    ox_heap_report_of(&heap, &report);
    CHECK_EQ(report.holes, 201); /* the 201st hole is at the top */
    do {
        uint32_t moved = heap.moves, bytes = heap.moved_bytes, before = test_instructions();
        ox_heap_step(&heap);
        uint32_t spent = test_instructions() - before;
        if (spent > *most_instructions) *most_instructions = spent;
        failures += heap.moves - moved > moves || heap.moved_bytes - bytes > 512;
        failures += ox_failed(ox_heap_check(&heap));
        ox_heap_report_of(&heap, &report);
        frames++;
    } while (report.holes > 1 && frames < 1000);
    CHECK_EQ(failures, 0);
    return frames;
}

TEST(memory_heap_steps_are_bounded_and_finish) {
    uint32_t most8 = 0, most16 = 0;
    uint32_t frames8 = frames_to_one_hole(8, &most8), frames16 = frames_to_one_hole(16, &most16);
    CHECK(frames8 <= 30);
    CHECK(frames16 <= 30 && frames16 < frames8);
    if (most8 != 0) {
        TEST_INFO("a step of 8 moves: at most %u instructions; of 16: %u", (unsigned)most8, (unsigned)most16);
        CHECK(most8 < 1500 && most16 < 2500);
    }
    TEST_INFO("200 holes: %u frames of 8 moves, %u of 16", (unsigned)frames8, (unsigned)frames16);
}

TEST(memory_heap_steps_are_bounded_by_bytes_too) {
    ox_heap heap;
    ox_handle handles[9];
    make_heap(&heap, 8192, 16, 16, 1000);
    CHECK(ox_handle_is_none(ox_heap_take(&heap, 993))); /* 1008 with its header: more than a step may move */
    CHECK(!ox_handle_is_none(handles[0] = ox_heap_take(&heap, 984)));
    for (int i = 1; i < 9; i++) handles[i] = ox_heap_take(&heap, 392);
    CHECK_EQ(ox_heap_give(&heap, handles[0]), OX_OK);
    uint32_t frames = 0;
    for (uint32_t before = 0; ox_heap_step(&heap) != 0; frames++) {
        CHECK(heap.moved_bytes - before <= 1000);
        CHECK_EQ(heap.moves, 2 * frames + 2); /* two moves a step: 2 x 400 of 1000 bytes */
        before = heap.moved_bytes;
    }
    CHECK_EQ(frames, 4);
    CHECK_EQ(offset_of(&heap, handles[8]), 7 * 400);
}

TEST(memory_heap_pinned_blocks_stay) {
    ox_heap heap;
    ox_heap_report report;
    make_heap(&heap, 1024, 16, 16, 1024);
    ox_handle a = ox_heap_take(&heap, 56), b = ox_heap_take(&heap, 56), c = ox_heap_take(&heap, 56);
    ox_handle top = ox_heap_take_pinned(&heap, 120), next = ox_heap_take_pinned(&heap, 120);
    CHECK_EQ(offset_of(&heap, top), 1024 - 128); /* a pinned block is taken from the top, out of the way */
    CHECK_EQ(offset_of(&heap, next), 1024 - 256);
    CHECK_EQ(ox_heap_pin(&heap, b, true), OX_OK);
    CHECK_EQ(ox_heap_give(&heap, a), OX_OK);
    CHECK_EQ(ox_heap_step(&heap), 0); /* no block may move: the hole below b stays */
    CHECK_EQ(offset_of(&heap, b), 64);
    ox_handle d = ox_heap_take(&heap, 248);
    CHECK_EQ(offset_of(&heap, d), 192);
    CHECK_EQ(ox_heap_give(&heap, c), OX_OK);
    CHECK_EQ(ox_heap_step(&heap), 1); /* d moves over the hole above b */
    CHECK_EQ(offset_of(&heap, d), 128);
    ox_heap_report_of(&heap, &report);
    CHECK_EQ(report.pinned, 3);
    CHECK_EQ(report.holes, 2);
    CHECK_EQ(ox_heap_pin(&heap, b, false), OX_OK);
    CHECK_EQ(ox_heap_compact(&heap), 2);
    CHECK_EQ(offset_of(&heap, b), 0);
    CHECK_EQ(offset_of(&heap, top), 1024 - 128);
    ox_heap_report_of(&heap, &report);
    CHECK_EQ(report.pinned, 2);
    CHECK_EQ(report.holes, 1);
    CHECK_EQ(ox_heap_check(&heap), OX_OK);
}

TEST(memory_heap_registered_pointers_follow) {
    ox_heap heap;
    make_heap(&heap, 2048, 16, 16, 1024);
    ox_handle a = ox_heap_take(&heap, 100), b = ox_heap_take(&heap, 200), c = ox_heap_take(&heap, 50);
    uint32_t *start = ox_heap_get(&heap, b);
    uint8_t *inside = (uint8_t *)ox_heap_get(&heap, b) + 77, *last = (uint8_t *)ox_heap_get(&heap, b) + 199;
    uint8_t *stranger = (uint8_t *)ox_heap_get(&heap, c) + 3, *loose = inside, *none = NULL;
    ox_heap_slot slots[5];
    ox_heap_report report;
    *start = 123456;
    *inside = 77;
    *last = 199;
    CHECK(ox_heap_register(&heap, &slots[0], &start));
    CHECK(ox_heap_register(&heap, &slots[1], &inside));
    CHECK(ox_heap_register(&heap, &slots[2], &last));
    CHECK(ox_heap_register(&heap, &slots[3], &stranger));
    CHECK(ox_heap_register(&heap, &slots[4], &none));
    CHECK_EQ(ox_heap_give(&heap, a), OX_OK);
    CHECK_EQ(ox_heap_compact(&heap), 2);
    CHECK(start == ox_heap_get(&heap, b) && *start == 123456);
    CHECK(inside == (uint8_t *)ox_heap_get(&heap, b) + 77 && *inside == 77);
    CHECK(last == inside + 122 && *last == 199);
    CHECK(stranger == (uint8_t *)ox_heap_get(&heap, c) + 3);
    /* the pointer that is not registered is unchanged: 104 and 8 bytes higher */
    CHECK(loose == inside + 112 && none == NULL);

    uint8_t *kept = inside;
    CHECK(ox_heap_unregister(&heap, &slots[1])); /* from now on the pointer is not updated */
    ox_handle front = ox_heap_take(&heap, 80);
    CHECK_EQ(ox_heap_give(&heap, b), OX_OK);
    CHECK(start == NULL && last == NULL && inside == kept); /* the block is gone */
    CHECK_EQ(ox_heap_compact(&heap), 2);
    CHECK(inside == kept);
    CHECK(stranger == (uint8_t *)ox_heap_get(&heap, c) + 3);
    CHECK(ox_heap_get(&heap, front) != NULL);

    CHECK(!ox_heap_unregister(&heap, &slots[1]));
    CHECK(!ox_heap_register(&heap, &slots[3], &stranger));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 2 : 0);
    ox_heap_report_of(&heap, &report);
    CHECK_EQ(report.slots, 4);
    for (int i = 0; i < 5; i++) {
        if (i != 1) CHECK(ox_heap_unregister(&heap, &slots[i]));
    }
    ox_heap_report_of(&heap, &report);
    CHECK_EQ(report.slots, 0); /* no slot may be in use at the end of a level */
    ox_heap_clear(&heap);
    CHECK_EQ(test_assertions(), 0);
}

TEST(memory_heap_clear_finds_forgotten_slots) {
    ox_heap heap;
    make_heap(&heap, 1024, 16, 16, 1024);
    ox_handle a = ox_heap_take(&heap, 100);
    uint8_t *pointer = ox_heap_get(&heap, a);
    ox_heap_slot slot;
    CHECK(ox_heap_register(&heap, &slot, &pointer));
    ox_heap_clear(&heap);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK(pointer == NULL && heap.slots == NULL);
    CHECK(ox_heap_get(&heap, a) == NULL);
    CHECK_EQ(heap.free, 1024);
    CHECK_EQ(ox_heap_check(&heap), OX_OK);
    CHECK(!ox_handle_is_none(ox_heap_take(&heap, 1024 - OX_HEAP_HEADER)));
}

/* Simulates creatures that live in the heap and act on each other, in the order of their numbers. */
static uint32_t simulate(bool defragment, uint32_t *fewest_holes) {
    enum { CREATURES = 40 };
    static ox_heap heap;
    ox_handle handles[CREATURES];
    rng32 random = rng32_seed(22, 1);
    uint32_t hash = 0;
    memset(handles, 0, sizeof handles);
    make_heap(&heap, 16 * 1024, 64, 8, 2048);
    for (uint32_t frame = 0; frame < 400; frame++) {
        for (uint32_t i = 0; i < CREATURES; i++) {
            uint32_t *creature = ox_heap_get(&heap, handles[i]);
            if (creature == NULL) {
                uint32_t bytes = 40 + rng_below(&random, 300);
                handles[i] = ox_heap_take(&heap, bytes);
                memset(ox_heap_get(&heap, handles[i]), (int)(i + frame), bytes);
                continue;
            }
            const uint32_t *other = ox_heap_get(&heap, handles[(i * 7 + frame) % CREATURES]);
            creature[frame % 10] = mix32(creature[frame % 10] + (other == NULL ? 1 : other[3]));
            if (creature[frame % 10] % 16 == 0)
                CHECK_EQ(ox_heap_give(&heap, handles[i]), OX_OK);
            else
                hash = mix32(hash ^ creature[frame % 10]);
        }
        if (defragment) ox_heap_step(&heap);
    }
    ox_heap_report report;
    ox_heap_report_of(&heap, &report);
    *fewest_holes = report.holes;
    return hash;
}

TEST(memory_heap_moving_changes_no_simulation) {
    uint32_t holes_with, holes_without;
    uint32_t with = simulate(true, &holes_with), without = simulate(false, &holes_without);
    CHECK_EQ(with, without);
    CHECK(with != 0 && holes_with < holes_without);
}

TEST(memory_heap_refuses_by_name) {
    ox_heap heap;
    ox_heap_setup setup = {1024, 4, 8, 512};
    ox_arena tables;
    static _Alignas(8) uint8_t table[64];
    ox_arena_init(&arena, memory, sizeof memory);
    ox_arena_init(&tables, table, 8);
    CHECK_EQ(ox_heap_init(&heap, &arena, &tables, &setup), OX_OUT_OF_MEMORY); /* no room for the handles */
    CHECK_EQ(ox_arena_used(&arena), 0);
    CHECK(ox_handle_is_none(ox_heap_take(&heap, 10)));
    setup.step_bytes = 8;
    CHECK_EQ(ox_heap_init(&heap, &arena, &arena, &setup), OX_BAD_ARGUMENT);
    setup = (ox_heap_setup){8, 4, 8, 512};
    CHECK_EQ(ox_heap_init(&heap, &arena, &arena, &setup), OX_BAD_ARGUMENT);
    setup = (ox_heap_setup){sizeof memory, 4, 8, 512};
    CHECK_EQ(ox_heap_init(&heap, &arena, &arena, &setup), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), 0);

    make_heap(&heap, 1024, 4, 8, 512);
    ox_handle handles[4];
    for (int i = 0; i < 4; i++) CHECK(!ox_handle_is_none(handles[i] = ox_heap_take(&heap, 50)));
    CHECK(ox_handle_is_none(ox_heap_take(&heap, 50))); /* no handle is left */
    CHECK(ox_handle_is_none(ox_heap_take(&heap, SIZE_MAX)));
    CHECK_EQ(ox_heap_give(&heap, handles[2]), OX_OK);
    ox_heap_fail_after(&heap, 1);
    CHECK(ox_handle_is_none(ox_heap_take(&heap, 50)));
    CHECK(!ox_handle_is_none(ox_heap_take(&heap, 50)));
    CHECK_EQ(heap.refused, 3);
    CHECK_EQ(test_assertions(), 0);

    CHECK_EQ(ox_heap_give(&heap, handles[2]), OX_STALE_HANDLE);
    CHECK_EQ(ox_heap_pin(&heap, handles[2], true), OX_STALE_HANDLE);
    CHECK_EQ(ox_heap_bytes(&heap, handles[2]), 0);
    CHECK(ox_handle_is_none(ox_heap_take(&heap, 0)));
    CHECK_EQ(test_assertions(), OX_DEBUG ? 3 : 0);
    CHECK_EQ(ox_heap_check(&heap), OX_OK);
}

TEST(memory_heap_check_finds_damage) {
    ox_heap heap;
    make_heap(&heap, 1024, 8, 8, 512);
    ox_handle a = ox_heap_take(&heap, 40), b = ox_heap_take(&heap, 40);
    uint8_t *contents = ox_heap_get(&heap, a), kept[8];
    memcpy(kept, contents + 40, 8);
    contents[40] ^= 0x10; /* the size in the header of the next block */
    CHECK_EQ(ox_heap_check(&heap), OX_CORRUPTED);
    memcpy(contents + 40, kept, 8);
    CHECK_EQ(ox_heap_check(&heap), OX_OK);
    contents[44] ^= 1; /* the handle in that header */
    CHECK_EQ(ox_heap_check(&heap), OX_CORRUPTED);
    memcpy(contents + 40, kept, 8);
    CHECK_EQ(ox_heap_give(&heap, b), OX_OK);
    heap.free -= 8;
    CHECK_EQ(ox_heap_check(&heap), OX_CORRUPTED);
    heap.poison = true;
    heap.free += 8;
    CHECK_EQ(ox_heap_give(&heap, a), OX_OK);
    CHECK_EQ(contents[20], OX_ARENA_POISON);
}

#if OX_DEBUG
static void listen(void *context, const ox_misuse_report *report) {
    ox_misuse_report *last = context;
    *last = *report;
}
#endif

/* In debug builds blocks keep their records while they move, and blocks left over are told with their origin. */
TEST(memory_heap_blocks_are_tracked) {
#if OX_DEBUG
    static _Alignas(16) uint8_t records[16 * 1024];
    ox_tracker tracker;
    ox_misuse_report last;
    ox_heap heap;
    ox_heap_setup setup = {2048, 16, 8, 512};
    memset(&last, 0, sizeof last);
    CHECK(ox_tracker_open(&tracker, records, sizeof records));
    ox_tracker_listen(&tracker, listen, &last);
    ox_arena_init(&arena, memory, 8192);
    ox_arena_track(&arena, &tracker, "level", OX_TAG_OBJECTS, 1024);
    CHECK_EQ(ox_heap_init(&heap, &arena, &arena, &setup), OX_OK);
    uint32_t before = tracker.serial;
    size_t bytes = tracker.accounts[OX_TAG_OBJECTS].bytes;
    ox_handle a = ox_heap_take(&heap, 100), b = ox_heap_take(&heap, 60), c = ox_heap_take(&heap, 30);
    int line = __LINE__ - 1;
    CHECK_EQ(*(uint8_t *)ox_heap_get(&heap, b), OX_FILL_FRESH);
    /* bytes of the three blocks in the heap */
    CHECK_EQ(tracker.accounts[OX_TAG_OBJECTS].bytes - bytes, 112 + 72 + 40);
    CHECK_EQ(ox_heap_give(&heap, a), OX_OK);
    CHECK_EQ(ox_heap_compact(&heap), 2);
    CHECK_EQ(ox_heap_give(&heap, b), OX_OK); /* the tracker knows the block at its new place */
    CHECK_EQ(tracker.found, 0);
    CHECK_EQ(ox_tracker_leaks(&tracker, OX_TAG_OBJECTS, before), 1);
    CHECK(last.misuse == OX_MISUSE_LEAK && last.bytes == 30 && last.place.line == line);
    CHECK(last.address == ox_heap_get(&heap, c));
    CHECK_EQ(ox_heap_check(&heap), OX_OK);
    ox_heap_clear(&heap);
    CHECK_EQ(ox_tracker_leaks(&tracker, OX_TAG_OBJECTS, before), 0);
    CHECK_EQ(tracker.found, 0);
    CHECK_EQ(test_assertions(), 0);
#else
    ox_heap heap;
    CHECK_EQ(sizeof heap.slots, sizeof(void *)); /* no block is tracked */
    CHECK(sizeof heap <= sizeof(ox_pool) + 12 * sizeof(void *) + 16);
#endif
}

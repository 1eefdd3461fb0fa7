/* Tests of submission without copies: written bytes stay in place, unused room is given back, late writes are
 * noticed. */
#include <string.h>

#include "kernel/memory/submit.h"
#include "tests/test.h"

TEST(memory_submit_copies_nothing) {
    static _Alignas(16) uint8_t block[2048];
    static const uint8_t mesh[40] = {9};
    ox_arena arena;
    ox_frame_memory frame;
    ox_submission list[3];
    ox_submit_queue queue;
    const void *data;
    size_t bytes, room;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(ox_frame_memory_init(&frame, &arena, 1024, 1));
    ox_submit_init(&queue, &frame, list, 3);
    for (int round = 0; round < 100; round++) {
        ox_frame_memory_begin(&frame);
        ox_submit_begin(&queue);
        uint8_t *a = ox_submit_open(&queue, 300, 4, &room);
        CHECK(a != NULL && room == 1024);
        memset(a, round, 120);
        CHECK_EQ(ox_submit_commit(&queue, a, 120), OX_OK);
        CHECK_EQ(ox_frame_memory_used(&frame), 120); /* the other 180 bytes were given back */
        CHECK_EQ(ox_submit_reference(&queue, mesh, sizeof mesh), OX_OK);
        uint8_t *b = ox_submit_open(&queue, 904, 8, NULL);
        CHECK(b == a + 120);
        memset(b, 1, 904);
        CHECK_EQ(ox_submit_commit(&queue, b, 904), OX_OK);
        CHECK(ox_submit_take(&queue, 0, &data, &bytes) && data == a && bytes == 120);
        CHECK(ox_submit_take(&queue, 1, &data, &bytes) && data == mesh && bytes == 40);
        CHECK(ox_submit_take(&queue, 2, &data, &bytes) && data == b && bytes == 904);
        CHECK(!ox_submit_take(&queue, 3, &data, &bytes));
        CHECK(ox_submit_open(&queue, 1, 1, &room) == NULL); /* the queue is full */
    }
    CHECK_EQ(queue.submitted, 100 * (120 + 40 + 904));
    CHECK_EQ(queue.copied, 0);
    CHECK_EQ(queue.refused, 100);
    ox_frame_memory_begin(&frame);
    ox_submit_begin(&queue);
    CHECK_EQ(ox_submit_copy(&queue, mesh, sizeof mesh, 4), OX_OK);
    CHECK_EQ(queue.copied, 40);
    CHECK(ox_submit_take(&queue, 0, &data, &bytes) && data != mesh && memcmp(data, mesh, 40) == 0);
    CHECK(ox_submit_open(&queue, 985, 1, &room) == NULL);
    CHECK_EQ(room, 984);
    uint8_t *c = ox_submit_open(&queue, 10, 1, &room);
    CHECK_EQ(ox_submit_commit(&queue, c, 985), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_submit_commit(&queue, c, 0), OX_OK); /* no byte was used: nothing is submitted */
    CHECK_EQ(queue.count, 1);
    CHECK_EQ(ox_submit_commit(&queue, c, 1), OX_BAD_STATE);
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

TEST(memory_submit_notices_a_write_after_commit) {
    static _Alignas(16) uint8_t block[512];
    ox_arena arena;
    ox_frame_memory frame;
    ox_submission list[2];
    ox_submit_queue queue;
    const void *data;
    size_t bytes;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(ox_frame_memory_init(&frame, &arena, 512, 1));
    ox_submit_init(&queue, &frame, list, 2);
    uint8_t *a = ox_submit_open(&queue, 64, 4, NULL);
    memset(a, 5, 64);
    CHECK_EQ(ox_submit_commit(&queue, a, 64), OX_OK);
    CHECK(ox_submit_take(&queue, 0, &data, &bytes));
    CHECK_EQ(test_assertions(), 0);
    for (int i = 0; i < 64; i++) {
        a[i] ^= 1;
        CHECK(ox_submit_take(&queue, 0, &data, &bytes) && bytes == 64);
        CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
        a[i] ^= 1;
    }
}

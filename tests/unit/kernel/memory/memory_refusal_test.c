/* At least one refusal of every function that can fail and is not refused elsewhere: the code it returns, and that
 * nothing was changed. tests/scripts/rules/failing_functions.sh keeps the list of these functions complete. */
#include <string.h>

#include "kernel/bytes/packed.h"
#include "kernel/bytes/stream.h"
#include "kernel/containers/array.h"
#include "kernel/containers/chain.h"
#include "kernel/containers/dictionary.h"
#include "kernel/containers/graph.h"
#include "kernel/containers/grid.h"
#include "kernel/containers/heap.h"
#include "kernel/containers/hierarchy.h"
#include "kernel/containers/list.h"
#include "kernel/containers/ring.h"
#include "kernel/containers/stack.h"
#include "kernel/memory/heap.h"
#include "kernel/memory/master.h"
#include "kernel/memory/partition.h"
#include "kernel/memory/submit.h"
#include "kernel/residency/undo.h"
#include "kernel/resource/resource.h"
#include "kernel/text/view.h"
#include "rom/codec.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tests/unit/kernel/resource/resource_views.h"

OX_DEFINE_CHAIN(refusal_chain, int)
OX_DEFINE_LIST(refusal_list, int)
OX_DEFINE_RING(refusal_ring, int)
OX_DEFINE_HEAP(refusal_heap, int32_t)
OX_DEFINE_HIERARCHY(refusal_tree, int)
OX_DEFINE_QUEUE(refusal_queue, int, refusal_ring)
OX_DEFINE_DICTIONARY(refusal_table, int)

/* In debug builds a broken contract also asserts. */
static void expect_assertions(int count) { CHECK_EQ(test_assertions(), OX_DEBUG ? count : 0); }

TEST(memory_refusals_of_sequences) {
    refusal_chain_node chain_nodes[2];
    refusal_list_node list_nodes[2];
    ox_nodes nodes;
    refusal_chain chain;
    refusal_list list;
    refusal_ring ring;
    refusal_queue queue;
    int storage[1], value;
    CHECK_EQ(refusal_chain_nodes_init(&nodes, chain_nodes, 0), OX_BAD_ARGUMENT);
    CHECK_EQ(refusal_chain_nodes_init(&nodes, chain_nodes, 2), OX_OK);
    refusal_chain_init(&chain, &nodes);
    CHECK_EQ(refusal_chain_push_back(&chain, 1), OX_OK);
    CHECK_EQ(refusal_chain_push_back(&chain, 2), OX_FULL);
    CHECK_EQ(refusal_chain_push_front(&chain, 2), OX_FULL);
    CHECK_EQ(refusal_chain_count(&chain), 1);

    CHECK_EQ(refusal_list_nodes_init(&nodes, list_nodes, 2), OX_OK);
    refusal_list_init(&list, &nodes);
    CHECK_EQ(refusal_list_pop_front(&list, &value), OX_EMPTY);
    CHECK_EQ(refusal_list_take(&list, 0, &value), OX_EMPTY);
    expect_assertions(2);
    CHECK_EQ(refusal_list_push_front(&list, 1), OX_OK);
    CHECK_EQ(refusal_list_push_front(&list, 2), OX_FULL);
    CHECK_EQ(refusal_list_count(&list), 1);

    refusal_ring_init(&ring, storage, 1, OX_RING_REJECT);
    CHECK_EQ(refusal_ring_push_front(&ring, 1), OX_OK);
    CHECK_EQ(refusal_ring_push_front(&ring, 2), OX_FULL);
    CHECK_EQ(refusal_ring_put(&ring, OX_NOWHERE, 2), OX_FULL);
    CHECK_EQ(refusal_ring_get(&ring, OX_NOWHERE, &value), OX_EMPTY);
    refusal_ring_init(&queue.on, storage, 1, OX_RING_REJECT);
    CHECK_EQ(refusal_queue_push(&queue, 1), OX_OK);
    CHECK_EQ(refusal_queue_push(&queue, 2), OX_FULL);
    CHECK(refusal_queue_pop(&queue, &value) == OX_OK && value == 1);
    CHECK_EQ(refusal_queue_pop(&queue, &value), OX_EMPTY);
    expect_assertions(1);
}

TEST(memory_refusals_of_trees_heaps_and_graphs) {
    refusal_heap heap;
    refusal_heap_slot slots[1];
    refusal_tree tree;
    refusal_tree_node tree_nodes[3];
    ox_nodes nodes;
    refusal_heap_init(&heap, slots, 1, ox_compare_i32, NULL);
    CHECK_EQ(refusal_heap_push(&heap, 5), OX_OK);
    CHECK_EQ(refusal_heap_push(&heap, 6), OX_FULL);
    CHECK_EQ(refusal_heap_count(&heap), 1);

    CHECK_EQ(refusal_tree_nodes_init(&nodes, tree_nodes, 3), OX_OK);
    refusal_tree_init(&tree, &nodes);
    uint32_t root = refusal_tree_add(&tree, 0, 1), child = refusal_tree_add(&tree, root, 2);
    CHECK_EQ(refusal_tree_add(&tree, root, 3), 0);
    CHECK_EQ(ox_hierarchy_attach(&tree.core, root, child), OX_CYCLE);
    CHECK_EQ(refusal_tree_erase(&tree, child) != 0, false);
    CHECK_EQ(refusal_tree_detach(&tree, child), OX_BAD_ARGUMENT);
    expect_assertions(1);

    ox_graph graph;
    ox_graph_node graph_nodes[4];
    ox_graph_edge edges[2];
    CHECK_EQ(ox_graph_init(&graph, graph_nodes, 4, edges, 2), OX_OK);
    uint32_t a = ox_graph_add_node(&graph), b = ox_graph_add_node(&graph);
    /* there is room for one edge only: no half of a pair is made */
    CHECK_EQ(ox_graph_connect(&graph, a, b, 0, true), OX_FULL);
    CHECK_EQ(ox_graph_edge_count(&graph), 0);
    CHECK_EQ(ox_graph_remove_edge(&graph, 1), OX_NOT_FOUND);
    CHECK_EQ(ox_graph_disconnect(&graph, a, b), OX_NOT_FOUND);
    CHECK_EQ(ox_graph_remove_node(&graph, 3), OX_NOT_FOUND);
    CHECK_EQ(ox_graph_node_count(&graph), 2);
}

TEST(memory_refusals_of_tables_and_grids) {
    static const refusal_table_rom_pair pairs[] = {{2, 10}};
    static const refusal_table_rom fixed = {pairs, 1};
    refusal_table table = refusal_table_of_rom(&fixed);
    ox_nodes nodes;
    ox_chained chained;
    ox_probing probing;
    ox_grid grid, part;
    ox_array array = {.capacity = 0};
    uint32_t block[16], position = 7;
    uint8_t cells[12] = {0};
    memset(&nodes, 0, sizeof nodes);
    CHECK_EQ(ox_dictionary_insert(&table.core, 3, &position), OX_UNSUPPORTED);
    CHECK_EQ(position, 0);
    CHECK_EQ(ox_chained_init(&chained, &nodes, NULL, 4), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_probing_init(&probing,
                             &(ox_probing_config){.size = 4, .stride = 8, .order = OX_PROBE_QUADRATIC}, block,
                             sizeof block),
             OX_BAD_ARGUMENT);
    CHECK_EQ(ox_grid_init(&grid, cells, 0, 3, 1, 4), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_grid_init(&grid, cells, 4, 3, 1, 4), OX_OK);
    CHECK_EQ(ox_grid_part(&grid, 1, 1, 1, 4, 1, &part), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_array_reserve(&array, 1, 4), OX_FULL); /* the array has no function to grow by */
    CHECK(array.items == NULL && array.capacity == 0);
}

TEST(memory_refusals_of_allocators) {
    static _Alignas(16) uint8_t memory[8192];
    ox_arena arena;
    ox_pool pool;
    ox_heap heap;
    ox_partition partition;
    ox_handle handle;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_pool_init(&pool, &arena, 16, 8, 1000), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_pool_init(&pool, &arena, 0, 8, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_arena_used(&arena), 0);
    CHECK_EQ(ox_heap_init(&heap, &arena, &arena, &(ox_heap_setup){1024, 4, 4, 256}), OX_OK);
    handle = ox_heap_take_pinned(&heap, 1000);
    CHECK(ox_handle_is_none(handle)); /* the block is larger than a step may move */
    CHECK(ox_handle_is_none(ox_heap_take_pinned(&heap, 1000)));
    CHECK_EQ(ox_heap_check(&heap), OX_OK);

    CHECK_EQ(ox_partition_init(&partition, &arena, 8, 2), OX_OK);
    for (int i = 0; i < 2; i++) CHECK(ox_partition_take(&partition, false, &handle) != NULL);
    CHECK(ox_partition_take(&partition, false, &handle) == NULL);
    CHECK(ox_handle_is_none(handle));
    CHECK_EQ(ox_partition_check(&partition), OX_OK);
    partition.used = 1; /* an object that the table has and the order of places has not */
    CHECK_EQ(ox_partition_check(&partition), OX_CORRUPTED);
    (void)test_assertions();
}

TEST(memory_refusals_of_masters_queues_and_lists) {
    static _Alignas(16) uint8_t memory[2][256], block[512];
    ox_arena arenas[2], frame_arena;
    ox_master master;
    void *pieces[2];
    for (int i = 0; i < 2; i++) ox_arena_init(&arenas[i], memory[i], sizeof memory[i]);
    CHECK_EQ(ox_master_take(&master, (ox_arena *const[]){&arenas[0], &arenas[1]}, 2, OX_ARENA_LOW), OX_OK);
    const size_t wanted[] = {64, 300};
    CHECK_EQ(ox_master_push(&master, wanted, 8, pieces), OX_OUT_OF_MEMORY);
    CHECK(pieces[0] == NULL && pieces[1] == NULL && ox_arena_used(&arenas[0]) == 0);

    ox_frame_memory frame;
    ox_submit_queue queue;
    ox_submission submissions[1];
    ox_arena_init(&frame_arena, block, sizeof block);
    CHECK(ox_frame_memory_init(&frame, &frame_arena, 128, 1));
    ox_submit_init(&queue, &frame, submissions, 1);
    CHECK_EQ(ox_submit_copy(&queue, block, 200, 4), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_submit_reference(&queue, NULL, 4), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_submit_reference(&queue, block, 4), OX_OK);
    CHECK_EQ(ox_submit_reference(&queue, block, 4), OX_FULL);
    CHECK_EQ(ox_submit_copy(&queue, block, 4, 4), OX_FULL);
    CHECK(queue.count == 1 && ox_frame_memory_used(&frame) == 0);
    (void)test_assertions();
}

static void count_undone(void *context, uint32_t argument) { *(uint32_t *)context += argument; }

TEST(memory_refusals_of_notes_streams_and_texts) {
    ox_undo undo;
    ox_undo_entry entries[1];
    uint32_t undone = 0, words[1];
    ox_undo_init(&undo, entries, 1);
    CHECK_EQ(ox_undo_note(&undo, count_undone, &undone, 1), OX_OK);
    CHECK_EQ(ox_undo_note(&undo, count_undone, &undone, 100), OX_FULL);
    CHECK_EQ(undone, 100); /* a change that cannot be recorded is undone at once */

    ox_packed packed;
    uint8_t bytes[2] = {0xFF, 0xFF};
    ox_packed_init(&packed, words, 3, 5);
    ox_packed_fill(&packed, 9);
    CHECK_EQ(ox_packed_write(&packed, bytes, 1), OX_FULL);
    CHECK(bytes[0] == 0xFF && bytes[1] == 0xFF);
    CHECK_EQ(ox_packed_read(&packed, bytes, 1), OX_BAD_DATA);
    /* the filling bits of the last byte are not 0 */
    CHECK_EQ(ox_packed_read(&packed, bytes, 2), OX_BAD_DATA);
    CHECK_EQ(ox_packed_get(&packed, 2), 9);

    ox_reader reader = ox_reader_bytes(bytes, 1);
    CHECK_EQ(ox_read_u16(&reader) & 0u, 0);
    CHECK_EQ(ox_reader_status(&reader), OX_BAD_DATA);

    int32_t number = 5;
    fx fixed = 5;
    size_t at = 0;
    CHECK_EQ(ox_text_parse_int(OX_TEXT("12x"), &number, &at), OX_BAD_DATA);
    CHECK(number == 0 && at == 2);
    CHECK_EQ(ox_text_parse_fx(OX_TEXT("1.5.2"), &fixed, &at), OX_BAD_DATA);
    CHECK(fixed == 0 && at == 3);
}

TEST(memory_refusals_of_tracked_blocks) {
#if OX_DEBUG
    static ox_tracker tracker;
    static _Alignas(16) uint8_t records[4096], block[64];
    ox_tracked tracked;
    CHECK(ox_tracker_open(&tracker, records, sizeof records));
    memset(block, OX_FILL_FREED, sizeof block);
    ox_tracked_start(&tracked, &tracker, "test", OX_TAG_LEVEL);
    CHECK_EQ(ox_tracked_check_freed(&tracked, block, 64, OX_FILL_FREED, OX_HERE), OX_OK);
    block[9] = 1;
    CHECK_EQ(ox_tracked_check_freed(&tracked, block, 64, OX_FILL_FREED, OX_HERE), OX_CORRUPTED);
    ox_tracked_add(&tracked, block + 16, 32, 32, true, OX_HERE);
    CHECK_EQ(ox_tracked_check(&tracked, block + 16, OX_HERE), OX_OK);
    block[48] = 1;
    CHECK_EQ(ox_tracked_check(&tracked, block + 16, OX_HERE), OX_CORRUPTED);
    /* the guard was mended */
    CHECK_EQ(ox_tracked_remove(&tracked, block + 16, OX_FILL_FREED, OX_HERE), OX_OK);
    CHECK_EQ(ox_tracked_remove(&tracked, block + 16, OX_FILL_FREED, OX_HERE), OX_DOUBLE_FREE);
    CHECK_EQ(ox_tracked_remove(&tracked, block + 1, OX_FILL_FREED, OX_HERE), OX_FOREIGN_POINTER);
    (void)test_assertions();
#endif
}

TEST(memory_refusals_of_resources_at_every_request) {
    static _Alignas(16) uint8_t image_memory[24576], resident_memory[32768];
    build_rom rom;
    rom_image image;
    rom_error error;
    ox_stock stock;
    ox_resources resources;
    ox_arena resident;
    build_begin(&rom, image_memory, sizeof image_memory);
    build_budget(&rom, 65536, 8192, 64, 48, 0, 0);
    CHECK(build_finish(&rom) > 0);
    CHECK_EQ(rom_open(rom.base, rom.size, &image, &error), ROM_OK);
    uint32_t refusals = 0;
    for (uint32_t k = 1; k < 100; k++) {
        ox_arena_init(&resident, resident_memory, sizeof resident_memory);
        ox_arena_fail_after(&resident, k);
        if (open_views(&stock, &resources, &image, &resident, NULL, RS_PAL8, NULL) == OX_OK) break;
        refusals++;
    }
    CHECK(refusals > 3 && refusals < 99);
    ox_arena_init(&resident, resident_memory, 1000);
    CHECK_EQ(open_views(&stock, &resources, &image, &resident, NULL, RS_PAL8, NULL), OX_OUT_OF_MEMORY);
    /* The image is refused as a whole when a byte of it changes. */
    CHECK_EQ(rom_check_image(&image, &error), ROM_OK);
    image_memory[image.size - 1] ^= 1;
    CHECK_EQ(rom_check_image(&image, &error), ROM_BAD_CONTENT_CRC);
}

TEST(memory_refusals_of_packed_bytes) {
    static const uint8_t packed[] = {0x02, 'A', 'B'}; /* three bytes are announced, two are there */
    uint8_t out[3];
    rom_decoder decoder;
    rom_error error;
    rom_decoder_begin(&decoder, ROM_CODEC_RUNS, packed, sizeof packed, out, sizeof out);
    CHECK_EQ(rom_decoder_step(&decoder, 100, &error), ROM_BAD_PACKING);
    CHECK(!rom_decoder_done(&decoder) && error.text[0] != 0);
    CHECK_EQ(rom_decoder_step(&decoder, 100, &error), ROM_BAD_PACKING); /* the decoder stays bad */
}

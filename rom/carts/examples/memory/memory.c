/* A warehouse: memory for each kind of need, all of it out of one block, with every end of it told. */
#include <string.h>

#include "kernel/memory/bank.h"
#include "kernel/memory/chunk.h"
#include "kernel/memory/frame.h"
#include "kernel/memory/handle.h"
#include "kernel/memory/heap.h"
#include "kernel/memory/level.h"
#include "kernel/memory/master.h"
#include "kernel/memory/packed.h"
#include "kernel/memory/partition.h"
#include "kernel/memory/shared.h"
#include "kernel/memory/size_class.h"
#include "kernel/memory/spawn.h"
#include "kernel/memory/stage.h"
#include "kernel/memory/submit.h"
#include "kernel/memory/undo.h"
#include "kernel/memory/window.h"
#include "kernel/names/id.h"
#include "kernel/type/name.h"
#include "rom/carts/examples/example.h"

/* 1. Handles: numbers that notice when what they name has gone. A table is saved and comes back with the same numbers. */
OX_HANDLE_KIND(crate_handle);
typedef struct crate {
    uint32_t weight;
} crate;
OX_HANDLE_TABLE(crates, crate_handle, crate, OX_HANDLE_CHECKED);

static void write_crate(void *context, const void *object, uint8_t *bytes) {
    (void)context;
    bytes[0] = (uint8_t)((const crate *)object)->weight;
}
static bool read_crate(void *context, void *object, const uint8_t *bytes) {
    (void)context;
    ((crate *)object)->weight = bytes[0];
    return true;
}

static void show_handles(ox_arena *arena, ox_log *out) {
    const ox_handles_config config = {.capacity = 8, .size = sizeof(crate), .options = OX_HANDLES_NAMED};
    const ox_handles_codec codec = {1, write_crate, read_crate, NULL};
    ox_handles table;
    crate_handle first, second;
    uint8_t image[256];
    size_t bytes = ox_handles_bytes(&config);
    if (ox_handles_init(&table, &config, ox_arena_push_low(arena, bytes, 8), bytes) != OX_OK) return;
    crate *a = crates_acquire(&table, &first), *b = crates_acquire(&table, &second);
    if (a == NULL || b == NULL) return;
    a->weight = 70;
    b->weight = 30;
    if (ox_handles_name(&table, second.bits, SID("tools")) != OX_OK) return;
    (void)crates_release(&table, first);
    size_t size = ox_handles_image_bytes(&table, &codec);
    if (size > sizeof image || ox_handles_save(&table, &codec, image, size) != OX_OK) return;
    (void)crates_release(&table, second);
    if (ox_handles_restore(&table, &codec, image, size) != OX_OK) return;
    SAY("the crate of tools weighs %u after %u bytes of saving; the first one is %s",
        (unsigned)crates_get(&table, (crate_handle){ox_handles_find(&table, SID("tools"))})->weight,
        (unsigned)size, crates_try_get(&table, first) == NULL ? "gone" : "there");
}

/* 2. Flags and small numbers without gaps. */
static void show_bits(ox_log *out) {
    static uint32_t met_words[OX_BITS_WORDS(100)], floor_words[OX_PACKED_WORDS(64, 3)];
    uint8_t bytes[32];
    ox_bits met;
    ox_packed floor;
    ox_bits_init(&met, met_words, 100);
    ox_bits_clear_all(&met);
    ox_bits_fill(&met, 20, 30, true);
    ox_bits_flip(&met, 25);
    SAY("%u flags are set, the first hole behind 20 is %u; 40 to 49 %s", (unsigned)ox_bits_count_set(&met),
        (unsigned)ox_bits_find_clear(&met, 20), ox_bits_all(&met, 40, 10) ? "all" : "not all");
    static uint32_t seen_words[OX_BITS_WORDS(100)], map_words[OX_BITS_WORDS(64)];
    ox_bits seen;
    ox_bits2 map;
    ox_bits_init(&seen, seen_words, 100);
    ox_bits_clear_all(&seen);
    ox_bits_fill(&seen, 40, 40, true);
    ox_bits_and(&seen, &seen, &met);
    const uint32_t both = ox_bits_count_set(&seen);
    ox_bits_flip_all(&seen);
    ox_bits_xor(&seen, &seen, &met);
    SAY("seen and met: %u; in one of the rest and of those met: %u", (unsigned)both,
        (unsigned)ox_bits_count_set(&seen));
    ox_bits2_init(&map, map_words, 8, 8);
    ox_bits2_fill(&map, 0, 0, 8, 8, false);
    ox_bits2_fill(&map, 2, 2, 3, 4, true);
    ox_bits2_flip(&map, 3, 3);
    SAY("a rock with a hole: %s, all of its first row %s", ox_bits2_any(&map, 2, 2, 3, 4) ? "there" : "gone",
        ox_bits2_all(&map, 2, 2, 1, 4) ? "stands" : "does not stand");
    ox_packed_init(&floor, floor_words, 64, 3);
    ox_packed_fill(&floor, 2);
    ox_packed_set(&floor, 17, 7);
    if (ox_packed_write(&floor, bytes, ox_stream_bytes(64 * 3)) != OX_OK) return;
    ox_packed_fill(&floor, 0);
    if (ox_packed_read(&floor, bytes, ox_stream_bytes(64 * 3)) != OX_OK) return;
    SAY("64 tiles of 3 bits take %u bytes; tile 17 is %u, tile 18 is %u", (unsigned)ox_stream_bytes(64 * 3),
        (unsigned)ox_packed_get(&floor, 17), (unsigned)ox_packed_get(&floor, 18));
}

/* 3. Kinds of objects: from a pool each, made as their record says. Sizes that differ: classes, and a heap that closes its holes. */
typedef struct robot {
    uint32_t charge, carries;
} robot;

static void show_objects(ox_arena *arena, ox_log *out) {
    static const robot fresh = {100, 0};
    static const ox_kind kinds[] = {{OX_NAME("robot"), sizeof(robot), 4, &fresh, 0, NULL, NULL}};
    static const ox_sized_class classes[] = {{16, 8}, {64, 4}};
    const ox_heap_setup setup = {4096, 16, 8, 1024};
    ox_spawn spawn;
    ox_heap heap;
    ox_sized sized;
    ox_heap_report report;
    ox_handle robots[4], boxes[3], letter;
    if (ox_spawn_init(&spawn, arena, kinds, 1, OX_SPAWN_POOLED, NULL) != OX_OK) return;
    for (int i = 0; i < 4; i++) {
        robot *r = ox_spawn_new(&spawn, 0, OX_SPAWN_ANY, &robots[i]);
        if (r != NULL) r->carries = (uint32_t)i;
    }
    (void)ox_spawn_end(&spawn, 0, robots[1]);
    const robot *last = ox_spawn_get(&spawn, 0, robots[3]);
    SAY("robot 3 carries %u with a charge of %u; robot 1 is %s", (unsigned)last->carries,
        (unsigned)last->charge, ox_spawn_get(&spawn, 0, robots[1]) == NULL ? "gone" : "there");

    if (ox_heap_init(&heap, arena, arena, &setup) != OX_OK ||
        ox_sized_init(&sized, arena, classes, 2, &heap) != OX_OK)
        return;
    letter = ox_sized_take(&sized, 12);
    for (int i = 0; i < 3; i++) {
        boxes[i] = ox_sized_take(&sized, 700); /* larger than the classes: of the heap */
        memset(ox_sized_get(&sized, boxes[i]), i + 1, 700);
    }
    (void)ox_sized_give(&sized, boxes[1]);
    ox_heap_report_of(&heap, &report);
    uint32_t holes = report.holes;
    (void)ox_heap_compact(&heap);
    ox_heap_report_of(&heap, &report);
    SAY("a letter in a slot, boxes in the heap: %u holes, after closing them %u; box 2 still holds %u",
        (unsigned)holes, (unsigned)report.holes, (unsigned)*(const uint8_t *)ox_sized_get(&sized, boxes[2]));
    (void)ox_sized_give(&sized, letter);
}

/* 4. Who thinks lies side by side, who sleeps behind them; a search has records of its own; what many share is made once. */
static ox_status measure(void *context, void *object, const void *descriptor) {
    (void)context;
    *(uint32_t *)object = *(const uint32_t *)descriptor * 2u;
    return OX_OK;
}

static void show_sharing(ox_arena *arena, ox_log *out) {
    static const ox_shared_maker maker = {measure, NULL, NULL};
    ox_partition guards;
    ox_handle handles[5], shelf[2];
    ox_bank bank;
    ox_shared bounds;
    ox_sharing sharing = {0};
    if (ox_partition_init(&guards, arena, sizeof(uint32_t), 5) != OX_OK) return;
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t *guard = ox_partition_take(&guards, true, &handles[i]);
        if (guard != NULL) *guard = i;
    }
    (void)ox_partition_sleep(&guards, handles[0]);
    (void)ox_partition_sleep(&guards, handles[3]);
    (void)ox_partition_wake(&guards, handles[0]);
    SAY("%u guards think, guard 3 is %s", (unsigned)guards.active,
        ox_partition_is_active(&guards, handles[3]) ? "awake" : "asleep");

    if (ox_bank_init(&bank, arena, 8, 16) != OX_OK) return;
    ox_bank_reset(&bank);
    for (uint32_t i = 0; i < 6; i++) {
        bool fresh;
        uint32_t *node = ox_bank_get_or_add(&bank, i * 7919u % 4u, &fresh); /* keys come again */
        if (node != NULL && fresh) node[1] = i;
    }
    SAY("6 visits of the search took %u records", (unsigned)bank.used);

    if (ox_shared_init(&bounds, arena, sizeof(uint32_t), 4, &maker, NULL) != OX_OK) return;
    const uint32_t width = 21;
    for (int i = 0; i < 2; i++)
        if (ox_shared_get(&bounds, SID("shelf"), &width, &shelf[i]) != OX_OK) return;
    ox_sharing_add(&sharing, 64, 4, 50);
    SAY("both shelves are one record of %u, used by %u; sharing saves to %u/65536",
        (unsigned)*(const uint32_t *)ox_shared_at(&bounds, shelf[1]),
        (unsigned)ox_shared_uses(&bounds, shelf[0]), (unsigned)ox_sharing_ratio(&sharing));
}

/* 5. What comes and goes with levels: chunks of streamed files, a window that moves along a road, the next level packed at the other end. */
static ox_status read_file(void *context, uint32_t index, void *to, uint32_t bytes) {
    (void)context;
    memset(to, (int)index + 1, bytes);
    return OX_OK;
}
static ox_status unpack(void *context, void *to, size_t bytes, const void *packed, size_t packed_bytes) {
    (void)context, (void)packed_bytes;
    memset(to, *(const uint8_t *)packed, bytes);
    return OX_OK;
}

static void show_levels(ox_arena *arena, ox_log *out) {
    static const uint32_t sizes[] = {100, 200, 60, 150};
    const ox_window_config road = {.items = 6, .slots = 3, .slot_bytes = 64, .settle = 2};
    ox_chunks chunks;
    ox_chunk_level cave;
    ox_chunk_plan plan;
    ox_window window;
    if (ox_chunk_plan_of(sizes, 4, 256, &plan) != OX_OK || ox_chunks_init(&chunks, arena, 256, 6) != OX_OK)
        return;
    ox_chunk_level_init(&cave, &chunks);
    if (ox_chunk_load(&cave, 600, read_file, NULL) != OX_OK) return;
    uint32_t *torch = ox_chunk_tail(&cave, sizeof *torch, 4);
    SAY("planned: %u chunks, %u bytes of waste; a torch in the tail: %s", (unsigned)plan.chunks,
        (unsigned)plan.waste, torch != NULL ? "yes" : "no");
    ox_chunk_unload(&cave);

    if (ox_window_init(&window, arena, &road) != OX_OK) return;
    for (uint32_t at = 0; at < 4; at++) {
        uint32_t item;
        void *memory;
        ox_window_move(&window, at);
        while (ox_window_want(&window, &item, &memory)) {
            memset(memory, (int)item, 64);
            (void)ox_window_loaded(&window, item, true);
        }
    }
    SAY("at segment 3 %u are here: 4 %s, 0 %s", (unsigned)ox_window_resident(&window),
        ox_window_get(&window, 4) != NULL ? "is" : "is not",
        ox_window_get(&window, 0) != NULL ? "is" : "is not");

    ox_level_memory level;
    void *data = NULL;
    if (ox_level_open(&level, arena, 256) != OX_OK) return;
    if (ox_arena_push_low(arena, 1000, 8) == NULL) return; /* level A */
    uint8_t *packed = ox_level_stage(&level, 40);
    if (packed == NULL) return;
    packed[0] = 66;
    if (ox_level_change(&level, 2000, unpack, NULL, &data) != OX_OK) return;
    SAY("level %c is unpacked where A was", *(const char *)data);
    (void)ox_level_end(&level);
}

/* 6. Fast memory: blocks pass through it, two at a time. Several arenas in one frame; loading that is all or nothing. */
static void forget(void *context, uint32_t argument) { *(uint32_t *)context -= argument; }

static void show_transfers(ox_arena *arena, ox_log *out) {
    static uint16_t samples[256], mixed[256];
    static uint8_t block[1024];
    ox_arena fast, *both[] = {arena, &fast};
    ox_stage stage;
    ox_master master;
    ox_undo undo;
    ox_undo_entry entries[4];
    ox_transaction load;
    const size_t bytes[] = {64, 32};
    void *pieces[2];
    uint32_t registered = 0, sum = 0;
    ox_arena_init(&fast, block, sizeof block);
    for (uint16_t i = 0; i < 256; i++) samples[i] = i;
    if (ox_stage_init(&stage, &fast, 128, NULL) != OX_OK ||
        ox_stage_begin(&stage, samples, mixed, 128, 4) != OX_OK)
        return;
    for (uint16_t *some; (some = ox_stage_next(&stage)) != NULL;)
        for (int i = 0; i < 64; i++) some[i] = (uint16_t)(some[i] * 2u);
    ox_stage_flush(&stage);
    for (int i = 0; i < 256; i++) sum += mixed[i];
    SAY("256 samples went through 2 blocks of fast memory: their sum is %u", (unsigned)sum);

    size_t before = ox_arena_free(arena);
    if (ox_master_take(&master, both, 2, OX_ARENA_LOW) != OX_OK ||
        ox_master_push(&master, bytes, 8, pieces) != OX_OK)
        return;
    (void)ox_master_release(&master);
    ox_undo_init(&undo, entries, 4);
    ox_transaction_begin(&load, arena, &undo);
    registered += 3;
    if (ox_arena_push_low(arena, 500, 8) == NULL || ox_undo_note(&undo, forget, &registered, 3) != OX_OK)
        return;
    (void)ox_transaction_abort(&load, OX_NOT_FOUND);
    SAY("a frame over two arenas and a load that failed leave %u bytes and %u entries",
        (unsigned)(before - ox_arena_free(arena)), (unsigned)registered);
}

/* 7. What lasts a frame: written where it is read from, without a copy. */
static void show_frame(ox_arena *arena, ox_log *out) {
    ox_frame_memory frame;
    ox_submission submissions[4];
    ox_submit_queue queue;
    const void *data;
    size_t room, bytes = 0;
    static const uint8_t mesh[24] = {1};
    if (!ox_frame_memory_init(&frame, arena, 1024, 2)) return;
    ox_frame_memory_begin(&frame);
    ox_submit_init(&queue, &frame, submissions, 4);
    ox_submit_begin(&queue);
    uint32_t *vertices = ox_submit_open(&queue, 100 * sizeof *vertices, 4, &room);
    if (vertices == NULL) return;
    for (uint32_t i = 0; i < 10; i++) vertices[i] = i;
    if (ox_submit_commit(&queue, vertices, 10 * sizeof *vertices) != OX_OK ||
        ox_submit_reference(&queue, mesh, sizeof mesh) != OX_OK)
        return;
    for (uint32_t i = 0; ox_submit_take(&queue, i, &data, &room); i++) bytes += room;
    SAY("%u bytes to draw, %u of them copied, %u of the frame in use", (unsigned)bytes,
        (unsigned)queue.copied, (unsigned)ox_frame_memory_used(&frame));
}

void example(plat *platform, ox_log *out) {
    static _Alignas(16) uint8_t block[64 * 1024];
    ox_arena arena;
    (void)platform;
    ox_arena_init(&arena, block, sizeof block);
    show_handles(&arena, out);
    show_bits(out);
    show_objects(&arena, out);
    show_sharing(&arena, out);
    show_levels(&arena, out);
    show_transfers(&arena, out);
    show_frame(&arena, out);
}

/* A warehouse: memory for each kind of need, all of it out of one block; every time memory runs out is told. */
#include <string.h>

#include "kernel/bytes/packed.h"
#include "kernel/handle/handle.h"
#include "kernel/memory/bank.h"
#include "kernel/memory/class.h"
#include "kernel/memory/frame.h"
#include "kernel/memory/heap.h"
#include "kernel/memory/master.h"
#include "kernel/memory/partition.h"
#include "kernel/memory/size_class.h"
#include "kernel/memory/spawn.h"
#include "kernel/memory/submit.h"
#include "kernel/names/id.h"
#include "kernel/residency/chunk.h"
#include "kernel/residency/level.h"
#include "kernel/residency/shared.h"
#include "kernel/residency/stage.h"
#include "kernel/residency/undo.h"
#include "kernel/residency/window.h"
#include "kernel/type/name.h"
#include "rom/carts/examples/example.h"

/* 1. Handles: numbers that notice when the object they name has gone. A table is saved and comes back with the same
 * numbers. */
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

    /* Counted handles: each user that keeps a handle says so, and the last one to let go ends the object. */
    const ox_handles_config counted = {.capacity = 4, .size = sizeof(crate), .options = OX_HANDLES_COUNTED};
    bytes = ox_handles_bytes(&counted);
    if (ox_handles_init(&table, &counted, ox_arena_push_low(arena, bytes, 8), bytes) != OX_OK ||
        crates_acquire(&table, &first) == NULL || crates_retain(&table, first) != OX_OK)
        return;
    const uint32_t users = ox_handles_count(&table, first.bits);
    (void)crates_release(&table, first);
    SAY("%u carry the crate; one lets go, and %u is still there", (unsigned)users,
        (unsigned)ox_handles_report(&table, NULL, NULL));
    ox_handles_clear(&table);
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

    /* Flags go into a file with their number in front, and back into an array with room for more. */
    static uint32_t kept_words[OX_BITS_WORDS(100)];
    ox_bits kept;
    ox_bits_init(&kept, kept_words, 100);
    ox_bits_set_all(&kept);
    if (ox_bits_write_counted(&met, bytes, 2 + ox_stream_bytes(100)) != OX_OK ||
        ox_bits_read_counted(&kept, bytes, 2 + ox_stream_bytes(100)) != OX_OK)
        return;
    const bool same = ox_bits_equal(&kept, &met);
    ox_bits_or(&kept, &kept, &seen);
    SAY("the flags from the file are %s; with what was seen they are %u, and the first is %u",
        same ? "the same" : "others", (unsigned)ox_bits_count_set(&kept),
        (unsigned)ox_bits_find_set(&kept, 0));
    if (ox_packed_write_counted(&floor, bytes, 2 + ox_stream_bytes(64 * 3)) != OX_OK ||
        ox_packed_read_counted(&floor, bytes, 2 + ox_stream_bytes(64 * 3)) != OX_OK)
        return;
    SAY("the floor has %u tiles; no flag is set from 90 on: %s", (unsigned)floor.count,
        ox_bits_any(&met, 90, 10) ? "no" : "yes");
}

/* 3. Kinds of objects: from a pool each, made as their record says. Sizes that differ: classes, and a heap that
 * closes its holes. */
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
    uint32_t walking = 0;
    for (uint32_t i = 0; i < kinds[0].capacity; i++) walking += ox_spawn_at(&spawn, 0, i) != NULL;
    SAY("%u robots walk; a packer would set aside memory for %s", (unsigned)walking,
        ox_spawn_plan(kinds, 1, OX_SPAWN_PREPARED, NULL) > 0 ? "them" : "none");

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
    SAY("%u things are kept", (unsigned)ox_sized_used(&sized));
    (void)ox_sized_give(&sized, letter);

    /* A registered pointer follows its block; a block that a device reads is pinned meanwhile. */
    ox_heap_slot slot;
    const uint8_t *label = ox_sized_get(&sized, boxes[2]);
    const ox_handle disk = ox_heap_take_pinned(&heap, 64);
    if (disk.bits == 0 || !ox_heap_register(&heap, &slot, &label)) return;
    (void)ox_sized_give(&sized, boxes[0]);
    (void)ox_heap_compact(&heap);
    SAY("the label of box 2 still reads %u, the pinned block holds %u bytes, and the heap is %s",
        (unsigned)*label, (unsigned)ox_heap_bytes(&heap, disk),
        ox_heap_check(&heap) == OX_OK ? "sound" : "damaged");
    (void)ox_heap_unregister(&heap, &slot);
    ox_heap_clear(&heap);
}

/* 4. Records that think lie side by side, those that sleep behind them; a search has records of its own; a thing
 * that many share is made once. */
static ox_status measure_partition(void *context, void *object, const void *descriptor) {
    (void)context;
    *(uint32_t *)object = *(const uint32_t *)descriptor * 2u;
    return OX_OK;
}

static void show_sharing(ox_arena *arena, ox_log *out) {
    static const ox_shared_maker maker = {measure_partition, NULL, NULL};
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
    (void)ox_partition_give(&guards, handles[1]);
    SAY("%u of %u are left, side by side: %s", (unsigned)guards.active, 5u,
        ox_partition_check(&guards) == OX_OK ? "yes" : "no");
    ox_partition_clear(&guards);

    if (ox_bank_init(&bank, arena, 8, 16) != OX_OK) return;
    ox_bank_reset(&bank);
    for (uint32_t i = 0; i < 6; i++) {
        bool fresh;
        uint32_t *node = ox_bank_get_or_add(&bank, i * 7919u % 4u, &fresh); /* keys come again */
        if (node != NULL && fresh) node[1] = i;
    }
    SAY("6 visits of the search took %u records", (unsigned)bank.used);
    const uint32_t *newest = ox_bank_at(&bank, bank.used - 1u);
    SAY("the newest is number %u, made by visit %u and found by %u look",
        (unsigned)ox_bank_index(&bank, newest), (unsigned)newest[1],
        (unsigned)ox_bank_probes(&bank, newest[0]));

    if (ox_shared_init(&bounds, arena, sizeof(uint32_t), 4, &maker, NULL) != OX_OK) return;
    const uint32_t width = 21;
    for (int i = 0; i < 2; i++)
        if (ox_shared_get(&bounds, SID("shelf"), &width, &shelf[i]) != OX_OK) return;
    ox_sharing_add(&sharing, 64, 4, 50);
    SAY("both shelves are one record of %u, used by %u; sharing saves to %u/65536",
        (unsigned)*(const uint32_t *)ox_shared_at(&bounds, shelf[1]),
        (unsigned)ox_shared_uses(&bounds, shelf[0]), (unsigned)ox_sharing_ratio(&sharing));
    (void)ox_shared_release(&bounds, shelf[0]);
    SAY("one shelf less: %u use is left", (unsigned)ox_shared_uses(&bounds, shelf[1]));
    ox_shared_clear(&bounds);
}

/* 5. Memory that comes and goes with levels: chunks of streamed files, a window that moves along a road, the next
 * level packed at the other end. */
static ox_status read_file(void *context, uint32_t index, void *to, uint32_t bytes) {
    (void)context;
    memset(to, (int)index + 1, bytes);
    return OX_OK;
}
static ox_status unpack_level(void *context, void *to, size_t bytes, const void *packed,
                              size_t packed_bytes) {
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
    if (ox_level_change(&level, 2000, unpack_level, NULL, &data) != OX_OK) return;
    SAY("level %c is unpacked where A was", *(const char *)data);
    (void)ox_level_end(&level);
}

/* 6. Fast memory: blocks pass through it, two at a time. Several arenas in one frame; loading of all or nothing. */
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
    ox_transaction_begin(&load, arena, &undo);
    ox_transaction_commit(&load); /* the notes of a load that went well are forgotten */
    SAY("a frame over two arenas and a load that failed leave %u bytes and %u entries",
        (unsigned)(before - ox_arena_free(arena)), (unsigned)registered);
}

/* 7. The memory that a cart declares is carved once: classes of memory, clients of them, and the pool of each kind of
 * object. */
enum { ENGINE = 1, CRATES, KIND_CRATE = 7 };

static void show_plan(ox_log *out) {
    static _Alignas(16) uint8_t ram[8192];
    static const ox_plan_client clients[] = {{"engine", ENGINE, OX_CLASS_MAIN, 2048, OX_ARENA_LOW},
                                             {"crates", CRATES, OX_CLASS_MAIN, 1024, OX_ARENA_HIGH}};
    static const ox_plan_kind kinds[] = {{KIND_CRATE, CRATES, sizeof(crate), 4, 10}};
    const ox_memory_block blocks[OX_CLASSES] = {[OX_CLASS_MAIN] = {ram, sizeof ram}};
    ox_plan plan = {.classes = {[OX_CLASS_MAIN] = 9000},
                    .clients = clients,
                    .client_count = 2,
                    .kinds = kinds,
                    .kind_count = 1};
    static ox_memory memory;
    ox_memory_refusal refusal;
    ox_pool pool;
    char text[80];
    if (ox_memory_open(&memory, &plan, blocks, &refusal) == OX_OK) return; /* more than there is */
    (void)ox_memory_refusal_text(&refusal, text, sizeof text);
    SAY("refused: %s", text);
    plan.classes[OX_CLASS_MAIN] = 8000;
    if (ox_memory_open(&memory, &plan, blocks, &refusal) != OX_OK ||
        ox_memory_pool(&memory, KIND_CRATE, &pool) != OX_OK)
        return;
    const void *log = ox_memory_alloc(&memory, OX_CLASS_MAIN, ENGINE, 500, 8);
    const ox_memory_figures all = ox_memory_class_figures(&memory, OX_CLASS_MAIN);
    SAY("%u bytes declared; the engine has taken %u of its own, which lie in main memory: %s",
        (unsigned)all.declared, (unsigned)ox_memory_account(&memory, ENGINE).bytes,
        ox_memory_class_of(&memory, log) == OX_CLASS_MAIN ? "yes" : "no");

    /* A test of what happens without room: the third crate is refused. */
    ox_handle handle;
    uint32_t made = 0;
    ox_pool_fail_after(&pool, 2);
    for (int i = 0; i < 4; i++) made += ox_pool_take(&pool, &handle) != NULL;
    SAY("%u of 4 crates, one was refused on purpose; the pool is %s", (unsigned)made,
        ox_pool_check(&pool) == OX_OK ? "sound" : "damaged");
    ox_pool_clear(&pool);
}

/* 8. Memory that lasts a frame is written where it is read from, without a copy. */
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
        ox_submit_reference(&queue, mesh, sizeof mesh) != OX_OK ||
        ox_submit_copy(&queue, &room, sizeof(uint32_t), 4) != OX_OK) /* values that change until drawn */
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
    show_plan(out);
    show_frame(&arena, out);
}

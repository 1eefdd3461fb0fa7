/* Tests of packages: counts over level changes, transactions that fail at every item, references between
 * packages, loading in the background. */
#include "fixedmath/random.h"
#include "kernel/file/block_device.h"
#include "kernel/resource/package.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_image_builder.h"
#include "tests/unit/kernel/file/file_slow_device.h"
#include "tests/unit/kernel/memory/life.h"

#define RAW ROM_TAG('M', 'I', 'N', 'E')

enum { LEVEL = 1 << 3, RESIDENT = 3 << 3 };

static _Alignas(16) uint8_t rom_memory[8192], memory[32768];
static ox_arena arena;
static ox_files files;
static ox_images images;
static ox_manager m;
static ox_packages packages;
static image_build b;
static uint32_t loads_to_fail, loaded_ids[16], loaded_count, unloaded_ids[16], unloaded_count;

static ox_status count_load(void *context, ox_payload *payload) {
    (void)context;
    if (loads_to_fail > 0 && --loads_to_fail == 0) return OX_BAD_DATA;
    if (loaded_count < 16) loaded_ids[loaded_count] = payload->id;
    loaded_count++;
    return OX_OK;
}

static void count_unload(void *context, ox_payload *payload) {
    (void)context;
    if (unloaded_count < 16) unloaded_ids[unloaded_count] = payload->id;
    unloaded_count++;
}

static const ox_resource_functions raw_functions = {.post_init = count_load, .tear_down = count_unload};
static const ox_resource_type raw_type = {.tag = RAW, .name = "raw", .functions = &raw_functions};

static uint32_t letter_id(char letter) { return rom_id_of(&letter, 1); }

/* Adds a package of resources named by letters, and of the packages that it names. */
static void add_package(const char *name, const char *items, const char *const *others, uint32_t count) {
    uint32_t items_count = (uint32_t)strlen(items), text = 0;
    for (uint32_t i = 0; i < count; i++) text += (uint32_t)strlen(others[i]);
    uint32_t header = ROM_PACKAGE_SIZE, rows = items_count * ROM_PACKAGE_ITEM_SIZE,
             externals = count * ROM_EXTERNAL_SIZE;
    uint8_t *pack = image_chunk(&b, name, ROM_TAG_PACKAGE, 0, header, header + rows + externals + text);
    image_put(pack + ROM_PACKAGE_ITEM_COUNT, items_count, 4);
    image_put(pack + ROM_PACKAGE_ITEMS_AT, items_count == 0 ? 0 : header, 4);
    image_put(pack + ROM_PACKAGE_EXTERNAL_COUNT, count, 4);
    image_put(pack + ROM_PACKAGE_EXTERNALS_AT, count == 0 ? 0 : header + rows, 4);
    uint32_t stored = 0, full = 0;
    for (uint32_t i = 0; i < items_count; i++) {
        uint8_t *row = pack + header + i * ROM_PACKAGE_ITEM_SIZE;
        image_put(row + ROM_PACKAGE_ITEM_ID, letter_id(items[i]), 4);
        image_put(row + ROM_PACKAGE_ITEM_TYPE, RAW, 4);
        row[ROM_PACKAGE_ITEM_LIFETIME] = ROM_PACKAGE_ITEM_LEVEL;
        image_put(row + ROM_PACKAGE_ITEM_STORED, 4, 4);
        image_put(row + ROM_PACKAGE_ITEM_FULL, 8, 4);
        stored += 4;
        full += 8;
    }
    image_put(pack + ROM_PACKAGE_STORED, stored, 4);
    image_put(pack + ROM_PACKAGE_FULL, full, 4);
    uint32_t at = header + rows + externals;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *row = pack + header + rows + i * ROM_EXTERNAL_SIZE;
        uint32_t length = (uint32_t)strlen(others[i]);
        image_put(row + ROM_EXTERNAL_NAME, at, 4);
        image_put(row + ROM_EXTERNAL_NAME + 4, length, 4);
        memcpy(pack + at, others[i], length);
        at += length;
    }
    rom_error error = {ROM_OK, 0, ""};
    CHECK_EQ(rom_check_chunk(ROM_TAG_PACKAGE, pack, header + rows + externals + text, &error), ROM_OK);
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
}

static uint32_t size_of(char letter) { return 100 + (uint32_t)(letter - 'A') * 24; }

static void begin(const char *letters) {
    image_begin(&b, rom_memory, sizeof rom_memory, 1, 0x00010000u);
    for (const char *at = letters; *at != 0; at++) {
        char name[2] = {*at, 0};
        image_add_packed(&b, name, RAW, LEVEL, size_of(*at), (uint32_t)*at);
    }
}

static void finish(uint32_t stack) {
    ox_files_config file_config = {.handles = 2, .requests = 8};
    ox_manager_config config = {
        .records = 24, .types = 4, .stack_bytes = stack, .miss = OX_MISS_REFUSE, .scratch_bytes = 64};
    rom_image image;
    rom_error error = {ROM_OK, 0, ""};
    CHECK_EQ(rom_open(b.image, image_finish(&b), &image, &error), ROM_OK);
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_files_init(&files, &file_config, &arena), OX_OK);
    ox_images_init(&images, NULL);
    CHECK_EQ(ox_images_add(&images, &image, "cart", 0), OX_OK);
    CHECK_EQ(ox_manager_init(&m, &config, &images, &files, &arena, NULL), OX_OK);
    CHECK_EQ(ox_manager_register(&m, &raw_type), OX_OK);
    ox_packages_init(&packages, &m);
    loads_to_fail = loaded_count = unloaded_count = 0;
}

static uint32_t count_of(char letter) {
    const ox_manager_record *r = ox_manager_find(&m, letter_id(letter), RAW);
    return r == NULL ? 0 : r->count;
}

/* Whether exactly the resources of these letters are in memory, whole. */
static bool holds(const char *letters) {
    uint32_t count = 0;
    ox_resource_handle h = {0};
    while ((h = ox_manager_next(&m, h)).bits != 0) count++;
    bool good = count == strlen(letters);
    for (const char *at = letters; *at != 0; at++) {
        const ox_manager_record *r = ox_manager_find(&m, letter_id(*at), RAW);
        good = good && r != NULL && r->state == OX_RESOURCE_RESIDENT && ((uintptr_t)r->data & 7u) == 0;
        good = good && ((const uint8_t *)r->data)[4] == (uint8_t)*at && r->size == size_of(*at);
        good = good && ox_arena_holds(&m.stack, r->data);
    }
    return good;
}

TEST(resource_package_counts_over_a_level_change) {
    ox_package_report report;
    begin("ABCDE");
    add_package("level/1", "ABC", NULL, 0);
    add_package("level/2", "BCDE", NULL, 0);
    finish(2000);
    CHECK_EQ(ox_package_load(&packages, rom_id("level/1"), &report), OX_OK);
    CHECK(holds("ABC") && report.loaded == 3 && report.packages == 1);
    CHECK(count_of('A') == 1 && count_of('B') == 1 && count_of('C') == 1);
    loaded_count = unloaded_count = 0;
    CHECK_EQ(ox_package_change(&packages, rom_id("level/1"), rom_id("level/2"), &report), OX_OK);
    CHECK(holds("BCDE") && loaded_count == 2 && loaded_ids[0] == letter_id('D') &&
          loaded_ids[1] == letter_id('E'));
    CHECK(unloaded_count == 1 && unloaded_ids[0] == letter_id('A'));
    CHECK(report.loaded == 2 && report.kept == 2 && report.unloaded == 1);
    CHECK(count_of('B') == 1 && count_of('C') == 1 && count_of('D') == 1 && count_of('E') == 1);
    CHECK(m.counts.moved_bytes == size_of('B') + size_of('C')); /* B and C slid down over A */
    CHECK(ox_package_is_loaded(&packages, rom_id("level/2")) &&
          !ox_package_is_loaded(&packages, rom_id("level/1")));
    CHECK_EQ(ox_package_unload(&packages, rom_id("level/2"), &report), OX_OK);
    CHECK(holds("") && ox_arena_used(&m.stack) == 0 && report.unloaded == 4);
}

TEST(resource_package_loads_are_set_differences) {
    static const char letters[] = "ABCDEFGH";
    rng32 random = rng32_seed(8, 8);
    uint32_t wrong = 0, masks[12];
    begin(letters);
    for (uint32_t i = 0; i < 12; i++) {
        char items[9] = "", name[8] = "lvl/a";
        uint32_t count = 0;
        masks[i] = 1 + rng_below(&random, 255);
        name[4] = (char)('a' + i);
        for (uint32_t k = 0; k < 8; k++) {
            if (masks[i] >> k & 1) items[count++] = letters[k];
        }
        items[count] = 0;
        add_package(name, items, NULL, 0);
    }
    finish(3000);
    char from[8] = "lvl/a", to[8] = "lvl/b";
    uint32_t was = 0;
    CHECK_EQ(ox_package_load(&packages, rom_id(from), NULL), OX_OK);
    for (int i = 0; i < 200; i++) {
        uint32_t next = rng_below(&random, 12), loads = 0, drops = 0;
        if (next == was) continue;
        from[4] = (char)('a' + was);
        to[4] = (char)('a' + next);
        loaded_count = unloaded_count = 0;
        wrong += ox_package_change(&packages, rom_id(from), rom_id(to), NULL) != OX_OK;
        char there[9] = "";
        uint32_t count = 0;
        for (uint32_t k = 0; k < 8; k++) {
            loads += (masks[next] & ~masks[was]) >> k & 1;
            drops += (masks[was] & ~masks[next]) >> k & 1;
            if (masks[next] >> k & 1) there[count++] = letters[k];
        }
        wrong += loaded_count != loads || unloaded_count != drops || !holds(there);
        was = next;
    }
    CHECK_EQ(wrong, 0);
}

static uint32_t progress_last, progress_wrong, progress_calls;
static ox_package_report *progress_report;
static void watch_progress(void *context, uint32_t progress) {
    (void)context;
    uint64_t ratio = progress_report->bytes == 0
                         ? 65536
                         : (uint64_t)progress_report->bytes_done * 65536 / progress_report->bytes;
    progress_wrong += progress < progress_last || progress != ratio;
    progress_last = progress;
    progress_calls++;
}

TEST(resource_package_levels_return_to_the_mark) {
    rng32 random = rng32_seed(1, 5);
    ox_package_report report;
    uint32_t wrong = 0;
    size_t largest = 0;
    begin("ABCDEFG");
    add_package("l/a", "ABC", NULL, 0);
    add_package("l/b", "DEFG", NULL, 0);
    add_package("l/c", "AG", NULL, 0);
    image_add_packed(&b, "hud", RAW, RESIDENT, 88, 3);
    finish(2000);
    CHECK(ox_manager_get(&m, rom_id("hud"), RAW, NULL) != NULL);
    size_t mark = ox_arena_used(&m.stack);
    uint32_t sum = rom_crc32(0, ox_manager_find(&m, rom_id("hud"), RAW)->data, 88);
    packages.progress = watch_progress;
    progress_report = &report;
    progress_wrong = 0;
    for (int i = 0; i < 1000; i++) {
        char name[4] = "l/a";
        name[2] = (char)('a' + rng_below(&random, 3));
        progress_last = progress_calls = 0;
        wrong += ox_package_load(&packages, rom_id(name), &report) != OX_OK;
        wrong += progress_last != 65536 || progress_calls != report.items;
        if (ox_arena_used(&m.stack) > largest) largest = ox_arena_used(&m.stack);
        wrong += ox_package_unload(&packages, rom_id(name), NULL) != OX_OK || ox_arena_used(&m.stack) != mark;
    }
    CHECK(wrong == 0 && progress_wrong == 0);
    CHECK_EQ(ox_arena_peak(&m.stack), largest);
    CHECK(largest >= mark + size_of('D') + size_of('E') + size_of('F') + size_of('G'));
    CHECK_EQ(rom_crc32(0, ox_manager_find(&m, rom_id("hud"), RAW)->data, 88), sum);
}

TEST(resource_package_fails_at_every_item_without_a_trace) {
    ox_package_report report;
    begin("ABCDEF");
    add_package("kept", "AB", NULL, 0);
    add_package("level", "ABCDEF", NULL, 0);
    finish(2000);
    CHECK_EQ(ox_package_load(&packages, rom_id("kept"), NULL), OX_OK);
    size_t used = ox_arena_used(&m.stack);
    for (uint32_t k = 1; k <= 4; k++) {
        loads_to_fail = k;
        CHECK_EQ(ox_package_load(&packages, rom_id("level"), &report), OX_BAD_DATA);
        CHECK(report.failed_id == letter_id((char)('B' + k)) && report.failed_type == RAW);
        CHECK(ox_arena_used(&m.stack) == used && holds("AB") && count_of('A') == 1 && count_of('B') == 1);
        CHECK(!ox_package_is_loaded(&packages, rom_id("level")) && packages.count == 1);
    }
    CHECK_EQ(ox_package_load(&packages, rom_id("level"), NULL), OX_OK);
    CHECK(count_of('A') == 2 && count_of('C') == 1);
    CHECK_EQ(ox_package_load(&packages, rom_id("level"), NULL), OX_ALREADY_THERE);
    CHECK_EQ(ox_package_load(&packages, rom_id("nothing"), NULL), OX_NOT_FOUND);
    CHECK_EQ(ox_package_unload(&packages, rom_id("nothing"), NULL), OX_NOT_FOUND);
    CHECK_EQ(ox_package_measure(&packages, rom_id("nothing"), &report), OX_NOT_FOUND);
    ox_manager_phase(&m, OX_PHASE_PLAY);
    CHECK_EQ(ox_package_load(&packages, rom_id("kept"), NULL), OX_BAD_STATE);
    CHECK_EQ(ox_package_change(&packages, rom_id("level"), rom_id("kept"), NULL), OX_BAD_STATE);
    ox_manager_phase(&m, OX_PHASE_LOADING);

    /* A resource of the package is locked when the package ends. */
    ox_resource_handle c = ox_manager_handle(&m, letter_id('C'), RAW);
    CHECK(ox_manager_lock(&m, c) != NULL);
    CHECK_EQ(ox_package_unload(&packages, rom_id("level"), NULL), OX_BAD_STATE);
    CHECK(count_of('A') == 2 && ox_package_is_loaded(&packages, rom_id("level")));
    CHECK_EQ(ox_manager_unlock(&m, c), 0);
    CHECK_EQ(ox_package_unload(&packages, rom_id("level"), NULL), OX_OK);
    CHECK(holds("AB") && ox_arena_used(&m.stack) == used);
}

TEST(resource_package_too_large_is_refused_before_anything) {
    ox_package_report report;
    begin("ABCDEF");
    add_package("small", "A", NULL, 0);
    add_package("large", "ABCDEF", NULL, 0);
    finish(500);
    CHECK_EQ(ox_package_load(&packages, rom_id("small"), NULL), OX_OK);
    uint32_t loads = loaded_count;
    CHECK_EQ(ox_package_load(&packages, rom_id("large"), &report), OX_OUT_OF_MEMORY);
    CHECK(loaded_count == loads && holds("A") && report.bytes > 500 && report.failed_id == 0);
    CHECK_EQ(ox_package_change(&packages, rom_id("small"), rom_id("large"), &report), OX_OUT_OF_MEMORY);
    CHECK(holds("A") && count_of('A') == 1 &&
          ox_package_is_loaded(&packages, rom_id("small"))); /* the old package is loaded again */
    CHECK(ox_package_measure(&packages, rom_id("large"), &report) == OX_OK && report.items == 6);
}

/* ---- packages that name each other ---- */

TEST(resource_package_ring_is_loaded_once_each) {
    static const char *const orders[3] = {"pack/a", "pack/b", "pack/c"};
    for (int first = 0; first < 3; first++) {
        ox_package_report report;
        begin("ABC");
        add_package("pack/a", "A", (const char *const[]){"pack/b"}, 1);
        add_package("pack/b", "B", (const char *const[]){"pack/c"}, 1);
        add_package("pack/c", "C", (const char *const[]){"pack/a"}, 1);
        finish(1000);
        CHECK_EQ(ox_package_load(&packages, rom_id(orders[first]), &report), OX_OK);
        CHECK(holds("ABC") && report.packages == 3 && report.loaded == 3 && loaded_count == 3);
        CHECK(count_of('A') == 1 && count_of('B') == 1 && count_of('C') == 1);
        CHECK_EQ(ox_package_unload(&packages, rom_id(orders[first]), NULL), OX_OK);
        CHECK(holds("") && packages.count == 0);
    }
}

TEST(resource_package_that_is_missing_is_told) {
    ox_package_report report;
    begin("AB");
    add_package("pack/a", "AX", (const char *const[]){"pack/b", "pack/none"}, 2);
    add_package("pack/b", "B", NULL, 0);
    finish(1000);
    CHECK_EQ(ox_package_load(&packages, rom_id("pack/a"), &report), OX_OK);
    CHECK(holds("AB") && report.missing == 2); /* a package and the item X are missing */
    CHECK_EQ(ox_package_unload(&packages, rom_id("pack/a"), &report), OX_OK);
    CHECK(holds(""));
}

/* ---- in the background ---- */

static const ox_resource_type pack_type = {.tag = ROM_TAG_PACKAGE, .name = "package"};
static _Alignas(16) uint8_t disk_memory[12288];
static ox_block_device disk;
static ox_device inner, device;
static media disc;

/* Puts the image into a file on a medium; only its head is in memory. */
static void to_file(uint32_t stack) {
    ox_block_store store = ox_block_memory(disk_memory, sizeof disk_memory);
    rom_error error;
    ox_file file;
    uint32_t done;
    finish(stack);
    uint32_t size = images.list[0].rom.size;
    CHECK_EQ(ox_block_device_format(&disk, &store, 1024, 2, &inner), OX_OK);
    media_begin(&disc, &inner, 1, &device);
    CHECK_EQ(ox_files_mount(&files, "disc", &device, 0), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("disc:cart"), OX_FILE_WRITE, &file), OX_OK);
    CHECK_EQ(ox_file_write(&files, file, rom_memory, size, &done), OX_OK);
    CHECK_EQ(ox_file_close(&files, file), OX_OK);
    memset(rom_memory, 0xEE, sizeof rom_memory);
    CHECK_EQ(ox_images_remove(&images, "cart"), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("disc:cart"), OX_FILE_READ, &file), OX_OK);
    CHECK_EQ(ox_images_add_file(&images, &files, file, &arena, "cart", 0, &error), OX_OK);
    CHECK_EQ(ox_manager_register(&m, &pack_type), OX_OK);
}

TEST(resource_package_next_level_comes_in_the_background) {
    ox_package_fetch fetch;
    ox_package_report report;
    uint32_t tick = 0, most = 0;
    begin("ABCDEF");
    add_package("l/a", "ABC", NULL, 0);
    add_package("l/b", "CDEF", NULL, 0);
    to_file(2600);
    /* the package's lists stay from now on */
    CHECK_EQ(ox_package_load(&packages, rom_id("l/b"), NULL), OX_OK);
    CHECK_EQ(ox_package_change(&packages, rom_id("l/b"), rom_id("l/a"), NULL), OX_OK);
    size_t used = ox_arena_used(&m.stack);
    ox_manager_phase(&m, OX_PHASE_PLAY);
    for (int turn = 0; turn < 100; turn++) {
        uint32_t from = rom_id(turn % 2 == 0 ? "l/a" : "l/b"), to = rom_id(turn % 2 == 0 ? "l/b" : "l/a");
        CHECK_EQ(ox_package_fetch_begin(&fetch, &packages, to, 20), OX_OK);
        CHECK_EQ(ox_package_enter(&fetch, from, &report),
                 OX_EMPTY); /* it is too early: the player waits at the door */
        uint32_t issued = tick, stalls = files.costs.stalls;
        while (ox_package_fetch_status(&fetch) == OX_EMPTY) {
            uint32_t done = ox_files_pump(&files, 4);
            if (done > most) most = done;
            CHECK(ox_package_fetch_ticks(&fetch, 4) == (ox_package_fetch_left(&fetch) + 3) / 4);
            ox_manager_tick(&m, ++tick);
            ox_files_tick(&files, tick);
        }
        CHECK(ox_package_fetch_status(&fetch) == OX_OK && tick == issued + 20 &&
              files.costs.stalls == stalls);
        uint32_t reads = disc.reads;
        CHECK_EQ(ox_package_enter(&fetch, from, &report), OX_OK);
        CHECK(disc.reads == reads &&
              report.loaded == (turn % 2 == 0 ? 3u : 2u)); /* the change uses no device */
        const ox_manager_record *c = ox_manager_find(&m, letter_id('C'), RAW);
        CHECK(c != NULL && c->count == 1 && ((const uint8_t *)c->data)[4] == 'C');
        CHECK_EQ(ox_arena_mark(&m.stack, OX_ARENA_HIGH).used, 0);
        if (turn % 2 == 1) CHECK_EQ(ox_arena_used(&m.stack), used);
    }
    CHECK(most <= 8); /* a tick never loads more than its quota, rounded up to a block */
    TEST_INFO("at most %u bytes of loading in a tick", (unsigned)most);

    /* A fetch is cancelled in the middle, with a cut-scene loaded after it: all memory is free again. */
    CHECK_EQ(ox_package_fetch_begin(&fetch, &packages, rom_id("l/b"), 20), OX_OK);
    CHECK_EQ(ox_package_fetch_begin(&(ox_package_fetch){0}, &packages, rom_id("l/b"), 20), OX_ALREADY_THERE);
    ox_files_pump(&files, 9);
    ox_package_fetch_cancel(&fetch);
    CHECK(ox_package_fetch_status(&fetch) == OX_CANCELLED && ox_arena_used(&m.stack) == used &&
          ox_files_pending(&files) == 0);
    CHECK_EQ(ox_package_fetch_begin(&fetch, &packages, rom_id("l/a"), 20), OX_ALREADY_THERE);
    CHECK_EQ(ox_package_fetch_begin(&fetch, &packages, rom_id("l/none"), 20), OX_NOT_FOUND);
    CHECK_EQ(ox_package_enter(&fetch, 0, &report), OX_BAD_STATE);
    void *rest = ox_arena_push_high(&m.stack, ox_arena_free(&m.stack) - 24, 8);
    CHECK(rest != NULL);
    CHECK_EQ(ox_package_fetch_begin(&fetch, &packages, rom_id("l/b"), 20), OX_OUT_OF_MEMORY);
    CHECK(ox_manager_find(&m, rom_id("l/b"), OX_STAGED) == NULL);
}

/* A device fails while the next level is fetched: the old level plays on. */
TEST(resource_package_fetch_that_fails) {
    ox_package_fetch fetch;
    begin("ABCD");
    add_package("l/a", "AB", NULL, 0);
    add_package("l/b", "CD", NULL, 0);
    to_file(2000);
    CHECK_EQ(ox_package_load(&packages, rom_id("l/b"), NULL), OX_OK);
    CHECK_EQ(ox_package_change(&packages, rom_id("l/b"), rom_id("l/a"), NULL), OX_OK);
    size_t used = ox_arena_used(&m.stack);
    disc.fail_at = disc.calls + 2;
    CHECK_EQ(ox_package_fetch_begin(&fetch, &packages, rom_id("l/b"), 3), OX_OK);
    for (uint32_t tick = 1; tick <= 3; tick++) {
        ox_files_pump(&files, 512);
        ox_files_tick(&files, tick);
    }
    CHECK_EQ(ox_package_fetch_status(&fetch), OX_IO_ERROR);
    CHECK_EQ(ox_package_enter(&fetch, rom_id("l/a"), NULL), OX_IO_ERROR);
    CHECK(ox_arena_used(&m.stack) == used && ox_package_is_loaded(&packages, rom_id("l/a")));
}

/* A whole life: the image is opened, a level loaded, changed, left, everything shut down. */
static ox_status live_once(uint32_t allocation, uint32_t call, uint32_t *calls, bool *struck) {
    ox_package_report report;
    begin("ABCD");
    add_package("l/a", "ABC", NULL, 0);
    add_package("l/b", "BCD", NULL, 0);
    to_file(2000);
    disc.calls = 0;
    disc.fail_at = call;
    disc.fault = OX_IO_ERROR;
    ox_arena_fail_after(&m.stack, allocation);
    ox_status first = ox_package_load(&packages, rom_id("l/a"), &report);
    if (first == OX_OK) {
        CHECK(holds("ABC") || m.records[0].bits == 0);
        ox_status change = ox_package_change(&packages, rom_id("l/a"), rom_id("l/b"), &report);
        CHECK(ox_package_is_loaded(&packages, rom_id("l/b")) == (change == OX_OK));
        /* exactly one of the two levels is loaded */
        CHECK(ox_package_is_loaded(&packages, rom_id("l/a")) == (change != OX_OK));
        for (char letter = 'A'; letter <= 'D'; letter++) {
            bool of_a = letter <= 'C', of_b = letter >= 'B';
            CHECK_EQ(count_of(letter), change == OX_OK ? of_b : of_a);
        }
        CHECK_EQ(ox_package_unload(&packages, rom_id(change == OX_OK ? "l/b" : "l/a"), &report), OX_OK);
        first = change;
    } else {
        CHECK(report.status == first && !ox_package_is_loaded(&packages, rom_id("l/a")));
    }
    *struck = m.stack.refused > 0 || disc.calls >= call;
    *calls = disc.calls;
    for (char letter = 'A'; letter <= 'D'; letter++)
        CHECK(ox_manager_find(&m, letter_id(letter), RAW) == NULL);
    CHECK_EQ(ox_manager_shutdown(&m, NULL, NULL), 0);
    CHECK(ox_arena_mark(&m.stack, OX_ARENA_LOW).used == 0 &&
          ox_arena_mark(&m.stack, OX_ARENA_HIGH).used == 0);
    CHECK_EQ(images.list[0].users, 0);
    return first;
}

/* Every k-th request for memory and every k-th read fail over load, change, unload and shutdown: each fault has a
 * named outcome, and no memory is left in use. */
TEST(resource_package_every_fault_of_a_life_has_an_outcome) {
    uint32_t calls, requests = 0, reads = 0;
    bool struck;
    CHECK_EQ(live_once(0, UINT32_MAX, &calls, &struck), OX_OK);
    for (uint32_t k = 1; k < 200; k++) {
        ox_status status = live_once(k, UINT32_MAX, &calls, &struck);
        if (m.stack.refused == 0) break;
        CHECK_EQ(status, OX_OUT_OF_MEMORY);
        requests++;
    }
    for (uint32_t k = 1; k < 400; k++) {
        ox_status status = live_once(0, k, &calls, &struck);
        if (calls < k) break;
        /* OX_OK: the last calls close files that are not needed any more */
        CHECK(status == OX_IO_ERROR || status == OX_OK);
        reads += status != OX_OK;
    }
    TEST_INFO("%u requests and %u reads refused", (unsigned)requests, (unsigned)reads);
    CHECK(requests > 8 && requests < 199 && reads > 5 && reads < 399);
}

LIFE_ROW(ox_packages, init, DONE(ox_packages_init(it, &m)), OX_CLEAR(it), (void)!ox_package_load(it, 1, NULL))
PLAIN_ROW(ox_package_fetch, begin, ox_package_fetch_begin(it, &packages, rom_id("l/a"), 20),
          ox_package_fetch_end(it))

TEST(resource_package_fetch_ends_clear) {
    static ox_arena none; /* the manager's memory belongs to the manager */
    const life_bench bench = {&none, NULL};
    begin("ABC");
    add_package("l/a", "ABC", NULL, 0);
    to_file(2000);
    CHECK(life_is_led(&LIFE_OF(ox_packages), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_package_fetch), &bench));
    size_t used = ox_arena_used(&m.stack);
    CHECK(life_is_led(&LIFE_OF(ox_package_fetch), &bench));
    CHECK_EQ(ox_arena_used(&m.stack), used);
    CHECK_EQ(ox_files_pending(&files), 0);
}

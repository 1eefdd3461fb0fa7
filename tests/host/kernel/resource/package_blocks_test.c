/* Streamed levels: packed into blocks by the packer, loaded into blocks by the console, in any order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/file/block_device.h"
#include "kernel/resource/block_package.h"
#include "rom/check.h"
#include "rom/package.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_slow_device.h"
#include "tools/convert/pack_kinds.h"
#include "tools/inspect/dump.h"
#include "tools/pack/level_report.h"
#include "tools/pack/pack_graph.h"
#include "tools/record_writer.h"

enum { LEVELS = 3, ITEMS = 12, BLOCKS = 64 };

static tool_error error;
static cart owner;

/* Bytes of item `item` of level `level`; level LEVELS has the shared item. */
static uint32_t size_of(uint32_t level, uint32_t item) {
    return 24 + (level * 389 + item * 997) % 960 / 4 * 4;
}

static void add_raw(assembly *a, uint32_t level, uint32_t item, uint32_t bytes) {
    char name[32];
    snprintf(name, sizeof name, "raw/%u.%u", (unsigned)level, (unsigned)item);
    writer *out = assemble_add(a, name, ROM_TAG_RAW, ROM_RAW_SIZE);
    const rom_raw_record r = {.data_bytes = bytes - ROM_RAW_SIZE, .data_at = ROM_RAW_SIZE};
    record_put_raw(out, 0, &r);
    for (uint32_t i = ROM_RAW_SIZE; i < bytes; i++) writer_u8(out, level * 31 + item * 7 + i);
}

/* A level that names its items and a shared one; `first` are words such as `streamed`. */
static bool add_level(assembly *a, uint32_t level, const char *first) {
    static char text[4000];
    char name[32];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "level 1\n%s\nneighbour 0\nneighbour 1\nspawn thing at=0,0,0\n", first);
    for (uint32_t i = 0; i < ITEMS; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "set item%u @raw/%u.%u\n", (unsigned)i,
                                 (unsigned)level, (unsigned)i);
    snprintf(text + used, sizeof text - used, "set common @raw/3.0\n");
    snprintf(name, sizeof name, "%u", (unsigned)level);
    cart_asset asset = {.kind = "level"};
    snprintf(asset.name, sizeof asset.name, "%s", name);
    const pack_source source = {.c = &owner,
                                .asset = &asset,
                                .path = "cave.level",
                                .data = (const uint8_t *)text,
                                .size = strlen(text),
                                .error = &error};
    snprintf(name, sizeof name, "level/%u", (unsigned)level);
    writer *out = assemble_add(a, name, ROM_TAG_LEVEL, ROM_LEVEL_SIZE);
    bool ok = convert_level(&source, out);
    writer_align(out, 4);
    return ok;
}

static void add_budget(assembly *a, uint32_t block_bytes) {
    writer *out = assemble_add(a, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE);
    const rom_budget_record r = {.memory = 200000,
                                 .frame = 8192,
                                 .width = 64,
                                 .height = 48,
                                 .rate = 60,
                                 .block_bytes = block_bytes,
                                 .block_count = block_bytes == 0 ? 0 : 40};
    record_put_budget(out, 0, &r);
}

/* The cart of three levels; `large`: one item of level 1 has that many bytes. */
static bool make_image(uint32_t block_bytes, uint32_t large, writer *image) {
    assembly a = {.cart = 7, .names = true, .compress = COMPRESS_ON};
    memset(image, 0, sizeof *image);
    add_budget(&a, block_bytes);
    for (uint32_t level = 0; level < LEVELS; level++) {
        for (uint32_t i = 0; i < ITEMS; i++)
            add_raw(&a, level, i, large != 0 && level == 1 && i == 5 ? large : size_of(level, i));
        CHECK(add_level(&a, level, "streamed"));
    }
    add_raw(&a, LEVELS, 0, size_of(LEVELS, 0));
    bool ok =
        pack_graph_write(&a, NULL, 0, "cart.txt", &error) && assemble_finish(&a, "cart.txt", image, &error);
    assemble_free(&a);
    return ok;
}

static ox_images images;
static ox_chunks blocks;
static ox_arena arena;
static _Alignas(16) uint8_t memory[400000];

static void begin(uint32_t block_bytes, const rom_image *image) {
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_chunks_init(&blocks, &arena, block_bytes, BLOCKS), OX_OK);
    blocks.poison = true;
    ox_images_init(&images, NULL);
    if (image != NULL) CHECK_EQ(ox_images_add(&images, image, "cart", 0), OX_OK);
}

static uint32_t package_id(uint32_t level) {
    char name[40];
    snprintf(name, sizeof name, "package/level/%u", (unsigned)level);
    return rom_id(name);
}

/* Counts the level's items that are not found whole in a block. */
static uint32_t wrong_items(const ox_block_package *package, uint32_t level, uint32_t block_bytes) {
    uint32_t wrong = 0, size;
    char name[32];
    for (uint32_t item = 0; item < ITEMS; item++) {
        snprintf(name, sizeof name, "raw/%u.%u", (unsigned)level, (unsigned)item);
        const uint8_t *at = ox_block_package_find(package, rom_id(name), ROM_TAG_RAW, &size);
        bool good = at != NULL && size == size_of(level, item) && size <= block_bytes;
        for (uint32_t i = ROM_RAW_SIZE; good && i < size; i++)
            good = at[i] == (uint8_t)(level * 31 + item * 7 + i);
        wrong += !good || ((uintptr_t)at & 3u) != 0;
    }
    snprintf(name, sizeof name, "level/%u", (unsigned)level);
    const void *at = ox_block_package_find(package, rom_id(name), ROM_TAG_LEVEL, &size);
    return wrong + (at == NULL || rom_check_chunk(ROM_TAG_LEVEL, at, size, NULL) != ROM_OK);
}

/* A thousand loads and unloads in any order: nothing is lost, nobody else's blocks go. */
TEST(package_blocks_come_and_go_a_thousand_times) {
    static const uint32_t sizes[] = {1024, 2048, 4096};
    for (size_t s = 0; s < 3; s++) {
        writer packed;
        rom_image image;
        ox_block_package packages[LEVELS];
        bool there[LEVELS] = {false, false, false};
        uint32_t wrong = 0, sum = 0, count = 0, waste = 0;
        rng32 random = rng32_seed(50, 1);
        bool made = make_image(sizes[s], 0, &packed);
        if (!made) test_fail(__FILE__, __LINE__, error.text, 0, 1);
        if (!made) return;
        CHECK_EQ(rom_open(packed.data, packed.size, &image, NULL), ROM_OK);
        begin(sizes[s], &image);
        for (int cycle = 0; cycle < 1000; cycle++) {
            uint32_t i = rng_below(&random, LEVELS);
            if (there[i]) {
                wrong += wrong_items(&packages[i], i, sizes[s]);
                ox_block_package_unload(&packages[i]);
            } else {
                wrong += ox_block_package_load(&packages[i], &images, &blocks, package_id(i)) != OX_OK;
            }
            there[i] = !there[i];
            uint32_t used = 0;
            for (uint32_t k = 0; k < LEVELS; k++) used += there[k] ? packages[k].level.count : 0;
            wrong += ox_pool_used(&blocks.pool) != used;
        }
        for (uint32_t i = 0; i < LEVELS; i++) {
            if (!there[i])
                wrong += ox_block_package_load(&packages[i], &images, &blocks, package_id(i)) != OX_OK;
            wrong += wrong_items(&packages[i], i, sizes[s]);
            for (uint32_t k = 0; k < ITEMS; k++) sum += size_of(i, k);
            count += packages[i].level.count;
            waste += ox_chunk_waste(&packages[i].level);
        }
        void *tail = ox_chunk_tail(&packages[0].level, 4, 4); /* small data that live as long as the level */
        CHECK(tail != NULL || ox_chunk_waste(&packages[0].level) < 4);
        for (uint32_t i = 0; i < LEVELS; i++) ox_block_package_unload(&packages[i]);
        CHECK_EQ(wrong, 0);
        CHECK_EQ(ox_pool_used(&blocks.pool), 0);
        TEST_INFO(
            "3 levels of %u bytes of items in blocks of %u: %u blocks, %u bytes of their last ones unused",
            (unsigned)sum, (unsigned)sizes[s], (unsigned)count, (unsigned)waste);
        writer_free(&packed);
    }
}

TEST(package_blocks_refuse_what_is_larger_than_a_block) {
    writer packed;
    CHECK(make_image(1024, 1024, &packed));
    writer_free(&packed);
    CHECK(!make_image(1024, 1028, &packed));
    CHECK(strstr(error.text,
                 "cart.txt: `raw/1.5` (RAW_) has 1028 bytes, a block of `package/level/1` has 1024") != NULL);
    CHECK(!make_image(0, 0, &packed));
    CHECK(strstr(error.text, "` is streamed, and there are no blocks") != NULL);
}

/* Shared items lie in no run. Every item in a run is uncompressed and whole inside of a block. The dump gives
 * the image back, and the report tells the waste. */
TEST(package_blocks_lie_in_runs_of_the_image) {
    writer packed, again;
    rom_image image;
    rom_chunk chunk, pack;
    static char text[200000];
    CHECK(make_image(1024, 0, &packed));
    CHECK_EQ(rom_open(packed.data, packed.size, &image, NULL), ROM_OK);
    for (uint32_t level = 0; level < LEVELS; level++) {
        CHECK(rom_find(&image, package_id(level), ROM_TAG_PACKAGE, &pack));
        uint32_t start = rom_u32(pack.data + ROM_PACKAGE_OFFSET),
                 bytes = rom_u32(pack.data + ROM_PACKAGE_BYTES);
        CHECK_EQ(rom_u32(pack.data + ROM_PACKAGE_BLOCK_BYTES), 1024);
        CHECK_EQ(rom_package_count(pack.data),
                 ITEMS + 2); /* the package lists its items, the shared one and itself, no neighbours */
        uint32_t inside = 0, end = start;
        for (uint32_t i = 0; i < rom_package_count(pack.data); i++) {
            rom_package_item item = rom_package_at(pack.data, i);
            CHECK(rom_find(&image, item.id, item.type, &chunk));
            CHECK_EQ(item.stored, chunk.stored);
            if (item.id == rom_id("raw/3.0")) {
                CHECK(chunk.offset < start || chunk.offset >= start + bytes);
                continue;
            }
            CHECK(chunk.offset >= end && chunk.offset + chunk.stored <= start + bytes && chunk.codec == 0);
            CHECK((chunk.offset - start) / 1024 == (chunk.offset - start + chunk.stored - 1) / 1024);
            end = chunk.offset + chunk.stored;
            inside++;
        }
        CHECK_EQ(inside, ITEMS + 1);
        CHECK_EQ(end, start + bytes);
    }
    FILE *out = tmpfile();
    CHECK(out != NULL);
    if (out == NULL) return;
    CHECK(dump_image(&image, "a.rom", NULL, out, &error));
    rewind(out);
    size_t length = fread(text, 1, sizeof text, out);
    CHECK(dump_assemble("a.txt", text, length, &again, &error));
    CHECK(again.size == packed.size && memcmp(again.data, packed.data, packed.size) == 0);
    rewind(out);
    CHECK(level_report(&image, "cart", out, &error));
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = 0;
    CHECK(strstr(text, "package/level/2: 13 of 14 items in ") != NULL &&
          strstr(text, "blocks of 4096: ") != NULL);
    fclose(out);
    writer_free(&again);
    writer_free(&packed);
}

/* Loading from a medium takes a read a block and each byte of the run once; failures at every read leave
 * nothing. */
TEST(package_blocks_from_a_medium) {
    static _Alignas(16) uint8_t disk_memory[140000];
    static ox_block_device disk;
    static ox_device inner, device;
    static media disc;
    static ox_files files;
    ox_files_config config = {.handles = 2, .requests = 4};
    ox_block_store store = ox_block_memory(disk_memory, sizeof disk_memory);
    ox_block_package package;
    rom_error fault;
    writer packed;
    ox_file file;
    uint32_t done, size;
    CHECK(make_image(2048, 0, &packed));
    begin(2048, NULL);
    CHECK_EQ(ox_files_init(&files, &config, &arena), OX_OK);
    CHECK_EQ(ox_block_device_format(&disk, &store, 2048, 2, &inner), OX_OK);
    media_begin(&disc, &inner, 1, &device);
    CHECK_EQ(ox_files_mount(&files, "disc", &device, 0), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("disc:cart"), OX_FILE_WRITE, &file), OX_OK);
    CHECK_EQ(ox_file_write(&files, file, packed.data, (uint32_t)packed.size, &done), OX_OK);
    CHECK_EQ(ox_file_close(&files, file), OX_OK);
    writer_free(&packed);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("disc:cart"), OX_FILE_READ, &file), OX_OK);
    CHECK_EQ(ox_images_add_file(&images, &files, file, &arena, "cart", 0, &fault), OX_OK);
    uint64_t before = files.costs.bytes_read;
    CHECK_EQ(ox_block_package_load(&package, &images, &blocks, package_id(1)), OX_OK);
    CHECK_EQ(wrong_items(&package, 1, 2048), 0);
    CHECK_EQ(files.costs.bytes_read - before, ROM_PACKAGE_SIZE + package.bytes);
    CHECK(ox_block_package_find(&package, rom_id("raw/3.0"), ROM_TAG_RAW, &size) == NULL && size == 0);
    CHECK(ox_block_package_find(&package, rom_id("raw/0.0"), ROM_TAG_RAW, &size) == NULL);
    CHECK(ox_block_package_find(&package, rom_id("nothing"), ROM_TAG_RAW, &size) == NULL);
    ox_block_package_unload(&package);
    CHECK(ox_block_package_find(&package, rom_id("raw/1.0"), ROM_TAG_RAW, &size) == NULL);
    ox_block_package_unload(&package);
    CHECK_EQ(ox_pool_used(&blocks.pool), 0);
    CHECK_EQ(ox_block_package_load(&package, &images, &blocks, rom_id("level/1")), OX_NOT_FOUND);
    blocks.chunk_bytes = 1024; /* a pool of another size */
    CHECK_EQ(ox_block_package_load(&package, &images, &blocks, package_id(1)), OX_UNSUPPORTED);
    blocks.chunk_bytes = 2048;
}

/* Damaged items and pools that are too full give everything back. */
TEST(package_blocks_are_loaded_whole_or_not_at_all) {
    writer packed;
    rom_image image;
    rom_chunk chunk;
    ox_block_package package, other;
    ox_chunk_level rest;
    CHECK(make_image(1024, 0, &packed));
    CHECK_EQ(rom_open(packed.data, packed.size, &image, NULL), ROM_OK);
    begin(1024, &image);
    CHECK(rom_find(&image, rom_id("raw/2.7"), ROM_TAG_RAW, &chunk));
    packed.data[chunk.offset + chunk.stored - 1] ^= 1;
    CHECK_EQ(ox_block_package_load(&package, &images, &blocks, package_id(2)), OX_BAD_CHECKSUM);
    CHECK_EQ(ox_pool_used(&blocks.pool), 0);
    ox_chunk_level_init(&rest, &blocks);
    CHECK_EQ(ox_block_package_load(&other, &images, &blocks, package_id(0)), OX_OK);
    uint32_t used = ox_pool_used(&blocks.pool);
    while (ox_pool_used(&blocks.pool) < BLOCKS - 2) CHECK(ox_chunk_add(&rest, 8) != NULL);
    CHECK_EQ(ox_block_package_load(&package, &images, &blocks, package_id(1)), OX_OUT_OF_MEMORY);
    ox_chunk_unload(&rest);
    CHECK_EQ(ox_pool_used(&blocks.pool), used);
    CHECK_EQ(wrong_items(&other, 0, 1024), 0);
    ox_block_package_unload(&other);
    writer_free(&packed);
}

/* A prepared level: the report lists objects and bytes of each kind; more than the pool holds is refused. */
TEST(package_report_of_prepared_levels) {
    static const uint32_t capacities[] = {4, 3};
    for (uint32_t pass = 0; pass < 2; pass++) {
        assembly a = {.cart = 7, .names = true};
        static char text[4000];
        writer packed;
        rom_image image;
        const rom_pool_kind_record kind = {
            .kind = rom_id("thing"), .bytes = 48, .alignment = 4, .capacity = capacities[pass]};
        const rom_budget_record r = {.memory = 200000,
                                     .frame = 8192,
                                     .width = 64,
                                     .height = 48,
                                     .rate = 60,
                                     .kind_count = 1,
                                     .kinds_at = ROM_BUDGET_SIZE};
        static const char level[] =
            "level 1\nprepared\nspawn thing at=0,0,0\nset spawn_alive 3\nspawn thing at=1,0,0 "
            "later\nspawn other at=2,0,0\n";
        cart_asset asset = {.name = "hall", .kind = "level"};
        const pack_source source = {.c = &owner,
                                    .asset = &asset,
                                    .path = "hall.level",
                                    .data = (const uint8_t *)level,
                                    .size = sizeof level - 1,
                                    .error = &error};
        writer *out = assemble_add(&a, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE);
        record_put_budget(out, 0, &r);
        record_add_pool_kind(out, &kind);
        out = assemble_add(&a, "level/hall", ROM_TAG_LEVEL, ROM_LEVEL_SIZE);
        CHECK(convert_level(&source, out));
        CHECK(assemble_finish(&a, "cart.txt", &packed, &error));
        assemble_free(&a);
        CHECK_EQ(rom_open(packed.data, packed.size, &image, NULL), ROM_OK);
        FILE *lines = tmpfile();
        CHECK(lines != NULL);
        if (lines == NULL) return;
        bool good = level_report(&image, "cart", lines, &error);
        CHECK_EQ(good, pass == 0);
        rewind(lines);
        text[fread(text, 1, sizeof text - 1, lines)] = 0;
        CHECK(strstr(text, ": 4 of 48 bytes take 192, the pool holds ") != NULL);
        if (pass == 0) CHECK(strstr(text, "prepared: 5 objects lie there from the start, 192 bytes") != NULL);
        if (pass == 1) CHECK(strstr(error.text, "cart: level/hall is prepared with 4 objects") != NULL);
        fclose(lines);
        writer_free(&packed);
    }
}

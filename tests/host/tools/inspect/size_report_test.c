/* Tests of the report of sizes: sums, memory, saved and wasted bytes, limits, link maps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/image/assemble.h"
#include "tools/inspect/size_report.h"
#include "tools/record_writer.h"

static tool_error error;

static bool says(const char *words) {
    bool found = strstr(error.text, words) != NULL;
    if (!found) TEST_INFO("said: %s", error.text);
    return found;
}

static void add_budget(assembly *a, uint32_t memory) {
    writer *out = assemble_add(a, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE);
    const rom_budget_record r = {.memory = memory,
                                 .frame = 20000,
                                 .width = 64,
                                 .height = 48,
                                 .rate = 60,
                                 .cache_bytes = 5000,
                                 .stream_bytes = 1000,
                                 .stream_count = 2,
                                 .scratch_bytes = 3000};
    record_put_budget(out, 0, &r);
}

static void add_raw(assembly *a, const char *name, uint32_t bytes, uint32_t class) {
    writer *out = assemble_add(a, name, ROM_TAG_RAW, ROM_RAW_SIZE);
    const rom_raw_record r = {.data_bytes = bytes, .data_at = ROM_RAW_SIZE};
    record_put_raw(out, 0, &r);
    for (uint32_t i = 0; i < bytes; i++) writer_u8(out, (uint8_t)(i * 7 + bytes));
    assemble_class(a, class);
}

/* A hundred frames of 100 KB, 15 % of each an empty border that was cut off. */
static void add_sheet(assembly *a) {
    enum { FRAMES = 100, SIDE = 320, CUT = 272 };
    writer *out = assemble_add(a, "sheet/walk", ROM_TAG_SHEET, ROM_SHEET_SIZE);
    const rom_sheet_record r = {.count = FRAMES,
                                .at = ROM_SHEET_SIZE,
                                .places_at = ROM_SHEET_SIZE + FRAMES * ROM_SHEET_FRAME_SIZE,
                                .image = rom_id("texture/walk"),
                                .image_count = 1,
                                .images_at =
                                    ROM_SHEET_SIZE + FRAMES * (ROM_SHEET_FRAME_SIZE + ROM_SHEET_PLACE_SIZE)};
    record_put_sheet(out, 0, &r);
    writer_zeros(out, FRAMES * (ROM_SHEET_FRAME_SIZE + ROM_SHEET_PLACE_SIZE));
    writer_u32(out, r.image);
    for (uint32_t i = 0; i < FRAMES; i++) {
        const rom_sheet_frame_record frame = {.width = SIDE, .height = CUT, .trim_y = SIDE - CUT};
        const rom_sheet_place_record place = {.full_width = SIDE, .full_height = SIDE};
        record_put_sheet_frame(out, r.at + (size_t)i * ROM_SHEET_FRAME_SIZE, &frame);
        record_put_sheet_place(out, r.places_at + (size_t)i * ROM_SHEET_PLACE_SIZE, &place);
    }
}

/* 600 cells of 32 pixels. */
static void add_map(assembly *a) {
    writer *out = assemble_add(a, "tilemap/ground", ROM_TAG_TILE_MAP, ROM_TILE_MAP_SIZE);
    const rom_tile_map_record r = {.width = 30,
                                   .height = 20,
                                   .element = 1,
                                   .cell_bytes = 600,
                                   .cells_at = ROM_TILE_MAP_SIZE,
                                   .tile_width = 32,
                                   .tile_height = 32};
    record_put_tile_map(out, 0, &r);
    writer_zeros(out, 600);
}

typedef struct sample {
    writer bytes;
    rom_image image;
    image_model model;
    size_report report;
} sample;

/* Adds a package of loaded chunks: one chunk in main memory, one used where it lies. */
static void add_package(assembly *a) {
    writer *out = assemble_add(a, "package/level/town", ROM_TAG_PACKAGE, ROM_PACKAGE_SIZE);
    const rom_package_record r = {.item_count = 2,
                                  .items_at = ROM_PACKAGE_SIZE,
                                  .stored = 2048 + 32 + 4096 + 32,
                                  .full = 2048 + 32 + 4096 + 32,
                                  .temporary = 500};
    record_put_package(out, 0, &r);
    writer_zeros(out, 2 * ROM_PACKAGE_ITEM_SIZE);
    const rom_package_item_record loaded = {.id = rom_id("raw/loaded"),
                                            .type = ROM_TAG_RAW,
                                            .class = ROM_CLASS_MAIN,
                                            .stored = 2080,
                                            .full = 2080},
                                  placed = {.id = rom_id("raw/placed"),
                                            .type = ROM_TAG_RAW,
                                            .stored = 4128,
                                            .full = 4128};
    bool first = loaded.id < placed.id;
    record_put_package_item(out, ROM_PACKAGE_SIZE, first ? &loaded : &placed);
    record_put_package_item(out, ROM_PACKAGE_SIZE + ROM_PACKAGE_ITEM_SIZE, first ? &placed : &loaded);
}

static bool make(sample *s, uint32_t memory) {
    assembly a = {.cart = 1, .cart_version = 1, .names = true};
    rom_error fault;
    memset(s, 0, sizeof *s);
    add_budget(&a, memory);
    add_sheet(&a);
    add_map(&a);
    add_raw(&a, "raw/loaded", 2080 - ROM_RAW_SIZE, ROM_CLASS_MAIN);
    add_raw(&a, "raw/placed", 4128 - ROM_RAW_SIZE, ROM_CLASS_ANY);
    add_raw(&a, "raw/again", 4128 - ROM_RAW_SIZE, ROM_CLASS_ANY);
    add_package(&a);
    bool ok = assemble_finish(&a, "test.rom", &s->bytes, &error);
    assemble_free(&a);
    ok = ok && rom_open(s->bytes.data, s->bytes.size, &s->image, &fault) == ROM_OK &&
         image_model_make(&s->image, "test.rom", &s->model, &error) &&
         size_report_make(&s->model, &s->report, &error);
    if (!ok) TEST_INFO("%s", error.text);
    return ok;
}

static void release(sample *s) {
    size_report_free(&s->report);
    image_model_free(&s->model);
    writer_free(&s->bytes);
}

static uint64_t bytes_of(const sample *s, size_part part, const char *name) {
    const size_row *row = size_report_find(&s->report, part, name);
    return row == NULL ? UINT64_MAX : row->bytes;
}

TEST(size_report_totals_are_the_file) {
    sample s;
    bool ok = make(&s, 200000);
    CHECK(ok);
    if (!ok) return;
    uint64_t chunks = 0, types = 0;
    for (size_t i = 0; i < s.report.count; i++) {
        const size_row *row = &s.report.rows[i];
        if (row->part == SIZE_CHUNK || row->part == SIZE_IMAGE) chunks += row->bytes;
        if (row->part == SIZE_TYPE || row->part == SIZE_IMAGE) types += row->bytes;
    }
    CHECK_EQ(chunks, s.bytes.size);
    CHECK_EQ(types, s.bytes.size);
    CHECK_EQ(bytes_of(&s, SIZE_SAVED, "equal chunks"), 4128); /* raw/again is stored once */
    CHECK_EQ(bytes_of(&s, SIZE_PACKAGE, "package/level/town"), 6208);
    release(&s);
}

TEST(size_report_frames_and_tiles_save_what_the_book_says) {
    sample s;
    bool ok = make(&s, 200000);
    CHECK(ok);
    if (!ok) return;
    const size_row *sheet = size_report_find(&s.report, SIZE_SAVED, "sheet/walk"),
                   *map = size_report_find(&s.report, SIZE_SAVED, "tilemap/ground");
    CHECK(sheet != NULL && map != NULL);
    if (sheet != NULL) {
        CHECK_EQ(sheet->full, 100 * 100 * 1024);
        CHECK_EQ(sheet->bytes, 100 * 15 * 1024); /* 1.5 MB */
        CHECK(strstr(sheet->note, "100 frames of 102400 bytes") != NULL &&
              strstr(sheet->note, "15.0 %") != NULL);
    }
    if (map != NULL) {
        CHECK_EQ(map->bytes, 960 * 640 - 600);
        CHECK(strstr(map->note, "600 tile ids (600 bytes) instead of one 960x640 picture") != NULL);
    }
    release(&s);
}

TEST(size_report_a_byte_too_much_is_refused) {
    sample s;
    /* peak: display list, cache, streams, scratch; the chunk in main memory; temporary data */
    const uint32_t peak = 20000 + 5000 + 2 * 2 * 1000 + 3000 + 2080 + 500;
    bool ok = make(&s, peak);
    CHECK(ok);
    if (!ok) return;
    CHECK_EQ(bytes_of(&s, SIZE_MEMORY, "peak package/level/town"), peak);
    CHECK(size_report_budget(&s.report, "test.rom", &error));
    char limit[80];
    snprintf(limit, sizeof limit, "%zu,RAW_=%u,package/level/town=6208,cache=5000", s.bytes.size,
             2080u + 4128u);
    CHECK(size_report_limit(&s.report, "test.rom", limit, &error));
    snprintf(limit, sizeof limit, "%zu", s.bytes.size - 1);
    CHECK(!size_report_limit(&s.report, "test.rom", limit, &error) && says("test.rom: image: ") &&
          says("the limit is"));
    CHECK(!size_report_limit(&s.report, "test.rom", "900K,RAW_=6207", &error) &&
          says("RAW_: 6208 bytes, the limit is 6207"));
    CHECK(!size_report_limit(&s.report, "test.rom", "package/level/town=6207", &error) &&
          says("package/level/town: 6208"));
    CHECK(!size_report_limit(&s.report, "test.rom", "nothing=5", &error) &&
          says("nothing is called `nothing`"));
    CHECK(!size_report_limit(&s.report, "test.rom", "RAW_=", &error) && says("write BYTES or NAME=BYTES"));
    release(&s);
    CHECK(make(&s, peak - 1));
    CHECK(!size_report_budget(&s.report, "test.rom", &error) &&
          says("package/level/town needs 34580 bytes at its peak") && says("the budget has 34579"));
    release(&s);
}

static const char map[] =
    "Archive member included\n\nMemory Configuration\n\nName             Origin             Length           "
    "  Attributes\n"
    "flash            0x00000000         0x00040000         xr\nram              0x20000000         "
    "0x00010000         xrw\n"
    "*default*        0x00000000         0xffffffff\n\nLinker script and memory map\n\nLOAD main.o\n\n"
    ".text           0x00000000     0x8000\n .text.main     0x00000000       0x40 main.o\n"
    ".rodata         0x00008000     0x1000\n.a_name_that_is_long\n                0x20000000      0x200 load "
    "address 0x00009000\n"
    ".data           0x20000200      0x100 load address 0x00009200\n.bss            0x20000300     0x4000\n"
    ".debug_info     0x00000000     0xffff\n.empty          0x00000000        0x0\n";

TEST(size_report_reads_link_maps) {
    sample s;
    bool ok = make(&s, 200000);
    CHECK(ok);
    if (!ok) return;
    CHECK(size_report_add_map(&s.report, "game.map", map, sizeof map - 1, 2048, &error));
    CHECK_EQ(bytes_of(&s, SIZE_PROGRAM, ".text"), 0x8000);
    CHECK_EQ(bytes_of(&s, SIZE_PROGRAM, ".a_name_that_is_long"), 0x200);
    CHECK_EQ(bytes_of(&s, SIZE_PROGRAM, ".bss"), 0x4000);
    CHECK_EQ(bytes_of(&s, SIZE_PROGRAM, "stack reserve"), 2048);
    CHECK_EQ(bytes_of(&s, SIZE_PROGRAM, "flash free"), 0x40000 - 0x8000 - 0x1000 - 0x300);
    CHECK_EQ(bytes_of(&s, SIZE_PROGRAM, "ram free"), 0x10000 - 0x300 - 0x4000 - 2048);
    CHECK(size_report_find(&s.report, SIZE_PROGRAM, ".debug_info") == NULL &&
          size_report_find(&s.report, SIZE_PROGRAM, ".empty") == NULL);
    CHECK(!size_report_limit(&s.report, "test.rom", ".text=32767", &error) && says(".text: 32768 bytes"));
    CHECK(!size_report_add_map(&s.report, "x.map", "no map", 6, 0, &error) && says("x.map: is no map"));
    release(&s);
}

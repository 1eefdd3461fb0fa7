/* Whole images: one chunk of each type through dump and back, packing in any order, damage, sections,
 * references. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rom/codec.h"
#include "rom/reference.h"
#include "rom/section.h"
#include "tests/test.h"
#include "tests/unit/rom/rom_samples.h"
#include "tools/image/assemble.h"
#include "tools/image/chunk.h"
#include "tools/inspect/dump.h"
#include "tools/record_writer.h"

static const char *name_of(uint32_t tag) {
    return tag == ROM_TAG_INFO     ? "info"
           : tag == ROM_TAG_BUDGET ? "budget"
           : tag == ROM_TAG_NAMES  ? "names"
                                   : NULL;
}

/* One chunk of each type, added from `start` on in steps of `step`, so that the order differs. */
static bool assemble_all(uint32_t start, uint32_t step, writer *image) {
    static uint32_t words[SAMPLE_ROOM / 4];
    assembly a = {.cart = 0xCA47u, .cart_version = 0x10000u};
    tool_error error = {.text = ""};
    uint32_t types = 0;
    while (rom_type_at(types) != NULL) types++;
    for (uint32_t i = 0; i < types; i++) {
        const rom_type *type = rom_type_at((start + i * step) % types);
        char name[64];
        uint32_t size = sample_chunk(type, (uint8_t *)words);
        snprintf(name, sizeof name, "sample/%s", type->name);
        writer *out =
            assemble_add(&a, name_of(type->tag) != NULL ? name_of(type->tag) : name, type->tag, size);
        if (out == NULL || out->failed) return false;
        memcpy(out->data, words, size);
    }
    bool ok = assemble_finish(&a, "sample", image, &error);
    if (!ok) TEST_INFO("%s", error.text);
    assemble_free(&a);
    return ok;
}

TEST(rom_image_of_every_type_loads_and_dumps) {
    writer image = {0}, again = {0};
    rom_image opened;
    rom_chunk chunk;
    tool_error error = {.text = ""};
    char *text = NULL;
    size_t length = 0;
    CHECK(assemble_all(0, 1, &image));
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
    CHECK_EQ(rom_check_image(&opened, NULL), ROM_OK);
    for (uint32_t i = 0; rom_entry(&opened, i, &chunk); i++) {
        rom_view view;
        CHECK_EQ(rom_check_entry(&chunk, true, NULL), ROM_OK);
        CHECK_EQ(rom_view_chunk(&opened, chunk.id, chunk.type, &view, NULL), ROM_OK);
        CHECK(view.data == chunk.data && view.size == chunk.stored);
    }
    rom_view missing;
    rom_references refs;
    CHECK_EQ(rom_view_chunk(&opened, rom_id("sample/nothing"), ROM_TAG_MESH, &missing, NULL),
             ROM_UNKNOWN_TYPE);
    CHECK(missing.data == NULL);
    CHECK_EQ(rom_references_open(&opened, rom_id("sample/nothing"), ROM_TAG_MESH, 100, &refs, NULL), ROM_OK);
    CHECK(refs.count == 0);
    FILE *out = open_memstream(&text, &length);
    CHECK(out != NULL && dump_image(&opened, "sample", NULL, out, &error));
    if (out != NULL) fclose(out);
    CHECK(dump_assemble("back", text, length, &again, &error));
    CHECK(again.size == image.size && memcmp(again.data, image.data, image.size) == 0);
    free(text);
    writer_free(&image);
    writer_free(&again);
}

/* A dump says how each chunk is packed, not what the cart wished: runs that were chosen where LZ was not
 * possible stay runs. */
TEST(rom_image_dumps_keep_the_codec_of_each_chunk) {
    for (compress_wish wish = COMPRESS_ON; wish <= COMPRESS_BIOS; wish++) {
        assembly a = {.cart = 1, .flags = ROM_FLAG_ADD_ON, .compress = wish};
        writer image = {0}, again = {0};
        rom_image opened;
        rom_chunk chunk;
        char *text = NULL;
        size_t length = 0;
        uint32_t runs = 0;
        for (uint32_t i = 0; i < 4; i++) { /* chunks of zeros */
            char name[16];
            snprintf(name, sizeof name, "raw/%u", (unsigned)i);
            writer *out = assemble_add(&a, name, ROM_TAG_RAW, ROM_RAW_SIZE);
            CHECK(out != NULL);
            for (uint32_t k = 0; out != NULL && k < 100 + 60 * i; k++) writer_u32(out, 0);
        }
        CHECK(assemble_finish(&a, "codecs", &image, NULL));
        assemble_free(&a);
        CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
        for (uint32_t i = 0; rom_entry(&opened, i, &chunk); i++)
            runs += chunk.codec == ROM_CODEC_RUNS || chunk.codec == ROM_CODEC_RUNS_16;
        CHECK(wish == COMPRESS_ON || runs > 0);
        FILE *out = open_memstream(&text, &length);
        CHECK(out != NULL && dump_image(&opened, "codecs", NULL, out, NULL));
        if (out != NULL) fclose(out);
        CHECK(dump_assemble("back", text, length, &again, NULL));
        CHECK(again.size == image.size && memcmp(again.data, image.data, image.size) == 0);
        free(text);
        writer_free(&image);
        writer_free(&again);
    }
}

TEST(rom_image_with_a_reference_outside) {
    assembly a = {.cart = 1, .flags = ROM_FLAG_ADD_ON};
    writer image = {0};
    rom_image opened;
    rom_references refs;
    rom_error fault;
    tool_error error = {.text = ""};
    const rom_reference_record row = {.location = 8, .kind = ROM_REFERENCE_OFFSET};
    const rom_references_record head = {
        .type = ROM_TAG_RAW, .reference_count = 1, .references_at = ROM_REFERENCES_SIZE};
    writer *raw = assemble_add(&a, "raw/linked", ROM_TAG_RAW, ROM_RAW_SIZE);
    writer *out =
        raw == NULL ? NULL : assemble_add(&a, "raw/linked", ROM_TAG_REFERENCES, ROM_REFERENCES_SIZE);
    CHECK(out != NULL);
    record_put_references(out, 0, &head);
    record_add_reference(out, &row);
    CHECK(assemble_finish(&a, "linked", &image, &error));
    assemble_free(&a);
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
    CHECK_EQ(rom_references_open(&opened, rom_id("raw/linked"), ROM_TAG_RAW, 11, &refs, &fault),
             ROM_BAD_CHUNK);
    CHECK(refs.count == 0 && strstr(fault.text, "reference 0") != NULL);
    CHECK_EQ(rom_references_open(&opened, rom_id("raw/linked"), ROM_TAG_RAW, 12, &refs, &fault), ROM_OK);
    CHECK(refs.count == 1 && rom_references_at(&refs, 0).location == 8 &&
          rom_references_at(&refs, 1).location == 0);
    writer_free(&image);
}

TEST(rom_image_is_the_same_in_any_order) {
    writer first = {0};
    CHECK(assemble_all(0, 1, &first));
    for (uint32_t start = 1; start < 40; start += 7) {
        writer other = {0};
        CHECK(assemble_all(start, 1, &other));
        CHECK(other.size == first.size && memcmp(other.data, first.data, first.size) == 0);
        writer_free(&other);
    }
    writer_free(&first);
}

static uint32_t seed;

static uint32_t noise(uint32_t below) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

/* Ten thousand damaged images of all types: each is read as a whole, whatever its damage, and a refusal has a
 * sentence. */
static void damage(uint32_t start) {
    static const uint32_t nasty[] = {0,       1,          4,          0x7FFF,     0xFFFF,
                                     0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFC, 0xFFFFFFFF};
    writer good = {0};
    uint32_t refused = 0;
    CHECK(assemble_all(0, 1, &good));
    uint8_t *copy = malloc(good.size);
    seed = start;
    for (int round = 0; copy != NULL && round < 2500; round++) {
        rom_image image;
        rom_chunk chunk;
        rom_error error = {ROM_OK, 0, ""};
        memcpy(copy, good.data, good.size);
        for (uint32_t i = 0; i <= noise(3); i++) {
            uint32_t at = noise((uint32_t)good.size / 4) * 4,
                     value = noise(2) == 0 ? nasty[noise(10)] : rom_u32(copy + at) ^ 1u << noise(32);
            sample_put(copy + at, 4, value);
        }
        sample_put(copy + ROM_AT_HEADER_CRC, 4, rom_crc32(0, copy, ROM_AT_HEADER_CRC));
        if (rom_open(copy, good.size, &image, &error) != ROM_OK) {
            refused++;
            CHECK(error.text[0] != 0);
            continue;
        }
        bool bad = false;
        for (uint32_t i = 0; rom_entry(&image, i, &chunk); i++) {
            rom_status status = rom_check_entry(&chunk, false, &error);
            bad = bad || status != ROM_OK;
            CHECK(status == ROM_OK || error.text[0] != 0);
        }
        refused += bad;
    }
    CHECK(refused > 500);
    TEST_INFO("2500 damaged images of every type: %u refused", (unsigned)refused);
    free(copy);
    writer_free(&good);
}

TEST(rom_image_of_every_type_damaged_1) { damage(1); }
TEST(rom_image_of_every_type_damaged_2) { damage(22); }
TEST(rom_image_of_every_type_damaged_3) { damage(333); }
TEST(rom_image_of_every_type_damaged_4) { damage(4444); }

/* Nanoseconds of this thread that opening and checking an image takes, the least of `times` readings: other
 * work of the machine lengthens some readings. */
static uint64_t reading_time(const uint8_t *bytes, size_t size, uint32_t times) {
    uint64_t least = UINT64_MAX;
    for (; times > 0; times--) {
        struct timespec from, to;
        rom_image image;
        rom_chunk chunk;
        uint32_t refused = 0;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
        if (rom_open(bytes, size, &image, NULL) == ROM_OK) {
            for (uint32_t i = 0; rom_entry(&image, i, &chunk); i++)
                refused += rom_check_entry(&chunk, false, NULL) != ROM_OK;
        }
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
        uint64_t spent =
            (uint64_t)(to.tv_sec - from.tv_sec) * 1000000000u + (uint64_t)to.tv_nsec - (uint64_t)from.tv_nsec;
        if (spent < least) least = spent;
        if (refused > 100000) return UINT64_MAX;
    }
    return least;
}

/* Damaged counts and sizes cannot make the reader go on for long. */
TEST(rom_image_damaged_ones_take_no_ten_times_as_long) {
    writer good = {0};
    CHECK(assemble_all(0, 1, &good));
    uint8_t *copy = malloc(good.size);
    uint64_t clean = reading_time(good.data, good.size, 20), worst = 0;
    seed = 55555;
    for (int round = 0; copy != NULL && round < 4000; round++) {
        memcpy(copy, good.data, good.size);
        for (uint32_t i = 0; i <= noise(3); i++) {
            uint32_t at = noise((uint32_t)good.size / 4) * 4;
            sample_put(copy + at, 4,
                       noise(2) == 0 ? 0x7FFFFFFFu >> noise(31) : rom_u32(copy + at) ^ 1u << noise(32));
        }
        sample_put(copy + ROM_AT_HEADER_CRC, 4, rom_crc32(0, copy, ROM_AT_HEADER_CRC));
        uint64_t spent = reading_time(copy, good.size, 1);
        if (spent > worst) spent = reading_time(copy, good.size, 10);
        if (spent > worst) worst = spent;
    }
    TEST_INFO("the slowest damaged image takes %u%% of the clean one's time",
              (unsigned)(worst * 100 / clean));
    CHECK(copy != NULL && worst < clean * 10);
    free(copy);
    writer_free(&good);
}

/* ---- types that are no plain letters ---- */

TEST(rom_image_dumps_odd_types) {
    static const uint32_t tags[] = {ROM_TAG('A', ' ', 'B', 'C'),
                                    ROM_TAG(' ', ' ', ' ', ' '),
                                    ROM_TAG(1, 2, 3, 4),
                                    ROM_TAG(0xFF, 'x', 0x80, '\n'),
                                    ROM_TAG('#', '1', '2', '3'),
                                    ROM_TAG('a', '=', 'b', '"'),
                                    0,
                                    0xFFFFFFFFu};
    assembly a = {.cart = 7};
    writer image = {0}, again = {0};
    rom_image opened;
    tool_error error = {.text = ""};
    char *text = NULL, name[10];
    size_t length = 0;
    uint32_t back, budget_words[SAMPLE_ROOM / 4];
    uint32_t size = sample_chunk(rom_type_of(ROM_TAG_BUDGET), (uint8_t *)budget_words);
    writer *out = assemble_add(&a, "budget", ROM_TAG_BUDGET, size);
    memcpy(out->data, budget_words, size);
    for (uint32_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        writer *odd = assemble_add_id(&a, 1000 + i, tags[i], 12);
        writer_put_u32(odd, 4, 0x01020304u * (i + 1));
        chunk_type_write(tags[i], name);
        CHECK(strchr(name, ' ') == NULL && chunk_type_read(name, &back));
        CHECK_EQ(back, tags[i]);
    }
    CHECK(assemble_finish(&a, "odd", &image, &error));
    assemble_free(&a);
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
    FILE *stream = open_memstream(&text, &length);
    CHECK(stream != NULL && dump_image(&opened, "odd", NULL, stream, &error));
    if (stream != NULL) fclose(stream);
    CHECK(dump_assemble("odd", text, length, &again, &error));
    CHECK(again.size == image.size && memcmp(again.data, image.data, image.size) == 0);
    free(text);
    writer_free(&image);
    writer_free(&again);
    CHECK(!chunk_type_read("#1234567", &back) && !chunk_type_read("A B ", &back) &&
          !chunk_type_read("#1234567G", &back));
}

/* ---- deletions and variants ---- */

TEST(rom_image_variants_and_deletions) {
    static const uint16_t variants[] = {0, 1, 0x0200, 0x0201};
    assembly a = {.cart = 9, .flags = ROM_FLAG_OVERLAY, .base_cart = 8, .base_version = 3};
    writer image = {0}, again = {0};
    rom_image opened;
    rom_chunk chunk;
    tool_error error = {.text = ""};
    char *text = NULL;
    size_t length = 0;
    for (uint32_t i = 0; i < 4; i++) {
        writer *out = assemble_add(&a, "raw/flag", ROM_TAG_RAW, ROM_RAW_SIZE + 4);
        writer_put_u16(out, 2, ROM_RAW_SIZE);
        writer_put_u32(out, ROM_RAW_DATA_BYTES, 4);
        writer_put_u32(out, ROM_RAW_DATA_AT, ROM_RAW_SIZE);
        writer_put_u32(out, ROM_RAW_SIZE, i);
        assemble_variant(&a, variants[i]);
    }
    CHECK(assemble_delete(&a, rom_id("mesh/gone"), ROM_TAG_MESH, 0));
    CHECK(assemble_finish(&a, "overlay", &image, &error));
    assemble_free(&a);
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
    static const struct {
        uint16_t asked;
        uint32_t got;
    } cases[] = {{0x0201, 3}, {0x0101, 1}, {0x0202, 2}, {0x0303, 0}, {0, 0}, {1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(rom_find_best(&opened, rom_id("raw/flag"), ROM_TAG_RAW, cases[i].asked, &chunk));
        CHECK_EQ(rom_u32(chunk.data + ROM_RAW_SIZE), cases[i].got);
    }
    CHECK(!rom_find_best(&opened, rom_id("raw/other"), ROM_TAG_RAW, 0, &chunk));
    CHECK(rom_find(&opened, rom_id("mesh/gone"), ROM_TAG_MESH, &chunk) && chunk.codec == ROM_CODEC_DELETED);
    FILE *stream = open_memstream(&text, &length);
    CHECK(stream != NULL && dump_image(&opened, "overlay", NULL, stream, &error));
    if (stream != NULL) fclose(stream);
    CHECK(dump_assemble("overlay", text, length, &again, &error));
    CHECK(again.size == image.size && memcmp(again.data, image.data, image.size) == 0);
    /* An image that is no overlay is refused when it has the entry of a deletion. */
    sample_put(image.data + ROM_AT_FLAGS, 4, ROM_FLAG_ADD_ON);
    sample_put(image.data + ROM_AT_BASE, 4, 0);
    sample_put(image.data + ROM_AT_BASE_VERSION, 4, 0);
    sample_put(image.data + ROM_AT_HEADER_CRC, 4, rom_crc32(0, image.data, ROM_AT_HEADER_CRC));
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_BAD_ENTRY);
    free(text);
    writer_free(&image);
    writer_free(&again);
}

/* Costs of a load: a pointer from mapped media, one read of the whole block from others, and nothing parsed. */
#include "kernel/file/block_device.h"
#include "kernel/resource/manager.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_image_builder.h"
#include "tests/unit/kernel/file/file_slow_device.h"

#define RAW ROM_TAG('M', 'I', 'N', 'E')
enum { BYTES = 700, LEVEL_LIFE = 1 << 3, ITEMS = 5 };

static _Alignas(16) uint8_t rom_memory[8192], memory[32768], disk_memory[16384];
static ox_arena arena;
static ox_files files;
static ox_images images;
static ox_manager m;
static image_build b;
static media disc;
static const ox_resource_type raw_type = {.tag = RAW, .name = "raw"};

static const char *name_of(uint32_t i) {
    static const char *const names[ITEMS] = {"one", "two", "three", "four", "five"};
    return names[i];
}

static uint32_t begin(rom_image *image) {
    ox_files_config file_config = {.handles = 2, .requests = 4};
    ox_manager_config config = {.records = 16, .types = 4, .stack_bytes = 12000, .miss = OX_MISS_REFUSE};
    image_begin(&b, rom_memory, sizeof rom_memory, 1, 0x00010000u);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint8_t *at = image_chunk(&b, name_of(i), RAW, 0, 4, BYTES + 4 * i);
        for (uint32_t k = 4; k < BYTES + 4 * i; k++) at[k] = (uint8_t)(k * 3 + i);
        b.chunks[b.count - 1].flags = LEVEL_LIFE;
    }
    uint32_t size = image_finish(&b);
    CHECK_EQ(rom_open(rom_memory, size, image, NULL), ROM_OK);
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_files_init(&files, &file_config, &arena), OX_OK);
    ox_images_init(&images, NULL);
    CHECK_EQ(ox_manager_init(&m, &config, &images, &files, &arena, NULL), OX_OK);
    CHECK_EQ(ox_manager_register(&m, &raw_type), OX_OK);
    return size;
}

TEST(rom_in_place_mapped_data_are_a_pointer) {
    rom_image image;
    uint32_t size;
    uint32_t bytes = begin(&image), before = rom_crc32(0, rom_memory, bytes);
    CHECK_EQ(ox_images_add(&images, &image, "cart", 0), OX_OK);
    size_t used = ox_arena_used(&m.stack);
    for (uint32_t i = 0; i < ITEMS; i++) {
        const uint8_t *at = ox_manager_get(&m, rom_id(name_of(i)), RAW, &size);
        CHECK(at > rom_memory && at + size <= rom_memory + bytes && size == BYTES + 4 * i);
    }
    CHECK_EQ(ox_arena_used(&m.stack), used);
    CHECK(files.costs.bytes_read == 0 && files.costs.bytes_decoded == 0);
    CHECK_EQ(rom_crc32(0, rom_memory, bytes), before);
}

TEST(rom_in_place_other_media_cost_one_read) {
    static ox_block_device disk;
    static ox_device inner, device;
    ox_block_store store = ox_block_memory(disk_memory, sizeof disk_memory);
    rom_image image;
    rom_error error;
    ox_file file;
    uint32_t done, size, bytes = begin(&image);
    CHECK_EQ(ox_block_device_format(&disk, &store, 1024, 2, &inner), OX_OK);
    media_begin(&disc, &inner, 1, &device);
    CHECK_EQ(ox_files_mount(&files, "disc", &device, 0), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("disc:cart"), OX_FILE_WRITE, &file), OX_OK);
    CHECK_EQ(ox_file_write(&files, file, rom_memory, bytes, &done), OX_OK);
    CHECK_EQ(ox_file_close(&files, file), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("disc:cart"), OX_FILE_READ, &file), OX_OK);
    CHECK_EQ(ox_images_add_file(&images, &files, file, &arena, "cart", 0, &error), OX_OK);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t reads = disc.reads;
        uint64_t read = files.costs.bytes_read;
        const uint8_t *at = ox_manager_get(&m, rom_id(name_of(i)), RAW, &size);
        CHECK(at != NULL && size == BYTES + 4 * i && at[size - 1] == (uint8_t)((size - 1) * 3 + i));
        CHECK_EQ(disc.reads - reads, 1);
        CHECK_EQ(files.costs.bytes_read - read, BYTES + 4 * i);
        CHECK_EQ(files.costs.bytes_decoded, 0); /* nothing is unpacked, turned round or parsed */
        reads = disc.reads;
        CHECK(ox_manager_get(&m, rom_id(name_of(i)), RAW, &size) == at); /* the resource is the only copy */
        CHECK_EQ(disc.reads, reads);
    }
}

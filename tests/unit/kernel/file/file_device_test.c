/* Tests of files: one list of calls on every writable device, mounts, the search order, sectors, faults. */
#include "kernel/file/block_device.h"
#include "kernel/file/files.h"
#include "kernel/file/image_device.h"
#include "kernel/file/inflate.h"
#include "kernel/file/zip_device.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_device_list.h"
#include "tests/unit/kernel/file/file_slow_device.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/rom/rom_builder.h"

static _Alignas(16) uint8_t memory[16384], disk_memory[8192], bytes[8192], other_memory[4096];
static ox_arena arena;
static ox_files files;

static void open_files(uint32_t bounce) {
    ox_files_config config = {.handles = 8, .requests = 8, .bounce = bounce};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_files_init(&files, &config, &arena), OX_OK);
}

static void format(ox_block_device *disk, ox_device *device, uint32_t size) {
    ox_block_store store = ox_block_memory(disk_memory, size);
    CHECK_EQ(ox_block_device_format(disk, &store, 64, 12, device), OX_OK);
}

static void write_file(const char *path, const void *from, uint32_t size) {
    ox_file file;
    uint32_t done = 0;
    CHECK_EQ(ox_file_open(&files, ox_text_of(path), OX_FILE_WRITE, &file), OX_OK);
    CHECK_EQ(ox_file_write(&files, file, from, size, &done), OX_OK);
    CHECK_EQ(done, size);
    CHECK_EQ(ox_file_close(&files, file), OX_OK);
}

TEST(file_device_list_in_memory) {
    ox_block_device disk;
    ox_device device;
    open_files(0);
    format(&disk, &device, sizeof disk_memory);
    CHECK_EQ(ox_files_mount(&files, "mem", &device, 0), OX_OK);
    device_list(&files, "mem:");
    CHECK_EQ(ox_block_device_check(&disk), OX_OK);
}

/* Save memory read byte by byte, as the hardware has it. */
static ox_status save_read(void *context, uint32_t offset, void *to, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) ((uint8_t *)to)[i] = ((uint8_t *)context)[offset + i];
    return OX_OK;
}
static ox_status save_write(void *context, uint32_t offset, const void *from, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) ((uint8_t *)context)[offset + i] = ((const uint8_t *)from)[i];
    return OX_OK;
}

TEST(file_device_list_in_save_memory) {
    ox_block_store store = {save_read, save_write, disk_memory, sizeof disk_memory};
    ox_block_device disk, again;
    ox_device device, other;
    open_files(0);
    CHECK_EQ(ox_block_device_format(&disk, &store, 32, 12, &device), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "save", &device, 0), OX_OK);
    device_list(&files, "save:");
    write_file("save:kept", "outlives", 8);
    /* the device is opened as after a loss of power */
    CHECK_EQ(ox_block_device_open(&again, &store, &other), OX_OK);
    CHECK_EQ(ox_files_unmount(&files, &device), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "save", &other, 0), OX_OK);
    uint32_t done;
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("save:kept"), bytes, 8, &done), OX_OK);
    CHECK(memcmp(bytes, "outlives", 8) == 0);
    disk_memory[13] ^= 1;
    CHECK_EQ(ox_block_device_open(&again, &store, &other), OX_BAD_DATA);
}

TEST(file_device_formats_that_are_refused) {
    ox_block_store store = ox_block_memory(disk_memory, sizeof disk_memory),
                   small = ox_block_memory(disk_memory, 100);
    ox_block_device disk;
    ox_device device;
    CHECK_EQ(ox_block_device_format(&disk, &store, 100, 4, &device), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_block_device_format(&disk, &store, 64, 0, &device), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_block_device_format(&disk, &small, 64, 4, &device), OX_OUT_OF_MEMORY);
    store.write = NULL;
    CHECK_EQ(ox_block_device_format(&disk, &store, 64, 4, &device), OX_UNSUPPORTED);
    memset(disk_memory, 0, sizeof disk_memory);
    CHECK_EQ(ox_block_device_open(&disk, &store, &device), OX_BAD_DATA);
    format(&disk, &device, sizeof disk_memory);
    put_bad_version(disk_memory);
    CHECK_EQ(ox_block_device_open(&disk, &store, &device), OX_BAD_VERSION);
    open_files(0);
    format(&disk, &device, sizeof disk_memory);
    CHECK_EQ(ox_files_mount(&files, "mem", &device, 0), OX_OK);
    write_file("mem:a", bytes, 200);
    disk_memory[disk.chain] ^= 1;
    CHECK_EQ(ox_block_device_check(&disk), OX_CORRUPTED);
}

/* Every call fails once, at every place: the status is the driver's, no handle leaks, and all calls work afterwards. */
TEST(file_device_faults_at_every_call) {
    static const ox_status faults[] = {OX_IO_ERROR, OX_FULL, OX_BAD_STATE};
    ox_block_device disk;
    ox_device inner, device;
    media m;
    for (uint32_t f = 0; f < 3; f++) {
        uint32_t refused = 0;
        for (uint32_t k = 1; k < 200; k++) {
            uint32_t done = 0;
            open_files(0);
            format(&disk, &inner, sizeof disk_memory);
            media_begin(&m, &inner, 1, &device);
            m.most = 50; /* short transfers all along */
            m.fault = faults[f];
            CHECK_EQ(ox_files_mount(&files, "mem", &device, 0), OX_OK);
            m.fail_at = k;
            ox_status status = device_sequence(&files, "mem:", bytes);
            CHECK_EQ(ox_files_leaks(&files, NULL, NULL), 0);
            CHECK_EQ(ox_block_device_check(&disk), OX_OK);
            if (m.calls < k) {
                CHECK_EQ(status, OX_OK);
                break;
            }
            CHECK_EQ(status, faults[f]);
            refused++;
            m.fail_at = 0;
            write_file("mem:again", "good", 4);
            CHECK_EQ(ox_file_read_all(&files, OX_TEXT("mem:again"), bytes, 4, &done), OX_OK);
            CHECK_EQ(ox_files_unmount(&files, &device), OX_OK);
        }
        CHECK(refused > 20);
    }
}

TEST(file_device_full_medium_keeps_what_fits) {
    ox_block_device disk;
    ox_device device;
    ox_file file;
    uint32_t done = 0;
    open_files(0);
    format(&disk, &device, 16 + 12 * 128 + 5 * 66);
    CHECK_EQ(ox_block_device_free(&disk), 5 * 64);
    CHECK_EQ(ox_files_mount(&files, "mem", &device, 0), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("mem:a"), OX_FILE_WRITE, &file), OX_OK);
    CHECK_EQ(ox_file_write(&files, file, bytes, 400, &done), OX_FULL);
    CHECK_EQ(done, 320);
    CHECK_EQ(ox_file_close(&files, file), OX_OK);
    CHECK_EQ(ox_block_device_check(&disk), OX_OK);
    CHECK_EQ(ox_file_remove(&files, OX_TEXT("mem:a")), OX_OK);
    CHECK_EQ(ox_block_device_free(&disk), 5 * 64);
}

/* ---- mounts ---- */

TEST(file_mounts_in_their_order) {
    ox_block_device disk, other_disk;
    ox_device device, other, none = {.calls = NULL};
    ox_block_store store = ox_block_memory(other_memory, sizeof other_memory);
    char line[OX_PATH_ROOM * 2];
    ox_text out = ox_text_begin_plain(line, sizeof line);
    const ox_mount *mount = NULL;
    uint32_t done;
    open_files(0);
    format(&disk, &device, sizeof disk_memory);
    CHECK_EQ(ox_block_device_format(&other_disk, &store, 64, 8, &other), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "base", &device, 0), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "patch", &other, 0), OX_OK);
    write_file("base:both", "base", 4);
    write_file("patch:both", "mods", 4);
    write_file("base:one", "base", 4);

    CHECK_EQ(ox_files_search(&files, OX_TEXT("patch:;base:")), OX_OK);
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("both"), bytes, 8, &done), OX_OK);
    CHECK(memcmp(bytes, "mods", 4) == 0);
    CHECK_EQ(ox_files_find(&files, OX_TEXT("one"), &out, &mount), OX_OK);
    CHECK(strcmp(line, "base:one") == 0 && mount->device == &device);
    CHECK_EQ(ox_files_find(&files, OX_TEXT("none"), &out, &mount), OX_NOT_FOUND);
    CHECK(strcmp(line, "patch:none; base:none") == 0 && mount == NULL);
    CHECK_EQ(ox_files_search(&files, OX_TEXT("base:;patch:")), OX_OK);
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("both"), bytes, 8, &done), OX_OK);
    CHECK(memcmp(bytes, "base", 4) == 0);
    CHECK_EQ(ox_files_search(&files, OX_TEXT("patch:")), OX_OK);
    CHECK(!ox_file_exists(&files, OX_TEXT("one")));
    CHECK_EQ(ox_file_make_directory(&files, OX_TEXT("base:sub")), OX_OK);
    write_file("base:sub/deep", "x", 1);
    /* a search list separated by colons, as on UNIX */
    CHECK_EQ(ox_files_search(&files, OX_TEXT("base:nowhere:sub:patch:")), OX_OK);
    CHECK(ox_file_exists(&files, OX_TEXT("deep")));
    CHECK_EQ(ox_files_search(&files, OX_TEXT("nowhere;base:")), OX_BAD_DATA);
    CHECK_EQ(ox_files_search(&files, OX_TEXT("base:a*")), OX_BAD_DATA);
    char wide[300];
    memset(wide, ';', sizeof wide);
    CHECK_EQ(ox_files_search(&files, (ox_text_view){wide, sizeof wide}), OX_FULL);

    /* Two mounts with one name: the higher order is asked first, and a list shows each name once. */
    CHECK_EQ(ox_files_mount(&files, "both", &device, 1), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "both", &other, 2), OX_OK);
    CHECK(ox_files_mounted(&files, 2)->device == &device && ox_files_mounted(&files, 1)->device == &other);
    CHECK(ox_files_mounted(&files, 4) == NULL);
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("both:both"), bytes, 8, &done), OX_OK);
    CHECK(memcmp(bytes, "mods", 4) == 0);
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("both:one"), bytes, 8, &done), OX_OK);
    ox_file_info info = {.name = ""};
    CHECK(ox_file_next(&files, OX_TEXT("both:"), &info) == OX_OK && strcmp(info.name, "both") == 0);
    CHECK(ox_file_next(&files, OX_TEXT("both:"), &info) == OX_OK && strcmp(info.name, "one") == 0);
    CHECK(ox_file_next(&files, OX_TEXT("both:"), &info) == OX_OK && strcmp(info.name, "sub") == 0);
    CHECK_EQ(ox_file_next(&files, OX_TEXT("both:"), &info), OX_EMPTY);

    CHECK_EQ(ox_files_mount(&files, "both", &device, 1), OX_ALREADY_THERE);
    CHECK_EQ(ox_files_mount(&files, "UP", &device, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_files_mount(&files, "", &device, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_files_mount(&files, "x", &none, 1), OX_BAD_ARGUMENT);
    static uint8_t log_memory[1024];
    ox_arena log_arena;
    ox_log log_lines;
    ox_arena_init(&log_arena, log_memory, sizeof log_memory);
    CHECK(ox_log_init(&log_lines, NULL, &log_arena, 8, 80));
    ox_files_report(&files, &log_lines);
    CHECK(strcmp(ox_log_recent(&log_lines, 4), "mount base: order 0") == 0 && log_lines.written == 5);
    CHECK(strcmp(ox_log_recent(&log_lines, 3), "mount both: order 2") == 0);
    CHECK(strcmp(ox_log_recent(&log_lines, 0), "search order: base:nowhere:sub:patch:") == 0);
    ox_file file;
    CHECK_EQ(ox_file_open(&files, OX_TEXT("base:one"), OX_FILE_READ, &file), OX_OK);
    CHECK_EQ(ox_files_unmount(&files, &device), OX_BAD_STATE);
    CHECK_EQ(ox_file_close(&files, file), OX_OK);
    CHECK_EQ(ox_files_unmount(&files, &device), OX_OK);
    CHECK_EQ(ox_files_unmount(&files, &device), OX_NOT_FOUND);
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("base:one"), bytes, 8, &done), OX_NOT_FOUND);
    char name[3] = {'m', 'a', 0};
    for (; files.mount_count < OX_FILE_MOUNTS; name[1]++)
        CHECK_EQ(ox_files_mount(&files, name, &other, 0), OX_OK);
    CHECK_EQ(ox_files_mount(&files, name, &other, 0), OX_FULL);
}

TEST(file_medium_that_is_taken_out_comes_back) {
    ox_block_device disk;
    ox_device inner, device;
    media m;
    uint32_t done;
    open_files(0);
    format(&disk, &inner, sizeof disk_memory);
    media_begin(&m, &inner, 1, &device);
    CHECK_EQ(ox_files_mount(&files, "save", &device, 0), OX_OK);
    write_file("save:a", "text", 4);
    m.fault = OX_BAD_STATE;
    m.fail_at = m.calls + 1;
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("save:a"), bytes, 8, &done), OX_BAD_STATE);
    CHECK(ox_files_mounted(&files, 0)->absent);
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("save:a"), bytes, 8, &done), OX_OK);
    CHECK(!ox_files_mounted(&files, 0)->absent);
}

TEST(file_retail_builds_have_no_host_device) {
    ox_files_config config = {.handles = 1, .retail = true};
    ox_block_device disk;
    ox_device device;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_files_init(&files, &config, &arena), OX_OK);
    format(&disk, &device, sizeof disk_memory);
    device.flags |= OX_DEVICE_HOST;
    CHECK_EQ(ox_files_mount(&files, "host", &device, 0), OX_UNSUPPORTED);
    ox_file file;
    CHECK_EQ(ox_file_open(&files, OX_TEXT("host:a"), OX_FILE_READ, &file), OX_NOT_FOUND);
    config.handles = 0;
    CHECK_EQ(ox_files_init(&files, &config, &arena), OX_BAD_ARGUMENT);
    config = (ox_files_config){.handles = 200, .bounce = 40000};
    size_t used = ox_arena_used(&arena);
    CHECK_EQ(ox_files_init(&files, &config, &arena), OX_OUT_OF_MEMORY);
    CHECK_EQ(ox_arena_used(&arena), used);
}

/* ---- handles ---- */

static void note_leak(void *context, const char *path) { ox_text_string(context, path); }

TEST(file_handles_that_name_nothing) {
    ox_block_device disk;
    ox_device device;
    ox_file open[9];
    uint32_t done = 0, place = 0;
    open_files(0);
    format(&disk, &device, sizeof disk_memory);
    CHECK_EQ(ox_files_mount(&files, "mem", &device, 0), OX_OK);
    write_file("mem:a", "text", 4);
    for (int i = 0; i < 8; i++)
        CHECK_EQ(ox_file_open(&files, OX_TEXT("mem:a"), OX_FILE_READ, &open[i]), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("mem:a"), OX_FILE_READ, &open[8]), OX_FULL);
    CHECK_EQ(open[8].bits, 0);
    for (int i = 1; i < 8; i++) CHECK_EQ(ox_file_close(&files, open[i]), OX_OK);
    char line[64];
    ox_text told = ox_text_begin(line, sizeof line);
    CHECK_EQ(ox_files_leaks(&files, note_leak, &told), 1);
    CHECK(strcmp(line, "mem:a") == 0);
    CHECK_EQ(ox_file_close(&files, open[0]), OX_OK);
    ox_file wrong[4] = {open[0], {0}, {0x12340003u}, {0xFFFFFFFFu}};
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(ox_file_read(&files, wrong[i], bytes, 1, &done), OX_STALE_HANDLE);
        CHECK_EQ(ox_file_read_part(&files, wrong[i], 0, bytes, 1, &done), OX_STALE_HANDLE);
        CHECK_EQ(ox_file_write(&files, wrong[i], bytes, 1, &done), OX_STALE_HANDLE);
        CHECK_EQ(ox_file_seek(&files, wrong[i], 0), OX_STALE_HANDLE);
        CHECK_EQ(ox_file_tell(&files, wrong[i], &place), OX_STALE_HANDLE);
        CHECK_EQ(ox_file_size(&files, wrong[i], &place), OX_STALE_HANDLE);
        CHECK_EQ(ox_file_close(&files, wrong[i]), OX_STALE_HANDLE);
        CHECK(ox_file_map(&files, wrong[i], 0, 0) == NULL);
    }
}

/* ---- the image ---- */

TEST(file_image_device_reads_chunks) {
    static build b;
    build_cart(&b);
    rom_image image;
    rom_error error;
    ox_images images;
    ox_image_device rom;
    ox_device device;
    ox_file file;
    ox_file_info info = {.name = ""};
    uint32_t done = 0;
    CHECK_EQ(rom_open(b.image, b.size, &image, &error), ROM_OK);
    ox_images_init(&images, NULL);
    CHECK_EQ(ox_images_add(&images, &image, "cart", 0), OX_OK);
    ox_image_device_init(&rom, &images, &device);
    open_files(0);
    CHECK_EQ(ox_files_mount(&files, "rom", &device, 0), OX_OK);
    rom_chunk chunk;
    CHECK(rom_find(&image, rom_id("mesh/m"), ROM_TAG_MESH, &chunk));
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("rom:Mesh\\M"), bytes, sizeof bytes, &done), OX_OK);
    CHECK(done == chunk.size && memcmp(bytes, chunk.data, done) == 0);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("rom:mesh/m.mesh"), OX_FILE_READ, &file), OX_OK);
    CHECK(ox_file_map(&files, file, 4, 8) == chunk.data + 4); /* the map is the image itself, no copy */
    CHECK(ox_file_map(&files, file, chunk.size, 1) == NULL);
    CHECK_EQ(ox_file_write(&files, file, bytes, 1, &done), OX_UNSUPPORTED);
    CHECK_EQ(ox_file_close(&files, file), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("rom:mesh/m.imag"), OX_FILE_READ, &file), OX_NOT_FOUND);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("rom:mesh/m"), OX_FILE_WRITE, &file), OX_UNSUPPORTED);
    CHECK_EQ(ox_file_remove(&files, OX_TEXT("rom:mesh/m")), OX_UNSUPPORTED);
    CHECK(ox_file_next(&files, OX_TEXT("rom:"), &info) == OX_OK && strcmp(info.name, "mesh") == 0);
    CHECK_EQ(info.kind, OX_FILE_DIRECTORY);
    CHECK_EQ(ox_file_next(&files, OX_TEXT("rom:"), &info), OX_EMPTY);
    info.name[0] = 0;
    CHECK(ox_file_next(&files, OX_TEXT("rom:mesh"), &info) == OX_OK && strcmp(info.name, "m") == 0);
    CHECK_EQ(info.size, chunk.size);
    CHECK_EQ(ox_file_next(&files, OX_TEXT("rom:mesh"), &info), OX_EMPTY);
    CHECK(ox_file_stat(&files, OX_TEXT("rom:mesh"), &info) == OX_OK && info.kind == OX_FILE_DIRECTORY);
    CHECK_EQ(ox_file_stat(&files, OX_TEXT("rom:none"), &info), OX_NOT_FOUND);
}

/* ---- buffered reading ---- */

TEST(file_stream_reads_like_blocks) {
    static const uint32_t sizes[] = {1, 7, 64, 4096};
    static uint8_t buffer[4096];
    ox_block_device disk;
    ox_device inner, device;
    media m;
    ox_file file;
    char line[16];
    ox_text text = ox_text_begin_plain(line, sizeof line);
    open_files(0);
    format(&disk, &inner, sizeof disk_memory);
    media_begin(&m, &inner, 1, &device);
    CHECK_EQ(ox_files_mount(&files, "mem", &device, 0), OX_OK);
    for (uint32_t i = 0; i < 3000; i++) bytes[i] = (uint8_t)(i * 7 + i / 100);
    write_file("mem:a", bytes, 3000);
    write_file("mem:lines", "one\r\ntwo\n\nfour", 14);
    for (int s = 0; s < 4; s++) {
        ox_file_stream stream;
        uint32_t wrong = 0, count = 0, reads = m.reads;
        CHECK_EQ(ox_file_open(&files, OX_TEXT("mem:a"), OX_FILE_READ, &file), OX_OK);
        ox_file_stream_begin(&stream, &files, file, buffer, sizes[s]);
        for (int byte; (byte = ox_file_stream_get(&stream)) >= 0; count++) wrong += byte != bytes[count];
        CHECK(wrong == 0 && count == 3000 && stream.status == OX_EMPTY);
        TEST_INFO("a buffer of %u bytes: %u reads for 3000 bytes", (unsigned)sizes[s],
                  (unsigned)(m.reads - reads));
        CHECK_EQ(ox_file_seek(&files, file, 0), OX_OK);
        ox_file_stream_begin(&stream, &files, file, buffer, sizes[s]);
        CHECK(ox_file_stream_skip(&stream, 2999) && ox_file_stream_peek(&stream) == bytes[2999]);
        CHECK(!ox_file_stream_skip(&stream, 2));
        CHECK_EQ(ox_file_close(&files, file), OX_OK);
        CHECK_EQ(ox_file_open(&files, OX_TEXT("mem:lines"), OX_FILE_READ, &file), OX_OK);
        ox_file_stream_begin(&stream, &files, file, buffer, sizes[s]);
        CHECK(ox_file_stream_line(&stream, &text) && strcmp(line, "one") == 0);
        CHECK(ox_file_stream_line(&stream, &text) && strcmp(line, "two") == 0);
        CHECK(ox_file_stream_line(&stream, &text) && line[0] == 0);
        CHECK(ox_file_stream_line(&stream, &text) && strcmp(line, "four") == 0);
        CHECK(!ox_file_stream_line(&stream, &text));
        CHECK_EQ(ox_file_close(&files, file), OX_OK);
    }
    uint32_t done = 99;
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("mem:none"), bytes, 8, &done), OX_NOT_FOUND);
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("mem:a"), bytes, 2999, &done), OX_FULL);
    CHECK_EQ(done, 0);
    m.most = 1000;
    m.fail_at = m.calls + 3; /* opening, and the second piece */
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("mem:a"), bytes, 3000, &done), OX_IO_ERROR);
    CHECK_EQ(done, 1000);
    CHECK_EQ(ox_files_leaks(&files, NULL, NULL), 0);
}

/* ---- sectors ---- */

TEST(file_sectors_through_the_bounce_buffer) {
    static const uint32_t sizes[] = {1, 2047, 2048, 2049, 4096};
    static uint8_t large_disk[20000], to[6000];
    ox_block_store store = ox_block_memory(large_disk, sizeof large_disk);
    ox_block_device disk;
    ox_device inner, device;
    media m;
    ox_file file;
    uint32_t done;
    open_files(0);
    CHECK_EQ(ox_block_device_format(&disk, &store, 512, 4, &inner), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "mem", &inner, 0), OX_OK);
    for (uint32_t i = 0; i < 8192; i++) bytes[i] = (uint8_t)(i * 5 + i / 256);
    write_file("mem:a", bytes, 8192);
    write_file("mem:record", bytes, 4000);
    media_begin(&m, &inner, 2048, &device);
    CHECK_EQ(ox_files_mount(&files, "disc", &device, 0), OX_OK);
    CHECK_EQ(ox_sector_round(4000, 2048), 4096);
    CHECK_EQ(ox_sector_bound(4000, 2048), 6048);

    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("disc:record"), to, 4000, &done),
             OX_OUT_OF_MEMORY); /* there is no buffer */
    size_t used = ox_arena_used(&arena);
    CHECK_EQ(ox_files_bounce_begin(&files, &arena, 4096), OX_OK);
    for (int i = 0; i < 50; i++) {
        memset(to, 0xAA, sizeof to);
        m.bytes = 0;
        CHECK_EQ(ox_file_read_all(&files, OX_TEXT("disc:record"), to, 4000, &done), OX_OK);
        CHECK(done == 4000 && memcmp(to, bytes, 4000) == 0 && to[4000] == 0xAA && to[4095] == 0xAA);
        CHECK_EQ(m.bytes, 4096);
    }
    CHECK_EQ(ox_arena_used(&arena), used + 4096); /* one buffer for all loads */
    for (uint32_t k = 1; k < 3; k++) {
        m.fail_at = m.calls + k;
        CHECK_EQ(ox_file_read_all(&files, OX_TEXT("disc:record"), to, 4000, &done), OX_IO_ERROR);
        CHECK_EQ(ox_arena_used(&arena), used + 4096);
    }
    ox_files_bounce_end(&files, &arena);
    CHECK_EQ(ox_arena_used(&arena), used);
    CHECK_EQ(ox_files_bounce_begin(&files, &arena, 1 << 20), OX_OUT_OF_MEMORY);

    /* a buffer of one sector, and one for the whole file */
    for (uint32_t room = 2048; room <= 8192; room *= 4) {
        CHECK_EQ(ox_files_bounce_begin(&files, &arena, room), OX_OK);
        CHECK_EQ(ox_file_open(&files, OX_TEXT("disc:a"), OX_FILE_READ, &file), OX_OK);
        for (int s = 0; s < 5; s++) {
            for (uint32_t offset = 0; offset <= 4096; offset += 683) {
                memset(to, 0xAA, sizeof to);
                CHECK_EQ(ox_file_seek(&files, file, offset), OX_OK);
                CHECK_EQ(ox_file_read(&files, file, to, sizes[s], &done), OX_OK);
                CHECK(done == sizes[s] && memcmp(to, bytes + offset, done) == 0 && to[done] == 0xAA);
            }
        }
        CHECK_EQ(ox_file_seek(&files, file, 8193), OX_BAD_ARGUMENT);
        CHECK_EQ(ox_file_close(&files, file), OX_OK);
        if (room == 2048) CHECK_EQ(ox_files_bounce_begin(&files, &arena, 64), OX_BAD_STATE);
        ox_files_bounce_end(&files, &arena);
    }
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
    CHECK_EQ(ox_arena_used(&arena), used);
}

/* ---- what loading costs ---- */

TEST(file_costs_of_one_image_and_of_many_files) {
    static const struct {
        const char *name;
        uint32_t open, seek, speed;
    } models[] = {{"cartridge", 0, 0, 4000000},
                  {"optical drive, 1x", 150000, 120000, 150000},
                  {"flash card", 2000, 400, 1000000}};
    static uint8_t large_disk[24000], whole[4096];
    ox_block_store store = ox_block_memory(large_disk, sizeof large_disk);
    ox_block_device disk;
    ox_device inner, device;
    media m;
    uint32_t done;
    open_files(0);
    CHECK_EQ(ox_block_device_format(&disk, &store, 256, 20, &inner), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "mem", &inner, 0), OX_OK);
    char path[] = "mem:a";
    for (uint32_t i = 0; i < 4096; i++) bytes[i] = (uint8_t)(i * 3 + i / 77);
    for (int i = 0; i < 16; i++, path[4]++) write_file(path, bytes + i * 256, 256);
    write_file("mem:image", bytes, 4096);
    for (int k = 0; k < 3; k++) {
        uint64_t loose, packed;
        media_begin(&m, &inner, 1, &device);
        m.open_cost = models[k].open;
        m.seek_cost = models[k].seek;
        m.bytes_per_second = models[k].speed;
        CHECK_EQ(ox_files_mount(&files, "disc", &device, 0), OX_OK);
        char from[] = "disc:a";
        files.costs = (ox_load_costs){0};
        for (uint32_t i = 0; i < 16; i++, from[5]++) {
            CHECK_EQ(ox_file_read_all(&files, ox_text_of(from), whole + i * 256, 256, &done), OX_OK);
        }
        CHECK(memcmp(whole, bytes, 4096) == 0);
        CHECK_EQ(files.costs.opens, 16);
        loose = m.microseconds;
        m.microseconds = 0;
        files.costs = (ox_load_costs){0};
        memset(whole, 0, sizeof whole);
        CHECK_EQ(ox_file_read_all(&files, OX_TEXT("disc:image"), whole, 4096, &done), OX_OK);
        packed = m.microseconds;
        CHECK(memcmp(whole, bytes, 4096) == 0);
        CHECK_EQ(files.costs.opens, 1);
        CHECK_EQ(files.costs.seeks, 1);
        CHECK_EQ(files.costs.reads, 1);
        CHECK_EQ(files.costs.bytes_read, 4096);
        TEST_INFO("%s: 16 files %u us, one image %u us", models[k].name, (unsigned)loose, (unsigned)packed);
        CHECK(packed <= loose);
        CHECK_EQ(ox_files_unmount(&files, &device), OX_OK);
    }
}

/* Files end while one of them is open, and the device is told of the close. */
static ox_block_device lived_disk;
static ox_device lived_device;
static ox_images lived_images;
static ox_status files_with_one_open(ox_files *it) {
    ox_files_config config = {.handles = 4, .requests = 4, .bounce = 64};
    ox_file file;
    uint32_t done;
    ox_status status = ox_files_init(it, &config, &arena);
    if (!ox_failed(status)) status = ox_files_mount(it, "mem", &lived_device, 0);
    if (!ox_failed(status)) status = ox_file_open(it, OX_TEXT("mem:a"), OX_FILE_WRITE, &file);
    if (!ox_failed(status)) status = ox_file_write(it, file, "abc", 3, &done);
    return status;
}
static ox_status disk_of_a_store(ox_block_device *it) {
    ox_block_store store = ox_block_memory(disk_memory, sizeof disk_memory);
    ox_device device;
    return ox_block_device_open(it, &store, &device);
}
static ox_status empty_zip(ox_zip *it) {
    static const uint8_t end[22] = {'P', 'K', 5, 6};
    ox_zip_source source = ox_zip_memory(end, sizeof end);
    ox_device device;
    return ox_zip_open(it, &source, &device, NULL);
}
static ox_status empty_archive(ox_zip_archive *it) {
    static const uint8_t end[22] = {'P', 'K', 5, 6};
    const ox_zip_source source = ox_zip_memory(end, sizeof end);
    return ox_zip_archive_open(it, &source);
}
static const uint8_t *no_more(void *context, size_t *count) { return (void)context, *count = 0, NULL; }
LIFE_ROW(ox_files, init, files_with_one_open(it), ox_files_end(it),
         (void)!ox_files_mount(it, "mem", &lived_device, 0))
LIFE_ROW(ox_file_stream, begin, DONE(ox_file_stream_begin(it, &files, (ox_file){1}, bytes, 16)), OX_CLEAR(it),
         (void)ox_file_stream_peek(it))
LIFE_ROW(ox_inflate, begin, DONE(ox_inflate_begin(it, no_more, NULL, bytes, 16)), OX_CLEAR(it),
         (void)!ox_inflate_to(it, 16))
PLAIN_ROW(ox_block_device, open, disk_of_a_store(it), OX_CLEAR(it))
PLAIN_ROW(ox_zip, open, empty_zip(it), OX_CLEAR(it))
PLAIN_ROW(ox_zip_archive, open, empty_archive(it), OX_CLEAR(it))
PLAIN_ROW(ox_images, init, DONE(ox_images_init(it, NULL)), OX_CLEAR(it))
static void open_image_device(ox_image_device *it) {
    ox_device device;
    ox_image_device_init(it, &lived_images, &device);
}
PLAIN_ROW(ox_image_device, init, DONE(open_image_device(it)), OX_CLEAR(it))

TEST(file_records_end_clear) {
    static const life *const rows[] = {
        &LIFE_OF(ox_files), &LIFE_OF(ox_file_stream), &LIFE_OF(ox_inflate), &LIFE_OF(ox_block_device),
        &LIFE_OF(ox_zip),   &LIFE_OF(ox_zip_archive), &LIFE_OF(ox_images),  &LIFE_OF(ox_image_device)};
    const life_bench bench = {&arena, NULL};
    format(&lived_disk, &lived_device, sizeof disk_memory);
    ox_arena_init(&arena, memory, sizeof memory);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) CHECK(life_is_led(rows[i], &bench));
    CHECK_EQ(ox_block_device_check(&lived_disk), OX_OK);
}

/* A damaged medium: chains that lead beyond the blocks are not followed, unknown kinds of entries are refused. */
TEST(file_device_wild_chains_stay_inside) {
    ox_block_device disk;
    ox_device device;
    ox_file file;
    uint32_t done, first_entry = 16;
    format(&disk, &device, sizeof disk_memory);
    open_files(0);
    CHECK_EQ(ox_files_mount(&files, "mem", &device, 0), OX_OK);
    write_file("mem:a", "abcdef", 6);
    disk_memory[first_entry + 124] = 0x34; /* the entry's first block */
    disk_memory[first_entry + 125] = 0xF2;
    CHECK_EQ(ox_file_open(&files, OX_TEXT("mem:a"), OX_FILE_READ, &file), OX_OK);
    CHECK_EQ(ox_file_read(&files, file, bytes, 6, &done), OX_BAD_DATA);
    CHECK_EQ(done, 0);
    CHECK_EQ(ox_file_close(&files, file), OX_OK);
    CHECK_EQ(ox_block_device_check(&disk), OX_CORRUPTED);
    disk_memory[first_entry + 126] = 77; /* the entry's kind */
    CHECK_EQ(ox_file_open(&files, OX_TEXT("mem:a"), OX_FILE_READ, &file), OX_BAD_DATA);
}

TEST(file_archive_readers_refuse_what_is_not_there) {
    static const uint8_t nothing[22] = {0};
    const ox_zip_source source = ox_zip_memory(nothing, sizeof nothing);
    ox_zip_archive archive;
    ox_zip_entry entry;
    uint8_t byte;
    CHECK_EQ(ox_zip_archive_open(&archive, &source), OX_BAD_DATA);
    CHECK(archive.fault == OX_ZIP_NO_END && archive.entries == 0);
    CHECK_EQ(ox_zip_entry_at(&archive, 0, &entry), OX_BAD_DATA);
    CHECK_EQ(entry.fault, OX_ZIP_BAD_DIRECTORY);
    CHECK_EQ(ox_zip_fetch(&archive, sizeof nothing, &byte, 1), OX_BAD_DATA);
}

/* Tests of the computer's directories and of archives: one list of calls, five devices with one content,
 * damaged archives, images that stay in their file. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/file/block_device.h"
#include "kernel/file/image_device.h"
#include "kernel/file/zip_device.h"
#include "platform/host/host_files.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_device_list.h"
#include "tests/unit/kernel/file/file_image_builder.h"
#include "tests/unit/kernel/file/file_slow_device.h"
#include "tools/import/base/deflate.h"

static _Alignas(16) uint8_t memory[32768], disk_memory[32768], archive[16384], whole[8192];
static uint8_t bytes[6000];
static ox_arena arena;
static ox_files files;

static void open_files(void) {
    ox_files_config config = {.handles = 8, .requests = 8};
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_files_init(&files, &config, &arena), OX_OK);
    for (uint32_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)((uint8_t) "the quick brown fox "[i % 20] + i / 1500);
}

static bool open_folder(host_files *folder, ox_device *device, char *root) {
    strcpy(root, "/tmp/oxcart_files_XXXXXX");
    return mkdtemp(root) != NULL && host_files_open(folder, root, false, device);
}

TEST(file_device_list_in_a_host_directory) {
    host_files folder;
    ox_device device;
    char root[64], line[128];
    open_files();
    CHECK(open_folder(&folder, &device, root));
    CHECK_EQ(ox_files_mount(&files, "host", &device, 0), OX_OK);
    device_list(&files, "host:");
    snprintf(line, sizeof line, "%s/Upper.TXT", root);
    FILE *file = fopen(line, "wb");
    CHECK(file != NULL && fputs("found", file) >= 0 && fclose(file) == 0);
    uint32_t done;
    CHECK(ox_file_read_all(&files, OX_TEXT("host:upper.txt"), whole, 8, &done) == OX_OK && done == 5);
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("host:../passwd"), whole, 8, &done), OX_NOT_FOUND);
    list_names(&files, "host:", "", "upper.txt ");
    CHECK_EQ(ox_file_remove(&files, OX_TEXT("host:upper.txt")), OX_OK);
    snprintf(line, sizeof line, "%s/pipe", root); /* a pipe is no file, and nobody may ever write to it */
    CHECK(mkfifo(line, 0600) == 0);
    CHECK_EQ(ox_file_read_all(&files, OX_TEXT("host:pipe"), whole, 8, &done), OX_NOT_FOUND);
    CHECK(unlink(line) == 0);
    ox_files_config retail = {.handles = 2, .retail = true};
    ox_files players;
    CHECK_EQ(ox_files_init(&players, &retail, &arena), OX_OK);
    CHECK_EQ(ox_files_mount(&players, "host", &device, 0), OX_UNSUPPORTED);
    host_files none;
    ox_device no_device;
    CHECK(!host_files_open(&none, "/no/such/folder", false, &no_device));
    host_files_close(&folder);
    CHECK(host_files_open(&folder, root, true, &device));
    ox_file made;
    CHECK_EQ(ox_files_unmount(&files, &device), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "host", &device, 0), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("host:a"), OX_FILE_WRITE, &made), OX_UNSUPPORTED);
    host_files_close(&folder);
    rmdir(root);
}

/* Every driver call fails once, at every place, on the computer's directory as well. */
TEST(file_device_faults_in_a_host_directory) {
    host_files folder;
    ox_device inner, device;
    media m;
    char root[64], line[128];
    static uint8_t scratch[512];
    CHECK(open_folder(&folder, &inner, root));
    uint32_t k = 1;
    for (; k < 200; k++) {
        open_files();
        media_begin(&m, &inner, 1, &device);
        m.most = 50;
        m.fail_at = k;
        CHECK_EQ(ox_files_mount(&files, "mem", &device, 0), OX_OK);
        ox_status status = device_sequence(&files, "mem:", scratch);
        CHECK_EQ(ox_files_leaks(&files, NULL, NULL), 0);
        static const char *const left[] = {"f", "d/g", "d"};
        for (int i = 0; i < 3; i++) {
            snprintf(line, sizeof line, "%s/%s", root, left[i]);
            remove(line);
        }
        if (m.calls < k) {
            CHECK_EQ(status, OX_OK);
            break;
        }
        CHECK_EQ(status, OX_IO_ERROR);
    }
    CHECK(k > 20 && k < 200);
    host_files_close(&folder);
    rmdir(root);
}

/* ---- archives ---- */

typedef struct zip_build {
    uint8_t *at;
    uint8_t directory[4096];
    uint32_t used, directory_used, entries;
} zip_build;

static void zip_add(zip_build *z, const char *name, const uint8_t *data, uint32_t size, bool packed) {
    uint32_t length = (uint32_t)strlen(name), stored = size, header = z->used;
    uint8_t *out = NULL;
    size_t out_size = 0;
    if (packed) {
        CHECK(import_deflate(data, size, &out, &out_size));
        stored = (uint32_t)out_size;
    }
    uint8_t *local = z->at + z->used, *central = z->directory + z->directory_used;
    memset(local, 0, 30);
    memset(central, 0, 46);
    image_put(local, 0x04034B50u, 4);
    image_put(central, 0x02014B50u, 4);
    image_put(local + 8, packed ? 8 : 0, 2);
    image_put(central + 10, packed ? 8 : 0, 2);
    const uint32_t sizes[3] = {rom_crc32(0, data, size), stored, size};
    for (int i = 0; i < 3; i++) {
        image_put(local + 14 + i * 4, sizes[i], 4);
        image_put(central + 16 + i * 4, sizes[i], 4);
    }
    image_put(local + 26, length, 2);
    image_put(central + 28, length, 2);
    image_put(central + 42, header, 4);
    memcpy(local + 30, name, length);
    memcpy(central + 46, name, length);
    memcpy(local + 30 + length, packed ? out : data, stored);
    z->used += 30 + length + stored;
    z->directory_used += 46 + length;
    z->entries++;
    free(out);
}

static uint32_t zip_finish(zip_build *z) {
    uint8_t *end = z->at + z->used + z->directory_used;
    memcpy(z->at + z->used, z->directory, z->directory_used);
    memset(end, 0, 22);
    image_put(end, 0x06054B50u, 4);
    image_put(end + 8, z->entries, 2);
    image_put(end + 10, z->entries, 2);
    image_put(end + 12, z->directory_used, 4);
    image_put(end + 16, z->used, 4);
    return z->used + z->directory_used + 22;
}

static uint32_t build_archive(const char *greeting) {
    zip_build z = {.at = archive};
    zip_add(&z, "Gfx/Hero.png", bytes, 5000, true);
    zip_add(&z, "gfx/plain", bytes + 100, 700, false);
    zip_add(&z, "gfx/sub/", bytes, 0, false);
    zip_add(&z, "text/greeting", (const uint8_t *)greeting, (uint32_t)strlen(greeting), true);
    zip_add(&z, "empty", bytes, 0, true);
    return zip_finish(&z);
}

TEST(file_archive_is_a_folder) {
    static ox_zip zip;
    ox_device device;
    uint32_t done, offset, size;
    ox_file file, other, third;
    ox_file_info info = {.name = ""};
    open_files();
    size = build_archive("hello");
    ox_zip_source source = ox_zip_memory(archive, size);
    CHECK_EQ(ox_zip_open(&zip, &source, &device, &offset), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "zip", &device, 0), OX_OK);
    files.costs = (ox_load_costs){0};
    CHECK(ox_file_read_all(&files, OX_TEXT("zip:GFX\\hero.PNG"), whole, sizeof whole, &done) == OX_OK &&
          done == 5000);
    CHECK(memcmp(whole, bytes, 5000) == 0);
    CHECK(ox_file_read_all(&files, OX_TEXT("zip:gfx/plain"), whole, sizeof whole, &done) == OX_OK &&
          done == 700);
    CHECK(memcmp(whole, bytes + 100, 700) == 0);
    CHECK(ox_file_read_all(&files, OX_TEXT("zip:empty"), whole, sizeof whole, &done) == OX_OK && done == 0);
    list_names(&files, "zip:", "", "empty gfx/ text/ ");
    list_names(&files, "zip:", "gfx", "hero.png plain sub/ ");
    list_names(&files, "zip:", "gfx/sub", "");
    CHECK_EQ(ox_file_next(&files, OX_TEXT("zip:none"), &info), OX_NOT_FOUND);
    CHECK(ox_file_stat(&files, OX_TEXT("zip:gfx"), &info) == OX_OK && info.kind == OX_FILE_DIRECTORY);
    CHECK(ox_file_stat(&files, OX_TEXT("zip:gfx/hero.png"), &info) == OX_OK && info.size == 5000);

    /* Packed entries are read in order, block by block as requests do, or from the start again. */
    CHECK_EQ(ox_file_open(&files, OX_TEXT("zip:gfx/hero.png"), OX_FILE_READ, &file), OX_OK);
    ox_request request;
    memset(whole, 0, sizeof whole);
    CHECK_EQ(ox_request_read(&files, (ox_request_piece){file, 0, 5000}, whole, NULL, &request), OX_OK);
    while (!ox_request_done(&files, request)) {
        ox_files_pump(&files, 700);
        ox_files_tick(&files, files.tick + 1);
    }
    CHECK(ox_request_succeeded(&files, request) && memcmp(whole, bytes, 5000) == 0);
    CHECK_EQ(ox_request_drop(&files, request), OX_OK);
    CHECK_EQ(ox_file_seek(&files, file, 50), OX_OK);
    CHECK_EQ(ox_file_read(&files, file, whole, 10, &done), OX_BAD_STATE);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("zip:gfx/plain"), OX_FILE_READ, &other), OX_OK);
    const uint8_t *mapped = ox_file_map(&files, other, 10, 20);
    CHECK(mapped > archive && mapped < archive + size && memcmp(mapped, bytes + 110, 20) == 0);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("zip:empty"), OX_FILE_READ, &third), OX_FULL);
    CHECK(ox_file_close(&files, file) == OX_OK && ox_file_close(&files, other) == OX_OK);
}

TEST(file_archive_swaps_a_language) {
    static ox_zip zip;
    host_files folder;
    ox_device host_device, device;
    media m;
    ox_device counted;
    char root[64], line[128];
    static const char *const greetings[] = {"hello", "guten tag"};
    uint32_t done;
    open_files();
    CHECK(open_folder(&folder, &host_device, root));
    media_begin(&m, &host_device, 1, &counted);
    CHECK_EQ(ox_files_mount(&files, "host", &counted, 0), OX_OK);
    for (int i = 0; i < 2; i++) {
        uint32_t size = build_archive(greetings[i]);
        ox_file file;
        CHECK_EQ(ox_file_open(&files, OX_TEXT("host:language.zip"), OX_FILE_WRITE, &file), OX_OK);
        CHECK_EQ(ox_file_write(&files, file, archive, size, &done), OX_OK);
        CHECK_EQ(ox_file_close(&files, file), OX_OK);
        CHECK_EQ(ox_file_open(&files, OX_TEXT("host:language.zip"), OX_FILE_READ, &file), OX_OK);
        ox_zip_source source = ox_zip_file(&files, file);
        CHECK_EQ(ox_zip_open(&zip, &source, &device, NULL), OX_OK);
        CHECK_EQ(ox_files_mount(&files, "zip", &device, 0), OX_OK);
        uint32_t opens = m.opens;
        CHECK_EQ(ox_file_read_all(&files, OX_TEXT("zip:text/greeting"), whole, sizeof whole, &done), OX_OK);
        CHECK(done == strlen(greetings[i]) && memcmp(whole, greetings[i], done) == 0);
        CHECK(ox_file_read_all(&files, OX_TEXT("zip:gfx/hero.png"), whole, sizeof whole, &done) == OX_OK &&
              done == 5000);
        CHECK(memcmp(whole, bytes, 5000) == 0); /* an entry without language variants is the same */
        CHECK_EQ(m.opens, opens);               /* one open for the archive, none for its entries */
        CHECK_EQ(ox_files_unmount(&files, &device), OX_OK);
        CHECK_EQ(ox_file_close(&files, file), OX_OK);
    }
    CHECK_EQ(ox_file_remove(&files, OX_TEXT("host:language.zip")), OX_OK);
    host_files_close(&folder);
    snprintf(line, sizeof line, "%s", root);
    rmdir(line);
}

/* Damaged archives are refused, or their entries are; nothing is read outside. */
TEST(file_archive_damaged_everywhere) {
    static ox_zip zip;
    static uint8_t copy[16384];
    ox_device device;
    uint32_t offset = 0, refused = 0, size, done;
    open_files();
    size = build_archive("hello");
    for (uint32_t at = 0; at < size; at++) {
        for (int bit = 0; bit < 8; bit += 3) {
            uint8_t *image = copy + sizeof copy - size; /* a read beyond leaves the array */
            memcpy(image, archive, size);
            image[at] ^= (uint8_t)(1 << bit);
            ox_zip_source source = ox_zip_memory(image, size);
            ox_status status = ox_zip_open(&zip, &source, &device, &offset);
            if (ox_failed(status)) {
                CHECK(status == OX_BAD_DATA || status == OX_UNSUPPORTED);
                CHECK(offset < size);
                refused++;
                continue;
            }
            CHECK_EQ(ox_files_mount(&files, "zip", &device, 0), OX_OK);
            status = ox_file_read_all(&files, OX_TEXT("zip:gfx/hero.png"), whole, sizeof whole, &done);
            if (status == OX_OK) CHECK(done == 5000 && memcmp(whole, bytes, 5000) == 0);
            refused += status != OX_OK;
            CHECK_EQ(ox_files_unmount(&files, &device), OX_OK);
        }
    }
    TEST_INFO("%u of %u damaged archives refused", (unsigned)refused, (unsigned)size * 3);
    CHECK(refused > 500); /* dates and versions may be anything */
    ox_zip_source source = ox_zip_memory(archive, size);
    for (uint32_t cut = 0; cut < size; cut++) {
        source.size = cut;
        CHECK(ox_failed(ox_zip_open(&zip, &source, &device, &offset)));
    }
    source.size = size;
    zip_build z = {.at = archive};
    zip_add(&z, "a", bytes, 10, false);
    z.directory[8] = 1; /* encrypted */
    source.size = zip_finish(&z);
    CHECK_EQ(ox_zip_open(&zip, &source, &device, &offset), OX_UNSUPPORTED);
    CHECK_EQ(offset, z.used);
}

/* ---- one content on five devices ---- */

TEST(file_same_content_on_five_devices) {
    static ox_zip zip;
    static _Alignas(4) uint8_t image_memory[8192];
    static image_build b;
    static ox_image_device rom_device;
    host_files folder;
    ox_block_device mem, save;
    ox_device devices[5];
    ox_images images;
    rom_image image;
    rom_error error;
    char root[64];
    static const char *const prefixes[] = {"mem", "save", "host", "zip", "rom"};
    static uint8_t data[3000];
    uint32_t done;
    open_files();
    memcpy(data, bytes, sizeof data);
    image_put(data, 0x00040100u, 4); /* as a chunk begins */
    ox_block_store stores[2] = {ox_block_memory(disk_memory, 8192),
                                ox_block_memory(disk_memory + 8192, 8192)};
    CHECK_EQ(ox_block_device_format(&mem, &stores[0], 64, 4, &devices[0]), OX_OK);
    CHECK_EQ(ox_block_device_format(&save, &stores[1], 128, 4, &devices[1]), OX_OK);
    CHECK(open_folder(&folder, &devices[2], root));
    zip_build z = {.at = archive};
    zip_add(&z, "gfx", data, sizeof data, true);
    ox_zip_source source = ox_zip_memory(archive, zip_finish(&z));
    CHECK_EQ(ox_zip_open(&zip, &source, &devices[3], NULL), OX_OK);
    image_begin(&b, image_memory, sizeof image_memory, 1, 0x10000);
    memcpy(image_chunk(&b, "gfx", ROM_TAG('M', 'I', 'N', 'E'), 0, 4, sizeof data), data, sizeof data);
    CHECK_EQ(rom_open(image_memory, image_finish(&b), &image, &error), ROM_OK);
    ox_images_init(&images, NULL);
    CHECK_EQ(ox_images_add(&images, &image, "cart", 0), OX_OK);
    ox_image_device_init(&rom_device, &images, &devices[4]);
    for (int i = 0; i < 5; i++) {
        char path[16];
        snprintf(path, sizeof path, "%s:gfx", prefixes[i]);
        CHECK_EQ(ox_files_mount(&files, prefixes[i], &devices[i], 0), OX_OK);
        if (i < 3) {
            ox_file file;
            CHECK_EQ(ox_file_open(&files, ox_text_of(path), OX_FILE_WRITE, &file), OX_OK);
            CHECK_EQ(ox_file_write(&files, file, data, sizeof data, &done), OX_OK);
            CHECK_EQ(ox_file_close(&files, file), OX_OK);
        }
        memset(whole, 0, sizeof whole);
        CHECK(ox_file_read_all(&files, ox_text_of(path), whole, sizeof whole, &done) == OX_OK &&
              done == sizeof data);
        CHECK(memcmp(whole, data, sizeof data) == 0);
    }
    CHECK_EQ(ox_file_remove(&files, OX_TEXT("host:gfx")), OX_OK);

    /* The image in a file of a device: only its head is in memory. */
    ox_images others;
    ox_image_device other_device;
    ox_device from_file;
    ox_file file;
    ox_block_device large;
    ox_device large_device;
    ox_block_store store = ox_block_memory(disk_memory + 16384, 16384);
    CHECK_EQ(ox_block_device_format(&large, &store, 256, 2, &large_device), OX_OK);
    CHECK_EQ(ox_files_mount(&files, "card", &large_device, 0), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("card:cart.rom"), OX_FILE_WRITE, &file), OX_OK);
    CHECK_EQ(ox_file_write(&files, file, image_memory, image.size, &done), OX_OK);
    CHECK_EQ(ox_file_close(&files, file), OX_OK);
    CHECK_EQ(ox_file_open(&files, OX_TEXT("card:cart.rom"), OX_FILE_READ, &file), OX_OK);
    ox_images_init(&others, NULL);
    size_t used = ox_arena_used(&arena);
    CHECK_EQ(ox_images_add_file(&others, &files, file, &arena, "cart", 0, &error), OX_OK);
    CHECK(ox_arena_used(&arena) - used < 256);
    ox_image_device_init(&other_device, &others, &from_file);
    CHECK_EQ(ox_files_mount(&files, "disc", &from_file, 0), OX_OK);
    CHECK(ox_file_read_all(&files, OX_TEXT("disc:gfx"), whole, sizeof whole, &done) == OX_OK &&
          done == sizeof data);
    CHECK(memcmp(whole, data, sizeof data) == 0);
    used = ox_arena_used(&arena);
    CHECK_EQ(ox_images_add_file(&others, &files, file, &arena, "again", 0, &error), OX_ALREADY_THERE);
    CHECK_EQ(ox_images_add_file(&others, &files, (ox_file){7}, &arena, "none", 0, &error), OX_STALE_HANDLE);
    CHECK_EQ(ox_arena_used(&arena), used);
    CHECK_EQ(ox_file_close(&files, file), OX_OK);
    host_files_close(&folder);
    rmdir(root);
}

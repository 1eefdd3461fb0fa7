/* Storage on the desktop: a file that is replaced whole, and failures of the replacement. */
#define _DEFAULT_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/save/container.h"
#include "platform/host/host.h"
#include "tests/port.h"
#include "tests/test.h"

static plat *open_port(const char *path) {
    char error[200];
    host_options options = {.storage = path, .memory = 65536, .threads = 1, .quiet = true};
    plat *p = test_port_open(&options, error, sizeof error);
    CHECK(p != NULL);
    return p;
}

static long size_of(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return -1;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size;
}

TEST(save_storage_file) {
    char folder[] = "/tmp/oxcart_save_XXXXXX", path[64], fresh[72];
    uint8_t bytes[3] = {1, 2, 3}, back[3] = {0};
    plat_storage_info info;
    if (mkdtemp(folder) == NULL) {
        test_skip("no folder for temporary files");
        return;
    }
    snprintf(path, sizeof path, "%s/games", folder);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    plat *p = open_port(path);
    plat_storage(p, &info);
    CHECK(info.size == 65536 && info.sector == 1 && info.atomic);
    CHECK(plat_storage_write(p, 65533, bytes, 3) && !plat_storage_write(p, 65534, bytes, 3));
    CHECK_EQ(size_of(path), -1); /* the file is not there before the sync */
    CHECK(plat_storage_sync(p));
    CHECK_EQ(size_of(path), 65536);
    CHECK_EQ(size_of(fresh), -1);
    CHECK(plat_storage_write(p, 0, bytes, 3)); /* this write is never synced */
    CHECK(host_close(p));
    FILE *torn = fopen(fresh, "wb"); /* left over by a sync that was cut short */
    if (torn != NULL) {
        fputs("half", torn);
        fclose(torn);
    }
    p = open_port(path);
    CHECK(plat_storage_read(p, 65533, back, 3) && memcmp(back, bytes, 3) == 0);
    CHECK(plat_storage_read(p, 0, back, 3) && back[0] == 0xFF);
    CHECK(plat_storage_erase(p, 65533, 3) && plat_storage_read(p, 65533, back, 3) && back[2] == 0xFF);
    CHECK(plat_storage_sync(p));
    CHECK(host_close(p));
    CHECK_EQ(truncate(path, 100), 0); /* a file that was cut short reads as erased behind its end */
    p = open_port(path);
    CHECK(plat_storage_read(p, 0, back, 3) && plat_storage_read(p, 200, back, 3) && back[0] == 0xFF);
    CHECK(host_close(p));
    remove(path);
    remove(fresh);
    rmdir(folder);
}

TEST(save_storage_makes_its_folders_when_a_game_saves) {
    char folder[] = "/tmp/oxcart_save_XXXXXX", path[96], inner[80], outer[64];
    const uint8_t byte = 7;
    plat_storage_info info;
    if (mkdtemp(folder) == NULL) {
        test_skip("no folder for temporary files");
        return;
    }
    snprintf(outer, sizeof outer, "%s/data", folder);
    snprintf(inner, sizeof inner, "%s/oxcart", outer);
    snprintf(path, sizeof path, "%s/game", inner);
    plat *p = open_port(path);
    plat_storage(p, &info);
    CHECK_EQ(info.size, 65536);
    CHECK(plat_storage_write(p, 0, &byte, 1));
    CHECK(access(outer, F_OK) != 0); /* the folder is not made before something is kept */
    CHECK(plat_storage_sync(p));
    CHECK_EQ(size_of(path), 65536);
    CHECK(host_close(p));
    remove(path);
    CHECK(rmdir(inner) == 0 && rmdir(outer) == 0);
    rmdir(folder);
}

TEST(save_storage_refusals) {
    plat_storage_info info;
    uint8_t byte = 0;
    plat *p = open_port(NULL); /* a port that keeps nothing */
    plat_storage(p, &info);
    CHECK_EQ(info.size, 0);
    CHECK(!plat_storage_read(p, 0, &byte, 1) && !plat_storage_write(p, 0, &byte, 1) &&
          !plat_storage_erase(p, 0, 1) && !plat_storage_sync(p));
    ox_save_device device = ox_save_device_of(p);
    ox_saves_config config = {.device = device, .slots = 1, .room = 100};
    ox_saves saves;
    ox_arena arena;
    static _Alignas(8) uint8_t memory[512];
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_saves_init(&saves, &config, &arena), OX_UNSUPPORTED);
    CHECK(host_close(p));
    p = open_port("/proc/is/no/such/folder/games");
    CHECK(plat_storage_write(p, 0, &byte, 1));
    CHECK(!plat_storage_sync(p));
    CHECK(host_close(p));
    p = open_port("/tmp"); /* a folder is no file */
    CHECK(!plat_storage_sync(p));
    CHECK(host_close(p));
}

/* Fuzz target: media as files find them, and bytes of a terminal. The first byte says which: a ZIP archive that is
 * mounted; a card of blocks, formatted and then damaged, or any bytes behind a header that is right; keys and mouse
 * as a terminal sends them; events of devices of Linux. Whatever opens is listed, read, written and emptied; nothing outside of the medium is
 * touched. */
#include <stdlib.h>
#include <string.h>

#include "kernel/file/block_device.h"
#include "kernel/file/files.h"
#include "kernel/file/zip_device.h"
#include "platform/host/host_evdev.h"
#include "platform/host/host_keys.h"
#include "rom/rom.h"

enum { CARD = 2048, READ = 512 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Alignas(16) uint8_t memory[8192];

static void open_files(ox_files *files, const ox_device *device) {
    const ox_files_config config = {.handles = 4, .requests = 4, .bounce = 64};
    ox_arena arena;
    ox_arena_init(&arena, memory, sizeof memory);
    if (ox_files_init(files, &config, &arena) != OX_OK || ox_files_mount(files, "it", device, 0) != OX_OK)
        abort();
}

static void read_file(ox_files *files, const char *path) {
    static uint8_t bytes[READ];
    ox_file file;
    uint32_t done, length = 0;
    if (ox_file_open(files, ox_text_of(path), OX_FILE_READ, &file) != OX_OK) return;
    if (ox_file_size(files, file, &length) != OX_OK) abort();
    for (uint32_t got = 0; got < 40 * READ;) {
        if (ox_file_read(files, file, bytes, READ, &done) != OX_OK || done == 0) break;
        got += done;
        if (done > READ || got > length) abort();
    }
    if (length > 10 && ox_file_seek(files, file, length / 2) == OX_OK)
        (void)!ox_file_read(files, file, bytes, READ / 3, &done);
    if (ox_file_close(files, file) != OX_OK) abort();
}

/* Lists every entry of a folder and of the folders in it. */
static void list(ox_files *files, const char *folder, int depth) {
    ox_file_info info;
    char path[OX_PATH_ROOM * 2];
    memset(&info, 0, sizeof info);
    for (int i = 0; i < 20; i++) {
        if (ox_file_next(files, ox_text_of(folder), &info) != OX_OK) return;
        size_t length = strlen(folder), own = strlen(info.name);
        if (length + own + 2 > sizeof path) continue;
        memcpy(path, folder, length);
        path[length] = '/';
        memcpy(path + length + (folder[length - 1] != ':'), info.name, own + 1);
        if (info.kind == OX_FILE_DIRECTORY) {
            if (depth < 3) list(files, path, depth + 1);
        } else {
            read_file(files, path);
        }
    }
}

static void archive(const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size + (size == 0)); /* a block of exactly this size */
    ox_zip zip;
    ox_device device;
    ox_files files;
    uint32_t offset = 0;
    if (copy == NULL) return;
    if (size > 0) memcpy(copy, data, size);
    const ox_zip_source source = ox_zip_memory(copy, (uint32_t)size);
    ox_status status = ox_zip_open(&zip, &source, &device, &offset);
    if (status == OX_OK) {
        open_files(&files, &device);
        list(&files, "it:", 0);
        ox_files_end(&files);
    } else if (offset > size) {
        abort();
    }
    free(copy);
}

static void use_card(ox_block_store store) {
    ox_block_device disk;
    ox_device device;
    ox_files files;
    ox_file file;
    uint32_t done;
    if (ox_block_device_open(&disk, &store, &device) != OX_OK) return;
    (void)!ox_block_device_check(&disk);
    if (ox_block_device_free(&disk) > store.size) abort();
    open_files(&files, &device);
    list(&files, "it:", 0);
    (void)!ox_file_make_directory(&files, OX_TEXT("it:f"));
    (void)!ox_file_rename(&files, OX_TEXT("it:a"), OX_TEXT("it:f/b"));
    if (ox_file_open(&files, OX_TEXT("it:f/c"), OX_FILE_WRITE, &file) == OX_OK) {
        (void)!ox_file_write(&files, file, memory, 200, &done);
        if (ox_file_close(&files, file) != OX_OK) abort();
    }
    (void)!ox_file_remove(&files, OX_TEXT("it:b"));
    list(&files, "it:", 0);
    ox_files_end(&files);
}

/* A card with two files and a folder on it, whose bytes are then changed: place in two bytes, value. The header's
 * sum is set right. */
static void card(const uint8_t *data, size_t size, bool formatted) {
    static _Alignas(4) uint8_t bytes[CARD];
    const ox_block_store store = ox_block_memory(bytes, sizeof bytes);
    ox_block_device disk;
    ox_device device;
    ox_files files;
    memset(bytes, 0, sizeof bytes);
    if (formatted) {
        if (ox_block_device_format(&disk, &store, 32, 6, &device) != OX_OK) abort();
        open_files(&files, &device);
        for (uint32_t i = 0; i < 2; i++) {
            ox_file file;
            uint32_t done;
            if (ox_file_open(&files, i == 0 ? OX_TEXT("it:a") : OX_TEXT("it:b"), OX_FILE_WRITE, &file) !=
                OX_OK)
                abort();
            if (ox_file_write(&files, file, memory, 70 + i * 40, &done) != OX_OK ||
                ox_file_close(&files, file) != OX_OK)
                abort();
        }
        if (ox_file_make_directory(&files, OX_TEXT("it:d")) != OX_OK) abort();
        ox_files_end(&files);
        for (; size >= 3; data += 3, size -= 3)
            bytes[((uint32_t)data[0] | (uint32_t)data[1] << 8) % CARD] = data[2];
    } else {
        memcpy(bytes, data, size < CARD ? size : CARD);
    }
    uint32_t sum = rom_crc32(0, bytes, 12);
    for (uint32_t i = 0; i < 4; i++) bytes[12 + i] = (uint8_t)(sum >> 8 * i);
    use_card(store);
}

static void keys(const uint8_t *data, size_t size) {
    host_keys k;
    uint64_t now = 1000000000;
    memset(&k, 0, sizeof k);
    while (size > 0) {
        size_t count = 1 + data[0] % 7u;
        if (count > size) count = size;
        host_keys_feed(&k, data, count, now);
        now += (uint64_t)data[0] * 1000000;
        host_keys_tick(&k, now);
        if (k.pending_count > HOST_KEYS_PENDING || (host_keys_buttons(&k, now) >> HOST_KEYS_BUTTONS) != 0)
            abort();
        data += count;
        size -= count;
    }
    host_keys_release_all(&k);
    if (host_keys_buttons(&k, now) != 0) abort();
}

#if defined(HOST_HAS_FB)
/* Events of a device of Linux that is all that its second byte says. */
static void events(const uint8_t *data, size_t size) {
    static host_evdev_desk desk;
    static host_evdev device;
    host_evdev_about about = {.name = "a device"};
    plat_device told;
    plat_input in;
    if (size == 0) return;
    memset(about.keys, data[0], sizeof about.keys);
    memset(about.axes, data[0] << 1 | 1, sizeof about.axes);
    memset(about.moves, data[0], sizeof about.moves);
    for (int i = 0; i < HOST_EVDEV_AXES; i++) about.ranges[i] = (host_evdev_range){-(int)data[0] * i, 255};
    memset(&desk, 0, sizeof desk);
    desk.width = 640, desk.height = 480;
    host_evdev_us_letters(&desk.letters);
    host_evdev_begin(&device, &about);
    host_evdev_feed(&device, &desk, data + 1, size - 1);
    if (desk.pointer.x < 0 || desk.pointer.x >= 640 || desk.written_count > sizeof desk.written) abort();
    host_evdev_pad_poll(&device, &told, &in);
    host_evdev_release(&device, &desk);
    for (int i = 0; i < 12; i++)
        if (desk.button_keys[i] != 0) abort();
}
#else
static void events(const uint8_t *data, size_t size) { (void)data, (void)size; }
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    switch (data[0] & 3) {
    case 0:
        archive(data + 1, size - 1);
        break;
    case 1:
        card(data + 1, size - 1, true);
        break;
    case 2:
        card(data + 1, size - 1, false);
        break;
    default:
        if ((data[0] & 4) == 0)
            keys(data + 1, size - 1);
        else
            events(data + 1, size - 1);
    }
    return 0;
}

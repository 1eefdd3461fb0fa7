/* Files of every kind by one way of opening them: a small disk in memory, an archive, the cart's own image; at once
 * and while a game goes on; and the paths of other systems. */
#include <string.h>

#include "kernel/file/block_device.h"
#include "kernel/file/host_path.h"
#include "kernel/file/image_device.h"
#include "kernel/file/path.h"
#include "kernel/file/request.h"
#include "kernel/file/zip_device.h"
#include "rom/carts/examples/example.h"

/* 1. An archive as a packer makes it: mod/words.txt, packed, and mod/note.txt, as it is. */
static const uint8_t archive[] = {
    0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x00, 0x1C, 0x7F, 0xF9,
    0x50, 0x0F, 0x00, 0x00, 0x00, 0x26, 0x00, 0x00, 0x00, 0x0D, 0x00, 0x00, 0x00, 0x6D, 0x6F, 0x64, 0x2F,
    0x77, 0x6F, 0x72, 0x64, 0x73, 0x2E, 0x74, 0x78, 0x74, 0xCB, 0xCF, 0x4B, 0x55, 0x28, 0x29, 0xCF, 0xC7,
    0x8D, 0x33, 0x8A, 0x52, 0x53, 0xB9, 0x00, 0x50, 0x4B, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x21, 0x00, 0xD0, 0xF9, 0x15, 0x39, 0x06, 0x00, 0x00, 0x00, 0x06, 0x00, 0x00, 0x00, 0x0C,
    0x00, 0x00, 0x00, 0x6D, 0x6F, 0x64, 0x2F, 0x6E, 0x6F, 0x74, 0x65, 0x2E, 0x74, 0x78, 0x74, 0x70, 0x6C,
    0x61, 0x69, 0x6E, 0x0A, 0x50, 0x4B, 0x01, 0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00,
    0x00, 0x21, 0x00, 0x1C, 0x7F, 0xF9, 0x50, 0x0F, 0x00, 0x00, 0x00, 0x26, 0x00, 0x00, 0x00, 0x0D, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00, 0x00, 0x00, 0x6D,
    0x6F, 0x64, 0x2F, 0x77, 0x6F, 0x72, 0x64, 0x73, 0x2E, 0x74, 0x78, 0x74, 0x50, 0x4B, 0x01, 0x02, 0x14,
    0x03, 0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x21, 0x00, 0xD0, 0xF9, 0x15, 0x39, 0x06, 0x00,
    0x00, 0x00, 0x06, 0x00, 0x00, 0x00, 0x0C, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x80, 0x01, 0x3A, 0x00, 0x00, 0x00, 0x6D, 0x6F, 0x64, 0x2F, 0x6E, 0x6F, 0x74, 0x65, 0x2E, 0x74,
    0x78, 0x74, 0x50, 0x4B, 0x05, 0x06, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x02, 0x00, 0x75, 0x00, 0x00,
    0x00, 0x6A, 0x00, 0x00, 0x00, 0x00, 0x00};

static _Alignas(16) uint8_t image_bytes[32 * 1024];
static uint8_t disk_bytes[4096];

/* 2. Devices by name. The archive and the disk have one name: a file on the disk hides one in the archive. */
typedef struct shelf {
    ox_files files;
    ox_block_device disk;
    ox_zip zip;
    ox_images images;
    ox_image_device rom;
    ox_device disk_device, zip_device, rom_device;
} shelf;

static ox_status open_shelf(shelf *s, ox_arena *arena, ox_log *out) {
    const ox_files_config config = {.handles = 4, .requests = 4, .block = 16};
    const ox_block_store store = ox_block_memory(disk_bytes, sizeof disk_bytes);
    const ox_zip_source source = ox_zip_memory(archive, sizeof archive);
    static rom_image image;
    rom_error fault;
    uint32_t bytes = example_image(image_bytes, sizeof image_bytes, 128 * 1024, NULL, 0);
    ox_images_init(&s->images, out);
    ox_image_device_init(&s->rom, &s->images, &s->rom_device);
    if (rom_open(image_bytes, bytes, &image, &fault) != ROM_OK) return OX_BAD_IMAGE;
    ox_status status = ox_images_add(&s->images, &image, "cart", 0);
    if (status == OX_OK) status = ox_files_init(&s->files, &config, arena);
    if (status == OX_OK) status = ox_block_device_format(&s->disk, &store, 64, 8, &s->disk_device);
    if (status == OX_OK) status = ox_zip_open(&s->zip, &source, &s->zip_device, NULL);
    if (status == OX_OK) status = ox_files_mount(&s->files, "data", &s->zip_device, 0);
    if (status == OX_OK) status = ox_files_mount(&s->files, "data", &s->disk_device, 10);
    if (status == OX_OK) status = ox_files_mount(&s->files, "rom", &s->rom_device, 0);
    return status == OX_OK ? ox_files_search(&s->files, OX_TEXT("data:mod;rom:")) : status;
}

/* 3. Reading at once, for loading. */
static void show_reading(shelf *s, ox_log *out) {
    char found[OX_PATH_ROOM * 3], line[40];
    uint8_t text[64], buffer[16];
    uint32_t bytes = 0;
    ox_file file;
    ox_file_info info = {.name = ""};
    ox_text place = ox_text_begin_plain(found, sizeof found);
    const ox_mount *mount;
    if (ox_files_find(&s->files, OX_TEXT("words.txt"), &place, &mount) == OX_OK)
        SAY("words.txt is %s", found);
    if (ox_file_open(&s->files, OX_TEXT("note.txt"), OX_FILE_READ, &file) != OX_OK) return;
    ox_file_stream stream;
    ox_file_stream_begin(&stream, &s->files, file, buffer, sizeof buffer);
    ox_text words = ox_text_begin(line, sizeof line);
    while (ox_file_stream_line(&stream, &words)) SAY("note.txt says: %s", line);
    if (ox_file_close(&s->files, file) != OX_OK) return;

    if (ox_file_make_directory(&s->files, OX_TEXT("data:mod")) != OX_OK ||
        ox_file_open(&s->files, OX_TEXT("data:mod/Words.TXT"), OX_FILE_WRITE, &file) != OX_OK ||
        ox_file_write(&s->files, file, "changed", 7, &bytes) != OX_OK ||
        ox_file_close(&s->files, file) != OX_OK ||
        ox_file_read_all(&s->files, OX_TEXT("words.txt"), text, sizeof text, &bytes) != OX_OK)
        return;
    SAY("the disk is in front: %u bytes, \"%.7s\"", (unsigned)bytes, (const char *)text);
    uint32_t entries = 0;
    while (ox_file_next(&s->files, OX_TEXT("data:mod"), &info) == OX_OK) entries++;
    SAY("%u files in data:mod, %u bytes of the disk are free, and it is %s", (unsigned)entries,
        (unsigned)ox_block_device_free(&s->disk),
        ox_block_device_check(&s->disk) == OX_OK ? "sound" : "damaged");
    if (ox_file_rename(&s->files, OX_TEXT("data:mod/words.txt"), OX_TEXT("data:mod/kept.txt")) == OX_OK &&
        ox_file_remove(&s->files, OX_TEXT("data:mod/kept.txt")) == OX_OK &&
        ox_file_read_all(&s->files, OX_TEXT("words.txt"), text, sizeof text, &bytes) == OX_OK)
        SAY("without it the archive's is there again: %u bytes", (unsigned)bytes);
    SAY("the image's chunks are files, too: rom:nothing %s",
        ox_file_exists(&s->files, OX_TEXT("rom:nothing")) ? "is" : "is not there");
    ox_files_report(&s->files, out);
}

/* 4. Reading while the game goes on: asked for in one tick, there in another, the same ticks on every machine. */
static void note_end(void *context, ox_request request, ox_status status) {
    (void)request;
    *(uint32_t *)context += status == OX_OK;
}

static void show_requests(shelf *s, ox_log *out) {
    uint8_t text[64];
    uint32_t ended = 0, when = 0;
    ox_file file;
    ox_request request, other;
    const ox_request_options soon = {
        .urgency = OX_URGENCY_NEEDED, .latency = 5, .told = note_end, .context = &ended};
    if (ox_file_open(&s->files, OX_TEXT("data:mod/note.txt"), OX_FILE_READ, &file) != OX_OK ||
        ox_request_read(&s->files, (ox_request_piece){file, 0, 6}, text, &soon, &request) != OX_OK ||
        ox_request_read(&s->files, (ox_request_piece){file, 0, 6}, text + 32, &soon, &other) != OX_OK)
        return;
    if (ox_request_cancel(&s->files, other) != OX_OK) return;
    for (uint32_t tick = 0; tick < 20 && when == 0; tick++) {
        (void)ox_files_pump(&s->files, 4);
        ox_files_tick(&s->files, tick);
        if (ox_request_done(&s->files, request)) when = tick;
    }
    SAY("asked in tick 0, there in tick %u; %u request ended well, the other was taken back", (unsigned)when,
        (unsigned)ended);
    (void)!ox_request_drop(&s->files, request);
    (void)!ox_request_drop(&s->files, other);
    SAY("%u file is open at the end", (unsigned)ox_files_leaks(&s->files, NULL, NULL));
    (void)!ox_file_close(&s->files, file);
}

/* 5. A letter is written while the game goes on: opened, written, closed, one request after the other. Then the disk
 * is taken out and put in again. */
static bool has_come(shelf *s, ox_status asked, ox_request request) {
    static uint32_t tick = 100;
    if (asked != OX_OK) return false;
    for (int i = 0; i < 20 && !ox_request_done(&s->files, request); i++) {
        (void)ox_files_pump(&s->files, 64);
        ox_files_tick(&s->files, ++tick);
    }
    const bool well = ox_request_succeeded(&s->files, request);
    return ox_request_drop(&s->files, request) == OX_OK && well;
}

static void show_letter(shelf *s, ox_log *out) {
    static const char words[] = "come at noon\nor later";
    const ox_request_options soon = {.urgency = OX_URGENCY_NEEDED, .latency = 2};
    const ox_block_store store = ox_block_memory(disk_bytes, sizeof disk_bytes);
    const ox_text_view path = OX_TEXT("data:letter.txt");
    char line[40];
    uint8_t buffer[16];
    uint32_t at = 0;
    ox_file file;
    ox_request request;
    ox_file_stream stream;
    ox_text text = ox_text_begin(line, sizeof line);
    if (!has_come(s, ox_request_open(&s->files, path, OX_FILE_WRITE, &file, &soon, &request), request))
        return;
    const ox_status asked =
        ox_request_write(&s->files, (ox_request_piece){file, 0, sizeof words - 1}, words, &soon, &request);
    SAY("a letter: %u request waits, %u bytes of it are done, %u tick is left at 64 bytes each",
        (unsigned)ox_files_pending(&s->files), (unsigned)ox_request_bytes(&s->files, request),
        (unsigned)ox_request_ticks_left(&s->files, request, 64));
    if (!has_come(s, asked, request) ||
        !has_come(s, ox_request_close(&s->files, file, &soon, &request), request))
        return;
    if (ox_files_unmount(&s->files, &s->disk_device) != OX_OK) return;
    SAY("without the disk the letter %s", ox_file_exists(&s->files, path) ? "is there" : "is not there");
    if (ox_block_device_open(&s->disk, &store, &s->disk_device) != OX_OK ||
        ox_files_mount(&s->files, "data", &s->disk_device, 10) != OX_OK ||
        ox_file_open(&s->files, path, OX_FILE_READ, &file) != OX_OK)
        return;
    ox_file_stream_begin(&stream, &s->files, file, buffer, sizeof buffer);
    if (!ox_file_stream_skip(&stream, 8) || !ox_file_stream_line(&stream, &text) ||
        ox_file_tell(&s->files, file, &at) != OX_OK)
        return;
    SAY("with it: %s, read up to %u; it %s be used in place", line, (unsigned)at,
        ox_file_map(&s->files, file, 0, 4) != NULL ? "can" : "cannot");
    if (ox_file_close(&s->files, file) != OX_OK) return;
    if (has_come(s, ox_request_remove(&s->files, path, &soon, &request), request)) SAY("and it is burnt");
}

/* 6. Paths are taken apart and put together; paths of other systems are read, too, for tools. */
static void show_paths(ox_log *out) {
    char line[OX_PATH_ROOM], system[OX_HOST_PATH_ROOM];
    ox_text path = ox_text_begin_plain(line, sizeof line), host = ox_text_begin_plain(system, sizeof system);
    const ox_path_parts parts = ox_path_split(OX_TEXT("rom:gfx/pirate.png"));
    if (ox_path_absolute(&path, OX_TEXT("../gfx/Pirate.png"), OX_TEXT("rom:levels/1")) == OX_OK)
        SAY("%s, of type %.3s", line, parts.extension.at);
    if (ox_path_relative(&path, OX_TEXT("rom:gfx/a.png"), OX_TEXT("rom:levels/1")) == OX_OK)
        SAY("and back: %s", line);
    if (ox_path_replace_extension(&path, OX_TEXT("gfx/a.png"), OX_TEXT("bmp")) == OX_OK)
        SAY("%s %s gfx/*.b?p", line,
            ox_path_match(ox_text_seen(&path), OX_TEXT("gfx/*.b?p")) ? "fits" : "fits no");
    if (ox_path_of_dotted(&path, OX_TEXT("Locust.Materials.Leather")) == OX_OK) SAY("by dots: %s", line);
    const ox_host_current here = {.drive = 'C', .directory = OX_TEXT("\\game")};
    ox_text_view rest;
    if (ox_host_path_resolve(&host, OX_HOST_WINDOWS, OX_TEXT("gfx\\hero.png"), &here) == OX_OK)
        SAY("on Windows: %s", system);
    if (ox_host_path_convert(&host, OX_HOST_WINDOWS, OX_HOST_MAC, OX_TEXT("gfx\\hero.png")) == OX_OK)
        SAY("on an old Mac: %s", system);
    if (ox_host_path_unquote(&host, OX_HOST_UNIX, OX_TEXT("\"my cart\" -o x"), &rest) == OX_OK)
        SAY("of the command line: %s", system);
    const char *fault = ox_host_name_fault(OX_HOST_WINDOWS, OX_TEXT("aux.txt"));
    SAY("aux.txt is %s", fault == NULL ? "fine" : fault);
    const ox_text_view names[] = {OX_TEXT("Hero.png"), OX_TEXT("hero.PNG")};
    uint32_t first, second;
    SAY("Hero.png and hero.PNG %s", ox_host_names_clash(names, 2, &first, &second) ? "clash" : "differ");
}

void example(plat *platform, ox_log *out) {
    static _Alignas(16) uint8_t memory[8 * 1024];
    static shelf s;
    ox_arena arena;
    (void)platform;
    memset(&s, 0, sizeof s);
    ox_arena_init(&arena, memory, sizeof memory);
    ox_status status = open_shelf(&s, &arena, out);
    if (status != OX_OK) {
        SAY("%s", ox_status_name(status));
        return;
    }
    show_reading(&s, out);
    show_requests(&s, out);
    show_letter(&s, out);
    ox_files_end(&s.files);
    show_paths(out);
}

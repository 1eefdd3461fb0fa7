/* Two levels that share their stone, music that comes block by block, and a door that opens when the next
 * level is there: files, requests, the resource manager, packages and streams. */
#include <string.h>

#include "kernel/file/block_device.h"
#include "kernel/names/id.h"
#include "kernel/resource/package.h"
#include "kernel/resource/streamed.h"
#include "rom/carts/examples/example.h"

/* 1. The game's own kind of chunk. Its bytes are used as they are, so the table says little more than its
 * name; the placeholder stands in for chunks that are missing. */
#define TAG_PART ROM_TAG('P', 'A', 'R', 'T')
static const ox_resource_type parts = {
    .tag = TAG_PART, .name = "part", .copied = true, .placeholder = "?", .placeholder_size = 1};

/* Lists of packages come from the medium, too. */
static const ox_resource_type lists = {.tag = ROM_TAG_PACKAGE, .name = "package"};

/* 2. A cart. Usually `oxcart pack` makes it; here a few lines do, to have everything on one page: chunks one
 * behind the other, then the directory, sorted by id, in front. */
typedef struct cart {
    uint8_t *image;
    struct cart_chunk {
        uint32_t id, type, at, bytes, flags;
    } chunks[16];
    uint32_t count, used;
} cart;

enum { DATA_AT = 1024, LEVEL = ROM_PACKAGE_ITEM_LEVEL << 3, RESIDENT = ROM_PACKAGE_ITEM_RESIDENT << 3 };

static void put_number(uint8_t *at, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static uint8_t *add_chunk(cart *c, const char *name, uint32_t type, uint32_t header, uint32_t bytes,
                          uint32_t flags) {
    uint8_t *at = c->image + c->used;
    c->chunks[c->count++] = (struct cart_chunk){rom_id(name), type, c->used, bytes, flags};
    c->used += (bytes + 3) & ~3u;
    put_number(at, 0x0100, 2);
    put_number(at + 2, header, 2);
    return at;
}

static void add_part(cart *c, const char *name, uint32_t bytes, char fill) {
    memset(add_chunk(c, name, TAG_PART, 4, bytes, LEVEL) + 4, fill, bytes - 4);
}

static void add_level(cart *c, const char *name, const char *const *items, uint32_t count) {
    uint32_t bytes = ROM_PACKAGE_SIZE + count * ROM_PACKAGE_ITEM_SIZE;
    uint8_t *at = add_chunk(c, name, ROM_TAG_PACKAGE, ROM_PACKAGE_SIZE, bytes, RESIDENT);
    put_number(at + ROM_PACKAGE_ITEM_COUNT, count, 4);
    put_number(at + ROM_PACKAGE_ITEMS_AT, ROM_PACKAGE_SIZE, 4);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *row = at + ROM_PACKAGE_SIZE + i * ROM_PACKAGE_ITEM_SIZE;
        put_number(row + ROM_PACKAGE_ITEM_ID, rom_id(items[i]), 4);
        put_number(row + ROM_PACKAGE_ITEM_TYPE, TAG_PART, 4);
        row[ROM_PACKAGE_ITEM_LIFETIME] = ROM_PACKAGE_ITEM_LEVEL;
    }
}

static uint32_t finish_image(cart *c) {
    put_number(c->image, ROM_MAGIC, 4);
    c->image[ROM_AT_MAJOR] = ROM_VERSION_MAJOR;
    put_number(c->image + ROM_AT_HEADER, ROM_HEADER_SIZE, 2);
    put_number(c->image + ROM_AT_SIZE, c->used, 4);
    put_number(c->image + ROM_AT_DIRECTORY, ROM_HEADER_SIZE, 4);
    put_number(c->image + ROM_AT_COUNT, c->count, 4);
    put_number(c->image + ROM_AT_ALIGNMENT, 4, 4);
    for (uint32_t i = 0; i < c->count; i++) {
        const struct cart_chunk *chunk = &c->chunks[i];
        uint32_t place = 0;
        for (uint32_t k = 0; k < c->count; k++) place += c->chunks[k].id < chunk->id;
        uint8_t *entry = c->image + ROM_HEADER_SIZE + place * ROM_ENTRY_SIZE;
        put_number(entry + ROM_ENTRY_ID, chunk->id, 4);
        put_number(entry + ROM_ENTRY_TYPE, chunk->type, 4);
        entry[ROM_ENTRY_FLAGS] = (uint8_t)chunk->flags;
        put_number(entry + ROM_ENTRY_OFFSET, chunk->at, 4);
        put_number(entry + ROM_ENTRY_STORED, chunk->bytes, 4);
        put_number(entry + ROM_ENTRY_FULL, chunk->bytes, 4);
        put_number(entry + ROM_ENTRY_CRC, rom_crc32(0, c->image + chunk->at, chunk->bytes), 4);
        put_number(c->image + ROM_HEADER_SIZE + c->count * ROM_ENTRY_SIZE + i * 4, place, 4);
        if (chunk->type != ROM_TAG_BUDGET) continue;
        put_number(c->image + ROM_AT_BUDGET, chunk->at, 4);
        put_number(c->image + ROM_AT_BUDGET_SIZE, chunk->bytes, 4);
    }
    put_number(c->image + ROM_AT_CONTENT_CRC, rom_crc32(0, c->image + 64, c->used - 64), 4);
    put_number(c->image + ROM_AT_HEADER_CRC, rom_crc32(0, c->image, 60), 4);
    return c->used;
}

static uint32_t make_cart(uint8_t *image) {
    cart c = {.image = image, .used = DATA_AT};
    uint8_t *budget = add_chunk(&c, "budget", ROM_TAG_BUDGET, 20, 20, 0);
    put_number(budget + ROM_BUDGET_MEMORY, 65536, 4);
    put_number(budget + ROM_BUDGET_FRAME, 8192, 4);
    put_number(budget + ROM_BUDGET_WIDTH, 64, 2);
    put_number(budget + ROM_BUDGET_HEIGHT, 48, 2);
    put_number(budget + ROM_BUDGET_RATE, 60, 2);
    add_part(&c, "stone", 400, 's');
    add_part(&c, "torch", 120, 't');
    add_part(&c, "tree", 300, 'T');
    add_level(&c, "levels/cave", (const char *const[]){"torch", "stone"}, 2);
    add_level(&c, "levels/wood", (const char *const[]){"stone", "tree"}, 2);
    uint8_t *music = add_chunk(&c, "music", TAG_PART, 4, 4 + 8 * 64, 0);
    for (int i = 0; i < 8 * 64; i++) music[4 + i] = (uint8_t)('a' + i / 64);
    return finish_image(&c);
}

/* 3. The console: memory for everything, a disc with the cart on it, and the parts that work together. */
static ox_files files;
static ox_images images;
static ox_manager manager;
static ox_packages packages;

static uint32_t tick;

/* 4. A tick: a little work for the requests, then the one moment at which they may be done. */
static void next_tick(void) {
    ox_manager_tick(&manager, ++tick);
    ox_files_pump(&files, 64); /* at most 64 bytes from the disc */
    ox_files_tick(&files, tick);
}

static void show_resource(ox_log *out, const char *name) {
    uint32_t size = 0;
    const char *at = ox_manager_get(&manager, rom_id(name), TAG_PART, &size);
    SAY("  %s: %u bytes of '%c'", name, (unsigned)size, size > 4 ? at[4] : at[0]);
}

static void put_cart_on_disc(ox_block_device *disk, ox_device *device, uint8_t *bytes, uint32_t size,
                             ox_log *out) {
    static uint8_t image[8192];
    ox_block_store store = ox_block_memory(bytes, size);
    ox_file file;
    uint32_t done = 0, cart_size = make_cart(image);
    ox_status status = ox_block_device_format(disk, &store, 256, 4, device);
    if (!ox_failed(status)) status = ox_files_mount(&files, "disc", device, 0);
    if (!ox_failed(status)) status = ox_file_open(&files, OX_TEXT("disc:game.rom"), OX_FILE_WRITE, &file);
    if (!ox_failed(status)) status = ox_file_write(&files, file, image, cart_size, &done);
    if (!ox_failed(status)) status = ox_file_close(&files, file);
    SAY("the cart has %u bytes and lies on the disc: %s", (unsigned)done, ox_status_name(status));
}

/* 5. Begin: files, the image of which only the head is in memory, the manager. */
static bool begin_files(ox_arena *arena, ox_log *out) {
    static uint8_t disc_bytes[10000];
    static ox_block_device disk;
    static ox_device disc;
    ox_files_config file_config = {.handles = 4, .requests = 8, .block = 64};
    ox_manager_config config = {.records = 16,
                                .types = 4,
                                .stack_bytes = 2000,
                                .cache_bytes = 600,
                                .miss = OX_MISS_REQUEST,
                                .latency = 5,
                                .scratch_bytes = 512};
    rom_error error;
    ox_file file;
    if (ox_failed(ox_files_init(&files, &file_config, arena))) return false;
    put_cart_on_disc(&disk, &disc, disc_bytes, sizeof disc_bytes, out);
    ox_images_init(&images, out);
    if (ox_failed(ox_file_open(&files, OX_TEXT("disc:game.rom"), OX_FILE_READ, &file))) return false;
    if (ox_failed(ox_images_add_file(&images, &files, file, arena, "game", 0, &error))) return false;
    if (ox_failed(ox_manager_init(&manager, &config, &images, &files, arena, out))) return false;
    if (ox_failed(ox_manager_register(&manager, &parts))) return false;
    if (ox_failed(ox_manager_register(&manager, &lists))) return false;
    ox_packages_init(&packages, &manager);
    return true;
}

/* 6. A level loads at once: all of it or nothing. The list of the next level is short and may come along. */
static void load_the_cave(ox_log *out) {
    ox_package_report report;
    ox_status status = ox_package_load(&packages, SID("levels/cave"), &report);
    SAY("the cave: %s, %u items, %u bytes", ox_status_name(status), (unsigned)report.loaded,
        (unsigned)report.bytes);
    show_resource(out, "stone");
    show_resource(out, "torch");
    uint32_t size = 0;
    if (ox_manager_get(&manager, SID("levels/wood"), ROM_TAG_PACKAGE, &size) != NULL) {
        SAY("  the list of the wood has %u bytes", (unsigned)size);
    }
}

/* 7. While the cave is played the wood is fetched, 64 bytes a tick. The wood is ready 12 ticks after it was asked
 * for, on a fast disc and on a slow one. Then the door opens: chunks that both levels need stay where they are. */
static void walk_to_the_wood(ox_log *out) {
    ox_package_fetch fetch;
    ox_package_report report;
    ox_manager_phase(&manager, OX_PHASE_PLAY);
    uint32_t from = tick;
    if (ox_failed(ox_package_fetch_begin(&fetch, &packages, SID("levels/wood"), 12))) return;
    while (ox_package_fetch_status(&fetch) == OX_EMPTY) {
        if ((tick - from) % 4 == 0)
            SAY("  tick %u: %u bytes to go", (unsigned)tick, (unsigned)ox_package_fetch_left(&fetch));
        next_tick();
    }
    uint32_t reads = files.costs.reads;
    ox_status status = ox_package_enter(&fetch, SID("levels/cave"), &report);
    SAY("the wood after %u ticks: %s, %u kept, %u loaded, %u gone, %u reads at the door",
        (unsigned)(tick - from), ox_status_name(status), (unsigned)report.kept, (unsigned)report.loaded,
        (unsigned)report.unloaded, (unsigned)(files.costs.reads - reads));
    show_resource(out, "stone");
    show_resource(out, "tree");
}

/* 8. In play nothing loads by itself: a miss is a request, and the placeholder stands in until the chunk is
 * there. */
static void want_the_torch(ox_log *out) {
    show_resource(out, "torch");
    for (int i = 0; i < 5; i++) next_tick();
    show_resource(out, "torch");
}

/* 9. Music: 512 bytes through two blocks of 64. One block is played while the next one comes. */
static void play_music(ox_log *out) {
    static uint8_t buffers[128];
    ox_streamed music;
    ox_streamed_config config = {.block = 64, .slots = 2, .skip = 4, .ticks = 4, .urgency = OX_URGENCY_AUDIO};
    char heard[9] = "";
    uint32_t count = 0, bytes;
    if (ox_failed(ox_streamed_open(&music, &manager, SID("music"), TAG_PART, &config, buffers))) return;
    do {
        for (int i = 0; i < 4; i++) {
            next_tick();
            ox_streamed_update(&music);
        }
        const char *at = ox_streamed_block(&music, &bytes);
        heard[count++] = at == NULL ? '-' : at[0];
    } while (count < 8 && ox_streamed_advance(&music));
    SAY("heard %s with %u gaps, %u bytes of buffers", heard, (unsigned)music.underruns,
        (unsigned)sizeof buffers);
    if (!ox_failed(ox_streamed_seek(&music, 2)))
        SAY("from the third block on again, %u blocks are in memory", (unsigned)ox_streamed_resident(&music));
    ox_streamed_close(&music);
}

/* 10. The cache also keeps things that are made, not read: a map that is drawn once, and again after it had to
 * give way. A locked thing stays where it is. */
static ox_status draw_map(void *context, void *to, uint32_t size) {
    ++*(uint32_t *)context;
    memset(to, 'm', size);
    return OX_OK;
}

static void keep_a_map(ox_log *out) {
    uint32_t drawn = 0, bytes = 0, kept = 0;
    const ox_manager_item map = {.id = SID("map"),
                                 .type = TAG_PART,
                                 .size = 200,
                                 .make = draw_map,
                                 .context = &drawn,
                                 .priority = OX_PRIORITY_LOW};
    ox_resource_handle handle;
    ox_detached pixels;
    ox_manager_phase(&manager, OX_PHASE_LOADING);
    if (ox_failed(ox_manager_insert(&manager, &map, &handle))) return;
    const char *at = ox_manager_lock(&manager, handle);
    if (at == NULL || ox_manager_at(&manager, at).bits != handle.bits) return;
    SAY("the map has %u bytes of '%c'; let go, it has %u locks",
        (unsigned)ox_manager_size(ox_manager_record_of(&manager, handle)), *at,
        (unsigned)ox_manager_unlock_at(&manager, at));
    if (!ox_manager_reserve(&manager, 500)) return;
    SAY("others need its place: it is %s",
        ox_manager_is_disposed(ox_manager_record_of(&manager, handle)) ? "gone" : "there");
    at = ox_manager_data(&manager, handle);
    SAY("wanted again: drawn %u times, '%c'", (unsigned)drawn, at == NULL ? '-' : *at);
    if (ox_failed(ox_manager_priority(&manager, handle, OX_PRIORITY_HIGH)) ||
        ox_failed(ox_manager_measure(&manager, SID("torch"), TAG_PART, &bytes)))
        return;
    for (ox_resource_handle h = {0}; (h = ox_manager_next(&manager, h)).bits != 0;) kept++;
    SAY("a torch would take %u bytes; %u resources have a record", (unsigned)bytes, (unsigned)kept);
    const ox_resource_name wanted[] = {{SID("stone"), TAG_PART}, {SID("rope"), TAG_PART}};
    SAY("of stone and rope %u cannot be had",
        (unsigned)ox_manager_prefetch(&manager, wanted, 2, OX_PRIORITY_MED));
    if (ox_failed(ox_manager_detach(&manager, handle, &pixels))) return;
    SAY("the map is taken out, its %u bytes stay: '%c'", (unsigned)pixels.size, *(const char *)pixels.data);
    ox_manager_give_back(&manager, &pixels);
    if (ox_failed(ox_manager_insert(&manager, &map, &handle)) ||
        ox_failed(ox_manager_dispose(&manager, handle)) || ox_failed(ox_manager_remove(&manager, handle)))
        return;
    SAY("and once more from the beginning: drawn %u times", (unsigned)drawn);
}

void example(plat *platform, ox_log *out) {
    static uint8_t memory[12000];
    ox_arena arena;
    (void)platform;
    ox_arena_init(&arena, memory, sizeof memory);
    if (!begin_files(&arena, out)) return;
    load_the_cave(out);
    walk_to_the_wood(out);
    want_the_torch(out);
    play_music(out);
    keep_a_map(out);
    if (ox_failed(ox_package_unload(&packages, SID("levels/wood"), NULL))) return;
    uint32_t left = ox_manager_shutdown(&manager, NULL, NULL); /* also tells who holds something */
    SAY("at the end %u were still in use, and the stack holds %u bytes", (unsigned)left,
        (unsigned)ox_arena_used(&manager.stack));
}

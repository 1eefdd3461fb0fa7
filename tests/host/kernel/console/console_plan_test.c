/* Tests of memory as the image declares it: every class, client and pool gets exactly its bytes, and a plan
 * that does not fit is refused by name before anything starts. */
#include <stdio.h>
#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/preset/presets.h"
#include "platform/host/host.h"
#include "tests/port.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"

static _Alignas(16) uint8_t image[65536];

enum { MAIN_BYTES = 192 * 1024, MACHINE = 256 * 1024 };

static plat *machine(size_t memory, size_t fast) {
    char error[200] = "";
    host_options options = {.quiet = true, .memory = memory, .fast_memory = fast, .threads = 1};
    plat *p = test_port_open(&options, error, sizeof error);
    if (p == NULL) test_fail(__FILE__, __LINE__, error, 0, 1);
    return p;
}

/* ---- a budget with tables ---- */

typedef struct budget_row {
    uint32_t client, class, end, bytes;
    const char *name;
} budget_row;

typedef struct wishes {
    uint32_t memory, classes[OX_CLASSES];
    budget_row clients[8];
    int client_count;
    struct {
        uint32_t kind, client, bytes, alignment, capacity;
    } kinds[4];
    int kind_count;
    struct {
        uint32_t table, capacity;
    } handles[4];
    int handle_count;
    uint32_t needs, cache, block_bytes, block_count, stream_bytes, stream_count, copies, stack, scratch,
        debug;
} wishes;

static void put_tables(uint8_t *at, const wishes *w) {
    uint32_t next = ROM_BUDGET_SIZE, classes = 0;
    build_put32(at + ROM_BUDGET_CLASSES_AT, next);
    for (uint32_t c = 0; c < OX_CLASSES; c++) {
        if (w->classes[c] == 0) continue;
        at[next] = (uint8_t)c;
        build_put32(at + next + ROM_MEMORY_CLASS_BYTES, w->classes[c]);
        build_put32(at + next + ROM_MEMORY_CLASS_ALIGNMENT, 16);
        next += ROM_MEMORY_CLASS_SIZE;
        classes++;
    }
    build_put16(at + ROM_BUDGET_CLASS_COUNT, classes);
    if (classes == 0) build_put32(at + ROM_BUDGET_CLASSES_AT, 0);
    build_put16(at + ROM_BUDGET_CLIENT_COUNT, (uint32_t)w->client_count);
    if (w->client_count > 0) build_put32(at + ROM_BUDGET_CLIENTS_AT, next);
    uint32_t text = next + (uint32_t)w->client_count * ROM_CLIENT_SIZE +
                    (uint32_t)w->kind_count * ROM_POOL_KIND_SIZE +
                    (uint32_t)w->handle_count * ROM_HANDLE_TABLE_SIZE;
    for (int i = 0; i < w->client_count; i++, next += ROM_CLIENT_SIZE) {
        const budget_row *r = &w->clients[i];
        build_put32(at + next + ROM_CLIENT_CLIENT, r->client);
        at[next + ROM_CLIENT_CLASS] = (uint8_t)r->class;
        at[next + ROM_CLIENT_END] = (uint8_t)r->end;
        build_put32(at + next + ROM_CLIENT_BYTES, r->bytes);
        build_put32(at + next + ROM_CLIENT_NAME, text);
        build_put32(at + next + ROM_CLIENT_NAME + 4, (uint32_t)strlen(r->name));
        memcpy(at + text, r->name, strlen(r->name));
        text += (uint32_t)strlen(r->name);
    }
    build_put16(at + ROM_BUDGET_KIND_COUNT, (uint32_t)w->kind_count);
    if (w->kind_count > 0) build_put32(at + ROM_BUDGET_KINDS_AT, next);
    for (int i = 0; i < w->kind_count; i++, next += ROM_POOL_KIND_SIZE) {
        build_put32(at + next + ROM_POOL_KIND_KIND, w->kinds[i].kind);
        build_put32(at + next + ROM_POOL_KIND_CLIENT, w->kinds[i].client);
        build_put32(at + next + ROM_POOL_KIND_BYTES, w->kinds[i].bytes);
        build_put32(at + next + ROM_POOL_KIND_ALIGNMENT, w->kinds[i].alignment);
        build_put32(at + next + ROM_POOL_KIND_CAPACITY, w->kinds[i].capacity);
    }
    build_put16(at + ROM_BUDGET_HANDLE_COUNT, (uint32_t)w->handle_count);
    if (w->handle_count > 0) build_put32(at + ROM_BUDGET_HANDLES_AT, next);
    for (int i = 0; i < w->handle_count; i++, next += ROM_HANDLE_TABLE_SIZE) {
        build_put32(at + next, w->handles[i].table);
        build_put32(at + next + ROM_HANDLE_TABLE_CAPACITY, w->handles[i].capacity);
    }
}

/* The smallest cart that plays, with these wishes. */
static uint32_t cart(const wishes *w) {
    build_rom rom;
    build_begin(&rom, image, sizeof image);
    uint8_t *at = build_chunk(&rom, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE, 600);
    build_put16(at, 0x101); /* 1.1 */
    build_put32(at + ROM_BUDGET_MEMORY, w->memory);
    build_put32(at + ROM_BUDGET_FRAME, 8192);
    build_put16(at + ROM_BUDGET_WIDTH, 64);
    build_put16(at + ROM_BUDGET_HEIGHT, 48);
    build_put16(at + ROM_BUDGET_RATE, 60);
    build_put32(at + ROM_BUDGET_NEEDS, w->needs);
    build_put32(at + ROM_BUDGET_CACHE_BYTES, w->cache);
    build_put32(at + ROM_BUDGET_BLOCK_BYTES, w->block_bytes);
    build_put32(at + ROM_BUDGET_BLOCK_COUNT, w->block_count);
    build_put32(at + ROM_BUDGET_STREAM_BYTES, w->stream_bytes);
    build_put16(at + ROM_BUDGET_STREAM_COUNT, w->stream_count);
    build_put16(at + ROM_BUDGET_FRAME_COPIES, w->copies);
    build_put32(at + ROM_BUDGET_STACK, w->stack);
    build_put32(at + ROM_BUDGET_DEBUG_BYTES, w->debug);
    build_put32(at + ROM_BUDGET_SCRATCH_BYTES, w->scratch);
    put_tables(at, w);
    build_info(&rom, "Plan", "scene/main");
    build_palette(&rom, true);
    build_material(&rom, "material/red", 0xE02020u, 2, NULL);
    build_pyramid(&rom, "mesh/pyramid", "material/red", "material/red");
    build_scene scene = build_scene_begin(&rom, "scene/main", 0, 1, 1, 1);
    build_camera(&scene, 0, 98304, 4 * 65536);
    build_light(&scene, 0, -65536, -65536, -32768);
    build_object(&scene, "mesh/pyramid", 0, 0, 0);
    return build_finish(&rom);
}

static wishes plain_wishes(void) {
    return (wishes){.memory = MAIN_BYTES,
                    .clients = {{OX_TAG_CART, OX_CLASS_MAIN, 0, 10000, "monsters"},
                                {OX_TAG_AUDIO, OX_CLASS_MAIN, 1, 6000, "sound"}},
                    .client_count = 2};
}

static ox_console *boot(plat *p, const wishes *w, ox_error *error) {
    ox_boot_options options = ox_boot_defaults(p, image, cart(w));
    options.modules = ox_preset_full;
    options.deterministic = true;
    options.log_hashes = true;
    options.log_subsystems = false;
    return ox_console_boot(&options, error);
}

/* ---- carving ---- */

TEST(console_plan_carves_what_the_image_declares) {
    wishes w = plain_wishes();
    w.cache = 4000, w.block_bytes = 512, w.block_count = 4, w.stream_bytes = 256, w.stream_count = 2,
    w.copies = 2, w.scratch = 100;
    w.kinds[0].kind = 7, w.kinds[0].client = OX_TAG_CART, w.kinds[0].bytes = 24, w.kinds[0].alignment = 8,
    w.kinds[0].capacity = 50;
    w.kind_count = 1;
    w.handles[0].table = 3, w.handles[0].capacity = 40, w.handles[1].table = 99, w.handles[1].capacity = 12;
    w.handle_count = 2;
    w.classes[OX_CLASS_FAST] = 2048, w.classes[OX_CLASS_VIDEO] = 1024;
    w.clients[2] = (budget_row){OX_TAG_CART, OX_CLASS_FAST, 0, 2000, "hot"};
    w.client_count = 3;
    plat *p = machine(MACHINE, 0);
    ox_error error;
    ox_console *console = boot(p, &w, &error);
    CHECK(console != NULL);
    if (console == NULL) TEST_INFO("%s", error.text);
    if (console == NULL) return;
    ox_memory *memory = ox_console_memory(console);
    ox_memory_region region;
    size_t sum = 0;
    static const char *const names[] = {"engine", "frame", "resource", "monsters", "sound", "hot", "level"};
    for (int i = 0; ox_console_region(console, i, &region); i++) {
        CHECK(strcmp(region.name, names[i]) == 0);
        if (i != 5) sum += region.size;
    }
    CHECK_EQ(sum, MAIN_BYTES); /* to the last byte */
    CHECK_EQ(ox_memory_client(memory, OX_TAG_RESOURCE, OX_CLASS_MAIN)->size, 4000 + 2048 + 1024 + 104);
    CHECK_EQ(ox_memory_client(memory, OX_TAG_FRAME, OX_CLASS_MAIN)->size, 2 * 8192);
    CHECK_EQ(ox_memory_client(memory, OX_TAG_CART, OX_CLASS_FAST)->size, 2000);
    CHECK_EQ(ox_console_capacity(console, 3, 5), 40);
    CHECK_EQ(ox_console_capacity(console, 4, 5), 5);
    /* Each client takes from its own bytes; beyond them it gets nothing, whatever others have left. */
    ox_arena *monsters = ox_memory_client(memory, OX_TAG_CART, OX_CLASS_MAIN);
    CHECK(ox_memory_alloc(memory, OX_CLASS_MAIN, OX_TAG_CART, 10001, 8) == NULL);
    ox_pool pool;
    CHECK_EQ(ox_memory_pool(memory, 7, &pool), OX_OK);
    for (int i = 0; i < 50; i++) {
        void *monster = ox_pool_take(&pool, NULL);
        CHECK(monster != NULL && ox_arena_holds(monsters, monster));
    }
    CHECK(ox_pool_take(&pool, NULL) == NULL);
    CHECK_EQ(ox_memory_pool(memory, 8, &pool), OX_NOT_FOUND);
    void *sample = ox_memory_alloc(memory, OX_CLASS_MAIN, OX_TAG_AUDIO, 6000, 8);
    CHECK(sample != NULL && ox_arena_holds(ox_memory_client(memory, OX_TAG_AUDIO, OX_CLASS_MAIN), sample));
    CHECK(ox_memory_alloc(memory, OX_CLASS_MAIN, OX_TAG_AUDIO, 1, 1) == NULL);
    CHECK(ox_memory_alloc(memory, OX_CLASS_MAIN, OX_TAG_UI, 1, 1) == NULL);
    for (int i = 0; i < 3; i++) CHECK(ox_console_frame(console));
    CHECK_EQ(ox_memory_class_of(memory, sample), OX_CLASS_MAIN);
    plat_memory_map map;
    plat_memory(p, &map);
    CHECK(ox_memory_client(memory, OX_TAG_CART, OX_CLASS_FAST)->base >=
          (uint8_t *)map.main.base + MAIN_BYTES); /* fast memory lies behind main memory */
    ox_console_close(console);
    host_close(p);
}

/* ---- refusals ---- */

static bool refused(plat *p, const wishes *w, ox_status status, const char *words) {
    ox_error error;
    ox_console *console = boot(p, w, &error);
    bool ok = console == NULL && error.status == (int)status && strstr(error.text, words) != NULL;
    if (!ok)
        TEST_INFO("%d: %s", console == NULL ? error.status : 0, console == NULL ? error.text : "it plays");
    ox_console_close(console);
    bool free_again = plat_claim(p, PLAT_CONSOLE, true);
    plat_claim(p, PLAT_CONSOLE, false);
    return ok && free_again;
}

TEST(console_plan_refuses_one_byte_more) {
    wishes w = plain_wishes();
    plat *p = machine(MACHINE, 8192);
    w.memory = MACHINE + 1;
    CHECK(refused(p, &w, OX_OVER_BUDGET, "main memory: 262145 bytes are needed, 262144 are there"));
    w.memory = MACHINE;
    ox_error error;
    ox_console *console = boot(p, &w, &error);
    CHECK(console != NULL);
    ox_console_close(console);
    w = plain_wishes();
    w.classes[OX_CLASS_FAST] = 8193;
    CHECK(refused(p, &w, OX_OVER_BUDGET, "fast memory: 8193 bytes are needed, 8192 are there"));
    w.classes[OX_CLASS_FAST] = 8192;
    console = boot(p, &w, &error);
    CHECK(console != NULL);
    ox_console_close(console);
    w.classes[OX_CLASS_VIDEO] = MACHINE - MAIN_BYTES + 1;
    CHECK(refused(p, &w, OX_OVER_BUDGET, "video memory: 65537 bytes are needed, 65536 are there"));
    host_close(p);
    /* The same numbers on a desktop without fast memory, where fast memory is taken from behind the
     * budget. */
    p = machine(MACHINE, 0);
    w.classes[OX_CLASS_VIDEO] = 0;
    w.classes[OX_CLASS_FAST] = MACHINE - MAIN_BYTES + 1;
    CHECK(refused(p, &w, OX_OVER_BUDGET, "fast memory: 65537 bytes are needed, 65536 are there"));
    host_close(p);
}

TEST(console_plan_refusal_names_the_first_item) {
    plat *p = machine(MACHINE, 0);
    wishes w = plain_wishes();
    w.client_count = 0; /* the image adds up by itself, but the console needs room too */
    w.cache = 185000;
    CHECK(refused(p, &w, OX_OUT_OF_MEMORY, "the resource cache: 185000 bytes are needed, "));
    w.cache = 53000, w.stream_bytes = 65536, w.stream_count = 1;
    CHECK(refused(p, &w, OX_OUT_OF_MEMORY, "stream buffers: 131072 bytes are needed, "));
    w.cache = w.stream_count = 0;
    w.block_bytes = 4096, w.block_count = 45;
    CHECK(refused(p, &w, OX_OUT_OF_MEMORY, "streaming blocks: 184320 bytes are needed, "));
    w.block_count = 0;
    w.scratch = 185000;
    CHECK(refused(p, &w, OX_OUT_OF_MEMORY, "scratch memory: 185000 bytes are needed, "));
    w = plain_wishes();
    w.clients[1].bytes = 178000;
    CHECK(refused(p, &w, OX_OUT_OF_MEMORY, "client sound: 178000 bytes are needed, "));
    w.clients[1].bytes = 190000; /* a client of more bytes than the image's own budget holds */
    CHECK(refused(p, &w, OX_BAD_IMAGE, "the ROM image is refused"));
    w = plain_wishes();
    w.clients[1].client = OX_TAG_FRAME;
    CHECK(refused(p, &w, OX_BAD_DATA, "client sound is the console's own"));
    w.clients[1].client = OX_TAG_CART;
    CHECK(refused(p, &w, OX_BAD_DATA, "client sound is there twice in one class"));
    w = plain_wishes();
    w.kinds[0].kind = 1, w.kinds[0].client = OX_TAG_CART, w.kinds[0].bytes = 100, w.kinds[0].alignment = 8,
    w.kinds[0].capacity = 500;
    w.kind_count = 1;
    CHECK(refused(p, &w, OX_OUT_OF_MEMORY, "pools of cart: "));
    w = plain_wishes();
    w.needs = ROM_BUDGET_NEEDS_SOUND;
    CHECK(refused(p, &w, OX_UNSUPPORTED, "a speaker: this machine has none"));
    w.needs = ROM_BUDGET_NEEDS_POINTER;
    ox_error error;
    ox_console *console = boot(p, &w, &error);
    CHECK(console != NULL);
    ox_console_close(console);
    w = plain_wishes();
    w.stack = 1u << 24;
    CHECK(refused(p, &w, OX_OVER_BUDGET, "the call stack: 16777216 bytes are needed"));
    w = plain_wishes();
    w.classes[OX_CLASS_SAVE] = 512;
    CHECK(refused(p, &w, OX_OVER_BUDGET, "save memory: 512 bytes are needed, 0 are there"));
    host_close(p);
}

/* Two images with different budgets, one after the other in one process, each in exactly its own. */
TEST(console_plan_of_two_images_in_turn) {
    plat *p = machine(MACHINE, 0);
    uint32_t first = 0;
    for (int round = 0; round < 4; round++) {
        wishes w = plain_wishes();
        ox_error error;
        ox_frame_stats stats;
        plat_memory_map map;
        if (round % 2 == 1) w.memory = 150000, w.clients[0].bytes = 20000, w.client_count = 1;
        plat_memory(p, &map);
        memset((uint8_t *)map.main.base + w.memory, 0xA5, map.main.size - w.memory);
        ox_console *console = boot(p, &w, &error);
        CHECK(console != NULL);
        if (console == NULL) return;
        for (int i = 0; i < 5; i++) CHECK(ox_console_frame(console));
        ox_console_stats(console, &stats);
        if (round == 0) first = stats.hash;
        CHECK_EQ(stats.hash, first); /* the same picture in another memory */
        CHECK_EQ(stats.memory_budget, w.memory);
        CHECK_EQ(ox_memory_client(ox_console_memory(console), OX_TAG_CART, OX_CLASS_MAIN)->size,
                 w.clients[0].bytes);
        for (size_t i = w.memory; i < map.main.size; i++) CHECK(((uint8_t *)map.main.base)[i] == 0xA5);
        CHECK_EQ(ox_console_close(console), 0);
    }
    host_close(p);
}

/* ---- capacities of the kernel's tables ---- */

TEST(console_plan_capacities_are_read_and_reported) {
    plat *p = machine(MACHINE, 0);
    wishes w = plain_wishes();
    ox_error error;
    w.handles[0].table = rom_id("timers"), w.handles[0].capacity = 40;
    w.handle_count = 1;
    ox_console *console = boot(p, &w, &error);
    CHECK(console != NULL);
    if (console == NULL) TEST_INFO("%s", error.text);
    if (console == NULL) return;
    CHECK_EQ(ox_console_capacity_of(console, &ox_kernel_capacities[OX_CAPACITY_TIMERS]), 40);
    const ox_capacity *tasks = &ox_kernel_capacities[OX_CAPACITY_TASKS];
    CHECK_EQ(ox_console_capacity_of(console, tasks), tasks->usual);
    CHECK_EQ(ox_console_capacity(console, rom_id("timers"), 3), 40);
    bool told = false;
    for (uint32_t age = 0; ox_console_log_line(console, age) != NULL; age++)
        told |= strstr(ox_console_log_line(console, age),
                       "capacity timers: 40 items of 32 bytes, 1280 bytes") != NULL;
    CHECK(told);
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
}

/* Each capacity in turn asks for more than the whole budget: the console names it, and nothing has
 * started. */
TEST(console_plan_refuses_capacities_by_name) {
    plat *p = machine(MACHINE, 0);
    const ox_capacity *kind;
    for (uint32_t i = 0; (kind = ox_capacity_at(ox_preset_full, i)) != NULL; i++) {
        wishes w = plain_wishes();
        ox_error error;
        w.handles[0].table = rom_id(kind->name);
        w.handles[0].capacity = MAIN_BYTES / kind->bytes;
        w.handle_count = 1;
        bool too_many = w.handles[0].capacity > kind->most;
        const char *why = too_many ? " is more than can be numbered" : ": ";
        CHECK(boot(p, &w, &error) == NULL);
        CHECK_EQ(error.status, too_many ? OX_BAD_DATA : OX_OUT_OF_MEMORY);
        const char *told = strstr(error.text, "capacity ");
        bool named = told != NULL && strncmp(told + 9, kind->name, strlen(kind->name)) == 0 &&
                     strncmp(told + 9 + strlen(kind->name), why, strlen(why)) == 0;
        CHECK(named);
        if (!named) TEST_INFO("%s", error.text);
    }
    host_close(p);
}

/* Debug memory lies apart and exists in debug builds alone. */
TEST(console_plan_debug_memory_counts_apart) {
    plat *p = machine(MACHINE, 0);
    wishes w = plain_wishes();
    ox_error error;
    w.debug = w.classes[OX_CLASS_DEBUG] = 3000;
    w.clients[2] = (budget_row){OX_TAG_DEBUG, OX_CLASS_DEBUG, 0, 3000, "log"};
    w.client_count = 3;
    ox_console *console = boot(p, &w, &error);
    CHECK(console != NULL);
    if (console == NULL) TEST_INFO("%s", error.text);
    if (console == NULL) return;
    ox_arena *debug = ox_memory_client(ox_console_memory(console), OX_TAG_DEBUG, OX_CLASS_DEBUG);
    CHECK(OX_DEBUG ? debug != NULL && debug->size == 3000 : debug == NULL);
    CHECK_EQ(ox_memory_class_figures(ox_console_memory(console), OX_CLASS_MAIN).declared, MAIN_BYTES);
    ox_console_close(console);
    host_close(p);
}

/* The refusal as text, and reading of capacities, without a console. */
TEST(console_plan_makes_no_sense_without_room_for_the_engine) {
    wishes w = plain_wishes();
    rom_image opened;
    rom_error fault;
    ox_rom_budget budget;
    ox_plan plan;
    ox_plan_refusal refusal;
    ox_memory_block blocks[OX_CLASSES];
    static _Alignas(8) uint8_t tables[4096];
    char text[100];
    plat *p = machine(MACHINE, 0);
    CHECK_EQ(rom_open(image, cart(&w), &opened, &fault), ROM_OK);
    CHECK_EQ(ox_rom_budget_read(&opened, &budget), OX_OK);
    CHECK(ox_plan_tables(&budget) <= sizeof tables);
    CHECK_EQ(ox_plan_make(&budget, p, MAIN_BYTES + 8, tables, &plan, blocks, &refusal), OX_OUT_OF_MEMORY);
    CHECK(ox_plan_refusal_text(&refusal, text, sizeof text) > 20);
    CHECK(strcmp(text, "the console itself: 196616 bytes are needed, 196608 are there") == 0);
    CHECK_EQ(ox_plan_make(&budget, p, 4096, tables, &plan, blocks, &refusal), OX_OK);
    uint8_t *chunk = image + opened.budget;
    build_put32(chunk + ROM_BUDGET_CLIENTS_AT, 0x7FFFFFF0u);
    CHECK_EQ(ox_rom_budget_read(&opened, &budget), OX_BAD_DATA);
    host_close(p);
}

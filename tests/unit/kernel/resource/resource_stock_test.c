/* Tests of the stock: how much memory a cart's chunks need, levels by their root, refusals. */
#include "kernel/resource/live.h"
#include "kernel/resource/resource.h"
#include "kernel/resource/stock.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/kernel/resource/resource_bench.h"

static ox_stock stock;

/* Adds a chunk of raw data, packed as runs: `size` bytes in all, with `seed` behind the header. */
static void add_raw(const char *name, uint8_t flags, uint32_t size, uint8_t seed) {
    uint32_t chunk = b.count, at = b.used, left = size - ROM_RAW_SIZE;
    image_add_packed(&b, name, ROM_TAG_RAW, flags, size, seed);
    uint8_t *to = b.data + at;
    *to++ = ROM_RAW_SIZE - 1;
    memset(to, 0, ROM_RAW_SIZE);
    image_put(to, 0x0100, 2);
    image_put(to + 2, ROM_RAW_SIZE, 2);
    image_put(to + ROM_RAW_DATA_BYTES, left, 4);
    image_put(to + ROM_RAW_DATA_AT, ROM_RAW_SIZE, 4);
    to += ROM_RAW_SIZE;
    for (uint32_t run; left > 0; left -= run) {
        run = left < 100 ? left : 100;
        *to++ = (uint8_t)(run + 125);
        *to++ = seed;
    }
    b.chunks[chunk].stored = (uint32_t)(to - (b.data + at));
    b.used = at + ((b.chunks[chunk].stored + 3) & ~3u);
}

static bool is_raw(const void *payload, uint32_t size, uint8_t seed) {
    const uint8_t *at = payload;
    for (uint32_t i = ROM_RAW_SIZE; at != NULL && i < size; i++) {
        if (at[i] != seed) return false;
    }
    return at != NULL;
}

/* Adds a level: a package of packed chunks whose root comes last. */
static void add_level(const char *name, const char *const *items, uint32_t count) {
    uint8_t *at = image_chunk(&b, name, ROM_TAG_PACKAGE, 0, ROM_PACKAGE_SIZE,
                              ROM_PACKAGE_SIZE + count * ROM_PACKAGE_ITEM_SIZE);
    image_put(at + ROM_PACKAGE_ITEM_COUNT, count, 4);
    image_put(at + ROM_PACKAGE_ITEMS_AT, ROM_PACKAGE_SIZE, 4);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *row = at + ROM_PACKAGE_SIZE + i * ROM_PACKAGE_ITEM_SIZE;
        image_put(row + ROM_PACKAGE_ITEM_ID, rom_id(items[i]), 4);
        image_put(row + ROM_PACKAGE_ITEM_TYPE, ROM_TAG_RAW, 4);
        image_put(row + ROM_PACKAGE_ITEM_STORED, 4, 4);
        image_put(row + ROM_PACKAGE_ITEM_FULL, 8, 4);
        image_put(at + ROM_PACKAGE_STORED, (i + 1) * 4, 4);
        image_put(at + ROM_PACKAGE_FULL, (i + 1) * 8, 4);
    }
}

static rom_image finished(void) {
    rom_image image;
    rom_error error = {ROM_OK, 0, ""};
    CHECK_EQ(rom_open(b.image, image_finish(&b), &image, &error), ROM_OK);
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    return image;
}

/* Makes an image of two levels, 100 + 200 and 200 + 400 bytes, and a resident chunk of 48. */
static rom_image two_levels(void) {
    static const char *const first[] = {"rock", "tree"}, *const second[] = {"tree", "tower"};
    begin_image();
    add_raw("hud", RESIDENT, 48, 1);
    add_raw("rock", CACHE, 104, 2);
    add_raw("tree", CACHE, 200, 3);
    add_raw("tower", CACHE, 400, 4);
    (void)image_chunk(&b, "plain", ROM_TAG_RAW, 0, ROM_RAW_SIZE, ROM_RAW_SIZE); /* in place */
    add_level("package/one", first, 2);
    add_level("package/two", second, 2);
    return finished();
}

TEST(resource_stock_takes_what_the_directory_asks_for) {
    rom_image image = two_levels();
    ox_arena_init(&arena, memory, sizeof memory);
    const ox_stock_setup setup = {.image = &image, .arena = &arena};
    CHECK_EQ(ox_stock_open(&stock, &setup), OX_OK);
    const ox_manager *s = &stock.manager;
    /* the largest level, and the resident chunk */
    CHECK(s->stack.size == 600 + 48 && s->config.records == 5);
    CHECK_EQ(ox_stock_package_of(&stock, rom_id("tree"), ROM_TAG_RAW), rom_id("package/one"));
    CHECK_EQ(ox_stock_package_of(&stock, rom_id("rock"), ROM_TAG_RAW), 0);
    for (int turn = 0; turn < 100; turn++) {
        CHECK_EQ(ox_stock_level(&stock, rom_id("tree"), ROM_TAG_RAW, NULL), OX_OK);
        CHECK(ox_manager_find(s, rom_id("tower"), ROM_TAG_RAW) == NULL && ox_arena_used(&s->stack) == 304);
        const ox_manager_record *tree = ox_manager_find(s, rom_id("tree"), ROM_TAG_RAW);
        uint32_t bits = tree == NULL ? 0 : tree->bits;
        CHECK_EQ(ox_stock_level(&stock, rom_id("tower"), ROM_TAG_RAW, NULL), OX_OK);
        tree = ox_manager_find(s, rom_id("tree"), ROM_TAG_RAW);
        CHECK(bits != 0 && tree != NULL && tree->bits == bits && ox_arena_used(&s->stack) == 600);
        CHECK(is_raw(tree->data, 200, 3));
    }
    /* a chunk that is no package has nothing to load ahead */
    CHECK_EQ(ox_stock_level(&stock, 12345, ROM_TAG_RAW, NULL), OX_OK);
    CHECK_EQ(ox_arena_used(&s->stack), 0);
    CHECK_EQ(ox_stock_close(&stock), 0);
    CHECK(stock.manager.records == NULL && ox_stock_close(&stock) == 0);
}

TEST(resource_stock_of_a_small_cart_is_small) {
    begin_image();
    (void)image_chunk(&b, "raw", ROM_TAG_RAW, 0, ROM_RAW_SIZE, ROM_RAW_SIZE);
    rom_image image = finished();
    ox_arena_init(&arena, memory, sizeof memory);
    const ox_stock_setup setup = {.image = &image, .arena = &arena};
    CHECK_EQ(ox_stock_open(&stock, &setup), OX_OK);
    CHECK(stock.manager.stack.size == 0 && stock.manager.config.records == 1);
    uint32_t size;
    CHECK(ox_manager_get(&stock.manager, rom_id("raw"), ROM_TAG_RAW, &size) != NULL && size == ROM_RAW_SIZE);
    CHECK_EQ(stock.manager.counts.in_place, 1);
    CHECK(ox_arena_used(&arena) < 672);
    TEST_INFO("the stock of a cart that packs nothing: %u bytes, and %u in memory", (unsigned)sizeof stock,
              (unsigned)ox_arena_used(&arena));
    CHECK_EQ(ox_stock_close(&stock), 0);
}

TEST(resource_stock_refusals) {
    static _Alignas(4) uint8_t junk[64];
    rom_image image = two_levels();
    ox_stock_setup setup = {.image = &image, .arena = &arena};
    ox_resources views;
    ox_held held;
    ox_live_report report;
    uint32_t refusals = 0;
    for (size_t room = 0; room < sizeof memory; room += 64) {
        ox_arena_init(&arena, memory, room);
        ox_status status = ox_stock_open(&stock, &setup);
        if (status == OX_OK) break;
        CHECK_EQ(ox_stock_open(&stock, &setup), OX_OUT_OF_MEMORY);
        CHECK(ox_arena_used(&arena) == 0 && stock.manager.records == NULL);
        refusals++;
    }
    CHECK(refusals > 5);
    const ox_manager_config none = {.records = 0, .types = 1},
                            odd = {.records = 1, .types = 1, .without_cache = OX_LIFETIMES};
    CHECK_EQ(ox_manager_init(&m, &none, &images, NULL, &arena, NULL), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_manager_init(&m, &odd, &images, NULL, &arena, NULL), OX_BAD_ARGUMENT);

    /* An overlay that is no image, and an overlay of another cart, are left out. */
    const ox_overlay bad[2] = {{junk, sizeof junk, "junk"}, {image.base, image.size, "second cart"}};
    setup.overlays = bad;
    setup.overlay_count = 2;
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_stock_open(&stock, &setup), OX_OK);
    CHECK_EQ(stock.refused, 2);
    CHECK_EQ(ox_manager_hold(&stock.manager, rom_id("none"), ROM_TAG_RAW, &held), OX_NOT_FOUND);
    CHECK(held.data == NULL && held.handle.bits == 0);
    CHECK_EQ(ox_manager_hold(&stock.manager, rom_id("tree"), ROM_TAG('n', 'o', 'n', 'e'), &held),
             OX_UNSUPPORTED);
    ox_manager_let_go(&stock.manager, held.handle); /* no resource is held */
    CHECK_EQ(ox_live_replace(&stock.manager, junk, sizeof junk, &report), OX_BAD_IMAGE);
    CHECK(report.text[0] != 0 && stock.images.count == 1);
    ox_arena little;
    ox_arena_init(&little, video_memory, 64);
    CHECK_EQ(ox_resources_init(&views, &stock.manager, &little, NULL, RS_PAL8, NULL), OX_OUT_OF_MEMORY);
    /* A level with a locked resource stays loaded. */
    CHECK_EQ(ox_stock_level(&stock, rom_id("tree"), ROM_TAG_RAW, NULL), OX_OK);
    CHECK_EQ(ox_manager_hold(&stock.manager, rom_id("rock"), ROM_TAG_RAW, &held), OX_OK);
    CHECK(is_raw(held.data, held.size, 2));
    CHECK_EQ(ox_manager_release(&stock.manager, held.handle), OX_OK);
    CHECK_EQ(ox_stock_level(&stock, rom_id("tower"), ROM_TAG_RAW, NULL), OX_BAD_STATE);
    CHECK_EQ(stock.level, rom_id("package/one"));
    CHECK_EQ(ox_manager_unlock(&stock.manager, held.handle), 0);
    CHECK_EQ(ox_stock_level(&stock, rom_id("tower"), ROM_TAG_RAW, NULL), OX_OK);
    CHECK_EQ(ox_stock_close(&stock), 0);
}

static rom_image lived_image;
static ox_status stock_with_a_level(ox_stock *it) {
    const ox_stock_setup of = {.image = &lived_image, .arena = &arena};
    ox_package_report report;
    ox_status status = ox_stock_open(it, &of);
    return ox_failed(status) ? status : ox_stock_level(it, rom_id("tree"), ROM_TAG_RAW, &report);
}
PLAIN_ROW(ox_stock, open, stock_with_a_level(it), (void)ox_stock_close(it))
PLAIN_ROW(ox_resources, init, ox_resources_init(it, &stock.manager, &arena, NULL, RS_RGB565, NULL),
          ox_resources_forget(it))

TEST(resource_stock_ends_clear) {
    const life_bench bench = {&arena, NULL};
    lived_image = two_levels();
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK(life_is_led(&LIFE_OF(ox_stock), &bench));
    const ox_stock_setup of = {.image = &lived_image, .arena = &arena};
    CHECK_EQ(ox_stock_open(&stock, &of), OX_OK);
    CHECK(life_is_led(&LIFE_OF(ox_resources), &bench));
    CHECK_EQ(ox_stock_close(&stock), 0);
}

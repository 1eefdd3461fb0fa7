/* Tests of mounted images: overlays, deleted chunks, refusals, variants, merged tables, archives. */
#include <string.h>

#include "kernel/file/images.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_image_builder.h"

static _Alignas(16) uint8_t room[4][2048], memory[4096];
static ox_arena arena, log_arena;
static uint8_t log_memory[4096];
static ox_log log_lines;
static ox_images images;
static rom_image base, mod, second;

static rom_image open_image(image_build *b) {
    rom_image image;
    rom_error error = {ROM_OK, 0, ""};
    CHECK_EQ(rom_open(b->image, image_finish(b), &image, &error), ROM_OK);
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    return image;
}

#define KINDS ROM_TAG('K', 'I', 'N', 'D')
#define TEXTURE ROM_TAG('M', 'I', 'N', 'E')

/* Opens a base with two pictures, a script and a table of kinds, and a mod that replaces, adds, deletes and extends. */
static void begin(void) {
    image_build b;
    image_begin(&b, room[0], sizeof room[0], 0x11111111u, 0x00010003u);
    image_add(&b, "gfx/hero", TEXTURE, 0, "base hero");
    image_add(&b, "gfx/foe", TEXTURE, 0, "base foe");
    image_add(&b, "gfx/sign", TEXTURE, 0, "sign any");
    image_add(&b, "gfx/sign", TEXTURE, 1, "sign de");
    image_add(&b, "gfx/sign", TEXTURE, 0x0200, "sign eu");
    image_add(&b, "gfx/sign", TEXTURE, 0x0201, "sign de eu");
    image_add(&b, "script", TEXTURE, 0, "base script");
    image_table(&b, "kinds", KINDS, (const uint32_t[]){10, 100, 20, 200, 30, 300}, 3);
    base = open_image(&b);
    image_begin(&b, room[1], sizeof room[1], 0x22222222u, 1);
    image_overlay(&b, 0x11111111u, 0x00010002u);
    image_add(&b, "gfx/hero", TEXTURE, 0, "mod hero");
    image_add(&b, "script", TEXTURE, 0, "mod script");
    image_add(&b, "gfx/new", TEXTURE, 0, "mod new");
    image_add_deleted(&b, "gfx/foe", TEXTURE);
    image_table(&b, "kinds", KINDS, (const uint32_t[]){40, 400, 20, 222}, 2);
    mod = open_image(&b);
    image_begin(&b, room[2], sizeof room[2], 0x33333333u, 1);
    image_overlay(&b, 0x11111111u, 0x00010000u);
    image_add(&b, "gfx/hero", TEXTURE, 0, "second hero");
    image_table(&b, "kinds", KINDS, (const uint32_t[]){40, 444, 50, 500}, 2);
    second = open_image(&b);
    ox_arena_init(&log_arena, log_memory, sizeof log_memory);
    CHECK(ox_log_init(&log_lines, NULL, &log_arena, 16, 100));
    ox_images_init(&images, &log_lines);
    CHECK_EQ(ox_images_add(&images, &base, "base", 0), OX_OK);
}

static bool shows(const char *name, const char *text) {
    ox_found found;
    if (!ox_images_find(&images, rom_id(name), TEXTURE, &found)) return text == NULL;
    bool same = text != NULL && memcmp(found.chunk.data + 4, text, strlen(text)) == 0;
    if (!same) TEST_INFO("%s is %.12s", name, (const char *)found.chunk.data + 4);
    return same;
}

TEST(file_images_overlay_replaces_adds_and_deletes) {
    begin();
    uint32_t before = rom_crc32(0, base.base, base.size), alone = ox_images_identity(&images);
    CHECK(shows("gfx/hero", "base hero") && shows("gfx/foe", "base foe") && shows("gfx/new", NULL));
    CHECK_EQ(ox_images_add(&images, &mod, "winter", 10), OX_OK);
    CHECK(ox_images_identity(&images) != alone);
    CHECK(shows("gfx/hero", "mod hero") && shows("script", "mod script") && shows("gfx/new", "mod new"));
    CHECK(shows("gfx/foe", NULL) && shows("gfx/sign", "sign any"));
    ox_found found;
    CHECK(ox_images_find(&images, rom_id("gfx/hero"), TEXTURE, &found) && found.image == 0);
    CHECK(ox_images_find_below(&images, rom_id("gfx/hero"), TEXTURE, &found) && found.image == 1);
    CHECK(!ox_images_find_below(&images, rom_id("gfx/hero"), TEXTURE, &found));
    CHECK(ox_images_find_any(&images, rom_id("gfx/new"), &found) && found.chunk.type == TEXTURE);
    CHECK(!ox_images_find_any(&images, rom_id("gfx/foe"), &found));
    CHECK_EQ(ox_images_add(&images, &second, "second", 20),
             OX_OK); /* the later image wins, and the log says so */
    CHECK(shows("gfx/hero", "second hero"));
    CHECK_EQ(ox_images_report(&images), 6);
    CHECK(ox_log_recent(&log_lines, 8) != NULL &&
          strstr(ox_log_recent(&log_lines, 8), "image 0: second") != NULL);
    CHECK(strstr(ox_log_recent(&log_lines, 0), "image 2: base") != NULL);
    CHECK_EQ(ox_images_remove(&images, "base"), OX_BAD_STATE);
    CHECK_EQ(ox_images_remove(&images, "second"), OX_OK);
    CHECK_EQ(ox_images_remove(&images, "winter"), OX_OK);
    CHECK_EQ(ox_images_remove(&images, "winter"), OX_NOT_FOUND);
    CHECK_EQ(ox_images_identity(&images), alone);
    CHECK(shows("gfx/hero", "base hero") && shows("gfx/foe", "base foe"));
    CHECK_EQ(rom_crc32(0, base.base, base.size), before);
}

TEST(file_images_refused_alone_with_the_reason) {
    image_build b;
    begin();
    image_begin(&b, room[3], sizeof room[3], 0x44444444u, 1);
    image_overlay(&b, 0x99999999u, 0x00010000u);
    image_add(&b, "a", TEXTURE, 0, "a");
    rom_image other = open_image(&b);
    CHECK_EQ(ox_images_add(&images, &other, "of another cart", 1), OX_NOT_FOUND);
    CHECK(strstr(ox_log_recent(&log_lines, 0), "belongs to cart #99999999") != NULL);
    image_begin(&b, room[3], sizeof room[3], 0x44444444u, 1);
    image_overlay(&b, 0x11111111u, 0x00010004u);
    image_add(&b, "a", TEXTURE, 0, "a");
    other = open_image(&b);
    CHECK_EQ(ox_images_add(&images, &other, "too new", 1), OX_BAD_VERSION);
    CHECK(strstr(ox_log_recent(&log_lines, 0), "needs version 1.4 of the cart, this is 1.3") != NULL);
    CHECK_EQ(ox_images_add(&images, &base, "again", 1), OX_ALREADY_THERE);
    CHECK_EQ(images.count, 1);
    for (int i = 1; i < OX_IMAGES_MAX; i++) CHECK_EQ(ox_images_add(&images, &second, "second", i), OX_OK);
    CHECK_EQ(ox_images_add(&images, &second, "second", 9), OX_FULL);
}

TEST(file_images_variants_by_language_and_region) {
    begin();
    CHECK_EQ(ox_images_add(&images, &mod, "winter", 10), OX_OK);
    static const struct {
        uint8_t language, region;
        const char *text;
    } cases[] = {{0, 0, "sign any"}, {1, 0, "sign de"}, {1, 2, "sign de eu"},
                 {3, 2, "sign eu"},  {1, 3, "sign de"}, {3, 3, "sign any"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ox_images_choose(&images, cases[i].language, cases[i].region);
        CHECK(shows("gfx/sign", cases[i].text));
        CHECK(shows("gfx/hero", "mod hero")); /* a chunk without variants stays */
    }
}

TEST(file_images_tables_grow_by_key) {
    static const ox_row_layout layout = {4, 8, 8, 0, 0, 0};
    static const uint32_t expected[] = {10, 100, 20, 222, 30, 300, 40, 444, 50, 500};
    const uint8_t **rows;
    uint32_t count;
    begin();
    ox_arena_init(&arena, memory, sizeof memory);
    CHECK_EQ(ox_images_rows(&images, rom_id("kinds"), KINDS, &layout, &arena, &rows, &count), OX_OK);
    CHECK_EQ(count, 3);
    CHECK_EQ(ox_images_add(&images, &mod, "winter", 10), OX_OK);
    CHECK_EQ(ox_images_add(&images, &second, "second", 20), OX_OK);
    CHECK_EQ(ox_images_rows(&images, rom_id("kinds"), KINDS, &layout, &arena, &rows, &count), OX_OK);
    CHECK_EQ(count, 5); /* a new unit and a third faction from data alone */
    for (uint32_t i = 0; i < count; i++) {
        CHECK(rom_u32(rows[i]) == expected[2 * i] && rom_u32(rows[i] + 4) == expected[2 * i + 1]);
    }
    size_t used = ox_arena_used(&arena);
    CHECK_EQ(ox_images_rows(&images, rom_id("none"), KINDS, &layout, &arena, &rows, &count), OX_NOT_FOUND);
    static const ox_row_layout wide = {4, 8, 28, 0, 0, 0}, wrong = {4, 8, 4, 4, 0, 0};
    CHECK_EQ(ox_images_rows(&images, rom_id("kinds"), KINDS, &wide, &arena, &rows, &count), OX_BAD_DATA);
    CHECK_EQ(ox_images_rows(&images, rom_id("kinds"), KINDS, &wrong, &arena, &rows, &count), OX_BAD_ARGUMENT);
    ox_arena_init(&arena, memory, 16);
    CHECK_EQ(ox_images_rows(&images, rom_id("kinds"), KINDS, &layout, &arena, &rows, &count),
             OX_OUT_OF_MEMORY);
    CHECK(used > 0 && ox_arena_used(&arena) == 0);
}

/* Maps of regions in a console: however far the view goes, few of them are in memory, and each pixel is that of the whole map. */
#define _XOPEN_SOURCE 700
#include "fixedmath/random.h"
#include "kernel/sprites/module.h"
#include "kernel/tilemap/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD "title \"Regions\"\nsize 72x56\nformat xrgb8888\nbudget 512K\nframe 128K\nstart one\n"
#define SET "tileset six six.xpm tile=8x8 solid=3\n"

enum { WIDE = 72, HIGH = 56, TILES = 6, ACROSS = 10, DOWN = 8, FILL = 5 };

static void add_set(packed_folder *f) {
    char text[3000];
    size_t at = (size_t)snprintf(text, sizeof text, "/* XPM */\nstatic char *s[] = {\n\"%d 8 %d 1\",\n",
                                 TILES * 8, TILES);
    for (int i = 0; i < TILES; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "\"%c c #%06X\",\n", 'a' + i, i * 0x101010);
    for (int y = 0; y < 8; y++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "\"");
        for (int x = 0; x < TILES * 8; x++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%c", 'a' + x / 8);
        at += (size_t)snprintf(text + at, sizeof text - at, "\"%s\n", y == 7 ? "};" : ",");
    }
    folder_write(f, "six.xpm", text);
}

/* The tile of the whole map at a cell. Every seventh region has nothing but the fill tile, so that the packer leaves it out. */
static int32_t tile_at(int32_t column, int32_t row) {
    if ((column / ACROSS + 3 * (row / DOWN)) % 7 == 0) return FILL;
    return (column * 7 + row * 3 + column * row / 5) % FILL;
}

static void add_map(packed_folder *f, int32_t columns, int32_t rows) {
    const size_t room = (size_t)columns * (size_t)rows * 2 + 1;
    char *text = malloc(room);
    size_t at = 0;
    CHECK(text != NULL);
    if (text == NULL) return;
    for (int32_t row = 0; row < rows; row++)
        for (int32_t column = 0; column < columns; column++) {
            text[at++] = (char)('0' + tile_at(column, row));
            text[at++] = column + 1 < columns ? ',' : '\n';
        }
    text[at] = 0;
    folder_write(f, "land.csv", text);
    free(text);
}

/* A map of so many regions of 80 x 64 pixels with its left upper corner at 0,0. */
static ox_tile_map *play_regions(played *p, int32_t columns, int32_t rows) {
    ox_tile_map *maps = NULL;
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){HEAD SET "regions land land.csv width=10 height=8 fill=5\n"
                                                     "scene one\n background #102030\n camera at=0,0 flat\n"
                                                     " map land tiles=six\nend\n",
                                            "behaviour Nobody { }\n", NULL});
    add_set(&p->folder);
    add_map(&p->folder, columns * ACROSS, rows * DOWN);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
    if (p->console == NULL) return NULL;
    CHECK_EQ(ox_tilemaps(p->console, &maps), 1);
    CHECK(maps->regions != NULL && maps->columns == columns * ACROSS && maps->rows == rows * DOWN);
    return maps;
}

/* Shows the part of the map whose left upper pixel is (x, y); gives how many pixels are others than those of the whole map. */
static uint32_t wrong_at(played *p, const ox_tile_map *map, int32_t x, int32_t y) {
    uint32_t wrong = 0;
    ox_view_of(&p->console->host)->at =
        (vec2){(fx)(((int64_t)x + WIDE / 2) * FX_ONE / 16), (fx)(-((int64_t)y + HIGH / 2) * FX_ONE / 16)};
    frames(p->console, 1);
    const uint8_t *pixels = p->console->bands.pixels;
    for (int32_t j = 0; j < HIGH; j++) {
        const uint32_t *row =
            (const uint32_t *)(const void *)(pixels + (size_t)j * (size_t)p->console->bands.stride);
        for (int32_t i = 0; i < WIDE; i++) {
            const int32_t column = (x + i) >> 3, line = (y + j) >> 3;
            const bool inside = column >= 0 && line >= 0 && column < map->columns && line < map->rows;
            const uint32_t wanted = inside ? (uint32_t)tile_at(column, line) * 0x101010u : 0x102030u;
            wrong += (row[i] & 0xFFFFFFu) != wanted;
        }
    }
    return wrong;
}

/* R2D-028: a walk of more than a thousand pictures, along rows that alternate and down between them: at most four regions are there, two or three come at once, and
 * every picture is that of the whole map. */
TEST(console_regions_follow_a_walk_of_a_thousand_pictures) {
    enum { REGIONS = 32, STEP = 24 };
    played p;
    ox_tile_map *map = play_regions(&p, REGIONS, REGIONS);
    if (map == NULL) return;
    uint32_t wrong = 0, shown = 0, shifts = 0;
    for (int32_t line = 0; line * HIGH < REGIONS * DOWN * 8 - HIGH; line++)
        for (int32_t i = 0; i * STEP <= REGIONS * ACROSS * 8 - WIDE; i++) {
            const int32_t x = line % 2 == 0 ? i * STEP : REGIONS * ACROSS * 8 - WIDE - i * STEP;
            const uint32_t before = ox_tile_regions_loads(map->regions);
            wrong += wrong_at(&p, map, x, line * HIGH);
            const uint32_t loads = ox_tile_regions_loads(map->regions) - before;
            if (shown > 0) CHECK(loads == 0 || loads == 2 || loads == 3);
            shifts += loads > 0;
            shown++;
            CHECK(ox_tile_regions_resident(map->regions) <= 4);
        }
    CHECK_EQ(wrong, 0);
    CHECK(shown * STEP / WIDE > 1000 && shifts > 500);
    CHECK_EQ(map->regions->loads, 0); /* nothing was asked elsewhere */
    end(&p);
}

/* R2D-028: going to and fro within a block unpacks nothing; beyond the map there is nothing. */
TEST(console_regions_of_a_block_stay) {
    played p;
    ox_tile_map *map = play_regions(&p, 4, 4);
    if (map == NULL) return;
    CHECK_EQ(wrong_at(&p, map, 90, 70), 0);
    const uint32_t loads = ox_tile_regions_loads(map->regions);
    for (int i = 0; i < 50; i++) CHECK_EQ(wrong_at(&p, map, 84 + 79 * (i & 1), 70), 0);
    CHECK_EQ(ox_tile_regions_loads(map->regions), loads);
    for (int32_t y = -60; y < 300; y += 37)
        for (int32_t x = -70; x < 360; x += 41) CHECK_EQ(wrong_at(&p, map, x, y), 0);
    end(&p);
}

/* Cells far from the picture are those of the whole map, and may be changed like any other's; the picture shows the change. */
TEST(console_regions_are_asked_and_changed_anywhere) {
    static uint8_t bytes[8 * 1024];
    played p;
    ox_tile_map *map = play_regions(&p, 6, 6);
    rng32 random = rng32_seed(28, 1);
    if (map == NULL) return;
    for (int i = 0; i < 3000; i++) {
        const ox_cell at = {(int32_t)rng_below(&random, 6 * ACROSS), (int32_t)rng_below(&random, 6 * DOWN)};
        CHECK_EQ(ox_tile_map_tile(map, 0, at), tile_at(at.column, at.row));
        CHECK_EQ((ox_tile_map_flags(map, at) & OX_TILE_SOLID) != 0, tile_at(at.column, at.row) == 3);
    }
    const uint32_t before = ox_console_state_hash(p.console);
    CHECK_EQ(ox_tile_map_put(map, 0, (ox_cell){21, 9}, 0), OX_OK);
    CHECK_EQ(wrong_at(&p, map, 150, 60), tile_at(21, 9) == 0 ? 0 : 64);
    CHECK(ox_console_state_hash(p.console) != before);
    ox_sim_part parts[OX_STATE_PARTS];
    const ox_sim state = {parts, ox_console_list_state(p.console, parts)};
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &to);
    ox_tile_map_restore(map);
    CHECK_EQ(wrong_at(&p, map, 150, 60), 0);
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    CHECK_EQ(ox_tile_map_tile(map, 0, (ox_cell){21, 9}), 0);
    end(&p);
}

/* R2D-033: a strip of twenty pieces, of which three are in memory: forth, back and trembling at a border. Only the first comes when it is to be shown, all others ahead; a
 * tremble unpacks nothing. */
TEST(console_regions_of_strips_come_ahead) {
    enum { PIECES = 20, LONG = PIECES * ACROSS * 8 };
    played p;
    ox_tile_map *map = play_regions(&p, PIECES, 1);
    if (map == NULL) return;
    const ox_tile_regions *r = map->regions;
    uint32_t wrong = wrong_at(&p, map, 0, 4);
    CHECK_EQ(r->strip.slots, 3);
    for (int32_t x = 0; x <= LONG - WIDE; x += 5) wrong += wrong_at(&p, map, x, 4);
    CHECK_EQ(r->loads, PIECES);
    for (int32_t x = LONG - WIDE; x >= 0; x -= 5) wrong += wrong_at(&p, map, x, 4);
    for (int32_t x = 0; x <= 10 * ACROSS * 8 - WIDE / 2; x += 5) wrong += wrong_at(&p, map, x, 4);
    CHECK_EQ(r->late, 0);
    CHECK_EQ(ox_tile_regions_resident(r), 3);
    const uint32_t loads = r->loads;
    for (int i = 0; i < 500; i++)
        wrong += wrong_at(&p, map, 10 * ACROSS * 8 - WIDE / 2 + (i & 1) * 19 - 9, 4);
    CHECK(r->loads - loads <= 1);
    CHECK_EQ(r->late, 0);
    CHECK_EQ(wrong, 0);
    end(&p);
}

/* What a scene cannot do with regions is told. */
TEST(console_regions_mistakes_are_told) {
    packed_folder f;
    writer image;
    tool_error error = {.text = ""};
    static const char *const lines[][2] = {{"map land", "say by tiles= with which tileset they are shown"},
                                           {"map land tiles=six standing=walls", "they have no layers"}};
    for (size_t i = 0; i < 2; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 HEAD SET
                 "regions land land.csv width=10 height=8\nscene one\n camera at=0,0 flat\n %s\nend\n",
                 lines[i][0]);
        write_texts(&f, &(played_texts){text, "behaviour Nobody { }\n", NULL});
        add_set(&f);
        add_map(&f, 2 * ACROSS, DOWN);
        CHECK(!folder_pack_told(&f, &image, &error));
        CHECK(strstr(error.text, lines[i][1]) != NULL);
        folder_remove(&f);
    }
}

/* PHY-075. Tile maps in a console: drawn as their cells say wherever the view is, changed by scripts, saved, taken
 * back in time, reloaded; their objects. */
#define _XOPEN_SOURCE 700
#include "fixedmath/random.h"
#include "kernel/behaviour/internal.h"
#include "kernel/sprites/module.h"
#include "kernel/tilemap/module.h"
#include "kernel/type/name.h"
#include "tests/host/rom/carts/played_cart.h"

#define HEAD "title \"Tiles\"\nsize 72x56\nformat xrgb8888\nbudget 512K\nframe 128K\nstart one\n"
#define SETS                                                                                                 \
    "tileset warm warm.xpm tile=8x8 solid=1 one-way=2 words=hot:3/deep:2,3 animated=4-5:10\n"                \
    "tileset cold cold.xpm tile=8x8\ntileset few few.xpm tile=8x8\n"
#define SCENE "scene one\n background #102030\n camera at=0,0 flat\n"

enum { COLUMNS = 11, ROWS = 7 };

static const char no_script[] = "behaviour Nobody { }\n";

/* Writes a tile set of 8 x 8 pixels, each tile in one colour: its number and a base. */
static void add_set(packed_folder *f, const char *file, uint32_t count, uint32_t base) {
    char text[6000];
    size_t at = (size_t)snprintf(text, sizeof text, "/* XPM */\nstatic char *s[] = {\n\"%u 8 %u 1\",\n",
                                 (unsigned)count * 8, (unsigned)count);
    for (uint32_t i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "\"%c c #%06X\",\n", (int)('a' + i),
                               (unsigned)(base + i * 0x101010u));
    for (uint32_t y = 0; y < 8; y++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "\"");
        for (uint32_t x = 0; x < count * 8; x++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%c", (int)('a' + x / 8));
        at += (size_t)snprintf(text + at, sizeof text - at, "\"%s\n", y == 7 ? "};" : ",");
    }
    folder_write(f, file, text);
}

/* Cells of the map at first: some are empty. */
static int32_t first_tile(int32_t column, int32_t row) {
    const int32_t mix = (column * 5 + row * 3) % 8;
    return mix > 5 ? -1 : mix;
}

static void add_files(packed_folder *f) {
    char text[2000];
    add_set(f, "warm.xpm", 6, 0x806000);
    add_set(f, "cold.xpm", 6, 0x006080);
    add_set(f, "few.xpm", 3, 0x400040);
    size_t at = (size_t)snprintf(text, sizeof text, "A map.\n%d,%d\n", COLUMNS, ROWS);
    for (int32_t row = 0; row < ROWS; row++)
        for (int32_t column = 0; column < COLUMNS; column++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%d%c", (int)first_tile(column, row),
                                   column + 1 < COLUMNS ? ',' : '\n');
    folder_write(f, "map.csv", text);
}

static void pack(played *p, const char *text, const char *script) {
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    add_files(&p->folder);
    CHECK(folder_pack(&p->folder, &p->image));
}

static void play(played *p, const char *text, const char *script) {
    pack(p, text, script);
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static uint32_t pixel(const played *p, int x, int y) {
    const uint8_t *row = p->console->bands.pixels + (size_t)y * (size_t)p->console->bands.stride;
    CHECK(p->console->bands.whole);
    return ((const uint32_t *)(const void *)row)[x] & 0xFFFFFFu;
}

static ox_tile_map *map_of(const played *p) {
    ox_tile_map *maps = NULL;
    CHECK(ox_tilemaps(p->console, &maps) > 0);
    return maps;
}

/* Counts pixels that differ from the tile at their place; for square maps alone. */
static uint32_t count_wrong(const played *p, uint32_t base, uint32_t substitute) {
    const ox_tile_map *map = map_of(p);
    const ox_view *view = ox_view_of(&p->console->host);
    const ox_glass glass = ox_glass_of(&p->console->host);
    const ox_scroll scroll = ox_view_scroll(view, &glass, &ox_scroll_rate_full);
    uint32_t wrong = 0;
    for (int y = 0; y < 56; y++)
        for (int x = 0; x < 72; x++) {
            const ox_cell at = ox_tile_under(&map->layout, (ox_tile_point){x - ox_scroll_x(&scroll, map->x),
                                                                           y - ox_scroll_y(&scroll, map->y)});
            int32_t tile = ox_tile_map_tile(map, 0, at);
            if (tile == 4) tile = (int32_t)substitute;
            wrong += pixel(p, x, y) != (tile < 0 ? 0x102030u : base + (uint32_t)tile * 0x101010u);
        }
    return wrong;
}

static void put_view(const played *p, fx x, fx y) { ox_view_of(&p->console->host)->at = (vec2){x, y}; }

/* ---- drawing ---- */

/* R2D-022: cells are drawn at every part of a tile and beyond the map, with each kind of outside, with and
 * without changed cells. */
TEST(console_tilemap_draws_its_cells) {
    static const char *const kinds[] = {"",           " outside=edge", " outside=3",
                                        " wrap=both", " wrap=x",       " wrap=y"};
    for (uint32_t kind = 0; kind < 6; kind++) {
        char text[900];
        played p;
        rng32 random = rng32_seed(kind + 1, 5);
        snprintf(text, sizeof text,
                 HEAD SETS "tilemap room map.csv tiles=warm\n" SCENE " map room at=-1,2%s\nend\n",
                 kinds[kind]);
        play(&p, text, no_script);
        for (uint32_t step = 0; step < 24; step++) {
            put_view(&p, (fx)rng_below(&random, FX(8)) - FX(2), (fx)rng_below(&random, FX(6)) - FX(3));
            if (step == 0) put_view(&p, FX(2.25), FX(0.25));
            if (step > 8)
                CHECK_EQ(ox_tile_map_put(map_of(&p), 0,
                                         (ox_cell){(int32_t)rng_below(&random, COLUMNS),
                                                   (int32_t)rng_below(&random, ROWS)},
                                         (int32_t)rng_below(&random, 7) - 1),
                         OX_OK);
            frames(p.console, 1);
            const uint32_t time = (uint32_t)((uint64_t)p.console->world.tick * 1000u / 60u);
            CHECK_EQ(count_wrong(&p, 0x806000, time % 200 < 100 ? 4 : 5), 0);
        }
        end(&p);
    }
}

/* R2D-024: a map shows its cells with the tiles of another set; a set that is too short is refused. */
TEST(console_tilemap_shows_other_sets) {
    played p;
    play(&p,
         HEAD SETS "tilemap room map.csv tiles=warm\n" SCENE " map room at=-1,2 tiles=warm,cold,few\nend\n",
         no_script);
    frames(p.console, 1);
    CHECK_EQ(count_wrong(&p, 0x806000, 4), 0);
    CHECK_EQ(ox_tilemaps_show(p.console, OX_NAME("room"), OX_NAME("cold")), OX_OK);
    frames(p.console, 1);
    CHECK_EQ(count_wrong(&p, 0x006080, 4), 0);
    for (int32_t i = 0; i < COLUMNS * ROWS; i++)
        CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){i % COLUMNS, i / COLUMNS}),
                 first_tile(i % COLUMNS, i / COLUMNS));
    CHECK_EQ(ox_tilemaps_show(p.console, OX_NAME("room"), OX_NAME("few")), OX_BAD_DATA);
    CHECK_EQ(ox_tilemaps_show(p.console, OX_NAME("room"), OX_NAME("snow")), OX_NOT_FOUND);
    frames(p.console, 1);
    CHECK_EQ(count_wrong(&p, 0x006080, 4), 0);
    end(&p);
}

/* A nearer view magnifies cell by cell: every pixel is that of the plane at half the distance. */
TEST(console_tilemap_draws_when_the_view_is_nearer) {
    played p;
    play(&p, HEAD SETS "tilemap room map.csv tiles=cold\n" SCENE " map room at=-2,2\nend\n", no_script);
    ox_view_of(&p.console->host)->zoom = FX(2);
    put_view(&p, FX(0.5), FX(0.25));
    frames(p.console, 1);
    uint32_t wrong = 0;
    const ox_view *view = ox_view_of(&p.console->host);
    const ox_glass glass = ox_glass_of(&p.console->host);
    const ox_scroll scroll = ox_view_scroll(view, &glass, &ox_scroll_rate_full);
    for (int y = 0; y < 56; y++)
        for (int x = 0; x < 72; x++) {
            const int dx = x - ox_scroll_x(&scroll, FX(-2)), dy = y - ox_scroll_y(&scroll, FX(2));
            const ox_cell at = {dx < 0 ? -1 : dx / 16, dy < 0 ? -1 : dy / 16};
            const int32_t tile = ox_tile_map_tile(map_of(&p), 0, at);
            wrong += pixel(&p, x, y) != (tile < 0 ? 0x102030u : 0x006080u + (uint32_t)tile * 0x101010u);
        }
    CHECK_EQ(wrong, 0);
    end(&p);
}

/* ---- scripts ---- */

static const char asking[] =
    "behaviour Rules {\n"
    "    on Press(b) {\n        if b == Button.B { map_restore('room') }\n        if b == Button.X { "
    "map_tiles('room', 'cold') }\n        if b != Button.A { return }\n"
    "        assert(tile(0, 0) == 0 and tile(1, 0) == 5 and tile(-1, 0) == -1)\n"
    "        assert(tile_at(vec3(-0.75, 1.75, 0.0)) == 0 and tile_x(vec3(-0.3, 1.9, 0.0)) == 1 and "
    "tile_y(vec3(0.0, 1.4, 0.0)) == 1)\n"
    "        assert(map_columns() == 11 and map_rows() == 7 and map_size().x == 5.5 and map_size().y == "
    "3.5)\n"
    "        assert(tile_middle(1, 0) == vec3(-0.25, 1.75, 0.0))\n"
    "        assert(tile_set(1, 0, 3) and tile(1, 0) == 3 and not tile_set(99, 0, 1))\n"
    "        assert(tile_flag(tile_middle(1, 0), 'hot') and tile_flag(tile_middle(1, 0), 'deep') and not "
    "solid(tile_middle(1, 0)))\n"
    "        assert(layer_tile_set('layer', 2, 0, 1) and solid(tile_middle(2, 0)) and "
    "tile_value(tile_middle(2, 0), 'solid') == 1)\n"
    "        assert(tile_set(3, 0, -1) and tile(3, 0) == -1 and layer_tile('layer', 3, 0) == -1)\n"
    "        assert(tile_distance(0, 0, 3, 4) == 7 and beside_x(2, 2, 0) == 3 and beside_y(2, 2, 3) == 1)\n"
    "        log_number(7)\n"
    "    }\n"
    "}\n";

#define ASKED                                                                                                \
    HEAD "capacity tile-cells 3\nscript game game.goad\n" SETS                                               \
         "tilemap room map.txt tiles=warm\ntype rules behaviour=Rules\n" SCENE                               \
         " map room at=-1,2 tiles=warm,cold\n object rules\nend\n"

static void add_text_map(packed_folder *f) {
    char text[2000];
    size_t at = (size_t)snprintf(text, sizeof text, "oxtiles 1\nsize %d,%d\nlayer layer\n", COLUMNS, ROWS);
    for (int32_t i = 0; i < COLUMNS * ROWS; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%d%c", (int)first_tile(i % COLUMNS, i / COLUMNS),
                               (i + 1) % COLUMNS != 0 ? ',' : '\n');
    folder_write(f, "map.txt", text);
}

static void play_asked(played *p) {
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){ASKED, asking, NULL});
    add_files(&p->folder);
    add_text_map(&p->folder);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    CHECK(p->console != NULL);
}

static uint32_t changes_of(const played *p) { return map_of(p)->changes->count; }

TEST(console_tilemap_scripts_ask_and_change) {
    played p;
    play_asked(&p);
    frames(p.console, 1);
    frame(p.console, PLAT_A);
    frames(p.console, 2);
    CHECK(logged(p.console, "7"));
    CHECK_EQ(changes_of(&p), 2); /* the third cell was empty already, so emptying it is no change */
    frame(p.console, PLAT_X);
    frames(p.console, 2);
    CHECK_EQ(count_wrong(&p, 0x006080, 4), 0);
    frame(p.console, PLAT_B);
    frames(p.console, 2);
    CHECK_EQ(changes_of(&p), 0);
    end(&p);
}

/* ---- other grids ---- */

/* A map of Tiled in another grid: 8 columns and 6 rows of tile 1, 16 x 16 or 16 x 8 pixels. */
static void add_grid(packed_folder *f, const char *orientation, int height) {
    char text[2000];
    size_t at = (size_t)snprintf(
        text, sizeof text,
        "<map version=\"1.9\" orientation=\"%s\" width=\"8\" height=\"6\" tilewidth=\"16\" tileheight=\"%d\" "
        "hexsidelength=\"8\" staggeraxis=\"y\" staggerindex=\"odd\">\n<tileset firstgid=\"1\" name=\"warm\" "
        "tilewidth=\"8\" tileheight=\"8\" tilecount=\"6\" columns=\"6\"><image source=\"warm.xpm\" "
        "width=\"48\" "
        "height=\"8\"/></tileset>\n<layer name=\"main\" width=\"8\" height=\"6\"><data encoding=\"csv\">\n",
        orientation, height);
    for (int i = 0; i < 48; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "2%s", i < 47 ? "," : "\n");
    snprintf(text + at, sizeof text - at, "</data></layer></map>\n");
    folder_write(f, "grid.tmx", text);
}

/* R2D-025, 026, 027: a script finds the cell under whatever pixel of the picture it asks for. Neighbours are
 * cells that share an edge, and steps are counted over neighbours. */
TEST(console_tilemap_other_grids_answer_scripts) {
    static const char *const orientations[] = {"isometric", "staggered", "hexagonal"};
    static const char script[] =
        "var n = 0\nbehaviour Rules {\n"
        "on Press(b) {\n"
        "let at = from_pixel(30, 20)\nlet place = vec3(at.x, at.y, 0.0)\n"
        "let x = tile_x(place)\nlet y = tile_y(place)\n"
        "assert(tile_set(x, y, 3))\n"
        "for way in 0..5 { if beside_x(x, y, way) != x or beside_y(x, y, way) != y {\n"
        "n += 1\nassert(tile_distance(x, y, beside_x(x, y, way), beside_y(x, y, way)) == 1)\n"
        "tile_set(beside_x(x, y, way), beside_y(x, y, way), 4) } }\n"
        "log_number(n)\n} }\n";
    for (int kind = 0; kind < 3; kind++) {
        played p;
        memset(&p, 0, sizeof p);
        write_texts(&p.folder,
                    &(played_texts){HEAD "capacity tile-cells 48\nscript game game.goad\ntilemap room "
                                         "grid.tmx\ntype rules behaviour=Rules\n" SCENE
                                         " map room at=-2,1.5\n object rules\nend\n",
                                    script, NULL});
        add_files(&p.folder);
        add_grid(&p.folder, orientations[kind], kind == 2 ? 16 : 8);
        CHECK(folder_pack(&p.folder, &p.image));
        boot_with(&p, NULL, 0);
        if (p.console == NULL) TEST_INFO("%s", p.error.text);
        CHECK(p.console != NULL);
        if (p.console == NULL) return;
        frames(p.console, 1);
        frame(p.console, PLAT_A);
        frames(p.console, 1);
        CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->traps, 0);
        CHECK(logged(p.console, kind == 2 ? "6" : "4"));
        const ox_tile_map *map = map_of(&p);
        const ox_glass glass = ox_glass_of(&p.console->host);
        const ox_scroll scroll = ox_view_scroll(ox_view_of(&p.console->host), &glass, &ox_scroll_rate_full);
        const ox_cell under = ox_tile_under(&map->layout, (ox_tile_point){30 - ox_scroll_x(&scroll, map->x),
                                                                          20 - ox_scroll_y(&scroll, map->y)});
        ox_cell around[OX_TILE_NEIGHBOURS];
        CHECK_EQ(ox_tile_map_tile(map, 0, under), 3);
        const uint32_t ways = ox_tile_neighbours(&map->layout, under, around);
        CHECK_EQ(ways, kind == 2 ? 6 : 4);
        for (uint32_t i = 0; i < ways; i++)
            if (ox_tile_map_has(map, around[i])) CHECK_EQ(ox_tile_map_tile(map, 0, around[i]), 4);
        end(&p);
    }
}

/* ---- pieces as large as the picture ---- */

enum { PIECE_WIDE = 72, PIECE_HIGH = 56, PIECES = 4, PIECE_ROWS = 2 };

/* The colour of a pixel of the level: a number of its piece and of its place there. */
static int piece_colour(int x, int y) {
    const int piece = y / PIECE_HIGH == 0 ? x / PIECE_WIDE : PIECES - 1 - x / PIECE_WIDE;
    return piece * 4 + ((x % PIECE_WIDE / 3 + y % PIECE_HIGH / 5) & 3);
}

static void add_pieces(packed_folder *f) {
    static char text[40000];
    size_t at = (size_t)snprintf(text, sizeof text, "/* XPM */\nstatic char *s[] = {\n\"%d %d 16 1\",\n",
                                 PIECES * PIECE_WIDE, PIECE_HIGH);
    for (int i = 0; i < 16; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "\"%c c #%06X\",\n", 'a' + i,
                               (unsigned)(0x203040 + i * 0x080402));
    for (int y = 0; y < PIECE_HIGH; y++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "\"");
        for (int x = 0; x < PIECES * PIECE_WIDE; x++) text[at++] = (char)('a' + piece_colour(x, y));
        at += (size_t)snprintf(text + at, sizeof text - at, "\"%s\n", y == PIECE_HIGH - 1 ? "};" : ",");
    }
    folder_write(f, "pieces.xpm", text);
    folder_write(f, "level.csv", "Pieces.\n4,2\n0,1,2,3\n3,2,1,0\n");
}

/* R2D-029, R2D-030: a level of pieces is a map whose tiles are as large as the picture. The view follows
 * within it, and each pixel is that of one large picture. A script moves the bounds for a view that only goes
 * forward. */
TEST(console_tilemap_pieces_scroll_without_a_gap) {
    played p;
    rng32 random = rng32_seed(29, 30);
    uint32_t wrong = 0;
    memset(&p, 0, sizeof p);
    write_texts(
        &p.folder,
        &(played_texts){HEAD "script game game.goad\ntileset parts pieces.xpm tile=72x56\n"
                             "tilemap level level.csv tiles=parts\ntype hero\ntype rules behaviour=Rules\n"
                             "scene one\n background #102030\n camera at=0,0 flat bounds=map follow=hero\n"
                             " map level at=0,0\n object hero name=hero at=3,-2,0\n object rules\nend\n",
                        "var forward = false\nbehaviour Rules {\non Press(b) { forward = true }\n"
                        "on tick { if forward { camera_bounds(vec2(camera_at().x - 2.25, -7.0), vec2(18.0, "
                        "0.0)) } } }\n",
                        NULL});
    add_pieces(&p.folder);
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    if (p.console == NULL) TEST_INFO("%s", p.error.text);
    CHECK(p.console != NULL);
    if (p.console == NULL) return;
    ox_object_place *hero =
        ox_object_place_of(&p.console->world, ox_world_find(&p.console->world, OX_NAME("hero")));
    const ox_view *view = ox_view_of(&p.console->host);
    for (int i = 0; i < 1000; i++) {
        hero->pos = (vec3){(fx)rng_below(&random, 24 * FX_ONE) - 3 * FX_ONE,
                           2 * FX_ONE - (fx)rng_below(&random, 11 * FX_ONE), 0};
        frames(p.console, 1);
        CHECK_EQ(view->at.x, fx_clamp(hero->pos.x, FX(2.25), FX(15.75)));
        CHECK_EQ(view->at.y, fx_clamp(hero->pos.y, FX(-5.25), FX(-1.75)));
        const ox_glass glass = ox_glass_of(&p.console->host);
        const ox_scroll scroll = ox_view_scroll(view, &glass, &ox_scroll_rate_full);
        const int left = -ox_scroll_x(&scroll, 0), top = -ox_scroll_y(&scroll, 0);
        for (int y = 0; y < PIECE_HIGH; y++)
            for (int x = 0; x < PIECE_WIDE; x++)
                wrong += left + x < 0 || top + y < 0 || left + x >= PIECES * PIECE_WIDE ||
                         top + y >= PIECE_ROWS * PIECE_HIGH ||
                         pixel(&p, x, y) != (uint32_t)(0x203040 + piece_colour(left + x, top + y) * 0x080402);
    }
    CHECK_EQ(wrong, 0);
    hero->pos.x = FX(4);
    frames(p.console, 1);
    frame(p.console, PLAT_A);
    frames(p.console, 1);
    for (int i = 0; i < 200; i++) {
        const fx before = view->at.x;
        hero->pos.x = (fx)rng_below(&random, 6 * FX_ONE) + (fx)i * FX_ONE / 20;
        frames(p.console, 2);
        CHECK(view->at.x >= before);
    }
    CHECK(view->at.x > FX(9));
    end(&p);
}

/* R2D-031: ten minutes of a level without end, at odd speeds to both sides: each pixel is that of the sequence which the seed puts there. The order is a part of
 * the state, and goes on when the map is built anew. */
TEST(console_tilemap_sequences_scroll_without_end) {
    enum { PICTURES = 3600, STEPS = 10, SPEED = 35177 }; /* 1/65536 m a step: 515 pixels a second */
    static uint8_t bytes[4096];
    played p;
    uint32_t wrong = 0;
    memset(&p, 0, sizeof p);
    write_texts(&p.folder,
                &(played_texts){HEAD "script game game.goad\ntileset parts pieces.xpm tile=72x56\n"
                                     "tilemap level level.csv tiles=parts\ntype hero\ntype rules "
                                     "behaviour=Rules\nscene one\n background #102030\n camera at=0,0 flat "
                                     "follow=hero\n map level at=0,0\n object hero name=hero "
                                     "at=0,-1.75,0\n object rules\nend\n",
                                "behaviour Rules { on start { let good = map_shuffle('level', 1, 9) } }\n",
                                NULL});
    add_pieces(&p.folder);
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    CHECK(p.console != NULL);
    if (p.console == NULL) return;
    frames(p.console, 2);
    ox_tile_map *map = ox_tilemaps_find(p.console, OX_NAME("level"));
    CHECK(map != NULL && map->sequence_rows == 1 && map->seed == 9);
    ox_object_place *hero =
        ox_object_place_of(&p.console->world, ox_world_find(&p.console->world, OX_NAME("hero")));
    const ox_view *view = ox_view_of(&p.console->host);
    for (int i = 0; i < PICTURES; i++) {
        const int64_t away = (int64_t)SPEED * STEPS * i;
        hero->pos.x = (fx)(i % 2 == 0 ? away : -away / 3);
        frames(p.console, 1);
        const ox_glass glass = ox_glass_of(&p.console->host);
        const ox_scroll scroll = ox_view_scroll(view, &glass, &ox_scroll_rate_full);
        const int left = -ox_scroll_x(&scroll, 0);
        for (int y = 0; y < PIECE_HIGH; y += 5)
            for (int x = 0; x < PIECE_WIDE; x++) {
                const int place = int_floordiv(left + x, PIECES * PIECE_WIDE),
                          sequence = (int)ox_tile_map_sequence(map, place),
                          colour = piece_colour(int_floormod(left + x, PIECES * PIECE_WIDE),
                                                sequence * PIECE_HIGH + y);
                wrong += pixel(&p, x, y) != (uint32_t)(0x203040 + colour * 0x080402);
            }
    }
    CHECK_EQ(wrong, 0);
    ox_sim_part parts[OX_MODULE_STATE_PARTS];
    const ox_sim state = {parts, ox_tilemap_module.list(&p.console->host,
                                                        ox_module_state(&p.console->host, OX_NAME("tilemap")),
                                                        parts)};
    ox_writer to = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &to);
    CHECK(ox_tile_map_shuffle(map, 0, 0));
    ox_reader from = ox_reader_bytes(bytes, to.used);
    CHECK_EQ(ox_sim_restore(&state, &from), OX_OK);
    CHECK(map->sequence_rows == 1 && map->seed == 9);
    end(&p);
}

/* Changed cells are a part of the state, and equal states have equal hashes. */
TEST(console_tilemap_state_is_kept) {
    static uint8_t bytes[64 * 1024];
    played p;
    play_asked(&p);
    frames(p.console, 1);
    ox_sim_part parts[OX_MODULE_STATE_PARTS];
    const ox_sim state = {parts, ox_tilemap_module.list(&p.console->host,
                                                        ox_module_state(&p.console->host, OX_NAME("tilemap")),
                                                        parts)};
    const uint32_t before = ox_sim_hash(&state, OX_FNV_START);
    ox_writer first = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &first);
    const size_t size = first.used;
    frame(p.console, PLAT_A);
    frame(p.console, PLAT_X);
    frames(p.console, 2);
    const uint32_t changed = ox_sim_hash(&state, OX_FNV_START);
    ox_writer second = ox_writer_bytes(bytes + size, sizeof bytes - size);
    ox_sim_save(&state, &second);
    CHECK(changed != before);
    ox_reader back = ox_reader_bytes(bytes, size), again = ox_reader_bytes(bytes + size, second.used);
    CHECK_EQ(ox_sim_restore(&state, &back), OX_OK);
    CHECK_EQ(ox_sim_hash(&state, OX_FNV_START), before);
    CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){1, 0}), 5);
    CHECK_EQ(ox_sim_restore(&state, &again), OX_OK);
    CHECK_EQ(ox_sim_hash(&state, OX_FNV_START), changed);
    CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){1, 0}), 3);
    frames(p.console, 1);
    CHECK_EQ(count_wrong(&p, 0x006080, 4), 0);
    for (size_t i = 0; i < second.used; i++) { /* a damaged state is refused or is a good one */
        bytes[size + i] ^= 0x5A;
        ox_reader damaged = ox_reader_bytes(bytes + size, second.used);
        (void)!ox_sim_restore(&state, &damaged);
        bytes[size + i] ^= 0x5A;
        frames(p.console, 1);
    }
    end(&p);
}

/* ---- who stands in cells ---- */

static const char guests[] =
    "var turn = 0\n"
    "behaviour Rules { on tick {\n"
    "  turn += 1\n"
    "  let a = find('a')\n  let b = find('b')\n"
    "  if turn == 1 { if tile_enter(a, 2, 1, 2, 2) and not tile_enter(b, 3, 2) and tile_enter(b, 4, 2) and "
    "not tile_enter(a, 3, 1, 2, 2) and not tile_enter(a, 10, 6, 2, 1) { tile_set(0, 0, 3) } }\n"
    "  if turn == 2 { if tile_guest(3, 2) == a and tile_guest(4, 2) == b and tile_guest(4, 1) == null and "
    "tile_guest(-1, 0) == null { tile_set(1, 0, 3) } }\n"
    "  if turn == 5 { remove(b) }\n"
    "  if turn == 7 { if tile_guest(4, 2) == null and tile_enter(a, 3, 1, 2, 2) { tile_set(2, 0, 3) } }\n"
    "  if turn == 8 { tile_leave(a) }\n"
    "  if turn == 9 { if tile_guest(3, 1) == null { tile_set(3, 0, 3) } }\n"
    "} }\n";

/* Objects take cells, one a cell; who is removed leaves; all of it is saved, and comes back. */
TEST(console_tilemap_guests_take_cells) {
    static uint8_t bytes[4096];
    played p;
    play(&p,
         HEAD "capacity tile-guests 4\nscript game game.goad\n" SETS
              "tilemap room map.csv tiles=warm\ntype thing\ntype rules behaviour=Rules\n" SCENE
              " map room\n object thing name=a\n object thing name=b\n object rules\nend\n",
         guests);
    if (p.console == NULL) return;
    frames(p.console, 3);
    CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){0, 0}), 3);
    CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){1, 0}), 3);
    ox_sim_part parts[OX_MODULE_STATE_PARTS];
    const ox_sim state = {parts, ox_tilemap_module.list(&p.console->host,
                                                        ox_module_state(&p.console->host, OX_NAME("tilemap")),
                                                        parts)};
    const uint32_t before = ox_sim_hash(&state, OX_FNV_START);
    ox_writer saved = ox_writer_bytes(bytes, sizeof bytes);
    ox_sim_save(&state, &saved);
    ox_tile_guests *g = ox_tilemaps_guests(p.console);
    CHECK(g != NULL && g->count == 2);
    CHECK(ox_tile_guests_leave(g, ox_tile_guests_at(g, 2, 1)));
    CHECK(ox_sim_hash(&state, OX_FNV_START) != before);
    ox_reader back = ox_reader_bytes(bytes, saved.used);
    CHECK_EQ(ox_sim_restore(&state, &back), OX_OK);
    CHECK_EQ(ox_sim_hash(&state, OX_FNV_START), before);
    CHECK(ox_tile_guests_at(g, 3, 2) != 0 && ox_tile_guests_at(g, 4, 2) != 0);
    frames(p.console, 8);
    CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){2, 0}), 3);
    CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){3, 0}), 3);
    CHECK_EQ(ox_tilemaps_guests(p.console)->count, 0);
    for (size_t i = 0; i < saved.used; i++) { /* a damaged state is refused or is a good one */
        bytes[i] ^= 0x5A;
        ox_reader damaged = ox_reader_bytes(bytes, saved.used);
        (void)!ox_sim_restore(&state, &damaged);
        bytes[i] ^= 0x5A;
        frames(p.console, 1);
    }
    end(&p);
}

/* A picture asks who stands where, and the state is that of a game without pictures, also behind the end of a guest. */
TEST(console_tilemap_pictures_change_no_guests) {
    uint32_t hashes[2];
    for (int drawn = 0; drawn < 2; drawn++) {
        played p;
        play(&p,
             HEAD "capacity tile-guests 4\nscript game game.goad\n" SETS
                  "tilemap room map.csv tiles=warm\ntype thing\ntype rules behaviour=Rules\n" SCENE
                  " map room\n object thing name=b\n object rules\nend\n",
             "var turn = 0\nbehaviour Rules { on tick {\n  turn += 1\n  let b = find('b')\n"
             "  if turn == 1 { if not tile_enter(b, 4, 2) { turn = 9 } }\n  if turn == 3 { remove(b) }\n}\n"
             " on draw { if tile_guest(4, 2) == null { rectangle(0, 0, 4, 4) } } }\n");
        if (p.console == NULL) return;
        for (int i = 0; i < 6; i++) {
            CHECK(ox_console_update(p.console));
            if (drawn != 0) ox_console_output(p.console);
        }
        ox_sim_part parts[OX_MODULE_STATE_PARTS];
        void *tilemap = ox_module_state(&p.console->host, OX_NAME("tilemap"));
        const ox_sim state = {parts, ox_tilemap_module.list(&p.console->host, tilemap, parts)};
        hashes[drawn] = ox_sim_hash(&state, OX_FNV_START);
        CHECK_EQ(ox_tilemaps_guests(p.console)->count, 0); /* a step that looks takes it out */
        CHECK(ox_sim_hash(&state, OX_FNV_START) != hashes[drawn]);
        end(&p);
    }
    CHECK_EQ(hashes[0], hashes[1]);
}

/* More changed cells than there is room for are refused, and told once. */
TEST(console_tilemap_without_room_is_told) {
    played p;
    play(&p,
         HEAD "capacity tile-cells 2\nscript game game.goad\n" SETS
              "tilemap room map.csv tiles=warm\ntype rules behaviour=Rules\n" SCENE
              " map room\n object rules\nend\n",
         "behaviour Rules { on tick { for i in 0..5 { if tile_set(i, 0, 1) { } } } }\n");
    frames(p.console, 4);
    CHECK_EQ(changes_of(&p), 2);
    CHECK(logged(p.console, "more than 2 cells of maps are changed: raise `capacity tile-cells`"));
    end(&p);
}

/* ---- reload ---- */

/* A map that changes while the game runs keeps its changed cells and its set. */
TEST(console_tilemap_goes_on_when_its_map_changes) {
    played p, next;
    writer mod = {0};
    rom_image was, is;
    tool_error error;
    uint32_t count = 0;
    play_asked(&p);
    frames(p.console, 1);
    frame(p.console, PLAT_A);
    frame(p.console, PLAT_X);
    frames(p.console, 2);
    memset(&next, 0, sizeof next);
    write_texts(&next.folder, &(played_texts){ASKED, asking, NULL});
    add_files(&next.folder);
    add_text_map(&next.folder);
    add_set(&next.folder, "cold.xpm", 6, 0x205000);
    char text[2000];
    size_t at = (size_t)snprintf(text, sizeof text, "oxtiles 1\nsize %d,%d\nlayer layer\n", COLUMNS, ROWS);
    for (int32_t i = 0; i < COLUMNS * ROWS; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%d%c", i < 11 ? 5 : 2,
                               (i + 1) % COLUMNS != 0 ? ',' : '\n');
    folder_write(&next.folder, "map.txt", text);
    CHECK(folder_pack(&next.folder, &next.image));
    CHECK(rom_open(p.image.data, p.image.size, &was, NULL) == ROM_OK &&
          rom_open(next.image.data, next.image.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "mod", NULL, &mod, &count, &error));
    const ox_status status = ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &p.error);
    if (status != OX_OK) TEST_INFO("%s", p.error.text);
    CHECK_EQ(status, OX_OK);
    frames(p.console, 1);
    CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){0, 0}), 5);
    CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){1, 0}), 3); /* the changed cell stays */
    CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){3, 0}), 5);
    CHECK_EQ(ox_tile_map_tile(map_of(&p), 0, (ox_cell){4, 4}), 2);
    CHECK_EQ(count_wrong(&p, 0x205000, 4), 0);
    end(&p);
    writer_free(&mod);
    writer_free(&next.image);
    folder_remove(&next.folder);
}

/* ---- objects ---- */

static const char tiled[] =
    "{\"type\":\"map\",\"version\":\"1.10\",\"orientation\":\"orthogonal\",\"renderorder\":\"right-down\","
    "\"width\":4,\"height\":4,"
    "\"tilewidth\":8,\"tileheight\":8,\"infinite\":false,\"tilesets\":[{\"firstgid\":1,\"name\":\"warm\","
    "\"tilewidth\":8,\"tileheight\":8,"
    "\"tilecount\":6,\"columns\":6,\"image\":\"warm.xpm\",\"imagewidth\":48,\"imageheight\":8}],\"layers\":["
    "{\"type\":\"tilelayer\",\"id\":1,\"name\":\"main\",\"width\":4,\"height\":4,\"x\":0,\"y\":0,\"opacity\":"
    "1,\"visible\":true,"
    "\"data\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]},"
    "{\"type\":\"objectgroup\",\"id\":2,\"name\":\"things\",\"opacity\":1,\"visible\":true,\"objects\":["
    "{\"id\":1,\"name\":\"bob\",\"type\":\"guard\",\"x\":8,\"y\":24,\"width\":0,\"height\":0,\"rotation\":0,"
    "\"visible\":true,\"point\":true,"
    "\"properties\":[{\"name\":\"worth\",\"type\":\"int\",\"value\":5},{\"name\":\"pace\",\"type\":\"float\","
    "\"value\":1.5},"
    "{\"name\":\"quick\",\"type\":\"bool\",\"value\":true},{\"name\":\"says\",\"type\":\"string\",\"value\":"
    "\"moo\"}]},"
    "{\"id\":2,\"name\":\"late\",\"type\":\"guard\",\"x\":16,\"y\":8,\"width\":8,\"height\":8,\"rotation\":0,"
    "\"visible\":false},"
    "{\"id\":3,\"name\":\"pool\",\"type\":\"water\",\"x\":0,\"y\":0,\"width\":16,\"height\":32,\"rotation\":"
    "0,\"visible\":true},"
    "{\"id\":4,\"name\":\"gate\",\"type\":\"door\",\"x\":32,\"y\":16,\"width\":0,\"height\":0,\"rotation\":0,"
    "\"visible\":true,\"point\":true},"
    "{\"id\":5,\"name\":\"way\",\"type\":\"\",\"x\":0,\"y\":0,\"width\":0,\"height\":0,\"rotation\":0,"
    "\"visible\":true,"
    "\"polyline\":[{\"x\":0,\"y\":0},{\"x\":16,\"y\":0},{\"x\":16,\"y\":16}]}]}]}\n";

static const char guarding[] =
    "behaviour Guard {\n    prop worth: int = 1\n    prop pace: fx = 1.0\n    prop quick: bool = false\n    "
    "prop says: name = ''\n"
    "    on Press(b) when b == Button.A { assert(worth == 5 and pace == 1.5 and quick and says == 'moo')\n"
    "        log_number(5)\n    }\n}\n"
    "behaviour Rules {\n"
    "    on Enter(who, where, kind) { if who == find('bob') and where == 'pool' and kind == 'water' { "
    "log_number(6) } }\n"
    "    on Press(b) {\n        if b == Button.X { level_play('room', false) }\n        if b != Button.B { "
    "return }\n"
    "        assert(find('late') == null and locator('gate') == vec3(3.0, 0.0, 0.0) and locator_kind('gate') "
    "== 'door')\n"
    "        assert(path_length('way') == 2.0 and along('way', 1.5) == vec3(2.0, 0.5, 0.0))\n"
    "        let late = summon('late')\n"
    "        assert(late != null and late.pos == vec3(2.25, 0.25, 0.0))\n"
    "        log_number(7)\n    }\n"
    "}\n";

/* Objects of Tiled are objects of types, volumes, locators and paths. */
TEST(console_tilemap_objects_come_into_the_world) {
    played p;
    memset(&p, 0, sizeof p);
    write_texts(&p.folder,
                &(played_texts){HEAD "script game game.goad\n" SETS
                                     "tilemap room room.tmj tiles=warm\ntype guard behaviour=Guard\n"
                                     "type rules behaviour=Rules\n" SCENE
                                     " map room at=1,1\n object rules\nend\n",
                                guarding, NULL});
    add_files(&p.folder);
    folder_write(&p.folder, "room.tmj", tiled);
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    CHECK(p.console != NULL);
    const ox_world *world = &p.console->world;
    frames(p.console, 2);
    const ox_object *bob = ox_world_find(world, OX_NAME("bob"));
    CHECK(bob != NULL);
    const vec3 *at = bob == NULL ? NULL : ox_place_of(world, bob);
    CHECK(at != NULL && at->x == FX(1.5) && at->y == FX(-0.5));
    frame(p.console, PLAT_A);
    frame(p.console, PLAT_B);
    frames(p.console, 3);
    CHECK(logged(p.console, "5"));
    CHECK(logged(p.console, "6"));
    CHECK(logged(p.console, "7"));
    frame(p.console, PLAT_X);
    frames(p.console, 3);
    CHECK(ox_world_find(world, OX_NAME("bob")) == NULL);
    end(&p);
}

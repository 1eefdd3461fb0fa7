/* Tiles that stand among sprites, drawn by the console and by a painter's model: pixel by pixel, on every kind of grid; and which tile is under the cursor. */
#define _XOPEN_SOURCE 700
#include "fixedmath/random.h"
#include "kernel/sprites/module.h"
#include "kernel/tilemap/module.h"
#include "kernel/type/name.h"
#include "kernel/world/place.h"
#include "tests/host/rom/carts/played_cart.h"

enum { WIDTH = 96, HEIGHT = 64, SIDE = 7, TALL = 24, WIDE = 16, HERO = 500, LAYERS = 3, LIFT = 9 };

#define BACKGROUND 0x102030u
#define HERO_COLOUR 0xF0E000u

static const char cart_text[] =
    "title \"Standing\"\nsize 96x64\nformat xrgb8888\nbudget 512K\nframe 128K\nstart one\n"
    "tileset town town.xpm tile=16x24\ntilemap town town.tmj tiles=town\nsheet hero hero.xpm grid=6x12 "
    "pivot=3,12\n"
    "type hero sprite=hero/0\nscene one\n background #102030\n camera at=0,0 flat\n layer floor\n layer main "
    "sort=y\n"
    " layer sky\n map town at=-1,2 layer=main standing=low,high\n object hero name=hero at=0,0,0\nend\n";

/* The tile in a cell of one of the layers floor, low and high; 0: none. */
static uint32_t tile_in(uint32_t layer, int32_t column, int32_t row) {
    if (column < 0 || row < 0 || column >= SIDE || row >= SIDE) return 0;
    const uint32_t mix = (uint32_t)(column * 5 + row * 11 + (int32_t)layer * 3) % 13;
    if (layer == 0) return 1 + mix % 2;
    return mix > 6 ? 0 : layer == 1 ? 3 + mix : mix > 3 ? 0 : 10 + mix;
}

static uint32_t colour_of(uint32_t tile) { return 0x101010u * tile + 0x000800u; }

/* Pixels of a tile: tiles of the floor are as high as a cell of 8 lines, others have one clear corner. */
static bool tile_shows(uint32_t tile, int32_t x, int32_t y) {
    if (tile <= 2) return y >= TALL - 8;
    return y >= 6 || x >= 5;
}

static void write_set(packed_folder *f) {
    enum { TILES = 14 };
    static char text[TALL * (TILES * WIDE + 8) + 2000];
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "/* XPM */\nstatic char *s[] = {\n\"%d %d %d 1\",\n\". c None\",\n",
                                 TILES * WIDE, TALL, TILES + 1);
    for (uint32_t i = 0; i < TILES; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "\"%c c #%06X\",\n", (int)('a' + i),
                               (unsigned)colour_of(i));
    for (int32_t y = 0; y < TALL; y++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "\"");
        for (int32_t x = 0; x < TILES * WIDE; x++)
            text[at++] = tile_shows((uint32_t)(x / WIDE), x % WIDE, y) ? (char)('a' + x / WIDE) : '.';
        at += (size_t)snprintf(text + at, sizeof text - at, "\"%s\n", y == TALL - 1 ? "};" : ",");
    }
    folder_write(f, "town.xpm", text);
}

/* grid: Tiled's words for the layout. */
static void write_map(packed_folder *f, const char *grid) {
    static const char *const names[LAYERS] = {"floor", "low", "high"};
    static char text[6000];
    size_t at = (size_t)snprintf(
        text, sizeof text,
        "{\"type\":\"map\",\"version\":\"1.10\",%s,\"renderorder\":\"right-down\",\"width\":%d,\"height\":%d,"
        "\"tilewidth\":16,\"tileheight\":8,\"infinite\":false,\"tilesets\":[{\"firstgid\":1,\"name\":"
        "\"town\","
        "\"tilewidth\":16,\"tileheight\":24,\"tilecount\":14,\"columns\":14,\"image\":\"town.xpm\","
        "\"imagewidth\":"
        "224,\"imageheight\":24}],\"layers\":[",
        grid, SIDE, SIDE);
    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        at += (size_t)snprintf(
            text + at, sizeof text - at,
            "%s{\"type\":\"tilelayer\",\"id\":%u,\"name\":\"%s\",\"width\":%d,\"height\":%d,\"x\":0,\"y\":0,"
            "\"opacity\":1,\"visible\":true,\"offsety\":%d,\"data\":[",
            layer == 0 ? "" : ",", layer + 1, names[layer], SIDE, SIDE, layer == 2 ? -LIFT : 0);
        for (int32_t i = 0; i < SIDE * SIDE; i++) {
            const uint32_t tile = tile_in(layer, i % SIDE, i / SIDE);
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%u", i == 0 ? "" : ",",
                                   tile == 0 ? 0 : tile + 1);
        }
        at += (size_t)snprintf(text + at, sizeof text - at, "]}");
    }
    snprintf(text + at, sizeof text - at, "]}");
    folder_write(f, "town.tmj", text);
}

static void write_hero(packed_folder *f) {
    char text[400];
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "/* XPM */\nstatic char *s[] = {\n\"6 12 1 1\",\n\"a c #F0E000\",\n");
    for (int y = 0; y < 12; y++)
        at += (size_t)snprintf(text + at, sizeof text - at, "\"aaaaaa\"%s\n", y == 11 ? "};" : ",");
    folder_write(f, "hero.xpm", text);
}

static void play_on(played *p, const char *grid) {
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){cart_text, "behaviour Nobody { }\n", NULL});
    write_set(&p->folder);
    write_map(&p->folder, grid);
    write_hero(&p->folder);
    CHECK(folder_pack(&p->folder, &p->image));
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

/* ---- the painter's model: who owns each pixel ---- */

typedef struct model {
    const ox_tile_map *map;
    ox_tile_point origin;          /* of the map in the picture */
    ox_tile_point hero;            /* in the map */
    uint32_t owner[HEIGHT][WIDTH]; /* 1 + cell + 100 times the layer; HERO; 0 */
} model;

static void paint(model *m, int32_t x, int32_t y, uint32_t owner) {
    x += m->origin.x, y += m->origin.y;
    if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT) m->owner[y][x] = owner;
}

static void paint_cell(model *m, uint32_t layer, int32_t column, int32_t row) {
    const ox_tile_point corner = ox_tile_corner(&m->map->layout, (ox_cell){column, row});
    const uint32_t tile = tile_in(layer, column, row);
    for (int32_t y = 0; tile != 0 && y < TALL; y++)
        for (int32_t x = 0; x < WIDE; x++)
            if (tile_shows(tile, x, y))
                paint(m, corner.x + x, corner.y + 8 - TALL + y - (layer == 2 ? LIFT : 0),
                      1u + (uint32_t)(row * SIDE + column) + 100u * layer);
}

static void paint_hero(model *m) {
    for (int32_t y = 0; y < 12; y++)
        for (int32_t x = 0; x < 6; x++) paint(m, m->hero.x - 3 + x, m->hero.y - 12 + y, HERO);
}

/* The cells of one line, of both layers that stand. */
static void paint_line(model *m, int32_t y) {
    for (uint32_t layer = 1; layer < LAYERS; layer++)
        for (int32_t column = 0; column < SIDE; column++)
            for (int32_t row = 0; row < SIDE; row++)
                if (ox_tile_middle(&m->map->layout, (ox_cell){column, row}).y == y)
                    paint_cell(m, layer, column, row);
}

static void paint_all(model *m) {
    memset(m->owner, 0, sizeof m->owner);
    for (int32_t row = 0; row < SIDE; row++)
        for (int32_t column = 0; column < SIDE; column++) paint_cell(m, 0, column, row);
    for (int32_t y = -20; y < 200; y++) {
        paint_line(m, y);
        if (y == m->hero.y) paint_hero(m);
    }
    if (m->hero.y < -20 || m->hero.y >= 200) CHECK(false);
}

static uint32_t colour_at(const model *m, int32_t x, int32_t y) {
    const uint32_t owner = m->owner[y][x], cell = (owner - 1u) % 100u;
    if (owner == 0) return BACKGROUND;
    if (owner == HERO) return HERO_COLOUR;
    return colour_of(tile_in((owner - 1u) / 100u, (int32_t)cell % SIDE, (int32_t)cell / SIDE));
}

/* ---- the console's picture against it ---- */

static vec3 *place_of_hero(const played *p) {
    const ox_object *hero = ox_world_find(&p->console->world, OX_NAME("hero"));
    CHECK(hero != NULL);
    return &ox_object_place_of(&p->console->world, hero)->pos;
}

static uint32_t pixel(const played *p, int x, int y) {
    const uint8_t *row = p->console->bands.pixels + (size_t)y * (size_t)p->console->bands.stride;
    CHECK(p->console->bands.whole);
    return ((const uint32_t *)(const void *)row)[x] & 0xFFFFFFu;
}

static model look(const played *p) {
    static model m;
    ox_tile_map *maps = NULL;
    CHECK(ox_tilemaps(p->console, &maps) == 1);
    const ox_glass glass = ox_glass_of(&p->console->host);
    const ox_scroll scroll = ox_view_scroll(ox_view_of(&p->console->host), &glass, &ox_scroll_rate_full);
    m.map = maps;
    m.origin = (ox_tile_point){ox_scroll_x(&scroll, maps->x), ox_scroll_y(&scroll, maps->y)};
    m.hero = ox_tile_map_pixel(maps, *place_of_hero(p));
    paint_all(&m);
    return m;
}

static const char *const grids[] = {
    "\"orientation\":\"isometric\"", "\"orientation\":\"orthogonal\"",
    "\"orientation\":\"staggered\",\"staggeraxis\":\"y\",\"staggerindex\":\"odd\"",
    "\"orientation\":\"staggered\",\"staggeraxis\":\"x\",\"staggerindex\":\"even\"",
    "\"orientation\":\"hexagonal\",\"staggeraxis\":\"y\",\"staggerindex\":\"odd\",\"hexsidelength\":4"};
enum { GRIDS = sizeof grids / sizeof *grids };

/* R2D-025: a tall tile in front hides what is behind it, and a sprite that goes about a tower is before it and behind it as it should be. */
TEST(console_standing_tiles_cover_sprites_by_their_lines) {
    for (uint32_t grid = 0; grid < GRIDS; grid++) {
        played p;
        rng32 random = rng32_seed(grid + 1, 5);
        uint32_t wrong = 0, covered = 0, whole = 0;
        play_on(&p, grids[grid]);
        for (uint32_t step = 0; step < 60; step++) {
            *place_of_hero(&p) =
                v3((fx)rng_below(&random, FX(5)) - FX(2.5), (fx)rng_below(&random, FX(5)) - FX(2), 0);
            ox_view_of(&p.console->host)->at =
                (vec2){(fx)rng_below(&random, FX(3)) - FX(1.5), (fx)rng_below(&random, FX(3)) - FX(1.5)};
            frames(p.console, 1);
            const model m = look(&p);
            uint32_t seen = 0;
            for (int32_t y = 0; y < HEIGHT; y++)
                for (int32_t x = 0; x < WIDTH; x++) {
                    wrong += pixel(&p, x, y) != colour_at(&m, x, y);
                    seen += m.owner[y][x] == HERO;
                }
            covered += seen < 6 * 12, whole += seen == 6 * 12;
        }
        CHECK_EQ(wrong, 0);
        CHECK(covered > 10 && whole > 3);
        end(&p);
    }
}

/* R2D-025: the cell under the cursor is that whose tile is seen there, at a hundred known places and at all others. */
TEST(console_standing_tiles_are_picked_as_they_are_seen) {
    for (uint32_t grid = 0; grid < GRIDS; grid++) {
        played p;
        uint32_t wrong = 0, tall = 0, ground = 0;
        play_on(&p, grids[grid]);
        *place_of_hero(&p) = v3(FX(-5), 0, 0);
        frames(p.console, 1);
        const model m = look(&p);
        ox_tile_map *map = ox_tilemaps_find(p.console, OX_NAME("town"));
        const ox_glass glass = ox_glass_of(&p.console->host);
        const ox_scroll scroll = ox_view_scroll(ox_view_of(&p.console->host), &glass, &ox_scroll_rate_full);
        for (int32_t y = 0; y < HEIGHT; y++)
            for (int32_t x = 0; x < WIDTH; x++) {
                const vec2 at = ox_scroll_point(&scroll, x, y);
                const ox_cell cell = ox_tilemaps_pick(p.console, map, v3(at.x, at.y, 0)),
                              under = ox_tile_map_under(map, v3(at.x, at.y, 0));
                const uint32_t owner = m.owner[y][x], number = (owner - 1u) % 100u;
                const bool right =
                    owner == 0 ? cell.column == under.column && cell.row == under.row
                               : cell.column == (int32_t)number % SIDE && cell.row == (int32_t)number / SIDE;
                wrong += !right;
                tall += owner > 100 && (cell.column != under.column || cell.row != under.row);
                ground += owner > 0 && owner <= 100;
            }
        CHECK_EQ(wrong, 0);
        CHECK(tall > 100 && ground > 100);
        end(&p);
    }
}

TEST(console_standing_tiles_mistakes_are_told) {
    static const struct {
        const char *from, *to, *says;
    } cases[] = {{"standing=low,high", "standing=low,hihg", "has no layer `hihg` that could stand"},
                 {"standing=low,high", "standing=low,", "a comma without a name behind it"}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        packed_folder f;
        writer image;
        tool_error error = {.text = ""};
        char text[1000];
        const char *at = strstr(cart_text, cases[i].from);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - cart_text), cart_text, cases[i].to,
                 at + strlen(cases[i].from));
        write_texts(&f, &(played_texts){text, "behaviour Nobody { }\n", NULL});
        write_set(&f);
        write_map(&f, grids[0]);
        write_hero(&f);
        CHECK(!folder_pack_told(&f, &image, &error));
        CHECK(strstr(error.text, cases[i].says) != NULL);
        TEST_INFO("%s", error.text);
        folder_remove(&f);
    }
}

/* Bodies, movers and questions over maps of tiles. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/tilemap/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

enum { COLUMNS = 64, ROWS = 16, FLOOR = 12 };

/* Tiles of half a metre: a floor from row FLOOR on, a wall at column 60, one step of a tile at 40, one-way tiles in row 6 from 20 to 25. */
static int tile_at(int column, int row, int floor) {
    if (row >= floor || column == 60) return 1;
    if (column >= 40 && column < 50 && row == FLOOR - 1) return 1;
    return row == 6 && column >= 20 && column < 26 ? 2 : -1;
}

/* With the floor in a row of its own, for reloads. */
static void pack_tiles(played *p, const char *objects, const char *script, int floor) {
    static char text[8192];
    size_t at = 0;
    CHECK((size_t)snprintf(text, sizeof text,
                           "title \"Tiles\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 16K\nstart one\n"
                           "script game game.goad\ntileset earth earth.xpm tile=8x8 solid=1 one-way=2\n"
                           "tilemap level map.csv tiles=earth\n"
                           "type box\n with shape=rectangle size=0.8,0.8,1 friction=0.5\n with body=free\n"
                           "type ball\n with shape=circle radius=0.4\n with body=free\n"
                           "type hero\n with shape=rectangle size=0.8,1.6,1\n with mover=walk step=0.1\n"
                           "type eye\n with shape=rectangle size=1,1,1 sensor=1\n"
                           "type ground\n with shape=tiles friction=0.5\n"
                           "scene one\n camera flat at=0,0\n layer main\n map level\n"
                           " object ground name=ground\n%send\n",
                           objects) < sizeof text);
    memset(p, 0, sizeof *p);
    write_texts(&p->folder, &(played_texts){text, script, NULL});
    folder_write(
        &p->folder, "earth.xpm",
        "/* XPM */\nstatic char *s[] = {\n\"24 8 3 1\",\n\"a c #000000\",\n\"b c #808080\",\n\"c c "
        "#F0F0F0\",\n\"aaaaaaaabbbbbbbbcccccccc\",\n\"aaaaaaaabbbbbbbbcccccccc\",\n"
        "\"aaaaaaaabbbbbbbbcccccccc\",\n\"aaaaaaaabbbbbbbbcccccccc\",\n\"aaaaaaaabbbbbbbbcccccccc\",\n"
        "\"aaaaaaaabbbbbbbbcccccccc\",\n\"aaaaaaaabbbbbbbbcccccccc\",\n\"aaaaaaaabbbbbbbbcccccccc\"};\n");
    at = (size_t)snprintf(text, sizeof text, "A map.\n%d,%d\n", COLUMNS, ROWS);
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%d%c", tile_at(column, row, floor),
                                   column + 1 < COLUMNS ? ',' : '\n');
    folder_write(&p->folder, "map.csv", text);
    CHECK(folder_pack(&p->folder, &p->image));
}

static void play_tiles(played *p, const char *objects, const char *script) {
    pack_tiles(p, objects, script, FLOOR);
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

static ox_tile_map *map_of(const played *p) {
    ox_tile_map *maps = NULL;
    CHECK(ox_tilemaps(p->console, &maps) == 1);
    return maps;
}

/* The place of a column, so high above the floor. */
static vec3 over(const played *p, int column, fx above) {
    const vec3 middle = ox_tile_map_middle(map_of(p), (ox_cell){column, FLOOR});
    return (vec3){middle.x, middle.y + FX(0.25) + above, 0};
}
static void put(const played *p, const char *name, vec3 at) {
    (void)ox_place_set(&p->console->world, object_called(p, name), at);
}
static fx height(const played *p, const char *name) { return place_called(p, name).y - over(p, 0, 0).y; }

TEST(physics_bodies_lie_on_tiles) {
    played p;
    play_tiles(&p, " object box name=a\n object box name=b\n object ball name=c\n", physics_no_script);
    put(&p, "a", over(&p, 10, FX(0.5)));
    put(&p, "b", over(&p, 10, FX(1.5)));
    put(&p, "c", over(&p, 14, FX(2)));
    steps(&p, 240);
    CHECK_NEAR(height(&p, "a"), FX(0.4), FX(0.012));
    CHECK_NEAR(height(&p, "b"), FX(1.2), FX(0.03));
    CHECK_NEAR(height(&p, "c"), FX(0.4), FX(0.012));
    CHECK(body_called(&p, "a")->asleep && body_called(&p, "b")->asleep && body_called(&p, "a")->grounded);
    CHECK(
        ox_bodies_touch(ox_console_physics(p.console), object_called(&p, "a"), object_called(&p, "ground")));
    /* Cells that are taken away wake what sleeps on them, and others let it sleep. */
    for (int column = 5; column < 16; column++)
        CHECK_EQ(ox_tile_map_put(map_of(&p), 0, (ox_cell){column, FLOOR}, OX_TILE_NOTHING), OX_OK);
    steps(&p, 240);
    CHECK_NEAR(height(&p, "a"), FX(-0.1), FX(0.012));
    CHECK(body_called(&p, "a")->asleep);
    end(&p);
}

/* A ball rolls, and a box slides, over thirty joints, as over one floor. */
TEST(physics_bodies_feel_no_joints_of_tiles) {
    played p;
    play_tiles(&p,
               " object box name=a\n with shape=rectangle size=0.8,0.8,1 friction=0\n object ball name=c\n",
               physics_no_script);
    put(&p, "a", over(&p, 12, FX(0.4)));
    put(&p, "c", over(&p, 2, FX(0.4)));
    steps(&p, 30);
    fx high = height(&p, "a"), round = height(&p, "c");
    body_called(&p, "a")->velocity[0] = body_called(&p, "c")->velocity[0] = 4 * FX_ONE;
    ox_body_wake(ox_console_physics(p.console), object_called(&p, "a"));
    ox_body_wake(ox_console_physics(p.console), object_called(&p, "c"));
    for (int i = 0; i < 200; i++) {
        steps(&p, 1);
        CHECK_NEAR(height(&p, "a"), high, 16);
        CHECK_NEAR(height(&p, "c"), round,
                   40); /* what it may sink in, half a millimetre, is new with a new part */
        high = height(&p, "a");
        round = height(&p, "c");
    }
    CHECK_NEAR(body_called(&p, "a")->velocity[0], 4 * FX_ONE, FX(0.02));
    CHECK(body_called(&p, "c")->velocity[0] >
          FX(2.5)); /* it has begun to roll: two thirds, less what turning costs */
    end(&p);
}

/* Through a tile that is two fifths of what a ball flies in a step: never. A jump through one-way tiles ends on them. */
TEST(physics_tiles_stop_what_is_fast_and_one_way) {
    played p;
    play_tiles(&p,
               " object ball name=c\n with body=free gravity=0\n object box name=a\n object ball name=d\n",
               physics_no_script);
    put(&p, "c", over(&p, 54, FX(2)));
    put(&p, "a", over(&p, 22, FX(1)));
    put(&p, "d", over(&p, 24, FX(5)));
    body_called(&p, "c")->velocity[0] = 75 * FX_ONE;
    body_called(&p, "a")->velocity[1] = 8 * FX_ONE;
    fx most = 0;
    for (int i = 0; i < 200; i++) {
        steps(&p, 1);
        most = fx_max(most, height(&p, "a"));
    }
    CHECK(place_called(&p, "c").x < over(&p, 60, 0).x);
    CHECK(most > FX(3.9));
    CHECK_NEAR(height(&p, "a"), FX(3.4), FX(0.015));
    CHECK_NEAR(height(&p, "d"), FX(3.4), FX(0.015));
    end(&p);
}

TEST(physics_tiles_answer_questions) {
    played p;
    play_tiles(&p, " object box name=a\n object eye name=eye\n", physics_no_script);
    put(&p, "a", over(&p, 10, FX(1)));
    put(&p, "eye", over(&p, 30, FX(3)));
    steps(&p, 1);
    ox_collisions *c = ox_console_collisions(p.console);
    const ox_handle ground = object_called(&p, "ground")->handle;
    ox_collision_hit hit;
    const ox_collision_filter filter = {.but = object_called(&p, "a")->handle};
    CHECK(ox_collision_ray(c, over(&p, 20, FX(2)), (vec3){0, -4 * FX_ONE, 0}, NULL, &hit));
    CHECK_EQ(hit.object.bits, ground.bits);
    CHECK_NEAR(hit.at.y, over(&p, 0, 0).y, 4);
    const ox_collider *shape = ox_collider_of(c, object_called(&p, "a"));
    CHECK(ox_collision_sweep(c, &shape->shape, &shape->pose, (vec3){0, -3 * FX_ONE, 0}, &filter, &hit));
    CHECK_NEAR(fx_mul_q30(3 * FX_ONE, hit.part), shape->pose.t.y - FX(0.4) - over(&p, 0, 0).y, FX(0.002));
    CHECK(ox_collision_inside(c, over(&p, 20, FX(-0.2)), NULL) == object_called(&p, "ground"));
    CHECK(ox_collision_inside(c, over(&p, 20, FX(0.2)), NULL) == NULL);
    CHECK_EQ(c->sensed_count, 0);
    put(&p, "eye", over(&p, 30, FX(0.3)));
    steps(&p, 1);
    CHECK_EQ(c->sensed_count, 1);
    CHECK_EQ(c->sensed[0].object.bits, ground.bits);
    end(&p);
}

/* Movers know the tiles of maps without a shape for them, too. */
TEST(physics_movers_walk_over_tiles) {
    played p;
    play_tiles(&p, " object hero name=hero\n", physics_no_script);
    put(&p, "hero", over(&p, 10, FX(1)));
    ox_mover *hero = ox_mover_of(ox_console_physics(p.console), object_called(&p, "hero"));
    steps(&p, 40);
    CHECK_NEAR(height(&p, "hero"), FX(0.8), FX(0.003));
    CHECK(body_called(&p, "hero")->grounded);
    const fx from = place_called(&p, "hero").x;
    for (int i = 0; i < 60; i++) {
        ox_mover_walk(hero, (vec3){3 * FX_ONE, 0, 0});
        steps(&p, 1);
        CHECK(body_called(&p, "hero")->grounded);
        CHECK_NEAR(height(&p, "hero"), FX(0.8), FX(0.003));
    }
    CHECK_NEAR(place_called(&p, "hero").x - from, FX(2.9), FX(0.2));
    for (int i = 0; i < 300; i++) { /* the step of half a metre is a wall */
        ox_mover_walk(hero, (vec3){3 * FX_ONE, 0, 0});
        steps(&p, 1);
    }
    CHECK_NEAR(place_called(&p, "hero").x, over(&p, 40, 0).x - FX(0.25) - FX(0.4), FX(0.01));
    ox_mover_jump(hero, 5 * FX_ONE); /* and is jumped on */
    for (int i = 0; i < 60; i++) {
        ox_mover_walk(hero, (vec3){3 * FX_ONE, 0, 0});
        steps(&p, 1);
    }
    CHECK_NEAR(height(&p, "hero"), FX(1.3), FX(0.003));
    put(&p, "hero", over(&p, 22, FX(0.8)));
    steps(&p, 5);
    ox_mover_jump(hero, 9 * FX_ONE); /* through the one-way tiles from below */
    steps(&p, 120);
    CHECK_NEAR(height(&p, "hero"), FX(3.8), FX(0.003));
    end(&p);
}

/* A map that changes while the game runs: what slept on it falls to where the floor is now, and saved state knows it. */
TEST(physics_tiles_are_reloaded) {
    played p, next;
    writer mod = {0};
    rom_image was, is;
    tool_error error;
    uint32_t count = 0;
    play_tiles(&p, " object box name=a\n", physics_no_script);
    put(&p, "a", over(&p, 10, FX(0.4)));
    steps(&p, 90);
    CHECK(body_called(&p, "a")->asleep);
    pack_tiles(&next, " object box name=a\n", physics_no_script, FLOOR + 1);
    CHECK(rom_open(p.image.data, p.image.size, &was, NULL) == ROM_OK &&
          rom_open(next.image.data, next.image.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "mod", NULL, &mod, &count, &error));
    CHECK_EQ(ox_console_replace(p.console, mod.data, (uint32_t)mod.size, &p.error), OX_OK);
    steps(&p, 120);
    CHECK_NEAR(height(&p, "a"), FX(-0.1), FX(0.012));
    end(&p);
    writer_free(&mod);
    writer_free(&next.image);
    folder_remove(&next.folder);
}

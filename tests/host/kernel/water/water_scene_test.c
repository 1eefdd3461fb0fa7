/* Water in scenes: what floats and sinks, currents, floors, basins that fill, events, and that games go on from their state. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/saving/internal.h"
#include "kernel/water/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

static int32_t global_of(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

static ox_water_grid grid_called(const played *p, const char *name) {
    ox_water_grid grid = {0};
    ox_water_bath bath;
    CHECK(ox_water_bath_of(ox_console_waters(p->console), object_called(p, name), &grid, &bath));
    return grid;
}

#define POND "type pond\n with water=waves size=8,8 cells=17 speed=2 depth=4\n"

/* Half as heavy as water: half of it is below. Heavier: to the ground. They come to rest and sleep, and waves wake them. */
TEST(water_bodies_float_and_sink) {
    played p;
    play_bodies(&p, POND "type bed\n with shape=box size=20,1,20 offset=0,-4.5,0\n",
                " object pond\n object bed\n object box name=box at=-2,0.5,1\n with body=free mass=500\n"
                " object ball name=ball at=2,1,1\n object pill name=pill at=0,1,-2\n"
                " object box name=stone at=2,1,-2\n with body=free mass=1200\n behaviour Hand\n",
                "behaviour Hand { on Press(b) { splash(find('pond'), vec3(-2.0, 0.0, 0.0), 1.0) } }\n");
    steps(&p, 1200);
    TEST_INFO("box %.3f, ball %.3f, pill %.3f, stone %.3f", metres(place_called(&p, "box").y),
              metres(place_called(&p, "ball").y), metres(place_called(&p, "pill").y),
              metres(place_called(&p, "stone").y));
    CHECK(fabs(metres(place_called(&p, "box").y)) < 0.02);
    CHECK(metres(place_called(&p, "ball").y) > 0.15 && metres(place_called(&p, "ball").y) < 0.35);
    CHECK(metres(place_called(&p, "pill").y) > 0.05);
    CHECK(metres(place_called(&p, "stone").y) < -3.4);
    CHECK_EQ(ox_console_physics(p.console)->awake, 0);
    CHECK(grid_called(&p, "pond").still);
    frame(p.console, PLAT_A);
    CHECK(!grid_called(&p, "pond").still);
    steps(&p, 10);
    CHECK(ox_console_physics(p.console)->awake > 0);
    end(&p);
}

/* In a current a body comes to go as fast as that; where there is no water it falls. */
TEST(water_current_carries) {
    played p;
    play_bodies(
        &p, "type river\n with water=waves size=60,4 cells=61 current=1.5,0 depth=3\n",
        " object river\n object box name=box at=-20,0.4,0\n object box name=out at=0,3,9\n behaviour Hand\n",
        "behaviour Hand { on Press(b) { find('river').water_current = vec2(-0.5, 0.0) } }\n");
    steps(&p, 400);
    CHECK_NEAR(body_called(&p, "box")->velocity[0], FX(1.5), FX(0.08));
    CHECK(place_called(&p, "out").y < -10 * FX_ONE);
    frame(p.console, PLAT_A);
    steps(&p, 400);
    CHECK_NEAR(body_called(&p, "box")->velocity[0], FX(-0.5), FX(0.05));
    end(&p);
}

/* Shapes below are the floor; what stands above the plane is land, and the water beside it gets shallow. */
TEST(water_floor_is_what_rays_meet) {
    played p;
    play_bodies(
        &p,
        "type rock\n with shape=box size=2,4,2\n"
        "type sea\n with water=waves size=8,8 cells=17 depth=3 floor=rock beach=4\n",
        " object sea\n object rock at=0,-1.5,0\n object rock at=-3,-2.5,0\n behaviour Hand\n",
        "var deep = 0.0\nvar dry = 0.0\nvar open = 0.0\nvar whose = false\n"
        "behaviour Hand {\n"
        " on tick {\n"
        "  let sea = find('sea')\n"
        "  splash(sea, vec3(2.0, 0.0, 0.0), sin(6deg * now()) * 0.05)\n"
        "  dry = water_depth(sea, vec3(0.0, 0.0, 0.0))\n  deep = water_depth(sea, vec3(-3.0, 0.0, 0.0))\n"
        "  open = water_depth(sea, vec3(3.0, 0.0, 3.0))\n  whose = water_at(vec3(1.0, -1.0, 1.0)) == sea\n"
        " }\n}\n");
    steps(&p, 120);
    const ox_water_grid grid = grid_called(&p, "sea");
    CHECK_EQ(grid.map[8 * 17 + 8], OX_WATER_LAND); /* its top is half a metre above */
    CHECK_EQ(ox_water_cell(&grid, 8, 8), 0);
    CHECK(grid.map[8 * 17 + 2] < 255 && grid.map[8 * 17 + 2] > 0); /* half a metre deep */
    CHECK_EQ(grid.map[2 * 17 + 14], OX_WATER_FREE);
    CHECK_EQ(global_of(&p, 1), 0);
    CHECK_NEAR(global_of(&p, 0), FX(0.5), FX(0.2));
    CHECK_NEAR(global_of(&p, 2), 3 * FX_ONE, FX(0.3));
    CHECK_EQ(global_of(&p, 3), 1);
    CHECK(!grid.still);
    end(&p);
}

/* A basin fills by as much as is poured, what lies in it comes up, and what is taken out is gone. */
TEST(water_basin_fills_and_lifts) {
    played p;
    play_bodies(
        &p,
        "type basin\n with water=columns size=4,4 cells=9 depth=0 speed=2.5 calm=1\n"
        "type wall\n with shape=box size=1,6,4\n",
        " object floor\n object wall at=2.5,3,0\n object wall at=-2.5,3,0\n object wall at=0,3,2.5 yaw=90\n"
        " object wall at=0,3,-2.5 yaw=90\n object basin\n object box name=box at=0.6,0.5,0.2\n behaviour "
        "Hand\n",
        "var all = 0.0\nvar there = 0.0\n"
        "behaviour Hand {\n"
        " on tick {\n"
        "  if now() < 400 { all += pour(find('basin'), vec3(-1.5, 0.0, -1.5), 0.06) }\n"
        "  there = water_volume(find('basin'))\n }\n"
        " on Press(b) { all += pour(find('basin'), vec3(1.0, 0.0, 1.0), -5.0) }\n}\n");
    steps(&p, 20);
    CHECK_NEAR(place_called(&p, "box").y, FX_HALF, FX(0.02));
    steps(&p, 900);
    TEST_INFO("%.3f of %.3f m3, the box at %.3f", metres(global_of(&p, 1)), metres(global_of(&p, 0)),
              metres(place_called(&p, "box").y));
    CHECK_NEAR(global_of(&p, 0), 24 * FX_ONE, FX(0.5));
    CHECK_NEAR(global_of(&p, 1), global_of(&p, 0), 400); /* each pouring rounds */
    CHECK(metres(place_called(&p, "box").y) > 0.9);
    frame(p.console, PLAT_A);
    CHECK(global_of(&p, 0) < 24 * FX_ONE);
    steps(&p, 1);
    CHECK_NEAR(global_of(&p, 1), global_of(&p, 0), 400);
    end(&p);
}

/* Splash is told once to the body and once to the water, with the speed of the fall. */
TEST(water_splash_is_told_to_both) {
    played p;
    play_bodies(&p, POND, " object pond behaviour=Wet\n object box name=box at=0,5,0 behaviour=Wet\n",
                "var told = 0\nvar speed = 0.0\nvar mine = 0\n"
                "behaviour Wet { on Splash(other, at, strength) { told += 1\n speed = strength\n"
                " if other == find('box') { mine += 1 } } }\n");
    steps(&p, 90);
    TEST_INFO("told %d, %.2f m/s", (int)global_of(&p, 0), metres(global_of(&p, 1)));
    CHECK_EQ(global_of(&p, 0), 2);
    CHECK_EQ(global_of(&p, 2), 1);
    CHECK_NEAR(global_of(&p, 1), FX(9.39), FX(0.3)); /* sqrt(2 g 4.5) */
    CHECK(!grid_called(&p, "pond").still);
    end(&p);
}

/* A line of water in a flat scene: bodies stay in the plane. */
TEST(water_floats_in_flat_scenes) {
    played p;
    play_bodies(&p,
                "type lake\n with water=waves size=20,0 cells=41 depth=4\n"
                "type disc\n with shape=circle radius=0.5\n with body=free\n"
                "type card\n with shape=rectangle size=1,1,1\n with body=free mass=500\n",
                " object lake\n object disc name=disc at=-3,2,0\n object card name=card at=3,1,0 roll=20\n",
                physics_no_script);
    steps(&p, 900);
    CHECK(metres(place_called(&p, "disc").y) > 0.1 && metres(place_called(&p, "disc").y) < 0.35);
    CHECK(fabs(metres(place_called(&p, "card").y)) < 0.06);
    CHECK_EQ(place_called(&p, "card").z, 0);
    CHECK_EQ(grid_called(&p, "lake").rows, 1);
    end(&p);
}

/* What has no room, and what is too fast, is told once. */
TEST(water_limits_are_told) {
    played p;
    play_bodies(&p, "capacity water_cells 200\ntype pond\n with water=waves size=8,8 cells=33\n",
                " object pond\n object ball name=ball at=0,2,0\n", physics_no_script);
    steps(&p, 2);
    CHECK(logged(p.console, "more than 200 cells of water at once: raise `capacity water_cells`"));
    steps(&p, 120);
    CHECK(place_called(&p, "ball").y < 0);
    end(&p);
    play_bodies(&p, "type pond\n with water=waves size=8,8 cells=33 speed=100\n", " object pond\n",
                physics_no_script);
    steps(&p, 2);
    CHECK(logged(p.console, "waves too fast for their cells go at 10.6"));
    CHECK_EQ(grid_called(&p, "pond").part, OX_WATER_MOST_PART);
    end(&p);
}

/* Two runs have the same state in every step, and going back to any step and on from there, too; water that goes gives its cells to the next one. */
TEST(water_games_go_on_from_their_state) {
    enum { STEPS = 240 };
    static const char script[] =
        "behaviour Hand {\n on tick {\n"
        "  if now() % 30 == 0 { splash(find('pond'), vec3(random_between(-3.0, 3.0), 0.0, "
        "random_between(-3.0, 3.0)), 0.3) }\n"
        "  if now() == 60 { remove(find('old')) }\n  if now() == 90 { create('basin', vec3(20.0, 0.0, 0.0)) "
        "}\n"
        "  if now() > 100 { pour(find('basin'), vec3(19.0, 0.0, 0.0), 0.01) }\n }\n}\n";
    static uint32_t hashes[STEPS];
    played p;
    for (int run = 0; run < 2; run++) {
        play_bodies(&p,
                    "capacity rewind 300\ncapacity snapshot-blocks 300\ncapacity save-blocks 24\ncapacity "
                    "water_cells 450\n" POND "type old\n with water=waves size=2,2 cells=10\n"
                    "type basin\n with water=columns size=3,3 cells=9 depth=0.1\n",
                    " object old at=-20,0,0\n object pond\n object ball at=1,2,0\n object box at=-1,1,0\n "
                    "behaviour Hand\n",
                    script);
        for (int i = 0; i < STEPS; i++) {
            frame(p.console, 0);
            if (run == 0)
                hashes[i] = ox_console_state_hash(p.console);
            else if (hashes[i] != ox_console_state_hash(p.console)) {
                CHECK_EQ(i, -1);
                break;
            }
        }
        if (run == 0) end(&p);
    }
    CHECK_EQ(ox_console_waters(p.console)->used, 17 * 17 + 81);
    int at = STEPS - 1, gone = 0;
    for (int back = 7; (uint32_t)back <= ox_console_behind(p.console) && back <= at; back += 9) {
        CHECK_EQ(ox_console_rewind(p.console, (uint32_t)back), OX_OK);
        at -= back;
        gone++;
        CHECK_EQ(ox_console_state_hash(p.console), hashes[at]);
        for (int i = 0; i < 4; i++) {
            frame(p.console, 0);
            at++;
            CHECK_EQ(ox_console_state_hash(p.console), hashes[at]);
        }
    }
    TEST_INFO("went back %d times", gone);
    CHECK(gone >= 4);
    end(&p);
}

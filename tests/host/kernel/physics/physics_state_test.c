/* Sleep, sensors, filters, what is fast, what is full, and that games go on from their state. */
#define _XOPEN_SOURCE 700
#include "fixedmath/random.h"
#include "kernel/behaviour/internal.h"
#include "kernel/saving/internal.h"
#include "tests/host/kernel/physics/physics_scene.h"

static int32_t global_of(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

/* ---- sleep ---- */

#define PAIR_AT_REST " object floor\n object box name=low at=0,0.5,0\n object box name=high at=0,1.5,0\n"

static void sleep_well(const played *p) {
    for (int i = 0; i < 300 && !(body_called(p, "low")->asleep && body_called(p, "high")->asleep); i++)
        steps(p, 1);
    CHECK(body_called(p, "low")->asleep && body_called(p, "high")->asleep);
    steps(p, 1);
    CHECK_EQ(ox_console_physics(p->console)->awake, 0);
    CHECK_EQ(ox_console_physics(p->console)->solved, 0);
}

/* One that is pushed wakes, and so does what lies on it. */
TEST(physics_sleepers_wake_when_pushed) {
    played p;
    play_bodies(&p, "", PAIR_AT_REST " behaviour Hand\n",
                "behaviour Hand { on Press(b) { push(find('low'), vec3(3000.0, 0.0, 0.0)) } }\n");
    sleep_well(&p);
    frame(p.console, PLAT_A);
    CHECK(!body_called(&p, "low")->asleep && !body_called(&p, "high")->asleep);
    CHECK(body_called(&p, "low")->velocity[0] > 0);
    end(&p);
}

/* One that is struck by what falls on it wakes in that step, with all that it lies on. */
TEST(physics_sleepers_wake_when_touched) {
    played p;
    play_bodies(&p, "", PAIR_AT_REST " behaviour Hand\n",
                "behaviour Hand { on Press(b) { create('ball', vec3(0.2, 4.0, 0.0)) } }\n");
    sleep_well(&p);
    frame(p.console, PLAT_A);
    int wait = 0;
    while (wait < 120 && body_called(&p, "high")->asleep) steps(&p, 1), wait++;
    TEST_INFO("after %d steps", wait);
    CHECK(wait > 20 && wait < 60);
    CHECK(!body_called(&p, "low")->asleep && !body_called(&p, "high")->asleep);
    steps(&p, 300);
    CHECK_EQ(ox_console_physics(p.console)->awake, 0);
    end(&p);
}

/* What is taken away below wakes what lay on it, be it a body or none; so does what is led away. */
TEST(physics_sleepers_wake_when_their_support_goes) {
    static const char *const takes[] = {
        "remove(find('stand'))", "find('stand').pos.x = 20.0",
        "tween_place(find('stand'), 'pos', vec3(20.0, 0.5, 0.0), 30t, 'linear')"};
    static const char *const stands[] = {"still", "led"};
    for (int i = 0; i < 6; i++) {
        played p;
        char head[300], script[300];
        snprintf(head, sizeof head,
                 "capacity tweens 2\ntype stand\n with shape=box size=1,1,1 friction=0\n with body=%s\n",
                 stands[i / 3]);
        snprintf(script, sizeof script, "behaviour Hand { on Press(b) { %s } }\n", takes[i % 3]);
        play_bodies(&p, head,
                    " object floor\n object stand name=stand at=0,0.5,0\n object box name=low at=0,1.5,0\n "
                    "object box "
                    "name=high at=0,2.5,0\n behaviour Hand\n",
                    script);
        sleep_well(&p);
        frame(p.console, PLAT_A);
        steps(&p, 120);
        TEST_INFO("%s, %s: at %.3f", stands[i / 3], takes[i % 3], metres(place_called(&p, "low").y));
        CHECK(metres(place_called(&p, "low").y) < 0.51);
        end(&p);
    }
}

/* ---- sensors ---- */

#define COUNTS                                                                                               \
    "var came = 0\nvar went = 0\n"                                                                           \
    "behaviour Gate { on Enter(who, where, kind) when kind == 'sensor' { came += 1 }\n"                      \
    " on Leave(who, where, kind) when kind == 'sensor' { went += 1 } }\n"

/* What falls through comes in once and goes once, as slowly or as fast as it may: 2 m and more within a step. */
TEST(physics_sensors_tell_each_pass_once) {
    static const int speeds[] = {0, 5, 30, 120, 400, 900};
    for (int i = 0; i < 6; i++) {
        played p;
        char objects[300];
        snprintf(
            objects, sizeof objects,
            " object gate at=0,0,0\n object ball name=ball at=0.3,6,0\n with body=free velocity=0,-%d,0\n",
            speeds[i]);
        play_bodies(&p, "type gate behaviour=Gate\n with shape=box size=2,0.4,2 sensor=1\n", objects, COUNTS);
        int most = 0;
        for (int k = 0; k < 120; k++) {
            steps(&p, 1);
            most = int_max(most, global_of(&p, 0) - global_of(&p, 1));
        }
        TEST_INFO("at %d m/s: %d in, %d out", speeds[i], (int)global_of(&p, 0), (int)global_of(&p, 1));
        CHECK_EQ(global_of(&p, 0), 1);
        CHECK_EQ(global_of(&p, 1), 1);
        CHECK(speeds[i] > 30 || most == 1);
        end(&p);
    }
}

/* What is removed in a sensor leaves it; sensors stop nobody, and bodies go their way as if there were none. */
TEST(physics_sensors_stop_nobody) {
    played p;
    play_bodies(&p, "type gate behaviour=Gate\n with shape=sphere radius=3 sensor=1\n",
                " object gate at=0,2,0\n object floor\n object ball name=ball at=0,2,0\n behaviour Hand\n",
                COUNTS "behaviour Hand { on Press(b) { remove(find('ball')) } }\n");
    steps(&p, 2);
    CHECK_EQ(global_of(&p, 0), 2); /* the ball and the floor */
    steps(&p, 60);
    CHECK(metres(place_called(&p, "ball").y) < 0.51);
    CHECK_EQ(global_of(&p, 1), 0);
    frame(p.console, PLAT_A);
    steps(&p, 2);
    CHECK_EQ(global_of(&p, 1), 1);
    end(&p);
}

/* ---- filters ---- */

/* `through` names a type, an object or a tag: those fall through one another, others do not. */
TEST(physics_shapes_let_others_through) {
    played p;
    play_bodies(&p,
                "type shelf\n with shape=box size=9,0.2,9 through=light\ntype ghost tags=light\n with "
                "shape=box size=1,1,1\n"
                " with body=free\n",
                " object floor\n object shelf at=0,2,0\n object ghost name=ghost at=-2,4,0\n object box "
                "name=box at=2,4,0\n"
                " object ball name=own at=0,4,3\n with shape=sphere radius=0.5 through=shelf\n",
                physics_no_script);
    steps(&p, 120);
    CHECK(fabs(metres(place_called(&p, "ghost").y) - 0.5) < 0.01);
    CHECK(fabs(metres(place_called(&p, "own").y) - 0.5) < 0.01);
    CHECK(fabs(metres(place_called(&p, "box").y) - 2.6) < 0.01);
    end(&p);
}

/* ---- what is fast ---- */

/* Whatever the speed, the place within a step and the direction: a wall of a twentieth of a metre stops it. */
TEST(physics_nothing_passes_a_thin_wall) {
    static const int speeds[] = {5, 20, 60, 240, 960};
    int passed = 0, tried = 0;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 12; k++) {
            played p;
            char objects[600];
            snprintf(objects, sizeof objects,
                     " object wall yaw=%d\n"
                     " object ball name=ball at=%g,0,0.2\n with shape=sphere radius=0.1 bounce=%g\n"
                     " with body=free mass=1 gravity=0 velocity=%d,%d,0\n"
                     " object box name=box at=%g,4,0 roll=%d\n with shape=box size=0.3,0.3,0.3\n"
                     " with body=free mass=1 gravity=0 velocity=%d,0,0 angular=3,5,7\n",
                     k % 3 * 10, -3 - k * 0.37, k % 2 * 0.5, speeds[i], speeds[i] / 20, -3 - k * 0.29, k * 20,
                     speeds[i]);
            play_bodies(&p, "type wall\n with shape=box size=0.05,60,60\n", objects, physics_no_script);
            steps(&p, 90);
            tried++;
            const vec3 a = place_called(&p, "ball"), b = place_called(&p, "box");
            const double t = k % 3 * 10 * 3.14159265358979 / 180, c = cos(t), s = -sin(t);
            /* Before the wall, along its normal. */
            const bool ball_passed = metres(a.x) * c + metres(a.z) * s > 0.05,
                       box_passed = metres(b.x) * c + metres(b.z) * s > 0.05;
            passed += ball_passed + box_passed;
            if (ball_passed || box_passed)
                TEST_INFO("%d m/s, %d: ball %d at %.1f %.1f, box %d at %.1f %.1f", speeds[i], k, ball_passed,
                          metres(a.x), metres(a.y), box_passed, metres(b.x), metres(b.y));
            end(&p);
        }
    TEST_INFO("%d of %d passed", passed, tried * 2);
    CHECK_EQ(passed, 0);
}

/* ---- the same again ---- */

static const char heap_script[] =
    "behaviour Hand {\n"
    " on tick { if now() % 20 == 0 and now() < 200 {\n"
    "   create(now() % 40 == 0 ? 'ball' : 'pill', vec3(random_between(-1.0, 1.0), 6.0, "
    "random_between(-1.0, 1.0))) } }\n"
    " on Press(b) { for one in every('box') { one.velocity.y = 4.0 } } }\n";
#define HEAP                                                                                                 \
    " object floor\n object gate at=0,1,0\n object box name=box at=0,0.5,0\n object box name=box "           \
    "at=0.2,1.6,0\n"                                                                                         \
    " object box name=box at=-0.2,2.7,0.1 roll=30\n object pill at=1,2,0 roll=50\n behaviour Hand\n"
#define HEAP_HEAD                                                                                            \
    "capacity rewind 400\ncapacity snapshot-blocks 200\ncapacity save-blocks 16\ntype gate\n with "          \
    "shape=box size=3,1,3 "                                                                                  \
    "sensor=1\n"

/* Two runs have the same state in every step, and going back to any step and on from there, too. */
TEST(physics_games_go_on_from_their_state) {
    enum { STEPS = 360 };
    static uint32_t hashes[STEPS];
    played p;
    for (int run = 0; run < 2; run++) {
        play_bodies(&p, HEAP_HEAD, HEAP, heap_script);
        for (int i = 0; i < STEPS; i++) {
            frame(p.console, i == 150 ? PLAT_A : 0);
            if (run == 0)
                hashes[i] = ox_console_state_hash(p.console);
            else if (hashes[i] != ox_console_state_hash(p.console)) {
                CHECK_EQ(i, -1);
                break;
            }
        }
        if (run == 0) end(&p);
    }
    CHECK(ox_console_behind(p.console) >= 100);
    int at = STEPS - 1, gone = 0;
    for (int back = 7; (uint32_t)back <= ox_console_behind(p.console) && back <= at; back += 5) {
        CHECK_EQ(ox_console_rewind(p.console, (uint32_t)back), OX_OK);
        at -= back;
        gone++;
        CHECK_EQ(ox_console_state_hash(p.console), hashes[at]);
        /* And on from there, by steps of the game itself. */
        for (int i = 0; i < 6; i++) {
            frame(p.console, at + 1 == 150 ? PLAT_A : 0);
            at++;
            CHECK_EQ(ox_console_state_hash(p.console), hashes[at]);
        }
    }
    TEST_INFO("went back %d times", gone);
    CHECK(gone >= 5);
    end(&p);
}

/* ---- what is full, what is far ---- */

TEST(physics_what_is_full_is_told) {
    static const struct {
        const char *capacity, *says;
    } rooms[] = {{"capacity bodies 4\n", "more than 4 bodies at once: raise `capacity bodies`"},
                 {"capacity contacts 3\n", "more than 3 contacts at once: raise `capacity contacts`"},
                 {"capacity shapes 5\n", "more than 5 shapes at once: raise `capacity shapes`"},
                 {"capacity sensed 2\n", "more than 2 objects in sensors: raise `capacity sensed`"}};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        played p;
        char head[300], objects[1500] = " object floor\n object gate at=0,1,0\n", line[80];
        snprintf(head, sizeof head, "%stype gate\n with shape=box size=30,30,3 sensor=1\n",
                 rooms[i].capacity);
        for (int k = 0; k < 10; k++) {
            snprintf(line, sizeof line, " object box name=b%d at=%g,1,0\n", k, k * 0.9 - 4);
            strcat(objects, line);
        }
        play_bodies(&p, head, objects, physics_no_script);
        bool is_told = false;
        for (int k = 0; k < 120; k++) {
            steps(&p, 1);
            is_told = is_told || logged(p.console, rooms[i].says);
        }
        TEST_INFO("%s", rooms[i].says);
        CHECK(is_told);
        steps(&p, 120);
        end(&p);
    }
}

/* Bodies anywhere at any speed, thousands of them: they stay in the world, and nothing overflows. */
TEST(physics_wild_bodies_stay_in_the_world) {
    played p;
    char objects[8192] = " object floor\n", line[64];
    rng32 r = rng32_seed(7, 9);
    for (int i = 0; i < 60; i++) {
        snprintf(line, sizeof line, " object %s name=w%d\n",
                 i % 3 == 0   ? "box"
                 : i % 3 == 1 ? "ball"
                              : "pill",
                 i);
        strcat(objects, line);
    }
    play_bodies(&p, "capacity bodies 64\ncapacity contacts 512\n", objects, physics_no_script);
    ox_physics *physics = ox_console_physics(p.console);
    for (int round = 0; round < 170; round++) {
        for (int i = 0; i < 60; i++) {
            char name[8];
            snprintf(name, sizeof name, "w%d", i);
            ox_object *object = object_called(&p, name);
            ox_body *body = ox_body_of(physics, object);
            const uint32_t shift = rng32_next(&r) % 24;
            const vec3 at = {(fx)((int32_t)rng32_next(&r) >> shift), (fx)((int32_t)rng32_next(&r) >> shift),
                             (fx)((int32_t)rng32_next(&r) >> shift)};
            CHECK_EQ(ox_place_set(&p.console->world, object, at), OX_OK);
            for (int k = 0; k < 3; k++) {
                body->velocity[k] = (int32_t)rng32_next(&r) >> (rng32_next(&r) % 20);
                body->angular[k] = (int32_t)rng32_next(&r) >> (rng32_next(&r) % 20);
            }
            if (round % 4 == 3) ox_body_impulse(physics, object, at, (vec3){at.z, at.x, at.y});
            if (round % 5 == 4) ox_body_push(physics, object, at, (vec3){at.y, at.z, at.x});
        }
        steps(&p, 3);
        for (int i = 0; i < 60; i++) {
            char name[8];
            snprintf(name, sizeof name, "w%d", i);
            const vec3 v = place_called(&p, name);
            CHECK(fx_abs(v.x) <= FX_WORLD_LIMIT && fx_abs(v.y) <= FX_WORLD_LIMIT &&
                  fx_abs(v.z) <= FX_WORLD_LIMIT);
        }
    }
    end(&p);
}

/* ---- any scene ---- */

enum { RANDOM_SCENES = 6, RANDOM_STEPS = 120 };

static int below(rng32 *r, int most) { return (int)(rng32_next(r) >> 8) % most; }

/* Scenes of any bodies with any joints play without a fault, and all of them stay in the world. */
TEST(physics_random_scenes_play) {
    static const char *const types[] = {"box", "ball", "pill", "floor"},
                             *const moves[] = {"free", "free", "free", "led", "still"},
                             *const kinds[] = {"ball", "hinge", "slider", "weld", "rod", "rope", "spring"};
    rng32 r = rng32_seed(5, 17);
    for (int scene = 0; scene < RANDOM_SCENES; scene++) {
        played p;
        char objects[8000] = "", line[400];
        const int count = 4 + below(&r, 20);
        for (int i = 0; i < count; i++) {
            snprintf(line, sizeof line,
                     " object %s name=r%d at=%d.%d,%d.%d,%d yaw=%d roll=%d scale=%d.%d\n"
                     " with body=%s mass=%d.%02d gravity=%d velocity=%d,%d,%d angular=%d,%d,%d\n",
                     types[i == 0 ? 3 : below(&r, 3)], i, below(&r, 9) - 4, below(&r, 10), below(&r, 12),
                     below(&r, 10), below(&r, 5) - 2, below(&r, 360), below(&r, 360), below(&r, 2),
                     1 + below(&r, 9), moves[i == 0 ? 4 : below(&r, 5)],
                     below(&r, 4) == 0 ? below(&r, 30000) : below(&r, 50), 1 + below(&r, 99),
                     below(&r, 8) == 0 ? -1 : 1, below(&r, 40) - 20, below(&r, 40) - 20, below(&r, 40) - 20,
                     below(&r, 60) - 30, below(&r, 60) - 30, below(&r, 60) - 30);
            strcat(objects, line);
            if (i > 1 && below(&r, 3) == 0) {
                snprintf(line, sizeof line, " with joint=%s to=r%d at=0,0.%d,0\n", kinds[below(&r, 7)],
                         below(&r, i), below(&r, 10));
                strcat(objects, line);
            }
        }
        play_bodies(&p, "capacity joints 16\ncapacity bodies 24\ncapacity contacts 96\n", objects,
                    physics_no_script);
        steps(&p, RANDOM_STEPS);
        for (int i = 0; i < count; i++) {
            char name[16];
            snprintf(name, sizeof name, "r%d", i);
            const vec3 v = place_called(&p, name);
            CHECK(fx_abs(v.x) <= FX_WORLD_LIMIT && fx_abs(v.y) <= FX_WORLD_LIMIT &&
                  fx_abs(v.z) <= FX_WORLD_LIMIT);
        }
        end(&p);
    }
}

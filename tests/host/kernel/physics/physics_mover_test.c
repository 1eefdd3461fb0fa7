/* Who walks: over the ground, up steps and slopes, along walls, on lifts, into crates; jumps, late and early. */
#define _XOPEN_SOURCE 700
#include "fixedmath/assert.h"
#include "fixedmath/random.h"
#include "kernel/behaviour/internal.h"
#include "kernel/type/name.h"
#include "tests/host/kernel/physics/physics_scene.h"

#define HERO                                                                                                 \
    "type hero\n with shape=capsule radius=0.4 height=1.8\n with mover=walk step=0.3\n"                      \
    "type stone\n with shape=box size=2,1,4\n"

static ox_mover *hero_of(const played *p) {
    return ox_mover_of(ox_console_physics(p->console), object_called(p, "hero"));
}

/* Steps in each of which the hero wants to go so fast. */
static void walk_steps(const played *p, vec3 wish, int count) {
    for (int i = 0; i < count; i++) {
        ox_mover_walk(hero_of(p), wish);
        frame(p->console, 0);
    }
}

static const vec3 right = {3 * FX_ONE, 0, 0};

TEST(physics_mover_walks_as_fast_as_it_wants) {
    played p;
    play_bodies(&p, HERO, " object floor\n object hero name=hero at=0,0.9,0\n", physics_no_script);
    walk_steps(&p, right, 30);
    CHECK(body_called(&p, "hero")->grounded);
    const vec3 before = place_called(&p, "hero");
    walk_steps(&p, right, 60);
    const vec3 after = place_called(&p, "hero");
    CHECK_NEAR(after.x - before.x, 3 * FX_ONE, FX(0.01));
    CHECK_NEAR(after.y, before.y, 2);
    walk_steps(&p, V3_ZERO, 30);
    CHECK_EQ(body_called(&p, "hero")->velocity[0], 0);
    end(&p);
}

/* A stone of which 0.25 m stand out is climbed, one of 0.4 m is a wall. */
TEST(physics_mover_climbs_steps) {
    played p;
    play_bodies(&p, HERO,
                " object floor\n object hero name=hero at=0,0.9,0\n object stone at=3,-0.25,0\n object stone "
                "at=8,-0.1,0\n",
                physics_no_script);
    walk_steps(&p, right, 60);
    CHECK_NEAR(place_called(&p, "hero").y, FX(1.15), FX(0.01));
    walk_steps(&p, right, 240);
    CHECK_NEAR(place_called(&p, "hero").y, FX(0.9), FX(0.01));
    CHECK(place_called(&p, "hero").x < FX(6.62) && place_called(&p, "hero").x > FX(6.5));
    end(&p);
}

/* A slope of 30 degrees is walked up and down without leaving it, one of 60 is not climbed. */
TEST(physics_mover_knows_slopes) {
    static const int angles[] = {30, 60};
    for (int i = 0; i < 2; i++) {
        played p;
        char objects[300];
        snprintf(
            objects, sizeof objects,
            " object floor\n object hero name=hero at=0,0.9,0\n object box name=slope at=6,-2,0 roll=%d\n"
            " with shape=box size=16,4,4\n with body=still\n",
            angles[i]);
        play_bodies(&p, HERO, objects, physics_no_script);
        walk_steps(&p, right, 200);
        const bool is_up = place_called(&p, "hero").y > FX(1.5);
        CHECK_EQ(is_up, i == 0);
        for (int k = 0; k < 60 && i == 0; k++) {
            walk_steps(&p, (vec3){-3 * FX_ONE, 0, 0}, 1);
            CHECK(body_called(&p, "hero")->grounded);
        }
        end(&p);
    }
}

/* Along a wall it goes on with what of its wish leads along the wall; between two walls it stands. */
TEST(physics_mover_slides_along_walls) {
    played p;
    play_bodies(&p, HERO "type wall\n with shape=box size=1,4,40\n",
                " object floor\n object hero name=hero at=0,0.9,0\n object wall at=2,2,0\n object wall "
                "at=0,2,16 yaw=90\n",
                physics_no_script);
    walk_steps(&p, (vec3){3 * FX_ONE, 0, 3 * FX_ONE}, 120);
    CHECK_NEAR(place_called(&p, "hero").x, FX(1.1), FX(0.01));
    CHECK(place_called(&p, "hero").z > FX(4.5));
    walk_steps(&p, (vec3){3 * FX_ONE, 0, 3 * FX_ONE}, 400);
    const vec3 at = place_called(&p, "hero");
    walk_steps(&p, (vec3){3 * FX_ONE, 0, 3 * FX_ONE}, 200);
    CHECK_NEAR(at.z, FX(15.1), FX(0.01));
    CHECK_NEAR(place_called(&p, "hero").x, at.x, 66);
    CHECK_NEAR(place_called(&p, "hero").z, at.z, 66);
    end(&p);
}

/* A jump of 5 m/s from the ground: as high as the steps make it. It counts some steps after the edge, and before the ground. */
TEST(physics_mover_jumps_late_and_early) {
    played p;
    play_bodies(&p, HERO, " object floor\n object hero name=hero at=0,0.9,0\n object stone at=-8,0.5,0\n",
                physics_no_script);
    steps(&p, 2);
    ox_mover_jump(hero_of(&p), 5 * FX_ONE);
    fx high = 0;
    for (int i = 0; i < 50; i++) {
        steps(&p, 1);
        high = fx_max(high, place_called(&p, "hero").y);
    }
    CHECK_NEAR(high, FX(0.9 + 1.2755 - 0.0417), FX(0.02));
    steps(&p, 30);
    ox_body *body = body_called(&p, "hero");
    CHECK(body->grounded);
    (void)ox_place_set(&p.console->world, object_called(&p, "hero"),
                       (vec3){0, FX(3), 0}); /* in the air: no jump */
    steps(&p, OX_MOVER_LATE + 2);
    ox_mover_jump(hero_of(&p), 5 * FX_ONE);
    steps(&p, 2);
    CHECK(body->velocity[1] < 0);
    while (!body->grounded && body->velocity[1] < -FX_ONE) { /* kept until the ground comes */
        ox_mover_jump(hero_of(&p), 5 * FX_ONE);
        steps(&p, 1);
    }
    steps(&p, 2);
    CHECK(body->velocity[1] > 4 * FX_ONE);
    end(&p);
}

/* A lift takes it along without a slip, up, aside and round; and a crate in its way gives way. */
TEST(physics_mover_is_carried_and_pushes) {
    played p;
    play_bodies(&p, HERO "type raft\n with shape=box size=4,0.5,4\n with body=led\n",
                " object floor\n object raft name=raft at=0,0.5,0\n object hero name=hero at=0.5,1.7,0\n"
                " object box name=crate at=20,0.5,0\n with body=free mass=15\n",
                physics_no_script);
    steps(&p, 10);
    CHECK(body_called(&p, "hero")->grounded);
    const vec3 raft = place_called(&p, "raft"), hero = place_called(&p, "hero");
    for (int i = 1; i <= 120; i++) {
        (void)ox_place_set(&p.console->world, object_called(&p, "raft"),
                           (vec3){raft.x + i * FX(0.02), raft.y + i * FX(0.01), 0});
        steps(&p, 1);
    }
    const vec3 now = place_called(&p, "hero");
    CHECK_NEAR(now.x - hero.x, 120 * FX(0.02), 128);
    CHECK_NEAR(now.y - hero.y, 120 * FX(0.01), 256);
    (void)ox_place_set(&p.console->world, object_called(&p, "hero"), (vec3){FX(18), FX(0.9), 0});
    walk_steps(&p, right, 90);
    CHECK(place_called(&p, "crate").x > FX(20.5));
    CHECK(place_called(&p, "hero").x < place_called(&p, "crate").x);
    end(&p);
}

/* Whatever it wants, it is in no wall, and within the room. */
TEST(physics_mover_never_goes_through_walls) {
    played p;
    rng32 r = rng32_seed(12, 1);
    play_bodies(
        &p, HERO "type wall\n with shape=box size=0.2,6,12\n",
        " object floor\n object hero name=hero at=0,0.9,0\n object wall at=5,3,0\n object wall at=-5,3,0\n"
        " object wall at=0,3,5 yaw=90\n object wall at=0,3,-5 yaw=90\n object wall at=2,3,2 yaw=30\n"
        " object stone at=-2,-0.2,0 yaw=20\n object stone at=-1,0.1,-3 yaw=70\n",
        physics_no_script);
    for (int i = 0; i < (OX_DEBUG ? 5000 : 100000); i++) {
        const vec3 wish = {(fx)(rng32_next(&r) >> 12) - 8 * FX_ONE, 0,
                           (fx)(rng32_next(&r) >> 12) - 8 * FX_ONE};
        if (i % 90 == 0) ox_mover_jump(hero_of(&p), 6 * FX_ONE);
        walk_steps(&p, wish, 1);
        const vec3 at = place_called(&p, "hero");
        CHECK(fx_abs(at.x) < FX(4.52) && fx_abs(at.z) < FX(4.52) && at.y > FX(0.89) && at.y < FX(6));
    }
    end(&p);
}

TEST(physics_mover_in_a_flat_scene) {
    played p;
    play_bodies(&p,
                "type guy\n with shape=rectangle size=0.7,0.9\n with mover=walk\ntype ledge\n with "
                "shape=rectangle size=4,1\n",
                " object guy name=hero at=0,3,0\n object ledge at=0,0,0\n object ledge at=4,0.25,0 \n object "
                "ledge at=8,3,0\n",
                physics_no_script);
    steps(&p, 60);
    CHECK(body_called(&p, "hero")->grounded);
    CHECK_NEAR(place_called(&p, "hero").y, FX(0.95), FX(0.01));
    walk_steps(&p, (vec3){3 * FX_ONE, 0, 3 * FX_ONE}, 60);
    CHECK_NEAR(place_called(&p, "hero").y, FX(1.2), FX(0.01));
    CHECK_EQ(place_called(&p, "hero").z, 0);
    end(&p);
}

/* Off a ledge: it is told once that the ground is gone, and once that it has come down, with the speed. */
TEST(physics_mover_tells_that_it_fell_and_landed) {
    static const char script[] = "var fell = 0\nvar landed = 0\nvar speed: fx = 0.0\nbehaviour Hero { on "
                                 "Fell { fell += 1 } on Landed(v) { landed += 1\n speed = v } }\n";
    played p;
    play_bodies(&p, HERO,
                " object floor\n object stone at=0,1,0\n object hero name=hero at=0,2.45,0 behaviour=Hero\n",
                script);
    steps(&p, 20);
    const int32_t *globals = ox_console_script(p.console, rom_id("script/game"))->globals;
    const int32_t before = globals[1];
    CHECK(body_called(&p, "hero")->grounded && globals[0] == 0);
    walk_steps(&p, right, 90);
    CHECK_EQ(globals[0], 1);
    CHECK_EQ(globals[1], before + 1);
    CHECK_NEAR(globals[2], FX(5), FX(0.5)); /* of 1.5 m, of which it walks down what its step allows */
    end(&p);
}

/* A ladder at a wall, a pool and a place to fly in: there it has no weight, and its wish counts upwards. */
TEST(physics_mover_climbs_swims_and_flies) {
    static const char *const modes[] = {"climb", "swim", "fly"};
    played p;
    play_bodies(
        &p,
        "type hero\n with shape=capsule radius=0.4 height=1.8\n with mover=walk climbs=ladder swims=pool "
        "flies=sky\n"
        "type ladder\n with shape=box size=1,6,1 sensor=1\ntype pool\n with shape=box size=6,4,6 sensor=1\n"
        "type sky pool\ntype wall\n with shape=box size=4,4,4\n",
        " object floor\n object hero name=hero at=0,0.9,0\n object ladder at=3,3,0\n object wall at=5.6,2,0\n"
        " object pool at=20,2,0\n object sky at=40,2,0\n",
        physics_no_script);
    walk_steps(&p, right, 60);
    CHECK(hero_of(&p)->mode == OX_NAME("climb"));
    walk_steps(&p, (vec3){0, 2 * FX_ONE, 0}, 60);
    const fx high = place_called(&p, "hero").y;
    CHECK_NEAR(high, FX(0.9) + FX(1.95), FX(0.1));
    CHECK(!body_called(&p, "hero")->grounded);
    steps(&p, 120); /* it hangs there */
    CHECK_NEAR(place_called(&p, "hero").y, high, FX(0.05));
    walk_steps(&p, (vec3){FX_ONE, 2 * FX_ONE, 0}, 90); /* over the top, onto the wall */
    steps(&p, 60);
    CHECK_NEAR(place_called(&p, "hero").y, FX(4.9), FX(0.02));
    CHECK(body_called(&p, "hero")->grounded && hero_of(&p)->mode == OX_NAME("walk"));
    for (int i = 1; i < 3; i++) {
        (void)ox_place_set(&p.console->world, object_called(&p, "hero"), (vec3){i * 20 * FX_ONE, FX(2), 0});
        steps(&p, 30);
        CHECK_EQ(hero_of(&p)->mode, rom_id(modes[i]));
        CHECK_NEAR(place_called(&p, "hero").y, FX(2), FX(0.3));
        walk_steps(&p, (vec3){FX_ONE, FX_ONE, 0}, 60);
        CHECK(place_called(&p, "hero").y > FX(2.5) && place_called(&p, "hero").x > i * 20 * FX_ONE + FX_HALF);
    }
    ox_mover_jump(hero_of(&p), 8 * FX_ONE); /* out of it, though it is in it still */
    steps(&p, 4);
    CHECK(hero_of(&p)->mode == OX_NAME("walk") && body_called(&p, "hero")->velocity[1] > 6 * FX_ONE);
    end(&p);
}

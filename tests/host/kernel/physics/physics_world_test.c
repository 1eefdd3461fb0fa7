/* What scripts ask of shapes, what they hear of contacts, how bodies change what moves them, and bodies of flat scenes. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "tests/host/kernel/physics/physics_scene.h"

static int32_t global_of(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

/* A line meets the nearest of three; names, types and tags filter; what asks is not met. Asking changes nothing. */
TEST(physics_casts_of_scripts) {
    played p;
    play_bodies(&p,
                "type wall tags=hard\n with shape=box size=1,4,4\ntype gun behaviour=Gun\n with shape=sphere "
                "radius=0.5\n",
                " object gun name=gun at=0,0,0\n"
                " object ball name=near at=5,0,0\n with shape=sphere radius=1\n with body=still\n"
                " object box name=middle at=9,0,0\n with body=still\n object wall name=far at=14,0,0\n",
                "var met = 0\nvar part = 0.0\nvar side = 0.0\nvar named = 0\nvar hard = 0\nvar none = 0\nvar "
                "beside = 0\n"
                "behaviour Gun {\n on tick {\n"
                "  let first = cast(self.pos, self.pos + vec3(10.0, 0.0, 0.0))\n"
                "  met = first == find('near') ? 1 : 2\n  part = hit_at().x\n  side = hit_normal().x\n"
                "  named = cast(self.pos, vec3(20.0, 0.0, 0.0), 'box') == find('middle') ? 1 : 2\n"
                "  hard = cast(self.pos, vec3(20.0, 0.0, 0.0), 'hard') == find('far') ? 1 : 2\n"
                "  none = cast(self.pos, vec3(-20.0, 0.0, 0.0)) == null ? 1 : 2\n"
                "  beside = cast(self.pos, vec3(20.0, 9.0, 0.0)) == null ? 1 : 2 } }\n");
    steps(&p, 2);
    for (uint32_t i = 0; i < 7; i++)
        if (i != 1 && i != 2) CHECK_EQ(global_of(&p, i), 1);
    CHECK_NEAR(global_of(&p, 1), FX(4), 2);
    CHECK_NEAR(global_of(&p, 2), FX(-1), 2);
    ox_collisions *c = ox_console_collisions(p.console);
    ox_collision_hit hit;
    const ox_collision_filter filter = {.but = object_called(&p, "gun")->handle};
    const uint32_t before = ox_console_state_hash(p.console);
    for (int i = 0; i < 10000; i++)
        (void)ox_collision_ray(c, V3_ZERO, (vec3){FX(10), (i - 5000) * 100, i * 7}, &filter, &hit);
    CHECK_EQ(ox_console_state_hash(p.console), before);
    CHECK(ox_collision_ray(c, V3_ZERO, (vec3){FX(10), 0, 0}, &filter, &hit));
    CHECK_NEAR(hit.part, Q30_ONE / 10 * 4, Q30_ONE / 65536);
    CHECK(hit.object.bits == object_called(&p, "near")->handle.bits);
    end(&p);
}

/* A ball of a metre may go half of ten metres to a wall that begins at 6 m; where it then stands it does not overlap. */
TEST(physics_sweeps_of_scripts) {
    played p;
    play_bodies(
        &p,
        "type wall\n with shape=box size=2,9,9\ntype probe behaviour=Probe\n with shape=sphere radius=1\n",
        " object probe name=probe at=0,0,0\n object wall name=wall at=7,0,0\n",
        "var free = 0.0\nvar all = 0.0\nvar inside_of = 0\nvar meets_it = 0\n"
        "behaviour Probe { on tick { free = sweep(self, vec3(10.0, 0.0, 0.0))\n"
        " all = sweep(self, vec3(0.0, 10.0, 0.0))\n inside_of = object_at(vec3(6.5, 1.0, 1.0)) == "
        "find('wall') ? 1 : 2\n"
        " meets_it = overlaps(self, find('wall')) ? 1 : 2\n"
        " self.pos = self.pos + vec3(10.0, 0.0, 0.0) * free * 0.5 } }\n");
    steps(&p, 2);
    CHECK_EQ(global_of(&p, 2), 1);
    CHECK_EQ(global_of(&p, 3), 2);
    CHECK_EQ(global_of(&p, 1), FX_ONE);
    for (int i = 0; i < 60; i++) {
        steps(&p, 1);
        CHECK_EQ(global_of(&p, 3), 2);
    }
    CHECK_NEAR(place_called(&p, "probe").x, FX(5), FX(0.02));
    end(&p);
}

/* Both that meet are told, once for each time that they meet. */
TEST(physics_contacts_are_told) {
    played p;
    play_bodies(&p, "type floor2 behaviour=Below\n with shape=box size=20,2,20 offset=0,-1,0\n",
                " object floor2 at=0,0,0\n"
                " object ball name=ball at=0,2.5,0 behaviour=Falls\n with shape=sphere radius=0.5\n",
                "var told = 0\nvar strength_of = 0.0\nvar up = 0.0\nvar down = 0.0\nvar below = 0\n"
                "behaviour Falls { on Contact(other, normal, strength) { told += 1\n strength_of = "
                "strength\n up = normal.y }\n"
                " on Press(b) { self.velocity.y = 3.0 } }\n"
                "behaviour Below { on Contact(other, normal, strength) { below += 1\n down = normal.y } }\n");
    steps(&p, 120);
    CHECK_EQ(global_of(&p, 0), 1);
    CHECK_EQ(global_of(&p, 4), 1);
    CHECK_NEAR(global_of(&p, 1), FX(6.26), FX(0.2)); /* the root of 2 g h */
    CHECK_NEAR(global_of(&p, 2), FX_ONE, 8);
    CHECK_NEAR(global_of(&p, 3), -FX_ONE, 8);
    frame(p.console, PLAT_A);
    steps(&p, 120);
    CHECK_EQ(global_of(&p, 0), 2);
    end(&p);
}

/* What was led goes on as fast when it is free; what stands still stands, whatever strikes it. */
TEST(physics_bodies_change_what_moves_them) {
    played p;
    play_bodies(
        &p, "type block behaviour=Block\n with shape=box size=1,1,1\n with body=led mass=10 gravity=0\n",
        " object block name=block at=0,5,0\n object ball name=ball at=12,5,0\n with shape=sphere radius=0.5\n"
        " with body=free mass=1000 gravity=0 velocity=-4,0,0\n",
        "behaviour Block { var age = 0\n on tick { age += 1\n"
        " if age < 60 { self.pos.x += 0.05 }\n if age == 60 { self.moves = 'free' }\n"
        " if age == 90 { self.moves = 'still' } } }\n");
    steps(&p, 59);
    CHECK_NEAR(place_called(&p, "block").x, FX(2.95), FX(0.06));
    CHECK_NEAR(body_called(&p, "block")->velocity[0], FX(3), FX(0.02));
    steps(&p, 20);
    CHECK_NEAR(body_called(&p, "block")->velocity[0], FX(3), FX(0.02));
    CHECK_NEAR(place_called(&p, "block").x, FX(2.95 + 1), FX(0.1));
    steps(&p, 20);
    const vec3 there = place_called(&p, "block");
    steps(&p, 240);
    CHECK(v3_equal(place_called(&p, "block"), there));
    CHECK(place_called(&p, "ball").x >= there.x + FX(0.98));
    end(&p);
}

/* A spin of which a thousandth goes in each step is half as fast after 693 steps. */
TEST(physics_drag_slows_down) {
    played p;
    play_bodies(&p, "",
                " object ball name=spins at=0,5,0\n with shape=sphere radius=0.5\n with body=free gravity=0 "
                "angular=0,8,0 angular_drag=0.06\n"
                " object ball name=flies at=0,9,0\n with shape=sphere radius=0.5\n with body=free gravity=0 "
                "velocity=8,0,0 drag=0.06\n"
                " object ball name=keeps at=0,13,0\n with shape=sphere radius=0.5\n with body=free gravity=0 "
                "velocity=8,0,0 angular=0,8,0 angular_drag=0\n",
                physics_no_script);
    steps(&p, 693);
    CHECK_NEAR(body_called(&p, "spins")->angular[1], FX(4), FX(0.02));
    CHECK_NEAR(body_called(&p, "flies")->velocity[0], FX(4), FX(0.02));
    CHECK_EQ(body_called(&p, "keeps")->velocity[0], FX(8));
    CHECK_EQ(body_called(&p, "keeps")->angular[1], FX(8));
    end(&p);
}

/* Flat bodies stack, roll and turn about z alone, and stay in their plane. */
TEST(physics_flat_bodies_stay_in_the_plane) {
    played p;
    play_bodies(&p,
                "type earth\n with shape=rectangle size=40,2,1 offset=0,-1,0\ntype crate2\n with "
                "shape=rectangle size=1,1,1\n with body=free\n"
                "type disc\n with shape=circle radius=0.5\n with body=free\n",
                " object earth\n object crate2 name=low at=0,0.5,0\n object crate2 name=high at=0.2,2,0\n"
                " object disc name=rolls at=3,0.5,0\n with body=free velocity=2,0,0\n"
                " object crate2 name=tips at=-4.3,3,0 roll=30\n",
                physics_no_script);
    steps(&p, 60);
    const ox_body *rolls = body_called(&p, "rolls");
    CHECK_NEAR(rolls->angular[2], -rolls->velocity[0] * 2, FX(0.1)); /* it rolls: w = -v / r */
    CHECK(rolls->velocity[0] > FX(1));
    steps(&p, 300);
    static const char *const names[] = {"low", "high", "rolls", "tips"};
    for (int i = 0; i < 4; i++) {
        const ox_object_place *at = ox_object_place_of(&p.console->world, object_called(&p, names[i]));
        CHECK_EQ(at->pos.z, 0);
        CHECK(at->angle == 0 && at->pitch == 0);
        CHECK_EQ(body_called(&p, names[i])->angular[0] | body_called(&p, names[i])->angular[1], 0);
    }
    CHECK(fabs(metres(place_called(&p, "high").y) - 1.5) < 0.02 && body_called(&p, "high")->asleep);
    CHECK(fabs(metres(place_called(&p, "tips").y) - 0.5) < 0.02);
    end(&p);
}

/* Gravity is what a script says, and a body's factor of it. */
TEST(physics_gravity_is_tunable) {
    played p;
    play_bodies(
        &p, "",
        " object ball name=one at=0,100,0\n object ball name=half at=5,100,0\n with body=free gravity=0.5\n"
        " object ball name=up at=9,100,0\n with body=free gravity=-1\n behaviour Moon\n",
        "behaviour Moon { on start { gravity(vec3(0.0, -1.6, 0.0)) } }\n");
    steps(&p, 60);
    CHECK_NEAR(body_called(&p, "one")->velocity[1], FX(-1.6), FX(0.03));
    CHECK_NEAR(body_called(&p, "half")->velocity[1], FX(-0.8), FX(0.03));
    CHECK_NEAR(body_called(&p, "up")->velocity[1], FX(1.6), FX(0.03));
    end(&p);
}

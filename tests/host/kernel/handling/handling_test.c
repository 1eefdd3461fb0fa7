/* What games do to bodies: hands, explosions, what breaks, and noses that turn. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "kernel/handling/module.h"
#include "kernel/saving/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

static int32_t global(const played *p, uint32_t number) {
    return ox_console_script(p->console, rom_id("script/game"))->globals[number];
}

static double apart(vec3 a, vec3 b) {
    const double x = metres(a.x - b.x), y = metres(a.y - b.y), z = metres(a.z - b.z);
    return sqrt(x * x + y * y + z * z);
}

static double speed_of(const played *p, const char *name) {
    const fx *v = body_called(p, name)->velocity;
    return apart((vec3){v[0], v[1], v[2]}, (vec3){0, 0, 0});
}

/* How many objects of a type there are. */
static uint32_t count_of(const played *p, const char *type) {
    const ox_world *world = &p->console->world;
    return world->types[ox_world_find_type(world, rom_id(type))].live;
}

/* ---- hands ---- */

#define HAND                                                                                                 \
    "type hand\n with shape=box size=0.2,0.2,0.2\n with body=led\n"                                          \
    "type parcel\n with shape=box size=0.4,0.4,0.4\n with body=free mass=5\n"

/* A goes along x at three metres a second until it stands before a wall; B lets go, SELECT throws. */
static const char hand_script[] =
    "var snapped = 0\n"
    "behaviour Hand {\n"
    "    var speed = 0.0\n"
    "    on tick { self.pos.x += speed / 60.0 }\n"
    "    on Snapped(other) { snapped += 1 }\n"
    "    on Press(b) {\n"
    "        if b == Button.UP { grab(self, find('parcel'), self.pos + vec3(1.0, 0.0, 0.0), 200.0) }\n"
    "        if b == Button.A { speed = 3.0 }\n"
    "        if b == Button.B { release(self) }\n"
    "        if b == Button.SELECT { let body = release(self); impulse(body, vec3(0.0, 0.0, -50.0)) }\n"
    "    }\n"
    "}\n";

TEST(handling_grab_follows_the_hand_and_keeps_its_velocity) {
    played p;
    play_bodies(&p, HAND,
                " object floor\n object hand name=hand at=0,1.5,0 behaviour=Hand\n"
                " object parcel name=parcel at=1,0.2,0\n",
                hand_script);
    steps(&p, 30);
    frame(p.console, PLAT_UP);
    steps(&p, 60);
    CHECK(apart(place_called(&p, "parcel"), (vec3){FX_ONE, FX(1.5), 0}) < 0.03);
    frame(p.console, PLAT_A);
    steps(&p, 60);
    CHECK(apart(place_called(&p, "parcel"), place_called(&p, "hand")) < 1.1);
    frame(p.console, PLAT_B);
    CHECK_NEAR(body_called(&p, "parcel")->velocity[0], 3 * FX_ONE, FX(0.1));
    steps(&p, 20);
    CHECK(place_called(&p, "parcel").y < FX(1.2) && speed_of(&p, "parcel") > 2.9);
    CHECK_EQ(global(&p, 0), 0);
    end(&p);
}

/* A wall between hand and body holds the body, which slips away when the hand is too far; a throw gives just its impulse. */
TEST(handling_grab_does_not_come_through_walls) {
    played p;
    play_bodies(&p, HAND,
                " object floor\n object hand name=hand at=0,1.5,0 behaviour=Hand\n"
                " object parcel name=parcel at=1,1.5,0\n object box name=wall at=2.5,1,0\n with body=still\n",
                hand_script);
    frame(p.console, PLAT_UP);
    frame(p.console, PLAT_A);
    double most = 0;
    for (int i = 0; i < 80 && global(&p, 0) == 0; i++) {
        steps(&p, 1);
        most = fmax(most, metres(place_called(&p, "parcel").x));
    }
    TEST_INFO("came as far as %.3f m, the wall is at 1.8 for its middle", most);
    CHECK(most < 1.83);
    CHECK_EQ(global(&p, 0), 1);
    steps(&p, 60);
    CHECK(place_called(&p, "parcel").y < FX(0.3)); /* it fell */
    end(&p);
}

TEST(handling_grab_launches) {
    played p;
    play_bodies(&p, HAND,
                " object floor\n object hand name=hand at=0,1.5,0 behaviour=Hand\n"
                " object parcel name=parcel at=1,1.5,0\n",
                hand_script);
    frame(p.console, PLAT_UP);
    steps(&p, 30);
    frame(p.console, PLAT_SELECT);
    CHECK_NEAR(body_called(&p, "parcel")->velocity[2], -10 * FX_ONE, FX(0.05)); /* 50 newton seconds, 5 kg */
    CHECK_NEAR(body_called(&p, "parcel")->velocity[0], 0, FX(0.1));
    end(&p);
}

/* ---- explosions ---- */

static const char bomb_script[] =
    "var told = 0\nvar last = 0.0\n"
    "behaviour Bomb { on Press(b) {\n"
    "    if b == Button.A { explode(vec3(0.0, 1.0, 0.0), 5.0, 100.0) }\n"
    "    if b == Button.B { explode(vec3(0.0, 1.0, 0.0), 5.0, 100.0, 10) }\n"
    "    if b == Button.UP { explode(vec3(0.0, 1.0, 0.0), 8.0, 100.0, 1, 'square') } } }\n"
    "behaviour Hit { on Blast(at, strength) { told += 1; last = strength } }\n";

#define TARGET "type target\n with shape=sphere radius=0.25\n with body=free mass=10 gravity=0\n"
#define TARGETS                                                                                              \
    " object floor behaviour=Bomb\n object target name=near at=1.25,1,0 behaviour=Hit\n"                     \
    " object target name=far at=0,1,3.25 behaviour=Hit\n object target name=out at=0,1,-5.5\n"               \
    " object target name=hidden at=-2.5,1,0\n"                                                               \
    " object box name=wall at=-1.3,1,0\n with body=still\n"

TEST(handling_explosions_fall_with_distance_and_stop_at_walls) {
    played p;
    play_bodies(&p, TARGET, TARGETS, bomb_script);
    frame(p.console, PLAT_A);
    /* 1 and 3 metres of 5 to the surface: 80 and 40 newton seconds, 10 kg */
    CHECK_NEAR(body_called(&p, "near")->velocity[0], 8 * FX_ONE, FX(0.02));
    CHECK_NEAR(body_called(&p, "far")->velocity[2], 4 * FX_ONE, FX(0.02));
    CHECK(speed_of(&p, "hidden") == 0 && speed_of(&p, "out") == 0);
    steps(&p, 2);
    CHECK_EQ(global(&p, 0), 2);
    CHECK_NEAR(global(&p, 1), 40 * FX_ONE, FX(0.2));
    end(&p);
    play_bodies(&p, TARGET, TARGETS, bomb_script);
    frame(p.console, PLAT_UP);
    /* All within a metre of 8; at three a ninth */
    CHECK_NEAR(body_called(&p, "near")->velocity[0], 10 * FX_ONE, FX(0.05));
    CHECK_NEAR(body_called(&p, "far")->velocity[2], FX(10.0 / 9), FX(0.02));
    end(&p);
}

/* A front that takes ten steps reaches each body once, the farther one later, also those that fly with it. */
TEST(handling_explosions_grow_and_reach_each_body_once) {
    played p;
    int when_near = 0, when_far = 0;
    play_bodies(&p, TARGET, TARGETS, bomb_script);
    frame(p.console, PLAT_B);
    for (int i = 1; i < 20; i++) {
        if (when_near == 0 && speed_of(&p, "near") > 0) when_near = i;
        if (when_far == 0 && speed_of(&p, "far") > 0) when_far = i;
        steps(&p, 1);
    }
    TEST_INFO("reached in steps %d and %d", when_near, when_far);
    CHECK_EQ(when_near, 2);
    CHECK_EQ(when_far, 6);
    CHECK_EQ(global(&p, 0), 2);
    CHECK_NEAR(body_called(&p, "near")->velocity[0], 8 * FX_ONE, FX(0.02));
    end(&p);
}

/* A game that is taken back into the middle of an explosion goes on with the same front. */
TEST(handling_explosions_are_state) {
    enum { STEPS = 24 };
    uint32_t hashes[STEPS];
    played p;
    play_bodies(&p, "capacity rewind 60\ncapacity snapshot-blocks 100\ncapacity save-blocks 16\n" TARGET,
                TARGETS, bomb_script);
    for (int i = 0; i < STEPS; i++) {
        frame(p.console, i == 6 ? PLAT_B : 0);
        hashes[i] = ox_console_state_hash(p.console);
    }
    const fx once = body_called(&p, "far")->velocity[2];
    CHECK(once > 0);
    CHECK_EQ(ox_console_rewind(p.console, STEPS - 1 - 10), OX_OK);
    CHECK(speed_of(&p, "near") > 0);
    CHECK_EQ(body_called(&p, "far")->velocity[2], 0);
    for (int i = 11; i < STEPS; i++) {
        frame(p.console, 0);
        CHECK_EQ(ox_console_state_hash(p.console), hashes[i]);
    }
    CHECK_EQ(body_called(&p, "far")->velocity[2], once);
    end(&p);
}

/* ---- bullets and grenades, which are scripts ---- */

#define SHOOTING                                                                                             \
    "type bullet behaviour=Bullet\n"                                                                         \
    "type grenade\n with shape=sphere radius=0.15 bounce=0.5 friction=0.5\n with body=free mass=1\n"         \
    "type duck behaviour=Duck\n with shape=box size=0.6,0.6,0.6\n with body=led\n"
static const char shooting_script[] =
    "var hits = 0\nvar steps_gone = 0\nvar bounces = 0\nvar struck = vec3(0.0, 0.0, 0.0)\nvar ducks = 0.0\n"
    "behaviour Bullet {\n"
    "    prop speed: vec3 = vec3(0.0, 0.0, -60.0)\n"
    "    var left = 2\n"
    "    on tick {\n"
    "        steps_gone += 1\n"
    "        let there = self.pos + speed * (1.0 / 60.0)\n"
    "        let met = cast(self.pos, there)\n"
    "        if met == null { self.pos = there; return }\n"
    "        struck = hit_at()\n"
    "        if met.bounce > 0.0 and left > 0 {\n"
    "            left -= 1\n"
    "            speed = (speed - hit_normal() * (2.0 * dot(speed, hit_normal()))) * met.bounce\n"
    "            self.pos = hit_at() + hit_normal() * 0.01\n"
    "            return\n"
    "        }\n"
    "        hits += 1\n"
    "        remove(self)\n"
    "    }\n"
    "}\n"
    "behaviour Duck { prop wings: fx = 0.0; on tick { self.pos.x += wings / 60.0; ducks = self.pos.x } }\n"
    "behaviour Grenade {\n"
    "    var fuse = 90\n"
    "    on tick { fuse -= 1; if fuse == 0 { struck = self.pos; explode(self.pos, 4.0, 50.0); remove(self) } "
    "}\n"
    "    on Contact(other, normal, strength) { bounces += 1 }\n"
    "}\n";

/* A bullet of 60 m/s meets what crosses its way where both are; another one comes back from a plate, slower, and strikes what is behind. */
TEST(handling_bullets_travel_and_ricochet) {
    played p;
    play_bodies(
        &p, SHOOTING,
        " object duck name=duck at=-2,1,-30 wings=4\n object bullet at=0,1,0\n"
        " object bullet at=5,1,0 speed=40,0,-40\n"
        " object box name=plate at=15,1,-5\n with body=still\n with shape=box size=1,4,30 bounce=0.8\n"
        " object box name=stop at=0,1,-19\n with body=still\n with shape=box size=0.5,4,0.5\n",
        shooting_script);
    steps(&p, 3);
    CHECK_EQ(global(&p, 0), 0);
    steps(&p, 16); /* the first is at -19 */
    CHECK_EQ(global(&p, 0), 1);
    CHECK_NEAR(global(&p, 5), FX(-18.75), 64);
    end(&p);
    play_bodies(&p, SHOOTING, " object duck name=duck at=-2,1,-30 wings=4\n object bullet at=0,1,0\n",
                shooting_script);
    steps(&p, 40);
    CHECK_EQ(global(&p, 0), 1);
    CHECK_NEAR(global(&p, 5), FX(-29.7),
               64); /* the face of the duck, which is before the gun half a second later */
    CHECK(global(&p, 1) == 30);
    end(&p);
    play_bodies(&p, SHOOTING,
                " object bullet at=0,1,0 speed=40,0,-40\n"
                " object box name=plate at=5,1,-5\n with body=still\n with shape=box size=1,4,30 bounce=0.8\n"
                " object box name=stop at=0,1,-9\n with body=still\n with shape=box size=1,4,0.5\n",
                shooting_script);
    steps(&p, 30);
    CHECK_EQ(global(&p, 0), 1);
    CHECK_NEAR(global(&p, 5), FX(-8.75), 64);
    CHECK_NEAR(global(&p, 3), FX(0.25), FX(0.03)); /* off the plate at 4.5, -4.5, at 45 degrees: 4.25 on */
    end(&p);
}

TEST(handling_grenades_bounce_and_burst_alike) {
    int32_t first[4] = {0, 0, 0, 0};
    for (int run = 0; run < 2; run++) {
        played p;
        play_bodies(
            &p, SHOOTING,
            " object floor\n object grenade at=0,2,0 behaviour=Grenade\n with body=free velocity=2,1,0\n"
            " object box name=crate at=4,0.5,0\n",
            shooting_script);
        steps(&p, 100);
        const int32_t now[4] = {global(&p, 2), global(&p, 3), global(&p, 4), global(&p, 5)};
        TEST_INFO("%d bounces, burst at %.3f %.3f", now[0], metres(now[1]), metres(now[2]));
        CHECK(now[0] >= 2 && now[1] > 2 * FX_ONE && now[2] < FX_ONE &&
              place_called(&p, "crate").x > 4 * FX_ONE);
        for (int i = 0; i < 4 && run == 0; i++) first[i] = now[i];
        CHECK(memcmp(first, now, sizeof now) == 0);
        end(&p);
    }
}

/* ---- what breaks ---- */

#define BREAKABLE                                                                                            \
    "capacity pieces 64\ncapacity bodies 80\ncapacity shapes 90\ncapacity contacts 300\n"                    \
    "type tile\n with shape=box size=0.4,0.4,0.2\n with body=free mass=2\n"                                  \
    "type pane\n with shape=box size=2,1.6,0.2\n with breaks=blow at=30 into=tile grid=5,4,1 most=24\n"      \
    "type shot\n with shape=sphere radius=0.2\n with body=free mass=5 gravity=0\n"
static const char broke_script[] =
    "var broke = 0\nvar pieces_left = 0\n"
    "behaviour Watch {\n"
    "    on Broke(what, at, pieces) when what == 'pane' { broke += 1; pieces_left = pieces }\n"
    "    on Press(b) { if b == Button.A { break_up(find('second')) } }\n"
    "}\n";

/* A blow of five kilograms at 4 m/s is 20 newton seconds, which a pane bears; at 8 m/s it is 40. */
TEST(handling_walls_break_above_their_limit) {
    for (int run = 0; run < 2; run++) {
        played p;
        char objects[512];
        snprintf(objects, sizeof objects,
                 " behaviour Watch\n object floor\n object pane name=pane at=0,0.8,0\n object pane "
                 "name=second at=8,0.8,0\n"
                 " object shot name=shot at=0,0.8,2\n with body=free velocity=0,0,%d\n",
                 run == 0 ? -4 : -8);
        play_bodies(&p, BREAKABLE, objects, broke_script);
        steps(&p, 60);
        CHECK_EQ(global(&p, 0), run);
        CHECK_EQ(count_of(&p, "tile"), run == 0 ? 0u : 20u);
        if (run == 1) {
            CHECK_EQ(global(&p, 1), 20);
            /* No more than 24 tiles at once. */
            frame(p.console, PLAT_A);
            steps(&p, 2);
            CHECK_EQ(count_of(&p, "tile"), 24u);
            CHECK_EQ(count_of(&p, "pane"), 0u);
            CHECK_EQ(global(&p, 1), 4);
        }
        end(&p);
    }
}

/* Pieces have the velocity of where they were: v + w x r. And what breaks may become another version, which breaks in its turn. */
TEST(handling_pieces_go_on_as_they_were) {
    static const char script[] = "behaviour Spin { on Press(b) { if b == Button.A { break_up(self) } } }\n";
    played p;
    play_bodies(&p,
                "capacity pieces 8\ntype half\n with shape=box size=1,1,1\n with body=free mass=1 "
                "gravity=0\n"
                "type bar\n with shape=box size=2,1,1\n with body=free mass=2 gravity=0 velocity=1,0,0 "
                "angular=0,0,3 angular_drag=0\n"
                " with breaks=blow at=1000 into=half grid=2,1,1\n",
                " object bar at=0,5,0 behaviour=Spin\n", script);
    frame(p.console, PLAT_A);
    steps(&p, 1);
    CHECK_EQ(count_of(&p, "half"), 2u);
    const ox_physics *physics = ox_console_physics(p.console);
    ox_object *object;
    void *data;
    double across = 0, along = 0;
    for (uint32_t at = 0; (at = ox_component_each(physics->world, physics->type, at, &object, &data)) != 0;) {
        const ox_body *body = data;
        if (object->flags & OX_OBJECT_DEAD) continue;
        along += metres(body->velocity[0]);
        across += fabs(metres(body->velocity[1]));
        CHECK_NEAR(body->angular[2], 3 * FX_ONE, FX(0.05));
    }
    TEST_INFO("along %.3f, across %.3f", along, across);
    CHECK(fabs(along - 2) < 0.05 && fabs(across - 3) < 0.1); /* each half a metre from the middle */
    end(&p);
}

/* Intact, damaged, destroyed: each version has a shape and a limit of its own, and an explosion breaks as a blow does. */
TEST(handling_versions_break_in_turn) {
    static const char script[] =
        "var last = 0\nbehaviour Watch { on Broke(what, at, pieces) { last = pieces }\n"
        " on Press(b) { explode(vec3(0.0, 0.5, 3.0), 5.0, b == Button.A ? 100.0 : 300.0) } }\n";
    played p;
    play_bodies(
        &p,
        "capacity pieces 8\ntype whole\n with shape=box size=1,1,1\n with breaks=blow at=40 into=cracked\n"
        "type cracked\n with shape=box size=0.8,0.8,0.8\n with body=still\n"
        " with breaks=blow at=100 into=crumb grid=2,1,1\n"
        "type crumb\n with shape=box size=0.3,0.3,0.3\n with body=free\n",
        " behaviour Watch\n object floor\n object whole at=0,0.5,0\n", script);
    steps(&p, 2);
    frame(p.console, PLAT_A); /* 2.5 metres of 5 away: 50 newton seconds */
    steps(&p, 2);
    CHECK(count_of(&p, "whole") == 0 && count_of(&p, "cracked") == 1 && global(&p, 0) == 1);
    frame(p.console, PLAT_A);
    steps(&p, 2);
    CHECK_EQ(count_of(&p, "cracked"), 1u);
    frame(p.console, PLAT_B);
    steps(&p, 2);
    CHECK(count_of(&p, "cracked") == 0 && count_of(&p, "crumb") == 2 && global(&p, 0) == 2);
    end(&p);
}

/* ---- machines ---- */

/* Twenty rocks lie behind a gate; when it goes they roll out, and rest within twenty seconds. */
TEST(handling_rocks_of_a_trap_come_to_rest) {
    static const char script[] = "behaviour Gate { on Press(b) { remove(self) } }\n";
    char objects[4096] = " object floor\n object box name=ramp at=0,1.2,0 roll=20\n with body=still\n"
                         " with shape=box size=6,0.4,4\n object gate at=-2.4,1.2,0 behaviour=Gate\n"
                         " object bank at=0,1,2.2\n object bank at=0,1,-2.2\n object stop at=-7,1,0\n",
         line[128];
    played p;
    for (int i = 0; i < 20; i++) {
        snprintf(line, sizeof line, " object rock name=r%d at=%g,%g,%g\n", i, -1.5 + 0.7 * (i % 5),
                 1.9 + 0.25 * (i % 5) + 0.7 * (i / 10), -0.5 + 1.0 * (i / 5 % 2));
        strcat(objects, line);
    }
    play_bodies(
        &p,
        "capacity bodies 40\ncapacity shapes 48\ncapacity contacts 200\n"
        "type rock\n with shape=sphere radius=0.3 friction=0.9\n with body=free mass=30 angular_drag=1\n"
        "type gate\n with shape=box size=0.3,3,4\n type bank\n with shape=box size=20,4,0.4\n"
        "type stop\n with shape=box size=0.4,4,6\n",
        objects, script);
    steps(&p, 300);
    uint32_t awake = ox_console_physics(p.console)->awake;
    TEST_INFO("%u awake behind the gate", (unsigned)awake);
    frame(p.console, PLAT_A);
    steps(&p, 5);
    CHECK(ox_console_physics(p.console)->awake >= 5); /* those at the gate go, and those above them */
    int rest = 0;
    for (int i = 0; i < 1200 && rest == 0; i++) {
        steps(&p, 1);
        if (ox_console_physics(p.console)->awake == 0) rest = i;
    }
    TEST_INFO("at rest after %d steps, the first at %.2f m", rest, metres(place_called(&p, "r0").x));
    CHECK_EQ(count_of(&p, "gate"), 0u);
    CHECK(rest > 30 && place_called(&p, "r0").x < -3 * FX_ONE);
    CHECK_EQ(ox_console_physics(p.console)->refused, 0u);
    end(&p);
}

/* A crane: a mast that turns by a hinge's motor, and a hook that a slider's motor draws up, with a load on it. */
TEST(handling_cranes_lift_and_turn_loads) {
    static const char script[] = "behaviour Crane { on Press(b) {\n"
                                 "    if b == Button.A { join(find('load'), find('hook'), 'rod', "
                                 "find('load').pos); find('hook').motor_goal = 2.0 }\n"
                                 "    if b == Button.B { find('jib').motor_goal = 90.0 } } }\n";
    played p;
    play_bodies(&p,
                "type jib\n with shape=box size=4,0.3,0.3\n with body=free mass=60\n"
                "type hook\n with shape=box size=0.2,0.2,0.2\n with body=free mass=5\n"
                "type load\n with shape=box size=0.6,0.6,0.6\n with body=free mass=40\n",
                " behaviour Crane\n object floor\n object jib name=jib at=2,4,0\n"
                " with joint=hinge at=-2,0,0 axis=0,1,0 goal=0 hertz=1 force=3000\n"
                " object hook name=hook at=4,1.4,0\n"
                " with joint=slider to=jib axis=0,1,0 low=-1 high=2.2 goal=0 hertz=6 force=2000\n"
                " object load name=load at=4,0.3,0\n",
                script);
    steps(&p, 60);
    frame(p.console, PLAT_A);
    steps(&p, 240);
    TEST_INFO("the load is at %.3f m", metres(place_called(&p, "load").y));
    CHECK(place_called(&p, "load").y > FX(1.8));
    frame(p.console, PLAT_B);
    steps(&p, 300);
    const vec3 load = place_called(&p, "load");
    TEST_INFO("and then at %.3f %.3f %.3f", metres(load.x), metres(load.y), metres(load.z));
    CHECK(load.y > FX(1.5) && load.z < -3 * FX_ONE && load.x < FX(1.5));
    end(&p);
}

/* Who stands on a led platform is carried: no slip. */
TEST(handling_platforms_carry_riders) {
    static const char script[] = "behaviour Raft { var t = 0; on tick { t += 1; if t > 60 { self.pos.x += "
                                 "min(0.02, (t - 60) * 0.0005) } } }\n";
    played p;
    play_bodies(&p, "type raft\n with shape=box size=4,0.4,4 friction=1\n with body=led\n",
                " object raft name=raft at=0,1,0 behaviour=Raft\n object box name=rider at=0.5,1.7,0\n with "
                "shape=box size=1,1,1 friction=1\n",
                script);
    steps(&p, 60);
    const fx before = place_called(&p, "rider").x - place_called(&p, "raft").x;
    steps(&p, 240);
    const fx after = place_called(&p, "rider").x - place_called(&p, "raft").x;
    TEST_INFO("slipped %.4f m in 4.8", metres(after - before));
    CHECK(fabs(metres(after - before)) < 0.05 && place_called(&p, "raft").x > 4 * FX_ONE);
    end(&p);
}

/* ---- noses ---- */

static ox_object_place *nose(const played *p) {
    return ox_object_place_of(&p->console->world, object_called(p, "ship"));
}

/* A fixed target is faced in as many steps as its angle has rates, by the shortest way, and then it stays there. */
TEST(handling_turns_to_a_place_in_time) {
    static const vec3 targets[] = {{-10 * FX_ONE, 0, 0},
                                   {10 * FX_ONE, 0, -10 * FX_ONE},
                                   {0, 10 * FX_ONE, 0},
                                   {3 * FX_ONE, 4 * FX_ONE, -5 * FX_ONE},
                                   {FX_ONE, 0, 20 * FX_ONE}};
    played p;
    play_bodies(&p, "", " object box name=ship at=0,0,0\n with body=still\n", physics_no_script);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        const double x = metres(targets[i].x), y = metres(targets[i].y), z = metres(targets[i].z),
                     angle = acos(-z / sqrt(x * x + y * y + z * z)) * 57.29578;
        nose(&p)->angle = nose(&p)->pitch = nose(&p)->roll = 0;
        int count = 1;
        while (!ox_handling_turn_to(&p.console->world, object_called(&p, "ship"), targets[i], 910) &&
               count < 99)
            count++; /* 910 of 65,536: 4.9988 degrees */
        CHECK_EQ(count, (int)ceil(angle / 4.9988 - 0.01));
        const ox_object_place there = *nose(&p);
        CHECK(ox_handling_turn_to(&p.console->world, object_called(&p, "ship"), targets[i], 910));
        CHECK(there.angle == nose(&p)->angle && there.pitch == nose(&p)->pitch);
        CHECK_NEAR(fx_sin(there.pitch), FX(y / sqrt(x * x + y * y + z * z)), 16);
    }
    /* The exact opposite: some way round, and there in time. */
    nose(&p)->angle = nose(&p)->pitch = 0;
    int count = 1;
    while (
        !ox_handling_turn_to(&p.console->world, object_called(&p, "ship"), (vec3){0, 0, 9 * FX_ONE}, 8192) &&
        count < 9)
        count++;
    CHECK_EQ(count, 4);
    CHECK_EQ(nose(&p)->angle, 0x8000);
    end(&p);
}

TEST(handling_faces_where_it_flies_and_banks) {
    played p;
    play_bodies(&p, "", " object box name=ship at=0,0,0\n with body=still\n", physics_no_script);
    ox_world *world = &p.console->world;
    ox_object *ship = object_called(&p, "ship");
    ox_handling_face(world, ship, (vec3){0, 0, -FX_ONE}, 0, 0, 60);
    CHECK_EQ(nose(&p)->angle, 0);
    ox_handling_face(world, ship, (vec3){-FX_ONE, 0, 0}, 0, 0, 60);
    CHECK_EQ(nose(&p)->angle, 16384);
    ox_handling_face(world, ship, (vec3){FX_ONE, 0, 0}, 0, 0, 60);
    CHECK_EQ(nose(&p)->angle, 49152);
    ox_handling_face(world, ship, (vec3){FX_ONE, FX_ONE, 0}, 0, 0, 60);
    CHECK_EQ(nose(&p)->pitch, 8192);
    ox_handling_face(world, ship, (vec3){0, 0, 0}, FX_ONE, 8192, 60);
    CHECK(nose(&p)->angle == 49152 && nose(&p)->pitch == 8192 && nose(&p)->roll == 0);
    /* A circle to the left at 10 m/s, 60 degrees a second: 10.47 m/s^2 sideways, two degrees for each: 20.9 degrees, at most 15 where that is said. */
    ang16 way = 49152;
    for (int i = 0; i < 200; i++) {
        way = (ang16)(way + 182);
        ox_handling_face(world, ship, (vec3){-10 * fx_sin(way), 0, -10 * fx_cos(way)}, 2 * FX_ONE, 16384, 60);
    }
    TEST_INFO("banks by %.2f degrees", nose(&p)->roll * 360.0 / 65536);
    CHECK_NEAR(nose(&p)->roll, 20.9 * 65536 / 360, 40);
    for (int i = 0; i < 200; i++) {
        way = (ang16)(way - 182);
        ox_handling_face(world, ship, (vec3){-10 * fx_sin(way), 0, -10 * fx_cos(way)}, 2 * FX_ONE, 2731, 60);
    }
    CHECK_NEAR((int16_t)nose(&p)->roll, -2731, 8);
    end(&p);
}

/* The same by scripts, which say how far a step may turn. */
TEST(handling_scripts_turn_noses) {
    static const char script[] = "var there = 0\nvar steps_gone = 0\n"
                                 "behaviour Ship { on tick { if there == 0 { steps_gone += 1\n"
                                 " if turn_to(self, vec3(-10.0, 0.0, 0.0), 10deg) { there = 1 } } else { "
                                 "face(self, vec3(1.0, 0.0, 0.0)) } } }\n";
    played p;
    play_bodies(&p, "", " object box name=ship at=0,0,0 behaviour=Ship\n with body=still\n", script);
    steps(&p, 9);
    CHECK(global(&p, 0) == 1 && global(&p, 1) == 9);
    CHECK_EQ(nose(&p)->angle, 16384);
    steps(&p, 1);
    CHECK_EQ(nose(&p)->angle, 49152);
    end(&p);
}

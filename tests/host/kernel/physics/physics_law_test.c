/* Bodies against the laws of mechanics: turning, forces, springs, energy, blows that bounce or stick, long ways, masses at their ends, the order of a step. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/internal.h"
#include "tests/host/kernel/physics/physics_scene.h"

static const double pi = 3.14159265358979;

static vec3 middle(const played *p, const char *name) { return place_called(p, name); }
static double speed_of(const played *p, const char *name, int axis) {
    return metres(body_called(p, name)->velocity[axis]);
}
static double spin_of(const played *p, const char *name, int axis) {
    return metres(body_called(p, name)->angular[axis]);
}

/* ---- turning ---- */

/* Angular momentum over mass, in the world. */
static void momentum_of(const played *p, const char *name, double out[3]) {
    const ox_physics *physics = ox_console_physics(p->console);
    const ox_object *object = object_called(p, name);
    const ox_body *body = ox_body_of(physics, object);
    const ox_collider *shape = ox_collider_of(physics->collisions, object);
    const vec3 k2 = ox_shape_mass_of(&shape->shape).gyration2;
    const rot33 *r = &shape->pose.r;
    const double k[3] = {metres(k2.x), metres(k2.y), metres(k2.z)};
    double own[3];
    for (int i = 0; i < 3; i++) {
        own[i] = 0;
        for (int j = 0; j < 3; j++) own[i] += r->m[j][i] / 1073741824.0 * metres(body->angular[j]);
    }
    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int j = 0; j < 3; j++) out[i] += r->m[i][j] / 1073741824.0 * k[j] * own[j];
    }
}

/* A box of 12 kg and 1 x 2 x 3 m has moments 13, 10 and 5. Spun about the middle one it tumbles; its energy of 125.1 J and its momentum stay. */
TEST(physics_tumbling_keeps_energy_and_momentum) {
    played p;
    play_bodies(&p, "rate 30\n",
                " object box name=box at=0,0,0\n with shape=box size=1,2,3\n"
                " with body=free mass=12 gravity=0 angular_drag=0 angular=0.1,5,0.1\n",
                physics_no_script);
    steps(&p, 1);
    double first[3], now[3], low = 1e9, high = 0, off = 0, least = 9;
    momentum_of(&p, "box", first);
    const double whole = sqrt(first[0] * first[0] + first[1] * first[1] + first[2] * first[2]);
    for (int i = 0; i < 1000; i++) {
        steps(&p, 1);
        const double e = energy_of(&p);
        if (i < 300) low = fmin(low, e), high = fmax(high, e);
        momentum_of(&p, "box", now);
        off = fmax(off, hypot(hypot(now[0] - first[0], now[1] - first[1]), now[2] - first[2]));
        least = fmin(least, spin_of(&p, "box", 1));
    }
    TEST_INFO("energy %.4f to %.4f J, momentum off by %.3f %%, spin about y from 5 to %.2f", low, high,
              100 * off / whole, least);
    CHECK(low > 124.9 && high < 125.3);
    CHECK(off < 0.005 * whole);
    CHECK(least < 4.99);
    end(&p);
}

/* About a principal axis the spin stays, and a turn a second is a turn after a second. */
TEST(physics_spin_about_a_principal_axis_stays) {
    played p;
    play_bodies(&p, "",
                " object box name=box at=0,0,0\n with shape=box size=1,2,3\n"
                " with body=free gravity=0 angular_drag=0 angular=0,0,6.2831853\n",
                physics_no_script);
    const ox_object *object = object_called(&p, "box");
    steps(&p, 60);
    const ox_collider *shape = ox_collider_of(ox_console_physics(p.console)->collisions, object);
    const double angle = 2 * asin(fmin(1, fabs(shape->turn.z / 1073741824.0))) * 180 / pi;
    TEST_INFO("%.4f degrees off after a turn", angle);
    CHECK(angle < 0.1);
    steps(&p, 540);
    steps(&p, 90 * 60); /* a hundred turns */
    TEST_INFO("%.4f degrees off after a hundred",
              2 * asin(fmin(1, fabs(shape->turn.z / 1073741824.0))) * 180 / pi);
    CHECK(2 * asin(fmin(1, fabs(shape->turn.z / 1073741824.0))) * 180 / pi < 0.5);
    CHECK_NEAR(body_called(&p, "box")->angular[2], FX(6.2831853), 8);
    CHECK_NEAR(body_called(&p, "box")->angular[0], 0, 8);
    CHECK(fabs(shape->turn.w / 1073741824.0) <= 1.001);
    end(&p);
}

/* In the plane: a moment of 2 N m on 4 kg m^2 turns by a quarter of a radian in a second and by 25 in ten; a force at an arm moves and turns. */
TEST(physics_flat_bodies_turn_by_moments) {
    played p;
    play_bodies(&p, "type card\n",
                " object card name=turned at=0,0,0\n with shape=rectangle size=3.4641016,3.4641016\n"
                " with body=free mass=2 gravity=0 angular_drag=0\n"
                " object card name=pulled at=9,0,0\n with shape=circle radius=2\n"
                " with body=free mass=2 gravity=0 angular_drag=0\n",
                physics_no_script);
    ox_physics *physics = ox_console_physics(p.console);
    steps(&p, 1);
    for (int i = 0; i < 600; i++) {
        ox_body_twist(physics, object_called(&p, "turned"), (vec3){0, 0, 2 * FX_ONE});
        if (i < 60)
            ox_body_push(physics, object_called(&p, "pulled"), (vec3){0, 3 * FX_ONE, 0},
                         v3_add(middle(&p, "pulled"), (vec3){FX_ONE, 0, 0}));
        steps(&p, 1);
        if (i == 59) CHECK(fabs(spin_of(&p, "turned", 2) - 0.5) < 0.002);
    }
    TEST_INFO("turned %.4f rad/s; pulled %.4f m/s and %.4f rad/s", spin_of(&p, "turned", 2),
              speed_of(&p, "pulled", 1), spin_of(&p, "pulled", 2));
    CHECK(fabs(spin_of(&p, "turned", 2) - 5) < 0.005);
    CHECK(fabs(speed_of(&p, "pulled", 1) - 1.5) < 0.002 && fabs(spin_of(&p, "pulled", 2) - 0.75) < 0.002);
    CHECK_EQ(body_called(&p, "turned")->velocity[0] | body_called(&p, "turned")->velocity[1], 0);
    end(&p);
}

/* ---- forces ---- */

/* Opposite forces cancel, a couple turns alone, gravity is a factor of each body, a mass may change, and the velocity stays. */
TEST(physics_forces_add_up) {
    played p;
    play_bodies(&p, "",
                " object box name=held at=0,50,0\n with body=free mass=2 gravity=0\n"
                " object box name=couple at=5,50,0\n with body=free mass=2 gravity=0 angular_drag=0\n"
                " object box name=half at=10,50,0\n with body=free mass=2 gravity=0.5\n"
                " object box name=up at=15,50,0\n with body=free mass=2 gravity=-1\n"
                " object box name=rocket at=20,50,0\n with body=free mass=4 gravity=0\n",
                physics_no_script);
    ox_physics *physics = ox_console_physics(p.console);
    steps(&p, 1);
    const double fell = speed_of(&p, "half", 1), rose = speed_of(&p, "up", 1);
    for (int i = 0; i < 60; i++) {
        const vec3 force = {0, 4 * FX_ONE, 0}, at = middle(&p, "couple"), held = middle(&p, "held");
        ox_body_push(physics, object_called(&p, "held"), force, held);
        ox_body_push(physics, object_called(&p, "held"), v3_neg(force), held);
        ox_body_push(physics, object_called(&p, "couple"), force, v3_add(at, (vec3){FX_HALF, 0, 0}));
        ox_body_push(physics, object_called(&p, "couple"), v3_neg(force), v3_add(at, (vec3){-FX_HALF, 0, 0}));
        if (i == 30) body_called(&p, "rocket")->mass = 2 * FX_ONE;
        ox_body_push(physics, object_called(&p, "rocket"), (vec3){8 * FX_ONE, 0, 0}, middle(&p, "rocket"));
        steps(&p, 1);
        if (i == 29) CHECK(fabs(speed_of(&p, "rocket", 0) - 1) < 0.001);
    }
    CHECK_EQ(body_called(&p, "held")->velocity[1], 0);
    CHECK_NEAR(body_called(&p, "couple")->velocity[1], 0, 2);
    CHECK(fabs(spin_of(&p, "couple", 2) - 12) < 0.05); /* 4 N m on 1/3 kg m^2 */
    CHECK(fabs(speed_of(&p, "half", 1) - fell + 4.9) < 0.001);
    CHECK(fabs(speed_of(&p, "up", 1) - rose - 9.8) < 0.001);
    CHECK(fabs(speed_of(&p, "rocket", 0) - 3) < 0.002);
    end(&p);
}

/* The angle about z by which a body has turned, in radians, -pi to pi. */
static double turn_about_z(const played *p, const char *name) {
    const ox_collider *shape = ox_collider_of(ox_console_collisions(p->console), object_called(p, name));
    const double a = 2 * atan2(shape->turn.z, shape->turn.w), turn = 6.283185307179586;
    return a - turn * floor(a / turn + 0.5);
}

/* In the plane: a moment of 2 N m on 4 kg m^2 turns by a quarter of a radian in a second, and as t^2 later; one force aside of the middle of a disc, a ring's and a plate's moments give both accelerations. A motion of
 * whole angles comes back to its start after a hundred turns. */
TEST(physics_flat_wheels_turn_as_time_squared) {
    played p;
    play_bodies(&p,
                "rate 120\ntype wheel\n with shape=circle radius=2\n"
                "type plank\n with shape=rectangle size=3,4\n",
                " object wheel name=wheel at=0,0,0\n with body=free mass=2 gravity=0 angular_drag=0\n"
                " object wheel name=aside at=20,0,0\n with body=free mass=2 gravity=0 angular_drag=0\n"
                " object plank name=plank at=40,0,0\n with body=free mass=12 gravity=0 angular_drag=0\n",
                physics_no_script);
    ox_physics *physics = ox_console_physics(p.console);
    double turned = 0, last = 0;
    steps(&p, 1);
    for (int i = 1; i <= 1200; i++) {
        ox_body_twist(physics, object_called(&p, "wheel"), (vec3){0, 0, 2 * FX_ONE});
        if (i <= 120) {
            ox_body_push(physics, object_called(&p, "aside"), (vec3){0, 2 * FX_ONE, 0},
                         v3_add(middle(&p, "aside"), (vec3){FX_ONE, 0, 0}));
            ox_body_twist(physics, object_called(&p, "plank"), (vec3){0, 0, 25 * FX_ONE});
        }
        steps(&p, 1);
        const double now = turn_about_z(&p, "wheel");
        turned += now - last + (now < last - 3 ? 6.283185307179586 : 0);
        last = now;
        if (i == 120) {
            TEST_INFO("%.5f after a second; %.5f m/s and %.5f /s by a force aside, %.5f /s of a plate",
                      turned, speed_of(&p, "aside", 1), spin_of(&p, "aside", 2), spin_of(&p, "plank", 2));
            CHECK(fabs(turned - 0.25) < 0.0025);
            CHECK(fabs(speed_of(&p, "aside", 1) - 1) < 0.005);   /* F / m */
            CHECK(fabs(spin_of(&p, "aside", 2) - 0.5) < 0.0025); /* F d / I */
            CHECK(fabs(spin_of(&p, "plank", 2) - 1) < 0.005);    /* m (w^2 + h^2) / 12 = 25 */
        }
    }
    TEST_INFO("%.5f after ten seconds", turned);
    CHECK(fabs(turned / 25 - 1) < 0.001);
    end(&p);
    for (int spin = 0; spin < 3; spin++) {
        static const int16_t rates[3] = {16384, -8192, 1024};
        const ang16 at = 12345;
        const uint32_t turn = 65536u / (uint32_t)abs(rates[spin]); /* steps of one */
        CHECK_EQ(ox_motion_angle(at, rates[spin], 100 * turn, 0), at);
        CHECK(ox_motion_angle(at, rates[spin], 100 * turn + 1, 0) != at);
    }
}

/* A force that a game works out of place and velocity: a spring of 40 N/m on a kilogram swings in 2 pi sqrt(m / k), a damper takes of each swing; masses in a row on eight springs hang where their weights pull them. */
TEST(physics_games_make_springs_of_forces) {
    played p;
    char objects[1500] = " object ball name=bob at=1,90,0\n with body=free mass=1 gravity=0\n"
                         " object ball name=slow at=1,80,0\n with body=free mass=1 gravity=0\n",
         line[120], name[8];
    for (int i = 0; i < 8; i++) {
        snprintf(line, sizeof line, " object ball name=m%d at=20,%d,0\n with body=free mass=1\n", i,
                 98 - 2 * i);
        strcat(objects, line);
    }
    play_bodies(&p, "", objects, physics_no_script);
    ox_physics *physics = ox_console_physics(p.console);
    steps(&p, 1);
    double was = 1, crossed[2] = {0, 0}, top = 1, highest = 1;
    int count = 0;
    for (int step = 0; step < 1500; step++) {
        const double x = metres(middle(&p, "bob").x), y = metres(middle(&p, "slow").x);
        if (was > 0 && x <= 0 && count < 2) crossed[count++] = step + x / (was - x);
        was = x;
        ox_body_push(physics, object_called(&p, "bob"), (vec3){(fx)(-40 * x * 65536), 0, 0},
                     middle(&p, "bob"));
        const double force = -40 * y - 1 * speed_of(&p, "slow", 0);
        ox_body_push(physics, object_called(&p, "slow"), (vec3){(fx)(force * 65536), 0, 0},
                     middle(&p, "slow"));
        if (step % 60 == 59) {
            CHECK(highest <= top + 0.001);
            top = highest, highest = 0;
        }
        highest = fmax(highest, fabs(y));
        double above = 100, above_v = 0;
        for (int i = 0; i < 8; i++) {
            snprintf(name, sizeof name, "m%d", i);
            const vec3 at = middle(&p, name);
            const double v = speed_of(&p, name, 1),
                         pull = 400 * (above - metres(at.y) - 2) + 10 * (above_v - v);
            ox_body_push(physics, object_called(&p, name), (vec3){0, (fx)(pull * 65536), 0}, at);
            if (i > 0) {
                snprintf(name, sizeof name, "m%d", i - 1);
                ox_body_push(physics, object_called(&p, name), (vec3){0, (fx)(-pull * 65536), 0},
                             middle(&p, name));
            }
            above = metres(at.y), above_v = v;
        }
        steps(&p, 1);
    }
    const double period = (crossed[1] - crossed[0]) / 60, wanted = 2 * pi * sqrt(1 / 40.0);
    TEST_INFO("a period of %.4f s, %.4f expected; damped to %.4f m", period, wanted, top);
    CHECK(fabs(period - wanted) < 0.01 * wanted && top < 0.01);
    double above = 100;
    for (int i = 0; i < 8; i++) {
        snprintf(name, sizeof name, "m%d", i);
        const double longer = above - metres(middle(&p, name).y) - 2, due = (8 - i) * 9.8 / 400;
        TEST_INFO("spring %d is %.4f m longer, %.4f expected", i, longer, due);
        CHECK(fabs(longer - due) < 0.02 * due);
        above -= 2 + longer;
    }
    end(&p);
}

/* What launch() says brings a ball to its goal in its time; flight() and flight_time() tell the way. */
TEST(physics_launches_meet_their_goal) {
    played p;
    play_bodies(&p, "",
                " object ball name=ball at=0,20,0\n with body=free\n object ball name=goal at=9,17,-3\n with "
                "body=free gravity=0\n with shape=sphere radius=0.5 through=ball\n behaviour Hand\n",
                "var due = 0.0\nvar high = 0.0\n"
                "behaviour Hand { on start { let b = find('ball')\n b.velocity = launch(b.pos, "
                "find('goal').pos, 1.5)\n"
                "  due = flight_time(-4.9, 0.0)\n high = flight(b.pos, b.velocity, 1.5).y } }\n");
    steps(&p, 1);
    const int32_t *globals = ox_console_script(p.console, rom_id("script/game"))->globals;
    CHECK_NEAR(globals[0], FX_ONE, 4);
    CHECK_NEAR(globals[1], FX(17), 4);
    double nearest = 99;
    for (int i = 0; i < 95; i++) {
        steps(&p, 1);
        const double away = metres(v3_distance(middle(&p, "ball"), middle(&p, "goal")));
        if (i > 85 && i < 92) nearest = fmin(nearest, away);
    }
    TEST_INFO("%.4f m off", nearest);
    CHECK(nearest < 0.1);
    end(&p);
}

/* ---- energy ---- */

/* Of what falls freely motion and height together stay the same; a crate that lands has less after each blow. */
TEST(physics_energy_is_kept_or_lost) {
    played p;
    play_bodies(&p, "",
                " object box name=crate at=0,40,0 roll=20\n with body=free angular=1,2,1 angular_drag=0\n "
                "object floor\n",
                physics_no_script);
    steps(&p, 1);
    const double first = energy_of(&p);
    for (int i = 0; i < 150; i++) {
        steps(&p, 1);
        CHECK(fabs(energy_of(&p) - first) <= 0.005 * first);
    }
    double least = first, grown = 0;
    for (int i = 0; i < 400; i++) {
        steps(&p, 1);
        grown = fmax(grown, energy_of(&p) - least);
        least = fmin(least, energy_of(&p));
    }
    TEST_INFO("from %.0f J to %.0f J, at most %.3f J more than before", first, least, grown);
    CHECK(grown <= first * 0.001 && body_called(&p, "crate")->asleep);
    end(&p);
}

/* A ball that gives all back goes to and fro between walls a metre a step, for ten thousand steps, and is as fast as ever. */
TEST(physics_elastic_balls_lose_nothing) {
    played p;
    play_bodies(&p, "type side\n with shape=box size=1,9,9 bounce=1 friction=0\n",
                " object side at=-2,0,0\n object side at=2,0,0\n object ball name=ball at=0,0,0\n"
                " with shape=sphere radius=0.5 bounce=1 friction=0\n"
                " with body=free gravity=0 velocity=60,0,0\n",
                physics_no_script);
    steps(&p, 10000);
    TEST_INFO("%.5f m/s", fabs(speed_of(&p, "ball", 0)));
    CHECK(fabs(fabs(speed_of(&p, "ball", 0)) - 60) < 0.001);
    CHECK(fabs(metres(middle(&p, "ball").x)) < 1.1);
    end(&p);
}

/* Asteroids in the plane: two that are slow do not stick, one that is caught up with is not turned round, and many in a box lose energy at every blow and never overlap for long. */
TEST(physics_asteroids_bounce) {
    played p;
    play_bodies(
        &p,
        "type rock\n with shape=circle radius=0.5 bounce=0.8 friction=0\n with body=free mass=1 gravity=0\n",
        " object rock name=a at=-2,0,0\n with body=free mass=1 gravity=0 velocity=0.6,0,0\n"
        " object rock name=b at=2,0,0\n with body=free mass=1 gravity=0 velocity=-0.6,0,0\n"
        " object rock name=lead at=0,9,0\n with body=free mass=1 gravity=0 velocity=1,0,0\n"
        " object rock name=chase at=-3,9,0\n with body=free mass=1 gravity=0 velocity=3,0,0\n",
        physics_no_script);
    double nearest = 9;
    for (int i = 0; i < 1000; i++) {
        steps(&p, 1);
        nearest = fmin(nearest, metres(v3_distance(middle(&p, "a"), middle(&p, "b"))));
        CHECK(speed_of(&p, "lead", 0) > 0.9);
    }
    TEST_INFO("nearest %.4f m, then %.3f and %.3f m/s", nearest, speed_of(&p, "a", 0), speed_of(&p, "b", 0));
    CHECK(nearest > 0.98);
    CHECK(fabs(speed_of(&p, "a", 0) + 0.48) < 0.02 && fabs(speed_of(&p, "b", 0) - 0.48) < 0.02);
    CHECK(fabs(speed_of(&p, "lead", 0) - 2.8) < 0.05 && fabs(speed_of(&p, "chase", 0) - 1.2) < 0.05);
    end(&p);
}

/* Twenty in a box, most of them slow: each blow takes energy, none gives any. */
TEST(physics_asteroids_lose_energy_at_each_blow) {
    played p;
    char objects[2500] =
        " object side at=-6,0,0\n object side at=6,0,0\n object top at=0,6,0\n object top at=0,-6,0\n",
         line[160];
    for (int i = 0; i < 20; i++) {
        snprintf(
            line, sizeof line,
            " object rock at=%d,%d,0\n with body=free mass=1 gravity=0 angular_drag=0 velocity=%g,%g,0\n",
            i % 5 * 2 - 4, i / 5 * 2 - 3, (i * 7 % 11 - 5) * 0.5, (i * 5 % 7 - 3) * 0.7);
        strcat(objects, line);
    }
    play_bodies(
        &p,
        "type rock\n with shape=circle radius=0.5 bounce=0.9 friction=0\n with body=free mass=1 gravity=0\n"
        "type side\n with shape=rectangle size=1,14 friction=0\ntype top\n with shape=rectangle size=14,1 "
        "friction=0\ncapacity contacts 128\n",
        objects, physics_no_script);
    ox_physics *physics = ox_console_physics(p.console);
    physics->gravity = V3_ZERO;
    steps(&p, 1);
    double least = energy_of(&p), grown = 0;
    const double first = least;
    for (int i = 0; i < 1200; i++) {
        steps(&p, 1);
        grown = fmax(grown, energy_of(&p) - least);
        least = fmin(least, energy_of(&p));
    }
    TEST_INFO("from %.3f J to %.3f J, at most %.5f J more", first, least, grown);
    CHECK(grown < first * 0.0001 && least < first * 0.9);
    end(&p);
}

/* What sticks: a dart stops at the contact and is joined to what it met. */
TEST(physics_darts_stick) {
    played p;
    play_bodies(
        &p,
        "capacity joints 4\ntype dart behaviour=Dart\n with shape=sphere radius=0.1 friction=4\n with "
        "body=free mass=0.1\n"
        "type board\n with shape=box size=0.2,4,4 friction=4\n",
        " object board at=3,2,0\n object dart name=dart at=0,2,0\n with body=free mass=0.1 velocity=12,2,0\n",
        "behaviour Dart { on Contact(other, normal, strength) { self.velocity = vec3(0.0, 0.0, 0.0)\n"
        " join(self, other, 'weld', self.pos) } }\n");
    steps(&p, 40);
    const vec3 was = middle(&p, "dart");
    steps(&p, 200);
    TEST_INFO("at %.4f %.4f", metres(was.x), metres(was.y));
    CHECK(metres(was.x) > 2.75 && metres(v3_distance(was, middle(&p, "dart"))) < 0.005);
    end(&p);
}

/* ---- the solver, sets ---- */

/* More substeps leave less of a load's overlap: how deep a heavy box presses a light one. */
TEST(physics_substeps_leave_less_error) {
    double deep[4];
    for (int i = 0; i < 4; i++) {
        played p;
        play_bodies(&p, "",
                    " object floor\n object box name=low at=0,0.5,0\n with body=free mass=1\n object box "
                    "name=high at=0,1.5,0\n with body=free mass=60\n",
                    physics_no_script);
        ox_physics_settle(ox_console_physics(p.console), 1u << i);
        deep[i] = 0;
        for (int k = 0; k < 120; k++) {
            steps(&p, 1);
            deep[i] = fmax(deep[i], 1.5 - metres(middle(&p, "high").y));
        }
        TEST_INFO("%d substeps: %.5f m", 1 << i, deep[i]);
        if (i > 0) CHECK(deep[i] < deep[i - 1]);
        end(&p);
    }
}

/* Sets are what touches: a pair that is kept awake does not keep another pair awake; and who slides slowly does not sleep. */
TEST(physics_sets_sleep_alone) {
    played p;
    play_bodies(&p, "type ice\n with shape=box size=40,2,40 offset=0,-1,0 friction=0\n",
                " object ice\n object box name=a at=0,0.5,0\n object box name=b at=0,1.5,0\n object box "
                "name=c at=5,0.5,0\n"
                " object box name=d at=5,1.5,0\n object box name=slides at=-9,0.5,5\n with shape=box "
                "size=1,1,1 friction=0\n"
                " with body=free velocity=0.1,0,0\n",
                physics_no_script);
    int slept = 0;
    for (int i = 0; i < 120; i++) {
        body_called(&p, "d")->quiet = 0;
        steps(&p, 1);
        if (slept == 0 && body_called(&p, "a")->asleep) slept = i + 1;
    }
    TEST_INFO("asleep after %d steps", slept);
    CHECK(slept > 0 && slept <= 60 && body_called(&p, "b")->asleep);
    CHECK(!body_called(&p, "c")->asleep && !body_called(&p, "d")->asleep &&
          !body_called(&p, "slides")->asleep);
    steps(&p, 60);
    CHECK(body_called(&p, "c")->asleep && body_called(&p, "d")->asleep);
    end(&p);
}

/* The sets of a heap are what a search along its touches finds, body by body. */
TEST(physics_sets_are_what_touches) {
    played p;
    char objects[2500] = " object floor\n", line[120];
    for (int i = 0; i < 24; i++) {
        snprintf(line, sizeof line, " object %s at=%g,%g,%g roll=%d\n", i % 2 == 0 ? "box" : "ball",
                 (i % 6) * 1.3 - 4, 0.6 + i / 6 * 1.4, (i * 5 % 4) * 0.4, i * 31);
        strcat(objects, line);
    }
    play_bodies(&p, "capacity bodies 32\ncapacity contacts 128\n", objects, physics_no_script);
    const ox_physics *physics = ox_console_physics(p.console);
    int most = 0;
    for (int step = 0; step < 150; step++) {
        uint32_t mark[64] = {0}, sets = 0;
        steps(&p, 1);
        for (uint32_t i = 1; i < physics->body_count; i++) mark[i] = i;
        for (bool more = true; more;) {
            more = false;
            for (uint32_t i = 0; i < physics->touch_count; i++) {
                const uint32_t a = physics->numbers[physics->touches[i].a],
                               b = physics->numbers[physics->touches[i].b];
                if (a == 0 || b == 0 || a == OX_BODY_SLEEPS || b == OX_BODY_SLEEPS || mark[a] == mark[b])
                    continue;
                mark[a] = mark[b] = mark[a] < mark[b] ? mark[a] : mark[b];
                more = true;
            }
        }
        for (uint32_t i = 1; i < physics->body_count; i++) {
            uint32_t root = i;
            while (physics->bodies[root].set != root) root = physics->bodies[root].set;
            CHECK_EQ(root, mark[i]);
            sets += root == i;
        }
        most = (int)sets > most ? (int)sets : most;
    }
    TEST_INFO("up to %d sets", most);
    CHECK(most > 3);
    end(&p);
}

/* ---- numbers, times, order ---- */

/* 40 m/s for a minute are 2,400 m within an eighth of a millimetre; masses and speeds beyond their ends stay within them. */
TEST(physics_long_ways_and_ends) {
    played p;
    play_bodies(&p, "",
                " object ball name=far at=-1200,0,0\n with body=free gravity=0 velocity=40,0,0\n"
                " object ball name=none at=0,50,0\n with body=free mass=0 gravity=0\n"
                " object ball name=huge at=0,60,0\n with body=free mass=32000 gravity=0\n"
                " object ball name=out at=16300,9,0\n with body=free gravity=0 velocity=999,0,0\n",
                physics_no_script);
    ox_physics *physics = ox_console_physics(p.console);
    ox_body_impulse(physics, object_called(&p, "none"), (vec3){FX(0.05), 0, 0}, middle(&p, "none"));
    ox_body_impulse(physics, object_called(&p, "huge"), (vec3){FX(30000), 0, 0}, middle(&p, "huge"));
    steps(&p, 3600);
    CHECK_NEAR(middle(&p, "far").x, FX(1200), 8);
    CHECK(fabs(speed_of(&p, "none", 0) - 5) < 0.1 && fabs(speed_of(&p, "huge", 0) - 1) < 0.01);
    CHECK(middle(&p, "out").x <= FX_WORLD_LIMIT);
    CHECK_EQ(body_called(&p, "none")->mass, FX(0.01));
    CHECK_EQ(body_called(&p, "huge")->mass, 30000 * FX_ONE);
    end(&p);
}

/* The same jump in a game that is shown 30, 60 and 144 times a second: the loop takes so many steps, and the highest place is the same bits. */
TEST(physics_jumps_do_not_know_the_display) {
    static const int shown[] = {30, 60, 144};
    fx apex[3];
    for (int i = 0; i < 3; i++) {
        played p;
        ox_loop loop;
        int64_t taken = 0;
        play_bodies(&p, "", " object ball name=ball at=0,0.5,0\n with body=free velocity=0,10,0\n",
                    physics_no_script);
        ox_loop_init(&loop, 60, false);
        apex[i] = 0;
        for (int picture = 0; picture < 2 * shown[i]; picture++) {
            const int64_t now = (int64_t)(picture + 1) * 1000000 / shown[i];
            for (int left = ox_loop_advance(&loop, now - taken); left > 0; left--) {
                steps(&p, 1);
                apex[i] = fx_max(apex[i], middle(&p, "ball").y);
            }
            taken = now;
        }
        end(&p);
    }
    ox_loop quick; /* ten seconds of pictures, 144 a second, at 120 steps a second */
    int64_t taken = 0, count = 0;
    ox_loop_init(&quick, 120, false);
    for (int picture = 1; picture <= 1440; picture++) {
        const int64_t now = (int64_t)picture * 1000000 / 144;
        count += ox_loop_advance(&quick, now - taken);
        taken = now;
    }
    CHECK_EQ(count, 1200);
    TEST_INFO("%.5f m", metres(apex[0]));
    CHECK(apex[0] == apex[1] && apex[1] == apex[2] && apex[0] > FX(5.4));
}

/* Before bodies move a script's ray meets them where they were, after the step one meets them where they are; and what fell on a sensor is told in the step in which it came. */
TEST(physics_queries_know_their_phase) {
    played p;
    play_bodies(&p, "",
                " object ball name=ball at=0,50,0\n with body=free velocity=0,-6,0\n behaviour Hand\n",
                "var seen = 0.0\nvar here = 0.0\n"
                "behaviour Hand { on tick { cast(vec3(0.0, 100.0, 0.0), vec3(0.0, -100.0, 0.0), 'ball')\n"
                " seen = hit_at().y\n here = find('ball').pos.y } }\n");
    steps(&p, 3);
    const ox_physics *physics = ox_console_physics(p.console);
    const int32_t *globals = ox_console_script(p.console, rom_id("script/game"))->globals;
    for (int i = 0; i < 10; i++) {
        ox_collision_hit hit;
        const fx was = middle(&p, "ball").y;
        steps(&p, 1);
        CHECK_EQ(globals[1], was);
        CHECK_NEAR(globals[0], was + FX_HALF, 64);
        CHECK(was - middle(&p, "ball").y > FX(0.1));
        CHECK(ox_collision_ray(physics->collisions, (vec3){0, 100 * FX_ONE, 0}, (vec3){0, -200 * FX_ONE, 0},
                               NULL, &hit));
        CHECK_NEAR(hit.at.y, middle(&p, "ball").y + FX_HALF, 64);
    }
    end(&p);
}

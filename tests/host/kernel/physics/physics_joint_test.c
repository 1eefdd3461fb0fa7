/* What joints hold, and what they leave free. */
#define _XOPEN_SOURCE 700
#include "fixedmath/quaternion.h"
#include "kernel/behaviour/internal.h"
#include "tests/host/kernel/physics/physics_scene.h"

#define BOB "type bob\n with shape=box size=0.5,0.5,0.5\n with body=free mass=1 angular_drag=0.2\n"

static const ox_collider *shape_called(const played *p, const char *name) {
    return ox_collider_of(ox_console_collisions(p->console), object_called(p, name));
}

/* Where a place of a body's own frame is now. */
static vec3 place_of_body(const played *p, const char *name, vec3 own) {
    return rig34_point(&shape_called(p, name)->pose, own);
}

static double away(vec3 a, double x, double y, double z) {
    const double dx = metres(a.x) - x, dy = metres(a.y) - y, dz = metres(a.z) - z;
    return sqrt(dx * dx + dy * dy + dz * dz);
}

TEST(physics_joint_ball_holds_a_place) {
    played p;
    play_bodies(&p, BOB, " object bob name=bob at=1,5,0\n with joint=ball at=-1,0,0\n", physics_no_script);
    ox_body_impulse(ox_console_physics(p.console), object_called(&p, "bob"), (vec3){0, 0, 2 * FX_ONE},
                    place_called(&p, "bob"));
    double worst = 0, turned = 0;
    for (int i = 0; i < 3600; i++) {
        steps(&p, 1);
        const double off = away(place_of_body(&p, "bob", (vec3){-FX_ONE, 0, 0}), 0, 5, 0);
        worst = off > worst ? off : worst;
        turned = fmax(turned, fabs(metres(place_called(&p, "bob").z)));
    }
    TEST_INFO("%.4f m off", worst);
    CHECK(worst < 0.01 && turned > 0.3);
    end(&p);
}

TEST(physics_joint_hinge_turns_about_its_axis_alone) {
    played p;
    play_bodies(&p, BOB,
                " object bob name=door at=1,5,0\n with joint=hinge at=-1,0,0 axis=0,1,0 low=-40 high=60\n",
                physics_no_script);
    double low = 0, high = 0;
    for (int i = 0; i < 600; i++) {
        const fx side = i % 200 < 100 ? -3 * FX_ONE : 3 * FX_ONE;
        ox_body_push(ox_console_physics(p.console), object_called(&p, "door"), (vec3){0, FX_ONE, side},
                     place_called(&p, "door"));
        steps(&p, 1);
        const vec3 at = place_called(&p, "door"),
                   axis = rig34_direction(&shape_called(&p, "door")->pose, V3_Y);
        const double angle = atan2(-metres(at.z), metres(at.x)) * 57.2958;
        low = angle < low ? angle : low;
        high = angle > high ? angle : high;
        CHECK(axis.y > FX(0.999));
        CHECK_NEAR(at.y, 5 * FX_ONE, FX(0.02));
    }
    TEST_INFO("from %.2f to %.2f degrees", low, high);
    CHECK(low > -42 && low < -38 && high < 62 && high > 58);
    end(&p);
}

TEST(physics_joint_motor_reaches_its_speed) {
    played p;
    play_bodies(&p, BOB,
                " object bob name=fan at=0,5,0\n with joint=hinge axis=0,0,1 motor=3 force=5\n"
                " object bob name=weak at=3,5,0\n with joint=hinge at=-1,0,0 axis=0,0,1 motor=3 force=1\n",
                physics_no_script);
    steps(&p, 60);
    CHECK_NEAR(body_called(&p, "fan")->angular[2], 3 * FX_ONE, FX(0.02));
    steps(&p, 240);
    /* 10 newton metres of weight are more than it can. */
    CHECK(place_called(&p, "weak").y < FX(4.5));
    end(&p);
}

TEST(physics_joint_slider_goes_along_its_axis_alone) {
    played p;
    play_bodies(
        &p, BOB,
        " object bob name=bob at=0,5,0\n with joint=slider axis=1,0,0 low=-1 high=1 motor=1 force=30\n",
        physics_no_script);
    for (int i = 0; i < 240; i++) {
        steps(&p, 1);
        const vec3 at = place_called(&p, "bob");
        CHECK_NEAR(at.y, 5 * FX_ONE, FX(0.02));
        CHECK_NEAR(at.z, 0, FX(0.01));
        CHECK(q4_angle(shape_called(&p, "bob")->turn, Q4_IDENTITY) < ANG32_90 / 45); /* two degrees */
        if (i == 30) CHECK_NEAR(body_called(&p, "bob")->velocity[0], FX_ONE, FX(0.02));
    }
    CHECK_NEAR(place_called(&p, "bob").x, FX_ONE, FX(0.02));
    end(&p);
}

/* A rope is no longer than it is, and may be shorter; a rod is as long as it is; a spring hangs as low as its weight makes it. */
TEST(physics_joint_lengths) {
    played p;
    play_bodies(
        &p, BOB,
        " object bob name=rope at=0,5,0\n with joint=rope length=1.5\n"
        " object bob name=rod at=3,5,0\n with joint=rod at=-1,0,0\n"
        " object box name=hook at=6,8,0\n with body=still\n"
        " object bob name=spring at=6,6,0\n with joint=spring to=hook length=2 hertz=1.5 damping=0.2\n",
        physics_no_script);
    ox_body_impulse(ox_console_physics(p.console), object_called(&p, "rope"), (vec3){4 * FX_ONE, 0, 0},
                    place_called(&p, "rope"));
    double longest = 0, shortest = 9;
    for (int i = 0; i < 900; i++) {
        steps(&p, 1);
        const double far = away(place_called(&p, "rope"), 0, 6.5, 0);
        longest = far > longest ? far : longest;
        shortest = far < shortest ? far : shortest;
    }
    TEST_INFO("the rope was %.4f to %.4f m", shortest, longest);
    CHECK(longest < 1.5 * 1.02);
    const double sag = 8 - 2 - metres(place_called(&p, "spring").y),
                 wanted = 9.8 / (6.2832 * 1.5 * 6.2832 * 1.5);
    TEST_INFO("the spring hangs %.4f m low, %.4f expected", sag, wanted);
    CHECK(fabs(sag - wanted) < 0.02 * wanted + 0.002);
    end(&p);
}

/* Turned about any axis between the other one and A: swing of its axis, and twist about it, in degrees. */
static void swing_and_twist(const played *p, const char *name, double *swing, double *twist) {
    const quat q = shape_called(p, name)->turn; /* began upright, with y as its axis, held by the world */
    const double w = q.w / 1073741824.0, x = q.x / 1073741824.0, y = q.y / 1073741824.0,
                 z = q.z / 1073741824.0;
    *twist = 2 * atan2(y, w) * 57.29578;
    if (*twist > 180) *twist -= 360;
    if (*twist < -180) *twist += 360;
    *swing = acos(fmin(1, fmax(-1, 1 - 2 * (x * x + z * z)))) * 57.29578;
}

/* A cone holds its place; the axis leaves its rest by the swing alone, and the turn about it stays in its range, whatever pushes. */
TEST(physics_joint_cone_limits_swing_and_twist) {
    played p;
    play_bodies(&p, BOB,
                " object bob name=arm at=0,5,0\n"
                " with joint=cone at=0,0.5,0 axis=0,1,0 swing=30 low=-20 high=40\n",
                physics_no_script);
    double most = 0, low = 0, high = 0, off = 0;
    for (int i = 0; i < 600; i++) {
        const double way = i * 0.02;
        ox_body_push(ox_console_physics(p.console), object_called(&p, "arm"),
                     (vec3){(fx)(20 * 65536 * cos(way)), 0, (fx)(20 * 65536 * sin(way))},
                     place_called(&p, "arm"));
        ox_body_twist(ox_console_physics(p.console), object_called(&p, "arm"),
                      (vec3){0, i % 200 < 100 ? FX_ONE : -FX_ONE, 0});
        steps(&p, 1);
        double swing, twist;
        swing_and_twist(&p, "arm", &swing, &twist);
        most = fmax(most, swing);
        low = fmin(low, twist);
        high = fmax(high, twist);
        off = fmax(off, away(place_of_body(&p, "arm", (vec3){0, FX_ONE / 2, 0}), 0, 5.5, 0));
    }
    TEST_INFO("swing %.2f, twist %.2f to %.2f degrees, %.4f m off", most, low, high, off);
    CHECK(most > 28 && most < 31.5 && low > -21.5 && low < -18 && high > 38 && high < 41.5 && off < 0.01);
    end(&p);
}

/* A body in a plane stays in it and upright to it, wherever it is pushed. */
TEST(physics_joint_planar_stays_in_its_plane) {
    played p;
    play_bodies(&p, BOB, " object bob name=puck at=0,5,0\n with joint=planar axis=0,1,0\n",
                physics_no_script);
    ox_body_impulse(ox_console_physics(p.console), object_called(&p, "puck"), (vec3){2 * FX_ONE, 0, FX_ONE},
                    (vec3){0, FX(5.2), FX_ONE / 4});
    double off = 0;
    for (int i = 0; i < 300; i++) {
        steps(&p, 1);
        const vec3 axis = rig34_direction(&shape_called(&p, "puck")->pose, V3_Y);
        off = fmax(off, fabs(metres(place_called(&p, "puck").y) - 5));
        CHECK(axis.y > FX(0.9995));
    }
    TEST_INFO("%.4f m off the plane, %.1f m away", off, metres(place_called(&p, "puck").x));
    CHECK(off < 0.01 && metres(place_called(&p, "puck").x) > 5 && body_called(&p, "puck")->angular[1] != 0);
    end(&p);
}

/* Four wheels carry a chassis on springs, drive it, and steer it to the left. */
TEST(physics_joint_wheels_carry_drive_and_steer) {
    static const char *const wheels[4] = {"fl", "fr", "rl", "rr"};
    char objects[2048] = " object floor\n object chassis name=car at=0,0.7,0\n", line[200];
    played p;
    for (int i = 0; i < 4; i++) {
        snprintf(line, sizeof line,
                 " object tyre name=%s at=%g,0.35,%g\n with joint=wheel to=car low=-0.2 high=0.2%s\n",
                 wheels[i], i % 2 == 0 ? -0.8 : 0.8, i < 2 ? -1.2 : 1.2, i < 2 ? "" : " motor=-8 force=200");
        strcat(objects, line);
    }
    play_bodies(&p,
                "capacity joints 8\n"
                "type chassis\n with shape=box size=1.2,0.4,3\n with body=free mass=400\n"
                "type tyre\n with shape=sphere radius=0.35 friction=1\n with body=free mass=20\n",
                objects, physics_no_script);
    steps(&p, 180);
    const vec3 level = rig34_direction(&shape_called(&p, "car")->pose, V3_Y);
    const double sunk = 0.7 - metres(place_called(&p, "car").y), gone = -metres(place_called(&p, "car").z);
    const vec3 spin = rig34_direction_inverse(&shape_called(&p, "car")->pose,
                                              rig34_direction(&shape_called(&p, "rl")->pose, V3_X));
    TEST_INFO("sunk %.4f m, gone %.2f m, aside %.4f m", sunk, gone, metres(place_called(&p, "car").x));
    CHECK(level.y > FX(0.995) && sunk > 0 && sunk < 0.1 && gone > 4);
    CHECK(spin.x > FX(0.999));
    CHECK_NEAR(place_called(&p, "car").x, 0, FX(0.2));
    const ox_physics *physics = ox_console_physics(p.console);
    for (int i = 0; i < 2; i++) {
        ox_joint *j = ox_component_get(physics->world, object_called(&p, wheels[i]), physics->joint_type);
        j->motor_goal = 20 * FX_ONE;
    }
    steps(&p, 90);
    const vec3 nose = rig34_direction(&shape_called(&p, "car")->pose, (vec3){0, 0, -FX_ONE}),
               steered = rig34_direction_inverse(&shape_called(&p, "car")->pose,
                                                 rig34_direction(&shape_called(&p, "fl")->pose, V3_X));
    TEST_INFO("turned by %.1f degrees", atan2(-metres(nose.x), -metres(nose.z)) * 57.3);
    CHECK(nose.x < -FX(0.2) && place_called(&p, "car").x < -FX(0.1));
    CHECK_NEAR(steered.x, FX(0.9397), FX(0.01)); /* cos 20 */
    end(&p);
}

/* The heavier side goes down and the other comes up, twice as far where the ratio is 2; the rope is as long as it was. */
TEST(physics_joint_pulley_keeps_its_rope) {
    played p;
    play_bodies(&p, BOB,
                " object bob name=heavy at=0,8,0\n with body=free mass=3\n"
                " object bob name=light at=2,4,0\n with joint=pulley to=heavy length=6\n"
                " object bob name=slow at=6,6,0\n with body=free mass=5\n"
                " object bob name=quick at=9,6,0\n with joint=pulley to=slow length=4 ratio=2\n",
                physics_no_script);
    double worst = 0;
    for (int i = 0; i < 50; i++) {
        steps(&p, 1);
        /* wheels at 10 m, above each of the two */
        const double rope = away(place_called(&p, "light"), 2, 10, 0) +
                            away(place_called(&p, "heavy"), 0, 10, 0),
                     other = away(place_called(&p, "quick"), 9, 10, 0) +
                             2 * away(place_called(&p, "slow"), 6, 10, 0);
        worst = fmax(worst, fmax(fabs(rope - 8), fabs(other - 12)));
    }
    const double fell = 8 - metres(place_called(&p, "heavy").y),
                 wanted = 9.8 / 2 * 0.5 * (50.0 / 60) * (50.0 / 60); /* (3 - 1) / (3 + 1) g */
    TEST_INFO("rope %.4f m off; fell %.3f m, %.3f expected", worst, fell, wanted);
    CHECK(worst < 0.02 && fabs(fell - wanted) < 0.05 * wanted);
    CHECK_NEAR(2 * (6 * FX_ONE - place_called(&p, "slow").y), place_called(&p, "quick").y - 6 * FX_ONE,
               FX(0.03));
    CHECK(place_called(&p, "slow").y < FX(5.8));
    end(&p);
}

/* With hertz a motor goes to its goal and holds it, as far as its force can; a cone's to a pose. */
TEST(physics_joint_motors_reach_goals_and_poses) {
    played p;
    play_bodies(
        &p, BOB,
        " object bob name=door at=1,5,0\n with joint=hinge at=-1,0,0 axis=0,1,0 goal=50 hertz=3 force=100\n"
        " object bob name=piston at=5,5,0\n with joint=slider axis=0,1,0 goal=1.5 hertz=4 force=200\n"
        " object bob name=arm at=9,5,0\n with joint=cone at=0,-0.5,0 swing=90 force=60 hertz=15\n"
        " object bob name=weak at=12,5,0\n with joint=cone at=0,-0.5,0 axis=0,1,0 swing=60 force=0.4 "
        "hertz=6\n",
        physics_no_script);
    const ox_physics *physics = ox_console_physics(p.console);
    ox_joint *arm = ox_component_get(physics->world, object_called(&p, "arm"), physics->joint_type);
    arm->motor_pose[2] = 40 * FX_ONE;
    ox_body_impulse(ox_console_physics(p.console), object_called(&p, "weak"), (vec3){FX_ONE, 0, 0},
                    place_called(&p, "weak"));
    steps(&p, 240);
    const vec3 door = place_called(&p, "door");
    double swing, twist;
    swing_and_twist(&p, "arm", &swing, &twist);
    TEST_INFO("door %.2f degrees, piston %.3f m, arm %.2f degrees",
              atan2(-metres(door.z), metres(door.x)) * 57.3, metres(place_called(&p, "piston").y) - 5, swing);
    CHECK(fabs(atan2(-metres(door.z), metres(door.x)) * 57.2958 - 50) < 1);
    CHECK_NEAR(place_called(&p, "piston").y, FX(6.5), FX(0.03));
    CHECK(fabs(swing - 40) < 3 && place_called(&p, "arm").x < FX(8.8));
    /* What its motor cannot bear falls to the end of its cone; what disturbs a strong one is undone. */
    swing_and_twist(&p, "weak", &swing, &twist);
    CHECK(swing > 57 && swing < 62);
    ox_body_impulse(ox_console_physics(p.console), object_called(&p, "arm"), (vec3){0, 0, 10 * FX_ONE},
                    place_called(&p, "arm"));
    steps(&p, 5);
    swing_and_twist(&p, "arm", &swing, &twist);
    const double pushed = swing;
    steps(&p, 180);
    swing_and_twist(&p, "arm", &swing, &twist);
    TEST_INFO("pushed to %.1f, back at %.1f degrees", pushed, swing);
    CHECK(fabs(pushed - 40) > 2 && fabs(swing - 40) < 3);
    end(&p);
}

/* The same kinds in the plane: bodies stay in it and turn about z alone. */
TEST(physics_joint_kinds_in_the_plane) {
    played p;
    play_bodies(
        &p,
        "capacity joints 16\ntype tile\n with shape=rectangle size=0.5,0.5,1\n with body=free mass=1\n"
        "type wheel2\n with shape=circle radius=0.3\n with body=free mass=1\n",
        " object tile name=hinge at=1,5,0\n with joint=hinge at=-1,0,0 low=-30 high=0\n"
        " object tile name=ball at=5,5,0\n with joint=ball at=-1,0,0\n"
        " object tile name=rod at=8,5,0\n with joint=rod at=0,0,0 length=1\n"
        " object tile name=slider at=11,5,0\n with joint=slider axis=1,0,0 low=-1 high=1 motor=1 force=30\n"
        " object tile name=weld at=14,5,0\n with joint=weld\n"
        " object tile name=frame at=18,5,0\n with joint=weld\n"
        " object wheel2 name=wheel at=18,4.4,0\n with joint=wheel to=frame motor=4 force=5\n"
        " object tile name=up at=22,5,0\n"
        " object tile name=down at=24,5,0\n with body=free mass=3\n with joint=pulley to=up length=3\n",
        physics_no_script);
    static const char *const names[] = {"hinge", "ball", "rod", "slider", "weld", "wheel", "up", "down"};
    steps(&p, 30);
    CHECK(place_called(&p, "down").y < FX(4.7) && place_called(&p, "up").y > FX(5.3));
    steps(&p, 90);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const quat turn = shape_called(&p, names[i])->turn;
        CHECK_NEAR(place_called(&p, names[i]).z, 0, 2);
        CHECK(turn.x == 0 && turn.y == 0);
    }
    CHECK(fabs(away(place_called(&p, "hinge"), 0, 5, 0) - 1) < 0.01);
    CHECK(fabs(atan2(metres(place_called(&p, "hinge").y) - 5, metres(place_called(&p, "hinge").x)) * 57.2958 +
               30) < 1.5);
    CHECK(fabs(away(place_called(&p, "ball"), 4, 5, 0) - 1) < 0.01);
    CHECK(fabs(away(place_called(&p, "rod"), 8, 6, 0) - 1) < 0.01);
    CHECK_NEAR(place_called(&p, "slider").x, 12 * FX_ONE, FX(0.02));
    CHECK_NEAR(place_called(&p, "slider").y, 5 * FX_ONE, FX(0.02));
    CHECK(away(place_called(&p, "weld"), 14, 5, 0) < 0.01);
    CHECK_NEAR(body_called(&p, "wheel")->angular[2], 4 * FX_ONE, FX(0.05));
    CHECK(fabs(metres(place_called(&p, "wheel").x) - 18) < 0.01);
    end(&p);
}

/* A chain of ten links with a weight of ten links stretches by less than a twentieth, and what is welded stays as it is. */
TEST(physics_joint_chains_hold) {
    played p;
    char objects[2048] = " object bob name=l0 at=0,20,0\n with joint=ball at=0,0.25,0\n", line[160];
    for (int i = 1; i < 10; i++) {
        snprintf(line, sizeof line, " object bob name=l%d at=0,%g,0\n with joint=ball to=l%d at=0,0.25,0\n",
                 i, 20 - 0.5 * i, i - 1);
        strcat(objects, line);
    }
    strcat(objects,
           " object bob name=load at=0,15,0\n with body=free mass=10\n with joint=weld to=l9 at=0,0.25,0\n");
    play_bodies(&p, "capacity joints 16\n" BOB, objects, physics_no_script);
    steps(&p, 600);
    const double length = 20.25 - metres(place_called(&p, "load").y);
    TEST_INFO("the chain is %.4f m long, of 5.25", length);
    CHECK(length < 5.25 * 1.05 && length > 5.2);
    end(&p);
}

/* More than it bears breaks a joint, and its object hears of it. */
TEST(physics_joint_breaks) {
    static const char script[] = "var snapped = 0\nbehaviour Bob { on Snapped(other) { snapped += 1 } }\n";
    played p;
    play_bodies(&p, BOB,
                " object bob name=strong at=0,5,0 behaviour=Bob\n with joint=ball strength=15\n"
                " object bob name=weak at=3,5,0 behaviour=Bob\n with joint=ball strength=5\n",
                script);
    steps(&p, 120);
    CHECK_NEAR(place_called(&p, "strong").y, 5 * FX_ONE, FX(0.02));
    CHECK(place_called(&p, "weak").y < 0);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->globals[0], 1);
    end(&p);
}

TEST(physics_joints_are_made_and_ended_by_scripts) {
    static const char script[] = "behaviour Bob { on Press(b) { if b == Button.A { join(self, null, 'ball', "
                                 "self.pos) } else { unjoin(self) } } }\n";
    played p;
    play_bodies(&p, BOB, " object bob name=bob at=0,50,0 behaviour=Bob\n", script);
    steps(&p, 30);
    frame(p.console, PLAT_A);
    steps(&p, 60);
    const fx held = place_called(&p, "bob").y;
    steps(&p, 30);
    CHECK_NEAR(place_called(&p, "bob").y, held, 64);
    frame(p.console, PLAT_B);
    steps(&p, 30);
    CHECK(place_called(&p, "bob").y < held - FX_ONE);
    end(&p);
}

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
    play_bodies(&p, BOB,
                " object bob name=rope at=0,5,0\n with joint=rope length=1.5\n"
                " object bob name=rod at=3,5,0\n with joint=rod at=-1,0,0\n"
                " object box name=hook at=6,8,0\n with body=still\n"
                " object bob name=spring at=6,6,0\n with joint=spring to=hook length=2 motor=1.5 force=0.2\n",
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

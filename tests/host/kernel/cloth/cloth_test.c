/* Cloth in scenes: what it hangs on, what it lies on, what scripts do to it, and that it goes on from its state. */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "kernel/behaviour/module.h"
#include "kernel/cloth/module.h"
#include "kernel/saving/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

static bool net_called(const played *p, const char *name, ox_cloth_net *net) {
    return ox_cloth_net_of(ox_console_cloths(p->console), object_called(p, name), net);
}

static double apart(vec3 a, vec3 b) {
    const double x = metres(a.x) - metres(b.x), y = metres(a.y) - metres(b.y), z = metres(a.z) - metres(b.z);
    return sqrt(x * x + y * y + z * z);
}

/* How much longer than at rest its longest thread is. */
static double stretch_of(const ox_cloth_net *net) {
    double most = 0;
    for (int i = 0; i < net->columns * net->rows; i++) {
        if (i % net->columns != 0) most = fmax(most, apart(net->at[i], net->at[i - 1]) / metres(net->across));
        if (i >= net->columns)
            most = fmax(most, apart(net->at[i], net->at[i - net->columns]) / metres(net->along));
    }
    return most - 1;
}

/* A minute of a curtain of 16 x 16 points through which a ball goes forth and back: no thread longer by a tenth, no point in the ball. */
TEST(cloth_curtains_part_before_a_ball) {
    played p;
    ox_cloth_net net;
    play_bodies(&p,
                "capacity cloth_points 256\ntype curtain\n with cloth=sheet size=1.5,1.5 cells=16 pins=top "
                "thick=0.02\n"
                "type bowl\n with shape=sphere radius=0.35\n with body=led\n",
                " object curtain name=curtain at=0,3,0\n object bowl name=bowl at=0,2.2,-0.8\n",
                physics_no_script);
    double worst = 0, nearest = 9, aside = 0;
    for (int step = 0; step < TEST_ROUNDS(3600); step++) {
        const vec3 ball = {(fx)(0.1 * 65536), FX(2.2), (fx)(-0.8 * cos(step * 0.02) * 65536)};
        (void)ox_place_set(&p.console->world, object_called(&p, "bowl"), ball);
        steps(&p, 1);
        CHECK(net_called(&p, "curtain", &net) && net.columns == 16 && net.rows == 16);
        worst = fmax(worst, stretch_of(&net));
        const vec3 at = place_called(&p, "bowl");
        for (int i = 0; i < 256; i++) {
            nearest = fmin(nearest, apart(net.at[i], at));
            aside = fmax(aside, fabs(metres(net.at[i].z)));
        }
    }
    TEST_INFO("threads longer by %.3f, nearest to the ball's middle %.4f m", worst, nearest);
    CHECK(worst <= 0.1);
    CHECK(nearest >= 0.35);
    CHECK(aside > 0.2);
    end(&p);
}

/* A sheet falls on a box and on the floor, and lies there: no point below either. */
TEST(cloth_lies_on_what_is_below_it) {
    played p;
    ox_cloth_net net;
    play_bodies(&p,
                "type sheet\n with cloth=sheet size=2,2 cells=9 pins=none thick=0.04 friction=0.6\n"
                "type table\n with shape=box size=1,1,1\n",
                " object floor\n object table at=0,0.5,0\n object sheet name=sheet at=0,3,0 pitch=90\n",
                physics_no_script);
    steps(&p, 600);
    CHECK(net_called(&p, "sheet", &net));
    const vec3 middle = net.at[4 * 9 + 4];
    CHECK_NEAR(middle.y, FX(1.06), FX(0.04));
    for (int i = 0; i < 81; i++) {
        const vec3 at = net.at[i];
        CHECK(at.y > FX(0.03));
        CHECK(fx_abs(at.x) >= FX(0.5) || fx_abs(at.z) >= FX(0.5) || at.y > FX(1.0));
    }
    CHECK(net.at[0].y < FX(0.9)); /* its corners hang down */
    end(&p);
}

/* A rope at the hip of a walker, in a cone of 30 degrees: it lags where the walker sets out, and never leaves the cone. */
TEST(cloth_pendulums_lag_in_their_cones) {
    played p;
    ox_cloth_net net;
    play_bodies(&p, "type hip\n with cloth=rope size=0.05,0.6 cells=5 cone=30\n",
                " object hip name=hip at=0,2,0\n", physics_no_script);
    steps(&p, 60);
    double widest = 0;
    int behind = 0;
    for (int step = 0; step < 900; step++) {
        const int part = step % 180; /* a second forth, a stop, a second back, a stop */
        const vec3 was = place_called(&p, "hip");
        const fx by = part < 60 ? FX(0.05) : part >= 90 && part < 150 ? -FX(0.05) : 0;
        (void)ox_place_set(&p.console->world, object_called(&p, "hip"), (vec3){was.x + by, was.y, 0});
        steps(&p, 1);
        CHECK(net_called(&p, "hip", &net));
        for (int i = 1; i < 5; i++) {
            const double x = metres(net.at[i].x - net.at[0].x), y = metres(net.at[0].y - net.at[i].y);
            widest = fmax(widest, atan2(fabs(x), y) * 57.29578);
        }
        if (part == 12) behind += net.at[4].x < net.at[0].x - FX(0.02);
        if (part == 102) behind += net.at[4].x > net.at[0].x + FX(0.02);
        CHECK(fabs(apart(net.at[0], net.at[1]) / 0.15 - 1) < 0.05);
    }
    TEST_INFO("as wide as %.2f degrees", widest);
    CHECK(widest < 30.1 && widest > 20);
    CHECK_EQ(behind, 10);
    end(&p);
}

/* From one object to another, through a script's hands, with an object at its end. */
TEST(cloth_ropes_lead_and_carry) {
    static const char script[] = "var far: fx = 0.0\nbehaviour Line { var at = 0\n on tick { at += 1\n"
                                 " if at == 100 { cloth_pin(self, 1, 9, false) }\n"
                                 " if at == 300 { cloth_put(self, 1, 9, vec3(1.0, 3.0, 0.0)) }\n"
                                 " far = distance(cloth_point(self, 1, 9), vec3(1.0, 3.0, 0.0)) } }\n";
    played p;
    ox_cloth_net net;
    play_bodies(
        &p,
        "type line\n with cloth=rope size=0.05,3 cells=9 to=post\ntype chain\n with cloth=rope size=0.05,1 "
        "cells=4 hangs=lamp\n",
        " object line name=line at=-1,3,0 behaviour=Line\n object ball name=post at=1,3,0\n with body=led\n"
        " object chain name=chain at=5,3,0\n object ball name=lamp at=0,0,0\n with body=led\n",
        script);
    steps(&p, 90);
    CHECK(net_called(&p, "line", &net));
    CHECK(v3_equal(net.at[8], place_called(&p, "post")));
    CHECK(net.at[4].y < FX(2.2)); /* two metres of air, three of rope */
    CHECK_NEAR(place_called(&p, "lamp").y, FX(2), FX(0.05));
    CHECK_NEAR(place_called(&p, "lamp").x, FX(5), FX(0.02));
    steps(&p, 200);
    CHECK(net.at[8].y < FX(0.5)); /* let go */
    steps(&p, 30);
    CHECK_EQ(ox_console_script(p.console, rom_id("script/game"))->globals[0], 0);
    end(&p);
}

/* What has no room is told by name, and the rest goes on; a cloth that goes gives its points to others. */
TEST(cloth_without_room_is_none) {
    static const char script[] =
        "behaviour Maker { var at = 0\n on tick { at += 1\n if at == 5 { remove(find('first')) }\n"
        " if at == 10 { create('flag', vec3(3.0, 2.0, 0.0)) } } }\n";
    played p;
    ox_cloth_net net;
    play_bodies(&p, "capacity cloth_points 100\ntype flag\n with cloth=sheet size=1,1 cells=8\n",
                " object flag name=first at=0,2,0 behaviour=Maker\n object flag name=second at=0,2,2\n",
                script);
    steps(&p, 3);
    CHECK(net_called(&p, "first", &net));
    CHECK(!net_called(&p, "second", &net));
    end(&p);
}

/* A flag in the wind goes on from every state as it went before. */
TEST(cloth_goes_on_from_its_state) {
    enum { STEPS = 200 };
    static uint32_t hashes[STEPS];
    played p;
    ox_cloth_net net;
    play_bodies(&p,
                "capacity rewind 400\ncapacity snapshot-blocks 200\ncapacity save-blocks 16\ncapacity "
                "cloth_points 100\n"
                "type flag\n with cloth=sheet size=1,1 cells=8 pins=left wind=4,0,2\n",
                " object flag name=flag at=0,2,0\n", physics_no_script);
    for (int i = 0; i < STEPS; i++) {
        frame(p.console, 0);
        hashes[i] = ox_console_state_hash(p.console);
    }
    CHECK(ox_console_behind(p.console) >= 60);
    CHECK_EQ(ox_console_rewind(p.console, 50), OX_OK);
    for (int i = STEPS - 50; i < STEPS; i++) {
        CHECK_EQ(ox_console_state_hash(p.console), hashes[i - 1]);
        frame(p.console, 0);
    }
    CHECK_EQ(ox_console_state_hash(p.console), hashes[STEPS - 1]);
    CHECK(net_called(&p, "flag", &net));
    net.at[20].x ^= 1; /* points are state */
    CHECK(ox_console_state_hash(p.console) != hashes[STEPS - 1]);
    end(&p);
}

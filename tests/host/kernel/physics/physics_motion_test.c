/* How bodies of carts fall, stack, slide, bounce and are moved. */
#define _XOPEN_SOURCE 700
#include "kernel/behaviour/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

static const double slop = 0.005;

/* 4.9 metres are a second of falling; the speed is then 9.8 m/s, and nothing turns. */
TEST(physics_free_fall_takes_its_time) {
    played p;
    play_bodies(&p, "", " object box name=box at=0,5.4,0\n object floor\n", physics_no_script);
    int step = 0;
    while (step < 200 && !(metres(place_called(&p, "box").y) < 0.51)) {
        steps(&p, 1);
        step++;
        if (step == 45) CHECK_NEAR(body_called(&p, "box")->velocity[1], FX(-9.8 * 0.75), FX(0.01));
    }
    TEST_INFO("%d steps", step);
    CHECK(step >= 59 && step <= 61);
    end(&p);
}

/* Two boxes come to rest on one another, hardly within one another, and sleep. */
TEST(physics_boxes_come_to_rest) {
    played p;
    play_bodies(&p, "",
                " object floor\n object box name=low at=0,1,0\n object box name=high at=0.1,2.5,0.1 yaw=20\n",
                physics_no_script);
    steps(&p, 180);
    const double low = metres(place_called(&p, "low").y), high = metres(place_called(&p, "high").y);
    TEST_INFO("at %.5f and %.5f", low, high);
    CHECK(low > 0.5 - slop - 0.001 && low < 0.501);
    CHECK(high - low > 1 - slop - 0.001 && high - low < 1.001);
    CHECK(body_called(&p, "low")->asleep && body_called(&p, "high")->asleep);
    CHECK(body_called(&p, "low")->grounded && body_called(&p, "high")->grounded);
    end(&p);
}

/* Ten boxes on one another give way by less than half a centimetre each as they settle, lean by less than 15 millimetres in ten metres, sleep within five seconds, and then stand for 10,000 steps. */
TEST(physics_stacks_stand) {
    played p;
    char objects[1024] = " object floor\n", line[64], name[8];
    for (int i = 0; i < 10; i++) {
        snprintf(line, sizeof line, " object box name=b%d at=0,%g,0\n", i, 0.5 + i);
        strcat(objects, line);
    }
    play_bodies(&p, "", objects, physics_no_script);
    double at[10][3], worst = 0;
    steps(&p, 300);
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "b%d", i);
        const vec3 v = place_called(&p, name);
        at[i][0] = metres(v.x), at[i][1] = metres(v.y), at[i][2] = metres(v.z);
        CHECK(body_called(&p, name)->asleep);
        TEST_INFO("%s at %.5f %.5f %.5f", name, at[i][0], at[i][1], at[i][2]);
        CHECK(fabs(at[i][0]) <= 0.015 && fabs(at[i][2]) <= 0.015);
        CHECK(at[i][1] > i + 0.5 - 0.005 * (i + 1));
    }
    steps(&p, 9700);
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "b%d", i);
        const vec3 v = place_called(&p, name);
        worst = fmax(worst, fmax(fabs(metres(v.x) - at[i][0]), fabs(metres(v.z) - at[i][2])));
        worst = fmax(worst, fabs(metres(v.y) - at[i][1]));
    }
    TEST_INFO("drift %.6f m, top at %.5f", worst, at[9][1]);
    CHECK(worst <= 0.001);
    CHECK_EQ(ox_console_physics(p.console)->awake, 0);
    CHECK_EQ(ox_console_physics(p.console)->solved, 0);
    end(&p);
}

/* A stack that is not let sleep stands, too. */
TEST(physics_stacks_that_are_awake_stand) {
    played p;
    play_bodies(
        &p, "",
        " object floor\n object box name=b0 at=0,0.5,0\n object box name=b1 at=0,1.5,0\n"
        " object box name=b2 at=0,2.5,0\n object box name=b3 at=0,3.5,0\n object box name=b4 at=0,4.5,0\n",
        physics_no_script);
    for (int i = 0; i < 300; i++) {
        body_called(&p, "b4")->quiet = 0;
        steps(&p, 1);
    }
    const vec3 was = place_called(&p, "b4");
    double worst = 0;
    for (int i = 0; i < 600; i++) {
        body_called(&p, "b4")->quiet = 0;
        steps(&p, 1);
        const vec3 v = place_called(&p, "b4");
        worst = fmax(worst, metres(v3_distance(v, was)));
        CHECK(!body_called(&p, "b0")->asleep);
    }
    TEST_INFO("%.6f m in 10 s", worst);
    CHECK(worst < 0.001);
    end(&p);
}

/* On a slope of 30 degrees a box rests with a friction of 0.7, and with one of 0.3 it accelerates by g (sin 30 - 0.3 cos 30) = 2.354 m/s^2. */
TEST(physics_boxes_slide_on_slopes) {
    static const double friction[] = {0.7, 0.3, 0};
    static const double wanted[] = {0, 2.3539, 4.9};
    for (int i = 0; i < 3; i++) {
        played p;
        char objects[600];
        const double a = 30 * 3.14159265358979 / 180;
        snprintf(objects, sizeof objects,
                 " object slope roll=-30\n with shape=box size=100,1,10 friction=%g\n"
                 " object box name=box at=%g,%g,0 roll=-30\n with shape=box size=1,1,1 friction=%g\n",
                 friction[i], sin(a), cos(a), friction[i]);
        play_bodies(&p, "type slope\n", objects, physics_no_script);
        steps(&p, 30);
        const ox_body *body = body_called(&p, "box");
        const vec3 was = place_called(&p, "box");
        const double v0 = hypot(metres(body->velocity[0]), metres(body->velocity[1]));
        steps(&p, 60);
        const double v1 = hypot(metres(body->velocity[0]), metres(body->velocity[1]));
        TEST_INFO("friction %g: %.4f m/s^2", friction[i], v1 - v0);
        if (i == 0)
            CHECK(metres(v3_distance(was, place_called(&p, "box"))) < 0.001);
        else
            CHECK(fabs(v1 - v0 - wanted[i]) <= 0.02 * wanted[i]);
        end(&p);
    }
}

/* A ball falls from 2 m with a bounce of a half: its speed is half as great afterwards. Below half a metre a second nothing bounces. */
TEST(physics_balls_bounce) {
    played p;
    play_bodies(&p, "",
                " object floor\n object ball name=ball at=0,2.5,0\n with shape=sphere radius=0.5 bounce=0.5\n"
                " object ball name=slow at=5,0.51,0\n with shape=sphere radius=0.5 bounce=0.5\n",
                physics_no_script);
    const ox_body *body = body_called(&p, "ball"), *slow = body_called(&p, "slow");
    double down = 0, up = 0, slow_up = 0;
    for (int i = 0; i < 60 && up <= 0; i++) {
        steps(&p, 1);
        const double v = metres(body->velocity[1]);
        if (v < 0) down = -v;
        if (v > 0) up = v;
        slow_up = fmax(slow_up, metres(slow->velocity[1]));
    }
    TEST_INFO("%.4f m/s down, %.4f up; slow %.4f", down, up, slow_up);
    CHECK(down > 6 && fabs(up - down / 2) <= 0.01 * down + 9.8 / 60);
    CHECK(slow_up < 0.05);
    end(&p);
}

/* Without gravity a ball that hits its like stands, and the other one goes on as fast; 1 kg against 3 kg as elastic blows are. */
TEST(physics_blows_without_gravity) {
    static const struct {
        double mass, bounce, v[2], after[2];
    } blows[] = {{1, 1, {2, 0}, {0, 2}}, {3, 1, {2, -1}, {-2.5, 0.5}}, {1, 0.5, {4, 0}, {1, 3}}};
    for (size_t i = 0; i < sizeof blows / sizeof *blows; i++) {
        played p;
        char objects[600];
        snprintf(objects, sizeof objects,
                 " object ball name=a at=-2,0,0\n with shape=sphere radius=0.5 bounce=%g friction=0\n"
                 " with body=free mass=1 gravity=0 velocity=%g,0,0\n"
                 " object ball name=b at=0,0,0\n with shape=sphere radius=0.5 bounce=%g friction=0\n"
                 " with body=free mass=%g gravity=0 velocity=%g,0,0\n",
                 blows[i].bounce, blows[i].v[0], blows[i].bounce, blows[i].mass, blows[i].v[1]);
        play_bodies(&p, "", objects, physics_no_script);
        steps(&p, 60);
        const double a = metres(body_called(&p, "a")->velocity[0]),
                     b = metres(body_called(&p, "b")->velocity[0]);
        TEST_INFO("blow %d: %.4f and %.4f", (int)i, a, b);
        CHECK(fabs(a - blows[i].after[0]) <= 0.02 && fabs(b - blows[i].after[1]) <= 0.02);
        CHECK(fabs(a + blows[i].mass * b - blows[i].v[0] - blows[i].mass * blows[i].v[1]) <= 0.001);
        end(&p);
    }
}

/* A heap of shapes that nobody touches never has more energy than it had. */
TEST(physics_heaps_gain_no_energy) {
    played p;
    char objects[4096] =
        " object floor\n object side at=-3,16,0\n object side at=3,16,0\n object front at=0,16,-3\n"
        " object front at=0,16,3\n",
         line[128];
    for (int i = 0; i < 15; i++) {
        snprintf(line, sizeof line, " object %s at=%g,%d.5,%g yaw=%d roll=%d scale=%g\n",
                 i % 3 == 0   ? "box"
                 : i % 3 == 1 ? "ball"
                              : "pill",
                 (i % 4) * 0.5 - 0.8, 1 + i * 2, (i % 3) * 0.4 - 0.4, i * 37, i * 53, 0.6 + (i % 4) * 0.15);
        strcat(objects, line);
    }
    play_bodies(&p,
                "type side\n with shape=box size=1,34,8\ntype front\n with shape=box size=8,34,1\ncapacity "
                "contacts 256\n",
                objects, physics_no_script);
    steps(&p, 1);
    double least = energy_of(&p), grown = 0;
    const double first = least;
    for (int i = 0; i < 10000; i++) {
        const double e = energy_of(&p);
        grown = fmax(grown, e - least);
        least = fmin(least, e);
        steps(&p, 1);
    }
    TEST_INFO("from %.0f J to %.0f J; at most %.3f J more than before", first, least, grown);
    CHECK(grown <= first * 0.001);
    CHECK_EQ(ox_console_physics(p.console)->awake, 0);
    end(&p);
}

/* A lift that a tween moves carries a box up and pushes another one aside; heavy ones do not hold it. */
TEST(physics_what_is_led_moves_others) {
    played p;
    play_bodies(
        &p,
        "capacity tweens 4\ntype lift\n with shape=box size=2,0.2,2\n with body=led\n"
        "type ram\n with shape=box size=1,1,1\n with body=led\n",
        " object floor\n object lift name=lift at=0,0.1,0\n with tween=pos to=0,3.1,0 time=3 curve=linear\n"
        " object box name=rider at=0,0.71,0\n with body=free mass=5000\n"
        " object ram name=ram at=5,0.5,0\n with tween=pos to=8,0.5,0 time=3 curve=linear\n"
        " object box name=pushed at=6.01,0.5,0\n with body=free mass=5000\n",
        physics_no_script);
    steps(&p, 90);
    CHECK_NEAR(place_called(&p, "lift").y, FX(1.6), FX(0.06));
    CHECK(fabs(metres(body_called(&p, "rider")->velocity[1]) - 1) < 0.1);
    steps(&p, 150);
    const double lift = metres(place_called(&p, "lift").y), rider = metres(place_called(&p, "rider").y),
                 ram = metres(place_called(&p, "ram").x), pushed = metres(place_called(&p, "pushed").x);
    TEST_INFO("lift %.4f rider %.4f ram %.4f pushed %.4f", lift, rider, ram, pushed);
    CHECK(fabs(lift - 3.1) < 0.001 && fabs(ram - 8) < 0.001);
    CHECK(fabs(rider - lift - 0.6) < 0.01 && pushed - ram > 0.99);
    end(&p);
}

/* A crate on a belt that goes sideways is carried along by friction. */
TEST(physics_what_is_led_carries_sideways) {
    played p;
    play_bodies(&p, "capacity tweens 4\ntype raft\n with shape=box size=3,0.2,3 friction=1\n with body=led\n",
                " object raft name=raft at=0,0.1,0\n with tween=pos to=6,0.1,0 time=3 curve=sine_in_out\n"
                " object box name=rider at=0,0.71,0\n",
                physics_no_script);
    steps(&p, 240);
    CHECK_NEAR(place_called(&p, "raft").x, FX(6), 64);
    CHECK(fabs(metres(place_called(&p, "rider").x) - 6) < 0.1);
    end(&p);
}

/* Forces, blows and moments through scripts: 10 N move 2 kg by 5 m/s in a second, 6 N s by 3 m/s at once; a blow through the middle does not turn. */
TEST(physics_forces_of_scripts) {
    played p;
    play_bodies(&p, "",
                " object box name=pushed at=0,10,0\n with body=free mass=2 gravity=0\n"
                " object box name=struck at=0,10,5\n with body=free mass=2 gravity=0\n"
                " object box name=turned at=0,10,10\n with body=free mass=2 gravity=0 angular_drag=0\n"
                " object box name=edge at=0,10,15\n with body=free mass=2 gravity=0 angular_drag=0\n"
                " behaviour Hand\n",
                "behaviour Hand { var left = 60\n on start { impulse(find('struck'), vec3(6.0, 0.0, 0.0))\n"
                "  impulse_at(find('edge'), vec3(0.0, 1.0, 0.0), vec3(0.5, 10.0, 15.0)) }\n"
                " on tick { if left > 0 { left -= 1\n push(find('pushed'), vec3(10.0, 0.0, 0.0))\n"
                "  twist(find('turned'), vec3(0.0, 1.0, 0.0)) } } }\n");
    steps(&p, 70);
    const ox_body *pushed = body_called(&p, "pushed"), *struck = body_called(&p, "struck"),
                  *turned = body_called(&p, "turned"), *edge = body_called(&p, "edge");
    TEST_INFO("pushed %.3f struck %.3f turned %.3f edge %.3f %.3f", metres(pushed->velocity[0]),
              metres(struck->velocity[0]), metres(turned->angular[1]), metres(edge->velocity[1]),
              metres(edge->angular[2]));
    CHECK_NEAR(pushed->velocity[0], FX(5), FX(0.1));
    CHECK_NEAR(struck->velocity[0], FX(3), 4);
    CHECK_EQ(struck->angular[0] | struck->angular[1] | struck->angular[2], 0);
    CHECK_NEAR(turned->angular[1], FX(3), FX(0.06)); /* I = 2 / 6 */
    CHECK_EQ(turned->velocity[0] | turned->velocity[1] | turned->velocity[2], 0);
    CHECK_NEAR(edge->velocity[1], FX(0.5), 4);
    CHECK_NEAR(edge->angular[2], FX(1.5), FX(0.02)); /* r x J / I = 0.5 * 6 / 2 */
    end(&p);
}

/* A flat floor of 200 triangles, without friction: a ball and a box that slide over its edges neither rise nor lose speed. */
TEST(physics_floors_of_triangles_have_no_bumps) {
    static char net[8192];
    static const char text[] =
        "title \"Net\"\nsize 64x48\nformat pal8\nbudget 900K\nframe 16K\nstart one\nscript game game.goad\n"
        "mesh net net.obj\ncollision ground from=net\n"
        "type ball\n with shape=sphere radius=0.5 friction=0\n with body=free velocity=4,0,0.5\n"
        "type box\n with shape=box size=1,0.8,1.2 friction=0\n with body=free velocity=4,0,0.5\n"
        "scene one\n camera at=0,2,10 target=0,0,0\n object net at=0,0,0\n  with shape=soup of=ground "
        "friction=0\n"
        " object ball name=ball at=-8,0.5,0.3\n object box name=box at=-8,0.4,-3.3\nend\n";
    played p;
    size_t size = 0;
    memset(&p, 0, sizeof p);
    for (int i = 0; i < 121; i++)
        size +=
            (size_t)snprintf(net + size, sizeof net - size, "v %d 0 %d\n", i % 11 * 2 - 10, i / 11 * 2 - 10);
    for (int i = 0; i < 110; i++)
        if (i % 11 != 10)
            size += (size_t)snprintf(net + size, sizeof net - size, "f %d %d %d\nf %d %d %d\n", i + 1, i + 12,
                                     i + 2, i + 2, i + 12, i + 13);
    CHECK(size < sizeof net - 1);
    write_texts(&p.folder, &(played_texts){text, physics_no_script, NULL});
    folder_write(&p.folder, "net.obj", net);
    CHECK(folder_pack(&p.folder, &p.image));
    boot_with(&p, NULL, 0);
    if (p.console == NULL) TEST_INFO("%s", p.error.text);
    CHECK(p.console != NULL);
    static const char *const names[2] = {"ball", "box"};
    double least = 9, highest = 0, lowest = 9;
    for (int step = 0; p.console != NULL && step < 200; step++) {
        steps(&p, 1);
        for (int k = 0; k < 2; k++) {
            const ox_body *body = body_called(&p, names[k]);
            const double height = metres(place_called(&p, names[k]).y) - (k == 0 ? 0.5 : 0.4);
            least = fmin(least, metres(body->velocity[0]));
            highest = fmax(highest, height);
            lowest = fmin(lowest, height);
            if (step > 5) CHECK(body->grounded && fabs(metres(body->velocity[1])) < 0.02);
        }
    }
    TEST_INFO("slowest %.5f m/s, from %.5f to %.5f m high", least, lowest, highest);
    CHECK(least > 3.999 && highest < 0.001 && lowest > -slop - 0.001);
    if (p.console != NULL) end(&p);
}

/* ---- kinematic: a game moves, asks first, and makes room ---- */

/* Who goes by the part that sweep gives stands at a wall and does not tremble; who is shut in by what the game puts there comes out by the shortest way, or to a free place
 * near by; who has none is told so, and stays. */
TEST(physics_make_room_finds_a_free_place) {
    static const char script[] =
        "var rooms = 0\nvar stuck = 0\nvar late: fx = 0.0\nbehaviour Hero { var at = 0\n"
        " on tick { at += 1\n"
        "  if at <= 600 {\n   self.pos += vec3(0.1, 0.0, 0.0) * sweep(self, vec3(0.1, 0.0, 0.0))\n   if at "
        "== 100 { late = self.pos.x }\n  }\n"
        "  if at == 601 { find('block').pos = self.pos + vec3(0.3, 0.1, 0.0) }\n"
        "  if at == 602 and unstick(self) { rooms += 1 }\n"
        "  if at == 603 { self.pos = vec3(-10.0, 1.0, 0.0) }\n"
        "  if at == 604 and unstick(self, 4.0) { rooms += 1 }\n"
        "  if at == 605 { self.pos = vec3(-30.0, 1.0, 0.0) }\n"
        "  if at == 606 and not unstick(self, 0.5) { stuck += 1 } } }\n";
    played p;
    play_bodies(&p,
                "type hero\n with shape=sphere radius=0.5\ntype wall\n with shape=box size=1,4,4\n"
                "type mass\n with shape=box size=3,6,3\n",
                " object floor\n object hero name=hero at=0,1,0 behaviour=Hero\n object wall at=3,2,0\n "
                "object box name=block at=0,8,0\n"
                " with body=still\n object mass at=-10,2,0\n object mass at=-9,2,0.2\n object mass "
                "at=-30,2,0\n object mass at=-31,2,0\n"
                " object mass at=-29,2,0\n",
                script);
    const int32_t *globals = ox_console_script(p.console, rom_id("script/game"))->globals;
    steps(&p, 601);
    const vec3 stood = place_called(&p, "hero");
    CHECK_EQ(stood.x, globals[2]);
    CHECK_NEAR(stood.x, FX(2), FX(0.01));
    steps(&p, 1);
    CHECK_EQ(globals[0], 1);
    CHECK(fabs(metres(place_called(&p, "hero").x - place_called(&p, "block").x)) > 0.99 ||
          fabs(metres(place_called(&p, "hero").y - place_called(&p, "block").y)) > 0.99 ||
          fabs(metres(place_called(&p, "hero").z - place_called(&p, "block").z)) > 0.99);
    CHECK(place_called(&p, "hero").x <= FX(2)); /* not into the wall */
    steps(&p, 2);
    CHECK_EQ(globals[0], 2);
    const vec3 out = place_called(&p, "hero");
    CHECK(out.x > FX(-7) || out.x < FX(-12) || fx_abs(out.z) > FX(1.9) || out.y > FX(5.4));
    CHECK(v3_distance(out, (vec3){FX(-10), FX_ONE, 0}) <= FX(4.01));
    steps(&p, 2);
    CHECK_EQ(globals[1], 1);
    CHECK_EQ(place_called(&p, "hero").x, FX(-30));
    end(&p);
}

/* Cars of carts: how they stand, go, turn, brake, sleep and wake; and laps on a road. */
#define _XOPEN_SOURCE 700
#include "kernel/track/module.h"
#include "kernel/vehicle/module.h"
#include "tests/host/kernel/physics/physics_scene.h"

/* A car of a ton; springs of 2.2508 hertz are 50,000 N/m at each wheel. */
#define CAR                                                                                                  \
    "type car\n with shape=box size=1.8,0.6,4\n with body=free mass=1000\n"                                  \
    " with vehicle=car pull=8 top=30 brakes=9\n"                                                             \
    " with axle=front at=0.8,-0.3,-1.4 radius=0.3 spring=2.2508\n"                                           \
    " with axle=rear at=0.8,-0.3,1.4 radius=0.3 spring=2.2508\n"                                             \
    "type slab\n with shape=box size=40,1,40 friction=1\n"

static const double at_rest = 0.3 + 0.3 - 9.8 / 200; /* height of the car's middle: hub, radius, sag */

static ox_vehicle *vehicle_called(const played *p, const char *name) {
    return ox_vehicle_of(ox_console_vehicles(p->console), object_called(p, name));
}

static ox_axle *axle_called(const played *p, const char *name, ox_id which) {
    const ox_vehicles *v = ox_console_vehicles(p->console);
    ox_component c;
    const ox_object *object = object_called(p, name);
    for (bool more = ox_component_first(v->world, object, &c); more;
         more = ox_component_next(v->world, object, &c))
        if (c.type == v->axle_type && ((ox_axle *)c.data)->which == which) return c.data;
    test_fail(__FILE__, __LINE__, "axle", 0, 1);
    return NULL;
}

static void drive(const played *p, int count, double throttle, double steering, double brake) {
    for (int i = 0; i < count; i++) {
        ox_vehicle_drive(vehicle_called(p, "car"), FX(throttle), FX(steering), FX(brake));
        steps(p, 1);
    }
}

static double speed_of(const played *p, const char *name) {
    const ox_body *body = body_called(p, name);
    return sqrt(metres(body->velocity[0]) * metres(body->velocity[0]) +
                metres(body->velocity[2]) * metres(body->velocity[2]));
}

/* Four springs of 50,000 N/m are pressed by m g / 4k = 0.049 m; then nothing moves any more, and the car sleeps. */
TEST(vehicle_stands_on_its_springs) {
    played p;
    play_bodies(&p, CAR, " object floor\n object car name=car at=0,0.8,0\n", physics_no_script);
    double low = 9, high = 0;
    int asleep = 0;
    for (int i = 0; i < 400 && asleep == 0; i++) {
        steps(&p, 1);
        const double y = metres(place_called(&p, "car").y);
        if (i >= 100) low = fmin(low, y), high = fmax(high, y);
        if (body_called(&p, "car")->asleep) asleep = i;
    }
    const ox_axle *front = axle_called(&p, "car", OX_NAME("front")),
                  *rear = axle_called(&p, "car", OX_NAME("rear"));
    TEST_INFO("at %.5f, %.5f expected; %.6f m up and down; asleep after %d steps", high, at_rest, high - low,
              asleep);
    for (int i = 0; i < 2; i++) {
        TEST_INFO("pressed %.5f %.5f", metres(front->pressed[i]), metres(rear->pressed[i]));
        CHECK(fabs(metres(front->pressed[i]) - 0.049) < 0.049 * 0.05);
        CHECK(fabs(metres(rear->pressed[i]) - 0.049) < 0.049 * 0.05);
    }
    CHECK(asleep > 0 && asleep < 200 && high - low < 0.001);
    CHECK_EQ(vehicle_called(&p, "car")->wheels_down, 4);
    const vec3 there = place_called(&p, "car");
    steps(&p, 300);
    CHECK(v3_equal(there, place_called(&p, "car")) && body_called(&p, "car")->asleep);
    CHECK_EQ(body_called(&p, "car")->gravity, FX_ONE);
    drive(&p, 60, 1, 0, 0);
    CHECK(!body_called(&p, "car")->asleep && speed_of(&p, "car") > 5);
    end(&p);
}

/* A car goes straight, gains its pull, reaches its top, and brakes as its brakes say. */
TEST(vehicle_pulls_and_brakes) {
    played p;
    play_bodies(&p, CAR "type road\n with shape=box size=60,2,500 offset=0,-1,0 friction=1\n",
                " object road\n object car name=car at=0,0.6,240\n", physics_no_script);
    steps(&p, 30);
    drive(&p, 60, 1, 0, 0);
    TEST_INFO("%.3f m/s after a second", speed_of(&p, "car"));
    CHECK(speed_of(&p, "car") > 6.4 && speed_of(&p, "car") < 8.01);
    drive(&p, 640, 1, 0, 0);
    const double top = speed_of(&p, "car");
    TEST_INFO("%.3f m/s at most, %.4f m aside", top, metres(place_called(&p, "car").x));
    CHECK(top > 28.5 && top < 30.1);
    CHECK(fabs(metres(place_called(&p, "car").x)) < 0.05);
    CHECK_NEAR(vehicle_called(&p, "car")->wheel_speed, FX(top), FX(0.3));
    const double from = metres(place_called(&p, "car").z);
    int count = 0;
    while (speed_of(&p, "car") > 0.05 && count < 600) drive(&p, 1, 0, 0, 1), count++;
    const double way = from - metres(place_called(&p, "car").z);
    TEST_INFO("stands after %.2f m and %d steps", way, count);
    CHECK(way > top * top / (2 * 18.5) && way < top * top / (2 * 9));
    drive(&p, 200, -1, 0, 0);
    CHECK(body_called(&p, "car")->velocity[2] > 5 * FX_ONE && speed_of(&p, "car") < 6.2);
    end(&p);
}

/* To the right is to the right; a slow turn goes round a circle of the steering's radius; a fast one is as tight as tyres hold. */
TEST(vehicle_turns_as_it_is_steered) {
    played p;
    play_bodies(&p, CAR, " object floor\n object car name=car at=0,0.6,0\n", physics_no_script);
    double wide = 0;
    steps(&p, 30);
    for (int i = 0; i < 900; i++) {
        drive(&p, 1, speed_of(&p, "car") < 3 ? 0.5 : 0, 1, 0);
        if (i == 100) CHECK(place_called(&p, "car").x > 0 && vehicle_called(&p, "car")->slip < FX(0.3));
        wide = fmax(wide, metres(place_called(&p, "car").x));
    }
    const double wanted = 2 * 2.8 / tan(30 * 3.14159 / 180);
    TEST_INFO("a circle of %.2f m, %.2f by the angle of the wheels", wide, wanted);
    CHECK(wide > wanted * 0.85 && wide < wanted * 1.2);
    drive(&p, 240, 1, 0, 0);
    double most = 0;
    for (int i = 0; i < 90; i++) {
        const vec3 before = {body_called(&p, "car")->velocity[0], 0, body_called(&p, "car")->velocity[2]};
        drive(&p, 1, 0.3, -1, 0);
        const vec3 now = {body_called(&p, "car")->velocity[0], 0, body_called(&p, "car")->velocity[2]};
        most = fmax(most, metres(v3_distance(before, now)) * 60);
    }
    TEST_INFO("%.2f m/s2 across, tyres hold %.2f", most, sqrt(1.6 * 0.6) * 1.3 * 9.8);
    CHECK(most < sqrt(1.6 * 0.6) * 1.3 * 9.8 * 1.5 && most > 4);
    end(&p);
}

/* Over a bump and down again no wheel's lowest place comes below the ground, and the car stays on its wheels. */
TEST(vehicle_goes_over_a_bump) {
    played p;
    play_bodies(&p, CAR "type bump\n with shape=box size=20,1,4 friction=1\n",
                " object floor\n object car name=car at=0,0.6,20\n"
                " object bump at=0,-0.27,0 pitch=6\n object bump at=0,-0.27,-3.9 pitch=-6\n",
                physics_no_script);
    double deepest = 0, highest = 0;
    int in_air = 0;
    steps(&p, 60);
    for (int i = 0; i < 300; i++) {
        drive(&p, 1, speed_of(&p, "car") < 12 ? 1 : 0, 0, 0);
        const ox_axle *axles[2] = {axle_called(&p, "car", OX_NAME("front")),
                                   axle_called(&p, "car", OX_NAME("rear"))};
        for (int k = 0; k < 4; k++) {
            const fx over = axles[k / 2]->pressed[k % 2] - axles[k / 2]->travel;
            deepest = fmax(deepest, metres(over));
        }
        in_air += vehicle_called(&p, "car")->wheels_down < 4;
        highest = fmax(highest, metres(place_called(&p, "car").y));
    }
    const vec3 up = rig34_direction(
        &ox_collider_of(ox_console_collisions(p.console), object_called(&p, "car"))->pose, V3_Y);
    TEST_INFO("%.4f m beyond the travel, %.3f m high, %d steps with a wheel in the air", deepest, highest,
              in_air);
    CHECK(deepest < 0.02 && highest > at_rest + 0.2 && up.y > FX(0.99));
    CHECK(metres(place_called(&p, "car").z) < -15);
    end(&p);
}

/* Brakes hold on a slope of fifteen degrees, to which the car comes from a fall; without them it rolls. What it stands on wakes it when it goes. */
TEST(vehicle_holds_on_a_slope_and_wakes) {
    played p;
    play_bodies(&p, CAR,
                " object slab name=slope at=0,0,0 pitch=15\n object car name=car at=0,1.4,0 pitch=15\n",
                physics_no_script);
    drive(&p, 120, 0, 0, 1);
    const vec3 from = place_called(&p, "car");
    drive(&p, 300, 0, 0, 1);
    TEST_INFO("%.5f m in five seconds", metres(v3_distance(from, place_called(&p, "car"))));
    CHECK(v3_distance(from, place_called(&p, "car")) < FX(0.01));
    ox_body_wake(ox_console_physics(p.console), object_called(&p, "car"));
    steps(&p, 90);
    CHECK(v3_distance(from, place_called(&p, "car")) > FX(0.3));
    drive(&p, 200, 0, 0, 1);
    CHECK(body_called(&p, "car")->asleep);
    (void)ox_world_destroy(&p.console->world, object_called(&p, "slope")->handle);
    steps(&p, 30);
    CHECK(!body_called(&p, "car")->asleep && body_called(&p, "car")->velocity[1] < -2 * FX_ONE);
    end(&p);
}

/* Wheels stand where they are drawn: pressed by what the springs are, steered, and turned by the way. */
TEST(vehicle_wheels_are_placed) {
    played p;
    play_bodies(&p, CAR, " object floor\n object car name=car at=0,0.6,0\n", physics_no_script);
    drive(&p, 120, 0.5, 1, 0);
    const ox_axle *front = axle_called(&p, "car", OX_NAME("front")),
                  *rear = axle_called(&p, "car", OX_NAME("rear"));
    const mat34 left = ox_axle_wheel(front, 0), right = ox_axle_wheel(front, 1),
                behind = ox_axle_wheel(rear, 1);
    CHECK_EQ(left.m[0][3], -FX(0.8));
    CHECK_EQ(right.m[0][3], FX(0.8));
    CHECK_EQ(right.m[2][3], -FX(1.4));
    CHECK_EQ(right.m[1][3], FX(-0.3) + front->pressed[1]);
    CHECK(left.m[2][0] > FX(0.3)); /* its axle looks back at the right: the wheel is steered to the right */
    CHECK_NEAR(behind.m[0][0], FX_ONE, 4);
    CHECK(rear->turned[0] != 0 && rear->tyre[0] > FX_ONE);
    end(&p);
}

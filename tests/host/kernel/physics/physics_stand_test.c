/* What has been built stands, hangs, falls in a row and rolls straight: stacks, pyramids, houses of cards, dominoes, chains, bridges, wheels. */
#define _XOPEN_SOURCE 700
#include <stdarg.h>

#include "tests/host/kernel/physics/physics_scene.h"

#define HEAD                                                                                                 \
    "capacity bodies 64\ncapacity contacts 320\ncapacity joints 32\n"                                        \
    "type card\n with shape=box size=0.04,1,0.6 friction=0.8\n with body=free mass=0.1\n"                    \
    "type roof\n with shape=box size=0.98,0.04,0.6 friction=0.8\n with body=free mass=0.1\n"                 \
    "type tile\n with shape=box size=0.2,1,0.5 friction=0.6\n with body=free\n"                              \
    "type link\n with shape=capsule radius=0.05 height=0.3\n with body=free mass=1\n"                        \
    "type plank\n with shape=box size=0.9,0.1,1\n with body=free mass=5\n"                                   \
    "type post\n with shape=box size=0.9,0.1,1\n"

static const double pi = 3.14159265358979;

/* A scene's objects, line by line. */
static char objects[12000];

static void add(const char *form, ...) {
    const size_t at = strlen(objects);
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(objects + at, sizeof objects - at, form, arguments);
    va_end(arguments);
}

typedef struct built {
    played p;
    double at[64][3];
    int count, slept; /* the step in which the last one fell asleep; -1: none yet */
} built;

static ox_object *part(const built *b, int number) {
    char name[16];
    snprintf(name, sizeof name, "b%d", number);
    return object_called(&b->p, name);
}

static void look(const built *b, double at[64][3]) {
    for (int i = 0; i < b->count; i++) {
        const vec3 v = *ox_place_of(&b->p.console->world, part(b, i));
        at[i][0] = metres(v.x), at[i][1] = metres(v.y), at[i][2] = metres(v.z);
    }
}

/* The farthest that a body is from where it was. */
static double drift(const built *b) {
    double now[64][3], worst = 0;
    look(b, now);
    for (int i = 0; i < b->count; i++)
        for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(now[i][k] - b->at[i][k]));
    return worst;
}

static void build(built *b, int count) {
    play_bodies(&b->p, HEAD, objects, physics_no_script);
    b->count = count;
    b->slept = -1;
    steps(&b->p, 1);
    look(b, b->at);
}

/* Lets bodies b0 .. settle for so many steps, and gives the farthest that one went. */
static double settle(built *b, int most) {
    for (int i = 0; i < most; i++) {
        steps(&b->p, 1);
        if (ox_console_physics(b->p.console)->awake != 0)
            b->slept = -1;
        else if (b->slept < 0)
            b->slept = i;
    }
    const double gone = drift(b);
    look(b, b->at);
    return gone;
}

/* What sleeps within five seconds stays for 10,000 steps. */
static void check_standing(built *b, double most) {
    const double gone = settle(b, 300);
    TEST_INFO("%d bodies: %.4f m as they settle, asleep after %d steps", b->count, gone, b->slept);
    CHECK(gone < most && b->slept > 0);
    steps(&b->p, 9700);
    CHECK(drift(b) <= 0.001);
}

TEST(physics_pyramids_stand) {
    built b;
    int count = 0;
    strcpy(objects, " object floor\n");
    for (int row = 0; row < 10; row++)
        for (int i = 0; i < 10 - row; i++)
            add(" object box name=b%d at=%g,%g,0\n", count++, i * 1.1 + row * 0.55 - 5, 0.5 + row);
    build(&b, count);
    check_standing(&b, 0.02);
    end(&b.p);
}

/* Four storeys of leaning cards with roofs from ridge to ridge. */
TEST(physics_houses_of_cards_stand) {
    built b;
    int count = 0;
    const double a = 27.5 * pi / 180, thick = 0.04, tall = cos(a) + thick * sin(a),
                 wide = sin(a) + thick * cos(a); /* of a leaning card */
    strcpy(objects, " object floor\n with shape=box size=200,2,200 offset=0,-1,0 friction=0.8\n");
    for (int storey = 0; storey < 4; storey++) {
        const double y = storey * (tall + thick);
        for (int i = 0; i < 4 - storey; i++) {
            const double x = (2 * i + storey) * wide;
            add(" object card name=b%d at=%g,%g,0 roll=-27.5\n", count++, x - wide / 2, y + tall / 2);
            add(" object card name=b%d at=%g,%g,0 roll=27.5\n", count++, x + wide / 2, y + tall / 2);
        }
        for (int i = 0; i < 3 - storey; i++)
            add(" object roof name=b%d at=%g,%g,0\n", count++, (2 * i + storey + 1) * wide,
                y + tall + thick / 2);
    }
    build(&b, count);
    check_standing(&b, 0.05);
    CHECK(b.at[count - 1][1] > 3.2); /* the ridge */
    end(&b.p);
}

/* Fifty tiles stand, until the first is struck: then each fells the next, in its turn. */
TEST(physics_dominoes_fall_in_a_row) {
    built b;
    strcpy(objects, " object floor\n");
    for (int i = 0; i < 50; i++) add(" object tile name=b%d at=%g,0.5,0\n", i, i * 0.6);
    build(&b, 50);
    CHECK(settle(&b, 60) < 0.001);
    CHECK(b.slept > 0);
    ox_body_impulse(ox_console_physics(b.p.console), part(&b, 0), (vec3){FX(20), 0, 0}, (vec3){0, FX(1), 0});
    int fallen = 0, step = 0;
    for (; step < 900 && fallen < 50; step++) {
        steps(&b.p, 1);
        while (fallen < 50 && ox_place_of(&b.p.console->world, part(&b, fallen))->y < FX(0.47)) fallen++;
        if (fallen < 48) CHECK(ox_place_of(&b.p.console->world, part(&b, fallen + 2))->y > FX(0.4));
    }
    TEST_INFO("all leaned after %d steps", step);
    CHECK_EQ(fallen, 50);
    steps(&b.p, 300);
    look(&b, b.at);
    for (int i = 0; i < 50; i++) CHECK(b.at[i][1] < 0.4 && fabs(b.at[i][2]) < 0.2);
    CHECK_EQ(ox_console_physics(b.p.console)->awake, 0);
    end(&b.p);
}

/* Twenty links of a kilogram bear a ball of ten, at rest and while it swings. */
TEST(physics_chains_of_twenty_hold) {
    built b;
    strcpy(objects, "");
    for (int i = 0; i < 20; i++) {
        add(" object link name=b%d at=0,%g,0\n with joint=ball at=0,0.2,0", i, 20 - i * 0.4);
        if (i > 0) add(" to=b%d", i - 1);
        add("\n");
    }
    add(" object ball name=b20 at=0,11.7,0\n with body=free mass=10\n with joint=ball to=b19 at=0,0.5,0\n");
    build(&b, 21);
    steps(&b.p, 300);
    look(&b, b.at);
    TEST_INFO("%.4f m long, of 8.5", 20.2 - b.at[20][1]);
    CHECK(20.2 - b.at[20][1] > 8.45 && 20.2 - b.at[20][1] < 8.5 * 1.01);
    ox_body_impulse(ox_console_physics(b.p.console), part(&b, 20), (vec3){FX(60), 0, 0},
                    place_called(&b.p, "b20"));
    double longest = 0;
    for (int i = 0; i < 300; i++) {
        steps(&b.p, 1);
        const vec3 v = place_called(&b.p, "b20");
        longest = fmax(longest, hypot(metres(v.x), metres(v.y) - 20.2));
    }
    TEST_INFO("%.4f m as it swings", longest);
    CHECK(longest < 8.5 * 1.02);
    end(&b.p);
}

/* Twelve planks between two banks, with a load on them. */
static void build_bridge(built *b, const char *kind, double sag, double load) {
    double x = 0, y = 5, low = 5;
    strcpy(objects, "");
    for (int i = 0; i < 12; i++) {
        const double a = sag * (i - 5.5) / 5.5;
        add(" object plank name=b%d at=%g,%g,0 roll=%g\n with joint=%s at=-0.5,0,0 axis=0,0,1", i,
            x + 0.5 * cos(a), y + 0.5 * sin(a), a * 180 / pi, kind);
        if (i > 0) add(" to=b%d", i - 1);
        add("\n");
        x += cos(a), y += sin(a);
        low = fmin(low, y);
    }
    add(" object post at=%g,%g,0\n with body=still\n with joint=%s to=b11 at=-0.5,0,0 axis=0,0,1\n", x + 0.5,
        y, kind);
    if (load > 0) add(" object box name=b12 at=%g,%g,0\n with body=free mass=%g\n", x / 2, low + 0.6, load);
    build(b, load > 0 ? 13 : 12);
}

TEST(physics_bridges_hold) {
    built b;
    build_bridge(&b, "hinge", 0.2, 50);
    const double first = energy_of(&b.p);
    double most = 0;
    for (int i = 0; i < 600; i++) {
        steps(&b.p, 1);
        most = fmax(most, energy_of(&b.p));
    }
    look(&b, b.at);
    steps(&b.p, 300);
    TEST_INFO("energy from %.1f J, at most %.1f; the load at %.3f %.3f %.3f, drift %.4f", first, most,
              b.at[12][0], b.at[12][1], b.at[12][2], drift(&b));
    CHECK(most <= first * 1.0001);
    CHECK(fabs(b.at[12][0] - 5.95) < 0.1 && fabs(b.at[12][2]) < 0.05 && b.at[12][1] > 4.3);
    CHECK(drift(&b) < 0.05);
    end(&b.p);
}

/* Chains that whip and bridges that sway, without any drag: nothing gives them energy. */
TEST(physics_linked_bodies_gain_no_energy) {
    for (int i = 0; i < 4; i++) {
        built b;
        if (i < 2) {
            strcpy(objects, "");
            for (int k = 0; k < (i == 0 ? 4 : 8); k++) {
                add(" object plank name=b%d at=%g,5,0\n with body=free mass=5 angular_drag=0\n with "
                    "joint=ball at=-0.5,0,0",
                    k, k + 0.5);
                if (k > 0) add(" to=b%d", k - 1);
                add("\n");
            }
            build(&b, i == 0 ? 4 : 8);
        } else {
            build_bridge(&b, i == 2 ? "ball" : "hinge", 0, 0);
        }
        const double first = energy_of(&b.p);
        double least = first, grown = 0;
        for (int k = 0; k < 240; k++) {
            steps(&b.p, 1);
            grown = fmax(grown, energy_of(&b.p) - first);
            least = fmin(least, energy_of(&b.p));
        }
        TEST_INFO("%d: from %.1f J to %.1f J, at most %.2f J more", i, first, least, grown);
        CHECK(grown <= first * 0.001);
        end(&b.p);
    }
}

/* A wheel as wide as a capsule rolls for a kilometre and leaves its line by less than a millimetre; its rim goes as fast as the road. */
TEST(physics_wheels_roll_straight) {
    built b;
    strcpy(objects,
           " object road at=-250,0,0\n object road at=250,0,0\n object road at=750,0,0\n"
           " object wheel name=b0 at=-450,0.41,0 pitch=90\n with body=free velocity=10,0,0 angular_drag=0\n");
    play_bodies(&b.p,
                "type road\n with shape=box size=500,2,20 offset=0,-1,0\n"
                "type wheel\n with shape=capsule radius=0.4 height=0.6\n",
                objects, physics_no_script);
    const ox_body *body = body_called(&b.p, "b0");
    double side = 0;
    int i = 0;
    for (; i < 12000 && place_called(&b.p, "b0").x < FX(550); i++) {
        steps(&b.p, 1);
        side = fmax(side, fabs(metres(place_called(&b.p, "b0").z)));
    }
    TEST_INFO("%d steps, %.5f m to the side, at %.3f m/s and %.3f rad/s", i, side, metres(body->velocity[0]),
              metres(body->angular[2]));
    CHECK(i < 12000 && side < 0.001);
    CHECK(fabs(metres(body->velocity[0]) + 0.4 * metres(body->angular[2])) < 0.05);
    end(&b.p);
}

/* What has been built stands: stacks, pyramids, houses of cards, chains and bridges, for as long as one likes. */
#define _XOPEN_SOURCE 700
#include <stdarg.h>

#include "tests/host/kernel/physics/physics_scene.h"

#define HEAD                                                                                                 \
    "capacity bodies 64\ncapacity contacts 320\n"                                                            \
    "type card\n with shape=box size=0.04,1,0.6 friction=0.8\n with body=free mass=0.1\n"                    \
    "type roof\n with shape=box size=0.98,0.04,0.6 friction=0.8\n with body=free mass=0.1\n"                    \
    "type tile\n with shape=box size=0.2,1,0.5 friction=0.6\n with body=free\n"                              \
    "type link\n with shape=capsule radius=0.05 height=0.3\n with body=free mass=1\n"                        \
    "type plank\n with shape=box size=0.9,0.1,1\n with body=free mass=5\n"

/* Adds a line to the objects of a scene. */
static void add(char *objects, const char *form, ...) {
    const size_t at = strlen(objects);
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(objects + at, 16000 - at, form, arguments);
    va_end(arguments);
}

typedef struct built {
    played p;
    double at[64][3];
    int count, slept; /* the step in which the last one fell asleep; -1: none yet */
} built;

static void look(const built *b, double at[64][3]) {
    char name[16];
    for (int i = 0; i < b->count; i++) {
        snprintf(name, sizeof name, "b%d", i);
        const vec3 v = place_called(&b->p, name);
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

/* Builds bodies b0 .. and lets them settle for so many steps; gives the farthest that one went. */
static double settle(built *b, const char *objects, int count, int most) {
    play_bodies(&b->p, HEAD, objects, physics_no_script);
    b->count = count;
    b->slept = -1;
    steps(&b->p, 1);
    look(b, b->at);
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

TEST(physics_stands_stack) {
    static char objects[16000];
    built b;
    strcpy(objects, " object floor\n");
    for (int i = 0; i < 10; i++) add(objects, " object box name=b%d at=0,%g,0\n", i, 0.5 + i);
    const double gone = settle(&b, objects, 10, 300);
    TEST_INFO("settling %.4f m, top at %.4f %.4f %.4f, asleep after %d", gone, b.at[9][0], b.at[9][1], b.at[9][2], b.slept);
    CHECK(b.slept > 0);
    CHECK(gone < 0);
    end(&b.p);
}

TEST(physics_stands_pyramid) {
    static char objects[16000];
    built b;
    int count = 0;
    strcpy(objects, " object floor\n");
    for (int row = 0; row < 10; row++)
        for (int i = 0; i < 10 - row; i++)
            add(objects, " object box name=b%d at=%g,%g,0\n", count++, i * 1.1 + row * 0.55 - 5, 0.5 + row);
    const double gone = settle(&b, objects, count, 300);
    TEST_INFO("settling %.4f m, top at %.4f %.4f %.4f, asleep after %d", gone, b.at[54][0], b.at[54][1], b.at[54][2], b.slept);
    CHECK(gone < 0);
    end(&b.p);
}

TEST(physics_stands_cards) {
    static char objects[16000];
    built b;
    int count = 0;
    const double pi = 3.14159265358979, a = 27.5 * pi / 180, t = 0.04;
    const double tall = cos(a) + t * sin(a), wide = sin(a) + t * cos(a); /* of a leaning card */
    strcpy(objects, " object floor\n with shape=box size=200,2,200 offset=0,-1,0 friction=0.8\n");
    for (int storey = 0; storey < 4; storey++) {
        const double y = storey * (tall + t + 0.0);
        for (int i = 0; i < 4 - storey; i++) {
            const double x = (2 * i + storey) * wide;
            add(objects, " object card name=b%d at=%g,%g,0 roll=%g\n", count++, x - wide / 2, y + tall / 2, -27.5);
            add(objects, " object card name=b%d at=%g,%g,0 roll=%g\n", count++, x + wide / 2, y + tall / 2, 27.5);
        }
        for (int i = 0; i < 3 - storey; i++)
            add(objects, " object roof name=b%d at=%g,%g,0\n", count++, (2 * i + storey + 1) * wide, y + tall + t / 2);
    }
    const double gone = settle(&b, objects, count, 600);
    TEST_INFO("%d cards: settling %.4f m, asleep after %d", count, gone, b.slept);
    for (int i = 0; i < count; i++) TEST_INFO("%d: %.4f %.4f %.4f", i, b.at[i][0], b.at[i][1], b.at[i][2]);
    CHECK(gone < 0);
    end(&b.p);
}

TEST(physics_stands_dominoes) {
    static char objects[16000];
    built b;
    strcpy(objects, " object floor\n");
    for (int i = 0; i < 50; i++) add(objects, " object tile name=b%d at=%g,0.5,0\n", i, i * 0.6);
    const double gone = settle(&b, objects, 50, 60);
    TEST_INFO("standing %.5f m, asleep after %d", gone, b.slept);
    ox_physics *p = ox_console_physics(b.p.console);
    ox_body_impulse(p, object_called(&b.p, "b0"), (vec3){FX(20), 0, 0}, (vec3){0, FX(1), 0});
    int i = 0;
    for (; i < 1500 && metres(place_called(&b.p, "b49").y) > 0.3; i++) steps(&b.p, 1);
    steps(&b.p, 300);
    look(&b, b.at);
    double high = 0;
    for (int k = 0; k < 50; k++) high = fmax(high, b.at[k][1]);
    TEST_INFO("last fell after %d steps; highest middle %.3f; awake %u", i, high, p->awake);
    CHECK(gone < 0);
    end(&b.p);
}

TEST(physics_stands_chain) {
    static char objects[16000];
    built b;
    strcpy(objects, "");
    for (int i = 0; i < 20; i++)
        add(objects, " object link name=b%d at=0,%g,0\n with joint=ball%s%s at=0,0.2,0\n", i, 20 - i * 0.4, i == 0 ? "" : " to=",
            i == 0 ? "" : (char[][8]){"b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","b10","b11","b12","b13","b14","b15","b16","b17","b18"}[i - 1]);
    add(objects, " object ball name=b20 at=0,%g,0\n with body=free mass=10\n with joint=ball to=b19 at=0,0.5,0\n", 20 - 19 * 0.4 - 0.7);
    play_bodies(&b.p, HEAD "capacity joints 32\n", objects, physics_no_script);
    b.count = 21;
    steps(&b.p, 1);
    look(&b, b.at);
    steps(&b.p, 600);
    const double gone = drift(&b);
    double stretch = 0;
    look(&b, b.at);
    stretch = 20.2 - 0.5 - b.at[20][1];
    TEST_INFO("hanging: drift %.4f, stretch %.4f of %.4f", gone, stretch, 20 * 0.4 + 0.2);
    ox_body_impulse(ox_console_physics(b.p.console), object_called(&b.p, "b20"), (vec3){FX(60), 0, 0}, place_called(&b.p, "b20"));
    double longest = 0;
    for (int i = 0; i < 600; i++) {
        steps(&b.p, 1);
        const vec3 v = place_called(&b.p, "b20");
        longest = fmax(longest, hypot(metres(v.x), metres(v.y) - 20.2) + 0.0);
    }
    TEST_INFO("swinging: longest %.4f of 8.5", longest);
    CHECK(gone < 0);
    end(&b.p);
}

static void bridge(const char *kind, double load, const char *damping, double sag) {
    static char objects[16000];
    built b;
    strcpy(objects, "");
    double x = 0, y = 5;
    for (int i = 0; i < 12; i++) {
        const double a = sag * (i - 5.5) / 5.5, deg = a * 180 / 3.14159265358979;
        add(objects, " object plank name=b%d at=%g,%g,0 roll=%g\n with body=free mass=5 angular_drag=%s\n with joint=%s%s%s at=-0.5,0,0%s\n", i, x + 0.5 * cos(a), y + 0.5 * sin(a), deg, damping, kind, i == 0 ? "" : " to=",
            i == 0 ? "" : (char[][8]){"b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","b10","b11"}[i - 1], kind[0] == 'h' ? " axis=0,0,1" : "");
        x += cos(a), y += sin(a);
    }
    add(objects, " object post at=%g,%g,0\n with body=still\n with joint=hinge to=b11 at=-0.5,0,0 axis=0,0,1\n", x + 0.5, y);
    double low = 5;
    for (int i = 0; i < 6; i++) low += sin(sag * (i - 5.5) / 5.5);
    add(objects, " object box name=b12 at=%g,%g,0\n with body=free mass=%g\n", x / 2, low + 0.7, load);
    play_bodies(&b.p, HEAD "capacity joints 32\ntype post\n with shape=box size=0.9,0.1,1\n", objects, physics_no_script);
    b.count = 13;
    TEST_INFO("%s load %g damping %s sag %g", kind, load, damping, sag);
    for (int i = 0; i < 600; i++) { steps(&b.p, 1); if (i % 60 == 0) { look(&b, b.at); TEST_INFO("%d: E %.1f load %.3f %.3f %.3f middle %.3f %.3f %.3f vel %.2f", i, energy_of(&b.p), b.at[12][0], b.at[12][1], b.at[12][2], b.at[6][0], b.at[6][1], b.at[6][2], metres(body_called(&b.p,"b6")->velocity[1])); } }
    look(&b, b.at);
    steps(&b.p, 600);
    TEST_INFO("bridge: drift %.5f, awake %u", drift(&b), ox_console_physics(b.p.console)->awake);
    end(&b.p);
}
TEST(physics_stands_bridge) {
    bridge("hinge", 0.1, "0.06", 0.2);
    bridge("ball", 0.1, "0.06", 0.2);
    bridge("ball", 20, "0.06", 0.2);
}

TEST(physics_stands_wheel) {
    played p;
    play_bodies(&p, "type road\n with shape=box size=500,2,20 offset=0,-1,0\ntype wheel\n with shape=capsule radius=0.4 height=0.6\n with body=free mass=10\n",
        " object road\n object road at=500,0,0\n object road at=-500,0,0\n object wheel name=wheel at=-600,0.41,0 pitch=90\n with body=free mass=10 velocity=10,0,0 angular_drag=0\n", physics_no_script);
    double side = 0;
    int i = 0;
    for (; i < 12000 && metres(place_called(&p, "wheel").x) < 400; i++) {
        steps(&p, 1);
        side = fmax(side, fabs(metres(place_called(&p, "wheel").z)));
    }
    TEST_INFO("%d steps, to the side %.5f, at y %.3f, w %.4f v %.4f", i, side, metres(place_called(&p, "wheel").y), metres(body_called(&p,"wheel")->angular[2]), metres(body_called(&p,"wheel")->velocity[0]));
    CHECK(side < 0);
    end(&p);
}
static int swing_rate = 60, swing_sub = 4;
static void swing(const char *what, int count, bool both, double drop) {
    char head[3000];
    snprintf(head, sizeof head, "rate %d\n%s%s", swing_rate, HEAD, "capacity joints 32\ntype post\n with shape=box size=0.9,0.1,1\n");
    static char objects[16000];
    built b;
    strcpy(objects, "");
    for (int i = 0; i < count; i++) {
        add(objects, " object plank name=b%d at=%g,5,0\n with body=free mass=5 angular_drag=0\n with joint=ball%s%s at=-0.5,0,0\n", i, i + 0.5, i == 0 ? "" : " to=",
            i == 0 ? "" : (char[][8]){"b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","b10","b11"}[i - 1]);
    }
    if (both) add(objects, " object post at=%g,5,0\n with body=still\n with joint=ball to=b%d at=-0.5,0,0\n", count + 0.5 - drop, count - 1);
    play_bodies(&b.p, head, objects, physics_no_script);
    b.count = count;
    ox_physics_settle(ox_console_physics(b.p.console), (uint32_t)swing_sub);
    steps(&b.p, 1);
    TEST_INFO("%s %d both %d: E0 %.2f", what, count, both, energy_of(&b.p));
    double e[7];
    for (int k = 0; k < 7; k++) { steps(&b.p, swing_rate); e[k] = energy_of(&b.p); }
    TEST_INFO("  %.2f %.2f %.2f %.2f %.2f %.2f %.2f", e[0], e[1], e[2], e[3], e[4], e[5], e[6]);
    end(&b.p);
}
TEST(physics_stands_swing) {
  for (int k = 0; k < 4; k++) {
    swing_rate = k == 0 || k == 3 ? 60 : k == 1 ? 120 : 240;
    swing_sub = k == 0 ? 4 : k == 1 ? 2 : k == 2 ? 1 : 8;
    TEST_INFO("rate %d substeps %d", swing_rate, swing_sub);
    swing("pendulum", 4, false, 0);
    swing("pendulum", 8, false, 0);
    swing("bridge", 6, true, 0);
    swing("bridge", 12, true, 0);
  }
    CHECK(0);
}

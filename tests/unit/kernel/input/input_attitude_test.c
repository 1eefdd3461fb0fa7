/* How a machine is held: angles of gravity, a gyroscope added up, and neither drifts from the other. */
#include "kernel/input/attitude.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "kernel/input/condition.h"
#include "tests/test.h"

#define DEGREES(d) ((int32_t)((d)*65536.0 / 360.0))

static int32_t off(ang16 a, int32_t b) {
    const int32_t d = (int16_t)(uint16_t)(a - b);
    return d < 0 ? -d : d;
}

TEST(input_attitude_angles_of_gravity) {
    static const struct {
        fx x, y, z;
        int32_t pitch, roll;
    } cases[] = {{0, FX(1.0), 0, 0, 0},      {0, FX(0.70711), FX(0.70711), 8192, 0},
                 {0, 0, FX(1.0), 16384, 0},  {FX(0.70711), FX(0.70711), 0, 0, 8192},
                 {FX(1.0), 0, 0, 0, 16384},  {FX(-0.70711), FX(0.70711), 0, 0, -8192},
                 {0, 0, FX(-1.0), -16384, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const fx gravity[3] = {cases[i].x, cases[i].y, cases[i].z};
        ang16 pitch, roll;
        ox_input_lean(gravity, &pitch, &roll);
        CHECK(off(pitch, cases[i].pitch) <= 16 && off(roll, cases[i].roll) <= 16);
    }
}

/* The lean of raw counts, as a pad gives them. */
TEST(input_attitude_follows_gravity_without_a_gyroscope) {
    ox_input_attitude a;
    plat_senses senses;
    memset(&a, 0, sizeof a);
    memset(&senses, 0, sizeof senses);
    senses.tilt[1] = 42;
    ox_input_attitude_step(&a, &senses, 60);
    CHECK(off(ox_input_attitude_angles(&a).pitch, 0) <= 100);
    senses.tilt[1] = senses.tilt[2] = 30;
    for (int i = 0; i < 120; i++) ox_input_attitude_step(&a, &senses, 60);
    const euler16 leant = ox_input_attitude_angles(&a);
    CHECK(off(leant.pitch, -8192) <= 60 || off(leant.pitch, 8192) <= 60);
    CHECK_EQ(leant.yaw, 0); /* nobody can tell */
    CHECK(!a.has_spin);
}

/* Ninety degrees in thirty steps. */
TEST(input_attitude_turns_with_the_gyroscope) {
    ox_input_attitude a;
    plat_senses senses;
    memset(&a, 0, sizeof a);
    memset(&senses, 0, sizeof senses);
    senses.tilt[1] = 42;
    senses.spin[1] = 180 * 16; /* a second: up is the axis, so gravity stays */
    for (int i = 0; i < 30; i++) ox_input_attitude_step(&a, &senses, 60);
    const euler16 turned = ox_input_attitude_angles(&a);
    CHECK(off(turned.yaw, DEGREES(90)) <= DEGREES(1));
    CHECK(off(turned.pitch, 0) <= DEGREES(1) && off(turned.roll, 0) <= DEGREES(1));
}

/* A gyroscope that is two degrees a second wrong does not lean the machine any further with time. */
TEST(input_attitude_does_not_drift_from_gravity) {
    ox_input_attitude a, free;
    plat_senses senses, blind;
    memset(&a, 0, sizeof a);
    memset(&free, 0, sizeof free);
    memset(&senses, 0, sizeof senses);
    senses.tilt[1] = 42;
    senses.spin[0] = senses.spin[2] = 2 * 16;
    blind = senses;
    blind.tilt[1] = 0;
    for (int i = 0; i < 600; i++) {
        ox_input_attitude_step(&a, &senses, 60);
        ox_input_attitude_step(&free, &blind, 60);
    }
    const int32_t early = off(ox_input_attitude_angles(&a).pitch, 0);
    for (int i = 0; i < 6000; i++) ox_input_attitude_step(&a, &senses, 60);
    CHECK(off(ox_input_attitude_angles(&free).pitch, 0) > DEGREES(10));
    CHECK(early <= DEGREES(3) && off(ox_input_attitude_angles(&a).pitch, 0) <= early + DEGREES(1));
}

/* The mascot: an ox that pulls a two-wheeled cart with its load. */
#include "tools/assets/assets.h"
#include "tools/assets/shape.h"

#include <math.h>

static const double grain_repeats = 1.25, axle_y = WHEEL_RADIUS_CM / 100.0, axle_z = -WHEEL_BEHIND_CM / 100.0;

void build_wagon(model *m) {
    const double floor_y = 0.66;
    shape_box(m, vector_of(0, floor_y, axle_z), vector_of(0.46, 0.05, 0.8), grain_repeats, SHAPE_ALL);
    for (int side = -1; side <= 1; side += 2) {
        double tilt = -side * 9;
        model_place(m, vector_of(side * 0.44, floor_y, axle_z), 0, 0, tilt);
        shape_box(m, vector_of(side * 0.03, 0.17, 0), vector_of(0.025, 0.09, 0.84), grain_repeats, SHAPE_ALL);
        shape_box(m, vector_of(side * 0.03, 0.42, 0), vector_of(0.025, 0.09, 0.84), grain_repeats, SHAPE_ALL);
        for (int post = -1; post <= 1; post++)
            shape_box(m, vector_of(-side * 0.02, 0.27, post * 0.72), vector_of(0.03, 0.29, 0.05),
                      grain_repeats, SHAPE_ALL & ~SHAPE_BOTTOM);
        model_place(m, vector_of(0, 0, 0), 0, 0, 0);
        shape_beam(m,
                   &(beam){vector_of(side * 0.4, floor_y - 0.02, axle_z + 0.6),
                           vector_of(side * 0.4, 0.86, 1.3), 0.04, 0.04, true},
                   grain_repeats);
    }
    shape_box(m, vector_of(0, floor_y + 0.2, axle_z - 0.78), vector_of(0.46, 0.14, 0.025), grain_repeats,
              SHAPE_ALL);
    shape_box(m, vector_of(0, floor_y + 0.28, axle_z + 0.78), vector_of(0.47, 0.22, 0.025), grain_repeats,
              SHAPE_ALL);
    double reach = WHEEL_TRACK_CM / 100.0 + 0.1;
    shape_beam(m,
               &(beam){vector_of(-reach, axle_y, axle_z), vector_of(reach, axle_y, axle_z), 0.05, 0.05, true},
               grain_repeats);
    shape_box(m, vector_of(0, axle_y + 0.08, axle_z), vector_of(0.3, 0.06, 0.12), grain_repeats,
              SHAPE_LEFT | SHAPE_RIGHT | SHAPE_BACK | SHAPE_FRONT);
    shape_beam(m, &(beam){vector_of(-0.5, 0.9, 1.24), vector_of(0.5, 0.9, 1.24), 0.05, 0.05, true},
               grain_repeats);
}

void build_wheel(model *m) {
    enum { SIDES = 12 };
    const double radius = WHEEL_RADIUS_CM / 100.0, inner = radius - 0.09;
    const profile rim[] = {{inner, -0.05, true},
                           {radius, -0.05, true},
                           {radius, 0.05, true},
                           {inner, 0.05, true},
                           {inner, -0.05, true}};
    const profile hub[] = {{0, -0.1, true}, {0.1, -0.1, true}, {0.12, 0.1, true}, {0, 0.1, true}};
    model_place(m, vector_of(0, 0, 0), 0, 0, -90);
    shape_lathe(m, rim, 5, SIDES, 4);
    shape_lathe(m, hub, 4, 6, 1);
    for (int bar = 0; bar < 3; bar++) {
        double angle = TURN * (bar + 0.25) / 6, x = (inner + 0.01) * sin(angle),
               z = (inner + 0.01) * cos(angle);
        shape_beam(m, &(beam){vector_of(-x, 0, -z), vector_of(x, 0, z), 0.035, 0.025, false}, grain_repeats);
    }
}

static void sack(model *m, vector at, double yaw, double pitch, double size) {
    const profile steps[] = {{0.2, 0.02, false}, {0.25, 0.2, false}, {0.16, 0.4, false},
                             {0.05, 0.46, true}, {0.1, 0.56, true},  {0, 0.52, true}};
    profile scaled[6];
    for (int i = 0; i < 6; i++)
        scaled[i] = (profile){steps[i].radius * size, steps[i].height * size, steps[i].crease};
    model_place(m, at, yaw, pitch, 0);
    shape_lathe(m, scaled, 6, 6, 1);
    model_place(m, vector_of(0, 0, 0), 0, 0, 0);
}

void build_cargo(model *m) {
    const double floor_y = 0.7;
    model_material(m, "sack", 0xD9C49A);
    sack(m, vector_of(-0.2, floor_y, axle_z + 0.5), 20, 0, 1.1);
    sack(m, vector_of(0.2, floor_y, axle_z + 0.46), 80, 4, 1.2);
    model_material(m, "barrel", 0x8A5A36);
    const profile barrel[] = {
        {0.19, 0, true}, {0.25, 0.17, false}, {0.25, 0.4, false}, {0.19, 0.57, true}, {0, 0.56, true}};
    model_place(m, vector_of(0.17, floor_y, axle_z - 0.1), 0, 0, 0);
    shape_lathe(m, barrel, 5, 7, 1);
    model_place(m, vector_of(0, 0, 0), 0, 0, 0);
    model_material(m, "pumpkin", 0xE07B2A);
    shape_ellipsoid(m, vector_of(-0.2, floor_y + 0.2, axle_z - 0.05), vector_of(0.24, 0.2, 0.24), 6, 4);
    shape_ellipsoid(m, vector_of(0.16, floor_y + 0.18, axle_z - 0.54), vector_of(0.24, 0.19, 0.23), 6, 4);
    shape_ellipsoid(m, vector_of(-0.2, floor_y + 0.22, axle_z - 0.5), vector_of(0.22, 0.24, 0.22), 6, 4);
    model_material(m, "stalk", 0x5C7A3A);
    shape_box(m, vector_of(-0.2, floor_y + 0.42, axle_z - 0.05), vector_of(0.03, 0.05, 0.03), 1,
              SHAPE_ALL & ~SHAPE_BOTTOM);
    shape_box(m, vector_of(0.16, floor_y + 0.39, axle_z - 0.54), vector_of(0.03, 0.05, 0.03), 1,
              SHAPE_ALL & ~SHAPE_BOTTOM);
}

static const unsigned hide = 0xDDD0BC, horn_black = 0x3A2F35;

static void leg(model *m, double x, double z, double top, double lean) {
    vector foot = {x, 0.12, z + lean};
    vector shin[2] = {{x, top, z}, foot}, hoof[2] = {foot, vector_add(foot, vector_of(0, -0.12, 0.015))};
    model_material(m, "hide", hide);
    shape_tube(m, shin, 2, 0.14, 0.065, 4);
    model_material(m, "hoof", horn_black);
    shape_tube(m, hoof, 2, 0.08, 0.1, 4);
}

static void horn_and_ear(model *m, double side) {
    vector horn[4] = {{side * 0.1, 1.2, 1.56},
                      {side * 0.27, 1.22, 1.57},
                      {side * 0.37, 1.31, 1.62},
                      {side * 0.38, 1.44, 1.69}};
    vector ear[2] = {{side * 0.14, 1.13, 1.5}, {side * 0.36, 1.06, 1.46}};
    model_material(m, "horn", 0xB89C70);
    shape_tube(m, horn, 4, 0.066, 0, 3);
    model_material(m, "hide", hide);
    shape_tube(m, ear, 2, 0.075, 0, 3);
}

void build_ox(model *m) {
    const station body[] = {{{0, 0.92, 0.02}, 0.12, 0.14}, {{0, 0.88, 0.1}, 0.28, 0.28},
                            {{0, 0.85, 0.35}, 0.35, 0.34}, {{0, 0.83, 0.72}, 0.37, 0.37},
                            {{0, 0.88, 1.06}, 0.34, 0.39}, {{0, 0.97, 1.28}, 0.24, 0.28},
                            {{0, 1.03, 1.46}, 0.18, 0.21}};
    const station head[] = {{{0, 1.1, 1.42}, 0.16, 0.15},
                            {{0, 1.07, 1.6}, 0.17, 0.16},
                            {{0, 0.97, 1.78}, 0.12, 0.13},
                            {{0, 0.9, 1.9}, 0.11, 0.11}};
    const station muzzle[] = {{{0, 0.9, 1.88}, 0.125, 0.115}, {{0, 0.86, 1.98}, 0.115, 0.1}};
    model_material(m, "hide", hide);
    shape_loft(m, body, 7, 8, SHAPE_LID_FIRST);
    shape_loft(m, head, 4, 6, 0);
    model_material(m, "muzzle", 0x94655A);
    shape_loft(m, muzzle, 2, 6, SHAPE_LID_LAST);
    for (int side = -1; side <= 1; side += 2) {
        leg(m, side * 0.19, 0.28, 0.8, side * 0.08);
        leg(m, side * 0.19, 1.06, 0.8, -side * 0.1);
        horn_and_ear(m, side);
        model_material(m, "hoof", horn_black);
        shape_box(m, vector_of(side * 0.135, 1.09, 1.68), vector_of(0.018, 0.028, 0.028), 1,
                  (side < 0 ? SHAPE_LEFT : SHAPE_RIGHT) | SHAPE_FRONT);
    }
    vector tail[3] = {{0, 1.02, 0.04}, {0, 0.82, -0.08}, {0, 0.5, -0.1}};
    model_material(m, "hide", hide);
    shape_tube(m, tail, 3, 0.04, 0.03, 3);
    vector tuft[3] = {{0, 0.54, -0.1}, {0, 0.45, -0.1}, {0, 0.34, -0.09}};
    model_material(m, "hoof", horn_black);
    shape_tube(m, tuft, 3, 0.06, 0, 3);
}

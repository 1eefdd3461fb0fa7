/* The robot of the motion examples: a skeleton of twenty joints, a skin about it, and its gaits, as a file of the intermediate format
 * (tools/INTERMEDIATE.md). It faces -Z, with +X to its right. Its feet are led along the ground by inverse kinematics, frame by frame, so that they stand while
 * they bear it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/assets/assets.h"
#include "tools/assets/model.h"

enum {
    PELVIS,
    SPINE,
    CHEST,
    NECK,
    HEAD,
    ARM_R,
    FORE_R,
    HAND_R,
    ARM_L,
    FORE_L,
    HAND_L,
    THIGH_R,
    SHIN_R,
    FOOT_R,
    TOE_R,
    THIGH_L,
    SHIN_L,
    FOOT_L,
    TOE_L,
    AERIAL,
    JOINTS
};

typedef struct rotation {
    double x, y, z, w;
} rotation;

static const struct {
    const char *name;
    int parent;
    vector at;
} joints[JOINTS] = {{"pelvis", -1, {0, 0.92, 0}},         {"spine", PELVIS, {0, 0.1, 0}},
                    {"chest", SPINE, {0, 0.16, 0}},       {"neck", CHEST, {0, 0.24, 0}},
                    {"head", NECK, {0, 0.07, 0}},         {"arm.R", CHEST, {0.21, 0.18, 0}},
                    {"fore.R", ARM_R, {0, -0.27, 0}},     {"hand.R", FORE_R, {0, -0.25, 0}},
                    {"arm.L", CHEST, {-0.21, 0.18, 0}},   {"fore.L", ARM_L, {0, -0.27, 0}},
                    {"hand.L", FORE_L, {0, -0.25, 0}},    {"thigh.R", PELVIS, {0.1, -0.04, 0}},
                    {"shin.R", THIGH_R, {0, -0.42, 0}},   {"foot.R", SHIN_R, {0, -0.4, 0}},
                    {"toe.R", FOOT_R, {0, -0.04, -0.12}}, {"thigh.L", PELVIS, {-0.1, -0.04, 0}},
                    {"shin.L", THIGH_L, {0, -0.42, 0}},   {"foot.L", SHIN_L, {0, -0.4, 0}},
                    {"toe.L", FOOT_L, {0, -0.04, -0.12}}, {"aerial", HEAD, {0.07, 0.2, 0.02}}};

static const double pi = 3.14159265358979323846;

/* ---- rotations ---- */

static rotation about(double x, double y, double z, double degrees) {
    const double half = degrees * pi / 360, s = sin(half);
    return (rotation){x * s, y * s, z * s, cos(half)};
}
static rotation pitched(double degrees) { return about(1, 0, 0, degrees); }
static rotation yawed(double degrees) { return about(0, 1, 0, degrees); }
static rotation rolled(double degrees) { return about(0, 0, 1, degrees); }
static rotation turn_times(rotation a, rotation b) {
    return (rotation){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
static rotation inverse_of(rotation a) { return (rotation){-a.x, -a.y, -a.z, a.w}; }
static vector turned(rotation q, vector v) {
    const rotation r = turn_times(turn_times(q, (rotation){v.x, v.y, v.z, 0}), inverse_of(q));
    return (vector){r.x, r.y, r.z};
}
static vector minus(vector a, vector b) { return vector_add(a, vector_scale(b, -1)); }

/* ---- poses ---- */

typedef struct pose {
    vector root;
    rotation local[JOINTS];
} pose;

static void rest(pose *p) {
    p->root = joints[PELVIS].at;
    for (int i = 0; i < JOINTS; i++) p->local[i] = (rotation){0, 0, 0, 1};
    p->local[ARM_R] = rolled(6);
    p->local[ARM_L] = rolled(-6);
    p->local[FORE_R] = p->local[FORE_L] = pitched(12);
}

/* Bends a leg so that its ankle stands at a place, with the foot pitched and turned as it says; the knee leads ahead. */
static void put_foot(pose *p, int thigh, vector ankle, double pitch, double yaw) {
    const double a = 0.42, b = 0.4;
    const vector hip = vector_add(p->root, turned(p->local[PELVIS], joints[thigh].at));
    const vector d = turned(inverse_of(p->local[PELVIS]), minus(ankle, hip));
    double length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    if (length > (a + b) * 0.9995) length = (a + b) * 0.9995;
    const double aside = atan2(d.x, -d.y), down = sqrt(d.x * d.x + d.y * d.y), ahead = atan2(-d.z, down);
    const double hip_angle = acos((a * a + length * length - b * b) / (2 * a * length)),
                 knee = pi - acos((a * a + b * b - length * length) / (2 * a * b));
    p->local[thigh] = turn_times(rolled(aside * 180 / pi), pitched((ahead + hip_angle) * 180 / pi));
    p->local[thigh + 1] = pitched(-knee * 180 / pi);
    const rotation leg = turn_times(turn_times(p->local[PELVIS], p->local[thigh]), p->local[thigh + 1]);
    p->local[thigh + 2] = turn_times(inverse_of(leg), turn_times(yawed(yaw), pitched(pitch)));
    p->local[thigh + 3] = pitched(pitch < 0 ? -pitch : 0);
}

/* ---- gaits ---- */

typedef struct gait {
    const char *name;
    double seconds, ahead, aside; /* of a round; metres a second */
    double duty, lift, low;       /* part of the round on the ground; metres */
    double wide, bounce, swing, elbow, lean, heel;
    double roll; /* degrees that the body leans to its left, with the feet where they are */
} gait;

/* A foot in the middle of the body's frame at a part of its round; it stands from 0 to `duty`. */
static void step_foot(const gait *g, pose *p, int thigh, double side, double part) {
    const double reach = g->seconds * g->duty / 2;
    double along, height = 0, pitch = 0;
    if (part < g->duty) {
        const double s = part / g->duty;
        along = 1 - 2 * s;
        if (s > 0.7) pitch = -g->heel * (s - 0.7) / 0.3 * (s - 0.7) / 0.3;
    } else { /* a cubic that leaves and meets the ground as fast as it goes by */
        const double s = (part - g->duty) / (1 - g->duty), m = -2 * (1 - g->duty) / g->duty;
        along = (2 * s * s * s - 3 * s * s + 1) * -1 + (s * s * s - 2 * s * s + s) * m +
                (-2 * s * s * s + 3 * s * s) + (s * s * s - s * s) * m;
        height = g->lift * sin(pi * s) * sin(pi * s);
        pitch = s < 0.4 ? -g->heel * (1 - s / 0.4) * (1 - s / 0.4) : 12 * sin(pi * (s - 0.4) / 0.6);
    }
    /* The toe goes along the ground; the ankle is where a foot of that pitch has it. */
    const vector toe = {side * g->wide + g->aside * reach * along, 0.02 + height,
                        -0.12 - g->ahead * reach * along};
    const vector ankle = vector_add(toe, turned(pitched(pitch), (vector){0, 0.04, 0.12}));
    put_foot(p, thigh, ankle, pitch, 0);
}

static void walk_at(const gait *g, double part, pose *p) {
    const double wave = 2 * pi * part, yaw = 5 * g->swing / 30 * cos(wave);
    rest(p);
    p->root.y -= g->low + g->bounce * cos(2 * wave - 2 * pi * g->duty);
    p->root.x += 0.02 * sin(wave) * (g->duty > 0.5);
    p->root.x -= 0.006 * g->roll;
    p->local[PELVIS] =
        turn_times(rolled(g->roll * 0.5), turn_times(yawed(yaw * (g->ahead != 0)), pitched(-g->lean)));
    p->local[SPINE] = turn_times(yawed(-yaw + g->roll * 0.6), rolled(2 * sin(wave) + g->roll * 0.5));
    p->local[CHEST] = turn_times(yawed(-yaw * 1.5), pitched(-g->lean / 2));
    p->local[HEAD] = turn_times(yawed(yaw * 1.5), pitched(g->lean * 1.3));
    step_foot(g, p, THIGH_R, 1, part);
    step_foot(g, p, THIGH_L, -1, part < 0.5 ? part + 0.5 : part - 0.5);
    const double arm = g->swing * cos(wave);
    p->local[ARM_R] = turn_times(rolled(8), pitched(-arm));
    p->local[ARM_L] = turn_times(rolled(-8), pitched(arm));
    p->local[FORE_R] = pitched(g->elbow - arm * 0.4);
    p->local[FORE_L] = pitched(g->elbow + arm * 0.4);
    p->local[AERIAL] = pitched(8 * sin(2 * wave));
}

static const gait gaits[] = {{"walk", 1, 1.2, 0, 0.6, 0.07, 0.045, 0.09, 0.015, 26, 18, 2, 38, 0},
                             {"run", 0.64, 3, 0, 0.36, 0.16, 0.07, 0.07, 0.035, 42, 78, 10, 45, 0},
                             {"back", 1, -0.9, 0, 0.62, 0.06, 0.04, 0.1, 0.012, -16, 18, -3, 0, 0},
                             {"left", 0.8, 0, -0.6, 0.62, 0.05, 0.06, 0.17, 0.012, 0, 30, 2, 0, 0},
                             {"right", 0.8, 0, 0.6, 0.62, 0.05, 0.06, 0.17, 0.012, 0, 30, 2, 0, 0},
                             {"curve-left", 1, 1.2, 0, 0.6, 0.07, 0.07, 0.09, 0.015, 26, 18, 2, 38, 7},
                             {"curve-right", 1, 1.2, 0, 0.6, 0.07, 0.07, 0.09, 0.015, 26, 18, 2, 38, -7}};

/* ---- other motions: a pose at a part of the clip ---- */

static void plant(pose *p, double wide) {
    put_foot(p, THIGH_R, (vector){wide, 0.06, 0}, 0, 0);
    put_foot(p, THIGH_L, (vector){-wide, 0.06, 0}, 0, 0);
}

static double bump(double t, double from, double to) {
    return t <= from || t >= to ? 0 : 0.5 - 0.5 * cos(2 * pi * (t - from) / (to - from));
}

static void stand_at(double part, pose *p) {
    const double breath = sin(2 * pi * part);
    rest(p);
    p->root.y -= 0.015 + 0.004 * breath;
    p->local[CHEST] = pitched(1.5 * breath);
    p->local[HEAD] = pitched(-1.5 * breath);
    p->local[ARM_R] = rolled(7 + breath);
    p->local[ARM_L] = rolled(-7 - breath);
    plant(p, 0.11);
}

static void jump_at(double part, pose *p) {
    const double crouch = bump(part, 0, 0.4) + bump(part, 0.7, 1), air = bump(part, 0.25, 0.8);
    rest(p);
    p->root.y += -0.015 - 0.2 * crouch + 0.5 * air;
    p->local[PELVIS] = pitched(-18 * crouch);
    p->local[CHEST] = pitched(-14 * crouch);
    p->local[HEAD] = pitched(24 * crouch);
    p->local[ARM_R] = turn_times(rolled(8 + 20 * air), pitched(-35 * crouch + 120 * air));
    p->local[ARM_L] = turn_times(rolled(-8 - 20 * air), pitched(-35 * crouch + 120 * air));
    const double up = 0.06 + 0.46 * air, toes = -35 * bump(part, 0.22, 0.5);
    put_foot(p, THIGH_R, (vector){0.11, up - 0.02 * toes / 35, 0.05 * air}, toes, 0);
    put_foot(p, THIGH_L, (vector){-0.11, up - 0.02 * toes / 35, -0.12 * air}, toes, 0);
}

static void wave_at(double part, pose *p) {
    const double up = part < 0.2   ? 0.5 - 0.5 * cos(pi * part / 0.2)
                      : part > 0.8 ? 0.5 - 0.5 * cos(pi * (1 - part) / 0.2)
                                   : 1;
    stand_at(0, p);
    p->local[ARM_R] = rolled(7 + 118 * up);
    p->local[FORE_R] = turn_times(rolled(up * (40 + 28 * sin(2 * pi * part * 4))), pitched(12 * (1 - up)));
    p->local[HAND_R] = rolled(18 * up * sin(2 * pi * part * 4));
    p->local[HEAD] = turn_times(rolled(-6 * up), yawed(-10 * up));
}

/* Down to the ground: a pose for each height of what is to be taken. */
static void bow_at(double part, pose *p) {
    stand_at(0, p);
    p->root.y -= 0.42 * part;
    p->root.z += 0.1 * part;
    p->local[PELVIS] = pitched(-42 * part);
    p->local[SPINE] = pitched(-14 * part);
    p->local[CHEST] = pitched(-12 * part);
    p->local[HEAD] = pitched(30 * part);
    plant(p, 0.13);
}

static void lean_left_at(double part, pose *p) {
    (void)part;
    rest(p);
    p->local[PELVIS] = rolled(5);
    p->local[SPINE] = rolled(7);
    p->local[CHEST] = turn_times(yawed(10), rolled(6));
    p->local[HEAD] = turn_times(yawed(8), rolled(-10));
}

static void lean_right_at(double part, pose *p) {
    (void)part;
    rest(p);
    p->local[PELVIS] = rolled(-5);
    p->local[SPINE] = rolled(-7);
    p->local[CHEST] = turn_times(yawed(-10), rolled(-6));
    p->local[HEAD] = turn_times(yawed(-8), rolled(10));
}

static void rest_at(double part, pose *p) {
    (void)part;
    rest(p);
}

static void tired_at(double part, pose *p) {
    const double breath = sin(2 * pi * part);
    rest(p);
    p->local[SPINE] = pitched(-14 - 2 * breath);
    p->local[CHEST] = pitched(-12 - 3 * breath);
    p->local[HEAD] = pitched(-8 + 3 * breath);
    p->local[ARM_R] = turn_times(p->local[ARM_R], pitched(18));
    p->local[ARM_L] = turn_times(p->local[ARM_L], pitched(18));
}

static const struct {
    const char *name;
    double seconds;
    int loops;
    void (*at)(double part, pose *p);
} motions[] = {{"stand", 2, 1, stand_at},
               {"jump", 0.9, 0, jump_at},
               {"wave", 2, 0, wave_at},
               {"rest", 0.2, 1, rest_at},
               {"lean-left", 0.2, 1, lean_left_at},
               {"lean-right", 0.2, 1, lean_right_at},
               {"tired", 2, 1, tired_at},
               {"bow", 0.5, 0, bow_at}};

/* ---- the skin ---- */

enum { VERTICES = 600, INDICES = 4096 };

typedef struct skin {
    double places[VERTICES][3], normals[VERTICES][3];
    int joint[VERTICES][2];
    double weight[VERTICES]; /* of the first */
    int vertices, indices[INDICES], count;
} skin;

typedef struct ring {
    vector at;   /* in the model */
    double x, z; /* half widths */
    int first, second;
    double weight;
} ring;

static int add_vertex(skin *s, vector at, vector normal, const ring *r) {
    const int i = s->vertices++;
    const double place[3] = {at.x, at.y, at.z}, up[3] = {normal.x, normal.y, normal.z};
    memcpy(s->places[i], place, sizeof place);
    memcpy(s->normals[i], up, sizeof up);
    s->joint[i][0] = r->first;
    s->joint[i][1] = r->second;
    s->weight[i] = r->weight;
    return i;
}

static void add_triangle(skin *s, int a, int b, int c) {
    s->indices[s->count++] = a;
    s->indices[s->count++] = b;
    s->indices[s->count++] = c;
}

/* A tube of rings from below to above, closed at both ends. */
static void add_tube(skin *s, const ring *rings, int count, int sides) {
    int first[16];
    for (int i = 0; i < count; i++) {
        first[i] = s->vertices;
        for (int k = 0; k < sides; k++) {
            const double angle = 2 * pi * (k + 0.5) / sides;
            const double slope = (rings[i > 0 ? i - 1 : 0].x - rings[i + 1 < count ? i + 1 : i].x) * 1.5;
            const vector out = {cos(angle), slope > 1 ? 1 : slope < -1 ? -1 : slope, -sin(angle)};
            add_vertex(s,
                       (vector){rings[i].at.x + rings[i].x * cos(angle), rings[i].at.y,
                                rings[i].at.z - rings[i].z * sin(angle)},
                       vector_unit(out), &rings[i]);
        }
    }
    for (int i = 0; i + 1 < count; i++)
        for (int k = 0; k < sides; k++) {
            const int a = first[i] + k, b = first[i] + (k + 1) % sides, c = first[i + 1] + k,
                      d = first[i + 1] + (k + 1) % sides;
            add_triangle(s, a, b, d);
            add_triangle(s, a, d, c);
        }
    for (int end = 0; end < 2; end++) {
        const ring *r = &rings[end == 0 ? 0 : count - 1];
        const int middle = add_vertex(s, r->at, (vector){0, end == 0 ? -1 : 1, 0}, r),
                  edge = first[end == 0 ? 0 : count - 1];
        for (int k = 0; k < sides; k++) {
            const int a = edge + k, b = edge + (k + 1) % sides;
            add_triangle(s, middle, end == 0 ? b : a, end == 0 ? a : b);
        }
    }
}

static void add_box(skin *s, vector low, vector high, int joint) {
    static const int axis[6][3] = {{0, 1, 2}, {0, 1, 2}, {1, 2, 0}, {1, 2, 0}, {2, 0, 1}, {2, 0, 1}};
    const double l[3] = {low.x, low.y, low.z}, h[3] = {high.x, high.y, high.z};
    const ring r = {.first = joint, .second = joint, .weight = 1};
    for (int f = 0; f < 6; f++) {
        const int n = axis[f][0], u = axis[f][1], v = axis[f][2], up = f & 1, first = s->vertices;
        for (int k = 0; k < 4; k++) {
            double at[3], normal[3] = {0, 0, 0};
            at[n] = up ? h[n] : l[n];
            at[u] = k == 1 || k == 2 ? h[u] : l[u];
            at[v] = k >= 2 ? h[v] : l[v];
            normal[n] = up ? 1 : -1;
            add_vertex(s, (vector){at[0], at[1], at[2]}, (vector){normal[0], normal[1], normal[2]}, &r);
        }
        add_triangle(s, first, first + (up ? 1 : 2), first + (up ? 2 : 1));
        add_triangle(s, first, first + (up ? 2 : 3), first + (up ? 3 : 2));
    }
}

static vector joint_at(int joint) {
    vector at = {0, 0, 0};
    for (; joint >= 0; joint = joints[joint].parent) at = vector_add(at, joints[joint].at);
    return at;
}

static vector above(int joint, double y) { return vector_add(joint_at(joint), (vector){0, y, 0}); }

static void add_arm(skin *s, int arm) {
    const ring rings[] = {{above(arm + 2, -0.01), 0.035, 0.03, arm + 1, arm + 2, 0.5},
                          {above(arm + 1, -0.1), 0.045, 0.045, arm + 1, arm + 1, 1},
                          {above(arm + 1, 0), 0.042, 0.042, arm, arm + 1, 0.5},
                          {above(arm, -0.1), 0.048, 0.048, arm, arm, 1},
                          {above(arm, 0.05), 0.055, 0.055, arm, CHEST, 0.7}};
    add_tube(s, rings, 5, 6);
    const vector hand = joint_at(arm + 2);
    add_box(s, vector_add(hand, (vector){-0.028, -0.12, -0.045}), vector_add(hand, (vector){0.028, 0, 0.035}),
            arm + 2);
}

static void add_leg(skin *s, int thigh) {
    const ring rings[] = {{above(thigh + 2, 0.02), 0.045, 0.05, thigh + 1, thigh + 2, 0.5},
                          {above(thigh + 1, -0.13), 0.062, 0.07, thigh + 1, thigh + 1, 1},
                          {above(thigh + 1, 0), 0.058, 0.062, thigh, thigh + 1, 0.5},
                          {above(thigh, -0.16), 0.075, 0.08, thigh, thigh, 1},
                          {above(thigh, 0.03), 0.085, 0.09, thigh, PELVIS, 0.6}};
    add_tube(s, rings, 5, 6);
    const vector foot = joint_at(thigh + 2), toe = joint_at(thigh + 3);
    add_box(s, (vector){foot.x - 0.045, 0, -0.12}, (vector){foot.x + 0.045, 0.08, 0.06}, thigh + 2);
    add_box(s, (vector){toe.x - 0.045, 0, -0.2}, (vector){toe.x + 0.045, 0.05, -0.12}, thigh + 3);
}

/* The body and the limbs; then what is brighter, from vertex and index of `bright` on. */
static void make_skin(skin *s, int bright[2]) {
    const ring body[] = {{above(PELVIS, -0.1), 0.13, 0.09, PELVIS, PELVIS, 1},
                         {above(PELVIS, 0.04), 0.15, 0.1, PELVIS, PELVIS, 1},
                         {above(SPINE, 0.03), 0.12, 0.085, PELVIS, SPINE, 0.4},
                         {above(CHEST, 0.02), 0.16, 0.11, SPINE, CHEST, 0.4},
                         {above(CHEST, 0.16), 0.19, 0.12, CHEST, CHEST, 1},
                         {above(CHEST, 0.22), 0.1, 0.08, CHEST, CHEST, 1}};
    const ring neck[] = {{above(NECK, -0.02), 0.045, 0.045, CHEST, NECK, 0.5},
                         {above(HEAD, 0.02), 0.045, 0.045, NECK, HEAD, 0.5}};
    const ring head[] = {{above(HEAD, 0), 0.075, 0.085, HEAD, HEAD, 1},
                         {above(HEAD, 0.05), 0.11, 0.115, HEAD, HEAD, 1},
                         {above(HEAD, 0.16), 0.115, 0.12, HEAD, HEAD, 1},
                         {above(HEAD, 0.21), 0.07, 0.075, HEAD, HEAD, 1}};
    memset(s, 0, sizeof *s);
    add_tube(s, body, 6, 8);
    add_tube(s, neck, 2, 6);
    add_tube(s, head, 4, 8);
    add_arm(s, ARM_R);
    add_arm(s, ARM_L);
    add_leg(s, THIGH_R);
    add_leg(s, THIGH_L);
    bright[0] = s->vertices;
    bright[1] = s->count;
    const vector h = joint_at(HEAD), a = joint_at(AERIAL);
    add_box(s, vector_add(h, (vector){-0.08, 0.08, -0.135}), vector_add(h, (vector){0.08, 0.13, -0.1}), HEAD);
    add_box(s, vector_add(a, (vector){-0.008, -0.02, -0.008}), vector_add(a, (vector){0.008, 0.14, 0.008}),
            AERIAL);
    add_box(s, vector_add(a, (vector){-0.025, 0.14, -0.025}), vector_add(a, (vector){0.025, 0.19, 0.025}),
            AERIAL);
}

/* ---- the file ---- */

static void put_numbers(FILE *f, const char *name, const double *values, int count) {
    fprintf(f, "\"%s\": [", name);
    for (int i = 0; i < count; i++) {
        const double v = floor(values[i] * 10000 + 0.5) / 10000;
        fprintf(f, "%s%.6g", i == 0 ? "" : ",", v == 0 ? 0 : v);
    }
    fprintf(f, "]");
}

/* The triangles from index `from` to `to`, whose vertices are `first` to `last`. */
static void put_part(FILE *f, const skin *s, const char *material, const int range[4]) {
    const int first = range[0], last = range[1], from = range[2], to = range[3];
    fprintf(f, "  {\"material\": \"%s\",\n   ", material);
    put_numbers(f, "positions", s->places[first], (last - first) * 3);
    fprintf(f, ",\n   ");
    put_numbers(f, "normals", s->normals[first], (last - first) * 3);
    fprintf(f, ",\n   \"joints\": [");
    for (int i = first; i < last; i++)
        fprintf(f, "%s%d,%d,0,0", i == first ? "" : ",", s->joint[i][0],
                s->weight[i] < 1 ? s->joint[i][1] : 0);
    fprintf(f, "],\n   \"weights\": [");
    for (int i = first; i < last; i++)
        fprintf(f, "%s%g,%g,0,0", i == first ? "" : ",", s->weight[i], 1 - s->weight[i]);
    fprintf(f, "],\n   \"triangles\": [");
    for (int i = from; i < to; i++) fprintf(f, "%s%d", i == from ? "" : ",", s->indices[i] - first);
    fprintf(f, "]}");
}

enum { FRAMES_MOST = 61 };

static int moves(const pose *poses, int frames, int joint) {
    const rotation *first = &poses[0].local[joint];
    for (int i = 0; i <= frames; i++) {
        const rotation *q = &poses[i].local[joint];
        if (fabs(q->x - first->x) + fabs(q->y - first->y) + fabs(q->z - first->z) > 1e-6) return 1;
    }
    return fabs(first->x) + fabs(first->y) + fabs(first->z) > 1e-6;
}

static void put_clip(FILE *f, const char *name, double seconds, int loops, const pose *poses, int frames) {
    double times_[FRAMES_MOST] = {0}, values[FRAMES_MOST * 4];
    for (int i = 0; i <= frames; i++) times_[i] = seconds * i / frames;
    fprintf(f,
            "  {\"name\": \"%s\", \"duration\": %g, \"rate\": 30%s, \"channels\": [\n   {\"node\": 0, "
            "\"path\": \"translation\", ",
            name, seconds, loops ? ", \"loops\": true" : "");
    put_numbers(f, "times", times_, frames + 1);
    for (int i = 0; i <= frames; i++) {
        values[3 * i] = poses[i].root.x;
        values[3 * i + 1] = poses[i].root.y;
        values[3 * i + 2] = poses[i].root.z;
    }
    fprintf(f, ", ");
    put_numbers(f, "values", values, 3 * (frames + 1));
    fprintf(f, "}");
    for (int j = 0; j < JOINTS; j++) {
        const int count = moves(poses, frames, j) ? frames + 1 : 1;
        for (int i = 0; i < count; i++) {
            const rotation q = poses[i].local[j];
            const double v[4] = {q.x, q.y, q.z, q.w};
            memcpy(values + 4 * i, v, sizeof v);
        }
        fprintf(f, ",\n   {\"node\": %d, \"path\": \"rotation\", ", j);
        put_numbers(f, "times", times_, count);
        fprintf(f, ", ");
        put_numbers(f, "values", values, 4 * count);
        fprintf(f, "}");
    }
    fprintf(f, "]}");
}

static void put_clips(FILE *f) {
    static pose poses[FRAMES_MOST];
    for (size_t i = 0; i < sizeof gaits / sizeof *gaits; i++) {
        const gait *g = &gaits[i];
        const int frames = (int)(g->seconds * 30 + 0.5);
        for (int k = 0; k <= frames; k++) {
            walk_at(g, k == frames ? 0 : (double)k / frames, &poses[k]);
            poses[k].root.z -= g->ahead * g->seconds * k / frames;
            poses[k].root.x += g->aside * g->seconds * k / frames;
        }
        put_clip(f, g->name, g->seconds, 1, poses, frames);
        fprintf(f, ",\n");
    }
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        const int frames = (int)(motions[i].seconds * 30 + 0.5);
        for (int k = 0; k <= frames; k++) motions[i].at((double)k / frames, &poses[k]);
        put_clip(f, motions[i].name, motions[i].seconds, motions[i].loops, poses, frames);
        fprintf(f, i + 1 == sizeof motions / sizeof *motions ? "\n" : ",\n");
    }
}

static void put_nodes(FILE *f) {
    for (int i = 0; i < JOINTS; i++) {
        fprintf(f, "  {\"name\": \"%s\", ", joints[i].name);
        if (joints[i].parent >= 0) fprintf(f, "\"parent\": %d, ", joints[i].parent);
        fprintf(f, "\"translation\": [%g, %g, %g]},\n", joints[i].at.x, joints[i].at.y, joints[i].at.z);
    }
    fprintf(f, "  {\"name\": \"body\", \"mesh\": 0, \"skin\": 0}],\n");
}

static void put_skin(FILE *f) {
    double inverse[JOINTS * 12];
    for (int i = 0; i < JOINTS; i++) {
        const vector at = joint_at(i);
        const double m[12] = {1, 0, 0, -at.x, 0, 1, 0, -at.y, 0, 0, 1, -at.z};
        memcpy(inverse + 12 * i, m, sizeof m);
    }
    fprintf(f, " \"skins\": [{\"name\": \"robot\", \"joints\": [");
    for (int i = 0; i < JOINTS; i++) fprintf(f, "%s%d", i == 0 ? "" : ",", i);
    fprintf(f, "], ");
    put_numbers(f, "inverse_bind", inverse, JOINTS * 12);
    fprintf(f, "}],\n");
}

int make_robot(const char *folder) {
    static skin s;
    char path[512];
    snprintf(path, sizeof path, "%s/robot.oxs", folder);
    FILE *f = fopen(path, "wb");
    if (f == NULL) return 0;
    int bright[2];
    make_skin(&s, bright);
    const int shell[4] = {0, bright[0], 0, bright[1]}, lamp[4] = {bright[0], s.vertices, bright[1], s.count};
    fprintf(f,
            "{\"oxcart_scene\": 1,\n \"materials\": [{\"name\": \"shell\", \"diffuse\": [0.62, 0.66, 0.72]}, "
            "{\"name\": \"lamp\", \"diffuse\": [0.95, 0.62, 0.2]}],\n \"meshes\": [{\"name\": \"robot\", "
            "\"parts\": [\n");
    put_part(f, &s, "shell", shell);
    fprintf(f, ",\n");
    put_part(f, &s, "lamp", lamp);
    fprintf(f, "]}],\n \"nodes\": [\n");
    put_nodes(f);
    put_skin(f);
    fprintf(f, " \"clips\": [\n");
    put_clips(f);
    fprintf(f, " ]}\n");
    return fclose(f) == 0;
}

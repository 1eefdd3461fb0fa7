/* The arm of the motion examples: a closed tube of one skin about three joints, which bends at its elbow by an animation, as a file of the intermediate format
 * (tools/INTERMEDIATE.md); and the same tube without any bones, as an OBJ. It stands upright and bends towards -Z. The morph target `bend` is its muscle. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/assets/assets.h"
#include "tools/assets/model.h"

static const double pi = 3.14159265358979323846;

enum { RINGS = 13, SIDES = 8, VERTICES = RINGS * SIDES + 2, FRAMES = 30, JOINTS = 3 };
static const double half_length = 0.5; /* of each bone */
static const int most_degrees = 150;

typedef struct tube {
    vector places[VERTICES], normals[VERTICES];
    double bulge[VERTICES]; /* along the normal, at the most */
    double weights[VERTICES][JOINTS];
    int triangles[VERTICES * 2][3], count;
} tube;

static double smooth(double t) { return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t); }

/* Upper arm, lower arm and hand, whose shares change about the joints between them. */
static void weigh(double y, double weights[JOINTS]) {
    const double lower = smooth((y - half_length + 0.13) / 0.26), hand = smooth((y - 0.42) / 0.6) * 0.8;
    weights[0] = 1 - lower;
    weights[1] = lower * (1 - hand);
    weights[2] = lower * hand;
}

static void add(tube *t, int a, int b, int c) {
    const int corners[3] = {a, b, c};
    memcpy(t->triangles[t->count++], corners, sizeof corners);
}

static void make_tube(tube *t) {
    memset(t, 0, sizeof *t);
    for (int i = 0; i < RINGS; i++) {
        const double y = (double)i / (RINGS - 1), wide = 0.13 - 0.035 * y;
        for (int k = 0; k < SIDES; k++) {
            const int v = i * SIDES + k;
            const double angle = 2 * pi * (k + 0.5) / SIDES, front = -cos(angle), middle = (y - 0.27) / 0.2;
            t->normals[v] = (vector){sin(angle), 0, cos(angle)};
            t->places[v] = (vector){wide * sin(angle), y, wide * cos(angle)};
            if (front > 0 && middle * middle < 1) t->bulge[v] = 0.12 * front * (1 - middle * middle);
            weigh(y, t->weights[v]);
        }
    }
    for (int end = 0; end < 2; end++) {
        const int v = RINGS * SIDES + end;
        t->places[v] = (vector){0, end, 0};
        t->normals[v] = (vector){0, end == 0 ? -1 : 1, 0};
        weigh(end, t->weights[v]);
    }
    for (int i = 0; i + 1 < RINGS; i++)
        for (int k = 0; k < SIDES; k++) {
            const int a = i * SIDES + k, b = i * SIDES + (k + 1) % SIDES, c = a + SIDES, d = b + SIDES;
            add(t, a, b, d);
            add(t, a, d, c);
        }
    for (int k = 0; k < SIDES; k++) {
        const int next = (k + 1) % SIDES, top = (RINGS - 1) * SIDES;
        add(t, RINGS * SIDES, next, k);
        add(t, RINGS * SIDES + 1, top + k, top + next);
    }
}

/* ---- files ---- */

static double to_four_places(double v) {
    const double r = floor(v * 10000 + 0.5) / 10000;
    return r == 0 ? 0 : r;
}

static void put_vectors(FILE *f, const char *name, const vector *values, int count) {
    fprintf(f, "\"%s\": [", name);
    for (int i = 0; i < count; i++)
        fprintf(f, "%s%.6g,%.6g,%.6g", i == 0 ? "" : ",", to_four_places(values[i].x),
                to_four_places(values[i].y), to_four_places(values[i].z));
    fprintf(f, "]");
}

static void put_part(FILE *f, const tube *t) {
    static vector off[VERTICES], none[VERTICES];
    for (int i = 0; i < VERTICES; i++) off[i] = vector_scale(t->normals[i], t->bulge[i]);
    fprintf(f, "  {\"material\": \"arm\",\n   ");
    put_vectors(f, "positions", t->places, VERTICES);
    fprintf(f, ",\n   ");
    put_vectors(f, "normals", t->normals, VERTICES);
    fprintf(f, ",\n   \"joints\": [");
    for (int i = 0; i < VERTICES; i++) fprintf(f, "%s0,1,2,0", i == 0 ? "" : ",");
    fprintf(f, "],\n   \"weights\": [");
    for (int i = 0; i < VERTICES; i++)
        fprintf(f, "%s%.6g,%.6g,%.6g,0", i == 0 ? "" : ",", to_four_places(t->weights[i][0]),
                to_four_places(t->weights[i][1]), to_four_places(t->weights[i][2]));
    fprintf(f, "],\n   \"triangles\": [");
    for (int i = 0; i < t->count; i++)
        fprintf(f, "%s%d,%d,%d", i == 0 ? "" : ",", t->triangles[i][0], t->triangles[i][1],
                t->triangles[i][2]);
    fprintf(f, "],\n   \"morphs\": [{");
    put_vectors(f, "positions", off, VERTICES);
    fprintf(f, ", ");
    put_vectors(f, "normals", none, VERTICES);
    fprintf(f, "}]}");
}

/* The lower arm turns about X, evenly, and the hand by a third of it. */
static void put_clip(FILE *f) {
    fprintf(f, " \"clips\": [{\"name\": \"bend\", \"duration\": 1, \"rate\": %d, \"channels\": [", FRAMES);
    for (int joint = 1; joint < JOINTS; joint++) {
        fprintf(f, "%s\n   {\"node\": %d, \"path\": \"rotation\", \"times\": [", joint == 1 ? "" : ",",
                joint);
        for (int i = 0; i <= FRAMES; i++)
            fprintf(f, "%s%.6g", i == 0 ? "" : ",", to_four_places((double)i / FRAMES));
        fprintf(f, "], \"values\": [");
        for (int i = 0; i <= FRAMES; i++) {
            const double half = most_degrees * pi / 360 * i / FRAMES / (joint == 1 ? 1 : 3),
                         s = floor(-sin(half) * 1000000 + 0.5) / 1000000;
            fprintf(f, "%s%.6g,0,0,%.6g", i == 0 ? "" : ",", s == 0 ? 0 : s,
                    floor(sqrt(1 - s * s) * 1000000 + 0.5) / 1000000);
        }
        fprintf(f, "]}");
    }
    fprintf(f, "]}]}\n");
}

static int put_scene(const tube *t, const char *folder) {
    char path[512];
    snprintf(path, sizeof path, "%s/arm.oxs", folder);
    FILE *f = fopen(path, "wb");
    if (f == NULL) return 0;
    fprintf(f, "{\"oxcart_scene\": 1,\n \"materials\": [{\"name\": \"arm\", \"diffuse\": [0.86, 0.6, "
               "0.42]}],\n \"meshes\": [{\"name\": \"arm\", \"morphs\": [{\"name\": \"bend\", \"weight\": "
               "0}], \"parts\": [\n");
    put_part(f, t);
    fprintf(f, "]}],\n \"nodes\": [{\"name\": \"upper\"}, {\"name\": \"lower\", \"parent\": 0, "
               "\"translation\": [0, 0.5, 0]}, {\"name\": \"hand\", \"parent\": 1, \"translation\": [0, 0.4, "
               "0]}, {\"name\": \"skin\", \"mesh\": 0, \"skin\": 0}],\n \"skins\": [{\"name\": \"arm\", "
               "\"joints\": [0, 1, 2], \"inverse_bind\": [1,0,0,0,0,1,0,0,0,0,1,0, "
               "1,0,0,0,0,1,0,-0.5,0,0,1,0, 1,0,0,0,0,1,0,-0.9,0,0,1,0]}],\n");
    put_clip(f);
    return fclose(f) == 0;
}

static int put_model(const tube *t, const char *folder) {
    static model m;
    corner corners[VERTICES];
    model_begin(&m);
    model_material(&m, "arm", 0xd9a06b);
    for (int i = 0; i < VERTICES; i++) corners[i] = model_corner(&m, t->places[i], t->normals[i], 0, 0);
    for (int i = 0; i < t->count; i++)
        model_triangle(&m, corners[t->triangles[i][0]], corners[t->triangles[i][1]],
                       corners[t->triangles[i][2]]);
    return model_write(&m, folder, "arm");
}

int make_arm(const char *folder) {
    static tube t;
    make_tube(&t);
    return put_scene(&t, folder) && put_model(&t, folder);
}

/* The head and the fish of the morph example, as files of the intermediate format (tools/INTERMEDIATE.md). The head looks along -Z and has morph targets, and a
 * skeleton of two joints; the fish swims along -Z by an animation of its spine. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/assets/assets.h"
#include "tools/assets/model.h"

static const double pi = 3.14159265358979323846;

enum { VERTICES = 800, INDICES = 4800, PARTS = 6, SHAPES = 5 };

/* A mesh of parts whose vertices have other places in shapes 1 and on. */
typedef struct shaped {
    vector places[SHAPES][VERTICES], normals[SHAPES][VERTICES];
    double weight[VERTICES]; /* of the head: 1, of the neck: 0 */
    int vertices, indices[INDICES], count;
    int first_vertex[PARTS + 1], first_index[PARTS + 1], parts;
} shaped;

static void begin_part(shaped *s) {
    s->first_vertex[s->parts] = s->vertices;
    s->first_index[s->parts++] = s->count;
}

/* A sphere of rings about Y, stretched and moved; `pieces` around. */
static void add_globe(shaped *s, vector at, vector half, const int pieces[2]) {
    const int first = s->vertices, around = pieces[0], high = pieces[1];
    for (int i = 0; i <= high; i++)
        for (int k = 0; k <= around; k++) {
            const double up = pi * i / high, side = 2 * pi * k / around;
            s->places[0][s->vertices++] =
                (vector){at.x + half.x * sin(up) * sin(side), at.y + half.y * cos(up),
                         at.z + half.z * sin(up) * cos(side)};
        }
    for (int i = 0; i < high; i++)
        for (int k = 0; k < around; k++) {
            const int a = first + i * (around + 1) + k, b = a + around + 1;
            const int corners[6] = {a, b, a + 1, a + 1, b, b + 1};
            for (int c = 0; c < 6; c++)
                if (c < 3 ? i > 0 : i + 1 < high) /* at the poles a triangle of each pair is none */
                    s->indices[s->count++] = corners[c];
        }
}

/* Normals of one shape: the sums over triangles at one place. */
static void smooth(shaped *s, int shape) {
    const vector *p = s->places[shape];
    vector *n = s->normals[shape];
    static vector own[VERTICES];
    memset(own, 0, sizeof own);
    for (int i = 0; i < s->count; i += 3) {
        const int *t = &s->indices[i];
        const vector across = vector_cross(vector_add(p[t[1]], vector_scale(p[t[0]], -1)),
                                           vector_add(p[t[2]], vector_scale(p[t[0]], -1)));
        for (int k = 0; k < 3; k++) own[t[k]] = vector_add(own[t[k]], across);
    }
    for (int i = 0; i < s->vertices; i++) {
        n[i] = own[i];
        for (int k = 0; k < s->vertices;
             k++) { /* seams and poles: vertices at one place in the mesh itself */
            const vector d = vector_add(s->places[0][k], vector_scale(s->places[0][i], -1));
            if (k != i && fabs(d.x) + fabs(d.y) + fabs(d.z) < 1e-6) n[i] = vector_add(n[i], own[k]);
        }
        n[i] = vector_unit(n[i]);
    }
}

/* ---- the head ---- */

enum { REST, SMILE, JAW, BLINK, BROWS };
static const char *const targets[SHAPES] = {"", "smile", "jaw", "blink", "brows"};

static double near_by(double value, double middle, double wide) {
    const double d = (value - middle) / wide;
    return d * d >= 1 ? 0 : (1 - d * d) * (1 - d * d);
}

/* The head itself: cheeks and corners of the mouth, the jaw, the brows. */
static void shape_head(shaped *s, int first, int last) {
    for (int i = first; i < last; i++) {
        const vector p = s->places[0][i];
        const double front = p.z < 0 ? 1 : 0, side = p.x < 0 ? -1 : 1, ax = fabs(p.x);
        const double edge = front * near_by(ax, 0.34, 0.3) * near_by(p.y, -0.36, 0.34),
                     low = near_by(p.y, -0.85, 0.6) * (p.z < 0.3 ? 1 : 0),
                     brow = front * near_by(p.y, 0.42, 0.24) * near_by(ax, 0.3, 0.34);
        s->places[SMILE][i] = vector_add(p, (vector){side * 0.16 * edge, 0.2 * edge, -0.1 * edge});
        s->places[JAW][i] = vector_add(p, (vector){0, -0.3 * low, 0.06 * low});
        s->places[BLINK][i] = p;
        s->places[BROWS][i] = vector_add(p, (vector){0, 0.14 * brow, -0.05 * brow});
    }
}

static void stay(shaped *s, int first, int last) {
    for (int shape = 1; shape < SHAPES; shape++)
        for (int i = first; i < last; i++) s->places[shape][i] = s->places[0][i];
}

/* A lid over an eye: the upper half of a shell, which comes down in the front. */
static void shape_lid(shaped *s, int first, int last, vector eye) {
    stay(s, first, last);
    for (int i = first; i < last; i++) {
        const vector p = vector_add(s->places[0][i], vector_scale(eye, -1));
        const double turn = pi * 0.42, y = p.y * cos(turn) + p.z * sin(turn),
                     z = -p.y * sin(turn) + p.z * cos(turn);
        s->places[BLINK][i] = vector_add(eye, (vector){p.x, y, z});
    }
}

/* The mouth, a flat disc on the front of the head: wider in a smile, open with the jaw. */
static void add_mouth(shaped *s) {
    const int first = s->vertices, around = 16;
    for (int k = 0; k <= around; k++) {
        const double a = 2 * pi * k / around, x = k == 0 ? 0 : 0.3 * cos(a), y = k == 0 ? 0 : 0.035 * sin(a);
        const double back = -0.86 + 0.35 * x * x, i = s->vertices++, up = x * x * 1.9;
        const int v = (int)i;
        s->places[REST][v] = (vector){x, -0.38 + y, back};
        s->places[SMILE][v] = (vector){x * 1.35, -0.44 + y + up * 1.1, back - 0.02 + 0.3 * x * x};
        s->places[JAW][v] = (vector){x * 0.85, -0.46 + y * 4.6, back - 0.01};
        s->places[BLINK][v] = s->places[BROWS][v] = s->places[REST][v];
    }
    for (int k = 1; k <= around; k++) {
        const int corners[3] = {first, first + k % around + 1, first + k};
        for (int c = 0; c < 3; c++) s->indices[s->count++] = corners[c];
    }
}

static void make_head(shaped *s) {
    const vector eyes[2] = {{-0.34, 0.12, -0.74}, {0.34, 0.12, -0.74}};
    memset(s, 0, sizeof *s);
    begin_part(s); /* skin */
    add_globe(s, (vector){0, 0, 0}, (vector){0.86, 1, 0.9}, (const int[]){16, 11});
    shape_head(s, 0, s->vertices);
    for (int i = 0; i < 2; i++) {
        const int first = s->vertices;
        add_globe(s, eyes[i], (vector){0.225, 0.225, 0.225}, (const int[]){8, 4});
        for (int k = first; k < s->vertices;
             k++) /* a cap: what is below its edge comes up to it, behind the eye */
            if (s->places[0][k].y < eyes[i].y + 0.08) {
                s->places[0][k].y = eyes[i].y + 0.08;
                s->places[0][k].z += 0.02;
            }
        shape_lid(s, first, s->vertices, eyes[i]);
    }
    const int nose = s->vertices;
    add_globe(s, (vector){0, -0.1, -0.95}, (vector){0.12, 0.16, 0.16}, (const int[]){6, 4});
    stay(s, nose, s->vertices);
    const int neck = s->vertices;
    add_globe(s, (vector){0, -1.15, 0.1}, (vector){0.34, 0.6, 0.34}, (const int[]){8, 3});
    stay(s, neck, s->vertices);
    for (int i = 0; i < s->vertices; i++) s->weight[i] = i < neck ? 1 : s->places[0][i].y > -1 ? 0.5 : 0;
    begin_part(s); /* white */
    int start = s->vertices;
    for (int i = 0; i < 2; i++) add_globe(s, eyes[i], (vector){0.2, 0.2, 0.2}, (const int[]){6, 4});
    stay(s, start, s->vertices);
    begin_part(s); /* dark */
    start = s->vertices;
    for (int i = 0; i < 2; i++)
        add_globe(s, vector_add(eyes[i], (vector){0, 0, -0.15}), (vector){0.08, 0.08, 0.06},
                  (const int[]){6, 4});
    stay(s, start, s->vertices);
    for (int i = s->first_vertex[1]; i < s->vertices; i++) s->weight[i] = 1;
    begin_part(s); /* mouth */
    start = s->vertices;
    add_mouth(s);
    for (int i = start; i < s->vertices; i++) s->weight[i] = 1;
    s->first_vertex[s->parts] = s->vertices;
    s->first_index[s->parts] = s->count;
    for (int i = 0; i < SHAPES; i++) smooth(s, i);
}

/* ---- files ---- */

static void put_vectors(FILE *f, const char *name, const vector *values, const vector *less, int count) {
    fprintf(f, "\"%s\": [", name);
    for (int i = 0; i < count; i++) {
        const double v[3] = {values[i].x - (less == NULL ? 0 : less[i].x),
                             values[i].y - (less == NULL ? 0 : less[i].y),
                             values[i].z - (less == NULL ? 0 : less[i].z)};
        for (int k = 0; k < 3; k++) {
            const double rounded = floor(v[k] * 10000 + 0.5) / 10000;
            fprintf(f, "%s%.6g", i + k == 0 ? "" : ",", rounded == 0 ? 0 : rounded);
        }
    }
    fprintf(f, "]");
}

static void put_part(FILE *f, const shaped *s, int part, const char *material, int shapes) {
    const int first = s->first_vertex[part], count = s->first_vertex[part + 1] - first;
    fprintf(f, "  {\"material\": \"%s\",\n   ", material);
    put_vectors(f, "positions", s->places[0] + first, NULL, count);
    fprintf(f, ",\n   ");
    put_vectors(f, "normals", s->normals[0] + first, NULL, count);
    for (int i = 0; i < count; i++)
        fprintf(f, "%s%s", i == 0 ? ",\n   \"joints\": [" : ",", shapes > 1 ? "1,0,0,0" : "0,0,0,0");
    fprintf(f, "],\n   \"weights\": [");
    for (int i = 0; i < count; i++)
        fprintf(f, "%s%g,%g,0,0", i == 0 ? "" : ",", s->weight[first + i], 1 - s->weight[first + i]);
    fprintf(f, "],\n   \"triangles\": [");
    for (int i = s->first_index[part]; i < s->first_index[part + 1]; i++)
        fprintf(f, "%s%d", i == s->first_index[part] ? "" : ",", s->indices[i] - first);
    fprintf(f, "]");
    for (int shape = 1; shape < shapes; shape++) {
        fprintf(f, "%s{", shape == 1 ? ",\n   \"morphs\": [" : ",\n    ");
        put_vectors(f, "positions", s->places[shape] + first, s->places[0] + first, count);
        fprintf(f, ", ");
        put_vectors(f, "normals", s->normals[shape] + first, s->normals[0] + first, count);
        fprintf(f, "}");
    }
    fprintf(f, "%s}", shapes > 1 ? "]" : "");
}

/* Nods: the head turns about X, ahead and back, and once aside. */
static void put_head_clips(FILE *f) {
    fprintf(f, " \"clips\": [");
    for (int clip = 0; clip < 2; clip++) {
        fprintf(f,
                "%s{\"name\": \"%s\", \"duration\": 2, \"rate\": 30, \"loops\": true, \"channels\": "
                "[\n   {\"node\": 1, \"path\": \"rotation\", \"times\": [",
                clip == 0 ? "\n  " : ",\n  ", clip == 0 ? "idle" : "nod");
        for (int i = 0; i <= 20; i++) fprintf(f, "%s%g", i == 0 ? "" : ",", i * 0.1);
        fprintf(f, "], \"values\": [");
        for (int i = 0; i <= 20; i++) {
            const double wave = 2 * pi * i / 20, turn = clip == 0 ? 0 : 0.14 * sin(2 * wave),
                         side = 0.1 * sin(wave);
            const double x = floor(sin(turn) * 10000 + 0.5) / 10000,
                         y = floor(sin(side) * 10000 + 0.5) / 10000;
            fprintf(f, "%s%g,%g,0,%.6g", i == 0 ? "" : ",", x == 0 ? 0 : x, y == 0 ? 0 : y,
                    floor(sqrt(1 - x * x - y * y) * 1000000 + 0.5) / 1000000);
        }
        fprintf(f, "]}]}");
    }
    fprintf(f, "\n ]}\n");
}

static int make_face(const char *folder) {
    static shaped s;
    static const char *const materials[] = {"skin", "white", "dark", "mouth"};
    char path[512];
    snprintf(path, sizeof path, "%s/face.oxs", folder);
    FILE *f = fopen(path, "wb");
    if (f == NULL) return 0;
    make_head(&s);
    fprintf(f, "{\"oxcart_scene\": 1,\n \"materials\": [{\"name\": \"skin\", \"diffuse\": [0.86, 0.6, "
               "0.36]}, {\"name\": \"white\", "
               "\"diffuse\": [0.95, 0.95, 0.92]}, {\"name\": \"dark\", \"diffuse\": [0.12, 0.12, 0.2]}, "
               "{\"name\": \"mouth\", "
               "\"diffuse\": [0.45, 0.08, 0.1]}],\n \"meshes\": [{\"name\": \"face\", \"morphs\": [");
    for (int i = 1; i < SHAPES; i++)
        fprintf(f, "%s{\"name\": \"%s\", \"weight\": 0}", i == 1 ? "" : ", ", targets[i]);
    fprintf(f, "], \"parts\": [\n");
    for (int i = 0; i < s.parts; i++) {
        put_part(f, &s, i, materials[i], SHAPES);
        fprintf(f, i + 1 < s.parts ? ",\n" : "]}],\n");
    }
    fprintf(f, " \"nodes\": [{\"name\": \"neck\", \"translation\": [0, -1.2, 0]}, {\"name\": \"head\", "
               "\"parent\": 0, \"translation\": "
               "[0, 0.6, 0.1]}, {\"name\": \"body\", \"mesh\": 0, \"skin\": 0}],\n \"skins\": [{\"name\": "
               "\"face\", \"joints\": [0, 1], "
               "\"inverse_bind\": [1,0,0,0,0,1,0,1.2,0,0,1,0,1,0,0,0,0,1,0,0.6,0,0,1,-0.1]}],\n");
    put_head_clips(f);
    return fclose(f) == 0;
}

/* ---- the fish ---- */

/* The spine swings to the sides, the more the nearer to the tail, as a wave that runs backwards. */
static vector swum(vector p, double part) {
    const double behind = p.z + 0.6, swing = 0.03 + 0.11 * (behind > 0 ? behind * behind : 0);
    return vector_add(p, (vector){swing * sin(2 * pi * part - 2.6 * p.z), 0, 0});
}

static int make_fish(const char *folder) {
    static shaped s;
    enum { FRAMES = 8 };
    static vector frames[FRAMES][VERTICES];
    char path[512];
    memset(&s, 0, sizeof s);
    snprintf(path, sizeof path, "%s/fish.oxs", folder);
    FILE *f = fopen(path, "wb");
    if (f == NULL) return 0;
    begin_part(&s);
    add_globe(&s, (vector){0, 0, 0}, (vector){0.17, 0.3, 0.8}, (const int[]){12, 10});
    begin_part(&s);
    add_globe(&s, (vector){0, 0, 0.92}, (vector){0.025, 0.38, 0.24}, (const int[]){6, 6});
    add_globe(&s, (vector){0, 0.3, 0.05}, (vector){0.02, 0.16, 0.26}, (const int[]){6, 4});
    s.first_vertex[s.parts] = s.vertices;
    s.first_index[s.parts] = s.count;
    smooth(&s, 0);
    for (int i = 0; i < s.vertices; i++) s.weight[i] = 1;
    static shaped moved;
    moved = s;
    fprintf(f, "{\"oxcart_scene\": 1,\n \"materials\": [{\"name\": \"scales\", \"diffuse\": [0.95, 0.5, "
               "0.16]}, {\"name\": \"fins\", "
               "\"diffuse\": [0.9, 0.78, 0.3]}],\n \"meshes\": [{\"name\": \"fish\", \"morphs\": [");
    for (int i = 0; i < FRAMES; i++) {
        fprintf(f, "%s{\"name\": \"%d\", \"weight\": 0}", i == 0 ? "" : ", ", i);
        for (int k = 0; k < s.vertices; k++) frames[i][k] = swum(s.places[0][k], (double)i / FRAMES);
    }
    fprintf(f, "], \"parts\": [\n");
    for (int part = 0; part < 2; part++) {
        const int first = s.first_vertex[part], count = s.first_vertex[part + 1] - first;
        fprintf(f, "  {\"material\": \"%s\",\n   ", part == 0 ? "scales" : "fins");
        put_vectors(f, "positions", s.places[0] + first, NULL, count);
        fprintf(f, ",\n   ");
        put_vectors(f, "normals", s.normals[0] + first, NULL, count);
        fprintf(f, ",\n   \"triangles\": [");
        for (int i = s.first_index[part]; i < s.first_index[part + 1]; i++)
            fprintf(f, "%s%d", i == s.first_index[part] ? "" : ",", s.indices[i] - first);
        fprintf(f, "],\n   \"morphs\": [");
        for (int i = 0; i < FRAMES; i++) {
            memcpy(moved.places[1], frames[i], sizeof moved.places[1]);
            smooth(&moved, 1);
            fprintf(f, "%s{", i == 0 ? "" : ",\n    ");
            put_vectors(f, "positions", moved.places[1] + first, s.places[0] + first, count);
            fprintf(f, ", ");
            put_vectors(f, "normals", moved.normals[1] + first, s.normals[0] + first, count);
            fprintf(f, "}");
        }
        fprintf(f, "]}%s", part == 0 ? ",\n" : "]}],\n");
    }
    fprintf(f, " \"nodes\": [{\"name\": \"fish\", \"mesh\": 0}],\n \"clips\": [{\"name\": \"swim\", "
               "\"duration\": 0.8, \"rate\": 10, "
               "\"loops\": true, \"channels\": [\n  {\"node\": 0, \"path\": \"weights\", \"times\": [");
    for (int i = 0; i <= FRAMES; i++) fprintf(f, "%s%g", i == 0 ? "" : ",", i * 0.1);
    fprintf(f, "], \"values\": [");
    for (int i = 0; i <= FRAMES; i++)
        for (int k = 0; k < FRAMES; k++) fprintf(f, "%s%d", i + k == 0 ? "" : ",", i % FRAMES == k);
    fprintf(f, "]}]}]}\n");
    return fclose(f) == 0;
}

int make_faces(const char *folder) { return make_face(folder) && make_fish(folder); }

/* Models: each is a few patches, grids of points over a surface, joined with faces that see outwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/angle.h"
#include "fixedmath/noise.h"
#include "fixedmath/vector.h"
#include "tools/generate/generate.h"
#include "tools/generate/obj_text.h"

enum { NORMAL_SCALE = 1000 };

/* A model under way. Points have a row of each kind; the importer joins equal rows. */
typedef struct generate_model {
    int (*positions)[3], (*textures)[2], (*normals)[3];
    obj_face *faces;
    int points, faces_made, point_room, face_room;
} generate_model;

typedef struct point {
    vec3 at, normal; /* metres; any length */
    fx u, v;
} point;

/* ---- building ---- */

static int thousandths(fx x) { return (int)(((int64_t)x * 1000 + (x < 0 ? -32768 : 32768)) / 65536); }

/* Makes room for the points and faces that a build is going to add. */
static bool reserve(generate_model *m, int points, int faces) {
    m->point_room = m->points + points;
    m->face_room = m->faces_made + faces;
    void *positions = realloc(m->positions, (size_t)m->point_room * sizeof *m->positions);
    if (positions != NULL) m->positions = positions;
    void *textures = realloc(m->textures, (size_t)m->point_room * sizeof *m->textures);
    if (textures != NULL) m->textures = textures;
    void *normals = realloc(m->normals, (size_t)m->point_room * sizeof *m->normals);
    if (normals != NULL) m->normals = normals;
    void *list = realloc(m->faces, (size_t)m->face_room * sizeof *m->faces);
    if (list != NULL) m->faces = list;
    return positions != NULL && textures != NULL && normals != NULL && list != NULL;
}

static void add_point(generate_model *m, const point *p) {
    vec3 unit = {0, FX_ONE, 0};
    (void)v3_normalize(p->normal, &unit);
    const fx at[3] = {p->at.x, p->at.y, p->at.z}, normal[3] = {unit.x, unit.y, unit.z};
    for (int k = 0; k < 3; k++) {
        m->positions[m->points][k] = thousandths(at[k]);
        m->normals[m->points][k] = thousandths(normal[k]);
    }
    m->textures[m->points][0] = thousandths(p->u);
    m->textures[m->points][1] = thousandths(p->v);
    m->points++;
}

static bool same_place(const generate_model *m, int a, int b) {
    return memcmp(m->positions[a], m->positions[b], sizeof m->positions[a]) == 0;
}

/* Adds a face of 3 or 4 points without points that fall together; adds nothing when less than a triangle is
 * left. */
static void add_face(generate_model *m, int count, const int *points) {
    obj_face *face = &m->faces[m->faces_made];
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (same_place(m, points[i], points[(i + 1) % count])) continue;
        face->corners[kept++] = (obj_corner){points[i], points[i], points[i]};
    }
    face->corner_count = kept;
    face->material = 0;
    if (kept >= 3) m->faces_made++;
}

/* A surface by two numbers, `i` to the right and `j` up as seen from outside. */
typedef struct patch {
    const generate_wishes *w;
    void (*at)(const struct patch *p, int i, int j, point *out);
    int columns, rows;
    bool flat; /* its quads are flat, and stay quads */
    int which; /* of several patches */
} patch;

static bool add_patch(generate_model *m, const patch *p) {
    const int first = m->points, wide = p->columns + 1;
    if (!reserve(m, wide * (p->rows + 1), p->columns * p->rows * 2)) return false;
    for (int j = 0; j <= p->rows; j++) {
        for (int i = 0; i <= p->columns; i++) {
            point made = {.u = 0};
            p->at(p, i, j, &made);
            add_point(m, &made);
        }
    }
    for (int j = 0; j < p->rows; j++) {
        for (int i = 0; i < p->columns; i++) {
            int a = first + j * wide + i, quad[4] = {a, a + 1, a + 1 + wide, a + wide},
                other[3] = {a, a + 1 + wide, a + wide};
            add_face(m, p->flat ? 4 : 3, quad);
            if (!p->flat) add_face(m, 3, other);
        }
    }
    return true;
}

/* ---- surfaces ---- */

static fx value(const patch *p, int i) { return generate_fx(p->w->values[i]); }

static ang16 turn_part(int i, int count) { return (ang16)((int64_t)(i % count) * 65536 / count); }

static vec3 direction(ang16 around, ang16 up) {
    fx flat = fx_cos(up);
    return (vec3){fx_mul(flat, fx_sin(around)), fx_sin(up), fx_mul(flat, fx_cos(around))};
}

/* A point of the unit sphere; j runs from the lowest point to the highest, -1/4 to 1/4 of a turn. */
static vec3 globe(int i, int j, int sides, int rings) {
    if (j == 0 || j == rings) return (vec3){0, j == 0 ? -FX_ONE : FX_ONE, 0};
    return direction(turn_part(i, sides), (ang16)(32768 * (int64_t)j / rings - 16384));
}

static void sphere_at(const patch *p, int i, int j, point *out) {
    out->normal = globe(i, j, p->columns, p->rows);
    out->at = v3_scale(out->normal, value(p, 0));
    out->u = (fx)((int64_t)FX_ONE * i / p->columns);
    out->v = FX_ONE - (fx)((int64_t)FX_ONE * j / p->rows);
}

static bool sphere_build(const generate_wishes *w, generate_model *m) {
    const patch all = {.w = w, .at = sphere_at, .columns = w->values[1], .rows = w->values[2], .flat = true};
    return add_patch(m, &all);
}

/* A sphere whose points go out and in with noise, of radius 1: radius, sides, rings, rough, lumps, octaves. */
static vec3 rock_point(const patch *p, vec3 way) {
    const noise_field field = {p->w->seed, 0, 0, 0};
    const int lumps = p->w->values[4];
    fx n = noise_fractal3(&field, way.x * lumps + FX_ONE / 2, way.y * lumps, way.z * lumps, p->w->values[5],
                          32768);
    return v3_scale(way, FX_ONE + fx_mul(n, value(p, 3)));
}

static void rock_at(const patch *p, int i, int j, point *out) {
    enum { STEP = FX_ONE / 64 };
    vec3 way = globe(i, j, p->columns, p->rows), right = {way.z, 0, -way.x}, up, near[4];
    if (way.x == 0 && way.z == 0) right = (vec3){FX_ONE, 0, 0};
    (void)v3_normalize(right, &right);
    up = v3_cross(way, right);
    for (int k = 0; k < 4; k++) {
        vec3 aside = v3_add(way, v3_scale(k < 2 ? right : up, k % 2 == 0 ? STEP : -STEP));
        (void)v3_normalize(aside, &aside);
        near[k] = rock_point(p, aside);
    }
    sphere_at(p, i, j, out);
    out->at = v3_scale(rock_point(p, way), value(p, 0));
    out->normal = v3_cross(v3_scale(v3_sub(near[0], near[1]), 16 * FX_ONE),
                           v3_scale(v3_sub(near[2], near[3]), 16 * FX_ONE));
}

static bool rock_build(const generate_wishes *w, generate_model *m) {
    const patch all = {.w = w, .at = rock_at, .columns = w->values[1], .rows = w->values[2]};
    return add_patch(m, &all);
}

/* The torus: radius of the ring, radius of the tube, sides, rings. */
static void torus_at(const patch *p, int i, int j, point *out) {
    ang16 around = turn_part(i, p->columns), about = turn_part(j, p->rows);
    out->normal = direction(around, about);
    vec3 middle = v3_scale((vec3){fx_sin(around), 0, fx_cos(around)}, value(p, 0));
    out->at = v3_add(middle, v3_scale(out->normal, value(p, 1)));
    out->u = (fx)((int64_t)FX_ONE * i / p->columns);
    out->v = FX_ONE - (fx)((int64_t)FX_ONE * j / p->rows);
}

static bool torus_build(const generate_wishes *w, generate_model *m) {
    const patch all = {.w = w, .at = torus_at, .columns = w->values[2], .rows = w->values[3], .flat = true};
    return add_patch(m, &all);
}

static const char *torus_refuse(const generate_wishes *w) {
    return w->values[1] >= w->values[0] ? "`tube` must be smaller than `radius`" : NULL;
}

/* The cylinder: radius below, radius above, height, sides, lids; it stands on the ground. */
static void cylinder_at(const patch *p, int i, int j, point *out) {
    ang16 around = turn_part(i, p->columns);
    fx radius = value(p, j == 0 ? 0 : 1), s = fx_sin(around), c = fx_cos(around), tall = value(p, 2),
       lean = value(p, 0) - value(p, 1);
    out->at = (vec3){fx_mul(radius, s), j == 0 ? 0 : tall, fx_mul(radius, c)};
    out->normal = (vec3){fx_mul(tall, s), lean, fx_mul(tall, c)};
    out->u = (fx)((int64_t)FX_ONE * i / p->columns);
    out->v = j == 0 ? FX_ONE : 0;
}

/* A lid as a ring of triangles to its middle, with the whole picture over it. */
static void lid_at(const patch *p, int i, int j, point *out) {
    ang16 around = turn_part(p->which == 0 ? p->columns - i : i, p->columns);
    fx radius = j == 0 ? value(p, p->which) : 0, s = fx_sin(around), c = fx_cos(around);
    out->at = (vec3){fx_mul(radius, s), p->which == 0 ? 0 : value(p, 2), fx_mul(radius, c)};
    out->normal = (vec3){0, p->which == 0 ? -FX_ONE : FX_ONE, 0};
    out->u = j == 0 ? FX_ONE / 2 + s / 2 : FX_ONE / 2;
    out->v = j == 0 ? FX_ONE / 2 + c / 2 : FX_ONE / 2;
}

static bool cylinder_build(const generate_wishes *w, generate_model *m) {
    patch side = {.w = w, .at = cylinder_at, .columns = w->values[3], .rows = 1, .flat = true};
    bool ok = add_patch(m, &side);
    for (side.which = 0; ok && w->values[4] != 0 && side.which < 2; side.which++) {
        side.at = lid_at;
        if (w->values[side.which] > 0) ok = add_patch(m, &side);
    }
    return ok;
}

static const char *cylinder_refuse(const generate_wishes *w) {
    return w->values[0] == 0 && w->values[1] == 0 ? "`radius` and `top` are both 0" : NULL;
}

/* The box: width, height, depth, divisions; about its middle. */
static void box_at(const patch *p, int i, int j, point *out) {
    static const int8_t sides[6][3][3] = {
        /* normal, right, up */
        {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},  {{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}},
        {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
        {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}}, {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
    const int8_t(*side)[3] = sides[p->which];
    const int across[3] = {p->columns, 2 * i - p->columns, 2 * j - p->columns};
    fx at[3], normal[3];
    for (int k = 0; k < 3; k++) {
        int sum = 0;
        for (int n = 0; n < 3; n++) sum += side[n][k] * across[n];
        at[k] = (fx)((int64_t)value(p, k) * sum / (2 * p->columns));
        normal[k] = side[0][k] * FX_ONE;
    }
    out->at = (vec3){at[0], at[1], at[2]};
    out->normal = (vec3){normal[0], normal[1], normal[2]};
    out->u = (fx)((int64_t)FX_ONE * i / p->columns);
    out->v = FX_ONE - (fx)((int64_t)FX_ONE * j / p->rows);
}

static bool box_build(const generate_wishes *w, generate_model *m) {
    patch side = {.w = w, .at = box_at, .columns = w->values[3], .rows = w->values[3], .flat = true};
    bool ok = true;
    for (side.which = 0; ok && side.which < 6; side.which++) ok = add_patch(m, &side);
    return ok;
}

/* The ground: width, depth, columns, rows, height, cells, octaves, repeats. It lies in XZ about its middle, with
 * 0 at its lowest possible place. */
static fx ground_height(const patch *p, fx u, fx v) {
    const noise_field field = {p->w->seed, 0, 0, 0};
    const int cells = p->w->values[5];
    fx n = noise_fractal2(&field, u * cells, v * cells, p->w->values[6], 32768);
    return fx_mul(value(p, 4), FX_ONE / 2 + n / 2);
}

static void ground_at(const patch *p, int i, int j, point *out) {
    enum { STEP = FX_ONE / 256 };
    fx u = (fx)((int64_t)FX_ONE * i / p->columns), v = FX_ONE - (fx)((int64_t)FX_ONE * j / p->rows);
    fx wide = value(p, 0), deep = value(p, 1);
    out->at = (vec3){fx_mul(wide, u) - wide / 2, ground_height(p, u, v), fx_mul(deep, v) - deep / 2};
    /* the slopes of both directions, over two steps */
    fx rise_x = ground_height(p, u + STEP, v) - ground_height(p, u - STEP, v),
       rise_z = ground_height(p, u, v + STEP) - ground_height(p, u, v - STEP);
    fx run_x = fx_mul(wide, 2 * STEP), run_z = fx_mul(deep, 2 * STEP);
    out->normal = (vec3){-fx_div(rise_x, run_x), FX_ONE, -fx_div(rise_z, run_z)};
    out->u = u * p->w->values[7];
    out->v = v * p->w->values[7];
}

static bool ground_build(const generate_wishes *w, generate_model *m) {
    const patch all = {
        .w = w, .at = ground_at, .columns = w->values[2], .rows = w->values[3], .flat = w->values[4] == 0};
    return add_patch(m, &all);
}

#define SIDES                                                                                                \
    { "sides", "around", GENERATE_COUNT, 16, 3, 128 }

const generator generate_models[] = {
    {.name = "box",
     .what = "a box about its middle, the whole picture on every side",
     .build = box_build,
     .parameters = {{"width", "metres", GENERATE_DECIMAL, 1000, 1, 1000000},
                    {"height", "metres", GENERATE_DECIMAL, 1000, 1, 1000000},
                    {"depth", "metres", GENERATE_DECIMAL, 1000, 1, 1000000},
                    {"divisions", "of each side", GENERATE_COUNT, 1, 1, 32}}},
    {.name = "sphere",
     .what = "a sphere about its middle",
     .build = sphere_build,
     .parameters = {{"radius", "metres", GENERATE_DECIMAL, 500, 1, 1000000},
                    SIDES,
                    {"rings", "from below to above", GENERATE_COUNT, 8, 2, 128}}},
    {.name = "torus",
     .what = "a ring that lies in XZ",
     .build = torus_build,
     .refuse = torus_refuse,
     .parameters = {{"radius", "of the ring's middle, metres", GENERATE_DECIMAL, 500, 1, 1000000},
                    {"tube", "its radius, metres", GENERATE_DECIMAL, 200, 1, 1000000},
                    {"sides", "around the ring", GENERATE_COUNT, 24, 3, 128},
                    {"rings", "around the tube", GENERATE_COUNT, 12, 3, 128}}},
    {.name = "cylinder",
     .what = "a cylinder that stands on the ground",
     .build = cylinder_build,
     .refuse = cylinder_refuse,
     .parameters = {{"radius", "below, metres", GENERATE_DECIMAL, 500, 0, 1000000},
                    {"top", "radius above, metres", GENERATE_DECIMAL, 500, 0, 1000000},
                    {"height", "metres", GENERATE_DECIMAL, 1000, 1, 1000000},
                    SIDES,
                    {"lids", "1: closed, 0: a tube", GENERATE_COUNT, 1, 0, 1}}},
    {.name = "cone",
     .what = "a cone that stands on the ground",
     .build = cylinder_build,
     .refuse = cylinder_refuse,
     .parameters = {{"radius", "below, metres", GENERATE_DECIMAL, 500, 0, 1000000},
                    {"top", "radius above, metres", GENERATE_DECIMAL, 0, 0, 1000000},
                    {"height", "metres", GENERATE_DECIMAL, 1000, 1, 1000000},
                    SIDES,
                    {"lids", "1: closed below, 0: open", GENERATE_COUNT, 1, 0, 1}}},
    {.name = "ground",
     .what = "hills of noise, or a flat ground",
     .seeded = true,
     .build = ground_build,
     .parameters = {{"width", "along X, metres", GENERATE_DECIMAL, 16000, 1000, 1000000},
                    {"depth", "along Z, metres", GENERATE_DECIMAL, 16000, 1000, 1000000},
                    {"columns", "of faces", GENERATE_COUNT, 16, 1, 128},
                    {"rows", "of faces", GENERATE_COUNT, 16, 1, 128},
                    {"height", "between the lowest and the highest possible place, metres", GENERATE_DECIMAL,
                     3000, 0, 1000000},
                    {"cells", "of the coarsest layer", GENERATE_COUNT, 3, 1, 64},
                    {"octaves", "layers, each twice as fine", GENERATE_COUNT, 4, 1, 8},
                    {"repeat", "of the texture", GENERATE_COUNT, 4, 1, 256}}},
    {.name = "rock",
     .what = "a boulder",
     .seeded = true,
     .build = rock_build,
     .parameters = {{"radius", "metres", GENERATE_DECIMAL, 500, 1, 1000000},
                    {"sides", "around", GENERATE_COUNT, 12, 3, 128},
                    {"rings", "from below to above", GENERATE_COUNT, 8, 2, 128},
                    {"rough", "how far points go out and in", GENERATE_DECIMAL, 500, 0, 900},
                    {"lumps", "across", GENERATE_COUNT, 2, 1, 16},
                    {"octaves", "layers, each twice as fine", GENERATE_COUNT, 3, 1, 8}}},
    {.name = NULL},
};

/* ---- the text ---- */

bool generate_obj(const generate_wishes *w, const char *remark, writer *out, tool_error *error) {
    generate_model m = {0};
    char line[800];
    bool ok = w->what->build(w, &m) || import_error_memory(error, w->what->name);
    obj_text text = {.remark = line,
                     .positions = (const int(*)[3])m.positions,
                     .textures = (const int(*)[2])m.textures,
                     .normals = (const int(*)[3])m.normals,
                     .position_count = m.points,
                     .texture_count = m.points,
                     .normal_count = m.points,
                     .normal_scale = NORMAL_SCALE,
                     .faces = m.faces,
                     .face_count = m.faces_made};
    snprintf(line, sizeof line, "%s: %d triangles; made by: %s", w->what->name, obj_text_triangles(&text),
             remark);
    if (ok) obj_text_write(&text, out);
    ok = ok && (!out->failed || import_error_memory(error, w->what->name));
    free(m.positions);
    free(m.textures);
    free(m.normals);
    free(m.faces);
    return ok;
}

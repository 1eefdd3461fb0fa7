/* Bounding spheres, k-DOPs and mass properties of meshes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/mesh/condition.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

static double square_distance(const double a[3], const double b[3]) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

static size_t farthest(const double (*points)[3], size_t count, const double from[3], double *square) {
    size_t found = 0;
    *square = -1;
    for (size_t i = 0; i < count; i++) {
        double distance = square_distance(points[i], from);
        if (distance <= *square) continue;
        *square = distance;
        found = i;
    }
    return found;
}

/* ---- spheres ---- */

import_sphere import_bounding_sphere(const double (*points)[3], size_t count) {
    import_sphere best = {{0, 0, 0}, 0};
    double centre[3], square;
    if (count == 0) return best;
    const double *a = points[farthest(points, count, points[0], &square)];
    const double *b = points[farthest(points, count, a, &square)];
    for (int k = 0; k < 3; k++) centre[k] = (a[k] + b[k]) / 2;
    best.radius = INFINITY;
    for (int i = 1; i <= 400; i++) {
        const double *pull = points[farthest(points, count, centre, &square)];
        if (sqrt(square) < best.radius) {
            best.radius = sqrt(square);
            memcpy(best.centre, centre, sizeof centre);
        }
        for (int k = 0; k < 3; k++) centre[k] += (pull[k] - centre[k]) / (i + 1);
    }
    return best;
}

/* ---- k-DOPs ---- */

static const int8_t directions[13][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1}, {1, 1, 1}, {1, 1, -1},
                                         {1, -1, 1}, {-1, 1, 1}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1},
                                         {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

/* The place in `directions` of direction i of a k-DOP. */
static int direction_of(int k, int i) { return k == 18 && i >= 3 ? i + 4 : i; }

bool import_make_kdop(const double (*points)[3], size_t count, int k, import_kdop *kdop) {
    if (k != 6 && k != 14 && k != 18 && k != 26) return false;
    memset(kdop, 0, sizeof *kdop);
    kdop->k = k;
    for (int i = 0; i < k / 2; i++) {
        const int8_t *d = directions[direction_of(k, i)];
        for (size_t p = 0; p < count; p++) {
            double at = (d[0] * points[p][0] + d[1] * points[p][1] + d[2] * points[p][2]) * 65536;
            int64_t low = (int64_t)floor(at), high = (int64_t)ceil(at);
            if (p == 0 || low < kdop->low[i]) kdop->low[i] = low;
            if (p == 0 || high > kdop->high[i]) kdop->high[i] = high;
        }
    }
    return true;
}

enum { MOST_CORNERS = 64 };

typedef struct polygon {
    double corners[MOST_CORNERS][3];
    int count;
} polygon;

/* Keeps the part of the polygon at or below `limit` along d. */
static void clip(polygon *p, const double d[3], double limit) {
    polygon out;
    out.count = 0;
    for (int i = 0; i < p->count; i++) {
        const double *a = p->corners[i], *b = p->corners[(i + 1) % p->count];
        double u = d[0] * a[0] + d[1] * a[1] + d[2] * a[2] - limit,
               v = d[0] * b[0] + d[1] * b[1] + d[2] * b[2] - limit;
        if (u <= 0 && out.count < MOST_CORNERS) memcpy(out.corners[out.count++], a, sizeof out.corners[0]);
        if ((u < 0 && v > 0) || (u > 0 && v < 0)) {
            for (int k = 0; out.count < MOST_CORNERS && k < 3; k++)
                out.corners[out.count][k] = a[k] + (b[k] - a[k]) * u / (u - v);
            if (out.count < MOST_CORNERS) out.count++;
        }
    }
    *p = out;
}

/* A large square in the plane d . x = limit. */
static void start_face(polygon *p, const double d[3], double limit, double size) {
    double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], u[3] = {0, 0, 0}, v[3], length;
    int least = 0;
    for (int k = 1; k < 3; k++) {
        if (fabs(d[k]) < fabs(d[least])) least = k;
    }
    for (int k = 0; k < 3; k++) u[k] = (k == least ? 1 : 0) - d[least] * d[k] / square;
    length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int k = 0; k < 3; k++) u[k] /= length;
    for (int k = 0; k < 3; k++)
        v[k] = (d[(k + 1) % 3] * u[(k + 2) % 3] - d[(k + 2) % 3] * u[(k + 1) % 3]) / sqrt(square);
    p->count = 4;
    for (int i = 0; i < 4; i++) {
        double a = i == 0 || i == 3 ? -size : size, b = i < 2 ? -size : size;
        for (int k = 0; k < 3; k++) p->corners[i][k] = d[k] * limit / square + a * u[k] + b * v[k];
    }
}

static double area_of(const polygon *p) {
    double sum[3] = {0, 0, 0};
    for (int i = 1; i + 1 < p->count; i++) {
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            sum[k] += (p->corners[i][a] - p->corners[0][a]) * (p->corners[i + 1][b] - p->corners[0][b]) -
                      (p->corners[i][b] - p->corners[0][b]) * (p->corners[i + 1][a] - p->corners[0][a]);
        }
    }
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / 2;
}

double import_kdop_volume(const import_kdop *kdop) {
    double size = 0, volume = 0, limits[26], planes[26][3];
    for (int i = 0; i < kdop->k; i++) {
        const int8_t *d = directions[direction_of(kdop->k, i / 2)];
        double sign = i % 2 == 0 ? 1 : -1;
        for (int k = 0; k < 3; k++) planes[i][k] = sign * d[k];
        limits[i] = sign * (double)(i % 2 == 0 ? kdop->high[i / 2] : kdop->low[i / 2]) / 65536;
        size = fmax(size, 4 * fabs(limits[i]) + 1);
    }
    for (int i = 0; i < kdop->k; i++) {
        polygon face;
        start_face(&face, planes[i], limits[i], size);
        for (int other = 0; other < kdop->k && face.count > 0; other++) {
            if (other != i) clip(&face, planes[other], limits[other]);
        }
        double length =
            sqrt(planes[i][0] * planes[i][0] + planes[i][1] * planes[i][1] + planes[i][2] * planes[i][2]);
        if (face.count >= 3) volume += area_of(&face) * limits[i] / length / 3;
    }
    return volume;
}

/* ---- mass ---- */

static void corners_of(const import_model *model, uint32_t triangle, const double from[3], double p[3][3]) {
    for (uint32_t i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            p[i][k] = (double)model->vertices[model->indices[(size_t)triangle * 3 + i]].position[k] - from[k];
    }
}

/* Sums over all tetrahedra from `from`: volume, first and second moments. */
static void add_moments(const import_model *model, const double from[3], double *volume, double first[3],
                        double second[3][3]) {
    for (uint32_t t = 0; t < model->triangle_count; t++) {
        double p[3][3];
        corners_of(model, t, from, p);
        double det = p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                     p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                     p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
        *volume += det / 6;
        for (int i = 0; i < 3; i++) {
            double sum_i = p[0][i] + p[1][i] + p[2][i];
            first[i] += det / 24 * sum_i;
            for (int k = 0; k < 3; k++) {
                double sum_k = p[0][k] + p[1][k] + p[2][k];
                second[i][k] +=
                    det / 120 * (sum_i * sum_k + p[0][i] * p[0][k] + p[1][i] * p[1][k] + p[2][i] * p[2][k]);
            }
        }
    }
}

/* Whether a ray from the point crosses the surface an even number of times (Moeller and Trumbore 1997). */
static bool is_outside(const import_model *model, const double point[3]) {
    const double d[3] = {0.8017, 0.5345, 0.2673};
    uint32_t crossings = 0;
    for (uint32_t t = 0; t < model->triangle_count; t++) {
        double p[3][3], e1[3], e2[3], h[3], q[3], a = 0, u = 0, v = 0, w = 0;
        corners_of(model, t, point, p);
        for (int k = 0; k < 3; k++) {
            e1[k] = p[1][k] - p[0][k];
            e2[k] = p[2][k] - p[0][k];
        }
        for (int k = 0; k < 3; k++) {
            h[k] = d[(k + 1) % 3] * e2[(k + 2) % 3] - d[(k + 2) % 3] * e2[(k + 1) % 3];
            q[k] = -p[0][(k + 1) % 3] * e1[(k + 2) % 3] + p[0][(k + 2) % 3] * e1[(k + 1) % 3];
        }
        for (int k = 0; k < 3; k++) {
            a += e1[k] * h[k];
            u -= p[0][k] * h[k];
            v += d[k] * q[k];
            w += e2[k] * q[k];
        }
        if (a == 0) continue;
        crossings += u / a >= 0 && v / a >= 0 && (u + v) / a < 1 && w / a > 0;
    }
    return crossings % 2 == 0;
}

bool import_mass_of(const char *name, const import_model *model, import_mass *mass, tool_error *error) {
    import_mesh_check check;
    double middle[3], first[3] = {0, 0, 0}, second[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, trace = 0;
    import_bounds box = import_model_bounds(model);
    memset(mass, 0, sizeof *mass);
    if (!import_check_mesh(model, &check, error)) return false;
    if (!check.closed)
        return import_error_file(error, name, "is not closed, so it has no mass; close its %lu open edges",
                                 (unsigned long)check.boundary_edges);
    for (int k = 0; k < 3; k++) middle[k] = ((double)box.minimum[k] + (double)box.maximum[k]) / 2;
    add_moments(model, middle, &mass->volume, first, second);
    if (!(mass->volume > 0))
        return import_error_file(error, name, "is inside out or flat; rewind its triangles");
    for (int k = 0; k < 3; k++) first[k] /= mass->volume;
    for (int i = 0; i < 3; i++) {
        mass->centre[i] = middle[i] + first[i];
        for (int k = 0; k < 3; k++) second[i][k] -= mass->volume * first[i] * first[k];
        trace += second[i][i];
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) mass->inertia[i][k] = (i == k ? trace : 0) - second[i][k];
    }
    mass->centre_outside = is_outside(model, mass->centre);
    return true;
}

/* Ear clipping on the projection along the largest axis of the normal. */
#include "tools/import/model/triangulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef struct ear_corner {
    double x, y;
    uint32_t previous, next;
    bool inward; /* the polygon turns the other way here, or goes straight on */
} ear_corner;

/* The rules for an ear, from strict to loose. Each rule is only tried when the one before finds no ear. */
typedef enum ear_rule { EAR_CLEAN, EAR_MAY_TOUCH, EAR_ANY_OUTWARD, EAR_RULES } ear_rule;

void import_polygon_normal(const double (*points)[3], size_t count, double normal[3]) {
    normal[0] = normal[1] = normal[2] = 0;
    for (size_t i = 1; i + 1 < count; i++) {
        double a[3];
        double b[3];
        for (int k = 0; k < 3; k++) {
            a[k] = points[i][k] - points[0][k];
            b[k] = points[i + 1][k] - points[0][k];
        }
        normal[0] += a[1] * b[2] - a[2] * b[1];
        normal[1] += a[2] * b[0] - a[0] * b[2];
        normal[2] += a[0] * b[1] - a[1] * b[0];
    }
}

static double distance_squared(const double a[3], const double b[3]) {
    double sum = 0;

    for (int k = 0; k < 3; k++) {
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return sum;
}

bool import_triangle_is_degenerate(const double a[3], const double b[3], const double c[3]) {
    double points[3][3];
    double normal[3];

    memcpy(points[0], a, sizeof points[0]);
    memcpy(points[1], b, sizeof points[1]);
    memcpy(points[2], c, sizeof points[2]);
    import_polygon_normal((const double(*)[3])points, 3, normal);
    double area = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    double longest = fmax(distance_squared(a, b), fmax(distance_squared(b, c), distance_squared(c, a)));
    return !(area > 1e-14 * longest * longest);
}

static void emit(const double (*points)[3], uint32_t a, uint32_t b, uint32_t c, uint32_t *indices,
                 import_polygon_result *result) {
    if (import_triangle_is_degenerate(points[a], points[b], points[c])) {
        result->degenerate_count++;
        return;
    }
    uint32_t *to = indices + 3 * result->triangle_count++;
    to[0] = a;
    to[1] = b;
    to[2] = c;
}

static bool is_flat(const double (*points)[3], size_t count, const double normal[3]) {
    double centre[3] = {0, 0, 0};
    double extent = 0;
    double worst = 0;
    double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);

    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            centre[k] += (points[i][k] - points[0][k]) / (double)count;
        }
    }
    for (size_t i = 0; i < count; i++) {
        double height = 0;
        for (int k = 0; k < 3; k++) {
            height += (points[i][k] - points[0][k] - centre[k]) * normal[k];
        }
        worst = fmax(worst, fabs(height) / length);
        extent = fmax(extent, distance_squared(points[i], points[0]));
    }
    return worst <= 0.05 * sqrt(extent);
}

/* Drops the axis along which the normal is longest, keeping the polygon counter-clockwise. */
static void project(const double (*points)[3], size_t count, const double normal[3], ear_corner *corners) {
    int drop = 0;

    for (int k = 1; k < 3; k++) {
        if (fabs(normal[k]) > fabs(normal[drop])) {
            drop = k;
        }
    }
    int across = (drop + 1) % 3;
    int up = (drop + 2) % 3;
    double sign = normal[drop] < 0 ? -1 : 1;
    for (size_t i = 0; i < count; i++) {
        corners[i].x = points[i][across] - points[0][across];
        corners[i].y = sign * (points[i][up] - points[0][up]);
        corners[i].previous = (uint32_t)(i == 0 ? count - 1 : i - 1);
        corners[i].next = (uint32_t)(i + 1 == count ? 0 : i + 1);
    }
}

/* Twice the area of a, b, c; above 0 when counter-clockwise. */
static double turn(const ear_corner *a, const ear_corner *b, const ear_corner *c) {
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static bool same_place(const ear_corner *a, const ear_corner *b) { return a->x == b->x && a->y == b->y; }

static bool blocks_ear(const ear_corner *a, const ear_corner *b, const ear_corner *c, const ear_corner *p,
                       bool may_touch) {
    double ab = turn(a, b, p);
    double bc = turn(b, c, p);
    double ca = turn(c, a, p);

    if (same_place(p, a) || same_place(p, b) || same_place(p, c)) {
        return false;
    }
    return may_touch ? ab > 0 && bc > 0 && ca > 0 : ab >= 0 && bc >= 0 && ca >= 0;
}

static bool is_ear(const ear_corner *corners, uint32_t at, size_t inward_count, ear_rule rule,
                   uint64_t *budget) {
    const ear_corner *b = &corners[at];
    const ear_corner *a = &corners[b->previous];
    const ear_corner *c = &corners[b->next];

    double area = turn(a, b, c);
    if (area == 0 && (b->x - a->x) * (c->x - b->x) + (b->y - a->y) * (c->y - b->y) < 0) {
        return true; /* a spike that leads back along its own side */
    }
    if (!(area > 0)) {
        return false;
    }
    if (rule == EAR_ANY_OUTWARD) {
        return true;
    }
    for (uint32_t i = c->next; i != b->previous && inward_count > 0; i = corners[i].next) {
        if (*budget == 0) {
            return false;
        }
        --*budget;
        if (corners[i].inward) {
            inward_count--;
            if (blocks_ear(a, b, c, &corners[i], rule == EAR_MAY_TOUCH)) {
                return false;
            }
        }
    }
    return true;
}

static void judge_corner(ear_corner *corners, uint32_t at, size_t *inward_count) {
    ear_corner *corner = &corners[at];
    bool inward = !(turn(&corners[corner->previous], corner, &corners[corner->next]) > 0);

    *inward_count = *inward_count + (inward ? 1 : 0) - (corner->inward ? 1 : 0);
    corner->inward = inward;
}

/* The next ear from `at` on, by the strictest rule that finds one; with the budget used up, `at` itself. */
static uint32_t find_ear(const ear_corner *corners, uint32_t at, size_t left, size_t inward_count,
                         uint64_t *budget, bool *guessed) {
    for (ear_rule rule = EAR_CLEAN; rule < EAR_RULES; rule++) {
        uint32_t candidate = at;
        for (size_t i = 0; i<left && * budget> 0; i++, candidate = corners[candidate].next) {
            --*budget;
            if (is_ear(corners, candidate, inward_count, rule, budget)) {
                *guessed = *guessed || rule == EAR_ANY_OUTWARD;
                return candidate;
            }
        }
    }
    *guessed = *guessed || *budget == 0;
    return at;
}

static bool clip_ears(const double (*points)[3], size_t count, const double normal[3], uint32_t *indices,
                      uint64_t *budget, import_polygon_result *result) {
    ear_corner *corners = calloc(count, sizeof *corners);
    size_t inward_count = 0;
    uint32_t at = 0;

    if (corners == NULL) {
        return false;
    }
    project(points, count, normal, corners);
    for (uint32_t i = 0; i < count; i++) {
        judge_corner(corners, i, &inward_count);
    }
    for (size_t left = count; left > 3; left--) {
        at = find_ear(corners, at, left, inward_count, budget, &result->crosses_itself);
        uint32_t before = corners[at].previous;
        uint32_t after = corners[at].next;
        emit(points, before, at, after, indices, result);
        if (corners[at].inward) {
            inward_count--;
        }
        corners[before].next = after;
        corners[after].previous = before;
        judge_corner(corners, before, &inward_count);
        judge_corner(corners, after, &inward_count);
        at = corners[after].next; /* skipping one corner makes even pieces instead of a fan */
    }
    emit(points, corners[at].previous, at, corners[at].next, indices, result);
    free(corners);
    return true;
}

static void cut_quad(const double (*points)[3], const double normal[3], uint32_t *indices,
                     import_polygon_result *result) {
    ear_corner c[4] = {{0, 0, 0, 0, false}};

    project(points, 4, normal, c);
    bool first = turn(&c[0], &c[1], &c[2]) > 0 && turn(&c[0], &c[2], &c[3]) > 0;
    bool second = turn(&c[1], &c[2], &c[3]) > 0 && turn(&c[1], &c[3], &c[0]) > 0;
    if (first && second) {
        second = distance_squared(points[1], points[3]) < distance_squared(points[0], points[2]);
    } else if (!first && !second) {
        /* Either the quad crosses itself or three corners lie on one line, where a cut through the middle corner
         * is right. */
        double corner_0 = turn(&c[3], &c[0], &c[1]);
        double corner_1 = turn(&c[0], &c[1], &c[2]);
        double corner_2 = turn(&c[1], &c[2], &c[3]);
        double corner_3 = turn(&c[2], &c[3], &c[0]);
        result->crosses_itself = corner_0 < 0 || corner_1 < 0 || corner_2 < 0 || corner_3 < 0;
        second = corner_1 == 0 || corner_3 == 0;
    }
    if (second) {
        emit(points, 1, 2, 3, indices, result);
        emit(points, 1, 3, 0, indices, result);
    } else {
        emit(points, 0, 1, 2, indices, result);
        emit(points, 0, 2, 3, indices, result);
    }
}

import_polygon_result import_triangulate(const double (*points)[3], size_t count, uint32_t *indices,
                                         uint64_t *budget) {
    import_polygon_result result = {0, 0, false, false, false};
    double normal[3];

    if (count < 3) {
        return result;
    }
    if (count == 3) {
        emit(points, 0, 1, 2, indices, &result);
        return result;
    }
    import_polygon_normal(points, count, normal);
    if (normal[0] == 0 && normal[1] == 0 && normal[2] == 0) {
        result.degenerate_count = count - 2;
        return result;
    }
    result.not_flat = !is_flat(points, count, normal);
    if (count == 4) {
        cut_quad(points, normal, indices, &result);
    } else if (!clip_ears(points, count, normal, indices, budget, &result)) {
        result.out_of_memory = true;
    }
    return result;
}

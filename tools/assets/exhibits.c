/* The showcase's exhibits, each made for one way of shading. */
#include "tools/assets/assets.h"
#include "tools/assets/shape.h"

#include <math.h>
#include <stdbool.h>

static vector knot_point(double t) {
    double wide = 0.5 + 0.21 * cos(3 * t);
    return vector_of(wide * cos(2 * t), 0.3 * sin(3 * t), wide * sin(2 * t));
}

/* One ring of the tube. Its frame follows the torus that the knot winds around, so the tube closes without a
 * twist. */
static void knot_ring(model *m, int step, int steps, int sides, corner *ring) {
    double t = TURN * (step % steps) / steps, small = 1e-4, tube = 0.145;
    vector along = vector_unit(vector_add(knot_point(t + small), vector_scale(knot_point(t - small), -1)));
    vector outward = vector_of(cos(3 * t) * cos(2 * t), sin(3 * t), cos(3 * t) * sin(2 * t));
    vector up = vector_unit(vector_cross(along, outward)), right = vector_cross(up, along);
    for (int i = 0; i <= sides; i++) {
        double angle = TURN * (i % sides) / sides;
        vector normal = vector_add(vector_scale(right, cos(angle)), vector_scale(up, sin(angle)));
        ring[i] = model_corner(m, vector_add(knot_point(t), vector_scale(normal, tube)), normal, 0, 0);
    }
}

void build_knot(model *m) {
    enum { STEPS = 40, SIDES = 5 };
    corner lower[SIDES + 1], upper[SIDES + 1];
    for (int k = 0; k < STEPS; k++) {
        knot_ring(m, k, STEPS, SIDES, lower);
        knot_ring(m, k + 1, STEPS, SIDES, upper);
        for (int i = 0; i < SIDES; i++) { /* no quads: they would not be flat */
            model_triangle(m, lower[i], lower[i + 1], upper[i + 1]);
            model_triangle(m, lower[i], upper[i + 1], upper[i]);
        }
    }
}

static vector gem_point(double radius, double y, double eighths) {
    double angle = TURN * eighths / 8;
    return vector_of(radius * sin(angle), y, radius * cos(angle));
}

void build_gem(model *m) {
    const double no_texture[8] = {0};
    vector table[8], girdle[8], waist[8], tip = {0, -0.5, 0}, top = {0, 0.3, 0};
    for (int i = 0; i < 8; i++) {
        table[i] = gem_point(0.3, 0.3, i);
        girdle[i] = gem_point(0.5, 0.06, i + 0.5);
        waist[i] = gem_point(0.29, -0.2, i);
    }
    for (int i = 0; i < 8; i++) {
        int n = (i + 1) % 8;
        vector cap[3] = {top, table[i], table[n]};
        vector star[3] = {girdle[i], table[n], table[i]}, kite[3] = {girdle[i], girdle[n], table[n]};
        vector under[3] = {waist[n], girdle[i], waist[i]}, low[3] = {waist[n], girdle[n], girdle[i]};
        vector point[3] = {tip, waist[n], waist[i]};
        model_facet(m, 3, cap, no_texture);
        model_facet(m, 3, star, no_texture);
        model_facet(m, 3, kite, no_texture);
        model_facet(m, 3, under, no_texture);
        model_facet(m, 3, low, no_texture);
        model_facet(m, 3, point, no_texture);
    }
}

void build_vase(model *m) {
    const profile steps[] = {{0.2, 0, true},      {0.17, 0.06, false}, {0.32, 0.24, false},
                             {0.39, 0.47, false}, {0.34, 0.67, false}, {0.19, 0.86, false},
                             {0.15, 0.97, false}, {0.24, 1.1, true},   {0.11, 0.97, true}};
    shape_lathe(m, steps, 9, 12, 1);
}

/* The crate is a cube of 1 m whose edges are cut off: its faces carry the texture, the cuts the texture's
 * rim. */
static const double crate_half = 0.5, crate_inset = 0.45, crate_edge = 0.02;

/* Adds the crate's face towards `normal` and gives its corners: u to the right and v up, as seen from outside. */
static void crate_face(model *m, vector normal, vector u, vector v, vector points[4]) {
    const double around[8] = {-1, -1, 1, -1, 1, 1, -1, 1}, low = crate_edge, high = 1 - crate_edge;
    const double uv[8] = {low, high, high, high, high, low, low, low};
    for (int k = 0; k < 4; k++) {
        vector across = vector_add(vector_scale(u, around[2 * k]), vector_scale(v, around[2 * k + 1]));
        points[k] = vector_add(vector_scale(normal, crate_half), vector_scale(across, crate_inset));
    }
    model_facet(m, 4, points, uv);
}

/* Makes the cut from a face's side a-b down to the neighbouring face towards `out`. */
static void crate_cut(model *m, vector a, vector b, vector normal, vector out) {
    const double low = crate_edge, high = 1 - crate_edge,
                 uv[8] = {low, 0.09, high, 0.09, high, low, low, low};
    vector drop = vector_scale(vector_add(out, vector_scale(normal, -1)), crate_half - crate_inset);
    vector points[4] = {b, a, vector_add(a, drop), vector_add(b, drop)};
    model_facet(m, 4, points, uv);
}

static void crate_corner(model *m, double x, double y, double z) {
    const double uv[6] = {crate_edge, crate_edge, 0.08, crate_edge, crate_edge, 0.08};
    vector on_x = {x * crate_half, y * crate_inset, z * crate_inset};
    vector on_y = {x * crate_inset, y * crate_half, z * crate_inset};
    vector on_z = {x * crate_inset, y * crate_inset, z * crate_half};
    bool mirrored = x * y * z < 0;
    vector points[3] = {on_x, mirrored ? on_z : on_y, mirrored ? on_y : on_z};
    model_facet(m, 3, points, uv);
}

void build_crate(model *m) {
    const struct {
        vector normal, u, v;
        int cuts; /* the sides whose cut this face makes: 1 = below, 2 = right, 4 = above, 8 = left */
    } faces[6] = {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, 15}, {{0, 0, -1}, {-1, 0, 0}, {0, 1, 0}, 15},
                  {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}, 5}, {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}, 5},
                  {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}, 0}, {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}, 0}};
    for (int i = 0; i < 6; i++) {
        vector points[4], u = faces[i].u, v = faces[i].v;
        vector outs[4] = {vector_scale(v, -1), u, v, vector_scale(u, -1)};
        crate_face(m, faces[i].normal, u, v, points);
        for (int k = 0; k < 4; k++)
            if (faces[i].cuts >> k & 1)
                crate_cut(m, points[k], points[(k + 1) % 4], faces[i].normal, outs[k]);
    }
    for (int i = 0; i < 8; i++) crate_corner(m, i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
}

void build_globe(model *m) { shape_ellipsoid(m, vector_of(0, 0, 0), vector_of(0.46, 0.46, 0.46), 12, 6); }

void build_stand(model *m) {
    const profile steps[] = {{0.3, 0, true}, {0.3, 0.08, true}, {0.1, 0.16, false}, {0.07, 0.36, true}};
    shape_lathe(m, steps, 4, 6, 2);
}

void build_lantern(model *m) {
    const profile steps[] = {{0, -0.16, true}, {0.11, 0, true}, {0, 0.16, true}};
    shape_lathe(m, steps, 3, 4, 1);
}

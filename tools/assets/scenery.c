/* The place of the showcase: grass, a ring road, a raised floor with a pillar, hills and sky. */
#include "tools/assets/assets.h"
#include "tools/assets/shape.h"

#include <math.h>

enum { SECTORS = 16 };

static const double plaza_radius = 2.3, road_inner = 2.3, road_outer = 4.1, field_radius = 16;
static const double plaza_height = 0.14, plaza_repeats = 0.625;

static vector on_circle(double radius, double y, int sector, int sectors) {
    double angle = TURN * (sector % sectors) / sectors;
    return vector_of(radius * sin(angle), y, radius * cos(angle));
}

/* A flat ring seen from above whose texture lies over the ground like a map. */
static void mapped_ring(model *m, double inner, double outer, double y, double repeats) {
    for (int i = 0; i < SECTORS; i++) {
        vector points[4] = {on_circle(outer, y, i, SECTORS), on_circle(outer, y, i + 1, SECTORS),
                            on_circle(inner, y, i + 1, SECTORS), on_circle(inner, y, i, SECTORS)};
        double uv[8], low_u = 1e9, low_v = 1e9;
        for (int k = 0; k < 4; k++) {
            uv[2 * k] = points[k].x * repeats, uv[2 * k + 1] = points[k].z * repeats;
            low_u = fmin(low_u, floor(uv[2 * k])), low_v = fmin(low_v, floor(uv[2 * k + 1]));
        }
        for (int k = 0; k < 4; k++) uv[2 * k] -= low_u, uv[2 * k + 1] -= low_v;
        if (inner > 0)
            model_facet(m, 4, points, uv);
        else
            model_facet(m, 3, points, uv);
    }
}

void build_field(model *m) {
    const double radii[] = {road_outer, 7, field_radius};
    for (int k = 0; k < 2; k++) mapped_ring(m, radii[k], radii[k + 1], 0, 0.5);
}

void build_road(model *m) {
    const double lanes[] = {road_inner, (road_inner + road_outer) / 2, road_outer};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < SECTORS; i++) {
            vector points[4] = {on_circle(lanes[k + 1], 0, i, SECTORS),
                                on_circle(lanes[k + 1], 0, i + 1, SECTORS),
                                on_circle(lanes[k], 0, i + 1, SECTORS), on_circle(lanes[k], 0, i, SECTORS)};
            double top = k == 0 ? 0.5 : 0, uv[8] = {0, top, 1, top, 1, top + 0.5, 0, top + 0.5};
            model_facet(m, 4, points, uv);
        }
    }
}

void build_plaza(model *m) {
    const double top = plaza_height;
    for (int i = 0; i < SECTORS; i++) {
        vector points[4] = {on_circle(plaza_radius, 0, i, SECTORS),
                            on_circle(plaza_radius, 0, i + 1, SECTORS),
                            on_circle(plaza_radius - 0.08, top, i + 1, SECTORS),
                            on_circle(plaza_radius - 0.08, top, i, SECTORS)};
        double uv[8] = {0, 0.25, 0.5, 0.25, 0.5, 0.04, 0, 0.04};
        model_facet(m, 4, points, uv);
    }
    mapped_ring(m, 1.2, plaza_radius - 0.08, top, plaza_repeats);
    mapped_ring(m, 0.3, 1.2, top, plaza_repeats);
}

/* A dark patch: its normals look away from every light, so that it gets the ambient light alone. */
typedef struct patch {
    double x, z, y, half_x, half_z, yaw;
} patch;

static void shadow(model *m, patch p, double repeats) {
    enum { SIDES = 10 };
    corner rim[SIDES];
    double c = cos(p.yaw), s = sin(p.yaw);
    for (int i = 0; i < SIDES; i++) {
        double a = p.half_x * sin(TURN * i / SIDES), b = p.half_z * cos(TURN * i / SIDES);
        vector at = {p.x + c * a + s * b, p.y, p.z + c * b - s * a};
        rim[i] = model_corner(m, at, vector_of(0, -1, 0), at.x * repeats, at.z * repeats);
    }
    for (int i = 1; i + 2 < SIDES; i += 2) model_quad(m, rim[0], rim[i], rim[i + 1], rim[i + 2]);
}

void build_plaza_shadows(model *m) {
    const double y = plaza_height + 0.015, evening = 0.83;
    shadow(m, (patch){-0.25, -0.23, y, 0.62, 0.85, evening}, plaza_repeats);
    for (int i = 0; i < 4; i++) {
        static const double places[4][4] = {{-1.6, -0.15, 0.4, 0.48},
                                            {-0.2, -1.63, 0.38, 0.58},
                                            {1.2, -0.1, 0.56, 0.72},
                                            {-0.15, 1.32, 0.36, 0.54}};
        shadow(m, (patch){places[i][0], places[i][1], y, places[i][2], places[i][3], evening}, plaza_repeats);
    }
}

void build_team_shadow(model *m) {
    shadow(m, (patch){0, -WHEEL_BEHIND_CM / 100.0, 0.02, 0.66, 0.95, 0}, 0);
    shadow(m, (patch){0, 0.95, 0.02, 0.36, 0.98, 0}, 0);
}

void build_pillar(model *m) {
    const profile steps[] = {{0.62, 0.13, true}, {0.62, 0.3, true},  {0.44, 0.38, true}, {0.36, 0.98, true},
                             {0.52, 1.06, true}, {0.52, 1.18, true}, {0, 1.18, true}};
    shape_lathe(m, steps, 7, 8, 2);
}

static double hill_height(int i, int count, double low, double high, int seed) {
    double broad = noise_value(6.0 * i / count, 0.5, 6, 1, seed),
           sharp = noise_hash(i % count, 0, 0, seed + 1);
    return low + (high - low) * (0.65 * broad + 0.35 * sharp);
}

static void hills(model *m, double radius, int count, double low, double high, int seed) {
    const double no_texture[8] = {0};
    for (int i = 0; i < count; i++) {
        vector points[4] = {on_circle(radius, -0.1, i + 1, count), on_circle(radius, -0.1, i, count),
                            on_circle(radius, hill_height(i, count, low, high, seed), i, count),
                            on_circle(radius, hill_height(i + 1, count, low, high, seed), i + 1, count)};
        model_facet(m, 4, points, no_texture);
    }
}

static void sky_band(model *m, double low, double high) {
    const double no_texture[8] = {0};
    for (int i = 0; i < SECTORS; i++) {
        vector points[4] = {
            on_circle(field_radius, low, i + 1, SECTORS), on_circle(field_radius, low, i, SECTORS),
            on_circle(field_radius, high, i, SECTORS), on_circle(field_radius, high, i + 1, SECTORS)};
        model_facet(m, 4, points, no_texture);
    }
}

void build_backdrop(model *m) {
    model_material(m, "hills", 0x3B3A5E);
    hills(m, 14.9, 16, 0.8, 3.4, 71);
    model_material(m, "ridge", 0x5A4F7C);
    hills(m, 15.4, 18, 2.2, 5.2, 73);
    model_material(m, "glow", 0xF0A878);
    sky_band(m, 1.5, 4.6);
    model_material(m, "rose", 0xD8828A);
    sky_band(m, 4.6, 6.2);
    model_material(m, "violet", 0x9A6A9C);
    sky_band(m, 6.2, 8.2);
    model_material(m, "dusk", 0x655A94);
    sky_band(m, 8.2, 10.8);
}

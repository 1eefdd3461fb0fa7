/* Radial plots of reflectance functions. */
#include "tools/inspect/plot.h"

#include <math.h>
#include <string.h>

static const double turn = 3.14159265358979 / 180;

static uint32_t weight_of(const rs_reflecting *surface, vec3 light, double x, double y, double z) {
    const vec3 eye = {(fx)lrint(x * 65536), (fx)lrint(y * 65536), (fx)lrint(z * 65536)};
    const vec3 normal = {0, 65536, 0};
    rs_reflectance *function = surface->function != NULL ? surface->function : rs_reflect_blinn;
    rs_weights w = function(normal, light, eye, surface);
    return w.diffuse + w.specular;
}

bool plot_reflectance_at(const rs_reflecting *surface, vec3 light, double x, double z, uint32_t *weight) {
    double rest = 1 - x * x - z * z;
    if (rest < 0) return false;
    *weight = weight_of(surface, light, x, sqrt(rest), z);
    return true;
}

static void draw_dot(import_image *picture, double x, double y, const uint8_t colour[4]) {
    int column = (int)lrint(x), row = (int)lrint(y);
    if (column < 0 || row < 0 || column >= (int)picture->width || row >= (int)picture->height) return;
    memcpy(picture->rgba + ((size_t)row * (size_t)picture->width + (size_t)column) * 4, colour, 4);
}

bool plot_reflectance(const char *name, const rs_reflecting *surface, vec3 light, int side,
                      import_image *picture, tool_error *error) {
    static const uint8_t paper[4] = {16, 18, 24, 255}, rim[4] = {70, 76, 90, 255},
                         ray[4] = {90, 160, 255, 255}, curve[4] = {255, 210, 80, 255};
    enum { STEPS = 4000 };
    double middle = side / 2.0, bottom = side / 2.0 - 1, unit = side / 4.0;
    if (!import_image_allocate(name, side, side / 2, false, picture, error)) return false;
    for (size_t i = 0; i < (size_t)side * (size_t)(side / 2); i++) memcpy(picture->rgba + i * 4, paper, 4);
    for (int i = 0; i <= STEPS; i++) {
        double angle = 180.0 * i / STEPS * turn, s = (double)i / STEPS;
        draw_dot(picture, middle + cos(angle) * unit, bottom - sin(angle) * unit, rim);
        draw_dot(picture, middle + light.x / 65536.0 * unit * s, bottom - light.y / 65536.0 * unit * s, ray);
    }
    for (int i = 0; i <= STEPS; i++) {
        double angle = 180.0 * i / STEPS * turn;
        double weight = weight_of(surface, light, cos(angle), sin(angle), 0) / 65536.0;
        draw_dot(picture, middle + cos(angle) * unit * weight, bottom - sin(angle) * unit * weight, curve);
    }
    return true;
}

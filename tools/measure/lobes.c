/* The console's own functions, asked all round. */
#include "tools/measure/lobes.h"

#include <math.h>
#include <string.h>

#include "fixedmath/angle.h"

static const struct {
    const char *name;
    rs_reflectance *function;
} lobe_kinds[LOBE_KINDS] = {
    {"Lambert", rs_reflect_lambert}, {"Phong", rs_reflect_phong}, {"Blinn", rs_reflect_blinn}};

/* The unit vector at so many degrees from the normal, +Y, to the right. */
static vec3 at_degrees(int degrees) {
    const ang16 angle = (ang16)(degrees * 65536 / 360);
    return (vec3){fx_sin(angle), fx_cos(angle), 0};
}

void lobe_measure(int kind, int light_degrees, int log2_exponent, lobe *made) {
    const rs_reflecting surface = {.function = lobe_kinds[kind].function,
                                   .ambient = 0,
                                   .diffuse = 0xFFFFFF,
                                   .specular = 0xFFFFFF,
                                   .log2_exponent = (uint8_t)log2_exponent};
    made->name = lobe_kinds[kind].name;
    for (int i = 0; i < LOBE_ANGLES; i++)
        made->weights[i] =
            surface.function(at_degrees(0), at_degrees(light_degrees), at_degrees(i - 90), &surface);
}

static void plot_point(char rows[LOBE_ROWS][LOBE_COLUMNS + 1], double degrees, double radius, char letter) {
    const double angle = degrees * 3.14159265358979 / 180;
    const int x = LOBE_COLUMNS / 2 + (int)lrint(sin(angle) * radius * (LOBE_COLUMNS / 2)),
              y = LOBE_ROWS - 1 - (int)lrint(cos(angle) * radius * (LOBE_ROWS - 1));
    if (x >= 0 && x < LOBE_COLUMNS && y >= 0 && y < LOBE_ROWS) rows[y][x] = letter;
}

void lobe_plot(const lobe *of, int light_degrees, char rows[LOBE_ROWS][LOBE_COLUMNS + 1]) {
    double most = 1;
    for (int y = 0; y < LOBE_ROWS; y++) {
        memset(rows[y], ' ', LOBE_COLUMNS);
        rows[y][LOBE_COLUMNS] = 0;
    }
    for (int i = 0; i < LOBE_ANGLES; i++)
        most = fmax(most, (double)of->weights[i].diffuse + of->weights[i].specular);
    memset(rows[LOBE_ROWS - 1], '-', LOBE_COLUMNS);
    for (int i = 0; i < LOBE_ANGLES; i++) {
        plot_point(rows, i - 90, of->weights[i].diffuse / most, '.');
        plot_point(rows, i - 90, ((double)of->weights[i].diffuse + of->weights[i].specular) / most, '*');
    }
    plot_point(rows, light_degrees, 0.95, 'L');
}

/* How many texels of its texture a triangle shows to the square metre. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/mesh/condition.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef struct measured {
    double density, area;
} measured;

static int by_density(const void *a, const void *b) {
    const measured *x = a, *y = b;
    return (x->density > y->density) - (x->density < y->density);
}

static double area_of(const import_model *model, uint32_t triangle) {
    const float *p[3];
    double u[3], v[3], square = 0;
    for (uint32_t i = 0; i < 3; i++)
        p[i] = model->vertices[model->indices[(size_t)triangle * 3 + i]].position;
    for (int k = 0; k < 3; k++) {
        u[k] = (double)p[1][k] - (double)p[0][k];
        v[k] = (double)p[2][k] - (double)p[0][k];
    }
    for (int k = 0; k < 3; k++) {
        double side = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
        square += side * side;
    }
    return sqrt(square) / 2;
}

double import_texel_density(const import_model *model, uint32_t triangle, int width, int height) {
    const float *p[3];
    double area = area_of(model, triangle);
    for (uint32_t i = 0; i < 3; i++) p[i] = model->vertices[model->indices[(size_t)triangle * 3 + i]].uv;
    double texels = fabs(((double)p[1][0] - (double)p[0][0]) * ((double)p[2][1] - (double)p[0][1]) -
                         ((double)p[1][1] - (double)p[0][1]) * ((double)p[2][0] - (double)p[0][0])) /
                    2 * width * height;
    return area > 0 ? texels / area : 0;
}

bool import_density_report(const import_model *model, const int (*sizes)[2], double factor, double low,
                           double high, double *densities, import_density *report, tool_error *error) {
    measured *list = malloc(((size_t)model->triangle_count + 1) * sizeof *list);
    double *all = densities != NULL ? densities : malloc(((size_t)model->triangle_count + 1) * sizeof *all),
           sum = 0, half = 0;
    memset(report, 0, sizeof *report);
    report->first_outlier = UINT32_MAX;
    if (list == NULL || all == NULL) {
        free(list);
        if (all != densities) free(all);
        return import_error_memory(error, NULL);
    }
    memset(all, 0, (size_t)model->triangle_count * sizeof *all);
    for (uint32_t i = 0; i < model->part_count; i++) {
        const import_part *part = &model->parts[i];
        for (uint32_t t = part->first_triangle; t < part->first_triangle + part->triangle_count; t++) {
            all[t] = import_texel_density(model, t, sizes[part->material][0], sizes[part->material][1]);
            if (all[t] > 0) {
                list[report->measured++] = (measured){all[t], area_of(model, t)};
                sum += area_of(model, t);
            }
        }
    }
    qsort(list, report->measured, sizeof *list, by_density);
    for (uint32_t i = 0; i < report->measured && half < sum / 2; i++) {
        half += list[i].area;
        report->median = list[i].density;
    }
    if (report->measured > 0) {
        report->least = list[0].density;
        report->most = list[report->measured - 1].density;
    }
    if (!(high > 0)) {
        low = report->median / factor;
        high = report->median * factor;
    }
    for (uint32_t t = 0; t < model->triangle_count; t++) {
        if (all[t] == 0 || (all[t] >= low && all[t] <= high)) continue;
        if (report->outliers++ == 0) report->first_outlier = t;
    }
    if (all != densities) free(all);
    free(list);
    return true;
}

void import_density_colour(double density, double median, uint8_t rgb[3]) {
    int steps = 0; /* half powers of two from the median, -4..4 */
    double ratio = median > 0 && density > 0 ? density / median : 1;
    for (; steps < 4 && ratio > 1.1892; steps++) ratio /= 1.4142135623730951;
    for (; steps > -4 && ratio < 0.8409; steps--) ratio *= 1.4142135623730951;
    rgb[0] = (uint8_t)(steps > 0 ? 63 + 48 * steps : 0);
    rgb[1] = (uint8_t)(255 - 48 * abs(steps));
    rgb[2] = (uint8_t)(steps < 0 ? 63 - 48 * steps : 0);
}

/* The loss of positions, normals, texture coordinates and weights in the forms of a ROM image. */
#include <math.h>
#include <string.h>

#include "tools/import/mesh/condition.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

bool import_choose_grid(const import_bounds *box, bool shared, int least_exponent, import_grid *grid) {
    for (grid->exponent = least_exponent < 0 ? 0 : least_exponent; grid->exponent <= 16; grid->exponent++) {
        double step = (double)(1 << grid->exponent), unit = shared ? step * 16384 : 1;
        bool fits = true;
        for (int k = 0; k < 3; k++) {
            double low = (double)box->minimum[k] * 65536, high = (double)box->maximum[k] * 65536;
            double offset = floor((low + high) / 2 / unit + 0.5) * unit;
            grid->offset[k] = (int64_t)offset;
            fits = fits && high - offset <= 32767 * step && offset - low <= 32767 * step;
        }
        if (fits) return true;
    }
    return false;
}

int16_t import_grid_step(const import_grid *grid, float value, int axis) {
    double steps = ((double)value * 65536 - (double)grid->offset[axis]) / (double)(1 << grid->exponent);
    return (int16_t)fmax(-32767, fmin(32767, floor(steps + 0.5)));
}

double import_grid_value(const import_grid *grid, int16_t step, int axis) {
    return (double)(grid->offset[axis] + (int64_t)step * ((int64_t)1 << grid->exponent)) / 65536;
}

import_quantised import_quantise_error(const import_model *model, const import_grid *grid,
                                       import_normal_format format) {
    import_quantised worst = {0, import_normal_error(model, format), 0};
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        const import_vertex *v = &model->vertices[i];
        double square = 0;
        for (int k = 0; k < 3; k++) {
            double difference = import_grid_value(grid, import_grid_step(grid, v->position[k], k), k) -
                                (double)v->position[k];
            square += difference * difference;
        }
        worst.position = fmax(worst.position, sqrt(square));
        for (int k = 0; k < 2; k++) {
            double exact = (double)v->uv[k],
                   held = fmax(-32768, fmin(32767, floor(exact * 4096 + 0.5))) / 4096;
            worst.uv = fmax(worst.uv, fabs(held - exact));
        }
    }
    return worst;
}

double import_quantise_weights(const float weights[4], uint8_t bytes[4]) {
    double sum = 0, exact[4], worst = 0;
    int total = 0, whole[4];
    for (int i = 0; i < 4; i++) sum += fmax(0, (double)weights[i]);
    for (int i = 0; i < 4; i++) {
        exact[i] = sum > 0 ? fmax(0, (double)weights[i]) / sum * 255 : i == 0 ? 255 : 0;
        whole[i] = (int)floor(exact[i]);
        total += whole[i];
    }
    for (; total < 255; total++) { /* weights that lost most get the missing steps; equal ones in order */
        int most = 0;
        for (int i = 1; i < 4; i++) {
            if (exact[i] - whole[i] > exact[most] - whole[most]) most = i;
        }
        whole[most]++;
    }
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)whole[i];
        worst = fmax(worst, fabs(whole[i] - exact[i]) / 255);
    }
    return worst;
}

unsigned import_index_bytes(uint32_t vertices) { return vertices <= 255 ? 1 : vertices <= 65535 ? 2 : 4; }

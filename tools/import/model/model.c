/* Memory, bounds, warnings, spherical texture coordinates and size of imported models. */
#include "tools/import/model/model.h"

#include "tools/import/base/angle.h"
#include "tools/import/base/intern.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

enum { MOST_WARNINGS = 100 };

void import_model_free(import_model *model) {
    for (uint32_t i = 0; i < model->material_count; i++) {
        free(model->materials[i].name);
        free(model->materials[i].texture);
    }
    for (uint32_t i = 0; i < model->part_count; i++) {
        free(model->parts[i].object);
        free(model->parts[i].group);
    }
    for (uint32_t i = 0; i < model->picture_count; i++) {
        import_image_free(&model->pictures[i]);
    }
    for (uint32_t i = 0; i < model->warning_count; i++) {
        free(model->warnings[i]);
    }
    for (uint32_t i = 0; i < model->shape_count; i++) {
        free(model->shapes[i].name);
        free(model->shapes[i].positions);
        free(model->shapes[i].normals);
    }
    for (uint32_t i = 0; i < model->run_count; i++) free(model->runs[i].name);
    free(model->shapes);
    free(model->runs);
    free(model->pictures);
    free(model->vertices);
    free(model->indices);
    free(model->materials);
    free(model->parts);
    free(model->warnings);
    memset(model, 0, sizeof *model);
}

void import_warn(char ***warnings, uint32_t *count, const char *format, va_list arguments) {
    char text[600];

    if (*count > MOST_WARNINGS) {
        return;
    }
    if (*warnings == NULL) {
        *warnings = calloc(MOST_WARNINGS + 1, sizeof **warnings);
        if (*warnings == NULL) {
            return;
        }
    }
    int length = vsnprintf(text, sizeof text, format, arguments);
    if (length < 0) {
        return;
    }
    if (*count == MOST_WARNINGS) {
        snprintf(text, sizeof text, "more warnings are left out");
    }
    for (char *c = text; *c != '\0'; c++) {
        *c = (unsigned char)*c < 0x20 || *c == 0x7F ? '?' : *c;
    }
    char *copy = import_copy_name(text, strlen(text));
    if (copy != NULL) {
        (*warnings)[(*count)++] = copy;
    }
}

void import_model_warn(import_model *model, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    import_warn(&model->warnings, &model->warning_count, format, arguments);
    va_end(arguments);
}

import_bounds import_model_bounds(const import_model *model) {
    import_bounds bounds = {{0, 0, 0}, {0, 0, 0}};

    for (uint32_t i = 0; i < model->vertex_count; i++) {
        for (int k = 0; k < 3; k++) {
            float value = model->vertices[i].position[k];
            if (i == 0 || value < bounds.minimum[k]) {
                bounds.minimum[k] = value;
            }
            if (i == 0 || value > bounds.maximum[k]) {
                bounds.maximum[k] = value;
            }
        }
    }
    return bounds;
}

static void box_centre(const import_model *model, double centre[3]) {
    import_bounds bounds = import_model_bounds(model);

    for (int k = 0; k < 3; k++) {
        centre[k] = ((double)bounds.minimum[k] + (double)bounds.maximum[k]) / 2;
    }
}

void import_model_normalise_to_unit_sphere(import_model *model, double *scale, double centre[3]) {
    double middle[3];
    double farthest = 0;

    box_centre(model, middle);
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
            double offset = (double)model->vertices[i].position[k] - middle[k];
            square += offset * offset;
        }
        farthest = square > farthest ? square : farthest;
    }
    double factor = farthest > 0 ? 1 / sqrt(farthest) : 1;
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        for (int k = 0; k < 3; k++) {
            float *value = &model->vertices[i].position[k];
            *value = (float)(((double)*value - middle[k]) * factor) + 0.0f;
        }
    }
    if (scale != NULL) {
        *scale = factor;
    }
    if (centre != NULL) {
        memcpy(centre, middle, sizeof middle);
    }
}

/* Longitude and latitude of a vertex as texture coordinates; false at the poles, where the longitude is open.
 */
static bool globe_uv(const import_vertex *vertex, const double centre[3], double uv[2]) {
    double x = (double)vertex->position[0] - centre[0];
    double y = (double)vertex->position[1] - centre[1];
    double z = (double)vertex->position[2] - centre[2];
    double across = sqrt(x * x + z * z);

    uv[0] = 0.5 + import_atan2(-x, -z) / (2 * IMPORT_PI);
    uv[1] = across == 0 && y == 0 ? 0.5 : import_atan2(across, y) / IMPORT_PI;
    return across > 1e-6 * fabs(y);
}

static void globe_triangle(import_vertex corners[3], const double centre[3]) {
    double uv[3][2];
    bool open[3];
    double lowest = 2;
    double highest = -1;

    for (int i = 0; i < 3; i++) {
        open[i] = !globe_uv(&corners[i], centre, uv[i]);
        if (!open[i]) {
            lowest = fmin(lowest, uv[i][0]);
            highest = fmax(highest, uv[i][0]);
        }
    }
    for (int i = 0; i < 3; i++) {
        if (highest - lowest > 0.5 && uv[i][0] < 0.5) {
            uv[i][0] += 1;
        }
    }
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3;
        int last = (i + 2) % 3;
        double u = uv[i][0];
        if (open[i] && !(open[next] && open[last])) {
            u = open[next] ? uv[last][0] : open[last] ? uv[next][0] : (uv[next][0] + uv[last][0]) / 2;
        }
        corners[i].uv[0] = (float)u;
        corners[i].uv[1] = (float)uv[i][1];
    }
}

void import_vertex_colour(import_model *model, import_vertex *vertex, const float *colour, int count) {
    for (int k = 0; k < 4; k++) {
        const float scaled = colour == NULL || k >= count ? 255.0f : colour[k] * 255.0f + 0.5f;
        vertex->colour[k] = (uint8_t)(!(scaled > 0) ? 0 : scaled >= 255 ? 255 : scaled);
        model->coloured = model->coloured || vertex->colour[k] != 255;
    }
}

bool import_model_spherical_uvs(import_model *model, tool_error *error) {
    import_record_set vertices;
    double centre[3];
    size_t count = 3 * (size_t)model->triangle_count;
    uint32_t *indices = malloc((count + 1) * sizeof *indices);
    bool ok = indices != NULL;

    memset(&vertices, 0, sizeof vertices);
    vertices.record_size = sizeof(import_vertex);
    box_centre(model, centre);
    for (size_t i = 0; ok && i < count; i += 3) {
        import_vertex corners[3];
        for (size_t k = 0; k < 3; k++) {
            corners[k] = model->vertices[model->indices[i + k]];
        }
        globe_triangle(corners, centre);
        for (size_t k = 0; k < 3; k++) {
            indices[i + k] = import_record_set_add(&vertices, &corners[k]);
            ok = ok && indices[i + k] != IMPORT_INTERN_FAILED;
        }
    }
    if (!ok) {
        free(indices);
        import_record_set_free(&vertices);
        return import_error_memory(error, NULL);
    }
    free(model->vertices);
    free(model->indices);
    model->indices = indices;
    model->vertices = (import_vertex *)(void *)vertices.records;
    model->vertex_count = vertices.count;
    vertices.records = NULL;
    import_record_set_free(&vertices);
    return true;
}

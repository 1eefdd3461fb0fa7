/* Bounds and mass properties in the fixed-point forms of a ROM image: of parts, of animations, of joints. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/mesh/condition.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

void import_fix_bounds(const double (*points)[3], size_t count, double slack, import_fixed_bounds *bounds) {
    import_sphere sphere = import_bounding_sphere(points, count);
    double most = 0;
    memset(bounds, 0, sizeof *bounds);
    for (int k = 0; k < 3; k++) bounds->centre[k] = (int64_t)floor(sphere.centre[k] * 65536 + 0.5);
    for (size_t i = 0; i < count; i++) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
            double at = points[i][k] * 65536, away = at - (double)bounds->centre[k];
            int64_t low = (int64_t)floor(at - slack * 65536), high = (int64_t)ceil(at + slack * 65536);
            if (i == 0 || low < bounds->low[k]) bounds->low[k] = low;
            if (i == 0 || high > bounds->high[k]) bounds->high[k] = high;
            square += away * away;
        }
        most = fmax(most, square);
    }
    if (count > 0) bounds->radius = (int64_t)ceil(sqrt(most) + slack * 1.7320508075688772 * 65536) + 1;
}

/* ---- points of things ---- */

typedef struct point_list {
    double (*points)[3];
    size_t count, room;
} point_list;

static bool add_point(point_list *list, const double point[3]) {
    void *points = list->points;
    bool room = import_grow(&points, &list->room, list->count + 1, sizeof *list->points);
    list->points = points;
    if (room) memcpy(list->points[list->count++], point, sizeof *list->points);
    return room;
}

static bool add_vertex(point_list *list, const import_vertex *vertex) {
    const double point[3] = {(double)vertex->position[0], (double)vertex->position[1],
                             (double)vertex->position[2]};
    return add_point(list, point);
}

static bool finish(point_list *list, bool ok, double slack, import_fixed_bounds *bounds, tool_error *error) {
    if (ok) import_fix_bounds((const double(*)[3])list->points, list->count, slack, bounds);
    free(list->points);
    return ok || import_error_memory(error, NULL);
}

bool import_part_bounds(const import_model *model, const import_part *part, double slack,
                        import_fixed_bounds *bounds, tool_error *error) {
    point_list list = {NULL, 0, 0};
    bool ok = true;
    for (size_t i = 0; ok && i < (size_t)part->triangle_count * 3; i++)
        ok = add_vertex(&list, &model->vertices[model->indices[(size_t)part->first_triangle * 3 + i]]);
    return finish(&list, ok, slack, bounds, error);
}

/* ---- over time ---- */

bool import_animated_bounds(const char *name, const import_scene *scene, const import_animation *animation,
                            double rate, double slack, import_fixed_bounds *bounds, tool_error *error) {
    point_list list = {NULL, 0, 0};
    double frames = animation == NULL ? 0 : ceil(animation->duration * rate);
    bool ok = true;
    if (!(frames < 100000))
        return import_error_file(error, name, "the animation has too many frames; choose a lower rate");
    for (double frame = 0; ok && frame <= frames; frame++) {
        import_model model;
        double time = animation == NULL ? 0 : fmin(frame / rate, animation->duration);
        if (!import_scene_bake(name, scene, animation, time, &model, error)) {
            free(list.points);
            return false;
        }
        /* All vertices of a frame count: the extremes of its box in a few directions would not give the smallest
         * sphere. */
        for (uint32_t i = 0; ok && i < model.vertex_count; i++) ok = add_vertex(&list, &model.vertices[i]);
        import_model_free(&model);
    }
    return finish(&list, ok, slack, bounds, error);
}

/* ---- by joint ---- */

static void to_joint(const double m[12], const float p[3], double to[3]) {
    for (int row = 0; row < 3; row++)
        to[row] = m[row * 4] * (double)p[0] + m[row * 4 + 1] * (double)p[1] + m[row * 4 + 2] * (double)p[2] +
                  m[row * 4 + 3];
}

bool import_joint_bounds(const import_scene *scene, uint32_t node, double slack, import_fixed_bounds *bounds,
                         tool_error *error) {
    const import_node *of = &scene->nodes[node];
    if (of->skin < 0 || of->mesh < 0)
        return import_error_file(error, of->name, "has no skin, so no joint moves it");
    const import_skin *skin = &scene->skins[of->skin];
    const import_mesh *mesh = &scene->meshes[of->mesh];
    for (uint32_t joint = 0; joint < skin->joint_count; joint++) {
        point_list list = {NULL, 0, 0};
        bool ok = true;
        for (uint32_t p = 0; p < mesh->primitive_count; p++) {
            const import_primitive *primitive = &mesh->primitives[p];
            for (uint32_t v = 0; primitive->joints != NULL && ok && v < primitive->vertex_count; v++) {
                for (int k = 0; ok && k < 4; k++) {
                    double point[3];
                    if (primitive->joints[v][k] != joint || !(primitive->weights[v][k] > 0)) continue;
                    to_joint(skin->inverse_bind[joint], primitive->positions[v], point);
                    ok = add_point(&list, point);
                }
            }
        }
        if (!finish(&list, ok, slack, &bounds[joint], error)) return false;
    }
    return true;
}

/* ---- mass ---- */

/* The smallest exponent with which all values fit. */
static int exponent_of(const double *values, int count) {
    double most = 0;
    int exponent = 0;
    for (int i = 0; i < count; i++) most = fmax(most, fabs(values[i]) * 65536);
    while (exponent < 60 && most + 0.5 >= ldexp(2147483647.0, exponent)) exponent++;
    return exponent;
}

static int32_t fixed_value(double value, int exponent) {
    return (int32_t)floor(ldexp(value * 65536, -exponent) + 0.5);
}

void import_fix_mass(const import_mass *mass, import_fixed_mass *fixed) {
    const double inertia[6] = {mass->inertia[0][0], mass->inertia[1][1], mass->inertia[2][2],
                               mass->inertia[0][1], mass->inertia[1][2], mass->inertia[2][0]};
    fixed->volume_exponent = exponent_of(&mass->volume, 1);
    fixed->centre_exponent = exponent_of(mass->centre, 3);
    fixed->inertia_exponent = exponent_of(inertia, 6);
    fixed->volume = fixed_value(mass->volume, fixed->volume_exponent);
    for (int k = 0; k < 3; k++) fixed->centre[k] = fixed_value(mass->centre[k], fixed->centre_exponent);
    for (int k = 0; k < 6; k++) fixed->inertia[k] = fixed_value(inertia[k], fixed->inertia_exponent);
}

/* Axes, handedness and units of models and scenes. */
#include "tools/import/model/axes.h"

#include <math.h>
#include <string.h>

#include "fixedmath/transform.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* ---- conventions ---- */

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

/* Finds the axis of the source, "+x" to "-z", that points towards `letter`, or away from it where `opposite`
 * stands. */
static bool find_axis(const char *letters, char letter, char opposite, char word[3]) {
    for (int i = 0; i < 3; i++) {
        char c = upper(letters[i]);
        if (c != letter && c != opposite) continue;
        word[0] = c == letter ? '+' : '-';
        word[1] = "xyz"[i];
        word[2] = 0;
        return true;
    }
    return false;
}

bool import_convention_read(const char *letters, double unit, import_convention *convention,
                            tool_error *error) {
    char front[3], right[3], up[3];
    mat33 map;
    bool ok = strlen(letters) == 3 && find_axis(letters, 'F', 'B', front) &&
              find_axis(letters, 'R', 'L', right) && find_axis(letters, 'U', 'D', up) &&
              import_axes(front, right, false, up, &map, &convention->mirrored);
    if (!ok)
        return import_error_file(
            error, NULL,
            "`%.20s` is no convention of axes; write where x, y and z point, each pair once, such "
            "as RUB, LUF or FRU (Right Left Up Down Front Back)",
            letters);
    if (!(unit >= 1e-6 && unit <= 1e6))
        return import_error_file(
            error, NULL, "a unit of %g metres; write 0.000001 to 1000000, such as 0.01 for centimetres",
            unit);
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) convention->map[row][column] = map.m[row][column] / 65536;
    }
    convention->unit = unit;
    return true;
}

import_convention import_convention_inverse(const import_convention *convention) {
    import_convention inverse = *convention;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) inverse.map[row][column] = convention->map[column][row];
    }
    inverse.unit = 1 / convention->unit;
    return inverse;
}

/* ---- numbers ---- */

static void turn(const import_convention *c, const double from[3], double factor, double to[3]) {
    double result[3];
    for (int row = 0; row < 3; row++)
        result[row] =
            (c->map[row][0] * from[0] + c->map[row][1] * from[1] + c->map[row][2] * from[2]) * factor + 0.0;
    memcpy(to, result, sizeof result);
}

static void turn_floats(const import_convention *c, float *values, double factor) {
    double wide[3] = {(double)values[0], (double)values[1], (double)values[2]};
    turn(c, wide, factor, wide);
    for (int k = 0; k < 3; k++) values[k] = (float)wide[k];
}

static void turn_list(const import_convention *c, float (*values)[3], uint32_t count, double factor) {
    for (uint32_t i = 0; values != NULL && i < count; i++) turn_floats(c, values[i], factor);
}

/* Turns the axis of a rotation; where the map mirrors, the axis is reversed as well. */
static void turn_rotation(const import_convention *c, double q[4]) { turn(c, q, c->mirrored ? -1 : 1, q); }

static void turn_scale(const import_convention *c, double scale[3]) {
    double result[3];
    for (int row = 0; row < 3; row++)
        result[row] = fabs(c->map[row][0]) * scale[0] + fabs(c->map[row][1]) * scale[1] +
                      fabs(c->map[row][2]) * scale[2];
    memcpy(scale, result, sizeof result);
}

/* Converts a matrix: map * m * inverse map, with the unit on the translation. */
static void turn_matrix(const import_convention *c, double m[12]) {
    double columns[4][3], turned[4][3];
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 3; row++) columns[column][row] = m[row * 4 + column];
        turn(c, columns[column], column == 3 ? c->unit : 1, columns[column]);
    }
    for (int column = 0; column < 3; column++) {
        for (int row = 0; row < 3; row++) {
            turned[column][row] = c->map[column][0] * columns[0][row] + c->map[column][1] * columns[1][row] +
                                  c->map[column][2] * columns[2][row] + 0.0;
        }
    }
    memcpy(turned[3], columns[3], sizeof turned[3]);
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 3; row++) m[row * 4 + column] = turned[column][row];
    }
}

static void reverse(uint32_t *indices, uint32_t triangles) {
    for (size_t t = 0; t < triangles; t++) {
        uint32_t kept = indices[t * 3 + 1];
        indices[t * 3 + 1] = indices[t * 3 + 2];
        indices[t * 3 + 2] = kept;
    }
}

/* ---- models ---- */

void import_model_convert(import_model *model, const import_convention *convention) {
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        turn_floats(convention, model->vertices[i].position, convention->unit);
        turn_floats(convention, model->vertices[i].normal, 1);
    }
    if (convention->mirrored) reverse(model->indices, model->triangle_count);
}

void import_model_turn_triangles(import_model *model) {
    reverse(model->indices, model->triangle_count);
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        for (int k = 0; k < 3; k++) model->vertices[i].normal[k] = -model->vertices[i].normal[k] + 0.0f;
    }
}

/* ---- scenes ---- */

static void convert_primitive(const import_convention *c, import_primitive *primitive, uint32_t morphs) {
    uint32_t count = primitive->vertex_count;
    turn_list(c, primitive->positions, count, c->unit);
    turn_list(c, primitive->normals, count, 1);
    for (uint32_t i = 0; primitive->tangents != NULL && i < count; i++) {
        turn_floats(c, primitive->tangents[i], 1);
        if (c->mirrored) primitive->tangents[i][3] = -primitive->tangents[i][3];
    }
    for (uint32_t i = 0; primitive->morphs != NULL && i < morphs; i++) {
        turn_list(c, primitive->morphs[i].positions, count, c->unit);
        turn_list(c, primitive->morphs[i].normals, count, 1);
    }
    if (c->mirrored) reverse(primitive->indices, primitive->triangle_count);
}

static void convert_channel(const import_convention *c, import_channel *channel) {
    size_t count = (size_t)channel->key_count * (channel->sampling == IMPORT_CUBIC ? 3 : 1);
    if (channel->path == IMPORT_WEIGHTS) return;
    for (size_t i = 0; i < count; i++) {
        float *at = channel->values + i * channel->width;
        double wide[4] = {(double)at[0], (double)at[1], (double)at[2], 0};
        if (channel->path == IMPORT_TRANSLATION) turn(c, wide, c->unit, wide);
        if (channel->path == IMPORT_ROTATION) turn_rotation(c, wide);
        if (channel->path == IMPORT_SCALE) turn_scale(c, wide);
        for (int k = 0; k < 3; k++) at[k] = (float)wide[k];
    }
}

static void convert(const import_convention *c, import_scene *scene) {
    for (uint32_t i = 0; i < scene->node_count; i++) {
        import_node *node = &scene->nodes[i];
        turn(c, node->translation, c->unit, node->translation);
        turn_rotation(c, node->rotation);
        turn_scale(c, node->scale);
        turn_matrix(c, node->matrix);
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        for (uint32_t k = 0; k < scene->meshes[i].primitive_count; k++)
            convert_primitive(c, &scene->meshes[i].primitives[k], scene->meshes[i].morph_count);
    }
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        for (uint32_t k = 0; k < scene->skins[i].joint_count; k++)
            turn_matrix(c, scene->skins[i].inverse_bind[k]);
    }
    for (uint32_t i = 0; i < scene->animation_count; i++) {
        for (uint32_t k = 0; k < scene->animations[i].channel_count; k++)
            convert_channel(c, &scene->animations[i].channels[k]);
    }
    for (uint32_t i = 0; i < scene->light_count; i++) {
        scene->lights[i].range *= c->unit;
        turn(c, scene->lights[i].direction, 1, scene->lights[i].direction);
    }
    for (uint32_t i = 0; i < scene->curve_count; i++) {
        for (uint32_t k = 0; k < scene->curves[i].point_count; k++)
            turn(c, scene->curves[i].points[k], c->unit, scene->curves[i].points[k]);
    }
    for (uint32_t i = 0; i < scene->collider_count; i++) {
        import_collider *collider = &scene->colliders[i];
        if (collider->shape == IMPORT_COLLIDER_BOX) turn_scale(c, collider->size);
        turn(c, collider->axis, 1, collider->axis);
        for (int k = 0; k < 3; k++) collider->size[k] *= c->unit;
    }
}

bool import_scene_convert(const char *name, import_scene *scene, const char *letters, double unit,
                          tool_error *error) {
    import_convention convention;
    if (scene->axes[0] == 0 && letters == NULL)
        return import_error_file(error, name, "does not say how its axes stand; name them, such as axes=RUB");
    if (scene->axes[0] != 0 && !scene->axes_assumed && letters != NULL) {
        bool same = strlen(letters) == 3;
        for (int i = 0; same && i < 3; i++) same = upper(letters[i]) == scene->axes[i];
        if (!same)
            return import_error_file(error, name, "has the axes %s, not %.20s; leave the setting out",
                                     scene->axes, letters);
    }
    if (scene->unit > 0) unit *= scene->unit;
    if (!import_convention_read(letters != NULL ? letters : scene->axes, unit, &convention, error))
        return false;
    convert(&convention, scene);
    memcpy(scene->axes, "RUB", 4);
    scene->unit = 1;
    return true;
}

/* ---- origins ---- */

bool import_model_check_origin(const char *name, import_model *model, import_origin origin,
                               double tolerance) {
    import_bounds box = import_model_bounds(model);
    double height = (double)box.maximum[1] - (double)box.minimum[1], slack = tolerance * height;
    double low = (double)box.minimum[1], sum[2] = {0, 0}, weight = 0;
    if (origin == IMPORT_ORIGIN_ANY) return true;
    for (uint32_t t = 0; t < model->triangle_count; t++) {
        const float *p[3];
        for (int i = 0; i < 3; i++)
            p[i] = model->vertices[model->indices[(size_t)t * 3 + (size_t)i]].position;
        double area = fabs(((double)p[1][0] - (double)p[0][0]) * ((double)p[2][2] - (double)p[0][2]) -
                           ((double)p[1][2] - (double)p[0][2]) * ((double)p[2][0] - (double)p[0][0]));
        double lowest = fmin((double)p[0][1], fmin((double)p[1][1], (double)p[2][1]));
        if (origin == IMPORT_ORIGIN_CHARACTER && lowest > low + 0.05 * height) continue;
        area += 1e-12 * height * height;
        weight += area;
        sum[0] += area * ((double)p[0][0] + (double)p[1][0] + (double)p[2][0]) / 3;
        sum[1] += area * ((double)p[0][2] + (double)p[1][2] + (double)p[2][2]) / 3;
    }
    double x = weight > 0 ? sum[0] / weight : 0, z = weight > 0 ? sum[1] / weight : 0;
    if (fabs(low) <= slack && fabs(x) <= slack && fabs(z) <= slack) return true;
    import_model_warn(
        model, "%s: the origin should be on the ground at %s, but that is (%.3g, %.3g, %.3g); move the model",
        name, origin == IMPORT_ORIGIN_CHARACTER ? "the middle of the feet" : "the middle of the vehicle", x,
        low, z);
    return false;
}

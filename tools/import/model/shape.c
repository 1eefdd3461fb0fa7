/* Scenes of one shape: unified corners, computed normals, arrays of a primitive. */
#include "tools/import/model/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* Cosine of 40 degrees. */
#define CREASE 0.766

void import_shape_free(import_shape *shape) {
    import_record_set_free(&shape->corners);
    free(shape->indices);
    memset(shape, 0, sizeof *shape);
}

static bool add_corner(import_record_set *corners, const import_shape_corner *corner, uint32_t *number) {
    import_shape_corner own = *corner;
    float *numbers[4] = {own.position, own.normal, own.uv, own.colour};
    static const int widths[4] = {3, 3, 2, 4};
    for (int n = 0; n < 4; n++) {
        for (int k = 0; k < widths[n]; k++) numbers[n][k] += 0.0f; /* -0 becomes 0: both are the same place */
    }
    *number = import_record_set_add(corners, &own);
    return *number != IMPORT_INTERN_FAILED;
}

bool import_shape_add(import_shape *shape, const import_shape_corner *corner) {
    void *indices = shape->indices;
    if (!import_grow(&indices, &shape->index_room, shape->index_count + 1, sizeof *shape->indices))
        return false;
    shape->indices = indices;
    return add_corner(&shape->corners, corner, &shape->indices[shape->index_count++]);
}

static const import_shape_corner *corner_at(const import_record_set *corners, uint32_t number) {
    return (const import_shape_corner *)(const void *)corners->records + number;
}

/* ---- normals ---- */

static bool make_unit(double v[3]) {
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++) v[k] = length > 0 ? v[k] / length : k == 1 ? 1 : 0;
    return length > 0;
}

/* The normal of a triangle; its length has no meaning. */
static void triangle_normal(const import_shape *shape, size_t first, double normal[3]) {
    const float *p[3];
    double a[3], b[3];
    for (size_t i = 0; i < 3; i++) p[i] = corner_at(&shape->corners, shape->indices[first + i])->position;
    for (int k = 0; k < 3; k++) {
        a[k] = (double)p[1][k] - (double)p[0][k];
        b[k] = (double)p[2][k] - (double)p[0][k];
    }
    for (int k = 0; k < 3; k++) normal[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* The angle of a triangle at one of its corners. */
static double corner_angle(const import_shape *shape, size_t first, size_t corner) {
    const float *p[3];
    double a[3], b[3], dot = 0, square = 0;
    for (size_t i = 0; i < 3; i++)
        p[i] = corner_at(&shape->corners, shape->indices[first + (corner + i) % 3])->position;
    for (int k = 0; k < 3; k++) {
        a[k] = (double)p[1][k] - (double)p[0][k];
        b[k] = (double)p[2][k] - (double)p[0][k];
        dot += a[k] * b[k];
    }
    for (int k = 0; k < 3; k++) {
        double cross = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
        square += cross * cross;
    }
    return import_atan2(sqrt(square), dot);
}

/* Numbers the place of each corner, and sums the normals of the triangles around each place, weighted by angle. */
static bool sum_normals(const import_shape *shape, import_record_set *places, uint32_t *place_of,
                        double (*sums)[3]) {
    for (uint32_t i = 0; i < shape->corners.count; i++) {
        place_of[i] = import_record_set_add(places, corner_at(&shape->corners, i)->position);
        if (place_of[i] == IMPORT_INTERN_FAILED) return false;
    }
    for (size_t i = 0; i < shape->index_count; i += 3) {
        double normal[3];
        triangle_normal(shape, i, normal);
        if (!make_unit(normal)) continue;
        for (size_t c = 0; c < 3; c++) {
            double angle = corner_angle(shape, i, c);
            for (int k = 0; k < 3; k++) sums[place_of[shape->indices[i + c]]][k] += angle * normal[k];
        }
    }
    return true;
}

static bool split_corners(import_shape *shape, const uint32_t *place_of, double (*sums)[3]) {
    import_shape made = IMPORT_SHAPE_EMPTY;
    bool ok = true;
    for (size_t i = 0; ok && i < shape->index_count; i += 3) {
        double own[3];
        triangle_normal(shape, i, own);
        bool flat = !make_unit(own);
        for (size_t c = 0; ok && c < 3; c++) {
            uint32_t index = shape->indices[i + c];
            import_shape_corner corner = *corner_at(&shape->corners, index);
            const double *sum = sums[place_of[index]];
            double mean[3] = {sum[0], sum[1], sum[2]};
            bool none = !make_unit(mean);
            double along = mean[0] * own[0] + mean[1] * own[1] + mean[2] * own[2];
            const double *normal = none || (!flat && along < CREASE) ? own : mean;
            for (int k = 0; k < 3; k++) corner.normal[k] = (float)normal[k];
            ok = import_shape_add(&made, &corner);
        }
    }
    import_record_set_free(&shape->corners);
    free(shape->indices);
    shape->corners = made.corners;
    shape->indices = made.indices;
    shape->index_count = made.index_count;
    shape->index_room = made.index_room;
    return ok;
}

static bool make_normals(import_shape *shape) {
    import_record_set places = {.record_size = 3 * sizeof(float)};
    uint32_t count = shape->corners.count;
    uint32_t *place_of = calloc((size_t)count + 1, sizeof *place_of);
    double(*sums)[3] = calloc((size_t)count + 1, sizeof *sums);
    bool ok = place_of != NULL && sums != NULL && sum_normals(shape, &places, place_of, sums) &&
              split_corners(shape, place_of, sums);
    import_record_set_free(&places);
    free(place_of);
    free(sums);
    return ok;
}

/* ---- the scene ---- */

bool import_scene_plain_node(import_node *node, const char *name, int32_t parent) {
    *node = (import_node){.parent = parent, .mesh = -1, .skin = -1, .shown = true};
    for (int k = 0; k < 3; k++) node->scale[k] = 1;
    node->rotation[3] = 1;
    node->name = import_copy_name(name, strlen(name));
    return node->name != NULL;
}

bool import_scene_plain_material(import_material *material, const char *name) {
    *material = (import_material){.opacity = 1, .shininess = 1, .defined = true};
    for (int k = 0; k < 3; k++) material->diffuse[k] = 1;
    material->name = import_copy_name(name, strlen(name));
    return material->name != NULL;
}

static bool fill_primitive(import_shape *shape, import_primitive *p) {
    uint32_t count = shape->corners.count;
    p->vertex_count = count;
    p->triangle_count = (uint32_t)(shape->index_count / 3);
    p->positions = malloc(((size_t)count + 1) * sizeof *p->positions);
    p->normals = malloc(((size_t)count + 1) * sizeof *p->normals);
    if (shape->has_uvs) p->uvs[0] = malloc(((size_t)count + 1) * sizeof *p->uvs[0]);
    if (shape->has_colours) p->colours = malloc(((size_t)count + 1) * sizeof *p->colours);
    if (p->positions == NULL || p->normals == NULL || (shape->has_uvs && p->uvs[0] == NULL) ||
        (shape->has_colours && p->colours == NULL))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const import_shape_corner *corner = corner_at(&shape->corners, i);
        double normal[3];
        for (int k = 0; k < 3; k++) normal[k] = (double)corner->normal[k];
        make_unit(normal);
        for (int k = 0; k < 3; k++) p->normals[i][k] = (float)normal[k];
        memcpy(p->positions[i], corner->position, sizeof corner->position);
        if (shape->has_uvs) memcpy(p->uvs[0][i], corner->uv, sizeof corner->uv);
        if (shape->has_colours) memcpy(p->colours[i], corner->colour, sizeof corner->colour);
    }
    p->indices = shape->indices;
    shape->indices = NULL;
    return true;
}

static bool make_scene(import_shape *shape, const char *texture, import_scene *scene) {
    scene->nodes = calloc(1, sizeof *scene->nodes);
    scene->meshes = calloc(1, sizeof *scene->meshes);
    scene->materials = calloc(1, sizeof *scene->materials);
    if (scene->nodes == NULL || scene->meshes == NULL || scene->materials == NULL) return false;
    scene->node_count = scene->mesh_count = scene->material_count = 1;
    if (!import_scene_plain_node(&scene->nodes[0], "", -1) ||
        !import_scene_plain_material(&scene->materials[0], ""))
        return false;
    if (!shape->has_colours && texture == NULL) {
        for (int k = 0; k < 3; k++) scene->materials[0].diffuse[k] = 0.8f;
    }
    if (texture != NULL) scene->materials[0].texture = import_copy_name(texture, strlen(texture));
    if (texture != NULL && scene->materials[0].texture == NULL) return false;
    scene->nodes[0].mesh = 0;
    scene->meshes[0].name = import_copy_name("", 0);
    scene->meshes[0].primitives = calloc(1, sizeof *scene->meshes[0].primitives);
    if (scene->meshes[0].name == NULL || scene->meshes[0].primitives == NULL) return false;
    scene->meshes[0].primitive_count = 1;
    return fill_primitive(shape, &scene->meshes[0].primitives[0]);
}

bool import_shape_finish(const char *name, import_shape *shape, const char axes[4], const char *texture,
                         import_scene *scene, tool_error *error) {
    size_t triangles = shape->index_count / 3;
    memset(scene, 0, sizeof *scene);
    memcpy(scene->axes, axes, 4);
    scene->axes_assumed = true;
    bool ok = false;
    if (triangles == 0)
        import_error_file(error, name, "there are no triangles in it; export it with faces");
    else if (triangles > IMPORT_SCENE_TRIANGLES)
        import_error_file(error, name, "%zu triangles, but %d is the most; simplify the model", triangles,
                          IMPORT_SCENE_TRIANGLES);
    else
        ok = ((shape->has_normals || make_normals(shape)) && make_scene(shape, texture, scene)) ||
             import_error_memory(error, name);
    import_shape_free(shape);
    if (!ok) import_scene_free(scene);
    return ok;
}

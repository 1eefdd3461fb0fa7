/* glTF meshes: attributes, indices of every kind of triangles, joints, morph targets. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/angle.h"
#include "tools/import/base/intern.h"
#include "tools/import/gltf/gltf_source.h"

enum { MODE_TRIANGLES = 4, MODE_STRIP = 5, MODE_FAN = 6 };

/* ---- attributes ---- */

/* An optional attribute with as many elements as there are vertices. *values is NULL when it is absent. */
static bool attribute(gltf_source *source, const import_json *attributes, const char *name, uint32_t width,
                      uint32_t vertices, float **values) {
    int64_t index;
    uint32_t count;
    const import_json *at = import_json_find(attributes, name);
    *values = NULL;
    if (at == NULL) return true;
    if (!gltf_index(source, attributes, name, true, gltf_count(source->accessors), &index) ||
        !gltf_floats(source, at, index, width, values, &count))
        return false;
    if (count == vertices) return true;
    free(*values);
    *values = NULL;
    return import_json_fault(&source->document, at, source->error,
                             "`%s` has %lu elements for %lu vertices; export the file again", name,
                             (unsigned long)count, (unsigned long)vertices);
}

static void make_unit(float (*normals)[3], uint32_t count) {
    for (uint32_t v = 0; v < count; v++) {
        double square = 0;
        for (int k = 0; k < 3; k++) square += (double)normals[v][k] * (double)normals[v][k];
        for (int k = 0; k < 3; k++)
            normals[v][k] =
                square > 0 ? (float)((double)normals[v][k] / sqrt(square)) : (k == 1 ? 1.0f : 0.0f);
    }
}

/* Reads colours; RGB colours get an alpha of 1. */
static bool read_colours(gltf_source *source, const import_json *attributes, import_primitive *primitive) {
    const import_json *at = import_json_find(attributes, "COLOR_0");
    const import_json *accessor = NULL;
    float *values = NULL;
    const char *type = "";
    if (at != NULL && at->kind == IMPORT_JSON_NUMBER && at->is.number >= 0 &&
        at->is.number < gltf_count(source->accessors))
        accessor = &source->accessors->is.items[(uint32_t)at->is.number];
    if (accessor != NULL) {
        const import_json *found = import_json_find(accessor, "type");
        if (found != NULL && found->kind == IMPORT_JSON_STRING) type = found->is.text;
    }
    uint32_t width = strcmp(type, "VEC3") == 0 ? 3 : 4;
    if (!attribute(source, attributes, "COLOR_0", width, primitive->vertex_count, &values)) return false;
    if (values == NULL) return true;
    primitive->colours = malloc(((size_t)primitive->vertex_count + 1) * sizeof *primitive->colours);
    for (uint32_t v = 0; primitive->colours != NULL && v < primitive->vertex_count; v++) {
        for (uint32_t k = 0; k < 4; k++)
            primitive->colours[v][k] = k < width ? values[(size_t)v * width + k] : 1.0f;
    }
    free(values);
    return primitive->colours != NULL || gltf_memory(source);
}

/* ---- joints ---- */

static bool joint_set(gltf_source *source, const import_json *attributes, int set, uint32_t vertices,
                      uint32_t **joints, float **weights) {
    char name[2][12] = {"JOINTS_0", "WEIGHTS_0"};
    uint32_t count;
    int64_t index;
    name[0][7] = name[1][8] = (char)('0' + set);
    const import_json *at = import_json_find(attributes, name[0]);
    if (at == NULL) return true;
    if (!gltf_index(source, attributes, name[0], true, gltf_count(source->accessors), &index) ||
        !gltf_numbers(source, at, index, 4, joints, &count))
        return false;
    if (count != vertices)
        return import_json_fault(&source->document, at, source->error,
                                 "`%s` has %lu elements for %lu vertices; export the file again", name[0],
                                 (unsigned long)count, (unsigned long)vertices);
    if (!attribute(source, attributes, name[1], 4, vertices, weights)) return false;
    return *weights != NULL ||
           import_json_fault(&source->document, at, source->error,
                             "`%s` stands without `%s`; export the file again", name[0], name[1]);
}

static bool read_joints(gltf_source *source, const import_json *attributes, import_primitive *primitive,
                        uint32_t *most_joint) {
    uint32_t *joints[2] = {NULL, NULL}, vertices = primitive->vertex_count;
    float *weights[2] = {NULL, NULL}, worst = 0;
    bool ok = joint_set(source, attributes, 0, vertices, &joints[0], &weights[0]) &&
              (joints[0] == NULL || joint_set(source, attributes, 1, vertices, &joints[1], &weights[1]));
    if (ok && joints[0] != NULL) {
        primitive->joints = malloc(((size_t)vertices + 1) * sizeof *primitive->joints);
        primitive->weights = malloc(((size_t)vertices + 1) * sizeof *primitive->weights);
        ok = (primitive->joints != NULL && primitive->weights != NULL) || gltf_memory(source);
    }
    for (uint32_t v = 0; ok && joints[0] != NULL && v < vertices; v++) {
        import_influence all[8];
        uint32_t count = 0;
        for (int set = 0; set < 2; set++) {
            for (uint32_t k = 0; joints[set] != NULL && k < 4; k++) {
                all[count].joint = joints[set][(size_t)v * 4 + k];
                all[count++].weight = weights[set][(size_t)v * 4 + k];
            }
        }
        float lost = import_keep_four(all, count, primitive->joints[v], primitive->weights[v]);
        worst = lost > worst ? lost : worst;
        for (int k = 0; ok && k < 4; k++) {
            if (primitive->weights[v][k] > 0 && all[k].joint > 65534)
                ok = import_json_fault(
                    &source->document, attributes, source->error,
                    "vertex %lu names joint %lu, at most 65534 are possible; export the file again",
                    (unsigned long)v, (unsigned long)all[k].joint);
            if (primitive->weights[v][k] > 0 && all[k].joint + 1 > *most_joint)
                *most_joint = all[k].joint + 1;
        }
    }
    if (ok && worst > 0.001f)
        import_scene_warn(
            source->scene,
            "%s:%lu: only four joints move a vertex; up to %.1f %% of a weight was given to the others",
            source->name, (unsigned long)attributes->line, (double)worst * 100);
    for (int set = 0; set < 2; set++) {
        free(joints[set]);
        free(weights[set]);
    }
    return ok;
}

/* ---- triangles ---- */

/* Corner `k` of triangle `t` as a place in the list of indices. Every other triangle of a strip is turned so
 * that all wind alike. */
static uint32_t corner_place(int64_t mode, uint32_t t, uint32_t k) {
    if (mode == MODE_TRIANGLES) return t * 3 + k;
    if (mode == MODE_FAN) return k == 0 ? 0 : t + k;
    return t % 2 == 0 || k == 0 ? t + k : t + 3 - k;
}

static bool read_triangles(gltf_source *source, const import_json *json, int64_t mode,
                           import_primitive *primitive) {
    uint32_t *list = NULL, count = primitive->vertex_count;
    int64_t index;
    const import_json *at = import_json_find(json, "indices");
    if (!gltf_index(source, json, "indices", false, gltf_count(source->accessors), &index)) return false;
    if (at != NULL && !gltf_numbers(source, at, index, 1, &list, &count)) return false;
    for (uint32_t i = 0; list != NULL && i < count; i++) {
        if (list[i] < primitive->vertex_count) continue;
        import_json_fault(&source->document, at, source->error,
                          "index %lu names vertex %lu, but there are %lu; export the file again",
                          (unsigned long)i, (unsigned long)list[i], (unsigned long)primitive->vertex_count);
        free(list);
        return false;
    }
    primitive->triangle_count = mode == MODE_TRIANGLES ? count / 3 : count < 3 ? 0 : count - 2;
    if (mode == MODE_TRIANGLES && count % 3 != 0)
        import_scene_warn(source->scene,
                          "%s:%lu: %lu corners make no whole triangles; the last ones are left out",
                          source->name, (unsigned long)json->line, (unsigned long)count);
    primitive->indices = malloc(((size_t)primitive->triangle_count * 3 + 1) * sizeof *primitive->indices);
    for (uint32_t t = 0; primitive->indices != NULL && t < primitive->triangle_count; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t place = corner_place(mode, t, k);
            primitive->indices[(size_t)t * 3 + k] = list != NULL ? list[place] : place;
        }
    }
    free(list);
    return primitive->indices != NULL || gltf_memory(source);
}

/* ---- morph targets ---- */

static bool read_morphs(gltf_source *source, const import_json *json, import_primitive *primitive,
                        import_mesh *mesh, bool first) {
    const import_json *targets;
    if (!import_json_array(GLTF_AT(source, json), "targets", false, 0, UINT32_MAX, &targets)) return false;
    if (first) mesh->morph_count = gltf_count(targets);
    if (gltf_count(targets) != mesh->morph_count)
        return import_json_fault(
            &source->document, json, source->error,
            "%lu morph targets, but the first part of the mesh has %lu; export the file again",
            (unsigned long)gltf_count(targets), (unsigned long)mesh->morph_count);
    if (mesh->morph_count == 0) return true;
    primitive->morphs = calloc(mesh->morph_count, sizeof *primitive->morphs);
    if (primitive->morphs == NULL) return gltf_memory(source);
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        float *values;
        const import_json *target = gltf_element(source, targets, i);
        if (target == NULL || !attribute(source, target, "POSITION", 3, primitive->vertex_count, &values))
            return false;
        primitive->morphs[i].positions = (float(*)[3])(void *)values;
        if (!attribute(source, target, "NORMAL", 3, primitive->vertex_count, &values)) return false;
        primitive->morphs[i].normals = (float(*)[3])(void *)values;
    }
    return true;
}

/* ---- meshes ---- */

static bool read_attributes(gltf_source *source, const import_json *attributes, import_primitive *primitive,
                            uint32_t *most_joint) {
    int64_t index;
    float *values;
    const import_json *at = import_json_find(attributes, "POSITION");
    if (!gltf_index(source, attributes, "POSITION", true, gltf_count(source->accessors), &index) ||
        !gltf_floats(source, at, index, 3, &values, &primitive->vertex_count))
        return false;
    uint32_t count = primitive->vertex_count;
    primitive->positions = (float(*)[3])(void *)values;
    if (!attribute(source, attributes, "NORMAL", 3, count, &values)) return false;
    primitive->normals = (float(*)[3])(void *)values;
    if (values != NULL) make_unit(primitive->normals, count);
    if (!attribute(source, attributes, "TANGENT", 4, count, &values)) return false;
    primitive->tangents = (float(*)[4])(void *)values;
    if (!attribute(source, attributes, "TEXCOORD_0", 2, count, &values)) return false;
    primitive->uvs[0] = (float(*)[2])(void *)values;
    if (!attribute(source, attributes, "TEXCOORD_1", 2, count, &values)) return false;
    primitive->uvs[1] = (float(*)[2])(void *)values;
    return read_colours(source, attributes, primitive) &&
           read_joints(source, attributes, primitive, most_joint);
}

static float held(double value) { return (float)(value < -1e15 ? -1e15 : value > 1e15 ? 1e15 : value); }

/* KHR_texture_transform: coordinates are scaled, then turned against the clock as the picture is seen, then moved. */
static void transform_uvs(float (*uvs)[2], uint32_t count, const double scale[2], double angle,
                          const double offset[2]) {
    const ang16 turn = (ang16)(int64_t)floor(angle * (65536 / 6.283185307179586) + 0.5);
    const double c = fx_cos(turn) / 65536.0, s = fx_sin(turn) / 65536.0; /* the same on every machine */
    for (uint32_t v = 0; v < count; v++) {
        double across = (double)uvs[v][0] * scale[0], down = (double)uvs[v][1] * scale[1];
        uvs[v][0] = held(c * across + s * down + offset[0]);
        uvs[v][1] = held(c * down - s * across + offset[1]);
    }
}

/* Puts the set of coordinates that the material's texture uses first, moved as the material says. */
static bool choose_uvs(gltf_source *source, const import_json *materials, import_primitive *primitive) {
    double scale[2] = {1, 1}, angle = 0, offset[2] = {0, 0};
    int64_t set = 0;
    if (primitive->material >= gltf_count(materials)) return true;
    const import_json *texture = gltf_colour_texture(&materials->is.items[primitive->material]), *transform;
    if (texture == NULL || texture->kind != IMPORT_JSON_OBJECT) return true;
    if (!import_json_whole(GLTF_AT(source, texture), "texCoord", false, 0, 65535, &set)) return false;
    transform = import_json_find(import_json_find(texture, "extensions"), "KHR_texture_transform");
    if (transform != NULL && transform->kind == IMPORT_JSON_OBJECT &&
        (!import_json_whole(GLTF_AT(source, transform), "texCoord", false, 0, 65535, &set) ||
         !import_json_numbers(GLTF_AT(source, transform), "scale", false, 2, scale) ||
         !import_json_number(GLTF_AT(source, transform), "rotation", false, -1e6, 1e6, &angle) ||
         !import_json_numbers(GLTF_AT(source, transform), "offset", false, 2, offset)))
        return false;
    if (set == 1) {
        float(*swapped)[2] = primitive->uvs[0];
        primitive->uvs[0] = primitive->uvs[1];
        primitive->uvs[1] = swapped;
    }
    if (transform != NULL && primitive->uvs[0] != NULL)
        transform_uvs(primitive->uvs[0], primitive->vertex_count, scale, angle, offset);
    return true;
}

static bool read_primitive(gltf_source *source, const import_json *json, import_mesh *mesh,
                           uint32_t *most_joint) {
    int64_t mode = MODE_TRIANGLES, material;
    const import_json *attributes;
    bool ok = true;
    const import_json *materials = gltf_list(source, "materials", &ok);
    if (!ok || !import_json_whole(GLTF_AT(source, json), "mode", false, 0, 6, &mode) ||
        !import_json_object(GLTF_AT(source, json), "attributes", true, &attributes) ||
        !gltf_index(source, json, "material", false, gltf_count(materials), &material))
        return false;
    if (mode < MODE_TRIANGLES) {
        import_scene_warn(source->scene, "%s:%lu: points and lines are not read; only triangles are used",
                          source->name, (unsigned long)json->line);
        return true;
    }
    import_primitive *primitive = &mesh->primitives[mesh->primitive_count];
    primitive->material =
        material < 0 ? gltf_count(materials) : (uint32_t)material; /* the last one is plain */
    bool first = mesh->primitive_count++ == 0;
    /* The mesh frees morphs by its count, so the count is set before any morph is read. */
    if (!read_attributes(source, attributes, primitive, most_joint) ||
        !read_triangles(source, json, mode, primitive) || !read_morphs(source, json, primitive, mesh, first))
        return false;
    return choose_uvs(source, materials, primitive);
}

static bool read_weights(gltf_source *source, const import_json *json, import_mesh *mesh) {
    const import_json *weights;
    if (!import_json_array(GLTF_AT(source, json), "weights", false, 0, UINT32_MAX, &weights)) return false;
    if (mesh->morph_count == 0) return true;
    mesh->weights = calloc(mesh->morph_count, sizeof *mesh->weights);
    mesh->morph_names = calloc(mesh->morph_count, sizeof *mesh->morph_names);
    if (mesh->weights == NULL || mesh->morph_names == NULL) return gltf_memory(source);
    const import_json *names = import_json_find(import_json_find(json, "extras"), "targetNames");
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        if (i < gltf_count(weights) && weights->is.items[i].kind == IMPORT_JSON_NUMBER &&
            fabs(weights->is.items[i].is.number) < 1e6)
            mesh->weights[i] = (float)weights->is.items[i].is.number;
        if (names != NULL && names->kind == IMPORT_JSON_ARRAY && i < names->count &&
            names->is.items[i].kind == IMPORT_JSON_STRING)
            mesh->morph_names[i] = import_copy_name(names->is.items[i].is.text, names->is.items[i].count);
    }
    return true;
}

bool gltf_read_meshes(gltf_source *source) {
    bool ok = true;
    const import_json *list = gltf_list(source, "meshes", &ok);
    import_scene *scene = source->scene;
    if (!ok) return false;
    scene->meshes = calloc((size_t)gltf_count(list) + 1, sizeof *scene->meshes);
    source->most_joint = calloc((size_t)gltf_count(list) + 1, sizeof *source->most_joint);
    if (scene->meshes == NULL || source->most_joint == NULL) return gltf_memory(source);
    for (uint32_t i = 0; i < gltf_count(list); i++) {
        import_mesh *mesh = &scene->meshes[scene->mesh_count++];
        const import_json *json = gltf_element(source, list, i), *primitives;
        if (json == NULL ||
            !import_json_array(GLTF_AT(source, json), "primitives", true, 1, UINT32_MAX, &primitives))
            return false;
        mesh->name = gltf_name(source, json);
        mesh->properties = gltf_extras(json);
        if (mesh->name == NULL) return false;
        mesh->primitives = calloc(primitives->count, sizeof *mesh->primitives);
        if (mesh->primitives == NULL) return gltf_memory(source);
        for (uint32_t k = 0; k < primitives->count; k++) {
            const import_json *primitive = gltf_element(source, primitives, k);
            if (primitive == NULL || !read_primitive(source, primitive, mesh, &source->most_joint[i]))
                return false;
        }
        if (!read_weights(source, json, mesh)) return false;
    }
    return true;
}

/* Meshes of texts of the intermediate format. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/intermediate/intermediate_source.h"

/* Brings normals to unit length, as people may write any; a normal that is near to unit length stays as it is,
 * to the bit. */
static void make_unit(float (*normals)[3], uint32_t count) {
    for (uint32_t i = 0; normals != NULL && i < count; i++) {
        double square = 0;
        for (int k = 0; k < 3; k++) square += (double)normals[i][k] * (double)normals[i][k];
        if (fabs(square - 1) < 0.001) continue;
        for (int k = 0; k < 3; k++)
            normals[i][k] = square > 1e-30 && square < 1e30 ? (float)((double)normals[i][k] / sqrt(square))
                            : k == 1                        ? 1.0f
                                                            : 0.0f;
    }
}

static bool read_vectors(intermediate_source *source, const import_json *object, const char *name,
                         bool required, uint32_t *count, float (**to)[3]) {
    float *values = NULL;
    bool ok = intermediate_floats(source, object, name, required, 3, count, &values);
    *to = (float(*)[3])(void *)values;
    return ok;
}

static bool read_quads(intermediate_source *source, const import_json *object, const char *name,
                       uint32_t count, float (**to)[4]) {
    float *values = NULL;
    bool ok = intermediate_floats(source, object, name, false, 4, &count, &values);
    *to = (float(*)[4])(void *)values;
    return ok;
}

static bool read_joints(intermediate_source *source, const import_json *object, import_primitive *p) {
    uint32_t *wide = NULL, count = p->vertex_count;
    bool ok = intermediate_numbers(source, object, "joints", false, 4, 65535, &count, &wide);
    if (ok && wide != NULL) {
        p->joints = malloc(((size_t)count + 1) * sizeof *p->joints);
        ok = p->joints != NULL || intermediate_memory(source);
        for (size_t i = 0; ok && i < (size_t)count * 4; i++) p->joints[i / 4][i % 4] = (uint16_t)wide[i];
    }
    free(wide);
    if (!ok || !read_quads(source, object, "weights", p->vertex_count, &p->weights)) return false;
    if ((p->joints == NULL) != (p->weights == NULL))
        return intermediate_fault(source, object, "`joints` and `weights` stand together; add the other");
    for (uint32_t i = 0; p->weights != NULL && i < p->vertex_count; i++) {
        double sum = 0;
        bool good = true;
        for (int k = 0; k < 4; k++) {
            sum += (double)p->weights[i][k];
            good = good && p->weights[i][k] >= 0;
        }
        if (!good || fabs(sum - 1) > 0.001)
            return intermediate_fault(source, import_json_find(object, "weights"),
                                      "the weights of vertex %lu have the sum %.4g, not 1; correct them",
                                      (unsigned long)i, sum);
    }
    return true;
}

/* Reads triangles; without a list, every three vertices are a triangle. */
static bool read_triangles(intermediate_source *source, const import_json *object, import_primitive *p) {
    uint32_t count = INTERMEDIATE_ANY;
    if (!intermediate_numbers(source, object, "triangles", false, 3, p->vertex_count, &count, &p->indices))
        return false;
    if (p->indices == NULL) {
        if (p->vertex_count % 3 != 0)
            return intermediate_fault(source, object,
                                      "%lu positions without `triangles` make no whole triangles; add it",
                                      (unsigned long)p->vertex_count);
        count = p->vertex_count / 3;
        p->indices = malloc(((size_t)p->vertex_count + 1) * sizeof *p->indices);
        if (p->indices == NULL) return intermediate_memory(source);
        for (uint32_t i = 0; i < p->vertex_count; i++) p->indices[i] = i;
    }
    p->triangle_count = count;
    return count <= IMPORT_SCENE_TRIANGLES ||
           intermediate_fault(source, object, "more than %d triangles; simplify it", IMPORT_SCENE_TRIANGLES);
}

static bool read_morphs(intermediate_source *source, const import_json *object, const import_mesh *mesh,
                        import_primitive *p) {
    static const char *const names[] = {"positions", "normals", NULL};
    const import_json *list;
    if (!import_json_array(INTERMEDIATE_AT(source, object), "morphs", false, mesh->morph_count,
                           mesh->morph_count, &list))
        return false;
    if (list == NULL || mesh->morph_count == 0)
        return mesh->morph_count == 0 ||
               intermediate_fault(source, object, "the mesh has %lu morphs, this part none; add them",
                                  (unsigned long)mesh->morph_count);
    p->morphs = calloc(mesh->morph_count, sizeof *p->morphs);
    if (p->morphs == NULL) return intermediate_memory(source);
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        uint32_t count = p->vertex_count;
        const import_json *at = intermediate_element(source, list, i, names);
        if (at == NULL || !read_vectors(source, at, "positions", false, &count, &p->morphs[i].positions) ||
            !read_vectors(source, at, "normals", false, &count, &p->morphs[i].normals))
            return false;
    }
    return true;
}

static bool read_part(intermediate_source *source, const import_json *at, const import_mesh *mesh,
                      import_primitive *p) {
    int32_t material;
    int64_t order = 0;
    float *values;
    uint32_t count = INTERMEDIATE_ANY;
    if (!intermediate_reference(source, at, "material", "materials", false, &material)) return false;
    p->material = material < 0 ? source->scene->material_count - 1
                               : (uint32_t)material; /* the last material is plain */
    if (import_json_find(at, "group") != NULL && !intermediate_name(source, at, "group", &p->group))
        return false;
    if (!import_json_whole(INTERMEDIATE_AT(source, at), "order", false, 0, INT32_MAX, &order) ||
        !read_vectors(source, at, "positions", true, &count, &p->positions))
        return false;
    p->order = (uint32_t)order;
    p->vertex_count = count;
    if (!read_vectors(source, at, "normals", false, &count, &p->normals) ||
        !read_quads(source, at, "tangents", count, &p->tangents) ||
        !read_quads(source, at, "colours", count, &p->colours))
        return false;
    make_unit(p->normals, count);
    for (int i = 0; i < 2; i++) {
        bool ok = intermediate_floats(source, at, i == 0 ? "uvs" : "uvs2", false, 2, &count, &values);
        p->uvs[i] = (float(*)[2])(void *)values;
        if (!ok) return false;
    }
    return read_joints(source, at, p) && read_triangles(source, at, p) && read_morphs(source, at, mesh, p);
}

static bool read_morph_names(intermediate_source *source, const import_json *at, import_mesh *mesh) {
    static const char *const names[] = {"name", "weight", NULL};
    const import_json *list;
    if (!import_json_array(INTERMEDIATE_AT(source, at), "morphs", false, 0, 65535, &list)) return false;
    if (list == NULL || list->count == 0) return true;
    mesh->weights = calloc(list->count, sizeof *mesh->weights);
    mesh->morph_names = calloc(list->count, sizeof *mesh->morph_names);
    if (mesh->weights == NULL || mesh->morph_names == NULL) return intermediate_memory(source);
    mesh->morph_count = list->count;
    for (uint32_t i = 0; i < list->count; i++) {
        double weight = 0;
        const import_json *morph = intermediate_element(source, list, i, names);
        if (morph == NULL ||
            !import_json_number(INTERMEDIATE_AT(source, morph), "weight", false, -1e6, 1e6, &weight))
            return false;
        mesh->weights[i] = (float)weight;
        if (import_json_find(morph, "name") != NULL &&
            !intermediate_name(source, morph, "name", &mesh->morph_names[i]))
            return false;
    }
    return true;
}

static bool read_mesh(intermediate_source *source, const import_json *at, import_mesh *mesh) {
    static const char *const part_names[] = {"material", "group",     "order",  "positions", "normals",
                                             "tangents", "uvs",       "uvs2",   "colours",   "joints",
                                             "weights",  "triangles", "morphs", NULL};
    const import_json *parts;
    if (!intermediate_name(source, at, "name", &mesh->name) ||
        !intermediate_properties(source, at, &mesh->properties) || !read_morph_names(source, at, mesh) ||
        !import_json_array(INTERMEDIATE_AT(source, at), "parts", true, 0, 65535, &parts))
        return false;
    mesh->primitives = calloc((size_t)parts->count + 1, sizeof *mesh->primitives);
    if (mesh->primitives == NULL) return intermediate_memory(source);
    for (uint32_t i = 0; i < parts->count; i++) {
        const import_json *part = intermediate_element(source, parts, i, part_names);
        if (part == NULL || !read_part(source, part, mesh, &mesh->primitives[mesh->primitive_count++]))
            return false;
    }
    return true;
}

bool intermediate_read_meshes(intermediate_source *source) {
    static const char *const names[] = {"name", "properties", "morphs", "parts", NULL};
    const import_json *list;
    void *things;
    import_scene *scene = source->scene;
    if (!intermediate_list(source, "meshes", 65535, sizeof *scene->meshes, &list, &things)) return false;
    scene->meshes = things;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        const import_json *at = intermediate_element(source, list, i, names);
        if (at == NULL || !read_mesh(source, at, &scene->meshes[scene->mesh_count++])) return false;
    }
    return true;
}

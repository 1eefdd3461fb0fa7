/* Lights, curves and collision of texts of the intermediate format. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/intermediate/intermediate_source.h"
#include "tools/import/intermediate/intermediate_words.h"

/* Reads a direction and brings it to unit length; a direction that is near to unit length stays as it is. */
static bool read_direction(intermediate_source *source, const import_json *at, const char *name,
                           double value[3]) {
    double square = 0;
    if (!intermediate_vector(source, at, name, 3, value)) return false;
    for (int k = 0; k < 3; k++) square += value[k] * value[k];
    if (!(square > 1e-20 && square < 1e20))
        return intermediate_fault(source, import_json_find(at, name),
                                  "`%s` has no length; write 0, 0, -1, say", name);
    for (int k = 0; k < 3 && fabs(square - 1) > 1e-6; k++) value[k] /= sqrt(square);
    return true;
}

static bool read_light(intermediate_source *source, const import_json *at, import_light *l) {
    int kind = IMPORT_POINT;
    double colour[3] = {1, 1, 1};
    const import_json_reader reader = {&source->document, at, source->error};
    l->intensity = 1;
    l->direction[2] = -1;
    if (!intermediate_name(source, at, "name", &l->name) ||
        !import_json_choice(&reader, "kind", true, intermediate_lights, &kind) ||
        !intermediate_reference(source, at, "node", "nodes", false, &l->node) ||
        !intermediate_vector(source, at, "colour", 3, colour) ||
        !import_json_number(&reader, "intensity", false, 0, 1e6, &l->intensity) ||
        !read_direction(source, at, "direction", l->direction) ||
        !import_json_number(&reader, "range", false, 0, 1e9, &l->range))
        return false;
    l->kind = (import_light_kind)kind;
    l->outer = kind == IMPORT_SPOT ? 45 : 0;
    if (!import_json_number(&reader, "outer", false, 0, 90, &l->outer) ||
        !import_json_number(&reader, "inner", false, 0, l->outer, &l->inner))
        return false;
    for (int k = 0; k < 3; k++) {
        if (!(colour[k] >= 0 && colour[k] <= 1))
            return intermediate_fault(source, at, "`colour` must be three numbers from 0 to 1; correct it");
        l->colour[k] = (float)colour[k];
    }
    return true;
}

static bool read_labels(intermediate_source *source, const import_json *at, import_curve *c) {
    const import_json *labels;
    if (!import_json_array(INTERMEDIATE_AT(source, at), "labels", false, c->point_count, c->point_count,
                           &labels))
        return false;
    if (labels == NULL) return true;
    c->labels = calloc((size_t)c->point_count + 1, sizeof *c->labels);
    if (c->labels == NULL) return intermediate_memory(source);
    for (uint32_t i = 0; i < c->point_count; i++) {
        const import_json *label = &labels->is.items[i];
        if (label->kind != IMPORT_JSON_STRING)
            return intermediate_fault(source, label, "a label must be a text; write \"\" for none");
        if (label->count == 0) continue;
        c->labels[i] = malloc((size_t)label->count + 1);
        if (c->labels[i] == NULL) return intermediate_memory(source);
        memcpy(c->labels[i], label->is.text, (size_t)label->count + 1);
    }
    return true;
}

static bool read_curve(intermediate_source *source, const import_json *at, import_curve *c) {
    int kind = IMPORT_CURVE_CATMULL_ROM;
    double *points;
    uint32_t count = INTERMEDIATE_ANY;
    const import_json_reader reader = {&source->document, at, source->error};
    if (!intermediate_name(source, at, "name", &c->name) ||
        !import_json_choice(&reader, "kind", false, intermediate_curves, &kind) ||
        !intermediate_reference(source, at, "node", "nodes", false, &c->node) ||
        !import_json_boolean(&reader, "closed", false, &c->closed))
        return false;
    bool ok = intermediate_doubles(source, at, "points", true, 3, &count, &points);
    c->points = (double(*)[3])(void *)points;
    if (!ok) return false;
    c->kind = (import_curve_kind)kind;
    c->point_count = count;
    if (count < 2) return intermediate_fault(source, at, "a curve needs two points at least; add some");
    return read_labels(source, at, c);
}

static bool read_collider(intermediate_source *source, const import_json *at, import_collider *c) {
    int shape = 0;
    const import_json_reader reader = {&source->document, at, source->error};
    c->axis[1] = 1;
    if (!intermediate_name(source, at, "name", &c->name) ||
        !import_json_choice(&reader, "shape", true, intermediate_shapes, &shape) ||
        !intermediate_reference(source, at, "node", "nodes", false, &c->node))
        return false;
    c->shape = (import_collider_shape)shape;
    bool of_mesh = shape == IMPORT_COLLIDER_HULL || shape == IMPORT_COLLIDER_SOUP,
         round = shape == IMPORT_COLLIDER_SPHERE || shape == IMPORT_COLLIDER_CAPSULE;
    if (!intermediate_reference(source, at, "mesh", "meshes", of_mesh, &c->mesh) ||
        !intermediate_vector(source, at, "half", 3, c->size) ||
        !import_json_number(&reader, "radius", round, 0, 1e9, &c->size[0]) ||
        !import_json_number(&reader, "half_length", shape == IMPORT_COLLIDER_CAPSULE, 0, 1e9, &c->size[1]) ||
        !read_direction(source, at, "axis", c->axis))
        return false;
    for (int k = 0; k < 3; k++) {
        if (shape == IMPORT_COLLIDER_BOX && !(c->size[k] > 0))
            return intermediate_fault(source, at, "`half` must be three sizes above 0; correct it");
    }
    return import_json_find(at, "surface") == NULL || intermediate_name(source, at, "surface", &c->surface);
}

bool intermediate_read_lights(intermediate_source *source) {
    static const char *const light_names[] = {"name",      "kind",  "node",  "colour", "intensity",
                                              "direction", "range", "inner", "outer",  NULL};
    static const char *const curve_names[] = {"name", "kind", "node", "closed", "points", "labels", NULL};
    static const char *const collider_names[] = {"name",   "shape",       "node", "mesh",    "half",
                                                 "radius", "half_length", "axis", "surface", NULL};
    const import_json *list, *at;
    import_scene *scene = source->scene;
    void *things;
    if (!intermediate_list(source, "lights", 65535, sizeof *scene->lights, &list, &things)) return false;
    scene->lights = things;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        if ((at = intermediate_element(source, list, i, light_names)) == NULL ||
            !read_light(source, at, &scene->lights[scene->light_count++]))
            return false;
    }
    if (!intermediate_list(source, "curves", 65535, sizeof *scene->curves, &list, &things)) return false;
    scene->curves = things;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        if ((at = intermediate_element(source, list, i, curve_names)) == NULL ||
            !read_curve(source, at, &scene->curves[scene->curve_count++]))
            return false;
    }
    if (!intermediate_list(source, "collision", 65535, sizeof *scene->colliders, &list, &things))
        return false;
    scene->colliders = things;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        if ((at = intermediate_element(source, list, i, collider_names)) == NULL ||
            !read_collider(source, at, &scene->colliders[scene->collider_count++]))
            return false;
    }
    return true;
}

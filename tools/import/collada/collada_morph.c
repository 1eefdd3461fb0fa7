/* Morph controllers of COLLADA documents: the differences that each target adds to the vertices. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/collada/collada_source.h"

/* Reads the ids of the targets, and the weights at rest. */
static bool morph_inputs(collada_source *source, const import_xml *morph, const char *const **targets,
                         uint32_t *count, collada_accessor *weights) {
    collada_input inputs[COLLADA_INPUTS];
    uint32_t input_count, stride;
    const import_xml *list = import_xml_child(morph, "targets");
    if (list == NULL) return collada_fault(source, morph, "`targets` is missing; export the file again");
    if (!collada_inputs(source, list, inputs, &input_count, &stride)) return false;
    const collada_input *target = collada_input_of(inputs, input_count, "MORPH_TARGET"),
                        *weight = collada_input_of(inputs, input_count, "MORPH_WEIGHT");
    const import_xml *names = target == NULL ? NULL : import_xml_child(target->target, "IDREF_array");
    if (target != NULL && names == NULL) names = import_xml_child(target->target, "Name_array");
    if (names == NULL || weight == NULL)
        return collada_fault(source, list,
                             "inputs MORPH_TARGET and MORPH_WEIGHT are wanted; export the file again");
    if (!collada_words(source, names, targets, count) ||
        !collada_accessor_of(source, weight->target, 1, 1, weights))
        return false;
    return weights->count >= *count ||
           collada_fault(source, list, "%lu weights for %lu targets; export the file again",
                         (unsigned long)weights->count, (unsigned long)*count);
}

static const import_xml *target_geometry(collada_source *source, const import_xml *morph, const char *id) {
    const import_xml *geometry = collada_find(source, id);
    if (geometry != NULL && strcmp(geometry->name, "geometry") == 0) return geometry;
    collada_fault(source, morph, "the target `%.100s` is no geometry of this file; export it too", id);
    return NULL;
}

bool collada_start_morphs(collada_source *source, const import_xml *morph, import_mesh *mesh) {
    const char *const *targets;
    uint32_t count;
    collada_accessor weights;
    if (morph == NULL) return true;
    if (!morph_inputs(source, morph, &targets, &count, &weights)) return false;
    if (count == 0) return true;
    mesh->weights = calloc(count, sizeof *mesh->weights);
    mesh->morph_names = calloc(count, sizeof *mesh->morph_names);
    if (mesh->weights == NULL || mesh->morph_names == NULL) return collada_memory(source);
    mesh->morph_count = count;
    for (uint32_t i = 0; i < count; i++) {
        const import_xml *geometry = target_geometry(source, morph, targets[i]);
        mesh->weights[i] = collada_float(collada_at(&weights, i, 0));
        if (geometry == NULL || !collada_copy(source, collada_name(geometry), &mesh->morph_names[i]))
            return false;
    }
    return true;
}

/* The column of normals of a geometry's first primitive, or of its vertices; count 0 when there is none. */
static bool normals_of(collada_source *source, const import_xml *geometry, collada_accessor *normals) {
    const import_xml *mesh = import_xml_child(geometry, "mesh");
    normals->count = 0;
    for (const import_xml *at = mesh == NULL ? NULL : mesh->first; at != NULL; at = at->next) {
        for (const import_xml *input = import_xml_child(at, "input"); input != NULL;
             input = import_xml_sibling(input, "input")) {
            const char *semantic = import_xml_attribute_of(input, "semantic");
            if (semantic == NULL || strcmp(semantic, "NORMAL") != 0) continue;
            const import_xml *target = collada_target(source, input, "source", NULL);
            return target != NULL && collada_accessor_of(source, target, 3, 3, normals);
        }
    }
    return true;
}

/* Adds the differences of a column from the base, or the column itself where the morph is relative. */
static bool add_column(collada_source *source, const import_xml *morph, const collada_accessor *from,
                       const collada_accessor *base, bool relative, const collada_corner *corners,
                       bool normal, uint32_t count, float (**to)[3]) {
    float(*list)[3] = malloc(((size_t)count + 1) * sizeof *list);
    if (list == NULL) return collada_memory(source);
    if ((uint64_t)count * sizeof *list > source->budget) {
        free(list);
        return collada_fault(source, morph, "unfolds to far more than the file holds; simplify the scene");
    }
    source->budget -= (uint64_t)count * sizeof *list;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = normal ? corners[i].normal : corners[i].position;
        if (index >= from->count || index >= base->count) {
            free(list);
            return collada_fault(
                source, morph,
                "the mesh's corners name other columns than its vertices; export the file again");
        }
        for (uint32_t k = 0; k < 3; k++)
            list[i][k] =
                collada_float(collada_at(from, index, k) - (relative ? 0 : collada_at(base, index, k)));
    }
    *to = list;
    return true;
}

bool collada_add_morphs(collada_source *source, const import_xml *geometry, const import_xml *morph,
                        const collada_corner *corners, import_mesh *mesh, import_primitive *primitive) {
    const char *const *targets;
    uint32_t count;
    collada_accessor weights, base, base_normals;
    if (mesh->morph_count == 0) return true;
    const char *method = import_xml_attribute_of(morph, "method");
    bool relative = method != NULL && strcmp(method, "RELATIVE") == 0;
    primitive->morphs = calloc(mesh->morph_count, sizeof *primitive->morphs);
    if (primitive->morphs == NULL) return collada_memory(source);
    if (!morph_inputs(source, morph, &targets, &count, &weights) ||
        !collada_positions(source, geometry, &base) || !normals_of(source, geometry, &base_normals))
        return false;
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        collada_accessor positions, normals;
        const import_xml *target = target_geometry(source, morph, targets[i]);
        if (target == NULL || !collada_positions(source, target, &positions) ||
            !normals_of(source, target, &normals))
            return false;
        if (positions.count != base.count)
            return collada_fault(source, target,
                                 "%lu positions where the mesh has %lu; a target must have the same ones",
                                 (unsigned long)positions.count, (unsigned long)base.count);
        if (!add_column(source, morph, &positions, &base, relative, corners, false, primitive->vertex_count,
                        &primitive->morphs[i].positions))
            return false;
        if (primitive->normals == NULL || base_normals.count == 0 || normals.count != base_normals.count)
            continue;
        bool same = true; /* the corners' numbers may be those of another column */
        for (uint32_t v = 0; v < primitive->vertex_count; v++)
            same = same && corners[v].normal < normals.count;
        if (same && !add_column(source, morph, &normals, &base_normals, relative, corners, true,
                                primitive->vertex_count, &primitive->morphs[i].normals))
            return false;
    }
    return true;
}

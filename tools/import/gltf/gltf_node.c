/* The node tree and the skins of glTF scenes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/gltf/gltf_source.h"

/* ---- order ---- */

/* The parent of each node of the file, -1 for roots; every node has one parent at most. */
static bool find_parents(gltf_source *source, const import_json *list, int32_t *parents) {
    for (uint32_t i = 0; i < list->count; i++) parents[i] = -1;
    for (uint32_t i = 0; i < list->count; i++) {
        const import_json *node = gltf_element(source, list, i), *children;
        if (node == NULL ||
            !import_json_array(GLTF_AT(source, node), "children", false, 0, UINT32_MAX, &children))
            return false;
        for (uint32_t k = 0; k < gltf_count(children); k++) {
            const import_json *child = &children->is.items[k];
            double number = child->kind == IMPORT_JSON_NUMBER ? child->is.number : -1;
            if (!(number >= 0 && number < list->count) || number != floor(number))
                return import_json_fault(
                    &source->document, child, source->error,
                    "a child must be the number of a node below %lu; export the file again",
                    (unsigned long)list->count);
            if (parents[(uint32_t)number] >= 0 || (uint32_t)number == i)
                return import_json_fault(&source->document, child, source->error,
                                         "node %lu has two parents or is its own; export the file again",
                                         (unsigned long)number);
            parents[(uint32_t)number] = (int32_t)i;
        }
    }
    return true;
}

/* Places the nodes so that parents come first, in the order of the file otherwise. */
static bool place_nodes(gltf_source *source, const import_json *list, const int32_t *parents) {
    uint32_t *waiting = malloc(((size_t)list->count + 1) * sizeof *waiting), placed = 0, used = 0;
    if (waiting == NULL) return gltf_memory(source);
    memset(source->node_place, 0xFF, (size_t)list->count * sizeof *source->node_place);
    for (uint32_t i = 0; i < list->count; i++) {
        /* up to the first ancestor that has its place, then down again, placing the nodes on the way */
        for (int32_t at = (int32_t)i; at >= 0 && source->node_place[at] == UINT32_MAX && used <= list->count;
             at = parents[at]) {
            if (used < list->count) waiting[used] = (uint32_t)at;
            used++;
        }
        if (used > list->count) {
            free(waiting);
            return import_json_fault(&source->document, &list->is.items[i], source->error,
                                     "node %lu is its own ancestor; export the file again", (unsigned long)i);
        }
        while (used > 0) source->node_place[waiting[--used]] = placed++;
    }
    free(waiting);
    return true;
}

/* ---- nodes ---- */

static bool read_rotation(gltf_source *source, const import_json *json, import_node *node) {
    double square = 0;
    if (!import_json_numbers(GLTF_AT(source, json), "rotation", false, 4, node->rotation)) return false;
    for (int k = 0; k < 4; k++) square += node->rotation[k] * node->rotation[k];
    if (!(square > 1e-20) || !(square < 1e20))
        return import_json_fault(&source->document, json, source->error,
                                 "the rotation has no direction; write 0, 0, 0, 1 for none");
    for (int k = 0; k < 4; k++) node->rotation[k] /= sqrt(square);
    return true;
}

static bool read_matrix(gltf_source *source, const import_json *json, import_node *node) {
    double columns[16];
    node->has_matrix = import_json_find(json, "matrix") != NULL;
    if (!import_json_numbers(GLTF_AT(source, json), "matrix", false, 16, columns)) return false;
    for (int row = 0; node->has_matrix && row < 3; row++) {
        for (int column = 0; column < 4; column++) node->matrix[row * 4 + column] = columns[column * 4 + row];
    }
    return true;
}

static bool read_node_weights(gltf_source *source, const import_json *json, import_node *node) {
    const import_json *weights;
    if (!import_json_array(GLTF_AT(source, json), "weights", false, 0, UINT32_MAX, &weights)) return false;
    uint32_t count = node->mesh < 0 ? 0 : source->scene->meshes[node->mesh].morph_count;
    if (weights == NULL || count == 0) return true;
    if (weights->count != count)
        return import_json_fault(&source->document, weights, source->error,
                                 "%lu weights for %lu morph targets; export the file again",
                                 (unsigned long)weights->count, (unsigned long)count);
    node->weights = calloc(count, sizeof *node->weights);
    if (node->weights == NULL) return gltf_memory(source);
    for (uint32_t i = 0; i < count; i++) {
        const import_json *weight = &weights->is.items[i];
        if (weight->kind != IMPORT_JSON_NUMBER || !(fabs(weight->is.number) < 1e6))
            return import_json_fault(&source->document, weight, source->error,
                                     "a weight must be a number; correct it");
        node->weights[i] = (float)weight->is.number;
    }
    return true;
}

static bool read_node(gltf_source *source, const import_json *json, import_node *node) {
    int64_t mesh, skin;
    bool ok = true;
    uint32_t skins = gltf_count(gltf_list(source, "skins", &ok));
    node->rotation[3] = 1;
    for (int k = 0; k < 3; k++) node->scale[k] = 1;
    node->name = gltf_name(source, json);
    node->properties = gltf_extras(json);
    if (!ok || node->name == NULL ||
        !gltf_index(source, json, "mesh", false, source->scene->mesh_count, &mesh) ||
        !gltf_index(source, json, "skin", false, skins, &skin) ||
        !import_json_numbers(GLTF_AT(source, json), "translation", false, 3, node->translation) ||
        !import_json_numbers(GLTF_AT(source, json), "scale", false, 3, node->scale) ||
        !read_rotation(source, json, node) || !read_matrix(source, json, node))
        return false;
    node->is_camera = import_json_find(json, "camera") != NULL;
    node->mesh = (int32_t)mesh;
    node->skin = (int32_t)skin;
    return read_node_weights(source, json, node);
}

/* Marks the nodes of the scene that the file shows first; all nodes when the file has no scenes. */
static bool mark_shown(gltf_source *source) {
    bool ok = true;
    int64_t shown;
    import_scene *scene = source->scene;
    const import_json *scenes = gltf_list(source, "scenes", &ok), *roots = NULL;
    if (!ok || !gltf_index(source, &source->document.root, "scene", false, gltf_count(scenes), &shown))
        return false;
    if (gltf_count(scenes) > 0) {
        const import_json *json = gltf_element(source, scenes, shown < 0 ? 0 : (uint32_t)shown);
        if (json == NULL || !import_json_array(GLTF_AT(source, json), "nodes", false, 0, UINT32_MAX, &roots))
            return false;
    }
    for (uint32_t i = 0; i < scene->node_count; i++) scene->nodes[i].shown = gltf_count(scenes) == 0;
    for (uint32_t i = 0; i < gltf_count(roots); i++) {
        const import_json *root = &roots->is.items[i];
        double number = root->kind == IMPORT_JSON_NUMBER ? root->is.number : -1;
        if (!(number >= 0 && number < scene->node_count))
            return import_json_fault(&source->document, root, source->error,
                                     "a scene names a node that is not there; export the file again");
        scene->nodes[source->node_place[(uint32_t)number]].shown = true;
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].parent >= 0 && scene->nodes[scene->nodes[i].parent].shown)
            scene->nodes[i].shown = true;
    }
    return true;
}

bool gltf_read_nodes(gltf_source *source) {
    bool ok = true;
    import_scene *scene = source->scene;
    const import_json *list = gltf_list(source, "nodes", &ok);
    uint32_t count = gltf_count(list);
    if (!ok) return false;
    if (count > IMPORT_SCENE_NODES)
        return import_json_fault(&source->document, list, source->error,
                                 "%lu nodes, at most %d are read; simplify it", (unsigned long)count,
                                 IMPORT_SCENE_NODES);
    int32_t *parents = malloc(((size_t)count + 1) * sizeof *parents);
    scene->nodes = calloc((size_t)count + 1, sizeof *scene->nodes);
    source->node_place = malloc(((size_t)count + 1) * sizeof *source->node_place);
    ok = parents != NULL && scene->nodes != NULL && source->node_place != NULL;
    if (!ok) gltf_memory(source);
    ok = ok && (count == 0 || (find_parents(source, list, parents) && place_nodes(source, list, parents)));
    if (ok) scene->node_count = count;
    for (uint32_t i = 0; ok && i < count; i++) {
        import_node *node = &scene->nodes[source->node_place[i]];
        node->parent = parents[i] < 0 ? -1 : (int32_t)source->node_place[parents[i]];
        ok = read_node(source, &list->is.items[i], node);
    }
    free(parents);
    return ok && mark_shown(source);
}

/* ---- skins ---- */

static bool read_binds(gltf_source *source, const import_json *json, import_skin *skin) {
    float *values;
    uint32_t count;
    int64_t index;
    const import_json *at = import_json_find(json, "inverseBindMatrices");
    for (uint32_t i = 0; i < skin->joint_count; i++) import_matrix_identity(skin->inverse_bind[i]);
    if (at == NULL) return true;
    if (!gltf_index(source, json, "inverseBindMatrices", true, gltf_count(source->accessors), &index) ||
        !gltf_floats(source, at, index, 16, &values, &count))
        return false;
    bool ok = count >= skin->joint_count;
    if (!ok)
        import_json_fault(&source->document, at, source->error,
                          "%lu matrices for %lu joints; export the file again", (unsigned long)count,
                          (unsigned long)skin->joint_count);
    for (uint32_t i = 0; ok && i < skin->joint_count; i++) {
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 4; column++)
                skin->inverse_bind[i][row * 4 + column] =
                    (double)values[(size_t)i * 16 + (size_t)(column * 4 + row)];
        }
    }
    free(values);
    return ok;
}

static bool read_skin(gltf_source *source, const import_json *json, import_skin *skin) {
    const import_json *joints;
    if (!import_json_array(GLTF_AT(source, json), "joints", true, 1, IMPORT_SCENE_JOINTS, &joints))
        return false;
    skin->name = gltf_name(source, json);
    if (skin->name == NULL) return false;
    skin->joints = malloc((size_t)joints->count * sizeof *skin->joints);
    skin->inverse_bind = malloc((size_t)joints->count * sizeof *skin->inverse_bind);
    if (skin->joints == NULL || skin->inverse_bind == NULL) return gltf_memory(source);
    skin->joint_count = joints->count;
    for (uint32_t i = 0; i < joints->count; i++) {
        const import_json *joint = &joints->is.items[i];
        double number = joint->kind == IMPORT_JSON_NUMBER ? joint->is.number : -1;
        if (!(number >= 0 && number < source->scene->node_count) || number != floor(number))
            return import_json_fault(&source->document, joint, source->error,
                                     "a joint must be the number of a node below %lu; export the file again",
                                     (unsigned long)source->scene->node_count);
        skin->joints[i] = source->node_place[(uint32_t)number];
    }
    return read_binds(source, json, skin);
}

bool gltf_read_skins(gltf_source *source) {
    bool ok = true;
    import_scene *scene = source->scene;
    const import_json *list = gltf_list(source, "skins", &ok);
    if (!ok) return false;
    scene->skins = calloc((size_t)gltf_count(list) + 1, sizeof *scene->skins);
    if (scene->skins == NULL) return gltf_memory(source);
    for (uint32_t i = 0; i < gltf_count(list); i++) {
        const import_json *json = gltf_element(source, list, i);
        scene->skin_count++;
        if (json == NULL || !read_skin(source, json, &scene->skins[i])) return false;
    }
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const import_node *node = &scene->nodes[i];
        if (node->skin < 0 || node->mesh < 0) continue;
        if (source->most_joint[node->mesh] > scene->skins[node->skin].joint_count)
            return import_json_fault(
                &source->document, &list->is.items[node->skin], source->error,
                "a vertex of mesh `%.60s` names joint %lu, but there are %lu; export the file again",
                scene->meshes[node->mesh].name, (unsigned long)source->most_joint[node->mesh] - 1,
                (unsigned long)scene->skins[node->skin].joint_count);
    }
    return true;
}

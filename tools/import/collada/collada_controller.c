/* Meshes of the nodes that show them: geometries with skins and morphs, one mesh for equal uses. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/collada/collada_source.h"

/* ---- skins: joints ---- */

/* Whether node `number` or one above it is `top`. */
static bool is_below(const import_scene *scene, uint32_t number, uint32_t top) {
    for (int32_t at = (int32_t)number; at >= (int32_t)top; at = scene->nodes[at].parent) {
        if (at == (int32_t)top) return true;
    }
    return false;
}

/* The first node below `top` whose attribute is `word`; COLLADA_NONE when there is none. */
static uint32_t node_by(const collada_source *source, uint32_t top, const char *attribute, const char *word) {
    for (uint32_t i = top; i < source->scene->node_count; i++) {
        const char *own = import_xml_attribute_of(source->node_elements[i], attribute);
        if (own != NULL && strcmp(own, word) == 0 && is_below(source->scene, i, top)) return i;
    }
    return COLLADA_NONE;
}

static uint32_t node_anywhere(const collada_source *source, const char *attribute, const char *word) {
    for (uint32_t i = 0; i < source->scene->node_count; i++) {
        const char *own = import_xml_attribute_of(source->node_elements[i], attribute);
        if (own != NULL && strcmp(own, word) == 0) return i;
    }
    return COLLADA_NONE;
}

/* Finds a joint by its sid below a <skeleton> of the instance, else by sid, id or name anywhere. */
static uint32_t find_joint(const collada_source *source, const import_xml *instance, const char *word) {
    static const char *const attributes[] = {"sid", "id", "name"};
    for (const import_xml *at = import_xml_child(instance, "skeleton"); at != NULL;
         at = import_xml_sibling(at, "skeleton")) {
        const char *text = at->text;
        while (*text != 0 && strchr(" \t\n#", *text) != NULL) text++;
        char id[256];
        size_t length = strcspn(text, " \t\n");
        if (length >= sizeof id) continue;
        memcpy(id, text, length);
        id[length] = 0;
        uint32_t top = node_anywhere(source, "id", id),
                 found = top == COLLADA_NONE ? top : node_by(source, top, "sid", word);
        if (found != COLLADA_NONE) return found;
    }
    for (int i = 0; i < 3; i++) {
        uint32_t found = node_anywhere(source, attributes[i], word);
        if (found != COLLADA_NONE) return found;
    }
    return COLLADA_NONE;
}

static bool read_bind_shape(collada_source *source, const import_xml *skin, double m[12]) {
    const import_xml *shape = import_xml_child(skin, "bind_shape_matrix");
    double all[16];
    import_matrix_identity(m);
    if (shape == NULL) return true;
    if (!collada_exactly(source, shape, 16, all)) return false;
    memcpy(m, all, 12 * sizeof *m);
    return true;
}

/* The words of the <source> with the joints' names. */
static bool joint_names(collada_source *source, const import_xml *from, const char *const **names,
                        uint32_t *count) {
    const import_xml *list = import_xml_child(from, "Name_array");
    if (list == NULL) list = import_xml_child(from, "IDREF_array");
    if (list == NULL) list = import_xml_child(from, "SIDREF_array");
    if (list == NULL) return collada_fault(source, from, "names no joints; export the file again");
    return collada_words(source, list, names, count);
}

static bool fill_joints(collada_source *source, const import_xml *instance, const import_xml *skin,
                        import_skin *to) {
    collada_input inputs[COLLADA_INPUTS];
    uint32_t count, stride, names_count;
    collada_accessor bind = {0};
    const char *const *names;
    double shape[12];
    const import_xml *joints = import_xml_child(skin, "joints");
    if (joints == NULL) return collada_fault(source, skin, "`joints` is missing; export the file again");
    if (!collada_inputs(source, joints, inputs, &count, &stride)) return false;
    const collada_input *joint = collada_input_of(inputs, count, "JOINT"),
                        *inverse = collada_input_of(inputs, count, "INV_BIND_MATRIX");
    if (joint == NULL) return collada_fault(source, joints, "no input JOINT; export the file again");
    if (!joint_names(source, joint->target, &names, &names_count) || !read_bind_shape(source, skin, shape) ||
        (inverse != NULL && !collada_accessor_of(source, inverse->target, 16, 16, &bind)))
        return false;
    if (names_count == 0 || names_count > IMPORT_SCENE_JOINTS ||
        (inverse != NULL && bind.count < names_count))
        return collada_fault(source, joints, "%lu joints with %lu matrices; export the file again",
                             (unsigned long)names_count, (unsigned long)bind.count);
    to->joints = malloc(names_count * sizeof *to->joints);
    to->inverse_bind = malloc(names_count * sizeof *to->inverse_bind);
    if (to->joints == NULL || to->inverse_bind == NULL) return collada_memory(source);
    to->joint_count = names_count;
    for (uint32_t i = 0; i < names_count; i++) {
        double m[12];
        to->joints[i] = find_joint(source, instance, names[i]);
        if (to->joints[i] == COLLADA_NONE)
            return collada_fault(source, joint->element,
                                 "the joint `%.100s` is no node of the scene; export the skeleton too",
                                 names[i]);
        import_matrix_identity(m);
        for (uint32_t k = 0; inverse != NULL && k < 12; k++) m[k] = collada_at(&bind, i, k);
        import_matrix_multiply(m, shape, to->inverse_bind[i]);
    }
    return true;
}

/* ---- skins: weights ---- */

/* Reads the joints and weights of one vertex. */
static bool vertex_weights(collada_source *source, const import_xml *at, const int64_t *pairs,
                           uint32_t stride, const uint32_t offsets[2], const collada_accessor *weights,
                           uint32_t joints, import_influence *all, uint32_t *count, int64_t vcount) {
    *count = 0;
    for (int64_t i = 0; i < vcount; i++) {
        int64_t joint = pairs[i * stride + offsets[0]], weight = pairs[i * stride + offsets[1]];
        if (joint == -1) continue; /* bound to the shape itself: there is no joint for that */
        if (joint < 0 || joint >= joints || weight < 0 || weight >= weights->count)
            return collada_fault(
                source, at, "joint %lld with weight %lld, but there are %lu and %lu; export the file again",
                (long long)joint, (long long)weight, (unsigned long)joints, (unsigned long)weights->count);
        all[*count].joint = (uint32_t)joint;
        all[(*count)++].weight = collada_float(collada_at(weights, (uint32_t)weight, 0));
    }
    return true;
}

static bool read_weights(collada_source *source, const import_xml *skin, uint32_t joints,
                         collada_weights *to) {
    collada_input inputs[COLLADA_INPUTS];
    uint32_t count, stride, vertices, numbers, most = 4;
    const int64_t *counts, *pairs;
    collada_accessor weights;
    float worst = 0;
    const import_xml *list = import_xml_child(skin, "vertex_weights");
    const import_xml *vcount = collada_below(list, "vcount"), *v = collada_below(list, "v");
    if (list == NULL || vcount == NULL || v == NULL)
        return collada_fault(source, skin,
                             "`vertex_weights` with `vcount` and `v` is missing; export the file again");
    if (!collada_inputs(source, list, inputs, &count, &stride)) return false;
    const collada_input *joint = collada_input_of(inputs, count, "JOINT"),
                        *weight = collada_input_of(inputs, count, "WEIGHT");
    if (joint == NULL || weight == NULL)
        return collada_fault(source, list, "inputs JOINT and WEIGHT are wanted; export the file again");
    if (!collada_accessor_of(source, weight->target, 1, 1, &weights) ||
        !collada_indices(source, vcount, &counts, &vertices) || !collada_indices(source, v, &pairs, &numbers))
        return false;
    uint64_t needed = 0;
    for (uint32_t i = 0; i < vertices; i++) {
        if (counts[i] < 0 || counts[i] > numbers)
            return collada_fault(source, vcount, "vertex %lu has %lld joints", (unsigned long)i,
                                 (long long)counts[i]);
        needed += (uint64_t)counts[i] * stride;
        if ((uint32_t)counts[i] > most) most = (uint32_t)counts[i];
    }
    if (needed > numbers)
        return collada_fault(source, v, "%lu numbers, but %llu are needed; export the file again",
                             (unsigned long)numbers, (unsigned long long)needed);
    import_influence *all = collada_take(source, list, most, sizeof *all);
    to->joints = collada_take(source, list, vertices, sizeof *to->joints);
    to->weights = collada_take(source, list, vertices, sizeof *to->weights);
    if (all == NULL || to->joints == NULL || to->weights == NULL) return false;
    to->count = vertices;
    const uint32_t offsets[2] = {joint->offset, weight->offset};
    for (uint32_t i = 0; i < vertices; i++) {
        uint32_t found;
        if (!vertex_weights(source, list, pairs, stride, offsets, &weights, joints, all, &found, counts[i]))
            return false;
        float lost = import_keep_four(all, found, to->joints[i], to->weights[i]);
        worst = lost > worst ? lost : worst;
        pairs += counts[i] * stride;
    }
    if (worst > 0.001f)
        import_scene_warn(
            source->scene,
            "%s:%lu: only four joints move a vertex; up to %.1f %% of a weight was given to the others",
            source->name, (unsigned long)list->line, (double)worst * 100);
    return true;
}

/* ---- instances ---- */

/* Finds the geometry behind controllers, of which there may be a skin and a morph, in either order. */
static const import_xml *find_geometry(collada_source *source, const import_xml *at, const import_xml **skin,
                                       const import_xml **morph) {
    *skin = *morph = NULL;
    for (int step = 0; step < 3; step++) {
        if (strcmp(at->name, "geometry") == 0) return at;
        const import_xml *own = import_xml_child(at, "skin"), *blend = import_xml_child(at, "morph");
        const import_xml **place = own != NULL ? skin : morph, *found = own != NULL ? own : blend;
        if (strcmp(at->name, "controller") != 0 || found == NULL || *place != NULL) break;
        *place = found;
        at = collada_target(source, found, "source", NULL);
        if (at == NULL) return NULL;
    }
    collada_fault(source, at, "is no geometry, skin or morph of one; export the file again");
    return NULL;
}

/* A number for the materials that symbols are bound to; equal bindings have equal numbers. */
static uint32_t binding_number(collada_source *source, const import_xml *bind) {
    char text[2048] = "";
    size_t used = 0;
    const import_xml *common = bind == NULL ? NULL : import_xml_child(bind, "technique_common");
    for (const import_xml *at = common == NULL ? NULL : common->first; at != NULL; at = at->next) {
        const char *symbol = import_xml_attribute_of(at, "symbol"),
                   *target = import_xml_attribute_of(at, "target");
        size_t length = (symbol == NULL ? 0 : strlen(symbol)) + (target == NULL ? 0 : strlen(target)) + 2;
        if (used + length >= sizeof text) return COLLADA_NONE; /* too long to compare: a mesh of its own */
        memcpy(text + used, symbol == NULL ? "" : symbol, symbol == NULL ? 0 : strlen(symbol));
        used += symbol == NULL ? 0 : strlen(symbol);
        text[used++] = ' ';
        memcpy(text + used, target == NULL ? "" : target, target == NULL ? 0 : strlen(target));
        used += target == NULL ? 0 : strlen(target);
        text[used++] = ' ';
    }
    return import_name_table_add(&source->bindings, text, used);
}

static bool find_mesh(collada_source *source, const import_xml *top, const collada_mesh_wish *wish,
                      int32_t *number) {
    import_scene *scene = source->scene;
    const uint32_t key[4] = {collada_number_of(source, top), collada_number_of(source, wish->geometry),
                             binding_number(source, wish->bind), wish->weights != NULL};
    uint32_t known = source->meshes.count, place = known;
    void *meshes = scene->meshes;
    if (key[0] != COLLADA_NONE && key[2] != COLLADA_NONE) {
        place = import_record_set_add(&source->meshes, key);
        if (place == IMPORT_INTERN_FAILED) return collada_memory(source);
    } else { /* without an id or a binding number, no other mesh is the same */
        const uint32_t own[4] = {COLLADA_NONE, COLLADA_NONE, known, COLLADA_NONE};
        place = import_record_set_add(&source->meshes, own);
        if (place == IMPORT_INTERN_FAILED) return collada_memory(source);
    }
    *number = (int32_t)place;
    if (place < known) return true;
    bool room =
        import_grow(&meshes, &source->mesh_room, (size_t)scene->mesh_count + 1, sizeof *scene->meshes);
    scene->meshes = meshes;
    if (!room) return collada_memory(source);
    import_mesh *mesh = &scene->meshes[scene->mesh_count++];
    memset(mesh, 0, sizeof *mesh);
    return collada_copy(source, collada_name(wish->geometry), &mesh->name) &&
           collada_build_mesh(source, wish, mesh);
}

static bool add_skin(collada_source *source, const import_xml *instance, const import_xml *skin,
                     import_node *node) {
    import_scene *scene = source->scene;
    void *skins = scene->skins;
    bool room = import_grow(&skins, &source->skin_room, (size_t)scene->skin_count + 1, sizeof *scene->skins);
    scene->skins = skins;
    if (!room) return collada_memory(source);
    import_skin *to = &scene->skins[scene->skin_count];
    memset(to, 0, sizeof *to);
    node->skin = (int32_t)scene->skin_count++;
    return collada_copy(source, collada_name(skin->parent), &to->name) &&
           fill_joints(source, instance, skin, to);
}

static bool read_instance(collada_source *source, const collada_instance *instance) {
    const import_xml *at = instance->element, *skin, *morph;
    import_node *node = &source->scene->nodes[instance->node];
    collada_weights weights = {NULL, NULL, 0};
    bool alone = strcmp(at->name, "geometry") == 0;
    const import_xml *top = alone ? at : collada_target(source, at, "url", NULL);
    if (top == NULL) return false;
    const import_xml *geometry = find_geometry(source, top, &skin, &morph);
    if (geometry == NULL) return false;
    if (import_xml_child(geometry, "mesh") == NULL) {
        import_scene_warn(source->scene, "%s:%lu: a geometry that is no mesh is left out", source->name,
                          (unsigned long)geometry->line);
        return true;
    }
    if (skin != NULL && (!add_skin(source, at, skin, node) ||
                         !read_weights(source, skin, source->scene->skins[node->skin].joint_count, &weights)))
        return false;
    const collada_mesh_wish wish = {geometry, morph, skin != NULL ? &weights : NULL,
                                    alone ? NULL : import_xml_child(at, "bind_material")};
    return find_mesh(source, top, &wish, &node->mesh);
}

bool collada_read_instances(collada_source *source) {
    for (uint32_t i = 0; i < source->instance_count; i++) {
        if (!read_instance(source, &source->instances[i])) return false;
    }
    return true;
}

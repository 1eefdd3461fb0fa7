/* The node tree of COLLADA documents, with the lights in it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/angle.h"
#include "tools/import/collada/collada_source.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* ---- lights ---- */

static bool light_number(collada_source *source, const import_xml *light, const char *name, double *value) {
    const import_xml *found = import_xml_child(light, name);
    return found == NULL || collada_exactly(source, found, 1, value);
}

/* The distance at which no more than a 256th of the light is left. */
static double range_of(double constant, double linear, double quadratic) {
    double c = constant - 256;
    if (!(c < 0)) return 0;
    if (quadratic > 1e-12) return (-linear + sqrt(linear * linear - 4 * quadratic * c)) / (2 * quadratic);
    return linear > 1e-12 ? -c / linear : 0;
}

static bool add_light(collada_source *source, const import_xml *instance, uint32_t node) {
    static const char *const kinds[] = {"ambient", "directional", "point", "spot"};
    const char *url = import_xml_attribute_of(instance, "url");
    const import_xml *element = url == NULL ? NULL : collada_find(source, url), *found = NULL;
    double constant = 1, linear = 0, quadratic = 0, angle = 180, exponent = 0, colour[3] = {1, 1, 1};
    import_scene *scene = source->scene;
    void *lights = scene->lights;
    const import_xml *common = element == NULL ? NULL : import_xml_child(element, "technique_common");
    int kind = 0;
    for (; kind < 4 && common != NULL; kind++) {
        found = import_xml_child(common, kinds[kind]);
        if (found != NULL) break;
    }
    if (found == NULL) {
        import_scene_warn(scene, "%s:%lu: a light of no kind that is known is left out", source->name,
                          (unsigned long)instance->line);
        return true;
    }
    if (!import_grow(&lights, &source->light_room, (size_t)scene->light_count + 1, sizeof *scene->lights))
        return collada_memory(source);
    scene->lights = lights;
    import_light *light = &scene->lights[scene->light_count];
    memset(light, 0, sizeof *light);
    light->kind = (import_light_kind)kind;
    const import_xml *own = import_xml_child(found, "color");
    if ((own != NULL && !collada_exactly(source, own, 3, colour)) ||
        !light_number(source, found, "constant_attenuation", &constant) ||
        !light_number(source, found, "linear_attenuation", &linear) ||
        !light_number(source, found, "quadratic_attenuation", &quadratic) ||
        !light_number(source, found, "falloff_angle", &angle) ||
        !light_number(source, found, "falloff_exponent", &exponent))
        return false;
    double strongest = 0;
    for (int k = 0; k < 3; k++) strongest = colour[k] > strongest ? colour[k] : strongest;
    light->intensity = strongest > 1 ? (strongest < 1e6 ? strongest : 1e6) : 1;
    for (int k = 0; k < 3; k++) {
        double part = colour[k] / light->intensity;
        light->colour[k] = (float)(part < 0 ? 0 : part > 1 ? 1 : part);
    }
    light->node = (int32_t)node;
    light->direction[2] = -1;
    bool reaches = light->kind == IMPORT_POINT || light->kind == IMPORT_SPOT;
    double range = reaches ? range_of(constant, linear, quadratic) : 0;
    light->range = range > 0 && range < 1e9 ? range : 0;
    light->outer = light->kind != IMPORT_SPOT ? 0 : angle < 0 ? 0 : angle > 180 ? 90 : angle / 2;
    light->inner = light->kind == IMPORT_SPOT && !(exponent > 0) ? light->outer : 0;
    scene->light_count++;
    return collada_copy(source, collada_name(element), &light->name);
}

/* ---- nodes ---- */

static import_node *new_node(collada_source *source, const import_xml *element, int32_t parent,
                             const char *name) {
    import_scene *scene = source->scene;
    void *nodes = scene->nodes, *elements = (void *)source->node_elements;
    if (scene->node_count == IMPORT_SCENE_NODES) {
        collada_fault(source, element, "more than %d nodes; simplify the scene", IMPORT_SCENE_NODES);
        return NULL;
    }
    bool room = import_grow(&nodes, &source->node_room, (size_t)scene->node_count + 1, sizeof *scene->nodes);
    scene->nodes = nodes;
    room = room && import_grow(&elements, &source->node_element_room, (size_t)scene->node_count + 1,
                               sizeof *source->node_elements);
    source->node_elements = elements;
    if (!room) {
        collada_memory(source);
        return NULL;
    }
    source->node_elements[scene->node_count] = element;
    import_node *node = &scene->nodes[scene->node_count++];
    *node = (import_node){.parent = parent, .mesh = -1, .skin = -1, .shown = true};
    node->rotation[3] = 1;
    for (int k = 0; k < 3; k++) node->scale[k] = 1;
    return collada_copy(source, name, &node->name) ? node : NULL;
}

bool collada_matrix_of(collada_source *source, const import_xml *element, double m[12]) {
    collada_transform *list;
    uint32_t count;
    if (!collada_transforms(source, element, &list, &count)) return false;
    collada_compose(list, count, m);
    for (int k = 0; k < 12; k++) {
        if (!isfinite(m[k]))
            return collada_fault(source, element, "is moved beyond all bounds; check its transforms");
    }
    return true;
}

/* Places a node: by translation, rotation and scale where these give the same matrix, else by the matrix. */
static bool place_node(collada_source *source, const import_xml *element, import_node *node) {
    double m[12], back[12], largest = 0, off = 0;
    if (!collada_matrix_of(source, element, m)) return false;
    memcpy(node->matrix, m, sizeof m);
    node->has_matrix = !import_matrix_to_parts(m, node->translation, node->rotation, node->scale);
    if (!node->has_matrix) {
        import_matrix_from_parts(node->translation, node->rotation, node->scale, back);
        for (int k = 0; k < 12; k++) {
            largest = fmax(largest, fabs(m[k]));
            off = fmax(off, fabs(m[k] - back[k]));
        }
        node->has_matrix = off > 1e-5 * largest;
    }
    if (!node->has_matrix) {
        memset(node->matrix, 0, sizeof node->matrix);
        return true;
    }
    for (int k = 0; k < 3; k++) {
        node->translation[k] = node->rotation[k] = 0;
        node->scale[k] = 1;
    }
    node->rotation[3] = 1;
    return true;
}

static bool add_instance(collada_source *source, const import_xml *element, uint32_t node) {
    void *instances = source->instances;
    if (!import_grow(&instances, &source->instance_room, (size_t)source->instance_count + 1,
                     sizeof *source->instances))
        return collada_memory(source);
    source->instances = instances;
    source->instances[source->instance_count++] = (collada_instance){element, node};
    return true;
}

/* The first mesh sits on the node itself, further ones on nodes of their own below it. */
static bool add_mesh_instance(collada_source *source, const import_xml *instance, uint32_t node,
                              bool *taken) {
    if (*taken) {
        const char *url = import_xml_attribute_of(instance, "url");
        const import_xml *what = url == NULL ? NULL : collada_find(source, url);
        if (new_node(source, instance, (int32_t)node, what == NULL ? "" : collada_name(what)) == NULL)
            return false;
        node = source->scene->node_count - 1;
    }
    *taken = true;
    return add_instance(source, instance, node);
}

static bool add_node(collada_source *source, const import_xml *element, int32_t parent, int depth);

static bool add_children(collada_source *source, const import_xml *element, uint32_t number, int depth) {
    bool taken = false;
    for (const import_xml *at = element->first; at != NULL; at = at->next) {
        bool ok = true;
        if (strcmp(at->name, "node") == 0) {
            ok = add_node(source, at, (int32_t)number, depth + 1);
        } else if (strcmp(at->name, "instance_node") == 0) {
            const import_xml *node = collada_target(source, at, "url", "node");
            ok = node != NULL && add_node(source, node, (int32_t)number, depth + 1);
        } else if (strcmp(at->name, "instance_geometry") == 0 ||
                   strcmp(at->name, "instance_controller") == 0) {
            ok = add_mesh_instance(source, at, number, &taken);
        } else if (strcmp(at->name, "instance_light") == 0) {
            ok = add_light(source, at, number);
        }
        if (!ok) return false;
    }
    return true;
}

/* Adds a node and the nodes below it. Nodes that contain themselves are refused as too deep. */
static bool add_node(collada_source *source, const import_xml *element, int32_t parent, int depth) {
    if (depth > COLLADA_DEPTH)
        return collada_fault(source, element,
                             "more than %d nodes inside one another; does a node contain itself?",
                             COLLADA_DEPTH);
    import_node *node = new_node(source, element, parent, collada_name(element));
    if (node == NULL || !place_node(source, element, node)) return false;
    node->properties = collada_properties(element);
    return add_children(source, element, source->scene->node_count - 1, depth);
}

/* Shows every geometry once, for files that show no scene. */
static bool show_geometries(collada_source *source) {
    const import_xml *root = source->document.root;
    for (const import_xml *list = import_xml_child(root, "library_geometries"); list != NULL;
         list = import_xml_sibling(list, "library_geometries")) {
        for (const import_xml *at = import_xml_child(list, "geometry"); at != NULL;
             at = import_xml_sibling(at, "geometry")) {
            if (new_node(source, at, -1, collada_name(at)) == NULL ||
                !add_instance(source, at, source->scene->node_count - 1))
                return false;
        }
    }
    return true;
}

bool collada_read_nodes(collada_source *source) {
    const import_xml *root = source->document.root,
                     *shown = collada_below(root, "scene/instance_visual_scene"), *scene;
    if (shown != NULL) {
        scene = collada_target(source, shown, "url", "visual_scene");
        if (scene == NULL) return false;
    } else {
        scene = collada_below(root, "library_visual_scenes/visual_scene");
    }
    if (scene == NULL) return show_geometries(source);
    for (const import_xml *at = scene->first; at != NULL; at = at->next) {
        if (strcmp(at->name, "node") == 0 && !add_node(source, at, -1, 1)) return false;
    }
    return true;
}

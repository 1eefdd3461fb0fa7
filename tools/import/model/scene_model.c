/* Turns models into scenes, so that formats without nodes serve everything that takes scenes. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/model/scene.h"

static bool copy_text(const char *from, char **to) {
    *to = from == NULL ? NULL : import_copy_name(from, strlen(from));
    return from == NULL || *to != NULL;
}

static bool copy_materials(const import_model *model, import_scene *scene) {
    scene->materials = calloc((size_t)model->material_count + 1, sizeof *scene->materials);
    if (scene->materials == NULL) return false;
    for (uint32_t i = 0; i < model->material_count; i++) {
        import_material *to = &scene->materials[scene->material_count++];
        *to = model->materials[i];
        to->picture = 0;
        bool named = copy_text(model->materials[i].name, &to->name);
        if (!copy_text(model->materials[i].texture, &to->texture) || !named) return false;
    }
    return true;
}

/* Copies the vertices of a part, numbered by first use. `places` holds UINT32_MAX for all vertices before and
 * after. */
static bool copy_part(const import_model *model, const import_part *part, uint32_t *places,
                      import_primitive *to) {
    size_t corners = (size_t)part->triangle_count * 3;
    const uint32_t *indices = model->indices + (size_t)part->first_triangle * 3;
    uint32_t *used = malloc((corners + 1) * sizeof *used);
    to->material = part->material;
    to->triangle_count = part->triangle_count;
    to->indices = malloc((corners + 1) * sizeof *to->indices);
    if (used == NULL || to->indices == NULL) {
        free(used);
        return false;
    }
    for (size_t i = 0; i < corners; i++) {
        if (places[indices[i]] == UINT32_MAX) {
            used[to->vertex_count] = indices[i];
            places[indices[i]] = to->vertex_count++;
        }
        to->indices[i] = places[indices[i]];
    }
    size_t count = to->vertex_count;
    to->positions = malloc((count + 1) * sizeof *to->positions);
    to->normals = malloc((count + 1) * sizeof *to->normals);
    to->uvs[0] = model->source_has_uvs ? malloc((count + 1) * sizeof *to->uvs[0]) : NULL;
    to->colours = model->coloured ? malloc((count + 1) * sizeof *to->colours) : NULL;
    bool ok = to->positions != NULL && to->normals != NULL &&
              (to->uvs[0] != NULL || !model->source_has_uvs) && (to->colours != NULL || !model->coloured);
    for (size_t i = 0; i < count; i++) {
        const import_vertex *from = &model->vertices[used[i]];
        places[used[i]] = UINT32_MAX;
        if (!ok) continue;
        memcpy(to->positions[i], from->position, sizeof from->position);
        memcpy(to->normals[i], from->normal, sizeof from->normal);
        if (to->uvs[0] != NULL) memcpy(to->uvs[0][i], from->uv, sizeof from->uv);
        for (int k = 0; to->colours != NULL && k < 4; k++)
            to->colours[i][k] = (float)from->colour[k] / 255.0f;
    }
    free(used);
    return ok;
}

/* The node and mesh of an object, made for its first part; further parts of the object are added to them. */
static import_mesh *object_mesh(const import_model *model, const char *object, import_name_table *names,
                                import_scene *scene) {
    uint32_t known = names->count, number = import_name_table_add(names, object, strlen(object));
    if (number == IMPORT_INTERN_FAILED) return NULL;
    if (number < known) return &scene->meshes[number];
    import_node *node = &scene->nodes[scene->node_count++];
    import_mesh *mesh = &scene->meshes[scene->mesh_count++];
    *node = (import_node){.parent = -1, .mesh = (int32_t)number, .skin = -1, .shown = true};
    node->rotation[3] = 1;
    for (int k = 0; k < 3; k++) node->scale[k] = 1;
    bool named = copy_text(object, &node->name);
    return copy_text(object, &mesh->name) && named && model->part_count > 0 ? mesh : NULL;
}

static bool copy_parts(const import_model *model, uint32_t *places, import_name_table *names,
                       import_scene *scene) {
    for (uint32_t i = 0; i < model->part_count; i++) {
        import_mesh *mesh = object_mesh(model, model->parts[i].object, names, scene);
        if (mesh == NULL) return false;
        import_primitive *grown =
            realloc(mesh->primitives, ((size_t)mesh->primitive_count + 1) * sizeof *grown);
        if (grown == NULL) return false;
        mesh->primitives = grown;
        memset(&grown[mesh->primitive_count], 0, sizeof *grown);
        grown[mesh->primitive_count].order = i;
        if (!copy_text(model->parts[i].group, &grown[mesh->primitive_count].group)) return false;
        if (!copy_part(model, &model->parts[i], places, &grown[mesh->primitive_count++])) return false;
    }
    return true;
}

bool import_scene_from_model(const import_model *model, import_scene *scene, tool_error *error) {
    import_name_table names;
    uint32_t *places = malloc(((size_t)model->vertex_count + 1) * sizeof *places);
    memset(&names, 0, sizeof names);
    memset(scene, 0, sizeof *scene);
    scene->nodes = calloc((size_t)model->part_count + 1, sizeof *scene->nodes);
    scene->meshes = calloc((size_t)model->part_count + 1, sizeof *scene->meshes);
    bool ok = places != NULL && scene->nodes != NULL && scene->meshes != NULL && copy_materials(model, scene);
    if (ok) {
        memset(places, 0xFF, (size_t)model->vertex_count * sizeof *places);
        ok = copy_parts(model, places, &names, scene);
    }
    import_name_table_free(&names);
    free(places);
    for (uint32_t i = 0; ok && i < model->warning_count; i++)
        import_scene_warn(scene, "%s", model->warnings[i]);
    if (ok) return true;
    import_scene_free(scene);
    return import_error_memory(error, NULL);
}

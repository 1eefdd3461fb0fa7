/* A scene at a moment as one model: posed vertices, unified, triangles sorted by material. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/model/rig.h"
#include "tools/import/model/shaping.h"
#include "tools/import/model/triangulate.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* A primitive and the node that shows it. */
typedef struct shown_primitive {
    uint32_t node, material;
    const import_primitive *primitive;
    size_t place;
} shown_primitive;

typedef struct baker {
    const char *name;
    const import_scene *scene;
    import_pose pose;
    import_model *model;
    tool_error *error;
    import_role role;
    uint32_t level; /* of IMPORT_ROLE_DISTANT */
    shown_primitive *shown;
    size_t shown_count, shown_room, triangle_room;
    import_record_set vertices; /* of import_vertex */
    uint64_t triangles;
    const import_rig *rig, *own; /* vertices are bound to these; NULL: they are posed */
    double apart;
    const import_shaping *shaping; /* NULL: no shapes */
    import_shaper shaper;
} baker;

static bool no_memory(baker *b) { return import_error_memory(b->error, b->name); }

/* ---- shown primitives ---- */

static bool collect(baker *b) {
    const import_scene *scene = b->scene;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const import_node *node = &scene->nodes[i];
        uint32_t level = b->level;
        if (!node->shown || node->mesh < 0 || import_node_role(scene, i, &level) != b->role ||
            level != b->level)
            continue;
        const import_mesh *mesh = &scene->meshes[node->mesh];
        for (uint32_t p = 0; p < mesh->primitive_count; p++) {
            void *shown = b->shown;
            bool room = import_grow(&shown, &b->shown_room, b->shown_count + 1, sizeof *b->shown);
            b->shown = shown;
            if (!room) return no_memory(b);
            b->shown[b->shown_count++] =
                (shown_primitive){i, mesh->primitives[p].material, &mesh->primitives[p], 0};
            b->triangles += mesh->primitives[p].triangle_count;
            if (b->triangles > IMPORT_SCENE_TRIANGLES)
                return import_error_file(b->error, b->name, "shows more than %d triangles; simplify it",
                                         IMPORT_SCENE_TRIANGLES);
        }
    }
    return true;
}

static int by_order(const void *a, const void *b) {
    const shown_primitive *x = a, *y = b;
    uint32_t before = x->primitive->order, behind = y->primitive->order;
    if (before != behind) return before < behind ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Sorts by material, within a material by order and then by appearance (counting sort). */
static bool sort_shown(baker *b) {
    size_t materials = b->scene->material_count;
    size_t *first = calloc(materials + 2, sizeof *first);
    for (size_t i = 0; i < b->shown_count; i++) b->shown[i].place = i;
    if (b->shown_count > 0) qsort(b->shown, b->shown_count, sizeof *b->shown, by_order);
    shown_primitive *sorted = malloc((b->shown_count + 1) * sizeof *sorted);
    if (first != NULL && sorted != NULL) {
        for (size_t i = 0; i < b->shown_count; i++) first[b->shown[i].material + 1]++;
        for (size_t i = 1; i <= materials; i++) first[i] += first[i - 1];
        for (size_t i = 0; i < b->shown_count; i++) sorted[first[b->shown[i].material]++] = b->shown[i];
    }
    bool ok = first != NULL && sorted != NULL;
    free(first);
    free(b->shown);
    b->shown = sorted;
    return ok || no_memory(b);
}

/* ---- triangles ---- */

static bool add_triangle(baker *b, const import_vertex corners[3]) {
    double points[3][3];
    import_model *model = b->model;
    void *indices = model->indices;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) points[i][k] = (double)corners[i].position[k];
    }
    if (b->shaper.poses == NULL && import_triangle_is_degenerate(points[0], points[1], points[2])) {
        model->degenerate_triangles++;
        return true;
    }
    bool room = import_grow(&indices, &b->triangle_room, (size_t)model->triangle_count + 1,
                            3 * sizeof *model->indices);
    model->indices = indices;
    if (!room) return no_memory(b);
    for (int i = 0; i < 3; i++) {
        uint32_t vertex = import_record_set_add(&b->vertices, &corners[i]);
        if (vertex == IMPORT_INTERN_FAILED) return no_memory(b);
        model->indices[(size_t)model->triangle_count * 3 + (size_t)i] = vertex;
    }
    model->triangle_count++;
    return true;
}

/* Gives all corners the normal of the face. */
static void flat_normals(import_vertex corners[3]) {
    double points[3][3], normal[3], length;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) points[i][k] = (double)corners[i].position[k];
    }
    import_polygon_normal((const double(*)[3])points, 3, normal);
    length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            corners[i].normal[k] = length > 0 ? (float)(normal[k] / length) + 0.0f : (k == 1 ? 1.0f : 0.0f);
    }
}

static bool add_corners(baker *b, const shown_primitive *shown, const import_bound *at, bool turned) {
    const uint32_t origin = b->shaper.poses == NULL ? 0 : b->model->origin_count;
    const double(*positions)[3] = (const double(*)[3])at->positions,
          (*normals)[3] = (const double(*)[3])at->normals;
    const import_primitive *primitive = shown->primitive;
    for (uint32_t t = 0; t < primitive->triangle_count; t++) {
        import_vertex corners[3];
        memset(corners, 0, sizeof corners);
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t v = primitive->indices[(size_t)t * 3 + (turned ? 2 - i : i)];
            for (int k = 0; k < 3; k++) {
                if (!(fabs(positions[v][k]) < 1e15)) {
                    return import_error_file(b->error, b->name,
                                             "node `%.60s` puts a vertex beyond all bounds; check its scale",
                                             b->scene->nodes[shown->node].name);
                }
                corners[i].position[k] = (float)positions[v][k] + 0.0f;
                if (primitive->normals != NULL) corners[i].normal[k] = (float)normals[v][k] + 0.0f;
            }
            if (b->shaper.poses != NULL) corners[i].origin = origin + v;
            for (int k = 0; primitive->uvs[0] != NULL && k < 2; k++)
                corners[i].uv[k] = primitive->uvs[0][v][k] + 0.0f;
            import_vertex_colour(b->model, &corners[i],
                                 primitive->colours == NULL ? NULL : primitive->colours[v], 4);
            if (b->rig == NULL) continue;
            memcpy(corners[i].joints, at->joints[v], sizeof corners[i].joints);
            memcpy(corners[i].weights, at->weights[v], sizeof corners[i].weights);
        }
        if (primitive->normals == NULL) flat_normals(corners);
        if (!add_triangle(b, corners)) return false;
    }
    return true;
}

/* Whether the node's matrix mirrors, which reverses the winding of triangles. Skins are taken as they are. */
static bool mirrors(const baker *b, const shown_primitive *shown) {
    const double *m = b->pose.world[shown->node];
    bool skinned = b->scene->nodes[shown->node].skin >= 0 && shown->primitive->joints != NULL;
    double determinant = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
                         m[2] * (m[4] * m[9] - m[5] * m[8]);
    return !skinned && determinant < 0;
}

/* The places of a primitive's vertices in a pose: as they are seen, or bound to a rig. */
static bool place_vertices(baker *b, const import_pose *pose, const shown_primitive *shown,
                           import_bound *at) {
    const import_primitive *primitive = shown->primitive;
    if (b->rig != NULL)
        return import_rig_bind(b->name, b->scene, pose, shown->node, primitive, b->rig, b->own, at, b->error);
    return import_pose_vertices(b->scene, pose, shown->node, primitive, at->positions, at->normals) ||
           no_memory(b);
}

/* Adds the primitive's vertices to the shapes, in the room of `at`. */
static bool add_shapes(baker *b, const shown_primitive *shown, import_bound *at) {
    const size_t first = b->model->origin_count, count = shown->primitive->vertex_count;
    if (b->shaper.poses == NULL) return true;
    for (uint32_t s = 0; s < b->model->shape_count; s++) {
        import_places *shape = &b->model->shapes[s];
        void *positions = realloc(shape->positions, (first + count + 1) * sizeof *shape->positions);
        if (positions != NULL) shape->positions = positions;
        void *normals = realloc(shape->normals, (first + count + 1) * sizeof *shape->normals);
        if (normals != NULL) shape->normals = normals;
        if (positions == NULL || normals == NULL) return no_memory(b);
        if (!place_vertices(b, &b->shaper.poses[s], shown, at)) return false;
        for (size_t v = 0; v < count; v++) {
            for (int k = 0; k < 3; k++) {
                shape->positions[first + v][k] = (float)at->positions[v][k] + 0.0f;
                shape->normals[first + v][k] =
                    shown->primitive->normals == NULL ? 0 : (float)at->normals[v][k] + 0.0f;
            }
        }
    }
    b->model->origin_count += (uint32_t)count;
    return true;
}

static bool add_shown(baker *b, const shown_primitive *shown) {
    const import_primitive *primitive = shown->primitive;
    import_model *model = b->model;
    size_t count = (size_t)primitive->vertex_count + 1;
    import_bound at = {.positions = malloc(count * sizeof *at.positions),
                       .normals = malloc(count * sizeof *at.normals)};
    if (b->rig != NULL) {
        at.joints = malloc(count * sizeof *at.joints);
        at.weights = malloc(count * sizeof *at.weights);
    }
    import_part *part = &model->parts[model->part_count];
    const import_node *node = &b->scene->nodes[shown->node];
    const char *mesh = primitive->group != NULL ? primitive->group : b->scene->meshes[node->mesh].name;
    bool ok = at.positions != NULL && at.normals != NULL &&
              (b->rig == NULL || (at.joints != NULL && at.weights != NULL));
    if (ok) {
        part->object = import_copy_name(node->name, strlen(node->name));
        part->group = import_copy_name(mesh, strlen(mesh));
        part->material = shown->material;
        part->first_triangle = model->triangle_count;
        model->part_count++;
        ok = part->object != NULL && part->group != NULL;
    }
    if (!ok) {
        no_memory(b);
    } else {
        ok = place_vertices(b, &b->pose, shown, &at) && add_corners(b, shown, &at, mirrors(b, shown));
        b->apart = at.apart > b->apart ? at.apart : b->apart;
        part->triangle_count = model->triangle_count - part->first_triangle;
        import_material *material = &model->materials[shown->material];
        for (int k = 0; primitive->colours != NULL && !material->defined && k < 3; k++)
            material->diffuse[k] = 1; /* the grey of an undefined material would darken vertex colours */
        model->source_positions += primitive->vertex_count;
        model->source_faces += primitive->triangle_count;
        model->source_has_uvs = model->source_has_uvs || primitive->uvs[0] != NULL;
        model->uvs_complete = model->uvs_complete && primitive->uvs[0] != NULL;
        model->source_has_normals = model->source_has_normals || primitive->normals != NULL;
        ok = ok && add_shapes(b, shown, &at);
    }
    free(at.positions);
    free(at.normals);
    free(at.joints);
    free(at.weights);
    return ok;
}

/* ---- materials ---- */

static bool copy_picture(const import_image *from, import_image *to) {
    size_t pixels = (size_t)from->width * (size_t)from->height;
    *to = *from;
    to->rgba = malloc(pixels * 4 + 1);
    to->indices = from->indices == NULL ? NULL : malloc(pixels + 1);
    to->palette = from->palette == NULL ? NULL : malloc((size_t)from->palette_count * 4 + 1);
    if (to->rgba == NULL || (from->indices != NULL && to->indices == NULL) ||
        (from->palette != NULL && to->palette == NULL)) {
        import_image_free(to);
        return false;
    }
    memcpy(to->rgba, from->rgba, pixels * 4);
    if (to->indices != NULL) memcpy(to->indices, from->indices, pixels);
    if (to->palette != NULL) memcpy(to->palette, from->palette, (size_t)from->palette_count * 4);
    return true;
}

static bool copy_materials(baker *b) {
    const import_scene *scene = b->scene;
    import_model *model = b->model;
    model->materials = calloc((size_t)scene->material_count + 1, sizeof *model->materials);
    model->pictures = calloc((size_t)scene->picture_count + 1, sizeof *model->pictures);
    model->parts = calloc(b->shown_count + 1, sizeof *model->parts);
    if (model->materials == NULL || model->pictures == NULL || model->parts == NULL) return no_memory(b);
    for (uint32_t i = 0; i < scene->picture_count; i++) {
        if (!copy_picture(&scene->pictures[i], &model->pictures[i])) return no_memory(b);
        model->picture_count++;
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const import_material *from = &scene->materials[i];
        import_material *to = &model->materials[model->material_count++];
        *to = *from;
        to->name = import_copy_name(from->name, strlen(from->name));
        to->texture = from->texture == NULL ? NULL : import_copy_name(from->texture, strlen(from->texture));
        if (to->name == NULL || (from->texture != NULL && to->texture == NULL)) return no_memory(b);
    }
    return true;
}

/* Drops parts without triangles and materials without parts, as in models of any other source. */
static void drop_empty(import_model *model) {
    uint32_t kept = 0, materials = 0;
    for (uint32_t i = 0; i < model->part_count; i++) {
        if (model->parts[i].triangle_count > 0) {
            model->parts[kept++] = model->parts[i];
        } else {
            free(model->parts[i].object);
            free(model->parts[i].group);
        }
    }
    model->part_count = kept;
    for (uint32_t i = 0, part = 0; i < model->material_count; i++) {
        import_material *material = &model->materials[i];
        material->first_triangle = part < kept ? model->parts[part].first_triangle : model->triangle_count;
        material->triangle_count = 0;
        for (; part < kept && model->parts[part].material == i; part++) {
            material->triangle_count += model->parts[part].triangle_count;
            model->parts[part].material = materials;
        }
        if (material->triangle_count > 0) {
            model->materials[materials++] = *material;
        } else {
            free(material->name);
            free(material->texture);
        }
    }
    model->material_count = materials;
}

/* ---- bones ---- */

/* Adds an octahedron from one place to another, thickest near its beginning; nothing where the places coincide. */
static bool add_bone(baker *b, const double from[3], const double to[3], double thin) {
    double axis[3], across[3], up[3], points[6][3], length = 0;
    for (int k = 0; k < 3; k++) length += (to[k] - from[k]) * (to[k] - from[k]);
    length = sqrt(length);
    if (!(length > 1e-9)) return true;
    int least = 0;
    for (int k = 0; k < 3; k++) {
        axis[k] = (to[k] - from[k]) / length;
        if (fabs(axis[k]) < fabs(axis[least])) least = k;
    }
    for (int k = 0; k < 3; k++) across[k] = (k == least ? 1 : 0) - axis[least] * axis[k];
    double norm = sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
    for (int k = 0; k < 3; k++) across[k] /= norm;
    for (int k = 0; k < 3; k++)
        up[k] = axis[(k + 1) % 3] * across[(k + 2) % 3] - axis[(k + 2) % 3] * across[(k + 1) % 3];
    for (int k = 0; k < 3; k++) {
        double middle = from[k] + axis[k] * length * 0.2, width = fmin(thin, length * 0.15);
        points[0][k] = from[k];
        points[1][k] = to[k];
        points[2][k] = middle + across[k] * width;
        points[3][k] = middle + up[k] * width;
        points[4][k] = middle - across[k] * width;
        points[5][k] = middle - up[k] * width;
    }
    for (int side = 0; side < 8; side++) {
        int a = 2 + side % 4, c = 2 + (side + 1) % 4;
        const int corner[3] = {side < 4 ? 1 : 0, side < 4 ? a : c, side < 4 ? c : a};
        import_vertex corners[3];
        memset(corners, 0, sizeof corners);
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) {
                if (!(fabs(points[corner[i]][k]) < 1e15))
                    return import_error_file(b->error, b->name,
                                             "a joint lies beyond all bounds; check its scale");
                corners[i].position[k] = (float)points[corner[i]][k] + 0.0f;
            }
        }
        flat_normals(corners);
        if (!add_triangle(b, corners)) return false;
    }
    return true;
}

/* Adds the skeleton, for files that hold nothing else. */
static bool add_bones(baker *b) {
    import_model *model = b->model;
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, extent = 0;
    for (uint32_t i = 0; i < b->scene->node_count; i++) {
        for (int k = 0; k < 3; k++) {
            double value = b->pose.world[i][k * 4 + 3];
            low[k] = i == 0 || value < low[k] ? value : low[k];
            high[k] = i == 0 || value > high[k] ? value : high[k];
        }
    }
    for (int k = 0; k < 3; k++) extent = fmax(extent, high[k] - low[k]);
    model->materials = calloc(1, sizeof *model->materials);
    model->parts = calloc(1, sizeof *model->parts);
    if (model->materials == NULL || model->parts == NULL) return no_memory(b);
    model->material_count = model->part_count = 1;
    model->materials[0].name = import_copy_name("bones", 5);
    model->parts[0].object = import_copy_name("bones", 5);
    model->parts[0].group = import_copy_name("", 0);
    if (model->materials[0].name == NULL || model->parts[0].object == NULL || model->parts[0].group == NULL)
        return no_memory(b);
    for (uint32_t i = 0; i < b->scene->node_count; i++) {
        int32_t parent = b->scene->nodes[i].parent;
        if (parent < 0) continue;
        const double *from = b->pose.world[parent], *to = b->pose.world[i];
        if (!add_bone(b, (double[3]){from[3], from[7], from[11]}, (double[3]){to[3], to[7], to[11]},
                      extent * 0.03))
            return false;
    }
    for (int k = 0; k < 3; k++) model->materials[0].diffuse[k] = 0.8f;
    model->materials[0].opacity = 1;
    model->materials[0].triangle_count = model->parts[0].triangle_count = model->triangle_count;
    return true;
}

/* ---- all of it ---- */

static bool bake(baker *b, const import_animation *animation, double time) {
    if (!import_pose_make(b->scene, animation, time, &b->pose, b->error) || !collect(b) || !sort_shown(b) ||
        !import_shapes_begin(&b->shaper, b->shaping, &b->pose))
        return false;
    if (b->triangles == 0 && b->role != IMPORT_ROLE_SHOWN) return true;
    if (b->triangles == 0 && b->rig != NULL)
        return import_error_offset(
            b->error, b->name, 0,
            "shows no triangle that could hang on a skeleton; take the file with the mesh");
    if (b->triangles == 0) {
        if (!add_bones(b)) return false;
    } else {
        if (!copy_materials(b)) return false;
        b->model->uvs_complete = true;
        for (size_t i = 0; i < b->shown_count; i++) {
            if (!add_shown(b, &b->shown[i])) return false;
        }
        drop_empty(b->model);
    }
    if (b->model->triangle_count > 0) return true;
    return import_error_offset(b->error, b->name, 0, /* offset 0: the whole file */
                               "shows no triangle with any area and no bones; check the export");
}

/* Bakes, and gives the vertices to the model. */
static bool bake_all(baker *b, const import_animation *animation, double time) {
    memset(b->model, 0, sizeof *b->model);
    b->vertices.record_size = sizeof(import_vertex);
    b->shaper = (import_shaper){b->name, b->scene, b->model, NULL, b->error};
    bool ok = bake(b, animation, time);
    b->model->vertices = (import_vertex *)(void *)b->vertices.records;
    b->model->vertex_count = b->vertices.count;
    b->vertices.records = NULL;
    import_record_set_free(&b->vertices);
    import_pose_free(&b->pose);
    if (ok && b->shaper.poses != NULL) import_shapes_end(b->model);
    import_shapes_free(&b->shaper);
    free(b->shown);
    return ok;
}

bool import_scene_bake_role(const char *name, const import_scene *scene, import_role role, uint32_t level,
                            import_model *model, tool_error *error) {
    baker b = {.name = name, .scene = scene, .model = model, .error = error, .role = role, .level = level};
    bool ok = bake_all(&b, NULL, 0);
    if (!ok) import_model_free(model);
    return ok;
}

bool import_scene_bake_bound(const char *name, const import_scene *scene, import_role role, uint32_t level,
                             const import_rig *rig, const import_rig *own, import_model *model, double *apart,
                             tool_error *error) {
    baker b = {.name = name,
               .scene = scene,
               .model = model,
               .error = error,
               .role = role,
               .level = level,
               .rig = rig,
               .own = own};
    bool ok = bake_all(&b, NULL, 0);
    *apart = b.apart > *apart ? b.apart : *apart;
    model->skinned = true;
    if (!ok) import_model_free(model);
    return ok;
}

bool import_scene_bake_shaped(const char *name, const import_scene *scene, const import_shaping *shaping,
                              const import_bound_to *bound, import_model *model, tool_error *error) {
    baker b = {.name = name, .scene = scene, .model = model, .error = error, .shaping = shaping};
    if (bound != NULL) b.rig = bound->rig, b.own = bound->own;
    const bool frames = shaping->kind == IMPORT_SHAPES_FRAMES && scene->animation_count > 0;
    bool ok = bake_all(&b, frames ? &scene->animations[0] : NULL, 0);
    if (bound != NULL) {
        *bound->apart = b.apart > *bound->apart ? b.apart : *bound->apart;
        model->skinned = true;
    }
    for (uint32_t i = 0; ok && bound == NULL && i < scene->warning_count; i++)
        import_model_warn(model, "%s", scene->warnings[i]);
    if (!ok) import_model_free(model);
    return ok;
}

bool import_scene_bake(const char *name, const import_scene *scene, const import_animation *animation,
                       double time, import_model *model, tool_error *error) {
    baker b = {.name = name, .scene = scene, .model = model, .error = error};
    bool ok = bake_all(&b, animation, time);
    for (uint32_t i = 0; ok && i < scene->warning_count; i++)
        import_model_warn(model, "%s", scene->warnings[i]);
    if (!ok) import_model_free(model);
    return ok;
}

/* Memory and warnings of scenes. */
#include "tools/import/model/scene.h"

#include <stdlib.h>
#include <string.h>

static void free_primitive(import_primitive *primitive, uint32_t morph_count) {
    free(primitive->positions);
    free(primitive->normals);
    free(primitive->tangents);
    free(primitive->uvs[0]);
    free(primitive->uvs[1]);
    free(primitive->colours);
    free(primitive->joints);
    free(primitive->weights);
    free(primitive->indices);
    free(primitive->group);
    for (uint32_t i = 0; primitive->morphs != NULL && i < morph_count; i++) {
        free(primitive->morphs[i].positions);
        free(primitive->morphs[i].normals);
    }
    free(primitive->morphs);
}

static void free_mesh(import_mesh *mesh) {
    for (uint32_t i = 0; i < mesh->primitive_count; i++)
        free_primitive(&mesh->primitives[i], mesh->morph_count);
    for (uint32_t i = 0; mesh->morph_names != NULL && i < mesh->morph_count; i++) free(mesh->morph_names[i]);
    free(mesh->morph_names);
    free(mesh->primitives);
    free(mesh->weights);
    free(mesh->name);
    free(mesh->properties);
}

static void free_animation(import_animation *animation) {
    for (uint32_t i = 0; i < animation->channel_count; i++) {
        free(animation->channels[i].times);
        free(animation->channels[i].values);
    }
    free(animation->channels);
    free(animation->name);
}

static void free_curve(import_curve *curve) {
    for (uint32_t i = 0; curve->labels != NULL && i < curve->point_count; i++) free(curve->labels[i]);
    free(curve->labels);
    free(curve->points);
    free(curve->name);
}

void import_scene_free(import_scene *scene) {
    for (uint32_t i = 0; i < scene->node_count; i++) {
        free(scene->nodes[i].name);
        free(scene->nodes[i].weights);
        free(scene->nodes[i].properties);
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++) free_mesh(&scene->meshes[i]);
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        free(scene->skins[i].name);
        free(scene->skins[i].joints);
        free(scene->skins[i].inverse_bind);
    }
    for (uint32_t i = 0; i < scene->animation_count; i++) free_animation(&scene->animations[i]);
    for (uint32_t i = 0; i < scene->material_count; i++) {
        free(scene->materials[i].name);
        free(scene->materials[i].texture);
    }
    for (uint32_t i = 0; i < scene->picture_count; i++) import_image_free(&scene->pictures[i]);
    for (uint32_t i = 0; i < scene->warning_count; i++) free(scene->warnings[i]);
    for (uint32_t i = 0; i < scene->light_count; i++) free(scene->lights[i].name);
    for (uint32_t i = 0; i < scene->curve_count; i++) free_curve(&scene->curves[i]);
    for (uint32_t i = 0; i < scene->collider_count; i++) {
        free(scene->colliders[i].name);
        free(scene->colliders[i].surface);
    }
    free(scene->lights);
    free(scene->curves);
    free(scene->colliders);
    free(scene->nodes);
    free(scene->meshes);
    free(scene->skins);
    free(scene->animations);
    free(scene->materials);
    free(scene->pictures);
    free(scene->warnings);
    memset(scene, 0, sizeof *scene);
}

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

import_role import_role_of(const char *name, uint32_t *level) {
    char head[6] = "";
    for (int i = 0; i < 5 && name[i] != 0; i++) head[i] = small(name[i]);
    if (memcmp(head, "col_", 4) == 0) return IMPORT_ROLE_COLLISION;
    if (memcmp(head, "occ_", 4) == 0) return IMPORT_ROLE_OCCLUDER;
    if (memcmp(head, "lod", 3) != 0 || head[3] < '1' || head[3] > '9' || head[4] != '_')
        return IMPORT_ROLE_SHOWN;
    if (level != NULL) *level = (uint32_t)(head[3] - '0');
    return IMPORT_ROLE_DISTANT;
}

import_role import_node_role(const import_scene *scene, uint32_t node, uint32_t *level) {
    for (int32_t at = (int32_t)node; at >= 0; at = scene->nodes[at].parent) {
        import_role role = import_role_of(scene->nodes[at].name, level);
        if (role != IMPORT_ROLE_SHOWN) return role;
    }
    return IMPORT_ROLE_SHOWN;
}

float import_keep_four(import_influence *all, uint32_t count, uint16_t joints[4], float weights[4]) {
    double sum = 0, kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        import_influence moved = all[i];
        if (!(moved.weight > 0)) moved.weight = 0;
        for (; at > 0 && all[at - 1].weight < moved.weight; at--) all[at] = all[at - 1];
        all[at] = moved;
        sum += (double)moved.weight;
    }
    for (uint32_t i = 0; i < 4 && i < count; i++) kept += (double)all[i].weight;
    for (uint32_t i = 0; i < 4; i++) {
        weights[i] = kept > 0 && i < count ? (float)((double)all[i].weight / kept) : i == 0 ? 1.0f : 0.0f;
        joints[i] = weights[i] > 0 && i < count ? (uint16_t)all[i].joint : 0;
    }
    return sum > 0 ? (float)(1 - kept / sum) : 0;
}

void import_scene_warn(import_scene *scene, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    import_warn(&scene->warnings, &scene->warning_count, format, arguments);
    va_end(arguments);
}

const import_animation *import_scene_animation(const import_scene *scene, const char *name) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < scene->animation_count; i++) {
        if (strcmp(scene->animations[i].name, name) == 0) return &scene->animations[i];
    }
    if (name[0] == 0) return NULL;
    for (const char *at = name; *at != 0; at++) {
        if (*at < '0' || *at > '9' || number > 100000) return NULL;
        number = number * 10 + (uint32_t)(*at - '0');
    }
    return number < scene->animation_count ? &scene->animations[number] : NULL;
}

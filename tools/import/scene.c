/* Memory and warnings of scenes. */
#include "tools/import/scene.h"

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
    free(scene->nodes);
    free(scene->meshes);
    free(scene->skins);
    free(scene->animations);
    free(scene->materials);
    free(scene->pictures);
    free(scene->warnings);
    memset(scene, 0, sizeof *scene);
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

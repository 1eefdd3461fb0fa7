/* Fuzz target: any bytes as a glTF text or binary file, then a pose of it and everything that is done with
 * models. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/gltf/gltf.h"
#include "tools/import/model/axes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whether a scene is small enough for more than reading: one with many instances would only cost time. */
static bool is_small(const import_scene *scene) {
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const import_mesh *mesh = scene->nodes[i].mesh < 0 ? NULL : &scene->meshes[scene->nodes[i].mesh];
        for (uint32_t p = 0; mesh != NULL && p < mesh->primitive_count; p++)
            triangles += (uint64_t)mesh->primitives[p].triangle_count + mesh->primitives[p].vertex_count;
    }
    return triangles < 100000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_scene scene;
    import_model model;
    tool_error error = {.text = ""};
    if (!import_gltf_from_memory("fuzz.glb", data, size, &scene, &error)) {
        if (error.text[0] == '\0' || strchr(error.text, '\n') != NULL || scene.nodes != NULL) abort();
        return 0;
    }
    for (uint32_t i = 0; i < scene.node_count; i++) {
        if (scene.nodes[i].parent >= (int32_t)i) abort();
    }
    if (!import_scene_convert("fuzz.glb", &scene, NULL, 1, &error)) abort();
    if (is_small(&scene)) {
        const import_animation *animation = scene.animation_count > 0 ? &scene.animations[0] : NULL;
        if (import_scene_bake("fuzz.glb", &scene, animation, 0.3, &model, &error)) {
            for (size_t i = 0; i < 3 * (size_t)model.triangle_count; i++) {
                if (model.indices[i] >= model.vertex_count) abort();
            }
            if (!import_model_optimise_order(&model, 16, &error)) abort();
            import_model_free(&model);
        }
    }
    import_scene_free(&scene);
    return 0;
}

/* Checks that all fuzz targets of scene importers make of a scene that was read. */
#ifndef OXCART_TESTS_FUZZ_SCENE_H
#define OXCART_TESTS_FUZZ_SCENE_H

#include <stdlib.h>
#include <string.h>

#include "tools/import/intermediate/intermediate.h"
#include "tools/import/model/axes.h"

/* The triangles, vertices and keys of a scene: one with many instances would only cost time behind the reader. */
static inline uint64_t fuzz_scene_size(const import_scene *scene) {
    uint64_t parts = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const import_mesh *mesh = scene->nodes[i].mesh < 0 ? NULL : &scene->meshes[scene->nodes[i].mesh];
        for (uint32_t p = 0; mesh != NULL && p < mesh->primitive_count; p++)
            parts += (uint64_t)mesh->primitives[p].triangle_count + mesh->primitives[p].vertex_count;
    }
    for (uint32_t i = 0; i < scene->animation_count; i++)
        for (uint32_t c = 0; c < scene->animations[i].channel_count; c++)
            parts += scene->animations[i].channels[c].key_count;
    return parts;
}

/* A refusal has one line, and leaves nothing of the scene. */
static inline void fuzz_refused(const import_scene *scene, const tool_error *error) {
    if (error->text[0] == '\0' || strchr(error->text, '\n') != NULL || scene->nodes != NULL) abort();
}

/* Bakes a pose of the scene as a model, in order for a vertex cache. */
static inline void fuzz_bake(const char *name, const import_scene *scene) {
    import_model model;
    tool_error error = {.text = ""};
    const import_animation *animation = scene->animation_count > 0 ? &scene->animations[0] : NULL;
    if (!import_scene_bake(name, scene, animation, 0.3, &model, &error)) return;
    for (size_t i = 0; i < 3 * (size_t)model.triangle_count; i++) {
        if (model.indices[i] >= model.vertex_count) abort();
    }
    if (!import_model_optimise_order(&model, 16, &error)) abort();
    import_model_free(&model);
    for (int role = IMPORT_ROLE_COLLISION; role <= IMPORT_ROLE_DISTANT; role++) {
        if (!import_scene_bake_role(name, scene, (import_role)role, role == IMPORT_ROLE_DISTANT, &model,
                                    &error))
            continue;
        if (model.triangle_count > 0 && model.part_count == 0) abort();
        import_model_free(&model);
    }
}

/* Writes the scene and reads it back; the scene that is read is written to the same bytes. */
static inline void fuzz_round_trip(const import_scene *scene, bool beside) {
    import_scene again;
    tool_error error = {.text = ""};
    writer text[2] = {{0}}, raw[2] = {{0}};
    const char *name = beside ? "fuzz.raw" : NULL;
    if (!import_intermediate_write(scene, "fuzz.oxs", name, &text[0], &raw[0], &error)) abort();
    if (import_intermediate_from_memory("fuzz.oxs", text[0].data, text[0].size,
                                        raw[0].size > 0 ? raw[0].data : NULL, raw[0].size, &again, &error)) {
        if (!import_intermediate_write(&again, "fuzz.oxs", name, &text[1], &raw[1], &error)) abort();
        if (text[0].size != text[1].size || memcmp(text[0].data, text[1].data, text[0].size) != 0) abort();
        if (raw[0].size != raw[1].size ||
            (raw[0].size > 0 && memcmp(raw[0].data, raw[1].data, raw[0].size) != 0))
            abort();
        import_scene_free(&again);
    } else if (strstr(error.text, "beyond all bounds") == NULL && strstr(error.text, "properties") == NULL) {
        abort();
    }
    for (int i = 0; i < 2; i++) {
        writer_free(&text[i]);
        writer_free(&raw[i]);
    }
}

static inline void fuzz_scene(const char *name, import_scene *scene) {
    tool_error error = {.text = ""};
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (scene->nodes[i].parent >= (int32_t)i) abort();
    }
    if (import_scene_convert(name, scene, NULL, 1, &error)) {
        const uint64_t parts = fuzz_scene_size(scene);
        if (parts < 20000) fuzz_bake(name, scene);
        if (parts < 2000) fuzz_round_trip(scene, scene->node_count % 2 != 0);
    }
    import_scene_free(scene);
}

/* A target whose reader is called as told, with `text` and `size`: a copy of the bytes, and behind them a zero byte where texts are read as files are. */
#define FUZZ_SCENE(name, zeros, ...)                                                                         \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);                                            \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {                                           \
        import_scene scene;                                                                                  \
        tool_error error = {.text = ""};                                                                     \
        char *text = calloc(size + (zeros) + (size == 0), 1);                                                \
        if (text == NULL) return 0;                                                                          \
        if (size > 0) memcpy(text, data, size);                                                              \
        if (__VA_ARGS__)                                                                                     \
            fuzz_scene(name, &scene);                                                                        \
        else                                                                                                 \
            fuzz_refused(&scene, &error);                                                                    \
        free(text);                                                                                          \
        return 0;                                                                                            \
    }

#endif

/* Tells kinds of model files apart and hands them to their importer. */
#include "tools/import/model/load.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/import/collada/collada.h"
#include "tools/import/intermediate/intermediate.h"
#include "tools/import/model/axes.h"
#include "tools/import/model/gltf.h"
#include "tools/import/model/iqm.h"
#include "tools/import/model/obj.h"
#include "tools/import/text/text.h"

import_file_kind import_kind_of(const void *data, size_t size) {
    const char *text = data;
    size_t at = import_text_mark(text, size);
    if (size >= 4 && memcmp(text, "glTF", 4) == 0) return IMPORT_KIND_GLTF;
    if (size >= 15 && memcmp(text, "INTERQUAKEMODEL", 15) == 0) return IMPORT_KIND_IQM;
    while (at < size && strchr(" \t\r\n", text[at]) != NULL && text[at] != 0) at++;
    bool wide = size >= 4 && (memcmp(text, "\xFF\xFE<", 4) == 0 ||
                              memcmp(text, "\xFE\xFF\0<", 4) == 0); /* UTF-16: XML says so */
    if (wide || (at < size && text[at] == '<')) return IMPORT_KIND_COLLADA;
    if (import_is_intermediate(data, size)) return IMPORT_KIND_INTERMEDIATE;
    return at < size && text[at] == '{' ? IMPORT_KIND_GLTF : IMPORT_KIND_OBJ;
}

static bool kind_of_file(const char *path, import_file_kind *kind, tool_error *error) {
    uint8_t *data;
    size_t size;
    if (!import_file_read(path, &data, &size, error)) return false;
    *kind = import_kind_of(data, size);
    free(data);
    return true;
}

bool import_is_scene(const char *path) {
    import_file_kind kind;
    return kind_of_file(path, &kind, NULL) && kind != IMPORT_KIND_OBJ;
}

static bool load_obj(const char *path, const char *letters, double unit, import_scene *scene,
                     tool_error *error) {
    import_model model;
    import_convention convention;
    memset(scene, 0, sizeof *scene);
    if (!import_convention_read(letters == NULL ? "RUB" : letters, unit, &convention, error) ||
        !import_obj_load(path, &model, error))
        return false;
    import_model_convert(&model, &convention);
    bool ok = import_scene_from_model(&model, scene, error);
    memcpy(scene->axes, "RUB", 4);
    import_model_free(&model);
    return ok;
}

bool import_scene_load(const char *path, const char *letters, double unit, import_scene *scene,
                       tool_error *error) {
    import_file_kind kind;
    bool ok = false;
    memset(scene, 0, sizeof *scene);
    if (!kind_of_file(path, &kind, error)) return false;
    switch (kind) {
    case IMPORT_KIND_OBJ:
        return load_obj(path, letters, unit, scene, error);
    case IMPORT_KIND_GLTF:
        ok = import_gltf_load(path, scene, error);
        break;
    case IMPORT_KIND_IQM:
        ok = import_iqm_load(path, scene, error);
        break;
    case IMPORT_KIND_INTERMEDIATE:
        ok = import_intermediate_load(path, scene, error);
        break;
    case IMPORT_KIND_COLLADA:
        ok = import_collada_load(path, scene, error);
        break;
    }
    if (!ok) return false;
    if (import_scene_convert(path, scene, letters, unit, error)) return true;
    import_scene_free(scene);
    return false;
}

bool import_model_load(const char *path, import_model *model, tool_error *error) {
    import_file_kind kind;
    import_scene scene;
    memset(model, 0, sizeof *model);
    if (!kind_of_file(path, &kind, error)) return false;
    if (!import_scene_load(path, NULL, 1, &scene, error)) return false;
    bool ok = import_scene_bake(path, &scene, NULL, 0, model, error);
    import_scene_free(&scene);
    return ok;
}

void import_family_free(import_family *family) {
    import_model_free(&family->shown);
    import_model_free(&family->collision);
    import_model_free(&family->occluders);
    for (int i = 0; i < 9; i++) import_model_free(&family->details[i]);
}

/* The rig of the scene itself, an empty one where it has no skin. */
static import_rig *own_rig(const char *path, const import_scene *scene, const char *skin, tool_error *error) {
    if (scene->skin_count > 0) return import_rig_make(path, scene, skin, error);
    import_rig *empty = calloc(1, sizeof *empty);
    if (empty == NULL) import_error_memory(error, path);
    return empty;
}

/* The skeleton's, out of its own file. */
static import_rig *other_rig(import_binding *binding, tool_error *error) {
    if (!import_scene_load(binding->skeleton, binding->letters, 1, &binding->bones, error)) return NULL;
    return import_rig_make(binding->skeleton, &binding->bones, binding->skin, error);
}

void import_binding_free(import_binding *binding) {
    free(binding->rig);
    import_scene_free(&binding->scene);
    import_scene_free(&binding->bones);
    binding->rig = NULL;
}

bool import_family_load_bound(const char *path, import_binding *binding, import_family *family,
                              tool_error *error) {
    import_scene *scene = &binding->scene;
    bool same = strcmp(path, binding->skeleton) == 0;
    memset(family, 0, sizeof *family);
    if (!import_scene_load(path, binding->letters, 1, scene, error)) return false;
    import_rig *own =
        same ? import_rig_make(path, scene, binding->skin, error) : own_rig(path, scene, NULL, error);
    binding->rig = own == NULL || same ? own : other_rig(binding, error);
    bool ok = binding->rig != NULL &&
              import_scene_bake_bound(path, scene, IMPORT_ROLE_SHOWN, 0, binding->rig, own, &family->shown,
                                      &binding->apart, error) &&
              import_scene_bake_role(path, scene, IMPORT_ROLE_COLLISION, 0, &family->collision, error) &&
              import_scene_bake_role(path, scene, IMPORT_ROLE_OCCLUDER, 0, &family->occluders, error);
    for (uint32_t level = 1; ok && level <= 9; level++)
        ok = import_scene_bake_bound(path, scene, IMPORT_ROLE_DISTANT, level, binding->rig, own,
                                     &family->details[level - 1], &binding->apart, error);
    if (own != binding->rig) free(own);
    if (!ok) import_family_free(family);
    return ok;
}

bool import_family_load(const char *path, import_family *family, tool_error *error) {
    import_file_kind kind;
    import_scene scene;
    memset(family, 0, sizeof *family);
    if (!kind_of_file(path, &kind, error) || !import_scene_load(path, NULL, 1, &scene, error)) return false;
    bool ok = import_scene_bake(path, &scene, NULL, 0, &family->shown, error) &&
              import_scene_bake_role(path, &scene, IMPORT_ROLE_COLLISION, 0, &family->collision, error) &&
              import_scene_bake_role(path, &scene, IMPORT_ROLE_OCCLUDER, 0, &family->occluders, error);
    for (uint32_t level = 1; ok && level <= 9; level++)
        ok = import_scene_bake_role(path, &scene, IMPORT_ROLE_DISTANT, level, &family->details[level - 1],
                                    error);
    import_scene_free(&scene);
    if (!ok) import_family_free(family);
    return ok;
}

/* Tells kinds of model files apart and hands them to their importer. */
#include "tools/import/load/load.h"

#include <stdlib.h>
#include <string.h>

#include "tools/import/base/file.h"
#include "tools/import/base/text.h"
#include "tools/import/collada/collada.h"
#include "tools/import/gltf/gltf.h"
#include "tools/import/intermediate/intermediate.h"
#include "tools/import/model/axes.h"
#include "tools/import/model/iqm.h"
#include "tools/import/model/obj.h"
#include "tools/import/model/ply.h"
#include "tools/import/model/stl.h"
#include "tools/import/model/vox.h"
#include "tools/import/program/program.h"

/* ---- the formats ---- */

static size_t first_character(const uint8_t *data, size_t size) {
    size_t at = import_text_mark((const char *)data, size);
    while (at < size && strchr(" \t\r\n", data[at]) != NULL && data[at] != 0) at++;
    return at;
}

static bool begins_with(const uint8_t *data, size_t size, char character) {
    size_t at = first_character(data, size);
    return at < size && data[at] == character;
}

static bool is_gltf(const uint8_t *data, size_t size) {
    return (size >= 4 && memcmp(data, "glTF", 4) == 0) || begins_with(data, size, '{');
}

static bool is_iqm(const uint8_t *data, size_t size) {
    return size >= 15 && memcmp(data, "INTERQUAKEMODEL", 15) == 0;
}

static bool is_collada(const uint8_t *data, size_t size) {
    bool wide = size >= 4 && (memcmp(data, "\xFF\xFE<", 4) == 0 ||
                              memcmp(data, "\xFE\xFF\0<", 4) == 0); /* UTF-16: XML says so */
    return wide || begins_with(data, size, '<');
}

static bool is_intermediate(const uint8_t *data, size_t size) { return import_is_intermediate(data, size); }

/* Any text is taken for an OBJ file. */
static bool is_obj(const uint8_t *data, size_t size) {
    return size == 0 || memchr(data, 0, size < 1024 ? size : 1024) == NULL;
}

static bool load_ply(const char *path, import_scene *scene, tool_error *error);
static bool load_stl(const char *path, import_scene *scene, tool_error *error);
static bool load_vox(const char *path, import_scene *scene, tool_error *error);

/* Every format that is read, told apart in this order. OBJ, which has neither nodes nor axes, is read apart (load_obj). */
static const struct {
    import_file_kind kind;
    const char *name;
    bool (*is)(const uint8_t *data, size_t size);
    bool (*load)(const char *path, import_scene *scene, tool_error *error);
} formats[] = {
    {IMPORT_KIND_IQM, "IQM", is_iqm, import_iqm_load},
    {IMPORT_KIND_PLY, "PLY", import_ply_is, load_ply},
    {IMPORT_KIND_STL, "STL", import_stl_is, load_stl},
    {IMPORT_KIND_VOX, "MagicaVoxel VOX", import_vox_is, load_vox},
    {IMPORT_KIND_COLLADA, "COLLADA", is_collada, import_collada_load},
    {IMPORT_KIND_INTERMEDIATE, "OXS", is_intermediate, import_intermediate_load},
    {IMPORT_KIND_GLTF, "glTF", is_gltf, import_gltf_load},
    {IMPORT_KIND_OBJ, "OBJ", is_obj, NULL},
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const char *import_model_format(size_t index) { return index < FORMATS ? formats[index].name : NULL; }

import_file_kind import_kind_of(const void *data, size_t size) {
    size_t i = 0;
    while (i + 1 < FORMATS && !formats[i].is(data, size)) i++;
    return formats[i].kind;
}

/* Whether a text is an OBJ file by its ending or by a line that begins like one of OBJ. Other texts get a list
 * of formats instead of a search for faces. */
static bool looks_as_obj(const char *path, const uint8_t *data, size_t size) {
    const char *ending = strrchr(path, '.');
    if (ending != NULL && (strcmp(ending, ".obj") == 0 || strcmp(ending, ".OBJ") == 0)) return true;
    for (size_t i = 0; i + 1 < size; i++) {
        bool first = i == 0 || data[i - 1] == '\n' || data[i - 1] == '\r';
        if (first && (data[i] == 'v' || data[i] == 'f') && (data[i + 1] == ' ' || data[i + 1] == '\t'))
            return true;
    }
    return false;
}

static bool refuse_unknown(const char *path, const uint8_t *data, size_t size, tool_error *error) {
    char list[IMPORT_FORMAT_LIST];
    for (size_t i = 0; i < FORMATS; i++) {
        if (formats[i].is(data, size) &&
            (formats[i].kind != IMPORT_KIND_OBJ || looks_as_obj(path, data, size)))
            return true;
    }
    return import_error_offset(error, path, 0, "this is no model that is read; save it as %s",
                               import_format_list(import_model_format, list));
}

static bool kind_of_file(const char *path, import_file_kind *kind, tool_error *error) {
    uint8_t *data;
    size_t size;
    *kind = IMPORT_KIND_GLTF;
    if (import_program_reads(path, IMPORT_PROGRAM_GLB)) return true;
    if (!import_file_read(path, &data, &size, error)) return false;
    bool ok = refuse_unknown(path, data, size, error);
    *kind = import_kind_of(data, size);
    free(data);
    return ok;
}

bool import_is_scene(const char *path) {
    import_file_kind kind;
    return kind_of_file(path, &kind, NULL) && kind != IMPORT_KIND_OBJ;
}

static bool load_ply(const char *path, import_scene *scene, tool_error *error) {
    uint8_t *data;
    size_t size;
    memset(scene, 0, sizeof *scene);
    if (!import_file_read(path, &data, &size, error)) return false;
    bool ok = import_ply_from_memory(path, data, size, path, scene, error);
    free(data);
    return ok;
}

/* Loads a format that needs no other file. */
static bool load_bytes(const char *path,
                       bool (*read)(const char *name, const void *data, size_t size, import_scene *scene,
                                    tool_error *error),
                       import_scene *scene, tool_error *error) {
    uint8_t *data;
    size_t size;
    memset(scene, 0, sizeof *scene);
    if (!import_file_read(path, &data, &size, error) ||
        !import_program_convert(path, IMPORT_PROGRAM_GLB, &data, &size, error))
        return false;
    bool ok = read(path, data, size, scene, error);
    free(data);
    return ok;
}

static bool load_stl(const char *path, import_scene *scene, tool_error *error) {
    return load_bytes(path, import_stl_from_memory, scene, error);
}

static bool load_vox(const char *path, import_scene *scene, tool_error *error) {
    return load_bytes(path, import_vox_from_memory, scene, error);
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
    if (kind == IMPORT_KIND_OBJ) return load_obj(path, letters, unit, scene, error);
    bool foreign = import_program_reads(path, IMPORT_PROGRAM_GLB);
    if (foreign) ok = load_bytes(path, import_gltf_from_memory, scene, error);
    for (size_t i = 0; !foreign && i < FORMATS; i++) {
        if (formats[i].kind == kind) ok = formats[i].load(path, scene, error);
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

/* The rig of the skeleton, from the skeleton's own file. */
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
              import_scene_bake_shaped(path, scene, &binding->shaping,
                                       &(import_bound_to){binding->rig, own, &binding->apart}, &family->shown,
                                       error) &&
              import_scene_bake_role(path, scene, IMPORT_ROLE_COLLISION, 0, &family->collision, error) &&
              import_scene_bake_role(path, scene, IMPORT_ROLE_OCCLUDER, 0, &family->occluders, error);
    for (uint32_t level = 1; ok && level <= 9; level++)
        ok = import_scene_bake_bound(path, scene, IMPORT_ROLE_DISTANT, level, binding->rig, own,
                                     &family->details[level - 1], &binding->apart, error);
    if (own != binding->rig) free(own);
    if (!ok) import_family_free(family);
    return ok;
}

bool import_family_load(const char *path, const import_shaping *shaping, import_family *family,
                        tool_error *error) {
    import_file_kind kind;
    import_scene scene;
    memset(family, 0, sizeof *family);
    if (!kind_of_file(path, &kind, error) || !import_scene_load(path, NULL, 1, &scene, error)) return false;
    bool ok = import_scene_bake_shaped(path, &scene, shaping, NULL, &family->shown, error) &&
              import_scene_bake_role(path, &scene, IMPORT_ROLE_COLLISION, 0, &family->collision, error) &&
              import_scene_bake_role(path, &scene, IMPORT_ROLE_OCCLUDER, 0, &family->occluders, error);
    for (uint32_t level = 1; ok && level <= 9; level++)
        ok = import_scene_bake_role(path, &scene, IMPORT_ROLE_DISTANT, level, &family->details[level - 1],
                                    error);
    import_scene_free(&scene);
    if (!ok) import_family_free(family);
    return ok;
}

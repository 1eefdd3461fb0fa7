/* Models and scenes of any kind that is read, told apart by their contents. */
#ifndef OXCART_TOOLS_IMPORT_LOAD_LOAD_H
#define OXCART_TOOLS_IMPORT_LOAD_LOAD_H

#include "tools/import/model/rig.h"

typedef enum import_file_kind {
    IMPORT_KIND_OBJ,          /* obj.h: any file of no other kind */
    IMPORT_KIND_GLTF,         /* gltf.h: begins with glTF, or with { */
    IMPORT_KIND_INTERMEDIATE, /* intermediate.h: begins with { "oxcart_scene" */
    IMPORT_KIND_IQM,          /* iqm.h */
    IMPORT_KIND_COLLADA,      /* collada.h: begins with < */
    IMPORT_KIND_PLY,          /* ply.h */
    IMPORT_KIND_STL,          /* stl.h */
    IMPORT_KIND_VOX           /* vox.h */
} import_file_kind;

import_file_kind import_kind_of(const void *data, size_t size);

/* The name of format number `index`, NULL beyond the last. */
const char *import_model_format(size_t index);

/* True when the file holds a scene with more to it than an OBJ model: nodes, skins, animations. */
bool import_is_scene(const char *path);

/* Reads a scene and brings it into the console's convention (axes.h). `letters` (NULL: as the file says) are
 * for files that do not say how their axes stand; `unit` is in metres, 1 for most. An OBJ file becomes a
 * scene of one node; it does not say its axes, so NULL means the console's own. */
bool import_scene_load(const char *path, const char *letters, double unit, import_scene *scene,
                       tool_error *error);

/* Reads the scene as it stands at rest, as one model in the console's convention. OBJ files are taken as they
 * are. A cart's `mesh` is loaded by this function. */
bool import_model_load(const char *path, import_model *model, tool_error *error);

/* The models of a file for one mesh: the model seen near by, and those that the names of nodes set apart
 * (import_role). A model without triangles stands for none. */
typedef struct import_family {
    import_model shown, collision, occluders;
    import_model details[9]; /* of the levels lod1_ to lod9_ */
} import_family;

/* Loads a family in the way of import_model_load; the model near by with shapes. */
bool import_family_load(const char *path, const import_shaping *shaping, import_family *family,
                        tool_error *error);
/* Loads the models near by and afar, bound to the joints of a skeleton: that of a skin (its name or number,
 * NULL: the skin with most joints) of the file `skeleton`, which may be the same file. `letters` are the axes of
 * files that do not state theirs. The binding is to be freed, also after a failure. */
typedef struct import_binding {
    const char *skeleton, *skin, *letters;
    import_shaping shaping;    /* of the model near by; no frames */
    import_rig *rig;           /* the rig that the vertices are bound to */
    double apart;              /* as import_rig_bind has it */
    import_scene scene, bones; /* which the rig points into: of the mesh, of another file's skeleton */
} import_binding;
void import_binding_free(import_binding *binding);
bool import_family_load_bound(const char *path, import_binding *binding, import_family *family,
                              tool_error *error);

void import_family_free(import_family *family);

#endif

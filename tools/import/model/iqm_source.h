/* Data and functions that the parts of the IQM importer share. Private to the importer. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_IQM_SOURCE_H
#define OXCART_TOOLS_IMPORT_MODEL_IQM_SOURCE_H

#include "tools/import/model/scene.h"

/* The 27 numbers behind the magic, in the order of the file. */
typedef enum iqm_field {
    IQM_VERSION,
    IQM_FILE_SIZE,
    IQM_FLAGS,
    IQM_TEXTS,
    IQM_TEXT_AT,
    IQM_MESHES,
    IQM_MESH_AT,
    IQM_ARRAYS,
    IQM_VERTICES,
    IQM_ARRAY_AT,
    IQM_TRIANGLES,
    IQM_TRIANGLE_AT,
    IQM_ADJACENCY_AT,
    IQM_JOINTS,
    IQM_JOINT_AT,
    IQM_POSES,
    IQM_POSE_AT,
    IQM_ANIMATIONS,
    IQM_ANIMATION_AT,
    IQM_FRAMES,
    IQM_FRAME_CHANNELS,
    IQM_FRAME_AT,
    IQM_BOUNDS_AT,
    IQM_COMMENTS,
    IQM_COMMENT_AT,
    IQM_EXTENSIONS,
    IQM_EXTENSION_AT,
    IQM_FIELDS
} iqm_field;

enum { IQM_HEADER = 16 + 4 * 27 };

typedef struct iqm_source {
    const char *name;
    tool_error *error;
    bool use_files;
    const uint8_t *data;
    size_t size;
    uint32_t header[IQM_FIELDS];
    uint64_t budget; /* bytes that may still be decoded */
    import_scene *scene;
} iqm_source;

uint32_t iqm_word(const iqm_source *source, size_t at);

/* A finite 32-bit float at `at`; false with a fault. */
bool iqm_float(const iqm_source *source, size_t at, double *value);

/* A malloc'd copy of a text of the file; NULL after a fault. */
char *iqm_text(const iqm_source *source, size_t named_at, uint32_t place);

/* Takes bytes from the budget. */
bool iqm_spend(iqm_source *source, size_t at, uint64_t bytes);
bool iqm_memory(const iqm_source *source);

/* ---- iqm_animation.c ---- */

/* Joints become the first nodes of the scene and one skin; poses and frames become animations. */
bool iqm_read_joints(iqm_source *source);
bool iqm_read_animations(iqm_source *source);

#endif

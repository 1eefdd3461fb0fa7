/* Inside of bake.c: the shapes of a scene, which are poses of it. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_SHAPING_H
#define OXCART_TOOLS_IMPORT_MODEL_SHAPING_H

#include "tools/import/model/scene.h"

typedef struct import_shaper {
    const char *name; /* of the file */
    const import_scene *scene;
    import_model *model;
    import_pose *poses; /* of the shapes, as many as the model has; NULL: nothing was asked for */
    tool_error *error;
} import_shaper;

/* Names the shapes and runs of a model, and makes a pose of the scene for each shape. `base`, the pose of the model itself, gets weights of 0 where targets
 * are made. Fails where the scene has no target or animation, more shapes than possible, or without memory. */
bool import_shapes_begin(import_shaper *shaper, const import_shaping *shaping, import_pose *base);
void import_shapes_free(import_shaper *shaper);

/* Runs that lead back to their first frame become loops, without the last one. */
void import_shapes_end(import_model *model);

#endif

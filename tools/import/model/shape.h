/* Puts together the scene of a file that holds one shape: corners as they come, computed normals where the file
 * has none. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_SHAPE_H
#define OXCART_TOOLS_IMPORT_MODEL_SHAPE_H

#include "tools/import/base/intern.h"
#include "tools/import/model/scene.h"

typedef struct import_shape_corner {
    float position[3], normal[3]; /* the normal counts where has_normals; unit length is not asked for */
    float uv[2];                  /* from the top left, v down */
    float colour[4];              /* 0..1 */
} import_shape_corner;

/* A shape that is all zero but for corners.record_size is empty: IMPORT_SHAPE_EMPTY. */
typedef struct import_shape {
    import_record_set corners; /* of import_shape_corner: equal ones are one */
    uint32_t *indices;         /* three to a triangle */
    size_t index_count, index_room;
    bool has_normals, has_uvs, has_colours;
} import_shape;
#define IMPORT_SHAPE_EMPTY                                                                                   \
    {                                                                                                        \
        .corners = {.record_size = sizeof(import_shape_corner) }                                             \
    }

/* Adds a corner to the list of triangles: three calls make a triangle. False without memory. */
bool import_shape_add(import_shape *shape, const import_shape_corner *corner);

/*
 * Makes the shape a scene of one node with one mesh and one material, `material`, whose texture (a path, or NULL)
 * becomes the scene's. Where the shape has no normals, a corner gets the mean of the triangles around its place,
 * weighted by their angle there; a corner whose triangle leans more than 40 degrees from that mean keeps its
 * triangle's normal. `axes` as import_scene has them, assumed. The shape is freed, also after a failure, which is
 * for lack of memory or of triangles, or for more than IMPORT_SCENE_TRIANGLES.
 */
bool import_shape_finish(const char *name, import_shape *shape, const char axes[4], const char *texture,
                         import_scene *scene, tool_error *error);
void import_shape_free(import_shape *shape);

/* For readers of all kinds: an empty node that is shown, below `parent` (-1: none), and a plain white material; false without memory. */
bool import_scene_plain_node(import_node *node, const char *name, int32_t parent);
bool import_scene_plain_material(import_material *material, const char *name);

#endif

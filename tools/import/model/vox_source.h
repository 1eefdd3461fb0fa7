/* Data and functions that the parts of the VOX reader share. Private to the reader. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_VOX_SOURCE_H
#define OXCART_TOOLS_IMPORT_MODEL_VOX_SOURCE_H

#include "tools/import/model/scene.h"

enum { VOX_SIDE = 256, VOX_DEPTH = 64 };

typedef struct vox_model {
    uint32_t size[3];
    size_t at; /* of the voxels: x, y, z, colour */
    uint32_t count;
} vox_model;

/* A chunk nTRN, nGRP or nSHP; nodes are found by binary search in the list, which is sorted by their numbers. */
typedef struct vox_node {
    uint32_t id;
    char kind; /* T, G, S */
    bool visited;
    size_t at, end; /* the bytes behind the node's number */
} vox_node;

typedef struct vox_source {
    const char *name;
    const uint8_t *data;
    size_t size;
    tool_error *error;
    import_scene *scene;
    vox_model *models;
    size_t model_count, model_room;
    vox_node *nodes; /* by ascending id once all are read */
    size_t node_count, node_room;
    uint32_t *hidden_layers;
    size_t hidden_count, hidden_room;
    size_t palette_at;       /* 0: the file has none */
    uint64_t cells;          /* of all grids so far */
    uint8_t picture_of[256]; /* the pixel of each colour */
    uint32_t side;           /* of the picture of colours */
    size_t scene_room;       /* for nodes of the scene */
} vox_source;

uint32_t vox_u32(const vox_source *v, size_t at);
bool vox_memory(const vox_source *v);

/* Makes the mesh of a model (vox_mesh.c). */
bool vox_make_mesh(vox_source *v, const vox_model *model, import_mesh *mesh);

/* Makes nodes of the scene graph (vox_graph.c). */
bool vox_make_nodes(vox_source *v);

#endif

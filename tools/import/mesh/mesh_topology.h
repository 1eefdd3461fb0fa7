/* Places, edges and pieces of a model, on which several steps of mesh conditioning work. Private to
 * these steps. */
#ifndef OXCART_TOOLS_IMPORT_MESH_MESH_TOPOLOGY_H
#define OXCART_TOOLS_IMPORT_MESH_MESH_TOPOLOGY_H

#include "tools/import/model/model.h"

#define TOPOLOGY_NONE UINT32_MAX

/* An edge between two places. A triangle runs along it forward when it goes from the lower to the higher
 * place. */
typedef struct topology_edge {
    uint32_t count, forward; /* triangles on it, and those of them that run forward */
    uint32_t triangles[2];   /* the first two */
} topology_edge;

typedef struct topology {
    uint32_t *places; /* of each vertex: equal positions share one */
    uint32_t place_count;
    uint32_t *edges; /* of each corner: the edge to the next corner; TOPOLOGY_NONE where it has no length */
    topology_edge *edge;
    uint32_t edge_count;
    uint32_t *pieces; /* of each triangle; connected by edges of exactly two triangles */
    uint32_t piece_count;
    uint8_t *flips;   /* of each triangle: to be turned so that its piece agrees with its first triangle */
    uint8_t *twisted; /* of each piece: no winding agrees */
} topology;

/* Finds places, edges and pieces. False without memory, and nothing is to be freed then. */
bool topology_make(const import_model *model, topology *t);
void topology_free(topology *t);

/* Whether the triangle runs forward along its edge at corner k. */
bool topology_is_forward(const topology *t, const import_model *model, uint32_t triangle, uint32_t k);

/* Six times the signed volume between the triangle and `from`. */
double topology_volume(const import_model *model, uint32_t triangle, const double from[3]);

#endif

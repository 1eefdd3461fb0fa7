/* Joins MESH chunks that are placed in the world to one MESH chunk, whose own space is the world. */
#ifndef OXCART_TOOLS_ENCODE_MESH_MERGE_H
#define OXCART_TOOLS_ENCODE_MESH_MERGE_H

#include "fixedmath/fixedmath.h"
#include "tools/base/writer.h"

/* A merge that is all zero is empty. */
typedef struct mesh_merge {
    struct mesh_merge_part *parts; /* one a material, several where it has too many vertices for 16 bits */
    uint32_t part_count, part_room;
    bool failed, textured; /* out of memory, beyond the world; some mesh has texture coordinates */
} mesh_merge;

/* Adds a checked MESH chunk with normals. Its vertices go where the console's matrix product takes them, its
 * normals turn with `turn`, the rotation of `place`. `material`: chunk id for all of its parts, 0: the parts'
 * own materials. */
void mesh_merge_add(mesh_merge *m, const uint8_t *mesh, const mat34 *place, const rot33 *turn,
                    uint32_t material);

/* Appends the chunk to `out`, with its box in low and high. False, and nothing is appended, when a vertex would
 * not lie where it was put: then vertices are too far apart for the 16 bits that a mesh has, or on a finer grid;
 * or when m->failed. */
bool mesh_merge_write(const mesh_merge *m, writer *out, int32_t low[3], int32_t high[3]);

void mesh_merge_free(mesh_merge *m);

#endif

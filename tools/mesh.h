/* Meshes on their way into a ROM image: quantised positions and normals, parts by material, face normals,
 * bounds. */
#ifndef OXCART_TOOLS_MESH_H
#define OXCART_TOOLS_MESH_H

#include "tools/import/model.h"
#include "tools/writer.h"

typedef struct mesh_report {
    uint32_t vertices, triangles, parts;
    double position_error; /* largest distance of a stored position from the model's, in its units */
    uint32_t
        clamped_uvs; /* corners whose texture coordinates do not fit even after shifting by whole repeats */
} mesh_report;

/* Appends a MESH chunk. materials[i] is the chunk id of the model's material i. Texture coordinates are left
 * out unless `uvs`. The model's triangles keep their order within a material; vertices follow the order of
 * first use. Fails when a position lies beyond the range of numbers, or without memory; `name` stands in the
 * error. */
bool mesh_pack(const char *name, const import_model *model, const uint32_t *materials, bool uvs, writer *out,
               mesh_report *report, tool_error *error);

#endif

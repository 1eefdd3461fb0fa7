/* Meshes on their way into a ROM image: quantised positions and normals, parts by material, face normals,
 * bounds. */
#ifndef OXCART_TOOLS_ENCODE_MESH_H
#define OXCART_TOOLS_ENCODE_MESH_H

#include "tools/base/writer.h"
#include "tools/import/model/rig.h"

typedef struct mesh_report {
    uint32_t vertices, triangles, parts;
    double position_error; /* largest distance of a stored position from the model's, in its units */
    uint32_t
        clamped_uvs; /* corners whose texture coordinates do not fit even after shifting by whole repeats */
    uint32_t skinned[3]; /* vertices with 1, 2 and 4 joints */
    double morph_error;  /* largest distance of a vertex in a shape from the model's */
} mesh_report;

/* Appends a MESH chunk. materials[i] is the chunk id of the model's material i. Texture coordinates are left
 * out unless `uvs`. The model's triangles keep their order within a material; vertices follow the order of
 * first use. Fails when a position lies beyond the range of numbers, or without memory; `name` stands in the
 * error. */
bool mesh_pack(const char *name, const import_model *model, const uint32_t *materials, bool uvs, writer *out,
               mesh_report *report, tool_error *error);

/* The skeleton that the vertices of a skinned model hang on. */
typedef struct mesh_skin {
    const import_rig *rig;
    uint32_t skeleton, hash; /* id and hash of its SKEL chunk */
    bool turns;              /* ROM_SKIN_TURNS */
} mesh_skin;

/* A model to be packed. Of a model that is `skinned`, a SKIN chunk is made too, whose header `skin_out` has as
 * zeros already. The vertices of each of its parts come sorted: first those with one joint, by joint, then those
 * with two, then those with more. */
typedef struct mesh_source {
    const char *name;
    const import_model *model;
    const uint32_t *materials;
    bool uvs;
    const mesh_skin *skin; /* or NULL */
    writer
        *morph; /* NULL: its shapes are left out; else a MORF chunk, whose header is there as zeros already */
} mesh_source;
bool mesh_pack_skinned(const mesh_source *source, writer *out, writer *skin_out, mesh_report *report,
                       tool_error *error);

/* ---- mesh_morph.c: for mesh.c ---- */

/* Where positions of a mesh lie: the centre of its box, and 2^exponent, in 1/65536 m. */
typedef struct mesh_grid {
    int64_t offset[3];
    int exponent;
} mesh_grid;

/* The step nearest to a coordinate. */
int16_t mesh_step(const mesh_grid *grid, double value, int axis);

/* Writes the part of a MORF chunk behind the header, and the header's fields, for `count` vertices in the order of the mesh. */
bool mesh_put_morph(const import_model *model, const uint32_t *source, uint32_t count, const mesh_grid *grid,
                    writer *out, mesh_report *report);

/* ---- mesh_skin.c: for mesh.c ---- */

/* Joints that a vertex hangs on, as runs have them: 1, 2 or 4. */
uint32_t mesh_influences(const import_vertex *vertex);

/* Sorts the vertices `source` (numbers of the model's) of one part and renumbers its corners. False without memory. */
bool mesh_sort_by_joints(const import_model *model, uint32_t *source, uint32_t vertices, uint16_t *indices,
                         size_t corners, bool by_weights);

/* Writes the part of a SKIN chunk behind the header, and the header's fields, for `count` vertices in the order
 * of the mesh; `error_of` is how far positions are from the model's. */
bool mesh_put_skin(const import_model *model, const uint32_t *source, uint32_t count, double error_of,
                   const mesh_skin *skin, writer *out, mesh_report *report);

#endif

/* Meshes on skeletons: the vertices of a mesh where a pose puts them.
 *
 *     ox_skin skin;
 *     if (!ox_skin_open(&skin, skin_chunk, skeleton_chunk, &mesh->mesh)) ...     another skeleton, another mesh
 *     ... local and global pose (pose.h) ...
 *     ox_status status = ox_skin_pose(&skin, global, false, &frame_memory, &posed);
 *     if (status == OX_OK) rs_frame_mesh(frame, &posed, &place, materials);
 *
 * A vertex is bound to one, two or four joints with weights whose sum is 1 (chunk SKIN, rom/FORMAT.md). Each joint has a matrix from
 * the model in its bind pose to the model as it stands now, K_j = C_j * inverse(B_j), and the vertex goes to the weighted mean of
 * where its joints take it: sums of products in 64 bits, one rounding. Vertices stand in runs with as many joints each, those of one
 * joint by joint, so that its matrix is looked up once for all of them. Normals turn likewise; where joints are blended or scaled they are
 * brought back to length. (Magnenat-Thalmann 1988; GEA 11.5.)
 *
 * A skin that TURNS (`mesh ... bends=round`) blends how its joints turn and move instead, as dual quaternions: limbs keep their thickness where the mean of places would fall in, whole at half a turn. Each joint pair and weight that vertices
 * of a run share has one matrix, worked out once, so a vertex costs no more than one with a single joint; small players (ROM_SMALL_PLAYER) blend places all the same. (Kavan and others 2007; Gems1 4.15.)
 *
 * The POSED MESH shares all but positions and normals with the mesh itself, and lies in frame memory: 6 bytes a vertex, 4 more for
 * normals, 4 a triangle for the normals of faces where they are asked for, which only flat shading looks at. While it is made, it
 * takes 64 bytes a joint that vertices hang on besides. It has an offset, exponent and bounding sphere of its own: the sphere encloses
 * all places that vertices could have by the reach of their joints, so nothing is lost at any pose, and it is larger than it has to be.
 *
 * Cost, x86-64 instructions: 1,000 a joint that vertices hang on; a vertex with its normal 190, as a mean of a model of which a tenth hangs on
 * several joints. A Game Boy Advance takes 1.1 million cycles for a pose of the example's robot with all that belongs to it: 20 joints, 442 vertices, a hundred of which
 * hang on two (sh tests/bench.sh physics with CART=rom/carts/examples/motion FUNCTION=ox_motion_pose_all):
 * 0.33 sample the clip, 0.06 put joints together, 0.84 are the skin, of which a vertex with two joints takes 2,500, one with one joint 440 without its normal, and a matrix 6,500. */
#ifndef OXCART_KERNEL_ANIMATION_SKIN_H
#define OXCART_KERNEL_ANIMATION_SKIN_H

#include "kernel/animation/pose.h"
#include "kernel/memory/frame.h"
#include "kernel/memory/status.h"
#include "raster/mesh.h"

/* Views of checked chunks; read only. */
typedef struct ox_skin {
    const uint8_t *skin, *skeleton;
    const rs_mesh *mesh; /* may be one whose vertices are elsewhere, as in morph.h */
    fx slack;            /* so far from the bound mesh at most */
} ox_skin;

/* False when the skin was made for another skeleton or another mesh. */
FX_MUST_CHECK bool ox_skin_open(ox_skin *skin, const uint8_t *chunk, const uint8_t *skeleton,
                                const rs_mesh *mesh);

/* Bytes of frame memory that a pose takes, at most; and how many of them only while it is made. */
size_t ox_skin_bytes(const ox_skin *skin, bool faces, size_t *passing);

/* K_j of a joint, or, for OX_JOINT_NONE, of vertices that stay where they are: from the mesh as it was bound to where
 * it is now. */
mat34 ox_skin_matrix(const ox_skin *skin, const sqt *global, uint32_t joint);

/* The mesh in a pose; `faces`: with normals of faces. OX_OUT_OF_MEMORY: `posed` is the mesh as it was bound. */
FX_MUST_CHECK ox_status ox_skin_pose(const ox_skin *skin, const sqt *global, bool faces,
                                     ox_frame_memory *memory, rs_mesh *posed);

/* For others that move vertices: a direction of any length as 127 to the unit, `or_else` where it has none; and the normals of all triangles of a mesh, by the places of
 * its vertices. */
void ox_skin_direction(const int64_t direction[3], const int8_t *or_else, int8_t *to);
void ox_skin_faces(const rs_mesh *posed, int8_t *to);

#endif

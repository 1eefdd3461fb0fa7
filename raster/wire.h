/* Lines that show shapes: wireframes of meshes, smooth lines, and smooth outlines of what was drawn.
 *
 * A mesh's edges are found by position, so that vertices split for their normals or coordinates do not count twice; each edge is drawn
 * once, by rs_frame_batch as a line with depth. Coverage is 4 bits: 0 nothing, 16 all of a pixel. */
#ifndef OXCART_RASTER_WIRE_H
#define OXCART_RASTER_WIRE_H

#include "raster/submit.h"

typedef struct rs_wire_options {
    bool hide_diagonals; /* edges between two triangles of one plane are left out: quads show no diagonal */
    bool hidden_line;    /* the mesh fills the depth buffer first, so that only edges in front are seen */
    int32_t bias;        /* codes that lines are brought nearer with hidden_line; 0: 200 */
    uint32_t edges;      /* out: how many edges were handed over */
} rs_wire_options;

/* Bytes of scratch that rs_frame_wireframe needs for a mesh. */
size_t rs_wire_bytes(const rs_mesh *mesh);

/* Records a mesh's edges in material->rgb; `scratch` (aligned to 8) is free again afterwards. Parts that are no plain triangles are passed
 * over. RS_BAD_ARGUMENT: scratch is too small. Cost: a sort of the corners, about 150 instructions a corner, and the lines. */
rs_result rs_frame_wireframe(rs_frame *frame, const rs_mesh *mesh, const mat34 *place,
                             const rs_material *material, rs_wire_options *options, rs_block scratch);

/* A 2D line of a pixel's width between two points in 28.4 pixels (centres at 8), over everything recorded before, blended by its coverage
 * of each pixel; both directions are the same pixels. On palette surfaces the palette's inverse table mixes; without one, pixels
 * covered by half or more are set. Coordinates beyond +-2^20: RS_OUT_OF_RANGE. (Wu 1991.) */
rs_result rs_frame_line_smooth(rs_frame *frame, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint32_t rgb);

/* After a frame's only band was drawn: blends the outlines of its triangles with what lies beside them, by how much of
 * the pixel the triangle covers; edges inside a surface, on which neighbours meet at one depth, are left alone. Surface
 * and depth must be as rs_frame_band left them. False, and nothing done, for frames of several bands and palette
 * surfaces without inverse table. Some 40 instructions a pixel of edge. */
bool rs_smooth_edges(const rs_frame *frame, const rs_surface *surface, const uint16_t *depth);

#endif

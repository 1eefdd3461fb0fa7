/* One mesh on its way into the display list: where it lies in the view volume, and the numbers that its vertices are
 * transformed by. Shared by volume.c, which works both out, and transform.c, which records the mesh. */
#ifndef OXCART_RASTER_LIST_VOLUME_H
#define OXCART_RASTER_LIST_VOLUME_H

#include "fixedmath/matrix.h"
#include "raster/list/list.h"

typedef struct rs_recording {
    rs_frame *frame;
    const rs_mesh *mesh;
    mat34 to_view;
    bool inside;              /* inside the view, and one reciprocal a vertex is precise enough */
    int32_t x[3], y[3], w[3]; /* rows over mesh units */
    int64_t x0, y0, w0;
    int32_t slope_shift; /* screen = centre + (x30 * reciprocal >> 32) >> (slope_shift + log2 w) */
    rs_depth_scale depth, view_depth; /* view_depth: for w in Q16.16 */
    int64_t origin[3];                /* translation with the mesh's offset, fx */
} rs_recording;

typedef enum rs_visibility {
    RS_OUTSIDE,  /* nothing of the mesh can be seen */
    RS_CROSSING, /* its bounding sphere reaches over the view volume or the guard band */
    RS_INSIDE,
    RS_TOO_FAR /* no view space has room for it */
} rs_visibility;

/* Tells where the mesh lies, and works out its rows and scales. The caller has set frame, mesh, to_view and origin. No
 * other member is set for a mesh that is outside or too far. */
rs_visibility rs_recording_begin(rs_recording *recording, const mat34 *model_to_world);

/* Works out the rows and scales alone, so that no vertex of the mesh can make a sum of 2^44 or more. */
void rs_recording_rows(rs_recording *recording);

#endif

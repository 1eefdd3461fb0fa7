/* A whole frame in passes: draw calls in the order of rs_pass, each pass with its own depth rules.
 *
 *     rs_pass        depth test    write   besides
 *     BACKGROUND     off           no      moves with the eye: a sky around the camera
 *     PREPASS        as stated     yes     no colour; OPAQUE then draws what is equal
 *     OPAQUE         as stated     yes
 *     DECAL          LEQUAL        no      brought nearer by decal_bias codes
 *     TRANSLUCENT    as stated     no      back to front: by rs_draw_calls_sort
 *     FOREGROUND     see below     yes     a weapon in hand: over everything, however near a wall is
 *     POST                                 a function over the finished picture
 *     OVERLAY        off           no      figures and text, which POST does not touch
 *
 * An object names its pass once, in its draw calls' keys; nobody changes the order. The foreground either has the nearest depth codes for
 * itself, or no depth and its triangles sorted far to near; with depth simply off, hollow things would draw over themselves. (GEA 10.4.) */
#ifndef OXCART_RASTER_PASSES_H
#define OXCART_RASTER_PASSES_H

#include "raster/inspect.h"

/* Works on a band of the finished picture, lines surface->top and on, and its depth. An effect may be called for
 * several bands at once on several processors. Its picture is the same whatever the bands only if no pixel depends on
 * another. */
typedef void rs_post_effect(const void *constants, const rs_surface *surface, uint16_t *depth);

/* Puts a full-screen effect into the list, over what was recorded before it. `constants` must live until the last band is drawn. */
rs_result rs_frame_post(rs_frame *frame, rs_post_effect *effect, const void *constants);

/* Puts an effect into the list whose pixels depend on others. It is called once with the whole picture where the picture is kept (rs_frame_keep), else for one band
 * after the other from the top down; never on several processors. */
rs_result rs_frame_post_ordered(rs_frame *frame, rs_post_effect *effect, const void *constants);

enum { RS_FOREGROUND_CODES = 4096, RS_DECAL_BIAS = 32 };

typedef struct rs_pass_options {
    uint32_t passes; /* bits, 0: all */
    rs_block
        painter_memory; /* base not NULL: the foreground is sorted there (raster/painter.h); NULL: it has the RS_FOREGROUND_CODES nearest
                                  codes, all other passes have the rest */
    int32_t decal_bias; /* 0: RS_DECAL_BIAS */
    rs_post_effect *post; /* or NULL */
    const void *post_constants;
    rs_write_line *log; /* or NULL: a line a pass that has draw calls, "opaque: 3" */
    void *log_context;
} rs_pass_options;

/* Brings the rules of a pass into a material's state. */
void rs_pass_state(rs_pass pass, const rs_pass_options *options, bool prepass, rs_pixel_state *state);

/* Issues all draw calls, pass by pass, within a pass in the given order; counts as rs_draw_calls_draw. Afterwards the
 * camera is as it was before. */
rs_result rs_passes_draw(rs_frame *frame, const rs_draw_calls *list, const rs_sort_entry *order,
                         const rs_tables *tables, const rs_pass_options *options,
                         rs_draw_call_counts *counts);

#endif

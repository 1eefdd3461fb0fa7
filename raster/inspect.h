/* Looking into the rasterizer: counters that reconcile, the trace of one triangle, pictures of what shading hides, and what a frame will
 * cost on a port.
 *
 * Nothing here runs inside drawing: each function works from the mesh or from the finished display list, so what a program does not
 * call costs nothing. Stages and the form that data has in each (GEA 10.2.1):
 *
 *     tools           source mesh        -> conditioning   packed mesh in the ROM
 *     application     visible draw calls -> geometry       vertices on the screen
 *     rasterization   fragments          -> pixels
 */
#ifndef OXCART_RASTER_INSPECT_H
#define OXCART_RASTER_INSPECT_H

#include "raster/draw_call.h"

/* Receives a line of text without its end. */
typedef void rs_write_line(void *context, const char *line);

/* ---- stages and their time ---- */

typedef enum rs_stage {
    RS_STAGE_TOOLS,
    RS_STAGE_CONDITIONING,
    RS_STAGE_APPLICATION,
    RS_STAGE_GEOMETRY,
    RS_STAGE_RASTERIZATION,
    RS_STAGES
} rs_stage_number;

typedef struct rs_stage_times {
    uint32_t (*now)(void *context); /* a clock that may wrap around */
    void *context;
    uint32_t since, spent[RS_STAGES];
    int running; /* a stage, or -1 */
} rs_stage_times;

const char *rs_stage_name(int stage); /* "?" for another number */
const char *rs_stage_form(int stage); /* of the data that it hands on */

void rs_stage_begin(rs_stage_times *times, uint32_t (*now)(void *context), void *context);
/* From now on time counts for `stage`; -1: for none. */
void rs_stage_enter(rs_stage_times *times, int stage);
/* The stage that took longest, the first of equals. */
int rs_stage_slowest(const rs_stage_times *times);
/* One line a stage: name, form, time, and which is the slowest. */
void rs_stage_table(const rs_stage_times *times, rs_write_line *write, void *context);

/* ---- counters ---- */

/* What becomes of a mesh's triangles; submitted = rejected + culled + degenerate + sources. */
typedef struct rs_mesh_counts {
    uint32_t vertices; /* of its parts */
    uint32_t submitted;
    uint32_t rejected;   /* wholly beyond one plane, cut away, or between two rows of pixels */
    uint32_t culled;     /* seen from behind */
    uint32_t degenerate; /* no area on the screen */
    uint32_t sources;    /* at least one piece is in the list */
    uint32_t clipped;    /* cut by a plane */
    uint32_t produced;   /* pieces in the list */
} rs_mesh_counts;

/* Adds up what rs_frame_mesh would make of a mesh under the frame's camera, without drawing, as if every triangle took
 * the plain path. Parts that are no lists of triangles are passed over. */
void rs_count_mesh(const rs_frame *frame, const rs_mesh *mesh, const mat34 *place, bool two_sided,
                   rs_mesh_counts *counts);

/* The counters that a part of a frame, a viewport say, added: each counter after it less the same counter before. */
void rs_stats_between(const rs_stats *before, const rs_stats *after, rs_stats *out);

/* Writes what each stage makes of one triangle: model and view space, outcodes, clipping, screen, set-up, and the rows that
 * it covers. False when the mesh has no such triangle. */
bool rs_trace_triangle(const rs_frame *frame, const rs_mesh *mesh, const mat34 *place, uint32_t triangle,
                       bool two_sided, rs_write_line *write, void *context);

/* One line a draw call in drawing order: pass, kind, resource, part, material with shading and state, matrix, lights. */
void rs_draw_calls_log(const rs_draw_calls *list, const rs_sort_entry *order, const rs_tables *tables,
                       rs_write_line *write, void *context);

/* ---- pictures ---- */

typedef enum rs_view_mode {
    RS_VIEW_WIREFRAME, /* edges of every triangle in the list, hidden ones too */
    RS_VIEW_OVERDRAW,  /* the pixel tells how many times it was shaded: native value 0, 1, 2 ...; no 2D */
    RS_VIEW_DEPTH,     /* white near, black far, by depth codes */
    RS_VIEW_NORMALS, /* which way a triangle faces, in view space: x to red, y to green, z to blue, 128 + 127 n */
    RS_VIEW_LEVELS, /* ideal mip level: 0 white, then green, yellow, orange, red ... */
    RS_VIEW_DENSITY, /* texels a pixel: below 3/4 blue (blocky), above 4/3 red (aliasing, wasted memory), between green; grey:
                          no texture */
    RS_VIEW_TRIANGLES, /* a colour for every item of the list */
    RS_VIEW_OVER, /* what has two dimensions and was recorded behind the last triangle, over the pixels that are there: for
                     letters over a picture of overdraw */
    RS_VIEWS
} rs_view_mode;

/* In place of rs_frame_band: the same items, clipped, in the same order and with the same depth test, shaded by `mode`. Discarded
 * pixels (alpha test, stencil) count as drawn. Palette surfaces show the nearest entries. */
void rs_frame_band_view(const rs_frame *frame, int band, const rs_surface *surface, uint16_t *depth,
                        rs_view_mode mode);

/* Texels squared a pixel squared, Q16, of the triangle in front at a pixel: 1.0 where texels are as large as pixels, 4.0 at twice that
 * distance. 0: no triangle, or no texture. */
uint64_t rs_frame_density(const rs_frame *frame, int x, int y);

/* ---- the price of a frame ---- */

/* Classes of pixels: texture (plain, affine, perspective) times light (constant, Gouraud, Phong), and the fragment pipeline; then two dimensions:
 * images copied, with clear pixels, changed or turned on the way, letters, and rectangles. The last class has commands of two dimensions alone. */
enum {
    RS_COST_FRAGMENTS = 9,
    RS_COST_FLAT,
    RS_COST_COPIED = RS_COST_FLAT,
    RS_COST_KEYED,
    RS_COST_CHANGED,
    RS_COST_LETTERS,
    RS_COST_FILLED,
    RS_COST_COMMANDS,
    RS_COST_CLASSES
};

/* What a finished list will draw, as counts. */
typedef struct rs_census {
    uint32_t vertices, submitted; /* from rs_frame_stats */
    uint32_t
        triangles[RS_COST_CLASSES];   /* or tiles, sprites, letters; times the bands that each is set up in */
    uint32_t rows[RS_COST_CLASSES];   /* spans; lines */
    uint32_t pixels[RS_COST_CLASSES]; /* covered, before the depth test */
    uint32_t picture;                 /* pixels to clear; clearing without depth is two thirds of the work */
} rs_census;

/* Walks the list band by band; about a tenth of the time that drawing takes. */
void rs_frame_census(const rs_frame *frame, rs_census *census);

/* Cycles (on a desktop: instructions) of a port, in sixteenths. */
typedef struct rs_costs {
    const char *name;
    uint32_t budget; /* cycles of a thirtieth of a second, whole ones */
    uint32_t frame;  /* whole ones */
    uint32_t vertex, light, submitted,
        clear; /* light: a vertex and light; submitted: a triangle, culled or not */
    uint32_t triangle[RS_COST_CLASSES], row[RS_COST_CLASSES], pixel[RS_COST_CLASSES];
} rs_costs;

extern const rs_costs rs_costs_gba, rs_costs_desktop; /* hand-written ARM; x86-64 with its wide spans */

/* Counters times costs, in whole cycles; `lights` a vertex. */
uint64_t rs_census_cost(const rs_census *census, const rs_costs *costs, uint32_t lights);

/* One line each for vertices, triangles, rows, pixels, and the sum against the port's budget. */
void rs_census_table(const rs_census *census, const rs_costs *costs, uint32_t lights, rs_write_line *write,
                     void *context);

#endif

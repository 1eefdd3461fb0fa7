/* Everything raster offers in one include, and where to look for what. */
#ifndef OXCART_RASTER_RASTER_H
#define OXCART_RASTER_RASTER_H

/* FIND IT BY WHAT YOU WANT: the public headers lie here, beside this one; their code lies in rooms, one folder each.
 *
 *   list       the display list: recording (transform, light, clip), binning, drawing a band; opened by list/list.h
 *     a frame from its begin to its bands                  frame.h           rs_frame_begin rs_frame_mesh rs_frame_band
 *     meshes, materials, palettes                          mesh.h            rs_mesh rs_material
 *     which of many lights a mesh gets                     lights.h          rs_lights_choose
 *     the port's fastest memory                            hot.h             RS_HOT
 *   spans      triangles cut into rows, and the quick functions for their pixels: flat, Gouraud, Phong; opened by spans/spans.h
 *   fragment   the fragment pipeline: what spans do not do, one fragment at a time; opened by fragment/fragment.h
 *     depth, stencil, alpha, blend, fog, colour masks      pixel_state.h     rs_pixel_state
 *     blending, combining, dithering, fog by themselves    blend.h combine.h dither.h fog.h fade.h
 *     coloured light, reflectance                          reflect.h         rs_lighting_at
 *     functions and programs for pixels                    program.h         rs_program
 *     tables of functions, generated coordinates           function_table.h generate.h
 *     a ROM image's materials                              material.h        rs_fragment_linked
 *   wide       spans and recording eight at a time (AVX2); opened by wide/wide.h
 *   arm        both in ARM code by hand (ARM7TDMI); opened by arm/arm.h
 *   geometry   what is drawn beside meshes; opened by submit.h
 *     vertex streams, primitives, stages                   submit.h          rs_frame_batch
 *     one call a vertex                                    immediate.h       rs_immediate_vertex
 *     pictures that face the camera                        billboards.h      rs_billboards_add
 *     wireframes, smooth lines, outlines                   wire.h            rs_frame_wireframe
 *     grids from far to near                               grid.h            rs_grid_order
 *     two dimensions for displays with layers and sprites  compose.h         rs_frame_compose
 *   passes     what is drawn before what; opened by passes.h
 *     a whole frame in passes                              passes.h          rs_passes_draw
 *     draw calls: what to draw as small records            draw_call.h       rs_draw_calls_add_mesh
 *     sorting them                                         sort.h            rs_sort
 *     the painter's algorithm, ordering tables             painter.h         rs_painter_begin
 *     techniques by what a machine can draw                technique.h       rs_techniques_choose
 *   post       what is done to the finished picture: fades, covers, vignettes, trails; opened by post.h
 *   views      what is seen from where; opened by viewport.h
 *     parts of the picture with a camera each              viewport.h        rs_viewports_split
 *     drawing into textures                                target.h          rs_target_push
 *     counters, traces, pictures of what shading hides     inspect.h
 *   surfaces   pixels and texels in memory; opened by surface.h
 *     pixel formats, clearing, reading, writing, copying   surface.h         rs_surface rs_copy
 *     sampling, mip levels                                 texture.h mipmap.h
 *     gamma, supersampling                                 gamma.h reduce.h
 *     palettes that change                                 palette_change.h  rs_palette_changed
 *     the 8x8 font                                         font.h            rs_font8x8
 *
 * Headers within a room are for the rasterizer alone. */

#include "raster/billboards.h"
#include "raster/blend.h"
#include "raster/combine.h"
#include "raster/dither.h"
#include "raster/draw_call.h"
#include "raster/fade.h"
#include "raster/flat.h"
#include "raster/fog.h"
#include "raster/font.h"
#include "raster/frame.h"
#include "raster/function_table.h"
#include "raster/gamma.h"
#include "raster/generate.h"
#include "raster/grid.h"
#include "raster/hot.h"
#include "raster/immediate.h"
#include "raster/inspect.h"
#include "raster/lights.h"
#include "raster/material.h"
#include "raster/mesh.h"
#include "raster/mipmap.h"
#include "raster/painter.h"
#include "raster/palette_change.h"
#include "raster/passes.h"
#include "raster/pixel_state.h"
#include "raster/post.h"
#include "raster/program.h"
#include "raster/reduce.h"
#include "raster/reflect.h"
#include "raster/sort.h"
#include "raster/submit.h"
#include "raster/surface.h"
#include "raster/target.h"
#include "raster/technique.h"
#include "raster/texture.h"
#include "raster/viewport.h"
#include "raster/wire.h"

#endif

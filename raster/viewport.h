/* Viewports: rectangles of the picture with a camera each, and the cameras for them.
 *
 *     rs_viewport views[RS_VIEWPORTS];
 *     int count = rs_viewports_split(2, RS_SPLIT_ROWS, 240, 160, views);    two players, one above the other
 *     for (i = 0; i < count; i++) {
 *         rs_camera_perspective(&views[i].camera, &places[i], ANG16_DEGREES(60), FX(0.5), FX(100));
 *         rs_frame_viewport(frame, &views[i]);
 *         rs_frame_mesh(frame, ...);
 *     }
 *
 * The aspect ratio is that of the rectangle, and nothing recorded for a viewport is drawn outside it; 2D commands keep the whole
 * picture's coordinates. Viewports that do not overlap share one depth buffer; one that comes over another clears its part. A whole
 * picture may also be drawn viewport after viewport with a small depth buffer of the largest viewport's size, each as a
 * frame of its own on rs_sub_surface. */
#ifndef OXCART_RASTER_VIEWPORT_H
#define OXCART_RASTER_VIEWPORT_H

#include "raster/frame.h"

#define RS_VIEWPORTS 4 /* viewports that a layout has at most; a frame takes any number */

/* SUPERSAMPLING. Meshes and what else has depth are drawn at twice the pixels across, down, or both, in strips of a few lines, and each pixel of the picture is the mean
 * of its two or four, rounded to nearest: edges have levels between, and textures far away flicker less. What the picture had before is under it, with its depth;
 * a pixel's depth becomes the nearest of its samples. The pixels are the same whatever the strips and bands. It costs what so many pixels cost, and bands are
 * drawn one after the other (rs_frame_is_serial). */
typedef struct rs_supersample {
    uint8_t across, down; /* samples of a pixel, 1 or 2 */
    rs_block memory;      /* rs_supersample_bytes or more: the more lines, the fewer strips */
} rs_supersample;

/* Colour and depth of strips of so many lines of the picture, with 2 x 2 samples. */
size_t rs_supersample_bytes(int width, rs_format format, int lines);

/* From now on what the frame's camera sees is drawn so, until a 2D command or an effect is recorded, until another viewport is set, or until this is
 * called again; NULL and 1 x 1 samples: no longer, which has to be said before the first band is drawn. The memory must live until the last band is drawn, and may be shared by viewports. RS_BAD_ARGUMENT, and pixels
 * have one sample, for formats without colours, a view of more than 768 pixels doubled, memory for less than a line, an unset camera, or while
 * rs_painter holds triangles back. */
rs_result rs_frame_supersample(rs_frame *frame, const rs_supersample *how);

/* Whether bands may not be drawn at the same time: some of what was recorded shares memory for its samples. */
bool rs_frame_is_serial(const rs_frame *frame);

typedef struct rs_viewport {
    int x, y, width, height; /* in the picture; parts beyond it are cut off */
    rs_camera camera;
    bool clear_colour, clear_depth; /* this rectangle, before anything of the viewport */
    uint32_t colour;                /* native pixel */
    uint32_t passes;                /* which passes (raster/draw_call.h) it shows, one bit each; 0: all */
    const rs_supersample *samples;  /* NULL: one sample of each pixel */
} rs_viewport;

/* Sets the rectangle and the camera for what is recorded from now on. RS_BAD_ARGUMENT for a camera that cannot be used and a
 * rectangle outside the picture; nothing changes then. */
rs_result rs_frame_viewport(rs_frame *frame, const rs_viewport *viewport);

/* A camera from its place in the world and the vertical field of view, 1 to 170 degrees. False and untouched for another angle,
 * near <= 0, far <= near or far more than 32,768 times near. Near should be as large as the game allows. */
bool rs_camera_perspective(rs_camera *camera, const rig34 *camera_to_world, ang16 field_of_view,
                           fx near_plane, fx far_plane);

/* An orthographic camera that sees `height` metres from top to bottom; near may be 0 or negative. False and untouched for
 * height <= 0 or far <= near. */
bool rs_camera_orthographic(rs_camera *camera, const rig34 *camera_to_world, fx height, fx near_plane,
                            fx far_plane);

/* A projector or off-centre view: eye, the corner O of its picture at unit distance along the axis (top left), and that
 * picture's whole width S and height T, all relative to the eye and in the world: O = N - h U + v V, S = 2 h U, T = -2
 * v V for an ordinary one (Gems1 4.2). Components of the eye within 16,384 m, of the others within 4,096 m. */
typedef struct rs_frustum {
    vec3 eye, corner, across, down;
    int width, height; /* pixels */
    fx near_plane, far_plane;
} rs_frustum;

/* S and T must be at right angles; the picture's axis is S x T turned away from the eye. False and untouched where they are
 * not, the axis meets the plane outside the picture, or a number is out of its range. */
bool rs_camera_frustum(rs_camera *camera, const rs_frustum *frustum);

/* The camera seen from a model: its axes and its distance brought into model space once, so that a vertex costs three
 * dot products and a reciprocal and no matrix at all (Gems1 4.2). For rigid places. The products are those of the
 * matrix path, so that both draw the same to the bit; rs_frame_mesh does the same with the vertex format's scale worked
 * into the rows. */
typedef struct rs_vector_camera {
    vec3 right, up, back; /* unit axes, model space */
    vec3 origin;          /* the model's origin along them: minus the three dots of the camera's position */
    fx across, down;      /* tangents of half the view: hFrac and hFrac * height / width for square pixels */
    uint32_t transforms;  /* vectors that rs_vector_camera_make transformed, however many vertices follow */
} rs_vector_camera;

/* False for a place with scale, which needs the matrix path. */
bool rs_vector_camera_make(rs_vector_camera *out, const rig34 *camera_to_world, const mat34 *model_to_world,
                           fx across, fx down);

/* A point of the model in view space, looking along -Z: the three dots. rs_attributes.position is such a point with
 * in_view. */
vec3 rs_vector_camera_view(const rs_vector_camera *camera, vec3 point);

/* The screen position in 28.4 on a picture of that size; false when the point is not ahead. */
bool rs_vector_camera_project(const rs_vector_camera *camera, vec3 point, int width, int height,
                              int32_t screen[2]);

typedef enum rs_split { RS_SPLIT_ROWS, RS_SPLIT_COLUMNS } rs_split;

/* Divides a picture among 1, 2 or 4 viewports; 2 by `split`. Cameras, clears and passes are set to 0. Returns the
 * number of viewports, 0 for another `count`. Every pixel belongs to exactly one viewport, odd sizes too. */
int rs_viewports_split(int count, rs_split split, int width, int height, rs_viewport views[RS_VIEWPORTS]);

/* A layout as data: 40 bytes a viewport, little-endian, as a ROM keeps it.
 *
 *     0  u16 x 4  left, top, width, height in 1/65536 of the picture; a width or height of 0 means all of it
 *     8  fx x 3   position of the camera
 *    20  u16 x 3  yaw about y, pitch about x, tilt about z
 *    26  u16      vertical field of view; 0: orthographic
 *    28  fx       near plane
 *    32  fx       far plane
 *    36  fx       height in metres of an orthographic view
 *
 * Reads `bytes / 40` viewports, at most RS_VIEWPORTS, for a picture of this size. Returns how many, or -1 - i for record i that no
 * camera can be made of or that lies outside. */
enum { RS_VIEWPORT_RECORD = 40 };
int rs_viewports_read(const uint8_t *data, size_t bytes, int width, int height,
                      rs_viewport views[RS_VIEWPORTS]);

#endif

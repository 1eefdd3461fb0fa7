/* Cameras: look-at, projection, clip codes, viewport mapping and its inverse, depth codes and offsets. */
#ifndef FIXEDMATH_VIEW_H
#define FIXEDMATH_VIEW_H

#include "fixedmath/linear.h"

/* View space is the camera's own frame: +X right, +Y up, looking along -Z; depth w = -z is positive ahead.
 * Clip volume after projection: -w <= x <= w, -w <= y <= w, 0 <= z <= w, with z/w running from 0 at the near
 * plane to 1 at the far plane: z/w = F/(F - N) (1 - N/w). Divide only after clipping, when w > 0.
 *
 * Accuracy: screen positions within 1/16 pixel for |x|, |y| <= 2 w and screens up to 1024; z/w within 2^-15.
 * Cost of view_project: 180 instructions on x86-64. */

/* View matrix of a camera at `eye` that looks at `target`: rows right, up, back; t = -(R eye) from the stored
 * R. An up vector along the line of sight is replaced as in dir30_basis. False for eye = target, *view is
 * then untouched. */
bool view_look_at(vec3 eye, vec3 target, vec3 up, rig34 *view);

/* View matrix of a camera's world transform: its rigid inverse. */
static inline rig34 view_from_camera(const rig34 *camera) { return rig34_inverse(camera); }

/* Projection matrices; false and untouched for near <= 0, far <= near or an empty frustum. The focal length
 * is 1/tan(fov_y/2), see fov_focal. Aspect is width / height of the picture in world proportions. */
bool view_perspective(fx focal, fx aspect, fx near, fx far, mat44 *out);
bool view_frustum(fx left, fx right, fx bottom, fx top, fx near, fx far,
                  mat44 *out);                                            /* edges on the near plane */
bool view_orthographic(fx width, fx height, fx near, fx far, mat44 *out); /* near may be 0 or negative */

/* Which clip planes a clip-space point lies outside of; 0 is inside. */
enum { CLIP_LEFT = 1, CLIP_RIGHT = 2, CLIP_BOTTOM = 4, CLIP_TOP = 8, CLIP_NEAR = 16, CLIP_FAR = 32 };
static inline unsigned view_outcode(vec4 p) {
    int64_t w = p.w;

    return (unsigned)((p.x < -w) * CLIP_LEFT | (p.x > w) * CLIP_RIGHT | (p.y < -w) * CLIP_BOTTOM |
                      (p.y > w) * CLIP_TOP | (p.z < 0) * CLIP_NEAR | (p.z > w) * CLIP_FAR);
}

/* --- the fast path: focal scale and divide ---------------------------------------------------- */

/* Set-up numbers of one camera and viewport. */
typedef struct {
    fx scale_x, scale_y;   /* pixels per unit at depth 1 (perspective) or everywhere (orthographic) */
    fx centre_x, centre_y; /* of the viewport, in pixels; y runs down the screen */
    fx near, far;
    q30 depth_scale; /* F/(F - N) / 2 */
    bool orthographic;
} view_lens;

/* The viewport a lens draws to, and the depths it sees. */
typedef struct {
    int left, top, width, height; /* of the viewport, in pixels; sizes 1 .. 8192 */
    fx pixel_aspect;              /* width of a pixel over its height */
    fx near, far;
} view_window;

/* False for a window or numbers that make no sense (near < far; a perspective one wants near and focal > 0),
 * the lens is then untouched. Orthographic: `view_height` world units fill the height. */
bool view_lens_perspective(fx focal, const view_window *window, view_lens *lens);
bool view_lens_orthographic(fx view_height, const view_window *window, view_lens *lens);

/* A point on the screen: position in 1/16 pixel, origin top left, and depth 0 .. 65535 from near to far. */
typedef struct {
    int32_t x, y;
    uint16_t depth;
    fx w; /* depth in view space */
} view_pixel;

/* View space to screen. False for points not in front of the near plane (perspective); clip first. */
bool view_project(const view_lens *lens, vec3 p, view_pixel *out);

/* Screen to view space: the point at this depth under a position in pixels (fx). */
vec3 view_unproject(const view_lens *lens, fx pixel_x, fx pixel_y, fx depth);

/* The ray under a pixel in world space, from the near to the far plane; `view` is the view matrix. */
void view_pick(const view_lens *lens, const rig34 *view, fx pixel_x, fx pixel_y, vec3 *near_point,
               vec3 *far_point);

/* --- depth offsets ---------------------------------------------------------------------------- */

/* All in Q32.32. `codes` is the number of steps of the depth code (65534 for 16 bit here, 2^m - 1 in
 * general). Smallest step of depth that the code resolves at depth d: k d^2, k = (F - N)/(F N codes); the
 * offset toward or away from the camera that moves the code by at least one; and by how many codes (fx) an
 * offset moves it. */
uint64_t depth_step(fx near, fx far, uint32_t codes, fx d);
uint64_t depth_offset_toward(fx near, fx far, uint32_t codes, fx d);
uint64_t depth_offset_away(fx near, fx far, uint32_t codes, fx d); /* UINT64_MAX when no offset suffices */
fx depth_code_shift(fx near, fx far, uint32_t codes, fx d, fx delta);

/* A depth offset as a factor on the entry (2,2) of a projection with z/w in -1..1: entry (1 + eps); q30. pz < 0 is
 * the view-space z, delta > 0 away from the camera. And the least |eps| that moves a code of 2^bits - 1
 * steps. */
q30 depth_entry_factor(fx near, fx far, fx pz, fx delta);
q30 depth_entry_least(fx near, fx far, int bits);

#endif

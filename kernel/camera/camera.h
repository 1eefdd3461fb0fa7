/* Cameras: from where, in which direction and how wide a part of the picture looks; and the way from places to pixels and back.
 *
 *     ox_camera camera = ox_camera_usual();
 *     camera.eye = (vec3){0, FX(2), FX(6)};
 *     camera.turn = ox_camera_turn(yaw, pitch, roll);
 *     status = ox_camera_check(&camera);                                  what no picture can be made of is refused
 *     ox_camera_look(&camera, &part, UF16_ONE, &view);                    the view through it in a part of the picture
 *     ox_camera_project(&view, place, &spot);                             where a place is seen
 *     ox_camera_pick(&view, x, y, &from, &to);                            the segment under a pixel, from near to far
 *
 * Nothing here is kept anywhere: any number of cameras, each is handed to each function.
 *
 * CONVENTIONS. The frame of a camera has +X right and +Y up, and looks along -Z. Its rotation is Ry(yaw) Rx(pitch) Rz(roll): positive yaw turns left, positive pitch looks
 * up, positive roll tips the up vector to the left. Ahead is (-sin yaw cos pitch, sin pitch, -cos yaw cos pitch). Yaw and pitch are for steering; poses between two cameras go by
 * quaternions, which pass a yaw of 90 degrees without a roll. At a pitch of 90 degrees yaw and roll do the same.
 *
 * LENS. The field of view is that from bottom to top, of a picture with the camera's `reference` shape. For parts of other shapes `keep` says what stays: the height (a wider part
 * sees more at its sides), the width (a wider part sees less above and below), or both (never less than in the reference shape). `height` metres are seen by a flat
 * (orthographic) camera. A lens by degrees across, as players know it, is ox_camera_field: 40 to 120 degrees, usual are 65 before a television and 90 at a desk.
 *
 * BETWEEN STEPS. `before` is the pose of the step before; ox_camera_look takes the pose that is a fraction of the way to the present one, place by lerp and turn by nlerp. After a cut both
 * are the same (ox_camera_cut). Objects of a scene are drawn where they were after the last step, so the module draws with UF16_ONE: what a camera follows stays at its pixel.
 *
 * Errors: view times camera-to-world is the identity within 2 LSB; project(unproject(p)) = p within 1/16 pixel for pictures up to 1,024.
 * (GEA 10.1.4; Madhav, Game Programming Algorithms and Techniques 4 and 8; Game Programming Gems 1, 4.2 and 4.3.) */
#ifndef OXCART_KERNEL_CAMERA_CAMERA_H
#define OXCART_KERNEL_CAMERA_CAMERA_H

#include "fixedmath/quaternion.h"
#include "fixedmath/view.h"
#include "fixedmath/volume.h"
#include "kernel/memory/status.h"
#include "raster/viewport.h"

typedef enum ox_camera_kind { OX_CAMERA_DEEP, OX_CAMERA_FLAT } ox_camera_kind;
typedef enum ox_camera_keep { OX_KEEP_HEIGHT, OX_KEEP_WIDTH, OX_KEEP_BOTH } ox_camera_keep;

/* Degrees across that a player may choose; from OX_LENS_WIDE on ox_camera_field tells that it is uncomfortably wide. */
enum { OX_LENS_LEAST = 40, OX_LENS_USUAL = 65, OX_LENS_DESK = 90, OX_LENS_WIDE = 110, OX_LENS_MOST = 120 };

enum { OX_CAMERA_RATE = 60 }; /* steps a second, where nobody says another number */

/* How a camera stands and what it sees at one moment. */
typedef struct ox_camera_pose {
    vec3 eye;
    quat turn; /* camera to world */
    fx focal;  /* cot(half the field from bottom to top); exact, so that fields blend evenly */
    fx height; /* of a flat camera: metres from bottom to top */
} ox_camera_pose;

typedef struct ox_camera {
    ox_camera_pose now, before;
    fx near_plane, far_plane;
    fx reference; /* width over height of the shape that the field is meant for */
    uint8_t kind; /* ox_camera_kind */
    uint8_t keep; /* ox_camera_keep */
    bool mended;  /* ox_camera_check has made the turn a unit one again */
} ox_camera;

/* A part of the picture, in pixels. */
typedef struct ox_camera_part {
    int16_t left, top, width, height;
    fx pixel_aspect; /* width of a pixel over its height; 0: 1.0 */
} ox_camera_part;

/* What a camera sees in a part of the picture. */
typedef struct ox_camera_view {
    rig34 stand; /* camera to world */
    rig34 view;  /* world to camera */
    view_lens lens;
    fx focal, height; /* for this part's shape */
    fx aspect;        /* width over height in world proportions */
    fx near_plane, far_plane;
    bool flat;
} ox_camera_view;

/* At the origin, along -Z, 45 degrees from bottom to top, 0.1 to 100 m, keeping the height. */
ox_camera ox_camera_usual(void);

/* OX_BAD_ARGUMENT: near is not above 0 (deep ones), far is not above near or more than 32,768 times near, the field is outside of 1 to 170 degrees, a height is not above 0. A turn that is no
 * unit quaternion becomes one and `mended` is set; without a length it becomes the identity. */
FX_MUST_CHECK ox_status ox_camera_check(ox_camera *camera);

/* A cut or teleport: there is nothing between the last picture and this one. */
static inline void ox_camera_cut(ox_camera *camera) { camera->before = camera->now; }

/* ---- orientation ---- */

quat ox_camera_turn(ang32 yaw, ang32 pitch, ang32 roll);

/* The basis from three angles, each a unit vector in Q2.30. */
typedef struct ox_camera_basis {
    dir30 side, up, ahead;
} ox_camera_basis;
void ox_camera_basis_of(ang32 yaw, ang32 pitch, ang32 roll, ox_camera_basis *basis);
vec3 ox_camera_ahead(ang32 yaw, ang32 pitch); /* one metre */

/* Looks from a place to another, its up vector as near to `up` as can be. Where the two are nearly parallel (sine below 2^-8) the former turn's right vector stays, so that a camera that
 * looks straight down does not spin. False, and the turn stays, for eye = target. */
bool ox_camera_look_at(vec3 eye, vec3 target, vec3 up, quat *turn);

/* ---- lens ---- */

/* The cotangent of half the field from bottom to top, and that field, for a whole field of so many degrees across in a picture of that size. OX_BAD_ARGUMENT: below 40 or above 120 degrees, or
 * no picture. *is_wide (or NULL): from 110 degrees on. */
FX_MUST_CHECK ox_status ox_camera_field(fx degrees_across, int width, int height, fx *focal, ang16 *field,
                                        bool *is_wide);
ang16 ox_camera_field_of(fx focal); /* from bottom to top */

/* The focal length as it is in a part of another shape than the reference's. */
fx ox_camera_focal_in(const ox_camera *camera, fx focal, fx aspect);

/* A distance at which something is as large through one lens as it is through another at a distance: dolly zoom. */
fx ox_camera_dolly(fx distance, fx focal_from, fx focal_to);

/* ---- views ---- */

/* False for a part without a size. */
bool ox_camera_look(const ox_camera *camera, const ox_camera_part *part, uf16 fraction, ox_camera_view *view);

/* As raster takes it; and what is seen, in the world. */
bool ox_camera_to_raster(const ox_camera_view *view, rs_camera *camera);
frustum3 ox_camera_frustum(const ox_camera_view *view);

/* The camera as vectors, from which pictures are projected by three dots (raster/viewport.h, rs_vector_camera): unit right, up and ahead; O, S and T of the picture's plane at distance 1: its
 * left top corner, its whole width and its whole height, relative to the eye. */
typedef struct ox_camera_vectors {
    vec3 eye, right, up, ahead;
    fx across, down; /* tangents of half the view */
    vec3 corner, width, height;
} ox_camera_vectors;
void ox_camera_vectors_of(const ox_camera_view *view, ox_camera_vectors *vectors);

/* ---- places and pixels ---- */

typedef enum ox_camera_where { OX_SEEN, OX_BESIDE, OX_BEHIND } ox_camera_where;

typedef struct ox_camera_spot {
    int32_t x, y; /* 28.4 pixels of the picture */
    fx depth;     /* metres ahead; behind: below 0 */
    uint8_t
        where; /* ox_camera_where. What is behind is mirrored, so that a marker at the edge points the way to turn */
} ox_camera_spot;

void ox_camera_project(const ox_camera_view *view, vec3 place, ox_camera_spot *spot);

/* Moves a spot that is not seen to the part's edge, `margin` pixels inside, in its direction from the part's middle; OX_SEEN within that margin stays. */
void ox_camera_clamp(const ox_camera_part *part, int margin, ox_camera_spot *spot);

/* The place at a depth under a pixel; pixels are fx, middles at .5. And the segment under it from the near to the far plane. */
vec3 ox_camera_unproject(const ox_camera_view *view, fx x, fx y, fx depth);
void ox_camera_pick(const ox_camera_view *view, fx x, fx y, vec3 *near_point, vec3 *far_point);

/* A box on the glass: whether the middle of something is seen within it. Corners in pixels, in any order. */
bool ox_camera_in_box(const ox_camera_view *view, const fx corners[4], vec3 place);

#endif

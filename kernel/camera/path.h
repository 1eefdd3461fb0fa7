/* Paths of cameras: curves through or near points, at constant speed, as a rail beside what is followed, or point by point without end.
 *
 *     fx lengths[OX_PATH_LENGTHS(n, 16)];
 *     if (!ox_camera_path_make(&path, &(path3){points, n, PATH_CATMULL_ROM, false, 0}, 16, lengths)) ...         of no length: no path
 *     eye = ox_camera_path_at(&path, metres), ahead = ox_camera_path_tangent(&path, metres);
 *
 *     ox_camera_ride ride = {0};                                           by parameter, as the book has it: speed in segments
 *     ox_camera_ride_step(&ride, &path, speed, &eye, &target);
 *
 *     along = ox_camera_path_beside(&path, place, along, 4 * FX_ONE);      a rail: the nearest place of it within 4 m of the last one
 *
 * Points, forms and lengths are those of fixedmath/spline.h: open Catmull-Rom curves go through all points, B-splines near them; closed ones go round. Equal parts of a segment are no equal distances: lengths are kept
 * in `samples` a segment, and 16 keep them within 0.2 %. Before and behind an open path one is at its ends.
 *
 * A RIDE looks 1/20 of a segment ahead, into the next segment too, and on along the tangent at the end. It passes as many points in a step as its speed asks for and tells how many; `done` at an open end.
 *
 * ORIENTATION. ox_camera_bank gives the frame along a curve: up as it is by the bend of the curve, where the normal would turn over between two places it is inverted, and straight parts keep the last one; carried along by
 * the smallest turns; or with a fixed up vector and a bank angle. (Madhav 3 and 8; Game Programming Gems 1, 4.3.2.) */
#ifndef OXCART_KERNEL_CAMERA_PATH_H
#define OXCART_KERNEL_CAMERA_PATH_H

#include "fixedmath/spline.h"

#define OX_PATH_LENGTHS(points, samples) (((points) + 1) * (samples) + 1)

typedef struct ox_camera_path {
    path3 path;
    arc_table arc;
} ox_camera_path;

/* Fills `lengths` (OX_PATH_LENGTHS); they and the points stay with the caller. False: fewer than 2 points (B-splines: 4, closed ones 3), or all are one place. */
bool ox_camera_path_make(ox_camera_path *path, const path3 *curve, int samples, fx *lengths);
fx ox_camera_path_length(const ox_camera_path *path);
vec3 ox_camera_path_at(const ox_camera_path *path, fx metres);
vec3 ox_camera_path_tangent(const ox_camera_path *path,
                            fx metres); /* one metre long, the last one that there is */

/* The segment and the part of it at a number of metres; and the place of a segment and part, held at the ends of an open path. */
void ox_camera_path_locate(const ox_camera_path *path, fx metres, int *segment, uf16 *t);
vec3 ox_camera_path_value(const ox_camera_path *path, int segment, uf16 t);

/* The first sample whose length is at least `metres`; -1 below 0 and beyond the end. */
int ox_camera_path_index(const ox_camera_path *path, fx metres);

/* Metres along the path of its place nearest to another, looked for within `window` metres of `last`; window 0: everywhere. Within 1/64 of a sample. */
fx ox_camera_path_beside(const ox_camera_path *path, vec3 place, fx last, fx window);

/* ---- rides ---- */

typedef struct ox_camera_ride {
    int32_t segment;
    uf16 t;
    uint32_t passed; /* points in the last step */
    bool done;
} ox_camera_ride;
void ox_camera_ride_step(ox_camera_ride *ride, const ox_camera_path *path, fx speed, vec3 *eye, vec3 *target);

/* ---- without end ---- */

/* A window over points that are asked for one segment ahead. */
typedef struct ox_camera_stream {
    bool (*next)(void *context, vec3 *point); /* false: there are no more; the last one stays */
    void *context;
    bspline_window window;
    cubic3 segment;
    uf16 t;
    bool begun, done;
} ox_camera_stream;
bool ox_camera_stream_step(ox_camera_stream *stream, fx speed, vec3 *at); /* false: the path is at its end */

/* ---- orientation ---- */

typedef enum ox_camera_banking { OX_BANK_BEND, OX_BANK_CARRIED, OX_BANK_FIXED } ox_camera_banking;

typedef struct ox_camera_frame {
    rot33 axes;
    vec3 tangent, normal; /* of the last step */
    bool begun, inverted;
    bool unguarded; /* for comparison: normals may turn over */
} ox_camera_frame;
void ox_camera_bank(ox_camera_frame *frame, ox_camera_banking banking, vec3 tangent, ang16 angle);

#endif

/* Conventions of axes and units of sources, and their conversion to the console's. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_AXES_H
#define OXCART_TOOLS_IMPORT_MODEL_AXES_H

#include "tools/import/model/scene.h"

/*
 * A convention is written with three letters: where +x, +y and +z point as the model sees it, R right, L
 * left, U up, D down, F front, B back, one of each pair. The console's own is "RUB": right-handed, +y up,
 * models face -z. Others:
 *
 *     LUF  glTF, and the (left, up, front) of textbooks: half a turn about +y
 *     LBU  Blender, IQM and 3ds Max with a model that faces -y; +z up
 *     RUF  left-handed with +y up (Direct3D, Unity): z is negated and triangles turn round
 *     FRU  Unreal: left-handed, +z up, +x ahead
 *
 * The letters tell left-handed conventions too. All 48 conventions work.
 */
typedef struct import_convention {
    double map[3][3]; /* rows of 0, 1 and -1: to = map * from */
    bool mirrored;    /* left-handed: triangles turn round */
    double unit;      /* metres to one unit of the source */
} import_convention;

/* Reads three letters of either case. False with a sentence about what is wrong. `unit` in metres, 0.000001
 * to 1000000. */
bool import_convention_read(const char *letters, double unit, import_convention *convention,
                            tool_error *error);

/* The convention that leads from the console's back to the source's. */
import_convention import_convention_inverse(const import_convention *convention);

/*
 * Brings a model, or a scene with everything in it (nodes, skins, morph targets, curves), from a convention to the
 * console's. A scene states its convention (scene->axes). When scene->axes is "", `letters` must state it; when
 * the kind of file only suggests it (axes_assumed), `letters` may correct it; else `letters` may be NULL or must
 * be the same, or the sentence says so. A scene that is in the console's convention already is left alone but for
 * its unit.
 */
void import_model_convert(import_model *model, const import_convention *convention);
bool import_scene_convert(const char *name, import_scene *scene, const char *letters, double unit,
                          tool_error *error);

/* Reverses the winding of every triangle and its normals: the repair of models that are inside out. */
void import_model_turn_triangles(import_model *model);

typedef enum import_origin {
    IMPORT_ORIGIN_ANY,
    IMPORT_ORIGIN_CHARACTER,
    IMPORT_ORIGIN_VEHICLE
} import_origin;

/*
 * Adds a warning when the origin of a model in the console's convention is not where it belongs: a character's on
 * the floor between the feet (the middle of its lowest part), a vehicle's on the ground below the middle of its
 * area seen from above. An origin that is off by more than `tolerance` times the height gets the warning. Returns
 * whether the origin is right.
 */
bool import_model_check_origin(const char *name, import_model *model, import_origin origin, double tolerance);

#endif

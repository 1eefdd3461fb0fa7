/* Skeletons and motions of a scene: joints in an order where parents come first, and poses relative to the
 * parent. */
#ifndef TOOLS_IMPORT_RIG_H
#define TOOLS_IMPORT_RIG_H

#include "tools/import/scene.h"

enum { IMPORT_RIG_JOINTS = 255, IMPORT_RIG_FRAMES = 32767 };

/* One joint relative to its parent. */
typedef struct import_rig_pose {
    double scale[3], rotation[4], translation[3]; /* quaternion x, y, z, w of unit length */
} import_rig_pose;

typedef struct import_rig_joint {
    const char *name;
    char made[16];  /* the name of one that has none in the file: joint_00 ... */
    int32_t node;   /* of the scene; -1: made, to join several roots */
    int32_t parent; /* -1: none; below its own number */
    import_rig_pose rest;
    double inverse[12]; /* inverse bind matrix, three rows of four */
} import_rig_joint;

typedef struct import_rig {
    uint32_t count;
    bool unnamed; /* the file names no joint: they are told apart by their number alone */
    import_rig_joint joints[IMPORT_RIG_JOINTS];
} import_rig;

/*
 * The joints of a skin (its name or number; NULL: the one with most joints), sorted so that parents come
 * first; several roots get a joint
 * `.root` above them. Scales that are mirrored are refused, as are more than IMPORT_RIG_JOINTS joints and two
 * joints of one name. The scene must stay as long as the rig is used. Free it with free.
 */
import_rig *import_rig_make(const char *file, const import_scene *scene, const char *skin, tool_error *error);

/* Every joint at a time of an animation (NULL: at rest), `count` poses. */
bool import_rig_at(const char *file, const import_scene *scene, const import_rig *rig,
                   const import_animation *animation, double time, import_rig_pose *poses, tool_error *error);

/* Positions of all joints in model space, three numbers each. */
void import_rig_places(const import_rig *rig, const import_rig_pose *poses, double (*places)[3]);

#endif

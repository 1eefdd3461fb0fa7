/* Skeletons and motions of a scene: joints in an order where parents come first, and poses relative to the
 * parent. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_RIG_H
#define OXCART_TOOLS_IMPORT_MODEL_RIG_H

#include "tools/import/model/scene.h"

enum { IMPORT_RIG_JOINTS = 255, IMPORT_RIG_FRAMES = 32767 };

/* One joint relative to its parent. */
typedef struct import_rig_pose {
    double scale[3], rotation[4], translation[3]; /* quaternion x, y, z, w of unit length */
} import_rig_pose;

typedef struct import_rig_joint {
    const char *name;
    char made[16];        /* the name of a joint that has none in the file: joint_00 ... */
    int32_t node;         /* of the scene; -1: a joint added above several roots */
    int32_t parent;       /* -1: none; below its own number */
    import_rig_pose bind; /* relative to the parent, in the numbers that a SKEL chunk holds; scale 1 */
    double place[12];     /* the joint in the model, as the bind pose puts it: three rows of four */
    double inverse[12];   /* of `place` */
    double source[12];    /* the inverse bind matrix of the file */
    double
        size; /* scale of the joint's space in the file while it is bound, which is taken out: 0.01 of what was made in
                             centimetres */
} import_rig_joint;

typedef struct import_rig { /* scene.h names it too */
    uint32_t count;
    bool unnamed; /* the file names no joint: they are told apart by their number alone */
    import_rig_joint joints[IMPORT_RIG_JOINTS];
} import_rig;

/*
 * THE BIND POSE is that of the inverse bind matrices, moved as a whole to where the first joint stands at rest: so a
 * mesh in the bind pose stands upright in the model wherever the file keeps its own. Joints whose matrices have no
 * inverse count as bound at rest. Joints have no scale in the bind pose. The poses that import_rig_at gives are
 * relative to it, so that 1.0 is the size at which the mesh was bound.
 *
 * import_rig_make gives the joints of a skin (its name or number; NULL: the skin with most joints), sorted so that
 * parents come first; several roots get a joint `.root` above them. Scales that are mirrored are refused, as are more
 * than IMPORT_RIG_JOINTS joints and two joints of one name. The scene must stay as long as the rig is used. Free the
 * rig with free.
 */
import_rig *import_rig_make(const char *file, const import_scene *scene, const char *skin, tool_error *error);

/* The poses of all joints at a time of an animation (NULL: at rest), `count` of them. */
typedef struct import_rig_moving {
    const char *file;
    const import_scene *scene;
    const import_rig *rig;
    const import_animation *animation;
} import_rig_moving;
bool import_rig_at(const import_rig_moving *moving, double time, import_rig_pose *poses, tool_error *error);

/* The joint that a node is or hangs on. A node of another scene than the rig's is found by its name, of
 * `unnamed` rigs by its number. IMPORT_RIG_NONE: none. */
enum { IMPORT_RIG_NONE = 255 };
uint32_t import_rig_joint_above(const import_rig *rig, const import_scene *scene, const import_rig *own,
                                uint32_t node);

/*
 * The vertices of the primitive that a node shows, bound to the joints of a rig: positions and unit normals in the
 * bind pose, up to four joints a vertex and their weights in 1/255 with the sum 255, largest first (the largest
 * remainders round up). A primitive without a skin hangs on the joint above its node as it does at rest; without
 * such a joint it stands still (IMPORT_RIG_NONE). `own` is the rig of `scene`, which may be `rig` itself. *apart
 * is the largest distance in metres between the places that two joints of a vertex give it in the bind pose: above
 * 0 where the matrices of the file are no single pose.
 */
typedef struct import_bound {
    double (*positions)[3], (*normals)[3]; /* normals: NULL where the source has none */
    uint8_t (*joints)[4], (*weights)[4];
    double apart;
} import_bound;
bool import_rig_bind(const char *file, const import_scene *scene, const import_pose *rest, uint32_t node,
                     const import_primitive *primitive, const import_rig *rig, const import_rig *own,
                     import_bound *bound, tool_error *error);

/* Weights as bytes with the sum 255, by largest remainders; weights that are all 0 stay so. */
void import_weights_to_bytes(const double weights[4], uint8_t bytes[4]);

/* Positions of all joints in model space, three numbers each. */
void import_rig_places(const import_rig *rig, const import_rig_pose *poses, double (*places)[3]);

#endif

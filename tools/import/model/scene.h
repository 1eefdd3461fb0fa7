/* Scenes read from files that hold more than one mesh: nodes, skins, morph targets, animations, lights, curves,
 * collision. Every kind of model file becomes a scene. intermediate.h writes and reads scenes as text; the pose
 * of a scene at a moment becomes an import_model. */
#ifndef OXCART_TOOLS_IMPORT_MODEL_SCENE_H
#define OXCART_TOOLS_IMPORT_MODEL_SCENE_H

#include "tools/import/model/model.h"

/* Limits, whatever a file says: as much as a tool can hold and a console could ever show. */
#define IMPORT_SCENE_NODES 65535
#define IMPORT_SCENE_JOINTS 65535
#define IMPORT_SCENE_TRIANGLES 4000000

/* A moving frame of the scene. Parents stand before their children. */
typedef struct import_node {
    char *name;            /* "" when the source names none */
    int32_t parent;        /* -1: none */
    double translation[3]; /* at rest; applied scale first, then rotation, then translation */
    double rotation[4];    /* unit quaternion x, y, z, w */
    double scale[3];
    bool has_matrix;
    double matrix[12];  /* in place of the members above, where the source gives one: three rows of four */
    int32_t mesh, skin; /* -1: none */
    float *weights;     /* of the mesh's morph targets; NULL: the mesh's own */
    bool shown;         /* reached from the scene that the file shows */
    bool is_camera;     /* a camera stands there, which looks along -Z of the source's node */
    char *properties;   /* custom properties, as the JSON text of the source; NULL: none */
} import_node;

/* The differences that one morph target adds; an array that adds nothing is NULL. */
typedef struct import_morph {
    float (*positions)[3];
    float (*normals)[3];
} import_morph;

/* Triangles of one material with vertices of their own. Arrays but the positions may be NULL. */
typedef struct import_primitive {
    uint32_t material;
    uint32_t
        order; /* among primitives of one material lower ones come first; 0 unless the source has an order */
    char *group; /* a name of its own inside of the mesh; NULL: none */
    uint32_t vertex_count, triangle_count;
    float (*positions)[3];
    float (*normals)[3];   /* unit length */
    float (*tangents)[4];  /* a direction, and the sign of the bitangent */
    float (*uvs[2])[2];    /* from the top left, v down */
    float (*colours)[4];   /* red, green, blue, alpha, 0..1 */
    uint16_t (*joints)[4]; /* of the node's skin */
    float (*weights)[4];   /* sum 1 */
    uint32_t *indices;     /* three to a triangle, counter-clockwise in front, each below vertex_count */
    import_morph *morphs;  /* as many as the mesh has */
} import_primitive;

typedef struct import_mesh {
    char *name;
    import_primitive *primitives;
    uint32_t primitive_count, morph_count;
    char **morph_names; /* morph_count, NULL when unnamed */
    float *weights;     /* morph_count, at rest */
    char *properties;
} import_mesh;

typedef struct import_skin {
    char *name;
    uint32_t joint_count;
    uint32_t *joints;           /* node of each */
    double (*inverse_bind)[12]; /* from the mesh's space into the joint's, three rows of four */
} import_skin;

typedef enum import_path { IMPORT_TRANSLATION, IMPORT_ROTATION, IMPORT_SCALE, IMPORT_WEIGHTS } import_path;
typedef enum import_sampling { IMPORT_STEP, IMPORT_LINEAR, IMPORT_CUBIC } import_sampling;

/* One property of one node over time. */
typedef struct import_channel {
    uint32_t node;
    import_path path;
    import_sampling sampling;
    uint32_t key_count, width; /* width: numbers to a key, 3, 4 or the node's morph targets */
    float *times;              /* seconds, never falling, from 0 or later */
    float *values;             /* width to a key; CUBIC: in-tangent, value, out-tangent, 3 * width */
} import_channel;

typedef struct import_animation {
    char *name;
    import_channel *channels;
    uint32_t channel_count;
    double duration; /* time of the last key */
    double rate;     /* frames per second of the source; 0: not told */
    bool loops;
} import_animation;

typedef enum import_light_kind { IMPORT_AMBIENT, IMPORT_SUN, IMPORT_POINT, IMPORT_SPOT } import_light_kind;

/* A light, which shines from its node. */
typedef struct import_light {
    char *name;
    int32_t node; /* -1: at the origin, as it stands */
    import_light_kind kind;
    float colour[3];     /* 0..1 */
    double direction[3]; /* of suns and spots, in the node's space; unit length */
    double intensity;
    double range;        /* metres until nothing is left; 0: not told */
    double inner, outer; /* degrees from the axis: full inside of `inner`, nothing beyond `outer` */
} import_light;

typedef enum import_curve_kind {
    IMPORT_CURVE_LINEAR,
    IMPORT_CURVE_CATMULL_ROM,
    IMPORT_CURVE_BEZIER, /* point, handle, handle, point, ... */
    IMPORT_CURVE_B_SPLINE
} import_curve_kind;

typedef struct import_curve {
    char *name;
    int32_t node; /* the node in whose space the points are; -1: the scene's */
    import_curve_kind kind;
    bool closed;
    uint32_t point_count;
    double (*points)[3];
    char **labels; /* names of points, point_count of them, NULL for those without; NULL: no names at all */
} import_curve;

typedef enum import_collider_shape {
    IMPORT_COLLIDER_BOX,     /* size: half the width, height and depth */
    IMPORT_COLLIDER_SPHERE,  /* size[0]: radius */
    IMPORT_COLLIDER_CAPSULE, /* size[0]: radius, size[1]: half the straight part, along `axis` */
    IMPORT_COLLIDER_HULL,    /* of the mesh's points */
    IMPORT_COLLIDER_SOUP     /* the mesh's triangles */
} import_collider_shape;

/* A shape that stops bodies, about its node's origin. */
typedef struct import_collider {
    char *name;
    int32_t node, mesh; /* mesh: of hulls and soups, else -1 */
    import_collider_shape shape;
    double size[3], axis[3]; /* axis: unit length */
    char *surface;           /* its material; NULL: not stated */
} import_collider;

typedef struct import_scene {
    import_node *nodes;
    import_mesh *meshes;
    import_skin *skins;
    import_animation *animations;
    import_material *materials; /* with pictures; at least one when there is a primitive */
    import_image *pictures;     /* pictures that lie in the file; see import_material.picture */
    import_light *lights;
    import_curve *curves;
    import_collider *colliders;
    uint32_t node_count, mesh_count, skin_count, animation_count, material_count, picture_count;
    uint32_t light_count, curve_count, collider_count;
    double unit;  /* metres to one of its units; 0: 1 */
    char axes[4]; /* convention of everything here, see axes.h: "RUB" is the console's own, "LUF" that of glTF
                   */
    bool axes_assumed; /* the source's kind does not fix the axes; they may be corrected */
    char **warnings;   /* like those of a model */
    uint32_t warning_count;
} import_scene;

/* Frees everything and empties the struct. Safe on an empty (all zero) scene. */
void import_scene_free(import_scene *scene);

/* ---- roles by name ---- */

/*
 * The role of a node, by the beginning of its name, large or small letters: `col_` collision, `occ_` an occluder,
 * `lod1_` to `lod9_` a simpler form for afar. Such nodes, and the nodes below them, are no part of the visible
 * mesh.
 */
typedef enum import_role {
    IMPORT_ROLE_SHOWN,
    IMPORT_ROLE_COLLISION,
    IMPORT_ROLE_OCCLUDER,
    IMPORT_ROLE_DISTANT
} import_role;
import_role import_role_of(const char *name,
                           uint32_t *level); /* level (may be NULL): 1 to 9 of IMPORT_ROLE_DISTANT */

/* The role of a node: its own, or that of the nearest node above it that has one. */
import_role import_node_role(const import_scene *scene, uint32_t node, uint32_t *level);

/* ---- joints of a vertex ---- */

typedef struct import_influence {
    uint32_t joint;
    float weight;
} import_influence;

/* Keeps the largest four of `count` influences, which are sorted, with the sum 1; gives back the share of the
 * weight that was dropped, 0..1. */
float import_keep_four(import_influence *all, uint32_t count, uint16_t joints[4], float weights[4]);

/* Adds a warning to the scene, as import_model_warn does to a model. */
void import_scene_warn(import_scene *scene, const char *format, ...) IMPORT_PRINTF(2, 3);

/* ---- poses ---- */

/* Row-major 3x4 matrices; to = a * b. */
void import_matrix_identity(double to[12]);
void import_matrix_multiply(const double a[12], const double b[12], double to[12]);
void import_matrix_from_parts(const double translation[3], const double rotation[4], const double scale[3],
                              double to[12]);

/* Translation, rotation and scale that make a matrix, the rotation by Shepperd 1978; false for a mirrored or
 * flat matrix, whose rotation means nothing. Shear is lost. */
bool import_matrix_to_parts(const double m[12], double translation[3], double rotation[4], double scale[3]);

/* Moves a normal with a matrix: by the inverse transposed, brought to unit length. */
void import_matrix_normal(const double m[12], const double normal[3], double to[3]);

/* A rotation about x, then y, then z, in degrees. */
void import_rotation_from_degrees(const double angles[3], double rotation[4]);

/* Inverts a matrix; false, and *to is the identity, when there is no inverse (for a scale of 0, say). */
bool import_matrix_invert(const double a[12], double to[12]);

/*
 * The value of a channel at `time` seconds: held at the first key before it and at the last key behind it. Step,
 * linear (rotations along the shorter great circle, Shoemake 1985) or cubic Hermite between keys, where tangents
 * are multiplied with the distance of the keys, as glTF 2.0 has it. Rotations come out with unit length. `value`
 * takes channel->width numbers.
 */
void import_channel_at(const import_channel *channel, double time, double *value);

typedef struct import_pose {
    double (*world)[12]; /* of each node */
    double **weights;    /* of each node with a morphed mesh, else NULL */
    uint32_t node_count;
} import_pose;

/* Poses all nodes at `time` of an animation (NULL: at rest). Free the pose with import_pose_free. Fails only
 * without memory. */
bool import_pose_make(const import_scene *scene, const import_animation *animation, double time,
                      import_pose *pose, tool_error *error);
void import_pose_free(import_pose *pose);

/* The 3x4 matrix of every joint of a skin: from the bound mesh's space to the scene's. */
void import_pose_skin(const import_pose *pose, const import_skin *skin, double (*matrices)[12]);

/* A vertex with its morph targets added in these weights (NULL: none), in the mesh's own space. */
void import_pose_morph(const import_primitive *primitive, uint32_t vertex, const double *weights,
                       uint32_t count, double position[3], double normal[3]);

/* The posed positions and unit normals of a primitive of a node, in the scene's space: morphed, then skinned or
 * moved with the node. Arrays take vertex_count each; `normals` may be NULL and is left alone where the
 * primitive has none. Fails only without memory. */
bool import_pose_vertices(const import_scene *scene, const import_pose *pose, uint32_t node,
                          const import_primitive *primitive, double (*positions)[3], double (*normals)[3]);

/* What is made of a scene beside the model itself: its morph targets, by name, with all weights 0 in the model; or its animations, as frames of which the first one is the
 * model. */
typedef enum import_shaping_kind {
    IMPORT_SHAPES_NONE,
    IMPORT_SHAPES_TARGETS,
    IMPORT_SHAPES_FRAMES
} import_shaping_kind;
enum { IMPORT_SHAPES_MOST = 4096 };
typedef struct import_shaping {
    import_shaping_kind kind;
    double rate; /* frames a second, at least */
} import_shaping;

/*
 * Bakes everything that is shown, posed, into one model: parts by node and mesh, sorted by material. Missing
 * normals are those of the faces, as glTF asks for. A scene without any triangle but with a skeleton becomes a
 * model of its bones. Fails without memory, without triangles and bones, or with a sentence about a coordinate
 * that is no number.
 */
bool import_scene_bake(const char *name, const import_scene *scene, const import_animation *animation,
                       double time, import_model *model, tool_error *error);

/* The same at rest, with shapes (import_shaping); bound to a rig where `bound` is not NULL (below). Fails where the scene has none. */
struct import_rig;
typedef struct import_bound_to {
    const struct import_rig *rig, *own;
    double *apart;
} import_bound_to;
bool import_scene_bake_shaped(const char *name, const import_scene *scene, const import_shaping *shaping,
                              const import_bound_to *bound, import_model *model, tool_error *error);

/*
 * Bakes, at rest, the nodes of one role alone, and of IMPORT_ROLE_DISTANT the nodes of one level. A scene without
 * such nodes gives true, and a model without triangles.
 */
bool import_scene_bake_role(const char *name, const import_scene *scene, import_role role, uint32_t level,
                            import_model *model, tool_error *error);

/*
 * Bakes the nodes of one role in the pose in which they were bound to the joints of a rig (rig.h): the model's
 * vertices name joints and weights. `rig` may be that of another file. *apart as import_rig_bind gives it.
 */
struct import_rig;
bool import_scene_bake_bound(const char *name, const import_scene *scene, import_role role, uint32_t level,
                             const struct import_rig *rig, const struct import_rig *own, import_model *model,
                             double *apart, tool_error *error);

/* A light of a scene in the form of the console's scenes. */
typedef struct import_placed_light {
    const char *name; /* the scene's */
    import_light_kind kind;
    uint32_t order;   /* in the file */
    double vector[3]; /* the direction in which a sun shines, unit length; the place of other lights */
    double intensity; /* 0..1: the strongest of each kind has 1, unless the file's own is less */
    double range;     /* metres */
} import_placed_light;

/*
 * The lights of the nodes that are shown, posed at `time` of an animation (NULL: at rest), suns first, then the
 * strongest first. Their colours become brightness; a light that states no range gets 16 metres. *lights is to be
 * freed. Fails only without memory.
 */
bool import_scene_place_lights(const char *name, const import_scene *scene, const import_animation *animation,
                               double time, import_placed_light **lights, uint32_t *count, tool_error *error);

/* A model as a scene: a node and mesh for each object of the source, a primitive for each part. Takes the
 * materials' names and textures as copies. Fails only without memory. */
bool import_scene_from_model(const import_model *model, import_scene *scene, tool_error *error);

/* The animation of that name, or of that number as text; NULL when the scene has none of them. */
const import_animation *import_scene_animation(const import_scene *scene, const char *name);

#endif

/* A scene that plays: a SCEN chunk, which has no script: cameras, lights and objects, each with a simple
 * motion. The objects are ordinary objects of a world (kernel/world/world.h), with the components "place", "model",
 * "drift" and "clip"; the scene makes them and draws objects that have a model.
 *
 *     ox_scene_open(scene, &resources, &resident, id, log)
 *     ox_scene_settle(scene, &world)                                    or needs, join and populate with modules
 *     each fixed step:  ox_scene_step(scene, &input);
 *     each frame:       ox_scene_record(scene, frame, ox_loop_fraction(&loop));
 *
 * Every position is worked out from the number of the step, never from the position before, so no error
 * builds up and any moment can be drawn: after step k (from 1) the scene stands at time k - 1, so the first step shows
 * the scene as authored. A motion's orbit turns counter-clockwise as seen from above and begins at +X:
 *
 *     x += radius cos(a), z -= radius sin(a), y += height sin(b);   a = phase + speed * time, b likewise
 *
 * Objects may move by clips: their time, too, is worked out from the step.
 *
 *     each frame:       ox_scene_pose(scene, &frame_memory, fraction);        then the frame begins, then ox_scene_record
 *
 * A turntable scene turns all objects together about the world's +Y: at time i of N by (i mod N) * 65536 / N.
 *
 * Materials name the pass in which they are drawn and their order in it (rom/FORMAT.md, MATL); objects whose materials
 * name no order are drawn as the scene lists them. A scene may give an object other materials than its mesh has, and so
 * may the game while it plays.
 *
 * Buttons. Turntable: dragging or the arrows turn the objects (and stop the table), wheel or L and R bring
 * the camera nearer and farther. Free scene: dragging or the arrows lead the camera round its target, the
 * wheel brings it nearer, A changes the shading, B takes the next camera, L and R choose the height of bands.
 * Both: Y shading (as authored, flat, Gouraud, Phong, unlit), X textures, Select figures, Start pause. */
#ifndef OXCART_KERNEL_SCENE_SCENE_H
#define OXCART_KERNEL_SCENE_SCENE_H

#include "fixedmath/volume.h"
#include "kernel/animation/clock.h"
#include "kernel/animation/skin.h"
#include "kernel/bytes/stream.h"
#include "kernel/debug/profiled.h"
#include "kernel/input/input.h"
#include "kernel/resource/resource.h"
#include "kernel/world/attachment.h"
#include "raster/draw_call.h"
#include "raster/viewport.h"

/* A simple motion about a place, worked out from the number of the step. As a component of objects it is called "drift". */
typedef struct ox_motion {
    fx orbit_radius;
    int16_t orbit_speed; /* angle units per step */
    ang16 orbit_phase;
    fx bob_height;
    int16_t bob_speed;
    ang16 bob_phase;
    int16_t spin[3]; /* yaw, pitch, roll of an object per step */
    uint16_t spare;
} ox_motion;

extern const ox_type ox_motion_type;

typedef struct ox_scene_camera {
    vec3 position, target;
    ang16 field; /* vertical field of view */
    fx near_plane, far_plane;
    ox_motion motion;
} ox_scene_camera;

typedef struct ox_scene_light {
    rs_light light; /* directional vectors are unit */
    ox_motion motion;
} ox_scene_light;

/* A form: a mesh with its materials, which objects are drawn as. Objects that look alike share a form. */
typedef struct ox_form {
    uint32_t id; /* of the mesh; 0: nothing is drawn */
    const ox_mesh *mesh;
    rs_material *look; /* the mesh's materials as they are drawn now */
    rs_material
        *own; /* the materials before buttons change them, where they differ from the mesh's; else NULL */
    const uint8_t *skin;     /* of the mesh, where an object moves by a clip; else NULL */
    const uint8_t *morph;    /* other places of its vertices, where modules ask for skins; else NULL */
    struct ox_form *simpler; /* forms drawn in its place where the object is small, by falling `below` */
    uint16_t simpler_count;
    uint8_t shading; /* rs_shading, ROM_SHADING_AS_MATERIAL = 255 */
    bool fixed;      /* the shading button does not change the form */
    fx below; /* of a simpler form: it is drawn where the object's bounding sphere is seen with a smaller radius, in halves of the
                        picture's height */
} ox_form;

/* The component "model": what is drawn of an object. */
typedef struct ox_model {
    uint16_t form; /* number of the form in ox_scene.forms */
    uint16_t row;  /* number of the object's row, or of the row that it was copied from, + 1; 0: none */
    uint8_t copy;  /* 1: a copy of that row's object */
    uint8_t spare[3];
} ox_model;

/* A source of poses for a skeleton: one clip, or two to be blended. */
typedef struct ox_scene_clip {
    const uint8_t *skeleton, *clips[2]; /* chunks; the second may be NULL */
} ox_scene_clip;

/* The component "clip": how an object's mesh moves. */
typedef struct ox_object_clip {
    ox_clip_clock clock; /* clock of the first clip; begins with the scene */
    uint16_t source;     /* number of the source in ox_scene.clips */
    uf16 weight;         /* weight of the second clip */
} ox_object_clip;

/* The mesh of a clip's object in this frame. */
typedef struct ox_posed {
    const rs_mesh *form; /* the mesh whose pose `mesh` is; NULL: no pose */
    rs_mesh mesh;
} ox_posed;

/* Where an object is drawn: its mesh names so many materials; pass -1: all of them at once. */
typedef struct ox_dressing {
    rs_frame *frame;
    uint32_t materials;
    int pass;
} ox_dressing;

/* What is drawn of an object in a picture. */
typedef struct ox_dressed {
    const rs_mesh *mesh;
    const rs_material *materials;
} ox_dressed;

/* The last camera's view and field, kept so that a camera that stands still costs nothing. */
typedef struct ox_scene_sight {
    vec3 position, target;
    mat34 view; /* view of position and target, where `known` */
    bool known;
    ang16 field; /* field of view of ox_scene.focal, where focal is above 0 */
} ox_scene_sight;

/* How everything is shaded: as the materials say, or all alike. */
typedef enum ox_look {
    OX_LOOK_AUTHORED,
    OX_LOOK_FLAT,
    OX_LOOK_GOURAUD,
    OX_LOOK_PHONG,
    OX_LOOK_UNLIT,
    OX_LOOKS
} ox_look;

/* Hears the values that the cart's data give a component of an object, one by one: values of the object's type, then of
 * its own row of the scene, or of a level (`tell` of ox_scene). `kind`: OX_SAID_CELL, a cell as the field has it, else
 * the kind of a number in a level (ROM_PROPERTY_...). False: there is no such field. */
enum { OX_SAID_CELL = 255 };
typedef bool ox_scene_hear(void *context, ox_id field, uint32_t index, uint32_t value, uint32_t kind);
typedef void ox_scene_tell(void *context, const ox_object *object, ox_id component, ox_scene_hear *hear,
                           void *hearer);

#if OX_PROFILED
/* What a picture's models came to, for people. Of those outside of what the camera sees nothing was looked at but the sphere about them. */
typedef struct ox_scene_counts {
    uint32_t models, outside;
    void (*part)(
        void *context, const rs_frame *frame,
        uint32_t part); /* a part of the picture begins, OX_SCENE_ENDS: the last has ended; or NULL */
    void *context;
} ox_scene_counts;
enum { OX_SCENE_ENDS = 0xFFFF };
#endif

typedef struct ox_scene {
    ox_world *world; /* the world whose objects are drawn; NULL before ox_scene_join */
    ox_scene_camera *cameras;
    ox_scene_light *lights;
    ox_form **forms;
    uint16_t
        *rows; /* the form of each object of the scene, as the scene has it, and of each type behind them */
    ox_scene_clip *clips;          /* NULL: nothing moves by a clip */
    const uint8_t *types;          /* the SCEN chunk that has the types, NULL: there are none */
    struct ox_row_type *row_types; /* types of the world, one for each row of that chunk */
    uint32_t camera_count, light_count, form_count, form_room, row_count, clip_count;
    uint32_t scene_rows, scene_clips; /* how many rows and clips are the scene's own; they come first */
    uint32_t moving_count, clip_rows; /* how many of the scene's objects have a motion, a clip */
    uint8_t place_type, model_type, drift_type, clip_type,
        attachment_type;             /* numbers of the components in the world, + 1; 0: there are none */
    uint8_t object_type;             /* number of the type "object" */
    ox_component_type components[5]; /* component types, as the world knows them */
    ox_object_type object_kind;
    uint32_t id;     /* id of the scene */
    ox_posed *posed; /* one for each clip component, in frame memory; NULL: nothing is posed */
    uint32_t ticks;  /* steps a second, 60 unless the player says otherwise */
    fx clips_at;     /* see `clips_held` */
    uf16 clips_weight;
    uint32_t
        unposed; /* times that frame memory was too short for a pose: its mesh was drawn as it was bound */
    uint32_t drawn_time; /* the moment that was recorded last */
    uf16 drawn_fraction;
    mat34 place; /* transform of the object that is recorded */
    rot33 table; /* rotation of the turntable at that moment */
    vec3 eye;    /* where the camera was recorded last */
    fx focal;    /* cot(half the field of view) of that camera */
    ox_scene_sight sight;
    int32_t
        detail; /* for viewers: 0 by size on screen, 1 all meshes themselves, 2 their first simpler form, ... the last form where
                             there are not so many */
    uint32_t passes;      /* bits of the passes (raster/draw_call.h) that materials name */
    rs_sort_entry *order; /* room to sort, two entries for each model; NULL: not needed */
    ox_resources *resources;
    ox_arena *resident;
    uint32_t flags;       /* ROM_SCENE_... */
    uint32_t turn_frames; /* N of a turntable */
    uint32_t background;  /* native pixel */
    ox_log *log;
    ox_scene_tell *tell; /* tells values of objects that no row of the scene made; or NULL */
    void *tell_context;
    /* Writes further lights behind the scene's, at most `room`, and returns how many. NULL: no further lights. */
    uint32_t (*more_lights)(void *context, rs_light *lights, uint32_t room);
    void *more_lights_context;
    /* Changes mesh and materials of an object before it is drawn; false: it is not drawn. NULL: they stay. */
    bool (*dress)(void *context, const ox_object *object, const ox_dressing *on, ox_dressed *dressed);
    void *dress_context;

    uint32_t steps;       /* played; time stands at steps - 1 */
    uint32_t table_steps; /* steps of the turntable, which stops when the user turns by hand */
    uint32_t camera;      /* number of the present camera */
    ox_look look;
    bool textures, hud, paused, by_hand;
    bool led;        /* a game reads the buttons: they do not change look, textures, figures and pause */
    bool complained; /* something could not be drawn, and the log says so */
    bool sorted;     /* some materials want an order of their objects */
    bool
        clips_held; /* for viewers: all clips stand at `clips_at` frames, with as much of the second one as clips_weight */
    uint8_t ambient;
    int band_wish; /* L and R: -1 lower, +1 higher bands; the console takes it and sets 0 */
    ang16 yaw;     /* turn by the user */
    int32_t pitch; /* -16384..16384 */
    fx zoom;       /* factor on the camera's distance, 1/8 .. 8 */
    /* Records further things that are drawn with the scene: opaque ones (`solid`) before the objects; translucent ones
     * after the objects of the translucent pass and before later passes. NULL: nothing. */
    void (*others)(void *state, rs_frame *frame, bool solid, uf16 fraction);
    void *others_state;
    /* Poses meshes of objects that move by other means than clips, in frame memory; and the mesh in that pose, NULL for other objects. Either both or
     * none. */
    void (*pose_others)(void *context, ox_frame_memory *memory);
    const rs_mesh *(*posed_other)(void *context, const ox_object *object, const ox_form *form);
    void *pose_context;
    /* Moves vertices of meshes, in frame memory, before they are posed; and the mesh then, NULL for other objects, and how far its vertices are from where they were
     * packed at most. Either both or none. */
    void (*shape_all)(void *context, ox_frame_memory *memory);
    const rs_mesh *(*shaped)(void *context, const ox_object *object, const ox_form *form, fx *slack);
    void *shape_context;
    bool skins_taken; /* all forms have their skins, not only those of objects that move by clips */
    /* Gives a camera in the place of the scene's, for part 0 of the picture and for further parts until it says false; a width of 0 is the whole picture. NULL, or false for part 0: the
     * scene's camera is used. */
    bool (*look_with)(void *context, uint32_t part, rs_viewport *view);
    void *look_with_context;
    /* How much is to be seen of an object, 0 to 16; with the context of look_with. NULL: all of everything. */
    uint8_t (*opacity_of)(void *context, const ox_object *object);
#if OX_PROFILED
    const rs_camera *
        flown; /* the whole picture is seen through it, while all else goes by the game's camera; NULL: by the game's */
    ox_scene_counts *counts; /* of the picture under way; NULL: nobody counts */
#endif
} ox_scene;

/* Whether somebody looks around in the scene with a camera that is not the game's. */
static inline bool ox_scene_is_flown(const ox_scene *scene) {
#if OX_PROFILED
    return scene->flown != NULL;
#else
    return (void)scene, false;
#endif
}

/* Reads the scene with this id; its tables go to the low end of `resident`. OX_NOT_FOUND (missing or damaged,
 * logged), or OX_OUT_OF_MEMORY. Views that the scene asked for stay with the resources, also after a failure: the
 * caller notes the views before, and returns them when the scene goes (ox_resources_note); OX_CLEAR ends the scene
 * then. At most RS_LIGHTS lights are used; the log tells of more. */
FX_MUST_CHECK ox_status ox_scene_open(ox_scene *scene, ox_resources *resources, ox_arena *resident,
                                      uint32_t id, ox_log *log);

/* ---- the objects of the scene ---- */

/* TYPES. The cart's types are the objects of a scene of their own, which is never shown. Each is a type of the world,
 * by that object's name: an object that is made of it (by ox_world_create, a spawner, a script) has all that the type's
 * row says. An object of the scene that has a type begins as the type's row says, and then gets what its own row
 * says. */

/* Needs of a world: objects, types, components. ox_scene_needs adds the scene's needs to those of others. */
typedef struct ox_world_needs {
    uint32_t objects; /* of all kinds */
    uint32_t placed;  /* objects that have a place and are drawn */
    uint32_t types, components, systems;
    uint32_t least_objects, least_placed, least_moving, least_clips,
        least_attached; /* least room, for the objects of a former scene that come back */
    bool attaches;      /* code attaches objects while the game plays: there is room for all objects */
} ox_world_needs;
void ox_scene_needs(const ox_scene *scene, ox_world_needs *needs);

/* Notes that code attaches objects while the game plays, where `attaches` holds. */
static inline void ox_scene_need_attachments(ox_world_needs *needs, bool attaches) {
    if (attaches && !needs->attaches) needs->systems++;
    needs->attaches = needs->attaches || attaches;
}

/* Joins a world that has room for `needs`: adds the components "place" and "model", and where the scene has such
 * objects "drift", "clip" and "attachment". OX_OUT_OF_MEMORY, OX_FULL, OX_ALREADY_THERE. */
FX_MUST_CHECK ox_status ox_scene_join(ox_scene *scene, ox_world *world, const ox_world_needs *needs);

/* Adds the cart's types, and the type "object", whose objects begin with a place and a model and are visible; and makes
 * the scene's objects in their order. OX_OUT_OF_MEMORY, or as ox_world_add_type. */
FX_MUST_CHECK ox_status ox_scene_populate(ox_scene *scene);

/* Makes a world for the scene alone, in resident memory and without room for more, joins and populates it. */
FX_MUST_CHECK ox_status ox_scene_settle(ox_scene *scene, ox_world *world);

/* The object of the world that object `row` of the scene became; NULL when it is gone. A walk over the models. */
ox_object *ox_scene_object(const ox_scene *scene, uint32_t row);

/* Tells what the data say of a component of an object (ox_scene_hear). */
void ox_scene_said(const ox_scene *scene, const ox_object *object, ox_id component, ox_scene_hear *hear,
                   void *context);

/* Whether the scene that was opened, or the types, give objects a component. */
bool ox_scene_gives(const ox_scene *scene, ox_id component);

static inline ox_model *ox_scene_model(const ox_scene *of, const ox_object *object) {
    return (ox_model *)ox_component_in(of->world, object, OX_SLOT_MESH);
}

/* A walk over all objects that have a model: `from` is 0, then the last result; 0 at the end. */
uint32_t ox_scene_each(const ox_scene *scene, uint32_t from, ox_object **object, ox_model **model);

/* A copy of an object at another place, with all its components and its name. NULL when the world is full. */
ox_object *ox_scene_copy(ox_scene *scene, const ox_object *from, vec3 position);

/* Draws an object as another mesh, with that mesh's own materials; takes resident memory the first time for a mesh.
 * Mesh 0: nothing is drawn. A missing mesh has its placeholder. OX_NOT_FOUND: the object has no model. Object NULL: the
 * mesh is only made ready. */
FX_MUST_CHECK ox_status ox_scene_use_mesh(ox_scene *scene, const ox_object *object, uint32_t mesh);

/* The sphere about what is drawn of an object, at its place; false when the object is not drawn. */
bool ox_scene_sphere(const ox_scene *scene, const ox_object *object, sphere3 *sphere);

/* The camera that the last picture was recorded with; false: there is none. */
bool ox_scene_camera_of(const ox_scene *scene, rs_camera *camera);

/* The component "clip" of an object, NULL for none. */
ox_object_clip *ox_scene_clip_of(const ox_scene *scene, const ox_object *object);

/* Set the rate of an object's clip from now on, and the weight of its second clip; false when the object has no
 * clip. */
bool ox_scene_clip_rate(ox_scene *scene, const ox_object *object, fx rate);
bool ox_scene_clip_weight(ox_scene *scene, const ox_object *object, uf16 weight);

/* Whether models and clips of the world name forms and clips that exist: a check after a state was restored. */
bool ox_scene_is_sound(const ox_scene *scene);

/* ---- a scene that is built anew out of changed resources (change.c) ---- */

/* Notes the room that all objects of the world take now, as the least room that is needed when they come back. */
void ox_scene_least(const ox_scene *scene, ox_world_needs *needs);

/* Save all objects as bytes, before the scene ends; and restore them, when the scene has been opened and populated
 * anew. Objects of the scene stay as they were, but for values that the scene's text has changed (place, turn, size,
 * mesh, motion). Objects that the scene names otherwise or has no more are gone, with their copies; new objects of the
 * scene are made. OX_BAD_DATA, OX_OUT_OF_MEMORY: the scene is as authored. */
void ox_scene_keep(const ox_scene *scene, ox_writer *to);
FX_MUST_CHECK ox_status ox_scene_take(ox_scene *scene, ox_reader *from);

/* Gives a scene that was opened anew the former step, camera and look. A camera that does not exist any more becomes
 * the first. */
void ox_scene_go_on(ox_scene *scene, const ox_scene *before);

/* One fixed step with the buttons of that step. */
void ox_scene_step(ox_scene *scene, const ox_input *input);

/* Puts the meshes that hang on skeletons into their poses at a moment, in frame memory (kernel/animation/skin.h);
 * called before the frame's list is begun in the rest of that memory, and with the same fraction. A mesh whose pose
 * does not fit is drawn in its bind pose, counted, and logged once. Without clips it does nothing. */
void ox_scene_pose(ox_scene *scene, ox_frame_memory *memory, uf16 fraction);

/* The mesh to draw of an object now: the posed mesh of its form, or the form's mesh in its bind pose. */
const rs_mesh *ox_scene_mesh(const ox_scene *scene, const ox_object *object, const ox_form *form);

/* The transform of an object after the last step; and the one at which it was drawn last. */
mat34 ox_scene_stand(const ox_scene *scene, const ox_object *object);
mat34 ox_scene_drawn(const ox_scene *scene, const ox_object *object);

/* For modules that pose meshes (`pose_others`). ox_scene_take_skins makes forms know their skins from now on. ox_scene_form_drawn gives the form as which an object will be
 * drawn in this frame, NULL where it is not drawn. ox_scene_pose_form puts it into a pose, with its vertices where `shaped` has them: false where frame memory is too
 * short, or the form hangs on another skeleton or on none. ox_scene_is_flat: whether any of its materials is drawn with normals of faces. */
void ox_scene_take_skins(ox_scene *scene);
const ox_form *ox_scene_form_drawn(const ox_scene *scene, const ox_object *object);
typedef struct ox_scene_pose_of {
    const ox_object *object;
    const ox_form *form;
    const uint8_t *skeleton;
    const sqt *global;
} ox_scene_pose_of;
bool ox_scene_pose_form(const ox_scene *scene, const ox_scene_pose_of *of, ox_frame_memory *memory,
                        rs_mesh *posed);
bool ox_scene_is_flat(const ox_form *form);

/* For `more_lights`: puts a light among `count` ones in its order, suns first, then the nearest to the eye; without room the last one is dropped. Returns how many there are then. */
uint32_t ox_scene_keep_light(const ox_scene *scene, rs_light *lights, uint32_t count, uint32_t room,
                             const rs_light *light);

/* Counts meshes for whose poses frame memory was too short, and tells of the first ones. */
void ox_scene_tell_unposed(ox_scene *scene, uint32_t refused);

/* Records camera, lights and objects for the moment `fraction` of a step after the last one. */
void ox_scene_record(ox_scene *scene, rs_frame *frame, uf16 fraction);

/* Gives an object the material with the id `to` in the place of one that its mesh names, `from` (0: of all). Takes resident memory
 * the first time for an object. OX_NOT_FOUND: the object has no model, or its mesh does not name `from`. A missing
 * material is drawn as magenta checker. */
FX_MUST_CHECK ox_status ox_scene_material(ox_scene *scene, const ox_object *object, uint32_t from,
                                          uint32_t to);

/* The form to draw now, `form` or one of its simpler forms, for an object of `size` at `place`, as seen from the camera
 * that was recorded last. */
const ox_form *ox_scene_form(const ox_scene *scene, const ox_form *form, const mat34 *place, fx size);

/* Gives the objects their materials after `look` or `textures` were set from outside. */
void ox_scene_apply_look(ox_scene *scene);

/* "as authored", "flat", ... for people. */
const char *ox_look_name(ox_look look);

/* The offset of a motion at a moment; 0 <= fraction <= 65535. */
vec3 ox_motion_offset(const ox_motion *motion, uint32_t time, uf16 fraction);

/* start + speed * (time + fraction), modulo a turn. */
static inline ang16 ox_motion_angle(ang16 start, int16_t speed, uint32_t time, uf16 fraction) {
    return (ang16)(start + (uint32_t)(int32_t)speed * time +
                   (uint32_t)fx_sra32((int32_t)speed * (int32_t)fraction, 16));
}

/* Angle of a turntable with N frames to the turn. */
static inline ang16 ox_turntable_angle(uint32_t time, uint32_t frames, uf16 fraction) {
    return (ang16)((((uint64_t)(time % frames) << 16) + fraction) / frames);
}

#endif

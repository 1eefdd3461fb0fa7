/* A scene that plays: a SCEN chunk, which has no script: cameras, lights and objects, each with a simple
 * motion. The objects are objects of a world (kernel/world/world.h) like all others, with the components "place", "model", "drift" and
 * "clip"; the scene makes them and draws what has a model.
 *
 *     ox_scene_open(scene, &resources, &resident, id, log)
 *     ox_scene_settle(scene, &world)                                    or needs, join and populate, where others add to the world
 *     each fixed step:  ox_scene_step(scene, &input);
 *     each frame:       ox_scene_record(scene, frame, ox_loop_fraction(&loop));
 *
 * Every position is worked out from the number of the step, never from the position before, so no error
 * builds up and any moment can be drawn: after step k (from 1) the scene stands at time k - 1, so the first
 * one shows the scene as authored. A motion's orbit turns counter-clockwise as seen from above and begins at
 * +X:
 *
 *     x += radius cos(a), z -= radius sin(a), y += height sin(b);   a = phase + speed * time, b likewise
 *
 * Objects may move by clips: their time, too, is worked out from the step.
 *
 *     each frame:       ox_scene_pose(scene, &frame_memory, fraction);        then the frame begins, then ox_scene_record
 *
 * A turntable scene turns all objects together about the world's +Y: at time i of N by (i mod N) * 65536 / N.
 *
 * Materials name the pass in which they are drawn and in which order (rom/FORMAT.md, MATL); objects without such stand as the scene lists
 * them. A scene may give an object other materials than its mesh has, and so may whoever plays, while it plays.
 *
 * Buttons. Turntable: dragging or the arrows turn the objects (and stop the table), wheel or L and R bring
 * the camera nearer and farther. Free scene: dragging or the arrows lead the camera round its target, the
 * wheel brings it nearer, A changes the shading, B takes the next camera, L and R choose the height of bands.
 * Both: Y shading (as authored, flat, Gouraud, Phong, unlit), X textures, Select figures, Start pause. */
#ifndef OXCART_KERNEL_SCENE_SCENE_H
#define OXCART_KERNEL_SCENE_SCENE_H

#include "kernel/animation/clock.h"
#include "kernel/animation/skin.h"
#include "kernel/bytes/stream.h"
#include "kernel/input/input.h"
#include "kernel/resource/resource.h"
#include "kernel/world/attachment.h"
#include "raster/draw_call.h"

/* A simple motion about a place, worked out from the number of the step. As a component of objects it is called "drift". */
typedef struct ox_motion {
    fx orbit_radius;
    int16_t orbit_speed; /* angle units per step */
    ang16 orbit_phase;
    fx bob_height;
    int16_t bob_speed;
    ang16 bob_phase;
    int16_t spin[3]; /* of objects: yaw, pitch, roll per step */
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

/* What objects are drawn as: a mesh with its materials. Objects that look alike share one. */
typedef struct ox_form {
    uint32_t id; /* of the mesh; 0: nothing is drawn */
    const ox_mesh *mesh;
    rs_material *look; /* the mesh's materials as they are drawn now */
    rs_material
        *own; /* the materials before buttons change them, where they are others than the mesh's; else NULL */
    const uint8_t *skin;     /* of the mesh, where an object moves by a clip; else NULL */
    struct ox_form *simpler; /* drawn in its place where the object is small, by falling `below` */
    uint16_t simpler_count;
    uint8_t shading; /* rs_shading, ROM_SHADING_AS_MATERIAL = 255 */
    bool fixed;      /* the shading button leaves it alone */
    fx below; /* of a simpler form: it is drawn where the object's bounding sphere is seen with a smaller radius, in halves of the
                        picture's height */
} ox_form;

/* The component "model": what is drawn of an object. */
typedef struct ox_model {
    uint16_t form; /* its place in ox_scene.forms */
    uint16_t row;  /* number of the row that it began as, or that it was copied from, + 1; 0: none */
    uint8_t copy;  /* of that object */
    uint8_t spare[3];
} ox_model;

/* What a skeleton moves by: one clip, or two. */
typedef struct ox_scene_clip {
    const uint8_t *skeleton, *clips[2]; /* chunks; the second may be NULL */
} ox_scene_clip;

/* The component "clip": how an object's mesh moves. */
typedef struct ox_object_clip {
    ox_clip_clock clock; /* of the first; begins with the scene */
    uint16_t source;     /* its place in ox_scene.clips */
    uf16 weight;         /* of the second */
} ox_object_clip;

/* The mesh of a clip's object in this frame. */
typedef struct ox_posed {
    const rs_mesh *form; /* whose pose `mesh` is; NULL: of none */
    rs_mesh mesh;
} ox_posed;

/* What was worked out last for the camera that looks, of values that mostly stay: a camera that stands still costs nothing. */
typedef struct ox_scene_sight {
    vec3 position, target;
    mat34 view; /* of these two, where `known` */
    bool known;
    ang16 field; /* of ox_scene.focal, where that is above 0 */
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

/* What the cart's data say of a component of an object, value by value: its type, then its own row of the scene, or whoever made it (`tell` of
 * ox_scene). `kind`: OX_SAID_CELL, a cell as the field has it, else that of a number in a level (ROM_PROPERTY_...). False: there is no such
 * field. */
enum { OX_SAID_CELL = 255 };
typedef bool ox_scene_hear(void *context, ox_id field, uint32_t index, uint32_t value, uint32_t kind);
typedef void ox_scene_tell(void *context, const ox_object *object, ox_id component, ox_scene_hear *hear,
                           void *hearer);

typedef struct ox_scene {
    ox_world *world; /* whose objects are drawn; NULL before ox_scene_join */
    ox_scene_camera *cameras;
    ox_scene_light *lights;
    ox_form **forms;
    uint16_t
        *rows; /* the form of each object of the scene, as the scene has it, and of each type behind them */
    ox_scene_clip *clips;          /* NULL: nothing moves by a clip */
    const uint8_t *types;          /* the SCEN chunk that has the types, NULL: there are none */
    struct ox_row_type *row_types; /* of objects, as the world knows them: one for each row of that chunk */
    uint32_t camera_count, light_count, form_count, form_room, row_count, clip_count;
    uint32_t scene_rows, scene_clips; /* the first rows and clips, those of the scene itself */
    uint32_t moving_count, clip_rows; /* of the scene's objects: that have a motion, a clip */
    uint8_t place_type, model_type, drift_type, clip_type,
        attachment_type;             /* numbers of the components in the world, + 1; 0: there are none */
    uint8_t object_type;             /* and of the type "object" */
    ox_component_type components[5]; /* those, as the world knows them */
    ox_object_type object_kind;
    uint32_t id;     /* its id */
    ox_posed *posed; /* for every record of a clip, in this frame's memory; NULL: nothing is posed */
    uint32_t ticks;  /* steps a second, 60 unless whoever plays says otherwise */
    fx clips_at;     /* see `clips_held` */
    uf16 clips_weight;
    uint32_t
        unposed; /* times that frame memory was too short for a pose: its mesh was drawn as it was bound */
    uint32_t drawn_time; /* the moment that was recorded last */
    uf16 drawn_fraction;
    mat34 place; /* where the object that is recorded stands */
    rot33 table; /* the turntable, at that moment */
    vec3 eye;    /* where the camera was recorded last */
    fx focal;    /* and its cot(half the field of view) */
    ox_scene_sight sight;
    int32_t
        detail; /* for viewers: 0 as they are seen, 1 all meshes themselves, 2 their first simpler form, ... the last where there
                             are not so many */
    uint32_t passes;      /* bits of the passes (raster/draw_call.h) that materials name */
    rs_sort_entry *order; /* twice as many as models: room for that, NULL: none needed */
    ox_resources *resources;
    ox_arena *resident;
    uint32_t flags;       /* ROM_SCENE_... */
    uint32_t turn_frames; /* N of a turntable */
    uint32_t background;  /* native pixel */
    ox_log *log;
    ox_scene_tell *tell; /* of objects that no row of the scene made; or NULL */
    void *tell_context;
    /* Writes further lights behind those of the scene, at most `room`; how many. NULL: none. */
    uint32_t (*more_lights)(void *context, rs_light *lights, uint32_t room);
    void *more_lights_context;

    uint32_t steps;       /* played; time stands at steps - 1 */
    uint32_t table_steps; /* the same for the turntable, which stops when the user turns by hand */
    uint32_t camera;      /* which one looks */
    ox_look look;
    bool textures, hud, paused, by_hand;
    bool led;        /* a game reads the buttons: they do none of the above */
    bool complained; /* something could not be drawn, and the log says so */
    bool sorted;     /* some materials want an order of their objects */
    bool
        clips_held; /* for viewers: all clips stand at `clips_at` frames, with as much of the second one as clips_weight */
    uint8_t ambient;
    int band_wish; /* L and R: -1 lower, +1 higher bands; the console takes it and sets 0 */
    ang16 yaw;     /* turned by the user */
    int32_t pitch; /* -16384..16384 */
    fx zoom;       /* factor on the camera's distance, 1/8 .. 8 */
    /* Records what is drawn with the scene and is none of its objects: once what one cannot see through, before the objects; and once what one
     * can see through, behind the objects of the translucent pass and before those of later ones. NULL: nothing. */
    void (*others)(void *state, rs_frame *frame, bool solid, uf16 fraction);
    void *others_state;
    /* A camera in the place of the scene's; false: the scene's. NULL likewise. */
    bool (*look_with)(void *context, rs_camera *camera);
    void *look_with_context;
} ox_scene;

/* Reads the scene with this id; its tables go to the low end of `resident`. OX_NOT_FOUND (missing or damaged,
 * logged), or OX_OUT_OF_MEMORY. Views that it asked for stay with the resources, also after a failure: note them
 * before, and return them when the scene goes (ox_resources_note). Then OX_CLEAR is its end. At most RS_LIGHTS lights are used; the log tells of more. */
FX_MUST_CHECK ox_status ox_scene_open(ox_scene *scene, ox_resources *resources, ox_arena *resident,
                                      uint32_t id, ox_log *log);

/* ---- the objects of the scene ---- */

/* TYPES. The cart's types are the objects of a scene of their own, which is never shown. The world has each as a type of its own, by that object's name:
 * whoever makes an object of it (ox_world_create, a spawner, a script) gets one with all that the row says. An object of the scene that is of a
 * type begins as such, and is then what its own row says. */

/* What a world needs for the scene is added to `needs`: objects, types, components. `needs` may have more of each for others. */
typedef struct ox_world_needs {
    uint32_t objects; /* of all kinds */
    uint32_t placed;  /* those of them that have a place and are drawn */
    uint32_t types, components, systems;
    uint32_t least_objects, least_placed, least_moving, least_clips,
        least_attached; /* of a scene before, which are to find room */
    bool attaches;      /* somebody attaches objects while the game plays: there is room for all of them */
} ox_world_needs;
void ox_scene_needs(const ox_scene *scene, ox_world_needs *needs);

/* Somebody attaches objects while the game plays, where `attaches` holds. */
static inline void ox_scene_need_attachments(ox_world_needs *needs, bool attaches) {
    if (attaches && !needs->attaches) needs->systems++;
    needs->attaches = needs->attaches || attaches;
}

/* Joins a world that has room for `needs`: its components "place", "model", and where the scene has such objects "drift" and "clip".
 * OX_OUT_OF_MEMORY, OX_FULL, OX_ALREADY_THERE. */
FX_MUST_CHECK ox_status ox_scene_join(ox_scene *scene, ox_world *world, const ox_world_needs *needs);

/* Adds the cart's types, and the type "object", whose objects begin with a place and a model and are visible; and makes those of the scene in
 * their order.
 * OX_OUT_OF_MEMORY, or as ox_world_add_type. */
FX_MUST_CHECK ox_status ox_scene_populate(ox_scene *scene);

/* All of this for a scene alone: the world is made in resident memory, and has no room for more. */
FX_MUST_CHECK ox_status ox_scene_settle(ox_scene *scene, ox_world *world);

/* The object of the world that object `row` of the scene became; NULL when it is gone. A walk over the models. */
ox_object *ox_scene_object(const ox_scene *scene, uint32_t row);

/* Tells what the data say of a component of an object (ox_scene_hear). */
void ox_scene_said(const ox_scene *scene, const ox_object *object, ox_id component, ox_scene_hear *hear,
                   void *context);

/* Whether the scene that was opened, or the types, give objects a component. */
bool ox_scene_gives(const ox_scene *scene, ox_id component);

static inline ox_model *ox_scene_model(const ox_scene *of, const ox_object *object) {
    return object->slots[OX_SLOT_MESH] == 0
               ? NULL
               : (ox_model *)ox_component_get(of->world, object, of->model_type - 1u);
}

/* All objects that have a model: `from` is 0, then what came last; 0 at the end. */
uint32_t ox_scene_each(const ox_scene *scene, uint32_t from, ox_object **object, ox_model **model);

/* A copy of an object at another place: its model, motion and clip, and what else it is made of; its name too. NULL when the world is full. */
ox_object *ox_scene_copy(ox_scene *scene, const ox_object *from, vec3 position);

/* An object is drawn as another mesh, with that one's own materials; takes resident memory the first time for a mesh. 0: as nothing. A mesh that
 * is missing has its placeholder. OX_NOT_FOUND: it has no model. Without an object the mesh is got ready alone. */
FX_MUST_CHECK ox_status ox_scene_use_mesh(ox_scene *scene, const ox_object *object, uint32_t mesh);

/* What an object moves by, NULL for none. */
ox_object_clip *ox_scene_clip_of(const ox_scene *scene, const ox_object *object);

/* How fast the clip of an object goes on from now, and how much of the second one it has; false when it has none. */
bool ox_scene_clip_rate(ox_scene *scene, const ox_object *object, fx rate);
bool ox_scene_clip_weight(ox_scene *scene, const ox_object *object, uf16 weight);

/* Whether models and clips of the world name forms and clips that there are: after a state was restored. */
bool ox_scene_is_sound(const ox_scene *scene);

/* ---- a scene that is built anew out of changed resources (change.c) ---- */

/* The room that all objects of the world take now, as the least that is needed when they come back. */
void ox_scene_least(const ox_scene *scene, ox_world_needs *needs);

/* All objects as bytes, before the scene ends; and back, when it has been opened and populated anew. Objects of the scene stay where they were
 * and what they were, but for what the scene now says otherwise (place, turn, size, mesh, motion); those that it names otherwise or has no
 * more are gone, with their copies; those that it has now, and had not, are there. OX_BAD_DATA, OX_OUT_OF_MEMORY: the scene is as authored. */
void ox_scene_keep(const ox_scene *scene, ox_writer *to);
FX_MUST_CHECK ox_status ox_scene_take(ox_scene *scene, ox_reader *from);

/* Gives a scene that was opened anew what the user has done in it before: the step, the camera, the look. A camera that is not there
 * any more becomes the first. */
void ox_scene_go_on(ox_scene *scene, const ox_scene *before);

/* One fixed step with the buttons of that step. */
void ox_scene_step(ox_scene *scene, const ox_input *input);

/* Puts the meshes that hang on skeletons into their poses at a moment, in frame memory (kernel/animation/skin.h); before the frame's list is
 * begun in what is left of it, and with the same fraction. What does not fit is drawn as it was bound, counted, and told once. Without
 * clips it does nothing. */
void ox_scene_pose(ox_scene *scene, ox_frame_memory *memory, uf16 fraction);

/* What is drawn of an object now: the posed mesh of its form, or that as it lies. */
const rs_mesh *ox_scene_mesh(const ox_scene *scene, const ox_object *object, const ox_form *form);

/* Where an object stands after the last step; and where it was drawn last. */
mat34 ox_scene_stand(const ox_scene *scene, const ox_object *object);
mat34 ox_scene_drawn(const ox_scene *scene, const ox_object *object);

/* Records camera, lights and objects for the moment `fraction` of a step after the last one. */
void ox_scene_record(ox_scene *scene, rs_frame *frame, uf16 fraction);

/* Gives an object the material with the id `to` in the place of one that its mesh names, `from` (0: of all). Takes resident memory
 * the first time for an object. OX_NOT_FOUND: it has no model, or its mesh does not name `from`. A material that is missing is
 * drawn as magenta checker. */
FX_MUST_CHECK ox_status ox_scene_material(ox_scene *scene, const ox_object *object, uint32_t from,
                                          uint32_t to);

/* What a form is drawn as now, itself or one of its simpler ones: for an object of that size whose place is `place`, by where the camera was
 * recorded last. */
const ox_form *ox_scene_form(const ox_scene *scene, const ox_form *form, const mat34 *place, fx size);

/* Gives the objects their materials after `look` or `textures` were set from outside. */
void ox_scene_apply_look(ox_scene *scene);

/* "as authored", "flat", ... for people. */
const char *ox_look_name(ox_look look);

/* Where a motion leads at a moment; 0 <= fraction <= 65535. */
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

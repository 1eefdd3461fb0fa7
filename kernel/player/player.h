/* The player: plays a SCEN chunk, a scene without script: cameras, lights and objects, each with a simple
 * motion.
 *
 *     ox_player_open(player, &resources, &resident, scene_id, log)
 *     each fixed step:  ox_player_step(player, &input);
 *     each frame:       ox_player_record(player, frame, ox_loop_fraction(&loop));
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
 *     each frame:       ox_player_pose(player, &frame_memory, fraction);        then the frame begins, then ox_player_record
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
#ifndef OXCART_KERNEL_PLAYER_H
#define OXCART_KERNEL_PLAYER_H

#include "kernel/animation/clock.h"
#include "kernel/animation/skin.h"
#include "kernel/input/input.h"
#include "kernel/resource/resource.h"
#include "raster/packet.h"

typedef struct ox_motion {
    fx orbit_radius;
    int16_t orbit_speed; /* angle units per step */
    ang16 orbit_phase;
    fx bob_height;
    int16_t bob_speed;
    ang16 bob_phase;
} ox_motion;

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

typedef struct ox_scene_object {
    uint32_t id; /* of the mesh */
    const ox_mesh *mesh;
    rs_material *look; /* the mesh's materials as they are drawn now; shared by objects of the same kind */
    rs_material *
        own; /* the materials before buttons change them, where the object has others than its mesh; else NULL */
    bool owns_look;      /* the first of those objects */
    bool fixed;          /* the shading button leaves it alone */
    bool still;          /* neither spins nor moves: `place` was worked out once */
    bool hidden;         /* not drawn */
    uint8_t shading;     /* rs_shading, ROM_SHADING_AS_MATERIAL = 255 */
    const uint8_t *skin; /* of the mesh, where the object moves by a clip; else NULL */
    euler16 rotation;
    int16_t spin[3]; /* yaw, pitch, roll per step */
    fx scale;
    vec3 position;
    ox_motion motion;
    mat34 place;
} ox_scene_object;

/* A simpler form of an object's mesh: drawn in its place where the radius of the object's bounding sphere is seen smaller than `below`,
 * in halves of the picture's height. They stand in the order of their objects, of one object by falling `below`. */
typedef struct ox_scene_detail {
    uint32_t object;
    fx below;
    ox_scene_object form; /* mesh and materials alone */
} ox_scene_detail;

/* An object whose mesh hangs on a skeleton and moves by a clip, or between two. */
typedef struct ox_scene_clip {
    uint32_t object;
    const uint8_t *skeleton, *clips[2]; /* chunks; the second may be NULL */
    ox_clip_clock clock;                /* of the first; begins with the scene */
    uf16 weight;                        /* of the second */
    const rs_mesh *form;                /* whose pose `posed` is, in this frame; NULL: of none */
    rs_mesh posed;
} ox_scene_clip;

/* What was worked out last for the camera that looks, of values that mostly stay: a camera that stands still costs nothing. */
typedef struct ox_player_sight {
    vec3 position, target;
    mat34 view; /* of these two, where `known` */
    bool known;
    ang16 field; /* of ox_player.focal, where that is above 0 */
} ox_player_sight;

/* How everything is shaded: as the materials say, or all alike. */
typedef enum ox_look {
    OX_LOOK_AUTHORED,
    OX_LOOK_FLAT,
    OX_LOOK_GOURAUD,
    OX_LOOK_PHONG,
    OX_LOOK_UNLIT,
    OX_LOOKS
} ox_look;

typedef struct ox_player {
    ox_scene_camera *cameras;
    ox_scene_light *lights;
    ox_scene_object *objects;
    ox_scene_detail *details; /* NULL: no mesh has simpler forms */
    ox_scene_clip *clips;     /* in the order of their objects; NULL: nothing moves by a clip */
    uint32_t camera_count, light_count, object_count, detail_count, clip_count;
    uint32_t spare; /* copies of objects that there is room for behind the others */
    uint32_t ticks; /* steps a second, 60 unless whoever plays says otherwise */
    bool
        clips_held; /* for viewers: all clips stand at `clips_at` frames, with as much of the second one as clips_weight */
    fx clips_at;
    uf16 clips_weight;
    uint32_t
        unposed; /* times that frame memory was too short for a pose: its mesh was drawn as it was bound */
    vec3 eye;    /* where the camera was recorded last */
    fx focal;    /* and its cot(half the field of view) */
    ox_player_sight sight;
    int32_t
        detail; /* for viewers: 0 as they are seen, 1 all meshes themselves, 2 their first simpler form, ... the last where there
                             are not so many */
    uint32_t passes;      /* bits of the passes (raster/packet.h) that materials name */
    bool sorted;          /* some materials want an order of their objects */
    rs_sort_entry *order; /* twice as many as objects: room for that, NULL: none needed */
    ox_resources *resources;
    ox_arena *resident;
    uint32_t flags;       /* ROM_SCENE_... */
    uint32_t turn_frames; /* N of a turntable */
    uint32_t background;  /* native pixel */
    uint8_t ambient;
    ox_log *log;

    uint32_t steps;       /* played; time stands at steps - 1 */
    uint32_t table_steps; /* the same for the turntable, which stops when the user turns by hand */
    uint32_t camera;      /* which one looks */
    ox_look look;
    bool textures, hud, paused, by_hand;
    bool led;        /* a game reads the buttons: they do none of the above */
    int band_wish;   /* L and R: -1 lower, +1 higher bands; the console takes it and sets 0 */
    ang16 yaw;       /* turned by the user */
    int32_t pitch;   /* -16384..16384 */
    fx zoom;         /* factor on the camera's distance, 1/8 .. 8 */
    bool complained; /* something could not be drawn, and the log says so */
    void (*behind)(
        void *state, rs_frame *frame,
        uf16 fraction); /* records what one can see through, behind the objects of the translucent pass
                                                                    and before those of later ones; NULL: nothing */
    void *behind_state;
} ox_player;

/* Reads the scene with this id; its tables go to the low end of `resident`. OX_NOT_FOUND (missing or damaged,
 * logged), or OX_OUT_OF_MEMORY. Views that it asked for stay with the resources, also after a failure: note them
 * before, and return them when the scene goes (ox_resources_note). Then OX_CLEAR is its end. At most RS_LIGHTS lights are used; the log tells of more. */
ox_status ox_player_open(ox_player *player, ox_resources *resources, ox_arena *resident, uint32_t scene,
                         ox_log *log);

/* The same with room for `spare` copies of objects (ox_player_copy). */
ox_status ox_player_open_spare(ox_player *player, ox_resources *resources, ox_arena *resident, uint32_t scene,
                               uint32_t spare, ox_log *log);

/* ---- for games that lead the objects ---- */

/* Where an object stands from now on; its motion and spin, if it has any, go on about that. */
void ox_player_put(ox_player *player, uint32_t which, vec3 position, euler16 rotation, fx scale);

/* Makes object `to` (a place behind those of the scene, below object_count + spare; object_count counts it then) a copy of `from`: mesh,
 * materials, motion. It moves by no clip and has no simpler forms. */
void ox_player_copy(ox_player *player, uint32_t from, uint32_t to);

/* What an object moves by, NULL for none: for whoever keeps the state. */
ox_scene_clip *ox_player_clip(const ox_player *player, uint32_t which);

/* How fast the clip of an object goes on from now, and how much of the second one it has; false when it has none. */
bool ox_player_clip_rate(ox_player *player, uint32_t which, fx rate);
bool ox_player_clip_weight(ox_player *player, uint32_t which, uf16 weight);

/* What the user has done so far: the step, the camera, the look. From one player to another of the same scene that was
 * opened anew; a camera that is not there any more becomes the first. */
void ox_player_go_on(ox_player *player, const ox_player *before);

/* One fixed step with the buttons of that step. */
void ox_player_step(ox_player *player, const ox_input *input);

/* Puts the meshes that hang on skeletons into their poses at a moment, in frame memory (kernel/animation/skin.h); before the frame's list is
 * begun in what is left of it, and with the same fraction. What does not fit is drawn as it was bound, counted, and told once. Without
 * clips it does nothing. */
void ox_player_pose(ox_player *player, ox_frame_memory *memory, uf16 fraction);

/* What is drawn of an object now: the posed mesh of its form, or that as it lies. */
const rs_mesh *ox_player_mesh(const ox_player *player, uint32_t object, const ox_scene_object *form);

/* Where an object stands after the last step. */
mat34 ox_player_stand(const ox_player *player, uint32_t object);

/* Records camera, lights and objects for the moment `fraction` of a step after the last one. */
void ox_player_record(ox_player *player, rs_frame *frame, uf16 fraction);

/* Gives object `which` the material with the id `to` in the place of one that its mesh names, `from` (0: of all). Takes resident memory
 * the first time for an object. OX_NOT_FOUND: there is no such object, or its mesh does not name `from`. A material that is missing is
 * drawn as magenta checker. */
FX_MUST_CHECK ox_status ox_player_material(ox_player *player, uint32_t which, uint32_t from, uint32_t to);

/* What an object is drawn as now: itself, or one of its simpler forms, by where the camera was recorded last and where the object stands. */
const ox_scene_object *ox_player_form(const ox_player *player, uint32_t object);

/* Gives the objects their materials after `look` or `textures` were set from outside. */
void ox_player_apply_look(ox_player *player);

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

/* Cameras as a module of the console: rigs that follow, turn, ride and look, what is seen of them in which part of the picture, and who is pointed at.
 *
 *     scene main
 *       camera hero follow distance=4 height=2 collide                       in cart.txt: a camera `hero` that follows the object `hero`, and stays out of walls
 *       camera far orbit of=hero distance=12 pitch=-30                       another one, used when a script says so
 *       object hero at=0,0,0
 *     end
 *
 *     camera_use('far', 30t)                                               in scripts: seen from now on, after a blend of half a second; 0t: a cut
 *     camera_steer(axis('look').x * -3.0, axis('look').y * 3.0)            turns what is seen through; camera_reach(0.9) is a wheel
 *     camera_jolt(0.6, 30t)                                                a shake for people: no state of the game depends on it
 *     let who = pick(mouse().x, mouse().y)                                 who is under a pixel; pick_at(x, y) where
 *     let spot = project(self.pos)                                         where a place is seen: x, y in pixels, z metres ahead, below 0 behind
 *
 *     ox_cameras *c = ox_console_cameras(console);                         in C
 *     ox_rig *rig = ox_rig_of(c, object);
 *     const ox_camera *seen = &c->seats[0].camera;
 *
 * THE STATEMENT `camera NAME KIND` makes an object without a picture that has the component "camera" (rig.h tells the kinds and all numbers), and "boom" where it says `collide` (boom.h). `with camera=KIND` and `with boom=sphere` below an
 * object or type say the same, so levels and scripts place cameras as they place anything else. All numbers are fields of the two components: they tune while the cart plays. Without `of=` a camera is about the object of its own name.
 *
 * WHEN. Rigs move in OX_PHASE_CAMERA: after all objects have moved, before sounds and pictures. Only rigs that are seen, or from which a blend comes, move at all; others stay as they were, and go on from there. What the player wanted in a step (camera_steer, camera_pan) is done in that step.
 *
 * PARTS OF THE PICTURE. `with view=0 left=0 wide=0.5`, or part=0 in its line, on a camera makes a part of the picture with that camera; numbers 0 to 3, halves, quarters or a small picture in a large one, higher numbers over lower ones. Each part has its own camera, blend, shake and shots: natives speak of
 * the part that camera_part(n) chose last, 0 at first. Without such a line the first camera of the scene is seen in the whole picture. A scene that has no camera of this module is seen by its plain ones.
 *
 * LAYOUTS. `data quad quad.csv` with columns part:i32, camera:id, left:fx, top:fx, wide:fx, tall:fx says which camera is seen where: camera_layout(quad) divides the picture so, and another list of rows otherwise, while the game plays. Four cameras in four parts with four
 * players: for i in 0..3 { camera_part(i)  camera_steer(stick_of(i + 1).x * -2.0, 0.0) }.
 *
 * ZONES. `camera hall fixed of=hero at=4,3,0 zone=hall-plan` with a closed `path hall-plan straight ... closed` in the scene is seen while `of` is in that polygon, and until it is `margin` metres (0.25) beyond it and in another camera's (zone.h);
 * of zones that overlap the one with the higher `priority` counts. smooth=0.5 blends to it, otherwise it is a cut. camera_use of a camera without a zone shows that one until another is used.
 *
 * WHO SEES WHAT. `with lens=height hides=1` leaves out what the camera is about, in its own part alone: the body of who looks through its own eyes. `arms=sword` has the object of that name, type or tag seen in that part alone: mirrors, maps and other players see the
 * body, not the arms. A material of the foreground keeps them before walls.
 *
 * SAMPLES. `with view=0 samples=2x2`, or camera_samples(2, 2), draws what has depth in that part at four samples a pixel, of which the picture has the mean
 * (raster/viewport.h); 2x1 and 1x2 take two. Edges are smooth then, 2D stays as it is. It costs the time of so many pixels, bands are drawn one after the
 * other, and `capacity samples 1` memory for four lines of samples: 32 bytes a pixel of the picture's width for each line of colours of 16 bits. In 256 colours, and
 * without that memory, there is one sample, and the log says so.
 *
 * SHOTS. `data intro intro.csv` with columns order:i32, camera:name, steps:i32, blend:i32 (and curve:name, of:name, fov:fx) is a list of shots: camera_play(intro) shows one after the other, on Shot(part, number) is told at each begin and on ShotsOver(part) at the end, then what was seen before comes back.
 * `steps` 0 waits for camera_next(). camera_skip() ends the list: the same state, wherever it was.
 *
 * WHAT STANDS IN THE WAY. A boom keeps the eye before walls. With `with boom=sphere fade=1` objects between eye and target are hidden in steps instead; in both cases what is followed is hidden while the boom is shorter than half of `least`. Fading is in sixteenths (fade.h); pictures show what is at least half there.
 *
 * STATE: the components, and of each part its seat. Saved, rewound, hashed. It costs nothing while no camera of the module is there. Capacities: `cameras`, `booms`, `samples`, `camera-points` (of paths of rails and rides, 16 bytes and 64 for their lengths).
 * (Madhav 8; GEA 15.2.2; Game Programming Gems 1, 4.2 and 4.3.) */
#ifndef OXCART_KERNEL_CAMERA_MODULE_H
#define OXCART_KERNEL_CAMERA_MODULE_H

#include "kernel/camera/fade.h"
#include "kernel/camera/rig.h"
#include "kernel/camera/shot.h"
#include "kernel/module/module.h"

extern const ox_module ox_camera_module;

enum {
    OX_CAPACITY_CAMERAS,
    OX_CAPACITY_BOOMS,
    OX_CAPACITY_CAMERA_POINTS,
    OX_CAPACITY_SAMPLES,
    OX_CAMERA_CAPACITIES
};
extern const ox_capacity ox_camera_capacities[OX_CAMERA_CAPACITIES];

enum { OX_CAMERA_PATHS = 8, OX_CAMERA_SAMPLES = 16, OX_CAMERA_GROUP = 8, OX_CAMERA_SHOTS = 32 };

/* The component "boom": boom.h, its radius, and whether it fades what is in the way. */
typedef struct ox_boom_component {
    ox_id kind; /* OX_NAME("sphere"), OX_NAME("ray") */
    fx radius;  /* 0: as large as the near plane asks */
    uint8_t fade;
    uint8_t spare[3];
    ox_boom boom;
} ox_boom_component;
extern const ox_type ox_boom_type;

/* The component "view": which part of the picture the camera of its object is seen in. */
typedef struct ox_view_part {
    ox_id number;                /* OX_NAME("0") .. OX_NAME("3") */
    fx left, top, width, height; /* of the picture, 0 .. 1 */
    uint8_t samples;             /* bits: 1: two across, 2: two down */
} ox_view_part;
extern const ox_type ox_view_part_type;

/* A part of the picture. */
typedef struct ox_seat {
    ox_director director;
    ox_id seen, former; /* cameras of the last step, and of a blend */
    ox_id of;           /* of a shot: looked at in the place of the camera's own; 0: none */
    ox_blend blend;
    ox_zoom zoom;        /* to: 0: the camera's own field */
    ox_camera_move move; /* of what flies, or of the middle of a view from above: `look` */
    ox_shake shake;
    ox_camera camera; /* before shaking */
    ox_view_part part;
    ox_handle faded; /* hidden while it is too near */
    uint8_t opacity; /* of what is followed */
    bool is_on, behind, aim, dolly;
    uint16_t blend_wish; /* steps of the blend to the camera that was asked for */
} ox_seat;

typedef struct ox_cameras {
    const ox_module_host *host;
    ox_world *world;
    uint32_t type, boom_type, view_type;
    ox_seat seats[RS_VIEWPORTS];
    ox_rig_wish wishes[RS_VIEWPORTS]; /* of this step */
    uint32_t part;                    /* of which natives speak */
    uint32_t drawn;                   /* part that is being drawn */
    ox_fades fades;
    ox_camera_path paths[OX_CAMERA_PATHS];
    ox_id path_names[OX_CAMERA_PATHS];
    uint32_t path_count;
    bool is_told, is_coarse;              /* the log says so: cameras are too many, samples cannot be had */
    rs_supersample samples[RS_VIEWPORTS]; /* memory NULL: there is none */
} ox_cameras;

/* The console's cameras; NULL: the image asks for none, or the player has no such module. */
ox_cameras *ox_console_cameras(const struct ox_console *console);

/* The rig of an object, NULL: none; and the object of a camera by the name that it is used by. */
ox_rig *ox_rig_of(const ox_cameras *cameras, const ox_object *object);
ox_object *ox_camera_called(const ox_cameras *cameras, ox_id name);

/* Shows a camera in a part from now on; 0 steps: a cut. False: there is no camera of that name. */
bool ox_camera_use(ox_cameras *cameras, uint32_t part, ox_id camera, uint32_t steps);

/* What is seen in a part; false: the part is not shown. */
bool ox_cameras_view(const ox_cameras *cameras, uint32_t part, ox_camera_view *view);

/* Who is seen under a pixel of the picture, by shapes of the module collision and the spheres about what is drawn; NULL, and *at is untouched, for nobody. */
ox_object *ox_cameras_pick(ox_cameras *cameras, fx x, fx y, vec3 *at);

/* Reads a list of shots from data; how many, at most `room`. */
uint32_t ox_camera_shots(const ox_cameras *cameras, ox_id list, ox_shot *shots, uint32_t room);

/* Divides the picture as rows of data say; parts that no row names are not shown. False: there is no such row, and nothing changes. */
bool ox_camera_layout(ox_cameras *cameras, ox_id list);

enum { OX_CAMERA_NATIVES = 29, OX_CAMERA_EVENTS = 2 };
extern const ox_script_native ox_camera_native_rows[OX_CAMERA_NATIVES];

#endif

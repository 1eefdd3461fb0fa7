/* Carts: a folder with `cart.txt`, read into a plain struct with the line of everything it says.
 *
 * One statement a line, `#` starts a comment, "..." may hold blanks, key=value options stand in any order. The statements are the
 * rows of cart_rows.h and the kinds of assets of tools/convert/pack_kinds.h; `oxcart help cart` and tools/CART.md tell them.
 *
 *     MACHINE.STATEMENT ... and MACHINE.KEY=VALUE         for one machine alone, in place of the plain ones (cart_target.c)
 */
#ifndef OXCART_TOOLS_CART_CART_H
#define OXCART_TOOLS_CART_CART_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/module/module.h"
#include "rom/records.h"
#include "tools/base/error.h"
#include "tools/code/code.h"
#include "tools/encode/compress.h"
#include "tools/import/base/words.h"
#include "tools/import/image/image.h"
#include "tools/import/model/model.h"
#include "tools/report/report.h"

enum {
    CART_TAGS = 16,
    CART_NAME_MAX = 96,
    CART_PATH_MAX = 1024,
    CART_TEXT_MAX = 256,
    CART_OPTION_MAX = 1024, /* characters of a value: a script's `with=` names files */
    CART_WORLD = 16384      /* metres from the middle of the world to its ends */
};

typedef struct cart_motion {
    double orbit[3]; /* radius, turns per second, phase in degrees */
    double bob[3];   /* height, times per second, phase in degrees */
} cart_motion;

enum { CART_CONSTANTS = 64 };

/* A line `code`: files of C that are compiled and loaded. */
typedef struct cart_code {
    unsigned long line;
    char *files[CODE_FILES]; /* paths */
    uint32_t count, allow;   /* allow: CODE_FLOAT ... */
    code_built built;
} cart_code;

/* A material. Its settings beside colour and texture are held as the image has them; references to chunks are names. */
typedef struct cart_material {
    unsigned long line;
    char name[CART_NAME_MAX];
    uint32_t colour; /* 0xRRGGBB */
    int shading;     /* rs_shading */
    int mapping;     /* rs_mapping */
    double specular, shininess;
    char texture[CART_NAME_MAX]; /* "" = none */
    bool two_sided;
    bool has_look, has_state;
    rom_material_look_record look;
    rom_material_state_record state;
    rom_material_slot_record slots[2]; /* without ids */
    uint32_t slot_count;
    char second[CART_NAME_MAX]; /* texture of the second slot */
    int pass, sort;             /* as MATL has them */
    double order, opacity;
    char vertex[CART_NAME_MAX], pixel[CART_NAME_MAX]; /* stages */
    char program[CART_PATH_MAX];                      /* a text of tools/encode/shade.h */
    double constants[CART_CONSTANTS];
    uint32_t constant_count;
} cart_material;

typedef struct cart_texture {
    unsigned long line;
    char name[CART_NAME_MAX];
    char file[CART_PATH_MAX];
    char palette[CART_PATH_MAX]; /* the texture's own palette, applied to its colours first; "" = none */
    bool keyed;
    bool is_pyramid; /* it lies in the image as a pyramid of smaller pictures (rom/haar.h) */
    double quality;  /* dB, of a pyramid; 0: exact */
    int memory;      /* ROM_CLASS_... */
    import_image
        *picture; /* the pixels where they do not come from a file, else NULL; stays with the caller */
} cart_texture;

typedef struct cart_mesh {
    unsigned long line;
    char name[CART_NAME_MAX];
    char file[CART_PATH_MAX];
    char material[CART_NAME_MAX]; /* for the whole mesh; "" = the materials of the file */
    double scale, unit;           /* unit: metres in a unit of the file, with `axes` */
    char axes
        [8]; /* where the file's x, y and z point, such as LUF; "" = as the importer says (import/model/axes.h) */
    bool normalise;
    char skeleton[CART_NAME_MAX]; /* the skeleton that moves the mesh; "" = none: it keeps its rest pose */
    int bones; /* 0: as many joints a vertex as the file says; 1, 2, 3: one, two or four at most */
    int bind;  /* pack_bind: where vertices get joints from that the file gives none */
    int round; /* 1: joints blend by turning */
    double
        details; /* projected radius, in halves of the picture's height, at which the first simpler form begins; each
                       further form begins at half the size before */
    int plain;           /* 1: colours of vertices are left out */
    int shapes;          /* import_shaping_kind: other places of its vertices */
    double rate;         /* frames a second, of shapes that are frames */
    int memory;          /* ROM_CLASS_... */
    import_model *model; /* the model where it does not come from a file, else NULL; packing may change it */
} cart_mesh;

typedef struct cart_camera {
    unsigned long line;
    double at[3], target[3];
    double field, near_plane, far_plane; /* field of view in degrees */
    double separation;                   /* least distance of surfaces that stay apart; 0: not said */
    cart_motion motion;
} cart_camera;

typedef struct cart_light {
    unsigned long line;
    int kind; /* rs_light_kind */
    double vector[3], range, intensity;
    cart_motion motion;
} cart_light;

/* The camera of a flat picture: which part of the plane is seen. */
typedef struct cart_view {
    unsigned long line; /* line of the camera; 0: the scene has no flat camera */
    double at[2], pixels, zoom, dead_zone[2], smooth, bounds[4], depth; /* pixels: per metre */
    char follow[CART_NAME_MAX];                                         /* "" = nobody */
    bool bounded, by_map; /* the view is held inside `bounds`, inside the map */
} cart_view;

/* A layer of a flat picture. */
typedef struct cart_picture_layer {
    unsigned long line;
    char name[CART_NAME_MAX];
    uint32_t rate[2][2]; /* along x and y: numerator, denominator */
    double offset[2];
    double window[4]; /* x, y, width, height in pixels; width 0: the whole picture */
    bool hidden, sorted;
} cart_picture_layer;

/* The sprite of an object in a flat picture. */
typedef struct cart_sprite {
    unsigned long line;
    char sheet[CART_NAME_MAX]; /* "" = nothing */
    char frame[CART_NAME_MAX]; /* an animation, or the number of a frame */
    char layer[CART_NAME_MAX]; /* "" = main */
    double order, alpha, stretch[2];
    uint32_t tint;
    int mode;
    bool flip_x, flip_y;
} cart_sprite;

typedef struct cart_object {
    unsigned long line;
    char mesh[CART_NAME_MAX]; /* "" = the type has no mesh */
    char type[CART_NAME_MAX]; /* "" = the object has no type */
    double at[3], scale;
    double turn[3], spin[3]; /* yaw, pitch, roll: degrees, degrees per second */
    int shading;             /* rs_shading, or 255: the materials' shading */
    bool fixed_shading, hidden;
    char clip[CART_NAME_MAX], blend[CART_NAME_MAX]; /* animation, and a second one blended in; "" = none */
    double clip_rate, clip_start, clip_weight;      /* weight of the second clip: 0..1 */
    char name[CART_NAME_MAX], behaviour[CART_NAME_MAX]; /* for scripts; "" = the mesh's name, no behaviour */
    uint32_t tags;                                      /* bits of cart.tags */
    uint32_t parent; /* number + 1 of the object of the scene that carries it; 0: none */
    cart_motion motion;
    cart_sprite sprite;
} cart_object;

/* Another material in the place of a material of an object's mesh. */
typedef struct cart_override {
    unsigned long line;
    uint32_t object;
    char from[CART_NAME_MAX], to[CART_NAME_MAX]; /* from: "" = all materials */
} cart_override;

/* The value of a prop that an object sets for its behaviour. */
typedef struct cart_prop {
    unsigned long line;
    uint32_t object;
    char name[CART_NAME_MAX], value[CART_NAME_MAX];
} cart_prop;

/* A line `with WORD=MEMBER ...` about an object; a module of the console defines the word. */
typedef struct cart_saying {
    unsigned long line;
    uint32_t object;
    const ox_module_word *word;
    char member[CART_NAME_MAX];
    char values[OX_WORD_OPTIONS]
               [CART_NAME_MAX]; /* of the word's options in their order; "" where an option is not set */
    bool inherited;             /* comes from the object's base type */
} cart_saying;

/* Particles in a scene. */
typedef struct cart_emitter {
    unsigned long line;
    char particles[CART_NAME_MAX];
    uint32_t object; /* number + 1 of the object that the emitter follows; 0: none */
    double at[3], seed;
} cart_emitter;

/* A behaviour of a scene itself. */
typedef struct cart_behaviour {
    unsigned long line;
    char name[CART_NAME_MAX];
} cart_behaviour;

/* What happens to a behaviour when its script has a fault. */
/* `add-ons` of a cart that takes them, or `add-on` of one. */
enum { CART_ACTS = 32, CART_ADD_ON_BEHAVIOURS = 8 };
typedef struct cart_add_ons {
    uint32_t interface; /* 0: no statement */
    unsigned long line;
    char name[CART_NAME_MAX]; /* of the add-on; "": the cart takes add-ons */
    uint32_t acts[CART_ACTS]; /* ids of what add-ons may ask for */
    uint32_t act_count;
    char behaviours[CART_ADD_ON_BEHAVIOURS][CART_NAME_MAX]; /* which begin with each scene */
    uint32_t behaviour_count;
} cart_add_ons;

typedef struct cart_fault {
    unsigned long line;
    char behaviour[CART_NAME_MAX], then[CART_NAME_MAX]; /* stop, restart, or the name of a state */
} cart_fault;

/* A level that is played in a scene. */
typedef struct cart_scene_level {
    unsigned long line;
    char name[CART_NAME_MAX];
    double near_by, far_off; /* metres from the camera at which the level comes and goes; 0: always there */
    char by[CART_NAME_MAX];  /* an object whose distance counts, not the camera's */
    bool later;              /* scripts load the level */
} cart_scene_level;

/* A map of tiles in a scene. */
enum { CART_MAP_SETS = 8, CART_MAP_GROUNDS = 4, CART_MAP_STANDING = 8 };

typedef struct cart_scene_map {
    unsigned long line;
    char name[CART_NAME_MAX];  /* name of a tilemap or of regions */
    char layer[CART_NAME_MAX]; /* layer of the scene; "": main */
    double at[2];
    int wrap, outside; /* ROM_SCENE_MAP_... */
    uint32_t outer;    /* tile */
    char sets[CART_MAP_SETS][CART_NAME_MAX], grounds[CART_MAP_GROUNDS][CART_NAME_MAX],
        standing[CART_MAP_STANDING][CART_NAME_MAX];
    uint32_t set_count, ground_count, standing_count;
    bool no_ground;
} cart_scene_map;

typedef struct cart_scene {
    unsigned long line;
    char name[CART_NAME_MAX];
    uint32_t background;
    double ambient;
    bool hud, log_cycles;
    uint32_t turntable; /* frames to a turn, 0 = none */
    cart_camera *cameras;
    cart_light *lights;
    cart_object *objects;
    cart_override *overrides;
    cart_prop *props;
    cart_saying *sayings;
    cart_emitter *emitters;
    cart_behaviour *behaviours;
    cart_scene_level *levels;
    cart_scene_map *maps;
    cart_picture_layer *layers;
    cart_view view;
    uint32_t layer_count;
    uint32_t camera_count, light_count, object_count, override_count, prop_count, saying_count, emitter_count,
        behaviour_count, level_count, map_count;
} cart_scene;

enum { CART_OPTIONS = 8, CART_KEPT = 32 };

/* An asset: a line of one of the kinds of pack_kinds.h. */
typedef struct cart_asset {
    unsigned long line;
    char kind[16]; /* the word of the line */
    char name[CART_NAME_MAX];
    char file[CART_PATH_MAX];
    bool of_scene; /* a level that statements inside of the scene `name` make: its file is the cart's text */
    int memory, life;              /* ROM_CLASS_..., ROM_LIFE_... */
    char language[16], region[16]; /* "" = any */
    struct {
        char key[24], value[CART_OPTION_MAX];
    } options[CART_OPTIONS]; /* an empty key ends the list */
} cart_asset;

/* The memory that the cart asks of the machine besides `budget` and `frame`: further fields of the chunk `budget`. */
enum { CART_PICTURE_LAYERS = 32 };

enum { CART_PLAN_ROWS = 24, CART_PLAN_HANDLES = 48 };

typedef struct cart_plan {
    uint32_t cache, block_bytes, block_count, stream_bytes, stream_count, frame_copies;
    uint32_t io_quota, decode_quota, stack, debug, scratch;
    uint32_t needs; /* ROM_BUDGET_NEEDS_... */
    struct {
        uint32_t bytes, alignment; /* 0 bytes: the cart does not ask for the class */
    } classes[5];                  /* ROM_MEMORY_CLASS_... */
    struct {
        uint32_t tag, class, end, bytes;
        char name[32];
    } clients[CART_PLAN_ROWS];
    struct {
        uint32_t tag, bytes, alignment, capacity;
        char name[CART_NAME_MAX];
    } kinds[CART_PLAN_ROWS];
    struct {
        uint32_t capacity;
        char name[CART_NAME_MAX];
    } handles[CART_PLAN_HANDLES]; /* capacities of the kernel's tables too */
    uint32_t client_count, kind_count, handle_count;
} cart_plan;

/* Settings for files whose names fit a pattern: `key=value` or a word, a line each. */
enum { CART_SEARCHED = 16 };

typedef struct cart_default {
    unsigned long line;
    char pattern[CART_PATH_MAX];
    char text[512];
} cart_default;

/* A language or region that the image has; its number in variants is its place in the list + 1. */
typedef struct cart_language {
    char tag[16], name[64];
    bool from_right; /* direction=right: its words go from right to left */
} cart_language;

/* The mixer's settings, and the sounds of scenes. 0: the machine's default. */
typedef struct cart_audio {
    bool asked; /* the cart wants sound */
    uint32_t rate, channels, voices, ahead;
    bool linear, feedback;
} cart_audio;

typedef struct cart_sound {
    unsigned long line;
    char scene[CART_NAME_MAX], name[CART_NAME_MAX];
    double volume, pan;
    int bus; /* 0: the cue's bus */
    bool loops;
    uint32_t buttons; /* PLAT_... that start the sound; 0: it starts with the scene */
} cart_sound;

/* A condition on a counter of the game (cart_game.c). */
typedef struct cart_condition {
    char counter[CART_NAME_MAX];
    int32_t value;
    bool at_most;
    uint8_t role; /* ROM_GAME_CONDITION_... */
} cart_condition;

enum { CART_CONDITIONS = 3, CART_AFTER = 4 }; /* conditions of a role, predecessors of an objective */

/* The value that an argument of an event must have. */
typedef struct cart_argument {
    uint32_t number; /* from 1; 0: any arguments */
    uint32_t value;  /* a number, or the id of a name */
} cart_argument;

typedef struct cart_objective {
    unsigned long line;
    char name[CART_NAME_MAX], text[CART_TEXT_MAX];
    char after[CART_AFTER][CART_NAME_MAX], back[CART_NAME_MAX], resets[CART_CONDITIONS][CART_NAME_MAX];
    cart_condition conditions[3 * CART_CONDITIONS];
    uint32_t condition_count, chapter, branch, lives;
    bool any, optional, hidden;
} cart_objective;

typedef struct cart_trophy {
    unsigned long line;
    char name[CART_NAME_MAX], text[CART_TEXT_MAX], event[CART_NAME_MAX];
    cart_argument argument;
    cart_condition conditions[CART_CONDITIONS];
    uint32_t condition_count;
} cart_trophy;

typedef struct cart_count {
    unsigned long line;
    char event[CART_NAME_MAX], counter[CART_NAME_MAX];
    cart_argument argument;
    int32_t amount;
    bool sets;
} cart_count;

typedef struct cart_mode {
    unsigned long line;
    char name[CART_NAME_MAX], scene[CART_NAME_MAX], text[CART_TEXT_MAX]; /* scene "": over the mode below */
    char input[CART_PATH_MAX];                                           /* "": no demo */
    uint32_t seed;
    bool runs;
} cart_mode;

typedef struct cart_way {
    unsigned long line;
    char from[CART_NAME_MAX], word[CART_NAME_MAX], to[CART_NAME_MAX]; /* from "": any; to "": back */
    uint32_t kind, number;                                            /* ROM_GAME_WAY_... */
} cart_way;

/* A line of the sheet of mechanics: what the game is about, by names of what the cart has (tools/pack/pack_mechanics.c). */
enum {
    CART_MECHANIC_GOAL,
    CART_MECHANIC_WON,
    CART_MECHANIC_LOST,
    CART_MECHANIC_CAN,
    CART_MECHANIC_MEETS,
    CART_MECHANIC_FLOW,
    CART_MECHANIC_STORY,
    CART_MECHANICS
};
extern const char *const cart_mechanic_words[]; /* in that order */

enum { CART_MECHANIC_NAMES = 12 };

typedef struct cart_mechanic {
    unsigned long line;
    int kind;
    char names[CART_MECHANIC_NAMES][CART_NAME_MAX], text[CART_TEXT_MAX],
        in[CART_NAME_MAX];     /* in "": not said */
    uint32_t name_count, most; /* most 0: not said */
} cart_mechanic;

/* What players or developers may set (cart_option.c). */
typedef struct cart_game_option {
    unsigned long line;
    char name[CART_NAME_MAX], words[CART_TEXT_MAX], text[CART_TEXT_MAX];
    uint32_t kind, flags; /* ROM_OPTION_... */
    int32_t least, greatest, usual, step;
} cart_game_option;

typedef struct cart_game {
    cart_game_option *options;
    uint32_t option_count;
    cart_mechanic *mechanics;
    uint32_t mechanic_count;
    cart_objective *objectives;
    cart_trophy *trophies;
    cart_count *counts;
    cart_mode *modes;
    cart_way *ways;
    uint32_t objective_count, trophy_count, count_count, mode_count, way_count;
} cart_game;

/* One of the ways to an action: `A+B`, `stick`, `touch:left` ... */
typedef struct cart_control {
    uint8_t kind, length; /* kind: ROM_ACTION_CONTROL_... */
    uint8_t parts[8];
    uint32_t buttons;
    double within;       /* seconds */
    double zone[4];      /* x, y, width, height: parts of the picture */
    double step, held;   /* of a sequence: seconds */
    double dead, full;   /* of the stick: parts of its way */
    uint8_t shape, mode; /* ROM_ACTION_CONTROL_... */
    bool alone;
} cart_control;

enum { CART_ACTION_CONTROLS = 8 };

typedef struct cart_action {
    unsigned long line;
    char name[CART_NAME_MAX], context[CART_NAME_MAX], group[CART_NAME_MAX]; /* context "": any */
    cart_control controls[CART_ACTION_CONTROLS];
    uint32_t control_count;
    double hold, taps, charge, smooth; /* seconds */
    uint32_t flags;                    /* ROM_ACTION_... */
} cart_action;

/* A screen that opens with a scene or with a mode. */
typedef struct cart_shown {
    unsigned long line;
    char screen[CART_NAME_MAX], scene[CART_NAME_MAX], mode[CART_NAME_MAX]; /* scene or mode is "" */
} cart_shown;

/* What bodies meet: a chunk made of a mesh of the cart (tools/encode/collision.h). */
typedef struct cart_collision {
    unsigned long line;
    char name[CART_NAME_MAX], mesh[CART_NAME_MAX];
    int kind; /* ROM_SHAPE_SOUP or ROM_SHAPE_HULL */
    double thickness;
} cart_collision;

/* `redirect FOLDER/OLD FOLDER/NEW`: the old name is still good. */
enum { CART_REDIRECTS = 128 };

typedef struct cart_redirect {
    unsigned long line;
    char from[CART_NAME_MAX + 16], to[CART_NAME_MAX + 16];
} cart_redirect;

typedef struct cart {
    char path[CART_PATH_MAX]; /* path of cart.txt: errors name it, files are found beside it */
    char title[CART_TEXT_MAX], author[CART_TEXT_MAX], version[CART_TEXT_MAX];
    int width, height, format; /* format: plat_format */
    uint32_t budget, frame, band, rate;
    char start[CART_NAME_MAX];
    unsigned long start_line, palette_line, frame_line;
    char palette[CART_PATH_MAX]; /* "" = made from textures and materials */
    bool dither;
    char importers[2048]; /* lines of .ENDING COMMAND: tools/import/program/program.h */
    bool linear;          /* pictures and colours become amounts of light: tools/pack/pack_light.c */
    unsigned long dither_line;
    bool closed;            /* releases take no overlays */
    compress_wish compress; /* whether chunks are compressed where that saves bytes */
    bool prune;             /* leave out assets without references, but for names that fit `keep` */
    char keep[CART_KEPT][CART_NAME_MAX + 16];
    uint32_t keep_count;
    cart_redirect redirects[CART_REDIRECTS];
    uint32_t redirect_count;
    cart_material *materials;
    cart_texture *textures;
    cart_mesh *meshes;
    cart_scene *scenes;
    uint32_t material_count, texture_count, mesh_count, scene_count;
    char tags[CART_TAGS][CART_NAME_MAX]; /* names of the tags that objects may have */
    uint32_t tag_count;
    cart_scene types; /* an object for each `type` line, with the type's name */
    cart_asset *assets;
    uint32_t asset_count;
    cart_audio audio;
    uint32_t script_tick, script_activation, script_draw; /* instructions; 0: the usual number */
    cart_fault *faults;
    uint32_t fault_count;
    cart_add_ons add_ons;
    cart_sound *sounds;
    uint32_t sound_count;
    cart_game game;
    cart_action *actions;
    uint32_t action_count;
    cart_shown *shown;
    uint32_t shown_count;
    cart_collision *collisions;
    uint32_t collision_count;
    cart_plan plan;
    char home[CART_TEXT_MAX], licence[CART_TEXT_MAX];
    char icon[CART_NAME_MAX], first_level[CART_NAME_MAX]; /* a texture, a level */
    cart_language languages[32], regions[32];
    uint32_t language_count, region_count;
    struct cart_part {
        char kind[16], name[CART_NAME_MAX], character[CART_NAME_MAX];
        int compress; /* 1: compressed where that saves bytes, 2: never, 0: as the cart says */
    } * parts;        /* assets whose settings name a character or say `compress` */
    uint32_t part_count;
    char **sources; /* further files and folders that the cart was read from: sidecars, searched folders */
    uint32_t source_count;
    cart_code *codes;
    uint32_t code_count;
    bool code_failed; /* a line did not compile, and is told */
    char search[CART_SEARCHED]
               [CART_PATH_MAX]; /* folders whose files are found by their names, in this order */
    uint32_t search_count;
    cart_default *defaults;
    uint32_t default_count;
    const struct machine_limits *machine;           /* the machine to pack for; NULL: no particular one */
    char id[CART_TEXT_MAX], targets[CART_TEXT_MAX]; /* targets: names of machines, blanks between; "" = any */
} cart;

/* The scenes one by one, then `types` when the cart has any; NULL behind the last. For code that visits all objects,
 * those of types included. */
const cart_scene *cart_scene_at(const cart *c, uint32_t index);

/* The type of a name, an object of `types`; NULL when there is none. */
const cart_object *cart_find_type(const cart *c, const char *name);

/* Sets the values of an empty cart. */
void cart_defaults(cart *c);

/* Reads `folder`/cart.txt. On failure one sentence and an empty cart. Free a cart with cart_free. */
bool cart_load(const char *folder, cart *c, tool_error *error);

/* Reads a cart from a text, which must be followed by a zero byte; `path` stands in errors and is where files are
 * found from. */
bool cart_parse(const char *path, const char *text, size_t size, cart *c, tool_error *error);

typedef struct cart_reading {
    const char *
        target; /* machine that the cart is packed for: settings such as `gba.scale=0.5` count then; NULL: none */
    const char *const
        *set; /* `KEY=VALUE` each, ends with NULL: replaces that statement of cart.txt; NULL: no settings */
    tool_report *all; /* NULL: the first mistake ends the reading */
} cart_reading;

/* Reads `folder`/cart.txt with wishes. With a report, every mistake is told there (*error is the first). After
 * mistakes the cart holds what could be read, so that its files can be checked too; the cart's path is empty when
 * there was nothing to read. */
bool cart_load_with(const char *folder, const cart_reading *how, cart *c, tool_error *error);

/* Reads a cart from a text with wishes, as cart_parse. */
bool cart_parse_with(const char *path, const char *text, size_t size, const cart_reading *how, cart *c,
                     tool_error *error);

void cart_free(cart *c);

/* New records at the end of the lists, zeroed but for sensible defaults; NULL without memory. */
cart_material *cart_add_material(cart *c);
cart_texture *cart_add_texture(cart *c);
cart_mesh *cart_add_mesh(cart *c);
cart_scene *cart_add_scene(cart *c);
cart_camera *cart_add_camera(cart_scene *scene);
cart_light *cart_add_light(cart_scene *scene);
cart_asset *cart_add_asset(cart *c);
cart_sound *cart_add_sound(cart *c);
cart_object *cart_add_object(cart_scene *scene);
cart_override *cart_add_override(cart_scene *scene);
cart_prop *cart_add_prop(cart_scene *scene);
cart_saying *cart_add_saying(cart_scene *scene);
cart_emitter *cart_add_emitter(cart_scene *scene);
cart_scene_level *cart_add_level(cart_scene *scene);
cart_scene_map *cart_add_map(cart_scene *scene);
cart_shown *cart_add_shown(cart *c);
cart_collision *cart_add_collision(cart *c);

/* Pixels to the metre of a scene's flat picture: 16 where its camera does not say. */
static inline double cart_view_pixels(const cart_view *view) { return view->pixels > 0 ? view->pixels : 16; }

cart_picture_layer *cart_add_picture_layer(cart_scene *scene);
cart_behaviour *cart_add_behaviour(cart_scene *scene);
cart_fault *cart_add_fault(cart *c);
cart_objective *cart_add_objective(cart *c);
cart_trophy *cart_add_trophy(cart *c);
cart_action *cart_add_action(cart *c);
cart_count *cart_add_count(cart *c);
cart_mode *cart_add_mode(cart *c);
cart_way *cart_add_way(cart *c);
cart_game_option *cart_add_option(cart *c);
cart_mechanic *cart_add_mechanic(cart *c);

/* Sets the opacity of a material without other pixel settings: below 1 the material is blended, and drawn after
 * opaque ones. */
void cart_material_opacity(cart_material *material, double opacity);

/* Leaves out a material's pixels where its texture has none, as the word `keyed` does. */
void cart_material_key(cart_material *material);
bool cart_material_is_keyed(const cart_material *material);

/* Find a record by its name, compared as an id (case and slashes do not count); NULL when there is none. */
const cart_material *cart_find_material(const cart *c, const char *name);
const cart_texture *cart_find_texture(const cart *c, const char *name);
const cart_mesh *cart_find_mesh(const cart *c, const char *name);
const cart_collision *cart_find_collision(const cart *c, const char *name);

extern const char *const cart_formats[];      /* words in the order of plat_format */
extern const char *const cart_shadings[];     /* rs_shading */
extern const char *const cart_mappings[];     /* rs_mapping */
extern const char *const cart_bus_words[];    /* the audio module's buses */
extern const char *const cart_button_words[]; /* in the order of PLAT_UP ... */

#endif

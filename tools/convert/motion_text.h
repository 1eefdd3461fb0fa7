/* Inside of the converter of motions (tools/MOTION.md): the text as it is read, and what its files share. */
#ifndef OXCART_TOOLS_CONVERT_MOTION_TEXT_H
#define OXCART_TOOLS_CONVERT_MOTION_TEXT_H

#include "tools/convert/converters.h"
#include "tools/import/model/rig.h"
#include "tools/record_writer.h"

enum {
    MOTION_PARAMETERS = 8,
    MOTION_LAYERS = 3,
    MOTION_STATES = 128,
    MOTION_LAYER_STATES = 64,
    MOTION_POINTS = 512,
    MOTION_STATE_POINTS = 16,
    MOTION_TRIANGLES = 1024,
    MOTION_STATE_TRIANGLES = 32,
    MOTION_WAYS = 4096,
    MOTION_RULES = 512,
    MOTION_CONDITIONS = 4096,
    MOTION_WAY_CONDITIONS = 8,
    MOTION_MARKS = 256,
    MOTION_MASKS = 255,
    MOTION_LIMBS = 4,
    MOTION_CHAIN = 16, /* joints */
    MOTION_LOOKS = 8,
    MOTION_SWAPS = 128,
    MOTION_SETS = 7,
    MOTION_CURVES = 12,
    MOTION_TURNS = 16,
    MOTION_PLANTS = 32,
    MOTION_CORES = 16,
    MOTION_LINKS = 256,
    MOTION_LIMITS = 32,
    MOTION_NONE = 255
};

/* A line `FROM -> TO`: both may end in * (tools/MOTION.md). */
typedef struct motion_rule {
    char from[CART_NAME_MAX], to[CART_NAME_MAX];
    unsigned long line;
    uint32_t layer;
    rom_motion_way_record way;
} motion_rule;

/* A pose with which clips begin and end, clips that lead from one to another, and how far a joint may be turned: checked, and not packed. */
typedef struct motion_core {
    char text[CART_NAME_MAX];
    uint32_t name, clip; /* id of the clip that begins so */
    bool is_reached;     /* from the first one */
} motion_core;
typedef struct motion_link {
    uint8_t from, to; /* numbers of poses */
} motion_link;
typedef struct motion_limit {
    int32_t joint;
    double degrees;
} motion_limit;

typedef struct motion_text {
    convert_lines lines;
    const pack_source *s;
    rom_motion_machine_record r;
    rom_motion_parameter_record parameters[MOTION_PARAMETERS];
    char parameter_names[MOTION_PARAMETERS][CART_NAME_MAX];
    rom_motion_layer_record layers[MOTION_LAYERS];
    rom_motion_state_record states[MOTION_STATES];
    char state_names[MOTION_STATES][CART_NAME_MAX];
    rom_motion_point_record points[MOTION_POINTS];
    rom_motion_triangle_record triangles[MOTION_TRIANGLES];
    rom_motion_way_record ways[MOTION_WAYS];
    rom_motion_condition_record conditions[MOTION_CONDITIONS];
    rom_motion_mark_record marks[MOTION_MARKS];
    rom_motion_mask_record masks[MOTION_MASKS];
    rom_motion_limb_record limbs[MOTION_LIMBS];
    rom_motion_look_record looks[MOTION_LOOKS];
    rom_motion_swap_record swaps[MOTION_SWAPS];
    rom_motion_curve_record curves[MOTION_CURVES];
    rom_motion_turn_record turns[MOTION_TURNS];
    rom_motion_noise_record noises[MOTION_LAYERS];
    rom_motion_plant_record plants[MOTION_PLANTS];
    motion_rule rules[MOTION_RULES];
    motion_core cores[MOTION_CORES];
    motion_link links[MOTION_LINKS];
    motion_limit limits[MOTION_LIMITS];
    uint32_t core_count, link_count, limit_count;
    uint32_t rule_count;
    import_scene scene; /* that of the skeleton's file */
    bool has_scene, of_sheet;
    import_rig *rig; /* of the skeleton, whose names lie in the scene; NULL: its joints are not known here */
} motion_text;

/* Take options of the line: false after a sentence. Values stay as they were where the option is not given. */
bool motion_number(const motion_text *t, const char *word, double least, double most, int32_t *value);
bool motion_number_option(const motion_text *t, const char *key, double least, double most, int32_t *value);
bool motion_share(const motion_text *t, const char *word, uint16_t *share); /* 0..1 as 0..65535 */

/* The number of a parameter by its name; MOTION_NONE after a sentence. */
uint32_t motion_parameter(const motion_text *t, const char *name);

/* Whether the skeleton has a joint; false after a sentence. *number: of the joint, -1 where the skeleton is not known. */
bool motion_joint(const motion_text *t, const char *name, int32_t *number);

/* The clip that a state above plays; 0 after a sentence. */
uint32_t motion_played_clip(const motion_text *t, const char *name);

/* Joints that move besides their clips, feet that stand (motion_moves.c). */
bool motion_read_turn(motion_text *t);
bool motion_read_sway(motion_text *t);
bool motion_read_shy(motion_text *t);
bool motion_read_plant(motion_text *t);
bool motion_read_feet(motion_text *t);
bool motion_read_noise(motion_text *t, uint32_t layer);

/* Poses of clips that chain, limits of joints; and what the packer tells of them when the text is over (motion_check.c). */
bool motion_read_pose(motion_text *t);
bool motion_read_core(motion_text *t);
bool motion_read_limit(motion_text *t);
bool motion_check(motion_text *t);

/* A line `FROM -> TO ...`; and all of them as ways between states, when the text is over. */
bool motion_read_way(motion_text *t);
bool motion_make_ways(motion_text *t);

/* The triangles between the points of a state, none of which has a point inside its circle (Delaunay 1934). False: all points stand on one line. */
bool motion_triangulate(motion_text *t, rom_motion_state_record *state);

#endif

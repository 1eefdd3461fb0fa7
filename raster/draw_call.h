/* Draw calls (render packets): what a frame draws, as small records that can be sorted, kept, replayed and stored.
 *
 * A draw call names everything by its number in tables that the caller hands over: mesh and part, material, matrix, lights. So a draw call
 * is 28 bytes on every machine, can lie in a ROM image, and carries its complete state: nothing set for one is left for the next.
 *
 *     rs_draw_calls list = {room, 0, 256, 0};
 *     rs_draw_calls_add_mesh(&list, &tables, hero, matrix, lights, RS_PASS_OPAQUE, 0);   one draw call a part
 *     order = rs_draw_calls_sort(&list, entries, other);
 *     rs_draw_calls_draw(frame, &list, order, &tables, ~0u, &counts);
 *
 * Drawing judges nothing: back faces are culled and triangles clipped, visibility is for whoever adds draw calls. (GEA 10.2.7.) */
#ifndef OXCART_RASTER_DRAW_CALL_H
#define OXCART_RASTER_DRAW_CALL_H

#include "raster/sort.h"
#include "raster/submit.h"
#include "raster/viewport.h"

/* The passes in drawing order. */
typedef enum rs_pass {
    RS_PASS_BACKGROUND, /* sky */
    RS_PASS_PREPASS,
    RS_PASS_OPAQUE,
    RS_PASS_DECAL,
    RS_PASS_TRANSLUCENT, /* back to front */
    RS_PASS_FOREGROUND,
    RS_PASS_POST,
    RS_PASS_OVERLAY,
    RS_PASSES
} rs_pass;

typedef enum rs_draw_call_kind {
    RS_DRAW_CALL_MESH, /* resource: mesh, part: its part */
    RS_DRAW_CALL_BATCH, /* resource: batch (lines, points, particles, terrain patches); its own place and material are replaced */
    RS_DRAW_CALL_TEXT, /* resource: string, at (x, y) of `argument` (x | y << 16), colour: the low 24 bits of tint, native */
    RS_DRAW_CALL_EXTENSION = 8, /* and up to 15: drawn by the tables' functions */
    RS_DRAW_CALL_KINDS = 16
} rs_draw_call_kind;

enum { RS_NO_NUMBER = 0xFFFF }; /* no material of its own, no lights, no matrix */

typedef struct rs_draw_call {
    uint32_t key; /* raster/sort.h */
    uint8_t kind, flags;
    uint16_t resource, part;
    uint16_t material; /* RS_NO_NUMBER: the mesh's materials */
    uint16_t matrix;   /* RS_NO_NUMBER: the vertices are in the world */
    uint16_t lights;   /* light set; RS_NO_NUMBER: as they are */
    uint32_t tint; /* 0xAARRGGBB that colours of batches and meshes with a look are multiplied by, 0: none */
    int16_t first_row, end_row; /* lines of the picture that it may touch, both 0: not known; for bands */
    uint32_t argument;
} rs_draw_call;

_Static_assert(sizeof(rs_draw_call) == 28, "a draw call is 28 bytes on every machine");

typedef struct rs_light_set {
    const rs_light *lights;
    int count;
    uint32_t ambient; /* 0xRRGGBB */
} rs_light_set;

typedef struct rs_draw_call_mesh {
    const rs_mesh *mesh;
    const uint16_t *materials; /* numbers, one for each that the mesh's parts name */
} rs_draw_call_mesh;

typedef struct rs_tables rs_tables;
typedef rs_result rs_draw_call_function(rs_frame *frame, const rs_draw_call *call, const rs_tables *tables);

/* Everything that draw calls name. A number beyond its table is passed over and counted, a material's replaced by `missing`. */
struct rs_tables {
    const rs_draw_call_mesh *meshes;
    const rs_material *materials;
    const mat34 *matrices;
    const rs_light_set *light_sets;
    const rs_batch *batches;
    const char *const *texts;
    uint32_t mesh_count, material_count, matrix_count, light_set_count, batch_count, text_count;
    const rs_material *missing; /* loud: magenta; NULL: such draw calls are passed over */
    rs_draw_call_function *extensions[8];
};

/* A list of fixed size in the caller's memory. */
typedef struct rs_draw_calls {
    rs_draw_call *calls;
    uint32_t count, capacity;
    uint32_t dropped; /* draw calls that did not fit */
} rs_draw_calls;

/* Adds a draw call; false, and counted, when the list is full. */
bool rs_draw_calls_add(rs_draw_calls *list, const rs_draw_call *call);

/* One draw call for every part of a mesh, keyed by pass, material and depth (0..65535, for RS_PASS_TRANSLUCENT farthest first).
 * RS_PASSES: each part in the pass of its material, and nearest or farthest first as that says.
 * Returns how many were added. */
uint32_t rs_draw_calls_add_mesh(rs_draw_calls *list, const rs_tables *tables, uint32_t mesh, uint32_t matrix,
                                uint32_t lights, rs_pass pass, uint32_t depth);

/* The pass that a material names. */
static inline rs_pass rs_material_pass(const rs_material *material) {
    return material->pass == 0 || material->pass > (uint8_t)RS_PASSES ? RS_PASS_OPAQUE
                                                                      : (rs_pass)(material->pass - 1);
}

/* rs_frame_mesh for the parts whose materials name this pass. */
rs_result rs_frame_mesh_pass(rs_frame *frame, const rs_mesh *mesh, const mat34 *model_to_world,
                             const rs_material *materials, rs_pass pass);

/* The order of drawing, in one of the two arrays, each as long as the list; equal keys keep their order. */
const rs_sort_entry *rs_draw_calls_sort(const rs_draw_calls *list, rs_sort_entry *entries,
                                        rs_sort_entry *other);

typedef struct rs_draw_call_counts {
    uint32_t drawn, passed_over, material_changes, light_changes, missing;
} rs_draw_call_counts;

/* Issues draw calls whose pass has its bit in `passes`; `order` NULL: as they stand. Lights are set only where a draw
 * call names other lights than the draw call before. Returns the first failure and goes on. */
rs_result rs_draw_calls_draw(rs_frame *frame, const rs_draw_calls *list, const rs_sort_entry *order,
                             const rs_tables *tables, uint32_t passes, rs_draw_call_counts *counts);

/* ---- recorded lists ---- */

/* Commands as 32-bit words: draw calls, cameras, light sets and calls of other lists, without any address, so that a list may be copied,
 * kept for later frames, drawn any number of times and lie in a ROM image. */
typedef struct rs_commands {
    uint32_t *words;
    uint32_t count, capacity; /* words */
    bool overflowed;          /* a command did not fit: it and all after it are left out */
    uint32_t dropped;
} rs_commands;

bool rs_commands_draw_call(rs_commands *commands, const rs_draw_call *call);
bool rs_commands_lights(rs_commands *commands, uint32_t light_set);
bool rs_commands_viewport(rs_commands *commands, uint32_t viewport);
/* A line (2 points) or triangle (3) or more of a primitive, in world coordinates, with one colour 0xAARRGGBB. */
bool rs_commands_immediate(rs_commands *commands, rs_primitive primitive, uint32_t material, uint32_t argb,
                           const vec3 *points, uint32_t count);
bool rs_commands_call(rs_commands *commands, uint32_t list);

/* A recorded list of commands to draw from. */
typedef struct rs_command_list {
    const uint32_t *words;
    uint32_t count;
} rs_command_list;

enum { RS_CALL_DEPTH = 4 };

/* Lists that may call each other, and the things that their commands name by number. */
typedef struct rs_command_lists {
    const rs_command_list *lists;
    uint32_t list_count;
    const rs_tables *tables;
    const rs_viewport *viewports; /* or NULL */
    uint32_t viewport_count;
} rs_command_lists;

/* Draws list `which`. Calls go up to RS_CALL_DEPTH deep; deeper calls, and commands that are damaged or name things
 * that are not there, give RS_BAD_ARGUMENT. A damaged list ends at that command. */
rs_result rs_commands_draw(rs_frame *frame, const rs_command_lists *lists, uint32_t which);

#endif

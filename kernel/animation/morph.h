/* Meshes whose vertices go to other places: morph targets and vertex frames, which are one thing.
 *
 *     ox_morph_weight weights[2];
 *     uint32_t count = ox_morph_frames(chunk, run, frame, weights);          two neighbours of a motion by frames, or
 *     weights[0] = (ox_morph_weight){ox_morph_find(chunk, OX_NAME("smile")), FX(0.5)};          targets by name
 *     ox_status status = ox_morph_pose(chunk, mesh, &(ox_morph_wish){.weights = weights, .count = count}, &frame_memory, &posed, &slack);
 *
 * A vertex goes to v = v0 + sum(w_k d_k), where d_k are the differences of target k from the mesh itself (chunk MORF, rom/FORMAT.md): sums in 32 bits, one
 * rounding. A weight counts in steps of 1/4096, from -1 to 2; weight 0 costs nothing, and without any the mesh is drawn where it lies. Weights that are
 * together 8 or more, by their size, are cut: those further back in the list count as 0, as do those behind the 24th. A frame of a motion is a target like others, of which two neighbours have the weights 1 - f and f: halfway
 * is the mean of both, rounded once, and at a frame itself its places come out as they were packed. (GEA 11.1.3; DeLoura 2000, Game Programming Gems, 4.13.)
 *
 * NORMALS move likewise. They are brought back to length only where the packer found normals that turn by more than 30 degrees on the way (FAR). `plain` leaves
 * them as they are: lit as the mesh at rest, at half the cost; places are the same. Normals of faces are worked out anew, of the places, where flat shading asks for
 * them; whether a triangle shows its back is told on the screen.
 *
 * A mesh with fewer vertices than the chunk's, such as a simpler one that shares the first of them, has those moved.
 *
 * Cost on a Game Boy Advance, code in the cartridge: 232,000 cycles for a fish of 221 vertices between two frames, the mean of two with normals that turn far and one that is `plain`; up to 690 a
 * vertex for a face of 504 that three targets with normals move, and next to nothing while it rests (CART=rom/carts/examples/faces FUNCTION=ox_morph_pose sh tests/bench.sh physics).
 *
 * The POSED MESH lies in frame memory as that of a skin does (skin.h): 6 bytes a vertex, 4 more for normals, 4 a triangle for faces, and 12 a vertex
 * while it is made. Its sphere is as much larger as the farthest differences say (*slack, in metres), which ox_skin.slack wants where the mesh hangs on a skeleton as well. */
#ifndef OXCART_KERNEL_ANIMATION_MORPH_H
#define OXCART_KERNEL_ANIMATION_MORPH_H

#include "kernel/memory/frame.h"
#include "kernel/memory/status.h"
#include "raster/mesh.h"

enum { OX_MORPH_NONE = 0xFFFF };

typedef struct ox_morph_weight {
    uint32_t target;
    fx weight;
} ox_morph_weight;

typedef struct ox_morph_wish {
    const ox_morph_weight *weights;
    uint32_t count;
    bool plain, faces;
} ox_morph_wish;

/* The number of a target or of a run by its name; OX_MORPH_NONE: the mesh has none. */
uint32_t ox_morph_find(const uint8_t *chunk, uint32_t name);
uint32_t ox_morph_run(const uint8_t *chunk, uint32_t name);

/* Frames of a run, its frames a second, and whether its first frame follows the last. */
typedef struct ox_morph_motion {
    uint32_t first, frames;
    fx rate;
    bool loops;
} ox_morph_motion;
ox_morph_motion ox_morph_motion_of(const uint8_t *chunk, uint32_t run);

/* Brings a time in frames, Q16.16, into a motion: a loop comes round, another one is held at both ends. *ended: it is at or beyond an end at which it is
 * held. */
fx ox_morph_wrap(const ox_morph_motion *motion, int64_t time, bool *ended);

/* The weights of the one or two frames at a time; returns how many. */
uint32_t ox_morph_frames(const ox_morph_motion *motion, fx time, ox_morph_weight weights[2]);

/* The mesh with these weights. OX_OUT_OF_MEMORY: `posed` is the mesh as it is. Targets that are not there count as 0. */
FX_MUST_CHECK ox_status ox_morph_pose(const uint8_t *chunk, const rs_mesh *mesh, const ox_morph_wish *wish,
                                      ox_frame_memory *memory, rs_mesh *posed, fx *slack);

#endif

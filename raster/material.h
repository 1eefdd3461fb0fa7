/* What a material of a ROM image has beside colour and texture, made out of its numbers. A build without the fragment
 * pipeline (RS_FRAGMENT_LINKED 0) has no looks and states: every function here answers false, and the caller draws the
 * material plainly. */
#ifndef OXCART_RASTER_MATERIAL_H
#define OXCART_RASTER_MATERIAL_H

#include "raster/submit.h"

/* Whether this build can draw materials with a look or a state. */
bool rs_fragment_linked(void);

/* Vertex stages by number, as material data name them; stages are given an rs_stage_constants. */
typedef struct rs_vertex_entry {
    uint32_t id;
    rs_vertex_stage *function;
} rs_vertex_entry;

/* The vertex stage with an id; NULL: there is none. */
rs_vertex_stage *rs_vertex_stage_find(const rs_vertex_entry *stages, uint32_t count, uint32_t id);

/* Makes waves out of constants, four a wave: amplitude in metres, turns a metre along x, across z, turns a tick; up to
 * four waves. False when the constants have no wave. */
bool rs_wave_make(rs_wave *wave, const int32_t *constants, uint32_t count);

/* Gives a look the wave as its vertex stage. */
bool rs_look_wave(rs_look *look, const rs_wave *wave);

/* Whether the look's vertex stage is a wave. */
bool rs_look_waves(const rs_look *look);

/* What a program may sample: textures, none of them NULL, and a sampling for each. */
typedef struct rs_program_textures {
    const rs_texture *const *textures;
    const rs_sampling *sampling;
    uint32_t count;
    const uint32_t *palette; /* of PAL8 textures without a palette of their own */
} rs_program_textures;

/* Gives a look a program as its stage of pixels. `samplers` has room for a sampler a texture and lives as long as the
 * program. False, and the look untouched, for a damaged program or a texture that is not there. */
bool rs_look_program(rs_look *look, rs_program *program, rs_sampler *samplers,
                     const rs_program_textures *textures);

/* The reflectance functions as data number them: Blinn, Phong, Lambert, wrapped; NULL for others. */
rs_reflectance *rs_reflectance_at(uint32_t number);

/* Fog as data number it: 1 linear, 2 exponential, 3 of the square, 4 by the square of the distance. */
bool rs_fog_make(rs_fog *fog, uint32_t kind, uint32_t rgb, fx start, fx end, fx density);

#endif

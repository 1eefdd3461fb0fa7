/* The state of a pixel: what happens between a triangle's interpolated values and the picture, apart from the plain case.
 *
 * A material without a state (rs_material.state NULL) is drawn by the quick span functions: nearer wins, opaque, one repeated
 * texture. With a state the fragment pipeline draws it, which does everything below at some 130 (Gouraud) to 1,200 (bilinear, fog
 * and blending) instructions a pixel. All fields are chosen so that 0 means "as usual": rs_pixel_state state = {0} draws the same bits as no state at all.
 *
 *     static const rs_pixel_state glass = {.blend = {.mode = RS_BLEND_ALPHA, .transparency = 128}, .depth = {.no_write = true}};
 *     material.state = &glass;
 *
 * Order of the steps (RAS-087): depth and stencil early where nothing can discard a pixel later; texture and shade; colour key
 * and alpha test; fog; stencil; depth; blend; dither; write under the masks. A pixel that is discarded touches no plane, but for
 * the stencil operations of the tests that it failed.
 *
 * A state is a value: recording copies it, and nothing set for one mesh is left for the next. Equal states in a row are stored
 * once (rs_frame_state_stats). The colour a pixel carries through the steps is 0xAARRGGBB, 8 bits a channel, not multiplied by
 * its alpha. */
#ifndef OXCART_RASTER_PIXEL_STATE_H
#define OXCART_RASTER_PIXEL_STATE_H

#include "raster/fog.h"
#include "raster/surface.h"
#include "raster/texture.h"

/* How two numbers compare: the new one against the stored one (depth), the alpha against the reference, the reference against
 * the stored stencil value. */
typedef enum rs_compare {
    RS_LESS,
    RS_LEQUAL,
    RS_EQUAL,
    RS_NOTEQUAL,
    RS_GEQUAL,
    RS_GREATER,
    RS_ALWAYS,
    RS_NEVER,
    RS_COMPARES
} rs_compare;

/* Depth: smaller codes are nearer. Test off is RS_ALWAYS. `bias` is added to every code of the triangle, and `slope`
 * (Q8.8) times the larger of |d code / dx| and |d code / dy|; negative is nearer; codes stay within 0..65534 and x, y
 * and texture do not move. rs_depth_bias gives the bias for a distance. `w_buffer`: codes grow evenly with distance
 * instead of with its reciprocal (the usual codes are even enough, and are kept, when far is less than 1.5 times near),
 * `slope` counts for nothing; all materials of a view must agree on it. */
typedef struct rs_depth_state {
    uint8_t function; /* rs_compare */
    bool no_write;
    bool w_buffer;
    int32_t bias;
    int32_t slope;
} rs_depth_state;

/* Discards by the fragment's alpha, before blending: alpha `function` reference. `colour_key`: texels of unit 0 with palette
 * index 0, of other formats without alpha with the value 0, or with an alpha below 128, are discarded, whatever the alpha test. */
typedef struct rs_alpha_test {
    bool on;
    uint8_t function; /* rs_compare */
    uint8_t reference;
    bool colour_key;
} rs_alpha_test;

typedef enum rs_stencil_operation {
    RS_STENCIL_KEEP,
    RS_STENCIL_ZERO,
    RS_STENCIL_REPLACE,
    RS_STENCIL_INCREMENT, /* up to the plane's largest value */
    RS_STENCIL_DECREMENT, /* down to 0 */
    RS_STENCIL_INCREMENT_WRAP,
    RS_STENCIL_DECREMENT_WRAP,
    RS_STENCIL_INVERT,
    RS_STENCIL_OPERATIONS
} rs_stencil_operation;

/* The stencil test is (reference & mask) `function` (stored & mask); then one of the operations, in the bits of
 * write_mask. Values are cut to the plane's bits. */
typedef struct rs_stencil_face {
    uint8_t function; /* rs_compare */
    uint8_t reference, mask, write_mask;
    uint8_t fail, depth_fail, pass; /* rs_stencil_operation */
} rs_stencil_face;

typedef struct rs_stencil_state {
    bool on;        /* without a stencil plane the test is off */
    bool two_faces; /* `back` serves triangles seen from behind; else `front` serves all */
    rs_stencil_face front, back;
} rs_stencil_state;

/* result = source * its factor (op) stored * its factor, channel by channel, rounded exactly and cut to 0..255. */
typedef enum rs_blend_factor {
    RS_FACTOR_ZERO,
    RS_FACTOR_ONE,
    RS_FACTOR_SOURCE_ALPHA,
    RS_FACTOR_ONE_MINUS_SOURCE_ALPHA,
    RS_FACTOR_SOURCE_COLOUR,
    RS_FACTOR_ONE_MINUS_SOURCE_COLOUR,
    RS_FACTOR_STORED_COLOUR,
    RS_FACTOR_ONE_MINUS_STORED_COLOUR,
    RS_FACTOR_STORED_ALPHA, /* of the plane of destination alpha; 255 without one */
    RS_FACTOR_ONE_MINUS_STORED_ALPHA,
    RS_FACTOR_CONSTANT_ALPHA,
    RS_FACTORS
} rs_blend_factor;

typedef enum rs_blend_operation {
    RS_BLEND_SUM,
    RS_BLEND_SOURCE_MINUS,
    RS_BLEND_STORED_MINUS,
    RS_BLEND_OPERATIONS
} rs_blend_operation;

typedef enum rs_blend_mode {
    RS_BLEND_REPLACE,
    RS_BLEND_ALPHA, /* source over */
    RS_BLEND_ADD,
    RS_BLEND_MULTIPLY,      /* tinted glass */
    RS_BLEND_SUBTRACT,      /* stored - source: shadow passes */
    RS_BLEND_SCREEN,        /* source + stored (1 - source) */
    RS_BLEND_ATTENUATED,    /* source (1 - alpha) + stored */
    RS_BLEND_PREMULTIPLIED, /* source + stored (1 - alpha) */
    RS_BLEND_AVERAGE,       /* the mean, rounded down */
    RS_BLEND_FACTORS,       /* the fields below */
    RS_BLEND_MODES
} rs_blend_mode;

/* On 16-bit surfaces alpha has 33 steps and the blend is stored + ((source - stored) * a >> 5) a channel, as for sprites; other
 * modes go through 8 bits. PAL8 surfaces use the palette's tables (rs_palette): average and add if they are there, else
 * `inverse`, without which a blending state is refused. */
typedef struct rs_blend_state {
    uint8_t mode;           /* rs_blend_mode */
    uint8_t source, stored; /* rs_blend_factor */
    uint8_t operation;      /* rs_blend_operation */
    uint8_t transparency;   /* the fragment's alpha is multiplied by (255 - this) / 255 */
    uint8_t constant;       /* of RS_FACTOR_CONSTANT_ALPHA */
    uint8_t keep;           /* RS_KEEP_...: channels that are not written */
    uint8_t reserved;
} rs_blend_state;

enum { RS_KEEP_RED = 1, RS_KEEP_GREEN = 2, RS_KEEP_BLUE = 4, RS_KEEP_ALPHA = 8, RS_KEEP_COLOUR = 7 };

/* `fog` NULL: none. The weight comes per vertex where the geometry half supplies it, else from the pixel's depth. A
 * state that adds to the stored pixel fogs towards black whatever the fog's colour. */
typedef struct rs_fog_state {
    const rs_fog *fog;
    bool per_pixel; /* even where vertices could carry the weight */
} rs_fog_state;

/* Operations: what a texture unit makes of the colour so far ("previous": for unit 0 the interpolated primary colour)
 * and its texel. */
typedef enum rs_combine {
    RS_COMBINE_MODULATE,
    RS_COMBINE_REPLACE,
    RS_COMBINE_MODULATE_2X,
    RS_COMBINE_ADD,
    RS_COMBINE_SUBTRACT, /* previous - texel */
    RS_COMBINE_BLEND,    /* previous + (texel - previous) * weight of blend_by */
    RS_COMBINE_DECAL,    /* colour: BLEND by the texel's alpha; alpha: previous */
    RS_COMBINE_DOT3,     /* channels c - 128 as vectors: their dot product to all three, 255 = 1 */
    RS_COMBINE_KEEP,     /* previous */
    RS_COMBINE_GLOSS,    /* previous; the specular colour is multiplied by the texel */
    RS_COMBINE_EMISSIVE, /* previous; the texel is added at the end, whatever the light */
    RS_COMBINES
} rs_combine;

typedef enum rs_blend_by {
    RS_BY_TEXEL,
    RS_BY_PRIMARY,
    RS_BY_CONSTANT,
    RS_BY_PREVIOUS,
    RS_BLEND_BYS
} rs_blend_by; /* whose alpha weighs */

typedef struct rs_unit_state {
    const rs_texture *texture; /* NULL: unit 0 has the material's, unit 1 is off */
    rs_sampling sampling;      /* filters, mip levels, address modes: raster/texture.h */
    uint8_t colour, alpha;     /* rs_combine; alpha knows the first six and KEEP, all else keeps */
    uint8_t blend_by;
    uint8_t constant; /* alpha of RS_BY_CONSTANT */
    bool projective;  /* coordinates are divided by q */
    bool second_set;  /* from the mesh's second set of coordinates */
    bool
        sphere; /* materials with a look: coordinates from the normal as seen (raster/generate.h), for an environment */
} rs_unit_state;

typedef enum rs_dither { RS_DITHER_NONE, RS_DITHER_4X4, RS_DITHER_2X2, RS_DITHERS } rs_dither;

typedef struct rs_output_state {
    uint8_t
        dither; /* rs_dither, on 5- and 6-bit channels and GREY4; on PAL8 between two rows of the shade table */
    uint8_t hidden;        /* screen-door: of every aligned 4x4 pixels so many are left out, 0..16 */
    uint8_t emissive_from; /* PAL8 texels from this index on are not lit; 0: none */
    bool no_light;         /* light values count as full */
    uint32_t emissive;     /* 0xRRGGBB added after lighting */
} rs_output_state;

typedef struct rs_pixel_state {
    rs_depth_state depth;
    rs_alpha_test alpha_test;
    rs_stencil_state stencil;
    rs_blend_state blend;
    rs_fog_state fog;
    rs_unit_state unit[2];
    rs_output_state output;
} rs_pixel_state;

enum { RS_STATE_GROUPS = 8 }; /* the state's eight members, the units counted apart */

#endif
